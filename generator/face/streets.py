"""Street grids for templates: where crossings lie, and what lies between their roads.

Crossings are rows of a table with `id`, `row` and `column` (from 1, downwards and to the
right); roads are pairs of ids, each between neighbours. Millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.face import shapes
from generator.face.maps import regions
from generator.face.shapes import MOST, Point
from generator.sandbox.budget import Budget
from generator.sandbox.limits import metered
from generator.units import Rect

Cell = tuple[int, int]
"""Row and column of the crossing at the upper left of the square between four crossings."""


def street_places(crossings: Iterable[Mapping[str, Any]], x: float, y: float, pitch: float) -> dict[str, Point]:
    """Return where crossings lie, by their ids: that of row 1 and column 1 at x, y, neighbours `pitch` apart."""
    frame = _Frame(x, y, pitch, 0.0)
    return {crossing["id"]: frame.box((crossing["row"], crossing["column"]), (1, 1))[:2] for crossing in crossings}


def street_plots(
    crossings: Sequence[Mapping[str, Any]],
    roads: Iterable[Sequence[str]],
    x: float,
    y: float,
    pitch: float,
    inset: float,
) -> list[dict[str, Any]]:
    """Return the plots between the roads, each with `cells`, `boxes`, `open` and `whole`.

    Squares that no road parts are one plot. `cells` are its squares, named by the row and column of their upper left
    crossing; `boxes` are those of its squares, `inset` from the roads' middle, then those that join them. A plot is
    `open` when it reaches the outside, `whole` when a crossing stands at each corner of its squares.
    """
    grid = _grid(crossings, roads)
    seen: set[Cell] = set()
    plots = []
    for cell in grid.cells():
        if cell not in seen:
            plot = grid.around(cell)
            seen |= plot
            plots.append(_plot(grid, plot, _Frame(x, y, pitch, inset)))
    return plots


class _Grid(NamedTuple):
    """The squares of a grid of streets, and which neighbours a road parts."""

    crossings: frozenset[Cell]
    rows: int
    columns: int
    parted: frozenset[frozenset[Cell]]

    def cells(self) -> Iterator[Cell]:
        """Yield the squares row by row."""
        return ((row, column) for row in range(1, self.rows) for column in range(1, self.columns))

    def holds(self, cell: Cell) -> bool:
        """Tell whether a square lies between crossings: if not, it is outside."""
        return 0 < cell[0] < self.rows and 0 < cell[1] < self.columns

    def joined(self, cell: Cell) -> Iterator[Cell]:
        """Yield the neighbours of a square, outside or not, to which no road bars the way."""
        row, column = cell
        for near in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if frozenset((cell, near)) not in self.parted:
                yield near

    def whole(self, cell: Cell) -> bool:
        """Tell whether a crossing stands at each corner of a square."""
        row, column = cell
        return self.crossings.issuperset((row + down, column + right) for down in (0, 1) for right in (0, 1))

    def around(self, cell: Cell) -> set[Cell]:
        """Return the squares of a square's plot."""
        plot, ahead = {cell}, [cell]
        while ahead:
            fresh = [near for near in self.joined(ahead.pop()) if self.holds(near) and near not in plot]
            plot.update(fresh)
            ahead += fresh
        return plot


class _Frame(NamedTuple):
    """How squares lie on the face."""

    x: float
    y: float
    pitch: float
    inset: float

    def box(self, first: Cell, last: Cell) -> Rect:
        """Return the box from one square to another below or right of it, both with their insets."""
        side = self.pitch - 2 * self.inset
        x = self.x + self.pitch * (first[1] - 1) + self.inset
        y = self.y + self.pitch * (first[0] - 1) + self.inset
        width, height = (side + self.pitch * (last[axis] - first[axis]) for axis in (1, 0))
        return Rect(round(x, 4), round(y, 4), round(width, 4), round(height, 4))


def _grid(crossings: Sequence[Mapping[str, Any]], roads: Iterable[Sequence[str]]) -> _Grid:
    places = {crossing["id"]: (crossing["row"], crossing["column"]) for crossing in crossings}
    rows = max((row for row, _ in places.values()), default=0)
    columns = max((column for _, column in places.values()), default=0)
    if rows * columns > MOST or max(rows, columns) > MOST:
        raise ValueError(f"a street grid of {rows} × {columns}; allowed: at most {MOST} crossings")
    return _Grid(
        frozenset(places.values()), rows, columns, frozenset(_sides(places[start], places[end]) for start, end in roads)
    )


def _sides(start: Cell, end: Cell) -> frozenset[Cell]:
    """Return the two squares on both sides of a road."""
    row, column = min(start[0], end[0]), min(start[1], end[1])
    if abs(start[0] - end[0]) + abs(start[1] - end[1]) != 1:
        raise ValueError(f"a road from {start} to {end}, which aren't neighbours")
    return frozenset({(row, column), (row - 1, column) if start[0] == end[0] else (row, column - 1)})


def _plot(grid: _Grid, cells: set[Cell], frame: _Frame) -> dict[str, Any]:
    ordered = sorted(cells)
    joins = {(cell, near): None for cell in ordered for near in grid.joined(cell) if near in cells and near > cell}
    return {
        "cells": ordered,
        "boxes": [
            *(frame.box(cell, cell) for cell in ordered),
            *(frame.box(cell, near) for cell, near in joins),
            *(frame.box(cell, (cell[0] + 1, cell[1] + 1)) for cell in ordered if _undivided(cell, joins)),
        ],
        "open": any(not grid.holds(near) for cell in cells for near in grid.joined(cell)),
        "whole": all(map(grid.whole, cells)),
    }


def _undivided(cell: Cell, joins: Container[tuple[Cell, Cell]]) -> bool:
    """Tell whether nothing parts the four squares from `cell` on to the lower right: their middle is one plot too."""
    row, column = cell
    right, below, across = (row, column + 1), (row + 1, column), (row + 1, column + 1)
    return all(pair in joins for pair in ((cell, right), (cell, below), (right, across), (below, across)))


# ------------------------------------------------------------------ what templates see

_SHAPES: Mapping[str, Callable[..., Any]] = {function.__name__: function for function in (
    shapes.corners, shapes.dots, shapes.half_hexagon, shapes.hexagon, shapes.link, shapes.polygon, regions.regions,
    shapes.rounded, shapes.route_map, street_places, street_plots, shapes.symbol, shapes.track, shapes.visible,
)}  # fmt: skip


def shapes_for(budget: Budget) -> dict[str, Callable[..., Any]]:
    """Return streets and all other shapes, which templates see as `shape.<name>`, charged to a budget."""
    return {name: metered(shape, budget) for name, shape in _SHAPES.items()}
