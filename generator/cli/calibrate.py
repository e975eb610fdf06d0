"""The command `calibrate`: print a page that measures a printer, and store what it measured."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from generator.cli.options import OUT, as_options, length
from generator.cli.output import say
from generator.cli.printing import print_all, printer
from generator.cli.reporter import Reporter

if TYPE_CHECKING:
    from generator.stories.calibrate import Reading


class Calibration(NamedTuple):
    """Which page is printed, in which language, where to and corrected for which printer; or what was measured on it.

    With a `name` the measures (mm) are stored under it, as those of the `usual` printer too.
    """

    paper: str
    lying: bool
    usual: bool
    language: str | None = None
    profile: str | None = None
    out: Path | None = None
    name: str | None = None
    width: float | None = None
    height: float | None = None
    shift_x: float | None = None
    shift_y: float | None = None


@click.command(
    "calibrate",
    short_help="Print a page that measures your printer, and store what it measured.",
    epilog="\b\nExamples:\n  playsheet calibrate\n"
    "  playsheet calibrate --name office --width 179.4 --height 249.1 --shift-x 0.6 --shift-y -0.4\n"
    "  playsheet build cascadia --profile office",
)
@click.option(
    "--paper",
    type=click.Choice(["A4", "Letter"], case_sensitive=False),
    default="A4",
    show_default=True,
    help="Paper of the page.",
)
@click.option("--lying", is_flag=True, help="The page for lying paper: printers treat it otherwise.")
@click.option("--lang", "language", help="Language of the page: en, ru, pl, be-tarask.  [default: en]")
@click.option("--profile", help="Print the page corrected for this printer, to see whether it is right now.")
@OUT
@click.option("--name", help="Store what you measured, for a printer of this name.")
@length("--width", "What you measured from A to B.")
@length("--height", "What you measured from C to D.")
@length("--shift-x", "What you read on the scale of the other side, sideways.  [default: 0]")
@length("--shift-y", "The same, up or down.  [default: 0]")
@click.option("--default", "usual", is_flag=True, help="Correct every later build for this printer.")
@as_options(Calibration)
def command(options: Calibration) -> None:
    """Print a calibration page; then store under a --name what you measured on it.

    The page has two sides and says what to measure and what to type. Later builds print
    exactly on that printer with --profile NAME.
    """
    if options.name is None:
        _check_page(options)
        _print_page(options, Reporter())
    else:
        _check_measures(options)
        _keep(options.name, _reading(options), options.usual, Reporter())


def _check_page(options: Calibration) -> None:
    """Refuse what is stored, which no page shows."""
    measures = {
        "--width": options.width,
        "--height": options.height,
        "--shift-x": options.shift_x,
        "--shift-y": options.shift_y,
        "--default": options.usual or None,
    }
    useless = [option for option, value in measures.items() if value is not None]
    if useless:
        raise click.UsageError(f"{useless[0]} needs the printer's --name too, such as --name office")


def _check_measures(options: Calibration) -> None:
    """Refuse what says how the page is printed."""
    of_page = {"--profile": options.profile, "--lang": options.language, "--out": options.out}
    useless = [option for option, value in of_page.items() if value]
    if useless:
        what = "measure a page that was printed without it" if options.profile else "leave it out"
        raise click.UsageError(f"{useless[0]} is for printing the page, and --name stores what was measured: {what}")


def _print_page(options: Calibration, reporter: Reporter) -> None:
    from generator.pack import shipped
    from generator.stories.calibrate import NONE
    from generator.stories.options import BuildOptions

    build = BuildOptions(
        str(shipped.calibration()),
        options.language or "en",
        options.paper,
        (f"{options.paper}-lying" if options.lying else options.paper,),
        out=options.out,
        printer=printer(NONE if options.profile is None else options.profile, reporter),
    )
    print_all([build], reporter, reporter.ask)


def _reading(options: Calibration) -> Reading:
    """Return what was measured; wrong usage when a length is lacking."""
    from generator.stories.calibrate import Reading

    if options.width is None or options.height is None:
        raise click.UsageError("to store a printer, give both --width and --height, measured on the calibration page")
    return Reading(options.width, options.height, options.shift_x or 0.0, options.shift_y or 0.0, options.lying)


def _keep(name: str, reading: Reading, usual: bool, reporter: Reporter) -> None:
    from generator.stories import calibrate

    path = reporter.attempt(lambda _: calibrate.keep(name, reading, usual))
    if path is not None:
        say(f"{name}: {calibrate.described(reading)}")
        say(f"  stored in {path}")
        lying = " --lying" if reading.lying else ""
        say("Next, one after another:")
        say(f"  playsheet calibrate{lying} --profile {calibrate.shell_word(name)}")
        say(f"  playsheet build{'' if usual else f' --profile {calibrate.shell_word(name)}'}")
    reporter.end()
