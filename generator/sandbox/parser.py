"""The parser: templates as Jinja reads them, but whatever can go on or grow goes through a charge first."""

from __future__ import annotations

import re
from math import isfinite
from typing import Any

from jinja2 import TemplateSyntaxError, nodes
from jinja2.environment import Environment
from jinja2.parser import Parser

from generator.sandbox.outside import check

COUNTED, READ, GROWN, WEIGHED, ORDERED, TEXT, COMPARED = (
    f"__{charge}" for charge in ("counted", "read", "grown", "weighed", "ordered", "text", "compared")
)
"""The filters that the parser puts in, by names that no other filter has."""


DEEPEST_LOOP = 15
"""Loops may be nested this deep; Python itself knows no more than 20."""

_MOST_NAMES = 250
_HALF = re.compile("[\ud800-\udfff]")


def parse(environment: Environment, source: str, name: str | None, filename: str | None) -> nodes.Template:
    """Return a template's tree with the charges in it; `TemplateSyntaxError` for what isn't allowed."""
    line = 1
    try:
        parser = _CountingParser(environment, source, name, filename)
        try:
            tree = parser.parse()
        finally:
            line = parser.stream.current.lineno
    except RecursionError:
        raise TemplateSyntaxError("it is nested too deeply", line, name, filename) from None
    except ValueError:  # what Python makes no number of
        raise TemplateSyntaxError("a number of too many digits", line, name, filename) from None
    check(tree, environment, filename)
    return tree


class _CountingParser(Parser):
    """Parses templates so that whatever can go on or grow is charged."""

    _loops = 0
    _targets = 0  # whether names are parsed that something is assigned to

    def parse_for(self) -> nodes.For:
        self._loops += 1
        if self._loops > DEEPEST_LOOP:
            self.fail(f"loops are nested more than {DEEPEST_LOOP} deep", self.stream.current.lineno)
        loop = super().parse_for()
        self._loops -= 1
        if loop.recursive:
            self.fail("a recursive loop isn't allowed; use a macro", loop.lineno)
        loop.iter = _through(COUNTED, loop.iter)
        return loop

    def parse_call_args(self) -> Any:
        line = self.stream.current.lineno
        args, keywords, *dynamic = super().parse_call_args()
        self._check_once([keyword.key for keyword in keywords], line)
        return args, keywords, *dynamic

    def parse_signature(self, node: Any) -> None:
        super().parse_signature(node)
        self._check_once([argument.name for argument in node.args], node.lineno)

    def _check_once(self, names: list[str], line: int) -> None:
        twice = next((name for name in names if names.count(name) > 1), None) if len(names) < _MOST_NAMES else names[0]
        if twice is not None:
            self.fail(f"{twice} is named twice; name it once" if len(names) < _MOST_NAMES else "too many names", line)

    def parse_include(self) -> nodes.Include:
        node = super().parse_include()
        node.template = _through(READ, node.template)
        return node

    def parse_import(self) -> nodes.Import:
        node = super().parse_import()
        node.template = _through(READ, node.template)
        return node

    def parse_from(self) -> nodes.FromImport:
        node = super().parse_from()
        node.template = _through(READ, node.template)
        return node

    def parse_filter_block(self) -> nodes.FilterBlock:
        block = super().parse_filter_block()
        block.filter = _through(TEXT, block.filter)
        return block

    def parse_set(self) -> nodes.Assign | nodes.AssignBlock:
        assignment = super().parse_set()
        if isinstance(assignment, nodes.AssignBlock):
            assignment.filter = _through(GROWN, assignment.filter)
        return assignment

    def parse_compare(self) -> nodes.Expr:
        comparison = super().parse_compare()
        if not isinstance(comparison, nodes.Compare):
            return comparison
        left, (first, *more) = comparison.expr, comparison.ops
        if not more and first.op in ("eq", "ne", "in", "notin"):
            if (first.op in ("eq", "ne") and isinstance(left, nodes.Const)) or isinstance(first.expr, nodes.Const):
                return comparison
            return _through(COMPARED, left, first.expr, nodes.Const(first.op))
        comparison.expr = _through(ORDERED, left)
        comparison.ops = [nodes.Operand(operand.op, _through(ORDERED, operand.expr)) for operand in comparison.ops]
        return comparison

    def parse_concat(self) -> nodes.Expr:
        concat = super().parse_concat()
        if not isinstance(concat, nodes.Concat):
            return concat
        concat.nodes = [node if _is_written(node) else _through(TEXT, node) for node in concat.nodes]
        return _through(GROWN, concat)

    def parse_primary(self, *args: Any, **values: Any) -> nodes.Expr:
        node = super().parse_primary(*args, **values)
        if isinstance(node, nodes.Name) and node.name in ("varargs", "kwargs"):
            self.fail(f"{node.name} isn't allowed; name the macro's arguments", node.lineno)
        if isinstance(node, nodes.Const) and isinstance(node.value, float) and not isfinite(node.value):
            self.fail("a number that is too large", node.lineno)
        if isinstance(node, nodes.Const) and isinstance(node.value, str) and _HALF.search(node.value):
            self.fail("half a character (U+D800 to U+DFFF) is no text", node.lineno)
        return node

    def parse_list(self) -> nodes.Expr:  # type: ignore[override]
        return _weighed(super().parse_list())

    def parse_dict(self) -> nodes.Expr:  # type: ignore[override]
        return _weighed(super().parse_dict())

    def parse_tuple(self, *args: Any, **values: Any) -> nodes.Expr:
        node = super().parse_tuple(*args, **values)
        return node if self._targets else _weighed(node)

    def parse_assign_target(self, *args: Any, **values: Any) -> Any:
        self._targets += 1
        try:
            return super().parse_assign_target(*args, **values)
        finally:
            self._targets -= 1


def _weighed(node: nodes.Expr) -> nodes.Expr:
    """Charge a list or mapping with what it holds, unless that is plainly little."""
    if isinstance(node, (nodes.List, nodes.Tuple)) and not all(map(_is_plain, node.items)):
        return _through(WEIGHED, node)
    if isinstance(node, nodes.Dict) and not all(_is_plain(pair.value) for pair in node.items):
        return _through(WEIGHED, node)
    return node


def _is_written(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Const) and type(node.value) in (str, int, float)


def _is_plain(node: nodes.Expr) -> bool:
    arithmetic = (nodes.Const, nodes.TemplateData, nodes.Sub, nodes.Div, nodes.FloorDiv, nodes.Neg, nodes.Compare)
    return isinstance(node, arithmetic)


def _through(name: str, node: nodes.Node | None, *args: nodes.Expr) -> nodes.Filter:
    charge = nodes.Filter(node, name, list(args), [], None, None)
    charge.set_lineno((node and node.lineno) or 1, override=False)
    return charge
