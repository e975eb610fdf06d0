"""Grids: which places touch, which lie in line, and how shapes turn on hexes and on squares.

A place is a pair of whole numbers. On hexes with a corner on top these are axial: (q, r), with r the row downwards and
(q + 1, r) the next one to the right; the row below lies half a hex to the right. On squares they are column and row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Cell = tuple[int, int]
"""A place: axial (q, r) on hexes, (column, row) on squares."""

Shape = tuple[Cell, ...]
"""Places in relation to the first one, which is (0, 0)."""

GridName = Literal["hex", "square", "square8"]
"""hex; square: squares that touch at their sides; square8: at their corners too."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid: the `steps` to the places that touch, going round clockwise, and how a step is turned and mirrored.

    A tile's edges are in the order of the steps. `axes` are the directions in which places lie in line.
    """

    steps: tuple[Cell, ...]
    axes: tuple[Cell, ...]
    turn: Callable[[Cell], Cell]
    mirror: Callable[[Cell], Cell]

    @property
    def turns(self) -> int:
        """How many turns lead all the way round."""
        return 6 if len(self.steps) == 6 else 4

    def around(self, cell: Cell) -> list[Cell]:
        """Return the places that touch this one, in the order of the steps."""
        x, y = cell
        return [(x + dx, y + dy) for dx, dy in self.steps]

    def opposite(self, step: int) -> int:
        """Return the step that leads back."""
        half = len(self.steps) // 2
        return (step + half) % len(self.steps)

    def orientations(self, shape: Iterable[Cell], *, mirrored: bool = False) -> list[Shape]:
        """Return the different shapes that one becomes by turns, and by mirrors too where they are allowed."""
        shapes: dict[Shape, None] = {}
        one = list(shape)
        for _ in range(2 if mirrored else 1):
            for _ in range(self.turns):
                shapes[_from_first(one)] = None
                one = [self.turn(cell) for cell in one]
            one = [self.mirror(cell) for cell in one]
        return list(shapes)

    def line_of(self, cell: Cell, axis: Cell) -> tuple[int, int]:
        """Return which line along an axis a place lies on, and how far along; neighbours on it differ by 1."""
        (x, y), (dx, dy) = cell, axis
        return x * dy - y * dx, x * dx if dx else y * dy


def _from_first(cells: Sequence[Cell]) -> Shape:
    """Return places in relation to the first of them in reading order."""
    ordered = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    x, y = ordered[0]
    return tuple((cx - x, cy - y) for cx, cy in ordered)


HEX = Grid(
    steps=((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),  # NE, E, SE, SW, W, NW
    axes=((1, 0), (0, 1), (1, -1)),
    turn=lambda cell: (-cell[1], cell[0] + cell[1]),
    mirror=lambda cell: (cell[1], cell[0]),
)
SQUARE = Grid(
    steps=((0, -1), (1, 0), (0, 1), (-1, 0)),  # N, E, S, W
    axes=((1, 0), (0, 1)),
    turn=lambda cell: (-cell[1], cell[0]),
    mirror=lambda cell: (-cell[0], cell[1]),
)
SQUARE8 = Grid(
    steps=((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)),  # N, NE, E, …
    axes=((1, 0), (0, 1), (1, 1), (1, -1)),
    turn=SQUARE.turn,
    mirror=SQUARE.mirror,
)

GRIDS: dict[GridName, Grid] = {"hex": HEX, "square": SQUARE, "square8": SQUARE8}
"""Grids by the names that a score.yaml calls them."""
