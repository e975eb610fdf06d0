"""Fonts come from packages or the pack, are measured in em, and say what they lack."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import PACK, MakePack
from drawing import files_of
from fontmaking import opentype, truetype, variable

from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.options import BuildOptions
from generator.type.font import Font, Shaping
from generator.type.fonts import Fonts


@pytest.fixture(scope="module")
def condensed() -> Font:
    return Fonts().font("Fira Sans Condensed", 500)


def test_measures_are_in_em(condensed: Font) -> None:
    assert condensed.name == "FiraSansCondensed-Medium"
    assert condensed.cap_height == pytest.approx(0.689, abs=0.003)
    assert condensed.ascent > condensed.x_height > 0 > condensed.descent
    assert condensed.width("HH") == pytest.approx(2 * condensed.width("H"))


def test_kerning_is_in_the_width(condensed: Font) -> None:
    assert condensed.width("AV") < condensed.width("A") + condensed.width("V")


def test_a_string_is_shaped_once(condensed: Font) -> None:
    assert condensed.shape("Тест") is condensed.shape("Тест")


def test_every_letter_of_our_languages_is_there(condensed: Font) -> None:
    assert condensed.missing("Żółć gęślą jaźń · Съешь ещё этих булок · Ўсе мы ў гэтым свеце, ґанак і ў") == []


def test_stand_ins_take_the_place_of_a_narrow_space_and_a_fixed_hyphen(condensed: Font) -> None:
    assert condensed.missing("1\u202f000 T\u2011shirt\u00ad") == []
    assert condensed.width("1\u202f0") == condensed.width("1\u00a00")
    assert condensed.width("a\u2011b") == condensed.width("a-b")


def test_missing_characters_come_once_and_in_order(condensed: Font) -> None:
    assert condensed.missing("★ a ☐ ★") == ["★", "☐"]


def test_an_unknown_family_says_what_there_is() -> None:
    with pytest.raises(Failed, match=r"no font family 'Fira Sens'.*Fira Sans, Fira Sans Condensed.*mean 'Fira Sans'"):
        Fonts().font("Fira Sens")


def test_an_unknown_weight_says_what_there_is() -> None:
    with pytest.raises(Failed, match="no style 450; allowed: 100, 100 italic, 200"):
        Fonts().font("Fira Sans", 450)


def test_a_pack_brings_its_own_family(tmp_path: Path) -> None:
    file = next(path for path in files_of("Fira Sans") if path.name == "FiraSans-BoldItalic.ttf")
    shutil.copy(file, tmp_path / "mine.ttf")
    fonts = Fonts({"Mine": {"700 italic": tmp_path / "mine.ttf"}})
    assert fonts.font("Mine", 700, italic=True).italic_angle < 0
    assert "Mine" in fonts.names
    with pytest.raises(Failed, match="Mine has no style 400; allowed: 700 italic"):
        fonts.font("Mine", 400)


def test_a_style_that_is_none_is_refused() -> None:
    with pytest.raises(Failed, match="'bold' is not a style"):
        Fonts({"Mine": {"bold": Path("x.ttf")}})


def test_a_file_that_is_no_font_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.ttf").write_bytes(b"not a font")
    with pytest.raises(Failed, match="not a font file"):
        Fonts({"Mine": {"400": tmp_path / "x.ttf"}}).font("Mine")


def test_a_subset_holds_only_its_glyphs_and_no_hints(condensed: Font) -> None:
    import uharfbuzz

    gids = [glyph.gid for glyph in condensed.shape("Тест")]
    subset = condensed.subset(gids)
    tables = set(uharfbuzz.Face(uharfbuzz.Blob(subset.data)).table_tags)
    assert tables == {"glyf", "head", "hhea", "hmtx", "loca", "maxp"}
    assert set(gids) <= set(subset.gids)
    assert len(subset.data) < 4000


# ------------------------------------------------------------------ kinds of files


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Fonts:
    folder = tmp_path_factory.mktemp("fonts")
    return Fonts(
        {
            "Bars": {"400": truetype(folder / "bars.ttf")},
            "Curves": {"400": opentype(folder / "curves.otf", {"A": 600, "ř": 400})},
            "Varies": {"200-800": variable(folder / "varies.ttf")},
        }
    )


def test_outlines_of_postscript_are_embedded_as_they_are(made: Fonts) -> None:
    font = made.font("Curves")
    subset = font.subset(glyph.gid for glyph in font.shape("A"))
    assert subset.kind == "CFF"
    assert subset.data[:4] == b"\1\0\4\1" or subset.data[0] == 1
    assert font.outline(font.shape("A")[0].gid)[1] == ("l", 0.0, pytest.approx(0.7))


@pytest.mark.parametrize(("weight", "width"), [(400, 0.7), (800, 0.8), (600, 0.75), (200, 0.7)])
def test_a_variable_font_has_every_weight_of_its_range(made: Fonts, weight: int, width: float) -> None:
    font = made.font("Varies", weight)
    assert font.width("A") == pytest.approx(width)
    assert font.name == f"Varies-Regular-wght{weight}"
    assert b"fvar" not in font.subset([1]).data


def test_a_variable_font_has_no_weight_outside_its_range(made: Fonts) -> None:
    with pytest.raises(Failed, match="Varies has no style 900; allowed: 200-800"):
        made.font("Varies", 900)


def test_a_subset_is_made_once(made: Fonts) -> None:
    font = made.font("Varies", 500)
    assert font.subset([1, 2]) is font.subset([2, 1])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"wOFF" + bytes(100), r"this is a web font \(WOFF\); allowed: an OpenType or TrueType font"),
        (b"%!PS-AdobeFont-1.0", "this is a Type 1 font"),
        (b"", "not a font file"),
        (bytes(1000), "not a font file"),
    ],
)
def test_other_files_are_named(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "x.ttf").write_bytes(data)
    with pytest.raises(Failed, match=said):
        Fonts({"Mine": {"400": tmp_path / "x.ttf"}}).font("Mine")


def test_a_missing_file_and_one_that_is_too_large_are_problems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Failed, match="can't be read"):
        Fonts({"Mine": {"400": tmp_path / "none.ttf"}}).font("Mine")
    monkeypatch.setattr("generator.type.font.LARGEST", 100)
    with pytest.raises(Failed, match="bytes; allowed: at most 100"):
        Fonts({"Mine": {"400": truetype(tmp_path / "a.ttf")}}).font("Mine")


@pytest.mark.parametrize("write", [truetype, opentype, variable])
def test_a_damaged_font_is_drawn_or_refused(tmp_path: Path, write: Callable[[Path], Path]) -> None:
    """HarfBuzz reads what strangers made; whatever is in it, nothing but a problem comes out."""
    whole = write(tmp_path / "whole.ttf").read_bytes()
    chance = random.Random(5)
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(chance.choice([1, 4, 40])):
            data[chance.randrange(len(data))] = chance.choice([0, 1, 0x7F, 0x80, 0xFF])
        (tmp_path / "x.ttf").write_bytes(data)
        with suppress(Failed):
            font = Font("Mine", 600, False, tmp_path / "x.ttf")
            glyphs = font.shape("ABxé")
            font.stroke("underline")
            font.subset(glyph.gid for glyph in glyphs)
            assert all(len(font.outline(glyph.gid)) < 20_001 for glyph in glyphs)


# ------------------------------------------------------------------ several fonts for a line


def test_a_list_of_families_is_walked_for_each_character(made: Fonts) -> None:
    stack = made.stack(["Nowhere", "Bars", "Fira Sans"])
    assert [(part.text, part.font.family) for part in stack.parts("Axž ř B")] == [
        ("Axž", "Bars"),
        (" ř ", "Fira Sans"),
        ("B", "Bars"),
    ]
    assert not stack.lacking


def test_a_letter_and_its_mark_come_from_one_font(made: Fonts) -> None:
    stack = made.stack(["Bars"])
    assert [(part.text, part.font.family) for part in stack.parts("Ae\u0301x\u0301A")] == [
        ("Ae\u0301", "Bars"),  # it has é
        ("x\u0301", "Fira Sans"),  # it has x, but no mark
        ("A", "Bars"),
    ]


def test_what_no_named_font_has_the_other_fonts_of_the_pack_draw(made: Fonts) -> None:
    stack = made.stack(["Fira Sans"])
    assert [part.font.family for part in stack.parts("a\U0001d49c")] == ["Fira Sans", "Bars"]
    assert stack.missing("a\U0001d49c★") == ["★"]


def test_a_width_is_that_of_the_fonts_that_draw_it(made: Fonts) -> None:
    stack = made.stack(["Bars"])
    assert stack.width("Aъ") == pytest.approx(0.7 + made.font("Fira Sans").width("ъ"))


def test_emoji_are_missing_as_a_whole() -> None:
    stack = Fonts().stack(["Fira Sans"])
    assert stack.missing("1 ❤\ufe0f \U0001f469\u200d\U0001f680 \U0001f1f5\U0001f1f1") == [
        "❤\ufe0f",
        "\U0001f469\u200d\U0001f680",
        "\U0001f1f5\U0001f1f1",
    ]
    assert "'❤️' (U+2764 U+FE0F) is not in the fonts Fira Sans, Fira Sans Condensed" in stack.lack("❤\ufe0f").what


def test_only_unknown_families_lack() -> None:
    fonts = Fonts()
    (lack,) = fonts.stack(["Arial", "Helvetica"]).lacking
    assert (lack.what, lack.instead) == ("there is no font family 'Arial'", "set in Fira Sans")
    (lack,) = fonts.stack([]).lacking
    assert lack.what == "the text names no font family"


@pytest.mark.parametrize(
    ("weight", "italic", "taken"),
    [(450, False, "500"), (350, False, "300"), (650, False, "700"), (950, True, "900 italic")],
)
def test_a_style_that_is_not_there_has_a_nearest_one(weight: int, italic: bool, taken: str) -> None:
    (lack,) = Fonts().stack(["Fira Sans"], weight, italic).lacking
    assert lack.instead == f"drawn in {taken}"


def test_condensed_type_comes_from_the_condensed_family(made: Fonts) -> None:
    assert Fonts().stack(["Fira Sans"], width=75).first.family == "Fira Sans Condensed"
    (lack,) = made.stack(["Bars"], width=75).lacking
    assert lack.what == "Bars has no width of 75 %"


def test_type_is_shaped_in_the_language_of_the_sheet_and_not_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "tr_TR.UTF-8")
    font = Fonts().font("Fira Sans")
    assert len(font.shape("fi")) == len(font.shape("fi", Shaping(language="en"))) == 1
    assert len(font.shape("fi", Shaping(language="tr"))) == 2  # the dot of the i must show


# ------------------------------------------------------------------ words that ask for no weight


@pytest.mark.parametrize(
    ("styles", "weight"),
    [
        (("400", "700"), 400),
        (("300", "700"), 300),
        (("600", "700"), 600),
        (("400", "500", "700"), 500),
        (("200-800",), 500),
        (("600-800",), 600),
        (("400 italic", "900"), 900),
    ],
)
def test_words_that_ask_for_no_weight_take_the_nearest_to_medium(styles: tuple[str, ...], weight: int) -> None:
    fonts = Fonts({"Lato": {style: Path("x.ttf") for style in styles}})
    assert fonts.nearest_weight(["No Such Face", "Lato", "Fira Sans"], 500) == weight


def test_a_template_sets_words_in_a_family_without_medium(make_pack: MakePack, tmp_path: Path) -> None:
    body = "{{ words('Moose', 5, 5, 50, 9, family='Lato') }}{{ baseline('Elk', 5, 30, family='Lato') }}"
    body += "{{ width('Elk', family='Lato')|round(1) }}"
    card = '{% extends "common/face.svg.j2" %}{% block face %}' + body + "{% endblock %}"
    pack = PACK + "fonts: {Lato: {files: {400: a.ttf, 700: b.ttf}}}\n"
    folder = make_pack({"deck.yaml": "- {id: elk}\n"}, pack=pack, card=card)
    (folder / "art").mkdir(exist_ok=True)
    for name, style in (("a.ttf", "Regular"), ("b.ttf", "Bold")):
        file = next(path for path in files_of("Fira Sans") if path.name == f"FiraSans-{style}.ttf")
        shutil.copy(file, folder / "art" / name)
    problems = Problems()
    (made,) = build(BuildOptions(str(folder), out=tmp_path, format="svg"), problems, lambda _: None)
    assert list(problems) == []
    text = (made.path / "elk.svg").read_text()
    assert text.count('font-weight="400"') == 2
