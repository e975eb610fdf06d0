"""Faces and pages as PNG: as many pixels as millimetres say, in their places, on white or on nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from conftest import PACK, MakePack
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from reading import read

from generator.cli import build as cli
from generator.cli.main import main
from generator.exports.raster import MOST_DOTS, MOST_PIXELS, Pixels, bounded, fineness, pixels
from generator.face.die import die_of
from generator.pack.model import Component
from generator.problems import Failed, Location, Problems
from generator.progress import Step
from generator.stories import build as story
from generator.stories import formats
from generator.stories.build import build
from generator.stories.options import BuildOptions
from generator.units import Rect, Size

DECK = "- {id: a}\n- {id: b}\n"
FACE = """{% extends "common/face.svg.j2" %}{% block face %}
<rect x="0" y="0" width="63" height="10" fill="#ff0000"/>
<rect x="20" y="30" width="5" height="7" fill="#0000ff"/>{% endblock %}"""
TEN = 254
"""At so many dpi a millimetre has ten pixels."""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def opened(path: Path) -> Image.Image:
    with Image.open(path) as image:
        image.load()
        return image


def test_a_face_has_its_millimetres_in_pixels(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK}, card=FACE)
    result = run("build", folder, "-o", tmp_path, "--format", "png", "--dpi", TEN)
    assert (result.exit_code, result.output) == (0, f"{tmp_path}/testpack/en/card  2 faces\n")
    assert sorted(path.name for path in (tmp_path / "testpack/en/card").iterdir()) == ["a.png", "b.png"]
    image = opened(tmp_path / "testpack/en/card/a.png")
    assert (image.size, image.mode) == ((630, 880), "RGB")
    blue = {(x, y) for x in range(630) for y in range(880) if image.getpixel((x, y)) == (0, 0, 255)}
    assert blue == {(x, y) for x in range(200, 250) for y in range(300, 370)}
    for corner in ((0, 0), (629, 0), (0, 99), (629, 99)):
        assert image.getpixel(corner) == (255, 0, 0)
    assert image.getpixel((0, 101)) == image.getpixel((629, 879)) == (255, 255, 255)


@pytest.mark.parametrize(("dpi", "size"), [(300, (744, 1039)), (72, (179, 249)), (10, (25, 35)), (599, (1486, 2075))])
def test_sides_are_rounded_to_the_nearest_pixel_and_the_file_says_its_dpi(
    make_pack: MakePack, tmp_path: Path, dpi: int, size: tuple[int, int]
) -> None:
    run("build", make_pack({"deck.yaml": DECK}, card=FACE), "-o", tmp_path, "--format", "png", "--dpi", dpi)
    image = opened(tmp_path / "testpack/en/card/b.png")
    assert image.size == size
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.013)  # PNG counts whole pixels a metre
    assert image.getpixel((0, 0)) == image.getpixel((size[0] - 1, 0)) == (255, 0, 0)  # no pale edge


def test_what_nothing_is_drawn_on_is_transparent_when_asked_for(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK}, card=FACE)
    assert run("build", folder, "-o", tmp_path, "--format", "png", "--dpi", TEN, "--transparent").exit_code == 0
    image = opened(tmp_path / "testpack/en/card/a.png")
    assert image.mode == "RGBA"
    assert image.getpixel((0, 0)) == (255, 0, 0, 255)
    alpha = image.getchannel("A")
    assert alpha.crop((0, 101, 630, 300)).getextrema() == alpha.crop((0, 371, 630, 880)).getextrema() == (0, 0)
    assert alpha.crop((0, 0, 630, 100)).getextrema() == alpha.crop((200, 300, 250, 370)).getextrema() == (255, 255)


def test_scale_makes_faces_larger(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK}, card=FACE)
    run("build", folder, "-o", tmp_path, "--format", "png", "--dpi", TEN, "--scale", "0.5")
    assert opened(tmp_path / "testpack/en/card/a.png").size == (315, 440)


def test_pages_are_the_pages_of_the_pdf(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": "".join(f"- {{id: c{n}}}\n" for n in range(10))}, card=FACE)
    result = run("build", folder, "-o", tmp_path, "--format", "png-pages", "--dpi", TEN)
    made = tmp_path / "testpack/en/card-pages"
    assert result.output == f"{made}  10 pages\n"
    assert sorted(path.name for path in made.iterdir()) == [f"{n:02}.png" for n in range(1, 11)]
    run("build", folder, "-o", tmp_path)
    (page, *_) = read(tmp_path / "testpack/en/card.pdf")
    (blue,) = (filled.rect for filled in page.filled if filled.colour == (0, 0, 1))
    image = opened(made / "01.png")
    assert image.size == (2100, 2970)
    inside = image.crop(tuple(round(10 * side) for side in (blue.x, blue.y, blue.right, blue.bottom)))
    middle = inside.crop((1, 1, inside.width - 1, inside.height - 1))
    assert middle.getcolors() == [(middle.width * middle.height, (0, 0, 255))]


def test_backs_are_faces_too(make_pack: MakePack, tmp_path: Path) -> None:
    pack = PACK.replace("layout: page", "back: back") + "  back: {title: B, template: card.svg.j2, size: [63, 88]}\n"
    folder = make_pack({"deck.yaml": DECK}, pack=pack, card=FACE)
    shown = run("build", folder, "-o", tmp_path, "--format", "png").output
    assert shown == f"{tmp_path}/testpack/en/card  2 faces\n{tmp_path}/testpack/en/back  1 face\n"
    assert (tmp_path / "testpack/en/back/back.png").is_file()


def test_too_many_pixels_are_told_with_the_most_dpi(make_pack: MakePack, tmp_path: Path) -> None:
    pack = PACK.replace("[63, 88]", "[420, 594]")
    folder = make_pack({"deck.yaml": DECK}, pack=pack, card=FACE)
    result = run("build", folder, "-o", tmp_path, "--format", "png", "--dpi", 600)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"{folder}/pack.yaml:8:5: error: a face of card, 420 × 594 mm, would be 9921 × 14031 pixels at 600 dpi; "
        "allowed: at most 100 million pixels a picture; choose --dpi 508 or less\n"
    )
    assert list(tmp_path.glob("testpack/en/*")) == []
    told = run("build", folder, "-o", tmp_path, "--format", "png-pages", "--dpi", 4800).stderr
    assert "a page of card, 297 × 210 mm, would be" in told or "a page of card, 210 × 297 mm, would be" in told


@given(st.floats(1, 2000), st.floats(1, 2000), st.integers(10, 4800))
def test_the_dpi_of_the_remedy_is_allowed_and_the_most(width: float, height: float, dpi: int) -> None:
    size = Size(width, height)
    made = pixels(size, dpi)
    if made.width * made.height <= MOST_PIXELS:
        assert bounded(size, dpi, "it", Location("x")) == made
        return
    with pytest.raises(Failed) as caught:
        bounded(size, dpi, "it", Location("x"))
    most = int(caught.value.problems[0].remedy.split()[2])
    assert bounded(size, most, "it", Location("x"))
    more = pixels(size, most + 2)
    assert more.width * more.height > MOST_PIXELS * 0.999


def test_nothing_is_written_when_a_face_cannot_be_drawn(make_pack: MakePack, tmp_path: Path) -> None:
    card = FACE.replace('height="7"', 'height="{{ item.h }}"')
    folder = make_pack({"deck.yaml": "- {id: a, h: 7}\n- {id: b, h: x}\n"}, card=card)
    result = run("build", folder, "-o", tmp_path, "--format", "png")
    assert result.exit_code == 1
    assert "card 'b' (en)" in result.stderr
    assert list(tmp_path.rglob("*.png")) == []


def test_file_names_are_safe(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": '- {id: "../x"}\n- {id: "con"}\n- {id: "CON."}\n'}, card=FACE)
    run("build", folder, "-o", tmp_path / "out", "--format", "png", "--dpi", 20)
    found = sorted(path.relative_to(tmp_path / "out").as_posix() for path in tmp_path.rglob("*.png"))
    assert found == [f"testpack/en/card/{name}.png" for name in ("_CON-2", "_con", "_x")]


def test_a_missing_rasteriser_is_told_with_the_remedy(
    make_pack: MakePack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    problems = Problems()
    folder = make_pack({"deck.yaml": DECK}, card=FACE)
    with pytest.raises(Failed):
        build(BuildOptions(str(folder), out=tmp_path, format="png"), problems, lambda _: None)
    assert [str(problem) for problem in problems] == [
        "playsheet: error: pictures are made with pypdfium2, which isn't installed; "
        "install it: python -m pip install pypdfium2"
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--dpi", "300"], "--dpi is for --format png or png-pages or tts"),
        (["--transparent"], "--transparent is for --format png or png-pages"),
        (["--format", "tts", "--transparent"], "--transparent is for --format png or png-pages"),
        (["--format", "svg", "--paper", "A4"], "--paper is for --format pdf or png-pages or cut-svg or cut-dxf"),
        (["--format", "tts", "--paper", "nonsense"], "--paper is for --format pdf or png-pages"),
        (["--format", "png", "--copies", "2"], "--copies is for --format pdf or png-pages"),
        (["--format", "svg", "--scale", "2"], "--scale is for --format pdf or png or png-pages"),
        (["--format", "svg", "--duplex", "fronts"], "--duplex fronts is for --format pdf or png-pages"),
        (["--format", "tts", "--duplex", "stack"], "--duplex is for --format pdf or png-pages or cut-svg or cut-dxf"),
        (["--format", "cut-svg", "--duplex", "fold"], "--duplex fold is for --format pdf or png-pages"),
        (["--format", "png", "--dry-run"], "--dry-run is for --format pdf"),
        (["--format", "png-pages", "--profile", "office"], "--profile is for --format pdf or cut-svg or cut-dxf"),
        (["--scale", "nan"], "nan is not in the range 0.1<=x<=10"),
    ],
)
def test_options_that_a_format_has_no_use_for_are_refused(options: list[str], message: str, tmp_path: Path) -> None:
    result = run("build", "cascadia", "-o", tmp_path, *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not list(tmp_path.iterdir())


def test_every_option_of_a_format_is_one_of_the_command_and_says_something_somewhere() -> None:
    given = {name for option in cli.command.params for name in option.opts}
    assert set(formats.particular_options()) <= given
    assert {option.partition(" ")[0] for option in formats.SHOP.options} <= given
    assert all(formats.takers(*option.split(" ")) for made in formats.FORMATS.values() for option in made.options)
    assert {name: made.name for name, made in formats.FORMATS.items()} == {name: name for name in formats.FORMATS}


def test_very_many_pages_are_not_made_into_pictures_unasked(
    make_pack: MakePack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(story, "MANY", 1)
    folder = make_pack({"deck.yaml": DECK}, card=FACE)
    result = run("build", folder, "-o", tmp_path / "out", "--format", "png-pages", "--dpi", 10)
    assert result.exit_code == 1
    assert "pages of A4 are asked for; allowed: at most 1 without asking" in result.stderr
    assert not (tmp_path / "out").exists()
    assert run("build", folder, "-o", tmp_path / "out", "--format", "png-pages", "--dpi", 10, "--yes").exit_code == 0


@pytest.mark.parametrize("format_", ["png", "png-pages", "game-crafter", "tts", "screentop"])
def test_pictures_tell_how_far_they_are(make_pack: MakePack, tmp_path: Path, format_: Any) -> None:
    told: list[Step] = []
    folder = make_pack({"deck.yaml": DECK}, card=FACE)
    order = BuildOptions(str(folder), out=tmp_path / "out", format=format_, product="PokerDeck")
    build(order, Problems(), told.append)
    assert told[-1].m == told[-1].n > 0


@pytest.mark.parametrize("more", ["corner: 10", "outline: circle", "outline: hex"])
def test_transparent_pieces_are_cut_out(make_pack: MakePack, tmp_path: Path, more: str) -> None:
    pack = PACK.replace("layout: page", more).replace("[63, 88]", "[60, 60]" if "hex" not in more else "[52, 60]")
    folder = make_pack({"deck.yaml": DECK}, pack=pack, card=FACE.replace('height="10"', 'height="88"'))
    run("build", folder, "-o", tmp_path, "--format", "png", "--dpi", TEN, "--transparent")
    alpha = opened(tmp_path / "testpack/en/card/a.png").getchannel("A")
    die = die_of(Component.model_validate({"title": "x", "template": "x", "size": [1, 1], **yaml.safe_load(more)}))
    rect = Rect(0, 0, alpha.width / 10, alpha.height / 10)
    for x in range(3, alpha.width, 7):
        for y in range(3, alpha.height, 7):
            inside = die.clearance((x + 0.5) / 10, (y + 0.5) / 10, rect)
            if abs(inside) > 0.15:
                assert alpha.getpixel((x, y)) == (255 if inside > 0 else 0), (x, y)
    run("build", folder, "-o", tmp_path, "--format", "png", "--dpi", TEN)
    assert opened(tmp_path / "testpack/en/card/a.png").getpixel((0, 0)) == (255, 0, 0)


# ------------------------------------------------------------------ lines thinner than a pixel


LINES = "".join(
    f'<path d="M5 {10 * number}h50" stroke="#000" stroke-width="{width}"/>'
    for number, width in enumerate((0.05, 0.1, 0.15, 0.2), 1)
)
THIN = f'{{% extends "common/face.svg.j2" %}}{{% block face %}}{LINES}{{% endblock %}}'


def darkness(image: Image.Image, dpi: int, number: int) -> float:
    """Return how many whole black pixels thick a line is, in the middle of it."""
    at, reach = 10 * number * dpi / 25.4, 4 * dpi / 25.4
    column = image.convert("L").crop((image.width // 2, round(at - reach), image.width // 2 + 1, round(at + reach)))
    return sum(255 - shade for shade in column.tobytes()) / 255


@pytest.mark.parametrize("transparent", [False, True])
@pytest.mark.parametrize("dpi", [72, 96, 150, 300])
def test_a_line_is_as_dark_as_its_share_of_the_pixels(
    make_pack: MakePack, tmp_path: Path, dpi: int, transparent: bool
) -> None:
    folder = make_pack({"deck.yaml": "- {id: a}\n"}, card=THIN)
    options = ["--transparent"] if transparent else []
    run("build", folder, "-o", tmp_path, "--format", "png", "--dpi", dpi, *options)
    image = opened(tmp_path / "testpack/en/card/a.png")
    if transparent:
        white = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(white, image)
    for number, width in enumerate((0.05, 0.1, 0.15, 0.2), 1):
        assert darkness(image, dpi, number) == pytest.approx(width * dpi / 25.4, abs=0.04), (number, width)


def test_what_is_clear_lends_no_colour_to_an_edge(make_pack: MakePack, tmp_path: Path) -> None:
    card = FACE.replace('y="30" width="5"', 'y="30.03" width="5.03"')
    folder = make_pack({"deck.yaml": "- {id: a}\n"}, card=card)
    run("build", folder, "-o", tmp_path, "--format", "png", "--dpi", 96, "--transparent")
    image = opened(tmp_path / "testpack/en/card/a.png")
    edges = [pixel for pixel in image.get_flattened_data() if 0 < pixel[3] < 255]
    assert edges
    assert all(max(red, blue) >= 250 and green == 0 for red, green, blue, _ in edges)


@pytest.mark.parametrize(("side", "dpi"), [(100, 10), (1000, 96), (4000, 300), (10_000, 2400)])
def test_a_picture_is_drawn_with_a_bounded_number_of_dots(side: int, dpi: int) -> None:
    times = fineness(Pixels(side, side), dpi)
    assert 2 <= times <= 8
    assert times == 2 or side * side * times * times <= MOST_DOTS
