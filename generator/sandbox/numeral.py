"""Numerals: numbers as a language writes them, which are still numbers to count with."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from fractions import Fraction
from math import isfinite
from typing import Any

import jinja2
from markupsafe import Markup

from generator.problems import quoted

Number = int | float | Fraction

_POINT = re.compile(r"[-+−]?\d{1,15}(?:\.\d{1,15})?")
_COMMA = re.compile(r"[-+−]?\d{1,15},\d{1,15}")
_THOUSANDS = re.compile(r"[-+−]?[1-9]\d{0,2},\d{3}")


def number_in(text: str) -> Number | None:
    """Return the number that a text is, with a decimal point or comma; None when it is none, or could be two."""
    plain = text.strip().replace("−", "-")
    if _THOUSANDS.fullmatch(plain):  # one and a half thousandths, or a thousand and more
        return None
    if not (_POINT.fullmatch(plain) or _COMMA.fullmatch(plain)):
        return None
    value = float(plain.replace(",", "."))
    return int(value) if value.is_integer() else value


def looks_like_number(value: Any) -> bool:
    """Return whether a value is a text that somebody may have meant as a number; zeros alone fill something up."""
    if not isinstance(value, str) or isinstance(value, (Markup, Numeral)) or len(value) > 40 or not value.strip("0"):
        return False
    return number_in(value) is not None or _THOUSANDS.fullmatch(value.strip()) is not None


def number_of(value: Any, function: str = "number") -> Number:
    """Return a number, or the one that a text is; `ValueError` for anything else that a function is given."""
    if isinstance(value, jinja2.Undefined):
        value = value + 0  # which raises what it has to say
    if isinstance(value, Numeral):
        return value.value
    if isinstance(value, str):
        number = number_in(value)
        if number is None:
            raise ValueError(f"{function}(): {quoted(value)} is no number; allowed: a number such as 3, 1.5 or 1,5")
        return number
    if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool) and isfinite(value):
        return value
    raise ValueError(f"{function}() takes a number, not {quoted(value)}")


class Numeral(str):
    """The text of a number, which calculates and compares as the number does."""

    __slots__ = ("value",)
    value: Number

    @classmethod
    def of(cls, text: str, value: Number) -> Numeral:
        """Return the text of a value as a numeral."""
        numeral = cls(text)
        numeral.value = value
        return numeral

    def __neg__(self) -> Number:
        return -self.value


def _operator(name: str) -> Callable[[Any, Any], Any]:
    """Return an operator of numerals: that of their numbers, and beside a text that of texts."""
    of_texts = getattr(str, name, None)

    def operate(numeral: Numeral, other: Any) -> Any:
        if isinstance(other, Numeral):
            other = other.value
        elif isinstance(other, str):
            return of_texts(numeral, other) if of_texts else NotImplemented
        return getattr(operator, name)(numeral.value, other)

    def reflected(numeral: Numeral, other: Any) -> Any:
        return getattr(operator, f"__{name[3:]}")(other, numeral.value)

    return reflected if name.startswith("__r") else operate


for _sign in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    setattr(Numeral, f"__{_sign}__", _operator(f"__{_sign}__"))
    setattr(Numeral, f"__r{_sign}__", _operator(f"__r{_sign}__"))
for _sign in ("lt", "le", "gt", "ge"):
    setattr(Numeral, f"__{_sign}__", _operator(f"__{_sign}__"))


class TextCounted(jinja2.TemplateRuntimeError):
    """A template counts with a text that looks like a number."""

    def __init__(self, value: str) -> None:
        super().__init__(f"{quoted(value)} is a text, not a number; count with number(…) of it, join texts with ~")


def no_number(value: Any) -> Any:
    """Return a value that is counted with; `TextCounted` for a text that looks like a number."""
    if isinstance(value, str) and looks_like_number(value):
        raise TextCounted(value)
    return value
