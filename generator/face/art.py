"""Art of a pack: SVG files as symbols with their paints replaced, and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.face.symbols import PAINTS, File, Symbol, opened, symbol
from generator.pack.source.files import inside, read_bytes
from generator.pack.source.text import decoded
from generator.problems import Failed, listed, near, one_line, quoted


class Art:
    """The files of a pack's art/ folder, each read once."""

    def __init__(self, folder: Path, shown: str) -> None:
        self.folder = folder
        self.shown = shown
        self._files: dict[str, File] = {}
        self._symbols: dict[tuple[str, tuple[str | None, ...]], Symbol] = {}
        self._names: dict[Path, frozenset[str]] = {}

    def symbol(self, name: str, paints: Mapping[str, str | None]) -> Symbol:
        """Return art/<name>.svg as a symbol with the given paints; `ValueError` when it is missing."""
        key = (name, tuple(paints.get(paint) for paint in PAINTS))
        if key not in self._symbols:
            self._symbols[key] = symbol(self._opened(name), paints)
        return self._symbols[key]

    def _opened(self, name: str) -> File:
        if name not in self._files:
            shown = f"{self.shown}/{name}.svg"
            text = decoded(read_bytes(self.file(name, ".svg"), shown), shown)
            self._files[name] = opened(name, shown, text.lstrip("\ufeff"))
        return self._files[name]

    def bytes(self, href: str) -> bytes | None:
        """Return what a picture's address "art/<name>" holds, None when it holds nothing.

        `ValueError` names the picture that was meant, when there is one of nearly that name.
        """
        name = href.removeprefix("art/")
        try:
            return read_bytes(self.file(name), href)
        except (ValueError, Failed):
            hint = near(f"art/{name}", [f"art/{known}" for known in self._known()])
            if hint:
                raise ValueError(f"there is no picture {quoted(href)}; {hint}") from None
            return None

    def file(self, name: str, ending: str = "") -> Path:
        """Return the path of art/<name><ending>; `ValueError` when it isn't there or lies outside the folder."""
        inside(self.folder.parent, self.folder, self.shown)
        if not name:
            raise ValueError(f"no name of a file in {self.shown} is given; an empty cell, perhaps")
        path = self.folder / f"{name[:200]}{ending}"
        if path.is_file() and self._spelt_so(path) and path.resolve().is_relative_to(self.folder.resolve()):
            return path
        known = [
            file.removesuffix(ending) for file in self._known() if file.endswith(ending)
        ]  # an ending isn't likeness
        hint = near(name, known) or f"allowed: {listed(known) or 'none'}"
        raise ValueError(f"there is no art {one_line(f'{self.shown}/{name}{ending}', 200)}; {hint}")

    def _known(self) -> list[str]:
        return sorted(p.relative_to(self.folder).as_posix() for p in self.folder.rglob("*") if p.is_file())

    def _spelt_so(self, path: Path) -> bool:
        """Tell whether a file's name has these letters, capitals and small: some systems don't care, others do."""
        while path not in (self.folder, path.parent):
            if path.parent not in self._names:
                self._names[path.parent] = frozenset(entry.name for entry in path.parent.iterdir())
            if path.name not in self._names[path.parent] and path.name not in ("..", "."):
                return False
            path = path.parent
        return True
