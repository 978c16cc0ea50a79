"""Jobs that Python asks for, done by a confined child: what they make comes back as data."""

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
from ..pack.file_names import plain
from ..pack.model import Pack
from ..sandbox import child, untrusted
from .job import Progress, Tick
from .result import Later, Result, ResultFile, tell_file
from .wall import WHOLE, InMemory, Places, Strangers, files_of


def is_for_child(command: str, packs: list[Any], options: Mapping[str, Any]) -> bool:
    """Tell whether a child is to do a job: it draws or sets what is not known to be trusted.

    packs: names, paths, dicts, and packs that are loaded.
    """
    if command not in WHOLE or child.is_confined() or not packs:
        return False
    loaded = [pack for pack in map(_pack_of, packs) if pack is not None]
    if any(not pack.is_trusted for pack in loaded) or any(isinstance(each, Mapping) for each in packs):
        return True
    return Strangers.of(_names(packs), options).first is not None


def _names(packs: list[Any]) -> Iterator[str]:
    """Yield the names and paths of packs that are still to be read."""
    yield from (str(each) for each in packs if isinstance(each, str | Path))


def _pack_of(given: Any) -> Pack | None:
    """Return a pack that is loaded; None for one that is not, and for one that is too faulty to be drawn."""
    found = given.pack if isinstance(given, Examined) else given
    return found if isinstance(found, Pack) else None


#: A function of a module that does a command with a pack, or a list of them, telling how far it is.
Make = Callable[..., Result]


def confined_result(
    make: Make, command: str, pack: Any, progress: Progress, options: dict[str, Any], hint: str
) -> Result:
    """Do a job in a confined child, and return what it made as data. Raises as the job, and PackError.

    make: does it there. pack: one, or a list of them. hint: what to do about one that takes too much.
    """
    asked = _Asked(make, command, pack, options, hint)
    steps = _Steps(progress)
    files: list[ResultFile] = []
    made: Result
    try:
        for kind, value in asked.talk(_job, steps.hear):
            if kind == "file":
                files.append(value)
            else:
                made, is_later = value
    finally:
        steps.end()
    if made.folder is not None:
        asked.places.verify(made.folder, is_folder=True)
    return replace(
        made,
        # They are drawn anew when they are taken, as all of them together would fill the memory.
        files=Later(asked.files) if is_later else files,
        named=None if made.named is None else asked.places.named,
        earlier=None,
        obsolete=(),
    )


class _Asked:
    """A job that is asked for, and what a child needs to do it."""

    def __init__(self, make: Make, command: str, pack: Any, options: dict[str, Any], hint: str) -> None:
        """Take in what is asked for. Raises UsageError for what no other process can be given."""
        packs = [*pack] if isinstance(pack, list) else [pack]
        given = [
            InMemory(str(in_memory.file_of(each)), in_memory.text_of(each))
            if isinstance(each, Mapping)
            else each
            for each in packs
        ]
        strangers = Strangers.of(_names(packs), options)
        loaded = [found for found in map(_pack_of, packs) if found is not None]
        drawn = [file for each in loaded for file in each.files]
        beside = [Path(each.file) for each in packs if isinstance(each, Examined) and each.file]
        beside += [Path(each.file) for each in given if isinstance(each, InMemory)]
        self.places = Places(command, options, [*strangers.packs, *beside])
        self._readable = [
            *strangers.readable(),
            *self.places.readable(),
            *(entry for file in beside for entry in untrusted.readable_entries(file.parent)),
            *(untrusted.real_path(Path(file)) for file in drawn),
        ]
        self._hint = hint
        named = [*beside, *(Path(f"{plain(each.name) or 'pack'}.yaml") for each in loaded)]
        self._file = strangers.first or next(iter(named), Path(command))
        whole = given if isinstance(pack, list) else given[0]
        self._task = (make, command, whole, options, untrusted.admissions_of(drawn))
        try:
            pickle.dumps(self._task)
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            raise UsageError(
                f"{command}() hands what it is given to another process, which cannot have this ({error}); "
                "add trust=True to do without one"
            ) from error

    def talk(self, work: Any, hear: Any) -> Iterator[tuple[str, Any]]:
        """Have the child work; yield each file, and what it returns in the end. Raises PackError at limits.

        hear: takes what the child says besides.
        """
        try:
            with child.conversation(
                work,
                *self._task,
                limits=child.PACK,
                returns=("cardgen.", type(Path()), Fraction),
                readable=self._readable,
                apart=True,
            ) as messages:
                yield from (("file", file) for file in files_of(messages, "made", self.places, hear))
                yield from (("done", value) for kind, value in messages if kind == "done")
        except child.OverLimit as error:
            raise child.over_budget(self._file, error, self._hint) from None

    def files(self) -> Iterator[ResultFile]:
        """Do the job again for its files, each when it is taken."""
        for kind, value in self.talk(_files, lambda kind, value: None):
            if kind == "file":
                yield value


class _Steps:
    """Shows the steps of a child's work as it tells of them."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._ticks: list[Tick] = []
        self._levels: list[contextlib.ExitStack] = []

    def hear(self, kind: str, value: Any) -> None:
        """Take in what the child says."""
        if kind == "begin":
            level = contextlib.ExitStack()
            self._ticks.append(level.enter_context(self._progress(*value)))
            self._levels.append(level)
        elif kind == "at" and self._ticks:
            self._ticks[-1](*value)
        elif kind == "end" and self._levels:
            self._ticks.pop()
            self._levels.pop().close()

    def end(self) -> None:
        """Leave all steps."""
        while self._levels:
            self.hear("end", None)


# --- in the child ---------------------------------------------------------------------------------


def _job(make: Make, command: str, pack: Any, options: dict[str, Any], admitted: Any) -> tuple[Result, bool]:
    """Do a job; tell its files, and return the rest, and whether its files are made when they are taken."""
    _take_in(pack, admitted)
    made = make(command, pack, _telling, **options)
    is_later = isinstance(made.files, Later)
    for file in () if is_later else made.files:
        tell_file(file, whole=True)
    child.tell("made", None)
    return replace(made, files=()), is_later


def _files(make: Make, command: str, pack: Any, options: dict[str, Any], admitted: Any) -> None:
    """Do a job, and tell its files."""
    _take_in(pack, admitted)
    made = make(command, pack, **options)
    for file in made.files.stream() if isinstance(made.files, Later) else made.files:
        tell_file(file, whole=True)
    child.tell("made", None)


def _take_in(pack: Any, admitted: Mapping[str, tuple[int, ...]]) -> None:
    """Take in files that the parent admitted, and ask for the time that faces of loaded packs take."""
    untrusted.adopt(admitted)
    for each in pack if isinstance(pack, list) else [pack]:
        loaded = _pack_of(each)
        if loaded is not None:
            child.allow(loaded.name, len(loaded.cards) + len(loaded.backs))


@contextlib.contextmanager
def _telling(what: str, unit: str = "") -> Iterator[Tick]:
    child.tell("begin", (what, unit))
    yield lambda done, total: child.tell("at", (done, total))
    child.tell("end", None)
