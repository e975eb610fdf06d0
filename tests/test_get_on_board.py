"""Get on Board: its data, and the printed sheets, which hold what the score knows."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from conftest import PrintPack, pdf_text

from generator.face.face import Face, Field
from generator.face.renderer import TemplateRenderer
from generator.pack.load import load
from generator.pack.model import Pack
from generator.pack.words import localise
from generator.problems import Problems
from generator.stories import stages

LANGUAGES = ["en", "ru", "be-tarask", "pl"]
ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "data/get-on-board/example"
SQUARE, WIDE, TALL = 6.5, 9.0, 8.0
"""A tick box's side, and the least width and height of a number box, in mm."""


@cache
def pack() -> Pack:
    problems = Problems()
    loaded = load("get-on-board", problems)
    assert not list(problems)
    return loaded


@cache
def faces(language: str) -> tuple[Face, ...]:
    problems = Problems()
    words = localise.words(pack(), language, problems)
    renderer = TemplateRenderer(pack(), words, stages.fonts(pack()), problems)
    items = pack().items("player-sheet")
    made = [renderer.face("player-sheet", item, n, len(items)) for n, item in enumerate(items, 1)]
    stages.note_missing(pack(), words, problems)
    assert not list(problems), [str(problem) for problem in problems]
    return tuple(face for face in made if face is not None)


# ------------------------------------------------------------------ data


def test_every_header_asks_for_26_markers() -> None:
    shapes, groups = pack().data["shapes"]["by_id"], pack().data["sheet"]["tickets"]["groups"]
    for sheet in pack().data["sheets"]:
        assert len(sheet["shapes"]) == len(groups) == len(set(sheet["shapes"]))
        assert 2 * sum(shapes[name]["markers"] for name in sheet["shapes"]) == pack().data["boards"]["route"] == 26


def test_each_form_of_a_shape_has_its_markers_and_turns() -> None:
    for shape in pack().data["shapes"]["by_id"].values():
        turns = [sum(a != b for a, b in pairwise(form)) for form in shape["forms"]]
        assert {len(form) for form in shape["forms"]} == {shape["markers"]}
        assert set(turns) == set(shape["turns"])


def test_every_ticket_stands_once_in_each_header() -> None:
    tickets = pack().data["sheet"]["tickets"]
    assert sorted(ticket for group in tickets["groups"] for ticket in group) == list(range(1, tickets["rounds"] + 1))


def test_a_half_value_is_half_the_full_value_rounded_down_and_never_equals_it() -> None:
    for kind in ("tourists", "businessmen"):
        body = pack().data["sheet"][kind]
        assert [value // 2 for value in body["points"]] == body["halves"]


def test_cards_and_boards_of_the_score_are_those_of_the_data() -> None:
    settings = pack().score.data["settings"]  # type: ignore[union-attr]
    cards = [card["id"] for card in pack().data["common_objectives"]]
    assert list(settings["card_1"]["choices"]) == list(settings["card_2"]["choices"]) == cards
    boards = pack().data["boards"]["by_id"]
    assert settings["map"]["choices"] == {name: board["title"] for name, board in boards.items()}


# ------------------------------------------------------------------ the printed sheet


def test_five_sheets_differ_in_their_headers_only() -> None:
    for language in LANGUAGES:
        assert len({face.svg for face in faces(language)}) == 5
        assert len({face.fields for face in faces(language)}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_prints_every_box_and_line_of_the_score_and_nothing_else(language: str) -> None:
    score = pack().score.data  # type: ignore[union-attr]
    printed = {field.name for field in faces(language)[0].fields}
    assert printed == {*score["boxes"], *score["lines"], "player"}


def test_each_box_is_printed_as_often_as_the_data_says() -> None:
    body, goals = pack().data["sheet"], pack().data["objectives"]
    once = ["player", "named_school", "named_arch", "named_sight", "named_office", *pack().score.data["lines"]]  # type: ignore[union-attr]
    assert Counter(field.name for field in faces("en")[0].fields) == {
        **dict.fromkeys(once, 1),
        "tickets": 12,
        "turns": 5,
        "traffic": 19,
        "old_ladies": 8,
        "common_objectives": goals["in_play"],
        "personal": 2,
        "students": 6,
        "internships": 3,
        "schools": 4,
        "tourists": 12,
        "tourist_values": body["tourists"]["rows"],
        "arches": 3,
        "sights": 3,
        "businessmen": 9,
        "businessmen_values": body["businessmen"]["rows"],
    }


def test_fields_are_numbered_so_that_a_reader_finds_them() -> None:
    found = Counter((field.name, field.row, field.index) for field in faces("en")[0].fields)
    assert set(found.values()) == {1}
    assert sorted(f.index for f in faces("en")[0].fields if f.name == "tickets") == list(range(1, 13))


def test_boxes_are_large_enough_to_write_in_and_keep_their_distance() -> None:
    fields = faces("ru")[0].fields
    score = pack().score.data  # type: ignore[union-attr]
    ticks = {name for name, box in score["boxes"].items() if box["kind"] in ("ticks", "marks")}
    for field in fields:
        if field.name in ticks:
            assert (field.rect.width, field.rect.height) == (SQUARE, SQUARE)
        elif field.name != "personal":  # a figure to circle
            assert field.rect.width >= WIDE and field.rect.height >= TALL
    assert min(apart(a, b) for a, b in combinations(fields, 2)) >= 1 - 1e-9


def apart(a: Field, b: Field) -> float:
    """Return the distance of two boxes in mm, along the axis on which they are further apart."""
    across = max(a.rect.x, b.rect.x) - min(a.rect.x + a.rect.width, b.rect.x + b.rect.width)
    down = max(a.rect.y, b.rect.y) - min(a.rect.y + a.rect.height, b.rect.y + b.rect.height)
    return max(across, down)


def test_nothing_to_write_in_lies_near_the_edge() -> None:
    for field in faces("en")[0].fields:
        rect = field.rect
        assert min(rect.x, rect.y, 210 - rect.x - rect.width, 148 - rect.y - rect.height) >= 6


def test_text_has_contrast_on_its_ground() -> None:
    palette = pack().file.palette
    for name in ("old_ladies", "students", "tourists", "businessmen", "goals", "penalties"):
        tint = palette[f"{name}_tint"]
        assert contrast(palette[f"{name}_deep"], tint) >= 5
        assert contrast(palette["muted"], tint) >= 4.5
    assert contrast(palette["paper"], palette["sum_deep"]) >= 4.5


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG counts it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_labels_keep_their_size_in_every_language() -> None:
    for language in LANGUAGES:
        sizes = {
            round(float(size) / 0.352778, 1) for size in re.findall(r'font-size="([\d.]+)"', faces(language)[0].svg)
        }
        assert sizes == {7.5, 10, 18}, language


# ------------------------------------------------------------------ words


def catalogue(language: str) -> localise.Words:
    return localise.words(pack(), language, Problems())


def asked_for() -> set[str]:
    """Return the texts that the player sheet asks to be translated."""
    text = (ROOT / "templates/get-on-board/player-sheet.svg.j2").read_text("utf-8")
    return {found.replace("\\n", "\n") for found in re.findall(r'_\("((?:[^"\\]|\\.)*)"\)', text)}


def lines_of(svg: str) -> list[str]:
    """Return the lines of text of a face."""
    found = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    return [line.replace("&amp;", "&").replace("&#39;", "'") for line in found]


def foot(language: str, n: int) -> str:
    words = catalogue(language).translate
    of = words("p. {n} of {m}").replace("{n}", str(n)).replace("{m}", "5")
    sheet = f"{words('Player sheet, type')} {n}"
    own = localise.own_name(language)
    version = words("version {version}").replace("{version}", "0.1")
    return " · ".join([words("Get on Board: New York & London"), sheet, own, version, of, words("print at 100 %")])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_says_the_words_of_the_catalogue_and_no_others(language: str) -> None:
    words = catalogue(language)
    title = words.translate("Get on Board: New York & London").split(": ")
    asked = {line for text in asked_for() for line in words.translate(text).split("\n")}
    expected = {*asked, *title, words.translate("50 mm")}
    for n, face in enumerate(faces(language), 1):
        said = [line for line in lines_of(face.svg) if any(character.isalpha() for character in line)]
        assert set(said) >= expected
        assert " ".join(line for line in said if line not in expected) == foot(language, n)


@pytest.fixture(params=LANGUAGES)
def printed(request: pytest.FixtureRequest, print_pack: PrintPack) -> tuple[str, Path]:
    names = ("player-sheet.pdf", request.param)
    (sheet,) = (file for file in print_pack("get-on-board") if (file.path.name, file.path.parent.name) == names)
    assert sheet.pages == 6
    return request.param, sheet.path


def test_the_pdf_can_be_read_word_for_word(printed: tuple[str, Path]) -> None:
    language, path = printed
    expected = Counter(word for face in faces(language) for line in lines_of(face.svg) for word in line.split())
    found = Counter(pdf_text(path).split())
    assert found.keys() == expected.keys()
    assert sum(found.values()) == 2 * sum(expected.values())  # both sides


DOTS = 600 / 25.4
"""Pixels a millimetre of the rasters that are measured."""


@pytest.fixture
def raster(printed: tuple[str, Path]) -> Any:
    """The first page in grey at 600 dpi, as rows of brightness."""
    import numpy
    import pypdfium2

    page = pypdfium2.PdfDocument(printed[1])[0]
    assert page.get_size() == pytest.approx((595.276, 841.89), abs=0.02)
    return numpy.asarray(page.render(scale=600 / 72, grayscale=True).to_pil())


def test_two_sheets_share_a_page_at_true_size(raster: Any) -> None:
    """Boxes of the first sheet lie where the face says, to a tenth of a millimetre."""
    top = (297 - 2 * 148) / 2
    for name in ("students_total", "named_school", "player"):
        rect = next(field.rect for field in faces("en")[0].fields if field.name == name)
        row = raster[round((top + rect.y + rect.height / 2) * DOTS)]
        left, right_ = (edge(row, x) for x in (rect.x, rect.x + rect.width))
        assert left == pytest.approx(rect.x, abs=0.1)
        assert right_ - left == pytest.approx(rect.width, abs=0.1)


def edge(row: Any, near: float) -> float:
    """Return the middle of the dark line within 0.6 mm of `near`, in mm."""
    start, end = round((near - 0.6) * DOTS), round((near + 0.6) * DOTS)
    dark = [x for x in range(start, end) if row[x] < 90]
    assert dark, f"no line at {near}"
    return (dark[0] + dark[-1] + 1) / 2 / DOTS


def test_the_ruler_is_50_mm_long(raster: Any) -> None:
    top = (297 - 2 * 148) / 2
    row = raster[round((top + 140.7 - 2) * DOTS)]  # through the tall ticks
    ticks = [x / DOTS for x in range(round(140 * DOTS), round(199 * DOTS)) if row[x] < 120 <= row[x - 1]]
    tall = [x for x in ticks if x < ticks[0] + 51]
    assert tall[-1] - tall[0] == pytest.approx(50, abs=0.1)
    assert len(tall) == 6
