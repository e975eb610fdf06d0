"""Pages and single faces as pictures, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from generator.exports import raster
from generator.exports.cutters.flattening import flattened
from generator.exports.job import Job
from generator.exports.raster import Pixels
from generator.face.die import Die
from generator.face.face import Face
from generator.press.diecut import die_cut
from generator.press.files import scratch
from generator.press.page import Page, Placement
from generator.units import Edges

if TYPE_CHECKING:
    from PIL.Image import Image


NOTHING = Edges()
_WHOLE = Die()
"""What needs no cutting out."""


def alone(face: Face, scale: float = 1.0, beyond: Edges = NOTHING, *, cut_out: bool = False) -> Page:
    """Return a page that holds nothing but a face and what is `beyond` its edges; of one that is cut out, the piece."""
    left, top, right, bottom = beyond
    placement = Placement(face, left, top, scale, bleed=beyond)
    if cut_out and face.die != _WHOLE:
        placement = placement._replace(region=(flattened(die_cut(face.die, placement.rect, scale)),))
    return Page(left + face.width * scale + right, top + face.height * scale + bottom, (placement,))


def rendered(job: Job, pages: Sequence[Page], sizes: Sequence[Pixels], transparent: bool = False) -> Iterator[Image]:
    """Yield a picture of each page; `Failed` before the first when one of them can't be drawn."""
    if not pages:
        return
    with scratch() as folder:
        path = folder / "pages.pdf"
        job.draw(pages, path)
        yield from raster.pictures(path, sizes, transparent)
