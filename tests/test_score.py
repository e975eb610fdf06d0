"""Lines, rules and the ranking: what is right, wrong, missing, and who wins."""

from __future__ import annotations

import ast
import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator import score
from generator.pack.source.yaml import read_yaml
from generator.pack.words.localise import common
from generator.problems import Problems
from generator.score.blank import blank
from generator.score.messages import MESSAGES
from generator.score.report import Message, Report, Status
from generator.score.scoring import Scorer
from generator.score.wording import as_json, text
from tests.sheets import line, scored, scorer_of, words

BUS = """
breaks: {line: A1}
settings:
  board: {label: Board, choices: {ny: New York, london: London}, default: ny}
boxes:
  turns: {label: Turns, kind: ticks, count: 5}
  students: {label: Students, from: 0, to: 6}
  schools: {label: Schools, from: 0, to: 4}
  star: {label: Star, from: 0, to: 9, blank: none}
  rows: {label: Rows, kind: ticks, count: 4, rows: 3}
values:
  row_points: {each: rows, is: "data.worth.rows[it]"}
lines:
  students_total: {label: Students, is: "(students + 1) * schools + (star or 0)"}
  rows_total: {label: Rows, is: "row_points|sum"}
  turns_total: {label: Turns, is: "data.worth.turns[turns]", sign: any, breaks: A7}
  total: {label: Total, is: "students_total + rows_total - turns_total"}
rules:
  - {id: B9, that: "(star or 0) <= students", says: "The star holds {star}, more than {students + 0}."}
  - {id: B1, each: rows, when: "i > 0", that: "it <= rows[i - 1]", says: "Row {row} holds {it}."}
  - {id: W1, level: warning, that: "turns < 5", says: "All turns are used."}
total: total
table:
  ties: [students]
  rules:
    - {id: D1, when: "players > 1", that: "len(distinct(all.schools)) == players", says: "Schools {all.schools}."}
"""
TABLES = {"worth": {"rows": [0, 2, 5, 9, 14], "turns": [0, 1, 3, 5, 7, 10]}}
HOLDS = (
    "{game: game, turns: 2, students: 3, schools: 2, star: 2, rows: [3, 2, 0], "
    "students_total: 10, rows_total: 14, turns_total: 3, total: 21}"
)


@pytest.fixture(scope="module")
def bus() -> Scorer:
    """Return the scorer of the small bus game."""
    return scorer_of(BUS, TABLES)


def told(report: Report, language: str = "en") -> list[str]:
    """Return a report's text as lines without their indent."""
    return [x.strip() for x in text(report, words(language)).splitlines() if x.strip()]


# ------------------------------------------------------------------ lines


def test_a_sheet_that_is_right_holds(bus: Scorer) -> None:
    report = scored(bus, HOLDS)
    assert report.holds
    assert {x.status for x in report.players[0].lines} == {Status.OK}
    assert told(report) == [
        "Player 1",
        "✓ Students: 10",
        "✓ Rows: 14",
        "✓ Turns: 3",
        "✓ Total: 21",
        "Total: 21",
        "The sheet holds.",
    ]


def test_a_wrong_line_says_what_was_written_what_is_right_and_why(bus: Scorer) -> None:
    report = scored(bus, HOLDS.replace("students_total: 10", "students_total: 12"))
    assert not report.holds
    assert report.codes == ("A1",)
    assert told(report)[1] == "✗ Students: wrote 12, right is 10 = (3 + 1) × 2 + 2 [A1]"
    assert told(report, "ru")[1] == "✗ Students: записано 12, верно 10 = (3 + 1) × 2 + 2 [A1]"


@pytest.mark.parametrize("typed", ["3", "-3", "−3"])
def test_a_number_to_take_off_may_carry_its_sign(bus: Scorer, typed: str) -> None:
    assert scored(bus, HOLDS.replace("turns_total: 3", f"turns_total: {typed}")).holds


def test_a_line_has_a_code_of_its_own(bus: Scorer) -> None:
    assert scored(bus, HOLDS.replace("turns_total: 3", "turns_total: 4")).codes == ("A7",)


def test_missing_boxes_stop_only_what_needs_them(bus: Scorer) -> None:
    report = scored(bus, "{game: game, students: 3, star: 1, rows: [1], rows_total: 2, total: 21}")
    assert not report.holds
    assert report.incomplete
    assert [(x.name, x.status) for x in report.players[0].lines] == [
        ("students_total", Status.MISSING),
        ("rows_total", Status.OK),
        ("turns_total", Status.UNWRITTEN),
        ("total", Status.MISSING),
    ]
    assert told(report)[1:] == [
        "? Students: can't be worked out, missing: Schools",
        "✓ Rows: 2",
        "· Turns: not written, it is 0",
        "? Total: wrote 21, can't be checked, missing: Schools",
        "Total: 21, by the numbers written",
        "The sheet holds as far as it is filled in; something is missing.",
    ]
    assert [need.label for need in report.players[0].missing] == ["Schools"]


def test_what_cannot_be_worked_out_goes_on_with_the_number_written(bus: Scorer) -> None:
    report = scored(bus, "{game: game, students: 3, students_total: 10, rows: [1], total: 11}")
    assert line(report, "students_total").status == Status.MISSING
    assert (line(report, "total").status, line(report, "total").right) == (Status.WRONG, 12)
    assert report.players[0].by_hand


def test_a_rule_that_lacks_an_answer_is_not_checked(bus: Scorer) -> None:
    report = scored(bus, "{game: game, schools: 1, star: 3}")
    assert [(u.id, [n.label for n in u.missing]) for u in report.players[0].unchecked] == [("B9", ["Students"])]
    assert "? Rule B9 can't be checked, missing: Students" in told(report)
    two = scorer_of("boxes: {a: {label: A}}\nrules: [{id: X, that: a, says: x}, {id: Y, that: a, says: x}]")
    assert "? Rules X, Y can't be checked, missing: A" in told(scored(two, "game: game"))


def test_a_wrong_value_is_not_blamed_on_the_formula() -> None:
    scorer = scorer_of("boxes: {a: {label: A, from: 0, to: 1}}\nlines: {x: {label: X, is: '[5, 6][a]'}}")
    report = scored(scorer, "{game: game, a: 4}")
    assert not report.problems
    assert "? X: can't be worked out, missing: A" in told(report)
    assert "✗ A: 4, allowed is 0 to 1 (filled.yaml:1:17)" in told(report)


def test_a_sheet_without_sums_is_worked_out(bus: Scorer) -> None:
    report = scored(bus, "{game: game, students: 1, schools: 1}")
    assert report.holds
    assert told(report)[-1] == "Nothing is wrong so far; some lines aren't written yet."
    assert report.players[0].total == 2


def test_a_long_list_of_what_is_missing_is_cut() -> None:
    boxes = ", ".join(f"b{n}: {{label: B{n}}}" for n in range(9))
    scorer = scorer_of(f"boxes: {{{boxes}}}\nlines: {{x: {{label: X, is: '{' + '.join(f'b{n}' for n in range(9))}'}}}}")
    report = scored(scorer, "{game: game, b3: 1}")
    assert "? X: can't be worked out, missing: B0, B1, B2, B4, B5, … (8)" in told(report)
    assert len(as_json(report, words())["players"][0]["missing"]) == 8


# ------------------------------------------------------------------ each

EACH = """
boxes:
  size: {label: Size, from: 0, to: 9, rows: 3}
lines:
  bonus: {label: Bonus, each: size, is: "it * row", why: "{it} × {row}"}
  twice: {label: Twice, rows: 2, is: "i + 1"}
  sum: {label: Sum, is: "sum(bonus) + sum(twice)"}
"""


def test_repeated_lines_are_checked_row_by_row() -> None:
    report = scored(scorer_of(EACH), "{game: game, size: [2, 3, 1], bonus: [2, 7, 3], twice: [1, 2], sum: 14}")
    assert [x.status for x in report.players[0].lines if x.name == "bonus"] == ["ok", "wrong", "ok"]
    assert "✗ Bonus, row 2: wrote 7, right is 6 = 3 × 2" in told(report)
    assert line(report, "sum").status == "ok"


def test_one_missing_row_leaves_the_others() -> None:
    report = scored(scorer_of(EACH), "{game: game, size: [2, null, 1], bonus: [2, 6, 3], sum: 14}")
    assert [x.status for x in report.players[0].lines][:3] == ["ok", "missing", "ok"]
    assert line(report, "sum").status == "ok"  # with the number written in row 2
    assert "? Bonus, row 2: wrote 6, can't be checked, missing: Size, row 2" in told(report)
    assert line(report, "bonus", row=2).missing[0].row == 2


def test_rows_written_beyond_the_last_are_wrong() -> None:
    scorer = scorer_of("boxes: {n: {label: N, from: 0, to: 5}}\nlines: {x: {label: X, each: 'range(n)', is: it}}\n")
    assert scored(scorer, "{game: game, n: 2, x: [0, 1]}").holds
    report = scored(scorer, "{game: game, n: 2, x: [0, 1, 2]}")
    assert not report.holds
    assert told(report)[-3] == "✗ X: a list of 3, allowed are 2 (filled.yaml:1:23)"
    assert scored(scorer, "{game: game, n: 2, x: [0, 1, 2]}").players[0].broken == report.players[0].broken


# ------------------------------------------------------------------ rules


def test_broken_rules_speak_with_their_values(bus: Scorer) -> None:
    report = scored(bus, "{game: game, students: 1, schools: 1, star: 2, rows: [1, 3, 4], turns: 5}")
    assert report.codes == ("B9", "B1")
    assert report.remarks == ("W1",)
    assert [x for x in told(report) if x[0] in "✗!"] == [
        "✗ B9: The star holds 2, more than 1. (filled.yaml:1:45)",
        "✗ B1: Row 2 holds 3. (filled.yaml:1:58)",
        "✗ B1: Row 3 holds 4. (filled.yaml:1:61)",
        "! W1: Warning: All turns are used. (filled.yaml:1:72)",
    ]


def test_warnings_do_not_fail_a_sheet(bus: Scorer) -> None:
    assert scored(bus, "{game: game, students: 1, schools: 1, turns: 5}").holds


def test_what_is_written_can_be_asked_for() -> None:
    scorer = scorer_of(
        "lines: {d: {label: D, is: 1 / 2}}\n"
        "rules: [{id: E21, when: written.d is not none, that: frac(written.d * 2) == 0, says: 'D: {written.d}'}]"
    )
    assert scored(scorer, "game: game").codes == ()
    report = scored(scorer, "{game: game, d: '1,3'}")
    assert report.codes == ("E21",)
    assert "✗ E21: D: 1,3 (filled.yaml:1:1)" in told(report, "pl")


def test_a_message_comes_out_whole_even_where_its_values_fail() -> None:
    scorer = scorer_of("rules: [{id: X, that: 1 > 2, says: 'It is {[1][4]} or {1 / 3}, {[1, none]}, {true}, {open'}]")
    report = scored(scorer, "game: game")
    assert "✗ X: It is – or 1/3, 1, –, yes, {open (filled.yaml:1:1)" in told(report)
    assert not report.problems


# ------------------------------------------------------------------ players

MAJORITY = """
boxes: {size: {label: Size, from: 0, to: 20, rows: 2}, nature: {label: Nature, from: 0, to: 20, blank: 0}}
values:
  bonuses: {each: size, is: "at(at([[3, 2, 1], [1]], rank(it, column(all.size, i)) - 1, []), ties[i] - 1)"}
  ties: {each: size, is: "count(column(all.size, i), it)"}
  best: "max(all.sum)"
lines:
  sum: {label: Sum, is: "sum(size) + sum(bonuses) + nature"}
  behind: {label: Behind, is: "best - sum"}
rules: [{id: ME, that: "all.sum[me] == sum and players == len(all.sum)", says: "?"}]
total: sum
table:
  values: {most: "max(all.sum)", leaders: {each: all.sum, is: "it == most"}}
  ties: [nature]
  rules: [{id: T, that: "any(leaders)", says: "?"}, {id: U, each: all.nature, that: "it < 9", says: "{row}: {it}"}]
"""


def test_formulas_see_all_players_stage_by_stage() -> None:
    report = scored(
        scorer_of(MAJORITY),
        "game: game\nplayers:\n  - {player: Ada, size: [7, 6], nature: 9}\n  - {size: [5, 6]}\n  - {size: [5, 2]}\n",
    )
    assert [line(report, "sum", n).right for n in (1, 2, 3)] == [7 + 6 + 3 + 2 + 9, 5 + 6 + 0 + 2, 5 + 2 + 0 + 0]
    assert [line(report, "behind", n).right for n in (1, 2, 3)] == [0, 14, 20]
    assert report.codes == ("U",)
    assert told(report)[-7:] == [
        "✗ U: 1: 9 (filled.yaml:1:1)",
        "Ranking",
        "1. Ada: 27",
        "2. Player 2: 13",
        "3. Player 3: 7",
        "Winner: Ada",
        "The sheet doesn't hold.",
    ]


def test_a_missing_answer_of_one_player_stops_what_compares_them() -> None:
    report = scored(scorer_of(MAJORITY), "game: game\nplayers:\n  - {size: [7, 6]}\n  - {size: [5]}\n")
    assert [line(report, "sum", n).status for n in (1, 2)] == [Status.MISSING, Status.MISSING]
    assert {(need.label, need.row, need.player) for need in report.players[0].missing} == {("Size", 2, 2)}
    assert {(need.label, need.row, need.player) for need in report.players[1].missing} == {("Size", 2, 0)}
    assert "? Sum: can't be worked out, missing: Player 2: Size, row 2" in told(report)
    assert not report.problems
    assert [u.id for u in report.unchecked] == ["T"]


RANKS = """
boxes: {nature: {label: Nature, blank: 0}, points: {label: Points}}
lines: {total: {label: Total, is: points}}
total: total
table: {ties: [nature]}
"""


@pytest.mark.parametrize(
    ("points", "nature", "places", "wins"),
    [
        ([5, 9, 7], [0, 0, 0], {2: 1, 3: 2, 1: 3}, "highest"),
        ([9, 9, 7], [2, 3, 9], {2: 1, 1: 2, 3: 3}, "highest"),
        ([9, 9, 7], [3, 3, 9], {1: 1, 2: 1, 3: 3}, "highest"),
        ([9, 7, 7], [3, 3, 3], {1: 1, 2: 2, 3: 2}, "highest"),
        ([-9, -7, -7.5], [0, 0, 0], {2: 1, 3: 2, 1: 3}, "highest"),
        ([9, 9, 7], [2, 3, 9], {3: 1, 2: 2, 1: 3}, "lowest"),
    ],
)
def test_ranking_with_ties(points: list[float], nature: list[int], places: dict[int, int], wins: str) -> None:
    scorer = scorer_of(
        RANKS.replace("ties: [", f"wins: {wins}, ties: [").replace("label: Points", "label: Points, step: 0.5")
    )
    sheets = "".join(f"  - {{points: {p}, nature: {n}}}\n" for p, n in zip(points, nature, strict=True))
    report = scored(scorer, f"game: game\nplayers:\n{sheets}")
    assert {s.player: s.place for s in report.standings} == places
    assert report.winners == tuple(n for n, place in places.items() if place == 1)


def test_a_shared_victory_is_told(bus: Scorer) -> None:
    sheets = "  - {player: Ada, points: 3}\n  - {player: Bo, points: 3}\n"
    report = scored(scorer_of(RANKS), f"game: game\nplayers:\n{sheets}")
    assert "Shared victory: Ada, Bo" in told(report)
    assert "Супольная перамога: Ada, Bo" in told(report, "be-tarask")
    assert "D1" in scored(bus, "players: [{schools: 1, students: 1}, {schools: 1, students: 2}]").codes


@pytest.mark.parametrize("wins", ["highest", "lowest"])
@pytest.mark.parametrize("others", [["{points: 3}"], ["{points: 3}", "{points: 5}"], ["{points: 3}", "{}"]])
def test_nobody_is_ranked_while_a_total_is_not_known(wins: str, others: list[str]) -> None:
    scorer = scorer_of(RANKS.replace("ties: [", f"wins: {wins}, ties: ["))
    report = scored(scorer, f"players: [{', '.join(others)}, {{player: Bo}}]")
    assert report.standings == () and report.winners == ()
    lines = told(report)
    assert "Total: not known" in lines
    assert not any(line == "Ranking" or "Winner" in line or "victory" in line for line in lines)
    assert any(line.startswith("No ranking yet: the total isn't known of ") and "Bo" in line for line in lines)
    data = as_json(report, words())
    assert (data["ranking"], data["winners"]) == ([], [])


def test_equals_are_not_ranked_while_what_decides_between_them_is_not_known() -> None:
    scorer = scorer_of(RANKS.replace("blank: 0", "from: 0"))
    equal = scored(scorer, "players: [{points: 3, nature: 1}, {points: 3}]")
    assert equal.standings == ()
    assert "No ranking yet: what decides between equal totals isn't known of everybody" in told(equal)
    apart = scored(scorer, "players: [{points: 3}, {points: 2}, {points: 1, nature: 1}, {points: 1, nature: 2}]")
    assert {s.player: s.place for s in apart.standings} == {1: 1, 2: 2, 4: 3, 3: 4}


ROWS = """
boxes:
  a: {label: A, rows: 3}
  b: {label: B, rows: 3}
  c: {label: C}
  where: {label: Where, kind: choice, choices: [north, south]}
lines:
  line: {label: Line, each: a, is: "LINE"}
rules:
  - {id: R, each: a, that: "LINE < 99", says: "no"}
"""


@pytest.mark.parametrize(
    ("line", "needs"),
    [
        ("a[i] + b[i]", {2: {("A", 2)}, 3: {("B", 3)}}),
        ("it + b[i]", {2: {("A", 2)}, 3: {("B", 3)}}),
        ("at(a, i) + at(b, row - 1)", {2: {("A", 2)}, 3: {("B", 3)}}),
        ("sum(pick(a, [i])) + b[0]", {2: {("A", 2)}}),
        ("a[i] + c", {1: {("C", 0)}, 2: {("A", 2), ("C", 0)}, 3: {("C", 0)}}),
        ("a[i] if i != 1 else b[1]", {}),
        ("sum(a) + b[0]", {1: {("A", 2)}, 2: {("A", 2)}, 3: {("A", 2)}}),
        ("12 / a[i] + b[i]", {2: {("A", 2), ("B", 3)}, 3: {("B", 3)}}),  # nothing is divided by 0: both may count
        ("1 if where == 'north' else b[i]", {n: {("Where", 0)} | ({("B", 3)} if n == 3 else set()) for n in (1, 2, 3)}),
    ],
)
def test_a_missing_row_names_that_row_alone(line: str, needs: dict[int, set[tuple[str, int]]]) -> None:
    report = scored(scorer_of(ROWS.replace("LINE", f"{line}")), "{a: [1, null, 3], b: [1, 2, null]}")
    assert not report.problems
    lines = report.players[0].lines
    assert {one.row: {(need.label, need.row) for need in one.missing} for one in lines if one.missing} == needs
    unchecked = [{(need.label, need.row) for need in rule.missing} for rule in report.players[0].unchecked]
    assert unchecked == [*{frozenset(n): n for n in needs.values()}.values()]


def test_settings_that_the_file_names_stand_above(bus: Scorer) -> None:
    assert told(scored(bus, "{game: game, board: london}"))[0] == "Board: London"
    assert told(scored(bus, "{game: game}"))[0] == "Player 1"


# ------------------------------------------------------------------ explanations


@pytest.mark.parametrize(
    ("formula", "why"),
    [
        ("a", ""),
        ("(a + b) * c", "(5 + 2) × 3"),
        ("a - (b - c)", "5 − (2 − 3)"),
        ("a - b - c", "5 − 2 − 3"),
        ("a * (b + -c)", "5 × (2 + (−3))"),
        ("a / b", "5 / 2"),
        ("a * 0.5", "5 × 0.5"),
        ("a + max(b, c)", "5 + 3"),
        ("max(b, c)", ""),
        ("sum([a, b, 0])", "5 + 2"),
        ("[a, -b]|sum", "5 + (−2)"),
        ("[a]|sum", ""),
        ("sum([a, b]) * c", "(5 + 2) × 3"),
        ("v", "5 + 2"),
        ("v + 1", "7 + 1"),
        ("0 if a == 0 else a + c", "5 + 3"),
        ("a + (b > 1)", "5 + 1"),
        ("a // b", ""),
    ],
)
def test_explanations_are_made_from_the_formula(formula: str, why: str) -> None:
    boxes = "boxes: {a: {label: A}, b: {label: B}, c: {label: C}}\nvalues: {v: a + b}\n"
    scorer = scorer_of(boxes + f"lines: {{x: {{label: X, is: '{formula}'}}}}")
    report = scored(scorer, "{game: game, a: 5, b: 2, c: 3, x: 99}")
    right = told(report)[1].split("right is ")[1]
    assert right.partition(" = ")[2] == why


def test_halves_are_written_as_the_language_does() -> None:
    scorer = scorer_of("boxes: {a: {label: A}}\nlines: {x: {label: X, is: a * 0.5 + 1}}")
    report = scored(scorer, "{game: game, a: 5, x: 99}")
    assert told(report, "pl")[1] == "✗ X: zapisano 99, prawidłowo 3,5 = 5 × 0,5 + 1"
    assert told(report)[1] == "✗ X: wrote 99, right is 3.5 = 5 × 0.5 + 1"


def test_an_explanation_can_be_worded(bus: Scorer) -> None:
    scorer = scorer_of(
        "boxes: {a: {label: A}}\nlines: {x: {label: X, is: 'max(a, 3)', why: 'the larger of {a} and 3'}}"
    )
    report = scored(scorer, "{game: game, a: 5, x: 3}")
    assert told(report)[1] == "✗ X: wrote 3, right is 5 = the larger of 5 and 3"
    assert line(report, "x").why == Message("the larger of {a} and 3", {"a": 5})
    assert line(scored(bus, HOLDS), "total").why is None


# ------------------------------------------------------------------ data for programs, the empty file


def test_json_says_the_same(bus: Scorer) -> None:
    filled = HOLDS.replace("students_total: 10", "students_total: 10.5").replace("star: 2", "star: 8")
    data = json.loads(json.dumps(as_json(scored(bus, filled), words())))
    (player,) = data["players"]
    assert data["holds"] is player["holds"] is False
    assert player["lines"][0] == {
        "name": "students_total",
        "label": "Students",
        "row": None,
        "written": 10.5,
        "right": 16,
        "status": "wrong",
        "why": "(3 + 1) × 2 + 8",
        "missing": [],
        "rule": "A1",
        "place": {"file": "filled.yaml", "line": 1, "column": 91},
    }
    assert player["broken"][0]["rule"] == "B9"
    assert player["broken"][0]["message"] == "The star holds 8, more than 3."
    assert data["winners"] == [1]
    third = scorer_of("lines: {x: {label: X, is: 1 / 3}}")
    assert as_json(scored(third, "game: game"), words())["players"][0]["lines"][0]["right"] == "1/3"


@pytest.mark.parametrize("language", ["en", "ru", "be-tarask", "pl"])
@pytest.mark.parametrize("players", [1, 3])
def test_the_empty_file_reads_back_and_lacks_everything(bus: Scorer, language: str, players: int) -> None:
    made = blank(bus, words(language), players)
    filled = read_yaml(made.encode(), "blank.yaml")
    report = bus.score(bus.read(filled))
    assert len(report.players) == players
    assert not report.codes
    assert report.incomplete or players == 3  # three players without schools differ in nothing
    assert {need.label for need in report.players[0].missing} == {"Students", "Schools"}
    named = filled.data["players"][-1] if players > 1 else filled.data
    assert set(bus.slots) | set(bus.lines) <= set(named) | set(filled.data)
    assert f"language: {language}" in made
    assert "# Turns: 0–5" in made
    assert "ny = New York, london = London" in made
    assert "\nboard: ny\n" in made


def test_the_empty_file_shows_every_kind() -> None:
    scorer = scorer_of(
        "settings: {half: {label: Half, from: 0.5, to: 2, step: 0.5, default: 1.5}}\n"
        "boxes:\n  m: {label: M, kind: marks, choices: ['–', a b]}\n  f: {label: F, kind: flag}\n"
        "  t: {label: T, kind: text}\n  n: {label: N, from: 1}\n  o: {label: O}\n"
        "  many: {label: Many, choices: 'data.codes'}\n",
        {"codes": [f"code{n}" for n in range(40)]},
    )
    made = blank(scorer, words())
    assert '# M: ["–", "a b"]' in made
    assert "# F: yes, no" in made
    assert "# N: 1–…" in made
    assert "# Half: 0.5, 1, … 2\nhalf: 1.5" in made
    assert max(len(row) for row in made.splitlines()) <= 120
    assert scored(scorer, made).problems == ()


def test_every_word_of_a_report_is_translated() -> None:
    for language in ("ru", "be-tarask", "pl"):
        problems = Problems()
        entries = common(language, problems)
        assert not list(problems)
        assert set(MESSAGES) <= set(entries)


def test_every_text_of_a_report_is_typed_once() -> None:
    typed = Counter(
        node.value
        for path in Path(score.__path__[0]).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
    )
    assert len(MESSAGES) == len(set(MESSAGES))
    sentences = [text for text in MESSAGES if len(text.split()) > 1]
    assert {text: typed[text] for text in sentences} == dict.fromkeys(sentences, 1)


# ------------------------------------------------------------------ any sheet

SHEET = {
    "turns": st.integers(0, 5),
    "students": st.integers(0, 6),
    "schools": st.integers(0, 4),
    "star": st.none() | st.integers(0, 9),
    "rows": st.lists(st.integers(0, 4), min_size=3, max_size=3),
}
LINES = ("students_total", "rows_total", "turns_total", "total")


class _Typed:
    """A filled file made of Python values."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def place(self, path: tuple[str | int, ...] = ()) -> Any:
        from generator.problems import Location

        return Location("/".join(map(str, path)))


def worked_out(scorer: Scorer, boxes: dict[str, Any]) -> dict[str, Any]:
    """Return a sheet with its lines filled in as the scorer works them out."""
    report = scorer.score(scorer.read(_Typed(boxes)))
    return boxes | {x.name: x.right for x in report.players[0].lines}


@given(boxes=st.fixed_dictionaries(SHEET))
def test_lines_as_worked_out_always_hold(boxes: dict[str, Any]) -> None:
    scorer = SCORER
    report = scorer.score(scorer.read(_Typed(worked_out(scorer, boxes))))
    assert all(x.status == Status.OK for x in report.players[0].lines)
    assert not report.problems


@given(boxes=st.fixed_dictionaries(SHEET), name=st.sampled_from(LINES), by=st.sampled_from([1, -1, Fraction(1, 2)]))
def test_one_changed_line_is_the_only_wrong_one(boxes: dict[str, Any], name: str, by: Fraction) -> None:
    scorer = SCORER
    sheet = worked_out(scorer, boxes)
    sheet[name] += by
    if name == "turns_total" and sheet[name] == by / 2:
        return  # it may carry its sign
    report = scorer.score(scorer.read(_Typed(sheet)))
    assert [x.name for x in report.players[0].lines if x.status != Status.OK] == [name]


SCORER = scorer_of(BUS, TABLES)


def test_a_message_about_an_unreadable_value_comes_out_whole() -> None:
    scorer = scorer_of(
        "boxes: {day: {label: Day, choices: [A, B], rows: 2, blank: none}, n: {label: N, from: 0}}\n"
        "lines: {total: {label: Total, is: n}}\n"
        "rules:\n  - {id: R, each: day, that: 'it is defined and false', says: 'Day {row}: {it}, {day}, {n}'}\n"
    )
    report = scored(scorer, "game: game\nday: [A, C]\ntotal: 3\n")
    assert "Day 1: A, A, –, –" in text(report, words())


def test_a_line_that_takes_what_is_written_and_finds_nothing_is_missing() -> None:
    scorer = scorer_of(
        "boxes: {n: {label: N, from: 0}}\n"
        "lines: {bonus: {label: Bonus, is: 'written.bonus'}, total: {label: Total, is: n + bonus}}\n"
    )
    report = scored(scorer, "game: game\nn: 3\n")
    assert not report.problems
    assert report.incomplete
    assert "  ? Total: can't be worked out, missing: Bonus\n" in text(report, words())
