"""One font: opened from its file, measured, shaped, drawn and subset by HarfBuzz.

Font files may come from strangers: nothing but HarfBuzz reads them, which checks every
table, and what they may cost is bounded. Lengths are in em (1 em = the font size) and y
points up, as in font files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from struct import unpack_from
from typing import Any, Literal, NamedTuple

from generator.problems import Failed, Location, failed
from generator.units import Path as Outline

STAND_INS = {"\u202f": "\u00a0", "\u2011": "-", "\u2010": "-"}
"""Characters that many fonts lack, and what is drawn in their place."""

_CONTROLS = [0xAD, 0x34F, 0x61C, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF]
INVISIBLE = frozenset(map(chr, [*_CONTROLS, *range(0xFE00, 0xFE10), *range(0xE0000, 0xE0200)]))
"""Characters that have no glyph of their own; a font needn't have them."""

LARGEST = 64 * 2**20
"""Font files of more bytes are refused."""

MOST_STEPS = 20_000
"""An outline of more lines and curves than this is cut off."""

_MOST_LINES = 300
"""How many shaped lines are kept; the glyphs of a line take some kilobytes."""

_MOST_WIDTHS = 50_000
"""How many widths of words and lines are kept."""

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.-]")
_TRUETYPE = frozenset(["glyf", "head", "hhea", "hmtx", "loca", "maxp"])
_POSTSCRIPT = frozenset(["CFF ", "CFF2", "head", "hhea", "hmtx", "maxp"])
_OTHER_KINDS = {b"wOFF": "a web font (WOFF)", b"wOF2": "a web font (WOFF2)", b"%!PS": "a Type 1 font"}
_ALLOWED = "an OpenType or TrueType font (.otf, .ttf)"


class Glyph(NamedTuple):
    """A shaped glyph; `cluster` is the index of its first character, lengths in em."""

    gid: int
    cluster: int
    advance: float
    dx: float
    dy: float


class Shaping(NamedTuple):
    """How text is shaped: features ("kern", 0), the language, the direction ("" as its letters have it)."""

    features: tuple[tuple[str, int], ...] = ()
    language: str = ""
    direction: Literal["", "ltr", "rtl"] = ""


PLAIN = Shaping()


class Subset(NamedTuple):
    """A font program that holds only some glyphs; `gids` maps the old glyph ids to the new."""

    data: bytes
    gids: Mapping[int, int]
    kind: Literal["TrueType", "CFF"] = "TrueType"


class FontBox(NamedTuple):
    """The box that holds every glyph, in em."""

    left: float
    bottom: float
    right: float
    top: float


class Stroke(NamedTuple):
    """A line drawn with text: how high its middle is above the base line, and how thick it is."""

    middle: float
    thickness: float


class Font:
    """One style of a family, opened from its file; everything measured once.

    A variable font is taken at `weight` and at `width` per cent of its normal width.
    """

    __slots__ = (
        "_advances", "_axes", "_drawn", "_face", "_font", "_known", "_outlines", "_path", "_shaped", "_subsets",
        "_widths", "ascent", "bbox", "cap_height", "descent", "family", "italic", "italic_angle", "name", "tables",
        "units_per_em", "weight", "x_height",
    )  # fmt: skip

    def __init__(self, family: str, weight: int, italic: bool, path: Path, width: float = 100.0) -> None:
        import uharfbuzz as hb

        self.family, self.weight, self.italic = family, weight, italic
        self._path = path
        self._face = _opened(path)
        self._font = hb.Font(self._face)
        self._shaped: dict[tuple[str, Shaping], tuple[Glyph, ...]] = {}
        self._widths: dict[tuple[str, Shaping], float] = {}
        self._known: dict[str, bool] = {}
        self._drawn: set[str] = set()
        self._advances: dict[int, float] = {}
        self._outlines: dict[int, Outline] = {}
        self._subsets: dict[frozenset[int], Subset] = {}
        try:
            self.tables = frozenset(self._face.table_tags)
            self._check()
            self._axes = self._vary(weight, width) if "fvar" in self.tables else {}
        except UnicodeDecodeError:  # names of tables and axes that are none
            raise failed(Location(path.name), "this is not a font file", _ALLOWED) from None
        self._measure()

    def _check(self) -> None:
        if self._face.glyph_count == 0 or not {"head", "hhea", "hmtx", "maxp", "cmap"} <= self.tables:
            raise failed(Location(self._path.name), "this is not a font file", _ALLOWED)
        if not self.tables & {"glyf", "CFF ", "CFF2"}:
            raise failed(Location(self._path.name), "this font has no outlines", _ALLOWED, "bitmaps are not printed")

    def _vary(self, weight: int, width: float) -> dict[str, float]:
        """Set the axes of a variable font and return where they are."""
        slanted = 1.0 if self.italic else 0.0
        wanted = {"wght": float(weight), "wdth": width, "ital": slanted, "slnt": -12.0 * slanted}
        axes = {
            axis.tag: min(max(wanted.get(axis.tag, axis.default_value), axis.min_value), axis.max_value)
            for axis in self._face.axis_infos
        }
        self._font.set_variations(axes)
        return axes

    def _measure(self) -> None:
        em: int = self._face.upem
        self.units_per_em = em
        self.name = self._own_name() or _NOT_IN_NAMES.sub("", self._path.stem) or "Font"
        if self._axes:  # one file gives many fonts, and each needs a name of its own
            self.name += "".join(f"-{_NOT_IN_NAMES.sub('', tag)}{value:g}" for tag, value in self._axes.items())
        self.ascent = self.metric("HORIZONTAL_ASCENDER", 0.75)
        self.descent = self.metric("HORIZONTAL_DESCENDER", -0.25)
        self.cap_height = self.metric("CAP_HEIGHT", 0.7)
        self.x_height = self.metric("X_HEIGHT", 0.5)
        head = self._face.reference_table("head").data
        left, bottom, right, top = unpack_from(">4h", head, 36) if len(head) >= 44 else (0, -em // 4, em, em)
        self.bbox = FontBox(left / em, bottom / em, right / em, top / em)
        post = self._face.reference_table("post").data if "post" in self.tables else b""
        self.italic_angle: float = unpack_from(">i", post, 4)[0] / 65536 if len(post) >= 8 else 0.0

    def _own_name(self) -> str:
        """Return the font's name as PDF can write it, "" when it has none."""
        import uharfbuzz as hb

        try:
            return _NOT_IN_NAMES.sub("", self._face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or "")[:60]
        except UnicodeDecodeError:  # a damaged file
            return ""

    # -------------------------------------------------------------- measures

    def metric(self, name: str, usual: float) -> float:
        """Return a measure by HarfBuzz's name for it, `usual` when the font doesn't say."""
        import uharfbuzz as hb

        value: int | None = self._font.get_metric_position(getattr(hb.OTMetricsTag, name))
        return value / self.units_per_em if value else usual

    @property
    def subscript(self) -> float:
        """How far below the base line that of subscripts is."""
        return self.metric("SUBSCRIPT_EM_Y_OFFSET", 0.14)

    @property
    def superscript(self) -> float:
        """How far above the base line that of superscripts is."""
        return self.metric("SUPERSCRIPT_EM_Y_OFFSET", 0.48)

    def stroke(self, line: str) -> Stroke:
        """Return where an "underline", "overline" or "line-through" is drawn."""
        thickness = self.metric("UNDERLINE_SIZE", 0.05)
        if line == "line-through":
            middle = self.metric("STRIKEOUT_OFFSET", self.x_height / 2)
            return Stroke(middle, self.metric("STRIKEOUT_SIZE", thickness))
        return Stroke(self.ascent if line == "overline" else self.metric("UNDERLINE_OFFSET", -0.1), thickness)

    @property
    def space(self) -> int | None:
        """The glyph of a blank."""
        gid: int | None = self._font.get_nominal_glyph(0x20)
        return gid

    def varies(self, axis: str) -> bool:
        """Whether this is a variable font with an axis such as "wdth"."""
        return axis in self._axes

    # -------------------------------------------------------------- characters

    def has(self, character: str) -> bool:
        """Whether the font draws this character, if need be by its stand-in."""
        known = self._known.get(character)
        if known is None:
            known = self._known[character] = self._has(character)
        return known

    def _has(self, character: str) -> bool:
        if self._font.get_nominal_glyph(ord(character)):
            return True
        return character in INVISIBLE or (character in STAND_INS and self.has(STAND_INS[character]))

    def covers(self, text: str) -> bool:
        """Whether the font draws every character of the text."""
        if self._drawn.issuperset(text):
            return True
        if not all(map(self.has, text)):
            return False
        self._drawn.update(text)
        return True

    def missing(self, text: str) -> list[str]:
        """Return the characters of `text` that the font can't draw, each once, in order."""
        return [character for character in dict.fromkeys(text) if not self.has(character)]

    # -------------------------------------------------------------- shaping

    def shape(self, text: str, shaping: Shaping = PLAIN) -> tuple[Glyph, ...]:
        """Return the glyphs of one line of text, kerned, from left to right."""
        glyphs = self._shaped.get((text, shaping))
        if glyphs is None:
            if len(self._shaped) >= _MOST_LINES:
                self._shaped.clear()
            glyphs = self._shaped[text, shaping] = self._shape(text, shaping)
        return glyphs

    def _shape(self, text: str, shaping: Shaping) -> tuple[Glyph, ...]:
        import uharfbuzz as hb

        if not text:
            return ()
        buffer = hb.Buffer()
        buffer.add_str(self._drawable(text))
        if shaping.direction:
            buffer.direction = shaping.direction
        buffer.guess_segment_properties()
        # HarfBuzz would take the language of the machine, and shape Turkish where none is written
        buffer.language = shaping.language or "und"
        # a mark keeps the place of its own character, so that text can be copied out again
        buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
        hb.shape(self._font, buffer, dict(shaping.features))
        em = self.units_per_em
        return tuple(
            Glyph(info.codepoint, info.cluster, place.x_advance / em, place.x_offset / em, place.y_offset / em)
            for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        )

    def _drawable(self, text: str) -> str:
        if not text.isascii():
            for character, stand_in in STAND_INS.items():
                if character in text and not self._font.get_nominal_glyph(ord(character)):
                    text = text.replace(character, stand_in)
        return text

    def width(self, text: str, shaping: Shaping = PLAIN) -> float:
        """Return the width of one line of text in em."""
        width = self._widths.get((text, shaping))
        if width is None:
            if len(self._widths) >= _MOST_WIDTHS:
                self._widths.clear()
            width = self._widths[text, shaping] = sum(glyph.advance for glyph in self.shape(text, shaping))
        return width

    def advance(self, gid: int) -> float:
        """Return the width of a glyph before kerning, in em."""
        advance = self._advances.get(gid)
        if advance is None:
            advance = self._advances[gid] = self._font.get_glyph_h_advance(gid) / self.units_per_em
        return advance

    # -------------------------------------------------------------- outlines

    def ink(self, text: str) -> tuple[float, float]:
        """Return how low and how high the ink of a line reaches from its base line, in em, upwards above 0."""
        low = high = 0.0
        for glyph in self.shape(text):
            extents = self._font.get_glyph_extents(glyph.gid)
            if extents is not None and extents.height:
                top = extents.y_bearing / self.units_per_em + glyph.dy
                low, high = min(low, top + extents.height / self.units_per_em), max(high, top)
        return low, high

    def outline(self, gid: int) -> Outline:
        """Return a glyph's outline."""
        outline = self._outlines.get(gid)
        if outline is None:
            pen = _Pen(1 / self.units_per_em)
            self._font.draw_glyph_with_pen(gid, pen)
            outline = self._outlines[gid] = pen.path
        return outline

    def subset(self, gids: Iterable[int]) -> Subset:
        """Return the font program of these glyphs, without hints and layout tables; `Failed` when it is broken."""
        wanted = frozenset(gids)
        program = self._subsets.get(wanted)
        if program is None:
            program = self._subsets[wanted] = self._subset(wanted)
        return program

    def _subset(self, gids: frozenset[int]) -> Subset:
        import uharfbuzz as hb

        outlines = self.tables & {"CFF ", "CFF2"}
        try:
            plan = hb.SubsetPlan(self._face, self._wanted(gids, _POSTSCRIPT if outlines else _TRUETYPE))
            data = plan.execute().blob.data
            if outlines:
                data = hb.Face(hb.Blob(data)).reference_table("CFF ").data
        except (hb.HarfBuzzError, MemoryError, RuntimeError):
            raise self._broken() from None
        renumbered = dict(plan.old_to_new_glyph_mapping)
        if not data or not gids <= renumbered.keys():
            raise self._broken()
        return Subset(bytes(data), renumbered, "CFF" if outlines else "TrueType")

    def _wanted(self, gids: frozenset[int], tables: frozenset[str]) -> Any:
        import uharfbuzz as hb

        wanted = hb.SubsetInput()
        wanted.glyph_set.update(gids)
        flags = hb.SubsetFlags
        wanted.flags = flags.NO_HINTING | flags.NO_LAYOUT_CLOSURE | flags.NOTDEF_OUTLINE
        if tables is _POSTSCRIPT:
            # PDF knows CFF but not CFF2, and asks for glyphs by their number
            wanted.flags |= flags.DOWNGRADE_CFF2 | flags.CFF_IDENTITY_CHARSET
        for tag, value in self._axes.items():
            wanted.pin_axis_location(self._face, tag, value)
        kept = tables | {"fvar", "gvar", "avar", "HVAR", "MVAR"} if self._axes else tables
        wanted.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in self.tables - kept)
        return wanted

    def _broken(self) -> Failed:
        return failed(Location(self._path.name), "the font's outlines are broken", remedy="get the font file anew")


def _opened(path: Path) -> Any:
    """Return HarfBuzz's view of a font file; `Failed` when there is no such file or it can't be a font."""
    import uharfbuzz as hb

    place = Location(path.name)
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            kind = _OTHER_KINDS.get(file.read(4))
        if size > LARGEST:
            raise failed(place, f"the font file has {size} bytes", f"at most {LARGEST}")
        if kind:
            raise failed(place, f"this is {kind}", _ALLOWED, "convert it to one")
        return hb.Face(hb.Blob.from_file_path(str(path)))
    except (OSError, hb.HarfBuzzError) as error:
        raise failed(place, f"can't be read: {error}") from None


class _Pen:
    """Takes what HarfBuzz draws as a path in em; with quadratic curves as cubic ones."""

    def __init__(self, scale: float) -> None:
        self._scale = scale
        self._x = self._y = 0.0
        self.path: Outline = []

    def _step(self, operator: str, *points: tuple[float, float]) -> None:
        if len(self.path) < MOST_STEPS:
            self.path.append((operator, *(value * self._scale for point in points for value in point)))
        if points:
            self._x, self._y = points[-1]

    def moveTo(self, to: tuple[float, float]) -> None:
        self._step("m", to)

    def lineTo(self, to: tuple[float, float]) -> None:
        self._step("l", to)

    def qCurveTo(self, control: tuple[float, float], to: tuple[float, float]) -> None:
        (cx, cy), (x, y) = control, to
        first = self._x + (cx - self._x) * 2 / 3, self._y + (cy - self._y) * 2 / 3
        self._step("c", first, (x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3), to)

    def curveTo(self, first: tuple[float, float], second: tuple[float, float], to: tuple[float, float]) -> None:
        self._step("c", first, second, to)

    def closePath(self) -> None:
        self._step("h")
