"""What to ask a printer before an order, as questions to the printer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...colour.icc import CONDITIONS
from ...colour.images import RESOLUTION_TOLERANCE
from ...layout.materials import USUAL_STOCK
from ...pack.model import Pack
from ...units import Figure, Sentence, length_text, pixel_size, size_text
from .choices import STANDARDS
from .model import Printer, figure_name
from .requirements import pages_text


def questions_to_printer(
    printer: Printer, kinds: Sequence[Pack], stock: float | None = None
) -> Iterator[Sentence]:
    """Yield a question for each figure that the preset does not know, with what the files have instead.

    Figures of special inks are asked for only if a kind has special inks. kinds: of pieces, as drawn for the
    printer; the first is that of the cards. stock: the thickness of a card in the box, in points; None for
    that of the preset, or the usual one.
    """
    card, plates = kinds[0].card, [ink.plate for kind in kinds for ink in kind.special_inks]
    condition = CONDITIONS[printer.condition].identifier
    bleed, box_bleed = length_text(printer.bleed), length_text(printer.bleed)
    line, type_ = Figure(f"{printer.least_line:g} pt"), Figure(f"{printer.least_type:g} pt")
    product = printer.nearest_product(card.size, card.shape)
    pages = Sentence("Is this right: {pages}?", pages=pages_text(printer))
    fine = Sentence(
        "How thin may lines be, and how small type? Our files are checked for {line} and {type}.",
        line=line,
        type=type_,
    )
    questions: dict[str, Sentence] = {
        "sizes": Sentence("Do you cut {size}?", size=size_text(*card.size)),
        "sizes.corner": Sentence(
            "Which radius do corners have? Our proofs show {radius}.", radius=length_text(card.corner)
        ),
        "bleed": Sentence("Is a bleed of {bleed} right?", bleed=bleed),
        "safe": Sentence(
            "How near to the cut may text be? Ours is {safe} away or more.", safe=length_text(printer.safe)
        ),
        "drift": Sentence(
            "By how much may the cut be off? We allow for {drift}.", drift=length_text(printer.drift)
        ),
        "color": Sentence("Do you want files in {color}?", color=printer.color.upper()),
        "total-ink": Sentence("What is the most ink that may lie on one spot?"),
        "condition": Sentence(
            "Which printing condition do you print by? Our files are made for {condition}.",
            condition=condition,
        ),
        "standard": Sentence("Do you take {standard}?", standard=STANDARDS[printer.standard]),
        "order": pages,
        "per": pages,
        "backs": pages,
        "rich-black": Sentence("Which inks do you want in large black areas? Ours are in black alone."),
        "ppi": Sentence(
            "How many pixels per inch do pictures need? Ours have {ppi}, or up to {part} % less.",
            ppi=printer.ppi,
            part=f"{100 * RESOLUTION_TOLERANCE:.0f}",
        ),
        "least-line": fine,
        "least-type": fine,
        "die-line": Sentence("Do you want the line of the cut in the file? Ours has none."),
        "marks": Sentence("Do you want crop marks? Our files have none."),
        "type": Sentence("Do you want letters as fonts or as outlines? Ours are embedded fonts."),
        "names": Sentence("How should files be named?"),
        "special-inks": Sentence("How do you want the plates of {plates}?", plates=plates or ["-"]),
        "special-line": Sentence("How thin may lines and gaps of {plates} be?", plates=plates or ["-"]),
        "stock": Sentence(
            "How thick are your cards? Our box is made for {thickness} a card.",
            thickness=length_text(stock or printer.stock or USUAL_STOCK),
        ),
        "box-bleed": Sentence("How much bleed does a box need? Ours has {bleed}.", bleed=box_bleed),
        "decks": Sentence("How many cards may a deck have, and at which numbers does the price rise?"),
        "decks.least": Sentence("How many cards may a deck have? Ours has {cards}.", cards=kinds[0].count),
    }
    if product.pixels is None:
        wide, high = pixel_size(card.size, printer.bleed, printer.ppi)
        questions["sizes.pixels"] = Sentence(
            "Is a picture of {wide} × {high} pixels right for a card of {size}?",
            wide=wide,
            high=high,
            size=size_text(*card.size),
        )
    same = {
        "special-gap": "special-line",
        "decks.most": "decks.least",
        "decks.steps": "decks",
    }
    asked = []
    for figure in printer.assumed_keys:
        name = same.get(figure, figure)
        if name.startswith("special-") and not plates:
            continue
        # For a printer of pictures, the box is a page for home.
        if name == "box-bleed" and printer.form == "images":
            continue
        if name == "sizes.corner" and (card.shape != "rectangle" or product.corner is not None):
            continue
        if name == "sizes.pixels" and product.pixels is not None:
            continue
        if name == "decks.least" and "decks.steps" in printer.assumed_keys:
            continue
        known = questions.get(name)
        asked.append(known or Sentence("{figure}: what do you want?", figure=Sentence(figure_name(figure))))
    yield from dict.fromkeys(asked)
