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
    return _in_rows(entries, path)


def _in_rows(entries: list[tuple[Any, KeyPath]], path: KeyPath) -> Record:
    rows = [(_row(entry, where), entry, where) for entry, where in entries[:MOST_ROWS]]
    unreadable = [(as_typed(entry), where) for row, entry, where in rows if row is None]
    unreadable += [(as_typed(entry), where) for entry, where in entries[MOST_ROWS : MOST_ROWS + 1]]
    return Record(tuple(row for row, _, _ in rows if row is not None), tuple(unreadable), path)


def _row(entry: Any, path: KeyPath) -> Row | None:
    text = _as_text(entry)
    match = _ROW.fullmatch(text) if text is not None and len(text) <= LONGEST_ROW else None
    if match is None:
        return None
    x, y = (int(match[number].replace("−", "-")) for number in (1, 2))
    words = tuple(_words(match[3]))
    return Row((x, y), words, f"{x},{y}", path) if len(words) <= MOST_WORDS else None


def _as_text(entry: Any) -> str | None:
    """Return a row written in any way as one text: the place, then its words; None where it can't be one."""
    if isinstance(entry, dict) and len(entry) == 1 and not entry.keys() & set(_KEYS):
        entry = list(*entry.items())
    elif isinstance(entry, dict):
        entry = _in_order(entry)
    if isinstance(entry, list):
        return _joined(entry)
    return entry if isinstance(entry, str) else None


def _joined(parts: list[Any]) -> str | None:
    flat = [part for value in parts for part in (value if isinstance(value, list) else [value])]
    if any(isinstance(value, bool) or not isinstance(value, (str, int, type(None))) for value in flat):
        return None
    return " ".join(str(value) for value in flat if value is not None)


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
    inner = _further_in(lines)
    if hexes and any(inner) and any(one is other for one, other in pairwise(inner)):
        return Record((), (("\n".join(lines)[:LONGEST_ROW], path),), path)
    rows: list[Row] = []
    unreadable = []
    for y, line in enumerate(lines):
        shift = (y + inner[0]) // 2 if hexes else 0
        for x, text in enumerate(line.split()):
            words = tuple(_words(text))
            if len(rows) >= MOST_ROWS or len(words) > MOST_WORDS or len(text) > LONGEST_ROW:
                unreadable.append((text[:LONGEST_ROW], path))
                break
            if text not in EMPTY:
                rows.append(Row((x - shift, y), words, f"{y + 1}:{x + 1}", path))
    return Record(tuple(rows), tuple(unreadable), path)


def _further_in(lines: list[str]) -> list[bool]:
    """Tell of each line whether it begins further right than the others."""
    indents = [len(line) - len(line.lstrip()) for line in lines]
    return [indent > min(indents) for indent in indents]
