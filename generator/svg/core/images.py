"""PNG and JPEG as a PDF stores them: JPEG and plain PNG as they are, PNG with alpha in two parts."""

from __future__ import annotations

import zlib
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from generator.svg.bitmap.jpeg import SIGNATURE as JPEG
from generator.svg.bitmap.jpeg import Jpeg, read_jpeg, turned
from generator.svg.bitmap.png import COLOUR, GREY, PALETTE, Png, read_header, read_png
from generator.svg.bitmap.png import SIGNATURE as PNG

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFile import ImageFile

PIXELS = 100_000_000
"""Pictures of more pixels are refused."""

DECODED = 24_000_000
"""Pictures of more pixels are refused when they can't be stored as they are: it takes memory to take them apart."""

LARGEST = 16 * 2**20
"""Pictures of more bytes are refused."""

SMALL = 256
"""Pictures up to this many pixels wide and high are smoothed when enlarged, as browsers do."""


class Picture(NamedTuple):
    """A picture's size in pixels, its PDF dictionary entries and its stream, already encoded.

    `turned` says how a camera was held, from 1 (upright) to 8, as EXIF does.
    """

    width: int
    height: int
    entries: str
    data: bytes
    alpha: Picture | None = None
    turned: int = 1


def data_uri(href: str) -> bytes:
    """Return the bytes in a data: address; `ValueError` when it isn't well formed."""
    from urllib.parse import unquote_to_bytes

    head, comma, body = href.partition(",")
    if not comma:
        raise ValueError("the data: address has no comma")
    raw = unquote_to_bytes(body)
    if not head.rstrip().lower().endswith(";base64"):
        return raw
    try:
        return b64decode(b"".join(raw.split()), validate=True)
    except Base64Error as error:
        raise ValueError(f"the data: address is not well formed: {error}") from None


def read_picture(data: bytes, sharp: bool = False) -> Picture:
    """Return a PNG or JPEG file as a PDF keeps it; `ValueError` says why not.

    The pixels of a small `sharp` one are made larger, as many viewers smooth whatever they enlarge.
    """
    if len(data) > LARGEST:
        raise ValueError(
            f"the picture has {len(data)} bytes; allowed: {LARGEST}; save it as JPEG, or with fewer pixels"
        )
    if data.startswith(PNG):
        picture = _png(data)
    elif data.startswith(JPEG):
        picture = _jpeg(data)
    else:
        raise ValueError("the picture is of no known kind; allowed: PNG, JPEG, SVG")
    return _sharp(data) if sharp and max(picture.width, picture.height) <= SMALL else picture


def _bounded(width: int, height: int) -> None:
    if not 0 < width * height <= PIXELS:
        raise ValueError(
            f"the picture has {width} × {height} pixels; allowed: {PIXELS} in all; save it with fewer: "
            "4961 × 3508 are enough for A3 at 300 an inch"
        )


def _decodable(width: int, height: int) -> None:
    if width * height > DECODED:
        raise ValueError(
            f"the picture has {width} × {height} pixels; allowed: {DECODED} in all for one that is interlaced, "
            "lets through or is separated into inks; save it with fewer, or as a plain JPEG"
        )


def _smooth(width: int, height: int) -> str:
    return "/Interpolate true" if max(width, height) <= SMALL else ""


def _jpeg(data: bytes) -> Picture:
    """Pass a JPEG on, after a look at all of it."""
    jpeg = read_jpeg(data)
    _bounded(jpeg.width, jpeg.height)
    if jpeg.depth != 8 or jpeg.components not in (1, 3, 4):
        raise ValueError(
            f"a JPEG of {jpeg.components} components with {jpeg.depth} bits; allowed: 1, 3 or 4 with 8 bits"
        )
    _check_scans(data, jpeg)
    space = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}[jpeg.components]
    inverted = "/Decode [1 0 1 0 1 0 1 0]" if jpeg.components == 4 and b"Adobe\x00" in data[:65536] else ""
    smooth = _smooth(jpeg.width, jpeg.height)
    entries = f"/ColorSpace /{space} /BitsPerComponent 8 /Filter /DCTDecode {inverted}{smooth}"
    return Picture(jpeg.width, jpeg.height, entries, data, turned=turned(data))


def _check_scans(data: bytes, jpeg: Jpeg) -> None:
    """Check that a JPEG can be read to its last pixel: then it looks the same whatever stands behind it."""
    if jpeg.progressive and jpeg.width * jpeg.height > DECODED:
        return  # all of it would have to be kept in memory
    shown = [_small(data[: jpeg.end] + more + _END_OF_JPEG, jpeg) for more in (b"", _BEHIND)]
    if shown[0] != shown[1]:
        raise ValueError("the JPEG is damaged: its picture ends too early")


_BEHIND = b"\x55" * 64
_END_OF_JPEG = b"\xff\xd9"


def _small(data: bytes, jpeg: Jpeg) -> bytes:
    """Return the pixels of a JPEG at an eighth of its size, for which all of it is read."""
    with _open(data, "JPEG") as file:
        file.draft(None, (max(jpeg.width // 8, 1), max(jpeg.height // 8, 1)))
        return _loaded(file).tobytes()


def _png(data: bytes) -> Picture:
    header = read_header(data)
    _bounded(header.width, header.height)
    png = read_png(data)
    if not header.interlaced and header.kind in (GREY, COLOUR, PALETTE) and png.clear is None:
        return _as_it_is(png)
    _decodable(header.width, header.height)
    return _split(_pixels(png))


def _as_it_is(png: Png) -> Picture:
    """Pass the compressed rows on: PDF reads PNG's own prediction."""
    header = png.header
    space = {GREY: "/DeviceGray", COLOUR: "/DeviceRGB"}.get(header.kind) or _palette(png.palette)
    parameters = f"/Predictor 15 /Colors {header.channels} /BitsPerComponent {header.depth} /Columns {header.width}"
    entries = (
        f"/ColorSpace {space} /BitsPerComponent {header.depth} /Filter /FlateDecode "
        f"/DecodeParms << {parameters} >> {_smooth(header.width, header.height)}"
    )
    return Picture(header.width, header.height, entries, png.rows)


def _palette(colours: bytes) -> str:
    return f"[/Indexed /DeviceRGB {len(colours) // 3 - 1} <{colours.hex()}>]"


def _sharp(data: bytes) -> Picture:
    return _split(enlarged(opened(data)))


def enlarged(small: Image) -> Image:
    """Return a small picture enlarged, each pixel a square."""
    from PIL.Image import Resampling

    times = max(2 * SMALL // max(small.size), 2)
    return small.resize((small.width * times, small.height * times), Resampling.NEAREST)


def opened(data: bytes) -> Image:
    """Return a picture's pixels with their alpha, 8 bits each; `ValueError` when it is damaged or too large."""
    if data.startswith(PNG):
        header = read_header(data)
        _decodable(header.width, header.height)
        return _pixels(read_png(data))
    with _open(data, "JPEG") as file:
        _decodable(*file.size)
        return _loaded(file).convert("RGBA")


def _open(data: bytes, kind: str) -> ImageFile:
    """Open a file, whose pixels are read when they are asked for."""
    from io import BytesIO
    from warnings import catch_warnings, simplefilter

    from PIL.Image import DecompressionBombError
    from PIL.Image import open as open_image

    try:
        with catch_warnings():
            simplefilter("ignore")  # of its size, which was looked at before
            return open_image(BytesIO(data), formats=(kind,))
    except (OSError, SyntaxError, ValueError, DecompressionBombError) as error:
        raise ValueError(f"the picture is damaged: {error}") from None


def _loaded(file: ImageFile) -> ImageFile:
    try:
        file.load()
    except (OSError, SyntaxError, ValueError) as error:
        raise ValueError(f"the picture is damaged: {error}") from None
    return file


def _pixels(png: Png) -> Image:
    """Return the pixels of a PNG; of 16 bits the upper 8, though a clear colour is told by all of them."""
    with _open(png.plain(), "PNG") as file:
        if png.header.kind not in (GREY, COLOUR):
            return _loaded(file).convert("RGBA")
        planes = _grey(file, png) if png.header.kind == GREY else _colour(file, png)
    picture = planes[0].convert("RGBA")
    if key := png.key:
        picture.putalpha(_unlike(planes, key, png.header.depth))
    return picture


def _grey(file: ImageFile, png: Png) -> list[Image]:
    """Return the greys of a PNG, and of 16 bits the lower 8 too."""
    from PIL.Image import frombytes

    if png.header.depth < 16:
        return [_loaded(file).convert("L")]
    deep = _loaded(file).convert("I;16").tobytes()
    return [frombytes("L", file.size, deep[part::2]) for part in (1, 0)]


def _colour(file: ImageFile, png: Png) -> list[Image]:
    """Return the colours of a PNG, and the lower 8 bits of 16 where a clear colour asks for them."""
    planes: list[Image] = [_loaded(file)]
    if png.header.depth == 16 and png.key:
        lower = _open(png.plain(), "PNG")
        lower.tile = [tile._replace(args="RGB;16L") for tile in lower.tile]  # the other byte of each two
        planes.append(_loaded(lower))
    return planes


def _unlike(planes: list[Image], key: tuple[int, ...], depth: int) -> Image:
    """Return an alpha that is clear where pixels have the key's colour, in all bits of it."""
    from PIL.ImageChops import lighter

    shown = None
    for shift, plane in zip((depth - 8, 0) if depth == 16 else (0,), planes, strict=True):
        for channel, value in zip(plane.split(), key, strict=True):
            byte = value >> shift & 255 if depth >= 8 else value * 255 // (2**depth - 1)
            other = channel.point([255 * (level != byte) for level in range(256)])
            shown = other if shown is None else lighter(shown, other)
    assert shown is not None
    return shown


def _split(picture: Image) -> Picture:
    return packed(picture, "DeviceRGB", mask(picture))


def mask(picture: Image) -> Picture | None:
    """Return the alpha of a picture, None when all of it is opaque."""
    alpha = picture.getchannel("A")
    return None if alpha.getextrema() == (255, 255) else packed(alpha, "DeviceGray")


def packed(
    picture: Image, space: str, alpha: Picture | None = None, separate: Callable[[Image], Image] | None = None
) -> Picture:
    """Compress the rows of a picture, a band at a time, each through `separate` when that is given."""
    width, height = picture.size
    mode, deflate, parts = {"DeviceGray": "L"}.get(space, "RGB"), zlib.compressobj(), []
    for top in range(0, height, _BAND):
        band = picture.crop((0, top, width, min(top + _BAND, height))).convert(mode)
        parts.append(deflate.compress((separate(band) if separate else band).tobytes()))
    entries = f"/ColorSpace /{space} /BitsPerComponent 8 /Filter /FlateDecode {_smooth(width, height)}"
    return Picture(width, height, entries, b"".join([*parts, deflate.flush()]), alpha)


_BAND = 256
