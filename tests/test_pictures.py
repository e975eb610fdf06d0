"""Pictures as makers have them: too small, see-through, misspelt; and thousands of faces that show the same few."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner, Result
from conftest import PACK, MakePack
from PIL import Image

from generator.cli.main import main

CARD = """{% extends "common/face.svg.j2" %}{% block face %}
<rect width="63" height="88" fill="#FFEE88"/>{{ picture(item.art, 0, 0, 63, 88) }}
{% endblock %}"""
HREF = CARD.replace(
    "{{ picture(item.art, 0, 0, 63, 88) }}", '<image href="art/{{ item.art }}" width="63" height="88"/>'
)


def png(width: int, height: int, colour: tuple[int, ...] = (200, 40, 40)) -> bytes:
    file = io.BytesIO()
    Image.new("RGBA" if len(colour) == 4 else "RGB", (width, height), colour).save(file, "PNG")
    return file.getvalue()


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def images(document: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [made for made in document.objects if isinstance(made, pikepdf.Stream) and made.get("/Subtype") == "/Image"]


def built(folder: Path, *options: object) -> tuple[Result, Path]:
    out = folder.parent / "out"
    return run("build", folder, "-o", out, *options), out / folder.name / "en" / "card.pdf"


@pytest.mark.parametrize("card", [CARD, HREF], ids=["picture()", "<image>"])
@pytest.mark.parametrize("command", ["build", "check"])
def test_a_name_in_other_capitals_stops_and_is_told_everywhere_alike(
    make_pack: MakePack, card: str, command: str
) -> None:
    files = {"deck.yaml": "- {id: axe, art: Axe.PNG}\n", "art/axe.png": png(744, 1039)}
    folder = make_pack(files, card=card)
    result = run(command, folder, *(["-o", folder.parent / "out"] if command == "build" else []))
    assert result.exit_code == 1
    assert "Axe.PNG" in result.output
    assert "did you mean" in result.output
    assert "axe.png'" in result.output
    assert "card 'axe'" in result.output
    assert not list((folder.parent / "out").rglob("*.pdf"))


def test_a_file_system_that_takes_any_capitals_makes_no_difference(
    make_pack: MakePack, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_pack({"deck.yaml": "- {id: axe, art: Axe.PNG}\n", "art/axe.png": png(744, 1039)}, card=CARD)
    real = Path.is_file
    monkeypatch.setattr(Path, "is_file", lambda path: real(path) or real(path.with_name(path.name.lower())))
    result, path = built(folder)
    assert "did you mean 'axe.png'" in result.output
    assert not path.exists()


DECK = "- {id: lo, art: low.png}\n- {id: hi, art: high.png}\n"
PAIR = {"deck.yaml": DECK, "art/low.png": png(149, 208), "art/high.png": png(744, 1039)}


def test_a_picture_of_too_few_pixels_is_warned_of_and_a_good_one_kept_as_it_is(make_pack: MakePack) -> None:
    result, path = built(make_pack(PAIR, card=CARD))
    assert result.exit_code == 0
    warnings = [line for line in result.output.splitlines() if "warning" in line]
    assert len(warnings) == 1
    assert "art/low.png has 60 pixels an inch at 63 × 87.9 mm" in warnings[0]
    assert "300 or more" in warnings[0]
    assert "card 'lo'" in warnings[0]
    with pikepdf.open(path) as document:
        sizes = {(int(made.Width), int(made.Height)) for made in images(document)}
    assert sizes == {(149, 208), (744, 1039)}


@pytest.mark.parametrize(
    ("least", "good", "status", "told"),
    [
        (150, 300, 1, "error: card 'lo' (en)"),
        (60, 300, 0, "300 or more"),
        (0, 60, 0, ""),
        (0, 0, 0, ""),
    ],
)
def test_a_pack_says_how_many_pixels_it_wants(
    make_pack: MakePack, least: int, good: int, status: int, told: str
) -> None:
    pack = PACK.replace("components:", f"pictures: {{good: {good}, least: {least}}}\ncomponents:")
    result, path = built(make_pack(PAIR, card=CARD, pack=pack))
    assert result.exit_code == status
    assert told in result.output
    assert ("low.png" in result.output) == bool(told)
    assert path.exists() == (status == 0)


def test_what_is_printed_smaller_has_more_pixels_an_inch(make_pack: MakePack) -> None:
    result, _ = built(make_pack(PAIR, card=CARD), "--scale", "0.5")
    assert "art/low.png has 120 pixels an inch at 31.5 × 44 mm" in result.output


def test_pixels_that_are_meant_to_be_seen_are_no_fault(make_pack: MakePack) -> None:
    card = HREF.replace("<image", '<image image-rendering="pixelated"')
    result, _ = built(make_pack(PAIR, card=card))
    assert "pixels an inch" not in result.output


def test_a_see_through_picture_shows_the_card_and_mixes_with_it(make_pack: MakePack) -> None:
    logo = Image.new("RGBA", (600, 600), (0, 0, 0, 0))
    logo.paste((0, 0, 255, 128), (150, 150, 450, 450))
    file = io.BytesIO()
    logo.save(file, "PNG")
    card = CARD.replace("0, 0, 63, 88", "10, 10, 40, 40")
    result, path = built(
        make_pack({"deck.yaml": "- {id: a, art: logo.png}\n", "art/logo.png": file.getvalue()}, card=card)
    )
    assert result.exit_code == 0
    with pypdfium2.PdfDocument(path) as document:
        page = document[0].render(scale=2).to_pil().convert("RGB")
    middle_x, middle_y = page.width / 2, page.height / 2
    mm = 2 * 72 / 25.4
    left, top = middle_x - 31.5 * mm, middle_y - 44 * mm
    seen = {place: page.getpixel((int(left + x * mm), int(top + y * mm))) for place, x, y in PLACES}
    assert seen["corner"] == seen["card"] == (255, 238, 136)
    assert all(abs(one - other) <= 2 for one, other in zip(seen["half clear"], (127, 119, 196), strict=True))
    card_area = page.crop((int(left) + 4, int(top) + 4, int(left + 63 * mm) - 4, int(top + 88 * mm) - 4))
    assert min(sum(colour) for _, colour in card_area.getcolors(1_000_000) or []) > 300


PLACES = [("corner", 11, 11), ("card", 5, 80), ("half clear", 30, 30)]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ('<text>{{ "".__class__.__mro__[1].__subclasses__()|length }}</text>', "__class__"),
        ('<text>{% include "../../secret.txt" %}</text>', "secret.txt"),
        ('<text>{{ item.__init__.__globals__["os"].popen("touch pwned.txt") }}</text>', "unsafe"),
    ],
)
def test_a_template_that_reaches_out_is_refused_and_does_nothing(
    make_pack: MakePack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    card = '{% extends "common/face.svg.j2" %}{% block face %}' + body + "{% endblock %}"
    files = {"deck.yaml": "- {id: a}\n", "../secret.txt": "the secret", "../../secret.txt": "the secret"}
    result, path = built(make_pack(files, name="deep/testpack", card=card))
    assert result.exit_code == 1
    assert told in result.output
    assert "the secret" not in result.output
    assert not path.exists()
    assert not list(tmp_path.rglob("pwned.txt"))


def test_a_deck_of_thousands_keeps_each_picture_once_and_its_order(make_pack: MakePack) -> None:
    deck = "id,art\n" + "".join(f"K{n:04d},i{n % 3}.png\n" for n in range(2_700))
    art = {f"art/i{n}.png": png(300, 300, colour) for n, colour in enumerate([(200, 0, 0), (0, 150, 0), (0, 0, 200)])}
    card = CARD.replace("0, 0, 63, 88", "21, 21, 21, 21").replace(
        "{% endblock", "{{ words(item.id, 3, 3, 57, 10) }}{% endblock"
    )
    pack = PACK.replace("layout: page", "layout: grid")
    result, path = built(make_pack({"deck.csv": deck, **art}, card=card, pack=pack), "--yes")
    assert result.exit_code == 0, result.output
    assert path.stat().st_size < 4_000_000
    with pikepdf.open(path) as document:
        assert len(document.pages) == 300
        assert len(images(document)) == 3
    with pypdfium2.PdfDocument(path) as document:
        words = document[299].get_textpage().get_text_bounded()
        first = document[0].get_textpage().get_text_bounded()
    assert "K2699" in words
    assert [f"K{n:04d}" in first for n in range(10)] == [True] * 9 + [False]
