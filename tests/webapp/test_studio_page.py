"""The studio's page in a real browser: what a designer does there, and that it keeps to its own policy."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.cli.main import run

pytestmark = pytest.mark.outside("chromium")

PACK = """\
extends: never-over
name: Evening  # ours
games: []
suits:
  green: {cards: {4: 9}}  # nine of them
"""
#: What the pictures in the docs show.
SHOWN = """\
# A variant of NEVER OVER for shorter games.
extends: never-over
name: My pack
style: disc
suits:
  green: {cards: {4: 9, 2: 0}}  # nine +4
  red: {cards: {4: 6}}
"""
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\?token=\S+")
PATIENCE = 60_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync = pytest.importorskip("playwright.sync_api")
    with sync.sync_playwright() as playwright:
        program = shutil.which("chromium")
        made = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield made
        made.close()


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Any]:
    """Run the command in a folder, and return a function that tells its address.

    `end` of the function ends the last one at once, as a crash does.
    """
    running: list[subprocess.Popen[str]] = []

    def started(*words: str, port: str | None = "0") -> str:
        ports = [] if port is None else ["--port", port]
        command = [sys.executable, "-m", "cardgen", "studio", "--no-browser", *ports, *words]
        process = subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        running.append(process)
        assert process.stdout
        found = ADDRESS.search(process.stdout.readline())
        assert found
        return found[0]

    def end() -> None:
        process = running.pop()
        process.kill()
        process.communicate(timeout=20)

    started.end = end  # type: ignore[attr-defined]
    started.signal = lambda sign: running[-1].send_signal(sign)  # type: ignore[attr-defined]
    yield started
    for process in running:
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=20)[0]
        assert process.returncode == 0, said
        assert "Traceback" not in said


@pytest.fixture
def opened(browser: Any) -> Iterator[Any]:
    """Return a function that opens a page; what the page says amiss in its console fails the test.

    `left_alone` of the function is what may be said there, such as that the studio is not reached.
    """
    faults: list[str] = []
    contexts = []

    def opened(address: str, **more: Any) -> Any:
        context = browser.new_context(viewport={"width": 1280, "height": 720}, **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on(
            "console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(address)
        return page

    opened.left_alone = "^$"  # type: ignore[attr-defined]
    yield opened
    for context in contexts:
        context.close()
    faults = [fault for fault in faults if not re.search(opened.left_alone, fault)]  # type: ignore[attr-defined]
    # Whoever takes a picture puts a style into the page.
    assert not faults or os.environ.get("STUDIO_PICTURES")


def text_of(page: Any) -> str:
    """Return the text in the editor; its lines are elements of their own."""
    return "\n".join(page.locator(".cm-line").all_inner_texts()).replace("\u200b", "")


def take_picture(page: Any, name: str) -> None:
    """Store what the page shows as a picture of the docs, in 128 colours: a third of the bytes."""
    image = Image.open(io.BytesIO(page.screenshot(caret="initial"))).convert("RGB")
    file = Path(__file__).parents[2] / "docs" / "studio" / f"{name}.png"
    # The octree keeps the colours of small things, which the median cut turns grey.
    image.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, optimize=True)


def take_pictures(page: Any) -> None:
    """Make the pictures of docs/studio.md: `STUDIO_PICTURES=1 pytest -m outside tests/webapp`."""
    before = text_of(page).rstrip("\n") + "\n"
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(SHOWN)
    page.get_by_label("Against").select_option("never-over")
    page.locator("li.none").wait_for()
    page.locator("#side .more").first.wait_for()
    # So long games are played at most.
    page.wait_for_timeout(30_000)
    take_picture(page, "cards")
    page.get_by_role("tab", name="Sheets").click()
    page.locator(".page img.there").first.wait_for()
    page.wait_for_timeout(500)
    take_picture(page, "sheets")
    page.get_by_role("button", name="Make…").click()
    page.get_by_text("On the sheet").click()
    page.locator("dialog label:has(#field-backs-none)").click()
    wait_for_command(page, "cardgen sheets mine.yaml --backs none")
    take_picture(page, "make")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Cards").click()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(before)
    page.get_by_role("button", name="No problems").wait_for()


def blemishes(page: Any) -> list[str]:
    """Return what axe finds."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    return [f"{each['id']}: {each['nodes'][0]['target']}" for each in axe.run(page).response["violations"]]


#: What has the keyboard, and whether that is seen.
FOCUS = """() => {
  const has = document.activeElement;
  const marked = [has, has.closest("label"), has.closest(".cm-editor")].some(
    (each) => each && getComputedStyle(each).outlineStyle !== "none");
  const label = has.ariaLabel || has.labels?.[0]?.innerText || has.innerText;
  return [label.trim(), marked || has === document.body];
}"""


def wait_for_command(page: Any, command: str) -> None:
    """Wait until the window shows this command to be copied."""
    page.locator("dialog .command", has_text=re.compile(f"^{re.escape(command)}$")).wait_for()


def tab_to(page: Any, label: str) -> None:
    """Press Tab until what is called so has the keyboard; each stop on the way is marked."""
    for _ in range(40):
        page.keyboard.press("Tab")
        name, marked = page.evaluate(FOCUS)
        assert marked, f"{name} has the keyboard, and it is not seen"
        if name.startswith(label):
            return
    raise AssertionError(f"Tab does not come to {label}")


def test_by_the_keyboard_from_the_first_visit_to_a_sheet_in_hand(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    page = opened(studio(), accept_downloads=True, reduced_motion="reduce")
    keys = page.keyboard
    page.get_by_text("Spanish 40", exact=True).wait_for()
    assert blemishes(page) == []
    tab_to(page, "NEVER OVER")
    while not page.evaluate(FOCUS)[0].startswith("Spanish 40"):
        keys.press("ArrowRight")
    tab_to(page, "Name of the file")
    keys.press("Control+a")
    keys.type("evening")
    keys.press("Enter")
    page.locator(".face img.there").first.wait_for()
    # Whoever only passes the text by leaves it as it is; a card takes two stops, and the arrows go to others.
    tab_to(page, "The pack as YAML")
    assert page.evaluate("document.getAnimations().length") == 0
    tab_to(page, "1 of coins")
    keys.press("ArrowRight")
    keys.press("ArrowLeft")
    tab_to(page, "How many of 1 of coins")
    keys.press("ArrowUp")
    page.locator(".cm-line", has_text="coins: {cards: {1: 2}}").wait_for()
    tab_to(page, "What it means")
    assert blemishes(page) == []
    tab_to(page, "Cards")
    keys.press("ArrowRight")
    page.locator(".page img.there").first.wait_for()
    assert blemishes(page) == []
    tab_to(page, "Make…")
    keys.press("Enter")
    wait_for_command(page, "cardgen sheets evening.yaml")
    with page.expect_download() as coming:
        tab_to(page, "Save and download")
        keys.press("Enter")
    made = Path(coming.value.path()).read_bytes()
    keys.press("Escape")
    assert page.evaluate(FOCUS)[0] == "Make…"
    assert run(["sheets", str(tmp_path / "evening.yaml"), "-o", str(tmp_path / "output")]) == 0
    assert made == (tmp_path / "output" / "evening-sheets.pdf").read_bytes()


def test_a_pack_is_broken_mended_and_changed_by_hand_and_from_outside(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(PACK, encoding="utf-8")
    address = studio("mine.yaml")
    page = opened(address)
    page.locator(".face img.there").first.wait_for()

    # Broken: the last good version stays, marked; one key mends it.
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("stile: solid")
    # On a slow machine a list of completions may be open, of which Enter would take one.
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Change to style").wait_for()
    assert page.locator("#broken").is_visible()
    assert page.locator(".face img.there").count()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Alt+Enter")
    page.get_by_role("button", name="No problems").wait_for()
    assert page.locator("#broken").is_hidden()

    # A stepper writes its value and keeps comments; it is one step to undo.
    page.get_by_role("button", name="One +4 less").click()
    page.locator(".cm-line", has_text="{4: 8}}  # nine of them").wait_for()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+z")
    page.locator(".cm-line", has_text="{4: 9}}  # nine of them").wait_for()

    if os.environ.get("STUDIO_PICTURES"):
        take_pictures(page)

    # Pages that are opened while the text has errors show the last version without.
    before = text_of(page)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("stile: solid")
    page.get_by_role("button", name="1 error").wait_for()
    page.get_by_role("tab", name="Sheets").click()
    page.locator(".page img.there").first.wait_for()
    page.get_by_text("This is the last version without.").wait_for()
    page.get_by_role("tab", name="Cards").click()
    page.locator(".cm-content").click()
    # On a slow machine, what is typed may be several changes.
    while text_of(page) != before:
        page.keyboard.press("Control+z")
        page.wait_for_timeout(200)
    page.get_by_role("button", name="No problems").wait_for()

    # Saved, and taken up by another tab, which has changed nothing.
    other = opened(address)
    other.locator(".face img.there").first.wait_for()
    page.keyboard.press("Control+s")
    other.locator(".cm-line", has_text="style: solid").wait_for()
    assert file.read_text(encoding="utf-8") == "style: solid\n" + PACK

    # Changed here and by another program: both are kept.
    page.get_by_role("button", name="One +4 more").click()
    page.locator(".cm-line", has_text="{4: 10}}").wait_for()
    file.write_text(PACK.replace("Evening", "Morning"), encoding="utf-8")
    page.get_by_role("button", name="Keep mine").click()
    other.locator(".cm-line", has_text="Morning").wait_for()
    assert "{4: 10}}" in text_of(page)
    page.keyboard.press("Control+z")
    page.locator(".cm-line", has_text="Morning").wait_for()
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+s")
    other.locator(".cm-line", has_text="{4: 10}}").wait_for()
    assert "Evening" in file.read_text(encoding="utf-8")


def test_a_table_is_mended_where_its_problem_leads_and_its_rows_are_changed(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    file = tmp_path / "cards.csv"
    rows = [f"Card {number},{'some' if number == 70 else 1}\n" for number in range(80)]
    file.write_text("title,quantity\n" + "".join(rows), encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(
        "format: 1\nname: Mine\ncards: [{table: cards.csv, layout: story}]\n", encoding="utf-8"
    )
    page = opened(studio("mine.yaml"))
    page.get_by_role("button", name="Go to row 72").click()
    cell = page.get_by_label("quantity, row 72")
    page.wait_for_function("label => document.activeElement.ariaLabel === label", arg="quantity, row 72")
    assert blemishes(page) == []
    cell.fill("2")
    cell.press("Enter")
    page.get_by_role("button", name="No problems").wait_for()
    cell.click()
    page.get_by_role("button", name="Duplicate").click()
    page.get_by_text("81 rows.").wait_for()
    page.keyboard.press("Control+z")
    page.get_by_text("80 rows.").wait_for()
    page.get_by_role("button", name="mine.yaml", exact=True).click()
    page.get_by_label("A blank deck").wait_for()
    assert blemishes(page) == []
    mended = [row.replace("some", "2") for row in rows]
    assert file.read_text(encoding="utf-8") == "title,quantity\n" + "".join(mended)


def wait_for_text(page: Any, file: Path, text: str) -> None:
    """Wait until a file has a text: the page shows a change before the server has written it."""
    for _ in range(200):
        if file.read_text(encoding="utf-8") == text:
            return
        page.wait_for_timeout(100)
    assert file.read_text(encoding="utf-8") == text


def test_enter_and_one_history_over_controls_text_and_tables(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    file, table = tmp_path / "mine.yaml", tmp_path / "cards.csv"
    rows = 'title,text\nOne,"First\nSecond"\nTwo,Plain\n'
    table.write_text(rows, encoding="utf-8")
    file.write_text("format: 1\nname: Mine\ncards: [{table: cards.csv, layout: story}]\n", encoding="utf-8")
    page = opened(studio("mine.yaml"))
    keys = page.keyboard
    page.locator(".face img.there").first.wait_for()
    page.get_by_label("Ink saver").click()
    page.locator(".cm-line", has_text="ink-saver: true").wait_for()
    page.get_by_role("tab", name="Table").click()
    # A cell keeps its line breaks, and gets more.
    page.get_by_label("text, row 2", exact=True).click()
    keys.press("Control+End")
    keys.press("Shift+Enter")
    keys.type("Third")
    keys.press("Enter")
    page.locator("td[data-lines='3 lines']").wait_for()
    wait_for_text(page, table, rows.replace("Second", "Second\nThird"))
    # What was changed last is taken back first, whatever has the keyboard.
    keys.press("Control+z")
    page.locator("td[data-lines='3 lines']").wait_for(state="detached")
    assert table.read_text(encoding="utf-8") == rows
    keys.press("Control+z")
    page.locator(".cm-line", has_text="ink-saver").wait_for(state="detached")
    assert page.locator("#save").inner_text() == "Saved"
    assert page.locator("#saved").inner_text() == ""
    page.get_by_role("tab", name="Cards").click()
    page.locator(".cm-content").click()
    keys.press("Control+End")
    keys.type("ink-saver: true", delay=150)
    keys.press("Enter")
    keys.type("style: solid")
    assert "ink-saver: true\nstyle: solid" in text_of(page)
    # The file is gone: nothing is saved.
    keys.press("Control+s")
    page.get_by_role("button", name="Saved").wait_for()
    file.unlink()
    page.get_by_text("mine.yaml is no longer in its folder").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Saved").wait_for()
    assert "style: solid" in file.read_text(encoding="utf-8")


def test_files_are_made_by_a_form_that_tells_problems_at_its_fields(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    (tmp_path / "mine.yaml").write_text(PACK, encoding="utf-8")
    page = opened(studio("mine.yaml"), accept_downloads=True)
    page.locator(".face img.there").first.wait_for()
    page.get_by_role("tab", name="Sheets").click()
    page.get_by_role("button", name="Make…").click()
    wait_for_command(page, "cardgen sheets mine.yaml")
    dialog = page.get_by_role("dialog")
    page.get_by_text("On the sheet").click()

    # A value that cannot be read is told where it stands, and nothing is made of it.
    margin = dialog.get_by_label("Margin", exact=True)
    margin.fill("5")
    page.get_by_text("the unit of 5 is missing").wait_for()
    assert margin.get_attribute("aria-invalid") == "true"
    page.get_by_role("button", name="Into the pack's folder").click()
    page.get_by_text("Nothing was made.").wait_for()
    assert blemishes(page) == []
    margin.fill("8 mm")
    page.get_by_text("the unit of 5 is missing").wait_for(state="detached")

    # What depends on another option has no effect, and no place in the command, until that one has.
    dialog.locator("label:has(#field-flip-short)").click()
    dialog.locator("label:has(#field-backs-none)").click()
    page.get_by_text("with “Backs” none no paper is flipped").wait_for()
    assert dialog.locator("#field-flip-short").is_disabled()
    wait_for_command(page, "cardgen sheets mine.yaml --margin '8 mm' --backs none")
    dialog.locator("label:has(#field-backs-separate)").click()
    wait_for_command(page, "cardgen sheets mine.yaml --margin '8 mm' --backs separate --flip short")

    # Exactly what was made is listed, with its size.
    page.get_by_role("button", name="Into the pack's folder").click()
    page.get_by_text("Done.").wait_for()
    listed = [each.split(" ")[0] for each in page.locator(".came .files li").all_inner_texts()]
    made = sorted((tmp_path / "output").iterdir())
    assert sorted(listed) == [f"output/{each.name}" for each in made]
    assert f"{made[0].stat().st_size / 1000:.0f} kB" in page.locator(".came .files").inner_text()

    # What is cancelled leaves nothing.
    page.locator(".kind", has_text="A picture of each face").click()
    dialog.get_by_label("DPI", exact=True).fill("1200")
    page.get_by_role("button", name="Into the pack's folder").click()
    page.locator(".making", has_text=re.compile(r"\d of \d")).wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Cancelled: nothing was changed.").wait_for()
    assert sorted((tmp_path / "output").iterdir()) == made

    # A box is chosen by its picture, and the stock by its name.
    page.locator(".kind", has_text="A box for the pack").click()
    dialog.locator(".field", has_text="--stock").locator("summary").click()
    dialog.get_by_text("bicycle: 0.3 mm a card").click()
    dialog.get_by_label("tuck", exact=True).focus()
    page.keyboard.press("ArrowRight")
    wait_for_command(page, "cardgen box mine.yaml --type two-piece --stock bicycle")
    # A picture that is still on its way is waited for; one that is none fails.
    page.locator("label:has(#field-type) img").evaluate("(each) => each.decode()")
    assert blemishes(page) == []


def test_a_choice_in_a_tab_holds_in_the_form_and_the_other_way_round(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    (tmp_path / "mine.yaml").write_text(PACK, encoding="utf-8")
    page = opened(studio("mine.yaml"))
    page.locator(".face img.there").first.wait_for()
    dialog = page.get_by_role("dialog")
    below = page.locator("footer code")

    # From the tab to the form, and to the command below.
    page.get_by_role("tab", name="Sheets").click()
    page.get_by_label("Paper", exact=True).select_option("letter")
    page.get_by_label("Backs", exact=True).select_option("none")
    below.get_by_text("cardgen sheets mine.yaml --backs none --paper letter").wait_for()
    page.get_by_role("button", name="Make…").click()
    wait_for_command(page, "cardgen sheets mine.yaml --backs none --paper letter")

    # A paper that cannot be read is told at its field while it is written.
    dialog.locator(".field", has_text="--paper").locator("summary").click()
    dialog.get_by_label("Paper: another…").fill("20x20")
    page.get_by_text("the unit of 20 x 20 is missing").wait_for()

    # From the form to the tab.
    dialog.get_by_label("Paper: another…").fill("a5")
    dialog.locator("label:has(#field-backs-separate)").click()
    wait_for_command(page, "cardgen sheets mine.yaml --backs separate --paper a5")
    page.locator(".kind", has_text="A box for the pack").click()
    wait_for_command(page, "cardgen box mine.yaml --paper a5")
    page.keyboard.press("Escape")
    below.get_by_text("cardgen sheets mine.yaml --backs separate --paper a5").wait_for()
    assert page.get_by_label("Paper", exact=True).input_value() == "a5"
    assert page.get_by_label("Backs", exact=True).input_value() == "separate"

    # The printer whose proof is seen is the one to make files for.
    page.get_by_role("tab", name="Press").click()
    page.get_by_label("Printer", exact=True).select_option("drivethrucards")
    below.get_by_text("cardgen proof mine.yaml --printer drivethrucards").wait_for()
    page.get_by_role("button", name="Make…").click()
    page.locator(".kind", has_text="PDF/X for a card manufacturer").click()
    wait_for_command(page, "cardgen press mine.yaml --printer drivethrucards")


#: Hides a tab, and shows it again.
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_tab_that_was_hidden_shows_what_was_made_and_says_when_the_studio_is_gone(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    opened.left_alone = "ERR_|Failed to fetch"
    (tmp_path / "mine.yaml").write_text(PACK, encoding="utf-8")
    page = opened(studio("mine.yaml"))
    page.locator(".face img.there").first.wait_for()
    page.get_by_role("button", name="Make…").click()
    folder = page.get_by_role("button", name="Into the pack's folder")
    page.locator(".kind", has_text="A PDF to print at home").click()
    with page.expect_response("**/make"):
        folder.click()
    page.evaluate(HIDE, True)
    for _ in range(200):
        if (tmp_path / "output" / "mine-sheets.pdf").exists():
            break
        page.wait_for_timeout(50)
    page.evaluate(HIDE, False)
    page.get_by_text("Done.").wait_for()
    assert page.locator(".came .files li").count() == 1

    page.locator(".kind", has_text="A picture of each face").click()
    page.get_by_role("dialog").get_by_label("DPI", exact=True).fill("1200")
    folder.click()
    page.locator(".making", has_text=re.compile(r"\d of \d")).wait_for()
    studio.end()
    page.locator(".making", has_text="The studio does not answer").wait_for()


def test_files_are_made_only_after_all_cards_are_checked(studio: Any, opened: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(PACK, encoding="utf-8")
    page = opened(studio("mine.yaml"))
    page.locator(".face img.there").first.wait_for()
    asked: list[str] = []
    held: list[Any] | None = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.route("**/look", lambda route: route.continue_() if held is None else held.append(route))
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("# A remark\n")
    page.locator("#problems", has_text="Checking").wait_for()
    page.get_by_role("button", name="Make…").click()
    page.locator(".kind", has_text="A PDF to print at home").click()
    page.get_by_role("button", name="Into the pack's folder").click()
    page.wait_for_timeout(300)
    assert "make" not in asked
    newest, held = held[-1], None
    with page.expect_request("**/make"):
        newest.continue_()
    page.get_by_text("Done.").wait_for()


def paste(page: Any, text: str) -> None:
    """Paste a text into what has the keyboard."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.keyboard.press("Control+v")


def test_what_is_wider_than_a_phone_scrolls_in_its_own_place(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    long = "Take a sheep from a player of your choice, or two."
    (tmp_path / "cards.csv").write_text(f'title,text,quantity\nWolf,"{long}",some\n', encoding="utf-8")
    pack = "format: 1\nname: Mine\ncards: [{table: cards.csv, layout: story}]\n"
    (tmp_path / "mine.yaml").write_text(pack, encoding="utf-8")
    page = opened(studio("mine.yaml"))
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="1 error").click()
    page.wait_for_function("() => document.activeElement.ariaLabel === 'quantity, row 2'")
    assert page.evaluate("[document.scrollingElement.scrollWidth, scrollX]") == [390, 0]
    # The number of the row stays above the cells that scroll below it.
    number = page.get_by_role("rowheader", name="2", exact=True)
    assert number.evaluate("""each => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2).closest("th") === each;
    }""")
    # Another pack is opened here, too.
    page.get_by_role("button", name="mine.yaml", exact=True).click()
    page.get_by_role("dialog", name="Another pack").wait_for()


def test_a_range_of_cells_is_pasted_into_cells(studio: Any, opened: Any, tmp_path: Path) -> None:
    table = tmp_path / "cards.csv"
    rows = "title,cost,text\nOne,1,First\nTwo,2,Second\n"
    table.write_text(rows, encoding="utf-8")
    pack = "format: 1\nname: Mine\ncards: [{table: cards.csv, layout: story}]\n"
    (tmp_path / "mine.yaml").write_text(pack, encoding="utf-8")
    page = opened(studio("mine.yaml"))
    page.get_by_role("tab", name="Table").click()
    page.get_by_label("cost, row 2", exact=True).click()
    # As spreadsheet programs have it: tabs between cells, and quotes around one with a line break.
    paste(page, '7\t"Draw, then\nplay"\r\n8\tPass\r\n9\tWait\r\n')
    page.get_by_text("3 rows.").wait_for()
    expected = 'title,cost,text\nOne,7,"Draw, then\nplay"\nTwo,8,Pass\n,9,Wait\n'
    assert table.read_text(encoding="utf-8") == expected
    assert page.get_by_label("cost, row 3", exact=True).input_value() == "8"
    # All of it is one step.
    page.keyboard.press("Control+z")
    page.get_by_text("2 rows.").wait_for()
    assert table.read_text(encoding="utf-8") == rows
    # What has no tabs goes into one cell, at the cursor.
    page.get_by_label("text, row 3", exact=True).click()
    page.keyboard.press("End")
    paste(page, ", then a third")
    page.keyboard.press("Enter")
    page.locator("td", has_text="Second, then a third").wait_for(state="attached")
    wait_for_text(page, table, rows.replace("Second", '"Second, then a third"'))


def test_what_was_not_saved_when_the_studio_ended_is_offered_and_brought_back(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    table, file = tmp_path / "cards.csv", tmp_path / "mine.yaml"
    table.write_text("title,text\nOne,First\nTwo,Second\n", encoding="utf-8")
    file.write_text("format: 1\nname: Mine\ncards: [{table: cards.csv, layout: story}]\n", encoding="utf-8")
    opened.left_alone = "ERR_|Failed to fetch"
    address = studio("mine.yaml", port=None)
    page = opened(address)
    page.locator(".face img.there").first.wait_for()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("style: solid")
    page.get_by_role("tab", name="Table").click()
    page.get_by_label("text, row 3", exact=True).wait_for()
    studio.end()
    # It is said before anything is asked for.
    page.get_by_text("The studio has ended. What you write is kept in this browser").wait_for()
    for row in (2, 3):
        page.get_by_label(f"text, row {row}", exact=True).fill(f"Row {row}, written later")
        page.keyboard.press("Enter")
    page.get_by_text("2 cells not written").wait_for()
    assert "written later" not in table.read_text(encoding="utf-8")
    # Meanwhile another program has changed one of the cells.
    table.write_text("title,text\nOne,First\nTwo,Changed\n", encoding="utf-8")
    again = studio("mine.yaml", port=None)
    assert again.partition("?")[0] == address.partition("?")[0]
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(again)
    page.get_by_text(re.compile(r"There is a text and 2 cells of tables of .* that was not saved")).wait_for()
    page.get_by_role("button", name="Bring it back").click()
    page.locator(".cm-line", has_text="style: solid").wait_for()
    page.get_by_text("1 cell not written").wait_for()
    assert table.read_text(encoding="utf-8") == 'title,text\nOne,"Row 2, written later"\nTwo,Changed\n'
    assert "style" not in file.read_text(encoding="utf-8")
    # The other waits, and says why; Enter writes it over what the file has.
    page.get_by_role("tab", name="Table").click()
    cell = page.get_by_label("text, row 3", exact=True)
    assert cell.input_value() == "Row 3, written later"
    page.locator("td.unwritten[title*='has another text here by now']").wait_for()
    cell.click()
    page.keyboard.press("Enter")
    page.get_by_text("1 cell not written").wait_for(state="detached")
    assert table.read_text(encoding="utf-8").endswith('Two,"Row 3, written later"\n')
    page.keyboard.press("Control+s")
    page.get_by_role("button", name="Saved").wait_for()
    assert "style: solid" in file.read_text(encoding="utf-8")
    # Nothing is left that would be offered once more.
    page.reload()
    page.locator(".face img.there").first.wait_for()
    assert page.get_by_role("button", name="Bring it back").count() == 0


def test_a_colour_is_shown_with_its_warning_while_it_is_chosen(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    (tmp_path / "evening.yaml").write_text(PACK, encoding="utf-8")
    page = opened(studio("evening.yaml"))
    face = page.locator(".face img.there").first
    face.wait_for()
    page.get_by_role("button", name="No problems").wait_for()
    before, text = face.get_attribute("src"), text_of(page)
    picker = page.get_by_label("Colour of green", exact=True)
    choose = """(picker, [value, kind]) => {
      picker.value = value;
      picker.dispatchEvent(new Event(kind, { bubbles: true }));
    }"""
    picker.evaluate(choose, ["#d8f0d8", "input"])
    warning = page.locator(".colours .wrong p").first
    warning.wait_for()
    assert warning.is_visible()
    page.wait_for_function(
        "before => document.querySelector('.face img.there').getAttribute('src') !== before", arg=before
    )
    shown = face.get_attribute("src")
    # It is in no text yet, and gone where nothing is chosen in the end.
    assert text_of(page) == text
    picker.evaluate("picker => { picker.focus(); picker.blur(); }")
    warning.wait_for(state="detached")
    page.wait_for_function(
        "shown => document.querySelector('.face img.there').getAttribute('src') !== shown", arg=shown
    )
    picker.evaluate(choose, ["#004d33", "input"])
    picker.evaluate(choose, ["#004d33", "change"])
    page.locator(".cm-line", has_text="#004D33").wait_for()


def test_nothing_moves_when_the_text_has_errors(studio: Any, opened: Any, tmp_path: Path) -> None:
    (tmp_path / "evening.yaml").write_text(PACK, encoding="utf-8")
    page = opened(studio("evening.yaml"))
    page.locator(".face img.there").first.wait_for()
    page.get_by_role("button", name="No problems").wait_for()
    places = """() => ["#undo", "#save", "#text", "#view", ".face", "#side", "footer"].map((each) => {
      const { x, y, width, height } = document.querySelector(each).getBoundingClientRect();
      return [x, y, width, height];
    })"""
    before = page.evaluate(places)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("style: wild")
    page.locator("#broken").get_by_text("The text has errors").wait_for()
    assert page.evaluate(places) == before
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="No problems").wait_for()
    assert page.evaluate(places) == before


def test_a_studio_that_says_nothing_for_long_has_ended(studio: Any, opened: Any, tmp_path: Path) -> None:
    (tmp_path / "evening.yaml").write_text(PACK, encoding="utf-8")
    opened.left_alone = "ERR_"
    address = studio("evening.yaml")
    page = opened("about:blank")
    page.clock.install()
    page.goto(address)
    page.locator(".face img.there").first.wait_for()
    # Its connections stay open, and nothing comes through them.
    studio.signal(signal.SIGSTOP)
    try:
        # Three signs of life, 15 seconds apart, are missing; then it is asked for 5 seconds.
        page.clock.fast_forward(44_000)
        assert page.get_by_text("The studio has ended").count() == 0
        page.clock.fast_forward(2_000)
        page.get_by_text("The studio has ended. What you write is kept in this browser").wait_for()
    finally:
        studio.signal(signal.SIGCONT)
    # It answers again, and that is seen without a word from anybody.
    page.clock.fast_forward(46_000)
    page.get_by_text("The studio has ended").first.wait_for(state="detached")
