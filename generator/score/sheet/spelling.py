"""Spelling: in which words a person may write what a box allows: English ones and those of the sheet's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.score.formula.numbers import folded, number_from
from generator.score.sheet.sheet import MISSING, Slot

Catalogue = Mapping[str, str]
"""English texts and what they are in a language."""

YES = "yes"
NO = "no"

_CYRILLIC = str.maketrans("авекмнорстухіјѕ", "abekmhopctyxijs")
"""Small Cyrillic letters that look like Latin ones."""


class Spelling:
    """The words that a sheet may be filled in with."""

    def __init__(self, catalogues: Sequence[Catalogue] = ()) -> None:
        """`catalogues` are those of the sheet's language and of the report's."""
        self.catalogues = tuple(catalogues)

    def of(self, english: str) -> set[str]:
        """Return an English text and its translations, each as it is compared."""
        translations = (catalogue.get(english) for catalogue in self.catalogues)
        return {folded(text) for text in (english, *translations) if text}

    def flag(self, text: str) -> bool | None:
        """Return whether a word is yes or no; None when it is neither."""
        word = folded(text)
        return True if word in self.of(YES) else False if word in self.of(NO) else None

    def choice(self, slot: Slot, written: Any) -> Any:
        """Return the choice that was meant, `MISSING` when there is none, or several could be.

        Letter case, kinds of dashes, and the way of writing a number don't matter. A choice goes by itself, by its
        label and by the name of the row of data that it is the id of, in English and translated; then by letters that
        look like its own.
        """
        number = number_from(written)
        text = folded(str(written))
        for choice in slot.choices:
            if number is not None and not isinstance(choice, bool) and number == number_from(choice):
                return choice
            if text == folded(_shown(choice)):
                return choice
        spelt = [choice for choice in slot.choices if text in self._words(slot, choice)]
        if not spelt:
            spelt = [choice for choice in slot.choices if _looks(text) == _looks(folded(_shown(choice)))]
        return spelt[0] if len(spelt) == 1 else MISSING

    def _words(self, slot: Slot, choice: Any) -> set[str]:
        words = [(slot.labels or {}).get(choice, ""), *slot.names.get(choice, ())]
        if isinstance(choice, str):
            words.append(choice)
        return set().union(*(self.of(word) for word in words if word))


def _shown(choice: Any) -> str:
    return {True: "true", False: "false"}[choice] if isinstance(choice, bool) else str(choice)


def _looks(text: str) -> str:
    return text.translate(_CYRILLIC)


ENGLISH = Spelling()
