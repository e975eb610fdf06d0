"""A survey: the rows of a record laid out as terrain, and what can't be in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.pack.source.text import Verbatim
from generator.score.landscape.catalogue import Catalogue, Part, Reader, Word
from generator.score.landscape.grid import Cell, Grid
from generator.score.landscape.terrain import Laid, Terrain, bits
from generator.score.sheet.record import Record, Row
from generator.score.sheet.sheet import KeyPath

UNREADABLE = "{label}: {written} can't be read; write it as {example}"
NO_WORD = "{label}, {where}: {written} is no tile and no token; tokens are {choices}"
TWO_TILES = "{label}: two tiles lie at {where}"
TWO_TOKENS = "{label}: two tokens stand at {where}"
NO_TILE = "{label}: {written} stands at {where}, where no tile lies"
MARKED = "{label}: {written} stands at {where} together with {other}"
NOT_THERE = "{label}, {where}: {written} can't stand on this tile; it takes {choices}"
NO_SUCH = "{label}, {where}: there is no tile with the edges {written}"
ONCE = "{label}: there is one tile {written}, and here it lies at {where} and at {other}"
APART = "{label}: {where} doesn't hang together with the first tile"

MESSAGES = (UNREADABLE, NO_WORD, TWO_TILES, TWO_TOKENS, NO_TILE, MARKED, NOT_THERE, NO_SUCH, ONCE, APART)


class Misfit(NamedTuple):
    """Something that can't be: an English message, its values, where it stands, and whether it can't even be read."""

    says: str
    values: Mapping[str, Any]
    path: KeyPath
    unreadable: bool = False


@dataclass(slots=True)
class Spot:
    """One place: the part of a tile that lies there, what stands on it, and the row that says so."""

    row: Row
    part: Part | None = None
    edges: tuple[str, ...] | None = None
    tile: str | None = None
    token: str | None = None
    marker: str | None = None


@dataclass(slots=True)
class Survey:
    """A landscape as it lies: its terrain, its spots in the same order, and what can't be in it."""

    terrain: Terrain
    spots: list[Spot]
    misfits: list[Misfit] = field(default_factory=list)

    @property
    def readable(self) -> bool:
        """Whether every row could be read, so that it is worth measuring."""
        return not any(misfit.unreadable for misfit in self.misfits)

    def names(self, mask: int) -> list[str]:
        """Return what a report calls the places of a group."""
        return [self.spots[number].row.name for number in bits(mask)]

    def told(self) -> dict[str, Any]:
        """Return the landscape as formulas see it: numbers, and a row for each tile with the fields of its table."""
        terrain = self.terrain
        lands = {land: terrain.corridors(land) for land in terrain.lands} if terrain.known else {}
        laid = []
        for number, spot in enumerate(self.spots):
            sizes = {land: m.bit_count() for land, masks in lands.items() for m in masks if m >> number & 1}
            fields = dict(spot.part.row) if spot.part else {}
            laid.append(
                {
                    **fields,
                    "id": spot.tile,
                    "token": spot.token,
                    "marker": spot.marker,
                    "corridors": sizes,
                    "place": Verbatim(spot.row.name),
                }
            )
        return {
            "tiles": len(self.spots),
            "tokens": terrain.tokens.bit_count(),
            "kinds": {kind: mask.bit_count() for kind, mask in terrain.kinds.items()},
            "corridors": {land: sorted((m.bit_count() for m in masks), reverse=True) for land, masks in lands.items()},
            "known": terrain.known,
            "laid": laid,
        }


class Surveyor:
    """Lays out records of one game."""

    def __init__(self, label: str, example: str, catalogue: Catalogue, grid: Grid) -> None:
        self.label, self.example = label, example
        self.catalogue, self.grid = catalogue, grid

    def survey(self, record: Record, reader: Reader) -> Survey:
        """Return a record laid out; what can't be is told, and what can't be read left out."""
        work = _Laying(self, reader)
        for text, path in record.unreadable:
            work.note(UNREADABLE, path, unreadable=True, written=Verbatim(text), example=Verbatim(self.example))
        for row in record.rows:
            work.lay(row)
        return work.survey()


class _Laying:
    """One landscape while its rows are laid out."""

    def __init__(self, surveyor: Surveyor, reader: Reader) -> None:
        self.surveyor, self.reader = surveyor, reader
        self.spots: dict[Cell, Spot] = {}
        self.lies: dict[str, Row] = {}
        self.misfits: list[Misfit] = []

    def note(self, says: str, path: KeyPath, *, unreadable: bool = False, **values: Any) -> None:
        """Note a misfit."""
        self.misfits.append(Misfit(says, {"label": self.surveyor.label, **values}, path, unreadable))

    def lay(self, row: Row) -> None:
        """Lay what one row says: its tile first, then what stands on it."""
        known = self._read(row)
        turn = next((word.value for word in known if word.sort == "turn"), 0)
        tiles = [word for word in known if word.sort in ("tile", "edges")]
        if not tiles and row.cell not in self.spots and len(known) == len(row.words):
            self.spots[row.cell] = Spot(row)  # which tile it is isn't said
        for word in tiles:
            self._tile(row, word.sort, word.value, turn)
        for word in known:
            if word.sort in ("token", "marker"):
                self._stand(row, word.sort, word.value)

    def _read(self, row: Row) -> list[Word]:
        """Return what the words of a row stand for; one that stands for nothing is told."""
        words = []
        for text in row.words:
            word = self.reader.word(text)
            if word is not None:
                words.append(word)
                continue
            kinds = [Verbatim(kind) for kind in self.surveyor.catalogue.kinds]
            self.note(NO_WORD, row.path, unreadable=True, where=row.name, written=Verbatim(text), choices=kinds)
        return words

    def _tile(self, row: Row, sort: str, value: Any, turn: int) -> None:
        if sort == "edges":
            like = self.surveyor.catalogue.like(value)
            if not like and self.surveyor.catalogue.tiles and not self._part_of_larger(value):
                self.note(NO_SUCH, row.path, where=row.name, written=Verbatim("".join(_letters(self.surveyor, value))))
            kinds = [part.kinds for part in like]
            any_kind = None if not like or None in kinds else frozenset().union(*(kind for kind in kinds if kind))
            self._put(row, row.cell, None, Part((0, 0), value, any_kind, {}))
            return
        if value in self.lies:
            self.note(ONCE, row.path, written=Verbatim(value), where=row.name, other=self.lies[value].name)
        self.lies[value] = row
        x, y = row.cell
        for part in self.surveyor.catalogue.tiles[value]:
            turned = part.turned(self.surveyor.grid, turn)
            self._put(row, (x + turned.cell[0], y + turned.cell[1]), value, turned)

    def _part_of_larger(self, edges: tuple[str, ...]) -> bool:
        """Tell whether a tile of several places has a part with these edges in some turn."""
        turns = {(*edges[turn:], *edges[:turn]) for turn in range(len(edges))}
        larger = (parts for parts in self.surveyor.catalogue.tiles.values() if len(parts) > 1)
        return any(part.edges in turns for parts in larger for part in parts)

    def _put(self, row: Row, cell: Cell, tile: str | None, part: Part) -> None:
        name = row.name if cell == row.cell else f"{cell[0]},{cell[1]}"
        spot = self.spots.get(cell)
        if spot is not None and spot.edges is not None:
            self.note(TWO_TILES, row.path, where=name)
            return
        if spot is None:
            spot = self.spots[cell] = Spot(row._replace(cell=cell, name=name))
        spot.part, spot.edges, spot.tile = part, part.edges, tile

    def _stand(self, row: Row, sort: str, value: str) -> None:
        spot = self.spots.get(row.cell)
        if spot is None:
            self.note(NO_TILE, row.path, written=Verbatim(value), where=row.name)
            return
        standing = spot.token if sort == "token" else spot.marker
        if standing is not None:
            self.note(TWO_TOKENS, row.path, where=row.name)
            return
        other = spot.marker if sort == "token" else spot.token
        if other is not None:
            self.note(MARKED, row.path, written=Verbatim(value), other=Verbatim(other), where=row.name)
        if sort == "marker":
            spot.marker = value
            return
        spot.token = value
        if spot.part is not None and spot.part.kinds is not None and value not in spot.part.kinds:
            choices = [Verbatim(kind) for kind in sorted(spot.part.kinds)]
            self.note(NOT_THERE, row.path, written=Verbatim(value), where=row.name, choices=choices)

    def survey(self) -> Survey:
        """Return what was laid."""
        tiles = {cell: Laid(spot.edges, spot.token) for cell, spot in self.spots.items()}
        terrain = Terrain(self.surveyor.grid, tiles)
        spots = list(self.spots.values())
        if spots:
            apart = terrain.tiles & ~terrain.connected(1, terrain.tiles)
            if apart:
                spot = spots[next(bits(apart))]
                self.note(APART, spot.row.path, where=spot.row.name)
        return Survey(terrain, spots, self.misfits)


def _letters(surveyor: Surveyor, edges: tuple[str, ...]) -> list[str]:
    letters = {land: letter for letter, land in surveyor.catalogue.lands.items()}
    return [letters[land] for land in edges]
