"""Catalogues: .po files with lines, entries, headers and forms changed."""

from __future__ import annotations

from tests.fuzz import basis
from tests.fuzz.cases import Draft
from tests.fuzz.dice import Dice
from tests.fuzz.mutation import reordered, spoiled

_LINES = (
    'msgid ""', 'msgstr ""', 'msgid "Test"', 'msgstr "Próba"', 'msgid_plural "{n} points"', 'msgstr[0] "x"',
    'msgstr[9] "x"',
    'msgstr[-1] "x"', "msgstr[9999999999999999999999] \"x\"", 'msgctxt "menu"', '#~ msgid "Test"',
    "#~| msgid \"x\"", "#| x",
    "#, fuzzy", "#, fuzzy, python-format", "#. a", "#: a:1 b:2", "#: \u2068a b\u2069:3", "#:", "#~", "#", '"x\\n"',
    '"', '"\\"',
    '"\\x41\\q"', "msgid", "msgstr", "msgid x", "\u2028", "\x0c", "domain \"x\"",
    '"Plural-Forms: nplurals=2; plural=n;\\n"',
    '"PO-Revision-Date: 2024-05-06\\n"', '"POT-Creation-Date: YEAR-MO-DA HO:MI+ZONE\\n"', '"Language: \\n"',
    '"Language: xx_YY@latin\\n"', '"Content-Type: text/plain; charset=koi8-r\\n"', '"Content-Type: ;;;\\n"',
    'msgid "{n} point"', 'msgstr "{x} {n} {"', 'msgstr "%(count)s %s %"', 'msgstr "{0.__class__}"',
)  # fmt: skip

_RULES = (
    "INTEGER", "999999999", "0", "-1", "1e9", "2", "99", "", "3;", "n", "(", "n>1", "n/0", "n%0", "0-1", "n?n:n",
    "n==1?0:",
    "n" * 3000, "(" * 200, "(" * 5000 + "n" + ")" * 5000, "!n", "n&&n||n", "2147483648", "n*n*n*n*n*n", "n**n",
    "n<<9", "x", "1?2:3?4:5",
    "1?" * 60 + "1" + ":0" * 60,
)  # fmt: skip

_CARD = """\
{{ words(_(item.text), 5, 5, 50, 8) }}{{ words(_("{count} left", count=3), 5, 15, 50, 8) }}
{{ words(plural("{n} point", "{n} points", NUMBER), 5, 30, 50, 8) }}
"""


def draft(dice: Dice) -> Draft:
    """Return a pack whose Polish catalogue was changed, and a card that has words of every sort."""
    text = basis.CATALOGUE
    if dice.chance(0.3):
        rule = f"nplurals={dice.choice(_RULES)}; plural={dice.choice(_RULES)};"
        text = text.replace(text[text.index("nplurals=3") : text.index("2);") + 3], rule)
    if dice.chance(0.6):
        text = reordered(text, dice, _LINES)
    if dice.chance(0.1):
        text = dice.renumbered(text)
    content = text.encode(dice.choice(["utf-8"] * 8 + ["utf-16", "latin-1", "utf-8-sig"]), "replace")
    if dice.chance(0.4):
        content = spoiled(content, dice)
    card = basis.HEAD + _CARD.replace("NUMBER", dice.choice(["1", "2", "5", "0", "1.5", "-3"])) + basis.FOOT
    files = {
        "pack.yaml": basis.PACK.replace("[en]", "[en, pl]"),
        "templates/card.svg.j2": card,
        "locale/pl.po": content,
    }
    return Draft("check", files)
