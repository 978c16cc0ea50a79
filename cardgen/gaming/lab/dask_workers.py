"""Workers of a Dask cluster: many machines play the games of one run.

Dask replays the games of a lost worker elsewhere. This module verifies that the whole cluster has this
version of cardgen, and reports failures early and in one sentence.
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

#: Timeouts in seconds: for the scheduler's answer, for the workers' versions, for closing.
_CONNECT_TIMEOUT, _VERSIONS_TIMEOUT, _CLOSE_TIMEOUT = 4.0, 15.0, 2.0
#: Seconds between counts of workers, and the longest time without any.
_SECONDS_BETWEEN_COUNTS, _MOST_SECONDS_WITHOUT_WORKERS = 2.0, 20.0
#: An address: host:port, with a protocol before it unless it is plain TCP.
_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?(\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}")
#: Loggers with messages for administrators of clusters.
_NOISY = ("distributed", "tornado", "asyncio")


@contextmanager
def connected_cluster(address: str) -> Iterator[Cluster]:
    """Connect to the scheduler at an address, such as "scheduler:8786" or "tls://10.0.0.1:8786".

    Raises UsageError if it does not answer, has no workers, or a machine has no cardgen or another version.
    """
    with _quiet_loggers():
        client = _connect_client(address)
        try:
            yield Cluster(client, address, _count_tasks(client, address))
        finally:
            with suppress(Exception):
                client.close(timeout=_CLOSE_TIMEOUT)


class Cluster:
    """The workers of a connected Dask cluster. size: the number of tasks that they run at once."""

    def __init__(self, client: Any, address: str, size: int) -> None:
        self.size = size
        self._client, self._address = client, address
        self._watched = self._seen = monotonic()
        # Without `pure=False` Dask would merge two runs of the same games.
        self._executor = client.get_executor(pure=False)

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Have a worker call task(*arguments), and return the future of the result.

        Raises ConnectionError if the connection to the scheduler is lost.
        """
        if self._client.status != "running":
            raise ConnectionError(self._client.status)
        self._seen = monotonic()
        future: Future[Any] = self._executor.submit(_call_if_same_version, __version__, task, *arguments)
        return future

    def recover(self, error: Exception) -> None:
        """Raise the error that explains a failed task.

        Raises WorkersLost if the scheduler or the workers stopped, UsageError if a worker has no cardgen, and
        `error` itself if a game failed.
        """
        from concurrent.futures import CancelledError

        from distributed.scheduler import KilledWorker

        if isinstance(error, CancelledError) or self._client.status != "running":
            raise WorkersLost(
                f"the Dask scheduler at {self._address} was lost before all games were played"
            ) from error
        if isinstance(error, KilledWorker):
            raise WorkersLost(
                f"workers of the Dask cluster at {self._address} keep stopping before they finish their "
                "games, usually because memory runs out; look at their logs"
            ) from error
        if isinstance(error, ImportError) or "deserializ" in str(error):
            raise UsageError(
                _install_hint(f"a worker that has joined the cluster at {self._address} has none")
            ) from error
        raise error

    def check_workers(self) -> None:
        """Raise WorkersLost if the cluster has had no worker for 20 seconds; one may restart before."""
        if monotonic() - self._watched < _SECONDS_BETWEEN_COUNTS:
            return
        try:
            threads = _call_within(_CONNECT_TIMEOUT, self._client.nthreads)
        except Exception:
            threads = {}
        self._watched = monotonic()
        if threads:
            self._seen = self._watched
        elif self._watched - self._seen > _MOST_SECONDS_WITHOUT_WORKERS:
            raise WorkersLost(f"the Dask cluster at {self._address} has no workers any more")


def _call_if_same_version(version: str, task: Callable[..., Any], *arguments: Any) -> Any:
    """Return task(*arguments), called on a worker. version: the version of cardgen that submitted the task.

    Raises UsageError if the worker has another version: it may have joined after all versions were verified.
    """
    if version != __version__:
        raise UsageError(_install_hint(f"a worker that has joined the cluster has {__version__}", version))
    return task(*arguments)


@contextmanager
def _quiet_loggers() -> Iterator[None]:
    """Silence the loggers of Dask within the block. Raises UsageError if Dask is not installed."""
    if not _is_dask_installed():
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


def _is_dask_installed() -> bool:
    """Tell whether Dask can be imported; this loads it."""
    try:
        import distributed  # noqa: F401 - its loggers are there from now on
    except ImportError:
        return False
    return True


def _connect_client(address: str) -> Any:
    """Return a Dask client that is connected to a scheduler. Raises UsageError if none answers at the
    address.
    """
    import distributed

    connect: Any = distributed.Client
    try:
        if not _ADDRESS.fullmatch(address):
            raise ValueError(address)  # Dask would start a cluster for some of these
        return _call_within(
            _CONNECT_TIMEOUT + 1, lambda: connect(address, timeout=_CONNECT_TIMEOUT, set_as_default=False)
        )
    except Exception as error:  # as many kinds as there are ways to write an address
        raise UsageError(
            f"no Dask scheduler answers at {address!r}; write its address as host:port, "
            "such as scheduler:8786, and check that it is running: dask scheduler"
        ) from error


def _call_within(seconds: float, ask: Callable[[], Any]) -> Any:
    """Return ask(), or raise its exception. Raises TimeoutError after `seconds`: Dask has no limit."""
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


def _count_tasks(client: Any, address: str) -> int:
    """Return the number of tasks that the workers run at once.

    Raises UsageError if the cluster does not answer, has no workers, or has another version of cardgen.
    """
    try:
        threads: dict[str, int] = _call_within(_CONNECT_TIMEOUT, client.nthreads)
        if threads:
            _call_within(_VERSIONS_TIMEOUT, lambda: _verify_same_version(client))
    except UsageError:
        raise
    except Exception as error:
        raise UsageError(
            f"the Dask cluster at {address} does not answer; check that its workers are running"
        ) from error
    if not threads:
        raise UsageError(f"the Dask scheduler at {address} has no workers; start one: dask worker {address}")
    return sum(threads.values())


def _verify_same_version(client: Any) -> None:
    """Raise UsageError unless the scheduler and all workers have this version of cardgen."""
    from pkgutil import resolve_name

    # A function of Python's own runs even where cardgen is not installed.
    found = client.run(resolve_name, "cardgen:__version__", on_error="return")
    for worker, version in sorted(found.items()):
        _verify_version(f"the Dask worker at {worker}", version)
    try:
        version = client.run_on_scheduler(resolve_name, "cardgen:__version__")
    except ImportError as error:
        version = error
    _verify_version("the Dask scheduler", version)


def _verify_version(who: str, version: str | Exception) -> None:
    """Raise UsageError unless a machine has this version. who: the machine. version: an exception if it has
    none.
    """
    if isinstance(version, Exception):
        raise UsageError(_install_hint(f"{who} has none"))
    if version != __version__:
        raise UsageError(_install_hint(f"{who} has {version}"))


def _install_hint(clause: str, version: str = "") -> str:
    """Return a message on how to install the same version of cardgen on all machines of a cluster.

    clause: a clause on the machine that lacks this version. version: the version; by default that of this
    machine.
    """
    version = version or __version__
    wanted = f"all of a Dask cluster must have cardgen {version}, and {clause}"
    return f"{wanted}; on each machine: {install_command('cluster', version)}"
