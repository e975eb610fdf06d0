"""What stands in fields as drawing operators: crosses, rings, numbers and words in one ink.

Coordinates are points from a field's lower left corner, y upwards, the field upright.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from generator.press.pdf.fields import PlacedField
from generator.problems import Location
from generator.svg.core.fontuse import FontUse
from generator.svg.core.store import Resource, Store
from generator.svg.css.values import pdf
from generator.type.fonts import FontStack
from generator.units import POINTS_PER_MM

FAMILY = "Fira Sans Condensed"
WEIGHT = 500
INK = "0.06 0.12 0.42"
"""Blue as a pen writes, dark enough on a printer without colours."""

SIGNS = (
    "".join(
        chr(code)
        for first, last in ((0x20, 0x7E), (0xA0, 0x17F), (0x400, 0x45F), (0x490, 0x493))
        for code in range(first, last)
    )
    + "ґ–—−×‘’‚“”„…½¼¾№"
)
"""What people may type in a field: the font has it."""

_HIGHEST = {"number": 15.0, "text": 12.0}
_SHARE = {"number": 0.62, "text": 0.5}
"""The largest type in points, and how much of a field's height it takes."""

_LEAST = 4.0
_LONG = 3.5
"""A field so many times as wide as it is high is for words that begin at its left."""

_SIDE, _INDENT = 1.5, 5.0
"""Points left free beside what is written, in short fields and in long ones."""

_BEND = 0.5523
"""How far the handles of a quarter circle reach, in radii."""


class FieldDrawing(NamedTuple):
    """The operators that draw what stands in a field, what they use, and the size of type in points."""

    content: str
    uses: tuple[Resource, ...] = ()
    size: float = 0.0


class Pen:
    """Writes with one font of a document."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.stack: FontStack = store.fonts.stack([FAMILY], WEIGHT)

    @property
    def use(self) -> FontUse:
        """The document's use of the font."""
        return self.store.font_use(self.stack.first)

    def know(self, signs: str = SIGNS) -> None:
        """Put signs into the document's font that are only typed later."""
        for sign in signs:
            if self.stack.first.covers(sign):
                self.use.shown(sign, self.stack.shaping)

    def draw(self, field: PlacedField) -> FieldDrawing:
        """Return what stands in a field."""
        width, height = field.width * POINTS_PER_MM, field.height * POINTS_PER_MM
        kind, text = field.value.kind, field.value.text
        if kind in ("tick", "ring"):
            return FieldDrawing((cross if kind == "tick" else ring)(width, height) if text else "")
        return self._words(text, kind, width, height)

    def _words(self, text: str, kind: str, width: float, height: float) -> FieldDrawing:
        text = " ".join(text.split())
        side = _SIDE if centred(kind, width, height) else _INDENT
        room = max(width - 2 * side, 1.0)
        usual = min(height * _SHARE[kind], _HIGHEST[kind])
        widest = max(self.stack.width(text), self.stack.width("000") if kind == "number" else 0.0)
        size = round(max(min(usual, room / widest if widest else usual), min(usual, _LEAST)), 2)
        if not text:
            return FieldDrawing("", (), size)
        self._check(text)
        x = (width - self.stack.width(text) * size) / 2 if side == _SIDE else side
        y = (height - self.stack.cap_height * size) / 2
        operators, uses = self._shown(text, size)
        return FieldDrawing(f"q {INK} rg BT {pdf(x)} {pdf(y)} Td {operators} ET Q", uses, size)

    def _shown(self, text: str, size: float) -> tuple[str, tuple[Resource, ...]]:
        parts, uses = [], []
        for part in self.stack.parts(text):
            use = self.store.font_use(part.font)
            uses.append(Resource("Font", use.name))
            parts.append(f"/{use.name} {pdf(size)} Tf {use.shown(part.text, self.stack.shaping)}")
        return " ".join(parts), tuple(dict.fromkeys(uses))

    def _check(self, text: str) -> None:
        for cluster in self.stack.missing(text):
            lack = self.stack.lack(cluster)
            self.store.problems.warning(
                Location("playsheet"), f"{lack.what} ({lack.instead})", remedy="write it otherwise"
            )


def centred(kind: str, width: float, height: float) -> bool:
    """Tell whether what is written stands in the middle of its field."""
    return kind == "number" or width < _LONG * height


def cross(width: float, height: float) -> str:
    """Return a cross in the middle of a field."""
    arm, x, y = min(width, height) * 0.31, width / 2, height / 2
    stroke = min(max(min(width, height) * 0.085, 0.8), 2.2)
    lines = [(x - arm, y - arm, x + arm, y + arm), (x - arm, y + arm, x + arm, y - arm)]
    arms = " ".join(f"{pdf(x1)} {pdf(y1)} m {pdf(x2)} {pdf(y2)} l" for x1, y1, x2, y2 in lines)
    return f"q {INK} RG {pdf(stroke)} w 1 J {arms} S Q"


def ring(width: float, height: float) -> str:
    """Return a ring just inside a field."""
    stroke, x, y = 1.6, width / 2, height / 2
    a, b = x - stroke, y - stroke
    corners = [(a, 0, a, b * _BEND, a * _BEND, b, 0, b), (0, b, -a * _BEND, b, -a, b * _BEND, -a, 0)]
    corners += [tuple(-value for value in corner) for corner in corners]  # type: ignore[misc]
    curves = " ".join(" ".join(_moved(corner[2:], x, y)) + " c" for corner in corners)
    return f"q {INK} RG {pdf(stroke)} w {pdf(x + a)} {pdf(y)} m {curves} s Q"


def _moved(values: Iterable[float], x: float, y: float) -> Iterator[str]:
    for index, value in enumerate(values):
        yield pdf(value + (y if index % 2 else x))


_TURNS = {0: (1, 0, 0, 1), 90: (0, -1, 1, 0), 180: (-1, 0, 0, -1), 270: (0, 1, -1, 0)}
"""The map of an upright field to one that is turned clockwise, y upwards."""


def rotation(turn: int) -> tuple[int, int, int, int]:
    """Return the first four numbers of the map that turns a field clockwise."""
    return _TURNS[turn]


def print_fields(fields: Iterable[PlacedField], pen: Pen, height: float) -> tuple[bytes, list[Resource]]:
    """Return the operators that print what stands in the fields of a page `height` mm high, and what they use."""
    lines: list[str] = []
    uses: list[Resource] = []
    for field in fields:
        drawing = pen.draw(field)
        if drawing.content:
            lines.append(f"q {_matrix(field, height)} cm {drawing.content} Q")
            uses += drawing.uses
    return "\n".join(lines).encode("latin-1"), uses


def _matrix(field: PlacedField, height: float) -> str:
    """Return the map of a field's points to those of a page."""
    left, bottom = field.rect.x * POINTS_PER_MM, (height - field.rect.bottom) * POINTS_PER_MM
    wide, high = field.rect.width * POINTS_PER_MM, field.rect.height * POINTS_PER_MM
    x, y = {0: (0.0, 0.0), 90: (0.0, high), 180: (wide, high), 270: (wide, 0.0)}[field.turn]
    return f"{' '.join(map(str, rotation(field.turn)))} {left + x:.4f} {bottom + y:.4f}"
