"""What a stranger's file could try if it took over the program that reads it, in the child that reads it."""

import ctypes
import errno
import fcntl
import mmap
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardgen.sandbox import child, confinement, untrusted
from cardgen.sandbox.child import Limits, OverLimit, run_confined

LIMITS = Limits(5, memory=100 << 20, output=1 << 20)
REFUSED = {errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EXDEV}
pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux confines the child"),
    pytest.mark.skipif(
        not all(confinement.confinement_features().values()), reason="this kernel lacks Landlock or seccomp"
    ),
]


@pytest.fixture(params=["forked", "from the server", "worker"])
def inside(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Calls a function in each kind of child."""

    def in_worker(work: Callable[..., Any], *args: Any) -> Any:
        worker = child.ConfinedWorker(Caller, limits=LIMITS)
        try:
            return worker.ask("call", work, args)
        finally:
            worker.close()

    def in_server(work: Callable[..., Any], *args: Any) -> Any:
        readable = untrusted.admitted_files()
        with child.child_messages(
            work, *args, limits=LIMITS, readable=readable, from_server=True
        ) as messages:
            return next(value for kind, value in messages if kind == "done")

    return {
        "forked": lambda work, *args: run_confined(work, *args, limits=LIMITS),
        "from the server": in_server,
        "worker": in_worker,
    }[request.param]


class Caller:
    """What a worker serves: any call."""

    def call(self, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        return work(*args)


def error_of(attempt: Callable[..., object], *args: object) -> int:
    """Return the error that the system answers with; 0 where it lets the attempt succeed."""
    try:
        attempt(*args)
    except OSError as error:
        return error.errno or -1
    return 0


def errors_of(attempts: dict[str, tuple[Any, ...]]) -> dict[str, int]:
    """Return the error of each attempt, which are made one after the other in one child."""
    return {name: error_of(*attempt) for name, attempt in attempts.items()}


def call(number: int, *args: object) -> None:
    """Make a system call that Python has no function for. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(number, *args) < 0:
        raise OSError(ctypes.get_errno(), "refused")


def append(file: Path) -> None:
    with file.open("ab") as opened:
        opened.write(b"x")


def start_program() -> None:
    os.execv("/bin/true", ["/bin/true"])


def start_program_in_a_process() -> None:
    subprocess.run(["/bin/true"], check=True)


def connect(host: str, kind: socket.SocketKind) -> None:
    with socket.socket(socket.AF_INET, kind) as opened:
        opened.connect((host, 53))


def ask_for_a_name() -> None:
    try:
        socket.getaddrinfo("localhost", 80)
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()
    except socket.gaierror as error:
        raise OSError(errno.EACCES, "refused") from error


def connect_unix(file: Path) -> None:
    with socket.socket(socket.AF_UNIX) as opened:
        opened.connect(str(file))


def read_memory(process: int) -> None:
    with Path(f"/proc/{process}/mem").open("rb") as opened:
        opened.seek(0x1000)
        opened.read(1)


def limit_parent(process: int) -> None:
    resource.prlimit(process, resource.RLIMIT_CPU, (1, 1))


def read_memory_at_once(process: int) -> None:
    call({"x86_64": 310, "aarch64": 270}[os.uname().machine], process, None, 0, None, 0, 0)


def take_a_descriptor(process: int) -> None:
    call(438, os.pidfd_open(process), 0, 0)


def have_signals_sent(process: int) -> None:
    """Whoever owns a descriptor gets a signal when something comes."""
    ours, _ = os.pipe()
    fcntl.fcntl(ours, 8, process)  # F_SETOWN


def have_signals_sent_by_ioctl(process: int) -> None:
    ours, _ = os.pipe()
    fcntl.ioctl(ours, 0x8901, struct.pack("i", process))  # FIOSETOWN


def watch_a_folder() -> None:
    call({"x86_64": 294, "aarch64": 26}[os.uname().machine], 0)


def share_memory() -> None:
    mmap.mmap(-1, 1 << 20)  # which no limit of a process counts


def connect_abstract() -> None:
    with socket.socket(socket.AF_UNIX) as opened:
        opened.connect("\0name")


def write_by_descriptor(file: Path) -> None:
    os.close(os.open(f"/proc/self/fd/{os.open(file, os.O_RDONLY)}", os.O_WRONLY))


def truncate_on_opening(file: Path) -> None:
    os.close(os.open(file, os.O_RDONLY | os.O_TRUNC))


def raise_own_limit() -> None:
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    except ValueError as error:  # Python's word for EPERM
        raise OSError(errno.EPERM, "refused") from error


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    (tmp_path / "folder").mkdir()
    (file := tmp_path / "victim.txt").write_text("as it was")
    return file


def on_files(victim: Path) -> dict[str, tuple[Callable[..., object], ...]]:
    folder = victim.parent
    return {
        "read": (victim.read_bytes,),
        "list": (os.listdir, folder),
        "write": (victim.write_text, "other"),
        "append": (append, victim),
        "create": ((folder / "new").touch,),
        "truncate": (os.truncate, victim, 0),
        "delete": (victim.unlink,),
        "rename": (victim.rename, folder / "renamed"),
        "move": (victim.rename, folder / "folder" / "victim.txt"),
        "link": (os.link, victim, folder / "link"),
        "symbolic link": (os.symlink, victim, folder / "link"),
        "make a folder": ((folder / "made").mkdir,),
        "remove a folder": ((folder / "folder").rmdir,),
        "pipe": (os.mkfifo, folder / "pipe"),
        "mode": (victim.chmod, 0o777),
        "owner": (os.chown, victim, 1, 1),
        "times": (os.utime, victim, (0, 0)),
        "attribute": (os.setxattr, victim, "user.a", b"x"),
    }


def traits(file: Path) -> tuple[int, ...]:
    found = file.stat()
    return found.st_mode, found.st_ino, found.st_nlink, found.st_uid, found.st_size, found.st_mtime_ns


@pytest.mark.parametrize("admitted", [False, True], ids=["elsewhere", "beside the pack"])
def test_no_file_is_touched(
    victim: Path, admitted: bool, monkeypatch: pytest.MonkeyPatch, inside: Callable[..., Any]
) -> None:
    """Not in the pack's own folder either, where only the files that the pack names may be read."""
    monkeypatch.setattr(untrusted, "_real", {})
    if admitted:
        untrusted.admit(victim.parent, victim.name)
    before = traits(victim)
    found = inside(errors_of, on_files(victim))
    assert [name for name, error in found.items() if error == 0] == ["read"] * admitted
    assert {*found.values()} <= REFUSED | {0, errno.EFBIG}
    assert victim.read_text() == "as it was"
    assert traits(victim) == before
    assert sorted(each.name for each in victim.parent.iterdir()) == ["folder", "victim.txt"]


def beyond_files() -> list[tuple[Any, ...]]:
    """Return attempts to reach processes, the network, the system and its files."""
    return [
        (connect, "127.0.0.1", socket.SOCK_STREAM),
        (connect, "127.0.0.1", socket.SOCK_DGRAM),
        (ask_for_a_name,),
        (connect_unix, Path("/run/dbus/system_bus_socket")),
        (socket.socketpair,),
        (start_program,),
        (start_program_in_a_process,),
        (os.fork,),
        (os.kill, os.getppid(), signal.SIGTERM),
        (limit_parent, os.getpid()),
        (raise_own_limit,),
        (os.setpriority, os.PRIO_PROCESS, 0, 5),
        (read_memory, os.getpid()),
        (read_memory_at_once, os.getpid()),
        (take_a_descriptor, os.getpid()),
        (have_signals_sent, os.getpid()),
        (have_signals_sent_by_ioctl, os.getpid()),
        (watch_a_folder,),
        (share_memory,),
        (connect_abstract,),
        (write_by_descriptor, Path(os.__file__)),
        (truncate_on_opening, Path(os.__file__)),
        (os.open, "/dev/tty", os.O_RDWR),
        (os.open, "/dev/shm", os.O_RDWR | os.O_TMPFILE),
        (Path(f"/proc/{os.getpid()}/environ").read_bytes,),
        (Path("/proc/self/environ").read_bytes,),
        (Path("/etc/passwd").read_bytes,),
        (Path.home().iterdir,) if sys.version_info >= (3, 13) else (os.listdir, Path.home()),
        # io_uring_setup, ptrace, and a number that no call has yet.
        (call, 425, 1, None),
        (call, 117 if os.uname().machine == "aarch64" else 101, 16, os.getpid(), 0, 0),
        (call, 9999),
    ]


def test_nothing_else_is_reached(inside: Callable[..., Any]) -> None:
    found = inside(errors_of, {str(attempt): attempt for attempt in beyond_files()})
    assert {attempt: error for attempt, error in found.items() if error not in REFUSED} == {}


def block_at(begin: int, size: int) -> tuple[list[str], bytes]:
    return list(os.environ), ctypes.string_at(begin, size)


def test_the_environment_is_erased() -> None:
    fields = Path("/proc/self/stat").read_text(encoding="latin-1").rpartition(")")[2].split()
    begin, end = int(fields[47]), int(fields[48])
    if b"PATH=" not in ctypes.string_at(begin, end - begin):
        pytest.skip("this test runs in a process whose environment was overwritten already")
    names, block = run_confined(block_at, begin, end - begin, limits=LIMITS)
    assert names == []
    assert not block.strip(b"\0")


def test_a_file_that_has_become_a_link_is_not_followed(victim: Path) -> None:
    secret = victim.parent / "folder" / "secret.txt"
    secret.write_text("secret")
    untrusted.admit(victim.parent, victim.name)
    victim.unlink()
    victim.symlink_to(secret)
    assert run_confined(error_of, victim.read_bytes, limits=LIMITS) in REFUSED


def content_of(descriptor: int) -> bytes:
    return os.read(descriptor, 100)


def test_no_open_file_is_inherited(victim: Path) -> None:
    with victim.open() as opened:
        assert run_confined(content_of, opened.fileno(), limits=LIMITS) == b""


def in_a_thread() -> int:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(os.getpid()))
    thread.start()
    thread.join()
    return found[0]


def late_import() -> str:
    import wave  # one that nothing has imported before

    return wave.__name__


def test_threads_and_late_imports_work() -> None:
    assert run_confined(in_a_thread, limits=LIMITS) != os.getpid()
    assert run_confined(late_import, limits=LIMITS) == "wave"


@pytest.mark.parametrize("lacking", ["files", "calls"])
def test_where_a_kernel_lacks_one_wall_the_other_stands(
    victim: Path, lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if lacking == "files":
        monkeypatch.setattr(confinement, "_landlock_version", lambda libc: 0)
    else:
        monkeypatch.setattr(confinement, "_MACHINES", {})
    assert (run_confined(error_of, os.fork, limits=LIMITS) == 0) == (lacking == "calls")
    assert (run_confined(error_of, victim.read_bytes, limits=LIMITS) == 0) == (lacking == "files")


def sleep() -> None:
    threading.Event().wait(60)


def test_who_sleeps_is_ended_before_a_slow_machine_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock waits for work that gets no processor, not for work that asks for none."""
    monkeypatch.setattr(child, "_CLOCK_FACTOR", 10_000)
    with pytest.raises(OverLimit, match=r"takes more than 0.3 seconds"):
        run_confined(sleep, limits=LIMITS._replace(seconds=0.3))
