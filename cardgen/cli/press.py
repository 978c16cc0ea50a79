"""The command that makes files for a card manufacturer: press."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import api
from ..printers.model import STANDARDS
from ..units import shown, shown_size
from .loading import given, pack_of, printer_named, said_of_size, sound, with_bleed
from .options import look_options, overrides, pack_argument, printer_options
from .output_paths import pdf_names, pdf_or_folder, save
from .press_options import PRESS, PRESS_CHOICE, other_wishes, press_job, remarks
from .progress import Progress
from .report import echo
from .sheet_options import with_options

if TYPE_CHECKING:
    from ..output.press import PressFile, PressJob
    from ..pack.model import Pack
    from ..printers.model import Printer


@click.command("press", short_help="Make the PDF files that a card manufacturer prints from.")
@pack_argument(many=False)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="A PDF file, or a folder. Default: output/"
)
@printer_options
@with_options(PRESS)
@with_options(PRESS_CHOICE)
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
    looks = {name: options.pop(name) for name in ("style", "ink_saver", "back", "no_stripe")}
    job = press_job(options, printer)
    target = pdf_or_folder(output, [pack], "press files")
    [examined] = sound([pack], overrides(**looks), size, strict, printer)
    drawn = with_bleed(pack_of(examined), options["bleed"])
    said_of_size(examined, drawn, printer, options["keep_size"])
    ending = f"-{printer.key if printer else 'press'}" + ("-sheets" if job.sheet else "")
    [path] = pdf_names([examined], target, ending)
    wishes = list(other_wishes(options, printer))
    for warning in (*wishes, *remarks(job, drawn)):
        echo(f"{examined.slug}: warning: {warning}", err=True)
    with Progress(f"{examined.slug}: pages") as progress:
        files = api.press(drawn, job, progress)
    passed = _write(path, files, drawn, job, printer)
    if wishes and printer:
        echo(f"This is not what {printer.name} wants: see the warnings above.", err=True)
    if not passed:
        echo("Do not send this in yet: mend what is said above, and make it again.", err=True)
    if wishes or not passed:
        return 1
    echo(_next_step(pack, wanted))
    return 0


def _write(name: Path, files: list[PressFile], pack: Pack, job: PressJob, printer: Printer | None) -> bool:
    """Write the files, preflight them, and say how it went."""
    paths = [name.with_name(name.stem + file.suffix + name.suffix) for file in files]
    save({path: file.data for path, file in zip(paths, files, strict=True)})
    good = [_judge(path, file, pack, job, printer) for path, file in zip(paths, files, strict=True)]
    return all(good)


def _judge(path: Path, file: PressFile, pack: Pack, job: PressJob, printer: Printer | None) -> bool:
    """Say what a file holds and what preflight finds in it."""
    from ..output.press import press_target
    from ..preflight import preflight
    from .preflight import said_of

    card = pack.card
    blank = f"{shown_size(*card.size)} and {shown(card.bleed)} bleed"
    made = f"{STANDARDS[job.standard]} for {job.intent.identifier}"
    echo(f"{path}: {_pages(file.pages)}, {made}, {blank}")
    with Progress(f"{path.name}: preflight") as progress:
        report = preflight(file.data, press_target(pack, job, printer, file.suffix), progress)
    more = "; cards, their bleed and safe zone are looked at on pages of single cards only"
    return said_of(report, more if job.sheet else "")


def _pages(count: int) -> str:
    return f"{count} page{'s' if count != 1 else ''}"


def _next_step(pack: str, printer: str | None) -> str:
    """The one thing to do now."""
    command = shlex.join(["cardgen", "proof", pack, *(("--printer", printer) if printer else ())])
    others = sorted(given() - {"pack", "printer", "output", "only", "copies", "missing"})
    same = " and ".join("--" + name.replace("_", "-") for name in others)
    return (
        f"Next: {command}{f' with the same {same}' if same else ''}, and look at every face before you order."
    )
