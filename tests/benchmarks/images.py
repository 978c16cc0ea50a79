"""How `cardgen images` stands to a script by hand: whole cold processes, medians, a table of ratios.

python tests/benchmarks/images.py [RUNS]

By hand: a finished PDF of the same pages, rendered by pypdfium2 and saved by Pillow. cardgen reads the pack,
checks it, and draws that PDF as well.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from sheets import compare
from timing import arguments

from cardgen import api
from cardgen.output.images import PictureCanvas, faces_pdf

(RUNS,) = arguments(__doc__, runs=9)
HAND = """import sys, pypdfium2
document = pypdfium2.PdfDocument(sys.argv[1])
for number in range(len(document)):
    picture = document[number].render(scale=int(sys.argv[3]) / 72).to_pil()
    picture.save(f"{sys.argv[2]}/{number}.png", dpi=(int(sys.argv[3]),) * 2)
"""


def pages(name: str, dpi: int) -> bytes:
    """The faces of a pack and its back as a PDF."""
    pack = api.load(name)
    canvas = PictureCanvas.for_trim(pack.card.size, pack.card.bleed, dpi)
    return faces_pdf(pack, [*pack.cards, None], canvas.page)


def main() -> None:
    cardgen, python = str(Path(sys.executable).parent / "cardgen"), sys.executable
    with tempfile.TemporaryDirectory() as folder:
        made, hand = Path(folder, "made"), Path(folder, "hand")
        hand.mkdir()
        head = ("ours s", "hand s", "ratio", "limit", "ours MB", "hand", "ratio")
        print(" " * 34 + "".join(f"{word:>9}" for word in head))
        for name, dpi in (("never-over", 300), ("never-over", 600), ("standard-52", 300)):
            pdf = Path(folder, f"{name}-{dpi}.pdf")
            pdf.write_bytes(pages(name, dpi))
            ours = [cardgen, "images", name, "--dpi", str(dpi), "-o", str(made)]
            floor = [python, "-c", HAND, str(pdf), str(hand), str(dpi)]
            compare(f"{name} at {dpi} dpi", ours, [floor], RUNS, 1.3)
            sizes = [sum(file.stat().st_size for file in each.glob("*.png")) for each in (made, hand)]
            print(f"{'':34} {sizes[0]:,} bytes of PNG, by hand {sizes[1]:,}")
            for file in hand.glob("*.png"):
                file.unlink()


if __name__ == "__main__":
    main()
