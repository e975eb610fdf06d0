"""Registration marks: what a cutting machine finds a printed sheet by. Numbers in, numbers out; millimetres."""

from __future__ import annotations

from collections.abc import Iterator

from generator.face.furniture import FOOT
from generator.press.page import Page
from generator.units import Bounds, Rect

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
    return not any(_meet(mark.bounds, printed) for mark in marks(page) for printed in _printed(page))


def _printed(page: Page) -> Iterator[Bounds]:
    for placement in page.placements:
        if placement.region:
            yield Bounds.around(corner for part in placement.region for corner in part)
        else:
            bounds, bleed = placement.rect.bounds, placement.bleed
            left, top = bounds.left - bleed.left, bounds.top - bleed.top
            yield Bounds(left, top, bounds.right + bleed.right, bounds.bottom + bleed.bottom)


def _meet(mark: Bounds, printed: Bounds) -> bool:
    near = mark.grown(CLEAR)
    across = near.left < printed.right and printed.left < near.right
    return across and near.top < printed.bottom and printed.top < near.bottom
