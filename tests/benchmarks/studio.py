"""Measures the studio in a browser: from a keystroke to the changed face, and to the whole sheet.

    python tests/benchmarks/studio.py

Wanted, warm, on two cores: 50 ms to a face and 120 ms to a sheet, at the median. A picture counts once it is
decoded and put in its place. Wants the extra cardgen[test] and a `chromium`.
"""

from __future__ import annotations

import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

PACK = 'extends: never-over\nname: Measured\ngames: []\nsuits:\n  green: {color: "#10805B"}\n'
#: What is written in turn: one face changes, five do, or a quantity and with it the sheets.
ROUNDS = 40
WANTED = {"a face": 50, "five faces": 0, "a sheet": 120, "an error underlined": 0}

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

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        (Path(folder) / "measured.yaml").write_text(PACK, encoding="utf-8")
        command = [sys.executable, "-m", "cardgen", "studio", "measured.yaml", "--no-browser"]
        server = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        assert server.stdout
        found = re.search(r"http\S+", server.stdout.readline())
        assert found
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 720}, device_scale_factor=2)
        page.goto(found[0])
        page.locator(".face img.there").nth(10).wait_for()
        page.wait_for_timeout(1500)
        report("five faces", [once(page, n, "1080", "5B", 5, ".face img") for n in range(ROUNDS)])
        report("a face", [face(page, n) for n in range(ROUNDS)])
        report("an error underlined", [error(page) for _ in range(ROUNDS)])
        page.get_by_role("tab", name="Sheets").click()
        page.locator(".page img.there").first.wait_for()
        page.wait_for_timeout(1000)
        report("a sheet", [once(page, n, "1080", "5B", 1, ".page img") for n in range(ROUNDS)])
        browser.close()
        server.send_signal(signal.SIGINT)
        server.wait()


def once(page: Any, number: int, before: str, after: str, wanted: int, selector: str) -> float:
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


def report(what: str, spent: list[float]) -> None:
    """Print the median and the slowest tenth, in milliseconds."""
    median, slow = statistics.median(spent), sorted(spent)[len(spent) * 9 // 10]
    wanted = f", wanted {WANTED[what]}" if WANTED[what] else ""
    print(f"{what:20} median {median:5.0f} ms, 9 of 10 within {slow:5.0f} ms{wanted}", flush=True)


if __name__ == "__main__":
    main()
