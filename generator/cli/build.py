"""The command `build`: print games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator.cli.options import AS_JSON, OUT, STRICT, Scale, as_options, values_by_option
from generator.cli.printing import print_all, printer
from generator.cli.reporter import Reporter
from generator.stories.formats import FORMATS, PDF, SHOP, Format, format_of, particular_options, takers
from generator.stories.options import BuildOptions


@click.command(
    "build",
    short_help="Print games as PDFs.",
    epilog="\b\nExamples:\n  playsheet build get-on-board --lang ru --paper A4\n"
    "  playsheet build cascadia --component score-pad --copies 6\n  playsheet build mygame/ -o print",
)
@click.argument("packs", nargs=-1)
@click.option("--lang", "language", default="all", show_default=True, help="Language to print, or all.")
@click.option(
    "--paper",
    help="Paper by name, such as A4 or Letter, or by size: 320x450 (mm), 13x19in.  "
    "[default: A4, or the first that the pack names]",
)
@click.option(
    "--component",
    "components",
    multiple=True,
    help="Print only this component or group; several by repeating it.",
)
@click.option("--copies", type=click.IntRange(1), help="Copies of each item instead of the pack's own number.")
@click.option(
    "--duplex",
    type=click.Choice(["long", "short", "fold", "stack", "fronts"]),
    help="Backs: the edge on which the printer flips the paper; fold: beside their faces, beyond a fold; "
    "stack: after all fronts, for paper turned by hand; or fronts only.  [default: long]",
)
@click.option(
    "--marks",
    type=click.Choice(["crop", "lines", "dashes", "none"]),
    help="Where to cut: marks in the margins, full lines, dashed lines, or nothing.  [default: as the pack says]",
)
@click.option(
    "--for",
    "shop",
    type=click.Choice(["home", "shop"]),
    default="home",
    show_default=True,
    callback=lambda _context, _option, whom: whom == "shop",
    help="home: sheets of paper; shop: one face a page with its bleed, in CMYK, with cut lines on a layer.",
)
@click.option(
    "--icc",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The print shop's ICC profile, with --for shop: colours go through it, and the PDF becomes PDF/X-4.",
)
@click.option(
    "--scale",
    type=Scale(0.1, 10),
    help="Print faces so many times as large, such as 0.94; the foot says so.",
)
@OUT
@click.option(
    "--format",
    type=click.Choice(list(FORMATS)),
    default=PDF,
    show_default=True,
    help="pdf: pages; svg, png: single faces; png-pages: pages as pictures; tts, screentop: for tables on screens; "
    "game-crafter: for The Game Crafter; cut-svg, cut-dxf: for cutting machines.",
)
@click.option("--dpi", type=click.IntRange(10, 4800), help="Pixels an inch of pictures.  [default: 300]")
@click.option(
    "--profile",
    help="Correct pages for this printer, which you measured with playsheet calibrate; or none.",
)
@click.option("--dry-run", "dry", is_flag=True, help="Only say what printing would take; nothing is written.")
@click.option("--yes", is_flag=True, help="Don't ask before printing very many pages.")
@click.option("--fillable", is_flag=True, help="Make form fields of the places to write, to fill in on a screen.")
@click.option(
    "--filled",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Print the sheets of this filled-in file, with what stands in it.",
)
@click.option("--transparent", is_flag=True, help="Leave what nothing is drawn on transparent in pictures, not white.")
@click.option("--product", help="What The Game Crafter makes of it, such as PokerDeck.  [default: what has its size]")
@STRICT
@AS_JSON
@as_options(BuildOptions)
def command(
    packs: tuple[str, ...], options: BuildOptions, profile: str | None, yes: bool, strict: bool, as_json: bool
) -> None:
    """Print PACKS (ids, or folders with a pack.yaml) to output/<pack>/<language>/.

    Without PACKS: all that come with playsheet and have the language.
    """
    from generator.stories.list import speaking

    _check_format(FORMATS[options.format], values_by_option())
    _check_shop(options, values_by_option())
    if options.filled and len(packs) != 1:
        raise click.UsageError("--filled prints the sheets of one game: name its pack")
    reporter = Reporter(as_json, strict, "files")
    if format_of(options).takes("--profile"):
        options = options._replace(printer=printer(profile, reporter))
    chosen = list(packs) or reporter.attempt(lambda _: speaking(options.language or "all")) or []
    builds = [options._replace(pack=pack) for pack in chosen]
    print_all(builds, reporter, (lambda _: True) if yes else reporter.ask)


def _check_format(format_: Format, values: dict[str, Any]) -> None:
    """Refuse an option that the format has no use for, rather than doing without it in silence."""
    for option in particular_options():
        value = values.get(option)
        if value and not format_.takes(option, value):
            formats = takers(option, value)
            usual = BuildOptions._field_defaults.get(option.removeprefix("--"))
            shown = option if formats == takers(option, usual) else f"{option} {value}"
            raise click.UsageError(f"{shown} is for --format {' or '.join(formats)}")


def _check_shop(options: BuildOptions, values: dict[str, Any]) -> None:
    """Refuse an option that says nothing to a print shop, or to anybody else."""
    if not options.shop and options.icc:
        raise click.UsageError("--icc is for print shops: add --for shop")
    if not options.shop:
        return
    useless = [option for option in particular_options() if option in values and not SHOP.takes(option, values[option])]
    if options.format != PDF:
        useless = ["--format"]
    if useless:
        raise click.UsageError(f"--for shop makes PDFs with pages as large as their faces: leave {useless[0]} out")
