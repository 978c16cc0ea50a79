"""Fetch the tables of a pack from their web addresses."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ..errors import PackError, Problem, UsageError
from ..units import BadValue, count_with_noun, quoted_value
from .groups import ALLOWED_HOSTS
from .job import Job, Option, Progress
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..pack.table_changes import TableChanges

#: Maximum number of rows that are listed, for each table.
_MOST_LISTED_ROWS = 40
#: Maximum number of characters shown of a cell.
_MOST_OF_CELL = 60
#: The first bytes of a spreadsheet: both forms are zip files.
_ZIP = b"PK\x03\x04"


class LinkedTable(NamedTuple):
    """A table of a pack that has a link to its source."""

    #: Its name in the pack, and its folder.
    name: str
    folder: str
    link: str
    #: The sheets that the pack reads; None for the first.
    sheets: tuple[str | None, ...]
    #: A problem with the place of the link, for all messages.
    place: Problem


class FetchedTable(NamedTuple):
    """A fetched table."""

    table: LinkedTable
    data: bytes
    #: None if there was no file before.
    changes: "TableChanges | None"
    rows: int


@dataclass(frozen=True, kw_only=True)
class Pull(Job):
    """Fetch the tables of a pack from their web addresses, and say what changed row by row.

    A list of cards names the address of its table beside the file, such as
    table: {file: cards.csv, link: "https://docs.google.com/spreadsheets/d/..."}; links of Google Sheets are
    taken as they stand in a browser. All tables are written, or none where one of them fails. Only this
    command and `icons --fetch` fetch anything.

    \b
    Examples:
      cardgen pull my-pack.yaml
      cardgen pull my-pack.yaml --dry-run
    """

    dry_run: Annotated[bool, Option("Say what would change, and write nothing.")] = False
    allowed_hosts: Annotated[tuple[str, ...], ALLOWED_HOSTS] = ()

    @property
    def accepted_packs(self) -> Any:
        """Return "any": a pack whose tables are not fetched yet has errors."""
        return "any"

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Fetch the tables. Raises PackError with all failures, and UsageError if there is no link."""
        tables = _linked_tables_of(pack)
        fetched: list[FetchedTable] = []
        failed: list[Problem] = []
        with progress("tables", "tables") as tick:
            for place, table in enumerate(tables):
                try:
                    fetched.append(_fetch_table(table, self.allowed_hosts, pack))
                except BadValue as error:
                    failed.append(table.place._replace(message=f"{table.name}: {error}", hint=error.hint))
                except PackError as error:
                    failed += (_problem_at_link(table, each) for each in error.problems)
                tick(place + 1, len(tables))
        if failed:
            raise PackError(failed)
        differing = [each for each in fetched if each.changes is None or each.changes]
        written = [] if self.dry_run else differing
        files = [
            ResultFile(
                _table_path(each.table),
                each.data,
                _change_summary(each),
                tuple(_row_change_lines(each.changes)),
            )
            for each in written
        ]
        notes = [
            line
            for each in fetched
            if each not in written
            for line in (
                f"{_table_path(each.table)}: {_change_summary(each)}{', not written' * (each in differing)}",
                *(f"  {row}" for row in _row_change_lines(each.changes)),
            )
        ]
        return Result(
            files,
            notes=tuple(notes),
            facts={"tables": [_table_record(each) for each in fetched]},
            result=tuple(fetched),
            next_step=f"Next: see what the cards are like now: cardgen check {pack.name}" if files else "",
        )


def _table_path(table: LinkedTable) -> Path:
    return Path(table.folder) / table.name


def _problem_at_link(table: LinkedTable, problem: Problem) -> Problem:
    """Return a problem of a fetched table, moved to the place of its link in the pack."""
    row = f"row {problem.mark.line}: " if problem.mark is not None and problem.mark.line else ""
    message = f"{table.name}: the downloaded table is not used: {row}{problem.message}"
    return table.place._replace(message=message, hint=problem.hint)


# --- the tables of a pack, in a confined child ---------------------------------------------------


def _linked_tables_of(pack: "Examined") -> list[LinkedTable]:
    """Return the tables of a pack with links, each file once. Raises PackError and UsageError."""
    from ..pack import library
    from ..sandbox import child, untrusted

    if not pack.name:
        raise UsageError("name the file of the pack: what is loaded does not say where its tables are")
    file = library.pack_file(pack.name) if pack.text is None else Path(pack.name)
    readable = untrusted.readable_entries(file.parent)
    try:
        with child.child_messages(
            linked_tables,
            pack.name,
            pack.text,
            limits=child.PACK,
            returns=("cardgen.jobs.pull", "cardgen.errors"),
            readable=readable,
        ) as messages:
            tables: list[LinkedTable] = next(value for kind, value in messages if kind == "done")
    except child.OverLimit as error:
        raise child.over_budget_error(file, error) from None
    if not tables:
        raise UsageError(
            f"{pack.name} names no table by its address: write table: "
            '{file: cards.csv, link: "https://..."} in a list of cards'
        )
    return tables


def linked_tables(name: str, text: bytes | None) -> list[LinkedTable]:
    """Return the tables with links in a pack's lists of cards. Raises PackError."""
    from ..pack import library
    from ..pack.links import LINK
    from ..pack.schema import FAULTY, Findings

    resolved = library.resolve(name, text=text)
    found = Findings()
    tables: dict[str, LinkedTable] = {}
    groups = resolved.data.get("cards")
    for place, group in enumerate(groups if isinstance(groups, list) else ()):
        table = group.get("table") if isinstance(group, dict) else None
        path = ("cards", str(place), "table")
        if not isinstance(table, dict) or not table.get("file") or table.get("link") is None:
            continue
        link = LINK.read_value(table["link"], (*path, "link"), found)
        if link is FAULTY:
            continue
        file, sheet = str(table["file"]), table.get("sheet")
        one = LinkedTable(
            file,
            str(resolved.folder_of_value((*path, "file"))),
            link,
            (None if sheet is None else str(sheet),),
            resolved.locate(Problem("", (*path, "link"))),
        )
        before = tables.setdefault(file, one)
        if before.link != link:
            message = f"{quoted_value(file)} has another link in another list of cards"
            found.fault(message, (*path, "link"), "give both the same, or give each list a file of its own")
        elif before is not one:
            tables[file] = before._replace(sheets=(*before.sheets, *one.sheets))
    if found.problems:
        raise PackError([resolved.locate(each) for each in found.problems])
    return list(tables.values())


# --- one table -----------------------------------------------------------------------------------


def _fetch_table(table: LinkedTable, hosts: Iterable[str], pack: "Examined") -> FetchedTable:
    """Fetch a table, and compare it with the present file. Raises BadValue, PackError."""
    from ..pack import tables
    from ..pack.links import table_address
    from ..pack.table_changes import CellChange, RowChange, TableChanges, TableRowName
    from ..sandbox import child
    from ..sandbox.web import download

    tables.verify_suffix(Path(table.name))
    before = _present_content(table)
    address = table_address(table.link, Path(table.name).suffix.lower())
    came = download(address, tables.MOST_BYTES, tuple(hosts))
    _verify_form(came.data, came.media_type, table)
    language = pack.pack.language if pack.pack is not None else "en"
    try:
        changes, rows = child.run_confined(
            compare_tables,
            before,
            came.data,
            table.name,
            table.sheets,
            language,
            limits=child.TABLE,
            returns=(CellChange, RowChange, TableChanges, TableRowName),
        )
    except child.OverLimit as error:
        raise BadValue(f"reading the downloaded file {error}", "use a smaller table") from None
    return FetchedTable(table, came.data, changes, rows)


def _present_content(table: LinkedTable) -> bytes | None:
    """Return the present content of a table's file; None if it does not exist. Raises Unreachable."""
    from ..pack import tables
    from ..sandbox import untrusted

    folder = Path(table.folder)
    if any(part.startswith(".") and part != ".." for part in Path(table.name).parts):
        raise untrusted.Unreachable(
            "the name of the file begins with a dot", "choose a name that does not begin with a dot"
        )
    try:
        untrusted.admit(folder, table.name)
        return untrusted.read_beside(folder, table.name, tables.MOST_BYTES)
    except untrusted.FileMissing:
        if not _table_path(table).resolve().is_relative_to(folder.resolve()):
            hint = "give the file a name in the pack's folder"
            raise untrusted.Unreachable(
                "the file is a link that leads out of the pack's folder", hint
            ) from None
        return None
    except OSError as error:
        raise BadValue(f"the file could not be read: {error.strerror or error}", "") from None


def _verify_form(data: bytes, media_type: str, table: LinkedTable) -> None:
    """Raise BadValue unless the data are a table of the kind that the file's name states."""
    begin = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if media_type in ("text/html", "application/xhtml+xml") or begin.startswith(
        (b"<!doctype html", b"<html")
    ):
        hint = (
            "share the table so that anyone with the link can view it, or publish it to the web; "
            "elsewhere take the address that downloads the file"
        )
        raise BadValue("the address returned a web page, such as a login form, and no table", hint)
    suffix = Path(table.name).suffix.lower()
    if not data.strip():
        raise BadValue("the downloaded file is empty", "look at the address in a browser")
    if (suffix in (".xlsx", ".ods")) != data.startswith(_ZIP):
        form = "a spreadsheet or another compressed file" if data.startswith(_ZIP) else "text"
        raise BadValue(
            f"the address returned {form}, and the file is called {suffix}",
            "give the file the suffix of the downloaded format",
        )


def compare_tables(
    before: bytes | None, after: bytes, name: str, sheets: tuple[str | None, ...], language: str
) -> tuple["TableChanges | None", int]:
    """Return the changes in the sheets that a pack reads, and the number of rows below the headings in the
    new state.

    The changes are None if there was no readable file before. Call this in a child process. Raises PackError
    if the new data cannot be read.
    """
    from ..pack.table_changes import TableChanges, table_changes
    from ..pack.tables import rows_in

    file = Path(name)
    every: list[TableChanges] = []
    is_new = before is None
    for sheet in dict.fromkeys(sheets):
        now = [(number, tuple(cells)) for number, cells in rows_in(after, file, sheet, language)]
        if len(now) < 2:
            raise PackError(
                [Problem("there is no row below the column names", hint="look at the address in a browser")]
            )
        try:
            old = rows_in(before, file, sheet, language) if before is not None else []
        except PackError:
            is_new, old = True, []
        every.append(table_changes(old, now))
    rows = sum(each.rows for each in every)
    if is_new:
        return None, rows
    return TableChanges(
        rows,
        tuple(row for each in every for row in each.added),
        tuple(row for each in every for row in each.removed),
        tuple(change for each in every for change in each.changed),
        tuple(head for each in every for head in each.added_columns),
        tuple(head for each in every for head in each.removed_columns),
        any(each.is_reordered for each in every),
    ), rows


# --- the report ----------------------------------------------------------------------------------


def _change_summary(fetched: FetchedTable) -> str:
    """Return a summary of the changes as one line."""
    rows, changes = count_with_noun(fetched.rows, "row"), fetched.changes
    if changes is None:
        return f"{rows}, new"
    parts = [
        f"{len(several):,} {what}"
        for several, what in (
            (changes.added, "added"),
            (changes.removed, "removed"),
            (changes.changed, "changed"),
        )
        if several
    ]
    parts += [
        f"{count_with_noun(len(heads), 'column')} {what}"
        for heads, what in ((changes.added_columns, "added"), (changes.removed_columns, "removed"))
        if heads
    ]
    parts += ["in another order"] if changes.is_reordered else []
    return f"{rows}, {', '.join(parts) or 'nothing changed'}"


def _row_change_lines(changes: "TableChanges | None") -> Iterator[str]:
    """Yield a line for each changed column and row."""
    if changes is None:
        return
    for heads, what in ((changes.added_columns, "added"), (changes.removed_columns, "removed")):
        if heads:
            yield f"{what} {'column' if len(heads) == 1 else 'columns'}: {', '.join(heads)}"
    lines = [
        *(
            f"row {each.row.number}, {each.row.title}: "
            + "; ".join(
                f"{cell.column}: {_shortened_cell(cell.before)} → {_shortened_cell(cell.after)}"
                for cell in each.cells
            )
            for each in changes.changed
        ),
        *(f"row {number}, {title}: added" for number, title in changes.added),
        *(f"{title}: removed, was row {number}" for number, title in changes.removed),
    ]
    yield from lines[:_MOST_LISTED_ROWS]
    if len(lines) > _MOST_LISTED_ROWS:
        yield f"and {len(lines) - _MOST_LISTED_ROWS:,} more rows"


def _shortened_cell(text: str) -> str:
    """Return a cell shortened for a line."""
    text = " ".join(text.split())
    return (text if len(text) <= _MOST_OF_CELL else text[: _MOST_OF_CELL - 1] + "…") or "(empty)"


def _table_record(fetched: FetchedTable) -> dict[str, Any]:
    """Return the changes as data for JSON."""
    changes = fetched.changes
    facts: dict[str, Any] = {
        "file": str(_table_path(fetched.table)),
        "link": fetched.table.link,
        "rows": fetched.rows,
        "new": changes is None,
    }
    if changes is not None:
        facts |= {
            "added": [each._asdict() for each in changes.added],
            "removed": [each._asdict() for each in changes.removed],
            "changed": [
                {**each.row._asdict(), "cells": [cell._asdict() for cell in each.cells]}
                for each in changes.changed
            ],
            "added_columns": list(changes.added_columns),
            "removed_columns": list(changes.removed_columns),
            "reordered": changes.is_reordered,
        }
    return facts
