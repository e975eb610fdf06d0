"""Street grids: crossings lie where rows and columns say, and plots are what no road parts."""

from __future__ import annotations

from typing import Any

import pytest

from generator.face.streets import street_places, street_plots


def crossings(rows: int, columns: int, without: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    made = [
        {"id": f"r{row}c{column}", "row": row, "column": column}
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
    ]
    return [crossing for crossing in made if crossing["id"] not in without]


def roads(made: list[dict[str, Any]], without: tuple[tuple[str, str], ...] = ()) -> list[tuple[str, str]]:
    by_place = {(crossing["row"], crossing["column"]): crossing["id"] for crossing in made}
    found = [
        (name, by_place[near])
        for (row, column), name in by_place.items()
        for near in ((row + 1, column), (row, column + 1))
        if near in by_place
    ]
    return [road for road in found if road not in without]


def plots(made: list[dict[str, Any]], *without: tuple[str, str]) -> list[dict[str, Any]]:
    return street_plots(made, roads(made, without), 0, 0, 10, 2)


def test_crossings_lie_a_pitch_apart() -> None:
    assert street_places(crossings(2, 2), 5, 7, 19.6) == {
        "r1c1": (5, 7), "r1c2": (24.6, 7), "r2c1": (5, 26.6), "r2c2": (24.6, 26.6),
    }  # fmt: skip


def test_each_square_between_roads_is_a_plot() -> None:
    found = plots(crossings(2, 3))
    assert [plot["cells"] for plot in found] == [[(1, 1)], [(1, 2)]]
    assert [plot["boxes"] for plot in found] == [[(2, 2, 6, 6)], [(12, 2, 6, 6)]]
    assert not any(plot["open"] for plot in found)


def test_squares_that_no_road_parts_are_one_plot_with_a_box_over_the_gap() -> None:
    (found,) = plots(crossings(2, 3), ("r1c2", "r2c2"))
    assert found["cells"] == [(1, 1), (1, 2)]
    assert found["boxes"] == [(2, 2, 6, 6), (12, 2, 6, 6), (2, 2, 16, 6)]


def test_a_missing_crossing_opens_the_middle_of_four_squares() -> None:
    (found,) = plots(crossings(3, 3, without=("r2c2",)))
    assert (2, 2, 16, 16) in found["boxes"]
    assert not found["open"]
    assert not found["whole"]


def test_a_dead_end_keeps_the_middle_of_four_squares_apart() -> None:
    gaps = (("r2c2", "r3c2"), ("r2c1", "r2c2"), ("r2c2", "r2c3"))
    (found,) = plots(crossings(3, 3), *gaps)
    assert (2, 2, 16, 16) not in found["boxes"]


def test_a_plot_without_a_road_to_the_outside_is_open() -> None:
    (found,) = plots(crossings(2, 2), ("r2c1", "r2c2"))
    assert found["open"]
    assert found["whole"]
    corner = plots(crossings(3, 3, without=("r3c3",)))[-1]
    assert corner["open"]
    assert not corner["whole"]


def test_a_road_must_join_neighbours() -> None:
    with pytest.raises(ValueError, match="aren't neighbours"):
        street_plots(crossings(2, 2), [("r1c1", "r2c2")], 0, 0, 10, 0)


def test_a_large_grid_without_roads_is_one_plot() -> None:
    crossings = [{"id": at, "row": at // 100 + 1, "column": at % 100 + 1} for at in range(10_000)]
    (plot,) = street_plots(crossings, [], 0, 0, 1, 0)
    assert len(plot["cells"]) == 99 * 99
    assert len(plot["boxes"]) == 99 * 99 + 2 * 99 * 98 + 98 * 98  # squares, what joins two, and what joins four


def test_a_grid_has_an_end() -> None:
    with pytest.raises(ValueError, match="a street grid of 1000000000 × -1"):
        street_plots([{"id": "a", "row": 10**9, "column": -1}], [], 0, 0, 1, 0)
    with pytest.raises(ValueError, match="at most 10000"):
        street_plots([{"id": "a", "row": 1000, "column": 1000}], [], 0, 0, 10, 0)
