"""How an order is said: in words, in the pack's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..output.proof_words import proof_words
from ..pack.yaml_text import as_yaml
from ..prepress.printers.library import redrawn
from ..units import Sentence, shown_size
from .printers import facts
from .terminal import cells, echo, paragraph

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..jobs.order import Ordering
    from ..jobs.result import Result
    from ..pack.model import Pack
    from ..pack.words import Wording
    from ..prepress.printers.model import Printer
    from ..prepress.printers.ordering import Change, Order


def report(job: Ordering, examined: Examined, made: Result) -> None:
    """Print the order for people, in the pack's language."""
    pack, printer = examined.sound, job.printer
    assert printer is not None  # noqa: S101 - an order is for one
    order, steps = made.result
    wording = proof_words(pack)
    tell = wording.tell
    echo(tell(Sentence("{pack} from {printer}", pack=pack.name, printer=printer.name)) + "\n")
    own = Sentence("{size}, the pack's own", size=shown_size(*pack.card.size))
    deck = Sentence(
        "{n} card, {faces} of them different, and a back for each",
        "{n} cards, {faces} of them different, and a back for each",
        n=order.cards,
        faces=order.faces,
    )
    if order.decks > 1:
        whole = Sentence("{n} card", "{n} cards", n=order.decks * order.cards)
        deck = Sentence("{deck}; {decks} decks are {whole}", deck=deck, decks=f"{order.decks:,}", whole=whole)
    facts_of_deck = [
        (Sentence("deck"), deck),
        (Sentence("size"), redrawn(order.own_size, pack, printer) or own),
        (Sentence("price"), _price(order, printer)),
    ]
    _say_facts(facts_of_deck, tell)
    if order.fill:
        _say_change(
            Sentence("To fill the step of {step}, add", step=order.step.paid), order.fill, pack, wording
        )
    if order.drop:
        step = order.step.below
        _say_change(
            Sentence("To fall in the step of {step}, leave out", step=step), order.drop, pack, wording
        )
    if order.fill or order.drop:
        echo(paragraph("", tell(_where(examined.name)), indent=4, hang=4))
    if order.decks > 1:
        echo("\n" + tell(Sentence("Hand in one deck, which these make; the printer multiplies it:")))
    else:
        echo("\n" + tell(Sentence("Hand in what these make:")))
    for step in steps:
        echo(f"  {step.command}")
        echo("\n".join(paragraph("", tell(each), indent=6, hang=6) for each in step.makes))
    wants = Sentence("What {printer} wants, which these commands see to:", printer=printer.name)
    echo("\n" + tell(wants))
    notes = [(Sentence("note"), Sentence(note)) for note in printer.notes]
    _say_facts([*facts(printer)[1:-1], *notes], tell)
    if printer.unknown:
        colon = wording.say("colon")
        echo("\n" + tell(Sentence("Ask {printer}, as it is not known:", printer=printer.name)))
        for figure, text in printer.questions:
            echo(paragraph((tell(Sentence(figure)) + colon).rstrip(), tell(Sentence(text)), hang=4))


def _say_facts(told: Sequence[tuple[str, str]], tell: Callable[[str], str]) -> None:
    """Print sentences, each beside its heading."""
    hang = max(12, *(cells(tell(heading)) + 4 for heading, _ in told))
    for heading, text in told:
        echo(paragraph(tell(heading), tell(text), hang=hang))


def _price(order: Order, printer: Printer) -> Sentence:
    paid, below = order.step
    cards = order.cards
    if paid is None and not (printer.decks.steps or printer.decks.every):
        return Sentence("no steps of its price list are known")
    if paid is None:
        return Sentence(
            "{cards} cards are beyond its last step, {below}", cards=f"{cards:,}", below=f"{below:,}"
        )
    if not order.free:
        return Sentence("{cards} cards fill the step of {paid} just so", cards=cards, paid=paid)
    empty = Sentence(
        "{n} place would be paid for and empty", "{n} places would be paid for and empty", n=order.free
    )
    price = Sentence("{cards} cards fall in the step of {paid}: {empty}", cards=cards, paid=paid, empty=empty)
    if below:
        fewer = cards - below
        return Sentence(
            "{price}; {fewer} fewer would fall in the step of {below}", price=price, fewer=fewer, below=below
        )
    return price


def _say_change(title: Sentence, change: Change, pack: Pack, wording: Wording) -> None:
    """Print one way to another number of cards, with the lines to write."""
    tell = wording.tell
    named = [_copies(change.extras)] if change.extras else []
    if change.spares:
        named.append(tell(Sentence("spares of {cards}", cards=_copies(change.spares))))
    echo(
        paragraph(
            "", tell(title) + wording.say("colon") + wording.say("semicolon").join(named), indent=4, hang=4
        )
    )
    for line in as_yaml(change.write).splitlines():
        echo(f"        {line}")
    if "games" in change.write:
        held = Sentence(
            "games: [] because the exact counts of {games} no longer hold; to play, put the spares aside.",
            games=", ".join(pack.games),
        )
        echo(paragraph("", tell(held), 4, 4))


def _copies(cards: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(name if count == 1 else f"{name} ({count})" for name, count in cards)


def _where(pack: str) -> Sentence:
    from ..pack.library import names

    if pack not in names():
        return Sentence("Write these lines into {pack} in place of those of the same keys.", pack=pack)
    return Sentence(
        "{made} begins a pack to write these lines in; then order my-pack.yaml.",
        made=f"`cardgen new my-pack.yaml --from {pack}`",
    )
