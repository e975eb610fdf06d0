"""Read SVG text safely: no network, no files, no entity bombs, bounded depth and size."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from lxml import etree

from generator.problems import Failed, Location, Subject, failed

Element = Any
"""An lxml element; lxml comes without types."""

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"
XML = "{http://www.w3.org/XML/1998/namespace}"

LARGEST = 16 * 2**20
"""Files of more bytes are refused."""

MOST_ATTRIBUTES = 1_000
"""An element may have this many attributes."""

_SMALL = 20_000
DEEPEST = 200
"""Elements may be nested this deep."""

MOST_ENTITIES = 100
"""A document type may declare this many entities."""

_DOCTYPE = re.compile(r"<!DOCTYPE(?:[^\[>\"']|\"[^\"]*\"|'[^']*')*")
_END = re.compile(r"\]\s*>")
_ENTITY = re.compile(
    r"<!ENTITY\s+(?P<name>[^\s]+)\s+(?:\"(?P<double>[^\"]*)\"\s*|'(?P<single>[^']*)'\s*|(?P<other>[^>\s][^>]*))>"
)
_LONGEST_ENTITY = 3_000

_CHARACTER = re.compile(r"&#(?!0*(?:37|38|60);|x0*(?:25|26|3[cC]);)(?:[0-9]+|x[0-9a-fA-F]+);")
"""A reference to a character that isn't read as markup once it stands in the text."""


class Origin(NamedTuple):
    """Where SVG text comes from, for messages.

    `subject` says what it draws, such as "card 'elk-1' (pl)". `exact` tells whether the
    text is the file at `place` itself; else its lines are those of a text that a template
    made, and messages say so, unless `lines` knows where each line (from 1) and column (from 0) of it comes from.
    In `art` what can't be drawn is a warning, with what is drawn
    instead; elsewhere it is an error.
    """

    place: Location
    subject: Subject | None = None
    exact: bool = False
    art: bool = False
    lines: Callable[[int, int], Location | None] | None = None

    def at(self, line: int, column: int = 0) -> Location:
        """Return the place of a line, or of what stands in it from a column on."""
        if self.exact:
            return Location(self.place.file, line)
        return (self.lines(line, column) if self.lines and line else None) or self.place

    def told(self, line: int, what: str) -> str:
        """Return a message with what place and subject don't say."""
        return what if self.exact or self.lines or not line else f"line {line} of its SVG: {what}"

    def failed(self, line: int, what: str, allowed: str = "", remedy: str = "") -> Failed:
        """Return a `Failed` at a line, to be raised."""
        return failed(self.at(line), self.told(line, what), allowed, remedy, self.subject)


def parse(text: str | bytes, origin: Origin) -> Element:
    """Return the root `svg` element; `Failed` when the text isn't SVG or isn't safe."""
    data = text.encode() if isinstance(text, str) else text
    if len(data) > LARGEST:
        raise _refused(origin, 0, f"the SVG has {len(data)} bytes", f"at most {LARGEST}")
    entities = _check_doctype(data, origin) if b"<!DOCTYPE" in data or b"<!ENTITY" in data else False
    parser = etree.XMLParser(
        resolve_entities=entities,
        no_network=True,
        huge_tree=False,
        load_dtd=False,
        attribute_defaults=False,
        remove_comments=True,
        encoding="utf-8" if isinstance(text, str) else None,
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise _not_well_formed(error, data, origin) from None
    _check(root, origin)
    if len(data) > _SMALL:
        _check_attributes(root, origin)
    return root


def _check_attributes(root: Element, origin: Origin) -> None:
    """Refuse an element with more attributes than can be read in time."""
    for element in root.xpath(f"(//*[count(@*) > {MOST_ATTRIBUTES}])[1]"):
        line = element.sourceline or 0
        raise _refused(origin, line, f"<{local(element)}> has too many attributes", f"at most {MOST_ATTRIBUTES}")


def _check_doctype(data: bytes, origin: Origin) -> bool:
    """Whether the text has entities, all of them harmless: short, internal, without references."""
    text = data.decode("utf-8", "replace")
    internal = _internal(text)
    if internal.count("<!ENTITY") > MOST_ENTITIES:
        raise _not_understood(origin)
    declared = _declared(internal)
    for entity in declared:
        _check_entity(entity, text.count("\n", 0, text.find(entity[0])) + 1, origin)
    if internal.count("<!ENTITY") != len(declared):
        raise _not_understood(origin)
    return bool(declared)


def _not_understood(origin: Origin) -> Failed:
    what = "the document type declares entities that are not understood"
    return _refused(origin, 1, what, f"at most {MOST_ENTITIES} plain ones")


def _internal(text: str) -> str:
    """Return what a document type declares; the whole text where it isn't known where that ends."""
    start = text.find("<!DOCTYPE")
    match = _DOCTYPE.match(text, start) if start >= 0 else None
    if match is None:
        return text
    if not text.startswith("[", match.end()):
        return "" if text.startswith(">", match.end()) else text
    end = _END.search(text, match.end())
    return text[match.end() + 1 : end.start()] if end else text


def _declared(internal: str) -> list[re.Match[str]]:
    """Return the entities of a document type, each looked for where it begins and no farther than one may reach."""
    declared, at = [], internal.find("<!ENTITY")
    while at >= 0:
        if match := _ENTITY.match(internal, at, at + _LONGEST_ENTITY):
            declared.append(match)
        at = internal.find("<!ENTITY", match.end() if match else at + 1)
    return declared


def _check_entity(entity: re.Match[str], line: int, origin: Origin) -> None:
    """Refuse an entity that refers to anything, or is long."""
    value = entity["double"] if entity["double"] is not None else entity["single"]
    if value is None or entity["name"] == "%":
        what = f"external entities are not allowed: {entity[0][:60]!r}"
        raise _refused(origin, line, what, "text in the file itself")
    if "&" in _CHARACTER.sub("", value) or "<" in value or "%" in value or len(value) > 1000:
        raise _refused(origin, line, f"the entity {entity['name']!r} holds references or markup", "plain text")


def entities(text: str) -> dict[str, str]:
    """Return the entities that a text declares for itself and what they stand for; it has been checked before."""
    declared = _declared(_internal(text)) if "<!ENTITY" in text else []
    return {entity["name"]: entity["double"] or entity["single"] or "" for entity in declared}


def _refused(origin: Origin, line: int, what: str, allowed: str) -> Failed:
    return origin.failed(line, what, allowed)


def _not_well_formed(error: Exception, data: bytes, origin: Origin) -> Failed:
    from generator.svg.wellformed import explained

    line, column = getattr(error, "position", None) or (0, 0)
    message = re.sub(r", line \d+, column \d+$", "", str(getattr(error, "msg", error)))
    fault = explained(message, line, column, data.decode("utf-8", "replace"))
    what = origin.told(fault.line, f"not well-formed XML: {fault.what}")
    return failed(origin.at(fault.line, fault.column), what, "", fault.remedy, origin.subject)


def _check(root: Element, origin: Origin) -> None:
    if root.tag != f"{SVG}svg":
        remedy = 'write xmlns="http://www.w3.org/2000/svg"' if root.tag == "svg" else ""
        raise origin.failed(1, f"the root element is <{local(root)}>", "an SVG <svg>", remedy)


def local(element: Element) -> str:
    """Return an element's name without its namespace."""
    if isinstance(element.tag, str):
        return element.tag.rpartition("}")[2]
    return f"?{element.target}" if hasattr(element, "target") else f"&{element.text or ''}"
