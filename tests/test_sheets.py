"""Faces on paper, measured on the finished PDF: sizes, gaps, places, marks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from conftest import PACK, MakePack
from reading import of_colour, read

from generator.pack.model import Component
from generator.press.papers import Paper
from generator.press.sheets import fitting
from generator.problems import Problems
from generator.stories.build import build
from generator.stories.options import BuildOptions
from generator.units import Size

DOTS = 600
BLACK = """{% extends "common/face.svg.j2" %}{% block face %}
<rect width="{{ component.width }}" height="{{ component.height }}" fill="#000000"/>
{% endblock %}"""
NINE = PACK.replace("layout: page", "layout: grid").replace("items: deck", "copies: 9")


def dark(path: Path, page: int = 0) -> np.ndarray:
    """The dark pixels of a page at 600 dpi."""
    image = pypdfium2.PdfDocument(path)[page].render(scale=DOTS / 72, grayscale=True).to_pil()
    return np.asarray(image) < 128


def runs(row: np.ndarray) -> list[tuple[float, float]]:
    """Where dark runs begin and end along a row of pixels, in mm."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(np.int8), [0]))))
    return [(a * 25.4 / DOTS, b * 25.4 / DOTS) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def printed(folder: Path, out: Path, paper: str = "A4") -> Path:
    problems = Problems()
    (made,) = build(BuildOptions(str(folder), out=out, paper=paper), problems, lambda _: None)
    assert len(problems) == 0
    return made.path


def test_a_card_measures_63_by_88_mm(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({}, pack=NINE + "    gap: 2\n    marks: false\n    margin: 5\n", card=BLACK)
    pixels = dark(printed(folder, tmp_path))
    across, down = runs(pixels[pixels.shape[0] // 2]), runs(pixels[:, pixels.shape[1] // 2])
    assert [b - a for a, b in across] == pytest.approx([63] * 3, abs=0.1)
    assert [b - a for a, b in down] == pytest.approx([88] * 3, abs=0.1)
    assert [across[n + 1][0] - across[n][1] for n in range(2)] == pytest.approx([2, 2], abs=0.1)
    assert across[0][0] == pytest.approx((210 - 193) / 2, abs=0.1)  # in the middle of the paper
    assert down[0][0] == pytest.approx((297 - 268) / 2, abs=0.1)


def test_a_frame_lies_where_its_template_puts_it(make_pack: MakePack, tmp_path: Path) -> None:
    card = """{% extends "common/face.svg.j2" %}{% block face %}
    <rect x="5" y="10" width="30" height="20" fill="#FF0000"/>{% endblock %}"""
    page = read(printed(make_pack({"deck.yaml": "- {id: one}"}, card=card), tmp_path))[0]
    (frame,) = of_colour(page, "#FF0000")
    assert tuple(frame.rect) == pytest.approx(((210 - 63) / 2 + 5, (297 - 88) / 2 + 10, 30, 20), abs=0.01)


@pytest.mark.parametrize(("paper", "width", "height"), [("A4", 210, 297), ("Letter", 215.9, 279.4), ("A3", 297, 420)])
def test_page_boxes_are_exact(make_pack: MakePack, tmp_path: Path, paper: str, width: float, height: float) -> None:
    path = printed(make_pack({}, pack=NINE, card=BLACK), tmp_path, paper)
    sides = [side * 25.4 / 72 for side in pypdfium2.PdfDocument(path)[0].get_size()]
    assert sorted(sides) == pytest.approx([width, height], abs=0.01)


def test_cut_marks_stand_at_the_cuts(make_pack: MakePack, tmp_path: Path) -> None:
    pixels = dark(printed(make_pack({}, pack=NINE, card=BLACK), tmp_path))
    cards = runs(pixels[pixels.shape[0] // 2])
    left, right = cards[0][0], cards[-1][1]
    above = pixels[round((16.5 - 3) * DOTS / 25.4)]  # 3 mm above the block of 264 mm
    marks = [(a + b) / 2 for a, b in runs(above)]
    assert marks == pytest.approx([left, left + 63, left + 126, right], abs=0.1)
    assert [b - a for a, b in runs(above)] == pytest.approx([0.25 * 25.4 / 72] * 4, abs=0.06)


def test_lying_paper_is_taken_when_it_holds_more(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({}, pack=NINE.replace("[63, 88]", "[88, 175]").replace("copies: 9", "copies: 3"), card=BLACK)
    document = pypdfium2.PdfDocument(printed(folder, tmp_path))
    assert len(document) == 1
    assert document[0].get_width() > document[0].get_height()


def test_copies_fill_a_page(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({}, pack=NINE.replace("copies: 9", "copies: fill"), card=BLACK)
    pixels = dark(printed(folder, tmp_path))
    assert runs(pixels[pixels.shape[0] // 2])[0][1] - runs(pixels[pixels.shape[0] // 2])[0][0] == pytest.approx(
        189, abs=0.1
    )


def test_a_foot_is_wide_enough_for_its_words_or_the_paper_is_refused() -> None:
    component = Component(title="Cards", template="card.svg.j2", size=(63, 50), foot=True)  # type: ignore[call-arg]
    papers = [Paper("A4", Size(210, 297)), Paper("A6", Size(105, 148)), Paper("strip", Size(120, 120))]
    assert fitting(component, papers) == ("A4", "A6")
    assert fitting(component.model_copy(update={"foot": False}), papers) == ("A4", "A6", "strip")
