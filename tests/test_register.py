"""Backs behind faces: every layout, on every paper and both edges, folded and stacked, for 1 to 40 pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from conftest import MakePack
from reading import read
from test_duplex import BACKED, cards, deck, over, printed

from generator.face.face import Face
from generator.pack.model import Component
from generator.press.duplex import Duplex, turn_over
from generator.press.page import Page, Placement
from generator.press.papers import Paper, papers
from generator.press.run import PrintRun
from generator.press.sheets import pages
from generator.press.slots import Slots
from generator.problems import Location
from generator.units import Rect, Size

PAPERS = papers()
WHOLE_WAY = ("A4", "Letter")
"""Papers on which pieces of many sizes go the whole way to pages for each edge that paper is turned over."""
HERE = Location("pack.yaml")
TRIPLE = [(0, 0), (-1, 1), (0, 1)]


class Silent:
    """Writes neither feet nor guides: only where faces and backs lie is looked at."""

    def foot(self, *_: object) -> Face | None:
        return None

    def guide(self, *_: object) -> Face | None:
        return None

    def fold(self, *_: object) -> Face | None:
        return None


def run(name: str, size: tuple[float, float], number: int, *, backs: bool = True, **keys: Any) -> PrintRun:
    """A run of that many different faces, each with a back of its own, if any."""
    component = Component(title=name, template="x", size=size, group="all", **keys)  # type: ignore[call-arg]
    sides = [
        tuple(Face(side, f"{name}-{n}", "en", "", *size, HERE) for n in range(number))
        for side in (name, f"{name}-back")
    ]
    return PrintRun(name, component, sides[0], (1,) * number, HERE, backs=sides[1] if backs else ())


def slots(paper: Paper) -> Slots:
    """Slots of 40 × 30 mm, 5 mm apart, in a corner of the paper."""
    across, down = int((paper.size.width - 8) // 45), int((paper.size.height - 3) // 35)
    places = [(column, row) for row in range(down) for column in range(across)]
    return Slots(paper.size, {at: Rect(8 + x * 45, 3 + y * 35, 40, 30) for at, (x, y) in enumerate(places)})


def runs(layout: str, number: int, paper: Paper) -> list[PrintRun]:
    """Runs of one layout that together have so many pieces with a back, and some without."""
    if layout == "honeycomb":
        triples, singles = number // 3, number - number // 3
        made = [
            run("tile", (30, 34.641), singles, layout=layout),
            run("triple", (60, 60.622), triples, layout=layout, cells=TRIPLE),
            run("bare", (30, 34.641), 2, backs=False, layout=layout),
        ]
    elif layout == "mixed":
        made = [
            run("card", (44, 67), number - number // 3, layout=layout),
            run("token", (25, 25), number // 3, layout=layout),
            run("bare", (33, 20), 3, backs=False, layout=layout),
        ]
    elif layout == "slots":
        made = [run("label", (40, 30), number, layout=layout, slots="table")._replace(slots=slots(paper))]
    else:
        made = [run("card", (63, 88), number, layout=layout), run("bare", (63, 88), 1, backs=False, layout=layout)]
    return [one for one in made if one.faces]


def sides(made: list[Page], duplex: str) -> Iterator[tuple[Page, Page]]:
    """Pair each front with its other side, by hand."""
    if duplex == "stack":
        half = len(made) // 2
        assert len(made) == 2 * half
        yield from zip(made[:half], made[half:], strict=True)
    else:
        yield from zip(made[::2], made[1::2], strict=True)


def turned_over(rect: Rect, page: Page, sideways: bool) -> Rect:
    return over(rect, Size(page.width, page.height), sideways)


def registered(
    fronts: Sequence[Placement], backs: Sequence[Placement], behind: Callable[[Rect], Rect], book: bool
) -> int:
    """Check that every face with a back has it behind itself, turned like the page of a book; return how many do.

    `book` says that the paper is turned so too, and not over its upper edge.
    """
    lying = {placed.face.item: placed for placed in backs}
    assert len(lying) == len(backs)
    for front in fronts:
        if front.back is not None:
            back = lying.pop(front.face.item)
            assert tuple(back.rect) == pytest.approx(tuple(behind(front.rect)), abs=1e-6)
            assert (front.turn + back.turn) % 360 == (0 if book else 180)
    assert not lying
    return len(backs)


@cache
def packed_fronts(name: str, number: int) -> tuple[Page, ...]:
    """The fronts of pieces of many sizes: packing takes long, and is the same whichever edge paper is turned over."""
    return tuple(pages(runs("mixed", number, PAPERS[name]), PAPERS[name], Silent(), "fronts"))


def printed_sides(name: str, layout: str, duplex: Duplex, number: int) -> list[Page]:
    """Both sides of a document: the whole way, or for mixed sizes on most papers what is packed, turned over."""
    if layout == "mixed" and name not in WHOLE_WAY:
        return [side.page for side in turn_over(packed_fronts(name, number), duplex)]
    return pages(runs(layout, number, PAPERS[name]), PAPERS[name], Silent(), duplex)


@pytest.mark.parametrize("name", WHOLE_WAY)
def test_packed_and_turned_over_is_what_the_whole_way_makes(name: str) -> None:
    for duplex in ("long", "short", "stack"):
        whole = pages(runs("mixed", 23, PAPERS[name]), PAPERS[name], Silent(), duplex)
        apart = [side.page for side in turn_over(packed_fronts(name, 23), duplex)]
        assert [(page.placements, page.turn) for page in apart] == [(page.placements, page.turn) for page in whole]


@pytest.mark.parametrize("duplex", ["long", "short", "stack"])
@pytest.mark.parametrize("layout", ["grid", "page", "honeycomb", "mixed", "slots"])
@pytest.mark.parametrize("name", PAPERS)
def test_turned_over(name: str, layout: str, duplex: Duplex) -> None:
    for number in range(1, 41):
        made = printed_sides(name, layout, duplex, number)
        found = 0
        for front, back in sides(made, duplex):
            assert front[:2] == back[:2]
            book = (front.height > front.width) == (duplex != "short")
            found += registered(
                front.placements, back.placements, partial(turned_over, page=front, sideways=book), book
            )
        assert found == number


@pytest.mark.parametrize("layout", ["grid", "page", "honeycomb", "mixed"])
@pytest.mark.parametrize("name", [name for name in PAPERS if name != "A6"])
def test_folded(name: str, layout: str) -> None:
    paper = PAPERS[name]
    for number in range(1, 41):
        found = 0
        for page in pages(runs(layout, number, paper), paper, Silent(), "fold"):
            backs = [placed for placed in page.placements if placed.face.component.endswith("-back")]
            if page.fold is None:
                assert not backs
                continue
            at, upright = page.fold.fold, page.fold.upright
            found += registered(
                page.placements[: -len(backs)], backs, partial(mirrored, at=at, upright=upright), upright
            )
        assert found == number


def mirrored(rect: Rect, at: float, upright: bool) -> Rect:
    """Where a rectangle comes to lie when the page is folded, by hand."""
    x, y, width, height = rect
    return Rect(2 * at - x - width if upright else x, y if upright else 2 * at - y - height, width, height)


# ------------------------------------------------------------------ on the finished PDF

HEXES = """{% extends "common/face.svg.j2" %}{% block face %}
<rect width="{{ component.width }}" height="{{ component.height }}" fill="rgb(255, {{ item.n }}, 0)"/>{% endblock %}"""


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("paper", PAPERS)
def test_hexes_on_the_finished_pdf(make_pack: MakePack, tmp_path: Path, paper: str, edge: str) -> None:
    pack = BACKED.replace("    foot: true\n", "").replace(
        "    back: back\n", "    back: back\n    layout: honeycomb\n    cells: [[0, 0], [-1, 1], [0, 1]]\n"
    )
    for number in (1, 7, 40):
        files = {"deck.yaml": deck(number), "templates/back.svg.j2": HEXES.replace("255", "0")}
        folder = make_pack(files, pack=pack.replace("[63, 88]", "[60, 60.622]"), card=HEXES)
        made = read(printed(folder, tmp_path, paper, edge).path)
        seen = 0
        for front, back in zip(made[::2], made[1::2], strict=True):
            book = (front.height > front.width) == (edge == "long")
            faces, backs = cards(front, 1), cards(back, 0)
            assert faces.keys() == backs.keys()
            seen += len(faces)
            for n, face in faces.items():
                assert tuple(backs[n].rect) == pytest.approx(tuple(over(face.rect, front, book)), abs=0.01)
                assert backs[n].turned is not book
        assert seen == number
