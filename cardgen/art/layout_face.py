"""The faces of layouts: boxes with text, icons and pictures, each at its place on the card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from math import hypot, sqrt
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..colour.colors import BLACK, WHITE, Color, contrast_ratio
from ..errors import CardgenError
from ..geometry import (
    IDENTITY,
    Matrix,
    Point,
    Rect,
    combined_matrix,
    half_turn_matrix,
    inverse_matrix,
    is_slanted,
    rotation,
    scaling,
    transformed_bounds,
    transformed_point,
    translation,
)
from ..pack.conditions import are_met
from ..pack.copy_numbers import with_numbers
from ..pack.emoji import with_emoji_replaced
from ..pack.layouts import (
    WEIGHTS,
    Box,
    BoxGround,
    SetType,
    Stretch,
    Weight,
    box_on_card,
    flow_box_names,
    has_choices,
    weight_number,
)
from ..pack.model import Card, Pack
from ..pack.placeholders import Placeholder, is_empty, names_in_braces, with_placeholders
from ..pack.special_inks import special_inks_of
from ..pack.values import Ground, SizedSymbol, chosen_value, file_in_box, is_drawing, is_file_name, is_picture
from ..text import fonts, markdown
from ..text.areas import Areas, TooComplex
from ..text.fonts import Font
from ..text.hyphenation import hyphenator
from ..text.icons import builtin_icon, builtin_icon_names, read_svg, suit_icon
from ..text.outlines import Icon, Shape, contours, open_line, rectangle, rounded_rectangle
from ..text.own_fonts import OwnFonts, font_for_role
from ..text.qr_codes import is_qr_code, qr_code_icon
from ..text.scripts import is_right_to_left_language
from ..text.setter import CAPITALS, DEPTH, Setter, TextBlock
from ..text.styles import TextStyle
from ..units import MM, closest_word
from . import inks
from .column import Part, fitted_column
from .cover import GREY, INK, CardGround, card_ground
from .frame import Frame
from .gradient import Gradient
from .index_face import corner_indices, stripe_outlines
from .items import (
    LEAST_LINE,
    Blend,
    Fill,
    Group,
    Item,
    Label,
    Mask,
    Picture,
    Role,
    Run,
    Stroke,
    transformed_item,
    with_translucent_parts_grouped,
)
from .lettering import is_wide_outline, shadow_and_outline
from .piece_outline import box_outline
from .special_inks import plate_items, process_items

if TYPE_CHECKING:
    from .inline_cards import InlineCards

_T = TypeVar("_T")

#: The usual distance between boxes in a column, in points, and a height that all texts fit in.
_GAP, _ENDLESS = 1.5 * MM, 10_000.0
#: A box within this distance of the trim (points) extends into the bleed.
_AT_EDGE = 0.2
#: Default minimum font size of a box's text, in points.
USUAL_LEAST = 7.0
#: A ground is a disc or has round ends if its radius is at least this share of half its smaller side.
_ROUND = 0.95
#: Text is set in ever smaller parts of such a ground, in so many steps.
_STEPS_INWARDS = 6
#: Font size (points) for which small cards are drawn; they scale with it.
CHIP_TYPE = USUAL_LEAST
#: Icons in text: their height, the height of their foot, the space on each side; in font sizes.
_ICON_HEIGHT, _ICON_FOOT, _ICON_AIR = 0.86, -0.105, 0.03
#: The gap between icons in a row, as a share of their height.
_GAP_OF_ICONS = 0.12
#: Minimum size of large type, and of large bold type, by WCAG 2.2 (18 pt, 14 pt bold).
_LARGE, _LARGE_BOLD = 18.0, 14.0
#: The weight of **bold** text for each weight.
_BOLD = {"light": "semibold", "regular": "bold", "semibold": "black", "bold": "black", "black": "black"}


class BoxPlan(NamedTuple):
    """A box of a card with the items that draw it, and what the checks need to know about it."""

    name: str
    items: tuple[Item, ...] = ()
    #: The text that it shows, with icons in braces.
    content: str = ""
    #: Its text; its ground is white if `ground` is None.
    label: Label | None = None
    #: The number of items directly under its letters and icons: their shadow and outline.
    under_letters: int = 0
    #: How far the outline of its letters reaches out of them, in points.
    outline: float = 0.0
    #: The ground that the text was planned for, that under the middle of the box; None for a picture.
    ground: Color | None = None
    #: Number of words that do not fit.
    words_left_over: int = 0
    #: The font size of its text, at the card's own scale.
    size: float = 0.0
    #: The stated colour of its text, if black or white replaces it to be legible on its ground.
    replaced_color: Color | None = None
    #: The picture that it shows, if any.
    picture: Picture | None = None
    #: How far the boxes of its flow reach out of it, in points, if that is not because of their texts.
    flow_excess: float = 0.0
    #: Whether it has no place, as it shows a picture in a flow and states no size.
    is_unplaced: bool = False
    #: Whether its drawing has too many lines to be cropped to the box; it is then shown whole.
    is_uncropped: bool = False
    #: Whether it is repeated at the other end: the second half of its items, or of those of its one group, is
    #: the first turned by 180°.
    is_repeated: bool = False
    #: Its QR codes by name, with their heights in points.
    codes: tuple[tuple[str, float], ...] = ()
    #: What it puts on the plates of special inks, over the items of all boxes.
    plates: tuple[Item, ...] = ()

    @property
    def ends(self) -> tuple[tuple[Item, ...], ...]:
        """Return the items of the box, in two parts if it is drawn at both ends of the card."""
        if not (self.is_repeated and self.items):
            return (self.items,)
        group = self.items[0] if len(self.items) == 1 and isinstance(self.items[0], Group) else None
        items = group.items if group else self.items
        half = len(items) // 2
        parts = (items[:half], items[half:])
        return tuple((group._replace(items=part),) for part in parts) if group else parts


#: Maximum difference in length between a misspelt name of an icon and the intended one.
_MOST_LETTERS_MORE = 2


class Icons:
    """The names that braces in texts may hold: the pack's icons and cards, built-in symbols, and QR codes."""

    def __init__(
        self,
        files: Mapping[str, str],
        cards: Mapping[str, Card],
        in_libraries: Sequence[str] = (),
        emoji: Mapping[str, str] = MappingProxyType({}),
        symbols: Iterable[SizedSymbol] = (),
    ) -> None:
        self._files, self._in_libraries, self._emoji = files, in_libraries, emoji
        #: The symbols of suits.
        self._symbols = {symbol.name: symbol for symbol in symbols}
        self._read: dict[str, Icon | None] = {}
        #: The cards that texts name.
        self.cards = cards

    def __contains__(self, name: object) -> bool:
        own = name in self._files or name in self.cards or (isinstance(name, str) and is_qr_code(name))
        return own or (isinstance(name, str) and builtin_icon(name) is not None)

    def with_emoji_icons(self, text: str) -> str:
        """Return a text in which each emoji that an icon set of the pack draws is replaced by that icon's
        name in braces.
        """
        return with_emoji_replaced(
            text, lambda each: f"{{{self._emoji[each]}}}" if each in self._emoji else each
        )

    def names(self) -> list[str]:
        """Return the names of all icons, the pack's own first."""
        return [
            *(name for name in self._files if not name.endswith(".svg")),
            *(name for name in builtin_icon_names() if name not in self._files),
        ]

    def nearest_name_hint(self, name: str, others: Iterable[str] = ()) -> str | None:
        """Return the known name that is most similar to a misspelt name; None if no name is similar.

        Known names are those of icons, including icons in the pack's folder and icon sets, and `others`.
        """
        # A set has thousands of names.
        alike = [each for each in self._in_libraries if abs(len(each) - len(name)) <= _MOST_LETTERS_MORE]
        return closest_word(name, [*self.names(), *alike, *others])

    def get(self, name: str) -> Icon | None:
        """Return an icon or a QR code by its name; None if there is no such icon, or if its file cannot be
        read.
        """
        if is_qr_code(name):
            return qr_code_icon(name)
        if name not in self._read:
            file = self._files.get(name, name)
            if sized := self._symbols.get(file):
                self._read[name] = _icon_or_none(suit_icon, sized)
            else:
                in_file = name in self._files
                self._read[name] = _icon_or_none(read_svg, file) if in_file else builtin_icon(name)
        return self._read[name]

    def width(self, name: str) -> float:
        """Return the width of an icon that is 1 high; 1 if there is no such icon."""
        icon = self.get(name)
        return icon.width if icon else 1.0

    def object_width(self, card_or_icon: Card | str, size: float, small_cards: InlineCards) -> float:
        """Return the width of an icon or a small card in text of a font size, with the space on its sides."""
        assert isinstance(card_or_icon, str)  # noqa: S101 - texts of cards refer to small cards by name
        if card_or_icon in self.cards:
            return size * small_cards.width(self.cards[card_or_icon], CHIP_TYPE) / CHIP_TYPE
        return size * (self.width(card_or_icon) * _ICON_HEIGHT + 2 * _ICON_AIR)


def _icon_or_none(read: Callable[[_T], Icon], source: _T) -> Icon | None:
    """Return the icon that `read` makes; None if it raises an error, which the checks report elsewhere."""
    try:
        return read(source)
    except (CardgenError, OSError):
        return None


def icons_of(pack: Pack) -> Icons:
    """Return the icons and cards that texts of a pack may name."""
    return FacePlans.for_pack(pack).icons


def _small_card_items(
    pack: Pack, name: str, x: float, y: float, size: float, language: str | None
) -> list[Item]:
    """Return the items of a small card in text, with its left end on the baseline at (x, y).

    name: the name in braces. size: the font size of the text.
    """
    place = combined_matrix(scaling(size / CHIP_TYPE), translation(x, y))
    made = (
        FacePlans.for_pack(pack)
        .typesetter(language)
        .chips.items(pack.cards_in_text[name][0], 0, 0, CHIP_TYPE)
    )
    placed = [transformed_item(item, place) for item in made]
    # Lines are no thinner than a press prints them.
    return [
        item._replace(width=max(item.width * size / CHIP_TYPE, LEAST_LINE))
        if isinstance(item, Stroke)
        else item
        for item in placed
    ]


def plan_layout(frame: Frame, card: Card) -> list[Item]:
    """Return the items of a card with a layout, from the bottom up."""
    use = frame.pack.special_ink_use
    items = list(plan_ground(frame, card))
    # The small indices of a suit are as on its usual faces.
    special = special_inks_of(frame.pack.suits[card.suit]) if card.suit is not None else ()
    signs = [item for item in items if isinstance(item, Label)] if special else []
    plates = list(plate_items(signs, special, use))
    items = [item for item in items if item not in signs] + list(process_items(signs, special, use))
    items = items if use.way != "alone" else []
    for box in plan_boxes(frame, card):
        items += box.items
        plates += box.plates
    # Special inks are printed over or under all others, so nothing covers them.
    return [*items, *plates]


class _Texts(NamedTuple):
    """What sets the texts of one language: the typesetter, and the small cards in lines."""

    setter: Setter
    chips: InlineCards


class FacePlans:
    """Plans the faces of a pack. The plans are cached, because a card is first checked and then drawn."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        cards = {name: found[0] for name, found in pack.cards_in_text.items() if len(found) == 1}
        symbols = [
            suit.sized_symbol for suit in (pack.whole_pack or pack).suits.values() if suit.sized_symbol
        ]
        self.icons = Icons(dict(pack.drawings), cards, pack.library_icons, pack.emoji, symbols)
        #: By the language of their texts.
        self._texts: dict[str, _Texts] = {}
        self._boxes: dict[tuple[str, str, Rect], tuple[BoxPlan, ...]] = {}
        self._types: dict[tuple[str, tuple[str, ...]], tuple[SetType, TextStyle]] = {}
        #: Planners of cards whose texts were requested, but not yet their boxes.
        self._planners: dict[tuple[str, str, Rect], _Planner] = {}
        #: The boxes of each layout that depend on columns.
        self._choosing: dict[str, list[str]] = {}

    @classmethod
    def for_pack(cls, pack: Pack) -> FacePlans:
        """Return the plans of a pack, cached with it."""
        plans = pack.drawing_cache.get("faces")
        if plans is None:
            plans = pack.drawing_cache["faces"] = cls(pack)
        assert isinstance(plans, cls)  # noqa: S101 - nobody else uses the name
        return plans

    def typesetter(self, language: str | None = None) -> _Texts:
        """Return the typesetter for a language, by default the pack's."""
        from .inline_cards import InlineCards

        tag = language or self._pack.language
        if tag not in self._texts:
            chips = InlineCards(self._pack, tag)
            widths = partial(self.icons.object_width, small_cards=chips)
            setter = Setter(widths, hyphenator(tag), tag, self._pack.keywords)
            self._texts[tag] = _Texts(setter, chips)
        return self._texts[tag]

    def type_and_style(
        self, frame: Frame, name: str, words: tuple[str, ...] = ()
    ) -> tuple[SetType, TextStyle]:
        """Return a type of text with its settings by the pack, and the style with its fonts.

        words: the names of the types of single words in the text; unknown names are ignored.
        """
        key = name, words
        if key not in self._types:
            kind = frame.pack.text_type(name)
            self._types[key] = kind, self.style_of_type(frame, kind, words)
        return self._types[key]

    def style_of_type(self, frame: Frame, kind: SetType, words: tuple[str, ...]) -> TextStyle:
        """Return the style of a type of text, with the types of words in it."""
        own = ((each, frame.pack.word_type(each, kind)) for each in words)
        named = tuple(
            (each, _style_of_type(frame.fonts, made.set)._replace(size=made.set.size / kind.size))
            for each, made in own
            if made is not None
        )
        style = _style_of_type(frame.fonts, kind)
        return style._replace(word_styles=named) if named else style

    def boxes_on(self, pack: Pack, card: Card) -> dict[str, Box]:
        """Return the boxes of a card's layout by name. Settings that depend on columns have the values for
        this card.
        """
        boxes = pack.layout(card.layout).boxes
        if card.layout not in self._choosing:
            self._choosing[card.layout] = [name for name, box in boxes.items() if has_choices(box)]
        return boxes | {name: box_on_card(boxes[name], card.values) for name in self._choosing[card.layout]}

    def planner(self, frame: Frame, card: Card) -> _Planner:
        """Return the planner of a card, cached until its boxes are requested."""
        made = _Planner(frame, card)
        key = (card.id, card.layout, frame.trim)
        if key not in self._boxes and len(self._planners) < _MOST_KEPT:
            self._planners[key] = made
        return made

    def boxes(self, frame: Frame, card: Card) -> tuple[BoxPlan, ...]:
        """Return the plan of each box of a card that shows something. The plans are cached."""
        key = (card.id, card.layout, frame.trim)
        boxes = self._boxes.get(key)
        if boxes is None:
            boxes = tuple((self._planners.pop(key, None) or _Planner(frame, card)).boxes())
            if len(self._boxes) >= _MOST_KEPT:
                # Evict the newest entry: a second pass starts again from the first card.
                self._boxes.popitem()
            self._boxes[key] = boxes
        return boxes


#: Maximum number of planned faces kept with a pack (about 10 kB each).
_MOST_KEPT = 2000


def plan_boxes(frame: Frame, card: Card) -> tuple[BoxPlan, ...]:
    """Return each box of a card that shows something, in the order of drawing."""
    return FacePlans.for_pack(frame.pack).boxes(frame, card)


def shown_text(name: str, box: Box, values: Mapping[str, str], icons: Icons, files: Mapping[str, str]) -> str:
    """Return the text that a box shows on a card, with columns filled in and icons as names in braces; "" if
    it shows nothing.

    files: the full paths of the files that boxes name, by name.
    """
    if box.show and is_file_name(box.show):
        file = files.get(file_in_box(box.show, values), "")
        return f"{{{file}}}" if file.endswith(".svg") else file
    form = f"{{{name}}}" if box.show is None else box.show
    if box.show is not None and is_empty(form, values, icons):
        # Icons and words beside empty columns mean nothing.
        return ""

    def fill(each: Placeholder) -> str:
        value = values.get(each.name)
        if value is None and not each.default:
            return f"{{{each.name}}}" * (each.repeats(values) or 0) if each.name in icons else ""
        value = value or each.default
        drawn = each.name == "symbol" or value.endswith(".svg") or each.times
        return (f"{{{value}}}" if drawn and value in icons else value) * (each.repeats(values) or 0)

    return icons.with_emoji_icons(with_placeholders(form, fill).strip())


def pictures_in_boxes(frame: Frame, card: Card) -> Iterator[tuple[str, str, Rect]]:
    """Yield (column, file, rectangle) for each box of a card that shows a picture.

    The column is the one that names the file. The rectangle is filled by the picture before it is rotated.
    """
    planner = FacePlans.for_pack(frame.pack).planner(frame, card)
    for name, content, rect in planner.box_contents:
        if planner.shows_picture(content):
            named = names_in_braces(planner.layout_boxes[name].show or "")
            of_file = named[0] if named else name
            column = next((key for key, value in card.values.items() if value == content), of_file)
            area = planner.picture_area(rect)
            lies = (planner.layout_boxes[name].rotate or 0) % 180 == 90
            yield column, content, area._replace(width=area.height, height=area.width) if lies else area


def box_texts(frame: Frame, card: Card) -> list[tuple[str, str]]:
    """Return the boxes of a card that show text or icons: the box's name and its text."""
    planner = FacePlans.for_pack(frame.pack).planner(frame, card)
    return [(name, text) for name, text in planner.texts.items() if text and not planner.shows_picture(text)]


#: A box as x, y, width and height from the trim's top left, y downwards.
_Place = tuple[float, float, float, float]


class BoxPlace(NamedTuple):
    """A box of a card where it is shown. Lengths in points."""

    name: str
    #: The box on the card's trim, with the values that the card's columns choose.
    box: Box
    #: What it shows, with icons in braces.
    content: str
    is_picture: bool
    #: Where it is shown, after it has risen or grown, from the canvas's bottom left, before it is turned.
    rect: Rect
    #: Whether the layout stands the other way round.
    mirrored: bool


def box_places(frame: Frame, card: Card) -> Iterator[BoxPlace]:
    """Yield the boxes that a card of a layout shows, in the order of painting."""
    planner = _Planner(frame, card)
    for name, content, rect in planner.box_contents:
        box = planner.stretch.stretched_box(planner.layout_boxes[name])
        yield BoxPlace(name, box, content, planner.shows_picture(content), rect, planner.mirrored)


def place_of_moved_box(frame: Frame, card: Card, name: str, box: Box) -> _Place:
    """Return where a card shows a box that is moved in its layout, after `rise` and `grow` have been applied.

    box: the box after it is moved, measured on the card's trim.
    """
    return _Planner(frame, card).flowed_places({name: box})[name]


def is_only_ground(box: Box) -> bool:
    """Tell whether a box shows only its ground, which is then the same on every card."""
    return bool(box.show == "")


def names_of_placed_boxes(pack: Pack, name: str) -> set[str]:
    """Return the names of the boxes of a layout for which the pack itself states a place, in a layout for the
    pack's own size of card.

    name: the layout's name.
    """
    placed: set[str] = set()
    among: set[str] = set()
    while name in pack.layouts and name not in among:
        layout = pack.layouts[name]
        if layout.card is None or layout.card == pack.card.size:
            placed |= {key for key, box in layout.boxes.items() if box.at or box.size}
        among.add(name)
        name = layout.extends or ""
    return placed


def _rect_within(rect: Rect, area: Rect) -> Rect:
    """Return the part of a rectangle in an area; the whole rectangle if they do not overlap."""
    x, y = max(rect.x, area.x), max(rect.y, area.y)
    width, height = min(rect.right, area.right) - x, min(rect.top, area.top) - y
    return Rect(x, y, width, height) if width > 0 and height > 0 else rect


class _PaintedBox(NamedTuple):
    """The ground that a box has painted: its rectangle before it is placed, and its place."""

    rect: Rect
    ground: Color | Gradient | Picture
    place: Matrix | None = None

    def shown_at(self, x: float, y: float) -> Color | Picture | None:
        """Return the colour or picture that the box shows at a point of the card; None if the point is
        outside the box.
        """
        spot = transformed_point(inverse_matrix(self.place), x, y) if self.place else (x, y)
        if not self.rect.contains(Rect(*spot, 0, 0)):
            return None
        return self.ground.color_at(self.rect, *spot) if isinstance(self.ground, Gradient) else self.ground


class _Planner:
    """Plans the face of one card that has a layout."""

    def __init__(self, frame: Frame, card: Card) -> None:
        self.frame, self.card, self.pack = frame, card, frame.pack
        self.icons = icons_of(self.pack)
        self.layout = self.pack.layout(card.layout)
        self.layout_boxes = FacePlans.for_pack(self.pack).boxes_on(self.pack, card)
        self.palette = card_palette(frame, card)
        made_for = self.layout.card or self.pack.card.size
        self.stretch = Stretch(made_for, (frame.trim.width, frame.trim.height))
        #: The boxes that the author has placed on this card; all others are kept inside the safe zone.
        self.placed = names_of_placed_boxes(self.pack, card.layout)
        self.cover = _card_ground(frame, card)
        #: Whether the layout is mirrored horizontally.
        self.mirrored = bool(self.layout.mirror) and is_right_to_left_language(self.pack.language)
        #: What has been painted so far.
        self.under: list[_PaintedBox] = []
        #: The boxes that flow in others, each with that one.
        self.members = flow_box_names(self.layout_boxes)
        #: The texts of boxes in flows as they are set.
        self.blocks: dict[str, TextBlock] = {}
        #: How far the boxes of a flow reach out of it, in points.
        self.excess: dict[str, float] = {}

    def boxes(self) -> Iterator[BoxPlan]:
        """Yield the plan of each box."""
        for name, content, rect in self.box_contents:
            box = self.stretch.stretched_box(self.layout_boxes[name])
            if self.mirrored and box.ground is not None:
                box = box._replace(ground=box.ground.mirrored)
            yield self._box_plan(name, box, content, rect)
        for name in self.texts:
            if name in self.members and self._is_unsized(name):
                yield BoxPlan(name, is_unplaced=True)

    @cached_property
    def _placed_boxes(self) -> dict[str, Box]:
        """Return the boxes that have a place or flow in another, on this trim."""
        placed = {
            name: self.stretch.stretched_box(box)
            for name, box in self.layout_boxes.items()
            if box.on is not False and (name in self.members or (box.at is not None and box.size is not None))
        }
        if self.layout.over_index and self.card.suit is not None:
            # The suit's own indices are drawn already.
            placed.pop("index", None)
        return placed

    @cached_property
    def texts(self) -> dict[str, str]:
        """Return the text of each box that is shown, by name."""
        placed = self._placed_boxes
        values, files = self.card.values, self.pack.files_in_boxes
        present = {name for name, box in placed.items() if are_met(box.when, values)}
        contents = {
            name: "" if box.flow else shown_text(name, box, values, self.icons, files)
            for name, box in placed.items()
            if name in present
        }
        there = {name for name, text in contents.items() if text or is_only_ground(placed[name])}
        # A column is there with what stands in it, which is not if the column is not.
        there |= {self.members[name] for name in there if self.members.get(name) in present}
        return {
            name: text
            for name, text in contents.items()
            if name in there and self.members.get(name, name) in there
        }

    @cached_property
    def box_contents(self) -> list[tuple[str, str, Rect]]:
        """Return each box that is shown: its name, its text, and its rectangle."""
        placed = self._boxes_outside_columns
        flow = self.flowed_places({})
        trim = self.frame.trim
        rects: dict[str, Rect] = {}
        for name in placed:
            if name in self.texts:
                x, y, width, height = flow[name]
                x = trim.width - x - width if self.mirrored else x
                rects[name] = Rect(trim.x + x, trim.top - y - height, width, height)
                if placed[name].flow:
                    rects |= self._column_rects(name, placed[name], rects[name])
        return [(name, text, rects[name]) for name, text in self.texts.items() if name in rects]

    @cached_property
    def _boxes_outside_columns(self) -> dict[str, Box]:
        return {name: box for name, box in self._placed_boxes.items() if name not in self.members}

    def flowed_places(self, moved: Mapping[str, Box]) -> dict[str, _Place]:
        """Return the place of each box by name, after boxes with `grow` or `rise` have taken the space of
        empty boxes.

        moved: boxes, by name, that replace those of the layout.
        """
        placed = {**self._boxes_outside_columns, **moved}
        filled = {
            name: self.texts.get(name, "") or ("column" if name in self.texts and box.flow else "")
            for name, box in placed.items()
        }
        return _flowed_places(placed, filled)

    def _is_unsized(self, name: str) -> bool:
        """Tell whether a box in a flow has no height, because it shows no text and states no size."""
        box, content = self._placed_boxes[name], self.texts[name]
        return box.size is None and (not content or self.shows_picture(content))

    def _column_rects(self, name: str, box: Box, rect: Rect) -> dict[str, Rect]:
        """Set the texts of the boxes that flow in a box, and return the rectangle of each of these boxes by
        name.

        rect: the rectangle of the whole box.
        """
        area = _rect_inside_padding(rect, box.ground, self.stretch.scale)
        if name not in self.placed:
            area = _rect_within(area, self.frame.safe_zone)
        members = [each for each in box.flow or () if each in self.texts and not self._is_unsized(each)]
        gap = _GAP * self.stretch.scale if box.gap is None else box.gap
        parts = [self._column_part(each, area.width) for each in members]
        flow = box.flow or ()
        # If that box is empty, those that follow stand at the foot alone.
        at_foot = flow[flow.index(box.foot) :] if box.foot in flow else ()
        foot = next((place for place, each in enumerate(members) if each in at_foot), None)
        column = fitted_column(parts, area.height, gap, box.vertical or "top", foot)
        rects = {}
        for each, part, (down, height) in zip(members, parts, column.places, strict=True):
            own, width = self._placed_boxes[each], area.width
            if part.size:
                room = area.height - down
                # What does not fit is set in what is left, so that its last words are counted.
                fits = height <= room + 0.02
                self.blocks[each] = self._set_box_text(
                    each, own, width, height if fits else room, column.text_scale
                )
            elif own.size is not None:
                width = min(own.size[0], width)
            left = (area.width - width) * _SHARE[own.align or "center"]
            rects[each] = Rect(area.x + left, area.top - down - height, width, height)
        if column.excess and not any(
            self.blocks[each].words_left_over for each in members if each in self.blocks
        ):
            self.excess[name] = column.excess
        # The author has placed them with their column.
        self.placed |= set(members)
        return rects

    def _column_part(self, name: str, width: float) -> Part:
        """Return a box as part of a column of this width in points. The part tells how high the box is at
        each size of its text.
        """
        box, content = self._placed_boxes[name], self.texts[name]
        if not content or self.shows_picture(content) or (box.size and self._is_pictorial(box, content)):
            high = box.size[1] if box.size else 0.0
            return Part(lambda share: high)
        size, least = self._usual_and_least_size(box, self._type_and_style(name, box, content)[0])

        def height(share: float) -> float:
            block = self._set_box_text(name, box, width, _ENDLESS, share)
            padded = _rect_inside_padding(Rect(0, 0, width, _ENDLESS), box.ground, self.stretch.scale)
            return block.height + block.depth + _ENDLESS - padded.height

        return Part(height, size, least)

    def _set_box_text(self, name: str, box: Box, width: float, height: float, share: float) -> TextBlock:
        """Set the text of a box in a share of its usual size, within a width and a height in points."""
        content = self.texts[name]
        kind, style = self._type_and_style(name, box, content)
        inner = _rect_inside_padding(Rect(0, 0, width, max(0.0, height)), box.ground, self.stretch.scale)
        most, least = self._usual_and_least_size(box, kind)
        size = max(least, most * share)
        return self._set_block(box, content, style, inner, size, size)

    def shows_picture(self, content: str) -> bool:
        """Tell whether the text of a box is a picture file beside the pack."""
        return is_picture(content) and (
            content in self.card.values.values() or content in self.pack.paths_in_boxes
        )

    def _box_plan(self, name: str, box: Box, content: str, rect: Rect) -> BoxPlan:
        """Return the plan of one box: its ground and its text, icons or picture, rotated.

        content: the text that the box shows, or the path of its picture. rect: the rectangle of the box.
        """
        center = rect.center
        angle = box.rotate or 0
        slanted = angle % 90 != 0
        if slanted and self.mirrored:
            angle = -angle
        # A rotated box is planned upright, and then rotated.
        local = (
            Rect(center[0] - rect.height / 2, center[1] - rect.width / 2, rect.height, rect.width)
            if angle % 180 == 90
            else rect
        )
        place = _matrix_about_point(center, rotation(angle)) if angle else None
        inner = _rect_inside_padding(local, box.ground, self.stretch.scale)
        if name not in self.placed and not slanted:
            back = _matrix_about_point(center, rotation(-angle))
            safe = self.frame.safe_zone.grown(-self._outline_width(box))
            inner = _rect_within(inner, transformed_bounds(back, safe) if angle else safe)
        area = rect
        if box.ground and box.ground.tight and content and not self.shows_picture(content):
            written = self._rect_as_wide_as_contents(name, box, content, local, inner)
            area = written if slanted or not place else transformed_bounds(place, written)
        under, beneath = len(self.under), self._ground_under(area)
        items: list[Item] = list(self._box_ground_items(box, area, has_bleed=not slanted))
        if slanted and place:
            items = [transformed_item(item, place) for item in items]
        if self.shows_picture(content):
            made = self._picture_plan(name, box, content, rect, place)
        else:
            made = self._text_or_icons_plan(name, box, content, inner, area, place)
        if slanted and place:
            self.under[under:] = [each._replace(place=place) for each in self.under[under:]]
        own = [transformed_item(item, place) for item in made.items] if place else list(made.items)
        items, plates = self._process_and_plate_items(
            box, [*items, *own[: made.under_letters]], own[made.under_letters :]
        )
        label = transformed_item(made.label, place) if place and made.label else made.label
        opacity = 1.0 if box.opacity is None else box.opacity
        blend: Blend = box.blend or "normal"
        if opacity < 1 or blend != "normal":
            self._blend_grounds(opacity, beneath, under, blend)
            label = label if opacity else None
        group = Group((), opacity, self._box_mask(box, rect, place), blend)
        items = self._with_compositing(box, items, group)
        return made._replace(
            items=tuple(items),
            label=label,  # type: ignore[arg-type]
            content=content,
            is_repeated=bool(box.turned),
            plates=plates,
        )

    def _process_and_plate_items(
        self, box: Box, items_below: list[Item], contents: list[Item]
    ) -> tuple[list[Item], tuple[Item, ...]]:
        """Return (the items of a box that are printed in process inks, those on the plates of its special
        inks).

        items_below: the items of the box under its text, icons or picture. contents: the text, icons or
        picture; if there are none, the special inks print the ground. If the box is drawn at both ends of the
        card, so are the plates.
        """
        special, use = special_inks_of(box), self.pack.special_ink_use
        items_below, contents = (items_below, contents) if contents else ([], items_below)
        plates = plate_items(contents, special, use)
        if box.turned:
            about = half_turn_matrix(*self.frame.trim.center)
            plates += tuple(transformed_item(item, about) for item in plates)
        # A plate that is drawn alone has nothing of what is under it.
        items_below = items_below if use.way != "alone" else []
        return [*items_below, *process_items(contents, special, use)], plates

    def _box_mask(self, box: Box, rect: Rect, place: Matrix | None) -> Mask | None:
        """Return the mask of a box over all that the box may cover, rotated with it."""
        if not box.mask:
            return None
        area, _ = self._upright_rect_and_clip(box, rect, place)
        if self.mirrored:
            # A quarter turn is not mirrored, and what is across the card is then along the mask.
            across = scaling(1, -1) if (box.rotate or 0) % 180 == 90 else scaling(-1, 1)
            place = combined_matrix(_matrix_about_point(area.center, across), place or IDENTITY)
        return Mask(Path(box.mask), area, place)

    def _with_compositing(self, box: Box, items: list[Item], group: Group) -> list[Item]:
        """Return the items of a box with its opacity, mask and blend mode; twice if it is drawn at both ends.

        group: the opacity, mask and blend mode, without items.
        """
        if not items or not group.opacity:
            return []
        if group.mask:
            # Each end is shown through a mask of its own.
            items = [group._replace(items=tuple(items))]
        if box.turned:
            about = half_turn_matrix(*self.frame.trim.center)
            items = [*items, *(transformed_item(item, about) for item in items)]
        plain = group.mask or (group.opacity == 1 and group.blend == "normal")
        return items if plain else [group._replace(items=tuple(items))]

    def _text_or_icons_plan(
        self, name: str, box: Box, content: str, inner: Rect, rect: Rect, place: Matrix | None
    ) -> BoxPlan:
        """Return the plan of a box with text, or with icons alone, before the box is rotated."""
        if not content:
            return BoxPlan(name, flow_excess=self.excess.get(name, 0.0))
        if name not in self.blocks and self._is_pictorial(box, content):
            return self._icon_plan(name, box, markdown.icon_names(content), inner, rect, place)
        return self._text_plan(
            name, box, content, self._rect_inside_round_ends(name, box, content, inner), rect
        )

    def _rect_inside_round_ends(self, name: str, box: Box, content: str, inner: Rect) -> Rect:
        """Return the largest part of a box's space in which its centred text stays inside the ground, if the
        ground is a disc or has round ends.

        Return `inner` for other grounds, and if that part has no room for all words.
        """
        ground, vertical = box.ground, box.vertical or "middle"
        local = inner.grown(ground.padding) if ground else inner
        radius = min(local.width, local.height) / 2
        if (
            ground is None
            or name in self.blocks
            or not (ground.color or ground.line)
            or ground.edge != "all"
            or ground.tight
            or (box.align, vertical) != ("center", "middle")
            or ground.radius < radius * _ROUND
        ):
            return inner
        kind, style = self._type_and_style(name, box, content)
        within = radius - (ground.width if ground.line else 0.0)
        best = inner
        for step in range(_STEPS_INWARDS + 1):
            # At most up to the square in a disc.
            part = inner.grown(-radius * (1 - sqrt(0.5)) * step / _STEPS_INWARDS)
            block = self._set_block(box, content, style, part, *self._usual_and_least_size(box, kind))
            if block.words_left_over:
                break
            best = part
            middle = (part.x - local.center[0], block.height / 2)
            corners = (
                (abs(middle[0] + x), abs(middle[1] + y))
                for each in block.pieces
                for x in (each.x, each.x + each.width)
                for y in (each.y, each.y + CAPITALS * each.size)
            )
            if all(
                hypot(max(0.0, x - local.width / 2 + radius), max(0.0, y - local.height / 2 + radius))
                <= within
                for x, y in corners
            ):
                break
        return best

    def _rect_as_wide_as_contents(self, name: str, box: Box, content: str, local: Rect, inner: Rect) -> Rect:
        """Return the part of a box that its text or icons take with the padding at both sides, before the box
        is rotated.

        local: the whole box. inner: the space of its text.
        """
        if name not in self.blocks and self._is_pictorial(box, content):
            if box.fit == "cover":
                return local
            x, wide, _ = self._icon_row(box, markdown.icon_names(content), inner)
            left, right = x, x + wide
        else:
            kind, style = self._type_and_style(name, box, content)
            block = self.blocks.get(name) or self._set_block(
                box, content, style, inner, *self._usual_and_least_size(box, kind)
            )
            left = inner.x + min((each.x for each in block.pieces), default=0.0)
            right = inner.x + max((each.x + each.width for each in block.pieces), default=0.0)
        padded = _rect_inside_padding(local, box.ground, self.stretch.scale)
        left = max(local.x, left - (padded.x - local.x))
        right = min(local.right, right + (local.right - padded.right))
        return local._replace(x=left, width=right - left)

    def _icon_row(self, box: Box, names: list[str], inner: Rect) -> tuple[float, float, float]:
        """Return the x at which a row of icons begins, its width and its height in points. It is as large as
        fits in `inner`.
        """
        wide = sum(map(self.icons.width, names)) + _GAP_OF_ICONS * (len(names) - 1)
        size = min(inner.height, inner.width / wide)
        share = _SHARE[box.align or "center"]
        x = inner.x + (inner.width - wide * size) * (1 - share if self.mirrored else share)
        return x, wide * size, size

    def _is_pictorial(self, box: Box, content: str) -> bool:
        """Tell whether the text of a box is icons alone, without small cards. Such icons are as large as the
        box.
        """
        names = markdown.icon_names(content)
        runs = sum(len(paragraph.runs) for paragraph in markdown.parsed_lines(content))
        return box.type is None and len(names) == runs and self.icons.cards.keys().isdisjoint(names)

    def _blend_grounds(
        self, opacity: float, color_below: Color | Picture, first_index: int, blend: Blend
    ) -> None:
        """Mix the recorded grounds of a box with the colour below it, so that text colours can be chosen for
        the visible colours.

        first_index: the index in `under` of the first ground of the box.
        """
        painted, self.under[first_index:] = self.under[first_index:], []
        for each in painted:
            if isinstance(color_below, Color) and isinstance(each.ground, Color | Gradient):
                own = each.ground.multiplied(color_below) if blend == "multiply" else each.ground
                self.under.append(each._replace(ground=own.mixed(color_below, 1 - opacity)))

    def _color_of_paint(
        self, paint: Any, ground: Color | None = None, min_contrast: float = 0.0
    ) -> Color | None:
        """Return a paint as a colour for this card; None without a paint.

        A word of the palette is made legible on its ground, if `ground` and a contrast `min_contrast` are
        given. Under the ink saver, so is every other colour.
        """
        paint = chosen_value(paint, self.card.values)
        if paint is None:
            return None
        if isinstance(paint, str):
            color = self.palette[paint]
        elif self.pack.ink_saver:
            color = paint
        else:
            return paint  # type: ignore[no-any-return]
        return (
            inks.legible_color(color, ground, min_contrast) if ground is not None and min_contrast else color
        )

    def _legible_color(
        self, paint: Any, ground: Color | None, min_contrast: float
    ) -> tuple[Color, Color | None]:
        """Return the legible colour of text on a ground. The second value is the stated colour if black or
        white replaces it, else None.

        min_contrast: the contrast that the text needs.
        """
        color = self._color_of_paint(paint, ground, min_contrast) or INK
        # Palette colours of text are black on light grounds and white on dark ones.
        if color in (BLACK, WHITE) and chosen_value(paint, self.card.values) not in ("ink", "grey"):
            meant = self._color_of_paint(paint) or INK
            return color, meant if color != meant != ground else None
        return color, None

    def _box_ground_items(self, box: Box, rect: Rect, has_bleed: bool) -> Iterator[Item]:
        """Yield the items of the ground of a box: its fill and its edge lines. Record the fill as the ground
        of what is painted later.

        has_bleed: whether the fill extends past the bleed where the box reaches the trim.
        """
        ground, own = box.ground, self._outline_unless_rectangle(box, rect)
        if ground is None:
            return
        outline = own or _rounded_outline(rect, ground.radius)
        area = rect if own or ground.radius or not has_bleed else self._rect_with_bleed(rect, 0.0)
        shape = own or _rounded_outline(area, ground.radius)
        several = chosen_value(ground.color, self.card.values)
        if isinstance(several, Ground) and not several.colors:
            pass  # this card has none
        elif isinstance(several, Ground):
            colors = [self._color_of_paint(each) or WHITE for each in several.colors]
            tinted = tuple(inks.tinted(each, self.pack, 0.8) for each in colors)
            gradient = Gradient(tinted, several.angle)
            yield gradient.as_drawing(area, shape)
            self.under.append(_PaintedBox(area, gradient))
        elif (color := self._color_of_paint(ground.color)) is not None:
            color = inks.tinted(color, self.pack, 0.8)
            yield Fill(shape, color)
            self.under.append(_PaintedBox(rect, color))
        edge = self._color_of_paint(ground.line)
        if edge is not None:
            width = max(ground.width, LEAST_LINE * self.frame.scale_from_pack_card)
            yield Stroke(
                outline if ground.edge == "all" else _edge_line(rect, ground.edge, width), edge, width
            )

    def _outline_unless_rectangle(self, box: Box, rect: Rect) -> Shape | None:
        """Return the outline of a box; None if it is a rectangle. An outline from a drawing is mirrored
        together with the layout.
        """
        own = box_outline(box.shape, rect)
        if own and self.mirrored and is_drawing(box.shape or ""):
            return own.transformed(_matrix_about_point(rect.center, scaling(-1, 1)))
        return own

    def _rect_with_bleed(self, rect: Rect, shortfall: float) -> Rect:
        """Return a rectangle, extended past the bleed on each side where it reaches the trim.

        shortfall: how many points before the end of the overscan the extended rectangle ends.
        """
        trim, over = self.frame.trim, self.frame.overscan.grown(-shortfall)
        near = _AT_EDGE * self.frame.scale_from_pack_card
        left = over.x if rect.x < trim.x + near else rect.x
        low = over.y if rect.y < trim.y + near else rect.y
        right = over.right if rect.right > trim.right - near else rect.right
        top = over.top if rect.top > trim.top - near else rect.top
        return Rect(left, low, right - left, top - low)

    def _ground_under(self, rect: Rect) -> Color | Picture:
        """Return the colour or picture under the middle of a rectangle: that of the last box painted there,
        or else that of the card.
        """
        x, y = rect.center
        for each in reversed(self.under):
            if found := each.shown_at(x, y):
                return found
        trim = self.frame.trim
        place = (trim.top - y) / trim.height, (x - trim.x) / trim.width
        return self.cover.picture(self.frame) or self.cover.color(*place)

    def picture_area(self, rect: Rect) -> Rect:
        """Return the rectangle of a picture in a box: to the end of the bleed if the box reaches the trim."""
        bleed = self.pack.card.bleed * self.frame.scale_from_pack_card
        return self._rect_with_bleed(rect, self.frame.trim.x - bleed - self.frame.overscan.x)

    def _upright_rect_and_clip(self, box: Box, rect: Rect, place: Matrix | None) -> tuple[Rect, Shape | None]:
        """Return the rectangle that a picture or a drawing covers before it is rotated to fill its box, and
        the outline that it is clipped to.

        The outline is None if it is the rectangle itself.
        """
        own = self._outline_unless_rectangle(box, rect)
        if place and is_slanted(place):
            return rect, own
        area = rect if own else self.picture_area(rect)
        if place is None:
            return area, own
        return transformed_bounds(inverse_matrix(place), area), own and own.transformed(inverse_matrix(place))

    def _picture_plan(self, name: str, box: Box, file: str, rect: Rect, place: Matrix | None) -> BoxPlan:
        """Return the plan of a box with a picture.

        file: the path of the picture. place: the matrix that rotates the box; None without rotation.
        """
        area, clip = self._upright_rect_and_clip(box, rect, place)
        under = self._ground_under(rect)
        ground = WHITE if isinstance(under, Picture) else under
        shade = self._color_of_paint(box.shade)
        radius = box.ground.radius if box.ground else 0.0
        picture = Picture(
            Path(file),
            area,
            box.fit or "cover",
            box.focus or (50, 50),
            ground,
            shade,
            radius,
            transparency="blend",
            clip=clip,
        )
        self.under.append(_PaintedBox(rect, picture._replace(place=place)))
        if shade is not None:
            foot = Rect(rect.x, rect.y, rect.width, 0.22 * rect.height)
            self.under.append(_PaintedBox(foot, shade))
        return BoxPlan(name, (picture,), picture=picture)

    def _covering_drawing(
        self, box: Box, icon: Icon, rect: Rect, place: Matrix | None, ink: Color
    ) -> list[Item]:
        """Return the items of a drawing that fills its box and is cropped to it, as a picture is."""
        from ..colour.images import picture_rect

        area, own = self._upright_rect_and_clip(box, rect, place)
        whole = picture_rect((icon.width, 1), area, "cover", box.focus or (50, 50))
        size = whole.height
        place_of_icon = (size, 0.0, 0.0, size, whole.x, whole.y)
        radius = box.ground.radius if box.ground else 0.0
        window = (own or _rounded_outline(area, radius)).transformed(inverse_matrix(place_of_icon))
        return _icon_items(cropped_icon(icon, window, LEAST_LINE / size), whole.x, whole.y, size, ink)

    def _icon_plan(
        self, name: str, box: Box, names: list[str], inner: Rect, rect: Rect, place: Matrix | None
    ) -> BoxPlan:
        """Return a plan with icons only, as large as the box allows."""
        under = self._ground_under(rect)
        ground = None if isinstance(under, Picture) else under
        if self._outline_width(box) and box.outline:
            ground = self._color_of_paint(box.outline.color)
        ink = self._color_of_paint(box.color or "accent", ground, inks.LARGE_CONTRAST) or INK
        if any(map(is_qr_code, names)):
            ink = qr_code_color(self._color_of_paint(box.color) if box.color else INK)
        uncropped = False
        if box.fit == "cover" and len(names) == 1 and (icon := self.icons.get(names[0])):
            try:
                return BoxPlan(name, tuple(self._covering_drawing(box, icon, rect, place, ink)))
            except TooComplex:
                uncropped = True
        x, _, size = self._icon_row(box, names, inner)
        y = inner.y + (inner.height - size) * _SHARE[box.vertical or "middle"]
        items: list[Item] = []
        for each in names:
            items += _icon_items(self.icons.get(each), x, y, size, ink)
            x += (self.icons.width(each) + _GAP_OF_ICONS) * size
        codes = tuple((each, size) for each in names if is_qr_code(each))
        return BoxPlan(
            name, (*self._shadow_and_outline(box, items), *items), is_uncropped=uncropped, codes=codes
        )

    def _outline_width(self, box: Box) -> float:
        """Return the width in points of the outline around the letters of a box; 0 without one."""
        if box.outline is None or box.outline.color is None:
            return 0.0
        return max(float(box.outline.width), LEAST_LINE * self.frame.scale_from_pack_card)

    def _shadow_and_outline(self, box: Box, labels_and_icons: Sequence[Item]) -> list[Item]:
        """Return the shadow and the outline of the letters in a box, the lower one first."""
        line, shade = (part and self._color_of_paint(part.color) for part in (box.outline, box.shadow))
        right, down = box.shadow.offset if box.shadow else (0.0, 0.0)
        return shadow_and_outline(
            labels_and_icons,
            (line, self._outline_width(box)) if line else None,
            (shade, (right, -down)) if shade else None,
        )

    def _type_and_style(self, name: str, box: Box, content: str) -> tuple[SetType, TextStyle]:
        """Return the type of a box's text, and its fonts."""
        words = _word_types(self.pack, content, box.keywords is not False)
        return FacePlans.for_pack(self.pack).type_and_style(self.frame, box.type or default_type(name), words)

    def _usual_and_least_size(self, box: Box, kind: SetType) -> tuple[float, float]:
        """Return the usual and the least font size of a box, in points."""
        ratio = self.frame.scale_from_pack_card
        least = min(USUAL_LEAST if box.least is None else box.least, kind.size)
        return kind.size * ratio, least * ratio

    def _set_block(
        self, box: Box, content: str, style: TextStyle, inner: Rect, size: float, min_size: float
    ) -> TextBlock:
        """Return a text as large as fits in a rectangle, between two sizes."""
        return (
            FacePlans.for_pack(self.pack)
            .typesetter(box.language)
            .setter.set_block(
                content,
                style,
                inner.width,
                inner.height,
                size,
                min_size,
                box.align or "left",
                self.mirrored,
                box.direction,
                keywords=box.keywords is not False,
            )
        )

    def _text_plan(self, name: str, box: Box, content: str, inner: Rect, rect: Rect) -> BoxPlan:
        """Return the plan of a box with text, before the box is rotated.

        inner: the space of the text. rect: the whole box.
        """
        kind, style = self._type_and_style(name, box, content)
        ratio = self.frame.scale_from_pack_card
        block = self.blocks.get(name) or self._set_block(
            box, content, style, inner, *self._usual_and_least_size(box, kind)
        )
        vertical = "top" if name in self.blocks else box.vertical or "middle"
        free = inner.height - block.height
        # A single line is centred by its cap height; at the foot its descenders count as well.
        top = inner.top - (
            0.0 if vertical == "top" else free / 2 if vertical == "middle" else free - block.depth
        )
        if vertical == "middle" and block.height + 2 * block.depth > inner.height:
            top = inner.top - max(0.0, free - block.depth)
        under = self._ground_under(rect)
        ground = None if isinstance(under, Picture) else under
        if box.outline and is_wide_outline(self._outline_width(box), block.size):
            ground = self._color_of_paint(box.outline.color)
        # Text is as large as its smallest words.
        size = min([block.size, *(each.size for each in block.pieces if each.style)]) / ratio
        heavy = weight_number(kind.weight) >= 700
        large = size >= _LARGE or (heavy and not style.word_styles and size >= _LARGE_BOLD)
        size = block.size / ratio
        least_contrast = inks.LARGE_CONTRAST if large else inks.SMALL_CONTRAST
        paint = box.color if box.color is not None else kind.color
        color, lost = self._legible_color(paint, ground, least_contrast)
        colors = {}
        for each in {piece.style for piece in block.pieces if piece.style}:
            own = self.pack.word_type(each, kind)
            if own is not None and own.color is not None:
                colors[each], lost_in_words = self._legible_color(own.color, ground, least_contrast)
                lost = lost or lost_in_words
        role: Role = "large" if large else "body"
        label = block_label(block, (inner.x, top), color, ground or WHITE, role, colors)
        icons = block_icons(self.pack, block, (inner.x, top), color, box.language, colors)
        under_letters = self._shadow_and_outline(box, (label, *icons))
        return BoxPlan(
            name,
            (*under_letters, label, *icons),
            content,
            label,
            len(under_letters),
            self._outline_width(box),
            ground,
            block.words_left_over,
            size,
            lost,
            codes=tuple(
                (each.inline_object, _ICON_HEIGHT * each.size)
                for each in block.pieces
                if isinstance(each.inline_object, str) and is_qr_code(each.inline_object)
            ),
        )


#: Contrast of a QR code with its white ground from which readers tell its modules apart: more than half of
#: the light (ISO/IEC 15415, symbol contrast of grade 3).
_CODE_CONTRAST = 5.0


def qr_code_color(color: Color | None) -> Color:
    """Return the colour for dark modules of a QR code: `color` if it is dark enough on white, else black."""
    return color if color is not None and contrast_ratio(color, WHITE) >= _CODE_CONTRAST else BLACK


def _matrix_about_point(center: Point, change: Matrix) -> Matrix:
    """Return a transformation about a point instead of the origin."""
    x, y = center
    return combined_matrix(translation(-x, -y), change, translation(x, y))


def cropped_icon(icon: Icon, window: Shape, min_width: float = 0.0) -> Icon:
    """Return the part of an icon within a window, both in the icon's own units. Raises TooComplex.

    min_width: strips thinner than this that result from cropping are left out, such as the edge of the next
    step of a gradient. A drawing that itself has such thin parts keeps them.
    """
    areas, made = Areas(), []
    for layer in icon.layers:
        thinnest = min(min(Shape(part).bounds[2:]) for part in contours(layer.shape))
        areas.least = min_width if thinnest > min_width else 0.0
        cropped = areas.intersection(layer.shape, window)
        if cropped.segments:
            made.append(layer._replace(shape=cropped))
    return icon._replace(layers=tuple(made))


def _icon_items(icon: Icon | None, x: float, y: float, size: float, ink: Color) -> list[Item]:
    """Return the items of an icon; [] for None. x, y: its lower left corner. size: its height in points. ink:
    the colour of parts without a colour of their own.
    """
    place = (size, 0.0, 0.0, size, x, y)
    parts = icon.layers if icon else ()
    return with_translucent_parts_grouped(
        (Fill(shape, color or ink, place), opacity) for shape, color, opacity in parts
    )


def block_label(
    block: TextBlock,
    top_left: tuple[float, float],
    color: Color,
    ground: Color,
    role: Role,
    colors: Mapping[str, Color] = MappingProxyType({}),
) -> Label:
    """Return the text of a block as a label.

    top_left: the top left corner of the block. colors: the colours of words, by the names of their styles.
    """
    runs = tuple(
        Run(
            each.text,
            each.x,
            each.y,
            each.size,
            each.font,
            tracking=each.tracking,
            color=colors.get(each.style) if each.style else None,
        )
        for each in block.pieces
        if each.inline_object is None
    )
    left = min((each.x for each in block.pieces), default=0.0)
    right = max((each.x + each.width for each in block.pieces), default=0.0)
    ink = Rect(left, -block.height - block.depth, right - left, block.height + block.depth)
    return Label(runs, (), ink, color, ground, role, translation(*top_left))


def block_icons(
    pack: Pack,
    block: TextBlock,
    top_left: tuple[float, float],
    ink: Color,
    language: str | None = None,
    colors: Mapping[str, Color] = MappingProxyType({}),
) -> list[Item]:
    """Return the items of the icons and small cards in a block of text.

    top_left: the block's top left corner. ink: the colour of the text. language: the language of the text, if
    it is not the pack's. colors: the colours of words, by the names of their styles.
    """
    made: list[Item] = []
    for each in block.pieces:
        if not isinstance(each.inline_object, str):
            continue
        icons, size = icons_of(pack), each.size
        x, y = top_left[0] + each.x, top_left[1] + each.y
        if each.inline_object in icons.cards:
            made += _small_card_items(pack, each.inline_object, x, y, size, language)
        else:
            place = x + _ICON_AIR * size, y + _ICON_FOOT * size
            color = colors.get(each.style, ink)
            color = qr_code_color(color) if is_qr_code(each.inline_object) else color
            made += _icon_items(icons.get(each.inline_object), *place, _ICON_HEIGHT * size, color)
    return made


def text_items(
    frame: Frame, card: Card, area: Rect, size: float, min_size: float, leading: float, accent: Color
) -> list[Item]:
    """Return the items of a card's text in an area: black, from the top down, in a font size between
    `min_size` and `size`.

    A text with a name in braces that is no icon is printed as it is. accent: the colour that the word
    `accent` stands for where the pack states colours of words.
    """
    text = with_numbers(card.text or "", card.numbers)
    plans = FacePlans.for_pack(frame.pack)
    text = plans.icons.with_emoji_icons(text)
    plain = any(name not in plans.icons for name in markdown.icon_names(text))
    kind = SetType("text", "semibold", False, size / frame.scale_from_pack_card, leading, 0.0, False, "ink")
    style = plans.style_of_type(frame, kind, _word_types(frame.pack, text))
    above = leading - CAPITALS
    # Only the descenders of the last line may be below the area.
    height = area.height - (above - DEPTH) * size
    block = plans.typesetter().setter.set_block(
        text, style, area.width, height, size, min_size, plain=plain, keywords=True
    )
    at = (area.x, area.top - above * block.size)
    palette = {"ink": BLACK, "grey": GREY, "accent": accent, "ground": WHITE}
    colors = {}
    for name in {each.style for each in block.pieces if each.style}:
        if (own := frame.pack.word_type(name, kind)) and own.color is not None:
            paint = chosen_value(own.color, card.values)
            colors[name] = palette[paint] if isinstance(paint, str) else paint or BLACK
    return [
        block_label(block, at, BLACK, WHITE, "body", colors),
        *block_icons(frame.pack, block, at, BLACK, colors=colors),
    ]


#: The default type of a box by its name.
_USUAL_TYPES = {"title": "title", "index": "index", "corner": "index", "number": "index"}


def default_type(name: str) -> str:
    """Return the default type of a box of this name."""
    return _USUAL_TYPES.get(name, "body")


_SHARE = {"left": 0.0, "bottom": 0.0, "center": 0.5, "middle": 0.5, "right": 1.0, "top": 1.0}


def _word_types(pack: Pack, text: str, keywords: bool = True) -> tuple[str, ...]:
    """Return the names of the types that words in a text may have. keywords: whether to include the types of
    the pack's keywords.
    """
    return tuple(dict.fromkeys([*markdown.style_names(text), *(pack.keywords.values() if keywords else ())]))


def _style_of_type(fonts: OwnFonts, kind: SetType) -> TextStyle:
    """Return the style of a type of text at size 1."""
    tracking = kind.tracking / kind.size
    return text_style(fonts, kind.font, kind.weight, kind.italic, kind.leading, tracking, kind.capitals)


@lru_cache(maxsize=256)
def text_style(
    own_fonts: OwnFonts,
    family: str,
    weight: Weight,
    italic: bool,
    leading: float,
    tracking: float,
    capitals: bool,
) -> TextStyle:
    """Return the style of a type of text. tracking: in font sizes; own_fonts: the pack's fonts."""
    families = {name: each for name, each, _ in own_fonts}

    def font(weight: Weight, italic: bool) -> Font:
        number = weight_number(weight)
        # Of cardgen's own fonts, that of the nearest weight.
        named = (
            weight if isinstance(weight, str) else min(WEIGHTS, key=lambda name: abs(WEIGHTS[name] - number))
        )
        return font_for_role(
            families, family, fonts.family_font(family, named, italic), number >= 700, italic, number
        )

    heavier = _BOLD[weight] if isinstance(weight, str) else min(900, weight + 300)
    return TextStyle(
        font(weight, italic),
        font(weight, not italic),
        font(heavier, italic),
        font(heavier, not italic),
        leading=leading,
        tracking=tracking,
        capitals=capitals,
    )


def _card_ground(frame: Frame, card: Card) -> CardGround:
    """Return the ground of a card: under a layout over an index face, that of the suit."""
    over_index = card.suit is not None and frame.pack.layout(card.layout).over_index
    return card_ground(frame, card, inks.index_face_ground(frame.pack, card) if over_index else None)


def card_palette(frame: Frame, card: Card) -> dict[str, Color]:
    """Return the colours that words of the palette stand for on a card, by word."""
    ground = _card_ground(frame, card).color(0)
    return {"ink": INK, "grey": GREY, "accent": inks.accent_color(frame.pack, card), "ground": ground}


def plan_ground(frame: Frame, card: Card) -> Iterator[Item]:
    """Yield the items that cover the whole card. If the layout lies over an index face, the stripe and the
    small indices follow.
    """
    under = _card_ground(frame, card)
    yield from under.items(frame)
    if card.suit is None or not frame.pack.layout(card.layout).over_index:
        return
    color = inks.stripe_color(frame.pack.suits[card.suit], under.color(), frame.pack)
    for piece in stripe_outlines(frame, card):
        yield Fill(piece, color)
    yield from corner_indices(frame, card._replace(rank=frame.pack.shown_rank(card)), under)


@lru_cache(maxsize=256)  # boxes are the same on most cards
def _rounded_outline(rect: Rect, radius: float) -> Shape:
    return rounded_rectangle(rect, radius) if radius else rectangle(rect)


def _rect_inside_padding(rect: Rect, ground: BoxGround | None, scale: float) -> Rect:
    """Return a box without its padding."""
    if ground is None or not ground.padding:
        return rect
    pad = ground.padding
    if ground.edge == "all":
        return rect.grown(-pad)
    left = pad if ground.edge == "left" else 0.0
    right = pad if ground.edge == "right" else 0.0
    top = pad if ground.edge == "top" else 0.0
    low = pad if ground.edge == "bottom" else 0.0
    return Rect(rect.x + left, rect.y + low, rect.width - left - right, rect.height - top - low)


def _edge_line(rect: Rect, edge: str, width: float) -> Any:
    """Return the line along one edge of a rectangle, inside it."""
    half = width / 2
    if edge in ("top", "bottom"):
        y = rect.top - half if edge == "top" else rect.y + half
        return open_line((rect.x, y), (rect.right, y))
    x = rect.x + half if edge == "left" else rect.right - half
    return open_line((x, rect.y), (x, rect.top))


def _flowed_places(boxes: Mapping[str, Box], contents: Mapping[str, str]) -> dict[str, _Place]:
    """Return the places of boxes, after those with `grow` or `rise` have taken the space of empty ones."""
    places: dict[str, _Place] = {
        name: (*box.at, *box.size)
        for name, box in boxes.items()
        if box.at is not None and box.size is not None
    }
    taking_part = {name: place for name, place in places.items() if not is_only_ground(boxes[name])}
    if all(contents[name] for name in taking_part):
        return places
    now = dict(places)
    for name in sorted(taking_part, key=lambda each: places[each][1]):
        box = boxes[name]
        if not contents[name] or not (box.rise or box.grow):
            continue
        x, y, width, height = places[name]
        beside = [
            each
            for each, place in taking_part.items()
            if each != name and place[0] < x + width - 0.5 and x < place[0] + place[2] - 0.5
        ]
        above = [each for each in beside if places[each][1] + places[each][3] <= y + 0.5]
        below = [each for each in beside if places[each][1] >= y + height - 0.5]
        top, low = y, y + height
        if above:
            gap = y - max(places[each][1] + places[each][3] for each in above)
            full = [now[each][1] + now[each][3] + gap for each in above if contents[each]]
            free = (
                min(places[each][1] for each in above if not contents[each])
                if not all(map(contents.get, above))
                else y
            )
            top = min(y, max([*full, max(free, min(x, y))] if full or free < y else [y]))
        if below and box.grow:
            gap = min(places[each][1] for each in below) - low
            full = [places[each][1] - gap for each in below if contents[each]]
            ends = [places[each][1] + places[each][3] for each in below if not contents[each]]
            if ends:
                low = max(low, min([*full, max(ends)]))
        now[name] = (x, top, width, low - top if box.grow else height)
    return now
