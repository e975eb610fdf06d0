"""Decks for tables on screens: which pieces there are, and the sheets that hold their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from generator.exports.job import Job
from generator.exports.makers.grid import Cells, Limits, cells, evenly
from generator.exports.pictures import alone, rendered
from generator.exports.raster import pixels
from generator.face.die import Die
from generator.face.face import Face
from generator.press.run import PrintRun

if TYPE_CHECKING:
    from PIL.Image import Image

Backs = Literal["none", "one", "each"]
"""Whether pieces have backs: none has, all have the same, or they differ."""


class PictureSheet(NamedTuple):
    """So many of a run's faces from the `first` (counted from 0) on, and the grid for their pictures."""

    first: int
    total: int
    grid: Cells


def sheets(run: PrintRun, dpi: int, limits: Limits) -> list[PictureSheet]:
    """Return the fewest sheets that hold a run's faces; each is as large as it may be, at most at `dpi`."""
    sheets: list[PictureSheet] = []
    for total in evenly(len(run.faces), limits.columns * limits.rows):
        first = sheets[-1].first + sheets[-1].total if sheets else 0
        sheets.append(PictureSheet(first, total, cells(total, pixels(run.size, dpi), limits)))
    return sheets


def backs(run: PrintRun) -> Backs:
    """Tell what is on the other side of a run's faces."""
    different = {back and back.item for back in run.all_backs}
    if different == {None}:
        return "none"
    return "one" if len(different) == 1 else "each"


def counts(run: PrintRun) -> list[int]:
    """Return how often each face is there; where a page would be filled: once."""
    return [1 if copies is None else copies for copies in run.copies]


def die(run: PrintRun) -> Die:
    """Return what the pieces of a run are cut out as."""
    return run.faces[0].die if run.faces else Die()


def shaped(run: PrintRun) -> bool:
    """Tell whether a run's pieces aren't rectangles: what nothing is drawn on is no part of them."""
    return die(run).outline != "rect"


def composed(
    job: Job, run: PrintRun, sheet: PictureSheet, faces: Sequence[Face | None], *, transparent: bool = False
) -> Image:
    """Return the picture of a sheet from the faces of a run or from their backs; one that is None stays empty."""
    from PIL import Image

    picture = (
        Image.new("RGBA", sheet.grid.size, "#ffffff00") if transparent else Image.new("RGB", sheet.grid.size, "white")
    )
    on_sheet = faces[sheet.first : sheet.first + sheet.total]
    shown = [(number, face) for number, face in enumerate(on_sheet) if face is not None]
    pages = [alone(face, run.scale, cut_out=transparent) for _, face in shown]
    pictures = rendered(job, pages, [sheet.grid.cell] * len(pages), transparent)
    for (number, _), face_picture in zip(shown, pictures, strict=True):
        picture.paste(face_picture, sheet.grid.corner(number))
    return picture
