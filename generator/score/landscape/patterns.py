"""Patterns made ready: what a landscape gives by each, and the groups that give it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from generator.pack.landscapemodel import Pattern, Sizes, Worth
from generator.score.landscape.grid import Grid
from generator.score.landscape.groups import finder
from generator.score.landscape.measures import Group, counting
from generator.score.landscape.packing import Candidate, best, largest
from generator.score.landscape.pieces import cut
from generator.score.landscape.terrain import Terrain, bits

_ANY = 10_000
"""A size beyond which nothing gets."""

Charge = Callable[[int], None]


class Scored(NamedTuple):
    """A group that counts: its places, and what it gives; None where only all groups together give something."""

    mask: int
    points: int | None


class Outcome(NamedTuple):
    """What a landscape gives by a pattern: `points`, None when they aren't known, and the groups that count.

    `extra` are points that no group gives alone: for groups of all sizes.
    """

    points: int | None
    groups: tuple[Scored, ...]
    extra: int = 0


class ReadyPattern:
    """A pattern that is asked about many landscapes."""

    def __init__(self, pattern: Pattern, grid: Grid) -> None:
        self.pattern = pattern
        self._sizes = _sizes(pattern)
        self._known = pattern.known
        conditions = [
            (counting(c, pattern.of), c.low or 0, _ANY if c.high is None else c.high) for c in pattern.conditions
        ]
        self._conditions = conditions
        self._worth = [(counting(worth, pattern.of), _giving(worth)) for worth in pattern.worth if worth.known]
        self._groups = None
        if pattern.groups not in ("corridors", "pieces") and pattern.shapes != "unknown":
            self._groups = finder(pattern, grid, _longest(pattern))

    def outcome(self, terrain: Terrain, charge: Charge) -> Outcome:
        """Return what a landscape gives; `charge` is told of the steps that a long search takes, and may end it."""
        groups = [group for group in self._found(terrain, charge) if self._counts(terrain, group)]
        if not self._known:
            return Outcome(None, tuple(Scored(group.mask, None) for group in groups))
        pattern = self.pattern
        if pattern.count is not None and pattern.count != "unknown":
            chosen = self._chosen([Candidate(group.mask, 1) for group in groups], charge)
            points = pattern.count[min(len(chosen), len(pattern.count) - 1)]
            return Outcome(points, tuple(Scored(candidate.mask, None) for candidate in chosen))
        worth = [Candidate(group.mask, self._worth_of(terrain, group)) for group in groups]
        chosen = self._chosen(worth, charge)
        extra = self._extra(chosen)
        return Outcome(sum(c.worth for c in chosen) + extra, tuple(Scored(*c) for c in chosen), extra)

    def _found(self, terrain: Terrain, charge: Charge) -> Iterable[Group]:
        pattern = self.pattern
        if pattern.land is not None:
            return map(Group, terrain.corridors(pattern.land))
        kind = terrain.kinds.get(pattern.of or "", 0)
        if pattern.contacts is not None:
            kind = self._uncrowded(terrain, kind, pattern.contacts)
        if pattern.groups == "pieces":
            return self._pieces(terrain, kind, charge)
        return self._groups(terrain, kind) if self._groups and kind else ()

    def _pieces(self, terrain: Terrain, kind: int, charge: Charge) -> Iterable[Group]:
        table = self.pattern.worth[0].table
        if not isinstance(table, list):
            return map(Group, terrain.parts(kind))
        return [Group(piece) for part in terrain.parts(kind) for piece in cut(terrain, part, table, charge)]

    def _uncrowded(self, terrain: Terrain, kind: int, contacts: int) -> int:
        """Return a kind's tokens without those that touch too many others, or without their whole groups."""
        crowded = 0
        for number in bits(kind):
            if (terrain.near[number] & kind).bit_count() > contacts:
                crowded |= 1 << number
        if self.pattern.crowded == "dropped" or not crowded:
            return kind & ~crowded
        return sum(part for part in terrain.parts(kind) if not part & crowded)

    def _counts(self, terrain: Terrain, group: Group) -> bool:
        """Tell whether a group is of a size that counts and meets the conditions."""
        if self._sizes is not None and group.mask.bit_count() not in self._sizes:
            return False
        if self.pattern.alone and terrain.beside(group.mask) & terrain.kinds.get(self.pattern.of or "", 0):
            return False
        return all(low <= count(terrain, group) <= high for count, low, high in self._conditions)

    def _worth_of(self, terrain: Terrain, group: Group) -> int:
        return sum(giving(count(terrain, group)) for count, giving in self._worth)

    def _chosen(self, candidates: Sequence[Candidate], charge: Charge) -> list[Candidate]:
        giving = [candidate for candidate in candidates if candidate.worth]
        if self.pattern.choose == "best":
            return best([candidate for candidate in giving if candidate.worth > 0], charge)
        return largest(giving) if self.pattern.choose == "largest" else giving

    def _extra(self, chosen: Sequence[Candidate]) -> int:
        """Return the points for groups of every size that counts."""
        sizes = self.pattern.size
        if self.pattern.all_sizes is None or not isinstance(sizes, list):
            return 0
        return self.pattern.all_sizes if {c.mask.bit_count() for c in chosen} >= set(sizes) else 0


def _sizes(pattern: Pattern) -> frozenset[int] | range | None:
    """Return the sizes that count, None for all."""
    sizes = pattern.size
    if sizes is None:
        return None
    if isinstance(sizes, Sizes):
        return range(sizes.low, (_ANY if sizes.high is None else sizes.high) + 1)
    return frozenset(sizes if isinstance(sizes, list) else [sizes])


def _longest(pattern: Pattern) -> int:
    """Return the largest size of lines and arcs that can count: a longer one gives no more than its parts."""
    if isinstance(pattern.size, Sizes) and pattern.size.high is not None:
        return pattern.size.high
    if isinstance(pattern.size, list):
        return max(pattern.size)
    if isinstance(pattern.size, int):
        return pattern.size
    tables = [
        len(worth.table) - 1 for worth in pattern.worth if isinstance(worth.table, list) and worth.count == "size"
    ]
    return tables[0] if len(tables) == len(pattern.worth) == 1 else _ANY


def _giving(worth: Worth) -> Callable[[int], int]:
    """Return what turns a count into points."""
    table, each = worth.table, worth.each
    if isinstance(table, list):
        last = len(table) - 1
        return lambda count: table[min(count, last)]
    points = each if isinstance(each, int) else 0
    return lambda count: points * count
