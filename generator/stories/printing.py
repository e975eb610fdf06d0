"""Printing: the pages of a document into a PDF, for a printer at home or for a print shop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.face.face import Face
from generator.press import duplex, sheets
from generator.press.page import Page
from generator.press.pdf.setup import DocumentSetup
from generator.stories.document import Console, Document, Estimate, Imposition, Written
from generator.svg.core.resolution import Resolution

if TYPE_CHECKING:
    from generator.press.pdf.fields import Fields

Advance = Callable[[int, int], None]
"""Is told how many pages of how many are drawn."""


def print_pages(document: Document, imposition: Imposition) -> list[Written]:
    """Draw and write a document's pages, or only say what that would take."""
    options, pages = document.options, imposition.pages
    path = document.folder / f"{document.name}.pdf"
    if options.dry:
        inspect(
            (face for run in imposition.runs for face in (*run.faces, *run.backs) if face),
            setup(document, document.title),
        )
        return [Written(path, len(pages), imposition.notes, estimate=estimate(document, imposition))]
    draw(
        options.printer.corrected(pages) if options.printer else pages,
        path,
        setup(document, document.titled(imposition.runs[0]))._replace(
            duplex=duplex.preference(imposition.runs, options.duplex)
        ),
        document.fields.fields(document.renderer.words) if document.fields else None,
        _steps(document.console),
    )
    return [Written(path, len(pages), imposition.notes)]


def print_for_shop(document: Document, imposition: Imposition) -> list[Written]:
    """Draw and write a document for a print shop, one face a page."""
    from generator.press import shop
    from generator.press.pdf import prepress

    path = document.folder / f"{document.name}-shop.pdf"
    process = prepress.separation(document.options.icc)
    pages = shop.pages(imposition.runs, document.options.duplex)
    shop_setup = setup(document, document.titled(imposition.runs[0]))._replace(process=process)
    draw(pages, path, shop_setup, step=_steps(document.console))
    return [Written(path, len(pages), shop.notes(imposition.runs, process))]


def estimate(document: Document, imposition: Imposition) -> Estimate:
    """Return what printing would take; a few pages are drawn into a folder that nobody keeps."""
    from generator.exports.ink import ink

    pages = imposition.pages
    leaves = sum(not page.back for page in pages)
    covered = ink(pages, lambda sample, path: draw(sample, path, setup(document, "")))
    return Estimate(sheets.counts(pages).total(), leaves, imposition.paper, covered)


def setup(document: Document, title: str) -> DocumentSetup:
    """Return what a document of this title is drawn with."""
    renderer, pictures = document.renderer, document.pack.file.pictures
    resolution = Resolution(pictures.good, pictures.least, renderer.printing.scale)
    language = renderer.words.language
    return DocumentSetup(title, language, renderer.fonts, document.problems, renderer.art.bytes, resolution)


def draw(
    pages: Sequence[Page],
    path: Path,
    setup: DocumentSetup,
    fields: Fields | None = None,
    step: Advance | None = None,
) -> None:
    """Draw pages and write them to `path`, whole or not at all; `Failed` when one can't be drawn right.

    `fields` are what stands in the places to write; `step` is told how many pages of how many are drawn.
    """
    from generator.press.pdf.write import write_pdf  # what draws is loaded when something is drawn

    write_pdf(pages, path, setup, fields, step)


def inspect(faces: Iterable[Face], setup: DocumentSetup) -> None:
    """Tell what only drawing finds out about where things lie on faces, when they aren't drawn otherwise."""
    from generator.press.pdf import compiler

    compiler.inspect(faces, setup)


def _steps(console: Console) -> Advance:
    """Return what tells that pages are drawn, and after the last one that they are written."""

    def step(n: int, m: int) -> None:
        console.stage("draw", n, m)
        if n == m:
            console.stage("write")

    return step
