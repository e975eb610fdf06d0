"""Cuts as polygons: arcs become straight lines too short to be seen."""

from __future__ import annotations

from math import asin, atan2, ceil, cos, degrees, hypot, sin

from generator.press.layout.cut import Cut, Step
from generator.units import Point, Polygon


def flattened(cut: Cut) -> Polygon:
    """Return a closed cut as a polygon, its arcs as straight lines of a degree each."""
    corners, here = [cut.start], cut.start
    for step in cut.steps:
        corners += [*_arc(here, step), (step.x, step.y)]
        here = step.x, step.y
    return tuple(corners)


def _arc(here: Point, step: Step) -> list[Point]:
    """Return the points between the ends of an arc; none of a line."""
    if not step.radius:
        return []
    across, down = step.x - here[0], step.y - here[1]
    chord = hypot(across, down)
    half = asin(min(1.0, chord / (2 * step.radius)))
    off = step.radius * cos(half) / chord  # the centre lies to the right of the chord
    x, y = (here[0] + step.x) / 2 - down * off, (here[1] + step.y) / 2 + across * off
    start, parts = atan2(here[1] - y, here[0] - x), ceil(degrees(2 * half))
    angles = [start + 2 * half * part / parts for part in range(1, parts)]
    return [(x + step.radius * cos(angle), y + step.radius * sin(angle)) for angle in angles]
