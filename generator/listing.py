"""List: what packs offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

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


def listing(names: Sequence[str], problems: Problems) -> Iterator[Listing]:
    """Return what each pack offers; a pack that doesn't load leaves its problems."""
    for name in names:
        try:
            pack = load(name, problems)
        except Failed as failure:
            problems.extend(failure.problems)
            continue
        made, every = pack.file.components, papers(pack).values()
        backs = {component.back for component in made.values()}
        yield Listing(
            pack.id,
            pack.file.title,
            pack.file.version,
            tuple(pack.file.languages),
            {key: component.title for key, component in made.items()},
            {key: component.group or key for key, component in made.items() if key not in backs},
            {key: tuple(component.papers) or sheets.fitting(component, every) for key, component in made.items()},
        )
