"""A sheet of paper and where faces and marks lie on it."""

from __future__ import annotations

from typing import NamedTuple

from generator.face.face import Face
from generator.units import Edges, Rect


class Placement(NamedTuple):
    """A face with its top left corner at x, y (mm from the page's top left corner).

    `turn` is 180 for a face that stands on its head; `bleed` says how far beyond its edges
    it is seen, as they lie on the page; `back` is what the other side of the paper shows there.
    """

    face: Face
    x: float
    y: float
    turn: int = 0
    bleed: Edges = Edges()
    back: Face | None = None

    @property
    def rect(self) -> Rect:
        """Where the face lies when it is cut out."""
        return Rect(self.x, self.y, self.face.width, self.face.height)


class Mark(NamedTuple):
    """A straight 0.25 pt cut mark from (x1, y1) to (x2, y2), mm, y downwards."""

    x1: float
    y1: float
    x2: float
    y2: float


class Page(NamedTuple):
    """A page of `width` × `height` mm; `turn` is 180 for a back that reads upside down on its page."""

    width: float
    height: float
    placements: tuple[Placement, ...]
    marks: tuple[Mark, ...] = ()
    turn: int = 0
