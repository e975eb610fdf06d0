"""Pages to pixels, at an exact size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from math import floor, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.problems import Location, failed
from generator.units import MM_PER_INCH, Size

if TYPE_CHECKING:
    from types import ModuleType

    from PIL.Image import Image

MOST_PIXELS = 100_000_000
"""How many pixels one picture may have: it takes four bytes of memory for each, and more to be written."""


class Pixels(NamedTuple):
    """The size of a picture."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width} × {self.height} pixels"


def pixels(size: Size, dpi: float) -> Pixels:
    """Return how many pixels a size in mm is, each side rounded."""
    return Pixels(*(max(1, floor(side * dpi / MM_PER_INCH + 0.5)) for side in size))


def bounded(size: Size, dpi: int, what: str, place: Location) -> Pixels:
    """Return the pixels of `what`; `Failed` when they are too many for one picture."""
    size_in_pixels = pixels(size, dpi)
    if size_in_pixels.width * size_in_pixels.height <= MOST_PIXELS:
        return size_in_pixels
    most = floor(sqrt(MOST_PIXELS / (size.width * size.height)) * MM_PER_INCH)
    while most > 1 and (fewer := pixels(size, most)).width * fewer.height > MOST_PIXELS:
        most -= 1
    raise failed(
        place,
        f"{what}, {size.width:g} × {size.height:g} mm, would be {size_in_pixels} at {dpi} dpi",
        f"at most {MOST_PIXELS // 1_000_000} million pixels a picture",
        f"choose --dpi {most} or less",
    )


def pictures(path: Path, sizes: Sequence[Pixels], transparent: bool = False) -> Iterator[Image]:
    """Yield a picture of each page of a PDF, exactly as large as said; on white, or on nothing."""
    pdfium = _pdfium()
    with pdfium.PdfDocument(path) as document:
        for page, size in zip(document, sizes, strict=True):
            yield _picture(pdfium, page, size, transparent)
            page.close()


def _pdfium() -> ModuleType:
    try:
        import pypdfium2
    except ImportError as error:
        remedy = "install it: python -m pip install pypdfium2"
        raise failed(
            Location("playsheet"), "pictures are made with pypdfium2, which isn't installed", "", remedy
        ) from error
    module: ModuleType = pypdfium2
    return module


def _picture(pdfium: ModuleType, page: object, size: Pixels, transparent: bool) -> Image:
    # page.render() would round each side up; this way a page fills just the pixels it is given
    raw = pdfium.raw
    bitmap = pdfium.PdfBitmap.new_native(*size, raw.FPDFBitmap_BGRA if transparent else raw.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 0 if transparent else 255), 0, 0, *size)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, *size, 0, raw.FPDF_ANNOT)
    picture: Image = bitmap.to_pil().copy()
    bitmap.close()
    return picture


def png(picture: Image, dpi: int) -> bytes:
    """Return a picture as a PNG that says how large it is printed."""
    data = BytesIO()
    picture.save(data, "PNG", dpi=(dpi, dpi))
    return data.getvalue()
