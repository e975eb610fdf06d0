"""Printers that were measured: a file of the user's own, read, checked and written whole."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field

from generator.pack.model import Decimal, Strict, Text
from generator.pack.source import read
from generator.pack.validation import validated
from generator.press.files import put
from generator.press.printer import LONG, SHORT, Habit, Printer
from generator.problems import Location, Problems, failed, listed, near, one_line, quoted

NONE = "none"
"""The profile of those who want none, not even the one that is stored as the usual one."""

MOST_OFF = 0.05
"""The largest share by which a length may be off: more is a setting of the print dialog."""

FARTHEST = 6.0
"""The largest shift in mm that the calibration page can show."""

_LONGEST_NAME = 40

Short = Annotated[Decimal, Field(ge=SHORT * (1 - MOST_OFF), le=SHORT * (1 + MOST_OFF))]
Long = Annotated[Decimal, Field(ge=LONG * (1 - MOST_OFF), le=LONG * (1 + MOST_OFF))]
Shift = Annotated[Decimal, Field(ge=-FARTHEST, le=FARTHEST)]


class Measured(Strict):
    """What was measured on a calibration page, in mm."""

    shift: tuple[Shift, Shift] = Field(default=(0.0, 0.0), description="Where the cross lies on the other side's scale")


class Upright(Measured):
    """What was measured on the upright page."""

    width: Short = Field(description="From A to B")
    height: Long = Field(description="From C to D")


class Lying(Measured):
    """What was measured on the lying page."""

    width: Long = Field(description="From A to B")
    height: Short = Field(description="From C to D")


class Profile(Strict):
    """A printer: what was measured on upright and on lying paper."""

    upright: Upright | None = Field(default=None, description="The upright calibration page")
    lying: Lying | None = Field(default=None, description="The lying calibration page")


class Printers(Strict):
    """The file printers.yaml."""

    default: Text | None = Field(default=None, description="The printer that builds are corrected for unless told so")
    printers: dict[Text, Profile] = Field(default={}, description="Printers by name")


class Reading(NamedTuple):
    """What a person read off a calibration page and typed, in mm; `lying` says which of the two pages."""

    width: float
    height: float
    right: float = 0.0
    below: float = 0.0
    lying: bool = False


def place() -> Path:
    """Return the file of the user's printers: `Failed` when there is no home to keep it in."""
    given = os.environ.get("XDG_CONFIG_HOME", "")
    try:
        base = Path(given) if Path(given).is_absolute() else Path.home() / ".config"
    except RuntimeError as error:
        raise failed(Location("printers.yaml"), "there is no home folder", remedy="set XDG_CONFIG_HOME") from error
    return base / "playsheet" / "printers.yaml"


def chosen(name: str | None) -> Printer | None:
    """Return the printer of that name, without a name the usual one if there is one; `Failed` when it is unknown."""
    if name == NONE:
        return None
    path = place()
    stored = _stored(path)
    wanted = name if name is not None else stored.default
    if wanted is None:
        return None
    profile = stored.printers.get(wanted)
    if profile is None:
        raise _unknown(wanted, stored, Location("--profile" if name is not None else str(path)))
    return Printer(wanted, _habit(profile.upright, SHORT, LONG), _habit(profile.lying, LONG, SHORT))


def keep(name: str, reading: Reading, usual: bool = False) -> Path:
    """Store what was measured under a printer's name, beside what is known of it; return the file.

    With `usual` it is the printer that builds are corrected for unless told so. `Failed`
    with every value that no printer gives, and for a file that can't be read.
    """
    problems = Problems()
    _check_name(name, problems)
    _check(reading, problems)
    problems.stop_on_errors()
    path = place()
    stored = _stored(path)
    kind = Lying if reading.lying else Upright
    found = kind(width=reading.width, height=reading.height, shift=(reading.right, reading.below))
    known = stored.printers.get(name, Profile())
    profile = known.model_copy(update={"lying" if reading.lying else "upright": found})
    printers = {**stored.printers, name: profile}
    put(path, _written(Printers(default=name if usual else stored.default, printers=printers)).encode())
    return path


def told(reading: Reading) -> str:
    """Return in words what a printer does, and what is done about the other side."""
    across, down = (LONG, SHORT) if reading.lying else (SHORT, LONG)
    lengths = f"prints {reading.width / across * 100:.2f} % across and {reading.height / down * 100:.2f} % down"
    moved = [
        f"{abs(value):g} mm {words[value < 0]}"
        for value, words in ((reading.right, ("right", "left")), (reading.below, ("down", "up")))
        if value
    ]
    way = "lying paper" if reading.lying else "upright paper"
    return f"{lengths} on {way}; backs are {'moved ' + ' and '.join(moved) if moved else 'not moved'}"


def typed(name: str) -> str:
    """Return a printer's name as it is typed behind an option."""
    return shlex.quote(name)


def _stored(path: Path) -> Printers:
    if not path.exists():
        return Printers()
    problems = Problems()
    found = validated(Printers, read(path, str(path)), problems)
    problems.stop_on_errors()
    assert found is not None  # no errors, so it was valid
    return found


def _unknown(name: str, stored: Printers, place: Location) -> Exception:
    remedy = near(name, stored.printers) or "measure it: playsheet calibrate"
    return failed(place, f"there is no printer {quoted(name)}", listed([*stored.printers, NONE]), remedy)


def _habit(measured: Upright | Lying | None, across: float, down: float) -> Habit | None:
    if measured is None:
        return None
    return Habit(measured.width / across, measured.height / down, *measured.shift)


# ------------------------------------------------------------------ what may be stored


def _check_name(name: str, problems: Problems) -> None:
    fine = name == one_line(name) and name.strip() == name and 0 < len(name) <= _LONGEST_NAME
    if not fine or not any(map(str.isalnum, name)) or name.lower() == NONE:
        allowed = f"letters and digits, at most {_LONGEST_NAME}, and not {NONE}"
        problems.error(Location("--name"), f"{quoted(name)} is no name for a printer", allowed, "such as office")


def _check(reading: Reading, problems: Problems) -> None:
    across, down = (LONG, SHORT) if reading.lying else (SHORT, LONG)
    for option, value, exact in (("--width", reading.width, across), ("--height", reading.height, down)):
        least, most = exact * (1 - MOST_OFF), exact * (1 + MOST_OFF)
        if not least <= value <= most:
            remedy = 'measure again; is it right, the page was scaled: print it at 100 %, "actual size"'
            what = f"{value:g} mm for a ruler of {exact:g} mm"
            problems.error(Location(option), what, f"{least:g} to {most:g}", remedy)
    for option, value in (("--shift-x", reading.right), ("--shift-y", reading.below)):
        if not -FARTHEST <= value <= FARTHEST:
            remedy = "read it again on the scale of the other side"
            problems.error(Location(option), f"a shift of {value:g} mm", f"-{FARTHEST:g} to {FARTHEST:g}", remedy)


# ------------------------------------------------------------------ writing


def _written(printers: Printers) -> str:
    return "\n".join([*_lines(printers), ""])


def _lines(printers: Printers) -> Iterator[str]:
    yield "# Printers, measured with `playsheet calibrate`: what its rulers came out as, and the shift of the back; mm."
    if printers.default is not None:
        yield f"default: {_text(printers.default)}"
    yield "printers:" if printers.printers else "printers: {}"
    for name, profile in printers.printers.items():
        yield f"  {_text(name)}:"
        for way, measured in (("upright", profile.upright), ("lying", profile.lying)):
            if measured is not None:
                right, below = measured.shift
                numbers = f"width: {measured.width:g}, height: {measured.height:g}, shift: [{right:g}, {below:g}]"
                yield f"    {way}: {{{numbers}}}"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
