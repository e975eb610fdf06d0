"""Filling: a sheet on which nobody wrote anything but a route, filled in from it."""

from __future__ import annotations

from typing import Any

from generator.score.route.game import Game
from generator.score.route.prepared import Routing
from generator.score.route.state import Walk
from generator.score.sheet.answers import Answers


def empty(routing: Routing, answers: Answers) -> bool:
    """Return whether the file holds none of the boxes that a route fills."""
    return all(answers.empty(box) for box in routing.boxes)


def filled(routing: Routing, game: Game, walk: Walk) -> dict[str, Any]:
    """Return what the route makes of each box and setting.

    What one route alone can't tell is the least that it can be: jams, and a goal that others may have reached first.
    """
    found: dict[str, Any] = {box: len(events) for box, events in walk.ledger.ticks.items()}
    for box, rows in walk.ledger.rows.items():
        found[box] = [len(row) for row in rows]
        found[routing.route.rows[box].value] = _values(routing, walk, box)
    found |= {box: walk.ledger.written[box].value if box in walk.ledger.written else None for box in routing.stars}
    route = routing.route
    if route.cards:
        found[route.cards.box] = [card for card in routing.slots[route.cards.box].choices if card in walk.cards]
    if route.goals:
        found[route.goals.box] = [_goal(routing, game, walk, row) for row in range(len(walk.terms.goals))]
    if route.errand and walk.terms.wanted is not None:
        found[route.errand.box] = routing.fixed.done if _done(routing, walk) else routing.fixed.failed
    if route.out:
        found[route.out.box] = walk.out is not None
    return found


def _values(routing: Routing, walk: Walk, box: str) -> list[Any]:
    """Return what stands behind the rows of a box: what they are worth parked, and at the end unparked."""
    closed, rows = walk.ledger.closed[box], walk.ledger.rows[box]
    over = walk.rounds == routing.fixed.rounds and walk.out is None
    half = routing.rows[box].unparked if over else ()
    open_ = [half[len(row) - 1] if row and half else None for row in rows[len(closed) :]]
    return [*(closing.value for closing in closed), *open_]


def _goal(routing: Routing, game: Game, walk: Walk, row: int) -> Any:
    reached = walk.goals.get(row)
    if reached is None:
        return None
    first = game.complete and game.firsts[row] == reached
    return routing.fixed.first if first else routing.fixed.later


def _done(routing: Routing, walk: Walk) -> bool:
    errand, places = routing.route.errand, walk.board.places
    reached = {str(places[name].get(errand.field)) for name in walk.events} if errand else set()
    return all(str(one) in reached for one in walk.terms.wanted or ())
