"""Reads sheets of cards from a PDF: the file's declaration, and the place of each card.

The file is untrusted. It may contain only what cardgen's own sheets contain: no annotation, layer, pattern or
filter that could look different on screen and on paper, and no more work than its cards need. Anything else
is listed as odd, or the file is refused.
"""

from __future__ import annotations

import io
import json
import logging
import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ...errors import UsageError
from ...geometry import IDENTITY, Matrix
from ...layout.registration import Registration
from .content_walker import ContentWalker, StreamStart
from .limits import (
    ANY_WORK,
    CARD_WORK,
    LONGEST_DECLARATION,
    MOST_CARDS,
    MOST_OPERATORS,
    MOST_PIXELS,
    MOST_WORK,
    PICTURE_WORK,
    PIXELS_A_BYTE,
    Unreadable,
)
from .resources import ResourceReader, Resources
from .streams import filter_names, inflate

#: Receives pikepdf's warnings about damaged files, to keep them from the terminal.
_UNSAID = logging.NullHandler()
#: How much a correction for a printer stretches or turns a page at most.
_MOST_CORRECTION = 0.05
#: Maximum side of a page in points: somewhat more than the largest paper (5000 mm).
_LONGEST = 14_200

#: Maximum number of streams that a page's content may be split into.
_MOST_PARTS = 1000

#: Entries that objects of cardgen's sheets may have.
_PAGE = {"/Type", "/Parent", "/MediaBox", "/Contents", "/Resources", "/Rotate", "/Trans", "/Group"}
_FORM = {"/Type", "/Subtype", "/FormType", "/BBox", "/Matrix", "/Resources", "/Length", "/Filter", "/Group"}
_RESOURCES = {"/Font", "/XObject", "/ProcSet", "/ExtGState"}
#: Transparency: opacity, multiplied colours, masks in grey, and groups that blend in RGB.
_STATE = {"/Type", "/ca", "/CA", "/SMask", "/BM"}
_MASK = {"/S", "/G"}
_GROUP = {"/S": "/Transparency", "/CS": "/DeviceRGB", "/I": True}
_GROUP_OF_MASK = {**_GROUP, "/CS": "/DeviceGray"}
_PAGES = {"/Type", "/Kids", "/Count"}
_FILTERS: tuple[list[str], ...] = ([], ["/FlateDecode"])
_PICTURE_FILTERS = (*_FILTERS, ["/DCTDecode"])


@dataclass(frozen=True)
class DrawingOptions:
    """How faces and backs are drawn, as far as options can change it."""

    style: str
    ink_saver: bool
    stripe: bool
    #: The back's pattern, "image" or "layout".
    back: str
    #: Whether suits have styles of their own.
    suit_styles: bool


class DeclaredTiles(NamedTuple):
    """The parts that a file states for each piece that is larger than its paper. Lengths in points."""

    columns: int
    rows: int
    #: How far a part runs under its neighbours to the right and below.
    overlap: float
    #: Where the upper left corner of each part lies on the front of its sheet.
    corner: tuple[float, float]


class DeclaredMarks(NamedTuple):
    """The registration marks that a file states for its fronts."""

    registration: Registration
    #: The length of their arms, in points.
    arm: float


@dataclass(frozen=True)
class DeclaredJob:
    """A file's declaration in its document information."""

    pack: str
    trim: tuple[float, float]
    look: DrawingOptions
    margin: float
    backs: Literal["duplex", "separate", "none", "gutterfold"]
    sides: tuple[str, ...]
    flip: Literal["long", "short"]
    fold: Literal["none", "vertical", "horizontal"]
    back_offset: tuple[float, float]
    back_rotate: float
    only: tuple[str, ...]
    copies: int
    missing: tuple[str, ...]
    #: The name of the pack's file or of its folder of pictures; "" if not stated.
    source: str = ""
    #: The kind of piece that its cards are, if the pack has several; "" for a pack of cards only.
    piece: str = ""
    #: The home printer that its pages are corrected for, "" for none, and the corrections of fronts and
    #: of backs.
    printer: str = ""
    front_correction: Matrix = IDENTITY
    back_correction: Matrix = IDENTITY
    #: The number of its pages, in a file of several kinds of pieces; 0 for all.
    pages: int = 0
    #: The parts of each piece; None for whole pieces.
    tiles: DeclaredTiles | None = None
    #: Its registration marks; None for none.
    marks: DeclaredMarks | None = None

    @property
    def sheets_per_piece(self) -> int:
        """Return the number of sheets that each piece takes: 1 unless it is in parts."""
        return self.tiles.columns * self.tiles.rows if self.tiles else 1


@dataclass(frozen=True)
class FoundCard:
    """A card found on a page: its side, its id, and the matrix from its coordinates to the page's."""

    side: Literal["Front", "Back"]
    card: str
    place: Matrix


@dataclass(frozen=True)
class SheetPage:
    """What was found on one page."""

    number: int
    size: tuple[float, float]
    cards: tuple[FoundCard, ...]
    #: What cardgen's sheets never contain.
    odd: tuple[str, ...] = ()

    def cards_on_side(self, side: str) -> list[FoundCard]:
        """Return the fronts or the backs on the page. side: "Front" or "Back"."""
        return [card for card in self.cards if card.side == side]


@dataclass(frozen=True)
class ViewerRequests:
    """What a file asks of the program that prints it: scaling and printing on both sides; "" for nothing."""

    scaling: str
    duplex: str


@contextmanager
def _errors_as_usage_errors() -> Iterator[None]:
    """Replace any error in a `with` block that reads an untrusted file by a UsageError."""
    try:
        with warnings.catch_warnings():
            # pikepdf warns of damage, such as a truncated stream, that sheets never have.
            warnings.simplefilter("error", UserWarning)
            yield
    except UsageError:
        raise
    except Exception as error:
        raise UsageError("this PDF cannot be read: it is damaged, or is not a PDF") from error


@contextmanager
def open_sheets(data: bytes) -> Iterator[Any]:
    """Open a PDF of sheets for a `with` block.

    Raises UsageError if the data are no PDF, encrypted, or compressed in a way that cardgen does not use.
    """
    import pikepdf

    if b"/ObjStm" in data or b"/XRef" in data:
        # They unpack on opening, to any size; cardgen writes none.
        raise UsageError(
            "this PDF is compressed in a way that cardgen does not use: prove sheets as cardgen wrote them, "
            "not a rulebook"
        )
    logging.getLogger("pikepdf").addHandler(_UNSAID)
    with _errors_as_usage_errors(), pikepdf.open(io.BytesIO(data)) as pdf:
        if pdf.is_encrypted:
            raise UsageError("this PDF is encrypted")
        yield pdf


def declared_jobs(pdf: Any) -> tuple[DeclaredJob, ...]:
    """Return the declarations of a file about itself, one for each kind of pieces in the order of its pages.

    Raises UsageError if the file is not one of cardgen's sheets.
    """
    try:
        text = str(pdf.docinfo["/Keywords"])
        if len(text) > LONGEST_DECLARATION:
            raise ValueError("too long")
        found = json.loads(text)
        kinds = found.get("kinds", [])
        own = [
            {
                **found,
                **{key: kind[key] for key in _OF_A_KIND},
                **{key: kind.get(key) for key in ("tiles", "correction", "registration")},
            }
            for kind in kinds
        ]
        return tuple(_read_declaration(each) for each in own or [found])
    except Exception as error:
        raise UsageError("this PDF does not say that it is sheets made by cardgen") from error


#: What a declaration of several kinds of pieces states for each.
_OF_A_KIND = ("piece", "trim", "look", "fold", "pages")


class PrintedCards(NamedTuple):
    """A file's list of its cards, with which a later printing is compared."""

    #: For each card: id, label, fingerprints of face and back, number of copies, kind of pieces.
    cards: tuple[tuple[str, str, str, str, int, str], ...]
    #: A digest of the file that it updates, if it has only the cards that changed; "" if it has all.
    follows: str


def read_printed_cards(data: bytes) -> PrintedCards:
    """Return the list of cards in a file of sheets. Raises UsageError if it has none."""
    with open_sheets(data) as pdf:
        declared_jobs(pdf)
        try:
            found = json.loads(str(pdf.docinfo["/Keywords"]))
            cards = tuple(_read_printed_card(each) for each in found["printed"])
            return PrintedCards(cards, str(found.get("follows", "")))
        except Exception as error:
            raise UsageError("these sheets do not say how their cards look: make them once more") from error


def _read_printed_card(record: Any) -> tuple[str, str, str, str, int, str]:
    """Return one entry of a file's list of cards. Raises ValueError or TypeError if it is malformed."""
    id_, label, face, back, times, *kind = record
    [piece] = kind or [""]
    id_, label, face, back, piece = _read_texts([id_, label, face, back, piece])
    return (id_, label, face, back, int(_read_number(times, minimum=0)), piece)


def _read_declaration(record: Any) -> DeclaredJob:
    """Return a file's declaration of one kind of pieces.

    record: its JSON. Raises KeyError, TypeError or ValueError if it is malformed.
    """
    look = record["look"]
    return DeclaredJob(
        pack=str(record["pack"]),
        trim=_read_pair(record["trim"], minimum=1),
        look=DrawingOptions(
            str(look["style"]),
            look["ink_saver"] is True,
            look["stripe"] is True,
            str(look["back"]),
            look.get("suit_styles") is True,
        ),
        margin=_read_number(record["margin"], minimum=0),
        backs=_read_choice(record["backs"], ("duplex", "separate", "none", "gutterfold")),
        sides=_read_texts(record["sides"]),
        flip=_read_choice(record["flip"], ("long", "short")),
        fold=_read_choice(record["fold"], ("none", "vertical", "horizontal")),
        back_offset=_read_pair(record["back_offset"]),
        back_rotate=_read_number(record["back_rotate"]),
        only=_read_texts(record["only"]),
        copies=int(_read_number(record["copies"], minimum=1)),
        missing=_read_texts(record["missing"]),
        source=_read_file_name(record.get("source", "")),
        piece=str(record.get("piece", "")),
        pages=int(_read_number(record.get("pages", 0), 0, 2 * MOST_CARDS)),
        tiles=_read_tiles(record.get("tiles")),
        marks=_read_marks(record.get("registration")),
        **_read_corrections(record.get("correction")),
    )


#: Maximum number of columns and of rows of parts.
_MOST_TILES = 100


def _read_tiles(value: Any) -> DeclaredTiles | None:
    """Return the stated parts of pieces; None if they are whole. Raises ValueError for too many parts."""
    if value is None:
        return None
    columns, rows = (int(_read_number(value[name], 1, _MOST_TILES)) for name in ("columns", "rows"))
    if columns * rows > _MOST_TILES:
        raise ValueError("too many parts")
    return DeclaredTiles(
        columns, rows, _read_number(value["overlap"], minimum=0), _read_pair(value["corner"])
    )


def _read_marks(value: Any) -> DeclaredMarks | None:
    """Return the stated registration marks; None if there are none."""
    if value is None:
        return None
    inset, arm = (_read_number(value[name], minimum=0) for name in ("inset", "arm"))
    return DeclaredMarks(Registration(_read_choice(value["marks"], ("three", "four")), inset), arm)


def _read_corrections(record: Any) -> dict[str, Any]:
    """Return the fields of DeclaredJob for a home printer's corrections; empty if none are stated."""
    if record is None:
        return {}
    sides = {f"{face}_correction": _read_correction(record[face]) for face in ("front", "back")}
    return {"printer": str(record["printer"]), **sides}


def _read_correction(record: Any) -> Matrix:
    """Return the stated matrix of a correction. Raises ValueError if no printer needs so much."""
    a, b, c, d, e, f = (_read_number(each) for each in record)
    if max(abs(a - 1), abs(b), abs(c), abs(d - 1)) > _MOST_CORRECTION:
        raise ValueError("no printer needs such a correction")
    return (a, b, c, d, e, f)


def _read_number(value: Any, minimum: float = -_LONGEST, maximum: float = _LONGEST) -> float:
    """Return a number. Raises TypeError for any other value, and ValueError if it is out of range."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError("not a number")
    if not (math.isfinite(value) and minimum <= value <= maximum):
        raise ValueError("a number out of range")
    return float(value)


def _read_pair(value: Any, minimum: float = -_LONGEST) -> tuple[float, float]:
    """Return two numbers of at least `minimum`. Raises TypeError or ValueError for anything else."""
    x, y = (_read_number(part, minimum) for part in value)
    return x, y


def _read_file_name(value: Any) -> str:
    """Return a file name without folders; "" for any other value."""
    is_name = isinstance(value, str) and len(value) <= _LONGEST_NAME and not set("/\\:\0") & set(value)
    return value if is_name and not value.startswith(".") else ""


#: Maximum length of a file's name in characters.
_LONGEST_NAME = 200


def _read_texts(value: Any) -> tuple[str, ...]:
    """Return a list of strings as a tuple. Raises TypeError for any other value."""
    if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
        raise TypeError("not a list of texts")
    return tuple(value)


def _read_choice(value: Any, choices: tuple[str, ...]) -> Any:
    """Return a value that must be one of these choices. Raises ValueError if it is not."""
    if value not in choices:
        raise ValueError(f"{value!r} is none of {choices}")
    return value


def viewer_requests(pdf: Any) -> ViewerRequests:
    """Return the requests of a file's viewer preferences."""
    wishes = pdf.Root.get("/ViewerPreferences", {})
    return ViewerRequests(*(str(wishes.get(key, "")).lstrip("/") for key in ("/PrintScaling", "/Duplex")))


def read_pages(pdf: Any, card_count: int) -> list[SheetPage]:
    """Return the cards and oddities on each page of a file of sheets. card_count: how many it should have.

    Raises UsageError if there are more pages, or more to draw, than that many cards can need.
    """
    kids = pdf.Root.Pages.Kids
    most = 2 * card_count
    if len(kids) > most:
        raise UsageError(f"this PDF has {len(kids)} pages; {card_count} cards need {most} at most")
    if any(kid.get("/Type") != "/Page" for kid in kids) or set(pdf.Root.Pages.keys()) - _PAGES:
        raise UsageError("the pages of this PDF are not stored as cardgen stores pages")
    if len({kid.objgen for kid in kids}) < len(kids):
        raise UsageError("a page is named twice in this PDF")
    if card_count > MOST_CARDS:
        raise UsageError(f"this PDF says that it holds {card_count:,} cards, more than can be proven")
    reader = SheetReader(pdf, min(ANY_WORK + card_count * CARD_WORK, MOST_WORK), MOST_OPERATORS)
    return [reader.read_page(number, page.obj) for number, page in enumerate(pdf.pages, 1)]


class SheetWalker(ContentWalker):
    """Executes one content stream of a sheet; records its cards, its oddities and the work of drawing it."""

    plain_errors = (Unreadable, UsageError)

    def __init__(self, resources: Any, reader: SheetReader, work: int) -> None:
        found = (
            Resources(resources) if isinstance(resources, dict) else reader.resources.resources_of(resources)
        )
        super().__init__(StreamStart(IDENTITY, found), reader)
        self.reader, self.work = reader, work
        self.cards: list[FoundCard] = []
        self.odd = [f"it has {key[1:]}" for key in sorted(set(resources.keys()) - _RESOURCES)]
        for state in resources.get("/ExtGState", {}).values():
            more = sorted(set(state.keys()) - _STATE)
            self.odd += [f"it has a graphics state with {key[1:]}" for key in more]
            if state.get("/BM", "/Multiply") != "/Multiply":
                self.odd.append(f"it has the blend mode {state.BM}")
            if "/SMask" in state:
                work, odd = reader.mask_work_and_oddities(state.SMask)
                self.work += work
                self.odd += odd

    def begin_marked_content(self, tag: str, properties: Any) -> None:
        """Execute BDC: record a card if the content is named Front or Back, placed by the current matrix."""
        import pikepdf

        side: Any = tag[1:]
        if side in ("Front", "Back"):
            self.cards.append(FoundCard(side, str(pikepdf.String(properties["/Card"])), self.ctm))

    def paint_xobject(self, name: str) -> None:
        """Execute Do: add the work and the oddities of a form or an image."""
        drawn = self.resources.require("/XObject", name, "a form or a picture")
        work, odd = self.reader.work_and_oddities(drawn)
        self.work += work
        self.odd += odd

    def set_font(self, name: str, size: float) -> None:
        """Ignore fonts: SheetReader inspects them, and the look of text is compared later."""

    def show_strings(self, items: list[bytes | float]) -> None:
        """Ignore text: its look is compared later."""

    def paint_shading(self, name: str) -> None:
        """Record a shading as an oddity, as cardgen draws none."""
        self.odd.append("it has a shading")

    def paint_inline_image(self, dictionary: dict[str, Any], data: bytes) -> None:
        """Record an inline image as an oddity, as cardgen draws none."""
        self.odd.append("it has a picture in its text")


@dataclass
class SheetReader:
    """Reads the pages of a file of sheets within a limit of work."""

    pdf: Any
    work_left: int
    #: How many statements one stream may have.
    left: int
    #: By object number: the work of drawing it once, and what is odd about it; None while it is being
    #: inspected.
    known: dict[tuple[int, int], tuple[int, tuple[str, ...]] | None] = field(default_factory=dict)
    resources: ResourceReader = field(default_factory=ResourceReader)

    def read_page(self, number: int, page: Any) -> SheetPage:
        """Return the size, the cards and the oddities of one page. Raises UsageError for too much work."""
        size, odd = _page_size_and_oddities(page)
        odd += [f"it has {key[1:]}" for key in sorted(set(page.keys()) - _PAGE)]
        odd += _group_oddities(page, "it")
        content = self._walk_content(self._page_bytes(page.Contents), page.get("/Resources", {}))
        self._count_work(content.work)
        return SheetPage(number, size, tuple(content.cards), (*odd, *dict.fromkeys(content.odd)))

    def _count_work(self, work: int) -> None:
        """Subtract work from the remaining budget. Raises UsageError if that is more than the limit
        allows.
        """
        self.work_left -= work
        if self.work_left < 0:
            raise UsageError("this PDF has far more content than its cards need")

    def subtract_work(self, statements: int, marks: int) -> None:
        """Raise UsageError if one stream has more statements than the limit allows."""
        if statements > self.left:
            raise UsageError("this PDF has far more content than its cards need")

    def _walk_stream(self, stream: Any, resources: Any) -> SheetWalker:
        """Unpack and execute a stream; return the walker, which has recorded its findings."""
        return self._walk_content(self._unpacked_bytes(stream), resources)

    def _page_bytes(self, contents: Any) -> bytes:
        """Return a page's unpacked content: one stream, or several joined (ISO 32000-1, 7.8.2)."""
        import pikepdf

        if not isinstance(contents, pikepdf.Array):
            return self._unpacked_bytes(contents)
        if len(contents) > _MOST_PARTS:
            raise UsageError("this PDF has far more content than its cards need")
        parts = []
        for part in contents:
            parts.append(self._unpacked_bytes(part))
            self._count_work(len(parts[-1]))
        return b"\n".join(parts)

    def _walk_content(self, data: bytes, resources: Any) -> SheetWalker:
        """Execute the content of a page or a form; return the walker, which has recorded its findings."""
        content = SheetWalker(resources, self, len(data))
        for font in resources.get("/Font", {}).values():
            content.odd += self._font_oddities(font)
        content.execute(data)
        return content

    def _font_oddities(self, font: Any) -> list[str]:
        """Count the work of a font's file; return the names of unusual features of the font."""
        key = font.objgen
        if key in self.known:
            return []
        self.known[key] = (0, ())
        kind, inner = font.get("/Subtype"), font
        if kind == "/Type0":
            # Shaped text has a font made for its characters.
            inner = next(iter(font.get("/DescendantFonts", ())), font)
            kind = inner.get("/Subtype")
        descriptor = inner.get("/FontDescriptor", {})
        for holder, name in ((font, "/ToUnicode"), (descriptor, "/FontFile2"), (inner, "/CIDToGIDMap")):
            if name in holder:
                self._count_work(len(self._unpacked_bytes(holder[name])))
        wanted = "/TrueType" if inner is font else "/CIDFontType2"
        return [] if kind == wanted else [f"it has a font of type {kind}"]

    def _unpacked_bytes(self, stream: Any) -> bytes:
        """Return a stream's unpacked bytes.

        Raises UsageError if they exceed the work left, or are compressed in a way that cardgen does not use.
        """
        if filter_names(stream) not in _FILTERS or "/DecodeParms" in stream or "/F" in stream:
            raise UsageError("content in this PDF is compressed in a way that cardgen does not use")
        packed: bytes = stream.read_raw_bytes()
        if not filter_names(stream):
            return packed
        data = inflate(packed, self.work_left)
        if len(data) > self.work_left:
            self._count_work(len(data))
        return data

    def work_and_oddities(self, form_or_image: Any) -> tuple[int, tuple[str, ...]]:
        """Return the work of drawing a form or an image once, and the names of its unusual features.

        Raises UsageError if it is drawn within itself.
        """
        number = form_or_image.objgen
        if number not in self.known:
            self.known[number] = None
            self.known[number] = (
                self._picture_work_and_oddities(form_or_image)
                if form_or_image.Subtype == "/Image"
                else self._form_work_and_oddities(form_or_image)
            )
        known = self.known[number]
        if known is None:
            raise UsageError("a part of this PDF is drawn within itself")
        return known

    def mask_work_and_oddities(self, mask: Any) -> tuple[int, tuple[str, ...]]:
        """Return the work of drawing a soft mask once, and the names of its unusual features."""
        import pikepdf

        if not isinstance(mask, pikepdf.Dictionary) or set(mask.keys()) != _MASK or mask.S != "/Luminosity":
            return 0, ("a mask in it is not stored as cardgen stores masks",)
        return self.work_and_oddities(mask.G)

    def _form_work_and_oddities(self, form: Any) -> tuple[int, tuple[str, ...]]:
        """Return the work of drawing a form once, and the names of its unusual features."""
        odd = [f"a part of it has {key[1:]}" for key in sorted(set(form.keys()) - _FORM)]
        odd += _group_oddities(form, "a part of it")
        if form.Subtype != "/Form":
            odd.append(f"a part of it is a {form.Subtype}")
        content = self._walk_stream(form, form.get("/Resources", {}))
        if content.work > self.work_left:
            self._count_work(content.work)
        return content.work, (*odd, *dict.fromkeys(content.odd))

    def _picture_work_and_oddities(self, picture: Any) -> tuple[int, tuple[str, ...]]:
        """Return the work of drawing an image once, and the names of its unusual features."""
        pixels, odd = int(picture.Width) * int(picture.Height), []
        if pixels > MOST_PIXELS:
            raise UsageError("a picture in this PDF is too large")
        if filter_names(picture) not in _PICTURE_FILTERS or "/OC" in picture:
            odd.append("a picture in it is not stored as cardgen stores pictures")
        work = PICTURE_WORK + pixels // PIXELS_A_BYTE
        if "/SMask" in picture:
            more, less = self.work_and_oddities(picture.SMask)
            return work + more, (*odd, *less)
        return work, tuple(odd)


def _group_oddities(holder: Any, name: str) -> list[str]:
    """Return a list with an oddity if a transparency group is of a kind that cardgen does not write.

    name: what to call the page or form in it.
    """
    if "/Group" not in holder or dict(holder.Group.items()) in (_GROUP, _GROUP_OF_MASK):
        return []
    return [f"{name} has a Group that is not blended in RGB"]


def _page_size_and_oddities(page: Any) -> tuple[tuple[float, float], list[str]]:
    """Return the width and height of a page in points, and a list of its oddities.

    A page is odd if it is rotated, or if its lower left corner is not at 0, 0. Raises UsageError for a size
    that no paper has.
    """
    left, low, right, top = (float(side) for side in page.MediaBox)
    odd = []
    if (left, low) != (0, 0):
        odd.append("its lower left corner is not 0, 0")
    if int(page.get("/Rotate", 0)) != 0:
        odd.append("it is shown turned")
    if not (1 <= right - left <= _LONGEST and 1 <= top - low <= _LONGEST):
        raise UsageError("a page of this PDF has a size that no paper has")
    return (right - left, top - low), odd
