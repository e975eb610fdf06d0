"""Options that commands share, the values that they take, and options handed on as one value."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from math import isnan
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON, for programs.")
STRICT = click.option("--strict", is_flag=True, help="Treat warnings as errors.")
OUT = click.option(
    "-o", "--out", type=click.Path(path_type=Path, file_okay=False), help="Folder to write to.  [default: output]"
)


def as_options(model: type[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Hand a command as one value, `options`, what is typed for the fields of a model, by their names.

    What isn't typed has the model's default; what is no field is handed on beside it.
    This is the one place where options of any name pass through.
    """

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def callback(**values: Any) -> None:
            fields = {name: values.pop(name, None) for name in model._fields}
            options = model(**{name: value for name, value in fields.items() if value is not None})
            command(options=options, **values)

        return callback

    return decorated


def values_by_option() -> dict[str, Any]:
    """Return the options of the running command that say something, as they are typed, with their values."""
    context = click.get_current_context()
    values = {option.opts[-1]: context.params.get(option.name or "") for option in context.command.params}
    return {option: value for option, value in values.items() if value}


class Scale(click.FloatRange):
    """A share as people write it, 0.94, 0,94 or 94%; what is no number lies in no range, and on no side of it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the share as a number; wrong usage when it is none, or outside the range."""
        text = str(value).replace(",", ".")
        try:
            share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            self.fail(f"{value!r} is no scale; write it as 0.94 or 94%.", param, ctx)
        scale = super().convert(share, param, ctx)
        if isnan(scale):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return scale


def length(option: str, help_: str) -> Callable[[Command], Command]:
    """Return an option that takes a length in mm."""
    return click.option(option, metavar="MM", callback=_length, help=help_)


def _length(_context: click.Context, _option: click.Parameter, text: str | None) -> float | None:
    """Return a length in mm that was typed with a point or a comma."""
    if text is None:
        return None
    try:
        return float(text.strip().removesuffix("mm").replace(",", ".").replace("−", "-"))
    except ValueError:
        raise click.BadParameter(f"{text!r} is no length in mm, such as 179.4") from None
