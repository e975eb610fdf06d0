"""How much ink pages take: a guess from a few of them, drawn small."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from generator.exports.job import Draw
from generator.exports.raster import pictures, pixels
from generator.press.files import scratch
from generator.press.page import Page

if TYPE_CHECKING:
    from PIL.Image import Image

SAMPLE = 24
"""How many pages are looked at, spread evenly over all."""

DPI = 40


class Ink(NamedTuple):
    """The share of the paper that ink covers (0 to 1), and from how many pages that is known."""

    share: float
    pages: int


def ink(pages: Sequence[Page], draw: Draw) -> Ink:
    """Return what pages take; `Failed` when one can't be drawn.

    A point counts as far as its strongest ink covers it: black and pure colours wholly,
    a tint by its strength, paper not at all.
    """
    sample = spread(pages)
    sizes = [pixels(page.size, DPI) for page in sample]
    with scratch() as folder:
        path = folder / "sample.pdf"
        draw(sample, path)
        shares = [covered(picture) for picture in pictures(path, sizes, coarse=True)]
    areas = [page.width * page.height for page in sample]
    total = sum(share * area for share, area in zip(shares, areas, strict=True))
    return Ink(total / sum(areas), len(sample))


def spread(pages: Sequence[Page]) -> list[Page]:
    """Return at most `SAMPLE` pages, the first and the last among them."""
    if len(pages) <= SAMPLE:
        return list(pages)
    return [pages[round(number * (len(pages) - 1) / (SAMPLE - 1))] for number in range(SAMPLE)]


def covered(picture: Image) -> float:
    """Return the share of a picture that ink covers."""
    from PIL import ImageChops, ImageStat

    red, green, blue = picture.convert("RGB").split()
    least = ImageChops.darker(ImageChops.darker(red, green), blue)
    return 1 - float(ImageStat.Stat(least).mean[0]) / 255
