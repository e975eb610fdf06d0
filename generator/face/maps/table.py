"""The table of a map: its numbers, read once, or refused at their place in the pack's data. Millimetres."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, NamedTuple, TypeVar

from generator.face.maps.regions import Ring, rings_of
from generator.face.shapes import Point
from generator.pack.source.located import Source
from generator.problems import failed, listed, quoted
from generator.units import Rect

MOST_CARDS = 200
"""How many cards a map may have, and how many of anything else."""

Path = tuple[str | int, ...]
Read = TypeVar("Read")

KEYS = ("card", "cards", "frame", "keep", "land", "leaders", "lines")


class MapTable(NamedTuple):
    """A map as a table declares it: the boxes of its cards, its lines by the link's id, its leaders by the place."""

    cards: dict[str, Rect]
    frame: Rect | None
    keep: dict[str, Rect]
    lines: dict[str, list[Point]]
    leaders: dict[str, list[Point]]
    rings: list[Ring]


def read_map(source: Source) -> MapTable:
    """Return what a table says; `Failed` where it says something else."""
    data = source.data
    if not isinstance(data, Mapping) or not {"card", "cards"} <= set(data):
        given = listed(map(str, data)) if isinstance(data, Mapping) else "no keys"
        raise failed(source.place(), f"no map: it has {given}", f"card, cards, and of {listed(KEYS[2:])} what it needs")
    reader = _Reader(source)
    width, height = reader.numbers(("card",), data["card"], 2)
    if min(width, height) <= 0:
        raise failed(source.place(("card",)), f"a card of {width:g} × {height:g} mm", "a width and a height above 0")
    boxes = reader.named("cards", lambda path, value: Rect(*reader.around(path, value, width, height)))
    leaders = reader.named("leaders", reader.line)
    for name in leaders:
        if name not in boxes:
            raise failed(source.place(("leaders", name)), f"{quoted(name)} has no card", listed(boxes))
    try:
        rings = rings_of(data.get("land", ()))
    except ValueError as error:
        raise failed(source.place(("land",)), str(error)) from None
    return MapTable(
        boxes,
        Rect(*reader.numbers(("frame",), data["frame"], 4)) if "frame" in data else None,
        reader.named("keep", lambda path, value: Rect(*reader.numbers(path, value, 4))),
        reader.named("lines", reader.line),
        leaders,
        rings,
    )


class _Reader:
    """Reads numbers of a table, and says where there are none."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def named(self, key: str, read: Callable[[Path, Any], Read]) -> dict[str, Read]:
        """Return what stands under a key, name by name."""
        found = self._source.data.get(key, {})
        if not isinstance(found, Mapping) or len(found) > MOST_CARDS:
            raise failed(
                self._source.place((key,)), f"{key}: not names with a value each", f"up to {MOST_CARDS} of them"
            )
        return {str(name): read((key, name), value) for name, value in found.items()}

    def numbers(self, path: Path, value: Any, count: int) -> list[float]:
        """Return so many numbers."""
        if isinstance(value, list) and len(value) == count and all(map(_is_length, value)):
            return [float(number) for number in value]
        example = listed(["x", "y", "width", "height"][-2 if path[0] == "card" else 0 :][:count])
        raise failed(
            self._source.place(path), f"{quoted(value)} where {count} numbers must stand", f"[{example}] in mm"
        )

    def around(self, path: Path, value: Any, width: float, height: float) -> tuple[float, ...]:
        """Return the box of a card whose middle is given."""
        x, y = self.numbers(path, value, 2)
        return x - width / 2, y - height / 2, width, height

    def line(self, path: Path, value: Any) -> list[Point]:
        """Return the points of a line, two at least."""
        if not isinstance(value, list) or not 2 <= len(value) <= MOST_CARDS:
            raise failed(
                self._source.place(path), f"{quoted(value)} is no line", "[[x, y], [x, y]] or more points, in mm"
            )
        points = [self.numbers((*path, number), point, 2) for number, point in enumerate(value)]
        return [(x, y) for x, y in points]


def _is_length(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)
