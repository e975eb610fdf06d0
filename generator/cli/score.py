"""The command `score`: check filled-in score sheets, or print an empty one."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from generator.cli.options import AS_JSON
from generator.cli.output import say, say_text
from generator.cli.reporter import Reporter

if TYPE_CHECKING:
    from generator.stories.score import Scored


@click.command(
    "score",
    short_help="Check filled-in score sheets, or print an empty one.",
    epilog="\b\nExamples:\n  playsheet score mysheet.yaml\n  playsheet score table.json --json\n"
    "  playsheet score --blank get-on-board --lang ru > mysheet.yaml\n"
    "  playsheet score --explain C1 --pack get-on-board",
)
@click.argument("sheets", nargs=-1, type=click.Path(path_type=Path))
@click.option("--blank", metavar="PACK", help="Print an empty sheet of PACK to fill in, instead of checking one.")
@click.option("--explain", metavar="CODE", help="Tell what a code of a report stands for, instead of checking one.")
@click.option("--players", type=click.IntRange(1, 20), help="With --blank: a table of so many players.")
@click.option("--lang", "language", help="Language of the report.  [default: the sheet's own]")
@click.option("--pack", help="The pack of the sheets.  [default: what each says under game:]")
@AS_JSON
def command(
    sheets: tuple[Path, ...],
    blank: str | None,
    explain: str | None,
    players: int | None,
    language: str | None,
    pack: str | None,
    as_json: bool,
) -> None:
    """Check filled-in SHEETS (YAML, JSON or a PDF form, one player or a table): every sum and every rule.

    Ends with 0 when all hold, 1 when one doesn't, 2 for wrong usage.
    """
    from generator.stories import score

    if explain is not None:
        _refuse(
            {"--blank": blank, "--players": players, "--json": as_json}, "other uses, and --explain tells of a code"
        )
        _explain(explain, [*([pack] if pack else []), *map(str, sheets)], language)
    if bool(sheets) == bool(blank):
        raise click.UsageError(
            "name one or more filled-in sheets; or get an empty one with --blank PACK alone, or use --explain CODE"
        )
    if blank:
        _refuse({"--pack": pack, "--json": as_json}, "filled-in sheets, and --blank prints an empty one")
    else:
        _refuse({"--players": players}, "--blank PACK")
    reporter = Reporter(as_json, key="sheets")
    if blank:
        text = reporter.attempt(partial(score.blank, blank, language, players or 1))
        if text is not None:
            say_text(text)
        reporter.end()
    every = ((sheet, reporter.attempt(partial(score.score, sheet, pack, language))) for sheet in sheets)
    _tell([(sheet, scored) for sheet, scored in every if scored], reporter)


def _explain(code: str, packs: list[str], language: str | None) -> NoReturn:
    """Print what a code stands for in the packs, all of them when none is named, and end."""
    from generator.stories.explain import explain

    reporter = Reporter(False)
    told = reporter.attempt(partial(explain, code, packs, language))
    if told:
        click.echo(f"{told.code} ({told.pack})")
        for paragraph in told.paragraphs:
            click.echo("\n" + "\n".join(f"  {line}" for line in paragraph))
    reporter.end()


def _refuse(useless: Mapping[str, object], purpose: str) -> None:
    """Refuse the first option that was given and says nothing here."""
    for option, value in useless.items():
        if value:
            raise click.UsageError(f"{option} is for {purpose}: leave it out")


def _tell(reports: list[tuple[Path, Scored]], reporter: Reporter) -> NoReturn:
    """Print the reports, and end with 1 unless every sheet was read and holds."""
    from generator.score.wording import as_json, text

    worse = any(not scored.report.holds for _, scored in reports)
    if reporter.as_json:
        told = ({"file": str(sheet), **as_json(scored.report, scored.words)} for sheet, scored in reports)
        reporter.end(list(told), worse)
    for _, scored in reports:
        reporter.problems.extend(scored.report.problems)  # a formula of the pack that can't be worked out
    reporter.show()
    for number, (sheet, scored) in enumerate(reports):
        say_text("\n" * min(number, 1))
        say(str(sheet))
        say_text(f"{text(scored.report, scored.words)}\n")
    sys.exit(max(reporter.status, int(worse)))
