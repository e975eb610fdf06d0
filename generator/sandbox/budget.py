"""What a stranger's template may use up: turns of loops, calls, and what is copied, searched and compared."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from time import monotonic
from typing import Any

import jinja2

STEPS = 200_000
"""How many loop turns, calls, and hundreds of characters or elements one rendering may take."""

LONGEST = 1_000_000
"""How many characters a text, or elements a list, may have inside a template."""

SECONDS = 10.0
"""How long one rendering may take; what the steps don't bound ends here."""

SHORT = 100
"""How many characters a step pays for."""

_ELEMENTS = 10

_OFTEN = 15
"""The time is looked at in each sixteenth call."""


class TooMuchWork(jinja2.TemplateRuntimeError):
    """A template or formula went on for longer, or grew larger, than is allowed."""


@dataclass(slots=True)
class Budget:
    """Counts down the steps left to one rendering."""

    left: int = STEPS
    until: float = 0.0

    def renew(self) -> None:
        """Begin a new rendering."""
        self.left = STEPS
        self.until = monotonic() + SECONDS

    def called(self, function: Any, args: tuple[Any, ...]) -> None:
        """Charge a call, with the text or list whose method it is and those that are handed in."""
        self.left -= 1
        if self.left & _OFTEN == 0 or self.left < 0:
            self.spend(0)
        owner = getattr(function, "__self__", None)
        if isinstance(owner, _PLAIN):
            self.grown(owner)
            for value in args:
                self.grown(value)

    def spend(self, steps: int) -> None:
        """Take `steps` away; `TooMuchWork` when none are left, or the time is over."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork(f"more than {STEPS} loop turns, calls and copies")
        if 0 < self.until < monotonic():
            raise TooMuchWork(f"this takes longer than {SECONDS:.0f} s")

    def room(self, length: int, unit: int = SHORT) -> None:
        """Charge a text or list that is about to be made; `TooMuchWork` when it would be too long."""
        if length > LONGEST:
            raise TooMuchWork(f"a text or list of more than {LONGEST} characters or elements")
        if length >= unit:
            self.spend(length // unit)

    def grown(self, value: Any) -> Any:
        """Return a value that was made, charged by its length."""
        if isinstance(value, str):
            self.room(len(value))
        elif isinstance(value, (list, tuple, dict, range)):
            self.room(len(value), _ELEMENTS)
        return value

    def weighed(self, value: Any) -> Any:
        """Return a value, charged with everything in it: small lists that hold lists many times are endless."""
        if isinstance(value, (list, tuple, dict)):
            self.spend(1 + len(value) // _ELEMENTS)
            for inner in value.values() if isinstance(value, dict) else value:
                if isinstance(inner, (list, tuple, dict)):
                    self.weighed(inner)
        return value

    def compared(self, left: Any, right: Any, how: str) -> bool:
        """Return a comparison (eq, ne, in, notin), charged by what may have to be looked at."""
        if isinstance(left, (list, tuple, dict)):
            self.weighed(left)
            self.weighed(right)
        else:
            self.grown(right)
        same = left == right if how in ("eq", "ne") else left in right
        return bool(same) is (how in ("eq", "in"))


def sort_of(value: Any) -> str:
    """Return the sort of a value in words."""
    for kinds, name in _SORTS.items():
        if isinstance(value, kinds):
            return name
    return "something that is no value"


_SORTS: dict[tuple[type, ...], str] = {
    (str,): "a text",
    (list, tuple): "a list",
    (dict,): "a mapping",
    (int, float): "a number",
}


_PLAIN = (str, list, tuple, dict)


def single(value: Any) -> Any:
    """Return a text, a number or nothing; an error for a list or mapping, which is written by its elements."""
    if isinstance(value, (list, tuple, dict)):
        raise jinja2.TemplateRuntimeError(f"{sort_of(value)} stands where a text or number is needed")
    if type(value) is float and not isfinite(value):
        raise jinja2.TemplateRuntimeError("a number without end stands where one is to be written")
    return value
