"""The command that says what to order and what to hand in: order."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..errors import UsageError
from ..output.proof_words import proof_words
from ..printers.library import find, redrawn, refuse_other_size
from ..printers.ordering import Change, Order, plan_order
from ..units import MM, Sentence, shown_size
from .loading import load_checked, pack_of, size_option
from .new import as_yaml
from .options import CARD_SIZE, LANGUAGE, pack_argument, printer_options, spoken
from .printers import facts, needs_profile, profile_options
from .terminal import as_json, cells, echo, paragraph

if TYPE_CHECKING:
    from ..pack.model import Pack
    from ..pack.words import Wording
    from ..printers.model import Printer


class _Asked(NamedTuple):
    """The pack, the printer and the size that the command line names."""

    pack: str
    printer: str
    size: tuple[float, float] | None
    keep_size: bool
    language: str | None

    def command(self, name: str, more: Sequence[str] = ()) -> str:
        """Return another command for the same pack, printer and size, with more options."""
        words = ["cardgen", name, self.pack, "--printer", self.printer]
        words += size_option(self.size)
        words += ["--keep-size"] if self.keep_size else []
        words += ["--language", self.language] if self.language else []
        return shlex.join([*words, *more])


class _Command(NamedTuple):
    """A command to run, and what it makes."""

    text: str
    makes: Sequence[str]


_HOLDS = {
    "both": Sentence("faces and backs"),
    "faces": Sentence("the faces"),
    "backs": Sentence("the backs"),
}


@click.command("order")
@pack_argument(many=False)
@printer_options
@click.option("--size", type=CARD_SIZE, help="Another of the printer's sizes than the nearest.")
@click.option(
    "--copies", type=click.IntRange(1, 1_000_000), default=1, show_default=True, help="How many decks."
)
@LANGUAGE
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How to say it.")
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
def order_command(
    pack: str,
    printer: str | None,
    keep_size: bool,
    size: Any,
    copies: int,
    language: str | None,
    form: str,
    strict: bool,
) -> int:
    """Say what to order and what to hand in: pieces, the step of the price list, files, what to ask.

    \b
    Examples:
      cardgen order never-over --printer makeplayingcards
      cardgen order my-pack.yaml --printer ./my-printer.yaml --copies 500
      cardgen order standard-52 --printer thegamecrafter --size bridge --format json
    """
    if printer is None:
        raise UsageError("--printer is missing: say who prints, such as --printer makeplayingcards")
    wanted = find(printer)
    [examined] = load_checked([pack], spoken(language), size, strict, wanted)
    drawn = pack_of(examined)
    own = examined.own_size or drawn.card.size
    if keep_size:
        refuse_other_size(own, wanted)
    order = plan_order(drawn, examined.data, wanted, own, copies)
    commands = _commands(_Asked(pack, printer, size, keep_size, language), examined.slug, wanted, order)
    if form == "json":
        echo(as_json(_record(order, drawn, wanted, commands)))
    else:
        _say(order, drawn, wanted, pack, commands)
    amiss = _amiss(order, wanted)
    if amiss:
        echo(f"{examined.slug}: {'error' if strict else 'warning'}: {amiss}", err=True)
    return int(bool(amiss) and strict)


def _amiss(order: Order, printer: Printer) -> str:
    """Say what of the deck's size the printer will not make."""
    if order.parts > 1:
        most = f"{printer.name} makes decks of at most {printer.decks.most:,} cards"
        return f"{most}, and this has {order.cards:,}: order it as {order.parts} decks"
    if order.lacking:
        least = f"{printer.name} makes decks of {printer.decks.least} cards or more"
        return f"{least}, and this has {order.cards}: add {order.lacking}"
    return ""


def _commands(asked: _Asked, slug: str, printer: Printer, order: Order) -> list[_Command]:
    """List the commands that make what is handed in, each with what comes out of it."""
    profile = profile_options(printer) if needs_profile(printer) else []
    proof = _Command(
        asked.command("proof", profile),
        [Sentence("to look at before you pay: every face, its inks, warnings")],
    )
    if printer.form == "images":
        folder = Path("output", f"{slug}-{printer.key}-images").as_posix()
        made = Sentence(
            "{folder}: {n} picture, and a table that says how often each is in the deck",
            "{folder}: {n} pictures, and a table that says how often each is in the deck",
            folder=folder,
            n=order.pictures,
        )
        return [_Command(asked.command("images"), [made]), proof]
    files = []
    for file in order.files:
        name = Path("output", f"{slug}-{printer.key}{file.suffix}.pdf").as_posix()
        holds = _HOLDS[file.holds]
        files.append(
            Sentence(
                "{file}: {n} page, {holds}",
                "{file}: {n} pages, {holds}",
                file=name,
                n=file.pages,
                holds=holds,
            )
        )
    return [_Command(asked.command("press", profile), files), proof]


def _say(order: Order, pack: Pack, printer: Printer, named: str, commands: list[_Command]) -> None:
    """Print the order for people, in the pack's language."""
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
        echo(paragraph("", tell(_where(named)), indent=4, hang=4))
    if order.decks > 1:
        echo("\n" + tell(Sentence("Hand in one deck, which these make; the printer multiplies it:")))
    else:
        echo("\n" + tell(Sentence("Hand in what these make:")))
    for command in commands:
        echo(f"  {command.text}")
        echo("\n".join(paragraph("", tell(each), indent=6, hang=6) for each in command.makes))
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


def _record(order: Order, pack: Pack, printer: Printer, commands: list[_Command]) -> dict[str, object]:
    """Return the order for other programs. Lengths in millimetres."""
    return {
        "pack": pack.name,
        "printer": printer.key,
        "cards": order.cards,
        "faces": order.faces,
        "decks": order.decks,
        "size": _millimetres(pack.card.size),
        "own_size": _millimetres(order.own_size),
        "scale": round(order.scale, 4),
        "step": order.step.paid,
        "step_below": order.step.below,
        "free": order.free,
        "lacking": order.lacking,
        "parts": order.parts,
        "fill": _change(order.fill),
        "drop": _change(order.drop),
        "files": [file._asdict() for file in order.files],
        "pictures": order.pictures,
        "commands": [command.text for command in commands],
        "needs_profile": needs_profile(printer),
        "unknown": list(printer.unknown),
    }


def _millimetres(size: tuple[float, float]) -> list[float]:
    return [round(side / MM, 3) for side in size]


def _change(change: Change | None) -> dict[str, object] | None:
    if change is None:
        return None
    named = [{"card": name, "copies": count} for name, count in change.extras + change.spares]
    return {"cards": named, "write": change.write}
