"""Strangers' templates and formulas: no way out, no endless work, no silence."""

from __future__ import annotations

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
    assert render("{{ a }} {{ b }} {{ c }}", a=True, b=2.50, c=1 / 3) == "true 2.5 0.3333"
    with pytest.raises(jinja2.UndefinedError, match="an empty field is printed here"):
        render("{{ x }}", x=None)


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
    assert render("{% for i in range(3) %}{{ loop.index }}{{ loop.last }} {% endfor %}") == "1false 2false 3true "
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
