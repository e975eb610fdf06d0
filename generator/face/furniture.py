"""Furniture: what stands on pages beside the faces: their foot, the guide of a poster's page, the fold line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from generator.face.face import Face, FaceDraft, Hint, Printing
from generator.pack.model import Pack
from generator.pack.words.localise import Words
from generator.problems import Location
from generator.sandbox.templates import Written
from generator.units import Size


class FootMeasures(NamedTuple):
    """Measures in mm.

    `height` is that of a foot: three lines of words; words and ruler may `reach` so far above its lower end. It has
    room beside its 50 mm ruler on a `least_page` of that width. No foot is narrower than `least_width` for the
    sake of standing below its faces only: a narrower one has `lines` of words in place of two.
    What stands in a lower corner of a page is `lifted` by so much where there is a foot.

    A `guide` is as high as a foot and the name of the page to glue there. Below pages narrower than `two_rows` it
    has a second `row`.
    """

    height: float = 8.8
    reach: float = 9.2
    least_page: float = 130.0
    least_width: float = 160.0
    lines: int = 3
    lifted: float = 12.0
    guide: float = 11.8
    two_rows: float = 200.0
    row: float = 6.6

    def of_poster(self, width: float) -> float:
        """Return the height kept below a page of a poster on paper of that width."""
        return self.guide + (self.row if width < self.two_rows else 0.0)


FOOT = FootMeasures()

Write = Callable[[FaceDraft, str, dict[str, Any]], Written | None]
"""Writes a draft by a template and values of its own; returns the SVG and its lines, None when the template stopped."""


class Furniture:
    """Writes what stands on the pages of one pack in one language beside its faces."""

    def __init__(self, pack: Pack, words: Words, printing: Printing, write: Write) -> None:
        self._pack = pack
        self._words = words
        self._printing = printing
        self._write = write

    def foot(
        self, components: Sequence[str], width: float, number: int, total: int, hints: Sequence[Hint] = ()
    ) -> Face | None:
        """Return the foot line of a page that these components lie on: `width` mm wide, page `number` of `total`.

        `hints` are what it says beside how all is printed. None when its template stopped.
        """
        template = "common/foot.svg.j2"
        draft = self._draft(components[0], template, number, total, hints)
        values = {"width": width, "height": FOOT.height, "what": self._titles(components), "measures": FOOT._asdict()}
        return self._face(draft, template, values, Size(width, FOOT.height))

    def guide(
        self, components: Sequence[str], values: Mapping[str, Any], number: int, total: int, hints: Sequence[Hint] = ()
    ) -> Face | None:
        """Return what a page of a poster says, as large as the page: its name, its neighbours, a map and the foot."""
        template = "common/poster.svg.j2"
        draft = self._draft(components[0], template, number, total, hints)
        size = Size(values["width"], values["height"])
        values = {**values, "what": self._titles(components), "measures": FOOT._asdict()}
        return self._face(draft, template, values, size)

    def fold(self, components: Sequence[str], values: Mapping[str, Any]) -> Face | None:
        """Return the line on which a page is folded, and the word on it, as large as the page."""
        template = "common/fold.svg.j2"
        draft = self._draft(components[0], template, 0, 0, ())
        return self._face(draft, template, dict(values), Size(*values["size"]))

    def _draft(self, component: str, template: str, number: int, total: int, hints: Sequence[Hint]) -> FaceDraft:
        all_hints = (*self._printing.hints, *hints)
        # its lengths are those on paper already, whatever the faces are scaled by
        return FaceDraft(component, "foot", number, total, Location(template), hints=all_hints)

    def _face(self, draft: FaceDraft, template: str, values: dict[str, Any], size: Size) -> Face | None:
        written = self._write(draft, template, values)
        if written is None:
            return None
        title = f"{self._pack.file.components[draft.component].title}, foot"
        symbols = tuple(draft.symbols.values())
        return Face(title, "foot", self._words.language, written.text, *size, draft.place, symbols=symbols)

    def _titles(self, components: Sequence[str]) -> str:
        titles = [self._pack.file.components[name].title for name in components]
        return ", ".join(map(self._words.translate, titles))
