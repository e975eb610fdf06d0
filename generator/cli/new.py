"""The command `new`: start a game of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from generator.cli.output import say
from generator.cli.reporter import Reporter


@click.command(
    "new",
    short_help="Start a game of your own.",
    epilog="\b\nExamples:\n  playsheet new mygame\n  playsheet check mygame",
)
@click.argument("folder", type=click.Path(path_type=Path))
def command(folder: Path) -> None:
    """Start a pack in FOLDER: it builds, checks and scores at once."""
    from generator.pack.starter import start

    reporter = Reporter()
    for path in reporter.attempt(lambda _: start(folder)) or []:
        say(str(path))
    if not reporter.problems.errors:
        for line in ("Next, one after another:", f"  playsheet build {folder}", f"  playsheet check {folder}"):
            say(line)
    reporter.end()
