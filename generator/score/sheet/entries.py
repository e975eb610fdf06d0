"""Entries: what a person wrote in one box, read by the box's kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.pack.scoremodel import Kind
from generator.score.formula.numbers import Number, folded, number_from
from generator.score.sheet.sheet import MISSING, Slot

LONGEST_TEXT = 200
"""How many characters a text may have."""

NO_NUMBER = "{label}: {written} is no number; write figures only, such as 12"
NOT_WHOLE = "{label}: {written}, only whole numbers are allowed"
NO_STEP = "{label}: {written}, allowed are steps of {step}"
TOO_LITTLE = "{label}: {written}, allowed is {least} or more"
TOO_MUCH = "{label}: {written}, allowed is {most} or less"
OUTSIDE = "{label}: {written}, allowed is {least} to {most}"
NO_TICKS = "{label}: {written} is no number of ticks; allowed is {least} to {most}"
NO_ROW_OF_TICKS = "{label}: {written} is no row of ticks; allowed is {least} to {most}"
GAP = "{label}: box {gap} is empty, and a later one is ticked"
NO_CHOICE = "{label}: {written} is not allowed; allowed: {choices}"
TWICE = "{label}: {written} stands twice"
NO_FLAG = "{label}: {written}, allowed: yes, no"
NO_TEXT = "{label}: {written} is no text of up to {most} letters"

MESSAGES = (
    NO_NUMBER,
    NOT_WHOLE,
    NO_STEP,
    TOO_LITTLE,
    TOO_MUCH,
    OUTSIDE,
    NO_TICKS,
    NO_ROW_OF_TICKS,
    GAP,
    NO_CHOICE,
    TWICE,
    NO_FLAG,
    NO_TEXT,
)


class Wrong(Exception):
    """A written value that its slot doesn't allow; `value` is what goes on all the same."""

    def __init__(self, says: str, value: Any = MISSING, **values: Any) -> None:
        super().__init__(says)
        self.says, self.value, self.values = says, value, values


def entry(slot: Slot, given: Any) -> Any:
    """Return the value of something written in a box; `Wrong` when the box doesn't allow it."""
    return _READERS[slot.kind](slot, given)


def is_empty(slot: Slot, given: Any) -> bool:
    """Return whether nothing was written: nothing at all, or the dash that people put where a number would stand."""
    if given is None:
        return True
    if type(given) is not str:
        return False
    text = folded(given)
    return not text or (text == "-" and slot.kind in (Kind.NUMBER, Kind.CHOICE) and _chosen(slot, text) is MISSING)


def listed(given: Any, amount: int) -> list[Any] | None:
    """Return a box with rows as a list: one in brackets, or a text of so many values such as "3 2 0"."""
    if given is None or (type(given) is str and not given.strip()):
        return []
    if type(given) is str:
        for mark in (";", ", ", " ", ","):
            parts = [part.strip() for part in given.split(mark)]
            if len(parts) == amount and all(parts):
                return [*parts]
    return given if isinstance(given, list) else None


def typed(given: Any) -> str:
    """Return a written value as a message shows it."""
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, list):
        return "[" + ", ".join(typed(item) for item in given[:20]) + "]"
    return "{…}" if isinstance(given, dict) else str(given)[:60]


def _number(slot: Slot, given: Any) -> Number:
    found = given if type(given) is int else number_from(given)
    if found is None:
        raise Wrong(NO_NUMBER, written=typed(given))
    low, high = slot.low, slot.high
    if (low is not None and found < low) or (high is not None and found > high):
        raise _outside(slot, found)
    if slot.step and found % slot.step:
        says = NOT_WHOLE if slot.step == 1 else NO_STEP
        raise Wrong(says, found, written=found, step=slot.step)
    return found


def _outside(slot: Slot, found: Number) -> Wrong:
    if slot.high is None:
        return Wrong(TOO_LITTLE, found, written=found, least=slot.low)
    if slot.low is None:
        return Wrong(TOO_MUCH, found, written=found, most=slot.high)
    return Wrong(OUTSIDE, found, written=found, least=slot.low, most=slot.high)


TICKED = frozenset(["x", "|", "/", "i", "х", "×", "✓", "✔", "✗", "✘", "☒", "☑", "true", "yes", "1"])
UNTICKED = frozenset(["", "-", ".", "_", "o", "☐", "false", "no", "0"])


def _tick(given: Any) -> bool | None:
    if given is None or isinstance(given, bool):
        return bool(given)
    text = folded(str(given))
    return True if text in TICKED else False if text in UNTICKED else None


def _ticks(slot: Slot, given: Any) -> Number:
    if type(given) is int and 0 <= given <= slot.count:
        return given
    if isinstance(given, list) or (isinstance(given, str) and number_from(given) is None):
        return _track(slot, given)
    found = number_from(given)
    if found is None or not isinstance(found, int):
        raise Wrong(
            NO_TICKS,
            written=typed(given),
            least=0,
            most=slot.count,
        )
    if not 0 <= found <= slot.count:
        kept = min(max(found, 0), slot.count)  # a track has no more boxes than these
        raise Wrong(OUTSIDE, kept, written=found, least=0, most=slot.count)
    return found


def _track(slot: Slot, given: Any) -> int:
    """Read a track given box by box: a list, or a text such as "xx.x"."""
    cells = list(given)
    if isinstance(given, list) and cells and all(type(c) is int for c in cells) and max(cells) > 1:
        ticked = [number in cells for number in range(1, max(*cells, slot.count) + 1)]
    else:
        ticked = [_tick(cell) for cell in cells]  # type: ignore[misc]
    if None in ticked:
        raise Wrong(
            NO_ROW_OF_TICKS,
            written=typed(given),
            least=0,
            most=slot.count,
        )
    amount = sum(ticked)
    if any(ticked[slot.count :]):
        raise Wrong(
            OUTSIDE,
            slot.count,
            written=typed(given),
            least=0,
            most=slot.count,
        )
    if any(ticked[amount:]):
        gap = ticked.index(False) + 1
        raise Wrong(GAP, amount, gap=gap)
    return amount


def _choice(slot: Slot, given: Any) -> Any:
    if given in slot.choices and not isinstance(given, bool):
        return given
    found = _chosen(slot, given)
    if found is MISSING:
        raise _not_among(slot, given)
    return found


def _chosen(slot: Slot, given: Any) -> Any:
    """Return the choice that was meant: letter case, dashes and the way of writing a number don't matter."""
    number = number_from(given)
    text = folded(typed(given))
    for choice in slot.choices:
        if number is not None and not isinstance(choice, bool) and number == number_from(choice):
            return choice
        if text in (folded(typed(choice)), folded((slot.labels or {}).get(choice, ""))):
            return choice
    return MISSING


def _not_among(slot: Slot, given: Any) -> Wrong:
    written = typed(given)
    return Wrong(
        NO_CHOICE,
        written=written,
        choices=[typed(c) for c in slot.choices],
    )


def _marks(slot: Slot, given: Any) -> list[Any]:
    if slot.counted and not isinstance(given, list):
        return _first_marks(slot, given)
    marks = [_choice(slot, cell) for cell in _cells(given) if cell is not None]
    in_order = [choice for choice in slot.choices if choice in marks]
    twice = next((choice for choice in in_order if marks.count(choice) > 1), None)
    if twice is not None:
        raise Wrong(TWICE, in_order, written=twice)
    return in_order


def _cells(given: Any) -> list[Any]:
    """Return a list, a text with commas, or a single value as a list."""
    if isinstance(given, list):
        return given
    return given.split(",") if isinstance(given, str) else [given]


def _first_marks(slot: Slot, given: Any) -> list[int]:
    """Return the marks that a bare number stands for: all up to it."""
    amount = number_from(given)
    if not isinstance(amount, int) or not 0 <= amount <= slot.count:
        raise Wrong(OUTSIDE, written=typed(given), least=0, most=slot.count)
    return list(range(1, amount + 1))


def _flag(_slot: Slot, given: Any) -> bool:
    found = _tick(given)
    if found is None:
        raise Wrong(NO_FLAG, written=typed(given))
    return found


def _text(_slot: Slot, given: Any) -> str:
    if isinstance(given, (list, dict)) or len(str(given)) > LONGEST_TEXT:
        raise Wrong(NO_TEXT, written=typed(given), most=LONGEST_TEXT)
    return typed(given)


_READERS: Mapping[Kind, Callable[[Slot, Any], Any]] = {
    Kind.TICKS: _ticks,
    Kind.NUMBER: _number,
    Kind.CHOICE: _choice,
    Kind.MARKS: _marks,
    Kind.FLAG: _flag,
    Kind.TEXT: _text,
}
