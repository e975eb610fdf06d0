"""Papers: those known by name, those of a pack, and sizes given in millimetres or inches."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from generator.pack import shipped
from generator.pack.model import Pack
from generator.pack.source.read import read
from generator.problems import Failed, Location, Problems, failed, listed, near, quoted
from generator.units import Size

MARGIN = 5.0
"""What a printer leaves blank at the edges of a paper of one's own, in mm."""

LEAST_EDGE = 6.0
"""A foot ends at least so far from the paper's edge, in mm."""

SMALLEST, LARGEST = 40.0, 2000.0
"""The shortest and the longest side of a paper, in mm."""

_SIZE = re.compile(r"\s*([0-9.,]+)\s*(mm|cm|in|\")?\s*[x×*]\s*([0-9.,]+)\s*(mm|cm|in|\")?\s*", re.IGNORECASE)
_UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, '"': 25.4}
_EXAMPLES = "or a size such as 320x450 (mm) or 13x19in"


class Paper(NamedTuple):
    """A paper, upright; `margin` is what home printers leave blank along its edges. In mm."""

    name: str
    size: Size
    margin: float = MARGIN

    @property
    def ways(self) -> tuple[Size, Size]:
        """The paper upright, and lying."""
        return self.size, Size(self.size.height, self.size.width)

    @property
    def edge(self) -> float:
        """How far from the paper's edge a foot ends."""
        return max(LEAST_EDGE, self.margin)

    @property
    def description(self) -> str:
        """Name and size as messages say them."""
        size = sized(*self.size)
        return size if self.name == size else f"{self.name}, {size}"


def sized(width: float, height: float) -> str:
    """Return a size in words."""
    return f"{width:g} × {height:g} mm"


def papers(pack: Pack | None = None) -> dict[str, Paper]:
    """Return every paper known by name: those that come with the program, and a pack's own."""
    source = read(shipped.data() / "common" / "papers.yaml", "data/common/papers.yaml")
    common = {
        name: _paper(name, float(entry["size"][0]), float(entry["size"][1]), float(entry["margin"]))
        for name, entry in source.data.items()
    }
    return common | (_own(pack) if pack else {})


def _own(pack: Pack) -> dict[str, Paper]:
    return {name: _paper(name, *own.size, own.margin) for name, own in pack.file.papers.items()}


def _paper(name: str, width: float, height: float, margin: float = MARGIN) -> Paper:
    return Paper(name, Size(min(width, height), max(width, height)), margin)


def paper_named(name: str, known: Mapping[str, Paper], place: Location | None = None) -> Paper:
    """Return a paper by its name, in small letters or large, or by its size; `Failed` when it is neither.

    `place` is where it is named, when that is in a file.
    """
    place = place or Location("--paper")
    for known_name, known_paper in known.items():
        if known_name.lower() == name.strip().lower():
            return known_paper
    match = _SIZE.fullmatch(name)
    if match is None:
        raise failed(place, f"there is no paper {quoted(name)}", f"{listed(known)}, {_EXAMPLES}", near(name, known))
    size = _size(name, match, place)
    same = (known_paper for known_paper in known.values() if known_paper.size == size)
    return next(same, _paper(sized(*size), *size))


def _size(text: str, match: re.Match[str], place: Location) -> Size:
    unit = (match[4] or match[2] or "").lower()
    sides = [_side(match[1], (match[2] or unit).lower()), _side(match[3], unit)]
    if not all(SMALLEST <= side <= LARGEST for side in sides):
        what = f"no paper measures {quoted(text.strip())}"
        raise failed(
            place, what, f"sides from {SMALLEST:g} to {LARGEST:g} mm", "a size is in mm unless it says cm or in"
        )
    return Size(*sorted(round(side, 4) for side in sides))


def _side(text: str, unit: str) -> float:
    """Return a side in mm, 0 for what is no number."""
    try:
        return float(text.replace(",", ".")) * _UNITS[unit]
    except ValueError:
        return 0.0


def check(pack: Pack, problems: Problems) -> None:
    """Note the papers that nobody knows, and a pack's own that have the name of another."""
    known, own = papers(), _own(pack)
    _check_names(pack, known, problems)
    for name, component in pack.file.components.items():
        if component.slots:
            continue  # their paper stands in the table of slots
        for number, paper_name in enumerate(component.papers):
            try:
                paper_named(paper_name, known | own, pack.source.place(("components", name, "papers", number)))
            except Failed as failure:
                problems.extend(failure.problems)


def _check_names(pack: Pack, known: Mapping[str, Paper], problems: Problems) -> None:
    taken = {name.casefold() for name in known}
    for name in pack.file.papers:
        if name.casefold() in taken:
            what = f"a paper {quoted(name)} is there already"
            problems.error(pack.source.key(("papers", name)), what, "a name of its own", "rename it, or take it out")
        elif _SIZE.fullmatch(name):
            what, allowed = f"a paper {quoted(name)} is one of that size", "a name that is no size"
            problems.error(pack.source.key(("papers", name)), what, allowed, "rename it, or take it out")
        taken.add(name.casefold())
