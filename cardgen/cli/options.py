"""How click reads the options and arguments of jobs, and the packs that they are done with."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import click

from ..jobs.job import OptionSpec
from ..jobs.kinds import Flag, Kind, PackName


class PackParam(click.ParamType):  # type: ignore[type-arg]  # before click 8.5 it takes none
    """A pack by name or path, with the known names for completion."""

    name = "pack"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Take a name as it is, but not a game's or an example's. Raises UsageError."""
        game = ctx is not None and any(each.name == "game" for each in ctx.command.params)
        return PackName(game=game).read(value, {})

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """List names that begin so, and files."""
        return _completed(PackName(), incomplete)


PACK = PackParam()


class _Typed(click.ParamType):  # type: ignore[type-arg]
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


#: Added to all commands that work on packs of strangers.
TRUST = click.Option(
    ["--trust"],
    is_flag=True,
    help="Work on the pack without limits of time and memory: for large ones of your own.",
)


def names_pack(param: click.Parameter) -> bool:
    """Tell whether the value of an argument or an option is a pack, or several."""
    return param.type is PACK or isinstance(getattr(param.type, "kind", None), PackName)


def click_option(declared: OptionSpec) -> click.Option:
    """Make the click option of one that a job declares."""
    option, kind = declared.option, declared.kind
    names = [f"-{option.letter}"] * bool(option.letter) + [declared.flag, declared.field]
    if isinstance(kind, Flag):
        return click.Option(names, is_flag=True, help=option.help)
    default = f"default: {declared.default_text}" if declared.default_text else ""
    more = "; ".join(filter(None, (default, kind.extent)))
    about = f"{option.help}  [{more}]" if more else option.help
    return click.Option(names, type=_Typed(kind), multiple=declared.many, help=about)


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
