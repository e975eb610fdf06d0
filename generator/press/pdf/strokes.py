"""Cut marks and cut lines as PDF operators."""

from __future__ import annotations

from collections.abc import Iterator
from math import asin, hypot, sqrt, tan

from generator.press.layout.cut import Cut, Mark, Step
from generator.press.page import Page
from generator.units import POINTS_PER_MM, Point

INK = ".106 .145 .188 RG"
"""The colour of cut marks, #1B2530."""

GREY = ".53 .53 .53 RG"
"""The colour of full cut lines: seen on light faces and on dark ones, and no blot when the knife goes beside it."""

MARK_WIDTH = 0.25
"""Width of cut marks in points."""

DASHES = "[3 3] 0 d"
"""About a millimetre of line and a millimetre of gap."""


def marks(page: Page) -> Iterator[bytes]:
    """Yield the operators that draw the cut marks and cut lines of a page."""
    if page.marks or page.lines:
        yield f"{INK} {MARK_WIDTH} w 0 J 1 j [] 0 d".encode()
    yield from (_mark(mark, page.height) for mark in page.marks)
    if page.lines:
        yield from _dashed(page) if page.dashed else _full(page)


def _full(page: Page) -> Iterator[bytes]:
    yield GREY.encode()
    yield from (b"%s S" % path(line, page.height) for line in page.lines)


def _dashed(page: Page) -> Iterator[bytes]:
    """Yield dashed lines on a white ground, which are seen on dark faces too."""
    paths = [path(line, page.height) for line in page.lines]
    yield b"1 G"
    yield from (b"%s S" % operators for operators in paths)
    yield f"{INK} {DASHES}".encode()
    yield from (b"%s S" % operators for operators in paths)


def _mark(mark: Mark, height: float) -> bytes:
    points = (mark.x1, height - mark.y1, mark.x2, height - mark.y2)
    return b"%.4f %.4f m %.4f %.4f l S" % tuple(value * POINTS_PER_MM for value in points)


def path(cut: Cut, height: float) -> bytes:
    """Return the operators of a cut's path on a page of this height (mm); arcs become Bézier curves."""
    parts = [b"%.4f %.4f m" % _on_page(cut.start, height)]
    here = cut.start
    for step in cut.steps:
        parts.append(_step(here, step, height))
        here = step.x, step.y
    return b" ".join([*parts, *[b"h"] * cut.closed])


def _step(here: Point, step: Step, height: float) -> bytes:
    end = _on_page((step.x, step.y), height)
    if not step.radius:
        return b"%.4f %.4f l" % end
    first, second = handles(here, step)
    return b"%.4f %.4f %.4f %.4f %.4f %.4f c" % (*_on_page(first, height), *_on_page(second, height), *end)


def handles(here: Point, step: Step) -> tuple[Point, Point]:
    """Return the two control points of the Bézier curve that stands for an arc from `here`."""
    across, down = step.x - here[0], step.y - here[1]
    chord = hypot(across, down)
    sin = chord / (2 * step.radius)  # of half the arc's angle
    cos = sqrt(1 - sin * sin)
    length = 4 / 3 * tan(asin(sin) / 2) * step.radius / chord
    # the arc sets out half its angle to the left of the chord, and arrives half its angle to the right
    leaving = across * cos + down * sin, down * cos - across * sin
    arriving = across * cos - down * sin, down * cos + across * sin
    return (
        (here[0] + length * leaving[0], here[1] + length * leaving[1]),
        (step.x - length * arriving[0], step.y - length * arriving[1]),
    )


def _on_page(point: Point, height: float) -> Point:
    return point[0] * POINTS_PER_MM, (height - point[1]) * POINTS_PER_MM
