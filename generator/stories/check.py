"""Check: every mistake of a pack, found by making all of it and keeping nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from generator.face.face import Face
from generator.face.renderer import TemplateRenderer
from generator.pack import localise
from generator.pack.model import Knowledge, Pack
from generator.pack.source.files import inside
from generator.press.files import scratch
from generator.problems import Location, Problems
from generator.progress import Progress
from generator.stories.document import Console, Document
from generator.stories.options import BuildOptions
from generator.stories.printing import print_pages
from generator.stories.score import compiled
from generator.stories.stages import Templates, documents, faces, impose, load_and_check, localised, note_missing

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
    """Find every mistake of a pack: its files, faces and pages in every language, score, examples, catalogues.

    `Failed` when its files can't be read at all.
    """
    pack = load_and_check(name, problems, progress)
    scorer = compiled(pack, problems)
    file = scorer.file if scorer else None
    templates = Templates(pack, problems, progress)
    fields: dict[str, Location] = {}
    number = 0
    for words in localised(pack, pack.file.languages, problems, progress):
        for face in _faces_of_all(pack, templates.renderer(words), progress, problems):
            number += 1
            for field in face.fields:
                fields.setdefault(field.name, face.place)
        _check_words(pack, words, file, problems)
    _check_catalogues(pack, problems)
    examples = 0
    if scorer and not problems.failures:
        from generator.score import agreement

        agreement.agree(fields, scorer.file, pack.score.place if pack.score else pack.source.place, problems)
        examples = _check_examples(pack, scorer, problems)
    return Checked(pack.id, tuple(pack.file.languages), number, examples)


def _faces_of_all(pack: Pack, renderer: TemplateRenderer, progress: Progress, problems: Problems) -> Iterator[Face]:
    """Make every document and keep none, for the problems that only drawing finds; yield the faces."""
    language = renderer.words.language
    with scratch() as folder:
        for name, members in documents(pack, list(pack.file.components)).items():
            console = Console(f"{pack.id} {language} {name}", progress)
            options = BuildOptions(pack.id)
            document = Document(pack, renderer, name, members, options, folder, console, problems)
            with problems.sound() as sound:
                runs = faces(document)
                for run in runs:
                    yield from run.faces
                if sound and runs:
                    print_pages(document, impose(document, runs))


def _check_catalogues(pack: Pack, problems: Problems) -> None:
    """Warn of catalogues whose language isn't one of the pack's."""
    for catalogue in localise.unlisted(pack):
        remedy = f"add {catalogue.stem} under languages in pack.yaml"
        place = Location(pack.catalogue(catalogue.stem))
        problems.warning(place, "a catalogue that nothing reads", remedy=remedy)


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
