"""Patterns: tiles repeated over all there is to paint, as forms that every viewer draws alike."""

from __future__ import annotations

from math import ceil, floor
from typing import NamedTuple

from generator.svg.core.content import Content
from generator.svg.core.context import Context
from generator.svg.core.frames import fitted, view_box_of
from generator.svg.core.store import Form
from generator.svg.core.svgfile import Attributes
from generator.svg.css.style import Style
from generator.svg.css.values import SMALLEST, Reference, cm, flattens, inverse
from generator.svg.paint.servers import Source, chain
from generator.svg.xml import Element
from generator.units import Bounds, Matrix, Rect

ATTRIBUTES = frozenset(
    (
        "x",
        "y",
        "width",
        "height",
        "patternUnits",
        "patternContentUnits",
        "patternTransform",
        "viewBox",
        "preserveAspectRatio",
        "href",
    )
)

MOST_TILES = 10_000
"""A pattern is repeated at most this often on one shape."""

BBOX = "objectBoundingBox"


class Pattern(NamedTuple):
    """A pattern as a shape is painted with it: one tile and where it is repeated, in the pattern's own space."""

    tile: Form
    cell: Rect
    matrix: Matrix


def pattern(element: Element, server: Element, name: str, box: Bounds, wide: float, context: Context) -> Source | None:
    """Return tiles that cover `box` and `wide` round it, None when the pattern paints nothing."""
    inside = context.using(element, name, instead="painted with nothing")
    if inside is None:
        return None
    tiles = _pattern(server, box, inside)
    if tiles is None:
        return None
    reach = box.grown(wide)
    covered = inverse(tiles.matrix).bounds_of(reach)
    columns = _range(covered.left, covered.right, tiles.cell.x, tiles.cell.width)
    rows = _range(covered.top, covered.bottom, tiles.cell.y, tiles.cell.height)
    if len(columns) * len(rows) > MOST_TILES:
        context.file.report(
            element, f"#{name[:60]} is repeated more than {MOST_TILES} times", instead="painted with nothing"
        )
        return None
    return Source(tiles=_repeated(tiles, columns, rows, reach, context.content))


def _range(least: float, most: float, start: float, step: float) -> range:
    """Return the numbers of the tiles that cover everything from `least` to `most`."""
    slack, first, last = 1e-6, (least - start) / step, (most - start) / step
    if not (abs(first) < _FAR and abs(last) < _FAR):  # not told apart any more, or no numbers at all
        return range(MOST_TILES + 1)
    begin = floor(first + slack)
    return range(begin, max(ceil(last - slack), begin + 1, 1))  # never none: many times none would be few


_FAR = 1e12


def _pattern(server: Element, box: Bounds, context: Context) -> Pattern | None:
    links = list(chain(server, context, ("pattern",)))
    attributes: Attributes = {}
    for link in reversed(links):
        own, _ = context.file.read(link, context.file.inherited(link, context.viewport), context.viewport, ATTRIBUTES)
        attributes.update({name: own[name] for name in ATTRIBUTES & own.keys()})
    holder = next((link for link in links if len(link)), server)
    style = context.file.inherited(holder, context.viewport)
    _, style = context.file.read(holder, style, context.viewport, ATTRIBUTES)
    cell = _cell(server, attributes, style, box, context)
    matrix = context.transform(server, attributes.get("patternTransform", ""), "patternTransform")
    if cell is None or flattens(matrix):
        return None
    return Pattern(_tile(server, holder, attributes, style, cell, box, context), cell, matrix)


def _cell(server: Element, attributes: Attributes, style: Style, box: Bounds, context: Context) -> Rect | None:
    """Return the rectangle that is repeated, None when it has no size."""
    if attributes.get("patternUnits", BBOX) != BBOX:
        values = [context.length(server, attributes, *side, style) for side in _SIDES]
    else:
        inside = context._replace(viewport=Reference(1.0, 1.0))
        x, y, width, height = (inside.length(server, attributes, *side, style) for side in _SIDES)
        values = [box.left + x * box.width, box.top + y * box.height, width * box.width, height * box.height]
    return Rect(*values) if min(values[2:]) >= SMALLEST else None


_SIDES = (("x", "x"), ("y", "y"), ("width", "x"), ("height", "y"))


def _tile(
    server: Element, holder: Element, attributes: Attributes, style: Style, cell: Rect, box: Bounds, context: Context
) -> Form:
    """Return one tile as a form with its corner at the origin, equal ones once."""
    matrix = Matrix()
    view = view_box_of(server, attributes, context)
    if view is not None:
        matrix = fitted(server, attributes, view, Rect(0, 0, cell.width, cell.height), context)
    elif attributes.get("patternContentUnits") == BBOX:
        matrix = Matrix(a=box.width, d=box.height)
    sides = Bounds(0.0, 0.0, cell.width, cell.height)

    def drawn() -> Form:
        inner = context.apart()
        if matrix != Matrix():
            inner.content.write(cm(matrix))
            inner = inner.inside(matrix)
        if view is not None:
            inner = inner._replace(viewport=Reference(view.width, view.height))
        for child in holder:
            context.engine.draw(child, style, inner)
        return inner.content.form(sides)

    key = ("tile", context.file.fingerprint(holder), style, sides, matrix, context.viewport, context.content.grey)
    return context.file.store.once(key, drawn)


def _repeated(tiles: Pattern, columns: range, rows: range, reach: Bounds, content: Content) -> Form:
    """Return the tiles of all rows and columns; a row is a form too, so that many tiles take little room."""
    whole = Content(content.store, content.depth, content.grey)
    whole.write(cm(tiles.matrix))
    row, cell = tiles.tile, tiles.cell
    if len(columns) > 1 and len(rows) > 1:
        line = Content(content.store, content.depth, content.grey)
        for x in columns:
            line.stamp(tiles.tile, Matrix(e=x * cell.width))
        row, columns = line.form(), range(1)
    for y in rows:
        for x in columns:
            whole.stamp(row, Matrix(e=cell.x + x * cell.width, f=cell.y + y * cell.height))
    return whole.form(reach)
