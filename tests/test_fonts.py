"""Fonts come from packages or the pack, are measured in em, and say what they lack."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from drawing import files_of

from generator.face.fonts import Font, Fonts
from generator.problems import Failed


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
