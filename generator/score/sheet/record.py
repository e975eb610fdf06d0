"""A record: a landscape as a person wrote it down, a row a tile or drawn with a letter a tile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from generator.score.sheet.entries import as_typed
from generator.score.sheet.sheet import KeyPath

MOST_ROWS = 400
"""How many rows a landscape may have, whatever the game."""

MOST_WORDS = 8
"""How many words one row may have."""

LONGEST_ROW = 1_000
"""How many characters one row may have."""

EMPTY = frozenset(".·…")
"""What a drawing shows where no tile lies."""

BARE = frozenset("-–—_oо□")
"""What stands where a tile lies of which nothing more is said."""

_ROW = re.compile(r"\s*\(?\s*([-−+]?\d{1,4})\s*[,; ]\s*([-−+]?\d{1,4})\s*\)?(?:\s*[:=]\s*|\s+|$)(.*)", re.DOTALL)
_BETWEEN = re.compile(r"[\s,;:=/|@()\[\]]+")
_KEYS = ("place", "tile", "turn", "token", "marker")


class Row(NamedTuple):
    """What is said of one place: the words after it, and `name`, what a report calls the place.

    `path` is where it stands in the file.
    """

    cell: tuple[int, int]
    words: tuple[str, ...]
    name: str
    path: KeyPath


class Record(NamedTuple):
    """A landscape as it was written: its rows, and the texts that can't be read with their paths."""

    rows: tuple[Row, ...]
    unreadable: tuple[tuple[str, KeyPath], ...]
    path: KeyPath


def record(written: Any, path: KeyPath, *, hexes: bool) -> Record:
    """Return a landscape as it was written: a list or mapping of places, or a text with a line a row of it."""
    if isinstance(written, str):
        lines = [line for line in written.expandtabs(8).split("\n") if line.strip()]
        if lines and not _ROW.fullmatch(lines[0]):
            return _drawn(lines, path, hexes=hexes)
        entries: list[tuple[Any, KeyPath]] = [(line, path) for line in lines]
    elif isinstance(written, dict):
        entries = [({place: words}, (*path, place)) for place, words in written.items()]
    elif isinstance(written, list):
        entries = [(entry, (*path, number)) for number, entry in enumerate(written)]
    else:
        return Record((), ((as_typed(written), path),), path)
    rows: list[Row] = []
    unreadable = []
    for entry, where in entries[:MOST_ROWS]:
        row = _row(entry, where)
        if row is None:
            unreadable.append((as_typed(entry), where))
        else:
            rows.append(row)
    unreadable += [(as_typed(entry), where) for entry, where in entries[MOST_ROWS : MOST_ROWS + 1]]
    return Record(tuple(rows), tuple(unreadable), path)


def _row(entry: Any, path: KeyPath) -> Row | None:
    if isinstance(entry, dict) and len(entry) == 1 and not entry.keys() & set(_KEYS):
        ((place, words),) = entry.items()
        entry = f"{place} {'' if words is None else words}" if isinstance(words, (str, int, type(None))) else None
    elif isinstance(entry, dict):
        entry = _in_order(entry)
    if isinstance(entry, list):
        flat = [part for value in entry for part in (value if isinstance(value, list) else [value])]
        plain = all(isinstance(value, (str, int, type(None))) and not isinstance(value, bool) for value in flat)
        entry = " ".join(str(value) for value in flat if value is not None) if plain else None
    if not isinstance(entry, str) or len(entry) > LONGEST_ROW:
        return None
    match = _ROW.fullmatch(entry)
    if match is None:
        return None
    x, y = (int(match[number].replace("−", "-")) for number in (1, 2))
    words = tuple(_words(match[3]))
    return Row((x, y), words, f"{x},{y}", path) if len(words) <= MOST_WORDS else None


def _in_order(entry: dict[Any, Any]) -> list[Any] | None:
    """Return the values of a row that is a mapping: the place, then its words."""
    if "place" not in entry or entry.keys() - set(_KEYS):
        return None
    return [entry.get(key) for key in _KEYS]


def _words(text: str) -> Iterator[str]:
    return (word for word in _BETWEEN.split(text) if word and word not in BARE)


# ------------------------------------------------------------------ drawn


def _drawn(lines: list[str], path: KeyPath, *, hexes: bool) -> Record:
    """Read a drawing: a line a row of places, blanks between them; of hexes every second row lies half a place right.

    Those are the rows that stand further in; when none does, they are the second, the fourth and so on.
    """
    indents = [len(line) - len(line.lstrip()) for line in lines]
    least = min(indents)
    inner = [indent > least for indent in indents]
    if hexes and any(inner) and any(one is other for one, other in pairwise(inner)):
        return Record((), (("\n".join(lines)[:LONGEST_ROW], path),), path)
    first = inner[0]  # whether the first row is one of those that lie further right
    rows: list[Row] = []
    unreadable = []
    for y, line in enumerate(lines):
        for x, text in enumerate(line.split()):
            if text in EMPTY:
                continue
            words = tuple(_words(text))
            if len(rows) >= MOST_ROWS or len(words) > MOST_WORDS or len(text) > LONGEST_ROW:
                unreadable.append((text[:LONGEST_ROW], path))
                break
            column = x - (y + (0 if not first else 1)) // 2 if hexes else x
            rows.append(Row((column, y), words, f"{y + 1}:{x + 1}", path))
    return Record(tuple(rows), tuple(unreadable), path)
