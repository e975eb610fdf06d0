"""Every pack that comes with the program, picked up by itself: checked, printed, read back."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest

from generator.pack import shipped
from generator.problems import Problems
from generator.stories.build import build
from generator.stories.check import check
from generator.stories.options import BuildOptions

PACKS = [*shipped.packs(), str(shipped.templates() / "starter")]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    """Every pack in every language, built twice: the second time beside the first."""
    made: dict[str, list[Path]] = {}
    for name in PACKS:
        for turn in ("first", "second"):
            problems = Problems()
            out = tmp_path_factory.getbasetemp() / turn
            files = build(BuildOptions(name, out=out), problems, lambda _: None)
            assert [str(problem) for problem in problems] == []
            made.setdefault(f"{turn} {name}", []).extend(file.path for file in files)
    return made


@pytest.mark.parametrize("name", PACKS)
def test_a_pack_has_no_mistake_and_no_warning(name: str) -> None:
    problems = Problems()
    checked = check(name, problems, lambda _: None)
    assert [str(problem) for problem in problems] == []
    assert checked.faces > 0
    assert checked.examples > 0


@pytest.mark.parametrize("name", PACKS)
def test_two_builds_give_the_same_bytes(name: str, printed: dict[str, list[Path]]) -> None:
    for first, second in zip(printed[f"first {name}"], printed[f"second {name}"], strict=True):
        assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("name", PACKS)
def test_pages_are_exact_and_every_font_is_embedded(name: str, printed: dict[str, list[Path]]) -> None:
    for path in printed[f"first {name}"]:
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
def test_the_ruler_is_50_mm_on_the_raster(name: str, printed: dict[str, list[Path]]) -> None:
    """The longest dark line of 0.5 pt on each page that has a ruler measures 50 mm to 0.1 mm."""
    for path in printed[f"first {name}"]:
        page = pypdfium2.PdfDocument(path)[0]
        if (
            "50 m" not in page.get_textpage().get_text_bounded()
            and "50 м" not in page.get_textpage().get_text_bounded()
        ):
            continue
        dots = 600
        image = page.render(scale=dots / 72, grayscale=True).to_pil()
        assert _ruler(image) * 25.4 / dots == pytest.approx(50, abs=0.1)


def _ruler(image) -> int:
    """Length in pixels of the dark run nearest to 50 mm in the lowest fifth of a page."""
    import numpy as np

    rows = np.asarray(image)[int(image.height * 0.75) :] < 128
    best = 0
    for row in rows:
        edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(np.int8), [0]))))
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            length = int(end - start)
            if abs(length - 50 * 600 / 25.4) < abs(best - 50 * 600 / 25.4):
                best = length
    return best
