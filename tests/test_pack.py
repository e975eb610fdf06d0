"""Packs are loaded, or every mistake in them is told with its place."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from conftest import PACK, MakePack
from workbooks import Sheets, ods, packed, xlsx

from generator.pack import items, shipped
from generator.pack.load import find, load
from generator.pack.model import natural, rows_of
from generator.pack.words import localise
from generator.pack.words.localise import Words
from generator.problems import Failed, Problems

DECK = "items:\n  - {id: a, text: One}\n  - {id: b, text: Two}\n"


def mistakes(folder: Path) -> list[str]:
    with pytest.raises(Failed) as caught:
        load(str(folder), Problems())
    return [str(p).replace(folder.as_posix() + "/", "").replace(f"{folder.name}/", "") for p in caught.value.problems]


def test_a_pack_loads(make_pack: MakePack) -> None:
    pack = load(str(make_pack({"deck.yaml": DECK})), Problems())
    assert pack.id == "testpack"
    assert [row["id"] for row in pack.items("card")] == ["a", "b"]
    assert pack.data == {"deck": {"items": [{"id": "a", "text": "One"}, {"id": "b", "text": "Two"}]}}


def test_every_mistake_of_pack_yaml_in_one_run(make_pack: MakePack) -> None:
    broken = PACK.replace("version", "verzion").replace("size: [63, 88]", "size: [63, -1]").replace("items", "itmes")
    assert mistakes(make_pack({"deck.yaml": DECK}, pack=broken)) == [
        "pack.yaml:1:1: error: version is missing; add version: …",
        "pack.yaml:2:1: error: unknown key 'verzion'; allowed: title, version, players, languages, palette, fonts, "
        "facts, papers, pictures, components; did you mean 'version'?",
        "pack.yaml:10:16: error: components.card.size.1: -1 won't do; allowed: a number from 1 to 2000",
        "pack.yaml:12:5: error: unknown key 'itmes'; allowed: title, template, size, items, sort, copies, layout, "
        "slots, margin, overlap, seams, grid, gap, cells, chosen_by, group, papers, foot, marks, outline, corner, "
        "safe, back, bleed; did you mean 'items'?",
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("items: deck", "items: dekc", "there is no table 'dekc'; allowed: deck; did you mean 'deck'?"),
        (
            'ink: "#1B2530"',
            "ink: red",
            "palette.ink: 'red' won't do; allowed: a colour of six digits in quotes, such as",
        ),
        ("[en]", "[]", "languages: [] won't do"),
        ("[63, 88]", "[63]", "components.card.size"),
        ("title: Test", "title: []", "title: [] won't do"),
        (
            "    layout: page",
            "    seams: [[30, 63], []]",
            "pack.yaml:11:18: error: no pages can meet at 63; allowed: inside the face of 63 mm, "
            "with room for half the overlap of 5 mm",
        ),
    ],
)
def test_wrong_values(make_pack: MakePack, old: str, new: str, message: str) -> None:
    assert any(message in found for found in mistakes(make_pack({"deck.yaml": DECK}, pack=PACK.replace(old, new))))


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (
            "items: []\n",
            "deck.yaml:1:8: error: table 'deck' has no items; allowed: a list of items, or a key items: with a list",
        ),
        (
            "- {text: One}\n",
            "deck.yaml:1:3: error: an item without an id; "
            "give each item an id of its own; it names the item in messages",
        ),
        ("- {id: a}\n- {id: a}\n", "deck.yaml:2:3: error: the id 'a' stands twice, first in line 1; rename one"),
        ("- one\n", "deck.yaml:1:3: error: an item must hold keys and values; write it as - {id: …, …}"),
        (
            "- {id: a, copies: x}\n",
            "deck.yaml:1:19: error: copies: 'x' is not a number of copies; allowed: a whole number from 0",
        ),
        (
            "- {id: a, copies: -1}\n",
            "deck.yaml:1:19: error: copies: -1 is not a number of copies; allowed: a whole number from 0",
        ),
    ],
)
def test_wrong_items(make_pack: MakePack, deck: str, message: str) -> None:
    assert mistakes(make_pack({"deck.yaml": deck})) == [message]


def test_numbers_sort_as_people_expect(make_pack: MakePack) -> None:  # O-D03
    deck = (
        "items:\n  - {id: d, number: 010, text: ten}\n  - {id: b, number: 008, text: eight}\n"
        "  - {id: a, number: 007, text: seven}\n  - {id: c, number: 009, text: nine}\n"
    )
    pack = load(str(make_pack({"deck.yaml": deck}, pack=PACK + "    sort: number\n")), Problems())
    assert [row["number"] for row in pack.items("card")] == ["007", "008", "009", "010"]
    assert sorted(["10", 9, "A2", "A10", None, "007"], key=natural) == [None, "007", 9, "10", "A2", "A10"]
    assert rows_of("nothing") == []


def test_a_link_out_of_the_pack_is_refused(make_pack: MakePack, tmp_path: Path) -> None:
    outside = tmp_path / "secret.yaml"
    outside.write_text("- {id: a, text: hidden}\n")
    folder = make_pack({})
    (folder / "deck.yaml").symlink_to(outside)
    assert "deck.yaml: error: a link that leaves the pack's folder; put the file itself there" in mistakes(folder)


def test_a_missing_table_is_told_with_what_to_do(make_pack: MakePack) -> None:
    (message,) = mistakes(make_pack({}))
    assert message.endswith("there is no table 'deck'; put deck.csv (or .yaml, .json) beside pack.yaml")
    (message,) = mistakes(make_pack({"deck.xls": "PK"}))
    assert message.endswith("there is no table 'deck'; save deck.xls as deck.csv")


def test_two_tables_of_one_name(make_pack: MakePack) -> None:
    assert "two tables are called 'deck'" in mistakes(make_pack({"deck.yaml": DECK, "deck.csv": "id\na\n"}))[0]


def test_packs_are_found_by_id_and_by_folder() -> None:
    assert find("cascadia") == shipped.data() / "cascadia"
    with pytest.raises(Failed, match=r"there is no pack 'cascadai'; allowed: cascadia, .*; did you mean 'cascadia'\?"):
        find("cascadai")
    with pytest.raises(Failed, match=r"this folder has no pack.yaml; start a pack with: playsheet new <name>"):
        find(str(Path(__file__).parent))


PO = 'msgid ""\nmsgstr "Language: pl\\n"\n\nmsgid "Card"\nmsgstr "Karta"\n'


def speaking(make_pack: MakePack, po: str | bytes) -> tuple[Words, Problems]:
    folder = make_pack({"deck.yaml": DECK, "locale/pl.po": po}, pack=PACK.replace("[en]", "[en, pl]"))
    problems = Problems()
    return localise.words(load(str(folder), problems), "pl", problems), problems


def test_words_come_from_the_catalogue_and_missing_ones_are_noted(make_pack: MakePack) -> None:
    words, problems = speaking(make_pack, PO)
    assert words.translate("Card") == "Karta"
    assert words.translate("Deck") == "Deck"
    assert words.translate("2 × 3") == "2 × 3"  # nothing to translate
    assert list(words.missing) == ["Deck"]
    assert len(problems) == 0


def test_a_fuzzy_translation_is_not_used(make_pack: MakePack) -> None:
    words, problems = speaking(make_pack, PO.replace('msgid "Card"', '#, fuzzy\nmsgid "Card"'))
    assert words.translate("Card") == "Card"
    assert "the translation of 'Card' is marked fuzzy and not used; check it and clear the mark" in str(
        next(iter(problems))
    )


def test_placeholders_must_be_the_same(make_pack: MakePack) -> None:
    _, problems = speaking(make_pack, PO + '\nmsgid "{n} cards"\nmsgstr "{m} kart"\n')
    assert "has other placeholders: m; allowed: n; copy the {…} parts letter for letter" in str(problems.errors[0])


@pytest.mark.parametrize("po", ["msgid broken\n", b'msgid ""\nmsgstr "\xff\xfe"\n'])
def test_a_broken_catalogue_names_its_file(make_pack: MakePack, po: str | bytes) -> None:
    with pytest.raises(Failed, match=r"locale/pl\.po(:\d+)?: error: (not a catalogue|the text is not UTF-8)"):
        speaking(make_pack, po)


def test_a_language_without_a_catalogue_warns(make_pack: MakePack) -> None:
    folder = make_pack({"deck.yaml": DECK}, pack=PACK.replace("[en]", "[en, xx]"))
    problems = Problems()
    localise.words(load(str(folder), problems), "xx", problems)
    assert "no catalogue for xx: English is printed; add this file" in str(next(iter(problems)))


def test_languages_to_build(make_pack: MakePack) -> None:
    pack = load(str(make_pack({"deck.yaml": DECK})), Problems())
    assert localise.languages(pack, "all") == localise.languages(pack, None) == ["en"]
    assert localise.languages(pack, "EN") == ["en"]
    with pytest.raises(
        Failed, match=r"testpack has no language 'de'; allowed: en, all; to add one, write locale/de\.po"
    ):
        localise.languages(pack, "de")


@pytest.mark.parametrize(
    ("language", "number", "text"),
    [
        ("en", 2.5, "2.5"),
        ("pl", 2.5, "2,5"),
        ("be-tarask", 0.5, "0,5"),
        ("fr", 26.5, "26,5"),
        ("xx", 1.5, "1.5"),
        ("ru", -3, "−3"),
    ],
)
def test_numbers_in_a_language(language: str, number: float, text: str) -> None:
    assert Words(language, {}, is_source=True).number(number) == text


def test_own_names_of_languages() -> None:
    assert [localise.own_name(tag) for tag in ("en", "pl", "ru", "be-tarask", "xx")] == [
        "English",
        "polski",
        "русский",
        "беларуская (тарашкевіца)",
        "xx",
    ]


def head_of(folder: Path) -> list[str]:
    problems = Problems()
    try:
        load(str(folder), problems)
    except Failed as failure:
        return [str(p).replace(f"{folder.as_posix()}/", "") for p in failure.problems]
    return [str(p).replace(f"{folder.as_posix()}/", "") for p in problems]


@pytest.mark.parametrize("name", ["Copies", "COPIES", "copie", "copeis", "сopies", "соpies", "Copies "])
def test_a_column_that_was_meant_as_copies_is_an_error(make_pack: MakePack, name: str) -> None:
    (problem,) = head_of(make_pack({"deck.csv": f"id,text,{name}\na,One,3\n"}))
    assert problem.startswith(f"deck.csv:1: error: the field '{name.strip()}' says nothing about copies; ")
    assert "did you mean 'copies'?" in problem
    assert ("its 'с' (U+0441) is a letter of another script: Cyrillic" in problem) is ("с" in name)
    yaml = make_pack({"deck.yaml": f"- {{id: a, text: One, {name.strip()}: 3}}\n"}, "second")
    assert head_of(yaml)[0].startswith("deck.yaml:1:")


@pytest.mark.parametrize("name", ["Qty", "Quantity", "Menge", "Anzahl", "Ilość", "Количество", "count"])
def test_a_column_of_amounts_that_no_template_prints_is_told(make_pack: MakePack, name: str) -> None:
    folder = make_pack({"deck.csv": f"id,text,{name}\na,One,3\n"})
    (problem,) = head_of(folder)
    assert problem == (
        f"deck.csv:1: warning: the field '{name}' says nothing about copies, and the template doesn't print it; "
        "did you mean 'copies'?"
    )
    card = f'{{% extends "common/face.svg.j2" %}}{{% block face %}}{{{{ item.{name} }}}}{{% endblock %}}'
    assert head_of(make_pack({"deck.csv": f"id,text,{name}\na,One,3\n"}, "second", card=card)) == []


@pytest.mark.parametrize("copies", ["2.0", " 2 ", "2", '"2,0"', "2.00"])
def test_copies_are_read_as_spreadsheets_write_them(make_pack: MakePack, copies: str) -> None:
    folder = make_pack({"deck.csv": f"id,text,copies\na,One,{copies}\n"})
    pack = load(str(folder), Problems())
    assert items.copies_of(pack.items("card")[0]) == 2


@pytest.mark.parametrize("copies", ["2.5", '"1,000"', "-1", "two", "1e3", "true", "²"])
def test_what_is_no_number_of_copies_is_refused(make_pack: MakePack, copies: str) -> None:
    assert "is not a number of copies" in head_of(make_pack({"deck.csv": f"id,text,copies\na,One,{copies}\n"}))[0]


@pytest.mark.parametrize("name", ["ID", "Id", "іd", "iD "])
def test_a_header_that_was_meant_as_id_is_told_once(make_pack: MakePack, name: str) -> None:
    rows = "".join(f"c{number},One\n" for number in range(24))
    (problem,) = head_of(make_pack({"deck.csv": f"{name},text\n{rows}"}))
    assert problem.startswith(f"deck.csv:1: error: the field '{name.strip()}' is no id; write id")
    assert ("Cyrillic" in problem) is ("і" in name)


def test_items_without_an_id_are_told_once(make_pack: MakePack) -> None:
    assert head_of(make_pack({"deck.csv": "text\n" + "One\n" * 24}))[0].startswith(
        "deck.csv:2: error: an item without an id, and 23 more; "
    )


def test_fields_that_look_alike_or_stand_in_one_row_alone_are_told(make_pack: MakePack) -> None:
    assert "the fields 'cost' and 'сost' look alike" in head_of(make_pack({"deck.csv": "id,cost,сost\na,1,2\n"}))[0]
    deck = "- {id: a, title: One}\n- {id: b, titel: Two}\n- {id: c, title: Three}\n"
    (problem,) = head_of(make_pack({"deck.yaml": deck}, "second"))
    assert problem == "deck.yaml:2:11: warning: no other item has a field 'titel'; did you mean 'title'?"


def test_keys_of_another_script_are_named(make_pack: MakePack) -> None:
    (problem,) = mistakes(make_pack({"deck.yaml": DECK}, pack=PACK.replace("    size:", "    sіze:")))[:1]
    assert "sіze" in problem or "size is missing" in problem
    assert any(
        "did you mean 'size'? its 'і' (U+0456) is a letter of another script: Cyrillic" in line
        for line in mistakes(make_pack({"deck.yaml": DECK}, "second", pack=PACK.replace("    size:", "    sіze:")))
    )


WORKBOOK = {
    "Cards": [["id", "text", "copies", "cost", "on"], ["a", "One", 2, 1.5, True], [], ["b", "Two", 3, None, False]],
    "Notes": [["id", "text"], ["n", "Note"]],
}


@pytest.mark.parametrize(("ending", "written"), [("xlsx", xlsx), ("ods", ods)])
def test_a_workbook_is_a_table(make_pack: MakePack, ending: str, written: Callable[[Sheets], bytes]) -> None:
    folder = make_pack({f"deck.{ending}": written(WORKBOOK), f"~$deck.{ending}": b"", "deck.csv#": b""})
    problems = Problems()
    pack = load(str(folder), problems)
    assert list(map(str, problems)) == []
    assert pack.items("card") == [
        {"id": "a", "text": "One", "copies": 2, "cost": 1.5, "on": True},
        {"id": "b", "text": "Two", "copies": 3, "cost": None, "on": False},
    ]
    assert str(pack.tables["deck"].place((1, "cost"))).endswith(f"deck.{ending}:4:4")
    named = make_pack({f"deck.{ending}": written(WORKBOOK)}, "named", PACK.replace("items: deck", "items: deck#Notes"))
    assert load(str(named), problems).items("card") == [{"id": "n", "text": "Note"}]


@pytest.mark.parametrize(("ending", "written"), [("xlsx", xlsx), ("ods", ods)])
def test_what_is_wrong_in_a_workbook_is_told_by_row_and_column(
    make_pack: MakePack, ending: str, written: Callable[[Sheets], bytes]
) -> None:
    faulty = written({"Cards": [["id", "text", "cost"], ["a", "One", 1], ["b", "Two", "#REF!"]]})
    assert head_of(make_pack({f"deck.{ending}": faulty})) == [
        f"deck.{ending}:3:3: error: cost: #REF! is an error of the spreadsheet; mend the cell there and save it again"
    ]
    pack = PACK.replace("items: deck", "items: deck#Carts")
    problems = head_of(make_pack({f"deck.{ending}": written(WORKBOOK)}, "sheet", pack))
    assert problems[0] == (
        f"deck.{ending}: error: there is no sheet 'Carts'; allowed: Cards, Notes; did you mean 'Cards'?"
    )
    both = head_of(make_pack({f"deck.{ending}": written(WORKBOOK), "deck.csv": "id,text\na,One\n"}, "both"))
    assert both == [f"deck.{ending}: warning: this workbook isn't read, as deck.csv is there; take one of the two away"]


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_hostile_workbooks_are_refused(make_pack: MakePack, ending: str) -> None:
    bomb = packed({"content.xml": bytes(65 * 1024 * 1024)})
    (problem,) = head_of(make_pack({f"deck.{ending}": bomb}, "bomb"))[:1]
    assert "error: a workbook with more than 64 MiB in it; save the sheet as CSV" in problem
    many = packed({f"part{number}": b"" for number in range(1001)})
    assert "more than 1000 parts" in head_of(make_pack({f"deck.{ending}": many}, "many"))[0]
    for number, raw in enumerate([b"", b"PK\x03\x04", b"id,text\n", xlsx(WORKBOOK)[:-40], packed({"a": "b"})]):
        (problem,) = head_of(make_pack({f"deck.{ending}": raw}, f"broken{number}"))[:1]
        assert "error: this is no workbook that can be read; allowed: a sound .xlsx or .ods file; " in problem


def test_a_sheet_of_very_many_empty_cells_is_refused_or_read(make_pack: MakePack) -> None:
    far = xlsx({"Cards": [["id", "text"], ["a", "One"]]})
    with ZipFile(BytesIO(far)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/s1.xml"
    parts[sheet] = parts[sheet].replace(
        b"</sheetData>", b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    )
    assert "this is no workbook that can be read" in head_of(make_pack({"deck.xlsx": packed(parts)}))[0]
