"""Commands on packs that do not come with cardgen run in one confined child with a budget."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.checks import examination
from cardgen.cli.main import find_command, run
from cardgen.cli.options import TRUST
from cardgen.errors import UsageError
from cardgen.jobs import result, wall
from cardgen.pack import library
from cardgen.sandbox import child, confinement, untrusted
from cardgen.sandbox.child import Limits

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds memory and forks")
needs_landlock = pytest.mark.skipif(
    not confinement.confinement_features()["files"], reason="this kernel lacks Landlock"
)
PACK = "format: 1\nname: Mine\nextends: never-over\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(untrusted, "_admitted", {})
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text(PACK, "utf-8")


def say_process(*_: Any, **__: Any) -> None:
    raise UsageError(f"process {os.getpid()}")


@linux
@pytest.mark.parametrize(
    ("command", "is_in_child"),
    [
        (["check", "mine.yaml", "--format", "json"], True),
        (["sheets", "mine.yaml"], True),
        (["sheets", "never-over", "mine.yaml"], True),
        (["sheets", "mine.yaml", "--trust"], False),
        (["sheets", "never-over"], False),
        (["rulebook", "never-over", "--template", "mine.yaml"], True),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_files_of_strangers_are_worked_on_in_another_process(
    command: list[str], is_in_child: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(result, "save_result", say_process)
    run(command)
    said = "".join(capsys.readouterr())
    assert "process " in said
    assert (f"process {os.getpid()}" not in said) == is_in_child


def test_what_is_made_and_printed_is_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """With --trust the work is done by the process itself."""
    for command in (["show", "mine.yaml"], ["images", "mine.yaml", "--dpi", "72"], ["check", "mine.yaml"]):
        found = []
        for more in (["--trust"], []):
            shutil.rmtree("output", ignore_errors=True)
            code = run([*command, *more])
            files = {str(file): file.read_bytes() for file in Path().rglob("*") if file.is_file()}
            found.append((code, capsys.readouterr(), files))
        assert found[0] == found[1]


@linux
def test_work_that_takes_too_long_names_the_pack_and_the_limit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(child, "PACK", Limits(0.2))
    monkeypatch.setattr(library, "resolve", spin)
    assert run(["sheets", "mine.yaml"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("mine.yaml: error: work on this file takes more than 0.2 seconds\n")
    assert "--trust" in said
    assert not Path("output").exists()


def spin(*_: Any, **__: Any) -> None:
    while True:
        pass


def _abort(*_: Any, **__: Any) -> None:
    os.abort()


@linux
def test_a_child_that_crashes_is_told_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(library, "resolve", _abort)
    assert run(["sheets", "mine.yaml"]) == 1
    assert "mine.yaml: error: work on this file takes more than 600 MB of memory, or makes" in (
        capsys.readouterr().err
    )


def _wait() -> None:
    child.tell_parent("process", os.getpid())
    time.sleep(20)


@linux
def test_a_child_that_the_system_kills_came_to_no_limit() -> None:
    """As Linux does where memory runs out."""
    with child.child_messages(_wait, limits=Limits(5)) as messages:
        _, process = next(messages)
        os.kill(process, signal.SIGKILL)
        with pytest.raises(child.EndedBySystem, match="ended by the system") as caught:
            next(messages)
    assert "--trust" not in str(child.over_budget_error(Path("mine.yaml"), caught.value))


def test_the_faces_that_a_pack_claims_add_ten_minutes_at_most() -> None:
    assert child.PACK.seconds + child.PACK.more == 630
    assert child.pdf_limits(40_000).seconds == 660


@linux
def test_each_face_has_a_time_of_its_own() -> None:
    def faces_of(faces: int) -> float:
        child.extend_time("a", faces)
        child.extend_time("a", 1)
        left, _ = signal.getitimer(signal.ITIMER_PROF)
        return left

    with child.child_messages(faces_of, 100, limits=Limits(1, more=1000)) as messages:
        [(_, left)] = messages
    assert 30 < left < 31.1
    with child.child_messages(faces_of, 1_000_000, limits=Limits(1, more=10)) as messages:
        [(_, left)] = messages
    assert 10 < left < 11.1


def _steal(path: str) -> Callable[..., Any]:
    def attempt(*_: Any, **__: Any) -> Any:
        Path(path).read_text("utf-8")
        raise UsageError("it was read")

    return attempt


@needs_landlock
@pytest.mark.parametrize(
    ("path", "may_read"),
    [
        ("mine.yaml", True),
        ("below/table.csv", True),
        (".secret", False),
        (".keys/key", False),
        ("../outside", False),
    ],
)
def test_the_pack_s_folder_is_read_and_nothing_else(
    path: str, may_read: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for each in ("below", ".keys"):
        Path(each).mkdir()
    for each in ("below/table.csv", ".secret", ".keys/key", "../outside"):
        Path(each).write_text("content", "utf-8")
    monkeypatch.setattr(library, "resolve", _steal(path))
    assert run(["sheets", "mine.yaml"]) == 2
    assert ("Permission denied" in capsys.readouterr().err) != may_read


@linux
@pytest.mark.parametrize(
    ("options", "path", "good"),
    [
        ([], "output/a.pdf", True),
        ([], "output/mine-images/a.png", True),
        ([], "a.pdf", False),
        ([], "output/../a.pdf", False),
        ([], "output/.a.pdf", False),
        ([], "output/.git/a.pdf", False),
        ([], "output/a.sh", False),
        (["-o", "."], "mine.yaml", False),
        ([], "/nowhere/a.pdf", False),
        (["-o", "cards.pdf"], "cards.pdf", True),
        (["-o", "cards.pdf"], "cards-backs.pdf", True),
        (["-o", "cards.pdf"], "cards-credits.txt", True),
        (["-o", "cards.pdf"], "other-credits.txt", False),
        (["-o", "cards.pdf"], "cards.txt", False),
        (["-o", "cards.pdf"], "other.pdf", False),
        (["-o", "cards.pdf"], "output/a.pdf", False),
        (["-o", "folder"], "folder/a.pdf", True),
    ],
)
def test_files_go_only_where_the_command_line_says(
    options: list[str],
    path: str,
    good: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whatever a child that was taken over asks its parent to write."""

    def elsewhere(made: Any) -> list[Path]:
        return result._send_result(result.Result([result.ResultFile(Path(path), b"x" * 10_000_000)]))

    if good:
        assert not Path(path).exists()
    monkeypatch.setattr(result, "save_result", lambda made: elsewhere(made))
    assert run(["sheets", "mine.yaml", *options]) == (0 if good else 2)
    if good:
        assert Path(path).read_bytes() == b"x" * 10_000_000
    else:
        assert "cannot hold files of this command" in capsys.readouterr().err
        assert not Path(path).exists() or Path(path).read_text("utf-8") == PACK


@linux
def test_a_stopped_command_leaves_no_child(tmp_path: Path) -> None:
    """Ctrl-C: the program ends with 130, and its child with it."""
    script = (
        "import sys, time\n"
        "from cardgen.pack import library\n"
        "from cardgen.cli.main import run\n"
        "from cardgen.sandbox import child\n"
        "def wait(*_, **__):\n"
        "    import os\n"
        "    child.tell_parent('echo', (str(os.getpid()), True, True))\n"
        "    time.sleep(20)\n"
        "library.resolve = wait\n"
        "sys.exit(run(['sheets', 'mine.yaml']))\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        pid = int(process.stderr.readline())
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    assert process.returncode == 130
    assert "stopped" in said
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_every_command_that_draws_a_pack_takes_trust() -> None:
    for name in wall.WHOLE:
        assert TRUST in find_command(name).params


@linux
def test_a_command_that_plays_games_loads_its_pack_in_a_child(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(library, "resolve", say_process)
    for more, is_in_child in (([], True), (["--trust"], False)):
        assert run(["simulate", "mine.yaml", *more]) == 2
        said = capsys.readouterr().err
        assert "process " in said
        assert (f"process {os.getpid()}" not in said) == is_in_child
    monkeypatch.setattr(child, "PACK", Limits(0.2))
    monkeypatch.setattr(library, "resolve", spin)
    assert run(["simulate", "mine.yaml"]) == 1
    assert "mine.yaml: error: work on this file takes more than 0.2 seconds" in capsys.readouterr().err


@linux
def test_a_pack_that_a_child_has_examined_is_the_same_and_its_files_are_admitted(tmp_path: Path) -> None:
    Image.new("RGB", (400, 560), "navy").save("back.png")
    Path("back.yaml").write_text(PACK + "back: {image: back.png}\n", "utf-8")
    here = examination.examine("back.yaml")
    untrusted._admitted.clear()
    with examination.confined_reading():
        assert examination.examine("back.yaml") == here
    assert "back.png" in untrusted._admitted


def test_a_file_that_a_child_did_not_admit_as_it_is_now_is_not_read() -> None:
    Path("a.png").write_bytes(b"x")
    (outside := Path("../outside.png").resolve()).write_bytes(b"x")
    untrusted.admit(Path(), "a.png")
    admitted = untrusted.admissions()
    untrusted._admitted.clear()
    untrusted.readmit([Path()], {"a.png": admitted["a.png"], str(outside): admitted["a.png"]})
    assert untrusted.admissions() == {"a.png": admitted["a.png"]}
    for file, known in (("a.png", (1, 2, 3)), ("../outside.png", admitted["a.png"])):
        untrusted._admitted.clear()
        with pytest.raises(UsageError, match="changed while cardgen was at work"):
            untrusted.readmit([Path()], {file: known})


@linux
def test_a_script_without_a_guard_is_not_run_anew(tmp_path: Path) -> None:
    """Where a child is no fork, as on macOS and Windows, and beside threads."""
    script = tmp_path / "script.py"
    script.write_text(
        "import threading\n"
        "from cardgen.checks.examination import confined_reading, load\n"
        "threading.active_count = lambda: 2\n"
        "with confined_reading():\n"
        "    print(load('mine.yaml').count)\n",
        "utf-8",
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("56\n", "")


@linux
def test_a_file_that_changes_between_two_examinations_is_read_as_it_is_now() -> None:
    Image.new("RGB", (400, 560), "navy").save("back.png")
    Path("back.yaml").write_text(PACK + "back: {image: back.png}\n", "utf-8")
    with examination.confined_reading():
        examination.load("back.yaml")
        Image.new("RGB", (500, 700), "green").save("back.png")
        examination.load("back.yaml")
    assert untrusted.read_admitted_file(Path("back.png"), 1 << 20) == Path("back.png").read_bytes()
