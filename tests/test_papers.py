"""Papers: by name and by size, their blank edges, and what is told when something doesn't fit."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from conftest import PACK, MakePack
from reading import of_colour, read

from generator.press.page import Page, Placement
from generator.press.papers import Paper, paper_named, papers
from generator.press.unprintable import lost
from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.check import check
from generator.stories.document import Written
from generator.stories.options import BuildOptions
from generator.units import POINTS_PER_MM, Size

GRID = PACK.replace("layout: page", "layout: grid").replace("items: deck", "copies: fill\n    foot: true")
BLUE = """{% extends "common/face.svg.j2" %}{% block face %}
<rect width="{{ component.width }}" height="{{ component.height }}" fill="#0000ff"/>
{% endblock %}"""
BOX = """{% extends "common/face.svg.j2" %}{% block face %}
{{ field("note", 3, 20, 10, 10) }}{{ field("note", 30, 20, 10, 10) }}
{% endblock %}"""


def printed(folder: Path, out: Path, paper: str | None = None, scale: float = 1.0) -> tuple[Written, list[str]]:
    problems = Problems()
    (made,) = build(BuildOptions(str(folder), out=out, paper=paper, scale=scale), problems, lambda _: None)
    return made, [str(problem) for problem in problems]


@pytest.mark.parametrize(
    ("given", "name", "width", "height"),
    [
        ("A4", "A4", 210, 297),
        ("letter", "Letter", 215.9, 279.4),
        ("320x450", "320 × 450 mm", 320, 450),
        ("450 × 320 mm", "320 × 450 mm", 320, 450),
        ("13x19in", "330.2 × 482.6 mm", 330.2, 482.6),
        ("32,5x45cm", "325 × 450 mm", 325, 450),
        ('4x6"', "101.6 × 152.4 mm", 101.6, 152.4),
        ("210x297", "A4", 210, 297),
        ("8.5x11in", "Letter", 215.9, 279.4),
        ("11inx8.5in", "Letter", 215.9, 279.4),
    ],
)
def test_a_paper_is_named_or_measured(given: str, name: str, width: float, height: float) -> None:
    found = paper_named(given, papers())
    assert found.name == name
    assert found.size == pytest.approx((width, height))
    assert found.margin == 5


@pytest.mark.parametrize(
    "given", ["0x0", "39x100", "10x2001", "99999999999x99999999999", f"{'9' * 400}x100", "1.2.3x100", "..x,", "3x4cm"]
)
def test_sizes_that_no_paper_has_are_refused(given: str) -> None:
    with pytest.raises(Failed, match=r"no paper measures .*allowed: sides from 40 to 2000 mm; a size is in mm unless"):
        paper_named(given, papers())


@pytest.mark.parametrize("given", ["", "x", "320", "320x", "-320x450", "1e2x3e2", "nanxnan", "320x450x2", "٣٢٠x450"])
def test_what_is_neither_name_nor_size_is_refused(given: str) -> None:
    with pytest.raises(Failed, match=r"there is no paper .*allowed: A3, A4, .* or a size such as 320x450 \(mm\)"):
        paper_named(given, papers())


def test_a_misspelt_paper_has_a_suggestion() -> None:
    with pytest.raises(Failed, match="did you mean 'Tabloid'"):
        paper_named("Tablod", papers())


@pytest.mark.parametrize(
    ("given", "sides"),
    [("320x450", (320, 450)), ("13x19in", (330.2, 482.6)), ("A6", (105, 148)), ("Legal", (215.9, 355.6))],
)
def test_pages_measure_what_was_asked_for(
    make_pack: MakePack, tmp_path: Path, given: str, sides: tuple[float, float]
) -> None:
    folder = make_pack({}, pack=GRID.replace("[63, 88]", "[50, 40]"), card=BLUE)
    made, problems = printed(folder, tmp_path, given)
    assert not problems
    with pikepdf.open(made.path) as document:
        for page in document.pages:
            assert sorted(float(side) / POINTS_PER_MM for side in page.mediabox[2:]) == pytest.approx(sides, abs=0.01)


@pytest.mark.parametrize("margin", [3, 5, 7.5, 14])
def test_nothing_lies_where_printers_print_nothing(make_pack: MakePack, tmp_path: Path, margin: float) -> None:
    own = f"papers: {{Sheet: {{size: [220, 310], margin: {margin}}}}}\ncomponents:"
    folder = make_pack(
        {}, pack=GRID.replace("components:", own).replace("size: [63", "margin: 2\n    size: [63"), card=BLUE
    )
    made, problems = printed(folder, tmp_path, "sheet")
    assert not problems
    (page,) = read(made.path)
    assert (page.width, page.height) == pytest.approx((220, 310), abs=0.01)
    faces = list(of_colour(page, "#0000ff"))
    assert len(faces) == 9
    for face in faces:
        assert min(face.rect.x, face.rect.y, 220 - face.rect.right, 310 - face.rect.bottom) >= margin - 0.01
    assert text_edge(made.path) >= max(6, margin) - 0.01


def text_edge(path: Path) -> float:
    """How far the lowest letter is from the paper's lower edge, in mm."""
    import pypdfium2

    text = pypdfium2.PdfDocument(path)[0].get_textpage()
    return min(text.get_charbox(n)[1] for n in range(text.count_chars())) / POINTS_PER_MM


def test_the_foot_stays_whole_on_the_narrowest_paper(make_pack: MakePack, tmp_path: Path) -> None:
    long = GRID.replace("title: Test", "title: A game whose name is as long as names of games can reasonably be")
    folder = make_pack({}, pack=long.replace("[63, 88]", "[60, 60]"), card=BLUE)
    made, problems = printed(folder, tmp_path, "A6", 0.94)
    assert not problems
    import pypdfium2

    text = pypdfium2.PdfDocument(made.path)[0].get_textpage()
    tops = [text.get_charbox(n)[3] / POINTS_PER_MM for n in range(text.count_chars())]
    bottom = 105 - max(face.rect.bottom for face in of_colour(read(made.path)[0], "#0000ff"))
    assert len({round(top) for top in tops}) >= 3  # in three lines
    assert max(tops) <= bottom + 0.01  # none of them below a face


def test_a_pack_has_papers_of_its_own(make_pack: MakePack, tmp_path: Path) -> None:
    own = 'papers: {"Label sheet": {size: [200, 180]}}\ncomponents:'
    named = GRID.replace("components:", own).replace("copies: fill", "copies: fill\n    papers: [Label sheet, 320x450]")
    folder = make_pack({}, pack=named, card=BLUE)
    first, _ = printed(folder, tmp_path)
    assert sorted((read(first.path)[0].width, read(first.path)[0].height)) == pytest.approx([180, 200], abs=0.01)
    second, _ = printed(folder, tmp_path, "450x320")
    assert sorted((read(second.path)[0].width, read(second.path)[0].height)) == pytest.approx([320, 450], abs=0.01)
    with pytest.raises(Failed, match="card isn't made for A4; allowed: Label sheet, 320x450"):
        printed(folder, tmp_path, "A4")


@pytest.mark.parametrize(
    ("own", "wrong"),
    [
        ("{a4: {size: [200, 180]}}", "a paper 'a4' is there already; allowed: a name of its own"),
        ("{100x150: {size: [200, 180]}}", "a paper '100x150' is one of that size; allowed: a name that is no size"),
        ("{X: {size: [0, 180]}}", "papers.X.size.0: 0 won't do; allowed: a number from 40 to 2000"),
        ("{X: {size: [200, 180], margin: -1}}", "papers.X.margin: -1 won't do; allowed: a number from 0 to 100"),
        ("{X: {size: [200, 180], margn: 1}}", "unknown key 'margn'; allowed: size, margin; did you mean 'margin'?"),
    ],
)
def test_papers_of_a_pack_are_checked(make_pack: MakePack, tmp_path: Path, own: str, wrong: str) -> None:
    folder = make_pack({}, pack=GRID.replace("components:", f"papers: {own}\ncomponents:"), card=BLUE)
    with pytest.raises(Failed) as failure:
        printed(folder, tmp_path)
    assert wrong in str(failure.value)


def test_boxes_at_the_paper_s_edge_are_told(make_pack: MakePack, tmp_path: Path) -> None:
    full = PACK.replace("[63, 88]", "[105, 148]").replace("items: deck", "margin: 0")
    files = {"score.yaml": "boxes: {note: {label: Note, kind: number}}\n"}
    folder = make_pack(files, pack=full, card=BOX)
    _, problems = printed(folder, tmp_path, "A6")
    (problem,) = problems
    assert "warning: card 'card': box 'note' lies 3.0 mm from the edge of A6; allowed: 5 mm or more" in problem
    _, problems = printed(folder, tmp_path, "A5")
    assert not problems


def test_boxes_are_found_on_scaled_and_turned_faces(make_pack: MakePack, tmp_path: Path) -> None:
    from generator.face.face import Face, Field
    from generator.problems import Location
    from generator.units import Rect

    face = Face("sheet", "1", "en", "", 100, 80, Location("x"), (Field("note", Rect(4, 40, 10, 10)),))
    page = Page(200, 160, (Placement(face, 0, 0, 2.0),))
    assert not list(lost([page], Paper("P", Size(160, 200), 5)))  # 8 mm from the left edge
    assert len(list(lost([page], Paper("P", Size(160, 200), 9)))) == 1
    turned = Page(200, 80, (Placement(face, 100, 0, turn=180),))  # its left is the paper's right
    assert [problem.told for problem in lost([turned], Paper("P", Size(80, 200), 5))] == [
        "sheet '1': box 'note' lies 4.0 mm from the edge of P"
    ]


def test_what_is_drawn_up_to_the_paper_s_edge_is_told(make_pack: MakePack, tmp_path: Path) -> None:
    full = PACK.replace("[63, 88]", "[105, 148]").replace("items: deck", "margin: 0\n    bleed: 3")
    folder = make_pack({}, pack=full, card=BLUE)
    made, _ = printed(folder, tmp_path, "A6")
    assert made.notes == ("card: drawn up to the paper's edge, where printers leave up to 5 mm blank",)
    made, _ = printed(folder, tmp_path, "A4")
    assert made.notes == ()


@pytest.mark.parametrize(("given", "scale"), [("Letter", "0.94"), ("A5", "0.7")])
def test_what_is_cut_over_pages_is_told_with_the_scale_that_fits(
    make_pack: MakePack, tmp_path: Path, given: str, scale: str
) -> None:
    folder = make_pack({}, pack=PACK.replace("[63, 88]", "[297, 210]").replace("items: deck", "margin: 0"), card=BLUE)
    made, _ = printed(folder, tmp_path, given)
    assert made.notes == (f"card: cut over {made.pages} pages of {given}; --scale {scale} prints it on one",)
    again, _ = printed(folder, tmp_path, given, float(scale))
    assert (again.pages, again.notes) == (1, ())
    larger, _ = printed(folder, tmp_path, given, float(scale) + 0.01)
    assert larger.pages > 1


LETTERS = "".join(f"- {{id: {letter}, text: {letter}}}\n" for letter in "ABCDEFGHI")


@pytest.mark.parametrize(("given", "sides"), [("Letter", (612, 792)), ("A4", (595.28, 841.89))])
def test_a_card_of_inches_is_as_large_on_letter_as_on_a4(
    make_pack: MakePack, tmp_path: Path, given: str, sides: tuple[float, float]
) -> None:
    poker = PACK.replace("[63, 88]", "[63.5, 88.9]").replace("layout: page", "layout: grid")
    made, problems = printed(make_pack({"deck.yaml": LETTERS}, pack=poker), tmp_path, given)
    assert not problems
    with pikepdf.open(made.path) as document:
        assert len(document.pages) == 1
        for page in document.pages:
            assert [float(side) for side in page.mediabox] == pytest.approx([0, 0, *sides], abs=0.1)
    lines = [line for line in read(made.path)[0].lines if not line.dashed]
    across = sorted({round(line.x1 * POINTS_PER_MM, 2) for line in lines if line.x1 == line.x2})
    down = sorted({round(line.y1 * POINTS_PER_MM, 2) for line in lines if line.y1 == line.y2})
    assert [b - a for a, b in pairwise(across)] == pytest.approx([180] * 3, abs=0.15)
    assert [b - a for a, b in pairwise(down)] == pytest.approx([252] * 3, abs=0.15)


def test_a_paper_of_a_pack_that_nobody_knows_is_told_at_its_line(make_pack: MakePack) -> None:
    pack = PACK + "    papers: [A9]\n"
    folder = make_pack({"deck.yaml": "- {id: a, text: One}\n"}, pack=pack)
    problems = Problems()
    check(str(folder), problems, lambda _: None)
    (problem,) = map(str, problems)
    assert problem.startswith(f"{folder.as_posix()}/pack.yaml:13:14: error: there is no paper 'A9'; allowed: ")
