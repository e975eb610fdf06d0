"""What is to be printed: faces, their backs, and how many of each."""

from __future__ import annotations

from typing import NamedTuple

from generator.face.face import Face
from generator.pack.model import Component
from generator.problems import Location


class Run(NamedTuple):
    """The faces of one component, and how often each is printed (None: as many as a page holds).

    `backs` are what is on the other side of each, when the component has one.
    """

    id: str
    component: Component
    faces: tuple[Face, ...]
    copies: tuple[int | None, ...]
    place: Location
    backs: tuple[Face | None, ...] = ()


class Piece(NamedTuple):
    """One thing to cut out: its face and its back."""

    face: Face
    back: Face | None
