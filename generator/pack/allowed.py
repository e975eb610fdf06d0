"""What is allowed where: a model's annotations, followed along a path and told in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from generator.pack.source.located import DataPath
from generator.problems import listed

_WHOLE, _NUMBER = "a whole number", "a number"
_WORDS: dict[Any, str] = {
    str: "text",
    int: _WHOLE,
    float: _NUMBER,
    bool: "true or false",
    list: "a list",
    dict: "names with values",
    Any: "any value",
}


def described(kinds: Iterable[Any]) -> str:
    """Return in words what any of these annotations allows."""
    words = [_described(kind) for of in kinds for kind in _alternatives(of)]
    needed = [word for word in words if word != _WHOLE or _NUMBER not in words]
    return ", or ".join(dict.fromkeys(needed))


def keys(model: type[BaseModel]) -> list[str]:
    """Return the keys of a model as a file has them."""
    return [field.alias or name for name, field in model.model_fields.items()]


def keys_at(model: type[BaseModel], path: DataPath) -> list[str]:
    """Return the keys that may stand at a path."""
    kinds = [kind for of in at(model, path) for kind in _alternatives(of)]
    return list(dict.fromkeys(key for kind in kinds if is_model(kind) for key in keys(kind)))


def at(model: type[BaseModel], path: DataPath) -> list[Any]:
    """Return the annotations of what may stand at a path."""
    annotations: list[Any] = [model]
    for part in path:
        annotations = [inner for of in annotations for kind in _alternatives(of) for inner in _inside(kind, part)]
    return annotations


def names_at(model: type[BaseModel], path: DataPath) -> list[Any]:
    """Return the annotations of the names that a mapping at a path may have."""
    kinds = [type_and_limits(kind)[0] for of in at(model, path) for kind in _alternatives(of)]
    return [get_args(kind)[0] for kind in kinds if get_origin(kind) is dict]


def is_model(of: Any) -> bool:
    """Tell whether an annotation is a model."""
    return isinstance(of, type) and issubclass(of, BaseModel)


def type_and_limits(of: Any) -> tuple[Any, list[Any]]:
    """Part an annotation into its type and what limits it."""
    if get_origin(of) is not Annotated:
        return of, []
    plain, *about = get_args(of)
    limits = [limit for part in about for limit in ((part, *part.metadata) if isinstance(part, FieldInfo) else [part])]
    return plain, limits


def range_in_words(limits: Iterable[Any]) -> str:
    """Return in words the range that limits leave to a number, with a space before it."""
    forms = {"gt": " above {:g}", "ge": " from {:g}", "le": " to {:g}"}
    return "".join(form.format(value) for name, form in forms.items() if (value := _limit(limits, name)) is not None)


def _limit(limits: Iterable[Any], name: str) -> Any:
    return next((value for limit in limits if (value := getattr(limit, name, None)) is not None), None)


def _alternatives(of: Any) -> list[Any]:
    """Part a union into its members, each with the limits of the whole."""
    plain, limits = type_and_limits(of)
    if get_origin(plain) not in (Union, UnionType):
        return [of]
    members = [kind for member in get_args(plain) if member is not NoneType for kind in _alternatives(member)]
    return [Annotated[(member, *limits)] for member in members] if limits else members


def _inside(kind: Any, part: str | int) -> list[Any]:
    """Return what may stand inside an annotation that is no union."""
    plain, _ = type_and_limits(kind)
    if is_model(plain):
        fields = plain.model_fields.items()
        return [field.rebuild_annotation() for name, field in fields if (field.alias or name) == part]
    insides: dict[Any, Callable[[tuple[Any, ...]], Any]] = {
        list: lambda parts: parts[0],
        dict: lambda parts: parts[1],
        tuple: lambda parts: parts[int(part)],
    }
    inside = insides.get(get_origin(plain))
    return [inside(get_args(plain))] if inside else []


def _described(kind: Any) -> str:
    plain, limits = type_and_limits(kind)
    description = _limit(limits, "description")
    return str(description) if description else f"{_plain(plain)}{range_in_words(limits)}{_length(plain, limits)}"


def _plain(plain: Any) -> str:
    origin, parts = get_origin(plain), get_args(plain)
    if is_model(plain):
        return f"keys and values ({listed(keys(plain), 30)})"
    if origin is Literal:
        return listed(parts, 30)
    if isinstance(plain, type) and issubclass(plain, Enum):
        return listed((member.value for member in plain), 30)
    return f"{len(parts)} values in brackets, with a comma between them" if origin is tuple else _WORDS[origin or plain]


def _length(plain: Any, limits: list[Any]) -> str:
    least, most = _limit(limits, "min_length"), _limit(limits, "max_length")
    if least is None and most is None:
        return ""
    return f" of {least or 0}{' or more' if most is None else f' to {most}'} " + (
        "characters" if plain is str else "entries"
    )
