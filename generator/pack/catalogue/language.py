"""What is known of a language by its tag alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel import Locale


def locale(language: str) -> Locale | None:
    """Return Babel's locale for a language tag, the part before the first "-" when the whole is unknown."""
    from babel import Locale, UnknownLocaleError

    for tag in (language, base(language)):
        try:
            return Locale.parse(tag, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return None


def base(language: str) -> str:
    """Return the part of a tag before its first "-"."""
    return language.split("-", maxsplit=1)[0]
