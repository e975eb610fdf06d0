"""The Jinja sandbox that templates and formulas share: no way out, bounded work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

import jinja2
from jinja2 import nodes
from jinja2.parser import Parser
from jinja2.runtime import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import Markup

from generator.problems import listed, near

LOOP_STEPS = 200_000
"""How many loop turns and macro calls one rendering may take."""

TEXT_LENGTH = 4_000_000
"""How long a text or list may grow inside a template or formula."""

_FORMULA_FILTERS = frozenset(
    {"abs", "count", "d", "default", "first", "join", "last", "length", "list", "map", "max", "min"}
    | {"reject", "rejectattr", "select", "selectattr", "sort", "sum", "unique"}
)
# These build text or lists of any length from a small number, show Python's insides, or differ from run to run.
_TEMPLATE_FORBIDDEN = frozenset(
    {
        "attr",
        "center",
        "filesizeformat",
        "forceescape",
        "format",
        "indent",
        "pprint",
        "random",
        "safe",
        "tojson",
        "urlize",
    }
    | {"wordwrap", "xmlattr"}
)


class TooMuchWork(jinja2.TemplateRuntimeError):
    """A template or formula went on for longer, or grew larger, than is allowed."""


@dataclass(slots=True)
class Budget:
    """Counts down the loop turns left to one rendering."""

    left: int = LOOP_STEPS

    def spend(self, steps: int) -> None:
        """Take `steps` away; `TooMuchWork` when none are left."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork(f"more than {LOOP_STEPS} loop turns")


def _size(value: object) -> int:
    return len(value) if isinstance(value, (str, list, tuple, bytes)) else 0


def _times(left: Any, right: Any) -> Any:
    if isinstance(right, int) and _size(left) * right > TEXT_LENGTH:
        raise TooMuchWork("a text or list repeated too often")
    if isinstance(left, int) and _size(right) * left > TEXT_LENGTH:
        raise TooMuchWork("a text or list repeated too often")
    _check_number(left, right)
    return left * right


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
            return f"unknown name {name!r}"
        if isinstance(self._undefined_obj, dict):
            known = [str(key) for key in self._undefined_obj]
            hint = near(str(name), known)
            return f"unknown field {name!r}" + (f" ({hint})" if hint else "") + f"; allowed: {listed(known)}"
        return f"unknown field {name!r}"


class Sandbox(ImmutableSandboxedEnvironment):
    """A Jinja environment for files from strangers.

    Names that don't exist stop, data can't be changed, attributes starting with `_` don't
    exist, loops are counted, growth is bounded. `formulas=True` allows the filters a
    formula needs, and nothing else, and divides exactly.
    """

    intercepted_binops = frozenset(["*", "**", "%"])

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
        self.filters["__counted"] = self._counted
        self.binop_table = dict(self.binop_table)
        self.binop_table.update({"*": _times, "**": _power, "%": _modulo, "/": _divide_exactly})

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return a field before a method: `row.values` is the row's field of that name."""
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    @jinja2.pass_context  # so that Jinja doesn't work it out once, when it compiles
    def _counted(self, _context: object, values: Iterable[Any]) -> Iterable[Any]:
        """Charge a loop's turns: at once when its length is known, else turn by turn."""
        length = getattr(values, "__len__", None)
        if length is None:
            return self._counting(values)
        self.budget.spend(1 + length())
        return values

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
        self.budget.left = LOOP_STEPS
        out: list[str] = []
        length = 0
        for part in parts:
            out.append(part)
            length += len(part)
            if length > TEXT_LENGTH:
                raise TooMuchWork(f"a face of more than {TEXT_LENGTH} characters")
        return "".join(out)


class _CountingParser(Parser):
    """Parses templates so that each turn of a loop and each call of a macro is charged."""

    def parse_for(self) -> nodes.For:
        loop = super().parse_for()
        loop.iter = _counted(loop.iter)
        return loop

    def parse_macro(self) -> nodes.Macro:
        return _charged(super().parse_macro())

    def parse_call_block(self) -> nodes.CallBlock:
        return _charged(super().parse_call_block())


_Called = TypeVar("_Called", nodes.Macro, nodes.CallBlock)


def _charged(called: _Called) -> _Called:
    charge = nodes.ExprStmt(_counted(nodes.Tuple([], "load")))
    charge.set_lineno(called.lineno, override=True)
    called.body.insert(0, charge)
    return called


def _counted(node: nodes.Node) -> nodes.Filter:
    wrapped = nodes.Filter(node, "__counted", [], [], None, None)
    wrapped.set_lineno(node.lineno or 1, override=False)
    return wrapped


def _printed(value: Any) -> Any:
    """What `{{ … }}` prints: nothing is printed as Python would."""
    if value is None:
        raise jinja2.UndefinedError("an empty field is printed here")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".")
    return value


def escaped(text: str) -> Markup:
    """Return text as safe XML content."""
    return Markup.escape(text)


Function = Callable[..., Any]
