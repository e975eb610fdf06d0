"""Spelling: the word that was meant where one is a slip of it, or looks like it in another script."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from heapq import nlargest
from itertools import islice, pairwise
from operator import itemgetter

_MOST_WORDS = 2_000
"""Among how many allowed words a word is looked for."""

_LONGEST_WORD = 100
"""How many letters of it are looked at."""

_LETTERS_OFF = 40
"""Up to which letter a word may be a letter off."""

_OF_ITS_LENGTH = 100
"""How many shorter and how many longer words are looked at when none is a letter off."""

_LITTLE_SHARED = 0.3
_FULLY_COMPARED = 8
"""How much of its letters a word must share to be compared in full, and how many are."""

_LIKE = str.maketrans(
    "авеёіїјкмнорстухѕһԁԛԝѵӏαικνορτυχγıАВЕЁІЇЈКМНОРСТУХЅԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧİ",
    "abeeiijkmhopctyxshdqwvlaikvoptuxyiABEEIIJKMHOPCTYXSWABEZHIKMNOPTYXI",
)
"""Letters of other scripts that look like Latin ones, or nearly."""


def meant(word: str, allowed: Iterable[str]) -> str | None:
    """Return the allowed word that looks like `word` or is close to it, if any is."""
    lexicon = _lexicon(tuple(islice(allowed, _MOST_WORDS)))
    return lexicon.alike(word) or lexicon.close(word[:_LONGEST_WORD])


def likeness(word: str) -> str:
    """Return what a word looks like: large and small letters, blanks, lines and scripts aside."""
    plain = unicodedata.normalize("NFKC", word[:200]).translate(_LIKE).casefold()
    return "".join(letter for letter in plain if letter.isalnum())


def foreign_letter(word: str, wanted: str) -> tuple[str, str] | None:
    """Return the first letter of a word that is of another script than all of the wanted one, and its script."""
    scripts = {_script(letter) for letter in wanted if letter.isalpha()}
    for letter in unicodedata.normalize("NFC", word[:200]):
        if letter.isalpha() and letter not in wanted and scripts and _script(letter) not in scripts:
            return letter, _script(letter)
    return None


def _script(letter: str) -> str:
    return unicodedata.name(letter, "unknown").split(" ", maxsplit=1)[0].capitalize()


class _Lexicon:
    """Words in which many others are looked for: none of them costs a look at each."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self._alike: dict[str, str] = {}
        self._shortened: dict[str, list[str]] = {}
        for known in words:
            self._alike.setdefault(known.casefold(), known)
            self._alike.setdefault(likeness(known), known)
            for short in _shortened(known):
                self._shortened.setdefault(short, []).append(known)
        by_length = sorted((known[:_LONGEST_WORD] for known in words), key=len)
        self._lengths = [len(known) for known in by_length]
        self._signs = [(known, _signs(known)) for known in by_length]

    def alike(self, word: str) -> str | None:
        """Return the word that is the same but for capitals, blanks, lines and scripts."""
        look = likeness(word)
        return self._alike.get(word.casefold()) or (self._alike.get(look) if look else None)

    def close(self, word: str) -> str | None:
        """Return the closest word, if any is close: a letter off, or the best of the few that share most with it."""
        from difflib import get_close_matches

        candidates = self._within_a_letter(word) or self._sharing(word)
        return next(iter(get_close_matches(word, candidates, n=1, cutoff=0.6)), None)

    def _within_a_letter(self, word: str) -> list[str]:
        """Return words that have a letter more, less, swapped or otherwise."""
        slips = (self._shortened.get(short, ()) for short in _shortened(word))
        return list(dict.fromkeys(islice((known for slip in slips for known in slip), _FULLY_COMPARED)))

    def _sharing(self, word: str) -> list[str]:
        """Return the few words of about its length that share the most letters and pairs of letters with a word."""
        mine, middle = _signs(word), bisect_left(self._lengths, len(word))
        about = self._signs[max(0, middle - _OF_ITS_LENGTH) : middle + _OF_ITS_LENGTH]
        shared = ((2 * len(mine & signs) / (len(mine) + len(signs) or 1), known) for known, signs in about)
        likely = nlargest(_FULLY_COMPARED, (pair for pair in shared if pair[0] > _LITTLE_SHARED), key=itemgetter(0))
        return [known for _, known in likely]


_lexicon = lru_cache(maxsize=2)(_Lexicon)


def _shortened(word: str) -> list[str]:
    """Return a word, and what it is without one of its first letters."""
    return [word, *dict.fromkeys(word[:at] + word[at + 1 :] for at in range(min(len(word), _LETTERS_OFF)))]


def _signs(word: str) -> frozenset[str]:
    """Return the letters of a word, and its pairs of letters."""
    return frozenset((*word, *map("".join, pairwise(word))))
