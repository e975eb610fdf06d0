"""Fonts from the pack or from font packages, never from the host; shaped and subset by HarfBuzz.

Lengths are in em (1 em = the font size) and y points up, as in font files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from struct import unpack_from
from typing import NamedTuple

from generator.problems import Failed, Location, failed, listed, near

PACKAGED = ("Fira Sans", "Fira Sans Condensed")
"""The families that the program itself depends on."""

STAND_INS = {"\u202f": "\u00a0", "\u2011": "-"}
"""Characters that many fonts lack, and what is drawn in their place."""

INVISIBLE = frozenset(map(chr, [0xAD, *range(0x200B, 0x2010), *range(0x2060, 0x2065), 0xFEFF, *range(0xFE00, 0xFE10)]))
"""Characters that have no glyph of their own; a font needn't have them."""

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.-]")
_EVERY_FONT = Location("fonts")
_EMBEDDED = frozenset(["glyf", "head", "hhea", "hmtx", "loca", "maxp"])


class Glyph(NamedTuple):
    """A shaped glyph; `cluster` is the index of its first character, lengths in em."""

    gid: int
    cluster: int
    advance: float
    dx: float
    dy: float


class Subset(NamedTuple):
    """A font file that holds only some glyphs; `gids` maps the old glyph ids to the new."""

    data: bytes
    gids: Mapping[int, int]


class FontBox(NamedTuple):
    """The box that holds every glyph, in em."""

    left: float
    bottom: float
    right: float
    top: float


class Font:
    """One style of a family, opened from its file; everything measured once."""

    __slots__ = (
        "_face", "_font", "_known", "_shaped", "_widths", "ascent", "bbox", "cap_height", "descent",
        "family", "italic", "italic_angle", "name", "units_per_em", "weight", "x_height",
    )  # fmt: skip

    def __init__(self, family: str, weight: int, italic: bool, path: Path) -> None:
        import uharfbuzz as hb

        self.family, self.weight, self.italic = family, weight, italic
        try:
            self._face = hb.Face(hb.Blob.from_file_path(str(path)))
        except hb.HarfBuzzError as error:
            raise failed(Location(path.name), f"can't be read: {error}") from None
        self._font = hb.Font(self._face)
        self._shaped: dict[tuple[str, bool], tuple[Glyph, ...]] = {}
        self._widths: dict[tuple[str, bool], float] = {}
        self._known: dict[str, bool] = {}
        self._measure(path)

    def _measure(self, path: Path) -> None:

        tags = set(self._face.table_tags)
        if self._face.glyph_count == 0 or not {"head", "hhea", "hmtx", "maxp"} <= tags:
            raise failed(Location(path.name), "this is not a font file", "a TrueType font (.ttf)")
        if "glyf" not in tags or "fvar" in tags:
            kind = "a variable font" if "fvar" in tags else "an OpenType font with CFF outlines"
            raise failed(Location(path.name), f"this is {kind}", "static TrueType fonts (.ttf)", "convert it to one")
        em: int = self._face.upem
        self.units_per_em = em
        self.name = self._own_name() or _NOT_IN_NAMES.sub("", path.stem) or "Font"
        self.ascent = self._metric("HORIZONTAL_ASCENDER", 0.75)
        self.descent = self._metric("HORIZONTAL_DESCENDER", -0.25)
        self.cap_height = self._metric("CAP_HEIGHT", 0.7)
        self.x_height = self._metric("X_HEIGHT", 0.5)
        left, bottom, right, top = unpack_from(">4h", self._face.reference_table("head").data, 36)
        self.bbox = FontBox(left / em, bottom / em, right / em, top / em)
        post = self._face.reference_table("post").data
        self.italic_angle: float = unpack_from(">i", post, 4)[0] / 65536 if len(post) >= 8 else 0.0

    def _own_name(self) -> str:
        """Return the font's name as PDF can write it, "" when it has none."""
        import uharfbuzz as hb

        try:
            return _NOT_IN_NAMES.sub("", self._face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or "")[:60]
        except UnicodeDecodeError:  # a damaged file
            return ""

    def _metric(self, name: str, usual: float) -> float:
        import uharfbuzz as hb

        value: int | None = self._font.get_metric_position(getattr(hb.OTMetricsTag, name))
        return value / self.units_per_em if value else usual

    def has(self, character: str) -> bool:
        """Whether the font draws this character, if need be by its stand-in."""
        known = self._known.get(character)
        if known is None:
            known = self._known[character] = self._has(character)
        return known

    def _has(self, character: str) -> bool:
        if self._font.get_nominal_glyph(ord(character)) is not None:
            return True
        return character in INVISIBLE or (character in STAND_INS and self.has(STAND_INS[character]))

    def covers(self, text: str) -> bool:
        """Whether the font draws every character of the text."""
        return all(map(self.has, text))

    def missing(self, text: str) -> list[str]:
        """Return the characters of `text` that the font can't draw, each once, in order."""
        return [character for character in dict.fromkeys(text) if not self.has(character)]

    def shape(self, text: str, ligatures: bool = True) -> tuple[Glyph, ...]:
        """Return the glyphs of one line of text, kerned, in the order they are drawn."""
        glyphs = self._shaped.get((text, ligatures))
        if glyphs is None:
            glyphs = self._shaped[text, ligatures] = self._shape(text, ligatures)
        return glyphs

    def _shape(self, text: str, ligatures: bool) -> tuple[Glyph, ...]:
        import uharfbuzz as hb

        buffer = hb.Buffer()
        buffer.add_str(self._drawable(text))
        buffer.guess_segment_properties()
        # a mark keeps the place of its own character, so that text can be copied out again
        buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
        hb.shape(self._font, buffer, {} if ligatures else {"liga": False, "clig": False})
        em = self.units_per_em
        return tuple(
            Glyph(info.codepoint, info.cluster, place.x_advance / em, place.x_offset / em, place.y_offset / em)
            for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        )

    def _drawable(self, text: str) -> str:
        for character, stand_in in STAND_INS.items():
            if character in text and self._font.get_nominal_glyph(ord(character)) is None:
                text = text.replace(character, stand_in)
        return text

    def width(self, text: str, ligatures: bool = True) -> float:
        """Return the width of one line of text in em."""
        width = self._widths.get((text, ligatures))
        if width is None:
            width = sum(glyph.advance for glyph in self.shape(text, ligatures))
            self._widths[text, ligatures] = width
        return width

    def advance(self, gid: int) -> float:
        """Return the width of a glyph before kerning, in em."""
        units: int = self._font.get_glyph_h_advance(gid)
        return units / self.units_per_em

    def subset(self, gids: Iterable[int]) -> Subset:
        """Return a TrueType file with only these glyphs, without hints and layout tables."""
        import uharfbuzz as hb

        wanted = hb.SubsetInput()
        wanted.glyph_set.update(gids)
        flags = hb.SubsetFlags
        wanted.flags = flags.NO_HINTING | flags.NO_LAYOUT_CLOSURE | flags.NOTDEF_OUTLINE
        dropped = set(self._face.table_tags) - _EMBEDDED
        wanted.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in dropped)
        plan = hb.SubsetPlan(self._face, wanted)
        return Subset(plan.execute().blob.data, dict(plan.old_to_new_glyph_mapping))


class Family(NamedTuple):
    """A typeface and its files by (weight, italic)."""

    name: str
    files: Mapping[tuple[int, bool], Path]


class Fonts:
    """The families that a pack may use; each file is opened when it is first asked for.

    `own` holds the pack's own families: name → style → file, a style being "400", "700"
    or "400 italic". They go before the packages' families of the same name.
    """

    def __init__(self, own: Mapping[str, Mapping[str, Path]] | None = None) -> None:
        self._families: dict[str, Family | None] = {}
        self._families.update((name, _own_family(name, files)) for name, files in (own or {}).items())
        self._fonts: dict[tuple[str, int, bool], Font] = {}

    @property
    def names(self) -> list[str]:
        """The families that are declared: the pack's own and the program's."""
        own = [name for name, family in self._families.items() if family is not None]
        return list(dict.fromkeys([*own, *PACKAGED]))

    def family(self, name: str) -> Family | None:
        """Return a family by name, or None when neither the pack nor a font package has it."""
        if name not in self._families:
            self._families[name] = _packaged_family(name)
        return self._families[name]

    def font(self, family: str, weight: int = 400, italic: bool = False, place: Location = _EVERY_FONT) -> Font:
        """Return a font; `Failed` at `place` when the family or the style doesn't exist."""
        key = (family, weight, italic)
        font = self._fonts.get(key)
        if font is None:
            font = self._fonts[key] = Font(*key, self._path(family, weight, italic, place))
        return font

    def _path(self, family: str, weight: int, italic: bool, place: Location) -> Path:
        found = self.family(family)
        if found is None:
            raise self._unknown(family, place)
        path = found.files.get((weight, italic))
        if path is None:
            styles = listed((_style(*style) for style in sorted(found.files)), most=20)
            raise failed(place, f"{family} has no style {_style(weight, italic)}", styles)
        return path

    def _unknown(self, family: str, place: Location) -> Failed:
        remedy = near(family, self.names) or "declare the family under fonts: in pack.yaml"
        return failed(place, f"there is no font family {family!r}", listed(self.names), remedy)


def _style(weight: int, italic: bool) -> str:
    return f"{weight} italic" if italic else str(weight)


def _own_family(name: str, files: Mapping[str, Path]) -> Family:
    return Family(name, {_parsed_style(name, style): path for style, path in files.items()})


def _parsed_style(family: str, style: str) -> tuple[int, bool]:
    weight, _, slant = style.strip().partition(" ")
    if not weight.isdecimal() or slant.strip() not in ("", "italic"):
        raise failed(_EVERY_FONT, f"{family}: {style!r} is not a style", 'a weight such as "400", or "400 italic"')
    return int(weight), bool(slant)


def _packaged_family(name: str) -> Family | None:
    """Read a font package's own list of files, without importing the package."""
    import json
    from importlib.util import find_spec

    module = "fontpkg_" + name.lower().replace(" ", "_")
    spec = find_spec(module) if module.isidentifier() else None
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    listing = json.loads((folder / "metadata.json").read_text(encoding="utf-8"))
    if listing["family"] != name:
        return None
    files = {(f["weight"], f["style"] == "italic"): folder / f["path"] for f in listing["files"] if not f["variable"]}
    return Family(name, files)
