"""Tables of shares, and the sentences below them, for a terminal."""

from __future__ import annotations

from fractions import Fraction

from ..units import shortened_text
from .terminal import (
    TABLE_WIDTH,
    cell_width,
    column_widths_in_cells,
    printable_text,
    table_lines,
    wrapped_lines,
)

#: Maximum width of a name in a table, in cells.
LONGEST = 18
#: Maximum number of turns with their own columns.
MOST_TURNS = 8
Rows = list[list[str]]


def turns_with_columns(last: int) -> list[int]:
    """Return the turns that have columns of their own in a table: some of those from 0 to the last."""
    return sorted({*range(0, last, max(1, -(-last // MOST_TURNS))), last})


def percent_text(share: Fraction | float) -> str:
    """Return a share (0 to 1) as text in per cent, such as "12.5 %".

    Only exactly 0 and 1 give "0 %" and "100 %"; shares near them give "<0.1 %" and ">99.9 %".
    """
    if share in (0, 1):
        return "100 %" if share else "0 %"
    text = f"{float(share) * 100:.1f}"
    return {"0.0": "<0.1 %", "100.0": ">99.9 %"}.get(text, f"{text} %")


def short_name(text: str) -> str:
    """Return a name for a table, shortened to one short line."""
    return shortened_text(printable_text(text), LONGEST, cell_width)


def wrapped_to_terminal(text: str, indent: int) -> list[str]:
    """Return a text in lines that fit a terminal. All lines but the first are indented by two more cells."""
    space = " " * indent
    return wrapped_lines(printable_text(text), TABLE_WIDTH, space, space + "  ")


def table_width(rows: Rows) -> int:
    """Return the width of a table in cells of the terminal."""
    return sum(column_widths_in_cells(rows)) + 2 * (len(rows[0]) - 1)


def folded_table_lines(rows: Rows, indent: int = 0) -> list[str]:
    """Return the lines of a table. Columns that do not fit are below it, beside the first column again."""
    first, *widths = column_widths_in_cells(rows)
    blocks: list[list[int]] = [[]]
    room = TABLE_WIDTH - indent - first
    for column, wide in enumerate(widths, 1):
        if blocks[-1] and room < wide + 2:
            blocks.append([])
            room = TABLE_WIDTH - indent - first
        blocks[-1].append(column)
        room -= wide + 2
    lines: list[str] = []
    for block in blocks:
        part = [[row[0], *(row[column] for column in block)] for row in rows]
        lines += [*([""] if lines else []), *table_lines(part, indent=indent)]
    return lines
