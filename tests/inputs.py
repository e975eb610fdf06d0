"""Inputs for the SVG engine that no person would write: right, wrong and in between."""

from __future__ import annotations

import re
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from drawing import NAMESPACES
from hypothesis import strategies as st

from generator.svg.css.properties import ONLY, PROPERTIES

FILES = sorted((Path(__file__).parent / "svg").rglob("*.svg"))


def _words(text: str) -> list[str]:
    """Return the words of a text; _ stands for a blank in them."""
    return [word.replace("_", " ") for word in text.split()]


def _one_of(text: str) -> st.SearchStrategy[str]:
    return st.sampled_from(_words(text))


# ------------------------------------------------------------------ values

IDS = st.sampled_from("abcdefgh")
HREFS = IDS.map("#{}".format)
URLS = IDS.map("url(#{})".format)
ODD_NUMBERS = _one_of("0 -0 .5 1. 1e-30 1e6 9999999 1e7 1e400 -1e400 nan inf + 1e ٣ 0x1 1,2")
NUMBERS = st.one_of(
    st.integers(-20, 120).map(str), st.integers(0, 60).map(str), st.floats(-1e3, 1e3).map("{:.3g}".format), ODD_NUMBERS
)
UNITS = st.one_of(st.just(""), _one_of("% mm em ex rem pt q px vw auto _"))
LENGTHS = st.tuples(NUMBERS, UNITS).map("".join)
LISTS = st.lists(LENGTHS, max_size=6).map(" ".join)
COLOURS = _one_of(
    """none red currentColor inherit #12 #123 #1234 #zzz #11223344 rgb(1,2) rgb(1_2_3_/_50%) hsl(1deg_5%_5%)
    hsl(nan,1%,1%) hwb(1_100%_100%) device-cmyk(0_1_0_.2) var(--x) url( url(#) url(x#a) context-fill transparent
    icc-color(a) RGB(300%,-5%,1e3) rgb(1e999,0,0)"""
)
PAINTS = st.one_of(COLOURS, URLS, URLS, IDS.map("url(#{}) blue".format), IDS.map("url('#{}') none".format))
STEPS = st.tuples(st.sampled_from("MmLlHhVvCcSsQqTtAaZz"), LISTS).map("".join)
PATHS = st.one_of(
    st.text("MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE \n", max_size=60).map("M0 0".__add__),
    st.lists(STEPS, max_size=8).map(" ".join).map("M5 5".__add__),
    st.text(max_size=20),
)
FUNCTIONS = st.tuples(
    _one_of("matrix translate scale rotate skewX skewY spin"), st.lists(NUMBERS, max_size=7).map(",".join)
).map("{0[0]}({0[1]})".format)
TRANSFORMS = st.one_of(st.lists(FUNCTIONS, max_size=4).map(" ".join), st.text("matrixscale()0123,. -", max_size=20))
BOXES = st.lists(NUMBERS, min_size=3, max_size=4).map(" ".join)
WORDS = st.one_of(
    _one_of(
        """none auto inherit initial unset objectBoundingBox userSpaceOnUse reflect repeat xMidYMid_slice xMinYMax
        evenodd round square bevel miter middle end hidden collapse visible bold bolder italic Fira_Sans serif
        'Fira_Sans_Condensed',x multiply color isolate alpha stroke markers non-scaling-stroke underline super sub
        hanging rtl preserve spacingAndGlyphs auto-start-reverse en ru,en strokeWidth pixelated 1_2_3_4 0_0_0_0
        0_0_10_10 -5_-5_1e-9_1e9"""
    ),
    st.text(max_size=12),
    st.lists(PAINTS, max_size=3).map("; fill:".join),
)
VALUES = st.one_of(LENGTHS, LISTS, PAINTS, PATHS, TRANSFORMS, WORDS, IDS, HREFS)

# ------------------------------------------------------------------ elements

DECLARATIONS = st.tuples(st.sampled_from([*PROPERTIES, *ONLY]), VALUES).map(":".join)
FITTING: dict[str, st.SearchStrategy[str]] = {
    "d": PATHS,
    "viewBox": BOXES,
    "href": st.one_of(HREFS, st.sampled_from(["#g", "#h"]), st.just("data:image/png;base64,iVBORw0KGgo="), WORDS),
    "xlink:href": HREFS,
    "id": IDS,
    "style": st.lists(DECLARATIONS, max_size=4).map(";".join),
    **dict.fromkeys(_words("transform gradientTransform patternTransform"), TRANSFORMS),
    **dict.fromkeys(_words("fill stroke stop-color color"), PAINTS),
    "clip-path": st.one_of(st.just("url(#c)"), URLS),
    "mask": st.one_of(st.just("url(#d)"), URLS),
    **dict.fromkeys(_words("filter marker marker-start marker-mid marker-end"), st.one_of(st.just("url(#f)"), URLS)),
    **dict.fromkeys(_words("x y dx dy rotate points stroke-dasharray"), LISTS),
    **dict.fromkeys(_words("width height r rx ry cx cy x1 x2 y1 y2 fx fy fr offset"), LENGTHS),
    **dict.fromkeys(_words("stroke-width font-size refX refY markerWidth markerHeight"), LENGTHS),
    **dict.fromkeys(_words("textLength startOffset"), LENGTHS),
}
"""Attributes, and values that are mostly right for them."""

OTHERS = [
    *_words("class gradientUnits patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits mask-type"),
    *_words("markerUnits orient spreadMethod preserveAspectRatio lengthAdjust method side systemLanguage"),
    *_words("requiredExtensions xml:space pathLength onclick nonsense"),
    *PROPERTIES,
    *ONLY,
]
LEAVES = _one_of("rect circle ellipse line polyline polygon path use image stop animate feBlend title thing")
HOLDERS = _one_of(
    """g svg symbol defs clipPath mask pattern marker linearGradient radialGradient switch a filter text text tspan
    textPath foreignObject style rect"""
)


def _clean(text: str) -> str:
    """Drop what XML has no way to write."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text)


@st.composite
def attributes(draw: st.DrawFn) -> str:
    names = draw(st.lists(st.sampled_from([*FITTING, *FITTING, *OTHERS]), max_size=7, unique=True))
    return "".join(f" {name}={quoteattr(_clean(draw(FITTING.get(name, VALUES))))}" for name in names)


def _element(name: str, given: str, content: str) -> str:
    return f"<{name}{given}>{content}</{name}>"


RULES = st.sampled_from(
    ["g{fill:red} .a>#b{x:y!important}", "@import 'x';", "}{", "*{opacity:.5}", "rect:not(#a){mask:url(#a)}"]
)
CONTENT = st.one_of(
    st.sampled_from(["AV ffi", "  ", "Лес ★", "", "e\u0301", "\u0627\u0644"]), RULES, st.text(max_size=12)
).map(lambda text: escape(_clean(text)))
TREES = st.recursive(
    st.one_of(st.builds(_element, LEAVES, attributes(), st.just("")), CONTENT),
    lambda inner: st.builds(_element, HOLDERS, attributes(), st.lists(inner, max_size=5).map("".join)),
    max_leaves=14,
)
KINDS = {
    "a": "linearGradient",
    "b": "radialGradient",
    "c": "clipPath",
    "d": "mask",
    "e": "pattern",
    "f": "marker",
    "g": "symbol",
    "h": "path",
}
"""What the ids are, unless another element has taken one."""

STOPS = st.builds("<stop{}/><stop offset='.5' stop-color='red'/>".format, attributes())


@st.composite
def definitions(draw: st.DrawFn) -> str:
    found = []
    for name, kind in KINDS.items():
        inner = draw(STOPS if "Gradient" in kind else TREES if kind != "path" else st.just(""))
        given = re.sub(r" (?:id|d)=(?:\"[^\"]*\"|'[^']*')", "", draw(attributes()))
        shape = f" d={quoteattr(_clean(draw(PATHS)))}" if kind == "path" else ""
        found.append(_element(kind, f' id="{name}"{given}{shape}', inner))
    return f"<defs>{''.join(draw(st.permutations(found)))}</defs>"


DOCUMENTS = st.builds(
    lambda given, parts: f'<svg {NAMESPACES}{given}><g font-family="Fira Sans, serif">{"".join(parts)}</g></svg>',
    attributes(),
    st.one_of(
        st.tuples(definitions(), TREES, TREES),
        st.lists(TREES, min_size=1, max_size=5),
    ),
)
"""SVG texts that are XML at least."""

# ------------------------------------------------------------------ bytes

ODD_BYTES = [b"-", b"9" * 30, b"e9", b"\0", b"&#0;", b"&lol;", b"<g>", b"</g>", b"url(#a)", b"%", b"\xff\xfe", b"]]>"]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A file of tests/svg/ with pieces cut out, doubled, or taken from another one."""
    data = draw(st.sampled_from(FILES)).read_bytes()
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 40)))
        other = draw(st.sampled_from(FILES)).read_bytes()
        at = draw(st.integers(0, len(other)))
        pieces = [b"", data[start:end] * 2, other[at : at + 60], *ODD_BYTES]
        data = data[:start] + draw(st.one_of(st.sampled_from(pieces), st.binary(max_size=8))) + data[end:]
    return data


BYTES = st.one_of(damaged(), damaged(), st.binary(max_size=200))
