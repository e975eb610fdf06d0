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
    """A row that was closed: when, with how many ticks, and what it is worth."""

    event: Event
    ticks: int
    value: Any


class WrittenNumber(NamedTuple):
    """A number written into a box, and when."""

    event: Event
    value: Any


@dataclass(frozen=True, slots=True)
class Rows:
    """A box with rows of ticks: how many rows, and what closing one is worth and gives.

    `worth` holds by the number of ticks, from 1, what a closed row is worth, and `open_worth` what one is worth that is
    still open at the end; `bonuses` hold by its value what else a closed row does.
    """

    rows: int
    worth: Sequence[Any]
    open_worth: Sequence[Any]
    bonuses: dict[Any, tuple[Effect, ...]]
    """Filled in when every symbol's effects are known."""


class Effect(Protocol):
    """Something that reaching a place does."""

    def apply(self, ledger: Ledger, event: Event) -> None:
        """Do it."""


@dataclass(slots=True)
class Ledger:
    """A sheet while a route is followed: by box its ticks, its rows' ticks, its closed rows, the number written in it.

    Rows are filled from the first that isn't closed.
    """

    ticks: dict[str, list[Event]]
    rows: dict[str, list[list[Event]]]
    closed: dict[str, list[Closing]]
    written: dict[str, WrittenNumber] = field(default_factory=dict)

    def count(self, boxes: Iterable[str]) -> int:
        """Return how many ticks these boxes hold, every row of theirs."""
        ticks = 0
        for box in boxes:
            track = self.ticks.get(box)
            ticks += sum(map(len, self.rows[box])) if track is None else len(track)
        return ticks


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
class TickInRow:
    """The next tick of the row that is filled now."""

    box: str
    rows: Rows

    def apply(self, ledger: Ledger, event: Event) -> None:
        """Tick it; nothing when the row is full or every row is closed."""
        row = len(ledger.closed[self.box])
        if row < self.rows.rows and len(ledger.rows[self.box][row]) < len(self.rows.worth):
            ledger.rows[self.box][row].append(event)


@dataclass(frozen=True, slots=True)
class CloseRow:
    """The row that is filled now is closed: it gets its value, and gives its bonus."""

    box: str
    rows: Rows

    def apply(self, ledger: Ledger, event: Event) -> None:
        """Close it; nothing when it is empty or every row is closed."""
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
    """A number is written: the ticks so far of `boxes`, and those of the row of `closing_box` that closed just now."""

    box: str
    boxes: tuple[str, ...]
    closing_box: str | None = None

    def apply(self, ledger: Ledger, event: Event) -> None:
        """Write it, unless something stands there."""
        number = ledger.count(self.boxes)
        closed = ledger.closed[self.closing_box] if self.closing_box else []
        if closed and closed[-1].event == event:
            number += closed[-1].ticks
        ledger.written.setdefault(self.box, WrittenNumber(event, number))
