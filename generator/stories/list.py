"""List: what packs offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.pack import shipped
from generator.pack.load import load
from generator.press import sheets
from generator.press.papers import papers
from generator.problems import Failed, Problems


class Listing(NamedTuple):
    """What one pack offers; `documents` names the PDF of each component, except of those that are backs."""

    id: str
    title: str
    version: str
    languages: tuple[str, ...]
    components: Mapping[str, str]
    documents: Mapping[str, str]
    papers: Mapping[str, tuple[str, ...]]


def speaking(language: str) -> list[str]:
    """Return the shipped packs that have a language; every one when `all` is asked for, or none has it."""
    every = shipped.packs()
    if language == "all":
        return every
    return [name for name in every if _has(name, language)] or every


def _has(name: str, language: str) -> bool:
    try:
        pack = load(name, Problems())
    except Failed:
        return True  # what is wrong with it is told when it is built
    return language.casefold() in (tag.casefold() for tag in pack.file.languages)


def listing(names: Sequence[str], problems: Problems) -> Iterator[Listing]:
    """Return what each pack offers; a pack that doesn't load leaves its problems."""
    for name in names:
        try:
            pack = load(name, problems)
        except Failed as failure:
            problems.extend(failure.problems)
            continue
        components, every = pack.file.components, papers(pack).values()
        backs = {component.back for component in components.values()}
        yield Listing(
            pack.id,
            pack.file.title,
            pack.file.version,
            tuple(pack.file.languages),
            {key: component.title for key, component in components.items()},
            {key: component.group or key for key, component in components.items() if key not in backs},
            {key: tuple(component.papers) or sheets.fitting(component, every) for key, component in components.items()},
        )
