"""What a property is: the field of a style that it sets, and how its value is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from generator.svg.css.colours import Colour
from generator.svg.css.style import Style
from generator.svg.css.values import Reference
from generator.svg.css.values import length as length_of


class Scope(NamedTuple):
    """What the value of a property may refer to: the parent's style, the element's own values, the viewport."""

    parent: Style
    values: dict[str, Any]
    viewport: Reference

    @property
    def color(self) -> Colour:
        """What currentColor stands for."""
        colour: Colour = self.values["color"]
        return colour


Read = Callable[[str, Scope], Any]


class Property(NamedTuple):
    """A CSS property: the field of `Style` it sets, how its value is read, and which fields are set alike."""

    field: str
    read: Read
    also: tuple[str, ...] = ()


def named(name: str, read: Read) -> tuple[str, Property]:
    """Return a property whose field has its name."""
    return name, Property(name.replace("-", "_"), read)


def keyword(*allowed: str) -> Read:
    """Return what reads one of some words."""

    def read(text: str, _scope: Scope) -> str:
        if text not in allowed:
            raise ValueError(f"{text[:40]!r} is none of {', '.join(allowed)}")
        return text

    return read


def length(text: str, scope: Scope) -> float:
    """Read a length in user units."""
    return length_of(text, "", scope.viewport._replace(font_size=scope.values["font_size"]))
