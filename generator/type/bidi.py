"""Text of both directions: how deep each character is nested in the other one, and the order they are drawn in.

The Unicode bidirectional algorithm (UAX #9) without pairs of brackets; even levels run
from left to right, odd ones from right to left.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar
from unicodedata import bidirectional

FIRST_RIGHT_TO_LEFT = "\u0590"
"""No character before this one runs from right to left."""

ISOLATE = {"ltr": "\u2066", "rtl": "\u2067"}
EMBED = {"ltr": "\u202a", "rtl": "\u202b"}
OVERRIDE = {"ltr": "\u202d", "rtl": "\u202e"}
END_ISOLATE, END_EMBED = "\u2069", "\u202c"

DEEPEST = 60
_OPENING = {
    "LRE": (0, ""),
    "RLE": (1, ""),
    "LRO": (0, "L"),
    "RLO": (1, "R"),
    "LRI": (0, ""),
    "RLI": (1, ""),
    "FSI": (0, ""),
}
_ISOLATES = frozenset(["LRI", "RLI", "FSI"])
_NUMBERS = frozenset(["EN", "AN"])
_NEUTRAL = frozenset(["B", "S", "WS", "ON"])

Item = TypeVar("Item")

_RIGHT_TO_LEFT = frozenset(["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "ug", "ur", "yi"])


class _Nest(NamedTuple):
    """What explicit characters have opened: its level, the direction it forces, and which run of text it is."""

    level: int
    forced: str
    isolated: bool
    run: int


def right_to_left(language: str) -> bool:
    """Whether a language is written from right to left."""
    return language.lower().split("-", maxsplit=1)[0] in _RIGHT_TO_LEFT


def one_way(text: str) -> bool:
    """Whether nothing in a text runs from right to left."""
    return text.isascii() or max(text) < FIRST_RIGHT_TO_LEFT


def levels(text: str, base: int) -> list[int]:
    """Return the level of each character of a paragraph whose own level is `base`."""
    classes, nested, runs = _explicit(text, base)
    resolved = nested.copy()
    for _, group in groupby(sorted((run, at) for at, run in enumerate(runs) if run >= 0), lambda pair: pair[0]):
        places = [at for _, at in group]
        _resolve(places, classes, nested, resolved, base)
    for at, run in enumerate(runs):
        if run < 0:  # what opens and closes has no shape, and stays where it is
            resolved[at] = resolved[at - 1] if at else base
    at = len(text)
    while at and classes[at - 1] in ("WS", "S", "B", "BN"):
        at -= 1
        resolved[at] = base
    return resolved


def _explicit(text: str, base: int) -> tuple[list[str], list[int], list[int]]:
    """Return each character's class, its level by what is opened round it, and the number of its run, -1 for none."""
    stack = [_Nest(base, "", False, 0)]
    classes, nested, runs, count = [], [], [], 0
    for character in text:
        kind = bidirectional(character) or "L"
        top, run = stack[-1], -1
        if kind in _OPENING:
            count += 1
            if kind in _ISOLATES:
                run = top.run
            if len(stack) < DEEPEST:
                stack.append(_opened(kind, top.level, count))
            kind = "ON" if kind in _ISOLATES else "BN"
        elif kind in ("PDI", "PDF"):
            count += 1
            stack = _closed(stack, kind == "PDI", count)
            top, run = stack[-1], stack[-1].run if kind == "PDI" else -1
            kind = "ON" if kind == "PDI" else "BN"
        elif kind != "BN":
            run, kind = top.run, top.forced or kind
        classes.append(kind)
        nested.append(top.level)
        runs.append(run)
    return classes, nested, runs


def _opened(kind: str, level: int, run: int) -> _Nest:
    odd, forced = _OPENING[kind]
    deeper = level + 1 if (level + 1) % 2 == odd else level + 2
    return _Nest(deeper, forced, kind in _ISOLATES, run)


def _closed(stack: list[_Nest], isolate: bool, run: int) -> list[_Nest]:
    """Return what is still open after an end; what goes on after an isolate is the run from before it."""
    if isolate:
        last = max((at for at, nest in enumerate(stack) if nest.isolated), default=0)
        return stack[:last] if last else stack
    if len(stack) < 2 or stack[-1].isolated:
        return stack
    rest = stack[:-1]
    return [*rest[:-1], rest[-1]._replace(run=run)]


def _resolve(places: list[int], classes: list[str], nested: list[int], resolved: list[int], base: int) -> None:
    """Work out the levels of one run of text."""
    level = nested[places[0]]
    before = resolved[places[0] - 1] if places[0] else base
    after = nested[places[-1] + 1] if places[-1] + 1 < len(nested) else base
    start, end = (("R" if max(level, side) % 2 else "L") for side in (before, after))
    kinds = _weak([classes[at] for at in places], start)
    for at, kind in zip(places, _neutral(kinds, start, end, level), strict=True):
        if level % 2:
            resolved[at] = level + (kind in ("L", *_NUMBERS))
        else:
            resolved[at] = level + (1 if kind == "R" else 2 if kind in _NUMBERS else 0)


def _weak(kinds: list[str], start: str) -> list[str]:
    """Settle marks, numbers and what stands with numbers (rules W1 to W7)."""
    return _european(_terminated(_separated(_arabic(kinds, start))), start)


def _arabic(kinds: list[str], start: str) -> list[str]:
    """Settle marks as what they stand on, and numbers and letters of Arabic (rules W1 to W3)."""
    settled: list[str] = []
    before, strong = start, start
    for own in kinds:
        kind = before if own == "NSM" else own
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kind = "AN"
        before = kind
        settled.append("R" if kind == "AL" else kind)
    return settled


def _separated(kinds: list[str]) -> list[str]:
    """Settle a single separator between two numbers of one kind as one of them (rule W4)."""
    for at in range(1, len(kinds) - 1):
        left, kind, right = kinds[at - 1 : at + 2]
        if left == right and ((kind == "ES" and left == "EN") or (kind == "CS" and left in _NUMBERS)):
            kinds[at] = left
    return kinds


def _terminated(kinds: list[str]) -> list[str]:
    """Make signs beside European numbers part of them, and others neutral."""
    settled: list[str] = []
    runs = [(kind, len(list(group))) for kind, group in groupby(kinds)]
    for index, (kind, count) in enumerate(runs):
        beside = [runs[other][0] for other in (index - 1, index + 1) if 0 <= other < len(runs)]
        number = kind == "ET" and "EN" in beside
        settled += ["EN" if number else "ON" if kind in ("ES", "ET", "CS") else kind] * count
    return settled


def _european(kinds: list[str], start: str) -> list[str]:
    strong = start
    for at, kind in enumerate(kinds):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[at] = "L"
    return kinds


def _neutral(kinds: list[str], start: str, end: str, level: int) -> list[str]:
    """Give blanks and signs the direction of what stands on both sides of them, or that of their run."""
    settled: list[str] = []
    runs = [(neutral, list(group)) for neutral, group in groupby(kinds, lambda kind: kind in _NEUTRAL)]
    for index, (neutral, group) in enumerate(runs):
        if neutral:
            left = _direction(settled[-1]) if settled else start
            right = _direction(runs[index + 1][1][0]) if index + 1 < len(runs) else end
            settled += [left if left == right else "R" if level % 2 else "L"] * len(group)
        else:
            settled += group
    return settled


def _direction(kind: str) -> str:
    return "L" if kind == "L" else "R"


def visual(items: Sequence[Item], levels: Sequence[int]) -> list[Item]:
    """Return items in the order in which they are drawn from left to right."""
    pairs = list(zip(levels, items, strict=True))
    for level in range(max(levels, default=0), 0, -1):
        turned: list[tuple[int, Item]] = []
        for deep, group in groupby(pairs, lambda pair: pair[0] >= level):  # noqa: B023 - used up at once
            run = list(group)
            turned += run[::-1] if deep else run
        pairs = turned
    return [item for _, item in pairs]
