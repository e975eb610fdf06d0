"""Conditions: the tests of formulas, as in `x is odd` and `list|select('gt', 3)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2.tests import TESTS as ALL_TESTS

from generator.score.formula.chapter import Function
from generator.score.formula.work import FormulaError, number

_all_tests: Mapping[str, Any] = ALL_TESTS
TEST_MEANINGS: Mapping[str, str] = {
    "none": "it is none: an allowed blank",
    "defined": "it is known: no box behind it is missing",
    "undefined": "it isn't known",
    "true": "it is true itself, not only a number other than 0",
    "false": "it is false itself",
    "boolean": "it is true or false",
    "integer": "it is a whole number",
    "number": "it is a number",
    "string": "it is text",
    "mapping": "it is a row or a mapping",
    "sequence": "it is a list, a mapping or text",
    "odd": "it is an odd number",
    "even": "it is an even number",
    "divisibleby": "it can be divided by that number without a rest: x is divisibleby(3)",
    "in": "it stands in that list: list|select('in', others)",
    "eq": "it equals that",
    "equalto": "the same as eq",
    "==": "the same as eq",
    "ne": "it differs from that",
    "!=": "the same as ne",
    "lt": "it is less than that",
    "lessthan": "the same as lt",
    "<": "the same as lt",
    "le": "it is that or less",
    "<=": "the same as le",
    "gt": "it is more than that",
    "greaterthan": "the same as gt",
    ">": "the same as gt",
    "ge": "it is that or more",
    ">=": "the same as ge",
}
"""The tests of formulas and when each holds; documentation is made from it."""


def _is_odd(value: Any) -> bool:
    return number(value) % 2 == 1


def _is_even(value: Any) -> bool:
    return number(value) % 2 == 0


def _is_divisible(value: Any, by: Any) -> bool:
    return number(value) % number(by) == 0


# in Jinja's own, a text would be filled in by %, and "%999999999d" grow without end
_OF_NUMBERS: Mapping[str, Function] = {"odd": _is_odd, "even": _is_even, "divisibleby": _is_divisible}

TESTS: Mapping[str, Function] = {name: _OF_NUMBERS.get(name, _all_tests[name]) for name in TEST_MEANINGS}
"""The tests of formulas, as in `list|select('gt', 3)`."""

INLINE = frozenset(TESTS) - frozenset(
    ["in", "eq", "equalto", "==", "ne", "!=", "lt", "lessthan", "<", "le", "<=", "gt", "greaterthan", ">", "ge", ">="]
)
"""The tests that may stand after `is`; for the others there are operators."""


def condition(name: str | None) -> Function:
    """Return the test of a name, without a name whether a value is true; `FormulaError` for an unknown one."""
    if name is None:
        return bool
    test = TESTS.get(name)
    if test is None:
        raise FormulaError(f"unknown test {name!r}; allowed: {', '.join(TESTS)}")
    return test
