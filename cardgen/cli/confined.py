"""Run each command on a pack that does not come with cardgen in its own confined child; see jobs/wall.py.

The child sends to this process what it would print, its progress and the contents of finished files. This
process prints, and writes the files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ..jobs import wall
from ..jobs.home_printers import with_home_printer
from ..pack.result_cache import using_results
from ..sandbox import cache_files, child
from . import terminal
from .options import names_pack


def run_command(
    command: click.Command,
    function: Callable[..., Any],
    find: Callable[[str], click.Command],
    trust: bool,
    no_cache: bool,
    params: dict[str, Any],
) -> Any:
    """Run a command and return its result, in a confined child if the command reads strangers' files.

    function: does the command's work. find: a function of a module that returns a command by name; the child
    calls it. trust: whether never to use a child. params: the values of the command line.
    """
    if child.is_confined():
        return function(**params)
    params = with_home_printer(command.name or "", params)
    if params.get("home_printer") is not None:
        from_user = click.core.ParameterSource.COMMANDLINE
        click.get_current_context().set_parameter_source("home_printer", from_user)
    strangers = (
        wall.StrangerFiles.find(_named_packs(command, params), params) if command.name in wall.WHOLE else None
    )
    cached_packs = [] if strangers is None or no_cache else strangers.packs
    if trust:
        with _using_cache(cached_packs):
            return function(**params)
    # A file of rules is the user's own program, with all rights.
    if strangers is not None and not params.get("rules"):
        if strangers.first_file is not None:
            return _run_confined(command, find, params, strangers, cached_packs)
        return function(**params)
    from ..checks.examination import confined_reading

    with confined_reading():
        return function(**params)


@contextmanager
def _using_cache(packs: list[Path]) -> Iterator[None]:
    """Use and keep the results of earlier runs on these packs within the context; none if there is no
    pack.
    """
    if not packs:
        yield
        return
    with using_results(cache_files.read_cache(packs)) as results:
        yield
    data = results.changed_bytes()
    if data is not None:
        cache_files.write_cache(packs, data)


def _named_packs(command: click.Command, params: Mapping[str, Any]) -> Iterator[str]:
    """Yield the packs that a command line names."""
    for each in filter(names_pack, command.params):
        value = params.get(each.name or "") or ()
        yield from [value] if isinstance(value, str) else value


def _run_confined(
    command: click.Command,
    find: Callable[[str], click.Command],
    params: dict[str, Any],
    strangers: wall.StrangerFiles,
    cached_packs: list[Path],
) -> Any:
    """Run a command in a child, print its text and write its files. Return the command's result.

    cached_packs: the files of the packs of which results are kept.
    Raises PackError, with the file's name, if the child exceeds a limit.
    """
    context = click.get_current_context()
    sources = {name: context.get_parameter_source(name) for name in params}
    places = wall.PermittedPaths(command.name or "", params, strangers.packs)
    readable = [*strangers.readable_paths(), *places.readable_paths()]
    results = cache_files.read_cache(cached_packs) if cached_packs else None
    about = (find, command.name, params, sources, terminal.terminal_features(), results)
    try:
        with child.child_messages(_run_in_child, *about, limits=child.PACK, readable=readable) as messages:
            # Imported here while the child works.
            from ..output import files as files

            return _ChildListener(messages, places, cached_packs).listen()
    except child.OverLimit as error:
        assert strangers.first_file is not None  # noqa: S101 - there is one
        raise child.over_budget_error(strangers.first_file, error) from None


def _run_in_child(
    find: Callable[[str], click.Command],
    name: str,
    params: dict[str, Any],
    sources: dict[str, Any],
    outside: terminal.TerminalFeatures,
    results: bytes | None,
) -> Any:
    """Run a command in the child, and return its result; for a wrong command line, the message.

    params: the values as typed. sources: where each value comes from. outside: the terminal to which the
    parent prints. results: the cached results of earlier runs; None to use and keep none.
    """
    terminal.redirect_output(child.tell_parent, outside)
    command = find(name)
    assert command.callback is not None  # noqa: S101 - every command has one
    context = click.Context(command, info_name=name)
    context.params = dict(params)
    for each, source in sources.items():
        if source is not None:
            context.set_parameter_source(each, source)
    try:
        with context:
            if results is None:
                return command.callback(trust=False, **params)
            with using_results(results) as cache:
                made = command.callback(trust=False, **params)
            if (data := cache.changed_bytes()) is not None:
                child.tell_parent("results", data)
            return made
    except click.UsageError as error:
        return error.format_message()


class _ChildListener:
    """Handles the messages of a child: prints, shows progress, and writes files."""

    def __init__(
        self, messages: Iterator[tuple[str, Any]], places: wall.PermittedPaths, cached_packs: list[Path]
    ) -> None:
        self._messages = messages
        self._places = places
        self._cached_packs = cached_packs
        self._progress: list[terminal.ProgressBar] = []

    def listen(self) -> Any:
        """Handle all messages, and return the command's result. Raises click.UsageError for a wrong command
        line.
        """
        try:
            for kind, value in self._messages:
                if kind == "done":
                    if isinstance(value, str):
                        raise click.UsageError(value)
                    return value
                self._handle_message(kind, value)
        finally:
            while self._progress:
                self._progress.pop().__exit__()

    def _handle_message(self, kind: str, value: Any) -> None:
        """Print, show progress, or write files, as a message asks."""
        if kind == "echo":
            terminal.echo(*value)
        elif kind == "begin":
            self._progress.append(terminal.ProgressBar(*value).__enter__())
        elif kind == "say":
            self._progress[-1].say(value)
        elif kind == "at":
            self._progress[-1](*value)
        elif kind == "end":
            self._progress.pop().__exit__()
        elif kind == "results" and self._cached_packs and isinstance(value, bytes):
            cache_files.write_cache(self._cached_packs, value)
        elif kind == "result":
            from ..jobs.result import write_result

            write_result(wall.result_from_child(self._messages, value, self._places, self._handle_message))
