"""The formats of a build: what each is made of, which options it takes, and who writes it.

The command line, the stories and the manual read this one table. It is there before anything
heavy is loaded: a writer loads what it needs when it writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from generator.stories.options import BuildOptions

if TYPE_CHECKING:
    from generator.stories.document import Document, Imposition, Written

Writer = Callable[["Document", "Imposition"], "list[Written]"]
"""Writes a document; `Failed`, or a problem noted, when it can't, and then no file of it is new."""


class Format(NamedTuple):
    """One format: made of single faces, of pieces with their backs, or of pages that hold pieces.

    An option that only some of its values fit is named with each of them: `--duplex fronts`.
    """

    name: str
    made_of: Literal["faces", "pieces", "pages"]
    options: tuple[str, ...]
    writer: Writer
    for_machines: bool = False
    """Whether a machine cuts the pages: room is kept for its marks, and no others are printed unless asked for."""
    draws_later: bool = False
    """Whether a face can be written when its page is drawn, so that not all are kept at a time."""

    def takes(self, option: str, value: object = None) -> bool:
        """Tell whether the format has a use for an option, or for this value of it."""
        return option in self.options or f"{option} {value}" in self.options


# ------------------------------------------------------------------ writers


def _pdf(document: Document, imposition: Imposition) -> list[Written]:
    from generator.stories import printing

    return printing.print_pages(document, imposition)


def _shop(document: Document, imposition: Imposition) -> list[Written]:
    from generator.stories import printing

    return printing.print_for_shop(document, imposition)


def _svg(document: Document, imposition: Imposition) -> list[Written]:
    from generator.exports import svg
    from generator.stories.exporting import export

    return export(svg.faces, document, imposition)


def _png(document: Document, imposition: Imposition) -> list[Written]:
    from generator.exports import png
    from generator.stories.exporting import export

    return export(png.faces, document, imposition)


def _png_pages(document: Document, imposition: Imposition) -> list[Written]:
    from generator.exports import png
    from generator.stories.exporting import export

    return export(png.pages, document, imposition)


def _tts(document: Document, imposition: Imposition) -> list[Written]:
    from generator.exports import pieces
    from generator.stories.exporting import export

    return export(pieces.tts, document, imposition)


def _game_crafter(document: Document, imposition: Imposition) -> list[Written]:
    from generator.exports import pieces
    from generator.stories.exporting import export

    return export(pieces.game_crafter, document, imposition)


def _screentop(document: Document, imposition: Imposition) -> list[Written]:
    from generator.exports import pieces
    from generator.stories.exporting import export

    return export(pieces.screentop, document, imposition)


def _cut_svg(document: Document, imposition: Imposition) -> list[Written]:
    from generator.exports.cutters import cutfiles
    from generator.stories.exporting import export

    return export(cutfiles.as_svg, document, imposition)


def _cut_dxf(document: Document, imposition: Imposition) -> list[Written]:
    from generator.exports.cutters import cutfiles
    from generator.stories.exporting import export

    return export(cutfiles.as_dxf, document, imposition)


# ------------------------------------------------------------------ the table

_PAGES = ("--paper", "--marks", "--duplex", "--copies", "--scale")
_PIECES = ("--duplex fronts", "--copies", "--scale")
# a machine doesn't find a folded sheet by half of its marks
_CUT = (
    *("--paper", "--marks", "--duplex long", "--duplex short", "--duplex stack", "--duplex fronts"),
    *("--copies", "--scale", "--profile"),
)

PDF = "pdf"
"""The format of a build that asks for none."""

FORMATS: Mapping[str, Format] = {
    entry.name: entry
    for entry in (
        Format(PDF, "pages", (*_PAGES, "--profile", "--dry-run", "--fillable", "--filled"), _pdf, draws_later=True),
        Format("svg", "faces", (), _svg),
        Format("png", "faces", ("--scale", "--dpi", "--transparent"), _png),
        Format("png-pages", "pages", (*_PAGES, "--dpi", "--transparent"), _png_pages),
        Format("tts", "pieces", (*_PIECES, "--dpi"), _tts),
        Format("game-crafter", "pieces", (*_PIECES, "--product"), _game_crafter),
        Format("screentop", "pieces", (*_PIECES, "--dpi"), _screentop),
        Format("cut-svg", "pages", _CUT, _cut_svg, for_machines=True),
        Format("cut-dxf", "pages", _CUT, _cut_dxf, for_machines=True),
    )
}
"""What --format may be."""

SHOP = Format(
    "shop",
    "pieces",
    ("--duplex long", "--duplex fronts", "--copies", "--scale", "--icc"),
    _shop,
    draws_later=True,
)
"""A PDF for a print shop, which --for asks for."""


def format_of(options: BuildOptions) -> Format:
    """Return the format that is asked for."""
    return SHOP if options.shop else FORMATS[options.format]


def particular_options() -> Iterator[str]:
    """Yield the options that are for some formats only, each once."""
    every = (option.partition(" ")[0] for entry in FORMATS.values() for option in entry.options)
    yield from dict.fromkeys(every)


def takers(option: str, value: object = None) -> list[str]:
    """Return the names of the formats that have a use for an option, or for this value of it."""
    return [name for name, entry in FORMATS.items() if entry.takes(option, value)]
