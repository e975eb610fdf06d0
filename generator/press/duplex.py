"""Both sides of the paper: where the backs of faces lie, and in which order the pages are printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from generator.press.impose import Edge, behind, sideways
from generator.press.page import Page, Placement
from generator.press.run import Run
from generator.problems import listed
from generator.units import Edges, Size

Duplex = Literal["long", "short", "fronts"]
"""How backs are printed: turned over the long or the short edge of the paper, or not at all."""

HINTS: dict[str, str] = {
    "long": "print on both sides, flip on the long edge",
    "short": "print on both sides, flip on the short edge",
}
"""What the foot says, by the edge the paper is turned over."""


SPARE = 1.5
"""How much farther than its face a back bleeds, in mm: printers shift the second side by about a millimetre."""

_PREFERENCES = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


class Leaf(NamedTuple):
    """A sheet of paper: one page or two, and how to print it."""

    pages: tuple[Page, ...]
    hint: str = ""


def turn_over(fronts: Sequence[Page], duplex: Duplex) -> list[Leaf]:
    """Return the leaves of a document; when one face has a back, every page has another side, be it empty."""
    if duplex == "fronts" or not has_backs(fronts):
        return [Leaf((_front(page),)) for page in fronts]
    return [Leaf((_front(page), _back(page, duplex)), HINTS[duplex]) for page in fronts]


def has_backs(fronts: Sequence[Page]) -> bool:
    """Tell whether anything is printed on the other side."""
    return any(placed.back for page in fronts for placed in page.placements)


def _front(page: Page) -> Page:
    placements = [placed._replace(bleed=_seen(placed.face.bleed, placed.bleed)) for placed in page.placements]
    return page._replace(placements=tuple(placements))


def _back(page: Page, edge: Edge) -> Page:
    paper = Size(page.width, page.height)
    placements = [made for placed in page.placements if (made := _behind(placed, paper, edge))]
    return Page(*paper, tuple(placements), turn=0 if sideways(paper, edge) else 180)


def _behind(placed: Placement, paper: Size, edge: Edge) -> Placement | None:
    if placed.back is None:
        return None
    x, y, turn = behind(placed.rect, paper, edge)
    left, top, right, bottom = placed.bleed
    reach = Edges(left, bottom, right, top) if turn else Edges(right, top, left, bottom)
    return Placement(placed.back, x, y, turn, _seen(placed.back.bleed, reach))


def _seen(bleed: float, reach: Edges) -> Edges:
    return Edges(bleed, bleed, bleed, bleed).within(reach) if bleed else Edges()


# ------------------------------------------------------------------ what a printer and a person are told


def preference(runs: Sequence[Run], duplex: Duplex) -> str:
    """Return what the file asks of the printer: on which edge to flip, one side only, or nothing."""
    return _PREFERENCES.get(duplex, "Simplex") if any(map(_has_back, runs)) else ""


def notes(runs: Sequence[Run], duplex: Duplex) -> tuple[str, ...]:
    """Return what a person should know who prints the file: the edge to flip on, and what has no back."""
    if not any(map(_has_back, runs)):
        return ()
    if duplex == "fronts":
        return ("fronts only: the backs are left out",)
    return HINTS[duplex], *(note for run in runs if (note := _bare(run)))


def _has_back(run: Run) -> bool:
    return any(run.backs)


def _bare(run: Run) -> str:
    """Say which faces have nothing on their other side."""
    if not _has_back(run):
        return f"{run.id}: no back, the other side stays empty"
    bare = [face.item for face, back in zip(run.faces, run.backs, strict=True) if back is None]
    return f"{run.id}: no back for {listed(bare)}" if bare else ""
