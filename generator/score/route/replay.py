"""The replay: routes of a filled file followed, and compared with the sheets beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.problems import Problems
from generator.score.evaluation import Player
from generator.score.formula.formula import Formula
from generator.score.formula.rewriting import variable
from generator.score.report import BrokenRule, Message, Need, UncheckedRule
from generator.score.route.differences import broken_rules, differences
from generator.score.route.filling import boxes_from
from generator.score.route.game import NO_START, Game
from generator.score.route.prepared import PreparedRoute
from generator.score.route.state import RouteFault, RouteState


class Findings(NamedTuple):
    """What a replay says: what is broken or unchecked by player's number, and what the table breaks.

    `filled` holds the boxes that players left empty beside a route, as the route makes them.
    """

    broken: Mapping[int, tuple[BrokenRule, ...]]
    unchecked: Mapping[int, tuple[UncheckedRule, ...]]
    table: tuple[BrokenRule, ...]
    filled: Mapping[int, Mapping[str, Any]]


NO_FINDINGS = Findings({}, {}, (), {})


class Replay:
    """Replays the routes of filled files of one game."""

    def __init__(self, prepared: PreparedRoute) -> None:
        self.prepared = prepared

    def findings(self, players: Sequence[Player], problems: Problems) -> Findings:
        """Return what the routes say of the sheets; nothing when no player wrote a route."""
        routed = [player for player in players if player.answers.route is not None]
        if not routed:
            return NO_FINDINGS
        states = [self._state(player, problems) for player in routed]
        game = Game(self.prepared, states, len(players), self._first(routed[0], len(players)))
        game.play()
        table = tuple(self._rule_of(fault, routed[0]) for fault in game.faults)
        pairs = list(zip(routed, states, strict=True))
        return Findings(
            {player.number: self._broken(game, player, state) for player, state in pairs},
            {player.number: self._unchecked(state) for player, state in pairs},
            table,
            {player.number: boxes for player, state in pairs if (boxes := self._filled(game, player, state))},
        )

    def _filled(self, game: Game, player: Player, state: RouteState) -> Mapping[str, Any]:
        """Return the empty boxes that are still to be filled in."""
        if state.stopped or not state.rounds or player.answers.from_route:
            return {}
        return boxes_from(self.prepared, game, state, player.answers)

    def _state(self, player: Player, problems: Problems) -> RouteState:
        def faulty(formula: Formula, what: str) -> None:
            problems.error(formula.place, f"formula {formula.text!r}: {what}")

        assert player.answers.route is not None
        setup = self.prepared.setup(player.variables, faulty, player.answers.doubtful)
        return RouteState(player.number - 1, player.answers.route, setup, self.prepared.ledger())

    def _first(self, player: Player, players: int) -> int:
        name = self.prepared.route.first
        first = player.variables[variable(name)] if name else 1
        return first if isinstance(first, int) and 0 < first <= players else 1

    def _broken(self, game: Game, player: Player, state: RouteState) -> tuple[BrokenRule, ...]:
        faults = [self._rule_of(fault, player) for fault in (*self._start(player, state), *state.faults)]
        if state.stopped:
            return tuple(faults)
        parts = differences(self.prepared, game, state, player.answers)
        return (*faults, *broken_rules(self.prepared, parts, player.answers))

    def _start(self, player: Player, state: RouteState) -> list[RouteFault]:
        """Return what is wrong with a start that the board doesn't have."""
        name = self.prepared.route.start
        if state.setup.start is not None or state.setup.board is None or name in state.setup.unknown:
            return []
        if name in player.answers.doubtful:
            return []  # its own message stands there
        values = {"label": self.prepared.slots[name].label, "written": player.variables[variable(name)]}
        return [RouteFault(NO_START, values, (*player.answers.path, name))]

    def _rule_of(self, fault: RouteFault, player: Player) -> BrokenRule:
        codes, cards = self.prepared.route.breaks, self.prepared.route.cards
        code = {
            "route": codes.route,
            "markers": codes.markers,
            "cards": (cards.breaks if cards else None) or codes.route,
        }
        place = player.answers.filled.place(fault.path)
        return BrokenRule(code[fault.about], Message(fault.says, fault.values), fault.level, place)

    def _unchecked(self, state: RouteState) -> tuple[UncheckedRule, ...]:
        """Return what the replay would need to be whole."""
        needs = tuple(
            Need(self.prepared.slots[name].label, 0) for name in state.setup.unknown if name in self.prepared.slots
        )
        return (UncheckedRule(self.prepared.route.breaks.route, "error", needs),) if needs else ()
