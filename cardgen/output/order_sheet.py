"""An order sheet: PDF pages that say what is ordered, in which files, and how these passed their checks."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Literal, NamedTuple

from .. import __version__
from ..art.items import Item
from ..art.pdf_writer import PdfWriter
from ..pack.model import Pack
from ..prepress.pdf.contents import contents_keywords
from ..text import fonts
from ..text.own_fonts import with_pack_fonts
from ..text.reportlab_parts import without_ascii_encoding
from ..units import MM, PAPERS
from .proof_type import (
    BAD,
    DOUBT,
    GOOD,
    GREY,
    INK,
    SMALL,
    ProofBlock,
    blocks_by_page,
    gap_block,
    heading_block,
    left_line,
    list_item_block,
    row_block,
    rule_line,
    shortened_proof_line,
    stacked_items,
    verdict_block,
    wrapped_lines,
)

Verdict = Literal["good", "bad", "doubtful", "none"]
_COLORS = {"good": GOOD, "bad": BAD, "doubtful": DOUBT, "none": GREY}
#: The margin, the height of the title above the first blocks, and its font size, in points.
_MARGIN, _TITLE, _TITLE_SIZE = 18 * MM, 56.0, 22.0


class OrderRow(NamedTuple):
    """A row with a heading. Without a heading, it is an entry of a list with a mark."""

    heading: str
    text: str
    detail: str = ""
    verdict: Verdict = "none"


class OrderSection(NamedTuple):
    """A part of an order sheet."""

    title: str
    rows: Sequence[OrderRow]


@with_pack_fonts
def write_order_sheet(
    pack: Pack, title: str, verdict: tuple[Verdict, str, str], sections: Sequence[OrderSection]
) -> bytes:
    """Return an order sheet as a PDF of A4 pages.

    verdict: that on all files: its colour, its text and its details.
    """
    width, height = (side * MM for side in PAPERS["a4"])
    room = width - 2 * _MARGIN
    color, said, detail = verdict
    blocks: list[ProofBlock] = [verdict_block(said, detail, room, _COLORS[color]), gap_block(6)]
    for section in sections:
        blocks += _blocks_of_section(section, room)
    pages = blocks_by_page(blocks, height - 2 * _MARGIN, height - 2 * _MARGIN - _TITLE)
    with without_ascii_encoding():
        from reportlab.pdfgen.canvas import Canvas

        fonts.register_fonts()
        buffer = io.BytesIO()
        canvas = Canvas(
            buffer,
            pagesize=(width, height),
            pageCompression=1,
            invariant=1,
            initialFontName=fonts.TEXT.name,
            lang=pack.language,
        )
        canvas.setTitle(title)
        canvas.setCreator(f"cardgen {__version__}")
        canvas.setKeywords(contents_keywords("order sheet"))
        writer = PdfWriter(canvas)
        for number, shown in enumerate(pages, 1):
            top = height - _MARGIN - (_TITLE if number == 1 else 0)
            items: list[Item] = [*stacked_items(shown, _MARGIN, top)]
            if number == 1:
                line, *_ = wrapped_lines(title, room, _TITLE_SIZE, fonts.INDEX) or [""]
                items += left_line(_MARGIN, height - _MARGIN, line, _TITLE_SIZE, INK, fonts.INDEX)
            items.append(rule_line(_MARGIN, _MARGIN - 10, room))
            foot = f"{title} · {pack.wording.phrase('page', page=number, pages=len(pages))}"
            items += left_line(_MARGIN, _MARGIN - 14, shortened_proof_line(foot, room, SMALL), SMALL, GREY)
            writer.write_items(items)
            canvas.showPage()
        return bytes(canvas.getpdfdata())


def _blocks_of_section(section: OrderSection, width: float) -> list[ProofBlock]:
    """Return a section as a heading and a block for each row; empty without rows."""
    if not section.rows:
        return []
    blocks = [
        row_block(row.heading, row.text, width)
        if row.heading
        else list_item_block(row.text, row.detail, width, _COLORS[row.verdict])
        for row in section.rows
    ]
    return [heading_block(section.title, width), *blocks]
