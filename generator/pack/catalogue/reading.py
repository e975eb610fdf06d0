"""The reading of a catalogue: from its file to what it translates, every doubtful entry told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from generator.pack.catalogue import po
from generator.pack.catalogue.header import blank_forms, check_dates, check_language, header, plural_rule
from generator.pack.catalogue.placeholders import slip
from generator.pack.catalogue.plurals import PluralRule
from generator.pack.catalogue.po import Entry
from generator.pack.source.files import read_bytes
from generator.pack.source.text import checked, decoded
from generator.problems import Location, Problems, failed, quoted

MOST_ENTRIES = 20_000
"""How many texts a catalogue may have."""

_CHARSET = re.compile(r"charset=([\w-]+)")


class Counted(NamedTuple):
    """The forms of a counted text, and the rule by which a number takes one."""

    forms: tuple[str, ...]
    rule: PluralRule


class Catalogue(NamedTuple):
    """What a catalogue translates; a counted text is among the others with its first form.

    `lines` has the line of each entry; `told` are the texts whose lack of a translation is among the problems.
    `rule` is that of counted texts.
    """

    entries: Mapping[str, str]
    counted: Mapping[str, Counted]
    lines: Mapping[str, int]
    told: frozenset[str]
    rule: PluralRule


def catalogue(path: Path, shown: str, language: str, problems: Problems) -> Catalogue:
    """Read the catalogue of a language, which messages name `shown`; `Failed` when it is none.

    Every slip in it is noted with the line of its entry: placeholders, forms that are missing, texts that stand twice.
    """
    entries = list(po.entries(_text(path, shown), shown))
    heads = [entry for entry in entries if not entry.text and entry.context is None]
    for first, second in pairwise(heads):
        problems.error(Location(shown, second.line), f"a second header; the first is in line {first.line}")
    head = header(heads[0] if heads else None)
    check_dates(head, shown)
    check_language(head, language, shown, problems)
    texts = [entry for entry in entries if entry.text]
    fuzzy = {key(entry.text) for entry in texts if entry.fuzzy and _note_fuzzy(entry, shown, problems)}
    translated = _once_each([entry for entry in texts if not entry.fuzzy], shown, problems)
    counted = [entry for entry in translated if len(entry.english) > 1]
    rule = plural_rule(head, language, counted, shown, problems)
    broken = {entry.text for entry in counted if not _complete(entry, rule, shown, problems)}
    for entry in translated:
        _check(entry, rule, shown, problems)
    sound = [entry for entry in translated if entry.text not in broken]
    return Catalogue(
        {key(entry.text): entry.forms[0].text for entry in sound},
        {key(e.text): Counted(tuple(form.text for form in e.forms), rule) for e in sound if len(e.english) > 1},
        {key(entry.text): entry.line for entry in translated},
        frozenset(fuzzy | {key(text) for text in broken}),
        rule,
    )


def key(text: str) -> str:
    """Return the form in which texts are compared: Unicode's composed one."""
    return text if text.isascii() else normalize("NFC", text)


def _text(path: Path, shown: str) -> str:
    """Return a catalogue's text; `Failed` when it isn't UTF-8 or has too many entries."""
    text = decoded(read_bytes(path, shown), shown).lstrip("\ufeff")
    charset = _CHARSET.search(text[:4000])
    if charset and charset[1].lower() not in ("utf-8", "utf8", "us-ascii", "ascii", "charset"):
        line = text.count("\n", 0, charset.start()) + 1
        raise failed(Location(shown, line), f"a catalogue in {charset[1]}", "UTF-8", "save it as UTF-8")
    if text.count("msgid") > MOST_ENTRIES or text.count("\n") > 10 * MOST_ENTRIES:
        raise failed(Location(shown), "a catalogue this long", f"at most {MOST_ENTRIES} texts")
    return text


def _note_fuzzy(entry: Entry, shown: str, problems: Problems) -> bool:
    """Warn of a translation that is marked as a guess; False for a text that has none."""
    if not _translated(entry):
        return False
    what = f"the translation of {quoted(entry.text)} is marked fuzzy and not used"
    problems.warning(Location(shown, entry.line), what, remedy="check it and clear the mark")
    return True


def _translated(entry: Entry) -> bool:
    """Whether an entry has any translation; one of spaces alone is none."""
    return any(form.text.strip() for form in entry.forms)


def _once_each(entries: Iterable[Entry], shown: str, problems: Problems) -> list[Entry]:
    """Return the translated entries, one of each text; those that stand twice are noted."""
    chosen: dict[str, Entry] = {}
    for entry in entries:
        earlier = chosen.get(key(entry.text))
        if earlier is None:
            chosen[key(entry.text)] = entry
        else:
            chosen[key(entry.text)] = _one_of(earlier, entry, shown, problems)
    return [entry for entry in chosen.values() if _translated(entry)]


def _one_of(earlier: Entry, later: Entry, shown: str, problems: Problems) -> Entry:
    """Return which of two entries of one text is printed, and note that there are two where it makes a difference."""
    same = _says(earlier) == _says(later)
    whole = [entry for entry in (earlier, later) if _translated(entry)]
    best = whole[0] if whole else earlier
    place = Location(shown, later.line)
    text = quoted(later.text)
    if earlier.context == later.context:
        what = f"the text {text} stands twice, here and in line {earlier.line}"
        note = problems.warning if same or len(whole) < 2 else problems.error
        note(place, what, remedy="keep the right one and remove the other")
        return best
    if same or len(whole) < 2:
        return best
    if None not in (earlier.context, later.context):
        what = f"the text {text} stands here for {later.context!r}, and in line {earlier.line} for {earlier.context!r}"
        remedy = "contexts (msgctxt) aren't told apart here: keep one of them"
        problems.error(place, what, remedy=remedy)
        return best
    plain, special = (later, earlier) if later.context is None else (earlier, later)
    what = f"the text {text} stands here with a context (msgctxt), and in line {plain.line} without: that is printed"
    problems.warning(Location(shown, special.line), what, remedy="remove the one with the context")
    return plain


def _says(entry: Entry) -> Sequence[str]:
    return [form.text for form in entry.forms]


def _complete(entry: Entry, rule: PluralRule, shown: str, problems: Problems) -> bool:
    """Whether a counted text has all of its forms, and no more; what it lacks is noted."""
    own = {form.number: form for form in entry.forms}
    lacking = [index for index in range(rule.count) if index not in own or not own[index].text.strip()]
    place = Location(shown, entry.line)
    if lacking:
        forms = " and ".join(f"msgstr[{index}], its form for {rule.example(index)}" for index in lacking)
        what = f"the counted text {quoted(entry.text)} lacks {forms}"
        problems.error(place, what, remedy=f"write: {blank_forms(entry, rule)}")
    beyond = next((form for form in entry.forms if form.number >= rule.count), None)
    if beyond:
        what = f"the counted text {quoted(entry.text)} has msgstr[{beyond.number}], and there are {rule.count} forms"
        remedy = f"remove it, or say how many there are in the header: {rule.header}"
        problems.error(Location(shown, beyond.line), what, f"msgstr[0] to msgstr[{rule.count - 1}]", remedy)
    return not lacking and not beyond


def _check(entry: Entry, rule: PluralRule, shown: str, problems: Problems) -> None:
    """Note what is wrong with the placeholders of a translation; `Failed` for signs that no text holds."""
    for form in entry.forms:
        checked(form.text, Location(shown, form.line))
        if not form.text.strip():
            continue
        numbers = rule.numbers.get(form.number, ()) if len(entry.english) > 1 else ()
        wrong = slip(entry.english, form.text, one_number=0 < len(numbers) <= 2)
        if wrong is None:
            continue
        note = problems.warning if wrong.doubtful else problems.error
        which = "" if len(entry.english) == 1 else f"msgstr[{form.number}], "
        what = f"{which}the translation of {quoted(entry.text)} {wrong.what}"
        note(Location(shown, entry.line), what, wrong.allowed, wrong.remedy)
