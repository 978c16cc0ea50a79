"""Edits tables beside the pack by cells and rows, and leaves the rest of the file unchanged."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import PackError, UsageError
from ..output.files import write_file
from ..pack.tables import MOST_BYTES, MOST_COLUMNS, MOST_HEAD, SAID, rows_of, separator_of
from ..sandbox import untrusted

_MARK = b"\xef\xbb\xbf"
_BREAK = re.compile("\r\n|[\r\n]")
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?", re.ASCII)
#: Control characters and lone surrogates; tabs and line breaks are text.
_UNSEEN = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\U0010ffff]")
#: Maximum number of shown rows, and of characters in a cell.
_MOST_ROWS, _MOST_CELL = 20_000, 10_000
#: Maximum number of changes of a table that can be undone.
_MOST_UNDO = 1_000


class TextCell(NamedTuple):
    """A range of the text and the value of the cell in it."""

    start: int
    end: int
    value: str


class Splice(NamedTuple):
    """A change of a text: a position, the text that was there, and the new text."""

    start: int
    before: str
    after: str

    @property
    def inverse_splice(self) -> Splice:
        """Return the change that undoes this one."""
        return Splice(self.start, self.after, self.before)


class TextTable:
    """A csv or tsv file in or below the pack's folder."""

    def __init__(self, folder: Path, name: str) -> None:
        """Read the file. Raises UsageError if it cannot be read or is too large."""
        self.name = name
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
        #: The delimiter between cells.
        self.separator = said[1] if said else "\t" if name.lower().endswith(".tsv") else separator_of(body)
        #: The number of the first row, as spreadsheets count.
        self.number = 2 if said else 1
        self._rows: list[list[TextCell]] = []
        for row in self._cells():
            self._rows.append(row)
            if len(self._rows) > _MOST_ROWS:
                break
        if not self._rows:
            # So a heading can be written; a program that writes a file may also have emptied it a moment ago.
            self._rows.append([TextCell(self._first, self._first, "")])

    @property
    def rows(self) -> list[list[str]]:
        """Return the texts of all cells by rows, the headings first, with "\\n" as line breaks."""
        return [[_BREAK.sub("\n", cell.value) for cell in row] for row in self._rows]

    def _cells(self) -> Iterator[list[TextCell]]:
        """Yield the cells of each row, as csv.reader would read them (RFC 4180)."""
        text, at, row = self._text, self._first, list[TextCell]()
        plain = re.compile(f"[^{re.escape(self.separator)}\r\n]*")
        while at < len(text) or row:
            start = at
            if text[at : at + 1] == '"':
                at += 1
                while (quote := text.find('"', at)) >= 0 and text[quote + 1 : quote + 2] == '"':
                    at = quote + 2
                at = len(text) if quote < 0 else quote + 1
                value = text[start + 1 : max(start + 1, at - 1)].replace('""', '"')
                # Text after a closing quote is an error, which the pack's own reader reports.
                at = end = _end_of_match(plain, text, at)
            else:
                at = end = _end_of_match(plain, text, at)
                value = text[start:end]
            row.append(TextCell(start, end, value))
            if text[at : at + 1] == self.separator:
                at += 1
                continue
            yield row
            row = []
            if found := _BREAK.match(text, at):
                at = found.end()

    def fill_cells(self, row: int, column: int, values: Sequence[Sequence[str]]) -> Splice:
        """Return the change that writes rows of values, beginning at a cell.

        Rows are added if the table ends before the values do. Raises UsageError for a cell or columns outside
        of the table, and for values that a cell cannot hold.
        """
        columns, width = len(self._rows[0]), max(map(len, values), default=0)
        if not (0 <= row < self.length and 0 <= column < columns and width):
            raise UsageError("the table has no such cell")
        if column + width > columns:
            raise UsageError(
                f"these are {width} columns of cells, and from here on the table has {columns - column}: "
                "begin further to the left, or add columns first"
            )
        if row + len(values) > _MOST_ROWS:
            raise UsageError(f"a table of more than {_MOST_ROWS:,} rows is changed in a spreadsheet program")
        for value in (value for line in values for value in line):
            _verify_value(value)
        inside = values[: self.length - row]
        # A blank line at the end of a file is not a row; new rows follow the last real one.
        edits = [edit for n, line in enumerate(inside) for edit in self._row_edits(row + n, column, line)]
        if more := values[len(inside) :]:
            empty, end = [""] * columns, self._rows[-1][-1].end
            lines = [[*empty[:column], *line, *empty[column + len(line) :]] for line in more]
            edits.append(
                Splice(end, "", "".join(self._line_break + self._written_row(line) for line in lines))
            )
        return self._combined_change(edits)

    def _row_edits(self, row: int, column: int, values: Sequence[str]) -> Iterator[Splice]:
        """Yield the changes that write values into one row, beginning at a column."""
        cells = self._rows[row]
        for place, value in enumerate(values[: len(cells) - column], column):
            start, end, _ = cells[place]
            before = self._text[start:end]
            yield Splice(start, before, self._written_value(value, before))
        # A row may be shorter than the headings.
        beyond = values[max(0, len(cells) - column) :]
        if any(beyond):
            gap = [""] * max(0, column - len(cells))
            end = cells[-1].end
            yield Splice(end, "", self.separator + self._written_row([*gap, *beyond]))

    def _combined_change(self, edits: Sequence[Splice]) -> Splice:
        """Return one change with the effect of several changes. edits: in the order of the text."""
        start = at = edits[0].start if edits else self._first
        parts = list[str]()
        for edit in edits:
            parts += [self._text[at : edit.start], edit.after]
            at = edit.start + len(edit.before)
        return Splice(start, self._text[start:at], "".join(parts))

    def _written_row(self, values: Sequence[str]) -> str:
        """Return values as a line of the file, without its line break."""
        return self.separator.join(map(self._written_value, values))

    def _written_value(self, value: str, before: str = "") -> str:
        """Return a value as written in the file: in quotes if they are necessary, or if all values of its
        kind have them.

        before: the cell's text in the file, whose kind of line breaks is kept.
        """
        value = value.replace("\r\n", "\n").replace("\r", "\n")
        inner = _BREAK.search(before) or self._match_of_line_break_in_cell
        if inner:
            value = value.replace("\n", inner[0])
        must = re.search(f'[{re.escape(self.separator)}"\r\n]|^\\s|\\s$', value)
        if not (must or self._is_quoted_by_kind[_kind_of_value(value)]):
            return value
        return f'"{value.replace(chr(34), chr(34) * 2)}"'

    @cached_property
    def _is_quoted_by_kind(self) -> dict[str, bool]:
        """Return for each kind of value ("text", "number", "empty") whether the file quotes all values of
        this kind.
        """
        written: dict[str, list[bool]] = {"text": [], "number": [], "empty": []}
        for cell in (cell for row in self._rows if len(row) > 1 for cell in row):
            written[_kind_of_value(cell.value)].append(self._text[cell.start : cell.start + 1] == '"')
        quotes = {kind: bool(found) and all(found) for kind, found in written.items()}
        if not written["number"]:
            quotes["number"] = quotes["text"]
        elif not written["empty"]:
            quotes["empty"] = quotes["text"] and quotes["number"]
        return quotes

    @cached_property
    def _match_of_line_break_in_cell(self) -> re.Match[str] | None:
        """Return the match of the first line break inside a cell; None if there is none."""
        written = (self._text[cell.start : cell.end] for row in self._rows for cell in row)
        return next((found for each in written if (found := _BREAK.search(each))), None)

    def insert_row(self, row: int, copied: int | None) -> Splice:
        """Return the change that inserts a row above another one: an empty row or a copy.

        copied: the index of the row to copy, without its id; None for an empty row. Raises UsageError if
        there is no such row.
        """
        self._verify_row(row, self.length)
        line = self._written_row([""] * len(self._rows[0]))
        if copied is not None:
            self._verify_row(copied)
            [line], cells = self._written_rows(copied, copied), self._rows[copied]
            heads = [head.value.strip().lower() for head in self._rows[0]]
            if "id" in heads[: len(cells)]:
                # Ids are unique.
                own, begin = cells[heads.index("id")], cells[0].start
                line = line[: own.start - begin] + line[own.end - begin :]
        if row < self.length:
            return Splice(self._rows[row][0].start, "", line + self._line_break)
        end = self._rows[-1][-1].end
        return Splice(end, "", self._line_break + line)

    def delete_row(self, row: int) -> Splice:
        """Return the change that deletes a row. Raises UsageError if there is no such row."""
        self._verify_row(row)
        last = row + 1 == self.length
        start = self._rows[row - 1][-1].end if last else self._rows[row][0].start
        end = self._rows[row][-1].end if last else self._rows[row + 1][0].start
        return Splice(start, self._text[start:end], "")

    def move_row(self, row: int, to: int) -> Splice:
        """Return the change that moves a row to the index of another. Raises UsageError if there is none."""
        self._verify_row(row)
        self._verify_row(to)
        first, last = sorted((row, to))
        lines = self._written_rows(first, last)
        lines.insert(to - first, lines.pop(row - first))
        start, end = self._rows[first][0].start, self._rows[last][-1].end
        return Splice(start, self._text[start:end], self._line_break.join(lines))

    # Columns

    def insert_column(self, column: int, head: str) -> Splice:
        """Return the change that inserts an empty column before another one, or after the last.

        Raises UsageError if there is no such column, and for a heading that is refused.
        """
        self._verify_column(column, len(self._rows[0]) + 1)
        if len(self._rows[0]) >= MOST_COLUMNS:
            raise UsageError(f"a table has {MOST_COLUMNS} columns at most")
        self._verify_head(head, None)

        def edits() -> Iterator[Splice]:
            for number, cells in self._filled_rows():
                value = self._written_value(head if not number else "")
                if column < len(cells):
                    yield Splice(cells[column].start, "", value + self.separator)
                elif column == len(cells):
                    yield Splice(cells[-1].end, "", self.separator + value)

        return self._combined_change([*edits()])

    def rename_column(self, column: int, head: str) -> Splice:
        """Return the change that gives a column another heading.

        Raises UsageError if there is no such column, and for a heading that is refused.
        """
        self._verify_column(column, len(self._rows[0]))
        self._verify_head(head, column)
        return self._combined_change([*self._row_edits(0, column, [head])])

    def delete_column(self, column: int) -> Splice:
        """Return the change that deletes a column.

        Raises UsageError if there is no such column, or no other one.
        """
        self._verify_column(column, len(self._rows[0]))
        if len(self._rows[0]) == 1:
            raise UsageError("a table has one column at least")

        def edits() -> Iterator[Splice]:
            for _, cells in self._filled_rows():
                if column >= len(cells):
                    continue
                last = column + 1 == len(cells)
                start = cells[column - 1].end if last and column else cells[column].start
                end = cells[column].end if last else cells[column + 1].start
                yield Splice(start, self._text[start:end], "")

        return self._combined_change([*edits()])

    def move_column(self, column: int, to: int) -> Splice:
        """Return the change that moves a column to the index of another. Raises UsageError if there is
        none."""
        self._verify_column(column, len(self._rows[0]))
        self._verify_column(to, len(self._rows[0]))

        def edits() -> Iterator[Splice]:
            for _, cells in self._filled_rows():
                if len(cells) <= min(column, to):
                    continue
                written = [self._text[cell.start : cell.end] for cell in cells]
                written += [""] * (max(column, to) + 1 - len(written))
                written.insert(to, written.pop(column))
                start, end = cells[0].start, cells[-1].end
                yield Splice(start, self._text[start:end], self.separator.join(written))

        return self._combined_change([*edits()])

    def sort_rows(self, column: int, downwards: bool) -> Splice:
        """Return the change that sorts the rows below the headings by a column, empty cells last.

        Cells are compared as numbers if all that are not empty are numbers, else as text. Raises UsageError
        if there is no such column.
        """
        self._verify_column(column, len(self._rows[0]))
        self._verify_row(1)
        rows = self._rows[1:]
        values = [row[column].value.strip() if column < len(row) else "" for row in rows]
        numeric = all(_NUMBER.fullmatch(value) for value in values if value)

        def key(place: int) -> Any:
            value = values[place]
            return float(value.replace(",", ".")) if numeric else (value.casefold(), value)

        filled = sorted((place for place, value in enumerate(values) if value), key=key, reverse=downwards)
        order = [*filled, *(place for place, value in enumerate(values) if not value)]
        lines = self._written_rows(1, self.length - 1)
        start, end = rows[0][0].start, rows[-1][-1].end
        return Splice(start, self._text[start:end], self._line_break.join(lines[place] for place in order))

    def _filled_rows(self) -> Iterator[tuple[int, list[TextCell]]]:
        """Yield the index and the cells of the headings and of each row that is not blank."""
        for number, cells in enumerate(self._rows):
            if not number or len(cells) > 1 or cells[0].value:
                yield number, cells

    def _verify_column(self, column: int, most: int) -> None:
        """Raise UsageError unless 0 <= column < most, and for a table that is too long to change."""
        if self.length > _MOST_ROWS:
            raise UsageError(f"a table of more than {_MOST_ROWS:,} rows is changed in a spreadsheet program")
        if not 0 <= column < most:
            raise UsageError("the table has no such column")

    def _verify_head(self, head: str, column: int | None) -> None:
        """Raise UsageError for a heading that is malformed, or that another column has."""
        _verify_value(head)
        if not head.strip() or len(head) > MOST_HEAD or _BREAK.search(head) or _NUMBER.fullmatch(head):
            raise UsageError(f"a column has a name of one line with at most {MOST_HEAD} characters")
        others = (cell.value for place, cell in enumerate(self._rows[0]) if place != column)
        if head.strip().lower() in (other.strip().lower() for other in others):
            raise UsageError(f"the table has a column {head.strip()} already: choose another name")

    @property
    def length(self) -> int:
        """Return the number of rows, including the headings."""
        return len(self._rows)

    @property
    def _line_break(self) -> str:
        """Return the line break after the headings; "\\n" if there is none."""
        found = _BREAK.match(self._text, self._rows[0][-1].end)
        return found[0] if found else "\n"

    def _written_rows(self, first: int, last: int) -> list[str]:
        """Return the text of each row from first to last, without line breaks."""
        return [self._text[row[0].start : row[-1].end] for row in self._rows[first : last + 1]]

    def _verify_row(self, row: int, most: int | None = None) -> None:
        """Raise UsageError unless 1 <= row <= most (the last row), and for a table that is too long to
        change."""
        if self.length > _MOST_ROWS:
            raise UsageError(f"a table of more than {_MOST_ROWS:,} rows is changed in a spreadsheet program")
        if not 1 <= row <= (self.length - 1 if most is None else most):
            raise UsageError("the table has no such row")

    def write_change(self, change: Splice) -> str:
        """Write a change into the file, and return the file's new digest.

        Raises UsageError if the change was made for another text, or the table is too large.
        """
        start, before, after = change
        if self._text[start : start + len(before)] != before:
            raise UsageError("the table has been changed meanwhile")
        text = self._text[:start] + after + self._text[start + len(before) :]
        raw = (_MARK if self._marked else b"") + text.encode()
        if len(raw) > MOST_BYTES:
            raise UsageError("the table is larger than any that can be read")
        write_file(self._file, raw)
        return hashlib.sha256(raw).hexdigest()


def _verify_value(value: str) -> None:
    """Raise UsageError for a value that is too long for a cell, or has invisible characters."""
    if len(value) > _MOST_CELL:
        raise UsageError(f"a cell holds {_MOST_CELL:,} characters at most, and this would be {len(value):,}")
    if found := _UNSEEN.search(value):
        raise UsageError(f"a cell cannot hold the character U+{ord(found[0]):04X}, which no program shows")


def _kind_of_value(value: str) -> str:
    """Return the kind of a value: "number", "text" or "empty"."""
    return "number" if _NUMBER.fullmatch(value) else "text" if value else "empty"


class History:
    """The changes of a table that can be undone and redone."""

    def __init__(self) -> None:
        self._done: list[Splice] = []
        self._undone: list[Splice] = []
        #: The digest of the file after the last of them; for any other file nothing can be undone.
        self._digest = ""

    def write(self, table: TextTable, change: Splice) -> str:
        """Write a change into a table, remember it, and return the file's new digest."""
        digest = table.write_change(change)
        if table.digest != self._digest:
            self._done.clear()
        self._undone.clear()
        self._done = [*self._done[-_MOST_UNDO:], change]
        self._digest = digest
        return digest

    def undo_or_redo(self, table: TextTable, again: bool) -> str:
        """Undo the last change, or redo the last undone change if `again`; return the file's new digest.

        Raises UsageError if there is no such change, or if another window or program has changed the file
        since.
        """
        source, other = (self._undone, self._done) if again else (self._done, self._undone)
        if not source or table.digest != self._digest:
            done = "made again" if again else "taken back"
            raise UsageError(
                f"{table.name} was changed by another window or program since, so that your change in it "
                f"cannot be {done}: nothing was changed"
            )
        change = source[-1]
        self._digest = table.write_change(change if again else change.inverse_splice)
        other.append(source.pop())
        return self._digest

    def possible_steps(self, digest: str) -> dict[str, bool]:
        """Return whether a change can be undone and redone in a file of this digest, as {"undo", "redo"}."""
        known = digest == self._digest
        return {"undo": known and bool(self._done), "redo": known and bool(self._undone)}


def spreadsheet_rows(folder: Path, name: str, sheet: str | None, language: str) -> dict[str, Any]:
    """Return the rows of a sheet of an xlsx or ods file, and the reason why they cannot be edited here.

    Raises UsageError if the file cannot be read.
    """
    try:
        found = dict(rows_of(untrusted.admit(folder, name), sheet, language))
    except untrusted.Unreachable as error:
        raise UsageError(f"{error}; {error.hint}") from error
    except PackError as error:
        raise UsageError("; ".join(each.message for each in error.problems)) from error
    last = min(max(found, default=0), _MOST_ROWS)
    kind = Path(name).suffix[1:]
    why = (
        f"{name} is shown, not changed here: its formulas and styles would be lost. Change it in your "
        "spreadsheet program and save it there; the studio then reloads it. "
        f"Saved as CSV UTF-8 in place of {kind}, it could be changed here."
    )
    return {"number": 1, "rows": [found.get(n, [""]) for n in range(1, last + 1)] or [[""]], "why": why}


def _end_of_match(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return the index at which a match at `at` ends; `at` itself if there is no match."""
    found = pattern.match(text, at)
    return found.end() if found else at
