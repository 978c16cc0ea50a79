"""The command that makes files for a card manufacturer: press."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import api
from ..colour.icc import CONDITIONS, output_profile, stand_in_words
from ..errors import UsageError
from ..geometry import TOLERANCE
from ..jobs.groups import PartOfPack
from ..printers.model import ORDERS, STANDARDS
from ..text.icons import drawn_colors
from ..units import MM, BadValue, counted, shown, shown_size
from .loading import (
    explicit_options,
    load_checked,
    pack_of,
    part_of_pack,
    pdf_names,
    pdf_or_folder,
    printer_named,
    said_of_size,
    save,
    size_option,
    with_bleed,
)
from .options import (
    LENGTH,
    Parsed,
    look_options,
    options_from,
    overrides,
    pack_argument,
    pdf_output,
    printer_options,
    with_options,
)
from .terminal import Progress, echo

if TYPE_CHECKING:
    from ..output.press import DieLine, PressFile, PressJob
    from ..pack.model import Pack
    from ..pdf.pdfx import Intent
    from ..printers.model import Printer

_MOST_ROWS = 50
#: More decks than this are no deck to hand in.
_MOST_COPIES, _MOST_ON_SHEETS = 10, 100
_PLATE = "CutContour"
_WIDEST_GUTTER, _WIDEST_BLEED = 100 * MM, 10 * MM


def _grid(value: object) -> tuple[int, int]:
    match = re.match(r"\s*(\d{1,3})\s*[x×*]\s*(\d{1,3})\s*\Z", str(value))
    columns, rows = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (1 <= columns <= _MOST_ROWS and 1 <= rows <= _MOST_ROWS):
        message = f"{value!r} is no number of columns and rows"
        raise BadValue(message, f"write columns x rows, such as 6x9, each from 1 to {_MOST_ROWS}")
    return columns, rows


def _rich(value: object) -> tuple[float, ...] | None:
    if str(value).strip().lower() == "none":
        return None
    parts = re.split(r"[,/ ]+", str(value).strip())
    try:
        inks = tuple(float(part) / 100 for part in parts)
    except ValueError:
        inks = ()
    if len(inks) != 4 or not all(0 <= ink <= 1 for ink in inks):
        raise BadValue(
            f"{value!r} is no rich black", 'write C,M,Y,K in per cent, such as "60,40,40,100", or none'
        )
    return inks


def _spot(value: object) -> str:
    text = str(value).strip()
    if not re.match(r"\w[\w .-]{0,39}\Z", text, re.ASCII) or text.lower() in (
        "all",
        "none",
        "cyan",
        "magenta",
        "yellow",
        "black",
    ):
        raise BadValue(
            f"{value!r} cannot name a die line's plate", "write a name such as CutContour or Dieline"
        )
    return text


PRESS = (
    click.option(
        "--standard",
        type=click.Choice(("x1a", "x4")),
        help="PDF/X-1a:2003 (taken everywhere) or PDF/X-4. Default: x1a, or the printer's.",
    ),
    click.option(
        "--condition",
        type=click.Choice(tuple(CONDITIONS)),
        help="What it is printed on. Default: fogra39, or the printer's.",
    ),
    click.option(
        "--profile",
        type=click.Path(path_type=Path, dir_okay=False),
        help="A CMYK profile (.icc) from your printer, embedded and used for pictures.",
    ),
    click.option(
        "--bleed", type=LENGTH, help="How far art runs past the cut. Default: the pack's or printer's."
    ),
    click.option(
        "--order",
        type=click.Choice(ORDERS),
        help="The order of pages. Default: face-back, or the printer's.",
    ),
    click.option(
        "--per", type=click.Choice(("card", "face")), help="A page for each card, or each distinct face."
    ),
    click.option(
        "--backs", type=click.Choice(("each", "once")), help="With --order separate: how often the back."
    ),
    click.option(
        "--rich-black",
        type=Parsed("black", _rich, "C,M,Y,K"),
        help='For large black areas, such as "60,40,40,100", or none.',
    ),
    click.option(
        "--marks", is_flag=True, help="Crop and registration marks and colour bars, outside the bleed."
    ),
    click.option(
        "--die-line",
        type=click.Choice(("art", "page", "file")),
        help="The outline to cut along: over the faces, on a last page, or in its own file.",
    ),
    click.option(
        "--die-line-name",
        type=Parsed("name", _spot, "NAME"),
        help=f"The name of its plate. Default: {_PLATE}",
    ),
    click.option(
        "--sheet", type=Parsed("grid", _grid, "CxR"), help="Sheets of columns x rows, such as 6x9 or 7x8."
    ),
    click.option("--gutter", type=LENGTH, help="Between the cards of a sheet. Default: the bleed of both."),
)

#: Which cards are in the files.
_COPIES = click.option(
    "--copies",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help=f"Decks in the file, at most {_MOST_COPIES} but on sheets: the printer multiplies one.",
)


def press_job(options: dict[str, Any], printer: Printer | None) -> PressJob:
    """Return what the options ask for, on top of what the printer wants. Raises UsageError for
    contradictions.
    """
    from ..output import press

    _refuse_contradictions(options, printer)
    own = _own_intent(options, printer) if options["profile"] else None
    job = press.press_job(printer, options["standard"], options["condition"], own)
    chosen = {name: options[name] for name in ("order", "per", "backs") if options[name]}
    return job._replace(
        **chosen,
        rich_black=_rich_black(printer),
        marks=options["marks"] or job.marks,
        die_line=_die_line(options, job.die_line),
        sheet=options["sheet"],
        gutter=options["gutter"],
        only=tuple(options["only"]),
        copies=options["copies"],
        missing=tuple(options["missing"]),
    )


def _refuse_contradictions(options: dict[str, Any], printer: Printer | None) -> None:
    if printer is not None:
        _refuse_for(options, printer)
    if options["gutter"] is not None and not options["sheet"]:
        raise UsageError("--gutter stands between the cards of a sheet: add --sheet, such as --sheet 6x9")
    if options["gutter"] is not None and not 0 <= options["gutter"] <= _WIDEST_GUTTER:
        raise UsageError("the gutter goes from 0 to 100 mm")
    if options["bleed"] is not None and not 0 <= options["bleed"] <= _WIDEST_BLEED:
        raise UsageError("the bleed goes from 0 to 10 mm")
    order = options["order"] or (printer.order if printer else "face-back")
    if options["backs"] and order != "separate":
        raise UsageError("--backs says how often the back is in a file of its own: add --order separate")
    drawn = options["die_line"] or (printer is not None and printer.die_line == "wanted")
    if options["die_line_name"] and not drawn:
        raise UsageError("--die-line-name names the plate of the die line: add --die-line")
    if options["copies"] > (_MOST_ON_SHEETS if options["sheet"] else _MOST_COPIES):
        raise UsageError(
            f"{options['copies']} copies make a file of as many decks; hand in one, and let the printer "
            "print it as often as you order"
        )


def _refuse_for(options: dict[str, Any], printer: Printer) -> None:
    """Refuse what a printer would not take."""
    if printer.form == "images":
        raise UsageError(
            f"{printer.name} takes pictures, no PDF: use `cardgen images --printer {printer.key}`"
        )
    if printer.die_line == "forbidden" and options["die_line"]:
        raise UsageError(f"{printer.name} wants no die line: leave --die-line out")
    if printer.marks == "forbidden" and options["marks"]:
        raise UsageError(f"{printer.name} wants no marks: leave --marks out")


def other_wishes(options: dict[str, Any], printer: Printer | None) -> Iterator[str]:
    """Yield what was asked for otherwise than the printer wants it."""
    if printer is None:
        return
    if options["bleed"] is not None and abs(options["bleed"] - printer.bleed) > TOLERANCE:
        yield f"{printer.name} wants {shown(printer.bleed)} of bleed, not {shown(options['bleed'])}"
    if options["condition"] and options["condition"] != printer.condition:
        names = (CONDITIONS[each].identifier for each in (printer.condition, options["condition"]))
        yield f"{printer.name} prints for {', not '.join(names)}"
    for name in ("standard", "order", "per", "backs"):
        wanted = getattr(printer, name)
        if options[name] and options[name] != wanted:
            yield f"{printer.name} wants --{name} {wanted}, not {options[name]}"
    if options["sheet"]:
        yield f"{printer.name} wants a page for each card, not sheets"


def remarks(job: PressJob, pack: Pack) -> Iterator[str]:
    """Yield what may not be meant so."""
    if job.intent.stand_in and (pack.is_converted or drawn_colors(pack)):
        yield (
            f"{stand_in_words(job.intent.identifier, job.intent.stand_in)}; "
            "ask your printer for the .icc file, and name it with --profile"
        )
    if job.sheet and job.gutter is not None and job.gutter < 2 * pack.card.bleed - TOLERANCE:
        left = shown(job.gutter / 2)
        yield f"a gutter of {shown(job.gutter)} leaves {left} of bleed between cards: cuts must be exact"


def _rich_black(printer: Printer | None) -> tuple[float, float, float, float] | None:
    """Choose the black for large areas: the one asked for ("none" too), else the printer's."""
    context = click.get_current_context()
    if context.get_parameter_source("rich_black") == click.core.ParameterSource.COMMANDLINE:
        asked: tuple[float, float, float, float] | None = context.params["rich_black"]
        return asked
    return printer.rich_black if printer else None


def _die_line(options: dict[str, Any], wanted: DieLine | None) -> DieLine | None:
    from ..output.press import DieLine

    if wanted is None and not options["die_line"]:
        return None
    line = wanted or DieLine()
    return DieLine(options["die_line"] or line.where, options["die_line_name"] or line.name)


def _own_intent(options: dict[str, Any], printer: Printer | None) -> tuple[Intent, bytes]:
    """Make the output intent of the user's own profile. Raises UsageError."""
    from ..pdf.pdfx import Intent

    key = options["condition"] or (printer.condition if printer else None)
    try:
        own = output_profile(options["profile"])
    except BadValue as error:
        raise UsageError(f"{error}; {error.hint}") from error
    if key is None:
        name = own.description or options["profile"].stem
        return Intent(name, name, False, own.data), own.data
    condition = CONDITIONS[key]
    if own.condition not in ("", condition.identifier):
        raise UsageError(
            f"{options['profile']} is a profile of {own.condition} ({own.description}), and not of "
            f"{condition.identifier}: name the profile of that, or another --condition"
        )
    return Intent(condition.identifier, condition.info, True, own.data), own.data


@click.command("press")
@pack_argument(many=False)
@pdf_output
@printer_options
@with_options(PRESS)
@options_from(PartOfPack)
@_COPIES
@look_options
def press_command(pack: str, output: Path | None, **options: Any) -> int:
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
    wanted = options.pop("printer")
    printer = printer_named(wanted)
    size, strict = options.pop("size"), options.pop("strict")
    job = press_job(options, printer)
    target = pdf_or_folder(output, [pack], "press files")
    [examined] = load_checked([pack], overrides(options), size, strict, printer)
    drawn = with_bleed(pack_of(examined), options["bleed"])
    said_of_size(examined, drawn, printer, options["keep_size"])
    ending = f"-{printer.key if printer else 'press'}" + ("-sheets" if job.sheet else "")
    ending += part_of_pack(job.only, job.missing)
    [path] = pdf_names([examined], target, ending)
    wishes = list(other_wishes(options, printer))
    for warning in (*wishes, *remarks(job, drawn)):
        echo(f"{examined.slug}: warning: {warning}", err=True)
    with Progress(f"{examined.slug}: pages") as progress:
        files = api.press(drawn, job, progress)
    paths = [path.with_name(path.stem + file.suffix + path.suffix) for file in files]
    save({each: file.data for each, file in zip(paths, files, strict=True)})
    judged = [_judge(each, file, drawn, job, printer) for each, file in zip(paths, files, strict=True)]
    passed = all(judged)
    if wishes and printer:
        echo(f"This is not what {printer.name} wants: see the warnings above.", err=True)
    if not passed:
        echo("Do not send this in yet: mend what is said above, and make it again.", err=True)
    if wishes or not passed:
        return 1
    echo(_next_step(pack, wanted))
    return 0


def _judge(path: Path, file: PressFile, pack: Pack, job: PressJob, printer: Printer | None) -> bool:
    """Say what a file holds and what preflight finds in it."""
    from ..output.press import press_target
    from ..preflight import preflight
    from .preflight import flattening_lines, said_of

    card = pack.card
    blank = f"{shown_size(*card.size)} and {shown(card.bleed)} bleed"
    made = f"{STANDARDS[job.standard]} for {job.intent.identifier}"
    echo(f"{path}: {counted(file.pages, 'page')}, {made}, {blank}")
    for line in flattening_lines(file.flattened):
        echo(line)
    with Progress(f"{path.name}: preflight") as progress:
        report = preflight(file.data, press_target(pack, job, printer, file.suffix), progress)
    more = "; cards, their bleed and safe zone are looked at on pages of single cards only"
    return said_of(report, more if job.sheet else "")


def _next_step(pack: str, printer: str | None) -> str:
    """Return the one thing to do now."""
    size = size_option(click.get_current_context().params["size"])
    told = [pack, *(("--printer", printer) if printer else ()), *size]
    proof, order = (shlex.join(["cardgen", command, *told]) for command in ("proof", "order"))
    others = sorted(
        explicit_options() - {"pack", "printer", "output", "only", "copies", "missing", "strict", "size"}
    )
    same = ", ".join("--" + name.replace("_", "-") for name in others)
    seen = f"`{proof}`{f' with the same {same}' if same else ''}"
    hand_in = f"hand this in: `{order}` says how" if printer else "send this to the printer"
    return f"Next: if you have looked at every face in {seen}, {hand_in}."
