"""One SVG file while it is compiled: its elements by id, its styles, and where its problems go."""

from __future__ import annotations

import re
from typing import NamedTuple

from lxml import etree

from generator.face.cascade import Declarations, inline
from generator.face.content import Content
from generator.face.properties import ONLY, PROPERTIES, WITHOUT_EFFECT
from generator.face.sheet import MOST_MATCHES, Declared, compile_sheet, matched
from generator.face.store import Store
from generator.face.style import Style
from generator.face.svg import SVG, XLINK, Element, Origin, local
from generator.face.values import Reference, length, split_length
from generator.problems import Location, listed, near
from generator.units import Matrix

Given = dict[str, str]
"""The attributes of an element."""

EVERYWHERE = frozenset(
    [
        "id",
        "class",
        "style",
        "transform",
        "role",
        "tabindex",
        "lang",
        "base",
        "version",
        "baseProfile",
        "systemLanguage",
        "requiredFeatures",
        "requiredExtensions",
    ]
)
"""Attributes that any element may have and that draw nothing by themselves."""

_ID = re.compile(rb"(?<=\s)id=\"[^\"]*\"")
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
        text = "\n".join(element.text or "" for element in sheets)
        sheet = self.store.sheets.get(text)
        if sheet is None:
            sheet = self.store.sheets[text] = compile_sheet(text)
        for line, what in sheet.wrong:
            self.report(sheets[0], what, line=(sheets[0].sourceline or 1) + line - 1)
        tries = sheet.selectors * sum(1 for _ in self.root.iter())
        if tries > MOST_MATCHES:
            self.report(sheets[0], f"{tries} tries to match selectors and elements", f"at most {MOST_MATCHES}")
            return {}
        return matched(self.root, sheet)

    def report(self, element: Element, what: str, allowed: str = "", remedy: str = "", line: int = 0) -> None:
        """Report what can't be drawn, with file, line and element."""
        origin, at = self._source(element, line or element.sourceline or 0)
        self.store.problems.error(origin.at(at), origin.told(at, f"<{local(element)}>: {what}"), allowed, remedy)

    def _source(self, element: Element, line: int) -> tuple[Origin, int]:
        """Return the file that a line was taken from: art in a face says so in data-source and data-line."""
        holder = next((part for part in (element, *element.iterancestors()) if part.get("data-source")), None)
        if holder is None:
            return self.origin, line
        first = holder.get("data-line", "1")
        line += (int(first) if first.isdecimal() else 1) - (holder.sourceline or 1)
        return Origin(Location(holder.get("data-source")), self.origin.subject, exact=True), line

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
            text = _ID.sub(b"", etree.tostring(element, with_tail=False), 1)
            alone = not self.rules and b"url(#" not in text and b"href=" not in text
            known = self._fingerprints[element] = text if alone else (self, element)
        return known

    def read(
        self, element: Element, parent: Style, viewport: Reference, attributes: frozenset[str]
    ) -> tuple[Given, Style]:
        """Return an element's attributes and style; report those that would be ignored."""
        given: Given = dict(element.attrib)
        names = tuple(given)
        plan = self.store.plans.get((element.tag, names))
        if plan is None:
            plan = self._plan(element, names, attributes)
        declared = tuple([(name, given[name]) for name in plan])
        if self.rules or "style" in given:
            declared = self._cascade(element, given, declared)
        style, wrong = self.store.styles.derive(parent, declared, viewport)
        for what in wrong:
            self.report(element, what)
        return given, style

    def _plan(self, element: Element, names: tuple[str, ...], attributes: frozenset[str]) -> tuple[str, ...]:
        """Return which of the attributes are properties; report those that are not known at all."""
        unknown = [name for name in names if name not in _STYLED and name not in attributes and name not in EVERYWHERE]
        unknown = [name for name in unknown if not name.startswith(("{", *_HARMLESS))]
        for name in unknown:
            self.report(element, f"the attribute {name!r} is not drawn")
        plan = tuple(name for name in names if name in _STYLED)
        if not unknown:
            self.store.plans[element.tag, names] = plan
        return plan

    def _cascade(self, element: Element, given: Given, declared: Declarations) -> Declarations:
        """Lay rules and style attribute over the attributes: weak to strong, then what is important."""
        layers: list[Declared] = list(self.rules.get(element, ()))
        try:
            layers.append(inline(given.get("style", "")))
        except ValueError as error:
            self.report(element, str(error))
        cascade = dict(declared)
        for important in (False, True):
            cascade.update((name, value) for layer in layers for name, value, mark in layer if mark is important)
        return tuple(cascade.items())


class Context(NamedTuple):
    """Where an element is drawn: the file, the stream, the coordinates and what led here.

    `matrix` maps the element's user space to the form's, which patterns refer to.
    `within` are the ids of the `use`d elements around it.
    """

    art: Artwork
    content: Content
    viewport: Reference
    matrix: Matrix = Matrix()
    within: tuple[str, ...] = ()

    def inside(self, matrix: Matrix) -> Context:
        """Return the context of what a transform holds."""
        return self._replace(matrix=self.matrix @ matrix)

    def apart(self) -> Context:
        """Return a context that writes a form of its own."""
        return self._replace(content=Content(self.art.store, self.content.depth), matrix=Matrix())

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
