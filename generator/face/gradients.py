"""Linear and radial gradients as PDF shadings."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor, hypot
from typing import NamedTuple

from generator.face.artwork import Context, Given, reference
from generator.face.colours import Colour, pdf_part
from generator.face.content import Content
from generator.face.store import Resource
from generator.face.style import INITIAL, Style
from generator.face.svg import SVG, Element, local
from generator.face.values import Reference, cm, inverse, length, transform
from generator.units import Matrix

Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom."""

MOST_STOPS = 2_000
"""Repeated gradients are drawn with at most this many stops."""


class Source(NamedTuple):
    """A paint ready to use: a colour, or a pattern with perhaps a mask for its alpha."""

    colour: Colour | None = None
    pattern: Resource | None = None
    mask: Resource | None = None

    @property
    def alpha(self) -> float:
        """The opacity of the colour."""
        return self.colour.alpha if self.colour else 1.0


GRADIENTS = ("linearGradient", "radialGradient")

_COMMON = ("gradientUnits", "gradientTransform", "spreadMethod")
_COORDINATES = {"linearGradient": ("x1", "y1", "x2", "y2"), "radialGradient": ("cx", "cy", "r", "fx", "fy", "fr")}
_USUAL = {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%", "cx": "50%", "cy": "50%", "r": "50%", "fr": "0%"}
GRADIENT_ATTRIBUTES = frozenset([*_COMMON, *_COORDINATES["linearGradient"], *_COORDINATES["radialGradient"], "href"])

Stop = tuple[float, Colour]


class Gradient(NamedTuple):
    """A gradient with everything that it inherits from those it refers to."""

    radial: bool
    coordinates: tuple[float, ...]
    bbox_units: bool
    matrix: Matrix
    spread: str
    stops: tuple[Stop, ...]


def _gradient(element: Element, context: Context, style: Style) -> Gradient | None:
    chain = _chain(element, context)
    given: Given = {}
    for link in reversed(chain):
        inherited = _COORDINATES[local(element)] if local(link) == local(element) else ()
        given.update({name: link.attrib[name] for name in (*_COMMON, *inherited) if name in link.attrib})
    holder = next((link for link in chain if any(child.tag == f"{SVG}stop" for child in link)), element)
    for link in chain:
        context.art.read(link, INITIAL, context.viewport, GRADIENT_ATTRIBUTES)
    bbox_units = given.get("gradientUnits", "objectBoundingBox") != "userSpaceOnUse"
    try:
        matrix = transform(given.get("gradientTransform", ""))
    except ValueError as error:
        context.art.report(element, f"gradientTransform: {error}")
        return None
    radial = local(element) == "radialGradient"
    coordinates = _coordinates(element, given, bbox_units, context, style)
    spread = given.get("spreadMethod", "pad")
    if spread not in ("pad", "reflect", "repeat"):
        context.art.report(element, f"spreadMethod={spread!r}", "pad, reflect, repeat")
    return Gradient(radial, coordinates, bbox_units, matrix, spread, _stops(holder, context))


def _chain(element: Element, context: Context) -> list[Element]:
    """Return the gradient and those it takes attributes and stops from, one after the other."""
    chain = [element]
    while (href := reference(chain[-1].attrib)).startswith("#"):
        following = context.art.find(chain[-1], href[1:], *GRADIENTS)
        if following is None or following in chain:
            break
        chain.append(following)
    return chain


def _coordinates(element: Element, given: Given, bbox_units: bool, context: Context, style: Style) -> tuple[float, ...]:
    viewport = Reference(1.0, 1.0) if bbox_units else context.viewport
    usual = {**_USUAL, "fx": given.get("cx", "50%"), "fy": given.get("cy", "50%")}
    values = []
    for name in _COORDINATES[local(element)]:
        text = given.get(name, usual[name])
        axis = "x" if "x" in name else "y" if "y" in name else ""
        try:
            values.append(length(text, axis, viewport._replace(font_size=style.font_size)))
        except ValueError as error:
            context.art.report(element, f"{name}={text[:40]!r}: {error}")
            values.append(length(usual[name], axis, viewport))
    return tuple(values)


def _stops(holder: Element, context: Context) -> tuple[Stop, ...]:
    stops: list[Stop] = []
    parent = _ancestors_style(holder, context)
    for child in holder:
        if child.tag != f"{SVG}stop":
            continue
        given, style = context.art.read(child, parent, context.viewport, frozenset(["offset"]))
        offset = _offset(child, given.get("offset", "0"), context)
        colour = style.stop_color
        last = stops[-1][0] if stops else 0.0
        stops.append((max(offset, last), colour._replace(alpha=colour.alpha * style.stop_opacity)))
    return tuple(stops)


def _ancestors_style(element: Element, context: Context) -> Style:
    """Return the style that stops inherit `color` from: that of the gradient where it stands."""
    style = INITIAL
    for ancestor in [*reversed(list(element.iterancestors())), element]:
        colours = tuple((name, value) for name, value in ancestor.attrib.items() if name == "color")
        style, _ = context.art.store.styles.derive(style, colours, context.viewport)
    return style


def _offset(element: Element, text: str, context: Context) -> float:
    try:
        value = float(text.rstrip("%").strip()) / (100 if text.rstrip().endswith("%") else 1)
    except ValueError:
        context.art.report(element, f"offset={text[:40]!r} is neither a number nor a percentage")
        return 0.0
    return min(max(value, 0.0), 1.0)


def gradient_source(
    element: Element, box: Bounds, wide: float, fallback: Colour | None, style: Style, context: Context
) -> Source | None:
    """Turn a gradient into a pattern in the form's coordinates, None when it paints nothing.

    `wide` is how far strokes reach beyond `box`.
    """
    gradient = _gradient(element, context, style)
    if gradient is None:
        return Source(fallback) if fallback else None
    if not gradient.stops:
        return None
    left, top, right, bottom = box
    matrix = gradient.matrix
    if gradient.bbox_units:
        if right <= left or bottom <= top:
            return Source(fallback) if fallback else None
        matrix = Matrix(right - left, 0, 0, bottom - top, left, top) @ matrix
    if _flat(gradient, matrix):
        return Source(gradient.stops[-1][1])
    spread = _spread(gradient, matrix, (left - wide, top - wide, right + wide, bottom + wide))
    store = context.art.store
    shading = store.entry("Shading", "S", _shading(spread, "DeviceRGB"))
    whole = context.matrix @ matrix
    pattern = store.entry("Pattern", "P", f"<< /PatternType 2 /Matrix [{cm(whole)[:-3]}] /Shading ", shading, " >>")
    opaque = all(stop[1].alpha == 1 for stop in gradient.stops)
    return Source(pattern=pattern, mask=None if opaque else _alpha_mask(spread, matrix, context))


def _flat(gradient: Gradient, matrix: Matrix) -> bool:
    """Whether all of it has the last colour: one stop, no way from start to end, or a map onto a line."""
    x1, y1, *rest = gradient.coordinates
    degenerate = rest[0] <= 0 if gradient.radial else (x1, y1) == tuple(rest)
    return len(gradient.stops) == 1 or degenerate or abs(matrix.a * matrix.d - matrix.b * matrix.c) < 1e-12


def _alpha_mask(gradient: Gradient, matrix: Matrix, context: Context) -> Resource:
    """Return a state that lets through as much as the stops' alpha says."""
    shading = context.art.store.entry("Shading", "S", _shading(gradient, "DeviceGray"))
    content = Content(context.art.store)
    content.write(cm(matrix))
    content.use("sh", shading)
    form = Resource("XObject", content.form(group="DeviceGray").name)
    return context.art.store.entry("ExtGState", "G", "<< /SMask << /S /Luminosity /G ", form, " >> >>")


def _spread(gradient: Gradient, matrix: Matrix, box: Bounds) -> Gradient:
    """Lay a reflected or repeated gradient out as one that goes on as far as the box."""
    if gradient.spread not in ("reflect", "repeat"):
        return gradient
    first, last = _reach(gradient, matrix, box)
    most = MOST_STOPS // len(gradient.stops)
    first, last = max(first, -most // 2), min(last, most // 2)
    count = max(last - first, 1)
    stops: list[Stop] = []
    for index in range(first, first + count):
        turned = gradient.spread == "reflect" and index % 2
        period = [(1 - at, colour) for at, colour in reversed(gradient.stops)] if turned else gradient.stops
        stops += [((at + index - first) / count, colour) for at, colour in period]
    return gradient._replace(coordinates=_stretched(gradient, first, first + count), stops=tuple(stops), spread="pad")


def _stretched(gradient: Gradient, first: int, last: int) -> tuple[float, ...]:
    if not gradient.radial:
        x1, y1, x2, y2 = gradient.coordinates
        return (x1 + (x2 - x1) * first, y1 + (y2 - y1) * first, x1 + (x2 - x1) * last, y1 + (y2 - y1) * last)
    cx, cy, r, fx, fy, fr = gradient.coordinates
    return fx + (cx - fx) * last, fy + (cy - fy) * last, fr + (r - fr) * last, fx, fy, fr


def _reach(gradient: Gradient, matrix: Matrix, box: Bounds) -> tuple[int, int]:
    """Return from which to which repetition the box is covered."""
    back = inverse(matrix)
    left, top, right, bottom = box
    corners = [back.at(x, y) for x in (left, right) for y in (top, bottom)]
    x1, y1, *rest = gradient.coordinates
    if gradient.radial:
        fx, fy = rest[1:3]
        # the circles grow towards the centre's side; the slowest side needs the most of them
        slowest = rest[0] - min(hypot(fx - x1, fy - y1), rest[0] * 0.99)
        return 0, ceil(max(hypot(x - fx, y - fy) for x, y in corners) / slowest)
    dx, dy = rest[0] - x1, rest[1] - y1
    along = [((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy) for x, y in corners]
    return floor(min(along)), ceil(max(along))


def _shading(gradient: Gradient, space: str) -> str:
    """Write a shading; in DeviceGray it shows the alpha of the stops."""
    points = gradient.coordinates
    if gradient.radial:
        cx, cy, r, fx, fy, fr = points
        points = (*_focus(cx, cy, r, fx, fy), fr, cx, cy, r)
    coordinates = " ".join(f"{value:.6f}".rstrip("0").rstrip(".") for value in points)
    function = _function(_padded(gradient.stops), space)
    return (
        f"<< /ShadingType {3 if gradient.radial else 2} /ColorSpace /{space} /Coords [{coordinates}] "
        f"/Extend [true true] /Function {function} >>"
    )


def _focus(cx: float, cy: float, r: float, fx: float, fy: float) -> tuple[float, float]:
    """Bring a focus that lies outside the circle back onto it."""
    away = hypot(fx - cx, fy - cy)
    if away <= r * 0.999:
        return fx, fy
    return cx + (fx - cx) * r * 0.999 / away, cy + (fy - cy) * r * 0.999 / away


def _padded(stops: tuple[Stop, ...]) -> list[Stop]:
    return [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]


def _function(stops: list[Stop], space: str) -> str:
    """Write the function from 0..1 to a colour: one straight piece from stop to stop."""
    pieces = [(a, b) for a, b in pairwise(stops) if b[0] > a[0]]
    texts = [
        f"<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [{_parts(a[1], space)}] /C1 [{_parts(b[1], space)}] >>"
        for a, b in pieces
    ]
    if len(texts) == 1:
        return texts[0]
    edges = " ".join(f"{a[0]:.6f}" for a, _ in pieces[1:])
    return (
        f"<< /FunctionType 3 /Domain [0 1] /Bounds [{edges}] /Encode [{' '.join(['0 1'] * len(texts))}] "
        f"/Functions [{' '.join(texts)}] >>"
    )


def _parts(colour: Colour, space: str) -> str:
    return pdf_part(colour.alpha) if space == "DeviceGray" else " ".join(map(pdf_part, colour[:3]))
