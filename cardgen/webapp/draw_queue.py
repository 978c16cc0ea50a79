"""The single thread that examines and draws, and its queue.

PDFium must not be called by two threads, and a machine has few cores: so all examining and drawing is done
here, one task after the other, the most urgent first. A task that a newer request has replaced is never
started; long tasks yield to more urgent ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Any, TypeVar

T = TypeVar("T")

#: Urgency: the text of a keystroke, visible pictures, whole sheets, everything else.
TEXT, SEEN, SHEET, LATER = range(4)


class Superseded(Exception):  # noqa: N818 - nothing went wrong
    """A newer request has replaced this one."""


#: Seconds for which a task is not interrupted, so that what is soon done is not put off.
_UNDISTURBED = 0.02
#: Seconds for which a task may continue after the end was requested.
_PATIENCE = 2.0


@dataclass(order=True)
class _QueuedWork:
    """A task with its urgency and the future of its result; sorts by urgency, then by number."""

    urgency: int
    number: int
    call: Callable[[], Any] = field(compare=False)
    future: asyncio.Future[Any] = field(compare=False)
    loop: asyncio.AbstractEventLoop = field(compare=False)
    stale: bool = field(default=False, compare=False)
    #: The clock time at its start.
    began: float = field(default=0.0, compare=False)

    __hash__ = object.__hash__


class DrawQueue:
    """A thread with a priority queue of tasks."""

    def __init__(self) -> None:
        self._ready = threading.Condition()
        self._heap: list[_QueuedWork] = []
        self._waiting: dict[Hashable, _QueuedWork] = {}
        self._numbers = count()
        #: All tasks that are awaited.
        self._open: set[_QueuedWork] = set()
        self._ended = False
        #: The tasks in progress, each nested in the one before.
        self._now: _QueuedWork | None = None
        #: Started with the first task: the process can fork until then.
        self._thread = threading.Thread(target=self._run, name="drawing", daemon=True)

    async def run_in_thread(self, urgency: int, call: Callable[[], T], slot: Hashable = None) -> T:
        """Run a task in the thread and return its result.

        urgency: less is sooner. slot: of the waiting tasks with the same slot, only the newest is run; the
        others raise Superseded.
        """
        loop = asyncio.get_running_loop()
        work = _QueuedWork(urgency, next(self._numbers), call, loop.create_future(), loop)
        with self._ready:
            if slot is not None:
                older = self._waiting.get(slot)
                if older is not None:
                    older.stale = True
                self._waiting[slot] = work
            heapq.heappush(self._heap, work)
            self._ready.notify()
        self._open.add(work)
        if not (self._thread.ident or self._ended):
            self._thread.start()
        if self._ended:
            _set_result(work.future, None, Superseded())
        try:
            result: T = await work.future
            return result
        finally:
            # The caller may have gone.
            work.stale = True
            self._open.discard(work)
            if slot is not None and self._waiting.get(slot) is work:
                del self._waiting[slot]

    def cancel_all(self) -> None:
        """Start no more tasks, and let all waiting ones raise Superseded. The event loop calls this."""
        with self._ready:
            self._ended = True
            self._ready.notify()
        for work in [*self._open]:
            _set_result(work.future, None, Superseded())

    def end(self) -> bool:
        """Wait briefly for the current task; return whether the thread has ended."""
        if self._thread.ident:
            self._thread.join(_PATIENCE)
        return not self._thread.is_alive()

    def verify(self, *before: Hashable) -> None:
        """Raise Superseded if a newer request has replaced the current task. Long tasks call this.

        before: other slots; a task that waits in one of them ends the current task as well.
        """
        overtaken = self._now is not None and self._now.stale
        if overtaken or self._ended or any(slot in self._waiting for slot in before):
            raise Superseded

    def yield_to_urgent(self) -> None:
        """Run the more urgent tasks that have arrived. Long tasks call this where others may draw.

        Raises Superseded if a newer request has replaced the current task.
        """
        self.verify()
        if self._now is None or monotonic() < self._now.began + _UNDISTURBED:
            return
        while True:
            with self._ready:
                if not self._heap or self._heap[0].urgency >= LATER:
                    return
                work = heapq.heappop(self._heap)
            self._perform(work)
            self.verify()

    def _run(self) -> None:
        """Run the tasks, the most urgent first, until the queue is cancelled."""
        while True:
            with self._ready:
                while not self._heap and not self._ended:
                    self._ready.wait()
                if self._ended:
                    return
                work = heapq.heappop(self._heap)
            self._perform(work)

    def _perform(self, work: _QueuedWork) -> None:
        """Run a task, unless a newer one has replaced it, and set its result or its exception."""
        result: Any = None
        error: BaseException | None = None
        before, self._now = self._now, work
        work.began = monotonic()
        if work.stale:
            error = Superseded()
        else:
            try:
                result = work.call()
            except BaseException as raised:
                error = raised
        self._now = before
        # The loop is closed if the studio has ended.
        with contextlib.suppress(RuntimeError):
            work.loop.call_soon_threadsafe(_set_result, work.future, result, error)


def _set_result(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    """Set the result of a future, or the exception if there is one; do nothing if it is done."""
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
