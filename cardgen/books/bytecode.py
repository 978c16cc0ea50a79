"""Bytecode of the templates that come with cardgen, kept as Python keeps that of modules.

Making code of a book's template takes longer than filling it in, so it is kept in __pycache__ beside the
template, or where PYTHONPYCACHEPREFIX says; not where that cannot be written, nor with
PYTHONDONTWRITEBYTECODE. A file there is believed as much as one of a module is, as whoever may write one may
write the other. So this is for no template of a stranger's.
"""

from __future__ import annotations

import marshal
import sys
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from jinja2 import compiler as jinja_compiler

from . import sandbox

#: What makes code of a text: Jinja's compiler and ours.
_MAKERS = (jinja_compiler.__file__ or "", sandbox.__file__ or "")


class Bytecode(NamedTuple):
    """A template's code, and the names that stand in it, as in sandbox.Sandbox."""

    code: CodeType
    read: list[tuple[int, str]]
    own: set[str]


def load(file: str, text: str) -> Bytecode | None:
    """Return what was kept of a template with this text; None where nothing was, or of another text."""
    found = cached_code(file, text, _MAKERS)
    try:
        made = Bytecode(*found) if found else None
    except TypeError:
        return None
    return made if made and isinstance(made.code, CodeType) else None


def store(file: str, text: str, made: Bytecode) -> None:
    """Keep what was made of a template, in one go; do nothing where that cannot be."""
    keep(file, text, tuple(made), _MAKERS)


def cached_code(file: str, text: str, makers: Sequence[str]) -> tuple[Any, ...] | None:
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
        SourceFileLoader("template", file).set_data(cache_from_source(file), data)
    except (OSError, NotImplementedError):
        return


def _head(text: str, makers: Sequence[str]) -> bytes:
    """Return what a file begins with: the version of Python's bytecode, and a hash of all that it is made of.

    Of the modules that make it, times and sizes stand for the content.
    """
    stats = [(each.st_mtime_ns, each.st_size) for each in (Path(maker).stat() for maker in makers)]
    return MAGIC_NUMBER + source_hash(f"{stats}{text}".encode())
