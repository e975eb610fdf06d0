"""Draw: elements one by one, each by its line in a table.

`ELEMENTS` says what draws each element and which attributes it may have. What is not in
it, or not drawn for another reason, is a problem with file, line and element.
"""

from __future__ import annotations

from generator.problems import listed
from generator.svg.apart import Draw, Drawn, draw_apart
from generator.svg.conditions import meant
from generator.svg.core.context import Context, Engine
from generator.svg.core.frames import FRAME_ATTRIBUTES, SVG_ATTRIBUTES
from generator.svg.core.geometry import Shape, boxed, transformed
from generator.svg.core.outlines import ATTRIBUTES as SHAPE_ATTRIBUTES
from generator.svg.core.outlines import OUTLINES, Outline
from generator.svg.core.svgfile import ACTIVE, SILENT, Attributes
from generator.svg.core.trail import Trail
from generator.svg.css.style import Style
from generator.svg.css.values import LARGEST
from generator.svg.holders import children_outline, draw_children, draw_nested, nested_outline
from generator.svg.paint import pictures
from generator.svg.paint.paint import paint
from generator.svg.text import draw as text
from generator.svg.use import draw_use, use_outline
from generator.svg.xml import SVG, Element
from generator.units import Path


def draw(element: Element, parent: Style, context: Context) -> None:
    """Draw an element with all that it holds."""
    drawn = ELEMENTS.get(element.tag)
    if drawn is None:
        _undrawn(element, context)
        return
    attributes, style = context.file.read(element, parent, context.viewport, drawn.attributes)
    if style.display == "none" or not meant(attributes, context.file.language):
        return
    context.file.work.add()
    context.content.weigh()
    if "transform" in attributes or style.layered:
        draw_apart(element, drawn, attributes, style, context)
    else:
        drawn.draw(element, attributes, style, context)


def _undrawn(element: Element, context: Context) -> None:
    """Report an element that would be missing from the picture."""
    if element.tag in DEFINITIONS:
        return
    if isinstance(element.tag, str) and not element.tag.startswith("{"):
        context.file.report(element, "it is not an SVG element", remedy="is its namespace missing?")
    elif isinstance(element.tag, str) and element.tag.startswith(SVG) and element.tag not in ACTIVE:
        context.file.report(element, "it can't be drawn", listed(DRAWN, most=99))
    else:
        context.file.check_silent(element)


def draw_inside(root: Element, style: Style, context: Context) -> None:
    """Draw all that a file holds."""
    if style.display == "none":
        return
    if style.layered or "transform" in root.attrib:
        draw_apart(root, Drawn(draw_children, SVG_ATTRIBUTES, children_outline), dict(root.attrib), style, context)
    else:
        draw_children(root, {}, style, context)


def outline_of(element: Element, parent: Style, context: Context) -> Path:
    """Return the outline of an element and all that it holds, where its parent is drawn; groups are boxes."""
    drawn = ELEMENTS.get(element.tag)
    if drawn is None:
        return []
    attributes, style = context.file.read(element, parent, context.viewport, drawn.attributes)
    if style.display == "none" or not meant(attributes, context.file.language):
        return []
    context.file.work.add(2)
    path = drawn.outline(element, attributes, style, context).placed()
    if "transform" not in attributes and style.transform is None:
        return path
    return transformed(path, style.transform or context.transform(element, attributes.get("transform", "")))


# ------------------------------------------------------------------ alternatives


def _switch(element: Element, _attributes: Attributes, style: Style, context: Context) -> None:
    chosen = _chosen(element, context)
    if chosen is not None:
        draw(chosen, style, context)


def _chosen(switch: Element, context: Context) -> Element | None:
    """Return the first child of a switch that can be drawn and is meant for the sheet's language."""
    spoken = [child for child in switch if isinstance(child.tag, str) and meant(child.attrib, context.file.language)]
    return next((child for child in spoken if child.tag in ELEMENTS), spoken[0] if spoken else None)


def _switch_outline(element: Element, _attributes: Attributes, style: Style, context: Context) -> Shape:
    chosen = _chosen(element, context)
    return boxed([] if chosen is None else outline_of(chosen, style, context))


# ------------------------------------------------------------------ what is painted


def _shape(outline: Outline) -> Draw:
    def shape(element: Element, attributes: Attributes, style: Style, context: Context) -> None:
        for child in element:
            context.file.check_silent(child)
        form = outline(element, attributes, style, context)
        if "pathLength" in attributes and style.stroke_dasharray:
            style = _dashed(element, attributes, form, style, context)
        paint(element, form, style, context)

    return shape


def _dashed(element: Element, attributes: Attributes, shape: Shape, style: Style, context: Context) -> Style:
    """Return a style whose dashes are measured as if the line were as long as it says."""
    stated = context.length(element, attributes, "pathLength", "", style)
    long = Trail(shape.placed()).length
    if stated <= 0 or long <= 0:
        return style
    if long / stated * max(style.stroke_dasharray) > LARGEST:
        context.file.report(element, f"dashes beyond {LARGEST:g}", instead="drawn without dashes")
        return context.file.store.styles.dashed(style, 0.0)
    return context.file.store.styles.dashed(style, long / stated)


# ------------------------------------------------------------------ the table

DEFINITIONS = SILENT | {
    f"{SVG}{name}"
    for name in (
        "symbol", "clipPath", "linearGradient", "radialGradient", "marker", "mask", "pattern", "filter", "view",
        "cursor", "font", "font-face", "color-profile",
    )
}  # fmt: skip
"""Elements that draw something only where they are referred to, or nothing at all."""

ELEMENTS: dict[str, Drawn] = {
    f"{SVG}svg": Drawn(draw_nested, SVG_ATTRIBUTES, nested_outline),
    f"{SVG}g": Drawn(draw_children, frozenset(), children_outline),
    f"{SVG}a": Drawn(draw_children, frozenset(["href", "target", "rel"]), children_outline),
    f"{SVG}switch": Drawn(_switch, frozenset(), _switch_outline),
    f"{SVG}use": Drawn(draw_use, FRAME_ATTRIBUTES | {"href"}, use_outline),
    f"{SVG}image": Drawn(pictures.draw_image, pictures.ATTRIBUTES, pictures.image_outline),
    f"{SVG}text": Drawn(text.draw_text, text.ATTRIBUTES, text.text_outline),
    **{
        f"{SVG}{name}": Drawn(_shape(outline), SHAPE_ATTRIBUTES[name], outline, fades=True)
        for name, outline in OUTLINES.items()
    },
}
"""What draws each element."""

DRAWN = sorted(local_name.removeprefix(SVG) for local_name in ELEMENTS)
"""The names of the elements that are drawn."""

ENGINE = Engine(draw, draw_inside, outline_of)
"""What draws and measures the elements of any file."""
