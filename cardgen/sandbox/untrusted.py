"""Strangers' files, opened so that they lead nowhere else and keep nobody waiting.

What was checked is what is read: a file is opened first and looked at then, and one that is read again later
must still be the same.
"""

from __future__ import annotations

import errno
import io
import itertools
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ..errors import FileChanged
from ..units import BadValue, closest, quoted

#: Files as they were when they were admitted: the device and number of each, its size, its times.
_admitted: dict[str, tuple[int, ...]] = {}
#: Where these files really were when they were admitted, with no link in their paths.
_real: dict[str, str] = {}


class Unreachable(BadValue):
    """A file that a pack names and may not or cannot have: what is wrong, and a hint."""


class NotThere(Unreachable):
    """A file that a pack names and that does not exist."""


def read(file: Path, most: int) -> bytes:
    """Read a plain file that the user names; one byte more than `most` where it is longer.

    Raises OSError, also for pipes and devices, which would make the reader wait.
    """
    with _opened(file) as opened:
        return _bytes(opened, most)


def read_beside(folder: Path, name: str, most: int) -> bytes:
    """Read a file in a pack's folder or below it, as read() does. Raises Unreachable, and OSError."""
    with os.fdopen(_descriptor_beside(folder, name), "rb") as opened:
        return _bytes(opened, most)


def admit(folder: Path, name: str) -> Path:
    """Find the file of this name in a pack's folder or below it, for read_admitted(). Raises Unreachable.

    No way up, no absolute path, no link that leads out, nothing but plain files.
    """
    hint = "put the file beside the pack and give its name"
    _verify_name(name, hint)
    file = folder / name
    try:
        descriptor = _descriptor_beside(folder, name)
    except OSError as error:
        if isinstance(error, FileNotFoundError):
            meant = _similar_file(file)
            hint = f"did you mean {quoted(str(Path(name).with_name(meant).as_posix()))}?" if meant else hint
            raise NotThere(f"there is no file {quoted(name)} beside the pack", hint) from None
        raise Unreachable(f"{quoted(name)} could not be read: {error.strerror or error}", hint) from None
    try:
        _admitted[str(file)] = _identity(os.fstat(descriptor))
        _real[str(file)] = str(_resolved(file))
    finally:
        os.close(descriptor)
    return file


def _verify_name(name: str, hint: str) -> None:
    """Raise Unreachable for a name that is no way down from a pack's folder."""
    parts = re.split(r"[/\\]", name)
    if "\\" in name and ".." not in parts and ":" not in name:
        raise Unreachable(f"{quoted(name)} has a backslash", "write / between a folder and a file")
    if "://" in name:
        raise Unreachable(
            f"{quoted(name)} is a web address", "save the picture beside the pack and give its name"
        )
    if ".." in parts or "\\" in name or ":" in name or name.startswith(("/", "~")) or "\0" in name:
        raise Unreachable(f"{quoted(name)} leads out of the pack's folder", hint)


def names_beside(folder: Path, name: str, most: int) -> list[str]:
    """Return the names of files in a folder beside a pack, and with "/" those in its folders.

    Hidden ones are left out, and what lies deeper. most: maximum number of files. Raises Unreachable.
    """
    hint = "put the folder beside the pack and give its name"
    _verify_name(name, hint)
    base = folder / name
    found: list[str] = []
    try:
        if not _resolved(base).is_relative_to(folder.resolve()):
            raise Unreachable(f"{quoted(name)} is a link that leads out of the pack's folder", hint)
        for entry in _entries(base):
            below = entry.is_dir(follow_symlinks=False)
            found += (
                [f"{entry.name}/{each.name}" for each in _entries(base / entry.name)]
                if below
                else [entry.name]
            )
            if len(found) > most:
                raise Unreachable(
                    f"{quoted(name)} holds more than {most:,} files", "remove what is not a card"
                )
    except (FileNotFoundError, NotADirectoryError):
        raise NotThere(f"there is no folder {quoted(name)} beside the pack", hint) from None
    except OSError as error:
        raise Unreachable(f"{quoted(name)} could not be read: {error.strerror or error}", hint) from None
    return sorted(found)


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return [each for each in entries if not each.name.startswith(".")]


def _similar_file(missing: Path) -> str | None:
    """Return the name of a file in the folder of a missing one that has almost its name; None without one."""
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
    stem = closest(missing.stem, [Path(name).stem for name in names])
    return next((name for name in names if Path(name).stem == stem), None)


def read_admitted(file: Path, most: int) -> bytes:
    """Read the very file that was admitted, as read() does: raises FileChanged once it is another."""
    known = _admitted.get(str(file))
    try:
        with _opened(file) as opened:
            if known in (None, _identity(os.fstat(opened.fileno()))):
                return _bytes(opened, most)
    except OSError:
        if known is None:
            raise
    raise _changed(file)


def admitted_files() -> tuple[str, ...]:
    """Return where the files that were admitted really are, each once."""
    return tuple(dict.fromkeys(_real.values()))


def admissions() -> dict[str, tuple[int, ...]]:
    """Return the files that were admitted, each with its identity, for readmit() in another process."""
    return dict(_admitted)


def admissions_of(files: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return these of the files that were admitted, for adopt() in a child that begins with none."""
    return {file: _admitted[file] for file in files if file in _admitted}


def adopt(admitted: Mapping[str, tuple[int, ...]]) -> None:
    """Take files as admitted that the parent of this process admitted."""
    _admitted.update(admitted)


def readmit(folders: Iterable[Path], admitted: Mapping[str, tuple[int, ...]]) -> None:
    """Admit files that a child admitted, where they are in these folders and still the same.

    Raises FileChanged for one that has changed since.
    """
    homes = tuple(folders)
    for file, known in admitted.items():
        home = next((each for each in homes if Path(file).is_relative_to(each)), None)
        if home is None:
            continue
        try:
            admit(home, Path(file).relative_to(home).as_posix())
        except Unreachable:
            raise _changed(file) from None
        if _admitted.get(file) != known:
            raise _changed(file)


def _changed(file: str | Path) -> FileChanged:
    return FileChanged(f"{file} was changed while cardgen was at work: run it again")


#: The most entries of a folder that are made readable one by one.
_MOST_ENTRIES = 1_000


def readable_entries(folder: Path) -> Iterator[str]:
    """Yield what a confined child may read of a folder: the list of its files, and all that is not hidden."""
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
    """Return a path without links; the path as it is where the system cannot follow it."""
    try:
        return str(path.resolve())
    except (OSError, RuntimeError, ValueError):
        return str(path)


def stamps(files: Iterable[str]) -> tuple[tuple[int, ...] | None, ...]:
    """Tell files apart from what they were before: the same for those that nobody has written since.

    None stands for a file that is not there.
    """

    def stamp(file: str) -> tuple[int, ...] | None:
        try:
            return _identity(os.stat(file))  # noqa: PTH116 - a Path for each would take longer than asking
        except OSError:
            return None

    return tuple(map(stamp, files))


def _identity(found: os.stat_result) -> tuple[int, ...]:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


#: Open without waiting for a writer, and never as this process's terminal.
_FLAGS = sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY"))


def _bytes(opened: io.BufferedReader, most: int) -> bytes:
    # No more is asked for than there is: Python sets aside all that is asked for.
    return opened.read(min(os.fstat(opened.fileno()).st_size, most) + 1)


def _opened(file: Path) -> io.BufferedReader:
    descriptor = _plain(os.open(file, _FLAGS))
    return os.fdopen(descriptor, "rb")


def _plain(descriptor: int) -> int:
    """Return the same descriptor. Raises OSError, and closes it, where it is of no plain file."""
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder, not a file")
    raise OSError(errno.EINVAL, "it is a pipe or a device, not a file")


def _descriptor_beside(folder: Path, name: str) -> int:
    """Open a file in a folder or below it. Raises Unreachable for a link that leads out, and OSError.

    Links are followed first and checked; then the way is gone once more, and no link is followed: whatever
    became of the way in between, it does not lead out.
    """
    base, real = folder.resolve(), _resolved(folder / name)
    if not real.is_relative_to(base):
        hint = "put the file itself beside the pack"
        raise Unreachable(f"{quoted(name)} is a link that leads out of the pack's folder", hint)
    if os.open not in os.supports_dir_fd:
        return _plain(os.open(real, _FLAGS))
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
        return _plain(os.open(parts[-1], _FLAGS | os.O_NOFOLLOW, dir_fd=here))
    finally:
        os.close(here)


def _resolved(file: Path) -> Path:
    try:
        return file.resolve(strict=True)
    except RuntimeError as error:  # links in a circle, before Python 3.13
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from error
