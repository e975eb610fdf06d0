"""Registration marks: what a cutting machine finds a printed sheet by. Numbers in, numbers out; millimetres."""

from __future__ import annotations

from collections.abc import Iterator

from generator.face.foot import FOOT
from generator.press.page import Page
from generator.units import Rect

EDGE = 5.0
"""How far from the paper's edges the marks keep: what lies nearer most printers leave blank."""

SQUARE = 5.0
"""The side of the square in the upper left corner."""

ARM, LINE = 10.0, 0.5
"""How long the arms of the two angles are, in the upper right and the lower left corner, and how thick."""

CLEAR = 2.0
"""White space round a mark, by which a machine knows it."""

MARGIN = EDGE + SQUARE + CLEAR
"""The margin that leaves room for the marks beside the pieces."""


def marks(page: Page) -> list[Rect]:
    """Return the rectangles to print: a square, and two angles of two arms each."""
    right, low = page.width - EDGE, page.height - EDGE - (FOOT.lifted if page.footed else 0.0)
    return [
        Rect(EDGE, EDGE, SQUARE, SQUARE),
        Rect(right - ARM, EDGE, ARM, LINE),
        Rect(right - LINE, EDGE, LINE, ARM),
        Rect(EDGE, low - LINE, ARM, LINE),
        Rect(EDGE, low - ARM, LINE, ARM),
    ]


def clear(page: Page) -> bool:
    """Tell whether nothing is printed on or near the marks."""
    return not any(_meet(mark, rect) for mark in marks(page) for rect in _printed(page))


def _printed(page: Page) -> Iterator[Rect]:
    for placement in page.placements:
        x, y, width, height = placement.rect
        left, top, right, bottom = placement.bleed
        if placement.region:
            corners = [corner for part in placement.region for corner in part]
            left, right = x - min(at for at, _ in corners), max(at for at, _ in corners) - x - width
            top, bottom = y - min(at for _, at in corners), max(at for _, at in corners) - y - height
        yield Rect(x - left, y - top, width + left + right, height + top + bottom)


def _meet(mark: Rect, rect: Rect) -> bool:
    across = mark.x - CLEAR < rect.right and rect.x < mark.right + CLEAR
    return across and mark.y - CLEAR < rect.bottom and rect.y < mark.bottom + CLEAR
