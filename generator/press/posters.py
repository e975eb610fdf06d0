"""Posters: faces larger than the paper on pages of their own."""

from __future__ import annotations

from typing import Any

from generator.face.face import Face
from generator.face.furniture import FOOT
from generator.pack.model import Component
from generator.press.layout.impose import Room
from generator.press.layout.poster import LEAST_MARGIN, Part, Poster, Seams, best, name
from generator.press.page import Page, Placement
from generator.press.papers import Paper
from generator.press.run import PrintRun, limited, repeated
from generator.problems import failed
from generator.units import Size


def pages(run: PrintRun, poster: Poster, paper: Paper) -> list[Page]:
    """Cut the faces of a run over pages, each face on pages of its own; `Failed` when they have backs."""
    if any(run.backs):
        remedy = "choose a larger paper with --paper, or leave the backs out with --duplex fronts"
        raise failed(
            run.place, f"{run.id} is larger than {paper.name}, and what is cut over pages has no back", "", remedy
        )
    pieces = repeated(run, 1)
    limited(len(pieces) * poster.pages, run)
    return [_part(piece.face, part, poster, run.scale) for piece in pieces for part in poster.parts()]


def cut_over(run: PrintRun, paper: Paper) -> int:
    """Return how many pages of a paper a face is cut over that is larger than it, 0 when that can't be."""
    poster = poster_of(run.component, run.size, paper)
    return poster.pages if poster else 0


def poster_of(component: Component, size: Size, paper: Paper) -> Poster | None:
    """Return how a face of a component, printed in that size (mm), is cut over a paper; None when that can't be."""
    margin = max(LEAST_MARGIN, component.margin, paper.margin + LEAST_MARGIN / 2)
    ways = [way for way in paper.ways if way.width >= FOOT.least_page]
    free = [Room(way, margin, FOOT.of_poster(way.width)) for way in ways]
    seams = Seams(*map(tuple, component.seams)).scaled(size.width / component.size[0])
    return best([Poster(size, room, component.overlap, seams) for room in free])


def _part(face: Face, part: Part, poster: Poster, scale: float) -> Page:
    corner = part.at.x - part.of.x, part.at.y - part.of.y
    placement = Placement(face, *corner, scale, poster.shown(part))
    return Page(*poster.room.page, (placement,), tuple(poster.cuts(part)), guide=_guide(part, poster))


def _guide(part: Part, poster: Poster) -> dict[str, Any]:
    """Return what the page of a part says about itself and its neighbours."""
    row, column = part.row, part.column
    return {
        **poster.room.page._asdict(),
        "margin": poster.room.margin,
        "at": list(part.at),
        "joins": [list(mark) for mark in poster.joins(part)],
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
