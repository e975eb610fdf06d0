"""A sheet of paper and where faces and marks lie on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.face.face import Face, Hint
from generator.units import Matrix, Rect


class Placement(NamedTuple):
    """A face with its top left corner at x, y (mm from the page's top left corner).

    It is drawn `scale` times as large as it is; of a face that is cut over pages only what
    lies in the `window` (on the page) is seen.
    """

    face: Face
    x: float
    y: float
    scale: float = 1.0
    window: Rect | None = None


class Mark(NamedTuple):
    """A straight 0.25 pt cut mark from (x1, y1) to (x2, y2), mm, y downwards."""

    x1: float
    y1: float
    x2: float
    y2: float


class Page(NamedTuple):
    """A page of `width` × `height` mm.

    `footed` says that it has room for a foot, `guide` what a page of a poster says about
    its neighbours; `correction` is what a printer needs to print it true, in mm.
    """

    width: float
    height: float
    placements: tuple[Placement, ...]
    marks: tuple[Mark, ...] = ()
    footed: bool = False
    guide: Mapping[str, Any] | None = None
    hints: tuple[Hint, ...] = ()
    correction: Matrix | None = None
