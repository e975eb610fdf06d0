"""The operators that could make something large of something small: charged, and numbers kept small."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import jinja2

from generator.sandbox.budget import Budget, TooMuchWork
from generator.sandbox.numeral import Numeral, looks_like_number, no_number

_LARGEST_POWER = 64

_MOST_BITS = 4096
"""A whole number (it has any length in Python) grows no further."""


class Arithmetic:
    """The operators of one sandbox, charged to its budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def operators(self) -> dict[str, Callable[[Any, Any], Any]]:
        """Return the operators by their signs; a sandbox names those that it takes over."""
        return {"+": self.plus, "*": self.times, "**": _power, "%": _modulo, "//": _whole, "/": _divide_exactly}

    def times(self, left: Any, right: Any) -> Any:
        """Return a product, or a text or list repeated; `TooMuchWork` when it grows too large."""
        for value, count in ((left, right), (right, left)):
            no_number(value)
            if isinstance(value, (str, list, tuple)) and isinstance(count, int):
                self.budget.room(len(value) * count)
        check_numbers(left, right)
        return self._charged(left * right)

    def plus(self, left: Any, right: Any) -> Any:
        """Return a sum, or texts or lists one after the other; `TooMuchWork` when that grows too large."""
        for value, other in ((left, right), (right, left)):
            if looks_like_number(value) and (looks_like_number(other) or not isinstance(other, str)):
                no_number(value)
        total = left + right
        if type(total) is float:
            return total
        if type(total) is int:
            check_numbers(total)
            return total
        return self._charged(total)

    def _charged(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return self.budget.weighed(value)
        return self.budget.grown(value) if isinstance(value, str) else value


def check_numbers(*values: Any) -> None:
    """Refuse numbers that take too long to reckon with; `TooMuchWork`."""
    for value in values:
        if isinstance(value, int) and value.bit_length() > _MOST_BITS:
            raise TooMuchWork("a number grew too large")
        if (
            isinstance(value, Fraction)
            and max(value.numerator.bit_length(), value.denominator.bit_length()) > _MOST_BITS
        ):
            raise TooMuchWork("a fraction grew too large")


def _power(left: Any, right: Any) -> Any:
    no_number(left)
    if not isinstance(right, int) or abs(right) > _LARGEST_POWER:
        raise TooMuchWork(f"a power must be a whole number up to {_LARGEST_POWER}")
    check_numbers(left)
    if isinstance(left, int) and left.bit_length() * abs(right) > _MOST_BITS:
        raise TooMuchWork("a number grew too large")
    if isinstance(left, Fraction):
        check_numbers(
            Fraction(1, 1 << min(_MOST_BITS + 1, max(map(int.bit_length, left.as_integer_ratio())) * abs(right)))
        )
    return left**right


def _modulo(left: Any, right: Any) -> Any:
    if isinstance(no_number(left), (str, bytes)) and not isinstance(left, Numeral):
        raise jinja2.TemplateRuntimeError("% is for numbers; join texts with ~")
    check_numbers(left, right)
    return left % right


def _whole(left: Any, right: Any) -> Any:
    check_numbers(left, right)
    return left // right


def _divide_exactly(left: Any, right: Any) -> Any:
    """Return a fraction of whole numbers and fractions, as int when it is whole."""
    if not (isinstance(left, (int, Fraction)) and isinstance(right, (int, Fraction))):
        return left / right
    check_numbers(left, right)
    ratio = Fraction(left) / right
    return ratio.numerator if ratio.denominator == 1 else ratio
