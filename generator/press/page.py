"""A sheet of paper and where faces and marks lie on it."""

from __future__ import annotations

from dataclasses import dataclass

from generator.face.face import Face


@dataclass(frozen=True, slots=True)
class Placement:
    """A face with its top left corner at x, y (mm from the page's top left corner)."""

    face: Face
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A straight 0.25 pt cut mark from (x1, y1) to (x2, y2), mm, y downwards."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page of `width` × `height` mm."""

    width: float
    height: float
    placements: tuple[Placement, ...]
    marks: tuple[Mark, ...] = ()
