"""The story of printing, one line a stage.

build: pack folder → load and check → localise → templates → faces → impose → draw → write
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.face.face import Hint, Printing
from generator.pack.model import Pack
from generator.pack.words import localise
from generator.press.files import clear
from generator.press.run import PrintRun, limited
from generator.problems import Problems, failed, listed, near, quoted
from generator.progress import Progress
from generator.stories.document import Ask, Console, Document, Imposition, Written
from generator.stories.formats import format_of
from generator.stories.options import BuildOptions
from generator.stories.stages import (
    Templates,
    documents,
    faces,
    impose,
    load_and_check,
    localised,
    note_missing,
    with_back,
)

if TYPE_CHECKING:
    from generator.stories.fill import Sheets

Tell = Callable[[Written], None]
"""Is told of a file that was written."""

MANY = 500
"""Pages of one document beyond which a person is asked first."""


def build(
    options: BuildOptions, problems: Problems, progress: Progress, ask: Ask = bool, tell: Tell = lambda _file: None
) -> list[Written]:
    """Print a pack; return the files written, or that would be with a dry run. `tell` is told each as it is written.

    Every problem of every component and language is gathered, and `Failed` has all of them at the
    end; a document with an error in it is not written, and an old one of its name stays as it was.
    """
    if options.filled:  # nobody writes on the backs of what is filled in
        options = options._replace(duplex="fronts")
    pack = load_and_check(options.pack, problems, progress)
    problems.stop_on_errors()
    fields = _fields(pack, options, problems)
    components = _components(pack, options, problems)
    folder = (options.out or Path("output")) / pack.id
    files: list[Written] = []
    templates = Templates(pack, problems, progress, _printing(options))
    for words in localised(pack, localise.languages(pack, options.language), problems, progress):
        if not words.sound:
            continue  # what is printed in this language would have the faults of its catalogue
        renderer = templates.renderer(words)
        if not options.dry:
            clear(folder / words.language)
        for name, members in documents(pack, components).items():
            console = Console(f"{pack.id} {words.language} {name}", progress, ask)
            document = Document(
                pack, renderer, name, members, options, folder / words.language, console, problems, fields
            )
            for file in _write(document):
                files.append(file)
                tell(file)
        note_missing(pack, words, problems)
    problems.stop_on_errors()
    if options.filled and not files:
        what = f"{listed(components)}: there is no place to write, so nothing of {options.filled} is printed"
        remedy = "choose a sheet with --component, or leave it out"
        raise failed(pack.source.place(("components",)), what, remedy=remedy)
    return files


def _write(document: Document) -> list[Written]:
    """Make a document stage by stage; none of it is written once there is an error."""
    format_, problems = format_of(document.options), document.problems
    # what is printed without being filled in is drawn as it comes: no more than a page is kept of it
    later = format_.draws_later and document.fields is None
    with problems.sound() as sound:
        runs = faces(document, later=later)
        runs = _runs_to_print(document, runs) if sound else []
        runs = _with_backs(document, runs) if sound else []
        imposition = impose(document, runs) if sound and runs else None
        if imposition and _agreed(document, imposition):
            return format_.writer(document, imposition)
    return []


# ------------------------------------------------------------------ what is asked for


def _fields(pack: Pack, options: BuildOptions, problems: Problems) -> Sheets | None:
    """Return what is written into the fields of sheets; None when they are printed empty."""
    if not (options.fillable or options.filled):
        return None
    from generator.stories.fill import sheets

    return sheets(pack, options.filled, options.fillable, problems)


def _printing(options: BuildOptions) -> Printing:
    hints = []
    if options.scale != 1:
        hints.append(Hint("drawn at {scale} % of its size", (("scale", f"{options.scale * 100:g}"),)))
    if options.printer:
        hints.append(Hint("corrected for the printer {name}", (("name", options.printer.name),)))
    return Printing(options.scale, tuple(hints))


def _components(pack: Pack, options: BuildOptions, problems: Problems) -> list[str]:
    """Return the components to build: those asked for, else all; pages of backs are those of their fronts."""
    components, chosen = pack.file.components, options.components
    if not chosen:
        return [name for name in components if format_of(options).made_of == "faces" or name not in pack.backs]
    _check_components(pack, chosen, problems)
    problems.stop_on_errors()
    return [name for name, component in components.items() if name in chosen or component.group in chosen]


def _check_components(pack: Pack, chosen: Sequence[str], problems: Problems) -> None:
    """Note what is asked for and is neither a component nor a group."""
    components = pack.file.components
    groups = {component.group for component in components.values() if component.group} - set(components)
    known = [*components, *sorted(groups)]
    place = pack.source.place(("components",))
    for name in dict.fromkeys(chosen):
        if name not in components and name not in groups:
            problems.error(place, f"{pack.id} has no component {quoted(name)}", listed(known), near(name, known))


# ------------------------------------------------------------------ how many of each, and what is behind them


def _runs_to_print(document: Document, runs: Sequence[PrintRun]) -> list[PrintRun]:
    """Return the runs of which anything is printed: with a filled-in file as many sheets as its players need."""
    if format_of(document.options).made_of != "faces":  # of those there is one of each, however many are printed
        runs = _printable(runs, document.problems)
    if document.fields and document.options.filled:
        runs = [document.fields.needed(run) for run in runs if any(face.fields for face in run.faces)]
    return list(runs)


def _printable(runs: Sequence[PrintRun], problems: Problems) -> list[PrintRun]:
    """Return the runs of which there is a piece at all; where there are more than anybody means, that is an error."""
    for run in runs:
        if not run.pieces:
            problems.warning(run.place, f"{run.id}: nothing is printed of it, as all copies are 0")
        with problems.sound():
            limited(run.pieces, run)
    return [run for run in runs if run.pieces]


def _with_backs(document: Document, runs: Sequence[PrintRun]) -> list[PrintRun]:
    """Return runs with the backs of their faces, unless only faces or only fronts are asked for."""
    if format_of(document.options).made_of == "faces" or document.options.duplex == "fronts":
        return list(runs)
    return [with_back(document, run, later=document.fields is None) for run in runs]


def _agreed(document: Document, imposition: Imposition) -> bool:
    """Ask whether so many pages are meant, when there are very many; a no is an error."""
    pages = len(imposition.pages)
    if document.options.dry or pages <= MANY:
        return True
    if document.console.ask(f"{document.name}: {pages} pages of {imposition.paper}. Print them?"):
        return True
    what = f"{document.name}: {pages} pages of {imposition.paper} are asked for"
    remedy = "check copies and --copies, or print them with --yes"
    place = document.pack.source.place(("components",))
    document.problems.error(place, what, f"at most {MANY} without asking", remedy)
    return False
