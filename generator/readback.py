"""What was typed and ticked in the form fields of a PDF.

The file comes from anybody: its size, pages, fields and the length of what stands in them are bounded, and as nothing
in this process could stop its reading, another process reads it, within limits of time and memory.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from generator.pack.source.files import read_bytes
from generator.problems import Failed, Location, failed

MOST_PAGES = 500
MOST_FIELDS = 10_000
LONGEST = 1_000
"""Characters of a field that are read."""

SECONDS = 1.2
"""How long the processor may work on a form: one of ours takes a tenth of that."""

MEMORY = 256 * 1024**2
"""Bytes of address space that reading a form may take."""

PATIENCE = 30.0 if sys.platform != "win32" else 4.0
"""Seconds to wait for it in any case; the only limit of time where the system has none."""

_NAME = re.compile(
    r"(?:sheet(?P<sheet>\d{1,3})\.)?(?P<name>[A-Za-z][A-Za-z0-9_]{0,59})"
    r"(?:\.player(?P<player>\d{1,3}))?(?:\.row(?P<row>\d{1,3}))?(?:\.(?P<number>\d{1,3}))?"
)
_MARK = re.compile(r"playsheet game=(?P<game>\S{1,200}) language=(?P<language>[A-Za-z0-9-]{1,40})")


class Widget(NamedTuple):
    """A place to fill in as it stands in a PDF, whether it is one of a sheet of ours or not.

    `kind` is text, tick, radio or choice; `value` is what the form has under this name, `written` what this place
    itself says (a tick by the name of its state, such as Yes), `length` how many characters that is, whose text is
    left out beyond `LONGEST`; `state` is which appearance is shown (/AS: Yes, Off, or nothing where there is none),
    `most` how many characters fit (0 where nothing says so), and `again` tells that another place of the same name
    says something else.
    """

    page: int
    kind: str
    name: str
    value: str
    written: str
    length: int
    state: str
    most: int
    ticked: bool
    again: bool = False


class FilledField(NamedTuple):
    """A field with a box's or line's name, and what stands in it: text, or whether it is ticked.

    `sheet` counts from 1; `player`, `row` and `number` too, 0 where the name has none.
    """

    sheet: int
    name: str
    player: int
    row: int
    number: int
    value: str | bool
    widget: Widget


class FilledForm(NamedTuple):
    """The fields of a form in the order of its pages; game and language are None when the file doesn't say them.

    `others` are places to fill in that no sheet of ours has.
    """

    game: str | None
    language: str | None
    fields: tuple[FilledField, ...]
    others: tuple[Widget, ...] = ()


def filled_form(path: Path) -> FilledForm:
    """Read a form; `Failed` when it is no PDF, takes too much to read, or has no field of a sheet."""
    file_name = str(path)
    outcome = _outcome(read_bytes(path, file_name), Location(file_name))
    widgets = _with_others_of_their_name(Widget(**field) for field in outcome["fields"])
    fields = fields_of(widgets)
    if not fields:
        remedy = "make the form with playsheet build --fillable"
        raise failed(Location(file_name), "the PDF has no field of a sheet", remedy=remedy)
    mark = _MARK.fullmatch(outcome["keywords"])
    sheet = mark.groupdict() if mark else {}
    ours = {field.widget for field in fields}
    others = tuple(widget for widget in widgets if widget not in ours)
    return FilledForm(sheet.get("game"), sheet.get("language"), fields, others)


# ------------------------------------------------------------------ the process that reads


def _outcome(raw: bytes, place: Location) -> dict[str, Any]:
    """Return what the process says that reads a PDF; `Failed` when it refuses it, or is ended by its limits."""
    import json
    import subprocess

    program = Path(__file__).with_name("fieldreader.py")
    bounds = [str(bound) for bound in (MOST_PAGES, MOST_FIELDS, LONGEST, SECONDS, MEMORY)]
    try:
        process = subprocess.run(  # noqa: S603 - our own program, and no shell
            [sys.executable, "-P", str(program), *bounds],
            input=raw,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        outcome: dict[str, Any] = json.loads(process.stdout) if process.returncode == 0 else {}
    except (subprocess.TimeoutExpired, ValueError):
        outcome = {}
    if "wrong" in outcome:
        what, allowed = outcome["wrong"]
        raise failed(place, what, allowed)
    if not outcome:
        raise _too_much(place)
    return outcome


def _too_much(place: Location) -> Failed:
    """Return what is told of a PDF whose reading was ended, by its limits or because the PDF library broke down."""
    return failed(
        place,
        "the PDF is damaged, or so large or tangled that it can't be read",
        f"{SECONDS:g} s of work and {MEMORY // 1024**2} MiB of memory",
        "save the form again from the program in which it was filled in, or make a new one with playsheet build "
        "--fillable",
    )


# ------------------------------------------------------------------ what it says


def _with_others_of_their_name(widgets: Iterable[Widget]) -> list[Widget]:
    """Return widgets that know whether another one of their name says something else."""
    every = list(widgets)
    said: dict[str, set[tuple[str, int]]] = {}
    for widget in every:
        said.setdefault(widget.name, set()).add((widget.written, widget.length))
    return [widget._replace(again=len(said[widget.name]) > 1) for widget in every]


def fields_of(widgets: Iterable[Widget]) -> tuple[FilledField, ...]:
    """Return the widgets that are fields of a sheet, by their names."""
    return tuple(_fields(widgets))


def _fields(widgets: Iterable[Widget]) -> Iterator[FilledField]:
    for widget in widgets:
        name = _NAME.fullmatch(widget.name)
        if name is None or widget.kind not in ("tick", "text"):
            continue
        part = {key: int(name[key] or 0) for key in ("sheet", "player", "row", "number")}
        value = widget.ticked if widget.kind == "tick" else widget.value.strip()
        yield FilledField(part["sheet"] or 1, name["name"], part["player"], part["row"], part["number"], value, widget)
