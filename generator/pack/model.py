"""The frozen types of pack.yaml, and the pack that goes from stage to stage."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticKnownError

from generator.pack.folder import CATALOGUE_ENDING, LOCALE
from generator.pack.source.located import DataPath, Source
from generator.problems import Location
from generator.units import Rect


def _no_truth(value: Any) -> Any:
    """Refuse true and false, which Python takes for 1 and 0."""
    if isinstance(value, bool):
        raise PydanticKnownError("float_type")
    return value


# Ids and tags name files and folders: nothing that a system reads as a device, a path or an ending of its own.
_DEVICES = r"(?!(?:[Cc][Oo][Nn]|[Pp][Rr][Nn]|[Aa][Uu][Xx]|[Nn][Uu][Ll]|[Cc][Oo][Mm][0-9]|[Ll][Pp][Tt][0-9])(?:\.|$))"
_END = r"$(?!\n)"  # in Python $ alone lets a line's end follow
Id = Annotated[
    str,
    Field(
        pattern=f"^{_DEVICES}[A-Za-z0-9](?:[A-Za-z0-9_.-]{{0,78}}[A-Za-z0-9_-])?{_END}",
        description="a name of letters without accents, digits, _ . and -, such as score-pad",
    ),
]
Tag = Annotated[
    str,
    Field(
        pattern=f"^{_DEVICES}[A-Za-z]{{2,8}}(?:-[A-Za-z0-9]{{1,8}}){{0,4}}{_END}",
        description="a language's tag, such as en, pl or be-tarask",
    ),
]
Colour = Annotated[
    str, Field(pattern=f"^#[0-9A-Fa-f]{{6}}{_END}", description='a colour of six digits in quotes, such as "#1B2530"')
]
Style = Annotated[
    str,
    Field(
        pattern=f"^[1-9][0-9]{{2}}(?:-[1-9][0-9]{{2}})?(?: italic)?{_END}",
        description='a weight such as "400", or "400 italic"; of a variable font a range such as "200-800"',
    ),
]
Text = Annotated[str, Field(min_length=1)]
Formula = Annotated[str, Field(min_length=1, max_length=4000)]
Whole = Annotated[int, Field(strict=True)]
Decimal = Annotated[float, BeforeValidator(_no_truth)]
PositiveInt = Annotated[Whole, Field(ge=1)]
Dpi = Annotated[Whole, Field(ge=0, le=4800)]
Millimetres = Annotated[Decimal, Field(ge=1, le=2000)]
Side = Annotated[Decimal, Field(ge=40, le=2000)]
Place = Annotated[Decimal, Field(ge=0, le=2000)]
Times = Annotated[Whole, Field(ge=1, le=200)]
Axial = Annotated[Whole, Field(ge=-60, le=60)]
Bleed = Annotated[Decimal, Field(ge=0, le=20)]
Space = Annotated[Decimal, Field(ge=0, le=100)]
Places = Annotated[list[Millimetres], Field(max_length=100)]
Marking = Literal["crop", "lines", "dashes", "none"]
"""What is printed of cuts: marks in the margins and dashed outlines; full lines; full dashed lines; nothing."""

Outline = Literal["rect", "hex", "circle"]
"""What a face can be cut out as."""


class Strict(BaseModel):
    """A frozen model that knows all of its keys."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        coerce_numbers_to_str=True,  # 0.1 is a good version
        allow_inf_nan=False,
        regex_engine="python-re",  # the patterns look ahead
        defer_build=True,  # only the outermost model reads, and a model that reads nothing isn't built
    )


class Knowledge(StrEnum):
    """How a fact is known."""

    PUBLISHED = "published"
    INFERRED = "inferred"
    RECONSTRUCTED = "reconstructed"
    OWN = "own"


class Fact(Strict):
    """What a pack knows about one topic, and how."""

    label: Text = Field(description="Name of the topic in the pack's language; a reconstructed one prints on the foot")
    source: Knowledge = Field(description="How it is known: published, inferred, reconstructed, or own (we made it)")
    origin: list[str] = Field(default=[], alias="from", description="Where it was read: titles or addresses")
    note: str = Field(default="", description="What a reader should know about it")


class Players(Strict):
    """How many can play."""

    least: PositiveInt = Field(alias="from", description="Fewest players")
    most: PositiveInt = Field(alias="to", description="Most players")


class Family(Strict):
    """A typeface of the pack's own."""

    files: dict[Style, str] = Field(
        description='Style to font file (.ttf, .otf) in art/; a style is a weight, such as "400", "700" or '
        '"400 italic"; a variable font has a range of them, such as "200-800"'
    )


class OwnFonts(Strict):
    """Typefaces of the pack's own by name, and which typeface stands for one that nobody has here."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Family]

    instead: dict[Text, Text] = Field(
        default={}, description="Which typeface stands for which in art from elsewhere: {Arial: Fira Sans}"
    )

    @property
    def families(self) -> dict[str, Family]:
        """The pack's own typefaces by name."""
        return self.__pydantic_extra__ or {}


class OwnPaper(Strict):
    """A paper of the pack's own, such as a sheet of labels."""

    size: tuple[Side, Side] = Field(description="Width and height in mm: [320, 450]")
    margin: Space = Field(default=5.0, description="What printers leave blank along its edges in mm")


class Component(Strict):
    """A kind of printed thing."""

    title: Text = Field(description="Its name, translated through the catalogues")
    template: Text = Field(description="Its face: a file in the pack's templates/ or in templates/<pack>/")
    size: tuple[Millimetres, Millimetres] = Field(description="Width and height of a face in mm: [63, 88]")
    items: str | None = Field(
        default=None, description="The table (file name without ending) that gives one item a face; absent: one face"
    )
    sort: str | None = Field(default=None, description="Field that puts the items in order; absent: the table's order")
    copies: PositiveInt | Literal["fill"] = Field(
        default=1,
        description="How many of each item; fill: as many as one page holds. An item's own field copies goes before it",
    )
    layout: Literal["grid", "mixed", "honeycomb", "page", "slots"] = Field(
        default="grid",
        description="How faces share a page: grid, mixed (all sizes of the group together), honeycomb (pointy-top "
        "hexes), page (one face a page), or slots (the places of a sheet of labels)",
    )
    slots: str | None = Field(
        default=None, description="Layout slots: the table (file name without ending) that says where the slots lie"
    )
    margin: Space = Field(
        default=6.0,
        description="Space kept free at the paper's edge in mm; 0 for faces with margins of their own",
    )
    overlap: Space = Field(
        default=5.0,
        description="A face larger than the paper: the strip in mm that neighbouring pages both show, to glue them on",
    )
    seams: tuple[Places, Places] = Field(
        default=([], []),
        description="A face larger than the paper: where pages should meet, in mm from its left edge and from its "
        "upper edge, as far as the paper allows; absent: all parts are equal",
    )
    grid: tuple[PositiveInt, PositiveInt] | None = Field(
        default=None,
        description="Layout grid: how many faces stand side by side, and one above the other: [3, 3]; absent: as many "
        "as fit",
    )
    gap: Space = Field(default=0.0, description="Space between faces in mm")
    cells: list[tuple[Axial, Axial]] = Field(
        default=[(0, 0)],
        min_length=1,
        max_length=60,
        description="Honeycomb: axial cells (q, r) that one piece covers, from its first hex",
    )
    chosen_by: str | None = Field(
        default=None,
        description="With --filled: the setting of score.yaml that says which item, from 1, is a player's sheet; "
        "absent: players get them in order",
    )
    group: Id | None = Field(default=None, description="Components of one group share pages and one PDF of this name")
    papers: list[str] = Field(
        default=[], description="Papers it may be built on, by name or size (320x450); absent: all that it fits on"
    )
    foot: bool | Literal["outside"] = Field(
        default=False,
        description="Whether the page carries the foot line, ruler and all, outside the cut; outside: as far as the "
        "paper has room for it (boards); faces with a foot of their own leave it off",
    )
    marks: bool | Marking = Field(
        default=True,
        description="What is printed where faces are cut apart: crop or true (marks in the margins, dashed outlines "
        "of hexes, circles and round corners), lines, dashes, none or false",
    )
    outline: Outline | None = Field(
        default=None,
        description="What faces are cut out as; absent: hex in a honeycomb, else rect. A hex that is higher than wide "
        "stands on a corner, else on a side",
    )
    corner: Space = Field(default=0.0, description="Radius of the corners in mm that faces are cut out with")
    safe: Space = Field(
        default=0.0,
        description="How far texts and fields keep clear of the cut in mm, so that a crooked one spoils none; what "
        "doesn't is a mistake",
    )
    back: Id | None = Field(
        default=None,
        description="The component of the same size on the back: its item of the same id, else its only face. A "
        "component that is a back isn't printed by itself",
    )
    bleed: Bleed = Field(
        default=0.0,
        description="How far the template draws beyond the face's edges in mm, so that a crooked cut shows no white",
    )

    @property
    def cut_as(self) -> Outline:
        """What its faces are cut out as, worked out when it isn't said."""
        return self.outline or ("hex" if self.layout == "honeycomb" else "rect")


class Slot(Strict):
    """A place for a face on a sheet of labels or punched parts, or a block of equal ones."""

    x: Place = Field(description="From the paper's left edge to the slot's, in mm")
    y: Place = Field(description="From the paper's upper edge to the slot's, in mm")
    w: Millimetres | None = Field(default=None, description="Width in mm, when it isn't that of `size`")
    h: Millimetres | None = Field(default=None, description="Height in mm, when it isn't that of `size`")
    only: Id | None = Field(
        default=None, alias="for", description="The component whose faces it takes; absent: those of all"
    )
    columns: Times = Field(default=1, description="How many such slots stand side by side")
    rows: Times = Field(default=1, description="How many such slots stand one above the other")
    across: Millimetres | None = Field(
        default=None, description="From the left edge of a column to that of the next in mm; absent: the slot's width"
    )
    down: Millimetres | None = Field(
        default=None, description="From the upper edge of a row to that of the next in mm; absent: the slot's height"
    )


class SlotFile(Strict):
    """A table that says where the slots of a sheet lie."""

    paper: Text = Field(description="The sheet's size: a paper by name")
    lying: bool = Field(default=False, description="Whether the paper lies on its long side")
    size: tuple[Millimetres, Millimetres] = Field(description="Width and height of a slot in mm")
    slots: list[Slot] = Field(min_length=1, max_length=1000, description="The slots, in the order in which they fill")

    def rects(self) -> Iterator[tuple[int, Rect]]:
        """Yield each slot (mm on the paper) with the number of its entry (from 0), row by row within a block."""
        for number, slot in enumerate(self.slots):
            width, height = slot.w or self.size[0], slot.h or self.size[1]
            for row, column in product(range(slot.rows), range(slot.columns)):
                x, y = slot.x + column * (slot.across or width), slot.y + row * (slot.down or height)
                yield number, Rect(x, y, width, height)


class Pictures(Strict):
    """How many pixels an inch pictures need where they are printed."""

    good: Dpi = Field(default=300, description="Pictures with fewer are warned of: they look blurred")
    least: Dpi = Field(default=0, description="Pictures with fewer are an error; 0: none is")


class PackFile(Strict):
    """The file pack.yaml."""

    title: Text = Field(description="The game's name")
    version: Text = Field(description='Version of the pack, quoted, as in "0.1"; it prints on the foot')
    players: Players = Field(description="Fewest and most players")
    languages: list[Tag] = Field(
        min_length=1,
        description="Languages to build, by tags such as en, pl, be-tarask; the first is the language of the texts in "
        "the data, any other needs locale/<tag>.po",
    )
    palette: dict[str, Colour] = Field(
        default={}, description='Colour name to "#rrggbb", seen in templates as colour.<name>'
    )
    fonts: OwnFonts = Field(
        default_factory=OwnFonts, description="Typefaces of the pack's own, beside Fira Sans and Fira Sans Condensed"
    )
    facts: dict[str, Fact] = Field(default={}, description="What the data rests on, topic by topic")
    papers: dict[Text, OwnPaper] = Field(
        default={}, description="Papers of the pack's own by name, beside A4, Letter and the others"
    )
    pictures: Pictures = Field(
        default_factory=Pictures, description="Pixels an inch that pictures need: {good: 300, least: 150}"
    )
    components: dict[Id, Component] = Field(min_length=1, description="Printed things by id")


@dataclass(frozen=True, slots=True)
class Pack:
    """One game, loaded: its file, its tables and where everything stands."""

    id: str
    folder: Path
    template_roots: tuple[Path, ...]
    file: PackFile
    source: Source
    tables: Mapping[str, Source]
    score: Source | None
    slots: Mapping[str, SlotFile] = field(default_factory=dict)

    @property
    def data(self) -> dict[str, Any]:
        """The tables' plain data by name."""
        return {name: table.data for name, table in self.tables.items()}

    @property
    def backs(self) -> frozenset[str]:
        """The components that are the back of another."""
        return frozenset(component.back for component in self.file.components.values() if component.back)

    @property
    def reconstructed(self) -> list[str]:
        """The labels of facts that are made up."""
        return [fact.label for fact in self.file.facts.values() if fact.source is Knowledge.RECONSTRUCTED]

    @property
    def shown(self) -> str:
        """The pack's folder as messages name it."""
        return Path(self.source.file).parent.as_posix()

    @property
    def score_labels(self) -> dict[str, str]:
        """The labels of all boxes and lines that score.yaml declares, by their names."""
        data = self.score.data if self.score and isinstance(self.score.data, dict) else {}
        return {
            str(name): str(name if entry.get("label") is None else entry["label"])
            for section in ("boxes", "lines")
            if isinstance(data.get(section), dict)
            for name, entry in data[section].items()
            if isinstance(entry, dict)
        }

    def place(self, component: str, *path: str | int) -> Location:
        """Return where pack.yaml says something about a component: what is at `path` inside its entry."""
        return self.source.place(("components", component, *path))

    def catalogue(self, language: str) -> str:
        """Return the catalogue of a language as messages name it, whether it is there or not."""
        return f"{self.shown}/{LOCALE}/{language}{CATALOGUE_ENDING}"

    def row(self, component: str, item: str) -> Location | None:
        """Return where an item stands in its table, None for a component without one."""
        table = self.tables.get(self.file.components[component].items or "")
        if table is None:
            return None
        rows = enumerate(rows_of(table.data))
        index = next((number for number, row in rows if str(row.get("id")) == item), None)
        return None if index is None else table.place((*rows_path(table.data), index))

    def items(self, component: str) -> list[dict[str, Any]]:
        """The rows of a component's table in printing order; one row `{"id": component}` without a table."""
        model = self.file.components[component]
        if model.items is None:
            return [{"id": component}]
        rows = rows_of(self.tables[model.items].data)
        order = model.sort
        return sorted(rows, key=lambda row: natural(row.get(order))) if order else rows


def rows_of(data: Any) -> list[dict[str, Any]]:
    """Return the rows of a table: the list itself, or the list under its key `items`."""
    rows = data.get(_ROWS) if isinstance(data, dict) else data
    return rows if isinstance(rows, list) else []


def rows_path(data: Any) -> DataPath:
    """Return where in a table its rows stand."""
    return (_ROWS,) if isinstance(data, dict) else ()


_ROWS = "items"


def natural(value: Any) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key by which 7, "007", "10" and "A2" stand as people expect."""
    parts = re.findall(r"\d+|\D+", "" if value is None else str(value))
    return tuple((0, int(part[:1000]), part) if part.isdecimal() else (1, 0, part.casefold()) for part in parts)
