"""The characters of a text element: which element each belongs to, and what is set for single ones."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import NamedTuple

from generator.svg.core.context import Context
from generator.svg.core.svgfile import Attributes
from generator.svg.css.style import Style
from generator.svg.css.values import Reference, length, numbers
from generator.svg.xml import SVG, XML, Element
from generator.type import bidi, casing

PLACES = ("x", "y", "dx", "dy", "rotate")
"""Lists of values for one character each."""

ATTRIBUTES = frozenset([*PLACES, "textLength", "lengthAdjust"])
PATH_ATTRIBUTES = frozenset(["href", "path", "startOffset", "method", "spacing", "side", "textLength", "lengthAdjust"])
LINK_ATTRIBUTES = frozenset(["href", "target", "rel", "download", "type"])

LONGEST = 10_000
"""One text element may have this many characters."""

_SPACE, _LANGUAGE = f"{XML}space", f"{XML}lang"
_SILENT = frozenset(f"{SVG}{name}" for name in ("title", "desc", "metadata"))
_NESTED = {
    f"{SVG}tspan": ATTRIBUTES,
    f"{SVG}textPath": PATH_ATTRIBUTES | ATTRIBUTES,
    f"{SVG}a": LINK_ATTRIBUTES | ATTRIBUTES,
}
_BLANKS = re.compile(r"[ \t\r\n]+")
_BLANK = re.compile(r"[\t\r\n]")
_KEPT = frozenset(["pre", "pre-wrap", "break-spaces"])
_COLLAPSED = frozenset(["nowrap", "pre-line"])


class Piece(NamedTuple):
    """Characters of one element, the first of them being number `start` of the line.

    `rise` is how far the base line is raised in user units, `fade` the opacity of the
    tspans round it, `along` the textPath it is on.
    """

    text: str
    style: Style
    element: Element
    start: int
    language: str
    rise: float
    fade: float
    along: Element | None

    @property
    def end(self) -> int:
        """The number of the first character behind it."""
        return self.start + len(self.text)


class Span(NamedTuple):
    """All characters of an element, those of what it holds included."""

    element: Element
    attributes: Attributes
    style: Style
    start: int
    end: int


class Line:
    """The characters of one text element after blanks were collapsed; `mark` is what it carries as `data-safe`."""

    def __init__(self, mark: str = "") -> None:
        self.mark = mark
        self.pieces: list[Piece] = []
        self.spans: list[Span] = []
        self.placed: dict[int, dict[str, float]] = {}
        self.controls: dict[int, str] = {}
        self.length = 0
        self._blank = True  # whether a blank would be one too many

    @property
    def text(self) -> str:
        """All characters."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def plain(self) -> bool:
        """Whether the line is shown as it comes: nothing but its first character has a place of its own."""
        return not self.spans and not self.controls and (not self.placed or self.placed.keys() == {0})

    def add(self, text: str, piece: Piece, preserve: bool) -> None:
        """Append text; runs of blanks become one, none at the start."""
        text = (_BLANK if preserve else _BLANKS).sub(" ", text)
        if self._blank and not preserve:
            text = text.removeprefix(" ")
        if text:
            text = _cased(text, piece)
            self.pieces.append(piece._replace(text=text, start=self.length))
            self.length += len(text)
            self._blank = not preserve and text.endswith(" ")

    def trim(self) -> None:
        """Drop the blank at the end."""
        if self._blank and self.pieces:
            last = self.pieces.pop()
            if text := last.text.removesuffix(" "):
                self.pieces.append(last._replace(text=text))
            self.length -= 1

    def levels(self, base: int) -> list[int]:
        """Return how deep each character is nested in the other direction."""
        text = self.text
        if not self.controls:
            return bidi.levels(text, base)
        shown = [self.controls.get(at, "") + character for at, character in enumerate([*text, ""])]
        levels = bidi.levels("".join(shown), base)
        return [levels[end - 1] for end in accumulate(map(len, shown[:-1]))]

    def nest(self, style: Style, start: int) -> None:
        """Note that the characters from `start` on run in a direction of their own."""
        if style.unicode_bidi == "normal" or start == self.length:
            return
        inner = bidi.ISOLATE if "isolate" in style.unicode_bidi or style.unicode_bidi == "plaintext" else bidi.EMBED
        opened, closed = inner[style.direction], bidi.END_ISOLATE if inner is bidi.ISOLATE else bidi.END_EMBED
        if "override" in style.unicode_bidi:
            opened, closed = bidi.OVERRIDE[style.direction], bidi.END_EMBED
        self.controls[start] = opened + self.controls.get(start, "")
        self.controls[self.length] = self.controls.get(self.length, "") + closed


def _cased(text: str, piece: Piece) -> str:
    """Return the text in the case that its style asks for, as its language has it."""
    case = piece.style.text_transform
    return text if case == "none" else _CASES[case](text, piece.language)


_CASES = {"uppercase": casing.upper, "lowercase": casing.lower, "capitalize": casing.title}


# ------------------------------------------------------------------ reading


def read_line(element: Element, attributes: Attributes, style: Style, context: Context) -> Line:
    """Read a text element and all that it holds."""
    line = Line(attributes.get("data-safe", ""))
    spaces = (ancestor.get(_SPACE) for ancestor in element.iterancestors())
    preserve = next((word for word in spaces if word), "") == "preserve"
    whole = Piece("", style, element, 0, context.file.language, 0.0, 1.0, None)
    _read(attributes, whole, context, line, preserve)
    line.trim()
    if line.length > LONGEST:
        what = f"the text has {line.length} characters"
        context.file.report(element, what, f"at most {LONGEST}")
        return Line()
    return line


def _read(attributes: Attributes, piece: Piece, context: Context, line: Line, preserve: bool) -> None:
    """Read an element of the line and those in it."""
    element, style, start = piece.element, piece.style, line.length
    preserve = _keeps_blanks(attributes, style, preserve)
    piece = piece._replace(language=attributes.get(_LANGUAGE) or attributes.get("lang") or piece.language)
    shift = _rise(style, piece.language, context)
    piece = piece._replace(rise=piece.rise + shift) if shift else piece
    line.add(element.text or "", piece, preserve)
    for child in element:
        _read_child(child, piece, context, line, preserve)
        line.add(child.tail or "", piece, preserve)
    if not attributes.keys().isdisjoint(PLACES):
        _place(_places(attributes, piece, context), line, start)
    if "textLength" in attributes or element.tag == f"{SVG}textPath":
        line.spans.append(Span(element, attributes, style, start, line.length))
    line.nest(style, start)


def _read_child(child: Element, piece: Piece, context: Context, line: Line, preserve: bool) -> None:
    if child.tag in _NESTED:
        attributes, style = context.file.read(child, piece.style, context.viewport, _NESTED[child.tag])
        if style.display == "none":
            return
        along = child if child.tag == f"{SVG}textPath" else piece.along
        _check(child, style, context)
        inner = piece._replace(element=child, style=style, fade=piece.fade * style.opacity, along=along)
        _read(attributes, inner, context, line, preserve)
    elif child.tag not in _SILENT:
        context.file.report(child, "it can't be drawn inside text", "tspan, textPath, a")


def _check(child: Element, style: Style, context: Context) -> None:
    """Report what holds for whole texts only."""
    for name, asked in (("clip-path", style.clip_path), ("mask", style.mask), ("transform", style.transform)):
        if asked:
            context.file.report(child, f"{name} is for whole texts", instead="drawn without it")
    if style.mix_blend_mode != "normal":
        context.file.report(child, "mix-blend-mode is for whole texts", instead="drawn without it")


def _keeps_blanks(attributes: Attributes, style: Style, preserve: bool) -> bool:
    if _SPACE in attributes:
        preserve = attributes[_SPACE] == "preserve"
    return style.white_space in _KEPT or (preserve and style.white_space not in _COLLAPSED)


def _rise(style: Style, language: str, context: Context) -> float:
    shift = style.baseline_shift
    if isinstance(shift, str):
        font = context.file.store.stack(style, language).first
        return style.font_size * (font.superscript if shift == "super" else -font.subscript)
    return shift


# ------------------------------------------------------------------ places


def _places(attributes: Attributes, piece: Piece, context: Context) -> dict[str, list[float]]:
    """Return the lists of places that an element gives."""
    whole = context.viewport._replace(font_size=piece.style.font_size)
    places = {}
    for name in PLACES:
        if name in attributes:
            try:
                places[name] = _listed(attributes[name], name, whole)
            except ValueError as error:
                what = f"{name}={attributes[name][:40]!r}: {error}"
                context.file.report(piece.element, what, instead="drawn without it")
    return places


def _listed(text: str, name: str, whole: Reference) -> list[float]:
    if name == "rotate":
        return list(numbers(text))
    axis = "x" if name in ("x", "dx") else "y"
    return [length(part, axis, whole) for part in text.replace(",", " ").split(None, LONGEST)[:LONGEST]]


def _place(places: dict[str, list[float]], line: Line, start: int) -> None:
    """Note places for the characters of an element that no element inside it has placed; the last angle holds on."""
    for name, values in places.items():
        end = line.length if name == "rotate" and values else min(start + len(values), line.length)
        for at in range(start, end):
            value = values[min(at - start, len(values) - 1)]
            line.placed.setdefault(at, {}).setdefault(name, value)
