"""Lay out text: its letters in their places, on lines and along paths."""

from __future__ import annotations

from collections.abc import Sequence

from generator.problems import quoted
from generator.svg.core.context import Context
from generator.svg.css.style import Style
from generator.svg.text.clusters import Chunk, Letter, chunks
from generator.svg.text.reading import Line, Span
from generator.svg.text.textpath import Way, way_of
from generator.svg.xml import Element
from generator.type.font import Font

SHIFT = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of a chunk lies left of the point that it is anchored to."""


def lay_out(line: Line, context: Context) -> list[Letter]:
    """Return the letters of a line in their places."""
    if not line.length:
        return []
    made = chunks(line, context)
    letters = [letter for chunk in made for letter in chunk.letters]
    spans = [span for span in line.spans if "textLength" in span.attributes]
    if spans:
        by_place = {letter.at: letter for letter in letters}
        for span in spans:
            inside = [by_place[at] for at in range(span.start, span.end) if at in by_place]
            _fill(span, inside, line, context)
    _Setter(line, context).set(made)
    return letters


# ------------------------------------------------------------------ lengths


def _fill(span: Span, inside: Sequence[Letter], line: Line, context: Context) -> None:
    """Bring the letters of an element to the length that it asks for."""
    width = context.length(span.element, span.attributes, "textLength", "x", span.style, -1.0)
    moved = sum(line.placed.get(letter.at, {}).get("dx", 0.0) for letter in inside[1:])
    natural = sum(letter.advance for letter in inside) + moved
    adjust = span.attributes.get("lengthAdjust", "spacing")
    if adjust not in ("spacing", "spacingAndGlyphs"):
        context.file.report(
            span.element, f"lengthAdjust={adjust[:40]!r}", "spacing, spacingAndGlyphs", instead="drawn with spacing"
        )
    if width < 0 or natural <= 0:
        return
    if adjust == "spacingAndGlyphs":
        for letter in inside:
            letter.stretch *= width / natural
            letter.advance *= width / natural
    elif len(inside) > 1:
        for letter in inside[:-1]:
            letter.advance += (width - natural) / (len(inside) - 1)


# ------------------------------------------------------------------ places


class _Setter:
    """Goes through the chunks of a line and sets their letters."""

    def __init__(self, line: Line, context: Context) -> None:
        self._line = line
        self._context = context
        self._trails: dict[Element, Way | None] = {}
        self._x = self._y = 0.0
        self._gone = 0.0

    def set(self, made: list[Chunk]) -> None:
        """Give every letter its place."""
        along: Element | None = None
        for start, piece, letters in made:
            fresh = piece.along is not along
            if fresh and along is not None:
                self._leave(along)
            along = piece.along
            if along is None:
                self._set_line(start, letters, piece.style)
            else:
                self._set_path(start, letters, piece.style, along, fresh)

    def _moves(self, at: int) -> dict[str, float]:
        return self._line.placed.get(at, {})

    def _shift(self, letters: list[Letter], style: Style) -> float:
        """Return how far a chunk lies left of the point that it is anchored to."""
        width = sum(letter.advance for letter in letters)
        width += sum(self._moves(letter.at).get("dx", 0.0) for letter in letters)
        share = SHIFT[style.text_anchor]
        return width * (1 - share if style.direction == "rtl" else share)

    def _set_line(self, start: int, letters: list[Letter], style: Style) -> None:
        places = self._moves(start)
        x, y = places.get("x", self._x), places.get("y", self._y)
        x -= self._shift(letters, style)
        for letter in letters:
            moves = self._moves(letter.at)
            x, y = x + moves.get("dx", 0.0), y + moves.get("dy", 0.0)
            letter.x, letter.y, letter.angle = x, y + _below(letter), moves.get("rotate", 0.0)
            x += letter.advance
        self._x, self._y = x, y

    def _set_path(self, start: int, letters: list[Letter], style: Style, along: Element, fresh: bool) -> None:
        way = self._way(along)
        if way is None:
            for letter in letters:
                letter.hidden = True
            return
        if fresh:
            self._gone, self._y = way.start, 0.0
        gone = (self._gone if fresh else self._moves(start).get("x", self._gone)) - self._shift(letters, style)
        off, lost = self._y, ""
        for letter in letters:
            moves = self._moves(letter.at)
            gone, off = gone + moves.get("dx", 0.0), off + moves.get("dy", 0.0)
            stand = way.stand(gone, letter.advance, off + _below(letter))
            letter.hidden = stand is None
            lost += letter.said if stand is None else ""
            if stand is not None:
                letter.x, letter.y, letter.angle = stand.x, stand.y, stand.angle + moves.get("rotate", 0.0)
            gone += letter.advance
        self._gone, self._y = gone, off
        if lost.strip():
            self._tell_lost(lost.strip(), along)

    def _tell_lost(self, lost: str, along: Element) -> None:
        """Report letters that have no room on their path."""
        what = f"{quoted(lost)} has no room on its path"
        remedy = "shorten the text, write it smaller, or draw a longer path"
        self._context.file.report(along, what, remedy=remedy)

    def _leave(self, along: Element) -> None:
        way = self._trails.get(along)
        if way is not None and way.trail.end is not None:
            self._x, self._y = way.trail.end

    def _way(self, along: Element) -> Way | None:
        if along not in self._trails:
            span = next(span for span in self._line.spans if span.element is along)
            self._trails[along] = way_of(span, self._context)
        return self._trails[along]


def _below(letter: Letter) -> float:
    """Return how far below its place a letter's base line is."""
    piece, font = letter.piece, letter.font
    return baseline(piece.style, font) * piece.style.font_size - piece.rise


_BASELINES = {
    "before-edge": "text-before-edge", "text-top": "text-before-edge", "top": "text-before-edge",
    "after-edge": "text-after-edge", "text-bottom": "text-after-edge", "bottom": "text-after-edge",
    "ideographic": "text-after-edge",
}  # fmt: skip


def baseline(style: Style, font: Font) -> float:
    """Return how far below the line that a style aligns to the alphabetic base line is, in em."""
    name = style.alignment_baseline
    if name in ("auto", "baseline"):
        name = style.dominant_baseline
    if name in ("auto", "alphabetic"):
        return 0.0
    heights = {
        "middle": font.x_height / 2,
        "central": (font.ascent + font.descent) / 2,
        "hanging": font.ascent * 0.8,
        "mathematical": font.ascent / 2,
        "text-before-edge": font.ascent,
        "text-after-edge": font.descent,
    }
    return heights.get(_BASELINES.get(name, name), 0.0)
