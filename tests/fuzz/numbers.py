"""Numbers: near 0 and the largest, and what is none, wherever a file may hold a number."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import yaml

from tests.fuzz import basis, packs
from tests.fuzz.cases import Draft
from tests.fuzz.dice import Dice

_CALLS = """\
{{ words("One two three", 5, 5, 40, 20, size=12, least=7.5, weight=500, lines=2, leading=1.2) }}
{{ baseline(12.5, 5, 30, size=9, weight=400) }}{{ words(number(2.5), 5, 35, 20, 8) }}
{{ icon("a", 3, 3, 10, opacity=0.5) }}{{ picture("a.png", 20, 20, 10, 10) }}
{{ field("days", 5, 5, 10, 10, row=1, index=1, player=1) }}{{ words(plural("{n} a", "{n} b", 3), 5, 40, 40, 8) }}
<path d="{{ shape.rounded(shape.corners(20, 20, 9, 5, 30), 2) }}" fill="{{ mix("#112233", "#445566", 0.5) }}"/>
<path d="{{ shape.symbol("diamond", 9, 9, 5, 1) }}"/><polygon points="{{ shape.hexagon(20, 30, 8) }}"/>
<polygon points="{{ shape.half_hexagon(20, 30, 8, 2) }}" stroke-width="{{ on_paper(1) }}"/>
{{ shape.dots("5,5 40,40 9,60", 2, 0.5, "#112233") }}
{{ shape.link([(5, 5), (40, 40)], (0, 0, 9, 9), (35, 35, 9, 9), 2, 0.5, "#112233") }}
{% for x, y in shape.track(7, 5, 60, 6, 4, 7, true) %}<circle cx="{{ x }}" cy="{{ y }}" r="2"/>{% endfor %}
{{ shape.route_map({"a": (5, 5), "b": (40, 40)}, (9, 9), [{"id": "l", "ends": ["a", "b"]}], {}, 2, 0.5, "#112233") }}
{% for plot in shape.street_plots([{"id": "a", "row": 1, "column": 1}, {"id": "b", "row": 1, "column": 2},
{"id": "c", "row": 2, "column": 2}], [("a", "b")], 5, 5, 10, 1) %}
<rect x="{{ plot.boxes[0][0] }}" y="3" width="5" height="5"/>{% endfor %}
<path d="{{ shape.regions([{"place": "a", "outline": [(5, 5), (40, 5), (5, 40)]}], 2).coast }}"/>
<rect x="{{ width("One", 9) + 3 }}" y="{{ 7 / 2 }}" width="{{ (9 // 2) ** 2 % 7 }}" height="{{ 10 * 0.5 | round(1) }}"/>
{% for x in range(1, 9, 3) %}<circle cx="{{ x | float * 3 }}" cy="{{ x | int }}" r="{{ x | abs }}"/>{% endfor %}
"""
"""Every function of templates that takes numbers, a line or two each."""

_LINES = _CALLS.splitlines(keepends=True)
_STREETS = next(number for number, line in enumerate(_LINES) if "street_plots" in line)


@cache
def _svgs() -> tuple[str, ...]:
    return tuple(path.read_text("utf-8") for path in sorted((Path(__file__).parent.parent / "svg").glob("*.svg")))


def draft(dice: Dice) -> Draft:
    """Return a pack or a sheet with a few of its numbers put near the edges."""
    return dice.choice(_SLOTS)(dice)


def _in_svg(dice: Dice) -> Draft:
    art = dice.renumbered(dice.choice(_svgs()))
    shown = dice.choice(['{{ icon("a", 3, 3, 40) }}', '<image href="art/a.svg" x="3" y="3" width="50" height="50"/>'])
    if dice.chance(0.2):
        shown = dice.renumbered(shown)
    return Draft("build", {"art/a.svg": art, "templates/card.svg.j2": basis.HEAD + shown + basis.FOOT})


def _in_calls(dice: Dice) -> Draft:
    from tests.fuzz.art import _pictures

    start = dice.choice([number for number in range(len(_LINES)) if number - _STREETS not in (1, 2)])
    line = "".join(_LINES[start : start + (3 if start == _STREETS else 1)])
    card = basis.HEAD + dice.renumbered(line, 2) + basis.FOOT
    files = {
        "templates/card.svg.j2": card,
        "art/a.png": _pictures()["RGB.png"],
        "art/a.svg": basis.ART,
        "score.yaml": basis.SCORE,
    }
    return Draft(dice.choice(["build", "build", "form"]), files)


def _in_pack(dice: Dice) -> Draft:
    files = dict(packs.full())
    name = dice.choice(["pack.yaml", "pack.yaml", "places.yaml", "deck.yaml"])
    files[name] = dice.renumbered(files[name], 2)
    return Draft("build", files)


def _in_score(dice: Dice) -> Draft:
    sheet = yaml.safe_dump(basis.SHEET, sort_keys=False, allow_unicode=True)
    score, sheet = (dice.renumbered(basis.SCORE), sheet) if dice.chance(0.5) else (basis.SCORE, dice.renumbered(sheet))
    return Draft("score", {"score.yaml": score, "filled/sheet.yaml": sheet}, "filled/sheet.yaml")


def _in_sheet(dice: Dice) -> Draft:
    from tests.fuzz.sheets import examples

    game, text = dice.choice(examples())
    return Draft("score", {"filled/sheet.yaml": dice.renumbered(text, 4)}, "filled/sheet.yaml", game)


_SLOTS: tuple[Callable[[Dice], Draft], ...] = (_in_svg, _in_svg, _in_calls, _in_calls, _in_pack, _in_score, _in_sheet)
