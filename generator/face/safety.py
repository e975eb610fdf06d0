"""The safe zone: what a face says and where one writes must keep clear of the cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.face.die import Die
from generator.problems import Failed, Location
from generator.svg.css.values import transform
from generator.svg.xml import Element, Origin, local, parse
from generator.units import Matrix, Rect, Size

MARK = "data-safe"
"""The attribute that tells a text in the SVG by its number."""

_ELSEWHERE = frozenset(["defs", "symbol", "clipPath", "mask", "marker", "pattern"])
"""What is in these is drawn elsewhere, if at all."""

_SLACK = 0.005


class Kept(NamedTuple):
    """Something that must keep clear of the cut: what it is, where it lies (mm), and the template's line."""

    what: str
    rect: Rect
    place: Location


class Offender(NamedTuple):
    """What lies too close to the cut, and how far from it, below 0 beyond."""

    kept: Kept
    distance: float


def spoiled(
    svg: str, size: Size, die: Die, safe: float, fields: Sequence[Kept], texts: Sequence[Kept]
) -> list[Offender]:
    """Return what lies outside the safe zone, `safe` mm inside the outline of a face.

    Fields lie where they are recorded; a text lies where the groups around it bring it.
    """
    offenders = [Offender(field, _clearance(field.rect, Matrix(), size, die)) for field in fields]
    for number, matrix in _matrices(svg):
        offenders.append(Offender(texts[number], _clearance(texts[number].rect, matrix, size, die)))
    return [offender for offender in offenders if offender.distance < safe - _SLACK]


def _clearance(rect: Rect, matrix: Matrix, size: Size, die: Die) -> float:
    return min(die.clearance(*matrix.at(*corner), Rect(0, 0, *size)) for corner in rect.bounds.corners)


def _matrices(svg: str) -> Iterator[tuple[int, Matrix]]:
    """Yield the number of each text, and what maps it to the face; what can't be read is told when it is drawn."""
    try:
        root = parse(svg, Origin(Location("")))
        for element in root.iter("{*}text"):
            around = [element, *element.iterancestors()]
            if element.get(MARK, "").isdecimal() and not any(local(part) in _ELSEWHERE for part in around):
                yield int(element.get(MARK)), _matrix(around)
    except (Failed, ValueError):
        return


def _matrix(around: Sequence[Element]) -> Matrix:
    matrix = Matrix()
    for element in around:
        matrix = transform(element.get("transform", "")) @ matrix
    return matrix
