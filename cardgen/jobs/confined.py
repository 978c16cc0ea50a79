"""Run jobs from Python in a confined child, which returns their results as data."""

from __future__ import annotations

import contextlib
import pickle
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..checks.examination import Examined
from ..errors import UsageError
from ..pack import in_memory
from ..pack.file_names import file_slug
from ..pack.model import Pack
from ..sandbox import child, untrusted
from .job import Progress, Tick
from .result import LazyFiles, Result, ResultFile, send_file
from .wall import WHOLE, PackInMemory, PermittedPaths, StrangerFiles, received_files


def must_run_in_child(command: str, packs: list[Any], options: Mapping[str, Any]) -> bool:
    """Tell whether a job must run in a confined child, because it draws or sets files that are not trusted.

    packs: names, paths, dicts, and loaded packs.
    """
    if command not in WHOLE or child.is_confined() or not packs:
        return False
    loaded = [pack for pack in map(_loaded_pack, packs) if pack is not None]
    if any(not pack.is_trusted for pack in loaded) or any(isinstance(each, Mapping) for each in packs):
        return True
    return StrangerFiles.find(_unread_packs(packs), options).first_file is not None


def _unread_packs(packs: list[Any]) -> Iterator[str]:
    """Yield the names and paths of packs that are not loaded."""
    yield from (str(each) for each in packs if isinstance(each, str | Path))


def _loaded_pack(given: Any) -> Pack | None:
    """Return a loaded pack; None if it is not loaded, or has too many errors to be drawn."""
    found = given.pack if isinstance(given, Examined) else given
    return found if isinstance(found, Pack) else None


#: A function of a module that runs a command on a pack, or a list of them, and reports progress.
Make = Callable[..., Result]


def confined_result(
    make: Make, command: str, pack: Any, progress: Progress, options: dict[str, Any], hint: str
) -> Result:
    """Run a job in a confined child, and return its result as data.

    make: the function that runs the job in the child. pack: one pack, or a list of them. hint: the hint for a
    pack that exceeds the limits. Raises what the job raises, and PackError if a limit is exceeded.
    """
    asked = _ChildJob(make, command, pack, options, hint)
    steps = _ChildProgress(progress)
    files: list[ResultFile] = []
    made: Result
    try:
        for kind, value in asked.messages_from_child(_run_job_in_child, steps.handle_message):
            if kind == "file":
                files.append(value)
            else:
                made, is_later = value
    finally:
        steps.end_steps()
    if made.folder is not None:
        asked.places.verify(made.folder, is_folder=True)
    if made.pushed is not None:
        asked.places.verify_pushed(made.pushed)
    return replace(
        made,
        # Draw them again when they are taken, as all together would fill the memory.
        files=LazyFiles(asked.files) if is_later else files,
        named=None if made.named is None else asked.places.named,
        earlier=None,
        obsolete=(),
    )


class _ChildJob:
    """A requested job, with the values that a child process needs to run it."""

    def __init__(self, make: Make, command: str, pack: Any, options: dict[str, Any], hint: str) -> None:
        """Prepare the request. Raises UsageError for data that cannot be sent to another process."""
        packs = [*pack] if isinstance(pack, list) else [pack]
        given = [
            PackInMemory(str(in_memory.file_of_data(each)), in_memory.yaml_of_data(each))
            if isinstance(each, Mapping)
            else each
            for each in packs
        ]
        strangers = StrangerFiles.find(_unread_packs(packs), options)
        loaded = [found for found in map(_loaded_pack, packs) if found is not None]
        drawn = [file for each in loaded for file in each.files]
        beside = [Path(each.file) for each in packs if isinstance(each, Examined) and each.file]
        beside += [Path(each.file) for each in given if isinstance(each, PackInMemory)]
        self.places = PermittedPaths(command, options, [*strangers.packs, *beside])
        self._readable = [
            *strangers.readable_paths(),
            *self.places.readable_paths(),
            *(entry for file in beside for entry in untrusted.readable_entries(file.parent)),
            *(untrusted.real_path(Path(file)) for file in drawn),
        ]
        self._hint = hint
        named = [*beside, *(Path(f"{file_slug(each.name) or 'pack'}.yaml") for each in loaded)]
        self._file = strangers.first_file or next(iter(named), Path(command))
        whole = given if isinstance(pack, list) else given[0]
        self._task = (make, command, whole, options, untrusted.admissions_of(drawn))
        try:
            pickle.dumps(self._task)
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            raise UsageError(
                f"{command}() hands what it is given to another process, which cannot have this ({error}); "
                "add trust=True to do without one"
            ) from error

    def messages_from_child(self, work: Any, hear: Any) -> Iterator[tuple[str, Any]]:
        """Run the work in the child and yield its messages: each file, and finally the result.

        hear: called with all other messages. Raises PackError if a limit is exceeded.
        """
        try:
            with child.child_messages(
                work,
                *self._task,
                limits=child.PACK,
                returns=("cardgen.", type(Path()), Fraction),
                readable=self._readable,
                from_server=True,
            ) as messages:
                yield from (("file", file) for file in received_files(messages, "made", self.places, hear))
                yield from (("done", value) for kind, value in messages if kind == "done")
        except child.OverLimit as error:
            raise child.over_budget_error(self._file, error, self._hint) from None

    def files(self) -> Iterator[ResultFile]:
        """Run the job again to make its files, and yield each when it is taken."""
        for kind, value in self.messages_from_child(_send_files, lambda kind, value: None):
            if kind == "file":
                yield value


class _ChildProgress:
    """Shows the steps of a child's work as it reports them."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._ticks: list[Tick] = []
        self._levels: list[contextlib.ExitStack] = []

    def handle_message(self, kind: str, value: Any) -> None:
        """Handle a message of the child."""
        if kind == "begin":
            level = contextlib.ExitStack()
            self._ticks.append(level.enter_context(self._progress(*value)))
            self._levels.append(level)
        elif kind == "at" and self._ticks:
            self._ticks[-1](*value)
        elif kind == "end" and self._levels:
            self._ticks.pop()
            self._levels.pop().close()

    def end_steps(self) -> None:
        """End all steps."""
        while self._levels:
            self.handle_message("end", None)


# --- in the child ---------------------------------------------------------------------------------


def _run_job_in_child(
    make: Make, command: str, pack: Any, options: dict[str, Any], admitted: Any
) -> tuple[Result, bool]:
    """Run a job in the child and send its files; return its other data, and whether its files are made
    lazily.
    """
    _admit_files(pack, admitted)
    made = make(command, pack, _progress_to_parent, **options)
    is_later = isinstance(made.files, LazyFiles)
    for file in () if is_later else made.files:
        send_file(file, whole=True)
    child.tell_parent("made", None)
    return replace(made, files=()), is_later


def _send_files(make: Make, command: str, pack: Any, options: dict[str, Any], admitted: Any) -> None:
    """Run a job, and send its files."""
    _admit_files(pack, admitted)
    made = make(command, pack, **options)
    for file in made.files.iterate_once() if isinstance(made.files, LazyFiles) else made.files:
        send_file(file, whole=True)
    child.tell_parent("made", None)


def _admit_files(pack: Any, admitted: Mapping[str, tuple[int, ...]]) -> None:
    """Let this child read the files that the parent lets it read, and extend the time limit for the faces of
    loaded packs.
    """
    untrusted.adopt_admissions(admitted)
    for each in pack if isinstance(pack, list) else [pack]:
        loaded = _loaded_pack(each)
        if loaded is not None:
            child.extend_time(loaded.name, len(loaded.cards) + len(loaded.backs))


@contextlib.contextmanager
def _progress_to_parent(what: str, unit: str = "") -> Iterator[Tick]:
    child.tell_parent("begin", (what, unit))
    yield lambda done, total: child.tell_parent("at", (done, total))
    child.tell_parent("end", None)
