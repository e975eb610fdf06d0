"""Catalogues as translators and their programs write them: read, or told with entry and line."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import MakePack, pdf_text

from generator.cli.main import main
from generator.pack.load import load
from generator.pack.words import localise
from generator.pack.words.localise import Words
from generator.pack.words.placeholders import slip
from generator.pack.words.plurals import PluralRule, usual_rule
from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.options import BuildOptions

PACK = """\
title: Cards
version: "0.1"
players: {from: 1, to: 4}
languages: [LANGUAGES]
components:
  card: {title: Card, template: card.svg.j2, size: [63, 88], items: deck, layout: page}
"""
CARD = """\
{% extends "common/face.svg.j2" %}
{% block face %}{{ words(SAID, 2, 2, 55, 20, size=10) }}{% endblock %}
"""
COUNTED = 'plural("{n} point", "{n} points", item.n)'
TAKE = "_(item.text, count=3)"
TAKEN = '- {id: a, text: "Take {count} cubes"}\n'
NAMES = 'msgid "Cards"\nmsgstr "Karty"\n\nmsgid "Card"\nmsgstr "Karta"\n\n'

SLAVIC = (
    '"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : '
    'n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"\n'
)
POLISH = '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"\n'
ENGLISH = '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'


def po(*entries: str, header: str = "") -> str:
    """Return a catalogue; the first entry after the names begins in line 10, and later by the lines of the header."""
    return f'msgid ""\nmsgstr ""\n{header}\n{NAMES}' + "\n".join(entries)


def points(*forms: str) -> str:
    return 'msgid "{n} point"\nmsgid_plural "{n} points"\n' + "".join(
        f'msgstr[{number}] "{form}"\n' for number, form in enumerate(forms)
    )


def cubes(translation: str) -> str:
    return f'msgid "Take {{count}} cubes"\nmsgstr "{translation}"\n'


RUSSIAN = points("{n} очко", "{n} очка", "{n} очков")


def game(
    make_pack: MakePack, language: str, catalogue: str | bytes, said: str = TAKE, rows: str = TAKEN, more: str = "en, "
) -> Path:
    files = {"deck.yaml": rows, f"locale/{language}.po": catalogue}
    return make_pack(files, pack=PACK.replace("LANGUAGES", more + language), card=CARD.replace("SAID", said))


def numbers(*counts: object) -> str:
    return "".join(f"- {{id: c{place}, n: {count}}}\n" for place, count in enumerate(counts))


def printed(folder: Path, language: str) -> tuple[str, list[str]]:
    """Build in one language; return what is printed, and what was told."""
    problems = Problems()
    (file,) = build(BuildOptions(str(folder), language=language, out=folder.parent / "out"), problems, lambda _: None)
    return " ".join(pdf_text(file.path).split()), [str(problem) for problem in problems]


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "fault of the program" not in result.output
    return result


def refused(folder: Path, language: str) -> str:
    """Check and build; return what both say, which is an error, and nothing is printed."""
    built = run("build", folder, "--lang", language, "-o", folder.parent / "out")
    checked = run("check", folder)
    assert (built.exit_code, checked.exit_code) == (1, 1), built.output + checked.output
    assert not list(folder.parent.rglob("*.pdf"))
    errors = [line for line in built.stderr.splitlines() if ": error: " in line]
    assert set(errors) <= set(checked.stderr.splitlines())
    return "\n".join(errors)


def told(folder: Path) -> list[str]:
    """Check a pack; return what it says of files, without the name of its folder."""
    lines = run("check", folder).stderr.splitlines()
    return [line.replace(f"{folder}/", "") for line in lines if ": error: " in line or ": warning: " in line]


# ------------------------------------------------------------------ what msgfmt reads

READ = {
    "obsolete": po(cubes("Weź {count} kostki"), '#~| msgid "Take"\n#~ msgid "Takes"\n#~ msgstr "Weźcie"\n'),
    "an obsolete text twice": po(cubes("Weź {count} kostki"), '#~ msgid "x"\n#~ msgstr "y"\n#~ "z"\n' * 2),
    "a former msgid": po('#| msgid "Take cubes"\n' + cubes("Weź {count} kostki")),
    "a day": po(cubes("Weź {count} kostki"), header='"POT-Creation-Date: 2026-01-31\\n"\n'),
    "a template": po(
        cubes("Weź {count} kostki"),
        header='"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"\n"Language: \\n"\n'
        '"Content-Type: text/plain; charset=CHARSET\\n"\n"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"\n',
    ),
    "U+2028 in a comment": po("# one\u2028two\n" + cubes("Weź {count} kostki")),
    "U+2028 in a text": po(cubes("Weź\u2028{count} kostki")),
    "a mark of the order of bytes": "\ufeff" + po(cubes("Weź {count} kostki")),
    "UTF-16": po(cubes("Weź {count} kostki")).encode("utf-16"),
    "line ends of Windows": po(cubes("Weź {count} kostki")).replace("\n", "\r\n"),
    "line ends of old": po(cubes("Weź {count} kostki")).replace("\n", "\r"),
    "texts in pieces": po('msgid "Take "\n"{count}" " cubes"\nmsgstr ""\n"Weź "\n\n"{count} kostki"\n'),
    "no spaces": po('msgid"Take {count} cubes"\nmsgstr\n"Weź {count} kostki" # so\n'),
    "escapes": po(cubes("We\\172 {count}\\x20kostki").replace("We\\172", "Weź")),
    "a domain": po('domain "messages"\n' + cubes("Weź {count} kostki")),
    "no entry at the end of a comment": po(cubes("Weź {count} kostki"), "# the end"),
    "a text in a context": po('msgctxt "card"\n' + cubes("Weź {count} kostki")),
    "one translation in two contexts": po(*(f'msgctxt "{c}"\n' + cubes("Weź {count} kostki") for c in "ab")),
}


@pytest.mark.parametrize("kind", READ)
def test_what_msgfmt_reads_is_read(make_pack: MakePack, kind: str) -> None:
    assert printed(game(make_pack, "pl", READ[kind]), "pl") == ("Weź 3 kostki", [])


def test_a_text_keeps_the_separators_that_its_table_has(make_pack: MakePack) -> None:
    folder = game(make_pack, "pl", po('msgid "a\u2028b"\nmsgstr "c\u2029d"\n'))
    assert localise.words(load(str(folder), Problems()), "pl", Problems()).translate("a\u2028b") == "c\u2029d"


BROKEN = {
    "no msgstr": (po('msgid "A"\n', cubes("x")), ":10: error: not a catalogue: no msgstr for msgid 'A'"),
    "curly quotes": (po("msgid “A”\n"), "has curly quotation marks, and a text stands between straight ones"),
    "a quote in a text": (po(cubes('so "ein" Ding')), 'a quotation mark within a text is written \\"'),
    "no end": (po('msgid "A\nmsgstr "B"\n'), ":10: error: not a catalogue"),
    "no sign": (po(cubes("\\q")), ":11: error: not a catalogue: \\q is no sign"),
    "merged": (po("<<<<<<< HEAD\n" + cubes("x")), "two versions of the file were merged here"),
    "a form too many": (po('msgid "A"\nmsgid_plural "B"\nmsgstr[10] "C"\n'), "msgstr[10]; allowed: msgstr[0] to"),
    "a form twice": (po(points("a", "b") + 'msgstr[1] "c"\n'), ":14: error: not a catalogue: a second msgstr[1]"),
    "no number": (po('msgid "A"\nmsgid_plural "B"\nmsgstr "C"\n'), "allowed: msgstr[0], msgstr[1] …"),
    "a number": (po('msgid "A"\nmsgstr[0] "C"\n'), "allowed: msgstr, or msgid_plural before it"),
    "no day": (po(header='"PO-Revision-Date: 2026-02-30 10:00+0100\\n"\n'), ":1: error: not a catalogue: there is no"),
    "Latin-2": (po(header='"Content-Type: text/plain; charset=ISO-8859-2\\n"\n'), "a catalogue in ISO-8859-2; allowed"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_no_catalogue_is_told_at_its_line(make_pack: MakePack, kind: str) -> None:
    catalogue, message = BROKEN[kind]
    assert message in refused(game(make_pack, "pl", catalogue), "pl")


def test_a_broken_catalogue_stops_its_language_alone(make_pack: MakePack) -> None:
    folder = game(make_pack, "pl", "msgid broken\n")
    with pytest.raises(Failed, match="not a catalogue"):
        build(BuildOptions(str(folder), out=folder.parent / "out"), Problems(), lambda _: None)
    assert [path.parent.name for path in folder.parent.rglob("*.pdf")] == ["en"]


# ------------------------------------------------------------------ texts that stand twice


def test_a_text_that_stands_twice_is_told_with_both_lines(make_pack: MakePack) -> None:
    error = refused(game(make_pack, "pl", po(cubes("Weź {count} kostki"), cubes("Bierz {count} kostki"))), "pl")
    assert "pl.po:13: error: the text 'Take {count} cubes' stands twice, here and in line 10; keep the right" in error


def test_a_text_that_stands_twice_alike_is_a_warning(make_pack: MakePack) -> None:
    folder = game(make_pack, "pl", po(cubes("Weź {count} kostki"), cubes("Weź {count} kostki")))
    text, (warning,) = printed(folder, "pl")
    assert text == "Weź 3 kostki"
    assert "pl.po:13: warning: the text 'Take {count} cubes' stands twice, here and in line 10" in warning


@pytest.mark.parametrize("order", [1, -1])
def test_a_text_with_a_context_gives_way_to_the_one_without(make_pack: MakePack, order: int) -> None:
    entries = [cubes("Weź {count} kostki"), 'msgctxt "card"\n' + cubes("Źle {count}")][::order]
    text, (warning,) = printed(game(make_pack, "pl", po(*entries)), "pl")
    assert text == "Weź 3 kostki"
    assert "stands here with a context (msgctxt), and in line" in warning
    assert "remove the one with the context" in warning


def test_two_contexts_of_one_text_are_told(make_pack: MakePack) -> None:
    entries = ('msgctxt "card"\n' + cubes("Weź {count} kostki"), 'msgctxt "hex"\n' + cubes("Bierz {count} kostki"))
    error = refused(game(make_pack, "pl", po(*entries)), "pl")
    assert "pl.po:15: error: the text 'Take {count} cubes' stands here for 'hex', and in line 11 for 'card'" in error


def test_two_headers_are_told(make_pack: MakePack) -> None:
    folder = game(make_pack, "pl", po(cubes("Weź {count} kostki"), 'msgid ""\nmsgstr ""\n'))
    assert "pl.po:13: error: a second header; the first is in line 1" in refused(folder, "pl")


def test_a_fuzzy_text_is_told_once(make_pack: MakePack) -> None:
    folder = game(make_pack, "pl", po("#, fuzzy, c-format\n" + cubes("Weź {count} kostki")))
    text, (warning,) = printed(folder, "pl")
    assert text == "Take 3 cubes"
    assert "pl.po:11: warning: the translation of 'Take {count} cubes' is marked fuzzy and not used" in warning


def test_one_text_has_one_form(make_pack: MakePack) -> None:
    folder = game(
        make_pack, "pl", po('msgid "cafe\u0301"\nmsgstr "kawiarnia"\n'), "_(item.text)", '- {id: a, text: "café"}'
    )
    assert printed(folder, "pl") == ("kawiarnia", [])


def test_a_header_of_another_language_is_told(make_pack: MakePack) -> None:
    folder = game(make_pack, "pl", po(cubes("Weź {count} kostki"), header='"Language: ru_RU\\n"\n'))
    (line,) = told(folder)
    assert line.startswith(
        "locale/pl.po:1: warning: the header says Language: ru-RU, and the file is named pl; correct"
    )


# ------------------------------------------------------------------ fractions


@pytest.mark.parametrize(
    ("language", "header", "forms", "wanted"),
    [
        ("ru", SLAVIC, ("{n} очко", "{n} очка", "{n} очков"), "1,5 очка 2 очка 5 очков 21 очко 0,25 очка −2,5 очка"),
        ("ru", "", ("{n} очко", "{n} очка", "{n} очков"), "1,5 очка 2 очка 5 очков 21 очко 0,25 очка −2,5 очка"),
        ("fr", "", ("{n} point", "{n} points"), "1,5 point 2 points 5 points 21 points 0,25 point −2,5 points"),
        ("de", ENGLISH, ("{n} Punkt", "{n} Punkte"), "1,5 Punkte 2 Punkte 5 Punkte 21 Punkte 0,25 Punkte −2,5 Punkte"),
        (
            "pl",
            POLISH.replace("nplurals=3", "nplurals=4"),
            ("{n} punkt", "{n} punkty", "{n} punktów", "{n} punktu"),
            "1,5 punktu 2 punkty 5 punktów 21 punktów 0,25 punktu −2,5 punktu",
        ),
    ],
)
def test_fractions_take_the_form_that_grammar_gives_them(
    make_pack: MakePack, language: str, header: str, forms: tuple[str, ...], wanted: str
) -> None:
    folder = game(make_pack, language, po(points(*forms), header=header), COUNTED, numbers(1.5, 2, 5, 21, 0.25, -2.5))
    text, warnings = printed(folder, language)
    assert text == wanted
    assert not [warning for warning in warnings if "for fractions" in warning]


@pytest.mark.parametrize(
    ("language", "header", "forms", "wanted"),
    [
        ("be-tarask", SLAVIC, ("{n} ачко", "{n} ачкі", "{n} ачкоў"), "1,5 ачкі"),
        ("uk", SLAVIC, ("{n} очко", "{n} очки", "{n} очок"), "1,5 очки"),
        ("pl", POLISH, ("{n} punkt", "{n} punkty", "{n} punktów"), "1,5 punkty"),
        ("cs", "", ("{n} bod", "{n} body", "{n} bodů"), "1,5 body"),
    ],
)
def test_a_language_whose_fractions_need_a_form_of_their_own_says_so(
    make_pack: MakePack, language: str, header: str, forms: tuple[str, ...], wanted: str
) -> None:
    text, warnings = printed(
        game(make_pack, language, po(points(*forms), header=header), COUNTED, numbers(1.5)), language
    )
    assert text == wanted
    line = 10 + len(header.splitlines())
    (warning,) = [warning for warning in warnings if f"{language}.po:{line}: " in warning]
    assert f"'{{n}} point' has no form for fractions: 1,5 took that of 2, {forms[1]!r}; say nplurals=4" in warning
    assert "msgstr[3], as it is read after 1,5" in warning


def test_a_number_is_counted_as_it_is_printed() -> None:
    words = Words("en", {}, is_source=True)
    counted = [
        (1, "point"), (1.0, "point"), (0.9999, "point"), (Fraction(2, 2), "point"), ("1", "point"), ("1.0", "points"),
        (1.5, "points"), (Fraction(1, 3), "points"), ("2,50", "points"), (0, "points"), (10**400, "points"),
    ]  # fmt: skip
    assert [words.plural("point", "points", n) for n, _ in counted] == [form for _, form in counted]
    assert [words.number(n) for n in (2.50, "2.50", -0.0001, Fraction(1, 3))] == ["2.5", "2.50", "0", "1/3"]


@pytest.mark.parametrize("nothing", ["null", "true", "three", ".nan", ".inf", "[1]"])
def test_what_is_no_number_is_not_counted(make_pack: MakePack, nothing: str) -> None:
    folder = game(make_pack, "pl", po(points("a {n}", "b {n}", "c {n}")), COUNTED, numbers(nothing))
    assert "card.svg.j2:2: error: card 'c0': " in refused(folder, "pl")


def test_an_untranslated_language_counts_by_its_own_grammar(make_pack: MakePack) -> None:
    french = make_pack(
        {"deck.yaml": numbers(0, 1.5, 2)}, "french", PACK.replace("LANGUAGES", "fr"), CARD.replace("SAID", COUNTED)
    )
    assert printed(french, "fr")[0] == "0 point 1,5 point 2 points"
    said = COUNTED.replace("points", "очков").replace("point", "очко")
    russian = make_pack(
        {"deck.yaml": numbers(21, 5, 2)}, "russian", PACK.replace("LANGUAGES", "ru"), CARD.replace("SAID", said)
    )
    text, (warning,) = printed(russian, "ru")
    assert text == "21 очко 5 очков 2 очков"
    assert "pack.yaml:4:12: warning: '{n} очко': 2 took the form for many, and ru has one of its own" in warning


# ------------------------------------------------------------------ forms that are missing


@pytest.mark.parametrize("lacking", ["", 'msgstr[2] ""\n', 'msgstr[2] " "\n'])
def test_a_missing_form_shows_the_entry_to_write(make_pack: MakePack, lacking: str) -> None:
    catalogue = po(points("{n} очко", "{n} очка") + lacking, header=SLAVIC)
    error = refused(game(make_pack, "ru", catalogue, COUNTED, numbers(5)), "ru")
    assert "ru.po:11: error: the counted text '{n} point' lacks msgstr[2], its form for 0, 5, 6 …; write: " in error
    entry = 'msgid "{n} point" msgid_plural "{n} points" msgstr[0] "{n} очко" msgstr[1] "{n} очка" msgstr[2] "…"'
    assert entry in error


def test_a_counted_text_with_one_form_shows_the_entry_to_write(make_pack: MakePack) -> None:
    catalogue = po('msgid "{n} point"\nmsgstr "{n} очко"\n', header=SLAVIC)
    folder = game(make_pack, "ru", catalogue, COUNTED, numbers(5))
    error = refused(folder, "ru")
    assert "ru.po:11: error: the text '{n} point' is counted, and its entry has only one form; write: msgid " in error
    assert 'msgid_plural "{n} points" msgstr[0] "…" msgstr[1] "…" msgstr[2] "…"' in error
    assert not any("nothing uses" in line for line in told(folder))


def test_a_counted_text_without_an_entry_shows_the_entry_to_write(make_pack: MakePack) -> None:
    text, (warning,) = printed(game(make_pack, "ru", po(), COUNTED, numbers(5)), "ru")
    assert text == "5 points"
    assert "ru.po: warning: no translation of '{n} point'; add it to the ru catalogue: msgid" in warning
    assert 'msgstr[2] "…"' in warning


def test_one_form_is_enough_where_the_language_has_one(make_pack: MakePack) -> None:
    folder = game(make_pack, "id", po('msgid "{n} point"\nmsgstr "{n} poin"\n'), COUNTED, numbers(1, 5))
    text, warnings = printed(folder, "id")
    assert text == "1 poin 5 poin"
    assert not [warning for warning in warnings if "id.po" in warning and "point" in warning]


def test_a_form_too_many_is_told(make_pack: MakePack) -> None:
    catalogue = po(points("{n} a", "{n} b", "{n} c", "{n} d"), header=SLAVIC)
    error = refused(game(make_pack, "ru", catalogue, COUNTED, numbers(5)), "ru")
    assert "ru.po:16: error: the counted text '{n} point' has msgstr[3], and there are 3 forms" in error


# ------------------------------------------------------------------ rules


@pytest.mark.parametrize("language", ["pl", "ru", "be-tarask", "cs"])
def test_english_plurals_in_a_slavic_catalogue_are_told(make_pack: MakePack, language: str) -> None:
    catalogue = po(points("{n} punkt", "{n} punkty"), header=ENGLISH)
    error = refused(game(make_pack, language, catalogue, COUNTED, numbers(5)), language)
    assert f"{language}.po:1: error: the plural forms '(n != 1)' give 2 and " in error
    assert f'one form, and {language} needs one for each; write "Plural-Forms: nplurals=3; plural=(' in error
    assert 'msgid_plural "{n} points" msgstr[0] "{n} punkt" msgstr[1] "{n} punkty" msgstr[2] "…"' in error


def test_the_rule_of_another_language_is_a_warning(make_pack: MakePack) -> None:
    catalogue = po(points("{n} punkt", "{n} punkty", "{n} punktów"), header=SLAVIC)
    text, (warning,) = printed(game(make_pack, "pl", catalogue, COUNTED, numbers(21)), "pl")
    assert text == "21 punkt"
    assert "give 1 and 21 one form, and pl needs one for each" in warning


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("nplurals=999999999; plural=(n != 1);", "nplurals=999999999 is no number of plural forms; allowed: 1 to 10"),
        ("nplurals=0; plural=0;", "nplurals=0 is no number of plural forms"),
        ("nplurals=-1; plural=0;", "nplurals=-1 is no number of plural forms"),
        ("nplurals=2;", "the plural forms '' are no rule"),
        ("two, as in English", "nplurals= is no number of plural forms"),
        ("nplurals=3; plural=0-1;", "the plural forms '0-1' are no rule: they give 0 the form -1 of 0 to 2"),
        ("nplurals=3; plural=n;", "the plural forms 'n' are no rule: they give 3 the form 3 of 0 to 2"),
        ("nplurals=3; plural=1/(n-500);", "are no rule: they give 0 the form"),
        ("nplurals=3; plural=n==500?1/(n-500):0;", "they give 500 no form, as they divide by 0"),
        ("nplurals=3; plural=__import__('os');", "are no rule: they can't be read"),
        (f"nplurals=3; plural={'(' * 200}n{')' * 200};", "are no rule: they can't be read"),
        (f"nplurals=3; plural={'n+' * 9000}n;", "are no rule: they can't be read"),
    ],
)
def test_rules_that_are_none_are_told(make_pack: MakePack, rule: str, said: str) -> None:
    catalogue = po(points("{n} a", "{n} b", "{n} c"), header=f'"Plural-Forms: {rule}\\n"\n')
    error = refused(game(make_pack, "pl", catalogue, COUNTED, numbers(5)), "pl")
    assert said in error
    assert 'set them in Poedit, or write "Plural-Forms: nplurals=3; plural=(n == 1 ? 0' in error


def test_large_numbers_are_counted_by_their_last_digits() -> None:
    rule = usual_rule("pl")
    assert [rule.whole(n) for n in (10**400, 10**400 + 2, 10**400 + 12, 10**6 + 1)] == [2, 1, 2, 2]
    assert [rule.choice(Decimal(n)).form for n in ("-1", "1", "22", "25")] == [0, 0, 1, 2]


@pytest.mark.parametrize(
    ("language", "rule"),
    [
        ("he", PluralRule("he", 2, "n != 1")),
        ("tr", PluralRule("tr", 1, "0")),
        ("tr", PluralRule("tr", 2, "n > 1")),
        ("fr", PluralRule("fr", 3, "(n == 0 || n == 1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2")),
    ],
)
def test_rules_that_catalogues_have_are_no_errors(make_pack: MakePack, language: str, rule: PluralRule) -> None:
    catalogue = po(points(*["{n} x"] * rule.count), header=rule.header + "\n")
    words = localise.words(
        load(str(game(make_pack, language, catalogue, COUNTED, numbers(2))), Problems()), language, Problems()
    )
    assert words.sound
    assert words.plural("{n} point", "{n} points", 2) == "{n} x"


# ------------------------------------------------------------------ placeholders

SLIPS = {
    "{count} {count} kostki": "has {count} twice, and the English text once",
    "{{count}} kostki": "has braces too many: {{count}}; allowed: count; write {count}",
    "{count}} kostki": "has braces too many: {count}}; allowed: count; write {count}",
    "{count kostki": "has a stray {",
    "count} kostki": "has a stray }",
    "{count} kostki }": "has a stray }",
    "{cuont} kostki": "has other placeholders: cuont; allowed: count; did you mean 'count'? copy the {…} parts",
    "{ count } kostki": "has other placeholders",
    "{Count} kostki": "has other placeholders: Count; allowed: count; did you mean 'count'?",
    "{liczba} kostki": "has other placeholders: liczba; allowed: count; copy the {…} parts letter for letter",
    "{count} z {all}": "has other placeholders: all, count; allowed: count",
    "{} kostki": "has other placeholders: {}",
    "kostki": "has other placeholders: none; allowed: count",
    "%(count)s kostki": "has %(count)s, which would be printed as it stands; allowed: count; write {count}",
    "%d kostki": "has %d, which would be printed as it stands; allowed: count; write {count}",
    "%1$s kostki": "has %1$s, which would be printed as it stands",
    "{count} %s": "has %s, which would be printed as it stands",
}


@pytest.mark.parametrize("translation", SLIPS)
def test_a_slip_in_a_placeholder_stops_at_its_entry(make_pack: MakePack, translation: str) -> None:
    error = refused(game(make_pack, "pl", po(cubes(translation))), "pl")
    assert "pl.po:10: error: the translation of 'Take {count} cubes' " + SLIPS[translation] in error


def test_a_slip_in_one_form_names_it(make_pack: MakePack) -> None:
    folder = game(make_pack, "ru", po(points("{n} очко", "%d очка", "{n} очков")), COUNTED, numbers(5))
    assert "ru.po:10: error: msgstr[1], the translation of '{n} point' has %d" in refused(folder, "ru")


def test_a_form_may_leave_out_a_number_that_it_alone_has(make_pack: MakePack) -> None:
    polish = game(make_pack, "pl", po(points("jeden punkt", "{n} punkty", "{n} punktów")), COUNTED, numbers(1, 2))
    assert printed(polish, "pl") == ("jeden punkt 2 punkty", [])
    russian = po(points("очко", "{n} очка", "{n} очков"))  # which would be said of 21 as well
    (polish / "locale/pl.po").write_text(russian, encoding="utf-8")
    polish.joinpath("locale/pl.po").rename(polish / "locale/ru.po")
    polish.joinpath("pack.yaml").write_text(PACK.replace("LANGUAGES", "en, ru"), encoding="utf-8")
    assert "msgstr[0], the translation of '{n} point' has other placeholders: none" in "\n".join(told(polish))


@pytest.mark.parametrize(
    ("english", "translation"),
    [
        ("print at 100 %", "drukuj w skali 100 %"),
        ("100 % sure", "100% dobrze"),
        ("{n} %", "{n} %"),
        ("50 %", "%50"),
        ("{T}: add {G}{G}", "{T}: dodaj {G}{G}"),
        ("use } and {", "użyj } oraz {"),
        ("printf %d", "printf %d"),
        ("{a} and {b}", "{b} i {a}"),
    ],
)
def test_what_only_looks_like_a_slip_is_none(english: str, translation: str) -> None:
    assert slip([english], translation) is None


def test_a_placeholder_that_stands_less_often_is_doubtful() -> None:
    doubtful = slip(["{G}{G}: draw"], "{G}: weź")
    assert doubtful is not None
    assert doubtful.doubtful
    assert doubtful.what == "has {G} once, and the English text twice"


def test_a_value_is_printed_as_it_is(make_pack: MakePack) -> None:
    folder = game(make_pack, "pl", po('msgid "{a} {b}"\nmsgstr "{b} {a}"\n'), '_("{a} {b}", a="{b}", b="x")')
    assert printed(folder, "pl")[0] == "x {b}"


def test_a_value_for_another_placeholder_is_told_at_the_template(make_pack: MakePack) -> None:
    folder = game(make_pack, "pl", po(cubes("Weź {count} kostki")), TAKE.replace("count", "cont"))
    message = "card.svg.j2:2: error: card 'a': {count} of 'Weź {count} kostki' is given no value; did you mean 'cont'?"
    assert message in refused(folder, "pl")


def test_the_programs_own_catalogues_are_checked_too(make_pack: MakePack, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = game(make_pack, "pl", po(cubes("Weź {count} kostki")))
    own = folder.parent / "common"
    (own / "locale").mkdir(parents=True)
    (own / "locale/pl.po").write_text('msgid "version {version}"\nmsgstr "wersja {wersja}"\n', encoding="utf-8")
    monkeypatch.setattr("generator.pack.shipped.common", lambda: own)
    problems = Problems()
    assert not localise.words(load(str(folder), Problems()), "pl", problems).sound
    assert "data/common/locale/pl.po:1: error: the translation of 'version {version}' has other" in str(
        problems.errors[0]
    )


# ------------------------------------------------------------------ what nothing uses


def test_nothing_is_called_unused_while_anything_fails(make_pack: MakePack) -> None:
    rows = '- {id: a, text: "Take {count} cubes"}\n- {id: b, text: b}\n- {id: c, text: later}\n'
    catalogue = po(cubes("Weź {count} kostki"), 'msgid "later"\nmsgstr "potem"\n')
    folder = game(make_pack, "pl", catalogue, TAKE.replace("item.text", 'item.text if item.id != "b" else nope'), rows)
    assert [line for line in told(folder) if "nope" not in line] == []


def test_what_nothing_uses_is_told_at_its_entry(make_pack: MakePack) -> None:
    catalogue = po(cubes("Weź {count} kostki").replace("cubes", "cube"), 'msgid "zzz"\nmsgstr "q"\n')
    lines = told(game(make_pack, "pl", catalogue))
    assert lines == [
        "locale/pl.po: warning: no translation of 'Take {count} cubes'; add it to the pl catalogue",
        "locale/pl.po:10: warning: a translation of 'Take {count} cube', which nothing uses; "
        "did you mean 'Take {count} cubes'? Then correct its English",
        "locale/pl.po:13: warning: a translation of 'zzz', which nothing uses; correct its English, or remove it",
    ]


# ------------------------------------------------------------------ languages


def test_a_language_without_the_programs_own_words_says_so_once(make_pack: MakePack) -> None:
    folder = game(make_pack, "de", po(cubes("Nimm {count} Würfel")))
    warning = (
        "pack.yaml:4:17: warning: the program's own words aren't in de: what feet, fillable forms and reports say "
        "stays English; translate data/common/locale/ru.po as data/common/locale/de.po, or add its texts to "
    )
    (line,) = told(folder)
    assert line.startswith(warning)
    assert [line for line in printed(folder, "de")[1] if "own words" in line]


def test_the_first_language_says_so_too(make_pack: MakePack) -> None:
    files = {"deck.yaml": TAKEN}
    german = make_pack(files, "german", PACK.replace("LANGUAGES", "de"), CARD.replace("SAID", TAKE))
    (line,) = told(german)
    assert line.endswith("translate data/common/locale/ru.po as data/common/locale/de.po")
    for language in ("en", "en-GB", "ru", "pl", "pl-PL", "be-tarask"):
        folder = make_pack(files, language, PACK.replace("LANGUAGES", language), CARD.replace("SAID", TAKE))
        assert told(folder) == []


def test_a_pack_may_bring_the_programs_own_words(make_pack: MakePack) -> None:
    entries = [f'msgid "{text}"\nmsgstr "{text}"\n' for text in map(escaped, localise.program_texts())]
    folder = game(make_pack, "de", po(cubes("Nimm {count} Würfel"), *entries))
    assert told(folder) == []
    (folder / "locale/de.po").write_text(po(cubes("Nimm {count} Würfel"), *entries[2:]), encoding="utf-8")
    (line,) = told(folder)
    assert "2 of the program's own words aren't in de and stay English: version {version}, p. {n} of {m}" in line


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def test_english_needs_no_words_of_the_program(make_pack: MakePack) -> None:
    folder = game(make_pack, "en", po(cubes("Nimm {count} Würfel")), more="de, ")
    assert all("de" in line and "own words" in line for line in told(folder))


def test_a_language_that_nobody_knows_is_told(make_pack: MakePack) -> None:
    lines = told(game(make_pack, "gr", po(cubes("x {count}"))))
    assert "pack.yaml:4:17: warning: gr is no language that is known: numbers and plural forms are those of" in lines[0]
    assert not any("is known" in line for line in told(game(make_pack, "qaa", po(cubes("x {count}")))))


def test_a_catalogue_named_otherwise_is_told(make_pack: MakePack) -> None:
    folder = game(make_pack, "pl", po(cubes("Weź {count} kostki")))
    (folder / "locale/pl.po").rename(folder / "locale/pl_PL.po")
    lines = told(folder)
    assert lines[0] == "locale/pl.po: warning: no catalogue for pl: English is printed; rename pl_PL.po to pl.po"
    assert not any("nothing reads" in line for line in lines)


def test_catalogues_that_nothing_reads_are_told(make_pack: MakePack) -> None:
    folder = game(make_pack, "pl", po(cubes("Weź {count} kostki")))
    for name in ("en", "fr"):
        (folder / f"locale/{name}.po").write_text(po(), encoding="utf-8")
    assert told(folder) == [
        "locale/en.po: warning: a catalogue that nothing reads; en stands first under languages, so it is the language "
        "of the texts: remove the catalogue",
        "locale/fr.po: warning: a catalogue that nothing reads; add fr under languages in pack.yaml",
    ]


def test_a_brace_that_only_the_english_text_has_is_told(make_pack: MakePack) -> None:
    catalogue = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "{cft"\nmsgstr "z"\n'
    problems = Problems()
    pack = load(str(game(make_pack, "pl", catalogue, "", numbers(1))), Problems())
    localise.words(pack, "pl", problems)
    (problem,) = (problem.told for problem in problems if "{cft" in problem.told)
    assert "lacks a brace that the English text has" in problem
