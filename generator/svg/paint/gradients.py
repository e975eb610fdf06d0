"""Linear and radial gradients: what they are, with all that they inherit."""

from __future__ import annotations

from typing import NamedTuple

from generator.svg.core.context import Context
from generator.svg.core.svgfile import Attributes
from generator.svg.css.colours import Colour
from generator.svg.css.style import Style
from generator.svg.css.values import Reference, length
from generator.svg.paint.servers import chain
from generator.svg.xml import SVG, Element, local
from generator.units import Bounds, Matrix

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

    @property
    def inverted(self) -> bool:
        """Whether its first circle is no smaller than its last one."""
        return self.radial and self.coordinates[5] >= self.coordinates[2]

    def in_user_space(self, box: Bounds) -> Matrix:
        """Return the map of its coordinates to the user space of a shape with this bounding box."""
        return Matrix.onto(box) @ self.matrix if self.bbox_units else self.matrix


def gradient(element: Element, context: Context, style: Style) -> Gradient:
    """Return a gradient as a shape of this style is painted with it."""
    key = (element, context.viewport, style.font_size)
    reading = context.file.gradients.get(key)
    if reading is None:
        reading = context.file.gradients[key] = _read(element, context, style)
    return reading


def _read(element: Element, context: Context, style: Style) -> Gradient:
    links = list(chain(element, context, GRADIENTS))
    attributes: Attributes = {}
    for link in reversed(links):
        inherited = _COORDINATES[local(element)] if local(link) == local(element) else ()
        attributes.update({name: link.attrib[name] for name in (*_COMMON, *inherited) if name in link.attrib})
    holder = next((link for link in links if any(child.tag == f"{SVG}stop" for child in link)), element)
    for link in links:
        context.file.read(link, context.file.inherited(link, context.viewport), context.viewport, GRADIENT_ATTRIBUTES)
    bbox_units = attributes.get("gradientUnits", "objectBoundingBox") != "userSpaceOnUse"
    matrix = context.transform(element, attributes.get("gradientTransform", ""), "gradientTransform")
    radial = local(element) == "radialGradient"
    coordinates = _coordinates(element, attributes, bbox_units, context, style)
    spread = attributes.get("spreadMethod", "pad")
    if spread not in ("pad", "reflect", "repeat"):
        context.file.report(element, f"spreadMethod={spread!r}", "pad, reflect, repeat", instead="drawn as pad")
    made = Gradient(radial, coordinates, bbox_units, matrix, spread, _stops(holder, context))
    _check_circles(element, made, context)
    return made


def _check_circles(element: Element, gradient: Gradient, context: Context) -> None:
    if gradient.inverted and gradient.coordinates[2] > 0 and gradient.spread in ("reflect", "repeat"):
        context.file.report(element, "fr is not smaller than r", "0 to below r", instead="drawn as pad")


def _coordinates(
    element: Element, attributes: Attributes, bbox_units: bool, context: Context, style: Style
) -> tuple[float, ...]:
    whole = Reference(1.0, 1.0) if bbox_units else context.viewport
    whole = whole._replace(font_size=style.font_size)
    values: dict[str, float] = {}
    for name in _COORDINATES[local(element)]:
        axis = "x" if "x" in name else "y" if "y" in name else ""
        centre = values.get(f"c{axis}") if name in ("fx", "fy") else None
        usual = length(_USUAL[name], axis, whole) if centre is None else centre
        values[name] = _coordinate(element, attributes, name, axis, whole, usual, context)
    return tuple(values.values())


def _coordinate(
    element: Element, attributes: Attributes, name: str, axis: str, whole: Reference, usual: float, context: Context
) -> float:
    """Return a coordinate, the usual one when it is absent or wrong."""
    text = attributes.get(name)
    if text is None:
        return usual
    try:
        return length(text, axis, whole)
    except ValueError as error:
        context.file.report(element, f"{name}={text[:40]!r}: {error}", instead=f"drawn with {usual:g}")
        return usual


def _stops(holder: Element, context: Context) -> tuple[Stop, ...]:
    stops: list[Stop] = []
    for child in holder:
        if child.tag != f"{SVG}stop":
            context.file.check_silent(child)
            continue
        parent = context.file.inherited(child, context.viewport)
        attributes, style = context.file.read(child, parent, context.viewport, frozenset(["offset"]))
        offset = _offset(child, attributes.get("offset", "0"), context)
        colour = style.stop_color
        last = stops[-1][0] if stops else 0.0
        stops.append((max(offset, last), colour._replace(alpha=colour.alpha * style.stop_opacity)))
    return tuple(stops)


def _offset(element: Element, text: str, context: Context) -> float:
    try:
        value = float(text.rstrip("%").strip()) / (100 if text.rstrip().endswith("%") else 1)
    except ValueError:
        context.file.report(element, f"offset={text[:40]!r} is neither a number nor a percentage", instead="drawn at 0")
        return 0.0
    return min(max(value, 0.0), 1.0)
