"""Filling: the empty boxes of a sheet beside a route, filled in from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.score.route.game import Game
from generator.score.route.prepared import PreparedRoute
from generator.score.route.state import RouteState
from generator.score.sheet.answers import Answers


def boxes_from(prepared: PreparedRoute, game: Game, state: RouteState, answers: Answers) -> dict[str, Any]:
    """Return by name what the route makes of each box and setting that is empty; nothing for a sheet that is written.

    A sheet is written when more of the boxes that the route puts something into hold something than don't: what is
    empty there was forgotten. What one route alone can't tell is the least that it can be: ticks for shared roads, and
    a goal that others may have reached first.
    """
    every = dict([*_counted(prepared, state), *_once(prepared, game, state)])
    told = [box for box in prepared.boxes if _something(every.get(box))]
    empty = [box for box in told if answers.empty(box)]
    if 2 * len(empty) < len(told):
        return {}
    return {box: value for box, value in every.items() if answers.empty(box)}


def _something(value: Any) -> bool:
    """Return whether a box that holds this isn't as good as empty."""
    return any(value) if isinstance(value, list) else bool(value)


def _counted(prepared: PreparedRoute, state: RouteState) -> Iterator[tuple[str, Any]]:
    """Yield the boxes that fill up, tick by tick and row by row, and the numbers written on the way."""
    ledger = state.ledger
    for box, events in ledger.ticks.items():
        yield box, len(events)
    for box, rows in ledger.rows.items():
        yield box, [len(row) for row in rows]
        yield prepared.route.rows[box].value, _values(prepared, state, box)
    for box in prepared.written_boxes:
        yield box, ledger.written[box].value if box in ledger.written else None


def _once(prepared: PreparedRoute, game: Game, state: RouteState) -> Iterator[tuple[str, Any]]:
    """Yield cards, goals and what is known at the end."""
    route = prepared.route
    if route.cards:
        yield route.cards.box, [card for card in prepared.slots[route.cards.box].choices if card in state.cards]
    if route.goals:
        rows = prepared.slots[route.goals.box].rows or 0
        yield route.goals.box, [_goal(prepared, game, state, row) for row in range(rows)]
    if route.errand and state.setup.wanted is not None:
        constants = prepared.constants
        yield route.errand.box, constants.done if _done(prepared, state) else constants.failed
    if route.out:
        yield route.out.box, state.out is not None


def _values(prepared: PreparedRoute, state: RouteState, box: str) -> list[Any]:
    """Return what stands behind the rows of a box: what they are worth closed, and at the end still open."""
    closed, rows = state.ledger.closed[box], state.ledger.rows[box]
    over = state.rounds == prepared.constants.rounds and state.out is None
    worth = prepared.rows[box].open_worth if over else ()
    still_open = [worth[len(row) - 1] if row and worth else None for row in rows[len(closed) :]]
    return [*(closing.value for closing in closed), *still_open]


def _goal(prepared: PreparedRoute, game: Game, state: RouteState, row: int) -> Any:
    reached = state.goals.get(row)
    if reached is None:
        return None
    first = game.complete and game.firsts[row] == reached
    return prepared.constants.first if first else prepared.constants.later


def _done(prepared: PreparedRoute, state: RouteState) -> bool:
    errand, places = prepared.route.errand, state.board.places
    reached = {str(places[name].get(errand.field)) for name in state.events} if errand else set()
    return all(str(one) in reached for one in state.setup.wanted or ())
