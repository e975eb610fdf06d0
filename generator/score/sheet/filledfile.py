"""A filled file as people type it who know no YAML: names glued to values, dashes, tallies and signs unquoted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from generator.pack.source.files import read_bytes
from generator.pack.source.located import DataPath, Source
from generator.pack.source.read import read
from generator.pack.source.text import decoded
from generator.pack.source.values import scalar
from generator.pack.source.yaml import read_yaml
from generator.problems import Failed, Location

_YAML = frozenset([".yaml", ".yml"])
_LINE = re.compile(r"(?P<before>\s*(?:-\s+)?)(?P<name>[A-Za-z]\w{0,59})\s{0,20}[:：](?P<value>.*)", re.DOTALL)
_COMMENT = re.compile(r"(?:^|\s)#.*", re.DOTALL)
_SIGNS = re.compile(r"[-|/\\*+!&%@?>`]+(?:[ ,]+[-|/\\*+!&%@?>`]+)*")
_BLOCK = re.compile(r"[|>][+\-0-9]{0,2}")
_LEADING = "*&!%@`|>?"
_CELL = re.compile(r"(?<=[\[,])(\s*)([-|/\\*+!&%@?>`]+)(?=\s*[,\]])")
_GLUED = re.compile(r"([A-Za-z]\w{0,59}):(.*)", re.DOTALL)


def read_filled(path: Path, shown: str) -> Source:
    """Read a filled file; problems name it `shown`, and stand at the line where the slip is.

    `Failed` when it can't be read or isn't well formed, even when `name:3`, `name: -` and `name: |` are taken for what
    people mean by them.
    """
    if path.suffix.lower() not in _YAML:
        return read(path, shown)
    return filled_yaml(read_bytes(path, shown), shown)


def filled_yaml(raw: bytes, shown: str) -> Source:
    """Read a filled file's YAML."""
    text = decoded(raw, shown)
    typed = _Lines(text)
    if not typed.moved and not typed.slips:
        return _unglued(read_yaml(raw, shown))
    try:
        source = read_yaml(typed.tallied.encode(), shown)
        if isinstance(source.data, dict):
            return _unglued(source)
    except Failed:
        if not typed.slips:
            raise
    return _unglued(_moved_back(read_yaml(typed.mended.encode(), shown), typed.moved))


class _Lines:
    """The lines of a filled file, with what people write made into YAML.

    `tallied` has tallies quoted that YAML reads as an empty block of text, `mended` every slip too; `moved` says by how
    much what stands behind a column of a line (both from 1) has moved to the right.
    """

    def __init__(self, text: str) -> None:
        self.moved: dict[int, list[tuple[int, int]]] = {}
        self.slips = False
        lines = text.splitlines(keepends=True)
        tallied, mended = [], []
        inside: int | None = None
        for number, line in enumerate(lines):
            indent = len(line) - len(line.lstrip())
            if inside is not None and (indent > inside or not line.strip()):
                tallied.append(line)
                mended.append(line)
                continue
            match = _LINE.fullmatch(line)
            inside = None
            if match and _begins_block(match, lines, number):
                inside = len(match["before"])
                match = None
            tally, whole = self._mended(match, number + 1) if match else (line, line)
            tallied.append(tally)
            mended.append(whole)
        self.tallied, self.mended = "".join(tallied), "".join(mended)

    def _mended(self, match: re.Match[str], number: int) -> tuple[str, str]:
        """Return a line with its tally quoted, and with every slip mended."""
        line = match.string
        comment = _COMMENT.search(match["value"])
        rest = match["value"][comment.start() :] if comment else ""
        value = match["value"].removesuffix(rest)
        ending = value[len(value.rstrip()) :]
        value, blank = value.strip(), value[: len(value) - len(value.lstrip())]
        quoted = _quoted(value)
        at = match.end("name") + 1
        start = match.start("value") + len(blank) + 1
        if not value or (blank and quoted == value and line[at - 1] == ":"):
            return line, line
        self.slips = True
        head = line[: match.end("name")] + ":" + (blank or " ")
        self.moved[number] = [(at, len(head) + 1 - start), (start, int(quoted != value) + len(head) + 1 - start)]
        whole = head + quoted + ending + rest
        return (whole if _BLOCK.fullmatch(value) else line), whole


def _begins_block(match: re.Match[str], lines: list[str], number: int) -> bool:
    """Return whether a line begins a block of text: a sign for one, and lines further to the right below it."""
    value = _COMMENT.sub("", match["value"]).strip()
    if not _BLOCK.fullmatch(value) or not match["value"][:1].isspace():
        return False
    below = next((line for line in lines[number + 1 :] if line.strip()), "")
    indent = len(below) - len(below.lstrip())
    return indent > len(match["before"]) and not below.lstrip().startswith("#")


def _quoted(value: str) -> str:
    """Return a value that YAML takes for a sign of its own as text in quotes."""
    if value.startswith("["):
        return _CELL.sub(r'\1"\2"', value)
    if not value or value[0] in "\"'{#":
        return value
    if _SIGNS.fullmatch(value) or value[0] in _LEADING or value.startswith("- "):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return value


def _moved_back(source: Source, moved: dict[int, list[tuple[int, int]]]) -> Source:
    """Return a source whose places are those of the file as it was typed."""
    return replace(
        source,
        places={path: _typed_at(place, moved) for path, place in source.places.items()},
        keys={path: _typed_at(place, moved) for path, place in source.keys.items()},
    )


def _typed_at(place: Location, moved: dict[int, list[tuple[int, int]]]) -> Location:
    by = next((by for column, by in moved.get(place.line, ())[:1] if place.column > column), 0)
    return place._replace(column=place.column - by) if by else place


def _unglued(source: Source) -> Source:
    """Return a source with `{berries:2}`, which YAML reads as a name without a value, taken apart."""
    data = source.data
    if not isinstance(data, dict):
        return source
    places, keys = dict(source.places), dict(source.keys)
    mended = _apart(data, (), places, keys)
    players = mended.get("players")
    if isinstance(players, list):
        mended["players"] = [
            _apart(player, ("players", number), places, keys) if isinstance(player, dict) else player
            for number, player in enumerate(players)
        ]
    return replace(source, data=mended, places=places, keys=keys)


def _apart(
    sheet: dict[str, Any], path: DataPath, places: dict[DataPath, Location], keys: dict[DataPath, Location]
) -> dict[str, Any]:
    apart = dict(_parts(sheet))
    if len(apart) < len(sheet):
        return sheet
    for key in sheet:
        match = _GLUED.fullmatch(key)
        if match and match[1] in apart:
            place = keys.get((*path, key), places.get((*path, key)))
            if place is not None:
                keys[*path, match[1]] = place
                places[*path, match[1]] = place._replace(column=place.column + len(match[1]) + 1)
    return apart


def _parts(sheet: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in sheet.items():
        match = _GLUED.fullmatch(key) if value is None else None
        yield (match[1], scalar(match[2].strip())) if match else (key, value)
