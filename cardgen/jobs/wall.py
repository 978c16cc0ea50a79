"""Which jobs run in a confined child because they read strangers' packs, what it reads, and where files go.

The command line, Python and the studio run jobs through it. The child loads the packs, draws and sets
everything, and sends the finished files; its parent writes them, only to paths that the user named. Jobs
that play games, which needs workers, have their packs read by a child and continue with the loaded packs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import UsageError
from ..output.lists import CREDITS, LETTER
from ..sandbox import child, untrusted
from .cut_files import CUT, CUT_SUFFIXES
from .groups import OUTPUT
from .result import LazyFiles, Result, ResultFile

#: Jobs, and the command that combines several, that run in a child as a whole.
WHOLE = frozenset((
    *("box", "build", "check", "images", "order", "press", "proof", "rulebook", "sheets", "show", "stats"),
    *("changes", "share", "summary", "words"),
))  # fmt: skip
#: Options that name strangers' files, and whether the files beside them are read as well.
_FILES = {"template": True, "printer": True, "profile": False, "since": False}
#: The suffixes of finished files.
_SUFFIXES = frozenset((
    *(".pdf", ".png", ".dxf", ".jpg", ".tif", ".csv", ".json", ".html", ".epub", ".svg", ".po"),
    *(".xml", ".pcio", ".zip"),
))  # fmt: skip


class PackInMemory(NamedTuple):
    """A pack that was given to Python as a dict: its YAML, and the path that its file would have."""

    file: str
    text: bytes


class StrangerFiles(NamedTuple):
    """The files of strangers that a job reads."""

    packs: list[Path]
    #: Files that options name, with whether those beside them are read.
    files: dict[Path, bool]

    @classmethod
    def find(cls, packs: Iterable[str], options: Mapping[str, Any]) -> StrangerFiles:
        """Return the strangers' files among packs, given by name or path, and options, given by field."""
        from ..pack import library

        found = []
        for name in packs:
            with suppress(UsageError):  # the job itself reports a missing one
                found += [library.pack_file(name)] if library.is_untrusted_pack(name) else []
        named = {
            Path(options[name]): beside
            for name, beside in _FILES.items()
            if isinstance(options.get(name), str | Path) and options[name]
        }
        # A printer's preset is named without its suffix too; one that comes with cardgen is not a file here.
        files = {
            file: beside
            for name, beside in named.items()
            for file in (name, Path(f"{name}.yaml"), Path(f"{name}.yml"))
            if _is_file(file)
        }
        return cls(found, files)

    @property
    def first_file(self) -> Path | None:
        """Return the file that the message names if a limit is exceeded; None if the job reads no file of a
        stranger.
        """
        return next(iter([*self.packs, *self.files]), None)

    def readable_paths(self) -> Iterator[str]:
        """Yield the paths that the child may read."""
        for file in self.packs:
            yield from untrusted.readable_entries(file.parent)
        for file, beside in self.files.items():
            yield from untrusted.readable_entries(file.parent) if beside else [untrusted.real_path(file)]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


class PermittedPaths:
    """The paths to which a job may write files."""

    def __init__(self, command: str, options: Mapping[str, Any], packs: Iterable[Path]) -> None:
        """Compute the paths. options: by field. packs: the files of strangers' packs."""
        output = options.get("output")
        self.named = Path(output) if output else None
        self._pushes = bool(options.get("push"))
        #: Exactly these files.
        self._files = {Path(options[name]) for name in ("output", "plot") if options.get(name)}
        #: Folders, in and below which files are permitted.
        self._folders = [self.named or OUTPUT]
        if command == "words" and self.named is None:
            self._folders = [file.parent for file in packs]
        #: Folders whose files are read as well.
        self._read = self._folders if command == "words" else []
        if command == "changes" or options.get("changed"):
            self._read = [OUTPUT, *([self.named] if self.named else [])]
        # The output folder is the pack's, which has pictures.
        self._suffixes = _WORDS if command == "words" else _SUFFIXES

    def readable_paths(self) -> Iterator[str]:
        """Yield the paths in output folders that the child may read: for a translation to update, and for the
        last printing.
        """
        for folder in self._read:
            yield from untrusted.readable_entries(folder)

    def verify_pushed(self, path: Path) -> None:
        """Raise PermissionError unless the command may send this file's contents to a running game."""
        if not self._pushes:
            raise PermissionError(f"{path} cannot be sent by this command")
        self.verify(path)

    def verify(self, path: Path, is_folder: bool = False) -> None:
        """Raise PermissionError for a path that the user has not named."""
        if path in self._files or (is_folder and path in self._folders):
            return
        good = is_folder or path.suffix.lower() in self._suffixes or path.name.endswith((CREDITS, LETTER))
        for folder in self._folders:
            if path.is_relative_to(folder):
                parts = path.relative_to(folder).parts
                good = good and bool(parts) and not any(part.startswith(".") for part in parts)
                if good:
                    return
        # The fronts and the backs beside one file, what a machine cuts of them, and the credits.
        named = self.named or OUTPUT
        is_beside = path.parent == named.parent and path.stem.startswith(named.stem)
        is_cut = path.suffix in CUT_SUFFIXES and path.stem.endswith(CUT)
        if is_beside and (path.suffix == named.suffix or is_cut or path.name.endswith(f"-{CREDITS}")):
            return
        raise PermissionError(f"{path} cannot hold files of this command")


_WORDS = frozenset((".csv", ".tsv", ".po"))
#: Maximum size of all files of a job in bytes: ten thousand pictures of a megabyte are a third of it.
_MOST_BYTES = 32 << 30

Messages = Iterator[tuple[str, Any]]


def result_from_child(
    messages: Messages, value: Any, places: PermittedPaths, other: Callable[[str, Any], None]
) -> Result:
    """Return the result that a child sends by save(), whose files follow as messages one after the other.

    messages: the child's messages after "result". value: the value of the message "result". write_result()
    must take the files to read the remaining messages. other: called with messages that come between files.
    Raises PermissionError for a folder that is not permitted; taking a file raises it too.
    """
    folder, is_named, kept, pushed = value
    where = Path(folder) if folder is not None else None
    if where is not None:
        places.verify(where, is_folder=True)
    if pushed is not None:
        places.verify_pushed(Path(pushed))
    files = received_files(messages, "written", places, other)
    return Result(
        LazyFiles(lambda: files) if where is not None else list(files),
        folder=where,
        named=places.named if is_named else None,
        kept=tuple(map(Path, kept)),
        pushed=Path(pushed) if pushed is not None else None,
    )


def received_files(
    messages: Messages, end: str, places: PermittedPaths, other: Callable[[str, Any], None]
) -> Iterator[ResultFile]:
    """Yield the files that a child sends, each when it is complete, until the message `end`.

    A file is sent as a record without data, and its data in parts. Raises PermissionError for a file at a
    path that is not permitted, and OverLimit for more than a child can hold.
    """
    file: ResultFile | None = None
    parts: list[bytes] = []
    size = total = 0
    for kind, value in messages:
        if kind in ("file", end):
            if file is not None:
                places.verify(file.path)
                yield file.with_data(b"".join(parts))
            if kind == end:
                return
            file, parts = value if isinstance(value, ResultFile) else ResultFile(Path(value), b""), []
            size = 0
        elif kind == "part":
            size += len(value)
            total += len(value)
            if size > child.PACK.memory or total > _MOST_BYTES:
                raise child.OverLimit(f"makes more than {min(size, total) >> 20:,} MB")
            parts.append(value)
        else:
            other(kind, value)
