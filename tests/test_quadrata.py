"""Quadrata Canada: the data's facts, the printed sheet, and filled sheets as the rules say."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import dist
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import PrintPack, pdf_text

from generator.face import shapes
from generator.face.face import Face
from generator.face.renderer import TemplateRenderer
from generator.pack.load import load
from generator.pack.model import Pack
from generator.pack.scoremodel import ScoreFile
from generator.pack.source.read import read
from generator.pack.validation import validated
from generator.pack.words import localise
from generator.problems import Location, Problems
from generator.score import wording
from generator.score.report import Report, Status
from generator.score.scoring import Scorer, compile_score
from generator.stories import stages

LANGUAGES = ["en", "be-tarask"]
EXAMPLES = Path("data/quadrata-canada/example")


@cache
def pack() -> Pack:
    problems = Problems()
    loaded = load("quadrata-canada", problems)
    assert not list(problems)
    return loaded


def table(name: str) -> Any:
    return pack().data[name]


@cache
def face(language: str) -> Face:
    problems = Problems()
    words = localise.words(pack(), language, problems)
    renderer = TemplateRenderer(pack(), words, stages.fonts(pack()), problems)
    made = renderer.face("player-sheet", pack().items("player-sheet")[0], 1, 1)
    stages.note_missing(pack(), words, problems)
    assert not list(problems), [str(problem) for problem in problems]
    assert made is not None
    return made


# ------------------------------------------------------------------ data


def pairs_making(number: int) -> int:
    """Return in how many ways two different tokens of 1 to 12 make a number."""
    return sum(a * b == number for a, b in combinations(range(1, 13), 2))


def test_thirteen_places_are_worth_41() -> None:
    places = table("places")
    assert len(places) == 13 == len({place["id"] for place in places})
    assert Counter(place["kind"] for place in places) == {"province": 10, "territory": 3}
    assert sum(place["points"] for place in places) == 41


def test_the_numbers_are_all_products_of_two_tokens_and_49_each_once() -> None:
    numbers = [number for place in table("places") for number in place["numbers"]]
    products = {a * b for a, b in combinations(range(1, 13), 2)}
    assert len(numbers) == len(set(numbers)) == 52
    assert set(numbers) == products | {49}


def test_points_follow_from_how_many_token_pairs_hit_a_card() -> None:
    for place in table("places"):
        pairs = sum(pairs_making(number) for number in place["numbers"])
        assert (place["token_pairs"], place["points"]) == (pairs, max(2, 8 - pairs))


def test_each_card_has_a_number_of_every_quarter() -> None:
    quarters = [(2, 15), (16, 36), (40, 66), (70, 132)]
    for place in table("places"):
        assert all(low <= n <= high for n, (low, high) in zip(place["numbers"], quarters, strict=True))


def test_the_path_is_one_ring_through_all_places() -> None:
    ends = [tuple(link["ends"]) for link in table("links")]
    assert len(ends) == 13
    both_ways = [*ends, *((b, a) for a, b in ends)]
    round_trip = ["YT"]
    while len(round_trip) <= 13:
        round_trip.append(next(b for a, b in both_ways if a == round_trip[-1] and b not in round_trip[-2:]))
    assert round_trip[-1] == "YT"
    assert set(round_trip) == {place["id"] for place in table("places")}


def test_the_path_keeps_what_the_rules_say() -> None:
    links = {frozenset(link["ends"]) for link in table("links")}
    assert {frozenset(("AB", "SK")), frozenset(("SK", "MB"))} <= links
    assert len([link for link in links if "ON" in link and link & {"AB", "SK", "MB"}]) == 1


def test_colours_keep_what_the_rules_say_and_no_two_neighbours_are_alike() -> None:
    colour = {place["id"]: place["colour"] for place in table("places")}
    assert colour["NB"] == colour["NU"] == "purple"
    assert all(colour[a] != colour[b] for a, b in (link["ends"] for link in table("links")))
    for name in {trophy["colour"] for trophy in table("trophies")} - {""}:
        points = [place["points"] for place in table("places") if place["colour"] == name]
        assert points.count(2) == points.count(3) == 1


def test_every_invented_fact_is_marked_so() -> None:
    for place in table("places"):
        assert place["source"]["points"] == place["source"]["numbers"] == "reconstructed"
        known = place["id"] in ("NB", "NU")
        assert place["source"]["colour"] == ("published" if known else "reconstructed")
    sources = Counter(link["source"] for link in table("links"))
    assert sources == {"published": 2, "inferred": 1, "reconstructed": 10}
    assert {taxi["source"] for taxi in table("taxis")} == {"reconstructed"}
    labels = [fact.label for fact in pack().file.facts.values() if fact.source == "reconstructed"]
    assert labels == ["colours", "points", "numbers", "path", "taxis"]


def journeys() -> Iterator[tuple[str, ...]]:
    """Yield every set of at most seven places."""
    codes = [place["id"] for place in table("places")]
    for visits in range(8):
        yield from combinations(codes, visits)


def journey_bounds(places: tuple[str, ...]) -> tuple[int, int, int, int, Fraction]:
    """Return points, links, airplanes, trophy points and the best total of one set of visits."""
    rows = {place["id"]: place for place in table("places")}
    points = sum(rows[code]["points"] for code in places)
    links = sum(set(link["ends"]) <= set(places) for link in table("links"))
    colours = Counter(rows[code]["colour"] for code in places)
    whole = Counter(place["colour"] for place in table("places"))
    planes = len(places) - len(colours)
    trophies = 2 * sum(colours[name] == whole[name] for name in colours) + 3 * (len(colours) == len(whole))
    best = max(trains + taxis_worth(1 + 7 - len(places) + links - trains) for trains in range(min(2, links) + 1))
    return points, links, planes, trophies, points + best + Fraction(planes, 2) + trophies


def taxis_worth(circled: int) -> int:
    worth = [taxi["points"] for taxi in table("taxis")]
    assert circled <= len(worth), "the taxi board overflows"
    return sum(worth[:circled])


def test_trophies_of_the_score_are_those_of_the_data() -> None:
    choices = pack().score.data["boxes"]["trophies"]["choices"]  # type: ignore[union-attr]
    assert choices == {trophy["id"]: trophy["name"] for trophy in table("trophies")}


def test_bounds_are_those_of_all_journeys() -> None:
    found: dict[int, list[tuple[int, int, int, int, Fraction]]] = {}
    for places in journeys():
        found.setdefault(len(places), []).append(journey_bounds(places))
    for row in table("bounds"):
        points, links, planes, trophies, totals = zip(*found[row["id"]], strict=True)
        assert (row["least"], row["most"], row["links"]) == (min(points), max(points), max(links))
        assert (row["airplanes"], row["trophies"], row["total"]) == (max(planes), max(trophies), max(totals))


def test_the_sheet_has_room_for_every_airplane() -> None:
    assert max(row["airplanes"] for row in table("bounds")) == table("worth")["airplane"]["most"]


# ------------------------------------------------------------------ the map


def card(code: str) -> tuple[float, float, float, float]:
    (x, y), (width, height) = table("map")["cards"][code], table("map")["card"]
    return (x - width / 2, y - height / 2, width, height)


def drawn(link: dict[str, Any]) -> list[tuple[float, float]]:
    """Return the part of a link that the cards leave to be seen."""
    start, end = link["ends"]
    cards = table("map")["cards"]
    line = table("map")["lines"].get(link["id"], [cards[start], cards[end]])
    return shapes.visible(line, card(start), card(end))


def test_every_place_has_land_and_a_card() -> None:
    codes = {place["id"] for place in table("places")}
    assert {piece["place"] for piece in table("map")["land"]} == codes == set(table("map")["cards"])
    assert set(table("map")["lines"]) <= {link["id"] for link in table("links")}


def test_links_run_level_upright_or_slanting_and_show_at_least_6_mm() -> None:
    for link in table("links"):
        line = drawn(link)
        for (x1, y1), (x2, y2) in pairwise(line):
            dx, dy = abs(x1 - x2), abs(y1 - y2)
            assert min(dx, dy, abs(dx - dy)) < 1e-6, link["id"]
        assert sum(dist(a, b) for a, b in pairwise(line)) >= 6, link["id"]


def test_cards_keep_clear_of_each_other_and_of_other_links() -> None:
    codes = list(table("map")["cards"])
    for a, b in combinations(codes, 2):
        (x1, y1, w, h), (x2, y2, _, _) = card(a), card(b)
        assert abs(x1 - x2) >= w + 2 or abs(y1 - y2) >= h + 2, (a, b)
    for link in table("links"):
        for x, y in points_along(drawn(link)):
            for code in set(codes) - set(link["ends"]):
                left, top, w, h = card(code)
                assert not (left - 1 < x < left + w + 1 and top - 1 < y < top + h + 1), (link["id"], code)


def points_along(line: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    for (x1, y1), (x2, y2) in pairwise(line):
        for step in range(51):
            yield x1 + (x2 - x1) * step / 50, y1 + (y2 - y1) * step / 50


# ------------------------------------------------------------------ the printed sheet


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_prints_every_box_and_line_of_the_score_and_nothing_else(language: str) -> None:
    score = pack().score.data  # type: ignore[union-attr]
    boxes = {name for name, box in score["boxes"].items() if box.get("on_sheet", True)}
    assert {field.name for field in face(language).fields} == {*boxes, *score["lines"], "player"}


def test_each_box_is_printed_as_often_as_the_data_says() -> None:
    found = Counter(field.name for field in face("en").fields)
    lines = pack().score.data["lines"]  # type: ignore[union-attr]
    assert found == {
        **dict.fromkeys(["player", *lines], 1),
        **dict.fromkeys(["day", "products", "points"], 7),
        **dict.fromkeys(["taxis_circled", "taxis_used"], 8),
        "trains_removed": 2,
        "black_airplanes": 5,
        "trophies": 5,
    }
    assert len({(field.name, field.row, field.index) for field in face("en").fields}) == found.total()


def test_boxes_are_large_enough_and_far_enough_from_the_edge() -> None:
    for field in face("en").fields:
        x, y, width, height = field.rect
        assert width >= 6.5 and height >= 6.5
        assert min(x, y, 297 - x - width, 210 - y - height) >= 6
        if field.name in ("day", "points", "total") or field.name.endswith("_points"):
            assert width >= 9 and height >= 8


def test_text_has_contrast_on_its_ground() -> None:
    palette = pack().file.palette
    for name in ("purple", "blue", "green", "orange"):
        assert contrast(palette[f"{name}_deep"], palette["paper"]) >= 4.5
        assert contrast(palette["ink"], palette[f"{name}_tint"]) >= 4.5
    assert min(contrast(palette["muted"], palette[ground]) for ground in ("paper", "block")) >= 4.5


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG counts it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_type_keeps_its_three_sizes_in_both_languages() -> None:
    for language in LANGUAGES:
        sizes = {round(float(s) / 0.352778, 1) for s in re.findall(r'font-size="([\d.]+)"', face(language).svg)}
        assert sizes == {7.5, 10, 18}, language


def test_each_colour_comes_with_a_symbol_of_its_own() -> None:
    symbols = [trophy["symbol"] for trophy in table("trophies") if trophy["colour"]]
    assert len(set(symbols)) == len(symbols) == 4


# ------------------------------------------------------------------ words


def lines_of(svg: str) -> list[str]:
    """Return the lines of text of a face."""
    found = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    return [line.replace("&amp;", "&").replace("&#39;", "'") for line in found]


def asked_for() -> set[str]:
    """Return the texts that the templates and the data ask to be translated."""
    text = "".join(path.read_text("utf-8") for path in Path("templates/quadrata-canada").glob("*.j2"))
    score = pack().score.data  # type: ignore[union-attr]
    entries = [entry for part in ("boxes", "lines") for entry in score[part].values()]
    labels = [entry["label"] for entry in entries if entry.get("on_sheet", True)]
    return {*re.findall(r'_\("([^"]*)"\)', text), *labels, *(place["name"] for place in table("places"))}


def foot(words: localise.Words) -> str:
    """Return the foot line of the sheet."""
    _ = words.translate
    invented = ", ".join(map(_, ["colours", "points", "numbers", "path", "taxis"]))
    parts = [
        _("Quadrata Canada"),
        _("Player sheet"),
        localise.own_name(words.language),
        _("version {version}").replace("{version}", "0.1"),
        _("print at 100 %"),
        _("reconstructed: {what}").replace("{what}", invented),
    ]
    return " · ".join(parts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_says_the_words_of_the_catalogue_and_no_others(language: str) -> None:
    words = localise.words(pack(), language, Problems())
    unprinted = {"Taxis used"}  # the box of the crosses has no caption of its own
    texts = [words.translate(text) for text in asked_for() - unprinted]
    texts += [words.translate("Quadrata Canada"), words.translate("50 mm"), foot(words)]
    codes = {place["id"] for place in table("places")}
    said = Counter(w for line in lines_of(face(language).svg) for w in split(line) if w.isalpha() and w not in codes)
    expected = {w for text in texts for w in split(text) if w.isalpha()}
    assert set(said) == expected


def split(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+|\d+|\S", text)


def test_belarusian_words_are_all_there_and_all_of_use() -> None:
    from babel.messages.pofile import read_po

    score = pack().score.data  # type: ignore[union-attr]
    invented = [fact.label for fact in pack().file.facts.values() if fact.source == "reconstructed"]
    trophies = [trophy["name"] for trophy in table("trophies")]
    wanted = {*asked_for(), *said_by(score), *invented, *trophies, "Quadrata Canada", "Player sheet"}
    with Path("data/quadrata-canada/locale/be-tarask.po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    assert {message.id for message in messages} == wanted
    assert all(re.search("[А-Яа-яІіЎў]", str(message.string)) for message in messages)


def said_by(score: Any) -> Iterator[str]:
    """Yield the labels and messages of a score.yaml."""
    for key, value in score.items() if isinstance(score, dict) else enumerate(score):
        if key in ("label", "says", "why"):
            yield value
        elif key == "choices" and isinstance(value, dict):
            yield from value.values()
        elif isinstance(value, (dict, list)):
            yield from said_by(value)


@pytest.fixture(params=LANGUAGES)
def printed(request: pytest.FixtureRequest, print_pack: PrintPack) -> tuple[str, Path]:
    made = [file for file in print_pack("quadrata-canada") if file.path.parent.name == request.param]
    assert [(file.path.name, file.pages) for file in made] == [("player-sheet.pdf", 1)]
    return request.param, made[0].path


def test_the_pdf_can_be_read_word_for_word(printed: tuple[str, Path]) -> None:
    language, path = printed
    expected = Counter(word for line in lines_of(face(language).svg) for word in line.split())
    text = pdf_text(path).replace("\x02", "- ")  # pdfium's mark for a hyphen at a line's end
    assert Counter(text.split()) == expected


def test_the_page_is_a4_landscape(printed: tuple[str, Path]) -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument(printed[1])
    try:
        width, height = document[0].get_size()
    finally:
        document.close()
    assert abs(width * 25.4 / 72 - 297) < 0.01
    assert abs(height * 25.4 / 72 - 210) < 0.01


# ------------------------------------------------------------------ filled sheets


@cache
def scorer() -> Scorer:
    problems = Problems()
    source = pack().score
    assert source is not None
    file = validated(ScoreFile, source, problems)
    assert file is not None
    made = compile_score(pack().id, file, source.place, pack().data, problems)
    assert made is not None and not list(problems), [str(problem) for problem in problems]
    return made


def scored(path: Path) -> Report:
    report = scorer().score(scorer().read(read(path, path.name)))
    assert not report.problems
    return report


def example(name: str, **changes: Any) -> dict[str, Any]:
    """Return an example's content with other answers."""
    content: dict[str, Any] = read(EXAMPLES / f"{name}.yaml", name).data
    return {**content, **changes}


def score_of(content: dict[str, Any], folder: Path) -> Report:
    path = folder / "sheet.json"
    path.write_text(json.dumps(content, ensure_ascii=False), "utf-8")
    return scored(path)


def codes(report: Report, level: str) -> set[str]:
    """Return the codes of broken rules of one level; a wrong line is an error."""
    players = report.players
    broken = [rule for rules in (*(player.broken for player in players), report.broken) for rule in rules]
    wrong = [line.breaks for player in players for line in player.lines if line.status is Status.WRONG]
    return {rule.id for rule in broken if rule.level == level} | (set(wrong) if level == "error" else set())


def expectations() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = read(EXAMPLES / "expect.yaml", "expect.yaml").data
    return rows


@pytest.mark.parametrize("expected", expectations(), ids=lambda row: Path(row["file"]).stem)
def test_each_example_gives_its_totals_and_codes(expected: dict[str, Any]) -> None:
    report = scored(EXAMPLES / expected["file"])
    assert [player.total for player in report.players] == [Fraction(str(total)) for total in expected["totals"]]
    assert codes(report, "error") == set(expected["codes"])
    assert codes(report, "warning") == set(expected["remarks"])
    assert report.holds == (not expected["codes"])


def test_every_example_is_expected_and_every_code_has_one() -> None:
    files = {path.name for path in EXAMPLES.glob("*.yaml")} - {"expect.yaml"}
    assert {row["file"] for row in expectations()} == files
    found = {code for row in expectations() for code in (*row["codes"], *row["remarks"])}
    assert found == {*(f"E{n:02}" for n in range(1, 26)), "W08"}


def test_the_higher_of_two_totals_wins() -> None:
    report = scored(EXAMPLES / "table.yaml")
    assert report.winners == (2,)
    assert [standing.place for standing in report.standings] == [1, 2]


@pytest.mark.parametrize(
    ("written", "holds"), [("26.5", True), ("26,5", True), ("26½", True), ("27", False), ("26", False)]
)
def test_airplanes_are_worth_half_a_point_and_nothing_is_rounded(written: str, holds: bool, tmp_path: Path) -> None:
    answers = {
        "game": "quadrata-canada",
        "language": "fr",
        "own_board": False,
        "day": ["NB", "NU", "AB", "YT", "–", "–", "–"],
        "points": ["3", "5", "2", "4", None, None, None],
        "taxis_circled": [1, 2, 3, 4],
        "taxi_points": "3",
        "trains_removed": "2",
        "black_airplanes": "5",
        "trophies": ["purple", "multi"],
        "total": written,
    }
    report = score_of(answers, tmp_path)
    total = next(line for line in report.players[0].lines if line.name == "total")
    assert total.right == Fraction(53, 2)
    assert (total.status is Status.OK) == holds
    assert "Total: 26,5" in wording.text(report, localise.words(pack(), "fr", Problems()))


@pytest.mark.parametrize("expected", expectations(), ids=lambda row: Path(row["file"]).stem)
def test_a_belarusian_report_is_belarusian(expected: dict[str, Any]) -> None:
    words = localise.words(pack(), "be-tarask", Problems())
    report = wording.text(scored(EXAMPLES / expected["file"]), words)
    assert not words.missing
    latin = set(re.findall(r"[A-Za-zŠš]{3,}", re.sub(r"\([^)]*\.yaml[^)]*\)", "", report)))
    assert latin <= {"Ala", "Janka", "Maks", "Nina", "Tomaš", "multi", "own", "board", "yes"}  # as typed


def test_the_coloured_airplane_counts_where_the_table_says_so(tmp_path: Path) -> None:
    report = score_of(example("legal", coloured_airplane_counts=True, airplane_points=2, total=31), tmp_path)
    assert report.players[0].total == 31
    assert codes(report, "error") == set()


def test_unused_taxis_can_count_together(tmp_path: Path) -> None:
    report = score_of(example("legal", taxi_scoring="table", taxi_points=3, total="31,5"), tmp_path)
    assert report.holds
    assert report.players[0].total == Fraction(63, 2)


@pytest.mark.parametrize("real", [True, "yes", False])
def test_another_board_keeps_the_rules_that_hold_everywhere(real: Any, tmp_path: Path) -> None:
    """A file that says own_board: no is one of former days, and told so."""
    answers = example("impossible", own_board=real, taxi_points=6, total="29.5")
    report = score_of(answers, tmp_path)
    assert codes(report, "error") == set()
    assert codes(report, "warning") == (set() if real else {"E04"})
    answers = example(
        "impossible", own_board=real, black_airplanes=5, airplane_points="2.5", taxi_points=6, total="30½"
    )
    assert codes(score_of(answers, tmp_path), "error") == {"E12"}


@pytest.mark.parametrize("language", ["en", "be-tarask"])
def test_who_follows_what_is_said_of_a_card_has_a_sheet_that_holds(language: str, tmp_path: Path) -> None:
    words = localise.words(pack(), language, Problems())
    answers = example("e04-other-card")
    report = score_of(answers, tmp_path)
    line = next(line for line in wording.text(report, words).splitlines() if "E04" in line)
    if language == "en":
        assert (
            "this set's card of YT (reconstructed) says 4 points, not 5; with a real board say own_board: yes." in line
        )
    assert "own_board: yes" in line
    assert codes(score_of({**answers, "own_board": "yes"}, tmp_path), "error") == set()


@pytest.mark.parametrize(("seats", "winners"), [([0, 1], (1, 2)), ([1, 0], (1, 2))])
def test_equal_totals_share_the_victory_whatever_else_differs(seats: list[int], winners: tuple[int, ...]) -> None:
    """Neither more visits nor more unused taxis decide: no rule says so."""
    table = dict(read(EXAMPLES / "shared.yaml", "shared.yaml").data)
    report = scorer_report({**table, "players": [table["players"][seat] for seat in seats]})
    assert [player.total for player in report.players] == [12, 12]
    assert report.winners == winners
    assert [standing.place for standing in report.standings] == [1, 1]


@pytest.mark.parametrize("taxi", range(1, 5))
@pytest.mark.parametrize("day", range(1, 8))
@pytest.mark.parametrize("sign", [1, -1])
def test_a_taxi_in_the_log_was_circled_before_the_visit(taxi: int, day: int, sign: int) -> None:
    """SK on day 3 has two links, ON, QC and NB one each: what they pay serves later visits."""
    crossed = [sign * day if taxi == number else None for number in range(1, 9)]
    answers = example("e11-log", taxis_used=[taxi], log_taxis=crossed)
    report = scorer_report({key: answers[key] for key in answers if key not in ("taxi_points", "total")})
    won = {1: 1, 2: 1, 3: 1, 4: 3}.get(day, 4)  # at most: which links paid trains is not on the sheet
    assert codes(report, "error") == (set() if taxi <= won else {"E11"})


def test_on_a_real_board_a_taxi_in_the_log_needs_days_without_a_visit_or_links() -> None:
    base = {"game": "quadrata-canada", "own_board": "yes", "day": ["AB", "–", "NU", "–", "ON", None, None]}
    base |= {"points": [3, None, 3, None, 3, None, None], "taxis_circled": 6}
    for day, most in ((1, 1), (3, 2), (5, 4)):  # two visits have one link at most
        for taxi in range(1, 7):
            crossed = [day if taxi == number else None for number in range(1, 9)]
            report = scorer_report({**base, "taxis_used": [taxi], "log_taxis": crossed})
            late = taxi > 4  # more than anybody can have before the last visit
            assert codes(report, "error") == (set() if taxi <= most and not late else {"E11"}), (day, taxi)


def test_no_more_airplanes_are_played_than_were_collected() -> None:
    answers = example("log", log_airplanes=[0, 0, 0, 0, 0, 0, 2])
    assert codes(scorer_report(answers), "error") == set()
    none = example("log", log_airplanes=[0, 0, 0, 0, 0, 0, 2], black_airplanes=0, airplane_points=0, total=29)
    assert "E24" in codes(scorer_report(none), "error")
    real = example("log", own_board="yes", log_airplanes=[2, 0, 0, 0, 0, 0, 0])
    assert codes(scorer_report(real), "error") == {"E24"}, "nobody has two on the first day, on any board"


def test_on_one_day_the_earlier_seat_is_first_unless_seats_are_free() -> None:
    late = example("e18-same-day")
    assert codes(scorer_report(late), "error") == {"E18"}
    assert codes(scorer_report({**late, "seats_fixed": False}), "error") == set()


def scorer_report(content: dict[str, Any]) -> Report:
    return scorer().score(scorer().read(Typed(content)))


class Typed:
    """A filled sheet that was never a file."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def place(self, path: tuple[str | int, ...] = ()) -> Location:
        return Location("sheet", 0, len(path))


def best_journey(visits: int) -> tuple[str, ...]:
    """Return a set of places that reaches the highest total of its size."""
    return max((places for places in journeys() if len(places) == visits), key=lambda p: journey_bounds(p)[4])


@pytest.mark.parametrize("visits", range(8))
def test_the_best_journey_of_each_length_holds_and_one_half_more_is_refused(visits: int) -> None:
    places = best_journey(visits)
    _, links, planes, _, best = journey_bounds(places)
    rows = {place["id"]: place for place in table("places")}
    colours = {rows[code]["colour"] for code in places}
    whole = [name for name in colours if all(p["id"] in places for p in table("places") if p["colour"] == name)]
    trains = max(range(min(2, links) + 1), key=lambda t: t + taxis_worth(8 - visits + links - t))
    answers = {
        "day": [*places, *["–"] * (7 - visits)],
        "points": [*(rows[code]["points"] for code in places), *[None] * (7 - visits)],
        "trains_removed": trains,
        "taxis_circled": 8 - visits + links - trains,
        "black_airplanes": planes,
        "trophies": [*sorted(whole), *(["multi"] if len(colours) == 4 else [])],
    }
    assert scorer_report({**answers, "total": float(best)}).holds
    assert "E25" in codes(scorer_report({**answers, "total": float(best + Fraction(1, 2))}), "error")


# ------------------------------------------------------------------ games played by the rules


class Traveller:
    """A player who plays by the rules of the game, at random; the sheet fills up along the way."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.day: list[str] = []
        self.trains = 0
        self.taxis = 1
        self.used: set[int] = set()
        self.planes = 0
        self.trophies: list[str] = []
        self.tokens: list[tuple[int | None, int | None]] = []
        self.played: list[int] = []
        self.crossed: dict[int, int] = {}

    @property
    def visited(self) -> set[str]:
        return set(self.day) - {"–"}

    def travel(self, supply: int) -> int:
        """Play one day; return how many airplanes are left in the supply."""
        places = [place for place in table("places") if place["id"] not in self.visited]
        if self.luck.random() < 0.25:
            self.day.append("–")
            self.tokens.append((None, None))
            self.played.append(0)
            self.taxis += 1
            return supply
        place = self.luck.choice(places)
        ready = [taxi for taxi in range(1, self.taxis + 1) if taxi not in self.used]
        self.reach(place["numbers"], self.luck.sample(ready, min(len(ready), self.luck.choice([0, 0, 1, 2]))))
        colours = {other["colour"] for other in table("places") if other["id"] in self.visited}
        self.day.append(place["id"])
        self.take_path_bonuses(place["id"])
        if place["colour"] in colours and supply:
            self.planes += 1
            return supply - 1
        return supply

    def reach(self, numbers: list[int], taxis: list[int]) -> None:
        """Choose tokens, and what each of the taxis adds or takes off, so that one of the card's numbers comes out."""
        change = {taxi["id"]: taxi["change"] for taxi in table("taxis")}
        signs = {taxi: self.luck.choice([1, -1]) for taxi in taxis}
        planes = self.luck.choice([0, 0, 0, 1]) if not self.planes else self.luck.choice([0, 0, 1, 2])
        added = sum(sign * change[taxi] for taxi, sign in signs.items())
        pairs = [(a, b) for a in range(1, 13) for b in range(1, 13) if a * b + added in numbers and (a != b or planes)]
        if not pairs:
            return self.reach(numbers, [])
        self.tokens.append(self.luck.choice(pairs))
        self.played.append(planes)
        self.crossed |= {taxi: sign * (len(self.day) + 1) for taxi, sign in signs.items()}
        self.used |= set(taxis)
        return None

    def log(self) -> dict[str, Any]:
        """Return the log of the journey."""
        first, second = ([*side] for side in zip(*self.tokens, strict=True))
        taxis = [self.crossed.get(taxi["id"]) for taxi in table("taxis")]
        return {"log_first": first, "log_second": second, "log_airplanes": self.played, "log_taxis": taxis}

    def take_path_bonuses(self, place: str) -> None:
        for link in table("links"):
            if place in link["ends"] and set(link["ends"]) <= self.visited:
                if self.trains < 2 and self.luck.random() < 0.5:
                    self.trains += 1
                else:
                    self.taxis += 1

    def earned(self) -> set[str]:
        """Return the trophies whose condition is met."""
        colour = {place["id"]: place["colour"] for place in table("places")}
        found = {name for name in colour.values() if {p for p in colour if colour[p] == name} <= self.visited}
        return found | ({"multi"} if len({colour[place] for place in self.visited}) == 4 else set())

    def sheet(self) -> dict[str, Any]:
        points = {place["id"]: place["points"] for place in table("places")}
        worth = {taxi["id"]: taxi["points"] for taxi in table("taxis")}
        lines = {
            "destination_points": sum(points[place] for place in self.visited),
            "taxi_points": sum(worth[taxi] for taxi in range(1, self.taxis + 1) if taxi not in self.used),
            "train_points": self.trains,
            "airplane_points": self.planes / 2,
            "trophy_points": sum(3 if trophy == "multi" else 2 for trophy in self.trophies),
        }
        return {
            "day": self.day,
            "points": [points.get(place) for place in self.day],
            "trains_removed": self.trains,
            "taxis_circled": self.taxis,
            "taxis_used": sorted(self.used),
            "black_airplanes": self.planes,
            "trophies": self.trophies,
            **lines,
            **self.log(),
            "total": sum(lines.values()),
        }


def played(seed: int) -> list[dict[str, Any]]:
    """Return the sheets of one random game."""
    luck = Random(seed)
    travellers = [Traveller(luck) for _ in range(luck.choice([2, 3, 4]))]
    supply = 3 * len(travellers) + 1
    taken: set[str] = set()
    for _ in range(7):
        for traveller in travellers:
            supply = traveller.travel(supply)
            new = traveller.earned() - taken
            traveller.trophies += sorted(new)
            taken |= new
    return [traveller.sheet() for traveller in travellers]


@pytest.mark.parametrize("seed", range(60))
def test_a_game_played_by_the_rules_holds(seed: int) -> None:
    report = scorer_report({"players": played(seed)})
    assert report.holds, report.codes
    assert report.codes == ()


def test_a_log_that_was_changed_is_seen() -> None:
    seen = 0
    for seed in range(20):
        sheet = played(seed)[0]
        day = next((n for n, token in enumerate(sheet["log_first"]) if token), None)
        if day is None:
            continue
        numbers = next(place["numbers"] for place in table("places") if place["id"] == sheet["day"][day])
        reached = sheet["log_first"][day] * sheet["log_second"][day]
        for token in range(1, 13):
            first = [*sheet["log_first"][:day], token, *sheet["log_first"][day + 1 :]]
            after = numbers and token * sheet["log_second"][day] - reached
            if after and all(other - reached != after for other in numbers):
                seen += "E24" in codes(scorer_report({**sheet, "log_first": first}), "error")
        for taxi in sheet["taxis_used"]:
            log = [None if n == taxi else day for n, day in enumerate(sheet["log_taxis"], 1)]
            if any(log):
                assert "E24" in codes(scorer_report({**sheet, "log_taxis": log}), "error")
    assert seen > 50


@pytest.mark.parametrize("line", ["destination_points", "taxi_points", "train_points", "airplane_points", "total"])
def test_half_a_point_more_is_seen_on_every_line(line: str) -> None:
    for seed in range(10):
        sheets = played(seed)
        sheets[0][line] += 0.5
        assert not scorer_report({"players": sheets}).holds
