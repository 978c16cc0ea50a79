"""Finds printers' presets by name or path and reads them; draws a pack on a printer's blank."""

from __future__ import annotations

from .errors import UsageError
from .geometry import TOLERANCE
from .pack import Pack
from .printer import Printer, Product
from .units import shown_size


def names() -> list[str]:
    """The presets that come with cardgen."""
    raise NotImplementedError


def find(name: str) -> Printer:
    """A preset by name ("makeplayingcards") or path ("./my-printer.yaml").

    Raises UsageError where there is none, and PackError with every problem of its file.
    """
    raise NotImplementedError


def product_for(printer: Printer, size: tuple[float, float]) -> Product | None:
    """The printer's product of just this trim (points), if it has one."""
    near = printer.nearest(size)
    same = all(abs(a - b) <= TOLERANCE for a, b in zip(near.trim, size, strict=True))
    return near if same else None


def fitted(pack: Pack, printer: Printer, size: tuple[float, float] | None = None) -> Pack:
    """The pack drawn again on the printer's blank: the art scales, nothing is stretched.

    size: one of the printer's trims; None for the one nearest to the pack's. Raises UsageError for a
    size that the printer does not cut.
    """
    product = printer.nearest(pack.card.size) if size is None else product_for(printer, size)
    if product is None:
        known = ", ".join(f"{each.name} ({shown_size(*each.trim)})" for each in printer.products)
        raise UsageError(f"{printer.name} does not cut {shown_size(*size or (0, 0))}; it cuts {known}")
    return pack.on_blank(product.trim, printer.bleed, printer.safe, product.corner)
