"""Explain: what a code of a report stands for, from the games that have it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.pack import shipped
from generator.pack.load import load
from generator.pack.model import Pack
from generator.pack.source.read import read
from generator.problems import Failed, Location, Problems, failed, listed, near, quoted
from generator.stories import score

if TYPE_CHECKING:
    from generator.score.scoring import Scorer


class Explained(NamedTuple):
    """A code of a pack, and lines that say what it stands for, in paragraphs."""

    pack: str
    code: str
    paragraphs: tuple[tuple[str, ...], ...]


def explain(code: str, packs: Sequence[str], language: str | None, problems: Problems) -> Explained:
    """Return what a code stands for in the one of the packs that has it; of all shipped packs when none is named.

    A pack goes by its id, its folder, or a filled sheet of it.
    `Failed` when no pack has it, or several have.
    """
    games = list(_scored(packs or shipped.packs(), problems, bool(packs)))
    known = {pack.id: _codes(pack, scorer) for pack, scorer in games}
    having = [(pack, scorer, written) for pack, scorer in games if (written := _as_known(code, known[pack.id]))]
    if len(having) != 1:
        raise _not_one(code, [pack.id for pack, _, _ in having], known)
    pack, scorer, written = having[0]
    return Explained(pack.id, written, tuple(_paragraphs(pack, scorer, written, language, problems)))


def _not_one(code: str, having: Sequence[str], known: Mapping[str, Sequence[str]]) -> Failed:
    """Return the problem of a code that no game has, or several."""
    if having:
        remedy = f"name the game: playsheet score --explain {code} --pack {having[0]}"
        return failed(Location("--explain"), f"several games have a code {quoted(code)}", listed(having), remedy)
    every = list(dict.fromkeys(one for codes in known.values() for one in codes))
    return failed(Location(", ".join(known)), f"there is no code {quoted(code)}", listed(every, 80), near(code, every))


def _scored(packs: Sequence[str], problems: Problems, named: bool) -> Iterator[tuple[Pack, Scorer]]:
    """Yield each pack that has a scorer; a pack that was `named` must have one."""
    for name in dict.fromkeys(score.game(Path(name), problems) if Path(name).is_file() else name for name in packs):
        pack = load(name, problems)
        scorer = score.compiled(pack, problems)
        problems.stop_on_errors()
        if scorer is None and named:
            what = f"{pack.id} has no score.yaml, so it has no codes"
            raise failed(pack.source.place(), what, remedy="name another game")
        if scorer is not None:
            yield pack, scorer


def _codes(pack: Pack, scorer: Scorer) -> list[str]:
    from generator.score.codes import meanings

    return list(meanings(scorer.file, pack.score.place)) if pack.score else []


def _as_known(code: str, known: Sequence[str]) -> str:
    """Return a code as the pack writes it, "" when it has none such; letter case and blanks don't matter."""
    return next((one for one in known if one.casefold() == code.strip().casefold()), "")


def _paragraphs(
    pack: Pack, scorer: Scorer, code: str, language: str | None, problems: Problems
) -> Iterator[tuple[str, ...]]:
    from generator.score.codes import CodeBook, meanings

    assert pack.score is not None  # it has a scorer
    book = CodeBook(scorer, score.report_words(pack, language, problems))
    for meaning in meanings(scorer.file, pack.score.place)[code]:
        yield (*book.told(meaning), book.source(meaning.place))
    files = examples(pack, code)
    if files:
        yield (book.examples(files),)


def examples(pack: Pack, code: str) -> list[str]:
    """Return the filled sheets of a pack that show a code, by what expect.yaml says."""
    folder = pack.folder / "example"
    path = folder / "expect.yaml"
    entries = read(path, f"{pack.shown}/example/expect.yaml").data if path.is_file() else []
    return [
        f"{pack.shown}/example/{Path(str(entry.get('file'))).name}"
        for entry in (entries if isinstance(entries, list) else [])
        if isinstance(entry, dict) and code in [*_listed(entry.get("codes")), *_listed(entry.get("remarks"))]
    ]


def _listed(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []
