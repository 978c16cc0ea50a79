"""Work out what to order from a printer, and what to hand in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ..errors import Problem
from ..units import MM, Sentence, Size
from .groups import IN_LANGUAGE, STRICT, PrinterOptions
from .job import Option, Progress
from .kinds import CARD_SIZE, Number
from .result import Block, Result

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..pack.model import Pack
    from ..prepress.printers.model import Printer
    from ..prepress.printers.ordering import Order, PackChange

_HOLDS = {
    "both": Sentence("faces and backs"),
    "faces": Sentence("the faces"),
    "backs": Sentence("the backs"),
}


class OrderStep(NamedTuple):
    """A command to run, and the files that it makes."""

    command: str
    makes: Sequence[str]


class OrderPlan(NamedTuple):
    """An order, and the steps that make its files."""

    order: "Order"
    steps: Sequence[OrderStep]


@dataclass(frozen=True, kw_only=True)
class Ordering(PrinterOptions):
    """Say what to order and what to hand in: pieces, the step of the price list, files, what to ask.

    \b
    Examples:
      cardgen order never-over --printer makeplayingcards
      cardgen order my-pack.yaml --printer ./my-printer.yaml --decks 500
      cardgen order standard-52 --printer thegamecrafter --size bridge --format json
    """

    pieces = "each"
    takes_unfit_pieces = True

    size: Annotated[
        Size | None,
        Option("Use this size of the printer instead of the nearest.", CARD_SIZE, after=("printer",)),
    ] = None
    decks: Annotated[int, Option("How many decks are ordered.", Number(1, 1_000_000))] = 1
    copies: Annotated[int, Option("The same as --decks, by its older name.", Number(1, 1_000_000))] = 1
    language: Annotated[str | None, IN_LANGUAGE] = None
    format: Annotated[Literal["text", "json"], Option("Format of the output.")] = "text"
    strict: Annotated[bool, STRICT] = False

    @property
    def overrides(self) -> dict[tuple[str, ...], Any]:
        """Return the override that is merged into a pack before it is checked: its language."""
        return {("language",): self.language} if self.language else {}

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions. As an order may state another size, there is no warning if the pack is drawn
        at another size.
        """
        if self.printer is None:
            message = "--printer is missing: say who prints, such as --printer makeplayingcards"
            yield Problem(message, ("printer",))
        if {"decks", "copies"} <= self.given.keys():
            yield Problem(
                "--decks and --copies both say how many decks are ordered: keep --decks", ("copies",)
            )
        yield from (problem for problem in super().option_problems(pack) if problem.severity != "note")

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Work out the order."""
        from ..prepress.printers.ordering import plan_order

        printer, drawn = self.printer, pack.valid_pack
        assert printer is not None  # noqa: S101 - it is a problem otherwise
        if drawn.piece in drawn.unavailable_kinds:
            return self._unfit_result(pack, printer)
        order = plan_order(
            drawn, pack.data, printer, pack.own_size or drawn.card.size, max(self.decks, self.copies)
        )
        steps = self._order_steps(pack, printer, order)
        amiss = _size_problem(order, printer)
        return Result(
            warnings=(amiss,) if amiss and not self.strict else (),
            faults=(f"{pack.slug}: error: {amiss}",) if amiss and self.strict else (),
            facts=_order_record(order, drawn, printer, steps),
            result=OrderPlan(order, steps),
        )

    def text_blocks(self, pack: "Examined", made: Result) -> "Iterator[Block]":
        """Yield blocks of text with the order and the files to upload, in the pack's language."""
        from .order_words import order_blocks, unfit_blocks

        assert self.printer is not None  # noqa: S101 - it is a problem otherwise
        if made.result is None:
            return unfit_blocks(pack.valid_pack, self.printer)
        return order_blocks(pack, self.printer, *made.result)

    def _unfit_result(self, pack: "Examined", printer: "Printer") -> Result:
        """Return the result for pieces that no product of the printer fits."""
        from ..prepress.printers.library import is_without_product_of_shape

        kind = pack.valid_pack
        near = printer.nearest_product(kind.card.size, kind.card.shape)
        amiss = str(kind.unavailable_kinds[kind.piece])
        return Result(
            warnings=() if self.strict else (amiss,),
            faults=(f"{pack.slug}: error: {amiss}",) if self.strict else (),
            facts={
                "pack": kind.name,
                "printer": printer.key,
                "cards": kind.count,
                "own_size": _size_in_millimetres(kind.card.size),
                "fits": False,
                "nearest": None
                if is_without_product_of_shape(kind, printer)
                else {"name": near.name, "size": _size_in_millimetres(near.trim), "shape": near.shape},
            },
        )

    def _order_steps(self, pack: "Examined", printer: "Printer", order: "Order") -> list[OrderStep]:
        """Return the commands that make the files to hand in, each with its files."""
        same = [*(["--keep-size"] if self.keep_size else [])]
        same += ["--language", self.language] if self.language else []
        profile = printer.profile_options if printer.needs_profile else []
        proof = OrderStep(
            self.same_command("proof", pack, *same, *profile),
            [Sentence("to look at before you pay: every face, its inks, warnings")],
        )
        if printer.form == "images":
            made = Sentence(
                "{folder}: {n} picture, and a table that says how often each is in the deck",
                "{folder}: {n} pictures, and a table that says how often each is in the deck",
                folder=Path("output", f"{pack.slug}-{printer.key}-images").as_posix(),
                n=order.pictures,
            )
            return [OrderStep(self.same_command("images", pack, *same), [made]), proof]
        files = [
            Sentence(
                "{file}: {n} page, {holds}",
                "{file}: {n} pages, {holds}",
                file=Path("output", f"{pack.slug}-{printer.key}{file.suffix}.pdf").as_posix(),
                n=file.pages,
                holds=_HOLDS[file.holds],
            )
            for file in order.files
        ]
        return [OrderStep(self.same_command("press", pack, *same, *profile), files), proof]


def _size_problem(order: "Order", printer: "Printer") -> str:
    """Return why the printer does not make a deck of this many cards, and what to do; "" if it does."""
    if order.parts > 1:
        most = f"{printer.name} makes decks of at most {printer.decks.most:,} cards"
        return f"{most}, and this has {order.cards:,}: order it as {order.parts} decks"
    if order.lacking:
        least = f"{printer.name} makes decks of {printer.decks.least} cards or more"
        return f"{least}, and this has {order.cards}: add {order.lacking}"
    return ""


def _order_record(
    order: "Order", pack: "Pack", printer: "Printer", steps: Sequence[OrderStep]
) -> dict[str, object]:
    """Return the order as data for programs. Lengths in millimetres."""
    from ..prepress.printers.questions import questions_to_printer

    return {
        "pack": pack.name,
        "printer": printer.key,
        "cards": order.cards,
        "faces": order.faces,
        "decks": order.decks,
        "fits": True,
        "product": order.product.name,
        "size": _size_in_millimetres(pack.card.size),
        "own_size": _size_in_millimetres(order.own_size),
        "scale": round(order.scale, 4),
        "step": order.step.paid,
        "step_below": order.step.below,
        "free": order.free,
        "lacking": order.lacking,
        "parts": order.parts,
        "fill": _change_record(order.fill),
        "drop": _change_record(order.drop),
        "files": [file._asdict() for file in order.files],
        "pictures": order.pictures,
        "commands": [step.command for step in steps],
        "needs_profile": printer.needs_profile,
        "unknown": list(printer.unknown),
        "questions": [str(each) for each in questions_to_printer(printer, [pack])],
    }


def _size_in_millimetres(size: tuple[float, float]) -> list[float]:
    return [round(side / MM, 3) for side in size]


def _change_record(change: "PackChange | None") -> dict[str, object] | None:
    if change is None:
        return None
    named = [{"card": name, "copies": count} for name, count in change.extras + change.spares]
    return {"cards": named, "write": change.write}
