"""Backs beside their faces, beyond a fold, and backs after all fronts: measured on the finished PDF."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import MakePack, pdf_text
from hypothesis import given
from hypothesis import strategies as st
from reading import Line, Read, of_colour, preferences, read
from test_duplex import BACK, BACKED, FACE, cards, deck, over, printed, trimmed

from generator.face.die import Die
from generator.face.furniture import FOOT
from generator.press.diecut import die_cut
from generator.press.layout.fold import Half, halves
from generator.press.layout.impose import Grid, Room
from generator.press.layout.marks import Trim, page_cuts
from generator.press.papers import papers
from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.options import BuildOptions
from generator.units import Rect, Size

DECK = {"templates/back.svg.j2": BACK}
HEX = (
    """{% extends "common/face.svg.j2" %}{% block face %}<rect width="60" height="69.282" """
    """fill="rgb(255, {{ item.n }}, 0)"/>{% endblock %}"""
)


def upright(line: Line) -> bool:
    return abs(line.x1 - line.x2) < 0.001


def lying(line: Line) -> bool:
    return abs(line.y1 - line.y2) < 0.001


def fold(page: Read) -> Line | None:
    """The fold line of a page: its dashed lines, which must lie on one another, as one."""
    parts = [line for line in page.lines if line.dashed]
    if not parts:
        return None
    ends = ((part.x1, part.x2) if upright(parts[0]) else (part.y1, part.y2) for part in parts)
    at = {round(value, 3) for pair in ends for value in pair}
    assert len(at) == 1
    xs = [x for part in parts for x in (part.x1, part.x2)]
    ys = [y for part in parts for y in (part.y1, part.y2)]
    return Line(min(xs), min(ys), max(xs), max(ys), True)


def folded(rect: Rect, line: Line) -> Rect:
    """Where a rectangle comes to lie when the page is folded, by hand."""
    if upright(line):
        return Rect(2 * line.x1 - rect.x - rect.width, rect.y, rect.width, rect.height)
    return Rect(rect.x, 2 * line.y1 - rect.y - rect.height, rect.width, rect.height)


@pytest.mark.parametrize("paper", [name for name in papers() if name != "A6"])
def test_backs_lie_behind_their_faces_when_the_page_is_folded(make_pack: MakePack, tmp_path: Path, paper: str) -> None:
    for number in (1, 2, 5, 13, 40):
        made = printed(make_pack({**DECK, "deck.yaml": deck(number)}, pack=BACKED, card=FACE), tmp_path, paper, "fold")
        seen = []
        for page in read(made.path):
            line = fold(page)
            assert line
            faces, backs = cards(page, 1), cards(page, 0)
            assert faces.keys() == backs.keys()
            for n, face in faces.items():
                assert tuple(trimmed(backs[n])) == pytest.approx(tuple(folded(trimmed(face), line)), abs=0.01)
                assert backs[n].turned is lying(line)
                assert not face.turned
            seen += faces
        assert seen == list(range(1, number + 1))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_eight_sides_share_a_page_and_the_line_runs_along_it(make_pack: MakePack, tmp_path: Path, paper: str) -> None:
    made = printed(make_pack({**DECK, "deck.yaml": deck(5)}, pack=BACKED, card=FACE), tmp_path, paper, "fold")
    full, rest = read(made.path)
    assert (len(cards(full, 1)), len(cards(rest, 1))) == (4, 1)
    line = fold(full)
    assert line == fold(rest)  # it doesn't move on the page that isn't full
    assert line
    assert (line.x1, line.x2) == pytest.approx((3, full.width - 3), abs=0.01)
    assert line.y1 == pytest.approx((full.height - FOOT.height) / 2, abs=0.01)
    edges = {round(edge, 2) for found in cards(full, 1).values() for edge in (trimmed(found).y + 88,)}
    assert edges == {round(line.y1 - 3.5, 2)}  # backs bleed 1.5 mm, and 2 mm stay clear


def test_the_fold_is_told_to_printer_and_reader(make_pack: MakePack, tmp_path: Path) -> None:
    made = printed(make_pack({**DECK, "deck.yaml": deck(5)}, pack=BACKED, card=FACE), tmp_path, duplex="fold")
    assert preferences(made.path)["/Duplex"] == "/Simplex"
    assert made.notes[0] == "print on one side; fold on the dashed line, printed side out, glue, then cut"
    words = pdf_text(made.path).replace("\n", " ")
    assert words.count("fold on the dashed line, glue, then cut") == 2
    assert words.count("Test · Card · English") == 2  # the foot speaks of the cards, not of their backs


@pytest.mark.parametrize(("language", "word"), [("ru", "сгиб"), ("pl", "zgięcie"), ("be-tarask", "згін")])
def test_the_word_on_the_line_speaks_the_sheets_language(
    make_pack: MakePack, tmp_path: Path, language: str, word: str
) -> None:
    catalogue = f'msgid ""\nmsgstr "Language: {language}\\nContent-Type: text/plain; charset=UTF-8\\n"\n'
    texts = "".join(f'\nmsgid "{text}"\nmsgstr "{text}"\n' for text in ("Test", "Card", "Back"))
    pack = BACKED.replace("languages: [en]", f"languages: [en, {language}]")
    folder = make_pack({**DECK, "deck.yaml": deck(2), f"locale/{language}.po": catalogue + texts}, pack=pack, card=FACE)
    problems = Problems()
    (made,) = build(BuildOptions(str(folder), language, out=tmp_path, duplex="fold"), problems, lambda _: None)
    assert [str(problem) for problem in problems] == []
    assert word in pdf_text(made.path).split()


def test_cut_marks_stand_at_both_halves(make_pack: MakePack, tmp_path: Path) -> None:
    path = printed(make_pack({**DECK, "deck.yaml": deck(4)}, pack=BACKED, card=FACE), tmp_path, duplex="fold").path
    (page,) = read(path)
    rects = [trimmed(found) for side in (0, 1) for found in cards(page, side).values()]
    marked = {
        round(line.y1, 2) for line in page.lines if not line.dashed and lying(line) and min(line.x1, line.x2) < 22
    }
    assert marked == {round(y, 2) for rect in rects for y in (rect.y, rect.y + 88)}


def test_bleed_ends_clear_of_the_fold(make_pack: MakePack, tmp_path: Path) -> None:
    pack = BACKED.replace("    back: back", "    back: back\n    bleed: 3")
    path = printed(make_pack({**DECK, "deck.yaml": deck(1)}, pack=pack, card=FACE), tmp_path, duplex="fold").path
    (page,) = read(path)
    line = fold(page)
    assert line
    assert lying(line)
    face, back = cards(page, 1)[1].seen, cards(page, 0)[1].seen
    assert (line.y1 - face.y - face.height, back.y - line.y1) == pytest.approx((3.5, 2), abs=0.01)
    assert (back.width, back.height) == pytest.approx((63 + 9, 88 + 9), abs=0.01)


def test_scaled_cards_fold_too(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({**DECK, "deck.yaml": deck(5)}, pack=BACKED, card=FACE)
    (made,) = build(BuildOptions(str(folder), out=tmp_path, scale=0.8, duplex="fold"), Problems(), lambda _: None)
    for page in read(made.path):
        line = fold(page)
        assert line
        for n, face in cards(page, 1).items():
            assert tuple(cards(page, 0)[n].rect) == pytest.approx(tuple(folded(face.rect, line)), abs=0.01)


def test_two_halves_of_a_paper_become_front_and_back(make_pack: MakePack, tmp_path: Path) -> None:
    pack = BACKED.replace("[63, 88]", "[210, 148]").replace("    foot: true", "    margin: 0\n    bleed: 3")
    face = FACE.replace('width="73" height="98"', 'width="220" height="158"')
    files = {"deck.yaml": deck(2), "templates/back.svg.j2": face.replace("rgb(255", "rgb(0")}
    problems = Problems()
    folder = make_pack(files, pack=pack, card=face)
    (made,) = build(BuildOptions(str(folder), out=tmp_path, duplex="fold"), problems, lambda _: None)
    assert not problems.errors
    pages = read(made.path)
    assert len(pages) == 2
    for n, page in enumerate(pages, 1):
        line = fold(page)
        assert line
        assert (line.y1, line.y2) == pytest.approx((148.5, 148.5), abs=0.01)
        front, back = cards(page, 1)[n], cards(page, 0)[n]
        assert (trimmed(front).y, back.turned) == (pytest.approx(0.5, abs=0.01), True)
        assert tuple(back.rect) == pytest.approx(tuple(folded(front.rect, line)), abs=0.01)
        assert front.seen.y + front.seen.height == pytest.approx(148.5, abs=0.01)  # neither bleeds over the fold
        assert back.seen.y == pytest.approx(148.5, abs=0.01)
        assert not [one for one in page.lines if not one.dashed and abs(one.y1 - 148.5) + abs(one.y2 - 148.5) < 0.1]


def test_what_has_no_back_is_not_folded_and_said(make_pack: MakePack, tmp_path: Path) -> None:
    pack = BACKED.replace("    back: back", "    back: back\n    group: all") + (
        "  token: {title: Token, template: card.svg.j2, size: [63, 88], items: deck, group: all}\n"
    )
    made = printed(make_pack({**DECK, "deck.yaml": deck(9)}, pack=pack, card=FACE), tmp_path, duplex="fold")
    pages = read(made.path)
    assert [(len(cards(page, 1)), fold(page) is not None) for page in pages] == [
        (4, True),
        (4, True),
        (1, True),
        (9, False),
    ]
    assert "token: no back, the other side stays empty" in made.notes


def test_hexes_fold_and_one_without_a_back_leaves_its_place_empty(make_pack: MakePack, tmp_path: Path) -> None:
    pack = (
        BACKED.replace("[63, 88]", "[60, 69.282]")
        .replace("    back: back", "    back: back\n    layout: honeycomb\n    marks: none")
        .replace("items: deck}", "items: rear}")
    )
    files = {"deck.yaml": deck(7), "rear.yaml": deck(6), "templates/back.svg.j2": HEX.replace("255", "0")}
    made = printed(make_pack(files, pack=pack, card=HEX), tmp_path, duplex="fold")
    assert made.notes[1:] == ("card: no back for c7",)
    seen = []
    for page in read(made.path):
        line = fold(page)
        assert line
        for n, face in cards(page, 1).items():
            seen.append(n)
            if n != 7:
                assert tuple(cards(page, 0)[n].rect) == pytest.approx(tuple(folded(face.rect, line)), abs=0.01)
        assert 7 not in cards(page, 0)
    assert sorted(seen) == list(range(1, 8))


@pytest.mark.parametrize("layout", ["grid", "honeycomb"])
def test_what_fits_only_without_a_fold_is_a_problem(make_pack: MakePack, tmp_path: Path, layout: str) -> None:
    pack = BACKED.replace("[63, 88]", "[160, 184.752]").replace("back: back", f"back: back\n    layout: {layout}")
    folder = make_pack({**DECK, "deck.yaml": deck(1)}, pack=pack, card=FACE)
    with pytest.raises(Failed) as failure:
        build(BuildOptions(str(folder), out=tmp_path, duplex="fold"), Problems(), lambda _: None)
    assert str(failure.value).endswith(
        "card of 160 × 184.752 mm and its back don't fit on A4 with a fold between them; "
        "choose a larger paper with --paper, or another --duplex"
    )


# ------------------------------------------------------------------ fronts first, then backs


def test_a_stack_has_all_fronts_and_then_all_backs(make_pack: MakePack, tmp_path: Path) -> None:
    made = printed(make_pack({**DECK, "deck.yaml": deck(20)}, pack=BACKED, card=FACE), tmp_path, duplex="stack")
    pages = read(made.path)
    assert [len(cards(page, 1)) for page in pages] == [9, 9, 2, 0, 0, 0]
    assert [len(cards(page, 0)) for page in pages] == [0, 0, 0, 9, 9, 2]
    for front, back in zip(pages[:3], pages[3:], strict=True):
        for n, face in cards(front, 1).items():
            assert tuple(trimmed(cards(back, 0)[n])) == pytest.approx(tuple(over(trimmed(face), front, True)), abs=0.01)


def test_a_stack_is_told_to_printer_and_reader(make_pack: MakePack, tmp_path: Path) -> None:
    made = printed(make_pack({**DECK, "deck.yaml": deck(20)}, pack=BACKED, card=FACE), tmp_path, duplex="stack")
    assert preferences(made.path)["/Duplex"] == "/Simplex"
    assert made.notes == (
        "print pages 1 to 3; put the same sheets in again, flipped on the long edge and in the same order; "
        "then print pages 4 to 6: the back of page 1 is page 4",
    )
    words = pdf_text(made.path).replace("\n", " ")
    for number, other in enumerate((4, 5, 6, 1, 2, 3), 1):
        assert f"p. {number} of 6 · print at 100 % · other side: p. {other}, flipped on the long edge" in words


def test_a_stack_of_lying_pages_stands_its_backs_on_their_heads(make_pack: MakePack, tmp_path: Path) -> None:
    pack = BACKED.replace("[63, 88]", "[88, 175]")
    wide = {
        "templates/back.svg.j2": BACK.replace('width="73" height="98"', 'width="98" height="185"'),
        "deck.yaml": deck(3),
    }
    face = FACE.replace('width="73" height="98"', 'width="98" height="185"')
    front, back = read(printed(make_pack(wide, pack=pack, card=face), tmp_path, duplex="stack").path)
    assert front.width > front.height
    for n, found in cards(front, 1).items():
        assert cards(back, 0)[n].turned
        assert tuple(cards(back, 0)[n].rect) == pytest.approx(tuple(over(found.rect, front, False)), abs=0.01)


def test_one_page_is_spoken_of_as_one(make_pack: MakePack, tmp_path: Path) -> None:
    made = printed(make_pack({**DECK, "deck.yaml": deck(2)}, pack=BACKED, card=FACE), tmp_path, duplex="stack")
    assert made.notes[0].startswith("print page 1; ")
    assert made.notes[0].endswith("then print page 2: the back of page 1 is page 2")


def test_a_page_without_backs_keeps_its_place_in_the_stack(make_pack: MakePack, tmp_path: Path) -> None:
    pack = BACKED.replace("    back: back", "    back: back\n    group: all") + (
        "  token: {title: Token, template: card.svg.j2, size: [63, 88], items: deck, group: all}\n"
    )
    made = printed(make_pack({**DECK, "deck.yaml": deck(2)}, pack=pack, card=FACE), tmp_path, duplex="stack")
    assert [(len(cards(page, 1)), len(cards(page, 0))) for page in read(made.path)] == [(2, 0), (2, 0), (0, 2), (0, 0)]


# ------------------------------------------------------------------ numbers


@given(
    st.floats(15, 80),
    st.floats(15, 80),
    st.floats(0, 8),
    st.floats(3, 9),
    st.booleans(),
    st.sampled_from([0, FOOT.height]),
)
def test_no_half_reaches_its_fold_and_both_stay_on_the_paper(
    width: float, height: float, gap: float, gutter: float, stands: bool, foot: float
) -> None:
    room = Room(Size(210, 297), 6, foot)
    half = Half(room, stands, gutter)
    grid = Grid(half, Size(width, height), gap)
    for x, y in grid.corners():
        face = Rect(x, y, width, height)
        back = half.across(face)
        behind = Rect(back.x, back.y, width, height)
        near, far = (face.right, behind.x) if stands else (face.bottom, behind.y)
        assert near <= half.fold - gutter + 1e-6
        assert near + far == pytest.approx(2 * half.fold)
        for rect in (face, behind):
            assert min(rect.x, rect.y) >= 6 - 1e-6
            assert rect.right <= 210 - 6 + 1e-6
            assert rect.bottom <= 297 - 6 - room.foot + 1e-6


def test_the_marks_of_a_fold_mirror_each_other() -> None:
    for half in halves([Room(Size(297, 210), 6)], 3):
        faces = [Rect(x, y, 63, 88) for x, y in Grid(half, Size(63, 88)).corners()]
        backs = [Rect(*half.across(face)[:2], 63, 88) for face in faces]
        trims = [Trim(rect, die_cut(Die(), rect)) for rect in (*faces, *backs)]
        marks = page_cuts(trims, half.page, [], "crop").marks
        across = [mark.x1 if half.upright else mark.y1 for mark in marks if (mark.x1 == mark.x2) == half.upright]
        assert {round(at, 3) for at in across} == {round(2 * half.fold - at, 3) for at in across}
        assert across


def test_the_foot_stands_below_the_faces(make_pack: MakePack, tmp_path: Path) -> None:
    made = printed(make_pack({**DECK, "deck.yaml": deck(4)}, pack=BACKED, card=FACE), tmp_path, duplex="fold")
    (page,) = read(made.path)
    ruler = [line for line in page.lines if not line.dashed and line.y1 > 198 and max(line.x1, line.x2) > 250]
    assert max(max(line.x1, line.x2) for line in ruler) < trimmed(cards(page, 1)[4]).x + 63


def test_a_word_stands_where_the_line_opens(make_pack: MakePack, tmp_path: Path) -> None:
    made = printed(make_pack({**DECK, "deck.yaml": deck(4)}, pack=BACKED, card=FACE), tmp_path, duplex="fold")
    (page,) = read(made.path)
    parts = sorted((line for line in page.lines if line.dashed), key=lambda line: line.x1)
    first = trimmed(cards(page, 1)[1])
    assert (parts[0].x2 + parts[1].x1) / 2 == pytest.approx(first.x + 63 / 2, abs=0.01)
    assert not list(of_colour(page, "#ffffff"))
