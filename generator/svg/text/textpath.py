"""Text on a path: the path of a `textPath`, and where a letter stands on it."""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

from generator.svg.core.context import Context, reference
from generator.svg.core.geometry import transformed
from generator.svg.core.outlines import OUTLINES
from generator.svg.core.trail import Trail
from generator.svg.css.values import length
from generator.svg.text.reading import Span
from generator.svg.xml import local
from generator.units import Path

_USUAL = {"method": "align", "spacing": "exact", "side": "left"}
_ALLOWED = {"method": ("align",), "spacing": ("exact", "auto"), "side": ("left", "right")}


class Stand(NamedTuple):
    """Where a letter begins and how it is turned, in degrees."""

    x: float
    y: float
    angle: float


class Way(NamedTuple):
    """A path that letters stand on, where they begin, and whether they go the other way."""

    trail: Trail
    start: float
    back: bool

    def stand(self, gone: float, advance: float, below: float) -> Stand | None:
        """Return where a letter stands that begins after a distance, None when its middle is off the path."""
        half = advance / 2
        middle = gone + half
        spot = self.trail.at(self.trail.length - middle if self.back else middle)
        if spot is None:
            return None
        angle = spot.angle + 180 if self.back else spot.angle
        c, s = cos(radians(angle)), sin(radians(angle))
        return Stand(spot.x - half * c - below * s, spot.y - half * s + below * c, angle)


def way_of(span: Span, context: Context) -> Way | None:
    """Return the path of a textPath; None, and a problem, when there is none."""
    found = _path(span, context)
    if found is None:
        return None
    path, stated = found
    trail = Trail(path)
    for name, allowed in _ALLOWED.items():
        if span.attributes.get(name, _USUAL[name]) not in allowed:
            what = f"{name}={span.attributes[name][:40]!r} can't be drawn"
            context.file.report(span.element, what, ", ".join(allowed), instead="drawn without it")
    scale = trail.length / stated if stated else 1.0
    return Way(trail, _offset(span, trail, scale, context), span.attributes.get("side") == "right")


def _offset(span: Span, trail: Trail, scale: float, context: Context) -> float:
    text = span.attributes.get("startOffset", "0").strip()
    try:
        if text.endswith("%"):
            return float(text[:-1]) / 100 * trail.length
        return length(text, "x", context.viewport._replace(font_size=span.style.font_size)) * scale
    except ValueError:
        context.file.report(span.element, f"startOffset={text[:40]!r} is no length", instead="drawn without it")
        return 0.0


def _path(span: Span, context: Context) -> tuple[Path, float] | None:
    """Return the path that an element names or holds, and the length that its author says it has."""
    element = span.element
    if "path" in span.attributes:
        shape, wrong = context.file.store.path(span.attributes["path"])
        if wrong:
            context.file.report(element, f"path: {wrong}", instead="drawn up to there")
        return shape.path, 0.0
    name = reference(span.attributes)
    if not name.startswith("#"):
        context.file.report(element, f"href={name[:60]!r} is not read", "#id of a path of this file")
        return None
    target = context.file.find(element, name[1:], *OUTLINES)
    if target is None:
        return None
    inherited = context.file.inherited(target, context.viewport)
    attributes, style = context.file.read(target, inherited, context.viewport, frozenset(target.attrib))
    path = OUTLINES[local(target)](target, attributes, style, context).placed()
    stated = context.length(target, attributes, "pathLength", "", style)
    matrix = style.transform or context.transform(target, attributes.get("transform", ""))
    return transformed(path, matrix), stated
