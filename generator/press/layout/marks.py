"""Marks: what a page shows of its cuts. Numbers in, numbers out; millimetres, y downwards.

Pieces are cut apart along lines that go through the whole sheet wherever such a line meets no
piece. Those get a mark at each end, outside of all pieces: who cuts from mark to mark, along the
pieces only, is left with a frame of paper that keeps every mark to the last cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import pi
from typing import Literal, NamedTuple

from generator.press.layout.cut import Cut, Mark, Step
from generator.press.layout.segments import SLACK, Segment, arcs, between, collinear, joined, once, segments
from generator.units import Edges, Rect, Size

Marking = Literal["crop", "lines", "dashes", "none"]
"""What is printed of cuts: marks beside the pieces, full or dashed lines through the sheet, or nothing.

The same words as in a pack, which this room doesn't read.
"""

CLEAR = 0.5
"""How far (mm) a mark keeps from what is printed."""

LEAST = 1.5
"""A mark shorter than this (mm) isn't printed."""

SHOWN = 1.0
"""So much of a mark lies where printers print, or it stands elsewhere."""

REACH = 3.0
"""How far a mark reaches in along a cut, where there is no room for one beside the pieces."""


class Trim(NamedTuple):
    """A piece on the page: the rectangle round it, where it is cut, and how far it is printed beyond its edges."""

    rect: Rect
    cut: Cut
    straight: bool = True
    bleed: Edges = Edges()

    @property
    def printed(self) -> Rect:
        """What is printed of it."""
        left, top, right, bottom = self.bleed
        x, y, width, height = self.rect
        return Rect(x - left, y - top, width + left + right, height + top + bottom)


class PageCuts(NamedTuple):
    """All cuts of a page, each once, and what is printed of them."""

    cuts: tuple[Cut, ...] = ()
    marks: tuple[Mark, ...] = ()
    lines: tuple[Cut, ...] = ()
    dashed: bool = False


def page_cuts(
    trims: Sequence[Trim], page: Size, reserved: Sequence[Rect], marking: Marking, blank: float = 5.0
) -> PageCuts:
    """Return the cuts of a page with these pieces, and what is printed of them.

    That keeps clear of `reserved` rectangles, such as a foot.
    Printers leave the outermost `blank` mm of the paper without print.
    """
    cuts = once([trim.cut for trim in trims], _edges(page))
    if marking == "none" or not trims:
        return PageCuts(cuts)
    views = [_View(trims, page, reserved, blank, upright) for upright in (True, False)]
    rest = [*_shaped(trims), *(view.cut(line) for view in views for line in view.blocked())]
    if marking == "crop":
        marks = [view.mark(line) for view in views for line in view.marks()]
        return PageCuts(cuts, tuple(marks), tuple(rest), dashed=True)
    full = [view.cut(line) for view in views for line in view.full()]
    return PageCuts(cuts, (), (*full, *rest), dashed=marking == "dashes")


def _edges(page: Size) -> list[Segment]:
    """Return the paper's own edges: nothing is cut there."""
    corners = [(0.0, 0.0), (page.width, 0.0), (page.width, page.height), (0.0, page.height)]
    return [between(a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]


def _shaped(trims: Sequence[Trim]) -> list[Cut]:
    """Return the cuts that no straight line through the sheet makes: outlines, and round corners."""
    outlines = once([trim.cut for trim in trims if not trim.straight])
    return [*outlines, *arcs(trim.cut for trim in trims if trim.straight)]


class Line(NamedTuple):
    """A line up and down the sheet at x from one y to another; across it, when both are exchanged."""

    at: float
    low: float
    high: float


class _View:
    """A page seen in one direction: its upright lines as they are, or its level ones as if they were upright."""

    def __init__(
        self, trims: Sequence[Trim], page: Size, reserved: Sequence[Rect], blank: float, upright: bool
    ) -> None:
        self.upright, self.blank = upright, blank
        self.bleeds = any(any(trim.bleed) for trim in trims)
        self.breadth, self.length = self._seen_from(*page)
        self.pieces = [self._box(trim.rect) for trim in trims]
        self.hidden = [self._box(trim.printed) for trim in trims]
        self.reserved = [self._box(rect) for rect in reserved]
        self.top, self.bottom = min(box.y for box in self.pieces), max(box.bottom for box in self.pieces)
        self.cuts = self._cuts(trims)

    def _cuts(self, trims: Sequence[Trim]) -> list[list[Line]]:
        """Return the straight cuts in this direction: those on one line together, none along the paper's edges."""
        straight = (segment for trim in trims if trim.straight for segment in segments(trim.cut))
        rows = collinear(segment for segment in straight if self._along(segment))
        cuts = [[self._line(segment) for segment in joined(row)] for row in rows]
        return [row for row in cuts if LEAST <= row[0].at <= self.breadth - LEAST]

    def _seen_from(self, x: float, y: float) -> tuple[float, float]:
        """Return a point or size of the page as it is seen; of one that is seen, as it is on the page."""
        return (x, y) if self.upright else (y, x)

    def _box(self, rect: Rect) -> Rect:
        return Rect(*self._seen_from(rect.x, rect.y), *self._seen_from(rect.width, rect.height))

    def _along(self, segment: Segment) -> bool:
        return abs(segment.angle - (pi / 2 if self.upright else 0.0)) < SLACK

    def _line(self, segment: Segment) -> Line:
        at, _ = self._seen_from(*segment.point(segment.low))
        return Line(at, segment.low, segment.high)

    def mark(self, line: Line) -> Mark:
        """Return the mark on the page."""
        return Mark(*self._seen_from(line.at, line.low), *self._seen_from(line.at, line.high))

    def cut(self, line: Line) -> Cut:
        """Return the cut on the page."""
        return Cut(self._seen_from(line.at, line.low), (Step(*self._seen_from(line.at, line.high)),))

    def _through(self, at: float) -> bool:
        """Tell whether the line through the whole sheet meets no piece."""
        return not any(box.x + SLACK < at < box.right - SLACK for box in self.pieces)

    def blocked(self) -> Iterator[Line]:
        """Yield the cuts that can't go through the sheet, because a piece lies in the way."""
        yield from (cut for row in self.cuts if not self._through(row[0].at) for cut in row)

    def full(self) -> Iterator[Line]:
        """Yield the cuts through the sheet from edge to edge, as far as nothing is kept free of them.

        Where a line would lie all along what is kept free, such as a foot close below faces, only the cuts
        themselves are shown.
        """
        for row in self._through_cuts():
            at = row[0].at
            gaps = _gaps(_across(self.reserved, at), 0.0, self.length)
            if gaps:
                yield Line(at, *max(gaps, key=lambda gap: min(gap[1], self.bottom) - max(gap[0], self.top)))
            else:
                yield from row

    def marks(self) -> Iterator[Line]:
        """Yield the two marks of each cut through the sheet: beside the pieces, out to the paper's edge.

        Where printers would print nothing of such a mark it lies along the cut, in the margin that faces
        without a bleed have of their own.
        """
        low, high = max(self.blank, self.top) + REACH, min(self.length - self.blank, self.bottom) - REACH
        for at in (row[0].at for row in self._through_cuts()):
            hidden = _across([*self.hidden, *self.reserved], at)
            above = self._seen(reversed(_gaps(hidden, 0.0, self.top - CLEAR)))
            below = self._seen(_gaps(hidden, self.bottom + CLEAR, self.length))
            yield Line(at, *(above or (0.0, low)))
            yield Line(at, *(below or (high, self.length)))

    def _seen(self, gaps: Iterable[tuple[float, float]]) -> tuple[float, float] | None:
        """Return the nearest gap of some with room for a mark, if possible for one that printers print."""
        long = [gap for gap in gaps if gap[1] - gap[0] >= LEAST]
        low, high = self.blank + SHOWN, self.length - self.blank - SHOWN
        shown = [gap for gap in long if gap[1] >= low and gap[0] <= high]
        return next(iter(shown or (long if self.bleeds else ())), None)

    def _through_cuts(self) -> Iterator[list[Line]]:
        """Yield the cuts on each line that goes through the whole sheet."""
        yield from (row for row in self.cuts if self._through(row[0].at))


def _across(boxes: Sequence[Rect], at: float) -> list[tuple[float, float]]:
    """Return from where to where an upright line lies in boxes or close to them."""
    return [(box.y - CLEAR, box.bottom + CLEAR) for box in boxes if box.x - CLEAR < at < box.right + CLEAR]


def _gaps(hidden: Sequence[tuple[float, float]], low: float, high: float) -> list[tuple[float, float]]:
    """Return what is left between low and high."""
    gaps = []
    for start, end in (*sorted(hidden), (high, high)):
        if low < min(start, high):
            gaps.append((low, min(start, high)))
        low = max(low, end)
    return gaps
