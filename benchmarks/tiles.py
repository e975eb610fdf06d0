"""Hex tiles as a designer would draw them, all different: 67 elements with gradients, a clip path, symbols and text."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from random import Random

ELEMENTS = 67
SIDE = 48.0
"""User units; a tile is drawn into a square, its points up and down."""

_HABITATS = [("#2F6B46", "#8FC79A"), ("#2E86AB", "#BFE3F2"), ("#B98A3A", "#F4D58D"), ("#6C757D", "#CED4DA")]
_NAMES = ["Forest", "River", "Prairie", "Mountain", "Wetland", "Żabi Las", "Лес"]


def tile(number: int) -> str:
    """Return tile `number` as SVG text."""
    chance = Random(number)
    first, second = chance.sample(_HABITATS, 2)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {SIDE:g} {SIDE:g}">',
        *_definitions(first, second),
        '<g clip-path="url(#hex)">',
        f'<polygon points="{_hexagon(24, 24, 24)}" fill="url(#a)"/>',
        f'<path d="M0 {_at(chance, 20, 28)}C14 18 30 30 48 {_at(chance, 20, 28)}V48H0z" fill="url(#b)"/>',
        *_trees(chance),
        *_waves(chance),
        *_dots(chance),
        "</g>",
        f'<polygon points="{_hexagon(24, 24, 23.6)}" fill="none" stroke="#1B2530" stroke-width=".8"/>',
        *_animals(chance),
        *_label(number, chance),
        *_ornaments(chance),
        "</svg>",
    ]
    return "\n".join(parts)


def _at(chance: Random, least: float, most: float) -> str:
    return f"{chance.uniform(least, most):.2f}"


def _hexagon(x: float, y: float, r: float) -> str:
    corners = [(x + r * sin(k * pi / 3), y - r * cos(k * pi / 3)) for k in range(6)]
    return " ".join(f"{left:.3f},{top:.3f}" for left, top in corners)


def _definitions(first: tuple[str, str], second: tuple[str, str]) -> Iterator[str]:
    yield "<defs>"
    for name, (dark, light) in (("a", first), ("b", second)):
        yield f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{light}"/>'
        yield f'<stop offset="1" stop-color="{dark}"/></linearGradient>'
    yield f'<clipPath id="hex"><polygon points="{_hexagon(24, 24, 23.6)}"/></clipPath>'
    yield '<symbol id="tree" viewBox="0 0 10 12"><path d="M5 0L9 8H1z" fill="#2F6B46"/>'
    yield '<path d="M4.4 8h1.2v4H4.4z" fill="#5B3A21"/></symbol>'
    yield '<symbol id="animal" viewBox="0 0 24 24"><path d="M4 20C2.5 9 9 3 21 3C21.5 14.5 15.5 21 4 20Z" '
    yield 'stroke="#1B2530" stroke-width="1.5" stroke-linejoin="round"/><circle cx="14" cy="9" r="2" fill="#fff"/>'
    yield '<circle cx="14.4" cy="9" r=".8" fill="#1B2530"/></symbol>'
    yield "</defs>"


def _trees(chance: Random) -> Iterator[str]:
    for _ in range(12):
        size = chance.uniform(3, 6)
        yield (
            f'<use xlink:href="#tree" x="{_at(chance, 2, 42)}" y="{_at(chance, 24, 40)}" '
            f'width="{size:.2f}" height="{size * 1.2:.2f}"/>'
        )


def _waves(chance: Random) -> Iterator[str]:
    for row in range(6):
        y = 6 + 2.5 * row
        yield (
            f'<path d="M{_at(chance, 4, 12)} {y:.1f}q3 -{_at(chance, 1, 3)} 6 0t6 0 6 0 6 0" fill="none" '
            f'stroke="#fff" stroke-width=".5" stroke-linecap="round" stroke-opacity=".7"/>'
        )


def _dots(chance: Random) -> Iterator[str]:
    for _ in range(8):
        x, y, r = _at(chance, 4, 44), _at(chance, 4, 22), _at(chance, 0.4, 1.2)
        yield f'<circle cx="{x}" cy="{y}" r="{r}" fill="#F4D58D"/>'


def _animals(chance: Random) -> Iterator[str]:
    yield '<g id="animals">'
    for x in (11, 24, 37):
        tone = chance.choice(["#C43C36", "#FFCC33", "#7EBDBA", "#8E6C8A", "#E07A5F"])
        yield f'<circle cx="{x}" cy="24" r="5.2" fill="#fff" stroke="#1B2530" stroke-width=".5"/>'
        yield f'<use xlink:href="#animal" x="{x - 3.8}" y="20.2" width="7.6" height="7.6" fill="{tone}"/>'
    yield "</g>"


def _label(number: int, chance: Random) -> Iterator[str]:
    yield '<rect x="13" y="33" width="22" height="5" rx="1.5" fill="#1B2530" fill-opacity=".8"/>'
    yield (
        f'<text x="24" y="36.7" font-family="Fira Sans" font-size="3.4" font-weight="700" text-anchor="middle" '
        f'fill="#fff">{chance.choice(_NAMES)}</text>'
    )
    yield (
        f'<text x="24" y="8" font-family="Fira Sans" font-size="4.5" text-anchor="middle">'
        f'{number + 1} <tspan fill="#C43C36">+{chance.randint(1, 9)}</tspan></text>'
    )


def _ornaments(chance: Random) -> Iterator[str]:
    yield '<g opacity=".6"><ellipse cx="24" cy="43" rx="7" ry="1.6" fill="#fff"/>'
    yield f'<ellipse cx="{_at(chance, 21, 27)}" cy="43" rx="4" ry="1" fill="#2E86AB"/></g>'
    yield '<path d="M8 30H40" stroke="#1B2530" stroke-width=".4" stroke-dasharray="1.5 1"/>'
    yield '<polyline points="14,12 18,10 22,12 26,10 30,12 34,10" fill="none" stroke="#1B2530" stroke-width=".3"/>'
    yield f'<line x1="14" y1="31.5" x2="{_at(chance, 24, 34)}" y2="31.5" stroke="#C43C36" stroke-width=".6"/>'
    yield f'<polygon points="{_hexagon(24, 16, 2.2)}" fill="#FFCC33" stroke="#1B2530" stroke-width=".3"/>'
    yield '<circle cx="24" cy="16" r="1" fill="#C43C36"/><rect x="23.4" y="39" width="1.2" height="1.2" fill="#fff"/>'
