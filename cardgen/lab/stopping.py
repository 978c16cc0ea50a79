"""Ctrl-C, heeded between games, so that what was played by then is whole and can be told."""

from __future__ import annotations

import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Any

#: Seconds in which several signals are one: a terminal and a program between may both pass a Ctrl-C on.
_AT_ONCE = 0.3
#: What signals do where nobody listens to them.
_USUAL: dict[int, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}


class Stop:
    """Whether somebody asked to stop: by Ctrl-C, or by SIGTERM too where a whole program is to end so.

    Listens within a `with`, in the main thread, where nobody else does. Asked a second time it raises
    KeyboardInterrupt, for whoever has waited long enough.
    """

    def __init__(self, *signals: int) -> None:
        self.asked = False
        self._since = 0.0
        self._signals = signals or (signal.SIGINT,)
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Stop:
        if threading.current_thread() is threading.main_thread():
            for number in self._signals:
                if signal.getsignal(number) == _USUAL[number]:
                    self._before[number] = signal.signal(number, self._heed)
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        while self._before:
            signal.signal(*self._before.popitem())

    def _heed(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self.asked and now > self._since + _AT_ONCE:
            raise KeyboardInterrupt
        self.asked, self._since = True, now
