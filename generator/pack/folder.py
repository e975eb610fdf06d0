"""The folder of a pack: what its files and folders are called."""

from __future__ import annotations

PACK_FILE = "pack.yaml"
SCORE_FILE = "score.yaml"

TEMPLATES = "templates"
"""The pack's own templates, which go before those that come with the program."""

ART = "art"
"""SVG files, pictures and fonts."""

LOCALE = "locale"
"""Catalogues, each named by its language's tag."""

CATALOGUE_ENDING = ".po"
