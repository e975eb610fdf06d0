"""Parametric shapes for templates: polygons, symbols, tracks and dotted route maps.

Pure functions, millimetres in, SVG text out. What `points` asks for may be pairs or the
"x,y x,y" text that `hexagon` and `polygon` give. svgwrite costs 60 ms to import, so only
the functions that write elements import it, and only when a template calls them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, dist, hypot, pi, radians, sin, sqrt, tan
from typing import Any, NamedTuple

from markupsafe import Markup

from generator.units import Rect

Point = tuple[float, float]

SYMBOLS = {"triangle": (3, -90.0), "square": (4, 45.0), "diamond": (4, 0.0), "hexagon": (6, 30.0)}
"""The corners of each straight-edged symbol and the angle of the first one in degrees."""


MOST = 10_000
"""How many corners, boxes or dots one shape may have."""


LONGEST = 1_000_000
"""How many characters of SVG a route map may have."""


def _bounded(count: int) -> None:
    if not 0 <= count <= MOST:
        raise ValueError(f"{count} parts of a shape; allowed: 0 to {MOST}")


def corners(cx: float, cy: float, r: float, sides: int = 6, turn: float = 30.0) -> list[Point]:
    """Return the corners of a regular polygon, clockwise; the first lies at `turn` degrees."""
    _bounded(sides)
    angles = [radians(turn + 360 * i / sides) for i in range(sides)]
    return [(cx + r * cos(angle), cy + r * sin(angle)) for angle in angles]


def polygon(points: str | Iterable[Sequence[float]]) -> str:
    """Return corners (pairs of x and y) as text for the attribute `points`."""
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in pairs(points))


@lru_cache(256)
def hexagon(cx: float, cy: float, r: float) -> str:
    """Return the points of a pointy-top hexagon of circumradius `r`, from the top, clockwise."""
    return polygon(corners(cx, cy, r, 6, -90))


@lru_cache(256)
def half_hexagon(cx: float, cy: float, r: float, first: int = 0) -> str:
    """Return the points of the half from corner `first` (0 is the top) clockwise to its opposite."""
    around = corners(cx, cy, r, 6, -90 + 60 * first)
    return polygon(around[:4])


def rounded(points: str | Iterable[Sequence[float]], radius: float) -> str:
    """Return the path data of a closed polygon whose corners are rounded to at most `radius`."""
    ring = pairs(points)
    if len(ring) < 3:
        raise ValueError(f"a polygon needs three corners, not {len(ring)}")
    return f"M{bent(ring, radius, closed=True)}Z"


def bent(line: Sequence[Point], radius: float, closed: bool) -> str:
    """Return path data along the points of a line whose bends are rounded to at most `radius`; its ends are kept."""
    befores, afters = [line[-1], *line[:-1]], [*line[1:], line[0]]
    bends = [_bend(*corner, radius) for corner in zip(befores, line, afters, strict=True)]
    return "L".join(bends if closed else [_text(line[0]), *bends[1:-1], _text(line[-1])])


def symbol(kind: str, cx: float, cy: float, side: float, radius: float = 0.0) -> str:
    """Return the path data of a circle, triangle, square, diamond or hexagon of area `side`²: of equal weight."""
    if kind == "circle":
        return _circle(cx, cy, side / sqrt(pi))
    if kind not in SYMBOLS:
        raise ValueError(f"no symbol {kind!r}; allowed: circle, {', '.join(SYMBOLS)}")
    sides, turn = SYMBOLS[kind]
    r = side * sqrt(2 / (sides * sin(2 * pi / sides)))
    return rounded(corners(cx, cy, r, sides, turn), radius)


def track(
    count: int, x: float, y: float, pitch: float, per_row: int = 0, row_pitch: float = 0.0, snake: bool = False
) -> list[Point]:
    """Return where the `count` boxes of a track lie, the first at x, y.

    They stand in one row, or wrap after `per_row`; a `snake` runs back in every second row.
    """
    _bounded(count)
    width = per_row or max(count, 1)
    places = (divmod(i, width) for i in range(count))
    return [
        (x + pitch * (width - 1 - column if snake and row % 2 else column), y + (row_pitch or pitch) * row)
        for row, column in places
    ]


def dots(points: str | Iterable[Sequence[float]], pitch: float, r: float, fill: str) -> Markup:
    """Return a dotted polyline: discs of radius `r` about every `pitch`, one of them on each end."""
    from svgwrite.path import Path

    line = pairs(points)
    length = sum(dist(a, b) for a, b in pairwise(line))
    if not pitch > 0 or not length < MOST * pitch:
        raise ValueError(f"dots {pitch:g} mm apart on a line of {length:g} mm; allowed: at most {MOST} dots")
    step = length / max(1, round(length / pitch)) if length else pitch
    discs = "".join(_circle(x, y, r) for x, y in _along(line, step))
    return Markup(Path(d=discs, debug=False, fill=fill).tostring())  # noqa: S704 - numbers, an escaped colour


def link(points: str | Iterable[Sequence[float]], start: Rect, end: Rect, pitch: float, r: float, fill: str) -> Markup:
    """Return the dots of a link between two boxes: only what lies outside them, half a pitch clear of both."""
    outside = visible(points, start, end)
    return dots(_shortened(outside, pitch / 2), pitch, r, fill)


def route_map(
    centres: Mapping[str, Point],
    size: Point,
    links: Iterable[Mapping[str, Any]],
    lines: Mapping[str, Sequence[Point]],
    pitch: float,
    r: float,
    fill: str,
) -> Markup:
    """Return the dotted links of a route map, to be drawn under its places.

    Each place is a box of `size` around its centre. Each link has an `id` and two `ends`
    (names of places); it runs straight from centre to centre unless `lines` has its line.
    """
    width, height = size
    boxes = {name: Rect(x - width / 2, y - height / 2, width, height) for name, (x, y) in centres.items()}
    dotted, length = [], 0
    for item in links:
        start, end = item["ends"]
        line = lines.get(item["id"], (centres[start], centres[end]))
        dotted.append(link(line, boxes[start], boxes[end], pitch, r, fill))
        length += len(dotted[-1])
        if length > LONGEST:
            raise ValueError(f"a route map of more than {LONGEST} characters; set its dots farther apart")
    return Markup("").join(dotted)


def visible(points: str | Iterable[Sequence[float]], start: Rect, end: Rect) -> list[Point]:
    """Return the part of a line between the last point inside `start` and the first one inside `end`."""
    return _after(_after(pairs(points), start)[::-1], end)[::-1]


def pairs(points: str | Iterable[Sequence[float]]) -> list[Point]:
    """Return points as pairs of numbers, from pairs or from "x,y x,y"."""
    raw: Iterable[Sequence[float | str]] = (
        [pair.split(",") for pair in points.split()] if isinstance(points, str) else points
    )
    try:
        return [(float(x), float(y)) for x, y in raw]
    except (TypeError, ValueError):
        raise ValueError('points must be pairs of numbers, or text such as "0,0 9,9"') from None


class _Edge(NamedTuple):
    """A straight piece of a line."""

    start: Point
    end: Point

    def at(self, share: float) -> Point:
        """Return the point at `share` (0..1) of the way."""
        (x1, y1), (x2, y2) = self.start, self.end
        return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share

    def exit(self, box: Rect) -> float:
        """Return at which share the edge, which starts inside `box`, leaves it."""
        x, y, width, height = box
        dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        across = ((x + width if dx > 0 else x) - self.start[0]) / dx if dx else 1.0
        down = ((y + height if dy > 0 else y) - self.start[1]) / dy if dy else 1.0
        return min(across, down, 1.0)


def inside(point: Point, box: Rect) -> bool:
    """Tell whether a point lies in a box or on its edge."""
    x, y, width, height = box
    return x <= point[0] <= x + width and y <= point[1] <= y + height


def _after(line: list[Point], box: Rect) -> list[Point]:
    """Return the line from where it last leaves `box`."""
    inner = max((i for i, point in enumerate(line[:-1]) if inside(point, box)), default=-1)
    if inner < 0:
        return line
    edge = _Edge(line[inner], line[inner + 1])
    return [edge.at(edge.exit(box)), *line[inner + 1 :]]


def _shortened(line: list[Point], gap: float) -> list[Point]:
    return _from(_from(line, gap)[::-1], gap)[::-1]


def _from(line: list[Point], length: float) -> list[Point]:
    """Return the line without its first `length` mm."""
    for i, (a, b) in enumerate(pairwise(line)):
        piece = dist(a, b)
        if piece > length:
            return [_Edge(a, b).at(length / piece), *line[i + 1 :]]
        length -= piece
    return line[-1:]


def _along(line: list[Point], step: float) -> list[Point]:
    """Return points on the line at 0, `step`, 2 `step` …, up to its end."""
    points, ahead = [], 0.0
    for a, b in pairwise(line):
        piece = dist(a, b)
        while ahead <= piece + 1e-6:
            points.append(_Edge(a, b).at(min(1.0, ahead / piece) if piece else 0.0))
            ahead += step
        ahead -= piece
    return points or line[:1]


def _bend(before: Point, at: Point, after: Point, radius: float) -> str:
    """Return the path data of one rounded corner; the arc's cubic is exact to a thousandth of `radius`."""
    into, out = (_unit(at, before), _unit(at, after))
    inner = hypot(into[0] + out[0], into[1] + out[1]) / 2  # the cosine of half the corner's angle
    if radius <= 0 or inner > 1 - 1e-9 or inner < 1e-9:
        return _text(at)
    reach = min(radius * inner / sqrt(1 - inner * inner), dist(at, before) / 2, dist(at, after) / 2)
    handle = reach * (1 - _handle(inner))
    start, first, second, end = (
        _text((at[0] + side[0] * length, at[1] + side[1] * length))
        for side, length in ((into, reach), (into, handle), (out, handle), (out, reach))
    )
    return f"{start}C{first} {second} {end}"


def _handle(inner: float) -> float:
    """Return the cubic's handle as a share of the reach, for a corner whose half angle has cosine `inner`."""
    sine = sqrt(1 - inner * inner)
    return 4 / 3 * tan(atan2(inner, sine) / 2) * sine / inner


def _unit(start: Point, end: Point) -> Point:
    length = dist(start, end) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _circle(cx: float, cy: float, r: float) -> str:
    half = f"A{_number(r)} {_number(r)} 0 1 1"
    return f"M{_text((cx - r, cy))}{half} {_text((cx + r, cy))}{half} {_text((cx - r, cy))}Z"


def _text(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _number(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
