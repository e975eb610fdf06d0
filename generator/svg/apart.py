"""Elements drawn in a state of their own: transformed, clipped, masked, faded, blended."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

from generator.svg.core.content import Mask
from generator.svg.core.context import Context
from generator.svg.core.outlines import Outline
from generator.svg.core.svgfile import Attributes
from generator.svg.css.properties import BLEND_MODES
from generator.svg.css.style import Style
from generator.svg.css.values import cm, finite, flattens
from generator.svg.paint.clip import clip
from generator.svg.paint.masks import mask
from generator.svg.xml import SVG, Element
from generator.units import Matrix

Draw = Callable[[Element, Attributes, Style, Context], None]

_USE = f"{SVG}use"


class Drawn(NamedTuple):
    """How an element is drawn and measured, and the attributes it may have beside those of style.

    `fades` tells that its opacity may be that of its one paint, without a group.
    """

    draw: Draw
    attributes: frozenset[str]
    outline: Outline
    fades: bool = False


def draw_apart(element: Element, drawn: Drawn, attributes: Attributes, style: Style, context: Context) -> None:
    """Draw an element in a state of its own: transformed, clipped, faded."""
    content = context.content
    content.save()
    if "transform" in attributes or style.transform is not None:
        matrix = style.transform or context.transform(element, attributes.get("transform", ""))
        context = context.inside(matrix)
        if not finite(context.matrix) or not finite(context.host):
            context.file.report(element, "the transforms round it are too large together")
        if flattens(matrix) or not finite(context.matrix) or not finite(context.host):
            content.restore()
            return
        content.write(cm(matrix))
    if style.composed or style.clip_path:
        _composed(element, drawn, attributes, style, context)
    else:
        drawn.draw(element, attributes, style, context)
    content.restore()


def _composed(element: Element, drawn: Drawn, attributes: Attributes, style: Style, context: Context) -> None:
    """Draw an element clipped, masked, see-through or blended as a whole."""
    if style.opacity <= 0:
        return
    if element.tag == _USE and (style.clip_path or style.mask):
        attributes, context = _moved(element, attributes, style, context)
    masks = _masks(element, drawn, attributes, style, context)
    alone = None if masks else _without_group(drawn, style, context)
    if alone is not None:
        drawn.draw(element, attributes, alone, context)
        return
    inner = context.composed()
    drawn.draw(element, attributes, style, inner)
    if inner.content.operators:
        context.content.lay(inner.content.group(), style.opacity, BLEND_MODES[style.mix_blend_mode], masks)


def _masks(element: Element, drawn: Drawn, attributes: Attributes, style: Style, context: Context) -> list[Mask]:
    """Clip what follows, and return the masks that an element is seen through."""
    outline = cache(partial(drawn.outline, element, attributes, style, context))  # measured only when it is asked for
    masks = clip(element, style.clip_path, outline, context) if style.clip_path else []
    if style.mask and (own := mask(element, style.mask, outline, context)):
        masks.append(own)
    return masks


def _without_group(drawn: Drawn, style: Style, context: Context) -> Style | None:
    """Return the style in which an element looks the same without being composed first, None when there is none."""
    if style.mix_blend_mode != "normal" or style.isolation != "auto":
        return None
    if style.opacity == 1 and not context.file.blends:
        return style
    one_paint = not (style.strokes and style.fill is not None) and not style.marked
    return context.file.store.styles.faded(style) if drawn.fades and one_paint else None


def _moved(element: Element, attributes: Attributes, style: Style, context: Context) -> tuple[Attributes, Context]:
    """Go to where a `use` draws: what clips and masks it is measured from there."""
    x, y = context.length(element, attributes, "x", "x", style), context.length(element, attributes, "y", "y", style)
    matrix = Matrix(e=x, f=y)
    context.content.write(cm(matrix))
    return {**attributes, "x": "0", "y": "0"}, context.inside(matrix)
