"""Cuts and their marks: no mark on a face, a mark at each end of each cut to the last, nothing cut twice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import dist, hypot, pi, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.face.die import Die, die_of
from generator.face.face import Face
from generator.face.furniture import FOOT
from generator.pack.model import Component, Marking
from generator.press.diecut import die_cut
from generator.press.duplex import Duplex
from generator.press.layout.cut import Cut, Mark, Step
from generator.press.layout.impose import Grid, Honeycomb, Room
from generator.press.layout.marks import LEAST, Trim, page_cuts
from generator.press.layout.segments import once, segments
from generator.press.page import Page, Placement
from generator.press.papers import Paper, papers
from generator.press.run import PrintRun
from generator.press.sheets import pages
from generator.problems import Failed, Location
from generator.units import Edges, Point, Rect, Size

A4 = Size(210, 297)
FOOTING = Rect(0, 297 - 15.2, 210, 7.7)


def trim(rect: Rect, bleed: float = 0.0, die: Die = Die()) -> Trim:  # noqa: B008 - frozen
    return Trim(rect, die_cut(die, rect), die.outline == "rect", Edges(bleed, bleed, bleed, bleed))


def grid(columns: int, rows: int, size: Size, gap: float, bleed: float, die: Die = Die()) -> list[Trim]:  # noqa: B008
    """A block of equal pieces in the middle of an A4."""
    step = size.width + gap, size.height + gap
    left, top = (210 - columns * step[0] + gap) / 2, (297 - rows * step[1] + gap) / 2
    return [
        trim(Rect(left + column * step[0], top + row * step[1], *size), bleed, die)
        for row in range(rows)
        for column in range(columns)
    ]


def reads(mark: Mark) -> Rect:
    return Rect(min(mark.x1, mark.x2), min(mark.y1, mark.y2), abs(mark.x2 - mark.x1), abs(mark.y2 - mark.y1))


def meet(mark: Rect, area: Rect) -> bool:
    """Whether a mark runs through the inside of a rectangle."""
    inside_x = mark.x < area.right - 1e-6 and mark.right > area.x + 1e-6
    inside_y = mark.y < area.bottom - 1e-6 and mark.bottom > area.y + 1e-6
    return inside_x and inside_y


def ends(cut: Cut) -> list[Point]:
    return [cut.start, *((step.x, step.y) for step in cut.steps)]


blocks = st.builds(
    grid,
    st.integers(1, 4),
    st.integers(1, 5),
    st.builds(Size, st.floats(8, 40), st.floats(8, 45)),
    st.floats(0, 6).filter(lambda gap: not 0.0005 < gap < 0.005),
    st.floats(0, 3),
)
"""Grids of up to 4 × 5 pieces with at least 16 mm of paper round them.

Gaps of some thousandths of a millimetre are left out: by the tolerance of the tests two cuts there are one.
"""


@given(blocks)
def test_no_mark_lies_on_anything_that_is_printed(trims: list[Trim]) -> None:
    marks = page_cuts(trims, A4, [FOOTING], "crop").marks
    for mark in map(reads, marks):
        for piece in trims:
            assert not meet(mark, piece.printed)
        assert not meet(mark, FOOTING)
        assert hypot(mark.width, mark.height) >= LEAST


@given(blocks)
def test_every_cut_has_its_two_marks_whatever_was_cut_before(trims: list[Trim]) -> None:
    made = page_cuts(trims, A4, [], "crop")
    left, top = min(t.rect.x for t in trims), min(t.rect.y for t in trims)
    right, bottom = max(t.rect.right for t in trims), max(t.rect.bottom for t in trims)
    block = Rect(left, top, right - left, bottom - top)
    for x in {round(value, 3) for t in trims for value in (t.rect.x, t.rect.right)}:
        on_it = [mark for mark in made.marks if mark.x1 == mark.x2 and abs(mark.x1 - x) < 0.002]
        assert [mark.y2 <= top for mark in on_it] == [True, False]
        assert (on_it[0].y1, on_it[1].y2) == (0, 297)  # out to the paper's edge
    for y in {round(value, 3) for t in trims for value in (t.rect.y, t.rect.bottom)}:
        on_it = [mark for mark in made.marks if mark.y1 == mark.y2 and abs(mark.y1 - y) < 0.002]
        assert [mark.x2 <= left for mark in on_it] == [True, False]
        assert (on_it[0].x1, on_it[1].x2) == (0, 210)
    # a knife that follows the cuts stays in the block, and no mark does: the frame falls off with none of them
    for cut in made.cuts:
        for x, y in ends(cut):
            assert block.x - 1e-6 <= x <= block.right + 1e-6
            assert block.y - 1e-6 <= y <= block.bottom + 1e-6
    assert not [mark for mark in made.marks if meet(reads(mark), block)]


@given(blocks, st.sampled_from(["lines", "dashes"]))
def test_full_lines_go_from_edge_to_edge_and_through_no_face(trims: list[Trim], marking: Marking) -> None:
    made = page_cuts(trims, A4, [], marking)
    across = {round(value, 3) for t in trims for value in (t.rect.x, t.rect.right)}
    down = {round(value, 3) for t in trims for value in (t.rect.y, t.rect.bottom)}
    assert (made.marks, made.dashed) == ((), marking == "dashes")
    assert len(made.lines) <= len(across) + len(down)
    for line in made.lines:
        (x1, y1), (x2, y2) = ends(line)
        assert (y1, y2) == (0, 297) if x1 == x2 else (x1, x2) == (0, 210)
        for piece in trims:
            assert not meet(Rect(x1, y1, x2 - x1, y2 - y1), piece.rect)


def length(cut: Cut) -> float:
    points = [*ends(cut), *[cut.start] * cut.closed]
    return sum(dist(a, b) for a, b in pairwise(points))


@given(st.integers(1, 4), st.integers(1, 5), st.floats(8, 40), st.floats(8, 45))
def test_neighbours_without_a_gap_share_their_cuts(columns: int, rows: int, width: float, height: float) -> None:
    cuts = page_cuts(grid(columns, rows, Size(width, height), 0, 0), A4, [], "none").cuts
    each = (columns + 1) * rows * height + (rows + 1) * columns * width
    assert sum(map(length, cuts)) == pytest.approx(each)
    if columns * rows > 1:
        assert len(cuts) == columns + rows + 2
    else:
        assert [cut.closed for cut in cuts] == [True]


@given(st.integers(1, 4), st.integers(1, 5), st.floats(0.01, 6))
def test_pieces_with_a_gap_are_cut_out_whole(columns: int, rows: int, gap: float) -> None:
    cuts = page_cuts(grid(columns, rows, Size(30, 40), gap, 0), A4, [], "none").cuts
    assert [cut.closed for cut in cuts] == [True] * columns * rows
    assert [len(cut.steps) for cut in cuts] == [3] * columns * rows


def test_three_by_two_cards_have_six_upright_and_four_level_cuts_in_pairs() -> None:
    marks = page_cuts(grid(3, 2, Size(60, 88), 6, 3), A4, [], "crop").marks
    upright, level = {m.x1 for m in marks if m.x1 == m.x2}, {m.y1 for m in marks if m.y1 == m.y2}
    assert (len(upright), len(level), len(marks)) == (6, 4, 20)


def test_faces_as_wide_as_the_paper_are_marked_along_the_cut_where_printers_print() -> None:
    made = page_cuts([trim(Rect(0, 0, 210, 148)), trim(Rect(0, 148, 210, 148))], A4, [], "crop")
    assert made.marks == (Mark(0, 148, 8, 148), Mark(202, 148, 210, 148))
    assert [ends(cut) for cut in made.cuts] == [[(0, 148), (210, 148)], [(0, 296), (210, 296)]]


def test_marks_that_printers_would_leave_blank_lie_along_the_cut_of_faces_without_a_bleed() -> None:
    rect = Rect(6, 6, 198, 285)
    bare = page_cuts([trim(rect)], A4, [], "crop").marks
    assert {(mark.y1, mark.y2) for mark in bare if mark.x1 == mark.x2} == {(0, 9), (288, 297)}
    assert {(mark.x1, mark.x2) for mark in bare if mark.y1 == mark.y2} == {(0, 9), (201, 210)}
    printer = page_cuts([trim(rect)], A4, [], "crop", blank=3).marks
    assert {(mark.y1, mark.y2) for mark in printer if mark.x1 == mark.x2} == {(0, 5.5), (291.5, 297)}
    bleeding = page_cuts([trim(rect, 3)], A4, [], "crop").marks
    assert {(mark.y1, mark.y2) for mark in bleeding if mark.x1 == mark.x2} == {(0, 2.5), (294.5, 297)}


def test_a_face_as_large_as_the_paper_is_not_cut() -> None:
    for marking in ("crop", "lines", "dashes", "none"):
        made = page_cuts([trim(Rect(0, 0, 210, 297))], A4, [], marking)  # type: ignore[arg-type]
        assert (made.cuts, made.marks, made.lines) == ((), (), ())


def test_marks_end_above_the_foot_or_lie_below_it() -> None:
    high = page_cuts([trim(Rect(50, 50, 60, 80))], A4, [FOOTING], "crop").marks
    low = page_cuts([trim(Rect(50, 200, 60, 80))], A4, [FOOTING], "crop").marks
    assert max(mark.y2 for mark in high if mark.x1 == 50) == pytest.approx(FOOTING.y - 0.5)
    assert [(mark.y1, mark.y2) for mark in low if mark.x1 == 50][1] == (pytest.approx(FOOTING.bottom + 0.5), 297)


def test_a_cut_that_another_piece_stands_in_the_way_of_is_drawn_along_its_piece_once() -> None:
    large, upper, lower = Rect(20, 20, 80, 100), Rect(100, 20, 50, 50), Rect(100, 70, 50, 50)
    made = page_cuts([trim(large), trim(upper), trim(lower)], A4, [], "crop")
    assert [ends(line) for line in made.lines] == [[(100, 70), (150, 70)]]
    assert made.dashed
    assert not [mark for mark in made.marks if mark.y1 == mark.y2 == 70]


rects = st.builds(Rect, st.integers(20, 140), st.integers(20, 220), st.integers(5, 60), st.integers(5, 60))


def _apart(pieces: Sequence[Rect]) -> bool:
    return not any(meet(a, b) for a, b in combinations(pieces, 2))


@settings(max_examples=300)
@given(st.lists(rects, min_size=1, max_size=6).filter(_apart), st.sampled_from(["crop", "lines", "dashes"]))
def test_of_any_pieces_no_mark_goes_through_a_face_and_every_side_has_marks_or_a_line(
    pieces: list[Rect], marking: Marking
) -> None:
    made = page_cuts([trim(piece) for piece in pieces], A4, [], marking)
    drawn = [Rect(*cut.start, cut.steps[0].x - cut.start[0], cut.steps[0].y - cut.start[1]) for cut in made.lines]
    for line in (*map(reads, made.marks), *drawn):
        for piece in pieces:
            assert not meet(line, piece)
    for piece in pieces:
        for x in (piece.x, piece.right):
            along = any(d.x == x and d.width == 0 and d.y <= piece.y and d.bottom >= piece.bottom for d in drawn)
            assert along or sum(mark.x1 == mark.x2 == x for mark in made.marks) == 2
        for y in (piece.y, piece.bottom):
            along = any(d.y == y and d.height == 0 and d.x <= piece.x and d.right >= piece.right for d in drawn)
            assert along or sum(mark.y1 == mark.y2 == y for mark in made.marks) == 2


def apart(one: Cut, other: Cut) -> bool:
    """Whether two straight cuts have at most a point in common."""
    (a, b), (c, d) = ends(one), ends(other)
    way = (b[0] - a[0]) / dist(a, b), (b[1] - a[1]) / dist(a, b)
    off = [way[0] * (p[1] - a[1]) - way[1] * (p[0] - a[0]) for p in (c, d)]
    if max(map(abs, off)) > 0.005:
        return True
    low, high = sorted(way[0] * (p[0] - a[0]) + way[1] * (p[1] - a[1]) for p in (c, d))
    return high <= 0.005 or low >= dist(a, b) - 0.005


@pytest.mark.parametrize("flat", [30.0, 41.6, 33.333, 25.4])
@pytest.mark.parametrize("gap", [0.0, 4.0])
def test_hexes_share_their_sides_once(flat: float, gap: float) -> None:
    honeycomb = Honeycomb(Room(A4, 6, FOOT.height), flat, gap)
    spots = honeycomb.spots([((0, 0),)] * honeycomb.capacity)
    hexes = [trim(Rect(spot.x, spot.y, flat, 2 * honeycomb.radius), 0, Die("hex")) for spot in spots]
    made = page_cuts(hexes, A4, [FOOTING], "crop")
    assert (made.lines, made.marks, made.dashed) == (made.cuts, (), True)
    if gap:
        assert [cut.closed for cut in made.cuts] == [True] * honeycomb.capacity
        return
    assert all(apart(one, other) for one, other in combinations(made.cuts, 2))
    side, near = honeycomb.radius, dist((0, 0), (flat, 0)) + 0.01
    centres = [honeycomb.centre(cell) for cell in honeycomb.cells()]
    shared = sum(dist(a, b) < near for a, b in combinations(centres, 2))
    assert sum(map(length, made.cuts)) == pytest.approx((6 * honeycomb.capacity - shared) * side)


def test_round_corners_are_drawn_and_straight_sides_have_marks() -> None:
    made = page_cuts(grid(3, 3, Size(60, 80), 0, 0, Die("rect", 3)), A4, [], "crop")
    assert len(made.marks) == 16
    assert len(made.lines) == 36
    assert {step.radius for line in made.lines for step in line.steps} == {3}
    for line in made.lines:
        assert dist(line.start, (line.steps[0].x, line.steps[0].y)) == pytest.approx(3 * sqrt(2))


@given(st.floats(10, 60), st.floats(10, 60), st.floats(0, 1), st.floats(0, 50), st.floats(0, 50))
def test_a_contour_encloses_its_die(width: float, height: float, share: float, x: float, y: float) -> None:
    rect = Rect(x, y, width, height)
    radius = share * min(width, height) / 2
    cut = die_cut(Die("rect", radius), rect)
    assert cut.closed
    assert area(cut) == pytest.approx(width * height - (4 - pi) * radius**2)
    circle = die_cut(Die("circle"), Rect(x, y, width, width))
    assert area(circle) == pytest.approx(pi * width**2 / 4)
    hexagon = die_cut(Die("hex"), Rect(x, y, width, width * 2 / sqrt(3)))
    assert area(hexagon) == pytest.approx(sqrt(3) / 2 * width**2)
    assert area(die_cut(Die("hex"), Rect(x, y, width * 2 / sqrt(3), width))) == pytest.approx(sqrt(3) / 2 * width**2)


def area(cut: Cut) -> float:
    """What a clockwise path encloses: its corners by the shoelace formula, and what its arcs add."""
    total, here = 0.0, cut.start
    for step in (*cut.steps, Step(*cut.start)):
        total += (here[0] * step.y - step.x * here[1]) / 2
        if step.radius:
            from math import asin, sin

            angle = 2 * asin(min(1.0, dist(here, (step.x, step.y)) / 2 / step.radius))
            total += step.radius**2 / 2 * (angle - sin(angle))
        here = step.x, step.y
    return total


def test_a_piece_of_three_hexes_is_cut_round_its_border() -> None:
    die = Die("hex", 0, ((0, 0), (-1, 1), (0, 1)))
    cut = die_cut(die, Rect(10, 20, 83.2, 84.0622))
    assert len(cut.steps) == 11
    assert area(cut) == pytest.approx(3 * sqrt(3) / 2 * 41.6**2, rel=1e-4)
    rounded = die_cut(die._replace(corner=3), Rect(10, 20, 83.2, 84.0622))
    assert sum(step.radius == 3 for step in rounded.steps) == 9  # the three that point inwards stay sharp


def test_nothing_is_cut_twice_between_pieces_of_different_sizes() -> None:
    pieces = [Rect(20, 20, 80, 90), Rect(100, 20, 40, 30), Rect(100, 50, 40, 60), Rect(20, 110, 120, 20)]
    cuts = once([die_cut(Die(), piece) for piece in pieces])
    assert all(apart(one, other) for one, other in combinations(cuts, 2))
    assert sum(map(length, cuts)) == pytest.approx(2 * (120 + 110) + 120 + 90 + 40)


def test_marks_of_a_page_of_cards_stay_where_the_grid_puts_them() -> None:
    made = Grid(Room(A4, 6, FOOT.height), Size(63, 88))
    marks = page_cuts([trim(Rect(x, y, 63, 88)) for x, y in made.corners()], A4, [FOOTING], "crop").marks
    left, _ = made.corners()[0]
    assert {round(mark.x1, 3) for mark in marks if mark.x1 == mark.x2} == {round(left + 63 * n, 3) for n in range(4)}


# ------------------------------------------------------------------ all layouts on all papers


class Silent:
    """Writes feet that say nothing."""

    def foot(self, *_: object) -> None:
        """Return no foot."""

    def guide(self, *_: object) -> None:
        """Return no guide."""

    def fold(self, *_: object) -> None:
        """Return no fold line."""


PLACE = Location("pack.yaml")
LAYOUTS: dict[str, dict[str, object]] = {
    "page": {"layout": "page"},
    "page to the edges": {"layout": "page", "margin": 0},
    "grid": {"layout": "grid"},
    "grid with gaps": {"layout": "grid", "gap": 4, "bleed": 2},
    "grid to the edges": {"layout": "grid", "margin": 0, "bleed": 2},
    "mixed": {"layout": "mixed", "gap": 1.5},
    "round corners": {"layout": "grid", "corner": 3, "gap": 2},
    "circles": {"layout": "grid", "outline": "circle"},
    "honeycomb": {"layout": "honeycomb"},
    "honeycomb with gaps": {"layout": "honeycomb", "gap": 3, "bleed": 1},
}
SIZES = [Size(41.6, 48.035), Size(30, 30), Size(63, 88), Size(148.5, 210), Size(192, 262), Size(210, 280)]
"""Hexes; small and middling pieces; half a paper; and faces that end close above a foot, or in its place."""


def laid(keys: dict[str, object], size: Size, paper: Paper, duplex: Duplex, marking: Marking) -> list[Page]:
    component = Component.model_validate({"title": "t", "template": "t.svg.j2", "size": size, "foot": True, **keys})
    face = Face("t", "1", "en", "<svg/>", *size, PLACE, (), component.bleed, die_of(component))
    run = PrintRun("t", component, (face,), (7,), PLACE, backs=(face,))
    return pages([run], paper, Silent(), duplex, marking)  # type: ignore[arg-type]


def shows(page: Page, x: float, y: float, marking: Marking) -> bool:
    """Whether somebody who cuts through a point sees where."""
    on_line = any(
        abs((q.x - p[0]) * (y - p[1]) - (q.y - p[1]) * (x - p[0])) < 0.01 * dist(p, (q.x, q.y))
        and dist(p, (x, y)) + dist((x, y), (q.x, q.y)) < dist(p, (q.x, q.y)) + 0.01
        for line in page.lines
        for p, q in zip([line.start, *((s.x, s.y) for s in line.steps)], [*line.steps, Step(*line.start)], strict=True)
    )
    upright = [mark for mark in page.marks if mark.x1 == mark.x2 and abs(mark.x1 - x) < 0.01]
    level = [mark for mark in page.marks if mark.y1 == mark.y2 and abs(mark.y1 - y) < 0.01]
    return on_line or (marking == "crop" and 2 in (len(upright), len(level)))


def middles(placed: Placement) -> list[Point]:
    """The middle of each straight side of a piece that isn't the paper's own edge."""
    outline = die_cut(placed.face.die, placed.rect)
    return [segment.point((segment.low + segment.high) / 2) for segment in segments(outline)]


@pytest.mark.parametrize("marking", ["crop", "lines", "dashes", "none"])
@pytest.mark.parametrize("paper", ["A4", "Letter", "A3", "A5"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_whatever_lies_on_a_page_has_its_cuts_shown(layout: str, paper: str, marking: Marking) -> None:
    known = papers()[paper]
    for size in SIZES:
        if max(size) > max(known.size) or min(size) > min(known.size) or (layout == "circles" and size != (30, 30)):
            continue
        if layout.startswith("honeycomb") and size != SIZES[0]:
            continue
        for duplex in ("long", "fold"):
            try:
                made = laid(LAYOUTS[layout], size, known, duplex, marking)
            except Failed:
                continue  # no room for it, or for its back beside a fold
            for page in made:
                if page.back or page.guide is not None:
                    continue
                assert bool(page.marks or page.lines) <= (marking != "none")
                for placed in page.placements if marking != "none" else ():
                    for x, y in middles(placed):
                        folded = page.fold and page.fold.along(x, y, x, y)
                        if min(x, y, page.width - x, page.height - y) >= LEAST and not folded:
                            assert shows(page, x, y, marking), (layout, paper, size, duplex, x, y)
