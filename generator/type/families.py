"""Families: which files hold the styles of a typeface, and which style comes nearest to the one that is asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from generator.problems import Location, failed, listed

EVERY_FONT = Location("fonts")
_STYLE = re.compile(r"\s*(\d{1,4})(?:\s*-\s*(\d{1,4}))?(\s+italic)?\s*")
_STYLES = 'a weight such as "400", or "400 italic"; for a variable font a range such as "200-800"'


class Range(NamedTuple):
    """The weights that one variable font has."""

    lightest: int
    heaviest: int
    italic: bool
    file: Path


class Cut(NamedTuple):
    """One style of a family and the file that holds it."""

    weight: int
    italic: bool
    file: Path


class Family(NamedTuple):
    """A typeface, its files by (weight, italic), and its variable fonts."""

    name: str
    files: Mapping[tuple[int, bool], Path]
    ranges: tuple[Range, ...] = ()

    @property
    def styles(self) -> str:
        """The styles in words."""
        single = [_style(*style) for style in sorted(self.files)]
        return listed([*single, *(_style(f"{r.lightest}-{r.heaviest}", r.italic) for r in self.ranges)], most=20)

    def cut(self, weight: int, italic: bool) -> Cut | None:
        """Return the very style, None when the family lacks it."""
        if file := self.files.get((weight, italic)):
            return Cut(weight, italic, file)
        fitting = (r for r in self.ranges if r.italic == italic and r.lightest <= weight <= r.heaviest)
        found = next(fitting, None)
        return Cut(weight, italic, found.file) if found else None

    def nearest(self, weight: int, italic: bool) -> Cut:
        """Return the style that CSS takes instead of one that the family lacks: the slant counts before the weight."""
        cuts = [Cut(*style, file) for style, file in self.files.items()]
        cuts += [Cut(min(max(weight, r.lightest), r.heaviest), r.italic, r.file) for r in self.ranges]
        return min(cuts, key=lambda cut: (cut.italic != italic, _away(cut.weight, weight)))


def _away(weight: int, target: int) -> tuple[int, int]:
    """Return how far a weight is from the wanted one: up to medium a lighter one is nearer, beyond it a bolder."""
    if 400 <= target <= weight <= 500:
        return 0, weight - target
    return 1 if (weight < target) == (target <= 500) else 2, abs(weight - target)


def _style(weight: int | str, italic: bool) -> str:
    return f"{weight} italic" if italic else str(weight)


def own_family(name: str, files: Mapping[str, Path]) -> Family:
    """Return a pack's own family; `Failed` when a style isn't one."""
    single: dict[tuple[int, bool], Path] = {}
    ranges = []
    for style, path in files.items():
        match = _STYLE.fullmatch(style)
        if match is None or (match[2] and int(match[2]) < int(match[1])):
            raise failed(EVERY_FONT, f"{name}: {style[:40]!r} is not a style", _STYLES)
        if match[2]:
            ranges.append(Range(int(match[1]), int(match[2]), bool(match[3]), path))
        else:
            single[int(match[1]), bool(match[3])] = path
    return Family(name, single, tuple(ranges))


def packaged_family(name: str) -> Family | None:
    """Read a font package's own list of files, without importing the package."""
    import json
    from importlib.util import find_spec

    module = "fontpkg_" + name.lower().replace(" ", "_")
    spec = find_spec(module) if module.isidentifier() and module.isascii() else None
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    listing = json.loads((folder / "metadata.json").read_text(encoding="utf-8"))
    if listing["family"] != name:
        return None
    files = {(f["weight"], f["style"] == "italic"): folder / f["path"] for f in listing["files"] if not f["variable"]}
    return Family(name, files, _ranges(listing, folder))


def _ranges(listing: Mapping[str, list[dict[str, object]]], folder: Path) -> tuple[Range, ...]:
    axis = next((axis for axis in listing.get("axes", ()) if axis["tag"] == "wght"), {"min": 400.0, "max": 400.0})
    lightest, heaviest = (int(float(str(axis[end]))) for end in ("min", "max"))
    return tuple(
        Range(lightest, heaviest, file["style"] == "italic", folder / str(file["path"]))
        for file in listing["files"]
        if file["variable"]
    )
