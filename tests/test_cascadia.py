"""Cascadia: the tiles are those of the box, the pages measure right, and filled pads score as the rules say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from math import cos, hypot, radians, sin, sqrt
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from conftest import PrintPack
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from generator.face.face import Face
from generator.face.renderer import TemplateRenderer
from generator.pack.load import load
from generator.pack.model import Pack
from generator.pack.scoremodel import ScoreFile
from generator.pack.source.read import read
from generator.pack.validation import validated
from generator.pack.words import localise
from generator.problems import Location, Problems
from generator.score.report import Report, Status
from generator.score.scoring import Scorer, compile_score
from generator.stories import build, stages
from generator.stories.options import BuildOptions

LANGUAGES = ["en", "pl"]
HABITATS = ["mountain", "forest", "prairie", "wetland", "river"]
ANIMALS = ["bear", "elk", "salmon", "hawk", "fox"]
CODES = dict(zip("MFPWR", HABITATS, strict=True))
FLAT = 41.6
RADIUS = FLAT / sqrt(3)
FIRST = (32.2, 33.02)
"""Centre of the first hex on A4 in mm."""

Hex = dict[str, Any]


@cache
def pack() -> Pack:
    problems = Problems()
    loaded = load("cascadia", problems)
    assert not list(problems)
    return loaded


@cache
def faces(component: str, language: str = "en") -> tuple[Face, ...]:
    problems = Problems()
    words = localise.words(pack(), language, problems)
    renderer = TemplateRenderer(pack(), words, stages.fonts(pack()), problems)
    items = pack().items(component)
    made = [renderer.face(component, item, n, len(items)) for n, item in enumerate(items, 1)]
    stages.note_missing(pack(), words, problems)
    assert not list(problems), [str(problem) for problem in problems]
    return tuple(face for face in made if face is not None)


@cache
def tiles() -> list[Hex]:
    return pack().items("tiles")


@cache
def starters() -> list[dict[str, Any]]:
    return pack().items("starters")


def every_hex() -> Iterator[Hex]:
    yield from tiles()
    for starter in starters():
        yield from starter["hexes"]


# ------------------------------------------------------------------ data


def test_there_are_85_tiles_of_which_25_are_keystones() -> None:
    assert len(tiles()) == 85
    assert Counter(tile["keystone"] for tile in tiles()) == {True: 25, False: 60}


def test_each_habitat_is_on_29_tiles_and_alone_on_5_keystones() -> None:
    assert Counter(habitat for tile in tiles() for habitat in tile["habitats"]) == dict.fromkeys(HABITATS, 29)
    alone = Counter(tile["habitats"][0] for tile in tiles() if len(tile["habitats"]) == 1)
    assert alone == dict.fromkeys(HABITATS, 5)
    assert all((len(tile["habitats"]) == 1) == tile["keystone"] for tile in tiles())


def test_each_pair_of_habitats_is_on_6_tiles() -> None:
    pairs = Counter(frozenset(tile["habitats"]) for tile in tiles() if not tile["keystone"])
    assert pairs == {frozenset(pair): 6 for pair in combinations(HABITATS, 2)}


def test_each_animal_is_on_32_tiles_and_15_tiles_show_three() -> None:
    assert Counter(animal for tile in tiles() for animal in tile["wildlife"]) == dict.fromkeys(ANIMALS, 32)
    shown = Counter(len(tile["wildlife"]) for tile in tiles())
    assert shown == {1: 25, 2: 45, 3: 15}
    assert all((len(tile["wildlife"]) == 1) == tile["keystone"] for tile in tiles())


def test_edges_show_the_habitats_of_the_tile_half_and_half() -> None:
    for hex_ in every_hex():
        edges = hex_["edges"]
        assert {CODES[edge] for edge in edges} == set(hex_["habitats"])
        runs = sum(edges[k] != edges[k - 1] for k in range(6))
        assert runs == (0 if len(hex_["habitats"]) == 1 else 2)
        assert len(set(Counter(edges).values())) == 1


def test_each_starter_shows_every_habitat_and_every_animal_once() -> None:
    assert len(starters()) == 5
    for starter in starters():
        parts = starter["hexes"]
        assert [tuple(part["cell"]) for part in parts] == list(pack().file.components["starters"].cells)
        assert sorted(habitat for part in parts for habitat in part["habitats"]) == sorted(HABITATS)
        assert {animal for part in parts for animal in part["wildlife"]} == set(ANIMALS)
        assert [part["keystone"] for part in parts] == [True, False, False]
    assert {starter["hexes"][0]["habitats"][0] for starter in starters()} == set(HABITATS)


GROUPS = {
    "bear-B": [(3, 10)],
    "bear-D": [(2, 5), (3, 8), (4, 13)],
    "elk-A": [(1, 2), (2, 5), (3, 9), (4, 13)],
    "elk-B": [(1, 2), (2, 5), (3, 9), (4, 13)],
    "elk-C": [(1, 2), (2, 4), (3, 7), (4, 10), (5, 14), (6, 18), (7, 23), (8, 28)],
    "elk-D": [(1, 2), (2, 5), (3, 8), (4, 12), (5, 16), (6, 21)],
    "salmon-A": [(1, 2), (2, 5), (3, 8), (4, 12), (5, 16), (6, 20), (7, 25)],
    "salmon-B": [(1, 2), (2, 4), (3, 9), (4, 11), (5, 17)],
    "salmon-C": [(3, 10), (4, 12), (5, 15)],
    "hawk-D": [(2, 4), (2, 7), (2, 9)],
    "hawk-E": [(2, 7)],
    **{f"{animal}-family": [(1, 2), (2, 5), (3, 9)] for animal in ANIMALS},
    **{f"{animal}-intermediate": [(2, 5), (3, 8), (4, 12)] for animal in ANIMALS},
}
"""What a group of so many animals scores on a card, for the cards that score group by group."""


def fewest(groups: list[tuple[int, int]]) -> dict[int, int]:
    """Return the fewest animals for each of the points that groups give, twenty animals at most."""
    reached = {0: {0}}
    for used in range(1, 21):
        reached[used] = {
            points + value for size, value in groups if size <= used for points in reached[used - size]
        } | reached[used - 1]
    return {points: min(used for used in reached if points in reached[used]) for points in reached[20]}


def card_of(name: str) -> dict[str, Any]:
    return next(row for row in pack().data["cards"] if row["id"] == name)


@pytest.mark.parametrize("card", GROUPS)
def test_a_cards_points_are_all_that_twenty_animals_in_groups_can_give(card: str) -> None:
    row, needed = card_of(card), fewest(GROUPS[card])
    assert row["points"] == sorted(needed)
    assert row["animals"] == [needed[points] for points in row["points"]]
    assert row["id"] == f"{row['animal']}-{row['card']}"


ONE_BY_ONE = {
    "bear-E": [(1, 3)],
    "bear-F": [(3, 12)],
    "fox-A": [(1, points) for points in range(1, 6)],
    "fox-B": [(1, 3), (1, 5), (1, 7)],
    "fox-C": [(1, points) for points in range(1, 7)],
    "fox-D": [(2, 5), (2, 7), (2, 9), (2, 11)],
    "fox-E": [(1, 2), (1, 4)],
    "fox-F": [(1, 3)],
}
"""What an animal or a group gives, on cards for which other animals must lie beside it."""


@pytest.mark.parametrize("card", ONE_BY_ONE)
def test_points_that_others_must_help_with_take_these_animals(card: str) -> None:
    row, needed = card_of(card), fewest(ONE_BY_ONE[card])
    assert set(row["points"]) <= needed.keys()
    assert row["animals"] == [needed[points] for points in row["points"]]


def bears_c() -> dict[int, int]:
    needed: dict[int, int] = {}
    for ones in range(21):
        for twos in range((20 - ones) // 2 + 1):
            for threes in range((20 - ones - 2 * twos) // 3 + 1):
                points = 2 * ones + 5 * twos + 8 * threes + (3 if ones and twos and threes else 0)
                animals = ones + 2 * twos + 3 * threes
                needed[points] = min(needed.get(points, animals), animals)
    return needed


def salmon_d() -> dict[int, int]:
    """Runs of three and more: their salmon, and the others beside them; 2n + 4 lie round a straight run of n."""
    needed = {0: 0}
    for animals in range(3, 21):
        for runs in range(1, animals // 3 + 1):
            beside = min(runs * (20 - animals), 2 * animals + 4 * runs)
            for points in range(animals, animals + beside + 1):
                needed.setdefault(points, animals)
    return needed


def sights(hawks: int) -> int:
    """Return the most pairs of hawks in sight of each other: on each axis those next to each other on one line.

    So many hawks lie where so many lines of two directions cross, on as few lines of the third as can be.
    """
    most = 0
    for one in range(1, hawks + 1):
        for other in range(one, hawks + 1):
            across = sorted((min(k + 1, one, other, one + other - 1 - k) for k in range(one + other - 1)), reverse=True)
            third = next((n for n in range(1, len(across) + 1) if sum(across[:n]) >= hawks), None)
            if third is not None:
                most = max(most, 3 * hawks - one - other - third)
    return most


def test_the_other_cards_take_these_animals() -> None:
    known = {
        "bear-A": {0: 0, 4: 2, 11: 4, 19: 6, 27: 8},
        "bear-C": bears_c(),
        "salmon-D": salmon_d(),
        "hawk-A": dict(zip([0, 2, 5, 8, 11, 14, 18, 22, 26], range(9), strict=True)),
        "hawk-B": {0: 0} | dict(zip([5, 9, 12, 16, 20, 24, 28], range(2, 9), strict=True)),
        "hawk-C": {0: 0} | {3 * k: next(n for n in range(2, 21) if sights(n) >= k) for k in range(1, 34)},
    }
    assert [sights(hawks) for hawks in range(1, 8)] == [0, 1, 3, 5, 7, 9, 12]  # a triangle, a rhombus, a hexagon
    for name, needed in known.items():
        row = card_of(name)
        assert dict(zip(row["points"], row["animals"], strict=True)) == needed
    assert {row["id"] for row in pack().data["cards"]} == {*known, *GROUPS, *ONE_BY_ONE}


def test_the_fewest_animals_on_any_known_card_are_those_of_the_cards() -> None:
    limits = pack().data["limits"]
    for animal, listed in zip(ANIMALS, limits["fewest"], strict=True):
        rows = [row for row in pack().data["cards"] if row["animal"] == animal]
        pairs = [pair for row in rows for pair in zip(row["points"], row["animals"], strict=True)]
        for points, animals in enumerate(listed):
            assert animals == min((some for most, some in pairs if most >= points), default=limits["animals"])
        assert len(listed) == 101
        assert all(points <= limits["most_each"] * animals for points, animals in pairs)


def test_the_longest_corridors_are_what_the_tiles_of_the_base_game_allow() -> None:
    """By habitats chosen: the starter's hexes and the twenty tiles that show most of them."""
    most = []
    for amount in range(1, 6):
        sums = []
        for chosen in combinations(HABITATS, amount):
            shown = sorted((len({*tile["habitats"]} & {*chosen}) for tile in tiles()), reverse=True)
            hexes = max(sum(len({*h["habitats"]} & {*chosen}) for h in starter["hexes"]) for starter in starters())
            sums.append(sum(shown[:20]) + hexes)
        most.append(max(sums))
    assert pack().data["limits"]["corridors"] == most


# ------------------------------------------------------------------ faces


def test_a_tile_face_is_a_hex_of_41_6_mm() -> None:
    width, height = pack().file.components["tiles"].size
    assert width == FLAT
    assert height == pytest.approx(2 * RADIUS, abs=1e-4)
    width, height = pack().file.components["starters"].size
    assert width == 2 * FLAT
    assert height == pytest.approx(3.5 * RADIUS, abs=1e-4)


def _circles(svg: str) -> list[tuple[float, float, float]]:
    found = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', re.sub(r"<symbol.*?</symbol>", "", svg))
    return [(float(x), float(y), float(r)) for x, y, r in found]


def _motifs(svg: str) -> list[tuple[str, float, float]]:
    found = re.findall(r'<use href="#motif-([a-z]+)-\w+" x="([\d.-]+)" y="([\d.-]+)" width="7.2"', svg)
    return [(name, float(x) + 3.6, float(y) + 3.6) for name, x, y in found]


def _edge(dx: float, dy: float) -> int:
    """The edge (0 = NE, clockwise) that a point off a hex's centre belongs to."""
    normals = [radians(60 * k - 60) for k in range(6)]
    return max(range(6), key=lambda k: dx * cos(normals[k]) + dy * sin(normals[k]))


Corners = list[tuple[float, float]]


def _areas(svg: str) -> list[tuple[Corners, str]]:
    """The filled polygons of a face, in the order they are drawn."""
    found = re.findall(r'<polygon points="([^"]+)" fill="(#\w+)"', re.sub(r"<symbol.*?</symbol>", "", svg))
    return [([(float(x), float(y)) for x, y in re.findall(r"([\d.-]+),([\d.-]+)", p)], fill) for p, fill in found]


def _inside(x: float, y: float, corners: Corners) -> bool:
    """Whether a point lies in a convex polygon given clockwise on the page."""
    around = zip(corners, [*corners[1:], corners[0]], strict=True)
    return all((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0 for (ax, ay), (bx, by) in around)


@pytest.mark.parametrize("component", ["tiles", "starters"])
def test_each_edge_shows_its_habitat_along_its_whole_length(component: str) -> None:
    palette = pack().file.palette
    for face, item in zip(faces(component), pack().items(component), strict=True):
        areas, hexes = _areas(face.svg), item.get("hexes", [item])
        for (cx, cy), hex_ in zip(_centres(len(hexes)), hexes, strict=True):
            for k, along in ((k, along) for k in range(6) for along in (-10, 0, 10)):
                turn = radians(60 * k - 60)
                for depth, part in ((0.6, "edge"), (2.5, "field")):
                    out = FLAT / 2 - depth
                    x, y = cx + out * cos(turn) - along * sin(turn), cy + out * sin(turn) + along * cos(turn)
                    shown = [fill for corners, fill in areas if fill != palette["paper"] and _inside(x, y, corners)]
                    assert shown[-1] == palette[f"{CODES[hex_['edges'][k]]}_{part}"]


def _centres(hexes: int) -> list[tuple[float, float]]:
    if hexes == 1:
        return [(FLAT / 2, RADIUS)]
    return [(FLAT, RADIUS), (FLAT / 2, 2.5 * RADIUS), (1.5 * FLAT, 2.5 * RADIUS)]


@pytest.mark.parametrize("component", ["tiles", "starters"])
def test_motifs_stand_in_their_own_habitat_clear_of_animals_and_keystone(component: str) -> None:
    for face, item in zip(faces(component), pack().items(component), strict=True):
        hexes = item.get("hexes", [item])
        centres = _centres(len(hexes))
        assert len(_circles(face.svg)) == sum(len(h["wildlife"]) + h["keystone"] for h in hexes)
        for habitat, x, y in _motifs(face.svg):
            k = min(range(len(centres)), key=lambda k: hypot(x - centres[k][0], y - centres[k][1]))
            dx, dy = x - centres[k][0], y - centres[k][1]
            assert CODES[hexes[k]["edges"][_edge(dx, dy)]] == habitat
            assert all(hypot(x - cx, y - cy) > min(r + 3, 8.9) for cx, cy, r in _circles(face.svg))


@pytest.mark.parametrize("component", ["tiles", "starters"])
def test_motifs_keep_clear_of_each_other(component: str) -> None:
    for face in faces(component):
        places = [(x, y) for _, x, y in _motifs(face.svg)]
        assert all(hypot(x - a, y - b) > 6 for (x, y), (a, b) in combinations(places, 2))


def test_no_place_for_a_motif_is_left_empty() -> None:
    for face, tile in zip(faces("tiles"), tiles(), strict=True):
        assert len(_motifs(face.svg)) == [12, 18, 12][len(tile["wildlife"]) - 1]
    assert {len(_motifs(face.svg)) for face in faces("starters")} == {12 + 12 + 16}


def test_equal_parts_of_tiles_are_one_shape() -> None:
    symbols = {symbol for face in faces("tiles") for symbol in re.findall(r'<symbol id="([^"]+)"', face.svg)}
    assert len(symbols) == len(HABITATS) + len(ANIMALS) + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pad_prints_each_box_and_line_for_six_players(language: str) -> None:
    (face,) = faces("score-pad", language)
    score = pack().score
    assert score is not None
    known = {*score.data["boxes"], *score.data["lines"], "player"}
    assert Counter(field.name for field in face.fields) == dict.fromkeys(known, 6)
    assert {(field.name, field.player) for field in face.fields} == {(n, p) for n in known for p in range(1, 7)}


def test_places_to_write_do_not_overlap() -> None:
    (face,) = faces("score-pad")
    for a, b in combinations([field.rect for field in face.fields], 2):
        assert a.right <= b.x or b.right <= a.x or a.bottom <= b.y or b.bottom <= a.y


# ------------------------------------------------------------------ pages


@pytest.fixture
def printed(print_pack: PrintPack) -> Path:
    """The folder of every document of the pack in both languages on A4."""
    return print_pack("cascadia")[0].path.parents[1]


class Raster:
    """A page as pixels, asked in millimetres."""

    def __init__(self, path: Path, page: int = 0, dpi: int = 600) -> None:
        with pypdfium2.PdfDocument(path) as document:
            self.count = len(document)
            self.size = tuple(side * 25.4 / 72 for side in document[page].get_size())
            self.image: Image.Image = document[page].render(scale=dpi / 72).to_pil().convert("RGB")
        self.scale = dpi / 25.4

    def at(self, x: float, y: float) -> tuple[int, int, int]:
        pixel = self.image.getpixel((int(x * self.scale), int(y * self.scale)))
        assert isinstance(pixel, tuple)
        return pixel[0], pixel[1], pixel[2]

    def row(self, y: float, start: float, end: float) -> list[tuple[float, tuple[int, int, int]]]:
        columns = range(int(start * self.scale), int(end * self.scale))
        return [((k + 0.5) / self.scale, self.at((k + 0.5) / self.scale, y)) for k in columns]

    def column(self, x: float, start: float, end: float) -> list[tuple[float, tuple[int, int, int]]]:
        rows = range(int(start * self.scale), int(end * self.scale))
        return [((k + 0.5) / self.scale, self.at(x, (k + 0.5) / self.scale)) for k in rows]


def _coloured(pixel: tuple[int, int, int]) -> bool:
    """Whether a pixel shows a habitat's colour, and not the white line or the hairline in it."""
    return min(pixel) < 165 and max(pixel) - min(pixel) > 20


def _gap(line: list[tuple[float, tuple[int, int, int]]]) -> float:
    """The middle of the white line that two neighbouring hexes leave."""
    coloured = [place for place, pixel in line if _coloured(pixel)]
    jumps = [(b - a, (a + b) / 2) for a, b in pairwise(coloured)]
    width, middle = max(jumps)
    assert width == pytest.approx(0.5, abs=0.1)
    return middle


def test_hexes_measure_41_6_mm_on_the_page(printed: Path) -> None:
    page = Raster(printed / "en" / "tiles.pdf")
    gaps = [_gap(page.row(FIRST[1], 53 + FLAT * k - 1, 53 + FLAT * k + 1)) for k in range(3)]
    assert gaps[0] == pytest.approx(FIRST[0] + FLAT / 2, abs=0.05)
    assert gaps[1] - gaps[0] == pytest.approx(FLAT, abs=0.05)
    assert gaps[2] - gaps[1] == pytest.approx(FLAT, abs=0.05)
    outline = next(place for place, pixel in page.row(FIRST[1], 9, 14) if min(pixel) < 250)
    assert gaps[0] - outline == pytest.approx(FLAT, abs=0.1)


def test_rows_of_hexes_lie_one_and_a_half_radii_apart(printed: Path) -> None:
    page = Raster(printed / "en" / "tiles.pdf")
    tops = [
        next(place for place, pixel in page.column(FIRST[0] + FLAT * 3, FIRST[1] - RADIUS - 2, 40) if min(pixel) < 250),
        next(place for place, pixel in reversed(page.column(FIRST[0], 240, 280)) if min(pixel) < 250),
    ]
    assert tops[1] - tops[0] == pytest.approx(1.5 * RADIUS * 6 + 2 * RADIUS, abs=0.2)
    assert tops[0] == pytest.approx(FIRST[1] - RADIUS, abs=0.1)


def test_an_a4_page_holds_28_hexes(printed: Path) -> None:
    page = Raster(printed / "pl" / "tiles.pdf", dpi=150)
    assert page.size == pytest.approx((210, 297), abs=0.01)
    assert page.count == 4
    palette = pack().file.palette
    bands = {palette[f"{habitat}_edge"] for habitat in HABITATS}
    for row in range(7):
        for column in range(4):
            x = FIRST[0] + FLAT * (column + row % 2 / 2)
            band = page.at(x + FLAT / 2 - 1, FIRST[1] + 1.5 * RADIUS * row)
            assert "#{:02X}{:02X}{:02X}".format(*band) in bands


def test_letter_holds_28_hexes_too(tmp_path: Path) -> None:
    problems = Problems()
    order = BuildOptions("cascadia", language="en", paper="Letter", components=("tiles",), out=tmp_path)
    (made,) = build.build(order, problems, lambda _: None)
    assert made.pages == 4
    assert sorted(Raster(made.path, dpi=40).size) == pytest.approx([215.9, 279.4], abs=0.01)


def _words(language: str, page: int, pages: int) -> list[str]:
    """What the pad says, word by word, from the catalogue."""
    say = localise.words(pack(), language, Problems()).translate
    animals = [row["name"] for row in pack().data["wildlife"]]
    habitats = [row["name"] for row in pack().data["habitats"]]
    texts = ["Cascadia", "Landmarks", "Score pad", "Player", *animals, "Wildlife", *habitats, "Habitats"]
    texts += ["Nature tokens", "Landmarks", "Total", "largest corridor", "bonus", "print at 100 %", "50 mm"]
    version = say("version {version}").replace("{version}", "0.1")
    return " ".join([*map(say, texts), "·", language, "·", version]).split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pads_text_is_the_catalogues(printed: Path, language: str) -> None:
    with pypdfium2.PdfDocument(printed / language / "score-pad.pdf") as document:
        assert len(document) == 1
        text = document[0].get_textpage().get_text_bounded()
    assert Counter(text.split()) == {word: 3 * n for word, n in Counter(_words(language, 1, 1)).items()}


def test_the_catalogue_has_the_rule_texts_words_and_every_label_and_message() -> None:
    problems = Problems()
    words = localise.words(pack(), "pl", problems)
    assert (words.translate("Hawk"), words.translate("Wetlands")) == ("Myszołów", "Moczary")
    file = score_file()
    for part in (file.settings, file.boxes, file.lines):
        for entry in part.values():
            words.translate(entry.label)
    for line in file.lines.values():
        words.translate(line.why or "")
    for rule in (*file.rules, *file.table.rules):
        words.translate(rule.says)
    assert not words.missing
    assert not list(problems)


# ------------------------------------------------------------------ scores

EXAMPLES = Path(__file__).parent.parent / "data" / "cascadia" / "example"
EXPECTED = read(EXAMPLES / "expect.yaml", "expect.yaml").data


@cache
def score_file() -> ScoreFile:
    source = pack().score
    assert source is not None
    file = validated(ScoreFile, source, Problems())
    assert file is not None
    return file


@cache
def scorer() -> Scorer:
    source, problems = pack().score, Problems()
    assert source is not None
    made = compile_score("cascadia", score_file(), source.place, pack().data, problems)
    assert made is not None, [str(problem) for problem in problems]
    return made


@dataclass(frozen=True)
class Sheet:
    """A filled sheet that no file holds."""

    data: Any

    def place(self, path: tuple[str | int, ...] = ()) -> Location:
        return Location("/".join(map(str, path)))


def scored(data: Any) -> Report:
    return scorer().score(scorer().read(Sheet(data)))


def of_file(name: str) -> Report:
    return scorer().score(scorer().read(read(EXAMPLES / name, name)))


def lines(report: Report, player: int = 0) -> dict[str, Any]:
    return {line.name: line.right for line in report.players[player].lines}


def test_every_example_is_expected() -> None:
    files = sorted(path.name for path in EXAMPLES.glob("*.yaml") if path.name != "expect.yaml")
    assert files == sorted(row["file"] for row in EXPECTED)


@pytest.mark.parametrize("row", EXPECTED, ids=[row["file"] for row in EXPECTED])
def test_example(row: dict[str, Any]) -> None:
    report = of_file(row["file"])
    assert not report.problems
    remarks = [b.id for b in (*report.broken, *(b for p in report.players for b in p.broken)) if b.level == "warning"]
    assert sorted(set(report.codes) - set(remarks)) == sorted(row["codes"])
    assert sorted(remarks) == sorted(row["remarks"])
    if "totals" in row:
        assert [player.total for player in report.players] == row["totals"]
    assert report.holds == (not row["codes"] and None not in row.get("totals", []))


def test_the_official_pad_comes_out_line_by_line() -> None:
    report = of_file("boxes-only.yaml")
    found = {name: [lines(report, k)[name] for k in range(3)] for name in lines(report)}
    assert found == {
        "wildlife": [59, 67, 55],
        "mountain_bonus": [2, 0, 2],
        "forest_bonus": [1, 1, 1],
        "prairie_bonus": [1, 0, 3],
        "wetland_bonus": [3, 1, 0],
        "river_bonus": [0, 2, 2],
        "habitats": [37, 30, 39],
        "total": [98, 97, 95],
    }
    assert report.winners == (1,)


def test_equal_totals_go_to_the_player_with_more_nature_tokens() -> None:
    assert of_file("tie.yaml").winners == (2,)
    data = dict(read(EXAMPLES / "tie.yaml", "tie.yaml").data)
    first, second = (dict(player) for player in data["players"])
    first |= {"nature": 2, "fox": first["fox"] + 1, "wildlife": first["wildlife"] + 1, "total": 98}
    second |= {"nature": 2, "fox": second["fox"] + 3, "wildlife": second["wildlife"] + 3, "total": 98}
    assert scored(data | {"players": [first, second]}).winners == (1, 2)


A_CARDS = {f"{animal}_card": "A" for animal in ANIMALS}


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_wildlife_that_twenty_animals_give_is_never_refused(data: Any) -> None:
    """Animals are dealt out to cards, and each scores by its card's table."""
    sheet, left = {"game": "cascadia", **dict.fromkeys(HABITATS, 3)}, 20
    for animal in data.draw(st.permutations(ANIMALS)):
        row = data.draw(st.sampled_from([row for row in pack().data["cards"] if row["animal"] == animal]))
        reach = [(points, some) for points, some in zip(row["points"], row["animals"], strict=True) if some <= left]
        points, some = data.draw(st.sampled_from(reach))
        left -= some
        sheet[animal] = points
        if data.draw(st.booleans()):
            sheet[f"{animal}_card"] = row["card"]
    report = scored(sheet)
    assert not report.codes and "W6" not in report.remarks


@pytest.mark.parametrize(
    ("points", "cards", "code", "remark"),
    [
        ([61, 60, 60, 60, 60], {}, True, False),
        ([61, 60, 60, 60, 60], A_CARDS, True, False),  # no A card gives 60
        ([27, 26, 25, 11, 11], A_CARDS, True, False),  # 8 + 8 + 7 + 4 + 3 animals
        ([19, 7, 20, 8, 13], A_CARDS, False, True),  # 21, as printed in the rulebook
        ([19, 9, 20, 8, 10], A_CARDS, False, False),  # 6 + 3 + 6 + 3 + 2
        ([27, 28, 25, 10, 0], {}, False, True),
        ([27, 21, 20, 10, 0], {}, False, True),
        ([27, 21, 20, 10, 0], {"bear_card": "G"}, False, False),  # what card G gives isn't known
    ],
)
def test_wildlife_takes_animals(points: list[int], cards: dict[str, str], code: bool, remark: bool) -> None:
    sheet = {"game": "cascadia", **dict.fromkeys(HABITATS, 3), **cards, **dict(zip(ANIMALS, points, strict=True))}
    report = scored(sheet)
    assert not report.problems
    assert ("W6" in report.codes, "W6" in report.remarks) == (code, remark)


def test_a_pad_that_is_being_filled_in_is_counted_as_far_as_it_goes() -> None:
    report = scored({"game": "cascadia", **A_CARDS, "bear": 27, "elk": 26, "salmon": 25})
    assert report.codes == ("W6",)
    assert not {rule.id for rule in report.players[0].unchecked} & {"W6"}


@pytest.mark.parametrize(
    ("sizes", "remark"),
    [([21, 7, 2, 2, 2], False), ([22, 2, 2, 2, 2], True), ([15, 13, 5, 5, 5], False), ([15, 14, 5, 5, 5], True),
     ([14, 14, 13, 2, 2], False), ([14, 14, 14, 1, 1], True), ([9, 9, 9, 9, 9], False), ([10, 9, 9, 9, 9], True)],
)  # fmt: skip
def test_the_longest_corridors_of_the_base_game(sizes: list[int], remark: bool) -> None:
    sheet = {"game": "cascadia", **dict.fromkeys(ANIMALS, 5), **dict(zip(HABITATS, sizes, strict=True))}
    assert ("H2" in scored(sheet).remarks) == remark
    assert "H2" not in scored({**sheet, "landmarks": 0}).remarks


@pytest.mark.parametrize(("size", "points", "holds"), [(4, 1, False), (4, 0, True), (5, 1, True), (4, None, True)])
def test_a_landmark_takes_a_corridor_of_five(size: int, points: int | None, holds: bool) -> None:
    sheet = {**BOXES, **dict.fromkeys(HABITATS, 3), "river": size, "landmarks": points}
    assert scored({"game": "cascadia", **sheet}).codes == (() if holds else ("H5",))


def majority(sizes: list[int], mine: int) -> int:
    """The bonus by the rulebook's words, for corridors of one habitat."""
    if len(sizes) == 1:
        return 2 if mine >= 7 else 0
    largest = [size for size in sizes if size == max(sizes)]
    if len(sizes) == 2:
        return 0 if mine < max(sizes) else 2 if len(largest) == 1 else 1
    if mine == max(sizes):
        return {1: 3, 2: 2}.get(len(largest), 1)
    if len(largest) > 1:
        return 0
    others = [size for size in sizes if size < max(sizes)]
    return 1 if mine == max(others) and others.count(mine) == 1 else 0


BOXES = {**dict.fromkeys(ANIMALS, 5), "nature": 1, "landmarks": 0}


COLUMN = st.lists(st.integers(1, 9), min_size=5, max_size=5)


@settings(deadline=None, max_examples=300)
@given(st.lists(COLUMN, min_size=1, max_size=6))
def test_bonuses_are_the_rulebooks(corridors: list[list[int]]) -> None:
    players = [BOXES | dict(zip(HABITATS, sizes, strict=True)) for sizes in corridors]
    report = scored({"game": "cascadia", "players": players})
    for k, sizes in enumerate(corridors):
        wanted = [majority([other[h] for other in corridors], sizes[h]) for h in range(5)]
        found = lines(report, k)
        assert [found[f"{habitat}_bonus"] for habitat in HABITATS] == wanted
        assert found["habitats"] == sum(sizes) + sum(wanted)
        assert found["total"] == 25 + sum(sizes) + sum(wanted) + 1


@pytest.mark.parametrize(("size", "bonus"), [(6, 0), (7, 2), (23, 2)])
def test_alone_seven_tiles_give_two(size: int, bonus: int) -> None:
    sheet = BOXES | dict.fromkeys(HABITATS, 1) | {"river": size}
    assert lines(scored({"game": "cascadia", **sheet}))["river_bonus"] == bonus


def test_one_column_of_a_table_keeps_the_bonuses_it_was_given() -> None:
    sheet = BOXES | dict.fromkeys(HABITATS, 3) | {f"{habitat}_bonus": 1 for habitat in HABITATS}
    assert lines(scored({"game_players": 4, **sheet}))["total"] == 25 + 15 + 5 + 1
    assert scored({"game_players": 4, **sheet}).holds
    assert scored({"game_players": 2, **sheet, "river_bonus": 3}).codes == ("H3",)


def test_one_column_without_its_bonuses_is_not_finished() -> None:
    report = scored({"game_players": 4, **BOXES, **dict.fromkeys(HABITATS, 3)})
    assert not report.holds
    assert lines(report)["total"] is None


def test_a_half_filled_pad_tells_what_is_certain_and_what_is_missing() -> None:
    report = of_file("half-filled.yaml")
    first = {line.name: line for line in report.players[0].lines}
    assert first["mountain_bonus"].status is Status.OK
    assert first["forest_bonus"].status is Status.MISSING
    assert {need.label for need in first["forest_bonus"].missing} == {"Forests"}
