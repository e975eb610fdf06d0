"""Needs: the empty boxes that keep a formula from being worked out, and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from generator.score.formula.program import Blank, Root
from generator.score.formula.rewriting import variable
from generator.score.formula.work import WHAT_FORMULAS_RAISE, MissingAnswer

MOST_TRIES = 12
"""How many times a formula is tried before every empty box that it reads is taken."""

_DEEPEST = 3


def needs(work_out: Callable[[dict[str, Any]], Any], reads: Iterable[str], variables: Mapping[str, Any]) -> list[Root]:
    """Return the empty boxes that a formula needs with these variables.

    `work_out` works the formula out, `reads` are the names that it reads. It is tried again and again, each time with
    what stopped it taken as 0, so that of a list only the rows count that it asks for. Where that doesn't lead
    to an end, every empty box among its names counts.
    """
    names = [variable(name) for name in sorted(reads)]
    every = [root for name in names for root in empty_boxes(variables.get(name))]
    needed: dict[Root, None] = {}
    trial = dict(variables)
    for _ in range(MOST_TRIES if len(every) > 1 else 0):
        try:
            result = work_out(trial)
        except MissingAnswer as missing:
            fresh = dict.fromkeys(missing.roots)
        except WHAT_FORMULAS_RAISE:  # 0 is no value for this box
            break
        else:
            return [*needed, *empty_boxes(result)]
        if fresh.keys() <= needed.keys():
            break
        needed |= fresh
        trial |= {name: _taken_as_0(variables[name], needed) for name in names if name in variables}
    return every


def empty_boxes(value: Any, depth: int = 0) -> list[Root]:
    """Return the empty boxes behind a value, alone or in a list."""
    if isinstance(value, Blank):
        return list(value.roots)
    if isinstance(value, list) and depth < _DEEPEST:
        return [root for item in value for root in empty_boxes(item, depth + 1)]
    return []


def _taken_as_0(value: Any, needed: Mapping[Root, None], depth: int = 0) -> Any:
    if isinstance(value, Blank):
        return 0 if needed.keys() >= set(value.roots) else value
    if isinstance(value, list) and depth < _DEEPEST:
        return [_taken_as_0(item, needed, depth + 1) for item in value]
    return value
