"""Python's functions let a confined child read and draw packs that do not come with cardgen."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import examined_by_api
from PIL import Image

import cardgen
from cardgen import api
from cardgen.errors import PackError, UsageError
from cardgen.jobs import wall
from cardgen.sandbox import child, processes
from cardgen.sandbox.child import Limits

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds memory and forks")
PACK = "format: 1\nname: Mine\nextends: never-over\n"
DICT = {
    "format": 1,
    "name": "Two",
    "cards": [{"layout": "story", "rows": [{"title": "A", "text": "x", "picture": "p.png"}, {"title": "B"}]}],
}
#: Options that a command needs.
NEEDED: dict[str, dict[str, Any]] = {
    "order": {"printer": "drivethrucards"},
    "words": {"language": "de"},
    "press": {"printer": "drivethrucards"},
    "images": {"dpi": 72},
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text(PACK, "utf-8")
    Image.new("RGB", (60, 80), "navy").save("p.png")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each child that was started was forked from the server."""
    found: list[bool] = []
    start = processes.start_child

    def noted(*args: Any, from_server: bool, **more: Any) -> Any:
        found.append(from_server)
        return start(*args, from_server=from_server, **more)

    monkeypatch.setattr(processes, "start_child", noted)
    return found


def written(made: cardgen.Result) -> list[tuple[Path, bytes, str, Any]]:
    return [(file.path, file.data, file.about, dict(file.facts)) for file in made]


@pytest.mark.parametrize("command", sorted(wall.WHOLE))
def test_what_a_child_makes_is_what_this_process_would_make(command: str, started: list[bool]) -> None:
    function, options = getattr(cardgen, command), NEEDED.get(command, {})
    if command == "changes":
        cardgen.sheets("mine.yaml").save()
    confined = function("mine.yaml", **options)
    assert started[0]
    files = written(confined)
    started.clear()
    trusted = function("mine.yaml", trust=True, **options)
    assert True not in started
    assert files == written(trusted)
    names = (
        "facts",
        "result",
        "warnings",
        "notes",
        "next_step",
        "faults",
        "status",
        "folder",
        "named",
        "about",
    )
    assert [getattr(confined, name) for name in names] == [getattr(trusted, name) for name in names]


def test_packs_of_cardgens_own_need_no_child(started: list[bool]) -> None:
    cardgen.sheets("never-over")
    cardgen.sheets(cardgen.load("never-over"))
    assert started == []


def test_packs_in_memory_and_loaded_ones_are_drawn_by_a_child_too(started: list[bool]) -> None:
    made = written(cardgen.sheets(DICT))
    assert made == written(cardgen.sheets(DICT, trust=True))
    pack = cardgen.load(DICT)
    assert not pack.is_trusted
    started.clear()
    # The name of the file is that of the pack either way.
    assert [each[1] for each in written(cardgen.sheets(pack))] == [each[1] for each in made]
    picture = cardgen.face(pack, "A").png(72)
    assert started == [True, True]
    assert picture == cardgen.face(pack, "A", trust=True).png(72)
    examined = cardgen.examine(DICT)
    assert [each[1] for each in written(cardgen.sheets(examined))] == [each[1] for each in made]


def test_variants_of_a_trusted_pack_stay_trusted_and_keep_their_planned_faces(started: list[bool]) -> None:
    pack = cardgen.load("mine.yaml", trust=True)
    planned = pack.drawing_cache
    cardgen.sheets(pack)
    cardgen.sheets(replace(pack, name="Other"))
    assert started == []
    assert pack.drawing_cache is planned


@linux
def test_a_pack_is_read_by_a_child(monkeypatch: pytest.MonkeyPatch, started: list[bool]) -> None:
    monkeypatch.setattr(api, "examine", examined_by_api)
    for how in ({"name": "mine.yaml"}, {"name": DICT}, {"name": "x.yaml", "text": PACK}):
        pack = cardgen.load(**how)
        assert not pack.is_trusted
        assert pack == cardgen.load(**how, trust=True)
    assert started.count(True) == 3
    with pytest.raises(PackError) as caught:
        cardgen.load("x.yaml", text="format: 1\nname: [")
    assert str(caught.value).startswith("x.yaml:2")


@linux
def test_a_pack_without_end_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "PACK", Limits(0.3, memory=300 << 20))
    monkeypatch.setattr(api, "examine", examined_by_api)
    box = "      b{}: {{at: [5 mm, 5 mm], size: [40 mm, 9 mm], show: '{{title}}'}}\n"
    text = (
        f"format: 1\nname: X\nlayouts:\n  l0:\n    boxes:\n{''.join(map(box.format, range(200)))}"
        "cards:\n- layout: l0\n  rows:\n" + "".join(f"  - {{title: Row {row}}}\n" for row in range(500))
    )
    Path("x.yaml").write_text(text, "utf-8")
    for work in (cardgen.load, cardgen.sheets):
        with pytest.raises(PackError, match=r"takes more than 0\.3 seconds") as caught:
            work("x.yaml")
        assert "trust=True" in str(caught.value)
        assert caught.value.problems[0].mark.file == "x.yaml"  # type: ignore[union-attr]


def test_steps_are_told_as_they_are_done() -> None:
    told: list[Any] = []

    @contextmanager
    def progress(what: str, unit: str = "") -> Iterator[Any]:
        told.append(what)
        yield lambda done, total: told.append((done, total))
        told.append("end")

    cardgen.sheets("mine.yaml", progress=progress)
    first, confined = told[0], [*told]
    told.clear()
    cardgen.sheets("mine.yaml", progress=progress, trust=True)
    assert told == confined
    assert isinstance(first, str)


def test_what_no_process_can_be_given_is_said() -> None:
    with pytest.raises(UsageError, match="trust=True"):
        cardgen.sheets("mine.yaml", paper=threading.Lock())


def test_pictures_are_drawn_when_they_are_taken(started: list[bool]) -> None:
    made = cardgen.images("mine.yaml", dpi=72)
    assert started == [True]
    paths = made.save()
    assert started == [True, True]
    # Ten faces, a back, two tables of them, and the credits.
    assert len(paths) == 14
    assert all(path.is_file() for path in paths)


@linux
@pytest.mark.parametrize(
    "beside", ["", "threading.Thread(target=threading.Event().wait, daemon=True).start()\n"]
)
def test_a_script_without_a_guard_works_with_threads_and_without(beside: str) -> None:
    """It is not run anew, its memory is in no child, and nothing of it stays behind."""
    script = (
        "import os, threading, cardgen\n"
        f"{beside}"
        "print('begun')\n"
        "for _ in range(2):\n"
        "    print(cardgen.sheets('mine.yaml').facts['cards'], cardgen.load('mine.yaml').count)\n"
        "found = []\n"
        "several = [threading.Thread(target=lambda: found.append(cardgen.load('mine.yaml').count)) "
        "for _ in range(4)]\n"
        "[each.start() for each in several], [each.join() for each in several]\n"
        "print(found)\n"
        "os.mkdir('other'); os.chdir('other')\n"
        "print(cardgen.load('../mine.yaml').count)\n"
        "from cardgen.sandbox import processes\n"
        "print(processes._server._server)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    begun, *counts, found, other, server = done.stdout.splitlines()
    assert (begun, counts, found, other) == ("begun", ["56 56"] * 2, "[56, 56, 56, 56]", "56")
    until = 100
    while Path(f"/proc/{server}/stat").exists() and until:
        threading.Event().wait(0.05)
        until -= 1
    assert until


@linux
def test_a_server_that_was_ended_is_replaced() -> None:
    assert cardgen.sheets("mine.yaml").facts["cards"] == 56
    os.kill(processes._server._server, signal.SIGKILL)
    assert cardgen.sheets("mine.yaml").facts["cards"] == 56


def touch(file: str) -> None:
    Path(file).touch()


@linux
def test_what_children_share_is_done_once_when_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_preloads", {})
    processes.warm_up_server(touch, str(tmp_path / "done"))
    assert cardgen.sheets("mine.yaml").facts["cards"] == 56
    for _ in range(200):
        if (tmp_path / "done").exists():
            break
        threading.Event().wait(0.05)
    (tmp_path / "done").unlink()
    # Not done anew: a third call would wait for what the second one began.
    for _ in range(2):
        assert cardgen.sheets("mine.yaml").facts["cards"] == 56
    assert not (tmp_path / "done").exists()
