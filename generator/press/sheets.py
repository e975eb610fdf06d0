"""Sheets of paper: faces and layouts become pages with feet and cut marks."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from generator.face.face import Face, Hint
from generator.pack.cutout import span
from generator.pack.model import Component, Marking
from generator.press.cutting import bled, marked_sides, own_marking
from generator.press.duplex import Duplex, Side, turn_over
from generator.press.layout.fold import CLEAR, GUTTER, Half, depth, halves
from generator.press.layout.impose import FOOT, Area, Comb, Grid, Room, Spot
from generator.press.layout.marks import Mark
from generator.press.layout.packing import Sheet, arranged, extent
from generator.press.layout.poster import LEAST_MARGIN, Part, Poster, Seams, best, name
from generator.press.page import Page, Placement
from generator.press.papers import Paper
from generator.press.run import Piece, PrintRun
from generator.press.slots import Slots
from generator.problems import Failed, failed, listed
from generator.units import Size

MOST_PLACEMENTS = 20_000
"""More pieces than this in one document are taken for a slip."""

LEAST_WIDTH_WITH_FOOT = 130.0
"""A narrower paper (mm) has no room for the words of a foot beside its 50 mm ruler."""

LEAST_WIDTH_OF_FOOT = 160.0
"""A foot (mm) is no narrower than this for the sake of standing below its faces only."""

GUIDE = 11.8
"""Height in mm kept below a page of a poster, for its foot and the name of the page to glue there."""

NARROW = 200.0
"""On narrower paper (mm) the foot of a poster's page stands in two rows."""

NARROW_GUIDE = GUIDE + 6.6
"""What is kept there."""

Layout = TypeVar("Layout", Grid, Comb)


class Writer(Protocol):
    """Writes what stands on pages beside faces: feet, and the guides of posters."""

    def foot(
        self, components: Sequence[str], width: float, number: int, total: int, hints: Sequence[Hint] = ()
    ) -> Face | None:
        """Return the foot of a page from the components on it, its width in mm, its number and the number of pages."""

    def guide(
        self, components: Sequence[str], values: Mapping[str, Any], number: int, total: int, hints: Sequence[Hint] = ()
    ) -> Face | None:
        """Return what a page of a poster says, as large as the page."""

    def fold(self, components: Sequence[str], values: Mapping[str, Any]) -> Face | None:
        """Return the line on which a page is folded, as large as the page."""


def pages(
    runs: Sequence[PrintRun], paper: Paper, writer: Writer, duplex: Duplex = "long", marking: Marking | None = None
) -> list[Page]:
    """Return the pages of one document: the runs of a group, or of one component.

    `marking` says what is printed of cuts, when not what each component says.
    Of upright and lying paper the one is taken that holds more. A face larger than the
    paper is cut over pages; raises `Failed` where that can't be.
    """
    first = runs[0].component
    if first.layout == "honeycomb":
        made = _combed(runs, paper, duplex)
    elif first.layout == "mixed":
        made = _mixed(runs, paper, duplex)
    elif first.layout == "slots":
        made = _slotted(runs, duplex)
    else:
        made = [page for run in runs for page in _gridded(run, paper, duplex)]
    sides = marked_sides(turn_over([bled(page) for page in made], duplex), marking, paper)
    return _with_feet(sides, writer, paper.edge)


def fitting(component: Component, papers: Iterable[Paper]) -> tuple[str, ...]:
    """Return the names of the papers that hold at least one face of a component, A4 first when it is one.

    When none does: those that it can be cut over.
    """
    size = Size(*component.size)
    known = sorted(papers, key=lambda paper: paper.name != "A4")
    whole = [paper.name for paper in known if holds(component, size, paper)]
    if whole or component.layout == "honeycomb":
        return tuple(whole)
    return tuple(paper.name for paper in known if _poster(component, size, paper))


def holds(component: Component, size: Size, paper: Paper) -> bool:
    """Tell whether a paper holds a face of a component printed in that size."""
    return component.layout == "slots" or any(Grid(room, size).capacity for room in rooms(component, paper))


def cut_over(run: PrintRun, paper: Paper) -> int:
    """Return how many pages of a paper a face is cut over that is larger than it, 0 when that can't be."""
    poster = _poster(run.component, run.size, paper)
    return poster.pages if poster else 0


def rooms(component: Component, paper: Paper) -> list[Room]:
    """Return the room on the paper upright and lying, as far as it is wide enough for a foot where there is one.

    Nothing lies where printers leave paper blank, except faces that have margins of their own.
    """
    margin = max(component.margin, paper.margin) if component.margin else 0.0
    foot = FOOT + max(0.0, paper.edge - margin) if component.foot else 0.0
    return [Room(way, margin, foot) for way in paper.ways if way.width >= LEAST_WIDTH_WITH_FOOT or not component.foot]


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
    return max(layouts, key=lambda made: (made.capacity, -depth(made.room, made.columns, made.rows)), default=None)


def _half(area: Area) -> Half | None:
    return area if isinstance(area, Half) else None


def _too_large(run: PrintRun, paper: Paper) -> Failed:
    width, height = run.size
    return failed(
        run.place,
        f"{run.id} of {width:g} × {height:g} mm doesn't fit on {paper.told}"
        f" with margins of {run.component.margin:g} mm{' and a foot' if run.component.foot else ''}",
        remedy="choose a larger paper with --paper",
    )


def _too_wide_to_fold(run: PrintRun, paper: Paper) -> Failed:
    width, height = run.size
    return failed(
        run.place,
        f"{run.id} of {width:g} × {height:g} mm and its back don't fit on {paper.name} with a fold between them",
        remedy="choose a larger paper with --paper, or another --duplex",
    )


def limited(total: int, run: PrintRun) -> int:
    """Return how many pieces of a run there are; `Failed` when nobody can mean so many."""
    if total > MOST_PLACEMENTS:
        raise failed(
            run.place,
            f"{run.id}: {total} pieces are asked for",
            f"at most {MOST_PLACEMENTS}",
            "check the column or key copies, and --copies",
        )
    return total


def repeated(run: PrintRun, capacity: int) -> list[Piece]:
    """Return the pieces of a run, each as often as it is printed; a page holds `capacity` of them."""
    counts = [capacity if copies is None else copies for copies in run.copies]
    limited(sum(counts), run)
    pieces = [Piece(face, back, run.scale) for face, back in zip(run.faces, run.all_backs, strict=True)]
    return [piece for piece, number in zip(pieces, counts, strict=True) for _ in range(number)]


# ------------------------------------------------------------------ grids


def _gridded(run: PrintRun, paper: Paper, duplex: Duplex) -> list[Page]:
    grids = [Grid(area, run.size, run.component.gap) for area in _areas([run], paper, duplex)]
    grid = _roomiest(_as_wanted(run, paper, grids))
    if grid is None or grid.capacity == 0:
        if _folds([run], duplex):
            raise _too_wide_to_fold(run, paper)
        return _posters(run, paper)
    if run.component.layout == "page":
        grid = grid._replace(most=(1, 1))
    pieces = repeated(run, grid.capacity)
    on_pages = _by_page(grid.place(len(pieces)), pieces)
    return [_page(placed, grid.room, run.component) for placed in on_pages]


def _page(placed: tuple[Placement, ...], area: Area, component: Component) -> Page:
    marking = own_marking(component)
    return Page(*area.paper, placed, footed=component.foot, fold=_half(area), marking=marking)


def _as_wanted(run: PrintRun, paper: Paper, grids: Sequence[Grid]) -> Sequence[Grid]:
    """Return the grids with as many columns and rows as the component names, when it does."""
    wanted = run.component.grid
    if wanted is None or not any(grid.capacity for grid in grids):
        return grids
    wide = [grid for grid in grids if grid.columns >= wanted[0] and grid.rows >= wanted[1]]
    if not wide:
        width, height = run.size
        most = listed(dict.fromkeys(f"{grid.columns} × {grid.rows}" for grid in grids if grid.capacity))
        raise failed(
            run.place,
            f"{run.id}: {wanted[0]} × {wanted[1]} faces of {width:g} × {height:g} mm don't fit on {paper.told}",
            f"at most {most}",
            "correct grid, or choose a larger paper with --paper",
        )
    return [grid._replace(most=wanted) for grid in wide]


def _by_page(spots: Sequence[Spot], pieces: Sequence[Piece]) -> list[tuple[Placement, ...]]:
    made: list[list[Placement]] = [[] for _ in range(max((spot.page for spot in spots), default=-1) + 1)]
    for spot in spots:
        piece = pieces[spot.piece]
        made[spot.page].append(Placement(piece.face, spot.x, spot.y, piece.scale, back=piece.back))
    return [tuple(placements) for placements in made]


# ------------------------------------------------------------------ posters


def _posters(run: PrintRun, paper: Paper) -> list[Page]:
    """Cut the faces of a run over pages, each face on pages of its own."""
    poster = _poster(run.component, run.size, paper)
    if poster is None:
        raise _too_large(run, paper)
    if any(run.backs):
        remedy = "choose a larger paper with --paper, or leave the backs out with --duplex fronts"
        raise failed(
            run.place, f"{run.id} is larger than {paper.name}, and what is cut over pages has no back", "", remedy
        )
    pieces = repeated(run, 1)
    limited(len(pieces) * poster.pages, run)
    return [_part(piece.face, part, poster, run.scale) for piece in pieces for part in poster.parts()]


def _poster(component: Component, size: Size, paper: Paper) -> Poster | None:
    margin = max(LEAST_MARGIN, component.margin, paper.margin + LEAST_MARGIN / 2)
    ways = [way for way in paper.ways if way.width >= LEAST_WIDTH_WITH_FOOT]
    free = [Room(way, margin, GUIDE if way.width >= NARROW else NARROW_GUIDE) for way in ways]
    seams = Seams(*map(tuple, component.seams)).scaled(size.width / component.size[0])
    return best([Poster(size, room, component.overlap, seams) for room in free])


def _part(face: Face, part: Part, poster: Poster, scale: float) -> Page:
    corner = part.at.x - part.of.x, part.at.y - part.of.y
    placed = Placement(face, *corner, scale, poster.shown(part))
    marks = tuple(Mark(*tick) for tick in poster.cuts(part))
    return Page(*poster.room.paper, (placed,), marks, guide=_guide(part, poster))


def _guide(part: Part, poster: Poster) -> dict[str, Any]:
    """Return what the page of a part says about itself and its neighbours."""
    row, column = part.row, part.column
    return {
        **poster.room.paper._asdict(),
        "margin": poster.room.margin,
        "at": list(part.at),
        "joins": [list(tick) for tick in poster.joins(part)],
        "row": row,
        "rows": poster.rows,
        "column": column,
        "columns": poster.columns,
        "page": name(row, column),
        "above": name(row - 1, column) if row else "",
        "before": name(row, column - 1) if column else "",
        "below": name(row + 1, column) if row < poster.rows - 1 else "",
        "after": name(row, column + 1) if column < poster.columns - 1 else "",
    }


# ------------------------------------------------------------------ honeycombs


def _combed(runs: Sequence[PrintRun], paper: Paper, duplex: Duplex) -> list[Page]:
    flats = {round(run.size.width / span(run.component.cells).width, 3) for run in runs}
    if len(flats) > 1:
        widths = ", ".join(f"{flat:g} mm" for flat in sorted(flats))
        raise failed(runs[0].place, f"hexes of one group differ in width: {widths}", "one width")
    flat = flats.pop()
    comb = _roomiest(Comb(area, flat, runs[0].component.gap) for area in _areas(runs, paper, duplex))
    if comb is None:
        raise _too_large(runs[0], paper)
    pieces, shapes = _pieces(runs, comb.capacity)
    try:
        spots = comb.place(shapes)
    except ValueError as error:
        if _folds(runs, duplex):
            raise _too_wide_to_fold(runs[0], paper) from error
        raise _too_large(runs[0], paper) from error
    return [_page(placed, comb.room, runs[0].component) for placed in _by_page(spots, pieces)]


def _pieces(runs: Sequence[PrintRun], capacity: int) -> tuple[list[Piece], list[Sequence[tuple[int, int]]]]:
    pieces: list[Piece] = []
    shapes: list[Sequence[tuple[int, int]]] = []
    for run in runs:
        made = repeated(run, max(1, capacity // len(run.component.cells)))
        pieces += made
        shapes += [run.component.cells] * len(made)
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
            raise _too_wide_to_fold(run, paper) if _folds(runs, duplex) else _too_large(run, paper)
        waiting.setdefault(run.size, deque()).extend(repeated(run, grid.capacity))
    sizes, pieces = list(waiting), list(waiting.values())
    sheets = arranged(sizes, [len(line) for line in pieces], areas, first.gap)
    return [_filled(sheet, sizes, pieces, areas[sheet.area], first) for sheet in sheets]


def _filled(sheet: Sheet, sizes: Sequence[Size], pieces: Sequence[deque[Piece]], area: Area, first: Component) -> Page:
    """Return a page with the next pieces of each size in their places."""
    left, top = area.start(*extent(sizes, sheet))
    placed = []
    for kind, x, y, turned in sheet.corners:
        piece = pieces[kind].popleft()
        turn = 90 if turned else 0
        placed.append(Placement(piece.face, left + x, top + y, piece.scale, turn=turn, back=piece.back))
    return _page(tuple(placed), area, first)


# ------------------------------------------------------------------ slots


def _slotted(runs: Sequence[PrintRun], duplex: Duplex) -> list[Page]:
    """Lay pieces into the slots of a sheet, one after another; no cuts are marked there."""
    if _folds(runs, duplex):
        raise failed(
            runs[0].place, f"{runs[0].id} lies in slots, which aren't folded", remedy="choose another --duplex"
        )
    taken: set[tuple[int, int]] = set()
    filled: dict[int, list[Placement]] = {}
    for run in runs:
        if run.slots:
            pieces = repeated(run, len(run.slots.rects))
            for piece, (page, number) in zip(pieces, run.slots.places(taken), strict=False):
                corner = _in_slot(run, run.slots, number)
                filled.setdefault(page, []).append(Placement(piece.face, *corner, piece.scale, back=piece.back))
    paper = next(run.slots.paper for run in runs if run.slots)
    footed = runs[0].component.foot
    return [Page(*paper, tuple(placed), footed=footed, marking=None) for _, placed in sorted(filled.items())]


def _in_slot(run: PrintRun, slots: Slots, number: int) -> tuple[float, float]:
    try:
        return slots.corner(number, run.size)
    except ValueError as error:
        width, height = run.size
        raise failed(
            run.place, f"{run.id} doesn't fit its slots when it is {width:g} × {height:g} mm", remedy="lower --scale"
        ) from error


# ------------------------------------------------------------------ feet


def _with_feet(sides: Sequence[Side], writer: Writer, edge: float) -> list[Page]:
    total = len(sides)
    footed = [
        (side, _with_foot(side.page, side.components, writer, number, total, edge))
        for number, side in enumerate(sides, 1)
    ]
    return [_with_fold(page, side.components, writer) for side, page in footed]


def _with_fold(page: Page, components: Sequence[str], writer: Writer) -> Page:
    """Add its fold line to a page, where it isn't cut then; the word on it stands beside the first face."""
    half = page.fold
    if half is None:
        return page
    page = page._replace(marks=tuple(mark for mark in page.marks if not half.along(*mark)))
    first = page.placements[0].rect
    middle = first.y + first.height / 2 if half.upright else first.x + first.width / 2
    values = {"size": list(half.paper), "line": list(half.line()), "upright": half.upright, "middle": middle}
    line = writer.fold(components, values)
    return page if line is None else page._replace(placements=(*page.placements, Placement(line, 0, 0)))


def _with_foot(page: Page, components: Sequence[str], writer: Writer, number: int, total: int, edge: float) -> Page:
    """Add the foot to a page that has room for one, `edge` from the paper's edge; the guide to a page of a poster."""
    if page.guide is not None:
        guide = writer.guide(components, page.guide, number, total, page.hints)
        return page if guide is None else page._replace(placements=(*page.placements, Placement(guide, 0, 0)))
    if not page.footed or not components:
        return page
    margin = _foot_margin(page, edge)
    foot = writer.foot(components, page.width - 2 * margin, number, total, page.hints)
    if foot is None:
        return page
    x, y = margin, page.height - edge - foot.height
    if page.turn:
        x, y = page.width - x - foot.width, page.height - y - foot.height
    return page._replace(placements=(*page.placements, Placement(foot, x, y, turn=page.turn)))


def _foot_margin(page: Page, edge: float) -> float:
    """Return the foot's distance from the paper's sides: that of the faces, as far as it leaves room for its words."""
    rects = [placement.rect for placement in page.placements]
    margin = max(edge, min((min(rect.x, page.width - rect.right) for rect in rects), default=edge))
    return edge if page.width - 2 * margin < LEAST_WIDTH_OF_FOOT else margin


def counts(made: Sequence[Page]) -> Counter[str]:
    """Return how often each item's face stands on the pages, feet left out."""
    return Counter(p.face.item for page in made for p in page.placements if p.face.item != "foot")
