"""Arithmetic: the functions of formulas that take numbers, or a list of numbers, to one number."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from generator.score.formula.chapter import Chapter, called
from generator.score.formula.numbers import Number
from generator.score.formula.operators import field, plain
from generator.score.formula.work import FormulaError, number


class Arithmetic(Chapter):
    """Sums, limits and roundings."""

    @called("min")
    def least(self, *values: Any) -> Any:
        """`min(list) or min(a, b, …)`: the smallest; min(list, x) gives x for an empty list"""
        return self._most(min, values)

    @called("max")
    def most(self, *values: Any) -> Any:
        """`max(list) or max(a, b, …)`: the largest; max(list, x) gives x for an empty list"""
        return self._most(max, values)

    def _most(self, choose: Callable[..., Any], values: tuple[Any, ...]) -> Any:
        if len(values) <= 2 and values and not isinstance(values[0], (int, Fraction)):
            items = self.items(values[0])
            if not items:
                return self._otherwise(values)
            plain(items[0])
            return choose(items)
        return choose(map(number, values))

    def _otherwise(self, values: tuple[Any, ...]) -> Any:
        if len(values) == 2:
            return values[1]
        raise FormulaError("the smallest or largest of an empty list")

    @called("sum")
    def total(self, values: Any, attribute: str | None = None, start: Any = 0) -> Number:
        """`sum(list)`: the sum of numbers; list|sum(attribute='x') adds a field of its rows"""
        items = self.items(values)
        if attribute is not None:
            items = [field(value, attribute) for value in items]
        result = start
        for value in items:
            result = result + (value if type(value) is int else number(value))
        return number(result)

    @called("abs")
    def absolute(self, value: Any) -> Number:
        """`abs(x)`: the number without its sign"""
        return number(abs(number(value)))

    @called("half")
    def half(self, value: Any) -> int:
        """`half(x)`: half, rounded down"""
        return number(value) // 2

    @called("floor")
    def floor(self, value: Any) -> int:
        """`floor(x)`: rounded down to a whole number"""
        return number(value) // 1

    @called("ceil")
    def ceil(self, value: Any) -> int:
        """`ceil(x)`: rounded up to a whole number"""
        return -(-number(value) // 1)

    @called("round")
    def rounded(self, value: Any) -> int:
        """`round(x)`: the nearest whole number, a half goes up"""
        return (number(value) + Fraction(1, 2)) // 1

    @called("frac")
    def frac(self, value: Any) -> Number:
        """`frac(x)`: what is left of the number above its floor: frac(2.5) is 0.5"""
        return number(number(value) % 1)

    @called("clamp")
    def clamp(self, value: Any, low: Any, high: Any) -> Number:
        """`clamp(x, least, most)`: x, but not below least and not above most"""
        return number(min(max(number(value), number(low)), number(high)))
