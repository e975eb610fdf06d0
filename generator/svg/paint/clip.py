"""Clip paths: what lies outside them is not painted."""

from __future__ import annotations

from collections.abc import Callable

from generator.svg.core.content import Mask
from generator.svg.core.context import Context, reference
from generator.svg.core.geometry import Shape, bounds, operators, transformed
from generator.svg.core.outlines import ATTRIBUTES as SHAPE_ATTRIBUTES
from generator.svg.core.outlines import OUTLINES
from generator.svg.core.store import Form
from generator.svg.core.svgfile import Attributes
from generator.svg.css.style import Style
from generator.svg.css.values import cm, flattens
from generator.svg.xml import SVG, Element, local
from generator.units import Matrix, Path

Measure = Callable[[], Shape]
"""Measures an element: its outline, or the box of what it holds."""

ATTRIBUTES = frozenset(["clipPathUnits"])

_ALLOWED = (*OUTLINES, "text", "use")


def clip(element: Element, name: str, outline: Measure, context: Context) -> list[Mask]:
    """Clip what follows by the clip path `name`; the caller saves and restores the state.

    `outline` measures the element, which units of its bounding box refer to. What one
    outline can't say is returned as masks, in the coordinates of now.
    """
    path = context.file.find(element, name, "clipPath", instead="drawn without it")
    inside = context.using(element, name, instead="drawn without it")
    if path is None or inside is None:
        return []
    above = context.file.inherited(path, context.viewport)
    attributes, style = context.file.read(path, above, context.viewport, ATTRIBUTES)
    masks = clip(path, style.clip_path, outline, inside) if style.clip_path else []
    units = _units(attributes, outline)
    own = style.transform or inside.transform(path, attributes.get("transform", ""))
    matrix = None if units is None else own @ units  # what turns a clip path turns it in user space
    parts = _parts(path, inside)
    if not parts or matrix is None or flattens(matrix):
        context.content.write("0 0 0 0 re W n")
        return masks
    alone = _alone(parts[0], style, inside) if len(parts) == 1 else None
    if alone is not None:
        _cut(*alone, matrix, context)
        return masks
    return [*masks, _mask(path, parts, style, matrix, inside)]


def _units(attributes: Attributes, outline: Measure) -> Matrix | None:
    """Return the map of a clip path's units, None when it refers to a box that there isn't."""
    if attributes.get("clipPathUnits", "userSpaceOnUse") != "objectBoundingBox":
        return Matrix()
    box = bounds(outline().placed())
    return None if box is None else Matrix.onto(box)


def _parts(path: Element, context: Context) -> list[Element]:
    """Return the elements that a clip path is made of."""
    parts = []
    for child in path:
        if isinstance(child.tag, str) and child.tag.startswith(SVG) and local(child) in _ALLOWED:
            if child.tag != f"{SVG}use" or _usable(child, context):
                parts.append(child)
        else:
            context.file.check_silent(child)
    return parts


def _usable(use: Element, context: Context) -> bool:
    """Whether a use refers to a shape or to text itself, as it must inside a clip path."""
    return context.file.find(use, reference(use.attrib).removeprefix("#"), *OUTLINES, "text") is not None


def _alone(part: Element, parent: Style, context: Context) -> tuple[Path, bool] | None:
    """Return the outline of a part and whether it is cut by the even-odd rule, None when it needs a mask."""
    outline = OUTLINES.get(local(part))
    if outline is None:
        return None
    attributes, style = context.file.read(part, parent, context.viewport, SHAPE_ATTRIBUTES[local(part)])
    if style.clip_path or style.transform is not None:
        return None
    if style.display == "none" or style.visibility != "visible":
        return [], False
    matrix = context.transform(part, attributes.get("transform", ""))
    path = outline(part, attributes, style, context).placed()
    return (transformed(path, matrix) if matrix != Matrix() else path), style.clip_rule == "evenodd"


def _cut(path: Path, even: bool, matrix: Matrix, context: Context) -> None:
    if matrix != Matrix():
        path = transformed(path, matrix)
    written = operators(path) if path else "0 0 0 0 re"
    context.content.weigh(len(written) // 100)
    context.content.write(f"{written}\nW{'*' if even else ''} n")


def _mask(path: Element, parts: list[Element], style: Style, matrix: Matrix, context: Context) -> Mask:
    """Return a mask of several outlines: PDF would only take what lies in all of them."""

    def drawn() -> Form:
        inner = context.apart(grey=True)._replace(file=context.file.silhouettes())
        if matrix != Matrix():
            inner.content.write(cm(matrix))
            inner = inner.inside(matrix)
        for part in parts:
            context.engine.draw(part, style, inner)
        return inner.content.group()

    key = ("clip", context.file.fingerprint(path), style, matrix, context.viewport)
    return Mask(context.file.store.once(key, drawn), "Alpha")
