"""Faces and pages as PNG, one file each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.exports.job import Exported, Job
from generator.exports.raster import Pixels, bounded, pictures, png
from generator.face.face import Face
from generator.press.files import names, put
from generator.press.page import Page, Placement
from generator.press.run import Run
from generator.units import Edges, Size


def alone(face: Face, scale: float = 1.0, bleed: float = 0.0) -> Page:
    """Return a page that holds nothing but a face, and as much of what is beyond its edges (`bleed`, mm)."""
    width, height = face.width * scale + 2 * bleed, face.height * scale + 2 * bleed
    placed = Placement(face, bleed, bleed, scale, bleed=Edges(bleed, bleed, bleed, bleed))
    return Page(width, height, (placed,))


def faces(job: Job) -> list[Exported]:
    """Write a PNG of each face, in a folder for each component."""
    every = list(chain.from_iterable(_pages(run) for run in job.runs))
    sizes = [bounded(run.size, job.look.dpi, f"a face of {run.id}", run.place) for run in job.runs for _ in run.faces]
    paths = [job.folder / run.id / f"{name}.png" for run in job.runs for name in names(face.item for face in run.faces)]
    if not written(job, every, sizes, paths):
        return []
    return [Exported(job.folder / run.id, len(run.faces), "face") for run in job.runs]


def pages(job: Job, made: Sequence[Page]) -> list[Exported]:
    """Write a PNG of each page of a document, in a folder of its own."""
    folder = job.folder / f"{job.document}-pages"
    dpi, place = job.look.dpi, job.runs[0].place
    sizes = [bounded(Size(page.width, page.height), dpi, f"a page of {job.document}", place) for page in made]
    digits = len(str(len(made)))
    paths = [folder / f"{number:0{digits}}.png" for number in range(1, len(made) + 1)]
    return [Exported(folder, len(made), "page")] if written(job, made, sizes, paths) else []


def written(job: Job, made: Sequence[Page], sizes: Sequence[Pixels], paths: Sequence[Path]) -> bool:
    """Draw pages and write a picture of each; False when they can't be drawn, and then nothing is written."""
    with TemporaryDirectory() as folder:
        drawn = Path(folder) / "pages.pdf"
        if not job.draw(made, drawn):
            return False
        for picture, path in zip(pictures(drawn, sizes, job.look.transparent), paths, strict=True):
            put(path, png(picture, job.look.dpi))
    return True


def _pages(run: Run) -> list[Page]:
    return [alone(face, run.scale) for face in run.faces]
