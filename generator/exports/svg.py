"""Faces as SVG, one file each."""

from __future__ import annotations

from generator.exports.job import Exported, Job
from generator.press.files import names, put
from generator.press.run import PrintRun


def faces(job: Job) -> list[Exported]:
    """Write an SVG of each face, in a folder for each component."""
    return [_run(job, run) for run in job.runs]


def _run(job: Job, run: PrintRun) -> Exported:
    job.inspect(run.faces)
    folder = job.folder / run.id
    for face, name in zip(run.faces, names(face.item for face in run.faces), strict=True):
        put(folder / f"{name}.svg", face.svg.encode())
    return Exported(folder, len(run.faces), "face")
