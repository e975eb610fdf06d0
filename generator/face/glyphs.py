"""The glyphs of a document's fonts: numbered, shown in strings, and told apart by their text."""

from __future__ import annotations

from collections.abc import Sequence

from generator.face.font import PLAIN, Font, Glyph, Shaping
from generator.face.values import pdf

_APART = Shaping((("liga", 0), ("clig", 0)))


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
        glyphs = self.font.shape(text, _APART if letter_spacing else PLAIN)
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
