"""What stands on pages beside faces: feet, the guides of posters, and the lines of folds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from generator.face.face import Face, Hint
from generator.face.furniture import FOOT
from generator.press.duplex import Side
from generator.press.page import Page, Placement


class FootWriter(Protocol):
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


def with_feet(sides: Sequence[Side], writer: FootWriter, edge: float) -> list[Page]:
    """Return the pages of a document with their feet `edge` mm from the paper's edge, their guides and fold lines."""
    total = len(sides)
    footed = [_with_foot(side, writer, number, total, edge) for number, side in enumerate(sides, 1)]
    return [_with_fold(page, side.components, writer) for page, side in zip(footed, sides, strict=True)]


def _with_fold(page: Page, components: Sequence[str], writer: FootWriter) -> Page:
    """Add its fold line to a page, where it isn't cut then; the word on it stands beside the first face."""
    half = page.fold
    if half is None:
        return page
    page = page._replace(marks=tuple(mark for mark in page.marks if not half.along(*mark)))
    first = page.placements[0].rect
    middle = first.y + first.height / 2 if half.upright else first.x + first.width / 2
    values = {"size": list(half.page), "line": list(half.line()), "upright": half.upright, "middle": middle}
    line = writer.fold(components, values)
    return page if line is None else page._replace(placements=(*page.placements, Placement(line, 0, 0)))


def _with_foot(side: Side, writer: FootWriter, number: int, total: int, edge: float) -> Page:
    """Add the foot to a page that has room for one, `edge` from the paper's edge; the guide to a page of a poster."""
    page, components = side
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
    return edge if page.width - 2 * margin < FOOT.least_width else margin
