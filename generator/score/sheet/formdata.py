"""A form's fields as the data of a filled-in file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from generator.pack.scoremodel import Kind
from generator.score.sheet.sheet import Slot


class Field(Protocol):
    """A field of a form: whose it is, the box, line, row and number in its name, and what stands in it."""

    @property
    def sheet(self) -> int:
        """The sheet, from 1."""

    @property
    def player(self) -> int:
        """The player's column, from 1, or 0."""

    @property
    def name(self) -> str:
        """The box or line."""

    @property
    def row(self) -> int:
        """The row, from 1, or 0."""

    @property
    def number(self) -> int:
        """The number of the tick, from 1, or 0."""

    @property
    def value(self) -> str | bool:
        """Text, or whether it is ticked."""


def players(fields: Iterable[Field], slots: Mapping[str, Slot]) -> list[dict[str, Any]]:
    """Return what each player wrote, as a filled-in file says it; sheets on which nothing stands are left out."""
    whose: dict[tuple[int, int], dict[str, list[Field]]] = {}
    for field in fields:
        whose.setdefault((field.sheet, field.player), {}).setdefault(field.name, []).append(field)
    sheets = [_sheet(whose[key], slots) for key in sorted(whose)]
    return [sheet for sheet in sheets if sheet]


def _sheet(boxes: Mapping[str, list[Field]], slots: Mapping[str, Slot]) -> dict[str, Any]:
    values = ((name, _box(fields, slots.get(name))) for name, fields in boxes.items())
    return {name: value for name, value in values if value is not None}


def _box(fields: list[Field], slot: Slot | None) -> Any:
    """Return what stands in a box, None when it is empty."""
    rows = max(field.row for field in fields)
    if not rows:
        return _entry(fields, slot)
    values = [_entry([field for field in fields if field.row == row], slot) for row in range(1, rows + 1)]
    return None if all(value is None for value in values) else values


def _entry(fields: list[Field], slot: Slot | None) -> Any:
    """Return what stands in one row of a box: text, true, a list of ticks or what was chosen; None for nothing."""
    ticks = {field.number: field.value for field in fields if isinstance(field.value, bool)}
    if not any(ticks.values()):
        return None if ticks else next((field.value for field in fields if field.value), None)
    if slot is None or slot.kind is Kind.TICKS:
        return [ticks.get(index, False) for index in range(1, max(ticks) + 1)]
    return True if slot.kind is Kind.FLAG else _chosen(ticks, slot)


def _chosen(ticks: Mapping[int, bool], slot: Slot) -> Any:
    """Return the choices whose ticks, numbered from 1, are set; of a choice of one that one itself."""
    chosen = [choice for number, choice in enumerate(slot.choices, 1) if ticks.get(number)]
    return chosen if slot.kind is Kind.MARKS or len(chosen) != 1 else chosen[0]
