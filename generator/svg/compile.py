"""The compiler's one door: SVG text to a form that a document shares."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from math import hypot
from typing import NamedTuple

from generator.svg.core.content import Content, TooMuch
from generator.svg.core.context import Context
from generator.svg.core.frames import SVG_ATTRIBUTES, fitted, host_of, natural_box
from generator.svg.core.store import Form, Store
from generator.svg.core.svgfile import SvgFile
from generator.svg.core.symbol import Symbol
from generator.svg.css.style import INITIAL
from generator.svg.css.values import Reference, cm, length, split_length, view_box
from generator.svg.draw import ENGINE
from generator.svg.drawntext import DrawnText
from generator.svg.xml import Element, Origin
from generator.units import MM_PER_INCH, Matrix, Rect, Size

_PIXEL = MM_PER_INCH / 96
_ON_PAPER = frozenset(["mm", "cm", "in", "pt", "pc", "q"])
"""Units of a size on paper: a number alone, or of pixels, says nothing of it."""


class Drawing(NamedTuple):
    """A form, the texts drawn in it, and the size in mm that its author says it has, None where no length is said.

    `box` is what of the drawing is fitted into the face, whole and keeping its shape; None where it says otherwise.
    """

    form: Form
    texts: tuple[DrawnText, ...]
    stated: Size | None
    box: Rect | None


def compile_svg(
    svg: str | bytes,
    width: float,
    height: float,
    store: Store,
    origin: Origin,
    language: str = "",
    symbols: Sequence[Symbol] = (),
) -> Form:
    """Compile SVG text into a form of `width` × `height`, y pointing down.

    A `use` may refer to one of the `symbols` by its id, as to an element of the text itself.
    Problems go to the store's; `Failed` when the text can't be read at all. The same text
    in the same size is compiled once.
    """
    return compile_drawing(svg, width, height, store, origin, language, symbols).form


def compile_drawing(
    svg: str | bytes,
    width: float,
    height: float,
    store: Store,
    origin: Origin,
    language: str = "",
    symbols: Sequence[Symbol] = (),
) -> Drawing:
    """Compile SVG text as `compile_svg` does, and tell too what texts it drew, where, and how large it says it is.

    The same text is told of once: when it is compiled.
    """
    text = svg.encode() if isinstance(svg, str) else svg
    key = (sha256(text).digest(), width, height, language)

    texts: list[DrawnText] = []
    roots: list[tuple[Size | None, Rect | None]] = []

    def drawn() -> Form:
        file = SvgFile.read_from(svg, origin, store, language, symbols)
        roots.append((_stated(file.root), _shown_whole(file.root)))
        return _whole(file, Rect(0, 0, width, height), texts)

    form = store.once(key, drawn)
    store.tell_of(key, origin.subject)
    return Drawing(form, tuple(texts), *(roots[0] if roots else (None, None)))


def _shown_whole(root: Element) -> Rect | None:
    """Return the view box of a drawing that is shown whole and in its own shape, None without one."""
    aspect = root.get("preserveAspectRatio", "")
    try:
        return None if "none" in aspect or "slice" in aspect else view_box(root.get("viewBox", ""))
    except ValueError:
        return None


def _stated(root: Element) -> Size | None:
    """Return the size in mm that a root says it has, None unless it says both sides in units of length."""
    sides = []
    for name in ("width", "height"):
        text = root.get(name, "")
        try:
            unit = split_length(text)[1]
            sides.append(length(text, "", Reference(0, 0)) * _PIXEL if unit in _ON_PAPER else 0.0)
        except ValueError:
            return None
    return Size(*sides) if min(sides) > 0 else None


def _whole(file: SvgFile, box: Rect, texts: list[DrawnText]) -> Form:
    context = Context(file, Content(file.store), Reference(box.width, box.height), ENGINE, texts=texts)
    try:
        _root(file.root, box, context)
    except TooMuch as error:
        raise file.origin.failed(0, str(error)) from None
    except RecursionError:
        raise file.origin.failed(0, "elements are nested too deep") from None
    return context.content.form(box.bounds)


def _root(root: Element, box: Rect, context: Context) -> None:
    attributes, style = context.file.read(root, INITIAL, context.viewport, SVG_ATTRIBUTES)
    inner = natural_box(root, attributes, style, context._replace(viewport=Reference(box.width, box.height))) or box
    matrix = fitted(root, attributes, inner, box, context)
    if matrix != Matrix():
        context.content.write(cm(matrix))
    inside = Reference(inner.width, inner.height, root_size=style.font_size)
    host = host_of(root, attributes, style, inner, context)
    context.file.unit = hypot(matrix.a, matrix.b) / (hypot(host.a, host.b) or 1.0)
    context = context._replace(viewport=inside, matrix=matrix, host=host, face=matrix)
    ENGINE.inside(root, style, context)
