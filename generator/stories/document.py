"""A document on its way: what of a pack is printed, for whom and where to, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.face.renderer import TemplateRenderer
from generator.pack.model import Pack
from generator.press.page import Page
from generator.press.run import PrintRun
from generator.problems import Problems
from generator.progress import Progress, Step
from generator.stories.options import BuildOptions

if TYPE_CHECKING:
    from generator.exports.ink import Ink
    from generator.stories.fill import Sheets

Ask = Callable[[str], bool]
"""Asks a person whether that many pages are meant."""


class Console(NamedTuple):
    """What a person is told and asked while one document is made."""

    subject: str
    progress: Progress
    ask: Ask = bool

    def stage(self, stage: str, n: int = 0, m: int = 0) -> None:
        """Tell which stage the work has come to, and that n of its m parts are done, when it has parts."""
        self.progress(Step(self.subject, n, m, stage))


class Document(NamedTuple):
    """What is printed as one thing in one language: a component or a group of them, for whom and where to.

    `fields` are what is written on its sheets, None when they are printed empty.
    """

    pack: Pack
    renderer: TemplateRenderer
    name: str
    components: Sequence[str]
    options: BuildOptions
    folder: Path
    console: Console
    problems: Problems
    fields: Sheets | None = None

    @property
    def title(self) -> str:
        """The pack's title in the language of the document."""
        return self.renderer.words.translate(self.pack.file.title)

    def titled(self, run: PrintRun) -> str:
        """Return the document's title, which names its first component too."""
        return f"{self.title} · {self.renderer.words.translate(run.component.title)}"


class Imposition(NamedTuple):
    """The runs of a document, the pages that hold them, the paper's name, and what to know about them on it.

    There are no pages of a document that is written as faces or as pieces.
    """

    runs: tuple[PrintRun, ...]
    pages: Sequence[Page] = ()
    paper: str = ""
    notes: tuple[str, ...] = ()


class Estimate(NamedTuple):
    """What printing a document would take: faces, sheets of paper, and the ink on them as far as it can be guessed."""

    faces: int
    sheets: int
    paper: str
    ink: Ink


class Written(NamedTuple):
    """A file or folder that was written, how many pages (or `noun`s) it holds, and what to know when printing it.

    With an `estimate` nothing was written: it is what printing would take.
    """

    path: Path
    pages: int
    notes: tuple[str, ...] = ()
    noun: str = "page"
    estimate: Estimate | None = None
