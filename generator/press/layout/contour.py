"""Contours: the cuts round circles and round polygons with rounded corners. Numbers in, numbers out; millimetres."""

from __future__ import annotations

from math import acos, hypot, tan

from generator.press.layout.cut import Cut, Step
from generator.units import Point, Polygon, Rect


def circle(rect: Rect) -> Cut:
    """Return the cut round the largest circle in the middle of a rectangle, clockwise and closed."""
    radius, x, y = min(rect.width, rect.height) / 2, rect.x + rect.width / 2, rect.y + rect.height / 2
    quarters = ((x + radius, y), (x, y + radius), (x - radius, y), (x, y - radius))
    return Cut((x, y - radius), tuple(Step(*end, radius) for end in quarters), closed=True)


def rounded(corners: Polygon, radius: float) -> Cut:
    """Return the cut round a polygon, closed: its corners rounded, those that point inwards left sharp."""
    steps: list[Step] = []
    for before, corner, after in zip((corners[-1], *corners[:-1]), corners, (*corners[1:], corners[0]), strict=True):
        turn = _turn(before, corner, after)
        if radius and turn > 0:
            shortened = radius * tan(turn / 2)
            steps += [Step(*_towards(corner, before, shortened)), Step(*_towards(corner, after, shortened), radius)]
        else:
            steps.append(Step(*corner))
    return Cut((steps[0].x, steps[0].y), tuple(steps[1:]), closed=True)


def _turn(before: Point, corner: Point, after: Point) -> float:
    """Return by how much a path turns at a corner, above 0 to the right, in radians."""
    (ax, ay), (bx, by) = direction(before, corner), direction(corner, after)
    angle = acos(max(-1.0, min(1.0, ax * bx + ay * by)))
    return angle if ax * by - ay * bx > 0 else -angle


def direction(start: Point, end: Point) -> Point:
    """Return the way from one point to another, 1 mm long; the two differ."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    return across / length, down / length


def _towards(start: Point, end: Point, length: float) -> Point:
    across, down = direction(start, end)
    return start[0] + across * length, start[1] + down * length
