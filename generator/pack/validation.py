"""Validation: plain data to models, or every mistake in it at its place and in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from generator.pack import allowed
from generator.pack.source.located import DataPath, Source
from generator.problems import Problems, listed, near, one_line, quoted

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Model = TypeVar("Model", bound=BaseModel)

_KEY = "[key]"
"""How an error's path ends when a mapping's key is wrong, not the value there."""


class _Mistake(NamedTuple):
    """One of the library's errors: what it is about, of what kind, and what the library says of it.

    `of_union` tells whether a union tried several models there.
    """

    path: DataPath
    kind: str
    of_union: bool
    value: Any
    message: str


def validated(model: type[Model], source: Source, problems: Problems) -> Model | None:
    """Return a file's data as a model; every mistake goes to `problems` with its place, and None comes back."""
    if not isinstance(source.data, dict):
        remedy = f"begin with {allowed.keys(model)[0]}: …"
        problems.error(source.place(), "the file must hold keys and values", remedy=remedy)
        return None
    try:
        return model.model_validate(source.data)
    except ValidationError as errors:
        for mistake in _mistakes(errors, source.data):
            _explain(mistake, model, source, problems)
        return None


def _mistakes(errors: ValidationError, data: Any) -> list[_Mistake]:
    """Return one mistake a path; what a union said of a whole is left out when it knows what is wrong inside."""
    mistakes: dict[DataPath, _Mistake] = {}
    for error in errors.errors(include_url=False):
        mistake = _mistake(error, data)
        mistakes.setdefault(mistake.path, mistake)
    outer = {path[:end] for path in mistakes for end in range(len(path))}
    return [mistake for path, mistake in mistakes.items() if not (mistake.of_union and path in outer)]


def _mistake(error: ErrorDetails, data: Any) -> _Mistake:
    loc, kind = error["loc"], error["type"]
    path = _data_path(loc, data)
    message = str(error.get("ctx", {}).get("error", ""))
    if kind in ("missing", "extra_forbidden"):
        if isinstance(loc[-1], int) and kind == "missing":  # too few values in brackets
            return _Mistake(path, "too_short", False, error["input"], message)
        path = path if kind == "extra_forbidden" else (*path, loc[-1])
        return _Mistake(path, kind, False, error["input"], message)
    if loc and loc[-1] == _KEY:
        path = (*path, _KEY)
    return _Mistake(path, kind, len(path) < len(loc), error["input"], message)


def _data_path(loc: tuple[int | str, ...], data: Any) -> DataPath:
    """Cut an error's path down to what stands in the data; unions add names of their own."""
    path: list[int | str] = []
    for part in loc:
        in_list = isinstance(data, list) and isinstance(part, int) and part < len(data)
        if in_list or (isinstance(data, dict) and part in data):
            data = data[part]
            path.append(part)
    return tuple(path)


def _explain(mistake: _Mistake, model: type[BaseModel], source: Source, problems: Problems) -> None:
    path = mistake.path
    place = source.place(path)
    if mistake.kind == "extra_forbidden":
        known = allowed.keys_at(model, path[:-1])
        key = str(path[-1])
        problems.error(source.key(path), f"unknown key {quoted(key)}", listed(known, 30), near(key, known))
    elif mistake.kind == "missing":
        problems.error(place, f"{_name(path)} is missing", remedy=f"add {path[-1]}: …")
    elif mistake.kind == "value_error":
        problems.error(place, f"{_name(path)}: {mistake.message}")
    elif path and path[-1] == _KEY:
        words = allowed.described(allowed.names_at(model, path[:-2]))
        problems.error(source.key(path[:-1]), _refused(path[:-1], mistake.value), words)
    else:
        words = allowed.described(allowed.at(model, path))
        problems.error(place, _refused(path, mistake.value), words)


def _refused(path: DataPath, value: Any) -> str:
    return f"{_name(path)}: {quoted(value)} won't do"


def _name(path: DataPath) -> str:
    return one_line(".".join(map(str, path)), 200) or "the file"
