"""Where letters stand: lists of places, paths, lengths, both directions; and what is painted with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from drawing import FAMILY, PLACE, drawn, face, one_page, pixel, printed, raster, svg, text_of, told
from fontmaking import truetype

from generator.problems import Problems
from generator.svg.compile import compile_svg
from generator.svg.core.context import Context
from generator.svg.core.store import Store
from generator.svg.core.trail import Trail
from generator.svg.css.fontproperties import longhands
from generator.svg.text.clusters import Letter
from generator.svg.text.layout import lay_out
from generator.svg.xml import Origin
from generator.type.bidi import EMBED, END_EMBED, END_ISOLATE, ISOLATE, OVERRIDE, levels, visual
from generator.type.clusters import clusters
from generator.type.fonts import Fonts

BARS = 'font-family="Bars" font-size="10"'
"""A font whose A is 7 wide at this size, x 5 and B 6."""


SetIn = Callable[..., list[Letter]]


@pytest.fixture(scope="module")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> Fonts:
    letters = {"A": 600, "B": 500, "x": 400, "i": 300, "I": 350, " ": 300, "א": 200, "ב": 400, "1": 300, "\u0301": 100}
    return Fonts({"Bars": {"400": truetype(tmp_path_factory.mktemp("fonts") / "bars.ttf", letters)}})


@pytest.fixture
def set_in(fonts: Fonts, monkeypatch: pytest.MonkeyPatch) -> SetIn:
    """Return what lays out one text and returns its letters."""

    def laid(body: str, language: str = "en") -> list[Letter]:
        found: list[Letter] = []

        def noted(line: object, context: Context) -> list[Letter]:
            letters = lay_out(line, context)  # type: ignore[arg-type]
            found.extend(letters)
            return letters

        monkeypatch.setattr("generator.svg.text.draw.lay_out", noted)
        monkeypatch.setattr("generator.svg.text.draw._simple", lambda _line, _context: False)
        problems = Problems()
        compile_svg(svg(body), 100, 100, Store(fonts, problems), Origin(PLACE), language)
        assert [str(problem) for problem in problems] == []
        return found

    return laid


def places(letters: list[Letter]) -> list[tuple[str, float, float]]:
    return [(letter.said, round(letter.x, 3), round(letter.y, 3)) for letter in letters]


def rights(letters: list[Letter]) -> list[float]:
    return [round(letter.x, 3) for letter in letters]


# ------------------------------------------------------------------ lists


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ('<text x="1" y="2">AxB</text>', [("A", 1, 2), ("x", 8, 2), ("B", 13, 2)]),
        ('<text x="1 20" y="2 3 4">AxB</text>', [("A", 1, 2), ("x", 20, 3), ("B", 25, 4)]),
        ('<text dx="1 2" dy="3 0 -1">AxB</text>', [("A", 1, 3), ("x", 10, 3), ("B", 15, 2)]),
        ('<text x="5">A<tspan x="50" dy="1">x</tspan>B</text>', [("A", 5, 0), ("x", 50, 1), ("B", 55, 1)]),
        # a list is for the characters of its own element, and what an inner one says goes before
        ('<text x="1 20 40">A<tspan x="9 99">x</tspan>B</text>', [("A", 1, 0), ("x", 9, 0), ("B", 40, 0)]),
        ('<text> A <tspan> x </tspan> B </text>', [("A", 0, 0), (" ", 7, 0), ("x", 11, 0), (" ", 16, 0), ("B", 20, 0)]),
        ('<text x="1em" y="50%">A</text>', [("A", 10, 50)]),
        ('<text letter-spacing="2" word-spacing="1">A B</text>', [("A", 0, 0), (" ", 9, 0), ("B", 16, 0)]),
        ('<text>A<title>no</title><tspan display="none">B</tspan><a href="#x">x</a></text>',
         [("A", 0, 0), ("x", 7, 0)]),
        ('<text xml:space="preserve"> A\n</text>', [(" ", 0, 0), ("A", 4, 0), (" ", 11, 0)]),
        ('<g xml:space="preserve"><text xml:space="default"> A </text></g>', [("A", 0, 0)]),
        ('<text style="white-space: pre-wrap">  A</text>', [(" ", 0, 0), (" ", 4, 0), ("A", 8, 0)]),
    ],
)  # fmt: skip
def test_places(set_in: SetIn, body: str, wanted: list[tuple[str, float, float]]) -> None:
    assert places(set_in(body.replace("<text", f"<text {BARS}", 1))) == wanted


@pytest.mark.parametrize(
    ("anchor", "body", "wanted"),
    [
        ("middle", 'x="50">AB', [43.5, 50.5]),
        ("end", 'x="50">AB', [37, 44]),
        ("end", 'x="50 90">AB', [43, 84]),  # each x begins a chunk that is anchored by itself
        ("end", 'x="50">A<tspan>B</tspan>', [37, 44]),
        ("end", 'x="50" dx="0 3">AB', [34, 44]),
        ("middle", 'x="50" letter-spacing="1">AB', [42.5, 50.5]),
    ],
)
def test_anchors(set_in: SetIn, anchor: str, body: str, wanted: list[float]) -> None:
    assert rights(set_in(f'<text {BARS} text-anchor="{anchor}" {body}</text>')) == wanted


def test_rotation_goes_on_with_its_last_angle(set_in: SetIn) -> None:
    letters = set_in(f'<text {BARS} rotate="10 20">AA<tspan rotate="0 5">AAA</tspan>AA</text>')
    assert [letter.angle for letter in letters] == [10, 20, 0, 5, 5, 20, 20]


def test_a_mark_is_never_parted_from_its_letter(set_in: SetIn) -> None:
    letters = set_in(f'<text {BARS} x="1 50 60" letter-spacing="1">A\u0301B</text>')
    assert places(letters) == [("A\u0301", 1, 0), ("B", 60, 0)]


def test_a_ligature_is_one_letter_and_kerning_crosses_spans(set_in: SetIn) -> None:
    fira = 'font-family="Fira Sans" font-size="10"'
    assert [letter.said for letter in set_in(f"<text {fira}>office</text>")] == ["o", "f", "fi", "c", "e"]
    apart = set_in(f'<text {fira}>A<tspan fill="red">V</tspan></text>')
    assert apart[1].x < Fonts().font("Fira Sans").width("A") * 10 - 0.1


# ------------------------------------------------------------------ lengths


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ('textLength="30">AxB', [0, 13, 24]),  # 6 more between each two
        ('textLength="9" lengthAdjust="spacingAndGlyphs">AxB', [0, 3.5, 6]),
        ('textLength="30">A', [0]),
        ('>A<tspan textLength="20">AB</tspan>x', [0, 7, 21, 27]),
        ('textLength="40">A<tspan textLength="20">AB</tspan>x', [0, 10.667, 28.333, 38 - 3]),
        ('textLength="10%">AB', [0, 4]),
    ],
)
def test_text_length(set_in: SetIn, body: str, wanted: list[float]) -> None:
    letters = set_in(f"<text {BARS} {body}</text>")
    if wanted[-1] == 35:  # the outer length is that of all its letters
        assert letters[-1].x + letters[-1].advance == pytest.approx(40)
    else:
        assert rights(letters) == pytest.approx(wanted, abs=0.001)


def test_stretched_letters_are_wider(tmp_path: Path) -> None:
    body = f'<text {FAMILY} x="10" y="50" font-size="20" textLength="80" lengthAdjust="spacingAndGlyphs">III</text>'
    assert text_of(drawn(tmp_path / "a.pdf", body)) == "III"


# ------------------------------------------------------------------ base lines


@pytest.mark.parametrize(
    ("style", "y"),
    [
        ('dominant-baseline="hanging"', 6.4),
        ('dominant-baseline="central"', 3),
        ('dominant-baseline="text-before-edge"', 8),
        ('dominant-baseline="text-after-edge"', -2),
        ('dominant-baseline="mathematical"', 4),
        ('baseline-shift="3"', -3),
        ('baseline-shift="-20%"', 2),
        ('baseline-shift="baseline"', 0),
        ('font-size="20" baseline-shift="10%"', -2),
        ('alignment-baseline="middle" dominant-baseline="hanging"', 2.5),
    ],
)
def test_base_lines(set_in: SetIn, style: str, y: float) -> None:
    (letter,) = set_in(f"<text {BARS}><tspan {style}>A</tspan></text>")
    assert letter.y == pytest.approx(y)


def test_shifts_add_up(set_in: SetIn) -> None:
    font = 'font-family="Fira Sans" font-size="10"'
    body = f'<text {font}>a<tspan baseline-shift="super">b<tspan baseline-shift="sub">c</tspan></tspan>d</text>'
    a, b, c, d = set_in(body)
    assert a.y == d.y == 0
    assert b.y < c.y < 0


# ------------------------------------------------------------------ paths


def on_path(more: str, text: str = "AB", path: str = "M10 20H90") -> str:
    return f'<path id="p" d="{path}" fill="none"/><text {BARS}><textPath href="#p" {more}>{text}</textPath></text>'


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        ("", [("A", 10, 20), ("B", 17, 20)]),
        ('startOffset="5"', [("A", 15, 20), ("B", 22, 20)]),
        ('startOffset="50%"', [("A", 50, 20), ("B", 57, 20)]),
        ('startOffset="50%" text-anchor="middle"', [("A", 43.5, 20), ("B", 50.5, 20)]),
        ('startOffset="100%" text-anchor="end"', [("A", 77, 20), ("B", 84, 20)]),
        ('side="right"', [("A", 90, 20), ("B", 83, 20)]),
        ('path="M0 0V90"', [("A", 0, 0), ("B", 0, 7)]),
    ],
)
def test_text_on_a_path(set_in: SetIn, more: str, wanted: list[tuple[str, float, float]]) -> None:
    assert places(set_in(on_path(more))) == wanted


@pytest.mark.parametrize(
    ("body", "lost"),
    [
        (("startOffset='-5'", "M0 0H15", "ABA"), "'A'"),
        (("", "M0 0H9", "AB"), "'B'"),
        (("", "M0 0H50", "AB"), ""),
    ],
)
def test_letters_off_the_path_are_told(fonts: Fonts, body: tuple[str, str, str], lost: str) -> None:
    attributes, path, text = body
    problems = Problems()
    compile_svg(svg(on_path(attributes, path=path, text=text)), 100, 100, Store(fonts, problems), Origin(PLACE))
    assert [problem.what.rpartition(": ")[2] for problem in problems] == [f"{lost} has no room on its path"] * bool(
        lost
    )


def test_turns_moves_and_what_comes_after(set_in: SetIn) -> None:
    path = '<path id="p" transform="translate(0 5)" d="M0 0H50"/>'
    inside = 'A<tspan dy="2" dx="1" rotate="30">B</tspan>'
    text = f'<text {BARS}><textPath href="#p" startOffset="10">{inside}</textPath>x</text>'
    a, b, x = set_in(path + text)
    assert places([a, b, x]) == [("A", 10, 5), ("B", 18, 7), ("x", 50, 5)]
    assert (a.angle, b.angle, x.angle) == (0, 30, 0)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (on_path('method="stretch"'), "method='stretch' can't be drawn; allowed: align"),
        (on_path('side="top"'), "side='top' can't be drawn; allowed: left, right"),
        (on_path('startOffset="near"'), "startOffset='near' is no length"),
        (f"<text {FAMILY}><textPath href='#q'>a</textPath></text>", "nothing has the id 'q'"),
        (f"<text {FAMILY}><textPath href='a.svg#q'>a</textPath></text>", "href='a.svg#q' is not read"),
        (f"<text {FAMILY}><textPath path='M0'>a</textPath></text>", "path: "),
        (f"<text {FAMILY} dx='a'>a</text>", "dx='a'"),
        (f"<text {FAMILY} lengthAdjust='some' textLength='9'>a</text>", "lengthAdjust='some'"),
        (f"<text {FAMILY}><tspan clip-path='url(#c)'>a</tspan></text>", "clip-path is for whole texts"),
        (f"<text {FAMILY}><tspan mix-blend-mode='multiply'>a</tspan></text>", "mix-blend-mode is for whole texts"),
        (
            f"<text {FAMILY} writing-mode='tb'>a</text>",
            "writing-mode='tb' can't be drawn; allowed: lr",
        ),
        (f"<text {FAMILY} text-decoration='underline wavy'>a</text>", "text-decoration-style='wavy' can't be drawn"),
        (f"<text {FAMILY} font-variant='small-caps'>☐</text>", "'☐' (U+2610)"),
        (f"<text {FAMILY} font-stretch='expanded'>a</text>", "Fira Sans has no width of 125 %"),
        (f"<text {FAMILY} font-feature-settings='tnum'>a</text>", "is not a feature such as"),
        (f"<text {FAMILY} font-weight='heavy'>a</text>", "none of normal, bold, bolder, lighter, 1 to 1000"),
        (f"<text {FAMILY}>{'a' * 10_001}</text>", "the text has 10001 characters; allowed: at most 10000"),
    ],
)
def test_what_can_not_be_drawn_is_said(body: str, said: str) -> None:
    assert said in told(body)


def test_a_trail_is_walked_at_its_true_length() -> None:
    trail = Trail([("m", 0, 0), ("l", 30, 0), ("l", 30, 40), ("m", 100, 100), ("l", 110, 100), ("h",)])
    assert trail.length == 90
    assert trail.at(15) == (15, 0, 0)
    assert trail.at(40) == (30, 10, 90)
    assert trail.at(75) == (105, 100, 0)
    assert trail.at(85) == (105, 100, 180)
    assert trail.at(-1) is trail.at(91) is None
    assert trail.end == (100, 100)
    assert Trail([("m", 1, 1)]).at(0) is None
    quarter = Trail([("m", 1, 0), ("c", 1, 0.5523, 0.5523, 1, 0, 1)])
    assert quarter.length == pytest.approx(1.5708, abs=0.001)


# ------------------------------------------------------------------ both directions


@pytest.mark.parametrize(
    ("text", "base", "wanted"),
    [
        ("ab", 0, "ab"),
        ("a אב c", 0, "a בא c"),
        ("a אב c", 1, "c בא a"),
        ("אב 12 ב", 0, "ב 12 בא"),
        ("אב, x!", 1, "!x ,בא"),
        ("א 1-2, 3%", 0, "3% ,1-2 א"),
        ("x (אב) y", 0, "x (בא) y"),
        (f"a{ISOLATE['rtl']}אב x{END_ISOLATE}c", 0, f"a{ISOLATE['rtl']}x בא{END_ISOLATE}c"),
        (f"a{OVERRIDE['rtl']}bc{END_EMBED}d", 0, f"a{OVERRIDE['rtl']}cb{END_EMBED}d"),
        (f"{EMBED['rtl']}ab א{END_EMBED}", 0, f"{EMBED['rtl']}א ab{END_EMBED}"),
    ],
)
def test_directions(text: str, base: int, wanted: str) -> None:
    def shown(line: str) -> str:
        return "".join(character for character in line if character not in "".join(HIDDEN))

    assert shown("".join(visual(text, levels(text, base)))) == shown(wanted)


HIDDEN = [*ISOLATE.values(), *EMBED.values(), *OVERRIDE.values(), END_EMBED, END_ISOLATE]


def test_right_to_left_chunks_hang_on_their_right_end(set_in: SetIn) -> None:
    letters = set_in(f'<text {BARS} x="50" direction="rtl">אב</text>')
    assert places(letters) == [("ב", 42, 0), ("א", 47, 0)]
    letters = set_in(f'<text {BARS} x="50" direction="rtl" text-anchor="end">אב</text>')
    assert rights(letters) == [50, 55]


def test_an_element_may_turn_its_letters_round(set_in: SetIn) -> None:
    letters = set_in(f'<text {BARS}>A<tspan direction="rtl" unicode-bidi="bidi-override">AxB</tspan>A</text>')
    assert "".join(letter.said for letter in letters) == "ABxAA"


# ------------------------------------------------------------------ case


@pytest.mark.parametrize(
    ("case", "language", "wanted"),
    [("uppercase", "en", "I"), ("uppercase", "tr", "İ"), ("none", "en", "i"), ("capitalize", "en", "I")],
)
def test_text_transform(tmp_path: Path, case: str, language: str, wanted: str) -> None:
    body = f'<text {FAMILY} y="50" style="text-transform: {case}">i</text>'
    assert text_of(printed(tmp_path / "a.pdf", one_page(face(body, language=language)))) == wanted


def test_small_capitals_are_the_fonts_own_or_made(set_in: SetIn, fonts: Fonts) -> None:
    fira = 'font-family="Fira Sans" font-size="10" font-variant="small-caps"'
    own = set_in(f"<text {fira}>Aa</text>")
    assert [(letter.said, letter.size) for letter in own] == [("A", 10), ("a", 10)]
    body = f'<text {BARS} style="font-variant: small-caps">Ai</text>'
    problems = Problems()
    compile_svg(svg(body), 100, 100, Store(fonts, problems), Origin(PLACE, art=True))
    assert "has no small capital of 'i' (drawn as a smaller capital)" in str(next(iter(problems)))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("12px Fira Sans", {"font-size": "12px", "font-family": "Fira Sans", "font-weight": "normal"}),
        ("italic bold condensed 1.5em/2 'A', B",
         {"font-style": "italic", "font-weight": "bold", "font-stretch": "condensed", "font-size": "1.5em",
          "font-family": "'A', B"}),
        ("small-caps 300 x-large serif",
         {"font-variant-caps": "small-caps", "font-weight": "300", "font-size": "x-large"}),
        ("inherit", {"font-size": "inherit", "font-family": "inherit"}),
    ],
)  # fmt: skip
def test_the_font_shorthand(text: str, wanted: dict[str, str]) -> None:
    assert dict(longhands("font", text)).items() >= wanted.items()


def test_clusters() -> None:
    flags = "\U0001f1f5\U0001f1f1\U0001f1fa\U0001f1e6"
    family = "\U0001f469\u200d\U0001f467"
    assert clusters(f"ae\u0301{flags}{family}1\ufe0f\u20e3b") == [
        "a", "e\u0301", flags[:2], flags[2:], family, "1\ufe0f\u20e3", "b",
    ]  # fmt: skip


# ------------------------------------------------------------------ paint


def test_decoration_has_the_paint_of_the_element_that_asks_for_it(tmp_path: Path) -> None:
    body = f"""<g text-decoration="underline" fill="#00ff00"><text {FAMILY} font-size="40" x="5" y="50" fill="red">
    I<tspan fill="blue" text-decoration="line-through">I</tspan></text></g>"""
    picture = raster(drawn(tmp_path / "a.pdf", body), 4)
    column = {pixel(picture, 11, y / 4) for y in range(picture.height)}
    assert {(255, 0, 0), (0, 255, 0)} <= column
    second = {pixel(picture, 24, y / 4) for y in range(picture.height)}
    assert (0, 255, 0) in second
    assert (0, 0, 255) in second


def test_text_in_a_gradient_or_a_pattern_can_be_searched(tmp_path: Path) -> None:
    body = f"""<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>
    <pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern>
    <text {FAMILY} font-size="20" x="5" y="40" fill="url(#g)">office</text>
    <text {FAMILY} font-size="20" x="5" y="80" stroke="url(#p)" fill="none" rotate="0">pattern</text>"""
    assert text_of(drawn(tmp_path / "a.pdf", body)).split("\n") == ["office", "pattern"]


def test_faint_spans_and_hidden_ones(tmp_path: Path) -> None:
    body = f"""<text {FAMILY} font-size="60" font-weight="900" x="5" y="60">I<tspan opacity=".5">I<tspan opacity=".5"
    stroke="black">I</tspan></tspan><tspan visibility="hidden">I</tspan><tspan opacity="0">I</tspan></text>"""
    picture = raster(drawn(tmp_path / "a.pdf", body))
    darks = sorted({pixel(picture, x / 4, 40)[0] // 8 for x in range(picture.width)} - {31})
    assert {0, 128 // 8, 192 // 8} <= set(darks)
    right = max(x for x in range(picture.width) if pixel(picture, x / 4, 40)[0] < 250)
    assert right / 4 < 85


def test_a_clip_path_of_letters(tmp_path: Path) -> None:
    body = f"""<clipPath id="c"><text {FAMILY} font-size="90" font-weight="900" x="10" y="80">I</text></clipPath>
    <rect width="100" height="100" fill="red" clip-path="url(#c)"/>"""
    picture = raster(drawn(tmp_path / "a.pdf", body))
    reds = {x for x in range(100) if pixel(picture, x, 50) == (255, 0, 0)}
    assert 5 < len(reds) < 40


@pytest.mark.parametrize("more", ["", 'letter-spacing="1.2"', 'fill="none" stroke="red"', 'textLength="90"'])
def test_every_kind_of_text_is_copied_out_as_it_was_put_in(tmp_path: Path, more: str) -> None:
    text = "Office за́мок ffi"
    body = f'<text {FAMILY} font-size="8" x="2" y="20" {more}>{text}</text>'
    assert text_of(drawn(tmp_path / "a.pdf", body)).replace(" ", "") == text.replace(" ", "")
