"""Exporting: a document handed to the writer of another format, with the words of its language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.exports.job import DPI, Exported, Job, Look, Titles
from generator.press.page import Page
from generator.stories.document import Document, Imposition, Written
from generator.stories.printing import draw, inspect, setup


def export(writer: Callable[[Job], list[Exported]], document: Document, imposition: Imposition) -> list[Written]:
    """Write a document in another format; `Failed` when that can't be."""
    files = writer(_job(document, imposition))
    return [Written(file.path, file.pieces, file.notes, file.noun) for file in files]


def _job(document: Document, imposition: Imposition) -> Job:
    options = document.options

    def draw_alone(pages: Sequence[Page], path: Path) -> None:
        draw(options.printer.corrected(pages) if options.printer else pages, path, setup(document, document.title))

    def step(n: int, m: int) -> None:
        document.console.stage("draw", n, m)

    return Job(
        document.name,
        imposition.runs,
        document.folder,
        draw_alone,
        lambda faces: inspect(faces, setup(document, document.title)),
        _titles(document, imposition),
        document.problems,
        Look(options.dpi or DPI, options.transparent),
        options.product,
        imposition.pages,
        imposition.notes,
        step,
    )


def _titles(document: Document, imposition: Imposition) -> Titles:
    """Return what the game, the components and their items are called in the document's language."""
    renderer = document.renderer

    def name(row: Mapping[str, Any]) -> str:
        text = str(row.get("name") or row.get("title") or row["id"])
        return renderer.words.entries.get(text) or text

    return Titles(
        document.title,
        {run.id: renderer.words.translate(run.component.title) for run in imposition.runs},
        {(run.id, str(row["id"])): name(row) for run in imposition.runs for row in document.pack.items(run.id)},
    )
