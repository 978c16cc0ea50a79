"""Which engine searches: the compiled one, or the reference in plain Python. They say the same."""

from __future__ import annotations

from typing import Literal

from ...compiling import INSTALL, installed, verify_installed
from .search import Search
from .search import search as reference

Engine = Literal["auto", "compiled", "reference"]
ENGINES: tuple[Engine, ...] = ("auto", "compiled", "reference")
#: To load the compiled engine takes as long as the reference needs for this many rows.
_WORTH = 100


def chosen(engine: Engine, rows: int = 1) -> Literal["compiled", "reference"]:
    """The engine for so many rows: the compiled one where it is asked for, or installed and worth its start.

    Raises UsageError where it is asked for and not installed.
    """
    if engine == "compiled":
        verify_installed()
        return "compiled"
    return "compiled" if engine == "auto" and rows >= _WORTH and installed() else "reference"


def search_of(engine: Literal["compiled", "reference"]) -> Search:
    """The search of an engine."""
    if engine == "reference":
        return reference
    from .compiled import search

    return search


def hint(engine: Engine, rows: int) -> str:
    """What the extra would bring, where it is missing and there is much to solve; else nothing."""
    if engine != "auto" or rows < _WORTH or installed():
        return ""
    return f"The compiled engine solves about ten times as many rows a second: {INSTALL}"
