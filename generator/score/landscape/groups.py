"""Groups: the tokens of a kind taken together in the ways that patterns ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from generator.pack.landscapemodel import Pattern
from generator.score.landscape.grid import Grid, Shape
from generator.score.landscape.measures import Group
from generator.score.landscape.terrain import Terrain, bits, masked

Finder = Callable[[Terrain, int], Iterable[Group]]
"""Finds the groups in the mask of a kind's tokens; a group that can be had in two ways comes once."""


def each(_terrain: Terrain, kind: int) -> Iterator[Group]:
    """Yield each token by itself."""
    for number in bits(kind):
        yield Group(1 << number)


def whole(terrain: Terrain, kind: int) -> list[Group]:
    """Return the tokens that hang together, one group for each connected part."""
    return [Group(part) for part in terrain.parts(kind)]


def pairs(terrain: Terrain, kind: int) -> Iterator[Group]:
    """Yield every two tokens that touch."""
    for number in bits(kind):
        one = 1 << number
        for other in bits(terrain.near[number] & kind & ~(2 * one - 1)):
            yield Group(one | 1 << other)


def sights(terrain: Terrain, kind: int) -> Iterator[Group]:
    """Yield every two tokens in line that don't touch, with none of their kind between; gaps hide nothing."""
    for line in terrain.on_lines(kind):
        for one, other in pairwise(line):
            between, steps = terrain.between(one, other)
            if steps > 1:
                yield Group(1 << one | 1 << other, between)


def lines(longest: int) -> Finder:
    """Return what finds straight rows without a gap, of at most `longest` tokens; a single token is one too."""

    def found(terrain: Terrain, kind: int) -> Iterator[Group]:
        yield from each(terrain, kind)
        for line in terrain.on_lines(kind):
            for start in range(len(line)):
                mask = 1 << line[start]
                for before, number in zip(line[start:], line[start + 1 : start + longest], strict=False):
                    if not terrain.near[before] >> number & 1:
                        break
                    mask |= 1 << number
                    yield Group(mask)

    return found


def arcs(longest: int) -> Finder:
    """Return what finds tokens next to each other on the ring round a place, whatever lies in its middle."""

    def found(terrain: Terrain, kind: int) -> Iterable[Group]:
        masks: dict[int, None] = dict.fromkeys(1 << number for number in bits(kind))
        grid, index = terrain.grid, terrain.index
        middles = dict.fromkeys(cell for number in bits(kind) for cell in grid.around(terrain.cells[number]))
        for middle in middles:
            ring = [1 << number if (number := index.get(cell)) is not None else 0 for cell in grid.around(middle)]
            on_ring = [bit & kind for bit in ring]
            for start in range(len(ring)):
                mask = 0
                for step in range(min(longest, len(ring))):
                    bit = on_ring[(start + step) % len(ring)]
                    if not bit:
                        break
                    mask |= bit
                    masks[mask] = None
        return map(Group, masks)

    return found


def rings(terrain: Terrain, kind: int) -> Iterable[Group]:
    """Return what stands on the ring round a place, next to each other or not: every choice of it."""
    masks: dict[int, None] = {}
    middles = dict.fromkeys(cell for number in bits(kind) for cell in terrain.grid.around(terrain.cells[number]))
    for middle in middles:
        numbers = (terrain.index.get(cell) for cell in terrain.grid.around(middle))
        on_ring = masked([number for number in numbers if number is not None]) & kind
        some = on_ring
        while some:
            masks[some] = None
            some = (some - 1) & on_ring
    return map(Group, masks)


def shapes(grid: Grid, declared: Sequence[Shape], *, mirrored: bool) -> Finder:
    """Return what finds shapes in any turn."""
    oriented = list(dict.fromkeys(one for shape in declared for one in grid.orientations(shape, mirrored=mirrored)))

    def found(terrain: Terrain, kind: int) -> Iterable[Group]:
        masks: dict[int, None] = {}
        for number in bits(kind):
            x, y = terrain.cells[number]
            for shape in oriented:
                mask = _laid(terrain, [(x + dx, y + dy) for dx, dy in shape], kind)
                if mask:
                    masks[mask] = None
        return map(Group, masks)

    return found


def _laid(terrain: Terrain, cells: Iterable[tuple[int, int]], kind: int) -> int:
    """Return the mask of these places, 0 when one of them holds no token of the kind."""
    mask = 0
    for cell in cells:
        number = terrain.index.get(cell)
        if number is None or not kind >> number & 1:
            return 0
        mask |= 1 << number
    return mask


PLAIN: Mapping[str, Finder] = {"each": each, "whole": whole, "pairs": pairs, "sights": sights, "rings": rings}


def finder(pattern: Pattern, grid: Grid, longest: int) -> Finder:
    """Return what finds the groups of a pattern; `longest` is the largest size that gives anything."""
    if pattern.groups == "lines":
        return lines(longest)
    if pattern.groups == "arcs":
        return arcs(longest)
    if pattern.groups == "shapes" and pattern.shapes != "unknown":
        declared = [tuple((x, y) for x, y in shape) for shape in pattern.shapes]
        return shapes(grid, declared, mirrored=pattern.mirrored)
    return PLAIN[pattern.groups]
