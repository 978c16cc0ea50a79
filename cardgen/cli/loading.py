"""Packs for commands: found, checked, and their warnings said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from .. import api
from ..errors import KeyPath, PackError, Problem
from ..pack.yaml import Data
from . import report
from .report import echo

if TYPE_CHECKING:
    from ..pack.model import Pack
    from ..printers.model import Printer


def printer_named(name: str | None) -> Printer | None:
    """The printer that --printer names, if any. Raises UsageError, or PackError with its file's problems."""
    return api.find_printer(name) if name else None


def given() -> set[str]:
    """The options that stand on the command line."""
    context = click.get_current_context()
    typed = click.core.ParameterSource.COMMANDLINE
    return {name for name in context.params if context.get_parameter_source(name) == typed}


def pack_of(each: api.Examined) -> Pack:
    """The pack of one that sound() returned."""
    assert each.pack is not None  # noqa: S101 - sound() raises otherwise
    return each.pack


def sound(
    packs: Sequence[str],
    look: Mapping[KeyPath, Data],
    size: tuple[float, float] | None,
    strict: bool,
    printer: Printer | None = None,
) -> list[api.Examined]:
    """The packs, all of them sound; warnings are said. Raises PackError with the problems of all.

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
    problems = report.strict(problems) if strict else problems
    if any(problem.severity == "error" for problem in problems):
        raise PackError(problems)
    if problems:
        echo(report.written(problems), err=True)
    return examined


def with_bleed(pack: Pack, bleed: float | None) -> Pack:
    """The pack with the bleed (points) that is asked for, if any."""
    return pack if bleed is None else replace(pack, card=pack.card._replace(bleed=bleed))


def said_of_size(examined: api.Examined, drawn: Pack, printer: Printer | None, keep: bool) -> str:
    """Say that the pack is drawn at another trim than its own, and return the sentence ("" for none).

    keep: raise UsageError instead.
    """
    if printer is None or examined.own_size is None:
        return ""
    from ..printers.library import redrawn, refuse_other_size

    if keep:
        refuse_other_size(examined.own_size, printer)
    said = redrawn(examined.own_size, drawn, printer)
    if said:
        echo(f"{examined.slug}: {said}", err=True)
    return said
