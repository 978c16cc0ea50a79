"""Faces and the back as pages of one PDF, a page each: what pictures are made of, and proofs may be."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

from ..art.back import draw_pack_back
from ..art.brush import Brush, Press, Space
from ..art.face import draw_face
from ..colour.colors import BLACK
from ..geometry import Rect
from ..pack.model import Card, Pack
from ..pdf.canvas import packed_once
from ..text import fonts
from ..text.outlines import rectangle, rounded


def faces_pdf(
    pack: Pack,
    sides: Sequence[Card | None],
    page: tuple[float, float],
    space: Space = "rgb",
    *,
    press: Press | None = None,
    outline: Rect | None = None,
) -> bytes:
    """A PDF with a page for each card (None for the back), the trim in the middle of it.

    page: width and height in points; art runs to its edges, past the pack's bleed if need be. press: for
    CMYK, how black and pictures are put on. outline: what is left of a card that is cut out, in points; one
    more page shows it in black, with the card's round corners.
    """
    from reportlab.pdfgen.canvas import Canvas

    fonts.register()
    width, height = pack.card.size
    around = ((page[0] - width) / 2, (page[1] - height) / 2)
    trim = Rect(*around, width, height)
    drawn = _reaching(pack, max(around))
    buffer = io.BytesIO()
    with packed_once():
        canvas = Canvas(
            buffer, pagesize=page, pageCompression=0, invariant=1, initialFontName=fonts.TEXT.name
        )
        brush = Brush(canvas, space, press)
        for card in sides:
            if card is None:
                draw_pack_back(brush, drawn, trim)
            else:
                draw_face(brush, drawn, card, trim)
            canvas.showPage()
        if outline is not None:
            corner = pack.card.corner
            brush.fill(rounded(outline, corner) if corner else rectangle(outline), BLACK)
            canvas.showPage()
        canvas.save()
    return buffer.getvalue()


def _reaching(pack: Pack, margin: float) -> Pack:
    """The pack with art that runs so far past its trim (points)."""
    if margin <= pack.card.bleed:
        return pack
    return replace(pack, card=pack.card._replace(bleed=margin))
