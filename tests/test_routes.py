"""Recorded routes: walked over the board, and every box of the sheet compared with what they give."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.score.blank import blank
from generator.score.messages import MESSAGES
from generator.score.report import BrokenRule, Report
from generator.score.wording import as_json, text
from tests.driving import Driver, Table
from tests.sheets import compiled, scorer_of, words
from tests.sheets import scored as scored_by
from tests.test_get_on_board import EXAMPLES, catalogue, pack
from tests.test_get_on_board_score import codes, filled, scored
from tests.test_get_on_board_score import scorer as route_scorer


def example(name: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((EXAMPLES / f"{name}.yaml").read_text("utf-8"))
    return data


def report_on(data: dict[str, Any]) -> Report:
    return scored(json.dumps(data), "sheet.json")


def breaches(report: Report, player: int = 0) -> list[BrokenRule]:
    """Return what a player's route and sheet say against each other."""
    return [b for b in report.players[player].broken if b.id in ("R1", "R2", "B11") and b.level == "error"]


def told(broken: BrokenRule, language: str = "en") -> str:
    text = catalogue(language).translate(broken.message.says)
    for key, value in {"label": broken.label, **broken.message.values}.items():
        text = text.replace("{" + key + "}", str(value))
    return text


# ------------------------------------------------------------------ the worked examples, box by box

SHEETS = {"example-2": 66, "example-3": 71}
BOXES = {
    "turns": 5, "old_ladies": 8, "students": 6, "internships": 3, "schools": 4, "named_school": 9,
    "arches": 3, "sights": 3, "named_arch": 12, "named_sight": 12, "named_office": 9, "offices": 7, "extra_markers": 12,
}  # fmt: skip


@pytest.mark.parametrize("name", SHEETS)
def test_worked_examples_come_out_box_by_box(name: str) -> None:
    sheet = example(name)
    report = report_on(sheet)
    assert report.holds
    assert report.players[0].total == SHEETS[name]
    for box, most in BOXES.items():
        right = sheet.get(box)
        for wrong in range(most + 1):
            if wrong == (right or 0):
                continue
            found = breaches(report_on({**sheet, box: wrong}))
            assert len(found) == 1, (box, wrong)
            assert found[0].message.values["right"] == right, (box, wrong)
            assert found[0].message.values["written"] == wrong


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("box", ["tourists", "businessmen"])
def test_worked_examples_come_out_row_by_row(name: str, box: str) -> None:
    sheet = example(name)
    for row, right in enumerate(sheet[box]):
        for wrong in {0, 1, 2, 3} - {right}:
            rows = [*sheet[box][:row], wrong, *sheet[box][row + 1 :]]
            found = [b for b in breaches(report_on({**sheet, box: rows})) if b.row == row + 1]
            assert [b.message.values["right"] for b in found] == [right]


def test_traffic_of_one_route_alone_is_only_known_from_below() -> None:
    sheet = example("example-2")
    assert breaches(report_on({**sheet, "traffic": 12})) == []
    dark = {"sheet_type": 1, "start": 4, "route": ["1: r6c4 r6c3"]}  # the second of these roads is dark
    found = breaches(filled(**dark, tickets=[1], old_ladies=1, offices=1, traffic=0))
    assert [told(b) for b in found] == [
        "Sheet and route part in round 1, at r6c3: Traffic jams must be 1 or more, and 0 stands there"
    ]


def test_what_a_route_may_look_like() -> None:
    sheet = {
        "sheet_type": 1,
        "start": 2,
        "tickets": [4, 8],
        "students": 2,
        "businessmen": [1, 0, 0],
        "extra_markers": 2,
    }
    forms: list[Any] = [
        ["8: r2c6 r2c5 [r2c4]", "4: r2c3 [r1c3]"],
        ["8: R2C6, R2C5, r2c4", "4: r2c3 → r1c3"],
        [{"8": "r2c6 r2c5 [r2c4]"}, {"4": ["r2c3", "r1c3"]}],
        [{"card": 8, "to": ["r2c6", "r2c5"], "extra": "r2c4"}, {"card": "4", "to": "r2c3", "extra": "r1c3"}],
        "8: r2c6 r2c5 [r2c4]\n\n4: r2c3 [r1c3]\n",
    ]
    for route in forms:
        assert codes(filled(**sheet, route=route)) == set(), route


def test_the_manual_shows_routes_that_are_read() -> None:
    page = (Path(__file__).parents[1] / "docs" / "scoring.md").read_text("utf-8")
    shown = yaml.safe_load(page.split("```text routes\n")[1].split("```")[0])
    assert len(shown) == 4
    report = filled(sheet_type=1, start=2, route=shown)
    assert report.holds
    assert {box.name: box.value for box in report.players[0].filled}["tickets"] == [1, 4, 6, 8]


@pytest.mark.parametrize("name", SHEETS)
def test_a_route_alone_fills_the_sheet(name: str) -> None:
    sheet = example(name)
    boxes = pack().score.data["boxes"]  # type: ignore[union-attr]
    lines = pack().score.data["lines"]  # type: ignore[union-attr]
    alone = {key: value for key, value in sheet.items() if key not in boxes and key not in lines}
    report = report_on(alone)
    assert report.holds
    made = {box.name: box.value for box in report.players[0].filled}
    unknown = {"traffic", "common_objectives"}  # they need the others' routes
    assert {box: made.get(box) for box in boxes if box not in unknown} == {
        box: sheet.get(box) for box in boxes if box not in unknown
    }
    assert made["traffic"] <= sheet["traffic"]
    assert "  → Old ladies: 4, from the route" in text(report, words())


@pytest.mark.parametrize("name", SHEETS)
def test_the_rest_is_filled_from_a_route_with_one_box_beside_it(name: str) -> None:
    sheet = example(name)
    boxes = pack().score.data["boxes"]  # type: ignore[union-attr]
    lines = pack().score.data["lines"]  # type: ignore[union-attr]
    alone = {key: value for key, value in sheet.items() if key not in boxes and key not in lines}
    whole = {box.name: box.value for box in report_on(alone).players[0].filled}
    for box in boxes:
        if sheet.get(box) in (None, [None, None], [None, None, None]):
            continue
        report = report_on({**alone, box: sheet[box]})
        assert [told(b) for b in breaches(report)] == [], box
        assert {one.name: one.value for one in report.players[0].filled} == {b: v for b, v in whole.items() if b != box}
    wrong = report_on({**alone, "old_ladies": 8})
    assert [b.label for b in breaches(wrong) if b.id == "R2"] == ["Old ladies"]
    assert {one.name for one in wrong.players[0].filled} == whole.keys() - {"old_ladies"}


@pytest.mark.parametrize("name", SHEETS)
def test_a_setting_beside_a_route_is_compared_with_it_too(name: str) -> None:
    sheet = example(name)
    boxes = pack().score.data["boxes"]  # type: ignore[union-attr]
    alone = {key: value for key, value in sheet.items() if key not in boxes}
    report = report_on({**alone, "offices": 7})
    assert [b.label for b in breaches(report) if b.id == "R2"] == ["Business centres passed"]


@pytest.mark.parametrize("name", SHEETS)
def test_a_box_forgotten_on_a_written_sheet_is_told(name: str) -> None:
    sheet = example(name)
    del sheet["old_ladies"]
    report = report_on(sheet)
    assert report.players[0].filled == ()
    assert [b.label for b in breaches(report) if b.id == "R2"] == ["Old ladies"]


@pytest.mark.parametrize(
    ("box", "values"),
    [
        ("sheet_type", [6, 0, -1, 2.5, "z"]),
        ("personal_card", [9, 0, -1, 1.5]),
        ("start", [15, 0, -3]),
        ("card_1", [7, "dogs"]),
        ("map", ["paris"]),
        ("first_player", [9, 0]),
        ("full_turns", ["never"]),
        ("ticket_boxes", [3]),
    ],
)
@pytest.mark.parametrize("others", [{}, {"traffic": 3}])
def test_a_setting_out_of_range_is_told_by_itself(box: str, values: list[Any], others: dict[str, Any]) -> None:
    label = pack().score.data["settings"][box]["label"]  # type: ignore[union-attr]
    route = ["8: r2c6 r2c5 [r2c4]", "4: r2c3 [r1c3]"]
    for value in values:
        report = report_on({"sheet_type": 1, "start": 2, "personal_card": 4, "route": route, **others, box: value})
        assert [(b.id, b.label) for b in (*report.broken, *report.players[0].broken)] == [("A2", label)], value


def test_a_table_of_routes_fills_every_sheet() -> None:
    for seed in (1, 2, 3, 5, 6):
        table, file = played(seed)
        boxes = pack().score.data["boxes"]  # type: ignore[union-attr]
        players = [{key: value for key, value in sheet.items() if key not in boxes} for sheet in file["players"]]
        report = report_on({**file, "players": players})
        assert [player.total for player in report.players] == [table.total(driver) for driver in table.drivers]
        data = as_json(report, words())
        assert data["players"][0]["filled"][0].keys() == {"name", "label", "value"}


# ------------------------------------------------------------------ games that are played


@cache
def game(seed: int) -> Table:
    """Return a legal game: New York for two and three players, London for four and five."""
    dice = random.Random(seed)
    players = 2 + seed % 4
    table = Table(pack().data, "ny" if players < 4 else "london", players, dice)
    table.play(12 if seed % 7 else dice.randint(1, 11))
    return table


def played(seed: int) -> tuple[Table, dict[str, Any]]:
    """Return a legal game, every seventh one not played to its end, and its filled file."""
    return game(seed), game(seed).filled(over=bool(seed % 7))


def test_two_hundred_games_are_accepted_with_their_scores_and_winners() -> None:
    seen: Counter[str] = Counter()
    for seed in range(200):
        table, file = played(seed)
        report = report_on(file)
        broken = [*report.broken, *(b for player in report.players for b in player.broken)]
        assert [told(b) for b in broken if b.level == "error"] == [], seed
        assert report.holds
        seen.update([file["map"]], players=len(file["players"]), out=sum(driver.out for driver in table.drivers))
        if seed % 7:
            totals = [table.total(driver) for driver in table.drivers]
            assert [player.total for player in report.players] == totals
            assert report.winners == tuple(n for n, total in enumerate(totals, 1) if total == max(totals))
    assert seen["ny"] > 60 and seen["london"] > 60 and seen["out"] > 20


Mistake = Callable[[dict[str, Any], Driver], tuple[str, int, int] | None]
"""Puts one wrong box onto a sheet and returns the box, its row, and the round that shows it; None without room."""


def first_above(driver: Driver, box: str, written: int, row: int | None = None) -> int:
    """Return the first round after which the box holds more than was written."""
    states = (state[box] if row is None else state[box][row] for state in driver.history)
    return next(n for n, value in enumerate(states, 1) if value > written)


def first_set(driver: Driver, box: str, row: int | None = None) -> int:
    states = (state.get(box) if row is None else state[box][row] for state in driver.history)
    return next(n for n, value in enumerate(states, 1) if value is not None)


def one_less(box: str) -> Mistake:
    def put(sheet: dict[str, Any], driver: Driver) -> tuple[str, int, int] | None:
        if not sheet[box]:
            return None
        sheet[box] -= 1
        return box, 0, first_above(driver, box, sheet[box])

    return put


def one_more(box: str, most: int) -> Mistake:
    def put(sheet: dict[str, Any], driver: Driver) -> tuple[str, int, int] | None:
        if sheet[box] >= most:
            return None
        sheet[box] += 1
        return box, 0, len(driver.history)

    return put


def parked_row_too_long(sheet: dict[str, Any], driver: Driver) -> tuple[str, int, int] | None:
    parked = driver.history[-1]["tourist_values"]
    rows = [row for row, value in enumerate(parked) if value is not None and sheet["tourists"][row] < 4]
    if not rows:
        return None
    sheet["tourists"][rows[0]] += 1
    return "tourists", rows[0] + 1, first_set(driver, "tourist_values", rows[0])


def open_row_too_short(sheet: dict[str, Any], driver: Driver) -> tuple[str, int, int] | None:
    rows = [row for row, ticks in enumerate(sheet["businessmen"]) if ticks > 1]
    if not rows:
        return None
    sheet["businessmen"][rows[-1]] -= 1
    return "businessmen", rows[-1] + 1, first_above(driver, "businessmen", sheet["businessmen"][rows[-1]], rows[-1])


def half_for_full(sheet: dict[str, Any], driver: Driver) -> tuple[str, int, int] | None:
    parked = driver.history[-1]["businessmen_values"]
    rows = [row for row, value in enumerate(parked) if value is not None]
    if not rows:
        return None
    sheet["businessmen_values"][rows[-1]] //= 2
    return "businessmen_values", rows[-1] + 1, first_set(driver, "businessmen_values", rows[-1])


def wrong_star(sheet: dict[str, Any], driver: Driver) -> tuple[str, int, int] | None:
    stars = [box for box in ("named_school", "named_arch", "named_sight", "named_office") if sheet.get(box) is not None]
    if not stars:
        return None
    sheet[stars[0]] += 1 if sheet[stars[0]] < 9 else -1
    return stars[0], 0, first_set(driver, stars[0])


def forgotten_ticket(sheet: dict[str, Any], driver: Driver) -> tuple[str, int, int] | None:
    number = len(driver.tickets) // 2
    sheet["tickets"].remove(driver.tickets[number])
    return "tickets", 0, number + 1


def first_for_later(sheet: dict[str, Any], driver: Driver) -> tuple[str, int, int] | None:
    rows = [row for row, value in enumerate(sheet["common_objectives"]) if value is not None]
    if not rows:
        return None
    sheet["common_objectives"][rows[0]] = 16 - sheet["common_objectives"][rows[0]]
    return "common_objectives", rows[0] + 1, first_set(driver, "common_objectives", rows[0])


def personal_turned(sheet: dict[str, Any], driver: Driver) -> tuple[str, int, int] | None:
    done = sheet["personal"] == 10
    sheet["personal"] = 0 if done else 10
    return "personal", 0, first_above(driver, "personal", 0) if done else len(driver.history)


def elimination_turned(sheet: dict[str, Any], driver: Driver) -> tuple[str, int, int]:
    sheet["eliminated"] = not sheet["eliminated"]
    return "eliminated", 0, len(driver.history)


MISTAKES: dict[str, Mistake] = {
    "an old lady too few": one_less("old_ladies"),
    "a student too many": one_more("students", 6),
    "a school too few": one_less("schools"),
    "an arch too many": one_more("arches", 3),
    "an intern too many": one_more("internships", 3),
    "a turn too few": one_less("turns"),
    "a jam too many": one_more("traffic", 19),
    "a jam too few": one_less("traffic"),
    "an extra marker too few": one_less("extra_markers"),
    "an office too many": one_more("offices", 7),
    "a tourist in a parked row": parked_row_too_long,
    "a businessman too few": open_row_too_short,
    "half for a parked row": half_for_full,
    "a star counted wrongly": wrong_star,
    "a ticket not ticked": forgotten_ticket,
    "first and later changed": first_for_later,
    "the personal objective turned": personal_turned,
    "elimination turned": elimination_turned,
}


@pytest.mark.parametrize("kind", MISTAKES)
def test_one_wrong_box_is_found_with_its_round(kind: str) -> None:
    found = 0
    for seed in range(40):
        table, file = played(seed)
        seat = seed % len(table.drivers)
        sheet = file["players"][seat]
        made = MISTAKES[kind](sheet, table.drivers[seat])
        if made is None:
            continue
        box, row, number = made
        first = breaches(report_on(file), seat)[0]
        slots = pack().score.data["boxes"] | pack().score.data["settings"]  # type: ignore[union-attr]
        assert first.label == slots[box]["label"], (seed, told(first))
        assert (first.row, first.message.values["round"]) == (row, number), (seed, told(first))
        assert first.message.values["right"] != first.message.values["written"]
        found += 1
    assert found >= 8


def test_the_first_message_names_the_first_round() -> None:
    sheet = example("example-2")
    wrong = {**sheet, "old_ladies": 1, "students": 2, "named_arch": 3}
    found = breaches(report_on(wrong))
    assert [b.message.values["round"] for b in found] == [6, 6, 12]
    assert [told(b) for b in found] == [
        "Sheet and route part in round 6, at r7c2: Students must be 4, and 2 stands there",
        "Round 6, at r8c2: Old ladies must be 4, and 1 stands there",
        "Round 12, at r8c4: Named arch must be 5, and 3 stands there",
    ]
    assert told(found[0], "ru") == (
        "Лист и маршрут расходятся в раунде 6, в r7c2: Students — должно быть 4, а записано 2"
    )


# ------------------------------------------------------------------ what can't be driven


def wrong_rounds() -> Iterator[tuple[int, str, str]]:
    yield 1, "8: r2c6 r2c5 [r2c9]", "Round 1: r2c9 isn't on this board; did you mean r2c6?"
    yield 1, "8: r2c6 zoo", "Round 1: zoo isn't on this board"
    yield 2, "4: r4c4", "Round 2: no road leads from r2c4 to r4c4; roads lead to ['r1c4', 'r2c3', 'r2c5', 'r3c4']"
    yield 2, "4: r2c5", "Round 2: the road from r2c4 to r2c5 was taken in round 1 already"
    yield 2, "8: r2c3 r1c3", "Round 2: Ticket 8 was there in round 1 already"
    yield 2, "13: r2c3", "Round 2: Ticket 13 isn't there; allowed is [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]"
    yield (
        2,
        "r2c3",
        "Round 2: the line doesn't begin with a card and a colon; Ticket: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]",
    )
    yield 2, "4: r1c4 r1c3", "Round 2: Ticket 4 asks for a stretch of 1, not 2"
    yield 2, "4: r1c4 [r1c3]", "Round 2: r1c4 gives no further marker"
    yield 3, "1: r1c2", "Round 3: Ticket 1 asks for a stretch of 2, not 1; there was still a way on from r1c2"
    yield 3, "1: r1c2 [r1c1]", "Round 3: Ticket 1 asks for a stretch of 2, not 1"
    yield 3, "1: [r1c2 r1c1]", "Round 3: 1: [r1c2 r1c1] can't be read; write it as 8: r2c6 r2c5 [r2c4]"


@pytest.mark.parametrize(("number", "line", "says"), list(wrong_rounds()))
def test_what_can_not_be_driven_is_told_with_its_place(number: int, line: str, says: str) -> None:
    route = ["8: r2c6 r2c5 [r2c4]", "4: r2c3 [r1c3]", "1: r1c2 r1c1"]
    lines = [*route[: number - 1], line]
    text = "start: 2\nsheet_type: 1\nroute:\n" + "".join(f'  - "{row}"\n' for row in lines)
    broken = scored(text).players[0].broken
    assert [told(b) for b in broken if b.id == "R1"] == [says]
    place = next(b.place for b in broken if b.id == "R1")
    assert (place.file, place.line, place.column) == ("sheet.yaml", 3 + number, 5)


def corners() -> tuple[dict[str, Any], list[str]]:
    """Return a sheet of type 1 and a route that spends all five turns: tickets 5 and 11 are three in line."""
    sheet = {"map": "ny", "sheet_type": 1, "start": 1, "turns": 5, "traffic": 4}
    route = ["5: r2c2 r3c2 r3c3", "11: r4c3 r4c4 r5c4", "1: r5c5 r4c5"]
    return sheet, route


def test_with_every_turn_ticked_the_shape_must_be_kept() -> None:
    sheet, route = corners()
    spent = breaches(filled(**sheet, route=route))
    assert "Turns" not in {b.label for b in spent}
    beyond = [*route, "7: r4c6 r3c6"]
    assert [told(b) for b in breaches(filled(**sheet, route=beyond))] == [
        "Round 4: this shape needs 1 boxes, and only 0 are left: Turns"
    ]
    remarked = filled(**sheet, full_turns="remarked", route=beyond).players[0].broken
    assert [b.level for b in remarked if b.message.says.startswith("Round {round}: this shape")] == ["warning"]
    straight = breaches(filled(**sheet, route=[*route, "7: r3c5 r2c5"]))
    assert [told(b) for b in straight] == []


def test_a_stretch_may_be_short_where_nothing_leads_on() -> None:
    boxes = {"students": 1, "schools": 1, "named_school": 1, "tourists": [1, 0, 0], "businessmen": [1, 0, 0]}
    route = ["2: r1c3 r1c2", "4: r2c2", "10: r2c1", "7: r1c1"]  # the corner, and its other road leads to r1c2
    report = filled(map="ny", sheet_type=1, start=1, tickets=[2, 4, 7, 10], **boxes, route=route)
    assert codes(report) == set()
    assert [told(b) for b in report.players[0].broken] == [
        "Round 4: Ticket 7 asks for a stretch of 2, not 1; there was no way on from r1c1"
    ]


def test_a_way_back_ends_the_route() -> None:
    sheet = {"sheet_type": 1, "start": 2, "tickets": [4, 8, 10], "students": 2, "businessmen": [1, 0, 0]}
    route = ["8: r2c6 r2c5 [r2c4]", "4: r2c3 [r1c3]", "10: r1c4 [r2c4]"]
    assert [told(b) for b in breaches(filled(**sheet, route=route))] == ["Round 3: r1c4 gives no further marker"]
    circle = {**sheet, "route": [*route[:2], "10: r1c4", "5: r2c4"], "tickets": [4, 5, 8, 10], "arches": 1}
    found = breaches(filled(**circle))
    assert [told(b) for b in found] == [
        "Sheet and route part in round 4, at r2c4: Eliminated must be True, and False stands there"
    ]
    assert codes(filled(**circle, eliminated=True)) == set()
    longer = {**circle, "route": [*circle["route"], "6: r3c4"]}
    assert [told(b) for b in breaches(filled(**longer, eliminated=True))] == [
        "Round 5: the route ended when it reached r2c4 again, so nothing may follow"
    ]


def test_more_rounds_than_the_game_has() -> None:
    sheet = example("example-2")
    again = {**sheet, "route": [*sheet["route"], {"1": "r8c3 r8c2"}]}
    assert [told(b) for b in breaches(report_on(again))] == ["Route: 13 rounds, allowed are 12"]


def test_a_route_without_its_start_or_type_is_incomplete() -> None:
    sheet = example("example-2")
    for name, label in (("start", "Start number"), ("sheet_type", "Sheet type")):
        report = report_on({key: value for key, value in sheet.items() if key != name})
        assert report.incomplete
        assert [need.label for need in report.players[0].missing] == [label]
    assert [told(b) for b in breaches(report_on({**sheet, "start": 12}))] == [
        "Start number: 12 is no start on this board"
    ]


# ------------------------------------------------------------------ the table


def test_players_of_one_table_have_the_same_ticket_each_round() -> None:
    file = example("routes")
    route = file["players"][2]["route"]
    route[3], route[4] = {"7": "r3c2 r4c2"}, {"11": "r4c3 r4c4"}
    report = report_on(file)
    assert [(b.id, b.message.values["round"]) for b in report.broken] == [("D1", 4), ("D1", 5)]


def test_with_some_routes_alone_jams_are_known_from_below() -> None:
    file = example("routes")
    del file["players"][1]["route"]
    assert report_on(file).holds
    first = file["players"][0]
    more = {**file, "players": [{**first, "traffic": 15, "traffic_total": 12, "total": 33}, *file["players"][1:]]}
    assert breaches(report_on(more)) == []
    less = {**file, "players": [{**first, "traffic": 3}, *file["players"][1:]]}
    assert [b.label for b in breaches(report_on(less))] == ["Traffic jams"]
    assert "or more" in told(breaches(report_on(less))[0])
    goals = {**file, "players": [{**first, "common_objectives": [10, 6]}, *file["players"][1:]]}
    assert breaches(report_on(goals)) == []


def test_routes_of_different_lengths() -> None:
    file = example("routes")
    file["players"][0]["route"] = file["players"][0]["route"][:11]
    told_of = [b for b in report_on(file).broken if "with another player" in b.message.says]
    assert [(b.id, b.message.values["written"], b.message.values["most"]) for b in told_of] == [("D1", 11, 12)]


def test_who_begins_changes_who_stands_in_the_jam() -> None:
    file = example("routes")
    found = [breaches(report_on({**file, "first_player": first}), player) for first in (1, 2, 3) for player in range(3)]
    assert found[:3] == [[], [], []]
    assert {b.label for many in found for b in many} <= {"Traffic jams"}


def test_equal_scores_share_the_victory() -> None:
    shared = 0
    for seed in range(200):
        table, file = played(seed)
        totals = [table.total(driver) for driver in table.drivers]
        if totals.count(max(totals)) > 1 and seed % 7:
            for sheet, total in zip(file["players"], totals, strict=True):
                sheet["winner"] = total == max(totals)
            report = report_on(file)
            assert report.holds
            assert len(report.winners) == totals.count(max(totals))
            shared += 1
    assert shared >= 1


# ------------------------------------------------------------------ readings


def test_a_green_light_may_or_must_give_a_marker() -> None:
    sheet = {"sheet_type": 1, "start": 2, "tickets": [8], "students": 1}
    assert codes(filled(**sheet, route=["8: r2c6 r2c5"])) == set()
    forced = breaches(filled(**sheet, green_light="forced", route=["8: r2c6 r2c5"]))
    assert [told(b) for b in forced] == ["Round 1: the stretch ends at r2c5, which gives a further marker"]


def test_a_star_counts_all_ticked_or_the_bus_alone() -> None:
    sheet = example("example-2")
    bus = {**sheet, "star_value": "bus"}
    found = breaches(report_on(bus))
    assert [(b.label, b.message.values["right"]) for b in found] == [("Named business centre", 2), ("Named arch", 3)]
    right = {
        **bus,
        "named_office": 2,
        "named_arch": 3,
        "tourist_star": 3,
        "tourists_total": 17,
        "businessmen_total": 11,
        "total": 62,
    }
    assert report_on(right).holds
    assert codes(report_on({**right, "named_arch": 5, "route": None})) >= {"B7"}


def test_an_own_crossing_may_be_allowed_again_but_never_an_own_road() -> None:
    route = ["8: r2c6 r2c5 [r2c4]", "4: r2c3 [r1c3]", "10: r1c4", "5: r2c4 r3c4 r4c4"]
    sheet = {"sheet_type": 1, "start": 2, "own_crossing": "allowed", "tickets": [4, 5, 8, 10]}
    boxes = {"students": 3, "businessmen": [2, 0, 0], "arches": 1, "sights": 1, "named_sight": 0}
    assert codes(filled(**sheet, **boxes, route=route)) == set()
    back = filled(**sheet, route=[*route[:3], "5: r1c3 r2c3 r3c3"])
    assert told(breaches(back)[0]) == "Round 4: the road from r1c4 to r1c3 was taken in round 3 already"


def test_an_eliminated_player_may_keep_the_score() -> None:
    sheet = {"eliminated": True, "old_ladies": 4}
    assert filled(**sheet).players[0].total == 0
    assert filled(**sheet, eliminated_score="sheet").players[0].total == 5


def test_a_ticket_may_be_ticked_in_any_box_of_its_colour() -> None:
    sheet = example("example-2")
    first = {**sheet, "route": sheet["route"][:2], "tickets": [2, 10]}  # tickets 8 and 4 were drawn
    assert "Tickets" in {b.label for b in breaches(report_on(first))}
    assert "Tickets" not in {b.label for b in breaches(report_on({**first, "ticket_boxes": "colour"}))}
    twice = {**first, "ticket_boxes": "colour", "tickets": [2, 8]}
    found = next(b for b in breaches(report_on(twice)) if b.label == "Tickets")
    assert found.message.values["round"] == 2


def test_every_reading_names_its_setting_and_its_default() -> None:
    settings = pack().score.data["settings"]  # type: ignore[union-attr]
    chosen = {row["setting"]: row["default"] for row in pack().data["readings"]["items"] if row.get("setting")}
    for name, default in chosen.items():
        if "choices" in settings[name]:
            assert settings[name]["default"] == default
            assert default in settings[name]["choices"]
    assert {
        "star_value",
        "green_light",
        "own_crossing",
        "eliminated_score",
        "full_turns",
        "ticket_boxes",
    } <= chosen.keys()


# ------------------------------------------------------------------ the impossible sheets


IMPOSSIBLE: list[tuple[str, dict[str, Any]]] = [
    ("B1", {"tourists": [3, 1, 0], "tourist_values": [4, None, None]}),
    ("A3", {"tourists": [2, 0, 0], "tourist_values": [9, None, None]}),
    ("B2", {"internships": 1, "businessmen": [3, 0, 0], "businessmen_values": [3, None, None]}),
    ("B7", {"tourists": [3, 2, 0], "tourist_values": [9, 5, None], "arches": 2, "named_arch": 4}),
    ("B5", {"tourists": [2, 3, 0], "tourist_values": [5, 9, None], "arches": 1, "sights": 0}),
    ("A1", {"tourists": [3, 2, 0], "tourist_values": [9, 5, None], "arches": 1, "sights": 1, "named_arch": 3,
            "named_sight": 5, "tourist_star": 8}),
    ("B6", {"students": 4, "internships": 1, "schools": 0, "named_school": 3}),
    ("B10", {"card_1": "tourists", "tourists": [4, 2, 0], "tourist_values": [14, None, None], "arches": 1}),
    ("A1", {"traffic": 6, "traffic_total": 6}),
    ("C2", {"map": "ny", "old_ladies": 8, "students": 6, "schools": 4, "tourists": [4, 4, 0], "offices": 1,
            "tourist_values": [14, 7, None], "businessmen": [3, 0, 0], "businessmen_values": [6, None, None],
            "arches": 1, "sights": 1, "internships": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "sheet"), IMPOSSIBLE)
def test_impossible_entries_break_their_rule(code: str, sheet: dict[str, Any]) -> None:
    assert code in codes(filled(**sheet))


@pytest.mark.parametrize(("code", "sheet"), [case for case in IMPOSSIBLE if "traffic" not in case[1]])
def test_impossible_entries_part_from_any_route(code: str, sheet: dict[str, Any]) -> None:
    boxes = {
        name: value for name, value in sheet.items() if name not in ("card_1", "map", "tourist_star", "traffic_total")
    }
    assert breaches(report_on({**example("example-2"), **boxes}))


# ------------------------------------------------------------------ another route game

FERRIES = """
settings:
  harbour: {label: Harbour, choices: [north, south], per: player}
boxes:
  fish: {label: Fish, kind: ticks, count: 3}
  crates: {label: Crates, kind: ticks, count: 2, rows: 2}
  landed: {label: Landed, from: 0, to: 9, rows: 2, blank: none}
  postcards: {label: Postcards, from: 0, to: 9, blank: none}
lines:
  total: {label: Total, is: "fish + sum(landed|map('default', 0)|list) if none not in landed else fish"}
route:
  label: Voyage
  how: islands in their order, a line a day
  example: "gull puffin"
  graph: data.sea
  places: islands
  roads: ferries
  start: harbour
  rounds: 3
  rows:
    crates: {value: landed, worth: "[3, 7]", bonuses: "[data.gift]"}
  effects:
    fish: [{tick: fish}]
    crate: [{tick: crates}]
    quay: [{park: crates}, {write: postcards, sum: [fish, crates]}]
  breaks: {route: V1, box: V2}
"""

SEA = {
    "islands": [
        {"id": "hop", "harbour": "north"},
        {"id": "gull", "symbols": ["fish"]},
        {"id": "puffin", "symbols": ["crate", "crate"]},
        {"id": "tern", "symbols": "quay"},
        {"id": "auk", "symbols": ["fish", "crate"]},
    ],
    "ferries": [["hop", "gull"], ["gull", "puffin"], ["puffin", "tern"], ["tern", "gull"], ["gull", "auk"]],
}


def voyage(text: str) -> Report:
    scorer = scorer_of(FERRIES, {"sea": SEA, "gift": {"value": 7, "gives": "fish"}})
    report = scored_by(scorer, text)
    assert not report.problems, [str(problem) for problem in report.problems]
    return report


def test_another_route_game_needs_no_other_module() -> None:
    route = "harbour: north\nroute: [gull puffin, tern, gull auk]\n"
    text = route + "fish: 3\ncrates: [2, 1]\nlanded: [7, null]\npostcards: 4\n"
    # gull: a fish; puffin: two crates; tern: landed for 7, which gives a fish; gull again: a fish; auk: no room for one
    assert breaches_of(voyage(text)) == []
    assert breaches_of(voyage(text.replace("fish: 3", "fish: 1"))) == [
        ("V2", "Sheet and route part in round 2, at tern: Fish must be 3, and 1 stands there")
    ]
    assert breaches_of(voyage(text.replace("7, null", "3, null"))) == [
        ("V2", "Sheet and route part in round 2, at tern: Landed must be 7, and 3 stands there")
    ]
    assert breaches_of(voyage(text.replace("tern,", "hop,"))) == [
        ("V1", "Round 2: no road leads from puffin to hop; roads lead to ['gull', 'tern']")
    ]


def breaches_of(report: Report) -> list[tuple[str, str]]:
    return [(b.id, told(b)) for b in report.players[0].broken]


@pytest.mark.parametrize(
    ("wanted", "written", "says"),
    [
        ("[]", "5", []),
        ("[]", "0", ["Sheet and route part at the end of round 1: Visits must be 5, and 0 stands there"]),
        ("['gull', 'tern']", "5", []),
        ("['gull', 'tern']", "0", ["Sheet and route part in round 2, at tern: Visits must be 5, and 0 stands there"]),
        ("['gull', 'auk']", "0", []),
    ],
)
def test_an_errand_is_done_when_every_wanted_place_is_reached(wanted: str, written: str, says: list[str]) -> None:
    errand = f"  errand: {{box: visits, field: id, wanted: \"{wanted}\", done: '5', failed: '0'}}\n  breaks:"
    text = FERRIES.replace("  breaks:", errand).replace("boxes:\n", "boxes:\n  visits: {label: Visits, blank: none}\n")
    scorer = scorer_of(text, {"sea": SEA, "gift": {"value": 7, "gives": "fish"}})
    route = "harbour: north\nroute: [gull puffin, tern]\nfish: 2\ncrates: [2, 0]\nlanded: [7, null]\npostcards: 4\n"
    report = scored_by(scorer, f"{route}visits: {written}\n")
    assert [message for _, message in breaches_of(report)] == says


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("{tick: fish}", "{tick: fisch}", "there is no box or setting 'fisch'"),
        ("{tick: crates}", "{park: fish}", "fish stands not under rows"),
        ("{park: crates}", "{park: crates, tick: fish}", "an effect says one of tick, park, write"),
        ("sum: [fish, crates]}", "where: name}", "write: goes with sum: or parked:"),
        ("start: harbour", "start: port", "there is no box or setting 'port'"),
        ("rounds: 3", "rounds: 0", "rounds: 0"),
        ("rounds: 3", "rounds: 900", "a whole number from 1 to 500"),
        ('worth: "[3, 7]"', "worth: data.sea", "a list of numbers"),
        ('"[data.gift]"', '"[data.sea]"', "is no bonus"),
        ("value: landed", "value: postcards", "differ in rows"),
        ("graph: data.sea", "graph: data.see", "data.see"),
    ],
)
def test_a_wrong_declaration_is_told(old: str, new: str, says: str) -> None:
    assert old in FERRIES
    tables = {"sea": SEA, "gift": {"value": 7, "gives": "fish"}}
    scorer, wrong = compiled(FERRIES.replace(old, new, 1), tables)
    assert scorer is None
    assert any(says in problem for problem in wrong), wrong


@pytest.mark.parametrize(
    ("sea", "says"),
    [
        ({"islands": [], "ferries": [["hop", "gull"]]}, "a road leads to 'hop', which is no place"),
        ({"islands": [{"name": "hop"}], "ferries": []}, "it needs an id"),
        ({"islands": "hop", "ferries": []}, "no list islands"),
        ({"islands": [], "ferries": ["hop"]}, "is no edge"),
        ([], "no list islands"),
    ],
)
def test_a_wrong_board_is_told_at_its_formula(sea: Any, says: str) -> None:
    scorer = scorer_of(FERRIES, {"sea": sea, "gift": {"value": 7, "gives": "fish"}})
    report = scored_by(scorer, "harbour: north\nroute: [gull]\n")
    assert any(says in str(problem) for problem in report.problems)


def test_symbols_and_names_are_whole_words() -> None:
    text = FERRIES.replace(
        "  breaks:", "  extra: {symbol: fish}\n  cards: {label: C, box: deck, shapes: '[data.one]'}\n  breaks:"
    )
    text = text.replace("boxes:\n", "boxes:\n  deck: {label: Deck, kind: marks, count: 3}\n")
    islands = [
        {"id": "hop", "harbour": "north"},
        {"id": "king's", "symbols": "catfish"},
        {"id": "queen's", "symbols": "fish"},
    ]
    tables = {
        "sea": {"islands": islands, "ferries": [["hop", "king's"], ["king's", "queen's"]]},
        "one": {"markers": 1, "turns": [0]},
    }
    scorer = scorer_of(text, {**tables, "gift": {"value": 7, "gives": "fish"}})
    further = scored_by(scorer, "harbour: north\nroute: [\"1: king's queen's\"]\n")
    assert breaches_of(further) == [("V1", "Round 1: C 1 asks for a stretch of 1, not 2")]
    near = scored_by(scorer, 'harbour: north\nroute: ["1: kings"]\n')
    assert breaches_of(near) == [("V1", "Round 1: kings isn't on this board; did you mean king's?")]


def test_the_empty_file_shows_how_a_route_is_written() -> None:
    made = blank(route_scorer(), words(), 2)
    shown = [line for line in made.splitlines() if "oute:" in line or "r2c6 r2c5" in line]
    assert len(shown) == 6
    used = made.replace("# route:", "route:").replace("#   - 8:", "  - 8:").replace("start:\n", "start: 2\n")
    report = scored(used)
    assert breaches(report) == []
    assert {box.name: box.value for box in report.players[0].filled}["businessmen"] == [1, 0, 0]


# ------------------------------------------------------------------ routes of strangers


@pytest.mark.parametrize(
    "route",
    [
        17, True, {"a": {"b": []}}, [None], [[]], [{}], [{"8": {}}], [{"8": [[]]}], ["8:"], ["::"], ["8: [r2c6] r2c5"],
        ["8: r2c6 " * 3], ["x" * 50_000], [{"card": {}, "to": []}], [{"to": [1, 2]}], [{"card": 8}], ["8: ["],
        [{"card": 8, "to": "r2c6", "light": 3}], ["8: r2c6 r2c5"] * 100_000, ["8: " + "r2c6 r2c5 " * 99],
        [{"8": "r2c6 r2c5", "4": "r2c4"}], ["8: r2c6 r2c5 [r2c4] [r2c3]"], "\n" * 99_999, "8: r2c6 r2c5\n" * 5_000,
    ],
    ids=lambda route: str(route)[:20],
)  # fmt: skip
def test_any_route_is_read_or_refused(route: Any) -> None:
    report = filled(sheet_type=1, start=2, route=route)
    assert not report.problems
    assert len(report.players[0].broken) < 50
    for broken in report.players[0].broken:
        assert broken.message.says in MESSAGES or broken.id not in ("R1", "R2")
        assert broken.place.line == 1


def test_a_hundred_players_with_full_routes_are_scored() -> None:
    sheet = example("example-2")
    one = {key: value for key, value in sheet.items() if key not in ("game", "map", "card_1", "card_2")}
    report = report_on({"game": "get-on-board", "card_1": "tourists", "card_2": "students", "players": [one] * 100})
    assert len(report.players) == 100
    assert {b.label for b in report.players[99].broken} >= {"Traffic jams"}
