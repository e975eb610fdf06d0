"""Placeholders: the parts in braces that a translation has to have as the English text has them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from generator.problems import listed, near, quoted

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_BRACES = re.compile(r"\{\{[^{}]*\}\}|\{\{[^{}]*\}|\{[^{}]*\}\}|[{}]")
_PRINTF = re.compile(
    r"(?<![\w%])%(?:\(\w{0,60}\)[#0 +-]{0,5}[0-9.]{0,9}[a-zA-Z]?"
    r"|(?:[0-9]{1,2}\$)?[#0+-]{0,5}[0-9]{0,5}(?:\.[0-9]{1,5})?l?[difsu](?!\w))"
)
_COPY = "copy the {…} parts letter for letter"

_MOST_HINTS = 20

COUNT = "n"
"""The placeholder of the number itself in counted texts."""


def filled(text: str, values: Mapping[str, str], room: Callable[[int], object]) -> str:
    """Return a text with each `{key}` filled with the value named key; what values hold is left as it is.

    `room` is told how many characters the text comes to. Raises `ValueError` where a value is given, but not for the
    placeholder that the text has.
    """
    if not values:
        return text
    placeholders = _PLACEHOLDER.findall(text)
    _check_names(text, placeholders, values)
    room(len(text) + sum(len(values.get(name, "")) for name in placeholders))
    return _PLACEHOLDER.sub(lambda place: values.get(place[1], place[0]), text)


def _check_names(text: str, placeholders: Collection[str], values: Collection[str]) -> None:
    """Raise `ValueError` for a placeholder and a value that were meant for each other and are spelt differently."""
    strange = next((name for name in placeholders if name not in values and name.isidentifier()), None)
    spare = [name for name in values if name not in placeholders and name != COUNT]
    hint = near(strange, spare[:_MOST_HINTS]) if strange else ""
    if hint:
        raise ValueError(f"{{{strange}}} of {quoted(text)} is given no value; {hint}")


class Slip(NamedTuple):
    """What is wrong with the placeholders of a translation, what they may be, and what to do."""

    what: str
    allowed: str
    remedy: str
    doubtful: bool = False


def slip(english: Sequence[str], translation: str, *, one_number: bool = False) -> Slip | None:
    """Return the first slip in the placeholders of a translation, None when there is none.

    `english` is the text, and that for many of a counted one. The form for `one_number` alone may leave out the
    number, and what the English text for one leaves out.
    """
    many = Counter(_PLACEHOLDER.findall(english[-1]))
    known = many | Counter(_PLACEHOLDER.findall(english[0]))
    own = Counter(_PLACEHOLDER.findall(translation))
    allowed = _named(sorted(known)) or "none"
    printf = next((sign for sign in _PRINTF.findall(translation) if all(sign not in text for text in english)), None)
    if printf:
        return Slip(f"has {printf}, which would be printed as it stands", allowed, _instead(printf, known, own))
    if _stray(translation) not in map(_stray, english):
        return _stray_slip(translation, allowed)
    needed = set(many)
    if one_number:
        needed -= {COUNT} | (set(many) - set(_PLACEHOLDER.findall(english[0])))
    if own.keys() - known.keys() or needed - own.keys():
        return Slip(f"has other placeholders: {_named(sorted(own)) or 'none'}", allowed, _remedy(own, known))
    return _repeated(own, many, known)


def _repeated(own: Counter[str], many: Counter[str], known: Counter[str]) -> Slip | None:
    """Return the slip of a placeholder that stands more often than in the English text, or less often."""
    for name, count in own.items():
        right = known[name] if count > known[name] else many[name]
        what = f"has {{{name}}} {_times(count)}, and the English text {_times(right)}"
        if count > right:
            return Slip(what, _named(sorted(known)), _COPY)
        if count < right:
            return Slip(what, "", "see whether that is meant", doubtful=True)
    return None


def _stray(text: str) -> Counter[str]:
    """Return the braces of a text that belong to no placeholder."""
    return Counter(sign for sign in _PLACEHOLDER.sub("", text) if sign in "{}")


def _stray_slip(translation: str, allowed: str) -> Slip:
    braces = next((piece for piece in _BRACES.findall(translation) if len(piece) > 1), None)
    if braces:
        return Slip(f"has braces too many: {braces}", allowed, f"write {{{braces.strip('{}')}}}")
    sign = next((sign for sign in _PLACEHOLDER.sub("", translation) if sign in "{}"), None)
    if sign is None:
        return Slip("lacks a brace that the English text has", allowed, _COPY)
    return Slip(f"has a stray {sign}", allowed, _COPY)


def _instead(printf: str, known: Collection[str], own: Collection[str]) -> str:
    """Say which placeholder was meant by one of the C language's."""
    name = re.sub(r"^%\((\w*)\).*$", r"\1", printf)
    lacking = [name] if name in known else [word for word in known if word not in own]
    return f"write {{{lacking[0]}}}" if len(lacking) == 1 else _COPY


def _remedy(own: Collection[str], known: Collection[str]) -> str:
    """Say how to spell the only placeholder that nobody knows, and to copy them all."""
    strange = [word for word in own if word not in known]
    lacking = [word for word in known if word not in own]
    hint = near(strange[0], lacking[:_MOST_HINTS]) if len(strange) == 1 else ""
    return f"{hint} {_COPY}" if hint else _COPY


def _named(words: Collection[str]) -> str:
    return listed(word or "{}" for word in words)


def _times(count: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(count, f"{count} times")
