"""The properties of text: which fonts, how large, where it stands and what is drawn with it."""

from __future__ import annotations

import re
from collections.abc import Callable

from generator.svg.css.colours import colour
from generator.svg.css.declaration import Property, Scope, keyword, length, named
from generator.svg.css.style import Features, Paint
from generator.svg.css.values import length as length_of
from generator.svg.css.values import split_length

# ------------------------------------------------------------------ fonts

_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0,
    "xx-large": 32.0, "xxx-large": 48.0,
}  # fmt: skip
WIDTHS = {
    "ultra-condensed": 50.0, "extra-condensed": 62.5, "condensed": 75.0, "semi-condensed": 87.5, "normal": 100.0,
    "semi-expanded": 112.5, "expanded": 125.0, "extra-expanded": 150.0, "ultra-expanded": 200.0,
    "narrower": 75.0, "wider": 125.0,
}  # fmt: skip
"""Widths of fonts in per cent of the usual one."""

_WEIGHTS = {"normal": 400, "bold": 700}


def _font_size(text: str, scope: Scope) -> float:
    whole = scope.parent.font_size
    if text in _SIZES:
        return _SIZES[text]
    if text in ("larger", "smaller"):
        return whole * 1.2 if text == "larger" else whole / 1.2
    value, unit = split_length(text)
    size = value / 100 * whole if unit == "%" else length_of(text, "", scope.viewport._replace(font_size=whole))
    if size < 0:
        raise ValueError("it is below 0")
    return size if size >= _SMALLEST else 0.0  # as nothing is seen of it


_SMALLEST = 1e-6


def _font_weight(text: str, scope: Scope) -> int:
    weight, word = scope.parent.font_weight, text.lower()
    if word == "bolder":
        return 400 if weight < 350 else 700 if weight < 550 else max(weight, 900)
    if word == "lighter":
        return min(weight, 100) if weight < 550 else 400 if weight < 750 else 700
    if word in _WEIGHTS:
        return _WEIGHTS[word]
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 1 <= number <= 1000:
        raise ValueError(f"{text[:40]!r} is none of normal, bold, bolder, lighter, 1 to 1000")
    return round(number)


def families(text: str) -> tuple[str, ...]:
    """Return the names in a list of families."""
    names = [name.strip().strip("'\"").strip() for name in text.split(",")]
    return tuple(" ".join(name.split()) for name in names if name)


def _font_style(text: str, _scope: Scope) -> str:
    word, _, angle = text.partition(" ")
    if word not in ("normal", "italic", "oblique") or (angle and not angle.strip().endswith("deg")):
        raise ValueError(f"{text[:40]!r} is none of normal, italic, oblique")
    return word


def _font_stretch(text: str, _scope: Scope) -> float:
    if text in WIDTHS:
        return WIDTHS[text]
    value, unit = split_length(text)
    if unit != "%" or value < 0:
        raise ValueError(f"{text[:40]!r} is neither a percentage nor one of {', '.join(WIDTHS)}")
    return value


# ------------------------------------------------------------------ features

_ON: dict[str, Features] = {
    "lining-nums": (("lnum", 1),),
    "oldstyle-nums": (("onum", 1),),
    "proportional-nums": (("pnum", 1),),
    "tabular-nums": (("tnum", 1),),
    "diagonal-fractions": (("frac", 1),),
    "stacked-fractions": (("afrc", 1),),
    "ordinal": (("ordn", 1),),
    "slashed-zero": (("zero", 1),),
}
_LIGATURES: dict[str, Features] = {
    "none": (("liga", 0), ("clig", 0), ("calt", 0)),
    "common-ligatures": (("liga", 1), ("clig", 1)),
    "no-common-ligatures": (("liga", 0), ("clig", 0)),
    "discretionary-ligatures": (("dlig", 1),),
    "no-discretionary-ligatures": (("dlig", 0),),
    "historical-ligatures": (("hlig", 1),),
    "no-historical-ligatures": (("hlig", 0),),
    "contextual": (("calt", 1),),
    "no-contextual": (("calt", 0),),
}
_POSITIONS: dict[str, Features] = {"sub": (("subs", 1),), "super": (("sups", 1),)}


def _features(table: dict[str, Features]) -> Callable[[str, Scope], Features]:
    def read(text: str, _scope: Scope) -> Features:
        words = [] if text == "normal" else text.split()
        if wrong := [word for word in words if word not in table]:
            raise ValueError(f"{wrong[0][:40]!r} is none of normal, {', '.join(table)}")
        return tuple(feature for word in words for feature in table[word])

    return read


_SETTING = re.compile(r"""\s*(['"])([ -~]{4})\1(?:\s+(on|off|\d{1,4}))?\s*""")


def _feature_settings(text: str, _scope: Scope) -> Features:
    if text == "normal":
        return ()
    features = []
    for part in text.split(","):
        match = _SETTING.fullmatch(part)
        if match is None:
            raise ValueError(f"{part[:40]!r} is not a feature such as \"tnum\" or 'liga' 0")
        value = {"on": "1", "off": "0", None: "1"}.get(match[3], match[3])
        features.append((match[2], int(value)))
    return tuple(features)


def _kerning(text: str, _scope: Scope) -> Features:
    if text not in ("auto", "normal", "none"):
        raise ValueError(f"{text[:40]!r} is none of auto, normal, none")
    return (("kern", 0),) if text == "none" else ()


# ------------------------------------------------------------------ places


def _spacing(text: str, scope: Scope) -> float:
    return 0.0 if text == "normal" else length(text, scope)


def _baseline_shift(text: str, scope: Scope) -> str | float:
    if text in ("sub", "super"):
        return text
    if text == "baseline":
        return 0.0
    value, unit = split_length(text)
    size: float = scope.values["font_size"]
    return value / 100 * size if unit == "%" else length(text, scope)


_BASELINES = (
    "auto", "alphabetic", "middle", "central", "hanging", "mathematical", "ideographic",
    "text-before-edge", "text-after-edge", "text-top", "text-bottom",
)  # fmt: skip

# ------------------------------------------------------------------ decoration

_LINES = ("underline", "overline", "line-through")


def _decoration(text: str, _scope: Scope) -> tuple[str, ...]:
    words = [] if text == "none" else text.split()
    if wrong := [word for word in words if word not in _LINES]:
        raise ValueError(f"{wrong[0][:40]!r} is none of none, {', '.join(_LINES)}")
    return tuple(dict.fromkeys(words))


def _decoration_color(text: str, scope: Scope) -> Paint:
    return scope.color if text.lower() == "currentcolor" else colour(text)


def _thickness(text: str, scope: Scope) -> float:
    if text in ("auto", "from-font"):
        return 0.0
    value, unit = split_length(text)
    size: float = scope.values["font_size"]
    return value / 100 * size if unit == "%" else length(text, scope)


LETTERING: dict[str, Property] = dict(
    [
        named("font-size", _font_size),
        named("font-family", lambda text, _scope: families(text)),
        named("font-weight", _font_weight),
        named("font-style", _font_style),
        named("font-stretch", _font_stretch),
        ("font-width", Property("font_stretch", _font_stretch)),
        named("font-variant-caps", keyword("normal", "small-caps", "all-small-caps")),
        named("font-variant-numeric", _features(_ON)),
        named("font-variant-ligatures", _features(_LIGATURES)),
        named("font-variant-position", _features(_POSITIONS)),
        named("font-feature-settings", _feature_settings),
        named("font-kerning", _kerning),
        named("text-anchor", keyword("start", "middle", "end")),
        named("text-transform", keyword("none", "uppercase", "lowercase", "capitalize")),
        named("dominant-baseline", keyword(*_BASELINES, "use-script", "no-change", "reset-size")),
        named("alignment-baseline", keyword(*_BASELINES, "baseline", "before-edge", "after-edge", "top", "bottom")),
        named("baseline-shift", _baseline_shift),
        named("letter-spacing", _spacing),
        named("word-spacing", _spacing),
        named("white-space", keyword("normal", "nowrap", "pre", "pre-wrap", "pre-line", "break-spaces")),
        named("direction", keyword("ltr", "rtl")),
        named("unicode-bidi", keyword("normal", "embed", "isolate", "bidi-override", "isolate-override", "plaintext")),
        named("text-decoration-line", _decoration),
        named("text-decoration-color", _decoration_color),
        named("text-decoration-thickness", _thickness),
    ]
)
"""The properties of text that are drawn."""

ONLY_FOR_TEXT = {
    "font-size-adjust": "none",
    "font-variant-east-asian": "normal",
    "font-variant-alternates": "normal",
    "font-variation-settings": "normal",
    "glyph-orientation-horizontal": "auto 0 0deg",
    "text-decoration-style": "solid",
    "text-underline-offset": "auto",
    "text-underline-position": "auto",
    "writing-mode": "lr lr-tb horizontal-tb",
}
"""Properties of text that can't be drawn, and the values that ask for nothing."""

WITHOUT_EFFECT_ON_TEXT = frozenset(
    [
        "block-progression", "font-display", "font-language-override", "font-optical-sizing", "font-palette",
        "font-synthesis", "font-variant-emoji", "glyph-orientation-vertical", "hanging-punctuation",
        "hyphens", "inline-size", "kerning", "line-break", "line-height", "orphans", "overflow-wrap",
        "ruby-align", "ruby-position", "shape-inside", "shape-margin", "shape-padding", "shape-subtract",
        "tab-size", "text-align", "text-align-all", "text-align-last", "text-autospace",
        "text-combine-upright", "text-decoration-skip-ink", "text-indent", "text-justify", "text-orientation",
        "text-overflow", "text-rendering", "text-size-adjust", "text-wrap", "widows", "word-break",
        "word-wrap",
    ]
)  # fmt: skip
"""Properties of text that change nothing here; lines of flowed text carry their own places beside them."""

# ------------------------------------------------------------------ shorthands

Longhands = list[tuple[str, str]]

_WORDS = r"(?:xx?-|xxx-)?(?:small|large)|medium|smaller|larger"
_SIZE = re.compile(rf"(?:^|\s)([\d.+-]+(?:[a-zA-Z]+|%)|{_WORDS})(?:\s*/\s*\S+)?\s+(\S.*)")
_STYLES = ("italic", "oblique")
_FONT = ("font-style", "font-variant-caps", "font-weight", "font-stretch")


def _font(text: str) -> Longhands:
    """Part `italic small-caps bold condensed 12px/1.2 "Fira Sans", serif`."""
    match = _SIZE.search(text)
    if match is None:
        return [("font", text)]
    parts = dict.fromkeys(_FONT, "normal")
    for word in text[: match.start()].split():
        name = _named_by(word)
        if name:
            parts[name] = word
        elif word != "normal":
            return [("font", text)]
    return [*parts.items(), ("font-size", match[1]), ("font-family", match[2])]


def _named_by(word: str) -> str:
    if word in _STYLES:
        return "font-style"
    if word == "small-caps":
        return "font-variant-caps"
    if word in WIDTHS and word != "normal":
        return "font-stretch"
    return "font-weight" if word in ("bold", "bolder", "lighter") or word.isdecimal() else ""


def _font_variant(text: str) -> Longhands:
    if text in ("normal", "none"):
        return [("font-variant-caps", "normal"), ("font-variant-numeric", "normal"), ("font-variant-ligatures", text)]
    tables = {"font-variant-numeric": _ON, "font-variant-ligatures": _LIGATURES, "font-variant-position": _POSITIONS}
    words: dict[str, list[str]] = {}
    for word in text.split():
        name = next((name for name, table in tables.items() if word in table), "font-variant-caps")
        words.setdefault(name, []).append(word)
    return [(name, " ".join(found)) for name, found in words.items()]


_DECORATION_STYLES = ("solid", "double", "dotted", "dashed", "wavy")


def _text_decoration(text: str) -> Longhands:
    lines: list[str] = []
    parts: Longhands = []
    for word in re.findall(r"[^\s(]+(?:\([^)]*\))?", text):
        if word in _LINES or word in ("none", "blink"):
            lines.append(word)
        elif word in _DECORATION_STYLES:
            parts.append(("text-decoration-style", word))
        elif word[0].isdecimal() or word in ("auto", "from-font"):
            parts.append(("text-decoration-thickness", word))
        else:
            parts.append(("text-decoration-color", word))
    return [("text-decoration-line", " ".join(lines) or "none"), *parts]


SHORTHANDS: dict[str, Callable[[str], Longhands]] = {
    "font": _font,
    "font-variant": _font_variant,
    "text-decoration": _text_decoration,
}
"""Properties that stand for several others, and what they come to."""

_WIDE = ("inherit", "initial", "unset", "revert")
_SPREAD = {
    "font": (*_FONT, "font-size", "font-family"),
    "font-variant": ("font-variant-caps", "font-variant-numeric", "font-variant-ligatures"),
    "text-decoration": ("text-decoration-line",),
}


def longhands(name: str, text: str) -> Longhands:
    """Return what a declaration comes to: itself, or the parts of a shorthand."""
    if name not in SHORTHANDS:
        return [(name, text)]
    if text.strip() in _WIDE:
        return [(part, text) for part in _SPREAD[name]]
    return SHORTHANDS[name](text.strip())
