"""Functions compiled by numba (the extra `lab`), with the machine code cached for later runs.

Only this module checks whether numba is installed. Modules with compiled functions import numba, so they
are imported late, and only if it is installed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar, cast

from ...errors import UsageError, install_command

F = TypeVar("F", bound=Callable[..., Any])

#: The command that installs numba.
INSTALL = install_command("lab")

#: Callbacks for the start of a compilation, which takes some seconds.
_LISTENERS: list[Callable[[], None]] = []


@contextmanager
def call_on_compilation(callback: Callable[[], None]) -> Iterator[None]:
    """Call `callback` once as soon as something is compiled within the block."""
    _LISTENERS.append(callback)
    try:
        yield
    finally:
        if callback in _LISTENERS:
            _LISTENERS.remove(callback)


@contextmanager
def notify_listeners_of_compilation() -> Iterator[None]:
    """Call all listeners as soon as numba compiles within the block; loading cached code does not count."""
    if not _LISTENERS:
        yield
        return
    from numba.core import event

    class Start(event.Listener):  # type: ignore[misc,unused-ignore]
        def on_start(self, _: Any) -> None:
            while _LISTENERS:
                _LISTENERS.pop()()

        def on_end(self, _: Any) -> None:
            """Do nothing: only the start matters."""

    with event.install_listener("numba:compile", Start()):
        yield


def is_compiler_installed() -> bool:
    """Tell if numba can be imported; this loads it."""
    try:
        import numba
        import numpy  # noqa: F401
    except Exception:
        # A numba that does not match numpy raises exceptions of other types.
        return False
    return bool(numba.__version__)


def is_compilation_disabled() -> bool:
    """Tell if NUMBA_DISABLE_JIT turns compilation off."""
    import numba

    config: Any = numba.config
    return bool(config.DISABLE_JIT)


def verify_installed() -> None:
    """Raise UsageError with a hint if functions cannot be compiled."""
    if not is_compiler_installed():
        raise UsageError(f"the compiled engine needs numba, which is not installed: {INSTALL}")


def compile_with_cache(function: F) -> F:
    """Return a function that numba compiles at its first call; the machine code is cached in its folder.

    If that folder is read-only, numba uses the user's cache; without one, each process compiles again, which
    costs some seconds.
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


def compile_if_installed(function: F) -> F:
    """Return the function, compiled as by `compile_with_cache` if numba is installed, else unchanged."""
    return compile_with_cache(function) if is_compiler_installed() else function


def whole_numbers(numbers: Iterable[int]) -> Any:
    """Return whole numbers as an argument for functions of `compile_if_installed`.

    Returns an array of int64, or a list if numba is not installed.
    """
    if not is_compiler_installed():
        return list(numbers)
    import numpy as np

    return np.array(list(numbers), np.int64)


class _ForgivingCache:
    """Numba's cache of a function that ignores errors of reading and writing its files."""

    def __init__(self, cache: Any) -> None:
        self._cache = cache

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def load_overload(self, *arguments: Any) -> Any:
        """Return the compiled function for some types; None if it is not in the cache or cannot be loaded."""
        with suppress(Exception):
            return self._cache.load_overload(*arguments)
        return None

    def save_overload(self, *arguments: Any) -> None:
        """Write a compiled function to the cache; errors are ignored."""
        with suppress(Exception):
            self._cache.save_overload(*arguments)
