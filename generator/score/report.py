"""The report on a filled sheet, free of any language: text and JSON are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from generator.problems import Location, Problem
from generator.score.formula.numbers import Number

Level = Literal["error", "warning"]


class Status(StrEnum):
    """How a written number compares with the one worked out."""

    OK = "ok"
    WRONG = "wrong"
    UNWRITTEN = "unwritten"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Message:
    """An English text, translated when shown, and the values of its {placeholders}."""

    says: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Need:
    """A box that isn't filled: its label, its row from 1 (0 without rows), and the player when it is another's."""

    label: str
    row: int
    player: int = 0


Why = Message | tuple[Number | str, ...]
"""An explanation: a text, or numbers and the signs between them."""


@dataclass(frozen=True, slots=True)
class LineResult:
    """One line: `written` by the person, `right` as worked out, and how the two compare.

    `row` counts from 1, 0 for a line without rows; `missing` says what it would take. `follows` are the wrong lines
    that a wrong one follows from.
    """

    name: str
    label: str
    row: int
    written: Number | None
    right: Number | None
    status: Status
    why: Why | None
    missing: tuple[Need, ...]
    breaks: str
    place: Location
    follows: tuple[Need, ...] = ()


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule that the sheet breaks; `label` and `row` name a box whose value isn't allowed."""

    id: str
    message: Message
    level: Level
    place: Location
    label: str = ""
    row: int = 0


@dataclass(frozen=True, slots=True)
class UncheckedRule:
    """A rule that can't be checked for lack of answers."""

    id: str
    level: Level
    missing: tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class FilledBox:
    """A box that was filled in from a recorded route; a box with rows holds a list."""

    name: str
    label: str
    value: Any


def _failing(broken: tuple[BrokenRule, ...], unchecked: tuple[UncheckedRule, ...]) -> bool:
    return any(b.level == "error" for b in broken) or any(u.level == "error" for u in unchecked)


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """One player: `number` from 1, `total` None where it isn't known, `by_hand` where it rests on written numbers.

    `filled` are the boxes that were filled in from a recorded route, in the sheet's order.
    """

    number: int
    name: str | None
    lines: tuple[LineResult, ...]
    broken: tuple[BrokenRule, ...]
    unchecked: tuple[UncheckedRule, ...]
    total: Number | None
    by_hand: bool
    filled: tuple[FilledBox, ...] = ()

    @property
    def missing(self) -> tuple[Need, ...]:
        """Every box that something needs and that isn't filled."""
        needs = [need for line in self.lines for need in line.missing]
        needs += [need for rule in self.unchecked for need in rule.missing]
        return tuple(dict.fromkeys(needs))

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong, broken or missing."""
        lines = all(line.status in (Status.OK, Status.UNWRITTEN) for line in self.lines)
        return lines and not _failing(self.broken, self.unchecked)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the ranking; equals share the better place.

    `ties` are the tie-breaks that were looked at, since another total is equal: what each counts, and how many.
    """

    player: int
    place: int
    total: Number
    ties: tuple[tuple[str, Number], ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """All players of a file, the table's rules and the ranking."""

    game: str
    language: str | None
    settings: tuple[tuple[str, Any], ...]
    players: tuple[PlayerReport, ...]
    broken: tuple[BrokenRule, ...]
    unchecked: tuple[UncheckedRule, ...]
    standings: tuple[Standing, ...]
    problems: tuple[Problem, ...]

    @property
    def holds(self) -> bool:
        """Whether every sheet and the table hold; warnings are allowed."""
        table = not _failing(self.broken, self.unchecked)
        return table and not self.problems and all(player.holds for player in self.players)

    @property
    def written(self) -> bool:
        """Whether every line is written."""
        return all(line.written is not None for player in self.players for line in player.lines)

    @property
    def incomplete(self) -> bool:
        """Whether it doesn't hold for the sole reason that something isn't filled in."""
        if self.holds or self.problems or any(b.level == "error" for b in self.broken):
            return False
        wrong = any(line.status is Status.WRONG for player in self.players for line in player.lines)
        return not wrong and not any(b.level == "error" for player in self.players for b in player.broken)

    @property
    def winners(self) -> tuple[int, ...]:
        """The numbers (from 1) of the players in the first place."""
        return tuple(s.player for s in self.standings if s.place == 1)

    @property
    def decided(self) -> tuple[str, ...]:
        """What the tie-breaks count that decided who is first, () when the totals did, or nothing."""
        first = [s for s in self.standings if s.place == 1]
        return tuple(label for label, _ in first[0].ties) if len(first) == 1 else ()

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of everything that is wrong, each once: broken rules, and wrong lines that have a code."""
        wrong = [x.breaks for player in self.players for x in player.lines if x.status is Status.WRONG]
        return tuple(dict.fromkeys(code for code in (*self._ids("error"), *wrong) if code))

    @property
    def remarks(self) -> tuple[str, ...]:
        """The codes of all warnings, each once."""
        return tuple(dict.fromkeys(self._ids("warning")))

    def _ids(self, level: Level) -> list[str]:
        broken = [b for player in self.players for b in player.broken] + list(self.broken)
        return [b.id for b in broken if b.level == level]
