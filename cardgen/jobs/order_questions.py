"""What to ask a printer with an order, as questions to the printer; and the letter that asks them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..colour.icc import CONDITIONS
from ..pack.model import Pack
from ..prepress.printers.choices import STANDARDS
from ..prepress.printers.model import Printer, figure_name
from ..units import Figure, Sentence, length_text, size_text
from .printer_words import pages_text


def questions_to_printer(printer: Printer, kinds: Sequence[Pack], stock: float) -> Iterator[Sentence]:
    """Yield a question for each figure that the preset does not know, with what the files have instead.

    Figures of special inks are asked for only if a kind has special inks. kinds: of pieces, as drawn for the
    printer; the first is that of the cards. stock: the thickness of a card in the box, in points.
    """
    card, plates = kinds[0].card, [ink.plate for kind in kinds for ink in kind.special_inks]
    condition = CONDITIONS[printer.condition].identifier
    bleed, box_bleed = length_text(printer.bleed), length_text(printer.bleed)
    line, type_ = Figure(f"{printer.least_line:g} pt"), Figure(f"{printer.least_type:g} pt")
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
            "How many pixels per inch do pictures need? Ours are checked for {ppi}.", ppi=printer.ppi
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
            thickness=length_text(stock),
        ),
        "box-bleed": Sentence("How much bleed does a box need? Ours has {bleed}.", bleed=box_bleed),
        "decks": Sentence("How many cards may a deck have, and at which numbers does the price rise?"),
    }
    same = {
        "special-gap": "special-line",
        "decks.least": "decks",
        "decks.most": "decks",
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
        if name == "sizes.corner" and card.shape != "rectangle":
            continue
        known = questions.get(name)
        asked.append(known or Sentence("{figure}: what do you want?", figure=Sentence(figure_name(figure))))
    yield from dict.fromkeys(asked)


def letter_text(
    pack: Pack,
    printer: Printer,
    parts: Sequence[tuple[str, Sequence[tuple[str, str]]]],
    files: Sequence[str],
    questions: Sequence[Sentence],
) -> str:
    """Return the letter to a printer that asks for a quotation, with places for the sender's own data.

    parts: for each kind of pieces its name, and the facts of its order as pairs of a heading and a text, in
    the pack's language. files: a line for each file.
    """
    tell, colon = pack.wording.translate, pack.wording.colon
    lines = [
        tell(Sentence("To: {printer}", printer=printer.name)),
        tell(Sentence("Subject: request for a quotation, {pack}", pack=pack.name)),
        "",
        tell(Sentence("Dear Sir or Madam,")),
        "",
        tell(Sentence("please send us a quotation, with the time of delivery, for this order.")),
        "",
    ]
    for name, facts in parts:
        lines += [name, *(f"- {heading}{colon}{text}" for heading, text in facts), ""]
    lines += [tell(Sentence("These files are ready:")), *(f"- {each}" for each in files), ""]
    if questions:
        lines += [tell(Sentence("Please answer these questions before you print:"))]
        lines += [f"{number}. {tell(each)}" for number, each in enumerate(questions, 1)]
        lines += [""]
    lines += [
        tell(Sentence("Delivery to: [address], by [date]")),
        "",
        tell(Sentence("Kind regards,")),
        tell(Sentence("[name, company, address, e-mail, telephone]")),
    ]
    return "\n".join(lines) + "\n"
