"""The result of a job: files, facts, notes, and the next step."""

from __future__ import annotations

import warnings
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from ..errors import Suggestion, UsageError

if TYPE_CHECKING:
    from ..prepress.preflight.findings import Report


_INTERRUPTED = 130
#: Maximum number of different next steps that are told.
_MOST_STEPS = 4
#: Maximum number of files and of facts that the text of a result names.
_MOST_SHOWN = 8


class Block(NamedTuple):
    """A part of a text: rows, each of a heading, which may be "", and a text."""

    #: "yaml" has lines to write, with their purpose as heading; "by hand" is for users without the studio;
    #: "good", "bad" and "open" are verdicts; "list" has items; "pictures" has PNGs in base64 with headings.
    kind: Literal[
        "title", "lead", "facts", "questions", "remark", "makes", "command", "yaml", "by hand",
        "good", "bad", "open", "error", "warning", "note", "list", "pictures",
    ]  # fmt: skip
    rows: tuple[tuple[str, str], ...]
    #: For "yaml": the keys that these lines write into a pack, each with its value.
    write: Mapping[str, Any] = {}

    @classmethod
    def from_text(cls, kind: Any, text: str) -> Self:
        """Return a block of one text without a heading."""
        return cls(kind, (("", text),))

    @classmethod
    def from_texts(cls, kind: Any, texts: Iterable[str]) -> Self:
        """Return a block of texts without headings."""
        return cls(kind, tuple(("", text) for text in texts))

    @classmethod
    def from_pictures(cls, pictures: Iterable[tuple[str, bytes]]) -> Self:
        """Return a block of pictures in PNG, each with its heading."""
        return cls("pictures", tuple((heading, b64encode(data).decode()) for heading, data in pictures))


@dataclass(frozen=True)
class ResultFile:
    """A finished file with its path, which is not written yet."""

    #: Its path: as in -o, or below output/.
    path: Path
    data: bytes
    #: A description of its content; "" if none is needed.
    about: str = ""
    #: Notes for the user.
    notes: tuple[str, ...] = ()
    #: Facts about its content, for programs.
    facts: Mapping[str, Any] = field(default_factory=dict)
    #: The suffix that distinguishes the files of one job, such as "-backs".
    suffix: str = ""
    #: Preflight's report on a press file, and an additional note.
    report: Report | None = None
    beside_report: str = ""

    def __repr__(self) -> str:
        """Return the path and the size, without the data."""
        return f"<ResultFile {self.path.as_posix()}, {len(self.data):,} bytes>"

    def with_data(self, data: bytes) -> Self:
        """Return the same file with other data."""
        return replace(self, data=data)

    def __getattr__(self, name: str) -> Any:
        """Return a fact as an attribute, as version 0.1 had it, with a deprecation warning.

        Raises AttributeError for names that are no facts.
        """
        facts = self.__dict__.get("facts", {})
        if name not in facts:
            raise AttributeError(name)
        warnings.warn(f"file.{name} is file.facts[{name!r}] now", DeprecationWarning, stacklevel=2)
        return facts[name]


class LazyFiles(Sequence[ResultFile]):
    """A sequence of files that are made only when they are requested, because all of them together would fill
    the memory.
    """

    def __init__(self, draw: Callable[[], Iterator[ResultFile]]) -> None:
        """Store the function that makes them."""
        self._draw = draw
        self._kept: list[ResultFile] | None = None

    def iterate_once(self) -> Iterator[ResultFile]:
        """Yield one file after the other, without keeping any."""
        return iter(self._kept) if self._kept is not None else self._draw()

    def _all_files(self) -> list[ResultFile]:
        if self._kept is None:
            self._kept = list(self._draw())
        return self._kept

    def __getitem__(self, place: Any) -> Any:
        """Return one or several files; all are made and kept."""
        return self._all_files()[place]

    def __len__(self) -> int:
        """Return the number of files; all are made and kept."""
        return len(self._all_files())


@dataclass(frozen=True)
class Result(Sequence[ResultFile]):
    """The result of a job on a pack. As a sequence, it is its files."""

    files: Sequence[ResultFile] = ()
    #: Possibly unintended options or contents.
    warnings: tuple[str, ...] = ()
    #: Notes besides those of files.
    notes: tuple[str, ...] = ()
    #: Facts for programs, as data for JSON.
    facts: Any = field(default_factory=dict)
    #: The computed result if it is not in files: a record of the job's own.
    result: Any = None
    #: The next step for the user, and what it suggests to write into the pack.
    next_step: str = ""
    suggestions: tuple[Suggestion, ...] = ()
    #: The file or folder that the user named: a link there is followed.
    named: Path | None = None
    #: How far a stopped job came; "" for a complete one.
    interrupted: str = ""
    #: Why it is not as requested, such as that a printer would refuse it.
    faults: tuple[str, ...] = ()
    #: The exit code for programs: 0 for good.
    status: int = 0
    #: The folder that holds these files, or most of them, and its description; the files of an earlier run in
    #: it are deleted.
    folder: Path | None = None
    about: str = ""
    #: The names of the files of an earlier run, if the folder itself has no list of them.
    earlier: tuple[str, ...] | None = None
    #: Files that are obsolete once these are written, and are deleted.
    obsolete: tuple[Path, ...] = ()
    #: Files that are never overwritten or deleted, under any name.
    kept: tuple[Path, ...] = ()
    #: The saved object whose pictures a running game of Tabletop Simulator gets once the files are written.
    pushed: Path | None = None

    def __repr__(self) -> str:
        """Return what it holds in a line, without making lazy files."""
        waiting = self.folder is not None or isinstance(self.files, LazyFiles)
        paths = [file.path.as_posix() for file in (() if waiting else self.files)]
        if waiting:
            paths = [f"files in {self.folder.as_posix()}"] if self.folder is not None else ["files"]
        keys = [str(key) for key in self.facts] if isinstance(self.facts, Mapping) else []
        parts = {
            "files": paths[:_MOST_SHOWN] + ["..."] * (len(paths) > _MOST_SHOWN),
            "faults": [str(len(self.faults))] * bool(self.faults),
            "warnings": [str(len(self.warnings))] * bool(self.warnings),
            "facts": keys[:_MOST_SHOWN] + ["..."] * (len(keys) > _MOST_SHOWN),
            "result": [type(self.result).__name__] * (self.result is not None),
        }
        said = "; ".join(f"{name}: {', '.join(words)}" for name, words in parts.items() if words)
        return f"<Result: {said}>" if said else "<Result: nothing>"

    def __getitem__(self, place: Any) -> Any:
        """Return the file at an index, or the files in a slice."""
        return self.files[place]

    def __len__(self) -> int:
        """Return how many files there are."""
        return len(self.files)

    @property
    def exit_code(self) -> int:
        """Return the exit code of the command: the status, but at least 1 if there are faults.

        It is 130 for a stopped job, as in shells.
        """
        return _INTERRUPTED if self.interrupted else max(self.status, int(bool(self.faults)))

    def save(self) -> list[Path]:
        """Write the files to their paths, all or none, and return the paths. Raises UsageError."""
        return save_result([self])

    def _repr_html_(self) -> str:
        """Return the files and the facts as HTML for a notebook, without making lazy files."""
        from .result_html import FileRow, result_html

        waiting = self.folder is not None or isinstance(self.files, LazyFiles)
        files = [] if waiting else [FileRow(each.path, each.about, len(each.data)) for each in self.files]
        folder = f"{self.folder or ''}: {self.about}" if waiting else ""
        text = self.result if isinstance(self.result, str) else ""
        notes = [*(f"warning: {each}" for each in self.warnings), *self.notes]
        return result_html(self.faults, files, folder, self.facts, text, notes, self.next_step)


def next_step_of(made: Sequence[Result]) -> str:
    """Return the next steps of several results as one text; steps that differ only in the file name become
    one step.
    """
    steps = list(dict.fromkeys(each.next_step for each in made if each.next_step))
    if len(steps) < 2:
        return "".join(steps)
    names = [_file_named_in(each) for each in made]
    patterns = {each.next_step.replace(name, "\0") for each, name in zip(made, names, strict=True) if name}
    if all(names) and len(patterns) == 1:
        *others, last = dict.fromkeys(names)
        return patterns.pop().replace("\0", f"{', '.join(others)} and {last}" if others else last)
    lines = [line for step in steps[:_MOST_STEPS] for line in step.splitlines()]
    # A sentence that several steps end with is written once, after them.
    lines = [*dict.fromkeys(lines[::-1])][::-1]
    if len(steps) > _MOST_STEPS:
        lines.append(f"and {len(steps) - _MOST_STEPS} more like these")
    return "\n".join(lines)


def _file_named_in(made: Result) -> str:
    """Return the name of the result's file that its next step mentions; "" if it mentions none."""
    files = () if isinstance(made.files, LazyFiles) else made.files
    return next((file.path.name for file in files if file.path.name in made.next_step), "")


def save_result(made: Sequence[Result]) -> list[Path]:
    """Write all files of several jobs and return their paths. Raises UsageError if two have one path."""
    paths = [file.path for each in made if each.folder is None for file in each.files]
    twice = next((path for path in paths if paths.count(path) > 1), None)
    if twice is not None:
        raise UsageError(
            f"two of these packs would both be written to {twice}; rename one, or build it apart"
        )
    return [path for each in made for path in write_result(each)]


def write_result(made: Result) -> list[Path]:
    """Write the files of one job, all or none, and return their paths.

    In a confined child, the files are sent to the parent one after the other instead. Raises UsageError if a
    file cannot be written, or is one that the pack names.
    """
    from ..output.files import FolderUpdate, write_files
    from ..sandbox import child

    if child.is_confined():
        return _send_result(made)

    if made.folder is None:
        for file in made.files:
            if any(_is_same_file(file.path, each) for each in made.kept):
                raise UsageError(f"{file.path} is a file of the pack: give another name with -o")
        files = {file.path: file.data for file in made.files}
        named = {path: files.pop(path) for path in [*files] if path == made.named}
        write_files(files)
        write_files(named, is_user_named=True)
        _finish_writing(made)
        return [file.path for file in made.files]
    from ..output.lists import files_of_earlier_run

    folder, paths = made.folder, []
    beside: dict[Path, bytes] = {}

    def old() -> Sequence[str]:
        return files_of_earlier_run(folder) if made.earlier is None else made.earlier

    with FolderUpdate(folder, old, made.kept, is_user_named=made.named is not None) as written:
        for file in made.files.iterate_once() if isinstance(made.files, LazyFiles) else made.files:
            paths.append(file.path)
            if file.path.parent == folder:
                written.add(file.path.name, file.data)
            else:
                beside[file.path] = file.data
    write_files(beside)
    _finish_writing(made)
    return paths


def _finish_writing(made: Result) -> None:
    """Delete files that the written ones make obsolete, and send pictures to a running game. Raises
    UsageError.
    """
    for obsolete in made.obsolete:
        obsolete.unlink(missing_ok=True)
    if made.pushed is not None:
        from .running_table import push_pictures

        push_pictures(made.pushed)


def _is_same_file(one: Path, other: Path) -> bool:
    """Tell whether two paths lead to one file that exists."""
    try:
        return one.samefile(other)
    except OSError:
        return False


#: Maximum number of bytes of a file in one message to the parent.
_PART = 4 << 20


def send_file(file: ResultFile, whole: bool = False) -> None:
    """Send a file to the parent of a confined child: its path, and its data in parts.

    whole: whether to send its other fields as well.
    """
    from ..sandbox import child

    child.tell_parent("file", file.with_data(b"") if whole else str(file.path))
    for start in range(0, len(file.data), _PART):
        child.tell_parent("part", file.data[start : start + _PART])


def _send_result(made: Result) -> list[Path]:
    """Send a job's result to the parent of a confined child: its folder, and each file in parts."""
    from ..sandbox import child

    folder = str(made.folder) if made.folder is not None else None
    pushed = str(made.pushed) if made.pushed is not None else None
    child.tell_parent("result", (folder, made.named is not None, tuple(map(str, made.kept)), pushed))
    paths = []
    for file in made.files.iterate_once() if isinstance(made.files, LazyFiles) else made.files:
        send_file(file)
        paths.append(file.path)
    child.tell_parent("written", None)
    return paths
