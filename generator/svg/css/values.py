"""The values of SVG attributes: numbers, lengths, transforms, view boxes; and numbers for PDF.

Lengths come out in user units (1/96 inch in the CSS units mm, pt …; plain numbers as they are).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from math import cos, hypot, radians, sin, tan
from typing import NamedTuple

from generator.units import Matrix, Rect

NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
LARGEST = 1e12
"""Numbers beyond this are refused; viewers calculate in single precision."""

SMALLEST = 1e-9
"""What is smaller than this is as good as nothing: sides of viewports, radii of arcs."""

_STEP = 1e-4
_DEEP = 14
_INTEGER = 2**31

LONGEST = 1_000_000
"""Lists of numbers and path data of more characters are refused."""

UNITS = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16.0, "q": 96 / 101.6}
"""User units per absolute unit."""

_NUMBERS = re.compile(rf"[\s,]*({NUMBER})")
_LENGTH = re.compile(rf"\s*({NUMBER})\s*([a-zA-Z%]*)\s*")
_FUNCTION = re.compile(r"[\s,]*([a-zA-Z]+)\s*\(([^()]*)\)")


class Reference(NamedTuple):
    """What relative lengths refer to, in user units: the viewport, the font size and that of the file's root."""

    width: float
    height: float
    font_size: float = 16.0
    root_size: float = 16.0

    def part(self, axis: str) -> float:
        """Return what 100 % is along "x", "y", or "" for neither."""
        if axis == "x":
            return self.width
        return self.height if axis == "y" else hypot(self.width, self.height) / 2**0.5


def pdf(value: float) -> str:
    """Write a coordinate for a content stream: 6 digits that count, never an exponent."""
    text = f"{value:.6g}"
    if "e" in text:
        text = plain(value)
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def plain(value: float) -> str:
    """Write a very small or very large number without an exponent."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    if abs(value) >= _INTEGER and "." not in text:
        return f"{text}.0"  # viewers read whole numbers as integers of 32 bits
    return "0" if text == "-0" else text


def fine(value: float) -> str:
    """Write a number of a drawing that is very small as a whole, and made larger where it is placed."""
    text = f"{value:.{_DEEP}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(1024)
def cm(matrix: Matrix) -> str:
    """Write a matrix as the operator that concatenates it; scales need more digits than places."""
    if 0 < max(map(abs, matrix[:4])) < _STEP:  # in steps, as viewers don't read so many places
        rest = matrix._replace(a=matrix.a / _STEP, b=matrix.b / _STEP, c=matrix.c / _STEP, d=matrix.d / _STEP, e=0, f=0)
        return f"{cm(Matrix(_STEP, 0.0, 0.0, _STEP, matrix.e, matrix.f))} {cm(rest)}"
    parts = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    return " ".join([*[f"{round(part, 7) + 0.0:.7f}".rstrip("0").rstrip(".") if part else "0" for part in parts], "cm"])


def bounded(value: float) -> float:
    """Return the value; `ValueError` when it is beyond what can be drawn."""
    if not -LARGEST <= value <= LARGEST:
        raise ValueError(f"{value:g} is beyond ±{LARGEST:g}")
    return value


def numbers(text: str) -> list[float]:
    """Return a list of numbers, separated by blanks and commas; `ValueError` otherwise."""
    if len(text) > LONGEST:
        raise ValueError(f"{len(text)} characters of numbers, more than {LONGEST}")
    values, end = [], 0
    while match := _NUMBERS.match(text, end):
        values.append(bounded(float(match[1])))
        end = match.end()
    if text[end:].strip(" \t\r\n,"):
        raise ValueError(f"not a number: {text[end : end + 20].strip()!r}")
    return values


@lru_cache(8192)
def split_length(text: str) -> tuple[float, str]:
    """Return number and unit of a length; `ValueError` otherwise."""
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise ValueError(f"not a length: {text[:40]!r}")
    return bounded(float(match[1])), match[2].lower()


def length(text: str, axis: str, reference: Reference) -> float:
    """Return a length in user units; percentages are those of the viewport along `axis`."""
    value, unit = split_length(text)
    if not unit:
        return value
    if unit == "%":
        return value / 100 * reference.part(axis)
    if unit in UNITS:
        return value * UNITS[unit]
    if unit not in _RELATIVE:
        raise ValueError(f"unit {unit!r} is none of {', '.join([*filter(None, UNITS), *_RELATIVE, '%'])}")
    share, of = _RELATIVE[unit]
    whole: float = getattr(reference, of)
    return bounded(value * share * whole)


_RELATIVE = {"em": (1.0, "font_size"), "ex": (0.5, "font_size"), "ch": (0.5, "font_size"), "rem": (1.0, "root_size")}
"""Units that depend on a font size: the share, and of which one; ex and ch are what CSS says where nobody measures."""


@lru_cache(2048)
def transform(text: str) -> Matrix:
    """Return the matrix of a `transform` attribute; `ValueError` when it isn't well formed."""
    matrix, end = Matrix(), 0
    while match := _FUNCTION.match(text, end):
        matrix = matrix @ _function(match[1], numbers(match[2]))
        end = match.end()
    if text[end:].strip(" \t\r\n,") not in ("", "none"):
        raise ValueError(f"not a transform: {text[end : end + 30]!r}")
    if not finite(matrix):
        raise ValueError("the transform is too large")
    return matrix


def finite(matrix: Matrix) -> bool:
    """Whether a viewer can calculate with a matrix."""
    return all(abs(part) <= _MOST for part in matrix)


def flattens(matrix: Matrix) -> bool:
    """Whether nothing is left of what a matrix maps, or too little to calculate with."""
    return abs(matrix.determinant) < _LEAST


_MOST, _LEAST = 1e25, 1e-26

_CSS_UNIT = re.compile(rf"({NUMBER})(px|deg)\b")


def css_transform(text: str) -> Matrix:
    """Return the matrix of the CSS property, whose numbers have units; `ValueError` when it isn't well formed."""
    return transform(_CSS_UNIT.sub(r"\1", text).replace("translateX", "translate"))


def _function(name: str, operands: list[float]) -> Matrix:  # noqa: PLR0911 - one line a function
    match name, operands:
        case "matrix", [a, b, c, d, e, f]:
            return Matrix(a, b, c, d, e, f)
        case "translate", [x, *rest] if len(rest) <= 1:
            return Matrix(e=x, f=rest[0] if rest else 0.0)
        case "scale", [x, *rest] if len(rest) <= 1:
            return Matrix(a=x, d=rest[0] if rest else x)
        case "rotate", [angle]:
            return rotation(angle)
        case "rotate", [angle, x, y]:
            return Matrix(e=x, f=y) @ rotation(angle) @ Matrix(e=-x, f=-y)
        case "skewX", [angle]:
            return Matrix(c=tan(radians(angle)))
        case "skewY", [angle]:
            return Matrix(b=tan(radians(angle)))
    raise ValueError(f"{name} with {len(operands)} numbers is not a transform")


def rotation(degrees: float) -> Matrix:
    """Return the turn by an angle, clockwise as y points down."""
    angle = radians(degrees)
    return Matrix(cos(angle), sin(angle), -sin(angle), cos(angle))


def inverse(matrix: Matrix) -> Matrix:
    """Return the map back; `ZeroDivisionError` when there is none."""
    a, b, c, d, e, f = matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f
    whole = matrix.determinant
    return Matrix(d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole)


@lru_cache(1024)
def view_box(text: str) -> Rect:
    """Return a `viewBox`; `ValueError` when it isn't four numbers with a size above 0."""
    sides = numbers(text)
    if len(sides) != 4 or sides[2] < SMALLEST or sides[3] < SMALLEST:
        raise ValueError(f"not a viewBox: {text[:60]!r}")
    return Rect(*sides)


_ALIGN = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
_ASPECT = re.compile(r"\s*(?:defer\s+)?(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?\s*")


@lru_cache(256)
def _aspect(text: str) -> tuple[float, float, Callable[[float, float], float] | None]:
    """Return where a view box lies in what is left over, and which of two scales holds for both."""
    match = _ASPECT.fullmatch(text)
    if match is None:
        raise ValueError(f"not a preserveAspectRatio: {text[:40]!r}")
    if match[1] == "none":
        return 0.0, 0.0, None
    return _ALIGN[match[2]], _ALIGN[match[3]], max if match[4] == "slice" else min


def viewport(box: Rect, into: Rect, aspect: str = "xMidYMid") -> Matrix:
    """Return the map of a view box into a viewport, as `preserveAspectRatio` says."""
    x, y, fit = _aspect(aspect)
    sx, sy = into.width / box.width, into.height / box.height
    if fit is not None:
        sx = sy = fit(sx, sy)
    left = into.x + x * (into.width - sx * box.width) - sx * box.x
    top = into.y + y * (into.height - sy * box.height) - sy * box.y
    return Matrix(sx, 0.0, 0.0, sy, left, top)
