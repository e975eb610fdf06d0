"""Tabletop Simulator: what lies on the table is what the pack declares, and each card shows its own face."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest
from conftest import PACK, MakePack
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator.exports.makers.grid import Limits, cells, evenly
from generator.exports.makers.tts import LIMITS
from generator.exports.raster import Pixels
from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.document import Written
from generator.stories.options import BuildOptions

CARDS = PACK.replace("layout: page", "back: back")
BACK = "  back: {title: Back, template: back.svg.j2, size: [63, 88]ITEMS}\n"
FACE = """{% extends "common/face.svg.j2" %}{% block face %}
<rect x="-5" y="-5" width="73" height="98" fill="rgb(255, {{ item.n }}, 0)"/>{% endblock %}"""
OTHER = FACE.replace("rgb(255, {{ item.n }}", "rgb(0, {{ item.n }}")
ONE = FACE.replace("rgb(255, {{ item.n }}, 0)", "rgb(0, 0, 255)")
Object = dict[str, Any]


def deck(number: int, more: str = "") -> str:
    return "".join(f"- {{id: c{n}, n: {n}, name: Card {n}{more}}}\n" for n in range(number))


def exported(folder: Path, out: Path, dpi: int | None = 30) -> tuple[list[Object], Written]:
    problems = Problems()
    (made,) = build(BuildOptions(str(folder), out=out, format="tts", dpi=dpi), problems, lambda _: None)
    assert [str(problem) for problem in problems] == []
    saved = json.loads(made.path.read_text(encoding="utf-8"))
    assert saved["SaveName"] == "Test · card"
    return saved["ObjectStates"], made


def picture(url: str) -> Image.Image:
    assert url.startswith("file:///")
    with Image.open(url2pathname(urlparse(url).path)) as image:
        image.load()
        return image


def shown(card: Object, side: str) -> tuple[int, int, int]:
    """The colour in the middle of a card's cell, found as the simulator finds it."""
    number, place = divmod(card["CardID"], 100)
    cut = card["CustomDeck"][str(number)]
    image = picture(cut[side])
    columns, rows = cut["NumWidth"], cut["NumHeight"]
    if side == "BackURL" and not cut["UniqueBack"]:
        columns = rows = 1
        place = 0
    width, height = image.width / columns, image.height / rows
    row, column = divmod(place, columns)
    found = image.getpixel((int((column + 0.5) * width), int((row + 0.5) * height)))
    assert isinstance(found, tuple)
    return found


def everything(objects: list[Object]) -> Iterator[Object]:
    for made in objects:
        yield made
        yield from everything(made.get("ContainedObjects", []))


@pytest.mark.parametrize("number", [2, 54, 70, 71, 150])
def test_each_card_shows_its_own_face_and_back(make_pack: MakePack, tmp_path: Path, number: int) -> None:
    pack = CARDS + BACK.replace("ITEMS", ", items: deck")
    folder = make_pack({"deck.yaml": deck(number), "templates/back.svg.j2": OTHER}, pack=pack, card=FACE)
    (made,), _ = exported(folder, tmp_path)
    assert made["Name"] == "DeckCustom"
    assert len(made["CustomDeck"]) == -(-number // 70)
    assert [card["Nickname"] for card in made["ContainedObjects"]] == [f"Card {n}" for n in range(number)]
    assert made["DeckIDs"] == [card["CardID"] for card in made["ContainedObjects"]]
    for n, card in enumerate(made["ContainedObjects"]):
        assert shown(card, "FaceURL") == (255, n, 0)
        assert shown(card, "BackURL") == (0, n, 0)
        assert card["CustomDeck"].items() <= made["CustomDeck"].items()


def test_one_back_for_all_is_one_picture_and_copies_are_so_many_cards(make_pack: MakePack, tmp_path: Path) -> None:
    rows = "- {id: a, n: 1, copies: 3}\n- {id: b, n: 2, name: Bee}\n"
    folder = make_pack({"deck.yaml": rows, "templates/back.svg.j2": ONE}, pack=CARDS + BACK.replace("ITEMS", ""))
    (folder / "templates/card.svg.j2").write_text(FACE, encoding="utf-8")
    (made,), printed = exported(folder, tmp_path, dpi=None)
    assert Counter(card["Nickname"] for card in made["ContainedObjects"]) == {"a": 3, "Bee": 1}
    assert len(set(made["DeckIDs"])) == 2
    (cut,) = made["CustomDeck"].values()
    assert not cut["UniqueBack"]
    assert cut["BackIsHidden"]
    assert picture(cut["BackURL"]).size == (744, 1039)
    assert picture(cut["FaceURL"]).size == (1488, 1039)
    assert {shown(card, "BackURL") for card in made["ContainedObjects"]} == {(0, 0, 255)}
    assert printed.pages == 4
    assert printed.notes[0] == "card: a sheet of 2 × 1 cards, 1488 × 1039 pixels, 300 dpi"


def test_what_has_no_back_is_white_behind(make_pack: MakePack, tmp_path: Path) -> None:
    (made,), _ = exported(make_pack({"deck.yaml": deck(3)}, pack=PACK, card=FACE), tmp_path)
    assert shown(made["ContainedObjects"][2], "BackURL") == (255, 255, 255)


def test_sheets_keep_to_the_limits_of_the_simulator(make_pack: MakePack, tmp_path: Path) -> None:
    (made,), printed = exported(make_pack({"deck.yaml": deck(71)}, pack=PACK, card=FACE), tmp_path, dpi=600)
    for cut in made["CustomDeck"].values():
        assert cut["NumWidth"] <= 10
        assert cut["NumHeight"] <= 7
        image = picture(cut["FaceURL"])
        assert max(image.size) <= 4096
        assert image.width % cut["NumWidth"] == image.height % cut["NumHeight"] == 0
    assert printed.notes[0] == "card: a sheet of 8 × 5 cards, 4096 × 3575 pixels, 206 dpi"


def test_what_is_large_or_single_is_a_tile(make_pack: MakePack, tmp_path: Path) -> None:
    pack = CARDS.replace("[63, 88]", "[210, 148]") + BACK.replace("ITEMS", ", items: deck").replace(
        "63, 88", "210, 148"
    )
    folder = make_pack({"deck.yaml": deck(2), "templates/back.svg.j2": OTHER}, pack=pack, card=FACE)
    (bag,), _ = exported(folder, tmp_path)
    assert (bag["Name"], bag["Nickname"]) == ("Bag", "Card")
    for n, tile in enumerate(bag["ContainedObjects"]):
        image = tile["CustomImage"]
        assert (tile["Name"], tile["Nickname"], image["CustomTile"]["Type"]) == ("Custom_Tile", f"Card {n}", 0)
        assert picture(image["ImageURL"]).getpixel((2, 2)) == (255, n, 0)
        assert picture(image["ImageSecondaryURL"]).getpixel((2, 2)) == (0, n, 0)
    clash = pack.replace("[63, 88]", "[210, 148]")
    (bag,), _ = exported(
        make_pack(
            {"deck.yaml": "- {id: a, n: 1}\n- {id: a-back, n: 2}\n", "templates/back.svg.j2": OTHER},
            "clash",
            clash,
            FACE,
        ),
        tmp_path,
    )
    urls = [tile["CustomImage"][side] for tile in bag["ContainedObjects"] for side in ("ImageURL", "ImageSecondaryURL")]
    assert [picture(url).getpixel((2, 2)) for url in urls] == [(255, 1, 0), (0, 1, 0), (255, 2, 0), (0, 2, 0)]
    single = make_pack({"deck.yaml": deck(1)}, "single", pack=PACK, card=FACE)
    (tile,), _ = exported(single, tmp_path)
    assert tile["Name"] == "Custom_Tile"
    assert tile["CustomImage"]["ImageSecondaryURL"] == ""


def test_hexes_are_tokens_cut_out_of_their_pictures(make_pack: MakePack, tmp_path: Path) -> None:
    card = """{% extends "common/face.svg.j2" %}{% block face %}
<polygon points="{{ shape.hexagon(20, 23.094, 23.094) }}" fill="#00ff00"/>{% endblock %}"""
    pack = PACK.replace("layout: page", "layout: honeycomb").replace("[63, 88]", "[40, 46.188]")
    (bag,), _ = exported(make_pack({"deck.yaml": deck(4, ", copies: 2")}, pack=pack, card=card), tmp_path)
    assert Counter(token["Nickname"] for token in bag["ContainedObjects"]) == {f"Card {n}": 2 for n in range(4)}
    token = bag["ContainedObjects"][0]
    assert token["Name"] == "Custom_Token"
    image = picture(token["CustomImage"]["ImageURL"])
    assert image.getpixel((0, 0)) == (255, 255, 255, 0)
    assert image.getpixel((image.width // 2, image.height // 2)) == (0, 255, 0, 255)


def test_the_numbers_of_objects_differ_and_stay(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": deck(80)}, pack=PACK, card=FACE)
    first, made = exported(folder, tmp_path)
    text = made.path.read_bytes()
    numbers = [part["GUID"] for part in everything(first)]
    assert len(set(numbers)) == len(numbers) == 81
    assert exported(folder, tmp_path)[1].path.read_bytes() == text
    other, _ = exported(make_pack({"deck.yaml": deck(80)}, "other", pack=PACK, card=FACE), tmp_path)
    assert not set(first[0]["CustomDeck"]) & set(other[0]["CustomDeck"])


def test_names_are_translated(make_pack: MakePack, tmp_path: Path) -> None:
    catalogue = 'msgid ""\nmsgstr "Language: pl\\n"\n' + "".join(
        f'\nmsgid "{english}"\nmsgstr "{polish}"\n' for english, polish in (("Bee", "Pszczoła"), ("Card", "Karta"))
    )
    rows = "- {id: a, n: 1, title: Bee}\n- {id: b, n: 2, title: Ant}\n"
    folder = make_pack({"deck.yaml": rows, "locale/pl.po": catalogue}, pack=PACK.replace("[en]", "[en, pl]"), card=FACE)
    problems = Problems()
    (made,) = build(BuildOptions(str(folder), "pl", out=tmp_path, format="tts", dpi=30), problems, lambda _: None)
    (cards,) = json.loads(made.path.read_text(encoding="utf-8"))["ObjectStates"]
    assert [cards["Nickname"], *(card["Nickname"] for card in cards["ContainedObjects"])] == [
        "Karta",
        "Pszczoła",
        "Ant",
    ]


def test_nothing_is_written_when_a_back_cannot_be_drawn(make_pack: MakePack, tmp_path: Path) -> None:
    bad = OTHER.replace('height="98"', 'height="tall"')
    pack = CARDS + BACK.replace("ITEMS", ", items: deck")
    folder = make_pack({"deck.yaml": deck(3), "templates/back.svg.j2": bad}, pack=pack, card=FACE)
    problems = Problems()
    with pytest.raises(Exception, match="back 'c0'"):
        build(BuildOptions(str(folder), out=tmp_path / "out", format="tts"), problems, lambda _: None)
    assert not (tmp_path / "out").exists()


# ------------------------------------------------------------------ grids

SIDES = st.integers(1, 3000)


@given(st.integers(1, 70), SIDES, SIDES, st.integers(300, 5000))
def test_a_grid_holds_all_within_its_limits(number: int, width: int, height: int, side: int) -> None:
    made = cells(number, Pixels(width, height), Limits(10, 7, side))
    assert made.columns * made.rows >= number
    assert made.columns <= 10
    assert made.rows <= 7
    assert max(made.size) <= max(side, made.columns, made.rows)
    assert made.cell.width <= width
    assert made.cell.height <= height
    corners = {made.corner(place) for place in range(number)}
    assert len(corners) == number
    assert all(x + made.cell.width <= made.size.width and y + made.cell.height <= made.size.height for x, y in corners)


@given(st.integers(1, 2000), st.integers(1, 100))
def test_sheets_are_filled_evenly(number: int, most: int) -> None:
    made = evenly(number, most)
    assert sum(made) == number
    assert len(made) == -(-number // most)
    assert max(made) - min(made) <= 1
    assert max(made) <= most


def test_a_whole_deck_fits_one_sheet() -> None:
    assert cells(54, Pixels(744, 1039), LIMITS)[:2] == (9, 6)
    assert cells(70, Pixels(744, 1039), LIMITS)[:2] == (10, 7)


def test_cards_and_tiles_have_their_shapes(make_pack: MakePack, tmp_path: Path) -> None:
    for more, shape in (("corner: 3", 0), ("corner: 0", 1)):
        folder = make_pack({"deck.yaml": deck(3)}, pack=PACK.replace("layout: page", more), card=FACE)
        (made,), _ = exported(folder, tmp_path / more)
        assert {cut["Type"] for cut in made["CustomDeck"].values()} == {shape}
    pack = PACK.replace("layout: page", "outline: circle").replace("[63, 88]", "[30, 30]")
    (bag,), _ = exported(make_pack({"deck.yaml": deck(3)}, pack=pack, card=FACE), tmp_path)
    assert {tile["CustomImage"]["CustomTile"]["Type"] for tile in bag["ContainedObjects"]} == {2}


@pytest.mark.parametrize("format_", ["tts", "game-crafter", "screentop"])
def test_more_pieces_than_anybody_means_are_refused(make_pack: MakePack, tmp_path: Path, format_: Any) -> None:
    folder = make_pack({"deck.yaml": deck(2)}, card=FACE)
    order = BuildOptions(str(folder), out=tmp_path / "out", format=format_, copies=10**9)
    with pytest.raises(Failed, match="card: 2000000000 pieces are asked for; allowed: at most 20000"):
        build(order, Problems(), lambda _: None)
    assert not (tmp_path / "out").exists()
