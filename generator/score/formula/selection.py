"""Selection: the functions of formulas that take elements out of a list, put them in order or map them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2.runtime import Undefined

from generator.score.formula.chapter import Chapter, Function, called
from generator.score.formula.conditions import condition
from generator.score.formula.operators import field, followed, item, plain
from generator.score.formula.work import FormulaError, Work, shown


class Selection(Chapter):
    """What Jinja knows as filters; `by_name` are the functions that `map` may apply."""

    def __init__(self, work: Work, by_name: Mapping[str, Function]) -> None:
        super().__init__(work)
        self.by_name = by_name

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
        key = (lambda element: field(element, attribute)) if attribute else None
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
            return [followed(element, attribute) for element in items]
        run = self.by_name.get(str(function))
        if run is None:
            raise FormulaError(f"unknown function {function!r} in map")
        return [run(element, *rest) for element in items]

    @called("select")
    def select(self, values: Any, test: str | None = None, *rest: Any) -> list[Any]:
        """`list|select('gt', 3)`: the elements for which a test holds; without a test those that are true"""
        holds = condition(test)
        return [element for element in self.comparable(values, rest) if holds(element, *rest)]

    @called("reject")
    def reject(self, values: Any, test: str | None = None, *rest: Any) -> list[Any]:
        """`list|reject('none')`: the elements for which a test doesn't hold"""
        holds = condition(test)
        return [element for element in self.comparable(values, rest) if not holds(element, *rest)]

    @called("selectattr")
    def selectattr(self, values: Any, attribute: Any, test: str | None = None, *rest: Any) -> list[Any]:
        """`rows|selectattr('kind', 'eq', 'x')`: the rows whose field passes a test"""
        holds = condition(test)
        items = self.comparable(values, rest)
        return [element for element in items if holds(followed(element, attribute), *rest)]

    @called("rejectattr")
    def rejectattr(self, values: Any, attribute: Any, test: str | None = None, *rest: Any) -> list[Any]:
        """`rows|rejectattr('kind', 'eq', 'x')`: the rows whose field doesn't pass a test"""
        holds = condition(test)
        items = self.comparable(values, rest)
        return [element for element in items if not holds(followed(element, attribute), *rest)]

    @called("join")
    def join(self, values: Any, mark: str = "") -> str:
        """`join(list, mark)`: the elements as one text, with the mark between them"""
        if not isinstance(mark, str):
            raise FormulaError(f"{shown(mark)} is no text to join with")
        items = self.items(values)
        nested = next((element for element in items if isinstance(element, (list, dict))), None)
        if nested is not None:
            raise FormulaError(f"{shown(nested)} can't be joined, only texts and numbers")
        self.work.spend(
            sum(len(element) for element in items if isinstance(element, str)) + len(items) * (1 + len(mark))
        )
        return mark.join(map(str, items))
