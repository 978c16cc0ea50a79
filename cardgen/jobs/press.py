"""The PDF files that a card manufacturer prints from."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..colour.icc import CONDITIONS, output_profile, stand_in_words
from ..errors import Problem, UsageError
from ..geometry import TOLERANCE
from ..prepress.printers.choices import STANDARDS, BacksApart, DieLinePlace, Order, Per, Standard
from ..units import MM, BadValue, counted, shown, shown_size
from .groups import (
    ForPrinter,
    LookOptions,
    PartOfPack,
    PdfOutput,
    bleed_notes,
    credit_files,
    part_of_pack,
    path_for,
)
from .job import Only, Option, Progress, options_of
from .kinds import Choice, FilePath, Number, Parsed, length
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..output.press import DieLine, PressFile, PressJob
    from ..pack.model import Pack
    from ..prepress.pdf.pdfx import OutputIntent
    from ..prepress.preflight.findings import Report
    from ..prepress.printers.model import Printer

_MOST_ROWS = 50
#: Maximum number of decks in a file, and on sheets.
_MOST_COPIES, _MOST_ON_SHEETS = 10, 100
_PLATE = "CutContour"
_WIDEST_GUTTER, _WIDEST_BLEED = 100 * MM, 10 * MM
_PROCESS = ("all", "none", "cyan", "magenta", "yellow", "black")


def _read_grid(value: object) -> tuple[int, int]:
    match = re.match(r"\s*(\d{1,3})\s*[x×*]\s*(\d{1,3})\s*\Z", str(value))
    columns, rows = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (1 <= columns <= _MOST_ROWS and 1 <= rows <= _MOST_ROWS):
        message = f"{value!r} is not a number of columns and rows"
        raise BadValue(message, f"write columns x rows, such as 6x9, each from 1 to {_MOST_ROWS}")
    return columns, rows


def _read_rich_black(value: object) -> tuple[float, ...] | None:
    if str(value).strip().lower() == "none":
        return None
    parts = re.split(r"[,/ ]+", str(value).strip())
    try:
        inks = tuple(float(part) / 100 for part in parts)
    except ValueError:
        inks = ()
    if len(inks) != 4 or not all(0 <= ink <= 1 for ink in inks):
        raise BadValue(
            f"{value!r} is not a rich black", 'write C,M,Y,K in per cent, such as "60,40,40,100", or none'
        )
    return inks


def _read_spot_name(value: object) -> str:
    text = str(value).strip()
    if not re.match(r"\w[\w .-]{0,39}\Z", text, re.ASCII) or text.lower() in _PROCESS:
        hint = "write a name such as CutContour or Dieline"
        raise BadValue(f"{value!r} cannot name a die line's plate", hint)
    return text


def _verify_grid(value: object) -> None:
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise BadValue(f"{value!r} is not a number of columns and rows", 'write "6x9", or give both numbers')
    _read_grid("x".join(map(str, value)))


def _verify_rich(value: object) -> None:
    parts = value if isinstance(value, tuple | list) else ()
    inks = [ink for ink in parts if isinstance(ink, int | float) and 0 <= ink <= 1]
    if value is not None and len(inks) != 4:
        raise BadValue(f"{value!r} is not a rich black", 'write "60,40,40,100", or give four parts of 1')


def _columns_x_rows(grid: tuple[int, int]) -> str:
    return "x".join(map(str, grid))


@dataclass(frozen=True, kw_only=True)
class PressFiles(ForPrinter):
    """How files for a press are made, where that is not as the printer wants it."""

    section = "For the press"

    standard: Annotated[
        Standard | None,
        Option("PDF/X-1a:2003 (accepted everywhere) or PDF/X-4. Default: x1a, or the printer's."),
    ] = None
    condition: Annotated[
        str | None,
        Option("The printing condition. Default: fogra39, or the printer's.", Choice(tuple(CONDITIONS))),
    ] = None
    profile: Annotated[
        Path | None,
        Option(
            "A CMYK profile (.icc) from your printer, embedded and used for pictures.",
            FilePath("file", only=True),
        ),
    ] = None
    bleed: Annotated[
        float | None,
        Option(
            "How far art runs past the cut. Default: the pack's or printer's.",
            length(0, _WIDEST_BLEED, "the bleed goes from 0 to 10 mm"),
        ),
    ] = None
    order: Annotated[Order | None, Option("The order of pages. Default: face-back, or the printer's.")] = None
    per: Annotated[Per | None, Option("A page for each card, or each distinct face.")] = None
    backs: Annotated[BacksApart | None, Option("With --order separate: how often the back.")] = None
    rich_black: Annotated[
        tuple[float, float, float, float] | None,
        Option(
            'For large black areas, such as "60,40,40,100", or none.',
            Parsed(_read_rich_black, "C,M,Y,K", verify=_verify_rich),
        ),
    ] = None
    marks: Annotated[bool, Option("Crop and registration marks and colour bars, outside the bleed.")] = False
    die_line: Annotated[
        DieLinePlace | None,
        Option("The outline to cut along: over the faces, on a last page, or in its own file."),
    ] = None
    die_line_name: Annotated[
        str | None,
        Option(f"The name of its plate. Default: {_PLATE}", Parsed(_read_spot_name, "NAME")),
    ] = None
    sheet: Annotated[
        tuple[int, int] | None,
        Option(
            "Sheets of columns x rows, such as 6x9 or 7x8.",
            Parsed(_read_grid, "CxR", _columns_x_rows, _verify_grid),
        ),
    ] = None
    gutter: Annotated[
        float | None,
        Option(
            "Between the cards of a sheet. Default: the bleed of both.",
            length(0, _WIDEST_GUTTER, "the gutter goes from 0 to 100 mm"),
            only=Only(
                "sheet",
                (),
                "--gutter is the space between the cards of a sheet: add --sheet, such as --sheet 6x9",
                needed=True,
            ),
        ),
    ] = None

    def press_problems(self) -> Iterator[Problem]:
        """Yield contradictions in the options of press files, and what the printer would not accept."""
        printer = self.printer
        if printer is not None and printer.die_line == "forbidden" and self.die_line:
            yield Problem(f"{printer.name} wants no die line: leave --die-line out", ("die_line",))
        if printer is not None and printer.marks == "forbidden" and self.marks:
            yield Problem(f"{printer.name} wants no marks: leave --marks out", ("marks",))
        if self.backs and (self.order or (printer.order if printer else "face-back")) != "separate":
            message = "--backs says how often the back is in a file of its own: add --order separate"
            yield Problem(message, ("backs",))
        drawn = self.die_line or (printer is not None and printer.die_line == "wanted")
        if self.die_line_name and not drawn:
            message = "--die-line-name names the plate of the die line: add --die-line"
            yield Problem(message, ("die_line_name",))

    def with_bleed(self, pack: "Pack") -> "Pack":
        """Return the pack with the requested bleed, if any."""
        return pack if self.bleed is None else replace(pack, card=pack.card._replace(bleed=self.bleed))

    def press_job(self) -> "PressJob":
        """Return the press job of the options and the printer's requirements. Raises UsageError for a
        profile.
        """
        from ..output import press

        printer = self.printer
        own = self._intent_of_profile() if self.profile else None
        job = press.press_job(printer, self.standard, self.condition, own)
        chosen = {name: getattr(self, name) for name in ("order", "per", "backs") if getattr(self, name)}
        black = self.rich_black if "rich_black" in self.given else printer.rich_black if printer else None
        return job._replace(
            **chosen,
            rich_black=black,
            marks=self.marks or job.marks,
            die_line=self._die_line_options(job.die_line),
            sheet=self.sheet,
            gutter=self.gutter,
        )

    def _die_line_options(self, wanted: "DieLine | None") -> "DieLine | None":
        from ..output.press import DieLine

        if wanted is None and not self.die_line:
            return None
        line = wanted or DieLine()
        return DieLine(self.die_line or line.where, self.die_line_name or line.name)

    def _intent_of_profile(self) -> "tuple[OutputIntent, bytes]":
        """Return the output intent of the user's own profile. Raises UsageError."""
        from ..prepress.pdf.pdfx import OutputIntent

        assert self.profile is not None  # noqa: S101 - the caller has looked
        key = self.condition or (self.printer.condition if self.printer else None)
        try:
            own = output_profile(self.profile)
        except BadValue as error:
            raise UsageError(f"{error}; {error.hint}") from error
        if key is None:
            name = own.description or self.profile.stem
            return OutputIntent(name, name, False, own.data), own.data
        condition = CONDITIONS[key]
        if own.condition not in ("", condition.identifier):
            raise UsageError(
                f"{self.profile} is a profile of {own.condition} ({own.description}), and not of "
                f"{condition.identifier}: name the profile of that, or another --condition"
            )
        return OutputIntent(condition.identifier, condition.info, True, own.data), own.data

    def file_name(self, slug: str) -> str:
        """Return the name of the files, without the suffixes for several files and parts of a pack."""
        return f"{slug}-{self.printer.key if self.printer else 'press'}{'-sheets' if self.sheet else ''}"


@dataclass(frozen=True, kw_only=True)
class Press(PdfOutput, PressFiles, PartOfPack, LookOptions):
    """Make the PDF files that a card manufacturer prints from: PDF/X, in CMYK, with bleed.

    What is written is preflighted at once; exit code 1 says that a printer would refuse it, and why. Packs
    keep their own CMYK values; pictures are converted by a profile.

    \b
    Examples:
      cardgen press never-over --printer drivethrucards
      cardgen press never-over --condition gracol --bleed "3.2 mm" --order back-last
      cardgen press never-over --sheet 7x8 --marks --die-line art
      cardgen press my-pack.yaml --standard x4 --profile my-printer.icc
    """

    pieces = "each"

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

    def problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions, and requests that differ from the printer's requirements."""
        printer = self.printer
        if printer is not None and printer.form == "images":
            yield Problem(
                f"{printer.name} takes pictures, no PDF: use `cardgen images --printer {printer.key}`",
                ("printer",),
            )
            return
        yield from super().problems(pack)
        yield from self.press_problems()
        if self.copies > (_MOST_ON_SHEETS if self.sheet else _MOST_COPIES):
            yield Problem(
                f"{self.copies} copies make a file of as many decks; send one deck, and order the number of "
                "copies",
                ("copies",),
            )
        if pack is None:
            self.press_job()
            return
        for wish in (*self._differences_from_printer(), *self._doubtful_options(self.with_bleed(pack.sound))):
            yield Problem(wish, severity="warning")

    def _differences_from_printer(self) -> Iterator[str]:
        """Yield requests that differ from the printer's requirements."""
        printer = self.printer
        if printer is None:
            return
        if self.bleed is not None and abs(self.bleed - printer.bleed) > TOLERANCE:
            yield f"{printer.name} wants {shown(printer.bleed)} of bleed, not {shown(self.bleed)}"
        if self.condition and self.condition != printer.condition:
            names = (CONDITIONS[each].identifier for each in (printer.condition, self.condition))
            yield f"{printer.name} prints for {', not '.join(names)}"
        for name in ("standard", "order", "per", "backs"):
            wanted, asked = getattr(printer, name), getattr(self, name)
            if asked and asked != wanted:
                yield f"{printer.name} wants --{name} {wanted}, not {asked}"
        if self.sheet:
            yield f"{printer.name} wants a page for each card, not sheets"

    def _doubtful_options(self, pack: "Pack") -> Iterator[str]:
        """Yield options that may be unintended."""
        from ..text.icons import uses_profile

        intent = self.press_job().intent
        if intent.stand_in and uses_profile(pack):
            yield (
                f"{stand_in_words(intent.identifier, intent.stand_in)}; "
                "ask your printer for the .icc file, and name it with --profile"
            )
        if self.sheet and self.gutter is not None and self.gutter < 2 * pack.card.bleed - TOLERANCE:
            left = shown(self.gutter / 2)
            yield f"a gutter of {shown(self.gutter)} leaves {left} of bleed between cards: cuts must be exact"

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Draw the files, and preflight them."""
        from ..output.press import write_press

        drawn = self.with_bleed(pack.sound)
        wanted = self.press_job()
        job = wanted._replace(
            only=self.only,
            copies=self.copies,
            missing=self.missing,
            outlines=self.outlines or wanted.outlines,
        )
        part = part_of_pack(pack.sound, self.only, self.missing)
        path = path_for(self.output, self.file_name(pack.slug) + part)
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
            notes=bleed_notes(pack.sound),
            faults=tuple(faults),
            next_step=self._next_step(pack),
            named=self.output,
        )

    def _press_result_file(
        self, file: "PressFile", path: Path, pack: "Pack", job: "PressJob", progress: Progress
    ) -> ResultFile:
        from ..prepress.pdf.flattening import flattening_lines

        place = path.with_name(path.stem + file.suffix + path.suffix)
        blank = f"{shown_size(*pack.card.size)} and {shown(pack.card.bleed)} bleed"
        made = f"{STANDARDS[job.standard]} for {job.intent.identifier}"
        about = f"{counted(file.pages, 'page')}, {made}, {blank}"
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


def preflight_report(
    file: "PressFile", name: str, pack: "Pack", job: "PressJob", printer: "Printer | None", progress: Progress
) -> "Report":
    """Return preflight's report on a new file."""
    from ..output.press import press_target
    from ..prepress.preflight import preflight

    with progress("preflight") as tick:
        return preflight(file.data, press_target(pack, job, printer, file.suffix), tick)
