"""Text: letters in their places, painted, and shown so that they can be searched and copied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import inf
from typing import NamedTuple

from generator.svg.core.context import Context
from generator.svg.core.fontuse import Shown, spacing
from generator.svg.core.geometry import Shape, shaped, transformed
from generator.svg.core.svgfile import Attributes
from generator.svg.css.colours import Colour
from generator.svg.css.style import Server, Style
from generator.svg.css.values import pdf
from generator.svg.drawntext import DrawnText
from generator.svg.paint.paint import paint, set_fill, set_stroke
from generator.svg.text import reading
from generator.svg.text.clusters import Letter
from generator.svg.text.layout import SHIFT, baseline, lay_out
from generator.svg.text.reading import Line, Piece, read_line
from generator.svg.xml import Element
from generator.type import bidi
from generator.type.font import Font, Shaping, Stroke
from generator.type.fonts import Part
from generator.units import Bounds, Matrix, Path

ATTRIBUTES = reading.ATTRIBUTES

LEAST = 1e-6
"""Letters that are smaller, in user units, aren't drawn."""

_FILL, _STROKE, _INVISIBLE = 0, 1, 3
"""How glyphs are shown."""

_HEAVY = 20
"""How many plain elements a strip of outlines or a decoration counts for."""


def draw_text(element: Element, attributes: Attributes, style: Style, context: Context) -> None:
    """Draw a `text` element."""
    line = read_line(element, attributes, style, context)
    _check(line, context)
    if _simple(line, context):
        _draw_simple(line, context)
    elif letters := lay_out(line, context):
        _draw_letters(letters, line, context)


def text_outline(element: Element, attributes: Attributes, style: Style, context: Context) -> Shape:
    """Return the boxes of a text's letters, which is what its own box is made of."""
    letters = lay_out(read_line(element, attributes, style, context), context)
    return shaped([step for letter in letters if not letter.hidden for step in _cell(letter)])


def _check(line: Line, context: Context) -> None:
    """Report what the fonts lack."""
    for piece in line.pieces:
        stack = context.file.store.stack(piece.style, piece.language)
        for lack in (*stack.lacking, *map(stack.lack, stack.missing(piece.text))):
            context.file.report(piece.element, lack.what, lack.allowed, lack.remedy, instead=lack.instead)
        for font, letters in stack.helped(piece.text).items():
            context.file.warn(piece.element, *stack.help(font, letters))


# ------------------------------------------------------------------ a line of one style


def _simple(line: Line, context: Context) -> bool:
    """Whether a line can be shown as it comes, filled with a colour: one style, one font, one direction."""
    if len(line.pieces) != 1 or not line.plain:
        return False
    piece = line.pieces[0]
    style = piece.style
    usual = style.direction == "ltr" and style.font_variant_caps == "normal" and not style.decorations
    if not usual or style.strokes or not isinstance(style.fill, Colour) or "rotate" in line.placed.get(0, ()):
        return False
    stack = context.file.store.stack(style, piece.language)
    return bidi.one_way(piece.text) and len(stack.parts(piece.text)) == 1


def _draw_simple(line: Line, context: Context) -> None:
    piece, places = line.pieces[0], line.placed.get(0, {})
    style = piece.style
    if style.visibility != "visible" or style.font_size < LEAST or not set_fill(style, context.content):
        return
    part = context.file.store.stack(style, piece.language).parts(piece.text)[0]
    font, size = part.font, style.font_size
    shaping = Shaping(style.features, piece.language, "ltr")
    x, y = places.get("x", 0.0) + places.get("dx", 0.0), places.get("y", 0.0) + places.get("dy", 0.0)
    width = font.width(part.text, shaping) * size + spacing(part.text, style.letter_spacing, style.word_spacing)
    if style.text_anchor != "start":
        x -= (width + places.get("dx", 0.0)) * SHIFT[style.text_anchor]
    y += baseline(style, font) * size - piece.rise
    if context.texts is not None:
        _note(line, piece, Bounds(x, y - font.cap_height * size, x + width, y), Matrix(), part, context)
    use = context.file.store.font_use(font)
    shown = use.shown(part.text, shaping, style.letter_spacing / size, style.word_spacing / size)
    context.content.font(use.name)
    if style.letter_spacing:
        shown = f"{pdf(style.letter_spacing)} Tc {shown} 0 Tc"
    context.content.write(f"BT /{use.name} {pdf(size)} Tf 1 0 0 -1 {pdf(x)} {pdf(y)} Tm {shown} ET")


def _note(line: Line, piece: Piece, box: Bounds, matrix: Matrix, part: Part, context: Context) -> None:
    """Note where a piece of a line is drawn: its `box` from the base line to the height of capitals."""
    said = line.text.strip()
    if context.texts is None or not said:
        return
    origin, at = context.file.origin, piece.element.sourceline or 0
    place = context.face @ matrix
    corners = tuple([place.at(*corner) for corner in box.corners])
    art = origin.at(at) if origin.art else None
    context.texts.append(DrawnText(said, corners, at, *part, art, line.mark))


# ------------------------------------------------------------------ letters


class Strip(NamedTuple):
    """Letters of one element that follow each other on one straight line, in one font."""

    letters: list[Letter]

    @property
    def first(self) -> Letter:
        """The letter that gives the strip its place."""
        return self.letters[0]

    @property
    def piece(self) -> Piece:
        """Where the letters come from."""
        return self.letters[0].piece

    @property
    def long(self) -> float:
        """How far it goes."""
        return self.letters[-1].x + self.letters[-1].advance - self.first.x


def _strips(letters: list[Letter]) -> Iterator[Strip]:
    strip: list[Letter] = []
    for letter in letters:
        if letter.hidden or letter.piece.style.visibility != "visible" or not _sized(letter):
            continue
        if strip and not _joins(strip[-1], letter):
            yield Strip(strip)
            strip = []
        strip.append(letter)
    if strip:
        yield Strip(strip)


def _sized(letter: Letter) -> bool:
    """Whether a letter has a size in which anything of it can be seen."""
    return letter.size >= LEAST and LEAST <= letter.size * abs(letter.stretch) < inf


def _joins(before: Letter, letter: Letter) -> bool:
    return (
        before.piece is letter.piece
        and before.font is letter.font
        and (before.size, before.stretch, before.y) == (letter.size, letter.stretch, letter.y)
        and not before.angle
        and not letter.angle
    )


def _draw_letters(letters: list[Letter], line: Line, context: Context) -> None:
    strips = list(_strips(letters))
    whole = _box(letters) if any(_served(strip.piece.style) for strip in strips) else None
    context.content.weigh(len(letters) // 10)
    for strip in strips:
        fade = strip.piece.fade
        if fade <= 0:
            continue
        style = strip.piece.style
        if style.fill is not None or style.strokes:
            first = strip.first
            box = Bounds(0, first.font.cap_height, strip.long / (first.size * first.stretch), 0)
            part = Part("".join(letter.said for letter in strip.letters), first.font)
            _note(line, strip.piece, box, first.matrix, part, context)
        if fade < 1 and style.strokes and style.fill is not None:
            inner = context.apart()
            _draw_strip(strip, style, whole, inner)
            context.content.compose(fade)
            context.content.place(inner.content.group().name)
        else:
            _draw_strip(strip, _faded(style, fade), whole, context)


def _served(style: Style) -> bool:
    """Whether text is painted with gradients or patterns, which may refer to its box."""
    styles = [style, *(declared for _, declared in style.decorations)]
    return any(isinstance(paint, Server) for declared in styles for paint in (declared.fill, declared.stroke))


def _faded(style: Style, fade: float) -> Style:
    if fade == 1:
        return style
    return replace(style, fill_opacity=style.fill_opacity * fade, stroke_opacity=style.stroke_opacity * fade)


def _draw_strip(strip: Strip, style: Style, box: Bounds | None, context: Context) -> None:
    lines = style.decorations
    for kind, declared in lines:
        if kind != "line-through":
            _decorate(strip, kind, declared, box, context)
    _draw_glyphs(strip, style, box, context)
    for kind, declared in lines:
        if kind == "line-through":
            _decorate(strip, kind, declared, box, context)


def _draw_glyphs(strip: Strip, style: Style, box: Bounds | None, context: Context) -> None:
    """Paint glyphs as text where colours will do, else their outlines, with text that can't be seen over them."""
    plain = all(paint is None or isinstance(paint, Colour) for paint in (style.fill, style.stroke))
    if not plain or style.vector_effect != "none":
        context.content.weigh(_HEAVY)
        paint(strip.piece.element, shaped(_glyph_outlines(strip.letters)), _bare(style), context, box)
        _show(strip, _INVISIBLE, context)
        return
    content = context.content
    for part in style.paint_order:
        if part == "fill" and set_fill(style, content):
            _show(strip, _FILL, context)
        elif part == "stroke" and set_stroke(style, content):
            _show(strip, _STROKE, context)


def _bare(style: Style) -> Style:
    """Return a style that paints outlines of glyphs: they have no markers, and overlap."""
    return replace(style, fill_rule="nonzero", marker_start="", marker_mid="", marker_end="")


def _show(strip: Strip, mode: int, context: Context) -> None:
    """Write the letters; glyphs stand upright although y points down."""
    first = strip.first
    use = context.file.store.font_use(first.font)
    em = first.size * first.stretch
    room = [(letter.advance - sum(glyph.advance for glyph in letter.glyphs) * em) / em for letter in strip.letters]
    tracking = _usual(room)
    shown = Shown(use, tracking)
    x = first.x
    for letter, behind in zip(strip.letters, room, strict=True):
        if abs(letter.x - x) > 1e-6:
            shown.move((letter.x - x) / em)
        shown.add(letter.said, letter.glyphs, behind, reordered=bool(letter.level))
        x = letter.x + letter.advance
    context.content.font(use.name)
    a, b, c, d, e, f = first.matrix
    scaled = " ".join(pdf(value / first.size) for value in (a, b, c, d))
    before, after = (f"{mode} Tr ", " 0 Tr") if mode else ("", "")
    if tracking:
        before, after = f"{before}{pdf(tracking * first.size)} Tc ", f" 0 Tc{after}"
    size = f"/{use.name} {pdf(first.size)} Tf"
    context.content.write(f"BT {before}{size} {scaled} {pdf(e)} {pdf(f)} Tm {shown.operators()}{after} ET")


def _usual(room: list[float]) -> float:
    """Return the room that most letters have behind them, 0 when they differ."""
    value, count = Counter(round(behind, 4) for behind in room).most_common(1)[0]
    return value if count > len(room) / 3 else 0.0


# ------------------------------------------------------------------ outlines


def _cell(letter: Letter) -> Path:
    """Return the rectangle of a letter: as wide as its way, as high as its font."""
    wide = letter.advance / (letter.size * letter.stretch) if letter.size and letter.stretch else 0.0
    low, high = letter.font.descent, letter.font.ascent
    return transformed([("re", 0.0, low, wide, high - low)], letter.matrix)


def _box(letters: list[Letter]) -> Bounds | None:
    points = [(step[1], step[2]) for letter in letters if not letter.hidden for step in _cell(letter) if len(step) == 3]
    return Bounds.around(points) if points else None


def _glyph_outlines(letters: list[Letter]) -> Path:
    path: Path = []
    for letter in letters:
        if letter.hidden or letter.piece.style.visibility != "visible":
            continue
        gone = 0.0
        for glyph in letter.glyphs:
            place = letter.matrix @ Matrix(e=gone + glyph.dx, f=glyph.dy)
            path += transformed(letter.font.outline(glyph.gid), place)
            gone += glyph.advance
    return path


# ------------------------------------------------------------------ decoration


def _decorate(strip: Strip, kind: str, declared: Style, box: Bounds | None, context: Context) -> None:
    """Draw a line with a strip in the paint of the element that asks for it."""
    context.content.weigh(_HEAVY)
    first = strip.first
    line = _stroke(kind, declared, first.font, first.size)
    wide = strip.long / (first.size * first.stretch)
    bar: Path = [("re", 0.0, line.middle - line.thickness / 2, wide, line.thickness)]
    style = _bare(declared)
    if declared.text_decoration_color:
        style = replace(style, fill=declared.text_decoration_color, stroke=None)
    style = _faded(replace(style, visibility="visible"), strip.piece.fade)
    paint(strip.piece.element, shaped(transformed(bar, first.matrix)), style, context, box)


def _stroke(kind: str, declared: Style, font: Font, size: float) -> Stroke:
    line = font.stroke(kind)
    if declared.text_decoration_thickness > 0:
        return line._replace(thickness=declared.text_decoration_thickness / size)
    return line
