"""Art as people bring it: what other programs lose, change or trust, through both doors of a template."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from conftest import MakePack
from drawing import pixel, raster
from PIL import Image

from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.options import BuildOptions

ART = Path(__file__).parent / "art"

PACK = """\
title: Art
version: "1"
players: {from: 1, to: 4}
languages: [en]
components:
  page: {title: Page, template: card.svg.j2, size: [210, 297], margin: 0, marks: false}
"""
CARD = '{% extends "common/face.svg.j2" %}{% block face %}BODY{% endblock %}'

DOORS = {
    "icon": '{{ icon("NAME", X, Y, SIZE) }}',
    "picture": '<image href="art/NAME.svg" x="X" y="Y" width="SIZE" height="SIZE"/>',
}
"""The two ways to place art: a symbol of the face, and a file of its own."""

WHITE = (255, 255, 255)

Place = tuple[str, float, float, float]


class Desk:
    """Makes packs with art, and prints them."""

    def __init__(self, make_pack: MakePack, out: Path, door: str) -> None:
        self._make = make_pack
        self._out = out
        self._door = DOORS[door]
        self.told: list[str] = []

    def printed(self, *places: Place, files: dict[str, str] | None = None) -> Path:
        """Place art by name, corner and size in mm on a page; return the PDF."""
        body = "".join(
            self._door.replace("NAME", name).replace("X", f"{x:g}").replace("Y", f"{y:g}").replace("SIZE", f"{size:g}")
            for name, x, y, size in places
        )
        art = {path.name: path.read_bytes() for path in ART.iterdir()} | (files or {})
        files_of = {f"art/{name}": content for name, content in art.items()}
        folder = self._make(files_of, name="art", pack=PACK, card=CARD.replace("BODY", body))
        problems = Problems()
        try:
            (made,) = build(BuildOptions(str(folder), out=self._out), problems, lambda _: None)
        finally:
            self.told = [str(problem) for problem in problems]
        return made.path

    def seen(self, *places: Place, files: dict[str, str] | None = None) -> Image.Image:
        """Return the page as a picture, four pixels a millimetre."""
        return raster(self.printed(*places, files=files))


@pytest.fixture(params=DOORS)
def desk(request: pytest.FixtureRequest, make_pack: MakePack, tmp_path: Path) -> Desk:
    return Desk(make_pack, tmp_path / "out", request.param)


def test_o_s01_rules_for_several_classes_add_up(desk: Desk) -> None:
    picture = desk.seen(("ring", 0, 0, 80))
    assert desk.told == []
    assert pixel(picture, 40, 10) == (0, 0, 255)
    assert pixel(picture, 40, 20) == (255, 0, 0)
    assert pixel(picture, 40, 40) == pixel(picture, 40, 15) == WHITE


def test_o_s02_a_gradient_may_stand_after_its_use(desk: Desk) -> None:
    picture = desk.seen(("sky", 0, 0, 200))
    assert desk.told == []
    shades = [pixel(picture, share * 2, 100) for share in (1, 10, 50, 90, 99)]
    assert all(len(set(shade)) == 1 for shade in shades)
    assert shades[0][0] == pytest.approx(0xEB, abs=2)
    assert shades[-1][0] == pytest.approx(0xA3, abs=2)
    assert all(one > other for one, other in pairwise(shades))


def test_o_s03_a_shape_that_clips_is_transformed(desk: Desk) -> None:
    picture = desk.seen(("token", 0, 0, 100))
    assert desk.told == []
    assert pixel(picture, 25, 25) == pixel(picture, 49, 25) == (0x2E, 0x8B, 0x57)
    assert {pixel(picture, *place) for place in ((2, 2), (70, 70), (51, 25), (48, 48))} == {WHITE}


def test_o_s04_words_after_a_span_are_drawn(desk: Desk) -> None:
    path = desk.printed(("line", 0, 0, 200))
    assert len(desk.told) == 2
    assert all("line.svg:2: warning" in told and "set in Fira Sans" in told for told in desk.told)
    text, boxes = _letters(path)
    assert text.split() == ["Take", "three", "cubes", "now"]
    assert [left for left, _ in boxes] == sorted(left for left, _ in boxes)
    assert boxes[len("Takethree")][0] > boxes[len("Takethree") - 1][1]
    dots = np.asarray(raster(path), dtype=int)
    assert ((dots[..., 0] > 200) & (dots[..., 1] < 60)).any()


def _letters(path: Path) -> tuple[str, list[tuple[float, float]]]:
    """Return the text of a page, and left and right of each letter that is seen."""
    document = pypdfium2.PdfDocument(path)
    try:
        page = document[0].get_textpage()
        text = page.get_text_range()
        boxes = [page.get_charbox(index) for index, letter in enumerate(text) if letter.strip()]
        return text, [(left, right) for left, _, right, _ in boxes]
    finally:
        document.close()


def test_o_s05_a_view_box_with_a_negative_origin(desk: Desk) -> None:
    picture = np.asarray(desk.seen(("corner", 0, 0, 50)), dtype=int)
    assert desk.told == []
    assert _box(picture.min(axis=2) < 230) == pytest.approx((0, 0, 50, 50), abs=0.25)
    assert _box(picture[..., 1] < 60) == pytest.approx((25, 25, 50, 50), abs=0.25)


def _box(marked: np.ndarray) -> tuple[float, ...]:
    """Return left, top, right, bottom of what is marked, in mm."""
    ys, xs = np.nonzero(marked)
    return xs.min() / 4, ys.min() / 4, (xs.max() + 1) / 4, (ys.max() + 1) / 4


_READ: list[str] = []


def _watch(event: str, given: tuple[object, ...]) -> None:
    if event == "open":
        _READ.append(str(given[0]))


sys.addaudithook(_watch)


def test_o_s06_a_local_file_is_not_read(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"evil\.svg:2: error: .*external entities are not allowed: .*secret\.txt"):
        desk.printed(("evil", 0, 0, 40))
    read = [path for path in _READ if str(tmp_path) in path]
    assert any(path.endswith("evil.svg") for path in read)
    # written once, by this test, and never looked at again
    assert sum(path.endswith("secret.txt") for path in read) == 1
    assert not list((tmp_path / "out").rglob("*.pdf"))


def test_o_s07_entities_that_name_namespaces_load(desk: Desk) -> None:
    picture = desk.seen(("leaf", 0, 0, 32))
    assert desk.told == []
    assert pixel(picture, 16, 16) == (0x3A, 0x7D, 0x2C)
    assert pixel(picture, 2, 2) == WHITE


@pytest.mark.parametrize("order", [("one", "two"), ("two", "one")])
def test_o_s08_equal_ids_in_two_files_do_not_mix(desk: Desk, order: tuple[str, str]) -> None:
    left, right = order
    picture = desk.seen((left, 0, 0, 50), (right, 60, 0, 50))
    assert desk.told == []
    at = {left: 0, right: 60}
    assert pixel(picture, at["one"] + 1, 25) == pytest.approx((255, 0, 0), abs=8)
    assert pixel(picture, at["one"] + 49, 25) == pytest.approx((255, 0x99, 0), abs=8)
    assert pixel(picture, at["two"] + 1, 25) == pytest.approx((0, 0, 255), abs=8)
    assert pixel(picture, at["two"] + 49, 25) == pytest.approx((0, 255, 255), abs=8)


STYLED = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" class="k"><style>
.cls-1, #a {{ fill: {0} }} svg.k > path {{ fill: {1} }}</style>
<rect class="cls-1" width="5" height="5"/><rect id="a" x="5" width="5" height="5"/><path d="M0 5h10v5h-10z"/></svg>
"""


@pytest.mark.parametrize("order", [("red", "blue"), ("blue", "red")])
def test_o_s08_equal_classes_and_rules_in_two_files_do_not_mix(desk: Desk, order: tuple[str, str]) -> None:
    files = {"red.svg": STYLED.format("#ff0000", "#00ff00"), "blue.svg": STYLED.format("#0000ff", "#ffff00")}
    picture = desk.seen((order[0], 0, 0, 50), (order[1], 60, 0, 50), files=files)
    assert desk.told == []
    colours = {"red": [(255, 0, 0)] * 2 + [(0, 255, 0)], "blue": [(0, 0, 255)] * 2 + [(255, 255, 0)]}
    for name, x in zip(order, (0, 60), strict=True):
        assert [pixel(picture, x + dx, y) for dx, y in ((10, 10), (40, 10), (20, 40))] == colours[name]


def test_o_s09_packed_numbers_are_told_apart(desk: Desk) -> None:
    dots = np.asarray(desk.seen(("packed", 0, 0, 90), ("spaced", 0, 100, 90)), dtype=int)
    assert desk.told == []
    packed, spaced = dots[:360, :360], dots[400:760, :360]
    assert (packed != 255).any()
    assert (np.abs(packed - spaced).max(axis=2) > 8).mean() < 0.005


# ------------------------------------------------------------------ what art may be, and what is said of it

FILTERED = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
  <filter id="f"/>
  <rect width="5" height="10" fill="red" filter="url(#f)"/>
  <foreignObject width="5" height="5"/>
  <rect x="5" width="5" height="10" fill="var(--side, blue)"/>
</svg>
"""


def test_what_art_asks_for_in_vain_is_a_warning_with_what_is_drawn(desk: Desk) -> None:
    picture = desk.seen(("soft", 0, 0, 50), files={"soft.svg": FILTERED})
    assert pixel(picture, 10, 25) == (255, 0, 0)
    assert pixel(picture, 40, 25) == (0, 0, 255)
    said = ["3: warning", "4: warning", "5: warning"]
    assert all(f"soft.svg:{words}" in told for words, told in zip(said, desk.told, strict=True))
    assert "filter='url(#f)' can't be drawn; allowed: none (drawn without it)" in desk.told[0]
    assert "<foreignObject>: it can't be drawn (left out)" in desk.told[1]
    assert "CSS variables are not read (drawn with its fallback 'blue')" in desk.told[2]


ARIAL = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" font-family="Arial, Helvetica"><text y="5">a</text></svg>
"""


def test_a_pack_says_once_which_font_stands_for_which(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {f"{name}.svg": ARIAL for name in ("one", "two")}
    places: list[Place] = [("one", 0, 0, 50), ("two", 60, 0, 50)]
    desk.printed(*places, files=files)
    assert all("'Arial'" in told and "set in Fira Sans" in told for told in desk.told)
    monkeypatch.setattr("test_svg_cases.PACK", PACK + "fonts: {instead: {Arial: Fira Sans Condensed}}\n")
    desk.printed(*places, files=files)
    assert desk.told == []


def test_what_stands_for_a_font_must_be_there(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("test_svg_cases.PACK", PACK + "fonts: {instead: {Arial: Nowhere}}\n")
    with pytest.raises(Failed, match=r"pack\.yaml:7:\d+: error: there is no font family 'Nowhere'"):
        desk.printed(("ring", 0, 0, 50))
