"""Bleed: each piece is printed beyond its cuts, and none on its neighbours."""

from __future__ import annotations

from itertools import combinations
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.face.die import Die
from generator.face.furniture import FOOT
from generator.press.layout.bleed import Plot, plots
from generator.press.layout.impose import Honeycomb, Room
from generator.units import Point, Polygon, Rect, Size

A4 = Size(210, 297)


def comb(flat: float, gap: float) -> list[Polygon]:
    made = Honeycomb(Room(A4, 6, FOOT.height), flat, gap)
    spots = made.spots([((0, 0),)] * made.capacity)
    return [Die("hex").parts(Rect(spot.x, spot.y, flat, 2 * made.radius))[0] for spot in spots]


def area(polygon: Polygon) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True)) / 2


def inside(point: Point, polygon: Polygon, slack: float = 1e-6) -> bool:
    """Whether a point lies in a convex polygon, not on its border."""
    return all(
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > slack
        for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    )


def overlap(one: Polygon, other: Polygon) -> bool:
    """Whether two convex polygons have an inside in common: no side of either has the other wholly before it."""
    for polygon, rest in ((one, other), (other, one)):
        for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            if all((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) <= 1e-5 for x, y in rest):
                return False
    return True


@settings(deadline=None)  # it counts no time
@given(st.floats(30, 60), st.floats(0, 8), st.floats(0.1, 5))
def test_no_hex_is_printed_on_another(flat: float, gap: float, bleed: float) -> None:
    hexes = comb(flat, gap)
    seen = [plot.grown(bleed) for (plot,) in plots([[made] for made in hexes], 5)]
    for one, other in combinations(range(len(hexes)), 2):
        assert not overlap(seen[one], seen[other])
    for made, shown in zip(hexes, seen, strict=True):
        assert all(inside(corner, shown, -1e-6) for corner in made)


def test_hexes_that_touch_bleed_outwards_only() -> None:
    hexes = comb(40, 0)
    (first,) = plots([[made] for made in hexes], 5)[0]
    free = [most > 2 for most in first.reach]
    assert free == [True, False, False, True, True, True]  # right and lower right are neighbours
    assert [most for most, open_ in zip(first.reach, free, strict=True) if not open_] == pytest.approx([0, 0], abs=1e-6)


@pytest.mark.parametrize(("gap", "grown"), [(6.0, 3.0), (4.0, 2.0), (2.0, 1.0)])
def test_hexes_with_a_gap_share_it(gap: float, grown: float) -> None:
    made = [plot for (plot,) in plots([[made] for made in comb(30, gap)], 3.1)]
    surrounded = [plot for plot in made if max(plot.reach) <= 3 + 1e-6]
    assert len(surrounded) > 5
    for plot in surrounded:
        assert area(plot.grown(3)) == pytest.approx(sqrt(3) / 2 * (30 + 2 * grown) ** 2)


def test_a_piece_of_hexes_has_no_seam_inside() -> None:
    die, rect = Die("hex", 0, ((0, 0), (-1, 1), (0, 1))), Rect(50, 50, 80, 80.829)
    (parts,) = plots([die.parts(rect)], 5)
    grown = [part.grown(2) for part in parts]
    assert sum(map(area, grown)) == pytest.approx(3 * sqrt(3) / 2 * 40**2 + 12 * 40 / sqrt(3) * 2, rel=0.01)
    assert not any(overlap(one, other) for one, other in combinations(grown, 2))


def test_rectangles_and_hexes_keep_off_each_other() -> None:
    card, hexagon = Die().parts(Rect(20, 20, 60, 80))[0], Die("hex").parts(Rect(83, 30, 40, 46.188))[0]
    first, second = (plot.grown(3) for (plot,) in plots([[card], [hexagon]], 5))
    assert not overlap(first, second)
    assert max(x for x, _ in first) == pytest.approx(81.5)
    assert min(x for x, _ in second) == pytest.approx(81.5)


@pytest.mark.parametrize("turn", [0, 180])
def test_the_plot_of_a_back_mirrors_that_of_its_face(turn: int) -> None:
    plot = Plot(((10, 10), (30, 10), (40, 40), (10, 40)), (1, 2, 3, 4))
    behind = plot.behind(Rect(10, 10, 30, 30), 100, 200, turn)
    assert area(behind.corners) == pytest.approx(area(plot.corners))
    grown = {(round(x, 6), round(y, 6)) for x, y in behind.grown(9)}
    if turn:
        expected = {(100 + x - 10, 200 + 40 - y) for x, y in plot.grown(9)}
    else:
        expected = {(100 + 40 - x, 200 + y - 10) for x, y in plot.grown(9)}
    assert grown == {(round(x, 6), round(y, 6)) for x, y in expected}
