"""Tiny fonts of our own, made when a test needs them: letters are bars as wide and high as stated."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.TupleVariation import TupleVariation

LETTERS = {"A": 600, "B": 500, "x": 400, "é": 450, "ž": 350, "\U0001d49c": 700}
"""Letters and the widths of their bars; each goes on for 100 behind its bar."""


def _builder(name: str, letters: Mapping[str, int], cff: bool) -> FontBuilder:
    order = [".notdef", *(f"u{ord(letter):04X}" for letter in letters)]
    builder = FontBuilder(1000, isTTF=not cff)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({ord(letter): glyph for letter, glyph in zip(letters, order[1:], strict=True)})
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": f"{name}-Regular"})
    return builder


def _finish(builder: FontBuilder, widths: list[int], path: Path) -> Path:
    metrics = {glyph: (width + 100, 0) for glyph, width in zip(_order(builder), widths, strict=True)}
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=700, sxHeight=500)
    builder.setupPost()
    builder.save(path)
    return path


def _order(builder: FontBuilder) -> list[str]:
    order: list[str] = builder.font.getGlyphOrder()
    return order


def _bar(pen: TTGlyphPen | T2CharStringPen, width: int, height: int = 700) -> None:
    pen.moveTo((0, 0))
    pen.lineTo((0, height))
    pen.lineTo((width, height))
    pen.lineTo((width, 0))
    pen.closePath()


def _quadratic(builder: FontBuilder, widths: list[int]) -> None:
    glyphs = {}
    for glyph, width in zip(_order(builder), widths, strict=True):
        pen = TTGlyphPen(None)
        if glyph != "u0020":
            _bar(pen, width)
        glyphs[glyph] = pen.glyph()
    builder.setupGlyf(glyphs)


def truetype(path: Path, letters: Mapping[str, int] = LETTERS, name: str = "Bars") -> Path:
    """Write a font with TrueType outlines."""
    builder, widths = _builder(name, letters, cff=False), [300, *letters.values()]
    _quadratic(builder, widths)
    return _finish(builder, widths, path)


def opentype(path: Path, letters: Mapping[str, int] = LETTERS, name: str = "Curves") -> Path:
    """Write a font with the outlines of PostScript (CFF)."""
    builder, widths = _builder(name, letters, cff=True), [300, *letters.values()]
    builder.setupCFF(f"{name}-Regular", {}, _charstrings(builder, widths), {})
    return _finish(builder, widths, path)


def _charstrings(builder: FontBuilder, widths: list[int]) -> dict[str, object]:
    strings = {}
    for glyph, width in zip(_order(builder), widths, strict=True):
        pen = T2CharStringPen(width + 100, None)
        _bar(pen, width)
        strings[glyph] = pen.getCharString()
    return strings


def variable(path: Path, letters: Mapping[str, int] = LETTERS, name: str = "Varies") -> Path:
    """Write a variable font: at weight 400 the bars are as stated, at 800 they and their advance are 100 wider."""
    builder, widths = _builder(name, letters, cff=False), [300, *letters.values()]
    _quadratic(builder, widths)
    builder.setupFvar([("wght", 200, 400, 800, "Weight")], [])
    wider = [(0, 0), (0, 0), (100, 0), (100, 0), (0, 0), (100, 0), (0, 0), (0, 0)]
    builder.setupGvar({glyph: [TupleVariation({"wght": (0, 1, 1)}, wider)] for glyph in _order(builder)})
    return _finish(builder, widths, path)
