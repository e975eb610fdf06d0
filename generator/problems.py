"""Problems as values: what is wrong, where, what is allowed and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from generator.spelling import foreign_letter, meant

if TYPE_CHECKING:
    from types import TracebackType

MOST = 1_000
"""How many errors, and how many warnings, one run tells; a slip in a long table makes one a line."""

LONGEST = 2_000
"""How many characters of a problem are told."""

# What would move the cursor, turn the line round, hide in it, or can't be written at all.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)

_LAST = "playsheet"

ALLOWED = "allowed: {choices}"
"""What stands before the allowed values of a problem."""


class Saying(str):
    """An English text that a catalogue may translate: its `template` with {placeholders}, filled with `values`."""

    template: str
    values: Mapping[str, str]


def say(template: str, **values: object) -> Saying:
    """Return an English text filled in, that knows what it was made of."""
    plain = {name: str(value) for name, value in values.items()}
    saying = Saying(_filled(template, plain))
    saying.template, saying.values = template, plain
    return saying


def _filled(template: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: values.get(name[1], name[0]), template)


class Severity(StrEnum):
    """How bad a problem is: an error stops the run's outcome, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


class Location(NamedTuple):
    """A place in a file; line and column count from 1, 0 means "the whole file"."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


class Subject(NamedTuple):
    """What a problem is about, when its place is one that many share: "card 'elk'", and how it was drawn: "in pl"."""

    piece: str
    drawn: str = ""

    def __str__(self) -> str:
        return f"{self.piece} {self.drawn}".rstrip()


class Problem(NamedTuple):
    """One thing wrong: `what` is wrong, what is `allowed`, and the `remedy`.

    A template's line is wrong on every piece that it draws: `subject` is the first of them,
    `others` is how many more there are.
    """

    severity: Severity
    place: Location
    what: str
    allowed: str = ""
    remedy: str = ""
    subject: Subject | None = None
    others: int = 0

    @property
    def told(self) -> str:
        """What is wrong, on which piece, and on how many others."""
        about = f"{self.subject}: {self.what}" if self.subject else self.what
        return f"{about}, and on {self.others} more" if self.others else about

    def __str__(self) -> str:
        parts = [self.told, f"allowed: {self.allowed}" if self.allowed else "", self.remedy]
        return one_line(
            f"{one_line(str(self.place), 500)}: {self.severity}: " + "; ".join(part for part in parts if part)
        )


def translated(problem: Problem, words: Mapping[str, str]) -> Problem:
    """Return a problem in a language, whose words are by their English; what it has no words for stays English."""
    what, allowed, remedy = (_translated(text, words) for text in (problem.what, problem.allowed, problem.remedy))
    prefix = words.get(ALLOWED)
    if allowed and prefix:
        what, allowed = f"{what}; {_filled(prefix, {'choices': allowed})}", ""
    return Problem(problem.severity, problem.place, what, allowed, remedy)


def _translated(text: str, words: Mapping[str, str]) -> str:
    template = words.get(text.template) if isinstance(text, Saying) else None
    return _filled(template, text.values) if template and isinstance(text, Saying) else text


class Problems:
    """Collects the problems of one run, `MOST` of a severity in all.

    The same problem is kept once. Those that differ in nothing but the piece are one mistake,
    told of the first piece, with the number of the others.
    """

    def __init__(self) -> None:
        self._problems: dict[Problem, dict[str, Problem]] = {}
        self._count = dict.fromkeys(Severity, 0)
        self._errors_told = 0

    def error(
        self, place: Location, what: str, allowed: str = "", remedy: str = "", subject: Subject | None = None
    ) -> None:
        """Add an error at `place`, of one of the pieces that may have it there."""
        self.add(Problem(Severity.ERROR, place, what, allowed, remedy, subject))

    def warning(
        self, place: Location, what: str, allowed: str = "", remedy: str = "", subject: Subject | None = None
    ) -> None:
        """Add a warning at `place`, of one of the pieces that may have it there."""
        self.add(Problem(Severity.WARNING, place, what, allowed, remedy, subject))

    def add(self, problem: Problem) -> None:
        """Add one problem."""
        self._errors_told += problem.severity is Severity.ERROR
        mistake, piece = problem._replace(subject=None, others=0), problem.subject.piece if problem.subject else ""
        alike = self._problems.get(mistake)
        if alike is None:
            if self._count[problem.severity] > MOST:
                return
            self._count[problem.severity] += 1
            if self._count[problem.severity] > MOST:
                mistake = problem = Problem(
                    problem.severity, Location(_LAST), f"more than {MOST}; the others aren't shown"
                )
            alike = self._problems[mistake] = {}
        alike.setdefault(piece, problem)

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add several problems."""
        for problem in problems:
            self.add(problem)

    def also(self, subject: Subject, other: Subject) -> None:
        """Tell what was told of a subject of another one too, which is just like it."""
        for pieces in self._problems.values():
            problem = pieces.get(subject.piece)
            if problem and problem.subject == subject:
                pieces.setdefault(other.piece, problem)

    def __iter__(self) -> Iterator[Problem]:
        told = map(_of_all_alike, self._problems.values())
        return iter(sorted(told, key=lambda p: (p.place.file == _LAST, p.place, p.severity, p.what)))

    def __len__(self) -> int:
        return len(self._problems)

    @property
    def errors(self) -> list[Problem]:
        """The errors, sorted by place."""
        return [p for p in self if p.severity is Severity.ERROR]

    @property
    def failures(self) -> int:
        """How many errors there are."""
        return self._count[Severity.ERROR]

    @property
    def errors_told(self) -> int:
        """How often an error was told, which counts the same one again and those that are no longer kept."""
        return self._errors_told

    def sound(self) -> Stretch:
        """Return a stretch of work to be watched: `with problems.sound() as ok: …`, then `if ok: …`."""
        return Stretch(self)

    def stop_on_errors(self) -> None:
        """Raise `Failed` with everything found so far when there is an error among it."""
        if self.failures:
            raise Failed(list(self))


def _of_all_alike(pieces: Mapping[str, Problem]) -> Problem:
    """Return one problem for those that differ in their subject alone: that of the first, which counts the others."""
    first = next(iter(pieces.values()))
    return first._replace(others=max(first.others, len(pieces) - 1))


class Stretch:
    """A stretch of work, true as long as no error comes up in it.

    A `Failed` raised inside ends the stretch and goes no further: its problems are collected
    with the others. Errors told before or after it don't count.
    """

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._before = problems.errors_told
        self._sound: bool | None = None

    def __enter__(self) -> Stretch:
        self._before = self._problems.errors_told
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        failure = error if isinstance(error, Failed) else None
        if failure:
            self._problems.extend(failure.problems)
        self._sound = error is None and bool(self)
        return failure is not None

    def __bool__(self) -> bool:
        return self._problems.errors_told == self._before if self._sound is None else self._sound


class Failed(Exception):
    """A stage cannot go on; carries every problem found until then."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(p) for p in problems))
        self.problems = problems


def failed(place: Location, what: str, allowed: str = "", remedy: str = "", subject: Subject | None = None) -> Failed:
    """Return a `Failed` with this one error, to be raised."""
    return Failed([Problem(Severity.ERROR, place, what, allowed, remedy, subject)])


def one_line(text: str, most: int = LONGEST) -> str:
    """Return text as one line for people: what isn't seen is written as its code, what is too long is cut."""
    return visible(text if len(text) <= most else text[: most - 1] + "…")


def visible(text: str) -> str:
    """Return text with what isn't seen, or would do something to a terminal, written as its code."""
    return _UNSEEN.sub(lambda unseen: unseen[0].encode("unicode_escape").decode("ascii"), text)


def quoted(value: object, most: int = 60) -> str:
    """Return a value from a file as messages show it: text in quotes, and only the beginning of a long one."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "{" + ", ".join(str(key)[:20] for key in list(value)[:4]) + ", …}" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(quoted(item, 20) for item in value[:6]) + (", …]" if len(value) > 6 else "]")
    text = one_line(str(value), most)
    return f"'{text}'" if isinstance(value, str) else text


def near(word: str, allowed: Iterable[str]) -> str:
    """Return "did you mean 'x'?" when an allowed word is close to `word` or looks like it, else "".

    A letter of another script than the allowed word's is named.
    """
    close = meant(word, allowed)
    if close is None:
        return ""
    foreign = foreign_letter(word, close)
    hint = f"did you mean {one_line(close, 200)!r}?"
    if foreign is None:
        return hint
    letter, script = foreign
    return f"{hint} its {letter!r} (U+{ord(letter):04X}) is a letter of another script: {script}"


def listed(words: Iterable[str], most: int = 12) -> str:
    """Return the words as one line for a message's `allowed` part, cut after `most`."""
    every = list(words)
    more = f" … ({len(every)} in all)" if len(every) > most else ""
    return ", ".join(one_line(str(word), 200) for word in every[:most]) + more
