"""Routes: recorded routes walked round by round, all players in turn, onto a ledger each.

What a place does, how rows park and which bonuses fire is told by the pack's data; nothing
here knows a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.score.route import turn as driving
from generator.score.route.prepared import Routing
from generator.score.route.state import Remark, Stop, Walk
from generator.score.route.turn import Drive
from generator.score.sheet.itinerary import UNREADABLE

TOO_MANY = "{label}: {written} rounds, allowed are {most}"
NO_START = "{label}: {written} is no start on this board"
MARKERS = "{label}: {written} markers, a player has {most}"
CARDS_DIFFER = "Round {round}: the players don't have the same card: {what}, {choices}"

ROUNDS_DIFFER = "{label}: {written} rounds here, and {most} with another player"

MESSAGES = (*driving.MESSAGES, TOO_MANY, NO_START, MARKERS, CARDS_DIFFER, ROUNDS_DIFFER, UNREADABLE)


class Game:
    """All routes of one table."""

    def __init__(self, routing: Routing, walks: Sequence[Walk], players: int, first: int) -> None:
        """`first` is the number of the player, from 1, who begins the first round."""
        self.routing = routing
        self.walks = walks
        self.together = len(walks) == players and players > 1
        self.remarks: list[Remark] = []
        self.firsts: dict[int, int] = {}
        self._crowd: dict[int, int] = {}
        self._drives: dict[int, Drive] = {}
        self._leader = first - 1
        self._players = players

    def play(self) -> None:
        """Walk every route to its end."""
        for walk in self.walks:
            _Start(self.routing, walk).begin()
        longest = max((len(walk.itinerary.stretches) for walk in self.walks if not walk.stopped), default=0)
        for number in range(1, longest + 1):
            for walk in self._in_turn():
                if walk.going:
                    self._stretch(walk, number)
            self._reach_goals(number)
            if len(self.walks) > 1:
                self._compare_cards(number)
                self._pass_on()
        for walk in self.walks:
            self._finish(walk)
        self._compare_lengths()

    @property
    def complete(self) -> bool:
        """Whether all players' routes are known and as long as each other's."""
        if not self.together or any(walk.stopped for walk in self.walks):
            return False
        return len({walk.rounds for walk in self.walks if walk.playing}) <= 1

    def _in_turn(self) -> Sequence[Walk]:
        if len(self.walks) == 1:
            return self.walks
        return sorted(self.walks, key=lambda walk: (walk.seat - self._leader) % self._players)

    def _pass_on(self) -> None:
        """Let the next one round the table who is still in the game begin."""
        out = {walk.seat for walk in self.walks if not walk.playing}
        seats = ((self._leader + step) % self._players for step in range(1, self._players + 1))
        self._leader = next((seat for seat in seats if seat not in out), self._leader)

    def _stretch(self, walk: Walk, number: int) -> None:
        walk.rounds = number
        drive = self._drives.get(walk.seat)
        if drive is None:
            drive = self._drives[walk.seat] = Drive(self.routing, walk, self._crowd)
        try:
            drive.drive(number, walk.itinerary.stretches[number - 1])
        except Stop as stop:
            walk.remarks.append(stop.remark)
            walk.stopped = True

    def _reach_goals(self, number: int) -> None:
        """Note the goals that players reach by the end of a round."""
        for walk in self.walks:
            if (
                walk.rounds != number
                or walk.out is not None
                or walk.stopped
                or len(walk.goals) == len(walk.terms.goals)
            ):
                continue
            for row, goal in enumerate(walk.terms.goals):
                if row not in walk.goals and goal.boxes and walk.ledger.count(goal.boxes) >= goal.need > 0:
                    walk.goals[row] = number
                    self.firsts.setdefault(row, number)

    def _compare_cards(self, number: int) -> None:
        walks = [walk for walk in self.walks if walk.rounds == number and not walk.stopped]
        found = dict.fromkeys(card for walk in walks for card, when in walk.cards.items() if when == number)
        if len(found) > 1 and self.routing.route.cards:
            values = {"round": number, "what": self.routing.route.cards.label, "choices": list(found)}
            path = next(w.itinerary.stretches[number - 1].path for w in walks if w.cards.get(list(found)[1]) == number)
            self.remarks.append(Remark(CARDS_DIFFER, values, path, about="cards"))

    def _compare_lengths(self) -> None:
        """Note that routes of one table are not as long as each other; one that ended early may be shorter."""
        walks = [walk for walk in self.walks if walk.playing and not walk.stopped]
        most = max((walk.rounds for walk in walks), default=0)
        short = next((walk for walk in walks if walk.rounds < most), None)
        if short is not None:
            values = {"label": self.routing.route.label, "written": short.rounds, "most": most}
            self.remarks.append(Remark(ROUNDS_DIFFER, values, short.itinerary.path, about="cards"))

    def _finish(self, walk: Walk) -> None:
        itinerary = walk.itinerary
        for number, written in itinerary.unreadable.items():
            if not walk.stopped and number == walk.rounds + 1:
                values = {"round": number, "written": written, "example": self.routing.route.example}
                walk.remarks.append(Remark(UNREADABLE, values, (*itinerary.path, number - 1)))
                walk.stopped = True
        most = self.routing.fixed.markers
        if len(walk.used) > most:
            values = {"label": self.routing.route.label, "written": len(walk.used), "most": most}
            walk.remarks.append(Remark(MARKERS, values, itinerary.path, "warning", "markers"))


class _Start:
    """The begin of one route."""

    def __init__(self, routing: Routing, walk: Walk) -> None:
        self.routing = routing
        self.walk = walk

    def begin(self) -> None:
        """Stand at the start; a route without one stops."""
        walk, most = self.walk, self.routing.fixed.rounds
        walk.stopped = walk.terms.board is None or walk.terms.start is None
        if len(walk.itinerary.stretches) > most:
            values = {"label": self.routing.route.label, "written": len(walk.itinerary.stretches), "most": most}
            walk.remarks.append(Remark(TOO_MANY, values, walk.itinerary.stretches[most].path))
            walk.stopped = True
        if walk.terms.start is not None:
            walk.start = walk.here = walk.terms.start
