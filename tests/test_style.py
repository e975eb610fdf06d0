"""Values, colours and the cascade."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tinycss2.color4
from drawing import drawn, pixel, raster, told

from generator.svg.css.cascade import Styles, inline
from generator.svg.css.colours import NAMES, Colour, colour
from generator.svg.css.style import INITIAL, Server, Style
from generator.svg.css.values import Reference, cm, length, numbers, pdf, transform, view_box, viewport
from generator.units import Matrix, Rect

VIEW = Reference(200, 100)


def styled(**declared: str) -> Style:
    """Return a style by properties, underscores standing for hyphens."""
    style, wrong = Styles().derive(INITIAL, tuple((k.replace("_", "-"), v) for k, v in declared.items()), VIEW)
    assert wrong == ()
    return style


# ------------------------------------------------------------------ values


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (1.0, "1"),
        (0.5, ".5"),
        (-0.0, "-0"),
        (12.34567891, "12.3457"),
        (0.00001, ".00001"),
        (-0.25, "-.25"),
        (1e-9, "0"),
        (1234567.0, "1234567"),
    ],
)
def test_numbers_in_a_pdf_have_no_exponent(value: float, written: str) -> None:
    assert pdf(value) == written


@pytest.mark.parametrize(
    ("text", "axis", "units"),
    [
        ("5", "x", 5), ("5px", "x", 5), ("1in", "x", 96), ("25.4mm", "x", 96), ("2.54cm", "y", 96), ("72pt", "y", 96),
        ("6pc", "y", 96), ("50%", "x", 100), ("50%", "y", 50), ("1.5em", "x", 24), ("-.5e1", "x", -5),
    ],
)  # fmt: skip
def test_lengths(text: str, axis: str, units: float) -> None:
    assert length(text, axis, VIEW) == pytest.approx(units)


@pytest.mark.parametrize("text", ["", "five", "5 5", "1e99", "nan", "inf", "5furlong", "1_000", "٣"])
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a length|beyond|unit"):
        length(text, "x", VIEW)


def test_lists_of_numbers() -> None:
    assert numbers(" 1,2 3-4.5.5e1 ") == [1, 2, 3, -4.5, 5]
    with pytest.raises(ValueError, match="not a number: 'x'"):
        numbers("1 x")


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("translate(3)", (4, 1)), ("translate(3 4)", (4, 5)), ("scale(2)", (2, 2)), ("scale(2,3)", (2, 3)),
        ("rotate(90)", (-1, 1)), ("rotate(90 1 0)", (0, 0)), ("skewX(45)", (2, 1)), ("skewY(45)", (1, 2)),
        ("matrix(1 0 0 1 5 6)", (6, 7)), ("translate(1 0),scale(2)", (3, 2)), ("none", (1, 1)), ("", (1, 1)),
    ],
)  # fmt: skip
def test_transforms(text: str, point: tuple[float, float]) -> None:
    assert transform(text).at(1, 1) == pytest.approx(point)


@pytest.mark.parametrize("text", ["rotate()", "rotate(1 2)", "spin(3)", "scale(2", "translate(x)", "scale(2) junk"])
def test_what_is_no_transform_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        transform(text)


@pytest.mark.parametrize(
    ("aspect", "matrix"),
    [
        ("xMidYMid", Matrix(2, 0, 0, 2, 40, 0)),
        ("xMinYMin meet", Matrix(2, 0, 0, 2, 0, 0)),
        ("xMaxYMax", Matrix(2, 0, 0, 2, 80, 0)),
        ("xMidYMid slice", Matrix(10, 0, 0, 10, 0, -40)),
        ("none", Matrix(10, 0, 0, 2, 0, 0)),
    ],
)
def test_a_view_box_is_fitted(aspect: str, matrix: Matrix) -> None:
    assert viewport(view_box("0 0 10 10"), Rect(0, 0, 100, 20), aspect) == matrix


def test_a_matrix_in_a_pdf() -> None:
    assert cm(Matrix(1, 0, 0, -1, 2.5, -0.00000001)) == "1 0 0 -1 2.5 0 cm"


# ------------------------------------------------------------------ colours


@pytest.mark.parametrize("name", sorted(NAMES))
def test_colour_names_are_those_of_css(name: str) -> None:
    theirs = tinycss2.color4.parse_color(name)
    assert tuple(colour(name)[:4]) == pytest.approx(tuple(theirs))


@pytest.mark.parametrize(
    "text",
    [
        "#abc", "#ABCD", "#aabbcc", "#aabbcc80", "rgb(1,2,3)", "rgb(10% 20% 30%)", "rgba(1, 2, 3, .5)",
        "rgb(1 2 3 / 50%)", "hsl(120, 50%, 25%)", "hsl(120deg 50% 25% / .5)", "hsl(.5turn 50% 25%)", "hwb(200 20% 30%)",
        "hwb(0 60% 60%)", "RED",
    ],
)  # fmt: skip
def test_every_way_to_write_a_colour(text: str) -> None:
    assert tuple(colour(text)[:4]) == pytest.approx(tuple(tinycss2.color4.parse_color(text).to("srgb")), abs=0.002)


@pytest.mark.parametrize("text", ["#ab", "#ggg", "rgb(1,2)", "redd", "", "rgb(a,b,c)", "lab(1 2)"])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"colour|takes|number"):
        colour(text)


# ------------------------------------------------------------------ styles


def test_equal_declarations_under_one_parent_are_one_style() -> None:
    styles = Styles()
    declared = (("fill", "red"),)
    assert styles.derive(INITIAL, declared, VIEW) is styles.derive(INITIAL, declared, VIEW)


def test_what_is_inherited_and_what_is_not() -> None:
    parent = styled(fill="red", opacity="0.5", font_size="20")
    child, _ = Styles().derive(parent, (), VIEW)
    assert (child.fill, child.opacity, child.font_size) == (Colour(1, 0, 0), 1.0, 20.0)


def test_current_colour_is_that_of_the_element_whatever_the_order() -> None:
    assert styled(fill="currentColor", color="red").fill == Colour(1, 0, 0)


@pytest.mark.parametrize(
    ("declared", "field", "value"),
    [
        ({"fill": "none"}, "fill", None),
        ({"fill": "url(#a) red"}, "fill", Server("a", Colour(1, 0, 0))),
        ({"fill": "url('#a')"}, "fill", Server("a")),
        ({"stroke_dasharray": "1 2 3"}, "stroke_dasharray", (1, 2, 3, 1, 2, 3)),
        ({"stroke_dasharray": "0 0"}, "stroke_dasharray", ()),
        ({"stroke_width": "10%"}, "stroke_width", pytest.approx(15.811, abs=0.001)),
        ({"font_size": "2em"}, "font_size", 32),
        ({"font_size": "larger"}, "font_size", pytest.approx(19.2)),
        ({"font_weight": "bolder"}, "font_weight", 700),
        ({"font_weight": "bold"}, "font_weight", 700),
        ({"font_family": "'Fira  Sans' , serif"}, "font_family", ("Fira Sans", "serif")),
        ({"opacity": "50%"}, "opacity", 0.5),
        ({"letter_spacing": ".1em", "font_size": "10"}, "letter_spacing", 1),
        ({"fill": "initial"}, "fill", Colour(0, 0, 0)),
    ],
)
def test_values_of_properties(declared: dict[str, str], field: str, value: object) -> None:
    assert getattr(styled(**declared), field) == value


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("fill", "redd", "'redd' is not a colour; did you mean 'red'"),
        ("fill", "url(other.svg#a)", "another file"),
        ("stroke-width", "-1", "below 0"),
        ("stroke-linecap", "flat", "none of butt, round, square"),
        ("filter", "url(#f)", "can't be drawn; allowed: none"),
        ("font-weight", "heavy", "none of normal"),
        ("glow", "1", "the property 'glow' is not known"),
        ("opacity", "5px", "neither a number nor a percentage"),
        ("clip-path", "circle(5px)", r"neither none nor url\(#id\)"),
    ],
)
def test_what_can_not_be_read_is_said(name: str, value: str, said: str) -> None:
    _, (wrong,) = Styles().derive(INITIAL, ((name, value),), VIEW)
    assert re.search(said, wrong.what), wrong


@pytest.mark.parametrize("name", ["shape-rendering", "-inkscape-font-specification", "cursor", "pointer-events"])
def test_what_changes_nothing_on_paper_is_left_alone(name: str) -> None:
    assert Styles().derive(INITIAL, ((name, "x"),), VIEW)[1] == ()


def test_a_style_attribute() -> None:
    found, wrong = inline("fill : red ; /* x */ oops; stroke:none!important; font-family:'a;b'; bad")
    assert found == [("fill", "red", False), ("stroke", "none", True), ("font-family", "'a;b'", False)]
    assert wrong == ["oops", "bad"]


# ------------------------------------------------------------------ style sheets of several pictures in one file


def export(colour: str, x: int, extra: str = "") -> str:
    """Return what a drawing program exports, pasted: an svg with a style sheet of its own."""
    style = f"<style>.cls-1 {{ fill: {colour} }} {extra}</style>"
    return f'<svg x="{x}" width="40" height="40">{style}<rect class="cls-1" width="40" height="40"/></svg>'


@pytest.mark.parametrize("order", [("red", "blue"), ("blue", "red")])
def test_styles_of_two_pasted_pictures_never_meet(tmp_path: Path, order: tuple[str, str]) -> None:
    body = export(order[0], 0, "rect { stroke: lime; stroke-width: 9 }") + export(order[1], 50)
    picture = raster(drawn(tmp_path / "a.pdf", body))
    colours = {"red": (255, 0, 0), "blue": (0, 0, 255)}
    assert [pixel(picture, 20, 20), pixel(picture, 70, 20)] == [colours[name] for name in order]
    assert [pixel(picture, 1, 20), pixel(picture, 51, 20)] == [(0, 255, 0), colours[order[1]]]


def test_a_class_that_a_pasted_picture_speaks_of_is_its_own(tmp_path: Path) -> None:
    outer = "<style>.cls-1 { stroke: lime; stroke-width: 9 } rect { opacity: .5 }</style>"
    body = outer + '<rect class="cls-1" x="50" width="40" height="40"/>' + export("blue", 0)
    picture = raster(drawn(tmp_path / "a.pdf", body))
    assert pixel(picture, 1, 20) == pixel(picture, 20, 20) == pytest.approx((127, 127, 255), abs=1)
    assert pixel(picture, 70, 20) == pytest.approx((127, 127, 127), abs=1)  # what is no class holds everywhere


def test_a_style_sheet_in_an_svg_that_it_says_nothing_of_holds_everywhere(tmp_path: Path) -> None:
    body = '<svg width="0" height="0"><style>.a { fill: red }</style></svg><rect class="a" width="40" height="40"/>'
    assert pixel(raster(drawn(tmp_path / "a.pdf", body)), 20, 20) == (255, 0, 0)


@pytest.mark.parametrize("selector", ['[*|href="#s"]', '[xlink|href="#s"]', 'g [*|href$="s"]:not([*|title])'])
def test_attributes_of_a_namespace_are_selected(tmp_path: Path, selector: str) -> None:
    body = f"""<style>{selector} {{ fill: red }}</style><defs><rect id="s" width="40" height="40"/></defs>
        <g><use xlink:href="#s"/></g>"""
    assert pixel(raster(drawn(tmp_path / "a.pdf", body)), 20, 20) == (255, 0, 0)


@pytest.mark.parametrize(
    "declaration",
    ["block-progression:tb", "-inkscape-font-specification:Sans", "text-orientation:mixed", "orphans:2",
     "text-align-all:left", "page-break-after:always", "background:#fff"],
)  # fmt: skip
def test_what_changes_nothing_is_silent(declaration: str) -> None:
    assert told(f'<rect width="9" height="9" style="{declaration}"/>') == ""


def test_a_background_that_would_be_seen_is_told() -> None:
    assert "background='red' can't be drawn" in told('<g style="background:red"/>')


def test_what_of_a_selector_is_not_understood_is_told() -> None:
    assert "selector not understood" in told("<style>[nowhere|href] { fill: red }</style>")
