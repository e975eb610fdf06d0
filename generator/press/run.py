"""What is to be printed: faces, their backs, and how many of each."""

from __future__ import annotations

from typing import NamedTuple

from generator.face.face import Face
from generator.pack.model import Component
from generator.press.slots import Slots
from generator.problems import Location
from generator.units import Size


class PrintRun(NamedTuple):
    """The faces of one component, and how often each is printed (None: as many as a page holds).

    They are printed `scale` times as large as they are; `backs` are what is on the other
    side of each, when the component has a back; `slots` are their places on a sheet of labels.
    """

    id: str
    component: Component
    faces: tuple[Face, ...]
    copies: tuple[int | None, ...]
    place: Location
    scale: float = 1.0
    backs: tuple[Face | None, ...] = ()
    slots: Slots | None = None

    @property
    def all_backs(self) -> tuple[Face | None, ...]:
        """The back of each face, None for one that has nothing on its other side."""
        return self.backs or (None,) * len(self.faces)

    @property
    def pieces(self) -> int:
        """How many pieces there are at least: of those that fill a page, one."""
        return sum(1 if copies is None else copies for copies in self.copies)

    @property
    def size(self) -> Size:
        """The size of a printed face."""
        width, height = self.component.size
        return Size(width * self.scale, height * self.scale)


class Piece(NamedTuple):
    """One thing to cut out: its face, its back, and how many times as large as they are both are printed."""

    face: Face
    back: Face | None
    scale: float = 1.0
