"""Words in a language: catalogues read at run time, the language's own name and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.pack import shipped
from generator.pack.folder import CATALOGUE_ENDING, LOCALE
from generator.pack.model import Pack
from generator.pack.source.files import inside, read_bytes
from generator.pack.source.text import checked, decoded
from generator.problems import Location, Problems, failed, listed, near, quoted

if TYPE_CHECKING:
    from babel import Locale
    from babel.messages.catalog import Message


class Plurals(NamedTuple):
    """The counted texts of a catalogue: each one's forms, and which of them a number takes."""

    forms: Mapping[str, tuple[str, ...]]
    form: Callable[[int], int]


NO_PLURALS = Plurals({}, lambda n: int(n != 1))


class Catalogue(NamedTuple):
    """What a catalogue translates; a counted text is among the others with its first form."""

    entries: dict[str, str]
    plurals: Plurals


@dataclass(slots=True)
class Words:
    """The words of one language: English text to its translation.

    Texts that were asked for and not found collect in `missing`, so that no untranslated
    word is printed in silence.
    """

    language: str
    entries: Mapping[str, str]
    is_source: bool
    missing: dict[str, None] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    plurals: Plurals = NO_PLURALS

    def translate(self, text: str) -> str:
        """Return `text` in this language; the text itself, noted as missing, when no catalogue has it."""
        translation = self.entries.get(text)
        if translation:
            self.used.add(text)
            return translation
        if not self.is_source and any(character.isalpha() for character in text):
            self.missing.setdefault(text)
        return text

    def plural(self, one: str, many: str, n: int | float | Fraction) -> str:
        """Return the form of a counted text that this language has for `n`; a fraction takes the last one."""
        forms = self.plurals.forms.get(one)
        if forms is None:
            if not self.is_source:
                self.missing.setdefault(one)
            return one if n == 1 else many
        self.used.add(one)
        index = self.plurals.form(abs(int(n))) if n == int(n) else len(forms) - 1
        return forms[min(index, len(forms) - 1)]

    def number(self, value: int | float | Fraction) -> str:
        """Return a number as this language writes it: 2.5 in en, 2,5 in pl; "-" becomes "−"."""
        text = _decimal(value).replace("-", "−")
        if "." in text and (mark := decimal_mark(self.language)) != ".":
            text = text.replace(".", mark)
        return text


def _decimal(value: int | float | Fraction) -> str:
    if isinstance(value, Fraction):
        scaled = value * 1000
        if scaled.denominator != 1:
            return f"{value.numerator}/{value.denominator}"
        value = float(value)
    return f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def locale(language: str) -> Locale | None:
    """Return Babel's locale for a language tag, the part before the first "-" when the whole is unknown."""
    from babel import Locale, UnknownLocaleError

    for tag in (language, _base(language)):
        try:
            return Locale.parse(tag, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return None


def _base(language: str) -> str:
    """Return the part of a tag before its first "-"."""
    return language.split("-", maxsplit=1)[0]


def decimal_mark(language: str) -> str:
    """Return the decimal mark of a language, "." when it is unknown."""
    known = locale(language)
    if _base(language) == "en" or known is None:
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
    alike = {tag.casefold(): tag for tag in pack.file.languages}
    return alike.get(language.casefold().replace("_", "-"), language)


def unlisted(pack: Pack) -> list[Path]:
    """Return the catalogues in a pack's locale/ whose language isn't one of the pack's."""
    catalogues = sorted((pack.folder / LOCALE).glob(f"*{CATALOGUE_ENDING}"))
    return [path for path in catalogues if path.stem not in pack.file.languages]


def words(pack: Pack, language: str, problems: Problems) -> Words:
    """Read the words of `language`: the pack's catalogue before the program's own.

    A missing catalogue and entries marked fuzzy are warnings.
    """
    if language == pack.file.languages[0]:
        return Words(language, {}, is_source=True)
    entries = common(language, problems)
    path = pack.folder / LOCALE / f"{language}{CATALOGUE_ENDING}"
    shown = pack.catalogue(language)
    if path.exists():
        catalogue = _catalogue(inside(pack.folder, path, shown), shown, problems)
        entries.update(catalogue.entries)
        return Words(language, entries, is_source=False, plurals=catalogue.plurals)
    problems.warning(Location(shown), f"no catalogue for {language}: English is printed", remedy="add this file")
    return Words(language, entries, is_source=False)


def common(language: str, problems: Problems) -> dict[str, str]:
    """Return the program's own words (feet, reports) in `language`, none when nobody translated them."""
    if not _TAG.fullmatch(language):  # the language of a filled sheet may be anything
        return {}
    path = shipped.common() / LOCALE / f"{language}{CATALOGUE_ENDING}"
    return _catalogue(path, f"data/common/{LOCALE}/{path.name}", problems).entries if path.is_file() else {}


_TAG = re.compile(r"[A-Za-z0-9]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
_CHARSET = re.compile(r"charset=([\w-]+)")

MOST_ENTRIES = 20_000
"""How many texts a catalogue may have."""


def _catalogue(path: Path, shown: str, problems: Problems) -> Catalogue:
    from babel.messages.pofile import PoFileError, read_po

    content = _catalogue_text(path, shown)
    try:
        catalogue = read_po(content.splitlines(keepends=True), abort_invalid=True)
    except (PoFileError, ValueError, LookupError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise failed(
            Location(shown, 0 if line is None else line + 1),
            f"not a catalogue: {re.sub(r' on [0-9]+$', '', str(error))}",
            remedy="open it in Poedit and save it again",
        ) from error
    entries: dict[str, str] = {}
    forms: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        texts = _texts(message)
        place = Location(shown, message.lineno or 0)
        text = texts.english[0]
        if not all(texts.translations) or not text or _fuzzy(message, text, place, problems):
            continue
        for translation in texts.translations:
            checked(translation, place)
        _check_placeholders(texts.english[-1], texts.translations, place, problems)
        entries[text] = texts.translations[0]
        if len(texts.english) > 1:
            forms[text] = texts.translations
    return Catalogue(entries, Plurals(forms, _form(catalogue.plural_expr, shown) if forms else NO_PLURALS.form))


class _Texts(NamedTuple):
    """The English text, a counted one for one and for many, and what a catalogue says for it."""

    english: tuple[str, ...]
    translations: tuple[str, ...]


def _texts(message: Message) -> _Texts:
    ids = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
    strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
    return _Texts(tuple(map(str, ids)), tuple(text or "" for text in strings) or ("",))


def _fuzzy(message: Message, text: str, place: Location, problems: Problems) -> bool:
    """Whether a translation is marked as a guess, which is reported."""
    if message.fuzzy:
        what = f"the translation of {quoted(text)} is marked fuzzy and not used"
        problems.warning(place, what, remedy="check it and clear the mark")
    return bool(message.fuzzy)


def _form(expression: str, shown: str) -> Callable[[int], int]:
    """Return the rule of a catalogue's Plural-Forms."""
    from gettext import c2py

    try:
        form: Callable[[int], int] = c2py(expression)
        for n in range(200):
            form(n)
    except (ValueError, ZeroDivisionError, RecursionError):
        raise failed(
            Location(shown), f"the plural forms {expression[:60]!r} are no rule", remedy="set them in Poedit"
        ) from None
    return form


def _catalogue_text(path: Path, shown: str) -> str:
    """Return a catalogue's text; `Failed` when it isn't UTF-8 or has too many entries."""
    text = decoded(read_bytes(path, shown), shown).lstrip("\ufeff")
    charset = _CHARSET.search(text[:4000])
    if charset and charset[1].lower() not in ("utf-8", "utf8", "us-ascii", "ascii", "charset"):
        line = text.count("\n", 0, charset.start()) + 1
        raise failed(Location(shown, line), f"a catalogue in {charset[1]}", "UTF-8", "save it as UTF-8")
    if text.count("msgid") > MOST_ENTRIES or text.count("\n") > 10 * MOST_ENTRIES:
        raise failed(Location(shown), "a catalogue this long", f"at most {MOST_ENTRIES} texts")
    return text


def _check_placeholders(text: str, translations: Sequence[str], place: Location, problems: Problems) -> None:
    """Report placeholders that a translation lacks or made up; the first of several forms may leave its number out."""
    english = set(_PLACEHOLDER.findall(text))
    for index, translation in enumerate(translations):
        own = set(_PLACEHOLDER.findall(translation))
        if own != english and not (index == 0 and len(translations) > 1 and own == english - {"n"}):
            problems.error(
                place,
                f"the translation of {quoted(text)} has other placeholders: {listed(sorted(own)) or 'none'}",
                listed(sorted(english)) or "none",
                "copy the {…} parts letter for letter",
            )
