"""Where text that a template wrote comes from: the file and line of its template for each line of the text."""

from __future__ import annotations

from bisect import bisect_right
from types import CodeType, FrameType, GeneratorType
from typing import Any, NamedTuple


class Source(NamedTuple):
    """A place in a template: its file, and the line in it."""

    file: str
    line: int


class Lines:
    """The places that written text comes from; lines count from 1, columns from 0.

    Kept are only those that don't follow from the one before, as one line of a template after the other does.
    """

    __slots__ = ("_at", "_column", "_line", "_sources")

    def __init__(self) -> None:
        self._at: list[tuple[int, int]] = []
        self._sources: list[tuple[Source, bool]] = []
        self._line, self._column = 1, 0

    def add(self, part: str, source: Source, literal: bool) -> None:
        """Note that the next `part` of the text comes from a place; a `literal` one stands there line for line."""
        if self._next(self._line, self._column) != (source, literal):
            self._at.append((self._line, self._column))
            self._sources.append((source, literal))
        if breaks := part.count("\n"):
            self._line += breaks
            self._column = len(part) - part.rindex("\n") - 1
        else:
            self._column += len(part)

    def _next(self, line: int, column: int) -> tuple[Source, bool] | None:
        index = bisect_right(self._at, (line, column)) - 1
        if index < 0:
            return None
        source, literal = self._sources[index]
        return (source._replace(line=source.line + line - self._at[index][0]) if literal else source), literal

    def source(self, line: int, column: int = 0) -> Source | None:
        """Return where a place of the text comes from, None where nobody knows."""
        known = self._next(line, column)
        return known[0] if known else None


class Tracer:
    """Tells which line of which template a running one has come to."""

    def __init__(self) -> None:
        self._known: dict[tuple[CodeType, int], Source] = {}

    def source(self, running: Any) -> Source:
        """Return where the text that a generator has just given comes from."""
        frame = _innermost(running)
        if frame is None:
            return Source("", 0)
        key = (frame.f_code, frame.f_lineno)
        source = self._known.get(key)
        if source is None:
            template = frame.f_globals.get("__jinja_template__")
            line = template.get_corresponding_lineno(frame.f_lineno) if template else 0
            source = self._known[key] = Source(frame.f_code.co_filename, line)
        return source


def _innermost(running: Any) -> FrameType | None:
    """Return the frame that has given the text last: a block, a parent or an included file gives it for another."""
    frame: FrameType | None = None
    while isinstance(running, GeneratorType) and running.gi_frame is not None:
        frame = running.gi_frame
        running = running.gi_yieldfrom
        if running is None and "gen" in frame.f_code.co_varnames:  # where Jinja keeps what an included file gives
            running = frame.f_locals.get("gen")
    return frame
