"""Set words in a box: wrap, then shrink to a stated least size. Pure functions.

Type sizes are in points, everything else in millimetres; y points down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from generator.type.bindings import Strength
from generator.type.linebreaks import (
    SOFT_HYPHEN,
    TOLERANCE,
    Measure,
    Paragraphs,
    broken,
    evened,
    gentlest,
    joined,
    pieces_of,
)
from generator.units import MM_PER_POINT, Rect

Anchor = Literal["start", "middle", "end"]
Valign = Literal["top", "middle", "bottom"]

STEP = 0.25
"""Type shrinks in steps of this many points, large type in larger ones: a share of its size."""

_SHARE = 1 / 300

_ENDLESS = 1e6
"""A height in mm that no text needs."""

_KERNED = 0.9
"""Letters that come closer by kerning keep at least this share of their width."""

_LOOSE = Strength.STRONG + 1
_TRIED: tuple[tuple[int, ...], ...] = ((Strength.WEAK, Strength.FIRM), (Strength.STRONG,), (_LOOSE,))
"""The weakest binding that holds, in the order in which it is tried: those of a group size by size."""

_SPACES = re.compile(" +")


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


class _Form(NamedTuple):
    """A text in pieces, paragraph by paragraph, and widths in em that no lines of it can do with less than.

    What is bound more weakly than `kept` is in pieces of its own.
    """

    paragraphs: Paragraphs
    kept: int
    widest: float
    total: float


class _Box(NamedTuple):
    """Where a text is set: mm, and how many lines at most."""

    width: float
    height: float
    lines: int
    leading: float


def fit(
    text: str, font: Measure, width: float, height: float, size: float, least: float, lines: int, leading: float
) -> Setting:
    """Set `text` in `width` × `height` mm, in at most `lines` lines of `size` pt down to `least` pt.

    Lines break at spaces, after hyphens and slashes between letters, at soft hyphens and
    at line feeds, never at no-break spaces. Words that are bound to each other stay on one
    line where the text fits so at any size; else the weakest bindings give way, as few as
    can be. The largest size that fits is taken, and at that size as few lines as do. Where
    a line breaks between two items of a list, the dot between them goes.
    """
    box, floor = _Box(width, height, lines, leading), min(least, size)
    alone = _alone(text, font, box, size, floor)
    if alone is not None:
        return alone
    finest = [pieces_of(part, font) for part in text.split("\n")]
    groups = _groups(finest, font)
    for points, form in _tries(groups, size, floor):
        em = points * MM_PER_POINT
        ems = width / em
        if max(form.widest, form.total / max(lines, 1)) > ems + TOLERANCE:
            continue  # no line break can help
        filled = broken(form.paragraphs, ems)
        if not _fits(filled, font, em, box):
            continue
        if form.kept > groups[0][0].kept:
            gentle = gentlest(finest, ems, lines)
            best = gentle if gentle and _fits(gentle, font, em, box) else filled
        else:
            best = evened(form.paragraphs, len(filled), font, ems, lines) if len(finest) < len(filled) else filled
        return _setting(best, font, points, box, True)
    return _setting(broken(finest, width / (floor * MM_PER_POINT)), font, floor, box, False)


def _setting(lines: Sequence[str], font: Measure, points: float, box: _Box, fits: bool) -> Setting:
    widths = tuple(font.width(line) * points * MM_PER_POINT for line in lines)
    return Setting(tuple(lines), points, widths, fits, box.leading)


def _alone(text: str, font: Measure, box: _Box, size: float, floor: float) -> Setting | None:
    """Set a text in one line if it fits so at its size, or at a smaller one where it may have no other line."""
    if "\n" in text or box.lines < 1:
        return None
    line = _SPACES.sub(" ", text.strip(" ")).replace(SOFT_HYPHEN, "")
    width = font.width(line)
    for points in _sizes(size, floor if box.lines == 1 else size):
        wide, tall = width * points * MM_PER_POINT, font.cap_height * points * MM_PER_POINT
        if wide <= box.width + TOLERANCE and tall <= box.height + TOLERANCE:
            return Setting((line,), points, (wide,), True, box.leading)
    return None


def _groups(finest: Paragraphs, font: Measure) -> list[list[_Form]]:
    """Return the forms of a text to try, group by group; the first keeps all that is bound."""
    levels = sorted({*(piece.bound for pieces in finest for piece in pieces if piece.bound), _LOOSE})
    groups: list[list[_Form]] = []
    seen: set[int] = set()
    for group in _TRIED:
        kept = sorted({min(level for level in levels if level >= weakest) for weakest in group} - seen)
        if kept:
            groups.append([_form([joined(pieces, font, level) for pieces in finest], level) for level in kept])
            seen.update(kept)
    return groups


def _form(paragraphs: Paragraphs, kept: int) -> _Form:
    widths = [piece.width * _KERNED for pieces in paragraphs for piece in pieces]
    return _Form(paragraphs, kept, max(widths, default=0.0), sum(widths))


def _tries(groups: Iterable[Sequence[_Form]], size: float, floor: float) -> Iterator[tuple[float, _Form]]:
    for forms in groups:
        for points in _sizes(size, floor):
            for form in forms:
                yield points, form


def _sizes(size: float, least: float) -> Iterator[float]:
    """Yield the sizes to try; the least one is always the last."""
    while size > least + TOLERANCE:
        yield size
        size -= max(STEP, size * _SHARE)
    yield least


def _fits(lines: Sequence[str], font: Measure, em: float, box: _Box) -> bool:
    """Whether lines fit a box where an em is `em` mm."""
    tall = _tall(len(lines), font, box.leading) * em
    within = len(lines) <= box.lines and tall <= box.height + TOLERANCE
    return within and all(font.width(line) <= box.width / em + TOLERANCE for line in lines)


def _tall(lines: int, font: Measure, leading: float) -> float:
    """Height from the first line's capitals to the last base line, in em."""
    return (lines - 1) * leading + font.cap_height


def height(text: str, font: Measure, width: float, size: float, lines: int, leading: float) -> float:
    """Return how tall a text of `size` pt is in lines of `width` mm, from its first capitals to its last base line.

    Up to `lines` lines are made as `fit` makes them where the height is enough.
    """
    setting = fit(text, font, width, _ENDLESS, size, size, lines, leading)
    return _tall(len(setting.lines), font, leading) * size * MM_PER_POINT


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
