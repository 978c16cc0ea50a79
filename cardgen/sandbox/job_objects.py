"""Limit a child process on Windows by a job object: its time and memory, and no further processes.

Written from the documentation of the Windows API; never run there.
"""

from __future__ import annotations

import ctypes
import weakref
from typing import Any

_SIZE, _WORD = ctypes.c_size_t, ctypes.c_uint32


class _BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION; times are in units of 100 nanoseconds."""

    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", _WORD),
        ("least_working_set", _SIZE),
        ("most_working_set", _SIZE),
        ("processes", _WORD),
        ("affinity", _SIZE),
        ("priority", _WORD),
        ("scheduling", _WORD),
    )


class _ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("basic", _BasicLimits),
        ("io_counters", ctypes.c_uint64 * 6),
        ("process_memory", _SIZE),
        ("job_memory", _SIZE),
        ("peak_process_memory", _SIZE),
        ("peak_job_memory", _SIZE),
    )


# JOB_OBJECT_LIMIT_*: one process, its time and memory, no dialogue after a crash, and its end with the job.
_ONE_PROCESS, _TIME, _MEMORY, _NO_DIALOGUE, _CLOSED_WITH_IT = 0x8, 0x2, 0x100, 0x400, 0x2000
# JobObjectExtendedLimitInformation and JobObjectBasicUIRestrictions; all restrictions: clipboard, desktops,
# windows of others, system settings, and shutting down.
_LIMITS, _SCREEN, _NOTHING_OF_IT = 9, 4, 0xFF
#: Bytes that Python and its libraries take in a newly started child.
_BEGUN_WITH = 300 << 20


def limit_process(process: Any, seconds: float | None, memory: int, kernel: Any = None) -> bool:
    """Limit a process that was just started, and return whether that worked.

    process: a process of multiprocessing, whose sentinel is the Windows handle. seconds: the limit of
    processor time; None for no limit. memory: the limit of memory in bytes, beyond what Python itself takes.
    kernel: an object with the functions of kernel32; None for the system's.
    """
    kernel = kernel or _load_kernel32()
    job = kernel.CreateJobObjectW(None, None)
    if not job:
        return False
    flags = _ONE_PROCESS | _MEMORY | _NO_DIALOGUE | _CLOSED_WITH_IT | (0 if seconds is None else _TIME)
    basic = _BasicLimits(process_time=int((seconds or 0) * 10_000_000), flags=flags, processes=1)
    limits = _ExtendedLimits(basic=basic, process_memory=_BEGUN_WITH + memory)
    screen = _WORD(_NOTHING_OF_IT)
    done = (
        kernel.SetInformationJobObject(job, _LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
        and kernel.SetInformationJobObject(job, _SCREEN, ctypes.byref(screen), ctypes.sizeof(screen))
        and kernel.AssignProcessToJobObject(job, process.sentinel)
    )
    if not done:
        kernel.CloseHandle(job)
        return False
    weakref.finalize(process, kernel.CloseHandle, job)
    return True


def _load_kernel32() -> Any:
    """Return kernel32 with the types of the functions that are called."""
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
    handle = ctypes.c_void_p
    kernel.CreateJobObjectW.restype = handle
    kernel.CreateJobObjectW.argtypes = (handle, ctypes.c_wchar_p)
    kernel.SetInformationJobObject.argtypes = (handle, ctypes.c_int, handle, _WORD)
    kernel.AssignProcessToJobObject.argtypes = (handle, handle)
    kernel.CloseHandle.argtypes = (handle,)
    return kernel
