"""The outlines of the basic shapes: an element's attributes to a path."""

from __future__ import annotations

from collections.abc import Callable

from generator.face.artwork import Context, Given
from generator.face.paths import Path, PathError, ellipse, polyline, rectangle
from generator.face.style import Style
from generator.face.svg import Element
from generator.face.values import numbers

Outline = Callable[[Element, Given, Style, Context], Path]


def rect(element: Element, given: Given, style: Style, context: Context) -> Path:
    """Return a `rect`'s outline, rounded by rx and ry."""
    width = _size(element, given, "width", "x", style, context)
    height = _size(element, given, "height", "y", style, context)
    if not (width and height):
        return []
    x = context.length(element, given, "x", "x", style)
    y = context.length(element, given, "y", "y", style)
    if "rx" not in given and "ry" not in given:
        return [("re", x, y, width, height)]
    rx, ry = _radii(element, given, style, context)
    return rectangle(x, y, width, height, min(rx, width / 2), min(ry, height / 2))


def _size(element: Element, given: Given, name: str, axis: str, style: Style, context: Context) -> float:
    if given.get(name) == "auto":
        return 0.0
    size = context.length(element, given, name, axis, style)
    if size < 0:
        context.art.report(element, f"{name} is {size:g}", "0 or more")
        return 0.0
    return size


def _radii(element: Element, given: Given, style: Style, context: Context) -> tuple[float, float]:
    """Return rx and ry; where one is absent or auto it is like the other."""
    stated = {name: value for name, value in given.items() if value != "auto"}
    rx = _size(element, stated, "rx", "x", style, context)
    ry = _size(element, stated, "ry", "y", style, context)
    return (rx if "rx" in stated else ry), (ry if "ry" in stated else rx)


def circle(element: Element, given: Given, style: Style, context: Context) -> Path:
    """Return a `circle`'s outline."""
    r = _size(element, given, "r", "", style, context)
    x = context.length(element, given, "cx", "x", style)
    y = context.length(element, given, "cy", "y", style)
    return ellipse(x, y, r, r) if r else []


def oval(element: Element, given: Given, style: Style, context: Context) -> Path:
    """Return an `ellipse`'s outline."""
    rx, ry = _radii(element, given, style, context)
    x = context.length(element, given, "cx", "x", style)
    y = context.length(element, given, "cy", "y", style)
    return ellipse(x, y, rx, ry) if rx and ry else []


def line(element: Element, given: Given, style: Style, context: Context) -> Path:
    """Return a `line`'s outline."""
    x1, x2 = (context.length(element, given, name, "x", style) for name in ("x1", "x2"))
    y1, y2 = (context.length(element, given, name, "y", style) for name in ("y1", "y2"))
    return [("m", x1, y1), ("l", x2, y2)]


def open_line(element: Element, given: Given, _style: Style, context: Context) -> Path:
    """Return a `polyline`'s outline."""
    return polyline(_points(element, given, context), closed=False)


def polygon(element: Element, given: Given, _style: Style, context: Context) -> Path:
    """Return a `polygon`'s outline."""
    points = _points(element, given, context)
    return polyline(points, closed=True) if points else []


def _points(element: Element, given: Given, context: Context) -> list[float]:
    try:
        points = numbers(given.get("points", ""))
    except ValueError as error:
        context.art.report(element, f"points: {error}")
        return []
    if len(points) % 2:
        context.art.report(element, "points holds an odd number of numbers", "pairs of x and y")
    return points[: len(points) // 2 * 2]


def path(element: Element, given: Given, _style: Style, context: Context) -> Path:
    """Return a `path`'s outline."""
    try:
        return context.art.store.path(given.get("d", ""))[0]
    except PathError as error:
        context.art.report(element, str(error))
        return []


OUTLINES: dict[str, Outline] = {
    "rect": rect,
    "circle": circle,
    "ellipse": oval,
    "line": line,
    "polyline": open_line,
    "polygon": polygon,
    "path": path,
}
"""The shapes by element name."""
