"""The glyphs of a document's fonts: numbered, shown in strings, and told apart by their text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.svg.css.values import pdf
from generator.type.clusters import clusters
from generator.type.font import INVISIBLE, Font, Glyph, Shaping

_MOST_LINES = 20_000


_KERNED = 0.0005
"""Moves of fewer em are not seen."""


class FontUse:
    """The glyphs of one font that the document uses.

    A glyph gets a number for each text that it stands for, so that what is copied out of
    the document is what was put in even where two letters share one glyph.
    """

    def __init__(self, name: str, font: Font) -> None:
        self.name = name
        self.font = font
        self.numbers: dict[tuple[int, str], int] = {}
        self._shown: dict[tuple[str, Shaping, float, float], str] = {}

    def shown(self, text: str, shaping: Shaping, letter_spacing: float = 0.0, word_spacing: float = 0.0) -> str:
        """Return the operators that show a line of text; spacings in em, that of letters is set as `Tc` too."""
        key = (text, shaping, letter_spacing, word_spacing)
        shown = self._shown.get(key)
        if shown is None:
            if len(self._shown) > _MOST_LINES:
                self._shown.clear()
            shown = self._shown[key] = self._show(text, shaping, letter_spacing, word_spacing)
        return shown

    def _show(self, text: str, shaping: Shaping, letter_spacing: float, word_spacing: float) -> str:
        glyphs = self.font.shape(text, shaping)
        if not (letter_spacing or word_spacing) and _each_alone(text, glyphs):
            return self._show_kerned(text, glyphs)
        line = Shown(self, letter_spacing)
        for said, part in split(text, glyphs):
            line.add(said, part, spacing(said, letter_spacing, word_spacing))
        return line.operators()

    def _show_kerned(self, text: str, glyphs: Sequence[Glyph]) -> str:
        """Show glyphs that differ from their usual places by kerning alone."""
        numbers, advances = self.numbers, self.font.advance
        parts, pen, at = ["[("], 0.0, 0.0
        for character, glyph in zip(text, glyphs, strict=True):
            if abs(at - pen) > _KERNED:
                parts.append(f"){pdf(round((pen - at) * 1000, 1))}(")
                pen = at
            number = numbers.setdefault((glyph.gid, character), len(numbers) + 1)
            parts.append(_CODES[number >> 8])
            parts.append(_CODES[number & 255])
            pen += advances(glyph.gid)
            at += glyph.advance
        return "".join([*parts, ")] TJ"])


def _each_alone(text: str, glyphs: Sequence[Glyph]) -> bool:
    """Whether every character has a glyph of its own on the base line, one after the other."""
    if len(text) != len(glyphs) or not (text.isascii() or len(clusters(text)) == len(text)):
        return False
    return not any(dx or dy or at != cluster for at, (_, cluster, _, dx, dy) in enumerate(glyphs))


def spacing(text: str, letter_spacing: float, word_spacing: float) -> float:
    """Return the room behind the letters of a text, none behind those that nobody sees."""
    if not (letter_spacing or word_spacing):
        return 0.0
    letters = sum(1 for cluster in clusters(text) if cluster not in INVISIBLE) if letter_spacing else 0
    return letters * letter_spacing + (text.count(" ") + text.count("\u00a0")) * word_spacing


def split(text: str, glyphs: Sequence[Glyph]) -> list[tuple[str, tuple[Glyph, ...]]]:
    """Part shaped text where a place may be set: into letters with their marks, and ligatures; from left to right."""
    if len(text) == len(glyphs) and text.isascii():
        return [(text[glyph.cluster], (glyph,)) for glyph in glyphs]
    starts = _starts(text, glyphs)
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    owner: dict[int, int] = {}
    for start in starts:
        owner.update(dict.fromkeys(range(start, ends[start]), start))
    parts: dict[int, list[Glyph]] = {}
    for glyph in glyphs:
        parts.setdefault(owner[glyph.cluster], []).append(glyph)
    return [(text[start : ends[start]], tuple(part)) for start, part in parts.items()]


def _starts(text: str, glyphs: Sequence[Glyph]) -> list[int]:
    """Return where clusters begin that have glyphs of their own."""
    starts, at = set(), 0
    for cluster in clusters(text):
        starts.add(at)
        at += len(cluster)
    common = sorted({glyph.cluster for glyph in glyphs} & starts)
    return common if common and common[0] == 0 else [0, *common]


def _texts(said: str, glyphs: Sequence[Glyph], first: int) -> list[str]:
    """Return the characters that each glyph of a cluster stands for; a further glyph of the same ones gets none."""
    starts = sorted({glyph.cluster - first for glyph in glyphs})
    ends = dict(zip(starts, [*starts[1:], len(said)], strict=True))
    return [said[start : ends.pop(start, start)] for start in (glyph.cluster - first for glyph in glyphs)]


_CODES = [f"\\{chr(byte)}" if chr(byte) in "()\\" else chr(byte) for byte in range(256)]
_CODES[10], _CODES[13] = r"\n", r"\r"
"""Bytes as they stand in a string of a content stream."""


class Shown:
    """Glyph numbers and the moves between them, as text operators.

    `tracking` is the room in em that whoever writes the operators sets behind every glyph
    (`Tc`): viewers take moves of that size for blanks.
    """

    def __init__(self, use: FontUse, tracking: float = 0.0) -> None:
        self._use = use
        self._tracking = tracking
        self._lines: list[str] = []
        self._items: list[str] = []
        self._codes: list[str] = []
        self._pen = 0.0  # where the viewer is, in em
        self._at = 0.0  # where the text is
        self._rise = 0.0

    def add(self, said: str, glyphs: Sequence[Glyph], spaced: float, reordered: bool = False) -> None:
        """Add the glyphs of a cluster and `spaced` em behind them.

        A cluster of several glyphs is marked with what it says, because viewers take marks
        for letters beside; not so in text that is `reordered`, which they turn round themselves.
        """
        if len(glyphs) == 1:
            self._add(said, glyphs[0], self._at)
        elif len(said) == 1 or reordered:
            for text, glyph, at in self._parts(said, glyphs):
                self._add(text, glyph, at)
        else:
            self._end()
            self._lines.append(f"/Span << /ActualText <FEFF{said.encode('utf-16-be').hex().upper()}> >> BDC")
            for text, glyph, at in self._parts(said, glyphs):
                self._add(text, glyph, at)
            self._close(sum(glyph.advance for glyph in glyphs))
            self._end()
            self._lines.append("EMC")
        self._at += sum(glyph.advance for glyph in glyphs) + spaced

    def move(self, em: float) -> None:
        """Leave room."""
        self._at += em

    def _parts(self, said: str, glyphs: Sequence[Glyph]) -> Iterator[tuple[str, Glyph, float]]:
        at = self._at
        first = min(glyph.cluster for glyph in glyphs)
        for text, glyph in zip(_texts(said, glyphs, first), glyphs, strict=True):
            yield text, glyph, at
            at += glyph.advance

    def _close(self, advance: float) -> None:
        """End where the cluster ends: viewers would take the end of its last mark for it, and see a gap."""
        gid = self._use.font.space
        if gid is not None and abs(self._at + advance - self._pen) > 0.0005:
            wide = self._use.font.advance(gid)
            self._add(" ", Glyph(gid, 0, wide, 0.0, self._rise), self._at + advance - wide)

    def _add(self, said: str, glyph: Glyph, at: float) -> None:
        use = self._use
        if glyph.dy != self._rise:
            self._end()
            self._lines.append(f"{pdf(glyph.dy)} Ts")
            self._rise = glyph.dy
        step = round(at + glyph.dx - self._pen, 4)
        if abs(step) > _KERNED:
            self._flush()
            self._items.append(pdf(round(-step * 1000, 1)))
            self._pen += step
        number = use.numbers.setdefault((glyph.gid, said), len(use.numbers) + 1)
        self._codes.append(_CODES[number >> 8] + _CODES[number & 255])
        self._pen += use.font.advance(glyph.gid) + self._tracking

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
