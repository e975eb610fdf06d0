"""Filters of templates that could make something large of something small, bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any

import jinja2
from jinja2 import filters
from jinja2.filters import make_attrgetter
from jinja2.nodes import EvalContext
from markupsafe import soft_str

from generator.sandbox.arithmetic import check_numbers
from generator.sandbox.budget import Budget, single

Filter = Callable[..., Any]

_MOST_PLACES = 12


def charging(run: Filter, budget: Budget) -> Filter:
    """Return a filter that is charged by the length of what it takes and of what it gives."""

    @wraps(run)
    def charged(*args: Any, **values: Any) -> Any:
        for value in args:  # the first may be Jinja's own context
            budget.grown(value)
        check_numbers(*args)
        outcome = budget.grown(run(*args, **values))
        if isinstance(outcome, list) and any(isinstance(value, Iterator) for value in args[:2]):
            budget.spend(len(outcome))  # for what was done to each element on the way
        return outcome

    return charged


def of_text(run: Filter, text: Callable[[Any], Any]) -> Filter:
    """Return a filter of texts that is given the `text` of a value: no empty field, true or false becomes a word."""
    first = 1 if hasattr(run, "jinja_pass_arg") else 0

    @wraps(run)
    def written(*args: Any, **values: Any) -> Any:
        return run(*args[:first], text(args[first]), *args[first + 1 :], **values)

    return written


def growing(budget: Budget, text: Callable[[Any], Any]) -> dict[str, Filter]:
    """Return the filters whose outcome can be far longer than what they are given; `text` writes values."""

    @jinja2.pass_eval_context
    def replace(context: EvalContext, value: Any, old: Any, new: Any, count: int | None = None) -> str:
        before, after = str(text(value)), str(text(new))
        budget.room(len(before) + len(after) * before.count(str(single(old))))
        return filters.do_replace(context, value if hasattr(value, "__html__") else before, str(old), after, count)

    @jinja2.pass_eval_context
    def join(context: EvalContext, values: Iterable[Any], mark: str = "", attribute: Any = None) -> str:
        get = make_attrgetter(context.environment, attribute) if attribute is not None else None
        parts = [text(get(value) if get else value) for value in values]
        budget.room(sum(len(part) if isinstance(part, str) else 1 for part in parts) + len(mark) * len(parts))
        joined: str = filters.do_join(context, parts, mark)
        return joined

    @jinja2.pass_environment
    def total(environment: jinja2.Environment, values: Iterable[Any], attribute: Any = None, start: Any = 0) -> Any:
        if not isinstance(start, (int, float)):
            raise jinja2.TemplateRuntimeError("sum adds numbers")
        return filters.sync_do_sum(environment, values, attribute, start)

    def rounded(value: float, precision: int = 0, method: Any = "common") -> float:
        if not isinstance(precision, int) or abs(precision) > _MOST_PLACES:
            raise jinja2.TemplateRuntimeError(f"round to {precision} places; allowed: up to {_MOST_PLACES}")
        return filters.do_round(value, precision, method)

    def string(value: Any) -> str:
        return soft_str(text(value))

    return {"replace": replace, "join": join, "sum": total, "round": rounded, "string": string}
