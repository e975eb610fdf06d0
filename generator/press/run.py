"""What is to be printed: faces, their backs, and how many of each."""

from __future__ import annotations

from typing import NamedTuple

from generator.face.face import Face
from generator.pack.model import Component
from generator.press.slots import Slots
from generator.problems import Location, failed
from generator.units import Size

MOST_PLACEMENTS = 20_000
"""More pieces than this in one document are taken for a slip."""


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


def limited(total: int, run: PrintRun) -> int:
    """Return how many pieces of a run there are; `Failed` when nobody can mean so many."""
    if total > MOST_PLACEMENTS:
        raise failed(
            run.place,
            f"{run.id}: {total} pieces are asked for",
            f"at most {MOST_PLACEMENTS}",
            "check the column or key copies, and --copies",
        )
    return total


def repeated(run: PrintRun, capacity: int) -> list[Piece]:
    """Return the pieces of a run, each as often as it is printed; a page holds `capacity` of them."""
    counts = [capacity if copies is None else copies for copies in run.copies]
    limited(sum(counts), run)
    pieces = [Piece(face, back, run.scale) for face, back in zip(run.faces, run.all_backs, strict=True)]
    return [piece for piece, number in zip(pieces, counts, strict=True) for _ in range(number)]
