"""The story of filled-in sheets, one line a stage.

score: filled sheet → answers → lines and rules → report
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.pack import localise
from generator.pack.load import load
from generator.pack.model import Pack
from generator.pack.source.located import Source
from generator.problems import Location, Problems, failed, listed, near, one_line, quoted
from generator.readback import FilledForm, filled_form
from generator.score.sheet.filledfile import read_filled

if TYPE_CHECKING:
    from generator.score.report import Report
    from generator.score.scoring import Scorer
    from generator.score.sheet.spelling import Spelling


class Scored(NamedTuple):
    """A report and the words to tell it in."""

    report: Report
    words: localise.Words


def score(path: Path, pack_name: str | None, language: str | None, problems: Problems) -> Scored:
    """Check one filled sheet; the pack is what the file's `game:` says, or `pack_name`.

    `Failed` when the sheet or the pack can't be read, or the pack has no score.yaml.
    """
    form = filled_form(path) if is_form(path) else None
    filled = _header(form, path) if form else read_filled(path, str(path))
    pack = load(pack_name or _game(filled, path), problems, None if pack_name else filled.place(("game",)))
    scorer = _scorer(pack, problems)
    if form:
        filled = _in_form(form, filled, scorer)
    own = _language(filled)
    place = filled.place(("language",)) if language is None else None
    words = report_words(pack, language or own, problems, place)
    return Scored(scorer.score(scorer.read(filled, spelling(pack, own, words))), words)


def spelling(pack: Pack, language: str | None, words: localise.Words | None = None) -> Spelling:
    """Return in which words a sheet of a language may be filled in: its own, those of `words`, and English."""
    from generator.score.sheet.spelling import Spelling

    own = localise.tag_in(pack, language) if language else pack.file.languages[0]
    catalogues = [words.entries] if words else []
    if words is None or own != words.language or not words.entries:
        known = own in pack.file.languages and own != pack.file.languages[0]
        catalogues.append(localise.words(pack, own, Problems()).entries if known else localise.common(own, Problems()))
    return Spelling(catalogues)


def _language(filled: Source) -> str | None:
    """Return the language that a filled file says it is in."""
    language = filled.data.get("language") if isinstance(filled.data, dict) else None
    return language if isinstance(language, str) else None


def game(path: Path) -> str:
    """Return the pack of a filled sheet; `Failed` when it can't be read, or doesn't say."""
    form = filled_form(path) if is_form(path) else None
    return _game(_header(form, path) if form else read_filled(path, str(path)), path)


def sheets(path: Path, scorer: Scorer) -> Source:
    """Return a filled-in file, or what stands in a form, for a game that is known; `Failed` when there is nothing."""
    if not is_form(path):
        return read_filled(path, str(path))
    form = filled_form(path)
    return _in_form(form, _header(form, path), scorer)


def is_form(path: Path) -> bool:
    """Tell whether a filled-in sheet is a form."""
    return path.suffix.lower() == ".pdf"


def _header(form: FilledForm, path: Path) -> Source:
    """Return what a form says of itself."""
    header = {"game": form.game, "language": form.language}
    return Source(str(path), {key: value for key, value in header.items() if value})


def _in_form(form: FilledForm, header: Source, scorer: Scorer) -> Source:
    """Return what stands in a form as the data of a filled-in file."""
    from generator.score.sheet.formdata import players

    filled = players(form.fields, scorer.form.slots)
    if not filled:
        raise failed(header.place(), "nothing is filled in", remedy="fill the form in, and save it")
    return Source(header.file, {**header.data, "players": filled})


def blank(name: str, language: str | None, players: int, problems: Problems) -> str:
    """Return the text of an empty filled-in file for so many players, every box with its label and range."""
    from generator.score.blank import blank as empty

    pack = load(name, problems)
    if players > pack.file.players.most:
        what = f"a table of {players}, and {pack.id} is for {pack.file.players.most} players at most"
        problems.warning(Location("--players"), what)
    scorer = _scorer(pack, problems)
    return empty(scorer, report_words(pack, language, problems), players)


def compiled(pack: Pack, problems: Problems) -> Scorer | None:
    """Return the scorer of a pack's score.yaml; None without one or when it has errors."""
    from generator.pack.scoremodel import ScoreFile
    from generator.pack.validation import validated
    from generator.score.scoring import compile_score

    if pack.score is None:
        return None
    file = validated(ScoreFile, pack.score, problems)
    return compile_score(pack.id, file, pack.score.place, pack.data, problems) if file else None


def _scorer(pack: Pack, problems: Problems) -> Scorer:
    scorer = compiled(pack, problems)
    problems.stop_on_errors()
    if scorer is None:
        raise failed(pack.source.place(), f"{pack.id} has no score.yaml, so nothing can be checked", remedy="add one")
    return scorer


def _game(filled: Source, path: Path) -> str:
    """Return the pack that a filled file is for: its `game:`, or the pack whose example it is."""
    around = path.resolve().parent.parent
    game = filled.data.get("game") if isinstance(filled.data, dict) else None
    if (around / "pack.yaml").is_file() and game in (None, around.name):
        return str(around)
    if game is None:
        raise failed(
            filled.place(), "the file doesn't say which game it is", remedy="begin it with game: <pack>, or use --pack"
        )
    if not isinstance(game, str) or len(game) > 200 or re.search(r"[/\\]|^\.+$", game):
        shown = one_line(game, 60) if isinstance(game, str) else quoted(game)
        what = f"game: {shown} is {'a path' if isinstance(game, str) else 'no name'}"
        raise failed(filled.place(("game",)), what, "a pack's id", "name the pack's folder with --pack")
    beside = path.resolve().parent
    if (beside / "pack.yaml").is_file() and beside.name == game:
        return str(beside)
    return str(game)


def report_words(pack: Pack, language: str | None, problems: Problems, place: Location | None = None) -> localise.Words:
    """Return the words of a report; a language that the game lacks (at `place`, where a file says it) is warned of.

    Any language has its number format, and English words where it has no catalogue.
    """
    tag = localise.tag_in(pack, language) if language else pack.file.languages[0]
    if tag in pack.file.languages:
        return localise.words(pack, tag, problems)
    problems.warning(
        place or pack.source.place(("languages",)),
        f"{pack.id} has no language {quoted(tag)}, so its words are English here",
        listed(pack.file.languages),
        near(tag, pack.file.languages),
    )
    return localise.Words(tag, localise.common(tag, problems), is_source=True)
