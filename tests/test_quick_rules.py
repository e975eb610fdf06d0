"""The quick rules of Get on Board: as tall as their words, evenly spaced, with room round every text."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import PrintPack
from drawing import raster
from PIL import Image, ImageChops
from test_get_on_board_cards import LANGUAGES, faces

from generator.type.typeset import fit, height

DOTS = 8
"""Pixels a mm."""

PADDING = 2.5
EVEN = 0.2

BLOCK = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="1.5" fill="([^"]+)"')
DISC = re.compile(r'<circle cx="[\d.]+" cy="([\d.]+)" r="3.25"')
TEXT = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" font-family="Fira Sans" ')


def drawn(component: str, language: str) -> str:
    (face,) = faces(component, language).values()
    return face.svg


def blocks(svg: str) -> list[tuple[float, ...]]:
    """Return x, y, width and height of the areas of a face, those that others lie on first."""
    return [tuple(map(float, found.groups()[:4])) for found in BLOCK.finditer(svg)]


def cards(component: str, language: str) -> list[tuple[float, ...]]:
    return [block for block in blocks(drawn(component, language)) if block[3] < 100]


def page(print_pack: PrintPack, language: str, number: int) -> Image.Image:
    (file,) = (f.path for f in print_pack("get-on-board") if f.path.parts[-2:] == (language, "quick-rules.pdf"))
    return raster(Path(file), DOTS, number)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_room_round_its_words(print_pack: PrintPack, language: str) -> None:
    for number, component in enumerate(["quick-rules", "quick-scoring"]):
        picture = page(print_pack, language, number)
        found = cards(component, language)
        assert len(found) == {"quick-rules": 4, "quick-scoring": 9}[component]
        for x, y, width, tall in found:
            box = [round(side * DOTS) for side in (x, y, x + width, y + tall)]
            area = picture.crop((box[0], box[1], box[2], box[3]))
            ground = Image.new("RGB", area.size, area.getpixel((area.width // 2, DOTS)))
            inked = ImageChops.difference(area, ground).convert("L").point([255 if v > 24 else 0 for v in range(256)])
            inner = inked.crop((8, 8, area.width - 8, area.height - 8)).getbbox()  # without the round corners
            assert inner is not None
            sides = (inner[0] + 8, inner[1] + 8, area.width - 8 - inner[2], area.height - 8 - inner[3])
            assert min(sides) / DOTS >= PADDING - 0.5 / DOTS, (component, x, y, sides)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_stands_evenly_from_top_to_bottom(language: str) -> None:
    found = cards("quick-scoring", language)
    gaps = [after[1] - before[1] - before[3] for before, after in pairwise(found)]
    assert max(gaps) - min(gaps) <= EVEN
    assert min(gaps) > 0.55
    (ground,) = (block for block in blocks(drawn("quick-scoring", language)) if block[3] >= 100)
    assert found[-1][1] + found[-1][3] == pytest.approx(ground[1] + ground[3], abs=0.01)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_steps_of_a_round_stand_evenly(language: str) -> None:
    svg = drawn("quick-rules", language)
    middles = [float(y) for y in DISC.findall(svg)]
    lines = [float(y) for x, y in TEXT.findall(svg) if float(x) == 110.5]
    items = [(middle - 3.25, _end(middle, middles, lines)) for middle in middles]
    four = cards("quick-rules", language)
    items.append((min(card[1] for card in four), max(card[1] + card[3] for card in four)))
    gaps = [after[0] - before[1] for before, after in pairwise(sorted(items))]
    assert len(gaps) == 5
    assert max(gaps) - min(gaps) <= EVEN
    assert min(gaps) > 1.2


def _end(middle: float, middles: list[float], lines: list[float]) -> float:
    """Return where a step ends: the last line before the next step, or its disc."""
    following = min((other for other in middles if other > middle), default=1000.0)
    return max(middle + 3.25, *(y for y in lines if middle < y < following - 3.25))


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_stand_beside_the_first_line(language: str) -> None:
    svg = drawn("quick-rules", language)
    lines = [float(y) for x, y in TEXT.findall(svg) if float(x) == 110.5]
    for middle in map(float, DISC.findall(svg)):
        first = min(y for y in lines if y > middle)
        assert first - 8.5 * 0.243 / 2 == pytest.approx(middle, abs=EVEN)


class Even:
    """A font whose letters are half as wide as their size."""

    cap_height = 0.7
    language = "en"

    def width(self, text: str) -> float:
        return 0.5 * len(text)


def test_the_height_of_a_text_is_that_of_the_lines_that_it_is_set_in() -> None:
    font = Even()
    for text in ("one", "one two", "one two three four five six", "one\ntwo three four"):
        for width in (9.0, 15.0, 40.0):
            tall = height(text, font, width, 10, 12, 1.3)
            setting = fit(text, font, width, tall + 0.01, 10, 10, 12, 1.3)
            assert setting.fits
            assert tall == pytest.approx(((len(setting.lines) - 1) * 1.3 + 0.7) * 10 * 25.4 / 72)
            assert not fit(text, font, width, tall - 0.05, 10, 10, 12, 1.3).fits
