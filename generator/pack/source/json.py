"""JSON: data with the places that reading it as YAML gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import isfinite
from typing import Any

from generator.pack.source.located import DataPath, Source
from generator.pack.source.text import checked, composed, decoded
from generator.pack.source.values import DEEPEST, MOST_VALUES, Count, scalar, too_deep
from generator.pack.source.yaml import read_yaml
from generator.problems import Failed, Location, failed


def read_json(raw: bytes, shown: str) -> Source:
    """Read JSON; places come from reading it as YAML where that works, as it nearly always does."""
    import json

    text = decoded(raw, shown)
    if len(text) > MOST_VALUES:
        Count(shown).add(sum(map(text.count, ",[{:")))
    try:
        data = json.loads(text, object_pairs_hook=_no_twins(raw, shown), parse_float=scalar, parse_int=scalar)
    except json.JSONDecodeError as error:
        raise failed(Location(shown, error.lineno, error.colno), f"not JSON: {error.msg}") from error
    except RecursionError as error:
        raise too_deep(Location(shown)) from error
    source = Source(shown, data, _places(raw, shown))
    return replace(source, data=_checked(data, source, ()))


def _checked(data: Any, source: Source, path: DataPath) -> Any:
    """Return data whose texts have one form; `Failed` at a value that JSON can hold and YAML and print can't."""
    if len(path) > DEEPEST:
        raise too_deep(source.place(path))
    if isinstance(data, str):
        return checked(data, source.place(path))
    if isinstance(data, float) and not isfinite(data):
        raise failed(source.place(path), f"{data} is no number that can be written", remedy="write a number, or text")
    if isinstance(data, list):
        return [_checked(item, source, (*path, index)) for index, item in enumerate(data)]
    if isinstance(data, dict):
        for key in data:
            checked(key, source.place((*path, key)))
        return {key: _checked(item, source, (*path, key)) for key, item in data.items()}
    return data


def _places(raw: bytes, shown: str) -> dict[DataPath, Location]:
    try:
        return _as_yaml(raw, shown).places
    except Failed:
        return {}


def _as_yaml(raw: bytes, shown: str) -> Source:
    return read_yaml(raw.replace(b"\t", b" "), shown)


def _no_twins(raw: bytes, shown: str) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        items = [(composed(name), value) for name, value in items]
        result = dict(items)
        if len(result) < len(items):
            twice = next(name for name, amount in Counter(name for name, _ in items).items() if amount > 1)
            _as_yaml(raw, shown)  # which stops with the lines of both
            raise failed(Location(shown), f"key {twice!r} stands twice in one object", remedy="keep one of the two")
        return result

    return pairs
