"""What holds elements: groups, and files and symbols in viewports of their own."""

from __future__ import annotations

from generator.svg.core.context import Context
from generator.svg.core.frames import frame_of, viewport_of
from generator.svg.core.geometry import NOTHING, Shape, boxed, transformed
from generator.svg.core.store import Form
from generator.svg.core.svgfile import Attributes
from generator.svg.css.style import Style
from generator.svg.xml import Element
from generator.units import Matrix, Rect

FORM = 60
"""A form of its own takes as long as so many elements."""


def draw_children(element: Element, _attributes: Attributes, style: Style, context: Context) -> None:
    """Draw what an element holds, one after the other."""
    draw = context.engine.draw
    context.content.descend()
    for child in element:
        draw(child, style, context)
    context.content.ascend()


def children_outline(element: Element, _attributes: Attributes, style: Style, context: Context) -> Shape:
    """Return the box of what an element holds."""
    return boxed([step for child in element for step in context.engine.outline(child, style, context)])


def draw_nested(element: Element, attributes: Attributes, style: Style, context: Context) -> None:
    """Draw an `svg` inside another."""
    outer = viewport_of(element, attributes, style, context)
    if outer is not None:
        draw_framed(element, attributes, style, outer, context)


def nested_outline(element: Element, attributes: Attributes, style: Style, context: Context) -> Shape:
    """Return the box of what an `svg` inside another holds."""
    outer = viewport_of(element, attributes, style, context)
    return NOTHING if outer is None else frame_outline(element, attributes, style, outer, context)


def frame_outline(element: Element, attributes: Attributes, style: Style, outer: Rect, context: Context) -> Shape:
    """Return the box of what an `svg` or `symbol` holds, as it is placed in its viewport."""
    matrix, _, whole = frame_of(element, attributes, style, outer, context)
    inside = children_outline(element, attributes, style, context._replace(viewport=whole))
    return boxed(transformed(inside.path, matrix))


def draw_framed(element: Element, attributes: Attributes, style: Style, outer: Rect, context: Context) -> None:
    """Place an `svg` or `symbol` in its viewport, as a form that is shared with its equals."""
    matrix, box, whole = frame_of(element, attributes, style, outer, context)

    def drawn() -> Form:
        context.file.work.add(FORM)
        inner = context.shared()
        inner = inner._replace(viewport=whole, host=context.host @ matrix)
        if element is context.file.root:
            inner = inner._replace(host=Matrix())
        draw_children(element, attributes, style, inner)
        return inner.keep_texts(inner.content.form(box), element.sourceline or 0)

    key = (context.file.fingerprint(element), style, box, whole, *surroundings(matrix, context))
    place(context.file.store.once(key, drawn), matrix, context, element.sourceline or 0)


def surroundings(matrix: Matrix, context: Context) -> tuple[object, ...]:
    """Return what a shared form depends on beside what it holds."""
    host = context.host @ matrix if context.file.keeps_strokes else None
    return context.file.language, context.content.grey, host


def place(form: Form, matrix: Matrix, context: Context, line: int) -> None:
    """Place a form of an element at a `line`, unless there is nothing in it."""
    if form.content:
        context.show_texts(form, matrix, line)
        context.content.stamp(form, matrix)
