"""Cuts, paths of straight lines and arcs on a page, and the marks that show where they are: mm, y downwards."""

from __future__ import annotations

from typing import NamedTuple

from generator.units import Point


class Step(NamedTuple):
    """A straight line to x, y; or an arc of less than half a circle, when it has a `radius`.

    An arc turns clockwise, as seen on the page.
    """

    x: float
    y: float
    radius: float = 0.0


class Cut(NamedTuple):
    """A path from `start` through its steps; a closed one ends where it starts, with no step for its last line."""

    start: Point
    steps: tuple[Step, ...]
    closed: bool = False


class Mark(NamedTuple):
    """A straight mark from (x1, y1) to (x2, y2), beside a cut or on a fold."""

    x1: float
    y1: float
    x2: float
    y2: float
