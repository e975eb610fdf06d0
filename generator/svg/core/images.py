"""PNG and JPEG as a PDF stores them: JPEG and plain PNG as they are, PNG with alpha in two parts."""

from __future__ import annotations

import zlib
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable, Iterator
from struct import unpack, unpack_from
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

PIXELS = 20_000_000
"""Pictures of more pixels are refused."""

LARGEST = 16 * 2**20
"""Pictures of more bytes are refused."""

SMALL = 256
"""Pictures up to this many pixels wide and high are smoothed when enlarged, as browsers do."""

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_BARE = frozenset([0x01, *range(0xD0, 0xD9)])


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
        raise ValueError(f"the picture has {len(data)} bytes; allowed: {LARGEST}")
    if data.startswith(_PNG):
        picture = _png(data)
    elif data.startswith(_JPEG):
        picture = _jpeg(data)
    else:
        raise ValueError("the picture is of no known kind; allowed: PNG, JPEG, SVG")
    return _sharp(data) if sharp and max(picture.width, picture.height) <= SMALL else picture


def _bounded(width: int, height: int) -> None:
    if not 0 < width * height <= PIXELS:
        raise ValueError(f"the picture has {width} × {height} pixels; allowed: {PIXELS} in all")


def _smooth(width: int, height: int) -> str:
    return "/Interpolate true" if max(width, height) <= SMALL else ""


def _jpeg(data: bytes) -> Picture:
    depth, height, width, components = _frame(data)
    _bounded(width, height)
    if depth != 8 or components not in (1, 3, 4):
        raise ValueError(f"a JPEG of {components} components with {depth} bits; allowed: 1, 3 or 4 with 8 bits")
    space = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}[components]
    inverted = "/Decode [1 0 1 0 1 0 1 0]" if components == 4 and b"Adobe\x00" in data[:65536] else ""
    entries = f"/ColorSpace /{space} /BitsPerComponent 8 /Filter /DCTDecode {inverted}{_smooth(width, height)}"
    return Picture(width, height, entries, data, turned=_turned(data))


def _turned(data: bytes) -> int:
    """Return how a JPEG's camera was held."""
    start = data.find(b"Exif\0\0", 0, _HEAD) + 6
    order = {b"II": "<", b"MM": ">"}.get(data[start : start + 2], "")
    if start < 6 or not order or len(data) < start + 8:
        return 1
    at = start + unpack_from(f"{order}I", data, start + 4)[0]
    count = unpack_from(f"{order}H", data, at)[0] if at + 2 <= len(data) else 0
    for entry in range(at + 2, min(at + 2 + 12 * count, len(data) - 11), 12):
        tag, _, _, value = unpack_from(f"{order}HHIH", data, entry)
        if tag == _ORIENTATION:
            return value if 1 <= value <= 8 else 1
    return 1


_HEAD = 65_536
_ORIENTATION = 0x0112


def _frame(data: bytes) -> tuple[int, int, int, int]:
    """Return bits, height, width and number of components from a JPEG's frame header."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _BARE or marker == 0xFF:
            at += 1 if marker == 0xFF else 2
            continue
        if marker in _FRAMES and at + 10 <= len(data):
            depth, height, width, components = unpack_from(">BHHB", data, at + 4)
            return depth, height, width, components
        at += 2 + unpack_from(">H", data, at + 2)[0]
    raise ValueError("the JPEG is damaged: it has no frame header")


class _Header(NamedTuple):
    """What a PNG says of itself."""

    width: int
    height: int
    depth: int
    kind: int
    interlaced: int

    @property
    def channels(self) -> int:
        return {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}.get(self.kind, 0)

    @property
    def row_bytes(self) -> int:
        return (self.width * self.depth * self.channels + 7) // 8 + 1


def _png(data: bytes) -> Picture:
    chunks = list(_chunks(data))
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != 13:
        raise ValueError("the PNG is damaged: it has no header")
    width, height, depth, kind, _, _, interlaced = unpack(">IIBBBBB", chunks[0][1])
    header = _Header(width, height, depth, kind, interlaced)
    _bounded(width, height)
    if not header.channels or depth not in (1, 2, 4, 8, 16):
        raise ValueError("the PNG is damaged: its header makes no sense")
    if interlaced or kind in (4, 6) or any(name == b"tRNS" for name, _ in chunks):
        return _decoded(data)
    return _as_it_is(header, chunks)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_PNG)
    while at + 8 <= len(data):
        size, name = unpack_from(">I4s", data, at)
        yield name, data[at + 8 : at + 8 + size]
        at += 12 + size


def _as_it_is(header: _Header, chunks: list[tuple[bytes, bytes]]) -> Picture:
    """Pass the compressed rows on: PDF reads PNG's own prediction."""
    space = {0: "/DeviceGray", 2: "/DeviceRGB"}.get(header.kind) or _palette(chunks)
    stream = b"".join(body for name, body in chunks if name == b"IDAT")
    _check_rows(stream, header.row_bytes * header.height)
    parameters = f"/Predictor 15 /Colors {header.channels} /BitsPerComponent {header.depth} /Columns {header.width}"
    entries = (
        f"/ColorSpace {space} /BitsPerComponent {header.depth} /Filter /FlateDecode "
        f"/DecodeParms << {parameters} >> {_smooth(header.width, header.height)}"
    )
    return Picture(header.width, header.height, entries, stream)


def _check_rows(stream: bytes, size: int) -> None:
    """Check that there are as many bytes as the header says, a part at a time."""
    inflate, rest = zlib.decompressobj(), stream
    try:
        while size > 0 and rest:
            size -= len(inflate.decompress(rest, _PART))
            rest = inflate.unconsumed_tail
    except zlib.error as error:
        raise ValueError(f"the PNG is damaged: {error}") from None
    if size > 0:
        raise ValueError("the PNG is damaged: it ends too early")


_PART = 2**20


def _palette(chunks: list[tuple[bytes, bytes]]) -> str:
    colours = next((body for name, body in chunks if name == b"PLTE"), b"")
    if not colours or len(colours) % 3 or len(colours) > 768:
        raise ValueError("the PNG is damaged: it has no palette")
    return f"[/Indexed /DeviceRGB {len(colours) // 3 - 1} <{colours.hex()}>]"


def _decoded(data: bytes) -> Picture:
    """Split a PNG into colours and alpha."""
    return _split(opened(data, "PNG", "RGBA"))


def _sharp(data: bytes) -> Picture:
    return _split(enlarged(opened(data, None, "RGBA")))


def enlarged(small: Image) -> Image:
    """Return a small picture enlarged, each pixel a square."""
    from PIL.Image import Resampling

    times = max(2 * SMALL // max(small.size), 2)
    return small.resize((small.width * times, small.height * times), Resampling.NEAREST)


def opened(data: bytes, kind: str | None, mode: str) -> Image:
    """Return a picture's pixels; `ValueError` when it is damaged."""
    from io import BytesIO

    from PIL.Image import DecompressionBombError
    from PIL.Image import open as open_image

    try:
        with open_image(BytesIO(data), formats=(kind,) if kind else ("PNG", "JPEG")) as file:
            return file.convert(mode)
    except (OSError, SyntaxError, ValueError, DecompressionBombError) as error:
        raise ValueError(f"the picture is damaged: {error}") from None


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
