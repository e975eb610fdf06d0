"""Rows: the mappings in the lists of a pack's tables, the fields that their lists know, and where they stand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from generator.pack.source.located import DataPath, Source
from generator.problems import Location


class _Row(NamedTuple):
    """Where a row stands, and the fields that rows of its list have."""

    source: Source
    path: DataPath
    fields: Collection[str]


class Rows:
    """Finds the rows of tables again; they are gone through when the first is looked for."""

    def __init__(self, tables: Mapping[str, Source]) -> None:
        self._tables = tables

    def fields(self, row: Mapping[str, Any]) -> Collection[str]:
        """Return the fields that a row, or another one of its list, has; none for what is no row."""
        known = self._rows.get(id(row))
        return known.fields if known else ()

    def place(self, row: Mapping[str, Any] | None, name: str) -> Location | None:
        """Return where a row's field stands, or where it should; None for what is no row."""
        known = self._rows.get(id(row))
        return known.source.place((*known.path, name)) if known else None

    @cached_property
    def _rows(self) -> dict[int, _Row]:
        rows: dict[int, _Row] = {}
        for source in self._tables.values():
            _collect(source.data, source, (), rows)
        return rows


def _collect(data: Any, source: Source, path: DataPath, rows: dict[int, _Row]) -> None:
    if isinstance(data, list):
        own = [row for row in data if isinstance(row, dict)]
        fields = dict.fromkeys(key for row in own for key in row)
        for index, value in enumerate(data):
            if isinstance(value, dict):
                rows[id(value)] = _Row(source, (*path, index), fields.keys())
            _collect(value, source, (*path, index), rows)
    elif isinstance(data, dict):
        for key, value in data.items():
            if isinstance(value, (list, dict)):
                _collect(value, source, (*path, key), rows)
