"""Marks: what a page shows of its cuts. Numbers in, numbers out; millimetres, y downwards.

Pieces are cut apart along lines that go through the whole sheet wherever such a line meets no
piece. Those get a mark at each end, outside of all pieces: who cuts from mark to mark, along the
pieces only, is left with a frame of paper that keeps every mark to the last cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import pi
from typing import NamedTuple

from generator.pack.model import Marking
from generator.press.layout.contour import SLACK, Side, arcs, joined, lines, once, side, sides
from generator.press.layout.cut import Cut, Step
from generator.units import Edges, Rect, Size

CLEAR = 0.5
"""How far a mark keeps from what is printed."""

LEAST = 1.5
"""A mark shorter than this isn't printed."""

SHOWN = 1.0
"""So much of a mark lies where printers print, or it stands elsewhere."""

REACH = 3.0
"""How far a mark reaches in along a cut, where there is no room for one beside the pieces."""


class Mark(NamedTuple):
    """A straight 0.25 pt cut mark from (x1, y1) to (x2, y2), mm, y downwards."""

    x1: float
    y1: float
    x2: float
    y2: float


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


class Marked(NamedTuple):
    """All cuts of a page, each once, and what is printed of them."""

    cuts: tuple[Cut, ...] = ()
    marks: tuple[Mark, ...] = ()
    lines: tuple[Cut, ...] = ()
    dashed: bool = False


def marked(trims: Sequence[Trim], paper: Size, kept: Sequence[Rect], marking: Marking, blank: float = 5.0) -> Marked:
    """Return the cuts of a page with these pieces, and what is printed of them clear of the `kept` rectangles.

    Printers leave the outermost `blank` mm of the paper without print.
    """
    cuts = once([trim.cut for trim in trims], _edges(paper))
    if marking == "none" or not trims:
        return Marked(cuts)
    ways = [_Way(trims, paper, kept, blank, upright) for upright in (True, False)]
    rest = [*_shaped(trims), *(way.cut(line) for way in ways for line in way.blocked())]
    if marking == "crop":
        marks = [way.mark(line) for way in ways for line in way.marks()]
        return Marked(cuts, tuple(marks), tuple(rest), dashed=True)
    full = [way.cut(line) for way in ways for line in way.full()]
    return Marked(cuts, (), (*full, *rest), dashed=marking == "dashes")


def _edges(paper: Size) -> list[Side]:
    """Return the paper's own edges: nothing is cut there."""
    corners = [(0.0, 0.0), (paper.width, 0.0), (paper.width, paper.height), (0.0, paper.height)]
    return [side(a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]


def _shaped(trims: Sequence[Trim]) -> list[Cut]:
    """Return the cuts that no straight line through the sheet makes: outlines, and round corners."""
    outlines = once([trim.cut for trim in trims if not trim.straight])
    return [*outlines, *arcs(trim.cut for trim in trims if trim.straight)]


class Line(NamedTuple):
    """A line up and down the sheet at x from one y to another; across it, when both are exchanged."""

    at: float
    low: float
    high: float


class _Way:
    """The cuts of a page in one direction, told as if they were upright."""

    def __init__(self, trims: Sequence[Trim], paper: Size, kept: Sequence[Rect], blank: float, upright: bool) -> None:
        self.upright, self.blank = upright, blank
        self.bleeds = any(any(trim.bleed) for trim in trims)
        self.breadth, self.length = self._told(*paper)
        self.pieces = [self._box(trim.rect) for trim in trims]
        self.hidden = [self._box(trim.printed) for trim in trims]
        self.kept = [self._box(rect) for rect in kept]
        self.top, self.bottom = min(box.y for box in self.pieces), max(box.bottom for box in self.pieces)
        found = lines(made for trim in trims if trim.straight for made in sides(trim.cut) if self._along(made))
        cuts = [[self._line(made) for made in joined(line)] for line in found]
        self.cuts = [line for line in cuts if LEAST <= line[0].at <= self.breadth - LEAST]

    def _told(self, x: float, y: float) -> tuple[float, float]:
        return (x, y) if self.upright else (y, x)

    def _box(self, rect: Rect) -> Rect:
        return Rect(*self._told(rect.x, rect.y), *self._told(rect.width, rect.height))

    def _along(self, made: Side) -> bool:
        return abs(made.angle - (pi / 2 if self.upright else 0.0)) < SLACK

    def _line(self, made: Side) -> Line:
        at, _ = self._told(*made.point(made.low))
        return Line(at, made.low, made.high)

    def mark(self, line: Line) -> Mark:
        """Return the mark on the page."""
        return Mark(*self._told(line.at, line.low), *self._told(line.at, line.high))

    def cut(self, line: Line) -> Cut:
        """Return the cut on the page."""
        return Cut(self._told(line.at, line.low), (Step(*self._told(line.at, line.high)),))

    def _through(self, at: float) -> bool:
        """Tell whether the line through the whole sheet meets no piece."""
        return not any(box.x + SLACK < at < box.right - SLACK for box in self.pieces)

    def blocked(self) -> Iterator[Line]:
        """Yield the cuts that can't go through the sheet, because a piece lies in the way."""
        yield from (made for line in self.cuts if not self._through(line[0].at) for made in line)

    def full(self) -> Iterator[Line]:
        """Yield the cuts through the sheet from edge to edge, as far as nothing is kept free of them.

        Where a line would lie all along what is kept free, such as a foot close below faces, only the cuts
        themselves are shown.
        """
        for cuts in self.cuts:
            at = cuts[0].at
            if not self._through(at):
                continue
            gaps = _gaps(_across(self.kept, at), 0.0, self.length)
            if gaps:
                yield Line(at, *max(gaps, key=lambda gap: min(gap[1], self.bottom) - max(gap[0], self.top)))
            else:
                yield from cuts

    def marks(self) -> Iterator[Line]:
        """Yield the two marks of each cut through the sheet: beside the pieces, out to the paper's edge.

        Where printers would print nothing of such a mark it lies along the cut, in the margin that faces
        without a bleed have of their own.
        """
        low, high = max(self.blank, self.top) + REACH, min(self.length - self.blank, self.bottom) - REACH
        for at in self._all_through():
            hidden = _across([*self.hidden, *self.kept], at)
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

    def _all_through(self) -> Iterator[float]:
        yield from (line[0].at for line in self.cuts if self._through(line[0].at))


def _across(boxes: Sequence[Rect], at: float) -> list[tuple[float, float]]:
    """Return from where to where an upright line lies in boxes or close to them."""
    return [(box.y - CLEAR, box.bottom + CLEAR) for box in boxes if box.x - CLEAR < at < box.right + CLEAR]


def _gaps(hidden: Sequence[tuple[float, float]], low: float, high: float) -> list[tuple[float, float]]:
    """Return what is left between low and high."""
    made = []
    for start, end in (*sorted(hidden), (high, high)):
        if low < min(start, high):
            made.append((low, min(start, high)))
        low = max(low, end)
    return made
