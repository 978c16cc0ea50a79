"""Open strangers' files so that they lead nowhere else and never block.

What was checked is what is read: a file is opened first and checked afterwards, and one that is read again
later must be unchanged.
"""

from __future__ import annotations

import errno
import io
import itertools
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from ..errors import FileChanged
from ..units import BadValue, closest_word, quoted_value

#: Admitted files with the identity that they had: device and number, size, times.
_admitted: dict[str, tuple[int, ...]] = {}
#: The real paths of these files, without links.
_real: dict[str, str] = {}


class Unreachable(BadValue):
    """A file that a pack names cannot or may not be read: the problem, and a hint."""


class FileMissing(Unreachable):
    """A file that a pack names does not exist."""


def read_plain_file(file: Path, max_bytes: int) -> bytes:
    """Return the bytes of a plain file that the user names; of a longer file only the first `max_bytes` + 1
    bytes.

    Raises OSError if it cannot be read, and for pipes and devices, which would block.
    """
    with _open_plain_file(file) as opened:
        return _read_bytes(opened, max_bytes)


def read_beside(folder: Path, name: str, max_bytes: int) -> bytes:
    """Return the bytes of a file in or below a pack's folder; of a longer file, only the first `max_bytes` +
    1 bytes.

    Raises Unreachable if the file is not in or below the folder, and OSError if it cannot be read.
    """
    with os.fdopen(_open_descriptor_beside(folder, name), "rb") as opened:
        return _read_bytes(opened, max_bytes)


def admit(folder: Path, name: str) -> Path:
    """Allow read_admitted_file() to read a file in or below a pack's folder, and return the file's path.

    Raises Unreachable for a name with `..`, an absolute path, a link that leads out of the folder, and
    anything but a plain file; FileMissing if there is no such file.
    """
    hint = "put the file beside the pack and give its name"
    _verify_name(name, hint)
    file = folder / name
    try:
        descriptor = _open_descriptor_beside(folder, name)
    except OSError as error:
        if isinstance(error, FileNotFoundError):
            meant = _similar_file(file)
            hint = (
                f"did you mean {quoted_value(str(Path(name).with_name(meant).as_posix()))}?"
                if meant
                else hint
            )
            raise FileMissing(f"there is no file {quoted_value(name)} beside the pack", hint) from None
        raise Unreachable(
            f"{quoted_value(name)} could not be read: {error.strerror or error}", hint
        ) from None
    try:
        _admitted[str(file)] = _file_identity(os.fstat(descriptor))
        _real[str(file)] = str(_resolved_path(file))
    finally:
        os.close(descriptor)
    return file


def _verify_name(name: str, hint: str) -> None:
    """Raise Unreachable for a name that does not lead down from a pack's folder."""
    parts = re.split(r"[/\\]", name)
    if "\\" in name and ".." not in parts and ":" not in name:
        raise Unreachable(f"{quoted_value(name)} has a backslash", "write / between a folder and a file")
    if "://" in name:
        raise Unreachable(
            f"{quoted_value(name)} is a web address", "save the picture beside the pack and give its name"
        )
    if ".." in parts or "\\" in name or ":" in name or name.startswith(("/", "~")) or "\0" in name:
        raise Unreachable(f"{quoted_value(name)} leads out of the pack's folder", hint)


def names_beside(folder: Path, name: str, max_count: int) -> list[str]:
    """Return the names of the files in a folder beside a pack, and "SUBFOLDER/NAME" for the files in its
    subfolders.

    Hidden files and files in deeper folders are left out. max_count: the largest number of files. Raises
    Unreachable for more files, and for a folder that is outside of the pack's folder or cannot be read.
    """
    hint = "put the folder beside the pack and give its name"
    _verify_name(name, hint)
    base = folder / name
    found: list[str] = []
    try:
        if not _resolved_path(base).is_relative_to(folder.resolve()):
            raise Unreachable(f"{quoted_value(name)} is a link that leads out of the pack's folder", hint)
        for entry in _visible_entries(base):
            below = entry.is_dir(follow_symlinks=False)
            found += (
                [f"{entry.name}/{each.name}" for each in _visible_entries(base / entry.name)]
                if below
                else [entry.name]
            )
            if len(found) > max_count:
                raise Unreachable(
                    f"{quoted_value(name)} holds more than {max_count:,} files", "remove what is not a card"
                )
    except (FileNotFoundError, NotADirectoryError):
        raise FileMissing(f"there is no folder {quoted_value(name)} beside the pack", hint) from None
    except OSError as error:
        raise Unreachable(
            f"{quoted_value(name)} could not be read: {error.strerror or error}", hint
        ) from None
    return sorted(found)


def _visible_entries(folder: Path) -> list[os.DirEntry[str]]:
    """Return the entries of a folder that are not hidden."""
    with os.scandir(folder) as entries:
        return [each for each in entries if not each.name.startswith(".")]


def _similar_file(missing: Path) -> str | None:
    """Return the name in a missing file's folder that is most like the missing one; None if none
    is similar.
    """
    try:
        with os.scandir(missing.parent) as entries:
            names = [
                each.name
                for each in itertools.islice(entries, _MOST_ENTRIES)
                if not each.name.startswith(".")
            ]
    except OSError:
        return None
    names = sorted(name for name in names if Path(name).suffix.lower() == missing.suffix.lower())
    stem = closest_word(missing.stem, [Path(name).stem for name in names])
    return next((name for name in names if Path(name).stem == stem), None)


def read_admitted_file(file: Path, max_bytes: int) -> bytes:
    """Return the bytes of a file that admit() has admitted; of a longer file, only the first `max_bytes` + 1
    bytes.

    Raises FileChanged if the file has changed since it was admitted. A file that was not admitted is read as
    well, and raises OSError if it cannot be read.
    """
    known = _admitted.get(str(file))
    try:
        with _open_plain_file(file) as opened:
            if known in (None, _file_identity(os.fstat(opened.fileno()))):
                return _read_bytes(opened, max_bytes)
    except OSError:
        if known is None:
            raise
    raise _file_changed_error(file)


def admitted_files() -> tuple[str, ...]:
    """Return the paths of admitted files without links, each once."""
    return tuple(dict.fromkeys(_real.values()))


def admissions() -> dict[str, tuple[int, ...]]:
    """Return the admitted files by path, each with the numbers that identify its contents. readmit() takes
    them in another process.
    """
    return dict(_admitted)


def admissions_of(files: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return those of the files that are admitted, by path, each with the numbers that identify its contents.

    adopt_admissions() takes the result in a child process.
    """
    return {file: _admitted[file] for file in files if file in _admitted}


def adopt_admissions(admitted: Mapping[str, tuple[int, ...]]) -> None:
    """Admit the files that the parent process has admitted. admitted: the result of admissions_of() there."""
    _admitted.update(admitted)


def readmit(folders: Iterable[Path], admitted: Mapping[str, tuple[int, ...]]) -> None:
    """Admit those files that a child process has admitted and that are in or below these folders.

    admitted: the result of admissions() in the child. Raises FileChanged if a file has changed since the
    child admitted it.
    """
    homes = tuple(folders)
    for file, known in admitted.items():
        home = next((each for each in homes if Path(file).is_relative_to(each)), None)
        if home is None:
            continue
        try:
            admit(home, Path(file).relative_to(home).as_posix())
        except Unreachable:
            raise _file_changed_error(file) from None
        if _admitted.get(file) != known:
            raise _file_changed_error(file)


def _file_changed_error(file: str | Path) -> FileChanged:
    return FileChanged(f"{file} was changed while cardgen was at work: run it again")


#: Maximum number of entries of a folder that are made readable one by one.
_MOST_ENTRIES = 1_000


def readable_entries(folder: Path) -> Iterator[str]:
    """Yield the paths in a folder that a confined child may read: the folder itself for listing its names,
    and all files and folders in it that are not hidden.

    A folder with very many entries is yielded as one path.
    """
    real = Path(real_path(folder))
    try:
        entries = [each.name for each in real.iterdir() if not each.name.startswith(".")]
    except OSError:
        return
    if len(entries) > _MOST_ENTRIES:
        yield str(real)
        return
    yield f"{real}/"
    yield from (str(real / name) for name in entries)


def real_path(path: Path) -> str:
    """Return a path without links; unchanged if the system cannot follow it."""
    try:
        return str(path.resolve())
    except (OSError, RuntimeError, ValueError):
        return str(path)


def file_stamps(files: Iterable[str]) -> tuple[tuple[int, ...] | None, ...]:
    """Return a stamp for each file, which changes when the file is written; None for a file that does not
    exist.
    """

    def stamp(file: str) -> tuple[int, ...] | None:
        try:
            return _file_identity(os.stat(file))  # noqa: PTH116 - a Path for each would take longer than asking
        except OSError:
            return None

    return tuple(map(stamp, files))


def is_admitted(file: str) -> bool:
    """Tell whether this is the path of a file that was admitted."""
    return file in _admitted


#: Maximum bytes of a file whose contents are hashed; checks accept no larger one.
_MOST_HASHED = 256 << 20


def content_digest(file: str) -> str:
    """Return the hash of a file's contents, cached until the file changes. Raises the errors of
    read_admitted_file().
    """
    return _content_digest(file, file_stamps([file]))


@lru_cache(maxsize=4096)
def _content_digest(file: str, _: object) -> str:
    return sha256(read_admitted_file(Path(file), _MOST_HASHED)).hexdigest()


#: How much earlier than the clock a file may say that it was written, in nanoseconds: file systems of Linux
#: take the time of the last tick, of which there are 100 to 1,000 in a second.
_TICK = 10_000_000


def is_written_since(stamp: tuple[int, ...] | None, start: int) -> bool:
    """Tell whether a file was written at a time or later. start: the time, as time_ns() returns it."""
    return stamp is not None and max(stamp[3:]) >= start - _TICK


def _file_identity(status: os.stat_result) -> tuple[int, ...]:
    """Return numbers that identify a file and its contents: device, file number, size, and times of
    change.
    """
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


#: Open without waiting for a writer, and never as this process's terminal.
_FLAGS = sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY"))


def _read_bytes(opened: io.BufferedReader, max_bytes: int) -> bytes:
    """Return the bytes of an open file, at most `max_bytes` + 1."""
    # Read no more than the file's size: Python allocates all that is requested.
    return opened.read(min(os.fstat(opened.fileno()).st_size, max_bytes) + 1)


def _open_plain_file(file: Path) -> io.BufferedReader:
    """Return a plain file, opened to be read. Raises OSError for other files."""
    descriptor = _plain_descriptor(os.open(file, _FLAGS))
    return os.fdopen(descriptor, "rb")


def _plain_descriptor(descriptor: int) -> int:
    """Return the descriptor of a plain file unchanged. Raises OSError for other files, and closes it."""
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder, not a file")
    raise OSError(errno.EINVAL, "it is a pipe or a device, not a file")


def _open_descriptor_beside(folder: Path, name: str) -> int:
    """Open a file in or below a folder, and return its descriptor. Raises Unreachable for a link that leads
    out, OSError if the file cannot be opened.

    Links are resolved and checked first. The path is then opened without following links, so that a change in
    between cannot lead out.
    """
    base, real = folder.resolve(), _resolved_path(folder / name)
    if not real.is_relative_to(base):
        hint = "put the file itself beside the pack"
        raise Unreachable(f"{quoted_value(name)} is a link that leads out of the pack's folder", hint)
    if os.open not in os.supports_dir_fd:
        return _plain_descriptor(os.open(real, _FLAGS))
    parts = real.relative_to(base).parts
    if not parts:
        raise IsADirectoryError(errno.EISDIR, "it is a folder, not a file")
    here = os.open(base, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    for part in parts[:-1]:
        below = here
        try:
            here = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=below)
        finally:
            os.close(below)
    try:
        return _plain_descriptor(os.open(parts[-1], _FLAGS | os.O_NOFOLLOW, dir_fd=here))
    finally:
        os.close(here)


def _resolved_path(file: Path) -> Path:
    """Return a path without links. Raises OSError if it does not exist, or links form a circle."""
    try:
        return file.resolve(strict=True)
    except RuntimeError as error:  # links in a circle, before Python 3.13
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from error
