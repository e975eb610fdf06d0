"""Everything that is printed: what would move a cursor, turn a line round or can't be written is shown as its code."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from generator.problems import Problem

_CLEARED = "\r\x1b[K"


def say(line: str, err: bool = False) -> None:
    """Print one line, also when a name in it has several."""
    from generator.problems import visible

    click.echo(visible(line), err=err)


def say_text(text: str) -> None:
    """Print a text of several lines, which has its own end."""
    from generator.problems import visible

    click.echo("\n".join(map(visible, text.split("\n"))), nl=False)


def say_json(value: object) -> None:
    """Print plain data as JSON; in ASCII where what it is printed to has not all of its letters."""
    from generator.problems import visible

    text = json.dumps(value, ensure_ascii=False, indent=2)
    lines = [line if line == visible(line) else _ascii(line) for line in text.split("\n")]
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        "".join(lines).encode(encoding)
    except UnicodeEncodeError:
        lines = list(map(_ascii, lines))
    click.echo("\n".join(lines))


def _ascii(line: str) -> str:
    """Return a line of JSON with its letters as JSON's own codes."""
    return "".join(sign if sign.isascii() and sign.isprintable() else json.dumps(sign)[1:-1] for sign in line)


def say_problem(problem: Problem) -> None:
    """Print a problem as a line on standard error, its severity in colour on a terminal."""
    line = str(problem)
    if sys.stderr.isatty() and "NO_COLOR" not in os.environ:
        colour = "red" if problem.severity == "error" else "yellow"
        severity = f" {problem.severity}:"
        line = line.replace(severity, click.style(severity, fg=colour, bold=True), 1)
    click.echo(line, err=True)


def say_over(line: str) -> None:
    """Print over the line before, on a terminal; an empty line clears it."""
    from generator.problems import visible

    click.echo(_CLEARED + visible(line), err=True, nl=False)


def ask(question: str) -> bool:
    """Ask a person at a terminal."""
    from generator.problems import visible

    return click.confirm(visible(question), err=True)
