"""The face: one printed side of one item in one language, the draft of one that is being written, and its lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from generator.face.die import Die
from generator.face.pasting import pasted
from generator.problems import Location, Subject, quoted
from generator.sandbox.limits import short
from generator.svg.core.symbol import Symbol
from generator.units import MM_PER_POINT, Rect


@dataclass(frozen=True, slots=True)
class Field:
    """A place on a face where a person writes, in mm from its upper left corner; `name` is a box or line of score.yaml.

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


class Printing(NamedTuple):
    """How faces are printed: `scale` times as large as they are, and what every foot says about it."""

    scale: float = 1.0
    hints: tuple[Hint, ...] = ()


AS_IS = Printing()

Lines = Callable[[int, int], Location | None]
"""Tells where a line (from 1) and column (from 0) of SVG text stand in its template; None where nobody knows."""

WriteLater = Callable[[], "Face"]
"""Writes a face anew each time; `Failed` when its template stops."""


class Face(NamedTuple):
    """SVG text, one user unit = 1 mm, and its size in mm; `place` is the template.

    `source` is the SVG text, which refers to the art in `symbols` by their ids, or what writes the face when it is
    drawn, so that thousands needn't be kept. `fields` and `symbols` are known of a written face only: one that is
    written later has none here, whatever its template records. `bleed` says how far (mm) it is drawn beyond its edges
    where there is room, `die` what it is cut out as; what it says keeps `safe` mm clear of the cut. `lines` tells where
    its text comes from, `calls` where each text comes from that carries its number there as a mark.
    """

    component: str
    item: str
    language: str
    source: str | WriteLater
    width: float
    height: float
    place: Location
    fields: tuple[Field, ...] = ()
    bleed: float = 0.0
    die: Die = Die()
    symbols: tuple[Symbol, ...] = ()
    safe: float = 0.0
    lines: Lines | None = None
    calls: tuple[Location, ...] = ()

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


@dataclass(slots=True)
class FaceDraft:
    """A face that is being written: whose it is, and the fields and art that its template has used so far.

    `row` is its item, `number` of `total` faces of its component; `scale` is how many times as large it is printed.
    Where what it says keeps `safe` mm clear of the cut, `calls` are the places that its texts come from. `places` are
    those of its fields.
    """

    component: str
    item: str
    number: int
    total: int
    place: Location
    scale: float = 1.0
    hints: tuple[Hint, ...] = ()
    safe: float = 0.0
    fields: list[Field] = field(default_factory=list)
    symbols: dict[str, Symbol] = field(default_factory=dict)
    places: list[Location] = field(default_factory=list)
    calls: list[Location] = field(default_factory=list)
    row: Mapping[str, Any] = field(default_factory=dict)

    def subject(self, drawn: str = "") -> Subject:
        """Return what a problem of this face is about, and how it was drawn."""
        return Subject(f"{self.component} {quoted(self.item)}", drawn)


class Lettering(NamedTuple):
    """How a line of text is written: fonts, their size in pt, colour, and which part of it stands at its x."""

    family: str
    weight: int
    size: float
    fill: str | None
    anchor: str

    def line(self, text: str, x: float, y: float, leftwards: bool, mark: str) -> Markup:
        """Return one line as an element, at x on a base line at y (mm); `mark` is an attribute more, or nothing."""
        anchor = self.anchor
        if leftwards:  # the start of such a line is at its right
            anchor = {"start": "end", "end": "start"}.get(anchor, anchor)
        alignment = "" if anchor == "start" else f' text-anchor="{escape(anchor)}"'
        direction = ' direction="rtl"' if leftwards else ""
        return Markup(  # noqa: S704 - numbers, and texts escaped here
            f'<text x="{short(x)}" y="{short(y)}" font-family="{escape(self.family)}" '
            f'font-size="{short(self.size * MM_PER_POINT)}" font-weight="{escape(self.weight)}" '
            f'fill="{escape(self.fill or "none")}"{alignment}{direction}{mark}>{escape(text)}</text>'
        )
