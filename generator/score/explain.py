"""Why a line is what it is: its formula with the values put in."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from jinja2 import nodes

from generator.problems import Location
from generator.score.formula.formula import Formula
from generator.score.formula.numbers import Number, whole
from generator.score.formula.program import Engine, Program, Step
from generator.score.formula.rewriting import Rewriter
from generator.score.plan import Plan

Pieces = tuple[Number | str, ...]
"""Numbers, texts, and the signs and brackets between them."""

_SIGNS: Mapping[type[nodes.Node], tuple[str, int]] = {
    nodes.Add: (" + ", 1),
    nodes.Sub: (" − ", 1),
    nodes.Mul: (" × ", 2),
    nodes.Div: (" / ", 2),
}
"""How a sign is shown, and how tightly it binds."""

_ATOM = 9

MOST_PIECES = 60
"""How many pieces an explanation may have; a longer one explains nothing."""


class Explainer:
    """Puts values into formulas; `plan` knows the formulas behind names."""

    def __init__(self, plan: Plan, engine: Engine) -> None:
        self.plan = plan
        self.engine = engine
        self._parts: dict[nodes.Expr, Program] = {}

    def why(self, formula: Formula, variables: Mapping[str, Any]) -> Pieces | None:
        """Return the formula with its values, None when that says no more than the result."""
        pieces = _Substitution(self, variables).part(formula.tree).pieces
        if len(pieces) == 1 and (behind := self._behind(formula.tree)):
            pieces = _Substitution(self, variables).part(behind.tree).pieces
        if not 1 < len(pieces) <= MOST_PIECES or not all(isinstance(p, (int, Fraction, str)) for p in pieces):
            return None
        return tuple(pieces)

    def _behind(self, tree: nodes.Expr) -> Formula | None:
        """Return the formula of the single name that `tree` is."""
        step = self.plan.steps.get(tree.name) if isinstance(tree, nodes.Name) else None
        return step.formula if step is not None and step.each is None else None

    def value(self, tree: nodes.Expr, variables: Mapping[str, Any]) -> Any:
        """Work out one part of a formula."""
        program = self._parts.get(tree)
        if program is None:
            safe = Rewriter(self.engine.environment).rewritten(tree)
            part = Formula("", Location(""), tree, safe, frozenset())
            program = self._parts[tree] = self.engine.program([Step("part", part)])
        return program.run(dict(variables))[0]


class _Part(NamedTuple):
    """The pieces of a part of a formula, and how tightly its outermost sign binds: 1 a sum, 2 a product, 9 a value."""

    pieces: list[Any]
    binds: int


class _Substitution:
    """One walk through a formula with one player's values."""

    def __init__(self, explainer: Explainer, variables: Mapping[str, Any]) -> None:
        self.explainer = explainer
        self.variables = variables

    def part(self, tree: nodes.Expr) -> _Part:
        """Return a part of the formula with its values put in; raises what formulas raise."""
        sign = _SIGNS.get(type(tree))
        if sign is not None and isinstance(tree, nodes.BinExpr):
            return self._operation(tree, *sign)
        if isinstance(tree, nodes.CondExpr) and tree.expr2 is not None:
            return self.part(tree.expr1 if self._value(tree.test) else tree.expr2)
        added = _added(tree)
        if added is not None:
            return self._sum(added, tree)
        return self._plain(self._value(tree))

    def _operation(self, tree: nodes.BinExpr, sign: str, binds: int) -> _Part:
        left = self._wrapped(tree.left, binds)
        right = self._wrapped(tree.right, binds + (0 if sign in (" + ", " × ") else 1), inside=True)
        return _Part([*left, sign, *right], binds)

    def _wrapped(self, tree: nodes.Expr, binds: int, inside: bool = False) -> list[Any]:
        pieces, own = self.part(tree)
        negative = inside and isinstance(pieces[0], (int, Fraction)) and pieces[0] < 0
        return ["(", *pieces, ")"] if own < binds or negative else pieces

    def _sum(self, added: nodes.Expr, whole_tree: nodes.Expr) -> _Part:
        values = self._value(added)
        values = [value for value in values if value != 0] if isinstance(values, list) else []
        if len(values) < 2:
            return self._plain(self._value(whole_tree))
        pieces: list[Any] = []
        for value in values:
            piece = self._plain(value).pieces
            negative = pieces and isinstance(piece[0], (int, Fraction)) and piece[0] < 0
            pieces += [" + "] if pieces else []
            pieces += ["(", *piece, ")"] if negative else piece
        return _Part(pieces, 1)

    def _value(self, tree: nodes.Expr) -> Any:
        return self.explainer.value(tree, self.variables)

    @staticmethod
    def _plain(value: Any) -> _Part:
        if isinstance(value, bool):
            return _Part([int(value)], _ATOM)
        return _Part([whole(value) if isinstance(value, Fraction) else value], _ATOM)


def _added(tree: nodes.Expr) -> nodes.Expr | None:
    """Return the list whose sum `tree` is: sum(list) or list|sum."""
    if isinstance(tree, nodes.Call) and isinstance(tree.node, nodes.Name) and tree.node.name == "sum":
        return tree.args[0] if len(tree.args) == 1 and not tree.kwargs else None
    if isinstance(tree, nodes.Filter) and tree.name == "sum" and not tree.args and not tree.kwargs:
        return tree.node
    return None
