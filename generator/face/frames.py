"""View boxes and viewports: how what an element holds is fitted into its place."""

from __future__ import annotations

from generator.face.artwork import Context, Given
from generator.face.svg import Element
from generator.face.values import Box, view_box, viewport
from generator.units import Matrix

FRAME_ATTRIBUTES = frozenset(["x", "y", "width", "height"])
_VIEW = frozenset(["viewBox", "preserveAspectRatio", "zoomAndPan"])
SVG_ATTRIBUTES = FRAME_ATTRIBUTES | _VIEW | {"contentScriptType", "contentStyleType"}
SYMBOL_ATTRIBUTES = SVG_ATTRIBUTES | {"refX", "refY"}


def view_box_of(element: Element, given: Given, context: Context) -> Box | None:
    """Return an element's view box, None when it has none."""
    if "viewBox" not in given:
        return None
    try:
        return view_box(given["viewBox"])
    except ValueError as error:
        context.art.report(element, str(error))
        return None


def fitted(element: Element, given: Given, inner: Box, outer: Box, context: Context) -> Matrix:
    """Return the map of what an element holds into its viewport."""
    try:
        return viewport(inner, outer, given.get("preserveAspectRatio", "xMidYMid"))
    except ValueError as error:
        context.art.report(element, str(error))
        return viewport(inner, outer)
