"""Words that belong together stay on one line: each rule by an example, and no line of any game breaks one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.face import vocabulary
from generator.problems import Problems
from generator.stories.check import check
from generator.type.bindings import Strength, words_of
from generator.type.typeset import Measure, Setting, fit
from generator.units import MM_PER_POINT


class Square:
    """A font whose characters are all half an em wide."""

    cap_height = 0.7

    def __init__(self, language: str) -> None:
        self.language = language
        self.asked = 0

    def width(self, text: str) -> float:
        self.asked += 1
        return len(text) / 2


EM = 10 * MM_PER_POINT


def lines_of(text: str, language: str, characters: float, lines: int = 9, least: float = 10) -> tuple[str, ...]:
    """Set text of 10 pt in a box of so many characters."""
    setting = fit(text, Square(language), characters * EM / 2, 999, 10, least, lines, 1.2)
    assert setting.fits
    return setting.lines


@pytest.mark.parametrize(
    ("language", "text", "characters", "lines"),
    [
        ("ru", "карта из колоды", 9, ("карта", "из колоды")),
        ("ru", "Для всех: не ходи дальше", 12, ("Для всех:", "не ходи", "дальше")),
        ("ru", "теперь так же сложно", 10, ("теперь", "так же", "сложно")),
        ("ru", "было бы слишком рано", 9, ("было бы", "слишком", "рано")),
        ("ru", "первый раз играем", 10, ("первый", "раз играем")),
        ("ru", "нас 5 игроков тут", 9, ("нас", "5 игроков", "тут")),
        ("ru", "квадрат 10 мм, линия", 10, ("квадрат", "10 мм,", "линия")),
        ("ru", "билет № 5 и стр. 3", 8, ("билет", "№ 5", "и стр. 3")),
        ("ru", "А. С. Пушкин написал", 12, ("А. С. Пушкин", "написал")),
        ("ru", "дорога — длинная", 9, ("дорога —", "длинная")),
        ("ru", "студенты × вузы", 15, ("студенты × вузы",)),
        ("be-tarask", "карта зь лесу", 9, ("карта", "зь лесу")),
        ("be-tarask", "карты й дарога", 9, ("карты", "й дарога")),
        ("be-tarask", "цяпер гэтак жа сьветла", 10, ("цяпер", "гэтак жа", "сьветла")),
        ("be-tarask", "(у першым коле) ня больш", 11, ("(у першым", "коле)", "ня больш")),
        ("pl", "karta w talii", 7, ("karta", "w talii")),
        ("pl", "ruch nie dalej", 9, ("ruch", "nie dalej")),
        ("pl", "trzymaj się kształtu", 10, ("trzymaj", "się", "kształtu")),
        ("pl", "zgina się na pół", 9, ("zgina się", "na pół")),
        ("pl", "gra dla 4 graczy", 12, ("gra", "dla 4 graczy")),
        ("ru", "и т. д. и т. п. всегда", 7, ("и т. д.", "и т. п.", "всегда")),
        ("ru", "автор А.С. Пушкин", 11, ("автор", "А.С. Пушкин")),
        ("ru", "только 5-й раунд тут", 12, ("только", "5-й раунд", "тут")),
        ("ru", "всего 2½ очка тут", 10, ("всего", "2½ очка", "тут")),
        ("ru", "город: г. Минск тут", 9, ("город:", "г. Минск", "тут")),
        ("ru", "— ходи скорее", 6, ("— ходи", "скорее")),
        ("ru", "плата 10 х 20 клеток", 9, ("плата", "10 х 20", "клеток")),
        ("be-tarask", "аркуш, стар. 3 з 4", 12, ("аркуш,", "стар. 3 з 4")),
        ("en", "sheet, p. 3 of 5", 9, ("sheet,", "p. 3 of 5")),
        ("en", "about 10 mm wide", 8, ("about", "10 mm", "wide")),
        ("en", "only six: 3 × 4 = 12, then", 13, ("only six:", "3 × 4 = 12,", "then")),
        ("en", "eight 3 · 4 here", 8, ("eight", "3 · 4", "here")),
        ("en", "one two — three", 8, ("one", "two —", "three")),
        ("en", "one two · three · four", 9, ("one two", "three", "four")),
        ("fr", "une carte : deux points", 9, ("une", "carte :", "deux", "points")),
        ("sk", "karta s okrajom", 9, ("karta", "s okrajom")),
    ],
)
def test_lines_break_between_what_belongs_together_only_where_there_is_no_room(
    language: str, text: str, characters: float, lines: tuple[str, ...]
) -> None:
    assert lines_of(text, language, characters) == lines


def test_smaller_type_goes_before_a_binding() -> None:
    font = Square("pl")
    assert fit("plansza i karta", font, 7 * EM / 2, 999, 10, 6, 2, 1.2).lines == ("plansza", "i karta")
    assert fit("plansza dla karty", font, 7 * EM / 2, 999, 10, 6, 2, 1.2)[:2] == (("plansza", "dla karty"), 7.75)


def test_where_not_all_can_stay_together_the_weakest_goes_and_no_more_than_must() -> None:
    setting = fit("raz dla 4 × 5 × 6 graczy", Square("pl"), 9 * EM / 2, 999, 10, 10, 3, 1.2)
    assert setting.lines == ("raz dla", "4 × 5 ×", "6 graczy")
    assert setting.fits
    firm = words_of("raz dla", "pl")[1].strength
    assert firm == Strength.FIRM
    assert fit("raz dla nas", Square("pl"), 7 * EM / 2, 999, 10, 10, 2, 1.2).lines == ("raz", "dla nas")
    assert fit("dla Piotra z Gdyni", Square("pl"), 10 * EM / 2, 999, 10, 10, 2, 1.2).lines == ("dla Piotra", "z Gdyni")


WORDS = ["и", "не", "карта", "5", "—", "·", "×", "слово,", "дорога.", "же", "10", "мм", "=", "ли", "а"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)


@given(TEXTS, st.integers(1, 30), st.integers(1, 6))
def test_no_text_overflows_because_of_what_stays_together(text: str, characters: int, lines: int) -> None:
    bound = fit(text, Square("ru"), characters * EM / 2, 999, 10, 6, lines, 1.2)
    loose = fit(re.sub(r"[^ ]", "□", text), Square("ru"), characters * EM / 2, 999, 10, 6, lines, 1.2)
    assert bound.fits or not loose.fits


@given(TEXTS, st.integers(1, 30))
def test_nothing_is_lost_but_the_dot_between_two_items(text: str, characters: int) -> None:
    setting = fit(text, Square("ru"), characters * EM / 2, 999, 10, 6, 20, 1.2)
    assert "".join(setting.lines).replace(" ", "").replace("·", "") == text.replace(" ", "").replace("·", "")
    for line, following in pairwise(setting.lines):
        assert bool(line) and bool(following)


def test_a_text_that_fits_in_one_line_is_measured_once() -> None:
    font = Square("ru")
    fit("не далее 5 мм и ни шагу × два", font, 999, 999, 10, 6, 9, 1.2)
    assert font.asked == 1


def test_a_long_text_is_measured_a_few_times_a_word() -> None:
    font = Square("ru")
    fit("и вот не карта а 10 мм — " * 60, font, 60, 999, 10, 6, 200, 1.2)
    assert font.asked < 60 * 9 * 5


PACKS = ("cascadia", "get-on-board", "quadrata-canada")
SHORT = re.compile(r"(?:^|[ \u00a0(«„“])([^\W\d_]{1,3})$")
PARTICLES = {"ru": "же ж ли ль бы б", "be": "жа ж бы б", "pl": "się"}
SIGNS = "-–—·•×=№"


def breaches(setting: Setting, text: str, language: str) -> Iterator[str]:
    """Yield what ends or begins a line and should have stayed with its neighbour."""
    base = language.split("-", maxsplit=1)[0]
    particles = PARTICLES.get(base, "").split()
    for line, following in pairwise(setting.lines):
        if f"{line} · {following}" in text:
            continue  # two items of a list
        last, first = line.rsplit(" ", 1)[-1], following.split(" ", 1)[0]
        short = SHORT.search(line)
        if particles and short and short[1].lower() not in particles:
            yield f"{line} / {following}"
        if first.strip(".,") in particles or first in SIGNS or last in SIGNS.replace("—", "").replace("–", ""):
            yield f"{line} / {following}"
        if re.search(r"\d$", last) and re.match(r"[^\W\d_]", first):
            yield f"{line} / {following}"


@pytest.mark.parametrize("pack", PACKS)
def test_no_line_of_a_game_ends_between_what_belongs_together(pack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found: set[str] = set()
    several = 0

    def noted(
        text: str, font: Measure, width: float, height: float, size: float, least: float, lines: int, leading: float
    ) -> Setting:
        nonlocal several
        setting = fit(text, font, width, height, size, least, lines, leading)
        several += len(setting.lines) > 1
        found.update(f"{font.language}: {breach}" for breach in breaches(setting, text, font.language))
        return setting

    monkeypatch.setattr(vocabulary, "fit", noted)
    problems = Problems()
    check(pack, problems, lambda _: None)
    assert several > 3
    assert sorted(found) == []
