"""Art of a pack: SVG files as symbols with their paints replaced, and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.face.symbols import PAINTS, File, Symbol, opened, symbol
from generator.pack.source import decoded, inside, read_bytes
from generator.problems import Failed, listed, near, one_line


class Art:
    """The files of a pack's art/ folder, each read once."""

    def __init__(self, folder: Path, shown: str) -> None:
        self.folder = folder
        self.shown = shown
        self._files: dict[str, File] = {}
        self._symbols: dict[tuple[str, tuple[str | None, ...]], Symbol] = {}

    def symbol(self, name: str, paints: Mapping[str, str | None]) -> Symbol:
        """Return art/<name>.svg as a symbol with the given paints; `ValueError` when it is missing."""
        key = (name, tuple(paints.get(paint) for paint in PAINTS))
        if key not in self._symbols:
            self._symbols[key] = symbol(self._opened(name), paints)
        return self._symbols[key]

    def _opened(self, name: str) -> File:
        if name not in self._files:
            shown = f"{self.shown}/{name}.svg"
            text = decoded(read_bytes(self.file(f"{name}.svg"), shown), shown)
            self._files[name] = opened(name, shown, text.lstrip("\ufeff"))
        return self._files[name]

    def bytes(self, href: str) -> bytes | None:
        """Return what a picture's address "art/<name>" holds, None when it holds nothing."""
        try:
            return read_bytes(self.file(href.removeprefix("art/")), href)
        except (ValueError, Failed):
            return None

    def file(self, name: str) -> Path:
        """Return the path of art/<name>; `ValueError` when it isn't there or lies outside the folder."""
        inside(self.folder.parent, self.folder, self.shown)
        path = self.folder / name[:200]
        if path.is_file() and path.resolve().is_relative_to(self.folder.resolve()):
            return path
        known = sorted(p.relative_to(self.folder).as_posix() for p in self.folder.rglob("*") if p.is_file())
        hint = near(name, known) or f"allowed: {listed(known) or 'none'}"
        raise ValueError(f"there is no art {one_line(f'{self.shown}/{name}', 200)}; {hint}")
