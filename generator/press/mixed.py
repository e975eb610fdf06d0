"""Pieces of different sizes on shared pages, cut apart by straight cuts. Numbers in, numbers out; millimetres.

A page is filled row by row (or column by column): a row of equal pieces goes straight through what
is left of the page, and what is left beside it is filled in the same way. So every cut goes from edge to
edge of the part that it cuts. Many ways to do so are tried, always the same, and the best is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from math import floor
from typing import NamedTuple

from generator.press.impose import Area
from generator.units import Rect, Size

MOST_ORDERS = 24
"""In how many orders the sizes are tried: all those of four."""

MOST_TRIED = 10_000
"""How many places are tried for a page and way of filling it at most: of tiny pieces fewer orders are tried."""

_SLACK = 1e-6

Counts = tuple[int, ...]
"""How many pieces of each size there are."""


class Corner(NamedTuple):
    """A piece of size number `kind` with its top left corner at x, y of the area."""

    kind: int
    x: float
    y: float


class Sheet(NamedTuple):
    """A filled page: what number of the areas it uses, and where in it pieces of which sizes lie."""

    area: int
    corners: tuple[Corner, ...]


class _Way(NamedTuple):
    """How a page is filled: which sizes first, whether rows go across it, and likewise across what is beside a row."""

    order: tuple[int, ...]
    across: bool
    beside: bool


def arranged(sizes: Sequence[Size], counts: Sequence[int], areas: Sequence[Area], gap: float) -> list[Sheet]:
    """Return pages that hold `counts` pieces of each size, as few as were found, never more than size by size.

    Raises `ValueError` with the number of a size that fits on none of the areas.
    """
    packer = _Packer(sizes, areas, gap)
    for kind in range(len(sizes)):
        if not packer.room(kind):
            raise ValueError(kind)
    orders = _orders(sizes)[: max(1, MOST_TRIED // packer.most(sum(counts)))]
    tries = [packer.packed(tuple(counts), orders), *(packer.packed(tuple(counts), [order]) for order in orders)]
    apart = [sheet for kind in range(len(sizes)) for sheet in packer.packed(_only(kind, counts), [(kind,)])]
    return min([*tries, apart], key=lambda sheets: (len(sheets), sum(map(packer.cuts, sheets))))


def extent(sizes: Sequence[Size], sheet: Sheet) -> Size:
    """Return how much of its area a page uses."""
    rects = [Rect(x, y, *sizes[kind]) for kind, x, y in sheet.corners]
    return Size(max(rect.right for rect in rects), max(rect.bottom for rect in rects))


def _only(kind: int, counts: Sequence[int]) -> Counts:
    return tuple(count if number == kind else 0 for number, count in enumerate(counts))


def _orders(sizes: Sequence[Size]) -> list[tuple[int, ...]]:
    """Return the orders in which sizes are tried: large ones first, then every other order, or each size first."""
    kinds = range(len(sizes))
    keys = (lambda k: sizes[k].width * sizes[k].height, lambda k: sizes[k].height, lambda k: sizes[k].width)
    large = [tuple(sorted(kinds, key=key, reverse=True)) for key in keys]
    rest = permutations(large[0]) if len(sizes) <= 4 else (_first(kind, large[0]) for kind in large[0])
    return list(dict.fromkeys([*large, *rest]))[:MOST_ORDERS]


def _first(kind: int, order: tuple[int, ...]) -> tuple[int, ...]:
    return (kind, *(other for other in order if other != kind))


class _Packer:
    """Fills pages with pieces of these sizes."""

    def __init__(self, sizes: Sequence[Size], areas: Sequence[Area], gap: float) -> None:
        self.sizes, self.gap = sizes, gap
        self.areas = [Size(area.width, area.height) for area in areas]

    def room(self, kind: int) -> bool:
        """Tell whether a piece fits on a page at all."""
        return any(self._fits(kind, Rect(0, 0, *area)) for area in self.areas)

    def most(self, pieces: int) -> int:
        """Return how many of so many pieces a page may hold at most."""
        page = max(area.width * area.height for area in self.areas)
        piece = min(width * height for width, height in self.sizes)
        return max(1, min(pieces, floor(page / piece)))

    def packed(self, counts: Counts, orders: Sequence[tuple[int, ...]]) -> list[Sheet]:
        """Return pages that hold all pieces: each time the fullest page, as often as there are pieces for it."""
        ways = [_Way(order, *turns) for order in orders for turns in _TURNS]
        made: list[Sheet] = []
        while any(counts):
            sheet = self._fullest(counts, ways)
            used = Counter(corner.kind for corner in sheet.corners)
            times = min(counts[kind] // number for kind, number in used.items())
            made += [sheet] * times
            counts = tuple(count - times * used[kind] for kind, count in enumerate(counts))
        return made

    def cuts(self, sheet: Sheet) -> int:
        """Return at how many different places a page is cut."""
        edges = {(way, round(at, 3)) for kind, x, y in sheet.corners for way, at in self._edges(kind, x, y)}
        return len(edges)

    def _fullest(self, counts: Counts, ways: Iterable[_Way]) -> Sheet:
        """Return the page that uses most of the paper; of equals the one with the fewest different cuts."""
        sheets = [
            Sheet(number, tuple(self._filled(Rect(0, 0, *area), list(counts), way)))
            for way in ways
            for number, area in enumerate(self.areas)
        ]
        return max(sheets, key=lambda sheet: (round(self._covered(sheet), 3), -self.cuts(sheet)))

    def _covered(self, sheet: Sheet) -> float:
        return sum(self.sizes[kind].width * self.sizes[kind].height for kind, _, _ in sheet.corners)

    def _edges(self, kind: int, x: float, y: float) -> Iterator[tuple[str, float]]:
        width, height = self.sizes[kind]
        yield from (("x", x), ("x", x + width), ("y", y), ("y", y + height))

    def _fits(self, kind: int, part: Rect) -> bool:
        width, height = self.sizes[kind]
        return width <= part.width + _SLACK and height <= part.height + _SLACK

    def _filled(self, page: Rect, left: list[int], way: _Way) -> Iterator[Corner]:
        """Yield pieces that fill a page; they are taken from those `left`."""
        parts = [(page, way.across)]
        while parts:
            part, across = parts.pop()
            kind = next((kind for kind in way.order if left[kind] and self._fits(kind, part)), None)
            if kind is None:
                continue
            row = self._row(part, kind, left[kind], across)
            left[kind] -= len(row)
            yield from row
            beside, beyond = self._rest(part, kind, len(row), across)
            parts += [(beyond, across), (beside, across == way.beside)]

    def _row(self, part: Rect, kind: int, most: int, across: bool) -> list[Corner]:
        size = self.sizes[kind]
        length, step = (part.width, size.width) if across else (part.height, size.height)
        number = min(most, floor((length + self.gap + _SLACK) / (step + self.gap)))
        steps = [place * (step + self.gap) for place in range(number)]
        return [Corner(kind, part.x + (at if across else 0), part.y + (0 if across else at)) for at in steps]

    def _rest(self, part: Rect, kind: int, number: int, across: bool) -> tuple[Rect, Rect]:
        """Return what is left beside a row, and beyond it."""
        x, y, width, height = part
        wide, high = self.sizes[kind]
        if across:
            along, deep = number * (wide + self.gap), high + self.gap
            return Rect(x + along, y, width - along, high), Rect(x, y + deep, width, height - deep)
        along, deep = number * (high + self.gap), wide + self.gap
        return Rect(x, y + along, wide, height - along), Rect(x + deep, y, width - deep, height)


_TURNS = [(across, beside) for across in (True, False) for beside in (False, True)]
