"""A walk: one player's recorded route on its way over the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from generator.score.route.board import Board
from generator.score.route.ledger import Event, Ledger
from generator.score.route.prepared import Terms
from generator.score.sheet.itinerary import Itinerary

Path = tuple[str | int, ...]


class Remark(NamedTuple):
    """Something about a route: an English text with the values of its {placeholders}, and where it stands."""

    says: str
    values: Mapping[str, Any]
    path: Path
    level: Literal["error", "warning"] = "error"
    about: str = "route"


class Stop(Exception):
    """A route can't go on; carries why."""

    def __init__(self, remark: Remark) -> None:
        super().__init__(remark.says)
        self.remark = remark


@dataclass(slots=True)
class Walk:
    """One player's route while it is walked.

    `used` are its roads with their rounds, `events` its places with when they were reached first, the start aside.
    """

    seat: int
    itinerary: Itinerary
    terms: Terms
    ledger: Ledger
    start: str = ""
    here: str = ""
    used: dict[int, int] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    cards: dict[Any, int] = field(default_factory=dict)
    goals: dict[int, int] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    rounds: int = 0
    out: Event | None = None
    stopped: bool = False

    @property
    def board(self) -> Board:
        """The board that it walks on."""
        assert self.terms.board is not None
        return self.terms.board

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
