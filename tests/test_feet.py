"""Feet: what they say, and where they stand on finished pages."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from conftest import PACK, MakePack
from reading import of_colour, read

from generator.problems import Problems
from generator.stories.build import build
from generator.stories.options import BuildOptions
from generator.units import MM_PER_POINT

BOARD = """{% extends "common/face.svg.j2" %}{% block face %}
<rect width="{{ component.width }}" height="{{ component.height }}" fill="#FF0000"/>{% endblock %}"""


def board(size: str, *lines: str) -> str:
    pack = PACK.replace("[63, 88]", size).replace("    items: deck\n", "")
    return pack + "".join(f"    {line}\n" for line in ("foot: outside", *lines))


def built(folder: Path, out: Path, paper: str = "A4", shop: bool = False) -> Path:
    problems = Problems()
    (made,) = build(BuildOptions(str(folder), out=out, paper=paper, shop=shop), problems, lambda _: None)
    assert [str(problem) for problem in problems] == []
    return made.path


def words_below(path: Path, number: int = 0) -> dict[str, float]:
    """The words of a page with the distance of each from the page's upper edge, in mm."""
    page = pypdfium2.PdfDocument(path)[number]
    text = page.get_textpage()
    tops = {}
    for at in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(at)
        said = text.get_text_bounded(left, bottom, right, top)
        tops[said] = (page.get_height() - top) * MM_PER_POINT
    return tops


def test_the_foot_of_a_board_stands_outside_its_cut(make_pack: MakePack, tmp_path: Path) -> None:
    path = built(make_pack({}, pack=board("[198, 267]", "marks: lines"), card=BOARD), tmp_path)
    (page,) = read(path)
    (drawn,) = of_colour(page, "#ff0000")
    said = words_below(path)
    assert "print at 100 %" in " ".join(said)
    assert "50 mm" in said
    assert min(said.values()) > drawn.rect.bottom + 0.5


@pytest.mark.parametrize("size", ["[198, 267]", "[203, 267]"])
def test_paper_without_room_beside_a_board_has_no_foot_and_does_not_cut_it(
    make_pack: MakePack, tmp_path: Path, size: str
) -> None:
    path = built(make_pack({}, pack=board(size), card=BOARD), tmp_path, "Letter")
    assert len(read(path)) == 1
    assert words_below(path) == {}


def test_for_a_print_shop_a_board_has_no_foot(make_pack: MakePack, tmp_path: Path) -> None:
    path = built(make_pack({}, pack=board("[198, 267]", "bleed: 3"), card=BOARD), tmp_path, shop=True)
    assert [(round(page.width, 2), round(page.height, 2)) for page in read(path)] == [(204, 273)]
    assert words_below(path) == {}


def test_a_board_as_large_as_its_paper_has_no_foot(make_pack: MakePack, tmp_path: Path) -> None:
    path = built(make_pack({}, pack=board("[210, 297]", "margin: 0"), card=BOARD), tmp_path)
    assert len(read(path)) == 1
    assert words_below(path) == {}


def test_of_a_board_over_pages_each_has_its_foot_outside_the_cut(make_pack: MakePack, tmp_path: Path) -> None:
    path = built(make_pack({}, pack=board("[420, 297]", "margin: 0"), card=BOARD), tmp_path)
    pages = read(path)
    assert len(pages) == 4
    for number, page in enumerate(pages):
        (drawn,) = of_colour(page, "#ff0000")
        foot = {said: top for said, top in words_below(path, number).items() if "50 mm" in said or "100 %" in said}
        assert len(foot) == 2
        assert min(foot.values()) > drawn.seen.bottom + 0.5
