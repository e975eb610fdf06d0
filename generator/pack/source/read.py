"""Reading a data file by what its name ends in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from generator.pack.source.files import read_bytes
from generator.pack.source.json import read_json
from generator.pack.source.located import Source
from generator.pack.source.table import read_table
from generator.pack.source.text import composed
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

WORKBOOKS = frozenset([".xlsx", ".ods"])
"""The endings of files that spreadsheets keep several sheets in."""


def read_tables(path: Path, shown: str, wanted: Sequence[str] = ()) -> dict[str, Source]:
    """Read the tables of a file by name: a workbook's sheets that are wanted, `file#Sheet`, else its first one.

    Raises `Failed` when it can't be read or isn't well formed.
    """
    stem = composed(path.stem)
    if path.suffix.lower() not in WORKBOOKS:
        return {stem: read(path, shown)}
    from generator.pack.source.workbook import read_workbook

    sheets = read_workbook(read_bytes(path, shown), shown, wanted)
    return {f"{stem}#{sheet.name}" if sheet.name else stem: sheet.source for sheet in sheets}


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
