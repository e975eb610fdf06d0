"""Text files to plain data that knows its place: YAML, JSON, and tables from spreadsheets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from stat import S_ISREG
from typing import Any

from generator.problems import Failed, Location, Problem, Problems, failed, one_line, quoted

MOST_BYTES = 16 * 1024 * 1024
DEEPEST = 64

MOST_VALUES = 300_000
"""How many values (lists, mappings, texts, numbers; in a table cells) one file may hold."""

MOST_COLUMNS = 1_000
"""How many columns a table may have."""

LONGEST = 100_000
"""How many characters one value may have."""

Path_ = tuple[str | int, ...]
"""Where a value stands inside a file's data: keys and positions from the top."""

_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
"""Byte-order marks and the encodings they stand for."""

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.(?:[0-9]{0,14}[1-9])")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{3,8}\b")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")
"""Characters that no text holds: they can't be printed, and XML doesn't allow them."""

_EMPTY_PLACE = re.compile(r"[\[,]\s*,")
_GLUED = re.compile(r"\s*([\w-]+):(\S.*)")
_KEY_LINE = re.compile(r"^\s*(?:-\s+)?([^\s:#][^:]*):\s+\S")


@dataclass(frozen=True, slots=True)
class Source:
    """A file's plain data (dict, list, str, int, float, bool, None), a place for each value, and warnings."""

    file: str
    data: Any
    places: dict[Path_, Location] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()
    keys: dict[Path_, Location] = field(default_factory=dict)

    def key(self, path: Path_) -> Location:
        """Return where the key of the value at `path` stands."""
        return self.keys.get(path) or self.place(path)

    def place(self, path: Path_ = ()) -> Location:
        """Return where the value at `path` stands, or its nearest known parent."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Location(self.file))


def scalar(text: str) -> Any:
    """Return a plain scalar as data: numbers only where printing them gives back `text`.

    `12` and `0.5` are numbers, `true` and `false` booleans, nothing and `null` are None;
    `no`, `1:30`, `010`, `1.10` and dates stay the text that was typed.
    """
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text) and str(float(text)) == text:
        return float(text)
    return {"true": True, "false": False, "": None, "null": None, "~": None}.get(text, text)


def read(path: Path, shown: str) -> Source:
    """Read one data file, told apart by its ending; problems name it `shown`.

    Raises `Failed` when it can't be read or isn't well formed.
    """
    raw = read_bytes(path, shown)
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise failed(
            Location(shown),
            f"a data file ending in {path.suffix!r}",
            "yaml, yml, json, csv, tsv, txt",
            "save it as one of these",
        )
    return reader(raw, shown)


def read_bytes(path: Path, shown: str) -> bytes:
    """Read a file of at most 16 MiB; `Failed` when it is missing, unreadable, larger or no plain file."""
    try:
        if not S_ISREG(path.stat().st_mode):  # a pipe would keep us waiting, a device would never end
            raise failed(Location(shown), "this is no file", "a file with text in it")
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise failed(Location(shown), f"can't be read: {getattr(error, 'strerror', error)}") from error
    if len(raw) > MOST_BYTES:
        raise failed(Location(shown), "the file is larger than 16 MiB", remedy="split it")
    return raw


def inside(folder: Path, path: Path, shown: str) -> Path:
    """Return `path`; `Failed` when links or dots lead it out of `folder`."""
    try:
        within = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # links in a circle, a name that no file can have
        within = False
    if not within:
        raise failed(Location(shown), "a link that leaves the pack's folder", remedy="put the file itself there")
    return path


def decoded(raw: bytes, shown: str) -> str:
    """Return text from bytes by their byte-order mark, UTF-8 without one."""
    encoding = next((name for mark, name in _MARKS.items() if raw.startswith(mark)), "utf-8")
    try:
        return _readable(raw.decode(encoding), shown)
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise failed(
            Location(shown, line),
            f"the text is not {encoding.upper()}",
            "UTF-8, or UTF-16 with its mark",
            "save the file as UTF-8",
        ) from error


def _readable(text: str, shown: str) -> str:
    """Return the text; `Failed` with the line of a character that no text holds."""
    found = _CONTROL.search(text)
    if found is None:
        return text
    line = text.count("\n", 0, found.start()) + 1
    start = text.rfind("\n", 0, found.start()) + 1
    raise failed(
        Location(shown, line, found.start() - start + 1),
        f"a control character (U+{ord(found[0]):04X})",
        "letters, digits and signs; UTF-8, or UTF-16 with its mark",
        "save the file as UTF-8 text" if found[0] == "\0" else "remove it",
    )


def checked(value: str, place: Location) -> str:
    """Return a text value; `Failed` when it is too long or holds what no text holds."""
    if len(value) > LONGEST:
        raise failed(place, f"a text of {len(value)} characters", f"at most {LONGEST}", "shorten it")
    if (found := _CONTROL.search(value)) is not None:
        raise failed(place, f"a control character (U+{ord(found[0]):04X}) in {quoted(value)}", remedy="remove it")
    return value


class _Count:
    """Counts the values of a file; `Failed` above the limit."""

    def __init__(self, shown: str) -> None:
        self.shown = shown
        self.values = 0

    def add(self, values: int, line: int = 0) -> None:
        """Count values."""
        self.values += values
        if self.values > MOST_VALUES:
            raise failed(Location(self.shown, line), f"more than {MOST_VALUES} values in one file", remedy="split it")


# ------------------------------------------------------------------ YAML and JSON


def read_yaml(raw: bytes, shown: str) -> Source:
    """Read YAML (and JSON that is also YAML) with a place for every key and value."""
    import yaml

    text = decoded(raw, shown)
    loader_class = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        if len(text) > MOST_VALUES:  # a shorter text can't hold more values than that
            _count_yaml(loader_class(text), shown)
        loader = loader_class(text)
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        raise _yaml_failure(error, text, shown) from error
    except yaml.YAMLError as error:
        raise failed(Location(shown), f"not YAML: {error}") from error
    except RecursionError as error:
        raise failed(Location(shown), f"nested deeper than {DEEPEST} levels") from error
    return _Tree(shown, text).source(node)


def _count_yaml(loader: Any, shown: str) -> None:
    """Go through a long file without keeping anything, so that a huge one stops before it fills the memory."""
    from yaml import MappingStartEvent, ScalarEvent, SequenceStartEvent

    count = _Count(shown)
    while loader.check_event():
        event = loader.get_event()
        if isinstance(event, (ScalarEvent, SequenceStartEvent, MappingStartEvent)):
            count.add(1, event.start_mark.line + 1 if event.start_mark else 0)


def _yaml_failure(error: Any, text: str, shown: str) -> Exception:
    mark = error.problem_mark or error.context_mark
    lines = text.splitlines() or [""]
    line = min(mark.line + 1, len(lines)) if mark else 1
    said = str(error.problem or error.context)
    place = Location(shown, line, mark.column + 1 if mark else 0)
    if "another document" in said:
        return failed(Location(shown, line), "a second document begins here", "one document in a file", "remove ---")
    what, remedy = _yaml_slip(said, lines[line - 1])
    return failed(place, what, remedy=remedy)


def _yaml_slip(said: str, line: str) -> tuple[str, str]:
    """Return what is wrong with a line and what to do, in the words of who typed it."""
    shown = _beginning(line)
    if "mapping values are not allowed" in said:
        return _misplaced_colon(line)
    if "tab" in said or ("cannot start any token" in said and "\t" in line):
        return "a tab where spaces are needed", "indent with spaces"
    if _EMPTY_PLACE.search(line):
        return f"an empty place in a list: {shown}", "write null there, as in [1, null, 3]"
    if "could not find expected ':'" in said:
        return _missing_colon(line)
    return f"{said}: {shown}", "check quotes, brackets and the indentation of this line and the one above"


def _misplaced_colon(line: str) -> tuple[str, str]:
    shown = _beginning(line)
    if ": " in line.strip().partition(": ")[2]:
        return f"text with a colon must be quoted: {shown}", f"write it as {_quoted(line)}"
    remedy = "begin both equally far to the left; put text with a colon into quotes"
    return f"this line doesn't belong to the one above: {shown}", remedy


def _missing_colon(line: str) -> tuple[str, str]:
    shown = _beginning(line)
    if glued := _GLUED.match(line):
        return f"a blank is missing behind the colon: {shown}", f"write it as {glued[1]}: {_beginning(glued[2])}"
    return f"a colon is missing: {shown}", "write a name, a colon, a blank and what belongs to it, as in bears: 3"


def _beginning(line: str) -> str:
    return one_line(line[:1000].strip(), 100)


def _quoted(line: str) -> str:
    match = _KEY_LINE.match(line)
    if match is None:
        return '"…"'
    value = _beginning(line.split(":", 1)[1]).replace('"', '\\"')
    return f'{match[1].strip()}: "{value}"'


class _Tree:
    """Builds data from YAML nodes and notes the place of each."""

    def __init__(self, shown: str, text: str) -> None:
        self.shown = shown
        self.lines = text.splitlines()
        self.places: dict[Path_, Location] = {}
        self.keys: dict[Path_, Location] = {}
        self.problems = Problems()
        self.seen: set[int] = set()

    def source(self, node: Any) -> Source:
        data = self.value(node, ()) if node is not None else None
        self.problems.stop_on_errors()
        return Source(self.shown, data, self.places, keys=self.keys)

    def at(self, node: Any) -> Location:
        return Location(self.shown, node.start_mark.line + 1, node.start_mark.column + 1)

    def wrong(self, node: Any, what: str, remedy: str) -> None:
        self.problems.error(self.at(node), what, remedy=remedy)

    def value(self, node: Any, path: Path_) -> Any:
        if id(node) in self.seen:
            self.wrong(node, "an alias (*name) repeats this value", "write the value out where it is needed")
            return None
        self.places[path] = self.at(node)
        if len(path) > DEEPEST:
            raise failed(self.at(node), f"nested deeper than {DEEPEST} levels")
        kind = node.id
        if node.tag not in _PLAIN_TAGS:
            tag = node.tag.replace("tag:yaml.org,2002:", "!!")
            self.wrong(node, f"a tag {one_line(tag, 60)}", "remove the tag, or quote the text")
        if kind == "scalar":
            return self.scalar(node, path)
        self.seen.add(id(node))
        if kind == "sequence":
            return [self.value(item, (*path, i)) for i, item in enumerate(node.value)]
        return self.mapping(node, path)

    def scalar(self, node: Any, path: Path_) -> Any:
        if node.style or len(node.value) > LONGEST:  # quoted or a block of text
            return checked(node.value, self.at(node))
        if node.value == "":
            self.check_colour(node, path)
        return scalar(node.value)

    def check_colour(self, node: Any, path: Path_) -> None:
        line = node.start_mark.line
        rest = self.lines[line][node.start_mark.column :] if line < len(self.lines) else ""
        comment = _COLOUR.search(rest)
        if comment is None or rest[: comment.start()].strip():
            return
        name = path[-1] if path else ""
        self.wrong(
            node,
            f"{name} is empty: {comment[0]} without quotes is a comment",
            f'write {name}: "{comment[0]}"' if isinstance(name, str) else f'write "{comment[0]}"',
        )

    def mapping(self, node: Any, path: Path_) -> dict[str, Any]:
        result: dict[str, Any] = {}
        first: dict[str, Any] = {}
        for key, value in node.value:
            if key.id != "scalar":
                self.wrong(key, "a key that is a list or mapping", "use plain text as the key")
                continue
            name = checked(key.value, self.at(key))
            if key.tag == _MERGE:
                self.wrong(key, "<< takes over the keys of another mapping", "write them out where they are needed")
                continue
            if name in first:
                before = first[name].start_mark.line + 1
                self.wrong(
                    key,
                    f"key {name!r} stands twice, in line {before} and in line {key.start_mark.line + 1}",
                    "keep one of the two",
                )
                continue
            first[name] = key
            here = (*path, name)
            result[name] = self.value(value, here)
            self.keys[here] = self.at(key)
            if value.id == "scalar" and value.value == "":
                self.places[here] = self.at(key)  # nothing stands there: the key is what people look for
        return result


_MERGE = "tag:yaml.org,2002:merge"
_PLAIN_TAGS = frozenset(
    f"tag:yaml.org,2002:{name}"
    for name in ("bool", "float", "int", "map", "merge", "null", "seq", "str", "timestamp", "value")
)
"""The tags that values get by how they look; any other was written."""


def read_json(raw: bytes, shown: str) -> Source:
    """Read JSON; places come from reading it as YAML where that works, as it nearly always does."""
    import json

    text = decoded(raw, shown)
    if len(text) > MOST_VALUES:
        _Count(shown).add(sum(map(text.count, ",[{:")))
    try:
        data = json.loads(text, object_pairs_hook=_no_twins(raw, shown), parse_float=scalar, parse_int=scalar)
    except json.JSONDecodeError as error:
        raise failed(Location(shown, error.lineno, error.colno), f"not JSON: {error.msg}") from error
    except RecursionError as error:
        raise failed(Location(shown), f"nested deeper than {DEEPEST} levels") from error
    source = Source(shown, data, _json_places(raw, shown))
    _check_json(data, source, ())
    return source


def _check_json(data: Any, source: Source, path: Path_) -> None:
    """Raise `Failed` at a value that JSON can hold and YAML and print can't."""
    if len(path) > DEEPEST:
        raise failed(source.place(path), f"nested deeper than {DEEPEST} levels")
    if isinstance(data, str):
        checked(data, source.place(path))
    elif isinstance(data, float) and not isfinite(data):
        raise failed(source.place(path), f"{data} is no number that can be written", remedy="write a number, or text")
    elif isinstance(data, list):
        for index, item in enumerate(data):
            _check_json(item, source, (*path, index))
    elif isinstance(data, dict):
        for key, item in data.items():
            checked(key, source.place((*path, key)))
            _check_json(item, source, (*path, key))


def _json_places(raw: bytes, shown: str) -> dict[Path_, Location]:
    try:
        return read_yaml(raw.replace(b"\t", b" "), shown).places
    except Failed:
        return {}


def _no_twins(raw: bytes, shown: str) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(items)
        if len(result) < len(items):
            twice = next(name for name, amount in Counter(name for name, _ in items).items() if amount > 1)
            read_yaml(raw.replace(b"\t", b" "), shown)  # which stops with the lines of both
            raise failed(Location(shown), f"key {twice!r} stands twice in one object", remedy="keep one of the two")
        return result

    return pairs


# ------------------------------------------------------------------ tables


def read_table(raw: bytes, shown: str) -> Source:
    """Read a CSV, TSV or "Unicode text" table whose first row names the columns.

    Returns a list of rows; the place of row i is (i,), of a cell (i, column). Comma,
    semicolon and tab are told apart by the header; a line `sep=;` is obeyed.
    """
    text = decoded(raw, shown).lstrip("\ufeff")
    offset = 0
    match = re.match(r"sep=(.)\r?\n", text)
    if match:
        text, offset = text[match.end() :], 1
    delimiter = match[1] if match else _delimiter(text)
    return _Table(shown, delimiter, offset).source(text)


def _delimiter(text: str) -> str:
    header = re.sub(r'"[^"]*"', "", text.split("\n", 1)[0])
    return max(",;\t", key=lambda mark: (header.count(mark), mark == ","))


class _Table:
    """Builds rows from a table's text and notes the place of each cell."""

    def __init__(self, shown: str, delimiter: str, offset: int) -> None:
        self.shown = shown
        self.delimiter = delimiter
        self.offset = offset
        self.places: dict[Path_, Location] = {(): Location(shown, 1)}
        self.problems = Problems()
        self.count = _Count(shown)

    def source(self, text: str) -> Source:
        import csv
        import io

        reader = csv.reader(io.StringIO(text, newline=""), delimiter=self.delimiter, strict=True)
        rows: list[dict[str, Any]] = []
        header: list[str] | None = None
        before = 0
        try:
            for cells in reader:
                line, before = before + 1 + self.offset, reader.line_num
                self.count.add(1 + len(cells), line)
                if not any(cell.strip() for cell in cells):
                    continue
                if header is None:
                    header = self.header(cells, line)
                else:
                    rows.append(self.row(header, cells, line, len(rows)))
        except csv.Error as error:
            raise failed(Location(self.shown, reader.line_num + self.offset), f"not a table: {error}") from error
        if header is None:
            raise failed(Location(self.shown, 1), "an empty table", remedy="name the columns in the first line")
        self.warn_dates(header, rows)
        self.problems.stop_on_errors()
        return Source(self.shown, rows, self.places, tuple(self.problems))

    def wrong(self, line: int, what: str, remedy: str) -> None:
        self.problems.error(Location(self.shown, line), what, remedy=remedy)

    def header(self, cells: list[str], line: int) -> list[str]:
        names = [cell.strip() for cell in cells]
        while names and not names[-1]:
            names.pop()
        if len(names) > MOST_COLUMNS:
            raise failed(Location(self.shown, line), f"{len(names)} columns", f"at most {MOST_COLUMNS}")
        for name in sorted(name for name, amount in Counter(names).items() if amount > 1 and name):
            self.wrong(line, f"column {quoted(name)} stands twice", "rename one of the two")
        if "" in names:
            self.wrong(line, f"column {names.index('') + 1} has no name", "name every column in the first line")
        return names

    def row(self, header: list[str], cells: list[str], line: int, index: int) -> dict[str, Any]:
        if any(cell.strip() for cell in cells[len(header) :]):
            self.wrong(
                line, f"{len(cells)} cells in a row, {len(header)} columns", "quote cells that hold the separator"
            )
        self.places[(index,)] = place = Location(self.shown, line)
        row: dict[str, Any] = {}
        self.count.add(max(0, len(header) - len(cells)), line)
        for name, cell in zip(header, [*cells, *[""] * (len(header) - len(cells))], strict=False):
            row[name] = scalar(cell) if cell.strip() == cell else cell.replace("\r\n", "\n")
            if isinstance(row[name], str):
                row[name] = row[name].replace("\r\n", "\n")
            self.places[(index, name)] = place
        return row

    def warn_dates(self, header: list[str], rows: list[dict[str, Any]]) -> None:
        """Warn where a spreadsheet seems to have turned a fraction into a date."""
        for name in header:
            cells = [(index, cell) for index, row in enumerate(rows) if 2 < len(cell := str(row[name])) < 40]
            if not any(_FRACTION.fullmatch(cell) for _, cell in cells):
                continue
            for index, cell in cells:
                if _DATE.fullmatch(cell) and not _FRACTION.fullmatch(cell):
                    what = f"{name}: {cell} looks like a date that a spreadsheet made of a fraction"
                    remedy = "format the column as text and type the fraction again"
                    self.problems.warning(self.places[(index, name)], what, remedy=remedy)


_FRACTION = re.compile(r"\d+\s*/\s*\d+")
_DATE = re.compile(r"\d{1,4}[-./ ](?:\d{1,2}|[^\W\d_]{3,9}\.?)(?:[-./ ]\d{2,4})?|[^\W\d_]{3,9}\.?[-. ]\d{1,4}")

_READERS: dict[str, Callable[[bytes, str], Source]] = {
    ".yaml": read_yaml,
    ".yml": read_yaml,
    ".json": read_json,
    ".csv": read_table,
    ".tsv": read_table,
    ".txt": read_table,
}

DATA_SUFFIXES = frozenset(_READERS)
