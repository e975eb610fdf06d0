"""The letters of a line: its characters shaped together where they may, chunk by chunk."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, radians, sin
from typing import NamedTuple

from generator.svg.core.context import Context
from generator.svg.core.fontuse import spacing, split
from generator.svg.text.reading import Line, Piece
from generator.svg.xml import SVG
from generator.type import bidi
from generator.type.clusters import clusters, extends
from generator.type.font import Font, Glyph, Shaping
from generator.units import Matrix

SMALL_CAPITAL = 0.75
"""Height of small capitals that are made of large ones, in that of the large ones."""


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


class Chunk(NamedTuple):
    """Letters that are anchored together, from left to right; `piece` is where the first character comes from."""

    start: int
    piece: Piece
    letters: list[Letter]


def chunks(line: Line, context: Context) -> list[Chunk]:
    """Return the shaped letters of a line."""
    starts = _chunk_starts(line)
    parts: dict[int, list[Section]] = {start: [] for start in starts}
    for section in _sections(line, starts, context):
        parts[starts[bisect_right(starts, section.start) - 1]].append(section)
    ends = [piece.end for piece in line.pieces]
    made = []
    for start, sections in parts.items():
        letters = list(_shaped(sections, line.pieces, ends))
        if letters:
            made.append(Chunk(start, line.pieces[bisect_right(ends, start)], letters))
    return made


def _chunk_starts(line: Line) -> list[int]:
    """Return the numbers of the characters that begin a chunk: one that is anchored as a whole."""
    text = line.text
    starts = {at for at, places in line.placed.items() if "x" in places or "y" in places}
    starts = {at for at in starts if at < line.length and not extends(text[at])}
    for span in line.spans:
        if span.element.tag == f"{SVG}textPath":
            starts |= {span.start, span.end}
    return sorted((starts | {0}) - {line.length})


def _sections(line: Line, starts: Sequence[int], context: Context) -> Iterator[Section]:
    """Yield what is shaped together: letters of one font and direction, whatever element they are in."""
    before: Section | None = None
    breaks = frozenset(starts)
    for part in _parts(line, _levels(line), breaks, context):
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


def _parts(line: Line, levels: list[int], breaks: frozenset[int], context: Context) -> Iterator[Section]:
    cuts = sorted(breaks | {at for at, (one, other) in enumerate(pairwise(levels), 1) if one != other})
    for piece in line.pieces:
        at = piece.start
        for part in context.file.store.stack(piece.style, piece.language).parts(piece.text):
            end = at + len(part.text)
            inside = cuts[bisect_right(cuts, at) : bisect_left(cuts, end)]
            for start, stop in pairwise([at, *inside, end]):
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
            context.file.report(
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


def _shaped(sections: list[Section], pieces: Sequence[Piece], ends: Sequence[int]) -> Iterator[Letter]:
    """Yield the letters of a chunk from left to right."""
    for section in bidi.visual(sections, [section.level for section in sections]):
        glyphs = section.font.shape(section.text, section.shaping)
        for said, part in split(section.text, glyphs):
            first = part[0].cluster if len(part) == 1 else min(glyph.cluster for glyph in part)
            at = section.start + first
            yield Letter(section.said[first : first + len(said)], at, part, section, pieces[bisect_right(ends, at)])
