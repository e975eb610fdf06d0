"""Both sides of the paper: where the backs of faces lie, and what printer and reader should know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from generator.face.face import Face, Hint
from generator.press.layout.impose import Behind, Edge, behind, sideways
from generator.press.page import Page, Placement
from generator.press.run import PrintRun
from generator.problems import listed
from generator.units import Edges

Duplex = Literal["long", "short", "fold", "fronts", "stack"]
"""How backs are printed.

Turned over the long or the short edge of the paper; beside their faces, behind a fold; not at
all; or after all fronts, for a printer whose paper is turned by hand.
"""

HINTS: dict[Edge, str] = {
    "long": "print on both sides, flip on the long edge",
    "short": "print on both sides, flip on the short edge",
}
"""What the foot says, by the edge that the paper is turned over."""

FOLDED = "fold on the dashed line, glue, then cut"
OTHER_SIDE = "other side: p. {n}, flipped on the long edge"

SPARE = 1.5
"""How much farther than its face a back bleeds, in mm: printers shift the second side by about a millimetre."""

_PREFERENCES = {
    "long": "DuplexFlipLongEdge",
    "short": "DuplexFlipShortEdge",
    "fold": "Simplex",
    "fronts": "Simplex",
    "stack": "Simplex",
}


class Side(NamedTuple):
    """A printed side of a sheet of paper, and the components on it: a back is spoken of as what it is the back of."""

    page: Page
    components: tuple[str, ...]


def turn_over(fronts: Sequence[Page], duplex: Duplex) -> list[Side]:
    """Return the sides of a document in order; when one face has a back, every page has another side, be it empty."""
    if duplex == "fronts" or not any(placement.back for page in fronts for placement in page.placements):
        return [Side(_front(page), _components(page)) for page in fronts]
    if duplex == "fold":
        return [Side(_folded(page), _components(page)) for page in fronts]
    if duplex == "stack":
        return list(_stacked(fronts))
    return list(_leafed(fronts, duplex))


def _components(page: Page) -> tuple[str, ...]:
    return tuple(dict.fromkeys(placement.face.component for placement in page.placements))


def _leafed(fronts: Sequence[Page], edge: Edge) -> Iterator[Side]:
    """Yield each front and, after it, what is on its other side."""
    hint = Hint(HINTS[edge])
    for page in fronts:
        for side in (_front(page), _back(page, edge)):
            yield Side(_hinted(side, hint), _components(page))


def _stacked(fronts: Sequence[Page]) -> Iterator[Side]:
    """Yield all fronts, then what is on their other sides in the same order."""
    for first, make in ((len(fronts) + 1, _front), (1, _on_the_long_edge)):
        for number, page in enumerate(fronts, first):
            yield Side(_hinted(make(page), Hint(OTHER_SIDE, (("n", str(number)),))), _components(page))


def _hinted(page: Page, hint: Hint) -> Page:
    return page._replace(hints=(*page.hints, hint))


def _front(page: Page) -> Page:
    return page._replace(placements=tuple(_clipped(placement, placement.face) for placement in page.placements))


def _on_the_long_edge(page: Page) -> Page:
    return _back(page, "long")


def _back(page: Page, edge: Edge) -> Page:
    places = ((placement, behind(placement.rect, page.size, edge)) for placement in page.placements)
    turn = 0 if sideways(page.size, edge) else 180
    return Page(*page.size, _backs(places), footed=page.footed, hints=page.hints, turn=turn, back=True, marking=None)


def _folded(page: Page) -> Page:
    """Return a page with the backs of its faces beyond its fold, if it has one."""
    half = page.fold
    if half is None:
        return _front(page)
    placements = [
        placement._replace(bleed=placement.bleed.within(half.reach(placement.rect))) for placement in page.placements
    ]
    front = _front(page._replace(placements=tuple(placements)))
    backs = _backs((placement, half.across(placement.rect)) for placement in placements)
    return _hinted(front._replace(placements=front.placements + backs), Hint(FOLDED))


def _backs(places: Iterator[tuple[Placement, Behind]]) -> tuple[Placement, ...]:
    return tuple(back for placement, behind in places if (back := _behind(placement, behind)))


def _behind(placement: Placement, behind: Behind) -> Placement | None:
    if placement.back is None:
        return None
    x, y, turn = behind
    left, top, right, bottom = placement.bleed
    reach = Edges(left, bottom, right, top) if turn else Edges(right, top, left, bottom)
    plots = tuple(plot.behind(placement.rect, x, y, turn) for plot in placement.plots)
    turned = (turn - placement.turn) % 360
    return _clipped(
        Placement(placement.back, x, y, placement.scale, turn=turned, bleed=reach, plots=plots), placement.back
    )


def _clipped(placement: Placement, face: Face) -> Placement:
    """Return a placement that shows no more beyond the edges than its face has, and its reach allows."""
    bleed = face.bleed * placement.scale
    visible = Edges(*(min(bleed, most) for most in placement.bleed))
    return placement._replace(bleed=visible, region=tuple(plot.grown(bleed) for plot in placement.plots))


# ------------------------------------------------------------------ what printer and reader should know


def preference(runs: Sequence[PrintRun], duplex: Duplex) -> str:
    """Return what the file asks of the printer: an edge to flip on, one side only, or nothing without backs."""
    return _PREFERENCES[duplex] if _backed(runs) else ""


def notes(runs: Sequence[PrintRun], duplex: Duplex, pages: int) -> tuple[str, ...]:
    """Return what a person should know who prints the file of so many pages: what to do, and what has no back."""
    if not _backed(runs):
        return ()
    if duplex == "fronts":
        return ("fronts only: the backs are left out",)
    return _instructions(duplex, pages), *(note for run in runs if (note := _bare(run)))


def _instructions(duplex: Duplex, pages: int) -> str:
    if duplex == "fold":
        return "print on one side; fold on the dashed line, printed side out, glue, then cut"
    if duplex == "stack":
        half = pages // 2
        return (
            f"print {_span(1, half)}; put the same sheets in again, flipped on the long edge and in the same order; "
            f"then print {_span(half + 1, pages)}: the back of page 1 is page {half + 1}"
        )
    return HINTS["short" if duplex == "short" else "long"]


def _span(first: int, last: int) -> str:
    return f"page {first}" if first == last else f"pages {first} to {last}"


def _backed(runs: Sequence[PrintRun]) -> bool:
    return any(run.component.back for run in runs)


def _bare(run: PrintRun) -> str:
    """Say which faces have nothing on their other side."""
    if run.component.back is None:
        return f"{run.id}: no back, the other side stays empty"
    bare = [face.item for face, back in zip(run.faces, run.all_backs, strict=True) if back is None]
    return f"{run.id}: no back for {listed(bare)}" if bare else ""
