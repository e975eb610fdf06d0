"""Blanks: fields of rows in which nothing stands, which no template prints as a word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jinja2

from generator.problems import quoted


class Blank(jinja2.Undefined):
    """The empty field `name` of a row: nothing, no entries, none, and no number.

    `present` tells whether the row has the field, or only others of its list do.
    """

    __slots__ = ("name", "present", "row")

    def __init__(self, row: Mapping[str, Any], name: str, present: bool) -> None:
        super().__init__(f"the field {quoted(name)} is empty here")
        self.row = row
        self.name = name
        self.present = present

    def __eq__(self, other: object) -> bool:
        return other is None or isinstance(other, Blank)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(None)


class TruthPrinted(jinja2.TemplateRuntimeError):
    """A template prints true or false: of the row's field `name`, when one was read."""

    def __init__(self, value: bool, row: Mapping[str, Any] | None, name: str) -> None:
        self.row = row
        self.name = name
        word = "true" if value else "false"
        whose = f"{word} of the field {quoted(name)}" if name else word
        super().__init__(f"{whose} is printed here; allowed: text and numbers")


def is_defined(value: Any) -> bool:
    """Return whether a name or field is there: also an empty one."""
    return value.present if isinstance(value, Blank) else not isinstance(value, jinja2.Undefined)


def is_undefined(value: Any) -> bool:
    """Return whether a name or field isn't there."""
    return not is_defined(value)


def is_none(value: Any) -> bool:
    """Return whether nothing stands in a field."""
    return value is None or isinstance(value, Blank)


def default(value: Any, otherwise: Any = "", boolean: bool = False) -> Any:
    """Return a value, or another one for what isn't there or is empty; with `boolean` also for 0, false and ""."""
    if is_none(value) or isinstance(value, jinja2.Undefined) or (boolean and not value):
        return otherwise
    return value
