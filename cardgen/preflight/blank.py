"""Rule: something is drawn on every page."""

from __future__ import annotations

from collections.abc import Iterator

from ..pdf.display_list import DisplayList
from ..pdf.document import Document
from .findings import Finding, Target
from .page_rules import Fault, each_page


def blank_page(file: Document, target: Target) -> Iterator[Finding]:
    """Something is drawn on every page, be it white: a page without a mark was mostly lost on the way.

    No printer says so; a warning, for a card may be meant to be blank. What lies outside the bleed does not
    count.
    """

    def look(drawn: DisplayList) -> Iterator[Fault]:
        if not drawn.printed:
            hint = "look at the page; if it is meant to be blank, all is well"
            yield Fault("nothing is drawn on this page", hint, "warning")

    yield from each_page(file, "blank-page", look)
