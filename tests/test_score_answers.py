"""What people type is read exactly, and what can't stand is said with what is allowed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.problems import Failed
from generator.score.formula.numbers import number_from
from generator.score.formula.program import Blank
from generator.score.report import Report
from generator.score.wording import text
from tests.sheets import scored, scored_json, scorer_of, words

BOXES = """
settings:
  board: {label: Board, choices: {ny: New York, london: London}, default: ny}
  out: {label: Out, kind: flag, per: player}
  edition: {label: Edition, kind: text}
boxes:
  halves: {label: Halves, from: 0, to: 70, step: 0.5, blank: none, breaks: A2}
  points: {label: Points, from: -5, blank: none}
  most: {label: Most, to: 9, blank: none}
  turns: {label: Turns, count: 5}
  rows: {label: Rows, count: 4, rows: 3}
  taxis: {label: Taxis, kind: marks, count: 8, counted: true}
  used: {label: Used, kind: marks, count: 8}
  cups: {label: Cups, kind: marks, choices: [gold, silver], breaks: E14}
  day: {label: Day, choices: [AB, BC, "–"], rows: 3, blank: none}
  bonus: {label: Bonus, choices: [6, 10], blank: none}
  first: {label: First, kind: flag}
  note: {label: Note, kind: text}
lines:
  sum: {label: Sum, is: "turns"}
"""


def read(**typed: Any) -> tuple[dict[str, Any], list[str]]:
    """Return the values of a sheet filled so, and what is wrong with it."""
    scorer = scorer_of(BOXES)
    table = scorer.read(_Typed({"game": "game", **typed}))
    report = scorer.score(table)
    return table.players[0].values, said(report)


class _Typed:
    """A filled file made of Python values."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def place(self, path: tuple[str | int, ...] = ()) -> Any:
        from generator.problems import Location

        return Location("filled.yaml:" + "/".join(map(str, path)))


def said(report: Report, language: str = "en") -> list[str]:
    """Return the lines about what is wrong in a report."""
    marked = [x.strip() for x in text(report, words(language)).splitlines()]
    return [x.removeprefix("✗ ") for x in marked if x.startswith("✗ ")]


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("64,5", Fraction(129, 2)),
        ("64.5", Fraction(129, 2)),
        ("2½", Fraction(5, 2)),
        ("2 ½", Fraction(5, 2)),
        ("½", Fraction(1, 2)),
        ("−½", Fraction(-1, 2)),
        ("1/2", Fraction(1, 2)),
        ("2 1/2", Fraction(5, 2)),
        ("21/2", Fraction(21, 2)),
        ("⅓", Fraction(1, 3)),
        ("−3", -3),
        ("–3", -3),
        ("-3", -3),
        ("— 3", -3),
        ("+3", 3),
        (" 12 ", 12),
        ("\u00a012\u2009", 12),
        ("1\u00a0000", 1000),
        ("010", 10),
        ("1.10", Fraction(11, 10)),
        (",5", Fraction(1, 2)),
        (64.5, Fraction(129, 2)),
        (0.1, Fraction(1, 10)),
        (7, 7),
        ("", None),
        ("abc", None),
        ("1/0", None),
        ("1e5", None),
        ("--3", None),
        ("1:30", None),
        ("1,2,3", None),
        ("1½,5", None),
        ("9" * 99, None),
        (True, None),
        (float("nan"), None),
        (float("inf"), None),
        (None, None),
        ([1], None),
    ],
)
def test_numbers_are_read_as_people_write_them(typed: object, number: object) -> None:
    assert number_from(typed) == number
    assert type(number_from(typed)) is type(number)


@given(st.integers(-(10**9), 10**9), st.integers(0, 3), st.sampled_from("-−–"), st.sampled_from(",."))
def test_every_decimal_reads_back(whole: int, decimals: int, minus: str, mark: str) -> None:
    exact = Fraction(whole, 10**decimals)
    digits = f"{abs(whole):0{decimals + 1}d}"
    typed = digits[: len(digits) - decimals] + (mark + digits[len(digits) - decimals :] if decimals else "")
    assert number_from((minus if whole < 0 else "") + typed) == exact


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("halves", "64,5", Fraction(129, 2)),
        ("halves", "", None),
        ("halves", None, None),
        ("turns", 3, 3),
        ("turns", "3", 3),
        ("turns", None, 0),
        ("turns", [True, True, False], 2),
        ("turns", ["x", "X", "", None], 2),
        ("turns", ["✓", "✗"], 2),
        ("turns", [1, 2, 3], 3),
        ("turns", [1, 1, 0], 2),
        ("turns", "xxx..", 3),
        ("turns", [], 0),
        ("rows", [3, "xx"], [3, 2, 0]),
        ("rows", [["x"], [True, True], 1], [1, 2, 1]),
        ("taxis", 4, [1, 2, 3, 4]),
        ("taxis", [4, 1], [1, 4]),
        ("taxis", None, []),
        ("used", 4, [4]),
        ("used", "2, 5", [2, 5]),
        ("cups", ["Silver", "gold"], ["gold", "silver"]),
        ("cups", "gold", ["gold"]),
        ("day", ["ab", "-", "BC"], ["AB", "–", "BC"]),
        ("day", ["AB"], ["AB", None, None]),
        ("day", None, [None, None, None]),
        ("bonus", "10", 10),
        ("bonus", 6, 6),
        ("first", "x", True),
        ("first", False, False),
        ("first", None, False),
        ("note", 12, "12"),
        ("out", True, True),
        ("board", "London", "london"),
        ("board", None, "ny"),
        ("edition", None, None),
        ("player", "Anna", "Anna"),
    ],
)
def test_each_kind_of_box(name: str, typed: object, value: object) -> None:
    values, wrong = read(**{name: typed})
    assert not wrong
    assert values[name] == value


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("rows", "3 2 0", [3, 2, 0]),
        ("rows", "3, 2, x", [3, 2, 1]),
        ("rows", "3,2,0", [3, 2, 0]),
        ("rows", "xx;x;", None),
        ("day", "AB, –, BC", ["AB", "–", "BC"]),
        ("halves", "-", None),
        ("halves", "–", None),
        ("bonus", "-", None),
        ("day", ["AB", "-", ""], ["AB", "–", None]),
        ("turns", "|||", 3),
        ("board", "new york", "ny"),
        ("turns", "III", 3),
    ],
)
def test_lists_without_brackets_dashes_for_nothing_and_tallies(name: str, typed: object, value: object) -> None:
    values, wrong = read(**{name: typed})
    if name == "rows" and value is None:
        assert len(wrong) == 1
        assert all(isinstance(found, Blank) for found in values["rows"])
    else:
        assert not wrong
        assert values[name] == value


@pytest.mark.parametrize(
    ("name", "typed", "value", "message"),
    [
        ("halves", "70,5", Fraction(141, 2), "A2: Halves: 70.5, allowed is 0 to 70"),
        ("halves", "1,25", Fraction(5, 4), "A2: Halves: 1.25, allowed are steps of 0.5"),
        ("halves", "many", Blank, "A2: Halves: many is no number; write figures only, such as 12"),
        ("halves", True, Blank, "A2: Halves: true is no number; write figures only, such as 12"),
        ("points", -6, -6, "Points: −6, allowed is −5 or more"),
        ("points", "2½", Fraction(5, 2), "Points: 2.5, only whole numbers are allowed"),
        ("most", 10, 10, "Most: 10, allowed is 9 or less"),
        ("turns", 7, 5, "Turns: 7, allowed is 0 to 5"),
        ("turns", -1, 0, "Turns: −1, allowed is 0 to 5"),
        ("turns", "two", Blank, "Turns: two is no row of ticks; allowed is 0 to 5"),
        ("turns", 1.5, Blank, "Turns: 1.5 is no number of ticks; allowed is 0 to 5"),
        ("turns", ["x", "", "x"], 2, "Turns: box 2 is empty, and a later one is ticked"),
        ("turns", "xx.x", 3, "Turns: box 3 is empty, and a later one is ticked"),
        ("turns", [1, 3], 2, "Turns: box 2 is empty, and a later one is ticked"),
        ("turns", ["x"] * 7, 5, "Turns: [x, x, x, x, x, x, x], allowed is 0 to 5"),
        ("rows", [1, 9, 1], [1, 4, 1], "Rows, row 2: 9, allowed is 0 to 4"),
        ("rows", [1, 1, 1, 1], [1, 1, 1], "Rows: a list of 4, allowed are 3"),
        ("rows", 2, None, "Rows: 2 is no list; write 3 values in brackets, with commas between them"),
        ("taxis", 9, Blank, "Taxis: 9, allowed is 0 to 8"),
        ("used", [9], Blank, "Used: 9 is not allowed; allowed: 1, 2, 3, 4, 5, 6, 7, 8"),
        ("cups", ["gold", "gold"], ["gold"], "E14: Cups: gold stands twice"),
        ("cups", ["bronze"], Blank, "E14: Cups: bronze is not allowed; allowed: gold, silver"),
        ("day", ["ZZ"], None, "Day, row 1: ZZ is not allowed; allowed: AB, BC, –"),
        ("bonus", 8, Blank, "Bonus: 8 is not allowed; allowed: 6, 10"),
        ("first", "maybe", Blank, "First: maybe, allowed: yes, no"),
        ("note", ["a"], Blank, "Note: [a] is no text of up to 200 letters"),
        ("note", "a" * 201, Blank, f"Note: {'a' * 60} is no text of up to 200 letters"),
        ("trns", 1, None, "unknown name trns: did you mean turns?"),
        ("xyzzy", 1, None, "unknown name xyzzy"),
    ],
)
def test_a_value_that_cannot_stand_is_said_with_what_is_allowed(
    name: str, typed: object, value: object, message: str
) -> None:
    values, wrong = read(**{name: typed})
    assert wrong == [message]
    if value is Blank:
        assert isinstance(values[name], Blank)
    elif value is not None:
        assert values[name] == value


def test_everything_wrong_is_said_in_one_run_with_its_place_in_the_players_language() -> None:
    report = scored(scorer_of(BOXES), "game: game\nturns: 7\ncups: [tin]\nboard: paris\nsum: viele\n")
    assert said(report, "pl") == [
        "Turns: 7, dozwolone od 0 do 5 (filled.yaml:2:8)",
        "E14: Cups: tin jest niedozwolone; dozwolone: gold, silver (filled.yaml:3:7)",
        "Sum: viele to nie liczba; wpisz same cyfry, na przykład 12 (filled.yaml:5:6)",
        "Board: paris jest niedozwolone; dozwolone: ny, london (filled.yaml:4:8)",
    ]
    assert not report.holds
    assert report.codes == ("E14",)


def test_a_table_of_players_and_what_belongs_where() -> None:
    report = scored(
        scorer_of(BOXES),
        "game: game\nboard: london\nturns: 1\nplayers:\n  - {player: A, turns: 1, sum: 1}\n  - {board: ny, sum: 0}\n",
    )
    assert said(report) == [
        "board belongs to the table: write it at the top of the file (filled.yaml:6:13)",
        "turns belongs to a player: write it under players (filled.yaml:3:8)",
    ]
    assert [p.total for p in report.players] == [None, None]


@pytest.mark.parametrize(
    ("filled", "message"),
    [
        ("- 1", "filled.yaml:1:1: error: a filled sheet holds keys and values; begin with game: game"),
        ("game: chess", "filled.yaml:1:7: error: a sheet of the game 'chess'; allowed: game"),
        ("players: 3", "filled.yaml:1:10: error: players must be a list"),
        ("players: []", "filled.yaml:1:10: error: players must be a list"),
        ("players: [1]", "filled.yaml:1:11: error: a player's entry must hold keys and values"),
    ],
)
def test_a_file_that_is_no_sheet_of_this_game_stops(filled: str, message: str) -> None:
    with pytest.raises(Failed) as stopped:
        scored(scorer_of(BOXES), filled)
    assert str(stopped.value).startswith(message)


def test_json_is_read_alike() -> None:
    scorer = scorer_of(BOXES)
    report = scored_json(scorer, '{"game": "game", "halves": 64.50, "turns": "xx", "day": ["–"], "sum": 2}')
    assert report.holds


# ------------------------------------------------------------------ the open cases, values byte for byte

TOTALS = """
boxes: {traffic: {label: Traffic, blank: none}}
values: {unknown: "[1][0] if false else traffic + 0"}
lines: {total: {label: Total, is: needs + 0}}
total: total
"""
WRITTEN = TOTALS.replace("boxes: {", "boxes: {needs: {label: Needs}, ")


def test_half_points_typed_with_a_comma_win() -> None:
    filled = '{"language": "pl", "players": [{"player": "Ola", "total": "64,5"}, {"player": "Jan", "total": "62"}]}'
    report = scored_json(scorer_of(WRITTEN), filled)
    told = text(report, words("pl"))
    assert report.language == "pl"
    assert report.winners == (1,)
    assert "Zwycięstwo: Ola" in told
    assert "1. Ola: 64,5" in told
    assert "Razem: 64,5, według zapisanych liczb" in told


def test_every_minus_is_understood() -> None:
    filled = (
        '{"players": [{"player": "A", "traffic": "−3"}, {"player": "B", "traffic": "–3"}, '
        '{"player": "C", "traffic": "-3"}]}'
    )
    scorer = scorer_of("boxes: {traffic: {label: Traffic}}\nlines: {t: {label: T, is: traffic}}\ntotal: t")
    report = scored_json(scorer, filled)
    assert [player.total for player in report.players] == [-3, -3, -3]
    assert report.winners == (1, 2, 3)


def test_somebody_wins_when_all_are_below_zero() -> None:
    totals = {"P1": "-1", "P2": "-2", "P3": "-15", "P4": "-30", "P5": "-12"}
    players = ", ".join(f'{{"player": "{name}", "total": "{total}"}}' for name, total in totals.items())
    report = scored_json(scorer_of(WRITTEN), f'{{"players": [{players}]}}')
    assert report.winners == (1,)
    assert [(s.player, s.place, s.total) for s in report.standings] == [
        (1, 1, -1),
        (2, 2, -2),
        (5, 3, -12),
        (3, 4, -15),
        (4, 5, -30),
    ]
