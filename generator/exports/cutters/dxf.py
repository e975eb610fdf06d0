"""Cuts as DXF, release 12, as text: what every program for cutting machines reads. Millimetres, y upwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import asin, hypot, isclose, tan

from generator.press.layout.cut import Cut, Step
from generator.units import Point, Rect, Size

Group = tuple[int, str | int | float]
"""A group code and its value: two lines of the file."""

CUTS, MARKS = "CUT", "REGISTRATION"
"""The layers."""

_COLOURS = {CUTS: 1, MARKS: 7}
"""Red and black."""


def text(page: Size, cuts: Sequence[Cut], marks: Sequence[Rect]) -> str:
    """Return the file of a page: its cuts and registration marks on a layer each."""
    groups = [*_head(page), *_layers(), *_section("ENTITIES", _entities(page, cuts, marks)), (0, "EOF")]
    return "".join(f"{code:>3}\n{_value(value)}\n" for code, value in groups)


def _value(value: str | int | float) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value)


def _section(name: str, inner: Iterator[Group]) -> Iterator[Group]:
    yield from ((0, "SECTION"), (2, name))
    yield from inner
    yield 0, "ENDSEC"


def _head(page: Size) -> Iterator[Group]:
    yield 999, "Lengths are in millimetres."
    corners = (("EXTMIN", 0.0, 0.0), ("EXTMAX", *page), ("LIMMIN", 0.0, 0.0), ("LIMMAX", *page))
    variables = [group for name, x, y in corners for group in ((9, f"${name}"), (10, float(x)), (20, float(y)))]
    yield from _section("HEADER", iter([(9, "$ACADVER"), (1, "AC1009"), *variables]))


def _layers() -> Iterator[Group]:
    yield from ((0, "SECTION"), (2, "TABLES"))
    yield from ((0, "TABLE"), (2, "LTYPE"), (70, 1))
    yield from (
        (0, "LTYPE"),
        (2, "CONTINUOUS"),
        (70, 0),
        (3, "Solid line"),
        (72, 65),
        (73, 0),
        (40, 0.0),
        (0, "ENDTAB"),
    )
    yield from ((0, "TABLE"), (2, "LAYER"), (70, len(_COLOURS)))
    for name, colour in _COLOURS.items():
        yield from ((0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS"))
    yield from ((0, "ENDTAB"), (0, "ENDSEC"))


def _entities(page: Size, cuts: Sequence[Cut], marks: Sequence[Rect]) -> Iterator[Group]:
    for cut in cuts:
        yield from _cut(cut, page.height)
    for x, y, width, height in marks:
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        yield from _polyline(MARKS, [(corner, 0.0) for corner in corners], True, page.height)


def _cut(cut: Cut, height: float) -> Iterator[Group]:
    circle = whole(cut)
    if circle:
        (x, y), radius = circle
        yield from ((0, "CIRCLE"), (8, CUTS), (10, x), (20, height - y), (40, radius))
    elif len(cut.steps) == 1 and not cut.closed and not cut.steps[0].radius:
        (x, y), (to_x, to_y, _) = cut.start, cut.steps[0]
        yield from ((0, "LINE"), (8, CUTS), (10, x), (20, height - y), (11, to_x), (21, height - to_y))
    else:
        yield from _polyline(CUTS, list(_corners(cut)), cut.closed, height)


def _corners(cut: Cut) -> Iterator[tuple[Point, float]]:
    """Yield each corner of a cut with the bulge of what leaves it: 0 for a line, else the arc's."""
    here = cut.start
    for step in cut.steps:
        yield here, _bulge(here, step)
        here = step.x, step.y
    if not cut.closed or not _same(here, cut.start):
        yield here, 0.0


def _bulge(here: Point, step: Step) -> float:
    """Return the tangent of a quarter of an arc's angle, below 0 because it turns clockwise."""
    if not step.radius:
        return 0.0
    return -tan(asin(min(1.0, hypot(step.x - here[0], step.y - here[1]) / (2 * step.radius))) / 2)


def _polyline(layer: str, corners: Sequence[tuple[Point, float]], closed: bool, height: float) -> Iterator[Group]:
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (10, 0.0), (20, 0.0), (30, 0.0), (70, int(closed)))
    for (x, y), bulge in corners:
        yield from ((0, "VERTEX"), (8, layer), (10, x), (20, height - y))
        if bulge:
            yield 42, bulge
    yield from ((0, "SEQEND"), (8, layer))


# ------------------------------------------------------------------ circles


def whole(cut: Cut) -> tuple[Point, float] | None:
    """Return the centre and radius of a cut that is a circle, None for any other."""
    radii = {round(step.radius, 6) for step in cut.steps}
    if not cut.closed or len(radii) != 1 or 0 in radii or len(cut.steps) < 3:
        return None
    xs, ys = [cut.start[0], *(step.x for step in cut.steps)], [cut.start[1], *(step.y for step in cut.steps)]
    radius = cut.steps[0].radius
    centre = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    on_it = all(isclose(hypot(x - centre[0], y - centre[1]), radius, abs_tol=1e-6) for x, y in zip(xs, ys, strict=True))
    return (centre, radius) if on_it else None


def _same(a: Point, b: Point) -> bool:
    return isclose(a[0], b[0], abs_tol=1e-9) and isclose(a[1], b[1], abs_tol=1e-9)
