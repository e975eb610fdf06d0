"""PDFs for print shops, read back: boxes, inks, cut lines, backs, and what the file says of itself."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from conftest import PACK, MakePack
from iccmaking import press_profile
from PIL import Image, ImageCms

from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.document import Written
from generator.stories.options import BuildOptions
from generator.svg.core.separation import Separation, black, by_formula
from generator.svg.css.colours import Colour, colour
from generator.units import MM_PER_POINT

CARDS = (
    PACK.replace("layout: page", "layout: grid\n    bleed: 3\n    back: rear\n    foot: true").replace(
        "components:", "pictures: {good: 0}\ncomponents:"
    )
    + "  rear: {title: Back, template: rear.svg.j2, size: [63, 88], bleed: 3, items: rears}\n"
)
DECK = "- {id: axe, text: Axe, copies: 2}\n- {id: bow, text: Bow}\n- {id: cup, text: Cup}\n"
REARS = "- {id: axe}\n- {id: cup}\n"
CARD = """{% extends "common/face.svg.j2" %}{% block face %}
<linearGradient id="g"><stop stop-color="#ff0000"/><stop offset="1" stop-color="#123456"/></linearGradient>
<linearGradient id="h"><stop stop-color="red" stop-opacity="0"/><stop offset="1" stop-color="blue"/></linearGradient>
<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="1" fill="lime"/></pattern>
<rect x="-3" y="-3" width="69" height="94" fill="#3377cc" stroke="teal"/>
<rect x="3" y="50" width="20" height="9" fill="url(#g)"/><rect x="3" y="60" width="20" height="9" fill="url(#h)"/>
<rect x="30" y="50" width="20" height="9" fill="url(#p)"/>
<g opacity="0.5" style="mix-blend-mode: multiply">
<circle cx="40" cy="70" r="9" fill="orange"/><rect x="33" y="70" width="9" height="9"/></g>
<rect x="3" y="72" width="20" height="9" fill="device-cmyk(0.1 0.2 0.3 0.4)"/>
{{ picture("photo.png", 50, 70, 10, 10) }}{{ picture("photo.jpg", 50, 60, 10, 10) }}
{{ words(item.text, 3, 3, 57, 20, size=12, fill=colour.ink) }}
{{ words(item.text, 3, 23, 57, 20, size=9, fill=colour.muted) }}
{% endblock %}"""
REAR = """{% extends "common/face.svg.j2" %}{% block face %}
<rect x="-4.5" y="-4.5" width="72" height="97" fill="#808080"/>{% endblock %}"""


def picture(kind: str, mode: str = "RGB", fill: object = (200, 30, 60)) -> bytes:
    data = BytesIO()
    Image.new(mode, (40, 30), fill).save(data, kind)  # type: ignore[arg-type]
    return data.getvalue()


FILES: dict[str, str | bytes] = {
    "deck.yaml": DECK,
    "rears.yaml": REARS,
    "templates/rear.svg.j2": REAR,
    "art/photo.png": picture("PNG", "RGBA", (200, 30, 60, 128)),
    "art/photo.jpg": picture("JPEG"),
}


def printed(folder: Path, out: Path, duplex: str = "long", scale: float = 1.0, icc: Path | None = None) -> Written:
    problems = Problems()
    order = BuildOptions(str(folder), out=out, duplex=duplex, scale=scale, shop=True, icc=icc)  # type: ignore[arg-type]
    (made,) = build(order, problems, lambda _: None)
    assert all("is cut off" in problem.what for problem in problems)  # by a hex or circle, where it has no corner
    return made


@pytest.fixture
def cards(make_pack: MakePack, tmp_path: Path) -> Written:
    return printed(make_pack(FILES, pack=CARDS, card=CARD), tmp_path)


def box(page: pikepdf.Page, name: str) -> list[float]:
    return [float(side) * MM_PER_POINT for side in page.obj[name]]


def streams(document: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Every content stream: of pages, and of forms wherever they are used."""
    yield from (page.obj for page in document.pages)
    yield from (
        made for made in document.objects if isinstance(made, pikepdf.Stream) and made.get("/Subtype") == "/Form"
    )


def operations(document: pikepdf.Pdf) -> Iterator[tuple[str, list[object]]]:
    for stream in streams(document):
        for operands, operator in pikepdf.parse_content_stream(stream):
            yield str(operator), list(operands)


# ------------------------------------------------------------------ pages


def test_pages_have_their_boxes_and_backs_follow_fronts(cards: Written) -> None:
    with pikepdf.open(cards.path) as document:
        assert len(document.pages) == cards.pages == 8  # axe twice, bow, cup, and a back after each
        for page in document.pages:
            assert box(page, "/MediaBox") == pytest.approx([0, 0, 69, 94], abs=0.01)
            assert box(page, "/BleedBox") == pytest.approx([0, 0, 69, 94], abs=0.01)
            assert box(page, "/TrimBox") == pytest.approx([3, 3, 66, 91], abs=0.01)
            assert "/ArtBox" not in page.obj
        drawn = [b" rg" not in page.Contents.read_bytes() and _draws(page) for page in document.pages]
        assert drawn == [True, True, True, True, True, False, True, True]  # bow has no back
        assert document.check_pdf_syntax() == []
    assert cards.path.name == "card-shop.pdf"


def _draws(page: pikepdf.Page) -> bool:
    return any(str(operator) in ("f", "B", "Do") for _, operator in pikepdf.parse_content_stream(page))


def test_faces_are_drawn_as_far_as_the_bleed_box_and_nothing_else_is(cards: Written) -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument(cards.path)
    front, rear = (document[n].render(scale=4).to_pil().convert("RGB") for n in (0, 1))
    for x, y in ((2, 2), (front.width - 3, 2), (2, front.height - 3), (front.width - 3, front.height - 3)):
        assert front.getpixel((x, y)) != (255, 255, 255)
        assert rear.getpixel((x, y)) != (255, 255, 255)
    text = document[0].get_textpage().get_text_bounded().split()
    assert text == ["Axe", "Axe"]  # no foot, no ruler


def test_fronts_alone_and_other_scales(make_pack: MakePack, tmp_path: Path) -> None:
    made = printed(make_pack(FILES, pack=CARDS, card=CARD), tmp_path, duplex="fronts", scale=2)
    with pikepdf.open(made.path) as document:
        assert len(document.pages) == 4
        assert box(document.pages[0], "/MediaBox") == pytest.approx([0, 0, 138, 188], abs=0.01)
        assert box(document.pages[0], "/TrimBox") == pytest.approx([6, 6, 132, 182], abs=0.01)


def test_a_component_without_bleed_is_told(make_pack: MakePack, tmp_path: Path) -> None:
    made = printed(make_pack({"deck.yaml": "- {id: a, text: A}\n"}), tmp_path)
    assert made.notes == (
        "colours in CMYK by formula, meant for FOGRA39",
        "card: bleeds 0 mm, and print shops ask for 3 mm: see bleed in pack.yaml",
    )
    with pikepdf.open(made.path) as document:
        assert box(document.pages[0], "/TrimBox") == box(document.pages[0], "/MediaBox")


# ------------------------------------------------------------------ inks


def test_nothing_is_in_rgb(cards: Written) -> None:
    with pikepdf.open(cards.path) as document:
        found = {operator for operator, _ in operations(document)}
        assert not found & {"rg", "RG", "sc", "SC"}
        assert {"k", "sh"} <= found
        spaces = {str(operands[0]) for operator, operands in operations(document) if operator in ("cs", "CS")}
        assert spaces <= {"/CutContour", "/Pattern"}
        assert "/CutContour" in spaces
        everything = b"".join(
            made.unparse() if not isinstance(made, pikepdf.Stream) else pikepdf.Dictionary(made.stream_dict).unparse()
            for made in document.objects
            if isinstance(made, (pikepdf.Dictionary, pikepdf.Array, pikepdf.Stream))
        )
        assert b"DeviceRGB" not in everything
        assert b"CalRGB" not in everything
        assert b"DeviceCMYK" in everything
    assert "RGB pictures made CMYK: 2" in cards.notes[0]


def test_text_is_on_black_alone(cards: Written) -> None:
    with pikepdf.open(cards.path) as document:
        inks, saved, shown = (0.0,) * 4, [], set()
        for operator, operands in operations(document):
            if operator == "k":
                inks = tuple(float(value) for value in operands)  # type: ignore[arg-type]
            elif operator == "q":
                saved.append(inks)
            elif operator == "Q":
                inks = saved.pop()
            elif operator in ("Tj", "TJ"):
                shown.add(inks)
    assert {inks[:3] for inks in shown} == {(0, 0, 0)}
    assert sorted(inks[3] for inks in shown) == pytest.approx([0.627, 1], abs=0.002)  # muted, and ink


def test_colours_in_inks_stay_as_given(cards: Written) -> None:
    with pikepdf.open(cards.path) as document:
        given = [[float(v) for v in operands] for operator, operands in operations(document) if operator == "k"]  # type: ignore[arg-type]
    assert [0.1, 0.2, 0.3, 0.4] in given


@pytest.mark.parametrize(
    ("written", "inks"),
    [
        ("#1B2530", (0, 0, 0, 1)),
        ("black", (0, 0, 0, 1)),
        ("white", (0, 0, 0, 0)),
        ("#808080", (0, 0, 0, 1 - 128 / 255)),
        ("#fefefe", (0, 0, 0, 1 / 255)),
        ("red", (0, 1, 1, 0)),
        ("#ff8000", (0, 1 - 128 / 255, 1, 0)),
        ("#004000", (1, 0, 1, 1 - 64 / 255)),
        ("#F3EFE6", (0, 1 - 239 / 243, 1 - 230 / 243, 1 - 243 / 255)),
        ("device-cmyk(1 0.5 0 0.25)", (1, 0.5, 0, 0.25)),
        ("#f00 device-cmyk(0 0.9 0.8 0)", (0, 0.9, 0.8, 0)),
    ],
)
def test_inks_of_colours(written: str, inks: tuple[float, ...]) -> None:
    assert Separation().inks(colour(written)) == pytest.approx(inks, abs=1e-6)


@pytest.mark.parametrize("step", range(0, 256, 5))
def test_greys_have_no_colour_and_grow_darker(step: int) -> None:
    found = black(step / 255, step / 255, step / 255)
    assert found is not None
    assert found[:3] == (0, 0, 0)
    darker = black(*[max(step - 5, 0) / 255] * 3)
    assert darker is not None
    assert darker[3] >= found[3]


def test_the_formula_is_that_of_css_the_other_way_round() -> None:
    for red, green, blue in [(0.2, 0.4, 0.9), (1, 0, 0.5), (0.7, 0.7, 0.1), (0, 0, 0)]:
        cyan, magenta, yellow, key = by_formula(red, green, blue)
        back = [(1 - ink) * (1 - key) for ink in (cyan, magenta, yellow)]
        assert back == pytest.approx([red, green, blue])


# ------------------------------------------------------------------ pictures


def samples(made: object) -> bytes:
    import zlib

    return zlib.decompress(made.data)  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_photographs_become_cmyk_as_colours_do(kind: str) -> None:
    made = Separation().picture(picture(kind), False)
    assert "/DeviceCMYK" in made.entries
    assert (made.width, made.height) == (40, 30)
    wanted = [ink * 255 for ink in by_formula(200 / 255, 30 / 255, 60 / 255)]
    assert list(samples(made)[:4]) == pytest.approx(wanted, abs=6)
    assert len(samples(made)) == 40 * 30 * 4


def test_alpha_palettes_and_turned_pictures_keep_what_they_are() -> None:
    see_through = Separation().picture(picture("PNG", "RGBA", (200, 30, 60, 128)), False)
    assert see_through.alpha is not None
    assert set(samples(see_through.alpha)) == {128}
    palette = Separation().picture(picture("PNG", "P", 3), False)
    assert "/DeviceCMYK" in palette.entries
    data = BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (40, 30), (9, 99, 199)).save(data, "JPEG", exif=exif)
    assert Separation().picture(data.getvalue(), False).turned == 6
    sharp = Separation().picture(picture("PNG"), True)
    assert sharp.width > 400


@pytest.mark.parametrize(("kind", "mode"), [("PNG", "L"), ("JPEG", "L"), ("JPEG", "CMYK")])
def test_grey_and_cmyk_pictures_stay_as_they_are(kind: str, mode: str) -> None:
    from generator.svg.core.images import read_picture

    data = picture(kind, mode, 90 if mode == "L" else (10, 20, 30, 40))
    process = Separation()
    assert process.picture(data, False) == read_picture(data)
    assert process.pictures == 0


# ------------------------------------------------------------------ cut lines


def cut_path(document: pikepdf.Pdf, number: int = 0) -> tuple[list[tuple[float, float]], list[str]]:
    """The corners of the cut line of a page in mm from its lower left, and all operators on the layer."""
    points, operators, on = [], [], False
    for operands, operator in pikepdf.parse_content_stream(document.pages[number]):
        if str(operator) == "BDC":
            assert [str(operand) for operand in operands] == ["/OC", "/Cut"]
            on = True
        elif on:
            operators.append(str(operator))
            if str(operator) in ("m", "l"):
                points.append(tuple(float(value) * MM_PER_POINT for value in operands))
        on = on and str(operator) != "EMC"
    return points, operators  # type: ignore[return-value]


def test_cut_lines_lie_at_the_trim_in_a_spot_colour_on_a_layer(cards: Written) -> None:
    with pikepdf.open(cards.path) as document:
        for number in range(len(document.pages)):
            points, operators = cut_path(document, number)
            assert points == [pytest.approx(point, abs=0.01) for point in ((3, 91), (66, 91), (66, 3), (3, 3))]
            assert operators[:4] == ["q", "gs", "CS", "SCN"]
            assert operators[-3:] == ["S", "Q", "EMC"]
        used = document.pages[0].Resources
        kind, name, base, _ = used.ColorSpace.CutContour
        assert (kind, name, base) == ("/Separation", "/CutContour", "/DeviceCMYK")
        assert used.ExtGState.Overprint.OP is True
        layer = used.Properties.Cut
        assert (layer.Type, layer.Name) == ("/OCG", "Cut")
        layers = document.Root.OCProperties
        assert [layers.OCGs[0].objgen, layers.D.Order[0].objgen] == [layer.objgen] * 2
        assert "/AS" not in layers.D


def test_hexes_are_cut_as_hexes(make_pack: MakePack, tmp_path: Path) -> None:
    hexes = PACK.replace("[63, 88]", "[41.6, 48.0355]").replace("layout: page", "layout: honeycomb\n    bleed: 2")
    made = printed(make_pack({"deck.yaml": "- {id: a, text: A}\n"}, pack=hexes), tmp_path)
    with pikepdf.open(made.path) as document:
        points, _ = cut_path(document)
    assert len(points) == 6
    middle = (2 + 41.6 / 2, 2 + 48.0355 / 2)
    distances = [((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5 for x, y in points]
    assert distances == pytest.approx([48.0355 / 2] * 6, abs=0.01)


@pytest.mark.parametrize(("keys", "corners", "curves"), [("corner: 4", 4, 4), ("outline: circle", 1, 4)])
def test_rounded_corners_and_circles_are_cut_as_such(
    make_pack: MakePack, tmp_path: Path, keys: str, corners: int, curves: int
) -> None:
    pack = PACK.replace("[63, 88]", "[60, 60]").replace("layout: page", f"layout: grid\n    bleed: 3\n    {keys}")
    made = printed(make_pack({"deck.yaml": "- {id: a, text: A}\n"}, pack=pack), tmp_path)
    with pikepdf.open(made.path) as document:
        points, operators = cut_path(document)
    assert operators.count("c") == curves
    assert len(points) == corners
    for x, y in points:
        assert 3 - 0.01 <= x <= 63.01
        assert 3 - 0.01 <= y <= 63.01


def test_a_piece_of_three_hexes_is_cut_round_all_of_them(make_pack: MakePack, tmp_path: Path) -> None:
    three = "layout: honeycomb\n    bleed: 2\n    cells: [[0, 0], [-1, 1], [0, 1]]"
    pack = PACK.replace("[63, 88]", "[83.2, 84.0622]").replace("layout: page", three)
    made = printed(make_pack({"deck.yaml": "- {id: a, text: A}\n"}, pack=pack), tmp_path)
    with pikepdf.open(made.path) as document:
        points, _ = cut_path(document)
    assert len(points) == 12


# ------------------------------------------------------------------ what the file says


def test_the_file_names_its_printing_condition_and_embeds_its_fonts(cards: Written) -> None:
    with pikepdf.open(cards.path) as document:
        (intent,) = document.Root.OutputIntents
        assert (intent.S, str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "FOGRA39")
        assert str(intent.RegistryName) == "http://www.color.org"
        assert "/DestOutputProfile" not in intent
        assert document.docinfo["/Trapped"] == "/False"
        assert document.pdf_version == "1.6"
        with document.open_metadata() as told:
            assert told["pdf:Trapped"] == "False"
            assert "pdfxid:GTS_PDFXVersion" not in told  # that takes a profile
            assert told["dc:title"] == str(document.docinfo["/Title"])
            assert told["xmpMM:DocumentID"].startswith("uuid:")
        fonts = [made for made in document.objects if isinstance(made, pikepdf.Dictionary) and made.get("/FontName")]
        assert fonts
        assert all("/FontFile2" in made or "/FontFile3" in made for made in fonts)
        assert document.trailer.ID


def test_the_same_pack_gives_the_same_bytes(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack(FILES, pack=CARDS, card=CARD)
    first, second = (printed(folder, tmp_path / name).path.read_bytes() for name in ("a", "b"))
    assert first == second


def test_a_profile_makes_it_pdf_x_4_and_gives_the_colours(make_pack: MakePack, tmp_path: Path) -> None:
    icc = tmp_path / "press.icc"
    icc.write_bytes(press_profile())
    made = printed(make_pack(FILES, pack=CARDS, card=CARD), tmp_path, icc=icc)
    way = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(BytesIO(press_profile())),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    wanted = ImageCms.applyTransform(Image.new("RGB", (1, 1), (0x33, 0x77, 0xCC)), way).tobytes()  # type: ignore[union-attr]
    with pikepdf.open(made.path) as document:
        (intent,) = document.Root.OutputIntents
        assert intent.DestOutputProfile.read_bytes() == press_profile()
        assert intent.DestOutputProfile.N == 4
        assert "Press of a test" in str(intent.Info)
        assert "/RegistryName" not in intent
        with document.open_metadata() as told:
            assert told["pdfxid:GTS_PDFXVersion"] == "PDF/X-4"
        given = [[float(v) * 255 for v in operands] for operator, operands in operations(document) if operator == "k"]  # type: ignore[arg-type]
        assert any(found == pytest.approx(list(wanted), abs=0.5) for found in given)
    assert made.notes[0].startswith("colours in CMYK through the shop's profile, as PDF/X-4")
    process = Separation(press_profile())
    assert process.inks(Colour(0.1, 0.1, 0.1)) == (0, 0, 0, 1)  # black stays black
    assert list(samples(process.picture(picture("PNG"), False))[:4]) == list(
        ImageCms.applyTransform(Image.new("RGB", (1, 1), (200, 30, 60)), way).tobytes()  # type: ignore[union-attr]
    )


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (b"no profile", "this is no ICC profile"),
        (press_profile(b"RGB "), "a profile of kind 'prtr' for 'RGB'; allowed: one for printers"),
        (press_profile(kind=b"mntr"), "a profile of kind 'mntr' for 'CMYK'; allowed: one for printers"),
        (press_profile()[:400], "the profile is damaged"),
        (None, "can't be read"),
    ],
)
def test_what_is_no_profile_of_a_press_is_refused(
    make_pack: MakePack, tmp_path: Path, data: bytes | None, wrong: str
) -> None:
    icc = tmp_path / "press.icc"
    if data is not None:
        icc.write_bytes(data)
    with pytest.raises(Failed) as failure:
        printed(make_pack(FILES, pack=CARDS, card=CARD), tmp_path, icc=icc)
    assert wrong in str(failure.value)


def test_home_printing_knows_nothing_of_inks(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack(FILES, pack=CARDS, card=CARD)
    script = (
        "import sys; from generator.cli.main import main\n"
        f"try: main(['build', {str(folder)!r}, '-o', {str(tmp_path / 'out')!r}])\n"
        "except SystemExit as end: assert not end.code\n"
        "inks = ('generator.svg.core.separation', 'generator.press.pdf.prepress')\n"
        "print([name for name in inks if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (["--icc", "x.icc"], "--icc is for print shops: add --for shop"),
        (["--for", "shop", "--paper", "A4"], "leave --paper out"),
        (["--for", "shop", "--profile", "office"], "leave --profile out"),
        (["--for", "shop", "--format", "svg"], "leave --format out"),
        (["--for", "shop", "--marks", "none"], "leave --marks out"),
        (["--for", "shop", "--duplex", "fold"], "leave --duplex out"),
        (["--for", "shop", "--dry-run"], "leave --dry-run out"),
        (["--for", "press"], "'press' is not one of 'home', 'shop'"),
    ],
)
def test_options_that_say_nothing_together_are_refused(options: list[str], wrong: str) -> None:
    from click.testing import CliRunner

    from generator.cli.main import main

    result = CliRunner().invoke(main, ["build", "cascadia", *options])
    assert result.exit_code == 2
    assert wrong in result.output


def test_what_shows_through_a_picture_mixes_with_the_card(make_pack: MakePack, tmp_path: Path) -> None:
    import pypdfium2

    logo = Image.new("RGBA", (480, 480), (0, 0, 0, 0))
    logo.paste((200, 0, 0, 128), (120, 120, 360, 360))
    data = BytesIO()
    logo.save(data, "PNG")
    card = """{% extends "common/face.svg.j2" %}{% block face %}<rect width="63" height="88" fill="#ffee88"/>
{{ picture("logo.png", 10, 20, 40, 40) }}{% endblock %}"""
    files: dict[str, str | bytes] = {"deck.yaml": "- {id: a}\n", "art/logo.png": data.getvalue()}
    made = printed(make_pack(files, card=card), tmp_path)
    shown = pypdfium2.PdfDocument(made.path)[0].render(scale=3).to_pil().convert("RGB")
    per_mm = shown.width / 63
    card_, corner, middle = (
        shown.getpixel((int(x * per_mm), int(y * per_mm))) for x, y in ((5, 5), (12, 22), (30, 40))
    )
    assert corner == card_
    assert middle != card_
    assert all(a >= b - 2 for a, b in zip(card_, middle, strict=True))  # type: ignore[arg-type]
    inside = shown.crop((9, 9, shown.width - 9, shown.height - 9)).convert("L")
    assert inside.getextrema()[0] > 90  # nothing is black
