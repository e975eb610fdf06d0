"""Lengths and plane geometry; millimetres everywhere until the PDF, y downwards."""

from __future__ import annotations

import re
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
    """A rectangle in mm; x, y is its top left corner."""

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

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the image of a point."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f


Step = tuple[str, *tuple[float, ...]]
"""A PDF operator and its numbers: ("m", x, y), ("l", x, y), ("c", x1, y1, x2, y2, x, y), ("re", x, y, w, h), ("h",)."""

Path = list[Step]
"""Steps of an outline in absolute coordinates."""
