"""Set words in a box: wrap, then shrink to a stated least size. Pure functions.

Type sizes are in points, everything else in millimetres; y points down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from generator.units import MM_PER_POINT, Rect

Anchor = Literal["start", "middle", "end"]
Valign = Literal["top", "middle", "bottom"]

STEP = 0.25
"""Type shrinks in steps of this many points."""

_SOFT_HYPHEN = "\u00ad"
_BREAK = re.compile(r"(?<=\w[-\u2010/])(?=[^\W\d])|(?<=\w[\u2013\u2014])(?=[^\W\d])|(?<=[\u00ad\u200b])")
_TOLERANCE = 1e-6


class Measure(Protocol):
    """What typesetting needs to know of a font."""

    @property
    def cap_height(self) -> float:
        """Height of a capital letter in em."""

    def width(self, text: str) -> float:
        """Width of one line in em."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Lines as they are set: `size` in pt, `widths` in mm, `leading` in sizes.

    `fits` is False when even the least size was too large for the box; the lines are
    then those of the least size.
    """

    lines: tuple[str, ...]
    size: float
    widths: tuple[float, ...]
    fits: bool
    leading: float


@dataclass(frozen=True, slots=True)
class _Piece:
    """What can't be broken; `glue` stands between it and the piece before on the same line."""

    text: str
    glue: str


def fit(
    text: str, font: Measure, width: float, height: float, size: float, least: float, lines: int, leading: float
) -> Setting:
    """Set `text` in `width` × `height` mm, in at most `lines` lines of `size` pt down to `least` pt.

    Lines break at spaces, after hyphens and slashes between letters, at soft hyphens and
    at line feeds, never at no-break spaces. The largest size that fits is taken, and at
    that size as few lines as do.
    """
    paragraphs = [list(_pieces(paragraph)) for paragraph in text.split("\n")]
    for points in _sizes(size, min(least, size)):
        ems = width / (points * MM_PER_POINT)
        broken = _broken(paragraphs, font, ems)
        tall = _tall(len(broken), font, leading) * points * MM_PER_POINT
        fits = tall <= height + _TOLERANCE and _fits(broken, font, ems, lines)
        if fits:
            break
    if fits and len(paragraphs) < len(broken) <= 3:
        broken = _balanced(paragraphs, font, ems, len(broken))
    widths = tuple(font.width(line) * points * MM_PER_POINT for line in broken)
    return Setting(tuple(broken), points, widths, fits, leading)


def _sizes(size: float, least: float) -> Iterator[float]:
    """Yield the sizes to try; the least one is always the last."""
    while size > least + _TOLERANCE:
        yield size
        size -= STEP
    yield least


def _pieces(paragraph: str) -> Iterator[_Piece]:
    glue = ""
    for word in re.split(" +", paragraph.strip(" ")):
        for part in _BREAK.split(word):
            if part:
                yield _Piece(part, glue)
                glue = ""
        glue = " "


def _broken(paragraphs: list[list[_Piece]], font: Measure, ems: float) -> list[str]:
    return [line for pieces in paragraphs for line in _lines(pieces, font, ems)]


def _lines(pieces: list[_Piece], font: Measure, ems: float) -> Iterator[str]:
    """Yield the lines of one paragraph, each as full as it gets."""
    line = ""
    for piece in pieces:
        longer = line + piece.glue + piece.text if line else piece.text
        if line and font.width(_shown(longer)) > ems + _TOLERANCE:
            yield _shown(line)
            longer = piece.text
        line = longer
    yield _shown(line)


def _shown(line: str) -> str:
    """Drop soft hyphens inside a line and show the one that it ends in."""
    return line.replace(_SOFT_HYPHEN, "") + ("-" if line.endswith(_SOFT_HYPHEN) else "")


def _fits(lines: list[str], font: Measure, ems: float, most: int) -> bool:
    return len(lines) <= most and all(font.width(line) <= ems + _TOLERANCE for line in lines)


def _tall(lines: int, font: Measure, leading: float) -> float:
    """Height from the first line's capitals to the last base line, in em."""
    return (lines - 1) * leading + font.cap_height


def _balanced(paragraphs: list[list[_Piece]], font: Measure, ems: float, count: int) -> list[str]:
    """Break into the same number of lines as evenly as possible: a label with a lone last word looks wrong."""
    narrow, wide = 0.0, ems
    for _ in range(10):
        middle = (narrow + wide) / 2
        if _fits(_broken(paragraphs, font, middle), font, middle, count):
            wide = middle
        else:
            narrow = middle
    return _broken(paragraphs, font, wide)


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
