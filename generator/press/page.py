"""A sheet of paper and where faces and marks lie on it."""

from __future__ import annotations

from typing import NamedTuple

from generator.face.face import Face


class Placement(NamedTuple):
    """A face with its top left corner at x, y (mm from the page's top left corner)."""

    face: Face
    x: float
    y: float


class Mark(NamedTuple):
    """A straight 0.25 pt cut mark from (x1, y1) to (x2, y2), mm, y downwards."""

    x1: float
    y1: float
    x2: float
    y2: float


class Page(NamedTuple):
    """A page of `width` × `height` mm."""

    width: float
    height: float
    placements: tuple[Placement, ...]
    marks: tuple[Mark, ...] = ()
