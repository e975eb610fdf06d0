"""Files from strangers: whatever stands in them, a run ends soon, says what is wrong and touches nothing else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from struct import pack as packed

import pytest
from click.testing import CliRunner, Result
from conftest import CARD, PACK, MakePack
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.cli.main import main
from generator.pack import shipped
from generator.pack.load import load
from generator.pack.source.json import read_json
from generator.pack.source.read import read
from generator.pack.source.table import read_table
from generator.pack.source.text import LONGEST_VALUE
from generator.pack.source.values import MOST_VALUES
from generator.pack.source.yaml import read_yaml
from generator.pack.words import localise
from generator.press.files import names, put
from generator.press.layout.impose import Honeycomb, Room
from generator.problems import MOST, Failed, Location, Problem, Problems, Severity, near, one_line, quoted
from generator.sandbox.budget import LONGEST, TooMuchWork
from generator.sandbox.templates import Templates
from generator.score.wording import as_json, text
from generator.stories.score import compiled
from generator.units import Size

DECK = "- {id: a, text: One}\n"
SCORE = "boxes: {a: {label: A, kind: number, from: 0, to: 9, on_sheet: false}}\n"
LINE = 'lines: {t: {label: T, is: "a", on_sheet: false}}\ntotal: t\n'


def run(*arguments: object) -> Result:
    """Run the command; a fault of the program itself is never the right answer."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "fault of the program" not in result.output
    assert result.exit_code in (0, 1, 2)
    return result


def told(result: Result) -> list[str]:
    """Return the errors of a run that stopped, each on a line of its own that isn't endless."""
    assert result.exit_code == 1, result.output
    errors = [line for line in result.output.splitlines() if ": error: " in line]
    assert errors
    assert all(len(line) < 2_500 for line in errors)
    return errors


def failed(work: Callable[[], object]) -> str:
    with pytest.raises(Failed) as caught:
        work()
    return str(caught.value)


# ------------------------------------------------------------------ problems themselves


def test_a_problem_is_one_line_that_a_terminal_can_show() -> None:
    problem = Problem(Severity.ERROR, Location("a\nb\x1b[31m.yaml", 3), "x\u202ey\ud800" + "z" * 9_999)
    assert str(problem).startswith(r"a\nb\x1b[31m.yaml:3: error: x\u202ey\ud800zzz")
    assert len(str(problem)) < 2_100
    assert one_line("Žluť — 1½") == "Žluť — 1½"
    assert [quoted(v) for v in (None, True, "x" * 99, [1, "a"], {"k": 1}, {})] == [
        "null", "true", f"'{'x' * 59}…'", "[1, 'a']", "{k, …}", "{}",
    ]  # fmt: skip


def test_problems_without_end_are_cut() -> None:
    problems = Problems()
    for line in range(5 * MOST):
        problems.error(Location("f", line), "wrong")
    assert len(problems) == MOST + 1
    assert list(problems)[-1].what == f"more than {MOST}; the others aren't shown"
    problems.warning(Location("f"), "doubtful")
    assert len(problems) == MOST + 2
    assert near("x" * 99_999, map(str, range(99_999))) == ""


# ------------------------------------------------------------------ data files

YAML = {
    "control character": (b"- {id: a}\n- {id: 'b\x07'}\n", r"f:2:10: error: a control character \(U\+0007\)"),
    "escaped control character": (b'- {id: "\\x1b[2J"}', r"f:1:8: error: a control character \(U\+001B\) in '\\x1b"),
    "nul": (b"a: \0", r"f:1:4: error: a control character \(U\+0000\).*save the file as UTF-8"),
    "UTF-16 without a mark": ("a: b".encode("utf-16-le"), "save the file as UTF-8"),
    "lone surrogate": (b'a: "\\ud800"', "error"),
    "Python object": (b"!!python/object/apply:os.system [ls]", "a tag !!python/object/apply:os.system"),
    "binary": (b"a: !!binary aGVsbG8=", "a tag !!binary"),
    "set": (b"a: !!set {b, c}", "a tag !!set"),
    "own tag": (b"a: !x [b]", "f:1:4: error: a tag !x"),
    "merge": (b"a: {<<: {b: 1}}", "f:1:5: error: << takes over the keys of another mapping"),
    "two documents": (b"a: 1\n---\nb: 2\n", "f:2: error: a second document begins here"),
    "nested": (b"[" * 100_000, "exceeded maximum nesting depth"),
    "nested and closed": (b"[" * 70 + b"]" * 70, "nested deeper than 64 levels"),
    "long key": (b"? " + b"k" * (LONGEST_VALUE + 1) + b"\n: 1\n", "a text of 100001 characters"),
    "long text": (b"a: " + b"x" * (LONGEST_VALUE + 1), "a text of 100001 characters"),
    "many values": (b"a: [" + b"1," * MOST_VALUES + b"1]", f"more than {MOST_VALUES} values"),
    "same key spelled twice": (b'{id: 1, "\\x69d": 2}', "key 'id' stands twice"),
    "key that is a list": (b"{[1]: 2}", "a key that is a list or mapping"),
    "long broken line": (b"a: [" + b"x " * 99_999 + b"\n}: :", "error"),
}


@pytest.mark.parametrize("kind", YAML)
def test_yaml_that_no_person_writes(kind: str) -> None:
    raw, message = YAML[kind]
    said = failed(lambda: read_yaml(raw, "f"))
    assert re.search(message, said)
    assert len(said) < 3_000


JSON = {
    "NaN": (b'[{"a": NaN}]', r"f:1:8: error: nan is no number"),
    "Infinity": (b"[-Infinity]", "-inf is no number"),
    "lone surrogate": (b'["\\ud800"]', r"a control character \(U\+D800\)"),
    "control character": (b'["\\u0007"]', r"a control character \(U\+0007\)"),
    "nested": (b"[" * 100_000, "nested deeper than 64 levels"),
    "nested and closed": (b"[" * 70 + b"]" * 70, "nested deeper than 64 levels"),
    "many values": (b"[" + b"1," * MOST_VALUES + b"1]", f"more than {MOST_VALUES} values"),
    "key twice": (b'{"a": 1,\n "a": 2}', "f:2:2: error: key 'a' stands twice, in line 1 and in line 2"),
    "many keys twice": (b"{" + b'"a": 1, ' * 9_999 + b'"a": 1}', "key 'a' stands twice"),
}


@pytest.mark.parametrize("kind", JSON)
def test_json_that_no_person_writes(kind: str) -> None:
    raw, message = JSON[kind]
    assert re.search(message, failed(lambda: read_json(raw, "f")))


def test_a_number_too_long_for_a_number_stays_text() -> None:
    assert read_json(b'{"a": ' + b"9" * 5_000 + b', "b": 1e400}', "f").data == {"a": "9" * 5_000, "b": "1e400"}


TABLES = {
    "nul": (b"id,n\na,b\0c\n", r"f:2:4: error: a control character \(U\+0000\)"),
    "columns": (b"id" + b",c" * 50_000 + b"\n", "f:1: error: 50001 columns; allowed: at most 1000"),
    "cells": (b"id,n\n" + b"a,b\n" * MOST_VALUES, f"more than {MOST_VALUES} values"),
    "empty lines": (b"id,n\na,b\n" + b"\n" * (MOST_VALUES + 9), f"more than {MOST_VALUES} values"),
    "wrong rows": (b"id\n" + b"a,b\n" * 5_000, f"more than {MOST}; the others aren't shown"),
    "huge cell": (b'id\n"' + b"x" * 200_000 + b'"\n', "field larger than field limit"),
    "lone quote": (b'id\na"\n"b', "not a table"),
    "broken UTF-16": (b"\xff\xfea", "the text is not UTF-16"),
}


@pytest.mark.parametrize("kind", TABLES)
def test_tables_that_no_spreadsheet_writes(kind: str) -> None:
    raw, message = TABLES[kind]
    assert re.search(message, failed(lambda: read_table(raw, "f")))


@pytest.mark.parametrize("reader", [read_yaml, read_json, read_table])
@given(raw=st.binary(max_size=200))
@settings(derandomize=True, max_examples=150, deadline=None)
def test_any_bytes_are_read_or_refused(reader: Callable[[bytes, str], object], raw: bytes) -> None:
    try:
        reader(raw, "f")
    except Failed as failure:
        assert failure.problems


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "endless.yaml").symlink_to("/dev/zero")
    (tmp_path / "circle.yaml").symlink_to(tmp_path / "circle.yaml")
    for path in tmp_path.iterdir():
        assert re.search("this is no file|can't be read", failed(lambda path=path: read(path, path.name)))


# ------------------------------------------------------------------ packs


def test_wrong_types_for_every_key_of_a_pack(make_pack: MakePack) -> None:
    keys = ["title", "version", "players", "languages", "palette", "fonts", "facts", "components"]
    inner = ["title", "template", "size", "items", "sort", "copies", "layout", "margin", "gap", "cells"]
    inner += ["group", "papers", "foot", "marks"]
    values = ["[[[]]]", "{a: {b: c}}", "null", "1e400", ".nan", "-1", '"../../x"', '"\\u202e"', "99999999999999999999"]
    for value in values:
        top = "".join(f"{key}: {value}\n" for key in keys)
        deep = PACK.split("  card:")[0] + "  card:\n" + "".join(f"    {key}: {value}\n" for key in inner)
        for pack in (top, deep):
            for line in told(run("check", make_pack({"deck.yaml": DECK}, pack=pack))):
                assert re.match(r".*pack\.yaml:\d+:\d+: error: ", line)
                assert not re.search(r"\bNone\b|\bTrue\b|Input should|literal\[|constrained", line)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[63, 88]", "[0.001, 0.001]", "size.0: 0.001 won't do"),
        ("[63, 88]", "[1000000000, 88]", "size.0: 1000000000 won't do"),
        ("[63, 88]", '["nan", "inf"]', "size.0: 'nan' won't do"),
        ("layout: page", "layout: honeycomb\n    cells: [[0, 0], [99999999999, 0]]", "99999999999 won't do"),
        ("layout: page", "layout: honeycomb\n    cells: [[0, 0], [0, 0]]", "a cell stands twice"),
        ("layout: page", "group: ../x", "group: '../x' won't do"),
        ("layout: page", "group: CON", "group: 'CON' won't do"),
        ("layout: page", "group: other", "a component outside the group is called other too"),
        ("layout: page", "sort: colour", "no item has a field 'colour' to sort by; allowed: id, text"),
        ("layout: page", "papers: [A4, A99]", "there is no paper 'A99'"),
        ("items: deck", "items: ../deck", "there is no table '../deck'"),
        ("[en]", '[en, "../../x"]', "languages.1: '../../x' won't do"),
        ("[en]", "[en, EN]", "languages: 'EN' stands twice"),
        ("[en]", '["en\\n"]', "won't do"),
        ("  card:", "  ../card:", "'../card' won't do"),
        ("  card:", "  card.:", "'card.' won't do"),
        ("  card:", "  con:", "'con' won't do"),
        ("from: 1, to: 4", "from: 9, to: 4", "players: from 9 to 4"),
        ("card.svg.j2", "../../../../etc/passwd", "there is no template"),
        ("card.svg.j2", "/etc/passwd", "there is no template"),
        ("components:", 'fonts: {Own: {files: {"400": ../../x.ttf}}}\ncomponents:', "leaves the pack's folder"),
        ("components:", 'fonts: {Own: {files: {"400": none.ttf}}}\ncomponents:', "there is no font file"),
        ("components:", "fonts: {Own: {files: {bold: a.ttf}}}\ncomponents:", "'bold' won't do"),
    ],
)
def test_names_and_sizes_that_no_page_or_file_has(make_pack: MakePack, old: str, new: str, message: str) -> None:
    other = "  other: {title: O, template: card.svg.j2, size: [63, 88], items: deck}\n"
    folder = make_pack({"deck.yaml": DECK}, pack=PACK.replace(old, new, 1) + other)
    assert any(message in line for line in told(run("build", folder, "-o", folder.parent / "out")))
    assert not list(folder.parent.rglob("card.*pdf"))


def test_items_without_end_and_ids_that_are_none(make_pack: MakePack) -> None:
    many = "id,text\n" + "".join(f"a{n},b\n" for n in range(21_000))
    assert "has 21000 items; allowed: at most 20000" in told(run("check", make_pack({"deck.csv": many})))[0]
    for value in ("[1]", "{a: 1}", "true"):
        errors = told(run("check", make_pack({"deck.yaml": f"- {{id: {value}}}\n"}, name="other")))
        assert "is no name; allowed: a text or a number" in errors[0]
    same = "".join("- {id: a}\n" for _ in range(3_000))
    assert len(told(run("check", make_pack({"deck.yaml": same}, name="third")))) == MOST + 1


def test_ids_of_items_never_lead_out_of_the_output_folder(make_pack: MakePack, tmp_path: Path) -> None:
    ids = ["../../evil", "/evil", "a/b", "..", "CON", "a:b", "x" * 300, "A", "a", "é", "e\u0330", "-rf", "a\nb", " "]
    deck = "".join(f"- {{id: {id_!r}, text: x}}\n".replace("\\n", "").replace("'", '"') for id_ in ids)
    folder = make_pack({"deck.yaml": deck})
    before = sorted(tmp_path.rglob("*"))
    result = run("build", folder, "--format", "svg", "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    made = [path for path in sorted(tmp_path.rglob("*")) if path not in before and path.is_file()]
    assert len(made) == len(ids)
    assert {path.parent for path in made} == {tmp_path / "out/testpack/en/card"}


def test_file_names() -> None:
    assert names(["a", "A", "a", "a-2"]) == ["a", "A-2", "a-3", "a-2-2"]
    assert names(["../x", "con", "Nul.txt", "", "...", "Größe 1"]) == ["_x", "_con", "_Nul.txt", "_", "_-2", "Größe_1"]
    found = names(["?"] * 5_000)
    assert len(set(found)) == 5_000


def test_a_honeycomb_of_many_small_pieces_is_laid_out_at_once() -> None:
    honeycomb = Honeycomb(Room(Size(210, 297), 6), 1.0)
    spots = honeycomb.spots([((0, 0),)] * 20_000 + [((0, 0), (1, 0))] * 2_000)
    assert len(set(spots)) == 22_000


def test_links_that_leave_the_pack_are_not_followed(make_pack: MakePack, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (outside / "locale").mkdir(parents=True)
    (outside / "pack.yaml").write_text(PACK, encoding="utf-8")
    (outside / "pl.po").write_text('msgid "Card"\nmsgstr "Secret"\n', encoding="utf-8")
    (outside / "card.svg.j2").write_text(CARD, encoding="utf-8")
    (outside / "sheet.yaml").write_text("a: 1\n", encoding="utf-8")
    (outside / "a.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    links = {
        "pack.yaml": "pack.yaml",
        "locale/pl.po": "pl.po",
        "templates/card.svg.j2": "card.svg.j2",
        "templates": "",
        "locale": "",
        "art": "",
        "art/a.svg": "a.svg",
        "example": "",
        "example/sheet.yaml": "sheet.yaml",
        "score.yaml": "sheet.yaml",
        "circle.yaml": "../circle/circle.yaml",
    }
    icon = CARD.replace("{% endblock", '{{ icon("a", 1, 1, 9) }}{% endblock')
    for number, (name, target) in enumerate(links.items()):
        files = {"deck.yaml": DECK, "score.yaml": SCORE + LINE}
        pack = PACK.replace("[en]", "[en, pl]") if "locale" in name else PACK
        folder = make_pack(files, name=f"p{number}", pack=pack, card=icon if "art" in name else CARD)
        link = folder / name
        if link.is_dir():
            for path in link.iterdir():
                path.unlink()
            link.rmdir()
        link.parent.mkdir(exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(outside / target)
        errors = told(run("check", folder))
        assert any(re.search("leaves the pack's folder|there is no (template|art)", line) for line in errors), name


PO = {
    "UTF-16 mark, broken": (b"\xff\xfea", "the text is not UTF-16"),
    "not UTF-8": (b'msgid "Card"\nmsgstr "\xff"\n', "pl.po:2: error: the text is not UTF-8"),
    "other charset": (b'msgid ""\nmsgstr "Content-Type: text/plain; charset=KOI8-R\\n"\n', "a catalogue in KOI8-R"),
    "plural of millions": (b'msgid "a"\nmsgid_plural "b"\nmsgstr[99999999] "x"\n', "not a catalogue"),
    "placeholders": (b'msgid "Card"\nmsgstr "{0.__class__} {x!r:>99999999}"\n', "has other placeholders"),
    "control character": (b'msgid "Card"\nmsgstr "\x1b[2J"\n', "a control character"),
    "long text": (b'msgid "Card"\nmsgstr "' + b"x" * 200_000 + b'"\n', "a text of 200000 characters"),
    "entries": (b"".join(b'msgid "a%d"\nmsgstr "x"\n\n' % n for n in range(21_000)), "at most 20000 texts"),
    "broken date": (b'msgid ""\nmsgstr "POT-Creation-Date: 2020-99-99 99:99+9999\\n"\n', "not a catalogue"),
}


@pytest.mark.parametrize("kind", PO)
def test_catalogues_that_no_translator_writes(make_pack: MakePack, kind: str) -> None:
    raw, message = PO[kind]
    folder = make_pack({"deck.yaml": DECK, "locale/pl.po": raw}, pack=PACK.replace("[en]", "[en, pl]"))
    assert any(message in line for line in told(run("build", folder, "-o", folder.parent / "out")))


def test_the_language_of_a_filled_sheet_reads_no_file_elsewhere() -> None:
    assert localise.common("../../get-on-board/locale/ru", Problems()) == {}
    assert localise.common("a\0b" * 999, Problems()) == {}


def test_damaged_fonts_are_told(make_pack: MakePack) -> None:
    pack = PACK.replace("components:", 'fonts: {Own: {files: {"400": own.ttf}}}\ncomponents:')
    card = CARD.replace("size=12", 'size=12, family="Own", weight=400')
    for number, raw in enumerate((b"", b"hello", b"\0\1\0\0" + b"\xff" * 999, b"OTTO" + b"\0" * 99)):
        files: Mapping[str, str | bytes] = {"deck.yaml": DECK, "art/own.ttf": raw}
        told(run("build", make_pack(files, name=f"p{number}", pack=pack, card=card), "-o", "out"))


# ------------------------------------------------------------------ templates

NEST = "{% set n = namespace(a=[1], b=[1]) %}{% for i in range(40) %}{% set n.a = [n.a, n.a] %}{% endfor %}"
MACROS = "".join(f"{{% macro m{n}() %}}{{{{ m{n + 1}() ~ m{n + 1}() }}}}{{% endmacro %}}" for n in range(60))
RUNAWAYS = {
    "format": "{{ '{:>900000000}'.format('a') }}",
    "format_map": "{{ '{x.__class__}'.format_map({'x': 1}) }}",
    "padding": "{{ 'a'.ljust(900000000) }}",
    "tabs": "{{ '\t'.expandtabs(900000000) }}",
    "method in brackets": "{{ 'a'['ljust'](900000000) }}",
    "method by map": "{{ ['a']|map(attribute='format')|first }}",
    "bytes": "{{ (1).to_bytes(900000000, 'big') }}",
    "replace": "{% set a = 'a' * 60000 %}{{ a|replace('a', a) }}",
    "join": "{% set a = 'a' * 60000 %}{{ ([a] * 60000)|join }}",
    "join with a mark": "{% set a = 'a' * 900000 %}{{ range(2000)|join(a) }}",
    "translation": "{{ 'x' ~ ('{x}' * 100000) ~ 'y' * 900000 }}",
    "doubled text": "{% set n = namespace(s='xx') %}{% for i in range(60) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
    "doubled sum": "{% set n = namespace(s='xx') %}{% for i in range(60) %}{% set n.s = n.s + n.s %}{% endfor %}",
    "doubled list": "{% set n = namespace(s=[1]) %}{% for i in range(60) %}{% set n.s = n.s + n.s %}{% endfor %}",
    "doubled block": "{% set x = 'xx' %}" + "{% set x %}{{ x }}{{ x }}{% endset %}" * 40,
    "doubled macros": MACROS + "{% macro m60() %}{% endmacro %}{{ m0() }}",
    "compared lists": NEST + "{% if n.a == n.b %}{% endif %}",
    "printed lists": NEST + "{{ n.a }}",
    "nested tuples": NEST.replace("[n.a, n.a]", "(n.a, n.a)"),
    "nested mappings": NEST.replace("[n.a, n.a]", "{'a': n.a, 'b': n.a}"),
    "multiplied lists": NEST.replace("[n.a, n.a]", "[n.a] * 3"),
    "varargs": "{% macro m(n) %}{% if n %}{{ m(n - 1, varargs, varargs) }}{% endif %}{% endmacro %}{{ m(40) }}",
    "search": "{% set b = range(100000)|list %}{% for i in range(100000) %}{% if -1 in b %}{% endif %}{% endfor %}",
    "sum of lists": "{{ ([[1] * 40] * 4000)|sum(start=[]) }}",
    "batch": "{{ [1]|batch(900000000, 'x')|list }}",
    "slice": "{{ [1]|slice(900000000)|list }}",
    "places": "{{ 3|round(99999999, 'ceil') }}",
    "sorting": "{% for i in range(1000) %}{% set c = range(100000)|sort %}{% endfor %}",
    "chains": "{% for i in range(2000) %}{% set c = range(100000)|map('string')|list %}{% endfor %}",
    "divisions": "{% set n = namespace(a=7) %}{% for i in range(9000) %}{% set n.a = n.a * n.a // 3 %}{% endfor %}",
    "doubling": "{% set n = namespace(a=7) %}{% for i in range(99999) %}{% set n.a = n.a + n.a %}{% endfor %}",
    "powers": "{{ (7 ** 64) ** 64 }}",
    "methods": "{% set t = 'a' * 900000 %}{% for i in range(999) %}{% if t.isalpha() %}{% endif %}{% endfor %}",
    "counting": "{% set l = range(99999)|list %}{% for i in range(999) %}{% if l.count(1) %}{% endif %}{% endfor %}",
    "tests": "{% set t = 'a' * 900000 %}{% for i in range(999) %}{% if t is lower %}{% endif %}{% endfor %}",
    "numbers": "{% set n = namespace(a=9) %}{% for i in range(99) %}{% set n.a = n.a * n.a %}{% endfor %}",
    "recursive loop": "{% for x in [[1]] * 100 recursive %}{{ loop([x] * 1000) }}{% endfor %}",
    "infinite number": "{% set x = 1e400 %}{{ x + 1 }}",
    "list printed": "{{ item }}",
    "function printed": "{{ range }}",
    "list joined to text": "{{ [1] ~ 'a' }}",
}


@pytest.mark.parametrize("kind", RUNAWAYS)
def test_templates_that_run_wild_stop(kind: str) -> None:
    import jinja2

    sandbox = Templates()
    with pytest.raises((jinja2.TemplateError, TypeError, RecursionError)):
        sandbox.written(sandbox.from_string(RUNAWAYS[kind]).generate({"item": {"a": 1}}))


SHAPES = {
    "plots": "{% for i in range(900) %}{% set x = shape.street_plots(data.grid, [], 0, 0, 1, 0) %}{% endfor %}",
    "corners": "{% for i in range(9999) %}{% set x = shape.corners(1, 1, 1, 10000) %}{% endfor %}",
    "tracks": "{% for i in range(9999) %}{% set x = shape.track(10000, 1, 1, 1) %}{% endfor %}",
}


@pytest.mark.parametrize("kind", SHAPES)
def test_shapes_are_paid_for_by_their_size(make_pack: MakePack, kind: str) -> None:
    grid = "[" + ", ".join(f"{{id: {at}, row: {at // 90 + 1}, column: {at % 90 + 1}}}" for at in range(8100)) + "]"
    card = '{% extends "common/face.svg.j2" %}{% block face %}' + SHAPES[kind] + "{% endblock %}"
    (error, *_) = told(run("check", make_pack({"deck.yaml": DECK, "grid.yaml": grid}, card=card)))
    assert "templates/card.svg.j2:1: error: card 'a': more than 200000 loop turns, calls and copies" in error


def test_the_time_is_looked_at_in_calls_too() -> None:
    sandbox = Templates()
    sandbox.budget.renew()
    sandbox.budget.until = 1e-9  # long ago
    running = sandbox.from_string("{% macro m() %}{% endmacro %}{{ m() }}" + "{{ m() }}" * 20).root_render_func
    with pytest.raises(TooMuchWork, match="this takes longer than"):
        list(running(sandbox.from_string("").new_context()))


@pytest.mark.parametrize(
    "score", ["boxes: hello", "boxes: [1]", "lines: 3", "boxes: {a: 3}", "boxes: null", "rules: x"]
)
def test_a_score_sheet_of_nonsense_is_told(make_pack: MakePack, score: str) -> None:
    errors = told(run("check", make_pack({"deck.yaml": DECK, "score.yaml": score})))
    assert errors
    assert not any("fault of the program" in error for error in errors)


def test_what_templates_need_goes_on() -> None:
    sandbox = Templates()
    text = (
        "{% for (a, b) in [[1, 2]] %}{{ a }}{{ b }}{% endfor %}{% set c, d = 3, 4 %}{{ c + d }}"
        "{% set n = namespace(x=[]) %}{% set n.x = n.x + [5] %}{{ n.x|length }}{{ 'a,b'.split(',')[1] }}"
        "{{ [1, 2]|join('-') }}{{ [1, 2.5]|sum }}{{ 2.345|round(1) }}{{ 'abc'|replace('b', 'x') }}"
        "{{ 1 if 'a' in 'ab' }}"
        "{{ {'k': 6}.get('k') }}{% for k, v in {'q': 7}.items() %}{{ k }}{{ v }}{% endfor %}"
    )
    assert sandbox.written(sandbox.from_string(text).generate()).text == "1271b1-23.52.3axc16q7"


def test_a_text_may_grow_up_to_its_bound() -> None:
    sandbox = Templates()
    fits = sandbox.from_string(f"{{% set a = 'a' * {LONGEST} %}}{{{{ a|length }}}}")
    assert sandbox.written(fits.generate()).text == str(LONGEST)
    with pytest.raises(TooMuchWork, match="more than 1000000 characters"):
        sandbox.written(sandbox.from_string(f"{{% set a = 'a' * {LONGEST + 1} %}}").generate())


BODIES = {
    "{{ words('a', 5, 5, 9, 9, size=1, size=2) }}": "size is named twice; name it once",
    "{% macro m(a, a) %}{% endmacro %}": "a is named twice; name it once",
    "{% for a in [1] %}" * 25 + "{% endfor %}" * 25: "loops are nested more than 15 deep",
    "{% if 1 %}" * 120 + "{% endif %}" * 120: "it can't be compiled",
    "{{ label(3) }}": "label() takes the name of a box or line, not 3",
    "{{ [1]|dictsort }}": "dictsort: a list can't be used here",
    "{{ 'abcdef'|truncate(2) }}": "truncate: expected length >= 3, got 2",
    "{{ 'a'|upper(3, 4) }}": "is given another number of values than it takes",
    r"{{ '\ud800' }}": "half a character (U+D800 to U+DFFF) is no text",
    "{{ 9" + "9" * 5_000 + " }}": "a number of too many digits",
    "{% filter select %}a{% endfilter %}": "is printed here; allowed: text and numbers",
    "{{ words('a', 5, 5, 9, 9, size=1e17, least=6) }}": "words(): size=1e+17; allowed: above 0, up to 5000 pt",
    "{{ words('a', 5, 5, -1e9, 9) }}": "words(): -1000000000.0 is no length on a face",
    "{{ baseline('a', 5, 5, size=0) }}": "baseline(): size=0; allowed: above 0",
    "{{ number(1e308 * 10) }}": "number() takes a number, not inf",
    "{{ plural('{n} a', '{n} b', 'x') }}": "plural(): 'x' is no number; allowed: a number such as 3, 1.5 or 1,5",
    "{{ 1e308 * 10 }}": "a number without end is printed here",
    "{{ 'a' ~ (1e308 * 10) }}": "a number without end stands where one is to be written",
    "{{ field('a', -5, 5, 5, 5) }}": "lies 5.0 mm beyond the edge of its face",
    "{{ field('a', 5, 5, -5, 5) }}": "field 'a': w and h are above 0",
    "{% for i in range(20000) %}{{ field('a', 5, 5, 5, 5) }}{% endfor %}": "more than 2000 fields on one face",
    "{% include 'card.svg.j2' %}": "without end",
    "{% include '../../../../etc/passwd' %}": "there is no template",
    "{% include 'x' * 5000 %}": "there is no template 'xxx",
    "{{ icon('../../pack', 1, 1, 9) }}": "there is no art",
    "{{ icon('x' * 3000, 1, 1, 9) }}": "there is no art",
    "{{ picture('../pack.yaml', 1, 1, 9, 9) }}": "there is no art",
    "{{ words('x' * 100000, 1, 1, 60, 80, lines=99) }}": "a text of 100000 characters in one place",
    "{{ words([1], 1, 1, 60, 80) }}": "a list stands where a text or number is needed",
    "{{ words('a', 1, 1, 9, 9, fill='\"/><script>') }}": "is not a colour",
    "{{ field('a', 'b', 'c', 'd', 'e') }}": "",
    "{{ field('a', 1e308 * 10, 0, 1, 1) }}": "field(): inf is no length on a face; allowed: up to 100000",
    "{{ _('{x}' * 100000, x='b' * 100000) }}": "more than 1000000 characters",
    "{{ shape.track(999999999, 0, 0, 1)|length }}": "999999999 parts of a shape",
    "{{ shape.dots([[0, 0], [100, 0]], 0.0000001, 1, 'red') }}": "at most 10000 dots",
    "{{ shape.dots('abc', 1, 1, 'red') }}": "points must be pairs of numbers",
    "{{ words.__self__ }}": "unsafe",
    "{{ data.update({}) }}": "",
    "{{ 1" + " + 1" * 20_000 + " }}": "nested too deeply",
    "{{ " + "(" * 5_000 + "1" + ")" * 5_000 + " }}": "nested too deeply",
    "<g>" * 250 + "</g>" * 250: "",
    '<use href="file:///etc/passwd#x"/>': "",
    "<script>alert(1)</script>": "",
}


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_templates_of_a_pack_that_go_wrong_say_where(make_pack: MakePack, body: str) -> None:
    card = '{% extends "common/face.svg.j2" %}{% block face %}' + body + "{% endblock %}"
    errors = told(run("check", make_pack({"deck.yaml": DECK}, card=card)))
    assert any("templates/card.svg.j2" in line and BODIES[body] in line for line in errors), errors


def test_includes_that_double_and_templates_without_end_stop(make_pack: MakePack) -> None:
    chain: dict[str, str | bytes] = {f"templates/i{n}.j2": f"{{% include 'i{n + 1}.j2' %}}" * 2 for n in range(40)}
    card = "<svg/>{% include 'i0.j2' %}"
    folder = make_pack({"deck.yaml": DECK, "templates/i40.j2": "", **chain}, card=card)
    assert "more than 200000 loop turns" in told(run("check", folder))[0]
    long = make_pack({"deck.yaml": DECK}, name="long", card="{{ 1 }}" * 50_000)
    assert "templates/card.svg.j2: error: a template of 350000 characters" in told(run("check", long))[0]
    binary = make_pack({"deck.yaml": DECK, "templates/card.svg.j2": bytes(range(256))}, name="binary")
    assert "card.svg.j2:2: error: the text is not UTF-8" in told(run("check", binary))[0]


# ------------------------------------------------------------------ art


def svg(body: str, before: str = "") -> str:
    return f'{before}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{body}</svg>'


def png(width: int, height: int, rows: bytes) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return packed(">I", len(body)) + name + body + packed(">I", zlib.crc32(name + body))

    head = packed(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


LAUGHS = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(8))
BOMB = '<g id="g0"><rect width="1" height="1"/></g>' + "".join(
    f'<g id="g{n}">{f"""<use href="#g{n - 1}"/>""" * 10}</g>' for n in range(1, 12)
)
PICTURES: dict[str, str | bytes] = {
    "billion laughs": svg("<title>&h;</title>", f'<!DOCTYPE svg [<!ENTITY a "lol">{LAUGHS}]>'),
    "external entity": svg("<title>&x;</title>", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    "hidden entity": svg("&x;", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>').encode("utf-16"),
    "broken": "<svg",
    "deep": svg("<g>" * 5_000 + "</g>" * 5_000),
    "use bomb": svg(f'<defs>{BOMB}</defs><use href="#g11"/>'),
    "many attributes": svg(f"<rect {' '.join(f'a{n}=`1`' for n in range(9_000))}/>".replace("`", '"')),
    "many elements": svg("<rect/>" * 250_000),
    "nothing": "",
    "huge picture": png(60_000, 60_000, b""),
    "bomb of a picture": png(4_400, 4_400, b"\0" * 1_000_000),
    "cut off": png(40, 40, b"\0" * 6_440)[:60],
    "cut off JPEG": b"\xff\xd8\xff\xc0\0\x11\x08",
    "JPEG of fill bytes": b"\xff\xd8\xff" + b"\xff" * 100_000,
}


@pytest.mark.parametrize("kind", PICTURES)
def test_pictures_that_are_traps_are_told(make_pack: MakePack, kind: str) -> None:
    card = CARD.replace("{% endblock", '{{ picture("a.svg", 1, 1, 20, 20) }}{% endblock')
    folder = make_pack({"deck.yaml": DECK, "art/a.svg": PICTURES[kind]}, card=card)
    result = run("build", folder, "-o", folder.parent / "out", "--strict")
    told(result) if "error" in result.output else None
    assert result.exit_code == 1
    assert "root:" not in result.output


# ------------------------------------------------------------------ scores

FORMULAS = {
    "range(99999)": "a list of more than 2000 elements",
    "sum(range(1999)|map('range')|map('sum'))": "",
    "*".join(["2**64"] * 50): "a number grew too large",
    "2**64**64": "",
    "9" * 3_000: "a number that is too large",
    "[1] * 99999999": "",
    "'a' * 99999999": "",
    "a.__class__": "",
    "'{0}'.format(a)": "",
    "a|__counted": "unknown function",
    "(" * 1_500 + "a" + ")" * 1_500: "nested too deep",
    "-" * 3_000 + "a": "nested too deep",
    "+".join("a" * 1_200): "nested too deep",
    "[[1]]|join": "can't be joined",
    "a ~ a": "can't be used in a formula",
    "{1: 2}": "can't be used in a formula",
    "__import__('os')": "",
    "x" * 3_000: "unknown name 'xxx",
    "1 / 0": "a division by 0",
    "a if a": "an if without else",
    "{% for x in y %}": "",
}


@pytest.mark.parametrize("formula", FORMULAS, ids=range(len(FORMULAS)))
def test_formulas_that_run_wild_are_told(make_pack: MakePack, formula: str) -> None:
    score = SCORE + LINE.replace('"a"', f'"{formula}"')
    folder = make_pack({"deck.yaml": DECK, "score.yaml": score, "example/s.yaml": "a: 1\n"})
    errors = told(run("score", folder / "example/s.yaml"))
    assert any("score.yaml:2:" in line and FORMULAS[formula] in line for line in errors), errors


SHARED = ", ".join(f"v{n}: '[v{n - 1}, v{n - 1}]'" for n in range(1, 50))
SCORES = {
    "cycle": "values: {x: y, y: z, z: x}\n",
    "shared lists": f"values: {{v0: '[1]', {SHARED}}}\n"
    "rules: [{id: R, that: 'v49 == v48', says: '{v49}'}, {id: S, that: 'v49|join', says: '{v49|join}'}]\n",
    "growing numbers": f"values: {{v0: a + 2, {', '.join(f'v{n}: v{n - 1} * v{n - 1}' for n in range(1, 50))}}}\n",
    "too many values": f"values: {{{', '.join(f'v{n}: a' for n in range(1_001))}}}\n",
    "too many rules": f"rules: [{', '.join('{id: R, that: a, says: b}' for _ in range(1_001))}]\n",
    "wrong types": "rules: {}\nvalues: []\nsettings: 1\ntable: x\nbreaks: [1]\n",
    "wrong rules": "rules: [1, [], null, {id: [], that: {}, says: null, level: fatal}]\n",
    "open brace": "rules: [{id: R, that: a, says: '{a'}, {id: S, that: a, says: '{a!r} {nope}'}]\n",
    "settings": "settings: {s: {label: S, choices: '5'}, u: {label: U, count: '[1]', kind: ticks}}\n",
    "ranges": "settings: {s: {label: S, kind: number, from: 9, to: 1}, u: {label: U, from: 'range(3)'}}\n",
    "names": "values: {'a b': a, all: a, __class__: a, é: a, '': a}\n",
}


@pytest.mark.parametrize("kind", SCORES)
def test_score_files_that_are_traps_are_told(make_pack: MakePack, kind: str) -> None:
    folder = make_pack({"deck.yaml": DECK, "score.yaml": SCORE + LINE + SCORES[kind], "example/s.yaml": "a: 1\n"})
    told(run("score", folder / "example/s.yaml"))


VALUES = ["[1]", "{a: 1}", "null", "true", "1e400", '"½"', '"1/0"', '"²"', '"٣"', "999999999999999999999", '"\\u202e5"']
VALUES += [f'"{"9" * 500}"', f"[{'1, ' * 3_000}1]", '"nan"', '"{0.__class__}"', "[[[1]]]", '" "', '"x x"']


@pytest.mark.parametrize("game", ["get-on-board", "quadrata-canada", "cascadia"])
def test_wrong_values_in_every_box_are_reported(tmp_path: Path, game: str) -> None:
    problems = Problems()
    pack = load(game, problems)
    scorer = compiled(pack, problems)
    assert scorer is not None
    words = localise.words(pack, pack.file.languages[-1], problems)
    for value in VALUES:
        path = tmp_path / "sheet.yaml"
        names_ = [*scorer.form.player_slots, *scorer.form.table_slots, *scorer.form.lines]
        path.write_text("".join(f"{name}: {value}\n" for name in names_), encoding="utf-8")
        report = scorer.score(scorer.read(read(path, "sheet.yaml")))
        assert not report.holds or value in ("null", '" "')
        told_ = text(report, words)
        assert "\u202e" not in told_
        assert max(map(len, told_.splitlines())) < 3_000
        json.dumps(as_json(report, words))


@pytest.mark.parametrize(
    "sheet",
    [
        *(f"{key}: {value}\n" for key in ("game", "players", "language") for value in VALUES),
        "game: get-on-board\nplayers: [" + "{}, " * 5_000 + "]\n",
        "game: get-on-board\n" + "".join(f"x{n}: 1\n" for n in range(2_000)),
        "game: get-on-board\n\"\": 1\n'{0}': 2\n1: 3\nnull: 4\n",
        "game: ../../x\n",
        "game: ..\n",
        f"game: {'x' * 5_000}\n",
        "game: get-on-board\nlanguage: ../../../../etc/passwd\n",
        "",
        "- a\n",
    ],
    ids=range(len(VALUES) * 3 + 9),
)
def test_sheets_that_are_none_are_told(tmp_path: Path, sheet: str) -> None:
    path = tmp_path / "sheet.yaml"
    path.write_text(sheet, encoding="utf-8")
    result = run("score", path)
    assert max(map(len, result.output.splitlines()), default=0) < 2_500
    if not sheet.startswith("game: get-on-board"):
        told(result)


def _tokens(game: str) -> list[tuple[Path, list[str]]]:
    paths = sorted((shipped.data() / game).glob("*.yaml"))
    return [(path, re.findall(r"\w+|\s+|.", path.read_text(encoding="utf-8"))) for path in paths]


EDITS = st.lists(
    st.tuples(st.sampled_from(["drop", "double", "swap"]), st.integers(0, 10**6), st.integers(0, 10**6)),
    min_size=1,
    max_size=4,
)
SHOTS = ["[", "]", "{", "}", ":", "-", "null", "1e400", "-1", '"', "'", "#", "\n", "  ", "*", "&a", "!!x", "<<", "é"]


@pytest.mark.parametrize("game", ["get-on-board", "quadrata-canada", "cascadia"])
@given(which=st.integers(0, 10**6), edits=EDITS)
@settings(derandomize=True, max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_edits_of_shipped_packs_are_told(
    game: str, which: int, edits: list[tuple[str, int, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Load and compile the score of a pack with a few tokens of one file dropped, doubled or replaced."""
    files = _tokens(game)
    chosen, tokens = files[which % len(files)]
    changed = list(tokens)
    for how, at, what in edits:
        place = at % len(changed)
        made = {"drop": [], "double": [changed[place]] * 2, "swap": [SHOTS[what % len(SHOTS)]]}[how]
        changed[place : place + 1] = made
    folder = tmp_path_factory.mktemp("fuzz") / game
    folder.mkdir()
    for path, _ in files:
        text = "".join(changed) if path == chosen else path.read_text(encoding="utf-8")
        (folder / path.name).write_text(text, encoding="utf-8")
    problems = Problems()
    try:
        compiled(load(str(folder), problems), problems)
    except Failed as failure:
        assert all(str(problem).count("\n") == 0 for problem in failure.problems)


# ------------------------------------------------------------------ the command

COMMAND = [sys.executable, "-m", "generator.cli.main"]


def process(*arguments: str, out: object = subprocess.PIPE, setup: Callable[[], None] | None = None, **variables: str):
    """Run the command as a process of its own."""
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=shipped.root(),
        timeout=60,
        check=False,
        stdout=out,
        stderr=subprocess.PIPE,
        preexec_fn=setup,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **variables},
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk_behind_the_output() -> None:
    with Path("/dev/full").open("wb") as full:
        done = process("list", out=full)
    assert done.returncode == 1
    assert done.stderr == b"playsheet: error: the outcome can't be written: No space left on device\n"


def test_nobody_reads_the_output() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = process("list", out=write_end)
    os.close(write_end)
    assert b"Traceback" not in done.stderr


def test_a_terminal_without_the_letters() -> None:
    done = process("score", "--blank", "get-on-board", "--lang", "ru", PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u041f" in done.stdout


def test_a_disk_that_fills_up_keeps_the_old_file(make_pack: MakePack, tmp_path: Path) -> None:
    import resource

    folder = make_pack({"deck.yaml": DECK})
    target = tmp_path / "out/testpack/en/card.pdf"
    target.parent.mkdir(parents=True)
    target.write_bytes(b"old")

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))

    done = process("build", str(folder), "-o", str(tmp_path / "out"), setup=little)
    assert done.returncode == 1
    assert b"card.pdf: error: can't be written: File too large" in done.stderr
    assert target.read_bytes() == b"old"
    assert [path.name for path in target.parent.iterdir()] == ["card.pdf"]


def test_what_is_in_the_way_is_told(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK})
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert "file" in told(run("build", folder, "-o", tmp_path / "file/out"))[0]
    (tmp_path / "out/testpack/en/card.pdf/x").mkdir(parents=True)
    assert "card.pdf: error: can't be written" in told(run("build", folder, "-o", tmp_path / "out"))[0]
    assert [path.name for path in (tmp_path / "out/testpack/en").iterdir()] == ["card.pdf"]
    with pytest.raises(Failed, match="can't be written"):
        put(tmp_path / "file/x.svg", b"x")


def test_a_new_pack_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, encoding: str = "") -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    assert "mygame: error: can't be written: No space left" in told(run("new", tmp_path / "mygame"))[0]
    assert list(tmp_path.iterdir()) == []


def test_arguments_that_make_no_sense(tmp_path: Path) -> None:
    for name in ("", "..", "/etc/passwd", "a\nb", "x" * 5_000, "cascadia/../x"):
        told(run("list", name))
    for name in ("a b", "é", "..", "x" * 200):
        told(run("new", tmp_path / name))
    assert "allowed: at most 20000" in told(run("build", "cascadia", "--copies", 10**20, "-o", tmp_path))[0]
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------ odd surroundings


def test_a_folder_where_a_file_belongs_is_told(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK, "score.yaml/x": "", "more.csv/x": ""})
    lines = run("build", folder, "-o", tmp_path / "out").stderr.splitlines()
    assert [line for line in lines if "this is a folder" in line] == [
        f"{folder}/{name}: warning: this is a folder, so no data is read from it; "
        "put the file itself there, or rename the folder"
        for name in ("more.csv", "score.yaml")
    ]
    (tmp_path / "odd/pack.yaml").mkdir(parents=True)
    assert "pack.yaml: error: this is no file" in told(run("check", tmp_path / "odd"))[0]


@pytest.mark.parametrize("name", ["con", "Nul", "COM1", "aux"])
def test_names_that_windows_keeps_for_itself_are_refused(tmp_path: Path, name: str) -> None:
    (line,) = told(run("new", tmp_path / name))
    assert f"'{name}' can't name a pack" in line
    assert f"take {name}-game, say" in line


def test_no_name_is_no_pack(tmp_path: Path, make_pack: MakePack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(make_pack({"deck.yaml": DECK}))
    assert run("build", "", "-o", tmp_path / "out").exit_code == 1
    assert run("build", ".", "-o", tmp_path / "out").exit_code == 0


def test_who_has_no_home_stores_no_printer_at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("HOME", "")
    (line,) = told(run("calibrate", "--name", "x", "--width", "180", "--height", "250"))
    assert "there is no home folder; set XDG_CONFIG_HOME" in line
