"""Markers: arrow heads and dots on the corners of lines."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, pi, sin
from typing import NamedTuple

from generator.svg.core.context import Context
from generator.svg.core.frames import fitted, view_box_of
from generator.svg.core.geometry import Shape
from generator.svg.core.paths import ends
from generator.svg.core.store import EVERYWHERE, Form
from generator.svg.core.svgfile import Attributes
from generator.svg.css.style import Style
from generator.svg.css.values import SMALLEST, Reference, flattens, rotation, split_length
from generator.svg.xml import SVG, Element
from generator.units import Bounds, Matrix, Path, Rect

ATTRIBUTES = frozenset(
    ["markerWidth", "markerHeight", "markerUnits", "refX", "refY", "orient", "viewBox", "preserveAspectRatio"]
)

MOST_CORNERS = 10_000
"""Lines with more corners are drawn without markers."""

MARKED = frozenset(f"{SVG}{name}" for name in ("path", "line", "polyline", "polygon"))
"""The elements whose corners have markers."""


class Corner(NamedTuple):
    """A corner of a line: its place and the directions in which the line comes and goes, in radians."""

    x: float
    y: float
    comes: float | None
    goes: float | None

    @property
    def angle(self) -> float:
        """The direction of a marker, in degrees: halfway between the two."""
        comes = self.goes if self.comes is None else self.comes
        goes = comes if self.goes is None else self.goes
        if comes is None or goes is None:
            return 0.0
        x, y = cos(comes) + cos(goes), sin(comes) + sin(goes)
        return degrees(atan2(y, x)) if abs(x) > 1e-9 or abs(y) > 1e-9 else degrees(comes) + 90


def draw_markers(element: Element, shape: Shape, style: Style, context: Context) -> None:
    """Draw the markers of a shape."""
    if element.tag not in MARKED or context.file.silhouette:
        return
    path = shape.placed()
    if len(path) > MOST_CORNERS:
        context.file.report(element, f"markers on more than {MOST_CORNERS} corners", instead="drawn without them")
        return
    last = ends(element.get("d", "")) if element.tag == f"{SVG}path" else None
    corners = list(_corners(path, last))
    names = [style.marker_start, *[style.marker_mid] * (len(corners) - 2), style.marker_end]
    if len(corners) == 1:
        names = [style.marker_start, style.marker_end]
        corners *= 2
    for index, (corner, name) in enumerate(zip(corners, names, strict=True)):
        if name:
            context.file.work.add()
            _draw_marker(element, name, corner, index == 0, style, context)


def _draw_marker(element: Element, name: str, corner: Corner, first: bool, style: Style, context: Context) -> None:
    marker = context.file.find(element, name, "marker")
    inside = context.using(element, name)
    if marker is None or inside is None:
        return
    above = context.file.inherited(marker, context.viewport)
    attributes, own = context.file.read(marker, above, context.viewport, ATTRIBUTES)
    own = context.file.store.styles.standing_on(own, style)
    width, height = (_side(marker, attributes, name, own, context) for name in ("markerWidth", "markerHeight"))
    if min(width, height) < SMALLEST:
        return  # whether it is displayed says nothing, as it is never drawn where it stands
    view = view_box_of(marker, attributes, context) or Rect(0, 0, width, height)
    fit = fitted(marker, attributes, view, Rect(0, 0, width, height), context)
    scale = style.stroke_width if attributes.get("markerUnits", "strokeWidth") == "strokeWidth" else 1.0
    turn = _turn(marker, attributes, corner, first, context)
    x, y = fit.at(*(_place(marker, attributes, name, view, own, context) for name in ("refX", "refY")))
    matrix = Matrix(e=corner.x, f=corner.y) @ rotation(turn) @ Matrix(a=scale, d=scale) @ Matrix(e=-x, f=-y)
    form = _form(marker, own, view, fit, (width, height), inside)
    whole = matrix @ fit
    if form.content and not flattens(whole):
        context.content.stamp(form, whole)


def _side(marker: Element, attributes: Attributes, name: str, style: Style, context: Context) -> float:
    return context.length(marker, attributes, name, "x" if name.endswith("Width") else "y", style, 3.0)


def _place(marker: Element, attributes: Attributes, name: str, view: Rect, style: Style, context: Context) -> float:
    """Return the marker's point that stands on the corner, along one axis of its view box."""
    axis = name[-1].lower()
    start, size = (view.x, view.width) if axis == "x" else (view.y, view.height)
    share = _WORDS.get(attributes.get(name, ""))
    if share is not None:
        return start + share * size
    inside = context._replace(viewport=Reference(view.width, view.height))
    return inside.length(marker, attributes, name, axis, style)


_WORDS = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}


def _turn(marker: Element, attributes: Attributes, corner: Corner, first: bool, context: Context) -> float:
    text = attributes.get("orient", "0").strip()
    if text in ("auto", "auto-start-reverse"):
        return corner.angle + (180 if first and text != "auto" else 0)
    try:
        value, unit = split_length(text)
        return value * _TURNS[unit]
    except (ValueError, KeyError):
        context.file.report(marker, f"orient={text[:40]!r}", "auto, auto-start-reverse, an angle", instead="not turned")
        return 0.0


_TURNS = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": 57.29577951308232, "turn": 360.0}


def _form(marker: Element, style: Style, view: Rect, fit: Matrix, size: tuple[float, float], context: Context) -> Form:
    """Return what a marker holds as a form, equal ones once."""
    right, bottom = (size[0] - fit.e) / fit.a, (size[1] - fit.f) / fit.d
    box = Bounds(-fit.e / fit.a, -fit.f / fit.d, right, bottom)
    if style.overflow in ("visible", "auto"):
        box = EVERYWHERE

    def drawn() -> Form:
        inner = context.apart()._replace(viewport=Reference(view.width, view.height))
        for child in marker:
            context.engine.draw(child, style, inner)
        return inner.content.form(box)

    key = ("marker", context.file.fingerprint(marker), style, box, view, context.content.grey)
    return context.file.store.once(key, drawn)


# ------------------------------------------------------------------ corners


Point = tuple[float, float]


class _Step(NamedTuple):
    """One step of a path: its number, where it ends, and the directions in which it leaves and arrives."""

    number: int
    end: Point
    leaves: float | None = None
    arrives: float | None = None
    closes: bool = False


def _corners(path: Path, last: frozenset[int] | None) -> Iterator[Corner]:
    """Yield the corners of a path; `last` are the steps that end a command, None when all do."""
    for part in _parts(path):
        comes = _filled([step.arrives for step in part], part[-1].closes)
        leaves = [step.leaves for step in part[1:]]
        goes = _filled([None, *reversed(leaves)], part[-1].closes)[::-1]
        for step, come, go in zip(part, comes, goes, strict=True):
            if last is None or step.number in last:
                yield Corner(*step.end, come, go)


def _filled(directions: list[float | None], closed: bool) -> list[float | None]:
    """Give steps without a length the direction of the one before them; a closed line begins as it ends."""
    held = next((value for value in reversed(directions) if value is not None), None) if closed else None
    filled = []
    for value in directions:
        held = held if value is None else value
        filled.append(held)
    return filled


def _parts(path: Path) -> Iterator[list[_Step]]:
    """Yield the parts of a path that hang together; the first step of each only moves."""
    part: list[_Step] = []
    for number, (operator, *numbers) in enumerate(path):
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if operator == "m":
            if part:
                yield part
            part = [_Step(number, points[0])]
            continue
        line = [part[-1].end, *(points or [part[0].end])]
        back = _direction(line[::-1])
        arrives = None if back is None else back + pi
        part.append(_Step(number, line[-1], _direction(line), arrives, operator == "h"))
    if part:
        yield part


def _direction(points: list[Point]) -> float | None:
    """Return the direction in which a curve leaves its first point."""
    x, y = points[0]
    away = next(((px - x, py - y) for px, py in points[1:] if abs(px - x) > 1e-9 or abs(py - y) > 1e-9), None)
    return None if away is None else atan2(away[1], away[0])
