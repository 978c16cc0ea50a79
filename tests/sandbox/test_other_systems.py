"""What is asked of Windows and macOS, tried on functions that only note it: neither system was at hand."""

import ctypes
from pathlib import Path
from typing import Any

import pytest

from cardgen.sandbox import confinement, job_objects


class Kernel:
    """kernel32, as far as job objects go."""

    def __init__(self, failing: str = "") -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.failing = failing
        self.limits: Any = None

    def __getattr__(self, name: str) -> Any:
        def called(*args: Any) -> int:
            self.calls.append((name, *args[:2]))
            if name == "SetInformationJobObject" and args[1] == 9:
                self.limits = job_objects._ExtendedLimits.from_buffer_copy(args[2]._obj)
                assert args[3] == ctypes.sizeof(job_objects._ExtendedLimits)
            return 0 if name == self.failing else 77

        return called


class Process:
    sentinel = 5


@pytest.mark.skipif(ctypes.sizeof(ctypes.c_void_p) != 8, reason="the sizes are those of 64 bits")
def test_the_records_have_the_sizes_of_the_windows_api() -> None:
    assert ctypes.sizeof(job_objects._BasicLimits) == 64
    assert ctypes.sizeof(job_objects._ExtendedLimits) == 144
    assert job_objects._ExtendedLimits.process_memory.offset == 112


def test_a_child_of_windows_has_a_job_with_limits_which_is_closed_with_it() -> None:
    kernel, process = Kernel(), Process()
    assert job_objects.limit_process(process, 30, 600 << 20, kernel)
    assert [each[0] for each in kernel.calls] == [
        "CreateJobObjectW",
        "SetInformationJobObject",
        "SetInformationJobObject",
        "AssignProcessToJobObject",
    ]
    assert kernel.calls[-1] == ("AssignProcessToJobObject", 77, 5)
    basic = kernel.limits.basic
    # The limits of JOB_OBJECT_LIMIT_* in winnt.h: time, processes, memory, no dialogue, closed with the job.
    assert basic.flags == 0x2 | 0x8 | 0x100 | 0x400 | 0x2000
    assert (basic.process_time, basic.processes) == (300_000_000, 1)
    assert kernel.limits.process_memory > 600 << 20
    del process
    assert kernel.calls[-1] == ("CloseHandle", 77)


def test_the_time_of_a_worker_is_not_bounded_by_its_job() -> None:
    kernel = Kernel()
    job_objects.limit_process(process := Process(), None, 1, kernel)
    assert not kernel.limits.basic.flags & 0x2
    del process


@pytest.mark.parametrize(
    "failing", ["CreateJobObjectW", "SetInformationJobObject", "AssignProcessToJobObject"]
)
def test_where_windows_refuses_a_job_work_goes_on(failing: str) -> None:
    kernel = Kernel(failing)
    assert not job_objects.limit_process(Process(), 30, 1, kernel)
    assert (kernel.calls[-1][0] == "CloseHandle") == (failing != "CreateJobObjectW")


def test_the_profile_of_macos_denies_all_but_what_is_read(tmp_path: Path) -> None:
    profile = confinement._mac_profile([f"{tmp_path}/", "/Users/x/cards", '/Users/x/a"b'])
    assert profile.count("(") == profile.count(")")
    assert profile.startswith("(version 1)(allow default)")
    for denied in ("network*", "process-exec*", "process-fork", "file-write*", "signal (target others)"):
        assert f"(deny {denied})" in profile
    homes = profile.index('(deny file-read-data (subpath "/Users")')
    # The last rule decides.
    assert homes < profile.index(f'(subpath "{tmp_path}")')
    assert homes < profile.index('(subpath "/Users/x/cards")')
    assert 'a"b' not in profile


def test_macos_is_asked_once_and_may_refuse() -> None:
    asked: list[bytes] = []

    class Libc:
        result = 0

        def sandbox_init(self, profile: bytes, flags: Any, fault: Any) -> int:
            asked.append(profile)
            assert flags.value == 0
            return self.result

    libc = Libc()
    assert confinement._confine_mac(libc, [])
    libc.result = -1
    assert not confinement._confine_mac(libc, [])
    assert not confinement._confine_mac(object(), [])
    assert len(asked) == 2
