"""Text: placed as SVG says, and copied out of the PDF as it was put in."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest
from drawing import FAMILY, drawn, face, one_page, pixel, printed, raster, text_of

from generator.type.fonts import Fonts

PANGRAMS = {
    "pl": "Zażółć gęślą jaźń, Święty Łukasz.",
    "ru": "Съешь ещё этих мягких французских булок, да выпей чаю.",
    "be-tarask": "У рудога вераб’я ў сховішчы пад фатэлем ляжаць нейкія гаючыя зёлкі: і, ў, ґ.",
    "en": "AVATAR To Ty office fluffy waffle 1/2 “quoted” – 5 × 3 = 15 −2",
    "narrow": "1\u202f000 · 10\u00a0km",
}


@pytest.mark.parametrize("language", PANGRAMS)
@pytest.mark.parametrize("family", ["Fira Sans", "Fira Sans Condensed"])
def test_text_comes_out_as_it_went_in(tmp_path: Path, language: str, family: str) -> None:
    body = f'<text font-family="{family}" font-weight="700" font-size="5" x="2" y="20">{PANGRAMS[language]}</text>'
    assert text_of(drawn(tmp_path / "a.pdf", body, (400, 40))) == PANGRAMS[language]


def test_lines_come_out_in_order(tmp_path: Path) -> None:
    body = "".join(f'<text {FAMILY} font-size="6" x="5" y="{y}">line {y}</text>' for y in (20, 40, 60))
    assert text_of(drawn(tmp_path / "a.pdf", body)).split("\n") == ["line 20", "line 40", "line 60"]


def test_letters_that_share_a_glyph_stay_apart(tmp_path: Path) -> None:
    """Space and no-break space look alike; so may letters of two scripts."""
    text = "a b\u00a0c AА"
    assert text_of(drawn(tmp_path / "a.pdf", f'<text {FAMILY} y="20">{text}</text>')) == text


def test_a_letter_made_of_a_base_and_a_mark(tmp_path: Path) -> None:
    text = "у\u0306 i\u0301 q\u0301"
    assert text_of(drawn(tmp_path / "a.pdf", f'<text {FAMILY} y="20">{text}</text>')).replace("\n", "") == text


def test_beyond_the_basic_plane_the_text_is_utf_16() -> None:
    from generator.press.pdf.objects import _to_unicode
    from generator.svg.core.fontuse import FontUse

    use = FontUse("F1", Fonts().font("Fira Sans"))
    use.numbers[7, "\U0001d49c"] = 1
    assert b"<0001> <D835DC9C>" in _to_unicode(use)


def test_every_font_is_embedded_as_a_subset_without_hints(tmp_path: Path) -> None:
    body = f'<text {FAMILY} y="9">one</text><text {FAMILY} y="29" font-weight="700" font-style="italic">two</text>'
    path = drawn(tmp_path / "a.pdf", body)
    data = path.read_bytes()
    names = re.findall(rb"/BaseFont /([A-Z]{6}\+[\w-]+)", data)
    assert set(names) == set(re.findall(rb"/FontName /([A-Z]{6}\+[\w-]+)", data))
    assert len(set(names)) == 2
    assert data.count(b"/FontFile2") == 2
    assert b"Helvetica" not in data
    files = re.findall(rb"/Length1 \d+[^>]*>>\nstream\n(.*?)\nendstream", data, re.DOTALL)
    assert len(files) == 2
    assert all(b"fpgm" not in zlib.decompress(file) for file in files)


def ink(path: Path) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom in mm of all that is not white."""
    from PIL import ImageChops

    picture = raster(path, 10)
    box = ImageChops.invert(picture.convert("L")).point(lambda value: 255 * (value > 127)).getbbox()
    assert box is not None
    return box[0] / 10, box[1] / 10, box[2] / 10, box[3] / 10


@pytest.mark.parametrize(("anchor", "left"), [("start", 50), ("middle", 50 - 12.5), ("end", 25)])
def test_anchors(tmp_path: Path, anchor: str, left: float) -> None:
    font = Fonts().font("Fira Sans")
    size = 25 / font.width("HHH")
    body = f'<text {FAMILY} x="50" y="50" font-size="{size}" text-anchor="{anchor}">HHH</text>'
    box = ink(drawn(tmp_path / "a.pdf", body))
    beside = (25 - (box[2] - box[0])) / 2  # the white beside the stems, left and right alike
    assert box[0] == pytest.approx(left + beside, abs=0.11)
    assert box[3] - box[1] == pytest.approx(font.cap_height * size, abs=0.15)
    assert box[3] == pytest.approx(50, abs=0.11)


def test_tspans_go_on_where_the_last_one_ended(tmp_path: Path) -> None:
    whole = drawn(tmp_path / "a.pdf", f'<text {FAMILY} x="5" y="50" font-size="20">HIH</text>')
    parts = drawn(
        tmp_path / "b.pdf",
        f'<text {FAMILY} x="5" y="50" font-size="20">H<tspan fill="#111">I</tspan><tspan>H</tspan></text>',
    )
    assert ink(parts) == pytest.approx(ink(whole), abs=0.11)
    assert text_of(parts) == "HIH"


def test_places_for_single_characters(tmp_path: Path) -> None:
    body = f'<text {FAMILY} x="5 40 75" y="30 60" font-size="20">III</text>'
    picture = raster(drawn(tmp_path / "a.pdf", body), 4)
    dark = {(x, y): pixel(picture, x, y) != (255, 255, 255) for x in (8, 43, 78) for y in (25, 55)}
    stem = {place for place, is_dark in dark.items() if is_dark}
    assert {y for x, y in stem if x == 8} <= {25}
    assert {y for x, y in stem if x in (43, 78)} <= {55}
    assert stem


def test_blanks_collapse_unless_they_are_kept(tmp_path: Path) -> None:
    blanks = "  a \n  b\t "
    assert text_of(drawn(tmp_path / "a.pdf", f'<text {FAMILY} y="20">{blanks}</text>')) == "a b"
    kept = drawn(tmp_path / "b.pdf", f'<text {FAMILY} y="20" xml:space="preserve">a   b</text>')
    assert ink(kept)[2] > ink(tmp_path / "a.pdf")[2] + 3


def test_kerning_and_spacing_move_what_follows(tmp_path: Path) -> None:
    plain = ink(drawn(tmp_path / "a.pdf", f'<text {FAMILY} x="5" y="50" font-size="20">HHH</text>'))
    spaced = ink(drawn(tmp_path / "b.pdf", f'<text {FAMILY} x="5" y="50" font-size="20" letter-spacing="3">HHH</text>'))
    assert spaced[2] - plain[2] == pytest.approx(6, abs=0.11)


def test_baselines(tmp_path: Path) -> None:
    font = Fonts().font("Fira Sans")
    boxes = [
        ink(
            drawn(tmp_path / f"{name}.pdf", f'<text {FAMILY} y="50" font-size="20" dominant-baseline="{name}">H</text>')
        )
        for name in ("alphabetic", "middle")
    ]
    assert boxes[1][3] - boxes[0][3] == pytest.approx(font.x_height * 10, abs=0.11)


def test_a_letter_shown_on_two_faces_is_in_the_font_once(tmp_path: Path) -> None:
    faces = [face(f'<text {FAMILY} y="20" fill="{fill}">same</text>') for fill in ("red", "blue")]
    data = printed(tmp_path / "a.pdf", *(one_page(made) for made in faces)).read_bytes()
    assert data.count(b"/FontFile2") == 1


def test_text_in_outline_and_in_a_gradient(tmp_path: Path) -> None:
    body = f"""<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>
    <text {FAMILY} font-weight="900" font-size="60" x="5" y="60" fill="url(#g)" stroke="#0f0">HH</text>"""
    picture = raster(drawn(tmp_path / "a.pdf", body))
    colours = {pixel(picture, x / 4, 50) for x in range(picture.width)}
    assert any(red > 180 > blue for red, green, blue in colours if green < 60)
    assert any(blue > 180 > red for red, green, blue in colours if green < 60)
    assert any(green > 240 and red < 80 for red, green, blue in colours)
