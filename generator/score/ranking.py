"""Ranking: who is in which place, and by which total."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from generator.score.evaluation import Player, known, numeric
from generator.score.formula.numbers import whole
from generator.score.formula.rewriting import variable
from generator.score.plan import TOTAL
from generator.score.report import Standing


def standings(
    players: Sequence[Player], ties: Sequence[str], wins: Literal["highest", "lowest"]
) -> tuple[Standing, ...]:
    """Rank the players whose total is known; equals in total and in every tie-break share the better place.

    A tie-break that isn't known for everybody decides nothing.
    """
    totals = {p.number: known(p.variables.get(variable(TOTAL))) for p in players}
    ranked = [p for p in players if isinstance(totals[p.number], (int, Fraction))]
    decisive = [variable(tie) for tie in ties if all(numeric(p.variables[variable(tie)]) for p in ranked)]
    sign = -1 if wins == "lowest" else 1
    keys = {p.number: (sign * totals[p.number], *(p.variables[tie] for tie in decisive)) for p in ranked}
    ordered = sorted(ranked, key=lambda player: keys[player.number], reverse=True)
    places = {p.number: 1 + sum(1 for key in keys.values() if key > keys[p.number]) for p in ordered}
    return tuple(Standing(p.number, places[p.number], whole(totals[p.number])) for p in ordered)
