"""Print the list of manufacturers, or one manufacturer's requirements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..prepress.printers.model import Printer, Source, figure_name
from ..prepress.printers.requirements import printer_facts
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
        heads = ("name", "printer", "takes", "bleed/safe", "ink", "cards", "cuts + others")
        echo("\n".join(table_lines([heads, *map(_printer_row, made.result)], "<")))
        for line in _lines_of_shapes_and_foil(made.result):
            echo(line)
        echo("\ncardgen printers NAME shows one; --copy my-printer.yaml gives you its preset to change.")


def _printer_row(printer: Printer) -> tuple[str, ...]:
    """Return the cells of a printer in the list."""
    takes = f"{'pictures' if printer.form == 'images' else 'PDF'}, {printer.color.upper()}"
    room = f"{length_text(printer.bleed).removesuffix(' mm')}/{length_text(printer.safe)}"
    ink = f"{printer.total_ink * 100:.0f} %" if printer.total_ink else "?" if printer.form == "pdf" else ""
    first, *more = (size_text(*product.trim) for product in printer.products)
    sizes = f"{first} + {len(more)}" if more else first
    most = printer.decks.most
    cards = f"≤ {most}" if most else "?"
    return printer.key, printer.name, takes, room, ink, cards, sizes


def _lines_of_shapes_and_foil(printers: Sequence[Printer]) -> Iterator[str]:
    """Yield an empty line, a line for each shape other than the rectangle with the printers that cut it, and
    a line with the printers that state how to hand in foil.
    """
    shapes: dict[str, list[str]] = {}
    for printer in printers:
        for outline in {product.shape for product in printer.products} - {"rectangle"}:
            shapes.setdefault(outline, []).append(printer.key)
    yield ""
    for shape, names in sorted(shapes.items()):
        yield f"{shape}s: {', '.join(names)}"
    known = [each.key for each in printers if "special-inks" not in each.assumed_keys]
    yield f"foil, varnish and white: {', '.join(known) or 'on request; no preset knows how, so ask'}"


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
        figures, where = supported_figures_and_place(source)
        echo(paragraph("", figures, hang=2))
        echo(paragraph("", where, hang=4, indent=4))
        if source.says:
            echo(paragraph("", source.says, indent=4, hang=4))


def supported_figures_and_place(source: Source) -> tuple[str, str]:
    """Return as texts which figures a source supports, and where the source is."""
    hand = "the printer's own page" if source.first_hand else "second-hand"
    where = f"{source.url} " if source.url else ""
    return ", ".join(map(figure_name, source.figures)), f"{where}({hand}, read {source.read})"
