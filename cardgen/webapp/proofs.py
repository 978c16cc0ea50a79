"""The press proof for a printer and the rulebook: what takes a while is made in a process of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from .. import api
from ..errors import UsageError
from ..output.press import press_job, press_target, write_press
from ..output.proof import write_proof
from ..output.proof_report import Checked, CheckedFile, deck_findings, is_accepted, picture_report
from ..output.proof_sides import sides
from ..output.rulebook import BookJob, books_of, write_book
from ..prepress.preflight import preflight
from ..prepress.preflight.findings import Finding
from ..prepress.printers.library import redrawn
from ..units import Sentence, counted
from .workbench import in_language


class Pages(NamedTuple):
    """A finished PDF and what is said of it."""

    data: bytes
    told: dict[str, Any]


def book(file: str, text: bytes, language: str | None, game: str | None, form: str) -> Pages:
    """Make the rulebook of a text. Raises UsageError, and PackError."""
    examined = api.examine(file, in_language(language), text=text)
    if examined.pack is None:
        raise UsageError("the pack has errors: mend them first")
    books = books_of(examined.pack, file)
    if not books:
        raise UsageError(
            "this pack names no game, so it has no rules: write games: in the pack, or the rules of your own "
            f"game in {Path(file).stem}.md.j2 beside it"
        )
    chosen = game if game in books else books[0]
    made = write_book(examined.pack, BookJob(chosen, form, beside=file))
    return Pages(made.data, {"games": books, "game": chosen, "said": counted(made.pages, "page")})


def proof(file: str, text: bytes, language: str | None, name: str) -> Pages:
    """Make the proof of a text for a printer, as `cardgen proof --printer` does. Raises UsageError."""
    printer = api.find_printer(name)
    examined = api.examine(file, in_language(language), printer=printer, text=text)
    pack = examined.pack
    if pack is None or examined.of("error"):
        raise UsageError("drawn at this printer's size the pack has errors")
    job = press_job(printer) if printer.form == "pdf" else None
    shown = sides(pack, job)
    if job is None:
        files = [CheckedFile("pictures", picture_report(pack, printer, shown))]
    else:
        made = write_press(pack, job)
        files = [
            CheckedFile(
                f"{examined.slug}-{printer.key}{each.suffix}.pdf",
                preflight(each.data, press_target(pack, job, printer, each.suffix)),
                (each.suffix.strip("-").replace("-", " ") or "cards") if len(made) > 1 else "",
            )
            for each in made
        ]
    said = redrawn(examined.own_size, pack, printer) if examined.own_size else Sentence("")
    checked = Checked(printer, job, tuple(files), examined.problems, examined.allowed, said)
    found = [*deck_findings(pack, printer), *(each for one in files for each in one.report.findings)]
    told = {
        "passed": is_accepted(checked, pack),
        "printer": printer.name,
        "redrawn": said,
        "findings": [_finding(each) for each in found],
        "facts": list(dict.fromkeys(fact for one in files for fact in one.report.facts)),
        "questions": [text for _, text in printer.questions],
    }
    return Pages(write_proof(pack, checked, shown).data, told)


def _finding(found: Finding) -> dict[str, str]:
    where = found.card or (f"page {found.page}" if found.page else "")
    return {"severity": found.severity, "message": found.message, "hint": found.hint, "where": where}
