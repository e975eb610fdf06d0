"""Packing: of groups that may overlap, those that are worth most together with none of them sharing a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Candidate(NamedTuple):
    """A group that may be chosen: the mask of its places, and what it is worth (more than nothing)."""

    mask: int
    worth: int


def best(candidates: Sequence[Candidate], charge: Callable[[int], None]) -> list[Candidate]:
    """Return the disjoint candidates that are worth most together: exactly, not by taking the largest first.

    Of equal choices the one with the first candidates is taken. `charge` is called with the number of steps taken, and
    may end it by raising.
    """
    chosen: list[Candidate] = []
    for part in _apart(candidates):
        chosen += part if len(part) == 1 else _Choice(part, charge).best()
    return chosen


def _apart(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    """Return the candidates in parts: those of different parts share no place, not even through others."""
    parts: list[tuple[int, list[Candidate]]] = []
    for candidate in candidates:
        mask, members = candidate.mask, [candidate]
        others = []
        for part in parts:
            if part[0] & mask:
                mask |= part[0]
                members = [*part[1], *members]
            else:
                others.append(part)
        parts = [*others, (mask, members)]
    return [members for _, members in parts]


class _Choice:
    """Chooses among candidates by the lowest place that is still free: nobody has it, or one candidate has."""

    def __init__(self, candidates: Sequence[Candidate], charge: Callable[[int], None]) -> None:
        self._charge = charge
        self._with: dict[int, list[Candidate]] = {}
        self._all = 0
        for candidate in candidates:
            self._with.setdefault(candidate.mask & -candidate.mask, []).append(candidate)
            self._all |= candidate.mask
        self._worth: dict[int, int] = {0: 0}

    def best(self) -> list[Candidate]:
        """Return the best choice."""
        chosen, free = [], self._all
        self._most(free)
        while free:
            lowest = free & -free
            rest = free & ~lowest
            here = next((c for c in self._fitting(lowest, free) if self._most(free) == self._with_it(c, free)), None)
            if here is not None:
                chosen.append(here)
                rest = free & ~here.mask
            free = rest
        return chosen

    def _fitting(self, lowest: int, free: int) -> list[Candidate]:
        return [candidate for candidate in self._with.get(lowest, ()) if not candidate.mask & ~free]

    def _with_it(self, candidate: Candidate, free: int) -> int:
        return candidate.worth + self._most(free & ~candidate.mask)

    def _most(self, free: int) -> int:
        """Return what can be had from the free places; places are few, so this never goes deeper than they are."""
        known = self._worth.get(free)
        if known is not None:
            return known
        self._charge(1)
        lowest = free & -free
        most = self._most(free & ~lowest)
        for candidate in self._fitting(lowest, free):
            most = max(most, self._with_it(candidate, free))
        self._worth[free] = most
        return most


def largest(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidate that is worth most, the first of equals; none when there are none."""
    return [max(candidates, key=lambda candidate: candidate.worth)] if candidates else []
