"""Draw small SVG files into a PDF, and look at what came out."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pypdfium2
from PIL import Image, ImageFilter

from generator.face.face import Face
from generator.press.layout.cut import Mark
from generator.press.page import Page, Placement
from generator.press.pdf.setup import DocumentSetup
from generator.press.pdf.write import write_pdf
from generator.problems import Failed, Location, Problem, Problems
from generator.svg.compile import compile_svg
from generator.svg.core.store import Resolver, Store
from generator.svg.core.symbol import Symbol, read_symbol
from generator.svg.xml import Origin
from generator.type.fonts import Fonts

NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
PLACE = Location("card.svg.j2")
FAMILY = 'font-family="Fira Sans"'

Colour = tuple[int, int, int]


def svg(body: str, size: tuple[float, float] = (100, 100)) -> str:
    """Return an SVG file whose user unit is one millimetre of the face."""
    return f'<svg {NAMESPACES} viewBox="0 0 {size[0]:g} {size[1]:g}">{body}</svg>'


def face(body: str, size: tuple[float, float] = (100, 100), item: str = "elk-1", language: str = "en") -> Face:
    return Face("card", item, language, svg(body, size), *size, PLACE)


def using(body: str, art: str, item: str = "elk-1") -> Face:
    """Return a face that refers to art/elk.svg, whose root holds `art`, by the id "s"."""
    symbol = Symbol("s", read_symbol("elk", "art/elk.svg", f'<svg {NAMESPACES} viewBox="0 0 9 9">{art}</svg>'))
    return face(body, item=item)._replace(symbols=(symbol,))


def one_page(*faces: Face, marks: tuple[Mark, ...] = ()) -> Page:
    """Return a page of the first face's size with all faces in its top left corner."""
    return Page(faces[0].width, faces[0].height, tuple(Placement(made, 0, 0) for made in faces), marks)


def printed(path: Path, *pages: Page, resolver: Resolver | None = None, language: str = "en") -> Path:
    """Write pages and return the file; `Failed` when they can't be drawn."""
    write_pdf(pages, path, DocumentSetup("Test", language, Fonts(), Problems(), resolver))
    return path


def drawn(path: Path, body: str, size: tuple[float, float] = (100, 100)) -> Path:
    return printed(path, one_page(face(body, size)))


def problems_of(text: str | bytes, resolver: Resolver | None = None, exact: bool = True) -> list[Problem]:
    """Return what is wrong with a file of art."""
    problems = Problems()
    store = Store(Fonts(), problems, resolver)
    try:
        compile_svg(text, 100, 100, store, Origin(Location("art/elk.svg"), "", exact))
    except Failed as failure:
        problems.extend(failure.problems)
    return list(problems)


def told(body: str, resolver: Resolver | None = None) -> str:
    """Return the problems of a body as the lines that a person reads."""
    return "\n".join(map(str, problems_of(svg(body), resolver)))


def raster(path: Path, dots_per_mm: float = 4, page: int = 0) -> Image.Image:
    document = pypdfium2.PdfDocument(path)
    try:
        # a hair less, or a page of exactly so many pixels gets one more
        return document[page].render(scale=dots_per_mm * 25.4 / 72 - 1e-6).to_pil().convert("RGB")
    finally:
        document.close()


def pixel(picture: Image.Image, x: float, y: float, dots_per_mm: float = 4) -> Colour:
    """Return the colour at a place in mm."""
    red, green, blue = picture.getpixel((int(x * dots_per_mm), int(y * dots_per_mm)))
    return red, green, blue


def text_of(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document).replace("\r\n", "\n")
    finally:
        document.close()


def reference(text: str, width: int) -> Image.Image:
    """Return a file as resvg draws it."""
    import resvg_py

    fonts = [str(path) for family in ("Fira Sans", "Fira Sans Condensed") for path in files_of(family)]
    data = resvg_py.svg_to_bytes(
        svg_string=text, width=width, dpi=96, background="white", font_files=fonts, skip_system_fonts=True
    )
    return Image.open(io.BytesIO(bytes(data))).convert("RGB")


def files_of(family: str) -> list[Path]:
    found = Fonts().family(family)
    assert found is not None
    return list(found.files.values())


def share_off(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that differ by more than 40 after a blur of 3 × 3."""
    assert one.size == other.size
    blurred = [np.asarray(picture.filter(ImageFilter.BoxBlur(1)), dtype=int) for picture in (one, other)]
    return float((np.abs(blurred[0] - blurred[1]).max(axis=2) > 40).mean())
