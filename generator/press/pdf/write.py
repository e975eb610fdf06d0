"""Write pages to a PDF file: whole or not at all, the same bytes for the same pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from generator.face.die import Polygon
from generator.press.files import put
from generator.press.page import Page, Placement
from generator.press.pdf.compiler import Compiler, Placed
from generator.press.pdf.strokes import marks
from generator.problems import Problems
from generator.svg.core.resolution import Resolution
from generator.svg.core.store import Resolver, Resource, Store
from generator.type.fonts import Fonts
from generator.units import POINTS_PER_MM, Bounds

if TYPE_CHECKING:
    from reportlab.pdfbase.pdfdoc import PDFDocument

    from generator.press.fields import Writing
    from generator.press.pdf.fieldwriter import Hand
    from generator.svg.core.separation import Separation

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
    duplex: str = "",
    process: Separation | None = None,
    step: Callable[[int, int], None] | None = None,
    resolution: Resolution | None = None,
    writing: Writing | None = None,
) -> None:
    """Draw pages and write them to `path`.

    `duplex` is what the printer is asked for: Simplex, DuplexFlipLongEdge, DuplexFlipShortEdge or nothing;
    `step` is told how many pages of how many are drawn.
    `resolver` returns the bytes of a picture by the href a face gives, None when there is
    none; `process` writes colours in inks, for a print shop; `resolution` says how many pixels
    an inch pictures need; `writing` is what is written into fields, or makes a form of them.
    Raises `Failed` with all of
    `problems` when a face can't be drawn right; the file that was there before is then still there.
    """
    from generator.press.pdf.forms import add_all

    laid = list(pages)
    store = Store(fonts, problems, resolver, process, resolution)
    compiler = Compiler(store, laid)
    document = _document(title, language, duplex, (1, 6) if process else (1, 7))
    hand = None
    if writing:
        from generator.press.pdf.fieldwriter import Hand

        hand = Hand(document, laid, store, writing)
    for number, page in enumerate(laid, 1):
        _add_page(document, page, compiler.placed(page), hand, number)
        if step:
            step(number, len(laid))
    if hand:
        hand.finish()
    problems.stop_on_errors()
    add_all(document, store)
    if process:
        from generator.press.pdf import prepress

        prepress.finish(document, process, title, language)
    put(path, document.GetPDFData(None))


def _document(title: str, language: str, duplex: str, version: tuple[int, int]) -> PDFDocument:
    """Return a document without pages."""
    from reportlab.pdfbase.pdfdoc import PDFDocument, ViewerPreferencesPDFDictionary

    document = PDFDocument(invariant=1, compression=1, lang=language, pdfVersion=version)
    document.setTitle(title)
    document.setCreator(_CREATOR)
    document.setAuthor("")
    document.setSubject("")
    document.Catalog.ViewerPreferences = ViewerPreferencesPDFDictionary()
    document.Catalog.ViewerPreferences["PrintScaling"] = "None"
    if duplex:
        document.Catalog.ViewerPreferences["Duplex"] = duplex
    return document


def _add_page(
    document: PDFDocument, page: Page, placed: Sequence[Placed], hand: Hand | None = None, number: int = 0
) -> None:
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFPage

    from generator.press.pdf.forms import Dictionary, compressed, resources

    drawn = [*_corrected(page), *_faces(placed, page.height), *marks(page)]
    uses: dict[Resource, None] = {}
    for form, _, inside in placed:
        uses.update(dict.fromkeys(form.uses if inside else (Resource("XObject", form.name),)))
    made = PDFPage()
    if hand:
        made, written, used = hand.page(number)
        drawn += [written] if written else []
        uses.update(dict.fromkeys(used))
    made.MediaBox = PDFArray([0, 0, page.width * POINTS_PER_MM, page.height * POINTS_PER_MM])
    made.TrimBox = made.MediaBox
    if page.trim:
        from generator.press.pdf import prepress

        prepress.box_page(made, page)
        drawn.append(prepress.cut_lines(page))
        uses.update(dict.fromkeys(prepress.CUT_USES))
    content = b"\n".join(drawn)
    made.Contents = compressed(content)
    made.Resources = Dictionary(*resources(uses))
    document.addPage(made)
    # without it every file of the same title would have the same ID
    document.updateSignature(sha256(content).digest())


def _corrected(page: Page) -> Iterator[bytes]:
    """Yield the operator that makes up for what the printer does to the page."""
    if page.correction:
        a, b, c, d, e, f = page.correction
        # y runs downwards in the correction and upwards in the PDF
        x, y = (e + c * page.height) * POINTS_PER_MM, (page.height - f - d * page.height) * POINTS_PER_MM
        yield f"{a:.7f} {-b:.7f} {-c:.7f} {d:.7f} {x:.4f} {y:.4f} cm".encode()


def _faces(placed: Sequence[Placed], height: float) -> Iterator[bytes]:
    """Yield the operators that draw each face in its place, cut off where it is to end."""
    for form, placement, inside in placed:
        place = f"q {_windowed(placement, height)}{_placed(placement, height)}"
        seen = _seen(placement)
        clip = b"%.4f %.4f %.4f %.4f re W n" % (seen.left, seen.top, seen.width, seen.height)
        if inside:
            yield b"%s %s\n%s\nQ" % (place.encode(), clip, form.content)
        elif seen == form.box:  # the form's own edges cut it off
            yield f"{place} /{form.name} Do Q".encode()
        else:
            yield b"%s %s /%s Do Q" % (place.encode(), clip, form.name.encode())


def _placed(placement: Placement, height: float) -> str:
    """Return the operator that maps a face to its place on the page."""
    scale = f"{POINTS_PER_MM * placement.scale:.7f}"
    if placement.turn:
        a, b, c, d, e, f = placement.matrix
        parts = " ".join(f"{part * POINTS_PER_MM or 0.0:.7f}" for part in (a, -b, c, -d))
        return f"{parts} {e * POINTS_PER_MM:.4f} {(height - f) * POINTS_PER_MM:.4f} cm"
    x, y = placement.x * POINTS_PER_MM, (height - placement.y) * POINTS_PER_MM
    return f"{scale} 0 0 -{scale} {x:.4f} {y:.4f} cm"


def _seen(placement: Placement) -> Bounds:
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
