"""Option types and the options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .. import units
from ..errors import KeyPath
from ..jobs.groups import Look
from ..jobs.job import Declared, Job, options_of
from ..jobs.kinds import PRINTER as JOB_PRINTER
from ..jobs.kinds import Flag, Kind, PackName

if TYPE_CHECKING:
    from ..pack.yaml import Data

F = TypeVar("F", bound=Callable[..., Any])


class Parsed(click.ParamType):  # type: ignore[type-arg]  # before click 8.5 it takes none
    """A value that a function reads; the message of its BadValue becomes the usage error."""

    def __init__(self, name: str, parse: Callable[[object], Any], metavar: str) -> None:
        self.name, self._parse, self._metavar = name, parse, metavar

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Read the value."""
        if not isinstance(value, str):
            return value
        try:
            return self._parse(value)
        except units.BadValue as error:
            self.fail(f"{error}; {error.hint}" if error.hint else str(error), param, ctx)

    def get_metavar(self, param: Any, ctx: Any = None) -> str:
        """Say what stands for the value in the help."""
        return self._metavar


class Known(click.Choice):  # type: ignore[type-arg]
    """One of some words; a misspelt one is told the nearest, also by what else people call them."""

    def __init__(self, words: Sequence[str], nicknames: Mapping[str, str]) -> None:
        super().__init__(words)
        self._nicknames = nicknames

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Read the value."""
        if value not in self.choices:
            meant = self._nicknames.get(str(value).lower())
            hint = f"did you mean {meant!r}?" if meant else units.nearest(value, self.choices)
            self.fail(f"{value!r} is not one of the choices here; {hint}", param, ctx)
        return value


LENGTH = Parsed("length", units.length, "LENGTH")
PAPER = Parsed("paper", units.paper_size, "PAPER")


class _CardSize(Parsed):
    """A card size: with --printer, the printer's own name of one comes first."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Read the value."""
        printer = ctx.params.get("printer") if ctx else None
        if isinstance(printer, str) and printer and isinstance(value, str):
            from ..printers.library import find

            for product in find(printer).products:
                if product.name == value.strip().lower():
                    return product.trim
        return super().convert(value, param, ctx)


CARD_SIZE = _CardSize("size", units.card_size, "SIZE")
PAGE_SIZE = _CardSize("size", units.page_size, "SIZE")


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
        return _completed(JOB_PRINTER if self.name == "printer" else PackName(), incomplete)


PACK, PRINTER = Named("pack"), Named("printer")


def with_options(options: tuple[Callable[[F], F], ...]) -> Callable[[F], F]:
    """Decorate a command with several options, in this order."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def printer_options(command: F) -> F:
    """Add the options for whom files are made: a preset, and whether the pack may be drawn at its trim."""
    for option in reversed(
        (
            click.option(
                "--printer",
                type=PRINTER,
                metavar="PRINTER",
                # Read before --size, which may be one of the printer's.
                is_eager=True,
                help="Make it as this printer wants it: see `cardgen printers`, or your own .yaml.",
            ),
            click.option("--keep-size", is_flag=True, help="Refuse a printer that does not cut this size."),
        )
    ):
        command = option(command)
    return command


def pack_argument(many: bool) -> Callable[[F], F]:
    """Add the pack or packs that a command works on."""
    if many:
        return click.argument("packs", nargs=-1, required=True, type=PACK, metavar="PACK...")
    return click.argument("pack", type=PACK, metavar="PACK")


#: Where a command that makes PDFs writes.
pdf_output = click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="A PDF file, or a folder. Default: output/"
)
paper_option = click.option(
    "--paper",
    type=PAPER,
    default="a4",
    show_default=True,
    help='a3, a4, a5, letter, legal, tabloid or "W x H unit".',
)


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


def click_option(declared: Declared, reader: type[_Typed] = _Typed) -> click.Option:
    """Make the click option of one that a job declares."""
    option, kind = declared.option, declared.kind
    names = [f"-{option.letter}"] * bool(option.letter) + [declared.flag, declared.field]
    if isinstance(kind, Flag):
        return click.Option(names, is_flag=True, help=option.help)
    default = f"default: {declared.default_text}" if declared.default_text else ""
    more = "; ".join(filter(None, (default, kind.extent)))
    about = f"{option.help}  [{more}]" if more else option.help
    return click.Option(names, type=reader(kind), multiple=declared.many, help=about)


def click_argument(declared: Declared) -> click.Argument:
    """Make the click argument of an option that stands behind the pack without its name."""
    return click.Argument(
        [declared.field],
        type=_Typed(declared.kind),
        required=declared.default is MISSING,
        metavar=declared.kind.metavar,
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


look_options = options_from(Look)
#: Another language than the pack's own.
LANGUAGE = options_from(Look, "language")


def overrides(options: Mapping[str, Any]) -> dict[KeyPath, Data]:
    """Return what `look_options` put over a pack: paths and values."""
    return Look(**{name: options[name] for name in options_of(Look) if name in options}).overrides
