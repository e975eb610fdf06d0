"""Sheets: filled-in YAML and JSON files with values, rows and routes changed."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import yaml

from generator.pack import shipped
from tests.fuzz import basis
from tests.fuzz.cases import Draft
from tests.fuzz.dice import Dice
from tests.fuzz.mutation import mutated, reordered, spoiled

_GAMES = ("cascadia", "get-on-board", "quadrata-canada")
_LINES = (
    "game: x", "players: []", "players:", "berries:2", "old_ladies: -", "route: 1: a1", "  - 3: r2c6 -> r2c5",
    "oaks: ½", "oaks: 1,000",
    "language: xx", "language: 1", "total: |", "berries: x x x", "days: [а, о, x]", "- {player: Ann}",
    "settings: {}", "total: 1e400",
)  # fmt: skip


@cache
def examples() -> tuple[tuple[str, str], ...]:
    """Return the games and texts of all filled sheets that come with the program."""
    paths = [path for game in _GAMES for path in sorted((shipped.data() / game / "example").glob("*.yaml"))]
    return tuple((path.parent.parent.name, path.read_text("utf-8")) for path in paths if path.stem != "expect")


def draft(dice: Dice) -> Draft:
    """Return a filled sheet with something changed, of the basis or of a game."""
    game, text = ("", "")
    if dice.chance(0.75):
        game, text = dice.choice(examples())
    own: dict[str, str | bytes] = {} if game else {"score.yaml": basis.SCORE}
    data = yaml.safe_load(text) if game else basis.SHEET
    roll = dice.random()
    if roll < 0.6:
        name, content = _filled(mutated(data, dice, 5), dice)
    else:
        name, content = "filled.yaml", (text or yaml.safe_dump(data, sort_keys=False, allow_unicode=True)).encode()
        slips = roll < 0.85
        content = reordered(content.decode(), dice, _LINES).encode() if slips else spoiled(content, dice)
    return Draft("score", {**own, f"filled/{name}": content}, f"filled/{name}", game)


def _filled(data: Any, dice: Dice) -> tuple[str, bytes]:
    try:
        if dice.chance(0.4):
            return "filled.json", json.dumps(data, ensure_ascii=dice.chance(0.5)).encode()
        flow = dice.chance(0.3)
        return "filled.yaml", yaml.safe_dump(
            data, sort_keys=False, allow_unicode=True, default_flow_style=flow
        ).encode()
    except (TypeError, ValueError):
        return "filled.json", repr(data).encode()
