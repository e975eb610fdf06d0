"""Words in a language: catalogues read at run time, the language's own name and numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from generator.pack import shipped
from generator.pack.folder import CATALOGUE_ENDING, LOCALE
from generator.pack.model import Pack
from generator.pack.source.files import inside
from generator.pack.words.catalogue import Catalogue, Counted, blank_forms, catalogue, key
from generator.pack.words.plurals import PluralRule, base, category_of, locale, usual_rule
from generator.pack.words.po import Entry
from generator.problems import Location, Problem, Problems, Severity, failed, listed, near, quoted


class Guess(NamedTuple):
    """Which number took the form of 2 of a counted text, as there is none for fractions among its `forms`."""

    number: str
    form: str
    forms: int


@dataclass(slots=True)
class Words:
    """The words of one language: English text to its translation.

    Texts that were asked for and not found collect in `missing`, so that no untranslated
    word is printed in silence: each with its text for many, "" for one that isn't counted. Those in `told` don't, as
    something else was said of them. `lines` are those of the pack's catalogue. Words are not `sound` when there
    are errors in a catalogue.
    """

    language: str
    entries: Mapping[str, str]
    is_source: bool
    missing: dict[str, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    counted: Mapping[str, Counted] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    told: Collection[str] = ()
    rule: PluralRule | None = None
    guesses: dict[str, Guess] = field(default_factory=dict)
    sound: bool = True

    def translate(self, text: str) -> str:
        """Return `text` in this language; the text itself, noted as missing, when no catalogue has it."""
        translation = self.entries.get(key(text))
        if translation:
            self.used.add(key(text))
            return translation
        if any(character.isalpha() for character in text):
            self._miss(text)
        return text

    def _miss(self, text: str, many: str = "") -> None:
        if not self.is_source and key(text) not in self.told:
            self.missing.setdefault(text, many)

    def plural(self, one: str, many: str, n: int | float | Fraction | str) -> str:
        """Return the form of a counted text that this language has for `n` as it is printed: 1.5, 2.0 or 2.

        Raises `ValueError` for what is no number.
        """
        number = counted_number(n)
        counted = self.counted.get(key(one))
        if counted:
            self.used.add(key(one))
            index, guess = counted.rule.choice(number)
            if guess:
                self.guesses.setdefault(one, Guess(self.number(n), counted.forms[index], len(counted.forms)))
            return counted.forms[index]
        if key(one) in self.entries and self._rule.count == 1:
            return self.translate(one)
        if not self.uncounted(one):
            self._miss(one, many)
        if self.is_source and base(self.language) != "en":
            return self._of_source(one, many, number)
        return one if number == 1 and number.as_tuple().exponent == 0 else many

    def _of_source(self, one: str, many: str, number: Decimal) -> str:
        """Return one of the two forms that a text has in a language that isn't English, as its grammar says."""
        category = category_of(self.language, number)
        if category not in ("one", "other", category_of(self.language, Decimal(5))):
            self.guesses.setdefault(one, Guess(str(number), many, 2))
        return one if category == "one" else many

    def uncounted(self, one: str) -> bool:
        """Whether the catalogue has a counted text, but as one that isn't, so that it can't be used."""
        return key(one) in self.entries and key(one) not in self.counted and self._rule.count > 1

    def blank(self, one: str, many: str) -> str:
        """Return the entry of a counted text as it has to be written, "…" in place of its forms."""
        return blank_forms(Entry(0, None, (one, many), (), fuzzy=False), self._rule)

    @property
    def _rule(self) -> PluralRule:
        return self.rule or usual_rule(self.language)

    def number(self, value: int | float | Fraction | str) -> str:
        """Return a number as this language writes it: 2.5 in en, 2,5 in pl; "-" becomes "−".

        Nothing, true and false are no numbers.
        """
        if value is None or isinstance(value, bool):
            raise ValueError(f"{quoted(value)} stands where a number is needed")
        text = _decimal(value).replace("-", "−")
        if "." in text and (mark := decimal_mark(self.language)) != ".":
            text = text.replace(".", mark)
        return text


def _decimal(value: int | float | Fraction | str) -> str:
    if isinstance(value, Fraction):
        scaled = value * 1000
        if scaled.denominator != 1:
            return f"{value.numerator}/{value.denominator}"
        value = float(value)
    if not isinstance(value, float):
        return str(value)
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


_NUMBER = re.compile(r"\s*([-+\u2212]?)([0-9]{1,400})(?:[.,]([0-9]{1,400}))?\s*")


def counted_number(value: object) -> Decimal:
    """Return the number that is counted, with the decimals that are printed of it; `ValueError` for no number."""
    if isinstance(value, str) and (text := _NUMBER.fullmatch(value)):
        sign = "-" if text[1] in ("-", "\u2212") else ""
        return Decimal(f"{sign}{text[2]}" + (f".{text[3]}" if text[3] else ""))
    endless = isinstance(value, float) and not isfinite(value)
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)) or endless:
        raise ValueError(f"{quoted(value)} can't be counted: plural() needs a number")
    printed = _decimal(value)
    if "/" in printed:
        return Decimal(int(printed.split("/")[0])) / Decimal(int(printed.split("/")[1]))
    return Decimal(printed)


def decimal_mark(language: str) -> str:
    """Return the decimal mark of a language, "." when it is unknown."""
    known = locale(language)
    if base(language) == "en" or known is None:
        return "."
    symbols = known.number_symbols
    return str(symbols.get("latn", symbols).get("decimal", "."))


def own_name(language: str) -> str:
    """Return a language's name in itself, such as "polski"; the tag when nobody knows it."""
    if language == "en":
        return "English"
    if language in _OWN_NAMES:
        return _OWN_NAMES[language]
    known = locale(language)
    return (known.get_display_name(known) or language) if known else language


# Tags that the locale data knows only by their base language.
_OWN_NAMES: Mapping[str, str] = {"be-tarask": "беларуская (тарашкевіца)"}


def languages(pack: Pack, language: str | None) -> list[str]:
    """Return the languages to build: the one that is asked for, or all with None or "all".

    Raises `Failed` for a language that the pack lacks.
    """
    known = pack.file.languages
    if language is None or language == "all":
        return list(known)
    if (tag := tag_in(pack, language)) in known:
        return [tag]
    raise failed(
        pack.source.place(("languages",)),
        f"{pack.id} has no language {quoted(language)}",
        f"{listed(known)}, all",
        near(language, known)
        or f"to add one, write {LOCALE}/{language}{CATALOGUE_ENDING} and name {language} under languages",
    )


def tag_in(pack: Pack, language: str) -> str:
    """Return a language's tag as the pack writes it: large and small letters are alike, and so are - and _."""
    known = {tag.casefold(): tag for tag in pack.file.languages}
    return known.get(language.casefold().replace("_", "-"), language)


def unlisted(pack: Pack) -> list[Path]:
    """Return the catalogues in a pack's locale/ whose language isn't one of the pack's."""
    catalogues = sorted((pack.folder / LOCALE).glob(f"*{CATALOGUE_ENDING}"))
    return [path for path in catalogues if path.stem not in pack.file.languages]


def words(pack: Pack, language: str, problems: Problems) -> Words:
    """Read the words of `language`: the pack's catalogue before the program's own.

    A missing catalogue, entries marked fuzzy, a language that nobody knows and one without the program's own words
    are warnings.
    """
    before = problems.errors_told
    is_source = language == pack.file.languages[0]
    own = _common(language, problems)
    of_pack = None if is_source else _of_pack(pack, language, problems)
    read = [some for some in (own, of_pack) if some]
    entries = {text: said for some in read for text, said in some.entries.items()}
    counted = {text: forms for some in read for text, forms in some.counted.items()}
    _check_tag(pack, language, problems)
    lacking = _lacking(pack, language, own, entries, problems)
    return Words(
        language,
        entries,
        is_source,
        counted=counted,
        lines=of_pack.lines if of_pack else {},
        told=lacking | frozenset(text for some in read for text in some.told),
        rule=of_pack.rule if of_pack else None,
        sound=problems.errors_told == before,
    )


def _of_pack(pack: Pack, language: str, problems: Problems) -> Catalogue | None:
    """Return a pack's catalogue, None with a warning when there is none."""
    path = pack.folder / LOCALE / f"{language}{CATALOGUE_ENDING}"
    shown = pack.catalogue(language)
    if path.exists():
        return catalogue(inside(pack.folder, path, shown), shown, language, problems)
    misnamed = next((file for file in unlisted(pack) if alike(file.stem, language)), None)
    remedy = f"rename {misnamed.name} to {path.name}" if misnamed else "add this file"
    problems.warning(Location(shown), f"no catalogue for {language}: English is printed", remedy=remedy)
    return None


def alike(tag: str, language: str) -> bool:
    """Whether two tags were meant to be the same: pl-PL, pl_PL and PL are pl."""
    one, other = (word.casefold().replace("_", "-").replace("@", "-") for word in (tag, language))
    return one == other or base(one) == other or one == base(other)


def uncounted(pack: Pack, words: Words, one: str, many: str) -> Iterator[Problem]:
    """Yield the problem of a counted text that the pack's catalogue has as one that isn't counted."""
    if not words.uncounted(one):
        return
    place = Location(pack.catalogue(words.language), words.lines.get(key(one), 0))
    what = f"the text {quoted(one)} is counted, and its entry has only one form"
    yield Problem(Severity.ERROR, place, what, remedy=f"write: {words.blank(one, many)}")


def common(language: str, problems: Problems) -> dict[str, str]:
    """Return the program's own words (feet, reports) in `language`, none when nobody translated them."""
    own = _common(language, problems)
    return dict(own.entries) if own else {}


def _common(language: str, problems: Problems) -> Catalogue | None:
    """Return the program's own catalogue of a language, or of the language that its tag begins with."""
    if not _TAG.fullmatch(language):  # the language of a filled sheet may be anything
        return None
    for tag in dict.fromkeys((language, language.lower(), base(language).lower())):
        path = shipped.common() / LOCALE / f"{tag}{CATALOGUE_ENDING}"
        if path.is_file():
            return catalogue(path, _shown(path), tag, problems)
    return None


def _shown(path: Path) -> str:
    return f"data/common/{LOCALE}/{path.name}"


_TAG = re.compile(r"[A-Za-z0-9]{1,8}(?:-[A-Za-z0-9]{1,8})*")


def program_texts() -> dict[str, str]:
    """Return the English texts of the program's own, each with the catalogue that has it translated."""
    path = max((shipped.common() / LOCALE).glob(f"*{CATALOGUE_ENDING}"), default=None)
    if path is None:
        return {}
    return dict.fromkeys(catalogue(path, _shown(path), path.stem, Problems()).entries, _shown(path))


def _lacking(
    pack: Pack, language: str, own: Catalogue | None, entries: Mapping[str, str], problems: Problems
) -> frozenset[str]:
    """Return the texts of the program's own that stay English; the language that lacks them is told once."""
    if own:
        return frozenset()
    texts = program_texts()
    lacking = {text: shown for text, shown in texts.items() if text not in entries}
    if base(language).casefold() == "en" or not lacking:
        return frozenset(texts)
    what = f"the program's own words aren't in {language}: what feet, fillable forms and reports say stays English"
    if len(lacking) < len(texts):
        what = f"{len(lacking)} of the program's own words aren't in {language} and stay English: {listed(lacking, 3)}"
    shown = next(iter(lacking.values()))
    remedy = f"translate {shown} as data/common/{LOCALE}/{language}{CATALOGUE_ENDING}"
    if language != pack.file.languages[0]:
        remedy += f", or add its texts to {pack.catalogue(language)}"
    problems.warning(_tag_place(pack, language), what, remedy=remedy)
    return frozenset(lacking)


def _check_tag(pack: Pack, language: str, problems: Problems) -> None:
    """Warn of the tag of a language that nobody knows, unless it is one for private use."""
    private = re.match(r"(?:x|art|q[a-t][a-z])(?:-|$)", language, re.IGNORECASE)
    if locale(language) is None and not private:
        what = f"{language} is no language that is known: numbers and plural forms are those of English"
        problems.warning(_tag_place(pack, language), what, "tags such as de, pt-BR, be-tarask")


def _tag_place(pack: Pack, language: str) -> Location:
    known = pack.file.languages
    return pack.source.place(("languages", known.index(language)) if language in known else ("languages",))
