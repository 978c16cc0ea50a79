"""The PDF files that a card manufacturer prints from."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from ..colour.icc import CONDITIONS, substitute_profile_note
from ..errors import Problem
from ..geometry import TOLERANCE
from ..prepress.printers.choices import STANDARDS
from ..units import count_with_noun, length_text, size_text
from .groups import (
    AppearanceAndStrictOptions,
    CardSelectionOptions,
    PdfOutputOptions,
    bleed_notes,
    credit_files,
    is_file,
    output_path,
    part_suffix,
)
from .job import Option, Progress, options_of
from .kinds import Number
from .press_files import OrderFolderOptions, PressFileOptions, preflight_report
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..output.press import PressFile, PressJob
    from ..pack.model import Pack

#: Maximum number of decks in a file, and on sheets.
_MOST_COPIES, _MOST_ON_SHEETS = 10, 100


@dataclass(frozen=True, kw_only=True)
class Press(
    OrderFolderOptions, PdfOutputOptions, PressFileOptions, CardSelectionOptions, AppearanceAndStrictOptions
):
    """Make the PDF files that a card manufacturer prints from: PDF/X, in CMYK, with bleed.

    What is written is preflighted at once; exit code 1 says that a printer would refuse it, and why. Packs
    keep their own CMYK values; pictures are converted by a profile.

    \b
    Examples:
      cardgen press never-over --printer drivethrucards
      cardgen press never-over --condition gracol --bleed "3.2 mm" --order back-last
      cardgen press never-over --sheet 7x8 --marks --die-line art
      cardgen press my-pack.yaml --standard x4 --profile my-printer.icc
      cardgen press never-over --all --printer longpack --decks 500 --stock "310 g, linen"
    """

    product = "press files"

    outlines: Annotated[
        bool, Option("Type as outlines, without fonts. Printers that ask for outlines get them anyway.")
    ] = False
    copies: Annotated[
        int,
        Option(
            f"Decks in the file, at most {_MOST_COPIES} but on sheets: the printer multiplies one.",
            Number(1),
        ),
    ] = 1

    @property
    def numbers_copies(self) -> bool:  # type: ignore[override]
        """Tell whether the job's pack has a card for each numbered copy. With --all, the jobs that fill the
        folder do this.
        """
        return not self.all

    @property
    def pieces(self) -> Literal["all", "each"]:  # type: ignore[override]
        """Return "all" for a printer's folder, which holds all kinds of pieces; else "each", as each kind has
        its own files.
        """
        return "all" if self.all else "each"

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions, and requests that differ from the printer's requirements."""
        printer = self.printer
        if self.all:
            yield from self._problems_of_folder()
        if printer is not None and printer.form == "images" and not self.all:
            yield Problem(
                f"{printer.name} takes pictures, no PDF: use `cardgen images --printer {printer.key}`",
                ("printer",),
            )
            return
        yield from super().option_problems(pack)
        yield from self.press_problems()
        from ..pack.copy_numbers import is_numbered

        most = _MOST_ON_SHEETS if self.sheet else _MOST_COPIES
        if pack and self.copies > most and not any(map(is_numbered, pack.valid_pack.cards)):
            yield Problem(
                f"{self.copies} copies make a file of as many decks; send one deck, and order the number of "
                "copies",
                ("copies",),
            )
        from .print_folder import repeated_numbers_note

        same = repeated_numbers_note(self, pack.valid_pack) if pack and self.all else None
        if same is not None:
            yield Problem(f"the order has no {same}", ("decks",), severity="warning")
        if self.all and printer is not None and printer.form == "images":
            return
        if pack is None:
            self.press_job()
            return
        for wish in (
            *self._differences_from_printer(),
            *self._doubtful_options(self.with_bleed(pack.valid_pack)),
        ):
            yield Problem(wish, severity="warning")

    def _problems_of_folder(self) -> Iterator[Problem]:
        """Yield the reasons why --all cannot make a folder, and errors for options that apply to single press
        files only.
        """
        if self.printer is None:
            message = "--all makes a printer's folder: say who prints, such as --printer longpack"
            yield Problem(message, ("all",))
        elif self.printer.form == "images":
            about_files = (PressFileOptions.__annotations__.keys() | {"outlines"}) & self.given.keys()
            for name in sorted(about_files - {"printer", "keep_size"}):
                flag = options_of(type(self))[name].flag
                yield Problem(f"{self.printer.name} takes pictures, no PDF: leave {flag} out", (name,))
        for name in ("only", "missing", "sheet", "copies"):
            if name in self.given:
                flag = options_of(type(self))[name].flag
                yield Problem(f"--all makes one whole deck: leave {flag} out", (name,))
        if self.output is not None and is_file(self.output, ".pdf"):
            yield Problem(f"--all makes a folder: {self.output} is a file", ("output",))

    def _differences_from_printer(self) -> Iterator[str]:
        """Yield requests that differ from the printer's requirements."""
        printer = self.printer
        if printer is None:
            return
        if self.bleed is not None and abs(self.bleed - printer.bleed) > TOLERANCE:
            yield f"{printer.name} wants {length_text(printer.bleed)} of bleed, not {length_text(self.bleed)}"
        if self.condition and self.condition != printer.condition:
            names = (CONDITIONS[each].identifier for each in (printer.condition, self.condition))
            yield f"{printer.name} prints for {', not '.join(names)}"
        for name in ("standard", "order", "per", "backs", "special_inks"):
            wanted, asked = getattr(printer, name), getattr(self, name)
            if asked and asked != wanted and name.replace("_", "-") not in printer.assumed_keys:
                yield f"{printer.name} wants --{name.replace('_', '-')} {wanted}, not {asked}"
        if self.sheet:
            yield f"{printer.name} wants a page for each card, not sheets"

    def _doubtful_options(self, pack: "Pack") -> Iterator[str]:
        """Yield warnings of options that may be unintended."""
        from ..text.icons import needs_color_profile

        intent = self.press_job().intent
        if intent.stand_in and needs_color_profile(pack):
            yield (
                f"{substitute_profile_note(intent.identifier, intent.stand_in)}; "
                "ask your printer for the .icc file, and name it with --profile"
            )
        if self.sheet and self.gutter is not None and self.gutter < 2 * pack.card.bleed - TOLERANCE:
            left = length_text(self.gutter / 2)
            yield (
                f"a gutter of {length_text(self.gutter)} leaves {left} of bleed between cards: cuts must "
                "be exact"
            )

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Draw the files, and preflight them."""
        if self.all:
            from .print_folder import make_folder_for_printer

            return make_folder_for_printer(self, pack, progress)
        from ..output.press import write_press

        drawn = self.with_bleed(pack.valid_pack)
        wanted = self.press_job()
        job = wanted._replace(
            only=self.only,
            copies=self.copies,
            missing=self.missing,
            outlines=self.outlines or wanted.outlines,
        )
        part = part_suffix(pack.valid_pack, self.only, self.missing)
        path = output_path(self.output, self.file_name(pack.slug) + part)
        with progress("pages") as tick:
            written = write_press(drawn, job, tick)
        files = [self._press_result_file(file, path, drawn, job, progress) for file in written]
        faults = []
        if any(self._differences_from_printer()) and self.printer:
            faults.append(f"This is not what {self.printer.name} wants: see the warnings above.")
        if not all(file.report.passed for file in files if file.report):
            faults.append("Do not send this to the printer yet: fix the faults above and make it again.")
        files += credit_files(pack, path)
        return Result(
            files,
            notes=bleed_notes(pack.valid_pack),
            faults=tuple(faults),
            next_step=self._next_step(pack),
            named=self.output,
        )

    def _press_result_file(
        self, file: "PressFile", path: Path, pack: "Pack", job: "PressJob", progress: Progress
    ) -> ResultFile:
        from ..prepress.pdf.flattening import flattening_lines

        place = path.with_name(path.stem + file.suffix + path.suffix)
        blank = f"{size_text(*pack.card.size)} and {length_text(pack.card.bleed)} bleed"
        made = f"{STANDARDS[job.standard]} for {job.intent.identifier}"
        about = f"{count_with_noun(file.pages, 'page')}, {made}, {blank}"
        report = preflight_report(file, place.name, pack, job, self.printer, progress)
        more = "; bleed and safe zone are checked on pages of single cards only"
        facts = {"pages": file.pages, "cards": file.cards, "flattened": file.flattened}
        notes = tuple(flattening_lines(file.flattened))
        return ResultFile(
            place, file.data, about, notes, facts, file.suffix, report, more if job.sheet else ""
        )

    def _next_step(self, pack: "Examined") -> str:
        """Return the next step for the user."""
        known = options_of(type(self))
        usual = {"printer", "output", "only", "copies", "missing", "strict", "size", "outlines"}
        same = ", ".join(sorted(known[name].flag for name in self.given.keys() - usual))
        seen = f"`{self.same_command('proof', pack)}`{f' with the same {same}' if same else ''}"
        hand_in = "send this to the printer"
        if self.printer:
            hand_in = f"send this to the printer: `{self.same_command('order', pack)}` says how"
        return f"Next: if you have looked at every face in {seen}, {hand_in}."
