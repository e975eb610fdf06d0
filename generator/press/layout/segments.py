"""Segments of contours, and lines that neighbours share: each is cut once. Numbers in, numbers out; millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

from generator.press.layout.contour import direction
from generator.press.layout.cut import Cut, Step
from generator.units import Point

SLACK = 1e-3
"""Lines closer than this (mm) are one."""

_NOBODY = -1
"""The owner of what is no part of a contour, such as the paper's edge."""


class Segment(NamedTuple):
    """A straight piece of a contour: its line and its two ends along it.

    The line has an angle in radians (0 is level, pi / 2 upright) and lies `off` mm from the page's corner; the ends
    lie `low` and `high` mm along it. The `owner` is the number of its contour.
    """

    angle: float
    off: float
    low: float
    high: float
    owner: int

    def point(self, at: float) -> Point:
        """Return the point so far along the line."""
        across, down = _direction(self.angle)
        return at * across - self.off * down, at * down + self.off * across


def _direction(angle: float) -> Point:
    """Return the direction of an angle; straight down exactly, which cos doesn't give."""
    return (0.0, 1.0) if abs(angle - pi / 2) < SLACK / 1000 else (cos(angle), sin(angle))


def between(a: Point, b: Point, owner: int = 0) -> Segment:
    """Return the segment between two points."""
    if b[1] - a[1] < -SLACK or (abs(b[1] - a[1]) <= SLACK and b[0] < a[0]):
        a, b = b, a
    across, down = direction(a, b)
    angle = atan2(down, across) if abs(b[1] - a[1]) > SLACK else 0.0
    across, down = _direction(angle)
    low, high = (point[0] * across + point[1] * down for point in (a, b))
    return Segment(angle % pi, a[1] * across - a[0] * down, low, high, owner)


def collinear(segments: Iterable[Segment]) -> Iterator[list[Segment]]:
    """Yield the segments that lie on one straight line, line by line, sorted by where they begin."""
    group: list[Segment] = []
    for segment in sorted(segments, key=lambda segment: (round(segment.angle, 3), segment.off, segment.low)):
        if group and (abs(segment.angle - group[0].angle) > SLACK or segment.off - group[-1].off > SLACK):
            yield sorted(group, key=lambda segment: segment.low)
            group = []
        group.append(segment)
    if group:
        yield sorted(group, key=lambda segment: segment.low)


def joined(line: Sequence[Segment]) -> list[Segment]:
    """Join the segments of one line, sorted, that overlap or touch."""
    joints: list[Segment] = []
    for segment in line:
        if joints and segment.low <= joints[-1].high + SLACK:
            joints[-1] = joints[-1]._replace(high=max(joints[-1].high, segment.high))
        else:
            joints.append(segment)
    return joints


def once(contours: Sequence[Cut], spared: Sequence[Segment] = ()) -> tuple[Cut, ...]:
    """Return contours so that nothing is cut twice: those that share a line with another are parted into lines.

    Along the `spared` lines, such as the paper's own edges, nothing is cut.
    """
    straights = [segment for owner, contour in enumerate(contours) for segment in segments(contour, owner)]
    rows = list(collinear([*straights, *(edge._replace(owner=_NOBODY) for edge in spared)]))
    shared = {owner for row in rows for owner in _sharing(row)}
    whole = [contour for owner, contour in enumerate(contours) if owner not in shared]
    parts = [straight(segment) for row in rows for segment in _parts(row, shared)]
    return (*whole, *parts, *arcs(contours[owner] for owner in sorted(shared - {_NOBODY})))


def straight(segment: Segment) -> Cut:
    """Return the cut along a segment."""
    return Cut(segment.point(segment.low), (Step(*segment.point(segment.high)),))


def segments(contour: Cut, owner: int = 0) -> Iterator[Segment]:
    """Yield the straight pieces of a contour."""
    yield from (between(a, (step.x, step.y), owner) for a, step in _walk(contour) if not step.radius)


def arcs(contours: Iterable[Cut]) -> list[Cut]:
    """Return the round pieces of contours."""
    return [Cut(a, (step,)) for contour in contours for a, step in _walk(contour) if step.radius]


def _walk(contour: Cut) -> Iterator[tuple[Point, Step]]:
    """Yield each step of a contour with the point that it starts from; steps of no length are left out."""
    here = contour.start
    for step in (*contour.steps, *[Step(*contour.start)] * contour.closed):
        if hypot(step.x - here[0], step.y - here[1]) > SLACK:
            yield here, step
        here = step.x, step.y


def _sharing(line: Sequence[Segment]) -> Iterator[int]:
    """Yield the owners of segments that overlap with another's."""
    reaching = line[0]
    for segment in line[1:]:
        if segment.low < reaching.high - SLACK and segment.owner != reaching.owner:
            yield from (segment.owner, reaching.owner)
        reaching = max(reaching, segment, key=lambda one: one.high)


def _parts(line: Sequence[Segment], shared: set[int]) -> list[Segment]:
    """Return what is to be cut along a line for the contours that are parted."""
    spared = [segment for segment in line if segment.owner == _NOBODY]
    cut = joined([segment for segment in line if segment.owner in shared - {_NOBODY}])
    return [segment for segment in cut if not any(_within(segment, edge) for edge in spared)]


def _within(segment: Segment, edge: Segment) -> bool:
    return segment.low >= edge.low - SLACK and segment.high <= edge.high + SLACK
