"""Pictures on a face: PNG, JPEG and SVG files, fitted into their boxes."""

from __future__ import annotations

from collections.abc import Callable

from generator.face.artwork import Artwork, Context, Given, reference
from generator.face.frames import SVG_ATTRIBUTES, fitted, view_box_of
from generator.face.geometry import Shape, shaped
from generator.face.images import data_uri
from generator.face.style import INITIAL, Style
from generator.face.svg import Element, parse
from generator.face.values import Box, Reference, cm
from generator.units import Matrix

Draw = Callable[[Element, Given, Style, Context], None]

ATTRIBUTES = frozenset(["x", "y", "width", "height", "href", "preserveAspectRatio", "decoding", "crossorigin"])


def image_outline(element: Element, given: Given, style: Style, context: Context) -> Shape:
    """Return the box that a picture is fitted into."""
    x, y = context.length(element, given, "x", "x", style), context.length(element, given, "y", "y", style)
    width = context.length(element, given, "width", "x", style)
    height = context.length(element, given, "height", "y", style)
    return shaped([("re", x, y, width, height)])


def image(draw_children: Draw) -> Draw:
    """Return what draws a picture; `draw_children` draws what an SVG picture holds."""

    def draw_image(element: Element, given: Given, style: Style, context: Context) -> None:
        data = _picture_data(element, given, context)
        if data is None or style.visibility != "visible":
            return
        if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
            _svg_image(element, given, style, data, context, draw_children)
        else:
            _raster(element, given, style, data, context)

    return draw_image


def _picture_data(element: Element, given: Given, context: Context) -> bytes | None:
    href = reference(given)
    if href.startswith("data:"):
        try:
            return data_uri(href)
        except ValueError as error:
            context.art.report(element, str(error))
            return None
    resolver = context.art.store.resolver
    data = resolver(href) if resolver and href else None
    if data is None:
        remedy = "put the picture into the pack's art folder" if href else "set href"
        context.art.report(element, f"there is no picture {href[:80]!r}", "a picture of the pack, or data:", remedy)
    return data


def _frame(element: Element, given: Given, style: Style, natural: tuple[float, float], context: Context) -> Box:
    """Return the box a picture is fitted into; a missing side follows from its natural size."""
    x, y = context.length(element, given, "x", "x", style), context.length(element, given, "y", "y", style)
    stated = {name: value for name, value in given.items() if value != "auto"}
    wide, high = "width" in stated, "height" in stated
    width = context.length(element, stated, "width", "x", style, natural[0])
    height = context.length(element, stated, "height", "y", style, natural[1])
    if wide and not high:
        height = width * natural[1] / natural[0]
    elif high and not wide:
        width = height * natural[0] / natural[1]
    return Box(x, y, width, height)


def _raster(element: Element, given: Given, style: Style, data: bytes, context: Context) -> None:
    try:
        image = context.art.store.image(data)
    except ValueError as error:
        context.art.report(element, str(error))
        return
    natural = Box(0, 0, image.picture.width, image.picture.height)
    frame = _frame(element, given, style, (natural.width, natural.height), context)
    if frame.width <= 0 or frame.height <= 0:
        return
    content = context.content
    content.alpha(style.fill_opacity, style.fill_opacity)
    content.save()
    matrix = _in_frame(element, given, style, natural, frame, context)
    content.write(cm(matrix @ Matrix(natural.width, 0, 0, -natural.height, 0, natural.height)))
    content.place(image.name)
    content.restore()


def _in_frame(element: Element, given: Given, style: Style, natural: Box, frame: Box, context: Context) -> Matrix:
    """Return the map of a picture into its box, and cut off what sticks out."""
    aspect = given.get("preserveAspectRatio", "")
    if "slice" in aspect and style.overflow != "visible":
        context.content.write(f"{frame.x:.4f} {frame.y:.4f} {frame.width:.4f} {frame.height:.4f} re W n")
    return fitted(element, given, natural, frame, context)


def _svg_image(
    element: Element, given: Given, style: Style, data: bytes, context: Context, draw_children: Draw
) -> None:
    art = context.art
    href = reference(given)
    if len(context.within) > 8 or href in context.within:
        art.report(element, "SVG pictures hold each other")
        return
    origin = art.origin._replace(subject=f"{art.origin.subject} <image>".strip(), exact=False)
    inner = Artwork(parse(data, origin), origin, art.store, art.language)
    own, inner_style = inner.read(inner.root, INITIAL, context.viewport, SVG_ATTRIBUTES)
    natural = _natural(inner.root, own, inner_style, context._replace(art=inner))
    frame = _frame(element, given, style, (natural.width, natural.height), context)
    if frame.width <= 0 or frame.height <= 0:
        return
    inside = Reference(natural.width, natural.height)
    whole = context.apart()._replace(art=inner, within=(*context.within, href), viewport=inside)
    draw_children(inner.root, own, inner_style, whole)
    form = whole.content.form((natural.x, natural.y, natural.x + natural.width, natural.y + natural.height))
    content = context.content
    content.save()
    matrix = _in_frame(element, given, style, natural, frame, context)
    content.alpha(1, 1)
    content.write(cm(matrix))
    content.place(form.name)
    content.restore()


def _natural(root: Element, given: Given, style: Style, context: Context) -> Box:
    """Return the box that an SVG picture fills."""
    box = view_box_of(root, given, context)
    if box is not None:
        return box
    width = context.length(root, given, "width", "x", style, 100.0)
    height = context.length(root, given, "height", "y", style, 100.0)
    return Box(0, 0, max(width, 0.001), max(height, 0.001))
