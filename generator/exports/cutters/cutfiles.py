"""Files for cutting machines: where to cut each page, as SVG or DXF, and the pages with registration marks to print."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.exports.cutters import cutsvg, dxf, registration
from generator.exports.job import Exported, Job
from generator.face.face import Face
from generator.press.files import put
from generator.press.layout.cut import Cut
from generator.press.page import Page, Placement
from generator.press.run import PrintRun
from generator.problems import failed
from generator.units import Rect, Size

Writer = Callable[[Size, Sequence[Cut], Sequence[Rect]], str]
"""Writes the cuts and registration marks of a page of that size."""


def widened(run: PrintRun) -> PrintRun:
    """Return a run with a margin in which registration marks have room."""
    margin = max(run.component.margin, registration.MARGIN + run.component.bleed * run.scale)
    return run._replace(component=run.component.model_copy(update={"margin": margin}))


def as_svg(job: Job) -> list[Exported]:
    """Write the cuts of pages as SVG."""
    return _written(job, cutsvg.text, "svg")


def as_dxf(job: Job) -> list[Exported]:
    """Write the cuts of pages as DXF."""
    return _written(job, dxf.text, "dxf")


def _written(job: Job, writer: Writer, ending: str) -> list[Exported]:
    """Write a folder for a document: print.pdf, and a file for each page of it that is cut, named by its number."""
    folder = job.folder / f"{job.document}-cut"
    cut = {number: page for number, page in enumerate(job.pages, 1) if page.cuts}
    _check(job, cut)
    job.draw([_marked(page, job) if page.cuts else page for page in job.pages], folder / "print.pdf")
    digits = len(str(len(job.pages)))
    for number, page in cut.items():
        text = writer(page.size, page.cuts, registration.marks(page))
        put(folder / f"{number:0{digits}}.{ending}", text.encode())
    notes = ("print print.pdf at 100 %, and cut each page by the file of its number", *job.notes)
    return [Exported(folder, len(cut), "page", notes)]


def _check(job: Job, cut: dict[int, Page]) -> None:
    """Raise `Failed` where no page is cut, or a page has no room for registration marks."""
    room = f"registration marks need a margin of {registration.MARGIN:g} mm"
    if not cut and job.runs[0].slots:
        what = f"{job.document} has no piece to cut out of a page: slots are cut already"
        raise failed(job.runs[0].place, what, "", "choose another --format")
    if not cut:
        what = f"{job.document} has no piece to cut out of a page: {room}, and what is cut over pages is cut by hand"
        raise failed(job.runs[0].place, what, "", "choose a larger paper with --paper")
    crowded = [number for number, page in cut.items() if not registration.clear(page)]
    if crowded:
        what = f"page {crowded[0]} of {job.document} leaves no room for registration marks: {room}"
        raise failed(job.runs[0].place, what, "", "choose a larger paper with --paper")


def _marked(page: Page, job: Job) -> Page:
    """Return a page with its registration marks."""
    svg = cutsvg.drawing(page.size, cutsvg.rectangles(registration.marks(page)))
    some = job.runs[0].faces[0]
    face = Face(some.component, "registration", some.language, svg, page.width, page.height, job.runs[0].place)
    return page._replace(placements=(*page.placements, Placement(face, 0, 0)))
