"""Gradients as PDF shadings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import ceil, hypot

from generator.svg.core.content import Content, Mask
from generator.svg.core.store import Store
from generator.svg.css.colours import Colour, pdf_part
from generator.svg.css.values import cm, fine, flattens, inverse, plain
from generator.svg.paint.gradients import Gradient, Stop
from generator.svg.paint.servers import Shaded, Source
from generator.units import Bounds, Matrix

MOST_STOPS = 2_000
"""Repeated gradients are drawn with at most this many stops."""


def shade(gradient: Gradient, matrix: Matrix, box: Bounds, grey: bool, store: Store) -> Source:
    """Return a gradient as a source that covers `box`; `matrix` maps its coordinates to user space."""
    if _flat(gradient, matrix):
        last = gradient.stops[-1][1]
        return Source(last, alpha=last.alpha)
    spread = _spread(gradient, matrix, box)
    parts, space = _space(gradient, grey, store)
    shading = store.entry("Shading", "S", _shading(spread, parts, space))
    alphas = {stop[1].alpha for stop in gradient.stops}
    if len(alphas) == 1:
        return Source(shaded=Shaded(shading, matrix), alpha=alphas.pop())
    return Source(shaded=Shaded(shading, matrix, _alpha_mask(spread, matrix, store)))


def _space(gradient: Gradient, grey: bool, store: Store) -> tuple[Parts, str]:
    """Return how colours are written; gradients between colours for print are mixed of inks."""
    if grey:
        return _light, "DeviceGray"
    if store.process:
        return store.process.inks, "DeviceCMYK"
    printed = all(stop[1].inks for stop in gradient.stops)
    return (_inks, "DeviceCMYK") if printed else (_rgb, "DeviceRGB")


def _flat(gradient: Gradient, matrix: Matrix) -> bool:
    """Whether all of it has the last colour: one stop, no way from start to end, or a map onto a line."""
    x1, y1, *rest = gradient.coordinates
    degenerate = rest[0] <= 0 if gradient.radial else (x1, y1) == tuple(rest)
    scale = max(map(abs, matrix[:4]))
    flat = abs(matrix.determinant) <= 1e-12 * min(scale, 1.0) ** 2
    return len(gradient.stops) == 1 or degenerate or flat or flattens(matrix)


def _alpha_mask(gradient: Gradient, matrix: Matrix, store: Store) -> Mask:
    """Return a mask that lets through as much as the stops' alpha says."""
    content = Content(store, grey=True)
    content.write(cm(matrix))
    content.use("sh", store.entry("Shading", "S", _shading(gradient, _alpha, "DeviceGray")))
    return Mask(content.group(), "Luminosity")


def _spread(gradient: Gradient, matrix: Matrix, box: Bounds) -> Gradient:
    """Lay a reflected or repeated gradient out as one that goes on as far as the box."""
    if gradient.spread not in ("reflect", "repeat") or gradient.inverted:
        return gradient
    first, last = _reach(gradient, matrix, box)
    most = MOST_STOPS // len(gradient.stops)
    first, last = max(first, -most // 2), min(last, most // 2)
    count = max(last - first, 1)
    stops: list[Stop] = []
    for index in range(first, first + count):
        turned = gradient.spread == "reflect" and index % 2
        period = [(1 - at, colour) for at, colour in reversed(gradient.stops)] if turned else gradient.stops
        stops += [((at + index - first) / count, colour) for at, colour in period]
    return gradient._replace(coordinates=_stretched(gradient, first, first + count), stops=tuple(stops), spread="pad")


def _stretched(gradient: Gradient, first: int, last: int) -> tuple[float, ...]:
    if not gradient.radial:
        x1, y1, x2, y2 = gradient.coordinates
        return (x1 + (x2 - x1) * first, y1 + (y2 - y1) * first, x1 + (x2 - x1) * last, y1 + (y2 - y1) * last)
    cx, cy, r, fx, fy, fr = gradient.coordinates
    return fx + (cx - fx) * last, fy + (cy - fy) * last, fr + (r - fr) * last, fx, fy, fr


def _reach(gradient: Gradient, matrix: Matrix, box: Bounds) -> tuple[int, int]:
    """Return from which to which repetition the box is covered."""
    back = inverse(matrix)
    corners = [back.at(*corner) for corner in box.corners]
    x1, y1, *rest = gradient.coordinates
    if gradient.radial:
        r, fx, fy, fr = rest
        # the circles grow towards the centre's side; the slowest side needs the most of them
        slowest = max((r - fr) - min(hypot(fx - x1, fy - y1), (r - fr) * 0.99), _LEAST)
        return 0, _whole(max(hypot(x - fx, y - fy) for x, y in corners) / slowest)
    dx, dy = rest[0] - x1, rest[1] - y1
    along = [((x - x1) * dx + (y - y1) * dy) / max(dx * dx + dy * dy, _LEAST) for x, y in corners]
    return -_whole(-min(along)), _whole(max(along))


def _whole(count: float) -> int:
    """Return a number of repetitions rounded up, and no larger than there can be stops."""
    return ceil(min(max(count, -MOST_STOPS), MOST_STOPS))


Parts = Callable[[Colour], tuple[float, ...]]


def _alpha(colour: Colour) -> tuple[float, ...]:
    return (colour.alpha,)


def _light(colour: Colour) -> tuple[float, ...]:
    return (colour.light,)


def _rgb(colour: Colour) -> tuple[float, ...]:
    return colour[:3]


def _inks(colour: Colour) -> tuple[float, ...]:
    return colour.inks


def _shading(gradient: Gradient, parts: Parts, space: str) -> str:
    """Write a shading of the parts of the stops' colours."""
    points = gradient.coordinates
    if gradient.radial:
        cx, cy, r, fx, fy, fr = points
        points = (*_focus(cx, cy, r, fx, fy), fr, cx, cy, r)
    write = fine if max(map(abs, points)) < _FINE else plain
    coordinates = " ".join(map(write, points))
    function = _function(_padded(gradient.stops), parts)
    return (
        f"<< /ShadingType {3 if gradient.radial else 2} /ColorSpace /{space} /Coords [{coordinates}] "
        f"/Extend [true true] /Function {function} >>"
    )


_FINE = 1e-3
_LEAST = 1e-30


def _focus(cx: float, cy: float, r: float, fx: float, fy: float) -> tuple[float, float]:
    """Bring a focus that lies outside the circle back onto it."""
    away = hypot(fx - cx, fy - cy)
    if away <= r * 0.999:
        return fx, fy
    return cx + (fx - cx) * r * 0.999 / away, cy + (fy - cy) * r * 0.999 / away


def _padded(stops: tuple[Stop, ...]) -> list[Stop]:
    return [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]


def _function(stops: list[Stop], parts: Parts) -> str:
    """Write the function from 0..1 to a colour: one straight piece from stop to stop."""
    pieces = [(a, b) for a, b in pairwise(stops) if b[0] > a[0]]
    texts = [
        f"<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [{_written(parts(a[1]))}] /C1 [{_written(parts(b[1]))}] >>"
        for a, b in pieces
    ]
    if len(texts) == 1:
        return texts[0]
    edges = " ".join(f"{a[0]:.6f}" for a, _ in pieces[1:])
    return (
        f"<< /FunctionType 3 /Domain [0 1] /Bounds [{edges}] /Encode [{' '.join(['0 1'] * len(texts))}] "
        f"/Functions [{' '.join(texts)}] >>"
    )


def _written(parts: tuple[float, ...]) -> str:
    return " ".join(map(pdf_part, parts))
