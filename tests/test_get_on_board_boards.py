"""Get on Board: the boards as printed are the boards of the data, and markers have room on them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pypdfium2
import pytest
from lxml import etree

from generator.face.face import Face
from generator.face.furniture import FOOT
from generator.face.renderer import TemplateRenderer
from generator.pack.load import load
from generator.pack.model import Pack
from generator.pack.words import localise
from generator.press.layout.impose import Room
from generator.press.layout.poster import Poster, Seams, best
from generator.press.papers import papers
from generator.press.sheets import holds
from generator.problems import Problems
from generator.stories import stages
from generator.units import MM_PER_POINT, Rect, Size
from tests.drawing import one_page, printed, raster, text_of

BOARDS = {"board-ny": "ny", "board-london": "london", "board-ny-small": "ny", "board-london-small": "london"}
SIDE_BY_SIDE = {"board-ny": 3, "board-london": 3, "board-ny-small": 2, "board-london-small": 2}
"""How many markers lie side by side on a road."""

SVG = "{http://www.w3.org/2000/svg}"
DOTS = 4.0

Place = tuple[float, float]


@cache
def pack() -> Pack:
    return load("get-on-board", Problems())


@cache
def face(component: str, language: str) -> Face:
    problems = Problems()
    words = localise.words(pack(), language, problems)
    (item,) = pack().items(component)
    made = TemplateRenderer(pack(), words, stages.fonts(pack()), problems).face(component, item, 1, 1)
    assert made is not None
    assert not list(problems), [str(problem) for problem in problems]
    return made


class Text(NamedTuple):
    text: str
    at: Place


class Icon(NamedTuple):
    """An icon and the middle of it."""

    name: str
    at: Place


class Board:
    """A board read back from its finished face: crossings are known by where roads end."""

    def __init__(self, component: str, language: str = "en") -> None:
        self.tree = etree.fromstring(face(component, language).svg.encode())
        self.data = pack().data["boards"]["by_id"][BOARDS[component]]
        lines = self.lines(pack().file.palette["paper"])
        self.road_width, self.roads = lines.popitem()
        ends = {end for road in self.roads for end in road}
        columns, rows = (sorted({end[axis] for end in ends}) for axis in (0, 1))
        self.pitch = columns[1] - columns[0]
        self.places = {f"r{rows.index(y) + 1}c{columns.index(x) + 1}": (x, y) for x, y in ends}
        self.names = {at: name for name, at in self.places.items()}

    def lines(self, colour: str) -> dict[float, list[tuple[Place, Place]]]:
        """Return the straight lines of a colour by their width."""
        found = {}
        for path in self.tree.iter(f"{SVG}path"):
            steps = path.get("d", "")
            if (
                path.get("stroke") == colour
                and path.get("fill") == "none"
                and set("MmLlHhVvCcAaQqTtZz") & set(steps) == {"M", "L"}
            ):
                found[float(path.get("stroke-width"))] = [
                    tuple(tuple(map(float, end.split())) for end in line.split("L")) for line in steps.split("M")[1:]
                ]
        return found  # type: ignore[return-value]

    def named(self, lines: list[tuple[Place, Place]]) -> Counter[frozenset[str]]:
        return Counter(frozenset(self.names[end] for end in line) for line in lines)

    def icons(self) -> list[Icon]:
        found = []
        for use in self.tree.iter(f"{SVG}use"):
            x, y, size = (float(use.get(key)) for key in ("x", "y", "width"))
            found.append(Icon(use.get("href")[1:].rpartition("-")[0], (x + size / 2, y + size / 2)))
        return found

    def texts(self) -> list[Text]:
        return [
            Text(text.text, (float(text.get("x")), float(text.get("y"))))
            for text in self.tree.iter(f"{SVG}text")
            if text.text
        ]

    def at(self, place: Place, reach: float) -> str | None:
        """Return the crossing that lies within `reach` pitches of a place."""
        near = [
            name
            for name, at in self.places.items()
            if max(abs(a - b) for a, b in zip(at, place, strict=True)) < reach * self.pitch
        ]
        return near[0] if near else None


def pairs(roads: list[list[str]]) -> Counter[frozenset[str]]:
    return Counter(map(frozenset, roads))


@pytest.mark.parametrize("component", BOARDS)
def test_every_road_of_the_data_is_drawn_once_and_no_other(component: str) -> None:
    board = Board(component)
    assert board.named(board.roads) == pairs(board.data["roads"])
    assert set(board.places) == {crossing["id"] for crossing in board.data["crossings"]}


def test_the_boards_have_the_crossings_and_roads_of_the_printed_ones() -> None:
    boards = [Board(component) for component in ("board-ny", "board-london")]
    assert [len(board.places) for board in boards] == [74, 96]
    assert [len(board.roads) for board in boards] == [126, 156]
    assert [len(board.data["dark"]) for board in boards] == [16, 0]


@pytest.mark.parametrize("component", BOARDS)
def test_dark_roads_are_dark_and_bear_the_sign_of_a_jam(component: str) -> None:
    board = Board(component)
    dark = [line for lines in board.lines(pack().file.palette["slate"]).values() for line in lines]
    assert board.named(dark) == pairs(board.data["dark"])
    middles = Counter(((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in dark)
    signs = Counter(icon.at for icon in board.icons() if icon.name == "traffic_jam")
    assert all(any(near(at, sign) for sign in signs) for at in middles)
    assert sum(signs.values()) == len(dark) + bool(dark)  # one more in the legend


def near(one: Place, other: Place) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 0.01


@pytest.mark.parametrize("component", BOARDS)
def test_each_crossing_bears_its_symbols_and_named_ones_a_star(component: str) -> None:
    board = Board(component)
    found: dict[str, list[str]] = {name: [] for name in board.places}
    for icon in board.icons():
        crossing = board.at(icon.at, 0.4) if icon.name != "trees" else None
        if crossing:
            found[crossing].append(icon.name)
    for crossing in board.data["crossings"]:
        symbols = ["traffic_light" if symbol == "green_light" else symbol for symbol in crossing["symbols"]]
        assert found[crossing["id"]] == [f"named_{symbol}" if "name" in crossing else symbol for symbol in symbols]


@pytest.mark.parametrize("component", BOARDS)
def test_letters_and_start_numbers_stand_at_their_crossings(component: str) -> None:
    board = Board(component)
    found = Counter((board.at(text.at, 0.4), text.text) for text in board.texts() if len(text.text) <= 2)
    wanted = [
        (crossing["id"], str(crossing[key]))
        for crossing in board.data["crossings"]
        for key in ("letter", "start")
        if key in crossing
    ]
    assert {key: count for key, count in found.items() if key[0]} == Counter(wanted)
    assert sorted(text for _, text in wanted if text.isdigit()) == sorted(map(str, range(1, board.data["starts"] + 1)))
    assert "".join(sorted(text for _, text in wanted if text.isalpha())) == "abcdefghijklmno"


@pytest.mark.parametrize("component", BOARDS)
def test_each_row_and_column_has_its_number_by_which_routes_are_written(component: str) -> None:
    board = Board(component)
    numbers = [text for text in board.texts() if text.text.isdigit()]
    for axis, key in enumerate(("column", "row")):
        for line in {crossing[key] for crossing in board.data["crossings"]}:
            places = [board.places[crossing["id"]] for crossing in board.data["crossings"] if crossing[key] == line]
            first = min(places, key=lambda at: at[1 - axis])
            before = [
                text.text
                for text in numbers
                if abs(text.at[axis] - first[axis]) < 0.1 * board.pitch
                and 0.4 < (first[1 - axis] - text.at[1 - axis]) / board.pitch < 0.75
            ]
            assert before == [str(line)]


@pytest.mark.parametrize("language", pack().file.languages)
@pytest.mark.parametrize("component", BOARDS)
def test_names_of_buildings_can_be_read_from_the_pdf(component: str, language: str, tmp_path: Path) -> None:
    made = face(component, language)
    text = bare(text_of(printed(tmp_path / "board.pdf", one_page(made), language=language)))
    words = localise.words(pack(), language, Problems())
    names = [crossing["name"] for crossing in Board(component).data["crossings"] if "name" in crossing]
    assert len(names) == 4
    for name in (*names, Board(component).data["title"]):
        assert bare(words.translate(name)) in text


def bare(text: str) -> str:
    """Return a text without blanks and hyphens: where lines end, a reader of PDFs takes hyphens out."""
    return re.sub("[-\\s\u00ad\ufffe]", "", text)


@pytest.mark.parametrize("component", BOARDS)
def test_markers_fit_side_by_side_on_every_road(component: str, tmp_path: Path) -> None:
    board = Board(component)
    length, width = pack().data["pieces"]["sets"]["small" if component.endswith("small") else "large"]["marker"]
    assert width == 4
    wide = SIDE_BY_SIDE[component] * width
    assert board.road_width >= wide
    picture = np.asarray(raster(printed(tmp_path / "board.pdf", one_page(face(component, "en"))), DOTS).convert("L"))
    dark = pairs(board.data["dark"])
    long = board.pitch * 0.18
    for start, end in board.roads:
        area = window(picture, start, end, wide, long)
        if frozenset((board.names[start], board.names[end])) in dark:
            edges = area[:, [0, -1]] if start[0] == end[0] else area[[0, -1]]
            assert (edges < 90).all()  # the sign of a jam lies between
        else:
            assert (area > 250).all(), (board.names[start], board.names[end])
            middle = window(picture, start, end, 1, board.pitch)
            free = (middle > 250).all(axis=1 if start[0] == end[0] else 0)
            assert longest(free) / DOTS >= length - 0.3, (board.names[start], board.names[end])


def longest(free: np.ndarray[Any, Any]) -> int:
    """Return the length of the longest row of true values."""
    return max(len(run) for run in "".join("x" if one else " " for one in free).split())


def window(picture: np.ndarray[Any, Any], start: Place, end: Place, wide: float, long: float) -> np.ndarray[Any, Any]:
    """Return the pixels in the middle of a road, `wide` mm across it and `long` mm along it."""
    along = [long if abs(a - b) > 1 else wide for a, b in zip(start, end, strict=True)]
    low, high = (
        [round(((a + b) / 2 + side * size / 2) * DOTS) for a, b, size in zip(start, end, along, strict=True)]
        for side in (-1, 1)
    )
    return picture[low[1] + 1 : high[1] - 1, low[0] + 1 : high[0] - 1]


@pytest.mark.parametrize("component", ["board-ny", "board-london"])
@pytest.mark.parametrize("paper", [Size(210, 297), Size(215.9, 279.4), Size(297, 420)], ids=["A4", "Letter", "A3"])
def test_pages_of_a_board_meet_between_its_signs(component: str, paper: Size, tmp_path: Path) -> None:
    board = Board(component)
    made = pack().file.components[component]
    ways = (paper, Size(paper.height, paper.width))
    poster = best(
        [Poster(Size(*made.size), Room(way, 10, FOOT.guide), 5, Seams(*map(tuple, made.seams))) for way in ways]
    )
    assert poster is not None
    whole = [
        *grounds(board),
        *slots(board),
        *lettering(printed(tmp_path / "board.pdf", one_page(face(component, "ru")))),
    ]
    assert len(whole) > 150
    for span in poster.across()[1:]:
        assert not [box for box in whole if box.x < span.start < box.right]
    for span in poster.down()[1:]:
        assert not [box for box in whole if box.y < span.start < box.bottom]


@pytest.mark.parametrize("component", BOARDS)
def test_cards_have_places_as_large_as_they_are(component: str) -> None:
    board = Board(component)
    width, height = pack().file.components["tickets"].size
    found = list(slots(board))
    goals = pack().data["objectives"]["in_play"]
    assert len(found) == goals + (
        1 if component.endswith("small") else 2
    )  # tickets, and on large boards the discarded ones
    assert all(slot.width > width and slot.height > height for slot in found)
    for crossing in board.places.values():
        assert not [
            slot for slot in found if slot.x - 10 < crossing[0] < slot.right and slot.y < crossing[1] < slot.bottom
        ]


def test_small_boards_print_on_one_page() -> None:
    for component in ("board-ny-small", "board-london-small"):
        for paper in ("A4", "Letter"):
            assert holds(
                pack().file.components[component], Size(*pack().file.components[component].size), papers()[paper]
            )


def grounds(board: Board) -> Iterator[Rect]:
    """Yield the boxes of all signs on crossings and roads, and of what stands beside them; trees left out."""
    palette = pack().file.palette
    for circle in board.tree.iter(f"{SVG}circle"):
        if circle.get("fill") in (palette["ink"], palette["start"]) and circle.get("stroke"):
            x, y, r = (float(circle.get(key)) for key in ("cx", "cy", "r"))
            yield Rect(x - r, y - r, 2 * r, 2 * r)
    for icon in board.icons():
        if icon.name != "trees":
            half = 4.75 if icon.name == "traffic_jam" else 10.0
            yield Rect(icon.at[0] - half, icon.at[1] - half, 2 * half, 2 * half)


def slots(board: Board) -> Iterator[Rect]:
    """Yield the places for cards."""
    for rect in board.tree.iter(f"{SVG}rect"):
        if rect.get("stroke-dasharray"):
            yield Rect(*(float(rect.get(key)) for key in ("x", "y", "width", "height")))


def lettering(path: Path) -> list[Rect]:
    """Return the boxes of all lines of text."""
    document = pypdfium2.PdfDocument(path)
    try:
        page = document[0]
        text, height = page.get_textpage(), page.get_height()
        rects = [text.get_rect(number) for number in range(text.count_rects())]
    finally:
        document.close()
    mm = MM_PER_POINT
    return [Rect(x * mm, (height - top) * mm, (right - x) * mm, (top - y) * mm) for x, y, right, top in rects]


@pytest.mark.parametrize("component", BOARDS)
def test_symbols_of_a_kind_differ_in_grey_from_what_they_stand_on(component: str, tmp_path: Path) -> None:
    board = Board(component)
    grey = np.asarray(
        raster(printed(tmp_path / "board.pdf", one_page(face(component, "en"))), DOTS).convert("L"), dtype=int
    )
    side = round(board.pitch * 0.16 * DOTS)
    for x, y in board.places.values():
        area = grey[round(y * DOTS) - side : round(y * DOTS) + side, round(x * DOTS) - side : round(x * DOTS) + side]
        dark, light = (np.percentile(area, share) for share in (10, 90))
        assert light - dark > 90
