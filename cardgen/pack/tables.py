"""Tables of cards: csv, tsv, xlsx and ods files whose first row has headings and whose other rows are cards.

Cells become text as the spreadsheet shows it, as far as its file states it: a whole number stays whole, a
formula gives its saved value. A table is an untrusted file. python-calamine reads spreadsheets in a child
process with limits; it fetches nothing and runs no macro.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import count, islice, takewhile
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from ..errors import MOST_PROBLEMS, KeyPath, Mark, PackError, Problem
from ..languages.habits import habits
from ..languages.remarks import remark
from ..sandbox import untrusted
from ..sandbox.child import TABLE, OverLimit, run_confined
from ..units import Sentence, nearest_word_hint, quoted_value
from .failed_formulas import FAILED, UNSAVED, failed_cells
from .merged_cells import cells_over_several_rows
from .schema import Findings
from .values import MOST_CARDS
from .yaml import CONTROL, Data

#: 1,000 characters for each of the maximum number of cards.
MOST_BYTES = 20 << 20
MOST_ROWS = MOST_CARDS
MOST_COLUMNS = 200
#: Maximum number of characters of a heading, as of a suit's name, and of a cell, as of a card's text.
MOST_HEAD, MOST_CELL = 40, 2000

#: Hints for files of other programs, by suffix.
_UNSUPPORTED = {
    ".xls": "that is the form of old Excel: save it as xlsx, or as CSV UTF-8",
    ".xlsb": "save it as xlsx, or as CSV UTF-8",
    ".xlsm": "save it as xlsx, without its macros",
    ".numbers": "in Numbers choose File, Export To, and Excel or CSV",
    ".gsheet": "that is only a link: in Google Sheets choose File, Download, Comma-separated values",
}
#: Matches error values of formulas in other languages, such as #BEZUG!, #¿NOMBRE? and #NV.
_DOUBTFUL = re.compile(r"#(?:[¡¿]?[^\W\da-z_]+[!?]|NV|N/D)")
_FORMULA = re.compile(r"=[^\W\d][\w.]*\(.*\)", re.DOTALL)
_LINE_END = re.compile(r"\r\n?")
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?", re.ASCII)

#: The suffixes of tables.
SUFFIXES = (".csv", ".tsv", ".xlsx", ".ods")
#: The number of each row and its cells; empty ones may be left out.
Rows = list[tuple[int, list[str]]]


class TableRow(NamedTuple):
    """A row below the headings."""

    #: Texts by heading in the table's order; "" for an empty cell.
    values: dict[str, str]
    #: Its line is the row's number in a spreadsheet program; it has no column.
    mark: Mark


class CardTable(NamedTuple):
    """A table with valid headings and cells."""

    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    #: Warnings of cells that may be formulas.
    doubts: tuple[Problem, ...] = ()


def read_table(file: Path, sheet: str | None = None, language: str = "en") -> CardTable:
    """Read a table of cards, and return its headings and rows.

    file: a file that was admitted (see sandbox.untrusted) or that the user names. sheet: the sheet's name; by
    default the first visible one. language: the language whose decimal sign the numbers of a spreadsheet get;
    csv has numbers as text. Raises PackError with all problems. Problems of a row have the row's mark,
    problems of the file have none.
    """
    return card_table(file, rows_of(file, sheet, language))


def rows_of(file: Path, sheet: str | None = None, language: str = "en") -> Rows:
    """Return the rows of a table, valid or not, as (row number, cells).

    The arguments are those of read_table(). Raises PackError if the file cannot be read.
    """
    verify_suffix(file)
    try:
        data = untrusted.read_admitted_file(file, MOST_BYTES)
    except OSError as error:
        raise _file_error(f"{file} could not be read: {error.strerror or error}", "") from error
    if len(data) > MOST_BYTES:
        hint = "divide it into several tables, and remove pictures and other sheets"
        raise _file_error(f"{quoted_value(file.name)} is larger than {MOST_BYTES >> 20} MB", hint)
    return rows_in(data, file, sheet, language)


def verify_suffix(file: Path) -> None:
    """Raise PackError unless a file has the suffix of a table: csv, tsv, xlsx or ods."""
    suffix = file.suffix.lower()
    if suffix not in SUFFIXES:
        hint = _UNSUPPORTED.get(suffix, "save it as csv (UTF-8), tsv, xlsx or ods")
        raise _file_error(f"{quoted_value(file.name)} is not a table that cardgen can read", hint)


def rows_in(data: bytes, file: Path, sheet: str | None = None, language: str = "en") -> Rows:
    """Return the rows of a table as rows_of() does, from the bytes of its file."""
    suffix = file.suffix.lower()
    if suffix in (".csv", ".tsv"):
        if sheet is not None:
            raise _file_error(f"a {suffix[1:]} file has no sheets", "leave the sheet out")
        return _rows_of_separated_text(file, data)
    try:
        return _sheet_rows(data, file.name, sheet, habits(language).decimal)
    except OverLimit as error:
        hint = "copy the table alone into a new file, and save that as xlsx or csv"
        raise _file_error(f"reading {quoted_value(file.name)} {error}", hint) from None


def sheet_names(data: bytes, file: Path) -> list[str]:
    """Return the names of a spreadsheet's visible sheets; [] for csv and tsv.

    data: the bytes of the file. Raises PackError if it cannot be read.
    """
    verify_suffix(file)
    if file.suffix.lower() in (".csv", ".tsv"):
        return []
    try:
        return run_confined(_read_sheet_names, data, file.name, limits=TABLE)
    except OverLimit as error:
        hint = "copy the table alone into a new file, and save that as xlsx or csv"
        raise _file_error(f"reading {quoted_value(file.name)} {error}", hint) from None


@lru_cache(maxsize=4)
def _sheet_rows(data: bytes, name: str, sheet: str | None, decimal_sign: str) -> Rows:
    """Read the rows of a sheet in a confined child; the last few results are cached.

    decimal_sign: the decimal sign for numbers. Raises PackError if the file cannot be read, and OverLimit if
    reading exceeds a limit.
    """
    return run_confined(_spreadsheet_rows, data, name, sheet, decimal_sign, limits=TABLE)


def _file_error(message: str, hint: str = "") -> PackError:
    """Return the error for a file that is not a readable table."""
    return PackError([Problem(message, hint=hint)])


#: Maximum number of tables of a pack.
MOST_TABLES = 10
#: Matches a quantity as tables have it: 3, x3, 3x, 3 × and 3.0; not 1.000, which may be a thousand.
_QUANTITY = re.compile(r"(?:[x×]\s*)?(-?[0-9]{1,15})(?:[.,]0{1,2})?(?:\s*[x×])?", re.IGNORECASE)
#: Minimum number of cards whose sum a last row may be.
_LEAST_SUMMED = 3


def table_rows(
    file: Path, sheet: str | None, columns: Mapping[str, str], path: KeyPath, findings: Findings
) -> tuple[list[tuple[KeyPath, dict[str, Data]]], dict[str, str]]:
    """Return two values: the rows of a table as (path, data of a card), and the headings by the names of the
    columns.

    The name of a column is its heading in small letters, or the name that `columns` gives to it. path: the
    path of the list of cards. A quantity becomes a number, and rows with quantity 0 are left out. Problems
    are recorded; for a table that cannot be read, there are no rows.
    """
    findings.tables += 1
    if findings.tables > MOST_TABLES:
        findings.fault(f"a pack has at most {MOST_TABLES} tables", (*path, "table"), "join some of them")
        return [], {}
    try:
        table = read_table(file, sheet, findings.language)
    except PackError as error:
        where = (*path, "table")
        findings.problems += (each if each.mark else each._replace(path=where) for each in error.problems)
        return [], {}
    findings.problems += table.doubts
    findings.rows += len(table.rows)
    if findings.rows > MOST_ROWS:
        hint = "divide them between several packs"
        findings.fault(f"the tables of the pack have more than {MOST_ROWS:,} rows", (*path, "table"), hint)
        return [], {}
    names = _column_names(table, columns, path, findings)
    heads = {name: head for head, name in names.items()}
    rows: list[tuple[KeyPath, dict[str, Data]]] = []
    for place, row in enumerate(table.rows):
        data: dict[str, Data] = {names[head]: text for head, text in row.values.items() if text}
        where = (*path, "rows", str(place))
        written = str(data.get("quantity", 1))
        quantity = quantity_in(written)
        if quantity is not None:
            data["quantity"] = quantity
        else:
            hint = "write a whole number, such as 2, or x2"
            message = f"this should be a whole number, and {quoted_value(written)} is not one"
            findings.fault(message, (*where, "quantity"), hint)
            del data["quantity"]
        if data.get("quantity") != 0:
            if findings.place:
                title = str(data.get("name") or data.get("title") or "")
                findings.place(where, row.mark, heads, title)
            rows.append((where, data))
    findings.problems += _sum_row_warnings(rows)
    if not rows:
        findings.fault(
            "the quantity in every row of the table is 0", (*path, "table"), "give one card a quantity"
        )
    return rows, heads


def quantity_in(text: str) -> int | None:
    """Return the quantity that a cell states, such as "3", "x3", "3x" or "3.0"; None for other texts."""
    found = _QUANTITY.fullmatch(text.strip())
    return int(found[1]) if found else None


def _sum_row_warnings(rows: Sequence[tuple[KeyPath, Mapping[str, Data]]]) -> Iterator[Problem]:
    """Yield a warning if the last row seems to be no card, but the sum of the quantities above it.

    Such a row has fewer filled cells than every card.
    """
    if len(rows) <= _LEAST_SUMMED:
        return
    *cards, (where, last) = rows
    quantities = [row.get("quantity", 1) for _, row in cards]
    total = sum(each for each in quantities if isinstance(each, int))
    if last.get("quantity") == total and all(len(row) > len(last) for _, row in cards):
        message = Sentence(
            "this is the sum of all quantities above, and becomes a card with {total} copies", total=total
        )
        hint = Sentence("delete the row of the sum")
        yield remark(message, (*where, "quantity"), hint, "warning", name="numbers")


def _column_names(
    table: CardTable, columns: Mapping[str, str], path: KeyPath, findings: Findings
) -> dict[str, str]:
    """Return the name that each heading's column has in the pack. Problems of `columns` are recorded."""
    names = {head: head.lower() for head in table.columns}
    for name, theirs in columns.items():
        head = next((head for head in names if head.lower() == theirs.lower()), None)
        where = (*path, "columns", name)
        if head is None:
            findings.fault(
                f"the table has no column {quoted_value(theirs)}", where, nearest_word_hint(theirs, names)
            )
        elif head.lower() != name and name in names.values():
            hint = "rename one of the two in the table, or leave this out"
            findings.fault(f"the table has a column {quoted_value(name)} as well", where, hint)
        else:
            names[head] = name
    return names


# --- csv and tsv ----------------------------------------------------------------------------------


#: A first line that states the separator, which Excel reads but does not show.
SAID = re.compile(r"sep=([,;\t|])(?:\r\n?|\n|\Z)", re.IGNORECASE)


def _rows_of_separated_text(file: Path, data: bytes) -> Rows:
    """Return the rows of a csv or tsv file, numbered as in a spreadsheet.

    A line break in a cell begins no row. Raises PackError for rows with wrong quotes.
    """
    text = _decoded_text(file, data)
    if said := SAID.match(text):
        text = text[said.end() :]
    separator = said[1] if said else "\t" if file.suffix.lower() == ".tsv" else separator_of(text)
    rows: Rows = []
    broken: list[Problem] = []
    records = _csv_records(text, separator, strict=True)
    for number in count(2 if said else 1):
        try:
            cells = next(records, None)
        except csv.Error as error:
            # The reader continues with the next line.
            broken.append(_unreadable_row_problem(Mark(str(file), number, 0), str(error), text))
            continue
        if cells is None or len(rows) > MOST_ROWS + 1 or len(broken) >= MOST_PROBLEMS:
            break
        if any(cells):
            rows.append((number, cells))
    if broken:
        raise PackError(broken)
    return rows


def _unreadable_row_problem(mark: Mark, error: str, text: str) -> Problem:
    """Return the problem of a row that csv cannot read.

    error: the message of Python's csv. text: the whole table.
    """
    # A quote that is never closed joins everything after it into one cell.
    if "field larger than field limit" in error and text.count('"') % 2 == 0:
        message = f"a cell in this row has more than {csv.field_size_limit():,} characters"
        return Problem(message, hint="shorten it", mark=mark)
    if "expected after" in error:
        message = "a closing quote in this row is followed by more text"
        return Problem(
            message, hint='inside a quoted cell write a quote twice: "The ""old"" guard"', mark=mark
        )
    return Problem("a quote in this row is never closed", hint='write " behind the text as well', mark=mark)


def _csv_records(text: str, separator: str, strict: bool = False) -> Iterator[list[str]]:
    """Return a reader of the rows of csv text."""
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=strict)


def separator_of(text: str) -> str:
    """Return the separator of csv text: comma, semicolon or tab.

    It is the separator that gives the most headings and, if several give as many, the most rows that are no
    longer than the headings.
    """

    def fit(separator: str) -> tuple[int, int]:
        records = _csv_records(text[: 1 << 16], separator)
        widths = [len(record) for record in islice(filter(any, records), 50)]
        return (widths[0], sum(width <= widths[0] for width in widths)) if widths else (0, 0)

    return max(",;\t", key=fit)


def encoding_of(data: bytes) -> str | None:
    """Return the encoding that a text file seems to have, as Python names it; None if it is no text.

    It is "utf-8-sig", "utf-16" with its mark, or "cp1252", in which spreadsheet programs on Windows save csv.
    """
    guesses = ["utf-16"] if data.startswith((b"\xff\xfe", b"\xfe\xff")) else ["utf-8-sig", "cp1252"]
    for encoding in guesses:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return None if encoding == "cp1252" and "\0" in text else encoding
    return None


def _decoded_text(file: Path, data: bytes) -> str:
    """Return the text of a file in UTF-8. Raises PackError for other encodings."""
    hint = 'save it as "CSV UTF-8" in Excel, with the character set UTF-8 in LibreOffice, or as xlsx or ods'
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _file_error(f"{quoted_value(file.name)} is not UTF-8 text; it looks like UTF-16", hint)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # Line breaks in quoted cells before it hardly change the line number.
        row = data.count(b"\n", 0, error.start) + 1
        byte = f"0x{data[error.start]:02X}"
        message = f"this is not UTF-8 text: there is a byte {byte}"
        if encoding_of(data) == "cp1252":
            before, after = (part.decode("cp1252") for part in (data[: error.start], data[error.start :]))
            begin, end = ("".join(takewhile(str.isalnum, part)) for part in (before[:-40:-1], after[1:40]))
            word = begin[::-1] + after[0] + end
            message = (
                "this is not UTF-8 text; it looks like Windows-1252, "
                f"in which byte {byte} makes {quoted_value(word)}"
            )
            hint += "; a new deck made by `cardgen new` of the table has it in UTF-8"
        raise PackError([Problem(message, hint=hint, mark=Mark(str(file), row, 0))]) from None


# --- xlsx and ods ---------------------------------------------------------------------------------


def _spreadsheet_rows(data: bytes, name: str, sheet: str | None, decimal_sign: str) -> Rows:
    """Return the rows of a sheet. Run this in a confined child.

    decimal_sign: the decimal sign for numbers. Raises PackError if it cannot be read.
    """
    with _open_workbook(data, name) as book:
        sheet = _sheet_name(book, name, sheet)
        found = book.get_sheet_by_name(sheet)
        left = found.start[1] if found.start else 0
        rows: dict[int, list[str]] = {}
        for number, cells in enumerate(found.iter_rows(), 1):
            if cells.count("") < len(cells):
                rows[number] = [""] * left + [
                    _cell_text(cell, decimal_sign) for cell in cells[: MOST_COLUMNS + 1]
                ]
            if len(rows) > MOST_ROWS + 1:
                break
        _fill_merged_cells(rows, cells_over_several_rows(data, sheet, found.merged_cell_ranges))
        for number, place, shown in failed_cells(data, sheet):
            texts = rows.setdefault(number, [])
            texts += [""] * (min(place, MOST_COLUMNS) + 1 - len(texts))
            texts[min(place, MOST_COLUMNS)] = shown
    return sorted(rows.items())


def _fill_merged_cells(rows: dict[int, list[str]], merged: Iterable[tuple[int, int, int]]) -> None:
    """Copy the value of each merged cell to all of its rows that have cells.

    rows: the cells of each row, which are changed. merged: the result of cells_over_several_rows().
    """
    last = max(rows, default=0)
    for top, bottom, column in merged:
        value = next(iter(rows.get(top, [])[column : column + 1]), "")
        for number in range(top + 1, min(bottom, last) + 1) if value else ():
            if cells := rows.get(number):
                cells += [""] * (column + 1 - len(cells))
                cells[column] = cells[column] or value


def _read_sheet_names(data: bytes, name: str) -> list[str]:
    """Return the names of the visible sheets. Run this in a confined child. Raises PackError."""
    with _open_workbook(data, name) as book:
        return _visible_sheet_names(book)


@contextmanager
def _open_workbook(data: bytes, name: str) -> Iterator[Any]:
    """Open a spreadsheet. Raises PackError if it is damaged or locked, also while it is read."""
    import zipfile
    import zlib

    from python_calamine import CalamineError, PasswordError, load_workbook

    try:
        yield load_workbook(io.BytesIO(data))
    except PasswordError:
        raise _file_error(f"{quoted_value(name)} is locked with a password", "save it without one") from None
    except (CalamineError, OSError, zipfile.BadZipFile, zlib.error, *_DAMAGED) as error:
        hint = "open it in a spreadsheet program, and save it as xlsx, ods or CSV UTF-8"
        raise _file_error(f"{quoted_value(name)} cannot be read: {str(error)[:200]}", hint) from None


#: Exceptions of python-calamine, zipfile and ElementTree for a damaged file.
_DAMAGED = (ValueError, ArithmeticError, LookupError, SyntaxError, RuntimeError)


def _sheet_name(book: Any, file: str, name: str | None) -> str:
    """Return the name of the sheet to read: the wanted one, or the first visible one.

    Raises PackError if there is no such sheet.
    """
    names = book.sheet_names
    if name is not None and name not in names:
        raise _file_error(
            f"there is no sheet {quoted_value(name)} in {quoted_value(file)}",
            nearest_word_hint(name, names),
        )
    seen = _visible_sheet_names(book)
    if not seen and name is None:
        raise _file_error(
            f"all sheets of {quoted_value(file)} are hidden", "name the one that holds the cards"
        )
    return seen[0] if name is None else name


def _visible_sheet_names(book: Any) -> list[str]:
    """Return the names of the sheets that are visible and have cells."""
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    return [
        each.name
        for each in book.sheets_metadata
        if each.visible == SheetVisibleEnum.Visible and each.typ == SheetTypeEnum.WorkSheet
    ]


def _cell_text(cell: object, decimal_sign: str) -> str:
    """Return a cell's text as spreadsheets show it without formatting: 15 digits, TRUE, 2026-11-22, 14:30.

    decimal_sign: the decimal sign.
    """
    match cell:
        case bool():
            return "TRUE" if cell else "FALSE"
        case float():
            return (
                str(int(cell))
                if cell.is_integer() and abs(cell) < 1e15
                else f"{cell:.15g}".replace(".", decimal_sign)
            )
        case datetime.datetime():
            date = cell.date().isoformat()
            return (
                f"{date} {_cell_text(cell.time(), decimal_sign)}" if cell.time() != datetime.time() else date
            )
        case datetime.time():
            return cell.isoformat("seconds" if cell.second else "minutes")
        case datetime.timedelta():
            minutes, seconds = divmod(round(cell.total_seconds()), 60)
            return f"{minutes // 60}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else "")
    return str(cell)


# --- heads and cells ------------------------------------------------------------------------------

#: Maximum number of rows in which headings are looked for, and of rows that tell how wide the table is.
MOST_TITLES, _MOST_WIDTHS = 10, 100


def heading_row(rows: Sequence[Sequence[str]]) -> int:
    """Return the index of the row that seems to have the headings: the first that fills most columns.

    Titles above the headings fill few of them. The index is 0 if that row has numbers, as cards do.
    """
    filled = [sum(map(bool, row)) for row in rows[:_MOST_WIDTHS]]
    usual = median(filled) if filled else 0
    place = next((place for place, cells in enumerate(filled[:MOST_TITLES]) if 2 * cells > usual), 0)
    return 0 if any(map(_NUMBER.fullmatch, rows[place] if rows else ())) else place


def card_table(file: Path, rows: Rows) -> CardTable:
    """Return the headings and the rows of a table from its texts.

    Raises PackError with all problems in the order of rows.
    """
    if not rows:
        raise _file_error(
            f"{quoted_value(file.name)} is empty",
            "write column names in its first row, such as title and text",
        )
    heads = [head.strip() for head in rows[0][1]]
    while heads and not heads[-1]:
        heads.pop()
    marks = [Mark(str(file), number, 0) for number, _ in rows]
    problems = [problem._replace(mark=marks[0]) for problem in _head_problems(heads, len(rows) - 1)]
    found: list[TableRow] = []
    for (_, cells), mark in zip(rows[1 : MOST_ROWS + 1], marks[1:], strict=False):
        texts = [_LINE_END.sub("\n", cell).strip() for cell in cells]
        problems += (problem._replace(mark=mark) for problem in _row_problems(heads, texts))
        texts += [""] * (len(heads) - len(texts))
        found.append(TableRow({head: text for head, text in zip(heads, texts, strict=False) if head}, mark))
        if len(problems) >= MOST_PROBLEMS:
            break
    if any(each.severity == "error" for each in problems):
        if named := heading_row([cells for _, cells in rows]):
            message = f"the column names seem to be in row {rows[named][0]}, below a title"
            hint = "delete the rows above them: the first row has the column names"
            raise PackError([Problem(message, hint=hint, mark=marks[0])])
        raise PackError(problems[:MOST_PROBLEMS])
    return CardTable(tuple(filter(None, heads)), tuple(found), tuple(problems))


def _head_problems(heads: list[str], rows: int) -> Iterator[Problem]:
    """Yield the problems of the headings, and of the number of rows. rows: how many rows follow the
    headings.
    """
    hint = "write what each column holds, such as title and text, in the first row"
    for head in heads:
        if _NUMBER.fullmatch(head):
            yield Problem(
                f"the first row should hold column names, and {quoted_value(head)} is a number", hint=hint
            )
        elif len(head) > MOST_HEAD or "\n" in head or CONTROL.search(head):
            message = f"the first row should hold column names, and {quoted_value(head)} is not one"
            yield Problem(message, hint=f"{hint}: one line of at most {MOST_HEAD} characters")
    for head, times in Counter(head.lower() for head in heads if head).items():
        if times > 1:
            letters = [column_letters(place) for place, other in enumerate(heads) if other.lower() == head]
            message = (
                f"{quoted_value(head)} is the name of columns {', '.join(letters[:-1])} and {letters[-1]}"
            )
            yield Problem(message, hint="rename all but one")
    if len(heads) > MOST_COLUMNS:
        message = f"the table has more than {MOST_COLUMNS} columns"
        yield Problem(message, hint="remove those that no card shows")
    if not rows:
        yield Problem("there is no row below the column names", hint="write a row for each card")
    if rows > MOST_ROWS:
        hint = "divide it into several tables and packs"
        yield Problem(f"the table has more than {MOST_ROWS:,} rows", hint=hint)


def _row_problems(heads: list[str], cells: list[str]) -> Iterator[Problem]:
    """Yield the problems of a row's cells. If several texts are in columns without a heading, only the first
    one is a problem.
    """
    has_stray_text = False
    for place, cell in enumerate(cells):
        head = heads[place] if place < len(heads) else ""
        if cell == UNSAVED:
            message = f"{head or f'column {column_letters(place)}'}: this formula has no value saved with it"
            yield Problem(message, hint="open the file in a spreadsheet program, and save it there")
        elif head:
            yield from _cell_problems(head, cell)
        elif cell and not has_stray_text:
            has_stray_text = True
            message = f"column {column_letters(place)} has no name, and {quoted_value(cell)} stands in it"
            hint = "name the column, or empty the cell; in csv, put a text with the separator in quotes"
            yield Problem(message, hint=hint)


def _cell_problems(head: str, cell: str) -> Iterator[Problem]:
    """Yield the problem of a cell's text, if there is one. head: the heading of its column."""
    if len(cell) > MOST_CELL:
        message = f"{head}: this text has {len(cell):,} characters"
        yield Problem(message, hint=f"at most {MOST_CELL:,} are allowed")
    elif FAILED.fullmatch(cell):
        yield Problem(f"{head}: the formula of this cell has failed: {cell}", hint="fix it there")
    elif _DOUBTFUL.fullmatch(cell):
        message = Sentence(
            "{head}: {cell} looks like what a spreadsheet shows of a formula that has failed",
            head=head,
            cell=quoted_value(cell),
        )
        yield remark(message, hint=Sentence("fix it there"), severity="warning", name="formula")
    elif _FORMULA.fullmatch(cell):
        message = Sentence(
            "{head}: the card shows {cell}, which looks like a formula",
            head=head,
            cell=quoted_value(cell),
        )
        hint = Sentence("save the table with the values of its formulas")
        yield remark(message, hint=hint, severity="warning", name="formula")
    elif unseen := CONTROL.search(cell):
        message = f"{head}: there is a control character that cannot be seen (U+{ord(unseen[0]):04X})"
        yield Problem(message, hint="delete it; it may have come in by copying from another program")


def column_letters(index: int) -> str:
    """Return the letters of a column by its index, as spreadsheets have them: A to Z, AA, AB ..."""
    letters = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
