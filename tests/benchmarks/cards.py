"""How the sheets of cards with boxes of fitted text stand to a bare ReportLab script that draws the same.

python tests/benchmarks/cards.py [RUNS [CARDS]]

The script is told where each line of text, each ground and each picture goes; it fits and checks nothing.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from timing import arguments, compare, heading

WORDS = (
    *("the", "harbour", "ship", "captain", "pays", "and", "looks", "at", "top", "three", "cards", "then"),
    *("discards", "one", "or", "draws", "another", "until", "all", "players", "have", "passed", "their"),
    "turn",
)
COIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">'
    '<circle cx="50" cy="50" r="40" fill="none" stroke="#1B1220" stroke-width="12"/>'
    '<circle cx="50" cy="50" r="18" fill="#1B1220"/></svg>'
)


def draw_picture(file: Path) -> None:
    """Draw the picture of all cards."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (840, 600), "#274B5C")
    ImageDraw.Draw(picture).ellipse((500, 80, 700, 280), fill="#F0C878")
    picture.save(file)


def rows(count: int) -> list[dict[str, str | int]]:
    """Return the columns of cards in the layout story, all different."""
    chance = random.Random(1)
    made: list[dict[str, str | int]] = []
    for number in range(1, count + 1):
        text = " ".join(chance.choice(WORDS) for _ in range(chance.randint(8, 26)))
        title = f"{chance.choice(WORDS).capitalize()} {number}"
        made.append(
            {
                "corner": number % 9,
                "title": title,
                "kind": "Place",
                "picture": "sea.png",
                "footer": "Harbour",
                "number": f"{number} / {count}",
                "pay": number % 5,
                "text": f"{text}.",
            }
        )
    return made


def pack(folder: Path, count: int) -> Path:
    """A pack of cards in the layout story, all different: picture, title, kind, text with bold and icons."""
    draw_picture(folder / "sea.png")
    cards = []
    for row in rows(count):
        text = f"**Pay {row.pop('pay')} {{coin}}** {row.pop('text')}"
        cells = "".join(f'{name}: "{value}", ' for name, value in row.items())
        cards.append(f'      - {{{cells}text: "{text}"}}')
    file = folder / "cards.yaml"
    head = "format: 1\nname: Harbour\ncard: {size: poker, corner: 3 mm}\ncards:\n  - rows:\n"
    file.write_text(head + "\n".join(cards) + "\n")
    return file


def told(file: Path) -> list[list[list[Any]]]:
    """What the bare script draws of each card: lines of text, filled paths, lines, pictures."""
    from cardgen import api
    from cardgen.art.face import plan_face
    from cardgen.art.items import Fill, Label, Picture, Stroke
    from cardgen.geometry import Rect, transformed_point

    loaded = api.load(str(file))
    cards = []
    for card in loaded.cards:
        made: list[list[Any]] = []
        for item in plan_face(loaded, card, Rect(0, 0, *loaded.card.size)):
            if isinstance(item, Label):
                for run in item.runs:
                    x, y = transformed_point(item.place, run.x, run.y)
                    made.append(["text", run.font.name, run.size, item.color.rgb, x, y, run.text])
            elif isinstance(item, Fill):
                shape = item.shape.transformed(item.place) if item.place else item.shape
                made.append(["fill", item.color.rgb, [[step, *values] for step, values in shape.segments]])
            elif isinstance(item, Stroke):
                made.append(
                    ["line", item.color.rgb, item.width, [list(point) for point in item.shape.points]]
                )
            elif isinstance(item, Picture):
                made.append(["picture", str(item.file), *item.rect])
        cards.append(made)
    return cards


BARE = """
import json, sys
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
told = json.load(open(sys.argv[1]))
for name, file in told["fonts"].items():
    pdfmetrics.registerFont(TTFont(name, file))
c = Canvas(sys.argv[2], pagesize=(595.28, 841.89), pageCompression=1)
width, height = 180, 252
steps_of = {"m": "moveTo", "l": "lineTo", "c": "curveTo", "h": "close"}
for at, card in enumerate(told["cards"]):
    row, column = divmod(at % 9, 3)
    if at and at % 9 == 0:
        c.showPage()
    c.saveState()
    clip = c.beginPath(); clip.rect(27 + column * width, 42 + (2 - row) * height, width, height)
    c.clipPath(clip, stroke=0)
    c.translate(27 + column * width, 42 + (2 - row) * height)
    for kind, *rest in card:
        if kind == "text":
            font, size, color, x, y, text = rest
            c.setFillColorRGB(*color); c.setFont(font, size); c.drawString(x, y, text)
        elif kind == "fill":
            color, steps = rest
            c.setFillColorRGB(*color)
            path = c.beginPath()
            for step, *values in steps:
                getattr(path, steps_of[step])(*values)
            c.drawPath(path, stroke=0, fill=1)
        elif kind == "line":
            color, wide, (a, b) = rest
            c.setStrokeColorRGB(*color); c.setLineWidth(wide); c.line(*a, *b)
        else:
            file, x, y, w, h = rest
            c.saveState()
            window = c.beginPath(); window.rect(x, y, w, h)
            c.clipPath(window, stroke=0)
            c.drawImage(file, x, y, w, h, preserveAspectRatio=True)
            c.restoreState()
    c.restoreState()
c.save()
"""


def main() -> None:
    from cardgen.text.fonts import FONTS

    runs, first = arguments(__doc__, runs=9, cards=200)

    python = sys.executable
    cardgen = str(Path(python).parent / "cardgen")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        heading()
        for count in (first, 10 * first):
            file = pack(out, count)
            cards = told(file)
            names = {run[1] for card in cards for run in card if run[0] == "text"}
            fonts = {name: str(FONTS[name].file) for name in names}
            (out / "told.json").write_text(json.dumps({"fonts": fonts, "cards": cards}))
            ours = [cardgen, "sheets", "-o", folder, "--backs", "none", str(file)]
            bare = [python, "-c", BARE, str(out / "told.json"), str(out / "bare.pdf")]
            compare(f"{count:,} cards of fitted text", ours, [bare], runs if count == first else 3, 1.5)


if __name__ == "__main__":
    main()
