"""A turn: one player's stretch of one round, marker by marker, and the shape that its card asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, Literal

from generator.score.formula.numbers import folded, number_from
from generator.score.route.board import Road
from generator.score.route.ledger import Event
from generator.score.route.prepared import PreparedRoute, Shape
from generator.score.route.state import RouteFault, RouteState, Stop
from generator.score.sheet.itinerary import Stretch
from generator.score.sheet.sheet import KeyPath

NOT_THERE = "Round {round}: {place} isn't on this board"
NOT_THERE_BUT = "Round {round}: {place} isn't on this board; did you mean {meant}?"
NO_ROAD = "Round {round}: no road leads from {here} to {place}; roads lead to {choices}"
USED = "Round {round}: the road from {here} to {place} was taken in round {before} already"
AFTER_OUT = "Round {round}: the route ended when it reached {place} again, so nothing may follow"
LONGER = "Round {round}: {what} {card} asks for a stretch of {right}, not {written}"
SHORTER = (
    "Round {round}: {what} {card} asks for a stretch of {right}, not {written}; there was still a way on from {place}"
)
STUCK = "Round {round}: {what} {card} asks for a stretch of {right}, not {written}; there was no way on from {place}"
NO_EXTRA = "Round {round}: {place} gives no further marker"
WANTS_EXTRA = "Round {round}: the stretch ends at {place}, which gives a further marker"
BENDS = "Round {round}: this shape needs {right} boxes, and only {written} are left: {what}"
NO_CARD = "Round {round}: {what} {written} isn't there; allowed is {choices}"
BARE = "Round {round}: the line doesn't begin with a card and a colon; {what}: {choices}"
CARD_TWICE = "Round {round}: {what} {card} was there in round {before} already"

MESSAGES = (
    NOT_THERE,
    NOT_THERE_BUT,
    NO_ROAD,
    USED,
    AFTER_OUT,
    LONGER,
    SHORTER,
    STUCK,
    NO_EXTRA,
    WANTS_EXTRA,
    BENDS,
    NO_CARD,
    BARE,
    CARD_TWICE,
)


class Turns:
    """One player's turns, a stretch a round."""

    def __init__(self, prepared: PreparedRoute, state: RouteState, markers_on: dict[int, int]) -> None:
        """`markers_on` holds how many markers lie on each road; this player's are added."""
        self.prepared = prepared
        self.state = state
        self.markers_on = markers_on
        self.ways = state.board.roads
        self.effects = state.setup.effects
        self.number = 0
        self.path: KeyPath = ()
        self.names: list[str] = []
        self.roads: list[Road] = []

    def take(self, number: int, stretch: Stretch) -> None:
        """Follow the stretch of a round, from 1; `Stop` when that can't be."""
        self.number, self.path, self.names, self.roads = number, stretch.path, [], []
        if self.state.out is not None:
            raise self._stop(AFTER_OUT, place=self.state.out.place)
        card = self._card(stretch.card)
        for name in stretch.places:
            self._step(name)
        shape = self._shape(card)
        if shape is not None:
            self._fit(shape, card, stretch.marked)
        elif stretch.marked:
            self._extra(self.names[-2:-1])

    def _stop(self, says: str, **values: Any) -> Stop:
        return Stop(self._fault(says, values))

    def _fault(self, says: str, values: Mapping[str, Any], level: Literal["error", "warning"] = "error") -> RouteFault:
        return RouteFault(says, {"round": self.number, **values}, self.path, level)

    # -------------------------------------------------------------- the card

    def _card(self, written: Any) -> Any:
        cards = self.prepared.route.cards
        if cards is None:
            return None
        choices = self.prepared.slots[cards.box].choices
        card = _meant(written, choices)
        if card is None:
            says = BARE if written is None else NO_CARD
            raise self._stop(says, written=str(written), what=cards.label, choices=list(choices))
        if card in self.state.cards:
            raise self._stop(CARD_TWICE, what=cards.label, card=card, before=self.state.cards[card])
        self.state.cards[card] = self.number
        return card

    def _shape(self, card: Any) -> Shape | None:
        shapes = self.state.setup.shapes
        if shapes is None or not isinstance(card, int):
            return None
        return shapes[(card - 1) % len(shapes)]

    # -------------------------------------------------------------- one road

    def _step(self, written: str) -> None:
        """Put one marker down and let the place that it leads to do what it does."""
        state = self.state
        if state.out is not None:
            raise self._stop(AFTER_OUT, place=state.here)
        name, road = self._road(written)
        state.used[road.number] = self.number
        state.here = name
        self.names.append(name)
        self.roads.append(road)
        event = Event(self.number, name)
        others = self.markers_on.get(road.number, 0)
        self.markers_on[road.number] = others + 1
        if others or road.slow:
            self._tick_shared_road(others + road.slow, event)
        if state.setup.out and state.been(name):
            state.out = event
            return
        state.events.setdefault(name, event)
        for effect in self.effects[name]:
            effect.apply(state.ledger, event)

    def _road(self, written: str) -> tuple[str, Road]:
        """Return the place that was meant, and the road that leads there."""
        ways = self.ways[self.state.here]
        name = written if written in ways else self._name(written)
        road = ways.get(name)
        if road is None:
            raise self._stop(NO_ROAD, here=self.state.here, place=name, choices=list(ways))
        if road.number in self.state.used:
            raise self._stop(USED, here=self.state.here, place=name, before=self.state.used[road.number])
        return name, road

    def _name(self, written: str) -> str:
        """Return the place that was meant: upper and lower case are the same."""
        board = self.state.board
        text = folded(written)
        if text in board.names:
            return board.names[text]
        meant = _alike(text, board.names)
        if meant is not None:
            raise self._stop(NOT_THERE_BUT, place=written, meant=board.names[meant])
        raise self._stop(NOT_THERE, place=written)

    def _tick_shared_road(self, ticks: int, event: Event) -> None:
        shared = self.prepared.route.shared_roads
        if shared is not None:
            self._tick(shared.box, ticks, event)

    def _tick(self, box: str, amount: int, event: Event) -> None:
        track = self.state.ledger.ticks[box]
        track.extend([event] * min(amount, self.prepared.tracks[box] - len(track)))

    # -------------------------------------------------------------- the shape

    def _fit(self, shape: Shape, card: Any, marked: bool) -> None:
        """Compare the stretch with what the card asks for."""
        base = len(self.names) - marked
        beyond = not marked and base > shape.markers and self._gives_extra(self.names[shape.markers - 1])
        if base - beyond > shape.markers or (marked and base < shape.markers):
            raise self._stop(LONGER, **self._counts(shape, card, base))
        if marked or beyond:
            self._extra(self.names[shape.markers - 1 : shape.markers])
        elif base < shape.markers:
            self._short(shape, card)
        elif self._owes_extra():
            raise self._stop(WANTS_EXTRA, place=self.state.here)
        self._bend(shape)

    def _counts(self, shape: Shape, card: Any, written: int) -> dict[str, Any]:
        cards = self.prepared.route.cards
        return {"what": cards.label if cards else "", "card": card, "right": shape.markers, "written": written}

    def _short(self, shape: Shape, card: Any) -> None:
        """Allow a stretch that is too short only when the player is out or there was no way on."""
        if self.state.out is not None:
            return
        values = {**self._counts(shape, card, len(self.names)), "place": self.state.here}
        if any(self._fits(shape, road) for road in self._ways()):
            raise self._stop(SHORTER, **values)
        self.state.faults.append(self._fault(STUCK, values, "warning"))

    def _extra(self, before: Sequence[str]) -> None:
        """Note a step beyond the card, which the place before it must give."""
        extra = self.prepared.route.extra
        if extra is None or not before or not self._gives_extra(before[0]):
            raise self._stop(NO_EXTRA, place=before[0] if before else self.state.here)
        if extra.counts is not None:
            self._tick(extra.counts, 1, Event(self.number, self.state.here))

    def _gives_extra(self, name: str) -> bool:
        extra = self.prepared.route.extra
        return extra is not None and extra.symbol in self.state.board.symbols(name)

    def _owes_extra(self) -> bool:
        state = self.state
        return state.setup.must and state.out is None and self._gives_extra(state.here) and any(self._ways())

    def _ways(self) -> Iterator[Road]:
        """Yield the roads on which the player could go on and stay in the game."""
        state = self.state
        for name, road in self.ways[state.here].items():
            if road.number not in state.used and not (state.setup.out and state.been(name)):
                yield road

    def _fits(self, shape: Shape, road: Road) -> bool:
        """Return whether the stretch could go on with this road by the ticks that are left."""
        return self._cost([*self.roads, road], shape) <= self._left()

    def _bend(self, shape: Shape) -> None:
        """Tick one box for every bend too many or too few."""
        cards = self.prepared.route.cards
        cost = self._cost(self.roads[: shape.markers], shape)
        if not cost or cards is None or not self.names:
            return
        if cost > self._left() or cards.turns is None:
            label = self.prepared.slots[cards.turns].label if cards.turns else cards.label
            values = {"right": cost, "written": self._left(), "what": label}
            if not self.state.setup.lenient:
                raise self._stop(BENDS, **values)
            self.state.faults.append(self._fault(BENDS, values, "warning"))
        if cards.turns is None:
            return
        self._tick(cards.turns, cost, Event(self.number, self.names[: shape.markers][-1]))

    def _left(self) -> int:
        cards = self.prepared.route.cards
        if cards is None or cards.turns is None:
            return 0
        return self.prepared.tracks[cards.turns] - len(self.state.ledger.ticks[cards.turns])

    @staticmethod
    def _cost(roads: Sequence[Road], shape: Shape) -> int:
        """Return how far the bends are from what is allowed; what is still to come may bend or not."""
        bends = 0
        for one, other in pairwise(roads):
            bends += one.heading != other.heading
        if bends in shape.bends:
            return 0
        rest = max(shape.markers - len(roads), 0)
        return min((max(allowed - bends - rest, bends - allowed, 0) for allowed in shape.bends), default=0)


def _alike(written: str, names: Iterable[str]) -> str | None:
    """Return the name that looks most like what was written, None when none does."""
    from difflib import get_close_matches

    close = get_close_matches(written[:200], islice(names, 2_000), n=1, cutoff=0.6)
    return close[0] if close else None


def _meant(written: Any, choices: Sequence[Any]) -> Any:
    """Return the card that was meant, None for one that isn't among the choices."""
    if type(written) is int:
        return written if written in choices else None
    if written is None or isinstance(written, bool):
        return None
    number = number_from(written)
    if number is not None:
        return number if number in choices else None
    text = folded(str(written))
    return next((choice for choice in choices if folded(str(choice)) == text), None)
