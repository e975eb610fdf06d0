"""Reports say what follows from what, what decided, how numbers were worked out, and what codes stand for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import main
from generator.pack import shipped
from generator.pack.load import load
from generator.problems import Problems
from generator.score.codes import meanings
from generator.score.report import Report
from generator.score.wording import as_json, text
from generator.stories.score import compiled
from tests.sheets import line, scored, scorer_of, words

SUMS = """
boxes: {a: {label: A}, b: {label: B}, rows: {label: Rows, rows: 2}}
values: {both: x + y}
lines:
  total: {label: Total, is: both + sum(z)}
  x: {label: X, is: a * 2}
  y: {label: Y, is: b + x, sign: any}
  z: {label: Z, each: rows, is: it + 1}
total: total
"""


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "fault of the program" not in result.output
    return result


def follows(written: str) -> dict[str, list[str]]:
    """Return which lines follow from which, on a sheet with these lines."""
    report = scored(scorer_of(SUMS), f"a: 1\nb: 1\nrows: [1, 2]\n{written}")
    return {one.name: [need.label for need in one.follows] for one in report.players[0].lines if one.follows}


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("x: 3\ny: 4\nz: [2, 3]\ntotal: 12", {"y": ["X"], "total": ["X"]}),  # 3 + 4 + 5
        ("x: 3\ny: -4\nz: [2, 3]\ntotal: 12", {"y": ["X"], "total": ["X"]}),  # its sign doesn't matter
        ("x: 3\ny: 3\nz: [2, 3]\ntotal: 11", {"total": ["X"]}),  # y is right
        ("x: 3\ny: 5\nz: [2, 3]\ntotal: 13", {"total": ["X", "Y"]}),  # both wrong by themselves
        ("x: 3\ny: 3\nz: [2, 3]\ntotal: 10", {}),  # right: what follows isn't wrong
        ("x: 3\ny: 3\nz: [2, 3]\ntotal: 99", {}),  # wrong by itself
        ("x: 3\ntotal: 12", {"total": ["X"]}),  # y isn't written, and follows too
        ("z: [2, 4]\ntotal: 11", {"total": ["Z"]}),
        ("x: 2\ny: 3\nz: [2, 3]\ntotal: 10", {}),
    ],
)
def test_what_follows_from_a_wrong_line_says_so(written: str, expected: dict[str, list[str]]) -> None:
    assert follows(written) == expected


def test_following_is_told_in_the_players_language_and_in_json() -> None:
    report = scored(scorer_of(SUMS), "a: 1\nb: 1\nrows: [1, 2]\nx: 3\ntotal: 12\n")
    assert "✗ Total: wrote 12, right is 10 = 5 + 2 + 3; follows from X" in text(report, words())
    assert "; wynika z: X" in text(report, words("pl"))
    lines = as_json(report, words())["players"][0]["lines"]
    assert [one.get("follows") for one in lines if one["status"] == "wrong"] == [["X"], None]
    assert line(report, "total").follows[0].label == "X"


TIES = """
boxes: {points: {label: Points}, nature: {label: Nature tokens, blank: 0}, coins: {label: Coins, blank: 0}}
values: {rest: {is: 0 - coins, label: Coins not spent}}
total: points
table: {ties: [nature, rest]}
"""


def table(*players: tuple[int, int, int]) -> Report:
    rows = "".join(
        f"  - {{player: P{n}, points: {p}, nature: {t}, coins: {c}}}\n" for n, (p, t, c) in enumerate(players)
    )
    return scored(scorer_of(TIES), f"players:\n{rows}")


@pytest.mark.parametrize(
    ("players", "lines"),
    [
        ([(9, 1, 0), (8, 5, 0)], ["1. P0: 9", "2. P1: 8", "Winner: P0"]),
        (
            [(9, 1, 0), (9, 5, 0)],
            ["1. P1: 9 (Nature tokens: 5)", "2. P0: 9 (Nature tokens: 1)",
             "Winner: P1; the totals are equal, and this decides: Nature tokens"],
        ),
        (
            [(9, 5, 2), (9, 5, 1)],
            ["1. P1: 9 (Nature tokens: 5, Coins not spent: −1)", "2. P0: 9 (Nature tokens: 5, Coins not spent: −2)",
             "Winner: P1; the totals are equal, and this decides: Nature tokens, Coins not spent"],
        ),
        (
            [(9, 5, 1), (9, 5, 1)],
            ["1. P0: 9 (Nature tokens: 5, Coins not spent: −1)", "1. P1: 9 (Nature tokens: 5, Coins not spent: −1)",
             "Shared victory: P0, P1"],
        ),
    ],
)  # fmt: skip
def test_the_tie_break_is_named_in_the_ranking(players: list[tuple[int, int, int]], lines: list[str]) -> None:
    report = text(table(*players), words())
    assert [one.strip() for one in report.partition("Ranking\n")[2].splitlines() if one][:-1] == lines


def test_the_tie_break_is_in_json_and_other_languages() -> None:
    report = table((9, 1, 0), (9, 5, 0), (3, 0, 0))
    assert [place.get("ties") for place in as_json(report, words())["ranking"]] == [
        [{"label": "Nature tokens", "value": 5}],
        [{"label": "Nature tokens", "value": 1}],
        None,
    ]
    assert "решает: Nature tokens" in text(report, words("ru"))


# ------------------------------------------------------------------ how numbers were worked out


@pytest.mark.parametrize(
    ("example", "says"),
    [
        ("get-on-board/example/c1-early.yaml", "C1: The ticks need 5 crossings: 3 + 2 + 0 + 0 + 0 + 0 + 0 (old "),
        (
            "get-on-board/example/c1-early.yaml",
            "at most 3 beside the green lights: 3 (markers of the tickets) + 0 ",
        ),
        (
            "get-on-board/example/c2-crossings.yaml",
            "at most 26 beside the green lights: 26 (markers of ",
        ),
        ("get-on-board/example/d4-winner.yaml", "marked as winner: no, score 66. The scores are 66, 41, 0; "),
        (
            "cascadia/example/m1-shared-first.yaml",
            "bonus for 6, place 1 among the corridors 6, 5, 6, with 2 in ",
        ),
    ],
)
def test_messages_say_how_they_were_worked_out(example: str, says: str) -> None:
    assert says in run("score", shipped.data() / example, "--lang", "en").output


# ------------------------------------------------------------------ codes


def codes_of(game: str) -> tuple[Any, dict[str, Any]]:
    pack = load(game, Problems())
    scorer = compiled(pack, Problems())
    assert scorer is not None
    assert pack.score is not None
    return pack, meanings(scorer.file, pack.score.place)


@pytest.mark.parametrize("game", shipped.packs())
def test_every_code_can_be_looked_up_in_every_language(game: str) -> None:
    pack, codes = codes_of(game)
    page = Path(__file__).parents[1] / "docs" / "packs" / f"{game}-codes.md"
    assert set(re.findall(r"^\| `(\w+)` \|", page.read_text("utf-8"), re.MULTILINE)) == set(codes)
    for language in pack.file.languages:
        for code in list(codes)[:: 1 if language == "en" else 5]:
            result = run("score", "--explain", code, "--pack", game, "--lang", language)
            assert result.exit_code == 0, result.output
            assert result.output.startswith(f"{code} ({game})\n\n  ")
            assert f"data/{game}/score.yaml:" in result.output


def test_a_code_says_what_must_be_so_and_shows_an_example() -> None:
    output = run("score", "--explain", "h1", "--lang", "pl").output
    assert output.startswith("H1 (cascadia)\n\n  Gracz ma 23 płytki")
    assert "  Musi być tak: 24 not in [“Góry”, “Lasy”, " in output
    assert "Przykłady: data/cascadia/example/h1-too-long.yaml" in output


def test_a_code_of_several_games_needs_the_game_or_a_sheet_of_it() -> None:
    result = run("score", "--explain", "B1")
    assert result.exit_code == 1
    assert "several games have a code 'B1'; allowed: cascadia, get-on-board; name the game" in result.output
    sheet = shipped.data() / "cascadia" / "example" / "five.yaml"
    assert run("score", "--explain", "B1", sheet).output.startswith("B1 (cascadia)")


def test_an_unknown_code_is_told_with_those_that_are_near() -> None:
    result = run("score", "--explain", "E99", "--pack", "quadrata-canada")
    assert result.exit_code == 1
    assert "there is no code 'E99'; allowed: E01, E02, " in result.output
    assert "did you mean 'E" in result.output
    assert run("score", "--explain", "A1", "--json").exit_code == 2
    assert run("score", "--explain", "A1", "--blank", "cascadia").exit_code == 2
