"""Ranking: who is in which place, and by which total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

from generator.score.evaluation import Player, numeric, readable
from generator.score.formula.numbers import Number, whole
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


def with_ties(
    ranking: Sequence[Standing], players: Sequence[Player], ties: Sequence[tuple[str, str]]
) -> tuple[Standing, ...]:
    """Return the standings with the tie-breaks that were looked at between equal totals.

    `ties` are the names of the tie-breaks' steps and what each counts, in their order.
    """
    by_number = {player.number: player for player in players}
    labels = [(variable(step), label) for step, label in ties]
    return tuple(_with_ties(standing, ranking, by_number, labels) for standing in ranking)


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
        if all(numeric(variables[name]) for variables in (own, *equal)):
            looked_at.append((label, whole(own[name])))
            equal = [other for other in equal if other[name] == own[name]]
    return replace(standing, ties=tuple(looked_at))


def _place(key: tuple[Any, ...], keys: Iterable[tuple[Any, ...]]) -> int:
    return 1 + sum(other > key for other in keys)
