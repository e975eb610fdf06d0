"""What many tests share: small packs written on the spot, and PDFs read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

CARD = """{% extends "common/face.svg.j2" %}{% block face %}
{{ words(item.text, 3, 3, 57, 40, size=12, least=7.5, lines=8, valign="top") }}
{% endblock %}"""

PACK = """\
title: Test
version: "1"
players: {from: 1, to: 4}
languages: [en]
palette: {ink: "#1B2530", muted: "#55616C"}
components:
  card:
    title: Card
    template: card.svg.j2
    size: [63, 88]
    layout: page
    items: deck
"""

MakePack = Callable[..., Path]


@pytest.fixture(autouse=True)
def no_printers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own printers change what is printed."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def make_pack(tmp_path: Path) -> MakePack:
    """Write a pack folder: one component `card` whose items stand in `deck`; `files` adds or replaces."""

    def make(files: Mapping[str, str | bytes], name: str = "testpack", pack: str = PACK, card: str = CARD) -> Path:
        folder = tmp_path / name
        for path, content in {"pack.yaml": pack, "templates/card.svg.j2": card, **files}.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder

    return make


def pdf_text(path: Path) -> str:
    """Return the text of all pages of a PDF, line breaks as "\\n"."""
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    try:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document).replace("\r\n", "\n")
    finally:
        document.close()
