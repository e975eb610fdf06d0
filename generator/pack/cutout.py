"""What a component says of how its faces are cut out, and whether that can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from generator.pack.model import Component

_SLACK = 0.1


class Fault(NamedTuple):
    """What is wrong with one key of a component, what is allowed, and what to do."""

    key: str
    what: str
    allowed: str = ""
    remedy: str = ""


def faults(component: Component) -> Iterator[Fault]:
    """Yield what is wrong with the outline of a component, its corners, its safe zone and its cells."""
    outline = component.outline or ("hex" if component.layout == "honeycomb" else "rect")
    width, height = component.size
    if component.layout == "honeycomb":
        yield from _of_cells(component, outline)
    elif component.cells != [(0, 0)]:
        yield Fault("cells", "cells are for layout: honeycomb")
    elif outline == "hex" and not _is_hex(width, height):
        yield Fault("size", f"a hex of {width:g} × {height:g} mm isn't regular", _hexes(width))
    if outline == "circle" and abs(width - height) > _SLACK:
        yield Fault("size", f"a circle of {width:g} × {height:g} mm", "a width and a height that are equal")
    if 2 * component.safe >= min(width, height):
        yield Fault("safe", f"safe: {component.safe:g} leaves nothing of the face", f"below {min(width, height) / 2:g}")
    most = _largest_corner(outline, component)
    if component.corner > most:
        remedy = "leave corner out" if outline == "circle" else ""
        yield Fault("corner", f"corner: {component.corner:g} is too large for this outline", f"up to {most:g}", remedy)


def _of_cells(component: Component, outline: str) -> Iterator[Fault]:
    if outline != "hex":
        yield Fault("outline", f"outline: {outline} in a honeycomb", "hex", "leave outline out, or choose layout: grid")
    if len(set(component.cells)) < len(component.cells):
        yield Fault("cells", "a cell stands twice", remedy="keep one")
    if not _touching(component.cells):
        yield Fault("cells", "the cells of a piece don't touch", remedy="make two components of them")
    (width, height), right = component.size, _height_of_cells(component)
    if abs(height - right) > _SLACK:
        what, allowed = f"hexes of {width:g} × {height:g} mm aren't regular", f"[{width:g}, {right:.4f}]"
        yield Fault("size", what, allowed, "hexes of a honeycomb stand on a corner")


def _height_of_cells(component: Component) -> float:
    """Return how high a piece of regular hexes is that is as wide as the component."""
    across, down = [q + r / 2 for q, r in component.cells], [r for _, r in component.cells]
    flat = component.size[0] / (max(across) - min(across) + 1)
    return flat / sqrt(3) * (1.5 * (max(down) - min(down)) + 2)


def _touching(cells: Sequence[tuple[int, int]]) -> bool:
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


def _largest_corner(outline: str, component: Component) -> float:
    """Return the largest radius of corners that leaves something of each side."""
    width, height = component.size
    if outline == "circle":
        return 0.0
    if outline == "rect":
        return min(width, height) / 2
    across = [q + r / 2 for q, r in component.cells]
    return min(width / (max(across) - min(across) + 1), height) / 4
