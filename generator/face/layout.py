"""Lay out text: shaped letters with their places, chunk by chunk, on lines and along paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, radians, sin
from typing import NamedTuple

from generator.face import bidi
from generator.face.artwork import Context
from generator.face.clusters import clusters, extends
from generator.face.font import Font, Glyph, Shaping
from generator.face.glyphs import spacing, split
from generator.face.line import Line, Piece, Span
from generator.face.style import Style
from generator.face.svg import SVG, Element
from generator.face.textpath import Way, way_of
from generator.units import Matrix

SMALL_CAPITAL = 0.75
"""Height of small capitals that are made of large ones, in that of the large ones."""

_SHIFT = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Letter:
    """What a reader takes for one character, shaped: its glyphs, its place and how it is turned.

    `x`, `y` is where it begins on its own base line, `advance` how far the next one is, both
    in user units; `stretch` its width in the usual one; `at` its number in the line.
    """

    __slots__ = (
        "advance",
        "angle",
        "at",
        "font",
        "glyphs",
        "hidden",
        "level",
        "piece",
        "said",
        "size",
        "stretch",
        "x",
        "y",
    )

    def __init__(self, said: str, at: int, glyphs: tuple[Glyph, ...], section: Section, piece: Piece) -> None:
        self.said, self.at, self.glyphs, self.piece = said, at, glyphs, piece
        self.font, self.size, self.level = section.font, section.size, section.level
        self.stretch = 1.0
        self.x = self.y = self.angle = 0.0
        self.hidden = False
        room = spacing(said, piece.style.letter_spacing, piece.style.word_spacing)
        self.advance = sum(glyph.advance for glyph in glyphs) * self.size + room

    @property
    def matrix(self) -> Matrix:
        """The map from the letter's own em, y pointing up, to user space."""
        if not self.angle:
            return Matrix(self.size * self.stretch, 0.0, 0.0, -self.size, self.x, self.y)
        c, s = cos(radians(self.angle)) * self.size, sin(radians(self.angle)) * self.size
        return Matrix(c * self.stretch, s * self.stretch, s, -c, self.x, self.y)


class Section(NamedTuple):
    """Characters that are shaped together; `said` is what they stand for, when other ones are drawn in their place."""

    text: str
    said: str
    start: int
    font: Font
    size: float
    shaping: Shaping
    level: int


def lay_out(line: Line, context: Context) -> list[Letter]:
    """Return the letters of a line in their places."""
    if not line.length:
        return []
    letters = []
    chunks = []
    starts = _chunk_starts(line)
    sections = list(_sections(line, starts, context))
    for start, end in pairwise([*starts, line.length]):
        chunk = list(_shaped([part for part in sections if start <= part.start < end], line))
        chunks.append((start, chunk))
        letters += chunk
    for span in line.spans:
        if "textLength" in span.given:
            _fill(span, letters, line, context)
    _Setter(line, context).set(chunks)
    return letters


def _chunk_starts(line: Line) -> list[int]:
    """Return the numbers of the characters that begin a chunk: one that is anchored as a whole."""
    text = line.text
    starts = {at for at, places in line.placed.items() if "x" in places or "y" in places}
    starts = {at for at in starts if at < line.length and not extends(text[at])}
    for span in line.spans:
        if span.element.tag == f"{SVG}textPath":
            starts |= {span.start, span.end}
    return sorted((starts | {0}) - {line.length})


# ------------------------------------------------------------------ shaping


def _sections(line: Line, starts: Sequence[int], context: Context) -> Iterator[Section]:
    """Yield what is shaped together: letters of one font and direction, whatever element they are in."""
    before: Section | None = None
    breaks = frozenset(starts)
    for part in _parts(line, _levels(line), context):
        alike = before is not None and part[3:] == before[3:] and part.start not in breaks
        if before is not None and alike:
            before = before._replace(text=before.text + part.text, said=before.said + part.said)
        else:
            if before is not None:
                yield before
            before = part
    if before is not None:
        yield before


def _levels(line: Line) -> list[int]:
    text = line.text
    base = int(line.pieces[0].style.direction == "rtl") if line.pieces else 0
    if not base and not line.controls and bidi.one_way(text):
        return [0] * len(text)
    return line.levels(base)


def _parts(line: Line, levels: list[int], context: Context) -> Iterator[Section]:
    cuts = {at for at, (one, other) in enumerate(pairwise(levels), 1) if one != other} | set(_chunk_starts(line))
    for piece in line.pieces:
        at = piece.start
        for part in context.art.store.stack(piece.style, piece.language).parts(piece.text):
            end = at + len(part.text)
            inside = [cut for cut in cuts if at < cut < end] if len(cuts) > 1 else []
            for start, stop in pairwise([at, *sorted(inside), end]):
                text = part.text[start - at : stop - at]
                yield from _cased(text, start, part.font, piece, levels[start] if levels else 0, context)
            at = end


def _cased(text: str, start: int, font: Font, piece: Piece, level: int, context: Context) -> Iterator[Section]:
    """Yield a section; small capitals that the font lacks are made of large ones and reported."""
    style = piece.style
    shaping = Shaping(style.features, piece.language, "rtl" if level % 2 else "ltr")
    whole = Section(text, text, start, font, style.font_size, shaping, level)
    if style.font_variant_caps == "normal":
        yield whole
        return
    features: tuple[tuple[str, int], ...] = (("smcp", 1),)
    if style.font_variant_caps == "all-small-caps":
        features += (("c2sc", 1),)
    small = whole._replace(shaping=shaping._replace(features=shaping.features + features))
    at = start
    for cluster in clusters(text):
        part = small
        if _made(cluster, small, shaping):
            context.art.report(
                piece.element, f"{font.name} has no small capital of {cluster!r}", instead="drawn as a smaller capital"
            )
            large = cluster.upper() if len(cluster.upper()) == len(cluster) else cluster
            part = whole._replace(text=large, size=style.font_size * SMALL_CAPITAL)
        yield part._replace(text=part.text if part.text != text else cluster, said=cluster, start=at)
        at += len(cluster)


def _made(cluster: str, small: Section, shaping: Shaping) -> bool:
    """Whether a small capital has to be made: the font's own features change nothing about a letter."""
    changes = cluster != cluster.upper() or (cluster != cluster.lower() and len(small.shaping.features) > 1)
    drawn = [[glyph.gid for glyph in small.font.shape(cluster, way)] for way in (small.shaping, shaping)]
    return changes and cluster != cluster.upper() and drawn[0] == drawn[1]


def _shaped(sections: list[Section], line: Line) -> Iterator[Letter]:
    """Yield the letters of a chunk from left to right."""
    for section in bidi.visual(sections, [section.level for section in sections]):
        glyphs = section.font.shape(section.text, section.shaping)
        for said, part in split(section.text, glyphs):
            first = min(glyph.cluster for glyph in part)
            at = section.start + first
            yield Letter(section.said[first : first + len(said)], at, part, section, _piece(line, at))


def _piece(line: Line, at: int) -> Piece:
    return next(piece for piece in line.pieces if at < piece.end)


# ------------------------------------------------------------------ lengths


def _fill(span: Span, letters: list[Letter], line: Line, context: Context) -> None:
    """Bring the letters of an element to the length that it asks for."""
    inside = [letter for letter in letters if span.start <= letter.at < span.end]
    wanted = context.length(span.element, span.given, "textLength", "x", span.style, -1.0)
    moved = sum(line.placed.get(letter.at, {}).get("dx", 0.0) for letter in inside[1:])
    natural = sum(letter.advance for letter in inside) + moved
    adjust = span.given.get("lengthAdjust", "spacing")
    if adjust not in ("spacing", "spacingAndGlyphs"):
        context.art.report(
            span.element, f"lengthAdjust={adjust[:40]!r}", "spacing, spacingAndGlyphs", instead="drawn with spacing"
        )
    if wanted < 0 or natural <= 0:
        return
    if adjust == "spacingAndGlyphs":
        for letter in inside:
            letter.stretch *= wanted / natural
            letter.advance *= wanted / natural
    elif len(inside) > 1:
        for letter in inside[:-1]:
            letter.advance += (wanted - natural) / (len(inside) - 1)


# ------------------------------------------------------------------ places


class _Setter:
    """Goes through the chunks of a line and sets their letters."""

    def __init__(self, line: Line, context: Context) -> None:
        self._line = line
        self._context = context
        self._trails: dict[Element, Way | None] = {}
        self._x = self._y = 0.0
        self._gone = 0.0

    def set(self, chunks: list[tuple[int, list[Letter]]]) -> None:
        """Give every letter its place."""
        along: Element | None = None
        for start, letters in chunks:
            if not letters:
                continue
            piece = _piece(self._line, start)
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
        share = _SHIFT[style.text_anchor]
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
        off = self._y
        for letter in letters:
            moves = self._moves(letter.at)
            gone, off = gone + moves.get("dx", 0.0), off + moves.get("dy", 0.0)
            stand = way.stand(gone, letter.advance, off + _below(letter))
            letter.hidden = stand is None
            if stand is not None:
                letter.x, letter.y, letter.angle = stand.x, stand.y, stand.angle + moves.get("rotate", 0.0)
            gone += letter.advance
        self._gone, self._y = gone, off

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
