"""Finds cells of spreadsheets that are merged over several rows: their value is that of each of these rows.

python-calamine (0.9) gives the value to the first row only, and the ranges of xlsx files, but not of ods.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from itertools import islice
from xml.etree import ElementTree

#: Maximum number of merged cells; those that follow have their value in their first row only.
_MOST = 5_000
#: Matches a cell over several rows anywhere in a sheet of an ods file.
_TALL = re.compile(rb"""number-rows-spanned\s*=\s*["'](?!1["'])""")
_Corner = tuple[int, int]


def cells_over_several_rows(
    data: bytes, sheet: str, ranges: Sequence[tuple[_Corner, _Corner]] | None
) -> list[tuple[int, int, int]]:
    """Return (first row, last row, column) of each cell that is merged over several rows, up to a limit.

    Rows are counted from 1, columns from 0. ranges: for xlsx files the corners of all merged cells as
    python-calamine returns them, counted from 0; None for ods files, from which they are read here. Call this
    in a confined child. Raises whatever zipfile, zlib and ElementTree raise for a damaged file.
    """
    found = (
        _tall_ods_cells(data, sheet)
        if ranges is None
        else ((top + 1, bottom + 1, left) for (top, left), (bottom, _) in ranges if bottom > top)
    )
    return list(islice(found, _MOST))


def _tall_ods_cells(data: bytes, sheet: str) -> Iterator[tuple[int, int, int]]:
    """Yield the cells that span several rows (ODF 1.3-3, 19.678)."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        xml = archive.read("content.xml")
    # Parsing each cell takes as long as all else.
    if not _TALL.search(xml):
        return
    row, column, inside = 0, 0, False
    for event, element in ElementTree.iterparse(io.BytesIO(xml), ("start", "end")):  # noqa: S314 - confined
        name = element.tag.rpartition("}")[2]
        own = {key.rpartition("}")[2]: value for key, value in element.items()}
        if event == "start" and name == "table":
            row, inside = 0, own.get("name") == sheet
        elif event == "start" and name == "table-row":
            row, column = row + 1, 0
        elif event == "end" and name in ("table-cell", "covered-table-cell"):
            spanned = int(own.get("number-rows-spanned", 1))
            if inside and spanned > 1:
                yield row, row + spanned - 1, column
            column += int(own.get("number-columns-repeated", 1))
        elif event == "end" and name == "table-row":
            row += int(own.get("number-rows-repeated", 1)) - 1
            element.clear()
