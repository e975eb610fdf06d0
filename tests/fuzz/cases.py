"""Cases: what is tried, a pure function of kind, seed and number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Literal, NamedTuple

from tests.fuzz import basis
from tests.fuzz.dice import Dice

Story = Literal["check", "build", "form", "score"]
"""What is done with a case: its pack is checked, printed, printed as a form; or its sheet is scored."""

KINDS = ("packs", "templates", "art", "numbers", "catalogues", "sheets", "formulas", "pdfs")
"""The kinds of cases, each in the module of its name; its `files` makes one."""


class Case(NamedTuple):
    """One case: the files of a pack by their paths, and the story that they go through.

    `sheet` is the filled file that is scored, by its path; `game` a pack that comes with the
    program, when the sheet is one of its own.
    """

    kind: str
    seed: int
    number: int
    story: Story
    files: Mapping[str, bytes]
    sheet: str = ""
    game: str = ""


class Draft(NamedTuple):
    """What a kind makes of its dice: files as text or bytes, those of the basis beside them."""

    story: Story
    files: Mapping[str, str | bytes]
    sheet: str = ""
    game: str = ""


def case(kind: str, seed: int, number: int) -> Case:
    """Return the case of a kind, a seed and a number: always the same."""
    draw: Callable[[Dice], Draft] = import_module(f"tests.fuzz.{kind}").draft
    draft = draw(Dice(kind, seed, number))
    around: Mapping[str, str | bytes] = {} if draft.game else {
        "pack.yaml": basis.PACK, "deck.yaml": basis.DECK, "templates/card.svg.j2": basis.CARD,
    }  # fmt: skip
    files = {**around, **draft.files}
    return Case(kind, seed, number, draft.story, encoded(files), draft.sheet, draft.game)


def encoded(files: Mapping[str, str | bytes]) -> dict[str, bytes]:
    """Return files as bytes."""
    return {path: text.encode("utf-8", "replace") if isinstance(text, str) else text for path, text in files.items()}
