"""Where people write on pages, and what is written there: fields of faces, found on the pages that they lie on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, Protocol

from generator.face.face import Face, Field
from generator.press.page import Page, Placement
from generator.units import Rect

FieldKind = Literal["tick", "ring", "number", "text"]
"""What is written in a field: a cross, a ring round other fields, a number, or words."""

_SLACK = 0.01
"""Millimetres by which a field may stick out of what a page shows of its face."""


class FieldValue(NamedTuple):
    """What a field is for: its kind, its label in the sheet's language, and the text in it ("" for nothing)."""

    kind: FieldKind
    label: str
    text: str = ""


class FieldValues(Protocol):
    """Knows what belongs into the fields of a game's sheets."""

    def of(self, face: Face, field: Field, sheet: int) -> FieldValue:
        """Return what belongs into a field of the sheet of that number, from 1."""


class Fields(NamedTuple):
    """What is written on the pages of a document.

    `fillable` makes form fields of it, to be filled in on a screen; otherwise it is printed.
    `backs` are the components that lie behind others: their sheets are counted last. `mark` is what
    the file says of itself, so that it can be read again.
    """

    values: FieldValues
    fillable: bool
    backs: frozenset[str] = frozenset()
    mark: str = ""


class PlacedField(NamedTuple):
    """A field on a page: its unique name in parts, and where it lies.

    `rect` is what it takes up on the page, in mm from the top left corner; it is turned
    `turn` degrees clockwise and measures `width` × `height` mm when it is upright.
    """

    name: tuple[str, ...]
    value: FieldValue
    rect: Rect
    turn: int
    width: float
    height: float


def placed_fields(pages: Sequence[Page], fields: Fields) -> list[list[PlacedField]]:
    """Return the fields on each page, in the order in which their templates record them."""
    numbers = _numbers(pages, fields.backs)
    names = _Names()
    by_page: list[list[PlacedField]] = []
    for index, page in enumerate(pages):
        on_page: list[PlacedField] = []
        for position, placement in enumerate(page.placements):
            if placement.face.fields:
                on_page += _on_sheet(page, placement, numbers[index, position], fields.values, names)
        by_page.append(on_page)
    return by_page


def _numbers(pages: Sequence[Page], backs: frozenset[str]) -> dict[tuple[int, int], int]:
    """Return the number of each sheet by its page and its position there: fronts as they come, then backs."""
    sheets = [
        (placement.face.component in backs, index, position)
        for index, page in enumerate(pages)
        for position, placement in enumerate(page.placements)
        if placement.face.fields
    ]
    return {(index, position): number for number, (_, index, position) in enumerate(sorted(sheets), 1)}


def _on_sheet(
    page: Page, placement: Placement, sheet: int, values: FieldValues, names: _Names
) -> Iterator[PlacedField]:
    fields = placement.face.fields
    for field in fields:
        on_page = placement.matrix.bounds_of(field.rect.bounds).rect
        if placement.window is not None and not Rect(*placement.window).encloses(on_page, _SLACK):
            continue
        value = values.of(placement.face, field, sheet)
        if value.kind == "tick" and any(
            field.rect.encloses(other.rect, _SLACK) for other in fields if other is not field
        ):
            value = value._replace(kind="ring")
        matrix = page.correction @ placement.matrix if page.correction else placement.matrix
        size = field.rect.width * placement.scale, field.rect.height * placement.scale
        rect = matrix.bounds_of(field.rect.bounds).rect
        yield PlacedField(names.unique(field, sheet), value, rect, placement.turn, *size)


class _Names:
    """Gives every field of a document a name of its own that says what it is."""

    def __init__(self) -> None:
        self._ends: set[tuple[str, ...]] = set()
        self._groups: set[tuple[str, ...]] = set()
        self._numbers: dict[tuple[str, ...], int] = {}

    def unique(self, field: Field, sheet: int) -> tuple[str, ...]:
        """Return a name in parts, such as students, 2; a name of a group is none of a field."""
        first = name = tuple(_parts(field.name, field, sheet))
        number = self._numbers.get(first, 2)
        while name in self._ends or name in self._groups or not self._ends.isdisjoint(_starts(name)):
            name, number = tuple(_parts(f"{field.name}_{number}", field, sheet)), number + 1
        self._numbers[first] = number
        self._ends.add(name)
        self._groups.update(_starts(name))
        return name


def _parts(name: str, field: Field, sheet: int) -> Iterator[str]:
    if sheet > 1:
        yield f"sheet{sheet}"
    yield name.replace(".", "_")  # a point parts a name
    if field.player:
        yield f"player{field.player}"
    if field.row:
        yield f"row{field.row}"
    if field.index:
        yield str(field.index)


def _starts(name: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [name[:end] for end in range(1, len(name))]
