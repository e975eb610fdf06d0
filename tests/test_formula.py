"""Formulas are exact, checked when the pack is loaded, and can neither run wild nor get out."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.problems import Failed
from generator.score.explain import Explainer
from generator.score.formula import graphs, work
from generator.score.formula.functions import descriptions
from generator.score.formula.work import FormulaError
from tests.effort import calls
from tests.sheets import compiled, line, mistakes, result, scored, scorer_of

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("7 / 2", Fraction(7, 2)),
        ("7 / 2 + 0.5", 4),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("1 / 3 * 3", 1),
        ("7 // 2", 3),
        ("-7 // 2", -4),
        ("7 % 4", 3),
        ("2 ** 10", 1024),
        ("-x", -3),
        ("x if x > 2 else 0", 3),
        ("none or 0", 0),
        ("x in [1, 3]", True),
        ("x not in [1, 3]", False),
        ("1 < x < 4", True),
        ("x is none", False),
        ("[1, 2, 3][:x - 1]", [1, 2]),
        ("[1, 2, 3][-1]", 3),
        ("(1, 2)|list", [1, 2]),
        ("[x, 2] == [3, 2]", True),
        ("[x, 2] != [3, 2]", False),
        ("list == list", True),
        ("true + true", 2),
    ],
)
def test_arithmetic_is_exact(text: str, right: Any) -> None:
    found = result(text, x=3, list=[1, 2])
    assert found == right
    assert type(found) is type(right)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("min([3, 1, 2])", 1),
        ("max(3, 5)", 5),
        ("max([], 4)", 4),
        ("sum([1, 2, 0.5])", Fraction(7, 2)),
        ("rows|sum(attribute='points')", 7),
        ("abs(-3)", 3),
        ("-3|abs", 3),
        ("half(7)", 3),
        ("floor(-0.5)", -1),
        ("ceil(1.5)", 2),
        ("round(2.5)", 3),
        ("frac(2.5)", HALF),
        ("clamp(9, 0, 5)", 5),
        ("len([1, 2])", 2),
        ("[1, 2]|length", 2),
        ("len('abc')", 3),
        ("count([1, 2, 1], 1)", 2),
        ("count([1, 2])", 2),
        ("range(3)", [0, 1, 2]),
        ("range(2, 8, 3)", [2, 5]),
        ("sums([3, 2])", [0, 3, 5]),
        ("distinct([2, 1, 2])", [2, 1]),
        ("[2, 1, 2]|unique", [2, 1]),
        ("pick([5, 6, 7], [2, 0])", [7, 5]),
        ("at([5, 6], 2)", 0),
        ("at([5, 6], 1, 9)", 6),
        ("at([5, 6], -1, 9)", 9),
        ("column([[1, 2], [3, 4]], 1)", [2, 4]),
        ("flat([[1], [2, 3]])", [1, 2, 3]),
        ("where([5, 6, 5], 5)", [0, 2]),
        ("without([1, 2, 3], [2])", [1, 3]),
        ("common([1, 2, 3], [2, 9])", [2]),
        ("zip([1, 2], [3, 4])", [[1, 3], [2, 4]]),
        ("products([1, 2], [3, 4])", [3, 8]),
        ("completed(['NB', '–', 'AB', 'NU'], ['AB', 'NB', 'NU'])", 4),
        ("completed(['a'], ['a', 'b'])", None),
        ("completed(['a'], [])", 0),
        ("reached(['a', '–', 'a', none, 'b'], 2)", 5),
        ("reached(['a'], 2)", None),
        ("rank(5, [7, 5, 5, 3])", 2),
        ("rank(3, [7, 7, 3])", 3),
        ("all([1, true])", True),
        ("any([0, none])", False),
        ("row(rows, 'b').points", 5),
        ("row(rows, 'z')", None),
        ("ids(rows)", ["a", "b"]),
        ("keys(rows[0])", ["id", "points"]),
        ("links(edges, ['A', 'B', 'C', '–'])", 2),
        ("components(edges, ['A', 'B', 'D'])", [2, 1]),
        ("steps(edges, 'A', 'D')", 3),
        ("steps(edges, 'A', 'Z')", None),
        ("is_path(edges, ['A', 'B', 'C'])", True),
        ("is_path(edges, ['A', 'C'])", False),
        ("default(none, 3)", 3),
        ("first([4, 5])", 4),
        ("last([4, 5])", 5),
        ("sort([3, 1])", [1, 3]),
        ("rows|sort(attribute='points', reverse=true)|map(attribute='id')|list", ["b", "a"]),
        ("list([1, 2])", [1, 2]),
        ("join([1, 2], '-')", "1-2"),
        ("'id' in rows[0]", True),
        ("'b' in 'abc'", True),
        ("[1] in [[1], [2]]", True),
        ("count([[1], [2]], [1])", 1),
        ("rows[0]['points']", 2),
        ("worth[2]", 5),
        ("pick(worth, ['2', 3])", [5, 9]),
        ("at(worth, '4', 1)", 1),
        ("rows|map(attribute='id')|join(', ')", "a, b"),
        ("[1, -2]|map('abs')|list", [1, 2]),
        ("[[1, 2], [3]]|map(attribute=0)|list", [1, 3]),
        ("[1, 5, none]|reject('none')|select('gt', 3)|list", [5]),
        ("[0, 2]|select|list", [2]),
        ("rows|selectattr('id', 'eq', 'a')|list|length", 1),
        ("rows|rejectattr('id', 'equalto', 'a')|map(attribute='id')|first", "b"),
    ],
)
def test_each_function_gives(text: str, right: Any) -> None:
    rows = [{"id": "a", "points": 2}, {"id": "b", "points": 5}]
    edges = [["A", "B"], ["B", "C"], {"from": "C", "to": "D"}]
    assert result(text, rows=rows, edges=edges, worth={"2": 5, "3": 9}) == right


def test_every_function_is_documented_and_every_documented_one_is_tested_above() -> None:
    tried = test_each_function_gives.pytestmark[0].args[1]  # type: ignore[attr-defined]
    for function in descriptions():
        assert function.meaning
        assert any(f"{function.name}(" in text or f"|{function.name}" in text for text, _ in tried), function


# ------------------------------------------------------------------ no way out, no running wild


@pytest.mark.parametrize(
    "text",
    [
        "''.__class__",
        "().__class__.__bases__[0].__subclasses__()",
        "x.__class__",
        "x['__class__']",
        "[x]|map(attribute='__class__')|list",
        "x.bit_length()",
        "'{0.__class__}'.format(x)",
        "self",
        "namespace(a=1)",
        "cycler(1)",
        "x|attr('real')",
        "x|pprint",
        "(1).real",
        "[1].append(2)",
        "range.__init__",
        "x|string",
        "*x",
        "max(*[1, 2])",
        "{'a': 1}",
        "1 ~ 2",
        "lipsum",
    ],
)
def test_nothing_of_python_can_be_reached(text: str) -> None:
    if not mistakes(text, "x"):
        with pytest.raises(FormulaError):
            result(text, x=1)


@pytest.mark.parametrize(
    "text",
    [
        "9 ** 9 ** 9",
        "2 ** 65",
        "10 ** 60 * 10 ** 60",
        "range(10 ** 9)",
        "[0] * 10 ** 9",
        "'a' * 10 ** 9",
        "'%1000000000d' % 1",
        "range(2000)|map('range')|map('map', 'range')|list",
        "range(2000)|map('range')|map('sums')|map('sums')|map('sum')|list",
        "1 / 0",
        "1 % 0",
        "range(1, 5, 0)",
        "[1, 2][2]",
        "[1, 2][i]",
        "[1, 2][0.5]",
        "max([])",
        "rank('a', [1])",
        "'a' + 'b'",
        "[1] < [2]",
        "sort([[1], [2]])",
        "half('x')",
        "none + 1",
        "[1, 2][1] / none",
        "clamp(1, 2)",
        "keys([1])",
        "[1]|map('nothing')",
        "[1]|select('nothing')",
        "links([1], [2])",
        "list('ab')",
        "worth[4]",
        "worth.four",
        "worth + 1",
        "'a'[0]",
        "none[0]",
        "'%1000000000d' is odd",
        "'%1000000000d' is even",
        "'%1000000000d' is divisibleby(3)",
        "['%1000000000d']|select('odd')",
        "[2, 1] >= 3",
        "1 in 2",
    ],
)
def test_a_formula_that_fails_or_runs_wild_stops_at_once(text: str) -> None:
    def work() -> None:
        with pytest.raises((FormulaError, TypeError)):
            result(text, i=-1, worth={"2": 5})

    assert calls(work) < 2_000_000


def test_lists_that_hold_a_list_many_times_are_not_compared_forever() -> None:
    values = "\n".join(f"  v{n}: '[v{n - 1}, v{n - 1}, v{n - 1}]'" for n in range(1, 60))
    others = "\n".join(f"  w{n}: '[w{n - 1}, w{n - 1}, w{n - 1}]'" for n in range(1, 60))
    scorer = scorer_of(
        f"values:\n  v0: '[1]'\n  w0: '[1]'\n{values}\n{others}\n"
        "lines: {a: {label: A, is: '1 if v59 == w59 else 0'}, b: {label: B, is: 'count([v59], w59)'}}"
    )
    report = scored(scorer, "game: game")
    assert len(report.problems) == 2
    assert "too long" in str(report.problems[0]) or "nested deeper" in str(report.problems[0])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 +", "can't be read"),
        ("(1", "can't be read"),
        ("1 }} 2", "can't be read"),
        ("schols + 1", "unknown name 'schols'; did you mean 'schools'?"),
        ("maxx(1)", "unknown function 'maxx'; allowed: abs"),
        ("maxx(1)", "did you mean 'max'?"),
        ("it + 1", "unknown name 'it' outside each:; add each: with a list"),
        ("all", "all needs a name; write all.<name>"),
        ("data.sheet.pionts", "unknown name 'data.sheet.pionts'; did you mean 'points'?"),
        ("data.shet", "unknown name 'data.shet'; did you mean 'sheet'?"),
        ("schools is nonne", "unknown test 'nonne'"),
        ("schools if schools", "an if without else; write x if condition else y"),
        ("max()", "max() without anything in it"),
        ("1 in [1] in [2]", "in together with another comparison"),
        ("1 < 2 in [2]", "in together with another comparison"),
        ("1[1:]", "a slice of what is no list"),
        ("schools.append(1)", "a call of something that isn't a function"),
        ("1 + " * 90 + "1", "nested too deeply"),
        ("(" * 500 + "1" + ")" * 500, "nested too deeply"),
    ],
)
def test_mistakes_are_found_when_the_pack_is_loaded(text: str, said: str) -> None:
    found = mistakes(text, "schools", tables={"sheet": {"points": [1]}})
    assert len(found) == 1
    assert said in found[0]
    assert found[0].startswith("score.yaml:3:5: error: formula ")


def test_a_mistake_stands_at_its_own_line_of_the_file() -> None:
    text = """\
boxes:
  schools: {label: Schools, kind: ticks, count: 4}
lines:
  a:
    label: A
    is: schols * 2
  b: {label: B, is: "1 +"}
rules:
  - id: R1
    that: b > 0
    says: "It is {bb}."
total: c
table: {ties: [d], rules: [{id: T, that: "sum(b) > 0", says: no}]}
"""
    scorer, wrong = compiled(text)
    assert scorer is None
    assert [w.split(" error")[0] for w in wrong] == [
        f"score.yaml:{place}:" for place in ("6:9", "7:21", "11:11", "12:8", "13:16", "13:42")
    ]


def test_a_circle_is_named() -> None:
    _, wrong = compiled("values: {a: b + 1, b: c + 1, c: 'max(all.a)'}\nlines: {x: {label: X, is: a}}\n")
    assert len(wrong) == 1
    assert "these need each other in a circle: " in wrong[0]
    names = wrong[0].split("circle: ")[1].split(";")[0].split(" → ")
    assert names[0] == names[-1]
    assert set(names) == {"a", "b", "c"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("boxes: {row: {label: A}}", "'row' has a meaning of its own"),
        ("boxes: {a-b: {label: A}}", "'a-b' can't be a name"),
        ("boxes: {a: {label: A}}\nlines: {a: {label: B, is: '1'}}", "'a' stands under boxes and under lines"),
        ("boxes: {a: {label: A, kind: ticks}}", "ticks need count"),
        ("boxes: {a: {label: A, kind: choice}}", "a choice needs choices"),
        ("boxes: {a: {label: A, kind: marks}}", "marks need choices"),
        ("boxes: {a: {label: A, kind: tikcs}}", "tikcs"),
        ("boxes: {a: {label: A, cuont: 3}}", "unknown key 'cuont'"),
        ("boxes: {a: {label: A, count: 'data.x|length'}}", "unknown name 'data.x'"),
        ("boxes: {a: {label: A, count: '[1, 2][5]'}}", "there is no element 5"),
        ("boxes: {a: {label: A, count: 1000}}", "a whole number from 0 to 200"),
        ("lines: {a: {label: A, is: '1', each: '[1]', rows: 2}}", "each: or rows:, not both"),
    ],
)
def test_a_wrong_declaration_is_a_problem(text: str, said: str) -> None:
    scorer, wrong = compiled(text)
    assert scorer is None
    assert any(said in message for message in wrong), wrong


def test_a_formula_that_fails_with_these_answers_shows_what_it_read() -> None:
    scorer = scorer_of(
        "boxes: {a: {label: A, from: 0, to: 9}}\nvalues: {v: '[1, 2][a]'}\n"
        "lines:\n  x: {label: X, is: v + 1}\n  y: {label: Y, is: 'a * 2'}\n"
    )
    report = scored(scorer, "{game: game, a: 5, y: 10}")
    (problem,) = report.problems
    assert str(problem) == (
        "score.yaml:2:13: error: formula '[1, 2][a]': there is no element 5; allowed: 0 to 1; it read a = 5 (player 1)"
    )
    assert [x.status for x in report.players[0].lines] == ["missing", "ok"]
    assert not report.holds


def test_a_line_must_be_a_number() -> None:
    scorer = scorer_of("lines: {x: {label: X, is: '[[1]]'}, y: {label: Y, is: \"'a'\"}, z: {label: Z, is: 1 == 1}}")
    report = scored(scorer, "{game: game, z: 1}")
    assert [str(p).split(": ", 2)[2] for p in report.problems] == [
        "formula '[[1]]': gives [[1]], a line must be a number (player 1)",
        "formula \"'a'\": gives 'a', a line must be a number (player 1)",
    ]
    assert report.players[0].lines[-1].status == "ok"


@given(st.fractions(max_denominator=60), st.fractions(max_denominator=60), st.integers(-50, 50))
def test_arithmetic_equals_that_of_fractions(x: Fraction, y: Fraction, n: int) -> None:
    assert result("x + y * n - x", x=x, y=y, n=n) == y * n
    if y:
        assert result("x / y", x=x, y=y) == x / y


# ------------------------------------------------------------------ only what formulas raise is a formula's fault

ROUTED = "route: {label: R, how: h, example: e, start: a, "


@pytest.mark.parametrize(
    "text",
    [
        "lines: {x: {label: X, is: 'links([], [])'}}",
        "lines: {x: {label: X, is: '1', why: '{links([], [])}'}}",
        "lines: {x: {label: X, is: '1', each: 'range(links([], []))'}}",
        "rules: [{id: R, that: 'false', says: '{links([], [])}'}]",
        "boxes: {a: {label: A, kind: marks, count: 'links([], [])'}}",
        f"boxes: {{a: {{label: A, from: 0}}}}\n{ROUTED}graph: 'none', rounds: 'links([], [])'}}",
        f"boxes: {{a: {{label: A, from: 0}}}}\n{ROUTED}graph: 'links([], [])', rounds: 5}}",
    ],
)
@pytest.mark.parametrize("raised", [MemoryError, AttributeError, KeyboardInterrupt, SystemExit])
def test_a_fault_of_the_program_is_not_taken_for_one_of_a_formula(
    text: str, raised: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(edges: Any, visited: Any) -> int:
        raise raised

    monkeypatch.setattr(graphs, "links", fails)
    with pytest.raises(raised):
        scored(scorer_of(text), "{game: game, x: 2, a: 1, route: []}")


@pytest.mark.parametrize("raised", [MemoryError, AttributeError, KeyboardInterrupt])
def test_a_fault_of_the_program_is_not_lost_in_an_explanation(
    raised: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise raised

    monkeypatch.setattr(Explainer, "why", fails)
    with pytest.raises(raised):
        scored(scorer_of("lines: {x: {label: X, is: 1 + 1}}"), "{game: game, x: 3}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("join([1], [2])", "[2] is no text to join with"),
        ("[data.sheet]|sum(5)", "there is no field 5"),
        ("[1, 2][::0]", "slice step cannot be zero"),
        ("1 is divisibleby(0)", "integer modulo by zero"),
        ("1 < 'a'", "'<' not supported between instances of 'int' and 'str'"),
        ("sum([1, 2][-3])", "unknown field '-3'"),
    ],
)
def test_what_a_formula_raises_is_a_problem_at_its_place(text: str, message: str) -> None:
    scorer = scorer_of(f'lines: {{x: {{label: X, is: "{text}"}}}}', {"sheet": {"points": 1}})
    (problem,) = scored(scorer, "game: game").problems
    assert message in str(problem)
    assert str(problem).startswith("score.yaml:1:27: error: formula ")


# ------------------------------------------------------------------ time


SLOW = """
boxes:
  a: {label: A, from: 0}
lines:
  quick: {label: Quick, is: "a + 1"}
  slow: {label: Slow, each: "range(450)", is: "sum(range(1000)) + a"}
  total: {label: Total, is: "quick + slow|sum"}
"""


def test_a_formula_that_takes_all_the_time_ends_at_once_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "process_time", lambda: 0.0)  # however slow the machine is, no time passes
    scorer = scorer_of(SLOW)
    assert line(scored(scorer, "{game: game, a: 1}"), "quick").right == 2
    looks = count()
    monkeypatch.setattr(work, "process_time", lambda: next(looks) * 0.01)  # every look takes a hundredth of a second
    with pytest.raises(Failed, match=r"formula 'sum\(range\(1000\)\) \+ a': scoring takes longer than 1.5 s"):
        scored(scorer, "{game: game, a: 1}")
    assert next(looks) < 180


def test_the_formulas_of_boxes_have_so_much_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "SECONDS", -1.0)
    with pytest.raises(Failed, match=r"score\.yaml.*the formulas of its boxes: scoring takes longer"):
        scorer_of(SLOW)


def test_running_out_of_time_is_nothing_that_a_formula_raises() -> None:
    assert not issubclass(work.OutOfTime, work.WHAT_FORMULAS_RAISE)
