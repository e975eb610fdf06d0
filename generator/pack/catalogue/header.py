"""The header of a catalogue: what it says of itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from generator.pack.catalogue.language import base
from generator.pack.catalogue.plurals import PluralRule, usual_rule
from generator.pack.catalogue.po import MOST_FORMS, Entry
from generator.problems import Location, Problems, failed, quoted

_FIELD = re.compile(r"([A-Za-z][\w-]*)[ \t]*:[ \t]*(.*)")
_PLURAL_FORMS = re.compile(r"nplurals\s*=\s*([^;]*?)\s*;\s*plural\s*=\s*([^;]*?)\s*(?:;.*)?")
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])")
_TEMPLATE = ("INTEGER", "EXPRESSION")
"""What stands in place of a rule in the header of a template, a .pot file."""


class Header(NamedTuple):
    """The fields of a header, and the line that it begins in."""

    line: int
    fields: dict[str, str]


def header(entry: Entry | None) -> Header:
    """Return the header that the entry of the empty text is."""
    if entry is None:
        return Header(0, {})
    lines = "".join(form.text for form in entry.forms).split("\n")
    fields = (match for line in lines if (match := _FIELD.match(line)) is not None)
    return Header(entry.line, {match[1].lower(): match[2].strip() for match in fields})


def check_dates(head: Header, shown: str) -> None:
    """Raise `Failed` for a date that there isn't; what stands in a template instead of one is none."""
    for name in ("pot-creation-date", "po-revision-date"):
        day = _DATE.match(head.fields.get(name, ""))
        try:
            _ = day and date(int(day[1]), int(day[2]), int(day[3]))
        except ValueError:
            what = f"not a catalogue: there is no day {day[0] if day else ''}, which {name} says"
            raise failed(Location(shown, head.line), what, remedy="open it in Poedit and save it again") from None


def check_language(head: Header, language: str, shown: str, problems: Problems) -> None:
    """Warn when the header says another language than the file's name does."""
    said = head.fields.get("language", "").replace("_", "-").replace("@", "-")
    if said and base(said).casefold() != base(language).casefold():
        what = f"the header says Language: {said[:30]}, and the file is named {language}"
        problems.warning(Location(shown, head.line), what, remedy="correct the one that is wrong")


def plural_rule(head: Header, language: str, counted: Sequence[Entry], shown: str, problems: Problems) -> PluralRule:
    """Return the rule that a header says, the language's usual one when it says none or one that won't do (noted).

    `counted` are the translated entries that need it: a rule that mixes up numbers that the language tells apart
    is noted when there are any.
    """
    count = max((entry.forms[-1].number + 1 for entry in counted), default=0)
    usual = usual_rule(language, count)
    said = head.fields.get("plural-forms", "")
    match = _PLURAL_FORMS.fullmatch(said)
    place = Location(shown, head.line)
    if not said or (match and (match[1] == _TEMPLATE[0] or match[2] == _TEMPLATE[1])):
        return usual
    problem = ""
    if match is None:
        problem = f"the plural forms {quoted(said)} are no rule"
    elif not re.fullmatch("[0-9]{1,3}", match[1]) or not 1 <= int(match[1]) <= MOST_FORMS:
        problem = f"nplurals={match[1][:20]} is no number of plural forms"
    else:
        try:
            rule = PluralRule(language, int(match[1]), match[2])
        except ValueError as error:
            problem = f"the plural forms {quoted(match[2])} are no rule" + (
                "" if str(error) == "they are no rule" else f": {error}"
            )
        else:
            _check_rule(rule, usual, counted, place, problems)
            return rule
    remedy = f"set them in Poedit, or write {usual.header} in the header"
    problems.error(place, problem, f"nplurals=1 to {MOST_FORMS}, and forms from 0 to one less than that", remedy)
    return usual


def _check_rule(
    rule: PluralRule, usual: PluralRule, counted: Sequence[Entry], place: Location, problems: Problems
) -> None:
    """Note a rule by which numbers take one form that take different ones in the language."""
    mixed = None
    with suppress(ValueError):
        mixed = rule.confused() if counted else None
    if mixed is None:
        return
    what = f"the plural forms {quoted(rule.expression)} give {mixed[0]} and {mixed[1]} one form, and {rule.language}"
    what += " has one for each"
    remedy = f"write {usual.header} in the header"
    if rule.count < usual.count:
        remedy += f", and in every counted text the forms that are missing: {blank_forms(counted[0], usual)}"
    lacks = rule.count < usual.count and "two" not in rule.categories(mixed)
    note = problems.error if lacks else problems.warning
    note(place, what, remedy=remedy)


def blank_forms(entry: Entry, rule: PluralRule) -> str:
    """Return a counted entry as it has to be written by a rule, "…" where it has no form yet."""
    own = {form.number: form.text for form in entry.forms}
    forms = (f"msgstr[{index}] {as_written(own.get(index) or '…')}" for index in range(rule.count))
    return " ".join([f"msgid {as_written(entry.text)}", f"msgid_plural {as_written(entry.english[-1])}", *forms])


def as_written(text: str) -> str:
    """Return a text as a catalogue writes it, shortened when it is very long."""
    short = text if len(text) <= 200 else text[:199] + "…"
    escaped = short.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
