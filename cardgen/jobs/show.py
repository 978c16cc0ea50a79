"""Show a pack: as a table, as a picture of all faces, or as YAML merged with its base."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from ..errors import PackError, Problem, UsageError
from ..units import count_with_noun
from .groups import CARDS, AppearanceAndStrictOptions
from .job import Option, Progress
from .kinds import FilePath, Number
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..pack.model import Card, Pack


@dataclass(frozen=True, kw_only=True)
class Show(AppearanceAndStrictOptions):
    """Show what is in a pack: a table, or a contact sheet as a picture.

    \b
    Examples:
      cardgen show never-over
      cardgen show never-over -o never-over.png
      cardgen show never-over-attack --resolved
    """

    pieces = "each"

    resolved: Annotated[bool, Option("Print the pack as YAML, merged with its base.")] = False
    output: Annotated[Path | None, Option("Write a PNG picture of all faces.", FilePath(), letter="o")] = None
    dpi: Annotated[int, Option("Of the picture.", Number(30, 300))] = 100
    only: Annotated[
        tuple[str, ...], Option('Only these: green, "≤0", back=rings, kind=goods ...', CARDS)
    ] = ()

    @property
    def accepted_packs(self) -> Literal["sound", "any"]:
        """Accept packs with errors if their data are shown as written."""
        return "any" if self.resolved else "sound"

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions."""
        yield from super().option_problems(pack)
        if self.resolved and self.size is not None:
            message = "--size and --resolved do not go together: the file of a pack states its own size"
            yield Problem(message, ("size",))
        suffix = self.output.suffix.lower() if self.output else ""
        if self.only and self.resolved:
            message = "--only and --resolved do not go together: a pack is written whole"
            yield Problem(message, ("only",))
        if self.output and self.resolved and suffix not in (".yaml", ".yml"):
            yield Problem(f"{self.output} should end in .yaml: a resolved pack is YAML")
        if self.output and not self.resolved and suffix != ".png":
            yield Problem(f"{self.output} should end in .png: a picture of the pack is a PNG")

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Draw the picture, or write the pack."""
        if self.resolved:
            return self._resolved_result(pack)
        drawn = pack.valid_pack
        cards = self.shown_cards(drawn)
        facts = _pack_facts(drawn, cards)
        if self.output is None:
            return Result(facts=facts, result=drawn)
        from ..output.contact import write_contact_sheet

        names = {drawn.back_of(card) for card in cards}
        backs = "the back" if len(names) == 1 else count_with_noun(len(names), "back")
        about = f"{count_with_noun(len(cards), 'face')} and {backs} of {drawn.name}"
        file = ResultFile(self.output, write_contact_sheet(drawn, self.dpi, cards), about)
        return Result([file], facts=facts, result=drawn, named=self.output)

    def shown_cards(self, pack: "Pack") -> "tuple[Card, ...]":
        """Return the cards to show. Raises UsageError for a term that names none."""
        from ..pack.selection import cards_matching_any

        if not self.only:
            return pack.cards
        wanted = {card.id for term in self.only for card in cards_matching_any(pack, term)}
        return tuple(card for card in pack.cards if card.id in wanted)

    def _resolved_result(self, pack: "Examined") -> Result:
        """Return a pack's data merged with its base. Raises PackError if one cannot be read completely.

        Raises UsageError for a loaded pack, whose data are gone.
        """
        from ..pack import library
        from ..pack.yaml_text import as_yaml

        if not pack.name:
            raise UsageError("a pack that is loaded is not written as YAML; give its name, file or dict")
        resolved = library.resolve(pack.name, self.overrides, text=pack.text)
        if resolved.problems:
            raise PackError([resolved.locate(problem) for problem in resolved.problems])
        text = as_yaml({"format": 1, **resolved.data})
        if self.output is None:
            return Result(result=text)
        return Result([ResultFile(self.output, text.encode(), "the pack as one file")], named=self.output)


def _pack_facts(pack: "Pack", shown: "tuple[Card, ...]") -> dict[str, object]:
    """Return the contents of a pack as data for programs. shown: the selected cards."""
    several = len({pack.back_of(card) for card in pack.cards}) > 1
    cards = [
        {"card": card.label, "suit": card.suit, "quantity": card.quantity}
        | ({"back": pack.back_of(card)} if several else {})
        | ({"notes": card.notes} if card.notes else {})
        for card in shown
    ]
    return {"pack": pack.name, "count": sum(card.quantity for card in shown), "cards": cards}
