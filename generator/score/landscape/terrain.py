"""Terrain: the tiles that were laid, as bit masks: what touches what, and what stands where.

Bit n of a mask is the n-th place of the terrain. Empty places that touch a tile have bits too, after those of tiles, so
that gaps can be counted like anything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from generator.score.landscape.grid import Cell, Grid


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile as it lies: the terrain at each of its edges in the order of the grid's steps, and the token on it.

    `edges` is None where nobody said which tile it is; `token` is None on a tile without one.
    """

    edges: tuple[str, ...] | None = None
    token: str | None = None


class Terrain:
    """All tiles of one player."""

    def __init__(self, grid: Grid, tiles: Mapping[Cell, Laid]) -> None:
        """`tiles` are by their places."""
        self.grid = grid
        self.cells: list[Cell] = [*tiles]
        self.index = {cell: number for number, cell in enumerate(tiles)}
        self.laid = list(tiles.values())
        self.tiles = (1 << len(tiles)) - 1
        self.kinds: dict[str, int] = {}
        for number, tile in enumerate(self.laid):
            if tile.token is not None:
                self.kinds[tile.token] = self.kinds.get(tile.token, 0) | 1 << number
        self.near = self._near()
        self.tokens = sum(self.kinds.values())
        self._lands: dict[str, int] | None = None
        self._links: dict[str, list[int]] = {}
        self._sights: dict[str, dict[int, int]] = {}

    def _near(self) -> list[int]:
        """Return for each tile the mask of what touches it; empty places get their bits here."""
        index, around = self.index, self.grid.around
        near = []
        for cell in list(self.cells):
            mask = 0
            for other in around(cell):
                number = index.get(other)
                if number is None:
                    number = index[other] = len(self.cells)
                    self.cells.append(other)
                mask |= 1 << number
            near.append(mask)
        self.gaps = ((1 << len(self.cells)) - 1) & ~self.tiles
        return near

    @property
    def lands(self) -> Mapping[str, int]:
        """The tiles on which each terrain shows anywhere."""
        if self._lands is None:
            lands: dict[str, int] = {}
            for number, tile in enumerate(self.laid):
                for land in tile.edges or ():
                    lands[land] = lands.get(land, 0) | 1 << number
            self._lands = lands
        return self._lands

    @property
    def known(self) -> bool:
        """Whether it is said of every tile which one it is."""
        return all(tile.edges is not None for tile in self.laid)

    def links(self, land: str) -> list[int]:
        """Return for each tile the mask of the tiles that it is joined to in a terrain: both touching edges show it."""
        links = self._links.get(land)
        if links is None:
            links = self._links[land] = [self._linked(number, land) for number in range(len(self.laid))]
        return links

    def _linked(self, number: int, land: str) -> int:
        edges, mask = self.laid[number].edges, 0
        if edges is None or land not in edges:
            return 0
        x, y = self.cells[number]
        for step, edge in enumerate(edges):
            if edge == land:
                dx, dy = self.grid.steps[step]
                other = self.index[x + dx, y + dy]
                facing = self.laid[other].edges if other < len(self.laid) else None
                if facing is not None and facing[self.grid.opposite(step)] == land:
                    mask |= 1 << other
        return mask

    def facing(self, number: int) -> set[str]:
        """Return the terrains that neighbouring tiles show at the edges that touch this tile."""
        x, y = self.cells[number]
        lands = set()
        for step, (dx, dy) in enumerate(self.grid.steps):
            other = self.index[x + dx, y + dy]
            edges = self.laid[other].edges if other < len(self.laid) else None
            if edges is not None:
                lands.add(edges[self.grid.opposite(step)])
        return lands

    def beside(self, group: int) -> int:
        """Return what touches a group of tiles, empty places too, without the group itself."""
        mask = 0
        for number in bits(group):
            mask |= self.near[number]
        return mask & ~group

    def connected(self, start: int, within: int) -> int:
        """Return everything that hangs together with `start` within a mask, both masks of tiles."""
        reached = fresh = start
        while fresh:
            fresh = self.beside(fresh) & within & ~reached
            reached |= fresh
        return reached

    def parts(self, within: int) -> list[int]:
        """Return the connected parts of a mask of tiles."""
        parts = []
        while within:
            part = self.connected(within & -within, within)
            parts.append(part)
            within &= ~part
        return parts

    def corridors(self, land: str) -> list[int]:
        """Return the parts of a terrain that hang together by matching edges."""
        links, left = self.links(land), self.lands.get(land, 0)
        corridors = []
        while left:
            corridor = fresh = left & -left
            while fresh:
                mask = 0
                for number in bits(fresh):
                    mask |= links[number]
                fresh = mask & ~corridor
                corridor |= fresh
            corridors.append(corridor)
            left &= ~corridor
        return corridors

    def on_lines(self, kind: int) -> Iterator[list[int]]:
        """Yield for each straight line the tiles of a mask on it, in their order; lines with at least two of them."""
        members = list(bits(kind))
        for axis in self.grid.axes:
            lines: dict[int, list[tuple[int, int]]] = {}
            for number in members:
                line, along = self.grid.line_of(self.cells[number], axis)
                lines.setdefault(line, []).append((along, number))
            for on_line in lines.values():
                if len(on_line) > 1:
                    on_line.sort()
                    yield [number for _, number in on_line]

    def between(self, one: int, other: int) -> tuple[int, int]:
        """Return the mask of tiles strictly between two on a line, and how many steps the two are apart."""
        (x, y), (ox, oy) = self.cells[one], self.cells[other]
        steps = max(abs(ox - x), abs(oy - y))
        dx, dy = (ox - x) // steps, (oy - y) // steps
        mask = 0
        for step in range(1, steps):
            number = self.index.get((x + step * dx, y + step * dy))
            if number is not None and number < len(self.laid):
                mask |= 1 << number
        return mask, steps

    def sights(self, kind: str) -> Mapping[int, int]:
        """Return how many others of its kind each token sees: in line, not touching, none of them between."""
        sights = self._sights.get(kind)
        if sights is None:
            sights = self._sights[kind] = {}
            for line in self.on_lines(self.kinds.get(kind, 0)):
                for one, other in pairwise(line):
                    if not self.near[one] >> other & 1:
                        sights[one] = sights.get(one, 0) + 1
                        sights[other] = sights.get(other, 0) + 1
        return sights

    def seen(self, number: int, wanted: int, hiding: int) -> int:
        """Return the mask of the wanted tokens that a tile sees along the lines; `hiding` ones hide what is behind.

        The first wanted one in a direction is seen when at least one place lies between; a nearer one hides others.
        """
        seen, stopping, extent = 0, wanted | hiding, self._extent
        x, y = self.cells[number]
        for dx, dy in self._directions:
            for far in range(1, extent + 1):
                other = self.index.get((x + far * dx, y + far * dy))
                if other is not None and stopping >> other & 1:
                    if far > 1 and wanted >> other & 1:
                        seen |= 1 << other
                    break
        return seen

    @cached_property
    def _extent(self) -> int:
        """How many steps lead from any tile to any other on a line, at most."""
        xs, ys = [x for x, _ in self.cells], [y for _, y in self.cells]
        return max(max(xs) - min(xs), max(ys) - min(ys))

    @property
    def _directions(self) -> list[Cell]:
        return [way for x, y in self.grid.axes for way in ((x, y), (-x, -y))]


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, the lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def masked(numbers: Sequence[int]) -> int:
    """Return the mask of several bits."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask
