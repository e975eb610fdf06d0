"""Measures: what can be counted of a group of places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from generator.pack.landscapemodel import Measure
from generator.score.landscape.terrain import Terrain, bits

OTHERS = "others"
"""Every kind but that of the group."""


class Group(NamedTuple):
    """A group: the mask of its places, and of the tiles between where it is two in sight of each other."""

    mask: int
    between: int = 0


Count = Callable[[Terrain, Group], int]
"""Counts something of a group."""


def counting(measure: Measure, own: str | None) -> Count:
    """Return what counts a measure of groups whose tokens are of the kind `own`."""
    if measure.count == "size":
        return lambda _terrain, group: group.mask.bit_count()
    if measure.count == "gaps beside":
        return lambda terrain, group: (terrain.beside(group.mask) & terrain.gaps).bit_count()
    if measure.count in ("sights", "tokens in sight"):
        return _in_sight(measure, own)
    if measure.count in ("on land", "lands between", "lands facing"):
        return _of_lands(measure)
    return _of_kinds(measure, own)


def _kinds_of(measure: Measure, own: str | None) -> Callable[[Mapping[str, int]], list[int]]:
    """Return what picks the masks of the kinds that a measure is about."""
    wanted, others = frozenset(measure.of), OTHERS in measure.of

    def picked(kinds: Mapping[str, int]) -> list[int]:
        if not wanted:
            return list(kinds.values())
        return [mask for kind, mask in kinds.items() if kind in wanted or (others and kind != own)]

    return picked


def _of_kinds(measure: Measure, own: str | None) -> Count:
    picked, least = _kinds_of(measure, own), measure.at_least
    what, _, where = measure.count.partition(" ")

    def counted(terrain: Terrain, group: Group) -> int:
        there = group.between if where == "between" else terrain.beside(group.mask)
        counts = [(mask & there).bit_count() for mask in picked(terrain.kinds)]
        if what == "kinds":
            return sum(1 for count in counts if count >= least)
        return max(counts, default=0) if what == "most" else sum(counts)

    return counted


def _of_lands(measure: Measure) -> Count:
    wanted = frozenset(measure.of)

    def on_land(terrain: Terrain, group: Group) -> int:
        shown = 0
        for land, mask in terrain.lands.items():
            if not wanted or land in wanted:
                shown |= mask
        return (group.mask & shown).bit_count()

    def between(terrain: Terrain, group: Group) -> int:
        return sum(1 for land, mask in terrain.lands.items() if mask & group.between and (not wanted or land in wanted))

    def facing(terrain: Terrain, group: Group) -> int:
        lands: set[str] = set().union(*(terrain.facing(number) for number in bits(group.mask)))
        return len(lands & wanted if wanted else lands)

    return {"on land": on_land, "lands between": between, "lands facing": facing}[measure.count]


def _in_sight(measure: Measure, own: str | None) -> Count:
    picked = _kinds_of(measure, own)

    def sights(terrain: Terrain, group: Group) -> int:
        mates = terrain.sights(own or "")
        return max((mates.get(number, 0) for number in bits(group.mask)), default=0)

    def tokens(terrain: Terrain, group: Group) -> int:
        wanted = 0
        for mask in picked({kind: mask for kind, mask in terrain.kinds.items() if kind != own}):
            wanted |= mask
        seen = 0
        for number in bits(group.mask):
            seen |= terrain.seen(number, wanted, terrain.kinds.get(own or "", 0))
        return seen.bit_count()

    return sights if measure.count == "sights" else tokens
