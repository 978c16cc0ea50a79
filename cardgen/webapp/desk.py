"""The one thread that draws, and what waits for it.

PDFium must not be called by two threads, and a machine has few cores: so all that examines and draws goes
through here, one piece after the other, the most urgent first. What a newer wish has made stale is never
begun; what takes long breathes now and then, so that what is more urgent is done meanwhile.
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

#: How soon: a keystroke's text, what can be seen, whole sheets, what may take a while.
TEXT, SEEN, SHEET, LATER = range(4)


class Superseded(Exception):  # noqa: N818 - nothing went wrong
    """A newer wish took the place of this one."""


#: Seconds for which a piece of work is not held up by others: below, an answer seems to come at once (Jakob
#: Nielsen, Usability Engineering, 1993, 5.5).
_UNDISTURBED = 0.1
#: Seconds that the drawing of a large thing may take after the end was asked for.
_PATIENCE = 2.0


@dataclass(order=True)
class _Work:
    urgency: int
    number: int
    call: Callable[[], Any] = field(compare=False)
    future: asyncio.Future[Any] = field(compare=False)
    loop: asyncio.AbstractEventLoop = field(compare=False)
    stale: bool = field(default=False, compare=False)
    #: The clock when it was begun.
    began: float = field(default=0.0, compare=False)

    __hash__ = object.__hash__


class Desk:
    """A thread and its queue."""

    def __init__(self) -> None:
        self._ready = threading.Condition()
        self._heap: list[_Work] = []
        self._waiting: dict[Hashable, _Work] = {}
        self._numbers = count()
        #: All that somebody waits for.
        self._open: set[_Work] = set()
        self._ended = False
        #: What is being done.
        self._now: _Work | None = None
        #: Started when there is something to do: processes can be forked until then.
        self._thread = threading.Thread(target=self._run, name="drawing", daemon=True)

    async def do(self, urgency: int, call: Callable[[], T], slot: Hashable = None) -> T:
        """Have something done. slot: of what is asked under the same name, only the newest is begun.

        Raises Superseded for the others.
        """
        loop = asyncio.get_running_loop()
        work = _Work(urgency, next(self._numbers), call, loop.create_future(), loop)
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
            _settle(work.future, None, Superseded())
        try:
            result: T = await work.future
            return result
        finally:
            # Whoever waited may be gone.
            work.stale = True
            self._open.discard(work)
            if slot is not None and self._waiting.get(slot) is work:
                del self._waiting[slot]

    def let_go(self) -> None:
        """Begin nothing more, and let nobody wait any longer; to be called by the loop that waits."""
        with self._ready:
            self._ended = True
            self._ready.notify()
        for work in [*self._open]:
            _settle(work.future, None, Superseded())

    def end(self) -> bool:
        """Wait a little for what is being drawn, and tell whether it has come to its end."""
        if self._thread.ident:
            self._thread.join(_PATIENCE)
        return not self._thread.is_alive()

    def verify(self, *before: Hashable) -> None:
        """Raise Superseded where a newer wish took the place of what is being done; for long work to call.

        before: what else, where it waits, is not to wait any longer.
        """
        overtaken = self._now is not None and self._now.stale
        if overtaken or self._ended or any(slot in self._waiting for slot in before):
            raise Superseded

    def breathe(self) -> None:
        """Do what came meanwhile, but for what may wait; for long work to call where others may draw.

        Raises as verify() does.
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
        while True:
            with self._ready:
                while not self._heap and not self._ended:
                    self._ready.wait()
                if self._ended:
                    return
                work = heapq.heappop(self._heap)
            self._perform(work)

    def _perform(self, work: _Work) -> None:
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
        # The loop is closed where the studio has ended.
        with contextlib.suppress(RuntimeError):
            work.loop.call_soon_threadsafe(_settle, work.future, result, error)


def _settle(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
