"""Where an element is drawn: the file, the stream, the coordinates, and what led here."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from generator.svg.core.content import Content, TooMuch
from generator.svg.core.store import Form
from generator.svg.core.svgfile import Attributes, SvgFile
from generator.svg.css.style import Style
from generator.svg.css.values import Reference, length, split_length, transform
from generator.svg.drawntext import DrawnText, placed
from generator.svg.xml import XLINK, Element
from generator.units import Matrix, Path

MOST_USED = 50
"""Elements may use, mask, clip and paint each other this deep."""


class Context(NamedTuple):
    """Where an element is drawn: the file, the stream, the coordinates and what led here.

    `matrix` maps the element's user space to the form's, which patterns refer to; `host`
    maps it to that of the file, in which strokes that don't scale are measured.
    `within` are the files and ids of what is used round it. `texts` gathers what is drawn as text, None where
    that isn't seen as text stands; `face` maps user space to where they are told.
    """

    file: SvgFile
    content: Content
    viewport: Reference
    engine: Engine
    matrix: Matrix = Matrix()
    within: tuple[tuple[Element, str], ...] = ()
    host: Matrix = Matrix()
    texts: list[DrawnText] | None = None
    face: Matrix = Matrix()

    def inside(self, matrix: Matrix) -> Context:
        """Return the context of what a transform holds."""
        return self._replace(matrix=self.matrix @ matrix, host=self.host @ matrix, face=self.face @ matrix)

    def apart(self, grey: bool | None = None) -> Context:
        """Return a context that writes a form of its own; `grey` as masks want it."""
        content = Content(self.file.store, self.content.depth, self.content.grey if grey is None else grey)
        return self._replace(content=content, matrix=Matrix(), texts=None)

    def composed(self) -> Context:
        """Return a context that writes a form of its own, which is laid down right here."""
        return self.apart()._replace(texts=self.texts)

    def shared(self) -> Context:
        """Return a context that writes a form of its own, which may be placed anywhere, and often."""
        return self.apart()._replace(texts=[], face=Matrix())

    def keep_texts(self, form: Form, below: int = 0) -> Form:
        """Keep with a form the texts that were drawn in it; the lines of its element count from `below` on."""
        if self.texts:
            texts = tuple([text._replace(line=text.line - below) for text in self.texts])
            self.file.store.texts.setdefault(form.name, texts)
        return form

    def show_texts(self, form: Form, matrix: Matrix, below: int = 0) -> None:
        """Note the texts of a form that is placed here by a matrix."""
        texts = self.file.store.texts.get(form.name)
        if texts and self.texts is not None:
            self.texts.extend(placed(texts, self.face @ matrix, form.box, below))

    def using(self, element: Element, name: str, instead: str = "left out") -> Context | None:
        """Return the context inside something that is used by its id; report it when it uses itself."""
        if (self.file.root, name) in self.within:
            self.file.report(element, f"#{name[:60]} uses itself", instead=instead)
            return None
        if len(self.within) >= MOST_USED:
            raise TooMuch(f"elements use each other more than {MOST_USED} deep")
        return self._replace(within=(*self.within, (self.file.root, name)))

    def transform(self, element: Element, text: str, name: str = "transform") -> Matrix:
        """Return the matrix of a transform, none when it is wrong."""
        try:
            return transform(text)
        except ValueError as error:
            self.file.report(element, f"{name}: {error}", instead="drawn without it")
            return Matrix()

    def length(
        self, element: Element, attributes: Attributes, name: str, axis: str, style: Style, usual: float = 0.0
    ) -> float:
        """Return a length attribute in user units, `usual` when it is absent or wrong."""
        text = attributes.get(name)
        if text is None:
            return usual
        try:
            value, unit = split_length(text)
            return length(text, axis, self.viewport._replace(font_size=style.font_size)) if unit else value
        except ValueError as error:
            self.file.report(element, f"{name}={text[:40]!r}: {error}", instead=f"drawn with {usual:g}")
            return usual


class Engine(NamedTuple):
    """What draws any element, what draws all that a file holds, and what measures: an outline as its parent sees it."""

    draw: Callable[[Element, Style, Context], None]
    inside: Callable[[Element, Style, Context], None]
    outline: Callable[[Element, Style, Context], Path]


def reference(attributes: Attributes) -> str:
    """Return what an element refers to: href, or the older xlink:href."""
    return attributes.get("href") or attributes.get(f"{XLINK}href") or ""
