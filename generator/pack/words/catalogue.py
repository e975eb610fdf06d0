"""Catalogues: what they translate, read from their files with every doubtful entry told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from generator.pack.source.files import read_bytes
from generator.pack.source.text import checked, decoded
from generator.pack.words import po
from generator.pack.words.placeholders import slip
from generator.pack.words.plurals import PluralRule, base, usual_rule
from generator.pack.words.po import MOST_FORMS, Entry, Form
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
    head = _header(entries, language, shown, problems)
    texts = [entry for entry in entries if entry.text]
    fuzzy = _fuzzy(texts, shown, problems)
    translated = _once_each([entry for entry in texts if not entry.fuzzy], shown, problems)
    counted = [entry for entry in translated if entry.is_counted]
    rule = plural_rule(head, language, counted, shown, problems)
    broken = {entry for entry in counted if not _complete(entry, rule, shown, problems)}
    _check_placeholders(translated, rule, shown, problems)
    return _catalogue([entry for entry in translated if entry not in broken], [*fuzzy, *broken], rule)


def _fuzzy(entries: Iterable[Entry], shown: str, problems: Problems) -> list[Entry]:
    """Return the entries whose translation is marked as a guess, which is noted."""
    fuzzy = [entry for entry in entries if entry.fuzzy and entry.translated]
    for entry in fuzzy:
        what = f"the translation of {quoted(entry.text)} is marked fuzzy and not used"
        problems.warning(Location(shown, entry.line), what, remedy="check it and clear the mark")
    return fuzzy


def _catalogue(sound: Iterable[Entry], told: Iterable[Entry], rule: PluralRule) -> Catalogue:
    """Return the catalogue of sound entries; of the others it was told what is wrong with them."""
    entries, counted, lines = {}, {}, {}
    for entry in sound:
        text = key(entry.text)
        entries[text] = entry.forms[0].text
        lines[text] = entry.line
        if entry.is_counted:
            counted[text] = Counted(tuple(form.text for form in entry.forms), rule)
    return Catalogue(entries, counted, lines, frozenset(key(entry.text) for entry in told), rule)


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


def _once_each(entries: Iterable[Entry], shown: str, problems: Problems) -> list[Entry]:
    """Return the translated entries, one of each text; those that stand twice are noted."""
    chosen: dict[str, Entry] = {}
    for entry in entries:
        earlier = chosen.get(key(entry.text))
        if earlier is None:
            chosen[key(entry.text)] = entry
        else:
            chosen[key(entry.text)] = _one_of(earlier, entry, shown, problems)
    return [entry for entry in chosen.values() if entry.translated]


def _one_of(earlier: Entry, later: Entry, shown: str, problems: Problems) -> Entry:
    """Return which of two entries of one text is printed, and note that there are two where it makes a difference."""
    same = _says(earlier) == _says(later)
    best = earlier if earlier.translated else later
    same = same or not (earlier.translated and later.translated)
    place = Location(shown, later.line)
    text = quoted(later.text)
    if earlier.context == later.context:
        what = f"the text {text} stands twice, here and in line {earlier.line}"
        note = problems.warning if same else problems.error
        note(place, what, remedy="keep the right one and remove the other")
        return best
    if same:
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


def _check_placeholders(entries: Iterable[Entry], rule: PluralRule, shown: str, problems: Problems) -> None:
    """Note what is wrong with the placeholders of translations; `Failed` for signs that no text holds."""
    for entry in entries:
        for form in entry.forms:
            checked(form.text, Location(shown, form.line))
            if form.text.strip():
                _check_form(entry, form, rule, Location(shown, entry.line), problems)


def _check_form(entry: Entry, form: Form, rule: PluralRule, place: Location, problems: Problems) -> None:
    numbers = rule.numbers.get(form.number, ()) if entry.is_counted else ()
    wrong = slip(entry.english, form.text, one_number=0 < len(numbers) <= 2)
    if wrong:
        note = problems.warning if wrong.doubtful else problems.error
        which = f"msgstr[{form.number}], " if entry.is_counted else ""
        note(place, f"{which}the translation of {quoted(entry.text)} {wrong.what}", wrong.allowed, wrong.remedy)


# ------------------------------------------------------------------ the header

_FIELD = re.compile(r"([A-Za-z][\w-]*)[ \t]*:[ \t]*(.*)")
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])")
_TEMPLATE = ("INTEGER", "EXPRESSION")
"""What stands in place of a rule in the header of a template, a .pot file."""


class Header(NamedTuple):
    """The fields of a header, and the line that it begins in."""

    line: int
    fields: dict[str, str]


def _header(entries: Sequence[Entry], language: str, shown: str, problems: Problems) -> Header:
    """Return the header, which is the entry of the empty text; what is wrong with it is noted."""
    heads = [entry for entry in entries if not entry.text and entry.context is None]
    for first, second in pairwise(heads):
        problems.error(Location(shown, second.line), f"a second header; the first is in line {first.line}")
    head = _fields(heads[0]) if heads else Header(0, {})
    _check_dates(head, shown)
    named = head.fields.get("language", "").replace("_", "-").replace("@", "-")
    if named and base(named).casefold() != base(language).casefold():
        what = f"the header says Language: {named[:30]}, and the file is named {language}"
        problems.warning(Location(shown, head.line), what, remedy="correct the one that is wrong")
    return head


def _fields(entry: Entry) -> Header:
    said = "".join(form.text for form in entry.forms)
    fields = (match for line in said.split("\n") if (match := _FIELD.match(line)) is not None)
    return Header(entry.line, {match[1].lower(): match[2].strip() for match in fields})


def _check_dates(head: Header, shown: str) -> None:
    """Raise `Failed` for a date that there isn't; what stands in a template instead of one is none."""
    for name in ("pot-creation-date", "po-revision-date"):
        day = _DATE.match(head.fields.get(name, ""))
        if day and not _is_day(*map(int, day.groups())):
            what = f"not a catalogue: there is no day {day[0]}, which {name} says"
            raise failed(Location(shown, head.line), what, remedy="open it in Poedit and save it again")


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        return bool(date(year, month, day))
    except ValueError:
        return False


def plural_rule(head: Header, language: str, counted: Sequence[Entry], shown: str, problems: Problems) -> PluralRule:
    """Return the rule that a header says, the language's usual one when it says none or one that won't do (noted).

    `counted` are the translated entries that need it: a rule that mixes up numbers that the language tells apart
    is noted when there are any.
    """
    usual = usual_rule(language, max((entry.forms[-1].number + 1 for entry in counted), default=0))
    said = head.fields.get("plural-forms", "")
    parts = {name.strip(): value.strip() for name, _, value in (part.partition("=") for part in said.split(";"))}
    count, expression = parts.get("nplurals", ""), parts.get("plural", "")
    if not said or count == _TEMPLATE[0] or expression == _TEMPLATE[1]:
        return usual
    place = Location(shown, head.line)
    try:
        rule = _said_rule(language, count, expression)
    except ValueError as error:
        remedy = f"set them in Poedit, or write {usual.header} in the header"
        problems.error(place, str(error), f"1 to {MOST_FORMS} forms, numbered from 0", remedy)
        return usual
    if counted:
        _check_rule(rule, usual, counted[0], place, problems)
    return rule


def _said_rule(language: str, count: str, expression: str) -> PluralRule:
    """Return the rule that a header says; `ValueError` says what is wrong with it."""
    if not re.fullmatch("[0-9]{1,3}", count) or not 1 <= int(count) <= MOST_FORMS:
        raise ValueError(f"nplurals={count[:20]} is no number of plural forms")
    try:
        return PluralRule(language, int(count), expression).tried()
    except ValueError as error:
        raise ValueError(f"the plural forms {quoted(expression)} are no rule: {error}") from None


def _check_rule(rule: PluralRule, usual: PluralRule, entry: Entry, place: Location, problems: Problems) -> None:
    """Note a rule by which numbers take one form that take different ones in the language, as in this entry."""
    mixed = rule.confused()
    if mixed is None:
        return
    what = f"the plural forms {quoted(rule.expression)} give {mixed[0]} and {mixed[1]} one form, and {rule.language}"
    remedy = f"write {usual.header} in the header"
    if rule.count < usual.count:
        remedy += f", and in every counted text the forms that are missing: {blank_forms(entry, usual)}"
    lacks = rule.count < usual.count and "two" not in rule.categories(mixed)
    note = problems.error if lacks else problems.warning
    note(place, f"{what} needs one for each", remedy=remedy)


def blank_forms(entry: Entry, rule: PluralRule) -> str:
    """Return a counted entry as it has to be written by a rule, "…" where it has no form yet."""
    own = {form.number: form.text.strip() for form in entry.forms}
    forms = (f"msgstr[{index}] {as_written(own.get(index) or '…')}" for index in range(rule.count))
    return " ".join([f"msgid {as_written(entry.text)}", f"msgid_plural {as_written(entry.english[-1])}", *forms])


def as_written(text: str) -> str:
    """Return a text as a catalogue writes it, shortened when it is very long."""
    short = text if len(text) <= 200 else text[:199] + "…"
    escaped = short.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
