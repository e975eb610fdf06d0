"""Parametric shapes: corners, areas, tracks and dotted lines come out where geometry says."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise
from math import dist, pi, sqrt

import pytest

from generator.face import shapes


def numbers(path: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", path)]


def discs(markup: str) -> list[tuple[float, float]]:
    """Return the centres of a dotted line's discs of radius 0.5."""
    found = re.findall(r"M(-?[\d.]+) (-?[\d.]+)A", markup)
    return [(float(x) + 0.5, float(y)) for x, y in found]


def area(corners: list[tuple[float, float]]) -> float:
    around = zip(corners, [*corners[1:], corners[0]], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in around)) / 2


def test_a_hexagon_points_up_and_goes_clockwise() -> None:
    corners = shapes.pairs(shapes.hexagon(10, 20, 24))
    assert corners[0] == (10, -4)
    assert corners[3] == (10, 44)
    assert corners[1][0] - 10 == pytest.approx(24 * sqrt(3) / 2, abs=1e-3)
    assert area(corners) == pytest.approx(3 * sqrt(3) / 2 * 24**2, rel=1e-4)


@pytest.mark.parametrize("first", range(6))
def test_the_halves_of_a_hexagon_run_from_corner_to_corner(first: int) -> None:
    whole = shapes.pairs(shapes.hexagon(0, 0, 10))
    half = shapes.pairs(shapes.half_hexagon(0, 0, 10, first))
    assert half == [pytest.approx(whole[(first + i) % 6]) for i in range(4)]
    assert area(half) == pytest.approx(area(whole) / 2, rel=1e-3)


@pytest.mark.parametrize("kind", list(shapes.SYMBOLS))
def test_straight_symbols_have_the_area_of_their_square(kind: str) -> None:
    found = numbers(shapes.symbol(kind, 3, 4, 7))
    assert area(list(zip(found[::2], found[1::2], strict=True))) == pytest.approx(49, rel=1e-3)


def test_the_circle_has_the_area_of_its_square() -> None:
    r = numbers(shapes.symbol("circle", 0, 0, 7))[2]
    assert pi * r * r == pytest.approx(49, rel=1e-3)


def test_an_unknown_symbol_says_which_there_are() -> None:
    with pytest.raises(ValueError, match=r"'star'.*circle, triangle, square, diamond"):
        shapes.symbol("star", 0, 0, 5)


def test_rounded_corners_begin_a_radius_before_the_corner_of_a_square() -> None:
    path = shapes.rounded([(0, 0), (10, 0), (10, 10), (0, 10)], 2)
    assert path.startswith("M0 2C0 0.895 0.895 0 2 0L8 0C")
    assert path.endswith("Z")
    assert path.count("C") == 4


def test_a_radius_that_is_too_large_stops_at_half_a_side() -> None:
    path = shapes.rounded([(0, 0), (2, 0), (2, 2), (0, 2)], 50)
    assert path.startswith("M0 1C") and " 1 0L1 0C" in path


def test_no_radius_and_straight_corners_stay_as_they_are() -> None:
    assert shapes.rounded("0,0 4,0 4,4", 0) == "M0 0L4 0L4 4Z"
    assert shapes.rounded("0,0 2,0 4,0 4,4", 1).count("C") == 3


def test_two_points_are_no_polygon() -> None:
    with pytest.raises(ValueError, match="three corners"):
        shapes.rounded([(0, 0), (1, 1)], 1)


def test_a_track_stands_in_a_row_wraps_and_winds() -> None:
    assert shapes.track(3, 1, 2, 7.5) == [(1, 2), (8.5, 2), (16, 2)]
    assert shapes.track(4, 0, 0, 5, per_row=2, row_pitch=8) == [(0, 0), (5, 0), (0, 8), (5, 8)]
    assert shapes.track(4, 0, 0, 5, per_row=2, snake=True) == [(0, 0), (5, 0), (5, 5), (0, 5)]
    assert shapes.track(0, 0, 0, 5) == []


def test_dots_lie_evenly_with_one_on_each_end() -> None:
    found = discs(shapes.dots([(0, 0), (10, 0), (10, 5)], 2.4, 0.5, "#123456"))
    assert found[0] == (0, 0) and found[-1] == (10, 5)
    gaps = [dist(a, b) for a, b in pairwise(found[:5])]
    assert gaps == pytest.approx([15 / 6] * 4, abs=1e-3)
    assert 'fill="#123456"' in shapes.dots([(0, 0), (1, 0)], 2.4, 0.5, "#123456")


def test_a_line_without_length_is_one_dot() -> None:
    assert discs(shapes.dots([(3, 3), (3, 3)], 2.4, 0.5, "#000000"))[0] == (3, 3)


def test_a_colour_from_data_is_escaped() -> None:
    assert '"><script' not in shapes.dots([(0, 0), (1, 0)], 1, 0.5, '"><script/>')


def test_a_link_shows_only_between_its_boxes() -> None:
    line = [(0, 0), (20, 0), (30, 10)]
    assert shapes.visible(line, (-5, -5, 10, 10), (25, 5, 10, 10)) == [(5, 0), (20, 0), (25, 5)]
    found = discs(shapes.link(line, (-5, -5, 10, 10), (25, 5, 10, 10), 2, 0.5, "#000000"))
    assert found[0] == (6, 0)
    assert all(not (x > 25 and y > 5) and x >= 5 for x, y in found)


def test_a_route_map_goes_straight_unless_it_has_a_line() -> None:
    centres = {"a": (0.0, 0.0), "b": (20.0, 0.0), "c": (20.0, 30.0)}
    links = [{"id": "ab", "ends": ["a", "b"]}, {"id": "ac", "ends": ["a", "c"]}]
    markup = shapes.route_map(centres, (4, 4), links, {"ac": [(0, 0), (0, 30), (20, 30)]}, 2, 0.5, "#000000")
    assert markup.count("<path") == 2
    straight, bent = (discs(part) for part in markup.split("<path")[1:])
    assert {y for _, y in straight} == {0}
    assert any(x == 0 and y > 20 for x, y in bent)


def test_svgwrite_is_imported_only_when_a_line_is_dotted() -> None:
    program = "import sys; from generator.face import shapes; shapes.hexagon(0, 0, 1); print('svgwrite' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
