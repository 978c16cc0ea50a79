"""The studio works on a pack in a confined process, and puts another in its place where that ends."""

import io
import os
import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from samples import MANY_BOXES, end_at_place

from cardgen.errors import FileChanged, PackError
from cardgen.sandbox import child
from cardgen.sandbox.child import Limits
from cardgen.webapp import confined_workspace, workspace
from cardgen.webapp.confined_workspace import ConfinedWorkspace
from cardgen.webapp.draw_queue import Superseded
from cardgen.webapp.job_process import JobRequest, confined_job, trusted_job
from cardgen.webapp.workspace import Stale

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds memory and forks")

TAB = "0123456789abcdef"
TEXT = "format: 1\nextends: never-over\ngames: []\nname: Mine\n"


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def bench(tmp_path: Path, told: list[str]) -> Iterator[ConfinedWorkspace]:
    (tmp_path / "mine.yaml").write_text(TEXT, "utf-8")
    made = ConfinedWorkspace(on_message=told.append)
    made.open(tmp_path / "mine.yaml")
    yield made
    made.close()


def look(bench: ConfinedWorkspace, text: str, rev: int = 1, tab: str = TAB, **more: Any) -> dict[str, Any]:
    return bench.examine(tab, rev, text.encode(), text, (0, 9), rev - 1, **more)


def keys(answer: dict[str, Any]) -> list[str]:
    return [each["key"] for each in answer["pack"]["faces"] if each["key"]]


def process(bench: ConfinedWorkspace) -> int:
    assert bench._worker is not None
    number: int = bench._worker._process.pid
    return number


def test_a_pack_is_looked_at_and_drawn_in_another_process(bench: ConfinedWorkspace) -> None:
    answer = look(bench, TEXT)
    assert answer["sound"]
    assert bench.picture(keys(answer)[0], 90)[1] == "image/png"
    assert process(bench) != os.getpid()
    assert Path(f"/proc/{process(bench)}/status").read_text().count("Seccomp:\t2") == 1
    assert bench.pack(TAB, 1).count == 56


def test_a_round_piece_is_shown_as_it_is_cut(bench: ConfinedWorkspace) -> None:
    text = (
        "format: 1\nname: Coins\npieces: {coin: {size: 25 mm, shape: circle}}\n"
        "layouts: {coin: {ground: '#224466', boxes: {worth: {at: [7 mm, 7 mm], size: [11 mm, 11 mm]}}}}\n"
        "cards: [{piece: coin, layout: coin, rows: [{worth: 1}]}]\n"
    )
    answer = look(bench, text)
    assert answer["sound"]
    picture = Image.open(io.BytesIO(bench.picture(keys(answer)[0], 90)[0]))
    assert (picture.size, picture.mode) == ((90, 90), "RGBA")
    assert (picture.getpixel((2, 2))[3], picture.getpixel((45, 5))[3]) == (0, 255)


def test_a_text_without_end_is_told_of_and_the_next_one_is_seen(
    bench: ConfinedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = look(bench, TEXT)
    monkeypatch.setattr(child, "PACK", Limits(30))
    end_at_place(monkeypatch, 7)
    bench.close()
    answer = look(bench, MANY_BOXES, 2)
    assert not answer["sound"]
    [problem] = answer["problems"]
    assert problem["severity"] == "error"
    assert problem["message"] == "work on this file takes more than 30 seconds; it had come to this place"
    assert MANY_BOXES[problem["start"] :].startswith("{title: Row 6 ")
    assert "--trust" in problem["hint"]
    monkeypatch.undo()
    assert look(bench, TEXT, 3)["sound"]
    # Pictures that were seen before are drawn by the process that took the place of the one that ended.
    assert bench.picture(keys(first)[0], 90)[1] == "image/png"


def test_a_process_that_crashes_is_replaced_and_knows_the_texts_of_all_tabs(bench: ConfinedWorkspace) -> None:
    answer = look(bench, TEXT)
    look(bench, TEXT.replace("Mine", "Other"), 5, "f" * 16)
    os.kill(process(bench), signal.SIGKILL)
    with pytest.raises(PackError, match="ended by the system"):
        bench.figures(TAB, 1)
    assert bench.pack("f" * 16, 5).name == "Other"
    assert bench.picture(keys(answer)[1], 90)[1] == "image/png"
    with pytest.raises(Stale):
        bench.picture("gone", 90)


def test_a_picture_that_takes_too_much_is_told_of_once_and_not_tried_again(
    bench: ConfinedWorkspace, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Image.new("RGB", (60, 80), "navy").save(tmp_path / "p.png")
    text = "format: 1\nname: X\ncards:\n- {layout: story, rows: [{title: A, picture: p.png}]}\n"
    answer = look(bench, text)
    monkeypatch.setattr(confined_workspace, "_WorkspaceProcess", _Crashing)
    bench.close()
    for _ in range(2):
        with pytest.raises(PackError, match="takes more than"):
            bench.picture(keys(answer)[0], 90)
    assert len(told) == 1
    assert bench._worker is None or bench._worker.is_closed


class _Crashing(confined_workspace._WorkspaceProcess):
    def picture(self, *_: Any) -> None:
        os.abort()


def test_files_that_come_or_change_are_read_as_they_are_now(bench: ConfinedWorkspace, tmp_path: Path) -> None:
    text = "format: 1\nname: X\ncards:\n- {layout: story, rows: [{title: A, picture: p.png}]}\n"
    assert not look(bench, text)["sound"]
    for rev, color in enumerate(("navy", "green"), 2):
        # As programs do that write a file beside it and put that in its place: the kernel knows it by number.
        Image.new("RGB", (60, 80), color).save(tmp_path / "new.png")
        shutil.move(tmp_path / "new.png", tmp_path / "p.png")
        answer = look(bench, text, rev)
        assert answer["sound"]
        assert bench.picture(keys(answer)[0], 90)
        before = process(bench)
    (tmp_path / "mine.yaml").write_text(text, "utf-8")
    look(bench, text, 9)
    # The pack's own text comes with each request.
    assert process(bench) == before


def test_what_is_more_urgent_is_done_while_a_long_text_is_checked(
    bench: ConfinedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = keys(look(bench, TEXT))[0]
    drawn = list[str]()

    def yield_to_urgent() -> None:
        if len(drawn) < 3:
            drawn.append(bench.picture(key, 90)[1])
        else:
            raise Superseded

    with pytest.raises(Superseded):
        look(bench, MANY_BOXES, 2, yield_to_urgent=yield_to_urgent)
    assert drawn == ["image/png"] * 3
    before = process(bench)
    assert look(bench, TEXT, 3)["sound"]
    assert process(bench) == before


def test_the_tables_of_a_long_pack_are_known_while_it_is_checked(
    bench: ConfinedWorkspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its cards can be counted from then on, and that writes cells."""
    monkeypatch.setattr(workspace, "_SOON", -1.0)
    (tmp_path / "cards.csv").write_text("title\nA\nB\n", "utf-8")
    known = list[Any]()
    text = "format: 1\nname: P\nlanguage: de\ncards: [{layout: story, table: cards.csv}]\n"
    look(bench, text, tell=lambda _: known.append(bench.tables(TAB)))
    assert known[0] == ([{"name": "cards.csv", "sheet": None}], "de")


def test_a_long_pack_is_examined_once_where_cards_are_asked_for_meanwhile(
    bench: ConfinedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To examine it again took 25 seconds with 5,000 cards, in which nothing was drawn where one scrolled."""
    monkeypatch.setattr(workspace, "_SOON", -1.0)
    examined, found = list[str](), list[str]()
    in_process = bench._examine_in_process

    def examine(tab: str, *more: Any) -> Any:
        examined.append(tab)
        return in_process(tab, *more)

    monkeypatch.setattr(bench, "_examine_in_process", examine)
    text = "format: 1\nname: P\ncards: [{layout: story, rows: [{title: A}, {title: B}]}]\n"
    look(bench, text, tell=lambda _: found.extend(bench.keys(TAB, 1, 0, 2)))
    assert len(set(found)) == 2
    assert examined == [TAB]


def test_a_newer_text_ends_one_that_gives_no_sign_of_life(
    bench: ConfinedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "_OFTEN", 0.02)
    monkeypatch.setattr(confined_workspace, "_WorkspaceProcess", _Silent)
    overtaken = threading.Event()

    def verify() -> None:
        if overtaken.is_set():
            raise Superseded

    bench._verify = verify
    threading.Timer(0.2, overtaken.set).start()
    with pytest.raises(Superseded):
        look(bench, TEXT)
    assert bench._worker is not None
    assert bench._worker.is_closed


class _Silent(confined_workspace._WorkspaceProcess):
    def examine(self, *_: Any) -> Any:
        while True:
            pass


def test_a_job_of_make_that_takes_too_long_is_refused_at_the_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.yaml").write_text(MANY_BOXES, "utf-8")
    monkeypatch.setattr(child, "PACK", Limits(30))
    end_at_place(monkeypatch, 7)
    done = confined_job(JobRequest("sheets", {}, "x.yaml"), io.StringIO())
    [problem] = done["problems"]
    assert (done["state"], problem["severity"]) == ("refused", "error")
    row = MANY_BOXES[: MANY_BOXES.index("Row 6 ")].count("\n") + 1
    assert problem["where"].startswith(f"x.yaml:{row}")
    assert "takes more than 30 seconds" in problem["message"]
    assert "--trust" in problem["hint"]
    assert not Path("output").exists()


def test_a_job_of_make_is_done_by_another_process_and_written_by_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text(TEXT, "utf-8")
    lines, found = io.StringIO(), []
    for trust in (False, True):
        request = JobRequest("images", {"dpi": "72", "output": f"out-{trust}"}, "mine.yaml", trust)
        done = (trusted_job if trust else confined_job)(request, lines)
        assert done["state"] == "done"
        assert all(Path(each["path"]).stat().st_size == each["size"] > 0 for each in done["files"])
        found.append({Path(each["path"]).name: Path(each["path"]).read_bytes() for each in done["files"]})
    assert found[0] == found[1]
    assert '"progress"' in lines.getvalue()


def test_a_file_that_changes_while_it_is_read_is_no_fault(
    bench: ConfinedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = keys(look(bench, TEXT))[0]

    def changed(*_: Any, **__: Any) -> None:
        monkeypatch.undo()
        raise FileChanged("cards.csv was changed while cardgen was at work: run it again")

    for ask in (
        lambda: bench.picture(key, 90),
        lambda: bench.figures(TAB, 1),
        lambda: bench.pack(TAB, 1),
    ):
        monkeypatch.setattr(bench, "_ask", changed)
        # The page asks again when it hears of the change.
        with pytest.raises(Stale):
            ask()
    monkeypatch.setattr(bench, "_ask", changed)
    assert look(bench, TEXT, 2)["sound"]


def test_an_old_text_is_not_examined_with_a_table_that_has_changed(
    bench: ConfinedWorkspace, tmp_path: Path
) -> None:
    """The page sends its text again; a picture of before would keep that waiting, and show other rows."""
    table = tmp_path / "cards.csv"
    table.write_text("title\nOwl\n", "utf-8")
    text = "format: 1\nname: P\ncards: [{layout: title, table: cards.csv}]\n"
    before = look(bench, text)
    other = tmp_path / "new.csv"
    other.write_text("title\nMonster\n", "utf-8")
    other.replace(table)
    for ask in (lambda: bench.keys(TAB, 1, 0, 1), lambda: bench.picture(keys(before)[0], 60)):
        with pytest.raises(Stale):
            ask()
    after = look(bench, text, 2)
    assert keys(after) != keys(before)
    # Another file beside the pack changes nothing for it.
    (tmp_path / "new.txt").write_text("", "utf-8")
    assert bench.keys(TAB, 2, 0, 1) == keys(after)[:1]
