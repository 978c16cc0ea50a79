"""Writing a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from types import TracebackType

from ..errors import UsageError


def write(path: Path, data: bytes) -> None:
    """Write bytes to a file so that at any moment either the old or the new file is there, whole.

    The bytes go to a temporary file in the same folder, reach the disk, and take the place of the
    old file in one step; where the path is a link, the file it leads to is written. Raises
    UsageError with the reason when that fails; the old file is then as it was.
    """
    temporary = None
    try:
        with _said(path):
            target = Path(os.path.realpath(path))
            target.parent.mkdir(parents=True, exist_ok=True)
            _verify(target)
            temporary = _beside(target, data)
            temporary.replace(target)
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


def _verify(target: Path) -> None:
    if target.is_dir():
        raise IsADirectoryError(21, "a folder of this name is in the way")
    if target.exists() and not target.is_file():
        raise FileExistsError(17, "this is a device or a pipe, not a file")


def _as_permitted(temporary: Path, target: Path) -> None:
    """Give the new file the old one's permissions, or those that a new file usually gets."""
    try:
        mode = target.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    temporary.chmod(mode)


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write several files that belong together: when one of them cannot be written, none is.

    Each is whole beside its place before the first takes it. Raises UsageError with the reason.
    """
    waiting: list[tuple[Path, Path, Path]] = []
    try:
        for path, data in files.items():
            with _said(path):
                target = Path(os.path.realpath(path))
                target.parent.mkdir(parents=True, exist_ok=True)
                _verify(target)
                waiting.append((path, target, _beside(target, data)))
        for path, target, temporary in waiting:
            with _said(path):
                temporary.replace(target)
    finally:
        for _, _, temporary in waiting:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


#: So many files are named in a message.
_LISTED = 5


class Folder:
    """Files of one folder that appear together when all of them are whole.

    Used with `with`: on leaving it well, every file takes its place and the files of an earlier run
    that are no longer part go; on an error nothing has changed. Raises UsageError with the reason where
    something cannot be written, or would take the place of a file that is somebody's own.
    """

    def __init__(self, path: Path, old: Collection[str] = (), kept: Collection[Path] = ()) -> None:
        """Begin; `old` are the names of files here that an earlier run made.

        kept: files that are neither written over nor deleted, whatever `old` says, under any name.
        """
        self.path = path
        self._old = old
        self._kept = {number for file in kept if (number := _number(file))}
        self._waiting: dict[str, Path] = {}
        self._foreign: list[str] = []

    def __enter__(self) -> Folder:
        self._made = not self.path.exists()
        with _said(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
        return self

    def add(self, name: str, data: bytes) -> None:
        """Write a file beside its place."""
        target = Path(os.path.realpath(self.path / name))
        with _said(self.path / name):
            _verify(target)
            if target.exists() and (name not in self._old or self._is_kept(target)):
                self._foreign.append(name)
            else:
                self._waiting[name] = _beside(target, data)

    def _is_kept(self, file: Path) -> bool:
        return _number(file) in self._kept

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if error is None:
                self._refuse()
                self._put()
        finally:
            for temporary in self._waiting.values():
                with contextlib.suppress(OSError):
                    temporary.unlink(missing_ok=True)
            if error is not None and self._made:
                with contextlib.suppress(OSError):
                    self.path.rmdir()

    def _refuse(self) -> None:
        """Raise UsageError where a file is in the way that no earlier run made."""
        if not self._foreign:
            return
        names = ", ".join(self._foreign[:_LISTED])
        more = f" and {len(self._foreign) - _LISTED} more" if len(self._foreign) > _LISTED else ""
        one = len(self._foreign) == 1
        raise UsageError(
            f"{self.path} holds {names}{more}, which cardgen did not make and will not write over: "
            f"nothing was written; choose another folder, or move {'it' if one else 'them'} elsewhere"
        )

    def _put(self) -> None:
        for name, temporary in self._waiting.items():
            with _said(self.path / name):
                temporary.replace(os.path.realpath(self.path / name))
        for name in set(self._old) - set(self._waiting):
            with contextlib.suppress(OSError):
                if not self._is_kept(self.path / name):
                    (self.path / name).unlink(missing_ok=True)


def _number(file: Path) -> tuple[int, int] | None:
    """What a file is known by, whatever it is called; None where there is none."""
    try:
        found = file.stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


@contextlib.contextmanager
def _said(path: Path) -> Iterator[None]:
    """What the system says of a file becomes a UsageError."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{path} could not be written: {error.strerror or error}") from error


def _beside(target: Path, data: bytes) -> Path:
    """A temporary file in the folder of its target, on the disk, with the permissions it will need."""
    handle, name = tempfile.mkstemp(prefix=".cardgen-", suffix=".part", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _as_permitted(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    return temporary
