"""Ranking: who is in which place, and by which total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Literal

from generator.score.evaluation import Player, numeric, readable
from generator.score.formula.numbers import whole
from generator.score.formula.program import Blank
from generator.score.formula.rewriting import variable
from generator.score.plan import TOTAL
from generator.score.report import Standing

Keys = dict[int, tuple[Any, ...]]
"""What ranks each player, by number: the highest is first."""


def standings(
    players: Sequence[Player], ties: Sequence[str], wins: Literal["highest", "lowest"]
) -> tuple[Standing, ...]:
    """Rank the players; equals in total and in every tie-break share the better place.

    `ties` are the names of the tie-breaks' steps, the most important first; the highest wins. Returned are the
    standings from the first place on: none as long as anybody's total isn't known, or a tie-break among equals.
    """
    totals = {player.number: readable(player.variables.get(variable(TOTAL))) for player in players}
    if not all(isinstance(total, (int, Fraction)) for total in totals.values()):
        return ()
    sign = -1 if wins == "lowest" else 1
    keys: Keys | None = {number: (sign * total,) for number, total in totals.items()}
    for tie in map(variable, ties):
        keys = _broken(keys, {player.number: player.variables[tie] for player in players}) if keys else None
    if keys is None:
        return ()
    ordered = sorted(players, key=lambda player: keys[player.number], reverse=True)
    return tuple(
        Standing(player.number, _place(keys[player.number], keys.values()), whole(totals[player.number]))
        for player in ordered
    )


def _broken(keys: Keys, values: dict[int, Any]) -> Keys | None:
    """Return the keys with a tie-break that parts equals; None where it isn't known of one of them.

    What is known and no number, such as an allowed blank, decides nothing.
    """
    shared = Counter(keys.values())
    equals = {number: values[number] for number, key in keys.items() if shared[key] > 1}
    if any(isinstance(value, Blank) for value in equals.values()):
        return None
    if not all(map(numeric, equals.values())):
        return keys
    return {number: (*key, equals.get(number, 0)) for number, key in keys.items()}


def _place(key: tuple[Any, ...], keys: Iterable[tuple[Any, ...]]) -> int:
    return 1 + sum(other > key for other in keys)
