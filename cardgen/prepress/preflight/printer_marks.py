"""Rules for things besides the cards that a printer wants or forbids: marks in the slug, a die line, the
condition.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...geometry import Rect
from ...units import Sentence
from ..pdf.display_list import DisplayList
from ..pdf.document import PdfDocument
from ..pdf.painted_objects import PaintedMark
from ..pdf.paths import NOWHERE
from .findings import Finding, Target
from .identification import stated_printing_conditions
from .page_rules import Fault, findings_of_pages

#: Distance outside the bleed (points) up to which art does not count as a mark: a page ends there, or a clip
#: does.
_NEAR = 3.0


def check_marks(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that marks outside the bleed are there only if the printer accepts them.

    Source: web pages of MeinSpiel and MB Print, which want files without marks.
    """
    if target.marks == "allowed":
        return

    def mark_faults(content: DisplayList) -> Iterator[Fault]:
        bleed = content.page.bleed_or_cut_box
        found = bleed is not None and any(_is_outside(mark, bleed) for mark in content.marks)
        if found and target.marks == "forbidden":
            yield Fault(
                Sentence("marks are drawn outside the bleed"),
                Sentence("export it without marks: the printer adds them"),
            )
        if not found and target.marks == "wanted":
            yield Fault(
                Sentence("there are no marks outside the bleed"),
                Sentence("export it with crop marks (--marks)"),
            )

    yield from findings_of_pages(file, "marks", mark_faults)


def check_wanted_die_line(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require a die line if the printer's preset has `die-line: wanted`."""
    if target.die_line != "wanted" or target.part == "backs":
        return
    found = False

    def die_line_faults(content: DisplayList) -> Iterator[Fault]:
        nonlocal found
        spots = {
            ink
            for mark in content.distinct_marks
            for space in mark.paint.space.with_bases()
            for ink in space.inks
        }
        found = found or bool(spots & set(target.spots))
        yield from ()

    yield from findings_of_pages(file, "die-line-wanted", die_line_faults)
    if not found:
        names = " or ".join(target.spots)
        message = Sentence("there is no die line, which the printer wants")
        hint = Sentence("add one in a spot colour called {names} (--die-line)", names=names)
        yield Finding("die-line-wanted", message, hint)


def check_condition(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that a file which names a printing condition names the one in the key `condition` of the
    printer's preset.
    """
    named = stated_printing_conditions(file)
    if target.condition and named and target.condition not in named:
        message = Sentence(
            "the file is made for {named}; the printer prints for {condition}",
            named=", ".join(named),
            condition=target.condition,
        )
        hint = Sentence("export it for that condition, or ask the printer")
        yield Finding("condition", message, hint, "warning")


def _is_outside(mark: PaintedMark, bleed: Rect) -> bool:
    """Tell whether a mark lies completely outside the bleed, at least 3 points from it."""
    x0, y0, x1, y1 = mark.box
    apart = x1 < bleed.x - _NEAR or y1 < bleed.y - _NEAR or x0 > bleed.right + _NEAR or y0 > bleed.top + _NEAR
    return apart and mark.box != NOWHERE
