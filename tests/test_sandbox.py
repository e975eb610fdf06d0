"""Strangers' templates and formulas: no way out, no endless work, no silence."""

from __future__ import annotations

import re
from fractions import Fraction

import jinja2
import pytest

from generator.sandbox.budget import TooMuchWork
from generator.sandbox.formulas import Formulas
from generator.sandbox.templates import Templates

REFUSED = (jinja2.TemplateError, TooMuchWork, RecursionError, TypeError, OverflowError)


def render(text: str, **values: object) -> str:
    sandbox = Templates()
    return sandbox.written(sandbox.from_string(text).generate(values)).text


@pytest.mark.parametrize(
    "text",
    [
        "{{ ''.__class__ }}",
        "{{ x.__class__.__mro__ }}",
        "{{ x|attr('__class__') }}",
        "{{ ''.format.__globals__ }}",
        "{{ '{0.__class__}'.format(x) }}",
        "{{ x.append(1) }}",
        "{{ self.__init__ }}",
        "{{ cycler }}",
        "{{ lipsum() }}",
        "{{ 'a' * 99999999 }}",
        "{{ [1] * 99999999 }}",
        "{{ 9 ** 99999 }}",
        "{{ '%9999999d' % 1 }}",
        "{{ 'a'|center(99999999) }}",
        "{{ range(99999999)|list }}",
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "{% for a in range(99999) %}{% for b in range(99) %}{{ a }}{% endfor %}{% endfor %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
        "{% include '/etc/passwd' %}",
        "{% import 'os' as os %}",
    ],
)
def test_hostile_templates_stop(text: str) -> None:
    with pytest.raises(REFUSED):
        render(text, x=[1])


def test_values_are_escaped() -> None:
    assert render("<text>{{ x }}</text>", x='<b> & "R&D"') == "<text>&lt;b&gt; &amp; &#34;R&amp;D&#34;</text>"


def test_nothing_prints_as_python() -> None:
    assert render("{{ b }} {{ c }}", b=2.50, c=1 / 3) == "2.5 0.3333"


@pytest.mark.parametrize("written", [
    "{{ x }}", "{{ 'a: ' ~ x }}", "{{ x ~ 'a' }}", "{{ x|string }}", "{{ [x, 'a']|join }}", "{{ x|upper }}",
    "{{ x|trim }}", "{{ x|e }}", "{{ x|title }}", "{{ 'a'|replace('a', x) }}", "{{ [x]|map('string')|join }}",
    "{{ [x]|map('upper')|join }}", "{{ x|wordcount }}",
    "{{ x|urlencode }}", "{{ x|striptags }}", "{{ x|truncate(9) }}", "{{ x|lower }}", "{{ x|capitalize }}",
])  # fmt: skip
@pytest.mark.parametrize(("value", "message"), [
    (None, "an empty field is printed here"),
    (True, "true is printed here; allowed: text and numbers"),
    (False, "false is printed here; allowed: text and numbers"),
])  # fmt: skip
def test_no_empty_field_and_no_truth_becomes_a_word(written: str, value: bool | None, message: str) -> None:
    with pytest.raises(jinja2.TemplateRuntimeError, match=message):
        render(written, x=value)
    with pytest.raises(jinja2.TemplateRuntimeError, match="printed here" if value is None else "'x' is printed here"):
        render(re.sub(r"\bx\b", "row.x", written), row={"x": value})


@pytest.mark.parametrize("word", ["none", "true", "false"])
def test_no_word_for_nothing_is_joined_to_a_text(word: str) -> None:
    with pytest.raises(jinja2.TemplateRuntimeError, match="printed here"):
        render(f"{{{{ 'a' ~ {word} }}}}")


def test_an_empty_field_is_what_a_template_says_of_it() -> None:
    row = {"x": None, "y": 0}
    for text, printed in {
        "{{ row.x|default('–') }}{{ row.x or '+' }}{{ row.y|d(1) }}": "–+0",
        "{% if row.x %}a{% else %}b{% endif %}{{ 'n' if row.x is none }}{{ 'd' if row.x is defined }}": "bnd",
        "{{ 'e' if row.x == none }}{{ 'i' if row.x in [none] }}{{ 'n' if row.x != none }}": "ei",
        "{% for a in row.x %}a{% endfor %}{{ row.x|length }}": "0",
    }.items():
        assert render(text, row=row) == printed
    for text in ("{{ row.x + 1 }}", "{{ row.x * 2 }}", "{{ row.x < 2 }}", "{{ row.x.y }}"):
        with pytest.raises(jinja2.UndefinedError, match="the field 'x' is empty here"):
            render(text, row=row)


def test_a_field_goes_before_a_method_of_its_name() -> None:
    assert render("{{ x.values }} {{ x['items'] }}", x={"values": 3, "items": 4}) == "3 4"


def test_an_unknown_field_names_the_near_one() -> None:
    with pytest.raises(
        jinja2.UndefinedError, match=r"unknown field 'nmae' \(did you mean 'name'\?\); allowed: id, name"
    ):
        render("{{ item.nmae }}", item={"id": "a", "name": "Otter"})
    with pytest.raises(jinja2.UndefinedError, match="unknown name 'itme'"):
        render("{{ itme.name }}", item={})


def test_loops_count_what_they_turn() -> None:
    assert render("{% for i in range(3) %}{{ loop.index }}{{ 'l' if loop.last }} {% endfor %}") == "1 2 3l "
    assert render("{% for k, v in x.items() %}{{ k }}{{ v }}{% endfor %}", x={"a": 1, "b": 2}) == "a1b2"


def test_a_budget_is_fresh_for_each_rendering() -> None:
    sandbox = Templates()
    template = sandbox.from_string("{% for i in range(90000) %}{% endfor %}ok")
    assert [sandbox.written(template.generate()).text for _ in range(5)] == ["ok"] * 5


def formula(text: str, **values: object) -> object:
    compiled = Formulas().compile_expression(text, undefined_to_none=False)
    return compiled(**values)


def test_formulas_divide_exactly() -> None:
    assert formula("1 / 2 + 1 / 3") == Fraction(5, 6)
    assert formula("x / 2", x=4) == 2
    assert isinstance(formula("x / 2", x=4), int)


@pytest.mark.parametrize("text", ["x|safe", "x|attr('a')", "x|tojson", "x|pprint", "x|format(1)", "x|wordwrap"])
def test_formulas_have_only_their_own_filters(text: str) -> None:
    with pytest.raises(jinja2.TemplateError):
        formula(text, x="a")
