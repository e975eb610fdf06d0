"""Set words in a box: wrap, then shrink to a stated least size. Pure functions.

Type sizes are in points, everything else in millimetres; y points down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Literal, NamedTuple, Protocol

from generator.units import MM_PER_POINT, Rect

Anchor = Literal["start", "middle", "end"]
Valign = Literal["top", "middle", "bottom"]

STEP = 0.25
"""Type shrinks in steps of this many points, large type in larger ones: a share of its size."""

_SHARE = 1 / 300

_KERNED = 0.9
"""Letters that come closer by kerning keep at least this share of their width."""

_SOFT_HYPHEN = "\u00ad"
_BREAK = re.compile(r"(?<=\w[-\u2010/])(?=[^\W\d])|(?<=\w[\u2013\u2014])(?=[^\W\d])|(?<=[\u00ad\u200b])")
_SPACE = re.compile(" +")
_BEFORE = r" (\[\u00a0\u201c\u201e\u00ab"
_GOOD_SPACE = re.compile(
    rf"(?<![{_BEFORE}][^\W\d_])(?<!^[^\W\d_])(?<![.!?] [^\W\d_]{{2}})(?<![.!?] [^\W\d_]{{3}})"
    r"(?!(?<=[^\W\d_]) +\d)(?!(?<=[^\W\d_]\.) +\d) +(?![\u2013\u2014\u00b7\u00d7=] )"
)
"""Spaces where a line breaks well: not after a word of one letter or the first of a sentence if it is short, nor
before a number, or a dash, dot or sign that stands alone."""

_LABEL = 3
"""A text that may take more lines than this is running text: its lines are filled; those of a label are made even."""

_STUB = 1 / 3
"""A last line shorter than this share of the width looks lost."""

_TOLERANCE = 1e-6


class Measure(Protocol):
    """What typesetting needs to know of a font."""

    @property
    def cap_height(self) -> float:
        """Height of a capital letter in em."""

    def width(self, text: str) -> float:
        """Width of one line in em."""


class Setting(NamedTuple):
    """Lines as they are set: `size` in pt, `widths` in mm, `leading` in sizes.

    `fits` is False when even the least size was too large for the box; the lines are
    then those of the least size.
    """

    lines: tuple[str, ...]
    size: float
    widths: tuple[float, ...]
    fits: bool
    leading: float


class _Piece(NamedTuple):
    """What can't be broken, with its width in em.

    `glue` stands between it and the piece before on the same line, `hyphen` after it where
    the line ends.
    """

    text: str
    width: float
    glue: str
    hyphen: str
    glue_width: float
    hyphen_width: float


class _Form(NamedTuple):
    """A text in pieces, paragraph by paragraph, and widths in em that no lines of it can do with less than."""

    paragraphs: list[list[_Piece]]
    widest: float
    total: float


def _form(paragraphs: list[list[_Piece]]) -> _Form:
    widths = [piece.width * _KERNED for pieces in paragraphs for piece in pieces]
    return _Form(paragraphs, max(widths, default=0.0), sum(widths))


def fit(
    text: str, font: Measure, width: float, height: float, size: float, least: float, lines: int, leading: float
) -> Setting:
    """Set `text` in `width` × `height` mm, in at most `lines` lines of `size` pt down to `least` pt.

    Lines break at spaces, after hyphens and slashes between letters, at soft hyphens and
    at line feeds, never at no-break spaces; where there is room, not after a word of one
    letter or before a dash. The largest size that fits is taken, and at that size as few
    lines as do.
    """
    forms = [_form([_pieces(part, font, space) for part in text.split("\n")]) for space in _spaces(text)]
    floor = min(least, size)
    for points, (paragraphs, widest, total) in product(_sizes(size, floor), forms):
        ems = width / (points * MM_PER_POINT)
        if points > floor and max(widest, total / max(lines, 1)) > ems + _TOLERANCE:
            continue  # no line break can help
        broken = _broken(paragraphs, ems)
        tall = _tall(len(broken), font, leading) * points * MM_PER_POINT
        fits = tall <= height + _TOLERANCE and _fits(broken, font, ems, lines)
        if fits:
            break
    if fits and len(paragraphs) < len(broken):
        broken = _balanced(paragraphs, ems, len(broken)) if lines <= _LABEL else _settled(paragraphs, font, ems)
    widths = tuple(font.width(line) * points * MM_PER_POINT for line in broken)
    return Setting(tuple(broken), points, widths, fits, leading)


def _sizes(size: float, least: float) -> Iterator[float]:
    """Yield the sizes to try; the least one is always the last."""
    while size > least + _TOLERANCE:
        yield size
        size -= max(STEP, size * _SHARE)
    yield least


def _spaces(text: str) -> tuple[re.Pattern[str], ...]:
    """Return the spaces to break at, the best first."""
    return (_GOOD_SPACE, _SPACE) if " " in text else (_SPACE,)


def _pieces(paragraph: str, font: Measure, space: re.Pattern[str]) -> list[_Piece]:
    pieces = []
    glue = ""
    for word in space.split(paragraph.strip(" ")):
        for part in filter(None, _BREAK.split(word)):
            shown = part.replace(_SOFT_HYPHEN, "")
            hyphen = "-" if part.endswith(_SOFT_HYPHEN) else ""
            widths = (font.width(glue) if glue else 0.0, font.width(hyphen) if hyphen else 0.0)
            pieces.append(_Piece(shown, font.width(shown), glue, hyphen, *widths))
            glue = ""
        glue = " "
    return pieces


def _broken(paragraphs: list[list[_Piece]], ems: float) -> list[str]:
    return [line for pieces in paragraphs for line in _lines(pieces, ems)]


def _lines(pieces: list[_Piece], ems: float) -> Iterator[str]:
    """Yield the lines of one paragraph, each as full as it gets.

    Widths are added up piece by piece; kerning between pieces is seen to when the whole
    line is measured in the end.
    """
    line, width, hyphen = "", 0.0, ""
    for piece in pieces:
        wider = width + piece.glue_width + piece.width
        if line and wider + piece.hyphen_width > ems + _TOLERANCE:
            yield line + hyphen
            line, width = piece.text, piece.width
        else:
            line, width = (line + piece.glue + piece.text, wider) if line else (piece.text, piece.width)
        hyphen = piece.hyphen
    yield line


def _fits(lines: list[str], font: Measure, ems: float, most: int) -> bool:
    return len(lines) <= most and all(font.width(line) <= ems + _TOLERANCE for line in lines)


def _tall(lines: int, font: Measure, leading: float) -> float:
    """Height from the first line's capitals to the last base line, in em."""
    return (lines - 1) * leading + font.cap_height


def _balanced(paragraphs: list[list[_Piece]], ems: float, count: int) -> list[str]:
    """Break into the same number of lines as evenly as possible: a label with a lone last word looks wrong."""
    narrow, wide = max(piece.width for pieces in paragraphs for piece in pieces), ems
    for _ in range(8):
        middle = (narrow + wide) / 2
        if len(_broken(paragraphs, middle)) <= count:
            wide = middle
        else:
            narrow = middle
    return _broken(paragraphs, wide)


def _settled(paragraphs: list[list[_Piece]], font: Measure, ems: float) -> list[str]:
    """Break running text: each paragraph as wide as it may be without leaving a lone word in its last line."""
    return [line for pieces in paragraphs for line in _without_stub(list(_lines(pieces, ems)), pieces, font, ems)]


def _without_stub(lines: list[str], pieces: list[_Piece], font: Measure, ems: float) -> list[str]:
    for narrower in range(20 if len(lines) > 1 else 0):
        tried = list(_lines(pieces, ems * (1 - narrower / 50)))
        if len(tried) > len(lines):
            break
        if font.width(tried[-1]) >= _STUB * ems:
            return tried
    return lines


def place(
    setting: Setting, rect: Rect, anchor: Anchor, valign: Valign, font: Measure
) -> list[tuple[float, float, str]]:
    """Return x, base line and text of every line in mm; x is the point of the text's `anchor`.

    The capitals of the first line touch the top, stand round the middle together with
    the other lines, or the last base line is the bottom.
    """
    step = setting.size * MM_PER_POINT
    free = rect.height - _tall(len(setting.lines), font, setting.leading) * step
    first = rect.y + font.cap_height * step + {"top": 0.0, "middle": free / 2, "bottom": free}[valign]
    x = rect.x + {"start": 0.0, "middle": rect.width / 2, "end": rect.width}[anchor]
    return [(x, first + index * setting.leading * step, line) for index, line in enumerate(setting.lines)]
