"""View boxes and viewports: how what an element holds is fitted into its place."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from generator.svg.core.context import Context
from generator.svg.core.store import EVERYWHERE
from generator.svg.core.svgfile import Attributes
from generator.svg.css.style import Style
from generator.svg.css.values import SMALLEST, Reference, inverse, view_box, viewport
from generator.svg.xml import Element
from generator.units import Bounds, Matrix, Rect

FRAME_ATTRIBUTES = frozenset(["x", "y", "width", "height"])
_VIEW = frozenset(["viewBox", "preserveAspectRatio", "zoomAndPan"])
SVG_ATTRIBUTES = FRAME_ATTRIBUTES | _VIEW | {"contentScriptType", "contentStyleType"}
SYMBOL_ATTRIBUTES = SVG_ATTRIBUTES | {"refX", "refY"}


def view_box_of(element: Element, attributes: Attributes, context: Context) -> Rect | None:
    """Return an element's view box, None when it has none."""
    if "viewBox" not in attributes:
        return None
    try:
        return view_box(attributes["viewBox"])
    except ValueError as error:
        context.file.report(element, str(error), instead="drawn without it")
        return None


def fitted(element: Element, attributes: Attributes, inner: Rect, outer: Rect, context: Context) -> Matrix:
    """Return the map of what an element holds into its viewport."""
    try:
        return viewport(inner, outer, attributes.get("preserveAspectRatio", "xMidYMid"))
    except ValueError as error:
        context.file.report(element, str(error), instead="drawn whole and in the middle")
        return viewport(inner, outer)


def natural_box(root: Element, attributes: Attributes, style: Style, context: Context) -> Rect | None:
    """Return the box that a file fills in its own coordinates, None when it doesn't say."""
    box = view_box_of(root, attributes, context)
    if box is not None:
        return box
    width, height = natural_size(root, attributes, style, context)
    return Rect(0, 0, width, height) if min(width, height) >= SMALLEST else None


def natural_size(root: Element, attributes: Attributes, style: Style, context: Context) -> tuple[float, float]:
    """Return a file's width and height in CSS pixels; those of the viewport where it doesn't say."""
    stated = {name: value for name, value in attributes.items() if value != "auto"}
    width = context.length(root, stated, "width", "x", style, context.viewport.width)
    return width, context.length(root, stated, "height", "y", style, context.viewport.height)


def host_of(root: Element, attributes: Attributes, style: Style, inner: Rect, context: Context) -> Matrix:
    """Return the map of a file's coordinates to the pixels that it says it has, none when it doesn't say."""
    sizes = [attributes.get("width", "auto"), attributes.get("height", "auto")]
    if any(size == "auto" or size.endswith("%") for size in sizes):
        return Matrix()
    width, height = natural_size(root, attributes, style, context)
    return (
        fitted(root, attributes, inner, Rect(0, 0, width, height), context)
        if min(width, height) >= SMALLEST
        else Matrix()
    )


def viewport_of(element: Element, attributes: Attributes, style: Style, context: Context) -> Rect | None:
    """Return the box of an `svg` or `symbol`, None when it has no size."""
    if "auto" in attributes.values():
        attributes = {name: value for name, value in attributes.items() if value != "auto"}
    x = context.length(element, attributes, "x", "x", style)
    y = context.length(element, attributes, "y", "y", style)
    width = context.length(element, attributes, "width", "x", style, context.viewport.width)
    height = context.length(element, attributes, "height", "y", style, context.viewport.height)
    return Rect(x, y, width, height) if min(width, height) >= SMALLEST else None


class Frame(NamedTuple):
    """How what an `svg` or `symbol` holds is placed: the map, the box it is cut to, and its viewport."""

    matrix: Matrix
    box: Bounds
    whole: Reference


def frame_of(element: Element, attributes: Attributes, style: Style, outer: Rect, context: Context) -> Frame:
    """Return how what an `svg` or `symbol` holds is placed in the viewport `outer`."""
    box = view_box_of(element, attributes, context) or Rect(0, 0, outer.width, outer.height)
    matrix = fitted(element, attributes, box, Rect(0, 0, outer.width, outer.height), context)
    cut = EVERYWHERE if style.overflow in ("visible", "auto") else _cut(matrix, outer.width, outer.height)
    whole = Reference(box.width, box.height, root_size=context.viewport.root_size)
    return Frame(matrix._replace(e=matrix.e + outer.x, f=matrix.f + outer.y), cut, whole)


@lru_cache(1024)
def _cut(matrix: Matrix, width: float, height: float) -> Bounds:
    """Return the box of a viewport in the coordinates of what it shows."""
    corners = (*inverse(matrix).at(0, 0), *inverse(matrix).at(width, height))
    return Bounds(*(round(value, 3) for value in corners))
