"""Papers by name, read from data/common/papers.yaml."""

from __future__ import annotations

from generator.pack import shipped
from generator.pack.source import read
from generator.problems import Location, failed, listed, near
from generator.units import Size


def papers() -> dict[str, Size]:
    """Return every known paper, upright, in mm."""
    source = read(shipped.data() / "common" / "papers.yaml", "data/common/papers.yaml")
    return {name: Size(float(width), float(height)) for name, (width, height) in source.data.items()}


def paper(name: str) -> tuple[str, Size]:
    """Return a paper's name and size; upper and lower case are the same; `Failed` when it is unknown."""
    known = papers()
    for own, size in known.items():
        if own.lower() == name.lower():
            return own, size
    raise failed(Location(name), f"there is no paper {name!r}", listed(known), near(name, known))
