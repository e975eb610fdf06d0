"""Differences: where a sheet isn't what its route makes of it, box by box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from generator.problems import Location
from generator.score.formula.program import Blank
from generator.score.report import BrokenRule, Message
from generator.score.route.game import Game
from generator.score.route.ledger import Closing, Event
from generator.score.route.prepared import PreparedRoute
from generator.score.route.state import RouteState
from generator.score.sheet.answers import Answers

FIRST = "Sheet and route part in round {round}, at {place}: {label} must be {right}, and {written} stands there"
FIRST_AT_END = "Sheet and route part at the end of round {round}: {label} must be {right}, and {written} stands there"
FIRST_MORE = "Sheet and route part after round {round}, the last: {label} must be {right}, and {written} stands there"
FIRST_LEAST = (
    "Sheet and route part in round {round}, at {place}: {label} must be {right} or more, and {written} stands there"
)
NEXT = "Round {round}, at {place}: {label} must be {right}, and {written} stands there"
NEXT_AT_END = "End of round {round}: {label} must be {right}, and {written} stands there"
NEXT_MORE = "After round {round}, the last: {label} must be {right}, and {written} stands there"
NEXT_LEAST = "Round {round}, at {place}: {label} must be {right} or more, and {written} stands there"

MESSAGES = (FIRST, FIRST_AT_END, FIRST_MORE, FIRST_LEAST, NEXT, NEXT_AT_END, NEXT_MORE, NEXT_LEAST)

_LAST = 10**6
"""Sorts what no round gave behind what the last round gave."""


class Difference(NamedTuple):
    """A box that isn't as the route makes it, and from when on that can't be mended.

    `round` counts from 1, `order` sorts those of one round, `place` is "" at a round's end, and `row` counts from 1,
    0 without rows. `kind` says which text tells of it: `more` than all of the route gives, or `least` that it must be.
    """

    round: int
    order: int
    place: str
    box: str
    row: int
    right: Any
    written: Any
    kind: Literal["", "more", "least"] = ""


def differences(prepared: PreparedRoute, game: Game, state: RouteState, answers: Answers) -> list[Difference]:
    """Return every box in which a sheet differs from what the route makes of it, the first round first."""
    every = _SheetBesideRoute(prepared, game, state, answers).differences()
    return sorted(every, key=lambda difference: (difference.round, difference.order))


def broken_rules(prepared: PreparedRoute, parts: Sequence[Difference], answers: Answers) -> Iterator[BrokenRule]:
    """Yield what the report says of differences; the first one says that it is the first."""
    for number, one in enumerate(parts):
        says = _SAYS[one.kind or ("" if one.place else "end")][min(number, 1)]
        values = {"round": one.round, "place": one.place, "right": one.right, "written": one.written}
        label = prepared.slots[one.box].label
        message = Message(says, values)
        yield BrokenRule(_code(prepared, one.box), message, "error", _place(one, answers), label, one.row)


_SAYS = {
    "": (FIRST, NEXT),
    "end": (FIRST_AT_END, NEXT_AT_END),
    "more": (FIRST_MORE, NEXT_MORE),
    "least": (FIRST_LEAST, NEXT_LEAST),
}


def _code(prepared: PreparedRoute, box: str) -> str:
    errand = prepared.route.errand
    if errand is not None and box == errand.box and errand.breaks:
        return errand.breaks
    return prepared.route.breaks.box


def _place(difference: Difference, answers: Answers) -> Location:
    """Return where the box stands in the file, else where the route does."""
    if answers.holds(difference.box):
        return answers.place(difference.box, difference.row)
    return answers.filled.place((*answers.path, "route", difference.round - 1))


class _SheetBesideRoute:
    """One player's sheet beside what the route makes of it."""

    def __init__(self, prepared: PreparedRoute, game: Game, state: RouteState, answers: Answers) -> None:
        self.prepared = prepared
        self.game = game
        self.state = state
        self.answers = answers
        self.ledger = state.ledger
        self.over = state.rounds == prepared.constants.rounds

    def differences(self) -> Iterator[Difference]:
        yield from self._tracks()
        for box in self.prepared.rows:
            yield from self._rows(box)
        yield from self._written_boxes()
        yield from self._cards()
        yield from self._goals()
        yield from self._errand()
        yield from self._out()

    def _value(self, box: str) -> Any:
        """Return what stands in a box; `Blank` for what can't be compared."""
        return Blank(()) if box in self.answers.doubtful else self.answers.values[box]

    # -------------------------------------------------------------- ticks

    def _tracks(self) -> Iterator[Difference]:
        shared = self.prepared.route.shared_roads
        unknown = self._unknown_tracks()
        for box, events in self.ledger.ticks.items():
            written = self._value(box)
            if box in unknown or not isinstance(written, int):
                continue
            others_may_add = shared is not None and box == shared.box and not self.game.complete
            if written < len(events) or (written > len(events) and not others_may_add):
                yield self._ticks(box, 0, events, written, "least" if others_may_add else "")

    def _unknown_tracks(self) -> set[str | None]:
        """Return the boxes that nothing can be said of without knowing the shapes of stretches."""
        cards, extra = self.prepared.route.cards, self.prepared.route.extra
        if self.state.setup.shapes is not None:
            return set()
        return {cards.turns if cards else None, extra.counts if extra else None}

    def _ticks(
        self, box: str, row: int, events: Sequence[Event], written: int, kind: Literal["", "least"] = ""
    ) -> Difference:
        if written < len(events):
            event = events[written]
            return Difference(event.round, self._order(event), event.place, box, row, len(events), written, kind)
        return self._more(box, row, len(events), written)

    def _more(self, box: str, row: int, right: Any, written: Any) -> Difference:
        return Difference(self.state.rounds, _LAST, "", box, row, right, written, "more")

    def _at(self, event: Event, box: str, row: int, right: Any, written: Any) -> Difference:
        return Difference(event.round, self._order(event), event.place, box, row, right, written)

    def _order(self, event: Event) -> int:
        """Return which marker of the route reached the place."""
        return self._orders.get(event.place, _LAST)

    @property
    def _orders(self) -> dict[str, int]:
        return {place: number for number, place in enumerate(self.state.events)}

    # -------------------------------------------------------------- rows

    def _rows(self, box: str) -> Iterator[Difference]:
        written = self._value(box)
        values = self._value(self.prepared.route.rows[box].value)
        closed = self.ledger.closed[box]
        for row, events in enumerate(self.ledger.rows[box]):
            closing = closed[row] if row < len(closed) else None
            ticks = written[row] if isinstance(written, list) else None
            if isinstance(ticks, int) and ticks != len(events):
                yield self._row_ticks(box, row + 1, events, ticks, closing)
            value = values[row] if isinstance(values, list) else Blank(())
            if not isinstance(value, Blank):
                yield from self._row_value(box, row + 1, len(events), value, closing)

    def _row_ticks(
        self, box: str, row: int, events: Sequence[Event], written: int, closing: Closing | None
    ) -> Difference:
        if written > len(events) and closing is not None:
            return self._at(closing.event, box, row, len(events), written)
        return self._ticks(box, row, events, written)

    def _row_value(self, box: str, row: int, ticks: int, written: Any, closing: Closing | None) -> Iterator[Difference]:
        name = self.prepared.route.rows[box].value
        if closing is not None:
            if written != closing.value:
                yield self._at(closing.event, name, row, closing.value, written)
            return
        worth = self.prepared.rows[box].open_worth[ticks - 1] if ticks and (self.over or self.state.out) else None
        if written not in (None, worth) and (written or ticks):
            yield self._more(name, row, worth, written)

    # -------------------------------------------------------------- what is written once

    def _written_boxes(self) -> Iterator[Difference]:
        for box in self.prepared.written_boxes:
            written, entry = self._value(box), self.ledger.written.get(box)
            if isinstance(written, Blank):
                continue
            if entry is None:
                if written:
                    yield self._more(box, 0, None, written)
            elif written != entry.value and (written or entry.value):
                yield self._at(entry.event, box, 0, entry.value, written)

    def _cards(self) -> Iterator[Difference]:
        cards = self.prepared.route.cards
        marks = self._value(cards.box) if cards else None
        if cards is None or not isinstance(marks, list):
            return
        groups = self.state.setup.groups
        left = Counter(("group", groups[card]) if card in groups else card for card in marks)
        right = [card for card in self.prepared.slots[cards.box].choices if card in self.state.cards]
        for card, number in self.state.cards.items():
            key = ("group", groups[card]) if card in groups else card
            left[key] -= 1
            if left[key] < 0:
                yield Difference(number, -1, "", cards.box, 0, right, marks)
                return
        if len(marks) > len(right):
            yield self._more(cards.box, 0, right, marks)

    def _goals(self) -> Iterator[Difference]:
        goals = self.prepared.route.goals
        written = self._value(goals.box) if goals else None
        if goals is None or not isinstance(written, list):
            return
        for row, goal in enumerate(self.state.setup.goals):
            if goal.boxes and not isinstance(written[row], Blank):
                yield from self._goal(goals.box, row, written[row])

    def _goal(self, box: str, row: int, written: Any) -> Iterator[Difference]:
        reached = self.state.goals.get(row)
        if reached is None:
            if written:
                yield self._more(box, row + 1, None, written)
            return
        allowed = self._allowed_goal(row, reached)
        if written not in allowed and (written or self.state.playing):
            right = allowed[0] if len(allowed) == 1 else allowed
            yield Difference(reached, _LAST, "", box, row + 1, right, written)

    def _allowed_goal(self, row: int, reached: int) -> list[Any]:
        """Return what may be written for a goal reached in a round; without all routes nobody knows who was first."""
        constants = self.prepared.constants
        if not self.game.complete:
            return [constants.first, constants.later]
        return [constants.first if self.game.firsts[row] == reached else constants.later]

    def _errand(self) -> Iterator[Difference]:
        errand, wanted = self.prepared.route.errand, self.state.setup.wanted
        written = self._value(errand.box) if errand else Blank(())
        if errand is None or wanted is None or isinstance(written, Blank):
            return
        constants, last = self.prepared.constants, self._last_errand(errand.field, wanted)
        if last is not None:
            if written != constants.done and (written is not None or self.over):
                yield self._at(last, errand.box, 0, constants.done, written)
        elif written not in (None, constants.failed):
            yield self._more(errand.box, 0, constants.failed, written)

    def _last_errand(self, field: str, wanted: Sequence[Any]) -> Event | None:
        """Return when the last of the wanted places was reached, None when not all were; nothing wanted is reached."""
        places = self.state.board.places
        reached = {str(places[name].get(field)): event for name, event in self.state.events.items()}
        events = [reached.get(str(one)) for one in wanted]
        if None in events:
            return None
        return max((event for event in events if event), key=self._order, default=Event(1, ""))

    def _out(self) -> Iterator[Difference]:
        out, event = self.prepared.route.out, self.state.out
        written = self._value(out.box) if out else None
        if out is None or not isinstance(written, bool):
            return
        if event is not None and not written:
            yield Difference(event.round, _LAST, event.place, out.box, 0, True, False)
        elif event is None and written:
            yield self._more(out.box, 0, False, True)
