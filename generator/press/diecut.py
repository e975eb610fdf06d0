"""The die on a page: where it cuts round a piece."""

from __future__ import annotations

from generator.face.die import Die
from generator.press.layout.contour import circle, rounded
from generator.press.layout.cut import Cut
from generator.units import Rect


def die_cut(die: Die, rect: Rect, scale: float = 1.0) -> Cut:
    """Return the cut round a piece that fills `rect` (mm, on the page), clockwise and closed.

    The piece is printed `scale` times as large as it is, and so are the die's round corners.
    """
    if die.outline == "circle":
        return circle(rect)
    return rounded(die.border(rect), die.corner * scale)
