"""Codes of rules: what each stands for, gathered from a score.yaml and told in a language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.pack.scoremodel import Rule, ScoreFile
from generator.problems import Location
from generator.score.blank import allowed
from generator.score.formula.formula import in_words
from generator.score.scoring import Scorer
from generator.score.sheet.sheet import KeyPath, Place
from generator.score.wording import Words

WRONG_LINE = "A wrong number in {label}; right is {formula}"
WRONG_BOX = "A value that isn't allowed in {label}: {allowed}"
WRONG_TEXT = "A value that isn't allowed in {label}"
ROUTE = "{label}: the route can't be"
ROUTE_BOX = "{label}: a box isn't as the route makes it"
MARKERS = "{label}: more markers than a player has"
CARDS = "{label}: the players don't have the same cards"
MUST = "It must be so: {formula}"
WHEN = "It counts when: {formula}"
EACH = "For each of: {formula}"
REMARK = "It is a remark: the sheet holds all the same"
SOURCE = "Source: {place}"
EXAMPLES = "Examples: {files}"

MESSAGES = (
    WRONG_LINE, WRONG_BOX, WRONG_TEXT, ROUTE, ROUTE_BOX, MARKERS, CARDS, MUST, WHEN, EACH, REMARK, SOURCE, EXAMPLES
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a code stands for.

    `says` is an English text: a rule's, or one of `MESSAGES` with the `label` of its box or line, and the `name` of a
    box. `must`, `when` and `each` are formulas, "" for none.
    """

    says: str
    place: Location
    label: str = ""
    name: str = ""
    must: str = ""
    when: str = ""
    each: str = ""
    remark: bool = False


def meanings(file: ScoreFile, place: Place) -> dict[str, list[Meaning]]:
    """Return every code of a score.yaml in alphabetical order, and what it stands for."""
    codes: dict[str, list[Meaning]] = {}
    for code, meaning in (*_rules(file, place), *_lines(file, place), *_boxes(file, place), *_route(file, place)):
        if code:
            codes.setdefault(code, []).append(meaning)
    return dict(sorted(codes.items(), key=lambda entry: _sorted(entry[0])))


def _sorted(code: str) -> tuple[tuple[int, str], ...]:
    """Return a key that sorts B2 before B10."""
    return tuple((int(part or 0), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", code))


def _rules(file: ScoreFile, place: Place) -> Iterator[tuple[str, Meaning]]:
    rules: list[tuple[KeyPath, Rule]] = [(("rules", number), rule) for number, rule in enumerate(file.rules)]
    rules += [(("table", "rules", number), rule) for number, rule in enumerate(file.table.rules)]
    for path, rule in rules:
        each = rule.each if isinstance(rule.each, str) else ", ".join(map(str, rule.each or ()))
        remark = rule.level == "warning"
        yield rule.id, Meaning(rule.says, place(path), "", "", rule.that, rule.when or "", each, remark)


def _lines(file: ScoreFile, place: Place) -> Iterator[tuple[str, Meaning]]:
    for name, line in file.lines.items():
        code = line.breaks or file.breaks.line
        yield code, Meaning(WRONG_LINE, place(("lines", name)), line.label, must=line.formula)


def _boxes(file: ScoreFile, place: Place) -> Iterator[tuple[str, Meaning]]:
    for section, entries in (("settings", file.settings), ("boxes", file.boxes)):
        for name, entry in entries.items():
            code = entry.breaks or file.breaks.box
            yield code, Meaning(WRONG_BOX, place((section, name)), entry.label, name)


def _route(file: ScoreFile, place: Place) -> Iterator[tuple[str, Meaning]]:
    route = file.route
    if route is None:
        return
    at = place(("route",))
    yield route.breaks.route or "", Meaning(ROUTE, at, route.label)
    yield route.breaks.box or "", Meaning(ROUTE_BOX, at, route.label)
    yield route.breaks.markers or "", Meaning(MARKERS, at, route.label, remark=True)
    if route.cards is not None:
        yield route.cards.breaks or "", Meaning(CARDS, at, route.cards.label)
    if route.errand is not None:
        yield route.errand.breaks or "", Meaning(ROUTE_BOX, at, file.label(route.errand.box) or route.label)


class CodeBook:
    """Tells what codes stand for in one language."""

    def __init__(self, scorer: Scorer, words: Words) -> None:
        self.words = words
        self.scorer = scorer
        self._labels = {name: self._named(label) for name, label in scorer.labels.items()}

    def told(self, meaning: Meaning) -> Iterator[str]:
        """Yield what a meaning says: the text, what must be so, when, and for what; a line each."""
        yield self.says(meaning)
        if meaning.must and not meaning.label:
            yield self._said(MUST, formula=self.formula(meaning.must))
        if meaning.when:
            yield self._said(WHEN, formula=self.formula(meaning.when))
        if meaning.each:
            yield self._said(EACH, formula=self.formula(meaning.each))
        if meaning.remark:
            yield self._said(REMARK)

    def says(self, meaning: Meaning) -> str:
        """Return the text of a meaning, with the formulas of a rule's text in words."""
        if not meaning.label:
            text = self.words.translate(meaning.says)
            return re.sub(r"\{([^{}]*)\}", lambda formula: f"‹{self.formula(formula[1])}›", text)
        label = self.words.translate(meaning.label)
        slot = self.scorer.slots.get(meaning.name)
        choices = allowed(self.scorer, self.words, slot) if slot else ""
        says = WRONG_TEXT if slot and not choices else meaning.says
        return self._said(says, label=label, formula=self.formula(meaning.must), allowed=choices)

    def source(self, place: Location) -> str:
        """Return where a rule stands."""
        return self._said(SOURCE, place=str(place))

    def examples(self, files: Sequence[str]) -> str:
        """Return the filled sheets that show a code."""
        return self._said(EXAMPLES, files=", ".join(files))

    def formula(self, text: str) -> str:
        """Return a formula with the labels of boxes and lines for their names."""
        return in_words(text, self._labels)

    def _named(self, label: str) -> str:
        return f"“{self.words.translate(label)}”"

    def _said(self, says: str, **values: str) -> str:
        return _filled(self.words.translate(says), values)


def _filled(text: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: values.get(name[1], name[0]), text)
