"""The files in tests/svg/: drawn by us into one document, and by resvg, pdfium and poppler into pictures.

`outside/` holds what is not drawn, `spelled-out/` what must look like a file that resvg
itself draws wrong, said in words that it knows.
"""

from __future__ import annotations

import subprocess
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import resvg_py
from drawing import PLACE, files_of, one_page, problems_of, raster
from PIL import Image

from generator.face.face import Face
from generator.press.pdf.setup import DocumentSetup
from generator.press.pdf.write import write_pdf
from generator.problems import Problem, Problems
from generator.type.fonts import Fonts

SVG = Path(__file__).parent / "svg"
FAMILIES = ("Fira Sans", "Fira Sans Condensed", "Amiri")

WIDTH = 400
"""Pixels of the pictures that are compared."""

FINER = 3
"""PDF viewers cut off at whole pixels and fit letters to them: they draw this much larger, and each pixel is a mean."""

SIDE = 100
"""Millimetres; the files are square, whatever their units."""


def names(folder: str) -> list[str]:
    """Return the names of the files in one folder of tests/svg/, with that folder."""
    return sorted(path.relative_to(SVG).with_suffix("").as_posix() for path in (SVG / folder).glob("*.svg"))


DRAWN = [*names("."), *names("tools")]
OUTSIDE = names("outside")
SPELLED_OUT = [name.removeprefix("spelled-out/") for name in names("spelled-out")]


def source(name: str) -> str:
    return (SVG / f"{name}.svg").read_text(encoding="utf-8")


@cache
def wrong_with(name: str) -> tuple[Problem, ...]:
    """Return the problems of a file, as art of a pack."""
    return tuple(problems_of(source(name)))


class Document(NamedTuple):
    """One PDF with a page for each text."""

    path: Path
    pages: dict[str, int]

    def pdfium(self, name: str) -> Image.Image:
        return raster(self.path, FINER * WIDTH / SIDE, self.pages[name]).reduce(FINER)

    def poppler(self, name: str) -> Image.Image:
        side, page = str(FINER * WIDTH), str(self.pages[name] + 1)
        command = ["pdftoppm", "-f", page, "-l", page, "-scale-to-x", side, "-scale-to-y", side, str(self.path)]
        run = subprocess.run(command, check=True, capture_output=True, timeout=60)
        return Image.open(BytesIO(run.stdout)).convert("RGB").reduce(FINER)


def document(path: Path, texts: dict[str, str], side: float = SIDE) -> Document:
    pages = [one_page(Face("art", name, "en", text, side, side, PLACE)) for name, text in texts.items()]
    write_pdf(pages, path, DocumentSetup("Corpus", "en", Fonts(), Problems()))
    return Document(path, {name: index for index, name in enumerate(texts)})


def resvg(text: str) -> Image.Image:
    """Return a file as resvg draws it, with the fonts that we have."""
    data = resvg_py.svg_to_bytes(
        svg_string=text,
        width=WIDTH,
        dpi=96,
        background="white",
        languages=["en"],
        font_files=[str(path) for family in FAMILIES for path in files_of(family)],
        skip_system_fonts=True,
    )
    return Image.open(BytesIO(bytes(data))).convert("RGB")
