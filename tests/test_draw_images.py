"""Pictures: stored once, drawn with their alpha, refused when damaged, large or missing."""

from __future__ import annotations

import io
import struct
import zlib
from base64 import b64encode
from pathlib import Path

import pytest
from drawing import drawn, face, one_page, pixel, printed, raster, svg, told
from PIL import Image

from generator.problems import Failed
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
        (header(60000, 60000), "60000 × 60000 pixels; allowed: 20000000"),
        (header(10, 10), "ends too early"),
        (header(10, 10, 5), "makes no sense"),
        (header(10, 10, 3), "no palette"),
        (header(10, 10, 6), "damaged"),
        (b"\x89PNG\r\n\x1a\n", "no header"),
        (PICTURES["rgb"][:60], "damaged"),
        (b"\xff\xd8\xff\xe0\x00\x10", "no frame header"),
        (b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03", "65535 × 65535 pixels"),
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
