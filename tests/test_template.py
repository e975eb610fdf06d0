"""Templates say where they are wrong; words fit their boxes or it is said; fields are noted."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import PACK, MakePack, pdf_text

from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.options import BuildOptions

DECK = "items:\n  - {id: a, text: One, name: Otter}\n"
FACE = '{{% extends "common/face.svg.j2" %}}{{% block face %}}\n{body}\n{{% endblock %}}'


def face(body: str) -> str:
    return FACE.format(body=body)


def printed(folder: Path, out: Path, **order: object) -> tuple[list[Path], Problems]:
    problems = Problems()
    files = build(BuildOptions(str(folder), out=out, **order), problems, lambda _: None)
    return [made.path for made in files], problems


def broken(folder: Path, out: Path) -> list[str]:
    with pytest.raises(Failed) as caught:
        printed(folder, out)
    assert not list(out.rglob("*.pdf"))
    return [str(problem).replace(f"{folder.as_posix()}/", "") for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "{{ item.nmae }}",  # O-D12
            "templates/card.svg.j2:2: error: card 'a': unknown field 'nmae' (did you mean 'name'?); allowed: id, text, "
            "name",
        ),
        (
            "\n{{ itme.name }}",
            "templates/card.svg.j2:3: error: card 'a': unknown name 'itme'; did you mean 'item'?",
        ),
        ("{{ colour.inc }}", "unknown field 'inc' (did you mean 'ink'?); allowed: ink, muted"),
        ("{% for %}", "templates/card.svg.j2:2: error: "),
        ("{{ icon('oter', 0, 0, 9) }}", "there is no art "),
        ("{{ icon(none, 0, 0, 9) }}", "no name of a file in "),
        ("{{ icon(7, 0, 0, 9) }}", "art/7.svg; allowed: "),
        ("{{ mix(colour.ink, 'red', 0.5) }}", "'red' is not a colour like #1B2530"),
        ("{{ label('x') }}", "score.yaml has no box or line 'x'"),
        ("{{ words('a', 0, 0, 9, 9, anchor='left') }}", "anchor='left', valign='middle'; allowed: start, middle, end"),
        ("{{ words('a', 0, 0, 9, 9, family='Comic') }}", "Comic"),
        ("{{ words('a', 0, 0, 9, 9, weight=450) }}", "450"),
        ("{{ 1 / 0 }}", "division by zero"),
        ("{{ wrods('a', 0, 0, 9, 9) }}", "unknown name 'wrods'; did you mean 'words'?"),
        (
            "{{ words('a', 0, 0, 9, 9, famliy='x') }}",
            "card.svg.j2:2: error: card 'a': words() takes no famliy=; allowed",
        ),
        ("{{ words('a', 0, 0, 9, 9, famliy='x') }}", "; did you mean 'family'?"),
        ("{{ icon('a', 0, 0) }}", "icon() lacks size"),
        ("{{ shape.hexagon(1, 2) }}", "hexagon() lacks r"),
        ("{{ words('a', 0, 0, 9, 9, size='big') }}", "don't go together here"),
        ("\n{{ words('a', 0, 0, 9, 9, family='Comic') }}", "templates/card.svg.j2:3: error: there is no font family"),
        (
            "\n{% import 'common/sheet.svg.j2' as sheet %}\n{{ sheet.block(0, 0, 9, 9, colour['x']) }}",
            "card.svg.j2:4: ",
        ),
        ("{{ shape.symbol('star', 0, 0, 1) }}", "no symbol 'star'; allowed: circle"),
        ("{% include 'nothing.j2' %}", "templates/card.svg.j2:2: error: card 'a': there is no template 'nothing.j2'"),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "macros call each other without end"),
        ("{{ item.text.__class__ }}", "access to attribute '__class__'"),
        ("{% for a in range(99999) %}{% for b in range(9) %}{% endfor %}{% endfor %}", "more than 200000 loop turns"),
        ("<rect width='1' height='1'", "templates/card.svg.j2"),
    ],
)
def test_a_template_that_stops_says_where(make_pack: MakePack, tmp_path: Path, body: str, message: str) -> None:
    folder = make_pack({"deck.yaml": DECK}, card=face(body))
    assert any(message in found for found in broken(folder, tmp_path / "out"))


def test_a_template_that_is_missing_or_no_svg(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK}, pack=PACK.replace("card.svg.j2", "crad.svg.j2"))
    (message,) = broken(folder, tmp_path / "out")
    assert message == (
        "pack.yaml:9:15: error: card 'a': there is no template 'crad.svg.j2'; did you mean 'card.svg.j2'?"
    )
    (message,) = broken(make_pack({"deck.yaml": DECK}, card="<p/>"), tmp_path / "out")
    assert 'the template writes no <svg> element; begin with {% extends "common/face.svg.j2" %}' in message


def test_words_that_dont_fit_name_item_box_and_language(make_pack: MakePack, tmp_path: Path) -> None:
    body = '{{ words(item.text, 0, 0, 20, 5, size=10, least=8, name="title") }}'
    folder = make_pack(
        {"deck.yaml": "- {id: a, text: One}\n- {id: long, text: Incomprehensibilities}\n"}, card=face(body)
    )
    (message,) = broken(folder, tmp_path / "out")
    assert message == (
        "templates/card.svg.j2:2: error: card 'long' in en: 'Incomprehensibilities' doesn't fit its box 'title' of "
        "20 × 5 mm at 8 pt: it is 5.3 mm too wide; shorten the text, deck.yaml:2:3, or give the box more room in the "
        "template"
    )


def test_a_translation_that_is_too_long_is_told_once_and_a_text_with_each_row(
    make_pack: MakePack, tmp_path: Path
) -> None:
    body = '{{ words(_(item.text), 0, 0, 20, 5, size=10, least=8, name="title") }}'
    long = {"deck.yaml": "- {id: a, text: Incomprehensibilities}\n- {id: b, text: Incomprehensibilities}\n"}
    assert len(broken(make_pack(long, card=face(body)), tmp_path / "out")) == 2
    short = {"deck.yaml": "- {id: a, text: One}\n- {id: b, text: One}\n"}
    po = 'msgid ""\nmsgstr "Language: pl\\n"\n\nmsgid "One"\nmsgstr "Incomprehensibilities"\n'
    pack = PACK.replace("languages: [en]", "languages: [en, pl]")
    folder = make_pack({**short, "locale/pl.po": po}, pack=pack, card=face(body))
    with pytest.raises(Failed) as caught:
        printed(folder, tmp_path / "out")
    (message,) = [str(found) for found in caught.value.problems if "doesn't fit" in str(found)]
    assert "card 'a' in pl: 'Incomprehensibilities' doesn't fit" in message


def test_a_letter_that_the_font_lacks_is_named(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": "- {id: a, text: Star ★}\n"})
    (message,) = broken(folder, tmp_path / "out")
    assert message == (
        "templates/card.svg.j2:2: error: card 'a' in en: the fonts Fira Sans Condensed, Fira Sans lack '★' "
        "(U+2605) of 'Star ★'; change the text, deck.yaml:1:3, choose another font, or draw the sign as art"
    )


def test_a_missing_picture_stops(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK, "art/otter.png": b"x"}, card=face("{{ picture('oter.png', 0, 0, 9, 9) }}"))
    (message,) = broken(folder, tmp_path / "out")
    assert "art/oter.png; did you mean 'otter.png'?" in message


def test_an_icon_that_is_missing_is_told_with_its_likeness_and_its_row(make_pack: MakePack, tmp_path: Path) -> None:
    art = {"art/otter.svg": "<svg/>", "art/fox.png": "x"}
    for name, hint in (("oter", "did you mean 'otter'?"), ("fox", "allowed: otter"), ("ox", "allowed: otter")):
        folder = make_pack({"deck.yaml": DECK, **art}, card=face(f"{{{{ icon('{name}', 0, 0, 9) }}}}"))
        (message,) = broken(folder, tmp_path / "out")
        assert f"art/{name}.svg; {hint}; the item stands in deck.yaml:" in message


def test_texts_print_as_they_were_typed(make_pack: MakePack, tmp_path: Path) -> None:  # O-D01, O-D02
    deck = (
        "title: Sand timer\nitems:\n  - {id: t1, text: 1:30}\n  - {id: t2, text: 2:1}\n"
        "  - {id: ferry, text: NO}\n  - {id: money, text: 'R&D <b> \"x\" {{ 1 }}'}\n"
    )
    (path,), problems = printed(make_pack({"deck.yaml": deck}), tmp_path / "out")
    text = pdf_text(path)
    assert text.split("\n")[:3] == ["1:30", "2:1", "NO"]
    assert 'R&D <b> "x" {{ 1 }}' in text
    assert "False" not in text
    assert "90" not in text
    assert len(problems) == 0


def test_tables_from_spreadsheets_print(make_pack: MakePack, tmp_path: Path) -> None:  # O-D07, O-D09, O-D10, O-D11
    raw = "\ufeffid;text;copies\r\np1;Peña;1\r\np2;Ñandú;1\r\np3;Río;1\r\n".encode()
    (path,), _ = printed(make_pack({"deck.csv": raw}), tmp_path / "out")
    assert pdf_text(path).split("\n") == ["Peña", "Ñandú", "Río"]
    broken_cells = b'id,text,copies\r\na,"Draw a card.\nThen discard.",1\r\nb,"Move.\r\nTurn.\r\nStop.",1\r\n'
    (path,), _ = printed(make_pack({"deck.csv": broken_cells}), tmp_path / "out")
    assert pdf_text(path).split("\n") == ["Draw a card.", "Then discard.", "Move.", "Turn.", "Stop."]
    (path,), _ = printed(
        make_pack({"deck.csv": b"id,text\n412044,Harbour\n375123,Castle\n375000,Mill\n"}), tmp_path / "out"
    )
    assert pdf_text(path).split("\n") == ["Harbour", "Castle", "Mill"]
    dates = "id,text\na,1/2\nb,02-Jan\nc,04.мар\nd,3/4\n".encode()
    (path,), problems = printed(make_pack({"deck.csv": dates}), tmp_path / "out")
    assert pdf_text(path).split("\n") == ["1/2", "02-Jan", "04.мар", "3/4"]
    assert [problem.place.line for problem in problems] == [3, 4]


def test_copies(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack(
        {"deck.yaml": "- {id: a, text: One, copies: 2}\n- {id: b, text: Two}\n- {id: c, text: No, copies: 0}\n"}
    )
    (path,), _ = printed(folder, tmp_path / "out")
    assert pdf_text(path).split("\n") == ["One", "One", "Two"]
    (path,), _ = printed(folder, tmp_path / "out", copies=1)
    assert pdf_text(path).split("\n") == ["One", "Two", "No"]
    with pytest.raises(Failed, match=r"card: 412044 pieces are asked for; allowed: at most 20000"):
        printed(make_pack({"deck.yaml": "- {id: a, text: One, copies: 412044}\n"}), tmp_path / "out")


def test_what_has_no_copies_is_told_and_not_printed(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": "- {id: a, text: One, copies: 0}\n- {id: b, text: Two, copies: 0}\n"})
    for more in ({}, {"dry": True}, {"shop": True}, {"format": "tts"}, {"format": "png-pages"}, {"format": "cut-svg"}):
        problems = Problems()
        order = BuildOptions(str(folder), out=tmp_path / "out", **more)  # type: ignore[arg-type]
        assert build(order, problems, lambda _: None) == []
        assert [problem.what for problem in problems] == ["card: nothing is printed of it, as all copies are 0"]
    assert not (tmp_path / "out").exists()


def test_an_old_file_survives_a_failed_build(make_pack: MakePack, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (path,), _ = printed(make_pack({"deck.yaml": DECK}), out)
    before = path.read_bytes()
    with pytest.raises(Failed):
        printed(make_pack({"deck.yaml": "- {id: a, text: ★}\n"}), out)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["card.pdf"]


def test_two_builds_give_the_same_bytes(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK})
    first, second = (printed(folder, tmp_path / name)[0][0].read_bytes() for name in ("a", "b"))
    assert first == second


def test_single_faces_as_svg(make_pack: MakePack, tmp_path: Path) -> None:
    (folder,), _ = printed(make_pack({"deck.yaml": DECK}), tmp_path / "out", format="svg")
    assert [path.name for path in folder.iterdir()] == ["a.svg"]
    assert 'width="63mm" height="88mm"' in (folder / "a.svg").read_text(encoding="utf-8")


def test_icons_keep_out_of_each_others_way(make_pack: MakePack, tmp_path: Path) -> None:
    art = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><defs><path id="p" d="M0 0h24v24H0z"/></defs>'
        '<use href="#p" fill="#7EBDBA"/></svg>'
    )
    other = art.replace("M0 0h24v24H0z", "M0 0h12v12H0z")
    body = "{{ icon('one', 0, 0, 10, tone='#FF0000') }}{{ icon('two', 20, 0, 10, tone='#0000FF') }}"
    folder = make_pack({"deck.yaml": DECK, "art/one.svg": art, "art/two.svg": other}, card=face(body))
    (path,), _ = printed(folder, tmp_path / "out")
    image = rendered(path)

    def at(x: float, y: float) -> tuple[int, int, int]:
        """The colour at x, y of the card, which lies in the middle of an A4."""
        scale = 2 * 72 / 25.4
        return image.getpixel((round(((210 - 63) / 2 + x) * scale), round(((297 - 88) / 2 + y) * scale)))

    assert at(2, 2) == at(8, 8) == (255, 0, 0)
    assert at(22, 2) == (0, 0, 255)
    assert at(28, 8) == (255, 255, 255)


def rendered(path: Path):
    import pypdfium2

    return pypdfium2.PdfDocument(path)[0].render(scale=2).to_pil().convert("RGB")


# ------------------------------------------------------------------ nothing vanishes

EXTENDS = '{% extends "common/face.svg.j2" %}\n'
BLOCK = "{% block face %}<rect width='1' height='1'/>{% endblock %}\n"
LOST = "what stands outside a block isn't drawn; move it inside {% block face %} … {% endblock %}"


@pytest.mark.parametrize(
    ("card", "line", "message"),
    [
        (EXTENDS + BLOCK + "\n{{ words('Lost', 5, 50, 50, 8) }}", 4, LOST),
        (EXTENDS + "<g/>\n" + BLOCK, 2, LOST),
        ("lost" + EXTENDS + BLOCK, 1, LOST),
        (EXTENDS + BLOCK + "{% if item.id %}\n<g/>{% endif %}", 4, LOST),
        (EXTENDS + BLOCK + "{% for a in [1] %}{{ a }}{% endfor %}", 3, LOST),
        (EXTENDS + BLOCK + "{% include 'common/face.svg.j2' %}", 3, LOST),
        (EXTENDS + BLOCK + "{% filter upper %}a{% endfilter %}", 3, LOST),
        (EXTENDS, 1, "it draws nothing: it extends 'common/face.svg.j2' and fills no block of it"),
        (
            EXTENDS + BLOCK.replace("face", "fase"),
            2,
            "'common/face.svg.j2' has no block 'fase', so it isn't drawn; allowed: face; did you mean 'face'?",
        ),
    ],
)
def test_what_would_vanish_is_told(make_pack: MakePack, tmp_path: Path, card: str, line: int, message: str) -> None:
    (told,) = broken(make_pack({"deck.yaml": DECK}, card=card), tmp_path / "out")
    assert f"templates/card.svg.j2:{line}: error: card 'a': {message}" in told


@pytest.mark.parametrize(
    "rest",
    [
        "<!-- a remark {{ item.id }} -->\n",
        "{# a remark #}\n\n",
        "{% macro m() %}<g/>{% endmacro %}{% set x = 1 %}{% set y %}<g/>{% endset %}",
        "{% import 'common/sheet.svg.j2' as sheet %}",
    ],
)
def test_what_writes_nothing_may_stand_outside_a_block(make_pack: MakePack, tmp_path: Path, rest: str) -> None:
    folder = make_pack({"deck.yaml": DECK}, card=EXTENDS + rest + BLOCK + rest)
    build(BuildOptions(str(folder), out=tmp_path), problems := Problems(), lambda _: None)
    assert list(problems) == []


# ------------------------------------------------------------------ a fault inside the SVG


@pytest.mark.parametrize(
    ("body", "line", "message"),
    [
        ("\nA & B", 3, "& stands alone; write &amp; for &"),
        ("\nR&D", 3, "& stands alone; write &amp; for &"),
        ("\n\n&nbsp;", 4, "SVG knows no &nbsp;; write &#160;"),
        ("<text>3 < 4</text>", 2, "< stands where no tag begins; write &lt; for <"),
        ("\n<rect x=3/>", 3, 'x=3 has no quotes; put quotes round 3: x="3"'),
        ("\n<rect x=“3” y='1'/>", 3, 'x has curly quotes; write x="3" with straight ones'),
        ("\n<g>\n<g/>", 3, "<g> isn't closed before </svg>; write </g>, or /> at the end of <g …>"),
        ("</g>", 2, "</g> closes no <g>; remove it"),
        ("<Text>a</text>", 2, "<Text> is closed by </text>; write </Text>: large and small letters differ"),
        ("\n<rect x='1' x='2'/>", 3, "the attribute x stands twice; remove one of them"),
        ("<rect x/>", 2, 'x has no value; write x="…"'),
        ("\n<rect width='1'\n", 3, "the tag <rect> can't be read"),
        (
            "\n<rect width='1/>\n",
            3,
            "< stands in the quotes of <rect>; write &lt; for <, or close the quotes before it",
        ),
        ("<use xlink:href='#a'/>", 2, 'write xmlns:xlink="http://www.w3.org/1999/xlink" on <svg>'),
        ("{# two\nlines #}\nA & B", 4, "& stands alone"),
        ("{% for a in [1, 2] %}\n<g/>\n{% endfor %}\nA & B", 5, "& stands alone"),
        ("{% for a in [1, 2] -%}\n<g/>\n{%- endfor %}\n\nA & B", 6, "& stands alone"),
        ("{{ words('a b', 5, 5, 2, 20, lines=2) }}\n<blink/>", 3, "<blink>: it can't be drawn"),
        ("{% macro m() %}\n<g/>\n<g/>\n{% endmacro %}\n{{ m() }}\nA & B", 7, "& stands alone"),
    ],
)
def test_a_fault_in_the_svg_names_the_line_of_the_template(
    make_pack: MakePack, tmp_path: Path, body: str, line: int, message: str
) -> None:
    (told, *_) = broken(make_pack({"deck.yaml": DECK}, card=face(body)), tmp_path / "out")
    assert f"templates/card.svg.j2:{line}: " in told
    assert message in told


def test_a_fault_in_an_included_file_names_its_line(make_pack: MakePack, tmp_path: Path) -> None:
    files = {"deck.yaml": DECK, "templates/part.svg.j2": "<g/>\n<g>&</g>\n"}
    (told,) = broken(make_pack(files, card=face("<g/>{% include 'part.svg.j2' %}")), tmp_path / "out")
    assert "templates/part.svg.j2:2: error: card 'a' (en): not well-formed XML: & stands alone" in told


# ------------------------------------------------------------------ one mistake, one message


def test_the_same_fault_on_many_cards_is_told_once(make_pack: MakePack, tmp_path: Path) -> None:
    deck = "".join(f"- {{id: c{number}, text: One}}\n" for number in range(24))
    raw = '{{ words("🂡", 3, 40, 57, 9) }}\n<text x="9" y="20" font-family="Nowhere" font-size="4">a</text>'
    problems = broken(make_pack({"deck.yaml": deck}, card=face(raw)), tmp_path / "out")
    (letters,) = (problem for problem in problems if "change the text" in problem)
    assert letters.startswith("templates/card.svg.j2:2: error: card 'c0' in en: ")
    assert ", and on 23 more; " in letters


def test_a_font_that_a_template_lacks_is_told_once_for_all_cards(make_pack: MakePack, tmp_path: Path) -> None:
    deck = "".join(f"- {{id: c{number}, text: One}}\n" for number in range(24))
    raw = '<text x="9" y="20" font-family="Nowhere" font-size="4">a</text>'
    (font,) = broken(make_pack({"deck.yaml": deck}, card=face(raw)), tmp_path / "out")
    assert font.startswith("templates/card.svg.j2")
    assert "card 'c0' (en): " in font
    assert "there is no font family 'Nowhere', and on 23 more; allowed: " in font


def warnings_of(folder: Path, out: Path) -> list[str]:
    _, problems = printed(folder, out)
    return [str(problem).replace(f"{folder.as_posix()}/", "") for problem in problems]


@pytest.mark.parametrize(
    "body",
    [
        "{{ words(item.text, 3, 3, 57, 9) }}",
        '{{ words("Cost: " ~ item.text, 3, 3, 57, 9) }}',
        '{{ words(_("Power {p}", p=item.text), 3, 3, 57, 9) }}',
        '{{ words(["a", item.text]|join(" "), 3, 3, 57, 9) }}',
        "{{ baseline(item.text, 9, 9) }}",
        "{{ words(_(item.text), 9, 9, 20, 9) }}",
        '<text font-family="Fira Sans" font-size="3" x="9" y="9">{{ item.text }}</text>',
        "{{ words(item.text|upper, 3, 3, 57, 9) }}",
        "{{ words(number(item.text), 3, 3, 57, 9) }}",
        "{% for row in data.deck %}{{ words(row.text, 3, 3, 57, 9) }}{% endfor %}",
    ],
)
@pytest.mark.parametrize("deck", ["id,text\na,\nb,2\n", "id,text\na\nb,2\n", "id,text\na,null\nb,2\n"])
def test_an_empty_cell_prints_nothing_and_is_told(make_pack: MakePack, tmp_path: Path, deck: str, body: str) -> None:
    folder = make_pack({"deck.csv": deck}, card=face(body))
    (warning,) = warnings_of(folder, tmp_path / "out")
    assert warning.replace(", and on 1 more", "") == (
        "templates/card.svg.j2:2: warning: card 'a' (deck.csv:2): the field 'text' is empty and prints nothing; "
        'fill it in, or write text|default("") where nothing is meant'
    )
    (pdf,) = (tmp_path / "out").rglob("*.pdf")
    assert "None" not in pdf_text(pdf)


def test_a_field_that_only_other_rows_have_is_empty(make_pack: MakePack, tmp_path: Path) -> None:
    deck = "- {id: a, text: One}\n- {id: b, text: Two, note: Three}\n"
    body = "{{ words(item.text, 3, 3, 57, 9) }}{% if item.note %}{{ words(item.note, 3, 20, 57, 9) }}{% endif %}"
    assert warnings_of(make_pack({"deck.yaml": deck}, card=face(body)), tmp_path / "out") == []
    folder = make_pack({"deck.yaml": deck}, "second", card=face("{{ words(item.note, 3, 20, 57, 9) }}"))
    (warning,) = warnings_of(folder, tmp_path / "out")
    assert "card 'a' (deck.yaml:1:3): the field 'note' is empty and prints nothing" in warning
    folder = make_pack({"deck.yaml": deck}, "third", card=face("{{ words(item.nota, 3, 20, 57, 9) }}"))
    assert "unknown field 'nota' (did you mean 'note'?)" in broken(folder, tmp_path / "third-out")[0]


@pytest.mark.parametrize("value", ["true", "false"])
@pytest.mark.parametrize("body", ["{{ words(item.text, 3, 3, 57, 9) }}", "{{ item.text }}", '{{ "a" ~ item.text }}'])
def test_a_truth_is_no_text(make_pack: MakePack, tmp_path: Path, value: str, body: str) -> None:
    (problem,) = broken(make_pack({"deck.csv": f"id,text\na,{value}\n"}, card=face(body)), tmp_path / "out")
    assert problem.startswith(
        f"templates/card.svg.j2:2: error: card 'a': {value} of the field 'text' is printed here; "
        "allowed: text and numbers; in deck.csv:2; write what it means"
    )


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("{{ words(number(item.price), 3, 3, 57, 9) }}", "1.5"),
        ("{{ words(number(item.price) * 2, 3, 3, 57, 9) }}", "3"),
        ("{{ words(2 * number(item.price) + 1, 3, 3, 57, 9) }}", "4"),
        ("{{ words(number(item.comma) + number(item.price), 3, 3, 57, 9) }}", "3"),
        ("{{ words(number(item.price) / 2 - 0.5, 3, 3, 57, 9) }}", "0.25"),
        ('{{ words("yes" if number(item.price) > 1 else "no", 3, 3, 57, 9) }}', "yes"),
        ('{{ words("*" * 3, 3, 3, 57, 9) }}', "***"),
        ('{{ words(number(item.price) ~ " $", 3, 3, 57, 9) }}', "1.5 $"),
    ],
)
def test_number_counts_with_the_text_of_a_cell(make_pack: MakePack, tmp_path: Path, body: str, text: str) -> None:
    paths, problems = printed(
        make_pack({"deck.csv": 'id,price,comma\na,1.50,"1,50"\n'}, card=face(body)), tmp_path / "out"
    )
    assert [str(problem) for problem in problems if "decimal comma" not in problem.what] == []
    assert pdf_text(paths[0]).strip() == text


@pytest.mark.parametrize(
    "body",
    [
        "item.price * 2",
        "2 * item.price",
        "item.price + item.price",
        "item.price + 1",
        "1 + item.price",
        "item.price - 1",
        "item.price / 2",
        "item.price > 1",
        "item.price < item.price",
        "[item.price]|sum",
        "item.price % 2",
        "item.price ** 2",
        "item.price // 1",
        "-item.price",
    ],
)
def test_a_text_is_not_counted_with(make_pack: MakePack, tmp_path: Path, body: str) -> None:
    folder = make_pack({"deck.csv": "id,price\na,1.50\n"}, card=face(f"{{{{ 'x' if {body} }}}}"))
    (problem,) = broken(folder, tmp_path / "out")
    assert "a text" in problem
    assert "number(" in problem


@pytest.mark.parametrize("space", [*range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000])
def test_spaces_of_all_widths_are_printed_as_spaces(make_pack: MakePack, tmp_path: Path, space: int) -> None:
    raw = '<text x="5" y="40" font-family="Fira Sans" font-size="4">{{ item.text }}</text>'
    body = f"{{{{ words(item.text, 3, 3, 57, 9) }}}}{raw}"
    paths, problems = printed(
        make_pack({"deck.csv": f"id,text\na,One{chr(space)}two\n"}, card=face(body)), tmp_path / "out"
    )
    assert list(map(str, problems)) == []
    assert [line.split() for line in pdf_text(paths[0]).splitlines()] == [["One", "two"]] * 2


def test_one_text_has_one_form(make_pack: MakePack, tmp_path: Path) -> None:
    apart, one = "Ba\u0308r", "Bär"
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    pack = PACK.replace("card.svg.j2", f"{one}.svg.j2").replace("items: deck", f"items: {one}")
    files = {f"art/{apart}.svg": svg, f"{apart}.csv": f"id,{apart}\na,{apart}\n"}
    files[f"templates/{apart}.svg.j2"] = face(
        f'{{{{ icon(item.{one}, 0, 0, 9) }}}}{{{{ words("same" if item.{apart} == "{one}" else "two", 9, 9, 30, 9) }}}}'
    )
    paths, problems = printed(make_pack(files, pack=pack), tmp_path / "out")
    (note,) = map(str, problems)
    assert note.endswith(
        f"art/{one}.svg: warning: letters and their marks stand apart in this file's name, as some systems write them; "
        "rename it, so that every system finds it"
    )
    assert pdf_text(paths[0]).strip() == "same"


def test_an_id_in_both_forms_stands_twice(make_pack: MakePack, tmp_path: Path) -> None:
    deck = "- {id: café, text: One}\n- {id: cafe\u0301, text: Two}\n"
    (problem,) = broken(make_pack({"deck.yaml": deck}), tmp_path / "out")
    assert "the id 'café' stands twice, first in line 1" in problem
