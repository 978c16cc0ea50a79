"""Finds every text, icon and picture that is planned for a card in a raster of its page.

What each should look like is worked out from its source by painter.py, which shares nothing with the writers
of files: a fault that a file and the pack's own raster have in common is found here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple

from ..art.backs import draw_pack_back
from ..art.face import plan_face
from ..art.frame import Frame
from ..art.items import Item, Label, Picture
from ..geometry import IDENTITY, Matrix, Rect, apply, bounds, chain, inverse, shift
from ..pack.model import Card, Pack
from ..text.outlines import rectangle, rounded
from ..units import MM, shown
from .inks import Inks
from .painter import Layer, Painter, area_mask
from .recorder import Piece, Recorder

Kind = Literal["text", "picture", "drawing"]

#: Pixels an inch at which pages are compared; at 90 the edges of pictures are taken for differences.
PPI = 150


class Tolerance(NamedTuple):
    """How far colours may be off, of 255."""

    #: A channel of a pixel, beyond all that is planned within a pixel of it.
    pixel: int
    #: The same in the mean of squares of a picture.
    mean: int
    #: Of thin things in the mean, in what is not more or less of their own ink.
    hue: int
    #: Of thin things, in parts of what they add to the card.
    thin: float


#: Of what was drawn and rendered; of pictures that were compressed with losses, such as JPEGs of quality 75;
#: of what was converted for a press.
EXACT, LOSSY = Tolerance(28, 12, 28, 0.55), Tolerance(56, 18, 44, 0.55)
PRESS = Tolerance(72, 48, 60, 0.65)
#: The squares of a picture that are compared in the mean, in millimetres.
_SQUARE = 2.0
#: What differs so far covers so many square millimetres at least, or half of what there is.
_LEAST_AREA = 1.0
#: Thin things are held against the card without them, in squares of so many millimetres. Edges of other
#: renderers are off by 0.45 of what they add, those of plates a little more. Type that is another, or 0.5 mm
#: out of its place, is off by 0.6 and more.
_REACH = 1.6
#: So much of the ink of a thin thing differs so far.
_LEAST_SHARE = 0.08
#: Maximum number of pixels by which the colour of thin things may have run.
_RUN = 3
#: Least coverage (of 255) from which a pixel shows one thing alone.
_WHOLE = 229
#: Runs of type that are farther apart, in parts of their size, are words of their own.
_SPACE = 0.1
#: What stands out less (of 255) is too faint to be told.
_FAINT = 24
#: Differences that are left alone (of 255).
_NOISE = 10


class View(NamedTuple):
    """A raster of a page (PIL) and where the card is on it.

    place: from the card's points to pixels, y downwards.
    """

    pixels: Any
    place: Matrix


class Planned(NamedTuple):
    """Something of a card that is seen as one: a text, a picture, an icon or other art."""

    kind: Kind
    #: The text, the picture's file, or the box of the layout; "" where there is none.
    name: str
    pieces: tuple[Piece, ...]


class Difference(NamedTuple):
    """Something planned that is not seen as planned."""

    kind: Kind
    name: str
    #: How much of its visible part differs, 0 to 1.
    share: float
    #: Where most of that is, in points on the card.
    at: tuple[float, float]

    def sentence(self, card: str, trim: Rect) -> str:
        """Tell it of a card as people call it; trim: that of the card where it was compared."""
        x, y = self.at
        where = (
            f"{shown(max(0.0, x - trim.x))} from the left and {shown(max(0.0, trim.top - y))} from the top"
        )
        share = f"{max(1, round(100 * self.share))} % of its visible part differs, about {where}"
        if self.kind == "picture":
            return f"the picture {self.name} is not seen as planned on {card}: {share}"
        if self.kind == "text":
            return f'the text "{_shortened(self.name)}" is not seen as planned on {card}: {share}'
        what = f'what is drawn in the box "{self.name}"' if self.name else "a drawing"
        return f"{what} is not seen as planned on {card}: {share}"


class Judgement(NamedTuple):
    """What was compared of a card."""

    differences: tuple[Difference, ...] = ()
    #: How many texts, pictures and drawings were compared.
    compared: int = 0
    #: The names of those whose source cannot be drawn here.
    not_judged: tuple[str, ...] = ()


def planned_face(pack: Pack, card: Card, trim: Rect) -> list[Planned]:
    """List what is planned for a card, from the ground up."""
    boxes: dict[int, str] = {}
    if card.kind == "layout":
        from ..art.layout_face import plan_boxes

        boxes = {id(item): box.name for box in plan_boxes(Frame(pack, trim), card) for item in box.items}
    return _grouped([(item, boxes.get(id(item), "")) for item in plan_face(pack, card, trim)])


def planned_back(pack: Pack, name: str, trim: Rect) -> list[Planned]:
    """List what is planned for one of the pack's backs, by its short name."""
    if name in pack.backs_in_boxes:
        return planned_face(pack, pack.backs_in_boxes[name], trim)
    recorder: Any = Recorder()
    draw_pack_back(recorder, pack, trim, name)
    ground, *pattern = recorder.pieces
    if isinstance(ground.item, Picture):
        return [Planned("picture", ground.item.file.name, (ground,))]
    return [Planned("drawing", "", (ground,)), Planned("drawing", "", tuple(pattern))]


def _grouped(items: Sequence[tuple[Item, str]]) -> list[Planned]:
    """Put together the drawings of a box that follow one another; texts and pictures stand for themselves."""

    def group(pair: tuple[Item, str]) -> object:
        return id(pair[0]) if not pair[1] or isinstance(pair[0], Label | Picture) else pair[1]

    made: list[Planned] = []
    for _, some in groupby(items, group):
        together = list(some)
        first, box = together[0]
        pieces = tuple(Piece(item) for item, _ in together)
        if isinstance(first, Label):
            made.append(Planned("text", _words(first), pieces))
        elif isinstance(first, Picture):
            made.append(Planned("picture", first.file.name, pieces))
        else:
            made.append(Planned("drawing", box, pieces))
    return made


def _words(label: Label) -> str:
    """Return the text of a label, with a space wherever its runs are apart."""
    said, end = "", None
    for run in label.runs:
        here = run.x, run.y
        if end is not None and (here[1] != end[1] or here[0] - end[0] > _SPACE * run.size):
            said += " "
        said += run.text
        end = run.x + run.font.width(run.text, run.size) * run.narrow, run.y
    return " ".join(said.split())


def compare(
    planned: Sequence[Planned],
    view: View,
    area: Rect,
    radius: float = 0.0,
    inks: Inks | None = None,
    tolerance: Tolerance = EXACT,
) -> Judgement:
    """Compare what is planned with what is seen of a card within an area (points) with round corners.

    inks: where the page is in those of a press.
    """
    return _Comparison(view, area, radius, inks, tolerance).judgement(planned)


# --- what can be seen ----------------------------------------------------------------------------

_Box = tuple[int, int, int, int]


class _Part:
    """Something planned, while the rest of the card is painted over it."""

    def __init__(self, planned: Planned, layers: Sequence[Layer], canvas: Any) -> None:
        from PIL import Image, ImageChops

        self.planned = planned
        lefts, tops, rights, lows = zip(*(layer.box for layer in layers), strict=True)
        #: Left, upper, right and lower edge in pixels.
        self.box = min(lefts), min(tops), max(rights), max(lows)
        #: How much of it each pixel shows (PIL, L).
        self.seen: Any = Image.new("L", (self.box[2] - self.box[0], self.box[3] - self.box[1]))
        for layer in layers:
            box = _moved(layer.box, self.box)
            self.seen.paste(ImageChops.lighter(self.seen.crop(box), layer.mask), box)
        #: The card without it; None where it is broad, and can be compared pixel by pixel.
        self.without: Any = canvas.crop(self.box) if self._is_thin() else None

    def _is_thin(self) -> bool:
        """Tell whether it is type, or lines and the like: most of it lies at its edges."""
        if self.planned.kind != "drawing":
            return self.planned.kind == "text"
        whole = _over(self.seen, 127)
        return 2 * _count(_darkest(whole)) < _count(whole)

    def cover(self, layer: Layer) -> None:
        """Let a later layer hide it."""
        both = _common(layer.box, self.box)
        if both is None:
            return
        mask, inner = layer.mask.crop(_moved(both, layer.box)), _moved(both, self.box)
        self.seen.paste(0, inner, mask)
        if self.without is not None:
            paint = layer.paint
            if not isinstance(paint, tuple):
                paint = paint.crop(_moved(both, layer.box))
            self.without.paste(paint, inner, mask)


def _moved(box: _Box, origin: Sequence[int]) -> _Box:
    x, y = origin[:2]
    return box[0] - x, box[1] - y, box[2] - x, box[3] - y


def _common(one: _Box, other: _Box) -> _Box | None:
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, low = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, low) if left < right and top < low else None


class _Comparison:
    """A card on a page, and what it should look like."""

    def __init__(
        self, view: View, area: Rect, radius: float, inks: Inks | None, tolerance: Tolerance
    ) -> None:
        from PIL import Image, ImageFilter

        outline = bounds(view.place, area)
        left, top = math.floor(outline.x), math.floor(outline.y)
        self.size = math.ceil(outline.right) - left, math.ceil(outline.top) - top
        self.place = chain(view.place, shift(-left, -top))
        #: Pixels a millimetre.
        self.per_mm = MM * math.sqrt(abs(self.place[0] * self.place[3] - self.place[1] * self.place[2]))
        self.page = view.pixels.crop((left, top, left + self.size[0], top + self.size[1])).convert("RGB")
        self.tolerance = tolerance
        self.painter = Painter(self.size, self.place, inks)
        #: Pixels within the area where all that is planned can be painted.
        self.judged: Any = Image.new("L", self.size)
        mask = area_mask(rounded(area, radius), self.place, self.size)
        if mask is not None:
            self.judged.paste(_over(mask.mask, 254), mask.box)
        self.soft = ImageFilter.BoxBlur(1)

    def judgement(self, planned: Sequence[Planned]) -> Judgement:
        """Return what is not seen as planned."""
        parts, not_judged = self._paint(planned)
        self._compare_pixels()
        found = tuple(difference for part in parts if (difference := self._difference(part)))
        return Judgement(found, len(parts), tuple(not_judged))

    def _paint(self, planned: Sequence[Planned]) -> tuple[list[_Part], list[str]]:
        """Paint the card as planned: its parts, and the names of those that cannot be painted."""
        self.canvas = self.painter.blank()
        parts: list[_Part] = []
        not_judged: list[str] = []
        for each in planned:
            try:
                layers = [layer for piece in each.pieces for layer in self.painter.layers(piece)]
            except Exception:  # Pillow and fontTools raise of all kinds for files that they cannot read
                not_judged.append(each.name)
                self._leave_out(each)
                continue
            if not layers:
                continue
            part = _Part(each, layers, self.canvas)
            for layer in layers:
                self.canvas.paste(layer.paint, layer.box, layer.mask)
                for other in parts:
                    other.cover(layer)
            parts.append(part)
        return parts, not_judged

    def _leave_out(self, planned: Planned) -> None:
        """Judge nothing where something lies that cannot be painted."""
        for piece in planned.pieces:
            item, box = piece.item, None
            if isinstance(item, Label):
                box = item.bounds
            elif isinstance(item, Picture):
                box = bounds(item.place or IDENTITY, item.rect)
            mask = area_mask(rectangle(box), self.place, self.size) if box else None
            self.judged.paste(0, mask.box if mask else (0, 0, *self.size))

    def _compare_pixels(self) -> None:
        """Work out where the page and the card as planned differ."""
        from PIL import ImageChops

        apart = _over(_apart(self.canvas, self.page), self.tolerance.pixel)
        #: Pixels that are unlike all that is planned near by, but for lone ones.
        self.off = _times(_lightest(_darkest(apart)), self.judged)
        #: The card as planned, and how far the page is from it, without the grain of single pixels.
        self.smooth, page = self.canvas.filter(self.soft), self.page.filter(self.soft)
        difference = _strongest(ImageChops.difference(self.smooth, page))
        self.difference = _times(difference, self.judged).point(_WITHOUT_NOISE)
        self.apart = _times(_apart(self.smooth, page), self.judged)

    def _difference(self, part: _Part) -> Difference | None:
        """Return how a part differs from what is seen, if it does."""
        from PIL import ImageChops

        seen = _over(_times(part.seen, self.judged.crop(part.box)), _WHOLE)
        visible = _count(seen)
        bad = _times(self.off.crop(part.box), seen)
        if part.planned.kind == "picture":
            bad = ImageChops.lighter(bad, _times(self._squares_off(part, seen), seen))
        count = _count(bad)
        share = count / visible if visible else 0.0
        differs = count >= _LEAST_AREA * self.per_mm**2 or share > 0.5
        if part.without is not None:
            thin, ink = self._thin(part)
            if ink >= _LEAST_SHARE:
                bad, share, differs = ImageChops.lighter(bad, thin), max(share, ink), True
            elif not differs and self._has_other_hue(part):
                bad, share, differs = seen, 1.0, True
        if not differs:
            return None
        return Difference(part.planned.kind, part.planned.name, share, self._middle(bad, part.box))

    def _squares_off(self, part: _Part, seen: Any) -> Any:
        """Mask the squares of a picture that differ in the mean of what is seen of them."""
        from PIL import Image, ImageChops

        cell = max(1, round(self.per_mm * _SQUARE / 3))
        apart, there = (
            each.reduce(cell).filter(self.soft) for each in (_times(self.apart.crop(part.box), seen), seen)
        )
        most = there.point([round(level * self.tolerance.mean / 255) for level in range(256)])
        off = _times(_over(ImageChops.subtract(apart, most), 0), _over(there, 63))
        whole = off.resize((off.width * cell, off.height * cell), Image.Resampling.NEAREST)
        return whole.crop((0, 0, *seen.size))

    def _thin(self, part: _Part) -> tuple[Any, float]:
        """Mask where a thin thing differs, and tell which share of its ink does; 0 where it is too faint."""
        from PIL import ImageChops, ImageFilter

        without = part.without.filter(self.soft)
        signal = _strongest(ImageChops.difference(self.smooth.crop(part.box), without))
        signal = _times(signal, self.judged.crop(part.box))
        strongest = signal.getextrema()[1]
        if strongest < _FAINT:
            return _over(signal, 255), 0.0
        gain = min(8.0, 255 / strongest)
        amplified = signal.point([min(255, round(level * gain)) for level in range(256)])
        # Other type than planned has ink beside that of the planned as well.
        near = _lightest(_lightest(_over(signal, _NOISE)))
        own = _times(self.difference.crop(part.box), near)
        own = own.point([min(255, round(level * gain)) for level in range(256)])
        squares = ImageFilter.BoxBlur(self.per_mm * _REACH / 2)
        wanted = amplified.filter(squares)
        most = wanted.point([round(level * self.tolerance.thin) for level in range(256)])
        # Where there is next to nothing of it, nothing can be told.
        bad = _times(_over(ImageChops.subtract(own.filter(squares), most), 0), _over(wanted, 15))
        whole = _sum(amplified)
        return bad, _sum(_times(amplified, bad)) / whole if whole else 0.0

    def _has_other_hue(self, part: _Part) -> bool:
        """Tell whether a thin thing is in another colour, as far as that is not more or less of its own."""
        from PIL import ImageFilter, ImageStat

        # Sums over all that it reaches stay the same where its colour has run into what is beside it.
        ink = _times(part.seen, self.judged.crop(part.box))
        reach = _over(ink.filter(ImageFilter.BoxBlur(_RUN)), 0)
        page, planned, without = (
            ImageStat.Stat(picture, reach).sum
            for picture in (self.page.crop(part.box), self.canvas.crop(part.box), part.without)
        )
        adds = [one - other for one, other in zip(planned, without, strict=True)]
        off = [one - other for one, other in zip(page, planned, strict=True)]
        covered, length = _sum(ink) / 255, sum(each * each for each in adds)
        if not covered or not length:
            return False
        # More or less of its ink is what renderers make of edges.
        more = sum(one * other for one, other in zip(off, adds, strict=True)) / length
        hue = max(abs(one - more * other) for one, other in zip(off, adds, strict=True))
        return hue > self.tolerance.hue * covered

    def _middle(self, bad: Any, box: _Box) -> tuple[float, float]:
        """Return the place on the card at which most pixels of a mask are."""
        from PIL import ImageFilter

        density = bad.filter(ImageFilter.BoxBlur(self.per_mm))
        left, top, right, low = _over(density, density.getextrema()[1] - 1).getbbox() or (0, 0, 0, 0)
        return apply(inverse(self.place), (left + right) / 2 + box[0], (top + low) / 2 + box[1])


# --- pictures of one channel (PIL, L) ------------------------------------------------------------

_WITHOUT_NOISE = [max(0, level - _NOISE) for level in range(256)]


def _strongest(picture: Any) -> Any:
    """Return the highest channel of each pixel."""
    from PIL import ImageChops

    red, green, blue = picture.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def _apart(planned: Any, page: Any) -> Any:
    """Return how far pixels of a page are from all that is planned within a pixel of them."""
    from PIL import ImageChops

    below, above = ImageChops.subtract(_darkest(planned), page), ImageChops.subtract(page, _lightest(planned))
    return _strongest(ImageChops.lighter(below, above))


def _times(one: Any, other: Any) -> Any:
    from PIL import ImageChops

    return ImageChops.multiply(one, other)


def _over(picture: Any, level: int) -> Any:
    """Mask what is higher than a level."""
    return picture.point([255 * (each > level) for each in range(256)])


def _count(mask: Any) -> int:
    return int(mask.histogram()[255])


def _sum(picture: Any) -> int:
    return sum(level * count for level, count in enumerate(picture.histogram()))


def _darkest(picture: Any) -> Any:
    """Return the lowest level of each pixel and its eight neighbours; beyond an edge is the other edge."""
    from PIL import ImageChops

    for x, y in ((1, 0), (0, 1)):
        one, other = ImageChops.offset(picture, x, y), ImageChops.offset(picture, -x, -y)
        picture = ImageChops.darker(picture, ImageChops.darker(one, other))
    return picture


def _lightest(picture: Any) -> Any:
    """Return the highest level of each pixel and its eight neighbours; beyond an edge is the other edge."""
    from PIL import ImageChops

    return ImageChops.invert(_darkest(ImageChops.invert(picture)))


def _shortened(text: str) -> str:
    """Return the beginning of a long text."""
    return text if len(text) <= 40 else text[:39].rstrip() + "…"
