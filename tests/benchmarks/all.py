"""Print what every kind of work takes beside its floor: CPU and clock, peak memory, the ratio and its target.

python tests/benchmarks/all.py [--small] [CARDS]

Cards with pictures are measured twice: with 50 pictures for all, and with one for each. The default is 1,000
cards, which takes some ten minutes; --small is 60 and few runs, for a quick look. Ratios are of CPU time and
within one run, as other programs on the machine disturb that little. studio.py measures the studio.
growth.py measures how each command grows with the number of cards.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path

from cards import BARE, pack, told
from comparison import DRAW, picture_pack
from sheets import FLOOR
from timing import ENV, run

#: Draws the faces of a press file at 300 pixels per inch; every second page is a back.
RASTER = """
import sys, pypdfium2
document = pypdfium2.PdfDocument(sys.argv[1])
for number in range(0, len(document), 2):
    page = document[number]
    page.render(scale=300 / 72).to_pil()
    page.close()
"""

Spent = tuple[float, float, float]


def median(command: list[str], runs: int, folder: Path | None = None) -> Spent:
    """Return the medians of the clock, of CPU (both in seconds) and of peak memory (MiB)."""
    clock, work, memory = (
        statistics.median(each) for each in zip(*(run(command, folder) for _ in range(runs)), strict=True)
    )
    return clock, work, memory


def tell(name: str, spent: Spent, floor: float | None = None, target: float | None = None) -> None:
    """Print a row. floor: CPU seconds."""
    clock, work, memory = spent
    ratio = "" if floor is None else f"{floor:>9.2f}{work / floor:>8.2f}{target or 0:>8.2f}"
    print(f"{name:42}{work:>9.2f}{clock:>9.2f}{memory:>8.0f}{ratio}", flush=True)


def small_decks(cardgen: str, place: Path, runs: int) -> None:
    """Compare cold runs of small decks with bare ReportLab scripts."""
    from cardgen.text.fonts import FONTS

    python, pdf = sys.executable, str(place / "floor.pdf")
    for command in ([cardgen, "--help"], [python, "-c", FLOOR, pdf]):
        run(command)
    ours = median([cardgen, "sheets", "never-over", "-o", str(place / "sheets.pdf")], runs)
    tell("55 cards, cold", ours, median([python, "-c", FLOOR, pdf], runs)[1], 1.25)
    file = pack(place, 200)
    cards = told(file)
    names = {row[1] for card in cards for row in card if row[0] == "text"}
    facts = {"fonts": {name: str(FONTS[name].file) for name in names}, "cards": cards}
    (place / "told.json").write_text(json.dumps(facts))
    ours = median([cardgen, "sheets", "-o", str(place), "--backs", "none", str(file)], runs)
    tell(
        "200 text cards, cold",
        ours,
        median([python, "-c", BARE, str(place / "told.json"), pdf], runs)[1],
        1.3,
    )


def picture_decks(cardgen: str, place: Path, cards: int, pictures: int) -> None:
    """Compare what looks at cards with pictures with drawing them."""
    python = sys.executable
    print(f"{cards:,} cards, {pictures:,} pictures")
    file = picture_pack(place, cards, pictures)
    sheets, press, images = (str(place / name) for name in ("sheets.pdf", "press.pdf", "images"))
    tell("  check", run([cardgen, "check", file]))
    made = run([cardgen, "sheets", file, "-o", sheets])
    tell("  sheets", made)
    pressed = run([cardgen, "press", file, "-o", press])
    drawing = run([python, "-c", DRAW, press])[1]
    tell("  press with its preflight", pressed, made[1] + 2 * drawing, 1)
    tell("  preflight --pack", run([cardgen, "preflight", press, "--pack", file]), drawing, 1.5)
    verified = run([cardgen, "verify", sheets, "--pack", file])
    tell("  verify", verified, run([python, "-c", DRAW, sheets])[1], 1.5)
    raster = run([python, "-c", RASTER, press])[1]
    tell("  images, 300 dpi PNG", run([cardgen, "images", file, "-o", images]), raster, 1.3)
    tell("  proof", run([cardgen, "proof", file, "-o", str(place / "proof.pdf")]))
    build = [cardgen, "build", file, "-o", str(place / "built")]
    tell("  build without a cache", run(build))
    ENV["CARDGEN_CACHE"] = str(place / "cache")
    first = run(build)
    tell("  build", first)
    text = Path(file).read_text(encoding="utf-8")
    Path(file).write_text(text.replace('"Card 7"', '"Card seven"'), encoding="utf-8")
    tell("  build again, one row changed", run(build), first[1], 0.2)
    ENV["CARDGEN_CACHE"] = "off"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cards", nargs="?", type=int)
    parser.add_argument("--small", action="store_true")
    asked = parser.parse_args()
    is_small = asked.small
    cards = asked.cards or (60 if is_small else 1000)
    cardgen = str(Path(sys.executable).parent / "cardgen")
    heads = ("CPU s", "clock s", "MB", "floor s", "ratio", "target")
    print(" " * 42 + "".join(f"{head:>{wide}}" for head, wide in zip(heads, (9, 9, 8, 9, 8, 8), strict=True)))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        small_decks(cardgen, place, 3 if is_small else 9)
        for pictures in (min(50, cards // 2), cards):
            picture_decks(cardgen, place, cards, pictures)


if __name__ == "__main__":
    main()
