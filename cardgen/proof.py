"""Proof of finished sheets: reads a PDF back, knowing only PDF, the pack and what the file declares.

Nothing here asks imposition.py where cards should lie. What is proven: every card of the pack is there
as often as it should be, at its true size, upright, none over another; each back lies behind its front
when the paper is flipped as declared; the margin is blank, looked at in the rendered page.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from .errors import UsageError
from .geometry import IDENTITY, Matrix, Rect, apply, bounds, chain, shift, turn
from .pack import Pack
from .selection import deck
from .units import MM, shown, shown_size

#: How far a card may be off and still lie where it should: a twentieth of a millimetre, in points.
EXACT = 0.05 * MM
#: A pixel in the margin this much darker than paper is print (of 255).
_INK = 24

Tick = Callable[[int, int], None]


@dataclass(frozen=True)
class Declared:
    """What a file says of itself, in its document information."""

    trim: tuple[float, float]
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
    pack: str


@dataclass(frozen=True)
class Placed:
    """A card found on a page."""

    side: Literal["Front", "Back"]
    card: str
    place: Matrix


@dataclass(frozen=True)
class Page:
    """What is found on one page."""

    number: int
    size: tuple[float, float]
    cards: tuple[Placed, ...]

    def side(self, side: str) -> list[Placed]:
        """The fronts or the backs."""
        return [card for card in self.cards if card.side == side]


@dataclass(frozen=True)
class Proof:
    """What was proven, and what is wrong."""

    facts: tuple[str, ...]
    faults: tuple[str, ...]

    @property
    def good(self) -> bool:
        """Whether everything is as it should be."""
        return not self.faults


def declaration(data: bytes) -> Declared:
    """What a file of sheets declares. Raises UsageError where it is not one of cardgen's."""
    with _opened(data) as pdf:
        return _declared(pdf)


def prove(data: bytes, pack: Pack, backs: bytes | None = None, tick: Tick | None = None) -> Proof:
    """Prove sheets against their pack.

    backs: the file of backs where they are apart. tick: called with pages done and pages in all.
    Raises UsageError for a file that cannot be read, or is not one of cardgen's sheets.
    """
    with _opened(data) as pdf:
        declared = _declared(pdf)
        pages = list(_pages(pdf))
    files = [(data, list(range(len(pages))))]
    if declared.backs == "separate":
        pages, files = _with_backs(pages, data, backs)
    faults = [*_check_cards(pages, declared, pack), *_check_places(pages, declared)]
    faults += _check_backs(pages, declared)
    for file, numbers in files:
        faults += _check_print(file, numbers, pages, declared, pack, tick)
    return Proof(tuple(_facts(pages, declared)), tuple(faults))


def _with_backs(
    fronts: list[Page], data: bytes, backs: bytes | None
) -> tuple[list[Page], list[tuple[bytes, list[int]]]]:
    """The pages of two files in turn, as if they were one, and which pages each file holds."""
    if backs is None:
        raise UsageError("the backs of these sheets are in a file of their own: name it as well")
    with _opened(backs) as pdf:
        behind = list(_pages(pdf))
    if len(fronts) != len(behind):
        raise UsageError(f"there are {len(fronts)} pages of fronts and {len(behind)} of backs")
    pages = [page for pair in zip(fronts, behind, strict=True) for page in pair]
    return pages, [(data, list(range(0, len(pages), 2))), (backs, list(range(1, len(pages), 2)))]


def _opened(data: bytes) -> Any:
    import io

    import pikepdf

    try:
        return pikepdf.open(io.BytesIO(data))
    except (pikepdf.PdfError, ValueError, RuntimeError) as error:
        raise UsageError(f"this is not a PDF that can be read ({str(error).splitlines()[0][:80]})") from error


def _declared(pdf: Any) -> Declared:
    try:
        found = json.loads(str(pdf.docinfo["/Keywords"]))
        return Declared(
            trim=_pair(found["trim"]),
            margin=float(found["margin"]),
            backs=_one_of(found["backs"], ("duplex", "separate", "none", "gutterfold")),
            sides=tuple(map(str, found["sides"])),
            flip=_one_of(found["flip"], ("long", "short")),
            fold=_one_of(found["fold"], ("none", "vertical", "horizontal")),
            back_offset=_pair(found["back_offset"]),
            back_rotate=float(found["back_rotate"]),
            only=tuple(map(str, found["only"])),
            copies=int(found["copies"]),
            missing=tuple(map(str, found["missing"])),
            pack=str(found["pack"]),
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise UsageError("this PDF does not say that it is sheets made by cardgen") from error


def _pair(value: Any) -> tuple[float, float]:
    x, y = (float(part) for part in value)
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError("not a pair of numbers")
    return x, y


def _one_of(value: Any, choices: tuple[str, ...]) -> Any:
    if value not in choices:
        raise ValueError(f"{value!r} is none of {choices}")
    return value


# --- reading pages -------------------------------------------------------------------------------


def _pages(pdf: Any) -> Iterator[Page]:
    import pikepdf

    for number, page in enumerate(pdf.pages, 1):
        try:
            box = [float(side) for side in page.mediabox]
            cards = tuple(_placed(page))
        except (pikepdf.PdfError, ValueError, TypeError, AttributeError) as error:
            raise UsageError(f"page {number} cannot be read ({error})") from error
        yield Page(number, (box[2] - box[0], box[3] - box[1]), cards)


def _placed(page: Any) -> Iterator[Placed]:
    """The cards of a page: marked content named Front or Back, where the current matrix puts it."""
    import pikepdf

    matrix, stack = IDENTITY, []
    for operands, operator in pikepdf.parse_content_stream(page, "q Q cm BDC"):
        name = str(operator)
        if name == "q":
            stack.append(matrix)
        elif name == "Q" and stack:
            matrix = stack.pop()
        elif name == "cm":
            a, b, c, d, e, f = (float(operand) for operand in operands)
            matrix = chain((a, b, c, d, e, f), matrix)
        elif name == "BDC" and str(operands[0]) in ("/Front", "/Back"):
            side: Any = str(operands[0])[1:]
            yield Placed(side, str(operands[1]["/Card"]), matrix)


# --- what must hold ------------------------------------------------------------------------------


def _check_cards(pages: list[Page], declared: Declared, pack: Pack) -> Iterator[str]:
    """Every card is there as often as the pack and the choice of cards say."""
    found = Counter(card.card for page in pages for card in page.side("Front"))
    chosen = deck(pack, declared.only, declared.copies, declared.missing)
    wanted = {card.id: (card.label, times) for card, times in chosen}
    for card_id, (label, times) in wanted.items():
        if found[card_id] != times:
            yield f"the card {label} is there {found[card_id]} times instead of {times}"
    for card_id in found.keys() - wanted.keys():
        yield f"the card {card_id} does not belong to this job"


def _check_places(pages: list[Page], declared: Declared) -> Iterator[str]:
    """Fronts are upright and at true size, cards lie apart, and inside the printable part of the paper."""
    for page in pages:
        trims = [_trim(card, declared) for card in page.cards]
        printable = Rect(0, 0, *page.size).grown(-declared.margin + EXACT)
        for card, trim in zip(page.cards, trims, strict=True):
            if card.side == "Front" and not _near(card.place[:4], (1, 0, 0, 1), 1e-4):
                yield f"page {page.number}: {card.card} is turned or scaled"
            if card.side == "Front" and not printable.holds(trim):
                yield f"page {page.number}: {card.card} lies in the margin"
        yield from _overlaps(page, trims)


def _overlaps(page: Page, trims: list[Rect]) -> Iterator[str]:
    ordered = sorted(trims)
    for place, trim in enumerate(ordered):
        for other in ordered[place + 1 :]:
            if other.x > trim.right - EXACT:
                break
            if trim.grown(-EXACT).overlaps(other.grown(-EXACT)):
                yield f"page {page.number}: two cards lie over one another"
                return


def _trim(card: Placed, declared: Declared) -> Rect:
    return bounds(card.place, Rect(0, 0, *declared.trim))


def _check_backs(pages: list[Page], declared: Declared) -> Iterator[str]:
    """Each back lies behind its front, its top behind the front's top, and there are no others."""
    if declared.backs == "none":
        if any(page.side("Back") for page in pages):
            yield "there are backs, though none are declared"
        return
    if declared.backs == "gutterfold":
        for page in pages:
            yield from _check_behind(page, page, _fold_axis(declared), IDENTITY, declared)
        return
    if len(pages) % 2:
        yield "a sheet has no back page"
    for front, back in zip(pages[::2], pages[1::2], strict=False):
        if front.side("Back") or back.side("Front"):
            yield f"pages {front.number} and {back.number} are not a front and a back"
        axis, undo = _flip_axis(front, declared), _moved_back(front, declared)
        yield from _check_behind(front, back, axis, undo, declared)


def _fold_axis(declared: Declared) -> str:
    return "x" if declared.fold == "vertical" else "y"


def _flip_axis(page: Page, declared: Declared) -> str:
    """Flipped about an upright edge, left and right change places; about a level one, top and bottom."""
    width, height = page.size
    long_edge_upright = height >= width
    return "x" if (declared.flip == "long") == long_edge_upright else "y"


def _moved_back(page: Page, declared: Declared) -> Matrix:
    """Undoes the declared movement of the back page."""
    cx, cy = page.size[0] / 2, page.size[1] / 2
    x, y = declared.back_offset
    return chain(shift(-x - cx, -y - cy), turn(-declared.back_rotate), shift(cx, cy))


def _check_behind(
    front: Page, back: Page, axis: str, undo: Matrix, declared: Declared
) -> Iterator[str]:
    waiting = [(card, _seen_through(card.place, front.size, declared.trim, axis)) for card in front.side("Front")]
    for card in back.side("Back"):
        place = chain(card.place, undo)
        match = next((pair for pair in waiting if _near(pair[1], place, EXACT)), None)
        if match is None:
            where = f"{shown(place[4])} from the left and {shown(place[5])} from below"
            yield f"page {back.number}: a back lies behind no front, at {where}"
        else:
            waiting.remove(match)
    for card, _ in waiting:
        yield f"page {front.number}: {card.card} has no back behind it"


def _seen_through(
    place: Matrix, page: tuple[float, float], trim: tuple[float, float], axis: str
) -> Matrix:
    """Where the back's own origin must be on its page for it to lie behind an upright front.

    Flipped about an upright line, the sheet is mirrored left to right and the back stays upright;
    flipped about a level line, top and bottom change places and the back stands on its head.
    """
    x, y = place[4:]
    if axis == "x":
        return (1, 0, 0, 1, page[0] - x - trim[0], y)
    return (-1, 0, 0, -1, x + trim[0], page[1] - y)


def _near(one: tuple[float, ...], other: tuple[float, ...], within: float) -> bool:
    return all(abs(a - b) <= within for a, b in zip(one, other, strict=True))


# --- what can be seen ----------------------------------------------------------------------------


def _check_print(
    data: bytes, numbers: list[int], pages: list[Page], declared: Declared, pack: Pack, tick: Tick | None
) -> Iterator[str]:
    """The rendered pages: nothing is printed in the margin, and each face says what it should."""
    import pypdfium2

    ranks = {card.id: card.rank for card in pack.cards if card.rank and card.kind in ("index", "pips", "court")}
    document = pypdfium2.PdfDocument(data)
    try:
        for done, number in enumerate(numbers):
            page, drawn = pages[number], document[done]
            moved = any(declared.back_offset) or declared.back_rotate
            if not (moved and page.side("Back")) and _prints_in_margin(drawn, declared.margin):
                yield f"page {page.number}: something is printed in the margin of {shown(declared.margin)}"
            yield from _check_words(drawn, page, declared, ranks)
            drawn.close()
            if tick is not None:
                tick(number + 1, len(pages))
    finally:
        document.close()


def _prints_in_margin(drawn: Any, margin: float) -> bool:
    """Whether a page, rendered in grey at 72 dpi, is anything but white in its margin."""
    picture = drawn.render(scale=1, grayscale=True).to_pil()
    edge = int(margin - 1)
    if edge < 1:
        return False
    width, height = picture.size
    strips = ((0, 0, width, edge), (0, height - edge, width, height), (0, 0, edge, height), (width - edge, 0, width, height))
    return any(picture.crop(strip).getextrema()[0] < 255 - _INK for strip in strips)


def _check_words(drawn: Any, page: Page, declared: Declared, ranks: dict[str, str | None]) -> Iterator[str]:
    """Each face bears the rank that its name promises."""
    text = drawn.get_textpage()
    for card in page.side("Front"):
        rank = ranks.get(card.card)
        trim = _trim(card, declared)
        if rank and rank not in text.get_text_bounded(trim.x, trim.y, trim.right, trim.top):
            yield f"page {page.number}: the face of {card.card} does not say {rank}"
    text.close()


def _facts(pages: list[Page], declared: Declared) -> Iterator[str]:
    cards = sum(len(page.side("Front")) for page in pages)
    backs = sum(len(page.side("Back")) for page in pages)
    yield f"{cards} cards of {shown_size(*declared.trim)} on {len(pages)} pages, each as often as it should be"
    if backs:
        way = f"flipped on the {declared.flip} edge" if declared.backs != "gutterfold" else "folded"
        yield f"{backs} backs, each behind its front when {way}"
    yield f"nothing printed in the margin of {shown(declared.margin)}"
