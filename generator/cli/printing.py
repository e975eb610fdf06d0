"""Printing from the command line: for which printer, what was written, and what it would take."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from generator.cli.output import say
from generator.cli.reporter import Reporter, counted

if TYPE_CHECKING:
    from generator.press.printer import Printer
    from generator.stories.document import Estimate, Written
    from generator.stories.options import BuildOptions


def printer(profile: str | None, reporter: Reporter) -> Printer | None:
    """Return the printer to correct for; where it can't be found out, the run ends."""
    from generator.stories import calibrate

    corrected_for = reporter.attempt(lambda _: calibrate.printer(profile))
    if reporter.problems.errors:
        reporter.end()
    return corrected_for


def print_all(builds: Iterable[BuildOptions], reporter: Reporter, ask: Callable[[str], bool]) -> NoReturn:
    """Print what is asked for, tell what was written, and end."""
    from generator.stories.build import build

    files: list[Written] = []
    for options in builds:
        reporter.attempt(partial(build, options, progress=reporter.progress, ask=ask, tell=files.append))
    if reporter.as_json:
        reporter.end([_as_json(file) for file in files])
    reporter.show()
    for file in files:
        say(f"{file.path}  {counted(file.pages, file.noun)}{_takes(file.estimate) if file.estimate else ''}")
        for note in file.notes:
            say(f"  {note}")
    if any(file.estimate for file in files):
        say("nothing was written (--dry-run)")
    sys.exit(reporter.status)


def _takes(estimate: Estimate) -> str:
    """Say what printing would take."""
    paper = f" on {counted(estimate.sheets, 'sheet')} of {estimate.paper}, {counted(estimate.faces, 'face')}"
    return f"{paper}, ink on about {estimate.ink.share * 100:.0f} % of the paper"


def _as_json(file: Written) -> dict[str, Any]:
    """Return what was written, or what that would take, for programs."""
    told = {"path": str(file.path), "pages": file.pages, "notes": file.notes}
    if file.estimate is None:
        return told
    faces, sheets, paper, ink = file.estimate
    return {**told, "faces": faces, "sheets": sheets, "paper": paper, "ink": round(ink.share, 3)}
