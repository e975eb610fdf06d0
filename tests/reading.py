"""Finished PDFs read back: where rectangles and lines lie on a page, in mm from its top left corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf

from generator.units import MM_PER_POINT, Matrix, Rect


class Filled(NamedTuple):
    """A rectangle that was filled: its colour, where it lies, what the clips leave of it, which way it is turned."""

    colour: tuple[float, ...]
    rect: Rect
    seen: Rect
    turned: bool


class Line(NamedTuple):
    """A straight line that was drawn."""

    x1: float
    y1: float
    x2: float
    y2: float
    dashed: bool


class Drawn(NamedTuple):
    """A path of several lines or curves that was drawn: where each of them ends, after where it starts."""

    ends: tuple[tuple[float, float], ...]
    closed: bool
    dashed: bool


class Read(NamedTuple):
    """A page: its size in mm and what is drawn on it."""

    width: float
    height: float
    filled: list[Filled]
    lines: list[Line]
    paths: list[Drawn]


class State(NamedTuple):
    matrix: Matrix
    colour: tuple[float, ...]
    clip: Rect
    dashed: bool


def read(path: Path) -> list[Read]:
    """Read all pages of a PDF."""
    with pikepdf.open(path) as document:
        return [_page(page) for page in document.pages]


def preferences(path: Path) -> dict[str, str]:
    """Return the viewer preferences."""
    with pikepdf.open(path) as document:
        return {key: str(value) for key, value in document.Root.ViewerPreferences.items()}


def _page(page: pikepdf.Page) -> Read:
    _, _, width, height = (float(side) * MM_PER_POINT for side in page.mediabox)
    made = Read(width, height, [], [], [])
    down = Matrix(MM_PER_POINT, 0, 0, -MM_PER_POINT, 0, height)
    _content(page, page.Resources, State(down, (0.0,), Rect(0, 0, width, height), False), made)
    return made


class Reader:
    """Reads one content stream; `run` is what each operator does."""

    def __init__(self, resources: pikepdf.Object, state: State, made: Read) -> None:
        self.resources, self.state, self.made = resources, state, made
        self.saved: list[State] = []
        self.path: list[Rect] = []
        self.points: list[tuple[float, float]] = []
        self.parts: list[tuple[float, float]] = []
        self.closed = self.curved = False
        self.run = {
            "q": lambda: self.saved.append(self.state),
            "Q": lambda: self.become(**self.saved.pop()._asdict()),
            "cm": lambda *values: self.become(matrix=self.state.matrix @ Matrix(*numbers(values))),
            "rg": lambda *values: self.become(colour=numbers(values)),
            "k": lambda *values: self.become(colour=numbers(values)),
            "d": lambda dashes, _: self.become(dashed=len(dashes) > 0),
            "re": lambda *values: self.path.append(_box(self.state.matrix, *numbers(values))),
            "m": lambda *values: self.moved(values),
            "l": lambda *values: self.points.append(self.state.matrix.at(*numbers(values))),
            "c": self.bent,
            "h": self.close,
            "W": lambda: self.become(clip=_common(self.state.clip, self.around())),
            "Do": self.placed,
            **dict.fromkeys(("f", "f*", "B"), self.fill),
            "S": self.stroke,
            "n": self.done,
        }

    def become(self, **changed: Any) -> None:
        self.state = self.state._replace(**changed)

    def moved(self, values: Sequence[Any]) -> None:
        self.points = [self.state.matrix.at(*numbers(values))]

    def bent(self, *values: Any) -> None:
        self.curved = True
        self.points.append(self.state.matrix.at(*numbers(values[4:])))

    def close(self) -> None:
        self.closed = True
        self.parts += self.points

    def around(self) -> Rect:
        """The rectangle round what the path encloses."""
        if self.path:
            return self.path[-1]
        (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*self.parts, strict=True))
        return Rect(left, top, right - left, bottom - top)

    def fill(self) -> None:
        state = self.state
        self.made.filled.extend(
            Filled(state.colour, box, _common(state.clip, box), state.matrix.a < 0) for box in self.path
        )
        self.done()

    def stroke(self) -> None:
        if len(self.points) > 2 or self.curved:
            self.made.paths.append(Drawn(tuple(self.points), self.closed, self.state.dashed))
        elif len(self.points) == 2:
            self.made.lines.append(Line(*self.points[0], *self.points[1], self.state.dashed))
        self.done()

    def done(self) -> None:
        self.path, self.points, self.parts = [], [], []
        self.closed = self.curved = False

    def placed(self, name: Any) -> None:
        form = self.resources.XObject[str(name)]
        if form.Subtype == "/Form":
            left, top, right, bottom = map(float, form.BBox)
            box = _box(self.state.matrix, left, top, right - left, bottom - top)
            inner = self.state._replace(clip=_common(self.state.clip, box))
            _content(form, form.get("/Resources", self.resources), inner, self.made)


def _content(stream: pikepdf.Object, resources: pikepdf.Object, state: State, made: Read) -> None:
    reader = Reader(resources, state, made)
    for operands, operator in pikepdf.parse_content_stream(stream):
        run = reader.run.get(str(operator))
        if run:
            run(*operands)


def numbers(values: Sequence[Any]) -> tuple[float, ...]:
    return tuple(float(value) for value in values)


def _box(matrix: Matrix, x: float, y: float, width: float, height: float) -> Rect:
    (ax, ay), (bx, by) = matrix.at(x, y), matrix.at(x + width, y + height)
    return Rect(min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay))


def _common(one: Rect, other: Rect) -> Rect:
    x, y = max(one.x, other.x), max(one.y, other.y)
    return Rect(x, y, max(0.0, min(one.right, other.right) - x), max(0.0, min(one.bottom, other.bottom) - y))


def of_colour(page: Read, colour: str) -> Iterator[Filled]:
    """Yield what was filled in a colour such as "#0000ff", in the order of drawing."""
    wanted = tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    for filled in page.filled:
        if all(abs(a - b) < 0.003 for a, b in zip(filled.colour, wanted, strict=True)):
            yield filled
