"""The Game Crafter and Screentop: pictures as they ask for them, and what doesn't fit is told with what is near."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from conftest import PACK, MakePack
from PIL import Image

from generator.exports.makers.products import facts, maker
from generator.pack.model import Knowledge
from generator.problems import Failed, Location, Problems
from generator.stories.build import build
from generator.stories.document import Written
from generator.stories.options import BuildOptions
from generator.units import Size

WIDE = """{% extends "common/face.svg.j2" %}{% block face %}
<rect x="-9" y="-9" width="200" height="200" fill="#ff0000"/>
<rect x="0" y="0" width="{{ component.width }}" height="{{ component.height }}" fill="#00ff00"/>
<rect x="0" y="0" width="10" height="10" fill="#0000ff"/>{% endblock %}"""
BACK = WIDE.replace("#0000ff", "#000000")
DECK = "- {id: a, name: Ant, copies: 3}\n- {id: b}\n"


def pack(size: str = "[63.5, 88.9]", more: str = "bleed: 4") -> str:
    return PACK.replace("[63, 88]", size).replace("layout: page", more)


def exported(
    folder: Path, out: Path, wanted: str = "game-crafter", product: str | None = None
) -> tuple[list[Written], list[str]]:
    problems = Problems()
    made = build(BuildOptions(str(folder), out=out, format=wanted, product=product), problems, lambda _: None)  # type: ignore[arg-type]
    return made, [str(problem) for problem in problems]


def refused(folder: Path, out: Path, product: str | None = None) -> str:
    problems = Problems()
    with pytest.raises(Failed):
        build(BuildOptions(str(folder), out=out, format="game-crafter", product=product), problems, lambda _: None)
    assert not list(out.rglob("*.png"))
    (problem,) = problems
    return str(problem)


def opened(path: Path) -> Image.Image:
    with Image.open(path) as image:
        image.load()
        return image


# ------------------------------------------------------------------ The Game Crafter


def test_a_picture_has_the_size_of_the_product_with_its_bleed(make_pack: MakePack, tmp_path: Path) -> None:
    (made,), told = exported(make_pack({"deck.yaml": DECK}, pack=pack(), card=WIDE), tmp_path)
    assert told == []
    assert (made.pages, made.noun, made.notes) == (2, "picture", ("PokerDeck 63.5 × 88.9 mm, 825 × 1125 pixels each",))
    image = opened(made.path / "a.png")
    assert image.size == (825, 1125)
    assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    # 1/8 inch of bleed is 37.5 pixels
    assert {image.getpixel(at) for at in ((0, 0), (36, 600), (400, 36), (824, 1124), (790, 600))} == {(255, 0, 0)}
    assert image.getpixel((39, 39)) == (0, 0, 255)
    assert {image.getpixel(at) for at in ((785, 600), (400, 1085))} == {(0, 255, 0)}


def test_a_list_says_what_is_what_and_how_many(make_pack: MakePack, tmp_path: Path) -> None:
    declared = pack(more="bleed: 4\n    back: back") + (
        "  back: {title: Back, template: back.svg.j2, size: [63.5, 88.9], bleed: 4, items: deck}\n"
    )
    folder = make_pack({"deck.yaml": DECK, "templates/back.svg.j2": BACK}, pack=declared, card=WIDE)
    (made,), told = exported(folder, tmp_path)
    assert told == []
    with (made.path / "list.csv").open(encoding="utf-8") as file:
        assert list(csv.DictReader(file)) == [
            {"name": "Ant", "copies": "3", "face": "a.png", "back": "a-back.png"},
            {"name": "b", "copies": "1", "face": "b.png", "back": "b-back.png"},
        ]
    assert opened(made.path / "b-back.png").getpixel((39, 39)) == (0, 0, 0)
    (folder / "pack.yaml").write_text(declared.replace(", items: deck", ""), encoding="utf-8")
    (made,), _ = exported(folder, tmp_path / "one")
    assert sorted(path.name for path in made.path.iterdir()) == ["a.png", "b.png", "back.png", "list.csv"]
    assert (made.path / "list.csv").read_text(encoding="utf-8").endswith("b,1,b.png,back.png\n")


def test_pictures_of_backs_never_take_the_place_of_faces(make_pack: MakePack, tmp_path: Path) -> None:
    declared = pack(more="bleed: 4\n    back: back") + (
        "  back: {title: Back, template: back.svg.j2, size: [63.5, 88.9], bleed: 4, items: deck}\n"
    )
    files = {"deck.yaml": "- {id: a}\n- {id: a-back}\n- {id: back}\n", "templates/back.svg.j2": BACK}
    (made,), _ = exported(make_pack(files, pack=declared, card=WIDE), tmp_path)
    with (made.path / "list.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    used = [row[side] for row in rows for side in ("face", "back")]
    assert len(set(used)) == 6
    for row in rows:
        assert opened(made.path / row["face"]).getpixel((39, 39)) == (0, 0, 255)
        assert opened(made.path / row["back"]).getpixel((39, 39)) == (0, 0, 0)


def test_what_lies_is_turned(make_pack: MakePack, tmp_path: Path) -> None:
    (made,), told = exported(make_pack({"deck.yaml": DECK}, pack=pack("[88.9, 63.5]"), card=WIDE), tmp_path)
    assert told == []
    image = opened(made.path / "a.png")
    assert image.size == (825, 1125)
    assert image.getpixel((785, 39)) == (0, 0, 255)  # what was left above is right above
    assert image.getpixel((39, 39)) == image.getpixel((785, 1085)) == (0, 255, 0)


def test_a_product_is_found_by_size_or_named(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK}, pack=pack("[63, 88]"), card=WIDE)
    (made,), _ = exported(folder, tmp_path)
    assert made.notes[0].startswith("EuroPokerDeck 63 × 88 mm")
    (made,), told = exported(folder, tmp_path, product="pokerdeck")
    assert (made.notes[0], told) == ("PokerDeck 63.5 × 88.9 mm, 825 × 1125 pixels each", [])
    image = opened(made.path / "a.png")
    assert image.size == (825, 1125)
    assert image.getpixel((39, 600)) == (255, 0, 0)  # the face is narrower than the product, so its bleed shows
    assert image.getpixel((42, 600)) == (0, 255, 0)


def test_a_size_that_nobody_makes_is_told_with_those_that_are_near(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK}, pack=pack("[60, 90]"), card=WIDE)
    assert refused(folder, tmp_path / "out") == (
        f"{folder}/pack.yaml:8:5: error: card, 60 × 90 mm, has no size that The Game Crafter makes; near are "
        "BridgeDeck 57.15 × 88.9 mm, EuroPokerDeck 63 × 88 mm, PokerDeck 63.5 × 88.9 mm, TradingDeck 63.5 × 88.9 mm; "
        "change its size, or choose one within 2 mm with --product"
    )
    assert "card, 60 × 90 mm, is more than 2 mm off TarotDeck 69.85 × 120.65 mm; near are BridgeDeck" in refused(
        folder, tmp_path / "out", "TarotDeck"
    )
    told = refused(folder, tmp_path / "out", "PokrDeck")
    assert told.startswith("--product: error: The Game Crafter has no product 'PokrDeck'; allowed: PokerDeck, ")
    assert told.endswith("did you mean 'PokerDeck'?")


def test_a_face_without_enough_bleed_is_warned_of(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK}, pack=pack(more="bleed: 2"), card=WIDE)
    (made,), told = exported(folder, tmp_path)
    assert told == [
        f"{folder}/pack.yaml:8:5: warning: card isn't drawn 3.2 mm beyond its edges, as PokerDeck asks for: "
        "a crooked cut will show white; draw farther, and say bleed: 3.2"
    ]
    assert opened(made.path / "a.png").getpixel((5, 600)) == (255, 255, 255)
    white = (
        WIDE.replace("#ff0000", "white")
        .replace("#00ff00", "white")
        .replace('x="0" y="0" width="10"', 'x="9" y="9" width="10"')
    )
    assert exported(make_pack({"deck.yaml": DECK}, "white", pack=pack(more="bleed: 0"), card=white), tmp_path)[1] == []


def test_every_fact_says_where_it_is_from() -> None:
    for name, known in facts().items():
        assert known["source"] in {kind.value for kind in Knowledge}, name
        assert known["from"] and known["note"], name


def test_products_are_larger_than_what_is_cut_out_of_them() -> None:
    products = maker("game-crafter").products
    assert len(products) > 60
    assert len({product.id for product in products}) == len(products)
    for product in products:
        beyond = product.beyond(product.size, turned=False)
        assert 2.9 < min(beyond) <= max(beyond) < 6, product
        assert max(beyond) < 4.3 or product.id in ("MintTinDeck", "MiniHexTile"), product
        assert maker("game-crafter").chosen(product.size.turned, product.id, "it", Location("x")) == product


def test_the_poker_card_is_825_by_1125() -> None:
    found = maker("game-crafter").chosen(Size(63.5, 88.9), None, "it", Location("x"))
    assert (found.id, tuple(found.picture), found.dpi) == ("PokerDeck", (825, 1125), 300)
    assert facts()["game-crafter"]["dpi"] == 300


# ------------------------------------------------------------------ Screentop


def test_sheets_for_screentop_are_cut_as_their_list_says(make_pack: MakePack, tmp_path: Path) -> None:
    declared = PACK.replace("layout: page", "back: back") + (
        "  back: {title: Back, template: back.svg.j2, size: [63, 88], items: deck}\n"
    )
    face = """{% extends "common/face.svg.j2" %}{% block face %}
<rect width="63" height="88" fill="rgb(RED, {{ item.n }}, 0)"/>{% endblock %}"""
    rows = "".join(f"- {{id: c{n}, n: {n}, copies: 2}}\n" for n in range(120))
    files = {"deck.yaml": rows, "templates/back.svg.j2": face.replace("RED", "255")}
    (made,), told = exported(make_pack(files, pack=declared, card=face.replace("RED", "0")), tmp_path, "screentop")
    assert told == []
    sheets = json.loads((made.path / "sheets.json").read_text(encoding="utf-8"))
    assert [cell["name"] for sheet in sheets for cell in sheet["cells"]] == [f"c{n}" for n in range(120)]
    assert {cell["copies"] for sheet in sheets for cell in sheet["cells"]} == {2}
    number = 0
    for sheet in sheets:
        for side, red in (("face", 0), ("back", 255)):
            image = opened(made.path / sheet[side])
            assert max(image.size) <= 4096
            assert image.width % sheet["columns"] == image.height % sheet["rows"] == 0
            width, height = image.width // sheet["columns"], image.height // sheet["rows"]
            for place in range(len(sheet["cells"])):
                row, column = divmod(place, sheet["columns"])
                middle = (column * width + width // 2, row * height + height // 2)
                assert image.getpixel(middle) == (red, number + place, 0)
        number += len(sheet["cells"])
    assert len(made.notes) == len(sheets) == 2


def test_what_is_no_rectangle_is_on_a_transparent_sheet(make_pack: MakePack, tmp_path: Path) -> None:
    card = """{% extends "common/face.svg.j2" %}{% block face %}
<polygon points="{{ shape.hexagon(20, 23.094, 23.094) }}" fill="#00ff00"/>{% endblock %}"""
    declared = PACK.replace("layout: page", "layout: honeycomb").replace("[63, 88]", "[40, 46.188]")
    (made,), _ = exported(make_pack({"deck.yaml": DECK}, pack=declared, card=card), tmp_path, "screentop")
    image = opened(made.path / "card-1.png")
    assert image.getpixel((0, 0)) == (255, 255, 255, 0)
    assert image.getpixel((image.width // 4, image.height // 2)) == (0, 255, 0, 255)
