"""The command `schema`: the rules of a game's files, for editors."""

from __future__ import annotations

import click

from generator.cli.output import say_json


@click.command(
    "schema",
    short_help="Print the rules of a game's files for editors.",
    epilog="\b\nExamples:\n  playsheet schema pack > pack.schema.json\n  playsheet schema > playsheet.schema.json",
)
@click.argument("kind", type=click.Choice(["pack", "score"]), required=False)
def command(kind: str | None) -> None:
    """Print the JSON Schema of pack.yaml or score.yaml, or one that fits either."""
    from generator.pack.schema import schema

    say_json(schema(kind))
