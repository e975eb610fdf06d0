"""Short words: which of a language's words of up to three letters lean on the next word, and which on the one before.

Russian: no preposition or conjunction of one letter ends a line, nor one of up to three letters that begins a
sentence (K. Bylinsky, A. Zhilin, "Spravochnaya kniga korrektora", Moscow 1960, p. 361); the particles же, ли and бы
belong to the word before, не and ни to the next (A. Milchin, L. Cheltsova, "Spravochnik izdatelya i avtora").
Belarusian is set like Russian; its words are those of Taraškievica ("Biełaruski klasyčny pravapis", 2005).
Polish: one-letter words go to the next line in titles and labels (PWN, rule 54.8.1 [204]), which is most of what a
game prints; careful editors hold it for such words of two and three letters too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class ShortWords(NamedTuple):
    """The short words of a language, in small letters: what goes with the next word, and with the one before.

    `leaning` is how many letters a word has at most that isn't left at the end of a line, whatever it is.
    """

    forward: frozenset[str]
    backward: frozenset[str]
    leaning: int


def _words(forward: str, backward: str, leaning: int) -> ShortWords:
    return ShortWords(frozenset(forward.split()), frozenset(backward.split()), leaning)


_OTHERS = _words("", "", 1)

_LANGUAGES: Mapping[str, ShortWords] = {
    "ru": _words(
        "а без в во да для до за и из или как к ко на над не ни но о об обо от ото по под при про с со то у чем что",
        "б бы ж же ли ль",
        3,
    ),
    "be": _words(
        "а аб ад але без бо бяз ва да дзе для ды з за зь з-за й і к каб ля між на над не ні ня о па пад пра праз пры"
        " са у ў ці чым што як",
        "б бы ж жа",
        3,
    ),
    "pl": _words(
        "a aby ale ani bez bo by czy dla do gdy i jak ku lub na nad nie niż o od ode po pod to u w we z za ze że",
        "się",
        3,
    ),
}


def short_words(language: str) -> ShortWords:
    """Return the short words of a language; of others it is only known that one letter isn't left alone."""
    return _LANGUAGES.get(language.lower().split("-", maxsplit=1)[0], _OTHERS)
