"""A box for a pack, to print, cut and fold."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal

from ..errors import Problem
from ..layout.materials import (
    LID_ROOM,
    SLEEVE_FILM,
    SLEEVES,
    STOCKS,
    THICK,
    THIN,
    USUAL_STOCK,
    BoxType,
    read_sleeve_size,
    read_stock_thickness,
    sleeve_label,
    stock_label,
)
from ..prepress.printers.choices import STANDARDS
from ..units import MM, BadValue, Size, count_with_noun, length_text, paper_name, size_text
from .cut_files import CUT_FILES, cut_files
from .groups import (
    CARDS,
    AppearanceAndStrictOptions,
    HomePrinterOptions,
    PaperOptions,
    PdfOutputOptions,
    credit_files,
    output_path,
    pack_files,
    part_suffix,
)
from .job import Dependency, Option, Progress, record_from_options
from .kinds import LENGTH, Kind, Others, Parsed, Text, length_kind, size_as_typed, verify_size
from .press_files import PressFormatOptions, read_spot_name
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..output.boxes.box import BoxFile, BoxJob, PackagingPlan
    from ..pack.model import Card, Pack

#: Minimum and maximum thickness of the board of a box, in points.
_THINNEST_BOARD, _THICKEST_BOARD = 0.15 * MM, 0.6 * MM
#: The default names of the plates of cuts and of creases.
_CUT, _CREASE = "CutContour", "Crease"
#: Millimetres of thickness per g/m²: folding boxboard has from 1.2 to 1.6 cm³/g.
_BULK = 0.0013
_WEIGHT = re.compile(r"([0-9]{2,4})\s?(g|gsm|g/m2|g/m²)")


class _CardThickness(Kind):
    """The thickness of a card, in points."""

    metavar = "LENGTH"

    def parse_value(self, value: object, others: Others) -> float:
        """Return the thickness. Raises BadValue."""
        thickness: float = LENGTH.parse_value(value, others)
        if not THIN <= thickness <= THICK:
            hint = (
                f"one card has from {length_text(THIN)} to {length_text(THICK)}: measure ten, and divide "
                "by ten"
            )
            raise BadValue(f"{_as_typed(value)} is not a thickness of a card", hint)
        return thickness

    def as_typed(self, value: float) -> str:
        """Return the thickness with its unit."""
        return length_text(value)


class _CardStock(Kind):
    """The stock of cards by its name, its weight or its thickness: the thickness of a card, in points."""

    metavar = "STOCK"

    def parse_value(self, value: object, others: Others) -> float:
        """Return the thickness. Raises BadValue."""
        return float(value) if isinstance(value, float) else read_stock_thickness(value)

    def as_typed(self, value: float) -> str:
        """Return the thickness with its unit."""
        return length_text(value)

    def usual_values(self) -> Sequence[str]:
        """Return the names of known stocks."""
        return tuple(STOCKS)

    def label(self, word: str) -> str:
        """Return the name of a stock with its thickness."""
        return stock_label(word)


class _BoardThickness(Kind):
    """The thickness of board, in points, or its weight as a text."""

    metavar = "LENGTH"

    def parse_value(self, value: object, others: Others) -> float:
        """Return the thickness. Raises BadValue."""
        weight = _WEIGHT.fullmatch(value.strip().lower()) if isinstance(value, str) else None
        board: float = int(weight[1]) * _BULK * MM if weight else LENGTH.parse_value(value, others)
        if not _THINNEST_BOARD <= board <= _THICKEST_BOARD:
            hint = (
                f"boxes are folded of board from {length_text(_THINNEST_BOARD)} to "
                f"{length_text(_THICKEST_BOARD)}: "
                'measure it, or name its weight, such as "250 g"'
            )
            raise BadValue(f"board of {_as_typed(value)} makes no box", hint)
        return board

    def as_typed(self, value: float) -> str:
        """Return the weight of board of this thickness."""
        return f"{value / MM / _BULK:.0f} g"


def _as_typed(value: object) -> object:
    """Return a thickness for a message: a text unchanged, a number in points as text in millimetres."""
    return value if isinstance(value, str) else length_text(float(value))  # type: ignore[arg-type]


@dataclass(frozen=True, kw_only=True)
class Box(PdfOutputOptions, PaperOptions, HomePrinterOptions, PressFormatOptions, AppearanceAndStrictOptions):
    """Make a box for a pack, to print on card, cut, crease, fold and glue, or for a press.

    It is as deep as the pack is thick, and carries the pack's name, its colour and its back, or the pictures
    and texts of the pack's key `box`. Measure the cards that you have for a close fit: cards of one stock
    differ by 5 %. Each other kind of pieces gets a box of its own, or a well in one box with --type insert;
    --only chooses what goes into one.

    \b
    Examples:
      cardgen box never-over
      cardgen box never-over --measured 17.2mm
      cardgen box never-over --thickness 0.32mm --board 0.35mm --paper letter
      cardgen box my-pack.yaml --stock "310 gsm" --sleeves standard
      cardgen box never-over --type two-piece
      cardgen box my-pack.yaml --type insert --cut-files
      cardgen box never-over --press --condition gracol
      cardgen box standard-52 --front "K of hearts"
      cardgen box standard-52 --only spades
    """

    product = "a box"

    type: Annotated[
        BoxType,
        Option(
            "tuck: of one sheet, with lids to tuck in; two-piece: a tray and a lid; insert: a tray, a lid, "
            "and in it a well for each kind of pieces."
        ),
    ] = "tuck"
    thickness: Annotated[
        float | None,
        Option(
            "Of one card, in its sleeve if it has one: measure ten, and divide by ten. Default: that of the "
            f"stock, or {length_text(USUAL_STOCK)}.",
            _CardThickness(),
            only=Dependency("measured", (None,), "--measured says how thick all cards are"),
        ),
    ] = None
    stock: Annotated[
        float | None,
        Option(
            'The stock of the cards, which says how thick they are: "310 gsm", or a name of '
            "`cardgen list stocks`. Default: that of the pack.",
            _CardStock(),
            only=Dependency("measured", (None,), "--measured says how thick all cards are"),
        ),
    ] = None
    sleeves: Annotated[
        Size | None,
        Option(
            "The sleeves that the cards are in: a name of `cardgen list sleeves`, or their outer size, "
            '"66 x 91 mm". Default: those of the pack.',
            Parsed(read_sleeve_size, "SIZE", size_as_typed, verify_size, tuple(SLEEVES), sleeve_label),
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
    lid_room: Annotated[
        float,
        Option(
            "Room between a lid and its tray, on each side.",
            length_kind(0, 3 * MM, "the room goes from 0 to 3 mm"),
            only=Dependency("type", ("two-piece", "insert"), "a tuck box has no lid of its own"),
        ),
    ] = LID_ROOM
    front: Annotated[
        str | None, Option("Show this card on the front, in place of the pack's name.", Text("CARD"))
    ] = None
    press: Annotated[
        bool,
        Option(
            "For a press, in place of a page for home: PDF/X, each part in a file of its own, with plates of "
            "its cuts and its creases. --printer means the same."
        ),
    ] = False
    cut_name: Annotated[
        str | None,
        Option(f"The name of the plate of cuts. Default: {_CUT}", Parsed(read_spot_name, "NAME")),
    ] = None
    crease_name: Annotated[
        str | None,
        Option(f"The name of the plate of creases. Default: {_CREASE}", Parsed(read_spot_name, "NAME")),
    ] = None
    outlines: Annotated[bool, Option("For a press: type as outlines, without fonts.")] = False

    cut_files: Annotated[bool, CUT_FILES] = False

    only: Annotated[tuple[str, ...], Option("For these alone: piece=coin, green, kind=a", CARDS)] = ()

    @property
    def pieces(self) -> Literal["all", "each"]:  # type: ignore[override]
        """Return "all" for an insert, which holds all kinds of pieces; "each" for boxes that hold one."""
        return "all" if self.type == "insert" else "each"

    @classmethod
    def prints_at_home(cls, options: Mapping[str, object]) -> bool:
        """Tell whether a printer at home prints the box: a press prints press files."""
        return not (options.get("press") or options.get("printer"))

    @property
    def is_for_press(self) -> bool:
        """Tell whether the job makes files for a press, and not a page to print at home."""
        return self.press or self.printer is not None

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions, and options without effect."""
        yield from super().option_problems(pack)
        yield from self._press_problems()
        if self.stock is not None and self.thickness is not None:
            message = "--stock and --thickness both say how thick a card is: keep one"
            yield Problem(message, ("stock",))
        if self.type == "insert" and self.measured is not None:
            yield Problem(
                "--measured is about one stack, and an insert has several: use --thickness", ("measured",)
            )
        for name in ("style", "no_stripe"):
            if name in self.given and self.front is None:
                yield self.no_effect_warning(name, "name a card to show, with --front")
        if pack is None:
            return
        yield from self._ambiguous_stacks(pack.valid_pack)
        size, cards, unit = (
            pack.valid_pack.card.size,
            self._pack_to_box(pack.valid_pack).count,
            pack.valid_pack.card_noun,
        )
        if self.sleeves and any(outer < card for outer, card in zip(self.sleeves, size, strict=True)):
            message = f"sleeves of {size_text(*self.sleeves)} do not hold {unit}s of {size_text(*size)}"
            yield Problem(message, ("sleeves",))
        if self.measured is not None and not THIN * cards <= self.measured <= THICK * cards:
            least, most = length_text(THIN * cards), length_text(THICK * cards)
            yield Problem(
                f"--measured {length_text(self.measured)} is no thickness of "
                f"{count_with_noun(cards, unit)}, which have "
                f"from {least} to {most}: stack them all, and measure",
                ("measured",),
            )
        meant = len(self._front_cards(pack.valid_pack))
        if meant > 1:
            yield Problem(f"--front {self.front} means {meant} cards: name one of them", ("front",))

    def _press_problems(self) -> Iterator[Problem]:
        """Yield warnings for options that have no effect on press files, or only on press files, and errors
        for wrong printers and names.
        """
        if self.is_for_press:
            for name in {"paper", "home_printer"} & self.given.keys():
                yield self.no_effect_warning(name, "a press file has a page of its own")
        else:
            names = {"standard", "condition", "profile", "bleed", "rich_black", "outlines"}
            for name in sorted((names | {"cut_name", "crease_name"}) & self.given.keys()):
                yield self.no_effect_warning(name, "it is about press files: add --press")
        if self.printer is not None and self.printer.form == "images":
            yield Problem(
                f"{self.printer.name} takes pictures, no PDF, and boxes only of its own: leave --printer out",
                ("printer",),
            )
        if self.cut_name is not None and self.cut_name == self.crease_name:
            yield Problem("cuts and creases need plates of different names", ("crease_name",))

    def _ambiguous_stacks(self, kind: "Pack") -> Iterator[Problem]:
        """Yield an error for each option that describes one stack of pieces if several kinds of pieces get a
        box each.
        """
        kinds = self._boxed_kinds(kind)
        if self.type == "insert" or len(kinds) == 1:
            return
        for name in ("measured", "sleeves"):
            if getattr(self, name) is not None:
                which = " or ".join(f"--only piece={each}" for each in kinds)
                yield Problem(f"--{name} is about one kind of pieces: choose it with {which}", (name,))

    def _boxed_kinds(self, kind: "Pack") -> list[str]:
        """Return the kinds of pieces that get boxes, as --only names them. kind: the pack of one of them."""
        from ..pack.selection import cards_by_kind, cards_to_print

        whole = kind.whole_pack or kind
        return [each.piece or "card" for each, _ in cards_by_kind(whole, cards_to_print(whole, self.only))]

    def _pack_to_box(self, pack: "Pack") -> "Pack":
        """Return the pack with the cards that go into the box."""
        from ..pack.selection import cards_to_print

        if not self.only:
            return pack
        return pack.with_quantities({card.id: times for card, times in cards_to_print(pack, self.only)})

    def _with_box_bleed(self, pack: "Pack") -> "Pack":
        """Return the pack with the requested bleed, or else that which the printer requires of boxes."""
        if self.bleed is None and self.printer is not None and self.printer.box_bleed is not None:
            return replace(pack, card=pack.card._replace(bleed=self.printer.box_bleed))
        return self.with_bleed(pack)

    def _front_cards(self, pack: "Pack") -> list["Card"]:
        """Return the cards that --front names. Raises UsageError if there are none."""
        from ..pack.selection import cards_matching

        return [] if self.front is None else cards_matching(pack, self.front)

    def box_job(self, pack: "Pack") -> "BoxJob":
        """Return the options of the box writer: the type of box, sizes and pictures."""
        from ..output.boxes.box import BoxJob

        thickness = self.thickness
        film = SLEEVE_FILM if self.sleeves or pack.box.sleeves else 0.0
        if self.stock is not None:
            thickness = self.stock + film
        elif thickness is None and self.printer is not None and self.printer.stock is not None:
            # What the printer prints on, not what the pack says of other cards.
            thickness = self.printer.stock + film
        front = next(iter(self._front_cards(pack)), None)
        made: BoxJob = record_from_options(BoxJob, self, front=front, thickness=thickness)
        return made

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Draw the box unfolded."""
        from ..output.boxes.box import write_box

        if self.is_for_press:
            return self._press_result(pack, progress)
        job = self.box_job(pack.valid_pack)
        made = write_box(self._pack_to_box(pack.valid_pack), job)
        path = output_path(self.output, self._file_name(pack))
        page = paper_name(made.paper) or size_text(*made.paper)
        about = (
            f"{self._box_description(made.plan, pack.valid_pack)}; {count_with_noun(made.pages, 'page')} "
            f"of {page}"
        )
        facts = {**self._box_facts(made.plan), "pages": made.pages, "paper": page}
        warnings: list[str] = [*_crowding_warnings(made.panels_without_room)]
        notes = list(self._box_notes(made.plan, pack.valid_pack, job))
        paper = paper_name(self.paper) or size_text(*self.paper)
        for name, sheets in made.split:
            notes.append(
                f"the {name or 'box'} is larger than {paper}: it is in {sheets} parts, to glue with "
                "an overlap; larger paper spares that"
            )
        if self.home_printer is not None and made.is_corrected:
            notes.insert(0, f"Corrected for the printer {self.home_printer.name}.")
        elif self.home_printer is not None:
            warnings.append(self.home_printer.missing_readings_warning(made.paper))
        files = [ResultFile(path, made.data, about, facts=facts)]
        if self.cut_files:
            files += [each for paths in made.paths for each in cut_files(paths, path, paths.name)]
        files += credit_files(pack, path)
        return Result(
            files,
            tuple(warnings),
            notes=tuple(notes),
            facts=facts,
            next_step=self._next_step(made, path.name),
            named=self.output,
            kept=pack_files(pack.valid_pack),
        )

    def _press_result(self, pack: "Examined", progress: Progress) -> Result:
        """Draw the press files of the box, and preflight them."""
        from ..output.boxes.press import DiePlates, box_target, write_box_press
        from ..prepress.pdf.flattening import flattening_lines
        from ..prepress.preflight import preflight

        wanted = self.press_job()
        press = wanted._replace(outlines=self.outlines or wanted.outlines)
        plates = DiePlates(self.cut_name or _CUT, self.crease_name or _CREASE)
        drawn, job = self._with_box_bleed(self._pack_to_box(pack.valid_pack)), self.box_job(pack.valid_pack)
        made = write_box_press(drawn, job, press, plates)
        path = output_path(
            self.output, f"{self._file_name(pack)}-{self.printer.key if self.printer else 'press'}"
        )
        files: list[ResultFile] = []
        for file in made.files:
            suffix = file.part.name and f"-{file.part.name}"
            place = path.with_name(path.stem + suffix + path.suffix)
            with progress("preflight") as tick:
                report = preflight(file.data, box_target(drawn, press, self.printer, plates), tick)
            size = size_text(*file.part.size)
            about = f"{STANDARDS[press.standard]} for {press.intent.identifier}, {size} flat"
            more = f"; cuts on the plate {plates.cut}, creases on {plates.crease}"
            notes = tuple(flattening_lines(file.flattened))
            facts = {"flat": tuple(round(side / MM, 2) for side in file.part.size)}
            files.append(ResultFile(place, file.data, about, notes, facts, suffix, report, more))
        faults: tuple[str, ...] = ()
        if not all(file.report.passed for file in files if file.report):
            faults = ("Do not send this to the printer yet: fix the faults above and make it again.",)
        if self.cut_files:
            files += [each for file in made.files for each in cut_files(file.paths, path, file.part.name)]
        files += credit_files(pack, path)
        notes = (
            self._box_description(made.plan, pack.valid_pack),
            *self._box_notes(made.plan, pack.valid_pack, job),
        )
        whose = f"{self.printer.name}'s" if self.printer else "your printer's"
        return Result(
            files,
            tuple(_crowding_warnings(made.panels_without_room)),
            notes=notes,
            facts=self._box_facts(made.plan),
            faults=faults,
            next_step=(
                f"Next: ask for {whose} own die before you order: makers have dies of usual sizes, and what "
                "they require of boxes is not known here. The safe zone of a box was not judged."
            ),
            named=self.output,
            kept=pack_files(pack.valid_pack),
        )

    def _file_name(self, pack: "Examined") -> str:
        """Return the name of the file without its suffix."""
        kind = "" if self.type == "tuck" else f"-{self.type}"
        part = (
            part_suffix(pack.valid_pack, self.only) if self.type != "insert" else "-some" if self.only else ""
        )
        return f"{pack.slug}{kind}-box{part}"

    def _box_description(self, plan: "PackagingPlan", pack: "Pack") -> str:
        """Return a sentence that says for which cards the box is, and its inside size."""
        width, height, depth = (round(side / MM, 1) for side in plan.inside)
        inside, deep = size_text(width * MM, height * MM), length_text(depth * MM)
        what = count_with_noun(
            plan.cards, "piece" if self.type == "insert" and pack.pieces else pack.card_noun
        )
        kind = {"tuck": "a box", "two-piece": "a tray with a lid", "insert": "a box with wells"}[self.type]
        return f"{kind} for {what}, {inside} and {deep} deep inside"

    def _box_facts(self, plan: "PackagingPlan") -> dict[str, object]:
        """Return the facts of the box, in millimetres."""
        facts: dict[str, object] = {
            "cards": plan.cards,
            "inside": tuple(round(side / MM, 1) for side in plan.inside),
        }
        if len(plan.parts) > 1:
            facts["parts"] = {
                part.name: {
                    "flat": tuple(round(side / MM, 2) for side in part.size),
                    "inside": tuple(round(side / MM, 1) for side in part.inside),
                }
                for part in plan.parts
            }
        return facts

    def _box_notes(self, plan: "PackagingPlan", pack: "Pack", job: "BoxJob") -> Iterator[str]:
        """Yield notes on the sizes that the box was made for."""
        from ..output.boxes.box import CARD_TOLERANCE
        from ..output.boxes.insert import piece_thickness

        if kinds := dict.fromkeys(ink.kind for ink in pack.special_inks):
            inks = " or ".join(kinds)
            yield f"the box has no {inks}: what has it on the cards is printed in ordinary ink on the box"
        for part in plan.parts:
            if part.title:
                width, height, depth = (round(side / MM, 1) * MM for side in part.inside)
                yield f"{part.title}: a well of {size_text(width, height)}, {length_text(depth)} deep"
        if self.type == "insert":
            yield (
                f"Stacks may be {CARD_TOLERANCE:.0%} thicker than `stock` says. Say how thick pieces are "
                "with `stock` in the pack, and cards also with --stock or --thickness."
            )
        elif self.measured is None:
            stack = length_text(round(plan.stack / MM, 1) * MM)
            one = length_text(job.thickness or piece_thickness(pack, job.sleeves))
            yield (
                f"It holds a stack of {stack}: {count_with_noun(plan.cards, pack.card_noun)} of {one} and "
                f"{CARD_TOLERANCE:.0%} more, because card stock varies."
            )
            yield "For a close fit, measure your stack and use --measured."

    def _next_step(self, made: "BoxFile", name: str) -> str:
        """Return the next step for the user."""
        ruler = f", and measure the ruler: it should be {made.ruler} mm" if made.ruler else ""
        first = f"Next: print {name} on board {length_text(self.board)} thick at actual size{ruler}.\n"
        if self.type == "tuck":
            return (
                f"{first}Score from tick to tick, cut along the inside of the black and white line and the "
                "four slits of the lids, fold, and glue the white flap behind the back."
            )
        return (
            f"{first}Score each tab and each wall from tick to tick, and the base from corner to corner. Cut "
            "along the inside of the black and white line, fold all walls up, away from the print, and glue "
            "the white tabs behind the walls at the sides."
        )


def _crowding_warnings(sides: Sequence[str]) -> Iterator[str]:
    """Yield a warning for each side of a box on which cardgen's own text does not fit. sides: their names."""
    for side in sides:
        yield f"box: the text of the {side} has no room there: shorten it"
