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


Lay = tuple[int, bool]
"""The number of a size, and whether its pieces lie on their side: a quarter turned clockwise."""


class Corner(NamedTuple):
    """A piece of size number `kind` with its top left corner at x, y of the area; `turned` when it lies on its side."""

    kind: int
    x: float
    y: float
    turned: bool = False


class Sheet(NamedTuple):
    """A filled page: what number of the areas it uses, and where in it pieces of which sizes lie."""

    area: int
    corners: tuple[Corner, ...]


class _Way(NamedTuple):
    """How a page is filled: which sizes first, whether rows go across it, and likewise across what is beside a row."""

    order: tuple[Lay, ...]
    across: bool
    beside: bool


def arranged(sizes: Sequence[Size], counts: Sequence[int], areas: Sequence[Area], gap: float) -> list[Sheet]:
    """Return pages that hold `counts` pieces of each size, as few as were found, never more than size by size.

    Pieces lie on their side only where that saves a page. Raises `ValueError` with the number
    of a size that fits on none of the areas.
    """
    packer = _Packer(sizes, areas, gap)
    for kind in range(len(sizes)):
        if not packer.room(kind):
            raise ValueError(kind)
    wanted = tuple(counts)
    upright = [(kind, False) for kind in range(len(sizes))]
    apart = [sheet for lay in upright for sheet in packer.packed(_only(lay[0], wanted), [(lay,)])]
    best = min([*packer.tried(wanted, upright), apart], key=packer.effort)
    if len(best) <= packer.least(wanted) or packer.looks >= MOST_LOOKS:
        return best
    both = [*upright, *((kind, True) for kind, (width, height) in enumerate(sizes) if width != height)]
    return min([best, *packer.tried(wanted, both)], key=len)


def extent(sizes: Sequence[Size], sheet: Sheet) -> Size:
    """Return how much of its area a page uses."""
    rects = [Rect(corner.x, corner.y, *_size(sizes, corner.kind, corner.turned)) for corner in sheet.corners]
    return Size(max(rect.right for rect in rects), max(rect.bottom for rect in rects))


def _size(sizes: Sequence[Size], kind: int, turned: bool) -> Size:
    width, height = sizes[kind]
    return Size(height, width) if turned else Size(width, height)


def _only(kind: int, counts: Counts) -> Counts:
    return tuple(count if number == kind else 0 for number, count in enumerate(counts))


def _first(lay: Lay, order: tuple[Lay, ...]) -> tuple[Lay, ...]:
    return (lay, *(other for other in order if other != lay))


class _Packer:
    """Fills pages with pieces of these sizes."""

    def __init__(self, sizes: Sequence[Size], areas: Sequence[Area], gap: float) -> None:
        self.sizes, self.gap = sizes, gap
        self.areas = [Size(area.width, area.height) for area in areas]
        self.looks = 0

    def room(self, kind: int) -> bool:
        """Tell whether a piece fits on a page at all."""
        return any(self._fits((kind, False), Rect(0, 0, *area)) for area in self.areas)

    def least(self, counts: Counts) -> int:
        """Return how many pages the pieces take at least."""
        area = sum(count * width * height for count, (width, height) in zip(counts, self.sizes, strict=True))
        return ceil(area / max(page.width * page.height for page in self.areas) - _SLACK)

    def effort(self, sheets: Sequence[Sheet]) -> tuple[int, int]:
        """Return how many pages there are, and at how many places they are cut."""
        return len(sheets), sum(map(self._cuts, sheets))

    def tried(self, counts: Counts, lays: Sequence[Lay]) -> list[list[Sheet]]:
        """Return the pages that come of trying all orders for each page, and each order for all pages."""
        orders = self._orders(lays)[: max(1, MOST_TRIED // self._most(sum(counts)))]
        made = [self.packed(counts, orders)]
        for order in orders:
            if self.looks < MOST_LOOKS:
                made.append(self.packed(counts, [order]))
        return made

    def _most(self, pieces: int) -> int:
        """Return how many of so many pieces a page may hold at most."""
        page = max(area.width * area.height for area in self.areas)
        piece = min(width * height for width, height in self.sizes)
        return max(1, min(pieces, floor(page / piece)))

    def _orders(self, lays: Sequence[Lay]) -> list[tuple[Lay, ...]]:
        """Return the orders in which sizes are tried: large ones first, then every other order, or each first."""
        sizes = {lay: _size(self.sizes, *lay) for lay in lays}
        keys = (
            lambda lay: sizes[lay].width * sizes[lay].height,
            lambda lay: sizes[lay].height,
            lambda lay: sizes[lay].width,
        )
        large = [tuple(sorted(lays, key=key, reverse=True)) for key in keys]
        rest = permutations(large[0]) if len(lays) <= 4 else (_first(lay, large[0]) for lay in large[0])
        return list(dict.fromkeys([*large, *rest]))[:MOST_ORDERS]

    def packed(self, counts: Counts, orders: Sequence[tuple[Lay, ...]]) -> list[Sheet]:
        """Return pages that hold all pieces: each time the fullest page, as often as there are pieces for it."""
        ways = [_Way(order, *turns) for order in orders for turns in _TURNS]
        made: list[Sheet] = []
        while any(counts):
            sheet = self._fullest(counts, ways if self.looks < MOST_LOOKS else ways[:1])
            used = Counter(corner.kind for corner in sheet.corners)
            times = min(counts[kind] // number for kind, number in used.items())
            made += [sheet] * times
            counts = tuple(count - times * used[kind] for kind, count in enumerate(counts))
        return made

    def _fullest(self, counts: Counts, ways: Iterable[_Way]) -> Sheet:
        """Return the page that uses most of the paper; of equals the one with the fewest different cuts."""
        sheets = [
            Sheet(number, tuple(self._filled(Rect(0, 0, *area), list(counts), way)))
            for way in ways
            for number, area in enumerate(self.areas)
        ]
        return max(sheets, key=lambda sheet: (round(self._covered(sheet), 3), -self._cuts(sheet)))

    def _covered(self, sheet: Sheet) -> float:
        return sum(self.sizes[corner.kind].width * self.sizes[corner.kind].height for corner in sheet.corners)

    def _cuts(self, sheet: Sheet) -> int:
        """Return at how many different places a page is cut."""
        return len({(way, round(at, 3)) for corner in sheet.corners for way, at in self._edges(corner)})

    def _edges(self, corner: Corner) -> Iterator[tuple[str, float]]:
        width, height = _size(self.sizes, corner.kind, corner.turned)
        x, y = corner.x, corner.y
        yield from (("x", x), ("x", x + width), ("y", y), ("y", y + height))

    def _fits(self, lay: Lay, part: Rect) -> bool:
        width, height = _size(self.sizes, *lay)
        return width <= part.width + _SLACK and height <= part.height + _SLACK

    def _filled(self, page: Rect, left: list[int], way: _Way) -> Iterator[Corner]:
        """Yield pieces that fill a page; they are taken from those `left`."""
        parts = [(page, way.across)]
        while parts:
            part, across = parts.pop()
            self.looks += len(way.order)
            lay = next((lay for lay in way.order if left[lay[0]] and self._fits(lay, part)), None)
            if lay is None:
                continue
            row = self._row(part, lay, left[lay[0]], across)
            left[lay[0]] -= len(row)
            yield from row
            beside, beyond = self._rest(part, _size(self.sizes, *lay), len(row), across)
            parts += [(beyond, across), (beside, across == way.beside)]

    def _row(self, part: Rect, lay: Lay, most: int, across: bool) -> list[Corner]:
        kind, turned = lay
        size = _size(self.sizes, kind, turned)
        length, step = (part.width, size.width) if across else (part.height, size.height)
        number = min(most, floor((length + self.gap + _SLACK) / (step + self.gap)))
        steps = [place * (step + self.gap) for place in range(number)]
        return [Corner(kind, part.x + (at if across else 0), part.y + (0 if across else at), turned) for at in steps]

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
