"""A symbol: an SVG file that drawings refer to by an id, read once however often it is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import NamedTuple

from generator.problems import Location, failed
from generator.svg.css.values import Reference, length, view_box
from generator.svg.xml import Element, Origin, parse

PLACED = frozenset(["width", "height", "x", "y", "id", "version", "baseProfile", "viewBox"])
"""The attributes of a file's root that say nothing about what it draws as a symbol."""

_HEX = re.compile(r"#[0-9A-Fa-f]{6}\b")


class SymbolFile(NamedTuple):
    """An SVG file as it was read: its name, where it lies, its text, its view box, and its root."""

    name: str
    shown: str
    text: str
    box: str
    root: Element


class Symbol(NamedTuple):
    """A file as faces refer to it by `id`: colours in it, as #rrggbb in small letters, are replaced by others."""

    id: str
    file: SymbolFile
    colours: tuple[tuple[str, str], ...] = ()

    @property
    def blends(self) -> bool:
        """Whether anything in it is blended with what is below."""
        return "mix-blend" in self.file.text

    def root(self) -> Element:
        """Return the root of the file, in the symbol's colours."""
        colours = dict(self.colours)
        if not any(old in self.file.text.lower() for old in colours):
            return self.file.root
        root = deepcopy(self.file.root)
        _recolour(root, colours)
        return root

    def recoloured(self, text: str) -> str:
        """Return text of the file in the symbol's colours."""
        return _recoloured(text, dict(self.colours))


def read_symbol(name: str, shown: str, text: str) -> SymbolFile:
    """Read an SVG file that is to be drawn as a symbol; `Failed` when it isn't SVG, isn't safe, or has no size."""
    origin = Origin(Location(shown), exact=True)
    root = parse(text, origin)
    box = _box(root, origin)
    for linked in list(_linked(root)):
        root.insert(0, linked)  # what stands before the root is reported with what stands in it
    return SymbolFile(name, shown, text, box, root)


def _linked(root: Element) -> Iterator[Element]:
    return (part for part in root.itersiblings(preceding=True) if getattr(part, "target", "") == "xml-stylesheet")


def _box(root: Element, origin: Origin) -> str:
    """Return the view box of a file, made of its size when it has none."""
    try:
        if "viewBox" in root.attrib:
            view_box(root.attrib["viewBox"])
            return str(root.attrib["viewBox"])
        sizes = [root.get(side, "") for side in ("width", "height")]
        if not any(size.strip().endswith("%") or size.strip() in ("", "auto") for size in sizes):
            width, height = (length(size, "", Reference(0, 0)) for size in sizes)
            box = f"0 0 {width:g} {height:g}"
            view_box(box)
            return box
    except ValueError as error:
        raise failed(origin.at(1), str(error)) from None
    raise failed(origin.at(1), "the picture doesn't say how large it is", remedy="write a viewBox on its <svg>")


# ------------------------------------------------------------------ colours


def _recolour(root: Element, colours: dict[str, str]) -> None:
    """Replace colours in a root and in all that it holds."""
    for element in root.iter():
        if element.text and "#" in element.text:
            element.text = _recoloured(element.text, colours)
        if element.tail and "#" in element.tail:
            element.tail = _recoloured(element.tail, colours)
        for name, value in element.attrib.items():
            if "#" in value:
                element.set(name, _recoloured(value, colours))


def _recoloured(text: str, colours: dict[str, str]) -> str:
    return _HEX.sub(lambda colour: colours.get(colour[0].lower(), colour[0]), text)
