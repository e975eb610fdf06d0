"""The command `playsheet`: the only module that prints or exits."""

from __future__ import annotations

import gc
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable
from functools import partial
from math import isnan
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from generator.press.printer import Printer
    from generator.problems import Problem, Problems
    from generator.progress import Step
    from generator.stories.build import BuildOptions, Plan, Written
    from generator.stories.score import Scored

MEMORY = 4 * 1024**3
"""Bytes of address space a run may take: files come from strangers."""


SECONDS = 600
"""How long the processor may work for a run: what nothing else bounds ends here."""


_EVERY = 0.1
"""Seconds between two lines of progress."""


class Stopped(BaseException):
    """Somebody doesn't want to wait any longer."""


class TooLong(Exception):
    """A run takes longer than anybody waits for."""


class Reporter:
    """Shows progress and problems on standard error, and says how the run ends."""

    def __init__(self, as_json: bool = False, strict: bool = False) -> None:
        from generator.problems import Problems

        self.problems: Problems = Problems()
        self.as_json = as_json
        self.strict = strict
        self.live = sys.stderr.isatty() and not as_json
        self.what = ""
        self.begun = self.shown = 0.0

    def progress(self, step: Step) -> None:
        """Show what is being worked on, on a terminal only, over the line before, ten times a second at most."""
        if not self.live:
            return
        now = monotonic()
        if step.what != self.what:
            self.what, self.begun = step.what, now
        elif now - self.shown < _EVERY:
            return
        self.shown = now
        click.echo(f"\r\x1b[K{step.told(now - self.begun)} …", err=True, nl=False)

    def ask(self, question: str) -> bool:
        """Ask a person who sits at a terminal; nobody is there, then the answer is no."""
        if not (self.live and sys.stdin.isatty()):
            return False
        click.echo("\r\x1b[K", err=True, nl=False)
        return click.confirm(question, err=True)

    def show(self) -> None:
        """Print every problem of the run, sorted by place."""
        if self.live:
            click.echo("\r\x1b[K", err=True, nl=False)
        if not self.as_json:
            for problem in self.problems:
                click.echo(self._coloured(problem), err=True)

    def _coloured(self, problem: Problem) -> str:
        if not sys.stderr.isatty() or "NO_COLOR" in os.environ:
            return str(problem)
        colour = "red" if problem.severity == "error" else "yellow"
        return str(problem).replace(
            f" {problem.severity}:", click.style(f" {problem.severity}:", fg=colour, bold=True), 1
        )

    @property
    def status(self) -> int:
        """0 when all is fine, 1 with errors (with --strict also with warnings)."""
        return int(bool(self.problems.errors) or (self.strict and len(self.problems) > 0))


def _run(work: Callable[[Problems], Any], reporter: Reporter) -> Any:
    """Do one piece of work; whatever stops it becomes problems, and the next piece is done all the same."""
    from generator.problems import Failed, Location, Problems

    problems = Problems()
    program = Location("playsheet")
    try:
        return work(problems)
    except Failed as failure:
        problems.extend(failure.problems)
    except TooLong:
        problems.error(program, f"more than {SECONDS} s of work", remedy="print less at once, or simplify the files")
    except MemoryError:
        problems.error(program, f"more than {MEMORY // 1024**3} GiB of memory would be needed")
    except OSError as error:
        place = Location(str(error.filename)) if error.filename else program
        problems.error(place, f"can't be read or written: {error.strerror or error}")
    except Exception as error:
        if "PLAYSHEET_TRACE" in os.environ:
            raise
        what = f"a fault of the program itself: {type(error).__name__}: {error}"
        problems.error(program, what, remedy="please report it, with the files and with PLAYSHEET_TRACE=1 set")
    finally:
        reporter.problems.extend(problems)
    return None


def _as_json(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    return [
        {
            "severity": str(p.severity),
            "file": p.place.file,
            "line": p.place.line,
            "column": p.place.column,
            "what": p.what,
            "allowed": p.allowed,
            "remedy": p.remedy,
        }
        for p in problems
    ]


def _print_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def _end(reporter: Reporter) -> None:
    reporter.show()
    sys.exit(reporter.status)


def _version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Print the version of the installed distribution."""
    if not asked:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        click.echo(f"playsheet {version('playsheet')}")
    except PackageNotFoundError:
        click.echo("playsheet, run from a checkout that isn't installed")
    context.exit()


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


_JSON = click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON, for programs.")
_CUT = ("cut-svg", "cut-dxf")
_PAGES = ("pdf", "png-pages", *_CUT)
_PIECES = ("tts", "game-crafter", "screentop")
_FORMATS = ("pdf", "svg", "png", "png-pages", *_PIECES, *_CUT)
_ONLY_FOR = {
    "--paper": _PAGES,
    "--marks": _PAGES,
    "--duplex": _PAGES,
    "--duplex fronts": _PAGES + _PIECES,
    "--duplex fold": ("pdf", "png-pages"),  # a machine doesn't find a folded sheet by half of its marks
    "--copies": _PAGES + _PIECES,
    "--scale": ("pdf", "png", "png-pages", *_PIECES, *_CUT),
    "--profile": ("pdf", *_CUT),
    "--dry-run": ("pdf",),
    "--fillable": ("pdf",),
    "--filled": ("pdf",),
    "--dpi": ("png", "png-pages", "tts", "screentop"),
    "--transparent": ("png", "png-pages"),
    "--product": ("game-crafter",),
}
"""The formats that an option is for."""

_STRICT = click.option("--strict", is_flag=True, help="Treat warnings as errors.")


def _way(duplex: str | None) -> str:
    """Return the name of the option, with its value where that alone is for some formats."""
    return f"--duplex {duplex}" if duplex in ("fronts", "fold") else "--duplex"


def _fitting_options(format_: str, given: dict[str, Any]) -> None:
    """Refuse an option that the format has no use for, rather than doing without it in silence."""
    for option, formats in _ONLY_FOR.items():
        if given.get(option) and format_ not in formats:
            raise click.UsageError(f"{option} is for --format {' or '.join(formats)}")


class _Scale(click.FloatRange):
    """A share as people write it, 0.94, 0,94 or 94%; what is no number lies in no range, and on no side of it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        text = str(value).replace(",", ".")
        try:
            share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            self.fail(f"{value!r} is no scale; write it as 0.94 or 94%.", param, ctx)
        found = super().convert(share, param, ctx)
        if isnan(found):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return found


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExamples:\n  playsheet list\n  playsheet build get-on-board --lang ru\n"
    "  playsheet score mysheet.yaml\n  playsheet new mygame",
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def main() -> None:
    """Print sheets, cards and tiles of board games, and check filled-in score sheets."""
    _limit_memory()


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on this system
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft == resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))


@main.command(
    "list",
    short_help="List games, what they print, and on which papers.",
    epilog="\b\nExamples:\n  playsheet list\n  playsheet list mygame/\n  playsheet list --json",
)
@click.argument("packs", nargs=-1)
@_JSON
def list_(packs: tuple[str, ...], as_json: bool) -> None:
    """List packs with their components, languages and papers.

    "in cards" means that a component is printed with others to cards.pdf; --component knows both names.
    PACKS are ids or folders; without any, all packs that come with playsheet.
    """
    from generator.pack import shipped
    from generator.stories.list import listing

    reporter = Reporter(as_json)
    found = _run(lambda problems: list(listing(packs or shipped.packs(), problems)), reporter) or []
    if as_json:
        _print_json({"packs": [pack._asdict() for pack in found], "problems": _as_json(reporter.problems)})
        sys.exit(reporter.status)
    for pack in found:
        click.echo(f"{pack.id}  {pack.title}, version {pack.version}")
        click.echo(f"  languages: {', '.join(pack.languages)}")
        for name, document in pack.documents.items():
            shared = f", in {document}" if document != name else ""
            click.echo(f"  {name}: {pack.components[name]}{shared} ({', '.join(pack.papers[name])})")
    _end(reporter)


@main.command(
    short_help="Print games as PDFs.",
    epilog="\b\nExamples:\n  playsheet build get-on-board --lang ru --paper A4\n"
    "  playsheet build cascadia --component score-pad --copies 6\n  playsheet build mygame/ -o print",
)
@click.argument("packs", nargs=-1)
@click.option("--lang", default="all", show_default=True, help="Language to print, or all.")
@click.option(
    "--paper",
    help="Paper by name, such as A4 or Letter, or by size: 320x450 (mm), 13x19in.  "
    "[default: A4, or the first that the pack names]",
)
@click.option("--component", help="Print only this component or group.")
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
    "whom",
    type=click.Choice(["home", "shop"]),
    default="home",
    show_default=True,
    help="home: sheets of paper; shop: one face a page with its bleed, in CMYK, with cut lines on a layer.",
)
@click.option(
    "--icc",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The print shop's ICC profile, with --for shop: colours go through it, and the PDF becomes PDF/X-4.",
)
@click.option(
    "--scale",
    type=_Scale(0.1, 10),
    help="Print faces so many times as large, such as 0.94; the foot says so.",
)
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, file_okay=False), help="Folder to write to.  [default: output]"
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(_FORMATS),
    default="pdf",
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
@_STRICT
@_JSON
def build(
    packs: tuple[str, ...],
    lang: str,
    paper: str | None,
    component: str | None,
    copies: int | None,
    scale: float | None,
    duplex: Any,
    marks: Any,
    whom: str,
    icc: Path | None,
    out: Path | None,
    format_: Any,
    dpi: int | None,
    profile: str | None,
    dry: bool,
    yes: bool,
    fillable: bool,
    filled: Path | None,
    transparent: bool,
    product: str | None,
    strict: bool,
    as_json: bool,
) -> None:
    """Print PACKS (ids, or folders with a pack.yaml) to output/<pack>/<language>/.

    Without PACKS: all that come with playsheet and have the language.
    """
    from generator.stories.build import BuildOptions
    from generator.stories.list import speaking

    given = {"--paper": paper, "--marks": marks, "--profile": profile, "--dry-run": dry}
    given |= {"--fillable": fillable, "--filled": filled}
    of_faces = {_way(duplex): duplex, "--copies": copies, "--scale": scale}
    of_pictures = {"--dpi": dpi, "--transparent": transparent, "--product": product}
    _fitting_options(format_, given | of_faces | of_pictures)
    sheets = {"--duplex": duplex not in (None, "long", "fronts"), "--format": format_ != "pdf"}
    shop = _for_shop(whom, icc, given | sheets)
    if filled and len(packs) != 1:
        raise click.UsageError("--filled prints the sheets of one game: name its pack")
    reporter = Reporter(as_json, strict)
    printer = _printer(profile, reporter) if format_ in _ONLY_FOR["--profile"] and not shop else None
    orders = [
        BuildOptions(
            pack,
            lang,
            paper,
            component,
            copies,
            out,
            format_,
            1.0 if scale is None else scale,
            duplex or "long",
            dpi=dpi,
            transparent=transparent,
            product=product,
            printer=printer,
            marks=marks,
            shop=shop,
            icc=icc,
            dry=dry,
            fillable=fillable,
            filled=filled,
        )
        for pack in packs or speaking(lang)
    ]
    _build(orders, reporter, (lambda _: True) if yes else reporter.ask)


def _printer(profile: str | None, reporter: Reporter) -> Printer | None:
    """Return the printer to correct for; where it can't be found out, the run ends."""
    from generator.stories import calibrate

    printer: Printer | None = _run(lambda _: calibrate.chosen(profile), reporter)
    if reporter.problems.errors:
        _end(reporter)
    return printer


def _build(orders: list[BuildOptions], reporter: Reporter, ask: Callable[[str], bool]) -> None:
    """Print what is ordered, tell what was written, and end."""
    from generator.stories.build import build

    printed = [
        made
        for order in orders
        for made in _run(partial(build, order, progress=reporter.progress, ask=ask), reporter) or []
    ]
    if reporter.as_json:
        files = [{"path": str(made.path), "pages": made.pages, "notes": made.notes, **_plan(made)} for made in printed]
        _print_json({"files": files, "problems": _as_json(reporter.problems)})
        sys.exit(reporter.status)
    reporter.show()
    for made in printed:
        click.echo(f"{made.path}  {_counted(made.pages, made.noun)}{_takes(made.plan) if made.plan else ''}")
        for note in made.notes:
            click.echo(f"  {note}")
    if any(made.plan for made in printed):
        click.echo("nothing was written (--dry-run)")
    sys.exit(reporter.status)


def _for_shop(whom: str, icc: Path | None, of_home: dict[str, Any]) -> bool:
    """Tell whether a print shop prints; options that say nothing then, those `of_home` too, are wrong usage."""
    if whom == "home" and icc:
        raise click.UsageError("--icc is for print shops: add --for shop")
    given = [option for option, value in of_home.items() if value]
    if whom == "shop" and given:
        raise click.UsageError(f"--for shop makes PDFs with pages as large as their faces: leave {given[0]} out")
    return whom == "shop"


def _takes(plan: Plan) -> str:
    """Say what printing would take."""
    said = f" on {_counted(plan.sheets, 'sheet')} of {plan.paper}, {_counted(plan.faces, 'face')}"
    return f"{said}, ink on about {plan.ink.share * 100:.0f} % of the paper" if plan.ink else said


def _plan(made: Written) -> dict[str, Any]:
    """Return what printing would take, for programs; nothing unless that was asked."""
    if made.plan is None:
        return {}
    faces, sheets, paper, ink = made.plan
    return {"faces": faces, "sheets": sheets, "paper": paper, "ink": round(ink.share, 3) if ink else None}


def _length(_context: click.Context, _option: click.Parameter, typed: str | None) -> float | None:
    """Return a length in mm that was typed with a point or a comma."""
    if typed is None:
        return None
    try:
        return float(typed.strip().removesuffix("mm").replace(",", ".").replace("−", "-"))
    except ValueError:
        raise click.BadParameter(f"{typed!r} is no length in mm, such as 179.4") from None


def _measure(option: str, help_: str) -> Callable[[Any], Any]:
    return click.option(option, metavar="MM", callback=_length, help=help_)


@main.command(
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
@click.option("--lang", help="Language of the page: en, ru, pl, be-tarask.  [default: en]")
@click.option("--profile", help="Print the page corrected for this printer, to see whether it is right now.")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, file_okay=False), help="Folder to write to.  [default: output]"
)
@click.option("--name", help="Store what you measured, for a printer of this name.")
@_measure("--width", "What you measured from A to B.")
@_measure("--height", "What you measured from C to D.")
@_measure("--shift-x", "What you read on the scale of the other side, sideways.  [default: 0]")
@_measure("--shift-y", "The same, up or down.  [default: 0]")
@click.option("--default", "usual", is_flag=True, help="Correct every later build for this printer.")
def calibrate(
    paper: str,
    lying: bool,
    lang: str | None,
    profile: str | None,
    out: Path | None,
    name: str | None,
    width: float | None,
    height: float | None,
    shift_x: float | None,
    shift_y: float | None,
    usual: bool,
) -> None:
    """Print a calibration page; then store under a --name what you measured on it.

    The page has two sides and says what to measure and what to type. Later builds print
    exactly on that printer with --profile NAME.
    """
    measures = {"--width": width, "--height": height, "--shift-x": shift_x, "--shift-y": shift_y}
    given = [option for option, value in measures.items() if value is not None]
    if name is None and (given or usual):
        raise click.UsageError(f"{(given or ['--default'])[0]} needs the printer's --name too, such as --name office")
    of_page = [option for option, value in (("--profile", profile), ("--lang", lang), ("--out", out)) if value]
    if name is not None and of_page:
        what = "measure a page that was printed without it" if profile else "leave it out"
        raise click.UsageError(f"{of_page[0]} is for printing the page, and --name stores what was measured: {what}")
    reporter = Reporter()
    if name is None:
        _print_calibration(paper, lying, lang or "en", profile, out, reporter)
    elif width is None or height is None:
        raise click.UsageError("to store a printer, give both --width and --height, measured on the calibration page")
    else:
        _keep(name, (width, height, shift_x or 0.0, shift_y or 0.0, lying), usual, reporter)


def _print_calibration(
    paper: str, lying: bool, lang: str, profile: str | None, out: Path | None, reporter: Reporter
) -> None:
    from generator.pack import shipped
    from generator.stories.build import BuildOptions
    from generator.stories.calibrate import NONE

    printer = _printer(NONE if profile is None else profile, reporter)
    component = f"{paper}-lying" if lying else paper
    _build(
        [BuildOptions(str(shipped.calibration()), lang, paper, component, out=out, printer=printer)],
        reporter,
        reporter.ask,
    )


def _keep(name: str, measures: tuple[float, float, float, float, bool], usual: bool, reporter: Reporter) -> None:
    from generator.stories import calibrate

    reading = calibrate.Reading(*measures)
    path = _run(lambda _: calibrate.keep(name, reading, usual), reporter)
    if path is not None:
        click.echo(f"{name}: {calibrate.told(reading)}")
        click.echo(f"  stored in {path}")
        lying = " --lying" if reading.lying else ""
        click.echo(f"Next, one after another:\n  playsheet calibrate{lying} --profile {calibrate.typed(name)}")
        click.echo(f"  playsheet build{'' if usual else f' --profile {calibrate.typed(name)}'}")
    _end(reporter)


@main.command(
    short_help="Find every mistake in the files of games.",
    epilog="\b\nExamples:\n  playsheet check data/cascadia\n  playsheet check mygame/ --strict",
)
@click.argument("packs", nargs=-1)
@_STRICT
@_JSON
def check(packs: tuple[str, ...], strict: bool, as_json: bool) -> None:
    """Show every mistake of PACKS (ids or folders) in one run, as file:line:column.

    Files, templates in every language, overflowing texts, missing letters, formulas,
    examples and catalogues are looked at. Without PACKS: all that come with playsheet.
    """
    from generator.pack import shipped
    from generator.stories.check import check

    reporter = Reporter(as_json, strict)
    names = packs or shipped.packs()
    found = [made for name in names if (made := _run(partial(check, name, progress=reporter.progress), reporter))]
    if as_json:
        _print_json({"packs": [made._asdict() for made in found], "problems": _as_json(reporter.problems)})
        sys.exit(reporter.status)
    reporter.show()
    for made in found:
        faces, examples = _counted(made.faces, "face"), _counted(made.examples, "example")
        click.echo(f"{made.pack}: {faces} in {', '.join(made.languages)}; {examples}")
    errors = len(reporter.problems.errors)
    click.echo(f"{_counted(errors, 'error')}, {_counted(len(reporter.problems) - errors, 'warning')}")
    sys.exit(reporter.status)


@main.command(
    short_help="Check filled-in score sheets, or print an empty one.",
    epilog="\b\nExamples:\n  playsheet score mysheet.yaml\n  playsheet score table.json --json\n"
    "  playsheet score --blank get-on-board --lang ru > mysheet.yaml",
)
@click.argument("sheets", nargs=-1, type=click.Path(path_type=Path))
@click.option("--blank", metavar="PACK", help="Print an empty sheet of PACK to fill in, instead of checking one.")
@click.option("--players", type=click.IntRange(1, 20), help="With --blank: a table of so many players.")
@click.option("--lang", help="Language of the report.  [default: the sheet's own]")
@click.option("--pack", help="The pack of the sheets.  [default: what each says under game:]")
@_JSON
def score(
    sheets: tuple[Path, ...], blank: str | None, players: int | None, lang: str | None, pack: str | None, as_json: bool
) -> None:
    """Check filled-in SHEETS (YAML, JSON or a PDF form, one player or a table): every sum and every rule.

    Ends with 0 when all hold, 1 when one doesn't, 2 for wrong usage.
    """
    from generator.stories import score

    if bool(sheets) == bool(blank):
        raise click.UsageError("name one or more filled-in sheets; or get an empty one with --blank PACK alone")
    useless = {"--pack": pack, "--json": as_json} if blank else {"--players": players}
    for option in [name for name, value in useless.items() if value]:
        with_ = "filled-in sheets, and --blank prints an empty one" if blank else "--blank PACK"
        raise click.UsageError(f"{option} is for {with_}: leave it out")
    reporter = Reporter(as_json)
    if blank:
        text = _run(partial(score.blank, blank, lang, players or 1), reporter)
        if text is not None:
            click.echo(text, nl=False)
        _end(reporter)
    found = [(sheet, made) for sheet in sheets if (made := _run(partial(score.score, sheet, pack, lang), reporter))]
    _tell(found, reporter)


def _tell(found: list[tuple[Path, Scored]], reporter: Reporter) -> None:
    """Print the reports, and end with 1 unless every sheet was read and holds."""
    from generator.score.wording import as_json, text

    if reporter.as_json:
        reports = [{"file": str(sheet), **as_json(made.report, made.words)} for sheet, made in found]
        _print_json({"sheets": reports, "problems": _as_json(reporter.problems)})
    else:
        for _, made in found:
            reporter.problems.extend(made.report.problems)  # a formula of the pack that can't be worked out
        reporter.show()
        for number, (sheet, made) in enumerate(found):
            click.echo("\n" * min(number, 1) + f"{sheet}\n{text(made.report, made.words)}")
    sys.exit(max(reporter.status, int(any(not made.report.holds for _, made in found))))


@main.command(
    short_help="Start a game of your own.",
    epilog="\b\nExamples:\n  playsheet new mygame\n  playsheet check mygame",
)
@click.argument("folder", type=click.Path(path_type=Path))
def new(folder: Path) -> None:
    """Start a pack in FOLDER: it builds, checks and scores at once."""
    from generator.pack.starter import start

    reporter = Reporter()
    for path in _run(lambda _: start(folder), reporter) or []:
        click.echo(path)
    if not reporter.problems.errors:
        click.echo(f"Next, one after another:\n  playsheet build {folder}\n  playsheet check {folder}")
    _end(reporter)


@main.command(
    short_help="Print the rules of a game's files for editors.",
    epilog="\b\nExamples:\n  playsheet schema pack > pack.schema.json\n  playsheet schema > playsheet.schema.json",
)
@click.argument("kind", type=click.Choice(["pack", "score"]), required=False)
def schema(kind: str | None) -> None:
    """Print the JSON Schema of pack.yaml or score.yaml, or one that fits either."""
    from generator.pack.schema import schema

    _print_json(schema(kind))


def run() -> None:
    """Run as a process of its own, which is over before collecting cyclic garbage would pay: it costs a tenth."""
    gc.set_threshold(100_000, 50, 50)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # no looking for them in every installed package
    _limit_time()
    for stream in (sys.stdout, sys.stderr):  # a terminal that lacks a letter shows its code
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGINT, _stopped)
    try:
        main()
    except Stopped:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is to be cleared away is on its way
        click.echo(("\r\x1b[K" if sys.stderr.isatty() else "") + "stopped", err=True)
        sys.exit(130)
    except OSError as error:  # a full disk behind ">"; what else can't be read or written is told where it is met
        click.echo(f"playsheet: error: the outcome can't be written: {error.strerror}", err=True)
        sys.exit(1)
    finally:
        gc.freeze()  # nor is there anything to look for at the end


def _limit_time() -> None:
    try:
        import resource
    except ImportError:  # not on this system
        return
    if resource.getrlimit(resource.RLIMIT_CPU)[0] == resource.RLIM_INFINITY:
        signal.signal(signal.SIGXCPU, _stop)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 30))


def _stop(*_: object) -> None:
    raise TooLong


def _stopped(*_: object) -> None:
    raise Stopped


if __name__ == "__main__":
    run()
