"""Tell what a deck of 200 cards of fitted text takes in cardgen, protograf and Squib: lines and seconds.

python tests/benchmarks/programs.py [CARDS [PROTOGRAF_PYTHON]]

PROTOGRAF_PYTHON: the python of an environment where protograf is installed, if not this one.

All three read one table, one picture and one icon, and draw the boxes of the layout story. Lines are what a
designer writes: neither empty nor comments. A program that is missing is left out, with the reason. The deck
for Squib is written from its documentation and sources (0.20.0a), and its syntax checked; it was not run.
"""

from __future__ import annotations

import csv
import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from cards import COIN, draw_picture, rows
from timing import arguments, run

DECKS = Path(__file__).parent / "decks"


def protograf_missing(python: str) -> str:
    """Return why the deck for protograf can't be made, or nothing."""
    if python == sys.executable:
        found = importlib.util.find_spec("protograf") is not None
    else:
        found = subprocess.run([python, "-c", "import protograf"], capture_output=True).returncode == 0
    return "" if found else "protograf is not installed (pip install protograf)"


def squib_missing() -> str:
    """Return why the deck for Squib can't be made, or nothing."""
    if shutil.which("ruby") is None:
        return "ruby is not installed"
    if subprocess.run(["ruby", "-e", "require 'squib'"], capture_output=True).returncode:
        return "Squib is not installed (gem install squib)"
    return ""


def lines_written(deck: Path) -> int:
    """Count the lines of a deck that are neither empty nor comments."""
    lines = (line.strip() for line in deck.read_text().splitlines())
    return sum(bool(line) and not line.startswith("#") for line in lines)


def main() -> None:
    count, python = arguments(__doc__, cards=200, protograf_python=sys.executable)
    cardgen = str(Path(sys.executable).parent / "cardgen")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        draw_picture(folder / "sea.png")
        (folder / "coin.svg").write_text(COIN)
        with (folder / "cards.csv").open("w", newline="") as file:
            table = csv.DictWriter(file, [*rows(1)[0]])
            table.writeheader()
            table.writerows(rows(count))
        programs = (
            ("cardgen", "deck.yaml", [cardgen, "sheets", "--backs", "none"], ""),
            ("protograf", "deck_protograf.py", [python], protograf_missing(python)),
            ("Squib", "deck_squib.rb", ["ruby"], squib_missing()),
        )
        print(f"{f'{count} cards':12}{'lines':>8}{'clock s':>10}{'CPU s':>10}{'MB':>8}")
        for program, deck, command, missing in programs:
            shutil.copy(DECKS / deck, folder)
            head = f"{program:12}{lines_written(DECKS / deck):>8}"
            if missing:
                print(f"{head}  skipped: {missing}")
                continue
            clock, work, memory = run([*command, deck], folder)
            print(f"{head}{clock:>10.2f}{work:>10.2f}{memory:>8.0f}")


if __name__ == "__main__":
    main()
