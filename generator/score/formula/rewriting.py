"""Rewriting: a parsed formula made safe.

Every attribute becomes a look-up in plain data, every call one of our own functions,
every operator that could grow a bounded one. What isn't on the list here can't be said
in a formula at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from jinja2 import nodes
from jinja2.environment import Environment

from generator.problems import listed, near
from generator.score.formula.conditions import INLINE
from generator.score.formula.work import LARGEST_BITS

DEEPEST = 80
"""How deep the parts of a formula may be nested."""

SPACES = ("all", "written", "data")
"""Words before a point: all.<name>, written.<line>, data.<table>."""

LOCAL = frozenset({"it", "i", "row"})
"""Names that `each` gives to a formula."""

_PREFIX = {"all": "a_", "written": "w_", "rule": "r_", "rank": "k_", "route": "o_"}


class Refusal(Exception):
    """A part of a formula that isn't allowed."""

    def __init__(self, what: str, allowed: str = "", remedy: str = "") -> None:
        super().__init__(what)
        self.what, self.allowed, self.remedy = what, allowed, remedy


def variable(name: str) -> str:
    """Return the name of a formula's variable as the compiled program calls it."""
    space, point, rest = name.partition(".")
    if space == "data":
        return "d_" + rest.replace("_", "_u").replace(".", "_p")
    if point:
        return _PREFIX[space] + rest
    return ("v_" if name in LOCAL else "n_") + name


class Rewriter:
    """Turns a parsed formula into the one that runs, noting the names that it reads."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.reads: set[str] = set()
        self.depth = 0

    def rewritten(self, node: nodes.Node) -> nodes.Expr:
        """Return the safe form of `node`; refuses what formulas may not hold."""
        kind: type[Any] = type(node)
        rewrite = _REWRITES.get(kind)
        if rewrite is None:
            raise Refusal(f"{_words(node)} can't be used in a formula")
        self.depth += 1
        if self.depth > DEEPEST:
            raise Refusal("it is nested too deeply", remedy="name a part of it under values:")
        safe = rewrite(self, node)
        self.depth -= 1
        safe.set_environment(self.environment)
        return safe

    def all_of(self, parts: list[Any]) -> list[nodes.Expr]:
        """Return the safe form of several nodes."""
        return [self.rewritten(node) for node in parts]

    def name(self, name: str) -> nodes.Expr:
        """Note that `name` is read and return its variable."""
        self.reads.add(name)
        return nodes.Name(variable(name), "load", lineno=1)

    def filter(self, function: str, *args: nodes.Expr) -> nodes.Expr:
        """Return a direct call of one of our functions."""
        return _call(function, list(args), [])

    # -------------------------------------------------------------- one method a node

    def on_const(self, node: nodes.Const) -> nodes.Expr:
        """Return a constant; a decimal becomes an exact fraction."""
        if isinstance(node.value, float):
            number = Fraction(repr(node.value))
            return self.filter("op over", _const(number.numerator), _const(number.denominator))
        if isinstance(node.value, int) and node.value.bit_length() > LARGEST_BITS:
            raise Refusal("a number that is too large")
        return _const(node.value)

    def on_name(self, node: nodes.Name) -> nodes.Expr:
        """Return a name's variable."""
        if node.name in SPACES:
            raise Refusal(f"{node.name} needs a name", remedy=f"write {node.name}.<name>")
        return self.name(node.name)

    def on_attribute(self, node: nodes.Getattr) -> nodes.Expr:
        """Return a look-up in plain data, or the variable of all.x, written.x, data.x."""
        path = _data_path(node)
        if path:
            return self.name(path)
        return self._space(node.node, node.attr) or self.filter(
            "op field", self.rewritten(node.node), _const(node.attr)
        )

    def _space(self, owner: nodes.Expr, name: str) -> nodes.Expr | None:
        if isinstance(owner, nodes.Name) and owner.name in SPACES:
            return self.name(f"{owner.name}.{name}")
        return None

    def on_item(self, node: nodes.Getitem) -> nodes.Expr:
        """Return a checked look-up; slices and a constant [-1] are as in Python."""
        place = node.arg
        if isinstance(place, nodes.Const) and isinstance(place.value, str):
            name = self._space(node.node, place.value)
            if name is not None:
                return name
        owner = self.rewritten(node.node)
        if isinstance(place, nodes.Slice):
            if isinstance(node.node, nodes.Const) and not isinstance(node.node.value, str):
                raise Refusal("a slice of what is no list")
            parts = (self.rewritten(part) if part else None for part in (place.start, place.stop, place.step))
            return nodes.Getitem(owner, nodes.Slice(*parts, lineno=1), "load", lineno=1)
        if isinstance(place, nodes.Neg) and isinstance(place.node, nodes.Const):
            return nodes.Getitem(owner, self.rewritten(place), "load", lineno=1)
        return self.filter("op item", owner, self.rewritten(place))

    def on_call(self, node: nodes.Call) -> nodes.Expr:
        """Return a direct call of one of our functions."""
        if not isinstance(node.node, nodes.Name):
            raise Refusal("a call of something that isn't a function", remedy="write function(x) or x|function")
        if node.dyn_args is not None or node.dyn_kwargs is not None:
            raise Refusal("* and ** in a call")
        return self._function(node.node.name, node.args, node.kwargs)

    def on_filter(self, node: nodes.Filter) -> nodes.Expr:
        """Return x|function as a call: every function is a filter too."""
        if node.node is None or node.dyn_args is not None or node.dyn_kwargs is not None:
            raise Refusal("* and ** in a filter")
        return self._function(node.name, [node.node, *node.args], node.kwargs)

    def _function(self, name: str, args: list[nodes.Expr], named: list[Any]) -> nodes.Expr:
        functions = [n for n in self.environment.filters if not n.startswith(("op ", "_"))]
        if name not in functions:
            raise Refusal(f"unknown function {name!r}", listed(sorted(functions), 60), near(name, functions))
        if not args:
            raise Refusal(f"{name}() without anything in it")
        keywords = [nodes.Keyword(k.key, self.rewritten(k.value), lineno=1) for k in named]
        return _call(name, self.all_of(args), keywords)

    def on_test(self, node: nodes.Test) -> nodes.Expr:
        """Return an allowed test."""
        if node.name not in INLINE:
            raise Refusal(f"unknown test {node.name!r}", listed(sorted(INLINE), 40), near(node.name, INLINE))
        return nodes.Test(self.rewritten(node.node), node.name, self.all_of(node.args), [], None, None, lineno=1)

    def on_list(self, node: nodes.List | nodes.Tuple) -> nodes.Expr:
        """Return a list."""
        return nodes.List(self.all_of(node.items), lineno=1)

    def on_choice(self, node: nodes.CondExpr) -> nodes.Expr:
        """Return a choice, which must have both branches."""
        if node.expr2 is None:
            raise Refusal("an if without else", remedy="write x if condition else y")
        return nodes.CondExpr(*self.all_of([node.test, node.expr1, node.expr2]), lineno=1)

    def on_comparison(self, node: nodes.Compare) -> nodes.Expr:
        """Return a comparison; `in` becomes a bounded search, and what may be lists is compared with care."""
        kinds = {operand.op for operand in node.ops}
        if len(node.ops) == 1 and kinds <= {"in", "notin", "eq", "ne"}:
            return self._membership(node.expr, node.ops[0])
        if kinds & {"in", "notin"}:
            raise Refusal("in together with another comparison", remedy="join two comparisons with and")
        operands = [nodes.Operand(o.op, self._ordered(o.expr), lineno=1) for o in node.ops]
        return nodes.Compare(self._ordered(node.expr), operands, lineno=1)

    def _membership(self, left: nodes.Expr, operand: nodes.Operand) -> nodes.Expr:
        one, other = self.rewritten(left), self.rewritten(operand.expr)
        if operand.op in ("in", "notin"):
            test = self.filter("op within", one, other)
            return test if operand.op == "in" else nodes.Not(test, lineno=1)
        if _single(left) or _single(operand.expr):
            return nodes.Compare(one, [nodes.Operand(operand.op, other, lineno=1)], lineno=1)
        test = self.filter("op same", one, other)
        return test if operand.op == "eq" else nodes.Not(test, lineno=1)

    def _ordered(self, node: nodes.Expr) -> nodes.Expr:
        safe = self.rewritten(node)
        return safe if _single(node) else self.filter("op plain", safe)

    def on_operator(self, node: nodes.BinExpr) -> nodes.Expr:
        """Return an operation, bounded and exact where it could be otherwise."""
        left, right = self.rewritten(node.left), self.rewritten(node.right)
        function = _OPERATORS.get(type(node))
        return self.filter(function, left, right) if function else type(node)(left, right, lineno=1)

    def on_sign(self, node: nodes.UnaryExpr) -> nodes.Expr:
        """Return a sign or not."""
        return type(node)(self.rewritten(node.node), lineno=1)


_OPERATORS: Mapping[type[Any], str] = {
    nodes.Add: "op plus",
    nodes.Mul: "op times",
    nodes.Div: "op over",
    nodes.Mod: "op modulo",
    nodes.Pow: "op power",
}

_REWRITES: Mapping[type[Any], Callable[[Rewriter, Any], nodes.Expr]] = {
    nodes.Const: Rewriter.on_const,
    nodes.Name: Rewriter.on_name,
    nodes.Getattr: Rewriter.on_attribute,
    nodes.Getitem: Rewriter.on_item,
    nodes.Call: Rewriter.on_call,
    nodes.Filter: Rewriter.on_filter,
    nodes.Test: Rewriter.on_test,
    nodes.List: Rewriter.on_list,
    nodes.Tuple: Rewriter.on_list,
    nodes.CondExpr: Rewriter.on_choice,
    nodes.Compare: Rewriter.on_comparison,
    nodes.And: Rewriter.on_operator,
    nodes.Or: Rewriter.on_operator,
    nodes.Sub: Rewriter.on_operator,
    nodes.FloorDiv: Rewriter.on_operator,
    nodes.Add: Rewriter.on_operator,
    nodes.Mul: Rewriter.on_operator,
    nodes.Div: Rewriter.on_operator,
    nodes.Mod: Rewriter.on_operator,
    nodes.Pow: Rewriter.on_operator,
    nodes.Not: Rewriter.on_sign,
    nodes.Neg: Rewriter.on_sign,
    nodes.Pos: Rewriter.on_sign,
}


def _single(node: nodes.Expr) -> bool:
    """Return whether a part certainly gives no list."""
    if isinstance(node, nodes.Call):
        return isinstance(node.node, nodes.Name) and node.node.name in _NUMBERS
    if isinstance(node, nodes.Filter):
        return node.name in _NUMBERS
    return isinstance(node, (nodes.Const, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Neg))


_NUMBERS = frozenset(
    ["abs", "ceil", "clamp", "count", "floor", "frac", "half", "len", "length", "links", "rank", "round", "sum"]
)
"""Functions that give numbers."""


def _data_path(node: nodes.Expr) -> str:
    """Return `data.x.y` for such a chain, which is known when the pack is loaded; "" for anything else."""
    parts: list[str] = []
    while isinstance(node, nodes.Getattr):
        parts.append(node.attr)
        node = node.node
    if isinstance(node, nodes.Name) and node.name == "data":
        return ".".join(["data", *reversed(parts)])
    return ""


def _const(value: Any) -> nodes.Expr:
    return nodes.Const(value, lineno=1)


def _call(function: str, args: list[nodes.Expr], named: list[nodes.Keyword]) -> nodes.Expr:
    return nodes.Filter(args[0], function, args[1:], named, None, None, lineno=1)


def _words(node: nodes.Node) -> str:
    named: dict[type[Any], str] = {nodes.Concat: "~", nodes.Dict: "{…}"}
    return named.get(type(node), type(node).__name__.lower())
