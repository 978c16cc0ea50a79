"""Workers that play games: processes of this machine, or a Dask cluster."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from .running import WorkerPool, WorkersLost

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

#: Maximum number of processes; Windows cannot wait for more.
MOST_WORKERS = 61 if sys.platform == "win32" else 1_000
#: Maximum number of times that processes are restarted after a loss.
_MOST_RESTARTS = 3
#: Seconds that processes have to end by themselves.
_PATIENCE = 3.0
#: Seconds after which a process without its parent ends.
_ORPHANED = 1.0


@contextmanager
def start_workers(count: int | None = None, dask: str | None = None) -> Iterator[WorkerPool | None]:
    """Provide workers within the block: the Dask cluster at an address, or else processes of this machine.

    count: the number of processes; one for each core by default. Yields None if there would be only one: the
    caller then plays itself. Processes start when a run first needs them, and none is left behind. Raises
    UsageError if a cluster is not available.
    """
    if dask is not None:
        from .dask_workers import connected_cluster

        with connected_cluster(dask) as pool:
            yield pool
        return
    size = min(count or count_cores(), MOST_WORKERS)
    if size == 1:
        yield None
        return
    local = LocalProcesses(size)
    try:
        yield local
    finally:
        local.close()


def count_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "process_cpu_count"):
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class LocalProcesses:
    """A pool of processes of this machine, which start with the first task. size: the number of processes."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._executor: ProcessPoolExecutor | None = None
        self._lost = 0

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Have a process call task(*arguments), and return the future of the result.

        Raises UsageError if no process can be started.
        """
        with _blocked_interrupts():
            try:
                if self._executor is None:
                    self._executor = _start_processes(self.size)
                return self._executor.submit(task, *arguments)
            except (OSError, ImportError, NotImplementedError) as error:
                raise UsageError(f"no workers can be started here ({error}); try --workers 1") from error

    def recover(self, error: Exception) -> None:
        """End all processes if one was lost, so that the next task starts new ones.

        Raises WorkersLost if processes are lost again and again, and `error` itself if no process was lost.
        """
        if not isinstance(error, BrokenExecutor):
            raise error
        self.close()
        self._lost += 1
        if self._lost > _MOST_RESTARTS:
            raise WorkersLost(
                "workers keep stopping before they finish their games, usually because memory runs out; use "
                "fewer, such as --workers 1"
            ) from error

    def check_workers(self) -> None:
        """Do nothing: the executor itself reports a lost process."""

    def close(self) -> None:
        """End all processes, by force if they do not end soon."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        # There is no public access to them before Python 3.14.
        left = list((executor._processes or {}).values())
        end = threading.Timer(_PATIENCE, _kill_processes, [left])
        end.daemon = True
        end.start()
        try:
            executor.shutdown(wait=True, cancel_futures=True)
        finally:
            end.cancel()
            _kill_processes(left)
            # No thread is left, so that the process can fork again.
            end.join()


def _kill_processes(processes: list[Any]) -> None:
    """Kill processes; those that have ended are not affected."""
    for process in processes:
        with suppress(OSError, ValueError):
            process.kill()


def _start_processes(size: int) -> ProcessPoolExecutor:
    """Return a pool of processes, forked if that is safe: they then share the compiled engine."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    alone = sys.platform == "linux" and threading.active_count() == 1
    context = get_context("fork" if alone else "spawn")
    return ProcessPoolExecutor(size, context, _initialize_worker, (os.getpid(),))


@contextmanager
def _blocked_interrupts() -> Iterator[None]:
    """Block Ctrl-C in processes that start within the block; later they ignore it themselves."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _initialize_worker(parent: int) -> None:
    """Initialize a worker: ignore Ctrl-C, which the parent handles, and end with the parent."""
    import gc
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.enable()
    if os.name == "posix":
        threading.Thread(target=_end_with_parent, args=(parent,), daemon=True).start()


def _end_with_parent(parent: int) -> None:
    """End this process by force about a second after its parent has ended."""
    from time import sleep

    while os.getppid() == parent:
        sleep(_ORPHANED)
    os._exit(1)
