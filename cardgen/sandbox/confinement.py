"""Confine this process to reading a few folders, by Landlock and seccomp of the Linux kernel.

If a file takes over the program through a bug in a library, it can do nothing else: write no file, open no
connection, start no program, and read only what the work needs. What a kernel does not support is omitted,
and confinement_features() reports it; other systems have none of this.

The kernel is called by ctypes. The packages on PyPI for this look for the C library with a compiler in each
process, which takes longer than most of the work; and they allow the x32 interface.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import stat
import struct
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

# --- the calls that are refused -------------------------------------------------------------------


class _SyscallTable(NamedTuple):
    """A processor's number in audit.h, and its numbers of system calls by name."""

    audit: int
    calls: dict[str, int]


def _syscall_numbers(numbers: str) -> dict[str, int]:
    """Return the numbers of system calls by name, from a text in which names and numbers alternate."""
    pairs = numbers.split()
    return dict(zip(pairs[::2], map(int, pairs[1::2]), strict=True))


#: Calls with the same number on all processors (since Linux 5.1).
_COMMON = _syscall_numbers("""
    pidfd_send_signal 424 io_uring_setup 425 io_uring_enter 426 io_uring_register 427 open_tree 428
    move_mount 429 fsopen 430 fsconfig 431 fsmount 432 fspick 433 pidfd_open 434 clone3 435 pidfd_getfd 438
    process_madvise 440 mount_setattr 442 quotactl_fd 443 memfd_secret 447 process_mrelease 448 fchmodat2 452
    setxattrat 463 removexattrat 466
""")
#: The calls that a child may not make, from the headers asm/unistd_64.h and asm-generic/unistd.h of Linux.
_MACHINES = {
    "x86_64": _SyscallTable(
        0xC000003E,
        _COMMON
        | _syscall_numbers("""
            socket 41 socketpair 53 connect 42 bind 49 listen 50 accept 43 accept4 288
            execve 59 execveat 322 fork 57 vfork 58 clone 56
            ptrace 101 process_vm_readv 310 process_vm_writev 311 kcmp 312
            kill 62 tkill 200 tgkill 234 rt_sigqueueinfo 129 rt_tgsigqueueinfo 297
            chmod 90 fchmod 91 fchmodat 268 chown 92 fchown 93 lchown 94 fchownat 260
            utime 132 utimes 235 futimesat 261 utimensat 280
            setxattr 188 lsetxattr 189 fsetxattr 190 removexattr 197 lremovexattr 198 fremovexattr 199
            mount 165 umount2 166 pivot_root 155 chroot 161 setns 308 unshare 272
            keyctl 250 add_key 248 request_key 249 bpf 321 perf_event_open 298 userfaultfd 323
            init_module 175 finit_module 313 delete_module 176 kexec_load 246 kexec_file_load 320 reboot 169
            swapon 167 swapoff 168 acct 163 quotactl 179 open_by_handle_at 304 name_to_handle_at 303
            fanotify_init 300 setrlimit 160 prlimit64 302 setpriority 141 sched_setscheduler 144
            sched_setparam 142 sched_setattr 314 sched_setaffinity 203 ioprio_set 251
            shmget 29 shmat 30 shmctl 31 msgget 68 msgctl 71 msgsnd 69 msgrcv 70 semget 64 semctl 66 semop 65
            mq_open 240 mq_unlink 241 sethostname 170 setdomainname 171 settimeofday 164 clock_settime 227
            clock_adjtime 305 adjtimex 159 iopl 172 ioperm 173 modify_ldt 154 vhangup 153 syslog 103
            personality 135 inotify_init 253 inotify_init1 294 inotify_add_watch 254 fcntl 72 ioctl 16 mmap 9
        """),
    ),
    "aarch64": _SyscallTable(
        0xC00000B7,
        _COMMON
        | _syscall_numbers("""
            socket 198 socketpair 199 connect 203 bind 200 listen 201 accept 202 accept4 242
            execve 221 execveat 281 clone 220
            ptrace 117 process_vm_readv 270 process_vm_writev 271 kcmp 272
            kill 129 tkill 130 tgkill 131 rt_sigqueueinfo 138 rt_tgsigqueueinfo 240
            fchmod 52 fchmodat 53 fchown 55 fchownat 54 utimensat 88
            setxattr 5 lsetxattr 6 fsetxattr 7 removexattr 14 lremovexattr 15 fremovexattr 16
            mount 40 umount2 39 pivot_root 41 chroot 51 setns 268 unshare 97
            keyctl 219 add_key 217 request_key 218 bpf 280 perf_event_open 241 userfaultfd 282
            init_module 105 finit_module 273 delete_module 106 kexec_load 104 kexec_file_load 294 reboot 142
            swapon 224 swapoff 225 acct 89 quotactl 60 open_by_handle_at 265 name_to_handle_at 264
            fanotify_init 262 setrlimit 164 prlimit64 261 setpriority 140 sched_setscheduler 119
            sched_setparam 118 sched_setattr 274 sched_setaffinity 122 ioprio_set 30
            shmget 194 shmat 196 shmctl 195 msgget 186 msgctl 187 msgsnd 189 msgrcv 188 semget 190 semctl 191
            semop 193 mq_open 180 mq_unlink 181 sethostname 161 setdomainname 162 settimeofday 170
            clock_settime 112 clock_adjtime 266 adjtimex 171 vhangup 58 syslog 116 personality 92
            inotify_init1 26 inotify_add_watch 27 fcntl 25 ioctl 29 mmap 222
        """),
    ),
}
#: The first number without a call when this list was made (Linux 6.17): later calls are refused, as are the
#: numbers of the x32 interface, which begin at 2 ** 30.
_FIRST_UNKNOWN = 470

# Instructions of classic BPF, of linux/bpf_common.h: load a word, mask it, compare it, return.
_LOAD, _AND, _IS_EQUAL, _IS_AT_LEAST, _HAS_BITS, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
# Actions of the filter, from linux/seccomp.h.
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
# Offsets in struct seccomp_data: the call's number, the processor, and the arguments of 8 bytes each.
_NUMBER, _PROCESSOR, _ARGUMENTS = 0, 4, 16
_CLONE_THREAD = 0x00010000
# F_SETOWN, F_SETSIG, F_SETOWN_EX, F_NOTIFY of linux/fcntl.h; FIOSETOWN, SIOCSPGRP, FIOASYNC, TIOCSTI of
# asm/sockios.h and asm/ioctls.h.
_OWNERS, _OWNERS_BY_IOCTL = (8, 10, 15, 1026), (0x8901, 0x8902, 0x5452, 0x5412)
# MAP_SHARED | MAP_ANONYMOUS of linux/mman.h.
_SHARED_MEMORY = 0x21
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 38, 22, 2


def _seccomp_filter(machine: _SyscallTable, process: int) -> bytes:
    """Return the seccomp program (BPF) that limits system calls. process: the number of this process, the
    only one that it may signal.
    """

    def step(code: int, constant: int, if_true: int = 0, if_false: int = 0) -> bytes:
        return struct.pack("=HBBI", code, if_true, if_false, constant)

    def refuse(error: int) -> bytes:
        return step(_RETURN, _ERROR | error)

    def only_where(call: str, *conditions: tuple[int, int, int]) -> bytes:
        """Return a filter program that refuses a system call unless its arguments meet all conditions.

        conditions: (comparison, offset of a word in the arguments in bytes, constant).
        """
        body = b"".join(
            step(_LOAD, _ARGUMENTS + at) + step(code, constant, 1) + refuse(errno.EPERM)
            for code, at, constant in conditions
        ) + step(_RETURN, _ALLOW)
        return step(_IS_EQUAL, machine.calls[call], 0, len(body) // 8) + body

    def nowhere(call: str, *commands: int) -> bytes:
        """Return a filter program that refuses a system call whose second argument is one of `commands`."""
        body = step(_LOAD, _ARGUMENTS + 8)
        body += b"".join(step(_IS_EQUAL, each, 0, 1) + refuse(errno.EPERM) for each in commands)
        body += step(_RETURN, _ALLOW)
        return step(_IS_EQUAL, machine.calls[call], 0, len(body) // 8) + body

    # Memory shared between processes would count for none of them.
    private = step(_LOAD, _ARGUMENTS + 24) + step(_AND, _SHARED_MEMORY)
    private += step(_IS_EQUAL, _SHARED_MEMORY, 0, 1) + refuse(errno.EPERM) + step(_RETURN, _ALLOW)
    conditional = {"clone", "clone3", "tgkill", "prlimit64", "fcntl", "ioctl", "mmap"}
    parts = [
        step(_LOAD, _PROCESSOR) + step(_IS_EQUAL, machine.audit, 1) + step(_RETURN, _KILL),
        step(_LOAD, _NUMBER) + step(_IS_AT_LEAST, _FIRST_UNKNOWN, 0, 1) + refuse(errno.ENOSYS),
        # The C library then uses clone, whose flags the filter can see.
        step(_IS_EQUAL, machine.calls["clone3"], 0, 1) + refuse(errno.ENOSYS),
        *(
            step(_IS_EQUAL, number, 0, 1) + refuse(errno.EPERM)
            for name, number in machine.calls.items()
            if name not in conditional
        ),
        # Allow threads, which are not new processes.
        only_where("clone", (_HAS_BITS, 0, _CLONE_THREAD)),
        only_where("tgkill", (_IS_EQUAL, 0, process)),
        step(_IS_EQUAL, machine.calls["mmap"], 0, len(private) // 8) + private,
        # The owner of a descriptor receives signals about it.
        nowhere("fcntl", *_OWNERS),
        nowhere("ioctl", *_OWNERS_BY_IOCTL),
        # It may read its own limits, but not change them.
        only_where("prlimit64", (_IS_EQUAL, 0, 0), (_IS_EQUAL, 16, 0), (_IS_EQUAL, 20, 0)),
        step(_RETURN, _ALLOW),
    ]
    return b"".join(parts)


class _Program(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))


# --- the files that may be read -------------------------------------------------------------------

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION, _PATH_BENEATH = 1, 1
# Rights of linux/landlock.h that a ruleset handles, by the version of Landlock that introduced them: all
# rights to files; binding and connecting TCP; and signals and abstract sockets to other processes.
_FILE_RIGHTS = {1: 0x1FFF, 2: 0x2000, 3: 0x4000, 5: 0x8000}
_NETWORK_RIGHTS, _SCOPES = {4: 0x3}, {6: 0x3}
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3

#: Files that the C library and Python read wherever they are installed: libraries, time zones, randomness.
_SYSTEM = (
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share/zoneinfo", "/etc/ld.so.cache",
    "/etc/localtime", "/dev/null", "/dev/urandom", "/nix/store", "/gnu/store",
)  # fmt: skip


#: The folders of fonts and of icon sets that the user names for all packs; "" for none. Read before the
#: environment is erased.
USER_FONTS, USER_ICONS = (os.environ.get(name, "") for name in ("CARDGEN_FONTS", "CARDGEN_ICONS"))


def _program_folders() -> Iterator[str]:
    """Yield the folders of Python, the packages, cardgen's own files and the user's fonts and icons."""
    yield from _SYSTEM
    for name in ("stdlib", "platstdlib", "purelib", "platlib"):
        yield sysconfig.get_path(name)
    yield str(sysconfig.get_config_var("LIBDIR") or "")
    package = Path(__file__).resolve().parent.parent
    yield str(package)
    # In a checkout, cardgen's own packs and templates are beside the package.
    yield from (str(package.parent / each) for each in ("packs", "templates", "docs/examples"))
    # The first entry may be the folder in which a program was started, such as a home folder, not one of
    # packages.
    here = {str(each.resolve()) for each in (Path(), Path.home())}
    for entry in (*sys.path, *(os.path.realpath(each) for each in (USER_FONTS, USER_ICONS) if each)):
        if entry and not any(
            folder == entry or folder.startswith(f"{entry.rstrip('/')}/") for folder in here
        ):
            yield entry


def _libc() -> Any:
    """Return the C library, with errors in ctypes.get_errno()."""
    found = ctypes.CDLL(None, use_errno=True)
    found.syscall.restype = ctypes.c_long
    return found


def _landlock_version(libc: Any) -> int:
    """Return the version of Landlock in the kernel; 0 without Landlock."""
    return max(0, int(libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION)))


def _checked_result(result: int) -> int:
    """Return the result of a system call. Raises OSError if it reports an error."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def _restrict_files(libc: Any, readable: Iterable[str]) -> None:
    """Let this process read only cardgen's own files and the readable ones, and write none (Landlock)."""
    version = _landlock_version(libc)

    def handled(rights: dict[int, int]) -> int:
        return sum(each for since, each in rights.items() if since <= version)

    attributes = struct.pack("=QQQ", handled(_FILE_RIGHTS), handled(_NETWORK_RIGHTS), handled(_SCOPES))
    # Older kernels know a shorter structure.
    size = 8 if version < 4 else 16 if version < 6 else 24
    rules = _checked_result(libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(size), 0))
    follow = dict.fromkeys(_program_folders(), 0)
    # Do not follow a file that has become a link.
    for path, flag in {**dict.fromkeys(readable, os.O_NOFOLLOW), **follow}.items():
        with suppress(OSError, ValueError):
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC | flag)
            right = _READ_FOLDER if stat.S_ISDIR(os.fstat(opened).st_mode) else 0
            right |= 0 if path.endswith("/") else _READ_FILE
            _checked_result(
                libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", right, opened), 0)
            )
            os.close(opened)
    _checked_result(libc.syscall(_RESTRICT_SELF, rules, 0))
    os.close(rules)


# --- macOS ----------------------------------------------------------------------------------------

#: Where macOS has users' files and other programs' data.
_HOMES = ("/Users", "/Volumes", "/private/var/root")


def _mac_profile(readable: Iterable[str]) -> str:
    """Return a profile of sandbox(7), in which the last matching rule decides. It was never run on macOS."""
    allowed = dict.fromkeys((*_program_folders(), *readable))
    texts = [each for each in allowed if each and each.isprintable() and '"' not in each and "\\" not in each]
    folders = "".join(f' (subpath "{each.rstrip("/")}")' for each in texts)
    homes = "".join(f' (subpath "{each}")' for each in _HOMES)
    return (
        "(version 1)(allow default)(deny network*)(deny process-exec*)(deny process-fork)"
        '(deny file-write*)(allow file-write-data (literal "/dev/null"))'
        f"(deny file-read-data{homes})(allow file-read-data{folders})(deny signal (target others))"
    )


def _confine_mac(libc: Any, readable: Iterable[str]) -> bool:
    """Confine this process by sandbox_init(3), and return whether that worked. It was never run on macOS."""
    if not hasattr(libc, "sandbox_init"):
        return False
    fault = ctypes.c_char_p()
    return bool(
        libc.sandbox_init(_mac_profile(readable).encode(), ctypes.c_uint64(0), ctypes.byref(fault)) == 0
    )


# --- the whole confinement ------------------------------------------------------------------------


def confinement_features() -> dict[str, bool]:
    """Return whether this system can confine "files" (Landlock) and "calls" (seccomp)."""
    if sys.platform != "linux":
        return {"files": False, "calls": False}
    libc = _libc()
    # Asking for the mode without a filter returns 0 if filters are supported, else an error.
    has_filters = libc.prctl(21, 0, 0, 0, 0) in (0, 2) and platform.machine() in _MACHINES
    return {"files": _landlock_version(libc) > 0, "calls": has_filters}


def confine(readable: Iterable[str], kept_descriptor: int) -> None:
    """Confine this process as far as its system can; this cannot be undone.

    readable: paths, without links, of files and folders that the work may read beside cardgen's own. A folder
    with a final slash: only the names in it. kept_descriptor: the descriptor that stays open.
    """
    if sys.platform == "darwin":
        os.environ.clear()
        _confine_mac(ctypes.CDLL(None), readable)
    if sys.platform != "linux":
        return
    libc = _libc()
    _erase_environment()
    _drop_descriptors(kept_descriptor)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if _landlock_version(libc):
        _restrict_files(libc, readable)
    machine = _MACHINES.get(platform.machine())
    if machine is not None:
        steps = _seccomp_filter(machine, os.getpid())
        buffer = ctypes.create_string_buffer(steps, len(steps))
        program = _Program(len(steps) // 8, ctypes.addressof(buffer))
        # A kernel without filters refuses; the other limits still apply.
        libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0)


def _erase_environment() -> None:
    """Erase the environment, which may hold passwords, and overwrite its block in memory."""
    os.environ.clear()
    with suppress(OSError, ValueError, IndexError):
        # Fields 50 and 51 of proc(5), counted after the name in parentheses.
        fields = Path("/proc/self/stat").read_text(encoding="latin-1").rpartition(")")[2].split()
        begin, end = int(fields[47]), int(fields[48])
        if 0 < begin < end:
            ctypes.memset(begin, 0, end - begin)


def _drop_descriptors(kept_descriptor: int) -> None:
    """Redirect all descriptors except one to the null device.

    They stay open, so that new files do not get their numbers.
    """
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for descriptor in [int(each.name) for each in Path("/proc/self/fd").iterdir()]:
        if descriptor not in (kept_descriptor, nowhere):
            with suppress(OSError):
                os.fstat(descriptor)
                os.dup2(nowhere, descriptor)
    os.close(nowhere)
