"""Output to the terminal: text, tables, paragraphs, JSON, and a progress bar.

Widths are in cells of a terminal: a wide character, such as a Japanese one, takes two.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from unicodedata import category, east_asian_width

import click

#: Maximum width of tables and paragraphs in cells; a narrower terminal gets narrower paragraphs.
TABLE_WIDTH, TEXT_WIDTH = 80, 100
#: Seconds before the bar appears, and between its updates.
_BAR_DELAY, _BAR_INTERVAL = 1.0, 0.2


class TerminalFeatures(NamedTuple):
    """The features of a terminal, for a process that prints to it through another process."""

    columns: int
    is_terminal: bool
    #: Whether progress is wanted.
    progress: bool


#: In a confined child: the function that sends text to the parent, and the parent's terminal.
_tell: Callable[[str, Any], None] | None = None
_outside: TerminalFeatures | None = None


def terminal_features() -> TerminalFeatures:
    """Return the features of this process's terminal: its width, whether it is a terminal, and whether
    progress is shown.
    """
    return TerminalFeatures(column_count(), sys.stdout.isatty(), ProgressBar("").is_wanted)


def redirect_output(tell: Callable[[str, Any], None], outside: TerminalFeatures) -> None:
    """Send all further output to another process, instead of printing it.

    tell: sends a message: its kind and value. outside: the terminal of that process.
    """
    global _tell, _outside
    _tell, _outside = tell, outside


def echo(text: str = "", err: bool = False, nl: bool = True) -> None:
    """Print a text without control characters, as names of packs and files may be a stranger's. err: to
    standard error. nl: whether the line ends.
    """
    if _tell is not None:
        _tell("echo", (text, err, nl))
        return
    click.echo("\n".join(printable_text(line) for line in text.split("\n")), err=err, nl=nl)


def printable_text(text: str) -> str:
    """Return a text on one line without control characters."""
    return "".join(c if c.isprintable() else " " for c in text)


def as_json(data: object, in_line: bool = False) -> str:
    """Return data as JSON, with control characters escaped. in_line: whether it is on one line."""
    text = json.dumps(data, indent=None if in_line else 2, ensure_ascii=False)
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def column_count() -> int:
    """Return the number of columns of the terminal; 80 if the output goes elsewhere."""
    if _outside is not None:
        return _outside.columns
    # shutil would import modules for archives, which would cost every command some milliseconds.
    from shutil import get_terminal_size

    return get_terminal_size().columns


# --- tables and paragraphs -----------------------------------------------------------------------


def cell_width(text: str) -> int:
    """Return the width of a text in cells: a wide character takes two, a combining accent none.

    Like rich.cells.cell_len, without the time for importing rich.
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if category(each) in ("Mn", "Me", "Cf") else 2 if east_asian_width(each) in "WF" else 1
        for each in text
    )


def padded_text(text: str, width: int, is_right_aligned: bool = False) -> str:
    """Return a text with spaces up to a width in cells. is_right_aligned: whether the spaces come first."""
    space = " " * (width - cell_width(text))
    return space + text if is_right_aligned else text + space


def column_widths_in_cells(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the width of each column of a table, in cells of the terminal."""
    return [max(map(cell_width, column)) for column in zip(*rows, strict=True)]


def table_lines(rows: Sequence[Sequence[str]], align: str = "", indent: int = 0, gap: int = 2) -> list[str]:
    """Return the lines of a table.

    align: "<" or ">" for each column; the last sign is for all further columns. By default the first column
    is aligned to the left, and the others, numbers, to the right. gap: the cells between columns.
    """
    widths = column_widths_in_cells(rows)
    align = align or "<>"
    sides = align + align[-1] * (len(widths) - len(align))
    return [
        " " * indent
        + (" " * gap)
        .join(
            padded_text(text, width, side == ">")
            for text, width, side in zip(row, widths, sides, strict=False)
        )
        .rstrip()
        for row in rows
    ]


def wrapped_lines(
    text: str, width: int, first_indent: str = "", indent: str = "", cuts_words: bool = True
) -> list[str]:
    """Return the lines of a text, each at most `width` cells wide.

    first_indent, indent: the beginnings of the first line and of all other lines. cuts_words: whether to
    divide words that are longer than a line, such as Japanese text, which has no spaces.
    """
    lines: list[str] = []
    line = begin = first_indent
    for word in text.split():
        space = " " if line != begin else ""
        if cell_width(line + space + word) <= width or not (space or cuts_words):
            line += space + word
        elif not cuts_words or cell_width(indent + word) <= width:
            lines.append(line)
            begin = indent
            line = begin + word
        else:
            line += space
            for letter in word:
                if line != begin and cell_width(line + letter) > width:
                    lines.append(line.rstrip())
                    line = begin = indent
                line += letter
    return [*lines, line]


def paragraph(heading: str, text: str, indent: int = 2, hang: int = 12) -> str:
    """Return a heading with a text to its right, as lines; the lines of the text begin at the same column.

    Long words, such as web addresses, are not divided. indent: the cells before the heading. hang: the column
    at which the text begins.
    """
    begin = padded_text(" " * indent + heading, hang)
    if cell_width(begin) > hang:
        begin += " "
    is_terminal = _outside.is_terminal if _outside is not None else sys.stdout.isatty()
    width = min(TEXT_WIDTH, column_count()) if is_terminal else TEXT_WIDTH
    return "\n".join(wrapped_lines(text, width, begin, " " * hang, cuts_words=False))


# --- progress ------------------------------------------------------------------------------------


class ProgressBar:
    """A progress bar for long work: the step, the progress, the time left.

    Nothing is drawn if standard error is no terminal. The working thread draws the bar, so that workers can
    be forked at any time. With CARDGEN_PROGRESS=json-lines, the same data are written as lines of JSON to
    standard error, for programs that run the command; a total of 0 is unknown.
    """

    def __init__(self, what: str, unit: str = "") -> None:
        self._what, self._unit = what, unit
        self._seen = sys.stderr.isatty()
        self._lines = os.environ.get("CARDGEN_PROGRESS") == "json-lines"
        self._next = time.monotonic() + (0 if self._lines else _BAR_DELAY)
        #: The time and the progress at the start of the run that is shown, and the last progress.
        self._began, self._first, self._done = 0.0, 0, -1
        self._bar: Any = None

    @property
    def is_wanted(self) -> bool:
        """Tell whether a terminal or a program shows the progress."""
        return _outside.progress if _outside is not None else self._seen or self._lines

    def __enter__(self) -> ProgressBar:
        if _tell is not None:
            _tell("begin", (self._what, self._unit))
        elif self._lines:
            self._write_json_line(0, 0)
        return self

    def __exit__(self, *_: object) -> None:
        if _tell is not None:
            _tell("end", None)
        if self._bar is not None:
            self._bar.stop()

    def say(self, what: str) -> None:
        """Change the name of the step that is shown."""
        self._what = what
        if _tell is not None:
            _tell("say", what)
        elif self._lines:
            self._write_json_line(0, 0)

    def _write_json_line(self, done: int, total: int) -> None:
        """Print the progress as a line of JSON on standard error."""
        told = {"progress": self._what, "done": done, "total": total, "unit": self._unit}
        click.echo(as_json(told, in_line=True), err=True)

    def __call__(self, done: int, total: int) -> None:
        """Show the progress. A smaller number than before begins a new run."""
        if not self.is_wanted:
            return
        if _tell is not None:
            _tell("at", (done, total))
            return
        now = time.monotonic()
        if self._lines:
            if now >= self._next:
                self._next = now + _BAR_INTERVAL
                self._write_json_line(done, total)
            return
        if not 0 <= self._done <= done:
            # Earlier work does not count for the pace: engines and workers were warming up.
            self._began, self._first = now, done
        self._done = done
        if now >= self._next and done > self._first:
            self._next = now + _BAR_INTERVAL
            self._draw_bar(done, total, (now - self._began) * (total - done) / (done - self._first))

    def _draw_bar(self, done: int, total: int, seconds: float) -> None:
        """Draw the bar. seconds: how many are probably left."""
        from rich.console import Console
        from rich.markup import escape
        from rich.progress import BarColumn, Progress, TextColumn
        from rich.table import Column

        if self._bar is None:
            name = Column(no_wrap=True, overflow="ellipsis", max_width=30)
            self._bar = Progress(
                TextColumn("{task.description}", table_column=name),
                BarColumn(bar_width=None),
                TextColumn("{task.fields[told]}", table_column=Column(no_wrap=True)),
                console=Console(stderr=True),
                auto_refresh=False,
                transient=True,
            )
            self._bar.add_task("", told="")
            self._bar.start()
        told = f"{done:,} of {total:,}{' ' * bool(self._unit)}{self._unit}, {time_left_text(seconds)}"
        # A pack's name is a stranger's text: escape markup and control characters.
        what, told = escape(printable_text(self._what)), printable_text(told)
        self._bar.update(0, description=what, completed=done, total=total, told=told, refresh=True)


def time_left_text(seconds: float) -> str:
    """Return a duration as text: "12 s left", "3 min left", "2 h 05 min left"."""
    if seconds < 90:
        return f"{seconds:.0f} s left"
    minutes = round(seconds / 60)
    return f"{minutes} min left" if minutes < 90 else f"{minutes // 60:,} h {minutes % 60:02} min left"
