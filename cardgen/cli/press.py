"""The command that makes files for a card manufacturer: press."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import api
from ..units import shown, shown_size
from .loading import pack_of, printer_named, said_of_size, sound, with_bleed
from .options import look_options, overrides, pack_argument, printer_options
from .places import pdf_names, pdf_or_folder
from .press_options import PRESS, press_job
from .progress import Progress
from .sheet_options import CHOICE, with_options

if TYPE_CHECKING:
    from ..output.press import PressFile, PressJob
    from ..pack import Pack
    from ..preflight.findings import Report
    from ..printer import Printer

_STANDARDS = {"x1a": "PDF/X-1a:2003", "x4": "PDF/X-4"}


@click.command("press", short_help="Make the PDF files that a card manufacturer prints from.")
@pack_argument(many=False)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="A PDF file, or a folder. Default: output/"
)
@printer_options
@with_options(PRESS)
@with_options(CHOICE)
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
    with Progress(f"{examined.slug}: pages") as progress:
        files = api.press(drawn, job, progress)
    passed = [_write(path, file, drawn, job, printer) for file in files]
    if not all(passed):
        click.echo("Do not send this in yet: mend what is said above, and make it again.", err=True)
        return 1
    click.echo(_next_step(pack, wanted))
    return 0


def _write(name: Path, file: PressFile, pack: Pack, job: PressJob, printer: Printer | None) -> bool:
    """Write one file, preflight it, and say how it went."""
    from ..output.files import write
    from ..output.press_target import press_target

    path = name.with_name(name.stem + file.suffix + name.suffix)
    write(path, file.data)
    card = pack.card
    blank = f"{shown_size(*card.size)} and {shown(card.bleed)} bleed"
    made = f"{_STANDARDS[job.standard]} for {job.intent.identifier}"
    click.echo(f"{path}: {_pages(file.pages)}, {made}, {blank}")
    report = api.preflight(file.data, press_target(pack, job, printer, file.suffix))
    _say_preflight(report)
    return report.passed


def _pages(count: int) -> str:
    return f"{count} page{'s' if count != 1 else ''}"


def _say_preflight(report: Report) -> None:
    from .preflight import findings_text

    faults = sum(finding.severity == "error" for finding in report.findings)
    said = "passes" if report.passed else f"{faults} fault{'s' if faults != 1 else ''}"
    click.echo(f"  preflight: {said}", err=not report.passed)
    if report.findings:
        click.echo(findings_text(report.findings), err=True)


def _next_step(pack: str, printer: str | None) -> str:
    """The one thing to do now."""
    command = shlex.join(["cardgen", "proof", pack, *(("--printer", printer) if printer else ())])
    return f"Next: {command}, and look at every face before you order."
