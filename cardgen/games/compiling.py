"""Functions compiled to machine code by numba (extra `cardgen[lab]`), which is kept for the next run.

Modules that use this import numba, so they are themselves imported late and only where numba is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar, cast

from ..errors import UsageError

F = TypeVar("F", bound=Callable[..., Any])

#: What brings the compiled engines.
INSTALL = 'pip install "cardgen[lab]"'


#: Who wants to know when code is compiled anew, which takes some seconds.
_LISTENERS: list[Callable[[], None]] = []


@contextmanager
def listening(tell: Callable[[], None]) -> Iterator[None]:
    """Have it told, once, when something is compiled within."""
    _LISTENERS.append(tell)
    try:
        yield
    finally:
        if tell in _LISTENERS:
            _LISTENERS.remove(tell)


@contextmanager
def told() -> Iterator[None]:
    """Tell whoever listens if numba compiles within, rather than finding what it has kept."""
    if not _LISTENERS:
        yield
        return
    from numba.core import event

    class Start(event.Listener):  # type: ignore[misc,unused-ignore]
        def on_start(self, _: Any) -> None:
            while _LISTENERS:
                _LISTENERS.pop()()

        def on_end(self, _: Any) -> None:
            """Nobody asks for that."""

    with event.install_listener("numba:compile", Start()):
        yield


def installed() -> bool:
    """Whether functions can be compiled here, which takes numba to load."""
    try:
        import numba
        import numpy  # noqa: F401
    except Exception:
        # A numba that does not fit its numpy fails in ways of its own.
        return False
    return bool(numba.__version__)


def verify_installed() -> None:
    """Raise UsageError, with what to do, where functions cannot be compiled."""
    if not installed():
        raise UsageError(f"the compiled engine wants numba, which is not installed: {INSTALL}")


def compiled(function: F) -> F:
    """The function, compiled when it is first called; its machine code is kept beside it for later runs.

    Where that folder cannot be written, numba keeps it in the user's own cache, and where there is none
    either, every process compiles it anew: slower by some seconds, and nothing to complain of.
    """
    from numba import njit

    made: Any
    try:
        made = njit(cache=True)(function)
    except RuntimeError:
        made = njit(function)
    else:
        made._cache = _Kept(made._cache)
    return cast("F", made)


class _Kept:
    """Numba's cache of a function; where it is full, broken or gone, that costs time and nothing else."""

    def __init__(self, cache: Any) -> None:
        self._cache = cache

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def load_overload(self, *arguments: Any) -> Any:
        """The machine code for some types, or None where there is none to be had."""
        with suppress(Exception):
            return self._cache.load_overload(*arguments)
        return None

    def save_overload(self, *arguments: Any) -> None:
        """Keep machine code, if that is possible."""
        with suppress(Exception):
            self._cache.save_overload(*arguments)
