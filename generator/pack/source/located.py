"""Located data: what a file holds, as plain data, and where in it each value stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from generator.problems import Location, Problem

DataPath = tuple[str | int, ...]
"""Where a value stands inside a file's data: keys and positions (from 0) from the top."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file's plain data (dict, list, str, int, float, bool, None), a place for each value, and warnings."""

    file: str
    data: Any
    places: dict[DataPath, Location] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()
    keys: dict[DataPath, Location] = field(default_factory=dict)

    def key(self, path: DataPath) -> Location:
        """Return where the key of the value at `path` stands."""
        return self.keys.get(path) or self.place(path)

    def place(self, path: DataPath = ()) -> Location:
        """Return where the value at `path` stands, or its nearest known parent."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Location(self.file))
