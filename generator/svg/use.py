"""Use: an element drawn again where another one refers to it."""

from __future__ import annotations

from generator.svg.apart import Drawn, draw_apart
from generator.svg.core.context import Context, reference
from generator.svg.core.frames import SYMBOL_ATTRIBUTES, fitted, viewport_of
from generator.svg.core.geometry import NOTHING, Shape, boxed, transformed
from generator.svg.core.store import Form
from generator.svg.core.svgfile import Attributes
from generator.svg.css.style import Style
from generator.svg.css.values import cm
from generator.svg.holders import FORM, children_outline, draw_framed, frame_outline, place, surroundings
from generator.svg.paint.pictures import image_outline, place_file
from generator.svg.xml import SVG, Element
from generator.units import Matrix, Rect


def draw_use(element: Element, attributes: Attributes, style: Style, context: Context) -> None:
    """Draw another element here; symbols, nested files and groups as forms."""
    used = _used(element, attributes, context)
    if used is None:
        return
    target, inside = used
    if context.file.contexts:
        style = context.file.store.styles.standing_on(style, style)
    x = context.length(element, attributes, "x", "x", style)
    y = context.length(element, attributes, "y", "y", style)
    if inside.file is not context.file:
        _use_file(element, attributes, style, context, inside)
    elif target.tag in _VIEWPORTS:
        _use_framed(element, attributes, target, style, context, inside)
    elif target.tag == f"{SVG}g":
        _use_group(target, style, Matrix(e=x, f=y), inside)
    else:
        context.content.save()
        if x or y:
            context.content.write(cm(Matrix(e=x, f=y)))
        context.engine.draw(target, style, inside.inside(Matrix(e=x, f=y)))
        context.content.restore()


_SYMBOL = f"{SVG}symbol"
_VIEWPORTS = frozenset([_SYMBOL, f"{SVG}svg"])


def _used(element: Element, attributes: Attributes, context: Context) -> tuple[Element, Context] | None:
    """Return what a `use` refers to, and the context inside it."""
    name = reference(attributes)
    if not name.startswith("#"):
        context.file.report(element, f"href={name[:60]!r} is not read", "#id of an element of this file")
        return None
    target = context.file.find(element, name[1:])
    if target is None:
        return None
    if target.tag != f"{SVG}symbol" and target in element.iterancestors():
        context.file.report(element, f"{name[:60]} uses itself")
        return None
    inside = context.using(element, name[1:])
    return None if inside is None else (target, inside._replace(file=context.file.holder(target)))


def _use_file(element: Element, attributes: Attributes, style: Style, context: Context, inside: Context) -> None:
    """Draw a file of its own as `image` draws it."""
    if style.visibility != "visible":
        return
    key = inside.file.root
    placed = place_file(element, attributes, style, inside.file, key, context._replace(within=inside.within))
    if placed is not None:
        matrix = fitted(element, placed.attributes, placed.natural, placed.frame, context)
        place(placed.form, matrix, context, 0)


def _use_framed(
    element: Element, attributes: Attributes, target: Element, style: Style, context: Context, inside: Context
) -> None:
    """Draw a `symbol` or `svg` in the size that its `use` says."""
    own, inner = inside.file.read_again(target, style, context.viewport, SYMBOL_ATTRIBUTES)
    outer = _used_box(element, attributes, target, own, style, context, inside)
    if outer is None or (inner.display == "none" and target.tag != _SYMBOL):
        return  # a symbol is never displayed where it stands, whatever it says

    def framed(target: Element, own: Attributes, inner: Style, context: Context) -> None:
        draw_framed(target, own, inner, outer, context)

    if "transform" in own or inner.layered:
        draw_apart(target, Drawn(framed, SYMBOL_ATTRIBUTES, children_outline), own, inner, inside)
    else:
        framed(target, own, inner, inside)


def _used_box(
    element: Element,
    attributes: Attributes,
    target: Element,
    own: Attributes,
    style: Style,
    context: Context,
    inside: Context,
) -> Rect | None:
    """Return where a `symbol` or `svg` is drawn by its `use`, which may say another size."""
    sized = {key: own[key] for key in ("width", "height") if key in own} | attributes
    outer = viewport_of(element, sized, style, context)
    if outer is None:
        return None
    x, y = inside.length(target, own, "x", "x", style), inside.length(target, own, "y", "y", style)
    return outer._replace(x=outer.x + x, y=outer.y + y)


def _use_group(target: Element, style: Style, matrix: Matrix, context: Context) -> None:
    def drawn() -> Form:
        context.file.work.add(FORM)
        inner = context.shared()._replace(host=context.host @ matrix)
        context.engine.draw(target, style, inner)
        return inner.keep_texts(inner.content.form(), target.sourceline or 0)

    key = ("use", context.file.fingerprint(target), style, context.viewport, *surroundings(matrix, context))
    place(context.file.store.once(key, drawn), matrix, context, target.sourceline or 0)


def use_outline(element: Element, attributes: Attributes, style: Style, context: Context) -> Shape:
    """Return the box of what a `use` draws, where it draws it."""
    used = _used(element, attributes, context)
    if used is None:
        return NOTHING
    target, inside = used
    if inside.file is not context.file:
        return image_outline(element, attributes, style, context)
    if target.tag in _VIEWPORTS:
        own, inner = inside.file.read(target, style, context.viewport, SYMBOL_ATTRIBUTES)
        outer = _used_box(element, attributes, target, own, style, context, inside)
        return NOTHING if outer is None else frame_outline(target, own, inner, outer, inside)
    x, y = context.length(element, attributes, "x", "x", style), context.length(element, attributes, "y", "y", style)
    return boxed(transformed(context.engine.outline(target, style, inside), Matrix(e=x, f=y)))
