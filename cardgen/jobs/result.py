"""What a job made: files, facts, what there is to know of them, and the next step."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from ..errors import UsageError

if TYPE_CHECKING:
    from ..prepress.preflight.findings import Report


_INTERRUPTED = 130


class Block(NamedTuple):
    """A part of a text for people: rows of a heading, which may be "", and a text."""

    kind: Literal["title", "lead", "facts", "questions", "remark", "makes", "command", "yaml"]
    rows: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, kind: Any, text: str) -> Self:
        """Return a block of one text without a heading."""
        return cls(kind, (("", text),))


@dataclass(frozen=True)
class ResultFile:
    """A finished file, which is not written yet."""

    #: Where it goes: as -o says, or below output/.
    path: Path
    data: bytes
    #: What it holds, in words; "" where that goes without saying.
    about: str = ""
    #: What there is to know of it.
    notes: tuple[str, ...] = ()
    #: What it holds, for programs.
    facts: Mapping[str, Any] = field(default_factory=dict)
    #: What tells the files of one job apart, such as "-backs".
    suffix: str = ""
    #: What preflight says of a file for a press, and what to know besides.
    report: Report | None = None
    beside_report: str = ""

    def with_data(self, data: bytes) -> Self:
        """Return the same file with other data."""
        return replace(self, data=data)

    def __getattr__(self, name: str) -> Any:
        """Return a fact by its name, as files of version 0.1 had them."""
        facts = self.__dict__.get("facts", {})
        if name not in facts:
            raise AttributeError(name)
        warnings.warn(f"file.{name} is file.facts[{name!r}] now", DeprecationWarning, stacklevel=2)
        return facts[name]


class Later(Sequence[ResultFile]):
    """Files that are made when they are taken, as all of them together would fill the memory."""

    def __init__(self, draw: Callable[[], Iterator[ResultFile]]) -> None:
        """Take the function that makes them."""
        self._draw = draw
        self._kept: list[ResultFile] | None = None

    def stream(self) -> Iterator[ResultFile]:
        """Make one after the other, and keep none."""
        return iter(self._kept) if self._kept is not None else self._draw()

    def _all(self) -> list[ResultFile]:
        if self._kept is None:
            self._kept = list(self._draw())
        return self._kept

    def __getitem__(self, place: Any) -> Any:
        """Return a file, or several; all are made and kept."""
        return self._all()[place]

    def __len__(self) -> int:
        """Return how many files there are; all are made and kept."""
        return len(self._all())


@dataclass(frozen=True)
class Result(Sequence[ResultFile]):
    """All that a job made of a pack. As a sequence, it is its files."""

    files: Sequence[ResultFile] = ()
    #: What may not be meant so.
    warnings: tuple[str, ...] = ()
    #: What was made, in words, beside what is said of each file.
    notes: tuple[str, ...] = ()
    #: What was made, for programs: what JSON can hold.
    facts: Any = field(default_factory=dict)
    #: What was worked out, where that is no file: a record of the job's own.
    result: Any = None
    #: The one thing to do now, in words.
    next_step: str = ""
    #: The file or folder that was named for it: there a link is followed.
    named: Path | None = None
    #: How far it came, where it was stopped before its end; "" where it is whole.
    interrupted: str = ""
    #: Why it is not what was asked for, such as that a printer would refuse it.
    faults: tuple[str, ...] = ()
    #: What the result means to programs, as exit codes do: 0 for good.
    status: int = 0
    #: The folder that holds these files, or most of them, and what it holds, in words: those of an
    #: earlier run go.
    folder: Path | None = None
    about: str = ""
    #: The names of the files of an earlier run, where the folder has no list of them itself.
    earlier: tuple[str, ...] | None = None
    #: Files that are of no more use once these are written, and go.
    obsolete: tuple[Path, ...] = ()
    #: Files that are neither written over nor deleted, under any name.
    kept: tuple[Path, ...] = ()

    def __getitem__(self, place: Any) -> Any:
        """Return a file, or several."""
        return self.files[place]

    def __len__(self) -> int:
        """Return how many files there are."""
        return len(self.files)

    @property
    def exit_code(self) -> int:
        """Return the exit code of the command: the status, but at least 1 where there are faults.

        It is 130 for a job that was stopped before its end, as shells have it.
        """
        return _INTERRUPTED if self.interrupted else max(self.status, int(bool(self.faults)))

    def save(self) -> list[Path]:
        """Write the files to their paths, all or none, and return these. Raises UsageError."""
        return save([self])

    def _repr_html_(self) -> str:
        """Return the files and the facts as a notebook shows them, without making files that wait."""
        from .result_html import FileRow, result_html

        waiting = self.folder is not None or isinstance(self.files, Later)
        files = [] if waiting else [FileRow(each.path, each.about, len(each.data)) for each in self.files]
        folder = f"{self.folder or ''}: {self.about}" if waiting else ""
        text = self.result if isinstance(self.result, str) else ""
        notes = [*(f"warning: {each}" for each in self.warnings), *self.notes]
        return result_html(self.faults, files, folder, self.facts, text, notes, self.next_step)


def save(made: Sequence[Result]) -> list[Path]:
    """Write all files of several jobs and return their paths. Raises UsageError if two have one path."""
    paths = [file.path for each in made if each.folder is None for file in each.files]
    twice = next((path for path in paths if paths.count(path) > 1), None)
    if twice is not None:
        raise UsageError(
            f"two of these packs would both be written to {twice}; rename one, or build it apart"
        )
    return [path for each in made for path in write_result(each)]


def write_result(made: Result) -> list[Path]:
    """Write the files of one job, all or none, and return their paths. Raises UsageError.

    In a confined child, hand them to its parent one after the other.
    """
    from ..output.files import Folder, write_all
    from ..sandbox import child

    if child.is_confined():
        return _hand_over(made)

    if made.folder is None:
        files = {file.path: file.data for file in made.files}
        named = {path: files.pop(path) for path in [*files] if path == made.named}
        write_all(files)
        write_all(named, named=True)
        return [file.path for file in made.files]
    from ..output.lists import earlier

    folder, paths = made.folder, []
    beside: dict[Path, bytes] = {}

    def old() -> Sequence[str]:
        return earlier(folder) if made.earlier is None else made.earlier

    with Folder(folder, old, made.kept, named=made.named is not None) as written:
        for file in made.files.stream() if isinstance(made.files, Later) else made.files:
            paths.append(file.path)
            if file.path.parent == folder:
                written.add(file.path.name, file.data)
            else:
                beside[file.path] = file.data
    write_all(beside)
    for obsolete in made.obsolete:
        obsolete.unlink(missing_ok=True)
    return paths


#: Bytes of a file in one message to the parent.
_PART = 4 << 20


def tell_file(file: ResultFile, whole: bool = False) -> None:
    """Tell the parent of a confined child a file: where it goes, and its data in parts.

    whole: tell also what is known of it besides.
    """
    from ..sandbox import child

    child.tell("file", file.with_data(b"") if whole else str(file.path))
    for start in range(0, len(file.data), _PART):
        child.tell("part", file.data[start : start + _PART])


def _hand_over(made: Result) -> list[Path]:
    """Tell the parent of a confined child what a job made: its folder, and each file in parts."""
    from ..sandbox import child

    folder = str(made.folder) if made.folder is not None else None
    child.tell("result", (folder, made.named is not None, tuple(map(str, made.kept))))
    paths = []
    for file in made.files.stream() if isinstance(made.files, Later) else made.files:
        tell_file(file)
        paths.append(file.path)
    child.tell("written", None)
    return paths
