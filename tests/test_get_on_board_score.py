"""Get on Board: filled sheets give the totals and break the rules that the game's rules say."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from generator.cli.main import main
from generator.pack.scoremodel import ScoreFile
from generator.pack.source.json import read_json
from generator.pack.source.yaml import read_yaml
from generator.pack.validation import validated
from generator.problems import Problems
from generator.score.report import Report
from generator.score.scoring import Scorer, compile_score
from tests.bus import Bus
from tests.test_get_on_board import EXAMPLES, catalogue, pack


@cache
def scorer() -> Scorer:
    problems = Problems()
    score = pack().score
    assert score is not None
    file = validated(ScoreFile, score, problems)
    assert file is not None, [str(problem) for problem in problems]
    made = compile_score("get-on-board", file, score.place, pack().data, problems)
    assert made is not None and not list(problems), [str(problem) for problem in problems]
    return made


def scored(text: str, name: str = "sheet.yaml") -> Report:
    """Return the report on a filled sheet given as the text of its file."""
    source = (read_json if name.endswith(".json") else read_yaml)(text.encode(), name)
    report = scorer().score(scorer().read(source))
    assert not report.problems, [str(problem) for problem in report.problems]
    return report


def filled(**answers: Any) -> Report:
    """Return the report on one player's answers."""
    return scored(json.dumps({"game": "get-on-board", **answers}), "sheet.json")


def codes(report: Report, level: str = "error") -> set[str]:
    """Return the codes of a report's errors or warnings, wrong lines among the errors."""
    broken = [*report.broken, *(b for player in report.players for b in player.broken)]
    found = {b.id for b in broken if b.level == level}
    if level == "error":
        found |= {line.breaks for player in report.players for line in player.lines if line.status == "wrong"}
    return found


def right(report: Report, player: int = 0) -> dict[str, Any]:
    """Return what each line of a player should be."""
    return {line.name: line.right for line in report.players[player].lines}


def said(report: Report, code: str, language: str = "en") -> str:
    """Return the text of the first broken rule of a code, in a language."""
    translate = catalogue(language).translate
    broken = [b for player in report.players for b in player.broken] + list(report.broken)
    message = next(b.message for b in broken if b.id == code)
    text = translate(message.says)
    for key, value in message.values.items():
        text = text.replace("{" + key + "}", str(value))
    return text


EXPECTED = yaml.safe_load((EXAMPLES / "expect.yaml").read_text("utf-8"))


def test_every_example_says_what_it_must_give() -> None:
    assert {path.name for path in EXAMPLES.glob("*.yaml")} == {*(case["file"] for case in EXPECTED), "expect.yaml"}


@pytest.mark.parametrize("case", EXPECTED, ids=lambda case: case["file"].removesuffix(".yaml"))
def test_examples_give_their_totals_and_break_their_rules(case: dict[str, Any]) -> None:
    report = scored((EXAMPLES / case["file"]).read_text("utf-8"), case["file"])
    assert [player.total for player in report.players] == case["totals"]
    assert codes(report) == set(case["codes"])
    assert codes(report, "warning") == set(case["remarks"])
    assert report.holds is not bool(case["codes"])


def test_every_rule_has_an_example_that_breaks_it() -> None:
    score = pack().score.data  # type: ignore[union-attr]
    rules = {rule["id"] for rule in (*score["rules"], *score["table"]["rules"])} | {"A1", "A2"}
    rules |= {score["route"]["breaks"]["route"], score["route"]["breaks"]["box"], score["route"]["errand"]["breaks"]}
    assert {code for case in EXPECTED for code in (*case["codes"], *case["remarks"])} == rules


WORKED = {
    "example-1": (7, 10, 14, 13, 16, 10, 3, 4, 63),
    "example-2": (5, 14, 19, 13, 6, 10, 0, 1, 66),
    "example-3": (5, 3, 32, 14, 10, 10, 1, 2, 71),
    "example-4": (1, 0, 7, 3, 0, 0, 10, 9, -8),
}
"""The sums of the worked examples, in the order of the ledger."""

LEDGER = ("old_ladies", "students", "tourists", "businessmen", "common", "personal", "turns", "traffic")


@pytest.mark.parametrize("name", WORKED)
def test_worked_examples_come_out_line_by_line(name: str) -> None:
    sums = right(scored((EXAMPLES / f"{name}.yaml").read_text("utf-8")))
    assert (*(sums[f"{block}_total"] for block in LEDGER), sums["total"]) == WORKED[name]


def passed_by(route: list[str]) -> dict[str, Any]:
    """Return the sheet of a bus that passed these crossings."""
    body = pack().data["sheet"]
    return Bus({kind: body[kind]["points"] for kind in Bus.ROWS}).drive(route)


def test_every_sheet_of_a_legal_route_is_accepted() -> None:
    dice = random.Random(20261130)
    supply = pack().data["boards"]["by_id"]["ny"]["supply"]
    streets = [name for name, amount in supply.items() if name != "green_light" for _ in range(amount)]
    for name in ("school", "light", "dark", "office"):
        streets[streets.index(name)] = f"{name}*"
    for _ in range(200):
        report = filled(map="ny", **passed_by(dice.sample(streets, dice.randint(1, 26))))
        assert codes(report) == set(), [said(report, code) for code in codes(report)]


# Cases that other programs got wrong: what was passed is put on the sheet by `Bus`, what was entered stands as typed.


def test_a_fifth_school_is_not_on_the_sheet() -> None:
    report = filled(students=5, internships=0, schools=5, named_school=None, students_total="25")
    assert right(report)["students_total"] == 20
    assert codes(report) == {"A1", "A2"}
    passed = passed_by(["student"] * 5 + ["school"] * 5)
    assert passed["schools"] == 4
    assert right(filled(**passed))["students_total"] == 20


def test_the_named_university_adds_the_students_so_far() -> None:
    route = ["student", "student", "student", "student", "school*", "student", "school"]
    report = filled(**passed_by(route), students_total="15")
    assert right(report)["students_total"] == 14
    assert codes(report) == {"A1"}


def test_a_bus_that_has_not_parked_gives_half_rounded_down() -> None:
    full = ["tourist", "tourist", "tourist", "tourist", "light"]
    report = filled(**passed_by([*full, "tourist", "tourist", "tourist"]), tourists_total="18,5")
    assert right(report)["tourists_total"] == 18
    assert codes(report) == {"A1"}
    empty = filled(**passed_by(full), tourists_total="14")
    assert right(empty)["tourists_total"] == 14
    assert codes(empty) == set()


def test_an_arch_passed_with_an_empty_bus_counts_for_the_objective() -> None:
    passed = passed_by(["light", "tourist", "light", "light"])
    blank = filled(card_1="arches", **passed, common_total="0")
    assert codes(blank) == {"B10"}
    assert "10 in the first round" in said(blank, "B10")
    first = filled(card_1="arches", **passed, common_objectives=[10, None], common_total="0")
    assert right(first)["common_total"] == 10
    assert codes(first) == {"A1"}


# What a report says.


def test_a_wrong_sum_is_explained() -> None:
    report = scored((EXAMPLES / "a1-students.yaml").read_text("utf-8"))
    line = next(line for line in report.players[0].lines if line.name == "students_total")
    assert (line.written, line.right) == (12, 10)
    assert isinstance(line.why, tuple) and "".join(map(str, line.why)) == "(3 + 1) × 2 + 2"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Students: wrote 12, right is 10 = (3 + 1) × 2 + 2 [A1]"),
        ("ru", "Студенты: записано 12, верно 10 = (3 + 1) × 2 + 2 [A1]"),
    ],
)
def test_the_command_explains_a_wrong_sum_in_the_players_language(language: str, line: str) -> None:
    run = CliRunner().invoke(main, ["score", "--lang", language, str(EXAMPLES / "a1-students.yaml")])
    assert run.exit_code == 1
    assert line in run.output


def test_a_file_with_every_box_blank_can_be_scored(tmp_path: Path) -> None:
    blank = tmp_path / "blank.yaml"
    blank.write_text(CliRunner().invoke(main, ["score", "--blank", "get-on-board", "--lang", "ru"]).stdout, "utf-8")
    run = CliRunner().invoke(main, ["score", str(blank)])
    assert run.exit_code == 0, run.output


def test_messages_speak_russian() -> None:
    report = scored((EXAMPLES / "b7-star.yaml").read_text("utf-8"))
    assert said(report, "B7", "ru").startswith("У именной арки записано 4.")
    assert said(report, "B7", "ru").endswith("возможно только 0, 3, 5.")


def test_a_half_filled_sheet_is_scored_as_far_as_it_goes() -> None:
    report = filled(students=3, schools=2)
    assert right(report)["students_total"] == 6
    assert right(report)["total"] == 6
    assert codes(report) == set()


def test_rules_of_a_table_need_a_table() -> None:
    assert (
        codes(filled(card_1="tourists", tourists=[4, 1], tourist_values=[14], arches=1, common_objectives=[6])) == set()
    )


def test_an_eliminated_player_scores_nothing_and_owes_nothing() -> None:
    report = filled(eliminated=True, card_1="tourists", tourists=[4, 1, 0], tourist_values=[14, None, None], arches=1)
    assert report.players[0].total == 0
    assert codes(report) == set()


def test_equal_scores_share_the_win() -> None:
    players = [{"player": "Ada", "old_ladies": 3, "winner": True}, {"player": "Bela", "old_ladies": 3, "winner": True}]
    report = filled(players=players)
    assert report.winners == (1, 2)
    assert codes(report) == set()


def test_penalties_may_be_written_with_their_sign() -> None:
    assert codes(filled(turns=2, traffic=6, turns_total="−3", traffic_total="-3", total="–6")) == set()
