"""The command that lists manufacturers, shows one, or copies its preset: printers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import UsageError
from ..units import shown, shown_size
from .options import PrinterName
from .printer_words import facts, paragraph, source_words
from .report import echo

if TYPE_CHECKING:
    from ..printers.model import Printer

#: What the schema beside a copied preset is called, and how the one that cardgen puts there begins.
_SCHEMA_FILE = "printer.schema.json"
_OUR_SCHEMA = (
    '{\n  "$schema": "https://json-schema.org/draft/2020-12/schema",\n  "title": "cardgen printer preset'
)
_SCHEMA_LINE = "# yaml-language-server: $schema="


@click.command("printers", short_help="List the manufacturers known here, or show what one of them wants.")
@click.argument("printer", type=PrinterName(), required=False, metavar="[PRINTER]")
@click.option(
    "--copy", type=click.Path(path_type=Path), metavar="FILE", help="Write the preset to a file to change."
)
def printers_command(printer: str | None, copy: Path | None) -> None:
    """List the manufacturers known here, or show what one of them wants and where that is known from.

    A preset of your own goes by its file wherever a printer is asked for: my-printer.yaml, or my-printer
    where it lies in the folder you work in.

    \b
    Examples:
      cardgen printers
      cardgen printers makeplayingcards
      cardgen printers mbprint --copy my-printer.yaml
    """
    from ..printers.library import find

    if printer is None and copy is not None:
        raise UsageError("--copy needs a printer to copy: cardgen printers mbprint --copy my-printer.yaml")
    if printer is None:
        _list()
    elif copy is None:
        _show(find(printer))
    else:
        _copy(printer, copy)


def _list() -> None:
    from ..printers.library import find, names

    heads = ("name", "printer", "takes", "bleed/safe", "ink", "cuts")
    rows = [heads, *(_row(find(name)) for name in names())]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for row in rows:
        line = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False))
        echo(f"{line}  {row[5]}")
    echo("\ncardgen printers NAME shows one; --copy my-printer.yaml gives you its preset to change.")


def _row(printer: Printer) -> tuple[str, ...]:
    takes = f"{'pictures' if printer.form == 'images' else 'PDF'}, {printer.color.upper()}"
    room = f"{shown(printer.bleed).removesuffix(' mm')}/{shown(printer.safe)}"
    ink = f"{printer.total_ink * 100:.0f} %" if printer.total_ink else "?" if printer.form == "pdf" else ""
    first, *more = (shown_size(*product.trim) for product in printer.products)
    sizes = f"{first} and {len(more)} more" if more else first
    return printer.key, printer.name, takes, room, ink, sizes


def _show(printer: Printer) -> None:
    echo(f"{printer.name} ({printer.key})" + (f", {printer.url}" if printer.url else ""))
    for heading, text in facts(printer):
        echo(paragraph(heading, text))
    for note in printer.notes:
        echo(paragraph("note", note))
    if printer.unknown:
        echo("\nNot known, so ask:")
        for figure, text in printer.questions:
            echo(paragraph(f"{figure}:", text, hang=4))
    echo("\nWhere this is known from:" if printer.sources else "\nNo sources are named.")
    for source in printer.sources:
        figures, where = source_words(source)
        echo(paragraph("", figures, hang=2))
        echo(paragraph("", where, hang=4, indent=4))
        if source.says:
            echo(paragraph("", source.says, indent=4, hang=4))


def _copy(name: str, file: Path) -> None:
    """Write a preset, and its schema beside it, so that editors complete and check what is changed."""
    from ..output.files import write
    from ..printers.library import file_of, find
    from .packs import refuse_foreign_schema, schema_text, yaml_file

    find(name)
    file = yaml_file(file)
    if file.exists():
        raise UsageError(f"{file} is already there; choose another name")
    schema = file.parent / _SCHEMA_FILE
    refuse_foreign_schema(schema, _OUR_SCHEMA)
    lines = file_of(name).read_text(encoding="utf-8-sig").splitlines()
    body = lines[1:] if lines[0].startswith(_SCHEMA_LINE) else lines
    write(schema, schema_text("printer").encode("utf-8"))
    write(file, ("\n".join([_SCHEMA_LINE + _SCHEMA_FILE, *body]) + "\n").encode("utf-8"), named=True)
    echo(f"{file}: a copy of {name} to change")
    echo(f"{schema}: lets editors complete and check it")
    echo(f"Next: change it, look at it with `cardgen printers {file}`, use it with --printer {file}.")
