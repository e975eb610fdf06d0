"""A problem says where, what, what is allowed and what to do."""

from __future__ import annotations

import pytest

from generator.problems import MOST, Failed, Location, Problem, Problems, Severity, Subject, failed, listed, near
from generator.units import Bounds, Matrix, Rect, millimetres
from tests.effort import calls


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


def test_the_same_fault_of_many_pieces_is_told_once() -> None:
    problems = Problems()
    line = Location("card.svg.j2", 7)
    for language in ("en", "pl"):
        for number in range(24):
            subject = Subject(f"card 'c{number}'", f"in {language}")
            problems.error(line, "there is no font 'X'", remedy="declare it", subject=subject)
    problems.error(line, "it is too wide", subject=Subject("card 'c3'", "in en"))
    wide, font = problems
    assert str(wide) == "card.svg.j2:7: error: card 'c3' in en: it is too wide"
    assert str(font) == "card.svg.j2:7: error: card 'c0' in en: there is no font 'X', and on 23 more; declare it"
    assert problems.failures == 2
    again = Problems()
    again.extend(problems)
    again.extend(problems)
    assert list(map(str, again)) == list(map(str, problems)), "what was told of all isn't told anew"


def test_warnings_do_not_stop() -> None:
    problems = Problems()
    problems.warning(Location("a"), "mind this")
    problems.stop_on_errors()
    assert problems.errors == []


def test_a_stretch_of_work_is_sound_until_an_error_comes_up_in_it() -> None:
    problems = Problems()
    problems.error(Location("a"), "before")
    with problems.sound() as ok:
        problems.warning(Location("a"), "mind this")
        assert ok
    assert ok
    with problems.sound() as ok:
        problems.error(Location("a"), "inside")
        assert not ok
    assert not ok
    with problems.sound() as later:
        pass
    problems.error(Location("a"), "after")
    assert later, "what comes after it is no matter"


def test_a_failure_ends_a_stretch_of_work_and_is_collected() -> None:
    problems = Problems()
    with problems.sound() as outer:
        with problems.sound() as inner:
            raise failed(Location("a"), "this can't be")
        assert not inner
        assert not outer
    assert [p.what for p in problems] == ["this can't be"]
    with problems.sound() as ok:
        raise Failed([])  # whose problems were told before
    assert not ok
    with pytest.raises(KeyError), problems.sound() as ok:
        raise KeyError("a fault of the program")
    assert not ok


def test_an_error_told_again_is_an_error() -> None:
    problems = Problems()
    for number in range(MOST + 5):
        problems.error(Location("a", number + 1), "one of many")
    with problems.sound() as ok:
        problems.error(Location("a", 1), "one of many")
    assert not ok, "the same error is kept once, and still an error of this stretch"
    with problems.sound() as ok:
        problems.error(Location("b"), "not kept any more")
    assert not ok
    assert len(problems) == MOST + 1


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


# ------------------------------------------------------------------ what was meant


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("layuot", "layout"),  # swapped
        ("layot", "layout"),
        ("layoutt", "layout"),
        ("laaout", "layout"),
        ("LAYOUT", "layout"),
        ("komponents", "components"),
        ("cmponentss", "components"),
        ("fxo", "fox"),
        ("zebra", None),
        ("", None),
    ],
)
def test_what_was_meant_is_found_among_few_words_and_among_many(word: str, meant: str | None) -> None:
    few = ["layout", "components", "fox"]
    many = [*(f"number-{number}" for number in range(1_990)), *few]
    told = f"did you mean {meant!r}?" if meant else ""
    assert near(word, few) == near(word, many) == told


def test_very_many_slips_among_very_many_words_are_no_work() -> None:
    words = [f"card-number-{number}" for number in range(1_500)]
    few, many = (calls(lambda n=n: [near(f"krad-number{i}", words[:n]) for i in range(50)]) for n in (100, 1_500))
    assert many < 6 * few
    assert near("card-nubmer-700", words) == "did you mean 'card-number-700'?"


def test_a_long_list_is_shown_without_looking_at_all_of_it() -> None:
    words = [f"card-{number}" for number in range(50_000)]
    assert listed(words).endswith("card-11 … (50000 in all)")
    assert calls(lambda: listed(words)) < 1_000


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("NAME", "did you mean 'name'?"),
        ("na-me", "did you mean 'name'?"),
        ("nаme", "did you mean 'name'? its 'а' (U+0430) is a letter of another script: Cyrillic"),
        ("ΝΑΜΕ", "did you mean 'name'? its 'Ν' (U+039D) is a letter of another script: Greek"),
        ("zzz", ""),
    ],
)
def test_letters_of_another_script_are_named(word: str, hint: str) -> None:
    assert near(word, ["name", "text"]) == hint


def test_a_latin_letter_in_a_cyrillic_word_is_named() -> None:
    hint = "did you mean 'цена'? its 'e' (U+0065) is a letter of another script: Latin"
    assert near("цeна", ["цена", "имя"]) == hint
