"""Pages for a print shop: one face a page with its bleed all round, its back on the page after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.face.die import die_of
from generator.face.face import Face
from generator.press.diecut import die_cut
from generator.press.duplex import Duplex
from generator.press.page import Page, Placement
from generator.press.run import Piece, PrintRun, repeated
from generator.svg.core.separation import CONDITION, Separation
from generator.units import Edges, Rect

USUAL_BLEED = 3.0
"""What print shops ask for, in mm."""


def pages(runs: Sequence[PrintRun], duplex: Duplex) -> list[Page]:
    """Return the pages of a document, each as large as its face and its bleed.

    In a component with backs every other page is a back, be it empty: printed on both sides, each
    lies behind its face.
    """
    return [page for run in runs for page in _of_run(run, backed=duplex != "fronts" and any(run.backs))]


def _of_run(run: PrintRun, backed: bool) -> Iterator[Page]:
    for piece in repeated(run, 1):
        yield _page(run, piece, piece.face)
        if backed:
            yield _page(run, piece, piece.back)


def _page(run: PrintRun, piece: Piece, face: Face | None) -> Page:
    bleed = run.component.bleed * run.scale
    width, height = run.size
    trim = Rect(bleed, bleed, width, height)
    visible = min(bleed, face.bleed * run.scale) if face else 0.0
    placements = (
        (Placement(face, bleed, bleed, piece.scale, bleed=Edges(visible, visible, visible, visible)),) if face else ()
    )
    cut = die_cut(die_of(run.component), trim, run.scale)
    return Page(width + 2 * bleed, height + 2 * bleed, placements, trim=trim, cuts=(cut,))


def notes(runs: Sequence[PrintRun], process: Separation) -> tuple[str, ...]:
    """Return what a person should know who orders the print."""
    condition = "through the shop's profile, as PDF/X-4" if process.profile else f"by formula, meant for {CONDITION}"
    pictures = f"; RGB pictures made CMYK: {process.pictures}" if process.pictures else ""
    return f"colours in CMYK {condition}{pictures}", *filter(None, map(_bare, runs))


def _bare(run: PrintRun) -> str:
    bleed = run.component.bleed * run.scale
    if bleed >= USUAL_BLEED:
        return ""
    return f"{run.id}: bleeds {bleed:g} mm, and print shops ask for {USUAL_BLEED:g} mm: see bleed in pack.yaml"
