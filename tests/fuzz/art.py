"""Art: trees of SVG elements with attributes near the edges, and damaged pictures; icons, images, in templates."""

from __future__ import annotations

import io
import zlib
from functools import cache
from pathlib import Path
from struct import pack as packed
from xml.sax.saxutils import escape, quoteattr

from generator.svg.css.properties import ONLY, PROPERTIES
from tests.fuzz import basis
from tests.fuzz.cases import Draft
from tests.fuzz.dice import Dice, words
from tests.fuzz.mutation import spoiled

_ROOT = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
_KINDS = {"a": "linearGradient", "b": "radialGradient", "c": "clipPath", "d": "mask", "e": "pattern", "f": "marker",
          "g": "symbol", "h": "path", "i": "g"}  # fmt: skip
_LEAVES = words("rect circle ellipse line polyline polygon path use image stop title text tspan animate thing")
_HOLDERS = words(
    "g svg symbol defs clipPath mask pattern marker linearGradient radialGradient switch a text tspan textPath style"
)
_LENGTHS = words(
    "x y width height r rx ry cx cy x1 x2 y1 y2 fx fy fr offset dx dy rotate stroke-width font-size refX refY "
    "markerWidth markerHeight textLength startOffset opacity fill-opacity stroke-opacity stop-opacity "
    "stroke-dashoffset stroke-miterlimit letter-spacing word-spacing pathLength font-weight baseline-shift"
)
_LISTS = words("points stroke-dasharray viewBox x y dx dy rotate")
_WORDS = words(
    "none auto inherit initial objectBoundingBox userSpaceOnUse reflect repeat pad xMidYMid_slice none_meet "
    "evenodd round square bevel hidden collapse visible bold italic Fira_Sans serif multiply color isolate alpha "
    "luminance stroke markers non-scaling-stroke underline super sub rtl preserve spacingAndGlyphs "
    "auto-start-reverse en strokeWidth pixelated context-fill context-stroke currentColor url(#a)_red #12 #123456 "
    "#1234 rgb(300%,-5%,1e3) hsl(nan,1%,1%) var(--x) icc-color(a) transparent inline block"
)
_OTHERS = [*PROPERTIES, *ONLY, *["class", "gradientUnits", "patternUnits", "patternContentUnits", "clipPathUnits",
    "maskUnits", "maskContentUnits", "markerUnits", "orient", "spreadMethod", "preserveAspectRatio", "lengthAdjust",
    "method", "side", "systemLanguage", "xml:space"]]  # fmt: skip
_RULES = ("g{fill:red}", "}{", "*{opacity:.5}", "[*|href='#h']{x:1}", "rect:not(#a){mask:url(#d)}", "@import 'x';",
    ":is(a,b)>*+g{r:9}",
          ":nth-child(2n+1 of g){fill:red}", "#i rect,.x{stroke:url(#a);stroke-width:1e9}", "@media print{g{fill:red}}",
          "a::before{x:y}", "svg|g{fill:red}", "@namespace svg 'x';", ":root{fill:red}", ":has(g){fill:red}",
          "::" * 50)  # fmt: skip


@cache
def _files() -> tuple[Path, ...]:
    return tuple(sorted((Path(__file__).parent.parent / "svg").glob("*.svg")))


@cache
def _pictures() -> dict[str, bytes]:
    """Return small pictures of many sorts."""
    from PIL import Image

    made = {}
    for mode in ("L", "RGB", "RGBA", "P", "1", "I;16"):
        target = io.BytesIO()
        Image.new(mode, (5, 4)).save(target, "PNG")
        made[f"{mode}.png"] = target.getvalue()
    for mode in ("L", "RGB", "CMYK"):
        target = io.BytesIO()
        Image.new(mode, (9, 8), 0).save(target, "JPEG", progressive=mode == "RGB")
        made[f"{mode}.jpg"] = target.getvalue()
    return made


def draft(dice: Dice) -> Draft:
    """Return a pack whose card shows art that was drawn by the dice."""
    roll = dice.random()
    if roll < 0.12:
        return _with_picture(dice)
    if roll < 0.2:
        art: str | bytes = spoiled(dice.choice(_files()).read_bytes(), dice)
    elif roll < 0.3:
        art = dice.renumbered(dice.choice(_files()).read_text("utf-8"))
    else:
        art = f"<svg {_ROOT}{_attributes(dice, 2)}>{_definitions(dice)}{_trees(dice, 3)}</svg>"
    return Draft("build", {"art/a.svg": art, "templates/card.svg.j2": basis.HEAD + _shown(dice) + basis.FOOT})


def _shown(dice: Dice) -> str:
    """Return how a template shows art/a.svg, in one or two ways."""
    ways = (
        '{{ icon("a", 3, 3, 40) }}', '<image href="art/a.svg" x="3" y="3" width="50" height="50"/>',
        '{{ icon("a", 3, 3, 40, tone="#FF0000", opacity=0.5) }}', _definitions(dice) + _trees(dice, 2),
        f'<image href="art/a.svg"{_attributes(dice, 3)}/>',
    )  # fmt: skip
    return "".join(dice.some(ways, 2)) or ways[0]


def _with_picture(dice: Dice) -> Draft:
    name, content = dice.choice(sorted(_pictures().items()))
    content = _resealed(content, dice) if name.endswith("png") and dice.chance(0.5) else spoiled(content, dice)
    ending = name[-4:] if dice.chance(0.9) else dice.choice([".png", ".jpg", ".jpeg", ".gif", ".svg"])
    shown = dice.choice(
        [f'{{{{ picture("a{ending}", 3, 3, 30, 30) }}}}', f'<image href="art/a{ending}"{_attributes(dice, 2)}/>']
    )
    return Draft("build", {f"art/a{ending}": content, "templates/card.svg.j2": basis.HEAD + shown + basis.FOOT})


def _resealed(png: bytes, dice: Dice) -> bytes:
    """Return a PNG with chunks changed whose sums are right all the same."""
    chunks, at = [], 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        chunks.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + length]))
        at += length + 12
    number = dice.randrange(len(chunks))
    kind, data = chunks[number]
    if kind == b"IDAT" and dice.chance(0.7):
        data = zlib.compress(spoiled(zlib.decompress(data), dice))
    elif data:
        place = dice.randrange(len(data))
        data = data[:place] + bytes([dice.choice([0, 1, 2, 3, 4, 6, 8, 16, 127, 128, 255])]) + data[place + 1 :]
    chunks[number] = (kind, data)
    if dice.chance(0.3):
        chunks.insert(dice.randint(1, len(chunks)), dice.choice([(b"tRNS", b"\0\1"), (b"tRNS", b"\0" * 6), (b"iCCP",
            b"a\0\0x"),
                      (b"PLTE", b"\0" * 9), (b"gAMA", b"\0\0\0\0"), (b"pHYs", b"\0" * 9), chunks[0], (b"IDAT",
                      b"")]))  # fmt: skip
    sealed = [packed(">I", len(data)) + kind + data + packed(">I", zlib.crc32(kind + data)) for kind, data in chunks]
    return png[:8] + b"".join(sealed)


# ------------------------------------------------------------------ trees


def _definitions(dice: Dice) -> str:
    made = []
    for name in sorted(dice.sample(sorted(_KINDS), dice.randint(0, 4))):
        kind = _KINDS[name]
        inner = f"<stop{_attributes(dice, 2)}/><stop offset='1'/>" if "Gradient" in kind else _trees(dice, 1)
        shape = f' d="{_path(dice)}"' if kind == "path" else ""
        attributes = {key: value for key, value in _drawn(dice, 5, kind).items() if key not in ("id", "d")}
        made.append(f'<{kind} id="{name}"{shape}{_written(attributes)}>{inner}</{kind}>')
    return f"<defs>{''.join(made)}</defs>" if made else ""


def _trees(dice: Dice, depth: int) -> str:
    return "".join(_tree(dice, depth) for _ in range(dice.randint(1, 3)))


def _tree(dice: Dice, depth: int) -> str:
    if depth == 0 or dice.chance(0.4):
        name = dice.choice(_LEAVES)
        return f"<{name}{_attributes(dice, 6, name)}>{_content(name, dice)}</{name}>"
    name = dice.choice(_HOLDERS)
    inner = _content(name, dice) if name == "style" else _trees(dice, depth - 1)
    return f"<{name}{_attributes(dice, 4, name)}>{inner}</{name}>"


def _content(name: str, dice: Dice) -> str:
    if name == "style":
        return escape(dice.choice(_RULES) + dice.choice(_RULES))
    return escape(_clean(dice.text())[:60]) if name in ("text", "tspan", "title") else ""


def _attributes(dice: Dice, most: int, name: str = "") -> str:
    return _written(_drawn(dice, most, name))


def _written(attributes: dict[str, str]) -> str:
    return "".join(f" {key}={quoteattr(_clean(value))}" for key, value in attributes.items())


def _drawn(dice: Dice, most: int, element: str = "") -> dict[str, str]:
    """Return attributes that fit an element, mostly."""
    fitting = _FITTING.get(element, ())
    names = [*(name for name in fitting if dice.chance(0.8)), *dice.some([*_LENGTHS, *_USUAL, *_USUAL, *_OTHERS], most)]
    return {name: _value(name, dice) for name in names}


_USUAL = words(
    "transform fill stroke clip-path mask marker-start marker-mid marker filter style id href xlink:href d points "
    "viewBox"
)
_FITTING = {
    "rect": ("x", "y", "width", "height", "rx"), "circle": ("cx", "cy", "r"), "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2", "stroke"), "path": ("d",), "polyline": ("points",), "polygon": ("points",),
    "use": ("href",), "image": ("href", "width", "height"), "text": ("x", "y", "font-size"), "textPath": ("href",),
    "linearGradient": ("x1", "x2", "gradientUnits"), "radialGradient": ("cx", "r", "fx", "fr", "spreadMethod"),
    "pattern": ("width", "height", "patternUnits", "viewBox"), "marker": ("markerWidth", "markerHeight", "viewBox",
    "orient"),
    "svg": ("viewBox", "width", "height"), "symbol": ("viewBox",), "stop": ("offset", "stop-color"),
}  # fmt: skip


def _value(name: str, dice: Dice) -> str:  # noqa: PLR0911 - one way for each sort of attribute
    if dice.chance(0.03):
        return dice.text()
    if name in ("id", "class"):
        return dice.choice("abcdefghi")
    if name.endswith("href"):
        return dice.choice(
            [f"#{dice.choice('abcdefghi')}"] * 6
            + ["art/a.svg", "art/b.png", "data:image/png;base64,iVBORw0KGgo=", "", "#"]
        )
    if name in ("fill", "stroke", "clip-path", "mask", "filter", "stop-color", "color") or name.startswith("marker-"):
        return dice.choice(
            [f"url(#{dice.choice('abcdefghi')})"] * 3
            + ["red", "none", "#123456", dice.choice(_WORDS).replace("_", " ")]
        )
    if name == "d":
        return _path(dice)
    if name.lower().endswith("transform"):
        return " ".join(_function(dice) for _ in range(dice.randint(1, 2)))
    if name == "style":
        return ";".join(
            f"{key}:{_value(key, dice)}" for key in dice.some([*_LENGTHS, *PROPERTIES], 3) if key != "style"
        )
    if name in _LISTS and dice.chance(0.8):
        return " ".join(dice.edge() for _ in range(4 if name == "viewBox" else dice.randint(1, 8)))
    if name in _LENGTHS or dice.chance(0.3):
        return _length(dice)
    return dice.choice(_WORDS).replace("_", " ")


def _length(dice: Dice) -> str:
    return (dice.edge() if dice.chance(0.6) else str(dice.randint(0, 60))) + dice.choice(
        ["", "", "", "%", "mm", "em", "px", "vw", "ex"]
    )


def _function(dice: Dice) -> str:
    name, count = dice.choice(
        [("matrix", 6), ("translate", 2), ("scale", 2), ("scale", 1), ("rotate", 1), ("rotate", 3), ("skewX", 1)]
    )
    numbers = [dice.edge() if dice.chance(0.5) else str(dice.randint(-3, 9)) for _ in range(count)]
    return f"{name}({','.join(numbers)})"


def _path(dice: Dice) -> str:
    steps = []
    for _ in range(dice.randint(1, 5)):
        command = dice.choice("MmLlHhVvCcSsQqTtAaAaZz")
        count = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}[command.upper()]
        numbers = [dice.edge() if dice.chance(0.4) else str(dice.randint(-9, 60)) for _ in range(count)]
        if count == 7:
            numbers[3:5] = dice.choice("01"), dice.choice("01")
        steps.append(command + " ".join(numbers))
    return "M5 5" + " ".join(steps)


def _clean(text: str) -> str:
    """Drop what XML has no way to write."""
    return "".join(
        c for c in text if c in "\t\n\r" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff"
    )
