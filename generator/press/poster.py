"""Posters: a face larger than the paper, cut over pages. Numbers in, numbers out; millimetres, y downwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from generator.press.impose import Room, Tick
from generator.units import Rect, Size

LEAST_MARGIN = 10.0
"""Space kept free round a part: the marks and the words that say how to join it stand there."""

SPARE = 1.5
"""How far a part is drawn beyond a cut inside the face: a cut that is a little off shows no white."""

_CLEAR = 1.0
_LONGEST_MARK = 6.0
_SLACK = 1e-6


class Part(NamedTuple):
    """The page of one row and column (from 0): it shows `of` of the face at `at` on the paper."""

    row: int
    column: int
    of: Rect
    at: Rect


class Poster(NamedTuple):
    """A face of `size` on several pages; neighbours both show a strip `overlap` wide.

    A page is cut at its left and upper edge and glued on the strip of its neighbour, so
    that the strip shows whichever way the cut goes: nothing of the face is ever lost.
    """

    size: Size
    room: Room
    overlap: float

    @property
    def columns(self) -> int:
        """How many pages stand side by side; 0 when the paper is too small for an overlap and more."""
        return _needed(self.size.width, self.room.width, self.overlap)

    @property
    def rows(self) -> int:
        """How many pages stand one above the other; 0 when the paper is too small."""
        return _needed(self.size.height, self.room.height, self.overlap)

    @property
    def pages(self) -> int:
        """How many pages there are; 0 when the paper is too small."""
        return self.columns * self.rows

    @property
    def part(self) -> Size:
        """The size of the part on a page: all are equal."""
        return Size(
            (self.size.width + (self.columns - 1) * self.overlap) / self.columns,
            (self.size.height + (self.rows - 1) * self.overlap) / self.rows,
        )

    def parts(self) -> list[Part]:
        """Return the parts row by row."""
        width, height = self.part
        x, y = self.room.start(width, height)
        at = Rect(x, y, width, height)
        return [
            Part(r, c, Rect(c * (width - self.overlap), r * (height - self.overlap), width, height), at)
            for r in range(self.rows)
            for c in range(self.columns)
        ]

    def shown(self, part: Part) -> Rect:
        """Return what of the paper a part is drawn on: its place, and the spare beyond its inner cuts."""
        left, top = SPARE * bool(part.column), SPARE * bool(part.row)
        x, y, width, height = part.at
        return Rect(x - left, y - top, width + left, height + top)

    def cuts(self, part: Part) -> list[Tick]:
        """Return the cut marks of a part: at its left and upper edge, and where the face ends."""
        x, y, width, height = part.at
        across = [x, *[x + width] * (part.column == self.columns - 1)]
        down = [y, *[y + height] * (part.row == self.rows - 1)]
        paper = self.room.paper
        return [
            *(Tick(at, a, at, b) for at in across for a, b in _outside(y, y + height, paper.height)),
            *(Tick(a, at, b, at) for at in down for a, b in _outside(x, x + width, paper.width)),
        ]

    def joins(self, part: Part) -> list[Tick]:
        """Return the marks at which the cut edges of the next column's and the next row's part come to lie."""
        x, y, width, height = part.at
        across = [x + width - self.overlap] * (part.column < self.columns - 1)
        down = [y + height - self.overlap] * (part.row < self.rows - 1)
        paper = self.room.paper
        return [
            *(Tick(at, a, at, b) for at in across for a, b in _outside(y, y + height, paper.height)),
            *(Tick(a, at, b, at) for at in down for a, b in _outside(x, x + width, paper.width)),
        ]


def best(posters: Sequence[Poster]) -> Poster | None:
    """Return the poster with the fewest pages, the first of equals; None when no paper is large enough."""
    return min((made for made in posters if made.pages), key=lambda made: made.pages, default=None)


def name(row: int, column: int) -> str:
    """Return the name of a page by its row and column from 0: A1, A2, …, B1; after Z comes AA."""
    letters = ""
    row += 1
    while row:
        row, digit = divmod(row - 1, 26)
        letters = chr(65 + digit) + letters
    return f"{letters}{column + 1}"


def _needed(length: float, room: float, overlap: float) -> int:
    if length <= room + _SLACK:
        return 1 if room > 0 else 0
    return 0 if room < 2 * overlap + 10 else ceil((length - overlap - _SLACK) / (room - overlap))


def _outside(low: float, high: float, most: float) -> Iterator[tuple[float, float]]:
    """Yield where marks run beyond both ends of an edge, clear of the spare and of the paper's edge."""
    start = low - SPARE - _CLEAR
    yield start, max(1.0, start - _LONGEST_MARK)
    start = high + _CLEAR
    yield start, min(most - 1.0, start + _LONGEST_MARK)
