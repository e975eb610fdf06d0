"""The style of an element: what its declarations come to. Lengths are in user units."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import NamedTuple

from generator.face.colours import BLACK, Colour
from generator.face.values import pdf


class Server(NamedTuple):
    """A paint from elsewhere in the file, and what to paint when it isn't there."""

    id: str
    fallback: Colour | None = None


Paint = Colour | Server | None


@dataclass(frozen=True, eq=False)
class Style:
    """The computed values of an element; those after `opacity` are not inherited."""

    color: Colour = BLACK
    fill: Paint = BLACK
    fill_opacity: float = 1.0
    fill_rule: str = "nonzero"
    clip_rule: str = "nonzero"
    stroke: Paint = None
    stroke_opacity: float = 1.0
    stroke_width: float = 1.0
    stroke_linecap: str = "butt"
    stroke_linejoin: str = "miter"
    stroke_miterlimit: float = 4.0
    stroke_dasharray: tuple[float, ...] = ()
    stroke_dashoffset: float = 0.0
    font_family: tuple[str, ...] = ()
    font_size: float = 16.0
    font_weight: int = 400
    font_style: str = "normal"
    text_anchor: str = "start"
    dominant_baseline: str = "auto"
    letter_spacing: float = 0.0
    word_spacing: float = 0.0
    white_space: str = "normal"
    visibility: str = "visible"
    opacity: float = 1.0
    display: str = "inline"
    overflow: str = ""
    clip_path: str = ""
    stop_color: Colour = BLACK
    stop_opacity: float = 1.0

    @cached_property
    def fill_alpha(self) -> float:
        """Opacity of the fill with that of its colour."""
        return self.fill_opacity * (self.fill.alpha if isinstance(self.fill, Colour) else 1.0)

    @cached_property
    def stroke_alpha(self) -> float:
        """Opacity of the stroke with that of its colour."""
        return self.stroke_opacity * (self.stroke.alpha if isinstance(self.stroke, Colour) else 1.0)

    @cached_property
    def strokes(self) -> bool:
        """Whether anything is stroked."""
        return self.stroke is not None and self.stroke_width > 0

    @cached_property
    def pen(self) -> tuple[str, str, str, str, str]:
        """The operators of line width, cap, join, mitre limit and dashes; "" for one that doesn't matter."""
        dashes = " ".join(map(pdf, _dots(self.stroke_dasharray, self.stroke_linecap)))
        return (
            f"{pdf(self.stroke_width)} w",
            f"{_CAPS[self.stroke_linecap]} J",
            f"{_JOINS[self.stroke_linejoin]} j",
            f"{pdf(self.stroke_miterlimit)} M" if self.stroke_linejoin == "miter" else "",
            f"[{dashes}] {pdf(self.stroke_dashoffset if dashes else 0)} d",
        )


INITIAL = Style()
_DOT = 0.001  # some viewers draw a dash of length 0 as one of 0.1, and all that follow too late
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2, "miter-clip": 0, "arcs": 0}
NOT_INHERITED = frozenset(["opacity", "display", "overflow", "clip_path", "stop_color", "stop_opacity"])
INHERITED = tuple(field.name for field in fields(Style) if field.name not in NOT_INHERITED)


def _dots(dashes: tuple[float, ...], cap: str) -> tuple[float, ...]:
    """Give the dashes without length that caps make visible a very small one."""
    if cap == "butt" or 0.0 not in dashes[::2]:
        return dashes
    pairs = [
        (on or _DOT, off if on else max(off - _DOT, 0.0)) for on, off in zip(dashes[::2], dashes[1::2], strict=True)
    ]
    return tuple(value for pair in pairs for value in pair)
