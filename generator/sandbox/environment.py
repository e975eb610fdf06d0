"""The sandbox that templates and formulas share: no way out, no name that isn't there, bounded work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import CodeType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.runtime import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import Markup

from generator.problems import listed, near, quoted
from generator.sandbox.arithmetic import Arithmetic
from generator.sandbox.budget import SHORT, Budget, single, sort_of
from generator.sandbox.code import LineKeeper, compiled
from generator.sandbox.numeral import Numeral
from generator.sandbox.parser import COMPARED, COUNTED, GROWN, ORDERED, READ, TEXT, WEIGHED, parse

_TEXT = frozenset([
    "capitalize", "casefold", "count", "endswith", "find", "isalnum", "isalpha", "isdecimal", "isdigit", "islower",
    "isupper", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "rfind", "rpartition", "rsplit",
    "rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title", "upper",
])  # fmt: skip
_NONE: frozenset[str] = frozenset()
_METHODS: dict[type, frozenset[str]] = {
    str: _TEXT,
    Markup: _TEXT,
    Numeral: _TEXT,
    dict: frozenset(["get", "items", "keys", "values"]),
    list: frozenset(["count", "index"]),
    tuple: frozenset(["count", "index"]),
    **dict.fromkeys([bool, bytes, float, int], _NONE),
}
"""The methods of plain values that templates may call: none that pads, repeats, or joins."""


class UnknownName(StrictUndefined):
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
            return unknown_field(str(name), map(str, self._undefined_obj))
        return f"unknown field {quoted(str(name))}"


def unknown_field(name: str, fields: Iterable[str]) -> str:
    """Return that a row has no such field, and which it has."""
    known = list(fields)
    hint = near(name, known)
    return f"unknown field {quoted(name)}" + (f" ({hint})" if hint else "") + f"; allowed: {listed(known)}"


class Sandbox(ImmutableSandboxedEnvironment):
    """A Jinja environment for what strangers wrote.

    Names that don't exist stop, data can't be changed, attributes starting with `_` don't
    exist, loops are counted, growth is bounded. The two that are made of it, `Templates` and
    `Formulas`, say which filters and names there are, and which operators are taken over.
    """

    code_generator_class = LineKeeper

    def __init__(
        self,
        *,
        loader: jinja2.BaseLoader | None = None,
        cache: jinja2.BytecodeCache | None = None,
        autoescape: bool,
        optimized: bool,
        finalize: Callable[[Any], Any] | None = None,
    ) -> None:
        super().__init__(
            loader=loader,
            autoescape=autoescape,
            undefined=UnknownName,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            cache_size=400,
            auto_reload=False,
            bytecode_cache=cache,
            optimized=optimized,
            finalize=finalize,
        )
        self.budget = Budget()
        self.binop_table = {**self.binop_table, **Arithmetic(self.budget).operators()}
        self._safe: dict[tuple[type, str], bool] = {}

    def charges(self) -> dict[str, Callable[..., Any]]:
        """Return the filters through which the parser leads whatever can go on or grow."""
        return {
            COUNTED: self._counted,
            READ: self._read,
            GROWN: self.budget.grown,
            WEIGHED: self.budget.weighed,
            ORDERED: self.ordered,
            TEXT: self.text,
            COMPARED: self.budget.compared,
        }

    def text(self, value: Any) -> Any:
        """Return a value that becomes a part of a text; an error for a list or mapping."""
        return single(value)

    def ordered(self, value: Any) -> Any:
        """Return a value that is to be smaller or larger than another; an error for a list or mapping."""
        return single(value)

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
        return self.undefined(f"unknown field {quoted(attribute)} of {sort_of(obj)}; allowed: {allowed}")

    def call(self, context: Any, called: Any, /, *args: Any, **values: Any) -> Any:
        """Call a function or macro, charged; methods that templates may not call can't be named at all."""
        budget = self.budget
        budget.called(called, args)
        outcome = context.call(called, *args, **values)
        return outcome if type(outcome) is Markup and len(outcome) < SHORT else budget.grown(outcome)

    @jinja2.pass_context  # so that Jinja doesn't work it out once, when it compiles
    def _counted(self, _context: object, values: Iterable[Any]) -> Iterable[Any]:
        """Charge a loop's turns: at once when its length is known, else turn by turn."""
        length = getattr(values, "__len__", None)
        if length is None:
            return self._counted_one_by_one(values)
        self.budget.spend(1 + length())
        return values

    def _read(self, value: Any) -> Any:
        """Charge another file that is read."""
        self.budget.spend(10)
        return value

    def _counted_one_by_one(self, values: Iterable[Any]) -> Iterator[Any]:
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

    def _compile(self, source: str, filename: str) -> CodeType:
        return compiled(source, filename)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        return parse(self, source, name, filename)
