"""Cut marks and cut lines on the finished page."""

from __future__ import annotations

from math import cos, dist, pi, sin
from pathlib import Path

import pytest
from drawing import face, pixel, printed, raster
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator.press.layout.cut import Cut, Mark, Step
from generator.press.page import Page, Placement
from generator.press.pdf.strokes import handles
from generator.units import Point

ROUND = Cut((30, 20), (Step(70, 20), Step(80, 30, 10), Step(80, 70), Step(70, 80, 10), Step(20, 80), Step(20, 30)))


def curve(start: Point, one: Point, two: Point, end: Point, t: float) -> Point:
    """A point of a Bézier curve."""
    parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x, y = (sum(p * at[n] for p, at in zip(parts, (start, one, two, end), strict=True)) for n in (0, 1))
    return x, y


@given(st.floats(0, 2 * pi), st.floats(0.05, pi / 2), st.floats(0.5, 100))
def test_arcs_turn_clockwise_round_their_centre(angle: float, turn: float, radius: float) -> None:
    start, end = ((radius * cos(a), radius * sin(a)) for a in (angle, angle + turn))  # y downwards
    one, two = handles(start, Step(*end, radius))
    for n in range(21):
        assert dist((0, 0), curve(start, one, two, end, n / 20)) == pytest.approx(radius, rel=3e-4)


def greys(picture: Image.Image, x: float, y: float) -> list[int]:
    """The red parts of the nine pixels round a place, at 20 pixels a mm."""
    return [pixel(picture, x + a / 20, y + b / 20, 20)[0] for a in (-1, 0, 1) for b in (-1, 0, 1)]


@pytest.mark.parametrize("closed", [True, False])
def test_cut_lines_are_drawn_where_they_lie(tmp_path: Path, closed: bool) -> None:
    page = Page(100, 100, (), lines=(ROUND._replace(closed=closed),))
    picture = raster(printed(tmp_path / "a.pdf", page), 20)
    on_it = {(50, 20), (80, 50), (77.071, 22.929), (77.071, 77.071), (20, 50)}
    last = {(25, 25)}
    inked = {place for place in [*on_it, *last, (78, 22), (50, 50)] if min(greys(picture, *place)) < 215}
    assert inked == (on_it | last if closed else on_it)


def test_dashes_are_seen_on_white_and_on_black(tmp_path: Path) -> None:
    black = Placement(face('<rect width="50" height="100"/>'), 0, 0)
    page = Page(100, 100, (black,), lines=(Cut((0, 50), (Step(100, 50),)),), dashed=True)
    picture = raster(printed(tmp_path / "a.pdf", page), 20)
    left = [max(greys(picture, x / 20, 50)) for x in range(100, 900)]
    right = [min(greys(picture, x / 20, 50)) for x in range(1100, 1900)]
    assert 0.35 < sum(value > 128 for value in left) / len(left) < 0.75
    assert 0.35 < sum(value < 180 for value in right) / len(right) < 0.75


def test_marks_and_lines_are_0_25_points_wide(tmp_path: Path) -> None:
    page = Page(100, 100, (), (Mark(10, 50, 90, 50),), lines=(Cut((50, 10), (Step(50, 45),)),))
    picture = raster(printed(tmp_path / "a.pdf", page), 40)
    marked = [1 - pixel(picture, 30, 49 + n / 40, 40)[0] / 255 for n in range(80)]
    lined = [1 - pixel(picture, 49 + n / 40, 30, 40)[0] / 255 for n in range(80)]
    assert sum(marked) / 40 == pytest.approx(0.25 * 25.4 / 72 * (1 - 0.106), abs=0.01)
    assert sum(lined) / 40 == pytest.approx(0.25 * 25.4 / 72 * 0.47, abs=0.01)


def test_nothing_is_drawn_for_a_page_without_marks(tmp_path: Path) -> None:
    cuts = (Cut((10, 10), (Step(90, 10),)),)
    picture = raster(printed(tmp_path / "a.pdf", Page(100, 100, (Placement(face(""), 0, 0),), cuts=cuts)))
    assert picture.getextrema() == ((255, 255),) * 3
