"""What goes wrong with letters, scripts and languages in this field, and must not go wrong here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from unicodedata import normalize

import pytest
from conftest import MakePack, pdf_text
from drawing import face, one_page, raster, text_of
from fontmaking import truetype
from PIL import Image, ImageChops

from generator.press.pdf.setup import DocumentSetup
from generator.press.pdf.write import write_pdf
from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.options import BuildOptions
from generator.type.fonts import Fonts

CARD = """\
{% extends "common/face.svg.j2" %}
{% block face %}{{ words(item.text, 2, 2, 59, 80, size=12, lines=3, family=item.family or "Fira Sans") }}{% endblock %}
"""
PACK = """\
title: Cards
version: "0.1"
players: {from: 1, to: 4}
languages: [LANGUAGES]
components:
  card: {title: Card, template: card.svg.j2, size: [63, 88], items: deck, layout: page}
"""


def pack_in(languages: str, more: str = "") -> str:
    return PACK.replace("LANGUAGES", languages) + more


def built(folder: Path, out: Path, language: str | None = None) -> Path:
    """Build a pack's cards and return the PDF."""
    (printed,) = build(BuildOptions(str(folder), language=language, out=out), Problems(), lambda _: None)
    return printed.path


def refused(folder: Path, out: Path, language: str | None = None) -> str:
    """Return why a pack isn't built; nothing may be written then."""
    with pytest.raises(Failed) as failure:
        build(BuildOptions(str(folder), language=language, out=out), Problems(), lambda _: None)
    assert not list(out.rglob("*.pdf"))
    return str(failure.value)


def drawn_with(fonts: Fonts, path: Path, body: str, size: tuple[float, float] = (100, 100)) -> Path:
    problems = Problems()
    write_pdf([one_page(face(body, size))], path, DocumentSetup("Test", "en", fonts, problems))
    assert not list(problems)
    return path


def ink(picture: Image.Image) -> tuple[int, int, int, int]:
    box = ImageChops.invert(picture.convert("L")).point(lambda value: 255 * (value > 100)).getbbox()
    assert box is not None
    return box


# ------------------------------------------------------------------ letters that a font lacks

CZECH = ("Každý hráč odloží žluté kůže", "Příšerně žluťoučký kůň úpěl ďábelské ódy")


def test_accented_letters_are_drawn_in_title_and_body(make_pack: MakePack, tmp_path: Path) -> None:
    """O-U01"""
    rows = "".join(
        f'- {{id: c{n}{family[-1]}, text: "{text}", family: "{family}"}}\n'
        for n, text in enumerate(CZECH)
        for family in ("Fira Sans Condensed", "Fira Sans")
    )
    text = " ".join(
        pdf_text(built(make_pack({"deck.yaml": rows}, card=CARD, pack=pack_in("en")), tmp_path / "out")).split()
    )
    assert [text.count(wanted) for wanted in CZECH] == [2, 2]


def test_a_font_without_the_letters_is_helped_by_one_that_has_them(tmp_path: Path) -> None:
    """O-U01: no box is drawn, and no letter is lost."""
    latin = {chr(code): 400 for code in [*range(0x21, 0x7F), *range(0xA1, 0x100)]}
    fonts = Fonts({"Latin One": {"400": truetype(tmp_path / "a.ttf", latin)}})
    stack = fonts.stack(["Latin One"])
    for text in CZECH:
        assert stack.first.missing(text)
        assert stack.missing(text) == []
        assert all(glyph.gid for part in stack.parts(text) for glyph in part.font.shape(part.text))
    assert {"ě", "č", "ž"} <= set(stack.first.missing(" ".join(CZECH)))
    body = "".join(
        f'<text y="{20 * n}" font-family="Latin One, Fira Sans" font-size="4">{t}</text>'
        for n, t in enumerate(CZECH, 1)
    )
    assert text_of(drawn_with(fonts, tmp_path / "a.pdf", body)).split("\n") == list(CZECH)


def test_a_font_that_helps_out_is_named_with_the_letters_it_draws(make_pack: MakePack, tmp_path: Path) -> None:
    """O-U01: nothing is replaced in silence."""
    latin = {chr(code): 400 for code in [*range(0x20, 0x7F), *range(0xA1, 0x100)]}
    rows = '- {id: c1, text: "Ěě", family: Latin One}\n- {id: c2, text: "abc", family: Latin One}\n'
    rows += '- {id: c3, text: "ě", family: "Latin One, Fira Sans"}\n'
    pack = make_pack({"deck.yaml": rows}, card=CARD, pack=pack_in("en") + "fonts: {Latin One: {files: {500: a.ttf}}}\n")
    (pack / "art").mkdir(exist_ok=True)
    truetype(pack / "art" / "a.ttf", latin)
    problems = Problems()
    build(BuildOptions(str(pack), out=tmp_path / "out"), problems, lambda _: None)
    assert [str(problem).partition(": ")[2] for problem in problems] == [
        "warning: card 'c1' (en): <text>: Latin One lacks 'Ě' (U+011A), 'ě' (U+011B) "
        "(drawn in Fira Sans); name a font that has them, or Fira Sans after Latin One"
    ]


def test_letters_that_no_font_has_stop_the_build_by_card_character_and_code_point(
    make_pack: MakePack, tmp_path: Path
) -> None:
    """O-U01, O-U03"""
    rows = """\
- {id: c1, text: "Gain 1 ❤️", family: none}
- {id: c2, text: "Roll 🎲 twice", family: null}
- {id: c3, text: "✅️ done", family: null}
"""
    rows = rows.replace("family: none", "family: null")
    message = refused(make_pack({"deck.yaml": rows}, card=CARD, pack=pack_in("en")), tmp_path / "out")
    for card, character, code in [("c1", "❤️", "U+2764 U+FE0F"), ("c2", "🎲", "U+1F3B2"), ("c3", "✅️", "U+2705 U+FE0F")]:
        assert f"card '{card}' in en: the fonts Fira Sans, Fira Sans Condensed lack {character!r} ({code})" in message


def test_a_variation_selector_has_neither_ink_nor_width(tmp_path: Path) -> None:
    """O-U03"""
    font = Fonts().font("Fira Sans")
    assert font.width("A\ufe0f") == font.width("A")
    plain, selected = (
        raster(
            drawn_with(
                Fonts(), tmp_path / f"{n}.pdf", f'<text y="50" font-family="Fira Sans" font-size="30">{t}</text>'
            )
        )
        for n, t in enumerate(("A B", "A\ufe0f B"))
    )
    assert ImageChops.difference(plain, selected).getbbox() is None


# ------------------------------------------------------------------ marks and hyphens


@pytest.mark.parametrize("text", ["за́мок", "замо́к", "доро́га"])
def test_a_stress_mark_stands_over_its_vowel(tmp_path: Path, text: str) -> None:
    """O-U02: in the picture, and in the text that is copied out."""
    vowel = text[text.index("\u0301") - 1]
    path = drawn_with(Fonts(), tmp_path / "a.pdf", f'<text y="50" font-family="Fira Sans" font-size="12">{text}</text>')
    assert normalize("NFC", text_of(path)) == normalize("NFC", text)
    bare, marked = (
        raster(
            drawn_with(Fonts(), tmp_path / "b.pdf", f'<text y="80" font-family="Fira Sans" font-size="70">{t}</text>'),
            8,
        )
        for t in (vowel, f"{vowel}\u0301")
    )
    letter, mark = ink(bare), ink(ImageChops.invert(ImageChops.difference(bare, marked)))
    assert abs((mark[0] + mark[2]) - (letter[0] + letter[2])) / 2 < 0.2 * (letter[2] - letter[0])
    assert mark[3] <= letter[1]


@pytest.mark.parametrize("text", ["Play 18‑Mars tiles", "Ro‑ro ferry"])
def test_a_hyphen_that_may_not_break_is_drawn_and_does_not_break(
    make_pack: MakePack, tmp_path: Path, text: str
) -> None:
    """O-U04: in a column of 12 mm."""
    font = Fonts().font("Fira Sans", 500)
    assert all(glyph.gid for glyph in font.shape(text))
    assert font.width("a‑b") == font.width("a-b")
    card = CARD.replace("59, 80, size=12, lines=3", "12, 80, size=8, lines=4")
    folder = make_pack({"deck.yaml": f'- {{id: a, text: "{text}", family: null}}\n'}, card=card, pack=pack_in("en"))
    lines = [line.strip() for line in pdf_text(built(folder, tmp_path / "out")).split("\n")]
    whole = next(word for word in text.split() if "‑" in word)
    assert any(whole in line for line in lines)


def test_a_soft_hyphen_shows_only_where_a_line_ends() -> None:
    font = Fonts().font("Fira Sans")
    assert font.width("straw\u00adberry") == pytest.approx(font.width("straw") + font.width("berry"), abs=0.02)


def test_figures_of_one_width_on_request(tmp_path: Path) -> None:
    body = '<text y="20" font-family="Fira Sans" font-size="20" style="font-variant-numeric: tabular-nums">{}</text>'
    widths = {
        ink(raster(drawn_with(Fonts(), tmp_path / "a.pdf", body.format(figure + "|"))))[2] for figure in ("1", "8", "0")
    }
    assert max(widths) - min(widths) <= 1


# ------------------------------------------------------------------ languages


def turkish(make_pack: MakePack) -> Path:
    card = CARD.replace("item.text", "_(item.text) | upper")
    po = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    words = {"first": "ilk oyuncu", "light": "ışık", "points": "puan", "Card": "Kart", "Cards": "Kartlar"}
    po += "".join(f'\nmsgid "{text}"\nmsgstr "{said}"\n' for text, said in words.items())
    rows = "".join(f"- {{id: {text}, text: {text}, family: null}}\n" for text in ("first", "light", "points"))
    return make_pack({"deck.yaml": rows, "locale/tr.po": po}, card=card, pack=pack_in("en, tr"))


def test_turkish_capitals_keep_their_dots(make_pack: MakePack, tmp_path: Path) -> None:
    """O-U05"""
    folder = turkish(make_pack)
    assert pdf_text(built(folder, tmp_path / "out", "tr")).split("\n") == ["İLK OYUNCU", "IŞIK", "PUAN"]
    assert pdf_text(built(folder, tmp_path / "out", "en")).split("\n") == ["FIRST", "LIGHT", "POINTS"]


@pytest.mark.parametrize("machine", ["C", "en_US.UTF-8", "tr_TR.UTF-8"])
def test_capitals_do_not_depend_on_the_machine(make_pack: MakePack, tmp_path: Path, machine: str) -> None:
    """O-U05"""
    folder = turkish(make_pack)
    code = "import sys; from generator.cli.main import run; sys.exit(run())"
    command = [sys.executable, "-c", code, "build", str(folder), "--lang", "tr", "-o", str(tmp_path / "out")]
    there = {**os.environ, "LANG": machine, "LC_ALL": machine, "PYTHONUTF8": "1"}
    subprocess.run(command, check=True, env=there, capture_output=True, timeout=60, cwd=Path(__file__).parent.parent)
    (path,) = (tmp_path / "out").rglob("*.pdf")
    assert pdf_text(path).split("\n") == ["İLK OYUNCU", "IŞIK", "PUAN"]


HEBREW = "קח 12 קוביות"


def hebrew_fonts(folder: Path) -> Fonts:
    """Return fonts with a Hebrew one whose letters are bars: the n-th is n × 20 wide."""
    letters = {letter: 200 + 20 * n for n, letter in enumerate(sorted({*HEBREW} - {" "}))}
    return Fonts({"Alef": {"400": truetype(folder / "alef.ttf", letters | {" ": 300})}})


def test_right_to_left_text_reads_from_the_right_and_its_number_from_the_left(tmp_path: Path) -> None:
    """O-U06"""
    fonts = hebrew_fonts(tmp_path)
    alef = fonts.font("Alef")
    text = f'<text x="5" y="50" font-family="Alef" font-size="10">{HEBREW}</text>'
    path = drawn_with(fonts, tmp_path / "a.pdf", text)
    assert text_of(path) == HEBREW
    visual = HEBREW.split()[2][::-1] + " 12 " + HEBREW.split(maxsplit=1)[0][::-1]
    placed = "".join(
        f'<text x="{5 + 10 * alef.width(visual[:n])}" y="50" font-family="Alef" font-size="10">{letter}</text>'
        for n, letter in enumerate(visual)
        if letter != " "
    )
    reference = raster(drawn_with(fonts, tmp_path / "b.pdf", placed))
    assert ImageChops.difference(raster(path), reference).point(lambda value: 255 * (value > 100)).getbbox() is None
    assert b"ActualText" not in path.read_bytes()


def test_a_right_to_left_line_begins_at_its_right(tmp_path: Path) -> None:
    fonts = hebrew_fonts(tmp_path)
    body = f'<text x="90" y="50" direction="rtl" font-family="Alef, Fira Sans" font-size="10">{HEBREW}!</text>'
    box = ink(raster(drawn_with(fonts, tmp_path / "a.pdf", body)))
    assert box[2] == pytest.approx(90 * 4, abs=6)


def test_a_sheet_in_hebrew_keeps_its_boxes(make_pack: MakePack, tmp_path: Path) -> None:
    """O-U06: what a template puts at the left of a box stays there, with a full stop at the left end."""
    po = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    po += f'\nmsgid "take"\nmsgstr "{HEBREW}."\n\nmsgid "Card"\nmsgstr "קוביות"\n\nmsgid "Cards"\nmsgstr "קוביות"\n'
    pack = pack_in("en, he", 'fonts: {Alef: {files: {"500": alef.ttf}}}\n')
    files = {"deck.yaml": "- {id: a, text: take, family: Alef}\n", "locale/he.po": po}
    folder = make_pack(files, card=CARD.replace("item.text", "_(item.text)"), pack=pack)
    (folder / "art").mkdir()
    hebrew_fonts(folder / "art")
    assert HEBREW in pdf_text(built(folder, tmp_path / "out", "he"))


@pytest.mark.parametrize("text", ["Salt & Pepper: R&D 5", "Use if 0.1 <A <0.9", "&amp; is typed by purpose"])
def test_signs_of_markup_are_printed_as_typed(make_pack: MakePack, tmp_path: Path, text: str) -> None:
    """O-U07: wrapped words, a line on its base line, and text written into the SVG."""
    card = """\
{% extends "common/face.svg.j2" %}
{% block face %}{{ words(item.text, 2, 2, 59, 9, name="body") }}{{ baseline(item.text, 2, 30) }}
<text x="4" y="60" font-size="4" font-family="Fira Sans">{{ item.text }}</text>{% endblock %}
"""
    folder = make_pack({"deck.yaml": f'- {{id: a, text: "{text}"}}\n'}, card=card, pack=pack_in("en"))
    assert pdf_text(built(folder, tmp_path / "out")).split("\n") == [text] * 3


# ------------------------------------------------------------------ translations

POINTS = [0, 1, 2, 4, 5, 12, 14, 21, 22, 112, 123]
POLISH = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=4; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} punkt"
msgstr[1] "{n} punkty"
msgstr[2] "{n} punktów"
msgstr[3] "{n} punktu"

msgid "Card"
msgstr "Karta"

msgid "Cards"
msgstr "Karty"
"""
COUNTED = CARD.replace("item.text", 'plural("{n} point", "{n} points", item.n)')


def counted(make_pack: MakePack, catalogue: str) -> Path:
    rows = "".join(f"- {{id: c{n}, n: {n}, family: null}}\n" for n in POINTS)
    return make_pack({"deck.yaml": rows, "locale/pl.po": catalogue}, card=COUNTED, pack=pack_in("en, pl"))


def test_polish_counts_points_in_three_forms(make_pack: MakePack, tmp_path: Path) -> None:
    """O-L01"""
    folder = counted(make_pack, POLISH)
    wanted = (
        "0 punktów, 1 punkt, 2 punkty, 4 punkty, 5 punktów, 12 punktów, 14 punktów, 21 punktów, 22 punkty, "
        "112 punktów, 123 punkty"
    )
    assert [line.strip() for line in pdf_text(built(folder, tmp_path / "out", "pl")).split("\n")] == wanted.split(", ")
    english = pdf_text(built(folder, tmp_path / "out", "en")).split("\n")
    assert english[:3] == ["0 points", "1 point", "2 points"]


def test_a_fraction_takes_the_form_that_no_whole_number_has(make_pack: MakePack, tmp_path: Path) -> None:
    rows = "- {id: half, n: 2.5, family: null}\n"
    folder = make_pack({"deck.yaml": rows, "locale/pl.po": POLISH}, card=COUNTED, pack=pack_in("en, pl"))
    assert pdf_text(built(folder, tmp_path / "out", "pl")) == "2,5 punktu"


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("{n} punkty", "{m} punkty", "has other placeholders: m; allowed: n"),
        ("plural=(n==1 ?", "plural=(n==1 ? ?", "the plural forms"),
        ("plural=(n==1 ?", "plural=n/0; (n==1 ?", "the plural forms 'n/0' are no rule"),
    ],
)
def test_forms_are_checked(make_pack: MakePack, tmp_path: Path, before: str, after: str, said: str) -> None:
    assert said in refused(counted(make_pack, POLISH.replace(before, after)), tmp_path / "out", "pl")


def test_the_first_form_may_leave_the_number_out(make_pack: MakePack, tmp_path: Path) -> None:
    folder = counted(make_pack, POLISH.replace('[0] "{n} punkt"', '[0] "jeden punkt"'))
    assert pdf_text(built(folder, tmp_path / "out", "pl")).split("\n")[1] == "jeden punkt"


def test_a_translated_placeholder_stops_its_language_and_no_other(make_pack: MakePack, tmp_path: Path) -> None:
    """O-L02"""
    po = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Take {count} cubes from {place}"
msgstr "Prenez {nombre} cubes de {place}"

msgid "Card"
msgstr "Carte"

msgid "Cards"
msgstr "Cartes"
"""
    card = CARD.replace("item.text", "_(item.text, count=3, place='A')")
    rows = '- {id: take, text: "Take {count} cubes from {place}", family: null}\n'
    folder = make_pack({"deck.yaml": rows, "locale/fr.po": po}, card=card, pack=pack_in("en, fr"))
    message = refused(folder, tmp_path / "out", "fr")
    assert "locale/fr.po:4: error: the translation of 'Take {count} cubes from {place}'" in message
    assert "nombre" in message
    assert "count" in message
    assert "Traceback" not in message
    assert pdf_text(built(folder, tmp_path / "out", "en")) == "Take 3 cubes from A"


TAB = """\
{% extends "common/face.svg.j2" %}
{% block face %}{{ words(_("name"), 2, 2, 32, 6, size=14, least=6, name="name") }}
<rect x="35" y="1" width="10" height="8" fill="#cc9900"/>{% endblock %}
"""


def tab(make_pack: MakePack, german: str) -> Path:
    po = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    po += f'\nmsgid "name"\nmsgstr "{german}"\n\nmsgid "Tab"\nmsgstr "Reiter"\n\nmsgid "Tabs"\nmsgstr "Reiter"\n'
    pack = pack_in("en, de").replace("title: Cards", "title: Tabs").replace("title: Card,", "title: Tab,")
    pack = pack.replace("size: [63, 88], items: deck, layout: page", "size: [48, 10]")
    return make_pack({"locale/de.po": po}, card=TAB, pack=pack)


def test_a_long_translation_shrinks_beside_the_icon(make_pack: MakePack, tmp_path: Path) -> None:
    """O-L03"""
    folder = tab(make_pack, "Handwerksgenossenschaft")
    path = built(folder, tmp_path / "out", "de")
    assert "Handwerksgenossenschaft" in pdf_text(path)
    pixels = {pixel for pixel in colours_of_icons(path) if sum(pixel) < 200}
    assert not pixels  # no ink of letters over the icon


def colours_of_icons(path: Path) -> set[tuple[int, int, int]]:
    """Return the colours that lie inside the yellow rectangles of a page."""
    picture = raster(path, 4)
    yellow = picture.point(lambda value: value)
    inside = set()
    for y in range(0, yellow.height, 2):
        row = [yellow.getpixel((x, y)) for x in range(yellow.width)]
        hits = [x for x, colour in enumerate(row) if colour == (204, 153, 0)]
        if hits:
            inside |= set(row[hits[0] : hits[-1] + 1]) if hits[-1] - hits[0] <= 10 * 4 + 2 else set()
    return inside


def test_a_translation_that_does_not_fit_at_the_least_size_stops(make_pack: MakePack, tmp_path: Path) -> None:
    """O-L03: the language, the box, and by how much."""
    message = refused(tab(make_pack, "Handwerksgenossenschaftsversammlung"), tmp_path / "out", "de")
    assert "in de: 'Handwerksgenossenschaftsversammlung' doesn't fit its box 'name' of 32 × 6 mm at 6 pt" in message
    assert "mm too wide" in message
    assert "locale/de.po" in message


def test_a_face_of_another_language_is_shaped_in_it(tmp_path: Path) -> None:
    made = face('<text y="50" font-family="Fira Sans" font-size="20">fi</text>', language="tr")
    write_pdf([one_page(made)], tmp_path / "a.pdf", DocumentSetup("", "tr", Fonts(), Problems()))
    assert text_of(tmp_path / "a.pdf") == "fi"
