"""A game of routes: recorded routes followed round by round, all players in turn, onto a ledger each.

What a place does, how rows close and which bonuses fire is told by the pack's data; nothing
here knows a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.score.route import turn
from generator.score.route.prepared import PreparedRoute
from generator.score.route.state import RouteFault, RouteState, Stop
from generator.score.route.turn import Turns
from generator.score.sheet.itinerary import UNREADABLE

TOO_MANY = "{label}: {written} rounds, allowed are {most}"
NO_START = "{label}: {written} is no start on this board"
MARKERS = "{label}: {written} markers, a player has {most}"
CARDS_DIFFER = "Round {round}: the players don't have the same card: {what}, {choices}"

ROUNDS_DIFFER = "{label}: {written} rounds here, and {most} with another player"

MESSAGES = (*turn.MESSAGES, TOO_MANY, NO_START, MARKERS, CARDS_DIFFER, ROUNDS_DIFFER, UNREADABLE)


class Game:
    """All routes of one table."""

    def __init__(self, prepared: PreparedRoute, states: Sequence[RouteState], players: int, first: int) -> None:
        """`first` is the number of the player, from 1, who begins the first round."""
        self.prepared = prepared
        self.states = states
        self.together = len(states) == players and players > 1
        self.faults: list[RouteFault] = []
        self.firsts: dict[int, int] = {}
        self._markers_on: dict[int, int] = {}
        self._turns: dict[int, Turns] = {}
        self._leader = first - 1
        self._players = players

    def play(self) -> None:
        """Follow every route to its end."""
        for state in self.states:
            _begin(self.prepared, state)
        longest = max((len(state.itinerary.stretches) for state in self.states if not state.stopped), default=0)
        for number in range(1, longest + 1):
            for state in self._in_turn():
                if state.going:
                    self._stretch(state, number)
            self._reach_goals(number)
            if len(self.states) > 1:
                self._compare_cards(number)
                self._pass_on()
        for state in self.states:
            self._finish(state)
        self._compare_lengths()

    @property
    def complete(self) -> bool:
        """Whether all players' routes are known and as long as each other's."""
        if not self.together or any(state.stopped for state in self.states):
            return False
        return len({state.rounds for state in self.states if state.playing}) <= 1

    def _in_turn(self) -> Sequence[RouteState]:
        if len(self.states) == 1:
            return self.states
        return sorted(self.states, key=lambda state: (state.seat - self._leader) % self._players)

    def _pass_on(self) -> None:
        """Let the next one round the table who is still in the game begin."""
        out = {state.seat for state in self.states if not state.playing}
        seats = ((self._leader + step) % self._players for step in range(1, self._players + 1))
        self._leader = next((seat for seat in seats if seat not in out), self._leader)

    def _stretch(self, state: RouteState, number: int) -> None:
        state.rounds = number
        turns = self._turns.get(state.seat)
        if turns is None:
            turns = self._turns[state.seat] = Turns(self.prepared, state, self._markers_on)
        try:
            turns.take(number, state.itinerary.stretches[number - 1])
        except Stop as stop:
            state.faults.append(stop.fault)
            state.stopped = True

    def _reach_goals(self, number: int) -> None:
        """Note the goals that players reach by the end of a round."""
        for state in self.states:
            if (
                state.rounds != number
                or state.out is not None
                or state.stopped
                or len(state.goals) == len(state.setup.goals)
            ):
                continue
            for row, goal in enumerate(state.setup.goals):
                if row not in state.goals and goal.boxes and state.ledger.count(goal.boxes) >= goal.need > 0:
                    state.goals[row] = number
                    self.firsts.setdefault(row, number)

    def _compare_cards(self, number: int) -> None:
        states = [state for state in self.states if state.rounds == number and not state.stopped]
        cards = dict.fromkeys(card for state in states for card, when in state.cards.items() if when == number)
        if len(cards) > 1 and self.prepared.route.cards:
            values = {"round": number, "what": self.prepared.route.cards.label, "choices": list(cards)}
            path = next(w.itinerary.stretches[number - 1].path for w in states if w.cards.get(list(cards)[1]) == number)
            self.faults.append(RouteFault(CARDS_DIFFER, values, path, about="cards"))

    def _compare_lengths(self) -> None:
        """Note that routes of one table are not as long as each other; one that ended early may be shorter."""
        states = [state for state in self.states if state.playing and not state.stopped]
        most = max((state.rounds for state in states), default=0)
        short = next((state for state in states if state.rounds < most), None)
        if short is not None:
            values = {"label": self.prepared.route.label, "written": short.rounds, "most": most}
            self.faults.append(RouteFault(ROUNDS_DIFFER, values, short.itinerary.path, about="cards"))

    def _finish(self, state: RouteState) -> None:
        itinerary = state.itinerary
        for number, written in itinerary.unreadable.items():
            if not state.stopped and number == state.rounds + 1:
                values = {"round": number, "written": written, "example": self.prepared.route.example}
                state.faults.append(RouteFault(UNREADABLE, values, (*itinerary.path, number - 1)))
                state.stopped = True
        most = self.prepared.constants.markers
        if len(state.used) > most:
            values = {"label": self.prepared.route.label, "written": len(state.used), "most": most}
            state.faults.append(RouteFault(MARKERS, values, itinerary.path, "warning", "markers"))


def _begin(prepared: PreparedRoute, state: RouteState) -> None:
    """Stand at the start; a route without one stops."""
    start, stretches, most = state.setup.start, state.itinerary.stretches, prepared.constants.rounds
    state.stopped = state.setup.board is None or start is None
    if len(stretches) > most:
        values = {"label": prepared.route.label, "written": len(stretches), "most": most}
        state.faults.append(RouteFault(TOO_MANY, values, stretches[most].path))
        state.stopped = True
    if start is not None:
        state.start = state.here = start
