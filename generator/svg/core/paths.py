"""SVG path data to a path: every command, with errors that carry their position."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt, tan

from generator.svg.css.values import LARGEST, LONGEST, NUMBER, SMALLEST
from generator.units import Matrix, Path, Step

_COMMAND = re.compile(r"[\s,]*([MmZzLlHhVvCcSsQqTtAa])")
_NUMBER = re.compile(rf"[\s,]*({NUMBER})")
_MORE = re.compile(r"[\s,]*[-+.0-9]")
_FLAG = re.compile(r"[\s,]*([01])")
_SEGMENT = re.compile(r"[-+.0-9eE,\s]+")
_WORDS = re.compile(rf"{NUMBER}|[^\s,]")
_FOLLOWS = {"M": "L", "m": "l"}
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class PathError(ValueError):
    """Path data that is not well formed, with the position of the first wrong character.

    `steps` is the path up to there.
    """

    def __init__(self, what: str, steps: Path | None = None) -> None:
        super().__init__(what)
        self.steps = steps or []


def parse(data: str) -> Path:
    """Return the path of a `d` attribute; `PathError` says at which character it is wrong."""
    if len(data) > LONGEST:
        raise PathError(f"path data of {len(data)} characters, more than {LONGEST}")
    pen = _Pen()
    try:
        for command, numbers in _commands(data):
            pen.draw(command, numbers)
    except PathError as error:
        raise PathError(str(error), pen.steps) from None
    return pen.steps


def ends(data: str) -> frozenset[int]:
    """Return which steps of a path end a command: an arc takes several."""
    pen, last = _Pen(), set()
    with suppress(PathError):
        for command, numbers in _commands(data):
            pen.draw(command, numbers)
            last.add(len(pen.steps) - 1)
    return frozenset(last)


def _commands(data: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield each command with its numbers; a repeated command may leave its letter out."""
    at, first, end = 0, True, len(data.rstrip(" \t\r\n,"))
    while at < end:
        match = _COMMAND.match(data, at)
        if match is None or (first and match[1] not in "Mm"):
            what = "a path begins with M" if first else "not a path command"
            raise _wrong(data, at, what)
        first, letter, at = False, match[1], match.end()
        groups, after = _plain(data, at, letter.upper())
        if groups:
            yield letter, groups[0]
            letter, at = _FOLLOWS.get(letter, letter), after
            yield from ((letter, numbers) for numbers in groups[1:])
            continue
        numbers, at = _arguments(data, at, letter.upper())
        yield letter, numbers
        if letter in "Zz":
            continue
        letter = _FOLLOWS.get(letter, letter)
        while _MORE.match(data, at):
            numbers, at = _arguments(data, at, letter.upper())
            yield letter, numbers


def _plain(data: str, at: int, command: str) -> tuple[list[tuple[float, ...]], int]:
    """Return the numbers of a command and of its repetitions at once, none when anything about them is unusual."""
    takes = _TAKES[command]
    segment = _SEGMENT.match(data, at)
    if command in "AZ" or segment is None:
        return [], at
    try:
        numbers = [float(word) for word in _WORDS.findall(segment[0])]
    except ValueError:
        return [], at
    if len(numbers) % takes or not numbers or max(numbers) > LARGEST or min(numbers) < -LARGEST:
        return [], at
    return list(zip(*[iter(numbers)] * takes, strict=True)), segment.end()


def _arguments(data: str, at: int, command: str) -> tuple[tuple[float, ...], int]:
    numbers = []
    for index in range(_TAKES[command]):
        pattern = _FLAG if command == "A" and index in (3, 4) else _NUMBER
        match = pattern.match(data, at)
        if match is None:
            raise _wrong(data, at, f"{command} takes {_TAKES[command]} numbers")
        value, at = float(match[1]), match.end()
        if not -LARGEST <= value <= LARGEST:
            raise _wrong(data, match.start(1), f"the number is beyond ±{LARGEST:g}")
        numbers.append(value)
    return tuple(numbers), at


def _wrong(data: str, at: int, what: str) -> PathError:
    blanks = len(data) - at - len(data[at:].lstrip(" \t\r\n,"))
    rest = repr(data[at + blanks : at + blanks + 12]) if at + blanks < len(data) else "the end"
    return PathError(f"path data is wrong at character {at + blanks + 1} ({rest}): {what}")


class _Pen:
    """The current point and what smooth curves need to know of the step before."""

    def __init__(self) -> None:
        self.steps: Path = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.control: tuple[str, float, float] = ("", 0.0, 0.0)
        self._closed = False

    def draw(self, letter: str, numbers: tuple[float, ...]) -> None:
        """Add one command; a small letter's coordinates count from the current point."""
        command = letter.upper()
        x, y = (self.x, self.y) if letter != command else (0.0, 0.0)
        if self._closed and command not in "MZ":
            self.steps.append(("m", self.x, self.y))
        self._closed = command == "Z"
        _DRAW[command](self, x, y, numbers)
        if command not in "CSQT":
            self.control = ("", 0.0, 0.0)

    def _to(self, operator: str, *numbers: float) -> None:
        self.steps.append((operator, *numbers))
        self.x, self.y = numbers[-2:]

    def move(self, x: float, y: float, numbers: tuple[float, ...]) -> None:
        self._to("m", x + numbers[0], y + numbers[1])
        self.start_x, self.start_y = self.x, self.y

    def close(self, _x: float, _y: float, _given: tuple[float, ...]) -> None:
        self.steps.append(("h",))
        self.x, self.y = self.start_x, self.start_y

    def line(self, x: float, y: float, numbers: tuple[float, ...]) -> None:
        self._to("l", x + numbers[0], y + numbers[1])

    def horizontal(self, x: float, _y: float, numbers: tuple[float, ...]) -> None:
        self._to("l", x + numbers[0], self.y)

    def vertical(self, _x: float, y: float, numbers: tuple[float, ...]) -> None:
        self._to("l", self.x, y + numbers[0])

    def curve(self, x: float, y: float, numbers: tuple[float, ...]) -> None:
        x1, y1, x2, y2, x3, y3 = numbers
        self.control = ("C", x + x2, y + y2)
        self._to("c", x + x1, y + y1, x + x2, y + y2, x + x3, y + y3)

    def smooth(self, x: float, y: float, numbers: tuple[float, ...]) -> None:
        x1, y1 = self._reflected("C")
        x2, y2, x3, y3 = numbers
        self.control = ("C", x + x2, y + y2)
        self._to("c", x1, y1, x + x2, y + y2, x + x3, y + y3)

    def quadratic(self, x: float, y: float, numbers: tuple[float, ...]) -> None:
        self._quadratic(x + numbers[0], y + numbers[1], x + numbers[2], y + numbers[3])

    def smooth_quadratic(self, x: float, y: float, numbers: tuple[float, ...]) -> None:
        self._quadratic(*self._reflected("Q"), x + numbers[0], y + numbers[1])

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

    def arc(self, x: float, y: float, numbers: tuple[float, ...]) -> None:
        rx, ry, turn, large, sweep, end_x, end_y = numbers
        end = (x + end_x, y + end_y)
        if end == (self.x, self.y):
            return
        if min(abs(rx), abs(ry)) < SMALLEST:
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
