"""The stages from a pack to its pages, under the names of the README: building and checking both go through them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.face.face import AS_IS, Face, Printing
from generator.face.renderer import TemplateRenderer
from generator.face.template_cache import TemplateCache
from generator.pack import shipped
from generator.pack.items import copies_of
from generator.pack.load import load
from generator.pack.model import Component, Pack
from generator.pack.source.files import as_spelt, inside
from generator.pack.words import localise
from generator.pack.words.catalogue import key
from generator.pack.words.localise import Words
from generator.press import cutting, duplex, papers, sheets, slots, unprintable
from generator.press.papers import Paper
from generator.press.run import PrintRun
from generator.problems import Location, Problems, failed, listed, quoted
from generator.progress import Progress, Step
from generator.stories.document import Document, Imposition
from generator.stories.formats import format_of
from generator.type.fonts import Fonts

# ------------------------------------------------------------------ load and check


def load_and_check(name: str, problems: Problems, progress: Progress) -> Pack:
    """Read a pack's files; what is wrong with them is noted, `Failed` when nothing can be made of them."""
    progress(Step(Path(name).name, stage="load and check"))
    pack = load(name, problems)
    papers.check(pack, problems)
    slots.check(pack, problems)
    return pack


# ------------------------------------------------------------------ localise


def localised(pack: Pack, languages: Iterable[str], problems: Problems, progress: Progress) -> Iterator[Words]:
    """Yield the words of each language, when its turn comes; a language whose catalogue is none is left out, noted."""
    for language in languages:
        progress(Step(f"{pack.id} {language}", stage="localise"))
        words = None
        with problems.sound():
            words = localise.words(pack, language, problems)
        if words:
            yield words


def note_missing(pack: Pack, words: Words, problems: Problems) -> None:
    """Warn of every text that was printed in English because its catalogue lacks it, or in a form that was guessed."""
    place = Location(pack.catalogue(words.language))
    for text, many in words.missing.items():
        remedy = f"add it to the {words.language} catalogue" + (f": {words.blank(text, many)}" if many else "")
        problems.warning(place, f"no translation of {text!r}", remedy=remedy)
    for text, guess in words.guesses.items() if words.sound else ():
        if words.is_source:
            place = pack.source.place(("languages",))
            what = (
                f"{quoted(text)}: {guess.number} took the form for many, and {words.language} has one of its own for it"
            )
            remedy = f"say languages: [en, {words.language}], count in English in templates, and add a catalogue"
        else:
            place = Location(place.file, words.lines.get(key(text), 0))
            what = f"{quoted(text)} has no form for fractions: {guess.number} took that of 2, {quoted(guess.form)}"
            remedy = (
                f"say nplurals={guess.forms + 1} in Plural-Forms, and give every counted text its form for fractions "
                f"too: msgstr[{guess.forms}], as it is read after {guess.number}"
            )
        problems.warning(place, what, remedy=remedy)


# ------------------------------------------------------------------ templates


class Templates:
    """The templates of a pack and their fonts, opened and compiled once for all languages."""

    def __init__(self, pack: Pack, problems: Problems, progress: Progress, printing: Printing = AS_IS) -> None:
        self._pack = pack
        self._problems = problems
        self._progress = progress
        self._printing = printing
        self._fonts = fonts(pack)
        self._compiled = TemplateCache(shipped.templates())

    def renderer(self, words: Words) -> TemplateRenderer:
        """Return what puts items into their templates in one language."""
        self._progress(Step(f"{self._pack.id} {words.language}", stage="templates"))
        return TemplateRenderer(self._pack, words, self._fonts, self._problems, self._compiled, self._printing)


def fonts(pack: Pack) -> Fonts:
    """Return the fonts a pack may use: the packages' and its own; `Failed` where one isn't there."""
    own = {
        family: {style: _font_file(pack, family, style, file) for style, file in declared.files.items()}
        for family, declared in pack.file.fonts.families.items()
    }
    instead = pack.file.fonts.instead
    fonts = Fonts(own, instead)
    for name, other in instead.items():
        if fonts.family(other) is None:
            place = pack.source.place(("fonts", "instead", name))
            raise failed(place, f"there is no font family {quoted(other)}", f"{', '.join(fonts.names)}, or a package's")
    return fonts


def _font_file(pack: Pack, family: str, style: str, file: str) -> Path:
    path = as_spelt(pack.folder / "art" / file, pack.folder)
    shown = f"{pack.shown}/art/{file}"
    if not inside(pack.folder, path, shown).is_file():
        place = pack.source.place(("fonts", family, "files", style))
        raise failed(place, f"there is no font file {quoted(shown, 200)}", remedy="put it into the pack's art folder")
    return path


# ------------------------------------------------------------------ faces


def documents(pack: Pack, components: Sequence[str]) -> dict[str, list[str]]:
    """Return the documents to write: a whole group's components together, any other alone."""
    every = {*components, *pack.backs}
    partly = {component.group for name, component in pack.file.components.items() if name not in every}
    members: dict[str, list[str]] = {}
    for name in components:
        group = pack.file.components[name].group
        members.setdefault(group if group and group not in partly else name, []).append(name)
    return members


def faces(document: Document, *, later: bool = False) -> list[PrintRun]:
    """Return a run of each component's faces, written at once or `later`, when each is drawn.

    A component is left out when one of its templates stopped, which is among the problems then.
    """
    document.console.stage("faces")
    runs = (_run(document, name, later) for name in document.components)
    return [run for run in runs if run is not None]


def _run(document: Document, name: str, later: bool) -> PrintRun | None:
    pack, renderer = document.pack, document.renderer
    component = pack.file.components[name]
    # what may lie at the paper's edge is written at once, so that its boxes are known where it is laid
    write_face = renderer.later if later and component.margin else renderer.face
    items = pack.items(name)
    sides: list[Face] = []
    for number, item in enumerate(items, 1):
        face = write_face(name, item, number, len(items))
        if face is None:
            return None  # the same fault would come again for each item
        sides.append(face._replace(bleed=component.bleed))
    place = pack.source.place(("components", name))
    copies = tuple(_copies(component, item, document.options.copies) for item in items)
    places = slots.of(pack, name) if component.slots else None
    return PrintRun(name, component, tuple(sides), copies, place, renderer.printing.scale, slots=places)


def _copies(component: Component, item: Mapping[str, Any], every: int | None) -> int | None:
    """Return how many of an item are printed, `every` of each where that is said; None to fill the page."""
    if every is not None:
        return every
    copies = copies_of(item)
    if copies is not None:
        return copies
    return None if component.copies == "fill" else component.copies


def with_back(document: Document, run: PrintRun, *, later: bool = False) -> PrintRun:
    """Give each face of a run its back: the item of the same id, else the only one there is."""
    name = run.component.back
    if name is None:
        return run
    pack, renderer = document.pack, document.renderer
    items = pack.items(name)
    bleed = max(pack.file.components[name].bleed, run.component.bleed + duplex.SPARE)
    numbers = {str(item["id"]): number for number, item in enumerate(items)}
    behind = [numbers.get(face.item, 0 if len(items) == 1 else None) for face in run.faces]
    write_face = renderer.later if later and run.component.margin else renderer.face
    backs: dict[int | None, Face | None] = {None: None}
    for number in dict.fromkeys(number for number in behind if number is not None):
        back = write_face(name, items[number], number + 1, len(items))
        backs[number] = back and back._replace(bleed=bleed)
    return run._replace(backs=tuple(backs[number] for number in behind))


# ------------------------------------------------------------------ impose


def impose(document: Document, runs: Sequence[PrintRun]) -> Imposition:
    """Lay runs on paper, unless they are written as faces or pieces; `Failed` when that can't be."""
    format_ = format_of(document.options)
    if format_.made_of != "pages":
        return Imposition(tuple(runs))
    document.console.stage("impose")
    options, printer = document.options, document.options.printer
    marks = options.marks or "none" if format_.for_machines else options.marks
    paper = _paper(document, runs)
    pages = sheets.pages(
        _with_room(runs, format_.for_machines), paper, document.renderer.furniture, options.duplex, marks
    )
    document.problems.extend(unprintable.lost(pages, paper))
    notes = (
        *unprintable.notes(runs, pages, paper),
        *duplex.notes(runs, options.duplex, len(pages)),
        *cutting.notes(pages, paper),
        *(printer.notes(pages) if printer else ()),
    )
    return Imposition(tuple(runs), pages, paper.name, notes)


def _with_room(runs: Sequence[PrintRun], for_machines: bool) -> Sequence[PrintRun]:
    """Return runs with room for the marks of a cutting machine, when one cuts them."""
    if not for_machines:
        return runs
    from generator.exports.cutters.cutfiles import widened

    return [widened(run) for run in runs]


def _paper(document: Document, runs: Sequence[PrintRun]) -> Paper:
    """Return the paper asked for, else the first that the component names; `Failed` when it isn't made for that."""
    known = papers.papers(document.pack)
    name = document.options.paper
    place = document.pack.source.place
    asked = place(("components", runs[0].id, "papers", 0)) if name is None else None
    paper = papers.paper_named(_first_paper(runs[0]) if name is None else name, known, asked)
    for run in runs:
        allowed = run.component.papers
        own = place(("components", run.id, "papers"))
        if allowed and paper not in [papers.paper_named(name, known, own) for name in allowed]:
            raise failed(
                own,
                f"{run.id} isn't made for {paper.name}",
                listed(allowed),
                "choose one of these with --paper, or leave --paper out",
            )
    return paper


def _first_paper(run: PrintRun) -> str:
    return run.component.papers[0] if run.component.papers else "A4"
