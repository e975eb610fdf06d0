"""The frozen types of score.yaml: what a sheet holds, what it works out, what it may not contradict."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, StrEnum
from typing import Annotated, Any, Literal

from generator.pack.model import Text
from generator.pack.record import Limits, key, record

Formula = Annotated[str, Limits(shortest=1, longest=4000)]
Number = int | float
PositiveNumber = Annotated[int | float, Limits(above=0)]
Choices = list[Any] | dict[str, str] | Formula

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,59}")
"""What a box, value, line or setting may be called."""

RESERVED = frozenset(
    [
        "all",
        "and",
        "data",
        "else",
        "false",
        "false",
        "game",
        "if",
        "in",
        "is",
        "it",
        "i",
        "language",
        "loop",
        "me",
        "none",
        "not",
        "or",
        "player",
        "players",
        "row",
        "self",
        "true",
        "written",
    ]
)
"""Names with a meaning of their own in formulas and filled files."""


class Unsaid(Enum):
    """What stands for a value that the file doesn't say, where none would be a value of its own."""

    UNSAID = "unsaid"


UNSAID = Unsaid.UNSAID


class Kind(StrEnum):
    """What a person writes in a box."""

    TICKS = "ticks"
    NUMBER = "number"
    CHOICE = "choice"
    MARKS = "marks"
    FLAG = "flag"
    TEXT = "text"


@record
class Entry:
    """What boxes and settings share."""

    label: Text = key("Its name for players, translated through the catalogues")
    kind: Kind | None = key(
        "ticks (a number of ticked boxes), number, choice (one of `choices`), marks (a set: some of "
        "`choices`, or of the numbers 1 to `count`), flag (yes or no), text. Absent: choice when there are choices, "
        "ticks when there is a count, else number",
        default=None,
    )
    low: Number | Formula | None = key(
        "number: the least allowed (a number, or a formula on data)", name="from", default=None
    )
    high: Number | Formula | None = key(
        "number: the most allowed (a number, or a formula on data)", name="to", default=None
    )
    step: PositiveNumber = key("number: 1 for whole numbers, 0.5 for halves", default=1)
    count: int | Formula | None = key("ticks and marks: how many boxes there are", default=None)
    choices: Choices | None = key(
        "choice and marks: a list, a mapping value → label, or a formula on data that gives a list", default=None
    )
    blank: Literal["missing", "none", "default"] | Number | None = key(
        "What an empty box means: a number such as 0; none (an allowed blank, the value none); missing "
        "(lines that need it can't be worked out). default or absent: 0 for ticks, the empty set for marks, false for "
        "flag, none for text, missing for the rest",
        default=None,
    )
    breaks: Text | None = key(
        "Code of the rule that a value which isn't allowed here breaks; shown in the report", default=None
    )

    @property
    def sort(self) -> Kind:
        """The kind, worked out when it isn't said."""
        if self.kind is not None:
            return self.kind
        if self.choices is not None:
            return Kind.CHOICE
        return Kind.TICKS if self.count is not None else Kind.NUMBER

    def __post_init__(self) -> None:
        kind = self.sort
        if kind is Kind.CHOICE and self.choices is None:
            raise ValueError("a choice needs choices: a list of the allowed values")
        if kind is Kind.TICKS and self.count is None:
            raise ValueError("ticks need count: how many boxes there are")
        if kind is Kind.MARKS and (self.choices is None) == (self.count is None):
            raise ValueError("marks need choices: a list, or count: how many spaces there are")


@record
class Setting(Entry):
    """Something known about the table or a player that isn't printed on the sheet."""

    per: Literal["table", "player"] = key("Whether it is said once for the table or for each player", default="table")
    default: Any = key("Its value when the file doesn't say it; absent: none, for a flag false", default=UNSAID)


@record
class Box(Entry):
    """A place on the sheet where a person writes or ticks."""

    rows: int | Formula | None = key("How many such boxes; the value is then a list", default=None)
    counted: bool = key("marks of numbers: a bare number n stands for the marks 1 to n", default=False)
    on_sheet: bool = key("Whether a sheet prints it; `playsheet check` compares", default=True)


@record
class Value:
    """A named intermediate value."""

    formula: Formula = key("The formula that gives the value", name="is")
    each: Formula | list[Any] | None = key(
        "A list; the formula is worked out for each of its elements (it, i from 0, row from 1), and the "
        "value is the list of results",
        default=None,
    )


@record
class Line:
    """A number the sheet works out and a person writes in the box of the same name."""

    label: Text = key("Its name for players")
    formula: Formula = key("The formula that gives the right number", name="is")
    each: Formula | list[Any] | None = key("A list: one such line for each of its elements (it, i, row)", default=None)
    rows: int | Formula | None = key("How many such lines (i from 0, row from 1); instead of each", default=None)
    why: Text | None = key(
        "Explanation shown instead of the automatic one; {name} and {formula} are filled in", default=None
    )
    sign: Literal["exact", "any"] = key(
        "exact: written as it is; any: its minus may be left out, or written where there is none", default="exact"
    )
    on_sheet: bool = key("Whether a sheet prints a box for it; `playsheet check` compares", default=True)
    breaks: Text | None = key("Code of the rule that a wrong number here breaks", default=None)

    def __post_init__(self) -> None:
        if self.each is not None and self.rows is not None:
            raise ValueError("a line has each: or rows:, not both")


@record
class Rule:
    """What a filled sheet may not contradict."""

    id: Text = key("Its code in the report; several rules may share one")
    that: Formula = key("The formula that must be true")
    says: Text = key("What the report says when it isn't; {name} and {formula} are filled in")
    when: Formula | None = key("The rule counts only when this is true", default=None)
    each: Formula | list[Any] | None = key(
        "A list: the rule counts for each of its elements (it, i, row)", default=None
    )
    level: Literal["error", "warning"] = key("Whether the sheet fails or is only remarked on", default="error")


@record
class Codes:
    """The rules that lines and boxes break when they don't say it themselves."""

    line: str = key("Code of a wrong line", default="")
    box: str = key("Code of a value that isn't allowed", default="")


@record
class Table:
    """What goes over all players of one file."""

    values: dict[str, Value | Formula] = key("Named intermediate values for the table's rules", default={})
    rules: list[Rule] = key(
        "Rules over all players: all.<name> is the list of the players' values, players their number", default=[]
    )
    ties: list[Formula] = key(
        "What decides between equal totals: names or formulas, the highest wins, in this order", default=[]
    )
    wins: Literal["highest", "lowest"] = key("Which total wins", default="highest")


@record
class ScoreFile:
    """The file score.yaml."""

    settings: dict[str, Setting] = key("Known about the table or a player, not printed on the sheet", default={})
    boxes: dict[str, Box] = key("Where a person writes or ticks", default={})
    values: dict[str, Value | Formula] = key("Named intermediate values, in any order", default={})
    lines: dict[str, Line] = key("Numbers that the sheet works out and a person writes", default={})
    rules: list[Rule] = key("What one player's sheet may not contradict", default=[])
    total: Formula | None = key("What ranks the players: a line's name or a formula", default=None)
    table: Table = key("What goes over all players", default=Table())
    breaks: Codes = key("Rule codes for lines and boxes without one of their own", default=Codes())

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield (section, name) of everything that has a name."""
        for section in ("settings", "boxes", "values", "lines"):
            for name in getattr(self, section):
                yield section, name

    def label(self, name: str) -> str | None:
        """Return the label of a box or line, None for an unknown name."""
        found: Box | Line | None = self.boxes.get(name) or self.lines.get(name)
        return found.label if found else None
