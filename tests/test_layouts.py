"""How many faces share a page, and which way the paper lies; what was asked for and doesn't fit is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import PACK, MakePack, pdf_text
from reading import Read, of_colour, preferences, read
from test_sheets import DOTS, dark, runs

from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.options import BuildOptions
from generator.units import Rect

FACE = """{% extends "common/face.svg.j2" %}{% block face %}
<rect width="{{ component.width }}" height="{{ component.height }}" fill="#0000ff"/>{% endblock %}"""


def pack(size: str, *keys: str, copies: int = 9) -> str:
    """A pack of one component of that size, with these keys."""
    lines = "".join(f"    {key}\n" for key in keys)
    return (
        PACK.replace("[63, 88]", size).replace("    layout: page\n", lines).replace("items: deck", f"copies: {copies}")
    )


def made(folder: Path, out: Path, paper: str = "A4", scale: float = 1.0) -> list[Read]:
    problems = Problems()
    (printed,) = build(BuildOptions(str(folder), out=out, paper=paper, scale=scale), problems, lambda _: None)
    assert [str(problem) for problem in problems] == []
    return read(printed.path)


def faces(page: Read) -> list[Rect]:
    return [found.rect for found in of_colour(page, "#0000ff")]


@pytest.mark.parametrize(
    ("size", "lying", "each"),
    [("[148, 210]", True, 2), ("[105, 148.5]", False, 4), ("[148.5, 105]", True, 4), ("[210, 148.5]", False, 2)],
)
def test_two_and_four_sheets_fill_a_paper_to_its_edges(
    make_pack: MakePack, tmp_path: Path, size: str, lying: bool, each: int
) -> None:
    pages = made(make_pack({}, pack=pack(size, "margin: 0", copies=2 * each), card=FACE), tmp_path)
    assert [len(faces(page)) for page in pages] == [each, each]
    assert all((page.width > page.height) is lying for page in pages)
    areas = sum(rect.width * rect.height for rect in faces(pages[0]))
    assert areas == pytest.approx(210 * 297, rel=0.005)


def test_one_face_a_page_stands_in_its_middle(make_pack: MakePack, tmp_path: Path) -> None:
    pages = made(make_pack({}, pack=pack("[63, 88]", "layout: page", copies=3), card=FACE), tmp_path)
    assert [len(faces(page)) for page in pages] == [1, 1, 1]
    assert tuple(faces(pages[0])[0]) == pytest.approx((73.5, 104.5, 63, 88), abs=0.01)


@pytest.mark.parametrize("layout", ["grid", "mixed", "honeycomb"])
@pytest.mark.parametrize(
    ("size", "lying"), [("[88, 175]", True), ("[175, 88]", False), ("[63, 88]", False), ("[140, 90]", True)]
)
def test_the_paper_lies_where_that_holds_more(
    make_pack: MakePack, tmp_path: Path, layout: str, size: str, lying: bool
) -> None:
    if layout == "honeycomb":
        size = {True: "[66, 76.21]", False: "[99, 114.315]"}[lying]
    pages = made(make_pack({}, pack=pack(size, f"layout: {layout}", copies=12), card=FACE), tmp_path)
    assert (pages[0].width > pages[0].height) is lying


def test_a_grid_holds_what_it_says(make_pack: MakePack, tmp_path: Path) -> None:
    pages = made(make_pack({}, pack=pack("[60, 90]", "grid: [3, 1]", copies=4), card=FACE), tmp_path)
    assert [len(faces(page)) for page in pages] == [3, 1]
    assert {round(rect.y, 2) for rect in faces(pages[0])} == {103.5}
    wide = made(make_pack({}, "wide", pack=pack("[60, 90]", "grid: [4, 2]", copies=8), card=FACE), tmp_path)
    assert (len(wide), wide[0].width > wide[0].height, len(faces(wide[0]))) == (1, True, 8)


def wrong(folder: Path, out: Path) -> str:
    with pytest.raises(Failed) as failure:
        build(BuildOptions(str(folder), out=out), Problems(), lambda _: None)
    return str(failure.value).split("testpack/")[-1]


def test_a_grid_that_does_not_fit_is_told_with_the_largest_that_does(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({}, pack=pack("[89, 127]", "margin: 5", "grid: [3, 3]", copies=4), card=FACE)
    assert wrong(folder, tmp_path) == (
        "pack.yaml:8:5: error: card: 3 × 3 faces of 89 × 127 mm don't fit on A4, 210 × 297 mm; "
        "allowed: at most 2 × 2, 3 × 1; correct grid, or choose a larger paper with --paper"
    )
    assert not list(tmp_path.glob("**/*.pdf"))
    assert [len(faces(page)) for page in made(folder, tmp_path, "A3")] == [4]


def test_a_grid_is_for_grids(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({}, pack=pack("[89, 127]", "layout: mixed", "grid: [3, 3]"), card=FACE)
    assert "pack.yaml:12:11: error: grid is for layout: grid" in wrong(folder, tmp_path)


# ------------------------------------------------------------------ paper


@pytest.mark.parametrize(("paper", "width", "height"), [("Letter", 612, 792), ("A4", 595.276, 841.89)])
def test_cards_of_inches_keep_their_size_on_every_paper(
    make_pack: MakePack, tmp_path: Path, paper: str, width: float, height: float
) -> None:
    (page,) = made(make_pack({}, pack=pack("[63.5, 88.9]"), card=FACE), tmp_path, paper)
    assert (page.width / 25.4 * 72, page.height / 25.4 * 72) == pytest.approx((width, height), abs=0.1)
    assert len(faces(page)) == 9
    assert all((rect.width, rect.height) == pytest.approx((63.5, 88.9), abs=0.01) for rect in faces(page))
    across = {round(max(line.x1, line.x2), 2) for line in page.lines if abs(line.x1 - line.x2) < 0.001}
    assert sorted(across)[1] - sorted(across)[0] == pytest.approx(63.5, abs=0.05)


def test_no_viewer_shrinks_a_page_and_a_line_of_50_mm_proves_it(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({}, pack=pack("[63, 88]", "foot: true", copies=1), card=FACE)
    made(folder, tmp_path)
    (path,) = tmp_path.glob("**/*.pdf")
    assert preferences(path)["/PrintScaling"] == "/None"
    assert "50 mm" in pdf_text(path)
    foot = dark(path)[-round(25 * DOTS / 25.4) :]
    assert any(end - start == pytest.approx(50, abs=0.1) for row in foot for start, end in runs(row))
