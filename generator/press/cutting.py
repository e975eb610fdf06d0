"""Pages that are cut apart: how far their faces bleed, where they are cut, and what is printed of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.face.furniture import FOOT
from generator.pack.model import Component, Marking
from generator.press.diecut import die_cut
from generator.press.duplex import Side
from generator.press.layout.bleed import plots, reaches
from generator.press.layout.cut import Mark
from generator.press.layout.marks import PageCuts, Trim, page_cuts
from generator.press.page import Page, Placement
from generator.press.papers import Paper
from generator.units import Edges, Rect, Size


def bled(page: Page) -> Page:
    """Let faces show beyond their edges as far as they are drawn and the page has room."""
    if not any(placement.face.bleed or (placement.back and placement.back.bleed) for placement in page.placements):
        return page
    if any(placement.face.die.outline == "hex" for placement in page.placements):
        return page._replace(placements=tuple(_plotted(page.placements, page.size)))
    reach = reaches([placement.rect for placement in page.placements], page.size)
    placements = [placement._replace(bleed=most) for placement, most in zip(page.placements, reach, strict=True)]
    return page._replace(placements=tuple(placements))


def _plotted(placements: Sequence[Placement], page: Size) -> Iterator[Placement]:
    """Yield placements with what each part may show: rectangles round hexes overlap, the hexes don't."""
    bleed = max(
        face.bleed * placement.scale for placement in placements for face in (placement.face, placement.back) if face
    )
    of_pieces = plots([placement.face.die.parts(placement.rect) for placement in placements], bleed)
    for placement, parts in zip(placements, of_pieces, strict=True):
        rect = placement.rect
        most = Edges(rect.x, rect.y, page.width - rect.right, page.height - rect.bottom)
        yield placement._replace(bleed=most, plots=parts)


def own_marking(component: Component) -> Marking:
    """Return what a component says is printed of its cuts."""
    return component.marks if isinstance(component.marks, str) else "crop" if component.marks else "none"


def marked_sides(sides: Iterable[Side], marking: Marking | None, paper: Paper) -> list[Side]:
    """Give sides their cuts and marks, as `marking` or else as the page's own marking says; posters have theirs."""
    known: dict[object, PageCuts] = {}
    return [side._replace(page=_with_cuts(side.page, marking, paper, known)) for side in sides]


def _with_cuts(page: Page, marking: Marking | None, paper: Paper, known: dict[object, PageCuts]) -> Page:
    if page.guide is not None or page.marking is None:
        return page
    marking = marking or page.marking
    key = (page[:2], page.footed, marking, *((p.rect, p.face.die, p.bleed) for p in page.placements))
    if key not in known:
        foot = Rect(0, page.height - paper.edge - FOOT.reach, page.width, FOOT.reach)
        trims = [_trim(placement) for placement in page.placements]
        known[key] = page_cuts(trims, page.size, [foot] * page.footed, marking, paper.margin)
    cuts, marks, lines, dashed = known[key]
    return page._replace(marking=marking, cuts=cuts, marks=marks, lines=lines, dashed=dashed)


def _trim(placement: Placement) -> Trim:
    die = placement.face.die
    return Trim(placement.rect, die_cut(die, placement.rect, placement.scale), die.outline == "rect", placement.bleed)


# ------------------------------------------------------------------ what a person should know


def notes(pages: Iterable[Page], paper: Paper) -> tuple[str, ...]:
    """Return what a person should know who cuts by the marks: where a printer may leave them out."""
    if any(_blank(mark, page, paper.margin) for page in pages if page.guide is None for mark in page.marks):
        return (
            f"cut marks lie in the outermost {paper.margin:g} mm, which most printers leave blank: use --marks lines, "
            "or give them room with a smaller gap or bleed",
        )
    return ()


def _blank(mark: Mark, page: Page, margin: float) -> bool:
    """Tell whether less than a millimetre of a mark lies where every printer prints."""
    across = min(mark.x2, page.width - margin) - max(mark.x1, margin)
    down = min(mark.y2, page.height - margin) - max(mark.y1, margin)
    return max(across, down) < 1
