"""Cells of spreadsheets: what they write for true and false, for errors of theirs, and for numbers with a comma."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from generator.pack.source.values import scalar
from generator.problems import quoted

_FAULT = re.compile(
    r"#[^\W\d_a-zß-ÿа-яё][^\W_a-zß-ÿа-яё]*(?:/[^\W_a-zß-ÿа-яё]+)?[!?]|#N/A|#N/D|#Н/Д|#NV|#ND"
    r"|(?:Err|Fehler|Błąd|Ошибка|Error|Erreur|Fejl):\d{3}|#{3,}"
)
"""What spreadsheets write where a formula went wrong, or where a column is too narrow."""

_TRUTHS: Sequence[Mapping[str, bool]] = tuple(
    {pair.split()[0]: True, pair.split()[1]: False}
    for pair in (
        "True False", "WAHR FALSCH", "VRAI FAUX", "PRAWDA FAŁSZ", "ИСТИНА ЛОЖЬ", "ІСЦІНА ХЛУСНЯ", "VERDADERO FALSO",
        "VERO FALSO", "VERDADEIRO FALSO", "WAAR ONWAAR", "SANT FALSKT", "PRAVDA NEPRAVDA", "IGAZ HAMIS",
    )
)  # fmt: skip
"""True and false in other spellings, which a column of nothing else is read as."""

_NUMBER = re.compile(r"(?:[-−+]?\d{1,15}(?:[.,]\d{1,15})?)?")
_COMMA = re.compile(r"[-−+]?\d{1,15},\d{1,15}")


def value_of(cell: str) -> Any:
    """Return a cell as data: a number, true, false, nothing, or the text as it was typed."""
    return scalar(cell) if cell.strip() == cell else cell.replace("\r\n", "\n")


def is_fault(value: Any) -> bool:
    """Return whether a cell holds an error of the spreadsheet."""
    return isinstance(value, str) and _FAULT.fullmatch(value.strip()) is not None


def truths(values: Iterable[Any]) -> Mapping[str, bool]:
    """Return what the texts of a column stand for, when all of them are true and false in one spelling."""
    texts = {value.strip() for value in values if isinstance(value, str) and value.strip()}
    others = any(not isinstance(value, (str, bool)) and value is not None for value in values)
    pairs = (pair for pair in _TRUTHS if texts <= pair.keys())
    return next(pairs, {}) if texts and not others else {}


def with_comma(values: Sequence[Any]) -> list[int]:
    """Return which cells of a column of numbers have a decimal comma; none, when not all of it are numbers."""
    if not all(map(_is_number, values)):
        return []
    return [index for index, value in enumerate(values) if isinstance(value, str) and _COMMA.fullmatch(value.strip())]


def _is_number(value: Any) -> bool:
    """Return whether a cell is a number, the text of one, or empty."""
    if isinstance(value, str):
        return _NUMBER.fullmatch(value.strip()) is not None
    return not isinstance(value, bool)


def as_number(cell: str) -> str:
    """Return a number with a decimal comma as it is written for programs."""
    point = quoted(cell.strip()).strip("'").replace(",", ".")
    return point.rstrip("0").rstrip(".")
