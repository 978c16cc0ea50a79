"""Writing a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from ..errors import UsageError


def write(path: Path, data: bytes) -> None:
    """Write bytes to a file so that at any moment either the old or the new file is there, whole.

    The bytes go to a temporary file in the same folder, reach the disk, and take the place of the
    old file in one step; where the path is a link, the file it leads to is written. Raises
    UsageError with the reason when that fails; the old file is then as it was.
    """
    temporary = None
    try:
        target = Path(os.path.realpath(path))
        target.parent.mkdir(parents=True, exist_ok=True)
        _verify(target)
        handle, name = tempfile.mkstemp(prefix=".cardgen-", suffix=".part", dir=target.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _as_permitted(temporary, target)
        temporary.replace(target)
    except OSError as error:
        raise UsageError(f"{path} could not be written: {error.strerror or error}") from error
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
