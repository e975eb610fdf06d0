"""Grids of equal pictures on one sheet: numbers in, numbers out."""

from __future__ import annotations

from math import ceil, floor
from typing import NamedTuple

from generator.exports.raster import Pixels


class Cells(NamedTuple):
    """A sheet of `columns` × `rows` cells without gaps."""

    columns: int
    rows: int
    cell: Pixels

    @property
    def size(self) -> Pixels:
        """The whole sheet."""
        return Pixels(self.columns * self.cell.width, self.rows * self.cell.height)

    def corner(self, number: int) -> tuple[int, int]:
        """Return the top left corner of a cell, numbered from 0 in reading order."""
        row, column = divmod(number, self.columns)
        return column * self.cell.width, row * self.cell.height


class Limits(NamedTuple):
    """How many columns and rows a sheet may have, and pixels a side."""

    columns: int
    rows: int
    side: int


def cells(number: int, picture: Pixels, limits: Limits) -> Cells:
    """Return the grid for so many pictures in which each is largest, but not larger than `picture`.

    Of equally large ones the grid with the fewest empty cells is taken, then the one nearest to a square.
    """
    ways = [(columns, ceil(number / columns)) for columns in range(1, limits.columns + 1) if columns <= max(1, number)]
    grids = [_fitted(columns, rows, picture, limits.side) for columns, rows in ways if rows <= limits.rows]
    return max(
        grids,
        key=lambda grid: (grid.cell.width, -grid.columns * grid.rows, -abs(grid.columns - grid.rows), grid.columns),
    )


def _fitted(columns: int, rows: int, picture: Pixels, side: int) -> Cells:
    share = min(1.0, side / (columns * picture.width), side / (rows * picture.height))
    return Cells(columns, rows, Pixels(*(max(1, floor(length * share + 1e-9)) for length in picture)))


def evenly(number: int, most: int) -> list[int]:
    """Return how many come on each of the fewest sheets of at most `most`, as equal as can be."""
    sheets = max(1, ceil(number / most))
    least, more = divmod(number, sheets)
    return [least + (sheet < more) for sheet in range(sheets)]
