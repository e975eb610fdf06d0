"""The compiler's one door: SVG text to a form that a document shares."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from math import hypot

from generator.svg.core.content import Content, TooMuch
from generator.svg.core.context import Context
from generator.svg.core.frames import SVG_ATTRIBUTES, fitted, host_of, natural_box
from generator.svg.core.store import Form, Store
from generator.svg.core.svgfile import SvgFile
from generator.svg.core.symbol import Symbol
from generator.svg.css.style import INITIAL
from generator.svg.css.values import Reference, cm
from generator.svg.draw import ENGINE
from generator.svg.xml import Element, Origin
from generator.units import Matrix, Rect


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
    text = svg.encode() if isinstance(svg, str) else svg
    key = (sha256(text).digest(), width, height, language)

    def drawn() -> Form:
        file = SvgFile.read_from(svg, origin, store, language, symbols)
        return _whole(file, Rect(0, 0, width, height))

    form = store.once(key, drawn)
    store.tell_of(key, origin.subject)
    return form


def _whole(file: SvgFile, box: Rect) -> Form:
    context = Context(file, Content(file.store), Reference(box.width, box.height), ENGINE)
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
    context = context._replace(viewport=inside, matrix=matrix, host=host)
    ENGINE.inside(root, style, context)
