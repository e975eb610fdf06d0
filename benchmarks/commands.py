"""The commands that are compared: playsheet, the hand-written floor, Typst, bare Python."""

from __future__ import annotations

import shutil
import sys
from csv import DictReader, DictWriter
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from benchmarks.measure import Command

HERE = Path(__file__).resolve().parent
PAGES = {"cards": "cards", "hexes": "hexes", "cells": "sheet"}
"""The packs of the benchmark and the document that each one makes."""

_TYPST = """
import sys, typst
document, output, root, *fonts = sys.argv[1:]
typst.compile(document, output=output, root=root, font_paths=fonts)
"""


@dataclass(frozen=True, slots=True)
class Made:
    """A command and the file it writes."""

    command: Command
    file: Path


def program(*arguments: str) -> Command:
    """Return a call of playsheet: as installed beside this Python, else from the checkout."""
    installed = Path(sys.executable).with_name("playsheet")
    return (
        [str(installed), *arguments]
        if installed.is_file()
        else [sys.executable, "-m", "generator.cli.main", *arguments]
    )


def bare() -> Command:
    """Return Python that does nothing."""
    return [sys.executable, "-c", "pass"]


def built(pack: Path, document: str, out: Path) -> Made:
    """Return playsheet building a pack in English."""
    command = program("build", str(pack), "--lang", "en", "--yes", "-o", str(out))
    return Made(command, out / pack.name / "en" / f"{document}.pdf")


def ours(name: str, out: Path) -> Made:
    """Return playsheet printing one of the benchmark's packs."""
    return built(HERE / "packs" / name, PAGES[name], out)


def floor(name: str, out: Path) -> Made:
    """Return the hand-written reportlab script of the same pages."""
    file = out / f"floor-{name}.pdf"
    return Made([sys.executable, str(HERE / "floor" / f"{name}.py"), str(file)], file)


def typst(name: str, out: Path) -> Made | None:
    """Return Typst setting the same pages, None where neither its command nor its package is installed."""
    file = out / f"typst-{name}.pdf"
    document = HERE / "typst" / f"{name}.typ"
    if shutil.which("typst"):
        fonts = [part for folder in font_folders() for part in ("--font-path", folder)]
        return Made(["typst", "compile", "--root", str(HERE), *fonts, str(document), str(file)], file)
    if find_spec("typst"):
        return Made([sys.executable, "-c", _TYPST, str(document), str(file), str(HERE), *font_folders()], file)
    return None


def font_folders() -> list[str]:
    """Return the folders of the font packages."""
    specs = [find_spec(name) for name in ("fontpkg_fira_sans", "fontpkg_fira_sans_condensed")]
    return [str(Path(spec.origin).parent) for spec in specs if spec and spec.origin]


def floor_of(pack: Path, out: Path) -> Made:
    """Return the hand-written script printing the cards of a larger pack, their backs after them."""
    file = out / f"floor-{pack.name}.pdf"
    return Made([sys.executable, str(HERE / "floor" / "cards.py"), str(file), str(pack / "cards.csv")], file)


def many(times: int, folder: Path, backed: bool = False) -> Path:
    """Copy the pack of cards with `times` as many cards, each with a title of its own; return its folder.

    `backed` prints the back of each card behind it, on the other side of the paper.
    """
    pack = folder / f"{'backed' if backed else 'cards'}-{times}"
    shutil.copytree(HERE / "packs" / "cards", pack)
    with (pack / "cards.csv").open(encoding="utf-8", newline="") as file:
        rows = list(DictReader(file))
    with (pack / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        writer = DictWriter(file, list(rows[0]))
        writer.writeheader()
        for turn in range(times):
            writer.writerows(row | {"id": f"{row['id']}-{turn}", "title": f"{row['title']} {turn}"} for row in rows)
    settings = pack / "pack.yaml"
    text = settings.read_text(encoding="utf-8")
    text = text.replace("copies: 54", f"copies: {54 * times}")
    if backed:
        text = text.replace("items: cards\n    group: cards", "items: cards\n    back: backs")
        text = text.replace(f"    copies: {54 * times}\n    group: cards\n", "")
    settings.write_text(text, encoding="utf-8")
    return pack
