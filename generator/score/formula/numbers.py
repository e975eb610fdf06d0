"""Numbers as people write them, read exactly: "64,5", "2½", "−3", " 12 "."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Any

Number = int | Fraction

LARGEST = 10**12
"""The largest number that a sheet may hold."""

_MINUS = "-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d"
_SPACES = " \t\u00a0\u2007\u2009\u202f"
_WHOLE = rf"\d{{1,3}}(?:[{_SPACES}]\d{{3}})+|\d+"
_NUMBER = re.compile(
    rf"(?P<sign>[{_MINUS}+])?[{_SPACES}]*(?:"
    rf"(?P<decimal>(?:{_WHOLE})?[.,]\d+)"
    rf"|(?:(?P<before>\d+)[{_SPACES}]+)?(?P<above>\d+)[/⁄](?P<below>0*[1-9]\d*)"
    rf"|(?P<whole>{_WHOLE})?[{_SPACES}]*(?P<vulgar>[¼-¾⅐-⅞])"
    rf"|(?P<only>{_WHOLE}))"
)
_SPACE = re.compile(f"[{_SPACES}]")


def whole(number: Number) -> Number:
    """Return a fraction as int when it is whole."""
    return number.numerator if number.denominator == 1 else number


def number_from(written: object) -> Number | None:
    """Return what a person wrote as an exact number, None when it isn't a number."""
    if isinstance(written, bool):
        return None
    if isinstance(written, (int, Fraction)):
        return whole(written)
    if isinstance(written, float):
        return _from_float(written)
    return _from_text(written) if isinstance(written, str) and len(written) <= 60 else None


def _from_float(written: float) -> Number | None:
    try:
        return whole(Fraction(repr(written)))
    except ValueError:  # inf, nan
        return None


def _from_text(written: str) -> Number | None:
    match = _NUMBER.fullmatch(written.strip().strip(_SPACES))
    if match is None:
        return None
    size = _size(match)
    return whole(-size if match["sign"] and match["sign"] in _MINUS else size)


def _size(match: re.Match[str]) -> Fraction:
    if match["decimal"]:
        return Fraction(_SPACE.sub("", match["decimal"]).replace(",", "."))
    if match["below"]:
        return int(match["before"] or 0) + Fraction(int(match["above"]), int(match["below"]))
    if match["vulgar"]:
        part = Fraction(unicodedata.numeric(match["vulgar"])).limit_denominator(10)
        return int(_SPACE.sub("", match["whole"] or "0")) + part
    return Fraction(int(_SPACE.sub("", match["only"])))


def folded(text: str) -> str:
    """Return a text as it is compared: composed, trimmed, dashes alike, letter case aside."""
    plain = unicodedata.normalize("NFC", text).strip().strip(_SPACES).casefold()
    return re.sub(f"[{_MINUS}]", "-", plain)


def exact(data: Any) -> Any:
    """Return plain data with every float as the exact number that was typed."""
    if isinstance(data, float):
        return _from_float(data)
    if isinstance(data, list):
        return [exact(item) for item in data]
    if isinstance(data, dict):
        return {key: exact(value) for key, value in data.items()}
    return data
