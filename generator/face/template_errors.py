"""Errors of templates: what made one stop, in the words of who wrote it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from traceback import extract_tb
from typing import Any

from jinja2 import TemplateError

from generator.problems import listed, near, quoted

_UNKNOWN_NAME = re.compile(r"unknown name '(\w+)'")
_UNEXPECTED = re.compile(r"(\w+)\(\) got an unexpected keyword argument '(\w+)'")
_LACKING = re.compile(r"(\w+)\(\) missing \d+ required positional arguments?: (.+)")
_OPERANDS = re.compile(r"'(?P<sign>\S+)' not supported between instances of '(?P<left>\w+)' and '(?P<right>\w+)'")
_UNSUPPORTED = re.compile(r"unsupported operand type\(s\) for (?P<sign>\S+): '(?P<left>\w+)' and '(?P<right>\w+)'")
_UNARY = re.compile(r"bad operand type for unary (?P<sign>\S): '(?P<kind>\w+)'")
_UNHASHABLE = re.compile(r"(?:.*\()?unhashable type: '(\w+)'\)?")
_ATTRIBUTE = re.compile(r"'(\w+)' object has no attribute '\w+'.*")
_NOT_SO = re.compile(r"'(\w+)' object is not (callable|iterable|subscriptable|reversible|an iterator)")
_USES = {
    "callable": "called",
    "iterable": "gone through",
    "subscriptable": "read with [ ]",
    "reversible": "turned round",
    "an iterator": "gone through",
}
_OF_JINJA = ("jinja2/filters.py", "jinja2/tests.py", "sandbox/filters.py")
_FILTER = re.compile(r"(?:sync_)?(?:do|test)_(\w+)|(replace|join|rounded|total)")
_OWNER = re.compile(r"^(?:(?:\w+|<locals>)\.)*(?:(?:sync_)?do_|test_)?(?=\w+\(\))")
_TOO_MANY = re.compile(r"(\w+)\(\) takes .*but \d+ (?:was|were) given|(\w+)\(\) takes (?:no|exactly|at most) .*given\)")
_TWICE = re.compile(r"(\w+)\(\) got multiple values for argument '(\w+)'")

_STOPS: Mapping[type[BaseException], str] = {
    RecursionError: "macros call each other without end, or it is nested too deeply",
    MemoryError: "the template needs more memory than is allowed",
    UnicodeError: "half a character (U+D800 to U+DFFF) stands in a text here",
}

_KINDS: Mapping[str, str] = {
    "str": "a text",
    "Markup": "a text",
    "Numeral": "a number",
    "bool": "true or false",
    "int": "a number",
    "float": "a number",
    "tuple": "a list",
    "range": "a list",
    "function": "a function",
    "method": "a function",
    "Fraction": "a number",
    "NoneType": "an empty field",
    "list": "a list",
    "dict": "a row",
}

OF_A_FACE = ("item", "n", "m", "component")
"""The names that each face sets anew."""


def reason(error: BaseException, names: Mapping[str, Any]) -> tuple[str, str]:
    """Return what made a template stop and what to do about it ("" when that goes without saying).

    `names` are those that a template may use.
    """
    for kind, what in _STOPS.items():
        if isinstance(error, kind):
            return what, ""
    if isinstance(error, KeyError):
        return f"there is no {quoted(error.args[0] if error.args else '')}", ""
    message = _OWNER.sub("", str(error) or type(error).__name__)
    if unknown := _UNKNOWN_NAME.fullmatch(message):
        return message, near(unknown[1], [*names, *OF_A_FACE])
    if unhashable := _UNHASHABLE.fullmatch(message):
        return f"{_KINDS.get(unhashable[1], unhashable[1])} stands where a text or number is needed", ""
    return _of_a_call(message, names) or _of_operands(message) or (_of_a_filter(error) + _of_a_value(message), "")


def _of_a_filter(error: BaseException) -> str:
    """Return the name of the filter or test that stopped, "" when none did."""
    if isinstance(error, TemplateError):
        return ""
    for frame in reversed(extract_tb(error.__traceback__)):
        if frame.filename.endswith(".j2"):
            break
        if frame.filename.endswith(_OF_JINJA) and (stopped := _FILTER.fullmatch(frame.name)):
            return f"{stopped[1] or stopped[2]}: "
    return ""


def _of_a_value(message: str) -> str:
    """Return a message of Python's about a value, in words for people."""
    if attribute := _ATTRIBUTE.fullmatch(message):
        return f"{_KINDS.get(attribute[1], 'this')} can't be used here"
    if kind := _NOT_SO.fullmatch(message):
        return f"{_KINDS.get(kind[1], 'this')} can't be {_USES[kind[2]]}"
    return message


def _of_a_call(message: str, names: Mapping[str, Any]) -> tuple[str, str] | None:
    if unexpected := _UNEXPECTED.fullmatch(message):
        known = _parameters(unexpected[1], names)
        what = f"{unexpected[1]}() takes no {unexpected[2]}=" + (f"; allowed: {listed(known, 20)}" if known else "")
        return what, near(unexpected[2], known)
    if lacking := _LACKING.fullmatch(message):
        return f"{lacking[1]}() lacks {lacking[2].replace(chr(39), '')}", ""
    if many := _TOO_MANY.fullmatch(message):
        return f"{many[1] or many[2]}() is given another number of values than it takes", ""
    if twice := _TWICE.fullmatch(message):
        return f"{twice[1]}() is given {twice[2]} twice", ""
    return None


def _of_operands(message: str) -> tuple[str, str] | None:
    if unary := _UNARY.fullmatch(message):
        what = f"{_KINDS.get(unary['kind'], unary['kind'])} has no sign ({unary['sign']})"
        return what, "write number(…) round the text, or a number without quotes"
    operation = _OPERANDS.fullmatch(message) or _UNSUPPORTED.fullmatch(message)
    if operation is None:
        return None
    left, right = (_KINDS.get(operation[side], "something else") for side in ("left", "right"))
    remedy = "write number(…) round the text, or a number without quotes"
    return f"{left} and {right} don't go together here ({operation['sign']})", remedy


def _parameters(function: str, names: Mapping[str, Any]) -> list[str]:
    """Return the parameters of one of the functions that templates have, none for any other."""
    known = next((known for known in _functions(names) if known.__name__ == function), None)
    return list(inspect.signature(known).parameters) if known else []


def _functions(names: Mapping[str, Any]) -> Iterator[Callable[..., Any]]:
    for value in names.values():
        if inspect.isfunction(value) or inspect.ismethod(value):
            yield value
        elif isinstance(value, dict):
            yield from (inner for inner in value.values() if inspect.isfunction(inner))
