"""Load packs for commands, checked and with their warnings said, and choose where results go."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import api
from ..errors import KeyPath, PackError, Problem, UsageError
from ..pack.yaml import Data
from ..sandbox import untrusted
from ..units import Sentence, shown_size
from . import report
from .terminal import echo

if TYPE_CHECKING:
    from ..output.rulebook import BookJob
    from ..pack.model import Pack
    from ..printers.model import Printer


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


def size_option(size: tuple[float, float] | None) -> list[str]:
    """Return --size for another command of the same card; nothing where none was typed."""
    return ["--size", shown_size(*size).replace("×", "x")] if size else []


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
    problems = report.strict(problems) if strict else problems
    if any(problem.severity == "error" for problem in problems):
        raise PackError(problems)
    if problems:
        echo(report.written(problems), err=True)
    return examined


def tell_template(examined: api.Examined, job: BookJob, strict: bool) -> None:
    """Say the warnings of the template that a job uses. Raises PackError with them where they are errors.

    Raises as find_template() of output.rulebook does, too.
    """
    from ..output.rulebook import template_warnings

    warnings = template_warnings(pack_of(examined), job)
    if strict and warnings:
        raise PackError(report.strict(warnings))
    if warnings:
        echo(report.written(warnings), err=True)


def with_bleed(pack: Pack, bleed: float | None) -> Pack:
    """Return the pack with the bleed (points) that is asked for, if any."""
    return pack if bleed is None else replace(pack, card=pack.card._replace(bleed=bleed))


def said_of_size(examined: api.Examined, drawn: Pack, printer: Printer | None, keep: bool) -> Sentence:
    """Say that the pack is drawn at another trim than its own, and return the sentence ("" for none).

    keep: raise UsageError instead.
    """
    if printer is None or examined.own_size is None:
        return Sentence("")
    from ..printers.library import redrawn, refuse_other_size

    if keep:
        refuse_other_size(examined.own_size, printer)
    said = redrawn(examined.own_size, drawn, printer)
    if said:
        echo(f"{examined.slug}: {said}", err=True)
    return said


#: Where results go by default.
OUTPUT = Path("output")
#: The end of a name that means a file, not a folder: .docx, .png ...
_FILE_LIKE = re.compile(r"\.[a-zA-Z]{3,4}\Z")


def _is_file(target: Path, suffix: str) -> bool:
    return target.suffix.lower() == suffix and not target.is_dir()


def pdf_or_folder(output: Path | None, packs: Sequence[str], what: str, suffix: str = ".pdf") -> Path:
    """Choose where to write: a folder, or one PDF file (or another kind) for one pack. Raises UsageError."""
    target = output if output is not None else OUTPUT
    if _is_file(target, suffix):
        if len(packs) > 1:
            raise UsageError(f"{target} is one file and there are {len(packs)} packs; name a folder")
    elif target.is_file():
        raise UsageError(f"{target} is a file; name a folder, or a file that ends in {suffix}")
    elif str(output) == "-" or (_FILE_LIKE.match(target.suffix) and not target.is_dir()):
        message = f"{str(output)!r} is no place for {what}; name a folder, or a file that ends in {suffix}"
        raise UsageError(message)
    return target


def pdf_names(
    examined: Sequence[api.Examined], target: Path, ending: str, suffix: str = ".pdf"
) -> list[Path]:
    """Name the file of each pack: the one named, or the pack and an ending. Raises UsageError."""
    if _is_file(target, suffix):
        return [target]
    names = [target / f"{each.slug}{ending}{suffix}" for each in examined]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        message = f"two of these packs would both be written to {twice}; rename one, or build it apart"
        raise UsageError(message)
    return names


def part_of_pack(only: Sequence[str], missing: Sequence[str]) -> str:
    """Return what the name of a file with a part of a pack ends in, so that it does not replace the whole."""
    return "-missing" if missing else "-some" if only else ""


def save(files: Mapping[Path, bytes]) -> None:
    """Write the files of a command, all or none; only a link that -o names is followed. Raises UsageError."""
    from ..output.files import write_all

    write_all(files, named=click.get_current_context().params.get("output") in files)


def read_file(file: Path, what: str) -> bytes:
    """Read a PDF or a picture that the command line names. Raises UsageError. what: the kind of file."""
    from ..pdf.limits import MOST_FILE

    try:
        data = untrusted.read(file, MOST_FILE)
    except (OSError, ValueError) as error:
        raise unread(file, error) from error
    if len(data) > MOST_FILE:
        raise UsageError(f"{file} is larger than any {what} ({MOST_FILE >> 20} MiB at most)")
    return data


def unread(file: Path, error: Exception) -> UsageError:
    """Return the error that says why a file could not be read."""
    if isinstance(error, FileNotFoundError):
        return UsageError(f"there is no file {file}")
    return UsageError(f"{file} could not be read: {getattr(error, 'strerror', None) or error}")
