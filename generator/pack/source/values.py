"""Values: what a word in a file is as data, how many a file may hold, and how deep."""

from __future__ import annotations

import re
from typing import Any

from generator.problems import Failed, Location, failed

DEEPEST = 64
"""How many levels of lists and mappings one file may have, one inside the other."""

MOST_VALUES = 300_000
"""How many values (lists, mappings, texts, numbers; in a table cells) one file may hold."""

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.(?:[0-9]{0,14}[1-9])")


_WORDS = {"true": True, "TRUE": True, "false": False, "FALSE": False, "": None, "null": None, "NULL": None, "~": None}


def scalar(text: str) -> Any:
    """Return a plain scalar as data: numbers only where printing them gives back `text`.

    `12` and `0.5` are numbers, `true` and `false` booleans, as `TRUE` and `FALSE` are, which
    spreadsheets write; nothing, `null` and `NULL` are None;
    `no`, `1:30`, `010`, `1.10` and dates stay the text that was typed.
    """
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text) and str(float(text)) == text:
        return float(text)
    return _WORDS.get(text, text)


class Count:
    """Counts the values of a file, which messages name `shown`."""

    def __init__(self, shown: str) -> None:
        self.shown = shown
        self.values = 0

    def add(self, values: int, line: int = 0) -> None:
        """Count values that stand in a line (from 1; 0 when it isn't known); `Failed` above the limit."""
        self.values += values
        if self.values > MOST_VALUES:
            raise failed(Location(self.shown, line), f"more than {MOST_VALUES} values in one file", remedy="split it")


def too_deep(place: Location) -> Failed:
    """Return a `Failed` for data with more levels than are allowed, to be raised."""
    return failed(place, f"nested deeper than {DEEPEST} levels")
