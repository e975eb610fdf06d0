"""Contours: where a die cuts on a page, and cuts that neighbours share. Numbers in, numbers out; millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import acos, atan2, cos, hypot, pi, sin, tan
from typing import NamedTuple

from generator.face.die import Die, Point, Polygon
from generator.press.layout.cut import Cut, Step
from generator.units import Rect

SLACK = 1e-3
"""Lines closer than this are one."""


def contour(die: Die, rect: Rect) -> Cut:
    """Return the cut round a piece that lies at `rect`, clockwise and closed."""
    if die.outline == "circle":
        return _circle(rect)
    return _rounded(die.border(rect), die.corner)


def _circle(rect: Rect) -> Cut:
    radius, x, y = min(rect.width, rect.height) / 2, rect.x + rect.width / 2, rect.y + rect.height / 2
    quarters = ((x + radius, y), (x, y + radius), (x - radius, y), (x, y - radius))
    return Cut((x, y - radius), tuple(Step(*end, radius) for end in quarters), closed=True)


def _rounded(corners: Polygon, radius: float) -> Cut:
    """Return a polygon's cut with its corners rounded, those that point inwards left out."""
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
    (ax, ay), (bx, by) = _way(before, corner), _way(corner, after)
    angle = acos(max(-1.0, min(1.0, ax * bx + ay * by)))
    return angle if ax * by - ay * bx > 0 else -angle


def _way(start: Point, end: Point) -> Point:
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    return across / length, down / length


def _towards(start: Point, end: Point, length: float) -> Point:
    across, down = _way(start, end)
    return start[0] + across * length, start[1] + down * length


# ------------------------------------------------------------------ lines that neighbours share


class Side(NamedTuple):
    """A straight piece of a contour: its line (angle and distance from the page's corner) and its two ends along it."""

    angle: float
    off: float
    low: float
    high: float
    owner: int

    def point(self, at: float) -> Point:
        """Return the point so far along the line."""
        across, down = _ways(self.angle)
        return at * across - self.off * down, at * down + self.off * across


def _ways(angle: float) -> Point:
    """Return the direction of an angle; straight down exactly, which cos doesn't give."""
    return (0.0, 1.0) if abs(angle - pi / 2) < SLACK / 1000 else (cos(angle), sin(angle))


def side(a: Point, b: Point, owner: int = 0) -> Side:
    """Return the side between two points."""
    if b[1] - a[1] < -SLACK or (abs(b[1] - a[1]) <= SLACK and b[0] < a[0]):
        a, b = b, a
    across, down = _way(a, b)
    angle = atan2(down, across) if abs(b[1] - a[1]) > SLACK else 0.0
    across, down = _ways(angle)
    low, high = (point[0] * across + point[1] * down for point in (a, b))
    return Side(angle % pi, a[1] * across - a[0] * down, low, high, owner)


def lines(sides: Iterable[Side]) -> Iterator[list[Side]]:
    """Yield sides that lie on one straight line, line by line, sorted."""
    group: list[Side] = []
    for made in sorted(sides, key=lambda made: (round(made.angle, 3), made.off, made.low)):
        if group and (abs(made.angle - group[0].angle) > SLACK or made.off - group[-1].off > SLACK):
            yield sorted(group, key=lambda made: made.low)
            group = []
        group.append(made)
    if group:
        yield sorted(group, key=lambda made: made.low)


def joined(line: Sequence[Side]) -> list[Side]:
    """Join the sides of one line, sorted, that overlap or touch."""
    made: list[Side] = []
    for one in line:
        if made and one.low <= made[-1].high + SLACK:
            made[-1] = made[-1]._replace(high=max(made[-1].high, one.high))
        else:
            made.append(one)
    return made


def once(contours: Sequence[Cut], spared: Sequence[Side] = ()) -> tuple[Cut, ...]:
    """Return contours so that nothing is cut twice: those that share a line with another are parted into lines.

    Along the `spared` lines, such as the paper's own edges, nothing is cut.
    """
    every = [made for owner, contour in enumerate(contours) for made in sides(contour, owner)]
    edges = [made._replace(owner=-1) for made in spared]
    grouped = list(lines([*every, *edges]))
    shared = {owner for line in grouped for owner in _sharing(line)}
    whole = [contour for owner, contour in enumerate(contours) if owner not in shared]
    parted = [made for line in grouped for made in _parted(line, shared)]
    arcs = [arc for owner in sorted(shared - {-1}) for arc in _arcs(contours[owner])]
    return (*whole, *(straight(made) for made in parted), *arcs)


def straight(made: Side) -> Cut:
    """Return the cut along a side."""
    return Cut(made.point(made.low), (Step(*made.point(made.high)),))


def sides(contour: Cut, owner: int = 0) -> Iterator[Side]:
    """Yield the straight pieces of a contour."""
    yield from (side(a, (step.x, step.y), owner) for a, step in _walk(contour) if not step.radius)


def _arcs(contour: Cut) -> Iterator[Cut]:
    yield from (Cut(a, (step,)) for a, step in _walk(contour) if step.radius)


def arcs(contours: Iterable[Cut]) -> list[Cut]:
    """Return the round pieces of contours."""
    return [arc for contour in contours for arc in _arcs(contour)]


def _walk(contour: Cut) -> Iterator[tuple[Point, Step]]:
    here = contour.start
    for step in (*contour.steps, *[Step(*contour.start)] * contour.closed):
        if hypot(step.x - here[0], step.y - here[1]) > SLACK:
            yield here, step
        here = step.x, step.y


def _sharing(line: Sequence[Side]) -> Iterator[int]:
    """Yield the owners of sides that overlap with another's."""
    reaching = line[0]
    for made in line[1:]:
        if made.low < reaching.high - SLACK and made.owner != reaching.owner:
            yield from (made.owner, reaching.owner)
        reaching = max(reaching, made, key=lambda one: one.high)


def _parted(line: Sequence[Side], shared: set[int]) -> list[Side]:
    """Return what is to be cut along a line for the contours that are parted."""
    spared = [made for made in line if made.owner < 0]
    cut = joined([made for made in line if made.owner in shared and made.owner >= 0])
    return [made for made in cut if not any(_within(made, edge) for edge in spared)]


def _within(made: Side, edge: Side) -> bool:
    return made.low >= edge.low - SLACK and made.high <= edge.high + SLACK
