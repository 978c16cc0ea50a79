"""An order as text: blocks in the pack's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..pack.yaml_text import as_yaml
from ..prepress.printers.library import redrawing_sentence
from ..prepress.printers.model import figure_name
from ..prepress.printers.ordering import price_sentence
from ..prepress.printers.questions import questions_to_printer
from ..prepress.printers.requirements import file_facts
from ..units import Sentence, size_text
from .result import Block

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..pack.model import Pack
    from ..pack.words import Wording
    from ..prepress.printers.model import Printer
    from ..prepress.printers.ordering import Order, PackChange


def order_blocks(
    examined: Examined, printer: Printer, order: Order, steps: Sequence[tuple[str, Sequence[str]]]
) -> Iterator[Block]:
    """Yield blocks of text with the order and the files to upload. steps: commands, each with its files."""
    pack = examined.valid_pack
    wording = pack.wording
    tell = wording.translate
    yield Block.from_text(
        "title", tell(Sentence("{pack} from {printer}", pack=pack.name, printer=printer.name))
    )
    own = Sentence("{size}, the pack's own", size=size_text(*pack.card.size))
    facts_of_deck = [
        (pack.piece or Sentence("deck"), _deck_sentence(order, pack)),
        (Sentence("product"), order.product.name),
        (Sentence("size"), redrawing_sentence(order.own_size, pack, printer) or own),
        (Sentence("price"), price_sentence(printer.decks, order.step, order.cards)),
    ]
    yield _facts_block(facts_of_deck, tell)
    if order.fill:
        title = Sentence("To fill all {step} places, add", step=order.step.paid)
        act = Sentence(
            "Add {n} card to fill {step}",
            "Add {n} cards to fill {step}",
            n=order.fill.number,
            step=order.step.paid,
        )
        yield from _change_blocks(title, act, order.fill, pack, wording)
    if order.drop:
        title = Sentence("To pay for {step} only, leave out", step=order.step.below)
        act = Sentence(
            "Leave out {n} card to pay for {step}",
            "Leave out {n} cards to pay for {step}",
            n=order.drop.number,
            step=order.step.below,
        )
        yield from _change_blocks(title, act, order.drop, pack, wording)
    if order.fill or order.drop:
        yield Block.from_text("by hand", tell(_size_key_sentence(examined.name)))
    lead = Sentence("Send the printer what these commands make:")
    if order.decks > 1:
        lead = Sentence("Send one deck, which these commands make; the printer multiplies it:")
    yield Block.from_text("lead", tell(lead))
    for command, makes in steps:
        yield Block.from_text("command", command)
        for each in makes:
            yield Block.from_text("makes", tell(each))
    wants = Sentence("Requirements of {printer} that these commands meet:", printer=printer.name)
    yield Block.from_text("lead", tell(wants))
    notes = [(Sentence("note"), Sentence(note)) for note in printer.notes]
    assumed = [Sentence(figure_name(figure)) for figure in printer.assumed_keys if figure in _STATED_BESIDE]
    if assumed:
        own = Sentence("{printer} does not state: {figures}", printer=printer.name, figures=assumed)
        notes.insert(0, (Sentence("cardgen's own"), own))
    yield _facts_block([*file_facts(printer), *notes], tell)
    if printer.unknown:
        yield Block.from_text("lead", tell(Sentence("Unknown; ask {printer}:", printer=printer.name)))
        yield Block.from_texts("questions", map(tell, questions_to_printer(printer, [pack])))


#: The figures that are named among the requirements of a printer, whether the printer states them or not.
_STATED_BESIDE = {
    *("bleed", "safe", "drift", "color", "condition", "ppi", "least-line", "least-type", "die-line", "marks"),
    *("standard", "order", "per", "backs"),
}


def unfit_blocks(kind: Pack, printer: Printer) -> Iterator[Block]:
    """Yield the known facts of pieces that no product of the printer fits, as blocks."""
    tell = kind.wording.translate
    yield Block.from_text(
        "title", tell(Sentence("{pack} from {printer}", pack=kind.name, printer=printer.name))
    )
    facts = [
        (kind.piece, Sentence("{n} piece", "{n} pieces", n=kind.count)),
        (Sentence("size"), kind.unavailable_kinds[kind.piece]),
    ]
    yield _facts_block(facts, tell)


def _facts_block(facts: Iterable[tuple[str, str]], tell: Callable[[str], str]) -> Block:
    return Block("facts", tuple((tell(heading), tell(text)) for heading, text in facts))


def _deck_sentence(order: Order, pack: Pack) -> Sentence:
    """Return how many cards, or pieces of another kind, there are."""
    deck = Sentence(
        "{n} card, {faces} of them different, and a back for each",
        "{n} cards, {faces} of them different, and a back for each",
        n=order.cards,
        faces=order.faces,
    )
    if pack.piece:
        deck = Sentence(
            "{n} piece, {faces} of them different, and a back for each",
            "{n} pieces, {faces} of them different, and a back for each",
            n=order.cards,
            faces=order.faces,
        )
    if order.decks > 1:
        whole = Sentence("{n} card", "{n} cards", n=order.decks * order.cards)
        if pack.piece:
            whole = Sentence("{n} piece", "{n} pieces", n=order.decks * order.cards)
        deck = Sentence("{deck}; {decks} decks are {whole}", deck=deck, decks=f"{order.decks:,}", whole=whole)
    return deck


def _change_blocks(
    title: Sentence, instruction: Sentence, change: PackChange, pack: Pack, wording: Wording
) -> Iterator[Block]:
    """Yield the blocks of a proposal to order another number of cards: what to add, and the lines to write.

    title: of the proposal. instruction: the instruction above the lines.
    """
    tell = wording.translate
    named = [_copies_text(change.extras)] if change.extras else []
    if change.spares:
        named.append(tell(Sentence("spares of {cards}", cards=_copies_text(change.spares))))
    yield Block.from_text("remark", tell(title) + wording.colon + wording.semicolon.join(named))
    yield Block("yaml", ((tell(instruction), as_yaml(change.write).rstrip("\n")),), change.write)
    if "games" in change.write:
        held = Sentence(
            "games: [] because the exact counts of {games} no longer hold; to play, put the spares aside.",
            games=", ".join(pack.games),
        )
        yield Block.from_text("remark", tell(held))


def _copies_text(cards: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(name if count == 1 else f"{name} ({count})" for name, count in cards)


def _size_key_sentence(pack: str) -> Sentence:
    """Return where to write the lines that change the number of cards. pack: its name, or its file."""
    from ..pack.library import bundled_pack_names

    if pack not in bundled_pack_names():
        return Sentence("Write these lines into {pack} in place of those of the same keys.", pack=pack)
    return Sentence(
        "{made} begins a pack to write these lines in; then order my-pack.yaml.",
        made=f"`cardgen new my-pack.yaml --from {pack}`",
    )
