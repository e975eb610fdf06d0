"""The empty filled-in file: every box and line with its label and what may be written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from generator.pack.scoremodel import Kind
from generator.score.formula.numbers import whole
from generator.score.scoring import Scorer
from generator.score.sheet.answers import ROUTE
from generator.score.sheet.sheet import Slot
from generator.score.wording import Words

_WIDTH = 110

HOW = "Write behind each colon what stands on the sheet; what is empty there stays empty."
LISTS = "What stands in brackets is a list, with commas between its values; null is an empty place."
BOXES = "What is written in the boxes"
LINES = "What is added up"
SETTINGS = "What isn't printed on the sheet"

MESSAGES = (BOXES, LINES, SETTINGS, HOW, LISTS)


def blank(scorer: Scorer, words: Words, players: int = 1) -> str:
    """Return the YAML text of an empty sheet; for more than one player as a list under `players`."""
    return "\n".join(_BlankFile(scorer, words).lines(players)) + "\n"


def allowed(scorer: Scorer, words: Words, slot: Slot) -> str:
    """Return what may be written in a box, in the words of a language, "" for any text."""
    return _BlankFile(scorer, words).allowed(slot)


class _BlankFile:
    """Writes the empty file in one language."""

    def __init__(self, scorer: Scorer, words: Words) -> None:
        self.scorer = scorer
        self.words = words

    def lines(self, players: int) -> Iterator[str]:
        form = self.scorer.form
        yield f"game: {form.game}"
        yield f"language: {self.words.language}"
        yield ""
        yield from self.head()
        yield from self.settings(form.table_slots.values())
        if players > 1:
            yield ""
            yield "players:"
        for _ in range(players):
            yield ""
            yield from _indented(self.sheet()) if players > 1 else self.sheet()

    def head(self) -> Iterator[str]:
        """Yield what somebody must know who has never filled in such a file."""
        yield from _comment(self.words.translate(HOW))
        slots = (*self.scorer.form.slots.values(), *self.scorer.form.lines.values())
        if any(slot.rows is not None or slot.kind is Kind.MARKS for slot in slots):
            yield from _comment(self.words.translate(LISTS))

    def sheet(self) -> Iterator[str]:
        slots = self.scorer.form.player_slots.values()
        boxes = [slot for slot in slots if not slot.setting]
        yield from self.entries(boxes[:1])
        yield from self.settings([slot for slot in slots if slot.setting])
        yield from self.route()
        yield from self.section(BOXES)
        yield from self.entries(boxes[1:])
        yield from self.section(LINES)
        yield from self.entries(self.scorer.form.lines.values())

    def route(self) -> Iterator[str]:
        """Yield how a route is written, as a comment: it may be left out."""
        route = self.scorer.file.route
        if route is None:
            return
        yield ""
        yield from _comment(f"{self.words.translate(route.label)}: {self.words.translate(route.how)}")
        yield f"# {ROUTE}:"
        yield f"#   - {route.example}"

    def section(self, title: str) -> Iterator[str]:
        yield ""
        yield f"# ---- {self.words.translate(title)}"

    def settings(self, slots: Iterable[Slot]) -> Iterator[str]:
        slots_ = list(slots)
        if slots_:
            yield from self.section(SETTINGS)
            yield from self.entries(slots_)

    def entries(self, slots: Iterable[Slot]) -> Iterator[str]:
        for slot in slots:
            yield from _comment(self.comment(slot))
            yield f"{slot.name}:{self.value(slot)}"

    def value(self, slot: Slot) -> str:
        """Return what stands after the name: nothing, an empty row for each row, or a setting's default."""
        if slot.rows is not None:
            return f" [{', '.join(['null'] * slot.rows)}]" if slot.rows < _OPEN else ""
        if slot.setting and slot.blank not in (None, "missing", ()):
            return f" {self.flag(slot.blank)}" if slot.kind is Kind.FLAG else f" {_yaml(slot.blank)}"
        return ""

    def comment(self, slot: Slot) -> str:
        label = self.words.translate(slot.label)
        allowed = self.allowed(slot)
        return f"{label}: {allowed}" if allowed else label

    def allowed(self, slot: Slot) -> str:
        if slot.kind is Kind.TICKS:
            return f"0–{slot.count}"
        if slot.kind is Kind.FLAG:
            return ", ".join(self.flag_meaning(value) for value in (True, False))
        if slot.kind is Kind.MARKS:
            return f"[{self.choices(slot)}]"
        if slot.kind is Kind.CHOICE:
            return self.choices(slot)
        return self.range(slot) if slot.kind is Kind.NUMBER else ""

    def flag(self, value: bool) -> str:
        return "yes" if value else "no"

    def flag_meaning(self, value: bool) -> str:
        word = self.flag(value)
        translated = self.words.translate(word)
        return word if translated == word else f"{word} = {translated}"

    def choices(self, slot: Slot) -> str:
        return ", ".join(self.choice(slot, choice) for choice in slot.choices)

    def choice(self, slot: Slot, choice: Any) -> str:
        label = (slot.labels or {}).get(choice)
        return f"{_yaml(choice)} = {self.words.translate(label)}" if label else _yaml(choice)

    def range(self, slot: Slot) -> str:
        if slot.low is None and slot.high is None:
            return ""
        low, high = ("" if end is None else self.words.number(end) for end in (slot.low, slot.high))
        if slot.step in (0, 1) or slot.low is None:
            return f"{low}–{high or '…'}"
        return f"{low}, {self.words.number(slot.low + slot.step)}, … {high}".rstrip()


_OPEN = 200
"""A line with this many rows has as many as the answers give it."""


def _indented(lines: Iterable[str]) -> Iterator[str]:
    first = True
    for line in lines:
        start = "  - " if first and line and not line.startswith("#") else "    "
        first = first and start == "    "
        yield (start + line).rstrip()


def _comment(text: str) -> Iterator[str]:
    """Yield a comment, wrapped at spaces."""
    line = "#"
    for word in text.split():
        if len(line) + len(word) >= _WIDTH:
            yield line
            line = "#  "
        line += f" {word}"
    yield line


def _yaml(value: Any) -> str:
    """Return a plain value as YAML that reads back as itself."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction):
        number = whole(value)
        return str(float(number)) if isinstance(number, Fraction) else str(number)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_yaml(item) for item in value)}]"
    text = str(value)
    plain = text.replace("_", "").replace("-", "").isalnum() and text[0].isalpha()
    return text if isinstance(value, int) or plain else f'"{text}"'
