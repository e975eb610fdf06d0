"""Masks: what lets through as much as it is light, or as it covers."""

from __future__ import annotations

from typing import Literal

from generator.svg.core.content import Content, Mask
from generator.svg.core.context import Context
from generator.svg.core.geometry import bounds
from generator.svg.core.store import Form
from generator.svg.core.svgfile import Attributes
from generator.svg.css.style import Style
from generator.svg.css.values import Reference, cm
from generator.svg.paint.clip import Measure, clip
from generator.svg.xml import Element
from generator.units import Bounds, Matrix, Rect

ATTRIBUTES = frozenset(["x", "y", "width", "height", "maskUnits", "maskContentUnits"])

BBOX = "objectBoundingBox"

_NOWHERE = Bounds(0.0, 0.0, 0.0, 0.0)
_SIDES = (("x", "x", -0.1), ("y", "y", -0.1), ("width", "x", 1.2), ("height", "y", 1.2))


def mask(element: Element, name: str, outline: Measure, context: Context) -> Mask | None:
    """Return a mask in the coordinates of an element; `outline` measures the element. None when there is none."""
    server = context.file.find(element, name, "mask", instead="drawn without it")
    inside = context.using(element, name, instead="drawn without it")
    if server is None or inside is None:
        return None
    style = context.file.inherited(server, context.viewport)
    attributes, style = context.file.read(server, style, context.viewport, ATTRIBUTES)
    boxed = BBOX in (attributes.get("maskUnits", BBOX), attributes.get("maskContentUnits"))
    box = bounds(outline().placed()) if boxed else _NOWHERE
    if box is None:
        return Mask(Content(context.file.store, grey=True).group(_NOWHERE), "Alpha")
    return _made(server, attributes, style, box, outline, inside)


def _made(
    server: Element, attributes: Attributes, style: Style, box: Bounds, outline: Measure, context: Context
) -> Mask:
    """Return a mask, compiled once for equal bounding boxes."""
    kind: Literal["Alpha", "Luminosity"] = "Alpha" if style.mask_type == "alpha" else "Luminosity"
    units = Matrix.onto(box)

    def drawn() -> Form:
        inner = context.apart(grey=True)
        if attributes.get("maskContentUnits") == BBOX:
            inner.content.write(cm(units))
            inner = inner.inside(units)
        for child in server:
            context.engine.draw(child, style, inner)
        form = inner.content.group(_area(server, attributes, style, units, context))
        return _cut(server, form, style, outline, context)

    key = ("mask", context.file.fingerprint(server), style, units, context.viewport)
    return Mask(context.file.store.once(key, drawn), kind)


def _area(server: Element, attributes: Attributes, style: Style, units: Matrix, context: Context) -> Bounds:
    """Return the rectangle that a mask lets anything through in."""
    if attributes.get("maskUnits", BBOX) == BBOX:
        inside = context._replace(viewport=Reference(1.0, 1.0))
        x, y, width, height = (inside.length(server, attributes, *side[:2], style, side[2]) for side in _SIDES)
        return Bounds(*units.at(x, y), *units.at(x + width, y + height))
    whole = context.viewport
    usual = (side[2] * whole.part(side[1]) for side in _SIDES)
    x, y, width, height = (
        context.length(server, attributes, *side[:2], style, value) for side, value in zip(_SIDES, usual, strict=True)
    )
    return Rect(x, y, width, height).bounds


def _cut(server: Element, form: Form, style: Style, outline: Measure, context: Context) -> Form:
    """Return a mask as it is clipped and masked itself."""
    if not style.clip_path and not style.mask:
        return form
    outer = context.apart(grey=True)
    masks = clip(server, style.clip_path, outline, outer) if style.clip_path else []
    if style.mask and (own := mask(server, style.mask, outline, outer)):
        masks.append(own)
    outer.content.lay(form, masks=masks)
    return outer.content.group()
