"""The `cardgen` command, and how it ends: a plain message and an exit code, never a traceback."""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import click

from .. import __version__
from ..errors import CardgenError, PackError, UsageError
from .terminal import echo

_HELP = """Turn a card pack written in YAML into things people hold.

\b
The first minute:
  cardgen build never-over        sheets to print and cut, and the rules, in output/
  cardgen new my-pack.yaml        a pack of your own, from NEVER OVER
  cardgen studio my-pack.yaml     change it and see it at once
  cardgen check my-pack.yaml      what is wrong with it, if anything
  cardgen show my-pack.yaml       what is in it
  cardgen simulate my-pack.yaml   how it plays
  cardgen order my-pack.yaml --printer makeplayingcards

A PACK is a name (see `cardgen list`) or the path of a YAML file. Exit codes: 0 all is well,
1 a pack or a file has errors, 2 the command cannot be carried out as given, 3 a preflighted file
has nothing wrong but is not judged in all, 130 it was stopped.
"""

#: The commands, with their descriptions in the list of commands.
_COMMANDS = {
    "build": "Make everything there is for one or more packs.",
    "sheets": "Make sheets to print at home and cut.",
    "calibrate": "Measure how your printer moves what it prints.",
    "changes": "List what has changed on the cards since they were printed.",
    "verify": "Compare a finished PDF of sheets with its pack.",
    "press": "Make the PDF files that a card manufacturer prints from.",
    "images": "Make a picture of each face: for printers, screens and virtual tables.",
    "share": "Make one HTML page of a deck to send to others.",
    "printers": "List the manufacturers that cardgen knows, or show the requirements of one.",
    "order": "Show what to order and which files to send.",
    "rulebook": "Make the rules of a game as a book, with the pack's own cards and figures.",
    "summary": "Make the rules on one page, or on a card of the pack.",
    "box": "Make a box for a pack, to print, cut and fold.",
    "words": "Start or update a translation of a pack and its rules.",
    "pull": "Fetch the tables of a pack from their web addresses, and say what changed.",
    "icons": "List, search and fetch sets of icons for packs.",
    "preflight": "Find what a printer would refuse in any PDF.",
    "proof": "Make a proof to look at before you pay.",
    "stats": "Show what is in packs, and the odds of hands and draws.",
    "simulate": "Play a pack's game many times and measure what happens.",
    "match": "Play one player against another, until it is decided who is better.",
    "play": "Play a pack's game yourself, with others and with cardgen's players.",
    "logs": "Measure games that people played, and find who plays like them.",
    "compare": "Compare packs: cards, odds and play.",
    "design": "Find compositions of a pack that play as you wish.",
    "solve": "Find the best play of a row of Abstrac.",
    "studio": "Open a page where you change a pack and see it at once.",
    "new": "Start a pack of your own from another pack.",
    "list": "List packs, papers, sizes, patterns, games, their options and players.",
    "check": "List everything that is wrong with packs.",
    "show": "Show a pack as a table, a picture or resolved YAML.",
    "schema": "Print the JSON schema that editors check packs with.",
    "docs": "Open the documentation in a browser.",
    "completion": "Print the completion script for bash, zsh or fish.",
}


#: Commands that name packs, but do not work on a stranger's file at once.
_UNCONFINED = ("new", "studio")


def find_command(name: str) -> click.Command:
    """Return a command by its name, after importing its module."""
    from ..jobs.wall import WHOLE
    from .job_command import command_of
    from .options import NO_CACHE, TRUST, names_pack

    command = command_of(name)
    command.short_help = _COMMANDS[name]
    work = command.callback
    if work is None or name in _UNCONFINED or not any(map(names_pack, command.params)):
        return command

    def callback(trust: bool, no_cache: bool = False, **params: Any) -> Any:
        # Imported late, so that help is fast.
        from .confined import run_command

        return run_command(command, work, find_command, trust, no_cache, params)

    more = [TRUST, NO_CACHE] if name in WHOLE else [TRUST]
    command.params, command.callback = [*command.params, *more], callback
    return command


class _LazyCommands(click.Group):
    """A group of commands that imports the module of a command when it is called, so that help is fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return find_command(cmd_name) if cmd_name in _COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            from ..units import nearest_word_hint

            ctx.fail(f"there is no command {args[0]!r}; {nearest_word_hint(args[0], _COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


def _print_version(context: click.Context, _: click.Parameter, is_requested: bool) -> None:
    """Print the version and exit, if it is asked for; with --verbose, also details for a bug report."""
    if not is_requested:
        return
    echo(f"cardgen, version {__version__}")
    if context.params.get("verbose"):
        import platform
        from importlib import metadata

        from ..sandbox import confinement

        echo(f"Python {platform.python_version()} on {platform.platform()}")
        for name in ("reportlab", "pillow", "pypdfium2", "pikepdf", "jinja2", "pyyaml", "click"):
            echo(f"{name} {metadata.version(name)}")
        has = confinement.confinement_features()
        files = (
            "read only what the work needs (Landlock)" if has["files"] else "not confined: no Landlock here"
        )
        calls = "no network, no programs (seccomp)" if has["calls"] else "not confined: no seccomp here"
        echo(f"work on files of strangers: files: {files}; system calls: {calls}")
    context.exit()


@click.group(
    cls=_LazyCommands,
    help=_HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version", is_flag=True, expose_value=False, callback=_print_version, help="Show the version."
)
@click.option(
    "--verbose",
    is_flag=True,
    is_eager=True,
    help="With --version: the libraries in use, and what is confined.",
)
def cli(verbose: bool) -> None:
    """Group the commands. Raises UsageError for --verbose without --version."""
    if verbose:
        raise UsageError("--verbose goes with --version")


def run(arguments: list[str] | None = None) -> int:
    """Run a command line, and return the exit code. arguments: None for those of this process."""
    _replace_unprintable_characters()
    # ReportLab would date files by it; cardgen's files have one date, so that their bytes never change.
    os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        return _exit_code_of(arguments)
    except OSError as error:
        return _print_write_error(error)


def _exit_code_of(arguments: list[str] | None) -> int:
    """Run a command line, print its errors, and return the exit code."""
    try:
        with _quiet_libraries():
            result = cli.main(args=arguments, prog_name="cardgen", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        echo(error.format_message())
        return 0
    except click.ClickException as error:
        if isinstance(error, click.UsageError) and error.ctx is not None:
            echo(f"{error.ctx.get_usage()}\nTry '{error.ctx.command_path} --help' for help.\n", err=True)
        echo(f"Error: {error.format_message()}", err=True)
        return 2
    except click.Abort:
        echo("\nstopped; nothing was left half written", err=True)
        return 130
    except CardgenError as error:
        return _print_error(error)
    return result if isinstance(result, int) else 0


@contextlib.contextmanager
def _quiet_libraries() -> Iterator[None]:
    """Silence warnings of libraries within the block, unless `python -W` asks for them."""
    with warnings.catch_warnings():
        if not sys.warnoptions:
            warnings.simplefilter("ignore")
        yield


#: Plain replacements for characters that terminals and files may lack.
_REPLACEMENTS = {
    "≤": "<=",
    "≥": ">=",
    "×": "x",
    "÷": "/",
    "−": "-",
    "–": "-",
    "·": "-",
    "…": "...",
    "“": '"',
    "”": '"',
}


def _replace_unprintable_characters() -> None:
    """Let the output streams replace characters that their encoding lacks, instead of raising an error."""

    def plainly(error: UnicodeError) -> tuple[str, int]:
        assert isinstance(error, UnicodeEncodeError)  # noqa: S101 - what codecs raise for output
        lacking = error.object[error.start : error.end]
        return "".join(_REPLACEMENTS.get(character, "?") for character in lacking), error.end

    codecs.register_error("cardgen", plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="cardgen")


def _print_write_error(error: OSError) -> int:
    """Print that a file or the output could not be read or written, and return the exit code.

    The output streams are redirected to the null device, so that they cannot fail again when the interpreter
    ends.
    """
    with contextlib.suppress(OSError):
        if error.errno != errno.EPIPE:
            what = error.filename or "the output"
            echo(f"cardgen: {what} could not be read or written: {error.strerror or error}", err=True)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return UsageError.exit_code


def _print_error(error: CardgenError) -> int:
    """Print an error, and return its exit code."""
    if isinstance(error, PackError):
        from .report import problems_text

        echo(problems_text(error.problems), err=True)
    else:
        echo(f"cardgen: {error}", err=True)
    return error.exit_code
