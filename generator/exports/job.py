"""What is to be exported, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.face.face import Face
from generator.press.page import Page
from generator.press.run import PrintRun
from generator.problems import Problems

Draw = Callable[[Sequence[Page], Path], None]
"""Draws pages into a PDF; `Failed` when a problem was noted, and then there is none."""

Inspect = Callable[[Sequence[Face]], None]
"""Tells what is wrong with faces that are written without being drawn."""

Advance = Callable[[int, int], None]
"""Is told how many pictures of how many are done."""

DPI = 300
"""Pixels an inch when nothing else is asked for: what print shops and eyes are content with."""


def silent(_done: int, _total: int) -> None:
    """Tell nobody."""


class Look(NamedTuple):
    """How faces become pictures: pixels an inch, and whether what nothing is drawn on is transparent or white."""

    dpi: int = DPI
    transparent: bool = False


class Titles(NamedTuple):
    """What things are called in the language of the export: the game, the components, the items of components."""

    game: str
    components: Mapping[str, str]
    items: Mapping[tuple[str, str], str]

    def of(self, face: Face) -> str:
        """Return what the item of a face is called."""
        return self.items[face.component, face.item]


class Job(NamedTuple):
    """The runs of one document, where their files go, and how: as which `product` of a maker, when one is asked for.

    `pages` hold the runs, in a format that is made of pages; `notes` are what one should know who prints them.
    """

    document: str
    runs: tuple[PrintRun, ...]
    folder: Path
    draw: Draw
    inspect: Inspect
    titles: Titles
    problems: Problems
    look: Look = Look()
    product: str | None = None
    pages: Sequence[Page] = ()
    notes: tuple[str, ...] = ()
    step: Advance = silent


class Exported(NamedTuple):
    """A file or folder that was written, how many `noun`s it holds, and what to know about it."""

    path: Path
    pieces: int
    noun: str
    notes: tuple[str, ...] = ()
