"""The functions and filters of formulas, each documented where it is defined."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

from jinja2.runtime import Undefined
from jinja2.tests import TESTS as ALL_TESTS

from generator.problems import near
from generator.score import routes
from generator.score.numbers import Number
from generator.score.work import FormulaError, Work, bounded, number, shown, stop, whole_number

Run = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Function:
    """A function that formulas may call: how it is written, and what it gives."""

    name: str
    usage: str
    meaning: str


def documented(usage: str, meaning: str) -> Callable[[Run], Run]:
    """Mark a method as a function of formulas."""

    def mark(run: Run) -> Run:
        name = re.split(r"[ (]", usage.removeprefix("list|").removeprefix("rows|"))[0]
        run.function = Function(name, usage, meaning)  # type: ignore[attr-defined]
        return run

    return mark


class Functions:
    """The functions of formulas; `work` bounds what they do."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.items = work.items
        self.made = work.made

    def table(self) -> dict[str, Run]:
        """Return every function by the name that formulas call it."""
        methods = (getattr(self, name) for name in vars(Functions))
        return {m.function.name: m for m in methods if hasattr(m, "function")}

    # -------------------------------------------------------------- numbers

    @documented("min(list) or min(a, b, …)", "the smallest; min(list, x) gives x for an empty list")
    def least(self, *values: Any) -> Any:
        return self._most(min, values)

    @documented("max(list) or max(a, b, …)", "the largest; max(list, x) gives x for an empty list")
    def most(self, *values: Any) -> Any:
        return self._most(max, values)

    def _most(self, choose: Callable[..., Any], values: tuple[Any, ...]) -> Any:
        if len(values) <= 2 and values and not isinstance(values[0], (int, Fraction)):
            found = self.items(values[0])
            if not found:
                return self._otherwise(values)
            return choose(found)
        return choose(map(number, values))

    def _otherwise(self, values: tuple[Any, ...]) -> Any:
        if len(values) == 2:
            return values[1]
        raise FormulaError("the smallest or largest of an empty list")

    @documented("sum(list)", "the sum of numbers; list|sum(attribute='x') adds a field of its rows")
    def total(self, values: Any, attribute: str | None = None, start: Any = 0) -> Number:
        items = self.items(values)
        if attribute is not None:
            items = [field(found, attribute) for found in items]
        result = start
        for found in items:
            result = result + (found if type(found) is int else number(found))
        return number(result)

    @documented("abs(x)", "the number without its sign")
    def absolute(self, value: Any) -> Number:
        return abs(number(value))

    @documented("half(x)", "half, rounded down")
    def half(self, value: Any) -> int:
        return number(value) // 2

    @documented("floor(x)", "rounded down to a whole number")
    def floor(self, value: Any) -> int:
        return number(value) // 1

    @documented("ceil(x)", "rounded up to a whole number")
    def ceil(self, value: Any) -> int:
        return -(-number(value) // 1)

    @documented("round(x)", "the nearest whole number, a half goes up")
    def rounded(self, value: Any) -> int:
        return (number(value) + Fraction(1, 2)) // 1

    @documented("frac(x)", "what is left of the number above its floor: frac(2.5) is 0.5")
    def frac(self, value: Any) -> Number:
        return number(number(value) % 1)

    @documented("clamp(x, least, most)", "x, but not below least and not above most")
    def clamp(self, value: Any, low: Any, high: Any) -> Number:
        return min(max(number(value), number(low)), number(high))

    # -------------------------------------------------------------- lists

    @documented("len(list)", "how many elements; also list|length")
    def length(self, values: Any) -> int:
        if isinstance(values, str):
            return len(values)
        return len(self.items(values))

    @documented("count(list, x)", "how often x stands in the list; count(list) is len(list)")
    def count(self, values: Any, *wanted: Any) -> int:
        items = self.items(values)
        return items.count(wanted[0]) if wanted else len(items)

    @documented("range(n) or range(a, b)", "the whole numbers from 0 (or a) up to but not including n (or b)")
    def numbers(self, first: Any, end: Any = None, step: Any = 1) -> list[int]:
        bounds = [whole_number(first), whole_number(0 if end is None else end), whole_number(step)]
        start, stop_ = (0, bounds[0]) if end is None else bounds[:2]
        if bounds[2] == 0:
            raise FormulaError("a range with step 0")
        return self.made(range(start, stop_, bounds[2]))

    @documented("sums(list)", "the running sums with a leading 0: sums([3, 2]) is [0, 3, 5]")
    def sums(self, values: Any) -> list[Any]:
        return self.made(accumulate(map(number, self.items(values)), initial=0))

    @documented("distinct(list)", "the different elements in the order they come; also list|unique")
    def distinct(self, values: Any) -> list[Any]:
        return list(dict.fromkeys(self.items(values)))

    @documented("pick(table, list)", "[table[i] for each i of the list]; i may be a position or a key")
    def pick(self, table: Any, places: Any) -> list[Any]:
        return [item(table, place) for place in self.items(places)]

    @documented("at(list, i, otherwise)", "list[i], or otherwise (default 0) where the list has no such element")
    def at(self, values: Any, place: Any, otherwise: Any = 0) -> Any:
        if isinstance(values, dict):
            return values.get(place, otherwise)
        index = whole_number(place)
        items = self.items(values)
        return items[index] if 0 <= index < len(items) else otherwise

    @documented("column(lists, i)", "element i of each list: [list[i] for list in lists]")
    def column(self, lists: Any, place: Any) -> list[Any]:
        return [item(values, place) for values in self.items(lists)]

    @documented("flat(lists)", "the elements of all lists as one list")
    def flat(self, lists: Any) -> list[Any]:
        return self.made(element for values in self.items(lists) for element in self.items(values))

    @documented("where(list, x)", "the positions (from 0) at which x stands in the list")
    def where(self, values: Any, wanted: Any) -> list[int]:
        return [index for index, found in enumerate(self.items(values)) if found == wanted]

    @documented("without(list, others)", "the elements that don't stand among the others")
    def without(self, values: Any, others: Any) -> list[Any]:
        left_out = self.items(others)
        return [found for found in self.items(values) if not self._among(found, left_out)]

    @documented("common(list, others)", "the elements that stand among the others too")
    def common(self, values: Any, others: Any) -> list[Any]:
        kept = self.items(others)
        return [found for found in self.items(values) if self._among(found, kept)]

    def _among(self, wanted: Any, values: list[Any]) -> bool:
        self.work.spend(len(values))
        return wanted in values

    @documented("zip(a, b)", "the pairs [a[i], b[i]], as many as the shorter list has")
    def zipped(self, one: Any, other: Any) -> list[Any]:
        return self.made([a, b] for a, b in zip(self.items(one), self.items(other), strict=False))

    @documented("products(a, b)", "[a[i] × b[i]], for lists of one length")
    def products(self, one: Any, other: Any) -> list[Any]:
        left, right = self.items(one), self.items(other)
        if len(left) != len(right):
            raise FormulaError(f"lists of {len(left)} and {len(right)} elements")
        return [times(a, b) for a, b in zip(left, right, strict=True)]

    @documented("completed(list, wanted)", "the smallest n such that the first n elements hold all of wanted; none when they never do")
    def completed(self, values: Any, wanted: Any) -> int | None:
        left = set(self.items(wanted))
        for index, found in enumerate(self.items(values)):
            if not left:
                return index
            left.discard(found)
        return None if left else len(values)

    @documented("reached(list, n)", "the smallest m such that the first m elements hold n different ones, none and '–' aside; none when they never do")
    def reached(self, values: Any, amount: Any) -> int | None:
        seen: set[Any] = set()
        wanted = whole_number(amount)
        for index, found in enumerate(self.items(values)):
            if len(seen) >= wanted:
                return index
            if found is not None and found != "–":
                seen.add(found)
        return len(values) if len(seen) >= wanted else None

    @documented("rank(x, list)", "1 for the highest of the list, 2 for the next; equals share the better rank")
    def rank(self, value: Any, values: Any) -> int:
        mine = number(value)
        return 1 + sum(1 for other in self.items(values) if number(other) > mine)

    @documented("all(list)", "whether every element is true")
    def every(self, values: Any) -> bool:
        return all(self.items(values))

    @documented("any(list)", "whether some element is true")
    def some(self, values: Any) -> bool:
        return any(self.items(values))

    # -------------------------------------------------------------- tables

    @documented("row(table, id)", "the row of a data table whose id is that; none when there is none")
    def row(self, table: Any, wanted: Any) -> Any:
        for found in self.items(rows(table)):
            if isinstance(found, dict) and found.get("id") == wanted:
                return found
        return None

    @documented("ids(table)", "the ids of a data table's rows")
    def ids(self, table: Any) -> list[Any]:
        return [field(found, "id") for found in self.items(rows(table))]

    @documented("keys(mapping)", "the keys of a mapping in its order")
    def keys(self, mapping: Any) -> list[Any]:
        if not isinstance(mapping, dict):
            raise FormulaError(f"{shown(mapping)} is no mapping")
        return self.made(mapping)

    # -------------------------------------------------------------- graphs

    @documented("links(edges, visited)", "how many edges have both ends visited; what is no place of the graph is left out")
    def links(self, edges: Any, visited: Any) -> int:
        return routes.links(self.items(edges), self.items(visited))

    @documented("components(edges, visited)", "sizes of the connected parts of the visited places, largest first")
    def components(self, edges: Any, visited: Any) -> list[int]:
        return routes.components(self.items(edges), self.items(visited))

    @documented("steps(edges, a, b)", "edges on the shortest way from a to b; none without a way")
    def steps(self, edges: Any, start: Any, end: Any) -> int | None:
        return routes.steps(self.items(edges), start, end)

    @documented("is_path(edges, list)", "whether each place of the list is linked to the next")
    def is_path(self, edges: Any, places: Any) -> bool:
        return routes.is_path(self.items(edges), self.items(places))

    # -------------------------------------------------------------- filters

    @documented("default(x, y)", "y when x is none or missing, else x; also x|default(y)")
    def default(self, value: Any, otherwise: Any) -> Any:
        return otherwise if value is None or isinstance(value, Undefined) else value

    @documented("first(list)", "the first element")
    def first(self, values: Any) -> Any:
        return item(self.items(values), 0)

    @documented("last(list)", "the last element")
    def last(self, values: Any) -> Any:
        items = self.items(values)
        return item(items, len(items) - 1)

    @documented("sort(list)", "the elements in rising order; list|sort(reverse=true) in falling order")
    def sort(self, values: Any, reverse: bool = False, attribute: str | None = None) -> list[Any]:
        items = self.items(values)
        key = (lambda found: field(found, attribute)) if attribute else None
        return sorted(items, key=key, reverse=reverse)

    @documented("list(values)", "the values as a list")
    def listed(self, values: Any) -> list[Any]:
        return self.items(values)

    @documented("list|map(attribute='x') or list|map('half')", "a field of each row, or a function of each element")
    def map(self, values: Any, function: str | None = None, *rest: Any, attribute: Any = None) -> list[Any]:
        items = self.items(values)
        if attribute is not None:
            return [_followed(found, attribute) for found in items]
        run = self.table().get(str(function))
        if run is None:
            raise FormulaError(f"unknown function {function!r} in map")
        return [run(found, *rest) for found in items]

    @documented("list|select('gt', 3)", "the elements for which a test holds; without a test those that are true")
    def select(self, values: Any, test: str | None = None, *rest: Any) -> list[Any]:
        holds = _test(test)
        return [found for found in self.items(values) if holds(found, *rest)]

    @documented("list|reject('none')", "the elements for which a test doesn't hold")
    def reject(self, values: Any, test: str | None = None, *rest: Any) -> list[Any]:
        holds = _test(test)
        return [found for found in self.items(values) if not holds(found, *rest)]

    @documented("rows|selectattr('kind', 'eq', 'x')", "the rows whose field passes a test")
    def selectattr(self, values: Any, attribute: Any, test: str | None = None, *rest: Any) -> list[Any]:
        holds = _test(test)
        return [found for found in self.items(values) if holds(_followed(found, attribute), *rest)]

    @documented("rows|rejectattr('kind', 'eq', 'x')", "the rows whose field doesn't pass a test")
    def rejectattr(self, values: Any, attribute: Any, test: str | None = None, *rest: Any) -> list[Any]:
        holds = _test(test)
        return [found for found in self.items(values) if not holds(_followed(found, attribute), *rest)]

    @documented("join(list, mark)", "the elements as one text, with the mark between them")
    def join(self, values: Any, mark: str = "") -> str:
        text = mark.join(str(found) for found in self.items(values))
        self.work.spend(len(text))
        return text


TESTS: Mapping[str, Run] = {
    name: ALL_TESTS[name]
    for name in (
        "defined undefined none boolean true false integer number string mapping sequence odd even divisibleby "
        "in eq equalto == ne != lt lessthan < le <= gt greaterthan > ge >="
    ).split()
}
"""The tests of formulas, as in `x is none` or `list|select('gt', 3)`."""


def _test(name: str | None) -> Run:
    if name is None:
        return bool
    found = TESTS.get(name)
    if found is None:
        raise FormulaError(f"unknown test {name!r}; allowed: {', '.join(TESTS)}")
    return found


def _followed(value: Any, attribute: Any) -> Any:
    """Return a field of a row, a field of a field ("a.b"), or an element by its position."""
    if not isinstance(attribute, str):
        return item(value, attribute)
    for part in attribute.split("."):
        value = field(value, part)
    return value


def described() -> list[Function]:
    """Return every function of formulas, in the order of their definition; documentation is made from it."""
    return [method.function for method in vars(Functions).values() if hasattr(method, "function")]


def runs(work: Work) -> dict[str, Run]:
    """Return what formulas may run, by name: every function and filter, and the operators that need care."""
    table = Functions(work).table()
    return table | {
        "length": table["len"],
        "unique": table["distinct"],
        "op plus": _plus(work),
        "op times": times,
        "op over": over,
        "op modulo": modulo,
        "op power": power,
        "op within": _within(work),
        "op field": field,
        "op item": item,
        "op numbered": _numbered(work),
    }


def _plus(work: Work) -> Run:
    def plus(left: Any, right: Any) -> Any:
        if type(left) is int and type(right) is int:
            return left + right
        if isinstance(left, list) and isinstance(right, list):
            return work.made([*left, *right])
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
    return bounded(number(left) ** exponent)  # type: ignore[arg-type]


def _within(work: Work) -> Run:
    def within(value: Any, values: Any) -> bool:
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
        raise FormulaError(f"there is no field {name!r}; {near(name, map(str, value))}".rstrip("; ")) from None


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


def _numbered(work: Work) -> Run:
    def numbered(values: Any) -> Iterator[tuple[int, int, Any]]:
        items = work.items(values)
        amount = len(items)
        work.spend(10 * amount)
        return zip(range(amount), range(1, amount + 1), items)  # noqa: B905  (of one length; strict costs time)

    return numbered


def rows(table: Any) -> Any:
    """Return a data table's rows: the list itself, or the one under its key `items`."""
    return table.get("items", table) if isinstance(table, dict) else table


