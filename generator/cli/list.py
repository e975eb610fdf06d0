"""The command `list`: games, what they print, and on which papers."""

from __future__ import annotations

import click

from generator.cli.options import AS_JSON
from generator.cli.output import say
from generator.cli.reporter import Reporter


@click.command(
    "list",
    short_help="List games, what they print, and on which papers.",
    epilog="\b\nExamples:\n  playsheet list\n  playsheet list mygame/\n  playsheet list --json",
)
@click.argument("packs", nargs=-1)
@AS_JSON
def command(packs: tuple[str, ...], as_json: bool) -> None:
    """List packs with their components, languages and papers.

    "in cards" means that a component is printed with others to cards.pdf; --component knows both names.
    PACKS are ids or folders; without any, all packs that come with playsheet.
    """
    from generator.pack import shipped
    from generator.stories.list import listing

    reporter = Reporter(as_json, key="packs")
    listed = reporter.attempt(lambda problems: list(listing(packs or shipped.packs(), problems))) or []
    if as_json:
        reporter.end([pack._asdict() for pack in listed])
    for pack in listed:
        say(f"{pack.id}  {pack.title}, version {pack.version}")
        say(f"  languages: {', '.join(pack.languages)}")
        for name, document in pack.documents.items():
            shared = f", in {document}" if document != name else ""
            say(f"  {name}: {pack.components[name]}{shared} ({', '.join(pack.papers[name])})")
    reporter.end()
