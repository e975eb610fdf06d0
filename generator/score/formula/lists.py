"""Lists: the functions of formulas about lists, rows of data tables and mappings."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from generator.score.formula.chapter import Chapter, called
from generator.score.formula.operators import field, item, rows, times
from generator.score.formula.work import FormulaError, number, shown, whole_number


class Lists(Chapter):
    """What stands in lists and tables, where, and how often."""

    @called("len")
    def length(self, values: Any) -> int:
        """`len(list)`: how many elements; also list|length"""
        if isinstance(values, str):
            return len(values)
        return len(self.items(values))

    @called("count")
    def count(self, values: Any, *wanted: Any) -> int:
        """`count(list, x)`: how often x stands in the list; count(list) is len(list)"""
        items = self.comparable(values, wanted)
        return items.count(wanted[0]) if wanted else len(items)

    @called("range")
    def numbers(self, first: Any, end: Any = None, step: Any = 1) -> list[int]:
        """`range(n) or range(a, b)`: the whole numbers from 0 (or a) up to but not including n (or b)"""
        bounds = [whole_number(first), whole_number(0 if end is None else end), whole_number(step)]
        start, stop_ = (0, bounds[0]) if end is None else bounds[:2]
        if bounds[2] == 0:
            raise FormulaError("a range with step 0")
        return self.new_list(range(start, stop_, bounds[2]))

    @called("sums")
    def sums(self, values: Any) -> list[Any]:
        """`sums(list)`: the running sums with a leading 0: sums([3, 2]) is [0, 3, 5]"""
        return self.new_list(accumulate(map(number, self.items(values)), initial=0))

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
        return self.new_list(element for values in self.items(lists) for element in self.items(values))

    @called("where")
    def where(self, values: Any, wanted: Any) -> list[int]:
        """`where(list, x)`: the positions (from 0) at which x stands in the list"""
        return [index for index, element in enumerate(self.comparable(values, (wanted,))) if element == wanted]

    @called("without")
    def without(self, values: Any, others: Any) -> list[Any]:
        """`without(list, others)`: the elements that don't stand among the others"""
        left_out = self.items(others)
        return [element for element in self.items(values) if not self._among(element, left_out)]

    @called("common")
    def common(self, values: Any, others: Any) -> list[Any]:
        """`common(list, others)`: the elements that stand among the others too"""
        shared = self.items(others)
        return [element for element in self.items(values) if self._among(element, shared)]

    def _among(self, wanted: Any, values: list[Any]) -> bool:
        return wanted in self.comparable(values, (wanted,))

    @called("zip")
    def zipped(self, one: Any, other: Any) -> list[Any]:
        """`zip(a, b)`: the pairs [a[i], b[i]], as many as the shorter list has"""
        return self.new_list([a, b] for a, b in zip(self.items(one), self.items(other), strict=False))

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
        for index, element in enumerate(self.items(values)):
            if not left:
                return index
            left.discard(element)
        return None if left else len(values)

    @called("reached")
    def reached(self, values: Any, amount: Any) -> int | None:
        """`reached(list, n)`: the smallest m such that the first m elements hold n different ones (none, '–' aside)"""
        seen: set[Any] = set()
        wanted = whole_number(amount)
        for index, element in enumerate(self.items(values)):
            if len(seen) >= wanted:
                return index
            if element is not None and element != "–":
                seen.add(element)
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

    @called("row")
    def row(self, table: Any, wanted: Any) -> Any:
        """`row(table, id)`: the row of a data table whose id is that; none when there is none"""
        for row in self.items(rows(table)):
            if isinstance(row, dict) and row.get("id") == wanted:
                return row
        return None

    @called("ids")
    def ids(self, table: Any) -> list[Any]:
        """`ids(table)`: the ids of a data table's rows"""
        return [field(row, "id") for row in self.items(rows(table))]

    @called("keys")
    def keys(self, mapping: Any) -> list[Any]:
        """`keys(mapping)`: the keys of a mapping in its order"""
        if not isinstance(mapping, dict):
            raise FormulaError(f"{shown(mapping)} is no mapping")
        return self.new_list(mapping)
