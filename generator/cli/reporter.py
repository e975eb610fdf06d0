"""The reporter: shows progress and problems on standard error, and says how the run ends."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from generator.cli import limits

if TYPE_CHECKING:
    from generator.problems import Problem, Problems
    from generator.progress import Step

_EVERY = 0.1
"""Seconds between two lines of progress."""

Outcome = TypeVar("Outcome")


class Reporter:
    """Shows progress and problems on standard error, and says how the run ends."""

    def __init__(self, as_json: bool = False, strict: bool = False) -> None:
        from generator.problems import Problems

        self.problems: Problems = Problems()
        self.as_json = as_json
        self.strict = strict
        self.live = sys.stderr.isatty() and not as_json
        self._stage = ("", "")
        self._begun = self._shown = 0.0

    def attempt(self, work: Callable[[Problems], Outcome]) -> Outcome | None:
        """Do one piece of work; whatever stops it becomes problems, and the next piece is done all the same."""
        from generator.problems import Failed, Location, Problems

        problems = Problems()
        program = Location("playsheet")
        try:
            return work(problems)
        except Failed as failure:
            problems.extend(failure.problems)
        except limits.TooLong:
            problems.error(program, limits.TOO_LONG, remedy=limits.SIMPLER)
        except MemoryError:
            problems.error(program, f"more than {limits.MEMORY // 1024**3} GiB of memory would be needed")
        except OSError as error:
            place = Location(str(error.filename)) if error.filename else program
            problems.error(place, f"can't be read or written: {error.strerror or error}")
        except Exception as error:
            if "PLAYSHEET_TRACE" in os.environ:
                raise
            what = f"a fault of the program itself: {type(error).__name__}: {error}"
            problems.error(program, what, remedy="please report it, with the files and with PLAYSHEET_TRACE=1 set")
        finally:
            self.problems.extend(problems)
        return None

    def progress(self, step: Step) -> None:
        """Show what is being worked on, on a terminal only, over the line before, ten times a second at most."""
        if not self.live:
            return
        now = monotonic()
        if (step.what, step.stage) != self._stage:
            self._stage, self._begun = (step.what, step.stage), now
        elif now - self._shown < _EVERY:
            return
        self._shown = now
        click.echo(f"\r\x1b[K{step.told(now - self._begun)} …", err=True, nl=False)

    def ask(self, question: str) -> bool:
        """Ask a person who sits at a terminal; nobody is there, then the answer is no."""
        if not (self.live and sys.stdin.isatty()):
            return False
        click.echo("\r\x1b[K", err=True, nl=False)
        return click.confirm(question, err=True)

    def show(self) -> None:
        """Print every problem of the run, sorted by place."""
        if self.live:
            click.echo("\r\x1b[K", err=True, nl=False)
        if not self.as_json:
            for problem in self.problems:
                click.echo(_coloured(problem), err=True)

    @property
    def status(self) -> int:
        """0 when all is fine, 1 with errors (with --strict also with warnings)."""
        return int(bool(self.problems.errors) or (self.strict and len(self.problems) > 0))

    def end(self) -> NoReturn:
        """Print every problem of the run, and end it."""
        self.show()
        sys.exit(self.status)

    def end_with_json(self, key: str, outcome: list[dict[str, Any]]) -> NoReturn:
        """Print the outcome under its key and every problem of the run as JSON, and end it."""
        print_json({key: outcome, "problems": self.problems_as_json()})
        sys.exit(self.status)

    def problems_as_json(self) -> list[dict[str, Any]]:
        """Return every problem of the run as plain data."""
        return [
            {
                "severity": str(problem.severity),
                "file": problem.place.file,
                "line": problem.place.line,
                "column": problem.place.column,
                "what": problem.told,
                "allowed": problem.allowed,
                "remedy": problem.remedy,
            }
            for problem in self.problems
        ]


def _coloured(problem: Problem) -> str:
    """Return a problem as a line, its severity in colour on a terminal."""
    if not sys.stderr.isatty() or "NO_COLOR" in os.environ:
        return str(problem)
    colour = "red" if problem.severity == "error" else "yellow"
    severity = f" {problem.severity}:"
    return str(problem).replace(severity, click.style(severity, fg=colour, bold=True), 1)


def print_json(value: object) -> None:
    """Print plain data as JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or the plural."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
