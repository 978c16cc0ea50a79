"""A box for a pack, to print, cut and fold."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from ..errors import Problem, UsageError
from ..units import MM, BadValue, Size, counted, page_size, paper_name, shown, shown_size
from .cut_files import CUT_FILES, cut_files
from .groups import (
    CARDS,
    AtHome,
    LookOptions,
    OnPaper,
    PdfOutput,
    credit_files,
    pack_files,
    part_of_pack,
    path_for,
)
from .job import Only, Option, Progress, values_for
from .kinds import LENGTH, Kind, Others, Parsed, Text, size_text, verify_size
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..output.tuck_box import BoxFile
    from ..pack.model import Card, Pack

#: Minimum and maximum thickness of a card, in points, from tissue to board: beyond is a typing error.
_THIN, _THICK = 0.05 * MM, 3 * MM
#: Minimum and maximum thickness of the board of a box, in points.
_THINNEST_BOARD, _THICKEST_BOARD = 0.15 * MM, 0.6 * MM
#: Millimetres of thickness per g/m²: folding boxboard has from 1.2 to 1.6 cm³/g.
_BULK = 0.0013
_WEIGHT = re.compile(r"([0-9]{2,4})\s?(g|gsm|g/m2|g/m²)")


class _CardThickness(Kind):
    """The thickness of a card, in points."""

    metavar = "LENGTH"

    def read(self, value: object, others: Others) -> float:
        """Return the thickness. Raises BadValue."""
        thickness: float = LENGTH.read(value, others)
        if not _THIN <= thickness <= _THICK:
            hint = f"one card has from {shown(_THIN)} to {shown(_THICK)}: measure ten, and divide by ten"
            raise BadValue(f"{_as_typed(value)} is not a thickness of a card", hint)
        return thickness

    def written(self, value: float) -> str:
        """Return the thickness with its unit."""
        return shown(value)


class _BoardThickness(Kind):
    """The thickness of board, in points, or its weight as a text."""

    metavar = "LENGTH"

    def read(self, value: object, others: Others) -> float:
        """Return the thickness. Raises BadValue."""
        weight = _WEIGHT.fullmatch(value.strip().lower()) if isinstance(value, str) else None
        board: float = int(weight[1]) * _BULK * MM if weight else LENGTH.read(value, others)
        if not _THINNEST_BOARD <= board <= _THICKEST_BOARD:
            hint = (
                f"boxes are folded of board from {shown(_THINNEST_BOARD)} to {shown(_THICKEST_BOARD)}: "
                'measure it, or name its weight, such as "250 g"'
            )
            raise BadValue(f"board of {_as_typed(value)} makes no box", hint)
        return board

    def written(self, value: float) -> str:
        """Return the weight of board of this thickness."""
        return f"{value / MM / _BULK:.0f} g"


def _as_typed(value: object) -> object:
    return value if isinstance(value, str) else shown(float(value))  # type: ignore[arg-type]


@dataclass(frozen=True, kw_only=True)
class Box(PdfOutput, OnPaper, AtHome, LookOptions):
    """Make a box for a pack, to print on card, cut, fold and glue.

    It is as deep as the pack is thick, and carries the pack's name, its colour and its back. Measure the
    cards that you have for a close fit: cards of one stock differ by 5 %. Each other kind of pieces gets a
    box of its own; --only chooses what goes into one.

    \b
    Examples:
      cardgen box never-over
      cardgen box never-over --measured 17.2mm
      cardgen box never-over --thickness 0.32mm --board 0.35mm --paper letter
      cardgen box my-pack.yaml --sleeves "66 x 91 mm" --thickness 0.45mm
      cardgen box standard-52 --front "K of hearts"
      cardgen box standard-52 --only spades
    """

    product = "a box"
    pieces = "each"

    thickness: Annotated[
        float,
        Option(
            "Of one card, in its sleeve if it has one: measure ten, and divide by ten.",
            _CardThickness(),
            only=Only("measured", (None,), "--measured says how thick all cards are"),
        ),
    ] = 0.3 * MM
    sleeves: Annotated[
        Size | None,
        Option(
            'The outer size of the sleeves that the cards are in: "66 x 91 mm".',
            Parsed(page_size, "SIZE", size_text, verify_size),
        ),
    ] = None
    measured: Annotated[
        float | None,
        Option("The thickness of all cards together: stack them, press them lightly, and measure.", LENGTH),
    ] = None
    board: Annotated[
        float,
        Option(
            'The board that the box is printed on, by its thickness ("0.35 mm") or its weight ("300 g").',
            _BoardThickness(),
        ),
    ] = 250 * _BULK * MM
    front: Annotated[
        str | None, Option("Show this card on the front, in place of the pack's name.", Text("CARD"))
    ] = None

    cut_files: Annotated[bool, CUT_FILES] = False

    only: Annotated[tuple[str, ...], Option("For these alone: piece=coin, green, kind=a", CARDS)] = ()

    def problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions, and options without effect."""
        yield from super().problems(pack)
        for name in ("style", "no_stripe"):
            if name in self.given and self.front is None:
                yield self.without_effect(name, "name a card to show, with --front")
        if pack is None:
            return
        yield from self._ambiguous_stacks(pack.sound)
        size, cards, unit = pack.sound.card.size, self._chosen(pack.sound).count, pack.sound.unit
        if self.sleeves and any(outer < card for outer, card in zip(self.sleeves, size, strict=True)):
            message = f"sleeves of {shown_size(*self.sleeves)} do not hold {unit}s of {shown_size(*size)}"
            yield Problem(message, ("sleeves",))
        if self.measured is not None and not _THIN * cards <= self.measured <= _THICK * cards:
            least, most = shown(_THIN * cards), shown(_THICK * cards)
            yield Problem(
                f"--measured {shown(self.measured)} is no thickness of {counted(cards, unit)}, which have "
                f"from {least} to {most}: stack them all, and measure",
                ("measured",),
            )
        meant = len(self._front_cards(pack.sound))
        if meant > 1:
            yield Problem(f"--front {self.front} means {meant} cards: name one of them", ("front",))

    def _ambiguous_stacks(self, kind: "Pack") -> Iterator[Problem]:
        """Yield options about one stack, where several kinds of pieces have one each."""
        kinds = self._kinds(kind)
        for name in ("measured", "sleeves") if len(kinds) > 1 else ():
            if getattr(self, name) is not None:
                which = " or ".join(f"--only piece={each}" for each in kinds)
                yield Problem(f"--{name} is about one kind of pieces: choose it with {which}", (name,))

    def _kinds(self, kind: "Pack") -> list[str]:
        """Return the kinds of pieces that get boxes, as --only names them. kind: the pack of one of them."""
        from ..pack.selection import by_kind, cards_to_print

        whole = kind.whole or kind
        return [each.piece or "card" for each, _ in by_kind(whole, cards_to_print(whole, self.only))]

    def _chosen(self, pack: "Pack") -> "Pack":
        """Return the pack with the cards that go into the box."""
        from ..pack.selection import cards_to_print

        if not self.only:
            return pack
        return pack.with_quantities({card.id: times for card, times in cards_to_print(pack, self.only)})

    def _front_cards(self, pack: "Pack") -> list["Card"]:
        """Return the cards that --front names. Raises UsageError if there are none."""
        from ..pack.selection import cards_matching

        return [] if self.front is None else cards_matching(pack, self.front)

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Draw the box unfolded."""
        from ..output.tuck_box import CARD_TOLERANCE, BoxJob, write_box

        front = next(iter(self._front_cards(pack.sound)), None)
        try:
            made = write_box(self._chosen(pack.sound), values_for(BoxJob, self, front=front))
        except UsageError as error:
            # A board keeps no box from the cards.
            if len(self._kinds(pack.sound)) == 1:
                raise
            return Result([], (f"no box: {error}",), named=self.output)
        path = path_for(self.output, f"{pack.slug}-box{part_of_pack(pack.sound, self.only)}")
        width, height, depth = (round(side / MM, 1) for side in made.inside)
        inside, deep = shown_size(width * MM, height * MM), shown(depth * MM)
        what, page = counted(made.cards, pack.sound.unit), paper_name(made.paper) or shown_size(*made.paper)
        about = f"a box for {what}, {inside} and {deep} deep inside; 1 page of {page}"
        facts = {"cards": made.cards, "inside": (width, height, depth), "paper": page}
        notes: tuple[str, ...] = ()
        if self.measured is None:
            stack = shown(round(made.stack / MM, 1) * MM)
            notes = (
                f"It holds a stack of {stack}: {what} of {shown(self.thickness)} and {CARD_TOLERANCE:.0%} "
                "more, because card stock varies.",
                "For a close fit, measure your stack and use --measured.",
            )
        warnings: tuple[str, ...] = ()
        if self.home_printer is not None and made.is_corrected:
            notes = (f"Corrected for the printer {self.home_printer.name}.", *notes)
        elif self.home_printer is not None:
            name = self.home_printer.name
            warnings = (
                f"not corrected: nothing is known of {shown_size(*made.paper)} for the printer "
                f"{name}; make its sheet "
                f"with cardgen calibrate {name}{' --landscape' if made.paper[0] > made.paper[1] else ''}",
            )
        files = [ResultFile(path, made.data, about, facts=facts)]
        if self.cut_files:
            files += cut_files(made.paths, path)
        files += credit_files(pack, path)
        return Result(
            files,
            warnings,
            notes=notes,
            facts=facts,
            next_step=self._next_step(made, path.name),
            named=self.output,
            kept=pack_files(pack.sound),
        )

    def _next_step(self, made: "BoxFile", name: str) -> str:
        """Return the next step for the user."""
        ruler = f", and measure the ruler: it should be {made.ruler} mm" if made.ruler else ""
        return (
            f"Next: print {name} on board {shown(self.board)} thick at actual size{ruler}.\n"
            "Score from tick to tick, cut along the inside of the black and white line and the four slits of "
            "the lids, fold, and glue the white flap behind the back."
        )
