"""Draw: an SVG file to a form, element by element.

`ELEMENTS` says what draws each element and which attributes it may have. What is not in
it, or not drawn for another reason, is a problem with file, line and element.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from hashlib import sha256
from math import hypot
from typing import NamedTuple

from generator.problems import failed, listed
from generator.svg.core.content import Content, TooMuch
from generator.svg.core.frames import (
    FRAME_ATTRIBUTES,
    SVG_ATTRIBUTES,
    SYMBOL_ATTRIBUTES,
    fitted,
    host_of,
    natural_box,
    view_box_of,
)
from generator.svg.core.geometry import NOTHING, Shape, boxed, transformed
from generator.svg.core.outlines import ATTRIBUTES as SHAPE_ATTRIBUTES
from generator.svg.core.outlines import OUTLINES, Outline
from generator.svg.core.store import EVERYWHERE, Form, Store
from generator.svg.core.svgfile import ACTIVE, SILENT, Artwork, Context, Engine, Given, reference
from generator.svg.core.trail import Trail
from generator.svg.css.properties import BLEND_MODES
from generator.svg.css.style import INITIAL, Style
from generator.svg.css.values import Reference, cm, inverse
from generator.svg.paint import pictures
from generator.svg.paint.clip import clip
from generator.svg.paint.masks import mask
from generator.svg.paint.paint import paint
from generator.svg.text import draw as text
from generator.svg.xml import SVG, Element, Origin
from generator.units import Bounds, Matrix, Path, Rect

Draw = Callable[[Element, Given, Style, Context], None]


class Drawn(NamedTuple):
    """How an element is drawn and measured, and the attributes it may have beside those of style.

    `fades` tells that its opacity may be that of its one paint, without a group.
    """

    draw: Draw
    attributes: frozenset[str]
    outline: Outline
    fades: bool = False


def compile_svg(
    svg: str | bytes, width: float, height: float, store: Store, origin: Origin, language: str = ""
) -> Form:
    """Compile SVG text into a form of `width` × `height`, y pointing down.

    Problems go to the store's; `Failed` when the text can't be read at all. The same text
    in the same size is compiled once.
    """
    text = svg.encode() if isinstance(svg, str) else svg
    key = (sha256(text).digest(), width, height, language)

    def drawn() -> Form:
        art = Artwork.read_from(svg, origin, store, Engine(draw, draw_inside, outline_of), language)
        return _whole(art, Rect(0, 0, width, height))

    return store.once(key, drawn)


def _whole(art: Artwork, box: Rect) -> Form:
    context = Context(art, Content(art.store), Reference(box.width, box.height))
    try:
        _root(art.root, box, context)
    except TooMuch as error:
        raise failed(art.origin.at(0), art.origin.told(0, str(error))) from None
    except RecursionError:
        raise failed(art.origin.at(0), art.origin.told(0, "elements are nested too deep")) from None
    return context.content.form(box.bounds)


def _root(root: Element, box: Rect, context: Context) -> None:
    given, style = context.art.read(root, INITIAL, context.viewport, SVG_ATTRIBUTES)
    inner = natural_box(root, given, style, context._replace(viewport=Reference(box.width, box.height))) or box
    matrix = fitted(root, given, inner, box, context)
    if matrix != Matrix():
        context.content.write(cm(matrix))
    inside = Reference(inner.width, inner.height, root_size=style.font_size)
    host = host_of(root, given, style, inner, context)
    context.art.unit = hypot(matrix.a, matrix.b) / (hypot(host.a, host.b) or 1.0)
    context = context._replace(viewport=inside, matrix=matrix, host=host)
    draw_inside(root, style, context)


def draw_inside(root: Element, style: Style, context: Context) -> None:
    """Draw all that a file holds."""
    if style.display == "none":
        return
    if style.layered or "transform" in root.attrib:
        _apart(root, Drawn(_children, SVG_ATTRIBUTES, _children_outline), dict(root.attrib), style, context)
    else:
        _children(root, {}, style, context)


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
    context.art.work.add()
    context.content.weigh()
    if "transform" in given or style.layered:
        _apart(element, drawn, given, style, context)
    else:
        drawn.draw(element, given, style, context)


def _undrawn(element: Element, context: Context) -> None:
    """Report an element that would be missing from the picture."""
    if element.tag in DEFINITIONS:
        return
    if isinstance(element.tag, str) and not element.tag.startswith("{"):
        context.art.report(element, "it is not an SVG element", remedy="is its namespace missing?")
    elif isinstance(element.tag, str) and element.tag.startswith(SVG) and element.tag not in ACTIVE:
        context.art.report(element, "it can't be drawn", listed(DRAWN, most=99))
    else:
        context.art.check_silent(element)


def _apart(element: Element, drawn: Drawn, given: Given, style: Style, context: Context) -> None:
    """Draw an element in a state of its own: transformed, clipped, faded."""
    content = context.content
    content.save()
    if "transform" in given or style.transform is not None:
        matrix = style.transform or context.transform(element, given.get("transform", ""))
        if not matrix.determinant:
            content.restore()
            return
        content.write(cm(matrix))
        context = context.inside(matrix)
    if style.composed or style.clip_path:
        _composed(element, drawn, given, style, context)
    else:
        drawn.draw(element, given, style, context)
    content.restore()


def _composed(element: Element, drawn: Drawn, given: Given, style: Style, context: Context) -> None:
    """Draw an element clipped, masked, see-through or blended as a whole."""
    if style.opacity <= 0:
        return
    if element.tag == _USE and (style.clip_path or style.mask):
        given, context = _moved(element, given, style, context)
    outline = cache(partial(drawn.outline, element, given, style, context))  # measured only when it is asked for
    masks = clip(element, style.clip_path, outline, context) if style.clip_path else []
    if style.mask and (own := mask(element, style.mask, outline, context)):
        masks.append(own)
    if not masks and style.mix_blend_mode == "normal" and style.isolation == "auto":
        if style.opacity == 1 and not context.art.blends:
            drawn.draw(element, given, style, context)
            return
        if drawn.fades and not style.marked and not (style.strokes and style.fill is not None):
            drawn.draw(element, given, context.art.store.styles.faded(style), context)
            return
    inner = context.apart()
    drawn.draw(element, given, style, inner)
    if inner.content.operators:
        context.content.lay(inner.content.group(), style.opacity, BLEND_MODES[style.mix_blend_mode], masks)


def _moved(element: Element, given: Given, style: Style, context: Context) -> tuple[Given, Context]:
    """Go to where a `use` draws: what clips and masks it is measured from there."""
    x, y = context.length(element, given, "x", "x", style), context.length(element, given, "y", "y", style)
    matrix = Matrix(e=x, f=y)
    context.content.write(cm(matrix))
    return {**given, "x": "0", "y": "0"}, context.inside(matrix)


# ------------------------------------------------------------------ what holds elements


def _children(element: Element, _given: Given, style: Style, context: Context) -> None:
    context.content.descend()
    for child in element:
        draw(child, style, context)
    context.content.ascend()


def _switch(element: Element, _given: Given, style: Style, context: Context) -> None:
    chosen = _chosen(element, context)
    if chosen is not None:
        draw(chosen, style, context)


def _chosen(switch: Element, context: Context) -> Element | None:
    """Return the first child of a switch that can be drawn and is meant for the sheet's language."""
    meant = [child for child in switch if isinstance(child.tag, str) and _meant(child.attrib, context.art.language)]
    return next((child for child in meant if child.tag in ELEMENTS), meant[0] if meant else None)


def _meant(given: Mapping[str, str], language: str) -> bool:
    """Whether an element is drawn in this language, and needs nothing that paper or this program lacks."""
    if _CONDITIONS.isdisjoint(given):
        return True
    if given.get("requiredExtensions", "").strip():
        return False
    if any(feature in given.get("requiredFeatures", "") for feature in _LACKING):
        return False
    if "systemLanguage" not in given:
        return True
    spoken = (language or "en").lower()
    names = [name.strip().lower() for name in given["systemLanguage"].split(",")]
    return any(name and (f"{spoken}-".startswith(f"{name}-") or name.startswith(f"{spoken}-")) for name in names)


_CONDITIONS = frozenset(["systemLanguage", "requiredExtensions", "requiredFeatures"])
_LACKING = ("Extensibility", "Script", "Animation", "Filter", "Cursor", "ExternalResources")


def _nested(element: Element, given: Given, style: Style, context: Context) -> None:
    """Draw an `svg` inside another."""
    outer = _viewport(element, given, style, context)
    if outer is not None:
        _framed(element, given, style, outer, context)


def _viewport(element: Element, given: Given, style: Style, context: Context) -> Rect | None:
    """Return the box of an `svg` or `symbol`, None when it has no size."""
    if "auto" in given.values():
        given = {name: value for name, value in given.items() if value != "auto"}
    x = context.length(element, given, "x", "x", style)
    y = context.length(element, given, "y", "y", style)
    width = context.length(element, given, "width", "x", style, context.viewport.width)
    height = context.length(element, given, "height", "y", style, context.viewport.height)
    return Rect(x, y, width, height) if width > 0 and height > 0 else None


class _Frame(NamedTuple):
    """How what an `svg` or `symbol` holds is placed: the map, the box it is cut to, and its viewport."""

    matrix: Matrix
    box: Bounds
    whole: Reference


def _frame(element: Element, given: Given, style: Style, outer: Rect, context: Context) -> _Frame:
    box = view_box_of(element, given, context) or Rect(0, 0, outer.width, outer.height)
    matrix = fitted(element, given, box, Rect(0, 0, outer.width, outer.height), context)
    cut = EVERYWHERE if style.overflow in ("visible", "auto") else _cut(matrix, outer.width, outer.height)
    whole = Reference(box.width, box.height, root_size=context.viewport.root_size)
    return _Frame(matrix._replace(e=matrix.e + outer.x, f=matrix.f + outer.y), cut, whole)


@lru_cache(1024)
def _cut(matrix: Matrix, width: float, height: float) -> Bounds:
    """Return the box of a viewport in the coordinates of what it shows."""
    corners = (*inverse(matrix).at(0, 0), *inverse(matrix).at(width, height))
    return Bounds(*(round(value, 3) for value in corners))


def _framed(element: Element, given: Given, style: Style, outer: Rect, context: Context) -> None:
    """Place an `svg` or `symbol` in its viewport, as a form that is shared with its equals."""
    matrix, box, whole = _frame(element, given, style, outer, context)

    def drawn() -> Form:
        inner = context.apart().inside(matrix)._replace(viewport=whole, matrix=Matrix())
        if element.get("data-source"):
            inner = inner._replace(host=Matrix())
        _children(element, given, style, inner)
        return inner.content.form(box)

    key = (context.art.fingerprint(element), style, box, whole, *_surroundings(matrix, context))
    _place(context.art.store.once(key, drawn), matrix, context)


def _surroundings(matrix: Matrix, context: Context) -> tuple[object, ...]:
    """Return what a shared form depends on beside what it holds."""
    host = context.host @ matrix if context.art.keeps_strokes else None
    return context.art.language, context.content.grey, host


def _place(form: Form, matrix: Matrix, context: Context) -> None:
    if form.content:
        context.content.stamp(form, matrix)


# ------------------------------------------------------------------ use


def _use(element: Element, given: Given, style: Style, context: Context) -> None:
    """Draw another element here; symbols, nested files and groups as forms."""
    used = _used(element, given, context)
    if used is None:
        return
    target, inside = used
    x = context.length(element, given, "x", "x", style)
    y = context.length(element, given, "y", "y", style)
    if target.tag in _FRAMED:
        _use_framed(element, given, target, style, inside)
    elif target.tag == f"{SVG}g":
        _use_group(target, style, Matrix(e=x, f=y), inside)
    else:
        context.content.save()
        if x or y:
            context.content.write(cm(Matrix(e=x, f=y)))
        draw(target, style, inside.inside(Matrix(e=x, f=y)))
        context.content.restore()


_USE = f"{SVG}use"
_FRAMED = frozenset([f"{SVG}symbol", f"{SVG}svg"])


def _used(element: Element, given: Given, context: Context) -> tuple[Element, Context] | None:
    """Return what a `use` refers to, and the context inside it."""
    name = reference(given)
    if not name.startswith("#"):
        context.art.report(element, f"href={name[:60]!r} is not read", "#id of an element of this file")
        return None
    target = context.art.find(element, name[1:])
    if target is None:
        return None
    if target.tag != f"{SVG}symbol" and target in element.iterancestors():
        context.art.report(element, f"{name[:60]} uses itself")
        return None
    inside = context.using(element, name[1:])
    return None if inside is None else (target, inside)


def _use_framed(element: Element, given: Given, target: Element, style: Style, context: Context) -> None:
    """Draw a `symbol` or `svg` in the size that its `use` says."""
    own, inner = context.art.read_again(target, style, context.viewport, SYMBOL_ATTRIBUTES)
    outer = _used_box(element, given, target, own, style, context)
    if outer is None or inner.display == "none":
        return

    def framed(target: Element, own: Given, inner: Style, context: Context) -> None:
        _framed(target, own, inner, outer, context)

    if "transform" in own or inner.layered:
        _apart(target, Drawn(framed, SYMBOL_ATTRIBUTES, _children_outline), own, inner, context)
    else:
        framed(target, own, inner, context)


def _used_box(
    element: Element, given: Given, target: Element, own: Given, style: Style, context: Context
) -> Rect | None:
    """Return where a `symbol` or `svg` is drawn by its `use`, which may say another size."""
    sized = {key: own[key] for key in ("width", "height") if key in own} | given
    outer = _viewport(element, sized, style, context)
    if outer is None:
        return None
    x = context.length(target, own, "x", "x", style)
    return outer._replace(x=outer.x + x, y=outer.y + context.length(target, own, "y", "y", style))


def _use_group(target: Element, style: Style, matrix: Matrix, context: Context) -> None:
    def drawn() -> Form:
        inner = context.apart().inside(matrix)._replace(matrix=Matrix())
        draw(target, style, inner)
        return inner.content.form()

    key = ("use", context.art.fingerprint(target), style, context.viewport, *_surroundings(matrix, context))
    _place(context.art.store.once(key, drawn), matrix, context)


# ------------------------------------------------------------------ outlines


def outline_of(element: Element, parent: Style, context: Context) -> Path:
    """Return the outline of an element and all that it holds, where its parent is drawn; groups are boxes."""
    drawn = ELEMENTS.get(element.tag)
    if drawn is None:
        return []
    given, style = context.art.read(element, parent, context.viewport, drawn.attributes)
    if style.display == "none" or not _meant(given, context.art.language):
        return []
    context.art.work.add(2)
    path = drawn.outline(element, given, style, context).placed()
    if "transform" not in given and style.transform is None:
        return path
    return transformed(path, style.transform or context.transform(element, given.get("transform", "")))


def _children_outline(element: Element, _given: Given, style: Style, context: Context) -> Shape:
    return boxed([step for child in element for step in outline_of(child, style, context)])


def _switch_outline(element: Element, _given: Given, style: Style, context: Context) -> Shape:
    chosen = _chosen(element, context)
    return boxed([] if chosen is None else outline_of(chosen, style, context))


def _nested_outline(element: Element, given: Given, style: Style, context: Context) -> Shape:
    outer = _viewport(element, given, style, context)
    return NOTHING if outer is None else _frame_outline(element, given, style, outer, context)


def _frame_outline(element: Element, given: Given, style: Style, outer: Rect, context: Context) -> Shape:
    matrix, _, whole = _frame(element, given, style, outer, context)
    inside = _children_outline(element, given, style, context._replace(viewport=whole))
    return boxed(transformed(inside.path, matrix))


def _use_outline(element: Element, given: Given, style: Style, context: Context) -> Shape:
    used = _used(element, given, context)
    if used is None:
        return NOTHING
    target, inside = used
    if target.tag in _FRAMED:
        own, inner = context.art.read(target, style, context.viewport, SYMBOL_ATTRIBUTES)
        outer = _used_box(element, given, target, own, style, context)
        return NOTHING if outer is None else _frame_outline(target, own, inner, outer, inside)
    x, y = context.length(element, given, "x", "x", style), context.length(element, given, "y", "y", style)
    return boxed(transformed(outline_of(target, style, inside), Matrix(e=x, f=y)))


# ------------------------------------------------------------------ what is painted


def _shape(outline: Outline) -> Draw:
    def shape(element: Element, given: Given, style: Style, context: Context) -> None:
        for child in element:
            context.art.check_silent(child)
        made = outline(element, given, style, context)
        if "pathLength" in given and style.stroke_dasharray:
            style = _dashed(element, given, made, style, context)
        paint(element, made, style, context)

    return shape


def _dashed(element: Element, given: Given, shape: Shape, style: Style, context: Context) -> Style:
    """Return a style whose dashes are measured as if the line were as long as it says."""
    stated = context.length(element, given, "pathLength", "", style)
    long = Trail(shape.placed()).length
    return context.art.store.styles.dashed(style, long / stated) if stated > 0 and long > 0 else style


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
    f"{SVG}svg": Drawn(_nested, SVG_ATTRIBUTES, _nested_outline),
    f"{SVG}g": Drawn(_children, frozenset(), _children_outline),
    f"{SVG}a": Drawn(_children, frozenset(["href", "target", "rel"]), _children_outline),
    f"{SVG}switch": Drawn(_switch, frozenset(), _switch_outline),
    f"{SVG}use": Drawn(_use, FRAME_ATTRIBUTES | {"href"}, _use_outline),
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
