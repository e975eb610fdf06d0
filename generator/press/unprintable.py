"""What a paper does to faces: those cut over pages, and what lies where printers print nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from math import floor

from generator.face.face import Field
from generator.press.page import Page, Placement
from generator.press.papers import Paper
from generator.press.posters import cut_over
from generator.press.run import PrintRun
from generator.press.sheets import holds, rooms
from generator.problems import Problem, Severity, Subject
from generator.units import Rect

LEAST_SCALE = 0.5
"""Smaller than that nothing can be read any more, so it isn't proposed."""

_SLACK = 1e-3


def notes(runs: Sequence[PrintRun], pages: Sequence[Page], paper: Paper) -> tuple[str, ...]:
    """Return what a person should know who prints these pages on a paper."""
    oversized = [_cut(run, paper) for run in runs if not holds(run.component, run.size, paper)]
    drawn = {run.id for run in runs if run.component.bleed}
    return (*filter(None, oversized), *_bleeding(pages, paper, drawn))


def _cut(run: PrintRun, paper: Paper) -> str:
    """Say over how many pages each face is cut, and how large it would fit on one."""
    pages = cut_over(run, paper)
    if not pages:
        return ""
    width, height = run.component.size
    largest = max((min(room.width / width, room.height / height) for room in rooms(run.component, paper)), default=0.0)
    scale = floor(largest * 100) / 100
    whole = f"; --scale {scale:g} prints it on one" if LEAST_SCALE <= scale < 1 else ""
    return f"{run.id}: cut over {pages} pages of {paper.name}{whole}"


def _bleeding(pages: Sequence[Page], paper: Paper, drawn: Set[str]) -> Iterator[str]:
    """Say which faces (of those `drawn` beyond their edges) end at the paper's, where printers leave a border."""
    on_pages = (
        (placement, page) for page in pages for placement in page.placements if placement.face.component in drawn
    )
    for name in dict.fromkeys(p.face.component for p, page in on_pages if not p.window and _near(p.rect, page, paper)):
        yield f"{name}: drawn up to the paper's edge, where printers leave up to {paper.margin:g} mm blank"


def lost(pages: Sequence[Page], paper: Paper) -> Iterator[Problem]:
    """Yield a warning for each box to write in that lies where printers print nothing."""
    for page in pages:
        for placement in page.placements:
            if placement.window is None and _near(placement.rect, page, paper):
                yield from _lost(placement, page, paper)


def _lost(placement: Placement, page: Page, paper: Paper) -> Iterator[Problem]:
    face = placement.face
    for field in face.fields:
        rect = _on_page(field, placement)
        if _near(rect, page, paper):
            subject = Subject(f"{face.component} {face.item!r}")
            what = f"box {field.name!r} lies {_distance(rect, page):.1f} mm from the edge of {paper.name}"
            allowed = f"{paper.margin:g} mm or more, as printers print nothing there"
            remedy = "move it inwards, or choose a larger paper"
            yield Problem(Severity.WARNING, face.place, what, allowed, remedy, subject)


def _on_page(field: Field, placement: Placement) -> Rect:
    """Return where a box lies on the page."""
    return placement.matrix.bounds_of(field.rect.bounds).rect


def _near(rect: Rect, page: Page, paper: Paper) -> bool:
    """Tell whether a rectangle reaches into what printers leave blank."""
    return _distance(rect, page) < paper.margin - _SLACK


def _distance(rect: Rect, page: Page) -> float:
    """Return how far a rectangle is from the nearest edge of its page."""
    return min(rect.x, rect.y, page.width - rect.right, page.height - rect.bottom)
