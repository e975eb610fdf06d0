"""Slots: the places of a sheet of labels or of punched parts, as a pack's table gives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count
from typing import NamedTuple

from generator.face.furniture import FOOT
from generator.pack.model import Component, Pack, SlotFile
from generator.press.papers import Paper, paper_named, papers
from generator.problems import Failed, Problems, listed, near
from generator.units import Point, Rect, Size

MOST_SLOTS = 1000
"""A sheet with more slots than this is taken for a slip."""

_SLACK = 1e-6


NumberedRect = tuple[int, Rect]
"""The number of an entry of the table, from 0, and the rectangle of one of its slots."""


class SheetSlot(NamedTuple):
    """A slot on a sheet: the number of the page and its own, both from 0."""

    page: int
    number: int


class Slots(NamedTuple):
    """The slots for a component by their numbers on a page of that size; mm."""

    page: Size
    rects: Mapping[int, Rect]

    def free(self, taken: set[SheetSlot]) -> Iterator[SheetSlot]:
        """Yield the free slots, page after page, without end; the first of them is taken each time."""
        for page in count():
            for number in self.rects:
                slot = SheetSlot(page, number)
                if slot not in taken:
                    taken.add(slot)
                    yield slot

    def corner(self, number: int, size: Size) -> Point:
        """Return the top left corner of a face of that size in the middle of a slot; `ValueError` when it is larger."""
        slot = self.rects[number]
        if not _fits(size, slot):
            raise ValueError(number)
        return slot.x + (slot.width - size.width) / 2, slot.y + (slot.height - size.height) / 2


def of(pack: Pack, name: str) -> Slots | None:
    """Return where the slots of a component lie, None when it has none."""
    table = pack.file.components[name].slots or ""
    file = pack.slots.get(table)
    if file is None:
        return None
    paper = paper_named(file.paper, papers(pack), pack.tables[table].place(("paper",)))
    return Slots(paper.ways[file.lying], {at: rect for at, (_, rect) in _for(file, name)})


def _for(file: SlotFile, component: str) -> Iterator[tuple[int, NumberedRect]]:
    """Yield the slots that a component may use, with their numbers and those of their entries."""
    for at, (number, rect) in enumerate(file.rects()):
        if file.slots[number].only in (None, component):
            yield at, (number, rect)


def _fits(size: Size, slot: Rect) -> bool:
    return size.width <= slot.width + _SLACK and size.height <= slot.height + _SLACK


# ------------------------------------------------------------------ what is wrong with slots


def check(pack: Pack, problems: Problems) -> None:
    """Note slots on an unknown paper, beyond its edges, on one another, or smaller than the faces for them."""
    known = papers(pack) if pack.slots else {}
    counted = {name: sum(slot.columns * slot.rows for slot in file.slots) for name, file in pack.slots.items()}
    for name in pack.slots:
        if counted[name] > MOST_SLOTS:
            what, remedy = f"{counted[name]} slots", "correct columns and rows"
            problems.error(pack.tables[name].place(("slots",)), what, f"at most {MOST_SLOTS} on a sheet", remedy)
            continue
        try:
            paper = paper_named(pack.slots[name].paper, known, pack.tables[name].place(("paper",)))
        except Failed as failure:
            problems.extend(failure.problems)
        else:
            _check_names(pack, name, problems)
            _check_places(pack, name, paper, problems)
    for name, component in pack.file.components.items():
        if counted.get(component.slots or "", MOST_SLOTS + 1) <= MOST_SLOTS:
            _check_faces(pack, name, component, problems)


def _check_names(pack: Pack, name: str, problems: Problems) -> None:
    """Note the slots that are for a component which doesn't lie in them."""
    known = [key for key, component in pack.file.components.items() if component.slots == name]
    for number, slot in enumerate(pack.slots[name].slots):
        if slot.only and slot.only not in known:
            what = f"no component {slot.only} lies in these slots"
            place = pack.tables[name].place(("slots", number, "for"))
            problems.error(place, what, listed(known), near(slot.only, known))


def _check_places(pack: Pack, name: str, paper: Paper, problems: Problems) -> None:
    table, file = pack.tables[name], pack.slots[name]
    footed = any(component.foot for component in pack.file.components.values() if component.slots == name)
    width, height = paper.ways[file.lying]
    most = Size(width, height - (paper.edge + FOOT.height if footed else 0))
    lying, beside = " lying" if file.lying else "", ", above the foot" if footed else ""
    for number, rect in _outside(list(file.rects()), most):
        what = f"slot {number + 1} ends at {rect.right:g}, {rect.bottom:g} mm"
        allowed = f"up to {most.width:g}, {most.height:g} mm on {paper.name}{lying}{beside}"
        problems.error(
            table.place(("slots", number)), what, allowed, "correct x, y or the steps, or name the right paper"
        )
    for (one, first), (other, second) in _overlapping(list(file.rects())):
        what = f"slot {other + 1} at {second.x:g}, {second.y:g} mm lies on slot {one + 1}"
        allowed, remedy = f"beyond {first.right:g}, {first.bottom:g} mm, where that ends", "correct x or y"
        if one == other:
            what = f"the columns or rows of slot {one + 1} lie on one another"
            allowed = f"across from {first.width:g}, down from {first.height:g} mm"
            remedy = "correct across or down"
        problems.error(table.place(("slots", other)), what, allowed, remedy)


def _outside(rects: Sequence[NumberedRect], most: Size) -> Iterator[NumberedRect]:
    """Yield the farthest slot of each entry that leaves the paper."""
    farthest = dict(rects)  # the last slot of each entry
    for number, rect in farthest.items():
        if rect.right > most.width + _SLACK or rect.bottom > most.height + _SLACK:
            yield number, rect


def _overlapping(rects: Sequence[NumberedRect]) -> Iterator[tuple[NumberedRect, NumberedRect]]:
    """Yield the first overlap of each pair of entries."""
    seen = set()
    for one, other in combinations(rects, 2):
        pair = one[0], other[0]
        if pair not in seen and _overlap(one[1], other[1]):
            seen.add(pair)
            yield one, other


def _overlap(one: Rect, other: Rect) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return min(across, down) > _SLACK


def _check_faces(pack: Pack, name: str, component: Component, problems: Problems) -> None:
    """Note the slots that a component's faces don't fit, or that there is none for them."""
    size, table, file = Size(*component.size), pack.tables[str(component.slots)], pack.slots[str(component.slots)]
    slots = dict(slot for _, slot in _for(file, name))
    if not slots:
        what, remedy = f"no slot is for {name}", f"add one with for: {name}"
        problems.error(table.place(("slots",)), what, remedy=remedy)
    for number, rect in slots.items():
        if not _fits(size, rect):
            what = f"slot {number + 1} of {rect.width:g} × {rect.height:g} mm is smaller than {name}"
            allowed = f"at least {size.width:g} × {size.height:g} mm"
            problems.error(table.place(("slots", number)), what, allowed, f"correct the slot, or the size of {name}")
