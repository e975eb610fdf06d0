"""Entries: what a person wrote in one box, read by the box's kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.pack.scoremodel import Kind
from generator.pack.source.text import Verbatim
from generator.score.formula.numbers import Number, folded, number_from, two_readings
from generator.score.sheet.sheet import MISSING, Slot
from generator.score.sheet.spelling import ENGLISH, Spelling

LONGEST_TEXT = 200
"""How many characters a text may have."""

NO_NUMBER = "{label}: {written} is no number; write figures only, such as 12"
THOUSAND_OR_DECIMALS = "{label}: {written} may be {many} or {one}; write {many_plainly}, or {one_plainly}"
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
    THOUSAND_OR_DECIMALS,
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


class FaultyEntry(Exception):
    """A written value that its slot doesn't allow; `value` is what goes on all the same."""

    def __init__(self, says: str, value: Any = MISSING, **values: Any) -> None:
        super().__init__(says)
        self.says, self.value, self.values = says, value, values


def read_entry(slot: Slot, written: Any, spelling: Spelling = ENGLISH) -> Any:
    """Return the value of something written in a box; `FaultyEntry` when the box doesn't allow it."""
    return _READERS[slot.kind](slot, written, spelling)


def is_empty(slot: Slot, written: Any) -> bool:
    """Return whether nothing was written: nothing at all, or the dash that people put where a number would stand."""
    if written is None:
        return True
    if type(written) is not str:
        return False
    text = folded(written)
    return not text or (text in _NOTHING and slot.kind in _DASHED and ENGLISH.choice(slot, text) is MISSING)


_NOTHING = frozenset(["-", "--", "---"])
_DASHED = frozenset([Kind.NUMBER, Kind.CHOICE, Kind.MARKS])
"""Kinds of boxes in which a dash says that nothing stands there."""


def rows_of(written: Any, amount: int) -> list[Any] | None:
    """Return a box with rows as a list: one in brackets, or a text of so many values such as "3 2 0"."""
    if written is None or (type(written) is str and not written.strip()):
        return []
    if type(written) is str:
        for mark in (";", ", ", " ", ","):
            parts = [part.strip() for part in written.split(mark)]
            if len(parts) == amount and all(parts):
                return [*parts]
    return written if isinstance(written, list) else None


def as_typed(written: Any) -> Verbatim:
    """Return a written value as a message shows it, in whatever language it was written."""
    return Verbatim(_as_typed(written))


def _as_typed(written: Any) -> str:
    if isinstance(written, bool):
        return "true" if written else "false"
    if isinstance(written, list):
        return "[" + ", ".join(_as_typed(item) for item in written[:20]) + "]"
    return "{…}" if isinstance(written, dict) else str(written)[:60]


def _number(slot: Slot, written: Any, _spelling: Spelling) -> Number:
    number = written if type(written) is int else _number_from(slot, written)
    if number is None:
        raise FaultyEntry(NO_NUMBER, written=as_typed(written))
    low, high = slot.low, slot.high
    if (low is not None and number < low) or (high is not None and number > high):
        raise _outside(slot, number)
    if slot.step and number % slot.step:
        says = NOT_WHOLE if slot.step == 1 else NO_STEP
        raise FaultyEntry(says, number, written=number, step=slot.step)
    return number


def _number_from(slot: Slot, written: Any) -> Number | None:
    """Return a number, None for what is none; `FaultyEntry` when a thousand may be meant, or decimals."""
    readings = two_readings(written)
    if readings is None:
        return number_from(written)
    many, one = readings
    high = slot.count if slot.kind is Kind.TICKS else slot.high
    if isinstance(one, int) or high is None or many <= high or not slot.step or one % slot.step:
        plainly = {"many_plainly": str(many), "one_plainly": _decimals(one)}
        raise FaultyEntry(THOUSAND_OR_DECIMALS, written=as_typed(written), many=many, one=one, **plainly)
    return one


def _decimals(number: Number) -> str:
    """Return a number with decimals that nobody takes for a thousand."""
    return str(number) if isinstance(number, int) else f"{float(number):.3f}".rstrip("0").ljust(6, "0")


def _outside(slot: Slot, number: Number) -> FaultyEntry:
    if slot.high is None:
        return FaultyEntry(TOO_LITTLE, number, written=number, least=slot.low)
    if slot.low is None:
        return FaultyEntry(TOO_MUCH, number, written=number, most=slot.high)
    return FaultyEntry(OUTSIDE, number, written=number, least=slot.low, most=slot.high)


TICKED = frozenset([*"x|/\\ilv+*х×✕✖✓✔✅✗✘☒☑●■1", "true", "yes"])
UNTICKED = frozenset(["", *"-._oоο○◯□☐0", "false", "no"])
"""Signs for an empty place; the letter o is Latin, Cyrillic and Greek."""


def _tick(written: Any, spelling: Spelling) -> bool | None:
    if written is None or isinstance(written, bool):
        return bool(written)
    text = folded(str(written)).removesuffix("\ufe0f")  # ✔ as an emoji
    return True if text in TICKED else False if text in UNTICKED else spelling.flag(text)


def _ticks(slot: Slot, written: Any, spelling: Spelling) -> Number:
    if type(written) is int and 0 <= written <= slot.count:
        return written
    if isinstance(written, list) or (isinstance(written, str) and number_from(written) is None):
        return _track(slot, written, spelling)
    number = _number_from(slot, written)
    if number is None or not isinstance(number, int):
        raise FaultyEntry(
            NO_TICKS,
            written=as_typed(written),
            least=0,
            most=slot.count,
        )
    if not 0 <= number <= slot.count:
        nearest = min(max(number, 0), slot.count)  # a track has no more boxes than these
        raise FaultyEntry(OUTSIDE, nearest, written=number, least=0, most=slot.count)
    return number


def _track(slot: Slot, written: Any, spelling: Spelling) -> int:
    """Read a track given box by box: a list, or a text such as "xx.x" or "x x . x"."""
    ticked = _ticked_boxes(slot, written, spelling)
    if None in ticked:
        raise FaultyEntry(
            NO_ROW_OF_TICKS,
            written=as_typed(written),
            least=0,
            most=slot.count,
        )
    amount = sum(map(bool, ticked))
    if any(ticked[slot.count :]):
        raise FaultyEntry(
            OUTSIDE,
            slot.count,
            written=as_typed(written),
            least=0,
            most=slot.count,
        )
    if any(ticked[amount:]):
        gap = ticked.index(False) + 1
        raise FaultyEntry(GAP, amount, gap=gap)
    return amount


def _ticked_boxes(slot: Slot, written: Any, spelling: Spelling) -> list[bool | None]:
    """Return whether each box is ticked, None where that can't be told; a list may also hold the numbers of boxes."""
    cells: list[Any] = _boxes_of(written) if isinstance(written, str) else list(written)
    if isinstance(written, list) and cells and all(type(cell) is int for cell in cells) and max(cells) > 1:
        last = min(max(cells), slot.count + 1)  # however far beyond the track, it is outside
        return [number in cells or last > slot.count for number in range(1, last + 1)]
    return [_tick(cell, spelling) for cell in cells]


def _boxes_of(written: str) -> list[str]:
    """Return a track's boxes one by one; between them may stand blanks and commas, or bars as in "x|x|.|"."""
    parts = written.replace(",", " ").replace("\ufe0f", "").split()
    if all(len(part) == 1 for part in parts):
        return parts
    return [*"".join(parts)]


def _choice(slot: Slot, written: Any, spelling: Spelling) -> Any:
    if written in slot.choices and not isinstance(written, bool):
        return written
    if isinstance(written, (list, dict)):
        raise _not_among(slot, written)
    if any(type(choice) is not str for choice in slot.choices):
        _number_from(slot, written)
    choice = spelling.choice(slot, as_typed(written))
    if choice is MISSING:
        raise _not_among(slot, written)
    return choice


def _not_among(slot: Slot, written: Any) -> FaultyEntry:
    written = as_typed(written)
    return FaultyEntry(
        NO_CHOICE,
        written=written,
        choices=[_as_typed(c) for c in slot.choices],
    )


def _marks(slot: Slot, written: Any, spelling: Spelling) -> list[Any]:
    if slot.counted and not isinstance(written, list):
        return _first_marks(slot, written)
    marks = [_choice(slot, cell, spelling) for cell in _cells(written) if not is_empty(slot, cell)]
    in_order = [choice for choice in slot.choices if choice in marks]
    twice = next((choice for choice in in_order if marks.count(choice) > 1), None)
    if twice is not None:
        raise FaultyEntry(TWICE, in_order, written=twice)
    return in_order


def _cells(written: Any) -> list[Any]:
    """Return a list, a text with commas, or a single value as a list."""
    if isinstance(written, list):
        return written
    return written.split(",") if isinstance(written, str) else [written]


def _first_marks(slot: Slot, written: Any) -> list[int]:
    """Return the marks that a bare number stands for: all up to it."""
    amount = _number_from(slot, written)
    if not isinstance(amount, int) or not 0 <= amount <= slot.count:
        raise FaultyEntry(OUTSIDE, written=as_typed(written), least=0, most=slot.count)
    return list(range(1, amount + 1))


def _flag(_slot: Slot, written: Any, spelling: Spelling) -> bool:
    flag = _tick(written, spelling)
    if flag is None:
        raise FaultyEntry(NO_FLAG, written=as_typed(written))
    return flag


def _text(_slot: Slot, written: Any, _spelling: Spelling) -> str:
    if isinstance(written, (list, dict)) or len(str(written)) > LONGEST_TEXT:
        raise FaultyEntry(NO_TEXT, written=as_typed(written), most=LONGEST_TEXT)
    return str(as_typed(written))


_READERS: Mapping[Kind, Callable[[Slot, Any, Spelling], Any]] = {
    Kind.TICKS: _ticks,
    Kind.NUMBER: _number,
    Kind.CHOICE: _choice,
    Kind.MARKS: _marks,
    Kind.FLAG: _flag,
    Kind.TEXT: _text,
}
