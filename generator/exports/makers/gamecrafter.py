"""The Game Crafter: a picture of each face and back as large as it wants them, bleed included, and a list of them."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.exports.job import Exported, Job
from generator.exports.makers import deck
from generator.exports.makers.products import Product, maker
from generator.exports.pictures import alone, rendered
from generator.exports.raster import Pixels, png
from generator.face.face import Face
from generator.press.files import names, put
from generator.press.run import PrintRun
from generator.units import MM_PER_INCH, Edges

if TYPE_CHECKING:
    from PIL.Image import Image

_UNSEEN = 0.05
"""So many mm of bleed may be lacking: nobody sees them."""


class Order(NamedTuple):
    """A run, and the product that is made of it."""

    run: PrintRun
    product: Product

    @property
    def turned(self) -> bool:
        """Whether the pictures are turned by a quarter."""
        return self.product.turned(self.run.size)

    @property
    def beyond(self) -> Edges:
        """How far beyond a face's edges the pictures reach."""
        return self.product.beyond(self.run.size, turned=self.turned)

    @property
    def picture(self) -> Pixels:
        """How large a picture is before it is turned."""
        width, height = self.product.picture
        return Pixels(height, width) if self.turned else self.product.picture


class Side(NamedTuple):
    """A face, the name of its picture, and whether it is a back."""

    face: Face
    name: str
    back: bool


def export(job: Job) -> list[Exported]:
    """Write a folder for each component: pictures of its faces and backs, and list.csv: what each is, and how many."""
    crafter = maker("game-crafter")
    orders = [Order(run, crafter.chosen(run.size, job.product, run.id, run.place)) for run in job.runs]
    return [_written(job, order, job.folder / f"{order.run.id}-game-crafter") for order in orders]


def _written(job: Job, order: Order, folder: Path) -> Exported:
    sides = _sides(order.run)
    pages = [alone(side.face, order.run.scale, order.beyond) for side in sides]
    pictures = rendered(job, pages, [order.picture] * len(pages))
    for number, (side, picture) in enumerate(zip(sides, pictures, strict=True), 1):
        _check_bleed(job, order, side.face, picture)
        put(folder / side.name, png(_turned(picture, side.back) if order.turned else picture, order.product.dpi))
        job.step(number, len(sides))
    put(folder / "list.csv", _listed(job, order.run, sides).encode())
    return Exported(folder, len(sides), "picture", (f"{order.product}, {order.product.picture} each",))


def _sides(run: PrintRun) -> list[Side]:
    """Return the faces of a run, and each different back once, under names that differ."""
    backs = list({back.item: back for back in run.all_backs if back}.values())
    single = deck.backs(run) == "one"
    file_names = names(
        [*(face.item for face in run.faces), *("back" if single else f"{back.item}-back" for back in backs)]
    )
    sides = [*((face, False) for face in run.faces), *((back, True) for back in backs)]
    return [Side(face, f"{name}.png", back) for (face, back), name in zip(sides, file_names, strict=True)]


def _turned(picture: Image, back: bool) -> Image:
    """Turn a picture by a quarter; backs the other way, so that what is turned over like a leaf stands upright."""
    from PIL import Image

    return picture.transpose(Image.Transpose.ROTATE_90 if back else Image.Transpose.ROTATE_270)


def _listed(job: Job, run: PrintRun, sides: list[Side]) -> str:
    """Return the list: for each item its name, how many there are, and the pictures of its face and back."""
    backs = {side.face.item: side.name for side in sides if side.back}
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["name", "copies", "face", "back"])
    for side, copies, back in zip(sides, deck.counts(run), run.all_backs, strict=False):
        rows.writerow([job.titles.of(side.face), copies, side.name, backs[back.item] if back else ""])
    return text.getvalue()


# ------------------------------------------------------------------ bleed


def _check_bleed(job: Job, order: Order, face: Face, picture: Image) -> None:
    """Warn when a face isn't drawn as far as its picture reaches, unless it is white where it ends."""
    needed = max(order.beyond)
    if needed - face.bleed * order.run.scale <= _UNSEEN or _white_at_its_edge(picture, order):
        return
    job.problems.warning(
        order.run.place,
        f"{face.component} isn't drawn {needed:.1f} mm beyond its edges, as {order.product.id} asks for: "
        "a crooked cut will show white",
        "",
        f"draw farther, and say bleed: {ceil(needed / order.run.scale * 10) / 10:g}",
    )


def _white_at_its_edge(picture: Image, order: Order) -> bool:
    """Tell whether nothing but white is within half a millimetre of a face's edges."""
    left, top, right, bottom = (round(side * order.product.dpi / MM_PER_INCH) for side in order.beyond)
    box = left, top, picture.width - right, picture.height - bottom
    return all(picture.crop(strip).convert("L").getextrema() == (255, 255) for strip in _strips(box))


def _strips(box: tuple[int, int, int, int], width: int = 6) -> Iterator[tuple[int, int, int, int]]:
    left, top, right, bottom = box
    yield left, top, right, top + width
    yield left, bottom - width, right, bottom
    yield left, top, left + width, bottom
    yield right - width, top, right, bottom
