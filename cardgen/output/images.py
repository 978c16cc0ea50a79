"""Writes a picture of each face of a pack: for printers that take pictures, for screens and virtual
tables.
"""

from __future__ import annotations

import csv
import io
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from math import inf
from typing import Any, NamedTuple

from .. import __version__
from ..art.face import card_side
from ..art.item_writer import Press
from ..art.items import Fill
from ..art.pdf_writer import PdfWriter
from ..art.piece_outline import piece_outline
from ..colour.colors import BLACK, Space
from ..colour.conversion import PressInks
from ..colour.icc import CONDITIONS, bundled_profile
from ..errors import UsageError
from ..geometry import Rect
from ..pack.file_names import picture_names
from ..pack.model import Card, Pack
from ..pack.numbered_copies import with_each_copy
from ..pack.selection import cards_to_print
from ..prepress.printers.choices import Per, SpecialInkFiles
from ..text import fonts
from ..text.reportlab_parts import pdf_bytes, without_ascii_encoding
from ..units import pixel_size
from .credits import write_credits
from .encoding import Format, encode_image
from .lists import CREDITS, LISTS


def faces_pdf(
    pack: Pack,
    sides: Sequence[Card | str],
    page: tuple[float, float],
    space: Space = "rgb",
    *,
    press: Press | None = None,
    cut: Rect | None = None,
) -> bytes:
    """Return a PDF with one page for each side, its trim centred on the page.

    sides: cards, and backs by their short names. page: width and height in points; art extends to the edges
    of the page, past the pack's bleed if needed. press: for CMYK, how black and pictures are converted. cut:
    the trim of a card with rounded corners, in points; two more pages then show the shape of a face and of a
    back in black, as masks.
    """
    return _pdf_and_side_count(pack, sides, page, space, press, cut, inf)[0]


def _pdf_and_side_count(
    pack: Pack,
    sides: Sequence[Card | str],
    page: tuple[float, float],
    space: Space,
    press: Press | None,
    cut: Rect | None,
    max_pixel_bytes: float,
) -> tuple[bytes, int]:
    """Return a PDF with one page for each side, and the number of sides in it. The arguments are those of
    faces_pdf().

    max_pixel_bytes: as soon as the pictures so far take more bytes than this, no further side is added.
    """
    from reportlab.pdfgen.canvas import Canvas

    fonts.register_fonts()
    width, height = pack.card.size
    around = ((page[0] - width) / 2, (page[1] - height) / 2)
    trim = Rect(*around, width, height)
    reach = max(pack.card.bleed, *around)
    # A copy would count its cards again, which is slow if they are many.
    drawn = pack if reach == pack.card.bleed else replace(pack, card=pack.card._replace(bleed=reach))
    done = 0
    with without_ascii_encoding():
        canvas = Canvas(
            io.BytesIO(), pagesize=page, pageCompression=0, invariant=1, initialFontName=fonts.TEXT.name
        )
        writer = PdfWriter(canvas, space, press)
        writer.compresses_pictures = False
        for card in sides:
            if done and writer.pixel_bytes > max_pixel_bytes:
                break
            writer.write_items([card_side(drawn, card, trim)])
            canvas.showPage()
            done += 1
        if cut is not None:
            for blank in (pack.card, pack.card.seen_from_back):
                writer.write_items([Fill(piece_outline(blank, cut), BLACK)])
                canvas.showPage()
        return pdf_bytes(canvas), done


#: Maximum pixels of a picture, for memory: the largest card has 50 million at 600 dpi.
MOST_PIXELS = 80_000_000
#: Number of threads that compress pictures while the next is drawn.
_WORKERS = 2
#: Maximum bytes of the pixels of pictures that are drawn into one file before it is rendered.
_MOST_PIXEL_BYTES = 48 << 20
#: Subtracted before rounding, so that no page is drawn a pixel too large.
_HAIR = 1e-6

#: Called after each picture with pictures done and pictures in all.
Tick = Callable[[int, int], None]


class PictureCanvas(NamedTuple):
    """The size of a picture; the trim is centred in it."""

    pixels: tuple[int, int]
    dpi: float

    @property
    def page(self) -> tuple[float, float]:
        """Return the width and height of the picture in points."""
        wide, high = (side / self.dpi * 72 for side in self.pixels)
        return wide, high

    def trim_rect(self, trim: tuple[float, float]) -> Rect:
        """Return the trim in points of the page, rounded to whole pixels, so that a straight cut divides no
        pixel.
        """
        pixel = 72 / self.dpi
        sides = [min(most, max(1, round(side / pixel))) for side, most in zip(trim, self.pixels, strict=True)]
        left, below = ((most - side) // 2 for side, most in zip(sides, self.pixels, strict=True))
        return Rect(left * pixel, below * pixel, sides[0] * pixel, sides[1] * pixel)

    @classmethod
    def for_trim(cls, trim: tuple[float, float], bleed: float, dpi: float) -> PictureCanvas:
        """Return the canvas that holds a trim with its bleed (both in points). dpi: dots per inch."""
        return cls(pixel_size(trim, bleed, dpi), dpi)


class ImageJob(NamedTuple):
    """Which pictures to make of a pack."""

    canvas: PictureCanvas
    form: Format = "png"
    #: One file for each distinct face, or for each card.
    per: Per = "face"
    #: Whether to cut out the card: rounded corners, transparent outside.
    rounded: bool = False
    only: tuple[str, ...] = ()
    #: Of JPEGs, 1 to 95; None for the default.
    quality: int | None = None
    #: CMYK is for TIFF only.
    space: Space = "rgb"
    #: For CMYK: the press that pictures are converted for, a name in conditions.CONDITIONS.
    condition: str = "fogra39"
    rich_black: tuple[float, float, float, float] | None = None
    #: Maximum total ink on one spot, in parts of 1; None for no limit.
    total_ink: float | None = None
    #: Whether CMYK pictures contain the profile of their condition.
    tagged: bool = True
    #: Whether plates of special inks are pictures of their own, in black, or what they show is in ink.
    special_inks: SpecialInkFiles = "none"

    @property
    def profile(self) -> bytes | None:
        """Return the ICC profile with which CMYK pictures are tagged.

        Return None for pictures in RGB or without tags, and if cardgen has no profile of exactly this
        printing condition.
        """
        condition = CONDITIONS[self.condition]
        wanted = self.space == "cmyk" and self.tagged and condition.exact
        return bundled_profile(condition.profile) if wanted else None


class ImageFile(NamedTuple):
    """One finished file of a folder."""

    name: str
    data: bytes


def write_images(pack: Pack, job: ImageJob, tick: Tick | None = None) -> Iterator[ImageFile]:
    """Yield the files of a folder of pictures: faces, backs, then the lists of them.

    Each distinct face is drawn and compressed once. Raises UsageError, before the first file, for
    contradictory options and for cards that the pack does not have.
    """
    pack = with_each_copy(pack)
    cards = cards_to_print(pack, job.only)
    verify_job(job)
    return _image_files(pack, job, cards, tick)


def verify_job(job: ImageJob) -> None:
    """Raise UsageError for pictures that are too large, or impossible in their format."""
    wide, high = job.canvas.pixels
    if wide * high > MOST_PIXELS:
        raise UsageError(f"a picture of {wide} × {high} pixels is too large; use a smaller --dpi")
    if job.rounded and job.form != "png":
        raise UsageError("round corners are transparent, which only PNG supports; leave out --format")
    if job.space == "cmyk" and job.form != "tif":
        raise UsageError("only TIFF pictures are in CMYK; add --format tif")


def _image_files(
    pack: Pack, job: ImageJob, cards: Sequence[tuple[Card, int]], tick: Tick | None
) -> Iterator[ImageFile]:
    """Yield the files of a folder of pictures, as write_images() does."""
    if job.special_inks == "files":
        pack = pack.with_special_inks("process")
    faces, backs = [card for card, _ in cards], back_names(pack, cards)
    sides: list[Card | str] = [*faces, *backs]
    listed: list[list[str]] = []
    for place, data in enumerate(compressed_files(side_pictures(pack, sides, job), job)):
        if place < len(cards):
            card, times = cards[place]
            stems = picture_names(pack, card, place + 1, len(cards), times, job.per)
            names = [f"{stem}.{job.form}" for stem in stems]
        else:
            names = [f"{backs[place - len(cards)]}.{job.form}"]
        listed.append(names)
        yield from (ImageFile(name, data) for name in names)
        if tick is not None:
            tick(place + 1, len(sides))
    yield ImageFile(CREDITS, write_credits(pack))
    yield from card_list_files(pack, job, cards, listed)
    if job.special_inks == "files":
        yield from _plate_files(pack, job, sides, listed)


def _plate_files(
    pack: Pack, job: ImageJob, sides: Sequence[Card | str], names: Sequence[Sequence[str]]
) -> Iterator[ImageFile]:
    """Yield for each special ink pictures of its plate, in black, in a folder with the ink's name.

    names: those of the pictures of each side. A side without the ink has no picture there.
    """
    trim = Rect(0, 0, *pack.card.size)
    for ink in pack.special_inks:
        alone = pack.with_special_inks("alone", ink.plate)
        shown = [at for at, side in enumerate(sides) if card_side(alone, side, trim).items]
        plates = compressed_files(side_pictures(alone, [sides[at] for at in shown], job), job)
        for at, data in zip(shown, plates, strict=True):
            yield from (ImageFile(f"{ink.folder}/{name}", data) for name in names[at])


def back_names(pack: Pack, cards: Sequence[tuple[Card, int]]) -> list[str]:
    """Return the short names of the backs that these cards have, in the pack's order."""
    behind = {pack.back_of(card) for card, _ in cards}
    return [name for name in pack.backs if name in behind]


def first_picture_name(pack: Pack, job: ImageJob) -> str:
    """Return the name of the first file that write_images() makes."""
    cards = cards_to_print(pack, job.only)
    card, times = cards[0]
    return f"{next(picture_names(pack, card, 1, len(cards), times, job.per))}.{job.form}"


def side_pictures(pack: Pack, sides: Sequence[Card | str], job: ImageJob) -> Iterator[Any]:
    """Yield sides as pictures (PIL: RGB, RGBA or CMYK). sides: cards, and backs by their short names."""
    if job.space == "cmyk":
        yield from _separated_pictures(pack, sides, job)
        return
    cut = job.canvas.trim_rect(pack.card.size) if job.rounded else None
    masks: list[Any] = []
    while sides:
        data, count = _pdf_and_side_count(pack, sides, job.canvas.page, "rgb", None, cut, _MOST_PIXEL_BYTES)
        yield from _render_pages(data, sides[:count], job, masks)
        sides = sides[count:]


def _render_pages(data: bytes, sides: Sequence[Card | str], job: ImageJob, masks: list[Any]) -> Iterator[Any]:
    """Yield pages of a PDF as pictures (PIL).

    masks: the masks of a face and of a back with rounded corners. If the job needs masks and the list is
    empty, it is filled from the last two pages of the PDF.
    """
    import pypdfium2
    from PIL import ImageChops

    scale = job.canvas.dpi / 72 * (1 - _HAIR)
    document = pypdfium2.PdfDocument(data)
    try:
        if job.rounded and not masks:
            # The last pages are the masks.
            last = (document[len(sides) + number] for number in range(2))
            masks += [ImageChops.invert(page.render(scale=scale, grayscale=True).to_pil()) for page in last]
        for number, side in enumerate(sides):
            page = document[number]
            picture = page.render(scale=scale).to_pil()
            if masks:
                picture.putalpha(masks[isinstance(side, str)])
            yield picture
            page.close()
    finally:
        document.close()


def _separated_pictures(pack: Pack, sides: Sequence[Card | str], job: ImageJob) -> Iterator[Any]:
    """Yield sides in CMYK (PIL) from the plates of a press, so that the pack's own ink values stay as they
    are.
    """
    from ..prepress.pdf.plates import separate_pages

    profile = bundled_profile(CONDITIONS[job.condition].profile)
    inks = PressInks(profile, job.rich_black, job.total_ink)
    drawn, press = pack.converted_for_press(inks), Press(inks)
    while sides:
        data, count = _pdf_and_side_count(
            drawn, sides, job.canvas.page, "cmyk", press, None, _MOST_PIXEL_BYTES
        )
        for plates in separate_pages(data, range(count), scale=job.canvas.dpi / 72):
            yield plates.as_cmyk()
        sides = sides[count:]


def compressed_files(pictures: Iterable[Any], job: ImageJob) -> Iterator[bytes]:
    """Yield the file of each picture; the next pictures are drawn while one is compressed."""
    profile = job.profile
    return encoded_in_threads(
        pictures, lambda shot: encode_image(shot, job.form, job.canvas.dpi, job.quality, profile)
    )


def encoded_in_threads(pictures: Iterable[Any], encode: Callable[[Any], bytes]) -> Iterator[bytes]:
    """Yield the file of each picture, in order; the next pictures are drawn while `encode` runs in
    threads.
    """
    with ThreadPoolExecutor(_WORKERS) as pool:
        waiting: deque[Future[bytes]] = deque()
        for shot in pictures:
            waiting.append(pool.submit(encode, shot))
            if len(waiting) > 2 * _WORKERS:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def card_list_files(
    pack: Pack, job: ImageJob, cards: Sequence[tuple[Card, int]], names: Sequence[Sequence[str]]
) -> Iterator[ImageFile]:
    """Yield the lists of a folder of pictures as files, a CSV table and JSON. names: the files of each card,
    then those of the backs.
    """
    wide, high = job.canvas.pixels
    rows = [
        {
            "file": name,
            "card": card.label,
            "suit": card.suit or "",
            "rank": card.rank or "",
            "quantity": times if job.per == "face" else 1,
            "pixels": f"{wide}x{high}",
        }
        for (card, times), files in zip(cards, names, strict=False)
        for name in files
    ]
    if len(names) > len(cards) + 1:
        # If there are several backs, each face has its own beside it.
        shown = [card for (card, _), files in zip(cards, names, strict=False) for _ in files]
        for row, card in zip(rows, shown, strict=True):
            row["back"] = f"{pack.back_of(card)}.{job.form}"
    lines: list[list[object]] = [list(rows[0]) if rows else [], *(list(row.values()) for row in rows)]
    # Spreadsheets recognise UTF-8 by the byte order mark.
    yield ImageFile(LISTS[0], csv_table(lines).encode("utf-8-sig"))
    listed = {
        "made-by": f"cardgen {__version__}",
        "pack": pack.name,
        "pixels": [wide, high],
        "dpi": round(job.canvas.dpi, 3),
        "per": job.per,
        "faces": [{**row, "pixels": [wide, high]} for row in rows],
        "back": names[len(cards)][0],
        "files": [*(name for files in names for name in files), CREDITS, *LISTS],
    }
    yield ImageFile(LISTS[1], json.dumps(listed, indent=2, ensure_ascii=False).encode() + b"\n")


def csv_table(rows: Iterable[Sequence[object]], end: str = "\r\n") -> str:
    """Return rows as CSV. No cell can be taken for a formula by a spreadsheet, or control a terminal.

    end: the end of each line.
    """
    out = io.StringIO()
    csv.writer(out, lineterminator=end).writerows([_without_formula(value) for value in row] for row in rows)
    return out.getvalue()


def _without_formula(value: object) -> object:
    """Return a value that a spreadsheet does not take for a formula: text such as "=A1" gets an apostrophe
    before it. A text such as "+4" is a number and stays.
    """
    if isinstance(value, str):
        value = "".join(character if character.isprintable() else " " for character in value).lstrip()
    if isinstance(value, str) and value[:1] in ("=", "@"):
        return "'" + value
    if isinstance(value, str) and value[:1] in ("+", "-") and not value[1:].replace(".", "", 1).isdigit():
        return "'" + value if value[1:] else value
    return value
