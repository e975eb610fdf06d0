"""The safe zone: texts and fields too close to the cut are mistakes, at the template's line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from conftest import PACK, MakePack
from hypothesis import given
from hypothesis import strategies as st

from generator.face.die import Die
from generator.pack.load import load
from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.options import BuildOptions
from generator.units import Rect

SAFE = PACK.replace("layout: page", "safe: 3")
ONE = "- {id: elk, text: Moose}\n"
NOTHING: Mapping[str, str] = MappingProxyType({})
FIRA = 'font-family="Fira Sans" font-size="4"'


def card(body: str) -> str:
    return '{% extends "common/face.svg.j2" %}{% block face %}\n' + body + "\n{% endblock %}"


def told(
    make_pack: MakePack,
    out: Path,
    body: str,
    pack: str = SAFE,
    *,
    format: str = "pdf",
    whole: bool = False,
    files: Mapping[str, str] = NOTHING,
) -> list[str]:
    """Build one card; return what is wrong with it, without the folder."""
    folder = make_pack({"deck.yaml": ONE, **files}, pack=pack, card=body if whole else card(body))
    problems = Problems()
    try:
        build(BuildOptions(str(folder), out=out, format=format), problems, lambda _: None)
    except Failed as failure:
        problems.extend(failure.problems)
    return list(dict.fromkeys(str(problem).replace(f"{folder}/", "") for problem in problems))


def test_a_text_too_close_to_the_cut_is_told_with_its_line_and_what_to_do(make_pack: MakePack, tmp_path: Path) -> None:
    assert told(make_pack, tmp_path, "{{ words(item.text, 1.5, 40, 30, 8, size=12) }}") == [
        "templates/card.svg.j2:2: error: card 'elk' in en: 'Moose' lies 1.5 mm from the cut; allowed: 3 mm or more; "
        "move it inwards, shorten it, or lower safe in pack.yaml"
    ]


def test_a_field_too_close_to_the_cut_is_told(make_pack: MakePack, tmp_path: Path) -> None:
    (message,) = told(make_pack, tmp_path, '\n{{ field("points", 55, 40, 7, 8) }}')
    assert message.startswith(
        "templates/card.svg.j2:3: error: card 'elk' in en: field 'points' lies 1.0 mm from the cut;"
    )


def test_what_lies_beyond_the_cut_is_told(make_pack: MakePack, tmp_path: Path) -> None:
    (message,) = told(make_pack, tmp_path, '{{ baseline("7", 30, 90, size=12) }}')
    assert "'7' lies 2.0 mm beyond the cut; allowed: 3 mm or more" in message


@pytest.mark.parametrize(
    "body",
    [
        "{{ words(item.text, 3, 3, 57, 82, size=12, valign='top') }}",
        "{{ words(item.text, 3, 3, 57, 82, size=12, valign='bottom', anchor='end') }}",
        "{{ words(item.text, 0, 30, 63, 8, size=12, anchor='middle') }}",  # the box is wider than what it says
        '{{ field("points", 3, 3, 57, 82) }}',
        '<g transform="translate(20 20)">{{ baseline("7", 0, 0) }}</g>',
        '<defs><g id="x">{{ baseline("7", 0, 0) }}</g></defs>',
        '<rect x="-3" y="-3" width="69" height="94" fill="#ff0000"/>',
    ],
)
def test_what_keeps_clear_or_is_no_text_is_right(make_pack: MakePack, tmp_path: Path, body: str) -> None:
    assert told(make_pack, tmp_path, body) == []


@pytest.mark.parametrize(
    ("body", "distance"),
    [
        ('<g transform="translate(-18 0)">{{ baseline("7", 20, 40) }}</g>', "2.0 mm from"),
        (
            '<g transform="translate(-10 0)"><g transform="translate(-12 0)">{{ baseline("7", 20, 40) }}</g></g>',
            "2.0 mm beyond",
        ),
        ('<g transform="rotate(180 31.5 44)">{{ baseline("7", 61.5, 44) }}</g>', "mm from"),
        ('<g transform="scale(2)">{{ baseline("7", 0.5, 20) }}</g>', "1.0 mm from"),
    ],
)
def test_a_text_lies_where_the_groups_round_it_bring_it(
    make_pack: MakePack, tmp_path: Path, body: str, distance: str
) -> None:
    (message,) = told(make_pack, tmp_path, body)
    assert distance in message


def test_the_safe_zone_follows_the_outline(make_pack: MakePack, tmp_path: Path) -> None:
    corner = '{{ field("points", 3, 3, 8, 8) }}'
    sizes = {"circle": "[63, 63]", "hex": "[63, 72.746]", "rect": "[63, 88]"}
    wrong = {
        outline: told(
            make_pack, tmp_path, corner, SAFE.replace("[63, 88]", size).replace("safe", f"outline: {outline}\n    safe")
        )
        for outline, size in sizes.items()
    }
    assert [len(messages) for messages in wrong.values()] == [1, 1, 0]
    rounded = SAFE.replace("safe", "corner: 10\n    safe")
    assert len(told(make_pack, tmp_path, corner, rounded)) == 1
    assert told(make_pack, tmp_path, '{{ field("points", 6, 6, 8, 8) }}', rounded) == []


def test_without_a_safe_zone_nothing_is_told_and_a_text_carries_no_mark(make_pack: MakePack, tmp_path: Path) -> None:
    assert told(make_pack, tmp_path, "{{ words(item.text, 0.2, 40, 30, 8, size=12) }}", PACK) == []
    folder = make_pack({"deck.yaml": ONE}, pack=PACK, card=card("{{ words(item.text, 5, 40, 30, 8) }}"))
    (made,) = build(BuildOptions(str(folder), out=tmp_path, format="svg"), Problems(), lambda _: None)
    assert "data-safe" not in (made.path / "elk.svg").read_text()


def test_a_safe_zone_that_leaves_nothing_is_a_mistake(make_pack: MakePack) -> None:
    folder = make_pack({"deck.yaml": ONE}, pack=PACK.replace("layout: page", "safe: 40"), card=card(""))
    with pytest.raises(Failed, match=r"safe: 40 leaves nothing of the face; allowed: below 31\.5"):
        load(str(folder), Problems())


# ------------------------------------------------------------------ texts that nobody set by words()

CUT_OFF = "move it inwards or shorten it; what is meant to be cut off is drawn as a path"


@pytest.mark.parametrize("format", ["pdf", "svg", "png", "png-pages", "cut-svg", "tts", "screentop"])
def test_every_format_tells_a_text_that_leaves_the_safe_zone(make_pack: MakePack, tmp_path: Path, format: str) -> None:
    body = f'\n<text x="40" y="58" {FIRA}>{{{{ _(item.text) }}}} that is cut off</text>'
    assert told(make_pack, tmp_path, body, format=format) == [
        "templates/card.svg.j2:3: error: card 'elk' in en: 'Moose that is cut off' lies 14.1 mm beyond the cut; "
        "allowed: 3 mm or more; move it inwards, shorten it, or lower safe in pack.yaml"
    ]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (f'<text x="50" y="9" {FIRA}>Hello world</text>', "'Hello world'"),
        (f'<text x="50" y="9" {FIRA} letter-spacing="2">Hello</text>', "'Hello'"),
        (f'<text x="4" y="9" text-anchor="middle" {FIRA}>Hello world</text>', "'Hello world'"),
        (f'<text {FIRA}><tspan x="5" y="9">one</tspan><tspan x="55" y="9"> two and three</tspan></text>', "'one two "),
        (f'<g transform="scale(2)"><text x="25" y="9" {FIRA}>Hello</text></g>', "'Hello'"),
        (f'<g opacity=".5"><text x="55" y="9" {FIRA}>Hello</text></g>', "'Hello'"),
        (f'<g id="a"><text x="5" y="9" {FIRA}>Hello</text></g><use href="#a" x="50"/>', "'Hello'"),
        (f'<svg x="50" width="30" height="30"><text x="5" y="9" {FIRA}>Hello</text></svg>', "'Hello'"),
        (
            f'<defs><path id="p" d="M10 20H99"/></defs><text {FIRA}><textPath href="#p">along a path that is long'
            " enough for it</textPath></text>",
            "'along a path that is long enough for it'",
        ),
        ("{{ baseline('Hello world', 50, 9, size=12) }}", "'Hello world'"),
        ("{{ words('Hello', 55, 9, 20, 9, size=12) }}", "'Hello'"),
    ],
)
def test_a_text_that_leaves_the_face_is_told(make_pack: MakePack, tmp_path: Path, body: str, said: str) -> None:
    (guarded,) = told(make_pack, tmp_path, body)
    assert guarded.startswith(f"templates/card.svg.j2:2: error: card 'elk' in en: {said}")
    assert "mm beyond the cut; allowed: 3 mm or more" in guarded
    (cut_off,) = told(make_pack, tmp_path, body, PACK)
    assert cut_off.startswith(f"templates/card.svg.j2:2: warning: card 'elk' in en: {said}")
    assert cut_off.endswith(f"mm beyond the edge; {CUT_OFF}")


@pytest.mark.parametrize("text", ["jumpy", "ÅÉ"])
def test_what_hangs_below_or_stands_above_counts_where_it_is_cut_off(
    make_pack: MakePack, tmp_path: Path, text: str
) -> None:
    y = 87.8 if text.islower() else 3.0
    (message,) = told(make_pack, tmp_path, f'<text x="9" y="{y}" {FIRA}>{text}</text>', PACK)
    assert f"'{text}' is cut off" in message
    assert told(make_pack, tmp_path, f'<text x="9" y="{y}" {FIRA}>nonsense</text>', PACK) == []


@pytest.mark.parametrize(
    "body",
    [
        f'<text x="90" y="9" fill="none" {FIRA}>unseen</text>',
        f'<text x="90" y="9" opacity="0" {FIRA}>unseen</text>',
        f'<text x="90" y="9" visibility="hidden" {FIRA}>unseen</text>',
        f'<g display="none"><text x="90" y="9" {FIRA}>unseen</text></g>',
        f'<defs><text id="t" x="90" y="9" {FIRA}>unseen</text></defs>',
        f'<svg width="20" height="20"><text x="90" y="9" {FIRA}>unseen</text></svg>',
    ],
)
def test_what_isnt_seen_is_not_told(make_pack: MakePack, tmp_path: Path, body: str) -> None:
    assert told(make_pack, tmp_path, body) == []


@pytest.mark.parametrize("body", ["{{ icon('elk', X, 9, 20) }}", '<image href="art/elk.svg" x="X" y="9" width="20"/>'])
def test_a_text_of_art_counts_only_where_it_leaves_the_face(make_pack: MakePack, tmp_path: Path, body: str) -> None:
    art = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">\n<text x="1" y="9" {FIRA}>Hello</text></svg>'
    files = {"art/elk.svg": art}
    (message,) = told(make_pack, tmp_path, body.replace("X", "56"), files=files)
    assert message.startswith("art/elk.svg:2: warning: card 'elk' in en: 'Hello' of a picture is cut off")
    assert told(make_pack, tmp_path, body.replace("X", "51"), files=files) == []


def test_a_field_beyond_its_face_is_refused(make_pack: MakePack, tmp_path: Path) -> None:
    (message,) = told(make_pack, tmp_path, '{{ field("points", -5, 40, 7, 8) }}', PACK)
    assert "field 'points' lies 5.0 mm beyond the edge of its face; allowed: 0 to 63 across, 0 to 88 down" in message


# ------------------------------------------------------------------ drawings of another size

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" {}><rect width="3" height="3"/></svg>'


@pytest.mark.parametrize("format", ["pdf", "svg"])
def test_a_drawing_of_another_size_is_told(make_pack: MakePack, tmp_path: Path, format: str) -> None:
    body = DRAWING.format('width="70mm" height="120mm" viewBox="0 0 70 120"')
    assert told(make_pack, tmp_path, body, format=format, whole=True) == [
        "templates/card.svg.j2:1: warning: the drawing is 70 × 120 mm, the face of card 63 × 88 mm: it is drawn at "
        "73.3 %; make the drawing 63 × 88 mm, or change size in pack.yaml"
    ]


@pytest.mark.parametrize("size", ['viewBox="0 0 70 120"', 'width="700" height="1200" viewBox="0 0 70 120"'])
def test_a_drawing_of_another_shape_is_told(make_pack: MakePack, tmp_path: Path, size: str) -> None:
    (message,) = told(make_pack, tmp_path, DRAWING.format(size), whole=True)
    assert "warning: the drawing is 70 × 120 units, which isn't the shape of the face of card, 63 × 88 mm" in message


@pytest.mark.parametrize(
    "size",
    [
        'width="6.3cm" height="8.8cm" viewBox="0 0 630 880"',
        'width="63.05mm" height="88mm"',
        'width="630" height="880" viewBox="0 0 630 880"',
        'viewBox="0 0 630 880"',
        'viewBox="0 0 70 120" preserveAspectRatio="none"',
        "",
    ],
)
def test_a_drawing_of_the_size_of_its_face_is_right(make_pack: MakePack, tmp_path: Path, size: str) -> None:
    assert told(make_pack, tmp_path, DRAWING.format(size), whole=True) == []


@given(st.floats(0, 60), st.floats(0, 60), st.floats(0, 20))
def test_clearance_is_the_distance_from_the_outline(x: float, y: float, radius: float) -> None:
    rect = Rect(0, 0, 60, 60)
    assert Die().clearance(x, y, rect) == pytest.approx(min(x, y, 60 - x, 60 - y), abs=1e-6)
    assert Die("rect", radius).clearance(x, y, rect) <= Die().clearance(x, y, rect) + 1e-9
    assert Die("circle").clearance(x, y, rect) <= Die("rect", radius).clearance(x, y, rect) + 1e-9
    assert Die("circle").clearance(30, 30, rect) == 30
