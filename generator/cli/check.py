"""The command `check`: find every mistake in the files of games."""

from __future__ import annotations

from functools import partial

import click

from generator.cli.options import AS_JSON, STRICT
from generator.cli.output import say
from generator.cli.reporter import Reporter, counted


@click.command(
    "check",
    short_help="Find every mistake in the files of games.",
    epilog="\b\nExamples:\n  playsheet check data/cascadia\n  playsheet check mygame/ --strict",
)
@click.argument("packs", nargs=-1)
@STRICT
@AS_JSON
def command(packs: tuple[str, ...], strict: bool, as_json: bool) -> None:
    """Show every mistake of PACKS (ids or folders) in one run, as file:line:column.

    Files, templates in every language, overflowing texts, missing letters, formulas,
    examples and catalogues are looked at. Without PACKS: all that come with playsheet.
    """
    from generator.pack import shipped
    from generator.stories.check import check

    reporter = Reporter(as_json, strict, "packs")
    every = (reporter.attempt(partial(check, name, progress=reporter.progress)) for name in packs or shipped.packs())
    checked = [pack for pack in every if pack]
    if as_json:
        reporter.end([pack._asdict() for pack in checked])
    reporter.show()
    for pack in checked:
        faces, examples = counted(pack.faces, "face"), counted(pack.examples, "example")
        say(f"{pack.pack}: {faces} in {', '.join(pack.languages)}; {examples}")
    errors = len(reporter.problems.errors)
    say(f"{counted(errors, 'error')}, {counted(len(reporter.problems) - errors, 'warning')}")
    raise SystemExit(reporter.status)
