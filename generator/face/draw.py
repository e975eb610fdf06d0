"""Draw: an SVG file to a form, element by element.

`ELEMENTS` says what draws each element and which attributes it may have. What is not in
it, or not drawn for another reason, is a problem with file, line and element.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from generator.face import pictures, text
from generator.face.artwork import Artwork, Context, Given, reference
from generator.face.clip import clip
from generator.face.content import Content, TooMuch
from generator.face.frames import FRAME_ATTRIBUTES, SVG_ATTRIBUTES, SYMBOL_ATTRIBUTES, fitted, view_box_of
from generator.face.geometry import NOTHING
from generator.face.outlines import ATTRIBUTES as SHAPE_ATTRIBUTES
from generator.face.outlines import OUTLINES, Outline
from generator.face.paint import paint
from generator.face.store import EVERYWHERE, Form, Store
from generator.face.style import INITIAL, Style
from generator.face.svg import SVG, Element, Origin, parse
from generator.face.values import Box, Reference, cm, inverse, transform
from generator.problems import failed, listed
from generator.units import Matrix

Draw = Callable[[Element, Given, Style, Context], None]


class Drawn(NamedTuple):
    """How an element is drawn, and the attributes it may have beside those of style.

    `fades` tells that its opacity may be that of its one paint, without a group.
    """

    draw: Draw
    attributes: frozenset[str]
    outline: Outline | None = None
    fades: bool = False


def compile_svg(
    svg: str | bytes, width: float, height: float, store: Store, origin: Origin, language: str = ""
) -> Form:
    """Compile SVG text into a form of `width` × `height`, y pointing down.

    Problems go to the store's; `Failed` when the text can't be read at all. The same text
    in the same size is compiled once.
    """
    key = (svg, width, height, language)
    if key not in store.compiled:
        art = Artwork(parse(svg, origin), origin, store, language)
        store.compiled[key] = _compiled(art, Box(0, 0, width, height)).name
    return store.forms[store.compiled[key]]


def _compiled(art: Artwork, box: Box) -> Form:
    context = Context(art, Content(art.store), Reference(box.width, box.height))
    try:
        _root(art.root, box, context)
    except TooMuch as error:
        raise failed(art.origin.at(0), art.origin.told(0, str(error))) from None
    except RecursionError:
        raise failed(art.origin.at(0), art.origin.told(0, "elements are nested too deep")) from None
    return context.content.form((0.0, 0.0, box.width, box.height))


def _root(root: Element, box: Box, context: Context) -> None:
    given, style = context.art.read(root, INITIAL, context.viewport, SVG_ATTRIBUTES)
    inner = view_box_of(root, given, context)
    if inner is None:
        whole = Reference(box.width, box.height)
        natural = context._replace(viewport=whole)
        width = natural.length(root, given, "width", "x", style, box.width)
        height = natural.length(root, given, "height", "y", style, box.height)
        inner = Box(0, 0, width, height) if width > 0 and height > 0 else box
    matrix = fitted(root, given, inner, box, context)
    if matrix != Matrix():
        context.content.write(cm(matrix))
    _children(root, given, style, context._replace(viewport=Reference(inner.width, inner.height), matrix=matrix))


# ------------------------------------------------------------------ every element


def draw(element: Element, parent: Style, context: Context) -> None:
    """Draw an element with all that it holds."""
    drawn = ELEMENTS.get(element.tag)
    if drawn is None:
        _undrawn(element, context)
        return
    given, style = context.art.read(element, parent, context.viewport, drawn.attributes)
    if style.display == "none" or not _meant(given, context.art.language):
        return
    context.content.weigh()
    if "transform" in given or style.opacity < 1 or style.clip_path:
        _apart(element, drawn, given, style, context)
    else:
        drawn.draw(element, given, style, context)


def _undrawn(element: Element, context: Context) -> None:
    """Report an element that would be missing from the picture."""
    if not isinstance(element.tag, str):
        context.art.report(element, f"the entity {element.text or ''} is not declared")
    elif element.tag.startswith(SVG) and element.tag not in _SILENT:
        context.art.report(element, "it can't be drawn", listed(DRAWN, most=99))
    elif not element.tag.startswith("{"):
        context.art.report(element, "it is not an SVG element", remedy="is its namespace missing?")


def _apart(element: Element, drawn: Drawn, given: Given, style: Style, context: Context) -> None:
    """Draw an element in a state of its own: transformed, clipped, faded."""
    content = context.content
    content.save()
    if "transform" in given:
        matrix = _transform(element, given, context)
        if matrix.a * matrix.d == matrix.b * matrix.c:
            content.restore()
            return
        content.write(cm(matrix))
        context = context.inside(matrix)
    if style.clip_path:
        outline = drawn.outline(element, given, style, context) if drawn.outline else NOTHING
        clip(element, style.clip_path, outline, context)
    if style.opacity < 1:
        _faded(element, drawn, given, style, context)
    else:
        drawn.draw(element, given, style, context)
    content.restore()


def _transform(element: Element, given: Given, context: Context) -> Matrix:
    try:
        return transform(given["transform"])
    except ValueError as error:
        context.art.report(element, f"transform: {error}")
        return Matrix()


def _faded(element: Element, drawn: Drawn, given: Given, style: Style, context: Context) -> None:
    """Draw an element see-through as a whole."""
    if style.opacity <= 0:
        return
    if drawn.fades and not (style.strokes and style.fill is not None):
        faint = context.art.store.styles.faded(style)
        drawn.draw(element, given, faint, context)
        return
    inner = context.apart()
    drawn.draw(element, given, style, inner)
    if inner.content.operators:
        context.content.alpha(style.opacity, style.opacity)
        context.content.place(inner.content.form(group="DeviceRGB").name)


# ------------------------------------------------------------------ what holds elements


def _children(element: Element, _given: Given, style: Style, context: Context) -> None:
    context.content.descend()
    for child in element:
        draw(child, style, context)
    context.content.ascend()


def _switch(element: Element, _given: Given, style: Style, context: Context) -> None:
    """Draw the first child that is meant for the sheet's language."""
    for child in element:
        if isinstance(child.tag, str) and _meant(child.attrib, context.art.language):
            draw(child, style, context)
            return


def _meant(given: Mapping[str, str], language: str) -> bool:
    """Whether an element is drawn in this language, and needs no extension of SVG."""
    if "systemLanguage" not in given:
        return not given.get("requiredExtensions")
    spoken = (language or "en").lower()
    names = [name.strip().lower() for name in given["systemLanguage"].split(",")]
    return any(name and (f"{spoken}-".startswith(f"{name}-") or name.startswith(f"{spoken}-")) for name in names)


def _nested(element: Element, given: Given, style: Style, context: Context) -> None:
    """Draw an `svg` inside another."""
    x = context.length(element, given, "x", "x", style)
    y = context.length(element, given, "y", "y", style)
    width = context.length(element, given, "width", "x", style, context.viewport.width)
    height = context.length(element, given, "height", "y", style, context.viewport.height)
    if width > 0 and height > 0:
        _framed(element, given, style, Box(x, y, width, height), context)


def _framed(element: Element, given: Given, style: Style, outer: Box, context: Context) -> None:
    """Place an `svg` or `symbol` in its viewport, as a form that is shared with its equals."""
    inner = view_box_of(element, given, context) or Box(0, 0, outer.width, outer.height)
    matrix = fitted(element, given, inner, outer, context)
    if matrix == Matrix(e=outer.x, f=outer.y) and "viewBox" not in given:
        inner = Box(0, 0, outer.width, outer.height)
    left, top = inverse(matrix).at(outer.x, outer.y)
    right, bottom = inverse(matrix).at(outer.x + outer.width, outer.y + outer.height)
    box = EVERYWHERE if style.overflow in ("visible", "auto") else _rounded(left, top, right, bottom)
    form = _shared(element, given, style, box, Reference(inner.width, inner.height), context)
    _place(form, matrix, context)


def _rounded(*values: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = (round(value, 3) for value in values)
    return left, top, right, bottom


def _place(form: Form, matrix: Matrix, context: Context) -> None:
    if not form.content:
        return
    content = context.content
    content.alpha(1, 1)
    content.save()
    if matrix != Matrix():
        content.write(cm(matrix))
    content.place(form.name)
    content.restore()


def _shared(
    element: Element,
    given: Given,
    style: Style,
    box: tuple[float, float, float, float],
    whole: Reference,
    context: Context,
) -> Form:
    """Return the form of what an element holds; equal text under an equal style is compiled once."""
    key = (context.art.fingerprint(element), style, box, whole, context.art.language)
    compiled = context.art.store.compiled
    if key not in compiled:
        inner = context.apart()._replace(viewport=whole)
        _children(element, given, style, inner)
        compiled[key] = inner.content.form(box).name
    return context.art.store.forms[compiled[key]]


def _use(element: Element, given: Given, style: Style, context: Context) -> None:
    name = reference(given)
    if not name.startswith("#"):
        context.art.report(element, f"href={name[:60]!r} is not read", "#id of an element of this file")
        return
    target = context.art.find(element, name[1:])
    if target is None:
        return
    if name in context.within or target in element.iterancestors():
        context.art.report(element, f"{name} uses itself")
        return
    x = context.length(element, given, "x", "x", style)
    y = context.length(element, given, "y", "y", style)
    context = context._replace(within=(*context.within, name))
    if target.tag in (f"{SVG}symbol", f"{SVG}svg"):
        _use_framed(element, given, target, style, (x, y), context)
    else:
        _use_drawn(target, style, Matrix(e=x, f=y), context)


def _use_framed(
    element: Element, given: Given, target: Element, style: Style, at: tuple[float, float], context: Context
) -> None:
    own, inner = context.art.read(target, style, context.viewport, SYMBOL_ATTRIBUTES)
    sized = {key: own[key] for key in ("width", "height") if key in own} | given
    width = context.length(element, sized, "width", "x", style, context.viewport.width)
    height = context.length(element, sized, "height", "y", style, context.viewport.height)
    if width > 0 and height > 0 and inner.display != "none":
        _framed(target, own, inner, Box(*at, width, height), context)


def _use_drawn(target: Element, style: Style, matrix: Matrix, context: Context) -> None:
    """Draw an element at another place; a group becomes a form."""
    if target.tag != f"{SVG}g":
        content = context.content
        content.save()
        if matrix != Matrix():
            content.write(cm(matrix))
        draw(target, style, context.inside(matrix))
        content.restore()
        return
    key = ("use", context.art.fingerprint(target), style, context.viewport, context.art.language)
    compiled = context.art.store.compiled
    if key not in compiled:
        inner = context.apart()
        draw(target, style, inner)
        compiled[key] = inner.content.form().name
    _place(context.art.store.forms[compiled[key]], matrix, context)


# ------------------------------------------------------------------ what is painted


def _shape(outline: Outline) -> Draw:
    def shape(element: Element, given: Given, style: Style, context: Context) -> None:
        paint(element, outline(element, given, style, context), style, context)

    return shape


# ------------------------------------------------------------------ the table

_DEFINITIONS = (
    "defs", "symbol", "clipPath", "linearGradient", "radialGradient", "style", "title", "desc", "metadata",
    "marker", "mask", "pattern", "filter", "view", "cursor", "font", "font-face", "color-profile",
)  # fmt: skip
_SILENT = frozenset(f"{SVG}{name}" for name in _DEFINITIONS)

ELEMENTS: dict[str, Drawn] = {
    f"{SVG}svg": Drawn(_nested, SVG_ATTRIBUTES),
    f"{SVG}g": Drawn(_children, frozenset()),
    f"{SVG}a": Drawn(_children, frozenset(["href", "target", "rel"])),
    f"{SVG}switch": Drawn(_switch, frozenset()),
    f"{SVG}use": Drawn(_use, FRAME_ATTRIBUTES | {"href"}),
    f"{SVG}image": Drawn(pictures.image(_children), pictures.ATTRIBUTES, pictures.image_outline),
    f"{SVG}text": Drawn(text.draw_text, text.ATTRIBUTES),
    **{
        f"{SVG}{name}": Drawn(_shape(outline), SHAPE_ATTRIBUTES[name], outline, fades=True)
        for name, outline in OUTLINES.items()
    },
}
"""What draws each element."""

DRAWN = sorted(local_name.removeprefix(SVG) for local_name in ELEMENTS)
"""The names of the elements that are drawn."""
