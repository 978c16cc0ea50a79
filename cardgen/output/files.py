"""Writing a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Collection, Iterator
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


class Folder:
    """Files of one folder that appear together when all of them are whole.

    Used with `with`: on leaving it well, every file takes its place and the files of an earlier run
    that are no longer part go; on an error nothing has changed. Raises UsageError with the reason where
    something cannot be written.
    """

    def __init__(self, path: Path, old: Collection[str] = ()) -> None:
        """Begin; `old` are the names of files here that an earlier run made."""
        self.path = path
        self._old = old
        self._waiting: dict[str, Path] = {}

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
            self._waiting[name] = _beside(target, data)

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if error is None:
                self._put()
        finally:
            for temporary in self._waiting.values():
                with contextlib.suppress(OSError):
                    temporary.unlink(missing_ok=True)
            if error is not None and self._made:
                with contextlib.suppress(OSError):
                    self.path.rmdir()

    def _put(self) -> None:
        for name, temporary in self._waiting.items():
            with _said(self.path / name):
                temporary.replace(os.path.realpath(self.path / name))
        for name in set(self._old) - set(self._waiting):
            with contextlib.suppress(OSError):
                (self.path / name).unlink(missing_ok=True)


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
