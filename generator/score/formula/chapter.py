"""A chapter of the functions of formulas: methods that say by which name formulas call them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from generator.score.formula.work import Work

Function = Callable[..., Any]

_NAME = "name_in_formulas"


def called(name: str) -> Callable[[Function], Function]:
    """Mark a method of a chapter as the function `name` of formulas; its docstring says `usage`: meaning."""

    def mark(method: Function) -> Function:
        setattr(method, _NAME, name)
        return method

    return mark


def methods(chapter: type[Chapter]) -> Iterator[tuple[str, Function]]:
    """Yield the name of each function of a chapter and its method, in the order of their definition."""
    for method in vars(chapter).values():
        if name := getattr(method, _NAME, ""):
            yield name, method


class Chapter:
    """Functions of formulas of one sort; `work` bounds what they do."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.items = work.items
        self.new_list = work.new_list

    def functions(self) -> dict[str, Function]:
        """Return the functions by the names that formulas use."""
        return {name: getattr(self, method.__name__) for name, method in methods(type(self))}

    def comparable(self, values: Any, wanted: tuple[Any, ...]) -> list[Any]:
        """Return a list's elements that are going to be compared with `wanted`."""
        if wanted and type(wanted[0]) is list:
            self.work.weigh(wanted[0])
            self.work.weigh(values)
        return self.items(values)
