"""CSS colours: every way to write one, and how a PDF writes it."""

from __future__ import annotations

import re
from collections.abc import Callable
from colorsys import hls_to_rgb
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from generator.problems import near


class Colour(NamedTuple):
    """Red, green, blue and alpha from 0 to 1; `inks` are cyan, magenta, yellow and black of a colour for print."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0
    inks: tuple[float, ...] = ()

    @property
    def light(self) -> float:
        """How much a mask of this colour lets through."""
        return 0.2125 * self.red + 0.7154 * self.green + 0.0721 * self.blue


BLACK = Colour(0.0, 0.0, 0.0)

NAMES: dict[str, str] = dict(
    re.findall(
        r"(\w+):(\w+)",
        """
aliceblue:f0f8ff antiquewhite:faebd7 aqua:00ffff aquamarine:7fffd4 azure:f0ffff beige:f5f5dc bisque:ffe4c4
black:000000 blanchedalmond:ffebcd blue:0000ff blueviolet:8a2be2 brown:a52a2a burlywood:deb887 cadetblue:5f9ea0
chartreuse:7fff00 chocolate:d2691e coral:ff7f50 cornflowerblue:6495ed cornsilk:fff8dc crimson:dc143c cyan:00ffff
darkblue:00008b darkcyan:008b8b darkgoldenrod:b8860b darkgray:a9a9a9 darkgreen:006400 darkgrey:a9a9a9
darkkhaki:bdb76b darkmagenta:8b008b darkolivegreen:556b2f darkorange:ff8c00 darkorchid:9932cc darkred:8b0000
darksalmon:e9967a darkseagreen:8fbc8f darkslateblue:483d8b darkslategray:2f4f4f darkslategrey:2f4f4f
darkturquoise:00ced1 darkviolet:9400d3 deeppink:ff1493 deepskyblue:00bfff dimgray:696969 dimgrey:696969
dodgerblue:1e90ff firebrick:b22222 floralwhite:fffaf0 forestgreen:228b22 fuchsia:ff00ff gainsboro:dcdcdc
ghostwhite:f8f8ff gold:ffd700 goldenrod:daa520 gray:808080 green:008000 greenyellow:adff2f grey:808080
honeydew:f0fff0 hotpink:ff69b4 indianred:cd5c5c indigo:4b0082 ivory:fffff0 khaki:f0e68c lavender:e6e6fa
lavenderblush:fff0f5 lawngreen:7cfc00 lemonchiffon:fffacd lightblue:add8e6 lightcoral:f08080 lightcyan:e0ffff
lightgoldenrodyellow:fafad2 lightgray:d3d3d3 lightgreen:90ee90 lightgrey:d3d3d3 lightpink:ffb6c1
lightsalmon:ffa07a lightseagreen:20b2aa lightskyblue:87cefa lightslategray:778899 lightslategrey:778899
lightsteelblue:b0c4de lightyellow:ffffe0 lime:00ff00 limegreen:32cd32 linen:faf0e6 magenta:ff00ff maroon:800000
mediumaquamarine:66cdaa mediumblue:0000cd mediumorchid:ba55d3 mediumpurple:9370db mediumseagreen:3cb371
mediumslateblue:7b68ee mediumspringgreen:00fa9a mediumturquoise:48d1cc mediumvioletred:c71585 midnightblue:191970
mintcream:f5fffa mistyrose:ffe4e1 moccasin:ffe4b5 navajowhite:ffdead navy:000080 oldlace:fdf5e6 olive:808000
olivedrab:6b8e23 orange:ffa500 orangered:ff4500 orchid:da70d6 palegoldenrod:eee8aa palegreen:98fb98
paleturquoise:afeeee palevioletred:db7093 papayawhip:ffefd5 peachpuff:ffdab9 peru:cd853f pink:ffc0cb plum:dda0dd
powderblue:b0e0e6 purple:800080 rebeccapurple:663399 red:ff0000 rosybrown:bc8f8f royalblue:4169e1
saddlebrown:8b4513 salmon:fa8072 sandybrown:f4a460 seagreen:2e8b57 seashell:fff5ee sienna:a0522d silver:c0c0c0
skyblue:87ceeb slateblue:6a5acd slategray:708090 slategrey:708090 snow:fffafa springgreen:00ff7f steelblue:4682b4
tan:d2b48c teal:008080 thistle:d8bfd8 tomato:ff6347 turquoise:40e0d0 violet:ee82ee wheat:f5deb3 white:ffffff
whitesmoke:f5f5f5 yellow:ffff00 yellowgreen:9acd32 transparent:00000000
""",
    )
)
"""The CSS colour names and their hexadecimal digits."""

_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_CALL = re.compile(r"([a-z][a-z0-9-]*)\(([^()]*)\)")
_BOTH = re.compile(r"(.*\S)\s+((?:icc-color|device-cmyk)\([^()]*\))")
_TURNS = {"deg": 1 / 360, "grad": 1 / 400, "rad": 1 / 6.283185307179586, "turn": 1.0}
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?")


@lru_cache(1024)
def colour(text: str) -> Colour:
    """Return a colour written as in CSS; `ValueError` when it isn't one."""
    word = text.strip().lower()
    if word in NAMES:
        return _hex(NAMES[word])
    if match := _HEX.fullmatch(word):
        return _hex(match[1])
    if match := _CALL.fullmatch(word):
        return _call(match[1], match[2])
    if match := _BOTH.fullmatch(word):
        return _printed(colour(match[1]), match[2])
    near_by = near(word, _alike(word))
    raise ValueError(f"{text.strip()[:40]!r} is not a colour" + (f"; {near_by}" if near_by else ""))


def _alike(word: str) -> list[str]:
    """Return the names that a word may mean: to compare it with all of them takes long, and files repeat a slip."""
    letters = set(word)
    return [name for name in NAMES if abs(len(name) - len(word)) <= 2 and len(letters ^ set(name)) <= 3]


def _hex(digits: str) -> Colour:
    if len(digits) <= 4:
        digits = "".join(2 * digit for digit in digits)
    red, green, blue, *alpha = (int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2))
    return Colour(red, green, blue, *alpha)  # type: ignore[arg-type]


def _printed(shown: Colour, call: str) -> Colour:
    """Return a colour for screens with its inks for print; a colour of an ICC profile is drawn as on the screen."""
    return shown._replace(inks=colour(call).inks) if call.startswith("device-cmyk") else shown


def _call(name: str, inside: str) -> Colour:
    """Return the colour of a call such as rgb(…); values stand apart by commas, or blanks with / before alpha."""
    name = {"rgba": "rgb", "hsla": "hsl"}.get(name, name)
    if name not in _CALLS:
        raise ValueError(f"{name[:20]}() is no colour function; allowed: {', '.join(_CALLS)}")
    values, slash, alpha = inside.partition("/")
    parts = [part for part in re.split(r"\s*,\s*|\s+", values.strip()) if part]
    count = 4 if name in ("device-cmyk", "color") else 3
    if not slash and len(parts) == count + 1 and name != "color":
        alpha = parts.pop()
    if len(parts) != count:
        raise ValueError(f"{name}() takes {count} values and perhaps alpha, not {len(parts)}")
    made = _CALLS[name](parts)
    return made._replace(alpha=_share(alpha.strip(), 1)) if alpha.strip() else made


def _share(text: str, whole: float) -> float:
    return min(max(_value(text, 1, whole), 0.0), 1.0)


def _value(text: str, percent: float, whole: float = 1.0) -> float:
    """Return a number divided by `whole`, a percentage as a share of `percent`, and 0 for none."""
    if text == "none":
        return 0.0
    digits = text.removesuffix("%")
    if not _NUMBER.fullmatch(digits):
        raise ValueError(f"{text[:20]!r} is neither a number nor a percentage")
    return float(digits) / 100 * percent if digits != text else float(digits) / whole


def _turn(text: str) -> float:
    unit = next((unit for unit in _TURNS if text.endswith(unit)), "")
    return _value(text.removesuffix(unit), 1) * _TURNS[unit or "deg"] % 1.0


def _rgb(parts: list[str]) -> Colour:
    red, green, blue = (_share(part, 255) for part in parts)
    return Colour(red, green, blue)


def _hsl(parts: list[str]) -> Colour:
    return Colour(*hls_to_rgb(_turn(parts[0]), _share(parts[2], 100), _share(parts[1], 100)))


def _hwb(parts: list[str]) -> Colour:
    white, black = _share(parts[1], 100), _share(parts[2], 100)
    if white + black >= 1:
        return Colour(*(white / (white + black),) * 3)
    red, green, blue = (part * (1 - white - black) + white for part in hls_to_rgb(_turn(parts[0]), 0.5, 1.0))
    return Colour(red, green, blue)


def _cmyk(parts: list[str]) -> Colour:
    cyan, magenta, yellow, black = inks = tuple(_share(part, 1) for part in parts)
    red, green, blue = ((1 - ink) * (1 - black) for ink in (cyan, magenta, yellow))
    return Colour(red, green, blue, inks=inks)


def _lab(parts: list[str]) -> Colour:
    light, a, b = _value(parts[0], 100), _value(parts[1], 125), _value(parts[2], 125)
    return _from_lab(light, a, b)


def _lch(parts: list[str]) -> Colour:
    light, chroma, turn = _value(parts[0], 100), _value(parts[1], 150), 2 * pi * _turn(parts[2])
    return _from_lab(light, chroma * cos(turn), chroma * sin(turn))


def _oklab(parts: list[str]) -> Colour:
    light, a, b = _value(parts[0], 1), _value(parts[1], 0.4), _value(parts[2], 0.4)
    return _from_oklab(light, a, b)


def _oklch(parts: list[str]) -> Colour:
    light, chroma, turn = _value(parts[0], 1), _value(parts[1], 0.4), 2 * pi * _turn(parts[2])
    return _from_oklab(light, chroma * cos(turn), chroma * sin(turn))


def _color(parts: list[str]) -> Colour:
    space, *rest = parts
    red, green, blue = (_value(part, 1) for part in rest)
    match space:
        case "srgb":
            return Colour(*(min(max(part, 0.0), 1.0) for part in (red, green, blue)))  # type: ignore[arg-type]
        case "srgb-linear":
            return _from_linear(red, green, blue)
        case "display-p3":
            return _from_p3(*map(_linear, (red, green, blue)))
    raise ValueError(f"color({space[:20]} …) is not read; allowed: srgb, srgb-linear, display-p3")


def _from_lab(light: float, a: float, b: float) -> Colour:
    """Return a CIE Lab colour, white being that of D50, adapted to D65 by Bradford's matrix."""
    fy = (light + 16) / 116
    x, y, z = (
        white * (f**3 if f > 6 / 29 else (f - 4 / 29) * 108 / 841)
        for white, f in ((0.96422, fy + a / 500), (1.0, fy), (0.82521, fy - b / 200))
    )
    return _from_linear(
        3.1341359 * x - 1.6173864 * y - 0.4906620 * z,
        -0.9787955 * x + 1.9162543 * y + 0.0334428 * z,
        0.0719553 * x - 0.2289768 * y + 1.4053860 * z,
    )


def _from_oklab(light: float, a: float, b: float) -> Colour:
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return _from_linear(
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )


def _from_p3(red: float, green: float, blue: float) -> Colour:
    return _from_linear(
        1.2249401 * red - 0.2249402 * green,
        -0.0420569 * red + 1.0420571 * green,
        -0.0196376 * red - 0.0786361 * green + 1.0982735 * blue,
    )


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _from_linear(*parts: float) -> Colour:
    """Return a colour of linear light; what sRGB can't show is cut off."""
    bounded = (min(max(part, 0.0), 1.0) for part in parts)
    return Colour(*(12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in bounded))  # type: ignore[arg-type]


_CALLS: dict[str, Callable[[list[str]], Colour]] = {
    "rgb": _rgb, "hsl": _hsl, "hwb": _hwb, "lab": _lab, "lch": _lch, "oklab": _oklab, "oklch": _oklch,
    "color": _color, "device-cmyk": _cmyk, "icc-color": _cmyk,
}  # fmt: skip


@lru_cache(4096)
def ink(colour: Colour, stroke: bool, grey: bool) -> str:
    """Return the operator that sets a colour; `grey` shows how much light it gives, as masks see it."""
    parts: tuple[float, ...]
    if grey:
        operator, parts = "G" if stroke else "g", (colour.light,)
    elif colour.inks:
        operator, parts = "K" if stroke else "k", colour.inks
    else:
        operator, parts = "RG" if stroke else "rg", colour[:3]
    return " ".join([*map(pdf_part, parts), operator])


def pdf_part(value: float) -> str:
    """Write a part of a colour; three places tell all 256 steps apart."""
    return f"{value:.3f}".strip("0").rstrip(".") or "0"
