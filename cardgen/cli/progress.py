"""A bar for what takes longer than a second; nothing when nobody looks."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

#: Seconds of work before a bar appears.
_PATIENCE = 1.0


class Progress:
    """Counts pages; shows a bar on a terminal once the work has gone on for a while."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._began = time.monotonic()
        self._bar: Any = None
        self._task: Any = None
        self._seen = sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, done: int, total: int) -> None:
        """Tell how far the work is."""
        if not self._seen or time.monotonic() - self._began < _PATIENCE:
            return
        if self._bar is None:
            from rich.console import Console
            from rich.markup import escape
            from rich.progress import Progress as Bar

            self._bar = Bar(console=Console(stderr=True), transient=True)
            # What a pack is called is a stranger's text, not markup.
            self._task = self._bar.add_task(escape(self._what), total=total)
            self._bar.start()
        self._bar.update(self._task, completed=done, total=total)
