"""Which pages of a file look the same inside their trim, whatever they are drawn with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .bounds import MOST_STREAM, Unreadable
from .document import Document, Page
from .trace import traced
from .unlike import Features, all_unlike, features

#: Pixels a point, and the cells of pixels in which pages are compared. A cell is 1.4 mm wide.
_SCALE, _CELL = 1.0, 4
#: Pages whose cells nowhere differ by more (of 255) look the same: what a different packing of the same
#: picture makes of it stays below, a single other figure in a corner goes far beyond.
_SAME = 36
#: A page larger than this (points a side) is no card.
_LONGEST = 2000
#: How many pages are drawn, where no two of them are written alike.
_MOST_DRAWN = 2000
#: How many pages are told from one another by what is drawn on them; more take longer than drawing them.
_MOST_TOLD_APART = 300

#: The content that cardgen marks with a card's name (ISO 32000-1, 14.6).
_MARK = re.compile(rb"/(Front|Back) ?<< ?/Card ?(?:\(([^()\\]{0,200})\)|<FEFF([0-9A-F]{0,800})>) ?>> ?BDC\b")


def looks(file: Document) -> list[int]:
    """A number for each page: those that look the same have the same one.

    Pages written alike, with the same resources and boxes, look alike; all others are drawn, unless they
    cannot look the same. Raises Unreadable where a page cannot be drawn.
    """
    written: dict[bytes, Page] = {}
    keys = [file.drawing(page) for page in file.pages]
    for key, page in zip(keys, file.pages, strict=True):
        written.setdefault(key, page)
    if len(written) > _MOST_DRAWN:
        raise Unreadable(f"more than {_MOST_DRAWN:,} pages differ from one another")
    pages = list(written.values())
    numbers = range(len(pages)) if _certainly_unlike(file, pages) else _compared(file, pages)
    known = dict(zip(written, numbers, strict=True))
    return [known[key] for key in keys]


def _certainly_unlike(file: Document, pages: list[Page]) -> bool:
    """Whether no two of these pages can look the same, without drawing them."""
    drawn = {number: each for each in traced(file) for number in each.pages if not each.fault}
    found: list[Features] = []
    for page in pages:
        if page.cut is None or page.number not in drawn or len(found) > _MOST_TOLD_APART:
            return False
        found.append(features(drawn[page.number], page.cut))
    return all_unlike(found)


def _compared(file: Document, pages: list[Page]) -> Iterator[int]:
    """A number for each of these pages, the same for those that are drawn alike."""
    exact: dict[tuple[Any, ...], int] = {}
    kept: list[tuple[tuple[int, int], Any]] = []
    for picture in _drawn(file, pages):
        key = (picture.size, picture.tobytes())
        if key not in exact:
            exact[key] = next((at for at, other in enumerate(kept) if _alike(picture, other[1])), len(kept))
            if exact[key] == len(kept):
                kept.append((picture.size, picture))
        yield exact[key]


def _alike(one: Any, other: Any) -> bool:
    from PIL import ImageChops

    if one.size != other.size:
        return False
    difference: Any = ImageChops.difference(one, other)
    return all(high <= _SAME for _, high in difference.getextrema())


def _drawn(file: Document, pages: list[Page]) -> Iterator[Any]:
    """Each page's trim as a small picture in cells."""
    with _shown(file.data) as shown:
        if len(shown) != len(file.pages):
            raise Unreadable("it has another number of pages for another program")
        for page in pages:
            cut, frame = page.cut, page.crop or page.media
            if cut is None or frame is None or max(frame.width, frame.height) > _LONGEST:
                raise Unreadable(f"page {page.number} is of no size that a card can have")
            away = (cut.x - frame.x, cut.y - frame.y, frame.right - cut.right, frame.top - cut.top)
            margins = tuple(max(0.0, side) for side in away)
            leaf = shown[page.number - 1]
            picture = leaf.render(scale=_SCALE, crop=margins).to_pil().convert("RGB")
            leaf.close()
            yield picture.reduce(_CELL)


@contextmanager
def _shown(data: bytes) -> Iterator[Any]:
    """The file as PDFium has it."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
        try:
            yield document
        finally:
            document.close()
    except (pypdfium2.PdfiumError, ValueError) as error:
        raise Unreadable(f"it cannot be drawn ({str(error)[:80]})") from error


def names(file: Document) -> list[str | None]:
    """What cardgen's own files call the card on each page, "" for the back; None where nothing says so."""
    return [_name(file.content(page)) for page in file.pages]


def _name(content: bytes) -> str | None:
    if len(content) > MOST_STREAM or b"/Card" not in content:
        return None
    marks = _MARK.findall(content)
    if len(marks) != 1:
        return None
    side, plain, coded = marks[0]
    if side == b"Back":
        return ""
    try:
        return bytes.fromhex(coded.decode()).decode("utf-16-be") if coded else plain.decode("latin-1")
    except ValueError:
        return None
