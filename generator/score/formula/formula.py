"""Formulas: Jinja expressions, checked and made safe when the pack is loaded.

A formula is parsed by Jinja and rewritten into one that can't get out or run wild.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from jinja2 import TemplateSyntaxError, nodes
from jinja2.environment import Environment
from jinja2.parser import Parser

from generator.problems import Location, Problem, Problems, Severity, listed, near, quoted
from generator.score.formula.rewriting import LOCAL, Refusal, Rewriter


@dataclass(frozen=True, slots=True)
class Formula:
    """A checked formula: as written, in the safe form that runs, and the names that it reads.

    `reads` holds plain names, and `all.x`, `written.x`, `data.x.y` as such.
    """

    text: str
    place: Location
    tree: nodes.Expr
    safe: nodes.Expr
    reads: frozenset[str]


def parse(text: str, place: Location, environment: Environment, problems: Problems) -> Formula | None:
    """Return a checked formula; what is wrong with it goes to `problems`, and None comes back."""
    try:
        tree = _tree(text, environment)
        rewriter = Rewriter(environment)
        safe = rewriter.rewritten(tree)
    except Refusal as refusal:
        problems.error(place, f"formula {_short(text)!r}: {refusal.what}", refusal.allowed, refusal.remedy)
        return None
    except TemplateSyntaxError as error:
        where = Location(place.file, place.line + error.lineno - 1, place.column if error.lineno == 1 else 0)
        problems.error(where, f"formula {_short(text)!r} can't be read: {error.message}")
        return None
    except (RecursionError, ValueError):
        problems.error(place, f"formula {_short(text)!r} is nested too deeply or holds too large a number")
        return None
    return Formula(text, place, tree, safe, frozenset(rewriter.reads))


def list_text(values: list[Any]) -> str:
    """Return a list of plain values as formula text."""
    return "[" + ", ".join(_text_of(value) for value in values) + "]"


def _text_of(value: Any) -> str:
    if isinstance(value, list):
        return list_text(value)
    return str(value).lower() if value is None or isinstance(value, bool) else repr(value)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:57] + "…"


def _tree(text: str, environment: Environment) -> nodes.Expr:
    parser = Parser(environment, text, state="variable")
    tree = parser.parse_expression()
    if not parser.stream.eos:
        raise TemplateSyntaxError(f"unexpected {parser.stream.current.value!r}", parser.stream.current.lineno)
    tree.set_environment(environment)
    return tree


def unknown_name(name: str, formula: Formula, names: Collection[str]) -> Problem:
    """Return the problem of a name that nobody declares; `names` are the allowed ones."""
    space, point, rest = name.rpartition(".")
    alike = [other.removeprefix(space + point) for other in names if other.rpartition(".")[0] == space]
    what = f"formula {_short(formula.text)!r}: unknown name {quoted(name)}"
    if name in LOCAL:
        return Problem(Severity.ERROR, formula.place, f"{what} outside each:", remedy="add each: with a list")
    hint = near(rest, alike)
    return Problem(Severity.ERROR, formula.place, what, "" if hint else listed(sorted(alike), 30), hint)


def placeholders(text: str) -> Iterator[str]:
    """Yield the text of each {formula} of a message."""
    start = text.find("{")
    while start >= 0:
        end = text.find("}", start)
        if end < 0:
            return
        yield text[start + 1 : end].strip()
        start = text.find("{", end)


_WORD = re.compile(
    r"'[^']*'|\"[^\"]*\"|(?P<space>\b(?:all|written)\.)?(?P<name>(?<![\w.])[A-Za-z_]\w*|(?<=all\.)\w+|(?<=written\.)\w+)"
)
_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "==": "=", "*": "×", "-": "−"}
_SIGN = re.compile(r"'[^']*'|\"[^\"]*\"|<=|>=|!=|==|(?<=\s)[*-](?=\s)")


def in_words(text: str, labels: Mapping[str, str]) -> str:
    """Return a formula's text with labels instead of the names that have one, and signs as people write them."""
    named = _WORD.sub(
        lambda word: (word["space"] or "") + labels.get(word["name"], word["name"]) if word["name"] else word[0], text
    )
    return _SIGN.sub(lambda sign: _SIGNS.get(sign[0], sign[0]), " ".join(named.split()))
