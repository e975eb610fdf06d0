"""What shapes are painted with: inks, markers, patterns, masks and groups; and the form that a PDF gives them."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawing import (
    drawn,
    face,
    one_page,
    pixel,
    printed,
    problems_of,
    raster,
    reference,
    share_off,
    svg,
    told,
    using,
)

from generator.problems import Location, Problems
from generator.svg.compile import compile_svg
from generator.svg.core.store import Store
from generator.svg.xml import Origin
from generator.type.fonts import Fonts

RED, GREEN, BLUE, WHITE, BLACK = (255, 0, 0), (0, 128, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0)


def kept(body: str) -> Store:
    """Return what a document holds after a body was drawn without a problem."""
    problems = Problems()
    store = Store(Fonts(), problems)
    compile_svg(svg(body), 100, 100, store, Origin(Location("x")))
    assert [str(problem) for problem in problems] == []
    return store


def written(body: str) -> str:
    """Return the operators of all forms of a body."""
    return "\n".join(form.content.decode("latin-1") for form in kept(body).forms.values())


def seen(tmp_path: Path, body: str, *places: tuple[float, float]) -> list[tuple[int, int, int]]:
    picture = raster(drawn(tmp_path / "a.pdf", body))
    return [pixel(picture, *place) for place in places]


# ------------------------------------------------------------------ inks


@pytest.mark.parametrize(
    ("fill", "operators"),
    [
        ("device-cmyk(0 .5 1 .1)", "0 .5 1 .1 k"),
        ("#f80 device-cmyk(0, 50%, 100%, 0)", "0 .5 1 0 k"),
        ("#cd853f icc-color(acme, .11, .48, .83, 0)", ".804 .522 .247 rg"),
        ("rgb(0 0 255 / 50%)", "0 0 1 rg"),
        ("color(srgb 1 0 0)", "1 0 0 rg"),
    ],
)
def test_colours_for_print_stay_inks(fill: str, operators: str) -> None:
    assert operators in written(f'<rect width="9" height="9" fill="{fill}"/>').splitlines()


def test_strokes_and_gradients_of_inks() -> None:
    body = """<linearGradient id="g"><stop stop-color="device-cmyk(1 0 0 0)"/>
    <stop offset="1" stop-color="device-cmyk(0 0 0 1)"/></linearGradient>
    <rect width="9" height="9" fill="url(#g)" stroke="device-cmyk(0 1 0 0)"/>"""
    store = kept(body)
    assert any("/DeviceCMYK" in str(entry.parts) for entry in store.entries.values())
    assert any(b"0 1 0 0 K" in form.content for form in store.forms.values())


def test_the_keyword_is_inherited_and_not_its_colour(tmp_path: Path) -> None:
    body = """<g color="red" fill="currentColor"><rect width="9" height="9"/>
    <rect x="20" width="9" height="9" color="blue"/></g>"""
    assert seen(tmp_path, body, (5, 5), (25, 5)) == [RED, BLUE]


# ------------------------------------------------------------------ markers


ARROW = '<marker id="m" refX="2" refY="2" markerWidth="4" markerHeight="4"{}>{}</marker>'


def test_markers_take_the_paints_of_their_line(tmp_path: Path) -> None:
    marker = ARROW.format(' markerUnits="userSpaceOnUse"', '<rect width="4" height="4" fill="context-stroke"/>')
    body = f'{marker}<path d="M20 20H80" stroke="blue" marker-start="url(#m)" marker-end="url(#m)"/>'
    assert seen(tmp_path, body, (19, 19), (81, 21), (50, 24)) == [BLUE, BLUE, WHITE]


def test_arcs_have_markers_only_at_their_ends(tmp_path: Path) -> None:
    marker = ARROW.format(' markerUnits="userSpaceOnUse"', '<rect width="4" height="4" fill="red"/>')
    body = f'{marker}<path d="M20 50a30 30 0 1 1 60 0L90 50" fill="none" marker-mid="url(#m)"/>'
    assert seen(tmp_path, body, (80, 50), (50, 20)) == [RED, WHITE]


def test_equal_markers_are_one_form() -> None:
    marker = ARROW.format("", '<circle r="2" cx="2" cy="2"/>')
    store = kept(f'{marker}<path d="M0 0{"h1" * 50}" marker-mid="url(#m)" marker-end="url(#m)"/>')
    assert len(store.forms) == 2


def test_a_style_may_set_all_markers_at_once(tmp_path: Path) -> None:
    marker = ARROW.format(' markerUnits="userSpaceOnUse"', '<rect width="4" height="4" fill="red"/>')
    body = f'{marker}<polyline style="marker:url(#m)" fill="none" points="20,20 50,20 80,20"/>'
    assert seen(tmp_path, body, (20, 20), (50, 20), (80, 20)) == [RED] * 3


# ------------------------------------------------------------------ patterns


TILES = '<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="2" height="4" {}/></pattern>'


def test_tiles_fill_strokes_and_text(tmp_path: Path) -> None:
    body = TILES.format('fill="red"') + (
        '<path d="M0 10H40" stroke="url(#p)" stroke-width="6"/>'
        '<text y="90" font-family="Fira Sans" font-weight="900" font-size="60" fill="url(#p)">HH</text>'
    )
    picture = raster(drawn(tmp_path / "a.pdf", body))
    assert [pixel(picture, x, 10) for x in (9, 11, 13)] == [RED, WHITE, RED]
    letters = {pixel(picture, x / 4, 70) for x in range(200)}
    assert RED in letters and WHITE in letters and BLACK not in letters


def test_many_tiles_take_few_bytes() -> None:
    store = kept(TILES.format('fill="red"') + '<rect width="100" height="100" fill="url(#p)"/>')
    assert sum(len(form.content) for form in store.forms.values()) < 2_500


def test_a_pattern_that_paints_itself_paints_nothing() -> None:
    body = TILES.format('fill="url(#p)"') + '<rect width="9" height="9" fill="url(#p)"/>'
    assert "#p uses itself" in told(body)


# ------------------------------------------------------------------ masks and groups


def test_a_mask_lets_through_as_much_as_it_is_light(tmp_path: Path) -> None:
    body = """<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="100" height="100">
    <rect width="20" height="100" fill="white"/><rect x="20" width="20" height="100" fill="lime"/>
    <rect x="40" width="20" height="100" fill="white" opacity=".5"/></mask>
    <rect width="80" height="20" mask="url(#m)"/>"""
    white, green, half, none = seen(tmp_path, body, (10, 10), (30, 10), (50, 10), (70, 10))
    assert (white, none) == (BLACK, WHITE)
    assert green[0] == pytest.approx(255 * (1 - 0.7154), abs=3)
    assert half[0] == pytest.approx(127, abs=3)


def test_a_group_is_masked_and_faded_as_a_whole(tmp_path: Path) -> None:
    body = """<mask id="m"><rect width="100" height="100" fill="#fff" fill-opacity=".5"/></mask>
    <g mask="url(#m)"><rect width="40" height="40"/><rect x="20" width="40" height="40"/></g>"""
    assert seen(tmp_path, body, (30, 20))[0][0] == pytest.approx(127, abs=3)


def test_blending_and_isolation(tmp_path: Path) -> None:
    body = """<rect width="100" height="40" fill="#ff0"/>
    <rect width="40" height="40" fill="#0ff" style="mix-blend-mode:multiply"/>
    <g style="isolation:isolate">
    <rect x="50" width="40" height="40" fill="#0ff" style="mix-blend-mode:multiply"/></g>"""
    assert seen(tmp_path, body, (20, 20), (70, 20)) == [(0, 255, 0), (0, 255, 255)]


@pytest.mark.parametrize(
    "body",
    [
        '<mask id="a"><rect width="9" height="9" mask="url(#a)"/></mask><rect width="9" height="9" mask="url(#a)"/>',
        '<marker id="a"><path d="M0 0h1" marker-end="url(#a)"/></marker><path d="M0 0h1" marker-end="url(#a)"/>',
        '<clipPath id="a"><path d="M0 0h1" clip-path="url(#a)"/></clipPath><path d="M0 0h1" clip-path="url(#a)"/>',
        '<pattern id="a" width="1" height="1"><path d="M0 0h1v1" fill="url(#b)"/></pattern>'
        '<pattern id="b" width="1" height="1"><path d="M0 0h1v1" fill="url(#a)"/></pattern>'
        '<rect width="9" height="9" fill="url(#a)"/>',
    ],
)
def test_what_uses_itself_is_said(body: str) -> None:
    assert "#a uses itself" in told(body)


# ------------------------------------------------------------------ style sheets


def test_rules_for_paper_hold_and_others_do_not(tmp_path: Path) -> None:
    body = """<style media="screen">rect { fill: red }</style>
    <style>@media print { #a { fill: blue } } @media screen { #b { fill: red } } @media all, tv { #c { fill: blue } }
    </style><rect id="a" width="9" height="9"/><rect id="b" x="20" width="9" height="9"/>"""
    problems = problems_of(svg(body))
    assert [problem.what for problem in problems] == ["<style>: the media query 'tv' is not read"]
    body = body.replace(", tv", "")
    assert seen(tmp_path, body, (5, 5), (25, 5)) == [BLUE, BLACK]


def test_transforms_and_sizes_may_stand_in_a_style(tmp_path: Path) -> None:
    body = """<style>.moved { transform: translate(20px, 10px) rotate(90deg); width: 30px; height: 10px }</style>
    <rect class="moved" fill="red"/>"""
    assert seen(tmp_path, body, (15, 30), (25, 15)) == [RED, WHITE]


def test_the_rules_of_art_end_at_its_edge_and_those_of_the_face_too(tmp_path: Path) -> None:
    body = """<style>rect { fill: red }</style>
    <use href="#s" width="20" height="20"/><rect x="40" width="20" height="20"/>"""
    made = using(body, '<style>rect { stroke: blue }</style><rect width="9" height="9"/>')
    image = raster(printed(tmp_path / "a.pdf", one_page(made)))
    assert [pixel(image, *at) for at in ((10, 10), (50, 10), (40.2, 10))] == [BLACK, RED, RED]


# ------------------------------------------------------------------ lines


def test_lines_without_length_are_dots_when_they_have_caps(tmp_path: Path) -> None:
    body = """<g stroke="red" stroke-width="8"><path d="M10 10z" stroke-linecap="square"/>
    <path d="M30 10h0" stroke-linecap="round"/><path d="M50 10h0"/></g>"""
    assert seen(tmp_path, body, (7, 7), (30, 8), (50, 10)) == [RED, RED, WHITE]


def test_what_has_no_area_is_not_filled(tmp_path: Path) -> None:
    body = '<path d="M0 10H40M0 20L40 30z"/><line x1="0" y1="40" x2="40" y2="40"/><path d="M50 0h40v40M50 50h40"/>'
    assert seen(tmp_path, body, (20, 10), (20, 25), (20, 40), (70, 50), (80, 10)) == [WHITE] * 4 + [BLACK]


def test_dashes_are_measured_as_the_line_says(tmp_path: Path) -> None:
    body = '<path d="M0 10H100" stroke="red" stroke-width="4" pathLength="10" stroke-dasharray="1"/>'
    assert seen(tmp_path, body, (5, 10), (15, 10), (25, 10)) == [RED, WHITE, RED]


def test_some_strokes_keep_their_width(tmp_path: Path) -> None:
    body = """<g transform="scale(10 1)"><path d="M2 0V50" stroke="red" stroke-width="4"
    vector-effect="non-scaling-stroke"/></g>"""
    assert seen(tmp_path, body, (19, 20), (21, 20), (17, 20), (23, 20)) == [RED, RED, WHITE, WHITE]


def test_a_shape_may_be_painted_in_another_order(tmp_path: Path) -> None:
    body = (
        '<rect x="20" y="20" width="20" height="20" fill="red" stroke="blue" stroke-width="10" paint-order="stroke"/>'
    )
    assert seen(tmp_path, body, (22, 30), (18, 30)) == [RED, BLUE]


def test_gradients_on_faces_are_written_into_their_page(tmp_path: Path) -> None:
    stops = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>'
    body = f'<linearGradient id="g">{stops}</linearGradient><rect width="50" height="50" fill="url(#g)"/>'
    path = printed(tmp_path / "a.pdf", one_page(face(body)))
    assert b"/Pattern" not in path.read_bytes()


def test_what_masks_a_use_is_measured_where_it_draws(tmp_path: Path) -> None:
    body = """<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="10" height="10">
    <rect width="10" height="10" fill="#fff"/>
    </mask><rect id="a" width="20" height="20" fill="red"/><use href="#a" x="40" y="40" mask="url(#m)"/>"""
    assert seen(tmp_path, body, (45, 45), (55, 55), (15, 15)) == [RED, WHITE, RED]


def test_a_used_file_keeps_its_place(tmp_path: Path) -> None:
    body = """<svg id="n" x="5" y="5" width="10" height="10"><rect width="10" height="10" fill="red"/></svg>
    <use href="#n" x="40" width="20"/>"""
    assert seen(tmp_path, body, (46, 6), (42, 2)) == [RED, WHITE]


def test_what_blends_stays_inside_what_is_clipped(tmp_path: Path) -> None:
    body = """<rect width="40" height="40" fill="#ff0"/><clipPath id="c"><rect width="40" height="40"/></clipPath>
    <g clip-path="url(#c)"><rect width="40" height="40" fill="#0ff" style="mix-blend-mode:multiply"/></g>"""
    assert seen(tmp_path, body, (20, 20)) == [(0, 255, 255)]


# ------------------------------------------------------------------ what the standard says of what isn't displayed

STANDARD = {
    "hidden symbol": """<symbol id="s" viewBox="0 0 9 9" style="display:none"><rect width="9" height="9"/></symbol>
        <use href="#s" width="50" height="50"/>""",
    "hidden marker": """<marker id="m" display="none" markerUnits="userSpaceOnUse" markerWidth="30" markerHeight="30">
        <rect width="30" height="30"/></marker><path d="M20 20h9" marker-start="url(#m)"/>""",
    "context paint": """<defs><g id="k"><rect width="40" height="40" fill="context-fill" stroke="context-stroke"
        stroke-width="4"/></g></defs><use href="#k" x="5" y="5" fill="red" stroke="blue"/>""",
    "context paint of a shape": """<defs><rect id="k" width="40" height="40" fill="context-stroke"/></defs>
        <use href="#k" x="5" y="5" fill="red" stroke="blue"/>""",
    "clip turned by an attribute": """<clipPath id="c" clipPathUnits="objectBoundingBox"
        transform="translate(20 10) scale(.5)"><rect width="1" height="1"/></clipPath>
        <rect x="10" y="10" width="60" height="40" clip-path="url(#c)"/>""",
    "clip of two, turned": """<clipPath id="c" clipPathUnits="objectBoundingBox" transform="rotate(20)">
        <rect width=".5" height="1"/><rect x=".6" width=".3" height=".3"/></clipPath>
        <rect x="10" y="10" width="60" height="40" clip-path="url(#c)"/>""",
    "clip with a turned part": """<clipPath id="c" clipPathUnits="objectBoundingBox">
        <circle cx="1" cy="1" r="1" transform="scale(.5)"/></clipPath>
        <g transform="rotate(20)" clip-path="url(#c)"><rect x="30" y="10" width="60" height="40"/></g>""",
}


@pytest.mark.parametrize("name", STANDARD)
def test_it_is_as_the_standard_says(tmp_path: Path, name: str) -> None:
    pytest.importorskip("resvg_py")
    picture = raster(drawn(tmp_path / "a.pdf", STANDARD[name]), 2)
    assert picture.getextrema() != ((255, 255),) * 3
    assert share_off(picture, reference(svg(STANDARD[name]), 200)) < 0.01
