"""The floor: NEVER OVER's sheets drawn by a plain ReportLab script, as one would write it by hand.

It draws what `cardgen build never-over` draws (ground, stripe, disc, indices, a trellis back, crop marks,
ruler, words, bookmarks; the same two fonts embedded) with one form for each face, and nothing of
cardgen.
"""

import argparse
from pathlib import Path

import font_source_sans_pro
from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

BLACK, TEXT = "SourceSansPro-Black", "SourceSansPro-Semibold"
W, H = 62 * mm, 88 * mm
PAGE = (210 * mm, 297 * mm)
X0, Y0 = (PAGE[0] - 3 * W) / 2, (PAGE[1] - 3 * H) / 2
GREEN, RED, AMBER, SKY = (HexColor(c) for c in ("#00855B", "#961129", "#F6BE3B", "#9CCFEA"))
DEEP, IVORY, GOLD, WHITE = (HexColor(c) for c in ("#1F2A44", "#E9DFC7", "#C9A24B", "#FFFFFF"))
SUITS = {"+": (GREEN, AMBER, {4: 7, 3: 9, 2: 11, 1: 13}), "≤": (RED, SKY, {4: 5, 3: 4, 2: 3, 1: 2, 0: 1})}


def polygon(c, points, color):
    c.setFillColor(color)
    path = c.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.close()
    c.drawPath(path, stroke=0, fill=1)


def sign(c, sign, x, y, h, color):
    t = 0.205 * h
    if sign == "+":
        c.setFillColor(color)
        c.rect(x, y + h / 2 - t / 2, 0.68 * h, t, stroke=0, fill=1)
        c.rect(x + 0.34 * h - t / 2, y + 0.16 * h, t, 0.68 * h, stroke=0, fill=1)
        return 0.83 * h
    points = [(0.7, 1), (0, 0.75), (0, 0.52), (0.7, 0.27), (0.7, 0.49), (0.27, 0.635), (0.7, 0.78)]
    polygon(c, [(x + a * h, y + b * h) for a, b in points], color)
    c.rect(x, y, 0.7 * h, t, stroke=0, fill=1)
    return 0.85 * h


def index(c, s, rank, x, y, h, color):
    size = h / 0.634
    c.saveState()
    text = c.beginText(x, y)
    text.setFont(BLACK, size)
    text.setTextRenderMode(3)
    text.textOut(s)
    c.drawText(text)
    c.restoreState()
    step = sign(c, s, x, y, h, color)
    c.setFillColor(color)
    c.setFont(BLACK, size)
    c.drawString(x + step, y, str(rank))


def face(c, s, rank):
    ground, stripe, _ = SUITS[s]
    c.setFillColor(ground)
    c.rect(-11, -11, W + 22, H + 22, stroke=0, fill=1)
    length = (W * W + H * H) ** 0.5
    ux, uy, half = W / length, H / length, 2.1 * mm
    corners = [(a, b) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    points = [
        (W / 2 + a * length * ux - b * half * uy, H / 2 + a * length * uy + b * half * ux) for a, b in corners
    ]
    polygon(c, points, stripe)
    for radius, color in ((24.8 * mm, ground), (23.5 * mm, WHITE)):
        c.setFillColor(color)
        c.circle(W / 2, H / 2, radius, stroke=0, fill=1)
    high = 18 * mm
    wide = 0.84 * high + stringWidth(str(rank), BLACK, high / 0.634)
    index(c, s, rank, (W - wide) / 2, (H - high) / 2, high, ground)
    for _ in range(2):
        index(c, s, rank, 3.9 * mm, H - 8.9 * mm, 5 * mm, WHITE)
        c.translate(W, H)
        c.rotate(180)


def summary(c):
    c.setFillColor(DEEP)
    c.setFont(BLACK, 15)
    c.drawCentredString(W / 2, H - 10 * mm, "NEVER OVER")
    c.setStrokeColor(DEEP)
    c.line(5 * mm, H - 13 * mm, W - 5 * mm, H - 13 * mm)
    for x, (s, (color, _, cards)) in zip((5 * mm, 33 * mm), SUITS.items(), strict=True):
        sign(c, s, x, H - 21 * mm, 9, color)
        c.setFont(BLACK, 11)
        c.drawString(x + 15, H - 21 * mm, "green" if s == "+" else "red")
        c.setFillColor(HexColor("#000000"))
        c.setFont(TEXT, 10)
        rows = [(f"{s}{rank}", f"× {times}") for rank, times in cards.items()]
        for place, (left, right) in enumerate([*rows, ("cards", "40"), ("points", "90")]):
            y = H - 21 * mm - 14 * (place + 1)
            c.drawString(x, y, left)
            c.drawRightString(x + 24 * mm, y, right)
    c.setFont(TEXT, 8)
    c.drawCentredString(W / 2, 8 * mm, "55 cards in 2 suits")


def back(c):
    c.setFillColor(DEEP)
    c.rect(-11, -11, W + 22, H + 22, stroke=0, fill=1)
    c.setStrokeColor(IVORY)
    c.roundRect(4 * mm, 4 * mm, W - 8 * mm, H - 8 * mm, 2 * mm)
    c.setStrokeColor(GOLD)
    c.roundRect(5.5 * mm, 5.5 * mm, W - 11 * mm, H - 11 * mm, 1 * mm)
    left, low, wide, high = 5.5 * mm, 5.5 * mm, W - 11 * mm, H - 11 * mm
    a, b = wide / 4, high / 6
    c.setStrokeColor(IVORY)
    lines = c.beginPath()
    for row in range(6):
        for column in range(4):
            x, y = left + column * a, low + row * b
            lines.moveTo(x, y + b / 2)
            for px, py in ((x + a / 2, y + b), (x + a, y + b / 2), (x + a / 2, y)):
                lines.lineTo(px, py)
            lines.close()
    c.drawPath(lines, stroke=1, fill=0)
    for row in range(6):
        for column in range(4):
            x, y = left + column * a, low + row * b
            sign(c, "≤", x + a / 2 - 5, y + b / 2 - 7, 14, IVORY)
            if row < 5 and column < 3:
                sign(c, "+", x + a - 5, y + b - 7, 14, IVORY)
            c.setFillColor(GOLD)
            c.circle(x + a, y + b / 2, 1.5, stroke=0, fill=1)


def guides(c):
    c.setLineWidth(0.35)
    lines = []
    for column in range(4):
        x = X0 + column * W
        lines += [(x, Y0 - 10, x, Y0 - 20), (x, Y0 + 3 * H + 10, x, Y0 + 3 * H + 20)]
    for row in range(4):
        y = Y0 + row * H
        lines += [(X0 - 10, y, X0 - 16, y), (X0 + 3 * W + 10, y, X0 + 3 * W + 16, y)]
    c.lines(lines)


def ruler(c):
    x, top = (PAGE[0] - 100 * mm) / 2, 10.4 * mm
    c.setLineWidth(0.35)
    ticks = ((x + n * mm, 8 if n % 10 == 0 else 5 if n % 5 == 0 else 3) for n in range(101))
    c.lines([(at, top, at, top - high) for at, high in ticks])
    c.setFont(TEXT, 6.5)
    c.drawString(x + 100 * mm + 4, top - 6, "100 mm: measure me")


def form(c, name, box, draw, *args):
    if not c.hasForm(name):
        c.beginForm(name, *box)
        draw(c, *args)
        c.endForm()
    c.doForm(name)


def card(c, x, y, draw):
    c.saveState()
    path = c.beginPath()
    path.rect(x - 5, y - 5, W + 10, H + 10)
    c.clipPath(path, stroke=0)
    c.translate(x, y)
    draw()
    c.restoreState()


def page_end(c, n, pages, words):
    form(c, "guides", (0, 0, *PAGE), guides)
    form(c, "ruler", (0, 0, *PAGE), ruler)
    c.setFont(TEXT, 7)
    c.drawCentredString(
        PAGE[0] / 2, PAGE[1] - 9 * mm, f"NEVER OVER  ·  4 May 2012  ·  page {n} of {pages}  ·  {words}"
    )
    c.bookmarkPage(f"p{n}")
    c.addOutlineEntry(f"Sheet {(n + 1) // 2}, {words}", f"p{n}")
    c.showPage()


def deck(count, distinct):
    if distinct:
        return [("+", rank, 1) for rank in range(1, count + 1)]
    cards = [(s, rank, times) for s, (_, _, ranks) in SUITS.items() for rank, times in ranks.items()]
    if count:
        share = count // 9
        return [(s, rank, share if place else count - 8 * share) for place, (s, rank, _) in enumerate(cards)]
    return [*cards, ("summary", "", 1)]


def main(file, count=0, way="forms"):
    count = int(count)
    rl_config.useA85 = 0
    for name in dict.fromkeys((BLACK, TEXT)):
        registerFont(TTFont(name, str(Path(font_source_sans_pro.font_directory) / f"{name}.ttf")))
    c = Canvas(file, pagesize=PAGE, pageCompression=1, invariant=1, pdfVersion=(1, 7), initialFontName=TEXT)
    c.setTitle("NEVER OVER")
    c.setViewerPreference("PrintScaling", "None")
    c.setViewerPreference("Duplex", "DuplexFlipLongEdge")
    cards = [(s, rank) for s, rank, times in deck(count, way != "forms") for _ in range(times)]
    pages, box = 2 * -(-len(cards) // 9), (-9, -9, W + 9, H + 9)
    for first in range(0, len(cards), 9):
        on_page = cards[first : first + 9]
        places = [(X0 + i % 3 * W, Y0 + (2 - i // 3) * H) for i in range(len(on_page))]
        for (s, rank), (x, y) in zip(on_page, places, strict=True):
            if s == "summary":
                card(c, x, y, lambda: form(c, "summary", box, summary))
            elif way == "distinct-direct":
                card(c, x, y, lambda s=s, rank=rank: face(c, s, rank))
            else:
                card(c, x, y, lambda s=s, rank=rank: form(c, f"{s}{rank}", box, face, s, rank))
        page_end(c, first // 9 * 2 + 1, pages, "front")
        for x, y in places:
            card(c, PAGE[0] - x - W, y, lambda: form(c, "back", box, back))
        page_end(c, first // 9 * 2 + 2, pages, "back")
    c.save()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file")
    parser.add_argument("cards", nargs="?", default=0)
    parser.add_argument(
        "way", nargs="?", default="forms", choices=["forms", "distinct-forms", "distinct-direct"]
    )
    asked = parser.parse_args()
    main(asked.file, asked.cards, asked.way)
