"""Backs on the finished PDF: each lies behind its face, on both edges, on every paper, for any number of cards."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from conftest import PACK, MakePack, pdf_text
from hypothesis import given
from hypothesis import strategies as st
from reading import Filled, Read, preferences, read

from generator.press.layout.bleed import reaches
from generator.press.layout.impose import behind, sideways
from generator.press.papers import papers
from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.document import Written
from generator.stories.options import BuildOptions
from generator.units import Edges, Rect, Size

BACKED = PACK.replace("layout: page", "back: back\n    foot: true") + (
    "  back: {title: Back, template: back.svg.j2, size: [63, 88], items: deck}\n"
)
FACE = """{% extends "common/face.svg.j2" %}{% block face %}
<rect x="-5" y="-5" width="73" height="98" fill="rgb(255, {{ item.n }}, 0)"/>{% endblock %}"""
BACK = FACE.replace("rgb(255", "rgb(0")
BARE = (
    """{% extends "common/face.svg.j2" %}{% block face %}<rect width="63" height="88" fill="#0000ff"/>{% endblock %}"""
)


def deck(number: int) -> str:
    return "".join(f"- {{id: c{n}, n: {n}}}\n" for n in range(1, number + 1))


def printed(folder: Path, out: Path, paper: str = "A4", duplex: str = "long") -> Written:
    problems = Problems()
    (made,) = build(BuildOptions(str(folder), out=out, paper=paper, duplex=duplex), problems, lambda _: None)  # type: ignore[arg-type]
    assert [str(problem) for problem in problems] == []
    return made


def trimmed(filled: Filled) -> Rect:
    """The card within what was filled, which is 5 mm larger on each side."""
    x, y, width, height = filled.rect
    return Rect(x + 5, y + 5, width - 10, height - 10)


def cards(page: Read, side: int) -> dict[int, Filled]:
    """The cards of a page by number: faces have 1 in red, backs 0."""
    return {round(found.colour[1] * 255): found for found in page.filled if found.colour[0] == side}


def over(rect: Rect, page: Read | Size, sideways: bool) -> Rect:
    """Where a rectangle comes to lie when the paper is turned over, seen from the other side, by hand."""
    if sideways:
        return Rect(page.width - rect.x - rect.width, rect.y, rect.width, rect.height)
    return Rect(rect.x, page.height - rect.y - rect.height, rect.width, rect.height)


@pytest.mark.parametrize("paper", [name for name in papers() if name != "A6"])
@pytest.mark.parametrize("edge", ["long", "short"])
def test_backs_register_with_their_faces(make_pack: MakePack, tmp_path: Path, paper: str, edge: str) -> None:
    for number in (1, 2, 9, 10, 31, 40):  # test_register.py has all of them, and all layouts, before they are written
        folder = make_pack({"deck.yaml": deck(number), "templates/back.svg.j2": BACK}, pack=BACKED, card=FACE)
        pages = read(printed(folder, tmp_path, paper, edge).path)
        seen = []
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            faces, backs = cards(front, 1), cards(back, 0)
            assert faces.keys() == backs.keys()
            book = (front.height > front.width) == (edge == "long")
            for n, face in faces.items():
                assert tuple(trimmed(backs[n])) == pytest.approx(tuple(over(trimmed(face), front, book)), abs=0.01)
                assert backs[n].turned is not book
            seen += faces
        assert seen == list(range(1, number + 1))


def test_row_a_b_c_has_the_backs_c_b_a(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": deck(3), "templates/back.svg.j2": BACK}, pack=BACKED, card=FACE)
    front, back = read(printed(folder, tmp_path).path)
    assert sorted(cards(front, 1), key=lambda n: cards(front, 1)[n].rect.x) == [1, 2, 3]
    assert sorted(cards(back, 0), key=lambda n: cards(back, 0)[n].rect.x) == [3, 2, 1]
    assert {round(found.rect.y, 3) for page in (front, back) for found in page.filled if len(found.colour) == 3}


@pytest.mark.parametrize(("edge", "name"), [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")])
def test_the_edge_is_told_to_printer_and_reader(make_pack: MakePack, tmp_path: Path, edge: str, name: str) -> None:
    folder = make_pack({"deck.yaml": deck(4), "templates/back.svg.j2": BACK}, pack=BACKED, card=FACE)
    made = printed(folder, tmp_path, duplex=edge)
    assert preferences(made.path) == {"/PrintScaling": "/None", "/Duplex": name}
    assert made.notes == (f"print on both sides, flip on the {edge} edge",)
    assert pdf_text(made.path).replace("\n", " ").count(f"flip on the {edge} edge") == 2


def test_fronts_only(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": deck(4), "templates/back.svg.j2": BACK}, pack=BACKED, card=FACE)
    made = printed(folder, tmp_path, duplex="fronts")
    assert (made.pages, made.notes) == (1, ("fronts only: the backs are left out",))
    assert preferences(made.path)["/Duplex"] == "/Simplex"


def test_without_backs_the_printer_is_asked_for_nothing(make_pack: MakePack, tmp_path: Path) -> None:
    made = printed(make_pack({"deck.yaml": deck(4)}, card=FACE), tmp_path)
    assert (made.pages, made.notes, "/Duplex" in preferences(made.path)) == (4, (), False)


def test_one_back_serves_all_and_is_kept_once(make_pack: MakePack, tmp_path: Path) -> None:
    pack = BACKED.replace(", items: deck}", "}")
    folder = make_pack({"deck.yaml": deck(9), "templates/back.svg.j2": BARE}, pack=pack, card=FACE)
    path = printed(folder, tmp_path).path
    assert len([found for found in read(path)[1].filled if found.colour == (0, 0, 1)]) == 9
    with pikepdf.open(path) as document:
        assert len(document.pages[1].Resources.XObject) == 1


def test_a_card_without_a_back_is_right_and_said(make_pack: MakePack, tmp_path: Path) -> None:
    files = {"deck.yaml": deck(3), "rear.yaml": "- {id: c1, n: 1}\n- {id: c3, n: 3}\n", "templates/back.svg.j2": BACK}
    pack = BACKED.replace("[63, 88], items: deck}", "[63, 88], items: rear}")
    made = printed(make_pack(files, pack=pack, card=FACE), tmp_path)
    assert made.notes[1:] == ("card: no back for c2",)
    assert cards(read(made.path)[1], 0).keys() == {1, 3}


def test_a_component_without_backs_keeps_its_other_side_empty(make_pack: MakePack, tmp_path: Path) -> None:
    pack = BACKED.replace("    back: back", "    back: back\n    group: all") + (
        "  token: {title: Token, template: card.svg.j2, size: [63, 88], items: deck, group: all}\n"
    )
    made = printed(make_pack({"deck.yaml": deck(2), "templates/back.svg.j2": BACK}, pack=pack, card=FACE), tmp_path)
    pages = read(made.path)
    assert [len(cards(page, 1)) for page in pages] == [2, 0, 2, 0]
    assert [len(cards(page, 0)) for page in pages] == [0, 2, 0, 0]
    assert made.notes[1:] == ("token: no back, the other side stays empty",)


def test_a_back_is_built_alone_when_it_is_asked_for(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": deck(2), "templates/back.svg.j2": BACK}, pack=BACKED, card=FACE)
    made = build(BuildOptions(str(folder), components=("back",), out=tmp_path), Problems(), lambda _: None)
    assert [one.path.name for one in made] == ["back.pdf"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("back: back", "back: bakc", "there is no other component 'bakc'; allowed: back; did you mean 'back'?"),
        ("back: back", "back: card", "there is no other component 'card'"),
        ("back.svg.j2, size: [63, 88]", "back.svg.j2, size: [88, 63]", "the back back has 88 × 63 mm"),
        ("back.svg.j2, size", "back.svg.j2, back: card, size", "the back back has a back itself"),
    ],
)
def test_a_wrong_back_is_a_problem(make_pack: MakePack, old: str, new: str, message: str) -> None:
    folder = make_pack({"deck.yaml": deck(2), "templates/back.svg.j2": BACK}, pack=BACKED.replace(old, new), card=FACE)
    with pytest.raises(Failed) as failure:
        build(BuildOptions(str(folder)), Problems(), lambda _: None)
    assert message in str(failure.value)


def test_a_back_bleeds_wider_than_its_face(make_pack: MakePack, tmp_path: Path) -> None:
    pack = BACKED.replace("    back: back", "    back: back\n    bleed: 3\n    gap: 9\n    margin: 12")
    folder = make_pack({"deck.yaml": deck(1), "templates/back.svg.j2": BACK}, pack=pack, card=FACE)
    front, back = read(printed(folder, tmp_path).path)
    face, behind_it = cards(front, 1)[1], cards(back, 0)[1]
    assert tuple(face.seen)[2:] == pytest.approx((69, 94), abs=0.01)
    assert tuple(behind_it.seen)[2:] == pytest.approx((72, 97), abs=0.01)


def test_scaled_cards_register_too(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": deck(5), "templates/back.svg.j2": BACK}, pack=BACKED, card=FACE)
    (made,) = build(BuildOptions(str(folder), out=tmp_path, scale=0.8, duplex="short"), Problems(), lambda _: None)
    front, back = read(made.path)
    faces, backs = cards(front, 1), cards(back, 0)
    assert len(faces) == len(backs) == 5
    for n, face in faces.items():
        assert face.rect.width == pytest.approx(73 * 0.8, abs=0.01)
        assert tuple(backs[n].rect) == pytest.approx(
            tuple(over(face.rect, front, sideways=front.width > front.height)), abs=0.01
        )


def test_what_is_cut_over_pages_has_no_back(make_pack: MakePack, tmp_path: Path) -> None:
    pack = BACKED.replace("[63, 88]", "[300, 400]")
    folder = make_pack({"deck.yaml": deck(1), "templates/back.svg.j2": BACK}, pack=pack, card=FACE)
    with pytest.raises(Failed, match="what is cut over pages has no back"):
        build(BuildOptions(str(folder), out=tmp_path), Problems(), lambda _: None)
    assert printed(folder, tmp_path, duplex="fronts").pages == 4


@given(st.floats(0, 100), st.floats(0, 100), st.sampled_from(["long", "short"]), st.booleans())
def test_turning_twice_gives_the_same_place(x: float, y: float, edge: str, lying: bool) -> None:
    paper = Size(297, 210) if lying else Size(210, 297)
    first = behind(Rect(x, y, 63, 88), paper, edge)  # type: ignore[arg-type]
    again = behind(Rect(first.x, first.y, 63, 88), paper, edge)  # type: ignore[arg-type]
    assert (again.x, again.y) == pytest.approx((x, y))
    assert (first.turn == 0) == sideways(paper, edge) == (lying == (edge == "short"))  # type: ignore[arg-type]


def test_reaches_end_half_way_to_a_neighbour_and_at_the_paper() -> None:
    left, right, low = Rect(10, 20, 30, 30), Rect(46, 20, 30, 30), Rect(10, 52, 30, 30)
    assert reaches([left, right, low], Size(100, 100)) == [
        Edges(10, 20, 3, 1),
        Edges(3, 20, 24, 50),
        Edges(10, 1, 3, 18),
    ]
    assert reaches([Rect(0, 0, 40, 40), Rect(20, 30, 40, 40)], Size(100, 100)) == [Edges(), Edges()]
