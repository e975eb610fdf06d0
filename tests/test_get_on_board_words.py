"""The words of Get on Board: every language has all of them, and none that nobody asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from generator.face.renderer import TemplateRenderer
from generator.pack.load import load
from generator.pack.model import Pack
from generator.pack.words import localise
from generator.problems import Problems
from generator.stories import stages

ROOT = Path(__file__).parents[1]
LETTERS = {"ru": "[А-Яа-я]", "be-tarask": "[А-Яа-яІіЎў]", "pl": "[A-Za-z]"}


@cache
def pack() -> Pack:
    return load("get-on-board", Problems())


TRANSLATED = pack().file.languages[1:]


def catalogue(language: str) -> list[Any]:
    with (ROOT / f"data/get-on-board/locale/{language}.po").open("rb") as file:
        return [message for message in read_po(file) if message.id]


def ids(messages: list[Any]) -> set[str]:
    return {message.id if isinstance(message.id, str) else message.id[0] for message in messages}


def said_by(score: Any) -> Iterator[str]:
    """Yield the labels and messages of a score.yaml."""
    for key, value in score.items() if isinstance(score, dict) else enumerate(score):
        if key in ("label", "says", "why", "how"):
            yield value
        elif key == "choices" and isinstance(value, dict):
            yield from value.values()
        elif isinstance(value, (dict, list)):
            yield from said_by(value)


def of_the_score() -> set[str]:
    assert pack().score is not None
    return {text for text in said_by(pack().score.data) if any(letter.isalpha() for letter in text)}


@cache
def of_the_prints(language: str) -> frozenset[str]:
    """Print every face in a language; return the texts that were looked up."""
    problems = Problems()
    words = localise.words(pack(), language, problems)
    renderer = TemplateRenderer(pack(), words, stages.fonts(pack()), problems)
    for name, made in pack().file.components.items():
        words.translate(made.title)
        items = pack().items(name)
        for n, item in enumerate(items, 1):
            renderer.face(name, item, n, len(items))
    assert not list(problems), [str(problem) for problem in problems]
    assert not words.missing
    return frozenset(words.used | {pack().file.title})


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_every_text_once_and_none_that_nobody_reads(language: str) -> None:
    common = set(localise.common(language, Problems()))
    found = [message.id for message in catalogue(language)]
    assert len(found) == len(set(map(str, found)))
    own = {text for text in of_the_prints(language) if text not in common}
    assert ids(catalogue(language)) - common == (own | of_the_score()) - common


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_are_in_the_letters_of_the_language(language: str) -> None:
    for message in catalogue(language):
        for text in [message.string] if isinstance(message.string, str) else message.string:
            said = re.sub(r"\{[^}]*\}", "", text)
            assert said.strip(": ") == "" or re.search(LETTERS[language], said), message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_all_languages_translate_the_same_texts(language: str) -> None:
    assert ids(catalogue(language)) == ids(catalogue(TRANSLATED[0]))
