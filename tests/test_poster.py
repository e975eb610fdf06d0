"""A face cut over pages: every point of it is printed, at its true size, and the parts lie together again."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from conftest import PACK, MakePack
from drawing import face, one_page, printed, raster, share_off, text_of
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator.face.furniture import FOOT
from generator.press.layout.impose import Room
from generator.press.layout.poster import Poster, Seams, best, name
from generator.problems import Problems
from generator.stories.build import build
from generator.stories.options import BuildOptions
from generator.units import Size

A4 = Size(210, 297)
A4_LYING = Size(297, 210)
BOARD = Size(420, 297)

lengths = st.floats(50, 1500)


def posters(size: Size, margin: float = 10, overlap: float = 5, foot: float = FOOT.height) -> list[Poster]:
    return [Poster(size, Room(paper, margin, foot), overlap) for paper in (A4, A4_LYING)]


def test_a_board_of_420_by_297_takes_four_lying_pages() -> None:
    upright, lying = posters(BOARD)
    assert (upright.columns, upright.rows) == (3, 2)
    assert (lying.columns, lying.rows) == (2, 2)
    assert best([upright, lying]) == lying


@given(lengths, lengths, st.floats(0, 20), st.floats(10, 30))
def test_parts_cover_the_face_and_stay_on_the_paper(width: float, height: float, overlap: float, margin: float) -> None:
    made = best(posters(Size(width, height), margin, overlap))
    assert made is not None
    parts = made.parts()
    assert len(parts) == made.columns * made.rows
    for part in parts:
        assert part.at.x >= margin - 1e-6
        assert part.at.right <= made.room.page.width - margin + 1e-6
        assert part.at.y >= margin - 1e-6
        assert part.at.bottom <= made.room.page.height - margin - FOOT.height + 1e-6
    across = [part.of for part in parts if part.row == 0]
    down = [part.of for part in parts if part.column == 0]
    assert across[0].x == down[0].y == 0
    assert across[-1].right == pytest.approx(width)
    assert down[-1].bottom == pytest.approx(height)
    for one, other in pairwise(across):
        assert one.right - other.x == pytest.approx(overlap)
    for one, other in pairwise(down):
        assert one.bottom - other.y == pytest.approx(overlap)


@given(lengths, lengths)
def test_one_page_less_in_either_direction_would_not_do(width: float, height: float) -> None:
    for made in posters(Size(width, height)):
        for length, room, pages in ((width, made.room.width, made.columns), (height, made.room.height, made.rows)):
            if pages > 1:
                assert room + (pages - 2) * (room - 5) < length + 1e-5


def test_no_mark_lies_on_the_face_or_off_the_paper() -> None:
    made = best(posters(Size(420, 594)))
    assert made is not None
    for part in made.parts():
        shown = made.shown(part)
        marks = made.cuts(part) + made.joins(part)
        assert len(marks) == 8  # two cuts or a cut and a join each way, each with two ends
        for x1, y1, x2, y2 in marks:
            assert 0.99 <= min(x1, x2) <= max(x1, x2) <= made.room.page.width - 0.99
            assert 0.99 <= min(y1, y2) <= max(y1, y2) <= made.room.page.height - 0.99
            middle = ((x1 + x2) / 2, (y1 + y2) / 2)
            assert not (shown.x < middle[0] < shown.right and shown.y < middle[1] < shown.bottom)
            assert (x1, y1) != (x2, y2)


def test_a_paper_smaller_than_an_overlap_is_no_good() -> None:
    assert best([Poster(BOARD, Room(Size(40, 40), 10), 20)]) is None


def test_pages_have_names() -> None:
    assert [name(0, 0), name(0, 1), name(1, 0), name(25, 9), name(26, 0)] == ["A1", "A2", "B1", "Z10", "AA1"]


# ------------------------------------------------------------------ seams


@given(st.lists(st.floats(1, 1499), max_size=12), lengths, st.floats(0, 20))
def test_pages_meet_at_seams_or_all_are_equal(seams: list[float], width: float, overlap: float) -> None:
    for made in posters(Size(width, 100), 10, overlap):
        spans = made._replace(seams=Seams(tuple(seams))).across()
        assert spans[0].start == 0
        assert spans[-1].start + spans[-1].length == pytest.approx(width)
        assert all(span.length <= made.room.width + 1e-5 for span in spans)
        assert all(one.start + one.length - other.start == pytest.approx(overlap) for one, other in pairwise(spans))
        middles = [span.start + overlap / 2 for span in spans[1:]]
        at_seams = all(any(abs(middle - seam) < 1e-6 for seam in seams) for middle in middles)
        assert at_seams or spans == made.across()


def test_of_all_seams_those_are_taken_that_leave_the_fewest_and_the_most_equal_pages() -> None:
    (made, _) = posters(Size(500, 100), 10, 4)
    assert made.room.width == 190
    assert made._replace(seams=Seams((100, 170, 200, 330))).across() == [(0, 172), (168, 164), (328, 172)]
    assert made._replace(seams=Seams((90, 180, 270, 360))).across() == [(0, 182), (178, 184), (358, 142)]


def test_seams_that_leave_a_part_too_large_are_left_alone() -> None:
    (made, _) = posters(Size(500, 100), 10, 4)
    assert made._replace(seams=Seams((250,))).across() == made.across()


def test_seams_grow_with_the_face() -> None:
    assert Seams((10, 20), (30,)).scaled(0.5) == Seams((5, 10), (15,))


# ------------------------------------------------------------------ on the finished PDF

DOTS = 10
"""Per mm."""

PACK_OF_ONE_BOARD = PACK.replace("[63, 88]", "[420, 594]").replace("    items: deck\n", "")
GROUND = '<rect width="420" height="594" fill="#E8F0E0"/>'
SHAPES = "".join(
    f'<circle cx="{n * 97 % 420}" cy="{n * 61 % 594}" r="{6 + n % 17}" fill="none" stroke="#{n * 54_773 % 4096:03x}"/>'
    f'<text x="{n * 131 % 410}" y="{n * 83 % 590}" font-family="Fira Sans" font-size="{5 + n % 9}">{n}</text>'
    for n in range(220)
)
BOARD_FACE = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 594">{GROUND}{SHAPES}</svg>'


def pages_of(folder: Path, out: Path, paper: str = "A4", scale: float = 1.0) -> Path:
    problems = Problems()
    (made,) = build(BuildOptions(str(folder), out=out, paper=paper, scale=scale), problems, lambda _: None)
    told = ("is cut off", "isn't the shape of the face")  # signs at the edge of a board, and a board of half its height
    assert all(any(part in problem.what for part in told) for problem in problems)
    return made.path


def laid_together(path: Path, poster: Poster) -> Image.Image:
    """Trim every page at its cuts and lay it on those before it."""
    board = Image.new("RGB", (round(poster.size.width * DOTS), round(poster.size.height * DOTS)))
    for number, part in enumerate(poster.parts()):
        trimmed = tuple(round(edge * DOTS) for edge in (part.at.x, part.at.y, part.at.right, part.at.bottom))
        board.paste(raster(path, DOTS, number).crop(trimmed), (round(part.of.x * DOTS), round(part.of.y * DOTS)))
    return board


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_pages_of_a_board_lie_together_as_the_whole_board(make_pack: MakePack, tmp_path: Path, paper: str) -> None:
    folder = make_pack({}, pack=PACK_OF_ONE_BOARD, card=BOARD_FACE)
    path = pages_of(folder, tmp_path, paper)
    size = {"A4": A4, "Letter": Size(215.9, 279.4)}[paper]
    poster = best(
        [Poster(Size(420, 594), Room(way, 10, FOOT.guide), 5) for way in (size, Size(size.height, size.width))]
    )
    assert poster is not None
    whole = printed(tmp_path / "whole.pdf", one_page(face(f"{GROUND}{SHAPES}", (420, 594))))
    pictures = [
        picture.resize((1680, 2376), Image.Resampling.BOX)
        for picture in (laid_together(path, poster), raster(whole, DOTS))
    ]
    assert len(pypdfium2.PdfDocument(path)) == poster.pages
    assert share_off(*pictures) <= 0.002  # 0.005 is what was promised


def test_every_page_of_a_board_says_which_it_is_and_what_joins_it(make_pack: MakePack, tmp_path: Path) -> None:
    pack = PACK_OF_ONE_BOARD.replace("594", "297") + "    margin: 10\n"
    document = pypdfium2.PdfDocument(pages_of(make_pack({}, pack=pack, card=BOARD_FACE), tmp_path))
    texts = [page.get_textpage().get_text_bounded() for page in document]
    assert len(texts) == 4
    assert "A1: row 1 of 2, column 1 of 2" in texts[0]
    assert "glue A2 here" in texts[0]
    assert "glue B1 here" in texts[0]
    assert "B2: row 2 of 2, column 2 of 2 · cut off here and glue on A2" in texts[3]
    assert "cut off here and glue on B1" in texts[3]
    assert all("p. " in text and "50 mm" in text for text in texts)


def test_a_scaled_page_says_so_and_keeps_a_true_ruler(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": "- {id: a, text: A}\n"}, pack=PACK + "    foot: true\n")
    small = pages_of(folder, tmp_path / "small", scale=0.5)
    assert "drawn at 50 % of its size" in text_of(small)
    black = make_pack({}, "black", PACK.replace("    items: deck\n", ""), '<svg xmlns="http://www.w3.org/2000/svg">'
                      '<rect width="63" height="88"/></svg>')  # fmt: skip
    dark = np.asarray(raster(pages_of(black, tmp_path / "black", scale=1.5), DOTS).convert("L")) < 128
    across = dark[dark.shape[0] // 2].sum() / DOTS
    assert across == pytest.approx(63 * 1.5, abs=0.15)
