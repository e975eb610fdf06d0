"""What the three hand-written scripts share: a canvas in millimetres from the top left, and six icons."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from reportlab import rl_config
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

rl_config.useA85 = 0

INK = HexColor("#1B2530")
MUTED = HexColor("#55616C")
WHITE = HexColor("#FFFFFF")

Draw = Callable[[Canvas, Color], None]


def rows(name: str) -> list[dict[str, str]]:
    """The table of a pack, or the one that the script is given."""
    own = Path(__file__).parent.parent / "packs" / name / f"{name}.csv"
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else own
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def canvas(size: tuple[float, float], *fonts: str) -> Canvas:
    """An empty document for the path given to the script, with fonts of the packages embedded."""
    for font in fonts:
        pdfmetrics.registerFont(TTFont(font, font_file(font)))
    first = fonts[0] if fonts else "Helvetica"
    return Canvas(sys.argv[1], pagesize=size, pageCompression=1, invariant=1, initialFontName=first)


def font_file(name: str) -> str:
    family = name.partition("-")[0]
    package = {"FiraSans": "fontpkg_fira_sans", "FiraSansCondensed": "fontpkg_fira_sans_condensed"}[family]
    spec = find_spec(package)
    assert spec and spec.origin
    return str(next(Path(spec.origin).parent.rglob(f"{name}.ttf")))


def down(c: Canvas, height: float) -> None:
    """Turn the page: millimetres from the top left corner."""
    c.transform(mm, 0, 0, -mm, 0, height)


def text(c: Canvas, words: str, x: float, y: float, font: str, points: float, anchor: str = "start") -> None:
    """One line at a base line, in a space that points down."""
    c.saveState()
    c.transform(1 / mm, 0, 0, -1 / mm, x, y)
    c.setFont(font, points)
    {"start": c.drawString, "middle": c.drawCentredString}[anchor](0, 0, words)
    c.restoreState()


def polygon(c: Canvas, points: Sequence[tuple[float, float]], fill: int, stroke: int) -> None:
    path = c.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.close()
    c.drawPath(path, fill=fill, stroke=stroke)


def lines(path: PDFPathObject, *strokes: Sequence[tuple[float, float]]) -> PDFPathObject:
    for first, *others in strokes:
        path.moveTo(*first)
        for point in others:
            path.lineTo(*point)
    return path


# ------------------------------------------------------------------ icons on a grid of 24


def _pen(c: Canvas, tone: Color) -> None:
    c.setLineWidth(1.5)
    c.setLineCap(1)
    c.setLineJoin(1)
    c.setStrokeColor(INK)
    c.setFillColor(tone)


def _leaf(c: Canvas, tone: Color) -> None:
    _pen(c, tone)
    blade = c.beginPath()
    blade.moveTo(4, 20)
    blade.curveTo(2.5, 9, 9, 3, 21, 3)
    blade.curveTo(21.5, 14.5, 15.5, 21, 4, 20)
    blade.close()
    c.drawPath(blade, fill=1)
    veins = c.beginPath()
    veins.moveTo(2.5, 21.5)
    veins.curveTo(6, 16, 10, 12, 15.5, 8.5)
    lines(veins, [(8, 15.2), (7.6, 10.6)], [(8, 15.2), (13, 15.2)])
    lines(veins, [(11.4, 11.9), (11.2, 8)], [(11.4, 11.9), (15.6, 11.9)])
    c.drawPath(veins)


def _drop(c: Canvas, tone: Color) -> None:
    _pen(c, tone)
    path = c.beginPath()
    path.moveTo(12, 2)
    path.curveTo(15, 7, 19, 10.5, 19, 15)
    path.curveTo(19, 19, 16, 22, 12, 22)
    path.curveTo(8, 22, 5, 19, 5, 15)
    path.curveTo(5, 10.5, 9, 7, 12, 2)
    path.close()
    c.drawPath(path, fill=1)
    c.setStrokeColor(WHITE)
    light = c.beginPath()
    light.moveTo(8.5, 15)
    light.curveTo(8.5, 17.5, 10, 18.8, 12, 19)
    c.drawPath(light)


def _star(c: Canvas, tone: Color) -> None:
    _pen(c, tone)
    outer = [(12, 2), (14.6, 8.9), (22, 9.2), (16.2, 13.8), (18.2, 21)]
    polygon(c, [*outer, (12, 16.9), (5.8, 21), (7.8, 13.8), (2, 9.2), (9.4, 8.9)], fill=1, stroke=1)
    c.setFillColor(WHITE)
    c.circle(12, 12.2, 2, stroke=0, fill=1)


def _sun(c: Canvas, tone: Color) -> None:
    _pen(c, tone)
    c.circle(12, 12, 5, stroke=1, fill=1)
    upright = [[(12, 1.5), (12, 4)], [(12, 20), (12, 22.5)], [(1.5, 12), (4, 12)], [(20, 12), (22.5, 12)]]
    falling = [[(4.6, 4.6), (6.3, 6.3)], [(17.7, 17.7), (19.4, 19.4)]]
    rising = [[(4.6, 19.4), (6.3, 17.7)], [(17.7, 6.3), (19.4, 4.6)]]
    c.drawPath(lines(c.beginPath(), *upright, *falling, *rising))


def _peak(c: Canvas, tone: Color) -> None:
    _pen(c, tone)
    polygon(c, [(1.5, 21), (8.5, 6), (12.5, 13), (16, 9), (22.5, 21)], fill=1, stroke=1)
    c.setFillColor(WHITE)
    polygon(c, [(8.5, 6), (6.2, 11), (8.2, 12.4), (9.6, 10.8), (11.1, 10.6)], fill=1, stroke=1)


def _fish(c: Canvas, tone: Color) -> None:
    _pen(c, tone)
    body = c.beginPath()
    body.moveTo(2, 12)
    body.curveTo(6, 5, 13, 5, 18, 12)
    body.curveTo(13, 19, 6, 19, 2, 12)
    body.close()
    c.drawPath(body, fill=1)
    c.setFillColor(INK)
    polygon(c, [(17, 12), (22, 7), (22, 17)], fill=1, stroke=1)
    c.setFillColor(WHITE)
    c.circle(6.8, 11, 1.2, stroke=0, fill=1)


ICONS: dict[str, Draw] = {
    "leaf": _leaf,
    "drop": _drop,
    "star": _star,
    "sun": _sun,
    "peak": _peak,
    "fish": _fish,
}


class Icons:
    """Icons as forms, one for each icon and tone, made when first used."""

    def __init__(self, c: Canvas) -> None:
        self._canvas = c
        self._made: set[str] = set()

    def form(self, name: str, tone: Color) -> str:
        """The name of an icon's form; to be called outside other forms."""
        form = f"{name}-{tone.hexval()}"
        if form not in self._made:
            self._made.add(form)
            self._canvas.beginForm(form, 0, 0, 24, 24)
            ICONS[name](self._canvas, tone)
            self._canvas.endForm()
        return form

    def draw(self, form: str, x: float, y: float, size: float) -> None:
        self._canvas.saveState()
        self._canvas.transform(size / 24, 0, 0, size / 24, x, y)
        self._canvas.doForm(form)
        self._canvas.restoreState()


def mixed(a: Color, b: Color, share: float) -> Color:
    return Color(*(x + (y - x) * share for x, y in zip(a.rgb(), b.rgb(), strict=True)))


def by_page(found: Sequence[dict[str, str]], count: int) -> Iterator[Sequence[dict[str, str]]]:
    for start in range(0, len(found), count):
        yield found[start : start + count]
