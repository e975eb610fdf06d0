"""The sandbox of templates: text and numbers print, what builds much of little is charged or missing."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from math import isfinite
from typing import Any, NamedTuple

import jinja2
from markupsafe import Markup

from generator.sandbox import blank
from generator.sandbox.blank import Blank, TruthPrinted
from generator.sandbox.budget import TooMuchWork, single, sort_of
from generator.sandbox.environment import Sandbox, unknown_field
from generator.sandbox.filters import charging, growing, of_text
from generator.sandbox.lines import Lines, Tracer
from generator.sandbox.numeral import Numeral, no_number

LONGEST_FACE = 4_000_000
"""How many characters of SVG one face may have."""

# These build text or lists of any length from a small number, show Python's insides, or differ from run to run.
_FORBIDDEN = frozenset([
    "attr", "batch", "center", "filesizeformat", "forceescape", "format", "indent", "pprint", "random", "safe", "slice",
    "tojson", "urlize", "wordwrap", "xmlattr",
])  # fmt: skip

_HALF = re.compile("[\ud800-\udfff]")

_OF_TEXT = (
    "capitalize", "e", "escape", "lower", "string", "striptags", "title", "trim", "truncate", "upper", "urlencode",
    "wordcount",
)  # fmt: skip
"""The filters that would write an empty field, true and false as words of Python."""

_TESTS = {"defined": blank.is_defined, "undefined": blank.is_undefined, "none": blank.is_none}

_PRINTED = (str, int, float, Fraction, jinja2.Undefined)
_WRITTEN = frozenset([str, int, float, Markup, Numeral])


class Written(NamedTuple):
    """What a template wrote, and where its lines come from."""

    text: str
    lines: Lines


class Templates(Sandbox):
    """The environment of a pack's templates; `cache` keeps what they are compiled to.

    `fields` says which fields a row could have, `on_blank` is told of each empty field that is
    printed, which prints nothing.
    """

    intercepted_binops = frozenset(["+", "*", "**", "%", "//"])

    def __init__(self, loader: jinja2.BaseLoader | None = None, cache: jinja2.BytecodeCache | None = None) -> None:
        # working out constants when a template is compiled takes longer than it saves
        super().__init__(loader=loader, cache=cache, autoescape=True, optimized=False, finalize=self._printed)
        self.fields: Callable[[Mapping[str, Any]], Collection[str]] = lambda _row: ()
        self.on_blank: Callable[[Blank], None] = _refuse
        self._truth: tuple[Mapping[str, Any], str, bool] | None = None
        self.globals = {name: self.globals[name] for name in ("range", "namespace")}
        self._tracer = Tracer()
        allowed = {name: run for name, run in self.filters.items() if name not in _FORBIDDEN}
        bounded = {**allowed, **growing(self.budget, self.text), "default": blank.default, "d": blank.default}
        bounded |= {name: of_text(bounded[name], self.text) for name in _OF_TEXT}
        self.filters = {name: charging(run, self.budget) for name, run in bounded.items()} | self.charges()
        tests: Mapping[str, Any] = {**self.tests, **_TESTS}
        self.tests = {name: charging(run, self.budget) for name, run in tests.items()}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return a field before a method; one in which nothing stands is a `Blank`."""
        if not isinstance(obj, dict) or attribute not in obj:
            return super().getattr(obj, attribute)
        value = obj[attribute]
        if value is None:
            return Blank(obj, attribute, present=True)
        if value is True or value is False:
            self._truth = (obj, attribute, value)
        return value

    def _no_method(self, obj: Any, attribute: str) -> Any:
        fields = self.fields(obj) if isinstance(obj, dict) else ()
        if attribute in fields:
            return Blank(obj, attribute, present=False)
        return self.undefined(unknown_field(attribute, fields)) if fields else super()._no_method(obj, attribute)

    def text(self, value: Any) -> Any:
        """Return a value that becomes a part of a text, "" for a blank; an error for what no text says."""
        if type(value) is float and not isfinite(value):
            raise jinja2.TemplateRuntimeError("a number without end stands where one is to be written")
        if type(value) in _WRITTEN:
            return value
        if isinstance(value, Blank):
            self.on_blank(value)
            return ""
        if value is None:
            raise jinja2.UndefinedError("an empty field is printed here")
        if isinstance(value, bool):
            raise self._printed_truth(value)
        return single(value)

    def ordered(self, value: Any) -> Any:
        """Return a value that is to be smaller or larger than another, and no text that looks like a number."""
        return single(no_number(value))

    def _printed_truth(self, value: bool) -> TruthPrinted:
        """Return the error of a truth value that is printed, with the field that was read last, if it is that."""
        row, name, read = self._truth or (None, "", value)
        return TruthPrinted(value, row, name) if read is value else TruthPrinted(value, None, "")

    def _printed(self, value: Any) -> Any:
        """What `{{ … }}` prints: nothing is printed as Python would."""
        if type(value) is float:
            if not isfinite(value):
                raise jinja2.TemplateRuntimeError("a number without end is printed here")
            return f"{value:.4f}".rstrip("0").rstrip(".")
        if not isinstance(value, _PRINTED) and value is not None:
            raise jinja2.TemplateRuntimeError(f"{sort_of(value)} is printed here; allowed: text and numbers")
        return self.text(value)

    def written(self, running: Iterator[str]) -> Written:
        """Return what a running template writes, with a fresh budget; `TooMuchWork` past `LONGEST_FACE`."""
        self.budget.renew()
        text: list[str] = []
        lines, length = Lines(), 0
        for part in running:
            if not isinstance(part, str):
                raise jinja2.TemplateRuntimeError(f"{sort_of(part)} is printed here; allowed: text and numbers")
            lines.add(part, self._tracer.source(running), type(part) is str)  # what an expression gives is Markup
            text.append(part)
            length += len(part)
            if length > LONGEST_FACE:
                raise TooMuchWork(f"a face of more than {LONGEST_FACE} characters")
        whole = "".join(text)
        if _HALF.search(whole):
            raise jinja2.TemplateRuntimeError("half a character (U+D800 to U+DFFF) is printed here")
        return Written(whole, lines)


def _refuse(_blank: Blank) -> None:
    raise jinja2.UndefinedError("an empty field is printed here")
