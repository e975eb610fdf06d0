"""The story of printing, one line a stage.

build: pack folder → load and check → localise → templates → faces → impose → draw → write
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from generator.face.face import Face, Hint, Printing
from generator.face.renderer import TemplateRenderer
from generator.face.template_cache import TemplateCache
from generator.pack import localise, shipped
from generator.pack.load import load
from generator.pack.model import Component, Marking, Pack
from generator.pack.source.files import inside
from generator.press import cutting, duplex, papers, sheets, slots, unprintable
from generator.press.duplex import Duplex
from generator.press.page import Page
from generator.press.papers import Paper
from generator.press.printer import Printer
from generator.press.run import PrintRun
from generator.problems import Failed, Location, Problems, failed, listed, near, quoted
from generator.progress import Progress, Step
from generator.svg.core.resolution import Resolution
from generator.type.fonts import Fonts

if TYPE_CHECKING:
    from generator.exports.ink import Ink
    from generator.exports.job import Exported, Job
    from generator.press.fields import Writing
    from generator.stories.fill import Sheets
    from generator.svg.core.separation import Separation

Format = Literal["pdf", "svg", "png", "png-pages", "tts", "game-crafter", "screentop", "cut-svg", "cut-dxf"]


class BuildOptions(NamedTuple):
    """What to build; None is the obvious: all components, all languages, each component's first paper."""

    pack: str
    language: str | None = None
    paper: str | None = None
    component: str | None = None
    copies: int | None = None
    out: Path | None = None
    format: Format = "pdf"
    scale: float = 1.0
    duplex: Duplex = "long"
    dpi: int | None = None
    transparent: bool = False
    product: str | None = None
    printer: Printer | None = None  # of pages that a printer prints, and of no pictures
    marks: Marking | None = None
    shop: bool = False
    icc: Path | None = None
    dry: bool = False
    fillable: bool = False
    filled: Path | None = None


class Plan(NamedTuple):
    """What printing a document would take: faces, sheets of paper, and the ink on them as far as it can be guessed."""

    faces: int
    sheets: int
    paper: str
    ink: Ink | None


class Written(NamedTuple):
    """A file or folder that was written, how many pages (or `noun`s) it holds, and what to know when printing it."""

    path: Path
    pages: int
    notes: tuple[str, ...] = ()
    noun: str = "page"
    plan: Plan | None = None


Ask = Callable[[str], bool]
"""Asks a person whether that many pages are meant."""

MANY = 500
"""Pages of one document beyond which a person is asked first."""


class Console(NamedTuple):
    """What a person is told and asked while one document is made."""

    what: str
    progress: Progress
    ask: Ask

    def step(self, n: int, m: int) -> None:
        """Tell that n of m pages are done."""
        self.progress(Step(self.what, n, m))


class Task(NamedTuple):
    """The printing of one document in one language: what of, for whom and where to."""

    pack: Pack
    renderer: TemplateRenderer
    document: str
    order: BuildOptions
    folder: Path
    problems: Problems
    talk: Console

    @property
    def title(self) -> str:
        """The pack's title in the language of the document."""
        return self.renderer.words.translate(self.pack.file.title)

    def titled(self, run: PrintRun) -> str:
        """Return the document's title, which names its first component too."""
        return f"{self.title} · {self.renderer.words.translate(run.component.title)}"

    def backed(self, runs: Sequence[PrintRun], *, later: bool = True) -> list[PrintRun]:
        """Return runs with the backs of their faces."""
        return [_backed(self.pack, self.renderer, run, later=later) for run in runs]


def build(order: BuildOptions, problems: Problems, progress: Progress, ask: Ask = bool) -> list[Written]:
    """Print a pack; return the files written, or that would be with a dry order.

    Every problem of every component and language is gathered first; a document with an
    error in it is not written, and an old one of its name stays as it was.
    """
    pack = load(order.pack, problems)
    papers.check(pack, problems)
    slots.check(pack, problems)
    problems.stop_on_errors()
    written = _written(pack, order, problems)
    names = _components(pack, order)
    out = order.out or Path("output")
    printed: list[Written] = []
    opened, templates = fonts(pack), TemplateCache(shipped.templates())
    for language in localise.languages(pack, order.language):
        words = localise.words(pack, language, problems)
        renderer = TemplateRenderer(pack, words, opened, problems, templates, _printing(order))
        for document, members in documents(pack, names).items():
            talk = Console(f"{pack.id} {language} {document}", progress, ask)
            talk.step(0, 0)
            task = Task(pack, renderer, document, order, out / pack.id / language, problems, talk)
            printed += _document(task, members, written)
        note_missing(pack, words, problems)
    problems.stop_on_errors()
    if order.filled and not printed:
        what = f"{listed(names)}: there is no place to write, so nothing of {order.filled} is printed"
        raise failed(
            pack.source.place(("components",)), what, remedy="choose a sheet with --component, or leave it out"
        )
    return printed


def _written(pack: Pack, order: BuildOptions, problems: Problems) -> Sheets | None:
    """Return what is written into the fields of sheets; None when they are printed empty."""
    if not (order.fillable or order.filled):
        return None
    from generator.stories.fill import sheets

    return sheets(pack, order.filled, order.fillable, problems)


def _printing(order: BuildOptions) -> Printing:
    hints = []
    if order.scale != 1:
        hints.append(Hint("drawn at {scale} % of its size", (("scale", f"{order.scale * 100:g}"),)))
    if order.printer:
        hints.append(Hint("corrected for the printer {name}", (("name", order.printer.name),)))
    return Printing(order.scale, tuple(hints))


def _document(task: Task, members: Sequence[str], written: Sheets | None = None) -> list[Written]:
    pack, renderer, document, order, folder, problems, talk = task
    before = problems.failures
    later = order.format == "pdf" and written is None
    every = [run for name in members if (run := make_run(pack, renderer, name, order.copies, later=later)) is not None]
    # as pictures or drawings of faces there is one of each, however many are printed
    runs = every if order.format in ("svg", "png") or problems.failures > before else _meant(every, problems)
    if not runs or problems.failures > before:
        return []
    if written and order.filled:
        runs = [written.needed(run) for run in runs if any(face.fields for face in run.faces)]
        if not runs:
            return []
    if order.shop:
        return _for_shop(task, runs)
    if order.format != "pdf":
        return _exported(task, runs)
    backed = runs if order.duplex == "fronts" else task.backed(runs, later=later)
    made = imposed(pack, backed, order, renderer, problems) if problems.failures == before else None
    if made is None:
        return []
    path = folder / f"{document}.pdf"
    notes = (*made.notes, *(order.printer.notes(made.pages) if order.printer else ()))
    if order.dry:
        done, plan = True, _planned(renderer, made, problems)
    else:
        done, plan = _agreed(pack, document, made, problems, talk), None
        printable = order.printer.corrected(made.pages) if order.printer else made.pages
        wanted = duplex.preference(runs, order.duplex)
        writing = written.writing(renderer.words) if written else None
        done = done and write(
            renderer, printable, path, task.titled(runs[0]), problems, wanted, step=talk.step, writing=writing
        )
    return [Written(path, len(made.pages), notes, plan=plan)] if done and problems.failures == before else []


def _meant(runs: Sequence[PrintRun], problems: Problems) -> list[PrintRun]:
    """Return the runs of which there is a piece at all; where there are more than anybody means, that is an error."""
    for run in runs:
        if not run.pieces:
            problems.warning(run.place, f"{run.id}: nothing is printed of it, as all copies are 0")
            continue
        try:
            sheets.limited(run.pieces, run)
        except Failed as failure:
            problems.extend(failure.problems)
    return [run for run in runs if run.pieces]


def _planned(renderer: TemplateRenderer, made: Imposed, problems: Problems) -> Plan:
    """Return what printing would take; a few pages are drawn into a folder that nobody keeps."""
    from generator.exports.ink import ink

    pages = made.pages
    found = ink(pages, lambda sample, path: write(renderer, sample, path, "", problems))
    return Plan(sheets.counts(pages).total(), sum(not page.back for page in pages), made.paper, found)


def _agreed(pack: Pack, document: str, made: Imposed, problems: Problems, talk: Console) -> bool:
    """Ask whether so many pages are meant, when there are very many; a no is an error."""
    pages = len(made.pages)
    if pages <= MANY or talk.ask(f"{document}: {pages} pages of {made.paper}. Print them?"):
        return True
    what = f"{document}: {pages} pages of {made.paper} are asked for"
    remedy = "check copies and --copies, or print them with --yes"
    problems.error(pack.source.place(("components",)), what, f"at most {MANY} without asking", remedy)
    return False


def _for_shop(task: Task, runs: Sequence[PrintRun]) -> list[Written]:
    """Print a document for a print shop, one face a page."""
    from generator.press import shop
    from generator.press.pdf import prepress

    order, problems = task.order, task.problems
    backed = task.backed(runs)
    path = task.folder / f"{task.document}-shop.pdf"
    try:
        process = prepress.separation(order.icc)
        made = shop.pages(backed, order.duplex)
    except Failed as failure:
        problems.extend(failure.problems)
        return []
    if not write(task.renderer, made, path, task.titled(runs[0]), problems, process=process, step=task.talk.step):
        return []
    return [Written(path, len(made), shop.notes(runs, process))]


def _exported(task: Task, runs: Sequence[PrintRun]) -> list[Written]:
    """Write a document in another format: its faces, its pieces, or its pages."""
    from generator.exports import formats

    order, problems = task.order, task.problems
    before = len(problems.errors)
    try:
        if order.format in formats.FACES:
            made = formats.FACES[order.format](_job(task, runs))
        else:
            backed = runs if order.duplex == "fronts" else task.backed(runs)
            if len(problems.errors) > before:
                return []
            job = _job(task, backed)
            made = formats.PIECES[order.format](job) if order.format in formats.PIECES else _exported_pages(task, job)
    except Failed as failure:
        problems.extend(failure.problems)
        return []
    return [Written(done.path, done.pieces, done.notes, done.noun) for done in made]


def _exported_pages(task: Task, job: Job) -> list[Exported]:
    from generator.exports import formats
    from generator.exports.cutters import cutting

    order = task.order
    runs, told = job.runs, order
    if order.format in formats.CUT:
        runs, told = tuple(map(cutting.widened, runs)), order._replace(marks=order.marks or "none")
    laid = imposed(task.pack, runs, told, task.renderer, task.problems)
    if laid is None or not _agreed(task.pack, job.document, laid, task.problems, task.talk):
        return []
    notes = (*laid.notes, *(order.printer.notes(laid.pages) if order.printer else ()))
    return formats.PAGES[order.format](job._replace(notes=notes), laid.pages)


def _job(task: Task, runs: Sequence[PrintRun]) -> Job:
    from generator.exports.job import DPI, Job, Look, Words

    pack, renderer, document, order, folder, problems, talk = task

    def draw(pages: Sequence[Page], path: Path) -> None:
        printable = order.printer.corrected(pages) if order.printer else pages
        if not write(renderer, printable, path, task.title, problems):
            raise Failed([])

    def called(row: Mapping[str, Any]) -> str:
        name = str(row.get("name") or row.get("title") or row["id"])
        return renderer.words.entries.get(name) or name

    words = Words(
        task.title,
        {run.id: renderer.words.translate(run.component.title) for run in runs},
        {(run.id, str(row["id"])): called(row) for run in runs for row in pack.items(run.id)},
    )
    look = Look(order.dpi or DPI, order.transparent)
    return Job(document, tuple(runs), folder, draw, words, problems, look, order.product, step=talk.step)


def make_run(
    pack: Pack, renderer: TemplateRenderer, name: str, copies: int | None, *, later: bool = False
) -> PrintRun | None:
    """Write a component's faces, at once or `later`, when they are drawn; None when one of its templates stopped."""
    component = pack.file.components[name]
    # what may lie at the paper's edge is written at once, so that its boxes are known where it is laid
    write_face = renderer.later if later and component.margin else renderer.face
    items = pack.items(name)
    faces: list[Face] = []
    for number, item in enumerate(items, 1):
        face = write_face(name, item, number, len(items))
        if face is None:
            return None  # the same fault would come again for each item
        faces.append(face._replace(bleed=component.bleed))
    place = pack.source.place(("components", name))
    counts = tuple(_copies(component, item, copies) for item in items)
    lain = slots.of(pack, name) if component.slots else None
    return PrintRun(name, component, tuple(faces), counts, place, renderer.printing.scale, slots=lain)


def _backed(pack: Pack, renderer: TemplateRenderer, run: PrintRun, *, later: bool = True) -> PrintRun:
    """Give each face of a run its back: the item of the same id, else the only one there is."""
    name = run.component.back
    if name is None:
        return run
    items = pack.items(name)
    bleed = max(pack.file.components[name].bleed, run.component.bleed + duplex.SPARE)
    numbers = {str(item["id"]): number for number, item in enumerate(items)}
    wanted = [numbers.get(face.item, 0 if len(items) == 1 else None) for face in run.faces]
    backs: dict[int | None, Face | None] = {None: None}
    for number in dict.fromkeys(number for number in wanted if number is not None):
        back = (renderer.later if later and run.component.margin else renderer.face)(
            name, items[number], number + 1, len(items)
        )
        backs[number] = back and back._replace(bleed=bleed)
    return run._replace(backs=tuple(backs[number] for number in wanted))


def _copies(component: Component, item: Mapping[str, Any], wanted: int | None) -> int | None:
    if wanted is not None:
        return wanted
    if item.get("copies") is not None:
        return int(item["copies"])
    return None if component.copies == "fill" else component.copies


class Imposed(NamedTuple):
    """The pages of a document, the name of their paper, and what to know about them on it."""

    pages: list[Page]
    paper: str
    notes: tuple[str, ...]


def imposed(
    pack: Pack, runs: Sequence[PrintRun], order: BuildOptions, renderer: TemplateRenderer, problems: Problems
) -> Imposed | None:
    """Lay a document's faces on paper; None when that can't be, which is among the problems then."""
    try:
        paper = _paper(pack, runs, order)
        made = sheets.pages(runs, paper, renderer.furniture, order.duplex, order.marks)
    except Failed as failure:
        problems.extend(failure.problems)
        return None
    problems.extend(unprintable.lost(made, paper))
    notes = (
        unprintable.notes(runs, made, paper) + duplex.notes(runs, order.duplex, len(made)) + cutting.notes(made, paper)
    )
    return Imposed(made, paper.name, notes)


def _paper(pack: Pack, runs: Sequence[PrintRun], order: BuildOptions) -> Paper:
    """Return the paper asked for, else the first that the component names; `Failed` when it isn't made for that."""
    known = papers.papers(pack)
    chosen = papers.paper(_first_paper(runs[0]) if order.paper is None else order.paper, known)
    for run in runs:
        allowed = run.component.papers
        if allowed and chosen not in [papers.paper(name, known) for name in allowed]:
            raise failed(
                pack.source.place(("components", run.id, "papers")),
                f"{run.id} isn't made for {chosen.name}",
                listed(allowed),
                "choose one of these with --paper, or leave --paper out",
            )
    return chosen


def _first_paper(run: PrintRun) -> str:
    return run.component.papers[0] if run.component.papers else "A4"


def write(
    renderer: TemplateRenderer,
    made: Sequence[Page],
    path: Path,
    title: str,
    problems: Problems,
    wanted: str = "",
    process: Separation | None = None,
    step: Callable[[int, int], None] | None = None,
    writing: Writing | None = None,
) -> bool:
    """Draw pages into a PDF; tell whether it went without an error.

    `wanted` is the duplex asked of the printer; `process` writes colours in inks, for a
    print shop; `step` is told how many pages of how many are drawn.
    """
    from generator.press.pdf.write import write_pdf

    try:
        write_pdf(
            made,
            renderer.fonts,
            path,
            title=title,
            language=renderer.words.language,
            problems=problems,
            resolver=renderer.art.bytes,
            duplex=wanted,
            process=process,
            step=step,
            resolution=_resolution(renderer),
            writing=writing,
        )
    except Failed as failure:
        problems.extend(failure.problems)
        return False
    return True


def _resolution(renderer: TemplateRenderer) -> Resolution:
    pictures = renderer.pack.file.pictures
    return Resolution(pictures.good, pictures.least, renderer.printing.scale)


def fonts(pack: Pack) -> Fonts:
    """Return the fonts a pack may use: the packages' and its own."""
    own = {
        family: {style: _font_file(pack, family, style, file) for style, file in declared.files.items()}
        for family, declared in pack.file.fonts.items()
    }
    return Fonts(own)


def _font_file(pack: Pack, family: str, style: str, file: str) -> Path:
    path = pack.folder / "art" / file
    shown = f"{pack.shown}/art/{file}"
    if not inside(pack.folder, path, shown).is_file():
        place = pack.source.place(("fonts", family, "files", style))
        raise failed(place, f"there is no font file {quoted(shown, 200)}", remedy="put it into the pack's art folder")
    return path


def note_missing(pack: Pack, words: localise.Words, problems: Problems) -> None:
    """Warn of every text that was printed in English because its catalogue lacks it."""
    place = Location(pack.catalogue(words.language))
    for text in words.missing:
        problems.warning(place, f"no translation of {text!r}", remedy=f"add it to the {words.language} catalogue")


def _components(pack: Pack, order: BuildOptions) -> list[str]:
    """Return the components to build: the wanted ones, else all; pages of backs are those of their fronts."""
    known = list(pack.file.components)
    wanted = order.component
    if wanted is None:
        return [name for name in known if order.format in ("svg", "png") or name not in pack.backs]
    found = [name for name, made in pack.file.components.items() if wanted in (name, made.group)]
    if not found:
        groups = sorted({made.group for made in pack.file.components.values() if made.group} - set(known))
        raise failed(
            pack.source.place(("components",)),
            f"{pack.id} has no component {wanted!r}",
            listed([*known, *groups]),
            near(wanted, [*known, *groups]),
        )
    return found


def documents(pack: Pack, names: Sequence[str]) -> dict[str, list[str]]:
    """Return the documents to write: a whole group's components together, any other alone."""
    documents: dict[str, list[str]] = {}
    for name in names:
        group = pack.file.components[name].group
        members = {key for key, made in pack.file.components.items() if made.group == group}
        whole = group and members <= {*names, *pack.backs}
        documents.setdefault(group if group and whole else name, []).append(name)
    return documents
