"""Bindings: how firmly each word of a text is bound to the one before it, so that no line breaks between them.

What leans on what is told by the language (`shortwords.py`); what holds for numbers, signs and dashes is the same
in all of them: no line begins with a dash or with a mark of punctuation, a number stays with its noun or unit and its
sign with its number ("The Chicago Manual of Style", 17th ed., 2.112 and 9.16; Milchin and Cheltsova as there).
"""

from __future__ import annotations

import re
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

from generator.type.shortwords import ShortWords, short_words


class Strength(IntEnum):
    """How firmly two words are bound; where a text doesn't fit, the weakest binding gives way first."""

    FREE = 0
    WEAK = 1
    """Kept where there is room for it at the same size of type."""
    FIRM = 2
    """Kept wherever the text fits its box somehow: smaller type goes before it."""
    STRONG = 3
    """Like a firm one; where not all can be kept, firm ones give way first."""


class Word(NamedTuple):
    """A word, what stands between it and the one before if both are on one line, and how firmly they are bound."""

    text: str
    glue: str
    strength: Strength


class _Language(NamedTuple):
    """What a language asks for: its short words, and how firmly a dash or a number's noun hangs on the word before."""

    short: ShortWords
    hanging: Strength


_SPACE = re.compile(" +")
_SEPARATORS = ("·", "•")
_FEW = 4
"""An item of so many words at most, between two separators, is kept in one line where there is room."""

_OPENING = "([{«„“‘‚\"'¿¡"
_CLOSING = ".,;:!?…)]}»”’“\"'"
_ALONE = re.compile(r"[.,;:!?…)\]}»”%‰°]+")
"""Punctuation that stands alone behind a space, as in French, and signs that belong to a number."""

_DASH = re.compile(r"[-\u2010-\u2015]")
_SIGN = re.compile(r"[×÷·]")
_CROSSES = ("x", "х")
"""Letters, Latin and Cyrillic, that stand for × between numbers."""

_RELATION = re.compile(r"[=≈≠≤≥<>+−±]")
_NUMBER = re.compile(
    r"[−+±~≈#№-]?[\d½¼¾][\d½¼¾.,:/×\u2010-\u2015\u00a0\u202f-]*(?<![,:])(?:[%‰°+]|(?<=-)[^\W\d_]{1,3})?"
)
_DIGIT = re.compile(rf"[{re.escape(_OPENING)}]*\d")
_POINTED = re.compile(r"\d+\.")
_INITIAL = re.compile(r"(?:[^\W\d_]\.)+")
_SHORT = re.compile(r"[^\W\d_]{1,3}")
_LETTERS = re.compile(r"[^\W\d_]+")
_ENDS = re.compile(r"[.!?…][)»”“\"']*$")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_UNITS = _set(
    "mm cm m km g kg s min h pt pts px dpi in ft lb oz x х € $ £ мм см м км г кг с мин ч шт мін гадз pkt szt godz zł"
)
_BEFORE_NUMBERS = _set(
    "№ § §§ # no no. p. pp. ch. fig. vol. nr nr. s. str. rys. tab. стр. стар. с. рис. табл. гл. разд. п. т. мал."
)
_BEFORE_NAMES = _set("mr. mrs. dr. st. св. ул. им. г. гл. np. tj. św. ul. im. напр. вул. імя.")


def words_of(paragraph: str, language: str) -> list[Word]:
    """Split a paragraph at its spaces, and tell how firmly each word is bound to the one before it.

    A dot between two items of a list is part of what stands between them: it separates them where they share a line,
    and where they don't the line's end does.
    """
    tokens = _SPACE.split(paragraph.strip(" "))
    known = short_words(language)
    spoken = _Language(known, Strength.STRONG if known.forward else Strength.FIRM)
    items = _Items(tokens)
    words = [Word(tokens[0], "", Strength.FREE)]
    for index in range(1, len(tokens)):
        if items.separates(index):
            continue
        if items.separates(index - 1):
            words.append(Word(tokens[index], f" {tokens[index - 1]} ", Strength.FREE))
            continue
        strength = _strength(tokens, index, spoken)
        words.append(Word(tokens[index], " ", max(strength, items.kept(index))))
    return words


class _Items:
    """The items of a list that are told apart by dots in the middle of the line."""

    def __init__(self, tokens: list[str]) -> None:
        inner = range(1, len(tokens) - 1)
        self._dots = [n for n in inner if tokens[n] in _SEPARATORS and not _product(tokens[n - 1], tokens[n + 1])]
        ends = [-1, *self._dots, len(tokens)]
        self._kept: set[int] = set()
        for start, end in pairwise(ends) if self._dots else ():
            if end - start - 1 <= _FEW:
                self._kept.update(range(start + 2, end))

    def separates(self, index: int) -> bool:
        """Whether a token is a dot between two items."""
        return index in self._dots

    def kept(self, index: int) -> Strength:
        """How firmly a word is bound to the one before as part of a short item."""
        return Strength.WEAK if index in self._kept else Strength.FREE


def _product(left: str, right: str) -> bool:
    """Whether a dot between these multiplies."""
    return _NUMBER.fullmatch(left) is not None and _NUMBER.fullmatch(right) is not None


def _strength(tokens: list[str], index: int, language: _Language) -> Strength:
    """Return how firmly a token is bound to the one before it."""
    before, token = tokens[index - 1], tokens[index]
    bare = token.strip(_OPENING + _CLOSING).lower()
    if _ALONE.fullmatch(token) or before in ("«", "„", "(") or bare in language.short.backward:
        return Strength.STRONG
    return max(
        _by_sign(tokens, index, language), _by_number(tokens, index, language), _by_word(tokens, index, language)
    )


def _by_sign(tokens: list[str], index: int, language: _Language) -> Strength:
    before, token = tokens[index - 1], tokens[index]
    if _DASH.fullmatch(token):
        return language.hanging
    if index == 1 and _DASH.fullmatch(before):  # what somebody says, or an item of a list
        return Strength.STRONG
    if _SIGN.fullmatch(token) or _SIGN.fullmatch(before):
        return Strength.STRONG
    if "=" in (before, token):
        return Strength.FIRM
    return Strength.WEAK if _RELATION.fullmatch(token) or _RELATION.fullmatch(before) else Strength.FREE


def _by_number(tokens: list[str], index: int, language: _Language) -> Strength:
    head, token = tokens[index - 1].lstrip(_OPENING), tokens[index]
    counted = token.strip(_OPENING + _CLOSING)
    if _NUMBER.fullmatch(head) and _LETTERS.match(counted):
        return _noun(tokens, index, counted.lower(), language)
    if _DIGIT.match(token):
        times = head in _CROSSES and _NUMBER.fullmatch("".join(tokens[max(index - 2, 0) : index - 1]))
        if times or head.lower() in _BEFORE_NUMBERS:
            return Strength.STRONG
        return Strength.WEAK if _LETTERS.search(head[-2:]) else Strength.FREE
    return Strength.FREE


def _noun(tokens: list[str], index: int, counted: str, language: _Language) -> Strength:
    """Return how firmly a word is bound to the number before it."""
    if _POINTED.fullmatch(tokens[index - 1]):  # the number of a step, or the end of a sentence
        return Strength.STRONG if index == 1 else Strength.WEAK
    if counted in language.short.forward:  # 3 of 5, but no other word that leans on the next
        return language.hanging if _DIGIT.match("".join(tokens[index + 1 : index + 2])) else Strength.FREE
    return Strength.STRONG if counted in _UNITS else language.hanging


def _by_word(tokens: list[str], index: int, language: _Language) -> Strength:
    """Return how firmly the word before leans on this one."""
    short = tokens[index - 1].lstrip(_OPENING)
    if _INITIAL.fullmatch(short):
        pair = _INITIAL.fullmatch(tokens[index].rstrip(_CLOSING) + ".") is not None
        return Strength.STRONG if short[0].isupper() or pair else _named(short)
    if short.lower() in language.short.forward:
        return Strength.STRONG
    if not _SHORT.fullmatch(short):
        return _named(short)
    if short.lower() in language.short.backward:
        return Strength.FREE
    before = tokens[index - 2] if index > 1 else ""
    leans = len(short) <= language.short.leaning and not _NUMBER.fullmatch(before.lstrip(_OPENING))
    return Strength.FIRM if leans or _ENDS.search(before) else Strength.FREE


def _named(short: str) -> Strength:
    """Return how firmly the name goes with a word that announces it."""
    return Strength.FIRM if short.lower() in _BEFORE_NAMES else Strength.FREE
