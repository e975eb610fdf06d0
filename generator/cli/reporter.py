"""The reporter: shows progress and problems on standard error, and says how the run ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from generator.cli import limits, output

if TYPE_CHECKING:
    from generator.problems import Problem, Problems
    from generator.progress import Step

_EVERY = 0.1
"""Seconds between two lines of progress."""

Outcome = TypeVar("Outcome")


class Reporter:
    """Shows progress and problems on standard error, and says how the run ends.

    With JSON it says all of it on standard output, the outcome under its `key`.
    """

    def __init__(self, as_json: bool = False, strict: bool = False, key: str = "outcome") -> None:
        from generator.problems import Problems

        self.problems: Problems = Problems()
        self.as_json = as_json
        self.strict = strict
        self.key = key
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
        output.say_over(f"{step.told(now - self._begun)} …")

    def ask(self, question: str) -> bool:
        """Ask a person who sits at a terminal; nobody is there, then the answer is no."""
        if not (self.live and sys.stdin.isatty()):
            return False
        output.say_over("")
        return output.ask(question)

    def show(self) -> None:
        """Print every problem of the run, sorted by place."""
        if self.live:
            output.say_over("")
        if not self.as_json:
            for problem in self.problems:
                output.say_problem(problem)

    @property
    def status(self) -> int:
        """0 when all is fine, 1 with errors (with --strict also with warnings)."""
        return int(bool(self.problems.errors) or (self.strict and len(self.problems) > 0))

    def end(self, outcome: Sequence[Mapping[str, Any]] = (), worse: bool = False) -> NoReturn:
        """End the run with every problem of it, as JSON with the outcome too; it may be worse than the problems."""
        if self.as_json:
            output.say_json({self.key: list(outcome), "problems": self.problems_as_json()})
        else:
            self.show()
        sys.exit(max(self.status, int(worse)))

    def problems_as_json(self) -> list[dict[str, Any]]:
        """Return every problem of the run as plain data."""
        return [as_data(problem) for problem in self.problems]


def as_data(problem: Problem) -> dict[str, Any]:
    """Return a problem as plain data."""
    return {
        "severity": str(problem.severity),
        "file": problem.place.file,
        "line": problem.place.line,
        "column": problem.place.column,
        "what": problem.told,
        "allowed": problem.allowed,
        "remedy": problem.remedy,
    }


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or the plural."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
