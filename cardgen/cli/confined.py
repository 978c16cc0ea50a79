"""Commands on packs that do not come with cardgen: each is run in one confined child, see jobs/wall.py.

The child tells what is to be printed and how far it is besides what the finished files hold; this process
prints, and writes files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click

from ..jobs import wall
from ..sandbox import child
from . import terminal
from .options import names_pack


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
    if command.name in wall.WHOLE and not params.get("rules"):
        strangers = wall.Strangers.of(_packs_named(command, params), params)
        if strangers.first is not None:
            return _run_confined(command, find, params, strangers)
        return work(**params)
    from ..checks.examination import confining

    with confining():
        return work(**params)


def _packs_named(command: click.Command, params: Mapping[str, Any]) -> Iterator[str]:
    for each in filter(names_pack, command.params):
        value = params.get(each.name or "") or ()
        yield from [value] if isinstance(value, str) else value


def _run_confined(
    command: click.Command,
    find: Callable[[str], click.Command],
    params: dict[str, Any],
    strangers: wall.Strangers,
) -> Any:
    """Run a command in a child, print what it says and write what it makes. Returns what the command does.

    Raises PackError that names the file where the child goes beyond its limits.
    """
    context = click.get_current_context()
    sources = {name: context.get_parameter_source(name) for name in params}
    places = wall.Places(command.name or "", params, strangers.packs)
    readable = [*strangers.readable(), *places.readable()]
    about = (find, command.name, params, sources, terminal.outside())
    try:
        with child.conversation(_work, *about, limits=child.PACK, readable=readable) as messages:
            # Loaded here while the child is at work.
            from ..output import files as files

            return _Listener(messages, places).listen()
    except child.OverLimit as error:
        assert strangers.first is not None  # noqa: S101 - there is one
        raise child.over_budget(strangers.first, error) from None


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


class _Listener:
    """Does what a child asks for: prints, shows how far it is, and writes files."""

    def __init__(self, messages: Iterator[tuple[str, Any]], places: wall.Places) -> None:
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
            from ..jobs.result import write_result

            write_result(wall.handed_over(self._messages, value, self._places, self._do))
