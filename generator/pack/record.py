"""Records: the frozen types of a pack's files, declared once for reading, JSON Schema and manual.

A record is a dataclass whose fields are the keys of a mapping in a file. Their types may be
str, int, float, bool, Any, None, Literal, enums, other records, lists, tuples, dicts and
unions of these, and `Annotated` with `Limits`. Libraries for this take longer to load than
a whole pack takes to print.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a value must keep to beside its type: a number's range, a length, a text's pattern.

    `form` says in words what a text of the pattern looks like.
    """

    least: float | None = None
    above: float | None = None
    most: float | None = None
    shortest: int = 0
    longest: int | None = None
    pattern: str = ""
    form: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a record: its name in the file, the field it fills, and what it means."""

    name: str
    field: str
    type: Any
    description: str
    required: bool
    default: Any


def key(description: str, *, name: str = "", default: Any = MISSING) -> Any:
    """Declare a key; `name` is its name in the file where that is a word of Python."""
    about = {"description": description, "name": name}
    if isinstance(default, (list, dict)):
        return field(default_factory=default.copy, metadata=about)
    return field(default=default, metadata=about)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(key,))
def record(made: type[Made]) -> type[Made]:
    """Make a class a record."""
    return dataclass(frozen=True, kw_only=True)(made)


def keys(of: Any) -> dict[str, Key]:
    """Return the keys of a record by their names in the file, in the order they are declared."""
    return _keys(of)


@cache
def _keys(of: Any) -> dict[str, Key]:
    types = get_type_hints(of, include_extras=True)
    found = {}
    for made in fields(of):
        name = made.metadata["name"] or made.name
        required = made.default is MISSING and made.default_factory is MISSING
        default = made.default if made.default_factory is MISSING else made.default_factory()
        found[name] = Key(name, made.name, types[made.name], made.metadata["description"], required, default)
    return found


def is_record(of: Any) -> bool:
    """Tell whether a type is a record."""
    return isinstance(of, type) and hasattr(of, "__dataclass_fields__")


def is_enum(of: Any) -> bool:
    """Tell whether a type is an enum."""
    return isinstance(of, type) and issubclass(of, Enum)


def is_union(of: Any) -> bool:
    """Tell whether a type is one of several."""
    return get_origin(of) in (Union, UnionType)


def choices(of: Any) -> tuple[Any, ...]:
    """Return the values that a literal or an enum allows, nothing for other types."""
    if get_origin(of) is Literal:
        return get_args(of)
    return tuple(member.value for member in of) if is_enum(of) else ()


def limited(of: Any) -> tuple[Any, Limits | None]:
    """Part a type from its limits."""
    if get_origin(of) is Annotated:
        plain, limits = get_args(of)
        return plain, limits
    return of, None
