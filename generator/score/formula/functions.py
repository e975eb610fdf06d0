"""The functions and filters of formulas: every chapter of them together, and what the manual says of each."""

from __future__ import annotations

from dataclasses import dataclass

from generator.score.formula.arithmetic import Arithmetic
from generator.score.formula.chapter import Function, methods
from generator.score.formula.graphs import Graphs
from generator.score.formula.lists import Lists
from generator.score.formula.operators import (
    field,
    item,
    modulo,
    numbered_of,
    over,
    plain,
    plus_of,
    power,
    same_of,
    times,
    within_of,
)
from generator.score.formula.selection import Selection
from generator.score.formula.work import Work

CHAPTERS = (Arithmetic, Lists, Graphs, Selection)
"""The functions of formulas in the order of the manual."""


@dataclass(frozen=True, slots=True)
class Description:
    """A function that formulas may call: how it is written, and what it gives."""

    name: str
    usage: str
    meaning: str


def descriptions() -> list[Description]:
    """Return what every function says of itself, in the manual's order; documentation is made from it."""
    return [_description(name, method) for chapter in CHAPTERS for name, method in methods(chapter)]


def _description(name: str, method: Function) -> Description:
    usage, _, meaning = (method.__doc__ or "").partition(": ")
    return Description(name, usage.strip("`"), " ".join(meaning.split()))


def functions(work: Work) -> dict[str, Function]:
    """Return every function that formulas may name."""
    by_name: dict[str, Function] = {}
    for chapter in (Arithmetic(work), Lists(work), Graphs(work), Selection(work, by_name)):
        by_name.update(chapter.functions())
    return by_name


def filters(work: Work) -> dict[str, Function]:
    """Return what compiled formulas call as filters: the functions, and the operators that need care."""
    by_name = functions(work)
    return by_name | {
        "length": by_name["len"],
        "unique": by_name["distinct"],
        "op plus": plus_of(work),
        "op times": times,
        "op over": over,
        "op modulo": modulo,
        "op power": power,
        "op within": within_of(work),
        "op same": same_of(work),
        "op plain": plain,
        "op field": field,
        "op item": item,
        "op numbered": numbered_of(work),
    }
