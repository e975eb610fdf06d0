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
    attributes = "".join(
        f' {name}="{escape(value)}"' for name, value in cut.attributes.items() if name not in PLACED and name != "xmlns"
    )
    mark = sha256(f"{file.name}{file.box}{attributes}{body}".encode()).hexdigest()[:8]
    unique = f"{re.sub(r'[^A-Za-z0-9_-]', '-', file.name)}-{mark}"
    attributes = _IDS.sub(rf"\g<1>{unique}-\g<2>", attributes)
    if "style" in body:
        classes = cut.attributes.get("class", "").split()
        body = _STYLE.sub(lambda style: style[1] + _scoped(style[2], unique, classes) + style[3], body)
    body = _IDS.sub(rf"\g<1>{unique}-\g<2>", body)
    source = f' data-source="{escape(file.shown)}" data-line="{cut.line}"'
    return unique, f'<symbol id="{unique}" viewBox="{file.box}"{attributes}{source}>{body}</symbol>'


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
