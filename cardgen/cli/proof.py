"""The command that makes a proof: one PDF to look at before anything is paid for."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import api
from ..errors import UsageError
from ..units import counted
from .loading import (
    explicit_options,
    load_checked,
    pack_of,
    pdf_names,
    pdf_or_folder,
    printer_named,
    said_of_size,
    save,
    size_option,
    with_bleed,
)
from .options import (
    look_options,
    overrides,
    pack_argument,
    paper_option,
    pdf_output,
    printer_options,
    with_options,
)
from .press import PRESS, press_job
from .terminal import Progress, echo

if TYPE_CHECKING:
    from ..output.press import PressJob
    from ..output.proof_report import Checked, CheckedFile
    from ..output.proof_sides import CardSide
    from ..pack.model import Pack
    from ..printers.model import Printer

#: The options of `press` that a proof has not, as it shows the whole pack.
_ALL: dict[str, Any] = {"only": (), "copies": 1, "missing": ()}
#: The options that are about PDFs for a press.
_PRESS = {
    *("standard", "condition", "profile", "bleed", "order", "per", "backs", "rich_black"),
    *("marks", "die_line", "die_line_name", "sheet", "gutter"),
}


@click.command("proof")
@pack_argument(many=False)
@pdf_output
@paper_option
@printer_options
@with_options(PRESS)
@look_options
def proof_command(
    pack: str, output: Path | None, paper: tuple[float, float], printer: str | None, **options: Any
) -> int:
    """Make a proof to look at before you pay: every face large, its inks, the whole pack, all warnings.

    The files that `cardgen press` makes with the same options are preflighted, and the proof says at its top
    how that went; exit code 1 means that a printer would refuse them.

    \b
    Examples:
      cardgen proof never-over
      cardgen proof never-over --printer makeplayingcards --paper letter
      cardgen proof my-pack.yaml --standard x4 -o proof.pdf
    """
    from ..output.proof import write_proof
    from ..output.proof_report import passed
    from ..output.proof_sides import sides

    maker = printer_named(printer)
    job = _job(options, maker)
    target = pdf_or_folder(output, [pack], "a proof")
    [examined] = load_checked([pack], overrides(options), options["size"], options["strict"], maker)
    drawn = with_bleed(pack_of(examined), options["bleed"])
    said = said_of_size(examined, drawn, maker, options["keep_size"])
    [name] = pdf_names([examined], target, f"-{maker.key}-proof" if maker else "-proof")
    shown = sides(drawn, job)
    checked = _checked(examined, drawn, job, maker, shown)._replace(redrawn=said)
    with Progress(f"{examined.slug}: proof") as progress:
        made = write_proof(drawn, checked, shown, paper, progress)
    save({name: made.data})
    good = passed(checked, drawn)
    what = "preflight" if job else "what the printer asks of pictures"
    verdict = f"the cards pass {what}" if good else "there are faults: they stand at its top"
    echo(f"{name}: {counted(made.pages, 'page')}, {verdict}", err=not good)
    if good:
        echo(_next_step(pack, printer, job))
    return 0 if good else 1


def _job(options: dict[str, Any], printer: Printer | None) -> PressJob | None:
    """Return what the press files are made by; None for a printer who takes pictures. Raises UsageError."""
    if printer is None or printer.form == "pdf":
        return press_job({**options, **_ALL}, printer)
    idle = _PRESS & explicit_options()
    if idle:
        option = "--" + min(idle).replace("_", "-")
        raise UsageError(f"{printer.name} takes pictures, no PDF: leave {option} out")
    return None


def _checked(
    examined: api.Examined, pack: Pack, job: PressJob | None, printer: Printer | None, shown: list[CardSide]
) -> Checked:
    """Make what is handed in and hold it against what the printer wants."""
    from ..output.proof_report import Checked, CheckedFile, judged

    if printer is not None and job is None:
        files = [CheckedFile("pictures", judged(pack, printer, shown))]
    else:
        files = _preflighted(examined.slug, pack, job, printer)
    return Checked(printer, job, tuple(files), examined.problems, allowed=examined.allowed)


def _preflighted(slug: str, pack: Pack, job: Any, printer: Printer | None) -> list[CheckedFile]:
    """Make the press files, as `press` makes and names them, with what preflight says of each."""
    from ..output.press import press_target
    from ..output.proof_report import CheckedFile
    from ..preflight import preflight

    stem = f"{slug}-{printer.key if printer else 'press'}" + ("-sheets" if job.sheet else "")
    with Progress(f"{slug}: pages for the press") as progress:
        files = api.press(pack, job, progress)
    checked = []
    for file in files:
        with Progress(f"{slug}: preflight") as progress:
            report = preflight(file.data, press_target(pack, job, printer, file.suffix), progress)
        part = (file.suffix.strip("-").replace("-", " ") or "cards") if len(files) > 1 else ""
        checked.append(CheckedFile(f"{stem}{file.suffix}.pdf", report, part))
    return checked


def _next_step(pack: str, printer: str | None, job: PressJob | None) -> str:
    """Return the one thing to do now."""
    made_for = [
        *(("--printer", printer) if printer else ()),
        *size_option(click.get_current_context().params["size"]),
    ]
    command = shlex.join(["cardgen", "press" if job else "images", pack, *made_for])
    others = explicit_options() - {"pack", "printer", "output", "paper", "size"}
    same = ", with the options of this proof" if others else ""
    return f"Next: look at every page, then make what you hand in: {command}{same}."
