"""Where pieces lie on paper: nothing overlaps, nothing leaves the page, as many as fit."""

from __future__ import annotations

from itertools import pairwise
from math import dist, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.face.furniture import FOOT
from generator.pack.cutout import span
from generator.press.layout.impose import Grid, Honeycomb, Room
from generator.units import Size

A4 = Size(210, 297)
A4_LYING = Size(297, 210)
LETTER = Size(215.9, 279.4)
TRIPLE = ((0, 0), (-1, 1), (0, 1))

sizes = st.builds(Size, st.floats(10, 150), st.floats(10, 150))


@given(sizes, st.floats(0, 12), st.floats(0, 8), st.integers(1, 60))
def test_pieces_of_a_grid_neither_overlap_nor_leave_the_margin(
    size: Size, margin: float, gap: float, pieces: int
) -> None:
    grid = Grid(Room(A4, margin, FOOT.height), size, gap)
    if not grid.capacity:
        return
    spots = grid.spots(pieces)
    assert [spot.piece for spot in spots] == list(range(pieces))
    for spot in spots:
        assert spot.x >= margin - 1e-6
        assert spot.y >= margin - 1e-6
        assert spot.x + size.width <= A4.width - margin + 1e-6
        assert spot.y + size.height <= A4.height - margin - FOOT.height + 1e-6
    for page in range(spots[-1].page + 1):
        on_page = [spot for spot in spots if spot.page == page]
        for i, one in enumerate(on_page):
            for other in on_page[i + 1 :]:
                apart_x = abs(one.x - other.x) >= size.width + gap - 1e-6
                apart_y = abs(one.y - other.y) >= size.height + gap - 1e-6
                assert apart_x or apart_y


@given(sizes, st.floats(0, 12))
def test_a_grid_holds_as_many_as_fit(size: Size, margin: float) -> None:
    grid = Grid(Room(A4, margin), size)
    assert (grid.columns + 1) * size.width > A4.width - 2 * margin - 1e-5
    assert (grid.rows + 1) * size.height > A4.height - 2 * margin - 1e-5


def test_nine_cards_and_two_sheets_on_an_a4() -> None:
    assert Grid(Room(A4, 6, FOOT.height), Size(63, 88)).capacity == 9
    assert Grid(Room(A4, 0), Size(210, 148)).capacity == 2
    assert Grid(Room(A4_LYING, 6), Size(88, 175)).capacity == 3
    assert Grid(Room(A4, 6), Size(300, 10)).capacity == 0


def test_a_tile_page_holds_28_hexes_and_starts_where_the_drawing_says() -> None:
    honeycomb = Honeycomb(Room(A4, 6, FOOT.height), 41.6)
    assert honeycomb.capacity == 28
    assert honeycomb.centre((0, 0)) == pytest.approx((32.2, 33.02), abs=0.01)
    assert honeycomb.radius == pytest.approx(24.02, abs=0.005)


@pytest.mark.parametrize("paper", [A4, A4_LYING, LETTER, Size(279.4, 215.9), Size(297, 420)])
def test_hexes_touch_and_stay_on_the_paper(paper: Size) -> None:
    honeycomb = Honeycomb(Room(paper, 6, FOOT.height), 41.6)
    centres = [honeycomb.centre(cell) for cell in honeycomb.cells()]
    assert len(centres) == honeycomb.capacity
    for i, (x, y) in enumerate(centres):
        assert x - honeycomb.flat / 2 >= 6 - 1e-6
        assert x + honeycomb.flat / 2 <= paper.width - 6 + 1e-6
        assert y - honeycomb.radius >= 6 - 1e-6
        assert y + honeycomb.radius <= paper.height - 6 - FOOT.height + 1e-6
        gaps = [dist((x, y), other) for j, other in enumerate(centres) if j != i]
        assert min(gaps) == pytest.approx(41.6)
    rows = sorted({round(y, 6) for _, y in centres})
    assert all(b - a == pytest.approx(1.5 * honeycomb.radius) for a, b in pairwise(rows))


@given(st.lists(st.sampled_from([((0, 0),), TRIPLE]), min_size=1, max_size=80))
def test_pieces_of_hexes_never_overlap(shapes: list[tuple[tuple[int, int], ...]]) -> None:
    honeycomb = Honeycomb(Room(A4, 6, FOOT.height), 41.6)
    spots = honeycomb.spots(shapes)
    assert [spot.piece for spot in spots] == list(range(len(shapes)))
    covered = set()
    corner = {shape: (min(q + r / 2 for q, r in shape), min(r for _, r in shape)) for shape in ((((0, 0),)), TRIPLE)}
    for spot, shape in zip(spots, shapes, strict=True):
        left, top = corner[shape]
        for q, r in shape:
            x = spot.x + honeycomb.flat * (0.5 + q + r / 2 - left)
            y = spot.y + honeycomb.radius * (1 + 1.5 * (r - top))
            hexagon = (spot.page, round(x, 3), round(y, 3))
            assert hexagon not in covered
            covered.add(hexagon)


def test_starters_and_tiles_share_four_pages() -> None:
    honeycomb = Honeycomb(Room(A4, 6, FOOT.height), 41.6)
    spots = honeycomb.spots([((0, 0),)] * 85 + [TRIPLE] * 5)
    assert max(spot.page for spot in spots) == 3
    with pytest.raises(ValueError, match="larger than the page"):
        honeycomb.spots([tuple((q, 0) for q in range(9))])


def test_the_span_of_a_piece() -> None:
    assert span(((0, 0),)) == (1, 2)
    assert span(TRIPLE) == (2, 3.5)
    assert 41.6 * 3.5 / sqrt(3) == pytest.approx(84.062, abs=0.001)
