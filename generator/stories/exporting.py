"""Exporting: a document handed to the writer of another format, with the words of its language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.exports.job import DPI, Exported, Job, Look, Words
from generator.press.page import Page
from generator.stories.document import Document, Imposed, Written
from generator.stories.printing import draw


def exported(writer: Callable[[Job], list[Exported]], document: Document, imposed: Imposed) -> list[Written]:
    """Write a document in another format; `Failed` when that can't be."""
    files = writer(_job(document, imposed))
    return [Written(file.path, file.pieces, file.notes, file.noun) for file in files]


def _job(document: Document, imposed: Imposed) -> Job:
    options = document.options

    def draw_alone(pages: Sequence[Page], path: Path) -> None:
        draw(document, options.printer.corrected(pages) if options.printer else pages, path, document.title)

    def step(n: int, m: int) -> None:
        document.console.stage("draw", n, m)

    return Job(
        document.name,
        imposed.runs,
        document.folder,
        draw_alone,
        _words(document, imposed),
        document.problems,
        Look(options.dpi or DPI, options.transparent),
        options.product,
        imposed.pages,
        imposed.notes,
        step,
    )


def _words(document: Document, imposed: Imposed) -> Words:
    """Return what the game, the components and their items are called in the document's language."""
    renderer = document.renderer

    def name(row: Mapping[str, Any]) -> str:
        text = str(row.get("name") or row.get("title") or row["id"])
        return renderer.vocabulary.entries.get(text) or text

    return Words(
        document.title,
        {run.id: renderer.translate(run.component.title) for run in imposed.runs},
        {(run.id, str(row["id"])): name(row) for run in imposed.runs for row in document.pack.items(run.id)},
    )
