"""Write pages to a PDF file: whole or not at all, the same bytes for the same pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from generator.press.files import put
from generator.press.page import Page, Placement
from generator.press.pdf.compiler import Compiler, PlacedForm
from generator.press.pdf.setup import DocumentSetup
from generator.press.pdf.strokes import marks
from generator.svg.core.store import Resource, Store
from generator.units import POINTS_PER_MM, Bounds, Polygon

if TYPE_CHECKING:
    from reportlab.pdfbase.pdfdoc import PDFDocument

    from generator.press.pdf.fields import Fields
    from generator.press.pdf.fieldwriter import FieldWriter

_CREATOR = "playsheet"


def write_pdf(
    pages: Sequence[Page],
    path: Path,
    setup: DocumentSetup,
    fields: Fields | None = None,
    step: Callable[[int, int], None] | None = None,
) -> None:
    """Draw pages and write them to `path`.

    `fields` is what is written into fields, or makes a form of them; `step` is told how many pages of how many
    are drawn. Raises `Failed` with all problems of the set-up when a face can't be drawn right; the file that
    was there before is then still there.
    """
    from generator.press.pdf.objects import add_all

    store = Store(setup.fonts, setup.problems, setup.resolver, setup.process, setup.resolution)
    compiler = Compiler(store, pages)
    document = _document(setup)
    writer = _field_writer(document, pages, store, fields)
    for number, page in enumerate(pages, 1):
        _add_page(document, page, compiler.forms_on(page), writer, number)
        if step:
            step(number, len(pages))
    if writer:
        writer.finish()
    setup.problems.stop_on_errors()
    add_all(document, store)
    if setup.process:
        from generator.press.pdf import prepress

        prepress.finish(document, setup.process, setup.title, setup.language)
    put(path, document.GetPDFData(None))


def _field_writer(
    document: PDFDocument, pages: Sequence[Page], store: Store, fields: Fields | None
) -> FieldWriter | None:
    if fields is None:
        return None
    from generator.press.pdf.fieldwriter import FieldWriter

    return FieldWriter(document, pages, store, fields)


def _document(setup: DocumentSetup) -> PDFDocument:
    """Return a document without pages; of PDF/X-4, for a print shop, the version is 1.6."""
    from reportlab.pdfbase.pdfdoc import PDFDocument, ViewerPreferencesPDFDictionary

    version = (1, 6) if setup.process else (1, 7)
    document = PDFDocument(invariant=1, compression=1, lang=setup.language, pdfVersion=version)
    document.setTitle(setup.title)
    document.setCreator(_CREATOR)
    document.setAuthor("")
    document.setSubject("")
    document.Catalog.ViewerPreferences = ViewerPreferencesPDFDictionary()
    document.Catalog.ViewerPreferences["PrintScaling"] = "None"
    if setup.duplex:
        document.Catalog.ViewerPreferences["Duplex"] = setup.duplex
    return document


def _add_page(
    document: PDFDocument, page: Page, forms: Sequence[PlacedForm], writer: FieldWriter | None = None, number: int = 0
) -> None:
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFPage

    from generator.press.pdf.objects import Dictionary, compressed, resources

    operators = [*_corrected(page), *_faces(forms, page.height), *marks(page)]
    uses: dict[Resource, None] = {}
    for form, _, inside in forms:
        uses.update(dict.fromkeys(form.uses if inside else (Resource("XObject", form.name),)))
    page_object = PDFPage()
    if writer:
        page_object, printed, used = writer.page(number)
        operators += [printed] if printed else []
        uses.update(dict.fromkeys(used))
    page_object.MediaBox = PDFArray([0, 0, page.width * POINTS_PER_MM, page.height * POINTS_PER_MM])
    page_object.TrimBox = page_object.MediaBox
    if page.trim:
        from generator.press.pdf import prepress

        prepress.box_page(page_object, page)
        operators.append(prepress.cut_lines(page))
        uses.update(dict.fromkeys(prepress.CUT_USES))
    content = b"\n".join(operators)
    page_object.Contents = compressed(content)
    page_object.Resources = Dictionary(*resources(uses))
    document.addPage(page_object)
    # without it every file of the same title would have the same ID
    document.updateSignature(sha256(content).digest())


def _corrected(page: Page) -> Iterator[bytes]:
    """Yield the operator that makes up for what the printer does to the page."""
    if page.correction:
        a, b, c, d, e, f = page.correction
        # y runs downwards in the correction and upwards in the PDF
        x, y = (e + c * page.height) * POINTS_PER_MM, (page.height - f - d * page.height) * POINTS_PER_MM
        yield f"{a:.7f} {-b:.7f} {-c:.7f} {d:.7f} {x:.4f} {y:.4f} cm".encode()


def _faces(forms: Sequence[PlacedForm], height: float) -> Iterator[bytes]:
    """Yield the operators that draw each face in its place, cut off where it is to end."""
    for form, placement, inside in forms:
        opening = f"q {_windowed(placement, height)}{_matrix(placement, height)}"
        visible = _visible(placement)
        clip = b"%.4f %.4f %.4f %.4f re W n" % (visible.left, visible.top, visible.width, visible.height)
        if inside:
            yield b"%s %s\n%s\nQ" % (opening.encode(), clip, form.content)
        elif visible == form.box:  # the form's own edges cut it off
            yield f"{opening} /{form.name} Do Q".encode()
        else:
            yield b"%s %s /%s Do Q" % (opening.encode(), clip, form.name.encode())


def _matrix(placement: Placement, height: float) -> str:
    """Return the operator that maps a face to its place on the page."""
    scale = f"{POINTS_PER_MM * placement.scale:.7f}"
    if placement.turn:
        a, b, c, d, e, f = placement.matrix
        parts = " ".join(f"{part * POINTS_PER_MM or 0.0:.7f}" for part in (a, -b, c, -d))
        return f"{parts} {e * POINTS_PER_MM:.4f} {(height - f) * POINTS_PER_MM:.4f} cm"
    x, y = placement.x * POINTS_PER_MM, (height - placement.y) * POINTS_PER_MM
    return f"{scale} 0 0 -{scale} {x:.4f} {y:.4f} cm"


def _visible(placement: Placement) -> Bounds:
    """Return what a face shows, in its own millimetres."""
    sides = [side / placement.scale for side in placement.bleed]
    quarters = placement.turn // 90  # the page's edges begin with its left one, as the face's do
    left, top, right, bottom = sides[quarters:] + sides[:quarters]
    return Bounds(0.0 - left, 0.0 - top, placement.face.width + right, placement.face.height + bottom)


def _windowed(placement: Placement, height: float) -> str:
    """Return the operators that cut off what lies outside a placement's window or region."""
    if placement.region:
        return f"{' '.join(_polygon(corners, height) for corners in placement.region)} W n "
    if placement.window is None:
        return ""
    x, y, width, depth = placement.window
    box = [value * POINTS_PER_MM for value in (x, height - y - depth, width, depth)]
    return "{:.4f} {:.4f} {:.4f} {:.4f} re W n ".format(*box)


def _polygon(corners: Polygon, height: float) -> str:
    points = [f"{x * POINTS_PER_MM:.4f} {(height - y) * POINTS_PER_MM:.4f}" for x, y in corners]
    return f"{points[0]} m {' '.join(f'{point} l' for point in points[1:])} h"
