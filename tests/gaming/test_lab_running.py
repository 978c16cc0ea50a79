"""Runs: the same results whoever plays, stopped ones are shorter ones, and nothing stays behind."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lab_games import Coins, Lent

from cardgen import api
from cardgen.cli.terminal import ProgressBar, time_left_text
from cardgen.errors import UsageError
from cardgen.gaming.lab import running, workers
from cardgen.gaming.lab.moments import GameTally, play_and_sum
from cardgen.gaming.lab.running import StopRequest, play_games
from cardgen.jobs.job import warnings_or_raise
from cardgen.jobs.playing import WorkOptions, open_session, play_experiments

HERE = Path(__file__).parents[1]
TWO = (Coins(), Coins(luck=9))


class Hasty(Executor):
    """Does tasks at once; the tasks whose numbers are given are lost."""

    def __init__(self, lost: Sequence[int] = ()) -> None:
        self.tasks, self._lost = 0, lost

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.tasks in self._lost:
            future.set_exception(ConnectionError())
        else:
            future.set_result(task(*arguments))
        self.tasks += 1
        return future


class Mended(Lent):
    """Goes on after a loss."""

    def recover(self, error: Exception) -> None:
        assert isinstance(error, ConnectionError)


@pytest.fixture(autouse=True)
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers get their games at once, however few these are."""
    monkeypatch.setattr(running, "_SECONDS_WORTH_WORKERS", 0.0)
    monkeypatch.setattr(running, "_SECONDS_TO_KNOW_PACE", 0.0)
    monkeypatch.setattr(running, "_SHORTEST_STRETCH_SECONDS", 0.0)
    monkeypatch.setattr(running, "_STRETCH_SECONDS", 0.0)


class Gone(Lent):
    """Loses all workers with the first task that is lost."""

    def recover(self, error: Exception) -> None:
        raise running.WorkersLost("all are gone")


def test_what_was_played_before_all_workers_were_lost_is_kept() -> None:
    with pytest.raises(running.WorkersLost, match="all are gone") as lost:
        play_games(TWO, 5, 400, Gone(Hasty(lost=[6]), 2))
    assert 0 < lost.value.played.games < 400
    assert lost.value.played == play_and_sum(TWO, 5, 0, lost.value.played.games)


# The same results


@given(
    games=st.integers(1, 400),
    first=st.integers(0, 10**6),
    pace=st.floats(1, 10**6),
    most=st.integers(1, 200),
    size=st.integers(1, 5),
    lost=st.sets(st.integers(0, 20)),
)
@settings(max_examples=15)
def test_stretches_and_workers_and_losses_leave_no_trace(
    games: int, first: int, pace: float, most: int, size: int, lost: set[int]
) -> None:
    hasty = Hasty(sorted(lost))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "_MOST_GAMES_IN_MEMORY", most)
        patch.setattr(running, "perf_counter", iter(x / pace for x in range(10**6)).__next__)
        tally = play_games(TWO, 5, games, Mended(hasty, size), first=first)
    assert tally == play_and_sum(TWO, 5, first, games)
    assert hasty.tasks or games < 4


def test_processes_play_the_same() -> None:
    with workers.start_workers(2) as pool:
        assert play_games(TWO, 5, 3_000, pool) == play_and_sum(TWO, 5, 0, 3_000)
        # The same workers play the next run.
        assert play_games(TWO, 6, 3_000, pool, first=70) == play_and_sum(TWO, 6, 70, 3_000)


def test_processes_that_cannot_be_forked_are_spawned() -> None:
    """With a thread about, a fork might copy a lock that nobody will ever open."""
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        with workers.start_workers(2) as pool:
            assert play_games(TWO, 5, 500, pool) == play_and_sum(TWO, 5, 0, 500)
            assert pool._executor._mp_context.get_start_method() == "spawn"
    finally:
        done.set()
        thread.join()


def test_any_executor_can_be_lent() -> None:
    with ThreadPoolExecutor(2) as threads:
        assert play_games(TWO, 5, 500, Lent(threads, 2)) == play_and_sum(TWO, 5, 0, 500)


def test_games_that_are_out_are_few_however_many_there_are() -> None:
    class Counted(Hasty):
        most = out = 0

        def submit(self, task: Callable[..., Any], /, *arguments: Any, **more: Any) -> Future[Any]:
            future = super().submit(task, *arguments)
            done = future.result
            self.out += 1
            self.most = max(self.most, self.out)

            def taken(timeout: float | None = None) -> Any:
                self.out -= 1
                return done(timeout)

            future.result = taken
            return future

    counted = Counted()
    play_games([Coins()], 1, 20_000, Lent(counted, 2))
    assert counted.tasks > 30
    assert counted.most <= 6


@pytest.mark.parametrize(("games", "starts"), [(14_000, False), (18_000, True)])
def test_workers_start_where_the_rest_takes_a_while(
    monkeypatch: pytest.MonkeyPatch, games: int, starts: bool
) -> None:
    monkeypatch.undo()
    clock = [0.0]
    monkeypatch.setattr(running, "perf_counter", lambda: clock[0])

    class Timed(Coins):
        def play_chunk(self, seed: int, first: int, count: int) -> Any:
            # A tenth of a millisecond a game; the first takes ten seconds more.
            clock[0] += count / 10_000 + (10 if first == 0 else 0)
            return super().play_chunk(seed, first, count)

    hasty = Hasty()
    assert play_games([Timed()], 1, games, Lent(hasty, 2)).games == games
    assert bool(hasty.tasks) == starts
    # Workers that have started already are worth while much sooner.
    assert play_games([Timed()], 1, 3_000, Lent(hasty, 2), first=1, min_seconds=0.1).games == 3_000
    assert hasty.tasks


def test_no_game_is_an_empty_tally_and_one_is_enough() -> None:
    assert play_games([Coins()], 1, 0) == GameTally()
    assert play_games([Coins()], 1, 1) == play_and_sum([Coins()], 1, 0, 1)


def test_progress_is_told_and_ends_with_all() -> None:
    told: list[tuple[int, int]] = []
    play_games([Coins()], 1, 2_000, Lent(Hasty(), 2), report=lambda *so_far: told.append(so_far))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (2_000, 2_000)


# Workers that are lost


def test_a_process_that_is_killed_is_made_good() -> None:
    killed: list[int] = []

    def kill(done: int, games: int) -> None:
        # Once early, once late.
        left = {*(pool._executor._processes or {})} - {*killed}
        if left and len(killed) < 2 and done > games * (0.2 + 0.5 * len(killed)):
            killed.append(left.pop())
            os.kill(killed[-1], signal.SIGKILL)

    with workers.start_workers(2) as pool:
        assert isinstance(pool, workers.LocalProcesses)
        play_games([Coins()], 1, 40, pool)
        assert play_games(TWO, 5, 4_000, pool, report=kill) == play_and_sum(TWO, 5, 0, 4_000)
    assert len(killed) == 2


def test_where_no_process_can_be_started_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    fork = multiprocessing.Process.start

    def start(process: Any) -> None:
        if started:
            raise BlockingIOError(11, "no more processes")
        started.append(process)
        fork(process)

    for each in ("ForkProcess", "SpawnProcess"):
        monkeypatch.setattr(f"multiprocessing.context.{each}.start", start)
    with (
        pytest.raises(UsageError, match=r"no more processes.*; try --workers 1"),
        workers.start_workers(3) as pool,
    ):
        play_games(TWO, 5, 500, pool)
    # The one that did start has ended.
    started[0].join(10)
    assert started[0].exitcode is not None


class Doomed(Coins):
    """Ends the process that plays it, unless it is the one that began."""

    def play_chunk(self, seed: int, first: int, count: int) -> Any:
        if first >= 20:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().play_chunk(seed, first, count)


def test_processes_that_keep_ending_are_spoken_of() -> None:
    with workers.start_workers(2) as pool, pytest.raises(UsageError, match="memory runs out; use fewer"):
        play_games([Doomed()], 1, 1_000, pool)


class Faulty(Coins):
    def play_chunk(self, seed: int, first: int, count: int) -> Any:
        if first >= 20:
            raise UsageError("this pack cannot be played")
        return super().play_chunk(seed, first, count)


def test_what_a_game_says_no_to_is_passed_on() -> None:
    with workers.start_workers(2) as pool, pytest.raises(UsageError, match="this pack cannot be played"):
        play_games([Faulty()], 1, 1_000, pool)


# Stopped runs


@pytest.mark.parametrize("size", [None, 2])
def test_ctrl_c_keeps_the_first_games(size: int | None) -> None:
    once = StopRequest()

    def report(done: int, games: int) -> None:
        if done >= 200 and not once.asked:
            signal.raise_signal(signal.SIGINT)

    with workers.start_workers(size or 1) as pool, once:
        tally = play_games([Coins(slow=0.0001)], 1, 100_000, pool, report=report, stop=once)
        assert 200 <= tally.games < 100_000
        assert tally == play_and_sum([Coins()], 1, 0, tally.games)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_anybody_to_heed_it_a_run_heeds_ctrl_c_itself() -> None:
    told: list[int] = []

    def report(done: int, games: int) -> None:
        told.append(done)
        if len(told) == 3:
            signal.raise_signal(signal.SIGINT)

    tally = play_games([Coins()], 1, 1_000, report=report)
    assert tally == play_and_sum([Coins()], 1, 0, told[-1])
    assert len(told) == 3


def test_an_interrupt_of_somebody_elses_ends_a_run_as_well() -> None:
    def report(done: int, games: int) -> None:
        if done > 5:
            raise KeyboardInterrupt

    tally = play_games([Coins()], 1, 1_000, report=report)
    assert 5 < tally.games < 1_000
    assert tally == play_and_sum([Coins()], 1, 0, tally.games)


def test_asked_twice_it_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("cardgen.gaming.lab.running.time.monotonic", lambda: clock[0])
    with StopRequest():
        signal.raise_signal(signal.SIGINT)
        # A terminal and a program between both pass the same Ctrl-C on.
        signal.raise_signal(signal.SIGINT)
        clock[0] += 1
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_who_listens_already_goes_on_listening() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: heard.append(number))
    try:
        with StopRequest(signal.SIGINT, signal.SIGTERM) as stop:
            signal.raise_signal(signal.SIGTERM)
        assert heard == [signal.SIGTERM]
        assert not stop.asked
    finally:
        signal.signal(signal.SIGTERM, before)


PROGRAM = """
import sys
sys.path.insert(0, {here!r})
from lab_games import Coins
from cardgen.api import no_progress
from cardgen.jobs.playing import WorkOptions, open_session

def tell(done, games):
    if session.pool._executor and session.pool._executor._processes:
        print(*session.pool._executor._processes, flush=True)

if __name__ == "__main__":
    with open_session(WorkOptions(workers=2), no_progress) as session:
        tally = session.play_games([Coins(slow=0.0005)], 1, 10_000_000, report=tell)
    print("games", tally.games, flush=True)
"""


@pytest.fixture
def program() -> Any:
    """A program in the middle of a run with two processes."""
    command = [sys.executable, "-c", PROGRAM.format(here=str(HERE))]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def gone(pids: Sequence[int], seconds: float) -> bool:
    """Whether all of these processes end in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not any(alive(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_on_a_terminal_leaves_no_worker_and_no_noise(
    program: subprocess.Popen[str], number: signal.Signals
) -> None:
    assert program.stdout
    pids = [int(pid) for pid in program.stdout.readline().split()]
    assert len(pids) == 2
    # A terminal sends Ctrl-C to all of them, `kill` to the first.
    (os.killpg if number == signal.SIGINT else os.kill)(program.pid, number)
    out, noise = program.communicate(timeout=20)
    assert noise == ""
    assert int(out.split()[-1]) > 0
    assert program.returncode == 0
    assert gone(pids, 5)


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_workers_do_not_outlive_a_parent_that_is_killed(program: subprocess.Popen[str]) -> None:
    assert program.stdout
    pids = [int(pid) for pid in program.stdout.readline().split()]
    program.kill()
    program.wait(10)
    assert gone(pids, 10)


# What commands share


def worker_count(**options: object) -> int:
    with open_session(WorkOptions.from_options(options), api.no_progress) as session:
        return getattr(session.pool, "size", 1)


def test_the_number_of_workers_is_one_a_core_or_as_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "count_cores", lambda: 7)
    assert worker_count() == 7
    assert worker_count(workers="3") == 3
    assert worker_count(workers=1) == 1


@pytest.mark.parametrize("wrong", ["0", "-1", "1001", "many"])
def test_numbers_of_workers_that_there_cannot_be_are_refused(wrong: str) -> None:
    with pytest.raises(UsageError, match="--workers"):
        WorkOptions.from_options({"workers": wrong})


def test_workers_of_this_machine_and_a_cluster_exclude_each_other() -> None:
    with pytest.raises(UsageError, match="leave one of them out"):
        warnings_or_raise(WorkOptions(workers=2, dask="scheduler:8786"), None)


def test_a_command_gets_results_that_know_whether_they_are_all() -> None:
    results, warned = play_experiments(WorkOptions(workers=1), TWO, ("one", "other"), 5, 300, api.no_progress)
    assert not warned
    assert results.is_complete
    assert results.tally == play_and_sum(TWO, 5, 0, 300)
    assert results.total("turns", 1) == results.tally.sums[4]


def test_a_command_stopped_before_its_first_game_has_nothing_to_tell() -> None:
    class Stopped(Coins):
        def play_chunk(self, seed: int, first: int, count: int) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_experiments(WorkOptions(workers=1), [Stopped()], ["one"], 1, 10, api.no_progress)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.2, "0 s left"),
        (89.4, "89 s left"),
        (90, "2 min left"),
        (3_600, "60 min left"),
        (7_500, "2 h 05 min left"),
        (10**7, "2,777 h 47 min left"),
    ],
)
def test_time_left_is_said_as_people_say_it(seconds: float, said: str) -> None:
    assert time_left_text(seconds) == said


def test_a_bar_tells_games_and_time_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [0.0]
    monkeypatch.setattr("cardgen.cli.terminal.time.monotonic", lambda: clock[0])
    monkeypatch.setenv("COLUMNS", "100")
    for seen in (False, True):
        monkeypatch.setattr("sys.stderr.isatty", lambda seen=seen: seen)
        clock[0] = 0.0
        with ProgressBar("a [red] pack\x1b]0;title\x07", "games") as bar:
            bar(0, 10_000)
            clock[0] = 10.0
            bar(2_500, 10_000)
        error = capsys.readouterr().err
        assert ("2,500 of 10,000 games, 30 s left" in error) == seen
        assert ("a [red] pack" in error) == seen
        assert "\x1b]" not in error


def test_progress_is_told_to_programs_as_lines_of_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CARDGEN_PROGRESS", "json-lines")
    with ProgressBar("mine: pages", "pages") as bar:
        bar(2, 10)
        bar(3, 10)
    captured = capsys.readouterr()
    lines = [json.loads(line) for line in captured.err.splitlines()]
    assert captured.out == ""
    # Lines that come in quick succession are left out.
    assert lines == [
        {"progress": "mine: pages", "done": done, "total": total, "unit": "pages"}
        for done, total in ((0, 0), (2, 10))
    ]


@pytest.mark.parametrize("size", [1, 2])
def test_a_run_imports_no_more_than_it_needs(size: int) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(HERE)!r})\n"
        "from lab_games import Coins\n"
        "from cardgen.cli.terminal import ProgressBar\n"
        "from cardgen.jobs.playing import WorkOptions, play_experiments\n"
        f"play_experiments(WorkOptions(workers={size}), [Coins()], ['one'], 1, 2000, ProgressBar)\n"
        "print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"numpy", "numba", "rich", "multiprocessing", "asyncio", "distributed", "socket"}
    assert heavy.isdisjoint(loaded.stdout.split())


class Ending:
    """A handler that ends the process, as that of the command line."""

    ends_process = True

    def __call__(self, number: int, frame: object) -> None:
        sys.exit(128 + number)


def test_a_handler_that_only_ends_the_process_gives_way() -> None:
    ending = Ending()
    before = signal.signal(signal.SIGTERM, ending)
    try:
        with StopRequest(signal.SIGINT, signal.SIGTERM) as stop:
            signal.raise_signal(signal.SIGTERM)
        assert stop.asked
        assert signal.getsignal(signal.SIGTERM) is ending
    finally:
        signal.signal(signal.SIGTERM, before)
