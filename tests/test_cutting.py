"""Cuts, marks and bleed, read back from the finished PDF."""

from __future__ import annotations

from itertools import pairwise
from math import dist, sqrt
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from conftest import PACK, MakePack
from drawing import pixel, raster
from reading import Line, Read, of_colour, read

from generator.cli.main import main
from generator.pack.load import load
from generator.pack.model import Marking
from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.options import BuildOptions

CARD = """{% extends "common/face.svg.j2" %}{% block face %}
<rect x="-9" y="-9" width="{{ component.width + 18 }}" height="{{ component.height + 18 }}" fill="{{ item.tint }}"/>
<rect width="{{ component.width }}" height="{{ component.height }}" fill="#ffffff"/>
{{ words(item.text, 15, 15, 20, 10) }}{% endblock %}"""
SIX = "".join(f'- {{id: {name}, text: {name}, tint: "#{n}0{n}0ff"}}\n' for n, name in enumerate("ABCDEF", 1))
FULL = CARD.replace('<rect width="{{ component.width }}" height="{{ component.height }}" fill="#ffffff"/>', "")


def printed(folder: Path, out: Path, paper: str = "A4", marks: Marking | None = None) -> Path:
    problems = Problems()
    (made,) = build(BuildOptions(str(folder), out=out, paper=paper, marks=marks), problems, lambda _: None)
    assert [str(problem) for problem in problems] == []
    return made.path


def pack(*keys: str, size: str = "[63, 88]") -> str:
    return PACK.replace("    layout: page\n", "".join(f"    {key}\n" for key in keys)).replace("[63, 88]", size)


def upright(lines: list[Line]) -> list[Line]:
    return [line for line in lines if abs(line.x1 - line.x2) < 1e-3]


def level(lines: list[Line]) -> list[Line]:
    return [line for line in lines if abs(line.y1 - line.y2) < 1e-3]


def apart(values: list[float]) -> list[float]:
    """The different values in order, to 0.01 mm."""
    return sorted({round(value, 2) for value in values})


@pytest.fixture
def bled(make_pack: MakePack, tmp_path: Path) -> Read:
    """Six cards of 63 × 88 mm with 3 mm of bleed and 6 mm between them, on a lying A4."""
    keys = pack("gap: 6", "bleed: 3", "margin: 14")
    (page,) = read(printed(make_pack({"deck.yaml": SIX}, pack=keys, card=CARD), tmp_path))
    return page


def test_cards_with_bleed_have_a_pair_of_marks_for_each_cut_out_to_the_paper_s_edge(bled: Read) -> None:
    assert (bled.width, bled.height) == pytest.approx((297, 210), abs=0.01)
    down, across = upright(bled.lines), level(bled.lines)
    left, top = (297 - 201) / 2, (210 - 182) / 2
    assert apart([line.x1 for line in down]) == [left + at for at in (0, 63, 69, 132, 138, 201)]
    assert apart([line.y1 for line in across]) == [top + at for at in (0, 88, 94, 182)]
    assert len(down) + len(across) == len(bled.lines) == 20
    assert apart([line.y1 for line in down] + [line.y2 for line in down]) == [0, top - 3.5, 210 - top + 3.5, 210]
    assert apart([line.x1 for line in across] + [line.x2 for line in across]) == [0, left - 3.5, 297 - left + 3.5, 297]


def test_no_mark_touches_what_is_printed_and_bleed_is_3_mm_all_round(bled: Read) -> None:
    for n in range(1, 7):
        (ground,) = of_colour(bled, f"#{n}0{n}0ff")
        assert (ground.seen.width, ground.seen.height) == pytest.approx((69, 94), abs=0.01)
        for line in bled.lines:
            beside_x = max(line.x1, line.x2) <= ground.seen.x or min(line.x1, line.x2) >= ground.seen.right
            beside_y = max(line.y1, line.y2) <= ground.seen.y or min(line.y1, line.y2) >= ground.seen.bottom
            assert beside_x or beside_y
    seen = [next(of_colour(bled, f"#{n}0{n}0ff")).seen for n in range(1, 7)]
    assert sum(rect.width * rect.height for rect in seen) == pytest.approx(207 * 188, abs=0.5)  # none on another


def test_neighbours_that_touch_bleed_outwards_only(make_pack: MakePack, tmp_path: Path) -> None:
    keys = pack("bleed: 3", "margin: 14")
    (page,) = read(printed(make_pack({"deck.yaml": SIX}, pack=keys, card=CARD), tmp_path))
    first = next(of_colour(page, "#1010ff"))
    x, y = first.rect.x + 9, first.rect.y + 9
    assert tuple(first.seen) == pytest.approx((x - 3, y - 3, 63 + 3, 88 + 3), abs=0.01)


@pytest.mark.parametrize(("paper", "width", "height"), [("Letter", 612, 792), ("A4", 595.28, 841.89)])
def test_marks_of_poker_cards_are_180_by_252_points_apart(
    make_pack: MakePack, tmp_path: Path, paper: str, width: float, height: float
) -> None:
    nine = "".join(f'- {{id: {name}, text: {name}, tint: "#ffffff"}}\n' for name in "ABCDEFGHI")
    path = printed(make_pack({"deck.yaml": nine}, pack=pack(size="[63.5, 88.9]"), card=CARD), tmp_path, paper)
    with pikepdf.open(path) as document:
        assert [float(side) for side in document.pages[0].mediabox] == pytest.approx([0, 0, width, height], abs=0.1)
    (page,) = read(path)
    for places, points in (
        (apart([m.x1 for m in upright(page.lines)]), 180),
        (apart([m.y1 for m in level(page.lines)]), 252),
    ):
        gaps = [(b - a) * 72 / 25.4 for a, b in pairwise(places)]
        assert gaps == pytest.approx([points] * 3, abs=0.15)


# ------------------------------------------------------------------ outlines


HEX = pack("layout: honeycomb", "bleed: 2", size="[40, 46.188]")
NINETEEN = "".join(f'- {{id: h{n}, text: "{n}", tint: "rgb(255, {n * 10}, 0)"}}\n' for n in range(1, 20))


def test_hexes_are_outlined_once_and_dashed(make_pack: MakePack, tmp_path: Path) -> None:
    path = printed(make_pack({"deck.yaml": NINETEEN}, pack=HEX, card=FULL), tmp_path)
    (page,) = read(path)
    sides = [line for line in page.lines if line.dashed]
    assert len(page.lines) == 2 * len(sides)  # white below the dashes
    assert {round(dist((s.x1, s.y1), (s.x2, s.y2)), 2) for s in sides} == {round(40 / sqrt(3), 2)}
    middles = {(round((s.x1 + s.x2) / 2, 1), round((s.y1 + s.y2) / 2, 1)) for s in sides}
    assert len(middles) == len(sides) < 19 * 6


def test_hexes_bleed_where_no_neighbour_is_and_never_on_one(make_pack: MakePack, tmp_path: Path) -> None:
    path = printed(make_pack({"deck.yaml": NINETEEN}, pack=HEX, card=FULL), tmp_path, marks="none")
    (page,) = read(path)
    dots = 10
    picture = raster(path, dots)
    centres = {}
    for n in range(1, 20):
        ground = next(
            filled for filled in page.filled if abs(filled.colour[1] - n * 10 / 255) < 0.003 and filled.rect.width > 50
        )
        centres[n] = ground.rect.x + ground.rect.width / 2, ground.rect.y + ground.rect.height / 2
    ways = [(1.0, 0.0), (0.5, sqrt(3) / 2), (-0.5, sqrt(3) / 2), (-1.0, 0.0), (-0.5, -sqrt(3) / 2), (0.5, -sqrt(3) / 2)]
    free = 0
    for n, (x, y) in centres.items():
        for across, down in ways:
            at = [pixel(picture, x + across * out, y + down * out, dots) for out in (19.8, 20.2, 21.8, 22.2)]
            assert at[0] == (255, n * 10, 0)
            beyond = x + 40 * across, y + 40 * down
            neighbour = next((m for m, centre in centres.items() if dist(centre, beyond) < 0.1), None)
            if neighbour:
                assert at[1:] == [(255, neighbour * 10, 0)] * 3
            else:
                free += 1
                assert at[1:] == [(255, n * 10, 0)] * 2 + [(255, 255, 255)]
    assert free > 10


def test_tokens_are_outlined_as_circles(make_pack: MakePack, tmp_path: Path) -> None:
    keys = pack("outline: circle", "gap: 4", "bleed: 2", size="[25, 25]")
    (page,) = read(printed(make_pack({"deck.yaml": SIX}, pack=keys, card=FULL), tmp_path))
    rings = [path for path in page.paths if path.dashed]
    assert len(rings) == 6
    assert not page.lines
    for ring, n in zip(rings, range(1, 7), strict=True):
        ground = next(of_colour(page, f"#{n}0{n}0ff")).rect
        centre = ground.x + ground.width / 2, ground.y + ground.height / 2
        assert [dist(end, centre) for end in ring.ends] == pytest.approx([12.5] * 5, abs=0.01)


def test_round_corners_have_dashed_arcs_and_marks_for_the_straight_cuts(make_pack: MakePack, tmp_path: Path) -> None:
    (page,) = read(printed(make_pack({"deck.yaml": SIX}, pack=pack("corner: 4"), card=CARD), tmp_path))
    arcs = [path for path in page.paths if path.dashed]
    assert len(arcs) == 6 * 4
    grounds = [next(of_colour(page, f"#{n}0{n}0ff")).rect for n in range(1, 7)]
    corners = {
        (round(x, 1), round(y, 1))
        for rect in grounds
        for x in (rect.x + 9 + 4, rect.right - 9 - 4)
        for y in (rect.y + 9 + 4, rect.bottom - 9 - 4)
    }
    assert len(corners) == 24
    for arc in arcs:
        assert min(max(abs(dist(end, middle) - 4) for end in arc.ends) for middle in corners) < 0.08
    assert {line.dashed for line in page.lines} == {False}


@pytest.mark.parametrize("marks", ["lines", "dashes"])
def test_full_lines_on_request(make_pack: MakePack, tmp_path: Path, marks: Marking) -> None:
    (page,) = read(printed(make_pack({"deck.yaml": SIX}, pack=pack("gap: 2"), card=CARD), tmp_path, marks=marks))
    lines = [line for line in page.lines if line.dashed == (marks == "dashes")]
    assert {(round(line.y1, 2), round(line.y2, 2)) for line in upright(lines)} == {(0, 297)}
    assert {(round(line.x1, 2), round(line.x2, 2)) for line in level(lines)} == {(0, 210)}
    assert len(apart([line.x1 for line in upright(lines)])) == 6
    assert len(apart([line.y1 for line in level(lines)])) == 4


def test_no_marks_on_request_or_where_the_pack_says_so(make_pack: MakePack, tmp_path: Path) -> None:
    bare = make_pack({"deck.yaml": SIX}, pack=pack("marks: none"), card=CARD)
    assert read(printed(bare, tmp_path))[0].lines == []
    assert len(read(printed(bare, tmp_path, marks="crop"))[0].lines) == 14
    usual = make_pack({"deck.yaml": SIX}, "usual", pack=pack(), card=CARD)
    assert read(printed(usual, tmp_path, marks="none"))[0].lines == []


def test_the_option_on_the_command_line(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": SIX}, pack=pack(), card=CARD)
    arguments = ["build", str(folder), "-o", str(tmp_path / "out"), "--marks"]
    assert CliRunner().invoke(main, [*arguments, "dashes"]).exit_code == 0
    (page,) = read(tmp_path / "out/testpack/en/card.pdf")
    assert any(line.dashed for line in page.lines)
    assert CliRunner().invoke(main, [*arguments, "dots"]).exit_code == 2
    of_faces = CliRunner().invoke(main, [*arguments, "lines", "--format", "svg"])
    assert (of_faces.exit_code, of_faces.output.strip().rpartition("\n")[2]) == (
        2,
        "Error: --marks is for --format pdf or png-pages or cut-svg or cut-dxf",
    )


def test_marks_that_a_printer_leaves_blank_are_told(make_pack: MakePack, tmp_path: Path) -> None:
    tight = pack("bleed: 3", "gap: 6", size="[44, 63]").replace("items: deck", "copies: fill")
    folder = make_pack({}, pack=tight, card=CARD.replace("{{ item.tint }}", "#0000ff").replace("item.text", "'A'"))
    (made,) = build(BuildOptions(str(folder), out=tmp_path), Problems(), lambda _: None)
    assert made.notes == (
        "cut marks lie in the outermost 5 mm, which most printers leave blank: use --marks lines, or give them room "
        "with a smaller gap or bleed",
    )
    for marks in ("lines", "none"):
        (made,) = build(BuildOptions(str(folder), out=tmp_path, marks=marks), Problems(), lambda _: None)  # type: ignore[arg-type]
        assert made.notes == ()


def test_backs_have_no_marks(make_pack: MakePack, tmp_path: Path) -> None:
    keys = pack("back: back") + "  back: {title: Back, template: card.svg.j2, size: [63, 88], items: deck}\n"
    front, back = read(printed(make_pack({"deck.yaml": SIX}, pack=keys, card=CARD), tmp_path, marks="lines"))
    assert front.lines
    assert not back.lines


# ------------------------------------------------------------------ what can't be


@pytest.mark.parametrize(
    ("keys", "size", "told"),
    [
        (
            ["outline: hex"],
            "[40, 40]",
            "a hex of 40 × 40 mm isn't regular; allowed: [40, 46.1880] on a corner, [40, 34.6410]",
        ),
        (["outline: circle"], "[40, 30]", "a circle of 40 × 30 mm; allowed: a width and a height that are equal"),
        (
            ["outline: circle", "corner: 2"],
            "[40, 40]",
            "corner: 2 is too large for this outline; allowed: up to 0; leave",
        ),
        (["corner: 21"], "[40, 60]", "corner: 21 is too large for this outline; allowed: up to 20"),
        (["layout: honeycomb", "cells: [[0, 0], [1, 0]]", "corner: 11"], "[80, 46.188]", "corner: 11 is too large for"),
        (["layout: honeycomb"], "[46.188, 40]", "hexes of 46.188 × 40 mm aren't regular; allowed: [46.188, 53.3333]"),
        (["layout: honeycomb", "outline: rect"], "[40, 46.188]", "outline: rect in a honeycomb; allowed: hex; leave"),
        (
            ["layout: honeycomb", "cells: [[0, 0], [2, 0]]"],
            "[120, 46.188]",
            "the cells of a piece don't touch; make two",
        ),
        (["marks: dotted"], "[40, 40]", "allowed: true or false, or crop, lines, dashes, none"),
        (["outline: oval"], "[40, 40]", "allowed: rect, hex, circle"),
    ],
)
def test_what_cannot_be_cut_out_is_told(make_pack: MakePack, keys: list[str], size: str, told: str) -> None:
    folder = make_pack({"deck.yaml": SIX}, pack=pack(*keys, size=size), card=CARD)
    with pytest.raises(Failed) as failure:
        load(str(folder), Problems())
    assert told in str(failure.value)


def test_a_hex_may_stand_on_a_side(make_pack: MakePack, tmp_path: Path) -> None:
    keys = pack("outline: hex", "gap: 4", size="[46.188, 40]")
    (page,) = read(printed(make_pack({"deck.yaml": SIX}, pack=keys, card=FULL), tmp_path))
    outlines = [path for path in page.paths if path.dashed]
    assert len(outlines) == 6
    for outline in outlines:
        assert outline.closed
        sides = [dist(a, b) for a, b in pairwise(outline.ends)]
        assert sides == pytest.approx([23.094] * 5, abs=0.01)


def test_the_backs_of_hexes_bleed_behind_their_faces_and_farther(make_pack: MakePack, tmp_path: Path) -> None:
    keys = HEX.replace("bleed: 2", "back: back\n    bleed: 2") + (
        "  back: {title: Back, template: card.svg.j2, size: [40, 46.188], items: deck, layout: honeycomb}\n"
    )
    front, back = read(printed(make_pack({"deck.yaml": NINETEEN}, pack=keys, card=FULL), tmp_path, marks="none"))
    for n in range(1, 20):
        (face,) = [made for made in front.filled if abs(made.colour[1] - n * 10 / 255) < 0.003]
        (rear,) = [made for made in back.filled if abs(made.colour[1] - n * 10 / 255) < 0.003]
        middle = face.rect.x + face.rect.width / 2
        assert rear.rect.x + rear.rect.width / 2 == pytest.approx(middle, abs=0.01)  # lying paper, turned upwards
        for seen, behind in ((face.seen.x, rear.seen.x), (face.seen.right, rear.seen.right)):
            beyond = abs(seen - middle) - 20
            assert beyond == pytest.approx(2 if beyond > 1 else 0, abs=0.01)
            farther = 1.5 if beyond > 1 else 0
            assert abs(behind - middle) - 20 == pytest.approx(beyond + farther, abs=0.01)
