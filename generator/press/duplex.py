"""Both sides of the paper: where the backs of faces lie, and what printer and reader are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from generator.face.face import Hint
from generator.press.impose import Edge, behind, sideways
from generator.press.page import Page, Placement
from generator.press.run import Run
from generator.problems import listed
from generator.units import Edges, Size

Duplex = Literal["long", "short", "fronts"]
"""How backs are printed: turned over the long or the short edge of the paper, or not at all."""

Leaf = tuple[Page, ...]
"""A sheet of paper: its front, and its other side when that is printed."""

HINTS: dict[Edge, str] = {
    "long": "print on both sides, flip on the long edge",
    "short": "print on both sides, flip on the short edge",
}
"""What the foot says, by the edge that the paper is turned over."""

SPARE = 1.5
"""How much farther than its face a back bleeds, in mm: printers shift the second side by about a millimetre."""

_PREFERENCES = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", "fronts": "Simplex"}


def turn_over(fronts: Sequence[Page], duplex: Duplex) -> list[Leaf]:
    """Return the leaves of a document; when one face has a back, every page has another side, be it empty."""
    if duplex == "fronts" or not any(placed.back for page in fronts for placed in page.placements):
        return [(_front(page),) for page in fronts]
    hint = Hint(HINTS[duplex])
    leaves = [(_front(page), _back(page, duplex)) for page in fronts]
    return [tuple(page._replace(hints=(*page.hints, hint)) for page in leaf) for leaf in leaves]


def _front(page: Page) -> Page:
    placements = [placed._replace(bleed=_seen(placed, placed.face.bleed, placed.bleed)) for placed in page.placements]
    return page._replace(placements=tuple(placements))


def _back(page: Page, edge: Edge) -> Page:
    paper = Size(page.width, page.height)
    placements = tuple(made for placed in page.placements if (made := _behind(placed, paper, edge)))
    return Page(*paper, placements, footed=page.footed, hints=page.hints, turn=0 if sideways(paper, edge) else 180)


def _behind(placed: Placement, paper: Size, edge: Edge) -> Placement | None:
    if placed.back is None:
        return None
    x, y, turn = behind(placed.rect, paper, edge)
    left, top, right, bottom = placed.bleed
    reach = Edges(left, bottom, right, top) if turn else Edges(right, top, left, bottom)
    bleed = _seen(placed, placed.back.bleed, reach)
    return Placement(placed.back, x, y, placed.scale, turn=turn, bleed=bleed)


def _seen(placed: Placement, bleed: float, reach: Edges) -> Edges:
    return Edges(*(min(bleed * placed.scale, most) for most in reach))


# ------------------------------------------------------------------ what printer and reader are told


def preference(runs: Sequence[Run], duplex: Duplex) -> str:
    """Return what the file asks of the printer: an edge to flip on, one side only, or nothing without backs."""
    return _PREFERENCES[duplex] if _backed(runs) else ""


def notes(runs: Sequence[Run], duplex: Duplex) -> tuple[str, ...]:
    """Return what a person should know who prints the file: the edge to flip on, and what has no back."""
    if not _backed(runs):
        return ()
    if duplex == "fronts":
        return ("fronts only: the backs are left out",)
    return HINTS[duplex], *(note for run in runs if (note := _bare(run)))


def _backed(runs: Sequence[Run]) -> bool:
    return any(run.component.back for run in runs)


def _bare(run: Run) -> str:
    """Say which faces have nothing on their other side."""
    if run.component.back is None:
        return f"{run.id}: no back, the other side stays empty"
    bare = [face.item for face, back in zip(run.faces, run.all_backs, strict=True) if back is None]
    return f"{run.id}: no back for {listed(bare)}" if bare else ""
