"""Paint outlines and text with colours and gradients."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from generator.face.artwork import Context
from generator.face.colours import Colour, pdf_part
from generator.face.content import Content
from generator.face.geometry import Shape, bounds
from generator.face.gradients import GRADIENTS, Bounds, Source, gradient_source
from generator.face.style import Paint, Server, Style
from generator.face.svg import Element


@lru_cache(1024)
def _operator(colour: Colour, suffix: str) -> str:
    return " ".join([*(pdf_part(part) for part in colour[:3]), suffix])


def paint(element: Element, shape: Shape, style: Style, context: Context) -> None:
    """Fill and stroke a shape as the style says."""
    if not shape.path or style.visibility != "visible":
        return
    fill, stroke = style.fill, style.stroke if style.strokes else None
    if isinstance(fill, Server) or isinstance(stroke, Server):
        _paint_served(element, shape, style, context)
        return
    content = context.content
    even = "*" if style.fill_rule == "evenodd" else ""
    if fill is not None and stroke is not None and style.fill_alpha == style.stroke_alpha == 1:
        _set(content, style)
        content.write(shape.painted(f"B{even}"))
        return
    if fill is not None and style.fill_alpha > 0:
        content.alpha(style.fill_alpha, 1)
        content.fill(_operator(fill, "rg"))
        content.write(shape.painted(f"f{even}"))
    if stroke is not None and style.stroke_alpha > 0:
        content.alpha(1, style.stroke_alpha)
        content.stroke(_operator(stroke, "RG"))
        content.pen(style.pen)
        content.write(shape.painted("S"))


def _set(content: Content, style: Style) -> None:
    content.alpha(1, 1)
    if isinstance(style.fill, Colour):
        content.fill(_operator(style.fill, "rg"))
    if isinstance(style.stroke, Colour):
        content.stroke(_operator(style.stroke, "RG"))
    content.pen(style.pen)


def fill_plain(style: Style, content: Content) -> bool:
    """Set the colour and opacity of fills; False when the style asks for more than that."""
    if style.strokes or not isinstance(style.fill, Colour) or style.fill_alpha <= 0:
        return False
    content.alpha(style.fill_alpha, 1)
    content.fill(_operator(style.fill, "rg"))
    return True


def _paint_served(element: Element, shape: Shape, style: Style, context: Context) -> None:
    """Paint fill and stroke one after the other, at least one of them with a gradient."""
    box = bounds(shape.placed())
    content = context.content
    even = "*" if style.fill_rule == "evenodd" else ""
    wide = style.stroke_width * (style.stroke_miterlimit if style.stroke_linejoin == "miter" else 1.5)
    if source := served(element, style.fill, box, 0.0, style, context):
        with_source(content, source, style.fill_opacity, partial(content.write, shape.painted(f"f{even}")))
    if style.strokes and (source := served(element, style.stroke, box, wide, style, context)):
        content.pen(style.pen)
        write = partial(content.write, shape.painted("S"))
        with_source(content, source, style.stroke_opacity, write, stroke=True)


def with_source(
    content: Content, source: Source, opacity: float, write: Callable[[], None], stroke: bool = False
) -> None:
    """Set a paint for fills or strokes, write, and take a mask away again."""
    alpha = opacity * source.alpha
    if alpha <= 0:
        return
    if source.mask:
        content.save()
        content.use("gs", source.mask)
    content.alpha(*((1, alpha) if stroke else (alpha, 1)))
    if source.pattern:
        content.pattern(source.pattern, stroke)
    elif source.colour and stroke:
        content.stroke(_operator(source.colour, "RG"))
    elif source.colour:
        content.fill(_operator(source.colour, "rg"))
    write()
    if source.mask:
        content.restore()


def served(
    element: Element, value: Paint, box: Bounds | None, wide: float, style: Style, context: Context
) -> Source | None:
    """Return what to paint with, None for nothing; `wide` is how far strokes reach beyond `box`."""
    if value is None:
        return None
    if isinstance(value, Colour):
        return Source(value)
    server = context.art.find(element, value.id, *GRADIENTS)
    if server is None or box is None:
        return Source(value.fallback) if value.fallback else None
    return gradient_source(server, box, wide, value.fallback, style, context)
