"""Pieces: a connected part cut into connected pieces so that their sizes are worth most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from generator.score.landscape.terrain import Terrain, bits

Table = Sequence[int]
"""What a piece of 0, 1, 2, … places is worth; a larger one as much as the last."""


def cut(terrain: Terrain, part: int, table: Table, charge: Callable[[int], None]) -> list[int]:
    """Return the masks of the pieces of a connected part that are worth most together.

    Sizes that are worth most are tried first, until a part can be cut into connected pieces of those sizes.
    """
    for sizes in _sizes_by_worth(part.bit_count(), tuple(table)):
        pieces = _cut_into(terrain, part, sizes, charge)
        if pieces is not None:
            return pieces
    return [part]


@lru_cache(maxsize=256)
def _sizes_by_worth(size: int, table: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the ways to write a size as a sum, worth most first; of equals the one with the fewest pieces."""
    longest = len(table) - 1
    ways = [(size,), *_sums(size, min(size, longest))] if size > longest else list(_sums(size, size))
    worth = {way: sum(table[min(piece, longest)] for piece in way) for way in ways}
    return tuple(sorted(dict.fromkeys(ways), key=lambda way: (-worth[way], len(way))))


def _sums(size: int, most: int) -> Iterator[tuple[int, ...]]:
    if size == 0:
        yield ()
    for piece in range(min(size, most), 0, -1):
        for rest in _sums(size - piece, piece):
            yield (piece, *rest)


def _cut_into(terrain: Terrain, part: int, sizes: tuple[int, ...], charge: Callable[[int], None]) -> list[int] | None:
    """Return connected pieces of these sizes that make up the part; None when it can't be cut so."""
    if len(sizes) == 1:
        return [part] if terrain.connected(part & -part, part) == part else None
    lowest = part & -part
    for size in dict.fromkeys(sizes):  # the piece that holds the lowest place has one of the sizes
        rest = list(sizes)
        rest.remove(size)
        for piece in _pieces_with(terrain, lowest, size, part, charge):
            others = _cut_parts(terrain, part & ~piece, tuple(rest), charge)
            if others is not None:
                return [piece, *others]
    return None


def _cut_parts(terrain: Terrain, left: int, sizes: tuple[int, ...], charge: Callable[[int], None]) -> list[int] | None:
    """Cut what is left, which need not be connected, into pieces of these sizes."""
    if any(part.bit_count() < sizes[-1] for part in terrain.parts(left)):
        return None
    return _cut_into(terrain, left, sizes, charge)


def _pieces_with(terrain: Terrain, start: int, size: int, within: int, charge: Callable[[int], None]) -> Iterator[int]:
    """Yield every connected piece of that size that holds `start`, each once."""
    stack = [(start, 0)]  # a piece, and the places that it must not take any more
    while stack:
        piece, closed = stack.pop()
        charge(1)
        if piece.bit_count() == size:
            yield piece
            continue
        ways = []
        for number in bits(terrain.beside(piece) & within & ~closed):
            ways.append((piece | 1 << number, closed))
            closed |= 1 << number
        stack += reversed(ways)
