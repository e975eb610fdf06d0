"""A sheet of paper and where faces and marks lie on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.face.face import Face, Hint
from generator.pack.model import Marking
from generator.press.layout.bleed import Plot
from generator.press.layout.cut import Cut, Mark
from generator.press.layout.fold import Half
from generator.units import Edges, Matrix, Polygon, Rect, Size


class Placement(NamedTuple):
    """A face with its top left corner at x, y (mm from the page's top left corner).

    It is drawn `scale` times as large as it is; of a face that is cut over pages only what
    lies in the `window` (on the page) is seen. `turn` says how far it is turned clockwise:
    0, 90, 180 or 270 degrees; `bleed` says how far beyond its edges it is seen, as they lie on the page, and its
    `region` what of it when it is no rectangle; both follow from the `plots` of its parts.
    `back` is what the other side of the paper shows there.
    """

    face: Face
    x: float
    y: float
    scale: float = 1.0
    window: Rect | None = None
    turn: int = 0
    bleed: Edges = Edges()
    back: Face | None = None
    plots: tuple[Plot, ...] = ()
    region: tuple[Polygon, ...] = ()

    @property
    def rect(self) -> Rect:
        """Where the face lies when it is cut out."""
        width, height = self.face.width * self.scale, self.face.height * self.scale
        return Rect(self.x, self.y, height, width) if self.turn % 180 else Rect(self.x, self.y, width, height)

    @property
    def matrix(self) -> Matrix:
        """The map from the face's millimetres to the page's."""
        scale, rect = self.scale, self.rect
        return {
            0: Matrix(scale, 0, 0, scale, rect.x, rect.y),
            90: Matrix(0, scale, -scale, 0, rect.right, rect.y),
            180: Matrix(-scale, 0, 0, -scale, rect.right, rect.bottom),
            270: Matrix(0, -scale, scale, 0, rect.x, rect.bottom),
        }[self.turn]


class Page(NamedTuple):
    """A page of `width` × `height` mm.

    `cuts` are where a knife goes, each once, whether it is printed or not; `marks` and `lines`
    are what is printed for it, as its `marking` says (None on a side that nobody cuts by): marks
    beside the faces, and lines along cuts, which are `dashed` or not. `trim` is what is left of a
    page for a print shop when it is cut. `footed` says that it has room for a foot, `guide` what
    a page of a poster says about its neighbours; `correction` is what a printer needs to print it
    true, in mm; `turn` is 180 for a back that reads upside down on its page, `back` tells a page
    of backs; `fold` says how the page is folded to bring backs behind faces.
    """

    width: float
    height: float
    placements: tuple[Placement, ...]
    marks: tuple[Mark, ...] = ()
    footed: bool = False
    guide: Mapping[str, Any] | None = None
    hints: tuple[Hint, ...] = ()
    correction: Matrix | None = None
    turn: int = 0
    back: bool = False
    marking: Marking | None = "crop"
    cuts: tuple[Cut, ...] = ()
    trim: Rect | None = None
    lines: tuple[Cut, ...] = ()
    dashed: bool = False
    fold: Half | None = None

    @property
    def size(self) -> Size:
        """Width and height of the page."""
        return Size(self.width, self.height)
