"""A path as something to walk along: where one is after a distance, and which way one looks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from math import atan2, degrees, hypot
from typing import NamedTuple

from generator.svg.core.geometry import transformed
from generator.units import Matrix, Path

_PIECES = 48
"""A curve is walked in this many straight pieces; in fewer when there are many curves."""

_MOST_PIECES = 100_000


class Spot(NamedTuple):
    """A place on a path and the angle of the path there, in degrees."""

    x: float
    y: float
    angle: float


class Trail:
    """The straight pieces that a path comes to, with how far along each begins; gaps between parts take no way."""

    def __init__(self, path: Path) -> None:
        self._pieces: list[tuple[float, float, float, float]] = []
        self._starts: list[float] = []
        self.length = 0.0
        for x1, y1, x2, y2 in _pieces(transformed(path, Matrix())):
            long = hypot(x2 - x1, y2 - y1)
            if long > 0:
                self._pieces.append((x1, y1, x2, y2))
                self._starts.append(self.length)
                self.length += long

    def at(self, distance: float) -> Spot | None:
        """Return the place after a distance, None before the start and beyond the end."""
        if not self._pieces or not 0 <= distance <= self.length:
            return None
        index = max(bisect_right(self._starts, distance) - 1, 0)
        x1, y1, x2, y2 = self._pieces[index]
        share = (distance - self._starts[index]) / hypot(x2 - x1, y2 - y1)
        return Spot(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, degrees(atan2(y2 - y1, x2 - x1)))

    @property
    def end(self) -> tuple[float, float] | None:
        """Where the path ends, None when it has no length."""
        return self._pieces[-1][2:] if self._pieces else None


def _pieces(path: Path) -> Iterator[tuple[float, float, float, float]]:
    curves = sum(1 for step in path if step[0] == "c")
    count = max(min(_PIECES, _MOST_PIECES // max(curves, 1)), 1)
    x = y = left = top = 0.0
    for operator, *numbers in path:
        if operator == "m":
            left, top = numbers
        elif operator == "h":
            yield x, y, left, top
        for to_x, to_y in _points(x, y, numbers, count) if operator == "c" else _last(numbers, operator):
            if operator != "m":
                yield x, y, to_x, to_y
            x, y = to_x, to_y
        if operator == "h":
            x, y = left, top


def _last(numbers: list[float], operator: str) -> Iterable[tuple[float, float]]:
    return [] if operator == "h" else [(numbers[0], numbers[1])]


def _points(x: float, y: float, numbers: list[float], count: int) -> Iterator[tuple[float, float]]:
    x1, y1, x2, y2, x3, y3 = numbers
    for step in range(1, count + 1):
        t = step / count
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
        yield a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3
