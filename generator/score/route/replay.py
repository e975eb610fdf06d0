"""The replay: routes of a filled file walked, and compared with the sheets beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.problems import Problems
from generator.score.evaluation import Player
from generator.score.formula.formula import Formula
from generator.score.formula.rewriting import variable
from generator.score.report import Broken, Message, Need, Unchecked
from generator.score.route.differences import broken, partings
from generator.score.route.filling import empty, filled
from generator.score.route.game import NO_START, Game
from generator.score.route.prepared import Routing
from generator.score.route.state import Remark, Walk


class Found(NamedTuple):
    """What a replay found: what is broken or unchecked by player's number, and what the table breaks.

    `filled` holds the boxes of players who wrote a route and nothing else, as the route makes them.
    """

    broken: Mapping[int, tuple[Broken, ...]]
    unchecked: Mapping[int, tuple[Unchecked, ...]]
    table: tuple[Broken, ...]
    filled: Mapping[int, Mapping[str, Any]]


NOTHING = Found({}, {}, (), {})


def _bare(routing: Routing, player: Player, walk: Walk) -> bool:
    """Return whether a player wrote a route and no box, and the boxes are still to be filled in."""
    return not walk.stopped and bool(walk.rounds) and not player.answers.made and empty(routing, player.answers)


class Replay:
    """Replays the routes of filled files of one game."""

    def __init__(self, routing: Routing) -> None:
        self.routing = routing

    def found(self, players: Sequence[Player], problems: Problems) -> Found:
        """Return what the routes say of the sheets; nothing when no player wrote a route."""
        routed = [player for player in players if player.answers.route is not None]
        if not routed:
            return NOTHING
        walks = [self._walk(player, problems) for player in routed]
        game = Game(self.routing, walks, len(players), self._first(routed[0], len(players)))
        game.play()
        table = tuple(self._said(remark, routed[0]) for remark in game.remarks)
        pairs = list(zip(routed, walks, strict=True))
        bare = {player.number for player, walk in pairs if _bare(self.routing, player, walk)}
        return Found(
            {player.number: self._broken(game, player, walk, player.number in bare) for player, walk in pairs},
            {player.number: self._unchecked(walk) for player, walk in pairs},
            table,
            {player.number: filled(self.routing, game, walk) for player, walk in pairs if player.number in bare},
        )

    def _walk(self, player: Player, problems: Problems) -> Walk:
        def faulty(formula: Formula, what: str) -> None:
            problems.error(formula.place, f"formula {formula.text!r}: {what}")

        assert player.answers.route is not None
        terms = self.routing.terms(player.variables, faulty)
        return Walk(player.number - 1, player.answers.route, terms, self.routing.ledger())

    def _first(self, player: Player, players: int) -> int:
        name = self.routing.route.first
        first = player.variables[variable(name)] if name else 1
        return first if isinstance(first, int) and 0 < first <= players else 1

    def _broken(self, game: Game, player: Player, walk: Walk, bare: bool) -> tuple[Broken, ...]:
        said = [self._said(remark, player) for remark in (*self._start(player, walk), *walk.remarks)]
        if walk.stopped or bare:
            return tuple(said)
        return (*said, *broken(self.routing, partings(self.routing, game, walk, player.answers), player.answers))

    def _start(self, player: Player, walk: Walk) -> list[Remark]:
        """Return what is wrong with a start that the board doesn't have."""
        name = self.routing.route.start
        if walk.terms.start is not None or walk.terms.board is None or name in walk.terms.unknown:
            return []
        values = {"label": self.routing.slots[name].label, "written": player.variables[variable(name)]}
        return [Remark(NO_START, values, (*player.answers.path, name))]

    def _said(self, remark: Remark, player: Player) -> Broken:
        codes, cards = self.routing.route.breaks, self.routing.route.cards
        code = {
            "route": codes.route,
            "markers": codes.markers,
            "cards": (cards.breaks if cards else None) or codes.route,
        }
        place = player.answers.filled.place(remark.path)
        return Broken(code[remark.about], Message(remark.says, remark.values), remark.level, place)

    def _unchecked(self, walk: Walk) -> tuple[Unchecked, ...]:
        """Return what the replay would need to be whole."""
        needs = tuple(
            Need(self.routing.slots[name].label, 0) for name in walk.terms.unknown if name in self.routing.slots
        )
        return (Unchecked(self.routing.route.breaks.route, "error", needs),) if needs else ()
