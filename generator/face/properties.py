"""The properties that are drawn: how their values are read, and which others ask for nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from generator.face.colours import Colour, colour
from generator.face.style import Paint, Server, Style
from generator.face.values import Reference, length, numbers, split_length


class Scope(NamedTuple):
    """What the value of a property may refer to: the parent's style, the element's own values, the viewport."""

    parent: Style
    values: dict[str, Any]
    viewport: Reference

    @property
    def color(self) -> Colour:
        """What currentColor stands for."""
        found: Colour = self.values["color"]
        return found


Read = Callable[[str, Scope], Any]


def _keyword(*allowed: str) -> Read:
    def read(text: str, _scope: Scope) -> str:
        if text not in allowed:
            raise ValueError(f"{text[:40]!r} is none of {', '.join(allowed)}")
        return text

    return read


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
    if match := _URL.fullmatch(text):
        rest = match[3].strip()
        return Server(match[2], None if rest in ("", "none") else _colour(rest, scope))
    if text.startswith("url("):
        raise ValueError("a paint from another file is not read; allowed: url(#id) of this file")
    return _colour(text, scope)


def _clip(text: str, _scope: Scope) -> str:
    if text == "none":
        return ""
    match = _URL.fullmatch(text)
    if match is None or match[3]:
        raise ValueError(f"{text[:40]!r} is neither none nor url(#id) of this file")
    return match[2]


def _length(text: str, scope: Scope) -> float:
    reference = scope.viewport._replace(font_size=scope.values["font_size"])
    return length(text, "", reference)


def _width(text: str, scope: Scope) -> float:
    value = _length(text, scope)
    if value < 0:
        raise ValueError("it is below 0")
    return value


def _spacing(text: str, scope: Scope) -> float:
    return 0.0 if text == "normal" else _length(text, scope)


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


_SIZES = {
    "xx-small": 9.0,
    "x-small": 10.0,
    "small": 13.0,
    "medium": 16.0,
    "large": 18.0,
    "x-large": 24.0,
    "xx-large": 32.0,
}


def _font_size(text: str, scope: Scope) -> float:
    whole = scope.parent.font_size
    if text in _SIZES:
        return _SIZES[text]
    if text in ("larger", "smaller"):
        return whole * 1.2 if text == "larger" else whole / 1.2
    value, unit = split_length(text)
    size = value / 100 * whole if unit == "%" else length(text, "", scope.viewport._replace(font_size=whole))
    if size < 0:
        raise ValueError("it is below 0")
    return size


def _font_weight(text: str, scope: Scope) -> int:
    weight = scope.parent.font_weight
    match text:
        case "normal":
            return 400
        case "bold":
            return 700
        case "bolder":
            return 400 if weight < 350 else 700 if weight < 550 else 900
        case "lighter":
            return 100 if weight < 550 else 400 if weight < 750 else 700
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise ValueError(f"{text[:40]!r} is none of normal, bold, bolder, lighter, 1 to 1000")
    return int(text)


def _families(text: str, _scope: Scope) -> tuple[str, ...]:
    names = [name.strip().strip("'\"").strip() for name in text.split(",")]
    return tuple(" ".join(name.split()) for name in names if name)


class Property(NamedTuple):
    """A CSS property: the field of `Style` it sets and how its value is read."""

    field: str
    read: Read


def _property(name: str, read: Read) -> tuple[str, Property]:
    return name, Property(name.replace("-", "_"), read)


PROPERTIES = dict(
    [
        _property("color", _color),
        _property("font-size", _font_size),
        _property("font-family", _families),
        _property("font-weight", _font_weight),
        _property("font-style", _keyword("normal", "italic", "oblique")),
        _property("fill", _paint),
        _property("fill-opacity", _share),
        _property("fill-rule", _keyword("nonzero", "evenodd")),
        _property("clip-rule", _keyword("nonzero", "evenodd")),
        _property("stroke", _paint),
        _property("stroke-opacity", _share),
        _property("stroke-width", _width),
        _property("stroke-linecap", _keyword("butt", "round", "square")),
        _property("stroke-linejoin", _keyword("miter", "round", "bevel")),
        _property("stroke-miterlimit", _miter),
        _property("stroke-dasharray", _dashes),
        _property("stroke-dashoffset", _length),
        _property("text-anchor", _keyword("start", "middle", "end")),
        _property(
            "dominant-baseline",
            _keyword("auto", "alphabetic", "middle", "central", "hanging", "text-before-edge", "text-after-edge"),
        ),
        _property("letter-spacing", _spacing),
        _property("word-spacing", _spacing),
        _property("white-space", _keyword("normal", "pre")),
        _property("visibility", _keyword("visible", "hidden", "collapse")),
        _property("opacity", _share),
        _property("display", lambda text, _scope: text),
        _property("overflow", _keyword("visible", "hidden", "scroll", "auto")),
        _property("clip-path", _clip),
        _property("stop-color", _colour),
        _property("stop-opacity", _share),
    ]
)
"""What is drawn."""

ONLY = {
    "alignment-baseline": "auto baseline",
    "baseline-shift": "0 baseline",
    "color-interpolation": "auto sRGB",
    "direction": "ltr",
    "filter": "none",
    "font-stretch": "normal",
    "font-size-adjust": "none",
    "font-variant": "normal",
    "font-kerning": "auto normal",
    "isolation": "auto",
    "marker": "none",
    "marker-end": "none",
    "marker-mid": "none",
    "marker-start": "none",
    "mask": "none",
    "mix-blend-mode": "normal",
    "paint-order": "normal",
    "text-decoration": "none",
    "text-decoration-line": "none",
    "unicode-bidi": "normal",
    "vector-effect": "none",
    "writing-mode": "lr lr-tb horizontal-tb",
}
"""Properties that can't be drawn yet, and the values that ask for nothing."""

WITHOUT_EFFECT = frozenset(
    [
        "clip",
        "color-interpolation-filters",
        "color-profile",
        "color-rendering",
        "cursor",
        "enable-background",
        "flood-color",
        "flood-opacity",
        "font-feature-settings",
        "font-variant-caps",
        "font-variant-east-asian",
        "font-variant-ligatures",
        "font-variant-numeric",
        "font-variant-position",
        "font-variation-settings",
        "glyph-orientation-horizontal",
        "glyph-orientation-vertical",
        "image-rendering",
        "kerning",
        "lighting-color",
        "line-height",
        "pointer-events",
        "shape-margin",
        "shape-padding",
        "shape-rendering",
        "solid-color",
        "solid-opacity",
        "stroke-alignment",
        "text-align",
        "text-decoration-color",
        "text-decoration-style",
        "text-indent",
        "text-orientation",
        "text-rendering",
        "transition",
        "user-select",
        "will-change",
    ]
)
"""Properties that drawing programs write and that change nothing on paper."""
