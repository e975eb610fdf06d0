"""The properties that are drawn: how their values are read, and which others ask for nothing."""

from __future__ import annotations

import re

from generator.svg.css.colours import Colour, colour
from generator.svg.css.declaration import Property, Scope, keyword, length, named
from generator.svg.css.fontproperties import LETTERING, ONLY_FOR_TEXT, WITHOUT_EFFECT_ON_TEXT
from generator.svg.css.style import PAINT_ORDER, Paint, Server
from generator.svg.css.values import css_transform, numbers, split_length
from generator.units import Matrix


def _share(text: str, _scope: Scope) -> float:
    value, unit = split_length(text)
    if unit not in ("", "%"):
        raise ValueError(f"{text[:40]!r} is neither a number nor a percentage")
    return min(max(value / 100 if unit == "%" else value, 0.0), 1.0)


def _colour(text: str, scope: Scope) -> Colour:
    return scope.color if text.lower() == "currentcolor" else colour(text)


def _color(text: str, scope: Scope) -> Colour:
    return scope.parent.color if text.lower() == "currentcolor" else colour(text)


_URL = re.compile(r"url\(\s*(['\"]?)#([^'\")]+)\1\s*\)\s*(.*)", re.DOTALL)


def _paint(text: str, scope: Scope) -> Paint:
    if text == "none":
        return None
    if text in ("context-fill", "context-stroke"):
        paint: Paint = scope.values[text.replace("-", "_")]
        return paint
    if match := _URL.fullmatch(text):
        rest = match[3].strip()
        return Server(match[2], None if rest in ("", "none") else _colour(rest, scope))
    if text.startswith("url("):
        raise ValueError("a paint from another file is not read; allowed: url(#id) of this file")
    return _colour(text, scope)


def _reference(text: str, _scope: Scope) -> str:
    """Return the id of a clip path, mask or marker, "" for none."""
    if text == "none":
        return ""
    match = _URL.fullmatch(text)
    if match is None or match[3]:
        raise ValueError(f"{text[:40]!r} is neither none nor url(#id) of this file")
    return match[2]


def _order(text: str, _scope: Scope) -> tuple[str, ...]:
    words = [] if text == "normal" else text.split()
    if len({*words}) != len(words) or not {*words} <= {*PAINT_ORDER}:
        raise ValueError(f"{text[:40]!r} is neither normal nor an order of {', '.join(PAINT_ORDER)}")
    return (*words, *(word for word in PAINT_ORDER if word not in words))


def _transform(text: str, _scope: Scope) -> Matrix | None:
    return None if text == "none" else css_transform(text)


def _width(text: str, scope: Scope) -> float:
    value = length(text, scope)
    if value < 0:
        raise ValueError("it is below 0")
    return value


def _miter(text: str, _scope: Scope) -> float:
    value = float(numbers(text)[0]) if text else 0.0
    if value < 1:
        raise ValueError("it is below 1")
    return value


def _dashes(text: str, scope: Scope) -> tuple[float, ...]:
    if text == "none":
        return ()
    lengths = [_width(part, scope) for part in re.split(r"[\s,]+", text.strip(" ,\t\r\n"))]
    if not any(lengths):
        return ()
    return tuple(lengths if len(lengths) % 2 == 0 else lengths * 2)


IMAGE_RENDERING = (
    "auto", "smooth", "high-quality", "optimizeQuality", "optimizespeed", "optimizeSpeed", "pixelated", "crisp-edges"
)  # fmt: skip

BLEND_MODES = {
    "normal": "Normal", "multiply": "Multiply", "screen": "Screen", "overlay": "Overlay", "darken": "Darken",
    "lighten": "Lighten", "color-dodge": "ColorDodge", "color-burn": "ColorBurn", "hard-light": "HardLight",
    "soft-light": "SoftLight", "difference": "Difference", "exclusion": "Exclusion", "hue": "Hue",
    "saturation": "Saturation", "color": "Color", "luminosity": "Luminosity",
}  # fmt: skip
"""The ways to blend with what is below, and their names in PDF."""

PROPERTIES = LETTERING | dict(
    [
        named("color", _color),
        named("fill", _paint),
        named("fill-opacity", _share),
        named("fill-rule", keyword("nonzero", "evenodd")),
        named("clip-rule", keyword("nonzero", "evenodd")),
        named("stroke", _paint),
        named("stroke-opacity", _share),
        named("stroke-width", _width),
        named("stroke-linecap", keyword("butt", "round", "square")),
        named("stroke-linejoin", keyword("miter", "round", "bevel")),
        named("stroke-miterlimit", _miter),
        named("stroke-dasharray", _dashes),
        named("stroke-dashoffset", length),
        named("visibility", keyword("visible", "hidden", "collapse")),
        named("opacity", _share),
        named("display", lambda text, _scope: text),
        named("overflow", keyword("visible", "hidden", "scroll", "auto")),
        named("clip-path", _reference),
        named("mask", _reference),
        named("mask-type", keyword("luminance", "alpha")),
        named("mix-blend-mode", keyword(*BLEND_MODES)),
        named("image-rendering", keyword(*IMAGE_RENDERING)),
        named("isolation", keyword("auto", "isolate")),
        named("paint-order", _order),
        named("vector-effect", keyword("none", "non-scaling-stroke")),
        named("transform", _transform),
        ("marker", Property("marker_start", _reference, ("marker_mid", "marker_end"))),
        named("marker-start", _reference),
        named("marker-mid", _reference),
        named("marker-end", _reference),
        named("stop-color", _colour),
        named("stop-opacity", _share),
    ]
)
"""What is drawn."""

ONLY = ONLY_FOR_TEXT | {
    "color-interpolation": "auto sRGB",
    "backdrop-filter": "none",
    "background": "none transparent white #fff #ffffff",
    "background-color": "transparent white #fff #ffffff",
    "filter": "none",
    "mask-image": "none",
    "perspective": "none",
    "rotate": "none",
    "scale": "none",
    "translate": "none",
    "transform-box": "view-box",
    "transform-origin": "0 0",
}
"""Properties that can't be drawn yet, and the values that ask for nothing."""

WITHOUT_EFFECT = WITHOUT_EFFECT_ON_TEXT | frozenset(
    [
        "animation",
        "appearance",
        "box-sizing",
        "clip",
        "color-interpolation-filters",
        "color-profile",
        "color-rendering",
        "cursor",
        "enable-background",
        "flood-color",
        "flood-opacity",
        "lighting-color",
        "nav-index",
        "page-break-after",
        "page-break-before",
        "page-break-inside",
        "pointer-events",
        "print-color-adjust",
        "shape-rendering",
        "solid-color",
        "solid-opacity",
        "stroke-alignment",
        "touch-action",
        "transition",
        "user-select",
        "will-change",
    ]
)
"""Properties that drawing programs write and that change nothing on paper."""
