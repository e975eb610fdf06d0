"""Every pack that comes with the program, picked up by itself: checked, printed, read back."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from conftest import PrintPack
from PIL.Image import Image

from generator.pack import shipped
from generator.problems import Problems
from generator.stories.build import build
from generator.stories.check import check
from generator.stories.options import BuildOptions

PACKS = [*shipped.packs(), str(shipped.templates() / "starter")]


@pytest.mark.parametrize("name", PACKS)
def test_a_pack_has_no_mistake_and_no_warning(name: str) -> None:
    problems = Problems()
    checked = check(name, problems, lambda _: None)
    assert [str(problem) for problem in problems] == []
    assert checked.faces > 0
    assert checked.examples > 0


@pytest.mark.parametrize("name", PACKS)
def test_two_builds_give_the_same_bytes(name: str, print_pack: PrintPack, tmp_path: Path) -> None:
    """The second time beside the first, in another folder."""
    again = build(BuildOptions(name, out=tmp_path), Problems(), lambda _: None)
    for first, second in zip(print_pack(name), again, strict=True):
        assert first.path.read_bytes() == second.path.read_bytes()


@pytest.mark.parametrize("name", PACKS)
def test_pages_are_exact_and_every_font_is_embedded(name: str, print_pack: PrintPack) -> None:
    for path, _ in print_pack(name):
        document = pypdfium2.PdfDocument(path)
        for page in document:
            width, height = sorted(side * 25.4 / 72 for side in page.get_size())
            assert (width, height) == pytest.approx((210, 297), abs=0.01)
        raw = path.read_bytes()
        assert raw.count(b"/FontFile2") == len(set(re.findall(rb"/FontName /([A-Z]{6}\+[\w-]+)", raw)))
        assert raw.count(b"/FontFile2") > 0
        assert b"Helvetica" not in raw
        assert b"/PrintScaling /None" in raw


@pytest.mark.parametrize("name", PACKS)
def test_the_ruler_is_50_mm_on_the_raster(name: str, print_pack: PrintPack) -> None:
    """The longest dark line of 0.5 pt on each page that has a ruler measures 50 mm to 0.1 mm."""
    for path, _ in print_pack(name):
        page = pypdfium2.PdfDocument(path)[0]
        if (
            "50 m" not in page.get_textpage().get_text_bounded()
            and "50 м" not in page.get_textpage().get_text_bounded()
        ):
            continue
        dots = 600
        upper = page.get_height() * 0.75  # nothing but the foot and what is above it is drawn
        image = page.render(scale=dots / 72, grayscale=True, crop=(0, 0, 0, upper)).to_pil()
        assert _ruler(image) * 25.4 / dots == pytest.approx(50, abs=0.1)


def _ruler(image: Image) -> int:
    """Length in pixels of the dark run nearest to 50 mm."""
    import numpy as np

    dark = np.pad(np.asarray(image) < 128, ((0, 0), (1, 1))).astype(np.int8)
    edges = np.flatnonzero(np.diff(dark, axis=1).ravel())  # a run starts and ends in its own row
    lengths = edges[1::2] - edges[::2]
    return int(lengths[np.argmin(abs(lengths - 50 * 600 / 25.4))])
