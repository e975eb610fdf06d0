"""Art of a pack: SVG files that faces refer to, with their paints replaced, and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from generator.pack.source.files import as_spelt, inside, read_bytes
from generator.pack.source.text import composed, decoded
from generator.problems import Failed, listed, near, one_line, quoted
from generator.svg.core.symbol import Symbol, SymbolFile, read_symbol

PAINTS: Mapping[str, str] = {"ink": "#1B2530", "tone": "#7EBDBA", "paper": "#FFFFFF", "halo": "#FFFFFE"}
"""The four exact paints of an icon that a template may replace."""


class Art:
    """The files of a pack's art/ folder, each read once; `apart` are those whose names have marks beside letters."""

    def __init__(self, folder: Path, shown: str) -> None:
        self.folder = folder
        self.shown = shown
        self._files: dict[str, SymbolFile] = {}
        self._symbols: dict[tuple[str, tuple[str | None, ...]], Symbol] = {}
        self.apart: list[Path] = []
        self._names: dict[Path, frozenset[str]] = {}

    def symbol(self, name: str, paints: Mapping[str, str | None]) -> Symbol:
        """Return art/<name>.svg as a symbol with the given paints; `ValueError` when it is missing."""
        key = (name, tuple(paints.get(paint) for paint in PAINTS))
        if key not in self._symbols:
            self._symbols[key] = Symbol(_id(key), self._opened(name), _colours(paints))
        return self._symbols[key]

    def _opened(self, name: str) -> SymbolFile:
        if name not in self._files:
            shown = f"{self.shown}/{name}.svg"
            text = decoded(read_bytes(self.file(name, ".svg"), shown), shown)
            self._files[name] = read_symbol(name, shown, text.lstrip("\ufeff"))
        return self._files[name]

    def bytes(self, href: str) -> bytes | None:
        """Return what a picture's address "art/<name>" holds, None when it holds nothing.

        `ValueError` names the picture that was meant, when there is one of nearly that name.
        """
        name = href.removeprefix("art/")
        try:
            return read_bytes(self.file(name), href)
        except (ValueError, Failed):
            hint = near(f"art/{name}", [f"art/{file}" for file in self._known()])
            if hint:
                raise ValueError(f"there is no picture {quoted(href)}; {hint}") from None
            return None

    def file(self, name: str, ending: str = "") -> Path:
        """Return the path of art/<name><ending>; `ValueError` when it isn't there or lies outside the folder."""
        inside(self.folder.parent, self.folder, self.shown)
        if not name:
            raise ValueError(f"no name of a file in {self.shown} is given; an empty cell, perhaps")
        path = as_spelt(self.folder / f"{name[:200]}{ending}", self.folder)
        if path.is_file() and self._spelt_so(path) and path.resolve().is_relative_to(self.folder.resolve()):
            return path
        names = [
            file.removesuffix(ending) for file in self._known() if file.endswith(ending)
        ]  # an ending isn't likeness
        hint = near(name, names) or f"allowed: {listed(names) or 'none'}"
        raise ValueError(f"there is no art {one_line(f'{self.shown}/{name}{ending}', 200)}; {hint}")

    def _known(self) -> list[str]:
        files = (path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file())
        return sorted(map(composed, files))

    def _spelt_so(self, path: Path) -> bool:
        """Tell whether a file's name has these letters, capitals and small: some systems don't care, others do."""
        if path.name != composed(path.name) and path not in self.apart:
            self.apart.append(path)
        while path not in (self.folder, path.parent):
            if path.parent not in self._names:
                self._names[path.parent] = frozenset(composed(entry.name) for entry in path.parent.iterdir())
            if composed(path.name) not in self._names[path.parent] and path.name not in ("..", "."):
                return False
            path = path.parent
        return True


def _id(key: tuple[str, tuple[str | None, ...]]) -> str:
    """Return the id that a face refers to art by: the letters of its name that may stand there, and a mark."""
    name = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "_-") else "-" for letter in key[0])
    return f"{name}-{sha256(repr(key).encode()).hexdigest()[:16]}"


def _colours(paints: Mapping[str, str | None]) -> tuple[tuple[str, str], ...]:
    """Return the colours of a file that are replaced, and by which."""
    return tuple((PAINTS[name].lower(), colour) for name, colour in paints.items() if colour)
