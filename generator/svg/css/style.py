"""The style of an element: what its declarations come to. Lengths are in user units."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Generic, NamedTuple, TypeVar

from generator.svg.css.colours import BLACK, Colour
from generator.svg.css.values import fine, pdf
from generator.units import Matrix

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class once(Generic[Owner, Value]):
    """A property that is worked out once; unlike functools' it takes no lock, which costs more than the work."""

    def __init__(self, work: Callable[[Owner], Value]) -> None:
        self._work = work
        self.__doc__ = work.__doc__

    def __get__(self, owner: Owner, _kind: type[Owner] | None = None) -> Value:
        """Work the value out and keep it where the next look finds it first."""
        value = owner.__dict__[self._work.__name__] = self._work(owner)
        return value


class Server(NamedTuple):
    """A paint from elsewhere in the file, and what to paint when it isn't there."""

    id: str
    fallback: Colour | None = None


Features = tuple[tuple[str, int], ...]
"""OpenType features and what they are set to."""

Paint = Colour | Server | None
"""What fills and strokes are painted with; `None` paints nothing."""

PAINT_ORDER = ("fill", "stroke", "markers")
"""The order in which the parts of a shape are painted, unless `paint-order` says another."""


@dataclass(frozen=True, eq=False)
class Style:
    """The computed values of an element; `opacity` and those after it are not inherited.

    `context_fill` and `context_stroke` are the paints of the shape that markers stand on;
    `current` names the fields that follow `color`, also where that changes further inside.
    """

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
    font_stretch: float = 100.0
    font_variant_caps: str = "normal"
    font_variant_numeric: Features = ()
    font_variant_ligatures: Features = ()
    font_variant_position: Features = ()
    font_feature_settings: Features = ()
    font_kerning: Features = ()
    text_transform: str = "none"
    direction: str = "ltr"
    decorated: tuple[tuple[str, Style], ...] = ()
    text_anchor: str = "start"
    dominant_baseline: str = "auto"
    letter_spacing: float = 0.0
    word_spacing: float = 0.0
    white_space: str = "normal"
    visibility: str = "visible"
    image_rendering: str = "auto"
    paint_order: tuple[str, str, str] = PAINT_ORDER
    marker_start: str = ""
    marker_mid: str = ""
    marker_end: str = ""
    context_fill: Paint = BLACK
    context_stroke: Paint = None
    current: frozenset[str] = frozenset()
    opacity: float = 1.0
    display: str = "inline"
    overflow: str = ""
    clip_path: str = ""
    mask: str = ""
    mask_type: str = "luminance"
    mix_blend_mode: str = "normal"
    isolation: str = "auto"
    vector_effect: str = "none"
    transform: Matrix | None = None
    stop_color: Colour = BLACK
    stop_opacity: float = 1.0
    alignment_baseline: str = "auto"
    baseline_shift: str | float = 0.0
    unicode_bidi: str = "normal"
    text_decoration_line: tuple[str, ...] = ()
    text_decoration_color: Colour | None = None
    text_decoration_thickness: float = 0.0

    @once
    def fill_alpha(self) -> float:
        """Opacity of the fill with that of its colour."""
        return self.fill_opacity * (self.fill.alpha if isinstance(self.fill, Colour) else 1.0)

    @once
    def stroke_alpha(self) -> float:
        """Opacity of the stroke with that of its colour."""
        return self.stroke_opacity * (self.stroke.alpha if isinstance(self.stroke, Colour) else 1.0)

    @once
    def features(self) -> Features:
        """The features that letters are shaped with; those that are set by name go before."""
        spaced: Features = (("liga", 0), ("clig", 0)) if self.letter_spacing else ()
        named = self.font_variant_ligatures + self.font_variant_numeric + self.font_variant_position
        return spaced + self.font_kerning + named + self.font_feature_settings

    @once
    def decorations(self) -> tuple[tuple[str, Style], ...]:
        """The lines drawn with text, and the style of the element that asks for each."""
        return self.decorated + tuple((line, self) for line in self.text_decoration_line)

    @once
    def strokes(self) -> bool:
        """Whether anything is stroked."""
        return self.stroke is not None and self.stroke_width > _THINNEST

    @once
    def handed_on(self) -> dict[str, Any]:
        """The values that what is inside inherits."""
        values = {name: getattr(self, name) for name in INHERITED}
        values["decorated"] = self.decorations
        return values

    @once
    def layered(self) -> bool:
        """Whether an element is drawn apart, and laid over what is below as a whole."""
        return self.composed or bool(self.clip_path) or self.transform is not None

    @once
    def composed(self) -> bool:
        """Whether all that an element holds is composed before it is laid over what is below."""
        return self.opacity < 1 or bool(self.mask) or self.mix_blend_mode != "normal" or self.isolation == "isolate"

    @once
    def marked(self) -> bool:
        """Whether markers stand on lines."""
        return bool(self.marker_start or self.marker_mid or self.marker_end)

    @once
    def plain(self) -> bool:
        """Whether shapes are painted with colours alone, first filled and then stroked without dashes."""
        served = isinstance(self.fill, Server) or isinstance(self.stroke, Server)
        usual = self.paint_order == PAINT_ORDER and self.vector_effect == "none"
        return usual and not served and not self.marked and not self.stroke_dasharray

    @once
    def pen(self) -> tuple[str, str, str, str, str]:
        """The operators of line width, cap, join, mitre limit and dashes; "" for one that doesn't matter."""
        dashes = " ".join(map(pdf, _dots(self.stroke_dasharray, self.stroke_linecap)))
        if not dashes.strip("0 "):
            dashes = ""
        return (
            f"{pdf(self.stroke_width) if self.stroke_width >= _FINE else fine(self.stroke_width)} w",
            f"{_CAPS[self.stroke_linecap]} J",
            f"{_JOINS[self.stroke_linejoin]} j",
            f"{pdf(self.stroke_miterlimit)} M" if self.stroke_linejoin == "miter" else "",
            f"[{dashes}] {pdf(self.stroke_dashoffset if dashes else 0)} d",
        )


INITIAL = Style()
_FINE, _THINNEST = 1e-4, 1e-11
_DOT = 0.001  # some viewers draw a dash of length 0 as one of 0.1, and all that follow too late
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
NOT_INHERITED = frozenset(
    [
        "opacity",
        "display",
        "overflow",
        "clip_path",
        "mask",
        "mask_type",
        "mix_blend_mode",
        "isolation",
        "vector_effect",
        "transform",
        "stop_color",
        "stop_opacity",
        "alignment_baseline",
        "baseline_shift",
        "unicode_bidi",
        "text_decoration_line",
        "text_decoration_color",
        "text_decoration_thickness",
    ]
)
INHERITED = tuple(field.name for field in fields(Style) if field.name not in NOT_INHERITED)
_USUAL = {field.name: field.default for field in fields(Style)}


def style_of(values: Mapping[str, Any]) -> Style:
    """Return a style by the values of some fields; faster than its constructor, as a page makes thousands."""
    style = object.__new__(Style)
    style.__dict__.update(_USUAL)
    style.__dict__.update(values)
    return style


def _dots(dashes: tuple[float, ...], cap: str) -> tuple[float, ...]:
    """Give the dashes without length that caps make visible a very small one."""
    if cap == "butt" or 0.0 not in dashes[::2]:
        return dashes
    pairs = [
        (on or _DOT, off if on else max(off - _DOT, 0.0)) for on, off in zip(dashes[::2], dashes[1::2], strict=True)
    ]
    return tuple(value for pair in pairs for value in pair)
