"""Fonts from the pack or from font packages, never from the host; a line of text may need several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from generator.problems import Failed, Location, failed, listed, near
from generator.type.clusters import clusters, code_points, extends
from generator.type.families import EVERY_FONT, Family, own_family, packaged_family
from generator.type.font import Font, Shaping

PACKAGED = ("Fira Sans", "Fira Sans Condensed")
"""The families that the program itself depends on."""

GENERIC = frozenset(
    ["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-sans-serif", "ui-serif"]
)
"""Family names that stand for whatever a host has; here only named families are drawn."""

NARROW = (87.5, "Semi Condensed"), (75.0, "Condensed"), (62.5, "Extra Condensed"), (50.0, "Ultra Condensed")
"""Names of families that hold the narrow styles of another one, and their width in per cent of its."""

_FIRST_OF_MANY_SCRIPTS = "\u0590"
_MOST_LINES = 20_000


class Part(NamedTuple):
    """Characters of a line that one font draws."""

    text: str
    font: Font


class Substitution(NamedTuple):
    """What was asked for and isn't there, and what is taken instead."""

    what: str
    allowed: str
    remedy: str
    instead: str


class FontStack:
    """Fonts in the order in which they are asked for a character; the first gives a line its measures.

    `further` opens the pack's other fonts, which help out where those that were named lack
    a character.
    """

    def __init__(self, fonts: tuple[Font, ...], further: Callable[[], Iterator[Font]], shaping: Shaping) -> None:
        self.fonts = fonts
        self.shaping = shaping
        self._plain = shaping._replace(direction="ltr")  # as such a line is drawn, so that it is shaped once
        self._further = further
        self._all: tuple[Font, ...] = ()
        self._parts: dict[str, tuple[Part, ...]] = {}
        self._of_cluster: dict[str, Font] = {}
        self.lacking: tuple[Substitution, ...] = ()

    @property
    def first(self) -> Font:
        """The font that gives a line its measures."""
        return self.fonts[0]

    @property
    def cap_height(self) -> float:
        """Height of a capital letter in em."""
        return self.fonts[0].cap_height

    @property
    def language(self) -> str:
        """The language that is set."""
        return self.shaping.language

    def width(self, text: str) -> float:
        """Return the width of one line of text in em."""
        first = self.fonts[0]
        if first.covers(text) and (text.isascii() or max(text) < _FIRST_OF_MANY_SCRIPTS):
            return first.width(text, self._plain)
        return sum(part.font.width(part.text, self.shaping) for part in self.parts(text))

    def parts(self, text: str) -> tuple[Part, ...]:
        """Split a line where another font or another script begins."""
        if text.isascii() and self.fonts[0].covers(text):
            return (Part(text, self.fonts[0]),)
        parts = self._parts.get(text)
        if parts is None:
            if len(self._parts) > _MOST_LINES:
                self._parts.clear()
            parts = self._parts[text] = tuple(self._split(text))
        return parts

    def _split(self, text: str) -> Iterator[Part]:
        scripts = max(text, default="") >= _FIRST_OF_MANY_SCRIPTS
        if not scripts and self.fonts[0].covers(text):
            yield Part(text, self.fonts[0])
            return
        drawn: list[tuple[str, Font, str]] = []
        for cluster in clusters(text):
            font = self._font(cluster, drawn[-1][1] if drawn else None)
            written = script(cluster[0]) if scripts else ""
            drawn.append((cluster, font, written or (drawn[-1][2] if drawn else "")))
        for (font, _), run in groupby(drawn, lambda part: part[1:]):
            yield Part("".join(cluster for cluster, *_ in run), font)

    def _font(self, cluster: str, before: Font | None) -> Font:
        """Return the first font that draws all of a cluster; what has no shape stays with what it follows."""
        if before and all(map(_shapeless, cluster)) and before.covers(cluster):
            return before
        font = self._of_cluster.get(cluster)
        if font is None:
            font = self._of_cluster[cluster] = next(self._drawing(cluster), self.fonts[0])
        return font

    def _drawing(self, cluster: str) -> Iterator[Font]:
        return (font for font in self._fonts() if _draws(font, cluster))

    def _fonts(self) -> Iterator[Font]:
        yield from self.fonts
        if not self._all:
            self._all = tuple(self._further())
        yield from self._all

    def missing(self, text: str) -> list[str]:
        """Return the clusters that no font draws, each once, in order."""
        if self.fonts[0].covers(text):
            return []
        return [cluster for cluster in dict.fromkeys(clusters(text)) if next(self._drawing(cluster), None) is None]

    def helped(self, text: str) -> dict[Font, list[str]]:
        """Return the clusters that a font draws which nobody named here, by that font."""
        if self.fonts[0].covers(text):
            return {}
        helpers: dict[Font, list[str]] = {}
        for cluster in dict.fromkeys(clusters(text)):
            font = next(self._drawing(cluster), None)
            if font is not None and font not in self.fonts:
                helpers.setdefault(font, []).append(cluster)
        return helpers

    @property
    def named(self) -> str:
        """The families that are asked for a character, in words."""
        names = list(dict.fromkeys(font.family for font in self._fonts()))
        return f"the font {names[0]}" if len(names) == 1 else f"the fonts {listed(names)}"

    @property
    def several(self) -> bool:
        """Whether more than one family is asked for a character."""
        return len({font.family for font in self._fonts()}) > 1

    def help(self, font: Font, letters: Sequence[str]) -> Substitution:
        """Tell that a font draws clusters for those that were named."""
        signs = listed(f"{cluster!r} ({code_points(cluster)})" for cluster in letters)
        names = list(dict.fromkeys(named.family for named in self.fonts))
        what = f"{names[0] if len(names) == 1 else listed(names)} {'lacks' if len(names) == 1 else 'lack'} {signs}"
        remedy = f"name a font that has {'it' if len(letters) == 1 else 'them'}, or {font.family} after {names[-1]}"
        return Substitution(what, "", remedy, f"drawn in {font.family}")

    def lack(self, cluster: str) -> Substitution:
        """Tell that no font draws a cluster."""
        what = f"the character {cluster!r} ({code_points(cluster)}) is not in {self.named}"
        return Substitution(what, "", "choose another font or draw the sign as art", "drawn as an empty box")


_WIDE_SPACES = frozenset(map(chr, (*range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)))
"""Spaces of a width of their own, which shaping sets as wide as they are where a font has none of them."""


def _shapeless(character: str) -> bool:
    return character == " " or (character > "\u007f" and (character.isspace() or extends(character)))


def _draws(font: Font, cluster: str) -> bool:
    """Whether a font draws a cluster, whole or put together, as shaping will find out by itself."""
    if cluster in _WIDE_SPACES:
        return font.covers(" ")
    return font.covers(cluster) or any(font.covers(normalize(form, cluster)) for form in ("NFC", "NFD"))


@lru_cache(4096)
def script(character: str) -> str:
    """Return the script of a character, "" when it belongs to any."""
    import uharfbuzz as hb

    buffer = hb.Buffer()
    buffer.add_str(character)
    buffer.guess_segment_properties()
    name: str | None = buffer.script
    return "" if name in (None, "Zyyy", "Zinh", "Zzzz") else str(name)


class Fonts:
    """The families that a pack may use; each file is opened when it is first asked for.

    `own` holds the pack's own families: name → style → file, a style being "400", "700
    italic", or "200-800" for a variable font. They go before the packages' families of the same name.
    `instead` names the family that is taken for one of another name.
    """

    def __init__(
        self, own: Mapping[str, Mapping[str, Path]] | None = None, instead: Mapping[str, str] | None = None
    ) -> None:
        self._instead = {name.casefold(): other for name, other in (instead or {}).items()}
        self._families: dict[str, Family | None] = {}
        self._families.update((name, own_family(name, files)) for name, files in (own or {}).items())
        self._own = tuple(own or ())
        self._fonts: dict[tuple[Path, int, bool, float], Font] = {}
        self._stacks: dict[tuple[object, ...], FontStack] = {}

    @property
    def names(self) -> list[str]:
        """The families that are declared: the pack's own and the program's."""
        return list(dict.fromkeys([*self._own, *PACKAGED]))

    def family(self, name: str) -> Family | None:
        """Return a family by name, or None when neither the pack nor a font package has it."""
        name = self._instead.get(name.casefold(), name)
        if name not in self._families:
            self._families[name] = packaged_family(name)
        return self._families[name]

    def nearest_weight(self, names: Iterable[str], weight: int) -> int:
        """Return the upright weight that CSS takes for another one, of the first family that is there."""
        family = next((family for name in names if (family := self.family(name)) is not None), None)
        return (family.cut(weight, False) or family.nearest(weight, False)).weight if family else weight

    def font(self, family: str, weight: int = 400, italic: bool = False, place: Location = EVERY_FONT) -> Font:
        """Return a font; `Failed` at `place` when the family or the style doesn't exist."""
        found = self.family(family)
        if found is None:
            raise _failed(self._unknown(family), place)
        cut = found.cut(weight, italic)
        if cut is None:
            raise _failed(_no_style(found, weight, italic), place)
        return self._open(found, cut.weight, cut.italic, cut.file)

    def _open(self, family: Family, weight: int, italic: bool, file: Path, width: float = 100.0) -> Font:
        key = (file, weight, italic, width)
        font = self._fonts.get(key)
        if font is None:
            font = self._fonts[key] = Font(family.name, weight, italic, file, width)
        return font

    def stack(
        self, names: Iterable[str], weight: int = 400, italic: bool = False, width: float = 100.0, language: str = ""
    ) -> FontStack:
        """Return the fonts of a list of families, those that don't exist left out; what it lacks is in `lacking`."""
        families = tuple(names)
        key = (families, weight, italic, width, language)
        stack = self._stacks.get(key)
        if stack is None:
            stack = self._stacks[key] = self._stack(families, weight, italic, width, Shaping(language=language))
        return stack

    def _stack(self, names: tuple[str, ...], weight: int, italic: bool, width: float, shaping: Shaping) -> FontStack:
        lacking: list[Substitution] = []
        families = [family for name in names if (family := self.family(name)) is not None]
        if not families:
            families = [next(self._declared())]
            lacking.append(self._unknown(names[0]) if names else self._unnamed())
        fonts = tuple(self._fitting(family, weight, italic, width, lacking) for family in families)
        stack = FontStack(fonts, lambda: self._further(weight, italic), shaping)
        stack.lacking = tuple(lacking)
        return stack

    def _declared(self) -> Iterator[Family]:
        return (family for name in self.names if (family := self.family(name)) is not None)

    def _further(self, weight: int, italic: bool) -> Iterator[Font]:
        for family in self._declared():
            yield self._open(family, *family.nearest(weight, italic))

    def _fitting(self, family: Family, weight: int, italic: bool, width: float, lacking: list[Substitution]) -> Font:
        """Return the font of a family; what it lacks of weight, slant and width is noted."""
        narrow = self._narrow(family, width)
        cut = narrow.cut(weight, italic)
        if cut is None:
            cut = narrow.nearest(weight, italic)
            lacking.append(_no_style(narrow, weight, italic))
        font = self._open(narrow, *cut, width if narrow is family else 100.0)
        if width != 100 and narrow is family and not font.varies("wdth"):
            lacking.append(
                Substitution(f"{family.name} has no width of {width:g} %", "100 %", "", "drawn at its usual width")
            )
        return font

    def _narrow(self, family: Family, width: float) -> Family:
        """Return the family that holds the narrow styles of another one, that one itself when there is none."""
        if width >= 100:
            return family
        named = sorted((abs(percent - width), f"{family.name} {name}") for percent, name in NARROW)
        there = (found for _, name in named if (found := self.family(name)) is not None)
        return next(there, family)

    def _unknown(self, family: str) -> Substitution:
        remedy = near(family, self.names) or "declare the family under fonts: in pack.yaml"
        what = f"there is no font family {family[:60]!r}"
        return Substitution(what, listed(self.names), remedy, f"set in {self.names[0]}")

    def _unnamed(self) -> Substitution:
        what = "the text names no font family"
        return Substitution(what, listed(self.names), "set font-family", f"set in {self.names[0]}")


def _no_style(family: Family, weight: int, italic: bool) -> Substitution:
    cut = family.nearest(weight, italic)
    styled = f"{weight} italic" if italic else str(weight)
    taken = f"{cut.weight} italic" if cut.italic else str(cut.weight)
    return Substitution(f"{family.name} has no style {styled}", family.styles, "", f"drawn in {taken}")


def _failed(lack: Substitution, place: Location) -> Failed:
    return failed(place, lack.what, lack.allowed, lack.remedy)
