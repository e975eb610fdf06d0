"""Sheets printed filled in: what is written stands clear of what is printed, and what one chose can still be read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

import pikepdf
import pytest
from drawing import raster
from PIL import Image, ImageChops, ImageFilter

from generator.pack.load import load
from generator.problems import Problems
from generator.stories.build import BuildOptions, build
from generator.stories.document import Written
from generator.units import MM_PER_POINT, Rect

ROOT = Path(__file__).parents[1]
DOTS = 8
"""Pixels a mm."""

OUTLINE = 0.35
"""So far into a box reaches its own outline, in mm."""

CLEAR = 1.0
"""What is printed keeps so many mm from what is written."""

FILES = {
    "get-on-board": ("player-sheet", "table.yaml"),
    "quadrata-canada": ("player-sheet", "table.yaml"),
    "cascadia": ("score-pad", "six.yaml"),
}
PLAYERS = {"get-on-board": 3, "quadrata-canada": 2, "cascadia": 6}


class Sheet(NamedTuple):
    """A page of sheets, filled in and empty, and where one writes on it: numbers or words, and what one ticks."""

    filled: Image.Image
    empty: Image.Image
    boxes: list[tuple[str, Rect]]
    ticks: list[tuple[str, Rect]]


def test_nothing_printed_touches_what_is_written() -> None:
    for pack in FILES:
        for language in load(pack, Problems()).file.languages:
            sheet = _sheet(pack, language)
            written = 0
            for name, box in sheet.boxes:
                inner = _inset(box, OUTLINE, OUTLINE)
                ink = _written(sheet, inner)
                if ink.getbbox() is None:
                    continue
                written += 1
                around = ink.filter(ImageFilter.MaxFilter(2 * round(CLEAR * DOTS) + 1))
                printed = _printed_in(sheet.empty, inner)
                assert ImageChops.multiply(around, printed).getbbox() is None, (pack, language, name)
            assert written > 10, (pack, language)


@pytest.mark.parametrize("pack", FILES)
def test_filled_sheets_have_no_blank_backs(pack: str) -> None:
    (file,) = _printed(pack, "en", True)
    assert file.pages <= PLAYERS[pack]
    with pikepdf.open(file.path) as document:
        assert len(document.pages) == file.pages
        assert (
            "/Duplex" not in document.Root.get("/ViewerPreferences", {})
            or str(document.Root.ViewerPreferences.Duplex) == "/Simplex"
        )


def test_what_is_chosen_is_ringed() -> None:
    """Between the ring and the "10" in it is paper; a cross would run through the number."""
    sheet = _sheet("get-on-board", "en")
    box = next(box for name, box in sheet.ticks if name.startswith("personal"))
    assert _written(sheet, _inset(box, 2.4, 1.5)).getbbox() is None
    assert _written(sheet, box).getbbox() is not None


def test_a_product_has_twelve_mm_to_be_written_in() -> None:
    sheet = _sheet("quadrata-canada", "be-tarask")
    products = [box for name, box in sheet.boxes if name.startswith("products")]
    assert len(products) == 7
    for box in products:
        assert box.width >= 12
        assert _printed_in(sheet.empty, _inset(box, OUTLINE, OUTLINE)).getbbox() is None


def _inset(box: Rect, x: float, y: float) -> Rect:
    return Rect(box.x + x, box.y + y, box.width - 2 * x, box.height - 2 * y)


def _cut(picture: Image.Image, box: Rect) -> Image.Image:
    left, top, right, bottom = (round(side * DOTS) for side in (box.x, box.y, box.right, box.bottom))
    return picture.crop((left, top, right, bottom))


def _written(sheet: Sheet, box: Rect) -> Image.Image:
    """Return in white what was written in a box."""
    return _over(ImageChops.difference(_cut(sheet.filled, box), _cut(sheet.empty, box)).convert("L"), 90)


def _printed_in(picture: Image.Image, box: Rect) -> Image.Image:
    """Return in white what is printed in a box."""
    return _over(ImageChops.invert(_cut(picture, box).convert("L")), 60)


def _over(picture: Image.Image, least: int) -> Image.Image:
    return picture.point([255 if value > least else 0 for value in range(256)])


@cache
def _sheet(pack: str, language: str) -> Sheet:
    (filled,), (empty,) = _printed(pack, language, True), _printed(pack, language, False)
    boxes: list[tuple[str, Rect]] = []
    ticks: list[tuple[str, Rect]] = []
    with pikepdf.open(empty.path) as document:
        page = document.pages[0]
        height = float(page.mediabox[3])
        for widget in page.Annots:
            left, low, right, high = (float(side) for side in widget.Rect)
            sides = (left, height - high, right - left, high - low)
            parts = [str(field.T) for field in _ancestry(widget)]
            kind = next(str(field.FT) for field in _ancestry(widget) if "/FT" in field)
            place = (".".join(reversed(parts)), Rect(*(side * MM_PER_POINT for side in sides)))
            (ticks if kind == "/Btn" else boxes).append(place)
    return Sheet(raster(filled.path, DOTS), raster(empty.path, DOTS), boxes, ticks)


def _ancestry(widget: pikepdf.Object) -> Iterator[pikepdf.Object]:
    field: pikepdf.Object | None = widget
    while field is not None:
        if "/T" in field:
            yield field
        field = field.get("/Parent")


@cache
def _printed(pack: str, language: str, filled: bool) -> list[Written]:
    component, file = FILES[pack]
    folder, problems = Path(mkdtemp()), Problems()
    return build(
        BuildOptions(
            pack,
            language,
            components=(component,),
            out=folder,
            duplex="fronts",
            fillable=not filled,
            filled=ROOT / "data" / pack / "example" / file if filled else None,
        ),
        problems,
        lambda _: None,
    )
