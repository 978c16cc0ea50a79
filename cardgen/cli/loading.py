"""Load packs for commands, checked and with their warnings said, and choose where results go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from .. import api
from ..errors import KeyPath, PackError, Problem, warnings_as_errors
from ..pack.yaml import Data
from . import report
from .terminal import echo

if TYPE_CHECKING:
    from ..pack.model import Pack
    from ..prepress.printers.model import Printer


def printer_named(name: str | None) -> Printer | None:
    """Find the printer that --printer names, if any. Raises UsageError, or PackError with its file's
    problems.
    """
    return api.find_printer(name) if name else None


def explicit_options() -> set[str]:
    """Return the options that stand on the command line."""
    context = click.get_current_context()
    typed = click.core.ParameterSource.COMMANDLINE
    return {name for name in context.params if context.get_parameter_source(name) == typed}


def pack_of(each: api.Examined) -> Pack:
    """Return the pack of one that load_checked() returned."""
    assert each.pack is not None  # noqa: S101 - load_checked() raises otherwise
    return each.pack


def load_checked(
    packs: Sequence[str],
    look: Mapping[KeyPath, Data],
    size: tuple[float, float] | None,
    strict: bool,
    printer: Printer | None = None,
) -> list[api.Examined]:
    """Load packs, all of them sound, and say warnings. Raises PackError with the problems of all.

    size, printer: as for api.examine().
    """
    examined: list[api.Examined] = []
    problems: list[Problem] = []
    for name in packs:
        try:
            examined.append(api.examine(name, look, size, printer))
            problems += examined[-1].of("error", "warning")
        except PackError as error:
            problems += error.problems
    problems = warnings_as_errors(problems) if strict else problems
    if any(problem.severity == "error" for problem in problems):
        raise PackError(problems)
    if problems:
        echo(report.written(problems), err=True)
    return examined
