"""Line breaks: where the lines of a text end, given its words and what binds them. Widths are in em."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from generator.type.bindings import Strength, words_of

SOFT_HYPHEN = "\u00ad"

TOLERANCE = 1e-6

_BREAK = re.compile(
    r"(?<=[^\W\d][-\u2010/])(?=[^\W\d])|(?<=\d[-\u2010/])(?=[^\W\d]{4})|(?<=\w[\u2013\u2014])(?=[^\W\d])|(?<=[\u00ad\u200b])"
)
"""Within a word a line ends after a hyphen, slash or dash, but not before the ending of an ordinal: 5-й, 2-nd."""

_COSTS = {Strength.FREE: 0, Strength.WEAK: 1, Strength.FIRM: 100, Strength.STRONG: 10_000}
"""What it costs to break a binding: many weak ones give way before one that is stronger."""

_MOST_PIECES = 300
_MOST_WAYS = 4_000
"""A text of more pieces, or pieces times lines, isn't searched for the bindings that give way best."""

_LABEL = 3
"""A text that may take more lines than this is running text: its lines are filled; those of a label are made even."""

_STUB = 1 / 3
"""A last line shorter than this share of the width looks lost."""


class Measure(Protocol):
    """What typesetting needs to know of a font."""

    @property
    def cap_height(self) -> float:
        """Height of a capital letter in em."""

    @property
    def language(self) -> str:
        """The language that is set: it tells which words stay together."""

    def width(self, text: str) -> float:
        """Width of one line in em."""


class Piece(NamedTuple):
    """What can't be broken, with its width in em.

    `glue` stands between it and the piece before on the same line, which it is `bound` to; `hyphen` after it
    where the line ends.
    """

    text: str
    width: float
    glue: str
    hyphen: str
    glue_width: float
    hyphen_width: float
    bound: Strength


Paragraphs = Sequence[Sequence[Piece]]


def pieces_of(paragraph: str, font: Measure) -> list[Piece]:
    """Return the smallest parts of a paragraph that a line may break between; at least one."""
    pieces = []
    for word in words_of(paragraph, font.language):
        glue, bound = word.glue, word.strength
        for part in filter(None, _BREAK.split(word.text)):
            hyphen = "-" if part.endswith(SOFT_HYPHEN) else ""
            pieces.append(_piece(part.replace(SOFT_HYPHEN, ""), glue, hyphen, bound, font))
            glue, bound = "", Strength.FREE
    return pieces or [_piece("", "", "", Strength.FREE, font)]


def _piece(text: str, glue: str, hyphen: str, bound: Strength, font: Measure) -> Piece:
    around = (font.width(glue) if glue else 0.0, font.width(hyphen) if hyphen else 0.0)
    return Piece(text, font.width(text), glue, hyphen, *around, bound)


def joined(pieces: Sequence[Piece], font: Measure, kept: int) -> list[Piece]:
    """Return a paragraph with those pieces in one that are bound at least as firmly as `kept`."""
    runs: list[list[Piece]] = []
    for piece in pieces:
        if runs and piece.bound >= kept:
            runs[-1].append(piece)
        else:
            runs.append([piece])
    return [run[0] if len(run) == 1 else _run(run, font) for run in runs]


def _run(run: Sequence[Piece], font: Measure) -> Piece:
    return _piece(_text(run), run[0].glue, run[-1].hyphen, run[0].bound, font)


def _text(pieces: Sequence[Piece]) -> str:
    first, *others = pieces
    return first.text + "".join(piece.glue + piece.text for piece in others)


def broken(paragraphs: Paragraphs, ems: float) -> list[str]:
    """Break a text into lines at most `ems` wide, each as full as it gets."""
    return [line for pieces in paragraphs for line in _lines(pieces, ems)]


def _lines(pieces: Sequence[Piece], ems: float) -> Iterator[str]:
    """Yield the lines of one paragraph, each as full as it gets.

    Widths are added up piece by piece; kerning between pieces is seen to when the whole
    line is measured in the end.
    """
    line, width, hyphen = "", 0.0, ""
    for piece in pieces:
        wider = width + piece.glue_width + piece.width
        if line and wider + piece.hyphen_width > ems + TOLERANCE:
            yield line + hyphen
            line, width = piece.text, piece.width
        else:
            line, width = (line + piece.glue + piece.text, wider) if line else (piece.text, piece.width)
        hyphen = piece.hyphen
    yield line


def evened(paragraphs: Paragraphs, count: int, font: Measure, ems: float, most: int) -> list[str]:
    """Break a text that comes to `count` of `most` lines as it reads best.

    A label is broken evenly, running text so that it has no lone word in the end.
    """
    if most <= _LABEL:
        return _balanced(paragraphs, ems, count)
    return [line for pieces in paragraphs for line in _without_stub(list(_lines(pieces, ems)), pieces, font, ems)]


def _balanced(paragraphs: Paragraphs, ems: float, count: int) -> list[str]:
    """Break into the same number of lines as evenly as possible: a label with a lone last word looks wrong."""
    narrow, wide = max(piece.width for pieces in paragraphs for piece in pieces), ems
    for _ in range(8):
        middle = (narrow + wide) / 2
        if len(broken(paragraphs, middle)) <= count:
            wide = middle
        else:
            narrow = middle
    return broken(paragraphs, wide)


def _without_stub(lines: list[str], pieces: Sequence[Piece], font: Measure, ems: float) -> list[str]:
    """Break a paragraph as wide as it may be without leaving a lone word in its last line."""
    for narrower in range(20 if len(lines) > 1 else 0):
        tried = list(_lines(pieces, ems * (1 - narrower / 50)))
        if len(tried) > len(lines):
            break
        if font.width(tried[-1]) >= _STUB * ems:
            return tried
    return lines


class _Way(NamedTuple):
    """Lines up to a place in a text: what they cost, how unevenly they are filled, and where each of them ends."""

    cost: float
    uneven: float
    ends: tuple[int, ...]


def gentlest(paragraphs: Paragraphs, ems: float, most: int) -> list[str]:
    """Break a text into `most` lines at most so that the bindings that give way cost least, and evenly then.

    Returns no lines where it takes more of them, or where the search would take long.
    """
    pieces = [piece for paragraph in paragraphs for piece in paragraph]
    if len(pieces) > _MOST_PIECES or len(pieces) * most > _MOST_WAYS:
        return []
    forced = {sum(map(len, paragraphs[:count])) for count in range(len(paragraphs))}
    ways: list[list[_Way]] = [[_Way(0, 0, ())]]  # for each place, the best way of each count of lines
    for end in range(1, len(pieces) + 1):
        best: dict[int, _Way] = {}
        for start, width in _starts(pieces, end, ems, forced):
            cost = 0 if start in forced else _COSTS[pieces[start].bound]
            _lengthen(ways[start], best, _Way(cost, (ems - width) ** 2, (end,)))
        ways.append([way for count, way in best.items() if count <= most])
    ends = min(ways[-1], key=lambda way: (way.cost, len(way.ends), way.uneven), default=_Way(0, 0, ())).ends
    return [_text(pieces[start:end]) + pieces[end - 1].hyphen for start, end in pairwise((0, *ends))]


def _lengthen(ways: Sequence[_Way], best: dict[int, _Way], line: _Way) -> None:
    """Note each way with one more line where it is the best of its count of lines."""
    for way in ways:
        longer = _Way(way.cost + line.cost, way.uneven + line.uneven, way.ends + line.ends)
        count = len(longer.ends)
        if count not in best or longer < best[count]:
            best[count] = longer


def _starts(pieces: Sequence[Piece], end: int, ems: float, forced: set[int]) -> Iterator[tuple[int, float]]:
    """Yield where a line may start that ends before a piece, and how wide it is."""
    width = pieces[end - 1].hyphen_width
    for start in range(end - 1, -1, -1):
        width += pieces[start].width
        if width > ems + TOLERANCE:
            return
        yield start, width
        if start in forced:
            return
        width += pieces[start].glue_width
