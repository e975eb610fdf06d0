"""Art pasted into a face, so that its SVG stands alone: ids and style rules of each file become its own there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple
from xml.parsers import expat

from markupsafe import escape

from generator.svg.core.symbol import PLACED, Symbol
from generator.svg.css.stylesheet import selectors_of
from generator.svg.xml import entities

_IDS = re.compile(r"""(\sid\s*=\s*["']|url\(\s*(?:["']|&quot;)?#|href\s*=\s*["']#)([^"')&]+)""")
_STYLE = re.compile(r"(<(?:\w+:)?style\b(?:[^>]*[^>/])?>)(.*?)(</(?:\w+:)?style\s*>)", re.DOTALL)
_REFERENCE = re.compile(r"&(\w[\w.-]*);")
_LINKED = re.compile(r"<\?xml-stylesheet\b.*?\?>", re.DOTALL)
_STANDARD = frozenset(["amp", "lt", "gt", "quot", "apos"])
_FACE = re.compile(r"<svg\b[^>]*>")


def pasted(svg: str, symbols: Sequence[Symbol]) -> str:
    """Return a face's SVG text with the art that it refers to in it."""
    root = _FACE.search(svg)
    if not symbols or root is None:
        return svg
    elements: dict[str, str] = {}
    inside = svg[root.end() :]
    for symbol in symbols:
        unique, element = _element(symbol)
        elements.setdefault(unique, element)
        inside = inside.replace(f'href="#{symbol.id}"', f'href="#{unique}"')
    return f"{svg[: root.end()]}<defs>{''.join(elements.values())}</defs>{inside}"


class _Cut(NamedTuple):
    """An SVG file cut up: the attributes of its root, what stands inside, and from which line on."""

    attributes: Mapping[str, str]
    body: str
    line: int


def _cut(text: str) -> _Cut:
    attributes, start, end = _root(text)
    declared = entities(text)
    body = _REFERENCE.sub(lambda reference: _entity(reference, declared), text[start:end])
    linked = "".join(_LINKED.findall(text[:start]))
    return _Cut(attributes, linked + body, text.count("\n", 0, start) + 1)


def _root(text: str) -> tuple[dict[str, str], int, int]:
    """Return the root's attributes, and where in the text what it holds begins and ends."""
    tags: list[tuple[int, str, dict[str, str]]] = []
    parser = expat.ParserCreate("utf-8")
    depth = 0

    def start(_name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth == 1:
            tags.append((parser.CurrentByteIndex, "start", attributes))

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1
        if depth == 0:
            tags.append((parser.CurrentByteIndex, "end", {}))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    data = text.encode()
    parser.Parse(data, True)
    (first, _, attributes), (last, _, _) = tags
    inside = _tag_end(data, first)
    return attributes, len(data[:inside].decode()), len(data[: max(last, inside)].decode())


_TAG = re.compile(rb"<(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")


def _tag_end(data: bytes, start: int) -> int:
    match = _TAG.match(data, start)
    return match.end() if match else start


def _entity(reference: re.Match[str], declared: Mapping[str, str]) -> str:
    if reference[1] in _STANDARD or reference[1] not in declared:
        return reference[0]
    return declared[reference[1]].replace('"', "&quot;")


def _element(symbol: Symbol) -> tuple[str, str]:
    """Return the id and the text of a symbol's element."""
    file, cut = symbol.file, _cut(symbol.file.text)
    body = symbol.recoloured(cut.body)
    box = [float(side) for side in re.split(r"[\s,]+", file.box.strip())]
    framed = "<style" in body or ":style" in body or not _HOLDING.isdisjoint(cut.attributes) or box[2] != box[3]
    attributes = symbol.recoloured(_attributes(cut.attributes, framed))
    mark = sha256(f"{file.name}{file.box}{attributes}{body}".encode()).hexdigest()[:8]
    unique = f"{re.sub(r'[^A-Za-z0-9_-]', '-', file.name)}-{mark}"
    attributes = _IDS.sub(rf"\g<1>{unique}-\g<2>", attributes)
    if "style" in body:
        body = _STYLE.sub(lambda style: style[1] + _scoped(style[2], unique) + style[3], body)
    body = _IDS.sub(rf"\g<1>{unique}-\g<2>", body)
    source = f' data-source="{escape(file.shown)}" data-line="{cut.line}"'
    if not framed:
        return unique, f'<symbol id="{unique}" viewBox="{file.box}"{attributes}{source}>{body}</symbol>'
    x, y, width, height = (f"{side:g}" for side in box)
    page = f'viewBox="{file.box}" x="{x}" y="{y}" width="{width}" height="{height}" overflow="hidden"'
    aspect = cut.attributes.get("preserveAspectRatio")
    fitted = f' preserveAspectRatio="{escape(aspect)}"' if aspect else ""
    head = f'<symbol id="{unique}" viewBox="{file.box}"{fitted}{source}>'
    return unique, f"{head}<svg {page}{attributes}>{body}</svg></symbol>"


_HOLDING = frozenset(["clip-path", "mask", "transform", "style", "filter", "overflow", "opacity"])
"""Attributes of a root that hold for its page, not for the place that a symbol is drawn in."""


def _attributes(attributes: Mapping[str, str], framed: bool) -> str:
    """Write the attributes of a root that it keeps, its own id among them where it stays an `svg`."""
    dropped = PLACED - {"id"} | {"overflow", "preserveAspectRatio"} if framed else PLACED
    return "".join(
        f' {name}="{escape(value)}"' for name, value in attributes.items() if name not in dropped and name != "xmlns"
    )


# ------------------------------------------------------------------ style rules


def _scoped(text: str, unique: str) -> str:
    """Return a style sheet whose rules hold inside the symbol alone, with the ids that it has there."""
    import tinycss2

    head, tail = ("<![CDATA[", "]]>") if "<![CDATA[" in text else ("", "")
    plain = text.replace("<![CDATA[", "").replace("]]>", "") if head else text
    tokens = tinycss2.parse_component_value_list(plain)
    return head + "".join(_rules(tokens, unique)) + tail


def _rules(tokens: Iterable[Any], unique: str) -> Iterable[str]:
    """Yield rules: what stands before a block is a list of selectors, or belongs to an at-rule."""
    import tinycss2

    prelude: list[Any] = []
    for token in tokens:
        at_rule = next((part.lower_value for part in prelude if part.type == "at-keyword"), "")
        if token.type == "{} block":
            yield tinycss2.serialize(prelude) if at_rule else _selectors(prelude, unique)
            nested = at_rule in ("media", "supports")
            inside = "".join(_rules(token.content, unique)) if nested else tinycss2.serialize(token.content)
            yield f"{{{inside}}}"
            prelude = []
        elif token.type == "literal" and token.value == ";" and at_rule:
            yield f"{tinycss2.serialize(prelude)};"
            prelude = []
        else:
            prelude.append(token)
    yield tinycss2.serialize(prelude)


def _selectors(prelude: list[Any], unique: str) -> str:
    return ",".join(_selector(part, unique) for part in selectors_of(prelude))


def _selector(part: list[Any], unique: str) -> str:
    """Return a selector that matches inside the symbol; the file's root is the `svg` in it."""
    blanks = next((at for at, token in enumerate(part) if token.type not in ("whitespace", "comment")), len(part))
    before, own = _written(part[:blanks], unique), _written(part[blanks:], unique)
    if not own:
        return before
    if own.startswith(":root"):
        return f"{before}#{unique} > svg{own.removeprefix(':root')}"
    return f"{before}#{unique} {own}"


def _written(tokens: Iterable[Any], unique: str) -> str:
    """Write tokens of a selector, its ids as they are in the symbol."""
    import tinycss2

    written = []
    for token in tokens:
        if token.type == "hash":
            written.append(f"#{unique}-{token.value}")
        elif token.type == "function":
            written.append(f"{token.name}({_written(token.arguments, unique)})")
        elif token.type == "[] block":
            written.append(f"[{_attribute(tinycss2.serialize(token.content), unique)}]")
        else:
            written.append(tinycss2.serialize([token]))
    return "".join(written)


_BY_ID = re.compile(r"""^(\s*id\s*[~|^]?=\s*["']?)(?=[^"'\s])""")
_BY_REFERENCE = re.compile(r"""([=]\s*["']?(?:url\(\s*)?#)""")


def _attribute(text: str, unique: str) -> str:
    """Return what a selector asks of an attribute, the ids in it as they are in the symbol."""
    if match := _BY_ID.match(text):
        return f"{match[1]}{unique}-{text[match.end() :]}"
    return _BY_REFERENCE.sub(rf"\g<1>{unique}-", text)
