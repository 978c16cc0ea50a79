"""Cache values computed from a text that comes with cardgen, as Python caches the bytecode of modules.

The cache is in __pycache__ beside the text, or below PYTHONPYCACHEPREFIX; there is none if that is read-only,
or with PYTHONDONTWRITEBYTECODE. Cached files are trusted like bytecode, as whoever can write one can write
the other. So this is not for strangers' texts.
"""

from __future__ import annotations

import marshal
import sys
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path
from typing import Any


def cached_values(file: str, text: str, makers: Sequence[str]) -> tuple[Any, ...] | None:
    """Return the values cached for a text. None if there are none, or if the text or one of the modules
    `makers` has changed.
    """
    try:
        head, data = _cache_header(text, makers), Path(cache_from_source(file)).read_bytes()
        if data.startswith(head):
            found = marshal.loads(data[len(head) :])  # noqa: S302 - as for a module
            return found if isinstance(found, tuple) else None
    except (OSError, NotImplementedError, EOFError, ValueError, TypeError):
        # Missing, truncated, or of another kind of Python.
        pass
    return None


def write_cache(file: str, text: str, values: tuple[Any, ...], makers: Sequence[str]) -> None:
    """Write the values of a text, plain data and code, to a cache file. If that is impossible, nothing
    happens.
    """
    if sys.dont_write_bytecode:
        return
    try:
        data = _cache_header(text, makers) + marshal.dumps(values)
        SourceFileLoader("text", file).set_data(cache_from_source(file), data)
    except (OSError, NotImplementedError):
        return


def _cache_header(text: str, makers: Sequence[str]) -> bytes:
    """Return the beginning of a cache file: the version of Python's bytecode, and a hash of the text and its
    modules.

    Modules are represented by their times and sizes.
    """
    stats = [(each.st_mtime_ns, each.st_size) for each in (Path(maker).stat() for maker in makers)]
    return MAGIC_NUMBER + source_hash(f"{stats}{text}".encode())
