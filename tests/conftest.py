"""What the tests share: packs, how hypothesis searches, and programs that are not ours."""

from __future__ import annotations

import functools
import gc
import importlib
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

# Before numpy is there: the matrices of a search are small, and threads that wait for their part of one by
# turning round take more time than the search.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Nothing is read from the cache of whoever runs the tests, or left in it.
os.environ["CARDGEN_CACHE"] = "off"
# Home printers of whoever runs the tests would correct the sheets in them.
os.environ["XDG_CONFIG_HOME"] = str(Path(__file__).parent / "no-config")

import pytest
from hypothesis import HealthCheck, settings

import cardgen
from cardgen import api
from cardgen.checks import examination
from cardgen.cli import main
from cardgen.output.rulebook import write_book
from cardgen.pack import library
from cardgen.pack.model import Pack

# Test files are compiled once for all runs, also where PYTHONDONTWRITEBYTECODE is set: that takes
# as long as a twentieth of all tests.
sys.dont_write_bytecode = False

# The same examples on every machine, and no clock: a slow machine is no failure.
settings.register_profile(
    "cardgen",
    max_examples=20,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("cardgen")


@cache
def bundled_examined(name: str) -> api.Examined:
    """A bundled pack as it is, examined once by each worker: hundreds of tests begin with one."""
    found = examined_anew(name)
    assert found.pack is not None
    api._set_trust(found.pack, True)
    return found


def examine(name: str, *how: Any, trust: bool = False, **further: Any) -> api.Examined:
    """Examine in this process, where tests change what is done; tests/jobs/test_confined_api.py does not."""
    as_it_is = isinstance(name, str) and name in BUNDLED and not any(how) and not any(further.values())
    if as_it_is:
        return bundled_examined(name)
    found = examined_anew(name, *how, **further)
    if trust and found.pack is not None:
        api._set_trust(found.pack, True)
    return found


BUNDLED = frozenset(library.bundled_pack_names())
examined_anew, examined_by_api = examination.examine, api.examine
api.examine = examination.examine = functools.update_wrapper(examine, examined_by_api)

REQUIRED = "CARDGEN_REQUIRE_OUTSIDE"


#: Their tests play with NEVER OVER's compiled engine, which takes twenty seconds to compile after a change.
COMPILED = {
    f"test_{name}.py"
    for name in (
        *("design_cli", "lab_design", "lab_engines", "lab_temperaments", "readme", "simulate_cli", "tuned"),
    )
}


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let programs hear Ctrl-C, and import the test files from the last one on in every other worker.

    So that workers, which all collect all tests, meet in the middle: where files are not compiled yet, as
    after a checkout, each has to compile but half of them.
    """
    # Whoever starts the tests in the background may have them ignore Ctrl-C, and the programs that they send
    # it to as well.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    worker = getattr(session.config, "workerinput", {"workerid": "gw0"})["workerid"]
    if int(worker.removeprefix("gw")) % 2 and list(session.config.args) == session.config.getini("testpaths"):
        for file in sorted(Path(__file__).parent.glob("*/test_*.py"), reverse=True):
            # What cannot be imported here is told of, or skipped, when it is collected.
            with suppress(Exception, pytest.skip.Exception):
                importlib.import_module(file.stem)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put first what needs the compiled engine: one worker has it all, so that it is compiled once.

    The longest tests are among these, and nothing long is left for the end.
    """
    items.sort(key=lambda item: item.path.name not in COMPILED)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Make two books where there are many tests; let the garbage collector look over what tests make.

    Work on strangers' files is done by several hundred forks of this process: what it has imported, and the
    fonts that it has read, need not be imported and read in each of them.
    """
    if len(session.items) > 1000 and not session.config.option.collectonly:
        for pack in (cardgen.load("never-over"), cardgen.load("standard-52")):
            write_book(pack)
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 20)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose outside program is missing."""
    for mark in item.iter_markers("outside"):
        # Of several, any one does.
        if not any(map(shutil.which, mark.args)):
            pytest.skip(f"{' or '.join(mark.args)} is not installed")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Fail what is skipped for want of something, where CI promised that all is there.

    Tests of another system, by `skipif`, are skipped there too.
    """
    report = yield
    if report.skipped and not any(item.iter_markers("skipif")):
        _fail_if_required(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Iterator[None]:
    """Fail a file of tests that is skipped for want of a library, where CI promised that all is there."""
    report = yield
    if report.skipped:
        _fail_if_required(report)
    return report


def _fail_if_required(report: Any) -> None:
    if os.environ.get(REQUIRED) == "1":
        report.outcome, report.longrepr = "failed", f"{report.longrepr[2]}, and {REQUIRED}=1"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Fail the last test of a file that leaves a thread behind: beside any no child is forked.

    Each would start anew instead, in all tests to come, which takes ten times as long.
    """
    yield
    if nextitem is None or nextitem.path != item.path:
        others = [each for each in threading.enumerate() if each is not threading.main_thread()]
        for each in others:
            # One that waits for a child, such as a browser's, ends with it.
            each.join(5)
        assert [each.name for each in others if each.is_alive()] == []


@pytest.fixture(scope="session")
def never_over() -> Pack:
    return cardgen.load("never-over")


@pytest.fixture(scope="session")
def standard() -> Pack:
    return cardgen.load("standard-52")


@pytest.fixture(scope="module")
def without_sources() -> Iterator[None]:
    """Compare pages with the pack's drawing only, as `without_source_comparison` of samples.py does."""
    from samples import without_source_comparison

    with without_source_comparison():
        yield


@pytest.fixture
def unnamed() -> Iterator[None]:
    """Let cards that differ do so without a name, as `unnamed_differences` of samples.py does."""
    from samples import unnamed_differences

    with unnamed_differences():
        yield


class Said(str):
    """What a command printed, and apart from it what went to stderr."""

    code: int
    errors: str


@pytest.fixture
def say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Said]:
    """Run a command line in an empty folder, for a user without home printers."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def command(*arguments: str) -> Said:
        code = main.run(list(arguments))
        out, errors = capsys.readouterr()
        said = Said(out)
        said.code, said.errors = code, errors
        return said

    return command
