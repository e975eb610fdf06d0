"""The frozen types of score.yaml: what a sheet holds, what it works out, what it may not contradict."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from generator.pack.model import Decimal, Formula, Strict, Text, Whole
from generator.pack.routemodel import Route

Many = Field(max_length=1000)
Number = Whole | Decimal
PositiveNumber = Annotated[Number, Field(gt=0)]
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


class Kind(StrEnum):
    """What a person writes in a box."""

    TICKS = "ticks"
    NUMBER = "number"
    CHOICE = "choice"
    MARKS = "marks"
    FLAG = "flag"
    TEXT = "text"


class Entry(Strict):
    """What boxes and settings share."""

    label: Text = Field(description="Its name for players, translated through the catalogues")
    kind: Kind | None = Field(
        default=None,
        description="ticks (a number of ticked boxes), number, choice (one of `choices`), marks (a set: some of "
        "`choices`, or of the numbers 1 to `count`), flag (yes or no), text. Absent: choice when there are choices, "
        "ticks when there is a count, else number",
    )
    low: Number | Formula | None = Field(
        default=None, alias="from", description="number: the least allowed (a number, or a formula on data)"
    )
    high: Number | Formula | None = Field(
        default=None, alias="to", description="number: the most allowed (a number, or a formula on data)"
    )
    step: PositiveNumber = Field(default=1, description="number: 1 for whole numbers, 0.5 for halves")
    count: Whole | Formula | None = Field(default=None, description="ticks and marks: how many boxes there are")
    choices: Choices | None = Field(
        default=None,
        description="choice and marks: a list, a mapping value → label, or a formula on data that gives a list",
    )
    blank: Literal["missing", "none", "default"] | Number | None = Field(
        default=None,
        description="What an empty box means: a number such as 0; none (an allowed blank, the value none); missing "
        "(lines that need it can't be worked out). default or absent: 0 for ticks, the empty set for marks, false for "
        "flag, none for text, missing for the rest",
    )
    breaks: Text | None = Field(
        default=None, description="Code of the rule that a value which isn't allowed here breaks; shown in the report"
    )

    @property
    def sort(self) -> Kind:
        """The kind, worked out when it isn't said."""
        if self.kind is not None:
            return self.kind
        if self.choices is not None:
            return Kind.CHOICE
        return Kind.TICKS if self.count is not None else Kind.NUMBER

    @model_validator(mode="after")
    def _whole(self) -> Entry:
        kind = self.sort
        if kind is Kind.CHOICE and self.choices is None:
            raise ValueError("a choice needs choices: a list of the allowed values")
        if kind is Kind.TICKS and self.count is None:
            raise ValueError("ticks need count: how many boxes there are")
        if kind is Kind.MARKS and (self.choices is None) == (self.count is None):
            raise ValueError("marks need choices: a list, or count: how many spaces there are")
        return self


class Setting(Entry):
    """Something known about the table or a player that isn't printed on the sheet."""

    per: Literal["table", "player"] = Field(
        default="table", description="Whether it is said once for the table or for each player"
    )
    default: Any = Field(
        default=None, description="Its value when the file doesn't say it; absent: none, for a flag false"
    )


class Box(Entry):
    """A place on the sheet where a person writes or ticks."""

    rows: Whole | Formula | None = Field(default=None, description="How many such boxes; the value is then a list")
    counted: bool = Field(default=False, description="marks of numbers: a bare number n stands for the marks 1 to n")
    on_sheet: bool = Field(default=True, description="Whether a sheet prints it; `playsheet check` compares")


class Value(Strict):
    """A named intermediate value."""

    formula: Formula = Field(alias="is", description="The formula that gives the value")
    label: Text | None = Field(
        default=None, description="Its name for players, for those that reports name, such as tie-breaks"
    )
    each: Formula | list[Any] | None = Field(
        default=None,
        description="A list; the formula is worked out for each of its elements (it, i from 0, row from 1), and the "
        "value is the list of results",
    )


class Line(Strict):
    """A number the sheet works out and a person writes in the box of the same name."""

    label: Text = Field(description="Its name for players")
    formula: Formula = Field(alias="is", description="The formula that gives the right number")
    each: Formula | list[Any] | None = Field(
        default=None, description="A list: one such line for each of its elements (it, i, row)"
    )
    rows: Whole | Formula | None = Field(
        default=None, description="How many such lines (i from 0, row from 1); instead of each"
    )
    why: Text | None = Field(
        default=None, description="Explanation shown instead of the automatic one; {name} and {formula} are filled in"
    )
    sign: Literal["exact", "any"] = Field(
        default="exact",
        description="exact: written as it is; any: its minus may be left out, or written where there is none",
    )
    on_sheet: bool = Field(default=True, description="Whether a sheet prints a box for it; `playsheet check` compares")
    breaks: Text | None = Field(default=None, description="Code of the rule that a wrong number here breaks")

    @model_validator(mode="after")
    def _one_of(self) -> Line:
        if self.each is not None and self.rows is not None:
            raise ValueError("a line has each: or rows:, not both")
        return self


class Rule(Strict):
    """What a filled sheet may not contradict."""

    id: Text = Field(description="Its code in the report; several rules may share one")
    that: Formula = Field(description="The formula that must be true")
    says: Text = Field(description="What the report says when it isn't; {name} and {formula} are filled in")
    when: Formula | None = Field(default=None, description="The rule counts only when this is true")
    each: Formula | list[Any] | None = Field(
        default=None, description="A list: the rule counts for each of its elements (it, i, row)"
    )
    level: Literal["error", "warning"] = Field(
        default="error", description="Whether the sheet fails or is only remarked on"
    )


class Codes(Strict):
    """The rules that lines and boxes break when they don't say it themselves."""

    line: str = Field(default="", description="Code of a wrong line")
    box: str = Field(default="", description="Code of a value that isn't allowed")


class Table(Strict):
    """What goes over all players of one file."""

    values: Annotated[dict[str, Value | Formula], Many] = Field(
        default={}, description="Named intermediate values for the table's rules"
    )
    rules: Annotated[list[Rule], Many] = Field(
        default=[],
        description="Rules over all players: all.<name> is the list of the players' values, players their number",
    )
    ties: Annotated[list[Formula], Many] = Field(
        default=[], description="What decides between equal totals: names or formulas, the highest wins, in this order"
    )
    wins: Literal["highest", "lowest"] = Field(default="highest", description="Which total wins")


class ScoreFile(Strict):
    """The file score.yaml."""

    settings: Annotated[dict[str, Setting], Many] = Field(
        default={}, description="Known about the table or a player, not printed on the sheet"
    )
    boxes: Annotated[dict[str, Box], Many] = Field(default={}, description="Where a person writes or ticks")
    values: Annotated[dict[str, Value | Formula], Many] = Field(
        default={}, description="Named intermediate values, in any order"
    )
    lines: Annotated[dict[str, Line], Many] = Field(
        default={}, description="Numbers that the sheet works out and a person writes"
    )
    rules: Annotated[list[Rule], Many] = Field(default=[], description="What one player's sheet may not contradict")
    total: Formula | None = Field(default=None, description="What ranks the players: a line's name or a formula")
    table: Table = Field(default_factory=Table, description="What goes over all players")
    route: Route | None = Field(default=None, description="How a recorded route is checked against the sheet")
    breaks: Codes = Field(default_factory=Codes, description="Rule codes for lines and boxes without one of their own")

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield (section, name) of everything that has a name."""
        for section in ("settings", "boxes", "values", "lines"):
            for name in getattr(self, section):
                yield section, name

    def label(self, name: str) -> str | None:
        """Return the label of a box or line, None for an unknown name."""
        entry: Box | Line | None = self.boxes.get(name) or self.lines.get(name)
        return entry.label if entry else None
