"""Printers that were measured: a file of the user's own, read, checked and written whole."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.press.files import clear, put
from generator.press.printer import LONG, SHORT, Habit, Printer
from generator.problems import Failed, Location, Problems, failed, listed, near, one_line, quoted

if TYPE_CHECKING:
    from generator.profiles import Lying, Printers, Upright

NONE = "none"
"""The profile of those who want none, not even the one that is stored as the usual one."""

_LONGEST_NAME = 40


class Reading(NamedTuple):
    """What a person read off a calibration page and typed, in mm; `lying` says which of the two pages."""

    width: float
    height: float
    right: float = 0.0
    below: float = 0.0
    lying: bool = False


def place() -> Path:
    """Return the file of the user's printers: `Failed` when there is no home to keep it in."""
    config = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    try:
        base = config if config.is_absolute() else Path.home() / ".config"
        if os.environ.get("HOME") == "" and not config.is_absolute():  # else it would be the root of all folders
            raise RuntimeError
    except RuntimeError as error:
        raise failed(Location("printers.yaml"), "there is no home folder", remedy="set XDG_CONFIG_HOME") from error
    # where a link leads, so that what is written takes the place of the file and not of the link
    return Path(os.path.realpath(base / "playsheet" / "printers.yaml"))


def printer(name: str | None) -> Printer | None:
    """Return the printer of that name, without a name the usual one if there is one; `Failed` when it is unknown."""
    if name == NONE:
        return None
    if name is None and not _is_there():
        return None
    path = place()
    stored, default = _read(path)
    key = name if name is not None else stored.default
    if key is None:
        return None
    profile = stored.printers.get(key)
    if profile is None:
        raise _unknown(key, stored, default if name is None else Location("--profile"))
    return Printer(key, _habit(profile.upright, SHORT, LONG), _habit(profile.lying, LONG, SHORT))


def _is_there() -> bool:
    """Tell whether there is a file of printers; who has no home folder has none."""
    try:
        return os.path.lexists(place())
    except Failed:
        return False


def keep(name: str, reading: Reading, usual: bool = False) -> Path:
    """Store what was measured under a printer's name, beside what is known of it; return the file.

    With `usual` it is the printer that builds are corrected for unless told so. `Failed`
    with every value that no printer gives, and for a file that can't be read.
    """
    from generator.profiles import Lying, Printers, Profile, Upright

    problems = Problems()
    _check_name(name, problems)
    _check(reading, problems)
    problems.stop_on_errors()
    path = place()
    stored, _ = _read(path)
    kind = Lying if reading.lying else Upright
    measures = kind(width=reading.width, height=reading.height, shift=(reading.right, reading.below))
    before = stored.printers.get(name, Profile())
    profile = before.model_copy(update={"lying" if reading.lying else "upright": measures})
    printers = {**stored.printers, name: profile}
    clear(path.parent)
    put(path, _yaml(Printers(default=name if usual else stored.default, printers=printers)).encode())
    return path


def described(reading: Reading) -> str:
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


def shell_word(name: str) -> str:
    """Return a printer's name as it is typed behind an option."""
    return shlex.quote(name)


def _read(path: Path) -> tuple[Printers, Location]:
    """Return the printers that are stored, and where the usual one is named."""
    from generator.pack.source.read import read
    from generator.pack.validation import validated
    from generator.profiles import Printers

    if not os.path.lexists(path):
        return Printers(), Location(str(path))
    problems = Problems()
    source = read(path, str(path))
    printers = validated(Printers, source, problems)
    problems.stop_on_errors()
    assert printers is not None  # no errors, so it was valid
    return printers, source.place(("default",))


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
    from generator.profiles import FARTHEST, MOST_OFF

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


def _yaml(printers: Printers) -> str:
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
