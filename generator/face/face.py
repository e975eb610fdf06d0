"""The face: one printed side of one item in one language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from generator.face.die import Die
from generator.face.pasting import pasted
from generator.problems import Location
from generator.svg.core.symbol import Symbol
from generator.units import Rect


@dataclass(frozen=True, slots=True)
class Field:
    """A place on a face where a person writes; `name` is a box or line of score.yaml.

    `row` (from 1) says which row of a box with rows, `index` (from 1) which tick of a
    track, `player` (from 1) which column of a sheet that holds a whole table.
    """

    name: str
    rect: Rect
    row: int = 0
    index: int = 0
    player: int = 0


class Hint(NamedTuple):
    """An English sentence for the foot, to be translated; each {key} in it is filled with the value of that key."""

    text: str
    values: tuple[tuple[str, str], ...] = ()


class Face(NamedTuple):
    """SVG text, one user unit = 1 mm, and its size in mm; `place` is the template.

    A face may be written only when it is drawn, so that thousands needn't be kept: then
    `source` writes it, and `fields` and `symbols` are unknown. The text refers to the art in
    `symbols` by their ids. `bleed` says how far (mm) it is drawn beyond
    its edges where there is room, `die` what it is cut out as.
    """

    component: str
    item: str
    language: str
    source: str | Callable[[], Face]
    width: float
    height: float
    place: Location
    fields: tuple[Field, ...] = ()
    bleed: float = 0.0
    die: Die = Die()
    symbols: tuple[Symbol, ...] = ()

    @property
    def written(self) -> Face:
        """The face with its text; `Failed` when it is only written now and its template stops."""
        return self if isinstance(self.source, str) else self.source()

    @property
    def text(self) -> str:
        """The SVG text, which refers to art; `Failed` when it is only written now and its template stops."""
        source = self.written.source
        return source if isinstance(source, str) else ""

    @property
    def svg(self) -> str:
        """The SVG text with all art in it; `Failed` when it is only written now and its template stops."""
        face = self.written
        return pasted(face.text, face.symbols)
