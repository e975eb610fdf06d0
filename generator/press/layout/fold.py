"""Pages folded once, backs coming to lie behind faces. Numbers in, numbers out; millimetres, y downwards."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from generator.press.layout.cut import Mark
from generator.press.layout.impose import Area, Behind, Room
from generator.units import Edges, Point, Rect, Size

GUTTER = 3.0
"""Space kept free on either side of a fold, at least: faces are cut out beside it, clear of the bend."""

CLEAR = 2.0
"""Space that the bleed of backs leaves free beside a fold, for the line and the word on it."""

_BLANK = 3.0
"""Where a fold line ends before the paper's edge."""

_NEAR = 0.01


class Half(NamedTuple):
    """What of a page lies before its fold: left of an upright fold, above a lying one; the rest mirrors it."""

    room: Room
    upright: bool
    gutter: float = GUTTER

    @property
    def page(self) -> Size:
        """The size of the whole page."""
        return self.room.page

    @property
    def foot(self) -> float:
        """What the foot takes below the page."""
        return self.room.foot

    @property
    def fold(self) -> float:
        """Where the fold lies: its x when it is upright, else its y."""
        page, foot = self.room.page, self.room.foot
        return page.width / 2 if self.upright else (page.height - foot) / 2

    @property
    def width(self) -> float:
        """Usable width of the half."""
        return self.room.width / 2 - self.gutter if self.upright else self.room.width

    @property
    def height(self) -> float:
        """Usable height of the half."""
        return self.room.height if self.upright else self.room.height / 2 - self.gutter

    def start(self, width: float, height: float) -> Point:
        """Return the top left corner of a block of that size: along the fold, and in the middle of it."""
        x, y = self.room.start(width, height)
        return (self.fold - self.gutter - width, y) if self.upright else (x, self.fold - self.gutter - height)

    def across(self, face: Rect) -> Behind:
        """Return where the back of a face lies, so that both lie on one another when the page was folded.

        A back is turned with its face like the page of a book, so it stands on its head below a lying fold.
        """
        if self.upright:
            return Behind(2 * self.fold - face.right, face.y, 0)
        return Behind(face.x, 2 * self.fold - face.bottom, 180)

    def reach(self, face: Rect) -> Edges:
        """Return how far a face may show beyond its edges: no farther than the fold."""
        if self.upright:
            return Edges(inf, inf, self.fold - face.right, inf)
        return Edges(inf, inf, inf, self.fold - face.bottom)

    def along(self, x1: float, y1: float, x2: float, y2: float) -> bool:
        """Tell whether a line lies on the fold."""
        ends = (x1, x2) if self.upright else (y1, y2)
        return all(abs(end - self.fold) < _NEAR for end in ends)

    def line(self) -> Mark:
        """Return the fold line: along the whole page, as far as the foot."""
        page, foot = self.room.page, self.room.foot
        if self.upright:
            low = page.height - (self.room.margin + foot if foot else _BLANK)
            return Mark(self.fold, _BLANK, self.fold, low)
        return Mark(_BLANK, self.fold, page.width - _BLANK, self.fold)


def halves(rooms: list[Room], gutter: float) -> list[Half]:
    """Return every way to fold these pages."""
    return [Half(room, upright, gutter) for room in rooms for upright in (True, False)]


def depth(area: Area, columns: int, rows: int) -> int:
    """Return how many pieces lie one behind another before a fold: the fewer, the truer they register."""
    if not isinstance(area, Half):
        return 0
    return columns if area.upright else rows
