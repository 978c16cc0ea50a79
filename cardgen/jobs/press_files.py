"""How files for a press are made: options, and what a printer wants."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..colour.icc import CONDITIONS, read_output_profile
from ..errors import Problem, UsageError
from ..layout.materials import STOCKS
from ..prepress.printers.choices import BacksApart, DieLinePlace, Order, Per, SpecialInkFiles, Standard
from ..text.format_names import NAMES
from ..units import MM, BadValue
from .groups import AppearanceAndStrictOptions, PdfOutputOptions, PrinterOptions
from .job import Dependency, Option, Progress
from .kinds import Choice, FilePath, Number, Parsed, Text, length_kind

if TYPE_CHECKING:
    from ..output.press import DieLine, PressFile, PressJob
    from ..pack.model import Pack
    from ..prepress.pdf.pdfx import OutputIntent
    from ..prepress.preflight.findings import Report
    from ..prepress.printers.model import Printer

_MOST_ROWS = 50
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
    """Return the inks of a text such as "60,40,40,100", from 0 to 1; None for "none". Raises BadValue."""
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


def read_spot_name(value: object) -> str:
    """Read the name of a spot colour. Raises BadValue."""
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
class PressFormatOptions(PrinterOptions):
    """The format and the inks of files for a press; by default those that the printer requires."""

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
            length_kind(0, _WIDEST_BLEED, "the bleed goes from 0 to 10 mm"),
        ),
    ] = None
    rich_black: Annotated[
        tuple[float, float, float, float] | None,
        Option(
            'For large black areas, such as "60,40,40,100", or none.',
            Parsed(_read_rich_black, "C,M,Y,K", verify=_verify_rich),
        ),
    ] = None

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
        black = self.rich_black if "rich_black" in self.given else printer.rich_black if printer else None
        return job._replace(rich_black=black)

    def _intent_of_profile(self) -> "tuple[OutputIntent, bytes]":
        """Return the output intent of the user's own profile. Raises UsageError."""
        from ..prepress.pdf.pdfx import OutputIntent

        assert self.profile is not None  # noqa: S101 - the caller has looked
        key = self.condition or (self.printer.condition if self.printer else None)
        try:
            own = read_output_profile(self.profile)
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


@dataclass(frozen=True, kw_only=True)
class PressFileOptions(PressFormatOptions):
    """The pages of cards for a press; by default as the printer requires them."""

    order: Annotated[Order | None, Option("The order of pages. Default: face-back, or the printer's.")] = None
    per: Annotated[Per | None, Option("A page for each card, or each distinct face.")] = None
    backs: Annotated[BacksApart | None, Option("With --order separate: how often the back.")] = None
    marks: Annotated[bool, Option("Crop and registration marks and colour bars, outside the bleed.")] = False
    die_line: Annotated[
        DieLinePlace | None,
        Option("The outline to cut along: over the faces, on a last page, or in its own file."),
    ] = None
    die_line_name: Annotated[
        str | None,
        Option(f"The name of its plate. Default: {_PLATE}", Parsed(read_spot_name, "NAME")),
    ] = None
    special_inks: Annotated[
        SpecialInkFiles | None,
        Option(
            "Foil, varnish and white as spot colours over the pages, in files of their own in black, or not "
            "at all. Default: separations, or as the printer wants them."
        ),
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
            length_kind(0, _WIDEST_GUTTER, "the gutter goes from 0 to 100 mm"),
            only=Dependency(
                "sheet",
                (),
                "--gutter is the space between the cards of a sheet: add --sheet, such as --sheet 6x9",
                needed=True,
            ),
        ),
    ] = None

    def press_problems(self) -> Iterator[Problem]:
        """Yield errors for options of press files that contradict one another, or that the printer does not
        accept.
        """
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

    def press_job(self) -> "PressJob":
        """Return the press job of the options and the printer's requirements. Raises UsageError for a
        profile.
        """
        job = super().press_job()
        names = ("order", "per", "backs", "special_inks")
        chosen = {name: getattr(self, name) for name in names if getattr(self, name)}
        return job._replace(
            **chosen,
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

    def file_name(self, slug: str) -> str:
        """Return the name of the files, without the suffixes for several files and parts of a pack."""
        return f"{slug}-{self.printer.key if self.printer else 'press'}{'-sheets' if self.sheet else ''}"


_WITH_ALL = Dependency("all", (True,), "it is about the folder that --all makes", needed=True)


@dataclass(frozen=True, kw_only=True)
class OrderFolderOptions(PdfOutputOptions, PressFileOptions, AppearanceAndStrictOptions):
    """Options of a folder with everything that a printer needs for an order."""

    all: Annotated[
        bool,
        Option(
            "With --printer: one folder with all that is ordered: cards, other pieces, box and rulebook, a "
            "proof of each, credits, and an order sheet. Everything is preflighted together.",
        ),
    ] = False
    decks: Annotated[int, Option("How many decks are ordered.", Number(1, 1_000_000), only=_WITH_ALL)] = 1
    stock: Annotated[
        str | None,
        Option(
            "The card stock, in words for the order sheet. A weight or a name of `cardgen list stocks` in "
            "them says how thick the cards in the box are.",
            Text("TEXT", lambda: tuple(STOCKS)),
            only=_WITH_ALL,
        ),
    ] = None
    finish: Annotated[
        str | None,
        Option(
            "Varnish, lamination, foil, round corners: in words for the order sheet.",
            Text("TEXT"),
            only=_WITH_ALL,
        ),
    ] = None
    book: Annotated[
        str | None,
        Option(
            f"The size of a page of the rulebook: {', '.join(NAMES)}. Default: card, as large as the cards.",
            Choice(tuple(NAMES)),
            only=_WITH_ALL,
        ),
    ] = None


def preflight_report(
    file: "PressFile", name: str, pack: "Pack", job: "PressJob", printer: "Printer | None", progress: Progress
) -> "Report":
    """Return preflight's report on a new file."""
    from ..output.press import press_target
    from ..prepress.preflight import preflight

    with progress("preflight") as tick:
        return preflight(file.data, press_target(pack, job, printer, file.suffix, file.special_ink), tick)
