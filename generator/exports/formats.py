"""The formats beside PDF, and who writes each: from faces, or from pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from generator.exports import png, svg
from generator.exports.job import Exported, Job
from generator.press.page import Page

FACES: Mapping[str, Callable[[Job], list[Exported]]] = {"svg": svg.faces, "png": png.faces}
"""Formats that need no paper."""

PAGES: Mapping[str, Callable[[Job, Sequence[Page]], list[Exported]]] = {"png-pages": png.pages}
"""Formats of pages."""
