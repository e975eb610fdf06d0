"""Check: every mistake of a pack, found by making all of it and keeping nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.face.face import Face
from generator.face.renderer import TemplateRenderer
from generator.pack.folder import LOCALE
from generator.pack.model import Knowledge, Pack
from generator.pack.source.files import inside
from generator.pack.words import localise
from generator.press.files import scratch
from generator.problems import Location, Problems, near
from generator.progress import Progress
from generator.stories.document import Console, Document
from generator.stories.options import BuildOptions
from generator.stories.printing import print_pages
from generator.stories.score import compiled
from generator.stories.stages import Templates, documents, faces, impose, load_and_check, localised, note_missing

if TYPE_CHECKING:
    from generator.pack.scoremodel import ScoreFile
    from generator.score.scoring import Scorer


MOST_HINTS = 100
"""Among how many texts, and for how many, the one is looked for that was meant."""


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
    """Warn of catalogues that nothing reads: of no language of the pack's, or of that of its texts."""
    known = pack.file.languages
    for file in localise.unlisted(pack):
        meant = next((tag for tag in known[1:] if localise.alike(file.stem, tag)), None)
        if meant and not file.with_stem(meant).exists():
            continue  # the one that is missing was told to be named so
        remedy = f"add {file.stem} under languages in pack.yaml"
        problems.warning(Location(pack.catalogue(file.stem)), "a catalogue that nothing reads", remedy=remedy)
    shown = pack.catalogue(known[0])
    if (pack.folder / LOCALE / Path(shown).name).exists():
        remedy = f"{known[0]} stands first under languages, so it is the language of the texts: remove the catalogue"
        problems.warning(Location(shown), "a catalogue that nothing reads", remedy=remedy)


def _check_words(pack: Pack, words: localise.Words, file: ScoreFile | None, problems: Problems) -> None:
    """Warn of texts without a translation, and of translations that nothing uses.

    While anything fails, some texts weren't asked for: then nothing is said of what nothing uses.
    """
    from generator.score import agreement

    for text in (*_pack_texts(pack), *(agreement.texts(file) if file else ())):
        words.translate(text)
    note_missing(pack, words, problems)
    if words.is_source or problems.failures:
        return
    shown = pack.catalogue(words.language)
    used = words.used | localise.program_texts().keys() | set(agreement.optional(file) if file else ())
    missing = list(words.missing)[:MOST_HINTS]
    for number, text in enumerate(agreement.unused(words.lines, used)):
        hint = near(text, missing) if number < MOST_HINTS else ""
        remedy = f"{hint} Then correct its English" if hint else "correct its English, or remove it"
        problems.warning(
            Location(shown, words.lines[text]), f"a translation of {text!r}, which nothing uses", remedy=remedy
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
