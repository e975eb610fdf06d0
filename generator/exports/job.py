"""What is to be exported, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.press.page import Page
from generator.press.run import Run

Draw = Callable[[Sequence[Page], Path], bool]
"""Draws pages into a PDF; False when a problem was noted, and then there is none."""

DPI = 300
"""Pixels an inch when nothing else is asked for: what print shops and eyes are content with."""


class Look(NamedTuple):
    """How faces become pictures: pixels an inch, and whether what nothing is drawn on is transparent or white."""

    dpi: int = DPI
    transparent: bool = False


class Job(NamedTuple):
    """The runs of one document, where their files go, and how."""

    document: str
    runs: tuple[Run, ...]
    folder: Path
    draw: Draw
    look: Look = Look()


class Exported(NamedTuple):
    """A file or folder that was written, how many `noun`s it holds, and what to know about it."""

    path: Path
    pieces: int
    noun: str
    notes: tuple[str, ...] = ()
