"""Declarations to styles: attributes, style="" and rules laid over what is inherited.

Styles are shared: the same declarations under the same parent give the same object, so
that everything made from a style is made once.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from generator.svg.css.colours import BLACK
from generator.svg.css.declaration import Property, Scope
from generator.svg.css.fontproperties import SHORTHANDS, longhands
from generator.svg.css.properties import ONLY, PROPERTIES, WITHOUT_EFFECT
from generator.svg.css.style import INITIAL, NOT_INHERITED, PAINT_ORDER, Style, style_of
from generator.svg.css.values import Reference

Declarations = tuple[tuple[str, str], ...]

_MAY_FOLLOW = frozenset(["fill", "stroke"])
_FIRST = ("color", "font-size")  # other values may refer to these


class BadDeclaration(NamedTuple):
    """What is wrong with a declaration, and what is drawn instead."""

    what: str
    instead: str = "drawn without it"


MOST_KEPT = 20_000
"""So many styles are kept at a time."""


class Styles:
    """Makes styles, each once."""

    def __init__(self) -> None:
        self._made: dict[tuple[Style, Declarations, Reference], tuple[Style, tuple[BadDeclaration, ...]]] = {}
        self._changed: dict[tuple[object, ...], Style] = {}

    def derive(
        self, parent: Style, declared: Declarations, viewport: Reference
    ) -> tuple[Style, tuple[BadDeclaration, ...]]:
        """Return the style of a child of `parent`, and what is wrong with its declarations."""
        key = (parent, declared, viewport)
        derived = self._made.get(key)
        if derived is None:
            if len(self._made) >= MOST_KEPT:
                self._made.clear()
            derived = self._made[key] = _derived(parent, declared, viewport)
        return derived

    def faded(self, style: Style) -> Style:
        """Return the style with the element's opacity in those of fill and stroke."""
        key = ("faded", style)
        if key not in self._changed:
            fill, stroke = style.fill_opacity * style.opacity, style.stroke_opacity * style.opacity
            self._changed[key] = replace(style, fill_opacity=fill, stroke_opacity=stroke, opacity=1.0)
        return self._changed[key]

    def dashed(self, style: Style, times: float) -> Style:
        """Return the style with dashes so many times as long."""
        dashes = tuple(dash * times for dash in style.stroke_dasharray)
        key = ("dashed", style, dashes)
        if key not in self._changed:
            offset = style.stroke_dashoffset * times
            self._changed[key] = replace(style, stroke_dasharray=dashes, stroke_dashoffset=offset)
        return self._changed[key]

    def silhouette(self, style: Style) -> Style:
        """Return the style of an outline that clips: all black, nothing stroked, faded or masked."""
        key = ("silhouette", style)
        if key not in self._changed:
            self._changed[key] = replace(
                style, fill=BLACK, fill_opacity=1.0, fill_rule=style.clip_rule, stroke=None, opacity=1.0, mask="",
                marker_start="", marker_mid="", marker_end="", paint_order=PAINT_ORDER, mix_blend_mode="normal",
            )  # fmt: skip
        return self._changed[key]

    def standing_on(self, style: Style, shape: Style) -> Style:
        """Return the style of a marker on a shape: its context paints are those of the shape."""
        key = ("standing on", style, shape.fill, shape.stroke)
        if key not in self._changed:
            self._changed[key] = replace(style, context_fill=shape.fill, context_stroke=shape.stroke)
        return self._changed[key]


def _derived(parent: Style, declared: Declarations, viewport: Reference) -> tuple[Style, tuple[BadDeclaration, ...]]:
    wrong: list[BadDeclaration] = []
    values = parent.handed_on.copy()
    scope = Scope(parent, values, viewport)
    declarations = _parted(declared)
    for name in (
        *(first for first in _FIRST if first in declarations),
        *(name for name in declarations if name not in _FIRST),
    ):
        text = declarations[name].strip()
        if "var(" in text:
            text = _without_variables(name, text, wrong)
        if definition := PROPERTIES.get(name):
            if text:
                _set(definition, text, scope, wrong, name)
        elif problem := _undrawn(name, text):
            wrong.append(BadDeclaration(problem))
    values.update((field, values["color"]) for field in values["current"])
    return style_of(values), tuple(wrong)


def _parted(declared: Declarations) -> dict[str, str]:
    """Return what is declared, shorthands as what they stand for; what is declared later stands later."""
    longs = dict(declared)
    if SHORTHANDS.keys().isdisjoint(longs):
        return longs
    longs = {}
    for name, text in declared:
        for part, value in longhands(name, text):
            longs.pop(part, None)
            longs[part] = value
    return longs


_VARIABLE = re.compile(r"var\(\s*--[^,()]*(?:,((?:[^()]|\([^()]*\))*))?\)")


def _without_variables(name: str, text: str, wrong: list[BadDeclaration]) -> str:
    """Put the fallbacks of CSS variables in their places; "" when one has none."""
    whole = all(match[1] is not None for match in _VARIABLE.finditer(text))
    plain = _VARIABLE.sub(lambda match: match[1].strip(), text) if whole else ""
    plain = "" if "var(" in plain else plain
    instead = f"drawn with its fallback {plain[:40]!r}" if plain else "drawn without it"
    wrong.append(BadDeclaration(f"{name}={text[:60]!r}: CSS variables are not read", instead))
    return plain


def _set(definition: Property, text: str, scope: Scope, wrong: list[BadDeclaration], name: str) -> None:
    values, field = scope.values, definition.field
    if text == "inherit":
        values[field] = getattr(scope.parent, field)
    elif text == "initial" or (text == "unset" and field in NOT_INHERITED):
        values[field] = getattr(INITIAL, field)
    elif text != "unset":
        try:
            values[field] = definition.read(text, scope)
        except ValueError as error:
            wrong.append(BadDeclaration(f"{name}={text[:60]!r}: {error}"))
            return
    values.update((other, values[field]) for other in definition.also)
    if field in _MAY_FOLLOW:
        follows = text.lower() == "currentcolor" or (text == "inherit" and field in scope.parent.current)
        values["current"] = values["current"] | {field} if follows else values["current"] - {field}


def _undrawn(name: str, value: str) -> str:
    """Return what is wrong with a property that is not drawn, "" when it asks for nothing."""
    if name in ONLY:
        words = (*ONLY[name].split(), ONLY[name], "inherit", "initial", "unset")
        return "" if value in words else f"{name}={value[:60]!r} can't be drawn; allowed: {ONLY[name]}"
    if name in WITHOUT_EFFECT or name.startswith("-"):
        return ""
    return f"the property {name!r} is not known"


_INLINE = re.compile(r"\s*([-\w]+)\s*:\s*((?:[^;\"']|\"[^\"]*\"|'[^']*')*)(?:;|$)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def inline(text: str) -> tuple[list[tuple[str, str, bool]], list[str]]:
    """Return name, value and importance of each declaration of a style attribute, and what is none."""
    text = _COMMENT.sub(" ", text)
    declarations, wrong, end = [], [], 0
    while text[end:].strip():
        match = _INLINE.match(text, end)
        if match is None:
            rest, _, _ = text[end:].partition(";")
            if rest.strip():
                wrong.append(rest.strip()[:40])
            end += len(rest) + 1
            continue
        value, important = _importance(match[2])
        declarations.append((match[1].lower(), value, important))
        end = match.end()
    return declarations, wrong


def _importance(value: str) -> tuple[str, bool]:
    head, mark, tail = value.rpartition("!")
    return (head.strip(), True) if mark and tail.strip().lower() == "important" else (value.strip(), False)
