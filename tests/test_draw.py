"""SVG drawn into a PDF: geometry and colours read back, and what can't be drawn said."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawing import (
    FAMILY,
    NAMESPACES,
    drawn,
    face,
    one_page,
    pixel,
    printed,
    problems_of,
    raster,
    svg,
    text_of,
    told,
    using,
)
from effort import calls

from generator.face.face import Face
from generator.press.page import Page, Placement
from generator.press.pdf.setup import DocumentSetup
from generator.press.pdf.write import write_pdf
from generator.problems import Failed, Location, Problems
from generator.svg.compile import compile_svg
from generator.svg.core.store import Store
from generator.svg.core.svgfile import SvgFile
from generator.svg.draw import ELEMENTS
from generator.svg.xml import Origin
from generator.type.fonts import Fonts

RED, GREEN, BLUE, WHITE, BLACK = (255, 0, 0), (0, 128, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0)


def store() -> Store:
    return Store(Fonts(), Problems())


def compiled(kept: Store, body: str, size: float = 100) -> str:
    origin = Origin(Location("x"))
    return compile_svg(svg(body), size, size, kept, origin).name


# ------------------------------------------------------------------ geometry and colours


def test_a_hexagon_measures_right(tmp_path: Path) -> None:
    """41.6 mm flat to flat, pointy top: 48.036 high."""
    points = "24,0.982 44.8,12.991 44.8,37.009 24,49.018 3.2,37.009 3.2,12.991"
    picture = raster(drawn(tmp_path / "a.pdf", f'<polygon points="{points}" fill="red"/>', (48, 50)), 20)
    red = [index for index in range(picture.width) if pixel(picture, index / 20, 25, 20) == RED]
    assert (red[-1] - red[0] + 1) / 20 == pytest.approx(41.6, abs=0.1)
    red = [index for index in range(picture.height) if pixel(picture, 24.01, index / 20, 20) == RED]
    assert (red[-1] - red[0] + 1) / 20 == pytest.approx(48.04, abs=0.2)


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ('<rect x="10" y="10" width="20" height="20" fill="red"/>', {(20, 20): RED, (35, 20): WHITE}),
        ('<rect x="10" y="10" width="20" height="20" rx="10"/>', {(20, 20): BLACK, (11, 11): WHITE}),
        ('<circle cx="50" cy="50" r="20" fill="none" stroke="blue" stroke-width="4"/>',
         {(50, 50): WHITE, (70, 50): BLUE}),
        ('<path d="M10 10H90V90H10Z M30 30H70V70H30Z" fill-rule="evenodd"/>', {(20, 20): BLACK, (50, 50): WHITE}),
        ('<path d="M10 10H90V90H10Z M30 30H70V70H30Z"/>', {(20, 20): BLACK, (50, 50): BLACK}),
        ('<g transform="translate(50 50) rotate(45)"><rect x="-10" y="-10" width="20" height="20"/></g>',
         {(50, 38): BLACK, (41, 41): WHITE}),
        ('<g fill="red"><rect width="50" height="50"/><rect x="50" width="50" height="50" fill="blue"/></g>',
         {(25, 25): RED, (75, 25): BLUE}),
        ('<g display="none"><rect width="50" height="50"/></g>', {(25, 25): WHITE}),
        ('<g visibility="hidden"><rect width="50" height="50"/><rect width="9" height="9" visibility="visible"/></g>',
         {(25, 25): WHITE, (5, 5): BLACK}),
        ('<rect width="50" height="50" fill-opacity=".5"/>', {(25, 25): (127, 127, 127)}),
        ('<g opacity=".5"><rect width="50" height="50"/><rect x="20" width="50" height="50"/></g>',
         {(30, 25): (127, 127, 127), (60, 25): (127, 127, 127)}),
        ('<style>.a{fill:red} #b{fill:blue}</style><rect class="a" width="50" height="50"/>'
         '<rect id="b" class="a" x="50" width="50" height="50" fill="green"/>', {(25, 25): RED, (75, 25): BLUE}),
        ('<rect width="50" height="50" fill="red" style="fill:blue"/>', {(25, 25): BLUE}),
        ('<switch><rect width="9" height="9" systemLanguage="de"/><rect width="9" height="9" fill="blue"/></switch>',
         {(5, 5): BLUE}),
        ('<svg x="20" y="20" width="20" height="20" viewBox="0 0 1 1"><rect width="5" height="1"/></svg>',
         {(30, 30): BLACK, (50, 30): WHITE}),
        ('<a href="https://example.org"><rect width="9" height="9"/></a>', {(5, 5): BLACK}),
    ],
)  # fmt: skip
def test_what_is_drawn_where(
    tmp_path: Path, body: str, places: dict[tuple[float, float], tuple[int, int, int]]
) -> None:
    picture = raster(drawn(tmp_path / "a.pdf", body))
    for (x, y), colour in places.items():
        assert pixel(picture, x, y) == pytest.approx(colour, abs=2), (x, y)


def test_clip_paths_cut_and_join(tmp_path: Path) -> None:
    body = """<clipPath id="a"><circle cx="25" cy="25" r="10"/></clipPath>
    <clipPath id="b"><rect x="50" y="10" width="20" height="20"/><rect x="65" y="15" width="20" height="20"/></clipPath>
    <clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath>
    <clipPath id="d"/>
    <rect width="45" height="45" fill="red" clip-path="url(#a)"/>
    <rect x="45" width="55" height="50" fill="blue" clip-path="url(#b)"/>
    <rect x="10" y="60" width="40" height="20" fill="green" clip-path="url(#c)"/>
    <rect x="60" y="60" width="40" height="20" clip-path="url(#d)"/>"""
    picture = raster(drawn(tmp_path / "a.pdf", body))
    expected = {
        (25, 25): RED, (12, 25): WHITE, (55, 20): BLUE, (68, 20): BLUE, (80, 30): BLUE, (55, 32): WHITE,
        (20, 70): GREEN, (40, 70): WHITE, (70, 70): WHITE,
    }  # fmt: skip
    assert {place: pixel(picture, *place) for place in expected} == expected


def test_a_clip_path_may_use_shapes_and_be_clipped_itself(tmp_path: Path) -> None:
    body = """<defs><rect id="r" width="20" height="20"/></defs>
    <clipPath id="a" clip-path="url(#b)" transform="translate(10 10)"><use href="#r" x="5" y="5"/></clipPath>
    <clipPath id="b"><rect width="25" height="100"/><title>left half</title></clipPath>
    <rect width="100" height="100" fill="red" clip-path="url(#a)"/>"""
    picture = raster(drawn(tmp_path / "a.pdf", body))
    expected = {(20, 20): RED, (13, 20): WHITE, (30, 20): WHITE, (20, 33): RED, (20, 37): WHITE}
    assert {place: pixel(picture, *place) for place in expected} == expected


def test_a_gradient_on_a_face_that_is_placed_once_lies_where_it_should(tmp_path: Path) -> None:
    """Such faces are written into the page, but not when they hold patterns."""
    stops = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>'
    body = f'<linearGradient id="g">{stops}</linearGradient><rect width="50" height="50" fill="url(#g)"/>'
    page = Page(210, 297, (Placement(face(body), 100, 200), Placement(face("<circle r='9' fill='red'/>"), 20, 20)))
    picture = raster(printed(tmp_path / "a.pdf", page))
    assert pixel(picture, 101, 220) == pytest.approx(RED, abs=8)
    assert pixel(picture, 149, 220) == pytest.approx(BLUE, abs=8)
    assert [pixel(picture, x, 22) for x in (18, 22)] == [WHITE, RED]


@pytest.mark.parametrize(
    ("gradient", "colour"),
    [
        ('<linearGradient id="g"/>', WHITE),
        ('<linearGradient id="g"><stop stop-color="red"/></linearGradient>', RED),
        ('<linearGradient id="g" x2="0"><stop/><stop offset="1" stop-color="red"/></linearGradient>', RED),
        ('<radialGradient id="g" r="0"><stop/><stop offset="1" stop-color="red"/></radialGradient>', RED),
        ('<linearGradient id="g" color="red"><stop stop-color="currentColor"/></linearGradient>', RED),
        ('<linearGradient id="g" href="#h"/><linearGradient id="h"><stop stop-color="red"/></linearGradient>', RED),
        ('<linearGradient id="g" href="#g"><stop stop-color="red"/></linearGradient>', RED),
        ('<radialGradient id="g" fx="9"><stop stop-color="red"/><stop offset="1" stop-color="red"/></radialGradient>',
         RED),
    ],
)  # fmt: skip
def test_gradients_with_one_colour(tmp_path: Path, gradient: str, colour: tuple[int, int, int]) -> None:
    picture = raster(drawn(tmp_path / "a.pdf", f'{gradient}<circle cx="50" cy="50" r="40" fill="url(#g)"/>'))
    assert pixel(picture, 50, 50) == colour


def test_a_paint_that_is_not_there_has_a_fallback(tmp_path: Path) -> None:
    flat = '<linearGradient id="g"><stop/></linearGradient><path d="M5 50H95" stroke="url(#g) red" stroke-width="9"/>'
    assert pixel(raster(drawn(tmp_path / "a.pdf", flat)), 50, 50) == RED


def test_a_gradient_goes_from_stop_to_stop(tmp_path: Path) -> None:
    body = """<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>
    <radialGradient id="r">
      <stop stop-color="blue"/><stop offset="1" stop-color="blue" stop-opacity="0"/>
    </radialGradient>
    <rect width="100" height="40" fill="url(#g)"/><rect y="50" width="50" height="50" fill="url(#r)"/>"""
    picture = raster(drawn(tmp_path / "a.pdf", body))
    assert pixel(picture, 1, 20) == pytest.approx((252, 0, 3), abs=4)
    assert pixel(picture, 50, 20) == pytest.approx((127, 0, 127), abs=4)
    assert pixel(picture, 25, 75) == pytest.approx((2, 2, 255), abs=6)
    assert pixel(picture, 37.5, 75) == pytest.approx((127, 127, 255), abs=6)
    assert pixel(picture, 2, 52) == pytest.approx(WHITE, abs=2)


# ------------------------------------------------------------------ sharing


SYMBOL = '<symbol id="{}" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/><path d="M2 2h5v5z"/></symbol>'


def test_equal_symbols_are_one_form_whatever_their_ids_and_faces() -> None:
    kept = store()
    compiled(kept, SYMBOL.format("a") + '<use href="#a" width="10" height="10"/>')
    compiled(
        kept,
        SYMBOL.format("b")
        + '<use xlink:href="#b" x="50" width="30" height="30"/><use href="#b" width="9" height="9"/>',
    )
    assert len(kept.forms) == 3  # two faces and one symbol


def test_a_symbol_that_inherits_another_colour_is_another_form() -> None:
    kept = store()
    compiled(
        kept, SYMBOL.format("a") + '<use href="#a" fill="red"/><use href="#a" fill="blue"/><use href="#a" fill="red"/>'
    )
    assert len(kept.forms) == 3


def test_equal_ids_of_different_files_do_not_mix(tmp_path: Path) -> None:
    red, blue = (
        f'<linearGradient id="g"><stop stop-color="{colour}"/></linearGradient>'
        f'<symbol id="s" viewBox="0 0 9 9"><rect width="9" height="9" fill="url(#g)"/></symbol>'
        f'<use href="#s" x="{x}" width="50" height="50"/>'
        for colour, x in (("red", 0), ("blue", 50))
    )
    picture = raster(printed(tmp_path / "a.pdf", one_page(face(red), face(blue))))
    assert (pixel(picture, 25, 25), pixel(picture, 75, 25)) == (RED, BLUE)


def test_the_same_face_is_compiled_once() -> None:
    kept = store()
    assert compiled(kept, "<rect width='1' height='1'/>") == compiled(kept, "<rect width='1' height='1'/>")


# ------------------------------------------------------------------ problems


def test_every_element_has_a_row_in_the_table() -> None:
    names = {name.rpartition("}")[2] for name in ELEMENTS}
    assert names >= {
        "svg",
        "g",
        "use",
        "rect",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
        "path",
        "text",
        "image",
    }


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<foreignObject/>", "art/elk.svg:1: error: <foreignObject>: it can't be drawn; allowed: a, circle,"),
        ("<animate/>", "<animate>: scripts and animations are not for paper"),
        ("<rect><set/></rect>", "<set>: scripts and animations are not for paper"),
        ("<rect width='9' height='9'><circle r='9'/></rect>", "<circle>: it can't be drawn here"),
        ("<rect bend='3'/>", "<rect>: the attribute 'bend' is not drawn"),
        ("<rect filter='url(#f)'/>", "<rect>: filter='url(#f)' can't be drawn; allowed: none"),
        ("<rect mask='url(#f)'/>", "<rect>: nothing has the id 'f'"),
        ("<rect mask='url(f.svg#f)'/>", "<rect>: mask='url(f.svg#f)': 'url(f.svg#f)' is neither none nor url(#id)"),
        ("<rect fill='var(--x)'/>", "fill='var(--x)': CSS variables are not read"),
        ("<rect fill='url(#f)'/><rect id='g'/>", ""),
        ("<rect width='5' height='5' fill='url(#f)'/><rect id='g'/>", "nothing has the id 'f'"),
        ("<rect width='5' height='5' fill='url(#g)'/><rect id='g'/>",
         "#g is a <rect>; allowed: <linearGradient>, <radialGradient>"),
        ("<rect width='-5' height='5'/>", "<rect>: width is -5; allowed: 0 or more"),
        ("<rect width='five' height='5'/>", "<rect>: width='five': not a length"),
        ("<rect transform='spin(3)' width='5' height='5'/>", "transform: spin with 1 numbers"),
        ("<linearGradient id='g' gradientTransform='spin(1)'/><path d='M0 0h9v9' fill='url(#g)'/>", "spin with 1"),
        ("<linearGradient id='g' spreadMethod='x'><stop/></linearGradient><path d='M0 0h9v9' fill='url(#g)'/>",
         "spreadMethod='x'; allowed: pad, reflect, repeat"),
        ("<linearGradient id='g' x1='five'><stop/></linearGradient><path d='M0 0h9v9' fill='url(#g)'/>", "x1='five'"),
        ("<linearGradient id='g'><stop offset='x'/></linearGradient><path d='M0 0h9v9' fill='url(#g)'/>", "offset='x'"),
        ("<clipPath id='c'><path d='M0 0h9v9' transform='x'/></clipPath><g clip-path='url(#c)'/>", "<path>: transfor"),
        ("<clipPath id='c' clip-path='url(#c)'/><g clip-path='url(#c)'/>", "<clipPath>: #c uses itself"),
        ("<use x='1'/>", "href='' is not read"),
        ("<svg width='5' height='5' viewBox='0 0 9 9' preserveAspectRatio='x'/>", "not a preserveAspectRatio: 'x'"),
        ("<style>" + "a " * 20_000 + "{fill:red}</style>", "a selector links more than 8 parts"),
        ("<style>a| {fill:red}</style>", "selector not understood"),
        (f"<text {FAMILY} x='five'>a</text>", "x='five': not a length"),
        ("<path d='M1'/>", "<path>: path data is wrong at character 3"),
        ("<polygon points='1 2 3'/>", "odd number"),
        ("<use href='#nothing'/>", "nothing has the id 'nothing'"),
        ("<use href='other.svg#a'/>", "href='other.svg#a' is not read; allowed: #id of an element of this file"),
        ("<g id='a'><use href='#a'/></g>", "#a uses itself"),
        ("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>", "uses itself"),
        ("<style>@import 'x.css';</style>", "<style>: @import in a style sheet is not read"),
        ("<style>a { b }</style>", "<style>: not a declaration"),
        ("<rect style='fill'/>", "not a style: 'fill'"),
        ("<rect xmlns='' />", "<rect>: it is not an SVG element"),
        ("<svg viewBox='0 0 0 0' width='5' height='5'/>", "not a viewBox"),
        ("<clipPath id='c'><g/></clipPath><g clip-path='url(#c)'/>", "<g>: it can't be drawn here"),
        ("<text>x</text>", "the text names no font family; allowed: Fira Sans, Fira Sans Condensed"),
        ("<text font-family='Comic Neue'>x</text>", "there is no font family 'Comic Neue'"),
        (f"<text {FAMILY} font-weight='450'>x</text>", "Fira Sans has no style 450"),
        (f"<text {FAMILY}>a★</text>", "the character '★' (U+2605) is not in the fonts Fira Sans,"),
        (f"<text {FAMILY}>a<textPath>b</textPath></text>", "<textPath>: href='' is not read"),
        (f"<text {FAMILY}>a<rect/></text>", "<rect>: it can't be drawn inside text; allowed: tspan, textPath, a"),
    ],
)  # fmt: skip
def test_what_can_not_be_drawn_is_said(body: str, said: str) -> None:
    lines = told(body)
    assert said in lines if said else lines == ""


@pytest.mark.parametrize(
    "body",
    [
        "<title>t</title><desc>d</desc><metadata><x xmlns='y'/></metadata>",
        "<defs><filter id='f'/><mask id='m'/><pattern id='p'/></defs>",
        "<rect data-name='x' aria-label='x' role='img' class='c' xml:space='preserve' xmlns:ink='i' ink:label='x'/>",
        "<x xmlns='http://www.inkscape.org/namespaces/inkscape'/>",
        "<!-- comment --><?php echo ?>",
        "<rect filter='none' mask='none' mix-blend-mode='normal' marker-start='none'/>",
    ],
)
def test_what_changes_nothing_is_passed_over(body: str) -> None:
    assert told(body) == ""


def test_a_problem_is_told_with_its_line() -> None:
    (problem,) = problems_of(svg("\n\n<rect/>\n<blink/>"))
    assert str(problem.place) == "art/elk.svg:4"


def test_in_a_face_the_line_is_that_of_the_svg_and_the_item_is_named(tmp_path: Path) -> None:
    made = face("\n<blink/>", item="elk-1", language="pl")
    with pytest.raises(Failed, match=r"card.svg.j2: error: card 'elk-1' \(pl\): line 2 of its SVG: <blink>"):
        printed(tmp_path / "a.pdf", one_page(made))


def test_art_inside_a_face_is_named_by_its_own_file_and_line(tmp_path: Path) -> None:
    made = using('\n\n<use href="#s"/>', "\n<blink/>")
    (problem,) = warnings_of(tmp_path, made)
    assert problem.startswith("art/elk.svg:2: warning: card 'elk-1' (en): <blink>: it can't be drawn (left out)")


def warnings_of(tmp_path: Path, *faces: Face) -> list[str]:
    """Return the problems of faces that are drawn all the same."""
    problems = Problems()
    write_pdf([one_page(*faces)], tmp_path / "a.pdf", DocumentSetup("", "en", Fonts(), problems))
    return list(map(str, problems))


def test_what_is_wrong_with_a_whole_file_of_art_is_said_once_of_all_faces_that_draw_it(tmp_path: Path) -> None:
    art = "\n<script/>"
    one, other = (using(f'<use id="{item}" href="#s"/>', art, item) for item in ("elk-1", "elk-2"))
    (warning,) = warnings_of(tmp_path, one, other)
    assert warning.startswith("art/elk.svg:2: warning: card 'elk-1' (en): ")
    assert ", and on 1 more" in warning


def test_art_that_faces_refer_to_is_opened_once_a_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[SvgFile] = []
    real = SvgFile._open
    monkeypatch.setattr(SvgFile, "_open", lambda self: (opened.append(self), real(self))[1])
    art = SYMBOL.format("inner") + '<use href="#inner" width="9" height="9"/>'
    first = using('<use href="#s" width="50" height="50"/>', art)
    others = [
        face(f'<g id="face-{n}"><use href="#s" width="50" height="50"/></g>')._replace(symbols=first.symbols)
        for n in range(9)
    ]
    printed(tmp_path / "a.pdf", one_page(first, *others))
    assert len(opened) == 11  # ten faces and the art


def test_ids_of_art_are_its_own(tmp_path: Path) -> None:
    art = '<g id="a"><rect width="9" height="9" fill="red"/></g><use href="#a"/>'
    body = '<g id="a"><use href="#s" width="20" height="20"/></g><use href="#a" x="50"/>'
    assert warnings_of(tmp_path, using(body, art)) == []
    image = raster(printed(tmp_path / "a.pdf", one_page(using(body, art))))
    assert (pixel(image, 10, 10), pixel(image, 60, 10)) == (RED, RED)


def test_a_missing_character_names_component_item_and_language(tmp_path: Path) -> None:
    made = face(f'<text {FAMILY} y="9">☐</text>', item="elk-1", language="ru")
    with pytest.raises(Failed, match=r"card 'elk-1' \(ru\).*'☐' \(U\+2610\) is not in the fonts Fira Sans, Fira"):
        printed(tmp_path / "a.pdf", one_page(made))


def test_a_second_family_draws_what_the_first_lacks(tmp_path: Path) -> None:
    body = '<text font-family="Nothing, Fira Sans" y="9">a</text>'
    assert text_of(drawn(tmp_path / "a.pdf", body)) == "a"


# ------------------------------------------------------------------ files from strangers


def bomb() -> str:
    entities = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 12))
    return f'<!DOCTYPE svg [<!ENTITY a0 "ha">{entities}]><svg {NAMESPACES}><desc>&a11;</desc></svg>'


def declared(entities: str, body: str = "") -> str:
    return f"<!DOCTYPE svg [{entities}]><svg {NAMESPACES}><desc>{body}</desc></svg>"


def nested_by_use() -> str:
    groups = (f'<g id="g{i}">{"<g>" * 50}<use href="#g{i + 1}"/>{"</g>" * 50}</g>' for i in range(9))
    return svg("".join(groups))


def bomb_of(holder: str, reference: str) -> str:
    """Return ten shapes that each use a thing with ten shapes that use …"""
    path = '<path d="M{0} 0h9v9h9" {1}/>'
    text = holder.format(0, path.format(0, ""))
    for i in range(1, 12):
        text += holder.format(i, "".join(path.format(k, reference.format(i - 1)) for k in range(10)))
    return svg(text + path.format(0, reference.format(11)))


HOSTILE = {
    "entity bomb": (bomb(), "holds references or markup"),
    "many entities": (declared(f'<!ENTITY q "{"x" * 900}">', "&q;" * 200_000), "amplification"),
    "external entity": (
        declared('<!ENTITY x SYSTEM "file:///etc/passwd">', "&x;"),
        "external entities are not allowed",
    ),
    "parameter entity": (declared('<!ENTITY % x SYSTEM "x"> %x;'), "external entities are not allowed"),
    "unknown entity": (f"<svg {NAMESPACES}><g>&nope;</g></svg>", "nope"),
    "deep": (f"<svg {NAMESPACES}>{'<g>' * 100_000}{'</g>' * 100_000}</svg>", "depth"),
    "deep by use": (nested_by_use(), "nested"),
    "uses without end": (
        svg('<path id="a0"/>' + "".join(f'<use id="a{i}" href="#a{i - 1}"/>' for i in range(1, 3000))),
        "use each other more than 50 deep",
    ),
    "masks": (bomb_of('<mask id="m{}">{}</mask>', 'mask="url(#m{})"'), "draws more than"),
    "clip paths": (bomb_of('<clipPath id="m{}">{}</clipPath>', 'clip-path="url(#m{})"'), "draws more than"),
    "patterns": (
        bomb_of('<pattern id="m{}" width=".1" height=".1">{}</pattern>', 'fill="url(#m{})"'),
        "draws more than",
    ),
    "markers": (bomb_of('<marker id="m{}">{}</marker>', 'marker-mid="url(#m{})"'), "draws more than"),
    "clipped groups": (
        svg(
            '<clipPath id="c" clipPathUnits="objectBoundingBox"><path d="M0 0h1v1"/></clipPath>'
            + '<g clip-path="url(#c)">' * 150
            + '<path d="M0 0h1v1"/>' * 2000
            + "</g>" * 150
        ),
        "draws more than",
    ),
    "corners": (
        svg(f'<marker id="m"/><path d="M0 0{"h1" * 200_000}" marker-mid="url(#m)"/>'),
        "more than 10000 corners",
    ),
    "dashes": (svg('<path d="M0 0H99" stroke="red" stroke-dasharray="1e-6"/>'), "more than 100000 dashes"),
    "small tiles": (
        svg('<pattern id="p" width="1e-6" height="1"><path d="M0 0h1"/></pattern><path d="M0 0h9v9" fill="url(#p)"/>'),
        "repeated more than 10000 times",
    ),
    "long paths": (svg("".join(f'<path d="M{i} 0{"l1 1" * 90_000}"/>' for i in range(15))), "long path data"),
    "gradients": (
        svg(
            "".join(f'<linearGradient id="g{i}" href="#g{i + 1}"/>' for i in range(5000))
            + "".join(f'<path d="M0 0h1v1" fill="url(#g{i})"/>' for i in range(5000))
        ),
        "more than 50 refer to each other",
    ),
    "wrong references": (
        svg("".join(f'<path id="i{i}" d="M0 0h1v1" fill="url(#x{i})"/>' for i in range(3000))),
        "nothing has the id 'x0'",
    ),
    "ancestors": (
        svg(f"<style>{'g g g g x path,' * 50}a{{fill:red}}</style>{'<g>' * 150}{'<path/>' * 999}{'</g>' * 150}"),
        "tries to match",
    ),
    "siblings": (svg(f"<style>path ~ path ~ rect{{fill:red}}</style>{'<path/>' * 9_999}<rect/>"), "tries to match"),
    "descendants": (svg(f"<style>g:has(a){{fill:red}}</style>{'<g>' * 99}{'<path/>' * 9_999}{'</g>' * 99}"), "tries"),
    "types": (svg(f"<style>path:last-of-type{{fill:red}}</style>{'<path/>' * 9_999}"), "tries to match"),
    "long path": (svg(f'<path d="M0 0{"l1 1" * 2_000_000}"/>'), "more than 1000000"),
    "large": ("x" * 17_000_000, "bytes; allowed"),
    "no svg": ("<html/>", "the root element is <html>"),
    "no namespace": ("<svg/>", "write xmlns="),
    "not well formed": (f"<svg {NAMESPACES}><g></svg>", "not well-formed XML"),
    "empty": ("", "not well-formed XML"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_with_little_work(name: str) -> None:
    """The most that any takes is 15 million calls, about 1.7 s; `make bench` holds the seconds."""
    text, said = HOSTILE[name]
    found: list[str] = []
    assert calls(lambda: found.extend(map(str, problems_of(text)))) < 20_000_000
    assert said in "\n".join(found)


def test_repeats_beyond_measure_are_refused() -> None:
    body = '<g id="a0"><path d="M0 0h1v1"/></g>'
    for i in range(1, 9):
        body += f'<g id="a{i}">' + f'<use href="#a{i - 1}"/>' * 10 + "</g>"
    assert "more than 200000 elements" in told(body)


def test_harmless_entities_of_drawing_programs_load() -> None:
    text = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" '
        '[<!ENTITY ns_svg "http://www.w3.org/2000/svg">]><svg xmlns="&ns_svg;"><rect width="1" height="1"/></svg>'
    )
    assert problems_of(text) == []
