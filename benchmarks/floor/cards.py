"""54 cards of 63 × 88 mm and their backs, nine on an A4: written by hand for reportlab."""

from __future__ import annotations

from drawing import INK, MUTED, WHITE, Icons, by_page, canvas, down, mixed, rows, text
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

TITLE, BODY = "FiraSansCondensed-Bold", "FiraSans-Regular"
W, H = 63, 88
LEFT, TOP = (210 - 3 * W) / 2, (297 - 3 * H) / 2
SUITS = {
    "leaf": ("#2F6B46", "#E2EFE6"),
    "drop": ("#1F5F8B", "#DFECF5"),
    "star": ("#8A3B5C", "#F4E6EC"),
    "sun": ("#8A5A00", "#FBF0D9"),
    "peak": ("#4A4F7A", "#E7E8F2"),
    "fish": ("#0F6B6B", "#DCF0EF"),
}


def suit_form(c: Canvas, icons: Icons, suit: str) -> None:
    """What all cards of a suit have in common."""
    deep, tint = map(HexColor, SUITS[suit])
    icon = icons.form(suit, mixed(deep, WHITE, 0.4))
    c.beginForm(f"suit-{suit}", 0, 0, W, H)
    c.setLineWidth(0.12)
    c.setStrokeColor(MUTED)
    c.setFillColor(WHITE)
    c.roundRect(0.2, 0.2, 62.6, 87.6, 3, stroke=1, fill=1)
    c.setFillColor(tint)
    c.roundRect(3, 3, 57, 14, 1.5, stroke=0, fill=1)
    c.setFillColor(deep)
    c.circle(53, 10, 5.5, stroke=0, fill=1)
    icons.draw(icon, 16.5, 22, 30)
    c.endForm()


def back_form(c: Canvas, icons: Icons) -> None:
    peak, tint = map(HexColor, SUITS["peak"])
    icon = icons.form("star", mixed(HexColor(SUITS["star"][0]), WHITE, 0.4))
    c.beginForm("back", 0, 0, W, H)
    c.setFillColor(peak)
    c.roundRect(0.2, 0.2, 62.6, 87.6, 3, stroke=0, fill=1)
    c.setFillColor(mixed(peak, tint, 0.35))
    path = c.beginPath()
    for row in range(11):
        for column in range(7):
            x, y = 7.5 + 8 * column, 1 + 8 * row
            path.moveTo(x, y)
            path.lineTo(x + 2.5, y + 3)
            path.lineTo(x, y + 6)
            path.lineTo(x - 2.5, y + 3)
            path.close()
    c.drawPath(path, stroke=0, fill=1)
    c.setFillColor(WHITE)
    c.roundRect(9, 33, 45, 22, 2, stroke=0, fill=1)
    icons.draw(icon, 11, 36, 16)
    c.setFillColor(peak)
    text(c, "Benchmark", 29, 45.6, TITLE, 13)
    c.endForm()


def marks_form(c: Canvas) -> None:
    """Cut marks, 1 mm clear of the cards."""
    right, bottom = LEFT + 3 * W, TOP + 3 * H
    c.beginForm("marks", 0, 0, 210, 297)
    c.setLineWidth(0.25 / mm)
    c.setStrokeColor(INK)
    upright = [(LEFT + W * i, y, LEFT + W * i, y + 4) for i in range(4) for y in (TOP - 5, bottom + 1)]
    level = [(x, TOP + H * i, x + 4, TOP + H * i) for i in range(4) for x in (LEFT - 5, right + 1)]
    c.lines([*upright, *level])
    c.endForm()


def front(c: Canvas, card: dict[str, str]) -> None:
    c.doForm(f"suit-{card['suit']}")
    c.setFillColor(HexColor(SUITS[card["suit"]][0]))
    text(c, card["title"], 5.5, 12, TITLE, 16)
    c.setFillColor(WHITE)
    text(c, card["points"], 53, 12, TITLE, 16, "middle")
    c.setFillColor(INK)
    for number, line in enumerate(simpleSplit(card["text"], BODY, 10, 53 * mm)):
        text(c, line, 5, 60.4 + number * 13 / mm, BODY, 10)


def place(c: Canvas, number: int) -> None:
    c.translate(LEFT + W * (number % 3), TOP + H * (number // 3))


def main() -> None:
    c = canvas(A4, TITLE, BODY)
    c.setTitle("Benchmark cards")
    icons = Icons(c)
    for suit in SUITS:
        suit_form(c, icons, suit)
    back_form(c, icons)
    marks_form(c)
    pages = list(by_page(rows("cards"), 9))
    for cards in pages:
        down(c, A4[1])
        c.doForm("marks")
        for number, card in enumerate(cards):
            c.saveState()
            place(c, number)
            front(c, card)
            c.restoreState()
        c.showPage()
    for cards in pages:
        down(c, A4[1])
        c.doForm("marks")
        for number in range(len(cards)):
            c.saveState()
            place(c, number)
            c.doForm("back")
            c.restoreState()
        c.showPage()
    c.save()


main()
