"""The formats beside PDF, and who writes each: from faces, or from pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from generator.exports import png, svg
from generator.exports.cutters import cutfiles
from generator.exports.job import Exported, Job
from generator.exports.makers import gamecrafter, screentop, tts
from generator.press.page import Page

FACES: Mapping[str, Callable[[Job], list[Exported]]] = {"svg": svg.faces, "png": png.faces}
"""Formats of single faces; backs are faces too."""

PIECES: Mapping[str, Callable[[Job], list[Exported]]] = {
    "tts": tts.export,
    "game-crafter": gamecrafter.export,
    "screentop": screentop.export,
}
"""Formats of pieces with their backs."""

PAGES: Mapping[str, Callable[[Job, Sequence[Page]], list[Exported]]] = {
    "png-pages": png.pages,
    "cut-svg": cutfiles.as_svg,
    "cut-dxf": cutfiles.as_dxf,
}
"""Formats of pages."""

CUT = frozenset({"cut-svg", "cut-dxf"})
"""Formats of pages that a machine cuts: room is kept for its marks."""
