"""The command `new`: start a game of one's own."""

from __future__ import annotations

from pathlib import Path

import click

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
        click.echo(path)
    if not reporter.problems.errors:
        click.echo(f"Next, one after another:\n  playsheet build {folder}\n  playsheet check {folder}")
    reporter.end()
