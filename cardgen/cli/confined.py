"""Commands on packs that do not come with cardgen: each is run in one confined child with a budget.

The child loads the packs, draws and sets everything, and tells what is to be printed, how far it is, and what
the finished files hold; this process prints, and writes files, only where the command line says. Commands
that play games, which takes workers, have their packs loaded by a child and go on with them as plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import click

from ..errors import UsageError
from ..jobs.groups import OUTPUT
from ..sandbox import child, untrusted
from . import terminal
from .options import names_pack

#: Commands that a child does in whole.
_WHOLE = (
    *("box", "build", "check", "images", "order", "press", "proof", "rulebook", "sheets", "show", "stats"),
    *("summary", "words"),
)
#: Options that name other files of strangers, and whether the files beside these are read, too.
_FILES = {"template": True, "printer": True, "profile": False}
#: What finished files end in.
_SUFFIXES = frozenset((".pdf", ".png", ".jpg", ".tif", ".csv", ".json", ".html", ".epub", ".svg", ".po"))


class _Strangers(NamedTuple):
    """The files of strangers that a command line names."""

    packs: list[Path]
    #: Files that options name, each with whether those beside it are read.
    files: dict[Path, bool]


def call(
    command: click.Command,
    work: Callable[..., Any],
    find: Callable[[str], click.Command],
    trust: bool,
    params: dict[str, Any],
) -> Any:
    """Do the work of a command, in a child where it works on files of strangers.

    work: the callback of the command, without a wall. find: a function of a module that finds a command by
    its name, in the child. trust: whether to do without a child. params: the values of the command line.
    """
    if trust or child.is_confined():
        return work(**params)
    # A file of rules is a program of the user's own, which may do as it likes.
    if command.name in _WHOLE and not params.get("rules"):
        strangers = _strangers(command, params)
        if strangers.packs or strangers.files:
            return _run_confined(command, find, params, strangers)
        return work(**params)
    from ..checks.examination import confining

    with confining():
        return work(**params)


def _strangers(command: click.Command, params: Mapping[str, Any]) -> _Strangers:
    from ..pack import library

    named: list[str] = []
    for each in filter(names_pack, command.params):
        value = params.get(each.name or "") or ()
        named += [value] if isinstance(value, str) else value
    packs = []
    for name in named:
        with suppress(UsageError):  # of one that is not there the command speaks itself
            packs += [library.find(name)] if library.is_strangers(name) else []
    files = {Path(params[name]): beside for name, beside in _FILES.items() if params.get(name)}
    # A printer's preset is named without its suffix as well; one that comes with cardgen is no file here.
    found = {
        file: beside
        for name, beside in files.items()
        for file in (name, Path(f"{name}.yaml"), Path(f"{name}.yml"))
        if _is_file(file)
    }
    return _Strangers(packs, found)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _run_confined(
    command: click.Command,
    find: Callable[[str], click.Command],
    params: dict[str, Any],
    strangers: _Strangers,
) -> Any:
    """Run a command in a child, print what it says and write what it makes. Returns what the command does.

    Raises PackError that names the file where the child goes beyond its limits.
    """
    context = click.get_current_context()
    sources = {name: context.get_parameter_source(name) for name in params}
    places = _Places(command, params, strangers)
    readable = [
        *(entry for file in strangers.packs for entry in untrusted.readable_entries(file.parent)),
        *(
            entry
            for file, beside in strangers.files.items()
            for entry in (untrusted.readable_entries(file.parent) if beside else [untrusted.real_path(file)])
        ),
        *(places.readable() if command.name == "words" else ()),
    ]
    about = (find, command.name, params, sources, terminal.outside())
    try:
        with child.conversation(_work, *about, limits=child.PACK, readable=readable) as messages:
            # Loaded here while the child is at work.
            from ..output import files as files

            return _Listener(messages, places).listen()
    except child.OverLimit as error:
        raise child.over_budget(next(iter([*strangers.packs, *strangers.files])), error) from None


def _work(
    find: Callable[[str], click.Command],
    name: str,
    params: dict[str, Any],
    sources: dict[str, Any],
    outside: terminal.Outside,
) -> Any:
    """Do a command in the child. params: its values as they were typed; sources: where each comes from."""
    terminal.speak_through(child.tell, outside)
    command = find(name)
    assert command.callback is not None  # noqa: S101 - every command has one
    context = click.Context(command, info_name=name)
    context.params = dict(params)
    for each, source in sources.items():
        if source is not None:
            context.set_parameter_source(each, source)
    try:
        with context:
            return command.callback(trust=False, **params)
    except click.UsageError as error:
        return error.format_message()


class _Places:
    """Where the files of a command may go."""

    def __init__(self, command: click.Command, params: Mapping[str, Any], strangers: _Strangers) -> None:
        output = params.get("output")
        self.named = Path(output) if output else None
        #: These very files.
        self._files = {Path(params[name]) for name in ("output", "plot") if params.get(name)}
        #: Folders, in which and below which they may be.
        self._folders = [self.named or OUTPUT]
        if command.name == "words" and self.named is None:
            self._folders = [file.parent for file in strangers.packs]

    def readable(self) -> Iterator[str]:
        """Yield where a translation may be that is brought up to date."""
        for folder in self._folders:
            yield from untrusted.readable_entries(folder)

    def verify(self, path: Path, is_folder: bool = False) -> None:
        """Raise PermissionError for a place that the command line does not name."""
        if path in self._files or (is_folder and path in self._folders):
            return
        good = is_folder or path.suffix.lower() in _SUFFIXES
        for folder in self._folders:
            if path.is_relative_to(folder):
                parts = path.relative_to(folder).parts
                good = good and bool(parts) and not any(part.startswith(".") for part in parts)
                if good:
                    return
        # The fronts and the backs beside one file.
        named = self.named or OUTPUT
        if (path.parent, path.suffix) == (named.parent, named.suffix) and path.stem.startswith(named.stem):
            return
        raise PermissionError(f"{path} is no place for files of this command")


class _Listener:
    """Does what a child asks for: prints, shows how far it is, and writes files."""

    def __init__(self, messages: Iterator[tuple[str, Any]], places: _Places) -> None:
        self._messages = messages
        self._places = places
        self._progress: list[terminal.Progress] = []

    def listen(self) -> Any:
        """Do all that is asked for; returns what the command returns."""
        try:
            for kind, value in self._messages:
                if kind == "done":
                    if isinstance(value, str):
                        raise click.UsageError(value)
                    return value
                self._do(kind, value)
        finally:
            while self._progress:
                self._progress.pop().__exit__()

    def _do(self, kind: str, value: Any) -> None:
        if kind == "echo":
            terminal.echo(*value)
        elif kind == "begin":
            self._progress.append(terminal.Progress(*value).__enter__())
        elif kind == "say":
            self._progress[-1].say(value)
        elif kind == "at":
            self._progress[-1](*value)
        elif kind == "end":
            self._progress.pop().__exit__()
        elif kind == "result":
            self._write(*value)

    def _write(self, folder: str | None, is_named: bool, kept: tuple[str, ...]) -> None:
        """Write the files of one result as they come."""
        from ..jobs.result import Later, Result, write_result

        where = Path(folder) if folder is not None else None
        if where is not None:
            self._places.verify(where, is_folder=True)
        files = self._files()
        write_result(
            Result(
                Later(lambda: files) if where is not None else list(files),
                folder=where,
                named=self._places.named if is_named else None,
                kept=tuple(map(Path, kept)),
            )
        )

    def _files(self) -> Iterator[Any]:
        """Yield the files of one result, each once it is whole."""
        from ..jobs.result import ResultFile

        path, parts = "", list[bytes]()
        for kind, value in self._messages:
            if kind in ("file", "written"):
                if path:
                    self._places.verify(Path(path))
                    yield ResultFile(Path(path), b"".join(parts))
                if kind == "written":
                    return
                path, parts = value, []
            elif kind == "part":
                parts.append(value)
            else:
                self._do(kind, value)
