"""Pieces of different sizes on shared pages, cut apart by straight cuts. Numbers in, numbers out; millimetres.

A page is filled row by row (or column by column): a row of equal pieces goes straight through what
is left of the page, and what is left beside it is filled in the same way. So every cut goes from edge to
edge of the part that it cuts. Many ways to do so are tried, always the same, and the best is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from math import ceil, floor
from typing import NamedTuple

from generator.press.layout.impose import Area
from generator.units import Rect, Size

MOST_ORDERS = 24
"""In how many orders the sizes are tried: all those of four."""

MOST_TRIED = 10_000
"""How many places are tried for a page and way of filling it at most: of tiny pieces fewer orders are tried."""

MOST_LOOKS = 2_000_000
"""How often it is looked whether a piece fits until pages are filled in the first way, without trying others."""

_SLACK = 1e-6

Counts = tuple[int, ...]
"""How many pieces of each size there are."""


class Turned(NamedTuple):
    """The number of a size, and whether its pieces lie on their side: a quarter turned clockwise."""

    kind: int
    on_side: bool


class Corner(NamedTuple):
    """A piece of size number `kind` with its top left corner at x, y of the area; `on_side` when it lies turned."""

    kind: int
    x: float
    y: float
    on_side: bool = False


class PackedPage(NamedTuple):
    """A filled page: what number of the areas it uses, and where in it pieces of which sizes lie."""

    area: int
    corners: tuple[Corner, ...]


class _Filling(NamedTuple):
    """How a page is filled: which sizes first, whether rows go across it, and likewise across what is beside a row."""

    order: tuple[Turned, ...]
    across: bool
    beside: bool


def packed_pages(sizes: Sequence[Size], counts: Sequence[int], areas: Sequence[Area], gap: float) -> list[PackedPage]:
    """Return pages that hold `counts` pieces of each size, as few as were found, never more than size by size.

    Pieces lie on their side only where that saves a page. Raises `ValueError` with the number
    of a size that fits on none of the areas.
    """
    packer = _Packer(sizes, areas, gap)
    for kind in range(len(sizes)):
        if not packer.room(kind):
            raise ValueError(kind)
    total = tuple(counts)
    upright = [Turned(kind, False) for kind in range(len(sizes))]
    apart = [page for turned in upright for page in packer.packed(_only(turned.kind, total), [(turned,)])]
    best = min([*packer.attempts(total, upright), apart], key=packer.effort)
    if len(best) <= packer.least(total) or packer.looks >= MOST_LOOKS:
        return best
    both = [*upright, *(Turned(kind, True) for kind, (width, height) in enumerate(sizes) if width != height)]
    return min([best, *packer.attempts(total, both)], key=len)


def extent(sizes: Sequence[Size], page: PackedPage) -> Size:
    """Return how much of its area a page uses."""
    rects = [Rect(corner.x, corner.y, *_size(sizes, corner.kind, corner.on_side)) for corner in page.corners]
    return Size(max(rect.right for rect in rects), max(rect.bottom for rect in rects))


def _size(sizes: Sequence[Size], kind: int, on_side: bool) -> Size:
    width, height = sizes[kind]
    return Size(height, width) if on_side else Size(width, height)


def _only(kind: int, counts: Counts) -> Counts:
    return tuple(count if number == kind else 0 for number, count in enumerate(counts))


def _first(turned: Turned, order: tuple[Turned, ...]) -> tuple[Turned, ...]:
    return (turned, *(other for other in order if other != turned))


class _Packer:
    """Fills pages with pieces of these sizes."""

    def __init__(self, sizes: Sequence[Size], areas: Sequence[Area], gap: float) -> None:
        self.sizes, self.gap = sizes, gap
        self.areas = [Size(area.width, area.height) for area in areas]
        self.looks = 0

    def room(self, kind: int) -> bool:
        """Tell whether a piece fits on a page at all."""
        return any(self._fits(Turned(kind, False), Rect(0, 0, *area)) for area in self.areas)

    def least(self, counts: Counts) -> int:
        """Return how many pages the pieces take at least."""
        area = sum(count * width * height for count, (width, height) in zip(counts, self.sizes, strict=True))
        return ceil(area / max(page.width * page.height for page in self.areas) - _SLACK)

    def effort(self, pages: Sequence[PackedPage]) -> tuple[int, int]:
        """Return how many pages there are, and at how many places they are cut."""
        return len(pages), sum(map(self._cuts, pages))

    def attempts(self, counts: Counts, ways: Sequence[Turned]) -> list[list[PackedPage]]:
        """Return the pages that come of trying all orders for each page, and each order for all pages."""
        orders = self._orders(ways)[: max(1, MOST_TRIED // self._most(sum(counts)))]
        attempts = [self.packed(counts, orders)]
        for order in orders:
            if self.looks < MOST_LOOKS:
                attempts.append(self.packed(counts, [order]))
        return attempts

    def _most(self, pieces: int) -> int:
        """Return how many of so many pieces a page may hold at most."""
        page = max(area.width * area.height for area in self.areas)
        piece = min(width * height for width, height in self.sizes)
        return max(1, min(pieces, floor(page / piece)))

    def _orders(self, ways: Sequence[Turned]) -> list[tuple[Turned, ...]]:
        """Return the orders in which sizes are tried: large ones first, then every other order, or each first."""
        sizes = {turned: _size(self.sizes, *turned) for turned in ways}
        keys = (
            lambda turned: sizes[turned].width * sizes[turned].height,
            lambda turned: sizes[turned].height,
            lambda turned: sizes[turned].width,
        )
        large = [tuple(sorted(ways, key=key, reverse=True)) for key in keys]
        rest = permutations(large[0]) if len(ways) <= 4 else (_first(turned, large[0]) for turned in large[0])
        return list(dict.fromkeys([*large, *rest]))[:MOST_ORDERS]

    def packed(self, counts: Counts, orders: Sequence[tuple[Turned, ...]]) -> list[PackedPage]:
        """Return pages that hold all pieces: each time the fullest page, as often as there are pieces for it."""
        fillings = [_Filling(order, *turns) for order in orders for turns in _TURNS]
        pages: list[PackedPage] = []
        while any(counts):
            page = self._fullest(counts, fillings if self.looks < MOST_LOOKS else fillings[:1])
            used = Counter(corner.kind for corner in page.corners)
            times = min(counts[kind] // number for kind, number in used.items())
            pages += [page] * times
            counts = tuple(count - times * used[kind] for kind, count in enumerate(counts))
        return pages

    def _fullest(self, counts: Counts, fillings: Iterable[_Filling]) -> PackedPage:
        """Return the page that uses most of the paper; of equals the one with the fewest different cuts."""
        pages = [
            PackedPage(number, tuple(self._filled(Rect(0, 0, *area), list(counts), filling)))
            for filling in fillings
            for number, area in enumerate(self.areas)
        ]
        return max(pages, key=lambda page: (round(self._covered(page), 3), -self._cuts(page)))

    def _covered(self, page: PackedPage) -> float:
        return sum(self.sizes[corner.kind].width * self.sizes[corner.kind].height for corner in page.corners)

    def _cuts(self, page: PackedPage) -> int:
        """Return at how many different places a page is cut."""
        return len({(way, round(at, 3)) for corner in page.corners for way, at in self._edges(corner)})

    def _edges(self, corner: Corner) -> Iterator[tuple[str, float]]:
        width, height = _size(self.sizes, corner.kind, corner.on_side)
        x, y = corner.x, corner.y
        yield from (("x", x), ("x", x + width), ("y", y), ("y", y + height))

    def _fits(self, turned: Turned, part: Rect) -> bool:
        width, height = _size(self.sizes, *turned)
        return width <= part.width + _SLACK and height <= part.height + _SLACK

    def _filled(self, page: Rect, remaining: list[int], filling: _Filling) -> Iterator[Corner]:
        """Yield pieces that fill a page; they are taken from those `remaining`."""
        parts = [(page, filling.across)]
        while parts:
            part, across = parts.pop()
            self.looks += len(filling.order)
            turned = next(
                (turned for turned in filling.order if remaining[turned.kind] and self._fits(turned, part)), None
            )
            if turned is None:
                continue
            row = self._row(part, turned, remaining[turned.kind], across)
            remaining[turned.kind] -= len(row)
            yield from row
            beside, beyond = self._rest(part, _size(self.sizes, *turned), len(row), across)
            parts += [(beyond, across), (beside, across == filling.beside)]

    def _row(self, part: Rect, turned: Turned, most: int, across: bool) -> list[Corner]:
        size = _size(self.sizes, *turned)
        length, step = (part.width, size.width) if across else (part.height, size.height)
        number = min(most, floor((length + self.gap + _SLACK) / (step + self.gap)))
        steps = [n * (step + self.gap) for n in range(number)]
        return [
            Corner(turned.kind, part.x + (at if across else 0), part.y + (0 if across else at), turned.on_side)
            for at in steps
        ]

    def _rest(self, part: Rect, size: Size, number: int, across: bool) -> tuple[Rect, Rect]:
        """Return what is left beside a row, and beyond it."""
        x, y, width, height = part
        wide, high = size
        if across:
            along, deep = number * (wide + self.gap), high + self.gap
            return Rect(x + along, y, width - along, high), Rect(x, y + deep, width, height - deep)
        along, deep = number * (high + self.gap), wide + self.gap
        return Rect(x, y + along, wide, height - along), Rect(x + deep, y, width - deep, height)


_TURNS = [(across, beside) for across in (True, False) for beside in (False, True)]
