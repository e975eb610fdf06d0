"""Art of a pack: SVG files as symbols with their paints replaced, and pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from markupsafe import escape

from generator.pack.source import decoded, inside, read_bytes
from generator.problems import Failed, listed, near, one_line

PAINTS: Mapping[str, str] = {"ink": "#1B2530", "tone": "#7EBDBA", "paper": "#FFFFFF", "halo": "#FFFFFE"}
"""The four exact paints of an icon that a template may replace."""

_ROOT = re.compile(r"<svg\b([^>]*)>(.*)</svg\s*>", re.DOTALL)
_ATTRIBUTE = re.compile(r"""([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')""")
_DROPPED = frozenset(["width", "height", "x", "y", "xmlns", "id", "class", "version", "baseProfile", "viewBox"])
_IDS = re.compile(r"""(\bid=["']|url\(["']?#|href=["']#)([^"')]+)""")


class Symbol(NamedTuple):
    """A `<symbol>` element and the id to `<use>` it by."""

    id: str
    svg: str


class Art:
    """The files of a pack's art/ folder, each read once."""

    def __init__(self, folder: Path, shown: str) -> None:
        self.folder = folder
        self.shown = shown
        self._texts: dict[str, str] = {}
        self._symbols: dict[tuple[str, tuple[str | None, ...]], Symbol] = {}

    def symbol(self, name: str, paints: Mapping[str, str | None]) -> Symbol:
        """Return art/<name>.svg as a symbol with the given paints; `ValueError` when it is missing or no SVG."""
        key = (name, tuple(paints.get(paint) for paint in PAINTS))
        if key not in self._symbols:
            self._symbols[key] = self._made(name, paints)
        return self._symbols[key]

    def _made(self, name: str, paints: Mapping[str, str | None]) -> Symbol:
        root = _ROOT.search(self._text(name))
        if root is None:
            raise ValueError(f"{self.shown}/{name}.svg holds no <svg> element")
        attributes = {key: value[1:-1] for key, value in _ATTRIBUTE.findall(root[1])}
        box = attributes.get("viewBox") or f"0 0 {_plain(attributes, 'width')} {_plain(attributes, 'height')}"
        body = _painted(root[2], paints)
        kept = "".join(f' {key}="{value}"' for key, value in attributes.items() if key not in _DROPPED)
        mark = sha256(f"{name}{box}{kept}{body}".encode()).hexdigest()[:8]
        unique = f"{re.sub(r'[^A-Za-z0-9_-]', '-', name)}-{mark}"
        body = _IDS.sub(rf"\g<1>{unique}-\g<2>", body)
        # problems inside the art carry its own file and line
        line = self._text(name)[: root.start(2)].count("\n") + 1
        source = f' data-source="{escape(f"{self.shown}/{name}.svg")}" data-line="{line}"'
        return Symbol(unique, f'<symbol id="{unique}" viewBox="{box}"{kept}{source}>{body}</symbol>')

    def _text(self, name: str) -> str:
        if name not in self._texts:
            path = self.file(f"{name}.svg")
            raw = read_bytes(path, f"{self.shown}/{name}.svg")
            self._texts[name] = decoded(raw, f"{self.shown}/{name}.svg").lstrip("\ufeff")
        return self._texts[name]

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


def _plain(attributes: Mapping[str, str], name: str) -> str:
    return re.sub(r"[^\d.]", "", attributes.get(name, "24")) or "24"


def _painted(body: str, paints: Mapping[str, str | None]) -> str:
    wanted = {PAINTS[name].lower(): colour for name, colour in paints.items() if colour}
    if not wanted:
        return body
    return re.sub(r"#[0-9A-Fa-f]{6}\b", lambda found: wanted.get(found[0].lower(), found[0]), body)
