"""The cards of Get on Board: what the finished PDFs show, against the tables, in every language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pytest

from generator.face.face import Face
from generator.face.renderer import TemplateRenderer
from generator.pack.load import load
from generator.pack.model import Pack
from generator.pack.words import localise
from generator.problems import Problems
from generator.stories import build, stages
from generator.stories.options import BuildOptions
from generator.units import MM_PER_POINT, Rect
from tests.drawing import text_of
from tests.reading import Read, of_colour, read

CARDS = ("tickets", "common-objectives", "personal-objectives")
WIDTH, HEIGHT, BLEED = 44, 63, 3


@cache
def pack() -> Pack:
    problems = Problems()
    loaded = load("get-on-board", problems)
    assert not list(problems)
    return loaded


LANGUAGES = pack().file.languages
COLOURS = pack().file.palette
BOARDS = pack().data["boards"]["by_id"]


@cache
def words(language: str) -> localise.Words:
    return localise.words(pack(), language, Problems())


@cache
def faces(component: str, language: str = "en") -> dict[str, Face]:
    """Return the faces of a component by item."""
    problems = Problems()
    renderer = TemplateRenderer(pack(), words(language), stages.fonts(pack()), problems)
    items = pack().items(component)
    made = [renderer.face(component, item, n, len(items)) for n, item in enumerate(items, 1)]
    assert not list(problems), [str(problem) for problem in problems]
    return {face.item: face for face in made if face is not None}


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cards")


def printed(component: str, folder: Path, language: str = "en") -> Path:
    """Print a component once, and return its PDF."""
    path = folder / "get-on-board" / language / f"{component}.pdf"
    if not path.exists():
        problems = Problems()
        order = BuildOptions("get-on-board", language, components=(component,), out=folder)
        build.build(order, problems, lambda _: None)
        assert not list(problems), [str(problem) for problem in problems]
    return path


class Word(NamedTuple):
    """A line of text on a page and the middle of it in mm from the page's top left corner."""

    text: str
    x: float
    y: float


def said(path: Path, number: int) -> Iterator[Word]:
    """Yield the lines of text on a page of a PDF."""
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    try:
        page = document[number]
        text, height = page.get_textpage(), page.get_height()
        for n in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(n)
            line = text.get_text_bounded(left, bottom, right, top).strip()
            yield Word(line, (left + right) / 2 * MM_PER_POINT, (height - (bottom + top) / 2) * MM_PER_POINT)
    finally:
        document.close()


def grounds(page: Read, colours: set[str]) -> list[Rect]:
    """Return the cards on a page, without what they bleed, in reading order."""
    drawn = [found.rect for colour in colours for found in of_colour(page, colour)]
    large = {rect for rect in drawn if rect.width > WIDTH and rect.height > HEIGHT}
    trimmed = [Rect(rect.x + BLEED, rect.y + BLEED, rect.width - 2 * BLEED, rect.height - 2 * BLEED) for rect in large]
    return sorted(trimmed)


def turned(rect: Rect, page: Read) -> Rect:
    """Return where a rectangle of a back lies, seen through the paper from the front: it is turned on its long edge."""
    if page.height > page.width:
        return Rect(page.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, page.height - rect.bottom, rect.width, rect.height)


def backed(pages: list[Read], front: set[str], back: set[str]) -> Iterator[tuple[Rect, Rect]]:
    """Yield each card of a front with the card that lies behind it."""
    cards, backs = grounds(pages[0], front), grounds(pages[1], back)
    assert len(cards) == len(backs)
    for card in cards:
        (behind,) = [other for other in backs if tuple(turned(other, pages[1])) == pytest.approx(tuple(card), abs=0.01)]
        yield card, behind


def on_card(card: Rect, lines: list[Word]) -> list[str]:
    """Return the lines of text whose middle lies on a card."""
    return [word.text for word in lines if card.x < word.x < card.right and card.y < word.y < card.bottom]


# ------------------------------------------------------------------ tables


def test_there_are_28_cards() -> None:
    assert {name: len(pack().items(name)) for name in CARDS} == {
        "tickets": 12,
        "common-objectives": 6,
        "personal-objectives": 10,
    }


def test_tickets_of_a_group_share_a_colour_and_a_mark_and_no_two_groups_do() -> None:
    tickets = pack().data["tickets"]
    assert [ticket["number"] for ticket in tickets] == list(range(1, pack().data["sheet"]["tickets"]["rounds"] + 1))
    looks = [
        {(tickets[n - 1]["colour"], tickets[n - 1]["mark"]) for n in group}
        for group in pack().data["sheet"]["tickets"]["groups"]
    ]
    assert all(len(look) == 1 for look in looks)
    colours, marks = zip(*(look for group in looks for look in group), strict=True)
    assert len(set(colours)) == len(set(marks)) == 6


def test_each_lettered_crossing_of_a_board_is_asked_for_once() -> None:
    for name, board in BOARDS.items():
        asked = [
            letter for row in pack().data["personal_objectives"] if row["board"] == name for letter in row["letters"]
        ]
        assert sorted(asked) == sorted(crossing["letter"] for crossing in board["crossings"] if "letter" in crossing)


def test_all_cards_lie_on_two_sheets_of_paper_with_a_back_behind_each(folder: Path) -> None:
    fronts, backs = set(tints().values()) | {COLOURS["first"], COLOURS["water"]}, {COLOURS["later"], COLOURS["water"]}
    pages = read(printed("cards", folder))
    assert [len(grounds(page, fronts)) for page in pages[::2]] == [16, 12]
    assert [len(grounds(page, backs)) for page in pages[1::2]] == [4, 12]  # the tickets' backs are white at the edge


# ------------------------------------------------------------------ sizes


@pytest.mark.parametrize("component", CARDS)
def test_cards_measure_44_by_63_and_lie_behind_each_other(component: str, folder: Path) -> None:
    front, back = {
        "tickets": (set(tints().values()), set()),
        "common-objectives": ({COLOURS["first"]}, {COLOURS["later"]}),
        "personal-objectives": ({COLOURS["water"]}, {COLOURS["water"]}),
    }[component]
    pages = read(printed(component, folder))
    cards = grounds(pages[0], front)
    assert len(cards) == len(pack().items(component))
    for card in cards:
        assert (card.width, card.height) == pytest.approx((WIDTH, HEIGHT), abs=0.01)
    assert not back or len(list(backed(pages, front, back))) == len(cards)


def tints() -> dict[str, str]:
    """Return the ground of each ticket's colour, read off its face."""
    found = {}
    for ticket in pack().data["tickets"]:
        ground = re.search(
            r'<rect x="-3" y="-3" width="50" height="69" fill="(#\w{6})"', face_of("tickets", ticket["id"])
        )
        assert ground
        found[ticket["colour"]] = ground[1]
    assert len(set(found.values())) == 6
    return found


def face_of(component: str, item: str) -> str:
    return faces(component)[item].svg


# ------------------------------------------------------------------ what they say


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ticket_shows_its_number_and_the_boards_where_a_light_has_it(language: str, folder: Path) -> None:
    path = printed("tickets", folder, language)
    lines, found = list(said(path, 0)), []
    for card in grounds(read(path)[0], set(tints().values())):
        shown = on_card(card, lines)
        (number,) = {int(line) for line in shown if line.isdecimal()}
        assert shown.count(str(number)) == 2
        for board in BOARDS.values():
            assert (words(language).translate(board["title"]) in " ".join(shown)) == (number <= board["starts"])
        found.append(number)
    assert sorted(found) == [ticket["number"] for ticket in pack().data["tickets"]]


NAMES = {
    "old_ladies": "Old ladies",
    "students": "Students",
    "tourists": "Tourists",
    "businessmen": "Businessmen",
    "light": "Arches",
    "dark": "Sights",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_sides_of_a_common_objective_ask_the_same_for_their_own_points(language: str, folder: Path) -> None:
    path, points = printed("common-objectives", folder, language), pack().data["objectives"]["points"]
    rows = {words(language).translate(NAMES[row["counts"]]): row for row in pack().data["common_objectives"]}
    lines, lines_behind = list(said(path, 0)), list(said(path, 1))
    for card, behind in backed(read(path), {COLOURS["first"]}, {COLOURS["later"]}):
        shown, shown_behind = on_card(card, lines), on_card(behind, lines_behind)
        (name,) = rows.keys() & set(shown)
        need = str(rows.pop(name)["need"])
        assert {name, need, str(points["first"])} <= set(shown)
        assert {name, need, str(points["later"])} <= set(shown_behind)
        assert str(points["later"]) not in shown and str(points["first"]) not in shown_behind
    assert not rows


ICONS = {
    "old_ladies": "old_lady",
    "students": "student",
    "tourists": "tourist",
    "businessmen": "businessman",
    "light": "monument_light",
    "dark": "monument_dark",
}


def test_objectives_show_the_icon_of_what_they_count_and_as_many_ticks_as_they_need() -> None:
    for component in ("common-objectives", "common-objectives-later"):
        for row in pack().data["common_objectives"]:
            svg = face_of(component, row["id"])
            assert set(re.findall(r'href="#(\w+)-', svg)) == {ICONS[row["counts"]]}
            assert svg.count('width="5.4" height="5.4"') == row["need"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_personal_objective_names_its_board_its_letters_and_its_points(language: str, folder: Path) -> None:
    path = printed("personal-objectives", folder, language)
    worth = str(pack().data["objectives"]["personal"]["points"]["done"])
    lines, lines_behind = list(said(path, 0)), list(said(path, 1))
    found = []
    for card, behind in backed(read(path), {COLOURS["water"]}, {COLOURS["water"]}):
        shown = Counter(" ".join(on_card(card, lines)).split())
        (row,) = [row for row in pack().data["personal_objectives"] if looks(row, worth, language) == shown]
        assert words(language).translate(BOARDS[row["board"]]["title"]) in on_card(behind, lines_behind)
        found.append(row["id"])
    assert sorted(found) == sorted(row["id"] for row in pack().data["personal_objectives"])


def looks(row: dict[str, Any], worth: str, language: str) -> Counter[str]:
    """Return the words on the front of a personal objective: each letter stands on the map and below it."""
    title = words(language).translate(BOARDS[row["board"]]["title"])
    return Counter([*title.split(), worth, *row["letters"] * 2])


Road = tuple[float, float, float, float]


def drawn(svg: str) -> dict[str, list[Road]]:
    """Return the roads of a map by their colour: x and y of both ends in mm, rounded."""
    paths = re.findall(r'<path d="(M[^"]*)" fill="none" stroke="(#\w{6})"', svg)
    roads = {colour: re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", path) for path, colour in paths}
    return {
        colour: sorted(tuple(round(float(at), 2) for at in road) for road in found) for colour, found in roads.items()
    }  # type: ignore[misc]


class Grid(NamedTuple):
    """Where the crossings of a map lie: its first column and row, and the distance of two, in mm."""

    x: float
    y: float
    pitch: float

    def at(self, crossing: dict[str, Any]) -> tuple[float, float]:
        return self.x + self.pitch * (crossing["column"] - 1), self.y + self.pitch * (crossing["row"] - 1)


def grid(svg: str, board: dict[str, Any]) -> Grid:
    """Measure the grid of a map by the ends of its roads."""
    ends = [end for x1, y1, x2, y2 in drawn(svg)[COLOURS["paper"]] for end in ((x1, y1), (x2, y2))]
    left, top, bottom = min(x for x, _ in ends), min(y for _, y in ends), max(y for _, y in ends)
    return Grid(left, top, (bottom - top) / (board["grid"]["rows"] - 1))


@pytest.mark.parametrize("row", pack().data["personal_objectives"], ids=lambda row: str(row["id"]))
def test_the_map_shows_the_roads_of_the_board_and_each_letter_on_its_crossing(row: dict[str, Any]) -> None:
    svg, board = face_of("personal-objectives", row["id"]), BOARDS[row["board"]]
    measured = grid(svg, board)
    places = {crossing["id"]: measured.at(crossing) for crossing in board["crossings"]}
    for colour, roads in (("paper", board["roads"]), ("slate", board["dark"])):
        wanted = sorted((*places[one], *places[other]) for one, other in roads)
        found = drawn(svg).get(COLOURS[colour], [])
        assert len(found) == len(roads)
        for road, should in zip(found, wanted, strict=True):
            assert road == pytest.approx(should, abs=0.03)
    discs = sorted((float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="2" ', svg))
    lettered = sorted(places[c["id"]] for c in board["crossings"] if c.get("letter") in row["letters"])
    assert len(lettered) == 3
    for disc, place in zip(discs, lettered, strict=True):
        assert disc == pytest.approx(place, abs=0.03)


def test_a_map_lies_within_its_card() -> None:
    for row in pack().data["personal_objectives"]:
        svg = face_of("personal-objectives", row["id"])
        ends = [road for roads in drawn(svg).values() for road in roads]
        across = [x for x1, _, x2, _ in ends for x in (x1, x2)]
        down = [y for _, y1, _, y2 in ends for y in (y1, y2)]
        assert min(across) - 2.2 >= 3 and max(across) + 2.2 <= WIDTH - 3
        assert min(down) - 2.2 >= 7.5 and max(down) + 2.2 <= 50.8


# ------------------------------------------------------------------ words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_in_the_language(language: str, folder: Path) -> None:
    """What a person reads on the cards is the catalogue's."""
    for component in CARDS:
        text = text_of(printed(component, folder, language))
        assert words(language).translate(pack().file.components[component].title) in " ".join(text.split())


# ------------------------------------------------------------------ pieces


def test_each_player_has_as_many_markers_as_the_data_says_and_one_token(folder: Path) -> None:
    """Every set is a block of markers whose cut lines lie a marker apart, beside a round token."""
    sheets = pack().data["punch_sheets"]
    assert [(row["player"], row["set"]) for row in sheets if "player" in row] == [
        (player["id"], name) for player in pack().data["players"] for name in pack().data["pieces"]["sets"]
    ]
    assert [row for row in sheets if "player" not in row] == [{"id": "inspector", "piece": "inspector"}]
    for row in sheets[:-1]:
        pieces = pack().data["pieces"]["sets"][row["set"]]
        (cuts,) = re.findall(
            r'<path d="([^"]*)" fill="none" stroke="#1B2530" stroke-width="0.09"', face_of("pieces", row["id"])
        )
        across = [float(x) for x in re.findall(r"M([\d.]+) [\d.]+v", cuts)]
        down = [float(y) for y in re.findall(r"M[\d.]+ ([\d.]+)h", cuts)]
        assert [b - a for a, b in pairwise(across)] == pytest.approx(
            [pieces["marker"][0]] * (len(across) - 1), abs=0.01
        )
        assert [b - a for a, b in pairwise(down)] == pytest.approx([pieces["marker"][1]] * (len(down) - 1), abs=0.01)
        assert (len(across) - 1) * (len(down) - 1) == pack().data["boards"]["markers"] == 32
        assert f'r="{pieces["token"] / 2:g}" fill="none"' in face_of("pieces", row["id"])
    with pikepdf.open(printed("pieces", folder)) as document:
        assert len(document.pages) == 1


def test_players_are_told_apart_by_their_patterns() -> None:
    players = pack().data["players"]
    assert len(players) == pack().file.players.most
    patterns = [
        re.findall(
            r'<path d="([^"]*)" fill="none" stroke="#\w{6}" stroke-width="[\d.]+" stroke-linecap',
            face_of("pieces", player["id"]),
        )[0]
        for player in players
    ]
    assert len(set(patterns)) == len(players)


def test_three_markers_lie_side_by_side_on_a_road() -> None:
    width = pack().data["pieces"]["sets"]["large"]["marker"][1]
    assert 3 * width <= 13


@pytest.mark.parametrize("language", LANGUAGES)
def test_pieces_are_named_in_the_language(language: str, folder: Path) -> None:
    text = " ".join(text_of(printed("pieces", folder, language)).split())
    for player in pack().data["players"]:
        assert text.count(words(language).translate(player["name"])) == 2


# ------------------------------------------------------------------ sheets


def test_the_two_sides_of_a_sheet_carry_two_types_and_every_type_stands_on_two_sheets(folder: Path) -> None:
    pairs = [(row["id"], row["shows"]) for row in pack().data["sheet_backs"]]
    assert all(front != back for front, back in pairs)
    assert [front for front, _ in pairs] == [sheet["id"] for sheet in pack().data["sheets"]]
    assert Counter(back for _, back in pairs) == Counter(front for front, _ in pairs)
    types = {sheet["id"]: str(sheet["type"]) for sheet in pack().data["sheets"]}
    path = printed("player-sheet", folder)
    for number, (front, back) in enumerate(pairs):
        leaf, half = divmod(number, 2)
        for page, shown in ((2 * leaf, front), (2 * leaf + 1, back)):
            badges = [
                word.text for word in said(path, page) if word.x > 190 and 148.5 * half < word.y < 148.5 * half + 20
            ]
            assert badges == [types[shown]]


def test_a_back_is_the_sheet_of_its_type() -> None:
    foot = re.compile(r"p\. \d of 5")
    for row in pack().data["sheet_backs"]:
        back, front = faces("player-sheet-backs")[row["id"]], faces("player-sheet")[row["shows"]]
        assert foot.sub("", back.svg) == foot.sub("", front.svg)
        assert back.fields == front.fields


# ------------------------------------------------------------------ quick rules


def told(language: str, component: str) -> str:
    """Return what a side of the quick rules says, as one line."""
    (face,) = faces(component, language).values()
    return " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", face.svg))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_quick_rules_hold_the_numbers_of_the_data(language: str) -> None:
    data = pack().data
    front, back = told(language, "quick-rules"), told(language, "quick-scoring")
    goals, setup = data["objectives"], data["setup"]
    starts = [board["starts"] for board in BOARDS.values()]
    numbers = [*goals["points"].values(), *starts, *setup_numbers(setup), data["boards"]["markers"], goals["in_play"]]
    assert set(map(str, [*numbers, data["sheet"]["tickets"]["rounds"]])) <= set(re.findall(r"\d+", front))
    for board in BOARDS.values():
        assert "–".join(map(str, board["players"])) in front
    bonuses = [str(bonus["value"]) for bonus in data["sheet"]["businessmen"]["bonuses"]]
    done = [str(value) for value in goals["personal"]["points"].values()]
    assert set(bonuses + done) <= set(re.findall(r"\d+", back))


def setup_numbers(setup: dict[str, Any]) -> list[int]:
    return [setup["tickets_dealt"], setup["personal_dealt"]]


def test_the_quick_rules_show_what_stands_on_crossings_and_in_the_sum() -> None:
    svg = face_of("quick-scoring", "quick-scoring")
    drawn_icons = set(re.findall(r'<symbol id="(\w+)-', svg))
    symbols = {symbol["id"] for symbol in pack().data["symbols"]["items"] if symbol["kind"] != "light"}
    assert drawn_icons == symbols | {bonus["gives"] for bonus in pack().data["sheet"]["businessmen"]["bonuses"]}
    assert set(re.findall(r'<symbol id="(\w+)-', face_of("quick-rules", "quick-rules"))) == {
        *("route_marker", "ticket", "inspector", "turn", "traffic_jam", "traffic_light")
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_quick_rules_are_legible(language: str) -> None:
    for component in ("quick-rules", "quick-scoring"):
        (face,) = faces(component, language).values()
        sizes = {float(size) / MM_PER_POINT for size in re.findall(r'font-size="([\d.]+)"', face.svg)}
        assert min(sizes) >= 7.49
        running = re.findall(r'font-family="Fira Sans" font-size="([\d.]+)"', face.svg)
        assert min(float(size) / MM_PER_POINT for size in running) >= 8.49


def test_quick_rules_and_sheets_are_equally_large() -> None:
    made = pack().file.components
    assert made["quick-rules"].size == made["quick-scoring"].size == made["player-sheet"].size
