"""What keeps text from being XML, in words for people: what is wrong, where it begins, and what to write."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.entities import html5
from typing import NamedTuple


class Fault(NamedTuple):
    """What is wrong with XML, what to do, and where: a line from 1, a column from 0."""

    what: str
    remedy: str
    line: int
    column: int


class _Spot(NamedTuple):
    """Where a reader stopped: the lines of the text, the line from 1, and the column from 0."""

    lines: list[str]
    line: int
    column: int

    @property
    def before(self) -> str:
        """What stands before it in its line."""
        return self._text[: self.column]

    @property
    def after(self) -> str:
        """What stands from there on in its line."""
        return self._text[self.column :]

    @property
    def _text(self) -> str:
        return self.lines[self.line - 1] if 0 < self.line <= len(self.lines) else ""

    def fault(self, what: str, remedy: str = "") -> Fault:
        """Return a fault that is here."""
        return Fault(what, remedy, self.line, self.column)

    def tag(self) -> _Spot | None:
        """Return where the tag begins that this is in."""
        for line in range(self.line, max(0, self.line - 1_000), -1):
            text = self.before if line == self.line else self.lines[line - 1]
            if "<" in text:
                return self._replace(line=line, column=text.rindex("<"))
        return None


def explained(message: str, line: int, column: int, text: str) -> Fault:
    """Return what a reader's message means, which stopped at a line and column (both from 1) of a text."""
    spot = _Spot(text.split("\n"), line, max(0, column - 1))
    for pattern, explain in _MEANINGS:
        if match := pattern.match(message):
            return explain(match, spot)
    return spot.fault(message.partition("\n")[0])


def _ampersand(_match: re.Match[str], spot: _Spot) -> Fault:
    return spot.fault("& stands alone", "write &amp; for &")


def _entity(match: re.Match[str], spot: _Spot) -> Fault:
    sign = html5.get(f"{match[1]};", "")
    remedy = f"write &#{ord(sign)};" if len(sign) == 1 else "write the character itself, or &amp; for &"
    return spot.fault(f"SVG knows no &{match[1]};", remedy)


def _less(_match: re.Match[str], spot: _Spot) -> Fault:
    return spot.fault("< stands where no tag begins", "write &lt; for <")


def _unquoted(_match: re.Match[str], spot: _Spot) -> Fault:
    name = re.search(r"([\w:.-]+)\s*=\s*$", spot.before)
    value = re.match(r"[^\s<>]*", spot.after)
    bare = (value[0] if value else "").removesuffix("/").strip("“”„‟«»‘’‚")
    attribute = name[1] if name else "attribute"
    if spot.after[:1] in ("“", "”", "„", "‟", "«", "»", "‘", "’", "‚"):
        return spot.fault(f"{attribute} has curly quotes", f'write {attribute}="{bare}" with straight ones')
    return spot.fault(f"{attribute}={bare} has no quotes", f'put quotes round {bare}: {attribute}="{bare}"')


def _open_tag(_match: re.Match[str], spot: _Spot) -> Fault:
    start = spot.tag()
    name = re.match(r"<[\w:.-]*", start.after) if start else None
    if start is None or name is None:
        return spot.fault("an attribute can't be read", 'write name="value"')
    remedy = 'see that each attribute is name="value" with a blank before it, and that > or /> ends the tag'
    return start.fault(f"the tag {name[0]}> can't be read", remedy)


def _in_value(_match: re.Match[str], spot: _Spot) -> Fault:
    start = spot.tag() or spot
    name = re.match(r"<[\w:.-]*", start.after)
    remedy = "write &lt; for <, or close the quotes before it"
    return start.fault(f"< stands in the quotes of {name[0] + '>' if name else 'an attribute'}", remedy)


def _mismatch(match: re.Match[str], spot: _Spot) -> Fault:
    opened, line, closed = match[1], int(match[2]), match[3]
    if opened == "svg" and closed != "svg":
        return spot.fault(f"</{closed}> closes no <{closed}>", "remove it, or see what was closed before")
    if opened.lower() == closed.lower():
        return spot.fault(f"<{opened}> is closed by </{closed}>", f"write </{opened}>: large and small letters differ")
    what = f"<{opened}> isn't closed before </{closed}>"
    return Fault(what, f"write </{opened}>, or /> at the end of <{opened} …>", line, 0)


def _prefix(match: re.Match[str], spot: _Spot) -> Fault:
    prefix = match[1]
    return spot.fault(
        f"nothing says what the prefix {prefix}: means",
        f'write xmlns:{prefix}="{_PREFIXES.get(prefix, "…")}" on <svg>, or leave out what begins with {prefix}:',
    )


_PREFIXES = {
    "xlink": "http://www.w3.org/1999/xlink",
    "inkscape": "http://www.inkscape.org/namespaces/inkscape",
    "sodipodi": "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
}


def _plain(what: str, remedy: str) -> Callable[[re.Match[str], _Spot], Fault]:
    return lambda match, spot: spot.fault(match.expand(what), match.expand(remedy))


_MEANINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], _Spot], Fault]], ...] = tuple(
    (re.compile(pattern), explain)
    for pattern, explain in (
        (r"xmlParseEntityRef: no name", _ampersand),
        (r"EntityRef: expecting ';'", _ampersand),
        (r"Entity '([^']*)' not defined", _entity),
        (r"StartTag: invalid element name", _less),
        (r"AttValue: \" or ' expected", _unquoted),
        (r"error parsing attribute name|attributes construct error|Couldn't find end of Start Tag", _open_tag),
        (r"Unescaped '<' not allowed", _in_value),
        (r"Opening and ending tag mismatch: (\S+) line (\d+) and ([^\s,]+)", _mismatch),
        (r"Namespace prefix (\S+)", _prefix),
        (r"Attribute (\S+) redefined", _plain(r"the attribute \1 stands twice", "remove one of them")),
        (r"Specification mandates value for attribute (\S+)", _plain(r"\1 has no value", r'write \1="…"')),
        (r".*(?:invalid Char|invalid xmlChar)", _plain("a control character, which no SVG may hold", "remove it")),
        (r"Double hyphen within comment", _plain("-- stands in a comment", "write one hyphen there")),
        (r"Comment not terminated", _plain("a comment isn't closed", "write --> at its end")),
        (r"Extra content at the end", _plain("something stands after </svg>", "move it inside")),
        (r"Document is empty|Start tag expected", _plain("it doesn't begin with an element", "begin with <svg …>")),
        (r"XML declaration allowed only", _plain("<?xml …?> doesn't stand first", "remove what stands before it")),
    )
)
