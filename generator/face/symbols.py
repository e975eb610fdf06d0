"""An SVG file as a symbol that a face holds: its ids and style rules become its own, its lines stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple
from xml.parsers import expat

from markupsafe import escape

from generator.problems import Location, failed
from generator.svg.css.stylesheet import selectors_of
from generator.svg.css.values import Reference, length, view_box
from generator.svg.xml import Origin, entities, parse

PAINTS: Mapping[str, str] = {"ink": "#1B2530", "tone": "#7EBDBA", "paper": "#FFFFFF", "halo": "#FFFFFE"}
"""The four exact paints of an icon that a template may replace."""

_DROPPED = frozenset(["width", "height", "x", "y", "xmlns", "id", "version", "baseProfile", "viewBox"])
_IDS = re.compile(r"""(\sid\s*=\s*["']|url\(\s*(?:["']|&quot;)?#|href\s*=\s*["']#)([^"')&]+)""")
_STYLE = re.compile(r"(<(?:\w+:)?style\b(?:[^>]*[^>/])?>)(.*?)(</(?:\w+:)?style\s*>)", re.DOTALL)
_REFERENCE = re.compile(r"&(\w[\w.-]*);")
_LINKED = re.compile(r"<\?xml-stylesheet\b.*?\?>", re.DOTALL)
_STANDARD = frozenset(["amp", "lt", "gt", "quot", "apos"])


class Symbol(NamedTuple):
    """A `<symbol>` element and the id to `<use>` it by."""

    id: str
    svg: str


class File(NamedTuple):
    """An SVG file as text: the attributes of its root, what stands inside, from which line on, and its view box."""

    name: str
    shown: str
    attributes: Mapping[str, str]
    body: str
    line: int
    box: str


def opened(name: str, shown: str, text: str) -> File:
    """Return an SVG file; `Failed` when it isn't SVG or isn't safe."""
    origin = Origin(Location(shown), exact=True)
    parse(text, origin)
    attributes, start, end = _root(text)
    known = entities(text)
    body = _REFERENCE.sub(lambda found: _entity(found, known), text[start:end])
    attributes = {key: str(value) for key, value in attributes.items()}
    linked = "".join(_LINKED.findall(text[:start]))
    return File(name, shown, attributes, linked + body, text.count("\n", 0, start) + 1, _box(attributes, origin))


def _root(text: str) -> tuple[dict[str, str], int, int]:
    """Return the root's attributes, and where in the text what it holds begins and ends."""
    found: list[tuple[int, str, dict[str, str]]] = []
    parser = expat.ParserCreate("utf-8")
    depth = 0

    def start(_name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth == 1:
            found.append((parser.CurrentByteIndex, "start", attributes))

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1
        if depth == 0:
            found.append((parser.CurrentByteIndex, "end", {}))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    data = text.encode()
    parser.Parse(data, True)
    (first, _, attributes), (last, _, _) = found
    inside = _tag_end(data, first)
    return attributes, len(data[:inside].decode()), len(data[: max(last, inside)].decode())


_TAG = re.compile(rb"<(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")


def _tag_end(data: bytes, start: int) -> int:
    match = _TAG.match(data, start)
    return match.end() if match else start


def _entity(found: re.Match[str], known: Mapping[str, str]) -> str:
    if found[1] in _STANDARD or found[1] not in known:
        return found[0]
    return known[found[1]].replace('"', "&quot;")


def _box(attributes: Mapping[str, str], origin: Origin) -> str:
    """Return the view box of a file, made of its size when it has none."""
    try:
        if "viewBox" in attributes:
            view_box(attributes["viewBox"])
            return attributes["viewBox"]
        sizes = [attributes.get(side, "") for side in ("width", "height")]
        if not any(size.strip().endswith("%") or size.strip() in ("", "auto") for size in sizes):
            width, height = (length(size, "", Reference(0, 0)) for size in sizes)
            box = f"0 0 {width:g} {height:g}"
            view_box(box)
            return box
    except ValueError as error:
        raise failed(origin.at(1), str(error)) from None
    raise failed(origin.at(1), "the picture doesn't say how large it is", remedy="write a viewBox on its <svg>")


# ------------------------------------------------------------------ symbols


def symbol(file: File, paints: Mapping[str, str | None]) -> Symbol:
    """Return a file as a symbol with the given paints."""
    body = _painted(file.body, paints)
    kept = "".join(f' {key}="{escape(value)}"' for key, value in file.attributes.items() if key not in _DROPPED)
    mark = sha256(f"{file.name}{file.box}{kept}{body}".encode()).hexdigest()[:8]
    unique = f"{re.sub(r'[^A-Za-z0-9_-]', '-', file.name)}-{mark}"
    kept = _IDS.sub(rf"\g<1>{unique}-\g<2>", kept)
    if "style" in body:
        classes = file.attributes.get("class", "").split()
        body = _STYLE.sub(lambda found: found[1] + _scoped(found[2], unique, classes) + found[3], body)
    body = _IDS.sub(rf"\g<1>{unique}-\g<2>", body)
    # problems inside the art carry its own file and line
    source = f' data-source="{escape(file.shown)}" data-line="{file.line}"'
    return Symbol(unique, f'<symbol id="{unique}" viewBox="{file.box}"{kept}{source}>{body}</symbol>')


def _painted(body: str, paints: Mapping[str, str | None]) -> str:
    wanted = {PAINTS[name].lower(): colour for name, colour in paints.items() if colour}
    if not wanted:
        return body
    return re.sub(r"#[0-9A-Fa-f]{6}\b", lambda found: wanted.get(found[0].lower(), found[0]), body)


# ------------------------------------------------------------------ style rules


def _scoped(text: str, unique: str, classes: Sequence[str]) -> str:
    """Return a style sheet whose rules hold inside the symbol alone, with the ids that it has there."""
    import tinycss2

    head, tail = ("<![CDATA[", "]]>") if "<![CDATA[" in text else ("", "")
    plain = text.replace("<![CDATA[", "").replace("]]>", "") if head else text
    tokens = tinycss2.parse_component_value_list(plain)
    return head + "".join(_rules(tokens, unique, classes)) + tail


def _rules(tokens: Iterable[Any], unique: str, classes: Sequence[str]) -> Iterable[str]:
    """Yield rules: what stands before a block is a list of selectors, or belongs to an at-rule."""
    import tinycss2

    prelude: list[Any] = []
    for token in tokens:
        at_rule = next((part.lower_value for part in prelude if part.type == "at-keyword"), "")
        if token.type == "{} block":
            yield tinycss2.serialize(prelude) if at_rule else _selectors(prelude, unique, classes)
            nested = at_rule in ("media", "supports")
            inside = "".join(_rules(token.content, unique, classes)) if nested else tinycss2.serialize(token.content)
            yield f"{{{inside}}}"
            prelude = []
        elif token.type == "literal" and token.value == ";" and at_rule:
            yield f"{tinycss2.serialize(prelude)};"
            prelude = []
        else:
            prelude.append(token)
    yield tinycss2.serialize(prelude)


def _selectors(prelude: list[Any], unique: str, classes: Sequence[str]) -> str:
    return ",".join(_selector(part, unique, classes) for part in selectors_of(prelude))


def _selector(part: list[Any], unique: str, classes: Sequence[str]) -> str:
    """Return a selector that matches inside the symbol; the file's root is the symbol itself."""
    blanks = next((at for at, token in enumerate(part) if token.type not in ("whitespace", "comment")), len(part))
    before, own = _written(part[:blanks], unique), _written(part[blanks:], unique)
    if not own:
        return before
    for root in ("svg", ":root"):
        if own == root or (own.startswith(root) and own[len(root)] in " .#[:>+~\n\t"):
            return f"{before}#{unique}{own[len(root) :]}"
    also = f",#{unique}{own}" if any(own.startswith(f".{name}") for name in classes) else ""
    return f"{before}#{unique} {own}{also}"


def _written(tokens: Iterable[Any], unique: str) -> str:
    """Write tokens of a selector, its ids as they are in the symbol."""
    import tinycss2

    written = []
    for token in tokens:
        if token.type == "hash":
            written.append(f"#{unique}-{token.value}")
        elif token.type == "function":
            written.append(f"{token.name}({_written(token.arguments, unique)})")
        else:
            written.append(tinycss2.serialize([token]))
    return "".join(written)
