"""A Dask cluster plays the same games, even if a worker is killed; what is wrong with it is told soon."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lab_games import Coins
from own_games import PACK, TIDE

from cardgen import __version__, load
from cardgen.errors import UsageError
from cardgen.gaming.games import experiment_of
from cardgen.gaming.games.game import Setup
from cardgen.gaming.lab import dask_workers, running
from cardgen.gaming.lab.match import MatchExperiment
from cardgen.gaming.lab.moments import play_and_sum
from cardgen.gaming.lab.running import StopRequest, play_games
from cardgen.gaming.lab.workers import start_workers
from cardgen.jobs.playing import WorkOptions, play_experiments

HERE = Path(__file__).parents[1]
PATIENCE = 60.0
TWO = (Coins(slow=0.0002), Coins(luck=9))


@contextmanager
def process(
    folder: Path, module: str, *arguments: str, path: Path = HERE
) -> Iterator[subprocess.Popen[bytes]]:
    """A part of a cluster, which knows the games of these tests and ends with the `with`."""
    command = [sys.executable, "-m", f"distributed.cli.{module}", "--no-dashboard", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(path), "DASK_TEMPORARY_DIRECTORY": str(folder)}
    with (folder / f"{module}-{time.monotonic_ns()}.log").open("wb") as log:
        started = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
    try:
        yield started
    finally:
        started.kill()
        started.wait()


def until(seen: Callable[[], Any]) -> Any:
    """What a look sees in the end."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = seen()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("waited in vain")


class Cluster:
    """A scheduler of its own, and its workers, of one thread each."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.workers = folder, stack.enter_context(ExitStack())
        file = folder / "scheduler.json"
        local = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        self.scheduler = stack.enter_context(process(folder, "dask_scheduler", *local))
        self.address = until(lambda: file.exists() and json.loads(file.read_text() or "{}").get("address"))

    def add(self, count: int, path: Path = HERE) -> list[subprocess.Popen[bytes]]:
        """So many workers more."""
        own = ("--no-nanny", "--nthreads", "1", "--host", "127.0.0.1")
        before = self.known()
        started = [
            self.workers.enter_context(process(self.folder, "dask_worker", self.address, *own, path=path))
            for _ in range(count)
        ]
        until(lambda: len(self.known() - before) == count)
        return started

    def known(self) -> set[str]:
        """The workers that have come to the scheduler."""
        from distributed import Client

        with Client(self.address, timeout=PATIENCE, set_as_default=False) as client:
            return set(client.nthreads())

    def clear(self) -> None:
        """End all workers, and wait until the scheduler knows that they are gone."""
        self.workers.close()
        until(lambda: not self.known())


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path_factory.mktemp("cluster"), stack)


@pytest.fixture
def empty(cluster: Cluster) -> Iterator[Cluster]:
    """A cluster without workers, with the same scheduler for all tests but those that end it."""
    yield cluster
    cluster.clear()


@pytest.fixture
def doomed(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster whose scheduler may be ended."""
    with ExitStack() as stack:
        yield Cluster(tmp_path, stack)


@pytest.fixture(autouse=True)
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers get their games at once, in short stretches."""
    for name in ("_SECONDS_WORTH_WORKERS", "_SECONDS_TO_KNOW_PACE", "_SHORTEST_STRETCH_SECONDS"):
        monkeypatch.setattr(running, name, 0.0)
    monkeypatch.setattr(running, "_WORKER_STRETCH_SECONDS", 0.05)


@pytest.fixture(autouse=True)
def no_loop() -> Iterator[None]:
    """End the threads of clients that found no scheduler: beside any no child is forked."""
    yield
    if sys.modules.get("distributed") is not None:
        from distributed.utils import LoopRunner

        for _, runner in [*LoopRunner._all_loops.values()]:
            if runner is not None and runner._loop_thread is not None:
                runner._real_stop(PATIENCE)


def test_a_worker_is_killed_in_the_middle_and_the_results_are_the_same(empty: Cluster) -> None:
    victim, other = empty.add(2)
    told: list[int] = []

    def kill(done: int, games: int) -> None:
        told.append(done)
        if done > games / 4 and victim.poll() is None:
            victim.send_signal(signal.SIGKILL)
            victim.wait(PATIENCE)

    with start_workers(dask=empty.address) as pool:
        assert pool is not None
        assert pool.size == 2
        tally = play_games(TWO, 5, 4_000, pool, report=kill)
        assert victim.returncode == -signal.SIGKILL
        assert other.poll() is None
        assert 0 < told[0] < 1_000
        assert tally == play_and_sum((Coins(), Coins(luck=9)), 5, 0, 4_000)
        # The same games again are played again; Ctrl-C ends them early.
        with StopRequest() as stop:
            first = play_games(
                TWO, 5, 10**9, pool, stop=stop, report=lambda done, _: setattr(stop, "asked", done > 1_000)
            )
        assert 1_000 < first.games < 10**6
        assert first == play_and_sum((Coins(), Coins(luck=9)), 5, 0, first.games)


@pytest.mark.thorough
def test_rules_of_ones_own_and_matches_are_played_the_same_on_a_cluster(
    empty: Cluster, tmp_path: Path
) -> None:
    """The workers have no file of rules: they get its text."""
    (tmp_path / "tide.yaml").write_text(PACK, encoding="utf-8")
    setup = Setup(players=3, temperaments=("random",), rules=TIDE)
    table = experiment_of(load(str(tmp_path / "tide.yaml")), setup)
    games = (table, MatchExperiment(table, "random", "search=1"))
    empty.add(2)
    for experiment in games:
        with start_workers(dask=empty.address) as pool:
            assert play_games([experiment], 4, 30, pool) == play_and_sum([experiment], 4, 0, 30)


@pytest.mark.thorough
def test_all_of_a_cluster_must_have_this_cardgen(empty: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(UsageError, match="has no workers; start one: dask worker"),
        start_workers(dask=empty.address),
    ):
        pass
    empty.add(1)
    wanted = f"cardgen 9.9, and the Dask worker at .* has {re.escape(__version__)}; on each machine: pip"
    with monkeypatch.context() as patch:
        patch.setattr(dask_workers, "__version__", "9.9")
        with pytest.raises(UsageError, match=wanted), start_workers(dask=empty.address):
            pass
    (empty.folder / "none").mkdir(exist_ok=True)
    (empty.folder / "none" / "cardgen.py").write_text("raise ImportError")
    with start_workers(dask=empty.address) as pool:
        # One that has none joins later: the others play its games.
        empty.add(1, empty.folder / "none")
        assert play_games([Coins()], 5, 2_000, pool) == play_and_sum([Coins()], 5, 0, 2_000)
    empty.add(1, empty.folder / "none")
    with (
        pytest.raises(UsageError, match=r"Dask worker at tcp://\S+ has none"),
        start_workers(dask=empty.address),
    ):
        pass


@contextmanager
def heard() -> Iterator[list[str]]:
    """What Dask says to whoever listens."""
    import distributed  # noqa: F401 - which sets up its loggers

    said: list[str] = []
    ear = logging.Handler()
    ear.emit = lambda record: said.append(record.getMessage())
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client", "tornado")]
    for logger in loggers:
        logger.addHandler(ear)
    try:
        yield said
    finally:
        for logger in loggers:
            logger.removeHandler(ear)


def test_a_scheduler_that_is_lost_is_told(doomed: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    doomed.add(1)
    monkeypatch.setattr(dask_workers, "_CONNECT_TIMEOUT", 1.0)

    def kill(done: int, games: int) -> None:
        if done > 500:
            doomed.scheduler.kill()

    with (
        heard() as noise,
        start_workers(dask=doomed.address) as pool,
        pytest.raises(UsageError, match="was lost before all games"),
    ):
        play_games(TWO, 5, 10**7, pool, report=kill)
    assert noise == []


def test_where_all_workers_are_lost_what_was_played_is_kept(
    empty: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    only = empty.add(1)[0]
    monkeypatch.setattr(dask_workers, "_SECONDS_BETWEEN_COUNTS", 0.1)
    monkeypatch.setattr(dask_workers, "_MOST_SECONDS_WITHOUT_WORKERS", 0.5)

    @contextmanager
    def progress(what: str, unit: str = "") -> Iterator[Callable[[int, int], None]]:
        yield lambda done, total: only.kill() if done > 500 else None

    job = WorkOptions(dask=empty.address)
    results, [warned] = play_experiments(job, [Coins(slow=0.0002)], ["coins"], 5, 10**7, progress)
    assert 500 < results.tally.games < 10**6
    assert not results.is_complete
    assert results.tally == play_and_sum([Coins()], 5, 0, results.tally.games)
    assert "has no workers any more; the results are those of the games played by then" in warned


@pytest.mark.parametrize(
    "address", ["", "scheduler", "http://scheduler:80", "scheduler:port", "a b:1", "scheduler:8786:1", "::1"]
)
def test_what_is_no_address_is_refused_at_once(address: str) -> None:
    with pytest.raises(UsageError, match="write its address as host:port"), start_workers(dask=address):
        pass


def test_who_does_not_answer_is_told_soon(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(dask_workers, "_CONNECT_TIMEOUT", 0.5)
    level = logging.getLogger("distributed").level
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        refused = f"127.0.0.1:{silent.getsockname()[1]}"
        with (
            pytest.raises(UsageError, match=f"no Dask scheduler answers at '{refused}'"),
            start_workers(dask=refused),
        ):
            pass
        silent.listen()
        with (
            pytest.raises(UsageError, match=f"no Dask scheduler answers at '{refused}'"),
            start_workers(dask=refused),
        ):
            pass
    assert capfd.readouterr().err == ""
    assert caplog.text == ""
    assert logging.getLogger("distributed").level == level


def test_a_cluster_whose_workers_all_went_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 1000, 5))
    monkeypatch.setattr(dask_workers, "monotonic", lambda: float(next(clock)))
    counts = [{"a": 1}, {}, {}, {"b": 1}, {}]
    client = SimpleNamespace(
        status="running", get_executor=lambda **_: None, nthreads=lambda: counts.pop(0) if counts else {}
    )
    gone = dask_workers.Cluster(client, "scheduler:8786", 1)
    while counts:
        gone.check_workers()
    with pytest.raises(UsageError, match="has no workers any more"):
        list(iter(gone.check_workers, "never"))


def test_without_dask_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    asked = pytest.raises(UsageError, match=r'pip install "cardgen-kit\[cluster\]"')
    with asked, start_workers(dask="scheduler:8786"):
        pass
