"""Measures the studio in a browser: from a keystroke to the changed face, and to the whole sheet.

    python tests/benchmarks/studio.py [--cards]

Wanted, warm, on two cores: 50 ms to a face and 120 ms to a sheet, at the median. A picture counts once it is
decoded and put in its place. Each is measured in turn in a studio whose work on the pack is confined, and in
one that was started with --trust; their ratio is to be close to 1. And from a page's first picture to the
first figures of games, at most half a second: where the compiled engine has been compiled before, and where
it has not. --cards measures only how long a changed cell, box or colour takes to a face in packs of 60, 500
and 5,000 cards; wanted are 45, 60 and 80 ms on a quiet machine. Wants the extra cardgen-kit[test] and a
`chromium`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

PACK = 'extends: never-over\nname: Measured\ngames: []\nsuits:\n  green: {color: "#10805B"}\n'
#: What is written in turn: one face changes, five do, or a quantity and with it the sheets.
ROUNDS = 40
WANTED = {"a face": 50, "a sheet": 120, "first figures": 500, "first figures, cold": 500}
#: Pages that are opened, each of a studio of its own.
OPENED = 5
#: A deck without its rows.
MANY = """\
format: 1
name: Many
card: {size: poker}
layouts:
  many:
    boxes:
      title: {at: [5.0 mm, 5 mm], size: [50 mm, 9 mm], color: "#108050"}
      text: {at: [5 mm, 20 mm], size: [53 mm, 40 mm]}
      corner: {at: [5 mm, 72 mm], size: [20 mm, 10 mm], show: "{corner}", type: number}
cards:
  - layout: many
    rows:
"""
#: Numbers of cards of packs in which a cell, a box or a colour is changed, with the milliseconds wanted; and
#: how often it is.
CARDS, CELLS = {60: 45, 500: 60, 5000: 80}, 12

# Runs in the page from its beginning: notes when its first picture is shown, and its first figure.
FIRST = """
window.first = {};
addEventListener("shown", () => { first.picture ??= performance.now(); }, true);
new MutationObserver(() => {
  if (document.querySelector("#side .table dd")) first.figure ??= performance.now();
}).observe(document, { childList: true, subtree: true });
"""

# Runs in the page: types one character, and tells how long it takes until all of some pictures are new.
SCRIPT = """
async ([place, insert, wanted, selector]) => {
  const { view } = document.querySelector(".cm-content").cmTile;
  const until = new Promise((done) => {
    let left = wanted;
    const box = document.querySelector("#work");
    if (selector === "lint") {
      const seen = new MutationObserver(() => {
        if (!document.querySelector(".cm-lintRange-error")) return;
        seen.disconnect();
        done(performance.now());
      });
      seen.observe(box, { childList: true, subtree: true });
    } else {
      const count = (event) => {
        if (!event.target.matches(selector)) return;
        left -= 1;
        if (left) return;
        box.removeEventListener("shown", count);
        done(performance.now());
      };
      box.addEventListener("shown", count);
    }
  });
  const text = view.state.doc.toString();
  const at = text.indexOf(place);
  const from = performance.now();
  view.dispatch({ changes: { from: at, to: at + place.length, insert }, userEvent: "input.type" });
  return (await until) - from;
}
"""


def main() -> None:
    """Measure and print."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cards", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        if asked.cards:
            for cards in CARDS:
                edits(browser, folder, cards)
            browser.close()
            return
        with studio(folder, PACK) as confined, studio(folder, PACK, "--trust") as trusted:
            pages = [opened(browser, address) for address in (confined, trusted)]
            compare("five faces", pages, lambda page, n: once(page, n, 5, ".face img"))
            compare("a face", pages, face)
            compare("an error underlined", pages, lambda page, n: error(page))
            for page in pages:
                page.get_by_role("tab", name="Sheets").click()
                page.locator(".page img.there").first.wait_for()
                page.wait_for_timeout(1000)
            compare("a sheet", pages, lambda page, n: once(page, n, 1, ".page img"))
            for page in pages:
                page.close()
        report("first figures", [figures(browser, folder, {}) for _ in range(OPENED)])
        empty = ({"NUMBA_CACHE_DIR": str(Path(folder) / str(n))} for n in range(OPENED))
        report("first figures, cold", [figures(browser, folder, each) for each in empty])
        browser.close()


def opened(browser: Any, address: str) -> Any:
    """Open a page, and wait until its cards are there."""
    page = browser.new_page(viewport={"width": 1280, "height": 720}, device_scale_factor=2)
    page.goto(address)
    page.locator(".face img.there").nth(10).wait_for()
    page.wait_for_timeout(1500)
    return page


def compare(what: str, pages: list[Any], measure: Callable[[Any, int], float]) -> None:
    """Measure on two pages in turn, and print what each takes, and their ratio."""
    spent = [[measure(page, number) for page in pages] for number in range(ROUNDS)]
    confined, trusted = (list(each) for each in zip(*spent, strict=True))
    report(what, confined)
    ratio = statistics.median(one / other for one, other in spent)
    print(f"{'':20} median {statistics.median(trusted):5.0f} ms with --trust, ratio {ratio:.2f}", flush=True)


@contextmanager
def studio(folder: str, text: str, *options: str, **more: str) -> Iterator[str]:
    """Run the command on a pack, and provide its address. more: of the environment."""
    (Path(folder) / "measured.yaml").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "cardgen", "studio", "measured.yaml", "--no-browser", *options]
    server = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, text=True, env={**os.environ, **more}
    )
    assert server.stdout
    found = re.search(r"http\S+", server.stdout.readline())
    assert found
    try:
        yield found[0]
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


def figures(browser: Any, folder: str, environment: dict[str, str]) -> float:
    """Open a page, and return the time from its first picture to its first figure of games."""
    with studio(folder, PACK.replace("games: []\n", ""), **environment) as address:
        context = browser.new_context(viewport={"width": 1280, "height": 720})
        page = context.new_page()
        page.add_init_script(FIRST)
        page.goto(address)
        page.locator("#side .table dd").first.wait_for()
        page.locator(".face img.there").first.wait_for()
        spent: float = page.evaluate("first.figure - first.picture")
        context.close()
    return spent


def once(page: Any, number: int, wanted: int, selector: str) -> float:
    """Change the colour of green, and wait for so many pictures."""
    old = page.evaluate("() => document.querySelector('.cm-content').innerText")
    now = re.search(r'"#(\w{6})"', old)
    assert now
    new = f"1080{number % 90 + 10}"
    return measured(page, now[1], new if new != now[1] else "108111", wanted, selector)


def face(page: Any, number: int) -> float:
    """Change the title of the summary, a single face."""
    old = page.evaluate("() => document.querySelector('.cm-content').innerText")
    now = re.search(r"name: (\w+)", old)
    assert now
    return measured(page, f"name: {now[1]}", f"name: Measured{number}", 1, ".face img")


def edits(browser: Any, folder: str, cards: int) -> None:
    """Change a cell of one of many cards, a box of their layout and a colour, and print how long it takes
    until a face is new.
    """
    rows = "".join(
        f'      - {{corner: {number % 40}, title: "Card {number}", text: "Draw {number % 7} of {number}."}}\n'
        for number in range(cards)
    )
    with studio(folder, MANY + rows) as address:
        page = opened(browser, address)
        changes = {
            "a cell": ['"Card 7"', *(f'"Seven {number}"' for number in range(CELLS))],
            "a box": [f"at: [{5 + number / 10:.1f} mm," for number in range(CELLS + 1)],
            "a colour": [f'"#1080{number}"' for number in range(50, 51 + CELLS)],
        }
        for what, texts in changes.items():
            spent = []
            for before, after in pairwise(texts):
                spent.append(measured(page, before, after, 1, ".face img"))
                settle(page)
            report(f"{what} of {cards:,} cards", spent, CARDS[cards])
        page.close()


def settle(page: Any) -> None:
    """Wait until all cards are checked and all faces in sight are drawn."""
    done = """() => !/heck/.test(document.querySelector("#problems").textContent)
      && [...document.querySelectorAll(".face img")].every((each) => each.dataset.shown
        === each.dataset.source)"""
    calm = 0
    while calm < 3:
        page.wait_for_timeout(200)
        calm = calm + 1 if page.evaluate(done) else 0


def error(page: Any) -> float:
    """Misspell a key, wait for what is said, and mend it."""
    spent = measured(page, "name:", "nome:", 1, "lint")
    page.evaluate(SCRIPT.replace("return (await until) - from;", "return 0;"), ["nome:", "name:", 1, "lint"])
    page.locator(".cm-lintRange-error").wait_for(state="detached")
    page.wait_for_timeout(150)
    return spent


def measured(page: Any, place: str, insert: str, wanted: int, selector: str) -> float:
    spent: float = page.evaluate(SCRIPT, [place, insert, wanted, selector])
    page.wait_for_timeout(250)
    return spent


def report(what: str, spent: list[float], most: int = 0) -> None:
    """Print the median and the slowest tenth, in milliseconds. most: what is wanted."""
    median, slow = statistics.median(spent), sorted(spent)[len(spent) * 9 // 10]
    most = most or WANTED.get(what, 0)
    wanted = f", wanted {most}" if most else ""
    print(f"{what:20} median {median:5.0f} ms, 9 of 10 within {slow:5.0f} ms{wanted}", flush=True)


if __name__ == "__main__":
    main()
