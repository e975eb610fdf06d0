"""The check of maps: cards and routes that cover what they must not, told at their place in the pack's data.

A map is a table with `card`, the width and height of a card, and `cards`, where the middle of each place's card
lies; and if it needs them `frame` [x, y, width, height], `lines` of links that aren't straight, `leaders` from cards to
what they name, `keep`: boxes by name that stay free, and `land`: the rows of shape.regions. Millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from generator.face.maps.regions import depth, middles
from generator.face.maps.table import MapTable, read_map
from generator.face.shapes import Point, inside, visible
from generator.pack.model import Pack
from generator.problems import Problems, listed, quoted
from generator.units import Rect

APART = 1.0
"""How far (mm) cards, routes and what stays free lie apart at least."""

_CLEAR = f"{APART:g} mm or more between them"

Path = tuple[str | int, ...]


class _Found(NamedTuple):
    """Something that lies where it mustn't: where the data says so, what is allowed and what to do."""

    path: Path
    what: str
    allowed: str
    remedy: str


class MapCheck:
    """Tells what lies wrong on the maps of a pack."""

    def __init__(self, pack: Pack, problems: Problems) -> None:
        self._pack = pack
        self._problems = problems

    def check_map(self, name: str, links: Iterable[Mapping[str, Any]]) -> str:
        """Tell where cards and routes of the map that is the table `name` cover what they must not; draws nothing."""
        source = self._pack.tables.get(str(name))
        if source is None:
            raise ValueError(f"check_map: no table {quoted(name)}; allowed: {listed(self._pack.tables)}")
        for found in covered(read_map(source), _ends(links)):
            self._problems.error(source.place(found.path), found.what, found.allowed, found.remedy)
        return ""


def _ends(links: Iterable[Mapping[str, Any]]) -> dict[str, tuple[str, str]]:
    """Return the two places of each link, by its id."""
    try:
        return {str(link["id"]): (str(link["ends"][0]), str(link["ends"][1])) for link in links}
    except (KeyError, TypeError, IndexError, AttributeError):
        raise ValueError("check_map: a link is a row with an id and two ends, the names of places") from None


def covered(table: MapTable, links: Mapping[str, tuple[str, str]]) -> Iterator[_Found]:
    """Yield what lies wrong on a map; `links` are the two places of each link."""
    yield from _cards(table)
    for name in table.lines:
        if name not in links:
            yield _Found(
                ("lines", name), f"a line of {quoted(name)}, which is no link", listed(links), "correct its name"
            )
    for name, ends in links.items():
        lost = [end for end in ends if end not in table.cards]
        if lost:
            raise ValueError(f"check_map: the link {name} leads to {quoted(lost[0])}; allowed: {listed(table.cards)}")
        first, last = (table.cards[end] for end in ends)
        line = table.lines.get(name, [_middle(first), _middle(last)])
        path: Path = ("lines", name) if name in table.lines else ("cards", ends[0])
        yield from _line(f"route {name}", path, visible(line, first, last), ends, table)
    for name, line in table.leaders.items():
        yield from _line(f"leader of {name}", ("leaders", name), line, (name,), table)
        if inside(line[-1], table.cards[name]):
            what = f"the card of {name} covers what its leader points at"
            yield _Found(("leaders", name), what, "an end beside the card", "move the card, or the leader's end")
    yield from _lands(table)
    yield from _hidden(table)


def _lands(table: MapTable) -> Iterator[_Found]:
    """Yield the cards that neither stand on their land nor lead to it."""
    places = {ring.place for ring in table.rings}
    for name, box in table.cards.items():
        at = table.leaders[name][-1] if name in table.leaders else _middle(box)
        if name in places and not any(ring.place == name and depth(at, ring) > 0 for ring in table.rings):
            key = "leaders" if name in table.leaders else "cards"
            what, remedy = f"the {key[:-1]} of {name} doesn't reach its land", "move it, or lead it there"
            yield _Found((key, name), what, f"a point inside the land of {name}", remedy)


def _hidden(table: MapTable) -> Iterator[_Found]:
    """Yield the cards that hide the middle of another's land."""
    for place, middle in middles(table.rings).items():
        for name, box in table.cards.items():
            if name != place and inside(middle, box):
                yield _Found(
                    ("cards", name), f"the card of {name} covers the middle of {place}", "its edges", "move it"
                )


def _cards(table: MapTable) -> Iterator[_Found]:
    frame = table.frame
    for (one, first), (other, second) in combinations(table.cards.items(), 2):
        if _near(first, second):
            what = f"the card of {other} lies on that of {one}, or too close"
            yield _Found(("cards", other), what, _CLEAR, "move one of them")
    for name, box in table.cards.items():
        for what, kept in table.keep.items():
            if _near(box, kept):
                told = f"the card of {name} covers {quoted(what)}, or is too close"
                yield _Found(("cards", name), told, _CLEAR, "move it")
        if frame and not frame.encloses(box):
            told = f"the card of {name} reaches over the edge of the map"
            yield _Found(("cards", name), told, "all of it within the frame", "move it inwards")


def _line(what: str, path: Path, line: Sequence[Point], ends: tuple[str, ...], table: MapTable) -> Iterator[_Found]:
    """Yield where a line runs over cards that it doesn't lead to, or over what stays free."""
    cards = {f"the card of {name}": box for name, box in table.cards.items() if name not in ends}
    for other, box in (*cards.items(), *((quoted(name), box) for name, box in table.keep.items())):
        if _crossed(line, box):
            yield _Found(path, f"the {what} runs over {other}, or too close", _CLEAR, "lead it round")


def _middle(box: Rect) -> Point:
    return box.x + box.width / 2, box.y + box.height / 2


def _near(one: Rect, other: Rect) -> bool:
    return one.bounds.grown(APART).overlaps(other.bounds)


def _crossed(line: Sequence[Point], box: Rect) -> bool:
    """Whether a line comes closer than `APART` to a box."""
    wide = box.bounds.grown(APART).rect
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
