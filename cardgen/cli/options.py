"""The click options and arguments of jobs and of their packs."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import click

from ..jobs.job import OptionSpec
from ..jobs.kinds import Flag, Kind, PackName


class PackParam(click.ParamType):  # type: ignore[type-arg]  # before click 8.5 it takes none
    """The type of an argument that is a pack's name or path. A shell completes the known names."""

    name = "pack"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the name unchanged. Raises UsageError for the name of a game or an example, and if there is
        no such pack.
        """
        game = ctx is not None and any(each.name == "game" for each in ctx.command.params)
        return PackName(game=game).parse_value(value, {})

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """Return the names that begin with the typed text, and files."""
        return _completions(PackName(), incomplete)


PACK = PackParam()


class _TypedValue(click.ParamType):  # type: ignore[type-arg]
    """The type of an option whose value click passes on as text, and the job parses."""

    name = "value"

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def get_metavar(self, param: Any, ctx: Any = None) -> str:
        """Return the placeholder for the value in help."""
        return self.kind.metavar

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """Return the known words that begin with the typed text; for a path, let the shell complete it."""
        return _completions(self.kind, incomplete)


def _completions(kind: Kind, begun: str) -> list[Any]:
    """Return the known words that begin with a text; for a path, also an item by which the shell completes
    it.
    """
    from click.shell_completion import CompletionItem

    found = [CompletionItem(word) for word in kind.usual_values() if word.startswith(begun)]
    return [*found, CompletionItem(begun, type=kind.paths)] if kind.paths else found


#: The option of all commands that work on strangers' packs.
TRUST = click.Option(
    ["--trust"],
    is_flag=True,
    help="Work on the pack without limits of time and memory: for large ones of your own.",
)


#: The option of all commands that use results of earlier runs.
NO_CACHE = click.Option(
    ["--no-cache"],
    is_flag=True,
    help="Compute everything anew, and keep nothing for the next run.",
)


def names_pack(param: click.Parameter) -> bool:
    """Tell whether an argument or an option takes packs."""
    return param.type is PACK or isinstance(getattr(param.type, "kind", None), PackName)


def click_option(declared: OptionSpec) -> click.Option:
    """Return a job's option as an option of click."""
    option, kind = declared.option, declared.kind
    names = [f"-{option.letter}"] * bool(option.letter) + [declared.flag, declared.field]
    if isinstance(kind, Flag):
        return click.Option(names, is_flag=True, help=option.help)
    default = f"default: {declared.default_text}" if declared.default_text else ""
    more = "; ".join(filter(None, (default, kind.extent)))
    about = f"{option.help}  [{more}]" if more else option.help
    return click.Option(names, type=_TypedValue(kind), multiple=declared.many, help=about)


def click_argument(declared: OptionSpec) -> click.Argument:
    """Return a job's option without a flag as an argument of click, which follows the pack."""
    metavar, required = declared.kind.metavar, declared.default is MISSING
    if required and declared.kind.words:
        metavar = f"{{{'|'.join(declared.kind.words)}}}"
    if declared.many and "[" not in metavar:
        metavar += "..."
    return click.Argument(
        [declared.field],
        type=_TypedValue(declared.kind),
        required=required,
        nargs=-1 if declared.many else 1,
        metavar=metavar if required or metavar.startswith("[") else f"[{metavar}]",
    )
