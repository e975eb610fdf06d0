"""Packs: pack.yaml and tables with keys, types, numbers, words and nesting changed."""

from __future__ import annotations

import json
from typing import Any

import yaml

from tests.fuzz import basis
from tests.fuzz.cases import Draft
from tests.fuzz.dice import Dice
from tests.fuzz.mutation import mutated, reordered, spoiled

_FULL = """\
title: Test
version: "1"
players: {from: 1, to: 4}
languages: [en, pl]
palette: {ink: "#1B2530", muted: "#55616C"}
facts:
  cards: {label: cards, source: reconstructed, from: [here], note: made up}
papers:
  labels: {size: [210, 297], margin: 4}
pictures: {good: 300, least: 100}
components:
  card: {title: Card, template: card.svg.j2, size: [63, 88], items: deck, sort: price, copies: 2, grid: [2, 2],
         gap: 1, foot: true, back: behind, safe: 3, bleed: 2, corner: 3, marks: crop, group: box}
  behind: {title: Back, template: plain.svg.j2, size: [63, 88], bleed: 2}
  hex: {title: Hex, template: plain.svg.j2, size: [40, 23.0940], layout: honeycomb,
        cells: [[0, 0], [1, 0]], copies: fill}
  poster: {title: Poster, template: plain.svg.j2, size: [250, 200], overlap: 5, seams: [[120], []], papers: [A4]}
  label: {title: Label, template: plain.svg.j2, size: [50, 30], layout: slots, slots: places}
  coin: {title: Coin, template: plain.svg.j2, size: [25, 25], outline: circle, marks: lines, margin: 6, layout: mixed}
"""

_PLACES = (
    "paper: A4\nlying: false\nsize: [50, 30]\nslots:\n- {x: 10, y: 10, columns: 2, rows: 3, across: 55, down: 40}\n"
)
_PLAIN = (
    basis.HEAD + '<rect x="-2" y="-2" width="30" height="30" fill="#EEEEEE"/>{{ words(n, 6, 6, 12, 8) }}' + basis.FOOT
)
_CSV = "id,text,price,copies\na,One,2,1\nb,Two,3,\n"
_LINES = (
    "languages: [xx]",
    "  card: {}",
    "a: &a [*a]",
    "<<: {a: 1}",
    "title:",
    "title: [",
    "\ttitle: x",
    "? [a]: b",
    "- 1",
)


def full() -> dict[str, str]:
    """Return the files of a pack that uses nearly every key."""
    return {"pack.yaml": _FULL, "deck.yaml": basis.DECK, "places.yaml": _PLACES, "templates/plain.svg.j2": _PLAIN,
            "locale/pl.po": basis.CATALOGUE}  # fmt: skip


def draft(dice: Dice) -> Draft:
    """Return a pack with something changed in one of its data files."""
    pack, deck = (_FULL if dice.chance(0.3) else basis.PACK), basis.DECK
    files: dict[str, str | bytes] = {**full()} if pack is _FULL else {}
    roll = dice.random()
    if roll < 0.45:
        files["pack.yaml"] = _written(mutated(yaml.safe_load(pack), dice), dice)
    elif roll < 0.55:
        files["pack.yaml"] = reordered(pack, dice, _LINES)
    elif roll < 0.62:
        files["pack.yaml"] = spoiled(pack.encode(), dice)
    else:
        files |= {"pack.yaml": pack, **_tables(dice, deck, pack is _FULL)}
    return Draft("check" if dice.chance(0.7) else "build", files)


def _tables(dice: Dice, deck: str, full: bool) -> dict[str, str | bytes]:
    if full and dice.chance(0.3):
        return {"places.yaml": _written(mutated(yaml.safe_load(_PLACES), dice), dice)}
    roll = dice.random()
    if roll < 0.4:
        return {"deck.yaml": _written(mutated(yaml.safe_load(deck) * 2, dice), dice)}
    if roll < 0.55:
        return {"deck.yaml": spoiled(deck.encode(), dice)}
    if roll < 0.65:
        return {"other.yaml": dice.one(lambda: _written(dice.value(4), dice), dice.text)}
    ending = dice.choice(["csv", "tsv", "txt", "json"])
    text = json.dumps(yaml.safe_load(deck)) if ending == "json" else _CSV.replace(",", "\t" if ending == "tsv" else ",")
    return {"deck.yaml": dice.choice([deck, ""]), f"deck{dice.randint(1, 2)}.{ending}": spoiled(_encoded(text,
        dice), dice),
            "pack.yaml": basis.PACK.replace("items: deck", f"items: deck{dice.randint(1, 2)}")}  # fmt: skip


def _encoded(text: str, dice: Dice) -> bytes:
    return text.encode(dice.choice(["utf-8", "utf-8", "utf-16", "latin-1", "utf-8-sig"]))


def _written(data: Any, dice: Dice) -> str:
    """Return plain data as a file holds it: as YAML of one look or another."""
    try:
        if dice.chance(0.3):
            return json.dumps(data, ensure_ascii=dice.chance(0.5))
        return str(
            yaml.safe_dump(data, allow_unicode=dice.chance(0.8), sort_keys=False, default_flow_style=dice.chance(0.3))
        )
    except (TypeError, ValueError):  # a key that JSON has no way to write
        return repr(data)
