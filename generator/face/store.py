"""Everything that a document shares: forms, states, shadings, fonts, images, each kept once.

Nothing here knows the PDF writer: a form is its operators, its box and the names of what
it uses; the press turns them into objects. Names are unique in the document, so equal
operators mean the same drawing wherever they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from generator.face.fonts import Font, Fonts, Glyph
from generator.face.images import Picture, read_picture
from generator.face.paths import Shape, parse, shaped
from generator.face.sheet import Sheet
from generator.face.style import Style, Styles
from generator.face.values import pdf
from generator.problems import Problems

Kind = Literal["XObject", "ExtGState", "Font", "Pattern", "Shading"]
Resolver = Callable[[str], bytes | None]
"""Returns the bytes of a picture named by an href, None when there is none."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in the form's own units."""

EVERYWHERE: Box = (-100_000.0, -100_000.0, 100_000.0, 100_000.0)


class Resource(NamedTuple):
    """Something that operators use by name."""

    kind: Kind
    name: str


class Form(NamedTuple):
    """A drawing that is placed by name; a group is composed first and then laid on what is below.

    `colour_space` is that of a group that serves as a mask; `weight` counts the elements
    that a viewer draws for it.
    """

    name: str
    content: bytes
    box: Box
    uses: tuple[Resource, ...]
    group: Literal["", "DeviceRGB", "DeviceGray"]
    weight: int


class Entry(NamedTuple):
    """A PDF dictionary as text, in which a `Resource` stands for a reference to it."""

    resource: Resource
    parts: tuple[str | Resource, ...]


class Image(NamedTuple):
    """A picture as the document keeps it; `mask` is the name of the image with its alpha."""

    name: str
    picture: Picture
    mask: str = ""


class FontUse:
    """The glyphs of one font that the document uses.

    A glyph gets a number for each text that it stands for, so that what is copied out of
    the document is what was put in even where two letters share one glyph.
    """

    def __init__(self, name: str, font: Font) -> None:
        self.name = name
        self.font = font
        self.numbers: dict[tuple[int, str], int] = {}
        self._shown: dict[tuple[str, float, float], str] = {}

    def shown(self, text: str, letter_spacing: float = 0.0, word_spacing: float = 0.0) -> str:
        """Return the operators that show a line of text; spacings in em."""
        key = (text, letter_spacing, word_spacing)
        shown = self._shown.get(key)
        if shown is None:
            shown = self._shown[key] = self._show(text, letter_spacing, word_spacing)
        return shown

    def _show(self, text: str, letter_spacing: float, word_spacing: float) -> str:
        glyphs = self.font.shape(text, not letter_spacing)
        texts = _texts(text, glyphs)
        line = _Shown()
        for glyph, stands_for in zip(glyphs, texts, strict=True):
            number = self.numbers.setdefault((glyph.gid, stands_for), len(self.numbers) + 1)
            spaced = glyph.advance + len(stands_for) * letter_spacing + stands_for.count(" ") * word_spacing
            line.add(number, glyph, self.font.advance(glyph.gid), spaced)
        return line.operators()


def _texts(text: str, glyphs: Sequence[Glyph]) -> list[str]:
    """Return the characters that each glyph stands for; a further glyph of the same characters gets none."""
    starts = sorted({glyph.cluster for glyph in glyphs})
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    return [text[start : ends.pop(start, start)] for start in (glyph.cluster for glyph in glyphs)]


_CODES = [f"\\{chr(byte)}" if chr(byte) in "()\\" else chr(byte) for byte in range(256)]
_CODES[10], _CODES[13] = r"\n", r"\r"
"""Bytes as they stand in a string of a content stream."""


class _Shown:
    """Glyph numbers and the moves between them, as text operators."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._items: list[str] = []
        self._codes: list[str] = []
        self._move = 0.0
        self._rise = 0.0

    def add(self, number: int, glyph: Glyph, usual: float, wanted: float) -> None:
        """Add a glyph whose font advances by `usual` where the text wants `wanted`, in em."""
        if glyph.dy != self._rise:
            self._end()
            self._lines.append(f"{pdf(glyph.dy)} Ts")
            self._rise = glyph.dy
        self._shift(-glyph.dx)
        if abs(self._move) > 0.0005:
            self._flush()
            self._items.append(pdf(round(self._move * 1000, 1)))
            self._move = 0.0
        self._codes.append(_CODES[number >> 8] + _CODES[number & 255])
        self._shift(usual + glyph.dx - wanted)

    def _shift(self, em: float) -> None:
        self._move += em

    def _flush(self) -> None:
        if self._codes:
            self._items.append(f"({''.join(self._codes)})")
            self._codes.clear()

    def _end(self) -> None:
        self._flush()
        if self._items:
            self._lines.append(f"[{''.join(self._items)}] TJ")
            self._items.clear()

    def operators(self) -> str:
        """Return what was added."""
        self._end()
        return " ".join([*self._lines, "0 Ts"] if self._rise else self._lines)


class Store:
    """What the faces of one document share."""

    def __init__(self, fonts: Fonts, problems: Problems, resolver: Resolver | None = None) -> None:
        self.fonts = fonts
        self.problems = problems
        self.resolver = resolver
        self.styles = Styles()
        self.forms: dict[str, Form] = {}
        self.entries: dict[str, Entry] = {}
        self.images: dict[str, Image] = {}
        self.font_uses: dict[Font, FontUse] = {}
        self.fonts_of: dict[Style, tuple[Font, ...]] = {}
        self.sheets: dict[str, Sheet] = {}
        self.plans: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        self.compiled: dict[tuple[object, ...], str] = {}
        self._names: dict[tuple[object, ...], str] = {}
        self._paths: dict[str, Shape] = {}

    def form(
        self,
        content: bytes,
        box: Box,
        uses: Iterable[Resource],
        weight: int,
        group: Literal["", "DeviceRGB", "DeviceGray"] = "",
    ) -> Form:
        """Keep a form; the same operators in the same box give the same form."""
        key = ("X", content, box, group)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = f"X{len(self.forms) + 1}"
            self.forms[name] = Form(name, content, box, tuple(uses), group, weight)
        return self.forms[name]

    def entry(self, kind: Kind, letter: str, *parts: str | Resource) -> Resource:
        """Keep a dictionary under a name that begins with `letter`."""
        key = (kind, parts)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = f"{letter}{len(self.entries) + 1}"
            self.entries[name] = Entry(Resource(kind, name), parts)
        return Resource(kind, name)

    def font_use(self, font: Font) -> FontUse:
        """Return the document's use of a font."""
        use = self.font_uses.get(font)
        if use is None:
            use = self.font_uses[font] = FontUse(f"F{len(self.font_uses) + 1}", font)
        return use

    def path(self, data: str) -> Shape:
        """Return the shape of path data; `PathError` when it is wrong."""
        known = self._paths.get(data)
        if known is None:
            known = self._paths[data] = shaped(parse(data))
        return known

    def image(self, data: bytes) -> Image:
        """Keep a picture; the same bytes are kept once. `ValueError` when they are no picture."""
        key = ("I", data)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = self._keep(read_picture(data))
        return self.images[name]

    def _keep(self, picture: Picture) -> str:
        mask = self._keep(picture.alpha) if picture.alpha else ""
        name = f"I{len(self.images) + 1}"
        self.images[name] = Image(name, picture, mask)
        return name
