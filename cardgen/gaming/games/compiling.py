"""Functions compiled to machine code by numba (the extra `lab`), which is kept for the next run.

Whether numba is there is asked here and nowhere else. Modules with compiled functions import numba, so they
are themselves imported late and only where it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar, cast

from ...errors import UsageError, install_command

F = TypeVar("F", bound=Callable[..., Any])

#: The command that installs what compiled engines need.
INSTALL = install_command("lab")

#: Called before compilation starts, which takes some seconds.
_LISTENERS: list[Callable[[], None]] = []


@contextmanager
def listening(tell: Callable[[], None]) -> Iterator[None]:
    """Have this called, once, when something is compiled within."""
    _LISTENERS.append(tell)
    try:
        yield
    finally:
        if tell in _LISTENERS:
            _LISTENERS.remove(tell)


@contextmanager
def compile_notices() -> Iterator[None]:
    """Call all listeners if numba compiles something within, rather than finding what it has kept."""
    if not _LISTENERS:
        yield
        return
    from numba.core import event

    class Start(event.Listener):  # type: ignore[misc,unused-ignore]
        def on_start(self, _: Any) -> None:
            while _LISTENERS:
                _LISTENERS.pop()()

        def on_end(self, _: Any) -> None:
            """Do nothing: listeners ask for the start only."""

    with event.install_listener("numba:compile", Start()):
        yield


def is_compiler_installed() -> bool:
    """Tell if functions can be compiled here; this loads numba."""
    try:
        import numba
        import numpy  # noqa: F401
    except Exception:
        # A numba that does not fit its numpy fails in ways of its own.
        return False
    return bool(numba.__version__)


def switched_off() -> bool:
    """Tell if numba, which is installed, is told not to compile (NUMBA_DISABLE_JIT)."""
    import numba

    config: Any = numba.config
    return bool(config.DISABLE_JIT)


def verify_installed() -> None:
    """Raise UsageError, with what to do, where functions cannot be compiled."""
    if not is_compiler_installed():
        raise UsageError(f"the compiled engine wants numba, which is not installed: {INSTALL}")


def compiled(function: F) -> F:
    """Return the function, compiled when first called; its machine code is kept beside it for later runs.

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
        made._cache = _ForgivingCache(made._cache)
    return cast("F", made)


class _ForgivingCache:
    """Numba's cache of a function; where it is full, broken or gone, that costs time and nothing else."""

    def __init__(self, cache: Any) -> None:
        self._cache = cache

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def load_overload(self, *arguments: Any) -> Any:
        """Return the machine code for some types, or None where there is none to be had."""
        with suppress(Exception):
            return self._cache.load_overload(*arguments)
        return None

    def save_overload(self, *arguments: Any) -> None:
        """Keep machine code, if that is possible."""
        with suppress(Exception):
            self._cache.save_overload(*arguments)
