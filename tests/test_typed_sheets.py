"""What a person types without knowing YAML or codes is read as it is meant, or told at its own line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import main
from generator.pack.load import load
from generator.pack.words import localise
from generator.problems import Failed, Problems
from generator.score.sheet.filledfile import filled_yaml
from generator.score.sheet.itinerary import itinerary
from generator.score.sheet.spelling import Spelling
from generator.stories.score import compiled
from tests.sheets import scored, scorer_of
from tests.test_score_answers import read, said


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "fault of the program" not in result.output
    return result


def data(text: str) -> Any:
    return filled_yaml(text.encode(), "filled.yaml").data


# ------------------------------------------------------------------ YAML as people type it


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("game: g\nberries:2\n# ---- a comment\noaks:3\n", {"game": "g", "berries": 2, "oaks": 3}),
        ("game:g\nberries:2", {"game": "g", "berries": 2}),
        ("berries :2\noaks：3\n", {"berries": 2, "oaks": 3}),
        ("old_ladies: -\nturns: 2\n", {"old_ladies": "-", "turns": 2}),
        ("old_ladies: -   # none\n", {"old_ladies": "-"}),
        ("most_oaks: |\noaks: 2\n", {"most_oaks": "|", "oaks": 2}),
        ("most_oaks: |   # a tick\noaks: 2\n", {"most_oaks": "|", "oaks": 2}),
        ("turns: |||\n", {"turns": "|||"}),
        ("turns: * * *\n", {"turns": "* * *"}),
        ("turns: - - x\n", {"turns": "- - x"}),
        ("player: @nick\n", {"player": "@nick"}),
        ("day: [AB, -, |]\n", {"day": ["AB", "-", "|"]}),
        ("players:\n  - most: |\n    oaks:2\n", {"players": [{"most": "|", "oaks": 2}]}),
        ("players:\n  - {player: A, oaks:2}\n", {"players": [{"player": "A", "oaks": 2}]}),
        ("route: |\n  8: r2c6\n  a:b\noaks:2\n", {"route": "8: r2c6\na:b\n", "oaks": 2}),
        ('note: "a: |"\nturns: -1\n', {"note": "a: |", "turns": -1}),
    ],
)  # fmt: skip
def test_slips_in_yaml_are_read_as_they_are_meant(text: str, expected: object) -> None:
    assert data(text) == expected


@pytest.mark.parametrize(
    ("text", "path", "place"),
    [
        ("game: g\nberries:2\n", ("berries",), "2:9"),
        ("game: g\nberries:2\noaks: 3\n", ("oaks",), "3:7"),
        ("berries :2\n", ("berries",), "1:10"),
        ("players:\n  - {player: A, oaks:2}\n", ("players", 0, "oaks"), "2:22"),
    ],
)
def test_what_was_mended_keeps_the_place_where_it_was_typed(text: str, path: tuple[Any, ...], place: str) -> None:
    assert str(filled_yaml(text.encode(), "filled.yaml").place(path)) == f"filled.yaml:{place}"


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("berries 2\n# ---- a comment\noaks: 1\n", "filled.yaml:1:9: error: a colon is missing: berries 2"),
        ("a: 1\nberries\n# c\noaks: 1\n", "filled.yaml:2:1: error: a colon is missing: berries"),
        ("rows: [1, 2\n\n# c\nb: 3\n", "filled.yaml:1:11: error: a bracket isn't closed: rows: [1, 2"),
        ("rows: [1, , 3]\n", "filled.yaml:1:11: error: an empty place in a list: rows: [1, , 3]; write null there"),
        ("player: 'Ann\n# c\nb: 2\n", "filled.yaml:1:9: error: a quotation mark isn't closed: player: 'Ann"),
        ("player: Ann: x\n", "filled.yaml:1:12: error: text with a colon must be quoted"),
    ],
)
def test_other_slips_are_told_at_their_own_line(text: str, begins: str) -> None:
    with pytest.raises(Failed) as stopped:
        data(text)
    assert str(stopped.value).startswith(begins)


# ------------------------------------------------------------------ what stands in boxes


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("turns", "x x x", 3),
        ("turns", "x, x, .", 2),
        ("turns", "x о О", 1),
        ("turns", "xо.", 1),
        ("turns", "* *", 2),
        ("turns", "- - -", 0),
        ("turns", "✔️✔️", 2),
        ("turns", "-", 0),
        ("first", "|", True),
        ("first", "о", False),
        ("cups", "-", []),
        ("cups", ["-", "gold"], ["gold"]),
        ("day", ["АВ", "ВС"], ["AB", "BC", None]),
        ("board", "new   york", "ny"),
        ("points", "１２", 12),
        ("points", "1\u2009000", 1000),
        ("points", "1\u3000000", 1000),
        ("points", "1’000", 1000),
        ("points", "1,000,000", 1_000_000),
        ("points", "1.000.000", 1_000_000),
        ("halves", "1,500", 1.5),
    ],
)  # fmt: skip
def test_signs_look_alikes_and_spaces(name: str, typed: object, value: object) -> None:
    values, wrong = read(**{name: typed})
    assert not wrong
    assert values[name] == value


@pytest.mark.parametrize(
    ("name", "typed", "message"),
    [
        ("points", "1,000", "Points: 1,000 may be 1000 or 1; write 1000, or 1"),
        ("points", "1.000", "Points: 1.000 may be 1000 or 1; write 1000, or 1"),
        ("points", "-12,000", "Points: -12,000 may be −12000 or −12; write -12000, or -12"),
        ("halves", "12,000", "A2: Halves: 12,000 may be 12000 or 12; write 12000, or 12"),
        ("turns", "1.000", "Turns: 1.000 may be 1000 or 1; write 1000, or 1"),
        ("taxis", "1,000", "Taxis: 1,000 may be 1000 or 1; write 1000, or 1"),
        ("bonus", "6,000", "Bonus: 6,000 may be 6000 or 6; write 6000, or 6"),
        ("sum", "1,250", "Sum: 1,250 may be 1250 or 1.25; write 1250, or 1.2500"),
    ],
)
def test_what_may_be_a_thousand_is_asked(name: str, typed: str, message: str) -> None:
    _, wrong = read(**{name: typed})
    assert wrong == [message]


def test_a_tick_far_beyond_a_track_takes_no_time() -> None:
    _, wrong = read(turns=[1, 10**15])
    assert wrong == ["Turns: [1, 1000000000000000], allowed is 0 to 5"]


@pytest.mark.parametrize(
    "line", ["r2c6 -> r2c5 [r2c4]", "r2c6->r2c5 -> [r2c4]", "r2c6 => r2c5 [r2c4]", "r2c6 –> r2c5 [r2c4]",
             "r2c6 – r2c5 [r2c4]", "r2c6 - r2c5 [r2c4]", "r2c6→r2c5→[r2c4]", "r2c6, r2c5 [r2c4]"],
)  # fmt: skip
def test_arrows_of_every_kind_stand_between_places(line: str) -> None:
    (stretch,) = itinerary([f"8: {line}"], ("route",)).stretches
    assert (stretch.card, stretch.places, stretch.marked) == (8, ("r2c6", "r2c5", "r2c4"), True)


def test_a_dash_inside_a_place_is_part_of_its_name() -> None:
    (stretch,) = itinerary(["north-quay south-quay"], ("route",)).stretches
    assert stretch.places == ("north-quay", "south-quay")


# ------------------------------------------------------------------ words of a language


@pytest.mark.parametrize(
    ("game", "language", "typed", "values"),
    [
        ("get-on-board", "ru", {"map": "Лондон", "eliminated": "да"}, {"map": "london", "eliminated": True}),
        ("get-on-board", "ru", {"map": "нью-йорк", "eliminated": "нет"}, {"map": "ny", "eliminated": False}),
        ("get-on-board", "ru", {"map": "New York", "eliminated": "yes"}, {"map": "ny", "eliminated": True}),
        ("get-on-board", "pl", {"eliminated": "TAK", "winner": "nie"}, {"eliminated": True, "winner": False}),
        ("get-on-board", "pl", {"card_1": "babcie"}, {"card_1": "old_ladies"}),
        ("quadrata-canada", "be-tarask", {"trophies": ["Фіялетавы"]}, {"trophies": ["purple"]}),
        ("quadrata-canada", "be-tarask", {"own_board": "не"}, {"own_board": False}),
        ("quadrata-canada", "en", {"day": ["Alberta", "british columbia", "-"]}, {"day": ["AB", "BC", "–"]}),
        ("quadrata-canada", "be-tarask", {"day": ["Альбэрта", "Ontario"]}, {"day": ["AB", "ON"]}),
    ],
)
def test_words_of_the_sheets_language_and_english_ones(
    game: str, language: str, typed: dict[str, Any], values: dict[str, Any]
) -> None:
    pack = load(game, Problems())
    scorer = compiled(pack, Problems())
    assert scorer is not None
    lines = "".join(f"{name}: {value if isinstance(value, str) else list(value)}\n" for name, value in typed.items())
    words = localise.words(pack, language, Problems())
    table = scorer.read(filled_yaml(lines.encode(), "filled.yaml"), Spelling([words.entries]))
    assert not [*table.faults, *table.players[0].faults]
    for name, value in values.items():
        entered = table.players[0].values[name]
        assert (entered[: len(value)] if isinstance(value, list) else entered) == value


@pytest.mark.parametrize(("language", "words"), [("ru", "да, нет"), ("pl", "tak, nie"), ("be-tarask", "так, не")])
def test_the_words_that_a_report_asks_for_are_read(language: str, words: str, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.yaml"
    sheet.write_text(f"game: get-on-board\nlanguage: {language}\neliminated: hmm\n", encoding="utf-8")
    assert f": {words} (" in run("score", sheet).output
    for word in words.split(", "):
        sheet.write_text(f"game: get-on-board\nlanguage: {language}\neliminated: {word}\n", encoding="utf-8")
        assert "✗" not in run("score", sheet).output


def test_words_are_read_that_only_the_language_of_the_report_has(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.yaml"
    sheet.write_text("game: get-on-board\nmap: Нью-Йорк\neliminated: да\n", encoding="utf-8")
    assert "✗" not in run("score", sheet, "--lang", "ru").output
    assert "✗" in run("score", sheet).output


def test_two_choices_of_one_name_are_not_guessed() -> None:
    tables = {"places": [{"id": "A", "name": "Port"}, {"id": "B", "name": "Port"}]}
    report = scored(scorer_of('boxes: {p: {label: P, choices: "ids(data.places)", blank: none}}', tables), "p: Port")
    assert said(report) == ["P: Port is not allowed; allowed: A, B (filled.yaml:1:4)"]


# ------------------------------------------------------------------ names stay


def test_what_players_write_is_translated_nowhere(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.yaml"
    boxes = "elk: 1, salmon: 1, hawk: 1, fox: 1, mountain: 5, forest: 4, prairie: 4, wetland: 3, river: 2"
    sheet.write_text(
        f"game: cascadia\nlanguage: pl\nplayers:\n  - {{player: Fox, bear: 5, {boxes}}}\n"
        f"  - {{player: Elk, bear: Fox, {boxes}, Bear: 1}}\n",
        encoding="utf-8",
    )
    output = run("score", sheet).output
    assert "Lis" not in output.replace("Lisa", "").replace("Lis: ", "")
    assert "\nFox\n" in output
    assert "nie wiadomo, ile razem ma Elk\n" in output
    assert "Fox to nie liczba" in output
    assert "nieznana nazwa Bear" in output


def test_a_name_that_is_a_place_stays_in_messages_and_settings(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.yaml"
    sheet.write_text(
        "game: get-on-board\nlanguage: pl\nplayers:\n  - {player: Tourists, winner: tak, old_ladies: 1}\n"
        "  - {player: Students, winner: tak}\n",
        encoding="utf-8",
    )
    output = run("score", sheet).output
    assert "D4: Students: " in output
    assert "  1. Tourists: " in output


def test_a_text_of_the_table_stands_above_as_it_was_written() -> None:
    from generator.pack.words.localise import Words
    from generator.score.wording import text

    scorer = scorer_of("settings: {edition: {label: Edition, kind: text}}\nboxes: {a: {label: A, blank: 0}}")
    words = Words("pl", {"Fox": "Lis", "Edition": "Wydanie"}, is_source=False)
    assert text(scored(scorer, "edition: Fox"), words).startswith("Wydanie: Fox\n")
