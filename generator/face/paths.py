"""SVG path data to the path operators of PDF, and what can be done with them.

A path is a list of steps in absolute coordinates, each a tuple of a PDF operator and its
numbers: ("m", x, y), ("l", x, y), ("c", x1, y1, x2, y2, x, y), ("re", x, y, w, h), ("h",).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt, tan
from typing import NamedTuple

from generator.face.values import LARGEST, LONGEST, NUMBER, pdf
from generator.units import Matrix

Step = tuple[str, *tuple[float, ...]]
Path = list[Step]

_KAPPA = 0.5522847498307936  # quarter circle as a Bézier curve
_COMMAND = re.compile(r"[\s,]*([MmZzLlHhVvCcSsQqTtAa])")
_NUMBER = re.compile(rf"[\s,]*({NUMBER})")
_MORE = re.compile(r"[\s,]*[-+.0-9]")
_FLAG = re.compile(r"[\s,]*([01])")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class PathError(ValueError):
    """Path data that is not well formed, with the position of the first wrong character."""


def parse(data: str) -> Path:
    """Return the path of a `d` attribute; `PathError` says at which character it is wrong."""
    if len(data) > LONGEST:
        raise PathError(f"path data of {len(data)} characters, more than {LONGEST}")
    pen = _Pen()
    for command, given in _commands(data):
        pen.draw(command, given)
    return pen.steps


def _commands(data: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield each command with its numbers; a repeated command may leave its letter out."""
    at, first, end = 0, True, len(data.rstrip(" \t\r\n,"))
    while at < end:
        match = _COMMAND.match(data, at)
        if match is None or (first and match[1] not in "Mm"):
            wanted = "a path begins with M" if first else "not a path command"
            raise _wrong(data, at, wanted)
        first, letter, at = False, match[1], match.end()
        given, at = _arguments(data, at, letter.upper())
        yield letter, given
        if letter in "Zz":
            continue
        letter = {"M": "L", "m": "l"}.get(letter, letter)
        while _MORE.match(data, at):
            given, at = _arguments(data, at, letter.upper())
            yield letter, given


def _arguments(data: str, at: int, command: str) -> tuple[tuple[float, ...], int]:
    given = []
    for index in range(_TAKES[command]):
        pattern = _FLAG if command == "A" and index in (3, 4) else _NUMBER
        match = pattern.match(data, at)
        if match is None:
            raise _wrong(data, at, f"{command} takes {_TAKES[command]} numbers")
        value, at = float(match[1]), match.end()
        if not -LARGEST <= value <= LARGEST:
            raise _wrong(data, match.start(1), f"the number is beyond ±{LARGEST:g}")
        given.append(value)
    return tuple(given), at


def _wrong(data: str, at: int, what: str) -> PathError:
    blanks = len(data) - at - len(data[at:].lstrip(" \t\r\n,"))
    found = repr(data[at + blanks : at + blanks + 12]) if at + blanks < len(data) else "the end"
    return PathError(f"path data is wrong at character {at + blanks + 1} ({found}): {what}")


class _Pen:
    """The current point and what smooth curves need to know of the step before."""

    def __init__(self) -> None:
        self.steps: Path = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.control: tuple[str, float, float] = ("", 0.0, 0.0)
        self._closed = False

    def draw(self, letter: str, given: tuple[float, ...]) -> None:
        """Add one command; a small letter's coordinates count from the current point."""
        command = letter.upper()
        x, y = (self.x, self.y) if letter != command else (0.0, 0.0)
        if self._closed and command not in "MZ":
            self.steps.append(("m", self.x, self.y))
        self._closed = command == "Z"
        _DRAW[command](self, x, y, given)
        if command not in "CSQT":
            self.control = ("", 0.0, 0.0)

    def _to(self, operator: str, *given: float) -> None:
        self.steps.append((operator, *given))
        self.x, self.y = given[-2:]

    def move(self, x: float, y: float, given: tuple[float, ...]) -> None:
        self._to("m", x + given[0], y + given[1])
        self.start_x, self.start_y = self.x, self.y

    def close(self, _x: float, _y: float, _given: tuple[float, ...]) -> None:
        self.steps.append(("h",))
        self.x, self.y = self.start_x, self.start_y

    def line(self, x: float, y: float, given: tuple[float, ...]) -> None:
        self._to("l", x + given[0], y + given[1])

    def horizontal(self, x: float, _y: float, given: tuple[float, ...]) -> None:
        self._to("l", x + given[0], self.y)

    def vertical(self, _x: float, y: float, given: tuple[float, ...]) -> None:
        self._to("l", self.x, y + given[0])

    def curve(self, x: float, y: float, given: tuple[float, ...]) -> None:
        x1, y1, x2, y2, x3, y3 = given
        self.control = ("C", x + x2, y + y2)
        self._to("c", x + x1, y + y1, x + x2, y + y2, x + x3, y + y3)

    def smooth(self, x: float, y: float, given: tuple[float, ...]) -> None:
        x1, y1 = self._reflected("C")
        x2, y2, x3, y3 = given
        self.control = ("C", x + x2, y + y2)
        self._to("c", x1, y1, x + x2, y + y2, x + x3, y + y3)

    def quadratic(self, x: float, y: float, given: tuple[float, ...]) -> None:
        self._quadratic(x + given[0], y + given[1], x + given[2], y + given[3])

    def smooth_quadratic(self, x: float, y: float, given: tuple[float, ...]) -> None:
        self._quadratic(*self._reflected("Q"), x + given[0], y + given[1])

    def _quadratic(self, x1: float, y1: float, x: float, y: float) -> None:
        self.control = ("Q", x1, y1)
        third = 2 / 3
        self._to(
            "c",
            self.x + third * (x1 - self.x), self.y + third * (y1 - self.y),
            x + third * (x1 - x), y + third * (y1 - y), x, y,
        )  # fmt: skip

    def _reflected(self, kind: str) -> tuple[float, float]:
        was, x, y = self.control
        return (2 * self.x - x, 2 * self.y - y) if was == kind else (self.x, self.y)

    def arc(self, x: float, y: float, given: tuple[float, ...]) -> None:
        rx, ry, turn, large, sweep, end_x, end_y = given
        end = (x + end_x, y + end_y)
        if end == (self.x, self.y):
            return
        if rx == 0 or ry == 0:
            self._to("l", *end)
            return
        for step in _arc((self.x, self.y), abs(rx), abs(ry), radians(turn), large != sweep, bool(sweep), end):
            self._to(*step)


_DRAW: dict[str, Callable[[_Pen, float, float, tuple[float, ...]], None]] = {
    "M": _Pen.move, "Z": _Pen.close, "L": _Pen.line, "H": _Pen.horizontal, "V": _Pen.vertical, "C": _Pen.curve,
    "S": _Pen.smooth, "Q": _Pen.quadratic, "T": _Pen.smooth_quadratic, "A": _Pen.arc,
}  # fmt: skip


def _arc(
    start: tuple[float, float], rx: float, ry: float, turn: float, left: bool, sweep: bool, end: tuple[float, float]
) -> Iterator[Step]:
    """Yield the curves of an elliptic arc: from end points to the centre, as in SVG's appendix on arcs."""
    cos_t, sin_t = cos(turn), sin(turn)
    half_x, half_y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos_t * half_x + sin_t * half_y, cos_t * half_y - sin_t * half_x
    stretch = max(1.0, hypot(px / rx, py / ry))
    rx, ry = rx * stretch, ry * stretch
    off = (rx * py) ** 2 + (ry * px) ** 2
    root = sqrt(max(0.0, (rx * ry) ** 2 / off - 1)) if off else 0.0
    root = root if left else -root
    mid_x, mid_y = root * rx * py / ry, -root * ry * px / rx
    centre_x = cos_t * mid_x - sin_t * mid_y + (start[0] + end[0]) / 2
    centre_y = sin_t * mid_x + cos_t * mid_y + (start[1] + end[1]) / 2
    centre = Matrix(rx * cos_t, rx * sin_t, -ry * sin_t, ry * cos_t, centre_x, centre_y)
    first = atan2((py - mid_y) / ry, (px - mid_x) / rx)
    span = (atan2((-py - mid_y) / ry, (-px - mid_x) / rx) - first) % (2 * pi)
    yield from _circle_arc(centre, first, span if sweep else span - 2 * pi, end)


def _circle_arc(unit: Matrix, first: float, span: float, end: tuple[float, float]) -> Iterator[Step]:
    """Yield an arc of the unit circle as seen through `unit`, in curves of at most a quarter."""
    count = max(1, ceil(abs(span) / (pi / 2) - 1e-9))
    step = span / count
    reach = 4 / 3 * tan(step / 4)
    for index in range(count):
        a, b = first + index * step, first + (index + 1) * step
        one = unit.at(cos(a) - reach * sin(a), sin(a) + reach * cos(a))
        two = unit.at(cos(b) + reach * sin(b), sin(b) - reach * cos(b))
        yield ("c", *one, *two, *(end if index == count - 1 else unit.at(cos(b), sin(b))))


# ------------------------------------------------------------------ shapes


class Shape(NamedTuple):
    """A path moved to x, y, and the operators of the path before it is moved.

    Round shapes of one size have the same operators wherever they stand, which makes
    streams of many of them small and quick to write.
    """

    path: Path
    written: str
    x: float = 0.0
    y: float = 0.0

    def painted(self, operator: str) -> str:
        """Return the operators that draw the shape with a painting operator."""
        if not (self.x or self.y):
            return f"{self.written}\n{operator}"
        return f"q 1 0 0 1 {pdf(self.x)} {pdf(self.y)} cm\n{self.written}\n{operator}\nQ"

    def placed(self) -> Path:
        """Return the path where it stands."""
        return transformed(self.path, Matrix(e=self.x, f=self.y)) if self.x or self.y else self.path


NOTHING = Shape([], "")


def shaped(path: Path) -> Shape:
    """Return a path as a shape that isn't moved."""
    return Shape(path, operators(path))


@lru_cache(1024)
def ellipse_shape(rx: float, ry: float) -> Shape:
    """Return an ellipse round the origin."""
    return shaped(ellipse(0, 0, rx, ry))


@lru_cache(1024)
def rectangle_shape(width: float, height: float, rx: float, ry: float) -> Shape:
    """Return a rectangle with round corners, its top left corner at the origin."""
    return shaped(rectangle(0, 0, width, height, rx, ry))


def ellipse(x: float, y: float, rx: float, ry: float) -> Path:
    """Return an ellipse, clockwise from its right end."""
    kx, ky = _KAPPA * rx, _KAPPA * ry
    return [
        ("m", x + rx, y),
        ("c", x + rx, y + ky, x + kx, y + ry, x, y + ry),
        ("c", x - kx, y + ry, x - rx, y + ky, x - rx, y),
        ("c", x - rx, y - ky, x - kx, y - ry, x, y - ry),
        ("c", x + kx, y - ry, x + rx, y - ky, x + rx, y),
        ("h",),
    ]


def rectangle(x: float, y: float, width: float, height: float, rx: float = 0.0, ry: float = 0.0) -> Path:
    """Return a rectangle, clockwise, with corners of radii rx and ry."""
    if not (rx and ry):
        return [("re", x, y, width, height)]
    right, bottom, kx, ky = x + width, y + height, rx * (1 - _KAPPA), ry * (1 - _KAPPA)
    return [
        ("m", x + rx, y),
        ("l", right - rx, y),
        ("c", right - kx, y, right, y + ky, right, y + ry),
        ("l", right, bottom - ry),
        ("c", right, bottom - ky, right - kx, bottom, right - rx, bottom),
        ("l", x + rx, bottom),
        ("c", x + kx, bottom, x, bottom - ky, x, bottom - ry),
        ("l", x, y + ry),
        ("c", x, y + ky, x + kx, y, x + rx, y),
        ("h",),
    ]


def polyline(points: list[float], closed: bool) -> Path:
    """Return straight lines through points given as x, y, x, y …"""
    pairs = zip(points[::2], points[1::2], strict=True)
    path: Path = [("l" if index else "m", x, y) for index, (x, y) in enumerate(pairs)]
    return [*path, ("h",)] if closed else path


# ------------------------------------------------------------------ uses


_FORMATS = {
    operator: " ".join(["%.6g"] * count + [operator])
    for operator, count in [("m", 2), ("l", 2), ("c", 6), ("re", 4), ("h", 0)]
}


def operators(path: Iterable[Step]) -> str:
    """Write a path for a content stream."""
    text = "\n".join([_FORMATS[step[0]] % step[1:] for step in path])
    if "e-" in text or "e+" in text:  # PDF knows no exponents
        text = "\n".join([" ".join([*map(pdf, step[1:]), step[0]]) for step in path])
    return text.replace(" 0.", " .").replace("-0.", "-.")


def transformed(path: Iterable[Step], matrix: Matrix) -> Path:
    """Return the path as a matrix maps it; rectangles become lines."""
    steps: Path = []
    for step in path:
        for operator, *given in _outline(step):
            points = [matrix.at(given[i], given[i + 1]) for i in range(0, len(given), 2)]
            steps.append((operator, *(value for point in points for value in point)))
    return steps


def _outline(step: Step) -> Path:
    if step[0] != "re":
        return [step]
    x, y, width, height = step[1:]
    return polyline([x, y, x + width, y, x + width, y + height, x, y + height], closed=True)


def bounds(path: Iterable[Step]) -> tuple[float, float, float, float] | None:
    """Return left, top, right, bottom of a path, None when it is empty."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for step in path:
        for operator, *given in _outline(step):
            if operator == "c":
                xs += _extremes(x, given[0], given[2], given[4])
                ys += _extremes(y, given[1], given[3], given[5])
            if given:
                x, y = given[-2:]
                xs.append(x)
                ys.append(y)
    return (min(xs), min(ys), max(xs), max(ys)) if xs else None


def _extremes(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """Return the values where a Bézier curve turns round along one axis."""
    a, b, c = 3 * (p3 - 3 * p2 + 3 * p1 - p0), 6 * (p2 - 2 * p1 + p0), 3 * (p1 - p0)
    return [_bezier(p0, p1, p2, p3, t) for t in _roots(a, b, c) if 0 < t < 1]


def _roots(a: float, b: float, c: float) -> list[float]:
    if abs(a) < 1e-12:
        return [-c / b] if abs(b) > 1e-12 else []
    root = b * b - 4 * a * c
    return [] if root < 0 else [(-b + sqrt(root)) / (2 * a), (-b - sqrt(root)) / (2 * a)]


def _bezier(p0: float, p1: float, p2: float, p3: float, t: float) -> float:
    s = 1 - t
    return s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3
