"""Large and small letters as a language has them, whatever the machine's own language is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_WORD = re.compile(r"(?<![\w'’])\w")


def upper(text: str, language: str) -> str:
    """Return a text in capitals; Turkish tells i with and without a dot apart."""
    return (text.replace("i", "İ") if dotted(language) else text).upper()


def lower(text: str, language: str) -> str:
    """Return a text in small letters."""
    return (text.replace("İ", "i").replace("I", "ı") if dotted(language) else text).lower()


def capitalize(text: str, language: str) -> str:
    """Return a text whose first letter is a capital and the others small."""
    return upper(text[:1], language) + lower(text[1:], language)


def title(text: str, language: str) -> str:
    """Return a text each word of which begins with a capital."""
    return _WORD.sub(lambda match: upper(match[0], language), text)


def dotted(language: str) -> bool:
    """Whether a language has an i without a dot as a letter of its own."""
    return language.lower().split("-", maxsplit=1)[0] in ("tr", "az")


def filters(language: str) -> Mapping[str, Callable[[str], str]]:
    """Return the filters of templates that change the case of a text."""
    return {
        "upper": lambda text: upper(text, language),
        "lower": lambda text: lower(text, language),
        "capitalize": lambda text: capitalize(text, language),
        "title": lambda text: title(lower(text, language), language),
    }
