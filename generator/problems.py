"""Problems as values: what is wrong, where, what is allowed and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum


class Severity(StrEnum):
    """How bad a problem is: an error stops the run's outcome, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file; line and column count from 1, 0 means "the whole file"."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong: `what` is wrong, what is `allowed`, and the `remedy`."""

    severity: Severity
    place: Location
    what: str
    allowed: str = ""
    remedy: str = ""

    def __str__(self) -> str:
        parts = [self.what, f"allowed: {self.allowed}" if self.allowed else "", self.remedy]
        return f"{self.place}: {self.severity}: " + "; ".join(part for part in parts if part)


class Problems:
    """Collects the problems of one run; the same problem is kept once."""

    def __init__(self) -> None:
        self._found: dict[Problem, None] = {}

    def error(self, place: Location, what: str, allowed: str = "", remedy: str = "") -> None:
        """Add an error at `place`."""
        self.add(Problem(Severity.ERROR, place, what, allowed, remedy))

    def warning(self, place: Location, what: str, allowed: str = "", remedy: str = "") -> None:
        """Add a warning at `place`."""
        self.add(Problem(Severity.WARNING, place, what, allowed, remedy))

    def add(self, problem: Problem) -> None:
        """Add one problem."""
        self._found.setdefault(problem)

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add several problems."""
        for problem in problems:
            self.add(problem)

    def __iter__(self) -> Iterator[Problem]:
        return iter(sorted(self._found, key=lambda p: (p.place, p.severity, p.what)))

    def __len__(self) -> int:
        return len(self._found)

    @property
    def errors(self) -> list[Problem]:
        """The errors, sorted by place."""
        return [p for p in self if p.severity is Severity.ERROR]

    def stop_on_errors(self) -> None:
        """Raise `Failed` with everything found so far when there is an error among it."""
        if self.errors:
            raise Failed(list(self))


class Failed(Exception):
    """A stage cannot go on; carries every problem found until then."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(p) for p in problems))
        self.problems = problems


def failed(place: Location, what: str, allowed: str = "", remedy: str = "") -> Failed:
    """Return a `Failed` with this one error, to be raised."""
    return Failed([Problem(Severity.ERROR, place, what, allowed, remedy)])


def near(word: str, allowed: Iterable[str]) -> str:
    """Return "did you mean 'x'?" when an allowed word is close to `word`, else ""."""
    close = get_close_matches(word, list(allowed), n=1, cutoff=0.6)
    return f"did you mean {close[0]!r}?" if close else ""


def listed(words: Iterable[str], most: int = 12) -> str:
    """Return the words as one line for a message's `allowed` part, cut after `most`."""
    names = [str(word) for word in words]
    more = f" … ({len(names)} in all)" if len(names) > most else ""
    return ", ".join(names[:most]) + more
