"""Get on Board: a block of the sheet passes exactly when play reaches it, which a search of its own tells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from typing import Any, NamedTuple

import pytest

from tests.test_get_on_board import pack
from tests.test_get_on_board_score import codes, filled, said

Blank = None


class Block(NamedTuple):
    """Rows of a bus and what they hold, the visits ticked, and the numbers beside the stars (0 is as good as blank)."""

    rows: tuple[int, ...]
    values: tuple[int | None, ...]
    visits: tuple[int, ...]
    stars: tuple[int, ...]


class Rules(NamedTuple):
    """What a bus is worth full and half, and of each kind of building: boxes for visits, and how many the board has."""

    full: tuple[int, ...]
    half: tuple[int, ...]
    boxes: int
    supply: int
    kinds: int
    """1: business centres, 2: arches and other sights."""


@cache
def reached(rules: Rules, most: int, ticked: bool) -> set[Block]:
    """Return every block that legal play can leave at the end, rows of at most `most` passengers."""
    start = ((0, 0, 0), 0, (0,) * rules.kinds, (-1,) * rules.kinds)
    seen = {start}
    todo = [start]
    while todo:
        for state in _next(todo.pop(), rules, most, ticked):
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return {block for rows, parked, visits, stars in seen for block in _ends(rules, rows, parked, visits, stars)}


def _next(state: tuple[Any, ...], rules: Rules, most: int, ticked: bool) -> Iterator[tuple[Any, ...]]:
    rows, parked, visits, stars = state
    if parked < 3 and rows[parked] < most:
        yield (*rows[:parked], rows[parked] + 1, *rows[parked + 1 :]), parked, visits, stars
    for kind in range(rules.kinds):
        if visits[kind] == rules.supply:
            continue
        parks = parked < 3 and rows[parked] > 0
        here = (*visits[:kind], visits[kind] + 1, *visits[kind + 1 :])
        yield rows, parked + parks, here, stars
        if stars[kind] < 0:  # one building of each kind is the named one
            counted = sum(rows) if ticked else rows[parked] if parks else 0
            yield rows, parked + parks, here, (*stars[:kind], counted, *stars[kind + 1 :])


def _ends(
    rules: Rules, rows: tuple[int, ...], parked: int, visits: tuple[int, ...], stars: tuple[int, ...]
) -> Iterator[Block]:
    worth = [(rules.full if n < parked else rules.half)[ticks - 1] if ticks else Blank for n, ticks in enumerate(rows)]
    yield Block(rows, tuple(worth), tuple(min(v, rules.boxes) for v in visits), tuple(max(star, 0) for star in stars))


def entered(rules: Rules, most: int) -> Iterator[Block]:
    """Yield every block that a person could write: rows from the top, full or half values, any visits and stars."""
    for rows in product(range(most + 1), repeat=3):
        if any(after and not before for before, after in pairwise(rows)):
            continue
        choices = [(rules.full[n - 1], rules.half[n - 1]) if n else (Blank,) for n in rows]
        for values in product(*choices):
            stars = range(sum(rows) + 1)
            for visits in product(range(rules.boxes + 1), repeat=rules.kinds):
                for both in product(stars, repeat=rules.kinds):
                    yield Block(rows, values, visits, both)


def tourists(most: int) -> Rules:
    body, supply = pack().data["sheet"]["tourists"], pack().data["boards"]["by_id"]["ny"]["supply"]
    assert supply["light"] == supply["dark"]
    return Rules(tuple(body["points"][:most]), tuple(body["halves"][:most]), body["light"], supply["light"], 2)


def businessmen(most: int) -> Rules:
    body, supply = pack().data["sheet"]["businessmen"], pack().data["boards"]["by_id"]["ny"]["supply"]
    return Rules(tuple(body["points"][:most]), tuple(body["halves"][:most]), supply["office"], supply["office"], 1)


def tourist_sheet(block: Block, **more: Any) -> dict[str, Any]:
    (arches, sights), (arch, sight) = block.visits, block.stars
    boxes = {"arches": arches, "sights": sights, "named_arch": arch or Blank, "named_sight": sight or Blank}
    return {"tourists": list(block.rows), "tourist_values": list(block.values), **boxes, **more}


def businessmen_sheet(block: Block, **more: Any) -> dict[str, Any]:
    full = pack().data["sheet"]["businessmen"]["points"]
    parked = [value == full[n - 1] if n else False for n, value in zip(block.rows, block.values, strict=True)]
    bonuses = {value: sum(p and v == value for p, v in zip(parked, block.values, strict=True)) for value in (2, 4, 6)}
    gifts = {"old_ladies": bonuses[2], "tourists": [bonuses[4], 0, 0], "internships": bonuses[6]}
    boxes = {"offices": block.visits[0], "named_office": block.stars[0] or Blank}
    return {"businessmen": list(block.rows), "businessmen_values": list(block.values), **gifts, **boxes, **more}


@pytest.mark.parametrize("reading", ["ticked", "bus"])
def test_tourist_blocks_pass_exactly_when_play_reaches_them(reading: str) -> None:
    rules = tourists(2)
    possible = reached(rules, 2, reading == "ticked")
    seen = {True: 0, False: 0}
    for block in entered(rules, 2):
        if block.rows[2] > (reading == "ticked"):
            continue  # the last row shows no more with two passengers
        if block.visits[0] < block.visits[1]:
            continue  # arches and other sights mirror each other
        passes = not codes(filled(**tourist_sheet(block, star_value=reading)))
        assert passes == (block in possible), block
        seen[passes] += 1
    assert min(seen.values()) > 150


@pytest.mark.parametrize("reading", ["ticked", "bus"])
def test_blocks_of_businessmen_pass_exactly_when_play_reaches_them(reading: str) -> None:
    rules = businessmen(3)
    possible = reached(rules, 3, reading == "ticked")
    seen = {True: 0, False: 0}
    for block in entered(rules, 3):
        if block.visits[0] > 4 or block.rows[2] > (reading == "ticked"):
            continue  # more visits than rows, and a longer last row, show no more
        passes = not codes(filled(**businessmen_sheet(block, star_value=reading)))
        assert passes == (block in possible), block
        seen[passes] += 1
    assert min(seen.values()) > 150


def test_of_all_tourist_blocks_544_were_let_pass_that_play_cannot_reach() -> None:
    """Both stars alike, and no more visits than buses parked."""
    rules = tourists(4)
    possible = reached(rules, 4, True)
    refused = [
        block
        for block in _with_one_star_for_two_visits()
        if sum(block.visits) == sum(v == rules.full[n - 1] for n, v in zip(block.rows, block.values, strict=True) if n)
    ]
    assert len(refused) == 544
    assert not possible & set(refused)
    for block in refused:
        assert codes(filled(**tourist_sheet(block, map="london"))) == {"B13"}, block
        more = block._replace(visits=(block.visits[0] + 1, block.visits[1]))
        assert more in possible and not codes(filled(**tourist_sheet(more, map="london"))), more


def _with_one_star_for_two_visits() -> Iterator[Block]:
    """Yield the blocks with both stars alike and what other rules ask: rows parked from the top, a visit of each."""
    rules = tourists(4)
    for rows in product(range(5), repeat=3):
        for parked in range(sum(map(bool, rows)) + 1):
            if any(n > parked and ticks for n, ticks in enumerate(rows)) or 0 in rows[:parked]:
                continue
            worth = (rules.full if n < parked else rules.half for n in range(3))
            values = tuple(w[n - 1] if n else Blank for n, w in zip(rows, worth, strict=True))
            for visits in product(range(1, rules.boxes + 1), repeat=2):
                if parked <= sum(visits):
                    for stop in range(1, parked + 1):
                        yield Block(rows, values, visits, (sum(rows[:stop]),) * 2)


@pytest.mark.parametrize("parked", range(4))
def test_students_pass_exactly_when_play_reaches_them(parked: int) -> None:
    """Interns come from parked buses of three; the named university counts those aboard when it is passed."""
    body = pack().data["sheet"]["students"]
    buses = {"businessmen": [3] * parked, "businessmen_values": [6] * parked} if parked else {}
    for students, schools, star in product(range(body["boxes"] + 1), range(body["schools"] + 1), range(10)):
        report = filled(students=students, internships=parked, schools=schools, named_school=star or Blank, **buses)
        possible = not star or (schools > 0 and star <= students + parked)
        assert (not codes(report)) == possible, (students, schools, star)


# ------------------------------------------------------------------ a game that goes on


@pytest.mark.parametrize("kind", ["tourists", "businessmen"])
def test_half_a_value_counts_at_the_end_only(kind: str) -> None:
    box = "tourist_values" if kind == "tourists" else "businessmen_values"
    half = {kind: [2, 0, 0], box: [2, Blank, Blank]}
    report = filled(tickets=[1, 2, 3], **half)
    assert codes(report) == {"B12"}
    assert "half is written at the end only" in said(report, "B12")
    assert codes(filled(tickets=list(range(1, 13)), **half)) == set()
    assert codes(filled(**half)) == set(), "no ticket ticked tells nothing of the round"
    assert codes(filled(tickets=[1, 2, 3], **{kind: [2, 0, 0]})) == set()
    assert codes(filled(tickets=[1, 2, 3], eliminated=True, **half)) == set()


def test_two_buses_of_businessmen_need_two_business_centres() -> None:
    parked = {"businessmen": [2, 1, 0], "businessmen_values": [4, 2, Blank], "old_ladies": 1, "tourists": [1, 0, 0]}
    for offices in range(8):
        assert codes(filled(**parked, offices=offices)) == ({"B5"} if offices < 2 else set())
    assert codes(filled(**parked)) == set(), "nobody counted them"


@pytest.mark.parametrize(
    ("tickets", "extra", "broken"),
    [([4], 1, False), ([4], 2, True), ([4], 6, True), ([4], 100, True), ([1, 2, 3], 3, False), ([1, 2, 3], 4, True),
     ([], 12, False), ([], 13, True), (list(range(1, 13)), 12, False)],
)  # fmt: skip
def test_a_round_gives_one_extra_marker_at_most(tickets: list[int], extra: int, broken: bool) -> None:
    report = filled(tickets=tickets, extra_markers=extra)
    assert codes(report) == ({"C5"} if broken else set())
    assert codes(report, "warning") == ({"C4"} if extra > 6 and not broken else set())


def test_what_a_shape_can_cost_is_told_by_every_way_to_lay_it() -> None:
    for shape in pack().data["shapes"]["by_id"].values():
        bends = [sum(way) for way in product((0, 1), repeat=shape["markers"] - 1)]
        assert shape["missed"] == max(min(abs(bend - right) for right in shape["turns"]) for bend in bends)


def test_turns_are_at_most_what_the_stretches_of_the_tickets_can_cost() -> None:
    shapes = pack().data["shapes"]["by_id"]
    most = [[shapes[name]["missed"] for name in sheet["shapes"]] for sheet in pack().data["sheets"]]
    for ticket in range(1, 13):
        for turns in range(6):
            for sheet_type, costs in enumerate(most, 1):
                report = filled(tickets=[ticket], sheet_type=sheet_type, turns=turns)
                assert codes(report) == ({"C6"} if turns > costs[(ticket - 1) % 6] else set())
            worst = max(costs[(ticket - 1) % 6] for costs in most)
            assert codes(filled(tickets=[ticket], turns=turns)) == ({"C6"} if turns > worst else set())
    assert codes(filled(turns=5)) == set()


def test_traffic_jams_are_at_most_what_the_roads_of_the_tickets_can_cost() -> None:
    one = {"sheet_type": 1, "tickets": [4]}  # a marker, and one after a green light; two others and a dark road
    assert codes(filled(**one, traffic=6)) == set()
    assert codes(filled(**one, traffic=7)) == {"C7"}
    assert codes(filled(**one, traffic=4, extra_markers=0)) == {"C7"}
    assert codes(filled(**one, traffic=8, map="london")) == set()
    assert codes(filled(**one, traffic=9, map="london")) == {"C7"}
    assert codes(filled(traffic=19)) == set()


# ------------------------------------------------------------------ the table


def people(count: int, **more: Any) -> dict[str, Any]:
    return {"players": [{"player": f"Player {n}", "old_ladies": n} for n in range(1, count + 1)], **more}


def test_a_board_has_its_number_of_players() -> None:
    for board, data in pack().data["boards"]["by_id"].items():
        for count in range(2, 8):
            least, most = data["players"]
            assert ("D6" in codes(filled(**people(count, map=board)))) == (not least <= count <= most)
        assert codes(filled(map=board, old_ladies=1)) == set(), "one sheet of a table"


def test_who_begins_sits_at_the_table() -> None:
    for first in range(1, 6):
        assert codes(filled(**people(2, first_player=first))) == ({"D7"} if first > 2 else set())
        assert codes(filled(first_player=first)) == ({"D7"} if first > 3 else set())
        assert codes(filled(first_player=first, map="london")) == set()
    assert codes(filled(**people(2, first_player=6))) == {"A2"}, "told once, by the box"


def test_a_common_objective_is_there_once() -> None:
    assert codes(filled(card_1="tourists", card_2="tourists")) == {"D5"}
    assert codes(filled(card_1="tourists", card_2="students")) == set()
    assert codes(filled(card_1="tourists")) == codes(filled()) == set()


def test_a_sheet_type_that_is_not_there_is_told_by_its_box_alone() -> None:
    for number in (6, 0, -1, 2.5):
        report = filled(sheet_type=number, tickets=[4], turns=1, old_ladies=2)
        assert [b.label for b in report.players[0].broken] == ["Sheet type"]
        assert not report.problems
