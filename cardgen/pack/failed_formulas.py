"""Finds cells of spreadsheets whose formulas failed, or were saved without a value.

python-calamine (0.9) returns them as empty cells, so a card would silently lose a text.
"""

from __future__ import annotations

import codecs
import io
import re
import zipfile
from collections.abc import Iterator
from itertools import islice
from typing import IO
from xml.etree import ElementTree

from ..errors import MOST_PROBLEMS

#: The error values in English (Excel, Google Sheets, LibreOffice).
FAILED = re.compile(
    r"#(?:REF!|VALUE!|NAME\?|NUM!|NULL!|DIV/0!|ERROR!|SPILL!|CALC!|FIELD!|N/A)|Err:5\d\d", re.ASCII
)
#: Stands for the value of a formula that was saved without one; no spreadsheet's text can hold it.
UNSAVED = "\0"
#: Matches a formula or an error anywhere in a sheet.
_XLSX = re.compile(rb"""<(?:\w+:)?f[\s/>]|\bt\s*=\s*["']e["']""")
#: Row, from 1; column, from 0; the shown text.
_Cell = tuple[int, int, str]


def failed_cells(data: bytes, sheet: str) -> list[_Cell]:
    """Return (row, column, shown text) for each cell whose formula failed or has no saved value, up to a
    limit.

    Rows are counted from 1, columns from 0; the text is UNSAVED if there is no value. Call this in a confined
    child. Raises whatever zipfile, zlib and ElementTree raise for a damaged file.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        ods = "content.xml" in archive.namelist()
        xml = archive.read("content.xml" if ods else _sheet_file_name(archive, sheet))
    # Parsing each cell takes as long as all else, and most sheets have none of these. UTF-16 is always
    # parsed.
    if xml[:2] not in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) and not (
        b"formula" in xml if ods else _XLSX.search(xml)
    ):
        return []
    found = _failed_ods_cells(io.BytesIO(xml), sheet) if ods else _failed_xlsx_cells(io.BytesIO(xml))
    return list(islice(found, MOST_PROBLEMS))


def _sheet_file_name(archive: zipfile.ZipFile, sheet: str) -> str:
    """Return the name of a sheet's file within an xlsx file (ECMA-376-1, 18.2.19 and 9.2)."""
    book = ElementTree.fromstring(archive.read("xl/workbook.xml"))  # noqa: S314 - confined
    [number] = [
        value
        for each in book.iterfind("{*}sheets/{*}sheet")
        if each.get("name") == sheet
        for key, value in each.items()
        if key.endswith("}id")
    ][:1]
    related = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))  # noqa: S314 - confined
    [target] = [each.get("Target", "") for each in related if each.get("Id") == number][:1]
    return target[1:] if target.startswith("/") else f"xl/{target}"


def _failed_xlsx_cells(xml: IO[bytes]) -> Iterator[_Cell]:
    """Yield the cells of a sheet that have an error, and those whose formula has no value (ECMA-376-1,
    18.3.1.4).

    A formula whose result is an empty text has a value.
    """
    row, column = 0, -1
    for event, element in ElementTree.iterparse(xml, ("start", "end")):  # noqa: S314 - confined
        name = _local_name(element)
        if event == "start" and name == "row":
            row, column = int(element.get("r", row + 1)), -1
        elif event == "start" and name == "c":
            letters = element.get("r", "").rstrip("0123456789")
            column = _column_index(letters) if letters else column + 1
        elif event == "end" and name == "c":
            value, kind = element.findtext("{*}v"), element.get("t")
            if kind == "e":
                yield row, column, value or "#N/A"
            elif element.find("{*}f") is not None and not value and (value is None or kind != "str"):
                yield row, column, UNSAVED
        elif name == "row":
            element.clear()


def _column_index(letters: str) -> int:
    """Return the index of a column from its letters: 0 for "A". Raises ValueError for other text."""
    place = 0
    for letter in letters[:4]:
        place = place * 26 + int(letter, 36) - 9
    return place - 1


def _failed_ods_cells(xml: IO[bytes], sheet: str) -> Iterator[_Cell]:
    """Yield the cells whose formula shows an error or has no value (ODF 1.3-3, 9.1.4 and 19.385)."""
    row, column, inside = 0, 0, False
    for event, element in ElementTree.iterparse(xml, ("start", "end")):  # noqa: S314 - confined
        name = _local_name(element)
        own = {key.rpartition("}")[2]: value for key, value in element.items()}
        if event == "start" and name == "table":
            row, inside = 0, own.get("name") == sheet
        elif event == "start" and name == "table-row":
            row, column = row + 1, 0
        elif event == "end" and name in ("table-cell", "covered-table-cell"):
            shown = element.findtext("{*}p") or ""
            if inside and "formula" in own and ("value-type" not in own or FAILED.fullmatch(shown)):
                yield row, column, shown or UNSAVED
            column += int(own.get("number-columns-repeated", 1))
        elif event == "end" and name == "table-row":
            row += int(own.get("number-rows-repeated", 1)) - 1
            element.clear()


def _local_name(element: ElementTree.Element) -> str:
    """Return the name of an XML element without its namespace."""
    return element.tag.rpartition("}")[2]
