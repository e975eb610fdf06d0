"""YAML: data with a place for every key and value."""

from __future__ import annotations

import re
from typing import Any

from generator.pack.source.located import DataPath, Source
from generator.pack.source.slips import ended_at, slip
from generator.pack.source.text import LONGEST_VALUE, checked, decoded
from generator.pack.source.values import DEEPEST, MOST_VALUES, Count, scalar, too_deep
from generator.problems import Failed, Location, Problems, failed, one_line, say

_COLOUR = re.compile(r"\s*(#[0-9A-Fa-f]{3,8}\b)")

MOST_REPEATED = 1_000_000
"""How many characters aliases may repeat in one file."""

_TAG = "tag:yaml.org,2002:"
_MERGE = f"{_TAG}merge"
_CAPITALS = {"True": True, "False": False, "Null": None}
"""Words for values that begin with a capital: in YAML, where a text can be quoted, they are no text."""

_PLAIN_TAGS = frozenset(
    f"{_TAG}{name}" for name in ("bool", "float", "int", "map", "merge", "null", "seq", "str", "timestamp", "value")
)
"""The tags that values get by how they look; any other was written."""


def read_yaml(raw: bytes, shown: str) -> Source:
    """Read YAML (and JSON that is also YAML) with a place for every key and value; `Failed` when it isn't sound."""
    import yaml

    text = decoded(raw, shown)
    loader_class = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        if len(text) > MOST_VALUES:  # a shorter text can't hold more values than that
            _count(loader_class(text), shown)
        loader = loader_class(text)
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        raise _failure(error, text, shown) from error
    except yaml.YAMLError as error:
        raise failed(Location(shown), f"not YAML: {error}") from error
    except RecursionError as error:
        raise too_deep(Location(shown)) from error
    return _Tree(shown, text).source(node)


def _count(loader: Any, shown: str) -> None:
    """Go through a long file without keeping anything, so that a huge one stops before it fills the memory."""
    from yaml import AliasEvent, MappingStartEvent, ScalarEvent, SequenceStartEvent

    count = Count(shown)
    while loader.check_event():
        event = loader.get_event()
        if isinstance(event, (AliasEvent, ScalarEvent, SequenceStartEvent, MappingStartEvent)):
            count.add(1, event.start_mark.line + 1 if event.start_mark else 0)


def _failure(error: Any, text: str, shown: str) -> Failed:
    message = str(error.problem or error.context)
    begins_there = error.context_mark and any(part in message for part in ("expected ':'", "end of stream"))
    mark = error.context_mark if begins_there else error.problem_mark or error.context_mark
    lines = text.splitlines() or [""]
    line = min(mark.line + 1, len(lines)) if mark else 1
    if "another document" in message:
        return failed(
            Location(shown, line),
            say("a second document begins here"),
            say("one document in a file"),
            say("remove ---"),
        )
    ended = ended_at(message, lines, line, mark.column if mark else 0)
    what, remedy = slip(message, lines[ended - 1])
    column = 0 if not mark else len(lines[ended - 1].rstrip()) if ended < line else mark.column + 1
    return failed(Location(shown, ended, column), what, remedy=remedy)


class _Tree:
    """Builds data from YAML nodes and notes the place of each."""

    def __init__(self, shown: str, text: str) -> None:
        self.shown = shown
        self.lines = text.splitlines()
        self.places: dict[DataPath, Location] = {}
        self.keys: dict[DataPath, Location] = {}
        self.problems = Problems()
        self.seen: set[int] = set()
        self.texts: set[int] = set()
        self.repeated = 0

    def source(self, node: Any) -> Source:
        data = self.value(node, ()) if node is not None else None
        self.problems.stop_on_errors()
        return Source(self.shown, data, self.places, keys=self.keys)

    def at(self, node: Any) -> Location:
        return Location(self.shown, node.start_mark.line + 1, node.start_mark.column + 1)

    def error(self, node: Any, what: str, remedy: str) -> None:
        self.problems.error(self.at(node), what, remedy=remedy)

    def value(self, node: Any, path: DataPath) -> Any:
        if id(node) in self.seen:
            self.error(node, "an alias (*name) repeats this value", "write the value out where it is needed")
            return None
        self.places[path] = self.at(node)
        if len(path) > DEEPEST:
            raise too_deep(self.at(node))
        kind = node.id
        if node.tag not in _PLAIN_TAGS:
            tag = node.tag.replace(_TAG, "!!")
            self.error(node, f"a tag {one_line(tag, 60)}", "remove the tag, or quote the text")
        if kind == "scalar":
            return self.scalar(node, path)
        self.seen.add(id(node))
        if kind == "sequence":
            return [self.value(item, (*path, i)) for i, item in enumerate(node.value)]
        return self.mapping(node, path)

    def scalar(self, node: Any, path: DataPath) -> Any:
        self.count(node)
        if node.style or len(node.value) > LONGEST_VALUE:  # quoted or a block of text
            return checked(node.value, self.at(node))
        if node.value == "":
            self.check_colour(node, path)
        return _CAPITALS.get(node.value, scalar(node.value))

    def count(self, node: Any) -> None:
        """Count the characters of a text that an alias repeats: a short file could hold gigabytes."""
        if id(node) in self.texts:
            self.repeated += len(node.value)
        if self.repeated > MOST_REPEATED:
            what = f"aliases (*name) repeat more than {MOST_REPEATED} characters"
            raise failed(self.at(node), what, remedy="write the text once, or shorten it")
        self.texts.add(id(node))

    def check_colour(self, node: Any, path: DataPath) -> None:
        line = node.start_mark.line
        comment = _COLOUR.match(self.lines[line], node.start_mark.column) if line < len(self.lines) else None
        if comment is None:
            return
        name = path[-1] if path else ""
        self.error(
            node,
            f"{name} is empty: {comment[1]} without quotes is a comment",
            f'write {name}: "{comment[1]}"' if isinstance(name, str) else f'write "{comment[1]}"',
        )

    def mapping(self, node: Any, path: DataPath) -> dict[str, Any]:
        result: dict[str, Any] = {}
        first: dict[str, Any] = {}
        for key, value in node.value:
            if key.id != "scalar":
                self.error(key, "a key that is a list or mapping", "use plain text as the key")
                continue
            self.count(key)
            name = checked(key.value, self.at(key))
            if key.tag == _MERGE:
                self.error(key, "<< takes over the keys of another mapping", "write them out where they are needed")
                continue
            if name in first:
                before = first[name].start_mark.line + 1
                self.error(
                    key,
                    say(
                        "key {name} stands twice, in line {first} and in line {second}",
                        name=repr(name),
                        first=before,
                        second=key.start_mark.line + 1,
                    ),
                    say("keep one of the two"),
                )
                continue
            first[name] = key
            here = (*path, name)
            result[name] = self.value(value, here)
            self.keys[here] = self.at(key)
            if value.id == "scalar" and value.value == "":
                self.places[here] = self.at(key)  # nothing stands there: the key is what people look for
        return result
