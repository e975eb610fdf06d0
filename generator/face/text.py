"""Text: characters with their styles and places, laid out in chunks and shown glyph by glyph."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import groupby, pairwise
from typing import NamedTuple

from generator.face.artwork import Context, Given
from generator.face.font import PLAIN, Font, Shaping
from generator.face.gradients import Bounds
from generator.face.paint import fill_plain, served, with_source
from generator.face.style import Style
from generator.face.svg import SVG, XML, Element
from generator.face.values import Reference, length, pdf
from generator.problems import Failed

ATTRIBUTES = frozenset(["x", "y", "dx", "dy"])

GENERIC = frozenset(
    ["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-sans-serif", "ui-serif"]
)
"""Family names that stand for whatever a host has; here only named families are drawn."""

_SPACE = f"{XML}space"
_SILENT = frozenset([f"{SVG}title", f"{SVG}desc", f"{SVG}metadata"])
_NESTED = frozenset([f"{SVG}tspan", f"{SVG}a"])
_BLANKS = re.compile(r"[ \t\r\n]+")
_BLANK = re.compile(r"[\t\r\n]")
_AXES = {"x": "x", "y": "y", "dx": "x", "dy": "y"}


class Piece(NamedTuple):
    """Characters of one element, the first of them being number `start` of the line."""

    text: str
    style: Style
    element: Element
    start: int


class Line:
    """The characters of one text element after blanks were collapsed, and what is set for single ones."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.placed: dict[int, dict[str, float]] = {}
        self.length = 0
        self._blank = True  # whether a blank would be one too many

    def add(self, text: str, style: Style, element: Element, preserve: bool) -> None:
        """Append text; runs of blanks become one, none at the start."""
        text = (_BLANK if preserve else _BLANKS).sub(" ", text)
        if self._blank and not preserve:
            text = text.removeprefix(" ")
        if text:
            self.pieces.append(Piece(text, style, element, self.length))
            self.length += len(text)
            self._blank = not preserve and text.endswith(" ")

    def trim(self) -> None:
        """Drop the blank at the end."""
        if self._blank and self.pieces:
            last = self.pieces.pop()
            self.pieces.append(last._replace(text=last.text.removesuffix(" ")))


class Run(NamedTuple):
    """Characters of one style and font that follow each other; `at` is what is set for the first one."""

    text: str
    style: Style
    element: Element
    font: Font
    at: dict[str, float]

    @property
    def width(self) -> float:
        """The advance in user units, with letter and word spacing."""
        spaced = self.style.letter_spacing * len(self.text) + self.style.word_spacing * self.text.count(" ")
        return (
            self.font.width(self.text, Shaping((("liga", 0), ("clig", 0))) if self.style.letter_spacing else PLAIN)
            * self.style.font_size
            + spaced
        )


def draw_text(element: Element, given: Given, style: Style, context: Context) -> None:
    """Draw a `text` element."""
    line = Line()
    preserve = next(element.iterancestors(), None) is not None and _preserved(element)
    _collect(element, given, style, context, line, preserve or given.get(_SPACE) == "preserve")
    line.trim()
    x = y = 0.0
    for chunk in _chunks(_runs(line, context)):
        x, y = _draw_chunk(chunk, chunk[0].at.get("x", x), chunk[0].at.get("y", y), context)


def _preserved(element: Element) -> bool:
    said = (ancestor.get(_SPACE) for ancestor in element.iterancestors())
    return next((word for word in said if word), "") == "preserve"


def _collect(element: Element, given: Given, style: Style, context: Context, line: Line, preserve: bool) -> None:
    """Walk through a text element and its tspans."""
    preserve = given.get(_SPACE, "preserve" if preserve else "") == "preserve" or style.white_space == "pre"
    for name, axis in _AXES.items():
        if name in given:
            for index, value in enumerate(_lengths(element, given, name, axis, style, context), line.length):
                line.placed.setdefault(index, {})[name] = value
    line.add(element.text or "", style, element, preserve)
    for child in element:
        if child.tag in _NESTED:
            inner, inner_style = context.art.read(child, style, context.viewport, ATTRIBUTES)
            if inner_style.display != "none":
                _collect(child, inner, inner_style, context, line, preserve)
        elif child.tag not in _SILENT:
            context.art.report(child, "it can't be drawn inside text", "tspan")
        line.add(child.tail or "", style, element, preserve)


def _lengths(element: Element, given: Given, name: str, axis: str, style: Style, context: Context) -> list[float]:
    whole: Reference = context.viewport._replace(font_size=style.font_size)
    try:
        return [length(part, axis, whole) for part in given[name].replace(",", " ").split()]
    except ValueError as error:
        context.art.report(element, f"{name}={given[name][:40]!r}: {error}")
        return []


def _runs(line: Line, context: Context) -> Iterator[Run]:
    """Yield the runs: they end where style, font or a set place changes."""
    for piece in line.pieces:
        end = piece.start + len(piece.text)
        cuts = [cut for cut in line.placed if piece.start < cut < end] if len(line.placed) > 1 else []
        for start, stop in pairwise([piece.start, *sorted(cuts), end]):
            part = piece.text[start - piece.start : stop - piece.start]
            yield from _font_runs(part, piece.style, piece.element, line.placed.get(start, {}), context)


def _font_runs(text: str, style: Style, element: Element, at: dict[str, float], context: Context) -> Iterator[Run]:
    """Yield a run for each font that the text needs: the first family that has a character draws it."""
    fonts = _fonts(style, element, context)
    if not fonts or not text:
        return
    if fonts[0].covers(text):
        yield Run(text, style, element, fonts[0], at)
        return
    for font, characters in groupby(text, lambda character: _font(character, fonts, element, context)):
        yield Run("".join(characters), style, element, font, at)
        at = {}


def _font(character: str, fonts: tuple[Font, ...], element: Element, context: Context) -> Font:
    """Return the first font that has the character; report it when none has."""
    for font in fonts:
        if font.has(character):
            return font
    names = ", ".join(font.name for font in fonts)
    what = f"the character {character!r} (U+{ord(character):04X}) is not in {names}"
    context.art.report(element, what, remedy="choose another font or draw the sign as art")
    return fonts[0]


def _fonts(style: Style, element: Element, context: Context) -> tuple[Font, ...]:
    known = context.art.store.fonts_of.get(style)
    if known is None:
        known = context.art.store.fonts_of[style] = _open(style, element, context)
    return known


def _open(style: Style, element: Element, context: Context) -> tuple[Font, ...]:
    fonts = context.art.store.fonts
    named = [name for name in style.font_family if name.lower() not in GENERIC]
    wanted = [name for name in named if fonts.family(name) is not None] or named[:1]
    if not wanted:
        context.art.report(element, "the text names no font family", ", ".join(fonts.names), "set font-family")
    found = []
    for name in wanted:
        try:
            found.append(fonts.font(name, style.font_weight, style.font_style != "normal"))
        except Failed as failure:
            for problem in failure.problems:
                context.art.report(element, problem.what, problem.allowed, problem.remedy)
    return tuple(found)


def _chunks(runs: Iterator[Run]) -> Iterator[list[Run]]:
    """Yield the runs that are anchored together: a new chunk begins where x or y is set."""
    chunk: list[Run] = []
    for run in runs:
        if chunk and ("x" in run.at or "y" in run.at):
            yield chunk
            chunk = []
        chunk.append(run)
    if chunk:
        yield chunk


_SHIFT = {"start": 0.0, "middle": 0.5, "end": 1.0}


def _draw_chunk(chunk: list[Run], x: float, y: float, context: Context) -> tuple[float, float]:
    """Draw runs anchored at x, y; return where the next one goes on."""
    width = sum(run.width + run.at.get("dx", 0.0) for run in chunk)
    x -= width * _SHIFT[chunk[0].style.text_anchor]
    for run in chunk:
        x, y = x + run.at.get("dx", 0.0), y + run.at.get("dy", 0.0)
        if run.style.visibility == "visible" and run.style.font_size > 0:
            _draw_run(run, x, y + _baseline(run), context)
        x += run.width
    return x, y


def _baseline(run: Run) -> float:
    """Return how far below y the alphabetic base line is."""
    font = run.font
    shift = {
        "middle": font.x_height / 2,
        "central": (font.ascent + font.descent) / 2,
        "hanging": font.ascent * 0.8,
        "text-before-edge": font.ascent,
        "text-after-edge": font.descent,
    }.get(run.style.dominant_baseline, 0.0)
    return shift * run.style.font_size


def _draw_run(run: Run, x: float, y: float, context: Context) -> None:
    style, content = run.style, context.content
    if fill_plain(style, content):
        _show(run, x, y, context, "")
        return
    box = _box(run, x, y)
    paint_fill = served(run.element, style.fill, box, 0.0, style, context)
    paint_stroke = served(run.element, style.stroke, box, style.stroke_width, style, context) if style.strokes else None
    if paint_fill:
        show = partial(_show, run, x, y, context, "")
        with_source(content, paint_fill, style.fill_opacity, show)
    if paint_stroke:
        content.pen(style.pen)
        show = partial(_show, run, x, y, context, "1 Tr ")
        with_source(content, paint_stroke, style.stroke_opacity, show, stroke=True)


def _box(run: Run, x: float, y: float) -> Bounds:
    size = run.style.font_size
    return x, y - run.font.ascent * size, x + run.width, y - run.font.descent * size


def _show(run: Run, x: float, y: float, context: Context, mode: str) -> None:
    """Write the run; glyphs stand upright although y points down."""
    style = run.style
    use = context.art.store.font_use(run.font)
    shown = use.shown(run.text, style.letter_spacing / style.font_size, style.word_spacing / style.font_size)
    context.content.font(use.name)
    after = " 0 Tr" if mode else ""
    size = f"/{use.name} {pdf(style.font_size)} Tf"
    context.content.write(f"BT {mode}{size} 1 0 0 -1 {pdf(x)} {pdf(y)} Tm {shown}{after} ET")
