"""Clip paths: what lies outside them is not painted."""

from __future__ import annotations

from generator.face.artwork import Context, reference
from generator.face.content import Content
from generator.face.geometry import Path, Shape, bounds, operators, transformed
from generator.face.outlines import ATTRIBUTES as SHAPE_ATTRIBUTES
from generator.face.outlines import OUTLINES
from generator.face.style import INITIAL, Style
from generator.face.svg import SVG, Element, local
from generator.face.values import transform
from generator.units import Matrix

ATTRIBUTES = frozenset(["clipPathUnits"])
USE_ATTRIBUTES = frozenset(["x", "y", "width", "height", "href"])

_IGNORED = frozenset(f"{SVG}{name}" for name in ("title", "desc", "metadata"))


def clip(element: Element, name: str, outline: Shape, context: Context, within: tuple[str, ...] = ()) -> None:
    """Clip what follows by the clip path `name`; the caller saves and restores the state.

    `outline` is that of the element, which units of its bounding box refer to.
    """
    found = context.art.find(element, name, "clipPath")
    if found is None:
        return
    if name in within:
        context.art.report(found, "the clip path clips itself")
        return
    given, style = context.art.read(found, INITIAL, context.viewport, ATTRIBUTES)
    if style.clip_path:
        clip(found, style.clip_path, outline, context, (*within, name))
    units = _units(found, given.get("clipPathUnits", ""), element, outline, context)
    shapes = list(_shapes(found, style, units @ _transform(found, context), context))
    if len(shapes) > 1:
        _by_mask(shapes, context)
    elif shapes and shapes[0][0]:
        path, even = shapes[0]
        context.content.write(f"{operators(path)}\nW{'*' if even else ''} n")
    else:
        context.content.write("0 0 0 0 re W n")


def _units(found: Element, units: str, element: Element, outline: Shape, context: Context) -> Matrix:
    if units != "objectBoundingBox":
        return Matrix()
    box = bounds(outline.placed())
    if box is None:
        context.art.report(found, f"clipPathUnits={units!r} on <{local(element)}>", "on a shape or a picture")
        return Matrix()
    left, top, right, bottom = box
    return Matrix(right - left, 0, 0, bottom - top, left, top)


def _transform(element: Element, context: Context) -> Matrix:
    try:
        return transform(element.get("transform", ""))
    except ValueError as error:
        context.art.report(element, f"transform: {error}")
        return Matrix()


def _shapes(found: Element, parent: Style, matrix: Matrix, context: Context) -> list[tuple[Path, bool]]:
    """Return the outlines in a clip path, and whether each is filled by the even-odd rule."""
    shapes = []
    for child in found:
        if child.tag in _IGNORED:
            continue
        shape = _shape(child, parent, matrix, context)
        if shape is not None:
            shapes.append(shape)
    return shapes


def _shape(child: Element, parent: Style, matrix: Matrix, context: Context) -> tuple[Path, bool] | None:
    attributes = USE_ATTRIBUTES if child.tag == f"{SVG}use" else SHAPE_ATTRIBUTES.get(local(child), frozenset())
    given, style = context.art.read(child, parent, context.viewport, attributes)
    if style.display == "none" or style.visibility != "visible":
        return None
    matrix = matrix @ _transform(child, context)
    if style.clip_path:
        context.art.report(child, "a clip path on a part of a clip path can't be drawn")
    if child.tag == f"{SVG}use":
        target = context.art.find(child, reference(given).removeprefix("#"), *OUTLINES)
        move = Matrix(e=context.length(child, given, "x", "x", style), f=context.length(child, given, "y", "y", style))
        return None if target is None else _shape(target, style, matrix @ move, context)
    outline = OUTLINES.get(local(child))
    if outline is None:
        context.art.report(child, "it can't be part of a clip path", ", ".join(OUTLINES))
        return None
    path = outline(child, given, style, context).placed()
    return (transformed(path, matrix) if matrix != Matrix() else path), style.clip_rule == "evenodd"


def _by_mask(shapes: list[tuple[Path, bool]], context: Context) -> None:
    """Clip by several outlines at once: PDF would only take what lies in all of them."""
    content = Content(context.art.store)
    content.fill("0 g")
    for path, even in shapes:
        if path:
            content.write(f"{operators(path)}\nf{'*' if even else ''}")
    context.content.mask(content.form(group="DeviceRGB"), "Alpha")
