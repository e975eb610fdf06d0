"""Formulas: the functions, filters, tests and signs of score.yaml in every order, worked out for a filled sheet."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache

import yaml

from generator.score.formula.functions import descriptions
from tests.fuzz import basis
from tests.fuzz.cases import Draft
from tests.fuzz.dice import Dice, words
from tests.fuzz.mutation import mutated

_VALUES = (
    "berries", "oaks", "most_oaks", "kinds", "spaces", "days", "name", "board", "first", "berry_points",
    "day_points", "total", "data",
    "data.deck", "data.deck[0].price", "all", "all.oaks", "all.days", "players", "player", "written.total",
    "written", "me", "it", "i",
    "row", "loop", "self", "none", "true", "false", "nobody", "data.nobody", "game", "language", "v0", "v1",
    "all.total", "all.nobody",
)  # fmt: skip
_FILTERS = words(
    "abs count d default first join last length list map max min reject rejectattr select selectattr sort sum "
    "unique nobody"
)
_TESTS = words(
    "odd even defined none in gt lt ge le eq ne number string sequence divisibleby mapping iterable boolean nobody"
)
_SIGNS = (
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "**",
    "~",
    "==",
    "!=",
    "<",
    ">",
    "<=",
    ">=",
    " and ",
    " or ",
    " in ",
    " not in ",
)
_SLOTS = re.compile(r'(is|that|says|each|total|ties|from|to|count|choices|rows): ?("[^"]*"|\w+|\[\w+\])')


@cache
def _functions() -> tuple[str, ...]:
    return tuple(sorted({described.name for described in descriptions()}))


def draft(dice: Dice) -> Draft:
    """Return a pack with formulas that the grammar wrote in its score.yaml, and a filled sheet."""
    text = basis.SCORE
    if dice.chance(0.15):
        score = yaml.safe_dump(mutated(yaml.safe_load(text), dice), sort_keys=False, allow_unicode=True)
    else:
        values = "".join(f"  v{number}: {json.dumps(_formula(dice, 3))}\n" for number in range(dice.randint(1, 3)))
        places = list(_SLOTS.finditer(text))
        for place in sorted(dice.sample(places, dice.randint(0, 2)), key=lambda m: -m.start()):
            formula = _formula(dice, 2)
            said = json.dumps(f"So {{{formula}}} it is" if place[1] == "says" else formula)
            text = (
                f"{text[: place.start()]}{place[1]}: {f'[{said}]' if place[1] == 'ties' else said}{text[place.end() :]}"
            )
        score = text.replace("lines:\n", f"values:\n{values}lines:\n").replace(
            '"berry_points + ', '"v0 + ' if dice.chance(0.5) else '"'
        )
    sheet = yaml.safe_dump(basis.SHEET, sort_keys=False, allow_unicode=True)
    files = {"score.yaml": score, "filled/sheet.yaml": sheet}
    return (
        Draft("score", files, "filled/sheet.yaml")
        if dice.chance(0.8)
        else Draft("check", {**files, "example/one.yaml": sheet})
    )


def _formula(dice: Dice, depth: int) -> str:
    if depth == 0:
        return _leaf(dice, 0)
    return dice.choice(_WAYS)(dice, depth - 1)


def _leaf(dice: Dice, _depth: int) -> str:
    roll = dice.random()
    if roll < 0.6:
        return dice.choice(_VALUES)
    if roll < 0.85:
        return dice.edge()
    return dice.choice(["[]", "[1, 2]", "{}", '{"a": 1}', "''", "'a'", "[none]", repr(dice.text())])


def _call(dice: Dice, depth: int) -> str:
    arguments = [_formula(dice, depth) for _ in range(dice.choice([0, 1, 1, 2, 2, 3, 4]))]
    if dice.chance(0.05):
        arguments.append(f"{dice.choice(['default', 'start', 'nobody'])}={_formula(dice, 0)}")
    return f"{dice.choice([*_functions(), 'nobody'])}({', '.join(arguments)})"


def _filter(dice: Dice, depth: int) -> str:
    arguments = ", ".join(
        dice.choice([_formula(dice, 0), repr(dice.choice(_TESTS)), "'price'"]) for _ in range(dice.randint(0, 2))
    )
    return f"{_formula(dice, depth)}|{dice.choice(_FILTERS)}" + (f"({arguments})" if arguments else "")


def _test(dice: Dice, depth: int) -> str:
    argument = f"({_leaf(dice, 0)})" if dice.chance(0.5) else ""
    return f"({_formula(dice, depth)} is {dice.choice(['', 'not '])}{dice.choice(_TESTS)}{argument})"


def _binary(dice: Dice, depth: int) -> str:
    return f"({_formula(dice, depth)} {dice.choice(_SIGNS)} {_formula(dice, depth)})"


def _other(dice: Dice, depth: int) -> str:
    inner = _formula(dice, depth)
    return dice.choice([
        f"({inner})[{_formula(dice, 0)}]", f"({inner}).{dice.choice(['price', 'get', '_x', 'items'])}",
        f"-({inner})", f"not ({inner})",
        f"({inner} if {_formula(dice, 0)} else {_formula(dice, 0)})", f"[{inner}, {_formula(dice, 0)}]",
        f"({inner})[1:]",
        f"{{'a': {inner}}}", f"({inner} if {_formula(dice, 0)})", "(" * 150 + "1" + ")" * 150, "-" * 300 + "1",
        f"{inner} {inner}",
        f"range({dice.edge()})", f"sum(range({dice.edge()}))", "not " * 200 + "1",
        f"{dice.edge()} ** {dice.edge()}", f"{dice.edge()} % {dice.edge()}",
        "+".join(["1"] * 900), f"'a' * {dice.edge()}", f"[0] * {dice.edge()}",
    ])  # fmt: skip


_WAYS: tuple[Callable[[Dice, int], str], ...] = (_leaf, _call, _call, _call, _filter, _test, _binary, _binary, _other)
