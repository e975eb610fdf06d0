"""Pictures: stored once, drawn with their alpha, refused when damaged, large or missing."""

from __future__ import annotations

import io
import struct
import zlib
from base64 import b64encode
from pathlib import Path

import numpy as np
import pytest
from drawing import drawn, face, one_page, pixel, printed, raster, svg, told
from PIL import Image

from generator.problems import Failed
from generator.svg.core import images
from generator.svg.core.images import data_uri, read_picture

RED, BLUE = (255, 0, 0), (0, 0, 255)


def encoded(picture: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    file = io.BytesIO()
    picture.save(file, kind, **options)
    return file.getvalue()


def two_halves(mode: str = "RGB", size: tuple[int, int] = (20, 10)) -> Image.Image:
    """Return a picture, red on the left and blue on the right."""
    picture = Image.new("RGB", size, RED)
    picture.paste(BLUE, (size[0] // 2, 0, *size))
    return picture.convert(mode)


def faded() -> Image.Image:
    """Return a picture whose right half is clear."""
    picture = two_halves("RGBA")
    picture.putalpha(Image.new("L", (20, 10), 255))
    picture.paste((0, 0, 255, 0), (10, 0, 20, 10))
    return picture


def uri(data: bytes, kind: str = "png") -> str:
    return f"data:image/{kind};base64,{b64encode(data).decode()}"


PICTURES = {
    "rgb": encoded(two_halves()),
    "palette": encoded(two_halves("P")),
    "palette of 1 bit": encoded(two_halves().quantize(2), bits=1),
    "rgba": encoded(two_halves("RGBA")),
    "jpeg": encoded(two_halves(), "JPEG", quality=95, subsampling=0),
    "jpeg cmyk": encoded(two_halves("CMYK"), "JPEG", quality=95),
}
PRINTED_BLUE = (46, 48, 146)
"""What a viewer makes of full cyan and magenta."""


@pytest.mark.parametrize("name", PICTURES)
def test_every_kind_of_picture(tmp_path: Path, name: str) -> None:
    body = f'<image href="{uri(PICTURES[name])}" x="10" y="10" width="80" height="40"/>'
    picture = raster(drawn(tmp_path / "a.pdf", body))
    assert pixel(picture, 20, 30) == pytest.approx(RED, abs=40)
    assert pixel(picture, 80, 30) == pytest.approx(PRINTED_BLUE if "cmyk" in name else BLUE, abs=20)
    assert pixel(picture, 5, 30) == (255, 255, 255)


def test_grey_pictures(tmp_path: Path) -> None:
    data = encoded(Image.new("L", (4, 4), 100))
    assert "/DeviceGray" in read_picture(data).entries
    assert (
        pixel(raster(drawn(tmp_path / "a.pdf", f'<image href="{uri(data)}" width="9" height="9"/>')), 4, 4)
        == (100,) * 3
    )


def test_alpha_lets_the_ground_through(tmp_path: Path) -> None:
    body = f'<rect width="100" height="100" fill="#0f0"/><image href="{uri(encoded(faded()))}" width="80" height="40"/>'
    picture = raster(drawn(tmp_path / "a.pdf", body))
    assert pixel(picture, 10, 20) == RED
    assert pixel(picture, 70, 20) == (0, 255, 0)


def test_a_picture_without_alpha_is_passed_on_as_it_is() -> None:
    assert read_picture(PICTURES["jpeg"]).data == PICTURES["jpeg"]
    assert b"IDAT" + read_picture(PICTURES["rgb"]).data in PICTURES["rgb"]
    assert read_picture(PICTURES["rgba"]).alpha is None


@pytest.mark.parametrize(
    ("aspect", "coloured"),
    [("", {(50, 50)}), ("none", {(50, 50), (50, 5), (50, 95)}), ("xMidYMid slice", {(50, 50), (50, 5), (50, 95)}),
     ("xMidYMin", {(50, 5)}), ("xMidYMax", {(50, 95)})],
)  # fmt: skip
def test_a_picture_is_fitted_into_its_box(tmp_path: Path, aspect: str, coloured: set[tuple[int, int]]) -> None:
    told_aspect = f'preserveAspectRatio="{aspect}"' if aspect else ""
    body = f'<image href="{uri(PICTURES["rgb"])}" x="20" width="60" height="100" {told_aspect}/>'
    picture = raster(drawn(tmp_path / "a.pdf", body))
    assert {place for place in ((50, 50), (50, 5), (50, 95)) if pixel(picture, *place) != (255, 255, 255)} == coloured
    assert pixel(picture, 10, 50) == pixel(picture, 90, 50) == (255, 255, 255)


def test_a_missing_side_follows_from_the_picture(tmp_path: Path) -> None:
    picture = raster(drawn(tmp_path / "a.pdf", f'<image href="{uri(PICTURES["rgb"])}" width="80"/>'))
    assert pixel(picture, 10, 38) == RED
    assert pixel(picture, 10, 42) == (255, 255, 255)


def test_a_faint_picture(tmp_path: Path) -> None:
    body = f'<image href="{uri(PICTURES["rgb"])}" height="40" opacity=".5"/>'
    assert pixel(raster(drawn(tmp_path / "a.pdf", body)), 10, 20) == pytest.approx((255, 127, 127), abs=2)


def test_a_picture_on_many_faces_is_stored_once(tmp_path: Path) -> None:
    jpeg = encoded(two_halves(size=(200, 100)), "JPEG", quality=95)
    faces = [face(f'<image href="art/a.jpg" width="{10 + i}" height="20"/>') for i in range(20)]
    path = printed(tmp_path / "a.pdf", *(one_page(made) for made in faces), resolver={"art/a.jpg": jpeg}.get)
    assert path.read_bytes().count(jpeg) == 1
    assert path.read_bytes().count(b"/Subtype /Image") == 1


def test_an_svg_may_be_a_picture(tmp_path: Path) -> None:
    inner = svg('<rect width="100" height="50" fill="blue"/>').encode()
    made = face('<image href="a.svg" x="20" y="20" width="60" height="60"/>')
    picture = raster(printed(tmp_path / "a.pdf", one_page(made), resolver={"a.svg": inner}.get))
    assert pixel(picture, 50, 30) == BLUE
    assert pixel(picture, 50, 70) == (255, 255, 255)


def test_svg_pictures_that_hold_each_other_are_refused() -> None:
    inner = svg('<image href="a.svg" width="9" height="9"/>').encode()
    assert "hold each other" in told('<image href="a.svg" width="9" height="9"/>', {"a.svg": inner}.get)


@pytest.mark.parametrize("href", ["art/nothing.png", "http://example.org/a.png", "file:///etc/passwd", "../../a.png"])
def test_a_picture_that_is_not_there_is_a_problem(tmp_path: Path, href: str) -> None:
    made = face(f'<image href="{href}" width="9" height="9"/>')
    with pytest.raises(Failed, match=r"card 'elk-1' \(en\): line 1 of its SVG: <image>: there is no picture"):
        printed(tmp_path / "a.pdf", one_page(made), resolver=lambda _href: None)
    assert not (tmp_path / "a.pdf").exists()


def header(width: int, height: int, kind: int = 2) -> bytes:
    """Return a PNG that claims a size and holds nothing."""
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)), (b"IDAT", zlib.compress(b"\0"))]
    written = (
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"GIF89a", "no known kind; allowed: PNG, JPEG, SVG"),
        (header(60000, 60000), "60000 × 60000 pixels; allowed: 100000000 in all; save it with fewer"),
        (header(10, 10), "ends too early"),
        (header(10, 10, 5), "makes no sense"),
        (header(10, 10, 3), "no palette"),
        (header(10, 10, 6), "damaged"),
        (b"\x89PNG\r\n\x1a\n", "no header"),
        (PICTURES["rgb"][:60], "damaged"),
        (b"\xff\xd8\xff\xe0\x00\x10", "no frame header"),
        (b"x" * 17_000_000, "17000000 bytes"),
    ],
)
def test_damaged_and_giant_pictures_are_refused(data: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_picture(data)


def test_what_is_wrong_with_a_picture_is_told_with_its_element() -> None:
    assert "<image>: the picture is of no known kind" in told('<image href="data:,abc" width="9" height="9"/>')


@pytest.mark.parametrize("href", ["data:image/png", "data:image/png;base64,@@@"])
def test_damaged_data_addresses(href: str) -> None:
    with pytest.raises(ValueError, match="data: address"):
        data_uri(href)
    assert "data: address" in told(f'<image href="{href}" width="9" height="9"/>')


def test_data_addresses_with_escapes_and_line_breaks() -> None:
    assert data_uri("data:text/plain,a%20b") == b"a b"
    assert data_uri("data:;base64,YW\n Jj") == b"abc"


@pytest.mark.parametrize("held", range(1, 9))
def test_photographs_stand_upright(tmp_path: Path, held: int) -> None:
    upright = Image.new("RGB", (40, 20), BLUE)
    upright.paste(RED, (0, 0, 10, 10))  # the corner that must come out top left
    back = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}
    stored = upright.transpose(Image.Transpose(back[held])) if held > 1 else upright
    exif = Image.Exif()
    exif[0x0112] = held
    data = encoded(stored, "JPEG", quality=95, subsampling=0, exif=exif)
    body = f'<image href="{uri(data, "jpeg")}" width="80" height="40"/>'
    picture = raster(drawn(tmp_path / "a.pdf", body))
    assert pixel(picture, 10, 10) == pytest.approx(RED, abs=20)
    assert [pixel(picture, x, y) for x, y in ((70, 10), (10, 35), (70, 35))] == [pytest.approx(BLUE, abs=20)] * 3


# ------------------------------------------------------------------ every PNG as it is


def chunked(*chunks: tuple[bytes, bytes]) -> bytes:
    """Return a PNG of these chunks."""
    written = (
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)


PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
SIDE = 11


def made(depth: int, kind: int, interlaced: bool, clear: tuple[int, ...] = ()) -> tuple[bytes, np.ndarray]:
    """Return a PNG of 11 × 11 pixels and their numbers, written by nobody's encoder."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    top = 8 if kind == 3 else 2**depth
    values = np.random.default_rng(depth * 8 + kind).integers(0, top, (SIDE, SIDE, channels))
    if clear:
        values[3:7, 2:9] = clear
    passes = PASSES if interlaced else ((0, 0, 1, 1),)
    rows = []
    for x, y, dx, dy in passes:
        for row in values[y::dy, x::dx]:
            if row.size:
                bits = "".join(f"{value:0{depth}b}" for value in row.ravel())
                rows.append(b"\0" + int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8), "big"))
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", SIDE, SIDE, depth, kind, 0, 0, int(interlaced)))]
    if kind == 3:
        chunks.append((b"PLTE", bytes(range(0, 240, 10))))
    if clear:
        chunks.append((b"tRNS", bytes([255, 0, 128]) if kind == 3 else struct.pack(f">{channels}H", *clear)))
    return chunked(*chunks, (b"IDAT", zlib.compress(b"".join(rows))), (b"IEND", b"")), values


def meant(values: np.ndarray, depth: int, kind: int, clear: tuple[int, ...]) -> np.ndarray:
    """Return what pixels are, as red, green, blue and alpha of 8 bits."""
    if kind == 3:
        colours = np.arange(0, 240, 10).reshape(-1, 3)[values[..., 0]]
        alphas = np.array([255, 0, 128, *[255] * 5])[values[..., 0]] if clear else np.full(values.shape[:2], 255)
        return np.dstack([colours, alphas])
    eight = values >> 8 if depth == 16 else values * 255 // (2**depth - 1)
    colours = eight[..., :3] if kind in (2, 6) else np.repeat(eight[..., :1], 3, axis=2)
    if kind in (4, 6):
        return np.dstack([colours, eight[..., -1]])
    alpha = 255 * (values != clear).any(axis=2) if clear else np.full(values.shape[:2], 255)
    return np.dstack([colours, alpha])


KINDS = [
    (depth, kind, interlaced, clear)
    for kind, depths in {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (4, 8), 4: (8, 16), 6: (8, 16)}.items()
    for depth in depths
    for interlaced in (False, True)
    for clear in {0: ((), (1,)), 2: ((), (1, 0, 1)), 3: ((), (1,))}.get(kind, ((),))
]


@pytest.mark.parametrize(("depth", "kind", "interlaced", "clear"), KINDS)
def test_png_of_every_kind_prints_as_it_is(
    tmp_path: Path, depth: int, kind: int, interlaced: bool, clear: tuple[int, ...]
) -> None:
    data, values = made(depth, kind, interlaced, clear)
    expected = meant(values, depth, kind, clear).astype(float)
    assert (np.asarray(images.opened(data)) == expected).all()
    share = expected[..., 3:] / 255
    seen = expected[..., :3] * share + np.array([0, 255, 0]) * (1 - share)
    body = f"""<rect width="100" height="100" fill="#0f0"/>
        <image href="{uri(data)}" width="88" height="88" image-rendering="pixelated"/>"""
    picture = raster(drawn(tmp_path / "a.pdf", body), 1)
    middles = np.asarray(picture)[4:88:8, 4:88:8].astype(float)
    assert np.abs(middles - seen).max() <= 2


@pytest.mark.parametrize("kind", [0, 2])
def test_a_clear_colour_of_16_bits_is_told_by_all_of_them(kind: int) -> None:
    """Pixels whose upper 8 bits alone are the clear colour's are drawn."""
    clear = (0x1234,) if kind == 0 else (0x1234, 0x5678, 0x9ABC)
    near = tuple(value ^ 1 for value in clear)
    row = struct.pack(f">{2 * len(clear)}H", *clear, *near)
    header = (b"IHDR", struct.pack(">IIBBBBB", 2, 1, 16, kind, 0, 0, 0))
    file = chunked(header, (b"tRNS", struct.pack(f">{len(clear)}H", *clear)), (b"IDAT", zlib.compress(b"\0" + row)))
    assert list(images.opened(file).getchannel("A").tobytes()) == [0, 255]


def test_16_bits_are_read_as_pillow_reads_them() -> None:
    colour, _ = made(16, 2, True)
    assert images.opened(colour).convert("RGB").tobytes() == Image.open(io.BytesIO(colour)).convert("RGB").tobytes()
    grey, values = made(16, 0, True)
    assert (np.asarray(images.opened(grey))[..., 0] == values[..., 0] >> 8).all()


# ------------------------------------------------------------------ what is broken

GREY_ROWS = b"".join(bytes([0, *range(row, row + 8)]) for row in range(8))
HEADER = (b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 0, 0, 0, 0))
GOOD = chunked(HEADER, (b"IDAT", zlib.compress(GREY_ROWS)), (b"IEND", b""))
WOVEN = (b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 0, 0, 0, 1))
BROKEN_PNG = {
    "filter": (chunked(HEADER, (b"IDAT", zlib.compress(GREY_ROWS[:63] + b"\x07" + GREY_ROWS[64:]))), "row is filtered"),
    "filter of an interlaced one": (chunked(WOVEN, (b"IDAT", zlib.compress(b"\x09" + bytes(90)))), "row is filtered"),
    "checksum": (GOOD.replace(b"IDAT", b"IDAT\x78", 1)[: len(GOOD)], "checksum of its IDAT"),
    "checksum of the header": (GOOD.replace(HEADER[1], HEADER[1][:-1] + b"\1"), "checksum of its IHDR"),
    "cut short": (GOOD[:70], "cut short in its IDAT"),
    "without pixels": (chunked(HEADER, (b"IEND", b"")), "ends too early"),
    "rows missing": (chunked(HEADER, (b"IDAT", zlib.compress(GREY_ROWS[:-9]))), "ends too early"),
    "garbled": (chunked(HEADER, (b"IDAT", zlib.compress(GREY_ROWS)[:-4] + b"abcd")), "incorrect data check"),
    "depth": (chunked((b"IHDR", struct.pack(">IIBBBBB", 8, 8, 4, 2, 0, 0, 0))), "header makes no sense"),
    "clear colour": (chunked(HEADER, (b"tRNS", b"a"), (b"IDAT", zlib.compress(GREY_ROWS))), "clear colour"),
}


@pytest.mark.parametrize("name", BROKEN_PNG)
def test_a_broken_png_is_refused_with_what_is_broken(name: str) -> None:
    data, said = BROKEN_PNG[name]
    assert read_picture(GOOD).width == 8
    with pytest.raises(ValueError, match=said):
        read_picture(data)


def noise(kind: str = "RGB", **options: object) -> bytes:
    dots = np.random.default_rng(1).integers(0, 255, (64, 64, 3)).astype("uint8")
    return encoded(Image.fromarray(dots).convert(kind), "JPEG", quality=90, **options)


def without(data: bytes, marker: int) -> bytes:
    """Return a JPEG without the segments of a marker."""
    while (at := data.find(bytes([0xFF, marker]))) >= 0:
        data = data[:at] + data[at + 2 + int.from_bytes(data[at + 2 : at + 4], "big") :]
    return data


PHOTO = noise()
SCAN = PHOTO.index(b"\xff\xda") + 14
BROKEN_JPEG = {
    "cut short": (PHOTO[: len(PHOTO) // 2], "cut short: it has no end"),
    "cut short and ended": (PHOTO[: len(PHOTO) // 2] + b"\xff\xd9", "ends too early"),
    "cut in its head": (PHOTO[:100], "cut short"),
    "no quantisation tables": (without(PHOTO, 0xDB), "no quantisation tables"),
    "no Huffman tables": (without(PHOTO, 0xC4), "no Huffman tables"),
    "no picture": (PHOTO[: SCAN - 14] + b"\xff\xd9", "no picture"),
    "garbled": (PHOTO[: SCAN + 40] + b"\xff\x07" * 8 + PHOTO[SCAN + 56 :], "damaged at byte"),
    "garbled in its head": (PHOTO[:2] + b"abc" + PHOTO[5:], "no known kind"),
    "garbled tables": (PHOTO.replace(b"\xff\xc4\x00\x1f", b"\xff\xc4\x00\x1e", 1), "damaged"),
    "progressive, cut": (noise(progressive=True)[:-900], "cut short"),
}


@pytest.mark.parametrize("name", BROKEN_JPEG)
def test_a_broken_jpeg_is_refused_with_what_is_broken(name: str) -> None:
    data, said = BROKEN_JPEG[name]
    with pytest.raises(ValueError, match=said):
        read_picture(data)


@pytest.mark.parametrize(
    "options", [{}, {"progressive": True}, {"subsampling": 0}, {"restart_marker_blocks": 2}, {"optimize": True}]
)
@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
def test_every_sound_jpeg_is_passed_on(mode: str, options: dict[str, object]) -> None:
    data = noise(mode, **options)
    assert read_picture(data).data == data
    assert read_picture(data + b"trailing bytes of a camera").width == 64


def test_a_jpeg_of_9000_by_9000_is_stored() -> None:
    data = encoded(Image.new("L", (9000, 9000), 200), "JPEG", quality=50)
    assert read_picture(data).data == data


def test_a_png_for_a3_at_300_dpi_is_read_whatever_its_kind() -> None:
    data = encoded(Image.new("LA", (4961, 3508), (200, 128)), "PNG", compress_level=1)
    assert read_picture(data).alpha is not None


def test_what_is_too_large_to_be_taken_apart_is_refused_with_a_remedy() -> None:
    with pytest.raises(ValueError, match="save it with fewer, or as a plain JPEG"):
        images.opened(header(6000, 6000))
