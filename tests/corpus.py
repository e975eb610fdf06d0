"""The files in tests/svg/: drawn by us into one document, and by resvg, pdfium and poppler into pictures."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import resvg_py
from drawing import PLACE, files_of, one_page, problems_of, raster, share_off
from PIL import Image

from generator.face.face import Face
from generator.face.fonts import Fonts
from generator.press.pdf import write_pdf
from generator.problems import Problem, Problems

SVG = Path(__file__).parent / "svg"
WIDTH = 400
"""Pixels of the pictures that are compared."""

FINER = 3
"""PDF viewers cut off at whole pixels and fit letters to them: they draw this much larger, and each pixel is a mean."""

FAMILIES = ("Fira Sans", "Fira Sans Condensed", "Amiri")

SIDE = 100
"""Millimetres; the files are square, whatever their units."""

NAMES = sorted(path.relative_to(SVG).with_suffix("").as_posix() for path in SVG.rglob("*.svg"))
OUTSIDE = [name for name in NAMES if name.startswith("outside/")]
INSIDE = [name for name in NAMES if name not in OUTSIDE]


def text_of(name: str) -> str:
    return (SVG / f"{name}.svg").read_text(encoding="utf-8")


@cache
def wrong_with(name: str) -> tuple[Problem, ...]:
    """Return the problems of a file, as art of a pack."""
    return tuple(problems_of(text_of(name)))


class Document(NamedTuple):
    """One PDF with a page for every file that is drawn without a problem."""

    path: Path
    pages: dict[str, int]

    def pdfium(self, name: str) -> Image.Image:
        return raster(self.path, FINER * WIDTH / SIDE, self.pages[name]).reduce(FINER)

    def poppler(self, folder: Path) -> dict[str, Image.Image]:
        """Return all pages as poppler draws them."""
        command = [
            "pdftoppm",
            "-png",
            "-scale-to-x",
            str(FINER * WIDTH),
            "-scale-to-y",
            str(FINER * WIDTH),
            str(self.path),
            str(folder / "page"),
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        files = sorted(folder.glob("page-*.png"))
        return {
            name: Image.open(file).convert("RGB").reduce(FINER) for name, file in zip(self.pages, files, strict=True)
        }


def document(path: Path) -> Document:
    names = [name for name in INSIDE if not wrong_with(name)]
    pages = [one_page(Face("art", name, "en", text_of(name), SIDE, SIDE, PLACE)) for name in names]
    write_pdf(pages, Fonts(), path, title="Corpus", language="en", problems=Problems())
    return Document(path, {name: index for index, name in enumerate(names)})


@cache
def resvg(name: str) -> Image.Image:
    """Return a file as resvg draws it, with the fonts that we have."""
    fonts = [str(path) for family in FAMILIES for path in files_of(family)]
    data = resvg_py.svg_to_bytes(
        svg_string=text_of(name), width=WIDTH, dpi=96, background="white", languages=["en"], font_files=fonts,
        skip_system_fonts=True,
    )  # fmt: skip
    return Image.open(BytesIO(bytes(data))).convert("RGB")


def off(made: Document, name: str) -> float:
    """Return the share of pixels that pdfium, from our PDF, and resvg draw differently."""
    return share_off(made.pdfium(name), resvg(name))


def installed(tool: str) -> bool:
    return shutil.which(tool) is not None
