"""Option types and the options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .. import units
from ..errors import KeyPath
from ..jobs import kinds
from ..jobs.groups import LookOptions
from ..jobs.job import Job, OptionSpec, options_of
from ..jobs.kinds import Flag, Kind, PackName

if TYPE_CHECKING:
    from ..pack.yaml import Data

F = TypeVar("F", bound=Callable[..., Any])


class Named(click.ParamType):  # type: ignore[type-arg]
    """A pack or a printer's preset by name or path, with the known names for completion."""

    def __init__(self, name: str) -> None:
        self.name = name

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Take a name as it is, but not a game's or an example's for a pack's. Raises UsageError."""
        if self.name == "pack":
            game = ctx is not None and any(each.name == "game" for each in ctx.command.params)
            return PackName(game=game).read(value, {})
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """List names that begin so, and files."""
        return _completed(kinds.PRINTER if self.name == "printer" else PackName(), incomplete)


PACK, PRINTER = Named("pack"), Named("printer")


def pack_argument(many: bool) -> Callable[[F], F]:
    """Add the pack or packs that a command works on."""
    if many:
        return click.argument("packs", nargs=-1, required=True, type=PACK, metavar="PACK...")
    return click.argument("pack", type=PACK, metavar="PACK")


def spoken(language: str | None) -> dict[KeyPath, Data]:
    """Return what `--language` puts over a pack."""
    return {("language",): language} if language else {}


class _Typed(click.ParamType):  # type: ignore[type-arg]  # before click 8.5 it takes none
    """A value as it was typed, which the job reads."""

    name = "value"

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def get_metavar(self, param: Any, ctx: Any = None) -> str:
        """Return what stands for the value in help."""
        return self.kind.metavar

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """List the known words that begin so, or let the shell list files."""
        return _completed(self.kind, incomplete)


def _completed(kind: Kind, begun: str) -> list[Any]:
    from click.shell_completion import CompletionItem

    found = [CompletionItem(word) for word in kind.known() if word.startswith(begun)]
    return [*found, CompletionItem(begun, type=kind.paths)] if kind.paths else found


class _Read(_Typed):
    """A value that is read at once, for commands that are no jobs yet."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Read the value."""
        try:
            return self.kind.read(value, ctx.params if ctx else {})
        except units.BadValue as error:
            self.fail(f"{error}; {error.hint}" if error.hint else str(error), param, ctx)


def click_option(declared: OptionSpec, reader: type[_Typed] = _Typed) -> click.Option:
    """Make the click option of one that a job declares."""
    option, kind = declared.option, declared.kind
    names = [f"-{option.letter}"] * bool(option.letter) + [declared.flag, declared.field]
    if isinstance(kind, Flag):
        return click.Option(names, is_flag=True, help=option.help)
    default = f"default: {declared.default_text}" if declared.default_text else ""
    more = "; ".join(filter(None, (default, kind.extent)))
    about = f"{option.help}  [{more}]" if more else option.help
    return click.Option(names, type=reader(kind), multiple=declared.many, help=about)


def click_argument(declared: OptionSpec) -> click.Argument:
    """Make the click argument of an option that stands behind the pack without its name."""
    metavar, required = declared.kind.metavar, declared.default is MISSING
    if required and declared.kind.words:
        metavar = f"{{{'|'.join(declared.kind.words)}}}"
    if declared.many and "[" not in metavar:
        metavar += "..."
    return click.Argument(
        [declared.field],
        type=_Typed(declared.kind),
        required=required,
        nargs=-1 if declared.many else 1,
        metavar=metavar if required or metavar.startswith("[") else f"[{metavar}]",
    )


def options_from(group: type[Job], *names: str) -> Callable[[F], F]:
    """Decorate a command that is no job yet with options of a record that jobs share: all, or those named."""

    def decorate(command: F) -> F:
        params = [
            click_option(declared, _Read)
            for declared in options_of(group).values()
            if not names or declared.field in names
        ]
        kept: list[click.Parameter] = getattr(command, "__click_params__", [])
        # click reads them from last to first.
        command.__click_params__ = [*kept, *reversed(params)]  # type: ignore[attr-defined]
        return command

    return decorate


#: Another language than the pack's own.
LANGUAGE = options_from(LookOptions, "language")


LENGTH, PAGE_SIZE = _Read(kinds.LENGTH), _Read(kinds.PAGE_SIZE)
