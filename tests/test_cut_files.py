"""Files for cutting machines: they cut what is printed, to a hundredth of a millimetre, and each line once."""

from __future__ import annotations

import re
from itertools import combinations
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import Any

import ezdxf
import ezdxf.bbox
import pytest
from conftest import PACK, MakePack
from ezdxf.entities import Circle, DXFGraphic, Polyline
from reading import Read, read

from generator.exports.cutters.dxf import whole
from generator.exports.cutters.registration import MARGIN
from generator.press.layout.cut import Cut, Step
from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.document import Written
from generator.stories.options import BuildOptions
from generator.units import Rect

DECK = "".join(f"- {{id: c{n}}}\n" for n in range(11))
FACE = """{% extends "common/face.svg.j2" %}{% block face %}
<rect width="{{ component.width }}" height="{{ component.height }}" fill="#ff0000"/>{% endblock %}"""
Point = tuple[float, float]
Segment = tuple[Point, Point]


def pack(size: str, more: str) -> str:
    return PACK.replace("[63, 88]", size).replace("layout: page", f"foot: true\n    {more}" if more else "foot: true")


def exported(folder: Path, out: Path, wanted: str = "cut-dxf") -> Written:
    problems = Problems()
    (made,) = build(BuildOptions(str(folder), out=out, format=wanted), problems, lambda _: None)  # type: ignore[arg-type]
    assert [str(problem) for problem in problems] == []
    return made


def entities(path: Path, layer: str) -> list[DXFGraphic]:
    """The entities of a layer of a file that holds nothing else but what it should."""
    document = ezdxf.readfile(path)
    assert document.dxfversion == "AC1009"
    assert not document.audit().errors
    assert {entity.dxf.layer for entity in document.modelspace()} <= {"CUT", "REGISTRATION"}
    return [entity for entity in document.modelspace() if entity.dxf.layer == layer]


def down(point: Any, height: float) -> Point:
    """A point of a DXF as it lies on the page, y downwards."""
    return point[0], height - point[1]


def parts(found: list[DXFGraphic], kind: str) -> list[DXFGraphic]:
    """The single lines or arcs of what is cut."""
    every = [list(entity.virtual_entities()) if isinstance(entity, Polyline) else [entity] for entity in found]
    return [part for some in every for part in some if part.dxftype() == kind]


def segments(found: list[DXFGraphic], height: float) -> list[Segment]:
    return [(down(line.dxf.start, height), down(line.dxf.end, height)) for line in parts(found, "LINE")]


def pieces(page: Read) -> list[Rect]:
    return [found.rect for found in page.filled if found.colour == (1, 0, 0)]


def sides(corners: list[Point]) -> list[Segment]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def covered(side: Segment, lines: list[Segment]) -> bool:
    """Whether a side lies on the lines from end to end, to 0.01 mm."""
    (ax, ay), (bx, by) = side
    length = hypot(bx - ax, by - ay)
    across, down = (bx - ax) / length, (by - ay) / length
    spans = []
    for ends in lines:
        off = [abs((x - ax) * down - (y - ay) * across) for x, y in ends]
        along = sorted((x - ax) * across + (y - ay) * down for x, y in ends)
        if max(off) <= 0.01:
            spans.append(along)
    reached = 0.0
    for low, high in sorted(spans):
        if low <= reached + 0.01:
            reached = max(reached, high)
    return reached >= length - 0.01


def once(lines: list[Segment]) -> bool:
    """Whether no two lines lie on each other."""
    for (a, b), other in combinations(lines, 2):
        length = hypot(b[0] - a[0], b[1] - a[1])
        across, down = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        off = max(abs((x - a[0]) * down - (y - a[1]) * across) for x, y in other)
        low, high = sorted((x - a[0]) * across + (y - a[1]) * down for x, y in other)
        if off < 0.01 and min(high, length) - max(low, 0.0) > 0.01:
            return False
    return True


def hexagon(rect: Rect) -> list[Point]:
    x, y, r = rect.x + rect.width / 2, rect.y + rect.height / 2, rect.height / 2
    return [(x + r * sin(n * pi / 3), y - r * cos(n * pi / 3)) for n in range(6)]


def rectangle(rect: Rect) -> list[Point]:
    return [(rect.x, rect.y), (rect.right, rect.y), (rect.right, rect.bottom), (rect.x, rect.bottom)]


@pytest.mark.parametrize(
    ("size", "more"),
    [
        ("[63, 88]", ""),
        ("[63, 88]", "gap: 4"),
        ("[40, 30]", "bleed: 3\n    gap: 2"),
        ("[40, 46.188]", "layout: honeycomb"),
    ],
)
def test_every_side_of_every_piece_is_cut_once(make_pack: MakePack, tmp_path: Path, size: str, more: str) -> None:
    made = exported(make_pack({"deck.yaml": DECK}, pack=pack(size, more), card=FACE), tmp_path)
    pages = read(made.path / "print.pdf")
    assert len(pages) == made.pages
    seen = 0
    for number, page in enumerate(pages, 1):
        lines = segments(entities(made.path / f"{number}.dxf", "CUT"), page.height)
        for rect in pieces(page):
            around = hexagon(rect) if "honeycomb" in more else rectangle(rect)
            assert all(covered(side, lines) for side in sides(around))
            seen += 1
        assert once(lines)
        assert min(min(x, page.width - x) for ends in lines for x, _ in ends) >= MARGIN - 0.01
    assert seen == 11


def test_registration_marks_are_printed_where_the_file_has_them(make_pack: MakePack, tmp_path: Path) -> None:
    made = exported(make_pack({"deck.yaml": DECK}, pack=pack("[63, 88]", ""), card=FACE), tmp_path)
    for number, page in enumerate(read(made.path / "print.pdf"), 1):
        boxes = []
        for mark in entities(made.path / f"{number}.dxf", "REGISTRATION"):
            assert isinstance(mark, Polyline)
            assert mark.is_closed
            corners = [down(point, page.height) for point in mark.points()]
            boxes.append((*min(corners), *max(corners)))
        black = [found.rect for found in page.filled if found.colour == (0, 0, 0)]
        assert len(boxes) == len(black) == 5
        for box, rect in zip(boxes, black, strict=True):
            assert box == pytest.approx((rect.x, rect.y, rect.right, rect.bottom), abs=0.01)


def test_round_corners_are_arcs(make_pack: MakePack, tmp_path: Path) -> None:
    made = exported(make_pack({"deck.yaml": DECK}, pack=pack("[63, 88]", "corner: 3\n    gap: 4"), card=FACE), tmp_path)
    page = read(made.path / "print.pdf")[0]
    cut = entities(made.path / "1.dxf", "CUT")
    arcs = parts(cut, "ARC")
    assert [arc.dxf.radius for arc in arcs] == pytest.approx([3.0] * len(arcs))
    wanted = [(x, y) for r in pieces(page) for x in (r.x + 3, r.right - 3) for y in (r.y + 3, r.bottom - 3)]
    assert same([down(arc.dxf.center, page.height) for arc in arcs], wanted)
    assert len(cut) == len(pieces(page))
    for outline in cut:
        assert isinstance(outline, Polyline)
        assert outline.is_closed
        box = ezdxf.bbox.extents([outline])
        assert any(
            (*down(box.extmin, page.height), *down(box.extmax, page.height))
            == pytest.approx((r.x, r.bottom, r.right, r.y), abs=0.01)
            for r in pieces(page)
        )


def test_circles_are_circles(make_pack: MakePack, tmp_path: Path) -> None:
    declared = pack("[30, 30]", "outline: circle\n    gap: 2")
    made = exported(make_pack({"deck.yaml": DECK}, pack=declared, card=FACE), tmp_path)
    (page,) = read(made.path / "print.pdf")
    circles = entities(made.path / "1.dxf", "CUT")
    assert {(circle.dxftype(), round(circle.dxf.radius, 6)) for circle in circles} == {("CIRCLE", 15.0)}
    middles = [(rect.x + 15, rect.y + 15) for rect in pieces(page)]
    assert same([down(circle.dxf.center, page.height) for circle in circles], middles)


def same(found: list[Point], wanted: list[Point]) -> bool:
    """Whether both are the same points in any order, to 0.01 mm."""
    return len(found) == len(wanted) and all(any(hypot(x - a, y - b) < 0.01 for a, b in wanted) for x, y in found)


@pytest.mark.parametrize("more", ["", "corner: 3\n    gap: 4", "outline: circle\n    gap: 4"])
def test_svg_says_the_same(make_pack: MakePack, tmp_path: Path, more: str) -> None:
    folder = make_pack({"deck.yaml": DECK}, pack=pack("[63, 63]", more), card=FACE)
    dxf, svg = (exported(folder, tmp_path / wanted, wanted) for wanted in ("cut-dxf", "cut-svg"))
    text = (svg.path / "1.svg").read_text(encoding="utf-8")
    page = read(svg.path / "print.pdf")[0]
    size = f"{page.width:.0f}", f"{page.height:.0f}"
    assert 'width="{0}mm" height="{1}mm" viewBox="0 0 {0} {1}"'.format(*size) in text
    paths = re.findall(r'<path d="([^"]+)"', text)
    cut = entities(dxf.path / "1.dxf", "CUT")
    assert len(paths) == len(cut) > 0
    for data, entity in zip(paths, cut, strict=True):
        ends = [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)(?= [A-Z]|$)", data)]
        if isinstance(entity, Circle):
            x, y = down(entity.dxf.center, page.height)
            assert [hypot(a - x, b - y) for a, b in ends] == pytest.approx([31.5] * 5, abs=0.001)
            assert data.count("A31.5 31.5 0 0 1 ") == 4
        else:
            points = entity.points() if isinstance(entity, Polyline) else [entity.dxf.start, entity.dxf.end]
            assert same(ends, [down(point, page.height) for point in points])


def test_backs_have_no_file_of_their_own(make_pack: MakePack, tmp_path: Path) -> None:
    declared = pack("[63, 88]", "back: back") + "  back: {title: Back, template: card.svg.j2, size: [63, 88]}\n"
    made = exported(make_pack({"deck.yaml": DECK}, pack=declared, card=FACE), tmp_path)
    assert sorted(path.name for path in made.path.iterdir()) == ["1.dxf", "3.dxf", "print.pdf"]
    assert (made.pages, made.notes[1]) == (2, "print on both sides, flip on the long edge")


def test_what_leaves_no_room_for_marks_is_told(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK}, pack=pack("[200, 280]", ""), card=FACE)
    problems = Problems()
    with pytest.raises(Failed):
        build(BuildOptions(str(folder), out=tmp_path / "out", format="cut-dxf"), problems, lambda _: None)
    (problem,) = problems
    assert str(problem).endswith(
        "card has no piece to cut out of a page: registration marks need a margin of 12 mm, and what is cut over pages "
        "is cut by hand; choose a larger paper with --paper"
    )
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("cut", "circle"),
    [
        (Cut((0, 0), (Step(10, 0, 5), Step(10, 10, 5), Step(0, 10, 5), Step(0, 0, 5)), closed=True), False),
        (Cut((5, 0), (Step(10, 5, 5), Step(5, 10, 5), Step(0, 5, 5), Step(5, 0, 5)), closed=True), True),
        (Cut((5, 0), (Step(10, 5, 5), Step(5, 10, 5), Step(0, 5, 5), Step(5, 0, 5))), False),
        (Cut((5, 0), (Step(10, 5, 5), Step(5, 10, 5)), closed=True), False),
        (Cut((5, 0), (Step(10, 5), Step(5, 10), Step(0, 5)), closed=True), False),
    ],
)
def test_only_a_circle_is_taken_for_one(cut: Cut, circle: bool) -> None:
    assert (whole(cut) == ((5, 5), 5)) is circle


def test_cut_marks_are_printed_only_when_asked_for(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK}, pack=pack("[63, 88]", "").replace("foot: true", "foot: false"), card=FACE)
    drawn = {}
    for marks in (None, "crop"):
        order = BuildOptions(str(folder), out=tmp_path, format="cut-dxf", marks=marks)  # type: ignore[arg-type]
        (made,) = build(order, Problems(), lambda _: None)
        drawn[marks] = len(read(made.path / "print.pdf")[0].lines)
    assert drawn[None] == 0 < drawn["crop"]
