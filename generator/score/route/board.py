"""The board of a route: its places, the roads between them, and which way a road points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

from generator.score.formula.graphs import pairs
from generator.score.formula.numbers import folded
from generator.score.formula.work import FormulaError, shown

Heading = tuple[int, int]
"""Where a road points, in least whole steps (down, right); (0, 0) where places have no row and column."""


class Road(NamedTuple):
    """A road as one goes along it: its number (the same both ways), where it points, and whether it is slow."""

    number: int
    heading: Heading
    slow: bool


@dataclass(frozen=True, slots=True)
class Board:
    """Places by id, each with the fields of its row in the data; from each the roads to its neighbours, by their id.

    `names` finds an id whatever its letter case (its key is the folded id), `starts` the place of a start's value.
    """

    places: Mapping[str, Mapping[str, Any]]
    roads: Mapping[str, Mapping[str, Road]]
    names: Mapping[str, str]
    starts: Mapping[Any, str]

    def symbols(self, name: str) -> Sequence[str]:
        """Return the symbols of a place."""
        symbols = self.places[name].get("symbols")
        return [str(symbol) for symbol in (symbols if isinstance(symbols, list) else [symbols]) if symbol is not None]


def board(graph: Any, places: str, roads: str, slow: str | None, start: str) -> Board:
    """Return the board of a graph in the pack's data; `FormulaError` tells what is wrong with it.

    The other parameters name its lists, and the field of a place that says which start it is.
    """
    rows = {_id(row): row for row in _list(graph, places)}
    ways: dict[str, dict[str, Road]] = {name: {} for name in rows}
    slow_pairs = {frozenset(map(str, pair)) for pair in pairs(_list(graph, slow))} if slow and slow in graph else set()
    for number, ends in enumerate(pairs(_list(graph, roads))):
        one, other = map(str, ends)
        for end in (one, other):
            if end not in rows:
                raise FormulaError(f"a road leads to {shown(end)}, which is no place")
        is_slow = frozenset((one, other)) in slow_pairs
        ways[one][other] = Road(number, _heading(rows[one], rows[other]), is_slow)
        ways[other][one] = Road(number, _heading(rows[other], rows[one]), is_slow)
    starts = {value: name for name, row in rows.items() if isinstance(value := row.get(start), (str, int, Fraction))}
    return Board(rows, ways, {folded(name): name for name in rows}, starts)


def _list(graph: Any, name: str) -> Iterable[Any]:
    rows = graph.get(name) if isinstance(graph, dict) else None
    if not isinstance(rows, list):
        raise FormulaError(f"the graph has no list {name}")
    return rows


def _id(row: Any) -> str:
    if not isinstance(row, dict) or not isinstance(row.get("id"), (str, int)):
        raise FormulaError(f"{shown(row)} is no place: it needs an id")
    return str(row["id"])


def _heading(start: Mapping[str, Any], end: Mapping[str, Any]) -> Heading:
    """Return the direction from one place to another in least whole steps (down, right); no direction without rows."""
    at = [place.get(axis) for place in (start, end) for axis in ("row", "column")]
    if not all(isinstance(number, int) for number in at):
        return (0, 0)
    down, right = at[2] - at[0], at[3] - at[1]  # type: ignore[operator]
    step = gcd(down, right) or 1
    return down // step, right // step
