"""The sandbox of templates: text and numbers print, what builds much of little is charged or missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import isfinite
from typing import Any, NamedTuple

import jinja2

from generator.sandbox.budget import TooMuchWork, sort_of
from generator.sandbox.environment import Sandbox
from generator.sandbox.filters import charging, growing
from generator.sandbox.lines import Lines, Tracer

LONGEST_FACE = 4_000_000
"""How many characters of SVG one face may have."""

# These build text or lists of any length from a small number, show Python's insides, or differ from run to run.
_FORBIDDEN = frozenset([
    "attr", "batch", "center", "filesizeformat", "forceescape", "format", "indent", "pprint", "random", "safe", "slice",
    "tojson", "urlize", "wordwrap", "xmlattr",
])  # fmt: skip

_HALF = re.compile("[\ud800-\udfff]")

_PRINTED = (str, int, float, Fraction, jinja2.Undefined)


class Written(NamedTuple):
    """What a template wrote, and where its lines come from."""

    text: str
    lines: Lines


class Templates(Sandbox):
    """The environment of a pack's templates; `cache` keeps what they are compiled to."""

    intercepted_binops = frozenset(["+", "*", "**", "%", "//"])

    def __init__(self, loader: jinja2.BaseLoader | None = None, cache: jinja2.BytecodeCache | None = None) -> None:
        # working out constants when a template is compiled takes longer than it saves
        super().__init__(loader=loader, cache=cache, autoescape=True, optimized=False, finalize=_printed)
        self.globals = {name: self.globals[name] for name in ("range", "namespace")}
        self._tracer = Tracer()
        allowed = {name: run for name, run in self.filters.items() if name not in _FORBIDDEN}
        bounded = {**allowed, **growing(self.budget)}
        self.filters = {name: charging(run, self.budget) for name, run in bounded.items()} | self.charges()
        tests: Mapping[str, Any] = self.tests
        self.tests = {name: charging(run, self.budget) for name, run in tests.items()}

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


def _printed(value: Any) -> Any:
    """What `{{ … }}` prints: nothing is printed as Python would."""
    if value is None:
        raise jinja2.UndefinedError("an empty field is printed here")
    if not isinstance(value, _PRINTED):
        raise jinja2.TemplateRuntimeError(f"{sort_of(value)} is printed here; allowed: text and numbers")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if not isfinite(value):
            raise jinja2.TemplateRuntimeError("a number without end is printed here")
        return f"{value:.4f}".rstrip("0").rstrip(".")
    return value
