"""The table in a real browser: whole games of each kind, with bots and people, and a table without rules."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from own_games import FILES, PACK
from test_studio_page import ADDRESS, browser, opened, studio, take_picture

from cardgen.gaming.games.game_log import read_log

pytestmark = pytest.mark.outside("chromium")
__all__ = ["browser", "opened", "studio"]

#: Games that end soon, with the words of the command.
GAMES = {
    "never-over": ("never-over", "--players", "3"),
    "addenda": ("standard-52", "--game", "addenda", "--option", "target=60"),
    "abstrac": ("short-24",),
    "up-and-over": ("standard-52", "--game", "up-and-over", "--players", "2"),
    "own": ("tide.yaml", "--rules", "tide.py", "--players", "3"),
}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: Any) -> Iterator[Any]:
    """Return a function that runs `cardgen play --page` and returns its page in the browser."""
    monkeypatch.setenv("BROWSER", "true")
    (tmp_path / "tide.yaml").write_text(PACK, encoding="utf-8")
    (tmp_path / "tide.py").write_text(FILES["tide.py"], encoding="utf-8")
    running: list[subprocess.Popen[str]] = []
    pages: list[Any] = []

    def started(*words: str, **more: Any) -> Any:
        command = [sys.executable, "-m", "cardgen", "play", "--page", *words]
        process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout
        found = ADDRESS.search(process.stdout.readline())
        assert found
        page = opened(found[0], **more)
        pages.append(page)
        page.get_by_role("button", name="Deal", exact=True).wait_for()
        return page

    yield started
    # An open page would say that its server is gone.
    for page in pages:
        page.close()
    for process in running:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
        assert process.returncode == 0


#: Makes the next move of whoever is at the screen by what they see, faster than by hand; tells if it is over.
NEXT = """() => {
  const press = (found) => { if (found) { found.click(); return true; } return false; };
  if (document.querySelector(".task.over")) return "over";
  if (document.querySelector(".busy")) return "waits";
  const grave = document.querySelector(".tray button.grave");
  const offered = [...document.querySelectorAll(".tray button:not(.grave)")];
  const buttons = offered.filter((each) => each.textContent !== "Cancel");
  // Who only discards would play for ever.
  window.made = (window.made ?? 0) + 1;
  if (grave && window.made > 80) { press(grave); press(document.querySelector(".tray button.main")); }
  else press(document.querySelector(".cover button")) || press(buttons[0])
    || press(document.querySelector("button.card.can")) || press(grave);
  return "played";
}"""


def play_to_end(page: Any) -> str:
    page.get_by_role("button", name="Deal", exact=True).click()
    page.locator(".table, .cover").first.wait_for()
    page.wait_for_timeout(100)
    if page.locator(".beside select").count():
        page.locator(".beside select").select_option("fast")
    for _ in range(1500):
        if page.evaluate(NEXT) == "over":
            return str(page.locator(".results").inner_text())
        page.wait_for_timeout(25)
    raise AssertionError(page.locator("#felt").inner_text())


def log_in(folder: Path) -> Any:
    [file] = (folder / "output").glob("*.game.json")
    return read_log(file.read_bytes())


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_with_bots_is_played(game: str, table: Any, tmp_path: Path) -> None:
    page = table(*GAMES[game], "--people", "Anna", "--bot", "random", "--seed", "3")
    results = play_to_end(page)
    log = log_in(tmp_path)
    assert log.people == ("Anna",)
    assert re.search(r" (wins?|tie) with -?\d+", results)
    assert page.locator(".story li").count() > 3


@pytest.mark.parametrize("game", ["never-over", "own"])
def test_people_at_one_screen_cover_their_hands(game: str, table: Any, tmp_path: Path) -> None:
    page = table(*GAMES[game], "--people", "Anna,Ben,Cleo", "--seed", "3")
    page.get_by_role("button", name="Deal", exact=True).click()
    cover = page.get_by_role("button", name="I am Anna: show my hand")
    cover.wait_for()
    assert page.locator("#felt .card").count() == 0
    cover.click()
    page.locator(".mine .as-hand .card").first.wait_for()
    page.get_by_role("button", name="Change the table").click()
    play_to_end(page)
    assert log_in(tmp_path).people == ("Anna", "Ben", "Cleo")


def test_a_card_that_cannot_be_played_says_why_and_retiring_is_confirmed(table: Any) -> None:
    page = table("never-over", "--people", "Anna", "--players", "2", "--seed", "7")
    page.get_by_role("button", name="Deal", exact=True).click()
    page.locator("button.card.can").first.click()
    page.get_by_role("button", name="Put +1 here: Careful (seat 2)’s red pile").click()
    assert "green cards go on no red pile" in page.locator(".said").inner_text()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Retire").click()
    assert "You play no more cards" in page.locator(".task").inner_text()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Hint").click()
    page.locator(".said", has_text="expert would choose").wait_for()


def test_a_game_is_played_by_the_keyboard(table: Any) -> None:
    page = table("standard-52", "--game", "addenda", "--people", "Anna", "--players", "2", "--seed", "7")
    page.get_by_role("button", name="Deal", exact=True).press("Enter")
    page.locator("button.card.can").first.wait_for()
    page.locator("button.card").first.focus()
    page.keyboard.press("ArrowRight")
    name = page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    played = name.partition(",")[0]
    page.locator(".story li", has_text=f"You play {played}").wait_for()


def test_a_deck_without_a_game_has_a_table_with_cards_dice_and_scores(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    (tmp_path / "mine.yaml").write_text("extends: standard-52\nname: Mine\ngames: []\n", encoding="utf-8")
    page = opened(studio("mine.yaml"))
    page.get_by_role("button", name="Play", exact=True).click()
    deck = page.get_by_role("button", name=re.compile("^stack of 52 cards"))
    deck.click()
    page.get_by_label("How many cards").fill("3")
    page.get_by_role("button", name="Deal to each").click()
    page.locator(".mine .as-hand .card").nth(2).wait_for()
    assert page.get_by_role("button", name=re.compile("^stack of 46 cards")).count() == 1
    # Hands of others are covered until they sit down.
    page.locator(".person button", has_text="Hand (3)").last.click()
    page.get_by_role("button", name="I am Player 2: show my hand").click()
    card = page.locator(".mine .as-hand .card").first
    card.click()
    page.keyboard.press("p")
    assert page.locator(".mine .as-hand .card").count() == 2
    page.get_by_label("Add a die").select_option("6")
    page.get_by_role("button", name=re.compile("^die with 6 sides")).click()
    page.keyboard.press("o")
    page.locator(".said", has_text="The die with 6 sides shows").wait_for()
    page.get_by_role("button", name="One point more for Player 2").click()
    assert page.locator(".person b").nth(1).inner_text() == "1"
    page.get_by_role("button", name="Undo").click()
    assert page.locator(".person b").nth(1).inner_text() == "0"
    drag(page, page.get_by_role("button", name=re.compile("^stack of 46 cards")), 300, 120)
    stack = page.get_by_role("button", name=re.compile("^stack of 46 cards"))
    before = stack.bounding_box()
    stack.focus()
    page.keyboard.press("ArrowRight")
    assert stack.bounding_box()["x"] > before["x"]
    # It is still so after the page was closed.
    page.reload()
    page.get_by_role("button", name=re.compile("^stack of 46 cards")).wait_for()


def show_game(page: Any) -> None:
    """Make the picture of docs/playing.md: `STUDIO_PICTURES=1 pytest tests/webapp/test_table_page.py`."""
    for _ in range(40):
        page.evaluate(NEXT)
        page.wait_for_timeout(300)
    page.locator("button.card.can").first.wait_for()
    take_picture(page, "game")


def drag(page: Any, thing: Any, right: float, down: float) -> None:
    box = thing.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 20 + right, box["y"] + 20 + down, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_is_open_to_all(scheme: str, table: Any, opened: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    opened.left_alone = "."
    page = table(
        "never-over",
        "--people",
        "Anna",
        "--players",
        "4",
        "--seed",
        "7",
        color_scheme=scheme,
        bypass_csp=True,
    )
    for name in ("Deal", "Change the table", "A table without rules"):
        found = axe.Axe().run(page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_timeout(400)
    found = axe.Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []


def test_a_phone_held_sideways_has_room_for_a_game(table: Any) -> None:
    page = table("never-over", "--people", "Anna", "--players", "4", "--seed", "7")
    page.get_by_role("button", name="Deal", exact=True).click()
    page.locator(".mine .as-hand .card").first.wait_for()
    if os.environ.get("STUDIO_PICTURES"):
        show_game(page)
    page.set_viewport_size({"width": 844, "height": 390})
    beyond = "[each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]"
    every = "[...document.querySelectorAll('.table, html')]"
    room = page.evaluate(f"{every}.map((each) => {beyond})")
    assert all(wide <= 0 and high <= 0 for wide, high in room)
