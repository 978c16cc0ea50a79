"""Tables beside the pack, seen and changed cell by cell; all else of the file stays as it was."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import UsageError
from ..output.files import write
from ..pack.tables import MOST_BYTES, SAID, separator_of
from ..sandbox import untrusted

_MARK = b"\xef\xbb\xbf"
_BREAK = re.compile("\r\n|[\r\n]")
#: Rows that are shown, and characters of a cell.
_MOST_ROWS, _MOST_CELL = 20_000, 10_000


class Cell(NamedTuple):
    """What stands between two characters of the text."""

    start: int
    end: int
    value: str


class TextTable:
    """A csv or tsv file in the pack's folder or below it."""

    def __init__(self, folder: Path, name: str) -> None:
        """Read it. Raises UsageError."""
        self._file = folder / name
        try:
            raw = untrusted.read_beside(folder, name, MOST_BYTES)
            self._marked = raw.startswith(_MARK)
            self._text = raw.removeprefix(_MARK).decode()
        except (OSError, ValueError) as error:
            raise UsageError(f"{name} could not be read: {error}") from error
        self.digest = hashlib.sha256(raw).hexdigest()
        said = SAID.match(self._text)
        self._first = said.end() if said else 0
        body = self._text[self._first :]
        self._separator = said[1] if said else "\t" if name.lower().endswith(".tsv") else separator_of(body)
        #: The number of the first row, as spreadsheets count.
        self.number = 2 if said else 1
        self._rows: list[list[Cell]] = []
        for row in self._cells():
            self._rows.append(row)
            if len(self._rows) > _MOST_ROWS:
                break

    @property
    def rows(self) -> list[list[str]]:
        """Return the values of all rows, the heads first."""
        return [[cell.value for cell in row] for row in self._rows]

    def _cells(self) -> Iterator[list[Cell]]:
        """Take the text apart, as csv.reader does (RFC 4180)."""
        text, at, row = self._text, self._first, list[Cell]()
        plain = re.compile(f"[^{re.escape(self._separator)}\r\n]*")
        while at < len(text) or row:
            start = at
            if text[at : at + 1] == '"':
                at += 1
                while (quote := text.find('"', at)) >= 0 and text[quote + 1 : quote + 2] == '"':
                    at = quote + 2
                at = len(text) if quote < 0 else quote + 1
                value = text[start + 1 : max(start + 1, at - 1)].replace('""', '"')
                # What follows a closing quote is a fault, which the pack's own reader tells of.
                at = end = _past(plain, text, at)
            else:
                at = end = _past(plain, text, at)
                value = text[start:end]
            row.append(Cell(start, end, value))
            if text[at : at + 1] == self._separator:
                at += 1
                continue
            yield row
            row = []
            if found := _BREAK.match(text, at):
                at = found.end()

    def put(self, row: int, column: int, value: str) -> str:
        """Write a value into a cell, and return the digest of what the file then is. Raises UsageError."""
        if not (0 <= row < len(self._rows) and 0 <= column < len(self._rows[0])):
            raise UsageError("the table has no such cell")
        if len(value) > _MOST_CELL or not value.replace("\n", "").replace("\t", "").isprintable():
            raise UsageError("a cell holds text that can be seen, and not too much of it")
        cells = self._rows[row]
        quoted = f'"{value.replace(chr(34), chr(34) * 2)}"'
        plain = not re.search(f'[{re.escape(self._separator)}"\r\n]|^\\s|\\s$', value)
        written = value if plain else quoted
        if column < len(cells):
            start, end = cells[column][:2]
        else:
            # A row may be shorter than the heads.
            start = end = cells[-1].end
            written = self._separator * (column - len(cells) + 1) + written
        text = self._text[:start] + written + self._text[end:]
        raw = (_MARK if self._marked else b"") + text.encode()
        if len(raw) > MOST_BYTES:
            raise UsageError("the table is larger than any that can be read")
        write(self._file, raw)
        return hashlib.sha256(raw).hexdigest()


def _past(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
