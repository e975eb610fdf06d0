"""Running: a case goes through the stories; whatever is raised beyond `Failed` is a fault."""

from __future__ import annotations

import json
import re
import traceback
import zlib
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from generator.pack import shipped
from generator.pack.load import load
from generator.pack.model import Pack
from generator.problems import Failed, Location, Problem, Problems
from generator.progress import Step
from generator.score.scoring import Scorer
from generator.score.wording import as_json, text
from generator.stories import score as scoring
from generator.stories.build import build
from generator.stories.check import check
from generator.stories.options import BuildOptions
from generator.stories.score import compiled
from tests.fuzz.cases import Case

PACK = "testpack"

_PLACE = re.compile(r"generator/(\S+)$")
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_UNREADABLE = re.compile(rb"(?<![\w./(<-])-?(?:nan|inf|None)(?![\w)>])")


class Fault(Exception):
    """A fault of the program itself: what was raised, and the line of the program that raised it."""

    def __init__(self, what: str, place: str, trace: str = "") -> None:
        super().__init__(f"{what} at {place}")
        self.what = what
        self.place = place
        self.trace = trace

    @property
    def signature(self) -> tuple[str, str]:
        """What is the same for two cases of one fault: the exception's type and its place."""
        return self.what.split(":")[0], self.place


class Outcome(NamedTuple):
    """What came of a case: the problems that a person is told."""

    problems: tuple[Problem, ...]


def run(case: Case, folder: Path) -> Outcome:
    """Write a case's files into an empty folder and do what its story does; `Fault` when it raises anything else."""
    pack = folder / PACK
    problems = Problems()
    try:
        _write(case, pack)
        _STORIES[case.story](case, pack, problems)
    except Failed as failure:
        problems.extend(failure.problems)
    except (Exception, RecursionError) as error:
        raise _fault(error) from error
    for problem in problems:
        if not problem.what or not problem.place.file or "\n" in str(problem):
            raise Fault(f"Untold: a problem that nobody can read: {problem!r}", "problems")
    return Outcome(tuple(problems))


def _write(case: Case, pack: Path) -> None:
    for path, content in case.files.items():
        target = pack / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _fault(error: BaseException) -> Fault:
    frames = traceback.extract_tb(error.__traceback__)
    own = [(match[1], frame) for frame in frames if (match := _PLACE.search(frame.filename))]
    place = f"{own[-1][0]}:{own[-1][1].name}" if own else f"{frames[-1].filename}:{frames[-1].lineno}"
    what = f"{type(error).__name__}: {error}"[:300]
    return Fault(what, place, "".join(traceback.format_exception(error))[-6000:])


# ------------------------------------------------------------------ stories


def _check(_case: Case, pack: Path, problems: Problems) -> None:
    check(str(pack), problems, _quiet)


def _build(_case: Case, pack: Path, problems: Problems) -> None:
    for written in build(BuildOptions(str(pack), out=pack.parent / "out"), problems, _quiet):
        _look_at(written.path)


def _form(_case: Case, pack: Path, problems: Problems) -> None:
    for written in build(BuildOptions(str(pack), out=pack.parent / "out", fillable=True), problems, _quiet):
        _look_at(written.path)


def _score(case: Case, pack: Path, problems: Problems) -> None:
    with patch.multiple(scoring, load=_load, compiled=_compiled):
        report, words = scoring.score(pack / case.sheet, case.game or str(pack), None, problems)
    text(report, words)
    json.dumps(as_json(report, words), allow_nan=False)


_STORIES = {"check": _check, "build": _build, "form": _form, "score": _score}


def _load(name: str, problems: Problems, place: Location | None = None) -> Pack:
    """Load a pack; one that comes with the program is the same for all cases, as they don't touch it."""
    return _shipped(name) if name in shipped.packs() else load(name, problems, place)


def _compiled(pack: Pack, problems: Problems) -> Scorer | None:
    """Return a pack's scorer, that of a pack that comes with the program once for all cases."""
    if pack.id in shipped.packs() and pack is _shipped(pack.id):
        return _shipped_scorer(pack.id)
    return compiled(pack, problems)


@cache
def _shipped(game: str) -> Pack:
    return load(game, Problems())


@cache
def _shipped_scorer(game: str) -> Scorer | None:
    return compiled(_shipped(game), Problems())


def _quiet(_step: Step) -> None:
    """Show no progress."""


def _look_at(pdf: Path) -> None:
    """Look for numbers that are none in what a PDF draws."""
    for stream in _STREAM.finditer(pdf.read_bytes()):
        try:
            content = zlib.decompress(stream[1])
        except zlib.error:
            continue
        if content[:4] in (b"\0\1\0\0", b"OTTO", b"true") or b"\0" in content[:200]:
            continue
        if bad := _UNREADABLE.search(content):
            around = content[max(0, bad.start() - 40) : bad.end() + 20]
            raise Fault(f"Unreadable: {around!r} in {pdf.name}", "the PDF")
