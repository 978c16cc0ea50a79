"""The rulebook's template beside a pack: its text, what a new one begins with, and saving it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from ..books import templates
from ..errors import Problem, UsageError
from ..gaming.games import GAMES
from ..output.files import write_file
from ..pack import folders
from ..sandbox import untrusted
from .document import FileConflict, FileContent
from .editing import TextPositions
from .messages import ProblemRecord

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
    """Return the path of the rulebook's template that belongs to a pack file."""
    return pack.with_name(f"{pack.stem}{templates.SUFFIX}")


def read_rules(pack: Path, game: str | None) -> FileContent:
    """Return the template beside a pack; if there is none, the initial text of a new one, and the digest "".

    game: the game whose rules the text to begin with has. Raises UsageError and PackError if the file cannot
    be read.
    """
    file = rules_file(pack)
    if file.is_symlink() or file.exists():
        text = templates.read_template(file, is_beside_pack=True).text
        return FileContent(text, _file_digest(file))
    book = GAMES[game].template if game in GAMES else ""
    if not book or not templates.has_bundled_template(book):
        return FileContent(_BEGINNING, "")
    return FileContent(
        templates.read_template(folders.bundled_folder("templates") / f"{book}{templates.SUFFIX}").text, ""
    )


def save_rules(pack: Path, text: str, digest: str) -> FileContent:
    """Write the template beside a pack, and return its new content.

    digest: the file must still have this one; "" if there was no file. Raises FileConflict if it has another
    one, and UsageError if the text is too long or cannot be written.
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
    if _file_digest(file) != digest:
        raise FileConflict(read_rules(pack, None))
    write_file(file, raw, is_user_named=True)
    return FileContent(text, _file_digest(file))


def _file_digest(file: Path) -> str:
    """Return the digest of a file's content; "" if there is no file. Raises UsageError if it cannot be
    read."""
    try:
        return hashlib.sha256(untrusted.read_plain_file(file, _MOST_BYTES)).hexdigest()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise UsageError(f"{file.name} could not be read: {error.strerror or error}") from error


def template_problem_records(text: str, file: str, problems: Sequence[Problem]) -> list[ProblemRecord]:
    """Return the problems of a template as records for the page.

    text: the template's. file: its path, as in the marks of the problems.
    """
    places = TextPositions(text)
    told = []
    for problem in problems:
        mark = problem.mark
        one = ProblemRecord(
            severity=problem.severity, message=problem.message, hint=problem.hint, where="", fixes=[]
        )
        if mark is not None:
            one["where"] = f"{Path(mark.file).name}:{mark.line}"
            if mark.file == file and mark.line:
                start, end = places.range_of_mark(mark)
                one["start"], one["end"] = places.utf16_offset(start), places.utf16_offset(end)
        told.append(one)
    return told
