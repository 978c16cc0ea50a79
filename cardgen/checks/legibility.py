"""Checks that the text on a face can be seen and read: what covers it, and its contrast with what lies below.

Both are computed from the list of items that is drawn. Rectangles decide almost all cases; otherwise the
items concerned are drawn as a PDF, as they are for print, and pdfium renders them.
"""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from functools import lru_cache
from math import ceil, floor
from pathlib import Path
from typing import Any, NamedTuple

from ..art.item_writer import with_flat_groups
from ..art.items import (
    Fill,
    Group,
    Item,
    Label,
    Mask,
    Picture,
    Run,
    Stroke,
    bounding_rect,
    contains_rect,
    files_in,
    fills_rect,
    flat_items,
    ink_rects,
    is_transparent,
    masks_in,
    painted_rect,
    runs_of_letters,
)
from ..art.lettering import SHADE, ground_of_outline
from ..art.pdf_writer import PdfWriter
from ..colour import images
from ..colour.colors import Color, luminance
from ..colour.images import Draft
from ..colour.tones import contrast_of_tone_steps, picture_in_tones, tone_of_luminance, tone_steps_of_contrast
from ..errors import KeyPath, Problem
from ..geometry import TOLERANCE, Rect, enclosing_rect, is_slanted, polygon_overlaps_rect, transformed_bounds
from ..languages.remarks import remark
from ..pack.model import Card
from ..sandbox import untrusted
from ..text.outlines import number_text, rectangle
from ..text.scripts import needs_shaping
from ..units import MM, Figure, Sentence
from .shared_findings import SharedFindings

#: Maximum share of a text's ink with too little contrast to what lies below it, such as a light on dark water
#: or a branch before the sky. Above that, one letter in ten is lost.
LOST = 0.1
#: A letter is lost if this share of its ink lies on a shade of its own colour.
_WHOLE = 0.9
#: Text is covered if more than this share of its ink lies below opaque items.
COVERED = 0.02
#: Maximum distance of ink from the rectangle of its lines, as a share of the font size.
_REACH = 0.4
#: Opacity (of 255) from which a pixel covers what is below it: what shows through then has less than half of
#: its contrast.
_OPAQUE = 128
#: Pixels per point: 4 per millimetre for what lies below; 300 per inch for ink, so that a stem of 6 pt type
#: is two pixels wide.
_COARSE, _FINE = 4 / MM, 300 / 72
#: Steps of tone between two colours that are just not shades of each other.
_NEAR = tone_steps_of_contrast(SHADE)
#: The contrast of white on black.
_HIGHEST = 21.0


class Layer(NamedTuple):
    """Items that are painted together: a box, or an item of a face without boxes."""

    items: Sequence[Item]
    #: The text to be read.
    label: Label | None = None
    #: The number of items directly before it that are its shadow and its outline.
    under_letters: int = 0


class LabelInContext(NamedTuple):
    """A label on a face, with the items that are painted below and above it."""

    #: The index of its layer.
    layer: int
    label: Label
    #: In the order of painting, starting with the last item that fills the whole place.
    beneath: tuple[Item, ...]
    #: Items of later layers, by the index of the layer.
    over: tuple[tuple[int, tuple[Item, ...]], ...] = ()
    #: Its transparency group, if what lies below shines through it.
    group: Group | None = None
    #: Items above it that it shines through.
    translucent_above: tuple[Item, ...] = ()

    @property
    def is_blended(self) -> bool:
        """Tell whether blending changes the label's colour: items over the label are blended, or the label is
        in a blended group.
        """
        return self.group is not None or bool(self.translucent_above)

    @property
    def ground(self) -> Color | None:
        """Return the single colour on which the label lies; None if there are several, or if the label is
        blended.
        """
        if self.is_blended:
            return None
        colors = {item.color if isinstance(item, Fill) else None for item in self.beneath}
        return colors.pop() if len(colors) == 1 else None


class _BoundedItem(NamedTuple):
    """An item with its layer and its bounding rectangle."""

    left: float
    low: float
    right: float
    top: float
    item: Item
    layer: int


def flat_layers(boxes: Iterable[Layer]) -> list[Layer]:
    """Return the layers of a face, in which each group that results in flat colours is replaced by items in
    these colours.

    The label of a layer becomes the first label that remains in it.
    """
    made: list[Layer] = []
    below: list[Item] = []
    for layer in boxes:
        if any(isinstance(item, Group) for item in layer.items):
            items = with_flat_groups(layer.items, below)
            label = next((each for each in flat_items(items) if isinstance(each, Label)), None)
            layer = layer._replace(items=items, label=label if layer.label else None)
        made.append(layer)
        below += layer.items
    return made


def labels_in_context(layers: Sequence[Layer]) -> Iterator[LabelInContext]:
    """Yield the labels of a face, in parts of one colour each, with the items below and above them.

    layers: from the bottom up.
    """
    spread: list[_BoundedItem] = []
    labels: list[tuple[int, Label, int]] = []
    for place, layer in enumerate(layers):
        for item in layer.items:
            x, y, width, height = bounding_rect(item)
            if layer.label is not None and any(each is layer.label for each in flat_items((item,))):
                labels.append((len(spread), layer.label, layer.under_letters))
            spread.append(_BoundedItem(x, y, x + width, y + height, item, place))
    parts = ((at, label, part, count) for at, label, count in labels for part in label.split_by_color)
    for at, label, part, count in parts:
        layer_place, item = spread[at].layer, spread[at].item
        rect = bounding_rect(part)
        group = item if isinstance(item, Group) else None
        lower = spread[:at]
        # Of what lies directly under letters, only a wide outline is their ground, and a shadow never is.
        if group is not None:
            group = _group_with_one_part(group, label, part, count)
        elif count:
            lower = spread[: at - count]
            color = ground_of_outline([each.item for each in spread[at - count : at]], part)
            if color is not None:
                x, y, width, height = around = painted_rect(part)
                filled = Fill(rectangle(around), color)
                lower.append(_BoundedItem(x, y, x + width, y + height, filled, layer_place))
        made = LabelInContext(layer_place, part, _items_below_rects(lower, (rect,)), group=group)
        # Tall letters and accents reach out of the rectangle of their lines.
        reach = rect.grown(_REACH * max((run.size for run in part.runs), default=0.0))
        later = [each for each in _items_on_spots(spread[at + 1 :], (reach,)) if each.layer != layer_place]
        # A picture around the whole label lies below its ink as well.
        top_item = made.beneath[-1] if made.beneath else None
        settled = (
            isinstance(top_item, Picture)
            and not is_transparent(top_item)
            and bounding_rect(top_item).contains(rect)
        )
        if later or (made.ground is None and not settled):
            made = _with_touching_items_only(made, lower, later)
        yield made


def _group_with_one_part(group: Group, label: Label, part: Label, count: int) -> Group:
    """Return the label's group with only the part of the label that has one colour, for comparison with its
    ground.

    count: how many items directly under the label belong to its letters. They are removed; if an outline is
    the ground of the letters, a rectangle in its colour replaces them.
    """
    at = next(place for place, item in enumerate(group.items) if item is label)
    color = ground_of_outline(group.items[at - count : at], part)
    filled = () if color is None else (Fill(rectangle(painted_rect(part)), color),)
    return group._replace(items=(*group.items[: at - count], *filled, part, *group.items[at + 1 :]))


def _with_touching_items_only(
    label_in_context: LabelInContext, items_below: Sequence[_BoundedItem], items_above: list[_BoundedItem]
) -> LabelInContext:
    """Return a label with only those items below and above it that touch its ink, not just its bounding
    rectangle.

    items_below: the items below the label. items_above: the items near the label that are painted after it.
    """
    spots = ink_rects(label_in_context.label)
    label_in_context = label_in_context._replace(beneath=_items_below_rects(items_below, spots))
    over: dict[int, list[Item]] = {}
    for each in _items_on_spots(items_above, spots):
        over.setdefault(each.layer, []).append(each.item)
    return label_in_context._replace(over=tuple((place, tuple(items)) for place, items in over.items()))


def _items_on_spots(items: Iterable[_BoundedItem], rects: Sequence[Rect]) -> Iterator[_BoundedItem]:
    """Yield the items that overlap at least one of the rectangles `rects` by more than an edge."""
    for each in items:
        left, low, right, top, item, _ = each
        for spot in rects:
            x, y, width, height = spot
            if (
                left < x + width - TOLERANCE
                and x < right - TOLERANCE
                and low < y + height - TOLERANCE
                and y < top - TOLERANCE
                and _may_paint_in(item, spot)
            ):
                yield each
                break


def _items_below_rects(items_below: Sequence[_BoundedItem], rects: Sequence[Rect]) -> tuple[Item, ...]:
    """Return the items below some rectangles, from the bottom up, beginning with the topmost one that fills
    all of them.

    items_below: all items below what stands on the rectangles, from the bottom up.
    """
    found: list[Item] = []
    for each in _items_on_spots(reversed(items_below), rects):
        found.append(each.item)
        if isinstance(each.item, Fill) and all(fills_rect(each.item, spot) for spot in rects):
            break
    return tuple(reversed(found))


def _may_paint_in(item: Item, spot: Rect) -> bool:
    """Tell whether an item may paint inside a rectangle that its bounding box overlaps."""
    if isinstance(item, Stroke) and item.ground is None:
        # A closed line around the spot does not touch it.
        return not contains_rect(item.shape, spot.grown(item.width / 2))
    if isinstance(item, Fill) and item.place is None and (core := item.shape.inner_rect):
        return _overlaps_or_touches(core, spot) or polygon_overlaps_rect(item.shape.corners_if_convex, spot)
    return True


def _overlaps_or_touches(core: Rect, spot: Rect) -> bool:
    """Tell whether two rectangles overlap or touch."""
    x, y, width, height = core
    left, low, wide, high = spot
    return x <= left + wide and left <= x + width and y <= low + high and low <= y + height


# --- contrast -------------------------------------------------------------------------------------


def label_contrasts(size: tuple[float, float], labels: Sequence[LabelInContext]) -> list[float]:
    """Return, for each label, the contrast with its ground that all of its ink has, except for the share
    LOST.

    size: the size of the card, whose trim begins at the origin. If a letter cannot be read, the result is the
    contrast of that letter.
    """
    stamps = _file_versions(item for each in labels for item in _visible_items(each))
    keys = [(size, each.label, _content_key(_visible_items(each), stamps)) for each in labels]
    missing = {key: each for key, each in zip(keys, labels, strict=True) if key not in _CONTRASTS}
    # Grounds of one colour are drawn once for all labels on them. Blended labels are drawn twice: without the
    # text, and with its colour over the whole place.
    grounds: dict[Hashable, tuple[Item, ...]] = {}
    for key, each in missing.items():
        if each.is_blended:
            grounds[key, False], grounds[key, True] = (
                _items_around_blended(each, drawn) for drawn in (False, True)
            )
        else:
            grounds[key[2]] = each.beneath
    pages = {ground: _RenderedItems(Rect(0, 0, *size), items, _COARSE) for ground, items in grounds.items()}
    drafts = _drafts_of_pages(pages.values())
    unread = {drawn for (drawn, _), draft in drafts.items() if draft is None}
    tones = dict(zip(pages, _render_pages(list(pages.values()), drafts), strict=True))
    for key, each in missing.items():
        page = pages[(key, True) if each.is_blended else key[2]]
        # A damaged picture has its problem already; text on it is not judged.
        if any(drawn in unread for drawn in _draft_keys_in(page.items)):
            found = _HIGHEST
        elif each.is_blended:
            found = _label_contrast(
                _tone_differences(tones[key, False], tones[key, True]), 0.0, page, each.label
            )
        else:
            found = _label_contrast(
                tones[key[2]], tone_of_luminance(luminance(each.label.color.rgb)), page, each.label
            )
        _CONTRASTS.add(key, found)
    return [_CONTRASTS[key] for key in keys]


def _visible_items(writing: LabelInContext) -> tuple[Item, ...]:
    """Return all items that determine how a writing and its ground look."""
    return (*writing.beneath, *((writing.group,) if writing.group else ()), *writing.translucent_above)


def _items_around_blended(writing: LabelInContext, is_filled: bool) -> tuple[Item, ...]:
    """Return the items around and below a blended label.

    is_filled: the whole rectangle of the label is filled with its colour; otherwise the label is left out.
    """
    label = writing.label
    colour = (Fill(rectangle(painted_rect(label)), label.color),) if is_filled else ()
    own: tuple[Item, ...] = colour
    if writing.group is not None:
        items = writing.group.items
        at = next(place for place, item in enumerate(items) if item is label)
        own = (writing.group._replace(items=(*items[:at], *colour, *items[at + 1 :])),)
    return (*writing.beneath, *own, *writing.translucent_above)


def _tone_differences(one: Any, other: Any) -> Any:
    """Return the steps of tone between the pixels of two pictures, as a picture (PIL)."""
    from PIL import ImageChops

    return ImageChops.difference(one, other)


def _label_contrast(picture: Any, label_tone: float, page: _RenderedItems, label: Label) -> float:
    """Return the contrast ratio of a label with its background.

    picture: the ground in tones. label_tone: the tone of the label. page: the rendered items, whose picture
    this is.
    """
    lines = _letter_rects_with_runs(label) if is_slanted(label.place) else _line_rects_with_runs(label)
    levels = [page.part(picture, transformed_bounds(label.place, line)).histogram() for line, _ in lines]
    whole = levels[0] if len(levels) == 1 else [*map(sum, zip(*levels, strict=True))]
    steps = _tone_distance(whole, label_tone, LOST)
    for each, (_, runs) in zip(levels, lines, strict=True):
        if _share_near_tone(each, label_tone) > 0:
            for letter in (letter for run in runs for letter in _letter_rects(run)):
                around = page.part(picture, transformed_bounds(label.place, letter)).histogram()
                if _share_near_tone(around, label_tone) >= _WHOLE:
                    steps = min(steps, _tone_distance(around, label_tone, 0.5))
    return contrast_of_tone_steps(steps)


def _line_rects_with_runs(label: Label) -> list[tuple[Rect, list[Run]]]:
    """Return (rectangle, runs) for each line of a label; [(rectangle of the label, [])] if the label has
    drawn signs.
    """
    if label.shapes:
        return [(label.box, [])]
    lines: dict[tuple[float, float], list[Run]] = {}
    for run in label.runs:
        if not run.is_hidden:
            lines.setdefault((run.y, run.size), []).append(run)
    return [(enclosing_rect([_run_rect(run) for run in runs]), runs) for runs in lines.values()] or [
        (label.box, [])
    ]


def _letter_rects_with_runs(label: Label) -> list[tuple[Rect, list[Run]]]:
    """Return (rectangle, [run]) for each letter of a label, and (rectangle, []) for each drawn shape.

    This is for slanted labels, because the rectangle of a whole slanted line includes what lies beside the
    line.
    """
    letters = [letter for run in label.runs if not run.is_hidden for letter in runs_of_letters(run)]
    shapes = [transformed_bounds(place, shape.bounds) for shape, place in label.shapes]
    return [
        *((_run_rect(letter), [letter]) for letter in letters if letter.text.strip()),
        *((spot, list[Run]()) for spot in shapes),
    ] or [(label.box, [])]


def _run_rect(run: Run) -> Rect:
    """Return the rectangle of a run from its baseline to the cap height."""
    from ..text.setter import CAPITALS  # packs without text in boxes do not load it

    wide = run.font.width(run.text, run.size) * run.horizontal_scale + run.tracking * len(run.text)
    return Rect(run.x, run.y, wide, CAPITALS * run.size)


def _letter_rects(run: Run) -> Iterator[Rect]:
    """Yield the rectangles of the letters and figures of a run; shaped text counts as one."""
    room = _run_rect(run)
    if needs_shaping(run.text):
        yield room
        return
    pen = 0.0
    for place, character in enumerate(run.text):
        end = _run_rect(run._replace(text=run.text[: place + 1])).width
        if character.isalnum():
            yield room._replace(x=room.x + pen, width=end - pen)
        pen = end


def _share_near_tone(levels: Sequence[int], tone: float) -> float:
    """Return the share of pixels (0 to 1) whose tone differs so little from a tone that they look like its
    shades.

    levels: a histogram, the number of pixels by tone.
    """
    return sum(levels[max(0, ceil(tone - _NEAR)) : floor(tone + _NEAR) + 1]) / sum(levels)


def _tone_distance(levels: Sequence[int], tone: float, share: float) -> float:
    """Return how much the pixels differ at least from a tone, in tones; the nearest pixels are ignored.

    Half a tone is added for rounding, and the most is 255. levels: a histogram, the number of pixels by tone.
    share: the part of the pixels (0 to 1) to ignore.
    """
    left = share * sum(levels)
    for apart, count in sorted((abs(level - tone), count) for level, count in enumerate(levels) if count):
        left -= count
        if left < 0:
            return min(255.0, apart + 0.5)
    return 255.0


class TextOnGround(NamedTuple):
    """A text on a ground of several colours, with what is needed to report low contrast."""

    card: Card
    #: What identifies the text on all cards of a layout or suit, and its name in messages.
    kind: tuple[str, str]
    path: KeyPath
    #: The minimum contrast that it needs.
    least: float
    color: Color
    #: Whether there is a picture below it, and whether it shines through items above it.
    is_on_picture: bool
    is_veiled: bool
    #: The text with what is below and above it; None if its contrast is known from an earlier run.
    writing: LabelInContext | None
    #: The contrast with its ground; None if it is not measured.
    contrast: float | None = None

    @classmethod
    def of(
        cls, writing: LabelInContext, card: Card, kind: tuple[str, str], path: KeyPath, least: float
    ) -> TextOnGround:
        """Return a text whose contrast is to be measured."""
        on_picture = any(isinstance(item, Picture) for item in writing.beneath)
        veiled = bool(writing.translucent_above)
        return cls(card, kind, path, least, writing.label.color, on_picture, veiled, writing)


#: Whether contrasts are measured. They yield warnings only, and draw every picture that has text on it.
MEASURES_CONTRAST: ContextVar[bool] = ContextVar("measures_contrast", default=True)


def with_contrasts(size: tuple[float, float], texts: Sequence[TextOnGround]) -> list[TextOnGround]:
    """Return texts with their measured contrasts; unchanged if contrasts are not measured at present.

    size: the size of the card for which the faces were planned.
    """
    if not MEASURES_CONTRAST.get():
        return [*texts]
    measured = iter(label_contrasts(size, [each.writing for each in texts if each.writing is not None]))
    return [each if each.writing is None else each._replace(contrast=next(measured)) for each in texts]


def check_contrasts(texts: Sequence[TextOnGround]) -> Iterator[Problem]:
    """Yield a warning for each kind of text with too little contrast, which names all its cards.

    texts: the result of with_contrasts().
    """
    if not MEASURES_CONTRAST.get():
        return
    pale = SharedFindings[tuple[object, ...], tuple[TextOnGround, float]]()
    for each in texts:
        if each.contrast is not None and each.contrast < each.least:
            pale.record((*each.kind, each.color, each.least), each.card, (each, each.contrast))
    for cases in pale.values():
        first, lowest = cases.details[0][0], min(contrast for _, contrast in cases.details)
        said: dict[str, object] = {
            "writing": first.kind[1],
            "contrast": Figure(f"{lowest:.1f}"),
            "cards": cases.cards,
        }
        if any(each.is_on_picture for each, _ in cases.details):
            message = Sentence(
                "{writing}: the contrast to the picture below it is {contrast} ({cards})", **said
            )
        else:
            message = Sentence(
                "{writing}: the contrast to what lies beneath it is {contrast} ({cards})", **said
            )
        hint = Sentence(
            "{color} needs {least} or more: choose another colour, or put a ground under it",
            color=first.color.hex,
            least=Figure(f"{first.least:g}"),
        )
        yield remark(message, first.path, hint, "warning", name="contrast")


# --- what is covered ------------------------------------------------------------------------------


def covered_shares(labels_and_items: Sequence[tuple[Label, tuple[Item, ...]]]) -> list[float]:
    """Return for each pair of a label and items which share of the label's ink (0 to 1) opaque pixels of the
    items cover.
    """
    stamps = _file_versions(item for _, items in labels_and_items for item in items)
    keys = [(label, _content_key(items, stamps)) for label, items in labels_and_items]
    missing = {key: each for key, each in zip(keys, labels_and_items, strict=True) if key not in _SHARES}
    pages: list[_RenderedItems] = []
    for label, items in missing.values():
        part = enclosing_rect(ink_rects(label)).grown(1)
        pages += [_RenderedItems(part, (label,), _FINE, True), _RenderedItems(part, items, _FINE, True)]
    made = _render_pages(pages, _drafts_of_pages(pages))
    for key in missing:
        _SHARES.add(key, _covered_share(next(made), next(made)))
    return [_SHARES[key] for key in keys]


def _covered_share(ink: Any, over: Any) -> float:
    """Return which share of the ink lies below opaque pixels. ink, over: opacities as PIL images."""
    from PIL import ImageChops

    hidden = ImageChops.multiply(ink, over.point([255 * (level >= _OPAQUE) for level in range(256)]))
    whole = _sum_of_levels(ink)
    return _sum_of_levels(hidden) / whole if whole else 0.0


def _sum_of_levels(ink: Any) -> int:
    """Return the sum of all pixels of a PIL image."""
    return sum(level * count for level, count in enumerate(ink.histogram()))


# --- pixels ---------------------------------------------------------------------------------------


class _RenderedItems(NamedTuple):
    """Items to render."""

    rect: Rect
    items: tuple[Item, ...]
    #: Pixels per point.
    scale: float
    #: Whether to render opacity, not tones on white.
    opacity: bool = False

    @property
    def in_color(self) -> bool:
        """Tell whether the items are rendered in colours and not in tones, because transparent colours blend
        differently from tones.
        """
        return not self.opacity and any(map(is_transparent, self.items))

    def part(self, picture: Any, rect: Rect) -> Any:
        """Return the pixels of a rectangle, at least one in each direction."""
        left, right = ((x - self.rect.x) * self.scale for x in (rect.x, rect.right))
        top, low = ((self.rect.top - y) * self.scale for y in (rect.top, rect.y))
        x, y = (
            int(min(max(0, start), side - 1)) for start, side in zip((left, top), picture.size, strict=True)
        )
        return picture.crop(
            (x, y, max(x + 1, min(picture.width, round(right))), max(y + 1, min(picture.height, round(low))))
        )


#: Maximum number of pages in one file; a page with pictures has about 100 kB.
_AT_ONCE = 100


_Drafted = Picture | Mask
#: Drafts by picture or mask and by whether they are in colour; None for a file that cannot be read.
_Drafts = dict[tuple[_Drafted, bool], Draft | None]


def _render_pages(pages: Sequence[_RenderedItems], drafts: _Drafts) -> Iterator[Any]:
    """Render pages and yield each as a picture of one band (PIL)."""
    for start in range(0, len(pages), _AT_ONCE):
        yield from _render_batch(pages[start : start + _AT_ONCE], drafts)


def _render_batch(pages: Sequence[_RenderedItems], drafts: _Drafts) -> Iterator[Any]:
    """Render pages from one PDF, and yield each as a picture of one band (PIL)."""
    from reportlab.pdfgen.canvas import Canvas

    from ..prepress.pdf.raster import open_in_pdfium
    from ..text.reportlab_parts import without_ascii_encoding

    out = io.BytesIO()
    with without_ascii_encoding():
        canvas = Canvas(out, pageCompression=0, invariant=True)
        writers = [_DraftWriter(canvas, drafts, in_color) for in_color in (False, True)]
        for page in pages:
            canvas.setPageSize((page.rect.width, page.rect.height))
            canvas.translate(-page.rect.x, -page.rect.y)
            writers[page.in_color].write_items(page.items)
            canvas.showPage()
        canvas.save()
    with open_in_pdfium(out.getvalue()) as document:
        for page, leaf in zip(pages, document, strict=True):
            fill = (255, 255, 255, 0) if page.opacity else (255, 255, 255, 255)
            made = leaf.render(scale=page.scale, fill_color=fill, rev_byteorder=True, draw_annots=False)
            if page.in_color:
                yield picture_in_tones(made.to_pil().convert("RGB"))
            else:
                yield made.to_pil().getchannel("A" if page.opacity else 0)


class _DraftWriter(PdfWriter):
    """Draws pages on which contrast is measured: pictures as drafts, and colours as tones unless transparent
    colours blend.
    """

    #: False: not everything below a group is drawn here.
    flat_groups = False

    def __init__(self, canvas: Any, drafts: _Drafts, in_color: bool) -> None:
        super().__init__(canvas)
        self._drafts, self._in_color = drafts, in_color
        self.read_mask = self._drafted_mask

    def _color(self, color: Color, stroke: bool = False, large: bool = False) -> str:
        if self._in_color:
            return super()._color(color, stroke, large)
        return f"{number_text(_gray_level(color))} {'G' if stroke else 'g'}"

    def write_picture(self, picture: Picture) -> None:
        """Draw the draft of a picture; draw nothing if the picture cannot be read, which check_pictures()
        reports.
        """
        from PIL import Image
        from reportlab.lib.utils import ImageReader

        draft = self._drafts[_draft_key(picture), self._in_color]
        if draft is None:
            return
        made = Image.frombytes("RGB" if self._in_color else "L", draft.size, draft.tones)
        if draft.alpha:
            made = made.convert("RGB")
            made.putalpha(Image.frombytes("L", draft.size, draft.alpha))
        with self.clipped_to(picture.outline):
            self.canvas.drawImage(ImageReader(made), *draft.place, mask="auto" if draft.alpha else None)

    def _drafted_mask(self, file: Path, width: float, height: float) -> Any:
        """Return the draft of a mask (PIL, L); white if the file cannot be read."""
        from PIL import Image

        draft = self._drafts[Mask(file, Rect(0, 0, width, height)), self._in_color]
        return Image.new("L", (1, 1), 255) if draft is None else Image.frombytes("L", draft.size, draft.tones)


@lru_cache(maxsize=1024)
def _gray_level(color: Color) -> float:
    return round(tone_of_luminance(luminance(color.rgb))) / 255


def _draft_key(drawn: _Drafted) -> _Drafted:
    """Return a key for the draft of a picture or a mask: a copy in which all fields that do not change the
    draft have fixed values.
    """
    if isinstance(drawn, Mask):
        return Mask(drawn.file, Rect(0, 0, drawn.rect.width, drawn.rect.height))
    return drawn._replace(place=None, radius=0.0, clip=None)


def _draft_keys_in(items: Sequence[Item]) -> list[_Drafted]:
    """Return the keys of the drafts of all pictures and masks of items."""
    drawn: list[_Drafted] = [item for item in flat_items(items) if isinstance(item, Picture)]
    return list(map(_draft_key, [*drawn, *masks_in(items)]))


def _drafts_of_pages(pages: Iterable[_RenderedItems]) -> _Drafts:
    """Return the drafts of all pictures on pages."""
    wanted = tuple({(drawn, page.in_color): None for page in pages for drawn in _draft_keys_in(page.items)})
    made = _cached_drafts(wanted, untrusted.file_stamps(str(drawn.file) for drawn, _ in wanted))
    return dict(zip(wanted, made, strict=True))


@lru_cache(maxsize=4)
def _cached_drafts(drafted: tuple[tuple[_Drafted, bool], ...], _: object) -> tuple[Draft | None, ...]:
    """Read pictures in a child process and return their drafts; None for one that cannot be read.

    Files that did not change come from a cache.
    """
    from ..sandbox.child import PICTURE, OverLimit, run_confined

    if not drafted:
        return ()
    limits = PICTURE._replace(
        seconds=len(drafted) * PICTURE.seconds, output=PICTURE.output + 50_000 * len(drafted)
    )
    try:
        found = run_confined(_make_drafts, drafted, limits=limits)
    except OverLimit:
        # The check of picture files reports it.
        return (None,) * len(drafted)
    return tuple(each and Draft(Rect(*each[0]), *each[1:]) for each in found)


def _make_drafts(drafted: Sequence[tuple[_Drafted, bool]]) -> list[Any]:
    """Return the drafts of pictures and masks as plain tuples; runs in a child."""
    found: list[Any] = []
    for each, in_color in drafted:
        try:
            made = _make_draft(each, in_color)
        except Exception:  # whatever Pillow raises for a file that cannot be opened, which has been said
            found.append(None)
            continue
        found.append((tuple(made.place), *made[1:]))
    return found


def _make_draft(drawn: _Drafted, in_color: bool) -> Draft:
    if isinstance(drawn, Mask):
        return images.mask_draft(drawn.file, drawn.rect)
    ground = None if drawn.transparency == "blend" else drawn.ground.rgb
    looks = images.PictureLooks(ground, drawn.shade and drawn.shade.rgb, drawn.focus, drawn.mirrored_edge)
    return images.picture_draft(drawn.file, drawn.rect, drawn.fit, looks, in_color)


# --- what has been found out ----------------------------------------------------------------------


class _FigureCache(OrderedDict[Hashable, float]):
    """A cache of numbers that drops the oldest; each entry takes about 1 kB."""

    def add(self, key: Hashable, value: float) -> None:
        """Add a number, and drop the oldest entries if there are too many."""
        self[key] = value
        while len(self) > _MOST_KEPT:
            self.popitem(last=False)


_MOST_KEPT = 20_000
_CONTRASTS, _SHARES = _FigureCache(), _FigureCache()


def _file_versions(items: Iterable[Item]) -> dict[Path, Hashable]:
    """Return, for each picture file of the items, a value that changes with the file."""
    files = files_in(list(items))
    return dict(zip(files, untrusted.file_stamps(map(str, files)), strict=True))


def _content_key(items: Sequence[Item], stamps: dict[Path, Hashable]) -> Hashable:
    """Return a key for items that is equal if they look alike. stamps: the versions of picture files."""
    return tuple(
        (
            item,
            tuple(stamps[file] for file in files_in((item,))),
        )
        for item in items
    )
