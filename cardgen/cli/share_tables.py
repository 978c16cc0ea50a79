"""How tables of shares, and the words below them, are set in a terminal."""

from __future__ import annotations

from fractions import Fraction

from ..units import shortened
from .terminal import TABLE_WIDTH, cells, printable, table, widths_of, wrapped

#: The most cells of a name in a table.
LONGEST = 18
#: The most turns that have columns of their own.
MOST_TURNS = 8
Rows = list[list[str]]


def turns_with_columns(last: int) -> list[int]:
    """Return the turns that have columns of their own, from 0 to the last."""
    return sorted({*range(0, last, max(1, -(-last // MOST_TURNS))), last})


def percent(share: Fraction | float) -> str:
    """Write a share in per cent: 0 and 100 are said of nothing and of all only."""
    if share in (0, 1):
        return "100 %" if share else "0 %"
    text = f"{float(share) * 100:.1f}"
    return {"0.0": "<0.1 %", "100.0": ">99.9 %"}.get(text, f"{text} %")


def short(text: str) -> str:
    """Return a name for a table: of one line, and not too long."""
    return shortened(printable(text), LONGEST, cells)


def filled(text: str, indent: int) -> list[str]:
    """Break a text into lines of the terminal's tables, all but the first further in."""
    space = " " * indent
    return wrapped(printable(text), TABLE_WIDTH, space, space + "  ")


def width(rows: Rows) -> int:
    """Return how many cells wide a table is."""
    return sum(widths_of(rows)) + 2 * (len(rows[0]) - 1)


def folded(rows: Rows, indent: int = 0) -> list[str]:
    """Set a table; columns that find no room come below, behind the first column again."""
    first, *widths = widths_of(rows)
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
        lines += [*([""] if lines else []), *table(part, indent=indent)]
    return lines
