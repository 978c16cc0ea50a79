"""How `verify` and `preflight --pack` of cards with pictures stand to drawing both sides of each card once.

python tests/benchmarks/comparison.py [CARDS [PICTURES]]

The floor is PDFium drawing every page of the file twice at 150 pixels per inch: once for the file, once for
the pack. There are so many JPEGs, 50 by default, for all cards; each card has words of its own. 1,000 cards
take some minutes.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw
from timing import arguments, run

#: Draws both sides of a comparison: each page twice.
DRAW = """
import sys, pypdfium2
for _ in range(2):
    document = pypdfium2.PdfDocument(sys.argv[1])
    for page in document:
        page.render(scale=150 / 72).to_pil()
        page.close()
    document.close()
"""


def _picture(number: int) -> Image.Image:
    """Return a picture of soft colours with some shapes and lines."""
    dice = random.Random(number)
    spots = Image.new("RGB", (15, 21))
    spots.putdata([(dice.randrange(256), dice.randrange(256), dice.randrange(256)) for _ in range(15 * 21)])
    picture = spots.resize((840, 1176), Image.Resampling.BICUBIC)
    pen = ImageDraw.Draw(picture)
    for _ in range(40):
        x, y, size = dice.randrange(840), dice.randrange(1176), dice.randrange(10, 120)
        color = (dice.randrange(256), dice.randrange(256), dice.randrange(256))
        pen.ellipse((x, y, x + size, y + size), fill=color)
        pen.line((x, y, dice.randrange(840), dice.randrange(1176)), fill=color, width=3)
    return picture


def picture_pack(folder: Path, cards: int, pictures: int) -> str:
    """Write a pack of cards with so many pictures among them; return its file."""
    for number in range(pictures):
        file = folder / f"{number}.jpg"
        if not file.exists():
            _picture(number).save(file, quality=88)
    rows = "\n".join(
        f'      - {{corner: {number % 40}, title: "Card {number}", picture: {number % pictures}.jpg, '
        f'text: "Draw {number % 7}, then pass {number} to the left."}}'
        for number in range(cards)
    )
    file = folder / f"cards-{cards}-{pictures}.yaml"
    file.write_text(
        "format: 1\nname: Cards\ncard: {size: poker, corner: 3 mm}\ncards:\n"
        f"  - layout: full\n    rows:\n{rows}\n"
    )
    return str(file)


def main() -> None:
    cardgen, python = str(Path(sys.executable).parent / "cardgen"), sys.executable
    cards, pictures = arguments(__doc__, cards=1000, pictures=50)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        pack = picture_pack(place, cards, pictures)
        sheets, press = str(place / "sheets.pdf"), str(place / "press.pdf")
        run([cardgen, "sheets", pack, "-o", sheets])
        run([cardgen, "press", pack, "-o", press])
        print(f"{cards} cards{'CPU s':>20}{'drawing':>9}{'ratio':>9}{'MB':>9}")
        for name, command, file in (
            ("verify", [cardgen, "verify", sheets, "--pack", pack], sheets),
            ("preflight --pack", [cardgen, "preflight", press, "--pack", pack], press),
        ):
            _, work, memory = run(command)
            _, floor, _ = run([python, "-c", DRAW, file])
            print(f"{name:20}{work:9.1f}{floor:9.1f}{work / floor:9.1f}{memory:9.0f}")


if __name__ == "__main__":
    main()
