"""The letter to a printer that asks for a quotation."""

from __future__ import annotations

from collections.abc import Sequence

from ..pack.model import Pack
from ..prepress.printers.model import Printer
from ..units import Sentence


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
