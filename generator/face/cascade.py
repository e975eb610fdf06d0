"""Declarations to styles: attributes, style="" and rules laid over what is inherited.

Styles are shared: the same declarations under the same parent give the same object, so
that everything made from a style is made once.
"""

from __future__ import annotations

import re
from dataclasses import replace

from generator.face.properties import ONLY, PROPERTIES, WITHOUT_EFFECT, Property, Scope
from generator.face.style import INHERITED, INITIAL, NOT_INHERITED, Style
from generator.face.values import Reference

Declarations = tuple[tuple[str, str], ...]

_FIRST = ("color", "font-size")  # other values may refer to these


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
    values = {name: getattr(parent, name) for name in INHERITED}
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
    elif text == "initial" or (text == "unset" and field in NOT_INHERITED):
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
