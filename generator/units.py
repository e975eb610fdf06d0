"""Lengths and plane geometry; millimetres everywhere until the PDF, y downwards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

MM_PER_INCH = 25.4
POINTS_PER_MM = 72 / 25.4
MM_PER_POINT = 25.4 / 72

_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": MM_PER_POINT, "pc": 12 * MM_PER_POINT, "px": 25.4 / 96}
_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(mm|cm|in|pt|pc|px)\s*")


def millimetres(text: str) -> float:
    """Return a length such as "5mm", "7.5pt" or "1in" in millimetres; `ValueError` otherwise."""
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise ValueError(f"not a length: {text!r}")
    return float(match[1]) * _MM[match[2]]


Point = tuple[float, float]
"""x, y in mm."""

Polygon = tuple[Point, ...]
"""Corners, clockwise as seen on the page."""

Cell = tuple[int, int]
"""A hex of a honeycomb in axial coordinates q, r; r grows downwards."""


class Size(NamedTuple):
    """Width and height in mm."""

    width: float
    height: float

    @property
    def turned(self) -> Size:
        """The size of the same thing turned by a quarter."""
        return Size(self.height, self.width)


class Rect(NamedTuple):
    """A rectangle by its size, in mm, or in user units where a drawing has its own; x, y is its top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge's x."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The bottom edge's y."""
        return self.y + self.height

    @property
    def bounds(self) -> Bounds:
        """The same rectangle by its edges."""
        return Bounds(self.x, self.y, self.right, self.bottom)

    def encloses(self, other: Rect, slack: float = 0.0) -> bool:
        """Tell whether another rectangle lies within this one, `slack` beyond its edges at most."""
        across = other.x >= self.x - slack and other.right <= self.right + slack
        return across and other.y >= self.y - slack and other.bottom <= self.bottom + slack


class Bounds(NamedTuple):
    """A rectangle by its edges, in mm, or in user units where a drawing has its own."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, points: Iterable[tuple[float, float]]) -> Bounds:
        """Return the least rectangle that holds all points; `ValueError` when there are none."""
        xs, ys = zip(*points, strict=True)
        return cls(min(xs), min(ys), max(xs), max(ys))

    @property
    def width(self) -> float:
        """How far it is from the left edge to the right one."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """How far it is from the top edge to the bottom one."""
        return self.bottom - self.top

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The four corners, down the left edge and then down the right one."""
        left, top, right, bottom = self
        return (left, top), (left, bottom), (right, top), (right, bottom)

    @property
    def rect(self) -> Rect:
        """The same rectangle by its size."""
        return Rect(self.left, self.top, self.width, self.height)

    def overlaps(self, other: Bounds) -> bool:
        """Tell whether the two have more in common than an edge."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def grown(self, by: float) -> Bounds:
        """Return the rectangle whose edges lie `by` farther out."""
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)


class Edges(NamedTuple):
    """How far something reaches beyond the four edges of a rectangle, in mm."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0

    def within(self, most: Edges) -> Edges:
        """Return the edges, each no farther than `most`."""
        return Edges(*map(min, self, most))


class Matrix(NamedTuple):
    """The affine map x' = a x + c y + e, y' = b x + d y + f (the order of SVG and PDF)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def __matmul__(self, inner: Matrix) -> Matrix:
        """Return the map that applies `inner` first, then this one."""
        return Matrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            self.a * inner.e + self.c * inner.f + self.e,
            self.b * inner.e + self.d * inner.f + self.f,
        )

    @classmethod
    def onto(cls, bounds: Bounds) -> Matrix:
        """Return the map of the square from 0, 0 to 1, 1 onto a rectangle."""
        return cls(bounds.width, 0, 0, bounds.height, bounds.left, bounds.top)

    @property
    def determinant(self) -> float:
        """How many times as large areas come out, below 0 when they are mirrored, 0 when nothing is left of them."""
        return self.a * self.d - self.b * self.c

    def bounds_of(self, bounds: Bounds) -> Bounds:
        """Return the least rectangle that holds the image of a rectangle."""
        return Bounds.around(self.at(*corner) for corner in bounds.corners)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the image of a point."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f


Step = tuple[str, *tuple[float, ...]]
"""A PDF operator and its numbers: ("m", x, y), ("l", x, y), ("c", x1, y1, x2, y2, x, y), ("re", x, y, w, h), ("h",)."""

Path = list[Step]
"""Steps of an outline in absolute coordinates."""
