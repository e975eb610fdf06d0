"""Paint outlines and text: fill, stroke and markers, each with a colour, a gradient or a pattern."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from generator.svg.core.content import Content, Mask
from generator.svg.core.context import Context
from generator.svg.core.geometry import Shape, bounds, dotted, operators, shaped, solid, transformed
from generator.svg.core.store import Form
from generator.svg.css.colours import Colour
from generator.svg.css.style import PAINT_ORDER, Paint, Style
from generator.svg.css.values import cm, inverse
from generator.svg.paint.gradients import GRADIENTS, gradient
from generator.svg.paint.markers import draw_markers
from generator.svg.paint.patterns import pattern
from generator.svg.paint.servers import Shaded, Source, plain
from generator.svg.paint.shadings import shade
from generator.svg.xml import SVG, Element
from generator.units import Bounds


def paint(element: Element, shape: Shape, style: Style, context: Context, box: Bounds | None = None) -> None:
    """Fill and stroke a shape and set markers on it, as the style says.

    `box` is its bounding box, when that is not the one of its outline.
    """
    if not shape.path or style.visibility != "visible":
        return
    context.content.weigh(len(shape.written) // 100)
    if style.plain:
        _paint_plain(shape, style, context.content)
        return
    for part in style.paint_order:
        _PARTS[part](element, shape, style, context, box)


def _paint_plain(shape: Shape, style: Style, content: Content) -> None:
    fill, stroke = style.fill, style.stroke if style.strokes else None
    line = _line(shape, style) if stroke is not None else shape
    area = _area(shape) if shape.thin else shape
    even = "*" if style.fill_rule == "evenodd" else ""
    if fill is not None and stroke is not None and line is area and style.fill_alpha == style.stroke_alpha == 1:
        _set(content, style)
        content.write(shape.painted(f"B{even}"))
        return
    if area.path and set_fill(style, content):
        content.write(area.painted(f"f{even}"))
    if set_stroke(style, content):
        content.write(line.painted("S"))


def _pen(element: Element, box: Bounds | None, style: Style, context: Context) -> tuple[str, ...]:
    """Return the pen of a stroke; what no viewer draws in time gets no dashes."""
    if style.stroke_dasharray and box and box.width + box.height > MOST_DASHES * sum(style.stroke_dasharray):
        context.file.report(element, f"a line of more than {MOST_DASHES} dashes", instead="drawn without dashes")
        return (*style.pen[:-1], "[] 0 d")
    return style.pen


MOST_DASHES = 100_000
"""A line is drawn with at most about this many dashes."""


def _area(shape: Shape) -> Shape:
    """Return a shape as it is filled."""
    return shaped(solid(shape.path))._replace(x=shape.x, y=shape.y)


def _line(shape: Shape, style: Style) -> Shape:
    """Return a shape as it is stroked."""
    path = dotted(shape.path, style.stroke_linecap)
    return shape if path is shape.path else shaped(path)._replace(x=shape.x, y=shape.y)


def _set(content: Content, style: Style) -> None:
    content.alpha(1, 1)
    if isinstance(style.fill, Colour):
        content.ink(style.fill)
    if isinstance(style.stroke, Colour):
        content.ink(style.stroke, stroke=True)
    content.pen(style.pen)


def set_fill(style: Style, content: Content) -> bool:
    """Set the colour and opacity of fills; False when no colour is filled with, or nothing would be seen of it."""
    if not isinstance(style.fill, Colour) or style.fill_alpha <= 0:
        return False
    content.alpha(style.fill_alpha, 1)
    content.ink(style.fill)
    return True


def set_stroke(style: Style, content: Content) -> bool:
    """Set colour, opacity and pen of strokes; False when no colour is stroked with, or nothing would be seen of it."""
    if not style.strokes or not isinstance(style.stroke, Colour) or style.stroke_alpha <= 0:
        return False
    content.alpha(1, style.stroke_alpha)
    content.ink(style.stroke, stroke=True)
    content.pen(style.pen)
    return True


# ------------------------------------------------------------------ parts of a shape


def _fill(element: Element, shape: Shape, style: Style, context: Context, box: Bounds | None) -> None:
    box = box or bounds(shape.placed())
    shape = _area(shape) if shape.thin else shape
    source = served(element, style.fill, box, 0.0, style, context) if shape.path else None
    alpha = style.fill_opacity * source.alpha if source else 0.0
    if source is None or alpha <= 0:
        return
    content = context.content
    even = "*" if style.fill_rule == "evenodd" else ""
    if source.colour:
        content.alpha(alpha, 1)
        content.ink(source.colour)
        content.write(shape.painted(f"f{even}"))
        return
    content.save()
    content.write(f"{operators(shape.placed())}\nW{even} n")
    if source.shaded:
        _shade(content, source.shaded, alpha)
    elif source.tiles:
        _lay(content, source.tiles, alpha)
    content.restore()


def _shade(content: Content, shaded: Shaded, alpha: float) -> None:
    """Paint a gradient over all that is not clipped away."""
    if shaded.mask:
        content.compose(alpha, mask=shaded.mask)
    else:
        content.alpha(alpha, 1)
    content.write(cm(shaded.matrix))
    content.use("sh", shaded.shading)


def _lay(content: Content, tiles: Form, alpha: float, mask: Mask | None = None) -> None:
    """Place a pattern's tiles; what is see-through or masked is composed first."""
    if alpha == 1 and mask is None:
        content.alpha(1, 1)
        content.place(tiles.name)
        return
    group = Content(content.store, content.depth, content.grey)
    group.place(tiles.name)
    content.lay(group.group(tiles.box), alpha, masks=[mask] if mask else [])


def _stroke(element: Element, shape: Shape, style: Style, context: Context, box: Bounds | None) -> None:
    if not style.strokes:
        return
    wide = style.stroke_width * (style.stroke_miterlimit if style.stroke_linejoin == "miter" else 1.5)
    source = served(element, style.stroke, box or bounds(shape.placed()), wide, style, context)
    if source:
        pen = _pen(element, box or bounds(shape.placed()), style, context)
        write = partial(_write_stroke, shape, style, pen, context)
        with_source(context.content, source, style.stroke_opacity, write, context, stroke=True)


def _write_stroke(shape: Shape, style: Style, pen: tuple[str, ...], context: Context, content: Content) -> None:
    content.pen(pen)
    shape, host = _line(shape, style), context.host
    if style.vector_effect == "none" or abs(host.determinant) < 1e-12:
        content.write(shape.painted("S"))
        return
    path = operators(transformed(shape.placed(), host))
    content.write(f"q {cm(inverse(host))}\n{path}\nS Q")


def _markers(element: Element, shape: Shape, style: Style, context: Context, _box: Bounds | None) -> None:
    if style.marked:
        draw_markers(element, shape, style, context)


_PARTS: dict[str, Callable[[Element, Shape, Style, Context, Bounds | None], None]] = dict(
    zip(PAINT_ORDER, (_fill, _stroke, _markers), strict=True)
)


# ------------------------------------------------------------------ sources


def with_source(
    content: Content,
    source: Source,
    opacity: float,
    write: Callable[[Content], None],
    context: Context,
    stroke: bool = False,
) -> None:
    """Set a paint for fills or strokes and write; `write` may be given another stream, that of a mask."""
    alpha = opacity * source.alpha
    if alpha <= 0:
        return
    if source.tiles or (source.shaded and content.grey):
        _through(content, source, alpha, write, stroke)
        return
    mask = source.shaded.mask if source.shaded else None
    if mask:
        content.save()
        content.compose(mask=mask)
    content.alpha(*((1, alpha) if stroke else (alpha, 1)))
    if source.shaded:
        whole = context.matrix @ source.shaded.matrix
        parts = f"<< /PatternType 2 /Matrix [{cm(whole)[:-3]}] /Shading ", source.shaded.shading, " >>"
        content.pattern(content.store.entry("Pattern", "P", *parts), stroke)
    elif source.colour:
        content.ink(source.colour, stroke)
    write(content)
    if mask:
        content.restore()


def _through(content: Content, source: Source, alpha: float, write: Callable[[Content], None], stroke: bool) -> None:
    """Paint with tiles, or in a mask, through a mask of what is written."""
    shown = Content(content.store, content.depth, grey=True)
    shown.ink(_WHITE, stroke)
    write(shown)
    mask = Mask(shown.group(), "Alpha")
    content.save()
    if source.tiles:
        _lay(content, source.tiles, alpha, mask)
    elif source.shaded:
        group = Content(content.store, content.depth, content.grey)
        _shade(group, source.shaded, 1.0)
        content.lay(group.group(), alpha, masks=[mask])
    content.restore()


_WHITE = Colour(1.0, 1.0, 1.0)
_PATTERN = f"{SVG}pattern"


def served(
    element: Element, value: Paint, box: Bounds | None, wide: float, style: Style, context: Context
) -> Source | None:
    """Return what to paint with, None for nothing; `wide` is how far strokes reach beyond `box`."""
    if value is None or isinstance(value, Colour):
        return plain(value)
    instead = "painted with its fallback" if value.fallback else "painted with nothing"
    server = context.file.find(element, value.id, *GRADIENTS, "pattern", instead=instead)
    if server is None or box is None:
        return plain(value.fallback)
    if server.tag == _PATTERN:
        return pattern(element, server, value.id, box, wide, context) or plain(value.fallback)
    shading = gradient(server, context, style)
    if not shading.stops:
        return None
    if shading.bbox_units and (box.width <= 0 or box.height <= 0):
        return plain(value.fallback)
    return shade(shading, shading.in_user_space(box), box.grown(wide), context.content.grey, context.file.store)
