"""What a printer does to pages, and what makes up for it; numbers in, numbers out, millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.press.page import Page
from generator.units import Matrix

LONG, SHORT = 250.0, 180.0
"""The rulers of the calibration page in mm, along the paper's long edge and its short one."""


class Habit(NamedTuple):
    """How a printer prints paper of one kind, upright or lying.

    `across` and `down` are how long a millimetre comes out; `right` and `below` how many
    millimetres the other side must move, as it is read, to come to lie on the front.
    """

    across: float = 1.0
    down: float = 1.0
    right: float = 0.0
    below: float = 0.0


class Printer(NamedTuple):
    """A printer and its habits with upright and with lying paper, as far as they were measured."""

    name: str
    upright: Habit | None = None
    lying: Habit | None = None

    def habit(self, page: Page) -> Habit:
        """Return what the printer does to a page.

        Paper that wasn't measured goes through the printer turned: its lengths are known
        from the other kind, where its other side comes to lie isn't.
        """
        own, other = (self.lying, self.upright) if page.width > page.height else (self.upright, self.lying)
        if own is not None:
            return own
        return Habit(other.down, other.across) if other else Habit()

    def corrected(self, pages: Sequence[Page]) -> list[Page]:
        """Return the pages, each with what makes up for the printer."""
        return [page._replace(correction=_correction(self.habit(page), page)) for page in pages]

    def notes(self, pages: Sequence[Page]) -> tuple[str, ...]:
        """Return what a person should know of corrected pages: for which printer, and which backs nobody measured."""
        notes = [f"corrected for the printer {self.name}"]
        if self.upright is None and any(page.back and page.width <= page.height for page in pages):
            notes.append("backs of upright pages aren't moved: measure that with playsheet calibrate")
        if self.lying is None and any(page.back and page.width > page.height for page in pages):
            notes.append("backs of lying pages aren't moved: measure that with playsheet calibrate --lying")
        return tuple(notes)


def _correction(habit: Habit, page: Page) -> Matrix:
    """Return the map of a page about its middle, which is where the other side was measured.

    A page that stands on its head is moved the other way: the printer turns such paper.
    """
    across, down = 1 / habit.across, 1 / habit.down
    way = (-1 if page.turn else 1) if page.back else 0
    x = page.width / 2 * (1 - across) + way * habit.right * across
    y = page.height / 2 * (1 - down) + way * habit.below * down
    return Matrix(across, 0.0, 0.0, down, x, y)
