"""The rulebook's template beside a pack: its text, what a new one begins with, and saving it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from ..books import templates
from ..errors import Problem, UsageError
from ..gaming.games import GAMES
from ..output.files import write
from ..pack import folders
from ..sandbox import untrusted
from .document import Changed, FileContent
from .editing import TextPositions
from .messages import Told

#: What the rules of a deck without a game begin with.
_BEGINNING = """\
---
title: "{{ pack.name }}"
language: en
---

# How to play

{{ pack.count }} cards are in the deck.
"""
#: Maximum length of a template, in bytes: more than `templates.read` accepts.
_MOST_BYTES = 800_000


def rules_file(pack: Path) -> Path:
    """Return the place of a pack's own template."""
    return pack.with_name(f"{pack.stem}{templates.SUFFIX}")


def read_rules(pack: Path, game: str | None) -> FileContent:
    """Return the template beside a pack; without one, the text that a new one begins with, and no digest.

    game: the game whose rules a new one begins with. Raises UsageError and PackError for a file that cannot
    be read.
    """
    file = rules_file(pack)
    if file.is_symlink() or file.exists():
        text = templates.read(file, beside=True).text
        return FileContent(text, _digest(file))
    book = GAMES[game].template if game in GAMES else ""
    if not book or not templates.exists(book):
        return FileContent(_BEGINNING, "")
    return FileContent(templates.read(folders.folder("templates") / f"{book}{templates.SUFFIX}").text, "")


def save_rules(pack: Path, text: str, digest: str) -> FileContent:
    """Write the template beside a pack if the file still has this digest ("" for none).

    Raises Changed if it does not, and UsageError if it cannot be written.
    """
    file = rules_file(pack)
    if file.is_symlink():
        raise UsageError(f"{file.name} is a link, which the studio does not follow")
    try:
        raw = text.encode()
    except UnicodeEncodeError as error:
        raise UsageError("the text holds a half of a character, which no file can") from error
    if len(raw) > _MOST_BYTES:
        raise UsageError(f"these rules are too long: at most {_MOST_BYTES // 1000} kB are read")
    if _digest(file) != digest:
        raise Changed(read_rules(pack, None))
    write(file, raw, named=True)
    return FileContent(text, _digest(file))


def _digest(file: Path) -> str:
    """Return what identifies the content of a file; "" if there is none. Raises UsageError."""
    try:
        return hashlib.sha256(untrusted.read(file, _MOST_BYTES)).hexdigest()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise UsageError(f"{file.name} could not be read: {error.strerror or error}") from error


def told_problems(text: str, file: str, problems: Sequence[Problem]) -> list[Told]:
    """Return the problems of a template as the page shows them. file: its path, as in their marks."""
    places = TextPositions(text)
    told = []
    for problem in problems:
        mark = problem.mark
        one = Told(severity=problem.severity, message=problem.message, hint=problem.hint, where="", fixes=[])
        if mark is not None:
            one["where"] = f"{Path(mark.file).name}:{mark.line}"
            if mark.file == file and mark.line:
                start, end = places.utf16_range(mark)
                one["start"], one["end"] = places.utf16_offset(start), places.utf16_offset(end)
        told.append(one)
    return told
