"""Imposition: numbers in, numbers out. Where pieces lie on paper; millimetres, y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, sqrt
from statistics import fmean
from typing import Literal, NamedTuple, Protocol

from generator.units import Cell, Point, Rect, Size

_SLACK = 1e-6


class Spot(NamedTuple):
    """Piece number `piece` lies on page `page` with its top left corner at x, y."""

    page: int
    piece: int
    x: float
    y: float


class Area(Protocol):
    """What of a page a layout may use."""

    @property
    def page(self) -> Size:
        """The size of the whole page."""

    @property
    def width(self) -> float:
        """Usable width."""

    @property
    def height(self) -> float:
        """Usable height."""

    @property
    def foot(self) -> float:
        """What the foot takes below."""

    def start(self, width: float, height: float) -> Point:
        """Return the top left corner of a block of that size."""


class Room(NamedTuple):
    """A page for a layout: its size, the margin all round, and what the foot takes below; mm."""

    page: Size
    margin: float
    foot: float = 0.0

    @property
    def width(self) -> float:
        """Usable width."""
        return self.page.width - 2 * self.margin

    @property
    def height(self) -> float:
        """Usable height."""
        return self.page.height - 2 * self.margin - self.foot

    def start(self, width: float, height: float) -> Point:
        """Return the top left corner of a block of that size, in the middle of the usable area.

        Up and down it stands in the middle between the upper edge and the foot, so a
        block with room to spare isn't pushed down by the margin.
        """
        above = self.page.height - self.foot - (self.margin if self.foot else 0)
        return (self.page.width - width) / 2, max(self.margin, (above - height) / 2)


class Grid(NamedTuple):
    """A grid of equal pieces `gap` mm apart on one page: as many as fit, or the `most` columns and rows."""

    room: Area
    size: Size
    gap: float = 0.0
    most: tuple[int, int] | None = None

    @property
    def columns(self) -> int:
        """How many stand side by side: as many as fit, up to the `most` wanted."""
        fitting = max(0, floor((self.room.width + self.gap + _SLACK) / (self.size.width + self.gap)))
        return min(fitting, self.most[0]) if self.most else fitting

    @property
    def rows(self) -> int:
        """How many stand one above the other."""
        fitting = max(0, floor((self.room.height + self.gap + _SLACK) / (self.size.height + self.gap)))
        return min(fitting, self.most[1]) if self.most else fitting

    @property
    def capacity(self) -> int:
        """How many pieces one page holds."""
        return self.columns * self.rows

    def corners(self) -> list[Point]:
        """Return the top left corners of all pieces, row by row."""
        step_x, step_y = self.size.width + self.gap, self.size.height + self.gap
        x, y = self.room.start(self.columns * step_x - self.gap, self.rows * step_y - self.gap)
        return [(x + c * step_x, y + r * step_y) for r in range(self.rows) for c in range(self.columns)]

    def spots(self, pieces: int) -> list[Spot]:
        """Return a spot for each piece, page after page."""
        corners = self.corners()
        return [Spot(n // len(corners), n, *corners[n % len(corners)]) for n in range(pieces)]


class Honeycomb(NamedTuple):
    """A honeycomb of pointy-top hexes `flat` mm wide, `gap` mm apart; odd rows stand half a hex to the right."""

    room: Area
    flat: float
    gap: float = 0.0

    @property
    def radius(self) -> float:
        """From a hex's centre to its corner, which is also its side."""
        return self.flat / sqrt(3)

    @property
    def step(self) -> float:
        """From centre to centre of neighbours."""
        return self.flat + self.gap

    @property
    def down(self) -> float:
        """From row to row."""
        return self.step * sqrt(3) / 2

    @property
    def columns(self) -> int:
        """How many hexes stand in an even row."""
        return max(0, floor((self.room.width + self.gap + _SLACK) / self.step))

    @property
    def rows(self) -> int:
        """How many rows there are."""
        free = self.room.height - 2 * self.radius + _SLACK
        return 0 if free < 0 else 1 + floor(free / self.down)

    @property
    def shifted(self) -> int:
        """How many hexes stand in an odd row: one less where the half hex has no room."""
        wide = (self.columns + 0.5) * self.step - self.gap
        return self.columns if wide <= self.room.width + _SLACK else self.columns - 1

    @property
    def capacity(self) -> int:
        """How many hexes one page holds."""
        return self.columns * ((self.rows + 1) // 2) + self.shifted * (self.rows // 2)

    def cells(self) -> list[Cell]:
        """Return the cells of a page, row by row."""
        return [
            (column - row // 2, row)
            for row in range(self.rows)
            for column in range(self.shifted if row % 2 else self.columns)
        ]

    def centre(self, cell: Cell) -> Point:
        """Return the centre of a cell on the page."""
        half = 0.5 if self.shifted == self.columns and self.rows > 1 else 0.0
        width = (self.columns + half) * self.step - self.gap
        x, y = self.room.start(width, (self.rows - 1) * self.down + 2 * self.radius)
        return x + self.flat / 2 + self.step * (cell[0] + cell[1] / 2), y + self.radius + self.down * cell[1]

    def spots(self, shapes: Sequence[Sequence[Cell]]) -> list[Spot]:
        """Return a spot for each piece, which covers the cells of its shape.

        Each piece takes the first free place from the top left, so small pieces fill the
        gaps that larger ones leave. A piece too large for an empty page raises `ValueError`.
        """
        free = _Free(self.cells())
        spots = []
        for number, shape in enumerate(shapes):
            page, anchor = free.take(tuple(shape))
            spots.append(Spot(page, number, *self._corner(anchor, shape)))
        return spots

    def _corner(self, anchor: Cell, shape: Sequence[Cell]) -> Point:
        """Return the top left corner of a piece in the middle of its cells: inside of it there are no gaps."""
        centres = [self.centre((anchor[0] + q, anchor[1] + r)) for q, r in shape]
        across, down = [q + r / 2 for q, r in shape], [r for _, r in shape]
        return (
            fmean(x for x, _ in centres) - self.flat * (0.5 + fmean(across) - min(across)),
            fmean(y for _, y in centres) - self.radius * (1 + 1.5 * (fmean(down) - min(down))),
        )


class _Free:
    """The free cells of pages: cells are only ever taken, so a shape's search goes on where it ended."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.cells = cells
        self.pages: list[set[Cell]] = []
        self.reached: dict[tuple[Cell, ...], tuple[int, int]] = {}

    def take(self, shape: tuple[Cell, ...]) -> tuple[int, Cell]:
        """Take the first place that a shape fits in; return the page and where the shape's 0, 0 lies."""
        page, start = self.reached.get(shape, (0, 0))
        first_q, first_r = shape[0]
        while page < len(self.pages) or self._fresh():
            free = self.pages[page]
            for index in range(start, len(self.cells)):
                q, r = self.cells[index]
                anchor = q - first_q, r - first_r
                covered = {(anchor[0] + q, anchor[1] + r) for q, r in shape}
                if covered <= free:
                    free -= covered
                    self.reached[shape] = page, index + 1
                    return page, anchor
            if len(free) == len(self.cells):
                break
            page, start = page + 1, 0
        raise ValueError(f"a piece of {len(shape)} hexes is larger than the page")

    def _fresh(self) -> bool:
        self.pages.append(set(self.cells))
        return True


# ------------------------------------------------------------------ the other side

Edge = Literal["long", "short"]
"""The edge of the paper that a sheet is turned over."""


class Behind(NamedTuple):
    """Where the back of a piece has its top left corner on the other side; `turn` is 0 or 180 degrees."""

    x: float
    y: float
    turn: int


def sideways(page: Size, edge: Edge) -> bool:
    """Tell whether turning a page over that edge turns it like the page of a book: left and right change places."""
    return (page.height >= page.width) == (edge == "long")


def behind(piece: Rect, page: Size, edge: Edge) -> Behind:
    """Return where the back of a piece lies, so that both lie on one another when the paper was turned over.

    A back is turned with its piece like the page of a book. Where the paper is turned over its
    upper edge instead, the back therefore stands on its head.
    """
    if sideways(page, edge):
        return Behind(page.width - piece.right, piece.y, 0)
    return Behind(piece.x, page.height - piece.bottom, 180)
