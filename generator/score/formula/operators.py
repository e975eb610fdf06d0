"""The operators of formulas that need care: exact, bounded, and never past the data."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from jinja2.runtime import Undefined

from generator.problems import near
from generator.score.formula.chapter import Function
from generator.score.formula.numbers import Number
from generator.score.formula.work import FormulaError, Work, bounded, number, shown, stop, whole_number


def plus_of(work: Work) -> Function:
    """Return the sum of two numbers or two lists, as a function."""

    def plus(left: Any, right: Any) -> Any:
        if type(left) is int and type(right) is int:
            return left + right
        if isinstance(left, list) and isinstance(right, list):
            return work.new_list([*left, *right])
        return bounded(number(number(left) + number(right)))

    return plus


def times(left: Any, right: Any) -> Number:
    """Return the product of two numbers."""
    return bounded(number(number(left) * number(right)))


def over(left: Any, right: Any) -> Number:
    """Return the exact quotient of two numbers."""
    if number(right) == 0:
        raise FormulaError("a division by 0")
    return number(Fraction(number(left)) / number(right))


def modulo(left: Any, right: Any) -> Number:
    """Return the remainder of two numbers."""
    if number(right) == 0:
        raise FormulaError("a division by 0")
    return number(number(left) % number(right))


def power(left: Any, right: Any) -> Number:
    """Return a power with a small whole exponent."""
    exponent = whole_number(right)
    if not 0 <= exponent <= 64:
        raise FormulaError("an exponent must be a whole number from 0 to 64")
    return bounded(number(left) ** exponent)


def same_of(work: Work) -> Function:
    """Return whether two values are equal, as a function that charges lists."""

    def same(left: Any, right: Any) -> bool:
        if type(left) is list and type(right) is list:
            work.weigh(left)
            work.weigh(right)
        return bool(left == right)

    return same


def plain(value: Any) -> Any:
    """Return a value that is put in order with another; `FormulaError` for a list."""
    if type(value) is list:
        raise FormulaError(f"{shown(value)} is a list, which is neither more nor less than another")
    return value


def within_of(work: Work) -> Function:
    """Return whether a list, mapping or text holds a value, as a function."""

    def within(value: Any, values: Any) -> bool:
        if type(value) is list:
            work.weigh(value)
            work.weigh(values)
        if isinstance(values, dict):
            return value in values
        if isinstance(values, str) and isinstance(value, str):
            return value in values
        return value in work.items(values)

    return within


def field(value: Any, name: str) -> Any:
    """Return a field of a row; `FormulaError` for a field it doesn't have."""
    if isinstance(value, Undefined):
        stop(value)
    if not isinstance(value, dict):
        raise FormulaError(f"{shown(value)} has no field {name!r}")
    try:
        return value[name]
    except KeyError:
        raise FormulaError(f"there is no field {name!r}; {near(str(name), map(str, value))}".rstrip("; ")) from None


def item(values: Any, place: Any) -> Any:
    """Return an element by position (from 0) or key; `FormulaError` where there is none."""
    if type(place) is int and type(values) is list and 0 <= place < len(values):
        return values[place]
    if isinstance(values, dict):
        return _keyed(values, place)
    if isinstance(values, Undefined):
        stop(values)
    if not isinstance(values, (list, tuple)):
        raise FormulaError(f"{shown(values)} is no list")
    index = whole_number(place)
    if not 0 <= index < len(values):
        allowed = f"0 to {len(values) - 1}" if values else "nothing, the list is empty"
        raise FormulaError(f"there is no element {index}; allowed: {allowed}")
    return values[index]


def _keyed(values: dict[Any, Any], place: Any) -> Any:
    if isinstance(place, Undefined):
        stop(place)
    for key in (place, str(place)):  # the keys of a data file are text
        if key in values:
            return values[key]
    raise FormulaError(f"there is no entry {shown(place)}; {near(str(place), map(str, values))}".rstrip("; "))


def numbered_of(work: Work) -> Function:
    """Return the elements of `each` with their positions from 0 and from 1, as a function."""

    def numbered(values: Any) -> Iterator[tuple[int, int, Any]]:
        items = work.items(values)
        amount = len(items)
        work.spend(10 * amount)
        return zip(range(amount), range(1, amount + 1), items)  # noqa: B905  (of one length; strict costs time)

    return numbered


def rows(table: Any) -> Any:
    """Return a data table's rows: the list itself, or the one under its key `items`."""
    return table.get("items", table) if isinstance(table, dict) else table


def followed(value: Any, attribute: Any) -> Any:
    """Return a field of a row, a field of a field ("a.b"), or an element by its position."""
    if not isinstance(attribute, str):
        return item(value, attribute)
    for part in attribute.split("."):
        value = field(value, part)
    return value
