"""Work on strangers' files, in a child process with limits that the operating system enforces.

A template, a picture or a PDF of a few kilobytes can be made to compute for days or to fill the memory, in
more ways than can be counted beforehand. So what such a file makes cardgen do runs in a child: the system
bounds its time and memory, and this process how long it waits and how much it takes back. On Linux the child
also reads nothing but what the work needs, and writes, connects and starts nothing; see confinement.py.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import io
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..errors import CardgenError, Mark, OutOfTime, PackError, Problem, UsageError
from ..units import Figure, Sentence
from . import untrusted
from .confinement import confine

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")
Tick = Callable[[int, int], None]


class Limits(NamedTuple):
    """The limits of the work on one file."""

    #: Of processor time; on the clock as much as _WAITS times as long may pass.
    seconds: float
    #: Bytes beyond what the process has when it starts; bounded on Linux only.
    memory: int = 1 << 30
    #: Bytes of the result.
    output: int = 64 << 20


#: A busy machine takes longer. Windows bounds no processor time, so that the clock has to do.
_WAITS = 3 if sys.platform == "win32" else 15

#: A book of 200,000 characters, the longest template, takes a second and 50 MB to set.
TEMPLATE = Limits(20, memory=512 << 20)
#: A spreadsheet of 20,000 rows of 8 columns takes half a second and 50 MB.
TABLE = Limits(10, memory=512 << 20, output=32 << 20)
#: A font of 17,000 glyphs takes 0.3 seconds and 60 MB.
FONT = Limits(10, memory=512 << 20)
#: For each picture: the largest, 60 million pixels with transparency, takes a second and 550 MB.
PICTURE = Limits(15)
#: A press file of 117 MB, with a picture on each of its 120 pages, takes 15 seconds and 340 MB; one picture
#: of 48 million pixels takes 360 MB; the 352 pages of pdf.js's freeculture.pdf take 24 seconds and 130 MB.
PDF = Limits(60, memory=500 << 20)
#: Seconds more for each face or back that pages are compared with: one with a large picture takes 0.1 s.
_SECONDS_A_FACE = 0.3


def pdf_limits(faces: int) -> Limits:
    """Return the limits of work on a PDF that is compared with this many faces and backs of a pack."""
    return PDF._replace(seconds=PDF.seconds + _SECONDS_A_FACE * faces)


class OverLimit(CardgenError):  # noqa: N818 - it says what it is
    """Work on a file was ended; says so as a sentence goes on: "takes more than 20 seconds"."""

    exit_code = 1

    def __init__(self, message: str, done: int = 0) -> None:
        super().__init__(message)
        #: The last thing that the work told of.
        self.done = done


#: True in such a child.
_confined = False


def confined(
    work: Callable[..., T], *args: Any, limits: Limits, returns: Sequence[type] = (), tick: Tick | None = None
) -> T:
    """Call a function in a child process that has these limits; in such a child, simply call it.

    work: a function of a module, not of another function. returns: the classes of what it returns, beside
    plain data. tick: handed to it by that name, and told here what is told there. Raises OverLimit, and
    UsageError and PackError as the function does.
    """
    if _confined:
        return work(*args, **({} if tick is None else {"tick": tick}))
    context = _context()
    receiver, sender = context.Pipe(duplex=False)
    readable = untrusted.admitted_files()
    process = context.Process(
        target=_child, args=(sender, limits, readable, tick is not None, work, args), daemon=True
    )
    process.start()
    sender.close()
    done = 0
    try:
        for kind, value in _messages(receiver, process, limits, returns):
            if kind == "tick" and tick is not None:
                done = value[0]
                tick(*value)
            elif kind == "limit":
                raise OverLimit(value, done)
            elif kind in _ERRORS:
                raise _ERRORS[kind](value)
            elif kind == "done":
                break
    finally:
        receiver.close()
        process.kill()
        process.join()
        process.close()
    result: T = value
    return result


#: The words of a child that has no result. A fault is one of cardgen's own, with its traceback.
_ERRORS: dict[str, type[Exception]] = {"pack": PackError, "usage": UsageError, "fault": RuntimeError}


def _context() -> Any:
    """Choose how a child is made: by a fork, which takes milliseconds, where that is safe, else from the
    start.
    """
    import multiprocessing

    # What other threads hold at the moment of a fork stays locked in the child; macOS has threads of its own.
    forks = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if forks else "spawn")


def _messages(
    receiver: Connection, process: Any, limits: Limits, returns: Sequence[type]
) -> Iterator[tuple[str, Any]]:
    """Yield what the child says, each as a word and a value; the last is that it was ended, if it was."""
    slow = f"takes more than {limits.seconds:g} seconds"
    started = time.monotonic()
    until = started + _WAITS * limits.seconds
    with contextlib.suppress(EOFError, OSError):
        while (left := until - time.monotonic()) > 0:
            if receiver.poll(min(left, 1.0, limits.seconds)):
                yield _Records(receiver.recv_bytes(limits.output + _FRAME), returns).load()
            elif _slept(process.pid, time.monotonic() - started) > limits.seconds:
                break
        yield "limit", slow
        return
    process.join(1)
    if process.exitcode in _ENDED:
        yield "limit", slow
    yield "limit", f"{_too_much_memory(limits)}, or makes the program that reads it fail"


def _slept(process: int, elapsed: float) -> float:
    """Return for how many of the elapsed seconds a process neither ran nor waited for a processor.

    0 where the system does not count that (proc(5), schedstat).
    """
    try:
        ran, waited, _ = Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return 0.0
    return elapsed - (int(ran) + int(waited)) / 1e9


#: The signal that ends a child whose processor time is over.
_ENDED = {-getattr(signal, name) for name in ("SIGXCPU", "SIGKILL") if hasattr(signal, name)}
#: The bytes of a message around its value.
_FRAME = 1 << 10


def _too_much_memory(limits: Limits) -> str:
    return f"takes more than {limits.memory >> 20} MB of memory"


#: What problems are made of.
_TOLD = (Problem, Mark, Sentence, Figure)


class _Records(pickle.Unpickler):
    """Reads a child's message: plain data and the records that are named, and nothing that does anything."""

    def __init__(self, data: bytes, known: Sequence[type]) -> None:
        super().__init__(io.BytesIO(data))
        self._known = {(each.__module__, each.__qualname__): each for each in (*known, *_TOLD)}

    def find_class(self, module: str, name: str) -> Any:
        """Return a class that is known; raises UnpicklingError for any other."""
        if (module, name) not in self._known:
            raise pickle.UnpicklingError(f"{module}.{name} is not among what the work returns")
        return self._known[module, name]


def _child(
    sender: Connection,
    limits: Limits,
    readable: Sequence[str],
    ticks: bool,
    work: Callable[..., Any],
    args: Any,
) -> None:
    """Run in the child: set its own limits, work, and say what came of it."""
    global _confined
    _confined = True

    def say(kind: str, value: Any) -> None:
        message = pickle.dumps((kind, value))
        if len(message) > limits.output:
            message = pickle.dumps(("limit", f"makes more than {limits.output >> 20} MB"))
        sender.send_bytes(message)

    # A command runs without (see __main__.py); a long file's cycles would fill the memory that it may have.
    gc.freeze()
    gc.enable()
    more = {"tick": lambda done, total: say("tick", (done, total))} if ticks else {}
    try:
        _silence(sender.fileno())
        _limit(limits)
        confine(readable, kept=sender.fileno())
        say("done", work(*args, **more))
    except OutOfTime as error:
        say("limit", str(error))
    except MemoryError:
        say("limit", _too_much_memory(limits))
    except PackError as error:
        say("pack", error.problems)
    except CardgenError as error:
        say("usage", str(error))
    except Exception:
        import traceback

        say("fault", traceback.format_exc())


def _silence(kept: int) -> None:
    """Let this process read and print nothing: what libraries say is no report. kept: a descriptor of ours.

    That is among the first three where the parent was started with these closed.
    """
    faulthandler.disable()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in {0, 1, 2} - {kept}:
        os.dup2(nowhere, stream)


def _limit(limits: Limits) -> None:
    """Bound this process, as far as its system can."""
    # The parent ends the child where it is stopped itself.
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN if name == "SIGINT" else signal.SIG_DFL)
    if sys.platform == "win32":
        return
    import resource

    def out_of_time(*_: object) -> None:
        raise OutOfTime(f"takes more than {limits.seconds:g} seconds")

    signal.signal(signal.SIGPROF, out_of_time)
    signal.setitimer(signal.ITIMER_PROF, limits.seconds)
    # Python hears that signal once it is back from a library; the system ends what does not come back.
    last = int(limits.seconds) + 1
    bounds = {resource.RLIMIT_CPU: last, resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: 0}
    if sys.platform == "linux":
        # Elsewhere it does not count what is mapped, which is where memory comes from.
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
        bounds[resource.RLIMIT_DATA] = pages * resource.getpagesize() + limits.memory
    for kind, most in bounds.items():
        # A lower limit that the system or its user has set already stays.
        _, hard = resource.getrlimit(kind)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))
