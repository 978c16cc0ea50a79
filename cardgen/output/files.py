"""Writes files completely or not at all, and only to their intended places."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import signal
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from types import TracebackType

from ..errors import UsageError

#: Maximum number of files that a message names.
_LISTED = 5
#: The pattern of temporary files; the next run that locks the folder deletes those of a killed run.
_PARTS = ".cardgen-????????.part"
#: The journal of file names while they are moved into place, for the run after a kill or a power cut.
_JOURNAL = ".cardgen-journal"
#: Seconds to wait for another run that writes to the same folder; a file takes far less.
_PATIENCE = 5.0


def write_file(path: Path, data: bytes, is_user_named: bool = False) -> None:
    """Write a file so that at every moment either the old file or the new one is complete.

    is_user_named: whether the user named this very file. Raises UsageError as write_files() does.
    """
    write_files({path: data}, is_user_named)


def write_files(files: Mapping[Path, bytes], is_user_named: bool = False) -> None:
    """Write files that belong together: if one of them cannot be written, none is.

    The bytes go to temporary files in the same folders, are flushed to the disk, and replace the old files by
    renaming. Raises UsageError with the file and the reason if that fails; the old files are then unchanged.

    is_user_named: the user named these very files, so a link is followed to its target. A link with a name
    that cardgen chose is not followed out of its folder: it may be a trap.
    """
    waiting: list[tuple[Path, Path, Path]] = []
    with contextlib.ExitStack() as stack:
        locked = set[Path]()
        for path, data in files.items():
            with _system_errors_as_usage_errors(path):
                target = _target_path(path, is_user_named)
                target.parent.mkdir(parents=True, exist_ok=True)
                _verify_plain_file(target)
                if target.parent not in locked:
                    locked.add(target.parent)
                    stack.enter_context(_folder_lock(target.parent))
                temporary = _write_temporary(target, data)
            stack.callback(_delete_file, temporary)
            waiting.append((path, target, temporary))
        with _deferred_signals():
            for path, target, temporary in waiting:
                with _system_errors_as_usage_errors(path):
                    temporary.replace(target)


class FolderUpdate:
    """Files of a folder that are replaced together once all of them are complete.

    Use it as a context manager. If the block ends normally, every file is moved into place, and files of an
    earlier run that are no longer made are deleted. If it ends with an exception, nothing changes. Raises
    UsageError with the reason if something cannot be written, or would replace a file of somebody else.
    """

    def __init__(
        self,
        path: Path,
        earlier_names: Callable[[], Collection[str]] = tuple,
        protected: Collection[Path] = (),
        is_user_named: bool = False,
    ) -> None:
        """Prepare the update of a folder.

        earlier_names: returns the names of the files in the folder that an earlier run made; it is called
        when no other run can write there. protected: files that are never replaced or deleted, whatever
        `earlier_names` returns. is_user_named: whether the user named this folder; a link to a folder is then
        followed, but links among its files never are.
        """
        self.path = path
        self._earlier = earlier_names
        self._old: set[str] = set()
        self._kept = {number for file in protected if (number := _file_identity(file))}
        self._named = is_user_named
        self._waiting: dict[str, Path] = {}
        self._foreign: list[str] = []
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> FolderUpdate:
        self._made = not self.path.exists()
        with _system_errors_as_usage_errors(self.path):
            _target_path(self.path, self._named)
            self.path.mkdir(parents=True, exist_ok=True)
            self._stack.enter_context(_folder_lock(self.path))
        with contextlib.ExitStack() as unless_read:
            unless_read.callback(self._stack.close)
            self._old = {*self._earlier(), *_names_in_journal(self.path / _JOURNAL)}
            unless_read.pop_all()
        return self

    def add(self, name: str, data: bytes) -> None:
        """Write data to a temporary file. The end of the `with` block moves the file to this name.

        If a file that no earlier run made has this name, the block ends with UsageError and changes nothing.
        """
        target = self.path / name
        with _system_errors_as_usage_errors(target):
            _verify_plain_file(target)
            if target.is_symlink() or (
                target.exists() and (name not in self._old or self._is_protected(target))
            ):
                self._foreign.append(name)
            else:
                self._waiting[name] = _write_temporary(target, data)

    def _is_protected(self, file: Path) -> bool:
        """Tell whether a file may never be replaced or deleted."""
        return _file_identity(file) in self._kept

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with self._stack:
            try:
                if error is None:
                    self._refuse_foreign_files()
                    with _deferred_signals():
                        self._move_into_place()
            finally:
                for temporary in self._waiting.values():
                    _delete_file(temporary)
                if error is not None and self._made:
                    with contextlib.suppress(OSError):
                        self.path.rmdir()

    def _refuse_foreign_files(self) -> None:
        """Raise UsageError if a file that no earlier run made has the name of a new one."""
        if not self._foreign:
            return
        names = ", ".join(self._foreign[:_LISTED])
        more = f" and {len(self._foreign) - _LISTED} more" if len(self._foreign) > _LISTED else ""
        one = len(self._foreign) == 1
        raise UsageError(
            f"{self.path} holds {names}{more}, which cardgen did not make and will not replace: "
            f"nothing was written; choose another folder, or move {'it' if one else 'them'} elsewhere"
        )

    def _move_into_place(self) -> None:
        """Move the temporary files to their places, and delete the earlier ones that are not replaced. Until
        this is done, a journal lists all their names.
        """
        journal = self.path / _JOURNAL
        with _system_errors_as_usage_errors(journal):
            names = sorted(self._old | set(self._waiting))
            _write_temporary(journal, json.dumps(names).encode()).replace(journal)
        for name, temporary in self._waiting.items():
            with _system_errors_as_usage_errors(self.path / name):
                temporary.replace(self.path / name)
        for name in self._old - set(self._waiting):
            if not self._is_protected(self.path / name):
                _delete_file(self.path / name)
        _delete_file(journal)


def _target_path(path: Path, is_user_named: bool) -> Path:
    """Return the file that a path leads to, after links. Raises OSError for a link that may not be followed.

    is_user_named: whether the user named this very file.
    """
    target = Path(os.path.realpath(path))
    if not is_user_named and not target.is_relative_to(os.path.realpath(path.parent)):
        said = f"it is a link out of its folder, to {target}; delete it, or name a file or folder with -o"
        raise OSError(errno.ELOOP, said)
    return target


def _verify_plain_file(target: Path) -> None:
    """Raise OSError if a target exists and is not a plain file."""
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a folder of this name is in the way")
    if target.exists() and not target.is_file():
        raise FileExistsError(errno.EEXIST, "this is a device or a pipe, not a file")


@contextlib.contextmanager
def _folder_lock(folder: Path) -> Iterator[None]:
    """Lock a folder against other runs of cardgen within the block, and delete temporary files of killed
    runs.

    Raises UsageError if another run does not end. Where the system has no locks, nothing is locked or
    deleted.
    """
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        yield
        return
    try:
        if _acquire_lock(handle, folder):
            for left in folder.glob(_PARTS):
                _delete_file(left)
        yield
    finally:
        os.close(handle)


def _acquire_lock(handle: int, folder: Path) -> bool:
    """Wait for the lock of an open folder. Return True once it is acquired, False if locks are not supported.
    Raises UsageError if another run does not end.
    """
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                said = f"another cardgen is writing into {folder}: wait until it has ended, and try again"
                raise UsageError(said) from None
            time.sleep(0.02)
        except (ImportError, OSError):
            return False
        else:
            return True


@contextlib.contextmanager
def _deferred_signals() -> Iterator[None]:
    """Delay signals that end the program until the end of the block."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _names_in_journal(file: Path) -> set[str]:
    """Return the names of the files that a killed run was moving into place, as its journal lists them.

    file: the journal. The set is empty if it cannot be read.
    """
    try:
        found = json.loads(file.read_bytes()) if file.is_file() and not file.is_symlink() else []
        return {name for name in found if isinstance(name, str) and name == Path(name).name}
    except (OSError, ValueError, TypeError):
        return set()


def _file_identity(file: Path) -> tuple[int, int] | None:
    """Return the device and number of a file, which are the same under any name; None if there is no file."""
    try:
        found = file.stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


@contextlib.contextmanager
def _system_errors_as_usage_errors(path: Path) -> Iterator[None]:
    """Raise a UsageError with the path and the reason for an OSError or ValueError in the block."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{path} could not be written: {reason}") from error


def _delete_file(file: Path) -> None:
    with contextlib.suppress(OSError):
        file.unlink()


def _write_temporary(target: Path, data: bytes) -> Path:
    """Write data to a temporary file beside its target, and return its path. It is flushed to the disk, and
    has the target's permissions.
    """
    handle, name = tempfile.mkstemp(prefix=".cardgen-", suffix=".part", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        try:
            mode = target.stat().st_mode & 0o777
        except OSError:
            mask = os.umask(0)
            os.umask(mask)
            mode = 0o666 & ~mask
        temporary.chmod(mode)
    except BaseException:
        _delete_file(temporary)
        raise
    return temporary
