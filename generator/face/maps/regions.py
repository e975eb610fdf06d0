"""Regions of a map: outlines of lands that share borders, as paths for templates. Pure functions, millimetres.

Lands are rows of a table, each with `place`, whose land it is, and `outline`, one ring of corners; a place has as
many rows as it has islands. Neighbours give the corners of their common border alike, so that it is one line: it is
smoothed alike on both sides, no gap opens between them, and it is drawn once.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot, inf
from typing import Any, NamedTuple

from generator.face.shapes import Point, bent, pairs

MOST_CORNERS = 3_000
"""How many corners the lands of one map may have."""

_TOUCHING = 0.01
"""A corner so near to a side (mm) lies on it."""

_GRID = 9
_ROUNDS = 4
"""How finely, and how often ever more finely, the middle of a land is looked for."""

Side = tuple[Point, Point]


class Ring(NamedTuple):
    """One outline: whose land it is, and its corners, the first not said again."""

    place: str
    corners: tuple[Point, ...]

    def sides(self) -> Iterator[Side]:
        """Yield the sides in turn."""
        yield from pairwise((*self.corners, self.corners[0]))


class _Arc(NamedTuple):
    """A part of an outline: between the same lands all along; `closed` where it is all of it."""

    points: tuple[Point, ...]
    between: frozenset[str]
    closed: bool


def rings_of(land: Iterable[Mapping[str, Any]]) -> list[Ring]:
    """Return the outlines of the rows of a table."""
    rings: list[Ring] = []
    for row in land:
        if not isinstance(row, Mapping) or not {"place", "outline"} <= set(row):
            raise ValueError("a land is a row with place, whose it is, and outline, its corners")
        place = str(row["place"])
        corners = [(round(x, 3), round(y, 3)) for x, y in pairs(row["outline"])]
        kept = [b for a, b in pairwise((corners[-1:] or [(inf, inf)]) + corners) if a != b]
        if len(kept) < 3:
            raise ValueError(f"an outline of {place} has {len(kept)} corners; allowed: three or more")
        rings.append(Ring(place, tuple(kept)))
    corners_of_all = sum(len(ring.corners) for ring in rings)
    if corners_of_all > MOST_CORNERS:
        raise ValueError(f"lands with {corners_of_all} corners; allowed: up to {MOST_CORNERS} on one map")
    return rings


def regions(land: Iterable[Mapping[str, Any]], radius: float = 0.0) -> dict[str, Any]:
    """Return the lands of a map as path data: `areas` by place, `land`, `coast` and `borders`; and their `middles`.

    `land` is rows with `place` and `outline`; corners are rounded to at most `radius`, those where borders meet
    are kept. `areas` are to be filled, `land` is all of them; `coast` is the shore, `borders` what two places share,
    each once. `middles` says for each place which point of its largest land is farthest from its edge.
    """
    rings = rings_of(land)
    owners = _owners(rings)
    _refuse_loose(rings, owners)
    areas: dict[str, list[str]] = {}
    coast: list[str] = []
    borders: dict[frozenset[Point], str] = {}
    for ring in rings:
        arcs = _arcs(ring, owners)
        areas.setdefault(ring.place, []).append(
            "M" + "L".join(bent(arc.points, radius, arc.closed) for arc in arcs) + "Z"
        )
        for arc in arcs:
            line = "M" + bent(arc.points, radius, arc.closed) + ("Z" if arc.closed else "")
            if len(arc.between) == 1:
                coast.append(line)
            else:
                borders.setdefault(frozenset(arc.points), line)
    joined = {place: "".join(parts) for place, parts in areas.items()}
    return {
        "areas": joined,
        "land": "".join(joined.values()),
        "coast": "".join(coast),
        "borders": "".join(borders.values()),
        "middles": middles(rings),
    }


def _owners(rings: Sequence[Ring]) -> dict[frozenset[Point], frozenset[str]]:
    """Return whose land lies along each side."""
    owners: dict[frozenset[Point], frozenset[str]] = {}
    for ring in rings:
        for side in ring.sides():
            owners[frozenset(side)] = owners.get(frozenset(side), frozenset()) | {ring.place}
    return owners


def _arcs(ring: Ring, owners: Mapping[frozenset[Point], frozenset[str]]) -> list[_Arc]:
    """Split an outline where its neighbour changes."""
    sides = list(ring.sides())
    between = [owners[frozenset(side)] for side in sides]
    starts = [n for n in range(len(sides)) if between[n] != between[n - 1]]
    if not starts:
        return [_Arc(ring.corners, between[0], closed=True)]
    arcs = []
    for start, end in pairwise([*starts, starts[0] + len(sides)]):
        points = tuple(ring.corners[n % len(sides)] for n in range(start, end + 1))
        arcs.append(_Arc(points, between[start], closed=False))
    return arcs


def _refuse_loose(rings: Sequence[Ring], owners: Mapping[frozenset[Point], frozenset[str]]) -> None:
    """Refuse lands that touch without sharing corners: the border between them would be drawn as two shores."""
    corners = sorted({(corner, ring.place) for ring in rings for corner in ring.corners})
    for ring in rings:
        for a, b in ring.sides():
            if len(owners[frozenset((a, b))]) > 1:
                continue
            low = bisect_left(corners, ((min(a[0], b[0]) - _TOUCHING, -inf), ""))
            high = bisect_right(corners, ((max(a[0], b[0]) + _TOUCHING, inf), ""))
            for corner, place in corners[low:high]:
                if place != ring.place and corner not in (a, b) and _from_side(corner, a, b) < _TOUCHING:
                    shown = "{:g},{:g}".format(*corner)
                    raise ValueError(
                        f"the corner {shown} of {place} lies on a side of {ring.place} that has no corner there; "
                        f"give {ring.place} that corner too: neighbours share those of their border"
                    )


def _from_side(point: Point, a: Point, b: Point) -> float:
    """Return how far a point lies from a straight line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(point[0] - a[0] - share * dx, point[1] - a[1] - share * dy)


# ------------------------------------------------------------------ where a name stands


def middles(rings: Iterable[Ring]) -> dict[str, Point]:
    """Return for each place the point of its largest land that is farthest from its edge, as far as a grid finds it."""
    largest: dict[str, Ring] = {}
    for ring in rings:
        if ring.place not in largest or _area(ring) > _area(largest[ring.place]):
            largest[ring.place] = ring
    return {place: _middle(ring) for place, ring in largest.items()}


def _area(ring: Ring) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in ring.sides())) / 2


def _middle(ring: Ring) -> Point:
    xs, ys = zip(*ring.corners, strict=True)
    centre, reach = (
        ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2),
        ((max(xs) - min(xs)) / 2, (max(ys) - min(ys)) / 2),
    )
    for _ in range(_ROUNDS):
        tried = [
            (centre[0] + reach[0] * (2 * i / (_GRID - 1) - 1), centre[1] + reach[1] * (2 * j / (_GRID - 1) - 1))
            for i in range(_GRID)
            for j in range(_GRID)
        ]
        centre = max((centre, *tried), key=lambda point: depth(point, ring))
        reach = (reach[0] * 2 / (_GRID - 1), reach[1] * 2 / (_GRID - 1))
    return round(centre[0], 2), round(centre[1], 2)


def depth(point: Point, ring: Ring) -> float:
    """Return how far inside an outline a point lies, below 0 outside."""
    distance, inside = inf, False
    for a, b in ring.sides():
        distance = min(distance, _from_side(point, a, b))
        if (a[1] > point[1]) != (b[1] > point[1]) and point[0] < (b[0] - a[0]) * (point[1] - a[1]) / (b[1] - a[1]) + a[
            0
        ]:
            inside = not inside
    return distance if inside else -distance
