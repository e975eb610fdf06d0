"""One SVG file while it is compiled: its elements by id, its styles, and where its problems go."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lxml import etree

from generator.face.content import Content
from generator.face.sheet import Declared, compile_sheet, matched
from generator.face.store import Store
from generator.face.style import ONLY, PROPERTIES, WITHOUT_EFFECT, Style, inline
from generator.face.svg import SVG, XLINK, Element, Origin, local
from generator.face.values import Reference, length, split_length
from generator.problems import listed, near
from generator.units import Matrix

Given = dict[str, str]
"""The attributes of an element."""

EVERYWHERE = frozenset(
    ["id", "class", "style", "transform", "role", "tabindex", "lang", "base", "version", "baseProfile"]
)
"""Attributes that any element may have and that draw nothing by themselves."""

_HARMLESS = ("data-", "aria-", "xmlns")
_STYLED = PROPERTIES.keys() | ONLY.keys() | WITHOUT_EFFECT


class Artwork:
    """An SVG file and what is needed to read any of its elements."""

    def __init__(self, root: Element, origin: Origin, store: Store, language: str = "") -> None:
        self.root = root
        self.origin = origin
        self.store = store
        self.language = language
        self.ids: dict[str, Element] = {}
        sheets: list[Element] = []
        for element in root.iter():
            if name := element.get("id"):
                self.ids.setdefault(name, element)
            if element.tag == f"{SVG}style":
                sheets.append(element)
        self.rules = self._rules(sheets) if sheets else {}
        self._fingerprints: dict[Element, object] = {}

    def _rules(self, sheets: list[Element]) -> dict[Element, list[Declared]]:
        sheet = compile_sheet("\n".join(element.text or "" for element in sheets))
        for line, what in sheet.wrong:
            self.report(sheets[0], what, line=(sheets[0].sourceline or 1) + line - 1)
        return matched(self.root, sheet)

    def report(self, element: Element, what: str, allowed: str = "", remedy: str = "", line: int = 0) -> None:
        """Report what can't be drawn, with file, line and element."""
        at = line or element.sourceline or 0
        told = self.origin.told(at, f"<{local(element)}>: {what}")
        self.store.problems.error(self.origin.at(at), told, allowed, remedy)

    def find(self, element: Element, name: str, *tags: str) -> Element | None:
        """Return the element that `element` refers to by id; report it when there is none of these tags."""
        found = self.ids.get(name)
        if found is None:
            self.report(element, f"nothing has the id {name!r}", remedy=near(name, self.ids))
        elif tags and local(found) not in tags:
            self.report(element, f"#{name} is a <{local(found)}>", listed(f"<{tag}>" for tag in tags))
            found = None
        return found

    def fingerprint(self, element: Element) -> object:
        """Return what is equal for elements that hold the same, whatever file they are in.

        What refers to other elements or is styled by rules is equal only to itself.
        """
        known = self._fingerprints.get(element)
        if known is None:
            text = b"".join([etree.tostring(child) for child in element])
            own = tuple(item for item in element.attrib.items() if item[0] != "id")
            alone = not self.rules and b"url(#" not in text and b"href=" not in text
            known = self._fingerprints[element] = (text, own) if alone else (self, element)
        return known

    def read(
        self, element: Element, parent: Style, viewport: Reference, attributes: frozenset[str]
    ) -> tuple[Given, Style]:
        """Return an element's attributes and style; report those that would be ignored."""
        given: Given = dict(element.attrib)
        declared = []
        for item in given.items():
            if item[0] in PROPERTIES:
                declared.append(item)
            elif item[0] not in attributes and item[0] not in EVERYWHERE:
                self._other(element, item, declared)
        if self.rules or "style" in given:
            declared = self._cascade(element, given, declared)
        if not declared:
            return given, self.store.styles.derive(parent, (), viewport)[0]
        style, wrong = self.store.styles.derive(parent, tuple(declared), viewport)
        for what in wrong:
            self.report(element, what)
        return given, style

    def _other(self, element: Element, item: tuple[str, str], declared: list[tuple[str, str]]) -> None:
        name = item[0]
        if name in _STYLED:
            declared.append(item)
        elif not name.startswith(("{", *_HARMLESS)):
            self.report(element, f"the attribute {name!r} is not drawn")

    def _cascade(self, element: Element, given: Given, declared: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Lay rules and style attribute over the attributes: weak to strong, then what is important."""
        layers: list[Declared] = list(self.rules.get(element, ()))
        try:
            layers.append(inline(given.get("style", "")))
        except ValueError as error:
            self.report(element, str(error))
        cascade = dict(declared)
        for important in (False, True):
            cascade.update((name, value) for layer in layers for name, value, mark in layer if mark is important)
        return list(cascade.items())


@dataclass(slots=True)
class Context:
    """Where an element is drawn: the file, the stream, the coordinates and what led here.

    `matrix` maps the element's user space to the form's, which patterns refer to.
    `within` are the ids of the `use`d elements around it.
    """

    art: Artwork
    content: Content
    viewport: Reference
    matrix: Matrix = field(default_factory=Matrix)
    depth: int = 0
    within: tuple[str, ...] = ()

    def inside(self, matrix: Matrix) -> Context:
        """Return the context of what a transform holds."""
        return replace(self, matrix=self.matrix @ matrix)

    def apart(self) -> Context:
        """Return a context that writes a form of its own."""
        return replace(self, content=Content(self.art.store), matrix=Matrix())

    def length(self, element: Element, given: Given, name: str, axis: str, style: Style, usual: float = 0.0) -> float:
        """Return a length attribute in user units, `usual` when it is absent or wrong."""
        text = given.get(name)
        if text is None:
            return usual
        try:
            value, unit = split_length(text)
            return length(text, axis, self.viewport._replace(font_size=style.font_size)) if unit else value
        except ValueError as error:
            self.art.report(element, f"{name}={text[:40]!r}: {error}")
            return usual


def reference(given: Given) -> str:
    """Return what an element refers to: href, or the older xlink:href."""
    return given.get("href") or given.get(f"{XLINK}href") or ""
