"""Limits of what templates hand to functions: numbers that can lie on paper, and values paid for by their size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import wraps
from typing import Any

from generator.problems import quoted
from generator.sandbox.budget import Budget

NUMBER = (int, float, Fraction)
"""What templates reckon with."""

FARTHEST = 100_000.0
"""No length on a face is greater (mm): a hundred metres."""

LARGEST_POINTS = 5_000.0
"""No letters on a face are set larger (pt)."""

LONGEST_WORDS = 10_000
"""How many characters one box of words may be given."""

MOST_FIELDS = 2_000
"""One face may have this many places to write in."""


def check_lengths(function: str, *values: Any) -> None:
    """Refuse numbers that are no length on paper; what is no number at all is told where it is reckoned with."""
    for value in values:
        if isinstance(value, (int, float, Fraction)) and not -FARTHEST <= value <= FARTHEST:
            shown = quoted(value)
            raise ValueError(f"{function}(): {shown} is no length on a face; allowed: up to {FARTHEST:g}")


def check_letters(function: str, size: Any, *others: Any) -> None:
    """Refuse a size of letters (pt) that nobody can mean, and other numbers that are no length."""
    if isinstance(size, (int, float, Fraction)) and not 0 < size <= LARGEST_POINTS:
        raise ValueError(f"{function}(): size={quoted(size)}; allowed: above 0, up to {LARGEST_POINTS:g} pt")
    check_lengths(function, *others)


def short(value: float) -> str:
    """Return a number with at most four decimals."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def changes_for(
    changes: Mapping[str, Callable[[str], str]], budget: Budget, written: Callable[[object], Any]
) -> dict[str, Callable[[object], str]]:
    """Return filters that change a text, each under its own name, charged by the length of what they take and give.

    `written` gives the text of a value.
    """
    return {name: _charged(name, change, budget, written) for name, change in changes.items()}


def _charged(
    name: str, change: Callable[[str], str], budget: Budget, written: Callable[[object], Any]
) -> Callable[[object], str]:
    def changed(text: object) -> str:
        return str(budget.grown(change(str(budget.grown(written(text))))))

    changed.__name__ = changed.__qualname__ = name
    return changed


def metered(function: Callable[..., Any], budget: Budget) -> Callable[..., Any]:
    """Return a function that is charged by all that it takes and gives."""

    @wraps(function)
    def charged(*args: Any, **values: Any) -> Any:
        for value in (*args, *values.values()):
            budget.weighed(budget.grown(value))
        return budget.weighed(function(*args, **values))

    return charged
