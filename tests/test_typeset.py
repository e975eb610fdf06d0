"""Words wrap, then shrink, and say when they don't fit."""

from __future__ import annotations

from math import inf

import pytest

from generator.type.typeset import Setting, fit, place
from generator.units import MM_PER_POINT, Rect


class Square:
    """A font whose characters are all half an em wide."""

    cap_height = 0.7
    language = "en"

    def width(self, text: str) -> float:
        return len(text) / 2


EM = 10 * MM_PER_POINT
"""Ten points in mm: one character of 10 pt is half of it wide."""


def set_in(text: str, characters: float, lines: int = 3, least: float = 10, height: float = inf) -> Setting:
    """Set text of 10 pt in a box of so many characters."""
    return fit(text, Square(), characters * EM / 2, height, 10, least, lines, 1.2)


def test_one_line_stays_one_line() -> None:
    setting = set_in("one two", 7)
    assert setting == Setting(("one two",), 10, (pytest.approx(3.5 * EM),), True, 1.2)


@pytest.mark.parametrize(
    ("text", "characters", "lines"),
    [
        ("one two six", 7, ("one two", "six")),
        ("aa bb cc dd", 8, ("aa bb", "cc dd")),  # even, not "aa bb cc" and a lone "dd"
        ("a-bc and/or", 4, ("a-bc", "and/", "or")),
        ("from 10-12", 7, ("from", "10-12")),
        ("one\u00a0two six", 8, ("one\u00a0two", "six")),
        ("a\nb c", 20, ("a", "b c")),
        ("straw\u00adberry", 7, ("straw-", "berry")),
        ("straw\u00adberry", 10, ("strawberry",)),
        ("", 5, ("",)),
    ],
)
def test_lines_break_where_a_reader_expects(text: str, characters: int, lines: tuple[str, ...]) -> None:
    setting = set_in(text, characters)
    assert setting.lines == lines
    assert setting.fits


@pytest.mark.parametrize(
    ("text", "characters", "lines"),
    [
        ("kot i pies", 6, ("kot", "i pies")),  # no lone letter at the end of a line
        ("end (w lesie)", 9, ("end", "(w lesie)")),
        ("koniec. Na sam", 11, ("koniec.", "Na sam")),  # nor a sentence's short first word
        ("ein na sam", 7, ("ein na", "sam")),  # short words inside of a sentence may stay
        ("see p. 12 there", 8, ("see", "p. 12", "there")),  # numbers stay with their word
        ("10 20 30", 5, ("10 20", "30")),
        ("one — two", 6, ("one —", "two")),
        ("aaaa bbbb · cccc dd", 11, ("aaaa bbbb", "cccc dd")),  # the end of the line is as good as the dot
        ("a b", 1, ("a", "b")),  # if nothing else does
    ],
)
def test_lines_do_not_end_in_a_lone_letter_or_begin_with_a_dash(
    text: str, characters: int, lines: tuple[str, ...]
) -> None:
    setting = set_in(text, characters)
    assert setting.lines == lines


def test_running_text_fills_its_lines_and_leaves_no_lone_word() -> None:
    assert set_in("one two six ten four five", 15, lines=12).lines == ("one two six ten", "four five")
    assert set_in("one two six ten four five", 15, lines=2).lines == ("one two six", "ten four five")
    assert set_in("one two six ten at", 15, lines=12).lines == ("one two six", "ten at")
    assert set_in("one two\nat", 15, lines=12).lines == ("one two", "at")


def test_wrapping_goes_before_shrinking() -> None:
    assert set_in("one two", 5, lines=2, least=6).size == 10
    assert set_in("one two", 5, lines=1, least=6).size == 7.0  # 5 / 7 of 10 pt, in steps of a quarter


def test_what_does_not_fit_keeps_the_least_size_and_says_so() -> None:
    setting = set_in("unbreakable", 5, least=6)
    assert (setting.fits, setting.size, setting.lines) == (False, 6, ("unbreakable",))


def test_too_many_lines_do_not_fit() -> None:
    assert not set_in("a\nb\nc", 9, lines=2).fits


def test_the_height_counts_from_the_capitals_to_the_last_base_line() -> None:
    assert set_in("a\nb", 9, height=1.9 * EM).size == 10
    assert set_in("a\nb", 9, height=1.8 * EM, least=6).size == 9.25


def test_large_type_shrinks_in_few_steps() -> None:
    class Counting(Square):
        asked = 0

        def width(self, text: str) -> float:
            self.asked += 1
            return super().width(text)

    font = Counting()
    setting = fit("word " * 200, font, 100, 100, 5_000, 6, 90, 1.2)
    assert setting.fits
    assert font.asked < 5_000


def test_what_is_skipped_would_not_have_fitted() -> None:
    for size in range(6, 60):
        every = [fit("one two three", Square(), 30, 20, s / 4, s / 4, 2, 1.2) for s in range(size * 4, 23, -1)]
        first = next((setting for setting in every if setting.fits), every[-1])
        assert fit("one two three", Square(), 30, 20, size, 6, 2, 1.2) == first


def test_a_least_size_above_the_size_is_the_size() -> None:
    assert fit("one", Square(), 1, inf, 6, 8, 1, 1.2).size == 6


def test_middle_centres_the_capitals() -> None:
    setting = set_in("one", 9)
    ((x, y, line),) = place(setting, Rect(10, 20, 30, 8), "middle", "middle", Square())
    assert (x, line) == (25, "one")
    assert y - 0.35 * EM == pytest.approx(24)


@pytest.mark.parametrize(("valign", "first"), [("top", 20 + 0.7 * EM), ("bottom", 28 - 1.2 * EM)])
def test_top_and_bottom(valign: str, first: float) -> None:
    lines = place(set_in("a\nb", 9), Rect(10, 20, 30, 8), "end", valign, Square())  # type: ignore[arg-type]
    assert [x for x, _, _ in lines] == [40, 40]
    assert lines[0][1] == pytest.approx(first)
    assert lines[1][1] - lines[0][1] == pytest.approx(1.2 * EM)
