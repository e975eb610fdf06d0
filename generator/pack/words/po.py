"""The format of catalogues: from the text of a .po file to its entries, each with the lines that it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.problems import Failed, Location, failed, quoted

MOST_FORMS = 10
"""How many forms a counted text may have; no language has more than six."""

_BREAK = re.compile("\r\n|\n|\r")
_KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr)(?:\s*\[\s*([0-9]+)\s*\])?\s*(?=\"|#|$)")
_DOMAIN = re.compile(r'domain\s*"')
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"\s*')
_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a", "\\": "\\", '"': '"'}
_MERGED = re.compile("#-#-#-#-#|<{7}|={7}|>{7}")
_CURLY = re.compile("[“”„‟«»‘’]")


class Form(NamedTuple):
    """One form of a translation, its number from 0 (0 for one that isn't counted), and the line that it begins in."""

    number: int
    line: int
    text: str


class Entry(NamedTuple):
    """A text and its translation, with the line that its msgid stands in.

    `english` has a second text, for many, when it is counted. `forms` are sorted by their numbers.
    """

    line: int
    context: str | None
    english: tuple[str, ...]
    forms: tuple[Form, ...]
    fuzzy: bool

    @property
    def text(self) -> str:
        """The English text by which it is looked up."""
        return self.english[0]

    @property
    def is_counted(self) -> bool:
        """Whether it has forms for numbers."""
        return len(self.english) > 1

    @property
    def translated(self) -> bool:
        """Whether it has any translation; one of spaces alone is none."""
        return any(form.text.strip() for form in self.forms)


@dataclass(slots=True)
class _Piece:
    """A text that is being read: after which keyword and index, in which line it began, and its parts."""

    keyword: str
    index: int | None
    line: int
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.parts)


def entries(text: str, shown: str) -> Iterator[Entry]:
    """Yield the entries of a catalogue, the header among them; obsolete ones are left out.

    Raises `Failed` with the line in the file that messages name `shown`, where it is no catalogue.
    """
    pieces: list[_Piece] = []
    flags = ""
    for number, raw in enumerate(_BREAK.split(text), 1):
        line = raw.strip()
        if pieces and _ends(line, pieces):
            yield _entry(pieces, flags, shown)
            pieces, flags = [], ""
        if line.startswith("#,"):
            flags += line[1:]
        elif _MERGED.match(line):
            raise _no_catalogue(shown, number, "two versions of the file were merged here, and both stand in it")
        elif not line.startswith("#") and not _DOMAIN.match(line):
            _take(line, number, pieces, shown)
    if pieces:
        yield _entry(pieces, flags, shown)


def _ends(line: str, pieces: list[_Piece]) -> bool:
    """Whether a line belongs to no entry, or to the next one."""
    last = pieces[-1].keyword
    if line.startswith("#"):
        return line.startswith("#~") or last == "msgstr"
    keyword = _KEYWORD.match(line)
    if keyword is None:
        return _DOMAIN.match(line) is not None
    return keyword[1] == "msgctxt" or (keyword[1] == "msgid" and last != "msgctxt")


def _take(line: str, number: int, pieces: list[_Piece], shown: str) -> None:
    """Add what stands in a line to the pieces of its entry."""
    keyword = _KEYWORD.match(line)
    if keyword:
        pieces.append(_Piece(keyword[1], _index(keyword[2], shown, number), number))
    strings = line[keyword.end() :] if keyword else line
    if strings and not pieces:
        raise _no_catalogue(shown, number, _stray(line))
    if strings:
        pieces[-1].parts += _strings(strings, shown, number)


def _index(digits: str | None, shown: str, line: int) -> int | None:
    if digits is None:
        return None
    if len(digits) > 2 or int(digits) >= MOST_FORMS:
        raise _no_catalogue(shown, line, f"msgstr[{digits[:12]}]", f"msgstr[0] to msgstr[{MOST_FORMS - 1}]")
    return int(digits)


def _strings(text: str, shown: str, line: int) -> Iterator[str]:
    """Yield the texts in quotes that follow each other in a line."""
    place = 0
    while (string := _STRING.match(text, place)) is not None:
        yield _ESCAPE.sub(lambda escape: _unescaped(escape[1], shown, line), string[1])
        place = string.end()
    if place < len(text) and text[place] != "#":
        raise _no_catalogue(shown, line, _stray(text) if not place else _after_string(text[place:]))


def _unescaped(escape: str, shown: str, line: int) -> str:
    if escape in _ESCAPES:
        return _ESCAPES[escape]
    code = 0
    if len(escape) > 1 and escape[0] == "x":
        code = int(escape[1:], 16)
    elif escape[0] in "01234567":
        code = int(escape, 8)
    if not 0 < code < 0x80:
        raise _no_catalogue(shown, line, f"\\{escape} is no sign", r"\n, \t, \" and \\", "write \\\\ for a backslash")
    return chr(code)


def _stray(line: str) -> str:
    """Say what is wrong with a line that is neither a keyword nor a text in quotes."""
    if _CURLY.search(line):
        return f"{quoted(line)} has curly quotation marks, and a text stands between straight ones"
    if line.startswith('"'):
        return f"{quoted(line)} has no end, or stands after no msgid or msgstr"
    return f"{quoted(line)} is neither a text in quotation marks nor msgid or msgstr before one"


def _after_string(rest: str) -> str:
    return f'{quoted(rest)} stands after the end of a text; a quotation mark within a text is written \\"'


def _entry(pieces: list[_Piece], flags: str, shown: str) -> Entry:
    """Return the entry that keywords and their texts make."""
    by_keyword = _by_keyword([piece for piece in pieces if piece.keyword != "msgstr"], shown)
    first, source, many, context = pieces[0], *map(by_keyword.get, ("msgid", "msgid_plural", "msgctxt"))
    if source is None:
        raise _no_catalogue(shown, first.line, f"{_named(first)} without a msgid")
    forms = _forms([piece for piece in pieces if piece.keyword == "msgstr"], source, many is not None, shown)
    return Entry(
        source.line,
        context.text if context else None,
        (source.text, many.text) if many else (source.text,),
        forms,
        fuzzy="fuzzy" in re.split(r"[\s,]+", flags),
    )


def _by_keyword(pieces: list[_Piece], shown: str) -> dict[str, _Piece]:
    by_keyword: dict[str, _Piece] = {}
    for piece in pieces:
        if piece.keyword in by_keyword or piece.index is not None:
            raise _no_catalogue(shown, piece.line, f"{_named(piece)} can't stand here")
        by_keyword[piece.keyword] = piece
    return by_keyword


def _forms(pieces: list[_Piece], source: _Piece, is_counted: bool, shown: str) -> tuple[Form, ...]:
    """Return the forms of a translation by their numbers: one without a number, or numbered ones of a counted text."""
    if not pieces:
        raise _no_catalogue(shown, source.line, f"no msgstr for msgid {quoted(source.text)}")
    forms: dict[int, Form] = {}
    for piece in pieces:
        number = piece.index or 0
        if number in forms:
            raise _no_catalogue(shown, piece.line, f"a second {_named(piece)} of one entry")
        if (piece.index is None) is is_counted:
            allowed = "msgstr[0], msgstr[1] …" if is_counted else "msgstr, or msgid_plural before it"
            raise _no_catalogue(shown, piece.line, f"{_named(piece)} of {quoted(source.text)}", allowed)
        forms[number] = Form(number, piece.line, piece.text)
    return tuple(forms[number] for number in sorted(forms))


def _named(piece: _Piece) -> str:
    return piece.keyword if piece.index is None else f"{piece.keyword}[{piece.index}]"


def _no_catalogue(
    shown: str, line: int, what: str, allowed: str = "", remedy: str = "open it in Poedit and save it again"
) -> Failed:
    return failed(Location(shown, line), f"not a catalogue: {what}", allowed, remedy)
