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


def growing(budget: Budget) -> dict[str, Filter]:
    """Return the filters whose outcome can be far longer than what they are given."""

    @jinja2.pass_eval_context
    def replace(context: EvalContext, text: Any, old: Any, new: Any, count: int | None = None) -> str:
        before, after = str(single(text)), str(single(new))
        budget.room(len(before) + len(after) * before.count(str(single(old))))
        return filters.do_replace(context, before if not hasattr(text, "__html__") else text, str(old), new, count)

    @jinja2.pass_eval_context
    def join(context: EvalContext, values: Iterable[Any], mark: str = "", attribute: Any = None) -> str:
        get = make_attrgetter(context.environment, attribute) if attribute is not None else None
        parts = [single(get(value) if get else value) for value in values]
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

    def text(value: Any) -> str:
        return soft_str(single(value))

    return {"replace": replace, "join": join, "sum": total, "round": rounded, "string": text}
