"""What files for a printer are held against, once they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ..colour.icc import CONDITIONS
from ..pack.model import Pack
from ..pack.selection import deck
from ..preflight.findings import Target
from ..printers.model import Printer
from .press import PressJob

if TYPE_CHECKING:
    from .rulebook import RulebookFile, RulebookPress

_PARTS: dict[str, Literal["all", "faces", "backs"]] = {"-faces": "faces", "-backs": "backs"}


def press_target(pack: Pack, job: PressJob, printer: Printer | None, suffix: str) -> Target:
    """The target of one file of a job: the printer's wishes, and what the job has made otherwise."""
    die_line = job.die_line
    more: dict[str, Any] = {
        "standard": job.standard,
        "trim": pack.card.size,
        "bleed": pack.card.bleed if printer is None else printer.bleed,
        "safe": pack.card.safe if printer is None else printer.safe,
        "spots": (die_line.name,) if die_line else (),
        "pack": _as_printed(pack, job),
        "order": job.order,
        "per": job.per,
        "part": _PARTS.get(suffix, "all"),
        "backs": job.backs,
        "die_page": suffix == "-die-line" or _ends_in_die_line(job, suffix),
        "sheet": job.sheet is not None,
    }
    if die_line is not None and (suffix == "-die-line") != (die_line.where == "file"):
        more["die_line"] = "allowed"
    return Target(**more) if printer is None else Target.of(printer, **more)


def rulebook_target(file: RulebookFile, press: RulebookPress) -> Target:
    """The target of a rulebook's file: pages of its format that hold no cards to be counted."""
    from ..rulebook.title_and_contents import BLEED

    return Target(
        standard=press.standard,
        trim=(file.form.width, file.form.height),
        bleed=BLEED,
        spots=(),
        die_line="forbidden",
        marks="forbidden",
        condition=press.intent.identifier if press.intent else CONDITIONS[press.condition].identifier,
    )


def _ends_in_die_line(job: PressJob, suffix: str) -> bool:
    """Whether a file's last page is the die line: that of the first file only."""
    return job.die_line is not None and job.die_line.where == "page" and suffix != "-backs"


def _as_printed(pack: Pack, job: PressJob) -> Pack:
    """The pack with only the cards of the job, in the job's quantities."""
    times = {card.id: count for card, count in deck(pack, job.only, job.copies, job.missing)}
    return pack.with_quantities(times)
