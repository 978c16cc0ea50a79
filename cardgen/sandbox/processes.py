"""Start child processes, with channels between them and their parent.

On Linux a child is forked, which takes milliseconds: from this process if that is safe, else from a server, a
process of cardgen's own without threads. On other systems a child is a newly started program, which takes
longer.
"""

from __future__ import annotations

import errno
import os
import pickle
import select
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import ModuleType
from typing import Any

#: Maximum length of a message that is written in one system call.
_SHORT = 1 << 10


class Channel:
    """One end of a pipe or of a socket pair, for messages of any length.

    It replaces multiprocessing.connection, whose import takes 10 ms.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._descriptor

    def close(self) -> None:
        """Close this end of the channel."""
        os.close(self._descriptor)

    def send_bytes(self, message: bytes) -> None:
        """Send a message. Raises OSError if the other end is closed."""
        head = len(message).to_bytes(8, "big")
        # In one call if it is short, as the system writes that atomically.
        for data in [head + message] if len(message) < _SHORT else [head, message]:
            left = memoryview(data)
            while left:
                left = left[os.write(self._descriptor, left) :]

    def poll(self, seconds: float) -> bool:
        """Wait at most this many seconds. Return True if there is a message, or if the other end
        is closed.
        """
        # poll(), as select() supports no descriptor above 1023.
        waiting = select.poll()
        waiting.register(self._descriptor, select.POLLIN)
        return bool(waiting.poll(max(0.0, seconds) * 1000))

    def recv_bytes(self, max_bytes: int | None = None) -> bytes:
        """Return the next message. Raises EOFError if the other end is closed, OSError for a message longer
        than `max_bytes` bytes.
        """
        size = int.from_bytes(self._read(8), "big")
        if max_bytes is not None and size > max_bytes:
            raise OSError(errno.EMSGSIZE, "the message is too long")
        return self._read(size)

    def _read(self, size: int) -> bytes:
        """Return exactly this many bytes. Raises EOFError if the other end is closed."""
        parts = []
        while size:
            part = os.read(self._descriptor, min(size, 1 << 20))
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


class _ForkedChild:
    """A child that this process forked, with the interface of multiprocessing.Process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.exitcode: int | None = None

    def kill(self) -> None:
        if self.exitcode is None:
            os.kill(self.pid, signal.SIGKILL)

    def join(self, seconds: float | None = None) -> None:
        until = None if seconds is None else time.monotonic() + seconds
        while self.exitcode is None:
            ended, status = os.waitpid(self.pid, 0 if until is None else os.WNOHANG)
            if ended:
                self.exitcode = os.waitstatus_to_exitcode(status)
            elif until is not None and time.monotonic() > until:
                return
            else:
                time.sleep(0.005)

    def close(self) -> None:
        pass


def start_child(
    function: Callable[..., None], args: tuple[Any, ...], *, two_way: bool, from_server: bool
) -> tuple[Any, Any]:
    """Start a child process that calls a function. Return this process's end of the channel to the child, and
    the process.

    function: a function of a module; it is called with the child's end of the channel and `args`. two_way:
    whether messages go both ways. from_server: fork the child from the server, even if this process could
    fork; a copy of this process would hold the memory of its user's program.
    """
    if sys.platform == "linux":
        # Locks that other threads hold at the moment of a fork stay locked in the child.
        if not from_server and threading.active_count() == 1:
            return _fork_child(function, args, two_way)
        with suppress(_ServerUnavailable):
            return _server.start_child(function, args, two_way)
    return _spawn_child(function, args, two_way)


def _channel_pair(two_way: bool) -> tuple[int, int]:
    """Return the descriptors of a channel: this process's end, and the child's. two_way: whether messages go
    both ways.
    """
    if not two_way:
        return os.pipe()
    import socket

    ours, theirs = socket.socketpair()
    return ours.detach(), theirs.detach()


def _fork_child(
    function: Callable[..., None], args: tuple[Any, ...], two_way: bool
) -> tuple[Channel, _ForkedChild]:
    """Fork a child of this process. Return this process's end of the channel, and the child."""
    ours, theirs = _channel_pair(two_way)
    pid = os.fork()
    if pid == 0:
        os.close(ours)
        _run_forked_child(function, theirs, args)
    os.close(theirs)
    return Channel(ours), _ForkedChild(pid)


def _run_forked_child(function: Callable[..., None], descriptor: int, args: tuple[Any, ...]) -> None:
    """Call a function in a forked child, and end the child."""
    code = 1
    try:
        function(Channel(descriptor), *args)
        code = 0
    finally:
        # Exit without flushing the parent's buffers a second time.
        os._exit(code)


def _spawn_child(function: Callable[..., None], args: tuple[Any, ...], two_way: bool) -> tuple[Any, Any]:
    """Start a child as a new program. Return this process's end of the channel, and the child."""
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=two_way)
    process = context.Process(target=function, args=(sender, *args), daemon=True)
    # The child must not run the main script of the program that starts it.
    with _starting:
        script, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
        try:
            process.start()
        finally:
            sys.modules["__main__"] = script
    sender.close()
    return receiver, process


#: Held while a process is started under another main module.
_starting = threading.Lock()


# --- the server from which children are forked ----------------------------------------------------


class _ServerUnavailable(Exception):  # noqa: N818 - its name says it
    """Raised if this system has no server that forks, or it has ended."""


class _ServerChild:
    """A child that the server forked, with the interface of multiprocessing.Process."""

    def __init__(self, pid: int, handle: int, control: Any) -> None:
        """Keep the child's handle (pidfd_open(2)), and the socket on which the server reports that it has
        ended.
        """
        self.pid = pid
        self._handle, self._control = handle, control
        self.exitcode: int | None = None

    def kill(self) -> None:
        if self.exitcode is None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    def join(self, seconds: float | None = None) -> None:
        if self.exitcode is None:
            self._control.settimeout(seconds)
            with suppress(OSError):
                told = self._control.recv(_CODE.size)
                # The server ends its children when it ends itself.
                self.exitcode = _CODE.unpack(told)[0] if len(told) == _CODE.size else -signal.SIGKILL

    def close(self) -> None:
        os.close(self._handle)
        self._control.close()


#: What the server reports about a child: its number, and at its end the exit code.
_PID, _CODE = struct.Struct("=q"), struct.Struct("=i")
#: Maximum size of a pickled task in bytes; a pack of ten thousand cards takes a few bytes.
_MOST_TASK = 1 << 30


class _ForkServer:
    """A client of the server that forks; the first request starts the server."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: A socket to it, and the process that started it: a forked copy has no server.
        self._socket: Any = None
        self._owner = 0
        self._server = 0

    def start_child(
        self, function: Callable[..., None], args: tuple[Any, ...], two_way: bool
    ) -> tuple[Channel, _ServerChild]:
        """Start a child as start_child() of this module does. Raises _ServerUnavailable if there is no
        server.
        """
        import socket

        task = pickle.dumps(
            (function.__module__, function.__qualname__, args, _current_folder(), _preloads, _preload_pause)
        )
        for _ in range(2):
            ours, theirs = _channel_pair(two_way)
            control, its_control = socket.socketpair()
            try:
                with self._lock:
                    server = self._socket_to_running_server()
                    # The server reads the task from the control socket.
                    socket.send_fds(server, [b"c"], [theirs, its_control.fileno()])
                its_control.close()
                control.sendall(_PID.pack(len(task)) + task)
                told, handles, _, _ = socket.recv_fds(control, _PID.size, 1)
            except OSError:
                told, handles = b"", []
            finally:
                os.close(theirs)
                its_control.close()
            if len(told) == _PID.size and handles:
                return Channel(ours), _ServerChild(_PID.unpack(told)[0], handles[0], control)
            # The server was ended from outside: try once more.
            os.close(ours)
            control.close()
            self._forget_server()
        raise _ServerUnavailable

    def _forget_server(self) -> None:
        """Close the socket to the server, so that the next child starts a new one."""
        with self._lock:
            if self._socket is not None and self._owner == os.getpid():
                # It ends when this end is closed, if it has not ended yet.
                self._socket.close()
                with suppress(ChildProcessError):
                    os.waitpid(self._server, os.WNOHANG)
            self._socket = None

    def _socket_to_running_server(self) -> Any:
        """Return the socket to the server; start the server if it does not run. Raises _ServerUnavailable if
        it cannot be started.
        """
        import socket

        if self._socket is not None and self._owner == os.getpid():
            return self._socket
        if not (sys.executable and hasattr(os, "pidfd_open")):
            raise _ServerUnavailable
        ours, theirs = socket.socketpair()
        # The program's own module path, so that the same installed modules are found.
        path = [each for each in sys.path if isinstance(each, str)]
        begin = f"import sys; sys.path[:] = {path!r}; from {__name__} import serve; serve()"
        streams = [
            (os.POSIX_SPAWN_DUP2, theirs.fileno(), _STREAM),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ]
        # Children have no environment; the variables of the library loader are for the server's own start.
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        try:
            self._server = os.posix_spawn(
                sys.executable, [sys.executable, "-I", "-c", begin], environment, file_actions=streams
            )
        except OSError:
            ours.close()
            raise _ServerUnavailable from None
        finally:
            theirs.close()
        if not self._owner:
            import atexit

            atexit.register(self._forget_server)
        self._socket, self._owner = ours, os.getpid()
        return ours


#: The descriptor of the server's socket, and the variables that it is started with.
_STREAM = 0
_ENVIRONMENT = (
    "CARDGEN_FONTS",
    "CARDGEN_ICONS",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LD_LIBRARY_PATH",
    "PATH",
    "PYTHONHOME",
    "TZ",
)


def _current_folder() -> str:
    """Return the current folder; "/" if it no longer exists."""
    try:
        return os.getcwd()  # noqa: PTH109 - quicker than a Path
    except OSError:
        return "/"


_server = _ForkServer()
#: The server's preloads when it is idle, and the idle seconds before them.
_preload_pause = 0.05
_preloads: dict[tuple[Callable[..., object], tuple[Any, ...]], None] = {}


def warm_up_server(function: Callable[..., object], *args: Any) -> None:
    """Let the server call a function once while it is idle. Children that the server forks later have its
    results, such as imported modules, in memory.

    function: a function of a module that reads no stranger's file.
    """
    _preloads[function, args] = None


def set_preload_pause(seconds: float) -> None:
    """Set how many seconds the server is idle before it makes the calls requested by warm_up_server().

    In the pause, other work can use the processor.
    """
    global _preload_pause
    _preload_pause = seconds


def serve() -> None:
    """Run the server: fork a child for each task that arrives, until the other end is closed; then end all
    children.

    For each child, two descriptors arrive on the socket at _STREAM: the child's channel, and a control
    socket. The task is read from the control socket; the child's number, its handle and finally its exit code
    are written to it.
    """
    import selectors
    import socket

    # Ctrl-C in a terminal is for the program, which ends its children itself.
    os.setsid()
    asked = socket.socket(fileno=os.dup(_STREAM))
    os.dup2(1, _STREAM)
    waiting = selectors.DefaultSelector()
    waiting.register(asked, selectors.EVENT_READ)
    #: The preloads, and whether they are done.
    ahead: dict[tuple[Callable[..., object], tuple[Any, ...]], bool] = {}
    pause = _preload_pause
    while True:
        left = next((each for each, is_done in ahead.items() if not is_done), None)
        found = waiting.select(None if left is None else pause)
        if left is not None and not found:
            ahead[left] = True
            with suppress(Exception):
                left[0](*left[1])
        for key, _ in found:
            if key.fileobj is asked:
                told, passed, _, _ = socket.recv_fds(asked, 1, 2)
                if not told:
                    _end_children(each.data[0] for each in waiting.get_map().values() if each.data)
                    return
                more, pause = _fork_for_task(passed, waiting)
                for each in more:
                    ahead.setdefault(each, False)
            else:
                pid, control = key.data
                waiting.unregister(key.fileobj)
                os.close(key.fd)
                _, status = os.waitpid(pid, 0)
                with suppress(OSError):
                    control.sendall(_CODE.pack(os.waitstatus_to_exitcode(status)))
                control.close()


def _fork_for_task(
    passed: list[int], waiting: Any
) -> tuple[Iterable[tuple[Callable[..., object], tuple[Any, ...]]], float]:
    """Fork a child for one task, unless the requesting process has ended or the task cannot be loaded here.

    Return (the calls that the server should make once, so that later children find their results in memory;
    the pause in seconds before it makes them).
    """
    import importlib
    import selectors
    import socket

    channel, control = passed[0], socket.socket(fileno=passed[1])
    try:
        with control.makefile("rb") as stream:
            size = _PID.unpack(stream.read(_PID.size))[0]
            # From the program that started this one. Modules imported here are there for the next child.
            module, name, args, folder, ahead, pause = pickle.loads(stream.read(size))  # noqa: S301
        work = getattr(importlib.import_module(module), name)
    except Exception:
        os.close(channel)
        control.close()
        return (), _preload_pause
    pid = os.fork()
    if pid == 0:
        control.close()
        with suppress(OSError):
            os.chdir(folder)
        _run_forked_child(work, channel, args)
    os.close(channel)
    handle = os.pidfd_open(pid)
    waiting.register(handle, selectors.EVENT_READ, (pid, control))
    with suppress(OSError):
        socket.send_fds(control, [_PID.pack(pid)], [handle])
    return tuple(ahead), pause


def _end_children(children: Iterable[int]) -> None:
    """Kill processes; those that have ended are skipped."""
    for pid in children:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
