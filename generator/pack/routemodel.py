"""The frozen types of `route` in score.yaml: how a recorded route is walked, and what it does to the sheet."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from generator.pack.model import Formula, Strict, Text, Whole

Few = Field(max_length=100)
Name = Annotated[str, Field(min_length=1, max_length=60)]


class Effect(Strict):
    """One thing that a place does to the sheet when the route reaches it."""

    tick: Name | None = Field(
        default=None,
        description="The box of ticks of which the next one is ticked; of a box with rows that fill up, the next one "
        "in the row that is filled now; a number is raised by 1. What is full stays as it is",
    )
    close: Name | None = Field(
        default=None,
        alias="park",
        description="The box with rows whose row that is filled now gets its value; nothing when it is empty",
    )
    write: Name | None = Field(
        default=None, description="The box that a number is written into; says `sum` or `parked` too"
    )
    sum: Annotated[list[Name], Few] = Field(default=[], description="write: the boxes whose ticks so far are counted")
    closed: Name | None = Field(
        default=None,
        alias="parked",
        description="write: the box with rows; counted are the ticks of the row that has just been parked here",
    )
    where: Text | None = Field(default=None, description="Only at places that have this field")
    when: Formula | None = Field(default=None, description="Only when this is true; it may rest on settings")

    @model_validator(mode="after")
    def _one_of(self) -> Effect:
        if sum(part is not None for part in (self.tick, self.close, self.write)) != 1:
            raise ValueError("an effect says one of tick, park, write")
        if (self.write is not None) != (bool(self.sum) or self.closed is not None):
            raise ValueError("write: goes with sum: or parked:, which say what is counted")
        return self


class Filling(Strict):
    """Rows of ticks that are filled one after the other."""

    value: Name = Field(description="The box with as many rows that holds what a parked row is worth")
    worth: Formula = Field(description="A list: what a row with 1, 2, … ticks is worth when it is parked")
    open_worth: Formula | None = Field(
        default=None,
        alias="unparked",
        description="A list: what a row that was never parked is worth at the end; absent: nothing",
    )
    bonuses: Formula | None = Field(
        default=None,
        description="A list of `{value: 4, gives: tourist}`: a row parked with that value does what that symbol does",
    )


class Cards(Strict):
    """What is turned over in each round: it says how long a stretch is and how it bends."""

    label: Text = Field(description="What players call it")
    box: Name = Field(description="The marks that are ticked, one a round")
    shapes: Formula | None = Field(
        default=None,
        description="A list of shapes, `{markers: 3, turns: [2]}`: card n has the n-th, going round; turns are the "
        "allowed numbers of bends inside a stretch. Without a list any stretch will do",
    )
    turns: Name | None = Field(
        default=None,
        description="The box of ticks that takes one for every bend too many or too few; full, it allows no more",
    )
    full: Formula | None = Field(
        default=None,
        description="Whether a bend without a tick left is only warned of; absent: the route can't be driven so",
    )
    alike: Formula | None = Field(
        default=None,
        description="A list of lists: cards of which any may be ticked for another; none or absent: each its own",
    )
    breaks: Text | None = Field(default=None, description="Code of the rule that players with different cards break")


class Extra(Strict):
    """A stretch that ends at a certain symbol goes one further, in any direction."""

    symbol: Text = Field(description="The symbol")
    must: Formula | None = Field(default=None, description="Whether it must; absent: it may")
    counts: Name | None = Field(default=None, description="The setting or box that counts such steps")


class Jams(Strict):
    """Ticks for roads that others use too."""

    box: Name = Field(description="The box of ticks: one for every marker of another player on the road")
    slow: Text | None = Field(default=None, description="The list of the graph with roads that cost one more")


class Out(Strict):
    """A route that reaches one of its own places again ends there."""

    box: Name = Field(description="The flag that says so, a setting or a box")
    when: Formula | None = Field(default=None, description="Whether that is so; otherwise a place may be reached again")


class Goals(Strict):
    """Goals of all players: whoever reaches one in the first round in which anyone does gets more."""

    box: Name = Field(description="The box with a row for each goal")
    cards: Formula = Field(description="The list of goals in play, one a row; none for one that isn't known")
    need: Formula = Field(description="The list of how many ticks each needs")
    counts: Annotated[dict[str, list[Name]], Few] = Field(description="For each goal the boxes whose ticks count")
    first: Formula = Field(description="What is written in the first round in which anyone reaches it")
    later: Formula = Field(description="What is written in later rounds")


class Errand(Strict):
    """Places that a player's route should reach."""

    box: Name = Field(description="The box that says whether it did")
    field: Text = Field(description="The field of a place that is compared")
    wanted: Formula = Field(description="A list of what must be reached, in any order; none when it isn't known")
    done: Formula = Field(description="What is written when all are reached")
    failed: Formula = Field(description="What is written when not")
    breaks: Text | None = Field(default=None, description="Code of the rule that a wrong entry breaks")


class RouteCodes(Strict):
    """The rules that a route and its sheet break."""

    route: str = Field(default="", description="Code of a route that can't be")
    box: str = Field(default="", description="Code of a box that isn't as the route makes it")
    markers: str = Field(default="", description="Code of the warning of too many markers")


class Route(Strict):
    """A recorded route, walked round by round and compared with the sheet."""

    label: Text = Field(description="What players call it")
    how: Text = Field(description="How it is written, for the empty file")
    example: Text = Field(description="A line of a route, for the empty file and for messages")
    graph: Formula = Field(description="The board: a mapping with lists of places and roads; it may rest on settings")
    places: Text = Field(
        default="places", description="The list of places, each with id, row, column and, where it has any, symbols"
    )
    roads: Text = Field(default="roads", description="The list of roads, pairs of ids")
    start: Name = Field(
        description="The setting or box that says where it starts; its value is that of the place's field of this name"
    )
    rounds: Whole | Formula = Field(description="How many rounds a game has")
    effects: Annotated[dict[str, Annotated[list[Effect], Few]], Few] = Field(
        default={}, description="What each symbol does when it is reached, in this order; the start does nothing"
    )
    rows: Annotated[dict[str, Filling], Few] = Field(
        default={}, description="Boxes with rows that fill one after the other"
    )
    cards: Cards | None = Field(default=None, description="What is turned over in each round")
    extra: Extra | None = Field(default=None, description="Where a stretch may go one further")
    shared_roads: Jams | None = Field(default=None, alias="jams", description="Ticks for roads that others use")
    out: Out | None = Field(default=None, description="When a route ends early; absent: a place may be reached again")
    goals: Goals | None = Field(default=None, description="Goals that all players share")
    errand: Errand | None = Field(default=None, description="Places that a player should reach")
    markers: Formula | None = Field(
        default=None, description="How many markers a player has; a longer route is warned of"
    )
    first: Name | None = Field(
        default=None,
        description="The setting of the table with the number of the player who begins; players stand in the file in "
        "their order round the table, and each round the next one begins. Absent: the first of the file",
    )
    breaks: RouteCodes = Field(default_factory=RouteCodes, description="Codes of the rules that are broken")
