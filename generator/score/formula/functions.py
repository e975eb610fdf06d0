"""The functions and filters of formulas, each documented where it is defined."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

from jinja2.runtime import Undefined
from jinja2.tests import TESTS as ALL_TESTS

from generator.score.formula import graphs
from generator.score.formula.numbers import Number
from generator.score.formula.operators import (
    Run,
    field,
    followed,
    item,
    modulo,
    numbered_of,
    over,
    plain,
    plus_of,
    power,
    rows,
    same_of,
    times,
    within_of,
)
from generator.score.formula.work import FormulaError, Work, number, shown, whole_number


@dataclass(frozen=True, slots=True)
class Function:
    """A function that formulas may call: how it is written, and what it gives."""

    name: str
    usage: str
    meaning: str


def called(name: str) -> Callable[[Run], Run]:
    """Mark a method as the function `name` of formulas; its docstring says `usage`: meaning."""

    def mark(run: Run) -> Run:
        _NAMES[run.__name__] = name
        return run

    return mark


_NAMES: dict[str, str] = {}
"""Method names to the names that formulas use, filled in by `called` while this module is read."""


class Functions:
    """The functions of formulas; `work` bounds what they do."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.items = work.items
        self.made = work.made
        self.by_name: dict[str, Run] = {name: getattr(self, method) for method, name in _NAMES.items()}

    # -------------------------------------------------------------- numbers

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
            found = self.items(values[0])
            if not found:
                return self._otherwise(values)
            plain(found[0])
            return choose(found)
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
            items = [field(found, attribute) for found in items]
        result = start
        for found in items:
            result = result + (found if type(found) is int else number(found))
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

    # -------------------------------------------------------------- lists

    @called("len")
    def length(self, values: Any) -> int:
        """`len(list)`: how many elements; also list|length"""
        if isinstance(values, str):
            return len(values)
        return len(self.items(values))

    @called("count")
    def count(self, values: Any, *wanted: Any) -> int:
        """`count(list, x)`: how often x stands in the list; count(list) is len(list)"""
        items = self._comparable(values, wanted)
        return items.count(wanted[0]) if wanted else len(items)

    def _comparable(self, values: Any, wanted: tuple[Any, ...]) -> list[Any]:
        """Return a list's elements that are going to be compared with `wanted`."""
        if wanted and type(wanted[0]) is list:
            self.work.weigh(wanted[0])
            self.work.weigh(values)
        return self.items(values)

    @called("range")
    def numbers(self, first: Any, end: Any = None, step: Any = 1) -> list[int]:
        """`range(n) or range(a, b)`: the whole numbers from 0 (or a) up to but not including n (or b)"""
        bounds = [whole_number(first), whole_number(0 if end is None else end), whole_number(step)]
        start, stop_ = (0, bounds[0]) if end is None else bounds[:2]
        if bounds[2] == 0:
            raise FormulaError("a range with step 0")
        return self.made(range(start, stop_, bounds[2]))

    @called("sums")
    def sums(self, values: Any) -> list[Any]:
        """`sums(list)`: the running sums with a leading 0: sums([3, 2]) is [0, 3, 5]"""
        return self.made(accumulate(map(number, self.items(values)), initial=0))

    @called("distinct")
    def distinct(self, values: Any) -> list[Any]:
        """`distinct(list)`: the different elements in the order they come; also list|unique"""
        return list(dict.fromkeys(self.items(values)))

    @called("pick")
    def pick(self, table: Any, places: Any) -> list[Any]:
        """`pick(table, list)`: [table[i] for each i of the list]; i may be a position or a key"""
        return [item(table, place) for place in self.items(places)]

    @called("at")
    def at(self, values: Any, place: Any, otherwise: Any = 0) -> Any:
        """`at(list, i, otherwise)`: list[i], or otherwise (default 0) where the list has no such element"""
        if isinstance(values, dict):
            return values.get(place, otherwise)
        index = whole_number(place)
        items = self.items(values)
        return items[index] if 0 <= index < len(items) else otherwise

    @called("column")
    def column(self, lists: Any, place: Any) -> list[Any]:
        """`column(lists, i)`: element i of each list: [list[i] for list in lists]"""
        return [item(values, place) for values in self.items(lists)]

    @called("flat")
    def flat(self, lists: Any) -> list[Any]:
        """`flat(lists)`: the elements of all lists as one list"""
        return self.made(element for values in self.items(lists) for element in self.items(values))

    @called("where")
    def where(self, values: Any, wanted: Any) -> list[int]:
        """`where(list, x)`: the positions (from 0) at which x stands in the list"""
        return [index for index, found in enumerate(self._comparable(values, (wanted,))) if found == wanted]

    @called("without")
    def without(self, values: Any, others: Any) -> list[Any]:
        """`without(list, others)`: the elements that don't stand among the others"""
        left_out = self.items(others)
        return [found for found in self.items(values) if not self._among(found, left_out)]

    @called("common")
    def common(self, values: Any, others: Any) -> list[Any]:
        """`common(list, others)`: the elements that stand among the others too"""
        kept = self.items(others)
        return [found for found in self.items(values) if self._among(found, kept)]

    def _among(self, wanted: Any, values: list[Any]) -> bool:
        return wanted in self._comparable(values, (wanted,))

    @called("zip")
    def zipped(self, one: Any, other: Any) -> list[Any]:
        """`zip(a, b)`: the pairs [a[i], b[i]], as many as the shorter list has"""
        return self.made([a, b] for a, b in zip(self.items(one), self.items(other), strict=False))

    @called("products")
    def products(self, one: Any, other: Any) -> list[Any]:
        """`products(a, b)`: [a[i] × b[i]], for lists of one length"""
        left, right = self.items(one), self.items(other)
        if len(left) != len(right):
            raise FormulaError(f"lists of {len(left)} and {len(right)} elements")
        return [times(a, b) for a, b in zip(left, right, strict=True)]

    @called("completed")
    def completed(self, values: Any, wanted: Any) -> int | None:
        """`completed(list, wanted)`: the smallest n such that the first n elements hold all of wanted; or none"""
        left = set(self.items(wanted))
        for index, found in enumerate(self.items(values)):
            if not left:
                return index
            left.discard(found)
        return None if left else len(values)

    @called("reached")
    def reached(self, values: Any, amount: Any) -> int | None:
        """`reached(list, n)`: the smallest m such that the first m elements hold n different ones (none, '–' aside)"""
        seen: set[Any] = set()
        wanted = whole_number(amount)
        for index, found in enumerate(self.items(values)):
            if len(seen) >= wanted:
                return index
            if found is not None and found != "–":
                seen.add(found)
        return len(values) if len(seen) >= wanted else None

    @called("rank")
    def rank(self, value: Any, values: Any) -> int:
        """`rank(x, list)`: 1 for the highest of the list, 2 for the next; equals share the better rank"""
        mine = number(value)
        return 1 + sum(1 for other in self.items(values) if number(other) > mine)

    @called("all")
    def every(self, values: Any) -> bool:
        """`all(list)`: whether every element is true"""
        return all(self.items(values))

    @called("any")
    def some(self, values: Any) -> bool:
        """`any(list)`: whether some element is true"""
        return any(self.items(values))

    # -------------------------------------------------------------- tables

    @called("row")
    def row(self, table: Any, wanted: Any) -> Any:
        """`row(table, id)`: the row of a data table whose id is that; none when there is none"""
        for found in self.items(rows(table)):
            if isinstance(found, dict) and found.get("id") == wanted:
                return found
        return None

    @called("ids")
    def ids(self, table: Any) -> list[Any]:
        """`ids(table)`: the ids of a data table's rows"""
        return [field(found, "id") for found in self.items(rows(table))]

    @called("keys")
    def keys(self, mapping: Any) -> list[Any]:
        """`keys(mapping)`: the keys of a mapping in its order"""
        if not isinstance(mapping, dict):
            raise FormulaError(f"{shown(mapping)} is no mapping")
        return self.made(mapping)

    # -------------------------------------------------------------- graphs

    @called("links")
    def links(self, edges: Any, visited: Any) -> int:
        """`links(edges, visited)`: how many edges have both ends visited; what is no place of the graph is left out"""
        return graphs.links(self.items(edges), self.items(visited))

    @called("components")
    def components(self, edges: Any, visited: Any) -> list[int]:
        """`components(edges, visited)`: sizes of the connected parts of the visited places, largest first"""
        return graphs.components(self.items(edges), self.items(visited))

    @called("steps")
    def steps(self, edges: Any, start: Any, end: Any) -> int | None:
        """`steps(edges, a, b)`: edges on the shortest way from a to b; none without a way"""
        return graphs.steps(self.items(edges), start, end)

    @called("is_path")
    def is_path(self, edges: Any, places: Any) -> bool:
        """`is_path(edges, list)`: whether each place of the list is linked to the next"""
        return graphs.is_path(self.items(edges), self.items(places))

    # -------------------------------------------------------------- filters

    @called("default")
    def default(self, value: Any, otherwise: Any) -> Any:
        """`default(x, y)`: y when x is none or missing, else x; also x|default(y)"""
        return otherwise if value is None or isinstance(value, Undefined) else value

    @called("first")
    def first(self, values: Any) -> Any:
        """`first(list)`: the first element"""
        return item(self.items(values), 0)

    @called("last")
    def last(self, values: Any) -> Any:
        """`last(list)`: the last element"""
        items = self.items(values)
        return item(items, len(items) - 1)

    @called("sort")
    def sort(self, values: Any, reverse: bool = False, attribute: str | None = None) -> list[Any]:
        """`sort(list)`: the elements in rising order; list|sort(reverse=true) in falling order"""
        items = self.items(values)
        key = (lambda found: field(found, attribute)) if attribute else None
        if items:
            plain(key(items[0]) if key else items[0])
        return sorted(items, key=key, reverse=reverse)

    @called("list")
    def listed(self, values: Any) -> list[Any]:
        """`list(values)`: the values as a list"""
        return self.items(values)

    @called("map")
    def map(self, values: Any, function: str | None = None, *rest: Any, attribute: Any = None) -> list[Any]:
        """`list|map(attribute='x') or list|map('half')`: a field of each row, or a function of each element"""
        items = self.items(values)
        if attribute is not None:
            return [followed(found, attribute) for found in items]
        run = self.by_name.get(str(function))
        if run is None:
            raise FormulaError(f"unknown function {function!r} in map")
        return [run(found, *rest) for found in items]

    @called("select")
    def select(self, values: Any, test: str | None = None, *rest: Any) -> list[Any]:
        """`list|select('gt', 3)`: the elements for which a test holds; without a test those that are true"""
        holds = _test(test)
        return [found for found in self._comparable(values, rest) if holds(found, *rest)]

    @called("reject")
    def reject(self, values: Any, test: str | None = None, *rest: Any) -> list[Any]:
        """`list|reject('none')`: the elements for which a test doesn't hold"""
        holds = _test(test)
        return [found for found in self._comparable(values, rest) if not holds(found, *rest)]

    @called("selectattr")
    def selectattr(self, values: Any, attribute: Any, test: str | None = None, *rest: Any) -> list[Any]:
        """`rows|selectattr('kind', 'eq', 'x')`: the rows whose field passes a test"""
        holds = _test(test)
        items = self._comparable(values, rest)
        return [found for found in items if holds(followed(found, attribute), *rest)]

    @called("rejectattr")
    def rejectattr(self, values: Any, attribute: Any, test: str | None = None, *rest: Any) -> list[Any]:
        """`rows|rejectattr('kind', 'eq', 'x')`: the rows whose field doesn't pass a test"""
        holds = _test(test)
        items = self._comparable(values, rest)
        return [found for found in items if not holds(followed(found, attribute), *rest)]

    @called("join")
    def join(self, values: Any, mark: str = "") -> str:
        """`join(list, mark)`: the elements as one text, with the mark between them"""
        items = self.items(values)
        nested = next((found for found in items if isinstance(found, (list, dict))), None)
        if nested is not None:
            raise FormulaError(f"{shown(nested)} can't be joined, only texts and numbers")
        self.work.spend(sum(len(found) for found in items if isinstance(found, str)) + len(items) * (1 + len(mark)))
        return mark.join(map(str, items))


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

TESTS: Mapping[str, Run] = {name: _all_tests[name] for name in TEST_MEANINGS}
"""The tests of formulas, as in `list|select('gt', 3)`."""

INLINE = frozenset(TESTS) - frozenset(
    ["in", "eq", "equalto", "==", "ne", "!=", "lt", "lessthan", "<", "le", "<=", "gt", "greaterthan", ">", "ge", ">="]
)
"""The tests that may stand after `is`; for the others there are operators."""


def _test(name: str | None) -> Run:
    if name is None:
        return bool
    found = TESTS.get(name)
    if found is None:
        raise FormulaError(f"unknown test {name!r}; allowed: {', '.join(TESTS)}")
    return found


def described() -> list[Function]:
    """Return every function of formulas, in the order of their definition; documentation is made from it."""
    found = []
    for method, name in _NAMES.items():
        usage, _, meaning = (getattr(Functions, method).__doc__ or "").partition(": ")
        found.append(Function(name, usage.strip("`"), " ".join(meaning.split())))
    return found


def runs(work: Work) -> dict[str, Run]:
    """Return what formulas may run, by name: every function and filter, and the operators that need care."""
    table = Functions(work).by_name
    return table | {
        "length": table["len"],
        "unique": table["distinct"],
        "op plus": plus_of(work),
        "op times": times,
        "op over": over,
        "op modulo": modulo,
        "op power": power,
        "op within": within_of(work),
        "op same": same_of(work),
        "op plain": plain,
        "op field": field,
        "op item": item,
        "op numbered": numbered_of(work),
    }
