"""Where results go: a folder, or one file for one pack."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from .. import api
from ..errors import UsageError

#: Where results go by default.
OUTPUT = Path("output")
#: The end of a name that means a file, not a folder: .docx, .png ...
_FILE_LIKE = re.compile(r"\.[a-zA-Z]{3,4}\Z")


def _is_pdf(target: Path) -> bool:
    return target.suffix.lower() == ".pdf" and not target.is_dir()


def pdf_or_folder(output: Path | None, packs: Sequence[str], what: str) -> Path:
    """Where to write: a folder, or one PDF file for one pack. Raises UsageError."""
    target = output if output is not None else OUTPUT
    if _is_pdf(target):
        if len(packs) > 1:
            raise UsageError(f"{target} is one file and there are {len(packs)} packs; name a folder")
    elif target.is_file():
        raise UsageError(f"{target} is a file; name a folder, or a file that ends in .pdf")
    elif str(output) == "-" or (_FILE_LIKE.match(target.suffix) and not target.is_dir()):
        message = f"{str(output)!r} is no place for {what}; name a folder, or a file that ends in .pdf"
        raise UsageError(message)
    return target


def pdf_names(examined: Sequence[api.Examined], target: Path, ending: str) -> list[Path]:
    """What the file of each pack is called: the one named, or the pack and an ending. Raises UsageError."""
    if _is_pdf(target):
        return [target]
    names = [target / f"{each.slug}{ending}.pdf" for each in examined]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        message = f"two of these packs would both be written to {twice}; rename one, or build it apart"
        raise UsageError(message)
    return names


def save(files: Mapping[Path, bytes]) -> None:
    """Write the files of a command, all or none; only a link that -o names is followed. Raises UsageError."""
    from ..output.files import write_all

    write_all(files, named=click.get_current_context().params.get("output") in files)
