"""Written whole or not at all: full disks, folders that refuse, links, and a kill in the middle."""

import errno
import os
import signal
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from cardgen.errors import UsageError
from cardgen.output.files import FolderUpdate, write_file

OLD, NEW = b"old " * 1000, b"new " * 5000


@pytest.fixture
def target(tmp_path):
    path = tmp_path / "sheets.pdf"
    path.write_bytes(OLD)
    return path


def alone(path):
    """Whether nothing lies beside the file."""
    return [entry.name for entry in path.parent.iterdir()] == [path.name]


def refuse(*numbers):
    """A function of os that fails with this error."""

    def failing(*_args, **_options):
        raise OSError(*numbers)

    return failing


def test_a_new_file_in_a_new_folder(tmp_path):
    path = tmp_path / "a" / "b" / "sheets.pdf"
    write_file(path, NEW)
    assert path.read_bytes() == NEW
    assert alone(path)


def test_an_old_file_is_replaced(target):
    write_file(target, NEW)
    assert target.read_bytes() == NEW
    assert alone(target)


def test_an_open_old_file_stays_whole_for_its_reader(target):
    with target.open("rb") as reader:
        write_file(target, NEW)
        assert reader.read() == OLD


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o444])
def test_permissions_are_kept(target, mode):
    target.chmod(mode)
    write_file(target, NEW)
    assert stat.S_IMODE(target.stat().st_mode) == mode


def test_a_new_file_gets_the_usual_permissions(tmp_path):
    usual = tmp_path / "usual"
    usual.touch()
    write_file(tmp_path / "new.pdf", NEW)
    assert (tmp_path / "new.pdf").stat().st_mode == usual.stat().st_mode


@pytest.mark.parametrize(
    ("function", "error"),
    [
        ("fsync", (errno.ENOSPC, "No space left on device")),
        ("fsync", (errno.EIO, "Input/output error")),
        ("replace", (errno.EPERM, "Operation not permitted")),
    ],
)
def test_the_old_file_survives_what_the_system_refuses(target, monkeypatch, function, error):
    with monkeypatch.context() as patch:
        patch.setattr(os, function, refuse(*error))
        with pytest.raises(UsageError, match=error[1]):
            write_file(target, NEW)
    assert target.read_bytes() == OLD
    assert alone(target)


def test_the_old_file_survives_a_folder_that_lets_nobody_write(target, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(tempfile, "mkstemp", refuse(errno.EACCES, "Permission denied"))
        with pytest.raises(UsageError, match="Permission denied"):
            write_file(target, NEW)
    assert target.read_bytes() == OLD


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_named(target):
    target.parent.chmod(0o500)
    try:
        with pytest.raises(UsageError, match=r"sheets\.pdf could not be written"):
            write_file(target, NEW)
        assert target.read_bytes() == OLD
    finally:
        target.parent.chmod(0o700)


_LIMITED = """
import resource, signal, sys
from pathlib import Path
from cardgen.errors import UsageError
from cardgen.output.files import write_file
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
try:
    write_file(Path(sys.argv[1]), b"n" * 1_000_000)
except UsageError as error:
    sys.exit(str(error))
"""


def test_the_old_file_survives_a_disk_that_is_full_after_some_bytes(target):
    """The system itself stops the writing, as it does on a full disk."""
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED, str(target)], capture_output=True, text=True, check=False
    )
    assert "could not be written" in done.stderr
    assert done.returncode == 1
    assert target.read_bytes() == OLD
    assert alone(target)


_STUCK = """
import os, sys
from pathlib import Path
from cardgen.output.files import write_file

def stuck(handle):
    print("writing", flush=True)
    sys.stdin.read()

os.fsync = stuck
write_file(Path(sys.argv[1]), b"n" * 1_000_000)
"""


def test_the_old_file_survives_a_kill_in_the_middle(target):
    with subprocess.Popen(
        [sys.executable, "-c", _STUCK, str(target)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == b"writing\n"
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert target.read_bytes() == OLD
    write_file(target, NEW)
    assert target.read_bytes() == NEW


def test_an_interruption_leaves_nothing_behind(target, monkeypatch):
    def interrupted(_handle):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write_file(target, NEW)
    assert target.read_bytes() == OLD
    assert alone(target)


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path):
    (tmp_path / "there").mkdir()
    real, link = tmp_path / "there" / "real.pdf", tmp_path / "link.pdf"
    real.write_bytes(OLD)
    link.symlink_to(real)
    write_file(link, NEW)
    assert link.is_symlink()
    assert real.read_bytes() == NEW
    assert alone(real)


def test_a_link_that_leads_nowhere_yet_gets_its_file(tmp_path):
    link = tmp_path / "link.pdf"
    link.symlink_to(tmp_path / "real.pdf")
    write_file(link, NEW)
    assert link.is_symlink()
    assert (tmp_path / "real.pdf").read_bytes() == NEW


def test_a_folder_in_the_way_is_said(tmp_path):
    (tmp_path / "sheets.pdf").mkdir()
    with pytest.raises(UsageError, match="a folder of this name is in the way"):
        write_file(tmp_path / "sheets.pdf", NEW)
    assert alone(tmp_path / "sheets.pdf")


def test_a_file_where_a_folder_should_be_is_said(target):
    with pytest.raises(UsageError, match="could not be written"):
        write_file(target / "more.pdf", NEW)
    assert target.read_bytes() == OLD


def test_a_pipe_or_device_is_left_alone(tmp_path):
    pipe = tmp_path / "pipe.pdf"
    os.mkfifo(pipe)
    with pytest.raises(UsageError, match="a device or a pipe"):
        write_file(pipe, NEW)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    with pytest.raises(UsageError, match="a device or a pipe"):
        write_file(Path(os.devnull), NEW)


def test_a_name_as_long_as_the_system_allows(tmp_path):
    path = tmp_path / ("n" * 251 + ".pdf")
    write_file(path, NEW)
    assert path.read_bytes() == NEW
    with pytest.raises(UsageError, match="could not be written"):
        write_file(tmp_path / ("n" * 300), NEW)


# Folders of files


def put(folder, files, old=(), kept=()):
    with FolderUpdate(folder, lambda: old, kept) as made:
        for name, data in files.items():
            made.add(name, data)


def held(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_files_of_somebody_s_own_are_named_and_never_written_over(tmp_path):
    mine = {"back.png": OLD, "cards.csv": OLD}
    for name, data in mine.items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises(
        UsageError, match=r"holds back.png, cards.csv, which cardgen did not make.*another folder"
    ):
        put(tmp_path, {"01.png": NEW, "back.png": NEW, "cards.csv": NEW, "cards.json": NEW})
    assert held(tmp_path) == mine


def test_files_of_an_earlier_run_are_replaced(tmp_path):
    put(tmp_path, {"back.png": OLD, "old.png": OLD})
    put(tmp_path, {"back.png": NEW}, old=["back.png", "old.png"])
    assert held(tmp_path) == {"back.png": NEW}


@pytest.mark.parametrize("link", [os.link, os.symlink, None])
def test_what_is_to_be_kept_is_kept_under_any_name_whatever_the_list_says(tmp_path, link):
    folder = tmp_path / "made"
    folder.mkdir()
    mine = tmp_path / "mine.png" if link else folder / "back.png"
    mine.write_bytes(OLD)
    if link:
        link(mine, folder / "back.png")
    with pytest.raises(UsageError, match=r"back\.png"):
        put(folder, {"back.png": NEW}, old=["back.png"], kept=[mine])
    put(folder, {"01.png": NEW}, old=["back.png"], kept=[mine])
    assert mine.read_bytes() == OLD
    assert held(folder) == {"01.png": NEW, "back.png": OLD}


# Links, other runs, and what a kill leaves


def test_a_link_out_of_the_folder_is_followed_only_where_the_user_named_it(tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_bytes(OLD)
    folder = tmp_path / "output"
    folder.mkdir()
    link = folder / "p-sheets.pdf"
    link.symlink_to(mine)
    with pytest.raises(UsageError, match=r"p-sheets\.pdf could not be written: it is a link out of its"):
        write_file(link, NEW)
    assert mine.read_bytes() == OLD
    write_file(link, NEW, is_user_named=True)
    assert mine.read_bytes() == NEW
    assert link.is_symlink()


def test_a_folder_that_is_a_link_is_followed_only_where_the_user_named_it(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "output").mkdir()
    link = tmp_path / "output" / "p-images"
    link.symlink_to(tmp_path / "home")
    with pytest.raises(UsageError, match="a link out of its folder"):
        put(link, {"01.png": NEW})
    assert held(tmp_path / "home") == {}
    with FolderUpdate(link, is_user_named=True) as made:
        made.add("01.png", NEW)
    assert held(tmp_path / "home") == {"01.png": NEW}


def test_a_forged_list_leads_no_picture_out_of_its_folder(tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_bytes(OLD)
    folder = tmp_path / "made"
    folder.mkdir()
    (folder / "01.png").symlink_to(mine)
    with pytest.raises(UsageError, match=r"holds 01\.png"):
        put(folder, {"01.png": NEW}, old=["01.png"])
    assert mine.read_bytes() == OLD


_KILLED = """
import os, signal, sys
from pathlib import Path
from cardgen.output.files import FolderUpdate
placed, replace = [], Path.replace

def killed(self, target):
    replace(self, target)
    placed.append(target)
    if len(placed) == 3:  # the journal and two of the files
        os.kill(os.getpid(), int(sys.argv[2]))

with FolderUpdate(Path(sys.argv[1])) as made:
    Path.replace = killed
    for name in ("a", "b", "c"):
        made.add(name + ".png", b"n" * 1000)
"""


def test_pictures_that_a_kill_left_in_their_places_are_known_to_the_next_run(tmp_path):
    folder = tmp_path / "made"
    command = [sys.executable, "-c", _KILLED, str(folder), str(int(signal.SIGKILL))]
    done = subprocess.run(command, check=False)
    assert done.returncode == -signal.SIGKILL
    assert {"a.png", "b.png"} < held(folder).keys()
    put(folder, {"b.png": NEW, "d.png": NEW})
    assert held(folder) == {"b.png": NEW, "d.png": NEW}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_files_on_the_way_to_their_places_all_arrive_before_a_signal_ends_the_run(tmp_path, number):
    folder = tmp_path / "made"
    command = [sys.executable, "-c", _KILLED, str(folder), str(int(number))]
    done = subprocess.run(command, check=False, capture_output=True)
    assert done.returncode != 0
    assert held(folder).keys() == {"a.png", "b.png", "c.png"}


def test_what_a_killed_run_left_half_written_goes_with_the_next(target):
    left = target.parent / ".cardgen-12345678.part"
    left.write_bytes(NEW)
    write_file(target, NEW)
    assert alone(target)


def test_two_runs_into_one_folder_do_not_mix(tmp_path, monkeypatch):
    monkeypatch.setattr("cardgen.output.files._PATIENCE", 0.05)
    with FolderUpdate(tmp_path / "made") as first:
        first.add("a.png", OLD)
        with pytest.raises(UsageError, match="another cardgen is writing into"):
            put(tmp_path / "made", {"b.png": NEW})
    assert held(tmp_path / "made") == {"a.png": OLD}


def test_what_another_run_made_meanwhile_is_its_own_kind(tmp_path):
    """Four runs at once into a new folder: each finds what the one before it has made."""
    folder = tmp_path / "made"

    def made_so_far() -> list[str]:
        return [file.name for file in folder.glob("*.png")]

    second = FolderUpdate(folder, made_so_far)
    with FolderUpdate(folder, made_so_far) as first:
        first.add("a.png", b"first")
    with second:
        second.add("a.png", b"second")
    assert (folder / "a.png").read_bytes() == b"second"
