"""Bytecode of the templates that come with cardgen, kept as Python keeps that of modules.

Making code of a book's template takes longer than filling it in, so it is kept in __pycache__ beside the
template, or where PYTHONPYCACHEPREFIX says; not where that cannot be written, nor with
PYTHONDONTWRITEBYTECODE. A file there is believed as much as one of a module is, as whoever may write one may
write the other. So this is for no template of a stranger's.
"""

from __future__ import annotations

import marshal
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path
from types import CodeType
from typing import NamedTuple

from jinja2 import compiler as jinja_compiler

from . import sandbox


class Bytecode(NamedTuple):
    """A template's code, and the names that stand in it, as in sandbox.Sandbox."""

    code: CodeType
    read: list[tuple[int, str]]
    own: set[str]


def load(file: str, text: str) -> Bytecode | None:
    """Return what was kept of a template with this text; None where nothing was, or of another text."""
    try:
        head, data = _head(text), Path(cache_from_source(file)).read_bytes()
        if data.startswith(head):
            found = Bytecode(*marshal.loads(data[len(head) :]))  # noqa: S302 - as for a module
            return found if isinstance(found.code, CodeType) else None
    except (OSError, NotImplementedError, EOFError, ValueError, TypeError):
        # Not there, no such files in this kind of Python, or cut off.
        pass
    return None


def store(file: str, text: str, made: Bytecode) -> None:
    """Keep what was made of a template, in one go; do nothing where that cannot be."""
    if sys.dont_write_bytecode:
        return
    try:
        data = _head(text) + marshal.dumps(tuple(made))
        SourceFileLoader("template", file).set_data(cache_from_source(file), data)
    except (OSError, NotImplementedError):
        return


def _head(text: str) -> bytes:
    """Return what a file begins with: the version of Python's bytecode, and a hash of all that it is made of.

    Of what makes code of a text, Jinja's compiler and ours, times and sizes stand for the content.
    """
    files = (Path(made.__file__ or "").stat() for made in (jinja_compiler, sandbox))
    makers = [(each.st_mtime_ns, each.st_size) for each in files]
    return MAGIC_NUMBER + source_hash(f"{makers}{text}".encode())
