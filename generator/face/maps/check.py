"""The check of maps: cards and routes that cover what they must not, told at their place in the pack's data.

A map is a table with `card`, the width and height of a card, and `cards`, where the middle of each place's card
lies; and if it needs them `frame` [x, y, width, height], `lines` of links that aren't straight, `leaders` from cards to
what they name, and `keep`: boxes by name that stay free. Millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from generator.face.shapes import Point, visible
from generator.pack.model import Pack
from generator.problems import Problems, listed, quoted
from generator.sandbox.limits import short
from generator.units import Rect

APART = 1.0
"""How far (mm) cards, routes and what stays free lie apart at least."""

MOST_CARDS = 200
"""How many cards a map may have."""

Path = tuple[str | int, ...]


class _Found(NamedTuple):
    """Something that lies where it mustn't: where the data says so, and what to do."""

    path: Path
    what: str
    remedy: str


class MapCheck:
    """Tells what lies wrong on the maps of a pack."""

    def __init__(self, pack: Pack, problems: Problems) -> None:
        self._pack = pack
        self._problems = problems

    def check_map(self, name: str, links: Iterable[Mapping[str, Any]]) -> str:
        """Tell where cards and routes of the map that is the table `name` cover what they must not; draws nothing."""
        table = self._pack.tables.get(str(name))
        if table is None or not isinstance(table.data, dict):
            raise ValueError(f"check_map: no map {quoted(name)}; allowed: {listed(self._pack.tables)}")
        for found in covered(table.data, list(links)):
            allowed = f"{short(APART)} mm or more between them"
            self._problems.error(table.place(found.path), found.what, allowed, found.remedy)
        return ""


def covered(table: Mapping[str, Any], links: Sequence[Mapping[str, Any]]) -> Iterator[_Found]:
    """Yield what lies wrong on a map."""
    width, height = table["card"]
    boxes = {str(name): Rect(x - width / 2, y - height / 2, width, height) for name, (x, y) in table["cards"].items()}
    if len(boxes) > MOST_CARDS:
        raise ValueError(f"a map with {len(boxes)} cards; allowed: up to {MOST_CARDS}")
    keep = {str(name): Rect(*box) for name, box in table.get("keep", {}).items()}
    yield from _cards(boxes, keep, Rect(*table["frame"]) if "frame" in table else None)
    lines = {str(link["id"]): (_route(link, table), tuple(map(str, link["ends"]))) for link in links}
    yield from _lines("route", "lines", lines, boxes, keep, table.get("lines", {}))
    leaders = {str(name): (_points(line), (str(name),)) for name, line in table.get("leaders", {}).items()}
    yield from _lines("leader", "leaders", leaders, boxes, keep, table.get("leaders", {}))
    for name, (line, _) in leaders.items():
        if _inside(line[-1], boxes[name]):
            yield _Found(("leaders", name), f"the card of {name} covers what its leader points at", "move the card")


def _cards(boxes: Mapping[str, Rect], keep: Mapping[str, Rect], frame: Rect | None) -> Iterator[_Found]:
    for (one, first), (other, second) in combinations(boxes.items(), 2):
        if _near(first, second):
            yield _Found(
                ("cards", other), f"the card of {other} lies on that of {one}, or too close", "move one of them"
            )
    for name, box in boxes.items():
        for what, kept in keep.items():
            if _near(box, kept):
                yield _Found(("cards", name), f"the card of {name} covers {quoted(what)}, or is too close", "move it")
        if frame and not _within(box, frame):
            yield _Found(("cards", name), f"the card of {name} reaches over the edge of the map", "move it inwards")


def _lines(
    kind: str,
    key: str,
    lines: Mapping[str, tuple[Sequence[Point], tuple[str, ...]]],
    boxes: Mapping[str, Rect],
    keep: Mapping[str, Rect],
    own: Mapping[str, Any],
) -> Iterator[_Found]:
    """Yield where lines run over cards that they don't lead to, or over what stays free."""
    for name, (line, ends) in lines.items():
        shown = visible(line, boxes[ends[0]], boxes[ends[-1]]) if len(ends) > 1 else line
        path: Path = (key, name) if name in own else ("cards", ends[0])
        for place, box in boxes.items():
            if place not in ends and _crossed(shown, box):
                yield _Found(path, f"the {kind} {name} runs over the card of {place}, or too close", "lead it round")
        for what, box in keep.items():
            if _crossed(shown, box):
                yield _Found(path, f"the {kind} {name} runs over {quoted(what)}, or too close", "lead it round")


def _route(link: Mapping[str, Any], table: Mapping[str, Any]) -> list[Point]:
    start, end = link["ends"]
    cards = table["cards"]
    return _points(table.get("lines", {}).get(link["id"], (cards[start], cards[end])))


def _points(line: Iterable[Sequence[float]]) -> list[Point]:
    return [(float(x), float(y)) for x, y in line]


def _wider(box: Rect) -> Rect:
    return Rect(box.x - APART, box.y - APART, box.width + 2 * APART, box.height + 2 * APART)


def _near(one: Rect, other: Rect) -> bool:
    wide = _wider(one)
    across = wide.x < other.x + other.width and other.x < wide.x + wide.width
    return across and wide.y < other.y + other.height and other.y < wide.y + wide.height


def _within(box: Rect, frame: Rect) -> bool:
    right, bottom = box.x + box.width <= frame.x + frame.width, box.y + box.height <= frame.y + frame.height
    return box.x >= frame.x and box.y >= frame.y and right and bottom


def _inside(point: Point, box: Rect) -> bool:
    return box.x <= point[0] <= box.x + box.width and box.y <= point[1] <= box.y + box.height


def _crossed(line: Sequence[Point], box: Rect) -> bool:
    """Whether a line comes closer than `APART` to a box."""
    wide = _wider(box)
    return any(_cuts(a, b, wide) for a, b in pairwise(line))


def _cuts(a: Point, b: Point, box: Rect) -> bool:
    """Whether a straight line passes through a box: the part of it that is left between its four sides isn't empty."""
    low, high = 0.0, 1.0
    for start, step, near, length in (
        (a[0], b[0] - a[0], box.x, box.width),
        (a[1], b[1] - a[1], box.y, box.height),
    ):
        if step == 0:
            if not near < start < near + length:
                return False
            continue
        first, last = sorted(((near - start) / step, (near + length - start) / step))
        low, high = max(low, first), min(high, last)
    return low < high
