"""The die of a piece: the outline that it is cut out in. Numbers in, numbers out; millimetres, y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple, TypeVar

from generator.pack.cutout import span
from generator.pack.model import Component, Outline
from generator.units import Cell, Point, Polygon, Rect

Corner = TypeVar("Corner")

Node = tuple[int, int]
"""A corner of a honeycomb's hexes, counted in half widths across and half circumradii down."""

_RING: tuple[Node, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class Die(NamedTuple):
    """An outline, the radius of its corners, and the cells of a honeycomb that a piece of hexes covers.

    A hex stands on a corner when it is higher than wide, else on a side.
    """

    outline: Outline = "rect"
    corner: float = 0.0
    cells: tuple[Cell, ...] = ((0, 0),)

    def parts(self, rect: Rect) -> list[Polygon]:
        """Return the convex parts of a piece that lies at `rect`: its hexes, else its rectangle."""
        if self.outline != "hex":
            x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
            return [((x, y), (right, y), (right, bottom), (x, bottom))]
        if rect.width > rect.height and len(self.cells) == 1:
            return [_on_its_side(rect)]
        return [_on_rect(_corners(cell), self.cells, rect) for cell in self.cells]

    def border(self, rect: Rect) -> Polygon:
        """Return the corners of a piece that lies at `rect`; of a circle the square round it."""
        if len(self.cells) == 1:
            return self.parts(rect)[0]
        return _on_rect(_border(self.cells), self.cells, rect)

    def clearance(self, x: float, y: float, rect: Rect) -> float:
        """Return how far inside the outline a point is, below 0 outside; round corners count."""
        if self.outline == "circle":
            return min(rect.width, rect.height) / 2 - hypot(x - rect.x - rect.width / 2, y - rect.y - rect.height / 2)
        if self.outline == "hex":
            return _inside(x, y, self.parts(rect), self.border(rect))
        across = abs(x - rect.x - rect.width / 2) - rect.width / 2 + self.corner
        down = abs(y - rect.y - rect.height / 2) - rect.height / 2 + self.corner
        return self.corner - hypot(max(across, 0.0), max(down, 0.0)) - min(max(across, down), 0.0)


def die_of(component: Component) -> Die:
    """Return what the faces of a component are cut out as."""
    return Die(component.cut_as, component.corner, tuple(component.cells))


def _corners(cell: Cell) -> tuple[Node, ...]:
    across, down = 2 * cell[0] + cell[1], 3 * cell[1]
    return tuple((across + a, down + b) for a, b in _RING)


def _border(cells: Sequence[Cell]) -> list[Node]:
    """Return the outer corners of hexes that touch, clockwise: the sides that no other hex has are followed."""
    sides = {side for cell in cells for side in _sides(_corners(cell))}
    after = {a: b for a, b in sides if (b, a) not in sides}
    around = [min(after, key=lambda node: (node[1], node[0]))]
    while (following := after[around[-1]]) != around[0]:
        around.append(following)
    return around


def _on_rect(nodes: Sequence[Node], cells: Sequence[Cell], rect: Rect) -> Polygon:
    """Return where corners lie when all cells together fill `rect`."""
    size = span(cells)
    half, quarter = rect.width / size.width / 2, rect.height / size.height / 2
    left, top = min(2 * q + r - 1 for q, r in cells), min(3 * r - 2 for _, r in cells)
    return tuple((rect.x + (across - left) * half, rect.y + (down - top) * quarter) for across, down in nodes)


def _on_its_side(rect: Rect) -> Polygon:
    y, middle, bottom, quarter = rect.y, rect.y + rect.height / 2, rect.bottom, rect.width / 4
    left, right = rect.x + quarter, rect.right - quarter
    return (left, y), (right, y), (rect.right, middle), (right, bottom), (left, bottom), (rect.x, middle)


def _sides(corners: Sequence[Corner]) -> list[tuple[Corner, Corner]]:
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))


def _inside(x: float, y: float, parts: Sequence[Polygon], around: Polygon) -> float:
    near = min(_distance(x, y, a, b) for a, b in _sides(around))
    within = any(all(_right_of(x, y, a, b) for a, b in _sides(part)) for part in parts)
    return near if within else -near


def _right_of(x: float, y: float, a: Point, b: Point) -> bool:
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= -1e-9


def _distance(x: float, y: float, a: Point, b: Point) -> float:
    """Return the distance of a point from the straight line between two points."""
    across, down = b[0] - a[0], b[1] - a[1]
    share = ((x - a[0]) * across + (y - a[1]) * down) / (across * across + down * down)
    share = min(1.0, max(0.0, share))
    return hypot(x - a[0] - share * across, y - a[1] - share * down)
