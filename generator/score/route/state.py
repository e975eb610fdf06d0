"""The state of a route: one player's recorded route on its way over the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from generator.score.route.board import Board
from generator.score.route.ledger import Event, Ledger
from generator.score.route.prepared import Setup
from generator.score.sheet.itinerary import Itinerary
from generator.score.sheet.sheet import KeyPath


class RouteFault(NamedTuple):
    """What is wrong with a route: an English text with the values of its {placeholders}, and where it stands.

    `about` says which of the route's codes it breaks.
    """

    says: str
    values: Mapping[str, Any]
    path: KeyPath
    level: Literal["error", "warning"] = "error"
    about: Literal["route", "cards", "markers"] = "route"


class Stop(Exception):
    """A route can't go on; carries why."""

    def __init__(self, fault: RouteFault) -> None:
        super().__init__(fault.says)
        self.fault = fault


@dataclass(slots=True)
class RouteState:
    """One player's route while it is followed.

    `used` are the numbers of its roads with their rounds, `events` its places with when they were reached first, the
    start aside, `cards` its cards with their rounds, and `goals` the rows of goals with the round in which each was
    reached. `rounds` is how many are behind it.
    """

    seat: int
    itinerary: Itinerary
    setup: Setup
    ledger: Ledger
    start: str = ""
    here: str = ""
    used: dict[int, int] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    cards: dict[Any, int] = field(default_factory=dict)
    goals: dict[int, int] = field(default_factory=dict)
    faults: list[RouteFault] = field(default_factory=list)
    rounds: int = 0
    out: Event | None = None
    stopped: bool = False

    @property
    def board(self) -> Board:
        """The board that it leads over."""
        assert self.setup.board is not None
        return self.setup.board

    def been(self, name: str) -> bool:
        """Return whether the route was at a place, its start included."""
        return name in self.events or name == self.start

    @property
    def going(self) -> bool:
        """Whether it has a next stretch."""
        return not self.stopped and self.rounds < len(self.itinerary.stretches)

    @property
    def playing(self) -> bool:
        """Whether the player is still in the game, as far as the route tells."""
        return self.out is None
