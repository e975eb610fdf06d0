"""Path data, every command of it, and what is wrong with it by its position."""

from __future__ import annotations

from math import hypot

import pytest

from generator.svg.core.geometry import bounds, ellipse, operators, rectangle, transformed
from generator.svg.core.paths import PathError, parse
from generator.units import Matrix


@pytest.mark.parametrize(
    ("data", "written"),
    [
        ("", ""),
        ("M1 2L3,4", "1 2 m\n3 4 l"),
        ("m1 2l3,4", "1 2 m\n4 6 l"),
        ("M1 2 3 4", "1 2 m\n3 4 l"),
        ("m1 2 3 4 1 1", "1 2 m\n4 6 l\n5 7 l"),
        ("M1 2H5V6h-1v-1", "1 2 m\n5 2 l\n5 6 l\n4 6 l\n4 5 l"),
        ("M0 0C1 2 3 4 5 6", "0 0 m\n1 2 3 4 5 6 c"),
        ("M1 1c1 2 3 4 5 6", "1 1 m\n2 3 4 5 6 7 c"),
        ("M0 0C0 0 1 1 2 0S3 1 4 0", "0 0 m\n0 0 1 1 2 0 c\n3 -1 3 1 4 0 c"),
        ("M2 2S3 1 4 0", "2 2 m\n2 2 3 1 4 0 c"),
        ("M0 0Q3 3 6 0", "0 0 m\n2 2 4 2 6 0 c"),
        ("M0 0Q3 3 6 0T12 0", "0 0 m\n2 2 4 2 6 0 c\n8 -2 10 -2 12 0 c"),
        ("M0 0L1 0Zl0 5", "0 0 m\n1 0 l\nh\n0 0 m\n0 5 l"),
        ("M1-2.5.5-1e1", "1 -2.5 m\n0.5 -10 l"),
        ("M0 0L1e-7 0", "0 0 m\n0.0000001 0 l"),  # a transform may make it large
        ("M9 0L1e-7 0", "9 0 m\n0 0 l"),
        ("M0 0A1 1 0 0 1 0 0L1 1", "0 0 m\n1 1 l"),
        ("M0 0A0 5 0 0 1 4 4", "0 0 m\n4 4 l"),
    ],
)
def test_commands(data: str, written: str) -> None:
    assert operators(parse(data)) == written


def test_flags_of_arcs_may_stand_without_blanks() -> None:
    assert parse("M0 0a5 5 0 015 5") == parse("M0 0a5 5 0 0 1 5 5")
    assert parse("M0 0a5 5 0 1110 0") == parse("M0 0a5 5 0 1 1 10 0")


@pytest.mark.parametrize(("large", "sweep", "top"), [(0, 0, 0), (0, 1, -5), (1, 0, 0), (1, 1, -5)])
def test_a_half_circle_bends_to_the_side_that_its_flag_says(large: int, sweep: int, top: float) -> None:
    box = bounds(parse(f"M0 0A5 5 0 {large} {sweep} 10 0"))
    assert box is not None
    assert box == pytest.approx((0, top, 10, top + 5), abs=0.01)


def test_an_arc_stays_on_its_circle() -> None:
    steps = parse("M5 0A5 5 0 1 1 0 -5")
    for step in steps[1:]:
        assert hypot(step[5], step[6]) == pytest.approx(5)
    assert len(steps) == 4


def test_radii_too_small_for_the_way_grow() -> None:
    box = bounds(parse("M0 0A1 1 0 0 1 10 0"))
    assert box == pytest.approx((0, -5, 10, 0), abs=0.01)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("10 10", "character 1 .*a path begins with M"),
        ("L1 1", "character 1 .*a path begins with M"),
        ("M1", r"character 3 \(the end\): M takes 2 numbers"),
        ("M1 2 L 3 x", r"character 10 \('x'\): L takes 2 numbers"),
        ("M0 0 B 1", r"character 6 \('B 1'\): not a path command"),
        ("M0 0 A1 1 0 2 0 3 3", r"character 13 \('2 0 3 3'\): A takes 7 numbers"),
        ("M0 0 L1e99 0", "beyond"),
        ("M0 0 Z 5", "not a path command"),
        ("M0 0 L1 1 L nan 1", "L takes 2 numbers"),
    ],
)
def test_what_is_wrong_is_said_with_its_position(data: str, said: str) -> None:
    with pytest.raises(PathError, match=said):
        parse(data)


def test_path_data_is_bounded() -> None:
    with pytest.raises(PathError, match="more than 1000000"):
        parse("M0 0" + "l1 1" * 300_000)


def test_bounds_are_those_of_the_curve_not_of_its_handles() -> None:
    assert bounds(parse("M0 0C0 10 10 10 10 0")) == pytest.approx((0, 0, 10, 7.5))
    assert bounds(ellipse(5, 5, 3, 2)) == pytest.approx((2, 3, 8, 7))
    assert bounds([]) is None


def test_a_turned_rectangle_becomes_lines() -> None:
    turned = transformed(rectangle(0, 0, 2, 1), Matrix(0, 1, -1, 0))
    assert bounds(turned) == (-1, 0, 0, 2)
    assert [step[0] for step in turned] == ["m", "l", "l", "l", "h"]


def test_round_corners() -> None:
    path = rectangle(0, 0, 10, 6, 2, 3)
    assert bounds(path) == (0, 0, 10, 6)
    assert sum(step[0] == "c" for step in path) == 4
