"""Parting: where a sheet and the route that it belongs to part, box by box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from generator.problems import Location
from generator.score.formula.program import Blank
from generator.score.report import Broken, Message
from generator.score.route.game import Game
from generator.score.route.ledger import Closing, Event
from generator.score.route.prepared import Routing
from generator.score.route.state import Walk
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


class Parting(NamedTuple):
    """A box that isn't as the route makes it, and from when on that can't be mended. `row` counts from 1, 0 without."""

    round: int
    order: int
    place: str
    box: str
    row: int
    right: Any
    written: Any
    kind: str = ""


def partings(routing: Routing, game: Game, walk: Walk, answers: Answers) -> list[Parting]:
    """Return every box in which a sheet differs from what the route makes of it, the first round first."""
    found = _Sheet(routing, game, walk, answers).partings()
    return sorted(found, key=lambda parting: (parting.round, parting.order))


def broken(routing: Routing, found: Sequence[Parting], answers: Answers) -> Iterator[Broken]:
    """Yield what the report says of partings; the first one says that it is the first."""
    for number, parting in enumerate(found):
        says = _SAYS[parting.kind or ("" if parting.place else "end")][min(number, 1)]
        values = {"round": parting.round, "place": parting.place, "right": parting.right, "written": parting.written}
        label = routing.slots[parting.box].label
        yield Broken(
            _code(routing, parting.box), Message(says, values), "error", _place(parting, answers), label, parting.row
        )


_SAYS = {
    "": (FIRST, NEXT),
    "end": (FIRST_AT_END, NEXT_AT_END),
    "more": (FIRST_MORE, NEXT_MORE),
    "least": (FIRST_LEAST, NEXT_LEAST),
}


def _code(routing: Routing, box: str) -> str:
    errand = routing.route.errand
    if errand is not None and box == errand.box and errand.breaks:
        return errand.breaks
    return routing.route.breaks.box


def _place(parting: Parting, answers: Answers) -> Location:
    """Return where the box stands in the file, else where the route does."""
    if answers.typed(parting.box):
        return answers.place(parting.box, parting.row)
    return answers.filled.place((*answers.path, "route", parting.round - 1))


class _Sheet:
    """One player's sheet beside what the route makes of it."""

    def __init__(self, routing: Routing, game: Game, walk: Walk, answers: Answers) -> None:
        self.routing = routing
        self.game = game
        self.walk = walk
        self.answers = answers
        self.ledger = walk.ledger
        self.over = walk.rounds == routing.fixed.rounds

    def partings(self) -> Iterator[Parting]:
        yield from self._tracks()
        for box in self.routing.rows:
            yield from self._rows(box)
        yield from self._stars()
        yield from self._cards()
        yield from self._goals()
        yield from self._errand()
        yield from self._out()

    def _value(self, box: str) -> Any:
        """Return what stands in a box; `Blank` for what can't be compared."""
        return Blank(()) if box in self.answers.doubtful else self.answers.values[box]

    # -------------------------------------------------------------- ticks

    def _tracks(self) -> Iterator[Parting]:
        route = self.routing.route
        jams = route.jams.box if route.jams else None
        unknown = {route.cards.turns} if route.cards and self.walk.terms.shapes is None else set()
        unknown |= {route.extra.counts} if route.extra and self.walk.terms.shapes is None else set()
        for box, events in self.ledger.ticks.items():
            written = self._value(box)
            if box in unknown or not isinstance(written, int):
                continue
            least = box == jams and not self.game.complete
            if written != len(events) and not (least and written > len(events)):
                yield self._ticks(box, 0, events, written, "least" if least else "")

    def _ticks(self, box: str, row: int, events: Sequence[Event], written: int, kind: str = "") -> Parting:
        if written < len(events):
            event = events[written]
            return Parting(event.round, self._order(event), event.place, box, row, len(events), written, kind)
        return self._more(box, row, len(events), written)

    def _more(self, box: str, row: int, right: Any, written: Any) -> Parting:
        return Parting(self.walk.rounds, _LAST, "", box, row, right, written, "more")

    def _at(self, event: Event, box: str, row: int, right: Any, written: Any) -> Parting:
        return Parting(event.round, self._order(event), event.place, box, row, right, written)

    def _order(self, event: Event) -> int:
        """Return which marker of the route reached the place."""
        return self._orders.get(event.place, _LAST)

    @property
    def _orders(self) -> dict[str, int]:
        return {place: number for number, place in enumerate(self.walk.events)}

    # -------------------------------------------------------------- rows

    def _rows(self, box: str) -> Iterator[Parting]:
        written = self._value(box)
        values = self._value(self.routing.route.rows[box].value)
        closed = self.ledger.closed[box]
        for row, events in enumerate(self.ledger.rows[box]):
            closing = closed[row] if row < len(closed) else None
            ticks = written[row] if isinstance(written, list) else None
            if isinstance(ticks, int) and ticks != len(events):
                yield self._row_ticks(box, row + 1, events, ticks, closing)
            value = values[row] if isinstance(values, list) else Blank(())
            if not isinstance(value, Blank):
                yield from self._row_value(box, row + 1, len(events), value, closing)

    def _row_ticks(self, box: str, row: int, events: Sequence[Event], written: int, closing: Closing | None) -> Parting:
        if written > len(events) and closing is not None:
            return self._at(closing.event, box, row, len(events), written)
        return self._ticks(box, row, events, written)

    def _row_value(self, box: str, row: int, ticks: int, written: Any, closing: Closing | None) -> Iterator[Parting]:
        name = self.routing.route.rows[box].value
        if closing is not None:
            if written != closing.value:
                yield self._at(closing.event, name, row, closing.value, written)
            return
        unparked = self.routing.rows[box].unparked[ticks - 1] if ticks and (self.over or self.walk.out) else None
        if written not in (None, unparked) and (written or ticks):
            yield self._more(name, row, unparked, written)

    # -------------------------------------------------------------- what is written once

    def _stars(self) -> Iterator[Parting]:
        for box in self.routing.stars:
            written, entry = self._value(box), self.ledger.written.get(box)
            if isinstance(written, Blank):
                continue
            if entry is None:
                if written:
                    yield self._more(box, 0, None, written)
            elif written != entry.value and (written or entry.value):
                yield self._at(entry.event, box, 0, entry.value, written)

    def _cards(self) -> Iterator[Parting]:
        cards = self.routing.route.cards
        marks = self._value(cards.box) if cards else None
        if cards is None or not isinstance(marks, list):
            return
        groups = self.walk.terms.groups
        left = Counter(("group", groups[card]) if card in groups else card for card in marks)
        right = [card for card in self.routing.slots[cards.box].choices if card in self.walk.cards]
        for card, number in self.walk.cards.items():
            key = ("group", groups[card]) if card in groups else card
            left[key] -= 1
            if left[key] < 0:
                yield Parting(number, -1, "", cards.box, 0, right, marks)
                return
        if len(marks) > len(right):
            yield self._more(cards.box, 0, right, marks)

    def _goals(self) -> Iterator[Parting]:
        goals = self.routing.route.goals
        written = self._value(goals.box) if goals else None
        if goals is None or not isinstance(written, list):
            return
        fixed = self.routing.fixed
        for row, goal in enumerate(self.walk.terms.goals):
            value, reached = written[row], self.walk.goals.get(row)
            if not goal.boxes or isinstance(value, Blank):
                continue
            if reached is None:
                if value:
                    yield self._more(goals.box, row + 1, None, value)
                continue
            allowed = [fixed.first, fixed.later]
            if self.game.complete:
                allowed = [fixed.first if self.game.firsts[row] == reached else fixed.later]
            if value not in allowed and (value or self.walk.playing):
                right = allowed[0] if len(allowed) == 1 else allowed
                yield Parting(reached, _LAST, "", goals.box, row + 1, right, value)

    def _errand(self) -> Iterator[Parting]:
        errand, wanted = self.routing.route.errand, self.walk.terms.wanted
        written = self._value(errand.box) if errand else Blank(())
        if errand is None or not isinstance(wanted, list) or isinstance(written, Blank):
            return
        places = self.walk.board.places
        reached = {str(places[name].get(errand.field)): event for name, event in self.walk.events.items()}
        wanted = [str(one) for one in wanted]
        fixed = self.routing.fixed
        if all(one in reached for one in wanted):
            last = max((reached[one] for one in wanted), key=self._order)
            if written != fixed.done and (written is not None or self.over):
                yield self._at(last, errand.box, 0, fixed.done, written)
        elif written not in (None, fixed.failed):
            yield self._more(errand.box, 0, fixed.failed, written)

    def _out(self) -> Iterator[Parting]:
        out, event = self.routing.route.out, self.walk.out
        written = self._value(out.box) if out else None
        if out is None or not isinstance(written, bool):
            return
        if event is not None and not written:
            yield Parting(event.round, _LAST, event.place, out.box, 0, True, False)
        elif event is None and written:
            yield self._more(out.box, 0, False, True)
