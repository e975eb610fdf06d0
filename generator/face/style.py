"""Presentation: attributes, style="" and style sheets to one resolved `Style` an element.

Lengths are in user units. Styles are shared: the same declarations under the same parent
give the same object, so that everything made from a style is made once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

from generator.face.colours import BLACK, Colour, colour
from generator.face.values import Reference, length, numbers, pdf, split_length

Declaration = tuple[str, str]
Declarations = tuple[Declaration, ...]


class Server(NamedTuple):
    """A paint from elsewhere in the file, and what to paint when it isn't there."""

    id: str
    fallback: Colour | None = None


Paint = Colour | Server | None


@dataclass(frozen=True, eq=False)
class Style:
    """The computed values of an element; those after `opacity` are not inherited."""

    color: Colour = BLACK
    fill: Paint = BLACK
    fill_opacity: float = 1.0
    fill_rule: str = "nonzero"
    clip_rule: str = "nonzero"
    stroke: Paint = None
    stroke_opacity: float = 1.0
    stroke_width: float = 1.0
    stroke_linecap: str = "butt"
    stroke_linejoin: str = "miter"
    stroke_miterlimit: float = 4.0
    stroke_dasharray: tuple[float, ...] = ()
    stroke_dashoffset: float = 0.0
    font_family: tuple[str, ...] = ()
    font_size: float = 16.0
    font_weight: int = 400
    font_style: str = "normal"
    text_anchor: str = "start"
    dominant_baseline: str = "auto"
    letter_spacing: float = 0.0
    word_spacing: float = 0.0
    white_space: str = "normal"
    visibility: str = "visible"
    opacity: float = 1.0
    display: str = "inline"
    overflow: str = ""
    clip_path: str = ""
    stop_color: Colour = BLACK
    stop_opacity: float = 1.0

    @cached_property
    def fill_alpha(self) -> float:
        """Opacity of the fill with that of its colour."""
        return self.fill_opacity * (self.fill.alpha if isinstance(self.fill, Colour) else 1.0)

    @cached_property
    def stroke_alpha(self) -> float:
        """Opacity of the stroke with that of its colour."""
        return self.stroke_opacity * (self.stroke.alpha if isinstance(self.stroke, Colour) else 1.0)

    @cached_property
    def strokes(self) -> bool:
        """Whether anything is stroked."""
        return self.stroke is not None and self.stroke_width > 0

    @cached_property
    def pen(self) -> tuple[str, str, str, str, str]:
        """The operators of line width, cap, join, mitre limit and dashes; "" for one that doesn't matter."""
        dashes = " ".join(map(pdf, _dots(self.stroke_dasharray, self.stroke_linecap)))
        return (
            f"{pdf(self.stroke_width)} w",
            f"{_CAPS[self.stroke_linecap]} J",
            f"{_JOINS[self.stroke_linejoin]} j",
            f"{pdf(self.stroke_miterlimit)} M" if self.stroke_linejoin == "miter" else "",
            f"[{dashes}] {pdf(self.stroke_dashoffset if dashes else 0)} d",
        )


INITIAL = Style()
_DOT = 0.001  # some viewers draw a dash of length 0 as one of 0.1, and all that follow too late
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2, "miter-clip": 0, "arcs": 0}
_NOT_INHERITED = frozenset(["opacity", "display", "overflow", "clip_path", "stop_color", "stop_opacity"])
_INHERITED = tuple(field.name for field in fields(Style) if field.name not in _NOT_INHERITED)
_FIRST = ("color", "font-size")  # other values may refer to these


def _dots(dashes: tuple[float, ...], cap: str) -> tuple[float, ...]:
    """Give the dashes without length that caps make visible a very small one."""
    if cap == "butt" or 0.0 not in dashes[::2]:
        return dashes
    pairs = [
        (on or _DOT, off if on else max(off - _DOT, 0.0)) for on, off in zip(dashes[::2], dashes[1::2], strict=True)
    ]
    return tuple(value for pair in pairs for value in pair)


# ------------------------------------------------------------------ values of properties


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


class Styles:
    """Makes styles, each once."""

    def __init__(self) -> None:
        self._made: dict[tuple[Style, Declarations, Reference], tuple[Style, tuple[str, ...]]] = {}
        self._faded: dict[Style, Style] = {}

    def derive(self, parent: Style, declared: Declarations, viewport: Reference) -> tuple[Style, tuple[str, ...]]:
        """Return the style of a child of `parent`, and what is wrong with its declarations."""
        key = (parent, declared, viewport)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = _derived(parent, declared, viewport)
        return made

    def faded(self, style: Style) -> Style:
        """Return the style with the element's opacity in those of fill and stroke."""
        faint = self._faded.get(style)
        if faint is None:
            fill, stroke = style.fill_opacity * style.opacity, style.stroke_opacity * style.opacity
            faint = self._faded[style] = replace(style, fill_opacity=fill, stroke_opacity=stroke, opacity=1.0)
        return faint


def _derived(parent: Style, declared: Declarations, viewport: Reference) -> tuple[Style, tuple[str, ...]]:
    wrong: list[str] = []
    values = {name: getattr(parent, name) for name in _INHERITED}
    scope = Scope(parent, values, viewport)
    given = dict(declared)
    for name in (*(first for first in _FIRST if first in given), *(name for name in given if name not in _FIRST)):
        if known := PROPERTIES.get(name):
            _set(known, given[name].strip(), scope, wrong, name)
        elif problem := _undrawn(name, given[name]):
            wrong.append(problem)
    return Style(**values), tuple(wrong)


def _set(known: Property, text: str, scope: Scope, wrong: list[str], name: str) -> None:
    values, field = scope.values, known.field
    if text == "inherit":
        values[field] = getattr(scope.parent, field)
    elif text == "initial" or (text == "unset" and field in _NOT_INHERITED):
        values[field] = getattr(INITIAL, field)
    elif text != "unset":
        try:
            values[field] = known.read(text, scope)
        except ValueError as error:
            wrong.append(f"{name}={text[:60]!r}: {error}")


def _undrawn(name: str, value: str) -> str:
    """Return what is wrong with a property that is not drawn, "" when it asks for nothing."""
    if name in ONLY:
        words = (*ONLY[name].split(), "inherit", "initial", "unset")
        return "" if value.strip() in words else f"{name}={value[:60]!r} can't be drawn; allowed: {ONLY[name]}"
    if name in WITHOUT_EFFECT or name.startswith("-"):
        return ""
    return f"the property {name!r} is not known"


_INLINE = re.compile(r"\s*([-\w]+)\s*:\s*((?:[^;\"']|\"[^\"]*\"|'[^']*')*)(?:;|$)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def inline(text: str) -> list[tuple[str, str, bool]]:
    """Return name, value and importance of each declaration of a style attribute; `ValueError` otherwise."""
    text = _COMMENT.sub(" ", text)
    found, end = [], 0
    while match := _INLINE.match(text, end):
        value, important = _importance(match[2])
        found.append((match[1].lower(), value, important))
        end = match.end()
    if text[end:].strip(" \t\r\n;"):
        raise ValueError(f"not a style: {text[end : end + 40].strip()!r}")
    return found


def _importance(value: str) -> tuple[str, bool]:
    head, mark, tail = value.rpartition("!")
    return (head.strip(), True) if mark and tail.strip().lower() == "important" else (value.strip(), False)
