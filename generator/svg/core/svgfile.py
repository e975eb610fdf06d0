"""One SVG file while it is compiled: its elements by id, its styles, and where its problems go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any

from lxml import etree

from generator.problems import Location, listed, near
from generator.svg.core.content import TooMuch
from generator.svg.core.store import Store
from generator.svg.core.symbol import Symbol
from generator.svg.css.cascade import Declarations, inline
from generator.svg.css.fontproperties import SHORTHANDS
from generator.svg.css.properties import ONLY, PROPERTIES, WITHOUT_EFFECT
from generator.svg.css.style import INITIAL, Style
from generator.svg.css.stylesheet import Declared, Sheet, TooManyMatches, compile_sheet, matched
from generator.svg.css.values import Reference
from generator.svg.xml import SVG, Element, Origin, local, parse

Attributes = dict[str, str]
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
        "se_type",  # svg-edit's own, without a prefix
    ]
)
"""Attributes that any element may have and that draw nothing by themselves."""

GEOMETRY = ("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry")
"""Attributes that style sheets may set too."""

_ID = re.compile(rb"(?<=\s)id=\"[^\"]*\"")
_IDS = re.compile(rb"\sid=\"([^\"]*)\"")
_REFERS = re.compile(rb"(?:href=\"|url\((?:['\"]|&quot;)?)(#?)([^\")&']*)")
_HARMLESS = ("data-", "aria-", "xmlns")
_ATTRIBUTES_TOO = ("transform", "rotate")  # which mean another thing than the property
_STYLED = PROPERTIES.keys() | ONLY.keys() | WITHOUT_EFFECT | SHORTHANDS.keys()
ACTIVE = frozenset(
    f"{SVG}{name}"
    for name in ("script", "animate", "animateColor", "animateMotion", "animateTransform", "set", "discard", "handler")
)
"""Elements of scripts and animations, which are reported wherever they stand."""

SILENT = frozenset(f"{SVG}{name}" for name in ("title", "desc", "metadata", "style", "defs"))
"""Elements that draw nothing wherever they stand."""

MOST_TOLD = 100
"""How many unknown attributes of one element are told."""

MOST_NEAR = 20
"""So many times the nearest id is looked for, which takes long."""

_DECLARED = 16
"""So many declarations and rules take as long to lay over each other as an element takes to draw."""

MOST_WORK = 200_000
"""A file may ask for this many elements to be drawn and measured, counting what is repeated."""


class SvgFile:
    """An SVG file and what is needed to read any of its elements.

    It may refer to `symbols`, which are files of their own: their style sheets hold inside
    them alone, and what is wrong with them is a warning with their own file and line. As a
    `silhouette` the file shows outlines only.
    """

    def __init__(
        self, root: Element, origin: Origin, store: Store, language: str = "", symbols: Sequence[Symbol] = ()
    ) -> None:
        self.root = root
        self.origin = origin
        self.store = store
        self.language = language
        self.silhouette = False
        self.keeps_strokes = False
        self.blends = False
        self.contexts = False
        self.unit = 0.0  # mm on its face for each of the pixels it says it has; 0 where it has no size of its own
        self.ids: dict[str, Element] = {}
        self.rules: dict[Element, list[Declared]] = {}
        self.work = Work()
        self.gradients: dict[tuple[object, ...], Any] = {}
        self.symbols = {symbol.id: symbol for symbol in symbols}
        self._symbol_files: dict[Element, SvgFile] = {}
        self._wrong: list[tuple[Element, str, str, int, str]] = []
        self._missed = 0
        self._fingerprints: dict[Element, object] = {}
        self._inherited: dict[Element, Style] = {}
        self._known: dict[tuple[Element, Style, Reference], tuple[Attributes, Style]] = {}
        self._open()

    @classmethod
    def read_from(
        cls, text: str | bytes, origin: Origin, store: Store, language: str = "", symbols: Sequence[Symbol] = ()
    ) -> SvgFile:
        """Read SVG text; `Failed` when it isn't SVG or isn't safe."""
        file = cls(parse(text, origin), origin, store, language, symbols)
        data = text.encode() if isinstance(text, str) else text
        file.keeps_strokes = b"non-scaling" in data
        file.blends = b"mix-blend" in data or any(symbol.blends for symbol in symbols)
        file.contexts = b"context-" in data
        file._tell()
        return file

    def holder(self, element: Element) -> SvgFile:
        """Return the file that an element belongs to: this one, or that of a symbol which was found in it."""
        return self._symbol_files.get(element, self)

    def _symbol(self, name: str) -> Element | None:
        """Return the element of a symbol, None when there is none of this id."""
        symbol = self.symbols.get(name)
        if symbol is None:
            return None
        key = (symbol, self.language)
        opened = self.store.symbols.get(key)
        if opened is None:
            origin = Origin(Location(symbol.file.shown), exact=True, art=True)
            opened = self.store.symbols[key] = SvgFile(symbol.root(), origin, self.store, self.language)
            opened.keeps_strokes, opened.blends = "non-scaling" in symbol.file.text, symbol.blends
            opened.contexts = "context-" in symbol.file.text
        if opened.root not in self._symbol_files:
            self._symbol_files[opened.root] = opened._used_by(self)
        return opened.root

    def _used_by(self, user: SvgFile) -> SvgFile:
        """Return the same file, its work counted and its problems told as those of the file that uses it."""
        used = copy(self)
        used.origin = self.origin._replace(subject=user.origin.subject)
        used.work = user.work
        used._tell()
        return used

    def _tell(self) -> None:
        """Report what was wrong when the file was opened."""
        for element, what, allowed, line, instead in self._wrong:
            self.report(element, what, allowed, line=line, instead=instead)

    def _open(self) -> None:
        """Note ids, read style sheets, and note what is not for paper wherever it stands."""
        sheets: list[Element] = []
        for element in self.root.iter():
            tag = element.tag
            if name := element.get("id"):
                self.ids.setdefault(name, element)
            if tag == f"{SVG}style":
                sheets.append(element)
            elif tag in ACTIVE:
                self._note(element, "scripts and animations are not for paper")
            elif not isinstance(tag, str) and getattr(element, "target", "") == "xml-stylesheet":
                self._note(element, "a style sheet from another file is not read", "<style>")
        if sheets:
            self._read_sheets(sheets)

    def _note(self, element: Element, what: str, allowed: str = "", line: int = 0, instead: str = "left out") -> None:
        self._wrong.append((element, what, allowed, line, instead))

    def _read_sheets(self, sheets: list[Element]) -> None:
        """Match rules against the elements."""
        try:
            self.rules = matched(self.root, [(element, self._sheet(element)) for element in sheets])
        except (TooManyMatches, RecursionError) as error:
            self._note(sheets[0], str(error) if isinstance(error, TooManyMatches) else "its selectors are too deep")

    def _sheet(self, element: Element) -> Sheet:
        text, media = element.text or "", element.get("media", "")
        sheet = self.store.sheets.get((text, media))
        if sheet is None:
            sheet = self.store.sheets[text, media] = compile_sheet(text, media)
        for line, what in sheet.wrong:
            self._note(element, what, line=(element.sourceline or 1) + line - 1, instead="that rule is left out")
        if element.get("type", "text/css").strip().lower() not in ("text/css", ""):
            self._note(element, f"type={element.get('type')[:40]!r} is read as CSS", instead="read as CSS")
        return sheet

    # -------------------------------------------------------------- problems

    def report(
        self, element: Element, what: str, allowed: str = "", remedy: str = "", line: int = 0, instead: str = "left out"
    ) -> None:
        """Report what can't be drawn, with file, line and element; in art a warning, with what is drawn `instead`."""
        if self.origin.art:
            self.warn(element, what, allowed, remedy, instead, line)
            return
        at = line or element.sourceline or 0
        text = self.origin.told(at, f"<{local(element)}>: {what}")
        self.store.problems.error(self.origin.at(at), text, allowed, remedy, self.origin.subject)

    def warn(self, element: Element, what: str, allowed: str, remedy: str, instead: str, line: int = 0) -> None:
        """Warn of what isn't drawn as it was asked for, with file, line, element and what is drawn `instead`."""
        at = line or element.sourceline or 0
        text = self.origin.told(at, f"<{local(element)}>: {what} ({instead})")
        self.store.problems.warning(self.origin.at(at), text, allowed, remedy, self.origin.subject)

    def check_silent(self, element: Element) -> None:
        """Report an element that stands where it is not drawn, unless it draws nothing anyway."""
        if not isinstance(element.tag, str):
            if not hasattr(element, "target"):
                self.report(element, f"the entity {(element.text or '')[:60]} is not declared")
        elif element.tag.startswith(SVG) and element.tag not in SILENT and element.tag not in ACTIVE:
            self.report(element, "it can't be drawn here")

    def find(self, element: Element, name: str, *tags: str, instead: str = "left out") -> Element | None:
        """Return the element that `element` refers to by id; report it when there is none of these tags."""
        target = self.ids.get(name)
        if target is None:
            target = self._symbol(name)
        if target is None:
            self._missed += 1
            remedy = near(name, self.ids) if self._missed <= MOST_NEAR else ""
            self.report(element, f"nothing has the id {name[:60]!r}", remedy=remedy, instead=instead)
        elif tags and local(target) not in tags:
            self.report(element, f"#{name} is a <{local(target)}>", listed(f"<{tag}>" for tag in tags), instead=instead)
            target = None
        return target

    # -------------------------------------------------------------- what is the same

    def fingerprint(self, element: Element) -> object:
        """Return what is equal for elements that hold the same, whatever file they are in.

        What refers to elements outside itself, or is styled by rules from outside, is equal only to itself.
        """
        identity = self._fingerprints.get(element)
        if identity is None:
            text = _ID.sub(b"", etree.tostring(element, with_tail=False), 1)
            alone = not self.rules and self._closed(text)
            identity = self._fingerprints[element] = text if alone else (self.root, element)
        return (identity, "silhouette") if self.silhouette else identity

    def _closed(self, text: bytes) -> bool:
        """Whether all that is referred to in a text is in it too."""
        closed = self.store.closed.get(text)
        if closed is None:
            references = _REFERS.findall(text) if b"url(" in text or b"href=" in text else []
            ids = frozenset(_IDS.findall(text)) if references else frozenset()
            inside = all((mark and name in ids) or name.startswith(b"data:") for mark, name in references)
            closed = self.store.closed[text] = inside
        return closed

    # -------------------------------------------------------------- styles

    def read(
        self, element: Element, parent: Style, viewport: Reference, allowed: frozenset[str]
    ) -> tuple[Attributes, Style]:
        """Return an element's attributes and style; report those that would be ignored."""
        attributes: Attributes = dict(element.items())
        names = tuple(attributes)
        plan = self.store.plans.get((element.tag, names))
        if plan is None:
            plan = self._plan(element, names, allowed)
        return attributes, self._style(element, attributes, plan, parent, viewport)

    def read_again(
        self, element: Element, parent: Style, viewport: Reference, allowed: frozenset[str]
    ) -> tuple[Attributes, Style]:
        """Return what `read` does, for an element that is used many times."""
        reading = self._known.get((element, parent, viewport))
        if reading is None:
            reading = self._known[element, parent, viewport] = self.read(element, parent, viewport, allowed)
        return reading

    def _style(
        self, element: Element, attributes: Attributes, plan: tuple[str, ...], parent: Style, viewport: Reference
    ) -> Style:
        declared = tuple([(name, attributes[name]) for name in plan])
        if self.rules or "style" in attributes:
            declared = self._cascade(element, attributes, declared)
        style, wrong = self.store.styles.derive(parent, declared, viewport)
        for what, instead in wrong:
            self.report(element, what, instead=instead)
        return self.store.styles.silhouette(style) if self.silhouette else style

    def inherited(self, element: Element, viewport: Reference) -> Style:
        """Return what an element inherits where it stands, whoever uses it."""
        parent = element.getparent()
        if parent is None:
            return INITIAL
        style = self._inherited.get(parent)
        if style is None:
            attributes = dict(parent.attrib)
            above = self.inherited(parent, viewport)
            style = self._inherited[parent] = self._style(parent, attributes, _styled(attributes), above, viewport)
        return style

    def silhouettes(self) -> SvgFile:
        """Return the same file, showing outlines only: all black, nothing stroked, faded or masked."""
        shown = copy(self)
        shown.silhouette = True
        shown._inherited, shown._known = {}, {}
        return shown

    def _plan(self, element: Element, names: tuple[str, ...], allowed: frozenset[str]) -> tuple[str, ...]:
        """Return which of the attributes are properties; report those that are not known at all."""
        unknown = [name for name in names if name not in _STYLED and name not in allowed and name not in EVERYWHERE]
        unknown = [name for name in unknown if not name.startswith(("{", *_HARMLESS))]
        for name in unknown[:MOST_TOLD]:
            self.report(element, f"the attribute {name[:60]!r} is not drawn", instead="drawn without it")
        plan = _styled(names)
        if not unknown:
            self.store.plans[element.tag, names] = plan
        return plan

    def _cascade(self, element: Element, attributes: Attributes, declared: Declarations) -> Declarations:
        """Lay rules and style attribute over the attributes: weak to strong, then what is important."""
        own, wrong = inline(attributes.get("style", ""))
        for what in wrong:
            self.report(element, f"not a style: {what!r}", instead="drawn without it")
        layers: list[Declared] = [*self.rules.get(element, ()), own]
        self.work.add(1 + (len(layers) + sum(map(len, layers))) // _DECLARED)
        cascade = dict(declared)
        for important in (False, True):
            for layer in layers:
                for name, value, mark in layer:
                    if mark is important:
                        cascade.pop(name, None)  # what is declared later stands later
                        cascade[name] = value
        attributes.update((name, cascade.pop(name)) for name in GEOMETRY if name in cascade)
        return tuple(cascade.items())


def _styled(names: Iterable[str]) -> tuple[str, ...]:
    """Return which attributes are properties; transforms are read apart, as hardly two are alike."""
    return tuple(name for name in names if name in _STYLED and name not in _ATTRIBUTES_TOO)


class Work:
    """What a file has asked for; `TooMuch` above the limit."""

    def __init__(self) -> None:
        self.done = 0

    def add(self, elements: int = 1) -> None:
        """Count elements that are drawn or measured."""
        self.done += elements
        if self.done > MOST_WORK:
            raise TooMuch(f"it draws more than {MOST_WORK} elements, counting what is repeated and long path data")
