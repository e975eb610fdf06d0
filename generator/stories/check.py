"""Check: every mistake of a pack, found by making all of it and keeping nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.face.face import Face
from generator.face.renderer import TemplateRenderer
from generator.face.template_cache import TemplateCache
from generator.pack import localise, shipped
from generator.pack.load import load
from generator.pack.model import Knowledge, Pack
from generator.pack.source.files import inside
from generator.press import papers, slots
from generator.problems import Location, Problems
from generator.progress import Progress, Step
from generator.stories.build import BuildOptions, documents, fonts, imposed, make_run, note_missing, write
from generator.stories.score import compiled

if TYPE_CHECKING:
    from generator.pack.scoremodel import ScoreFile
    from generator.score.scoring import Scorer


class Checked(NamedTuple):
    """What a check looked at."""

    pack: str
    languages: tuple[str, ...]
    faces: int
    examples: int


def check(name: str, problems: Problems, progress: Progress) -> Checked:
    """Find every mistake of a pack: its files, faces and pages in every language, score, examples, catalogues."""
    pack = load(name, problems)
    papers.check(pack, problems)
    slots.check(pack, problems)
    scorer = compiled(pack, problems)
    file = scorer.file if scorer else None
    printed: dict[str, Location] = {}
    faces = 0
    opened, templates = fonts(pack), TemplateCache(shipped.templates())
    for language in pack.file.languages:
        progress(Step(f"{pack.id} {language}"))
        words = localise.words(pack, language, problems)
        renderer = TemplateRenderer(pack, words, opened, problems, templates)
        for face in _tried(pack, renderer, problems):
            faces += 1
            for field in face.fields:
                printed.setdefault(field.name, face.place)
        _check_words(pack, words, file, problems)
    for catalogue in localise.unlisted(pack):
        remedy = f"add {catalogue.stem} under languages in pack.yaml"
        problems.warning(Location(pack.catalogue(catalogue.stem)), "a catalogue that nothing reads", "", remedy)
    examples = 0
    if scorer and not problems.errors:
        from generator.score import agreement

        agreement.agree(printed, scorer.file, pack.score.place if pack.score else pack.source.place, problems)
        examples = _check_examples(pack, scorer, problems)
    return Checked(pack.id, tuple(pack.file.languages), faces, examples)


def _tried(pack: Pack, renderer: TemplateRenderer, problems: Problems) -> Iterator[Face]:
    """Make every face and page and a PDF that nobody keeps, for the problems that only drawing finds."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        for document, members in documents(pack, list(pack.file.components)).items():
            before = problems.failures
            runs = [run for name in members if (run := make_run(pack, renderer, name, None)) is not None]
            for run in runs:
                yield from run.faces
            sound = runs and problems.failures == before
            made = imposed(pack, runs, BuildOptions(pack.id), renderer, problems) if sound else None
            if made:
                write(renderer, made.pages, Path(folder) / f"{document}.pdf", pack.file.title, problems)


def _check_words(pack: Pack, words: localise.Words, file: ScoreFile | None, problems: Problems) -> None:
    """Warn of texts without a translation, and of translations that nothing uses."""
    from generator.score import agreement

    for text in (*_pack_texts(pack), *(agreement.texts(file) if file else ())):
        words.translate(text)
    note_missing(pack, words, problems)
    if words.is_source:
        return
    of_program = localise.common(words.language, problems)
    place = Location(pack.catalogue(words.language))
    for text in agreement.unused(words.entries, words.used | of_program.keys()):
        problems.warning(
            place, f"a translation of {text!r}, which nothing uses", remedy="correct its English, or remove it"
        )


def _pack_texts(pack: Pack) -> Iterator[str]:
    yield pack.file.title
    yield from (component.title for component in pack.file.components.values())
    yield from (fact.label for fact in pack.file.facts.values() if fact.source is Knowledge.RECONSTRUCTED)


def _check_examples(pack: Pack, scorer: Scorer, problems: Problems) -> int:
    from generator.score.examples import verify

    shown = f"{pack.shown}/example"
    folder = inside(pack.folder, pack.folder / "example", shown)
    return verify(scorer, folder, shown, problems) if folder.is_dir() else 0
