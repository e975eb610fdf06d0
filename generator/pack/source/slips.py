"""Slips in YAML: what is wrong with a line, in the words of who typed it."""

from __future__ import annotations

import re

from generator.problems import one_line, say

_EMPTY_PLACE = re.compile(r"[\[,]\s*,")
_GLUED = re.compile(r"\s*([\w-]+):(\S.*)")
_KEY_LINE = re.compile(r"^\s*(?:-\s+)?([^\s:#][^:]*):\s+\S")


_TOO_LATE = ("expected ',' or", "<document start>", "<block end>")
"""Parts of the YAML library's messages that it has only when it is beyond the line with the slip."""


def ended_at(message: str, lines: list[str], line: int, column: int) -> int:
    """Return the line, from 1, of a slip that the library noticed at `column` (from 0) of a line.

    It is the last line with anything on it, blank lines and comments passed over; what stands before the column shows
    that the slip is in the same line.
    """
    if not any(part in message for part in _TOO_LATE) or lines[line - 1][:column].strip():
        return line
    before = (number for number in range(line - 1, 0, -1) if lines[number - 1].split("#")[0].strip())
    return next(before, line)


def slip(message: str, line: str) -> tuple[str, str]:
    """Return what is wrong with a line, of which the YAML library says `message`, and what to do about it."""
    shown = _beginning(line)
    if "mapping values are not allowed" in message:
        return _misplaced_colon(line)
    if "tab" in message or ("cannot start any token" in message and "\t" in line):
        return say("a tab where spaces are needed"), say("indent with spaces")
    if unclosed := _unclosed(message, line):
        return unclosed
    if "could not find expected ':'" in message or ("<document start>" in message and ":" not in line):
        return _missing_colon(line)
    remedy = say("check quotes, brackets and the indentation of this line and the one above")
    return say("this can't be read as YAML: {shown} ({message})", shown=shown, message=message), remedy


def _misplaced_colon(line: str) -> tuple[str, str]:
    shown = _beginning(line)
    if ": " in line.strip().partition(": ")[2]:
        remedy = say("write it as {line}", line=_quoted(line))
        return say("text with a colon must be quoted: {shown}", shown=shown), remedy
    remedy = say("begin both equally far to the left; put text with a colon into quotes")
    return say("this line doesn't belong to the one above: {shown}", shown=shown), remedy


def _missing_colon(line: str) -> tuple[str, str]:
    shown = _beginning(line)
    if glued := _GLUED.match(line):
        remedy = say("write it as {line}", line=f"{glued[1]}: {_beginning(glued[2])}")
        return say("a blank is missing behind the colon: {shown}", shown=shown), remedy
    remedy = say("write a name, a colon, a blank and what belongs to it, as in bears: 3")
    return say("a colon is missing: {shown}", shown=shown), remedy


def _unclosed(message: str, line: str) -> tuple[str, str] | None:
    """Return what is wrong inside brackets or quotation marks, None when that isn't where the slip is."""
    shown = _beginning(line)
    if _EMPTY_PLACE.search(line):
        return say("an empty place in a list: {shown}", shown=shown), say("write null there, as in [1, null, 3]")
    if "end of stream" in message:
        return say("a quotation mark isn't closed: {shown}", shown=shown), say("put another one where the text ends")
    if "expected ',' or" in message and (line.count("[") > line.count("]") or line.count("{") > line.count("}")):
        remedy = say("put ] or } at its end, and commas between what stands in it")
        return say("a bracket isn't closed: {shown}", shown=shown), remedy
    return None


def _beginning(line: str) -> str:
    return one_line(line[:1000].strip(), 100)


def _quoted(line: str) -> str:
    match = _KEY_LINE.match(line)
    if match is None:
        return '"…"'
    value = _beginning(line.split(":", 1)[1]).replace('"', '\\"')
    return f'{match[1].strip()}: "{value}"'
