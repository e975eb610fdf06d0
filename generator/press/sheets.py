"""Sheets of paper: faces and layouts become pages with feet and cut marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from generator.face.face import Face, Hint
from generator.pack.model import Component
from generator.press.impose import FOOT, Comb, Grid, Room, Spot, span, ticks
from generator.press.page import Mark, Page, Placement
from generator.press.poster import LEAST_MARGIN, Part, Poster, best, name
from generator.problems import Failed, Location, failed
from generator.units import Size

MOST_PLACEMENTS = 20_000
"""More pieces than this in one document are taken for a slip."""

LEAST_WIDTH_WITH_FOOT = 130.0
"""A narrower paper (mm) has no room for the words of a foot beside its 50 mm ruler."""

GUIDE = 11.8
"""Height in mm kept below a page of a poster, for its foot and the name of the page to glue there."""


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


class Run(NamedTuple):
    """The faces of one component, and how often each is printed (None: as many as a page holds).

    They are printed `scale` times as large as they are.
    """

    id: str
    component: Component
    faces: tuple[Face, ...]
    copies: tuple[int | None, ...]
    place: Location
    scale: float = 1.0

    @property
    def size(self) -> Size:
        """The size of a printed face."""
        width, height = self.component.size
        return Size(width * self.scale, height * self.scale)


def pages(runs: Sequence[Run], paper_name: str, paper: Size, writer: Writer) -> list[Page]:
    """Return the pages of one document: the runs of a group, or of one component.

    Of upright and lying paper the one is taken that holds more. A face larger than the
    paper is cut over pages; raises `Failed` where that can't be.
    """
    first = runs[0].component
    if first.layout == "honeycomb":
        made = _combed(runs, paper_name, paper)
    else:
        made = [page for run in runs for page in _gridded(run, paper_name, paper)]
    return _with_feet(made, writer)


def fitting(component: Component, papers: Mapping[str, Size]) -> tuple[str, ...]:
    """Return the names of the papers that hold at least one face of a component, A4 first when it is one.

    When none does: those that it can be cut over.
    """
    size = Size(*component.size)
    names = sorted(papers, key=lambda name: name != "A4")
    whole = [
        name
        for name in names
        if any(Grid(_room(component, way), size).capacity for way in _ways(component, papers[name]))
    ]
    if whole or component.layout == "honeycomb":
        return tuple(whole)
    return tuple(name for name in names if _poster(component, size, papers[name]))


def _room(component: Component, paper: Size) -> Room:
    return Room(paper, component.margin, FOOT if component.foot else 0.0)


def _ways(component: Component, paper: Size) -> tuple[Size, ...]:
    """Return the paper upright and lying, as far as it is wide enough for a foot where there is one."""
    ways = (paper, Size(paper.height, paper.width))
    return tuple(way for way in ways if way.width >= LEAST_WIDTH_WITH_FOOT or not component.foot)


def _too_large(run: Run, paper_name: str, paper: Size) -> Failed:
    width, height = run.size
    return failed(
        run.place,
        f"{run.id} of {width:g} × {height:g} mm doesn't fit on {paper_name}, {paper.width:g} × {paper.height:g} mm"
        f" with margins of {run.component.margin:g} mm{' and a foot' if run.component.foot else ''}",
        remedy="choose a larger paper with --paper",
    )


def _limited(total: int, run: Run) -> int:
    if total > MOST_PLACEMENTS:
        raise failed(
            run.place,
            f"{run.id}: {total} pieces are asked for",
            f"at most {MOST_PLACEMENTS}",
            "check the column or key copies, and --copies",
        )
    return total


def _repeated(run: Run, capacity: int) -> list[Face]:
    counts = [capacity if copies is None else copies for copies in run.copies]
    _limited(sum(counts), run)
    return [face for face, count in zip(run.faces, counts, strict=True) for _ in range(count)]


# ------------------------------------------------------------------ grids


def _gridded(run: Run, paper_name: str, paper: Size) -> list[Page]:
    grids = [Grid(_room(run.component, way), run.size, run.component.gap) for way in _ways(run.component, paper)]
    grid = max(grids, key=lambda made: made.capacity, default=None)
    if grid is None or grid.capacity == 0:
        return _posters(run, paper_name, paper)
    if run.component.layout == "page":
        grid = _single(grid)
    faces = _repeated(run, grid.capacity)
    marks = _marks(grid) if run.component.marks else ()
    footed = run.component.foot
    on_pages = _by_page(grid.place(len(faces)), faces, run.scale)
    return [Page(*grid.room.paper, placements, marks, footed) for placements in on_pages]


def _single(grid: Grid) -> Grid:
    """Return the grid with room for one piece only."""
    return grid._replace(gap=max(grid.room.paper))


def _marks(grid: Grid) -> tuple[Mark, ...]:
    if grid.size == grid.room.paper:
        return ()
    edges = [mark for mark in (Mark(*tick) for tick in ticks(grid)) if not _on_the_edge(mark, grid.room.paper)]
    return tuple(edges)


def _on_the_edge(mark: Mark, paper: Size) -> bool:
    """Tell whether a mark runs along (or almost along) the paper's own edge."""
    near = 1.5
    upright = mark.x1 == mark.x2
    at, most = (mark.x1, paper.width) if upright else (mark.y1, paper.height)
    return at < near or at > most - near


def _by_page(spots: Sequence[Spot], faces: Sequence[Face], scale: float) -> list[tuple[Placement, ...]]:
    made: list[list[Placement]] = [[] for _ in range(max((spot.page for spot in spots), default=-1) + 1)]
    for spot in spots:
        made[spot.page].append(Placement(faces[spot.piece], spot.x, spot.y, scale))
    return [tuple(placements) for placements in made]


# ------------------------------------------------------------------ posters


def _posters(run: Run, paper_name: str, paper: Size) -> list[Page]:
    """Cut the faces of a run over pages, each face on pages of its own."""
    poster = _poster(run.component, run.size, paper)
    if poster is None:
        raise _too_large(run, paper_name, paper)
    faces = _repeated(run, 1)
    _limited(len(faces) * poster.pages, run)
    return [_part(face, part, poster, run.scale) for face in faces for part in poster.parts()]


def _poster(component: Component, size: Size, paper: Size) -> Poster | None:
    margin = max(LEAST_MARGIN, component.margin)
    ways = [way for way in (paper, Size(paper.height, paper.width)) if way.width >= LEAST_WIDTH_WITH_FOOT]
    return best([Poster(size, Room(way, margin, GUIDE), component.overlap) for way in ways])


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


def _combed(runs: Sequence[Run], paper_name: str, paper: Size) -> list[Page]:
    flats = {round(run.size.width / span(run.component.cells).width, 3) for run in runs}
    if len(flats) > 1:
        widths = ", ".join(f"{flat:g} mm" for flat in sorted(flats))
        raise failed(runs[0].place, f"hexes of one group differ in width: {widths}", "one width")
    combs = [Comb(_room(runs[0].component, way), flats.copy().pop()) for way in _ways(runs[0].component, paper)]
    comb = max(combs, key=lambda made: made.capacity, default=None)
    if comb is None:
        raise _too_large(runs[0], paper_name, paper)
    faces, shapes = _pieces(runs, comb.capacity)
    try:
        spots = comb.place(shapes)
    except ValueError as error:
        raise _too_large(runs[0], paper_name, paper) from error
    footed = runs[0].component.foot
    return [Page(*comb.room.paper, placed, (), footed) for placed in _by_page(spots, faces, runs[0].scale)]


def _pieces(runs: Sequence[Run], capacity: int) -> tuple[list[Face], list[Sequence[tuple[int, int]]]]:
    faces: list[Face] = []
    shapes: list[Sequence[tuple[int, int]]] = []
    for run in runs:
        repeated = _repeated(run, max(1, capacity // len(run.component.cells)))
        faces += repeated
        shapes += [run.component.cells] * len(repeated)
    return faces, shapes


# ------------------------------------------------------------------ feet


def _with_feet(made: Sequence[Page], writer: Writer) -> list[Page]:
    return [_with_foot(page, writer, number, len(made)) for number, page in enumerate(made, 1)]


def _with_foot(page: Page, writer: Writer, number: int, total: int) -> Page:
    """Add the foot to a page that has room for one, and the guide to a page of a poster."""
    components = list(dict.fromkeys(placement.face.component for placement in page.placements))
    if page.guide is not None:
        guide = writer.guide(components, page.guide, number, total, page.hints)
        return page if guide is None else page._replace(placements=(*page.placements, Placement(guide, 0, 0)))
    if not page.footed or not components:
        return page
    margin = _foot_margin(page)
    foot = writer.foot(components, page.width - 2 * margin, number, total, page.hints)
    if foot is None:
        return page
    return page._replace(placements=(*page.placements, Placement(foot, margin, page.height - 6 - foot.height)))


def _foot_margin(page: Page) -> float:
    margin = max(6.0, min(placement.x for placement in page.placements)) if page.placements else 6.0
    if page.width - 2 * margin < LEAST_WIDTH_WITH_FOOT - 12:
        return 6.0  # a foot as narrow as the faces would have no room for its words
    return margin


def counts(made: Sequence[Page]) -> Counter[str]:
    """Return how often each item's face stands on the pages, feet left out."""
    return Counter(p.face.item for page in made for p in page.placements if p.face.item != "foot")
