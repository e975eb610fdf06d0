"""An itinerary: a route as a person wrote it down, one stretch a round."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.score.sheet.entries import as_typed
from generator.score.sheet.sheet import KeyPath

MOST_STRETCHES = 500
"""How many stretches a route may have, whatever the game."""

MOST_PLACES = 50
"""How many places one stretch may name."""

LONGEST_STRETCH = 1_000
"""How many characters one stretch may have."""

UNREADABLE = "Round {round}: {written} can't be read; write it as {example}"

_LINE = re.compile(r"\s*(?:(?P<card>[^:\[\]]{1,60}?)\s*:)?(?P<places>[^:]*)")
_PLACES = re.compile(r"(?P<base>[^\[\]]*)(?:\[(?P<extra>[^\[\]]*)\]\s*)?")
_BETWEEN = re.compile(r"(?:[\s,;>→⇒⟶➔➜»–—−]|-+>|(?<!\S)-+(?!\S)|[=~]+>)+")
"""What stands between places: blanks, commas, arrows of every kind, and a dash with blanks round it."""

_KEYS = frozenset({"card", "to", "extra"})


class Stretch(NamedTuple):
    """Where a round led: the card (None when it isn't said) and the places in their order.

    `marked` tells that the last place stood in brackets, as a step beyond the card. `path` is where
    it stands in the file.
    """

    card: Any
    places: tuple[str, ...]
    marked: bool
    path: KeyPath


@dataclass(frozen=True, slots=True)
class Itinerary:
    """A route: its stretches, and the paths and texts of those that can't be read (by round from 1)."""

    stretches: tuple[Stretch, ...]
    unreadable: Mapping[int, str]
    path: KeyPath


def itinerary(written: Any, path: KeyPath) -> Itinerary:
    """Return a route as it was written: a list with an entry a round, or a text with a line a round."""
    entries: list[Any]
    lines = isinstance(written, str)
    entries = [line for line in written.split("\n") if line.strip()] if lines else written
    if not isinstance(entries, list):
        return Itinerary((), {1: as_typed(written)}, path)
    stretches: list[Stretch] = []
    unreadable: dict[int, str] = {}
    for number, entry in enumerate(entries[: MOST_STRETCHES + 1]):
        stretch = _stretch(entry, path if lines else (*path, number))
        if stretch is None:
            unreadable[number + 1] = as_typed(entry)
            break  # what follows can't be walked either
        stretches.append(stretch)
    return Itinerary(tuple(stretches), unreadable, path)


def _stretch(entry: Any, path: KeyPath) -> Stretch | None:
    if isinstance(entry, str):
        return _from_text(entry, None, path)
    if not isinstance(entry, dict):
        return None
    if len(entry) == 1 and not entry.keys() & _KEYS:  # 8: r2c6 r2c5 [r2c4]
        ((card, places),) = entry.items()
        return _from_text(places, card, path) if isinstance(places, str) else _from_list(places, None, card, path)
    return _from_mapping(entry, path)


def _from_text(text: str, card: Any, path: KeyPath) -> Stretch | None:
    line = _LINE.fullmatch(text) if len(text) <= LONGEST_STRETCH else None
    parts = _PLACES.fullmatch(line["places"]) if line else None
    if line is None or parts is None or (card is not None and line["card"] is not None):
        return None
    base, extra = (_names(parts[part]) for part in ("base", "extra"))
    if len(extra) > 1 or (parts["extra"] is not None and not extra):
        return None
    return _from_names(line["card"] if card is None else card, base, extra, path)


def _from_mapping(entry: Mapping[Any, Any], path: KeyPath) -> Stretch | None:
    if entry.keys() - _KEYS or "to" not in entry:
        return None
    return _from_list(entry["to"], entry.get("extra"), entry.get("card"), path)


def _from_list(places: Any, extra: Any, card: Any, path: KeyPath) -> Stretch | None:
    names = _names(places) if isinstance(places, str) and len(places) <= LONGEST_STRETCH else places
    marked = [] if extra is None else [extra]
    if not isinstance(names, list) or not all(isinstance(name, (str, int)) for name in (*names, *marked)):
        return None
    return _from_names(card, [str(name).strip() for name in names], [str(name).strip() for name in marked], path)


def _from_names(card: Any, base: list[str], extra: list[str], path: KeyPath) -> Stretch | None:
    if isinstance(card, (list, dict)) or len(base) > MOST_PLACES:
        return None
    if isinstance(card, str) and card.isdecimal() and len(card) < 10:
        card = int(card)
    return Stretch(card, (*base, *extra), bool(extra), path)


def _names(text: str | None) -> list[str]:
    return [name for name in _BETWEEN.split(text or "") if name]
