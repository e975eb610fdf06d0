"""Posters: a face larger than the paper, cut over pages. Numbers in, numbers out; millimetres, y downwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from generator.press.layout.cut import Mark
from generator.press.layout.impose import Room
from generator.units import Rect, Size

LEAST_MARGIN = 10.0
"""Space kept free round a part: the marks and the words that say how to join it stand there."""

SPARE = 1.5
"""How far a part is drawn beyond a cut inside the face: a cut that is a little off shows no white."""

_CLEAR = 1.0
_LONGEST_MARK = 6.0
_SLACK = 1e-6


class Span(NamedTuple):
    """A stretch of a face's width or height."""

    start: float
    length: float


class Part(NamedTuple):
    """The page of one row and column (from 0): it shows `of` of the face at `at` on the paper."""

    row: int
    column: int
    of: Rect
    at: Rect


class Seams(NamedTuple):
    """Where pages of a poster may meet, in mm from the face's left and upper edge."""

    across: tuple[float, ...] = ()
    down: tuple[float, ...] = ()

    def scaled(self, scale: float) -> Seams:
        """Return where they are on a face `scale` times as large."""
        return Seams(*(tuple(at * scale for at in places) for places in self))


class Poster(NamedTuple):
    """A face of `size` on several pages; neighbours both show a strip `overlap` wide.

    A page is cut at its left and upper edge and glued on the strip of its neighbour, so
    that the strip shows whichever way the cut goes: nothing of the face is ever lost. The
    strips lie on the seams where these leave no part too large, else all parts are equal.
    """

    size: Size
    room: Room
    overlap: float
    seams: Seams = Seams()

    @property
    def columns(self) -> int:
        """How many pages stand side by side; 0 when the paper is too small for an overlap and more."""
        return len(self.across())

    @property
    def rows(self) -> int:
        """How many pages stand one above the other; 0 when the paper is too small."""
        return len(self.down())

    @property
    def pages(self) -> int:
        """How many pages there are; 0 when the paper is too small."""
        return self.columns * self.rows

    def across(self) -> list[Span]:
        """Return what of the face's width each column shows; nothing when the paper is too small."""
        return _spans(self.size.width, self.room.width, self.overlap, self.seams.across)

    def down(self) -> list[Span]:
        """Return what of the face's height each row shows; nothing when the paper is too small."""
        return _spans(self.size.height, self.room.height, self.overlap, self.seams.down)

    def parts(self) -> list[Part]:
        """Return the parts row by row."""
        return [
            Part(row, column, Rect(x, y, width, height), Rect(*self.room.start(width, height), width, height))
            for row, (y, height) in enumerate(self.down())
            for column, (x, width) in enumerate(self.across())
        ]

    def shown(self, part: Part) -> Rect:
        """Return what of the paper a part is drawn on: its place, and the spare beyond its inner cuts."""
        left, top = SPARE * bool(part.column), SPARE * bool(part.row)
        x, y, width, height = part.at
        return Rect(x - left, y - top, width + left, height + top)

    def cuts(self, part: Part) -> list[Mark]:
        """Return the cut marks of a part: at its left and upper edge, and where the face ends."""
        x, y, width, height = part.at
        across = [x, *[x + width] * (part.column == self.columns - 1)]
        down = [y, *[y + height] * (part.row == self.rows - 1)]
        page = self.room.page
        return [
            *(Mark(at, a, at, b) for at in across for a, b in _outside(y, y + height, page.height)),
            *(Mark(a, at, b, at) for at in down for a, b in _outside(x, x + width, page.width)),
        ]

    def joins(self, part: Part) -> list[Mark]:
        """Return the marks at which the cut edges of the next column's and the next row's part come to lie."""
        x, y, width, height = part.at
        across = [x + width - self.overlap] * (part.column < self.columns - 1)
        down = [y + height - self.overlap] * (part.row < self.rows - 1)
        page = self.room.page
        return [
            *(Mark(at, a, at, b) for at in across for a, b in _outside(y, y + height, page.height)),
            *(Mark(a, at, b, at) for at in down for a, b in _outside(x, x + width, page.width)),
        ]


def best(posters: Sequence[Poster]) -> Poster | None:
    """Return the poster with the fewest pages, the first of equals; None when no paper is large enough."""
    return min((poster for poster in posters if poster.pages), key=lambda poster: poster.pages, default=None)


def name(row: int, column: int) -> str:
    """Return the name of a page by its row and column from 0: A1, A2, …, B1; after Z comes AA."""
    letters = ""
    row += 1
    while row:
        row, digit = divmod(row - 1, 26)
        letters = chr(65 + digit) + letters
    return f"{letters}{column + 1}"


def _spans(length: float, room: float, overlap: float, seams: Sequence[float]) -> list[Span]:
    return _at_seams(length, room, overlap, seams) or _equal(length, room, overlap)


def _equal(length: float, room: float, overlap: float) -> list[Span]:
    count = _needed(length, room, overlap)
    each = (length + (count - 1) * overlap) / count if count else 0.0
    return [Span(number * (each - overlap), each) for number in range(count)]


def _at_seams(length: float, room: float, overlap: float, seams: Sequence[float]) -> list[Span]:
    """Return the fewest spans that meet at seams, the longest as short as can be; nothing where that can't be.

    The strip of two neighbours lies with its middle on their seam.
    """
    inner = sorted({seam for seam in seams if overlap / 2 < seam < length - overlap / 2})
    starts = [0.0, *(seam - overlap / 2 for seam in inner)]
    ends = [*(seam + overlap / 2 for seam in inner), length]
    best: list[tuple[int, float, list[Span]]] = []  # the best way to each end
    for number, end in enumerate(ends):
        ways = [(1, end, [Span(0.0, end)])] if end <= room + _SLACK else []
        for before, start in enumerate(starts[1 : number + 1]):
            count, longest, spans = best[before]
            if spans and end - start <= room + _SLACK:
                ways.append((count + 1, max(longest, end - start), [*spans, Span(start, end - start)]))
        best.append(min(ways, default=(0, 0.0, [])))
    return best[-1][2]


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
