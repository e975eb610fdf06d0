"""The frozen types of pack.yaml, and the pack that goes from stage to stage."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

from generator.pack.record import Limits, key, record
from generator.pack.source import Source
from generator.problems import Location

# Ids and tags name files and folders: nothing that a system reads as a device, a path or an ending of its own.
_DEVICES = r"(?!(?:[Cc][Oo][Nn]|[Pp][Rr][Nn]|[Aa][Uu][Xx]|[Nn][Uu][Ll]|[Cc][Oo][Mm][0-9]|[Ll][Pp][Tt][0-9])(?:\.|$))"
Id = Annotated[
    str,
    Limits(
        pattern=_DEVICES + r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,78}[A-Za-z0-9_-])?",
        form="a name of letters without accents, digits, _ . and -, such as score-pad",
    ),
]
Tag = Annotated[
    str,
    Limits(
        pattern=_DEVICES + r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}",
        form="a language's tag, such as en, pl or be-tarask",
    ),
]
Colour = Annotated[str, Limits(pattern=r"#[0-9A-Fa-f]{6}", form='a colour in quotes, such as "#1B2530"')]
Style = Annotated[str, Limits(pattern=r"[1-9][0-9]{2}( italic)?", form='a weight such as "400", or "400 italic"')]
Text = Annotated[str, Limits(shortest=1)]
PositiveInt = Annotated[int, Limits(least=1)]
Millimetres = Annotated[float, Limits(least=1, most=2000)]
Axial = Annotated[int, Limits(least=-60, most=60)]
Space = Annotated[float, Limits(least=0, most=100)]


class Knowledge(StrEnum):
    """How a fact is known."""

    PUBLISHED = "published"
    INFERRED = "inferred"
    RECONSTRUCTED = "reconstructed"
    OWN = "own"


@record
class Fact:
    """What a pack knows about one topic, and how."""

    label: Text = key("Name of the topic in the pack's language; a reconstructed one prints on the foot")
    source: Knowledge = key("How it is known: published, inferred, reconstructed, or own (we made it)")
    origin: list[str] = key("Where it was read: titles or addresses", name="from", default=[])
    note: str = key("What a reader should know about it", default="")


@record
class Players:
    """How many can play."""

    least: PositiveInt = key("Fewest players", name="from")
    most: PositiveInt = key("Most players", name="to")


@record
class Family:
    """A typeface of the pack's own."""

    files: dict[Style, str] = key(
        'Style to font file (.ttf) in art/; a style is a weight, such as "400", "700" or "400 italic"'
    )


@record
class Component:
    """A kind of printed thing."""

    title: Text = key("Its name, translated through the catalogues")
    template: Text = key("Its face: a file in the pack's templates/ or in templates/<pack>/")
    size: tuple[Millimetres, Millimetres] = key("Width and height of a face in mm: [63, 88]")
    items: str | None = key(
        "The table (file name without ending) that gives one item a face; absent: one face", default=None
    )
    sort: str | None = key("Field that puts the items in order; absent: the table's order", default=None)
    copies: PositiveInt | Literal["fill"] = key(
        "How many of each item; fill: as many as one page holds. An item's own field copies goes before it", default=1
    )
    layout: Literal["grid", "honeycomb", "page"] = key(
        "How faces share a page: grid, honeycomb (pointy-top hexes), or page (one face a page)", default="grid"
    )
    margin: Space = key("Space kept free at the paper's edge in mm; 0 for faces with margins of their own", default=6.0)
    gap: Space = key("Space between faces of a grid in mm", default=0.0)
    cells: Annotated[list[tuple[Axial, Axial]], Limits(shortest=1, longest=60)] = key(
        "Honeycomb: axial cells (q, r) that one piece covers, from its first hex", default=[(0, 0)]
    )
    group: Id | None = key("Components of one group share pages and one PDF of this name", default=None)
    papers: list[str] = key("Papers it may be built on; absent: all that it fits on", default=[])
    foot: bool = key(
        "Whether the page carries the foot line; faces with a foot of their own leave it off", default=False
    )
    marks: bool = key("Whether cut marks are printed where faces are cut apart", default=True)


@record
class PackFile:
    """The file pack.yaml."""

    title: Text = key("The game's name")
    version: Text = key('Version of the pack, quoted, as in "0.1"; it prints on the foot')
    players: Players = key("Fewest and most players")
    languages: Annotated[list[Tag], Limits(shortest=1)] = key(
        "Languages to build, by tags such as en, pl, be-tarask; the first is the language of the texts in "
        "the data, any other needs locale/<tag>.po"
    )
    palette: dict[str, Colour] = key('Colour name to "#rrggbb", seen in templates as colour.<name>', default={})
    fonts: dict[str, Family] = key("Typefaces of the pack's own, beside Fira Sans and Fira Sans Condensed", default={})
    facts: dict[str, Fact] = key("What the data rests on, topic by topic", default={})
    components: Annotated[dict[Id, Component], Limits(shortest=1)] = key("Printed things by id")


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

    @property
    def data(self) -> dict[str, Any]:
        """The tables' plain data by name."""
        return {name: table.data for name, table in self.tables.items()}

    @property
    def shown(self) -> str:
        """The pack's folder as messages name it."""
        return Path(self.source.file).parent.as_posix()

    def row(self, component: str, item: str) -> Location | None:
        """Return where an item stands in its table, None for a component without one."""
        table = self.tables.get(self.file.components[component].items or "")
        if table is None:
            return None
        base: tuple[str | int, ...] = ("items",) if isinstance(table.data, dict) else ()
        found = (n for n, row in enumerate(rows_of(table.data)) if str(row.get("id")) == item)
        index = next(found, None)
        return None if index is None else table.place((*base, index))

    def items(self, component: str) -> list[dict[str, Any]]:
        """The rows of a component's table in printing order; one row `{"id": component}` without a table."""
        made = self.file.components[component]
        if made.items is None:
            return [{"id": component}]
        rows = rows_of(self.tables[made.items].data)
        order = made.sort
        return sorted(rows, key=lambda row: natural(row.get(order))) if order else rows


def rows_of(data: Any) -> list[dict[str, Any]]:
    """Return the rows of a table: the list itself, or the list under its key `items`."""
    rows = data.get("items") if isinstance(data, dict) else data
    return rows if isinstance(rows, list) else []


def natural(value: Any) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key by which 7, "007", "10" and "A2" stand as people expect."""
    parts = re.findall(r"\d+|\D+", "" if value is None else str(value))
    return tuple((0, int(part[:1000]), part) if part.isdecimal() else (1, 0, part.casefold()) for part in parts)
