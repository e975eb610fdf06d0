"""Get on Board's player sheet: what belongs together stands together, and no mark stands where one writes."""

from __future__ import annotations

import colorsys
import re

import pytest
from conftest import PrintPack
from drawing import raster
from PIL import Image, ImageChops
from test_get_on_board import LANGUAGES, faces, pack

DOTS = 8
CARD, GAP, LEFT = 182.5 / 6, 2.5, 7.5
"""Width of a ticket on the sheet, what lies between two, and where the first begins, in mm."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_mark_and_boxes_of_a_ticket_are_centred_together(print_pack: PrintPack, language: str) -> None:
    (path,) = (f.path for f in print_pack("get-on-board") if f.path.parts[-2:] == (language, "player-sheet.pdf"))
    picture = raster(path, DOTS)
    for number in range(6):
        left = LEFT + number * (CARD + GAP)
        inner = [round(side * DOTS) for side in (left + 2, 26.2, left + CARD - 2, 32.3)]
        band = picture.crop((inner[0], inner[1], inner[2], inner[3]))
        ground = band.getpixel((0, 0))
        inked = (
            ImageChops.difference(band, Image.new("RGB", band.size, ground))
            .convert("L")
            .point([255 * (v > 24) for v in range(256)])
        )
        box = inked.getbbox()
        assert box is not None
        assert abs(box[0] - (band.width - box[2])) / 2 / DOTS < 0.2, number


def test_a_sheet_has_six_hues_at_most() -> None:
    colours = set(re.findall(r"#[0-9A-Fa-f]{6}", faces("en")[0].svg))
    hues = []
    for colour in colours:
        red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)
        if saturation > 0.12 and max(red, green, blue) - min(red, green, blue) > 0.1:
            hues.append(hue * 360)
    families: list[list[float]] = []
    for hue in sorted(hues):
        if families and hue - families[-1][-1] < 12:
            families[-1].append(hue)
        else:
            families.append([hue])
    assert len(families) <= 7, families  # ink is a dark blue of its own


def test_bonuses_stand_right_under_what_brings_them() -> None:
    svg = faces("en")[0].svg
    values = pack().data["sheet"]["businessmen"]["bonuses"]
    shown = re.findall(r'<text x="([\d.]+)" y="66.515"[^>]*>(\d+)</text>', svg)
    icons = re.findall(r'<use href="#(\w+)-[^"]*" x="([\d.]+)" y="68.25" width="6" height="6"', svg)
    assert [name for name, _ in icons] == [bonus["gives"] for bonus in values]
    for bonus, (_, x) in zip(values, icons, strict=True):
        assert any(int(value) == bonus["value"] and abs(float(middle) - float(x) - 3) < 0.05 for middle, value in shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_foot_is_one_line(language: str) -> None:
    for face in faces(language):
        assert len(re.findall(r'<text x="7.5" y="1(?:3|4)\d', face.svg)) == 1
