"""The sandbox of formulas: expressions that divide exactly, with the few filters that sums need."""

from __future__ import annotations

from generator.sandbox.environment import Sandbox

_FILTERS = frozenset([
    "abs", "count", "d", "default", "first", "join", "last", "length", "list", "map", "max", "min", "reject",
    "rejectattr", "select", "selectattr", "sort", "sum", "unique",
])  # fmt: skip


class Formulas(Sandbox):
    """The environment of a pack's formulas: no names but those that are handed in."""

    intercepted_binops = frozenset(["*", "**", "%", "/", "//"])

    def __init__(self) -> None:
        super().__init__(autoescape=False, optimized=True)
        self.globals = {}
        self.filters = {name: run for name, run in self.filters.items() if name in _FILTERS} | self.charges()
