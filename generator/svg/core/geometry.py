"""Paths in absolute coordinates: shapes, and what can be done with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from generator.svg.css.values import fine, pdf
from generator.units import Bounds, Matrix, Path, Step

_KAPPA = 0.5522847498307936  # quarter circle as a Bézier curve


class Shape(NamedTuple):
    """A path moved to x, y, and the operators of the path before it is moved.

    Round shapes of one size have the same operators wherever they stand, which makes
    streams of many of them small and quick to write. A `thin` one has parts without an area.
    """

    path: Path
    written: str
    x: float = 0.0
    y: float = 0.0
    thin: bool = False

    def painted(self, operator: str) -> str:
        """Return the operators that draw the shape with a painting operator."""
        if not (self.x or self.y):
            return f"{self.written}\n{operator}"
        return f"q 1 0 0 1 {pdf(self.x)} {pdf(self.y)} cm\n{self.written}\n{operator}\nQ"

    def placed(self) -> Path:
        """Return the path where it stands."""
        return transformed(self.path, Matrix(e=self.x, f=self.y)) if self.x or self.y else self.path


NOTHING = Shape([], "")


def shaped(path: Path) -> Shape:
    """Return a path as a shape that isn't moved."""
    return Shape(path, operators(path), thin=_thin(path))


def _thin(path: Path) -> bool:
    """Whether a part of a path is a single straight line."""
    lines = 9
    for step in path:
        operator = step[0]
        if operator == "m":
            if lines <= 1:
                return True
            lines = 0
        elif operator != "h":
            lines += 1 if operator == "l" else 9
    return lines <= 1


@lru_cache(1024)
def ellipse_shape(rx: float, ry: float) -> Shape:
    """Return an ellipse round the origin."""
    return shaped(ellipse(0, 0, rx, ry))


@lru_cache(1024)
def rectangle_shape(width: float, height: float, rx: float, ry: float) -> Shape:
    """Return a rectangle with round corners, its top left corner at the origin."""
    return shaped(rectangle(0, 0, width, height, rx, ry))


def ellipse(x: float, y: float, rx: float, ry: float) -> Path:
    """Return an ellipse, clockwise from its right end."""
    kx, ky = _KAPPA * rx, _KAPPA * ry
    return [
        ("m", x + rx, y),
        ("c", x + rx, y + ky, x + kx, y + ry, x, y + ry),
        ("c", x - kx, y + ry, x - rx, y + ky, x - rx, y),
        ("c", x - rx, y - ky, x - kx, y - ry, x, y - ry),
        ("c", x + kx, y - ry, x + rx, y - ky, x + rx, y),
        ("h",),
    ]


def rectangle(x: float, y: float, width: float, height: float, rx: float = 0.0, ry: float = 0.0) -> Path:
    """Return a rectangle, clockwise, with corners of radii rx and ry."""
    if not (rx and ry):
        return [("re", x, y, width, height)]
    right, bottom, kx, ky = x + width, y + height, rx * (1 - _KAPPA), ry * (1 - _KAPPA)
    return [
        ("m", x + rx, y),
        ("l", right - rx, y),
        ("c", right - kx, y, right, y + ky, right, y + ry),
        ("l", right, bottom - ry),
        ("c", right, bottom - ky, right - kx, bottom, right - rx, bottom),
        ("l", x + rx, bottom),
        ("c", x + kx, bottom, x, bottom - ky, x, bottom - ry),
        ("l", x, y + ry),
        ("c", x, y + ky, x + kx, y, x + rx, y),
        ("h",),
    ]


def polyline(points: list[float], closed: bool) -> Path:
    """Return straight lines through points given as x, y, x, y …"""
    pairs = zip(points[::2], points[1::2], strict=True)
    path: Path = [("l" if index else "m", x, y) for index, (x, y) in enumerate(pairs)]
    return [*path, ("h",)] if closed else path


# ------------------------------------------------------------------ uses


_FORMATS = {
    operator: " ".join(["%.6g"] * count + [operator])
    for operator, count in [("m", 2), ("l", 2), ("c", 6), ("re", 4), ("h", 0)]
}


_FINE = 1e-3


def operators(path: Iterable[Step]) -> str:
    """Write a path for a content stream."""
    text = "\n".join([_FORMATS[step[0]] % step[1:] for step in path])
    if "e-" in text or "e+" in text:  # PDF knows no exponents
        steps = list(path)
        largest = max((abs(value) for step in steps for value in step[1:]), default=0.0)
        write = fine if largest < _FINE else pdf
        text = "\n".join([" ".join([*map(write, step[1:]), step[0]]) for step in steps])
    return text.replace(" 0.", " .").replace("-0.", "-.")


def transformed(path: Iterable[Step], matrix: Matrix) -> Path:
    """Return the path as a matrix maps it; rectangles become lines."""
    steps: Path = []
    for step in path:
        for operator, *numbers in _outline(step):
            points = [matrix.at(numbers[i], numbers[i + 1]) for i in range(0, len(numbers), 2)]
            steps.append((operator, *(value for point in points for value in point)))
    return steps


def _outline(step: Step) -> Path:
    if step[0] != "re":
        return [step]
    x, y, width, height = step[1:]
    return polyline([x, y, x + width, y, x + width, y + height, x, y + height], closed=True)


def bounds(path: Iterable[Step]) -> Bounds | None:
    """Return what a path reaches to, curves included, None when it is empty."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for step in path:
        for operator, *numbers in _outline(step):
            if operator == "c":
                xs += _extremes(x, numbers[0], numbers[2], numbers[4])
                ys += _extremes(y, numbers[1], numbers[3], numbers[5])
            if numbers:
                x, y = numbers[-2:]
                xs.append(x)
                ys.append(y)
    return Bounds(min(xs), min(ys), max(xs), max(ys)) if xs else None


def solid(path: Path) -> Path:
    """Return a path to fill, without parts that have no area: viewers draw them as hairlines."""
    return [step for part in _parts(path) if not _thin(part) for step in part]


def dotted(path: Path, cap: str) -> Path:
    """Return a path to stroke: its parts without length are dots, seen when lines have caps and else not at all."""
    if not any(one[0] == "m" and (other[0] == "h" or one[1:] == other[-2:]) for one, other in pairwise(path)):  # type: ignore[misc]
        return path
    steps: Path = []
    for part in _parts(path):
        if any(step[-2:] != part[0][1:] for step in part if len(step) > 1):  # type: ignore[misc]
            steps += part
        elif cap != "butt" and len(part) > 1:
            x, y = part[0][1:]
            steps += [("m", x, y), ("l", x + _DOT, y)]
    return steps


_DOT = 0.001  # some viewers draw nothing that has no length


def _parts(path: Path) -> Iterator[Path]:
    """Yield the parts of a path that hang together."""
    part: Path = []
    for step in path:
        if step[0] in ("m", "re") and part:
            yield part
            part = []
        part.append(step)
    if part:
        yield part


def boxed(path: Iterable[Step]) -> Shape:
    """Return the bounding box of a path as a shape, which is not drawn but measured."""
    box = bounds(path)
    if box is None:
        return NOTHING
    return Shape([("re", box.left, box.top, box.width, box.height)], "")


def _extremes(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """Return the values where a Bézier curve turns round along one axis."""
    a, b, c = 3 * (p3 - 3 * p2 + 3 * p1 - p0), 6 * (p2 - 2 * p1 + p0), 3 * (p1 - p0)
    return [_bezier(p0, p1, p2, p3, t) for t in _roots(a, b, c) if 0 < t < 1]


def _roots(a: float, b: float, c: float) -> list[float]:
    if abs(a) < 1e-12:
        return [-c / b] if abs(b) > 1e-12 else []
    root = b * b - 4 * a * c
    return [] if root < 0 else [(-b + sqrt(root)) / (2 * a), (-b - sqrt(root)) / (2 * a)]


def _bezier(p0: float, p1: float, p2: float, p3: float, t: float) -> float:
    s = 1 - t
    return s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3
