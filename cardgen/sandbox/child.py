"""Process strangers' files in a child process with limits that the operating system enforces.

A template, a picture or a PDF of a few kilobytes can compute for days or fill the memory, in more ways than
can be listed. So what cardgen does with such a file runs in a child: the system limits its time and memory,
and this process limits the waiting time and the size of the result. On Linux the child also reads only what
the work needs, and writes, connects and starts nothing; see confinement.py.
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
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ..errors import (
    CardgenError,
    FileChanged,
    KeyPath,
    Mark,
    OutOfTime,
    PackError,
    Problem,
    Suggestion,
    UsageError,
)
from ..units import Figure, Sentence
from . import processes, untrusted
from .confinement import confine

T = TypeVar("T")
Tick = Callable[[int, int], None]


class Limits(NamedTuple):
    """The limits of the work on one file."""

    #: Processor time; on the clock _CLOCK_FACTOR times as long.
    seconds: float
    #: Bytes beyond the process's size at its start; enforced on Linux only.
    memory: int = 1 << 30
    #: Maximum size of the result, or of one message, in bytes.
    output: int = 64 << 20
    #: Maximum number of additional seconds that the work may request, see extend_time().
    more: float = 0
    #: Number of new objects between garbage collections; 0 for Python's default, which takes a tenth of a
    #: cold command.
    collect_after: int = 0


#: A busy machine takes longer. Windows does not limit processor time, so only the clock counts.
_CLOCK_FACTOR = 3 if sys.platform == "win32" else 15

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
#: Additional seconds per face or back that pages are compared with: a large picture takes 0.1 s.
_SECONDS_A_FACE = 0.3
#: Maximum number of faces for which seconds are added: a pack can declare many in a few lines.
_MOST_FACES = 2_000
#: For all work of a command on packs; _SECONDS_A_FACE are added for each of their faces.
PACK = Limits(30, memory=600 << 20, more=_MOST_FACES * _SECONDS_A_FACE, collect_after=50_000)


def pdf_limits(faces: int) -> Limits:
    """Return the limits of work on a PDF. faces: how many faces and backs of a pack the PDF is compared
    with.
    """
    return PDF._replace(seconds=PDF.seconds + _SECONDS_A_FACE * min(faces, _MOST_FACES))


class OverLimit(CardgenError):  # noqa: N818 - its name says it
    """Work on a file exceeded a limit; the message is a predicate: "takes more than 20 seconds"."""

    exit_code = 1
    #: The hint for a pack or another file that the user named.
    hint = "if it is your own, or from somebody you trust, add --trust"

    def __init__(self, message: str, done: int = 0, place: Problem | None = None) -> None:
        super().__init__(message)
        #: The last progress that the work reported.
        self.done = done
        #: A problem that only has a place, where the work was; None if that is unknown.
        self.place = place


class EndedBySystem(OverLimit):
    """Work on a file was ended by the system or its user before it reached a limit."""

    hint = "close other programs and run it again; a lower --dpi takes less memory, where a command has it"


def over_budget_error(file: Path, error: OverLimit, hint: str = "") -> PackError:
    """Return the error for a file whose processing exceeded a limit.

    file: the file. error: the limit that was exceeded; if the work recorded its place, this becomes the place
    of the result. hint: the hint if the pack is the user's own; "" for the hint that commands give.
    """
    own = isinstance(error, EndedBySystem) or not hint
    hint = error.hint if own else hint
    if error.place is None:
        return PackError([Problem(f"work on this file {error}", hint=hint, mark=Mark(str(file)))])
    message = f"work on this file {error}; it had come to this place"
    return PackError([error.place._replace(message=message, hint=hint)])


#: The limits of this child, and the function that sends a message to its parent; None elsewhere.
_own_limits: Limits | None = None
_send: Callable[[str, Any], None] | None = None
_is_sending = False
#: In a worker: the function that waits for the parent's next message.
_receive: Callable[[], bytes] | None = None
#: The additional seconds granted, by purpose.
_allowed: dict[str, float] = {}


#: The current work, as a path in a pack's data or a place in a file; and for each pack the function that
#: finds the place of a path.
_at: KeyPath | Mark = ()
_finders: dict[str, Callable[[Problem], Problem]] = {}


def record_work(place: KeyPath | Mark) -> None:
    """Record the place of the current work. If the work exceeds a limit, the error names this place.

    place: a path in a pack's data, or a place in a file; () for no place.
    """
    global _at
    _at = place


def record_locator(pack: str, find: Callable[[Problem], Problem]) -> None:
    """Record the function that finds the place of a pack's problem in its file. pack: its name or path."""
    if _own_limits is not None:
        _finders[pack] = find


def _place_of_current_work() -> Problem | None:
    """Return an empty problem at the place of the current work; None if the place is unknown or there are
    several packs.
    """
    if isinstance(_at, Mark):
        return Problem("", mark=_at)
    if not _at or len(_finders) != 1:
        return None
    with contextlib.suppress(Exception):
        [find] = _finders.values()
        return find(Problem("", _at))
    return None


def is_confined() -> bool:
    """Tell whether this process is a confined child."""
    return _own_limits is not None


def tell_parent(kind: str, value: Any) -> None:
    """Send a message from a confined child to its parent, which receives it in child_messages()."""
    assert _send is not None  # noqa: S101 - the caller has asked is_confined()
    _send(kind, value)


def extend_time(reason: str, faces: int, seconds: float = _SECONDS_A_FACE) -> None:
    """Extend this child's time limit by some seconds for each face; outside a confined child nothing happens.

    reason: the reason. If the same reason is given twice, only the longer extension counts.
    """
    if _own_limits is None or not _own_limits.more:
        return
    before = sum(_allowed.values())
    _allowed[reason] = max(_allowed.get(reason, 0), faces * seconds)
    more = min(sum(_allowed.values()), _own_limits.more)
    if more > before:
        tell_parent("allow", more)
        if hasattr(signal, "setitimer"):
            left, _ = signal.getitimer(signal.ITIMER_PROF)
            signal.setitimer(signal.ITIMER_PROF, max(left, 0.01) + more - before)


def run_confined(
    function: Callable[..., T],
    *args: Any,
    limits: Limits,
    returns: Sequence[type] = (),
    tick: Tick | None = None,
) -> T:
    """Call a function in a child process with these limits, and return its result. Within a confined child
    the function is called directly.

    function: a function of a module, not a nested one. returns: the classes of which the result may have
    instances, beside plain data. tick: called in this process with the progress that the function reports to
    its own argument `tick`. Raises OverLimit if a limit is exceeded, and any UsageError or PackError of the
    function.
    """
    done = 0

    def count(now: int, total: int) -> None:
        nonlocal done
        done = now
        if tick is not None:
            tick(now, total)

    if _own_limits is not None:
        try:
            return function(*args, **({} if tick is None else {"tick": count}))
        except MemoryError:
            raise OverLimit(_memory_message(_own_limits), done) from None
    with child_messages(
        _call_with_progress, tick is not None, function, args, limits=limits, returns=returns
    ) as messages:
        try:
            for kind, value in messages:
                if kind == "tick":
                    count(*value)
                elif kind == "done":
                    result: T = value
                    return result
        except OverLimit as error:
            error.done = done
            raise
    raise OverLimit(f"{_memory_message(limits)}, or makes the program that reads it fail", done)


def _call_with_progress(ticks: bool, function: Callable[..., Any], args: Any) -> Any:
    """Call a function in a child and return its result.

    ticks: whether the function has a parameter `tick`; it gets a function that reports progress to the
    parent.
    """
    more = {"tick": lambda done, total: tell_parent("tick", (done, total))} if ticks else {}
    return function(*args, **more)


@contextlib.contextmanager
def child_messages(
    function: Callable[..., Any],
    *args: Any,
    limits: Limits,
    returns: Sequence[type | str] = (),
    readable: Iterable[str] = (),
    from_server: bool = False,
) -> Iterator[Iterator[tuple[str, Any]]]:
    """Call a function in a child process with these limits, and yield an iterator of its messages, in order.

    The messages are those that the child sends with tell_parent(), and finally "done" with the function's
    result. The iterator raises OverLimit if a limit is exceeded, and any UsageError or PackError of the
    function. Leaving the block early ends the child. readable: paths, without links, of files and folders
    that the work may read in addition to admitted files. returns: as for run_confined(); the name of a
    package, such as "cardgen.pack.", allows all its records. from_server: start the child without copying
    this process (see processes.start_child()); the child can then read only the readable files.
    """
    files = (*(() if from_server else untrusted.admitted_files()), *readable)
    receiver, process = _start_child((limits, files, function, args), limits, from_server=from_server)
    try:
        yield _messages_to_result(_receive_messages(receiver, _TimeBudget(process, limits), limits, returns))
    finally:
        receiver.close()
        process.kill()
        process.join()
        process.close()


def _start_child(
    task: tuple[Any, ...], limits: Limits, *, two_way: bool = False, from_server: bool = False
) -> tuple[Any, Any]:
    """Start a child that runs a task with _run_child(). Return this process's end of the channel, and the
    process.
    """
    channel, process = processes.start_child(_run_child, task, two_way=two_way, from_server=from_server)
    if sys.platform == "win32":
        from . import job_objects

        # The system cannot renew a worker's limit, so its parent watches the clock.
        job_objects.limit_process(process, None if two_way else limits.seconds + limits.more, limits.memory)
    return channel, process


def _messages_to_result(messages: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield the messages of a child up to its result, inclusive. Raises the errors that the child reports."""
    for kind, value in messages:
        _raise_reported_error(kind, value)
        yield kind, value
        if kind == "done":
            return


def _raise_reported_error(kind: str, value: Any) -> None:
    """Raise the error that a message of a child reports; do nothing for other messages."""
    if kind == "limit":
        raise OverLimit(value)
    if kind == "limit at":
        raise OverLimit(value[0], place=value[1])
    if kind == "killed":
        raise EndedBySystem("was ended by the system, which may have run out of memory")
    if kind == "system":
        number, said, file = value
        raise OSError(number, said, file or None)
    if kind in _ERRORS:
        raise _ERRORS[kind](value)


#: Message kinds of a child without a result. A fault is a bug in cardgen, with its traceback.
_ERRORS: dict[str, type[Exception]] = {
    "pack": PackError,
    "changed": FileChanged,
    "usage": UsageError,
    "fault": RuntimeError,
}


class RequestWithdrawn(BaseException):
    """Raised in a worker if the process that requested the work no longer wants it; see ask_parent()."""


class ConfinedWorker:
    """A confined child that answers requests one after the other, each with its own budget.

    It may call the parent during a request, and receive another request before that call returns. For use by
    one thread. A worker that exceeds a limit or crashes is closed.
    """

    def __init__(
        self,
        make: Callable[..., Any],
        *args: Any,
        limits: Limits,
        returns: Sequence[type | str] = (),
        readable: Iterable[str] = (),
    ) -> None:
        """Start the child. make: a function of a module that returns the object whose methods are called.

        limits: those of the start, and again of each request; the memory limit is for all of them together.
        returns, readable: as for child_messages().
        """
        self._limits, self._returns = limits, returns
        files = (*untrusted.admitted_files(), *readable)
        task = (limits, files, _answer_requests, (make, args), True)
        self._channel, self._process = _start_child(task, limits, two_way=True)
        self._begun_with = _data_size(self._process.pid)
        self.is_closed = False

    def kill(self) -> None:
        """Kill the process. Any thread may call this; ask() in another thread then raises."""
        if not self.is_closed:
            self._process.kill()

    def close(self) -> None:
        """End the process, and close the channel to it."""
        if not self.is_closed:
            self.is_closed = True
            self._channel.close()
            self._process.kill()
            self._process.join()
            self._process.close()

    def ask(
        self,
        name: str,
        *args: Any,
        calls: Mapping[str, Callable[..., Any]] | None = None,
        verify: Callable[[], object] = lambda: None,
    ) -> Any:
        """Call a method in the child and return its result.

        name: the name of the method. calls: functions that the child may call by name with ask_parent(); an
        exception in one ends the request and is raised here. verify: called after each second without a
        message; an exception in it closes the worker and is raised here. Raises OverLimit, which closes the
        worker too; RequestWithdrawn if a nested request closed the worker; and any UsageError or PackError of
        the method.
        """
        given_up: BaseException | None = None
        budget = _TimeBudget(self._process, self._limits)
        budget.renew_system_limit()
        self._send("request", (name, args))
        is_answered = False
        try:
            for kind, value in _receive_messages(self._channel, budget, self._limits, self._returns, verify):
                if kind == "call":
                    answer = None
                    with budget.use_not_counted():
                        try:
                            answer = (calls or {})[value[0]](*value[1])
                        except BaseException as error:
                            given_up = error
                    if self.is_closed:
                        raise given_up or RequestWithdrawn
                    self._send("answer" if given_up is None else "stop", answer)
                    continue
                is_answered = kind not in ("limit", "limit at", "killed")
                if given_up is not None:
                    raise given_up
                _raise_reported_error(kind, value)
                return value
        finally:
            if not is_answered:
                self.close()
        raise AssertionError("the child says how its work ends")

    @property
    def has_grown(self) -> bool:
        """Tell whether the child has used more than half of its memory limit. False on systems other than
        Linux.
        """
        return _data_size(self._process.pid) > self._begun_with + self._limits.memory // 2

    def _send(self, kind: str, value: Any) -> None:
        # If the child is gone, the messages report it.
        with contextlib.suppress(OSError):
            self._channel.send_bytes(pickle.dumps((kind, value)))


class _TimeBudget:
    """The time that a child has for one task, and the time that it has used."""

    def __init__(self, process: Any, limits: Limits) -> None:
        self.process = process
        self._limits = limits
        self.seconds = limits.seconds
        self._ran, self._waited = _seconds_used(process.pid)
        self.began = self._started = self._looked = time.monotonic()

    def renew_system_limit(self) -> None:
        """Set the limit of processor time at which Linux kills the worker, so that it counts from the start
        of this task.

        On other systems nothing happens.
        """
        if sys.platform == "linux":
            import resource

            most = int(self._ran + self._limits.seconds + self._limits.more) + 2
            with contextlib.suppress(OSError, ValueError):
                _, hard = resource.prlimit(self.process.pid, resource.RLIMIT_CPU)
                resource.prlimit(self.process.pid, resource.RLIMIT_CPU, (most, hard))

    def allow_seconds(self, extra_seconds: float) -> None:
        """Set how many seconds the task gets in addition to its usual limit; no more than `Limits.more`."""
        self.seconds = self._limits.seconds + min(extra_seconds, self._limits.more)

    @property
    def seconds_left(self) -> float:
        """Return the seconds until the clock reaches the time limit; negative if it is past the limit."""
        return self._started + _CLOCK_FACTOR * self.seconds - time.monotonic()

    @contextlib.contextmanager
    def clock_stopped(self) -> Iterator[None]:
        """Stop the clock within the block."""
        before = time.monotonic()
        yield
        self._started += time.monotonic() - before

    @contextlib.contextmanager
    def use_not_counted(self) -> Iterator[None]:
        """Leave the processor time that the child uses within the block out of the budget."""
        before = _seconds_used(self.process.pid)
        yield
        ran, waited = _seconds_used(self.process.pid)
        self._ran += ran - before[0]
        self._waited += waited - before[1]

    def is_over(self) -> bool:
        """Tell whether the time is used up. It is measured once a second; in between the answer is False."""
        now = time.monotonic()
        if now < self._looked + min(_OFTEN, self.seconds):
            return False
        self._looked = now
        ran, waited = _seconds_used(self.process.pid)
        if ran == waited == 0:
            return False
        ran, waited = ran - self._ran, waited - self._waited
        return ran > self.seconds + 1 or now - self._started - ran - waited > self.seconds


#: Seconds between measurements of a child's use.
_OFTEN = 1.0


def _receive_messages(
    receiver: Any,
    budget: _TimeBudget,
    limits: Limits,
    returns: Sequence[type | str],
    verify: Callable[[], object] = lambda: None,
) -> Iterator[tuple[str, Any]]:
    """Yield a child's messages as pairs of kind and value. If the child was ended, the last message says so.

    verify: called after each second without a message.
    """
    process = budget.process
    with contextlib.suppress(EOFError, OSError):
        while (left := budget.seconds_left) > 0:
            if not receiver.poll(min(left, _OFTEN, budget.seconds)):
                verify()
            else:
                word, value = _decode_message(receiver.recv_bytes(limits.output + _FRAME), returns)
                if word == "allow":
                    budget.allow_seconds(value)
                else:
                    # The parent's own time does not count for the child.
                    with budget.clock_stopped():
                        yield word, value
            if budget.is_over():
                break
        yield "limit", _time_message(budget.seconds)
        return
    process.join(1)
    # The system also sends SIGKILL at the limit of processor time, which no process reaches before the clock.
    if process.exitcode == _KILLED and time.monotonic() - budget.began < limits.seconds + limits.more:
        yield "killed", None
    if process.exitcode in (_KILLED, _TIME_OVER, _QUOTA_OVER):
        yield "limit", _time_message(budget.seconds)
    yield "limit", f"{_memory_message(limits)}, or makes the program that reads it fail"


def _decode_message(data: bytes, returns: Sequence[type | str]) -> tuple[str, Any]:
    """Return a message as its kind and value. Raises OverLimit for a message that cardgen's own code never
    sends.
    """
    try:
        word, value = _RecordUnpickler(data, returns).load()
        if type(word) is not str or (word == "allow" and type(value) not in (int, float)):
            raise TypeError
    except Exception as error:
        raise OverLimit("makes the program that reads it return an invalid answer") from error
    return word, value


def _time_message(seconds: float) -> str:
    """Return the message of OverLimit for work that took too long. seconds: the limit."""
    return f"takes more than {seconds:g} seconds"


def _data_size(process: int) -> int:
    """Return the size of a process's data in bytes; 0 if the system does not tell."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[5])
        return pages * os.sysconf("SC_PAGESIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


def _seconds_used(process: int) -> tuple[float, float]:
    """Return the seconds that a process has run, and those that it has waited for a processor.

    Both are 0 if the system does not count them (proc(5), schedstat).
    """
    try:
        ran, waited, _ = Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return 0.0, 0.0
    return int(ran) / 1e9, int(waited) / 1e9


#: Exit codes of a killed child, and of one at its limit of processor time; impossible codes if the system
#: lacks these signals.
_KILLED, _TIME_OVER = (-int(getattr(signal, name, signal.NSIG)) for name in ("SIGKILL", "SIGXCPU"))
#: The exit code of a child at its limit of processor time on Windows; Unix has no codes above 255.
_QUOTA_OVER = 1816
#: Size of a message without its value, in bytes.
_FRAME = 1 << 10


def _memory_message(limits: Limits) -> str:
    """Return the message of OverLimit for work that needed too much memory."""
    return f"takes more than {limits.memory >> 20} MB of memory"


#: The classes in a problem.
_PROBLEM_CLASSES = (Problem, Mark, Suggestion, Sentence, Figure)


def _is_record(kind: type) -> bool:
    """Tell whether instances of a class hold only data."""
    return (
        is_dataclass(kind)
        or issubclass(kind, str | int | float | Enum)
        or (issubclass(kind, tuple) and hasattr(kind, "_fields"))
    )


class _RecordUnpickler(pickle.Unpickler):
    """Unpickles a child's message: plain data and known records, and nothing that executes code."""

    def __init__(self, data: bytes, known: Sequence[type | str]) -> None:
        super().__init__(io.BytesIO(data))
        classes = [each for each in known if isinstance(each, type)]
        self._known = {(each.__module__, each.__qualname__): each for each in (*classes, *_PROBLEM_CLASSES)}
        self._packages = tuple(each for each in known if isinstance(each, str))
        self._stand_ins: dict[tuple[str, str], Any] = {}

    def find_class(self, module: str, name: str) -> Any:
        """Return a function that makes instances of a known class. Raises UnpicklingError for
        other classes.
        """
        if (module, name) not in self._stand_ins:
            self._stand_ins[module, name] = _record_factory(self._class(module, name))
        return self._stand_ins[module, name]

    def _class(self, module: str, name: str) -> type:
        """Return a known class by its module and name. Raises UnpicklingError for other classes."""
        if (module, name) in self._known:
            return self._known[module, name]
        if module.startswith(self._packages) and not name.startswith("_"):
            found = super().find_class(module, name)
            if isinstance(found, type) and found.__module__ == module and _is_record(found):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is not among what the work returns")


def _record_factory(kind: type) -> Any:
    """Return a function that makes instances of a class. A message cannot reach the class itself
    through it.
    """
    if issubclass(kind, Enum) or any("__reduce__" in vars(each) for each in kind.__mro__[:-1]):
        return lambda *args: kind(*args)

    def made(_: type, *args: Any, **further: Any) -> Any:
        return kind.__new__(kind, *args, **further)

    return type(kind.__name__, (), {"__new__": made, "__slots__": ()})


def _run_child(
    channel: Any,
    limits: Limits,
    readable: Sequence[str],
    function: Callable[..., Any],
    args: Any,
    is_worker: bool = False,
) -> None:
    """Run in the child: set the limits, call the function, and send its result or its error."""
    global _own_limits, _send, _receive

    def say(kind: str, value: Any) -> None:
        global _is_sending
        message = pickle.dumps((kind, value))
        if len(message) > limits.output:
            message = pickle.dumps(("limit", f"makes more than {limits.output >> 20} MB"))
        _is_sending = True
        channel.send_bytes(message)
        _is_sending = False

    _own_limits, _send = limits, say
    _receive = channel.recv_bytes
    # The parent's current work is not this child's.
    record_work(())
    _finders.clear()
    # Commands run without garbage collection (see __main__.py); a long file's cycles would fill the memory.
    gc.freeze()
    if limits.collect_after:
        gc.set_threshold(limits.collect_after)
    gc.enable()
    try:
        _close_standard_streams(channel.fileno())
        _limit_this_process(limits, is_worker)
        confine(readable, kept_descriptor=channel.fileno())
        say("done", function(*args))
    except (Exception, OutOfTime) as error:
        say(*_error_message(error, limits))


def _answer_requests(make: Callable[..., Any], args: Any) -> None:
    """Answer the parent's requests in a worker until the parent ends this process.

    make: called with args; returns the object whose methods are called, as for ConfinedWorker.
    """
    served = make(*args)
    while True:
        kind, value = _next_message()
        if kind == "request":
            _answer_request(served, *value)


def _next_message() -> tuple[str, Any]:
    """Return the next message from a worker's parent. Raises EOFError if the parent is gone."""
    assert _receive is not None  # noqa: S101 - this is a worker
    if hasattr(signal, "setitimer"):
        # Waiting takes no processor time; the next request has its own budget.
        signal.setitimer(signal.ITIMER_PROF, 0)
    kind, value = pickle.loads(_receive())  # noqa: S301 - from the parent
    return kind, value


def _answer_request(target: Any, name: str, args: Any) -> None:
    """Call a method with a new time limit, and send its result or its error to the parent."""
    assert _own_limits is not None  # noqa: S101 - this is a worker
    _allowed.clear()
    record_work(())
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, _own_limits.seconds)
    global _request_handler
    outer, _request_handler = _request_handler, target
    try:
        tell_parent("done", getattr(target, name)(*args))
    except RequestWithdrawn:
        tell_parent("abandoned", None)
    except (Exception, OutOfTime) as error:
        tell_parent(*_error_message(error, _own_limits))
    finally:
        _request_handler = outer


#: In a worker: the object whose methods are called, during a request.
_request_handler: Any = None


def ask_parent(name: str, *args: Any) -> Any:
    """Call a function of the worker's parent by its name, and return its result; see ConfinedWorker.ask().

    Raises RequestWithdrawn if the parent no longer wants the answer to its request.
    """
    allowed, left = dict(_allowed), 0.0
    if hasattr(signal, "getitimer"):
        left, _ = signal.getitimer(signal.ITIMER_PROF)
    tell_parent("call", (name, args))
    while True:
        kind, value = _next_message()
        if kind == "request":
            _answer_request(_request_handler, *value)
        elif kind == "stop":
            raise RequestWithdrawn
        else:
            _allowed.clear()
            _allowed.update(allowed)
            if hasattr(signal, "setitimer"):
                signal.setitimer(signal.ITIMER_PROF, max(left, 0.01))
            return value


def _error_message(error: BaseException, limits: Limits) -> tuple[str, Any]:
    """Return the kind and value of the message that reports an error to the parent."""
    match error:
        case OutOfTime() | MemoryError():
            said = str(error) if isinstance(error, OutOfTime) else _memory_message(limits)
            place = _place_of_current_work()
            return ("limit", said) if place is None else ("limit at", (said, place))
        case PackError():
            return "pack", error.problems
        case FileChanged():
            return "changed", str(error)
        case CardgenError():
            return "usage", str(error)
        case OSError():
            return "system", (error.errno, error.strerror or str(error), str(error.filename or ""))
    import traceback

    return "fault", "".join(traceback.format_exception(error))


def _close_standard_streams(kept_descriptor: int) -> None:
    """Redirect this process's standard streams to the null device. kept_descriptor: a descriptor that stays
    as it is, even if it is one of them.
    """
    faulthandler.disable()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in {0, 1, 2} - {kept_descriptor}:
        os.dup2(nowhere, stream)


def _limit_this_process(limits: Limits, is_worker: bool) -> None:
    """Set those limits of this process that its system supports.

    is_worker: whether the parent sets a new limit of processor time for each request.
    """
    # The parent ends the child when it is stopped itself.
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN if name == "SIGINT" else signal.SIG_DFL)
    if sys.platform == "win32":
        return
    import resource

    def out_of_time(*_: object) -> None:
        if _is_sending:
            # The parent could not read half a message: repeat it later.
            signal.setitimer(signal.ITIMER_PROF, 0.01)
            return
        raise OutOfTime(_time_message(limits.seconds + min(sum(_allowed.values()), limits.more)))

    signal.signal(signal.SIGPROF, out_of_time)
    signal.setitimer(signal.ITIMER_PROF, limits.seconds)
    bounds = {resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: 0}
    if not is_worker:
        # Python handles that signal only after a library returns; the system kills what does not. The parent
        # ends it earlier, unless more time was granted.
        bounds[resource.RLIMIT_CPU] = int(limits.seconds + limits.more) + 1
    # Other systems do not count mapped memory, which most allocations use.
    if sys.platform == "linux" and (has := _data_size(os.getpid())):
        bounds[resource.RLIMIT_DATA] = has + limits.memory
    for kind, most in bounds.items():
        # Keep a lower limit that the system or its user has set.
        _, hard = resource.getrlimit(kind)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (least, least))
