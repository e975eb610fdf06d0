"""Reading a data file by what its name ends in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from generator.pack.source.files import read_bytes
from generator.pack.source.json import read_json
from generator.pack.source.located import Source
from generator.pack.source.table import read_table
from generator.pack.source.yaml import read_yaml
from generator.problems import Location, failed

_READERS: Mapping[str, Callable[[bytes, str], Source]] = {
    ".yaml": read_yaml,
    ".yml": read_yaml,
    ".json": read_json,
    ".csv": read_table,
    ".tsv": read_table,
    ".txt": read_table,
}

DATA_SUFFIXES = frozenset(_READERS)


def read(path: Path, shown: str) -> Source:
    """Read one data file, told apart by its ending; problems name it `shown`.

    Raises `Failed` when it can't be read or isn't well formed.
    """
    raw = read_bytes(path, shown)
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        allowed = ", ".join(ending.removeprefix(".") for ending in _READERS)
        raise failed(Location(shown), f"a data file ending in {path.suffix!r}", allowed, "save it as one of these")
    return reader(raw, shown)
