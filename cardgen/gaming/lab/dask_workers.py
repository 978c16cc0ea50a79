"""Workers of a Dask cluster: many machines play the games of one run.

A worker that is lost is Dask's affair, which plays its games elsewhere. What matters here is that all of the
cluster have this cardgen, and that whatever is wrong is told soon and in one sentence.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from ... import __version__
from ...errors import UsageError, install_command
from .running import WorkersLost

if TYPE_CHECKING:
    from concurrent.futures import Future

#: Seconds: for a scheduler to answer, for its workers to say what they are, to part.
_ANSWER, _ASK, _PART = 4.0, 15.0, 2.0
#: Seconds: how often workers are counted, and how long there may be none.
_WATCH, _GONE = 2.0, 20.0
#: An address: host:port, with the protocol before it where it is not plain TCP.
_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?(\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}")
#: Loggers whose messages are for people who run clusters.
_NOISY = ("distributed", "tornado", "asyncio")


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """Connect to the scheduler at an address, such as "scheduler:8786" or "tls://10.0.0.1:8786".

    Raises UsageError where nobody answers, where there are no workers, and where a machine has no cardgen or
    another one.
    """
    with _quiet():
        client = _client(address)
        try:
            yield Cluster(client, address, _size(client, address))
        finally:
            with suppress(Exception):
                client.close(timeout=_PART)


class Cluster:
    """A connected cluster."""

    def __init__(self, client: Any, address: str, size: int) -> None:
        self.size = size
        self._client, self._address = client, address
        self._watched = self._seen = monotonic()
        # Without `pure` two runs of the same games would be one.
        self._executor = client.get_executor(pure=False)

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Hand out a task."""
        if self._client.status != "running":
            raise ConnectionError(self._client.status)
        self._seen = monotonic()
        future: Future[Any] = self._executor.submit(_checked, __version__, task, *arguments)
        return future

    def mend(self, error: Exception) -> None:
        """Raise WorkersLost or UsageError where the cluster failed, and the error itself where a game did."""
        from concurrent.futures import CancelledError

        from distributed.scheduler import KilledWorker

        if isinstance(error, CancelledError) or self._client.status != "running":
            raise WorkersLost(
                f"the Dask scheduler at {self._address} was lost before all games were played"
            ) from error
        if isinstance(error, KilledWorker):
            raise WorkersLost(
                f"workers of the Dask cluster at {self._address} keep ending before their games do, "
                "most often for want of memory; look at their logs"
            ) from error
        if isinstance(error, ImportError) or "deserializ" in str(error):
            raise UsageError(
                _wants(f"a worker that has joined the cluster at {self._address} has none")
            ) from error
        raise error

    def watch(self) -> None:
        """See from time to time that there is a worker left; one that is lost may be started anew."""
        if monotonic() - self._watched < _WATCH:
            return
        try:
            threads = _within(_ANSWER, self._client.nthreads)
        except Exception:
            threads = {}
        self._watched = monotonic()
        if threads:
            self._seen = self._watched
        elif self._watched - self._seen > _GONE:
            raise WorkersLost(f"the Dask cluster at {self._address} has no workers any more")


def _checked(version: str, task: Callable[..., Any], *arguments: Any) -> Any:
    """Do a task on a worker, which may have joined after all were asked what they are."""
    if version != __version__:
        raise UsageError(_wants(f"a worker that has joined the cluster has {__version__}", version))
    return task(*arguments)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the loggers of Dask off the terminal."""
    if not _installed():
        raise UsageError(f"--dask needs Dask, which is not installed: {install_command('cluster')}")
    named = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in _NOISY]
    loggers = [logging.getLogger(name) for name in {*named, *_NOISY}]
    before = [(logger, logger.level) for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in before:
            logger.setLevel(level)


def _installed() -> bool:
    try:
        import distributed  # noqa: F401 - its loggers are there from now on
    except ImportError:
        return False
    return True


def _client(address: str) -> Any:
    import distributed

    connect: Any = distributed.Client
    try:
        if not _ADDRESS.fullmatch(address):
            raise ValueError(address)  # Dask would take some of these for a wish to start a cluster here
        return _within(_ANSWER + 1, lambda: connect(address, timeout=_ANSWER, set_as_default=False))
    except Exception as error:  # as many kinds as there are ways to write an address
        raise UsageError(
            f"no Dask scheduler answers at {address!r}; write its address as host:port, "
            "such as scheduler:8786, and see that it runs: dask scheduler"
        ) from error


def _within(seconds: float, ask: Callable[[], Any]) -> Any:
    """Return what a call answers within so many seconds; Dask itself would wait for ever. Raises
    TimeoutError.
    """
    answers: list[Any] = []

    def call() -> None:
        try:
            answers.append(ask())
        except Exception as error:
            answers.append(error)

    caller = threading.Thread(target=call, daemon=True)
    caller.start()
    caller.join(seconds)
    if not answers:
        raise TimeoutError
    if isinstance(answers[0], Exception):
        raise answers[0]
    return answers[0]


def _size(client: Any, address: str) -> int:
    """Count the tasks that the workers do at once, if all machines have this cardgen."""
    try:
        threads: dict[str, int] = _within(_ANSWER, client.nthreads)
        if threads:
            _within(_ASK, lambda: _same(client))
    except UsageError:
        raise
    except Exception as error:
        raise UsageError(
            f"the Dask cluster at {address} does not answer; see that its workers are well"
        ) from error
    if not threads:
        raise UsageError(f"the Dask scheduler at {address} has no workers; start some: dask worker {address}")
    return sum(threads.values())


def _same(client: Any) -> None:
    """See that the scheduler, which reads what it passes on, and all workers have this cardgen."""
    from pkgutil import resolve_name

    # A function of Python's own can be run even where there is no cardgen.
    found = client.run(resolve_name, "cardgen:__version__", on_error="return")
    for worker, version in sorted(found.items()):
        _refuse(f"the Dask worker at {worker}", version)
    try:
        version = client.run_on_scheduler(resolve_name, "cardgen:__version__")
    except ImportError as error:
        version = error
    _refuse("the Dask scheduler", version)


def _refuse(who: str, version: str | Exception) -> None:
    if isinstance(version, Exception):
        raise UsageError(_wants(f"{who} has none"))
    if version != __version__:
        raise UsageError(_wants(f"{who} has {version}"))


def _wants(found: str, version: str = "") -> str:
    version = version or __version__
    wanted = f"all of a Dask cluster must have cardgen {version}, and {found}"
    return f"{wanted}; on each machine: {install_command('cluster', version)}"
