"""How many pixels an inch a picture has where it is printed, and whether that is enough."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from generator.units import Matrix

_MM_PER_INCH = 25.4


class Resolution(NamedTuple):
    """Pixels an inch: pictures with fewer than `good` look blurred, with fewer than `least` they are refused.

    Faces are printed `scale` times as large as they are.
    """

    good: int = 300
    least: int = 0
    scale: float = 1.0


def dpi(pixels: Matrix, scale: float) -> int:
    """Return the pixels an inch of a picture whose pixels are mapped to a face's mm; the fewer of both ways."""
    side = max(hypot(pixels.a, pixels.b), hypot(pixels.c, pixels.d)) * scale
    return round(_MM_PER_INCH / side) if side else 0


def printed(pixels: Matrix, width: int, height: int, scale: float) -> str:
    """Return how large a picture of so many pixels is printed, in words."""
    sides = hypot(pixels.a, pixels.b) * width * scale, hypot(pixels.c, pixels.d) * height * scale
    return " × ".join(f"{side:.1f}".removesuffix(".0") for side in sides) + " mm"
