"""90 two-colour hexes with three icons, 30 on a lying A4: written by hand for reportlab."""

from __future__ import annotations

from math import cos, radians, sin

from drawing import INK, WHITE, Icons, by_page, canvas, down, polygon, rows
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, landscape
from reportlab.pdfgen.canvas import Canvas

FLAT, RADIUS, INNER = 41.6, 24.01777, 22.2857
CX, CY = 20.8, 24.01777
LANDS = {
    "wood": ("#A9C9A7", "#5E9A68"),
    "field": ("#F7E6AE", "#DDB548"),
    "rock": ("#D6DCE3", "#8C9AAA"),
    "marsh": ("#CFDDA4", "#A2B962"),
    "lake": ("#AFD5EA", "#6FB0D8"),
}
PLACES = [("icon_a", "one", 0, -8.4), ("icon_b", "two", -7.4, 4.4), ("icon_c", "one", 7.4, 4.4)]


def corners(radius: float, first: int, count: int) -> list[tuple[float, float]]:
    angles = [radians(-90 + 60 * (first + i)) for i in range(count)]
    return [(CX + radius * cos(angle), CY + radius * sin(angle)) for angle in angles]


def half_form(c: Canvas, made: set[str], land: str, first: int) -> str:
    name = f"half-{land}-{first}"
    if name not in made:
        made.add(name)
        field, edge = map(HexColor, LANDS[land])
        c.beginForm(name, 0, 0, FLAT, 2 * RADIUS)
        c.setFillColor(edge)
        polygon(c, corners(RADIUS, first, 4), fill=1, stroke=0)
        c.setFillColor(field)
        polygon(c, corners(INNER, first, 4), fill=1, stroke=0)
        c.endForm()
    return name


def frame_form(c: Canvas) -> None:
    """The outline and the three discs that every hex has."""
    c.beginForm("frame", 0, 0, FLAT, 2 * RADIUS)
    c.setStrokeColor(INK)
    c.setLineWidth(0.2)
    polygon(c, corners(RADIUS - 0.1, 0, 6), fill=0, stroke=1)
    c.setLineWidth(0.5)
    c.setFillColor(WHITE)
    for _, _, x, y in PLACES:
        c.circle(CX + x, CY + y, 6.4, stroke=1, fill=1)
    c.endForm()


def draw(c: Canvas, icons: Icons, made: set[str], hexagon: dict[str, str]) -> None:
    first = int(hexagon["first"])
    c.doForm(half_form(c, made, hexagon["one"], first))
    c.doForm(half_form(c, made, hexagon["two"], (first + 3) % 6))
    c.doForm("frame")
    for icon, land, x, y in PLACES:
        form = icons.form(hexagon[icon], HexColor(LANDS[hexagon[land]][1]))
        icons.draw(form, CX + x - 4.5, CY + y - 4.5, 9)


def main() -> None:
    size = landscape(A4)
    c = canvas(size)
    c.setTitle("Benchmark hexes")
    frame_form(c)
    icons, made = Icons(c), set[str]()
    left, top = (297 - 6.5 * FLAT) / 2, (210 - 8 * RADIUS) / 2
    for hexes in by_page(rows("hexes"), 30):
        down(c, size[1])
        for number, hexagon in enumerate(hexes):
            row, column = divmod(number, 6)
            c.saveState()
            c.translate(left + FLAT * (column + row % 2 / 2), top + 1.5 * RADIUS * row)
            draw(c, icons, made, hexagon)
            c.restoreState()
        c.showPage()
    c.save()


main()
