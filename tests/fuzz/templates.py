"""Templates: Jinja with the words that templates have, in every order and with odd arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from jinja2.defaults import DEFAULT_FILTERS, DEFAULT_TESTS

from generator.pack.load import load
from generator.pack.words import localise
from generator.problems import Problems
from generator.stories.stages import Templates
from tests.fuzz import basis
from tests.fuzz.cases import Draft
from tests.fuzz.dice import Dice

_VALUES = (
    "item", "item.text", "item.price", "item.none", "item.id", "n", "m", "component", "component.width", "pack",
    "pack.title", "data",
    "data.deck", "colour", "colour.ink", "lang", "language", "shape", "none", "true", "false", "loop", "loop.index",
    "loop.length",
    "self", "super", "caller", "varargs", "kwargs", "range", "namespace", "cycler", "x", "item.nobody", "nobody",
    "a", "shape.track",
    "self.face", "loop.cycle", "item.items", "item['id']", "data.deck[0]", "pack.languages", "pack.__class__",
    "loop.previtem",
)  # fmt: skip
_RIGHT: Mapping[str, Sequence[str]] = {
    "text": ['"One two"', "item.text", "n", '""'],
    "name": ['"a"', '"berries"', '"oaks"', '"a.png"', "item.text"],
    "points": ['"0,0 9,9 3,30"', "[(1, 2), (3, 4), (9, 1)]", "shape.corners(9, 9, 5)", '"1,1"', "[]"],
    "fill": ["colour.ink", '"#FF0000"', '"none"', '"url(#a)"'],
    "family": ['"Fira Sans"', '"Lato"', '"Fira Sans, serif"', '""'],
    "anchor": ['"middle"', '"start"', '"end"'],
    "valign": ['"top"', '"bottom"'],
    "kind": ['"circle"', '"star"', '"hexagon"', '"diamond"'],
    "tone": ["colour.ink", '"#FF0000"'],
    "start": ["(0, 0, 5, 5)", "[1, 1, 2, 2]"],
    "end": ["(20, 20, 5, 5)", "[1, 1, 2, 2]"],
    "crossings": ['[{"id": "a", "row": 1, "column": 1}, {"id": "b", "row": 1, "column": 2}]'],
    "roads": ['[("a", "b"), ("b", "c")]'],
    "centres": ['{"a": (5, 5), "b": (30, 5)}'],
    "links": ['[{"id": "l", "ends": ["a", "b"]}]'],
    "lines": ["2", "{}", '{"l": [(5, 5), (10, 10), (30, 5)]}'],
    "first": ['"#112233"', "1"],
    "second": ['"#445566"'],
}  # fmt: skip
"""What is right for a parameter of that name; for any other it is a number."""


class Vocabulary(NamedTuple):
    """What templates may name: functions with the names of their parameters, filters and tests."""

    functions: tuple[tuple[str, tuple[str, ...]], ...]
    filters: tuple[str, ...]
    tests: tuple[str, ...]


@cache
def _vocabulary() -> Vocabulary:
    """Return what the program hands to templates, and what Jinja has beside it."""
    with TemporaryDirectory() as folder:
        pack = Path(folder) / "testpack"
        pack.mkdir()
        (pack / "pack.yaml").write_text(basis.PACK, "utf-8")
        (pack / "deck.yaml").write_text(basis.DECK, "utf-8")
        loaded = load(str(pack), Problems())
        words = localise.words(loaded, "en", Problems())
        environment = Templates(loaded, Problems(), lambda _: None).renderer(words).environment
    named = {**environment.globals, **{f"shape.{name}": value for name, value in environment.globals["shape"].items()}}
    functions = ((name, _parameters(value)) for name, value in sorted(named.items()) if callable(value))
    filters = {name for name in {*environment.filters, *DEFAULT_FILTERS} if name.isidentifier()}
    return Vocabulary(tuple(functions), (*sorted(filters), "nobody"), (*sorted(DEFAULT_TESTS), "nobody"))


def _parameters(function: Callable[..., object]) -> tuple[str, ...]:
    try:
        return tuple(name for name in inspect.signature(function).parameters if name not in ("self", "values"))
    except ValueError:  # what Python has built in doesn't always say
        return ("a", "b")


_METHOD_NAMES = sorted(
    {name for kind in (str, dict, list) for name in dir(kind) if name[0] != "_"} | {"nobody", "__class__"}
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
    " is ",
)


def draft(dice: Dice) -> Draft:
    """Return a pack with a template that the grammar wrote."""
    alone = dice.chance(0.6)
    body = _one_thing(dice) if alone else "\n".join(_statement(dice, 2) for _ in range(dice.randint(1, 3)))
    card = f"{basis.HEAD}{body}{basis.FOOT}"
    roll = dice.random()
    if roll < 0.06:
        card = body
    elif roll < 0.12:
        card = f"{card}\n{_statement(dice, 1)}"
    elif roll < 0.16:
        at = dice.randint(0, len(card))
        card = card[:at] + dice.choice(["{{", "}}", "{%", "%}", "{#", "-", "<", "&", '"', dice.text()]) + card[at:]
    files = {
        "templates/card.svg.j2": card,
        "templates/parts.svg.j2": "{% macro m(a, b=1) %}{{ a }}{{ b }}{% endmacro %}{% set x = 3 %}",
        "art/a.svg": basis.ART,
        "score.yaml": basis.SCORE,
    }
    return Draft("build", files)


_OPERANDS = (
    "[1, 2]", '["b", "a"]', "[[1, 2], [3]]", '[{"a": 1}, {"a": none}]', "{}", '{"a": 1, "b": [2]}',
    '"One two three"', '""', "5", "-2.5",
    "none", "true", "item", "range(4)", "data", "component", "'\\ud800'", "1e300", "namespace(a=1)", "words",
    "data.deck", "()", "'<b>'",
    "shape", "plural", "colour", "nobody", "10 ** 60", "1e400", "(9 ** 64) ** 9", '"9" * 5000', '"x " * 90000',
    "'½'", "'١'", "'\\0'",
)  # fmt: skip


def _one_thing(dice: Dice) -> str:
    """Return a template that does one odd thing, so that nothing before it stops it."""
    operand, arguments = (
        dice.choice(_OPERANDS),
        ", ".join(dice.some([*_OPERANDS, *_OPERANDS, "a=1", "reverse=true", dice.edge()], 3)),
    )
    filter_, test = dice.choice(_vocabulary().filters), dice.choice(_vocabulary().tests)
    method = dice.choice(_METHOD_NAMES)
    inner = dice.choice([
        f"{operand} | {filter_}", f"{operand} | {filter_}({arguments})",
        f"{operand} is {test}",
        f"{operand} is {test}({arguments})", f"({operand}).{method}({arguments})",
        f"{operand} {dice.choice(_SIGNS)} {dice.choice(_OPERANDS)}", f"{operand}[{dice.choice(_OPERANDS)}]",
        f"({operand})({arguments})",
        f"{dice.choice(_vocabulary().functions)[0]}({arguments})", *[_call(dice, 1)] * 6,
    ])  # fmt: skip
    return dice.choice([
        f"{{{{ {inner} }}}}", f"{{{{ {inner} }}}}", f"{{{{ words({inner}, 5, 5, 40, 20) }}}}",
        f"{{{{ ({inner}) | list }}}}",
        f"{{% set x = {inner} %}}{{{{ x }}}}", f"{{% for x in {inner} %}}{{{{ x }}}}{{% endfor %}}",
        f'<text x="9" y="{{{{ {inner} }}}}" data-safe="{dice.edge()}">a</text>', f"{{% if {inner} %}}<g/>{{% endif %}}",
    ])  # fmt: skip


# ------------------------------------------------------------------ statements


def _statement(dice: Dice, depth: int) -> str:
    if depth == 0 or dice.chance(0.5):
        return dice.one(
            lambda: f"{{{{ {_expression(dice, 3)} }}}}", lambda: f"{{{{ {_call(dice, 1)} }}}}", lambda: _svg(dice)
        )
    return dice.choice(_STATEMENTS)(dice, depth - 1)


def _svg(dice: Dice) -> str:
    name = dice.choice(["rect", "text", "circle", "path", "g", "b", "image"])
    x, y = _expression(dice, 1), _expression(dice, 1)
    return f'<{name} x="{{{{ {x} }}}}" d="M{{{{ {y} }}}} 0L9 9">{dice.text()}</{name}>'


def _for(dice: Dice, depth: int) -> str:
    target = dice.choice(["x", "x, y", "loop", "x.y", "item", "_"])
    tail = dice.choice(["", "", f" if {_expression(dice, 1)}", " recursive"])
    values = dice.choice(["[1, 2]", "range(3)", "item", "item.items()", _expression(dice, 2), f"range({dice.edge()})"])
    otherwise = "{% else %}" + _statement(dice, depth) if dice.chance(0.2) else ""
    return f"{{% for {target} in {values}{tail} %}}{_statement(dice, depth)}{otherwise}{{% endfor %}}"


def _if(dice: Dice, depth: int) -> str:
    middle = f"{{% elif {_expression(dice, 1)} %}}" if dice.chance(0.3) else "{% else %}"
    return f"{{% if {_expression(dice, 2)} %}}{_statement(dice, depth)}{middle}{_statement(dice, depth)}{{% endif %}}"


def _set(dice: Dice, depth: int) -> str:
    name = dice.choice(["x", "a", "item", "words", "loop", "ns.x", "x, a", "_", "self"])
    if dice.chance(0.3):
        return f"{{% set {name} %}}{_statement(dice, depth)}{{% endset %}}{{{{ {name} }}}}"
    return f"{{% set {name} = {_expression(dice, 2)} %}}{{{{ {name} }}}}"


def _macro(dice: Dice, depth: int) -> str:
    parameters = ", ".join(dice.some(["a", "b", "a=1", "b=item", "*c", "varargs", "caller", "x=x"], 3))
    call = f"m({_arguments(dice, ('a', 'b'))})"
    using = dice.choice([f"{{{{ {call} }}}}", f"{{% call {call} %}}{_statement(dice, depth)}{{% endcall %}}"])
    inner = dice.choice(
        [_statement(dice, depth), "{{ caller() }}", "{{ m(a) }}", "{{ m.name }}{{ varargs }}{{ kwargs }}"]
    )
    return f"{{% macro m({parameters}) %}}{inner}{{% endmacro %}}{using}"


def _other(dice: Dice, depth: int) -> str:
    inner, value = _statement(dice, depth), _expression(dice, 2)
    return dice.choice([
        f"{{% filter {dice.choice(_vocabulary().filters)} %}}{inner}{{% endfilter %}}",
        f"{{% with x = {value}, y = x %}}{inner}{{% endwith %}}",
        f"{{% include {value} %}}", '{% include "card.svg.j2" %}', '{% include ["x", "parts.svg.j2"] ignore missing %}',
        f'{{% import "parts.svg.j2" as p %}}{{{{ p.m({_arguments(dice, ("a", "b"))}) }}}}{{{{ p.x }}}}{{{{ p }}}}',
        f'{{% from "parts.svg.j2" import {dice.choice(["m", "nobody", "x as y", "m as words"])} %}}{{{{ m(1) }}}}',
        f"{{% import {value} as p %}}", f"{{% extends {value} %}}", '{% extends "card.svg.j2" %}',
        f"{{% block {dice.choice(['face', 'b', 'c'])} %}}{inner}{{{{ super() }}}}{{% endblock %}}{{{{ self.b() }}}}",
        f"{{% raw %}}{inner}{{% endraw %}}", f"{{% autoescape {value} %}}{inner}{{% endautoescape %}}",
        f"{{% do {value} %}}",
        f"{{% set ns = namespace(x={value}) %}}{{% set ns.x = {_expression(dice, 1)} %}}{{{{ ns.x }}}}",
        f"{{% for a in [{value}] recursive %}}{{{{ loop([a]) }}}}{{% endfor %}}", "{% break %}",
        "{% trans %}x{% endtrans %}",
        "{% if true %}" * dice.choice([5, 19, 25, 60, 110]) + inner, _nested(dice, inner),
    ])  # fmt: skip


def _nested(dice: Dice, inner: str) -> str:
    many = dice.choice([5, 19, 21, 25, 60, 110])
    begin, end = dice.choice([("{% for x in [1] %}", "{% endfor %}"), ("{% if true %}", "{% endif %}"),
                              ("{% set x %}", "{% endset %}"), ("{% with %}", "{% endwith %}")])  # fmt: skip
    return begin * many + inner + end * many


_STATEMENTS = (_for, _if, _set, _macro, _other, _other)

# ------------------------------------------------------------------ expressions


def _expression(dice: Dice, depth: int) -> str:
    if depth == 0:
        return _literal(dice)
    return dice.choice(_EXPRESSIONS)(dice, depth - 1)


def _literal(dice: Dice, _depth: int = 0) -> str:
    roll = dice.random()
    if roll < 0.35:
        return dice.choice(_VALUES)
    if roll < 0.65:
        return dice.edge()
    if roll < 0.8:
        return _quoted(dice)
    return dice.choice(
        ["[]", "[1, 2]", "(1,)", "{}", '{"a": 1}', "[[]]", "[none]", "'a' 'b'", "'\\ud800'", "'%s'", "range(9)"]
    )


def _quoted(dice: Dice) -> str:
    text = dice.text().replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def _binary(dice: Dice, depth: int) -> str:
    return f"({_expression(dice, depth)} {dice.choice(_SIGNS)} {_expression(dice, depth)})"


def _filter(dice: Dice, depth: int) -> str:
    arguments = (
        f"({_arguments(dice, ('attribute', 'default', 'length', 'by', 'precision'))})" if dice.chance(0.6) else ""
    )
    return f"{_expression(dice, depth)} | {dice.choice(_vocabulary().filters)}{arguments}"


def _test(dice: Dice, depth: int) -> str:
    arguments = f"({_arguments(dice, ())})" if dice.chance(0.5) else ""
    test = f"{dice.choice(['', 'not '])}{dice.choice(_vocabulary().tests)}"
    return f"({_expression(dice, depth)} is {test}{arguments})"


def _method(dice: Dice, depth: int) -> str:
    arguments = f"({_arguments(dice, ())})" if dice.chance(0.8) else ""
    return f"({_expression(dice, depth)}).{dice.choice(_METHOD_NAMES)}{arguments}"


def _item(dice: Dice, depth: int) -> str:
    part = ":".join(_expression(dice, 0) for _ in range(dice.choice([1, 1, 2, 3])))
    return f"({_expression(dice, depth)})[{part}]"


def _structure(dice: Dice, depth: int) -> str:
    inner = ", ".join(_expression(dice, depth) for _ in range(dice.randint(0, 3)))
    return dice.choice([f"[{inner}]", f"({inner})", f"{{{_expression(dice, 0)}: {_expression(dice, depth)}}}",
                        f"({_expression(dice, depth)} if {_expression(dice, depth)} else {_expression(dice, depth)})",
                        f"-{_expression(dice, depth)}", f"not {_expression(dice, depth)}",
                        f"({_expression(dice, depth)} if false)"])  # fmt: skip


def _call(dice: Dice, depth: int) -> str:
    """Return a call whose arguments are right but for one or two, mostly."""
    function, parameters = dice.choice(_vocabulary().functions)
    if dice.chance(0.15):
        return f"{function}({_arguments(dice, parameters)})"
    kept = [name for number, name in enumerate(parameters) if number < 5 or dice.chance(0.3)]
    odd = dice.some(kept, 2)
    arguments = [
        _expression(dice, depth) if name in odd else dice.choice(_RIGHT.get(name, ["5", "40", "12", "1"]))
        for name in kept
    ]
    named = next((number for number, name in enumerate(kept) if parameters[number] != name), dice.randint(3, 9))
    return f"{function}({', '.join(a if k < named else f'{kept[k]}={a}' for k, a in enumerate(arguments))})"


def _arguments(dice: Dice, names: Sequence[str]) -> str:
    arguments = [_expression(dice, 1) for _ in range(dice.randint(0, 3))]
    for name in dice.some([*names, "nobody", "a"], 2):
        arguments.append(f"{name}={_expression(dice, 1)}")
    if dice.chance(0.05):
        arguments.append(dice.choice(["*[1]", "**{}", "*item", "**item", "**{'x': 1}", "*range(9)"]))
    return ", ".join(arguments)


_EXPRESSIONS = (_literal, _literal, _binary, _filter, _filter, _test, _method, _item, _structure, _call)
