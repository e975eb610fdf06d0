"""The options of a build: what of which pack is printed, how, and where to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from generator.pack.model import Marking
    from generator.press.duplex import Duplex
    from generator.press.printer import Printer


class BuildOptions(NamedTuple):
    """What to build, by the names of the command's options; what isn't said is the obvious.

    Without more: all components of the pack in this folder, in all its languages, each on its
    first paper, as a PDF. `scale` is how many times as large faces become; `shop` prints for a
    print shop, through its `icc` profile; `dry` writes nothing, `fillable` makes a form, and
    `filled` prints what a filled-in file says.
    """

    pack: str = "."
    language: str | None = None
    paper: str | None = None
    components: tuple[str, ...] = ()
    copies: int | None = None
    out: Path | None = None
    format: str = "pdf"
    scale: float = 1.0
    duplex: Duplex = "long"
    dpi: int | None = None
    transparent: bool = False
    product: str | None = None
    printer: Printer | None = None  # of pages that a printer prints, and of no pictures
    marks: Marking | None = None
    shop: bool = False
    icc: Path | None = None
    dry: bool = False
    fillable: bool = False
    filled: Path | None = None
