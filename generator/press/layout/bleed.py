"""Bleed: how far pieces may be printed beyond their edges. Numbers in, numbers out; millimetres, y downwards.

Where pieces have little room between them they share it: each is printed half-way to its neighbour,
so nothing of a piece lies on another. Neighbours that touch are both printed up to the cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf
from typing import NamedTuple

from generator.units import Bounds, Edges, Point, Polygon, Rect, Size

_SLACK = 1e-6


class Plot(NamedTuple):
    """A convex part of a piece, and how far each of its sides may be moved outwards; side n begins at corner n."""

    corners: Polygon
    reach: tuple[float, ...]

    def grown(self, bleed: float) -> Polygon:
        """Return the part with what is printed beyond its sides, where there is room `bleed` mm."""
        sides = [_moved(a, b, min(bleed, most)) for (a, b), most in zip(_sides(self.corners), self.reach, strict=True)]
        return tuple(_meeting(before, after) for before, after in zip((sides[-1], *sides[:-1]), sides, strict=True))

    def behind(self, rect: Rect, x: float, y: float, turn: int) -> Plot:
        """Return the part of a piece at `rect` as it lies when the back of the piece, turned, lies at x, y."""
        if turn:
            corners = [(x + across - rect.x, y + rect.bottom - down) for across, down in self.corners]
        else:
            corners = [(x + rect.right - across, y + down - rect.y) for across, down in self.corners]
        # the other way round, so that it is clockwise again: the last side is still the last
        return Plot(tuple(reversed(corners)), (*reversed(self.reach[:-1]), self.reach[-1]))


def plots(pieces: Sequence[Sequence[Polygon]], bleed: float) -> list[tuple[Plot, ...]]:
    """Return the plots of pieces that bleed so far at most, each given by its convex parts."""
    parts = [(part, Bounds.around(part)) for piece in pieces for part in piece]
    return [tuple(Plot(part, _reaches(part, _near(part, parts, 2 * bleed))) for part in piece) for piece in pieces]


def _near(part: Polygon, parts: Sequence[tuple[Polygon, Bounds]], most: float) -> list[Polygon]:
    """Return the other parts that aren't farther away than `most` at the first glance."""
    reach = Bounds.around(part).grown(most)
    return [other for other, box in parts if reach.overlaps(box) and other is not part]


def _reaches(part: Polygon, others: Sequence[Polygon]) -> tuple[float, ...]:
    reach = [inf] * len(part)
    lines = [_line(a, b) for a, b in _sides(part)]
    for other in others:
        gaps = [min(nx * x + ny * y for x, y in other) - off for nx, ny, off in lines]
        widest = max(gaps)
        if widest < -_SLACK:  # they lie askew: no side has the other wholly before it
            return (0.0,) * len(part)
        side = gaps.index(widest)
        reach[side] = min(reach[side], max(0.0, widest) / 2)
    return tuple(reach)


def _sides(corners: Polygon) -> list[tuple[Point, Point]]:
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))


def _line(a: Point, b: Point) -> tuple[float, float, float]:
    """Return the direction that points out of a side, and how far the side lies in that direction."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    across, down = (b[1] - a[1]) / length, (a[0] - b[0]) / length
    return across, down, across * a[0] + down * a[1]


def _moved(a: Point, b: Point, out: float) -> tuple[float, float, float]:
    across, down, off = _line(a, b)
    return across, down, off + out


def _meeting(one: tuple[float, float, float], other: tuple[float, float, float]) -> Point:
    """Return where two lines meet."""
    (ax, ay, a), (bx, by, b) = one, other
    turn = ax * by - ay * bx
    return (a * by - b * ay) / turn, (b * ax - a * bx) / turn


def reaches(pieces: Sequence[Rect], page: Size) -> list[Edges]:
    """Return how far each piece may reach beyond its edges: half-way to its neighbours, and to the paper's edge."""
    return [_reach(piece, pieces, page) for piece in pieces]


def _reach(piece: Rect, pieces: Sequence[Rect], page: Size) -> Edges:
    reach = Edges(piece.x, piece.y, page.width - piece.right, page.height - piece.bottom)
    for other in pieces:
        if other != piece:
            reach = reach.within(_half_way(piece, other))
    return Edges(*(max(0.0, side) for side in reach))


def _half_way(piece: Rect, other: Rect) -> Edges:
    """Return half the distance to another piece, on the side where it is farthest away; 0 when they overlap."""
    gaps = (piece.x - other.right, piece.y - other.bottom, other.x - piece.right, other.y - piece.bottom)
    widest = max(gaps)
    if widest < 0:
        return Edges()
    side = gaps.index(widest)
    return Edges(*(widest / 2 if n == side else inf for n in range(4)))
