"""Make sheets to print at home and cut; and everything for home: the sheets and the rulebooks."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from ..errors import Problem
from ..geometry import TOLERANCE
from ..layout.calibration import Flip
from ..layout.guides import GuideKind as Guides
from ..layout.guides import GuideSides
from ..layout.imposition import USUAL_MARGIN, Backs, Orientation, SheetOptions
from ..layout.print_then_cut import CRICUT_GAP, print_then_cut_area
from ..layout.registration import (
    BORDERLESS_INSET,
    GAP,
    INSET,
    THICKNESS,
    Marks,
    Registration,
    cutting_template,
)
from ..units import MM, Size, count_with_noun, length_text, paper_name, parse_page_size, size_text
from .cut_files import cut_files
from .groups import (
    OUTPUT,
    AppearanceAndStrictOptions,
    CardSelectionOptions,
    HomePrinterOptions,
    PaperOptions,
    PdfOutputOptions,
    bleed_notes,
    credit_files,
    is_file,
    language_suffix,
    output_path,
    pack_files,
    part_suffix,
    special_ink_notes,
    transparency_notes,
)
from .job import Dependency, Option, Progress, record_from_options
from .kinds import LENGTH, OFFSET, FilePath, Number, Parsed, size_as_typed, verify_size
from .pieces import CARDS
from .printing import CHANGED, Since, find_last_printing
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..output.rulebook import BookJob
    from ..output.sheets import Job as SheetJob
    from ..output.sheets import SheetFile, SheetsOfKind
    from ..pack.model import Card, Pack


#: The machines that sheets are laid out for.
Cutter = Literal["silhouette", "cricut", "outlines"]
_SOME_GUIDES = tuple(kind for kind in get_args(Guides) if kind != "none")
_WITH_BACKS = Dependency(
    "backs", ("duplex", "separate", "gutterfold"), "no backs are printed with --backs {value}"
)


@dataclass(frozen=True, kw_only=True)
class ImpositionOptions(PaperOptions, HomePrinterOptions):
    """Options of the imposition of cards on paper."""

    section = "On the sheet"

    portrait: Annotated[bool, Option("Use the paper in portrait orientation.")] = False
    landscape: Annotated[
        bool, Option("Use the paper in landscape orientation. Default: the one that holds more cards.")
    ] = False
    margin: Annotated[float, Option("The margin that the printer leaves white.", LENGTH)] = USUAL_MARGIN
    gutter: Annotated[float, Option("Space between cards, filled with bleed.", LENGTH)] = 0.0
    rows: Annotated[int | None, Option("Maximum number of rows.", Number(1, 100))] = None
    columns: Annotated[int | None, Option("Maximum number of columns.", Number(1, 100))] = None
    skip: Annotated[
        tuple[int, ...],
        Option(
            "Leave this place empty on every sheet, counted from the upper left of a front, row by row. "
            "Several may be given.",
            Number(1, 1000),
        ),
    ] = ()
    guides: Annotated[
        Guides, Option("Where to cut. auto: crop marks, and ticks in corners where those have no room.")
    ] = "auto"
    guides_on: Annotated[
        GuideSides,
        Option(
            "Sides with guides.",
            only=Dependency(
                "guides",
                _SOME_GUIDES,
                "there are no guides with --guides none",
            ),
        ),
    ] = "fronts"
    guides_inside: Annotated[
        bool,
        Option(
            "Let corner ticks run into the faces as well.",
            only=Dependency("guides", ("ticks",), "only --guides ticks can run into the faces"),
        ),
    ] = False
    cutter: Annotated[
        Cutter | None,
        Option(
            "Sheets for a cutting machine, with the outlines as SVG and DXF files beside them. silhouette: "
            "with its registration marks; outlines: without marks; cricut: pictures for Print Then Cut."
        ),
    ] = None
    area: Annotated[
        Size | None,
        Option(
            'The largest picture that your Design Space prints and cuts: "7.44 x 9.94 in". Default: what is '
            "known of the paper.",
            Parsed(parse_page_size, "SIZE", size_as_typed, verify_size),
            only=Dependency("cutter", ("cricut",), "it is about --cutter cricut"),
        ),
    ] = None
    registration: Annotated[
        Marks,
        Option(
            "Registration marks: three for all Silhouettes, or four for the Cameo 5 Alpha.",
            only=Dependency("cutter", ("silhouette",), "it is about --cutter silhouette"),
        ),
    ] = "three"
    borderless: Annotated[
        bool,
        Option(
            "Registration marks 3.5 mm from the edge, for printers that print without a margin.",
            only=Dependency("cutter", ("silhouette",), "it is about --cutter silhouette"),
        ),
    ] = False
    backs: Annotated[
        Backs, Option("How backs are printed. --cutter cricut prints none: it cuts what has one side.")
    ] = "duplex"
    flip: Annotated[
        Flip,
        Option(
            "The edge the printer flips on.",
            only=Dependency("backs", ("duplex", "separate"), "with --backs {value} no paper is flipped"),
        ),
    ] = "long"
    back_offset: Annotated[
        tuple[float, float],
        Option("Move backs right and up, to correct the printer's drift.", OFFSET, only=_WITH_BACKS),
    ] = (0.0, 0.0)
    back_rotate: Annotated[
        float, Option("Turn backs counter-clockwise.", Number(-5.0, 5.0, "DEGREES"), only=_WITH_BACKS)
    ] = 0.0

    @property
    def orientation(self) -> Orientation:
        """Return the requested orientation of the paper; "auto" for the one that holds more cards."""
        return "portrait" if self.portrait else "landscape" if self.landscape else "auto"

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions, and options without effect."""
        if self.guides_on == "backs" and self.backs == "none" and self.guides != "none":
            message = "--guides-on backs and --backs none leave no place for guides: leave one of them out"
            yield Problem(message, ("guides_on",))
        yield from self._cutter_problems()
        if self.portrait and self.landscape:
            yield Problem("--portrait and --landscape do not go together: keep one", ("landscape",))
        yield from super().option_problems(pack)

    @classmethod
    def prints_at_home(cls, options: Mapping[str, object]) -> bool:
        """Tell whether a printer at home prints the sheets: a Cricut's program prints its pictures itself."""
        return options.get("cutter") != "cricut"

    def _cutter_problems(self) -> Iterator[Problem]:
        """Yield errors and warnings for options that contradict the cutter: marks of a Silhouette, or
        pictures of a Cricut.
        """
        if self.cutter == "cricut":
            yield from self._print_then_cut_problems()
        if self.cutter != "silhouette":
            return
        if self.backs == "gutterfold":
            message = (
                "--cutter silhouette wants cards in the middle of the paper: leave --backs gutterfold out"
            )
            yield Problem(message, ("backs",))
        reasons = {"guides": "the machine follows its marks", "margin": "the registration marks set it"}
        for name in self.given.keys() & reasons.keys():
            yield self.no_effect_warning(name, reasons[name])

    def _print_then_cut_problems(self) -> Iterator[Problem]:
        """Yield errors for options that contradict the pictures of a Cricut."""
        if self.backs != "none" and "backs" in self.given:
            message = "Print Then Cut prints one side: leave --backs out"
            yield Problem(message, ("backs",))
        if self.gutter <= 0 and "gutter" in self.given:
            message = "Print Then Cut cuts around what is transparent: leave --gutter out, or make it wider"
            yield Problem(message, ("gutter",))
        area = self.area or print_then_cut_area(self.paper)
        if any(a > b + TOLERANCE for a, b in zip(sorted(area), sorted(self.paper), strict=True)):
            if self.area:
                message = f"--area {size_text(*area)} is larger than the paper of {size_text(*self.paper)}"
                yield Problem(message, ("area",))
            else:
                yield Problem(
                    f"how large a picture Print Then Cut prints on {_paper_name(self.paper)} is not known: "
                    "state it with --area, or take --paper a4 or letter",
                    ("paper",),
                )
        reasons = {
            "guides": "the machine cuts the outlines",
            "guides_on": "the machine cuts the outlines",
            "margin": "the largest picture sets it: see --area",
            "flip": "no paper is flipped",
            "back_offset": "no backs are printed",
            "back_rotate": "no backs are printed",
            "home_printer": "Design Space prints the picture",
        }
        for name in reasons.keys() & self.given.keys():
            yield self.no_effect_warning(name, reasons[name])

    @property
    def sheet_options(self) -> SheetOptions:
        """Return the options of the imposition, with the marks of a cutter."""
        made: SheetOptions = record_from_options(SheetOptions, self, registration=None)
        if self.cutter == "cricut":
            return made._replace(
                paper=self.area or print_then_cut_area(self.paper),
                margin=0.0,
                gutter=self.gutter if "gutter" in self.given else CRICUT_GAP,
                backs="none",
                home_printer=None,
            )
        if self.cutter != "silhouette":
            return made
        inset = BORDERLESS_INSET if self.borderless else INSET
        gutter = self.gutter if "gutter" in self.given else GAP
        return made._replace(registration=Registration(self.registration, inset), margin=inset, gutter=gutter)


@dataclass(frozen=True, kw_only=True)
class _SheetsJob(ImpositionOptions, AppearanceAndStrictOptions):
    """Sheets of a pack, or of a part of it."""

    packs = "each"

    numbers_copies = True

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions, and options without effect."""
        yield from super().option_problems(pack)
        if "back" in self.given and self.backs == "none":
            yield self.no_effect_warning("back", "there are no backs with --backs none")
        drawn = pack.pack if pack else None
        if drawn is not None and not any(_has_style(drawn, card) for card in drawn.cards):
            reasons = {"style": "no cards that come in styles", "no_stripe": "no cards with a stripe"}
            for name in self.given.keys() & reasons.keys():
                yield self.no_effect_warning(name, f"{drawn.name} has {reasons[name]}")

    def make_sheets(self, pack: "Examined", progress: Progress, path: Path, **part: Any) -> Result:
        """Draw the sheets.

        path: of the file, if there is only one. part: options that select the cards to print.
        """
        from ..output.sheets import Job as SheetJob
        from ..output.sheets import write_sheets

        if self.cutter == "cricut":
            job = record_from_options(SheetJob, self, layout=self.sheet_options, **part)
            return self._make_cut_sheets(pack, progress, path, job)
        if self.cutter == "silhouette":
            part["guides"] = "none"
        job = record_from_options(
            SheetJob, self, layout=self.sheet_options, source=_source_name(pack), **part
        )
        with progress("sheets") as tick:
            files = write_sheets(pack.valid_pack, job, tick)
        made = [self._sheet_result_file(file, path) for file in files]
        paper = _paper_name(self.paper)
        counts = [
            {"cards": each.pieces, "sheets": each.sheets, "paper": paper}
            | ({"parts": list(each.tiles)} if each.tiles != (1, 1) else {})
            for each in files[0].kinds
        ]
        names = [each.piece or CARDS for each in files[0].kinds]
        facts = counts[0] if len(counts) == 1 else dict(zip(names, counts, strict=True))
        next_step = self._next_step(files[0], made[0].path)
        if self.cutter:
            several = len(files[0].kinds) > 1
            made += [
                each
                for kind in files[0].kinds
                if kind.cuts is not None
                for each in cut_files(kind.cuts, path, (kind.piece or CARDS) if several else "")
            ]
            next_step += "".join(f"\n{line}" for line in self._cutter_steps(files[0].kinds, pack.valid_pack))
        made += credit_files(pack, path)
        chosen = part.get("only", ()), part.get("missing", ())
        return Result(
            made,
            files[0].warnings,
            notes=(
                *bleed_notes(pack.valid_pack, *chosen),
                *transparency_notes(pack.valid_pack, *chosen),
                *special_ink_notes(pack.valid_pack),
                *self._blank_back_notes(pack.valid_pack),
            ),
            facts=facts,
            next_step=next_step,
            kept=pack_files(pack.valid_pack),
        )

    def _blank_back_notes(self, pack: "Pack") -> Iterator[str]:
        """Yield the note that pages of backs show nothing, if all cards have blank backs."""
        from ..art.backs import is_blank

        if self.backs != "none" and all(
            is_blank(back) for kind in pack.kinds for back in kind.backs.values()
        ):
            yield "all backs are blank: leave their pages out with --backs none"

    def _make_cut_sheets(self, pack: "Examined", progress: Progress, path: Path, job: "SheetJob") -> Result:
        """Draw the sheets as pictures for Print Then Cut, each with its outlines."""
        from ..output.print_then_cut import write_cut_sheets

        files: list[ResultFile] = []
        sizes: dict[str, None] = {}
        with progress("sheets") as tick:
            for sheet in write_cut_sheets(pack.valid_pack, job, tick):
                what = count_with_noun(sheet.pieces, "piece" if sheet.piece else "card")
                size = size_text(*sheet.size)
                sizes[size] = None
                kind = f", {sheet.piece}" if sheet.piece else ""
                name = f"{path.stem}-{sheet.number}"
                facts = {"cards": sheet.pieces, "size": tuple(round(side / MM, 2) for side in sheet.size)}
                about = f"{what}{kind}, {size}, transparent between them"
                files.append(ResultFile(path.with_name(f"{name}.png"), sheet.png, about, facts=facts))
                files += [
                    each
                    for each in cut_files(sheet.cuts, path.with_name(f"{name}.png"))
                    if each.path.suffix == ".svg"
                ]
        area = size_text(*job.layout.paper)
        made = [each for each in files if each.path.suffix == ".png"]
        others = ", and then each other picture," if len(made) > 1 else ""
        exactly = "the size that is stated with it here" if len(sizes) > 1 else "".join(sizes)
        step = (
            f"Next: upload {made[0].path.name}{others} to Design Space as an image for Print Then Cut. Set "
            f"its width, with the proportions locked, so that it measures exactly {exactly}: Design Space "
            "may show another size. It prints the picture with its own marks, and cuts around each piece.\n"
            "The .svg file has the same outlines, for a machine or a program that cuts lines. No Cricut has "
            "been tried: cut the first sheet of plain paper."
        )
        cards = sum(each.facts["cards"] for each in made)
        files += credit_files(pack, path)
        return Result(
            files,
            notes=(
                f"each picture has at most {area}, the largest that is printed and cut",
                "no backs: Print Then Cut prints one side",
            ),
            facts={"cards": cards, "sheets": len(made), "area": [round(s / MM, 2) for s in job.layout.paper]},
            next_step=step,
            kept=pack_files(pack.valid_pack),
        )

    def _sheet_result_file(self, file: "SheetFile", path: Path) -> ResultFile:
        """Return a file of sheets with its description, notes and facts. path: without a suffix for backs."""
        kinds = file.kinds
        cards = count_with_noun(file.cards, "piece" if any(kind.piece for kind in kinds) else "card")
        cards += f" of {len(kinds)} kinds" if len(kinds) > 1 else ""
        paper = f"{count_with_noun(file.sheets, 'sheet')} of {_paper_name(self.paper)}"
        about = f"{cards} on {paper}{', both sides' if self.backs == 'duplex' else ''}"
        notes = file.notes
        if len(kinds) > 1:
            notes = (*map(_sheets_of_kind_line, kinds), *notes)
        if file.suffix == "-backs":
            about, notes = f"the backs of {cards}, for {paper}", ()
        facts = {name: getattr(file, name) for name in ("pages", "sheets", "cards", "ruler")}
        place = path.with_name(path.stem + file.suffix + path.suffix)
        return ResultFile(place, file.data, about, notes, facts, file.suffix)

    def _cutter_steps(self, kinds: Sequence["SheetsOfKind"], pack: "Pack") -> Iterator[str]:
        """Yield how to cut the sheets."""
        for kind in kinds:
            of = f"{kind.piece or CARDS}: " if len(kinds) > 1 else ""
            if kind.cuts is None:
                yield f"{of}A piece in parts has no file to cut: cut it by hand."
            elif self.cutter == "outlines":
                yield (
                    f"{of}Open the .dxf or .svg file in the program of your cutter, in millimetres, and cut."
                )
            else:
                yield of + self._silhouette_settings(kind, pack)
        if self.cutter == "silhouette" and any(kind.cuts is not None for kind in kinds):
            step = "Open the .dxf file at its own size, centre it on the page, and cut."
            yield step
        if any(kind.cuts is not None and kind.pieces % len(kind.cuts.cuts) for kind in kinds):
            yield "It has the outlines of a full sheet: for the last sheet delete those of empty places."

    def _silhouette_settings(self, kind: "SheetsOfKind", pack: "Pack") -> str:
        """Return the settings for Silhouette Studio for the sheets of a kind of pieces."""
        assert kind.cuts is not None  # noqa: S101 - the caller has looked
        wide, high = kind.cuts.size
        inset = BORDERLESS_INSET if self.borderless else INSET
        arm = math.floor(kind.arm / MM * 100) / 100 * MM
        way = "landscape" if wide > high else "portrait"
        made = (
            f"In Silhouette Studio choose {_paper_name((wide, high))}, {way}, and {self.registration} "
            f"registration marks with a length of {length_text(arm)}, a thickness of "
            f"{length_text(THICKNESS)} and "
            f"an inset of {length_text(inset)}."
        )
        card = next(each.card for each in pack.kinds if each.piece == kind.piece)
        others = {"portrait", "landscape", "gutter", "rows", "columns"} & self.given.keys()
        template = cutting_template(card.size, self.paper, borderless=self.borderless)
        if template is None or others or card.shape != "rectangle":
            return made
        return (
            f"{made} Or take silhouette-card-maker's template {template.file}, "
            f"which rounds corners with a radius of {length_text(template.corner * MM)}."
        )

    def _next_step(self, file: "SheetFile", path: Path) -> str:
        """Return the next step for the user."""
        ruler = f"measure the ruler: it should be {file.ruler} mm" if file.ruler else "measure a card"
        first = f"Next: print page 1 of {path.name} at actual size and {ruler}."
        then = {
            "duplex": f"Then print it all on both sides, flipped on the {self.flip} edge.",
            "separate": "Then print the fronts, put the paper in again turned about its "
            f"{self.flip} edge, and print the backs.",
            "gutterfold": "Then print it all on one side, fold each sheet along the dashed line, glue, "
            "and cut.",
            "none": "Then print it all and cut.",
        }
        said = f"{first}\n{then[self.backs]}"
        if any(kind.tiles != (1, 1) for kind in file.kinds):
            said += (
                "\nCut the parts (A1, A2 …) along their solid lines, and glue each up to the dashed line of "
                "the one before."
            )
        return said


@dataclass(frozen=True, kw_only=True)
class Sheets(PdfOutputOptions, CardSelectionOptions, _SheetsJob):
    """Make sheets to print at home and cut: cards on paper, backs behind them, a ruler to measure.

    \b
    Examples:
      cardgen sheets never-over
      cardgen sheets never-over --paper letter --flip short
      cardgen sheets my-pack.yaml --gutter "4 mm" --guides ticks -o cards.pdf
      cardgen sheets never-over --missing "+4:2, ≤0"
      cardgen sheets my-pack.yaml --changed
      cardgen sheets never-over --backs gutterfold --style paper
      cardgen sheets never-over --cutter cricut --paper letter
    """

    copies: Annotated[int, Option("Number of copies of the pack to print.", Number(1, 1000))] = 1
    changed: Annotated[bool, Option("Only what changed since the last printing.")] = False
    since: Since = None

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield errors for options that select cards in two ways, and for wrong outputs."""
        yield from super().option_problems(pack)
        if self.cutter == "cricut" and self.output is not None and is_file(self.output, ".pdf"):
            yield Problem("--cutter cricut makes pictures, not a PDF: name a folder with -o", ("output",))
        for name in ("only", "missing", "copies"):
            if (self.changed or self.since) and name in self.given:
                message = f"--{name} and --changed do not go together: --changed names its cards itself"
                yield Problem(message, (name,))

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Draw the sheets."""
        suffix = part_suffix(pack.valid_pack, self.only, self.missing)
        name = f"{pack.slug}{self._single_kind_suffix(pack)}-sheets{suffix}"
        part: dict[str, Any] = {"only": self.only, "copies": self.copies, "missing": self.missing}
        if self.changed or self.since:
            from ..pack.numbered_copies import last_copies

            last = find_last_printing(pack.valid_pack, pack.slug, self.since, self.output)
            chosen = [
                each
                for card, times in last.cards_to_print
                for each in last_copies(pack.valid_pack, card, times)
            ]
            part = {"chosen": chosen, "follows": last.key}
            name = f"{pack.slug}-sheets{CHANGED}"
        made = self.make_sheets(pack, progress, output_path(self.output, name), **part)
        return replace(made, named=self.output)

    def _single_kind_suffix(self, pack: "Examined") -> str:
        """Return a suffix for the file name if all chosen cards are of one kind of pieces, such as "-token".

        It is "" if the pack's cards, several kinds, or everything was chosen.
        """
        from ..pack.selection import cards_by_kind, cards_to_print

        if not (self.only or self.missing):
            return ""
        [(first, _), *others] = cards_by_kind(
            pack.valid_pack, cards_to_print(pack.valid_pack, self.only, 1, self.missing)
        )
        return f"-{first.piece}" if first.piece and not others else ""


@dataclass(frozen=True, kw_only=True)
class Build(_SheetsJob):
    """Make everything there is for one or more packs: the sheets to print and cut, and the rulebooks.

    \b
    Examples:
      cardgen build never-over
      cardgen build never-over standard-52 -o print-me
      cardgen build my-pack.yaml --paper letter
    """

    output: Annotated[
        Path | None, Option("A folder. Default: output/", FilePath("dir", only=True), letter="o")
    ] = None

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions, and warnings from the templates of the rulebooks."""
        yield from super().option_problems(pack)
        if pack is not None:
            from ..output.rulebook import template_warnings

            for job in self._book_jobs(pack):
                yield from template_warnings(pack.valid_pack, job)

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Draw the sheets, and set the rulebooks on the same paper."""
        folder = self.output or OUTPUT
        sheets = self.make_sheets(pack, progress, folder / f"{pack.slug}-sheets.pdf")
        with progress("rules"):
            books = [self._book_file(pack, job, folder) for job in self._book_jobs(pack)]
        notes: tuple[str, ...] = ()
        if not books:
            why = "there are none of its games yet" if pack.valid_pack.games else "the pack names no game"
            why += f"; to have one, write {pack.slug}.md.j2 beside the pack"
            notes = (f"{pack.slug}: no rulebook, as {why}",)
        return replace(sheets, files=[*sheets.files, *books], notes=(*sheets.notes, *notes))

    def _book_jobs(self, pack: "Examined") -> list["BookJob"]:
        """Return the rulebooks of a pack, on the paper of its sheets."""
        if not pack.valid_pack.games and not pack.file:
            return []
        from ..output.rulebook import BookJob, games_with_books

        form = "letter" if _paper_name(self.paper) in ("Letter", "Legal", "Tabloid") else "a4"
        return [
            BookJob(game, form, beside=pack.file) for game in games_with_books(pack.valid_pack, pack.file)
        ]

    def _book_file(self, pack: "Examined", job: "BookJob", folder: Path) -> ResultFile:
        from ..output.rulebook import book_suffix, write_book

        book, part = write_book(pack.valid_pack, job), book_suffix(pack.valid_pack, job.game, pack.file)
        about, facts = (
            f"the rules, {count_with_noun(book.pages, 'page')}",
            {"pages": book.pages, "game": job.game},
        )
        part += language_suffix(pack, self.language)
        return ResultFile(folder / f"{pack.slug}{part}-rulebook.pdf", book.data, about, facts=facts)


def _sheets_of_kind_line(kind: "SheetsOfKind") -> str:
    """Return the line that says on which sheets the pieces of a kind are."""
    last = kind.first + kind.sheets - 1
    where = f"sheet {last}" if kind.sheets == 1 else f"sheets {kind.first} to {last}"
    return (
        f"{where}: {count_with_noun(kind.pieces, 'piece')}, {kind.piece}"
        if kind.piece
        else f"{where}: {count_with_noun(kind.pieces, 'card')}"
    )


def _source_name(pack: "Examined") -> str:
    """Return the name of a pack's file, or of a folder of pictures; "" for none."""
    from ..pack.picture_folders import ANY

    file = Path(pack.file)
    if file.name == ANY:
        return file.parent.resolve().name
    # A pack in memory has the path of a file that does not exist.
    return file.name if file.is_file() else ""


def _has_style(pack: "Pack", card: "Card") -> bool:
    """Tell whether the pack's style applies to a card: its face is an index, without a symbol of the suit."""
    return card.kind == "index" and not (card.suit is not None and pack.suits[card.suit].symbol)


def _paper_name(size: Size) -> str:
    return paper_name(size) or size_text(*size) + " paper"
