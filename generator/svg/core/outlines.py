"""The outlines of the basic shapes: an element's attributes to a shape."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from generator.svg.core.context import Context
from generator.svg.core.geometry import NOTHING, Shape, ellipse_shape, polyline, rectangle_shape, shaped
from generator.svg.core.svgfile import Attributes
from generator.svg.css.style import Style
from generator.svg.css.values import LONGEST, numbers
from generator.svg.xml import Element

Outline = Callable[[Element, Attributes, Style, Context], Shape]


def rect(element: Element, attributes: Attributes, style: Style, context: Context) -> Shape:
    """Return a `rect`'s outline, rounded by rx and ry."""
    width = _size(element, attributes, "width", "x", style, context)
    height = _size(element, attributes, "height", "y", style, context)
    if not (width and height):
        return NOTHING
    x = context.length(element, attributes, "x", "x", style)
    y = context.length(element, attributes, "y", "y", style)
    if "rx" not in attributes and "ry" not in attributes:
        return shaped([("re", x, y, width, height)])
    rx, ry = _radii(element, attributes, style, context)
    if not (rx and ry):
        return shaped([("re", x, y, width, height)])
    return rectangle_shape(width, height, min(rx, width / 2), min(ry, height / 2))._replace(x=x, y=y)


def _size(element: Element, attributes: Attributes, name: str, axis: str, style: Style, context: Context) -> float:
    if attributes.get(name) == "auto":
        return 0.0
    size = context.length(element, attributes, name, axis, style)
    if size < 0:
        context.file.report(element, f"{name} is {size:g}", "0 or more")
        return 0.0
    return size


def _radii(element: Element, attributes: Attributes, style: Style, context: Context) -> tuple[float, float]:
    """Return rx and ry; where one is absent or auto it is like the other."""
    stated = {name: value for name, value in attributes.items() if value != "auto"}
    rx = _size(element, stated, "rx", "x", style, context)
    ry = _size(element, stated, "ry", "y", style, context)
    return (rx if "rx" in stated else ry), (ry if "ry" in stated else rx)


def circle(element: Element, attributes: Attributes, style: Style, context: Context) -> Shape:
    """Return a `circle`'s outline."""
    r = _size(element, attributes, "r", "", style, context)
    x = context.length(element, attributes, "cx", "x", style)
    y = context.length(element, attributes, "cy", "y", style)
    return ellipse_shape(r, r)._replace(x=x, y=y) if r else NOTHING


def oval(element: Element, attributes: Attributes, style: Style, context: Context) -> Shape:
    """Return an `ellipse`'s outline."""
    rx, ry = _radii(element, attributes, style, context)
    x = context.length(element, attributes, "cx", "x", style)
    y = context.length(element, attributes, "cy", "y", style)
    return ellipse_shape(rx, ry)._replace(x=x, y=y) if rx and ry else NOTHING


def line(element: Element, attributes: Attributes, style: Style, context: Context) -> Shape:
    """Return a `line`'s outline."""
    x1, x2 = (context.length(element, attributes, name, "x", style) for name in ("x1", "x2"))
    y1, y2 = (context.length(element, attributes, name, "y", style) for name in ("y1", "y2"))
    return shaped([("m", x1, y1), ("l", x2, y2)])


def open_line(element: Element, attributes: Attributes, _style: Style, context: Context) -> Shape:
    """Return a `polyline`'s outline."""
    return _line_through(element, attributes, False, context)


def polygon(element: Element, attributes: Attributes, _style: Style, context: Context) -> Shape:
    """Return a `polygon`'s outline."""
    return _line_through(element, attributes, True, context)


def _line_through(element: Element, attributes: Attributes, closed: bool, context: Context) -> Shape:
    try:
        shape, odd = _through(attributes.get("points", ""), closed)
    except ValueError as error:
        context.file.report(element, f"points: {error}")
        return NOTHING
    if odd:
        context.file.report(
            element, "points holds an odd number of numbers", "pairs of x and y", instead="drawn without the last"
        )
    return shape


@lru_cache(1024)
def _through(points: str, closed: bool) -> tuple[Shape, bool]:
    """Return straight lines through points, and whether the last x lacks its y; `ValueError` for what isn't numbers."""
    coordinates = numbers(points)
    even = len(coordinates) // 2 * 2
    return shaped(polyline(coordinates[:even], closed)) if even else NOTHING, even < len(coordinates)


def path(element: Element, attributes: Attributes, _style: Style, context: Context) -> Shape:
    """Return a `path`'s outline."""
    data = attributes.get("d", "")
    if data not in context.file.store.paths and len(data) <= LONGEST:
        context.file.work.add(len(data) // CHARACTERS)
    shape, wrong = context.file.store.path(data)
    if wrong:
        context.file.report(element, wrong, instead="drawn up to there")
    return shape


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

CHARACTERS = 8
"""So many characters of path data take as long to read as an element takes to draw."""

ATTRIBUTES = {
    "rect": frozenset(["x", "y", "width", "height", "rx", "ry", "pathLength"]),
    "circle": frozenset(["cx", "cy", "r", "pathLength"]),
    "ellipse": frozenset(["cx", "cy", "rx", "ry", "pathLength"]),
    "line": frozenset(["x1", "y1", "x2", "y2", "pathLength"]),
    "polyline": frozenset(["points", "pathLength"]),
    "polygon": frozenset(["points", "pathLength"]),
    "path": frozenset(["d", "pathLength"]),
}
"""The attributes that make up each shape."""
