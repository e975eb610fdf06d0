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
_SPACES = " \t\u00a0\u2000-\u200a\u202f\u205f\u3000"
_APART = rf"[{_SPACES}'’]"
_WHOLE = rf"\d{{1,3}}(?:{_APART}\d{{3}})+|\d+"
_NUMBER = re.compile(
    rf"(?P<sign>[{_MINUS}+])?[{_SPACES}]*(?:"
    rf"(?P<grouped>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+|(?<=,\d{{3}},\d{{3}}))"
    rf"|\d{{1,3}}(?:\.\d{{3}})+(?:,\d+|(?<=\.\d{{3}}\.\d{{3}})))"
    rf"|(?P<decimal>(?:{_WHOLE})?[.,]\d+)"
    rf"|(?:(?P<before>\d+)[{_SPACES}]+)?(?P<above>\d+)[/⁄](?P<below>0*[1-9]\d*)"
    rf"|(?P<whole>{_WHOLE})?[{_SPACES}]*(?P<vulgar>[¼-¾⅐-⅞])"
    rf"|(?P<only>{_WHOLE}))"
)
_SPACE = re.compile(_APART)
_THOUSAND_OR_DECIMALS = re.compile(rf"[{_MINUS}+]?[{_SPACES}]*([1-9]\d{{0,2}})[.,](\d{{3}})")
_WIDE = {0xFF0B: "+", 0xFF0C: ",", 0xFF0E: ".", 0xFF0F: "/"} | {0xFF10 + digit: str(digit) for digit in range(10)}
"""Signs and figures of East Asian keyboards, by code point."""


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
    match = _NUMBER.fullmatch(_plain(written))
    if match is None:
        return None
    size = _size(match)
    return whole(-size if match["sign"] and match["sign"] in _MINUS else size)


def two_readings(written: object) -> tuple[int, Number] | None:
    """Return 1000 and 1 for "1,000" and "1.000", which are a thousand for some and one for others; else None."""
    match = _THOUSAND_OR_DECIMALS.fullmatch(_plain(written)) if type(written) is str and len(written) <= 60 else None
    if match is None:
        return None
    sign = -1 if _plain(str(written))[0] in _MINUS else 1
    return sign * int(match[1] + match[2]), whole(sign * Fraction(f"{match[1]}.{match[2]}"))


def _plain(written: str) -> str:
    return written.translate(_WIDE).strip()


def _size(match: re.Match[str]) -> Fraction:
    if match["grouped"]:
        return Fraction(_grouped(match["grouped"]))
    if match["decimal"]:
        return Fraction(_SPACE.sub("", match["decimal"]).replace(",", "."))
    if match["below"]:
        return int(match["before"] or 0) + Fraction(int(match["above"]), int(match["below"]))
    if match["vulgar"]:
        part = Fraction(unicodedata.numeric(match["vulgar"])).limit_denominator(10)
        return int(_SPACE.sub("", match["whole"] or "0")) + part
    return Fraction(int(_SPACE.sub("", match["only"])))


def _grouped(written: str) -> str:
    """Return a number in groups of three, as "1,234.5" and "1.234.567", without what parts them."""
    last = max(written.rfind(","), written.rfind("."))
    if written.count(written[last]) > 1:
        return written.replace(written[last], "")
    return re.sub("[.,]", "", written[:last]) + "." + written[last + 1 :]


def folded(text: str) -> str:
    """Return a text as it is compared: composed, blanks trimmed, dashes and apostrophes alike, letter case aside."""
    plain = " ".join(unicodedata.normalize("NFC", text).casefold().split())
    return re.sub("[ʼ’‘`´]", "'", re.sub(f"[{_MINUS}]", "-", plain))


def exact(data: Any) -> Any:
    """Return plain data with every float as the exact number that was typed."""
    if isinstance(data, float):
        return _from_float(data)
    if isinstance(data, list):
        return [exact(item) for item in data]
    if isinstance(data, dict):
        return {key: exact(value) for key, value in data.items()}
    return data
