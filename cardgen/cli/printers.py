"""Print the list of manufacturers, or one manufacturer's requirements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..jobs.printer_words import printer_facts
from ..prepress.printers.model import Printer, Source, figure_name
from ..units import length_text, size_text
from .terminal import echo, paragraph, table_lines

if TYPE_CHECKING:
    from ..jobs.printers import Printers
    from ..jobs.result import Result


def print_report(job: Printers, examined: None, made: Result) -> None:
    """Print the list of printers, or the requirements of one."""
    if isinstance(made.result, Printer):
        _print_printer(made.result)
    elif job.copy is None:
        heads = ("name", "printer", "takes", "bleed/safe", "ink", "cards", "foil", "cuts")
        echo("\n".join(table_lines([heads, *map(_printer_row, made.result)], "<")))
        echo("\ncardgen printers NAME shows one; --copy my-printer.yaml gives you its preset to change.")


def _printer_row(printer: Printer) -> tuple[str, ...]:
    """Return the cells of a printer in the list."""
    takes = f"{'pictures' if printer.form == 'images' else 'PDF'}, {printer.color.upper()}"
    room = f"{length_text(printer.bleed).removesuffix(' mm')}/{length_text(printer.safe)}"
    ink = f"{printer.total_ink * 100:.0f} %" if printer.total_ink else "?" if printer.form == "pdf" else ""
    first, *more = (size_text(*product.trim) for product in printer.products)
    sizes = f"{first} and {len(more)} more" if more else first
    outlines = dict.fromkeys(product.shape for product in printer.products if product.shape != "rectangle")
    sizes += "".join(f", {outline}s" for outline in outlines)
    most = printer.decks.most
    cards = f"up to {most}" if most else "?"
    foil = "ask" if "special-inks" in printer.assumed_keys else printer.special_inks
    return printer.key, printer.name, takes, room, ink, cards, foil, sizes


def _print_printer(printer: Printer) -> None:
    """Print a printer's requirements, the requirements that are not known, and the sources."""
    echo(f"{printer.name} ({printer.key})" + (f", {printer.url}" if printer.url else ""))
    for heading, text in printer_facts(printer):
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


def source_words(source: Source) -> tuple[str, str]:
    """Return as texts which figures a source supports, and where the source is."""
    hand = "the printer's own page" if source.first_hand else "second-hand"
    where = f"{source.url} " if source.url else ""
    return ", ".join(map(figure_name, source.figures)), f"{where}({hand}, read {source.read})"
