"""What many tests share: small packs written on the spot, and PDFs read back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from filelock import FileLock

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


class PrintedFile(NamedTuple):
    """A PDF of a pack, and how many pages the build said it has."""

    path: Path
    pages: int


PrintPack = Callable[[str], list[PrintedFile]]


@pytest.fixture(scope="session")
def print_pack(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> PrintPack:
    """Print a pack in every language, without a problem: once a run, for all tests that only look, side by side too."""
    base = tmp_path_factory.getbasetemp()
    shared = (base if worker_id == "master" else base.parent) / "printed"
    shared.mkdir(exist_ok=True)

    def printed(name: str) -> list[PrintedFile]:
        from generator.problems import Problems
        from generator.stories.build import BuildOptions, build

        made = shared / f"{Path(name).name}.json"
        with FileLock(f"{made}.lock"):
            if not made.exists():
                problems = Problems()
                files = build(BuildOptions(name, out=shared), problems, lambda _: None)
                assert [str(problem) for problem in problems] == []
                made.write_text(json.dumps([[str(file.path), file.pages] for file in files]), encoding="utf-8")
        return [PrintedFile(Path(path), pages) for path, pages in json.loads(made.read_text(encoding="utf-8"))]

    return printed


def pdf_text(path: Path) -> str:
    """Return the text of all pages of a PDF, line breaks as "\\n"."""
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    try:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document).replace("\r\n", "\n")
    finally:
        document.close()
