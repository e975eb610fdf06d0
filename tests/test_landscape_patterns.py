"""Patterns in landscapes: the wildlife cards of Cascadia on worked examples, against brute force, and under turns."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from generator.pack.landscapemodel import Pattern
from generator.pack.source.read import read
from generator.score.landscape.grid import HEX, SQUARE, SQUARE8, Cell, Grid
from generator.score.landscape.patterns import Outcome, ReadyPattern
from generator.score.landscape.terrain import Laid, Terrain, bits

ANIMALS = ("bear", "elk", "salmon", "hawk", "fox")


def unbounded(_steps: int) -> None:
    """Let a search take what it takes."""


@cache
def cards() -> Mapping[str, Mapping[str, Any]]:
    file = Path(__file__).parent.parent / "data/cascadia/wildlife_cards.yaml"
    return {row["id"]: row for row in read(file, file.name).data}


@lru_cache(maxsize=200)
def ready(card: str, **readings: str) -> ReadyPattern:
    declared = dict(cards()[card]["pattern"])
    for setting, value in readings.items():
        declared |= declared["readings"][setting].get(value, {})
    return ReadyPattern(Pattern.model_validate(declared), HEX)


def animals(**places: Iterable[Cell]) -> Terrain:
    return Terrain(HEX, {cell: Laid(None, kind) for kind, cells in places.items() for cell in cells})


def points(card: str, terrain: Terrain, **readings: str) -> int | None:
    return ready(card, **readings).outcome(terrain, unbounded).points


def outcome(pattern: Mapping[str, Any], terrain: Terrain) -> Outcome:
    return ReadyPattern(Pattern.model_validate(pattern), terrain.grid).outcome(terrain, unbounded)


# ------------------------------------------------------------------ worked examples

EXAMPLES = [
    ("bear ABCD", {"bear": [(0, 0), (1, 0), (4, 0), (5, 0), (4, 1), (8, 0)]}, [4, 10, 18, 13]),
    (
        "elk ABCD",
        {"elk": [(0, -1), (0, 0), (0, 1), (1, 0), (2, 0), (3, -1), (3, 0), (3, 1)]},
        [23, 22, 28, 20],
    ),
    ("elk A", {"elk": [(-2, 0), (-1, 0), (0, 0), (1, 0), (0, -1), (0, 1)]}, [17]),
    ("elk AB", {"elk": [(0, 0), (1, 0), (0, 1), (1, -1)]}, [10, 13]),
    ("elk D", {"elk": [(1, -1), (1, 0), (0, 1)]}, [8]),
    ("elk D", {"elk": [(1, 0), (-1, 0)]}, [4]),
    ("elk AC", {"elk": [(place, 0) for place in range(9)]}, [28, 30]),
    ("salmon ABCD", {"salmon": [(0, 0), (1, 0), (0, 1)]}, [8, 9, 10, 3]),
    ("salmon A", {"salmon": [(0, 0), (1, 0), (0, 1), (2, 0)]}, [0]),
    ("salmon A", {"salmon": [(0, 0), (1, 0), (2, 0), (3, 0), (2, -1)]}, [0]),
    ("salmon A", {"salmon": [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]}, [20]),
    (
        "hawk ABCD",
        {
            "hawk": [(0, 0), (3, 0), (6, 0), (6, -3)],
            "bear": [(1, 0)],
            "elk": [(2, 0), (6, -1)],
            "fox": [(4, 0)],
            "salmon": [(4, -1)],
        },
        [11, 12, 12, 11],
    ),
    ("hawk ABCD", {"hawk": [(0, 0), (1, 0), (3, 0)]}, [2, 0, 3, 0]),
    ("hawk E", {"hawk": [(0, 0), (3, 0), (6, 0)]}, [0]),
    ("hawk E", {"hawk": [(0, 0), (3, 0)]}, [7]),
    (
        "fox ABCD",
        {
            "fox": [(0, 0), (1, 0)],
            "salmon": [(1, -1), (0, -1)],
            "bear": [(2, -1), (2, 0)],
            "hawk": [(1, 1), (-1, 0)],
            "elk": [(0, 1), (-1, 1)],
        },
        [9, 8, 4, 11],
    ),
    (
        "fox D",
        {
            "fox": [(0, 0), (1, 0), (2, 0)],
            "salmon": [(0, -1), (1, -1)],
            "bear": [(2, 1), (1, 1)],
            "elk": [(3, 0), (3, -1)],
        },
        [7],
    ),
    ("fox EF", {"fox": [(0, 0)], "elk": [(1, 0), (0, 1)], "hawk": [(-1, 0), (0, -1)]}, [2, 3]),
]


@pytest.mark.parametrize(("named", "places", "right"), EXAMPLES)
def test_worked_example(named: str, places: Mapping[str, list[Cell]], right: list[int]) -> None:
    animal, letters = named.split()
    terrain = animals(**places)
    assert [points(f"{animal}-{letter}", terrain) for letter in letters] == right


def test_disputed_readings_are_settings() -> None:
    crowded = animals(salmon=[(0, 0), (1, 0), (0, 1), (2, 0)])
    assert [points("salmon-A", crowded, crowded_salmon=value) for value in ("nothing", "dropped")] == [0, 7]
    row = animals(salmon=[(0, 0), (1, 0), (2, 0), (3, 0), (2, -1)])
    assert points("salmon-A", row, crowded_salmon="dropped") == 6
    herd = animals(elk=[(place, 0) for place in range(9)])
    assert [points("elk-C", herd, large_herds=value) for value in ("split", "whole")] == [30, 28]
    across = animals(elk=[(1, 0), (-1, 0)])
    assert [points("elk-D", across, elk_rings=value) for value in ("together", "scattered")] == [4, 5]
    foxes = animals(
        fox=[(0, 0), (1, 0), (2, 0)], salmon=[(0, -1), (1, -1)], bear=[(2, 1), (1, 1)], elk=[(3, 0), (3, -1)]
    )
    assert [points("fox-D", foxes, fox_pairs=value) for value in ("best", "alone")] == [7, 0]


def test_bears_of_landmarks() -> None:
    ring = HEX.around((0, 0))
    shut_in = Terrain(HEX, {(0, 0): Laid(None, "bear"), **{cell: Laid() for cell in ring}})
    open_side = Terrain(HEX, {(0, 0): Laid(None, "bear"), **{cell: Laid() for cell in ring[1:]}})
    assert [points("bear-E", terrain) for terrain in (shut_in, open_side)] == [0, 3]
    three = [(0, 0), (1, 0), (2, 0)]
    all_four = animals(bear=three, elk=[(0, -1)], salmon=[(0, 1)], hawk=[(3, 0)], fox=[(2, 1)])
    no_fox = animals(bear=three, elk=[(0, -1)], salmon=[(0, 1)], hawk=[(3, 0)])
    assert [points("bear-F", terrain) for terrain in (all_four, no_fox)] == [12, 0]


def test_card_without_published_table_has_groups_but_no_points() -> None:
    forest, prairie = ("forest",) * 6, ("prairie",) * 6
    pair = Terrain(HEX, {(0, 0): Laid(forest, "bear"), (1, 0): Laid(prairie, "bear"), (4, 0): Laid(prairie, "bear")})
    found = ready("bear-G").outcome(pair, unbounded)
    assert found.points is None
    assert [list(bits(group.mask)) for group in found.groups] == [[0, 1]]
    seen = animals(hawk=[(0, 0), (0, 5)], fox=[(2, 0), (0, 4)])
    assert [list(bits(group.mask)) for group in ready("hawk-F").outcome(seen, unbounded).groups] == [[0]]


# ------------------------------------------------------------------ brute force


def random_places(number: int, chance: random.Random) -> list[Cell]:
    """Return so many places that hang together loosely."""
    cells = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]
    chance.shuffle(cells)
    if chance.random() < 0.5:
        cells.sort(key=lambda cell: cell[0] ** 2 + cell[0] * cell[1] + cell[1] ** 2 + chance.random())
    return cells[:number]


def touching(one: Cell, other: Cell) -> bool:
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r)) == 1


def is_connected(group: frozenset[Cell]) -> bool:
    reached, waiting = set(), [min(group)]
    while waiting:
        cell = waiting.pop()
        reached.add(cell)
        waiting += [other for other in group if touching(cell, other) and other not in reached]
    return reached == group


def most(worth: Mapping[frozenset[Cell], int], tokens: frozenset[Cell]) -> int:
    """Return the most that disjoint groups give, by trying every choice."""
    by_place: dict[Cell, list[frozenset[Cell]]] = {}
    for group in worth:
        by_place.setdefault(min(group), []).append(group)

    @cache
    def best(left: frozenset[Cell]) -> int:
        if not left:
            return 0
        first = min(left)
        rest = [worth[group] + best(left - group) for group in by_place.get(first, ()) if group <= left]
        return max([best(left - {first}), *rest])

    return best(tokens)


def in_row(group: tuple[Cell, ...]) -> bool:
    """Tell whether places are consecutive on a line, in the order of sorted places."""
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(group)}
    return len(group) == 1 or (len(steps) == 1 and touching(*group[:2]))


def elk_a(tokens: frozenset[Cell]) -> dict[frozenset[Cell], int]:
    groups = (group for size in (1, 2, 3, 4) for group in combinations(sorted(tokens), size))
    return {frozenset(group): (0, 2, 5, 9, 13)[len(group)] for group in groups if in_row(group)}


def elk_b(tokens: frozenset[Cell]) -> dict[frozenset[Cell], int]:
    contacts = {1: 0, 2: 1, 3: 3, 4: 5}
    worth = {}
    for size, needed in contacts.items():
        for group in combinations(sorted(tokens), size):
            if sum(touching(one, other) for one, other in combinations(group, 2)) == needed:
                worth[frozenset(group)] = (0, 2, 5, 9, 13)[size]
    return worth


def elk_c(tokens: frozenset[Cell]) -> dict[frozenset[Cell], int]:
    table = (0, 2, 4, 7, 10, 14, 18, 23, 28)
    groups = (frozenset(group) for size in range(1, 9) for group in combinations(sorted(tokens), size))
    return {group: table[len(group)] for group in groups if is_connected(group)}


def elk_d(tokens: frozenset[Cell]) -> dict[frozenset[Cell], int]:
    worth = {}
    for middle in {cell for token in tokens for cell in HEX.around(token)}:
        ring = [cell for cell in sorted(tokens) if touching(cell, middle)]
        for size in range(1, len(ring) + 1):
            for group in combinations(ring, size):
                if is_connected(frozenset(group)):
                    worth[frozenset(group)] = (0, 2, 5, 8, 12, 16, 21)[size]
    return worth


OPTIMISING: dict[str, Callable[[frozenset[Cell]], dict[frozenset[Cell], int]]] = {
    "elk-A": elk_a,
    "elk-B": elk_b,
    "elk-C": elk_c,
    "elk-D": elk_d,
}


@pytest.mark.parametrize("card", OPTIMISING)
def test_elk_give_the_most_that_any_division_gives(card: str) -> None:
    chance = random.Random(card)
    for _ in range(500):
        tokens = frozenset(random_places(chance.choice((3, 5, 7, 9, 10, 12)), chance))
        assert points(card, animals(elk=sorted(tokens))) == most(OPTIMISING[card](tokens), tokens), sorted(tokens)


def others_beside(group: Iterable[Cell], kinds: Mapping[Cell, str], own: str) -> list[str]:
    beside = {cell for cell in kinds if any(touching(cell, one) for one in group)} - set(group)
    return [kinds[cell] for cell in beside if kinds[cell] != own]


def fox_d(kinds: Mapping[Cell, str]) -> dict[frozenset[Cell], int]:
    foxes = sorted(cell for cell, kind in kinds.items() if kind == "fox")
    worth = {}
    for pair in combinations(foxes, 2):
        if touching(*pair):
            beside = others_beside(pair, kinds, "fox")
            worth[frozenset(pair)] = (0, 5, 7, 9, 11)[sum(beside.count(kind) > 1 for kind in set(beside))]
    return worth


def hawk_d(kinds: Mapping[Cell, str]) -> dict[frozenset[Cell], int]:
    hawks = sorted(cell for cell, kind in kinds.items() if kind == "hawk")
    worth = {}
    for one, other in combinations(hawks, 2):
        q, r = other[0] - one[0], other[1] - one[1]
        far = max(abs(q), abs(r), abs(q + r))
        if far < 2 or (q and r and q + r):
            continue
        way = [(one[0] + q // far * step, one[1] + r // far * step) for step in range(1, far)]
        between = {kinds[cell] for cell in way if cell in kinds}
        if "hawk" not in between:
            worth[frozenset((one, other))] = (0, 4, 7, 9)[min(len(between), 3)]
    return worth


@pytest.mark.parametrize(("card", "pairs"), [("fox-D", fox_d), ("hawk-D", hawk_d)])
def test_pairs_give_the_most_that_any_pairing_gives(
    card: str, pairs: Callable[[Mapping[Cell, str]], dict[frozenset[Cell], int]]
) -> None:
    chance, own = random.Random(card), card.partition("-")[0]
    for _ in range(500):
        places = random_places(12, chance)
        kinds = {cell: chance.choice((own, own, *ANIMALS)) for cell in places}
        terrain = Terrain(HEX, {cell: Laid(None, kind) for cell, kind in kinds.items()})
        worth = pairs(kinds)
        right = most({group: value for group, value in worth.items() if value}, frozenset(kinds))
        assert points(card, terrain) == right, kinds


# ------------------------------------------------------------------ properties


@pytest.mark.parametrize("seed", range(25))
def test_turned_mirrored_and_moved_boards_give_the_same(seed: int) -> None:
    chance = random.Random(seed)
    kinds = {cell: chance.choice(ANIMALS) for cell in random_places(18, chance)}

    def every(move: Callable[[Cell], Cell]) -> list[int | None]:
        terrain = Terrain(HEX, {move(cell): Laid(None, kind) for cell, kind in kinds.items()})
        return [points(card, terrain) for card in cards()]

    right = every(lambda cell: cell)
    assert every(HEX.turn) == every(HEX.mirror) == every(lambda cell: (cell[0] - 7, cell[1] + 40)) == right


@pytest.mark.parametrize("grid", [HEX, SQUARE, SQUARE8])
def test_turns_lead_round_and_keep_what_touches(grid: Grid) -> None:
    cell = (3, -1)
    turned = cell
    for _ in range(grid.turns):
        turned = grid.turn(turned)
    assert turned == cell and grid.mirror(grid.mirror(cell)) == cell
    for move in (grid.turn, grid.mirror):
        assert {move(step) for step in grid.steps} == set(grid.steps)
    for step, (dx, dy) in enumerate(grid.steps):
        assert grid.steps[grid.opposite(step)] == (-dx, -dy)


def test_corridors_go_by_touching_edges() -> None:
    split = ("prairie", "river", "river", "river", "prairie", "prairie")  # NE, E, SE, SW, W, NW
    back = (*split[4:], "prairie", *split[1:4])
    terrain = Terrain(HEX, {(0, 0): Laid(("river",) * 6), (1, 0): Laid(split), (0, 1): Laid(back)})
    pattern = {"land": "river", "groups": "corridors", "choose": "largest", "worth": [{"each": 1}]}
    # the second tile shows the first one prairie at its west edge; the third shows river, and prairie to the second
    assert outcome(pattern, terrain).points == 2
    assert sorted(bin(mask).count("1") for mask in terrain.corridors("river")) == [1, 2]


def test_large_part_is_cut_without_end_of_patience() -> None:
    spent = []
    herd = animals(elk=[(q, r) for q in range(5) for r in range(4)])
    assert ready("elk-C").outcome(herd, spent.append).points == 28 + 28 + 10
    assert ready("elk-A").outcome(herd, spent.append).points == 65
    assert sum(spent) < 20_000


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ({"of": "elk", "groups": "lines"}, "a pattern says worth: of each group, or count: of all groups"),
        ({"groups": "whole", "count": [0, 1]}, "a pattern says of: the kind of token, or for corridors land:"),
        ({"of": "elk", "groups": "shapes", "count": [1]}, "shapes: goes with groups: shapes"),
        ({"of": "elk", "groups": "whole", "worth": [{}]}, "a worth says each: or table:, one of them"),
        (
            {"of": "elk", "groups": "pieces", "worth": [{"count": "gaps beside", "each": 1}]},
            "pieces are worth something",
        ),
    ],
)
def test_pattern_that_says_too_little_is_refused(pattern: Mapping[str, Any], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        Pattern.model_validate(pattern)
