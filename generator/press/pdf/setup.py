"""The set-up of a PDF: what a document is drawn with, beside its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from generator.problems import Problems
from generator.svg.core.resolution import Resolution
from generator.svg.core.store import Resolver
from generator.type.fonts import Fonts

if TYPE_CHECKING:
    from generator.svg.core.separation import Separation


class DocumentSetup(NamedTuple):
    """What a document is called, what its faces are drawn with, and where problems go.

    `resolver` returns the bytes of a picture by the href that a face gives; `resolution` says how many pixels an
    inch pictures need. `duplex` is what the printer is asked for: Simplex, DuplexFlipLongEdge, DuplexFlipShortEdge or
    nothing. `process` writes colours in inks, for a print shop.
    """

    title: str
    language: str
    fonts: Fonts
    problems: Problems
    resolver: Resolver | None = None
    resolution: Resolution | None = None
    duplex: str = ""
    process: Separation | None = None
