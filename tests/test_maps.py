"""Maps: lands that share borders, and a check of what lies on them."""

from __future__ import annotations

import re
from math import dist
from typing import Any

import pytest
from conftest import MakePack
from effort import calls
from hypothesis import given
from hypothesis import strategies as st

from generator.face.maps.check import covered
from generator.face.maps.regions import Ring, depth, regions
from generator.face.maps.table import read_map
from generator.pack.load import load
from generator.pack.source.located import Source
from generator.problems import Failed, Problems
from generator.stories.check import check

WEST = {"place": "west", "outline": "0,0 10,0 10,5 10,10 0,10"}
EAST = {"place": "east", "outline": "10,0 20,0 20,10 10,10 10,5"}
ISLAND = {"place": "east", "outline": "25,2 28,2 28,5"}


def points_of(path: str) -> list[tuple[float, float]]:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_a_border_is_one_line_and_no_part_of_the_shore() -> None:
    made = regions([WEST, EAST, ISLAND])
    assert points_of(made["borders"]) == [(10, 0), (10, 5), (10, 10)]
    assert set(points_of(made["coast"])) == {
        *((0, 0), (10, 0), (10, 10), (0, 10)), *((20, 0), (20, 10)), *((25, 2), (28, 2), (28, 5))
    }  # fmt: skip
    assert made["coast"].count("M") == 3
    assert made["land"] == made["areas"]["west"] + made["areas"]["east"]
    assert made["areas"]["east"].count("Z") == 2


def test_neighbours_are_smoothed_alike_and_keep_the_corners_where_borders_meet() -> None:
    bend = {"place": "west", "outline": "0,0 10,0 13,5 10,10 0,10"}
    beside = {"place": "east", "outline": "10,0 20,0 20,10 10,10 13,5"}
    made = regions([bend, beside], 1)
    along = points_of(made["borders"])
    assert along[0] == (10, 0)
    assert along[-1] == (10, 10)
    assert (13, 5) not in along
    for place in ("west", "east"):
        assert {round(x, 2) for x, _ in along} <= {round(x, 2) for x, _ in points_of(made["areas"][place])}
    assert (0, 0) not in points_of(made["areas"]["west"])


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 20)), min_size=0, max_size=6, unique_by=lambda p: p[0]))
def test_no_gap_opens_between_neighbours_however_their_border_runs(bends: list[tuple[int, int]]) -> None:
    border = [(30.0, 0.0), *((20.0 + x, float(y * 10)) for y, x in sorted(bends)), (30.0, 100.0)]
    west = {"place": "west", "outline": [(0, 0), *border, (0, 100)]}
    east = {"place": "east", "outline": [(60, 0), (60, 100), *border[::-1]]}
    made = regions([west, east], 2)
    along = set(points_of(made["borders"]))
    assert along <= set(points_of(made["areas"]["west"])) & set(points_of(made["areas"]["east"]))
    assert made["borders"].count("M") == 1


def test_neighbours_that_do_not_share_their_corners_are_told() -> None:
    loose = {"place": "east", "outline": "10,2 20,0 20,10 10,10"}
    with pytest.raises(ValueError, match=r"the corner 10,2 of east lies on a side of west that has no corner there"):
        regions([WEST, loose])


def test_an_outline_of_two_corners_is_none() -> None:
    with pytest.raises(ValueError, match=r"an outline of bar has 2 corners; allowed: three or more"):
        regions([{"place": "bar", "outline": "0,0 9,9 0,0"}])


def test_the_middle_lies_deepest_in_the_largest_land() -> None:
    horseshoe = [(0, 0), (30, 0), (30, 30), (20, 30), (20, 8), (10, 8), (10, 30), (0, 30)]
    (middle,) = regions([{"place": "u", "outline": horseshoe}])["middles"].values()
    ring = Ring("u", tuple((float(x), float(y)) for x, y in horseshoe))
    assert depth(middle, ring) > 4.9
    assert regions([ISLAND, EAST])["middles"]["east"] == (15, 5)


def test_the_work_grows_with_the_corners_and_not_with_their_square() -> None:
    def ring(count: int) -> list[dict[str, Any]]:
        return [{"place": "a", "outline": [(n, n % 2) for n in range(count)] + [(count, 90), (0, 90)]}]

    assert calls(lambda: regions(ring(400))) < 3 * calls(lambda: regions(ring(200)))


# ------------------------------------------------------------------ what lies on a map

TABLE: dict[str, Any] = {
    "frame": [0, 0, 100, 60],
    "card": [10, 6],
    "cards": {"A": [10, 10], "B": [50, 10], "C": [90, 10]},
    "lines": {},
    "leaders": {"C": [[90, 13], [90, 30]]},
    "keep": {"key": [40, 40, 20, 10]},
}
LINKS = {"A-B": ("A", "B")}
LAND = [{"place": "A", "outline": "0,0 30,0 30,30 0,30"}, {"place": "C", "outline": "80,20 95,20 95,40"}]


def told(**changed: Any) -> list[tuple[tuple[str | int, ...], str]]:
    return [(found.path, found.what) for found in covered(read_map(Source("map.yaml", {**TABLE, **changed})), LINKS)]


def test_a_map_where_nothing_covers_anything_is_silent() -> None:
    assert told() == []


@pytest.mark.parametrize(
    ("changed", "path", "what"),
    [
        ({"cards": {"A": [10, 10], "B": [20.5, 10], "C": [90, 10]}}, ("cards", "B"), "the card of B lies on that of A"),
        ({"cards": {"A": [10, 10], "B": [50, 10], "C": [96, 10]}}, ("cards", "C"), "reaches over the edge of the map"),
        ({"keep": {"key": [88, 0, 4, 7.5]}}, ("cards", "C"), "the card of C covers 'key'"),
        ({"keep": {"key": [25, 9, 9, 9]}}, ("cards", "A"), "the route A-B runs over 'key'"),
        ({"lines": {"A-B": [[10, 10], [90, 20], [90, 10], [50, 10]]}}, ("lines", "A-B"), "over the card of C"),
        ({"leaders": {"C": [[90, 13], [91, 11]]}}, ("leaders", "C"), "the card of C covers what its leader points at"),
        ({"leaders": {"C": [[85, 10], [50, 10]]}}, ("leaders", "C"), "the leader of C runs over the card of B"),
        ({"land": LAND, "leaders": {}}, ("cards", "C"), "the card of C doesn't reach its land"),
        ({"land": LAND, "leaders": {"C": [[90, 13], [90, 19]]}}, ("leaders", "C"), "the leader of C doesn't reach its"),
        (
            {"land": [*LAND, {"place": "D", "outline": "44,4 56,4 56,16 44,16"}]},
            ("cards", "B"),
            "covers the middle of D",
        ),
    ],
)
def test_what_covers_something_is_told_where_the_data_says_so(
    changed: dict[str, Any], path: tuple[str, ...], what: str
) -> None:
    found = told(**changed)
    assert [place for place, _ in found] == [path]
    assert what in found[0][1]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"card": [10]}, "map.yaml: error: [10] where 2 numbers must stand; allowed: [width, height] in mm"),
        ({"card": [0, 5]}, "map.yaml: error: a card of 0 × 5 mm; allowed: a width and a height above 0"),
        ({"cards": {"A": "x"}}, "map.yaml: error: 'x' where 2 numbers must stand; allowed: [x, y] in mm"),
        ({"cards": [1]}, "map.yaml: error: cards: not names with a value each; allowed: up to 200 of them"),
        ({"leaders": {"Z": [[0, 0], [1, 1]]}}, "map.yaml: error: 'Z' has no card; allowed: A, B, C"),
        ({"lines": {"A-B": 7}}, "map.yaml: error: 7 is no line; allowed: [[x, y], [x, y]] or more points, in mm"),
        ({"land": [7]}, "map.yaml: error: a land is a row with place, whose it is, and outline, its corners"),
    ],
)
def test_a_table_that_is_no_map_is_refused_with_what_may_stand_there(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(Failed) as refused:
        read_map(Source("map.yaml", {**TABLE, **changed}))
    assert [str(problem) for problem in refused.value.problems] == [message]


def test_a_line_of_no_link_is_told() -> None:
    assert told(lines={"A-Q": [[0, 0], [9, 9]]}) == [(("lines", "A-Q"), "a line of 'A-Q', which is no link")]


CARD = """{% extends "common/face.svg.j2" %}{% block face %}{{ check_map("map", data.links) }}
<rect width="9" height="9" fill="#FFFFFF"/>{% endblock %}"""


def test_a_covered_card_is_an_error_at_its_line(make_pack: MakePack) -> None:
    table = "card: [10, 6]\ncards:\n  A: [10, 10]\n  B: [15, 10]\n"
    files = {"deck.yaml": "- {id: one}", "map.yaml": table, "links.yaml": "[]"}
    problems = Problems()
    check(str(make_pack(files, card=CARD)), problems, lambda _: None)
    (problem,) = list(problems)
    assert str(problem).endswith(
        "map.yaml:4:6: error: the card of B lies on that of A, or too close; allowed: 1 mm or more between them; "
        "move one of them"
    )


def test_a_map_that_is_not_there_is_told(make_pack: MakePack) -> None:
    files = {"deck.yaml": "- {id: one}", "links.yaml": "[]"}
    problems = Problems()
    check(str(make_pack(files, card=CARD)), problems, lambda _: None)
    assert any("check_map: no table 'map'; allowed: deck, links" in str(problem) for problem in problems)


# ------------------------------------------------------------------ Canada


def canada() -> Any:
    return load("quadrata-canada", Problems()).data["map"]


def test_each_province_shares_its_borders_and_none_has_slivers() -> None:
    land = canada()["land"]
    made = regions(land, 0.6)
    assert len(made["areas"]) == 13
    assert made["borders"].count("M") == 16
    for row in land:
        ring = Ring(row["place"], tuple(tuple(map(float, pair.split(","))) for pair in row["outline"].split()))  # type: ignore[misc]
        (middle,) = regions([row])["middles"].values()
        assert depth(middle, ring) > 0.8, row


def test_cards_stand_on_their_own_land_or_lead_to_it() -> None:
    table = canada()
    rings: dict[str, list[Ring]] = {}
    for row in table["land"]:
        corners = tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in row["outline"].split()))
        rings.setdefault(row["place"], []).append(Ring(row["place"], corners))
    for place, card in table["cards"].items():
        at = tuple(table["leaders"][place][-1]) if place in table["leaders"] else tuple(card)
        assert max(depth(at, ring) for ring in rings[place]) > 0.5, place
    for place, line in table["leaders"].items():
        x, y = table["cards"][place]
        width, height = table["card"]
        on_edge = abs(abs(line[0][0] - x) - width / 2) < 0.01 or abs(abs(line[0][1] - y) - height / 2) < 0.01
        assert on_edge, place
        assert dist(line[0], line[-1]) > 4
