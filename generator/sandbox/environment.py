"""The Jinja sandbox that templates and formulas share: no way out, bounded work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import isfinite
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.parser import Parser
from jinja2.runtime import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import Markup

from generator.problems import listed, near, quoted
from generator.sandbox.budget import SHORT, Budget, TooMuchWork, named, single
from generator.sandbox.filters import charging, growing

__all__ = ["Sandbox", "TooMuchWork", "whole"]

LONGEST_FACE = 4_000_000
"""How many characters of SVG one face may have."""

_FORMULA_FILTERS = frozenset(
    {"abs", "count", "d", "default", "first", "join", "last", "length", "list", "map", "max", "min"}
    | {"reject", "rejectattr", "select", "selectattr", "sort", "sum", "unique"}
)
# These build text or lists of any length from a small number, show Python's insides, or differ from run to run.
_TEMPLATE_FORBIDDEN = frozenset(
    {
        "attr",
        "batch",
        "center",
        "filesizeformat",
        "forceescape",
        "format",
        "indent",
        "pprint",
        "random",
        "safe",
        "slice",
        "tojson",
        "urlize",
    }
    | {"wordwrap", "xmlattr"}
)


_TEXT = frozenset([
    "capitalize", "casefold", "count", "endswith", "find", "isalnum", "isalpha", "isdecimal", "isdigit", "islower",
    "isupper", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "rfind", "rpartition", "rsplit",
    "rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title", "upper",
])  # fmt: skip
_NONE: frozenset[str] = frozenset()
_METHODS: dict[type, frozenset[str]] = {
    str: _TEXT,
    Markup: _TEXT,
    dict: frozenset(["get", "items", "keys", "values"]),
    list: frozenset(["count", "index"]),
    tuple: frozenset(["count", "index"]),
    **dict.fromkeys([bool, bytes, float, int], _NONE),
}
"""The methods of plain values that templates may call: none that pads, repeats, or joins."""


_NUMBERS = frozenset([int, float])


class _Arithmetic:
    """The operators of templates that could make something large of something small."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def times(self, left: Any, right: Any) -> Any:
        for value, times in ((left, right), (right, left)):
            if isinstance(value, (str, list, tuple)) and isinstance(times, int):
                self.budget.room(len(value) * times)
        _check_number(left, right)
        return self._made(left * right)

    def plus(self, left: Any, right: Any) -> Any:
        made = left + right
        return made if type(made) in _NUMBERS else self._made(made)

    def _made(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return self.budget.weighed(value)
        return self.budget.grown(value) if isinstance(value, str) else value


def _check_number(*values: Any) -> None:
    for value in values:
        if isinstance(value, int) and value.bit_length() > 4096:
            raise TooMuchWork("a number grew too large")


def _power(left: Any, right: Any) -> Any:
    if not isinstance(right, int) or abs(right) > 64:
        raise TooMuchWork("a power must be a whole number up to 64")
    _check_number(left)
    return left**right


def _modulo(left: Any, right: Any) -> Any:
    if isinstance(left, (str, bytes)):
        raise jinja2.TemplateRuntimeError("% is for numbers; join texts with ~")
    return left % right


def whole(number: Fraction) -> int | Fraction:
    """Return a fraction as int when it is whole."""
    return number.numerator if number.denominator == 1 else number


def _divide_exactly(left: Any, right: Any) -> Any:
    if isinstance(left, (int, Fraction)) and isinstance(right, (int, Fraction)):
        return whole(Fraction(left) / right)
    return left / right


class Named(StrictUndefined):
    """A name that doesn't exist; its message tells the names that do."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        name = self._undefined_name
        if self._undefined_hint:
            return self._undefined_hint
        if self._undefined_obj is missing:
            return f"unknown name {quoted(str(name))}"
        if isinstance(self._undefined_obj, dict):
            known = [str(key) for key in self._undefined_obj]
            hint = near(str(name), known)
            return f"unknown field {quoted(str(name))}" + (f" ({hint})" if hint else "") + f"; allowed: {listed(known)}"
        return f"unknown field {quoted(str(name))}"


class Sandbox(ImmutableSandboxedEnvironment):
    """A Jinja environment for files from strangers.

    Names that don't exist stop, data can't be changed, attributes starting with `_` don't
    exist, loops are counted, growth is bounded. `formulas=True` allows the filters a
    formula needs, and nothing else, and divides exactly.
    """

    intercepted_binops = frozenset(["+", "*", "**", "%"])

    def __init__(
        self,
        loader: jinja2.BaseLoader | None = None,
        *,
        formulas: bool = False,
        compiled: jinja2.BytecodeCache | None = None,
    ) -> None:
        super().__init__(
            loader=loader,
            autoescape=not formulas,
            undefined=Named,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            cache_size=400,
            auto_reload=False,
            bytecode_cache=compiled,
            optimized=formulas,  # in a template, working out constants takes longer than it saves
            finalize=None if formulas else _printed,
        )
        self.budget = Budget()
        self._safe: dict[tuple[type, str], bool] = {}
        if formulas:
            self.intercepted_binops = frozenset(["*", "**", "%", "/"])
            self.filters = {name: f for name, f in self.filters.items() if name in _FORMULA_FILTERS}
            self.globals.clear()
        else:
            self.filters = {name: f for name, f in self.filters.items() if name not in _TEMPLATE_FORBIDDEN}
            self.globals = {"range": self.globals["range"], "namespace": self.globals["namespace"]}
            self.filters |= growing(self.budget)
            self.filters = {name: charging(run, self.budget) for name, run in self.filters.items()}
        self.filters |= {
            "__counted": self._counted,
            "__charged": self._charged,
            "__grown": self.budget.grown,
            "__weighed": self.budget.weighed,
            "__single": single,
            "__compared": self.budget.compared,
        }
        made = _Arithmetic(self.budget)
        self.binop_table = dict(self.binop_table)
        self.binop_table.update({"+": made.plus, "*": made.times, "**": _power, "%": _modulo, "/": _divide_exactly})

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return a field before a method: `row.values` is the row's field of that name."""
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        methods = _METHODS.get(type(obj))
        if methods is not None and attribute not in methods and not attribute.startswith("_"):
            return self._no_method(obj, attribute)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return an element; a name in brackets reads no more of a value than a name after a point."""
        if isinstance(argument, str) and type(obj) in _METHODS:
            return self.getattr(obj, argument)
        return super().getitem(obj, argument)

    def _no_method(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, dict):
            return self.undefined(obj=obj, name=attribute)
        allowed = listed(sorted(_METHODS[type(obj)]), 30) or "no name after it"
        return self.undefined(f"unknown field {quoted(attribute)} of {named(obj)}; allowed: {allowed}")

    def call(self, context: Any, called: Any, /, *args: Any, **values: Any) -> Any:
        """Call a function or macro, charged; methods that templates may not call can't be named at all."""
        budget = self.budget
        budget.left -= 1
        if budget.left < 0:
            budget.spend(0)
        made = context.call(called, *args, **values)
        return made if type(made) is Markup and len(made) < SHORT else budget.grown(made)

    @jinja2.pass_context  # so that Jinja doesn't work it out once, when it compiles
    def _counted(self, _context: object, values: Iterable[Any]) -> Iterable[Any]:
        """Charge a loop's turns: at once when its length is known, else turn by turn."""
        length = getattr(values, "__len__", None)
        if length is None:
            return self._counting(values)
        self.budget.spend(1 + length())
        return values

    def _charged(self, value: Any) -> Any:
        """Charge another file that is read."""
        self.budget.spend(10)
        return value

    def _counting(self, values: Iterable[Any]) -> Iterator[Any]:
        for value in values:
            self.budget.spend(1)
            yield value

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Tell whether a template may read an attribute: a matter of the type, so worked out once."""
        key = (type(obj), attr)
        safe = self._safe.get(key)
        if safe is None:
            safe = self._safe[key] = super().is_safe_attribute(obj, attr, value)
        return safe

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        return _CountingParser(self, source, name, filename).parse()

    def bounded(self, parts: Iterable[str]) -> str:
        """Join what a template yields with a fresh budget; `TooMuchWork` past `TEXT_LENGTH`."""
        self.budget.renew()
        out: list[str] = []
        length = 0
        for part in parts:
            out.append(part)
            length += len(part)
            if length > LONGEST_FACE:
                raise TooMuchWork(f"a face of more than {LONGEST_FACE} characters")
        return "".join(out)


class _CountingParser(Parser):
    """Parses templates so that whatever can go on or grow is charged."""

    _targets = 0  # whether names are parsed that something is assigned to

    def parse_for(self) -> nodes.For:
        loop = super().parse_for()
        if loop.recursive:
            self.fail("a recursive loop isn't allowed; use a macro", loop.lineno)
        loop.iter = _through("__counted", loop.iter)
        return loop

    def parse_include(self) -> nodes.Include:
        made = super().parse_include()
        made.template = _through("__charged", made.template)
        return made

    def parse_import(self) -> nodes.Import:
        made = super().parse_import()
        made.template = _through("__charged", made.template)
        return made

    def parse_from(self) -> nodes.FromImport:
        made = super().parse_from()
        made.template = _through("__charged", made.template)
        return made

    def parse_set(self) -> nodes.Assign | nodes.AssignBlock:
        made = super().parse_set()
        if isinstance(made, nodes.AssignBlock):
            made.filter = _through("__grown", made.filter)
        return made

    def parse_compare(self) -> nodes.Expr:
        made = super().parse_compare()
        if not isinstance(made, nodes.Compare):
            return made
        left, (first, *more) = made.expr, made.ops
        if not more and first.op in ("eq", "ne", "in", "notin"):
            if (first.op in ("eq", "ne") and isinstance(left, nodes.Const)) or isinstance(first.expr, nodes.Const):
                return made
            return _through("__compared", left, first.expr, nodes.Const(first.op))
        made.expr = _through("__single", left)
        made.ops = [nodes.Operand(operand.op, _through("__single", operand.expr)) for operand in made.ops]
        return made

    def parse_concat(self) -> nodes.Expr:
        made = super().parse_concat()
        if not isinstance(made, nodes.Concat):
            return made
        made.nodes = [node if isinstance(node, nodes.Const) else _through("__single", node) for node in made.nodes]
        return _through("__grown", made)

    def parse_primary(self, *args: Any, **values: Any) -> nodes.Expr:
        made = super().parse_primary(*args, **values)
        if isinstance(made, nodes.Name) and made.name in ("varargs", "kwargs"):
            self.fail(f"{made.name} isn't allowed; name the macro's arguments", made.lineno)
        if isinstance(made, nodes.Const) and isinstance(made.value, float) and not isfinite(made.value):
            self.fail("a number that is too large", made.lineno)
        return made

    def parse_list(self) -> nodes.Expr:  # type: ignore[override]
        return _weighed(super().parse_list())

    def parse_dict(self) -> nodes.Expr:  # type: ignore[override]
        return _weighed(super().parse_dict())

    def parse_tuple(self, *args: Any, **values: Any) -> nodes.Expr:
        made = super().parse_tuple(*args, **values)
        return made if self._targets else _weighed(made)

    def parse_assign_target(self, *args: Any, **values: Any) -> Any:
        self._targets += 1
        try:
            return super().parse_assign_target(*args, **values)
        finally:
            self._targets -= 1


def _weighed(made: nodes.Expr) -> nodes.Expr:
    """Charge a list or mapping with what it holds, unless that is plainly little."""
    if isinstance(made, (nodes.List, nodes.Tuple)) and not all(map(_is_plain, made.items)):
        return _through("__weighed", made)
    if isinstance(made, nodes.Dict) and not all(_is_plain(pair.value) for pair in made.items):
        return _through("__weighed", made)
    return made


def _is_plain(node: nodes.Expr) -> bool:
    arithmetic = (nodes.Const, nodes.TemplateData, nodes.Sub, nodes.Div, nodes.FloorDiv, nodes.Neg, nodes.Compare)
    return isinstance(node, arithmetic)


def _through(name: str, node: nodes.Node | None, *args: nodes.Expr) -> nodes.Filter:
    made = nodes.Filter(node, name, list(args), [], None, None)
    made.set_lineno((node and node.lineno) or 1, override=False)
    return made


_PRINTED = (str, int, float, Fraction, jinja2.Undefined)


def _printed(value: Any) -> Any:
    """What `{{ … }}` prints: nothing is printed as Python would."""
    if value is None:
        raise jinja2.UndefinedError("an empty field is printed here")
    if not isinstance(value, _PRINTED):
        raise jinja2.TemplateRuntimeError(f"{named(value)} is printed here; allowed: text and numbers")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".")
    return value


def escaped(text: str) -> Markup:
    """Return text as safe XML content."""
    return Markup.escape(text)


Function = Callable[..., Any]
