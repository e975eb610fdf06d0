"""Write pages to a PDF file: whole or not at all, the same bytes for the same pages."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from generator.face.draw import compile_svg
from generator.face.face import Face
from generator.face.fonts import Fonts
from generator.face.store import Form, Resolver, Resource, Store
from generator.face.svg import Origin
from generator.press.page import Mark, Page
from generator.problems import Failed, Problems
from generator.units import POINTS_PER_MM

if TYPE_CHECKING:
    from reportlab.pdfbase.pdfdoc import PDFDocument

INK = "0.1059 0.1451 0.1882 RG"
"""The colour of cut marks, #1B2530."""

MARK_WIDTH = 0.25
"""Width of cut marks in points."""

_CREATOR = "playsheet"


def write_pdf(
    pages: Iterable[Page],
    fonts: Fonts,
    path: Path,
    *,
    title: str,
    language: str,
    problems: Problems,
    resolver: Resolver | None = None,
) -> None:
    """Draw pages and write them to `path`.

    `resolver` returns the bytes of a picture by the href a face gives, None when there is
    none. Raises `Failed` with all of `problems` when a face can't be drawn right; the file
    that was there before is then still there.
    """
    store = Store(fonts, problems, resolver)
    drawn = [_drawn(page, store) for page in pages]
    problems.stop_on_errors()
    _replace(path, _document(drawn, store, title, language))


def _drawn(page: Page, store: Store) -> tuple[Page, list[Form | None]]:
    return page, [_form(placement.face, store) for placement in page.placements]


def _form(face: Face, store: Store) -> Form | None:
    """Compile a face; None when it can't be read, which is among the problems then."""
    origin = Origin(face.place, f"{face.component} {face.item!r} ({face.language})")
    try:
        return compile_svg(face.svg, face.width, face.height, store, origin, face.language)
    except Failed as failure:
        store.problems.extend(failure.problems)
        return None


def _document(drawn: list[tuple[Page, list[Form | None]]], store: Store, title: str, language: str) -> bytes:
    from reportlab.pdfbase.pdfdoc import PDFDocument, ViewerPreferencesPDFDictionary

    from generator.press.forms import add_all

    document = PDFDocument(invariant=1, compression=1, lang=language, pdfVersion=(1, 7))
    document.setTitle(title)
    document.setCreator(_CREATOR)
    document.setAuthor("")
    document.setSubject("")
    document.Catalog.ViewerPreferences = ViewerPreferencesPDFDictionary()
    document.Catalog.ViewerPreferences["PrintScaling"] = "None"
    add_all(document, store)
    for page, forms in drawn:
        _add_page(document, page, [form for form in forms if form is not None])
    data: bytes = document.GetPDFData(None)
    return data


def _add_page(document: PDFDocument, page: Page, forms: list[Form]) -> None:
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFPage

    from generator.press.forms import Dictionary, compressed, resources

    content = "\n".join(_operators(page, forms)).encode("latin-1")
    uses = [Resource("XObject", form.name) for form in {form.name: form for form in forms}.values()]
    made = PDFPage()
    made.MediaBox = PDFArray([0, 0, page.width * POINTS_PER_MM, page.height * POINTS_PER_MM])
    made.TrimBox = made.MediaBox
    made.Contents = compressed(content)
    made.Resources = Dictionary(*resources(uses))
    document.addPage(made)
    # without it every file of the same title would have the same ID
    document.updateSignature(sha256(content).digest())


def _operators(page: Page, forms: list[Form]) -> Iterator[str]:
    scale = f"{POINTS_PER_MM:.7f}"
    for placement, form in zip(page.placements, forms, strict=True):
        x, y = placement.x * POINTS_PER_MM, (page.height - placement.y) * POINTS_PER_MM
        yield f"q {scale} 0 0 -{scale} {x:.4f} {y:.4f} cm /{form.name} Do Q"
    if page.marks:
        yield f"{INK} {MARK_WIDTH} w 0 J [] 0 d"
        yield from (_line(mark, page.height) for mark in page.marks)


def _line(mark: Mark, height: float) -> str:
    points = (mark.x1, height - mark.y1, mark.x2, height - mark.y2)
    x1, y1, x2, y2 = (f"{value * POINTS_PER_MM:.4f}" for value in points)
    return f"{x1} {y1} m {x2} {y2} l S"


def _replace(path: Path, data: bytes) -> None:
    """Put the data at `path` in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
