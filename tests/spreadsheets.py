"""Spreadsheets made by hand, as small as python-calamine reads them: xlsx (ECMA-376) and ods (ODF 1.3)."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

Cell = str | int | float | bool | None
_HEAD = '<?xml version="1.0"?>'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
#: The formats that a cell's s="1" and s="2" mean: a date, and hours that may be more than 24.
_FORMATS = "".join(f'<xf numFmtId="{number}"/>' for number in (0, 14, 46))
_STYLES = f'<styleSheet xmlns="{_MAIN}"><cellXfs>{_FORMATS}</cellXfs></styleSheet>'


def zipped(files: Mapping[str, str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return made.getvalue()


def xlsx(sheets: Mapping[str, str], hidden: Sequence[str] = (), merged: Sequence[str] = ()) -> bytes:
    """Make a workbook of sheets by name, each the rows that xlsx_rows() makes.

    merged: ranges of cells that are merged in each sheet, such as "B2:B4".
    """
    ranges = "".join(f'<mergeCell ref="{each}"/>' for each in merged)
    joined = f"<mergeCells>{ranges}</mergeCells>" if merged else ""
    listed, related = "", ""
    for number, name in enumerate(sheets, 1):
        state = ' state="hidden"' if name in hidden else ""
        listed += f'<sheet name={quoteattr(name)} sheetId="{number}"{state} r:id="r{number}"/>'
        target = f'Type="{_OFFICE}/worksheet" Target="worksheets/sheet{number}.xml"'
        related += f'<Relationship Id="r{number}" {target}/>'
    related += f'<Relationship Id="s" Type="{_OFFICE}/styles" Target="styles.xml"/>'
    return zipped(
        {
            "[Content_Types].xml": f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types"/>',
            "_rels/.rels": f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">'
            f'<Relationship Id="r" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
            "</Relationships>",
            "xl/workbook.xml": f'{_HEAD}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
            f"<sheets>{listed}</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">'
            f"{related}</Relationships>",
            "xl/styles.xml": _HEAD + _STYLES,
            **{
                f"xl/worksheets/sheet{number}.xml": f'{_HEAD}<worksheet xmlns="{_MAIN}">'
                f"<sheetData>{rows}</sheetData>{joined}</worksheet>"
                for number, rows in enumerate(sheets.values(), 1)
            },
        }
    )


def xlsx_rows(rows: Sequence[Sequence[Cell]], first: int = 1, left: str = "A") -> str:
    """Write rows for xlsx(), from a row and a column on; None leaves a cell out."""
    made = ""
    for number, row in enumerate(rows, first):
        cells = ""
        for place, cell in enumerate(row):
            where = f'r="{chr(ord(left) + place)}{number}"'
            if isinstance(cell, str):
                cells += f'<c {where} t="inlineStr"><is><t xml:space="preserve">{escape(cell)}</t></is></c>'
            elif cell is not None:
                kind = ' t="b"' if isinstance(cell, bool) else ""
                cells += f"<c {where}{kind}><v>{int(cell) if kind else cell}</v></c>"
        made += f'<row r="{number}">{cells}</row>'
    return made


def ods(sheets: Mapping[str, str], before: str = "") -> bytes:
    """Make a spreadsheet of sheets by name, each the rows that ods_rows() makes. before: a DOCTYPE."""
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    tables = "".join(f"<table:table table:name={quoteattr(n)}>{r}</table:table>" for n, r in sheets.items())
    manifest = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f'{_HEAD}<m:manifest xmlns:m="{manifest}"/>',
            "content.xml": f"{_HEAD}{before}<office:document-content {names}><office:body>"
            f"<office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>",
        }
    )


def ods_rows(rows: Sequence[Sequence[Cell]]) -> str:
    """Write rows for ods()."""
    made = ""
    for row in rows:
        cells = ""
        for cell in row:
            if cell is None:
                cells += "<table:table-cell/>"
            elif isinstance(cell, bool):
                kind = f'office:value-type="boolean" office:boolean-value="{str(cell).lower()}"'
                cells += f"<table:table-cell {kind}/>"
            elif isinstance(cell, str):
                lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in cell.split("\n"))
                cells += f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'
            else:
                cells += f'<table:table-cell office:value-type="float" office:value="{cell}"/>'
        made += f"<table:table-row>{cells}</table:table-row>"
    return made
