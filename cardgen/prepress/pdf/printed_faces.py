"""The faces of a finished file of sheets as pictures, to show how cards were printed."""

from __future__ import annotations

import io
import json
from collections.abc import Collection
from typing import Any

from ...errors import UsageError
from ...geometry import Rect, transformed_bounds
from ...pack.numbered_copies import id_without_copy
from .readback import DeclaredJob, FoundCard, declared_jobs, open_sheets, read_pages

#: Maximum number of faces that are drawn.
MOST_FACES = 200

#: The kind of pieces of a face, "" for a card, and the id of its card; "" for the back of a kind with one.
FaceKey = tuple[str, str]


def printed_faces(data: bytes, face_keys: Collection[FaceKey], dpi: int) -> dict[FaceKey, bytes]:
    """Return pictures of the faces in a file of sheets, as PNG, inside their cut.

    face_keys: the faces to draw; at most MOST_FACES are drawn. Cards in several parts are left out. Raises
    UsageError if the file is damaged, or is not one of cardgen's sheets.
    """
    import pypdfium2

    with open_sheets(data) as pdf:
        kinds = declared_jobs(pdf)
        printed = json.loads(str(pdf.docinfo["/Keywords"]))["printed"]
        pages = read_pages(pdf, sum(int(each[4]) for each in printed))
    ids = {str(each[0]) for each in printed}
    found: dict[FaceKey, bytes] = {}
    document = pypdfium2.PdfDocument(data)
    try:
        first = 0
        for job in kinds:
            own = pages[first : first + job.pages] if job.pages else pages
            backs = {card.card for page in own for card in page.cards_on_side("Back")}
            for place, page in enumerate(own if job.tiles is None else [], first):
                for card in page.cards:
                    key = _face_key(job, card, backs, ids)
                    if key is not None and key in face_keys and key not in found and len(found) < MOST_FACES:
                        found[key] = _png_of_card(document[place], page.size, card, job, dpi)
            first += job.pages
    except pypdfium2.PdfiumError as error:
        raise UsageError(f"this PDF cannot be shown ({error})") from error
    finally:
        document.close()
    return found


def _face_key(
    job: DeclaredJob, card: FoundCard, backs: Collection[str], ids: Collection[str]
) -> FaceKey | None:
    """Return the key of a card on a sheet; None for one of several backs.

    backs: the names of all backs. ids: those of the cards; a copy with a number of its own has that of its
    card with the copy's number.
    """
    piece = "" if job.piece == "card" else job.piece
    if card.side == "Front":
        return piece, card.card if card.card in ids else id_without_copy(card.card)
    return (piece, "") if len(backs) == 1 else None


def _png_of_card(
    pdf_page: Any, size: tuple[float, float], card: FoundCard, job: DeclaredJob, dpi: int
) -> bytes:
    # Half a pixel inside the cut, as renderers widen the next card to whole pixels.
    """Return a card of a page of pdfium as an upright PNG. size: the page's, in points."""
    trim = transformed_bounds(card.place, Rect(0, 0, *job.trim)).grown(-36 / dpi)
    crop = trim.x, trim.y, size[0] - trim.right, size[1] - trim.top
    if min(crop) < 0:
        raise UsageError("a card of these sheets lies beyond the paper")
    picture = pdf_page.render(scale=dpi / 72, crop=crop).to_pil()
    if card.place[0] < 0 and card.place[3] < 0:
        picture = picture.rotate(180)
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
