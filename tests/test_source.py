"""Files are read as they were typed: numbers, words, places, spreadsheets' quirks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.pack.source.files import MOST_BYTES
from generator.pack.source.json import read_json
from generator.pack.source.located import Source
from generator.pack.source.read import read
from generator.pack.source.table import read_table
from generator.pack.source.text import composed, decoded
from generator.pack.source.values import scalar
from generator.pack.source.yaml import read_yaml
from generator.problems import Failed, Location


def problems_of(raw: bytes, reader=read_yaml, shown: str = "deck.yml") -> list[str]:
    with pytest.raises(Failed) as caught:
        reader(raw, shown)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    "typed",
    [
        "no",
        "NO",
        "yes",
        "on",
        "off",
        "1:30",
        "2:1",
        "010",
        "007",
        "1.10",
        "1e3",
        "0x1F",
        "2024-01-02",
        ".5",
        "+3",
        "-0.0",
    ],
)
def test_what_yaml_would_change_stays_text(typed: str) -> None:
    assert read_yaml(f"value: {typed}\n".encode(), "f").data == {"value": typed}


@pytest.mark.parametrize(
    ("typed", "value"),
    [("12", 12), ("-3", -3), ("0", 0), ("0.5", 0.5), ("true", True), ("false", False), ("null", None)],
)
def test_canonical_values_are_values(typed: str, value: object) -> None:
    data = read_yaml(f"value: {typed}\n".encode(), "f").data["value"]
    assert data == value
    assert type(data) is type(value)


@given(st.from_regex(r"[-+.\dA-Za-z:]{1,12}", fullmatch=True))
def test_a_scalar_prints_as_it_was_typed(typed: str) -> None:
    value = scalar(typed)
    if isinstance(value, bool) or value is None:
        assert typed in ("true", "false", "null")
    else:
        assert str(value) == typed


def test_norwegian_stays_norwegian() -> None:  # O-D01
    raw = "order: [da, no, sv]\nda: {points: point}\nno: {points: poeng}\nsv: {points: poäng}\n".encode()
    data = read_yaml(raw, "languages.yml").data
    assert data["order"] == ["da", "no", "sv"]
    assert data["no"] == {"points": "poeng"}


def test_an_unquoted_colour_stops_with_its_line_and_key() -> None:  # O-D04
    raw = b"title: Weather\nitems:\n  - id: sky\n    fill: #00cc00\n    text: Clear sky\n"
    (message,) = problems_of(raw)
    assert message == (
        'deck.yml:4:10: error: fill is empty: #00cc00 without quotes is a comment; write fill: "#00cc00"'
    )


def test_a_comment_after_a_value_or_an_empty_value_is_fine() -> None:
    data = read_yaml(b"a: red # not a colour\nb: # nothing here\nc: '#00cc00'\n", "f").data
    assert data == {"a": "red", "b": None, "c": "#00cc00"}


def test_a_key_twice_names_both_lines() -> None:  # O-D05
    (message,) = problems_of(b"bear: Bear\nelk: Elk\nfox: Fox\nelk: Wapiti\nhawk: Hawk\n", shown="en.yml")
    assert message == "en.yml:4:1: error: key 'elk' stands twice, in line 2 and in line 4; keep one of the two"


def test_a_colon_in_text_asks_for_quotes() -> None:  # O-D06
    (message,) = problems_of(b"title: Harbour\nitems:\n  - id: gull\n    text: Bonus: draw two cards\n")
    assert message == (
        "deck.yml:4:16: error: text with a colon must be quoted: text: Bonus: draw two cards; "
        'write it as text: "Bonus: draw two cards"'
    )


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("a: 1\nday: [NL, , ]\n", "f:2:11: error: an empty place in a list: day: [NL, , ]; write null there"),
        ("a: [,1]\n", "f:1:5: error: an empty place in a list: a: [,1]; write null there"),
        ("a: 1\nbear 3\n", "a colon is missing: bear 3; write a name, a colon, a blank"),
        ("a: 1\nbear:3\n", "a blank is missing behind the colon: bear:3; write it as bear: 3"),
        ("a: b\n c: 3\n", "f:2:3: error: this line doesn't belong to the one above: c: 3; begin both equally far"),
        ("a: 1\n\tb: 1\n", "a tab where spaces are needed; indent with spaces"),
        ("a: [1\nb: 2\n", "check quotes, brackets and the indentation"),
    ],
)
def test_slips_of_yaml_are_told_in_the_words_of_who_typed_them(raw: str, message: str) -> None:
    assert message in problems_of(raw.encode(), shown="f")[0]


def test_all_problems_of_a_file_come_together() -> None:
    messages = problems_of(b"a: 1\na: 2\nb: #fff\nc: #000\n", shown="f")
    assert [message.split(": ")[0] for message in messages] == ["f:2:1", "f:3:3", "f:4:3"]


def test_tabs_are_named() -> None:
    (message,) = problems_of(b"a:\n\tb: 1\n", shown="f")
    assert "a tab where spaces are needed; indent with spaces" in message


@pytest.mark.parametrize("line", ["a: [{}]", "a:\n{}"])
def test_aliases_of_texts_repeat_so_many_characters_and_no_more(line: str) -> None:
    long = f"t: &t '{'x' * 99_000}'\n"
    some, many = (line.format(", ".join(["*t"] * number)) for number in (10, 60_000))
    if line.endswith("\n{}"):
        some, many = ("a:\n" + "  - {*t : 1}\n" * number for number in (10, 20_000))
    assert len(read_yaml((long + some).encode(), "f").data["a"]) == 10
    (message,) = problems_of((long + many).encode(), shown="f")
    assert "aliases (*name) repeat more than 1000000 characters; write the text once" in message


def test_aliases_are_values_too() -> None:
    (message,) = problems_of(b"t: &t x\na: [" + b"*t, " * 300_001 + b"]", shown="f")
    assert "more than 300000 values in one file" in message


def test_aliases_and_tags_are_refused() -> None:
    messages = problems_of(b"a: &x [1]\nb: *x\nc: !python/name:os.system 1\n", shown="f")
    assert any("an alias (*name) repeats this value" in message for message in messages)
    assert any("a tag !python/name:os.system" in message for message in messages)


@pytest.mark.parametrize("raw", [b"[" * 4000, b"{a: " * 4000, b"- " * 4000 + b"x"])
def test_deep_nesting_is_a_problem_not_a_crash(raw: bytes) -> None:
    assert problems_of(raw, shown="f")


def test_a_billion_laughs_stays_small() -> None:
    lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 8)}]" for n in range(1, 12)]
    assert "alias" in problems_of("\n".join(lines).encode(), shown="f")[0]


def test_places_of_values() -> None:
    source = read_yaml(b"a:\n  - {id: x}\n  - id: y\n", "f")
    assert source.place(("a", 1, "id")) == Location("f", 3, 9)
    assert source.place(("a", 1, "nothing", "deeper")) == source.place(("a", 1))
    assert Source("f", None).place(("x",)) == Location("f")


def test_json_is_read_like_yaml() -> None:
    source = read_json(b'{\n\t"no": 1.10,\n\t"b": ["010", 12]\n}', "f.json")
    assert source.data == {"no": "1.10", "b": ["010", 12]}
    assert source.place(("b", 0)).line == 3
    assert "stands twice" in problems_of(b'{"a": 1, "a": 2}', read_json, "f.json")[0]
    assert problems_of(b'{"a": }', read_json, "f.json")[0].startswith("f.json:1:7: error: not JSON")


WORDS = st.text(st.characters(min_codepoint=32, exclude_categories=["Cc", "Cs", "Cn"]), min_size=1, max_size=8).map(
    composed
)


@given(st.dictionaries(WORDS, st.lists(st.integers(-999, 999), max_size=3), max_size=4))
def test_any_json_object_comes_back(value: dict[str, list[int]]) -> None:
    assert read_json(json.dumps(value).encode(), "f.json").data == value


def test_a_table_with_mark_semicolons_and_crlf() -> None:  # O-D07
    raw = "\ufeffid;text;copies\r\np1;Peña;1\r\np2;Ñandú;1\r\np3;Río;1\r\n".encode()
    rows = read_table(raw, "deck.csv").data
    assert [row["text"] for row in rows] == ["Peña", "Ñandú", "Río"]
    assert rows[0] == {"id": "p1", "text": "Peña", "copies": 1}


def test_unicode_text_from_a_spreadsheet() -> None:  # O-D08
    raw = "id\ttext\tcopies\r\n1\tBlåbær\t1\r\n2\tSmørøy\t1\r\n".encode("utf-16")
    assert [row["text"] for row in read_table(raw, "deck.txt").data] == ["Blåbær", "Smørøy"]


def test_line_breaks_in_cells() -> None:  # O-D09
    raw = b'id,text,copies\r\na,"Draw a card.\nThen discard.",1\r\nb,"Move.\r\nTurn.\r\nStop.",1\r\n'
    source = read_table(raw, "deck.csv")
    assert [row["text"] for row in source.data] == ["Draw a card.\nThen discard.", "Move.\nTurn.\nStop."]
    assert source.place((1, "text")).line == 4


def test_fractions_that_became_dates_are_warned_of() -> None:  # O-D11
    source = read_table("id,cost\na,1/2\nb,02-Jan\nc,04.мар\nd,3/4\n".encode(), "deck.csv")
    assert [row["cost"] for row in source.data] == ["1/2", "02-Jan", "04.мар", "3/4"]
    assert [problem.place.line for problem in source.warnings] == [3, 4]
    assert "02-Jan looks like a date" in str(source.warnings[0])


def test_excels_separator_line_and_empty_lines() -> None:
    source = read_table(b"sep=;\nid;n\n\na;1\n;\n", "f.csv")
    assert source.data == [{"id": "a", "n": 1}]
    assert source.place((0,)).line == 4


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"id,id\na,b\n", "f.csv:1: error: column 'id' stands twice; rename one of the two"),
        (b"id,,n\na,b,c\n", "f.csv:1: error: column 2 has no name; name every column in the first line"),
        (b"id,n\na,b,c\n", "f.csv:2: error: 3 cells in a row, 2 columns; quote cells that hold the separator"),
        (b"", "f.csv:1: error: an empty table; name the columns in the first line"),
        (b'id\n"a\n', "f.csv:2: error: not a table: unexpected end of data"),
    ],
)
def test_broken_tables(raw: bytes, message: str) -> None:
    assert problems_of(raw, read_table, "f.csv") == [message]


def test_text_that_is_not_utf8_names_its_line() -> None:
    with pytest.raises(Failed, match=r"f:2: error: the text is not UTF-8; .*save the file as UTF-8"):
        decoded(b"a: 1\nb: \xe4\n", "f")


def test_files_that_cant_be_read(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="can't be read"):
        read(tmp_path / "none.yaml", "none.yaml")
    (tmp_path / "x.ods").write_bytes(b"")
    with pytest.raises(Failed, match=r"ending in '\.ods'; allowed: yaml"):
        read(tmp_path / "x.ods", "x.ods")
    big = tmp_path / "big.yaml"
    with big.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(Failed, match="larger than 16 MiB"):
        read(big, "big.yaml")


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (["TRUE", "FALSE", ""], [True, False, None]),
        (["true", "false", "null"], [True, False, None]),
        (["True", "False", ""], [True, False, None]),
        (["True", "Grit", ""], ["True", "Grit", None]),
        (["WAHR", "FALSCH", "WAHR"], [True, False, True]),
        (["PRAWDA", "FAŁSZ", ""], [True, False, None]),
        (["ИСТИНА", "ЛОЖЬ", ""], [True, False, None]),
        (["WAHR", "LIEBE", ""], ["WAHR", "LIEBE", None]),
        (["NULL", "x", ""], [None, "x", None]),
    ],
)
def test_truths_as_spreadsheets_write_them(cells: list[str], values: list[object]) -> None:
    raw = "id,x\n" + "".join(f"{number},{cell}\n" for number, cell in enumerate(cells))
    assert [row["x"] for row in read_table(raw.encode(), "f.csv").data] == values


@pytest.mark.parametrize("word", ["TRUE", "True", "FALSE", "False", "NULL", "Null"])
def test_yaml_has_its_words_in_capitals_too(word: str) -> None:
    value = {"true": True, "false": False, "null": None}[word.lower()]
    assert read_yaml(f"a: {word}\n".encode(), "f").data == {"a": value}
    assert read_yaml(f'a: "{word}"\n'.encode(), "f").data == {"a": word}


@pytest.mark.parametrize(
    "word",
    [
        "#REF!", "#N/A", "#DIV/0!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!", "Err:502", "#BEZUG!", "#NV", "#WERT!",
        "#ССЫЛКА!", "#Н/Д", "#ДЕЛ/0!", "#ADR!", "#DZIEL/0!", "#SPILL!", "#######",
    ],
)  # fmt: skip
def test_an_error_of_a_spreadsheet_is_told_once_a_column(word: str) -> None:
    raw = f"id,cost\na,1\nb,{word}\nc,{word}\nd, {word}\n"
    assert problems_of(raw.encode(), read_table, "f.csv") == [
        f"f.csv:3: error: cost: {word} is an error of the spreadsheet, and in 2 more rows; "
        "mend the cell there and save it again"
    ]


@pytest.mark.parametrize("word", ["#1B2530", "#1", "#tag!", "Err: 5", "Wow!", "#", "Really?"])
def test_a_text_is_no_error_of_a_spreadsheet(word: str) -> None:
    assert read_table(f"id,cost\na,{word}\n".encode(), "f.csv").data[0]["cost"] == word


@pytest.mark.parametrize(
    "raw",
    ["id;price\na;2\nb;1,50\nc;0,5\n", 'id,price\na,2\nb,"1,50"\nc,"0,5"\n', "id\tprice\na\t2\nb\t1,50\nc\t0,5\n"],
)
def test_a_decimal_comma_is_told_with_its_column(raw: str) -> None:
    source = read_table(raw.encode(), "f.csv")
    assert [row["price"] for row in source.data] == [2, "1,50", "0,5"]
    (warning,) = source.warnings
    assert str(warning) == (
        "f.csv:3: warning: price: '1,50' has a decimal comma, and is a text so, and in 1 more row; "
        "write 1.5, or number(item.price) where it is counted with"
    )


def test_a_text_with_a_comma_is_a_text() -> None:
    assert read_table(b"id;where\na;1,50\nb;here, there\n", "f.csv").warnings == ()
