"""Pieces of different sizes on common pages: as few as may be, nothing overlaps, every cut goes straight through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil
from pathlib import Path

import pytest
from conftest import MakePack, pdf_text
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import Read, of_colour, read
from test_duplex import over
from test_fold import fold, folded

from generator.face.furniture import FOOT
from generator.press.layout.impose import Grid, Room
from generator.press.layout.packing import MOST_LOOKS, PackedPage, Turned, _Packer, extent, packed_pages
from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.document import Written
from generator.stories.options import BuildOptions
from generator.units import Rect, Size

ROOMS = [Room(Size(210, 297), 6, FOOT.height), Room(Size(297, 210), 6, FOOT.height)]
CARD, TOKEN, AID = Size(63, 88), Size(25, 25), Size(120, 55)
KINDS = st.lists(
    st.tuples(st.floats(15, 150), st.floats(15, 150), st.integers(1, 25)), min_size=1, max_size=6, unique=True
)


def rects(sheet: PackedPage, sizes: Sequence[Size]) -> list[Rect]:
    return [Rect(x, y, *(sizes[kind][::-1] if on_side else sizes[kind])) for kind, x, y, on_side in sheet.corners]


def apart(one: Rect, other: Rect, gap: float) -> bool:
    far = gap - 1e-5
    return (
        max(one.x - other.right, other.x - one.right) >= far or max(one.y - other.bottom, other.y - one.bottom) >= far
    )


def parted(pieces: list[Rect]) -> bool:
    """Tell whether straight cuts, each from edge to edge of what it cuts, take all pieces apart."""
    if len(pieces) == 1:
        return True
    for low, high in ((lambda p: p.x, lambda p: p.right), (lambda p: p.y, lambda p: p.bottom)):
        for at in sorted({high(piece) for piece in pieces}):
            before = [piece for piece in pieces if high(piece) <= at + 1e-6]
            after = [piece for piece in pieces if low(piece) >= at - 1e-6]
            if after and len(before) + len(after) == len(pieces):
                return parted(before) and parted(after)
    return False


def size_by_size(sizes: Sequence[Size], counts: Sequence[int], gap: float) -> int:
    """How many pages the pieces take when each size has pages of its own."""
    most = [max(Grid(room, size, gap).capacity for room in ROOMS) for size in sizes]
    return sum(ceil(count / full) for count, full in zip(counts, most, strict=True))


@settings(deadline=None, max_examples=60)
@given(KINDS, st.sampled_from([0, 2.5]))
def test_all_pieces_are_there_apart_and_cut_straight(kinds: list[tuple[float, float, int]], gap: float) -> None:
    sizes, counts = [Size(width, height) for width, height, _ in kinds], [count for *_, count in kinds]
    sheets = packed_pages(sizes, counts, ROOMS, gap)
    placed = Counter(corner.kind for sheet in sheets for corner in sheet.corners)
    assert [placed[kind] for kind in range(len(sizes))] == counts
    assert len(sheets) <= size_by_size(sizes, counts, gap)
    for sheet in sheets:
        room, pieces = ROOMS[sheet.area], rects(sheet, sizes)
        assert max(extent(sizes, sheet).width - room.width, extent(sizes, sheet).height - room.height) < 1e-5
        assert min(min(piece.x, piece.y) for piece in pieces) >= 0
        for number, one in enumerate(pieces):
            assert all(apart(one, other, gap) for other in pieces[number + 1 :])
        assert parted(pieces)


def test_what_is_left_of_a_page_of_cards_takes_the_tokens() -> None:
    sheets = packed_pages([CARD, TOKEN], [8, 6], ROOMS, 0)
    assert len(sheets) == 1
    assert size_by_size([CARD, TOKEN], [8, 6], 0) == 2


def test_a_whole_game_takes_the_fewest_pages_its_area_allows() -> None:
    sizes, counts = [CARD, TOKEN, AID], [14, 30, 4]
    area = sum(size.width * size.height * count for size, count in zip(sizes, counts, strict=True))
    assert len(packed_pages(sizes, counts, ROOMS, 0)) == ceil(area / (ROOMS[0].width * ROOMS[0].height)) == 3
    assert size_by_size(sizes, counts, 0) == 4


def test_one_size_alone_is_a_grid() -> None:
    (sheet,) = packed_pages([CARD], [9], ROOMS, 0)
    grid = Grid(ROOMS[0], CARD)
    left, top = ROOMS[0].start(*extent([CARD], sheet))
    corners = sorted((left + x, top + y) for _, x, y, _ in sheet.corners)
    assert [place for corner in corners for place in corner] == pytest.approx(
        [place for corner in sorted(grid.corners()) for place in corner]
    )


def test_the_paper_lies_where_that_holds_more() -> None:
    (sheet,) = packed_pages([Size(88, 175), Size(10, 175)], [3, 2], ROOMS, 0)
    assert ROOMS[sheet.area].page == Size(297, 210)


def test_pieces_lie_on_their_side_only_where_that_saves_a_page() -> None:
    for counts in ([9], [10], [20]):
        assert not any(corner.on_side for sheet in packed_pages([CARD], counts, ROOMS, 0) for corner in sheet.corners)
    sheets = packed_pages([Size(70, 100)], [8], [Room(Size(210, 297), 0)], 0)
    assert (len(sheets), any(corner.on_side for corner in sheets[0].corners)) == (1, True)
    sheets = packed_pages([Size(70, 100)], [6], [Room(Size(210, 297), 0)], 0)
    assert (len(sheets), sum(corner.on_side for corner in sheets[0].corners)) == (1, 0)


def test_the_same_pieces_lie_the_same_way() -> None:
    again = [
        packed_pages([CARD, TOKEN, AID, Size(40, 20), Size(33, 70)], [14, 30, 4, 9, 8], ROOMS, 1) for _ in range(2)
    ]
    assert again[0] == again[1]


def test_many_pieces_and_many_sizes_take_bounded_work() -> None:
    assert len(packed_pages([CARD, Size(44, 67)], [9000, 9000], ROOMS, 0)) <= 1000 + 600
    sizes = [Size(20 + n, 90 - n) for n in range(40)]
    assert sum(len(sheet.corners) for sheet in packed_pages(sizes, [3] * 40, ROOMS, 0)) == 120
    tiny = [Size(1 + n / 10, 1.5 - n / 10) for n in range(4)]
    assert sum(len(sheet.corners) for sheet in packed_pages(tiny, [1500] * 4, ROOMS, 0)) == 6000
    huge = [Room(Size(2000, 2000), 0)]
    assert len(packed_pages([Size(1, 1), Size(2000, 1)], [2000, 1500], huge, 0)) == 1


def test_many_pieces_of_many_sizes_are_tried_in_fewer_ways() -> None:
    sizes = [Size(20 + n % 37, 17 + n * 7 % 41) for n in range(60)]
    packer = _Packer(sizes, ROOMS, 0)
    tried = packer.attempts((100,) * 60, [Turned(kind, False) for kind in range(60)])
    assert packer.looks < 2 * MOST_LOOKS
    for sheets in tried:
        assert sum(len(sheet.corners) for sheet in sheets) == 6000


def test_a_size_too_large_is_named() -> None:
    with pytest.raises(ValueError, match="1"):
        packed_pages([CARD, Size(300, 10)], [1, 1], ROOMS, 0)


# ------------------------------------------------------------------ on the finished PDF

PACK = """\
title: Test
version: "1"
players: {from: 1, to: 4}
languages: [en]
palette: {ink: "#1B2530", muted: "#55616C"}
components:
  card:
    title: Cards
    template: card.svg.j2
    size: [63, 88]
    items: deck
    layout: mixed
    group: all
    foot: true
    back: rear
  token: {title: Tokens, template: token.svg.j2, size: [25, 25], copies: 12, layout: mixed, group: all}
  aid: {title: Aids, template: token.svg.j2, size: [120, 55], items: deck, layout: mixed, group: all, back: aid-rear}
  rear: {title: Rear, template: rear.svg.j2, size: [63, 88], items: deck}
  aid-rear: {title: Rear of aids, template: rear.svg.j2, size: [120, 55], items: deck}
"""
FILL = """{%% extends "common/face.svg.j2" %%}{%% block face %%}
<rect width="{{ component.width }}" height="{{ component.height }}" fill="%s"/>{%% endblock %%}"""


def make(make_pack: MakePack, number: int, pack: str = PACK) -> Path:
    deck = "".join(f"- {{id: c{n}, n: {n}}}\n" for n in range(1, number + 1))
    files = {
        "deck.yaml": deck,
        "templates/token.svg.j2": FILL
        % "{% if component.id == 'aid' %}rgb(254, {{ item.n }}, 0){% else %}#00ff00{% endif %}",
        "templates/rear.svg.j2": FILL % "rgb({{ 0 if component.id == 'rear' else 1 }}, {{ item.n }}, 0)",
    }
    return make_pack(files, pack=pack, card=FILL % "rgb(255, {{ item.n }}, 0)")


def printed(folder: Path, out: Path, paper: str = "A4", duplex: str = "long") -> Written:
    problems = Problems()
    (made,) = build(BuildOptions(str(folder), out=out, paper=paper, duplex=duplex), problems, lambda _: None)  # type: ignore[arg-type]
    assert [str(problem) for problem in problems] == []
    return made


def named(page: Read, red: int) -> dict[int, Rect]:
    """What was filled with so much red on a page, by its number."""
    found = (one for one in page.filled if len(one.colour) == 3 and round(one.colour[0] * 255) == red)
    return {round(one.colour[1] * 255): one.rect for one in found if one.colour[2] == 0 and one.colour != (0, 1, 0)}


@pytest.mark.parametrize("paper", ["A4", "Letter", "A3"])
@pytest.mark.parametrize("edge", ["long", "short"])
def test_backs_of_all_sizes_register(make_pack: MakePack, tmp_path: Path, paper: str, edge: str) -> None:
    for number in (1, 3, 7, 16):
        pages = read(printed(make(make_pack, number), tmp_path, paper, edge).path)
        seen: Counter[int] = Counter()
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            book = (front.height > front.width) == (edge == "long")
            for of, behind in ((255, 0), (254, 1)):
                faces, backs = named(front, of), named(back, behind)
                assert faces.keys() == backs.keys()
                seen[of] += len(faces)
                for n, rect in faces.items():
                    assert tuple(backs[n]) == pytest.approx(tuple(over(rect, front, book)), abs=0.01)
        assert seen == {255: number, 254: number}
        assert sum(len(list(of_colour(page, "#00ff00"))) for page in pages[::2]) == 12
        assert not any(list(of_colour(page, "#00ff00")) for page in pages[1::2])


def test_what_has_a_back_folds_and_the_rest_has_pages_of_its_own(make_pack: MakePack, tmp_path: Path) -> None:
    made = printed(make(make_pack, 3), tmp_path, duplex="fold")
    assert made.notes[1:] == ("token: no back, the other side stays empty",)
    *doubled, single = read(made.path)
    assert fold(single) is None
    assert len(list(of_colour(single, "#00ff00"))) == 12
    for page in doubled:
        line = fold(page)
        assert line
        for of, behind in ((255, 0), (254, 1)):
            for n, rect in named(page, of).items():
                assert tuple(named(page, behind)[n]) == pytest.approx(tuple(folded(rect, line)), abs=0.01)


CORNERS = """{%% extends "common/face.svg.j2" %%}{%% block face %%}
<rect width="10" height="10" fill="rgb(%d, {{ item.n }}, 0)"/>
<rect x="{{ component.width - 10 }}" width="10" height="10" fill="rgb(%d, {{ item.n }}, 0)"/>{%% endblock %%}"""
LONG = """\
title: Test
version: "1"
players: {from: 1, to: 4}
languages: [en]
components:
  card: {title: Cards, template: card.svg.j2, size: [66, 107], items: deck, layout: mixed, back: rear, marks: false}
  rear: {title: Rear, template: rear.svg.j2, size: [66, 107], items: deck}
"""


@pytest.mark.parametrize(
    ("duplex", "size", "number"), [("long", "[66, 107]", 7), ("short", "[66, 107]", 7), ("fold", "[46, 100]", 5)]
)
def test_backs_of_pieces_on_their_side_are_turned_with_them(
    make_pack: MakePack, tmp_path: Path, duplex: str, size: str, number: int
) -> None:
    """Like the page of a book: the upper left corner of a back lies behind the upper right corner of its face."""
    deck = "".join(f"- {{id: c{n}, n: {n}}}\n" for n in range(1, number + 1))
    files = {"deck.yaml": deck, "templates/rear.svg.j2": CORNERS % (0, 1)}
    pack = LONG.replace("[66, 107]", size)
    pages = read(printed(make_pack(files, pack=pack, card=CORNERS % (255, 254)), tmp_path, duplex=duplex).path)
    front, back = (pages[0], pages[0]) if duplex == "fold" else pages
    line = fold(front)
    book = (front.height > front.width) == (duplex == "long")
    sides = {n: (named(front, 255)[n], named(front, 254)[n]) for n in range(1, number + 1)}
    assert any(abs(left.x - right.x) < 1 for left, right in sides.values())  # on its side
    for n, (left, right) in sides.items():
        for face, behind in ((left, named(back, 1)[n]), (right, named(back, 0)[n])):
            place = folded(face, line) if line else over(face, front, book)
            assert tuple(behind) == pytest.approx(tuple(place), abs=0.01)


def test_the_foot_names_all_that_lies_there(make_pack: MakePack, tmp_path: Path) -> None:
    made = printed(make(make_pack, 2), tmp_path)
    assert (made.pages, made.notes[1:]) == (2, ("token: no back, the other side stays empty",))
    words = pdf_text(made.path).replace("\n", " ")
    assert all(title in words for title in ("Cards", "Tokens", "Aids"))


def test_copies_fill_a_page_of_their_own_size(make_pack: MakePack, tmp_path: Path) -> None:
    pack = PACK.replace("copies: 12", "copies: fill")
    made = printed(make(make_pack, 1, pack), tmp_path, duplex="fronts")
    assert sum(len(list(of_colour(page, "#00ff00"))) for page in read(made.path)) == 7 * 11


def test_a_size_too_large_for_the_paper_is_a_problem(make_pack: MakePack, tmp_path: Path) -> None:
    pack = PACK.replace("120, 55", "160, 55").replace("    foot: true\n", "")
    with pytest.raises(Failed, match="aid of 160 × 55 mm doesn't fit on A6"):
        build(BuildOptions(str(make(make_pack, 1, pack)), out=tmp_path, paper="A6"), Problems(), lambda _: None)


def test_components_of_one_group_have_one_layout(make_pack: MakePack, tmp_path: Path) -> None:
    pack = PACK.replace("copies: 12, layout: mixed", "copies: 12, layout: grid")
    with pytest.raises(Failed, match="components of one group need one layout"):
        build(BuildOptions(str(make(make_pack, 1, pack)), out=tmp_path), Problems(), lambda _: None)
