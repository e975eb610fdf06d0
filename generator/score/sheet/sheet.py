"""The sheet that a score.yaml declares, with every count, range and choice worked out from the data."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.pack.scoremodel import NAME, RESERVED, Box, Entry, Kind, ScoreFile, Setting
from generator.problems import Location, Problems, quoted
from generator.score.formula.numbers import Number, exact, number_from
from generator.score.formula.program import Engine
from generator.score.formula.work import WHAT_FORMULAS_RAISE, shown

KeyPath = tuple[str | int, ...]
"""Where a value stands in a file: keys, and positions from 0."""

Place = Callable[[KeyPath], Location]
"""Tells in which line a value stands."""

MISSING = "missing"

_TABLE = re.compile(r"\bdata\.(\w+)")
_NAMES = ("name", "title", "label")
"""Fields of a row of data that hold what people call it."""


def names_of(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what people call a row of data, in English."""
    return tuple(text for key in _NAMES if isinstance(text := row.get(key), str))


@dataclass(frozen=True, slots=True)
class Slot:
    """A box or setting with its range and choices worked out.

    `low`, `high` and `step` bound a number, None where nothing does, and a step of 0 allows any number; `count` is the
    number of ticks or marks; `labels` are those of the `choices` that have one, `names` those of the rows of data whose
    ids the choices are; `rows` is None for a single box.
    `counted` marks may be written as the last one's number. `blank` is the value of an empty box, or MISSING; `breaks`
    is the code of the rule that a faulty entry breaks.
    """

    name: str
    label: str
    kind: Kind
    low: Number | None = None
    high: Number | None = None
    step: Number = 1
    count: int = 0
    choices: tuple[Any, ...] = ()
    labels: Mapping[Any, str] | None = None
    rows: int | None = None
    counted: bool = False
    blank: Any = MISSING
    breaks: str = ""
    setting: bool = False
    per_table: bool = False
    names: Mapping[Any, tuple[str, ...]] = field(default_factory=dict)


NAME_BOX = Slot("player", "Player", Kind.TEXT, blank=None)
"""The box for a player's name, which every sheet may have."""


class SlotBuilder:
    """Works out the slots of a score.yaml; what is wrong goes to `problems`."""

    def __init__(self, file: ScoreFile, place: Place, engine: Engine, problems: Problems) -> None:
        self.file = file
        self.place = place
        self.engine = engine
        self.problems = problems

    def slots(self) -> dict[str, Slot]:
        """Return every box and setting by name."""
        self._check_names()
        slots = {NAME_BOX.name: NAME_BOX}
        for name, setting in self.file.settings.items():
            slots[name] = self._slot(name, setting, ("settings", name))
        for name, box in self.file.boxes.items():
            slots[name] = self._slot(name, box, ("boxes", name))
        return slots

    def _check_names(self) -> None:
        seen: dict[str, str] = {}
        for section, name in self.file.names():
            place = self.place((section, name))
            if not NAME.fullmatch(name):
                self.problems.error(place, f"{name!r} can't be a name", "letters, digits and _, a letter first")
            elif name in RESERVED:
                self.problems.error(
                    place, f"{name!r} has a meaning of its own in formulas", remedy="choose another name"
                )
            elif name == "route" and self.file.route:
                self.problems.error(place, "'route' is what a recorded route is called", remedy="choose another name")
            elif name in seen:
                self.problems.error(
                    place, f"{name!r} stands under {seen[name]} and under {section}", remedy="rename one"
                )
            seen[name] = section

    def _slot(self, name: str, entry: Entry, path: tuple[str, str]) -> Slot:
        kind = entry.sort
        labels = entry.choices if isinstance(entry.choices, dict) else None
        choices = self._choices(entry, path)
        low, high = self._number(entry.low, (*path, "from")), self._number(entry.high, (*path, "to"))
        if low is not None and high is not None and low > high:
            self.problems.error(self.place((*path, "to")), f"{name}: from {low} to {high}", "the least first")
        return Slot(
            name=name,
            label=entry.label,
            kind=kind,
            low=low,
            high=high,
            step=exact(entry.step),
            count=self._whole(entry.count, (*path, "count")),
            choices=choices if choices or kind is not Kind.MARKS else self._spaces(entry, path),
            labels=labels,
            rows=self._rows(entry, path),
            counted=isinstance(entry, Box) and entry.counted,
            blank=_blank(entry, kind),
            breaks=entry.breaks or self.file.breaks.box,
            setting=isinstance(entry, Setting),
            per_table=isinstance(entry, Setting) and entry.per == "table",
            names=self._names(entry.choices) if isinstance(entry.choices, str) else {},
        )

    def _names(self, formula: str) -> dict[Any, tuple[str, ...]]:
        """Return what the rows of the tables that a formula of choices reads are called, by their ids."""
        names: dict[Any, tuple[str, ...]] = {}
        for table in dict.fromkeys(_TABLE.findall(formula)):
            rows = self.engine.data.get(table)
            for row in rows if isinstance(rows, list) else ():
                if isinstance(row, Mapping) and isinstance(row.get("id"), (str, int)):
                    names[row["id"]] = names.get(row["id"], ()) + names_of(row)
        return names

    def _rows(self, entry: Entry, path: tuple[str, str]) -> int | None:
        if not isinstance(entry, Box) or entry.rows is None:
            return None
        return self._whole(entry.rows, (*path, "rows"))

    def _spaces(self, entry: Entry, path: tuple[str, str]) -> tuple[int, ...]:
        return tuple(range(1, self._whole(entry.count, (*path, "count")) + 1))

    def _choices(self, entry: Entry, path: tuple[str, str]) -> tuple[Any, ...]:
        declared: Any = entry.choices
        if isinstance(declared, str):
            declared = self._worked_out(declared, (*path, "choices"))
        if declared is None:
            return ()
        single = isinstance(declared, (list, dict)) and not any(isinstance(choice, (list, dict)) for choice in declared)
        if not single or not declared:
            self._gives(declared, (*path, "choices"), "a list of texts and numbers")
            return ()
        return tuple(exact(choice) for choice in declared)

    def _number(self, declared: Any, path: tuple[str, ...]) -> Number | None:
        if isinstance(declared, str):
            declared = self._worked_out(declared, path)
        if declared is None:
            return None
        number = number_from(declared)
        if number is None:
            self._gives(declared, path, "a number")
        return number

    def _gives(self, value: Any, path: tuple[str, ...], allowed: str) -> None:
        self.problems.error(self.place(path), f"{path[-1]}: {shown(value)}", allowed)

    def _whole(self, declared: Any, path: tuple[str, ...]) -> int:
        number = self._number(declared, path)
        if number is None:
            return 0
        if isinstance(number, int) and 0 <= number <= 200:
            return number
        self.problems.error(self.place(path), f"{path[-1]}: {number}", "a whole number from 0 to 200")
        return 0

    def _worked_out(self, text: str, path: tuple[str, ...]) -> Any:
        """Work out a formula that may read the pack's tables only."""
        place = self.place(path)
        formula = self.engine.formula(text, place, (), self.problems)
        if formula is None:
            return None
        try:
            return self.engine.result(formula)
        except WHAT_FORMULAS_RAISE as error:
            self.problems.error(place, f"formula {quoted(text)}: {error}")
            return None


_BLANKS: Mapping[Kind, Any] = {Kind.TICKS: 0, Kind.MARKS: (), Kind.FLAG: False, Kind.TEXT: None}


def _blank(entry: Entry, kind: Kind) -> Any:
    """Return the value of an empty box, or MISSING."""
    if isinstance(entry, Setting) and "default" in entry.model_fields_set:
        return exact(entry.default)
    if entry.blank == "none":
        return None
    if entry.blank in (None, "default"):
        return (
            None
            if isinstance(entry, Setting) and entry.blank is None and kind is not Kind.FLAG
            else _BLANKS.get(kind, MISSING)
        )
    return MISSING if entry.blank == MISSING else exact(entry.blank)
