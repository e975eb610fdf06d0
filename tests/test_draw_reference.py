"""The same files drawn by us and by resvg, a renderer that no one here wrote."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawing import PLACE, one_page, printed, raster, reference, share_off

from generator.face.face import Face

pytest.importorskip("resvg_py")

FILES = sorted((Path(__file__).parent / "svg").glob("*.svg"))
WIDTH = 400
"""Pixels; the files are 100 units wide and high."""

MOST_OFF = 0.004


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_drawn_as_resvg_draws_it(tmp_path: Path, file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    made = Face("art", file.stem, "en", text, 100, 100, PLACE)
    ours = raster(printed(tmp_path / "a.pdf", one_page(made)), WIDTH / 100)
    assert share_off(ours, reference(text, WIDTH)) <= MOST_OFF


def test_there_is_something_to_compare() -> None:
    assert len(FILES) >= 15
