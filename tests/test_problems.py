"""A problem says where, what, what is allowed and what to do."""

from __future__ import annotations

import pytest

from generator.problems import Failed, Location, Problem, Problems, Severity, failed, listed, near
from generator.units import Bounds, Matrix, Rect, millimetres


def test_a_problem_is_one_line() -> None:
    problem = Problem(Severity.ERROR, Location("a.yaml", 3, 5), "x is wrong", "y, z", "write y")
    assert str(problem) == "a.yaml:3:5: error: x is wrong; allowed: y, z; write y"
    assert str(Location("a.yaml")) == "a.yaml"
    assert str(Location("a.yaml", 4)) == "a.yaml:4"


def test_problems_come_sorted_and_once() -> None:
    problems = Problems()
    problems.warning(Location("b", 1), "second")
    problems.error(Location("a", 10), "first, line 10")
    problems.error(Location("a", 9), "first, line 9")
    problems.error(Location("a", 9), "first, line 9")
    assert [p.what for p in problems] == ["first, line 9", "first, line 10", "second"]
    assert len(problems) == 3
    with pytest.raises(Failed) as caught:
        problems.stop_on_errors()
    assert len(caught.value.problems) == 3


def test_warnings_do_not_stop() -> None:
    problems = Problems()
    problems.warning(Location("a"), "mind this")
    problems.stop_on_errors()
    assert problems.errors == []


def test_near_words_and_lists() -> None:
    assert near("nmae", ["name", "text"]) == "did you mean 'name'?"
    assert near("zzz", ["name"]) == ""
    assert listed(str(n) for n in range(20)).endswith("11 … (20 in all)")
    assert str(failed(Location("f"), "no")) == "f: error: no"


@pytest.mark.parametrize(("text", "mm"), [("5mm", 5), ("1in", 25.4), ("72pt", 25.4), ("96px", 25.4), ("2.5 cm", 25)])
def test_lengths(text: str, mm: float) -> None:
    assert millimetres(text) == pytest.approx(mm)


def test_lengths_need_a_unit() -> None:
    with pytest.raises(ValueError, match="not a length: '5'"):
        millimetres("5")


def test_matrices_apply_the_inner_one_first() -> None:
    moved, doubled = Matrix(e=10, f=5), Matrix(a=2, d=2)
    assert (moved @ doubled).at(1, 1) == (12, 7)
    assert (doubled @ moved).at(1, 1) == (22, 12)
    assert (Rect(1, 2, 3, 4).right, Rect(1, 2, 3, 4).bottom) == (4, 6)


def test_a_rectangle_is_told_by_its_size_or_by_its_edges() -> None:
    edges = Rect(1, 2, 3, 4).bounds
    assert edges == Bounds(1, 2, 4, 6)
    assert (edges.width, edges.height) == (3, 4)
    assert edges == Bounds.around(edges.corners)
    assert edges.grown(1) == Bounds(0, 1, 5, 7)


def test_a_matrix_maps_rectangles() -> None:
    onto = Matrix.onto(Bounds(1, 2, 4, 6))
    assert (onto.at(0, 0), onto.at(1, 1)) == ((1, 2), (4, 6))
    assert (onto.determinant, Matrix(a=-1).determinant, Matrix(a=0).determinant) == (12, -1, 0)
    assert Matrix(0, 1, -1, 0).bounds_of(Bounds(1, 2, 4, 6)) == Bounds(-6, 1, -2, 4)
