"""The rulebook and the press proof of an unsaved text, made in another process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, NamedTuple

from .. import api
from ..books.templates import Template
from ..checks import examination
from ..errors import UsageError
from ..jobs.pieces import jobs_by_kind
from ..jobs.proof import Proof
from ..jobs.rulebook import Rulebook
from ..output.proof_report import ProofBasis, deck_size_findings
from ..output.rulebook import games_with_books, template_warnings, write_book
from ..prepress.preflight.findings import Finding
from ..prepress.printers.questions import questions_to_printer
from ..sandbox import child, untrusted
from ..units import count_with_noun
from .confined_workspace import HINT
from .job_process import finding_records
from .rules_file import rules_file, template_problem_records
from .workspace import language_overrides


class Pages(NamedTuple):
    """A finished PDF and a report on it."""

    data: bytes
    told: dict[str, Any]


def pages_of(work: Callable[..., Pages], file: str, text: bytes, *more: Any) -> Pages:
    """Call a function below that makes a PDF of a pack's text, and return its PDF and report."""
    return work(file, text, *more)


#: Maximum number of bytes of a PDF in one message.
_PART = 4 << 20


def make_pages_confined(work: Callable[..., Pages], file: str, text: bytes, *more: Any) -> Pages:
    """Make a PDF as pages_of() does, in a confined child. Raises PackError if it exceeds a limit."""
    readable = untrusted.readable_entries(Path(file).parent)
    parts: list[bytes] = []
    try:
        with child.child_messages(
            _send_pages, work, file, text, *more, limits=child.PACK, readable=readable
        ) as messages:
            for kind, value in messages:
                if kind == "part":
                    parts.append(value)
                elif kind == "done":
                    return Pages(b"".join(parts), value)
    except child.OverLimit as error:
        raise child.over_budget_error(Path(file), error, HINT) from None
    raise AssertionError("the child says how its work ends")


def _send_pages(work: Callable[..., Pages], *args: Any) -> dict[str, Any]:
    """Make a PDF in a child, send it to the parent in parts, and return the report."""
    made = work(*args)
    for start in range(0, len(made.data), _PART):
        child.tell_parent("part", made.data[start : start + _PART])
    return made.told


def book_pages(
    file: str, text: bytes, language: str | None, game: str | None, form: str, rules: str | None
) -> Pages:
    """Make the rulebook of a pack's text, as `cardgen rulebook --format` does; return its PDF and a report.

    game: the game whose rules are printed; None for the first one. rules: the text of a template that may not
    be saved yet, in place of the one beside the pack; None to use that one. Raises UsageError if the pack has
    errors or no rules, and PackError for errors of the template.
    """
    examined = examination.examine(file, language_overrides(language), text=text)
    if examined.pack is None:
        raise UsageError("the pack has errors: fix them first")
    books = [None] if rules is not None else games_with_books(examined.pack, file)
    if not books:
        raise UsageError("this pack names no game, and has no rules of its own yet: press “Write the rules…”")
    chosen = game if game in books else books[0]
    job = Rulebook.from_options({"game": chosen, "format": form})
    assert isinstance(job, Rulebook)  # noqa: S101 - from_options of a record returns one
    book = job.book_job(examined)
    if rules is not None:
        book = book._replace(template=Template(str(rules_file(Path(file))), rules))
    warnings = template_warnings(examined.valid_pack, book)
    made = write_book(examined.valid_pack, book)
    told = {
        "games": books,
        "game": chosen,
        "said": count_with_noun(made.pages, "page"),
        "problems": template_problem_records(rules or "", str(rules_file(Path(file))), warnings),
    }
    return Pages(made.data, told)


def printer_proof(file: str, text: bytes, language: str | None, printer_name: str) -> Pages:
    """Make a proof of a pack's text, as `cardgen proof --printer` does; return its PDF and a report.

    printer_name: a preset. Raises UsageError if the pack has errors at the printer's size, or several kinds
    of pieces.
    """
    job = Proof.from_options({"printer": printer_name})
    printer = job.printer
    assert printer is not None  # noqa: S101 - it was given
    examined = examination.examine(file, language_overrides(language), printer=printer, text=text)
    if examined.pack is None or examined.of("error"):
        raise UsageError("drawn at this printer's size the pack has errors")
    if examined.pack.pieces:
        raise UsageError("this pack has several kinds of pieces: make their proofs with *Make*")
    [(part, examined)] = jobs_by_kind(job, examined)
    made = part.run(examined, api.no_progress)
    checked: ProofBasis = made.result
    findings = deck_size_findings(examined.valid_pack, printer)
    findings += [each for one in checked.files for each in one.report.findings]
    unjudged = list(dict.fromkeys(each for one in checked.files for each in one.report.unjudged))
    told = {
        "verdict": _preflight_verdict(made.facts["passed"], findings, unjudged),
        "printer": printer.name,
        "redrawn": checked.trim_note,
        "findings": finding_records(findings),
        "facts": list(dict.fromkeys(fact for one in checked.files for fact in one.report.facts)),
        "unjudged": unjudged,
        "questions": [str(each) for each in questions_to_printer(printer, [examined.valid_pack])],
    }
    return Pages(made[0].data, told)


def _preflight_verdict(
    passed: bool, findings: list[Finding], unjudged: list[str]
) -> Literal["passes", "refused", "not judged"]:
    """Return the verdict of a proof's preflight: "passes", "refused" or "not judged".

    unjudged: what preflight did not judge at all.
    """
    if passed:
        return "not judged" if unjudged else "passes"
    return "refused" if any(each.severity == "error" for each in findings) else "not judged"
