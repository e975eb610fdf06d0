"""The story of filled-in sheets, one line a stage.

score: filled sheet → answers → lines and rules → report
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.pack import shipped
from generator.pack.load import load
from generator.pack.model import Pack
from generator.pack.source.files import read_bytes
from generator.pack.source.located import Source
from generator.pack.words import localise
from generator.problems import (
    Failed,
    Location,
    Problem,
    Problems,
    failed,
    listed,
    near,
    one_line,
    quoted,
    say,
    translated,
)
from generator.score.sheet.filledfile import read_filled
from generator.stories.forms import header, in_form, is_form, read_form

if TYPE_CHECKING:
    from generator.score.report import Report
    from generator.score.scoring import Scorer
    from generator.score.sheet.spelling import Spelling


class Scored(NamedTuple):
    """A report and the words to tell it in."""

    report: Report
    words: localise.Words


def score(path: Path, pack_name: str | None, language: str | None, problems: Problems) -> Scored:
    """Check one filled sheet, and tell what is wrong with its file in the report's language; see `_score`."""
    of_sheet = Problems()
    try:
        scored = _score(path, pack_name, language, of_sheet)
    except Failed as failure:
        of_sheet.extend(failure.problems)
        raise Failed(_in_words(of_sheet, language or _language_of(path))) from failure
    problems.extend(_in_words(of_sheet, scored.words.language))
    return scored


def _in_words(problems: Problems, language: str) -> list[Problem]:
    """Return problems in a language, as far as the program has words for it."""
    words = localise.common(language, Problems()) if len(problems) else {}
    return [translated(problem, words) for problem in problems]


def _language_of(path: Path) -> str:
    """Return the language that a filled file names, also one that can't be read otherwise; "" for none."""
    try:
        head = b"" if is_form(path) else read_bytes(path, str(path))[:20_000]
    except Failed:
        return ""
    language = re.search(rb"""(?:^|[{,])\s*["']?language["']?\s*:\s*["']?([A-Za-z0-9-]{1,40})""", head, re.MULTILINE)
    return language[1].decode() if language else ""


def _score(path: Path, pack_name: str | None, language: str | None, problems: Problems) -> Scored:
    """Check one filled sheet; the pack is what the file's `game:` says, or `pack_name`.

    `Failed` when the sheet or the pack can't be read, or the pack has no score.yaml.
    """
    form = read_form(path, problems) if is_form(path) else None
    filled = header(form, path) if form else read_filled(path, str(path))
    pack = load(pack_name or _game(filled, path), problems, None if pack_name else filled.place(("game",)))
    scorer = _scorer(pack, problems)
    if form:
        filled = in_form(form, filled, scorer)
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


def game(path: Path, problems: Problems) -> str:
    """Return the pack of a filled sheet; `Failed` when it can't be read, or doesn't say."""
    form = read_form(path, problems) if is_form(path) else None
    return _game(header(form, path) if form else read_filled(path, str(path)), path)


def sheets(path: Path, scorer: Scorer, problems: Problems) -> Source:
    """Return a filled-in file, or what stands in a form, for a game that is known; `Failed` when there is nothing."""
    if not is_form(path):
        return read_filled(path, str(path))
    form = read_form(path, problems)
    return in_form(form, header(form, path), scorer)


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
        raise _no_game(filled, path)
    if not isinstance(game, str) or len(game) > 200 or re.search(r"[/\\]|^\.+$", game):
        shown = one_line(game, 60) if isinstance(game, str) else quoted(game)
        what = f"game: {shown} is {'a path' if isinstance(game, str) else 'no name'}"
        raise failed(filled.place(("game",)), what, "a pack's id", "name the pack's folder with --pack")
    beside = path.resolve().parent
    if (beside / "pack.yaml").is_file() and beside.name == game:
        return str(beside)
    return str(game)


def _no_game(filled: Source, path: Path) -> Failed:
    """Return the problem of a sheet that doesn't say which game it is, as forms that some programs saved don't."""
    if is_form(path):
        what = say("the form doesn't say which game it is: the program that saved it left that out")
        remedy = say("name the game: {command}", command=f"playsheet score {path} --pack <pack>")
        return failed(filled.place(), what, listed(shipped.packs()), remedy)
    what = say("the file doesn't say which game it is")
    return failed(filled.place(), what, remedy=say("begin it with game: <pack>, or use --pack"))


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
