"""Faces and pages as PNG, one file each."""

from __future__ import annotations

from generator.exports.job import Exported, Job
from generator.exports.pictures import alone, rendered
from generator.exports.raster import bounded, png
from generator.press.files import names, put


def faces(job: Job) -> list[Exported]:
    """Write a PNG of each face, in a folder for each component."""
    dpi = job.look.dpi
    sizes = [bounded(run.size, dpi, f"a face of {run.id}", run.place) for run in job.runs for _ in run.faces]
    paths = [job.folder / run.id / f"{name}.png" for run in job.runs for name in names(face.item for face in run.faces)]
    every = [alone(face, run.scale, cut_out=job.look.transparent) for run in job.runs for face in run.faces]
    pictures = rendered(job, every, sizes, job.look.transparent)
    for number, (picture, path) in enumerate(zip(pictures, paths, strict=True), 1):
        put(path, png(picture, dpi))
        job.step(number, len(paths))
    return [Exported(job.folder / run.id, len(run.faces), "face") for run in job.runs]


def pages(job: Job) -> list[Exported]:
    """Write a PNG of each page of a document, in a folder of its own."""
    folder = job.folder / f"{job.document}-pages"
    dpi, place = job.look.dpi, job.runs[0].place
    sizes = [bounded(page.size, dpi, f"a page of {job.document}", place) for page in job.pages]
    digits = len(str(len(job.pages)))
    for number, picture in enumerate(rendered(job, job.pages, sizes, job.look.transparent), 1):
        put(folder / f"{number:0{digits}}.png", png(picture, dpi))
        job.step(number, len(job.pages))
    return [Exported(folder, len(job.pages), "page")]
