"""The words that were chosen: no catalogue uses one that was not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
REJECTED = {
    "be-tarask": r"раўнд\w*|рад|раду|радзе|радамі|ігров\w*|іграв\w*|ўол\W*стрыт|без бонус\w*",
    "pl": r"notes(?:u|ie|y)?",
    "ru": r"названн\w+ (здани|университет|арк)\w*|с именем",
}
"""What a catalogue of a language doesn't say, whole words in small letters."""

SAYS = {"be-tarask": ["кола", "шэраг", "гульнявое поле", "Уол-стрыт"], "pl": ["bloczek punktacji"], "ru": ["именной"]}
"""What docs/glossary.md settles."""


def said(language: str) -> list[str]:
    texts: list[str] = []
    for path in sorted((ROOT / "data").glob(f"*/locale/{language}.po")):
        with path.open("rb") as file:
            for message in read_po(file):
                forms = message.string if isinstance(message.string, (tuple, list)) else [message.string]
                texts += forms if message.id else []
    assert texts
    return texts


@pytest.mark.parametrize("language", REJECTED)
def test_no_catalogue_says_a_word_that_was_not_chosen(language: str) -> None:
    word = re.compile(rf"\b(?:{REJECTED[language]})\b", re.IGNORECASE)
    assert [text for text in said(language) if word.search(text)] == []


@pytest.mark.parametrize("language", SAYS)
def test_the_chosen_words_are_used_and_explained(language: str) -> None:
    glossary = (ROOT / "docs/glossary.md").read_text(encoding="utf-8").casefold()
    catalogue = "\n".join(said(language)).casefold()
    for word in SAYS[language]:
        assert word.casefold() in glossary
        assert word.casefold() in catalogue
