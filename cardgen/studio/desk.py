"""The one thread that draws, and what waits for it.

PDFium must not be called by two threads, and a machine has few cores: so all that examines and draws goes
through here, one piece after the other, the most urgent first. What a newer wish has made stale is never
begun.
"""

from __future__ import annotations

import asyncio
import heapq
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

T = TypeVar("T")

#: How soon: a keystroke's text, what can be seen, whole sheets, what may take a while.
TEXT, SEEN, SHEET, LATER = range(4)


class Superseded(Exception):  # noqa: N818 - nothing went wrong
    """A newer wish took the place of this one."""


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
        self._thread = threading.Thread(target=self._run, name="drawing", daemon=True)
        self._thread.start()

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

    def end(self) -> None:
        """Wait a little for what is being drawn."""
        self._thread.join(_PATIENCE)

    def _run(self) -> None:
        while True:
            with self._ready:
                while not self._heap and not self._ended:
                    self._ready.wait()
                if self._ended:
                    return
                work = heapq.heappop(self._heap)
            result: Any = None
            error: BaseException | None = None
            if work.stale:
                error = Superseded()
            else:
                try:
                    result = work.call()
                except BaseException as raised:
                    error = raised
            try:
                work.loop.call_soon_threadsafe(_settle, work.future, result, error)
            except RuntimeError:
                # The loop is closed: the studio has ended.
                return


def _settle(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
