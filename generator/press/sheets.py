"""Sheets of paper: faces and layouts become pages with feet and cut marks."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from typing import TypeVar

from generator.face.furniture import FOOT
from generator.pack.cutout import span
from generator.pack.model import Component, Marking
from generator.press import posters
from generator.press.cutting import bled, marked_sides, own_marking
from generator.press.duplex import Duplex, turn_over
from generator.press.feet import FootWriter, with_feet
from generator.press.layout.fold import CLEAR, GUTTER, Half, depth, halves
from generator.press.layout.impose import Area, Grid, Honeycomb, Room, Spot
from generator.press.layout.packing import PackedPage, extent, packed_pages
from generator.press.page import Page, Placement
from generator.press.papers import Paper
from generator.press.run import Piece, PrintRun, repeated
from generator.press.slots import SheetSlot, Slots
from generator.problems import Failed, failed, listed
from generator.units import Cell, Point, Size

Layout = TypeVar("Layout", Grid, Honeycomb)


def pages(
    runs: Sequence[PrintRun], paper: Paper, writer: FootWriter, duplex: Duplex = "long", marking: Marking | None = None
) -> list[Page]:
    """Return the pages of one document: the runs of a group, or of one component.

    `marking` says what is printed of cuts, when not what each component says.
    Of upright and lying paper the one is taken that holds more. A face larger than the
    paper is cut over pages; raises `Failed` where that can't be.
    """
    fronts = [bled(page) for page in _fronts(runs, paper, duplex)]
    return with_feet(marked_sides(turn_over(fronts, duplex), marking, paper), writer, paper.edge)


def _fronts(runs: Sequence[PrintRun], paper: Paper, duplex: Duplex) -> list[Page]:
    """Return the pages with the faces of runs, laid out as their component says."""
    layout = runs[0].component.layout
    if layout == "honeycomb":
        return _on_honeycombs(runs, paper, duplex)
    if layout == "mixed":
        return _mixed(runs, paper, duplex)
    if layout == "slots":
        return _in_slots(runs, duplex)
    return [page for run in runs for page in _on_grids(run, paper, duplex)]


def fitting(component: Component, papers: Iterable[Paper]) -> tuple[str, ...]:
    """Return the names of the papers that hold at least one face of a component, A4 first when it is one.

    When none does: those that it can be cut over.
    """
    size = Size(*component.size)
    known = sorted(papers, key=lambda paper: paper.name != "A4")
    whole = [paper.name for paper in known if holds(component, size, paper)]
    if whole or component.layout == "honeycomb":
        return tuple(whole)
    return tuple(paper.name for paper in known if posters.poster_of(component, size, paper))


def holds(component: Component, size: Size, paper: Paper) -> bool:
    """Tell whether a paper holds a face of a component printed in that size."""
    return component.layout == "slots" or any(Grid(room, size).capacity for room in rooms(component, paper))


def rooms(component: Component, paper: Paper) -> list[Room]:
    """Return the room on the paper upright and lying, as far as it is wide enough for a foot where there is one.

    Nothing lies where printers leave paper blank, except faces that have margins of their own. A foot `outside`
    of them may be missing: then the room with a foot comes first, and that without one is there too.
    """
    margin = max(component.margin, paper.margin) if component.margin else 0.0
    foot = FOOT.height + max(0.0, paper.edge - margin)
    footed = [Room(way, margin, foot) for way in paper.ways if way.width >= FOOT.least_page]
    bare = [Room(way, margin) for way in paper.ways]
    if component.foot == "outside" and component.layout in ("grid", "page"):
        return [*footed, *bare]
    return footed if component.foot else bare


def _with_foot(grids: Sequence[Grid]) -> Sequence[Grid]:
    """Return the grids beside a foot when one of them holds a face, else all."""
    footed = [grid for grid in grids if grid.room.foot]
    return footed if any(grid.capacity for grid in footed) else grids


def _areas(runs: Sequence[PrintRun], paper: Paper, duplex: Duplex) -> Sequence[Area]:
    """Return what of a page may be used: the paper upright and lying, or the halves that each can be folded into."""
    free = rooms(runs[0].component, paper)
    return halves(free, _gutter(runs)) if _folds(runs, duplex) else free


def _folds(runs: Sequence[PrintRun], duplex: Duplex) -> bool:
    return duplex == "fold" and any(any(run.backs) for run in runs)


def _gutter(runs: Sequence[PrintRun]) -> float:
    """Return the space beside a fold: clear of it even the widest bleed ends.

    Faces with margins of their own lie close to it, so that two halves of a paper are front and back.
    """
    first = runs[0].component
    if not first.margin and first.layout != "honeycomb":
        return 0.0
    bleeds = (face.bleed * run.scale for run in runs for face in (*run.faces, *run.backs) if face)
    widest = max(bleeds, default=0.0)
    return max(GUTTER, widest + CLEAR) if widest else GUTTER


def _roomiest(layouts: Iterable[Layout]) -> Layout | None:
    """Return the layout that holds most; of equals the one nearest to its fold, then the first."""
    return max(
        layouts, key=lambda layout: (layout.capacity, -depth(layout.room, layout.columns, layout.rows)), default=None
    )


def _half(area: Area) -> Half | None:
    return area if isinstance(area, Half) else None


def _no_room(run: PrintRun, paper: Paper, *, folded: bool) -> Failed:
    """Say that a face doesn't fit on a paper, or with its back on one that is folded."""
    width, height = run.size
    what = f"{run.id} of {width:g} × {height:g} mm"
    if folded:
        what += f" and its back don't fit on {paper.name} with a fold between them"
        return failed(run.place, what, remedy="choose a larger paper with --paper, or another --duplex")
    foot = " and a foot" if run.component.foot is True else ""
    what += f" doesn't fit on {paper.description} with margins of {run.component.margin:g} mm{foot}"
    return failed(run.place, what, remedy="choose a larger paper with --paper")


# ------------------------------------------------------------------ grids


def _on_grids(run: PrintRun, paper: Paper, duplex: Duplex) -> list[Page]:
    grids = [Grid(area, run.size, run.component.gap) for area in _areas([run], paper, duplex)]
    grid = _roomiest(_with_foot(_as_declared(run, paper, grids)))
    if grid is None or grid.capacity == 0:
        folded = _folds([run], duplex)
        poster = None if folded else posters.poster_of(run.component, run.size, paper)
        if poster is None:
            raise _no_room(run, paper, folded=folded)
        return posters.pages(run, poster, paper)
    if run.component.layout == "page":
        grid = grid._replace(most=(1, 1))
    pieces = repeated(run, grid.capacity)
    on_pages = _by_page(grid.spots(len(pieces)), pieces)
    return [_page(placements, grid.room, run.component) for placements in on_pages]


def _page(placements: tuple[Placement, ...], area: Area, component: Component) -> Page:
    marking = own_marking(component)
    return Page(*area.page, placements, footed=area.foot > 0, fold=_half(area), marking=marking)


def _as_declared(run: PrintRun, paper: Paper, grids: Sequence[Grid]) -> Sequence[Grid]:
    """Return the grids with as many columns and rows as the component names, when it does."""
    block = run.component.grid
    if block is None or not any(grid.capacity for grid in grids):
        return grids
    wide = [grid for grid in grids if grid.columns >= block[0] and grid.rows >= block[1]]
    if not wide:
        width, height = run.size
        most = listed(dict.fromkeys(f"{grid.columns} × {grid.rows}" for grid in grids if grid.capacity))
        raise failed(
            run.place,
            f"{run.id}: {block[0]} × {block[1]} faces of {width:g} × {height:g} mm don't fit on {paper.description}",
            f"at most {most}",
            "correct grid, or choose a larger paper with --paper",
        )
    return [grid._replace(most=block) for grid in wide]


def _by_page(spots: Sequence[Spot], pieces: Sequence[Piece]) -> list[tuple[Placement, ...]]:
    by_page: list[list[Placement]] = [[] for _ in range(max((spot.page for spot in spots), default=-1) + 1)]
    for spot in spots:
        piece = pieces[spot.piece]
        by_page[spot.page].append(Placement(piece.face, spot.x, spot.y, piece.scale, back=piece.back))
    return [tuple(placements) for placements in by_page]


# ------------------------------------------------------------------ honeycombs


def _on_honeycombs(runs: Sequence[PrintRun], paper: Paper, duplex: Duplex) -> list[Page]:
    flats = {round(run.size.width / span(run.component.cells).width, 3) for run in runs}
    if len(flats) > 1:
        widths = ", ".join(f"{flat:g} mm" for flat in sorted(flats))
        raise failed(runs[0].place, f"hexes of one group differ in width: {widths}", "one width")
    flat = flats.pop()
    honeycomb = _roomiest(Honeycomb(area, flat, runs[0].component.gap) for area in _areas(runs, paper, duplex))
    if honeycomb is None:
        raise _no_room(runs[0], paper, folded=False)
    pieces, shapes = _pieces(runs, honeycomb.capacity)
    try:
        spots = honeycomb.spots(shapes)
    except ValueError as error:
        raise _no_room(runs[0], paper, folded=_folds(runs, duplex)) from error
    return [_page(placements, honeycomb.room, runs[0].component) for placements in _by_page(spots, pieces)]


def _pieces(runs: Sequence[PrintRun], capacity: int) -> tuple[list[Piece], list[Sequence[Cell]]]:
    pieces: list[Piece] = []
    shapes: list[Sequence[Cell]] = []
    for run in runs:
        of_run = repeated(run, max(1, capacity // len(run.component.cells)))
        pieces += of_run
        shapes += [run.component.cells] * len(of_run)
    return pieces, shapes


# ------------------------------------------------------------------ mixed sizes


def _mixed(runs: Sequence[PrintRun], paper: Paper, duplex: Duplex) -> list[Page]:
    """Lay all pieces of a group on common pages; what isn't folded doesn't share them with what is."""
    folded = [run for run in runs if _folds([run], duplex)]
    plain = [run for run in runs if run not in folded]
    return [page for part in (folded, plain) if part for page in _together(part, paper, duplex)]


def _together(runs: Sequence[PrintRun], paper: Paper, duplex: Duplex) -> list[Page]:
    """Lay all pieces of runs on common pages; margin, gap and foot are those of the first."""
    first = runs[0].component
    areas = _areas(runs, paper, duplex)
    waiting: dict[Size, deque[Piece]] = {}
    for run in runs:
        grid = _roomiest(Grid(area, run.size, first.gap) for area in areas)
        if grid is None or grid.capacity == 0:
            raise _no_room(run, paper, folded=_folds(runs, duplex))
        waiting.setdefault(run.size, deque()).extend(repeated(run, grid.capacity))
    sizes, pieces = list(waiting), list(waiting.values())
    packed = packed_pages(sizes, [len(queue) for queue in pieces], areas, first.gap)
    return [_filled(page, sizes, pieces, areas[page.area], first) for page in packed]


def _filled(
    packed: PackedPage, sizes: Sequence[Size], pieces: Sequence[deque[Piece]], area: Area, first: Component
) -> Page:
    """Return a page with the next pieces of each size in their places."""
    left, top = area.start(*extent(sizes, packed))
    placements = []
    for kind, x, y, on_side in packed.corners:
        piece = pieces[kind].popleft()
        turn = 90 if on_side else 0
        placements.append(Placement(piece.face, left + x, top + y, piece.scale, turn=turn, back=piece.back))
    return _page(tuple(placements), area, first)


# ------------------------------------------------------------------ slots


def _in_slots(runs: Sequence[PrintRun], duplex: Duplex) -> list[Page]:
    """Lay pieces into the slots of a sheet, one after another; no cuts are marked there."""
    if _folds(runs, duplex):
        raise failed(
            runs[0].place, f"{runs[0].id} lies in slots, which aren't folded", remedy="choose another --duplex"
        )
    taken: set[SheetSlot] = set()
    filled: dict[int, list[Placement]] = {}
    for run in runs:
        if run.slots:
            pieces = repeated(run, len(run.slots.rects))
            for piece, (page, number) in zip(pieces, run.slots.free(taken), strict=False):
                corner = _slot_corner(run, run.slots, number)
                filled.setdefault(page, []).append(Placement(piece.face, *corner, piece.scale, back=piece.back))
    page_size = next(run.slots.page for run in runs if run.slots)
    footed = bool(runs[0].component.foot)
    return [
        Page(*page_size, tuple(placements), footed=footed, marking=None) for _, placements in sorted(filled.items())
    ]


def _slot_corner(run: PrintRun, slots: Slots, number: int) -> Point:
    try:
        return slots.corner(number, run.size)
    except ValueError as error:
        width, height = run.size
        raise failed(
            run.place, f"{run.id} doesn't fit its slots when it is {width:g} × {height:g} mm", remedy="lower --scale"
        ) from error


def counts(pages: Sequence[Page]) -> Counter[str]:
    """Return how often each item's face stands on the pages, feet left out."""
    return Counter(p.face.item for page in pages for p in page.placements if p.face.item != "foot")
