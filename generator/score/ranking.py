"""Ranking: who is in which place, and by which total."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

from generator.score.evaluation import Player, numeric, readable
from generator.score.formula.numbers import Number, whole
from generator.score.formula.rewriting import variable
from generator.score.plan import TOTAL
from generator.score.report import Standing


def standings(
    players: Sequence[Player], ties: Sequence[str], wins: Literal["highest", "lowest"]
) -> tuple[Standing, ...]:
    """Rank the players whose total is known; equals in total and in every tie-break share the better place.

    `ties` are the names of the tie-breaks' steps, the most important first; the highest wins. A tie-break that isn't
    known for everybody decides nothing. Returned are the standings from the first place on.
    """
    totals = {player.number: readable(player.variables.get(variable(TOTAL))) for player in players}
    ranked = [player for player in players if isinstance(totals[player.number], (int, Fraction))]
    decisive = _decisive(ranked, ties)
    sign = -1 if wins == "lowest" else 1
    keys = {p.number: (sign * totals[p.number], *(p.variables[tie] for tie in decisive)) for p in ranked}
    ordered = sorted(ranked, key=lambda player: keys[player.number], reverse=True)
    return tuple(
        Standing(player.number, _place(keys[player.number], keys.values()), whole(totals[player.number]))
        for player in ordered
    )


def with_ties(
    ranking: Sequence[Standing], players: Sequence[Player], ties: Sequence[tuple[str, str]]
) -> tuple[Standing, ...]:
    """Return the standings with the tie-breaks that were looked at between equal totals.

    `ties` are the names of the tie-breaks' steps and what each counts, in their order.
    """
    by_number = {player.number: player for player in players}
    ranked = [by_number[standing.player] for standing in ranking]
    decisive = _decisive(ranked, [step for step, _ in ties])
    known = [(variable(step), label) for step, label in ties if variable(step) in decisive]
    return tuple(_with_ties(standing, ranking, by_number, known) for standing in ranking)


def _with_ties(
    standing: Standing, ranking: Sequence[Standing], players: Mapping[int, Player], ties: Sequence[tuple[str, str]]
) -> Standing:
    """Return a standing with the tie-breaks that set it apart from each equal total, all of them where none does."""
    own = players[standing.player].variables
    equal = [players[s.player].variables for s in ranking if s.total == standing.total and s.player != standing.player]
    looked_at: list[tuple[str, Number]] = []
    for name, label in ties:
        if not equal:
            break
        looked_at.append((label, whole(own[name])))
        equal = [other for other in equal if other[name] == own[name]]
    return replace(standing, ties=tuple(looked_at))


def _decisive(ranked: Sequence[Player], ties: Sequence[str]) -> list[str]:
    """Return the variables of the tie-breaks that are known for everybody."""
    variables = map(variable, ties)
    return [tie for tie in variables if all(numeric(player.variables[tie]) for player in ranked)]


def _place(key: tuple[Any, ...], keys: Iterable[tuple[Any, ...]]) -> int:
    return 1 + sum(other > key for other in keys)
