"""The catalogue of a landscape game: its tiles, tokens and markers, and the words that people write for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.pack.landscapemodel import Landscape
from generator.problems import quoted
from generator.score.formula.numbers import folded
from generator.score.landscape.grid import Cell, Grid
from generator.score.sheet.sheet import names_of
from generator.score.sheet.spelling import Spelling


class Part(NamedTuple):
    """One place of a tile: where it lies from the first, the lands at its edges, the kinds of token that may stand
    there (None: any), and the row of the table that it is in."""

    cell: Cell
    edges: tuple[str, ...]
    kinds: frozenset[str] | None
    row: Mapping[str, Any]

    def turned(self, grid: Grid, turns: int) -> Part:
        """Return the part as it lies when the tile is turned clockwise."""
        cell = self.cell
        for _ in range(turns % grid.turns):
            cell = grid.turn(cell)
        by = turns * len(grid.steps) // grid.turns % len(grid.steps)
        return self._replace(cell=cell, edges=(*self.edges[-by:], *self.edges[:-by]) if by else self.edges)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What a landscape can be made of.

    `tiles` are by id; `kinds` and `markers` by id with what people call them, in English.
    """

    tiles: Mapping[str, tuple[Part, ...]]
    kinds: Mapping[str, tuple[str, ...]]
    markers: Mapping[str, tuple[str, ...]]
    lands: Mapping[str, str]

    def like(self, edges: Sequence[str]) -> list[Part]:
        """Return the tiles of one place that have these edges in some turn."""
        around = [tuple(edges[turn:]) + tuple(edges[:turn]) for turn in range(len(edges))]
        return [parts[0] for parts in self.tiles.values() if len(parts) == 1 and parts[0].edges in around]


class Faulty(Exception):
    """A table that a landscape can't be made of; the text says what is wrong with it, `row` counts from 0."""

    def __init__(self, what: str, table: str, row: int) -> None:
        super().__init__(what)
        self.what, self.table, self.row = what, table, row


def catalogue(declared: Landscape, grid: Grid, tables: Mapping[str, Any]) -> Catalogue:
    """Return the catalogue that a pack's tables make; `Faulty` for a row that can't be a tile or a kind."""
    kinds = {row["id"]: names_of(row) for row in _rows(declared.kinds, tables)}
    tiles: dict[str, tuple[Part, ...]] = {}
    for source in declared.tiles:
        for number, row in enumerate(_rows(source.table, tables)):
            parts = row.get(source.parts) if source.parts else [row]
            if not isinstance(parts, list) or not parts:
                raise Faulty(f"no list of parts under {source.parts}", source.table, number)
            if row["id"] in tiles:
                raise Faulty(f"a second tile {quoted(row['id'])}", source.table, number)
            tiles[row["id"]] = tuple(
                _part(part, source.kinds, declared, grid, kinds, (source.table, number)) for part in parts
            )
    markers = {marker: (label,) for marker, label in declared.markers.items()}
    return Catalogue(tiles, kinds, markers, declared.lands)


def _rows(table: str, tables: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    rows = tables.get(table)
    if not isinstance(rows, list):
        raise Faulty("no table with rows", table, 0)
    for number, row in enumerate(rows):
        if not isinstance(row, Mapping) or not isinstance(row.get("id"), str):
            raise Faulty("a row without an id", table, number)
    return rows


def _part(row: Any, column: str, declared: Landscape, grid: Grid, kinds: Iterable[str], where: tuple[str, int]) -> Part:
    """Return a part of a tile; its edges are letters, or a list of lands."""
    if not isinstance(row, Mapping):
        raise Faulty("a part that is no mapping", *where)
    lands = _edges(row.get("edges"), declared, grid, where)
    standing = row.get(column)
    if standing is not None and not (isinstance(standing, list) and set(standing) <= set(kinds)):
        raise Faulty(f"{column}: {quoted(standing)}; allowed: a list of {', '.join(kinds)}", *where)
    return Part(_cell(row.get("cell", [0, 0]), where), lands, None if standing is None else frozenset(standing), row)


def _edges(edges: Any, declared: Landscape, grid: Grid, where: tuple[str, int]) -> tuple[str, ...]:
    letters = list(edges) if isinstance(edges, (str, list)) else []
    lands = tuple(declared.lands.get(letter, letter) if isinstance(letter, str) else "" for letter in letters)
    if len(lands) != len(grid.steps) or not set(lands) <= set(declared.lands.values()):
        allowed = f"{len(grid.steps)} letters of {''.join(declared.lands)}"
        raise Faulty(f"edges {quoted(edges)}; allowed: {allowed}", *where)
    return lands


def _cell(cell: Any, where: tuple[str, int]) -> Cell:
    if not (isinstance(cell, list) and len(cell) == 2 and all(type(x) is int and abs(x) <= 20 for x in cell)):
        raise Faulty(f"cell {quoted(cell)}; allowed: two small whole numbers", *where)
    return cell[0], cell[1]


class Word(NamedTuple):
    """What a word of a row stands for: `sort` is tile, edges, turn, token or marker."""

    sort: str
    value: Any


class Reader:
    """Reads the words of rows in the words of some languages."""

    def __init__(self, catalogue: Catalogue, grid: Grid, spelling: Spelling) -> None:
        self._tiles = {folded(tile): tile for tile in catalogue.tiles}
        self._lands = catalogue.lands
        self._grid = grid
        self._called: dict[str, set[Word]] = {}
        for sort, things in (("token", catalogue.kinds), ("marker", catalogue.markers)):
            for thing, names in things.items():
                for word in (one for text in (thing, *names) for one in spelling.of(text)):
                    self._called.setdefault(word, set()).add(Word(sort, thing))

    def word(self, text: str) -> Word | None:
        """Return what a word stands for: written out, or so many letters of it that nothing else can be meant."""
        plain = folded(text)
        if plain in self._tiles:
            return Word("tile", self._tiles[plain])
        if plain.lstrip("+").isdecimal() and len(plain) < 4:
            return Word("turn", int(plain.lstrip("+")))
        exact = self._called.get(plain) or self._called.get(folded(text.replace("_", " ")), set())
        meant = exact or set().union(*(them for word, them in self._called.items() if word.startswith(plain)))
        if len(meant) == 1:
            return next(iter(meant))
        letters = [self._lands.get(letter.upper(), self._lands.get(letter)) for letter in text]
        if len(letters) == len(self._grid.steps) and None not in letters:
            return Word("edges", tuple(letters))
        return None
