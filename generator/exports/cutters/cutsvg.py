"""Cuts as SVG: a user unit is a millimetre."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.press.layout.cut import Cut, Step
from generator.units import Rect, Size


def text(page: Size, cuts: Sequence[Cut], marks: Sequence[Rect]) -> str:
    """Return the file of a page: its cuts as red lines, its registration marks in black."""
    lines = [f'<path d="{path(cut)}"/>' for cut in cuts]
    groups = ['<g id="cut" fill="none" stroke="#ff0000" stroke-width="0.1">', *lines, "</g>", rectangles(marks)]
    return drawing(page, "\n".join(groups))


def drawing(page: Size, content: str) -> str:
    """Return an SVG file of this size."""
    width, height = map(_number, page)
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n{content}\n</svg>\n'


def rectangles(marks: Sequence[Rect]) -> str:
    """Return registration marks as filled rectangles."""
    elements = [
        '<rect x="{}" y="{}" width="{}" height="{}"/>'.format(*(_number(value) for value in mark)) for mark in marks
    ]
    return "\n".join(['<g id="registration" fill="#000000">', *elements, "</g>"])


def path(cut: Cut) -> str:
    """Return a cut as path data."""
    return " ".join([f"M{_number(cut.start[0])} {_number(cut.start[1])}", *_steps(cut.steps), *["Z"] * cut.closed])


def _steps(steps: Sequence[Step]) -> Iterator[str]:
    for x, y, radius in steps:
        end = f"{_number(x)} {_number(y)}"
        yield f"A{_number(radius)} {_number(radius)} 0 0 1 {end}" if radius else f"L{end}"


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
