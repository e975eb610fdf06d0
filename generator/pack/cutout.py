"""What a component says of how its faces are cut out, and whether that can be. Lengths are mm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt

from generator.pack.model import Component, Outline
from generator.problems import Location, Problem, Problems, Severity
from generator.units import Cell, Size

_SLACK = 0.1

Place = Callable[[str], Location]
"""Where a key of the component stands."""


def check(component: Component, place: Place, problems: Problems) -> None:
    """Note what is wrong with the outline of a component, its corners, its safe zone and its cells."""
    problems.extend(_of_outline(component, place))
    problems.extend(_of_limits(component, place))


def span(cells: Sequence[Cell]) -> Size:
    """Return how wide (in flat-to-flat widths) and high (in circumradii) a piece of hexes is."""
    across = [q + r / 2 for q, r in cells]
    down = [r for _, r in cells]
    return Size(max(across) - min(across) + 1, 1.5 * (max(down) - min(down)) + 2)


def _of_outline(component: Component, place: Place) -> Iterator[Problem]:
    outline = component.cut_as
    width, height = component.size
    if component.layout == "honeycomb":
        yield from _of_cells(component, outline, place)
    elif component.cells != [(0, 0)]:
        yield _error(place("cells"), "cells are for layout: honeycomb")
    elif outline == "hex" and not _is_hex(width, height):
        yield _error(place("size"), f"a hex of {width:g} × {height:g} mm isn't regular", _hexes(width))
    if outline == "circle" and abs(width - height) > _SLACK:
        equal = "a width and a height that are equal"
        yield _error(place("size"), f"a circle of {width:g} × {height:g} mm", equal)


def _of_limits(component: Component, place: Place) -> Iterator[Problem]:
    narrowest, most = min(component.size), _largest_corner(component)
    if 2 * component.safe >= narrowest:
        what = f"safe: {component.safe:g} leaves nothing of the face"
        yield _error(place("safe"), what, f"below {narrowest / 2:g}")
    if component.corner > most:
        what = f"corner: {component.corner:g} is too large for this outline"
        yield _error(place("corner"), what, f"up to {most:g}", "" if most else "leave corner out")


def _of_cells(component: Component, outline: Outline, place: Place) -> Iterator[Problem]:
    if outline != "hex":
        what, remedy = f"outline: {outline} in a honeycomb", "leave outline out, or choose layout: grid"
        yield _error(place("outline"), what, "hex", remedy)
    if len(set(component.cells)) < len(component.cells):
        yield _error(place("cells"), "a cell stands twice", remedy="keep one")
    if not _touching(component.cells):
        yield _error(place("cells"), "the cells of a piece don't touch", remedy="make two components of them")
    (width, height), regular = component.size, _height_of_cells(component)
    if abs(height - regular) > _SLACK:
        what, allowed = f"hexes of {width:g} × {height:g} mm aren't regular", f"[{width:g}, {regular:.4f}]"
        yield _error(place("size"), what, allowed, "hexes of a honeycomb stand on a corner")


def _error(place: Location, what: str, allowed: str = "", remedy: str = "") -> Problem:
    return Problem(Severity.ERROR, place, what, allowed, remedy)


def _height_of_cells(component: Component) -> float:
    """Return how high a piece of regular hexes is that is as wide as the component."""
    size = span(component.cells)
    return component.size[0] / size.width / sqrt(3) * size.height


def _touching(cells: Sequence[Cell]) -> bool:
    """Tell whether cells are one piece."""
    left, edge = set(cells) - {cells[0]}, [cells[0]]
    while edge:
        q, r = edge.pop()
        near = left & {(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)}
        left -= near
        edge += near
    return not left


def _is_hex(width: float, height: float) -> bool:
    tall, wide = max(width, height), min(width, height)
    return abs(tall * sqrt(3) / 2 - wide) <= _SLACK


def _hexes(width: float) -> str:
    high, low = width * 2 / sqrt(3), width * sqrt(3) / 2
    return f"[{width:g}, {high:.4f}] on a corner, [{width:g}, {low:.4f}] on a side"


def _largest_corner(component: Component) -> float:
    """Return the largest radius of corners that leaves something of each side; a circle has no corners."""
    width, height = component.size
    if component.cut_as == "circle":
        return 0.0
    if component.cut_as == "rect":
        return min(width, height) / 2
    return min(width / span(component.cells).width, height) / 4
