"""The frozen types of a landscape: what is laid on the table, and the patterns in it that give points."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from generator.pack.model import Formula, Strict, Text, Whole
from generator.pack.routemodel import Few, Name

Small = Annotated[Whole, Field(ge=0, le=200)]
Points = Annotated[Whole, Field(ge=-10_000, le=10_000)]
Unknown = Literal["unknown"]
Cell = Annotated[list[Annotated[Whole, Field(ge=-20, le=20)]], Field(min_length=2, max_length=2)]

Counted = Literal[
    "size",
    "tokens beside",
    "kinds beside",
    "most beside",
    "gaps beside",
    "tokens between",
    "kinds between",
    "lands between",
    "on land",
    "lands facing",
    "sights",
    "tokens in sight",
]
"""What can be counted of a group."""


class Measure(Strict):
    """Something counted of a group of places."""

    count: Counted = Field(
        default="size",
        description="size: places of the group; tokens beside, kinds beside, most beside (of one kind), gaps beside "
        "(empty places): in places that touch it, each once; tokens between, kinds between, lands between: between two "
        "in sight of each other; on land: places on a tile that shows one of these lands; lands facing: different "
        "lands at the edges of other tiles that touch it; sights: the most others of its kind that one of it sees; "
        "tokens in sight: those of other kinds that it sees beyond at least one place",
    )
    of: Annotated[list[Name], Few] = Field(
        default=[], description="Only these kinds or lands; absent: all; for kinds `others` is every kind but its own"
    )
    at_least: Annotated[Whole, Field(ge=1, le=50)] = Field(
        default=1, description="kinds beside: a kind counts when it has at least so many tokens there"
    )


class Condition(Measure):
    """What must be true of a group."""

    low: Small | None = Field(default=None, alias="from", description="At least so many")
    high: Small | None = Field(default=None, alias="to", description="At most so many")


class Worth(Measure):
    """What a group is worth by something counted of it."""

    each: Points | Unknown | None = Field(default=None, description="So many points for each")
    table: Annotated[list[Points], Field(min_length=1, max_length=200)] | Unknown | None = Field(
        default=None, description="The points for 0, 1, 2, …; more gives as much as the last"
    )

    @model_validator(mode="after")
    def _one_of(self) -> Worth:
        if (self.each is None) == (self.table is None):
            raise ValueError("a worth says each: or table:, one of them")
        return self

    @property
    def known(self) -> bool:
        """Whether its points are known."""
        return "unknown" not in (self.each, self.table)


class Sizes(Strict):
    """How large a group may be."""

    low: Small = Field(default=1, alias="from", description="At least so many places")
    high: Small | None = Field(default=None, alias="to", description="At most so many places")


class Pattern(Strict):
    """A pattern in a landscape, and what it gives."""

    of: Name | None = Field(default=None, description="The kind of token that makes groups")
    land: Name | None = Field(default=None, description="corridors: the land that they run through")
    groups: Literal["each", "whole", "pairs", "lines", "arcs", "rings", "shapes", "pieces", "sights", "corridors"] = (
        Field(
            description="each token alone; whole: tokens that hang together; pairs that touch; lines: straight rows; "
            "arcs: next to each other on the ring round a place; rings: on it, touching or not; shapes: as in "
            "`shapes`; pieces: connected, cut from a whole; sights: two in line with nothing of their kind between, "
            "not touching; corridors: tiles joined by edges that show the same land"
        )
    )
    size: list[Small] | Sizes | Small | None = Field(default=None, description="Which sizes count; absent: any")
    shapes: Annotated[list[Annotated[list[Cell], Field(min_length=1, max_length=12)]], Few] | Unknown = Field(
        default=[], description="shapes: each a list of places, [[0, 0], [1, 0]], in any turn"
    )
    mirrored: bool = Field(default=False, description="shapes: a mirror image will do too")
    alone: bool = Field(default=False, description="No other token of the kind touches the group")
    contacts: Small | None = Field(
        default=None, description="whole: no token touches more than so many of its kind, as in a run"
    )
    crowded: Literal["nothing", "dropped"] = Field(
        default="nothing",
        description="What tokens with more contacts mean: their whole group gives nothing; or they are taken out, and "
        "what is left counts",
    )
    conditions: Annotated[list[Condition], Few] = Field(
        default=[], alias="if", description="What must be true of a group"
    )
    choose: Literal["all", "best", "largest"] = Field(
        default="all",
        description="all: every group counts; best: groups that share no place, so that they are worth most together; "
        "largest: the one that is worth most",
    )
    worth: Annotated[list[Worth], Few] = Field(default=[], description="What each group gives: the sum of these")
    count: Annotated[list[Points], Field(min_length=1, max_length=200)] | Unknown | None = Field(
        default=None, description="What 0, 1, 2, … groups give together; instead of worth"
    )
    all_sizes: Points | None = Field(
        default=None, description="Points once when there is a group of every size in `size`"
    )
    readings: Annotated[dict[Name, Annotated[dict[str, dict[str, Any]], Few]], Few] = Field(
        default={},
        description="What is different where rules are read differently: a setting, each of its values, and the keys "
        "of the pattern that change",
    )

    @model_validator(mode="after")
    def _whole(self) -> Pattern:
        if (self.groups == "corridors") != (self.land is not None) or (self.land is None) == (self.of is None):
            raise ValueError("a pattern says of: the kind of token, or for corridors land:")
        if bool(self.worth) == (self.count is not None):
            raise ValueError("a pattern says worth: of each group, or count: of all groups")
        if (self.groups == "shapes") != bool(self.shapes):
            raise ValueError("shapes: goes with groups: shapes")
        if self.groups == "pieces" and (len(self.worth) != 1 or self.worth[0].count != "size"):
            raise ValueError("pieces are worth something by their size: worth: [{table: […]}]")
        return self

    @property
    def known(self) -> bool:
        """Whether everything is known that its points rest on."""
        return self.shapes != "unknown" and self.count != "unknown" and all(worth.known for worth in self.worth)


class Tiles(Strict):
    """A table of tiles."""

    table: Name = Field(description="The table of the pack; each row has an id, edges, and what may stand on it")
    kinds: Name = Field(default="kinds", description="The column with the kinds of token that may stand on a tile")
    parts: Name | None = Field(
        default=None,
        description="For tiles of several places: the column with the list of them, each with its cell from the first, "
        "its edges and its kinds",
    )


class LandscapeCodes(Strict):
    """The rules that a landscape and its sheet break."""

    unreadable: str = Field(default="", description="Code of a row that can't be read")
    impossible: str = Field(default="", description="Code of a landscape that can't be")
    box: str = Field(default="", description="Code of a box that isn't as the landscape makes it")


class Landscape(Strict):
    """A recorded landscape, measured by patterns and compared with the sheet."""

    label: Text = Field(description="What players call it")
    how: Text = Field(description="How it is written, for the empty file")
    example: Text = Field(description="A row of it, for the empty file and for messages")
    grid: Literal["hex", "square", "square8"] = Field(
        default="hex", description="hex: a corner on top; square: touching at sides; square8: at corners too"
    )
    lands: Annotated[dict[Name, Name], Few] = Field(
        default={}, description="What the letters of `edges` stand for: the land's id"
    )
    kinds: Name = Field(description="The table of the kinds of token: each row has an id, and may have a name")
    tiles: Annotated[list[Tiles], Few] = Field(default=[], description="Tables of the tiles that there are")
    markers: Annotated[dict[Name, Text], Few] = Field(
        default={}, description="What else may lie on a tile, and its name; no token stands there then"
    )
    patterns: Name = Field(description="The table of patterns: each row has an id and a pattern")
    boxes: Annotated[dict[Name, Formula], Few] = Field(
        description="Boxes of the sheet, and the id of the pattern that each holds: a formula on settings; none where "
        "it isn't known"
    )
    breaks: LandscapeCodes = Field(default_factory=LandscapeCodes, description="Codes of the rules that are broken")
