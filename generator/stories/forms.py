"""Forms as filled files: whose sheet each field is on, and what no field may say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.pack.source.located import Source
from generator.problems import Location, Problems, failed, listed, quoted, say
from generator.readback import LONGEST, FilledField, FilledForm, Widget, fields_of, filled_form

if TYPE_CHECKING:
    from generator.score.scoring import Scorer

_COPY = re.compile(r"(?P<first>[A-Za-z][A-Za-z0-9_]{0,59})\+(?P<copy>\d{1,3})(?P<rest>(?:\..{1,60})?)")
"""The name of a field that a program renamed that put several forms into one file: `total+1`, `students+1.2`."""

_FORMS_APART = 1_000
"""What is added to the numbers of the sheets of each further form in a file."""

_MOST_NAMED = 5


def is_form(path: Path) -> bool:
    """Tell whether a filled-in sheet is a form."""
    return path.suffix.lower() == ".pdf"


def read_form(path: Path, problems: Problems) -> FilledForm:
    """Read a form, or several forms of a game in one file, whose sheets then follow each other.

    `Failed` when no field of a sheet is in it, or what a field says can't be told: two values, a tick that isn't shown,
    a text that is too long. Filled fields of others are warned of.
    """
    form = filled_form(path)
    place = Location(str(path))
    _check(form.fields, place, problems)
    renamed = {widget: match for widget in form.others if (match := _COPY.fullmatch(widget.name))}
    fields = _with_renamed(form.fields, renamed, place) if renamed else _apart(form.fields, place)
    _check([field for field in fields if field not in form.fields], place, problems)
    problems.stop_on_errors()
    _warn([widget for widget in form.others if widget not in renamed], place, problems)
    return form._replace(fields=fields, others=())


def header(form: FilledForm, path: Path) -> Source:
    """Return what a form says of itself."""
    said = {"game": form.game, "language": form.language}
    return Source(str(path), {key: value for key, value in said.items() if value})


def in_form(form: FilledForm, says: Source, scorer: Scorer) -> Source:
    """Return what stands in a form as the data of a filled-in file; `says` is what it says of itself."""
    from generator.score.sheet.formdata import players

    filled = players(form.fields, scorer.form.slots)
    if not filled:
        raise failed(says.place(), say("nothing is filled in"), remedy=say("fill the form in, and save it"))
    return Source(says.file, {**says.data, "players": filled})


# ------------------------------------------------------------------ what no field may say


def _check(fields: Sequence[FilledField], place: Location, problems: Problems) -> None:
    """Note the fields of which nobody can tell what stands in them."""
    long = {field.widget.name: field.widget.length for field in fields if field.widget.length > LONGEST}
    for name, length in list(long.items())[:_MOST_NAMED]:
        what = say("the field {name} holds {length} characters", name=quoted(name), length=length)
        most = say("at most {most}", most=LONGEST)
        problems.error(place, what, most, say("shorten what is typed there, and save the form"))
    hidden = [field.widget.name for field in fields if _in_doubt(field.widget)]
    if hidden:
        problems.error(
            place,
            say(
                "fields whose tick is set but not shown, or shown but not set: {names}",
                names=listed(hidden, _MOST_NAMED),
            ),
            remedy=say("open the form in a viewer, click these until they are as they should be, and save it"),
        )


def _in_doubt(widget: Widget) -> bool:
    """Whether a tick's own value and what is shown of it say different things."""
    if widget.kind != "tick" or not widget.written:
        return False
    return (widget.written != "Off") != (widget.state not in ("", "Off"))


def _warn(others: Iterable[Widget], place: Location, problems: Problems) -> None:
    """Warn of filled fields that no sheet has, as a program may have given them other names."""
    filled = [widget.name for widget in others if widget.ticked or (widget.kind == "text" and widget.value.strip())]
    if filled:
        what = say(
            "fields that no sheet has are filled in, and left out here: {names}", names=listed(filled, _MOST_NAMED)
        )
        remedy = say("fill in the form that playsheet made, without renaming its fields")
        problems.warning(place, what, remedy=remedy)


# ------------------------------------------------------------------ several forms in one file


def _with_renamed(
    fields: tuple[FilledField, ...], renamed: dict[Widget, re.Match[str]], place: Location
) -> tuple[FilledField, ...]:
    """Return the fields of the first form, and those of the others, which were renamed, behind them."""
    copies: dict[int, list[Widget]] = {}
    for widget, match in renamed.items():
        copies.setdefault(int(match["copy"]), []).append(widget._replace(name=match["first"] + match["rest"]))
    names = sorted(field.widget.name for field in fields)
    every = list(fields)
    for number, copy in enumerate(sorted(copies), 1):
        its_fields = fields_of(copies[copy])
        if sorted(field.widget.name for field in its_fields) != names:
            raise _mixed(place, [f"{widget.name}+{copy}" for widget in copies[copy]])
        every += [_further(field, number) for field in its_fields]
    return tuple(every)


def _apart(fields: tuple[FilledField, ...], place: Location) -> tuple[FilledField, ...]:
    """Return the fields of a file in which a name may stand several times, once in each of the forms that it holds."""
    if not any(field.widget.again for field in fields):
        return _once(fields)
    times = Counter(field.widget.name for field in fields)
    if len(set(times.values())) > 1:
        raise _mixed(place, [field.widget.name for field in fields if field.widget.again])
    seen: Counter[str] = Counter()
    every = []
    for field in fields:
        own = field.value if field.widget.kind == "tick" else field.widget.written.strip()
        every.append(_further(field._replace(value=own), seen[field.widget.name]))
        seen[field.widget.name] += 1
    return tuple(every)


def _once(fields: tuple[FilledField, ...]) -> tuple[FilledField, ...]:
    """Return each field once: the same sheet may lie on several pages."""
    return tuple({field.widget.name: field for field in reversed(fields)}.values())[::-1]


def _further(field: FilledField, number: int) -> FilledField:
    return field._replace(sheet=field.sheet + number * _FORMS_APART)


def _mixed(place: Location, names: Iterable[str]) -> Exception:
    return failed(
        place,
        say(
            "fields that stand there twice and say different things: {names}",
            names=listed(dict.fromkeys(names), _MOST_NAMED),
        ),
        remedy=say("where forms of several players were put into one file, check each by itself"),
    )
