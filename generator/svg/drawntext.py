"""Text where it was drawn: what it says, and the rectangle that it fills from its base line to its capitals' height."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.problems import Location
from generator.type.font import Font
from generator.units import Bounds, Matrix, Point

Corners = tuple[Point, ...]


class DrawnText(NamedTuple):
    """Text as it was drawn: its four corners in mm on the face, or in the units of the form that it is part of.

    The corners are those at the height of capitals and at the base line, first of its beginning, then of its end;
    `letters` of a `font` stand there, which may reach above and below. `line` is where it stands in the SVG; `art` is
    that place when it stands in a file of its own. `mark` is what the element carries as `data-safe`.
    """

    said: str
    corners: Corners
    line: int
    letters: str
    font: Font
    art: Location | None = None
    mark: str = ""

    def inked(self) -> Corners:
        """Return the corners of what is inked: with what hangs below the base line, and stands above capitals."""
        low, high = self.font.ink(self.letters)
        return self._from(low, max(high, self.font.cap_height))

    @property
    def largest(self) -> Corners:
        """The corners of all that letters of its font may fill."""
        return self._from(min(self.font.descent, 0.0), max(self.font.ascent, self.font.cap_height))

    def _from(self, low: float, high: float) -> Corners:
        """Return the corners from one height over the base line to another, in em."""
        corners: list[Point] = []
        for (x, y), (base_x, base_y) in (self.corners[:2], self.corners[2:]):
            for height in (high, low):
                share = height / self.font.cap_height
                corners.append((base_x + (x - base_x) * share, base_y + (y - base_y) * share))
        return tuple(corners)


def placed(texts: Sequence[DrawnText], matrix: Matrix, box: Bounds, below: int) -> Iterator[DrawnText]:
    """Yield the texts of a form where a matrix brings them, as far as the form's `box` shows them.

    Lines of the form count from `below` on.
    """
    for text in texts:
        corners = _shown(text.corners, box)
        if corners:
            moved = tuple([matrix.at(*corner) for corner in corners])
            yield text._replace(corners=moved, line=text.line + below)


def _shown(corners: Corners, box: Bounds) -> Corners:
    """Return the corners of what a box shows of a text, none when that is nothing."""
    around = Bounds.around(corners)
    left, top = max(around.left, box.left), max(around.top, box.top)
    right, bottom = min(around.right, box.right), min(around.bottom, box.bottom)
    if (left, top, right, bottom) == tuple(around):
        return corners
    return Bounds(left, top, right, bottom).corners if left < right and top < bottom else ()
