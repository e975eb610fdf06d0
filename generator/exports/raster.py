"""Pages to pixels, at an exact size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from math import ceil, floor, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.problems import Location, failed
from generator.units import MM_PER_INCH, Size

if TYPE_CHECKING:
    from types import ModuleType

    from PIL.Image import Image

MOST_PIXELS = 100_000_000
"""How many pixels one picture may have: it takes four bytes of memory for each, and more to be written."""

FINEST = 1000
"""Dots an inch that pictures are drawn with before they are brought to their size: pdfium has no thinner lines."""

MOST_DOTS = 80_000_000
"""A picture is drawn with about this many dots at most, unless that is less than four for each pixel."""

_TIMES = 8
_BAND = 12_000_000


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


def pictures(
    path: Path, sizes: Sequence[Pixels], transparent: bool = False, *, coarse: bool = False
) -> Iterator[Image]:
    """Yield a picture of each page of a PDF, exactly as large as said; on white, or on nothing.

    Lines thinner than a pixel are as grey as their share of it, unless they may be `coarse`.
    """
    pdfium = _pdfium()
    with pdfium.PdfDocument(path) as document:
        for page, size in zip(document, sizes, strict=True):
            times = 1 if coarse else fineness(size, size.width * _POINTS / page.get_width())
            yield _picture(pdfium, page, size, transparent, times)
            page.close()


_POINTS = 72


def fineness(size: Pixels, dpi: float) -> int:
    """Return how many dots wide and high each pixel of a picture is drawn."""
    most = floor(sqrt(MOST_DOTS / (size.width * size.height)))
    return max(min(ceil(FINEST / dpi), _TIMES, most), 2)


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


def _picture(pdfium: ModuleType, page: object, size: Pixels, transparent: bool, times: int) -> Image:
    """Draw a page in dots, a band of rows after the other, and make a pixel of each `times` × `times` of them."""
    from PIL.Image import new

    picture = new("RGBA" if transparent else "RGB", size)
    rows = max(_BAND // (size.width * times * times), 1)
    for top in range(0, size.height, rows):
        dots = Pixels(size.width * times, min(rows, size.height - top) * times)
        band = _band(pdfium, page, dots, top * times, size.height * times, transparent)
        picture.paste(_reduced(band, times), (0, top))
    return picture


def _band(pdfium: ModuleType, page: object, dots: Pixels, top: int, height: int, transparent: bool) -> Image:
    """Return the rows from `top` on of a page that is drawn `height` dots high."""
    # page.render() would round each side up; this way a page fills just the pixels it is given
    raw = pdfium.raw
    bitmap = pdfium.PdfBitmap.new_native(*dots, raw.FPDFBitmap_BGRA if transparent else raw.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 0 if transparent else 255), 0, 0, *dots)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, -top, dots.width, height, 0, raw.FPDF_ANNOT)
    band: Image = bitmap.to_pil().copy()
    bitmap.close()
    return band


def _reduced(dots: Image, times: int) -> Image:
    if times == 1:
        return dots
    if dots.mode != "RGBA":
        return dots.reduce(times)
    small = dots.convert("RGBa").reduce(times).convert("RGBA")  # what is clear has no colour to mix in
    clear = small.getchannel("A").point([255, *[0] * 255])
    small.paste((255, 255, 255, 0), (0, 0), clear)  # but programs that smooth a picture look at it
    return small


def png(picture: Image, dpi: int) -> bytes:
    """Return a picture as a PNG that says how large it is printed."""
    data = BytesIO()
    picture.save(data, "PNG", dpi=(dpi, dpi))
    return data.getvalue()
