"""Which pages of a file look the same inside their trim, and as which cards of a pack.

Some pages cannot look the same, which is told from their marks without drawing them: where type of one
font, in one place, says different things or is in different inks, or where what covers the whole card last
is of different inks. What is written later could still hide the difference, but not by accident.
"""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Iterator, Sequence
from operator import mul, sub
from typing import Any, NamedTuple

from ..geometry import Rect
from ..pack.model import Pack
from ..pdf.display_list import DisplayList, display_lists
from ..pdf.document import Document, Page
from ..pdf.limits import MOST_DRAWN, MOST_STREAM, MOST_TOLD_APART, Unreadable
from ..pdf.painted_objects import Mark
from ..pdf.raster import pdfium

#: Pixels a point, but no more on a card's longer side; a page is compared with cards in cells of 2 pixels,
#: 0.35 mm wide, and with other pages in cells of 4 times that.
_SCALE, _MOST_PIXELS, _FINE, _COARSE = 2.0, 600, 2, 4
#: Pages whose coarse cells nowhere differ by more than the first (of 255), and fine ones nowhere by more than
#: the second, look the same: what a different packing of the same picture makes of it, or placing it a
#: tenth of a millimetre off, stays below; a figure of 36 pixels at 300 an inch goes beyond.
_SAME, _SAME_FINE = 36, 72
#: Cards whose fine cells nowhere differ by more are drawn alike: nobody could tell them apart.
_ALIKE = 16
#: A page shows a card if it is no farther off on the whole (of 255), and is so much nearer to it than to the
#: next card where these two differ: in colours, or else in details. Converting colours makes details faint.
_FAR, _NEARER, _NEARER_IN_DETAILS = 48, 0.6, 0.85
#: Squares of so many fine cells a side tell in the mean most cards apart, before all their cells do.
_SQUARE = 16
#: What is larger than so many fine cells is no detail.
_DETAIL = 4
#: How far a page's trim may be off from the card's (parts of it) to be taken for it.
_OFF = 0.03
#: A page larger than this (points a side) is no card.
_LONGEST = 2000
#: How many cards of the pack wait in memory to be drawn.
_AT_ONCE = 16

#: The content that cardgen marks with a card's name (ISO 32000-1, 14.6).
_MARK = re.compile(rb"/(Front|Back) ?<< ?/Card ?(?:\(([^()\\]{0,200})\)|<FEFF([0-9A-F]{0,800})>) ?>> ?BDC\b")


class PageLook(NamedTuple):
    """How a page looks."""

    #: Pages that look the same have the same number.
    number: int
    #: The cards, by their ids, that look so, "" for the back; None where it is like none of the pack's, or
    #: was not held against them.
    cards: frozenset[str] | None


class Drawn(NamedTuple):
    """How cards of a pack look that it draws alike."""

    cards: frozenset[str]
    #: In fine cells; and without its grounds.
    picture: Any
    details: Any
    #: The picture's squares of _SQUARE cells in the mean.
    means: bytes


def looks(file: Document, pack: Pack) -> list[PageLook]:
    """Tell how each page looks.

    Pages written alike, with the same resources and boxes, look alike. All others are drawn and held against
    the pack's own cards, unless all say which card they are and none can look like another. Raises
    Unreadable where a page cannot be drawn.
    """
    written: dict[bytes, Page] = {}
    keys = [file.drawing(page) for page in file.pages]
    for key, page in zip(keys, file.pages, strict=True):
        written.setdefault(key, page)
    if len(written) > MOST_DRAWN:
        raise Unreadable(f"more than {MOST_DRAWN:,} pages differ from one another")
    pages = list(written.values())
    if None not in names(file) and _certainly_unlike(file, pages):
        found = [PageLook(number, None) for number in range(len(pages))]
    else:
        found = list(_compared(file, pages, pack))
    known = dict(zip(written, found, strict=True))
    return [known[key] for key in keys]


def _certainly_unlike(file: Document, pages: list[Page]) -> bool:
    """Tell whether no two of these pages can look the same, without drawing them."""
    drawn = {number: each for each in display_lists(file) for number in each.pages if not each.fault}
    found: list[Features] = []
    for page in pages:
        if page.cut is None or page.number not in drawn or len(found) > MOST_TOLD_APART:
            return False
        found.append(features(drawn[page.number], page.cut))
    return all_unlike(found)


def _compared(file: Document, pages: list[Page], pack: Pack) -> Iterator[PageLook]:
    """Yield how these pages look; alike are those of one card, or of none, that nowhere differ much."""
    cards = file.once(drawn_cards, pack)
    kept: list[tuple[frozenset[str] | None, Any]] = []
    for done, picture in enumerate(_pictures(file, pages, pack.card.size), 1):
        shown = _shown_card(picture, cards)
        same = (
            at for at, (card, other) in enumerate(kept) if card == shown and _look_the_same(picture, other)
        )
        number = next(same, len(kept))
        if number == len(kept):
            kept.append((shown, picture))
        yield PageLook(number, shown)
        file.tell(done, len(pages))


def _look_the_same(one: Any, other: Any) -> bool:
    if one.size != other.size or _differ(one, other) > _SAME_FINE:
        return False
    return _differ(one.reduce(_COARSE), other.reduce(_COARSE)) <= _SAME


def _differ(one: Any, other: Any) -> int:
    """Return by how much two pictures of one size differ where they differ most."""
    from PIL import ImageChops

    extremes: Any = ImageChops.difference(one, other).getextrema()
    return max(int(high) for _, high in extremes)


def _shown_card(picture: Any, cards: Sequence[Drawn]) -> frozenset[str] | None:
    """Return the card that a picture shows, None where it is like none or it cannot be told like which.

    It is held against all of them: where two cards are drawn alike it is as far from both, so that what is
    left is how it looks in the places in which they differ.
    """
    if picture.size != cards[0].picture.size:
        return None
    away, nearest = _two_nearest(picture, cards)
    if away > _FAR:
        return None
    found = _nearer(picture, [card.picture for card in cards], nearest, _NEARER)
    if found is None:
        picture, details = _details(picture), [card.details for card in cards]
        away_in_details = [_away(picture, other) for other in details]
        nearest = sorted(range(len(cards)), key=away_in_details.__getitem__)[:2]
        found = _nearer(picture, details, nearest, _NEARER_IN_DETAILS)
    return None if found is None else cards[found].cards


def _two_nearest(picture: Any, cards: Sequence[Drawn]) -> tuple[float, list[int]]:
    """Tell by how much a picture differs from the nearest card, and which are the nearest two.

    Cells differ by no less than the means of their squares, each of which is rounded: that leaves few cards
    whose cells need be looked at.
    """
    means, cells = _means(picture), 3 * picture.width * picture.height
    least = [
        (_SQUARE**2 * (sum(map(abs, map(sub, means, card.means))) - len(means)) / cells, at)
        for at, card in enumerate(cards)
    ]
    found: list[tuple[float, int]] = []
    for bound, at in sorted(least):
        if len(found) == 2 and bound > found[1][0]:
            break
        found = sorted([*found, (_away(picture, cards[at].picture), at)])[:2]
    return found[0][0], [at for _, at in found]


def _means(picture: Any) -> bytes:
    """Return the means of a picture's squares, but of those that it cuts at its right and lower edge."""
    wide, high = (side - side % _SQUARE for side in picture.size)
    return bytes(picture.crop((0, 0, wide, high)).reduce(_SQUARE).tobytes()) if wide and high else b""


def _nearer(picture: Any, others: Sequence[Any], nearest: list[int], by: float) -> int | None:
    """Tell which of other pictures is so much nearer than the next, where these two differ.

    nearest: the places of the nearest two, the nearest first.
    """
    from PIL import ImageChops

    first, *rest = nearest
    if not rest:
        return first
    one, other = others[first], others[rest[0]]
    red, green, blue = ImageChops.difference(one, other).split()
    differing = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    telling = differing.point([255 if level > _ALIKE else 0 for level in range(256)])
    if telling.getbbox() is None:
        return None
    return first if _away(picture, one, telling) <= by * _away(picture, other, telling) else None


def _details(picture: Any) -> Any:
    """Tell what is left of a picture without its grounds, whose colours a conversion changes."""
    from PIL import ImageChops, ImageFilter

    return ImageChops.subtract(picture, picture.filter(ImageFilter.GaussianBlur(_DETAIL)), 1, 128)


def _away(one: Any, other: Any, mask: Any = None) -> float:
    """Return by how much two pictures differ (of 255) in the mean, where a mask says."""
    from PIL import ImageChops

    counts: list[int] = ImageChops.difference(one, other).histogram(mask)
    return float(sum(map(mul, counts, _LEVELS)) / max(1, sum(counts)))


#: What each count of a histogram of three colours stands for.
_LEVELS = (*range(256),) * 3


#: The packs whose cards were drawn last, with these: the files of a pack are looked at one after another.
#: Those of a pack that names files are drawn for each file anew, since what it names may change.
_last: deque[tuple[Pack, list[Drawn]]] = deque(maxlen=2)


def drawn_cards(_: Document, pack: Pack) -> list[Drawn]:
    """Tell how the cards of a pack look, those that it draws alike together, and its back."""
    for known, cards in tuple(_last):
        if known == pack:
            return cards
    cards = _draw_cards(pack)
    if not pack.files:
        _last.append((pack, cards))
    return cards


def _draw_cards(pack: Pack) -> list[Drawn]:
    from reportlab.pdfgen.canvas import Canvas

    from ..art.backs import draw_pack_back
    from ..art.brush import Brush
    from ..art.face import draw_face
    from ..text import fonts

    fonts.register()
    trim = Rect(0, 0, *pack.card.size)
    names = [card.id for card in pack.cards if card.quantity] + [f"\0{back}" for back in pack.backs]
    by_name = {card.id: card for card in pack.cards}
    found: list[Drawn] = []
    for first in range(0, len(names), _AT_ONCE):
        some, out = names[first : first + _AT_ONCE], io.BytesIO()
        canvas = Canvas(
            out, pagesize=pack.card.size, pageCompression=0, initialFontName=fonts.TEXT.name, invariant=1
        )
        for name in some:
            if name in by_name:
                draw_face(Brush(canvas), pack, by_name[name], trim)
            else:
                draw_pack_back(Brush(canvas), pack, trim, name[1:])
            canvas.showPage()
        canvas.save()
        with pdfium(out.getvalue()) as shown:
            for name, leaf in zip(some, shown, strict=True):
                picture = _rendered(leaf, trim, trim.height, pack.card.size)
                means = _means(picture)
                alike = (at for at, one in enumerate(found) if _drawn_alike(picture, means, one))
                at = next(alike, None)
                name = name if name in by_name else ""
                if at is None:
                    found.append(Drawn(frozenset([name]), picture, _details(picture), means))
                else:
                    found[at] = found[at]._replace(cards=found[at].cards | {name})
    return found


def _drawn_alike(picture: Any, means: bytes, other: Drawn) -> bool:
    """Tell whether a card's cells nowhere differ much; where the means of squares do, cells do as well."""
    if max(map(abs, map(sub, means, other.means)), default=0) > _ALIKE + 1:
        return False
    return _differ(picture, other.picture) <= _ALIKE


def _rendered(leaf: Any, part: Rect, high: float, size: tuple[float, float]) -> Any:
    """Return a part of a page that is so high, as it is shown, in fine cells; size is the card's."""
    scale = min(_SCALE, _MOST_PIXELS / max(size))
    picture = leaf.render(scale=scale, rev_byteorder=True).to_pil()
    leaf.close()
    near = all(abs(a - b) <= _OFF * b for a, b in zip(part[2:], size, strict=True))
    wide, tall = (max(1, round(side * scale / _FINE)) for side in (size if near else part[2:]))
    left, top = part.x * scale, (high - part.top) * scale
    right, low = left + part.width * scale, top + part.height * scale
    box = (max(0.0, left), max(0.0, top), min(picture.width, right), min(picture.height, low))
    # Pillow's number for a filter that takes the mean of what becomes one pixel.
    return picture.resize((wide, tall), 4, box)


def _pictures(file: Document, pages: list[Page], size: tuple[float, float]) -> Iterator[Any]:
    """Yield each page's card as a small picture in fine cells."""
    with pdfium(file.data) as shown:
        if len(shown) != len(file.pages):
            raise Unreadable("it has another number of pages for another program")
        for page in pages:
            cut, frame = _card_on(page, size), page.crop or page.media
            if cut is None or frame is None or max(frame.width, frame.height) > _LONGEST:
                raise Unreadable(f"page {page.number} is of no size that a card can have")
            part = Rect(cut.x - frame.x, cut.y - frame.y, cut.width, cut.height)
            yield _rendered(shown[page.number - 1], part, frame.height, size)


def _card_on(page: Page, size: tuple[float, float]) -> Rect | None:
    """Tell where a page is cut; of one that is cut larger than the card, or says nothing, the middle."""
    cut = page.cut
    if cut is None or any(wanted * (1 + _OFF) > has for has, wanted in zip(cut[2:], size, strict=True)):
        return cut
    x, y = cut.center
    return Rect(x - size[0] / 2, y - size[1] / 2, *size)


def names(file: Document) -> list[str | None]:
    """Tell what cardgen's own files call the card on each page, "" for the back; None where they do not."""
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


# --- pages that cannot look the same --------------------------------------------------------------

#: Inks that differ by less look alike.
_SEEN = 0.15
#: Type is in the same place if its beginning, its middle or its end is no farther off (points).
_NEAR = 4.0


class PlacedType(NamedTuple):
    """A piece of type: where it is (points), in which font, what it says, in which inks."""

    #: Its left edge, its middle and its right edge.
    across: tuple[float, float, float]
    #: The middle of its height.
    y: float
    font: tuple[int, int]
    words: bytes
    inks: tuple[float, ...]


class Features(NamedTuple):
    """What tells a page from others."""

    #: The inks of what covers the whole card last, if anything does, and the type upon it.
    ground: tuple[float, ...] | None
    said: tuple[PlacedType, ...]


def features(drawn: DisplayList, cut: Rect) -> Features:
    """Tell what sets a page with this trim apart; what lies outside the trim is no part of the card."""
    ground: tuple[float, ...] | None = None
    said: list[PlacedType] = []
    for mark in drawn.marks:
        inks = mark.paint.parts
        if not mark.state.opaque or inks is None:
            continue
        if mark.solid and _covers(mark, cut):
            ground, said = inks, []
        elif mark.said is not None and mark.said[0][0]:
            x, y = (mark.box[0] + mark.box[2]) / 2, (mark.box[1] + mark.box[3]) / 2
            if cut.x < x < cut.right and cut.y < y < cut.top:
                said.append(PlacedType((mark.box[0], x, mark.box[2]), y, *mark.said, inks))
    return Features(ground, tuple(said))


def all_unlike(pages: list[Features]) -> bool:
    """Tell whether no two of these pages can look the same."""
    return all(_unlike(one, other) for place, one in enumerate(pages) for other in pages[:place])


def _covers(mark: Mark, cut: Rect) -> bool:
    x0, y0, x1, y1 = mark.box
    return x0 <= cut.x + 1 and y0 <= cut.y + 1 and x1 >= cut.right - 1 and y1 >= cut.top - 1


def _unlike(one: Features, other: Features) -> bool:
    if _inks_differ(one.ground, other.ground):
        return True
    pairs = ((a, b) for a in one.said for b in other.said if a.font == b.font and abs(a.y - b.y) < _NEAR)
    return any(
        any(abs(place - there) < _NEAR for place, there in zip(a.across, b.across, strict=True))
        for a, b in pairs
        if a.words != b.words or _inks_differ(a.inks, b.inks)
    )


def _inks_differ(one: tuple[float, ...] | None, other: tuple[float, ...] | None) -> bool:
    if one is None or other is None or len(one) != len(other):
        return False
    return any(abs(a - b) > _SEEN for a, b in zip(one, other, strict=True))
