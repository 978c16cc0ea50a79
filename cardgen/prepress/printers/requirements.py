"""A printer's requirements as text: headings and sentences."""

from __future__ import annotations

from ...colour.icc import CONDITIONS, substitute_profile_note
from ...colour.images import RESOLUTION_TOLERANCE
from ...units import Figure, Sentence, length_text, size_text
from .choices import STANDARDS
from .model import Printer, Product

ORDERS = {
    "face-back": Sentence("each face, then its back"),
    "back-face": Sentence("each back, then its face"),
    "back-last": Sentence("all faces, then the common back as the last page"),
    "back-first": Sentence("the common back, then all faces"),
    "separate": Sentence("faces in one file, backs in another"),
    "faces": Sentence("faces only"),
}
DIE_LINES = {
    "forbidden": Sentence("must not be in the file"),
    "allowed": Sentence("may be on a plate of its own"),
    "wanted": Sentence("must be on a plate of its own: press draws it over the faces"),
}
MARKS = {
    "forbidden": Sentence("must not be in the file"),
    "allowed": Sentence("may be outside the bleed"),
    "wanted": Sentence("must be outside the bleed: press draws them"),
}


def printer_facts(printer: Printer) -> list[tuple[str, str]]:
    """Return the printer's products and requirements, each with a heading."""
    cuts = "; ".join(_product_text(product) for product in printer.products)
    return [("cuts", cuts), *file_facts(printer), ("decks", _decks_text(printer))]


def file_facts(printer: Printer) -> list[tuple[str, str]]:
    """Return the printer's requirements on files, each with a heading."""
    facts: list[tuple[str, str]] = [
        (Sentence("takes"), pages_text(printer)),
        (
            Sentence("bleed"),
            Sentence(
                "{bleed} past the cut; nothing that matters nearer to the cut than {safe}; the cut may be "
                "off by {drift}",
                bleed=length_text(printer.bleed),
                safe=length_text(printer.safe),
                drift=length_text(printer.drift),
            ),
        ),
        (Sentence("colour"), _color_text(printer)),
        (
            Sentence("least"),
            Sentence(
                "{ppi} pixels per inch (up to {part} % less is accepted), lines of {line}, type of {type}",
                ppi=printer.ppi,
                part=f"{100 * RESOLUTION_TOLERANCE:.0f}",
                line=Figure(f"{printer.least_line:g} pt"),
                type=Figure(f"{printer.least_type:g} pt"),
            ),
        ),
    ]
    if printer.form == "pdf":
        facts.append((Sentence("die line"), DIE_LINES[printer.die_line]))
        facts.append((Sentence("marks"), MARKS[printer.marks]))
    if printer.needs_profile:
        facts.append((Sentence("profile"), _profile_text(printer)))
    elif printer.color == "cmyk" and not CONDITIONS[printer.condition].exact:
        facts.append((Sentence("profile"), _stand_in_text(printer)))
    return facts


def _profile_text(printer: Printer) -> str:
    return Sentence(
        "PDF/X-4 holds the profile of {condition}, which cardgen may not pass on: ask {printer} for the .icc "
        "file, and add {options} to press and proof",
        condition=CONDITIONS[printer.condition].identifier,
        printer=printer.name,
        options=" ".join(printer.profile_options),
    )


def _stand_in_text(printer: Printer) -> str:
    """Return the note that cardgen uses another profile, because the printer's is not known, and what to ask
    the printer.
    """
    condition = CONDITIONS[printer.condition]
    said = substitute_profile_note(condition.identifier, condition.substitute_condition)
    if printer.form == "images":
        return Sentence("{said}, and pictures hold no profile", said=said)
    return Sentence(
        "{said}; ask {printer} whether there is an .icc file to convert them by",
        said=said,
        printer=printer.name,
    )


def _product_text(product: Product) -> str:
    more = f"{product.pixels[0]} × {product.pixels[1]} pixels" if product.pixels else ""
    corner = f"corners of {length_text(product.corner)}" if product.corner is not None else ""
    shape = product.shape if product.shape != "rectangle" else ""
    inside = ", ".join(part for part in (shape, more, corner) if part)
    return f"{product.name} {size_text(*product.trim)}" + (f" ({inside})" if inside else "")


def pages_text(printer: Printer) -> str:
    """Return which pages, or pictures, the printer wants, and in which order."""
    return _pictures_text(printer) if printer.form == "images" else _pdf_text(printer)


def _pictures_text(printer: Printer) -> str:
    each = Sentence("a picture of each different face")
    if printer.per == "card":
        each = Sentence("a picture of each card")
    forms = " / ".join(form.upper() for form in printer.image_formats)
    return Sentence("{each} and {backs}: {forms}", each=each, backs=Sentence("one of each back"), forms=forms)


def _pdf_text(printer: Printer) -> str:
    """Return the standard, the pages and their order that the printer wants in a PDF."""
    page = Sentence("a page for each different face")
    if printer.per == "card":
        page = Sentence("a page for each card")
    order = ORDERS[printer.order]
    if printer.order == "separate" and printer.backs == "once":
        order = Sentence("{order}, the back once", order=order)
    return Sentence(
        "{standard}, {page}: {order}", standard=STANDARDS[printer.standard], page=page, order=order
    )


def _color_text(printer: Printer) -> str:
    """Return the colour space or printing condition, and the limit of ink, that the printer wants."""
    if printer.color == "rgb":
        return "RGB"
    condition = CONDITIONS[printer.condition]
    ink = Sentence("unknown limit of ink")
    if printer.total_ink:
        ink = Sentence("at most {ink} % of ink", ink=f"{100 * printer.total_ink:.0f}")
    if printer.rich_black:
        black = "/".join(f"{part * 100:g}" for part in printer.rich_black)
        ink = Sentence("{ink}, large black areas in {black}", ink=ink, black=black)
    return Sentence(
        "CMYK for {condition} ({info}), {ink}", condition=condition.identifier, info=condition.info, ink=ink
    )


def _decks_text(printer: Printer) -> str:
    """Return the numbers of cards and the price steps that the printer offers."""
    decks = printer.decks
    told = []
    if decks.least > 1:
        told.append(f"at least {decks.least} cards")
    if decks.most is not None:
        told.append(f"at most {decks.most:,} cards")
    if decks.steps:
        told.append("price steps at " + ", ".join(map(str, decks.steps)))
    if decks.every:
        told.append(f"a step for every {decks.every} cards" + (" beyond" if decks.steps else ""))
    return "; ".join(told) or "fewest cards, most cards and price steps are unknown"
