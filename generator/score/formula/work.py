"""The work one evaluation may do, and the lists it may make."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from time import process_time
from typing import Any

from jinja2 import TemplateRuntimeError
from jinja2.runtime import Undefined

from generator.problems import Failed, Location, failed
from generator.score.formula.numbers import Number, whole

STEPS = 1_000_000
"""How many list elements one evaluation may touch."""

LONGEST = 2_000
"""How many elements a list made by a formula may have."""

LARGEST_BITS = 256
"""How many binary digits a number may grow to."""


DEEPEST = 20
"""How deep lists may be nested where they are compared."""

SECONDS = 1.5
"""How long the processor may work on all formulas of one sheet together, or of one score.yaml as it is compiled."""

_OFTEN = 5_000
"""After how many list elements the time is looked at within one evaluation."""


class FormulaError(Exception):
    """A formula can't be worked out with these values; the text says why."""


class MissingAnswer(Exception):
    """A formula needs a box that isn't filled; `roots` are the empty boxes behind it."""

    def __init__(self, roots: tuple[Any, ...] = ()) -> None:
        super().__init__()
        self.roots = roots


class OutOfTime(Exception):
    """The time for all formulas together is over: the fault of none alone, so that none goes on in spite of it."""


WHAT_FORMULAS_RAISE = (
    FormulaError,
    MissingAnswer,
    TemplateRuntimeError,  # an undefined value that is used, and what the sandbox refuses
    TypeError,  # values of the wrong sort: 1 < "a", a list as a key, an argument too many
    ValueError,  # a slice with step 0
    ArithmeticError,  # a division by 0
)
"""What a formula raises when it can't be worked out with some values; nothing else is a formula's fault."""


class Work:
    """Counts down the list elements that one evaluation may still touch, and the time that all of them may take."""

    __slots__ = ("_look_at", "_until", "left")

    def __init__(self) -> None:
        self.left = STEPS
        self._look_at = STEPS
        self.allow()

    def allow(self, share: float = 1.0) -> None:
        """Give all evaluations from now on the time that they may take together, or a share of it."""
        self._until = process_time() + SECONDS * share

    def start(self) -> None:
        """Begin a new evaluation; `OutOfTime` when there is no time for it."""
        self.left = STEPS
        self._look()

    def spend(self, steps: int) -> None:
        """Take `steps` away; `FormulaError` when none are left, `OutOfTime` when the time is over."""
        self.left -= steps
        if self.left < self._look_at:
            self._look()

    def _look(self) -> None:
        """Look at what is left, of steps and of time."""
        if self.left < 0:
            raise FormulaError("this takes too long: too many list elements")
        if process_time() > self._until:
            raise OutOfTime
        self._look_at = max(0, self.left - _OFTEN)

    def items(self, values: Any) -> list[Any]:
        """Return a list's elements, charged."""
        if type(values) is not list:
            values = self._listed(values)
        self.left = left = self.left - len(values) - 1
        if left < self._look_at:
            self._look()
        return values  # type: ignore[no-any-return]

    def _listed(self, values: Any) -> list[Any]:
        if isinstance(values, Undefined):
            stop(values)
        if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
            raise FormulaError(f"{shown(values)} is no list")
        return self.new_list(values)

    def new_list(self, values: Iterable[Any]) -> list[Any]:
        """Return a new list, charged and no longer than `LONGEST`."""
        result = list(islice(values, LONGEST + 1))
        if len(result) > LONGEST:
            raise FormulaError(f"a list of more than {LONGEST} elements")
        self.spend(len(result))
        return result

    def weigh(self, value: Any, depth: int = 0) -> None:
        """Charge a list with everything inside it, before it is compared with another.

        Lists that hold one list many times are small to make and endless to compare.
        """
        if type(value) is not list:
            return
        self.spend(len(value) + 1)
        if depth > DEEPEST:
            raise FormulaError(f"lists nested deeper than {DEEPEST}")
        for inner in value:
            self.weigh(inner, depth + 1)


def too_long(place: Location, what: str) -> Failed:
    """Return what is told when the time is over and `what` was being worked out."""
    return failed(place, f"{what}: scoring takes longer than {SECONDS:g} s", remedy="make it simpler, or lists shorter")


def stop(value: Undefined) -> None:
    """Raise what an undefined value stands for."""
    value._fail_with_undefined_error()


def number(value: Any) -> Number:
    """Return `value` when it is a number (true counts 1); `FormulaError` otherwise."""
    kind = type(value)
    if kind is int:
        return value  # type: ignore[no-any-return]
    if kind is bool:
        return int(value)
    if isinstance(value, Undefined):
        stop(value)
    try:
        exact = whole(value)
    except AttributeError:
        raise FormulaError(f"{shown(value)} is no number") from None
    return bounded(exact)


def bounded(value: Number) -> Number:
    """Return a number that hasn't grown too large; `FormulaError` otherwise."""
    if value.numerator.bit_length() > LARGEST_BITS or value.denominator.bit_length() > LARGEST_BITS:
        raise FormulaError("a number grew too large")
    return value


def whole_number(value: Any) -> int:
    """Return `value` when it is a whole number; `FormulaError` otherwise."""
    exact = number(value)
    if not isinstance(exact, int):
        raise FormulaError(f"{exact} is no whole number")
    return exact


def shown(value: Any, depth: int = 0) -> str:
    """Return a value as messages about formulas show it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        inner = "…" if depth > 1 else ", ".join(shown(item, depth + 1) for item in value[:12])
        return f"[{inner}{', …' if len(value) > 12 else ''}]"
    if isinstance(value, Undefined):
        return "missing"
    if isinstance(value, str):
        return repr(value[:40])
    return "{…}" if isinstance(value, dict) else str(value)
