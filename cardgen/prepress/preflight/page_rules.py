"""Rules about whole pages, and helpers of rules about marks: each page once, each fault once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from typing import NamedTuple

from ...units import Sentence
from ..pdf.display_list import DisplayList, display_lists
from ..pdf.document import PdfDocument
from ..pdf.painted_objects import PaintedMark
from .findings import Finding, Severity, Target


class Fault(NamedTuple):
    """A fault found on a page."""

    message: str
    hint: str
    severity: Severity = "error"
    where: str | None = None
    #: How bad it is: the lowest figure is the worst, such as a width in points. Measured faults of one rule
    #: and `kind` are reported together, by the worst of them; others are reported each.
    measure: float | None = None
    kind: str = ""


def findings_of_pages(
    file: PdfDocument, rule: str, page_faults: Callable[[DisplayList], Iterable[Fault]]
) -> Iterator[Finding]:
    """Yield the findings of a rule for all pages. page_faults: a function that returns the faults of a page.

    A fault that many pages share is reported once, on the first of them. Of measured faults only the worst is
    reported, with their number. Pages that cannot be read are left out: the rule `content` reports them.
    """
    followed = [content for content in display_lists(file) if content.fault is None]
    yield from _findings_of_faults(
        rule,
        ((fault, content) for content in followed for fault in dict.fromkeys(page_faults(content))),
    )


def check_content(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that all content can be executed to its end (ISO 32000-1, 7.8.2 and annex A).

    PDF/X has no operators but those of its version of PDF (ISO 15930-4 and -7), and programs may differ in
    how they treat unknown ones.
    """
    hint = "export it again, or save it from another program"
    faults = [(content.fault, content) for content in display_lists(file)]
    yield from _findings_of_faults(
        "content",
        (
            (Fault(f"this page could not be checked: {fault}", hint), content)
            for fault, content in faults
            if fault
        ),
    )


def _findings_of_faults(rule: str, faults: Iterable[tuple[Fault, DisplayList]]) -> Iterator[Finding]:
    """Yield one finding for each fault, with the number of its pages.

    Of measured faults of the same kind and severity, one finding reports the worst.
    """
    found: dict[Fault, list[int]] = {}
    for fault, content in faults:
        found.setdefault(fault, []).extend(content.pages)
    alike: dict[object, list[Fault]] = {}
    for fault in found:
        alike.setdefault(fault if fault.measure is None else (fault.kind, fault.severity), []).append(fault)
    for some in alike.values():
        worst = min(some, key=lambda fault: fault.measure or 0.0)
        pages = {page for fault in some for page in found[fault]}
        message = with_page_count(worst.message, pages)
        if len(some) > 1:
            message = with_fault_count(worst.message, len(some), pages)
        yield Finding(rule, message, worst.hint, worst.severity, min(found[worst]), worst.where)


def with_page_count(message: str, pages: Sized) -> str:
    """Return a message, with the number of pages added if there is more than one."""
    return Sentence("{fault} (so on {n} pages)", fault=message, n=len(pages)) if len(pages) > 1 else message


def with_fault_count(message: str, number: int, pages: Sized) -> str:
    """Return the message of the worst of several faults, with their number and that of their pages."""
    if len(pages) == 1:
        return Sentence("{fault} (the worst of {number} on this page)", fault=message, number=number)
    return Sentence(
        "{fault} (the worst of {number}, on {n} pages)", fault=message, number=number, n=len(pages)
    )


def path_of_mark(mark: PaintedMark) -> str | None:
    """Return the path of the forms and patterns that a mark lies in; None if it is on the page itself."""
    return mark.where.removesuffix(" > ") or None


def noun_for_mark(mark: PaintedMark) -> str:
    """Return a noun with its article: "text", "a fill", or "a picture of 300 × 400 pixels"."""
    if mark.picture is not None:
        wide, high = mark.picture.width, mark.picture.height
        return Sentence("a picture of {wide} × {high} pixels", wide=wide, high=high)
    if mark.kind == "image":
        return Sentence("a picture")
    return "text" if mark.kind == "text" else f"a {mark.kind}"


def check_blank_page(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Warn of pages without marks, as content was probably lost; a white mark is enough.

    No printer requires this, and a card may be meant to be blank. What lies outside the bleed does not count.
    """

    def blank_page_faults(content: DisplayList) -> Iterator[Fault]:
        if not content.printed_marks and not target.plate:
            hint = Sentence("look at the page; if it is meant to be blank, all is well")
            yield Fault(Sentence("nothing is drawn on this page"), hint, "warning")

    yield from findings_of_pages(file, "blank-page", blank_page_faults)
