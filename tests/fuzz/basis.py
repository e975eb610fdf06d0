"""The basis: small files that are right, from which cases are made."""

from __future__ import annotations

PACK = """\
title: Test
version: "1"
players: {from: 1, to: 4}
languages: [en]
palette: {ink: "#1B2530", muted: "#55616C"}
components:
  card:
    title: Card
    template: card.svg.j2
    size: [63, 88]
    layout: page
    safe: 3
    items: deck
"""

DECK = "- {id: a, text: One, price: 2, copies: 1}\n"

CARD = """{% extends "common/face.svg.j2" %}{% block face %}
{{ words(item.text, 5, 5, 50, 40, size=12, least=7.5, lines=8, valign="top") }}
{% endblock %}"""

HEAD = '{% extends "common/face.svg.j2" %}{% block face %}\n'
FOOT = "\n{% endblock %}"

SCORE = """\
settings:
  board: {label: Board, choices: [ny, london], default: ny}
  first: {label: First, kind: number, from: 1, to: "len(data.deck) + 3"}
boxes:
  berries: {label: Berry bushes, kind: ticks, count: 3}
  oaks: {label: Oaks, kind: number, from: 0, to: 12, step: 0.5}
  most_oaks: {label: Most oaks, kind: flag}
  kinds: {label: Kinds, kind: marks, choices: [elk, fox, owl]}
  spaces: {label: Spaces, kind: marks, count: 5, counted: true}
  days: {label: Days, kind: choice, rows: 3, choices: {a: Alberta, b: Banff}, blank: none}
  name: {label: Name, kind: text}
lines:
  berry_points: {label: Berries, is: "[0, 0, 4, 6][berries]"}
  oak_points: {label: Oaks, is: "5 * oaks if most_oaks else 0"}
  day_points: {label: Days, is: "2 if it == 'a' else 1", each: days}
  total: {label: Total, is: "berry_points + oak_points + sum(day_points) + len(kinds)"}
rules:
  - {id: R1, that: "oaks > 0 or not most_oaks", says: "Who has no oak can't have most of them: {oaks}."}
  - {id: R2, that: "it != 'a' or i < 2", each: days, says: "Day {row} is {it}", level: warning}
total: total
table:
  rules:
    - {id: T1, that: "sum(all.berries) <= 9", says: "Only nine bushes: {sum(all.berries)}."}
  ties: [oaks]
"""

SHEET = {
    "game": "testpack",
    "language": "en",
    "board": "ny",
    "first": 1,
    "players": [
        {
            "player": "Ann", "berries": 2, "oaks": 1.5, "most_oaks": True, "kinds": ["elk", "owl"], "spaces": 2,
            "days": ["a", "b", None], "name": "Fox", "berry_points": 4, "oak_points": 7.5, "day_points": [2, 1, 1],
            "total": 17.5,
        },
        {"player": "Bob", "berries": "x x", "oaks": 0, "kinds": [], "days": ["b", "b", "b"], "total": 7},
    ],
}  # fmt: skip
"""A filled sheet of that score."""

FORM = """{% extends "common/face.svg.j2" %}{% block face %}
{{ field("oaks", 5, 5, 20, 8) }}{{ field("most_oaks", 5, 15, 5, 5) }}{{ field("total", 5, 25, 20, 8) }}
{% for n in range(1, 4) %}{{ field("berries", 5 + 8 * n, 40, 6, 6, index=n) }}
{{ field("days", 5, 40 + 9 * n, 30, 8, row=n) }}
{{ field("day_points", 40, 40 + 9 * n, 10, 8, row=n) }}{% endfor %}{{ field("name", 5, 78, 40, 6) }}
{{ field("kinds", 30, 5, 20, 8) }}{{ field("spaces", 30, 15, 20, 8) }}
{{ field("berry_points", 30, 25, 8, 8) }}{{ field("oak_points", 40, 25, 8, 8) }}
{% endblock %}"""

ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'

CATALOGUE = r"""# Polish words of a game.
msgid ""
msgstr ""
"Language: pl\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"PO-Revision-Date: 2024-05-06 07:08+0200\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "Test"
msgstr "Próba"

#: card.svg.j2:3
msgid "Card"
msgstr "Karta"

#, fuzzy
#| msgid "Won"
msgid "One"
msgstr "Jeden"

msgid "{count} left"
msgstr "zostało {count}"

msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} punkt"
msgstr[1] "{n} punkty"
msgstr[2] "{n} punktów"

#~ msgid "Old"
#~ msgstr "Stary"
"""
