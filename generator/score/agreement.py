"""Print and score agree: what a sheet prints is what its score knows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from generator.pack.scoremodel import Box, Line, ScoreFile, Value
from generator.problems import Location, Problems, listed, near
from generator.score.sheet.sheet import NAME_BOX, Place


def agree(printed: Mapping[str, Location], file: ScoreFile, place: Place, problems: Problems) -> None:
    """Compare the names of printed fields (with the template that prints each) with boxes and lines.

    A field that no box or line knows is an error, and so is a box or line for the sheet
    that no sheet prints.
    """
    declared: dict[str, Box | Line] = {**file.boxes, **file.lines}
    for name, template in printed.items():
        if name not in declared and name != NAME_BOX.name:
            problems.error(
                template, f"field {name!r} is no box or line of score.yaml", listed(declared), near(name, declared)
            )
    for name, entry in declared.items():
        if entry.on_sheet and name not in printed:
            part = "boxes" if name in file.boxes else "lines"
            problems.error(
                place((part, name)),
                f"no sheet prints {name!r}",
                remedy=f'print it with field("{name}", …), or say on_sheet: false',
            )


def texts(file: ScoreFile) -> Iterator[str]:
    """Yield every text of score.yaml that people read, for the catalogues."""
    for line in file.lines.values():
        yield line.label
        if line.why:
            yield line.why
    yield from (value.label for value in file.values.values() if isinstance(value, Value) and value.label)
    for entry in (*file.settings.values(), *file.boxes.values()):
        yield entry.label
        if isinstance(entry.choices, Mapping):
            yield from (str(label) for label in entry.choices.values())
    if file.route:
        yield from (file.route.label, file.route.how)
        if file.route.cards:
            yield file.route.cards.label
    for rule in (*file.rules, *file.table.rules):
        yield rule.says


def optional(file: ScoreFile) -> Iterator[str]:
    """Yield the texts of score.yaml that a report says as they are where no catalogue has them: choices as written."""
    for entry in (*file.settings.values(), *file.boxes.values()):
        yield from (choice for choice in entry.choices or () if isinstance(choice, str))


def unused(entries: Collection[str], used: Collection[str]) -> list[str]:
    """Return the catalogue entries that nothing asked for, in their order."""
    return [text for text in entries if text not in used]
