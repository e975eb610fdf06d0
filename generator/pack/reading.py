"""Reading: plain data to records, or every mistake in it at its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin

from generator.pack.record import Key, Limits, choices, is_enum, is_record, is_union, keys, limited
from generator.pack.source import Path_, Source
from generator.problems import Problems, listed, near, one_line, quoted

Made = TypeVar("Made")
_Reader = Callable[[Any, Any, Path_], Any]

_WRONG = object()
"""What is returned for a value whose mistake is noted."""

_TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_WHOLE = re.compile(r"-?\d{1,18}")
_DECIMAL = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")


def read_record(of: type[Made], source: Source, problems: Problems) -> Made | None:
    """Return a file's data as a record; every mistake goes to `problems` with its place, and None comes back."""
    if not isinstance(source.data, dict):
        remedy = f"begin with {next(iter(keys(of)))}: …"
        problems.error(source.place(), "the file must hold keys and values", remedy=remedy)
        return None
    made = _Reading(source, problems).value(of, source.data, ())
    return None if made is _WRONG else made


class _Reading:
    """One file while it is read."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self.source = source
        self.problems = problems

    def value(self, of: Any, data: Any, path: Path_) -> Any:
        """Return data as a type, or `_WRONG` when something was noted."""
        plain, limits = limited(of)
        made = self._value(plain, data, path, of)
        if limits is not None and made is not _WRONG and not _keeps(limits, made):
            return self._wrong(of, data, path)
        return made

    def _value(self, plain: Any, data: Any, path: Path_, of: Any) -> Any:
        if is_union(plain):
            return self._one_of(plain, data, path)
        if not _suits(plain, data):
            made = _converted(plain, data)
            return self._wrong(of, data, path) if made is _WRONG else made
        inside = self._compound(plain)
        if inside is not None:
            return inside(plain, data, path)
        return plain(data) if plain is float or is_enum(plain) else data

    def _compound(self, plain: Any) -> _Reader | None:
        if is_record(plain):
            return self._record
        readers: dict[Any, _Reader] = {list: self._list, tuple: self._tuple, dict: self._dict}
        return readers.get(get_origin(plain))

    def _one_of(self, union: Any, data: Any, path: Path_) -> Any:
        """Read data as the first member of a union that is of its sort, else as the first it can become."""
        members = get_args(union)
        for member in members:
            if _suits(limited(member)[0], data):
                return self.value(member, data, path)
        for member in members:
            made = _converted(limited(member)[0], data)
            if made is not _WRONG:
                return self.value(member, made, path)
        return self._wrong(union, data, path)

    def _list(self, of: Any, data: list[Any], path: Path_) -> Any:
        (each,) = get_args(of)
        return _unless_wrong([self.value(each, value, (*path, number)) for number, value in enumerate(data)])

    def _tuple(self, of: Any, data: list[Any], path: Path_) -> Any:
        made = [
            self.value(each, value, (*path, n)) for n, (each, value) in enumerate(zip(get_args(of), data, strict=True))
        ]
        return _WRONG if _WRONG in made else tuple(made)

    def _dict(self, of: Any, data: dict[Any, Any], path: Path_) -> Any:
        name_type, value_type = get_args(of)
        names = [self.value(name_type, name, (*path, name)) for name in data]
        made = {name: self.value(value_type, value, (*path, name)) for name, value in data.items()}
        return _WRONG if _WRONG in names or _WRONG in made.values() else made

    def _record(self, of: type[Any], data: dict[str, Any], path: Path_) -> Any:
        known = keys(of)
        right = [self._is_known(name, known, path) for name in data]
        given = {}
        for name, made in known.items():
            if name in data:
                given[made.field] = self.value(made.type, data[name], (*path, name))
            elif made.required:
                what = f"{_name((*path, name))} is missing"
                self.problems.error(self.source.place(path), what, remedy=f"add {name}: …")
                right.append(False)
        if not all(right) or _WRONG in given.values():
            return _WRONG
        try:
            return of(**given)
        except ValueError as error:
            self.problems.error(self.source.place(path), f"{_name(path)}: {error}")
            return _WRONG

    def _is_known(self, name: str, known: dict[str, Key], path: Path_) -> bool:
        if name not in known:
            place = self.source.key((*path, name))
            self.problems.error(place, f"unknown key {quoted(name)}", listed(known, 30), near(name, known))
        return name in known

    def _wrong(self, of: Any, data: Any, path: Path_) -> Any:
        self.problems.error(self.source.place(path), f"{_name(path)}: {quoted(data)} won't do", described(of))
        return _WRONG


def _name(path: Path_) -> str:
    return one_line(".".join(map(str, path)), 200) or "the file"


def _unless_wrong(made: list[Any]) -> Any:
    return _WRONG if any(value is _WRONG for value in made) else made


# ------------------------------------------------------------------ what a value may be


def _suits(plain: Any, data: Any) -> bool:
    """Tell whether data is of a type's sort, whatever is inside it."""
    if chosen := choices(plain):
        return any(type(data) is type(choice) and data == choice for choice in chosen)
    if get_origin(plain) is tuple:
        return isinstance(data, list) and len(data) == len(get_args(plain))
    if plain is float:
        return type(data) in (int, float)
    return plain is Any or type(data) is (dict if is_record(plain) else get_origin(plain) or plain)


def _converted(plain: Any, data: Any) -> Any:
    """Return a scalar as another type where a person means the same: 0.1 as the text, yes as true."""
    number = isinstance(data, (int, float)) and not isinstance(data, bool)
    if plain is str and number:
        return str(data)
    if not isinstance(data, str):
        return _WRONG
    if plain is bool:
        return _TRUTHS.get(data.lower(), _WRONG)
    if plain is int and _WHOLE.fullmatch(data):
        return int(data)
    if plain is float and _DECIMAL.fullmatch(data):
        return float(data)
    return _WRONG


def _keeps(limits: Limits, made: Any) -> bool:
    if isinstance(made, (int, float)):
        return (
            (limits.least is None or made >= limits.least)
            and (limits.above is None or made > limits.above)
            and (limits.most is None or made <= limits.most)
        )
    if limits.pattern and not re.fullmatch(limits.pattern, made):
        return False
    return limits.shortest <= len(made) and (limits.longest is None or len(made) <= limits.longest)


# ------------------------------------------------------------------ in words

_WORDS: dict[Any, str] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "names with values",
    Any: "any value",
}


def described(of: Any) -> str:
    """Return in words what a type allows."""
    plain, limits = limited(of)
    words = _described(plain)
    if limits is None:
        return words
    if limits.form:
        return limits.form
    return " ".join([words, *_bounds(limits, "characters" if plain is str else "entries")])


def _described(plain: Any) -> str:
    origin, parts = get_origin(plain), get_args(plain)
    if is_record(plain):
        return f"keys and values ({listed(keys(plain), 30)})"
    if chosen := choices(plain):
        return listed(chosen, 30)
    if is_union(plain):
        return ", or ".join(dict.fromkeys(described(part) for part in parts if part is not NoneType))
    if origin is tuple:
        return f"{len(parts)} values in brackets"
    return _WORDS[origin or plain]


def _bounds(limits: Limits, unit: str) -> list[str]:
    words = []
    if limits.above is not None:
        words.append(f"above {limits.above:g}")
    if limits.least is not None:
        words.append(f"from {limits.least:g}")
    if limits.most is not None:
        words.append(f"to {limits.most:g}")
    if limits.shortest or limits.longest is not None:
        most = f" to {limits.longest}" if limits.longest is not None else " or more"
        words.append(f"of {limits.shortest}{most} {unit}")
    return words
