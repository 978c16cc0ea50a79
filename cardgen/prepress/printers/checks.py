"""Contradictions between keys of a printer's preset: pixels of another shape than the card, steps that do not
rise, colours that a file format cannot store.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from ... import units
from ...errors import Problem
from ...geometry import TOLERANCE
from ...pack.pieces import CardFormat, regular_height
from .model import Printer


def _check_pixels(printer: Printer) -> Iterator[Problem]:
    """Yield a problem for each product whose pixels are not its trim and bleed at the stated ppi.

    Art would be stretched otherwise.
    """
    for product in printer.products:
        if product.pixels is None:
            continue
        wanted = units.pixel_size(product.trim, printer.bleed, printer.ppi)
        if any(abs(a - b) > 2 for a, b in zip(product.pixels, wanted, strict=True)):
            width, height = wanted
            yield Problem(
                f"{product.pixels[0]} × {product.pixels[1]} pixels are not this card with its bleed",
                ("sizes", product.name, "pixels"),
                f"at {printer.ppi} pixels per inch it would be {width} x {height}",
            )


def _check_shapes(printer: Printer) -> Iterator[Problem]:
    """Yield a problem for each circle or hexagon whose trim is not that of a regular one."""
    for product in printer.products:
        if product.shape == "rectangle":
            continue
        wide, high = product.trim
        regular = regular_height(CardFormat(size=product.trim, shape=product.shape))
        if abs(high - regular) > 0.01 * wide:
            hint = f"such as trim: {units.size_text(wide, regular)}"
            message = f"a {product.shape} of {units.size_text(wide, high)} is not regular"
            yield Problem(message, ("sizes", product.name, "trim"), hint)


def _check_corners_and_safe_zone(printer: Printer) -> Iterator[Problem]:
    """Yield problems if the preset has no sizes, or if a corner or the safe zone is too large for a size."""
    if not printer.products:
        hint = "name at least one, such as sizes: {poker: 63.5 x 88.9 mm}"
        yield Problem("no size is cut", ("sizes",), hint)
    for product in printer.products:
        most = min(product.trim) / 2
        if product.corner is not None and product.corner > most:
            hint = f"use at most {units.length_text(most)}"
            yield Problem("this corner does not fit the card", ("sizes", product.name, "corner"), hint)
        if printer.safe > 0.3 * min(product.trim) + TOLERANCE:
            hint = f"use at most {units.length_text(0.3 * min(product.trim))}, or leave out that size"
            yield Problem(f"this safe zone leaves too little of {product.name}", ("safe",), hint)


def _check_picture_formats(printer: Printer) -> Iterator[Problem]:
    """Yield a problem if pictures have no format, or are PNG in CMYK.

    PNG has no CMYK (PNG specification, 11.2.1: grey, truecolour and indexed only).
    """
    if printer.form == "images" and printer.color == "cmyk" and "png" in printer.image_formats:
        hint = "write image-formats: [tif] or [jpg], or color: rgb"
        yield Problem("a PNG cannot hold CMYK", ("image-formats",), hint)
    if printer.form == "images" and not printer.image_formats:
        yield Problem("no format of pictures is named", ("image-formats",), "name one of png, jpg, tif")


def _check_pdf_color(printer: Printer) -> Iterator[Problem]:
    """Yield a problem if PDFs are in RGB.

    PDF/X-1a has no RGB (ISO 15930-4, 6.2.3), and cardgen writes PDFs in CMYK.
    """
    if printer.form == "pdf" and printer.color == "rgb":
        message = "PDF/X-1a holds no RGB" if printer.standard == "x1a" else "cardgen makes its PDFs in CMYK"
        yield Problem(message, ("color",), "write color: cmyk, or form: images")


def _check_rich_black(printer: Printer) -> Iterator[Problem]:
    """Yield a problem if the rich black has more ink than the limit of total ink."""
    if printer.rich_black and printer.total_ink and sum(printer.rich_black) > printer.total_ink + 1e-9:
        ink, limit = sum(printer.rich_black) * 100, printer.total_ink * 100
        message = f"{ink:.0f} % of ink in this black is over the limit of {limit:.0f} %"
        yield Problem(message, ("rich-black",), "use less cyan, magenta and yellow")


def _check_deck_steps(printer: Printer) -> Iterator[Problem]:
    """Yield problems if price steps do not rise, or exceed the maximum number of cards of a deck."""
    decks = printer.decks
    if decks.most is not None and decks.most < decks.least:
        yield Problem(
            "the maximum number of cards is less than the minimum", ("decks", "most"), "swap the two"
        )
    elif decks.most is not None and decks.steps and decks.steps[-1] > decks.most:
        yield Problem("this is fewer than the last step", ("decks", "most"), "leave out steps beyond it")
    for place, (step, following) in enumerate(zip(decks.steps, decks.steps[1:], strict=False)):
        if following <= step:
            path = ("decks", "steps", str(place + 1))
            yield Problem(
                "this step is not higher than the one before it", path, "write them in rising order"
            )


#: Each check with the keys that it reads: it is skipped if one of them is faulty.
_TOGETHER: tuple[tuple[frozenset[str], Callable[[Printer], Iterator[Problem]]], ...] = (
    (frozenset({"sizes", "bleed", "ppi"}), _check_pixels),
    (frozenset({"sizes", "safe"}), _check_corners_and_safe_zone),
    (frozenset({"sizes"}), _check_shapes),
    (frozenset({"form", "color", "image-formats"}), _check_picture_formats),
    (frozenset({"form", "color", "standard"}), _check_pdf_color),
    (frozenset({"rich-black", "total-ink"}), _check_rich_black),
    (frozenset({"decks"}), _check_deck_steps),
)


#: The keys that determine the default of another.
_CAUSES = {"image-formats": ("color",)}


def find_contradictions(
    printer: Printer, written: Collection[str], faulty: Collection[str]
) -> Iterator[Problem]:
    """Yield the problems of keys that contradict each other.

    written: the keys in the preset's file. faulty: the keys that have a problem already; checks that read
    them are skipped.
    """
    for keys, check in _TOGETHER:
        if keys.isdisjoint(faulty):
            for problem in check(printer):
                yield _at_causing_key(problem, written)


def _at_causing_key(problem: Problem, written: Collection[str]) -> Problem:
    """Return a problem; if its key is not in the file, at the key that determines the key's default."""
    if problem.path[0] in written:
        return problem
    return problem._replace(path=_CAUSES.get(problem.path[0], problem.path))
