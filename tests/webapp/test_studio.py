"""The studio's server: what it tells, what it writes, and whom it answers."""

from __future__ import annotations

import asyncio
import contextlib
import csv
import io
import json
import re
import shlex
import shutil
import socket
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
import uvicorn
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from samples import sampled
from spreadsheets import ods, ods_rows

import cardgen
from cardgen import api
from cardgen.cli.main import run
from cardgen.errors import Problem, UsageError
from cardgen.gaming.games.game import Setup
from cardgen.gaming.lab import running
from cardgen.gaming.lab.workers import LocalProcesses
from cardgen.jobs import find_job
from cardgen.jobs.form import with_labels
from cardgen.jobs.job import options_of
from cardgen.pack import library, reading
from cardgen.pack.model import Pack
from cardgen.prepress.preflight import deck_sources
from cardgen.prepress.preflight.deck_sources import MOST_PAGES
from cardgen.prepress.preflight.findings import Finding, Report, Severity
from cardgen.prepress.verification import looks
from cardgen.prepress.verification.looks import MOST_SIDES
from cardgen.webapp import app, connections, draw_queue, guard, making, messages, play, proofs, workspace
from cardgen.webapp.app import HERE, StudioApp, application
from cardgen.webapp.choice_pictures import choice_picture
from cardgen.webapp.document import FileConflict, PackFile
from cardgen.webapp.draw_queue import LATER, SEEN, TEXT, DrawQueue, Superseded
from cardgen.webapp.editing import apply_edit, edit_for_addition, edit_for_value
from cardgen.webapp.job_process import JobRequest, Outcome, do_job, empty_outcome, run_job
from cardgen.webapp.making import requested_job
from cardgen.webapp.server import uvicorn_settings
from cardgen.webapp.tables import TextTable
from cardgen.webapp.workspace import _MOST_PROBLEMS, Workspace, _problems_by_path

pytestmark = pytest.mark.usefixtures("without_sources")

HOST, TAB = "127.0.0.1:4747", "a" * 24
ORIGIN = f"http://{HOST}"
KEYS = guard.Keys("/p/", "t" * 43, "o" * 43)
TEXT_OF = """\
extends: never-over  # the author's 𝄞
name: Mine ≤
suits:
  green: {cards: {4: 9, 2: 0}}  # nine
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "mine.yaml"
    made.write_text(TEXT_OF, encoding="utf-8")
    return made


@pytest.fixture
def studio(file: Path) -> Iterator[StudioApp]:
    made = StudioApp(file.parent, file)
    yield made
    made.queue.cancel_all()
    made.close()


@pytest.fixture
def trusting(file: Path) -> Iterator[StudioApp]:
    """A studio that works on packs in its own process, for tests that change what is done there."""
    made = StudioApp(file.parent, file, trust=True)
    yield made
    made.queue.cancel_all()
    made.close()


class Page:
    """What a page does: requests with its cookie and origin."""

    def __init__(self, studio: StudioApp) -> None:
        self.app = application(studio, HOST, KEYS, "nonce")
        self.cookie = self.enter(KEYS.token).headers["set-cookie"].partition(";")[0]

    def enter(self, token: str) -> httpx.Response:
        """Open an address, as a browser that was not here before."""
        return self.send("GET", f"/?token={token}", below="", headers={"cookie": None, "origin": None})

    def send(self, method: str, path: str, below: str = KEYS.path[:-1], **more: Any) -> httpx.Response:
        headers = {"cookie": getattr(self, "cookie", None), "origin": ORIGIN, **more.pop("headers", {})}
        kept = {name: value for name, value in headers.items() if value is not None}
        path = below + path

        async def sent() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
                return await client.request(method, path, headers=kept, **more)

        return asyncio.run(sent())

    def ask(self, route: str, /, **message: Any) -> Any:
        answer = self.send("POST", route, json=message)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def look(
        self, text: str, rev: int = 1, good: int = 0, language: str | None = None, since: int = -1
    ) -> Any:
        asked = {"rev": rev, "text": text, "good": good, "language": language, "since": since}
        return self.ask("/look", tab=TAB, first=0, last=60, **asked)


@pytest.fixture
def page(studio: StudioApp) -> Page:
    return Page(studio)


# --- what is seen ------------------------------------------------------------------------------------


WITH_PIECES = """\
format: 1
name: Pieces
pieces:
  coin: {shape: circle, size: 25 mm, back: {pattern: rings}}
  tag: {size: 40 x 20 mm, corner: 4 mm}
layouts: {plain: {boxes: {name: {at: [9 mm, 9 mm], size: [9 mm, 5 mm], type: title}}}}
cards:
  - {layout: plain, rows: [{name: A}]}
  - {piece: coin, layout: plain, rows: [{name: B}]}
  - {piece: tag, layout: plain, rows: [{name: C}]}
"""


def test_each_piece_is_seen_in_its_own_outline(page: Page) -> None:
    pack = page.look(WITH_PIECES)["pack"]
    faces, backs = pack["faces"], pack["backs"]
    assert [face["kind"] for face in faces] == [0, 1, 2]
    assert [(kind["piece"], kind["size"]) for kind in pack["kinds"]] == [
        ("", [62, 88]),
        ("coin", [25, 25]),
        ("tag", [40, 20]),
    ]
    # Circles begin on the right; a bleed of 3 mm lies left of the trim.
    trim, zone = pack["kinds"][1]["face_outlines"]
    assert trim.startswith("M28 15.5C")
    assert zone.startswith(f"M{28 - pack['kinds'][1]['safe']:g} 15.5C")
    for face, (width, height) in ((faces[1], (100, 100)), (faces[2], (100, 50)), (backs[1], (100, 100))):
        picture = Image.open(io.BytesIO(page.send("GET", f"/picture/{face['key']}?w=100").content))
        assert picture.size == (width, height)
        # What is cut off is not seen; the page rounds the corners of rectangles.
        assert picture.mode != "RGBA" or picture.getpixel((1, 1))[3] == 0
    assert picture.mode == "RGBA"


def test_faces_are_those_that_are_printed(page: Page, file: Path) -> None:
    told = page.look(TEXT_OF)
    faces = {face["label"]: face for face in told["pack"]["faces"]}
    pack = api.load(str(file))
    assert {label: face["quantity"] for label, face in faces.items() if face["quantity"]} == {
        card.label: card.quantity for card in pack.cards
    }
    # What the variant takes out is there to be put back.
    assert faces["+2"]["quantity"] == 0
    answer = page.send("GET", f"/picture/{faces['+4']['key']}?w=200")
    picture = Image.open(io.BytesIO(answer.content))
    assert picture.size == (200, 284)
    red, green, blue = picture.convert("RGB").getpixel((20, 100))  # type: ignore[misc]
    assert f"#{red:02X}{green:02X}{blue:02X}" == pack.suits["green"].color.hex


def test_a_face_keeps_its_picture_until_it_looks_different(page: Page) -> None:
    def keys(text: str, rev: int) -> dict[str, str]:
        pack = page.look(text, rev)["pack"]
        return {face["label"]: face["key"] for face in (*pack["faces"], *pack["backs"])}

    before = keys(TEXT_OF, 1)
    more = keys(TEXT_OF.replace("4: 9", "4: 8"), 2)
    assert {label for label in before if before[label] != more[label]} == {"summary"}
    other = keys(TEXT_OF.replace("cards:", 'color: "#204080", cards:'), 3)
    changed = {label for label in before if before[label] != other[label]}
    assert {"+4", "+3", "+1"} <= changed
    assert not {"≤4", "≤0"} & changed


def test_a_pack_is_seen_and_made_in_another_of_its_languages(
    page: Page, studio: StudioApp, file: Path
) -> None:
    text = "extends: standard-52\nname: Mine\n"
    assert "de" in page.look(text)["languages"]
    assert studio.workspace.pack(TAB, 1).language == "en"
    assert page.look(text, rev=2, language="de")["sound"]
    assert studio.workspace.pack(TAB, 2).language == "de"
    wish = requested_job(file, "rulebook", {"language": "de"})
    assert (wish.typed, wish.problems) == ("cardgen rulebook mine.yaml --language de", [])
    assert requested_job(file, "rulebook", {"language": "--output=x"}).is_refused


def test_a_picture_does_not_count_the_cards_anew(
    trusting: StudioApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of ten thousand cards that would take ten times as long as the picture.
    page = Page(trusting)
    key = page.look(TEXT_OF)["pack"]["faces"][0]["key"]
    monkeypatch.setattr(reading, "with_cards", None)
    assert page.send("GET", f"/picture/{key}?w=90").status_code == 200
    assert page.send("GET", f"/picture/{key}?w=90&bleed=1").status_code == 200


def test_problems_stand_at_their_places_with_what_mends_them(page: Page) -> None:
    text = TEXT_OF.replace("suits:", "stile: solid\nsuits:")
    told = page.look(text)
    assert not told["sound"]
    [error] = [each for each in told["problems"] if each["severity"] == "error"]
    units = text.encode("utf-16-le")
    assert units[2 * error["start"] : 2 * error["end"]].decode("utf-16-le") == "stile"
    [fix] = error["fixes"]
    [edit] = fix["edits"]
    mended = units[: 2 * edit["start"]] + edit["insert"].encode("utf-16-le") + units[2 * edit["end"] :]
    assert page.look(mended.decode("utf-16-le"), 2)["sound"]


def test_the_last_version_without_errors_can_be_looked_at_while_there_are_some(page: Page) -> None:
    page.look(TEXT_OF)
    # The page has the first; it was writing on when the second was answered.
    page.look(TEXT_OF + "style: solid\n", 2, good=1)
    assert not page.look(TEXT_OF + "stile: solid\n", 3, good=1)["sound"]
    sheets = {"paper": "a4", "flip": "long", "guides": "auto", "backs": "none"}
    assert page.ask("/sheets", tab=TAB, rev=1, **sheets)["cards"] == 47
    assert page.ask("/faces", tab=TAB, rev=1, first=0, last=2)["keys"][0]
    page.look(TEXT_OF, 4, good=2)
    assert page.ask("/sheets", tab=TAB, rev=1, **sheets) == {"stale": True}


def test_a_colour_is_marked_where_the_check_finds_it_too_pale(page: Page) -> None:
    pale = TEXT_OF + '  red: {color: "#FFE0E0"}\n'
    answer = page.look(pale)
    wrong = {each["path"][1]: each["wrong"] for each in answer["colors"] if each["path"][2:] == ["color"]}
    assert wrong["green"] == []
    assert "has a contrast of 1.2 to the ground; #FFE0E0 on" in wrong["red"][0]
    # It is an error, and drawn all the same: who chooses a colour has to see it.
    assert not answer["sound"]
    key = next(face["key"] for face in answer["pack"]["faces"] if face["label"] == "≤0")
    picture = Image.open(io.BytesIO(page.send("GET", f"/picture/{key}?w=200").content)).convert("RGB")
    assert picture.getpixel((20, 100)) == (255, 224, 224)
    # Nothing is made of it.
    sheets = {"paper": "a4", "flip": "long", "guides": "auto", "backs": "none"}
    refused = page.send("POST", "/sheets", json={"tab": TAB, "rev": 1, **sheets})
    assert "the pack has errors" in refused.json()["problem"]


@pytest.mark.parametrize(
    ("more", "drawn"),
    [
        ("index: {small: {on: false}, large: {on: false}}\n", True),
        ("games: [never-over]\nsuits: {red: {cards: {4: 0, 3: 0, 2: 0, 1: 0, 0: 1}}}\n", True),
        ("stile: solid\n", False),
        ("back: {image: gone.png}\n", False),
        ("suits: {red: {sign: '\\u1234'}}\n", False),
        ("suits: {red: {sign: \U0001f991}}\n", True),
    ],
)
def test_what_can_be_drawn_is_seen_while_something_is_wrong_with_it(
    page: Page, more: str, drawn: bool
) -> None:
    answer = page.look(f"extends: never-over\nname: Mine\n{more}")
    assert (answer["sound"], "pack" in answer) == (False, drawn), answer["problems"]


def test_a_problem_is_at_its_card(page: Page) -> None:
    rows = "[{title: Owl, text: It calls.}, {title: Fox, text: It \U0001f991.}]"
    pale = "suits: {pine: {color: '#F5F5F0', cards: {1: 1}}}"
    answer = page.look(f"format: 1\nname: Mine\n{pale}\ncards: [{{layout: story, rows: {rows}}}]\n")
    of_faces = [[each["severity"] for each in face["problems"]] for face in answer["pack"]["faces"]]
    assert of_faces == [[], [], ["error"]]
    # The colour of a suit is no part of its cards.
    of_cards = [(each["message"][:8], each.get("of_card", False)) for each in answer["problems"]]
    assert of_cards == [("the larg", False), ("the font", True)]


def test_many_warnings_do_not_hide_the_error_of_a_card() -> None:
    path = ("cards", "0", "rows", "0")
    warnings = [Problem("it is pale", path, severity="warning")] * _MOST_PROBLEMS
    found = _problems_by_path([*warnings, Problem("it is gone", path)])[path]
    assert [each["severity"] for each in (found[0], *found[-1:])] == ["error", "warning"]


@pytest.mark.parametrize(("began", "is_again"), [(0, True), (1 << 62, False)])
def test_a_file_that_is_written_after_an_examination_began_is_read_again(
    studio: StudioApp, file: Path, monkeypatch: pytest.MonkeyPatch, began: int, is_again: bool
) -> None:
    file.with_name("new.csv").write_text("title\nOwl\n", "utf-8")
    monkeypatch.setattr(app, "time_ns", lambda: began)
    Page(studio).look("format: 1\nname: New\ncards: [{table: new.csv, layout: story}]\n")
    assert studio._store_stamps(studio.workspace.files()) == is_again
    assert not studio._store_stamps(studio.workspace.files())


def test_old_texts_are_forgotten_but_for_the_last_few(page: Page, studio: StudioApp) -> None:
    keys = []
    for rev in range(12):
        told = page.look(TEXT_OF.replace("Mine", f"Mine {rev}"), rev, rev - 1)
        keys.append(next(face["key"] for face in told["pack"]["faces"] if face["label"] == "summary"))
    codes = [page.send("GET", f"/picture/{key}").status_code for key in keys]
    assert codes[-4:] == [200] * 4
    assert codes[:6] == [204] * 6


@pytest.mark.parametrize(("first", "last"), [(-5, 3), (9, 2), (0, 10**9), (500, 600)])
def test_any_cards_may_be_asked_for(page: Page, first: int, last: int) -> None:
    asked = {"rev": 1, "text": TEXT_OF, "good": 0, "language": None, "since": -1}
    told = page.ask("/look", tab=TAB, first=first, last=last, **asked)
    assert len(told["pack"]["faces"]) == 10
    page.ask("/faces", tab=TAB, rev=1, first=first, last=last)


def test_a_warning_can_be_kept(page: Page) -> None:
    text = "extends: never-over\nname: Pale\nsuits:\n  green: {color: '#B0C0B0'}\n"
    told = page.look(text)
    [warning, *_] = [each for each in told["problems"] if each["severity"] == "warning"]
    fix = warning["fixes"][-1]
    [edit] = page.ask("/change", text=text, path=fix["path"], value=fix["value"])["edits"]
    kept = text[: edit["start"]] + edit["insert"] + text[edit["end"] :]
    assert kept.startswith(text)
    told = page.look(kept, 2)
    assert warning["message"] not in [each["message"] for each in told["problems"]]


def test_any_text_is_answered(page: Page) -> None:
    for rev, text in enumerate(
        ("", "\0", "{", "a: [1, 2", "\ud7ff\u2028x: 1", "&a [*a]", "name: " + "x" * 5000)
    ):
        assert not page.look(text, rev)["sound"]


def test_half_a_character_is_refused(page: Page) -> None:
    message = (
        b'{"tab": "%s", "rev": 1, "text": "name: \\ud800", "good": 0, "first": 0, "last": 1, '
        b'"language": null, "since": -1}' % TAB.encode()
    )
    answer = page.send("POST", "/look", content=message, headers={"content-type": "application/json"})
    assert answer.status_code == 422


def test_pages_of_sheets_and_figures(page: Page) -> None:
    page.look(TEXT_OF)
    choices = {"paper": "a4", "flip": "long", "guides": "auto", "backs": "duplex"}
    made = page.ask("/sheets", tab=TAB, rev=1, **choices)
    assert (made["sheets"], len(made["files"][0]["pages"])) == (6, 12)
    shown = page.send("GET", f"/picture/{made['files'][0]['key']}?page=11&w=300")
    assert Image.open(io.BytesIO(shown.content)).width == 300
    assert page.send("GET", f"/picture/{made['files'][0]['key']}?page=12&w=300").status_code == 204
    figures = page.ask("/figures", tab=TAB, rev=1)
    assert figures["figures"]["pieces"] == 47
    refused = page.send("POST", "/sheets", json={"tab": TAB, "rev": 1, **choices, "paper": "a5 x"})
    assert refused.status_code == 422
    assert page.ask("/sheets", tab=TAB, rev=0, **choices) == {"stale": True}


def test_plates_hold_the_inks_of_the_pack(page: Page) -> None:
    faces = page.look(TEXT_OF)["pack"]["faces"]
    key = next(face["key"] for face in faces if face["label"] == "+4")
    inks = []
    for ink in range(4):
        picture = Image.open(io.BytesIO(page.send("GET", f"/plate/{key}?ink={ink}").content))
        inks.append(round(picture.convert("L").getpixel((40, 200)) / 255 * 100))  # type: ignore[operator]
    assert inks == pytest.approx([88, 18, 78, 14], abs=1)


def test_forms_offer_what_lists_have_and_pictures_of_boxes() -> None:
    forms = making.job_forms()
    fields = {
        (command, field["name"]): field
        for command, form in forms.items()
        for section in form["sections"]
        for field in section["fields"]
    }
    assert dict(fields["box", "stock"]["choices"])["310 gsm"] == "310 gsm: 0.3 mm a card"
    assert dict(fields["box", "sleeves"]["choices"])["tarot"] == "tarot: for 70 × 120 mm"
    assert dict(fields["press", "printer"]["choices"])["makeplayingcards"] == "MakePlayingCards"
    # Its help names the list beside it, not a command.
    assert [
        key for key, field in fields.items() if field["choices"] and "`cardgen list" in field["help"]
    ] == []
    # Each choice of a thing that has a look shows it; words such as standards have none.
    pictured = {name for (_, name), field in fields.items() if field["pictures"]}
    assert pictured >= {"paper", "size", "cutter", "guides", "printer", "sleeves", "stock", "type", "table"}
    assert not pictured & {"standard", "condition", "pack", "game"}
    drawn = [
        choice_picture(name, word) or f"{name} {word}"
        for (_, name), field in fields.items()
        for word in field["pictures"]
    ]
    drawn += [choice_picture("kind", kind) or kind for kind in making.OFFERS]
    assert [
        each for each in drawn if ElementTree.fromstring(each).tag != "{http://www.w3.org/2000/svg}svg"
    ] == []
    assert choice_picture("paper", "a4") != choice_picture("paper", "a3")


def test_a_face_that_gains_varnish_has_other_plates(page: Page) -> None:
    text = "format: 1\nname: x\ncards:\n  - layout: a\n    rows: [{title: Owl}]\nlayouts:\n  a:\n    boxes:\n"
    text += "      title: {at: [5 mm, 5 mm], size: [20 mm, 20 mm], show: '', ground: black, foil: gold"
    one, two = (page.look(text + more, rev) for rev, more in ((1, "}\n"), (2, ", varnish: true}\n")))
    assert [each["plate"] for each in one["pack"]["kinds"][0]["special_inks"]] == ["FoilGold"]
    inks = two["pack"]["kinds"][0]["special_inks"]
    assert [(each["plate"], each["opacity"]) for each in inks] == [("FoilGold", 1), ("Varnish", 0.4)]
    before, after = (each["pack"]["faces"][0]["key"] for each in (one, two))
    # Its picture is the same, but not its plates.
    assert before != after
    for ink in (4, 5):
        picture = Image.open(io.BytesIO(page.send("GET", f"/plate/{after}?ink={ink}").content))
        assert (picture.getpixel((80, 80)), picture.getpixel((200, 200))) == (255, 0)


# --- changes by controls -----------------------------------------------------------------------------


def changed(text: str, path: str, value: Any) -> str:
    merged = library.resolve("x.yaml", text=text.encode()).data
    start, end, insert = edit_for_value(text, path.split("/"), value, merged)
    return text[:start] + insert + text[end:]


BLOCK = "extends: never-over\nsuits:\n  red:\n    cards:\n      4: 1  # one\n\n  # green\nname: x\n"


@pytest.mark.parametrize(
    ("text", "path", "value", "wanted"),
    [
        (TEXT_OF, "suits/green/cards/4", 8, TEXT_OF.replace("4: 9", "4: 8")),
        (TEXT_OF, "suits/green/cards/3", 1, TEXT_OF.replace("2: 0}", "2: 0, 3: 1}")),
        (TEXT_OF, "suits/red/cards/0", 2, TEXT_OF + "  red: {cards: {0: 2}}\n"),
        (TEXT_OF, "suits/green/color", "#204080", TEXT_OF.replace("0}}", '0}, color: "#204080"}')),
        (TEXT_OF, "card/size", "poker", TEXT_OF + "card: {size: poker}\n"),
        (BLOCK, "suits/red/cards/3", 2, BLOCK.replace("# one\n", "# one\n      3: 2\n")),
        (BLOCK, "index/large/height", "15 mm", BLOCK + "index: {large: {height: 15 mm}}\n"),
        (BLOCK + "stripe: false\n", "stripe", True, BLOCK + "stripe: true\n"),
        (BLOCK + "stripe: false\n", "stripe/width", "3 mm", BLOCK + "stripe: {width: 3 mm}\n"),
        (BLOCK + "card: {}\n", "card/corner", "2 mm", BLOCK + "card: {corner: 2 mm}\n"),
        (BLOCK + "card:\n", "card/corner", "2 mm", BLOCK + "card: {corner: 2 mm}\n"),
        (BLOCK, "extras/0/copies", 2, BLOCK + "extras: [{face: summary, copies: 2}]\n"),
        (
            BLOCK + "extras: [{face: title}]\n",
            "extras/0/copies",
            2,
            BLOCK + "extras: [{face: title, copies: 2}]\n",
        ),
    ],
)
def test_a_control_makes_one_change_and_keeps_all_else(text: str, path: str, value: Any, wanted: str) -> None:
    assert changed(text, path, value) == wanted


def test_a_change_reads_back_as_its_value(page: Page) -> None:
    text = TEXT_OF
    for rev, (path, value) in enumerate(
        [
            (["suits", "red", "cards", "0"], 3),
            (["suits", "red", "color"], "#7A1020"),
            (["style"], "solid"),
            (["extras", "0", "copies"], 2),
            (["index", "large", "height"], "15 mm"),
            (["back", "pattern"], "rings"),
            (["ink-saver"], True),
        ]
    ):
        [edit] = page.ask("/change", text=text, path=path, value=value)["edits"]
        units = text.encode("utf-16-le")
        insert = edit["insert"].encode("utf-16-le")
        text = (units[: 2 * edit["start"]] + insert + units[2 * edit["end"] :]).decode("utf-16-le")
        assert page.look(text, rev)["sound"], text
    pack = page.look(text, 99)["pack"]
    assert next(face for face in pack["faces"] if face["label"] == "≤0")["quantity"] == 3
    assert "# the author's" in text
    assert "# nine" in text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "extends: never-over  # ours\nname: Mine\n",
            "extends: never-over  # ours\nname: Mine\nsuits:\n  green: {cards: {4: 0, 3: 12}}\n",
        ),
        (
            "extends: never-over\nsuits:\n  green: {cards: {4: {quantity: 9}}}  # nine\nname: Mine\n",
            "extends: never-over\nsuits:\n  green: {cards: {4: 0, 3: 12}}  # nine\nname: Mine\n",
        ),
        # A pack of its own leaves out what it has none of.
        (
            "suits:\n  green:\n    cards: {4: 7, 3: {quantity: 9, image: a.png}}  # ours\n  red: {}\n",
            'suits:\n  green:\n    cards: {3: {quantity: 12, image: "a.png"}}  # ours\n  red: {}\n',
        ),
    ],
)
def test_quantities_of_a_design_are_written_and_all_else_is_kept(text: str, wanted: str, file: Path) -> None:
    bench = Workspace()
    bench.open(file)
    assert bench.text_with_quantities(text, text.encode(), {"green": {"4": 0, "3": 12}}) == wanted
    for wrong in ({"green": {"4": -1}}, {"green": 3}, [1], {"green": {"4": True}}):
        with pytest.raises(api.UsageError):
            bench.text_with_quantities(text, text.encode(), wrong)


def test_a_change_of_what_an_alias_shares_leaves_the_other_places_as_they_are() -> None:
    text = "suits:\n  a: {color: red, cards: &all {1: 2, K: 1}}\n  b: {color: blue, cards: *all}  # both\n"
    assert changed(text, "suits/b/cards/1", 3) == text.replace("*all", "{1: 3, K: 1}")
    # A new key goes behind the alias, not behind what it stands for.
    assert changed(text, "suits/b/sign", "+") == text.replace("*all}", '*all, sign: "+"}')
    turned = text.replace("{color: blue, cards: *all}", "{cards: *all, color: blue}")
    assert changed(turned, "suits/b/color", "red") == turned.replace("blue", "red")


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        ("extends: never-over\nextras: [{face: summary}]\n", ["extras", "²", "copies"], "1"),
        ("extends: never-over\n---\nextends: never-over\n", ["name"], "1"),
        ("extends: never-over\n", ["name"], "[" * 600 + "]" * 600),
    ],
)
def test_what_cannot_be_changed_is_no_fault_of_the_studio(
    page: Page, text: str, path: list[str], value: str
) -> None:
    body = f'{{"text": {json.dumps(text)}, "path": {json.dumps(path)}, "value": {value}}}'
    answer = page.send("POST", "/change", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422, answer.text


# --- the file ----------------------------------------------------------------------------------------


def test_a_file_changed_by_somebody_else_is_not_written_over(page: Page, file: Path) -> None:
    known = page.ask("/state")
    file.write_text("name: theirs\n", encoding="utf-8")
    answer = page.ask("/save", text="name: mine\n", digest=known["digest"])
    assert answer["changed"]["text"] == "name: theirs\n"
    assert file.read_text(encoding="utf-8") == "name: theirs\n"
    page.ask("/save", text="name: mine\n", digest=answer["changed"]["digest"])
    assert file.read_text(encoding="utf-8") == "name: mine\n"


def test_line_ends_and_marks_of_a_file_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "crlf.yaml"
    file.write_bytes(b"\xef\xbb\xbfname: a\r\nstyle: disc\r\n")
    document = PackFile(file)
    assert document.known.text == "name: a\nstyle: disc\n"
    document.save("name: b\nstyle: disc\n", document.known.digest)
    assert file.read_bytes() == b"\xef\xbb\xbfname: b\r\nstyle: disc\r\n"
    assert document.changed_content() is None
    file.write_bytes(b"name: c\n")
    with pytest.raises(FileConflict):
        document.save("name: d\n", "0")


def test_a_file_that_is_being_written_is_taken_up_once_it_rests(file: Path) -> None:
    document = PackFile(file)
    file.write_bytes(b"")
    assert document.changed_content() is None
    file.write_bytes(b"name: theirs\n")
    assert document.changed_content() is None
    found = document.changed_content()
    assert found is not None
    assert found.text == "name: theirs\n"
    assert document.changed_content() is None


def test_a_file_that_is_gone_or_unreadable_is_told_and_saved_anew(
    page: Page, studio: StudioApp, file: Path
) -> None:
    document = studio.document
    assert document is not None

    def found() -> Any:
        # Programs that put a new file in the place of the old one take it away for a moment.
        assert document.changed_content() is None
        return document.changed_content()

    digest = document.known.digest
    file.unlink()
    gone = (TEXT_OF, "", "mine.yaml is no longer in its folder")
    assert found() == gone
    assert found() is None
    told = page.ask("/state")
    assert (told["text"], told["digest"], told["problem"]) == gone
    assert page.ask("/save", text=TEXT_OF, digest="") == {"digest": digest}
    assert found() is None
    assert page.ask("/state")["problem"] == ""
    file.write_bytes(b"\xff")
    assert "is not written in UTF-8" in found().problem
    assert page.send("POST", "/save", json={"text": TEXT_OF, "digest": ""}).status_code == 422
    file.write_text(TEXT_OF, encoding="utf-8")
    assert found() == (TEXT_OF, digest, "")


def test_an_example_that_cannot_be_drawn_here_is_not_offered(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("format: 1\nname: Broken\nfonts: {text: gone.ttf}\n", encoding="utf-8")
    monkeypatch.setattr(library, "example_files", lambda: {"broken": broken})
    monkeypatch.setattr(library, "bundled_pack_names", lambda: ["short-24"])
    assert [each["name"] for each in page.ask("/begin")["packs"]] == ["short-24", "broken"]
    assert page.ask("/offer", name="short-24")["cards"] == 24
    assert page.ask("/offer", name="broken") == {}


def test_a_pack_is_begun_beside_and_never_elsewhere(page: Page, file: Path) -> None:
    page.ask("/new", base="spanish-40", name="a-new", copy=False)
    assert "extends: spanish-40" in (file.parent / "a-new.yaml").read_text(encoding="utf-8")
    outside = file.parent.parent / "outside.yaml"
    shutil.copy(file, outside)
    for name in (
        "../outside",
        "../outside.yaml",
        "/etc/passwd",
        "a\0b",
        "-o",
        ".hidden",
        "a/b",
        "..\\outside",
    ):
        assert (
            page.send("POST", "/new", json={"base": "short-24", "name": name, "copy": False}).status_code
            == 422
        )
        assert page.send("POST", "/open", json={"name": name}).status_code == 422
    (file.parent / "link.yaml").symlink_to(outside)
    assert page.send("POST", "/open", json={"name": "link.yaml"}).status_code == 422
    assert sorted(path.name for path in file.parent.iterdir()) == [
        "a-new.yaml",
        "link.yaml",
        "mine.yaml",
        "pack.schema.json",
    ]


def make(studio: StudioApp, command: str, keep: bool = True, **options: Any) -> Outcome:
    """Do a job with the studio's pack."""
    assert studio.document is not None
    folder, name = studio.document.path.parent, studio.document.path.name
    return asyncio.run(studio.maker.make(folder, JobRequest(command, options, name), keep))


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


#: The kinds that examine a file, or measure a printer: see test_examining.py.
EXAMINING = ("verify", "preflight", "calibrate", "readings", "logs")
#: Every kind that makes files of a pack, with the fewest pictures and in little time; and an order.
KINDS = {
    **{kind: {} for kind in making.OFFERS if kind not in EXAMINING},
    "order": {"printer": "makeplayingcards"},
    "images": {"dpi": "72"},
    "words": {"language": "de"},
}


#: What takes a second and more, and differs from the others in the command alone.
LONG = {"build", "epub", "html", "press", "proof", "rulebook", "summary", "tabletop"}


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.thorough] if kind in LONG else []) for kind in KINDS]
)
def test_what_is_made_is_what_the_command_makes_and_all_of_it_is_told(
    page: Page, studio: StudioApp, file: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = files_below(file.parent)
    offer = making.OFFERS[kind]
    options = {name: value for name, value in {**offer.preset, **KINDS[kind]}.items() if value}
    wish = requested_job(file, kind, options)
    assert wish.problems == []
    done = make(studio, wish.request.command, keep=False, **wish.request.options)
    assert (done["state"], done["faults"]) == ("done", [])
    by_studio = {name: data for name, data in files_below(file.parent).items() if before.get(name) != data}
    assert {each["path"]: each["size"] for each in done["files"]} == {
        name: len(data) for name, data in by_studio.items()
    }
    assert bool(by_studio) != offer.says
    for name in by_studio:
        (file.parent / name).unlink()
    monkeypatch.chdir(file.parent)
    # The studio's process compares pages with their sources.
    monkeypatch.setattr(looks, "MOST_SIDES", MOST_SIDES)
    monkeypatch.setattr(deck_sources, "MOST_PAGES", MOST_PAGES)
    assert run(shlex.split(wish.typed)[1:]) == 0
    assert {name: data for name, data in files_below(file.parent).items() if name not in before} == by_studio


def test_what_is_made_is_there_to_download_and_nothing_else(page: Page, studio: StudioApp) -> None:
    done = make(studio, "sheets", paper="letter")
    [sheets] = done["files"]
    assert sheets["path"] == "1/mine-sheets.pdf"
    assert len(page.send("GET", "/made/1/mine-sheets.pdf").content) == sheets["size"]
    assert "Next: print page 1 of mine-sheets.pdf" in done["next_step"]
    for name in ("1/../../x", "1/%2e%2e/mine-sheets.pdf", "2/mine-sheets.pdf", "", "1", "1/"):
        assert page.send("GET", f"/made/{name}").status_code == 404


def test_how_far_a_job_is_is_told(studio: StudioApp, file: Path) -> None:
    told: list[Any] = []
    asyncio.run(run_job(file.parent, JobRequest("sheets", {}, file.name), told.append))
    assert told[0] == {"progress": "sheets", "done": 0, "total": 0, "unit": ""}
    assert told[1]["total"] > 0


@pytest.mark.parametrize("keep", [False, True])
def test_only_files_that_the_job_made_are_listed(studio: StudioApp, file: Path, keep: bool) -> None:
    (file.parent / "output").mkdir()
    (file.parent / "output" / "theirs.pdf").write_text("of another program", encoding="utf-8")
    where = "1" if keep else "output"
    names = [f"{where}/mine-sheets-fronts.pdf", f"{where}/mine-sheets-backs.pdf"]
    done = make(studio, "sheets", keep, backs="separate")
    assert [each["path"] for each in done["files"]] == names
    # Once more, over the files of before: they are made anew, the same though they are.
    assert len(make(studio, "sheets", False, backs="separate")["files"]) == 2


def test_what_to_order_is_said_as_the_command_says_it(
    studio: StudioApp, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = make(studio, "order", False, printer="drivethrucards", copies="2")
    texts = [text for _, rows, _ in done["blocks"] for _, text in rows]
    monkeypatch.chdir(file.parent)
    assert run(["order", file.name, "--printer", "drivethrucards", "--copies", "2"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert len(texts) > 10
    assert [text for text in texts if " ".join(text.split()) not in printed] == []


def test_what_to_order_is_said_of_each_kind_of_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bazaar = tmp_path / "bazaar.yaml"
    bazaar.write_text(
        "format: 1\nname: Bazaar\npieces: {coin: {size: 25 mm, shape: circle}}\n"
        "layouts: {plain: {boxes: {}}}\n"
        "cards: [{rows: [{title: Storm}]}, {piece: coin, layout: plain, rows: [{}]}]\n"
    )
    request = JobRequest("order", {"printer": "thegamecrafter"}, bazaar.name)
    monkeypatch.chdir(tmp_path)
    done = do_job(request, api.no_progress)
    titles = [rows[0][1] for kind, rows, _ in done["blocks"] if kind == "title"]
    assert titles == ["Bazaar from The Game Crafter", "Bazaar: coin from The Game Crafter"]


def fields_of(command: str) -> dict[str, Any]:
    return {
        each["name"]: each
        for section in making.job_forms()[command]["sections"]
        for each in section["fields"]
    }


@pytest.mark.parametrize("command", sorted({offer.command for offer in making.OFFERS.values()}))
def test_a_form_has_every_option_of_its_record(command: str) -> None:
    fields = fields_of(command)
    known = options_of(find_job(command))
    # What a command asks in a terminal has fields of its own.
    assert known.keys() - fields.keys() == ({"ask"} if command == "calibrate" else set())
    for name, field in fields.items():
        declared = known[name]
        of_list = "`cardgen list" in declared.option.help or "`cardgen printers" in declared.option.help
        described = with_labels(declared.option.help, find_job(command))
        assert field["help"] == described or (field["choices"] and of_list)
        assert (field["only"] or {}).get("option") == (
            declared.option.only.option if declared.option.only else None
        )
        for word, _ in field["choices"]:
            declared.parse_value(word, {})


def test_what_depends_on_another_option_says_with_which_values() -> None:
    assert fields_of("sheets")["flip"]["only"] == {
        "option": "backs",
        "values": ["duplex", "separate"],
        "reason": "with “Backs” {value} no paper is flipped",
    }


@pytest.mark.parametrize(
    ("kind", "options", "field", "message"),
    [
        ("sheets", {"margin": "5"}, "margin", "the unit of 5 is missing"),
        ("sheets", {"portrait": True, "landscape": True}, "landscape", "“Portrait” and “Landscape”"),
        ("press", {"gutter": "2 mm"}, "gutter", "add “Sheet”"),
        ("press", {"printer": "nobody"}, "printer", "nobody"),
        ("press", {"profile": "../../etc/passwd"}, "profile", "passwd"),
        ("order", {}, "printer", "“Printer” is missing"),
        ("words", {}, "language", "it is required"),
        ("images", {"table": "tabletop-simulator", "rounded": True}, "rounded", "rounds the corners itself"),
    ],
)
def test_a_problem_is_told_at_its_field_before_anything_runs(
    page: Page,
    studio: StudioApp,
    kind: str,
    options: dict[str, Any],
    field: str,
    message: str,
    monkeypatch: Any,
) -> None:
    monkeypatch.setattr(studio.maker, "make", lambda *_: pytest.fail("nothing is to run"))
    for path, more in (("/command", {}), ("/make", {"folder": False})):
        asked = {"kind": kind, "options": options, **({"tab": TAB} if path == "/make" else {}), **more}
        answer = page.send("POST", path, json=asked).json()
        [problem] = answer["problems"]
        assert (problem["field"], problem["severity"]) == (field, "error")
        assert message in problem["message"]


def test_a_problem_with_the_pack_is_told_at_its_field_and_nothing_is_made(
    studio: StudioApp, file: Path
) -> None:
    before = files_below(file.parent)
    for command, options, field in (
        ("box", {"measured": "1 mm"}, "measured"),
        ("sheets", {"back": "nothing"}, "back"),
    ):
        done = make(studio, command, False, **options)
        assert (done["state"], done["files"]) == ("refused", [])
        assert field in [each["field"] for each in done["problems"] if each["severity"] == "error"]
    assert files_below(file.parent) == before


def test_files_that_a_form_names_lie_beside_the_pack(file: Path, tmp_path_factory: Any) -> None:
    outside = tmp_path_factory.mktemp("elsewhere") / "theirs.md.j2"
    for template in (outside, file.parent / "own.md.j2"):
        template.write_text("# Rules", encoding="utf-8")
    (file.parent / "link.md.j2").symlink_to(outside)
    assert requested_job(file, "rulebook", {"template": "own.md.j2"}).problems == []
    for name in (str(outside), f"../{outside.parent.name}/theirs.md.j2", "link.md.j2", "nothing.md.j2"):
        [problem] = requested_job(file, "rulebook", {"template": name}).problems
        assert problem["field"] == "template"
    # A file beside the pack that is not what it should be is named as the form names it.
    [problem] = requested_job(file, "press", {"profile": file.name}).problems
    assert problem["field"] == "profile"
    assert problem["message"].startswith(f"{file.name}: this is not an ICC profile")


def in_child(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let a child do something else than it is asked for."""
    run_it = asyncio.create_subprocess_exec
    words = [sys.executable, "-c", code]
    monkeypatch.setattr(asyncio, "create_subprocess_exec", lambda *_, **more: run_it(*words, **more))


def test_only_what_somebody_asked_for_is_cancelled_by_him(
    studio: StudioApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_child(monkeypatch, "import time; print('{}', flush=True); time.sleep(60)")

    async def cancelled() -> list[Outcome]:
        begun = asyncio.Event()

        def make(owner: str) -> asyncio.Task[Outcome]:
            request = JobRequest("sheets", {}, "mine.yaml")
            made = studio.maker.make(studio.folder, request, False, hear=lambda _: begun.set(), owner=owner)
            return asyncio.create_task(made)

        first, second = make("one"), make("other")
        await begun.wait()
        studio.maker.stop_jobs("other")
        assert not first.done()
        studio.maker.stop_jobs("one")
        return [await first, await second]

    first, second = asyncio.run(cancelled())
    assert (first["state"], second["state"]) == ("cancelled", "cancelled")


def test_a_tab_that_was_hidden_is_told_what_came_of_its_job(
    studio: StudioApp, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def make(*_: Any) -> Outcome:
        return empty_outcome("cancelled")

    monkeypatch.setattr(studio.maker, "make", make)

    async def first_event(tab: str) -> Any:
        events = studio.events(tab)
        await anext(events)
        event = json.loads((await anext(events)).removeprefix(b"data: "))
        await events.aclose()  # type: ignore[attr-defined]
        return event

    async def told() -> list[Any]:
        for number in range(40):
            asked = {"tab": f"{number:024}", "kind": "sheets", "options": {}, "folder": True}
            await studio.answer_make(asked)
        await asyncio.gather(*studio._tasks)
        return [await first_event(f"{number:024}") for number in (39, 8)]

    newest, oldest = asyncio.run(told())
    assert (newest["kind"], newest["data"]["state"], newest["data"]["job"]) == ("made", "cancelled", 40)
    assert oldest["data"]["job"] == 9
    # What is kept is bounded.
    assert len(studio._last_of_job) == 32


def test_a_job_that_is_cancelled_leaves_what_was_there(studio: StudioApp, file: Path) -> None:
    """It is ended in the midst of drawing, over the files of an earlier run."""
    assert make(studio, "images", False, dpi="72")["state"] == "done"
    before = files_below(file.parent)

    async def cancelled() -> Outcome:
        def hear(told: dict[str, Any]) -> None:
            if told["done"]:
                studio.maker.stop_jobs("me")

        request = JobRequest("images", {"dpi": "600"}, file.name)
        return await studio.maker.make(file.parent, request, False, hear=hear, owner="me")

    assert asyncio.run(cancelled())["state"] == "cancelled"
    assert files_below(file.parent) == before


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import os; os.kill(os.getpid(), 9)", "the system ended the process"),
        ("raise RuntimeError('lost')", "fault of cardgen's own.*RuntimeError: lost"),
        ("print('{\"outcome\"')", "fault of cardgen's own"),
    ],
)
def test_a_job_that_dies_is_told(
    studio: StudioApp, code: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_child(monkeypatch, code)
    done = make(studio, "sheets")
    assert (done["state"], done["files"]) == ("failed", [])
    assert re.search(message, done["faults"][0])


def test_a_folder_that_is_gone_is_said(studio: StudioApp, tmp_path: Path) -> None:
    for keep in (True, False):
        with pytest.raises(api.UsageError, match="gone: No such file"):
            asyncio.run(studio.maker.make(tmp_path / "gone", JobRequest("list", {}), keep))


def test_a_linked_output_folder_is_not_followed(page: Page, file: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (file.parent / "output").symlink_to(tmp_path / "elsewhere")
    answer = page.send("POST", "/make", json={"tab": TAB, "kind": "sheets", "options": {}, "folder": True})
    assert (answer.status_code, "output is a link" in answer.text) == (422, True)


def test_processes_that_the_system_ends_are_said_and_started_anew(
    page: Page, studio: StudioApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.look(TEXT_OF)
    lost: Future[Any] = Future()
    lost.set_exception(BrokenExecutor())
    monkeypatch.setattr(studio.setters, "submit", lambda *_: lost)
    asked = {"tab": TAB, "rev": 1, "game": None, "form": "a4", "rules": None}
    answer = page.send("POST", "/book", json=asked)
    assert (answer.status_code, "the system ended the process" in answer.text) == (422, True)

    answers: list[Any] = [BrokenExecutor(), "new"]
    closed: list[Any] = []

    def submit(*_: Any) -> Any:
        if isinstance(found := answers.pop(0), Exception):
            raise found
        return found

    monkeypatch.undo()
    monkeypatch.setattr(LocalProcesses, "submit", submit)
    monkeypatch.setattr(LocalProcesses, "close", lambda local: closed.append(local))
    assert (studio.setters.submit(print), closed) == ("new", [studio.setters])


@pytest.mark.parametrize(("threes", "hands"), [(8, "7-8"), (9, "7-9")])
def test_options_vary_over_values_that_the_pack_can_be_played_with(threes: int, hands: str) -> None:
    """18 cards serve two players with hands of 8, and 19 with hands of 9, as one is left to draw."""
    green, red = {"4": 1, "3": threes, "2": 1, "1": 2}, {"4": 1, "3": 1, "2": 1, "1": 1, "0": 1}
    suits = {"green": {"cards": green}, "red": {"cards": red}}
    [never_over] = play.game_choices(api.load({"extends": "never-over", "name": "Few", "suits": suits}))
    assert never_over["options"][0][0] == f"hand={hands}"


def test_wishes_become_a_job_and_its_command(file: Path) -> None:
    asked = {"attack": "+10%", "defence": "", "wish": "turns=same", "keep": "green-points", "players": 3}
    asked |= {"cards": "50-60", "vary": "hand=6-9 passing"}
    wish = making.requested_search(file, {**asked, "temperament": "careful"})
    assert (wish.problems, wish.request.command) == ([], "design")
    assert wish.typed == (
        "cardgen design mine.yaml --attack +10% --wish turns=same --cards 50-60 --keep green-points "
        "--vary hand=6-9 --vary passing --temperament careful --players 3 --most-games 200000 --games 20000"
    )
    assert making.requested_search(file, {**asked, "temperament": "", "keep": "all"}).is_refused
    with pytest.raises(api.UsageError):
        making.requested_search(file, {**asked, "attack": "", "wish": "", "temperament": ""})


@pytest.mark.thorough
def test_what_a_search_finds_is_told_after_each_round_and_in_the_end(file: Path) -> None:
    pytest.importorskip("numpy")
    told: list[Any] = []
    options = {"attack": "+10%", "most_games": "2000", "games": "100", "workers": "1", "engine": "reference"}
    request = JobRequest("design", {**options, "format": "json-lines"}, file.name)
    done = asyncio.run(run_job(file.parent, request, told.append))
    rounds = [each["found"] for each in told if "found" in each]
    assert done["state"] == "done", done
    assert rounds
    assert done["facts"]["designs"]
    designs = [each["path"] for each in done["files"] if each["path"].endswith(".yaml")]
    assert designs
    assert all((file.parent / each).is_file() for each in designs)


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("--output=/tmp/x", {}),
        ("sheets", {"output": "/tmp/x"}),
        ("order", {"printer": "makeplayingcards", "format": "json"}),
        ("sheets", {"rules": "x"}),
        ("sheets", {"paper": 3}),
        ("sheets", {"paper": ""}),
        ("sheets", {"only": [["red"]]}),
        ("sheets", {"paper": "x" * 501}),
    ],
)
def test_nothing_but_what_a_form_has_reaches_a_job(file: Path, kind: str, options: dict[str, Any]) -> None:
    with pytest.raises(api.UsageError):
        requested_job(file, kind, options)


# --- long packs --------------------------------------------------------------------------------------

LONG = """\
format: 1
name: Long
card: {size: poker}
cards:
  - table: cards.csv
    layout: story
"""


def test_the_cards_of_a_long_pack_are_seen_while_it_is_checked_and_a_newer_text_ends_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace, "_SOON", 0.0)
    monkeypatch.setattr(workspace, "_PATIENCE", 0.0)
    monkeypatch.setattr(draw_queue, "_UNDISTURBED", 0.0)
    (tmp_path / "cards.csv").write_text("title\n" + "".join(f"Card {n}\n" for n in range(50)), "utf-8")
    (tmp_path / "long.yaml").write_text(LONG, encoding="utf-8")
    bench, table, told = Workspace(), DrawQueue(), list[Any]()
    bench.open(tmp_path / "long.yaml")
    drawn, newer = threading.Event(), threading.Event()

    def look(rev: int, urgency: int = TEXT) -> Any:
        def tell(said: Any) -> None:
            told.append(said)
            (newer if drawn.is_set() else drawn).wait(5)

        call = partial(bench.examine, TAB, rev, LONG.encode(), LONG, (0, 9), 0, table.yield_to_urgent, tell)
        return table.run_in_thread(urgency, call, ("look", TAB))

    async def all_at_once() -> list[Any]:
        first = asyncio.create_task(look(1))
        while not told:
            await asyncio.sleep(0.001)
        key = told[0]["pack"]["faces"][8]["key"]
        picture = asyncio.create_task(table.run_in_thread(SEEN, partial(bench.picture, key, 60)))
        await asyncio.sleep(0)
        drawn.set()
        during = (await picture)[1], first.done()
        second = asyncio.create_task(look(2))
        await asyncio.sleep(0)
        newer.set()
        return [during, *await asyncio.gather(first, second, return_exceptions=True)]

    during, first, second = asyncio.run(all_at_once())
    table.cancel_all()
    table.end()
    assert during == ("image/png", False)
    assert isinstance(first, Superseded)
    assert (second["rev"], second["sound"], len(second["pack"]["faces"])) == (2, True, 50)


def test_a_card_without_its_picture_is_no_fault_while_it_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace, "_SOON", -1.0)
    text = "format: 1\nname: P\ncards: [{layout: story, rows: [{title: A}]}]\nextras: [{face: image}]\n"
    bench, tried = workspace.Workspace(), []
    bench.open(tmp_path / "p.yaml")

    def tell(told: dict[str, Any]) -> None:
        for face in told["pack"]["faces"] if "pack" in told else ():
            tried.append(face["label"])
            with pytest.raises(workspace.Stale) if face["label"] == "image" else contextlib.nullcontext():
                bench.picture(face["key"], 104)

    bench.examine("tab", 1, text.encode(), text, (0, 9), tell=tell)
    assert tried == ["A", "image"]


def test_a_card_without_its_layout_is_no_fault_while_it_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace, "_SOON", -1.0)
    text = "format: 1\nname: P\ncards: [{layout: gone, rows: [{title: A}]}]\n"
    bench, progress = workspace.Workspace(), list[dict[str, Any]]()
    bench.open(tmp_path / "p.yaml")
    answer = bench.examine("tab", 1, text.encode(), text, (0, 9), tell=progress.append)
    assert progress
    assert not any("pack" in each for each in progress)
    assert "no layout 'gone'" in answer["problems"][0]["message"]


def test_a_game_that_does_not_exist_ends_no_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workspace, "_SOON", -1.0)
    text = "format: 1\nname: P\ngames: [chess]\ncards: [{layout: story, rows: [{title: A}]}]\n"
    bench, progress = workspace.Workspace(), list[dict[str, Any]]()
    bench.open(tmp_path / "p.yaml")
    answer = bench.examine("tab", 1, text.encode(), text, (0, 9), tell=progress.append)
    assert progress[0]["pack"]["games"] == []
    assert "chess" in answer["problems"][0]["message"]


def test_long_sheets_make_room_for_a_newer_text(trusting: StudioApp, monkeypatch: pytest.MonkeyPatch) -> None:
    studio = trusting
    Page(studio).look(TEXT_OF)
    begun = threading.Event()

    def endless(pack: Pack, job: Any, tick: Any) -> Any:
        begun.set()
        while True:
            tick(1, 2)

    monkeypatch.setattr("cardgen.webapp.workspace.write_sheets", endless)
    message = {"paper": "a4", "flip": "long", "guides": "auto", "backs": "none", "tab": TAB, "rev": 1}

    async def both() -> list[Any]:
        sheets = asyncio.create_task(studio.answer_sheets(message))
        await asyncio.to_thread(begun.wait, 5)
        look = {"tab": TAB, "rev": 2, "text": TEXT_OF, "good": 1, "first": 0, "last": 1, "language": None}
        look["since"] = -1
        return await asyncio.gather(sheets, studio.answer_look(look), return_exceptions=True)

    sheets, looked = asyncio.run(both())
    assert isinstance(sheets, Superseded)
    assert looked["rev"] == 2


# --- who is answered ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example:4747"}, 421),
        ({"host": "127.0.0.1:4747.evil.example"}, 421),
        ({"host": "127.0.0.1"}, 421),
        ({"host": "localhost:4747"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://127.0.0.1:4747.evil.example"}, 403),
        ({"origin": "http://127.0.0.1:4748"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": None}, 403),
        ({"cookie": None}, 403),
        ({"cookie": "cardgen-studio-4747=wrong"}, 403),
        ({"cookie": f"cardgen-studio-4747={KEYS.token}"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"content-length": "99999999999"}, 413),
    ],
)
def test_others_are_refused(page: Page, headers: dict[str, str | None], status: int) -> None:
    given = {"content-type": "application/json", **headers}
    answer = page.send("POST", "/state", content=b"{}", headers=given)
    assert answer.status_code == status
    assert TEXT_OF.split()[1] not in answer.text


def test_pictures_and_events_want_the_cookie_and_the_path_too(page: Page) -> None:
    for path in ("/", "/static/main.js", "/events?tab=" + TAB, "/picture/x", "/made/1/x"):
        assert page.send("GET", path, headers={"cookie": None}).status_code == 403
        assert page.send("GET", path, below="").status_code == 403
    for cookie in (page.cookie.replace("4747", "4748"), f"{page.cookie}; cardgen-studio-4747=tossed"):
        assert page.send("GET", "/", headers={"cookie": cookie}).status_code == 403
    assert page.send("DELETE", "/").status_code == 405


def test_cookies_of_other_programs_do_no_harm(page: Page) -> None:
    cookie = f'theirs={{"a": [1, 2]}}; odd; =; {page.cookie}; more=\u00e4'.encode("latin-1")
    assert page.send("POST", "/state", json={}, headers={"cookie": cookie}).status_code == 200


def test_the_token_goes_from_the_address_into_a_cookie_for_a_path_that_nobody_can_guess(page: Page) -> None:
    assert page.enter("x").status_code == 403
    right = page.enter(KEYS.token)
    assert f'content="0; url={KEYS.path}"' in right.text
    # Cookies go to all ports of a machine, but to those of their path only.
    assert {"HttpOnly", "SameSite=Strict", f"Path={KEYS.path}"} <= set(
        right.headers["set-cookie"].split("; ")
    )
    assert KEYS.token not in right.headers["set-cookie"]
    assert len(guard.Keys.random_keys().path) > 20


def test_the_address_that_a_browser_is_started_with_lets_in_once(
    page: Page, studio: StudioApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookie = page.enter(KEYS.once).headers["set-cookie"].partition(";")[0]
    assert page.send("GET", "/", headers={"cookie": cookie}).status_code == 200
    # Who comes second may be the user himself: then the first was somebody who read his command line.
    assert page.enter(KEYS.once).status_code == 403
    assert page.send("GET", "/", headers={"cookie": cookie}).status_code == 403
    assert page.send("GET", "/").status_code == 200
    monkeypatch.setattr(guard, "ENTRY_TIME", -1.0)
    page.app = application(studio, HOST, KEYS, "")
    assert page.enter(KEYS.once).status_code == 403


def test_the_policy_lets_nothing_in(page: Page) -> None:
    answer = page.send("GET", "/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    # The page keeps to it: nothing inline.
    assert not re.search(r"<style|\son\w+=|style=|<script(?![^>]*src=)", answer.text)


@pytest.mark.parametrize(
    "path",
    [
        "../app.py",
        "..%2fapp.py",
        "%2e%2e/app.py",
        "....//app.py",
        "/etc/passwd",
        "..\\app.py",
        "index.html",
        "",
    ],
)
def test_only_the_pages_own_files_are_served(page: Page, path: str) -> None:
    assert page.send("GET", f"/static/{path}").status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'{"tab": 1}',
        b"\xff",
        b"[" * 100_000,
        b'{"tab":"x","rev":true,"text":"","good":0,"first":0,"last":0,"language":null}',
    ],
)
def test_what_is_no_message_is_refused(page: Page, body: bytes) -> None:
    answer = page.send("POST", "/look", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400


def test_endless_and_huge_bodies_are_ended(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_BODY", 1000)
    monkeypatch.setattr(guard, "PATIENCE", 0.05)

    async def huge() -> AsyncIterator[bytes]:
        while True:
            yield b" " * 400

    async def endless() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(5)

    for body in (huge(), endless()):
        answer = page.send("POST", "/state", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 413


def test_a_hundred_requests_at_once_are_all_answered(page: Page) -> None:
    async def all_at_once() -> list[Any]:
        transport = httpx.ASGITransport(page.app)
        headers = {"cookie": page.cookie, "origin": ORIGIN}
        base = ORIGIN + KEYS.path
        async with httpx.AsyncClient(transport=transport, base_url=base, headers=headers) as client:
            message = {"tab": TAB, "text": TEXT_OF, "good": 0, "first": 0, "last": 60, "language": None}
            message["since"] = -1
            sent = [client.post("/look", json={**message, "rev": rev}) for rev in range(100)]
            return [answer.json() for answer in await asyncio.gather(*sent)]

    answers = asyncio.run(all_at_once())
    # The newest is answered; those that it overtook say so.
    assert answers[-1]["rev"] == 99
    assert sum(answer == {"stale": True} for answer in answers) > 40


def test_more_requests_than_are_answered_at_once_are_turned_away(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "MOST_AT_ONCE", 0)
    assert page.send("POST", "/state", json={}).status_code == 503


@contextlib.asynccontextmanager
async def serving(app: guard.Guard) -> AsyncIterator[int]:
    """Serve on a port of this machine, as the command does."""
    server = uvicorn.Server(uvicorn_settings(app))
    server.config.load()
    server.lifespan = server.config.lifespan_class(server.config)
    with socket.create_server(("127.0.0.1", 0)) as bound:
        await server.startup([bound])
        try:
            yield bound.getsockname()[1]
        finally:
            await server.shutdown([bound])


def test_a_connection_whose_request_does_not_come_is_closed(
    studio: StudioApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_TIME", 0.5)

    async def answers() -> tuple[list[bytes], bytes]:
        async with serving(application(studio, HOST, KEYS, "nonce")) as port:
            opened = []
            for number in range(50):
                opened.append(await asyncio.open_connection("127.0.0.1", port))
                # Some say nothing, the others begin a request, or a second one.
                whole = b"GET / HTTP/1.1\r\nHost: other\r\n\r\n"
                opened[-1][1].write([b"", b"GET / HTTP/1.1\r\nHost:", whole, whole + b"GET"][number % 4])
            async with asyncio.timeout(60):
                said = [await reader.read() for reader, _ in opened]
            for _, writer in opened:
                writer.close()
            monkeypatch.setattr(connections, "HEAD_TIME", 60)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nHost: other\r\n\r\n")
            last = await reader.read()
            writer.close()
            return said, last

    said, last = asyncio.run(answers())
    assert {each[:12] for each in said[::4] + said[1::4]} == {b""}
    assert {each[:12] for each in said[2::4] + said[3::4]} == {b"HTTP/1.1 421"}
    assert last.startswith(b"HTTP/1.1 421")


def test_waiting_connections_leave_room_for_the_page(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 10)

    async def open_ones() -> tuple[list[bool], bytes]:
        async with serving(page.app) as port:
            heard, asking = await asyncio.open_connection("127.0.0.1", port)
            head = f"GET /p/events?tab={TAB} HTTP/1.1\r\nHost: {HOST}\r\nCookie: {page.cookie}\r\n\r\n"
            asking.write(head.encode())
            first = await heard.readuntil(b": here")
            opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(50)]
            async with asyncio.timeout(10):
                for reader, _ in opened[:41]:
                    assert await reader.read() == b""
            still = [not reader.at_eof() for reader, _ in (*opened[41:], (heard, asking))]
            for _, writer in (*opened, (heard, asking)):
                writer.close()
            return still, first

    still, first = asyncio.run(open_ones())
    assert first.startswith(b"HTTP/1.1 200")
    assert still == [True] * 10


# --- the queue ----------------------------------------------------------------------------------------


def test_the_most_urgent_is_drawn_first_and_what_is_stale_never() -> None:
    async def ordered() -> tuple[list[str], list[Any]]:
        queue = DrawQueue()
        done: list[str] = []
        asked = [
            queue.run_in_thread(TEXT, lambda: (asyncio.run(asyncio.sleep(0.05)), done.append("first"))),
            queue.run_in_thread(LATER, lambda: done.append("later")),
            queue.run_in_thread(TEXT, lambda: done.append("stale"), "slot"),
            queue.run_in_thread(TEXT, lambda: done.append("newest"), "slot"),
        ]
        results = await asyncio.gather(*asked, return_exceptions=True)
        queue.cancel_all()
        queue.end()
        return done, results

    done, results = asyncio.run(ordered())
    assert done == ["first", "newest", "later"]
    assert isinstance(results[2], Superseded)


# --- tables ------------------------------------------------------------------------------------------

TABLE = 'sep=;\r\ntitle;text;quantity\r\nOne;"a; ""b""";2\r\n\r\nTwo;c\r\n'


@pytest.fixture
def of_table(tmp_path: Path) -> Iterator[Page]:
    (tmp_path / "cards.csv").write_bytes(TABLE.encode("utf-8-sig"))
    file = tmp_path / "pack.yaml"
    file.write_text("format: 1\nname: Table\ncards: [{table: cards.csv, layout: story}]\n", encoding="utf-8")
    studio = StudioApp(tmp_path, file)
    yield Page(studio)
    studio.queue.cancel_all()
    studio.close()


def test_a_cell_is_changed_and_all_else_of_its_file_stays(of_table: Page, tmp_path: Path) -> None:
    text = (tmp_path / "pack.yaml").read_text(encoding="utf-8")
    told = of_table.look(text)
    assert told["tables"] == [{"name": "cards.csv", "sheet": None}]
    # No stepper: it would write into the text.
    assert [face["path"] for face in told["pack"]["faces"]] == [[], []]
    shown = of_table.ask("/table", tab=TAB, name="cards.csv", sheet=None)
    assert shown["rows"] == [["title", "text", "quantity"], ["One", 'a; "b"', "2"], [""], ["Two", "c"]]
    digest, wanted = shown["digest"], TABLE
    for row, column, value, before, after in (
        (1, 2, "3", ";2\r", ";3\r"),
        (3, 2, "4", "Two;c\r", "Two;c;4\r"),
        (1, 1, 'x;"y"', '"a; ""b"""', '"x;""y"""'),
        (1, 0, "Uno", "One", "Uno"),
    ):
        place = {"tab": TAB, "name": "cards.csv", "row": row, "column": column}
        digest = of_table.ask("/cells", **place, digest=digest, values=[[value]])["digest"]
        wanted = wanted.replace(before, after)
        assert (tmp_path / "cards.csv").read_bytes() == wanted.encode("utf-8-sig")
    faces = of_table.look(text, 2)["pack"]["faces"]
    assert [(face["label"], face["quantity"]) for face in faces] == [("Uno", 3), ("Two", 4)]


def test_a_table_that_somebody_else_wrote_or_that_the_pack_does_not_name_is_let_be(
    of_table: Page, tmp_path: Path
) -> None:
    of_table.look((tmp_path / "pack.yaml").read_text(encoding="utf-8"))
    cell = {"tab": TAB, "name": "cards.csv", "digest": "0", "row": 1, "column": 0, "values": [["x"]]}
    assert of_table.ask("/cells", **cell) == {"changed": True}
    assert (tmp_path / "cards.csv").read_bytes() == TABLE.encode("utf-8-sig")
    for name in ("../cards.csv", "pack.yaml", "/etc/passwd", "other.csv", "./cards.csv"):
        assert (
            of_table.send("POST", "/table", json={"tab": TAB, "name": name, "sheet": None}).status_code == 422
        )
    digest = of_table.ask("/table", tab=TAB, name="cards.csv", sheet=None)["digest"]
    values: list[Any] = [[["\x00"]], [["\x9b"]], [], [[]], [["a"] * 4], [["a" * 10_001]]]
    for wrong in ({"row": 9}, {"column": 3}, {"row": -1}, *({"values": each} for each in values)):
        assert of_table.send("POST", "/cells", json={**cell, "digest": digest, **wrong}).status_code == 422


def test_rows_are_added_copied_moved_deleted_and_brought_back(of_table: Page, tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    of_table.look((tmp_path / "pack.yaml").read_text(encoding="utf-8"))
    name = {"tab": TAB, "name": "cards.csv"}
    shown, one, two = of_table.ask("/table", **name, sheet=None), 'One;"a; ""b""";2\r\n', "Two;c\r\n"
    head = "sep=;\r\ntitle;text;quantity\r\n"
    steps = [("move", 1, 3), ("copy", 3, 3), ("delete", 4, 4), ("delete", 3, 3), ("add", 3, 3), ("add", 1, 1)]
    wanted = [f"\r\n{two}{one}", f"\r\n{two}{one}{one}", f"\r\n{two}{one}", f"\r\n{two}"]
    wanted += [f"\r\n{two};;\r\n", f";;\r\n\r\n{two};;\r\n"]
    for (how, row, to), text in zip(steps, wanted, strict=True):
        shown = of_table.ask("/rows", **name, digest=shown["digest"], how=how, row=row, to=to)
        assert file.read_bytes() == (head + text).encode("utf-8-sig")
        assert (shown["undo"], shown["redo"]) == (True, False)
    for text in [*reversed(wanted[:-1]), TABLE.removeprefix(head)]:
        shown = of_table.ask("/rows", **name, digest=shown["digest"], how="undo", row=1, to=1)
        assert file.read_bytes() == (head + text).encode("utf-8-sig")
    shown = of_table.ask("/rows", **name, digest=shown["digest"], how="redo", row=1, to=1)
    assert file.read_bytes() == (head + wanted[0]).encode("utf-8-sig")
    # No two cards have the same id.
    file.write_bytes(b"title,id\nOne,a\n")
    shown = of_table.ask("/table", **name, sheet=None)
    of_table.ask("/rows", **name, digest=shown["digest"], how="copy", row=1, to=1)
    assert file.read_bytes() == b"title,id\nOne,a\nOne,\n"
    # What somebody else wrote is not taken back.
    file.write_bytes(b"title\nOther")
    shown = of_table.ask("/table", **name, sheet=None)
    assert (shown["undo"], shown["redo"]) == (False, False)
    for how, row, to in (("undo", 1, 1), ("delete", 0, 0), ("move", 1, 2), ("sort", 1, 1), ("copy", 2, 2)):
        asked = {**name, "digest": shown["digest"], "how": how, "row": row, "to": to}
        assert of_table.send("POST", "/rows", json=asked).status_code == 422
    of_table.ask("/rows", **name, digest=shown["digest"], how="add", row=2, to=2)
    assert file.read_bytes() == b"title\nOther\n"


def test_columns_are_added_renamed_moved_sorted_and_deleted(of_table: Page, tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    told = of_table.look((tmp_path / "pack.yaml").read_text(encoding="utf-8"))
    assert told["lists"][0]["columns"] == {"title": "title", "text": "text", "quantity": "quantity"}
    assert [(each["table"], each["row"]) for each in told["pack"]["faces"]] == [
        ("cards.csv", 3),
        ("cards.csv", 5),
    ]
    name = {"tab": TAB, "name": "cards.csv"}
    shown = of_table.ask("/table", **name, sheet=None)
    sep, two = "sep=;\r\n", 'a; ""b""'
    steps = [
        (("add", 1, 0, "kind"), f'title;kind;text;quantity\r\nOne;;"{two}";2\r\n\r\nTwo;;c\r\n'),
        (
            ("rename", 1, 0, "cost; now"),
            f'title;"cost; now";text;quantity\r\nOne;;"{two}";2\r\n\r\nTwo;;c\r\n',
        ),
        (("move", 1, 3, ""), f'title;text;quantity;"cost; now"\r\nOne;"{two}";2;\r\n\r\nTwo;c;;\r\n'),
        (("sort-down", 0, 0, ""), f'title;text;quantity;"cost; now"\r\nTwo;c;;\r\nOne;"{two}";2;\r\n\r\n'),
        (("sort", 2, 0, ""), f'title;text;quantity;"cost; now"\r\nOne;"{two}";2;\r\nTwo;c;;\r\n\r\n'),
        (("delete", 3, 0, ""), f'title;text;quantity\r\nOne;"{two}";2\r\nTwo;c;\r\n\r\n'),
        (("delete", 0, 0, ""), f'text;quantity\r\n"{two}";2\r\nc;\r\n\r\n'),
    ]
    for (how, column, to, head), text in steps:
        asked = {"how": how, "column": column, "to": to, "head": head}
        shown = of_table.ask("/columns", **name, digest=shown["digest"], **asked)
        assert file.read_bytes().decode("utf-8-sig") == sep + text
        assert shown["rows"][0] == next(csv.reader(io.StringIO(text, newline=""), delimiter=";"))
    wrong = [
        ("add", 9, 0, "x"),
        ("add", 0, 0, "Text"),
        ("add", 0, 0, " "),
        ("add", 0, 0, "3"),
        ("add", 0, 0, "a\nb"),
    ]
    wrong += [("rename", 0, 0, "QUANTITY"), ("move", 0, 2, ""), ("sort", 2, 0, ""), ("turn", 0, 0, "")]
    for how, column, to, head in wrong:
        asked = {**name, "digest": shown["digest"], "how": how, "column": column, "to": to, "head": head}
        assert of_table.send("POST", "/columns", json=asked).status_code == 422
    for _, text in reversed(steps[:-1]):
        shown = of_table.ask("/rows", **name, digest=shown["digest"], how="undo", row=1, to=1)
        assert file.read_bytes().decode("utf-8-sig") == sep + text


def test_the_layout_and_the_accent_of_a_list_have_controls(of_table: Page, tmp_path: Path) -> None:
    text = (tmp_path / "pack.yaml").read_text(encoding="utf-8")
    told = of_table.look(text)
    [layout] = [each for each in told["controls"] if each["label"] == "Layout"]
    assert (layout["value"], ["rule", "rule"] in layout["choices"]) == ("story", True)
    [accent] = [each for each in told["colors"] if each["label"] == "accent"]
    for path, value in ((layout["path"], "rule"), (accent["path"], "#204080")):
        [edit] = of_table.ask("/change", text=text, path=path, value=value)["edits"]
        text = text[: edit["start"]] + edit["insert"] + text[edit["end"] :]
    assert text.endswith('cards: [{table: cards.csv, layout: rule, color: "#204080"}]\n')
    told = of_table.look(text, rev=2)
    assert [each["hex"] for each in told["colors"] if each["label"] == "accent"] == ["#204080"]
    assert told["sound"]


def test_numbers_are_sorted_by_size_and_empty_cells_stand_last(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("n\n10\n9,5\n\n-1\n", encoding="utf-8")
    for downwards, wanted in ((False, "n\n-1\n9,5\n10\n\n"), (True, "n\n10\n9,5\n-1\n\n")):
        table = TextTable(tmp_path, "t.csv")
        table.write_change(table.sort_rows(0, downwards))
        assert (tmp_path / "t.csv").read_text("utf-8") == wanted


def test_an_empty_table_has_a_cell_for_its_first_heading(tmp_path: Path) -> None:
    """A program that writes a file may have emptied it a moment ago."""
    file = tmp_path / "t.csv"
    file.write_text("", encoding="utf-8")
    table = TextTable(tmp_path, "t.csv")
    assert table.rows == [[""]]
    table.write_change(table.fill_cells(0, 0, [["title"]]))
    assert file.read_text("utf-8").rstrip() == "title"


def test_a_spreadsheet_is_shown_and_not_changed(of_table: Page, tmp_path: Path) -> None:
    rows = ods_rows([["title", "text"], ["One", "a"]])
    (tmp_path / "cards.ods").write_bytes(ods({"Cards": rows}))
    text = (tmp_path / "pack.yaml").read_text(encoding="utf-8").replace("cards.csv", "cards.ods")
    told = of_table.look(text)
    assert told["tables"] == [{"name": "cards.ods", "sheet": None}]
    name = {"tab": TAB, "name": "cards.ods"}
    shown = of_table.ask("/table", **name, sheet=None)
    assert shown["rows"] == [["title", "text"], ["One", "a"]]
    assert "shown, not changed here" in shown["why"]
    place = {**name, "digest": "", "row": 1, "column": 0, "values": [["x"]]}
    assert of_table.send("POST", "/cells", json=place).status_code == 422


def test_what_is_wrong_with_a_row_names_its_table_and_its_number(of_table: Page, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("title,quantity\nOne,1\nTwo,some\n", encoding="utf-8")
    [problem] = of_table.look((tmp_path / "pack.yaml").read_text(encoding="utf-8"))["problems"]
    assert (problem["table"], problem["row"]) == ("cards.csv", 3)
    assert problem["message"].startswith("quantity of")


def test_of_two_tabs_that_write_a_table_at_once_one_is_told(of_table: Page, tmp_path: Path) -> None:
    of_table.look((tmp_path / "pack.yaml").read_text(encoding="utf-8"))
    digest = of_table.ask("/table", tab=TAB, name="cards.csv", sheet=None)["digest"]

    async def both() -> list[Any]:
        headers = {"cookie": of_table.cookie, "origin": ORIGIN}
        transport, base = httpx.ASGITransport(of_table.app), ORIGIN + KEYS.path
        async with httpx.AsyncClient(transport=transport, base_url=base, headers=headers) as client:
            cell = {"tab": TAB, "name": "cards.csv", "digest": digest, "row": 1, "values": [["x"]]}
            sent = [client.post("/cells", json={**cell, "column": column}) for column in (0, 1)]
            return [answer.json() for answer in await asyncio.gather(*sent)]

    assert sum("changed" in answer for answer in asyncio.run(both())) == 1


@pytest.mark.parametrize(
    ("text", "row", "column", "values", "wanted"),
    [
        # A cell keeps the breaks that it has, be they others than those between the rows.
        ('t,u\r\nA,"x\ny"\r\n', 1, 1, [["x!\ny"]], 't,u\r\nA,"x!\ny"\r\n'),
        ('t,u\nA,"x\r\ny"\n', 1, 0, [["1\n2"]], 't,u\n"1\r\n2","x\r\ny"\n'),
        ('"t\nu"\r\nA\r\n', 1, 0, [["A"], ["B"]], '"t\nu"\r\nA\r\nB\r\n'),
        # Quotes as in the rest of the file.
        ('"t","n"\n"A",1\n', 1, 0, [["B", "2"], ["C", "3"]], '"t","n"\n"B",2\n"C",3\n'),
        ('"t","n"\n"A","1"\n', 1, 0, [["B", "2"], ["C"]], '"t","n"\n"B","2"\n"C",""\n'),
        ('t,n\n"A, a",1\n', 1, 0, [["B"]], "t,n\nB,1\n"),
        # Rows that are short, blank, or not there yet; what others there are stays.
        ("t,u,v\nA\n\nB,b\n", 1, 1, [["1", "2"], ["3", "4"], ["5", "6"]], "t,u,v\nA,1,2\n,3,4\nB,5,6\n"),
        ("t\tu\nA\ta", 1, 1, [["b"], ["", ""], ["c"]], None),
        ("t\tu\nA\ta", 1, 0, [["B"], ["C", "x\ty"]], 't\tu\nB\ta\nC\t"x\ty"'),
        ("t,u\nA,a\n", 1, 0, [["\u00a0\u200d é\U0001f600"]], 't,u\n"\u00a0\u200d é\U0001f600",a\n'),
    ],
)
def test_a_range_of_cells_is_one_change(
    tmp_path: Path, text: str, row: int, column: int, values: list[list[str]], wanted: str | None
) -> None:
    file = tmp_path / ("t.tsv" if "\t" in text else "t.csv")
    file.write_bytes(text.encode())
    if wanted is None:
        with pytest.raises(api.UsageError, match="these are 2 columns of cells"):
            TextTable(tmp_path, file.name).fill_cells(row, column, values)
        return
    change = TextTable(tmp_path, file.name).fill_cells(row, column, values)
    TextTable(tmp_path, file.name).write_change(change)
    assert file.read_bytes().decode() == wanted
    TextTable(tmp_path, file.name).write_change(change.inverse_splice)
    assert file.read_bytes().decode() == text


@settings(max_examples=15)
@given(
    st.lists(
        st.lists(st.text(alphabet='ab,"\n ', max_size=5), min_size=2, max_size=2), min_size=1, max_size=4
    )
)
def test_any_table_is_taken_apart_as_csv_readers_do(rows: list[list[str]]) -> None:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "t.tsv").write_text(out.getvalue().replace(",", "\t"), encoding="utf-8", newline="")
        found = TextTable(Path(folder), "t.tsv").rows
    wanted = list(csv.reader(io.StringIO(out.getvalue().replace(",", "\t"), newline=""), delimiter="\t"))
    assert found == [row or [""] for row in wanted]


# --- games -------------------------------------------------------------------------------------------


class Here:
    """Does at once what processes would do."""

    plain = compiled = property(lambda here: here)

    def submit(self, task: Any, *arguments: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(task(*arguments))
        return done


def test_games_are_told_early_and_get_sharper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "_MOST_GAMES", 160)
    monkeypatch.setattr(play, "_STRETCH", 1e6)  # 6, 30, 126 and 160 games, whatever their pace
    monkeypatch.setattr(play, "_LONGEST", float("inf"))
    now, saved = api.load("never-over"), api.load("never-over-attack")
    told: list[dict[str, Any]] = []
    setup = Setup(temperaments=("random",), engine="reference")
    asyncio.run(play.play_for_page(Here(), now, saved, setup, told.append))  # type: ignore[arg-type]
    assert told[0]["games"] == 6
    assert told[-1]["games"] == 160
    # The sentences on what changed name the cards.
    mine = {card.label: card.quantity for card in now.cards}
    assert told[0]["changed"]
    assert all(each["now"] == mine.get(each["card"], 0) != each["before"] for each in told[0]["changed"])
    scores = [next(row for row in each["rows"] if row["key"] == "score") for each in told]
    widths = [row["high"] - row["low"] for row in scores if row["low"] is not None]
    assert widths[-1] < widths[0]
    by_hand = api.compare([now, saved], engine="reference", games=160, workers=1).result.results
    assert scores[-1]["value"] == by_hand.estimate("score", 0).value
    assert scores[-1]["more"] == pytest.approx(scores[-1]["value"] - by_hand.estimate("score", 1).value)


def test_a_pack_that_plays_as_it_did_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "_MOST_GAMES", 1)
    now, played, told = api.load("short-24"), [], list[dict[str, Any]]()

    def stretch(experiments: Any, *more: Any) -> Any:
        played.append(len(experiments))
        return running.play_stretch(experiments, *more)

    monkeypatch.setattr(play, "play_stretch", stretch)
    saved = replace(now, name="Saved")
    asyncio.run(play.play_for_page(Here(), now, saved, Setup(), told.append))  # type: ignore[arg-type]
    assert set(played) == {1}
    assert next(row["more"] for row in told[0]["rows"] if row["key"] == "score") == 0


def test_what_cannot_be_played_is_said(never_over: Pack) -> None:
    told: list[dict[str, Any]] = []
    asyncio.run(play.play_for_page(Here(), never_over, None, Setup(game="addenda"), told.append))  # type: ignore[arg-type]
    assert "not a pack for addenda" in told[0]["problem"]


# --- the press ---------------------------------------------------------------------------------------


FEW = """\
extends: never-over
name: Few
games: []
suits:
  green: {cards: {4: 1, 3: 0, 2: 0, 1: 0}}
  red: {cards: {4: 1, 3: 0, 2: 0, 1: 0, 0: 0}}
extras: []
"""


@pytest.mark.parametrize("name", ["drivethrucards", "makeplayingcards"])
def test_the_proof_is_the_commands(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck_sources, "MOST_PAGES", MOST_PAGES)
    file = tmp_path / "mine.yaml"
    file.write_text(FEW, encoding="utf-8")
    made = proofs.printer_proof(str(file), file.read_bytes(), None, name)
    assert made.told["verdict"] == "passes"
    assert run(["proof", str(file), "--printer", name, "-o", str(tmp_path / "proof.pdf")]) == 0
    assert made.data == (tmp_path / "proof.pdf").read_bytes()


@pytest.mark.parametrize(
    ("severity", "verdict"), [("warning", "passes"), ("error", "refused"), ("not judged", "not judged")]
)
def test_a_proof_is_refused_only_for_what_is_wrong(
    severity: Severity, verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def preflight(*given: Any) -> Report:
        return Report(tuple(Finding("fonts", "a text", "", severity, page) for page in (1, 2, 4)), (), 4)

    monkeypatch.setattr("cardgen.jobs.proof.preflight_report", preflight)
    file = tmp_path / "mine.yaml"
    file.write_text(FEW, encoding="utf-8")
    made = proofs.printer_proof(str(file), file.read_bytes(), None, "drivethrucards")
    assert made.told["verdict"] == verdict
    assert [(each["severity"], each["where"]) for each in made.told["findings"]] == [
        (severity, "page 1 and 2 more")
    ]


def test_a_proof_that_passes_says_that_something_was_not_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def preflight(*given: Any) -> Report:
        return Report((), (), 4, unjudged=("the font widths", "a mask"))

    monkeypatch.setattr("cardgen.jobs.proof.preflight_report", preflight)
    file = tmp_path / "mine.yaml"
    file.write_text(FEW, encoding="utf-8")
    made = proofs.printer_proof(str(file), file.read_bytes(), None, "drivethrucards")
    assert made.told["verdict"] == "not judged"
    assert made.told["unjudged"] == ["the font widths", "a mask"]
    proof = ["proof", str(file), "--printer", "drivethrucards", "-o", str(tmp_path / "proof.pdf")]
    assert run(proof) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "the cards pass preflight, except for 2 things that it did not judge" in said


@pytest.mark.parametrize("form", sampled(["card", "a4"], 2))
def test_the_rulebook_is_the_commands(form: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("extends: never-over\nname: Mine\n", encoding="utf-8")
    made = proofs.book_pages(str(file), file.read_bytes(), None, None, form, None)
    assert run(["rulebook", str(file), "--format", form, "-o", str(tmp_path / "book.pdf")]) == 0
    assert made.data == (tmp_path / "book.pdf").read_bytes()


# --- the command -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("port", "said"), [(80, "reserved for the system's servers"), (6000, "browsers")])
def test_a_port_that_no_browser_comes_to_is_refused(
    port: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["studio", "--no-browser", "--port", str(port)]) == 2
    assert said in capsys.readouterr().err


def test_a_port_that_is_taken_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert run(["studio", "--no-browser", "--port", str(taken.getsockname()[1])]) == 2
    assert "choose another with --port" in capsys.readouterr().err


def test_python_opens_the_studio_as_the_command_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[object, ...]] = []

    def serve(*about: Any) -> None:
        *where, started, _, _ = about
        asked.append(tuple(where))
        started("http://127.0.0.1:4711/", "http://127.0.0.1:4711/once")
        raise KeyboardInterrupt

    monkeypatch.setattr("cardgen.webapp.server.serve", serve)
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.yaml"
    file.write_text("format: 1\nextends: never-over\nname: Mine\n", encoding="utf-8")
    steps: list[str] = []

    @contextlib.contextmanager
    def progress(what: str, unit: str = "") -> Iterator[Any]:
        steps.append(what)
        yield lambda done, total: None

    for pack in (None, "never-over", "mine.yaml"):
        words = [pack] if pack else []
        assert run(["studio", *words, "--no-browser", "--port", "0"]) == 0
        said = capsys.readouterr().out.splitlines()
        made = cardgen.studio(*words, no_browser=True, port=0, progress=progress)
        assert said == [*steps, *made.notes]
        assert said[0] == "The studio is open at http://127.0.0.1:4711/"
        assert "after --port 4711" in said[-1]
        opened = file if pack == "mine.yaml" else None
        assert asked[-1] == asked[-2] == (tmp_path, opened, "never-over", 0, False)
        assert capsys.readouterr().out == ""
        steps.clear()


def test_in_a_notebook_the_studio_says_where_it_runs() -> None:
    async def open_studio() -> None:
        cardgen.studio(no_browser=True)

    with pytest.raises(UsageError, match="use a terminal"):
        asyncio.run(open_studio())


def test_what_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "cardgen.webapp.server", raising=False)
    assert run(["studio", "--no-browser"]) == 2
    assert "pip install" in capsys.readouterr().err


def test_the_page_and_the_server_know_the_same_messages() -> None:
    asked = {
        path
        for file in HERE.glob("*.js")
        if file.name != "editor.js"
        for path in re.findall(r'"(/[a-z]+)"', file.read_text(encoding="utf-8"))
    }
    assert asked == set(messages.REQUESTS)


def test_the_licences_of_the_bundle_are_in_it() -> None:
    told = (HERE / "editor.LICENSES.txt").read_text(encoding="utf-8")
    lock = json.loads((Path(__file__).parents[2] / "studio-editor" / "package-lock.json").read_text("utf-8"))
    parts = {path: each for path, each in lock["packages"].items() if path and not each.get("dev")}
    assert len(parts) > 10
    for path, each in parts.items():
        if not each.get("optional"):
            assert f"{path.removeprefix('node_modules/')} {each['version']}\n" in told
            assert each["license"] == "MIT"


def test_a_picture_changes_the_cards_that_show_it_and_no_others(page: Page, file: Path) -> None:
    """The page marks cards by these keys and hashes, also after the studio was started again."""
    text = "format: 1\nname: P\ncards:\n  - layout: story\n    rows:\n"
    text += "".join(f"      - {{title: {name}, picture: {name}.png}}\n" for name in "ab")

    def seen(page: Page, text: str) -> tuple[list[str], dict[str, Any]]:
        keys = [face["key"] for face in page.look(text)["pack"]["faces"]]
        return keys, page.ask("/contents", tab=TAB, rev=1)

    for name in "ab":
        Image.new("RGB", (900, 600), "#808080").save(file.parent / f"{name}.png")
    keys, contents = seen(page, text)
    # Written again, they are the same; in another place of the file, the cards are.
    Image.new("RGB", (900, 600), "#808080").save(file.parent / "a.png")
    head, one, other = text[: text.index("      - ")], *re.findall("      - .*\n", text)
    swapped, moved = seen(page, head + other + one)
    assert (swapped, moved["cards"]) == (keys[::-1], contents["cards"][::-1])
    assert moved["shared"] == contents["shared"] != ""
    Image.new("RGB", (900, 600), "#104020").save(file.parent / "a.png")
    later, differ = seen(page, text)
    assert [one == other for one, other in zip(keys, later, strict=True)] == [False, True]
    pairs = zip(contents["cards"], differ["cards"], strict=True)
    assert [one == other for one, other in pairs] == [False, True]
    # What all cards have in common.
    restyled, third = seen(page, text + "colors: {gold: '#aa8800'}\n")
    assert third["cards"] == differ["cards"]
    assert third["shared"] != differ["shared"]
    assert restyled == later


@pytest.mark.parametrize(
    ("text", "path", "added"),
    [
        ("extras: [{face: joker}]  # 1\nname: P\n", "extras", "extras: [{face: joker}, X]  # 1\nname: P\n"),
        (
            "extras:\n  - {face: joker}  # 1\n\nname: P\n",
            "extras",
            "extras:\n  - {face: joker}  # 1\n  - X\n\nname: P\n",
        ),
        (
            "extras:\n- face: text\n  text: |\n    Long.\nname: P\n",
            "extras",
            "extras:\n- face: text\n  text: |\n    Long.\n- X\nname: P\n",
        ),
        ("extras:\n- face: joker", "extras", "extras:\n- face: joker\n- X"),
        ("extras: []\nname: P\n", "extras", "extras: [X]\nname: P\n"),
        ("name: P\n", "extras", "name: P\nextras: [X]\n"),
        ("icons: {sets: a.json}\n", "icons.sets", 'icons: {sets: ["a.json", X]}\n'),
    ],
)
def test_a_value_is_added_to_the_end_of_a_list(text: str, path: str, added: str) -> None:
    data = yaml.safe_load(text)
    keys = path.split(".")
    edit = edit_for_addition(text, keys, "X", data)
    assert edit is not None
    after = apply_edit(text, edit)
    assert after == added
    assert edit_for_addition(after, keys, "X", yaml.safe_load(after)) is None


@pytest.mark.parametrize(
    "text",
    ["a: &it [1]\nextras: *it\n", "extras:\n  - &it {face: joker}\n  - *it\n", "extras: [&it 1, *it]\n"],
)
def test_nothing_is_added_to_a_list_that_is_shared_with_another_place(text: str) -> None:
    with pytest.raises(UsageError, match="shared"):
        edit_for_addition(text, ["extras"], "X", yaml.safe_load(text))
