"""What paints come from: a colour, a gradient or a pattern, ready to be written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.svg.core.content import Mask
from generator.svg.core.context import MOST_USED, Context, reference
from generator.svg.core.store import Form, Resource
from generator.svg.css.colours import Colour
from generator.svg.xml import Element
from generator.units import Matrix


class Shaded(NamedTuple):
    """A gradient: its shading, the map of its coordinates to user space, and a mask when it lets through."""

    shading: Resource
    matrix: Matrix
    mask: Mask | None = None


class Source(NamedTuple):
    """A paint ready to use: a colour, a gradient, or tiles that cover all there is to paint."""

    colour: Colour | None = None
    shaded: Shaded | None = None
    tiles: Form | None = None
    alpha: float = 1.0


def plain(colour: Colour | None) -> Source | None:
    """Return a colour as a source."""
    return Source(colour, alpha=colour.alpha) if colour else None


def chain(element: Element, context: Context, tags: tuple[str, ...]) -> Iterator[Element]:
    """Yield a gradient or pattern and those it takes attributes from, one after the other."""
    seen: set[Element] = set()
    link: Element | None = element
    while link is not None and link not in seen:
        if len(seen) >= MOST_USED:
            context.file.report(link, f"more than {MOST_USED} refer to each other", instead="drawn without it")
            return
        context.file.work.add()
        yield link
        seen.add(link)
        href = reference(link.attrib)
        if href and not href.startswith("#"):
            context.file.report(link, f"href={href[:60]!r} is not read", "#id of this file", instead="drawn without it")
        link = context.file.find(link, href[1:], *tags, instead="drawn without it") if href.startswith("#") else None
