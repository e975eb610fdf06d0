"""An A4 sheet of 150 cells with names, signs and boxes: written by hand for reportlab."""

from __future__ import annotations

from drawing import INK, WHITE, canvas, down, rows, text
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

FONT = "FiraSansCondensed-Bold"
TINT, DEEP, RED = HexColor("#E2EFE6"), HexColor("#2F6B46"), HexColor("#8A2F3B")
W, H, BOX = 18.1, 16.6, 9.25
FORMS = {"+": "plus", "−": "minus"}


def cell_form(c: Canvas, sign: str) -> None:
    """A cell without its name."""
    x, y = 3.5, 5.5 + (H - 6.5) / 2
    c.beginForm(FORMS[sign], 0, 0, W, H)
    c.setFillColor(TINT)
    c.roundRect(0, 0, W, H, 1.5, stroke=0, fill=1)
    c.setFillColor(DEEP if sign == "+" else RED)
    c.circle(x, y, 2.2, stroke=0, fill=1)
    c.setStrokeColor(WHITE)
    c.setLineWidth(0.55)
    c.setLineCap(1)
    c.line(x - 1.2, y, x + 1.2, y)
    if sign == "+":
        c.line(x, y - 1.2, x, y + 1.2)
    c.setFillColor(WHITE)
    c.setStrokeColor(INK)
    c.setLineWidth(0.2646)
    c.roundRect(W - BOX - 1.5, 5.5, BOX, H - 6.5, 0.8, stroke=1, fill=1)
    c.endForm()


def main() -> None:
    c = canvas(A4, FONT)
    c.setTitle("Benchmark cells")
    cell_form(c, "+")
    cell_form(c, "−")
    down(c, A4[1])
    c.setFillColor(INK)
    text(c, "Benchmark cells", 10, 15, FONT, 16)
    c.setFillColor(DEEP)
    for number, cell in enumerate(rows("cells")):
        row, column = divmod(number, 10)
        c.saveState()
        c.translate(10 + 19.1 * column, 22 + 17.6 * row)
        c.doForm(FORMS[cell["sign"]])
        text(c, cell["title"], W / 2, 3.9, FONT, 7.5, "middle")
        c.restoreState()
    c.showPage()
    c.save()


main()
