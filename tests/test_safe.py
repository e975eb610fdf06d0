"""The safe zone: texts and fields too close to the cut are mistakes, at the template's line."""

from __future__ import annotations

from pathlib import Path

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


def card(body: str) -> str:
    return '{% extends "common/face.svg.j2" %}{% block face %}\n' + body + "\n{% endblock %}"


def told(make_pack: MakePack, out: Path, body: str, pack: str = SAFE) -> list[str]:
    """Build one card; return what is wrong with it, without the folder."""
    folder = make_pack({"deck.yaml": ONE}, pack=pack, card=card(body))
    problems = Problems()
    try:
        build(BuildOptions(str(folder), out=out), problems, lambda _: None)
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


@given(st.floats(0, 60), st.floats(0, 60), st.floats(0, 20))
def test_clearance_is_the_distance_from_the_outline(x: float, y: float, radius: float) -> None:
    rect = Rect(0, 0, 60, 60)
    assert Die().clearance(x, y, rect) == pytest.approx(min(x, y, 60 - x, 60 - y), abs=1e-6)
    assert Die("rect", radius).clearance(x, y, rect) <= Die().clearance(x, y, rect) + 1e-9
    assert Die("circle").clearance(x, y, rect) <= Die("rect", radius).clearance(x, y, rect) + 1e-9
    assert Die("circle").clearance(30, 30, rect) == 30
