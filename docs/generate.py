"""Fill the tables of the documentation from the program itself: `python docs/generate.py`.

A region `<!-- begin: name -->` … `<!-- end -->` of README.md or a page in docs/ is written by
the function that `REGIONS` has for its name, from models, signatures and docstrings. A
test fails when a region is out of date.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from generator.pack.allowed import is_model, range_in_words, type_and_limits
from generator.pack.model import Pack

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
_REGION = re.compile(r"(<!-- begin: ([^\n]*?) -->\n).*?(<!-- end -->)", re.DOTALL)


def pages() -> list[Path]:
    """Return every page of the documentation, the README first."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGES.md", *sorted(DOCS.rglob("*.md"))]


def refreshed(text: str) -> str:
    """Return a page's text with all of its regions written anew; `KeyError` for an unknown region."""
    return _REGION.sub(lambda found: f"{found[1]}\n{REGIONS[found[2]]()}\n\n{found[3]}", text)


def main() -> None:
    """Write every page whose regions have changed."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        fresh = refreshed(text)
        if fresh != text:
            page.write_text(fresh, encoding="utf-8")


# ------------------------------------------------------------------ Markdown


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a Markdown table."""
    names = list(header)
    lines = [names, ["---"] * len(names), *([_cell(text) for text in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(text: str) -> str:
    """Escape what a table or HTML would take for its own: | everywhere, < outside code."""
    parts = text.replace("|", "\\|").split("`")
    return "`".join(part if number % 2 else part.replace("<", "&lt;") for number, part in enumerate(parts))


def code(text: object) -> str:
    """Return text set as code."""
    return f"`{text}`"


def listed(words: Iterable[object]) -> str:
    """Return words set as code, with commas between them."""
    return ", ".join(map(code, words))


# ------------------------------------------------------------------ keys, from the models


def described(model: type[BaseModel], without: type[BaseModel] | None = None) -> str:
    """Return the table of a model's keys, those that it shares with `without` left out."""
    hints = get_type_hints(model, include_extras=True)
    shared = without.model_fields if without else {}
    rows = []
    for name, field in model.model_fields.items():
        if name not in shared:
            absent = "must be there" if field.is_required() else _default(field.get_default(call_default_factory=True))
            rows.append([code(field.alias or name), _value(hints[name]), absent, f"{field.description}."])
    return table(["key", "what to write", "when absent", "meaning"], rows)


def _default(value: Any) -> str:
    if value is None or value in ({}, [], "", ([], [])) or isinstance(value, BaseModel):
        return "–"
    if isinstance(value, bool):
        return code(str(value).lower())
    if isinstance(value, float):
        return code(f"{value:g}")
    return code([list(value[0])] if isinstance(value, list) else value)


def _value(of: Any) -> str:
    """Return in words what a key's value may be."""
    from generator.pack import model, scoremodel

    named = [
        (scoremodel.Formula, "a [formula](scoring.md#formulas)"),
        (scoremodel.Number, "a number"),
        (model.Colour, 'a colour, `"#rrggbb"`'),
        (model.Id, "a name"),
        (model.Tag, "a language's tag"),
        (str, "text"),
        (bool, "`true` or `false`"),
        (int, "a whole number"),
        (float, "a number"),
        (Any, "a value"),
    ]
    for known, words in named:
        if of == known:
            return words
    plain, limits = type_and_limits(of)
    if limits:
        return f"{_value(plain)}{range_in_words(limits)}"
    if is_model(of):
        return _MODELS[of.__name__]
    if isinstance(of, type) and issubclass(of, Enum):
        return " or ".join(code(member.value) for member in of)
    return _compound(get_origin(of), get_args(of))


def _compound(origin: Any, parts: tuple[Any, ...]) -> str:
    if origin is Literal:
        return " or ".join(map(code, parts))
    if origin is tuple:
        return f"{len(parts)} in brackets, each {_value(parts[0])}"
    if origin is list:
        return f"a list; each: {_value(parts[0])}"
    if origin is dict:
        return f"names, each with {_value(parts[1])}"
    words = [_value(part) for part in parts if part is not NoneType]  # a union
    kept = [word for word in words if word != "a whole number" or "a number" not in words]
    return ", or ".join(dict.fromkeys(kept))


_MODELS = {
    "Players": "[fewest and most](#players)",
    "Family": "[a typeface](#fonts)",
    "OwnFonts": "names, each with [a typeface](#fonts), and `instead`",
    "Fact": "[a fact](#facts)",
    "OwnPaper": "[a paper](#papers)",
    "Pictures": "[pixels an inch](#pictures)",
    "Component": "[a component](#components)",
    "Slot": "[a slot](#slots-sheets-of-labels-and-punched-parts)",
    "Setting": "[a setting](#settings)",
    "Box": "[a box](#boxes)",
    "Value": "[a value](#values)",
    "Line": "[a line](#lines)",
    "Rule": "[a rule](#rules)",
    "Table": "[what goes over the table](#table)",
    "Codes": "[codes](#codes)",
    "Route": "[a route](#routes)",
    "Effect": "[an effect](#effects)",
    "Filling": "[rows that fill](#rows-that-fill)",
    "Cards": "[cards](#cards-and-shapes)",
    "Extra": "[a step further](#cards-and-shapes)",
    "Jams": "[jams](#jams)",
    "Out": "[when a route ends](#when-a-route-ends)",
    "Goals": "[goals](#goals-and-errands)",
    "Errand": "[an errand](#goals-and-errands)",
    "RouteCodes": "[codes](#codes-of-a-route)",
}


def _key_regions() -> dict[str, Callable[[], str]]:
    from generator.pack import model, routemodel, scoremodel

    def region(of: type[BaseModel], without: type[BaseModel] | None = None) -> Callable[[], str]:
        return lambda: described(of, without)

    return {
        "keys of pack.yaml": region(model.PackFile),
        "keys of players": region(model.Players),
        "keys of a typeface": region(model.Family),
        "keys of a fact": region(model.Fact),
        "keys of a paper": region(model.OwnPaper),
        "keys of pictures": region(model.Pictures),
        "keys of a component": region(model.Component),
        "keys of a table of slots": region(model.SlotFile),
        "keys of a slot": region(model.Slot),
        "keys of score.yaml": region(scoremodel.ScoreFile),
        "keys of settings and boxes": region(scoremodel.Entry),
        "keys of a setting": region(scoremodel.Setting, scoremodel.Entry),
        "keys of a box": region(scoremodel.Box, scoremodel.Entry),
        "keys of a value": region(scoremodel.Value),
        "keys of a line": region(scoremodel.Line),
        "keys of a rule": region(scoremodel.Rule),
        "keys of table": region(scoremodel.Table),
        "keys of breaks": region(scoremodel.Codes),
        "keys of a route": region(routemodel.Route),
        "keys of an effect": region(routemodel.Effect),
        "keys of rows that fill": region(routemodel.Filling),
        "keys of cards": region(routemodel.Cards),
        "keys of a step further": region(routemodel.Extra),
        "keys of jams": region(routemodel.Jams),
        "keys of out": region(routemodel.Out),
        "keys of goals": region(routemodel.Goals),
        "keys of an errand": region(routemodel.Errand),
        "keys of route codes": region(routemodel.RouteCodes),
    }


# ------------------------------------------------------------------ what templates may use


def names() -> Mapping[str, Any]:
    """Return the names that templates see, as a pack that comes with the program gives them."""
    from generator.face.renderer import TemplateRenderer
    from generator.pack import shipped
    from generator.pack.load import load
    from generator.pack.words import localise
    from generator.problems import Problems
    from generator.stories.stages import fonts

    problems = Problems()
    pack = load(shipped.packs()[0], problems)
    renderer = TemplateRenderer(pack, localise.words(pack, "en", problems), fonts(pack), problems)
    return renderer.environment.globals


def _functions() -> str:
    return _signatures((name, found) for name, found in names().items() if callable(found) and _documented(found))


def _documented(function: Callable[..., Any]) -> bool:
    return getattr(function, "__module__", "").startswith("generator.")


def _shapes() -> str:
    return _signatures((f"shape.{name}", made) for name, made in names()["shape"].items())


def _signatures(functions: Iterable[tuple[str, Callable[..., Any]]]) -> str:
    rows = [[code(_call(name, made)), _meaning(made)] for name, made in functions]
    return table(["write", "what it does"], rows)


def _call(name: str, function: Callable[..., Any]) -> str:
    return f"{name}({', '.join(_parameter(made) for made in inspect.signature(function).parameters.values())})"


def _parameter(made: inspect.Parameter) -> str:
    if made.kind is inspect.Parameter.VAR_KEYWORD:
        return "name=value, …"
    return made.name if made.default is inspect.Parameter.empty else f"{made.name}={_jinja(made.default)}"


def _jinja(value: object) -> str:
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"


_PYTHON = re.compile(r"; `\w+Error`[^.]*|^(?:Return|Give) ")


def _meaning(function: Callable[..., Any]) -> str:
    """Return a docstring as one paragraph, without what only a Python programmer needs."""
    text = _PYTHON.sub("", " ".join((inspect.getdoc(function) or "").split()))
    if not text:
        raise ValueError(f"{function!r} has no docstring")
    return text[0].upper() + text[1:]


_MACRO = re.compile(r"\{#\s*([^{}]*?)\s*#\}\n\{% macro (\w+)\((.*?)\) -?%\}")
_SET = re.compile(r"\{% set (\w+) = ([\d.]+) %\}\{#\s*(.*?)\s*#\}")


def _macros(file: str = "sheet") -> str:
    text = (ROOT / "templates" / "common" / f"{file}.svg.j2").read_text(encoding="utf-8")
    found = [(name, arguments, " ".join(comment.split())) for comment, name, arguments in _MACRO.findall(text)]
    if len(found) != text.count("{% macro "):
        raise ValueError(f"a macro of {file}.svg.j2 has no comment above it")
    rows = [[code(f"{file}.{name}({arguments})"), comment] for name, arguments, comment in found]
    rows += [[code(f"{file}.{name}"), f"{value}: {comment}"] for name, value, comment in _SET.findall(text)]
    return table(["write", "what it draws"], rows)


def _paints() -> str:
    from generator.face.art import PAINTS

    return table(["name", "paint in the file"], ([code(name), code(paint)] for name, paint in PAINTS.items()))


def _jinja_words() -> str:
    from generator.sandbox.templates import Templates

    sandbox = Templates()
    filters = sorted(name for name in sandbox.filters if not name.startswith("_"))
    tests = sorted(name for name in sandbox.tests if name.isalpha())
    return f"Filters: {listed(filters)}.\n\nTests: {listed(tests)}.\n\nFunctions: `range`, `namespace`."


# ------------------------------------------------------------------ SVG


def _elements() -> str:
    from generator.svg.draw import ELEMENTS
    from generator.svg.text.reading import ATTRIBUTES, PATH_ATTRIBUTES
    from generator.svg.xml import SVG

    drawn = {name.removeprefix(SVG): made.attributes for name, made in ELEMENTS.items()}
    return _with_attributes(
        {**drawn, "text": ATTRIBUTES, "tspan": ATTRIBUTES, "textPath": ATTRIBUTES | PATH_ATTRIBUTES}
    )


def _definitions() -> str:
    from generator.svg.core import frames
    from generator.svg.paint import clip, gradients, markers, masks, patterns

    return _with_attributes(
        {
            "clipPath": clip.ATTRIBUTES,
            "defs": frozenset(),
            "linearGradient": gradients.GRADIENT_ATTRIBUTES,
            "marker": markers.ATTRIBUTES,
            "mask": masks.ATTRIBUTES,
            "pattern": patterns.ATTRIBUTES,
            "radialGradient": gradients.GRADIENT_ATTRIBUTES,
            "stop": frozenset(["offset"]),
            "style": frozenset(["media", "type"]),
            "symbol": frames.SYMBOL_ATTRIBUTES,
        }
    )


def _with_attributes(elements: Mapping[str, frozenset[str]]) -> str:
    rows = [[code(name), listed(sorted(attributes)) or "–"] for name, attributes in sorted(elements.items())]
    return table(["element", "attributes of its own"], rows)


def _properties() -> str:
    from generator.svg.css.properties import PROPERTIES

    rows = [[code(name), _asked(made.read)] for name, made in sorted(PROPERTIES.items())]
    return table(["property", "values"], rows)


_ALLOWED = re.compile(r"(?:none of|nor one of|allowed:) (.*)$")

_READS = {
    "_baseline_shift": "`baseline`, `sub`, `super`, a [length](#lengths)",
    "_color": "a [colour](#colours)",
    "_colour": "a [colour](#colours), `currentColor`",
    "_dashes": "`none`, a list of [lengths](#lengths)",
    "_decoration_color": "a [colour](#colours), `currentColor`",
    "_families": "names of families; the first one that has a character draws it",
    "_feature_settings": "`normal`, names of features in quotes, with `on`, `off` or a number",
    "_font_size": "a [length](#lengths), `small` … `xxx-large`, `smaller`, `larger`",
    "_miter": "1 or more",
    "_order": "`normal`, `fill`, `stroke`, `markers` in any order",
    "_paint": "`none`, a [colour](#colours), `currentColor`, `url(#id)` of a gradient or pattern",
    "_reference": "`none`, `url(#id)`",
    "_share": "0 to 1, or a percentage",
    "_spacing": "`normal`, a [length](#lengths)",
    "_thickness": "`auto`, `from-font`, a [length](#lengths)",
    "_transform": "`none`, a list of transforms",
    "_width": "a [length](#lengths) of 0 or more",
    "length": "a [length](#lengths)",
    "<lambda>": "`none` hides; any other word shows",
}
"""What the reader of a property takes, where its own message doesn't list the words."""


def _asked(read: Callable[[str, Any], Any]) -> str:
    """Return the words that a property may have: its reader lists them when it gets another one."""
    words = _READS.get(read.__name__)
    if words is not None:
        return words
    from generator.svg.css.declaration import Scope
    from generator.svg.css.style import INITIAL
    from generator.svg.css.values import Reference

    try:
        read("0", Scope(INITIAL, {}, Reference(100, 100)))
    except ValueError as error:
        if found := _ALLOWED.search(str(error)):
            return listed(found[1].split(", "))
    raise KeyError(f"docs/generate.py has no words for {read.__name__}")


def _shorthands() -> str:
    from generator.svg.css.fontproperties import SHORTHANDS

    return f"Shorthands: {listed(sorted({*SHORTHANDS, 'marker'}))}."


def _only() -> str:
    from generator.svg.css.properties import ONLY

    rows = [[code(name), listed(values.split())] for name, values in sorted(ONLY.items())]
    return table(["property", "drawn with"], rows)


def _without_effect() -> str:
    from generator.svg.css.properties import WITHOUT_EFFECT

    return f"{listed(sorted(WITHOUT_EFFECT))}."


_RELATIVE = {
    "em": "the font size",
    "rem": "the font size of the whole drawing",
    "ex": "half the font size",
    "ch": "half the font size",
    "%": "a hundredth of the view box: of its width, of its height, or of its diagonal by √2",
}


def _units() -> str:
    from generator.svg.css.values import UNITS, Reference, length

    rows = [[code(unit), f"{size * 25.4 / 96:.4g} mm"] for unit, size in UNITS.items() if unit]
    for unit, words in _RELATIVE.items():
        length(f"1{unit}", "x", Reference(100, 100))
        rows.append([code(unit), words])
    return table(["unit", "length"], rows)


_COLOURS = [
    ("name", "rebeccapurple"),
    ("hexadecimal", "#c43"),
    ("hexadecimal", "#c43c36"),
    ("with opacity", "#c438"),
    ("with opacity", "#c43c3680"),
    ("rgb", "rgb(196, 60, 54)"),
    ("rgb", "rgb(77%, 24%, 21%)"),
    ("rgb with opacity", "rgba(196, 60, 54, .5)"),
    ("rgb with opacity", "rgb(196 60 54 / 50%)"),
    ("hue, saturation, lightness", "hsl(3, 58%, 49%)"),
    ("hue, saturation, lightness", "hsl(.5turn 60% 50% / .5)"),
    ("hue, white, black", "hwb(120 20% 40%)"),
    ("CIE Lab and LCH", "lab(47% 54 34)"),
    ("CIE Lab and LCH", "lch(47% 64 32)"),
    ("OKLab and OKLCH", "oklab(.55 .14 .07)"),
    ("OKLab and OKLCH", "oklch(55% .16 27)"),
    ("other spaces", "color(srgb .77 .24 .21)"),
    ("other spaces", "color(srgb-linear .55 .05 .04)"),
    ("other spaces", "color(display-p3 .7 .28 .24)"),
    ("inks", "device-cmyk(0 .7 .7 .2)"),
    ("inks", "#c43c36 device-cmyk(0 .7 .7 .2)"),
]


def _colours() -> str:
    from generator.svg.css.colours import NAMES, colour

    rows: dict[str, list[str]] = {}
    for words, example in _COLOURS:
        colour(example)
        rows.setdefault(words, []).append(example)
    made = table(["way", "examples"], ([words, listed(examples)] for words, examples in rows.items()))
    return f"{made}\n\nAll {len(NAMES)} colour names of CSS are known."


def _not_drawn() -> str:
    from generator.problems import Failed, Location, Problems
    from generator.svg.compile import compile_svg
    from generator.svg.core.store import Store
    from generator.svg.xml import Origin
    from generator.type.fonts import Fonts

    rows = []
    for path in sorted((ROOT / "tests" / "svg" / "outside").glob("*.svg")):
        problems = Problems()
        origin = Origin(Location(path.name), "", exact=True, art=True)
        try:
            compile_svg(path.read_bytes(), 100, 100, Store(Fonts(), problems), origin)
        except Failed as failure:
            problems.extend(failure.problems)
        rows.append([path.stem.replace("-", " "), "; ".join(code(problem.what) for problem in problems)])
    return table(["file", "what is said"], rows)


def _art_limits() -> str:
    from generator.svg import xml
    from generator.svg.core import context, images, outlines, svgfile
    from generator.svg.css import stylesheet, values
    from generator.svg.paint import markers, paint, patterns, pictures, shadings
    from generator.svg.text import reading
    from generator.type import font

    rows = [
        ("size of an SVG file", f"{xml.LARGEST // 2**20} MiB"),
        ("levels of elements, one inside the other", xml.DEEPEST),
        ("elements to draw, counting what is repeated", f"{svgfile.MOST_WORK:,}"),
        ("levels of elements that use, mask, clip or paint each other", context.MOST_USED),
        ("characters of path data, or of a list of numbers", f"{values.LONGEST:,}"),
        ("characters of path data in a file", f"{svgfile.MOST_WORK * outlines.CHARACTERS:,}"),
        ("corners of a line with markers", f"{markers.MOST_CORNERS:,}"),
        ("dashes of a line", f"{paint.MOST_DASHES:,}"),
        ("coordinates", f"±{values.LARGEST:,.0f}"),
        ("characters of one text", f"{reading.LONGEST:,}"),
        ("tries to match selectors and elements", f"{stylesheet.MOST_MATCHES:,}"),
        ("stops of a repeated gradient", f"{shadings.MOST_STOPS:,}"),
        ("tiles of a pattern", f"{patterns.MOST_TILES:,}"),
        ("pixels of a picture", f"{images.PIXELS:,}"),
        ("pixels of a PNG that is interlaced or lets through", f"{images.DECODED:,}"),
        ("size of a picture", f"{images.LARGEST // 2**20} MiB"),
        ("SVG pictures, one inside the other", pictures.MOST_NESTED),
        ("size of a font file", f"{font.LARGEST // 2**20} MiB"),
    ]
    return table(["what", "at most"], ([what, str(most)] for what, most in rows))


# ------------------------------------------------------------------ papers and files


def _papers() -> str:
    from generator.press.papers import papers

    rows = ([code(p.name), f"{p.size.width:g} × {p.size.height:g}", f"{p.margin:g} mm"] for p in papers().values())
    return table(["paper", "size in mm", "left blank by printers"], rows)


def _endings() -> str:
    from generator.pack.source.read import DATA_SUFFIXES, WORKBOOKS

    return f"Endings of data files: {listed(sorted(DATA_SUFFIXES | WORKBOOKS))}."


def _limits() -> str:
    from generator.cli.limits import MEMORY
    from generator.pack.source import files, values
    from generator.press import run
    from generator.sandbox import budget, templates
    from generator.score.formula import rewriting, work
    from generator.score.sheet import answers

    rows = [
        ("size of one data file", f"{files.MOST_BYTES // 2**20} MiB"),
        ("levels of a data file, one inside the other", values.DEEPEST),
        ("loop turns and calls of one face", f"{budget.STEPS:,}"),
        ("time for one face", f"{budget.SECONDS:g} s"),
        ("characters of one face", f"{templates.LONGEST_FACE:,}"),
        ("pieces in one document", f"{run.MOST_PLACEMENTS:,}"),
        ("list elements that one formula may touch", f"{work.STEPS:,}"),
        ("elements of a list that a formula makes", f"{work.LONGEST:,}"),
        ("parts of a formula, one inside the other", rewriting.DEEPEST),
        ("players in one file", answers.MOST_PLAYERS),
        ("memory of one run", f"{MEMORY // 2**30} GiB"),
    ]
    return table(["what", "at most"], ([what, str(most)] for what, most in rows))


# ------------------------------------------------------------------ what formulas may use


def _formula_functions() -> str:
    from generator.score.formula.functions import descriptions

    rows = [[" or ".join(map(code, one.usage.split(" or "))), f"{one.meaning}."] for one in descriptions()]
    return table(["write", "what it gives"], rows)


def _formula_tests() -> str:
    from generator.score.formula.conditions import TEST_MEANINGS

    return table(["test", "holds when"], ([code(name), f"{meaning}."] for name, meaning in TEST_MEANINGS.items()))


def _reserved() -> str:
    from generator.pack.scoremodel import RESERVED

    return f"{listed(sorted(RESERVED))}."


def _ticks() -> str:
    from generator.score.sheet.entries import TICKED, UNTICKED

    return f"Ticked: {listed(sorted(TICKED))}.\n\nNot ticked: nothing, or {listed(sorted(UNTICKED - {''}))}."


# ------------------------------------------------------------------ commands


def _commands() -> str:
    import click

    from generator.cli.main import COMMANDS, main

    context = click.Context(main)
    return "\n\n".join(part for name in COMMANDS for part in _command(name, main.get_command(context, name)))


def _command(name: str, command: Any) -> Iterator[str]:
    arguments = " ".join(_argument(made) for made in command.params if made.param_type_name == "argument")
    yield f"### playsheet {name}"
    yield f"```\nplaysheet {name} [OPTIONS] {arguments}".rstrip() + "\n```"
    yield "\n\n".join(" ".join(part.split()) for part in (command.help or "").split("\n\n"))
    rows = [_option(made) for made in command.params if made.param_type_name == "option"]
    if rows:
        yield table(["option", "meaning"], rows)


def _argument(made: Any) -> str:
    shown = "|".join(made.type.choices) if hasattr(made.type, "choices") else made.name.upper()
    return (shown if made.required else f"[{shown}]") + ("…" if made.nargs == -1 else "")


def _option(made: Any) -> list[str]:
    value = "" if made.is_flag else f" {_placeholder(made)}"
    default = f"  [default: {made.default}]" if made.show_default and not made.is_flag else ""
    return [", ".join(code(f"{name}{value}") for name in made.opts), " ".join(f"{made.help}{default}".split())]


def _placeholder(made: Any) -> str:
    kinds = {"directory": "FOLDER", "integer range": "NUMBER"}
    if hasattr(made.type, "choices"):
        return "|".join(made.type.choices)
    return str(made.metavar or kinds.get(made.type.name, made.opts[-1].strip("-").upper()))


def _formats() -> str:
    from generator.stories.formats import FORMATS, particular_options

    names = list(particular_options())
    rows = [[code(entry.name), entry.made_of, _taken(entry.options, names)] for entry in FORMATS.values()]
    return table(["`--format`", "made of", "options that not every format takes"], rows)


def _taken(options: tuple[str, ...], names: list[str]) -> str:
    """Return options in the order of their names, those with a value in brackets behind the one name."""
    words = []
    for name in names:
        values = [option.partition(" ")[2] for option in options if option.partition(" ")[0] == name]
        if values:
            words.append(f"{code(name)} ({listed(values)})" if all(values) else code(name))
    return ", ".join(words) or "–"


def _reconstructed() -> str:
    from generator.pack import shipped
    from generator.pack.load import load
    from generator.problems import Problems

    packs = [load(name, Problems()) for name in shipped.packs()]
    rows = [
        [pack.file.title, fact.label, fact.note]
        for pack in packs
        for fact in pack.file.facts.values()
        if fact.source == "reconstructed"
    ]
    return table(["game", "reconstructed", "what is known"], rows)


def _facts(name: str) -> str:
    """Return what a pack rests on, how each topic is known, and from where."""
    facts = _pack(name).file.facts.values()
    rows = [[fact.label, fact.source.value, ", ".join(fact.origin) or "–", fact.note or "–"] for fact in facts]
    return table(["what", "known how", "from", "note"], rows)


def _printed(name: str) -> str:
    """Return what a pack prints: how many different pieces of which size, and what is on their backs."""
    made = _pack(name)
    components = made.file.components
    rows = [
        [
            code(key),
            component.title,
            str(len(made.items(key))),
            f"{component.size[0]:g} × {component.size[1]:g}",
            components[component.back].title if component.back else "–",
        ]
        for key, component in components.items()
        if key not in made.backs
    ]
    return table(["component", "what it is", "different ones", "size in mm", "on the back"], rows)


def _readings(name: str) -> str:
    """Return what a pack's sources leave open, each with the reading that is taken and the setting that changes it."""
    rows = [
        [
            row["about"],
            *(str(row.get(key, "–")) for key in ("rules", "site", "default")),
            code(row["setting"]) if "setting" in row else "–",
        ]
        for row in _pack(name).data["readings"]["items"]
    ]
    return table(["what", "Russian rules", "public implementation", "taken here", "setting"], rows)


def _codes(name: str) -> str:
    """Return what each code of a pack's reports stands for, and an example of it."""
    from generator.problems import Problems
    from generator.score.codes import CodeBook, meanings
    from generator.stories import explain, score

    made = _pack(name)
    scorer = score.compiled(made, Problems())
    assert scorer is not None and made.score is not None
    book = CodeBook(scorer, score.report_words(made, None, Problems()))
    rows = []
    for known, its_meanings in meanings(scorer.file, made.score.place).items():
        examples = ", ".join(code(path.rpartition("/")[2]) for path in explain.examples(made, known))
        for number, meaning in enumerate(its_meanings):
            first = number == 0
            rows.append([code(known) if first else "", book.says(meaning), (examples or "–") if first else ""])
    return table(["code", "what is wrong", "examples"], rows)


def _pack(name: str) -> Pack:
    from generator.pack.load import load
    from generator.problems import Problems

    return load(name, Problems())


def _modules() -> str:
    package = ROOT / "generator"
    found = (path for path in package.rglob("*.py") if path.name != "__init__.py" and "shipped" not in path.parts)
    paths = sorted(found, key=lambda path: (path.parent != package, path))
    return table(
        ["module", "what it is"], ([code(path.relative_to(package).as_posix()), _first(path)] for path in paths)
    )


def _first(path: Path) -> str:
    """Return the first paragraph of a module's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split())


REGIONS: dict[str, Callable[[], str]] = {
    **_key_regions(),
    "functions of templates": _functions,
    "shapes": _shapes,
    "macros of common/sheet.svg.j2": _macros,
    "macros of common/streets.svg.j2": lambda: _macros("streets"),
    "macros of common/map.svg.j2": lambda: _macros("map"),
    "paints of an icon": _paints,
    "filters and tests of templates": _jinja_words,
    "elements": _elements,
    "definitions": _definitions,
    "properties": _properties,
    "shorthands": _shorthands,
    "properties with one value": _only,
    "properties without effect": _without_effect,
    "units": _units,
    "colours": _colours,
    "what is not drawn": _not_drawn,
    "limits of art": _art_limits,
    "papers": _papers,
    "endings of data files": _endings,
    "limits": _limits,
    "functions of formulas": _formula_functions,
    "tests of formulas": _formula_tests,
    "words with a meaning of their own": _reserved,
    "signs for ticks": _ticks,
    "commands": _commands,
    "options of formats": _formats,
    "modules": _modules,
    "what is reconstructed": _reconstructed,
    "facts of get-on-board": lambda: _facts("get-on-board"),
    "readings of get-on-board": lambda: _readings("get-on-board"),
    "prints of get-on-board": lambda: _printed("get-on-board"),
    "codes of get-on-board": lambda: _codes("get-on-board"),
    "codes of cascadia": lambda: _codes("cascadia"),
    "codes of quadrata-canada": lambda: _codes("quadrata-canada"),
}


if __name__ == "__main__":
    main()
