"""Keeps what was worked out of a text that comes with cardgen, as Python keeps the bytecode of modules.

It is kept in __pycache__ beside the text, or where PYTHONPYCACHEPREFIX says; not where that cannot be
written, nor with PYTHONDONTWRITEBYTECODE. A file there is believed as much as one of a module is, as whoever
may write one may write the other. So this is for no text of a stranger's.
"""

from __future__ import annotations

import marshal
import sys
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path
from typing import Any


def kept_values(file: str, text: str, makers: Sequence[str]) -> tuple[Any, ...] | None:
    """Return what was kept of a text, made by these modules' files as they are; None where nothing was."""
    try:
        head, data = _head(text, makers), Path(cache_from_source(file)).read_bytes()
        if data.startswith(head):
            found = marshal.loads(data[len(head) :])  # noqa: S302 - as for a module
            return found if isinstance(found, tuple) else None
    except (OSError, NotImplementedError, EOFError, ValueError, TypeError):
        # Not there, no such files in this kind of Python, or cut off.
        pass
    return None


def keep(file: str, text: str, made: tuple[Any, ...], makers: Sequence[str]) -> None:
    """Keep what was made of a text, plain values and code, in one go; do nothing where that cannot be."""
    if sys.dont_write_bytecode:
        return
    try:
        data = _head(text, makers) + marshal.dumps(made)
        SourceFileLoader("text", file).set_data(cache_from_source(file), data)
    except (OSError, NotImplementedError):
        return


def _head(text: str, makers: Sequence[str]) -> bytes:
    """Return what a file begins with: the version of Python's bytecode, and a hash of all that it is made of.

    Of the modules that make it, times and sizes stand for the content.
    """
    stats = [(each.st_mtime_ns, each.st_size) for each in (Path(maker).stat() for maker in makers)]
    return MAGIC_NUMBER + source_hash(f"{stats}{text}".encode())
