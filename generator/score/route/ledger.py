"""The ledger: what a route has done to a sheet so far, tick by tick, each with the round and place that gave it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol


class Event(NamedTuple):
    """When something came onto the sheet: the round, from 1, and the place ("" at a round's end)."""

    round: int
    place: str


class Closing(NamedTuple):
    """A row that was parked: when, with how many ticks, and what it is worth."""

    event: Event
    ticks: int
    value: Any


class Entry(NamedTuple):
    """A number written into a box, and when."""

    event: Event
    value: Any


@dataclass(frozen=True, slots=True)
class Rows:
    """A box with rows of ticks: how many, what a parked row is worth by its ticks, and what it gives by its value."""

    rows: int
    worth: Sequence[Any]
    unparked: Sequence[Any]
    bonuses: dict[Any, tuple[Effect, ...]]
    """Filled in when every symbol's effects are known."""


class Effect(Protocol):
    """Something that reaching a place does."""

    def apply(self, ledger: Ledger, event: Event) -> None:
        """Do it."""


@dataclass(slots=True)
class Ledger:
    """A sheet while a route is driven. Rows are filled from the first that isn't parked."""

    ticks: dict[str, list[Event]]
    rows: dict[str, list[list[Event]]]
    closed: dict[str, list[Closing]]
    written: dict[str, Entry] = field(default_factory=dict)

    def count(self, boxes: Iterable[str]) -> int:
        """Return how many ticks these boxes hold, every row of theirs."""
        found = 0
        for box in boxes:
            track = self.ticks.get(box)
            found += sum(map(len, self.rows[box])) if track is None else len(track)
        return found


def ledger(tracks: Iterable[str], rows: Mapping[str, Rows]) -> Ledger:
    """Return an empty ledger."""
    return Ledger({box: [] for box in tracks}, {box: [[] for _ in range(of.rows)] for box, of in rows.items()},
                  {box: [] for box in rows})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tick:
    """The next tick of a track."""

    box: str
    most: int

    def apply(self, ledger: Ledger, event: Event) -> None:
        """Tick it, unless it is full."""
        track = ledger.ticks[self.box]
        if len(track) < self.most:
            track.append(event)


@dataclass(frozen=True, slots=True)
class Seat:
    """The next tick of the row that is filled now."""

    box: str
    rows: Rows

    def apply(self, ledger: Ledger, event: Event) -> None:
        """Tick it; nothing when the row is full or every row is parked."""
        row = len(ledger.closed[self.box])
        if row < self.rows.rows and len(ledger.rows[self.box][row]) < len(self.rows.worth):
            ledger.rows[self.box][row].append(event)


@dataclass(frozen=True, slots=True)
class Park:
    """The row that is filled now gets its value, and gives its bonus."""

    box: str
    rows: Rows

    def apply(self, ledger: Ledger, event: Event) -> None:
        """Park it; nothing when it is empty or every row is parked."""
        closed = ledger.closed[self.box]
        ticks = len(ledger.rows[self.box][len(closed)]) if len(closed) < self.rows.rows else 0
        if not ticks:
            return
        value = self.rows.worth[ticks - 1]
        closed.append(Closing(event, ticks, value))
        for effect in self.rows.bonuses.get(value, ()):
            effect.apply(ledger, event)


@dataclass(frozen=True, slots=True)
class Write:
    """A number is written: the ticks so far of `boxes`, and those of the row of `parked` that parked just now."""

    box: str
    boxes: tuple[str, ...]
    parked: str | None = None

    def apply(self, ledger: Ledger, event: Event) -> None:
        """Write it, unless something stands there."""
        found = ledger.count(self.boxes)
        closed = ledger.closed[self.parked] if self.parked else []
        if closed and closed[-1].event == event:
            found += closed[-1].ticks
        ledger.written.setdefault(self.box, Entry(event, found))
