"""Tabletop Simulator: the pieces of a document as decks, tiles and tokens, with the pictures that they name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal
from zlib import crc32

from generator.exports.job import Exported, Job
from generator.exports.makers import deck, saved
from generator.exports.makers.deck import PictureSheet
from generator.exports.makers.grid import Limits, cells
from generator.exports.makers.saved import Object
from generator.exports.pictures import alone, rendered
from generator.exports.raster import Pixels, pixels, png
from generator.face.face import Face
from generator.press.files import names, put
from generator.press.run import PrintRun
from generator.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

LIMITS = Limits(columns=10, rows=7, side=4096)
"""What a sheet of cards may be."""

LARGEST_CARD = 150.0
"""A piece with a longer side (mm) is a board or a sheet, not a card to hold in a hand."""

_LOCAL = "it names its pictures by where they are on this computer: upload them in the game before others join"

_APART = 4.0
"""How far apart pieces are put on the table, in its units."""


def export(job: Job) -> list[Exported]:
    """Write a folder for a document: its pictures, and the saved object that puts its pieces on the table."""
    table = Table(job)
    objects = [
        saved.at(piece, column * _APART, -row * _APART)
        for column, run in enumerate(job.runs)
        for row, piece in enumerate(table.objects(run))
    ]
    path = job.folder / f"{job.document}-tts" / f"{job.document}.json"
    for name, data in table.files.items():
        put(path.parent / name, data)
    put(path, saved.text(f"{job.titles.game} · {job.document}", objects, table.number).encode())
    return [Exported(path, sum(sum(deck.counts(run)) for run in job.runs), "piece", (*table.notes, _LOCAL))]


def kind(run: PrintRun) -> Literal["deck", "tiles", "tokens"]:
    """Tell what a run becomes: a deck, tiles with a picture each, or tokens that are cut out of their pictures."""
    die = deck.die(run)
    if die.outline == "hex":
        return "tokens"
    return "tiles" if die.outline == "circle" or max(run.size) > LARGEST_CARD or sum(deck.counts(run)) == 1 else "deck"


class Table:
    """Makes the objects of a document, and gathers the files that they name."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.folder = (job.folder / f"{job.document}-tts").resolve()
        self.files: dict[str, bytes] = {}
        self.notes: list[str] = []
        # Two exports on one table must not have the same numbers; one export always has its own.
        self.number = crc32("/".join(self.folder.parts[-3:]).encode()) % 1_000_000 + 1

    def objects(self, run: PrintRun) -> list[Object]:
        """Return what a run becomes."""
        what = kind(run)
        if what == "deck":
            return [self._deck(run)]
        of_faces = self._tiles(run) if what == "tiles" else self._tokens(run)
        pieces = [piece for piece, count in zip(of_faces, deck.counts(run), strict=True) for _ in range(count)]
        return [saved.bag(self.job.titles.components[run.id], pieces)] if len(pieces) > 1 else pieces

    def _keep(self, name: str, picture: Image, run: PrintRun, width: int) -> str:
        """Keep a picture to be written, in which a face is `width` pixels wide; return its address."""
        self.files[f"{name}.png"] = png(picture, round(width / run.size.width * MM_PER_INCH))
        return (self.folder / f"{name}.png").as_uri()

    # ---------------------------------------------------------------- cards

    def _deck(self, run: PrintRun) -> Object:
        sheets = deck.sheets(run, self.job.look.dpi, LIMITS)
        self.notes += [f"{run.id}: {_described(run, sheet)}" for sheet in sheets]
        cards: list[Object] = []
        for order, sheet in enumerate(sheets, 1):
            cut = self._sheet(run, sheet, order)
            cards += self._cards(run, sheet, cut)
            self.number += 1
            self.job.step(order, len(sheets))
        return saved.deck(self.job.titles.components[run.id], cards)

    def _cards(self, run: PrintRun, sheet: PictureSheet, cut: Object) -> list[Object]:
        lying = run.size.width > run.size.height
        on_sheet = slice(sheet.first, sheet.first + sheet.total)
        pairs = enumerate(zip(run.faces[on_sheet], deck.counts(run)[on_sheet], strict=True))
        return [
            saved.card(self.job.titles.of(face), self.number, position, cut, lying)
            for position, (face, count) in pairs
            for _ in range(count)
        ]

    def _sheet(self, run: PrintRun, sheet: PictureSheet, order: int) -> Object:
        """Return what says how a sheet is cut, with its pictures kept."""
        columns, rows, cell = sheet.grid
        face = self._keep(f"{run.id}-{order}", deck.composed(self.job, run, sheet, run.faces), run, cell.width)
        unique = deck.backs(run) == "each"
        name, on = (f"{run.id}-{order}-back", sheet) if unique else (f"{run.id}-back", self._single(run))
        back = self._keep(name, deck.composed(self.job, run, on, run.all_backs), run, on.grid.cell.width)
        shape = saved.ROUNDED if deck.die(run).corner else saved.SQUARE
        return saved.sheet(face, back, columns, rows, unique, shape)

    def _single(self, run: PrintRun) -> PictureSheet:
        return PictureSheet(0, 1, cells(1, pixels(run.size, self.job.look.dpi), LIMITS))

    # ---------------------------------------------------------------- tiles and tokens

    def _tiles(self, run: PrintRun) -> list[Object]:
        backs_by_item = {face.item: face for face in run.all_backs if face}
        urls = self._pictures(run, [*run.faces, *backs_by_item.values()])
        faces, backs = urls[: len(run.faces)], dict(zip(backs_by_item, urls[len(run.faces) :], strict=True))
        other = [backs[back.item] if back else "" for back in run.all_backs]
        shape = saved.ROUND if deck.die(run).outline == "circle" else saved.BOX
        return [
            saved.tile(self.job.titles.of(face), front, back, shape)
            for face, front, back in zip(run.faces, faces, other, strict=True)
        ]

    def _tokens(self, run: PrintRun) -> list[Object]:
        if deck.backs(run) != "none":
            self.notes.append(f"{run.id}: tokens show the same on both sides, so the backs are left out")
        faces = self._pictures(run, run.faces, transparent=True)
        return [saved.token(self.job.titles.of(face), url) for face, url in zip(run.faces, faces, strict=True)]

    def _pictures(self, run: PrintRun, faces: Sequence[Face], *, transparent: bool = False) -> list[str]:
        """Keep a picture of each face in a folder of the run; return their addresses."""
        size = self._single(run).grid.cell
        file_names = names(face.item if face.component == run.id else f"{face.item}-back" for face in faces)
        pages = [alone(face, run.scale, cut_out=transparent) for face in faces]
        pictures = rendered(self.job, pages, [size] * len(faces), transparent)
        return [
            self._keep(f"{run.id}/{name}", picture, run, size.width)
            for name, picture in zip(file_names, pictures, strict=True)
        ]


def _described(run: PrintRun, sheet: PictureSheet) -> str:
    columns, rows, cell = sheet.grid
    dpi = round(cell.width / run.size.width * MM_PER_INCH)
    return f"a sheet of {columns} × {rows} cards, {Pixels(*sheet.grid.size)}, {dpi} dpi"
