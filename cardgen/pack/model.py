"""Format 1 of a pack: its frozen models, each with its keys, and how a file is read into them.

A field's annotation declares its key, its default is the key's (see schema.py). Lengths are in points,
colours are Color. Single fields only are looked at here; what takes the whole pack to know is in checks.py.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, cast, get_args

from ..colour.colors import Color, from_hex
from ..errors import KeyPath, Problem
from ..sandbox.untrusted import NotThere
from ..units import MM, Sentence, Size, quoted
from .schema import (
    FAULTY,
    Choice,
    Deferred,
    Document,
    Findings,
    Json,
    Key,
    Record,
    Several,
    Short,
    Spec,
    Table,
    Whole,
    length_between,
)
from .values import (
    COLOR,
    FIGURES,
    FILE,
    FONTS,
    GAME,
    IN_BRACES,
    LANGUAGE,
    LINE,
    MOST_CARDS,
    MOST_GAMES,
    MOST_LINE,
    NAME,
    PICTURES,
    PROSE,
    RANK,
    SIGN,
    SIZE,
    SWITCH_SCHEMA,
    SYMBOL,
    SYMBOL_NAMES,
    WARNINGS,
    Back,
    By,
    NoSuchName,
    columns_that_choose,
    file_in_box,
    is_drawing,
    is_picture,
    names_family,
    names_file,
    no_quantity,
    rank_order,
    short_of,
    stated_grounds,
    switch,
)
from .yaml import Data

if TYPE_CHECKING:
    from .layouts import Group, Layout, SetType, Type
    from .words import Saying, Wording

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
#: A record that one word can leave out, such as `stripe: false`.
_Switched = partial(Record, short=switch, short_schema=SWITCH_SCHEMA)
FaceKind = Literal["index", "pips", "court", "joker", "summary", "title", "text", "image", "layout"]


class CardFormat(NamedTuple):
    """The blank card: its trim, corner radius, bleed and safe zone."""

    size: Annotated[Size, Key("Width x height, or a name such as poker.", SIZE)] = (62 * MM, 88 * MM)
    corner: Annotated[float, Key("Corner radius; 0 mm for square corners.", length_between(0, 150))] = 3 * MM
    bleed: Annotated[float, Key("How far art runs past the cut.", length_between(0, 10))] = 3 * MM
    safe: Annotated[float, Key("Nothing that matters lies nearer to the cut.", length_between(0, 20))] = (
        3 * MM
    )

    @property
    def width(self) -> float:
        """Trim width in points."""
        return self.size[0]

    @property
    def height(self) -> float:
        """Trim height in points."""
        return self.size[1]


def _part(name: str) -> Deferred:
    """Return a specification of layouts.py, which takes a while to load and which few packs need."""

    def make() -> Spec:
        from . import layouts

        made: Spec = getattr(layouts, name)
        return made

    return Deferred(make)


def _own_words() -> Spec:
    from .words import OWN_WORDS

    return OWN_WORDS


_QUANTITY = Whole(0, MOST_CARDS)
_CELL = _part("CELL")


class Entry(NamedTuple):
    """One rank of a suit: how often it is in the pack, and how it is drawn if not in the usual way."""

    quantity: Annotated[int, Key("How many of it the pack holds.", _QUANTITY)] = 1
    face: Annotated[
        Literal["index", "pips", "court", "image"] | None,
        Key("How it is drawn; a picture, court, pips or index as it is, if not given."),
    ] = None
    image: Annotated[str | None, Key("A PNG or JPEG beside the pack, drawn to the bleed.", FILE)] = None
    layout: Annotated[
        str | None, Key("The layout that it has; the suit's, or panel where it has texts of its own.", NAME)
    ] = None
    style: Annotated[
        Literal["disc", "solid", "paper"] | None,
        Key("How its index face is drawn; as the suit's, if not given."),
    ] = None
    ground: Annotated[Any, Key("What covers it; as the suit's, if not given.", _part("GROUND"))] = None
    back: Annotated["Back | None", Key("Its back; the suit's or the pack's, if not given.", Record(Back))] = (
        None
    )
    #: Keys of the author's own: columns for the boxes of its layout, such as title and text.
    texts: dict[str, str] = {}  # noqa: RUF012 - never changed


_CARDS = Table(
    RANK,
    Record(
        Entry,
        rest=("texts", _CELL),
        short=short_of("quantity"),
        short_schema=[{**_QUANTITY.schema({}), "description": "How many of it the pack holds."}],
    ),
    order=rank_order,
    absent=no_quantity,
)


#: Rank: J, C, Q or K. Those are drawn as themselves without being named, but for C.
_COURTS = Table(RANK, Choice(*FIGURES))
_USUAL_COURTS = {"J": "J", "Q": "Q", "K": "K"}


class Suit(NamedTuple):
    """Cards of one colour and sign."""

    color: Annotated[
        Color,
        Key(
            "The suit's colour.",
            COLOR,
            'give the suit a colour, such as color: "#0B7A4B"',
            stand_in=from_hex("#606060"),
        ),
    ]
    cards: Annotated[
        dict[str, Entry],
        Key(
            "Rank (1 to 12 characters): quantity, in the order they are printed.",
            _CARDS,
            "say which cards there are, such as cards: {4: 7, 3: 9}",
            stand_in={"1": Entry()},
        ),
    ]
    name: Annotated[str | None, Key("What people call it; the key, if not given.", LINE)] = None
    sign: Annotated[str | None, Key('Stands before the number, such as "+".', SIGN)] = None
    symbol: Annotated[
        str | None,
        Key("Stands in indices, pips and courts: a symbol, one of `icons`, or an SVG file.", SYMBOL),
    ] = None
    role: Annotated[
        Literal["attack", "ceiling"] | None,
        Key("What its cards do in a game of two opposed suits; its sign + or ≤ says so, if not given."),
    ] = None
    stripe: Annotated[Color | None, Key("Colour of the stripe; derived, if not given.", COLOR)] = None
    style: Annotated[
        Literal["disc", "solid", "paper"] | None,
        Key("How its index faces are drawn; as the pack's, if not given."),
    ] = None
    ground: Annotated[
        Any, Key("What covers its cards; what their style or layout says, if not given.", _part("GROUND"))
    ] = None
    back: Annotated[Back | None, Key("The back of its cards; the pack's, if not given.", Record(Back))] = None
    layout: Annotated[
        str | None, Key("The layout of its cards; the usual faces of a suit, if not given.", NAME)
    ] = None
    courts: Annotated[
        dict[str, str],
        Key("The court figures of ranks, over those of the pack.", _COURTS),
    ] = {}  # noqa: RUF012 - never changed
    images: Annotated[
        str | None,
        Key("Pictures of its cards, drawn to the bleed; a card that has none there is drawn.", PICTURES),
    ] = None


class SmallIndex(NamedTuple):
    """The indices in the corners; where no height is given, it follows the card's size."""

    on: Annotated[bool, Key("false leaves it out.")] = True
    corners: Annotated[
        tuple[Corner, ...], Key("Where they stand.", Several(Choice(*get_args(Corner)), 4))
    ] = (
        "top-left",
        "bottom-right",
    )
    height: Annotated[
        float | None,
        Key("Height of figures; 5 mm on 62 x 88 mm, in proportion.", length_between(1, 40)),
    ] = None


class LargeIndex(NamedTuple):
    """The index in the middle; where no height is given, it follows the card's size."""

    on: Annotated[bool, Key("false leaves it out.")] = True
    height: Annotated[
        float | None,
        Key("Height of figures; 18 mm on 62 x 88 mm, in proportion.", length_between(2, 200)),
    ] = None


class Index(NamedTuple):
    """The numbers and letters on a face."""

    small: Annotated[SmallIndex, Key("In the corners.", _Switched(SmallIndex))] = SmallIndex()
    large: Annotated[LargeIndex, Key("In the middle.", _Switched(LargeIndex))] = LargeIndex()


class Stripe(NamedTuple):
    """The line from corner to corner; where no width is given, it follows the card's size."""

    on: Annotated[bool, Key("false leaves it out.")] = True
    width: Annotated[
        float | None, Key("How wide it is; 4.2 mm on 62 x 88 mm, in proportion.", length_between(0.2, 60))
    ] = None
    start: Annotated[
        Literal["bottom-left", "top-left"], Key("The corner that it begins in.", name="from")
    ] = "bottom-left"


class Family(NamedTuple):
    """Fonts of one family: files beside the pack, or installed fonts by name, which have all cuts.

    The first that has a character shows it.
    """

    regular: Annotated[
        tuple[str, ...],
        Key("The plain font.", FONTS, "give a file, such as fonts/Own-Regular.ttf", stand_in=FAULTY),
    ]
    bold: Annotated[tuple[str, ...], Key("For **bold** words; the plain font, if not given.", FONTS)] = ()
    italic: Annotated[tuple[str, ...], Key("For *italic* words; the plain font, if not given.", FONTS)] = ()
    bold_italic: Annotated[
        tuple[str, ...], Key("For words that are both; the bold font, if not given.", FONTS)
    ] = ()

    def cut(self, bold: bool, italic: bool) -> tuple[str, ...]:
        """The files of a cut or of the nearest there is, and behind them those of the plain font."""
        bolder = (self.bold_italic if italic else ()) or self.bold
        return (bolder if bold else self.italic if italic else ()) + self.regular


def _plain_cut(value: Data) -> Data:
    """Let a file, or a list of them, stand for a family with one cut."""
    return value if isinstance(value, dict) else Short({"regular": value})


FAMILIES = Table(
    NAME,
    Record(
        Family,
        short=_plain_cut,
        short_schema=[{**FONTS.schema({}), "description": "Its plain font."}],
    ),
)


class Extra(NamedTuple):
    """A card beside the suits: a joker, a summary of the pack, a title, a text or a picture."""

    face: Annotated[
        Literal["joker", "summary", "title", "text", "image"] | None,
        Key(
            "What is on it.",
            hint="say what is on the card: joker, summary, title, text or image",
            stand_in=FAULTY,
            unless="layout",
        ),
    ]
    layout: Annotated[str | None, Key("The layout that it has instead of a face.", NAME)] = None
    copies: Annotated[int, Key("How many of it the pack holds.", Whole(1, 1000))] = 1
    name: Annotated[str | None, Key("What people call it.", LINE)] = None
    title: Annotated[str | None, Key("The heading of a title, summary or text card.", LINE)] = None
    text: Annotated[
        str | None, Key("What a text card says; an empty line parts paragraphs.", PROSE, stand_in="text")
    ] = None
    color: Annotated[Color | None, Key("The colour it is drawn in.", COLOR)] = None
    image: Annotated[str | None, Key("A PNG or JPEG beside the pack, drawn to the bleed.", FILE)] = None
    ground: Annotated[
        Any, Key("What covers a card with a layout; what that says, if not given.", _part("GROUND"))
    ] = None
    back: Annotated[Back | None, Key("Its back; the pack's, if not given.", Record(Back))] = None
    #: Keys of the author's own: columns for the boxes of its layout.
    texts: dict[str, str] = {}  # noqa: RUF012 - never changed

    @property
    def called(self) -> str:
        """What people call it: its name, its face, or the title on its layout."""
        return self.name or self.face or _plain(self.title or "") or self.layout or "extra"


class Card(NamedTuple):
    """One distinct card of the pack and how often it is there."""

    id: str
    label: str
    kind: FaceKind
    quantity: int
    #: The way to it in the pack file, for messages.
    path: tuple[str, ...]
    suit: str | None = None
    rank: str | None = None
    extra: Extra | None = None
    image: str | None = None
    #: What covers it, in place of what its suit or layout says.
    ground: Any = None
    #: Of a card of kind "layout": the layout's name, and what stands in the card's columns.
    layout: str = ""
    values: Mapping[str, str] = {}
    #: What `accent` means on it, where its list of cards says so.
    color: Any = None
    #: Its own back, where that is not the pack's.
    back: Back | None = None


@dataclass(frozen=True)
class Pack:
    """A card pack."""

    name: Annotated[
        str,
        Key(
            "The pack's name.",
            LINE,
            'say what the pack is called, such as "name: NEVER OVER"',
            stand_in="pack",
        ),
    ]
    # It tells one pack's printings apart: a pack of another name is no printing of the base.
    edition: Annotated[
        str | None, Key("A version or a date, printed on the sheets' rims.", LINE, goes_with="name")
    ] = None
    author: Annotated[str | None, Key("Who the pack comes from.", LINE)] = None
    language: Annotated[
        str,
        Key("The language of its texts, and of the words that cardgen prints on cards and sheets.", LANGUAGE),
    ] = "en"
    languages: Annotated[
        dict[str, str],
        Key(
            "Tables of its texts in other languages, by language: see `cardgen words`.",
            Table(LANGUAGE, LINE),
        ),
    ] = field(default_factory=dict)
    words: Annotated[
        "dict[str, Saying]",
        Key(
            "Words that cardgen itself prints on cards and sheets, in place of those of the language.",
            Deferred(_own_words),
        ),
    ] = field(default_factory=dict)
    allow: Annotated[
        tuple[str, ...],
        Key(
            "Warnings that are meant so, by name; they are told in proofs only.",
            Several(Choice(*WARNINGS), 20),
        ),
    ] = ()
    games: Annotated[
        tuple[str, ...],
        Key("The games it is for: their rules are checked.", Several(GAME, MOST_GAMES)),
    ] = ()
    card: Annotated[CardFormat, Key("The blank card.")] = CardFormat()  # noqa: RUF009 - a tuple, never changed
    style: Annotated[
        Literal["disc", "solid", "paper"],
        Key("How index faces are drawn: with a white disc, in solid colour, or on white."),
    ] = "disc"
    ink_saver: Annotated[bool, Key("Lighter backs and fills, same legibility.")] = False
    suits: Annotated[
        dict[str, Suit], Key("The suits, by key.", Table(NAME, Record(Suit), new=("suit", "color")))
    ] = field(default_factory=dict)
    courts: Annotated[
        dict[str, str],
        Key(
            "Rank: J, C, Q or K, the figure that it is drawn as: jack, cavalier, queen or king; "
            "J, Q and K need not be named.",
            _COURTS,
        ),
    ] = field(default_factory=dict)
    index: Annotated[Index, Key("The numbers and letters on a face.")] = Index()  # noqa: RUF009
    stripe: Annotated[
        Stripe,
        Key("The line from corner to corner.", _Switched(Stripe)),
    ] = Stripe()  # noqa: RUF009
    extras: Annotated[
        tuple[Extra, ...], Key("Cards beside the suits.", Several(Record(Extra, rest=("texts", _CELL)), 500))
    ] = ()
    layouts: Annotated[
        "dict[str, Layout]", Key("How faces are laid out, by name; some are built in.", _part("LAYOUTS"))
    ] = field(default_factory=dict)
    types: Annotated[
        "dict[str, Type]", Key("How text on layouts is set, by name; some are built in.", _part("TYPES"))
    ] = field(default_factory=dict)
    fonts: Annotated[
        dict[str, Family],
        Key(
            "Fonts of its own: for text, title or index, or for `font:` of a type by another name. A file, "
            "or the name of an installed font, such as Noto Sans JP; several in a list fall back in order.",
            FAMILIES,
        ),
    ] = field(default_factory=dict)
    icons: Annotated[
        dict[str, str],
        Key("SVG files for {name} in texts, by name; symbols are built in.", Table(NAME, FILE)),
    ] = field(default_factory=dict)
    groups: Annotated[
        "tuple[Group, ...]",
        Key("Cards of any kind, in lists of one layout each.", _part("GROUPS"), name="cards"),
    ] = ()
    back: Annotated[Back, Key("The back of all cards that have none of their own.")] = Back()  # noqa: RUF009
    #: Of a pack in another language than it was written in: its texts by their translations.
    written: dict[str, str] = field(default_factory=dict)
    #: The full paths of the files that boxes name in `show`, by their names with the columns filled in.
    files_in_boxes: dict[str, str] = field(default_factory=dict)
    #: The pack as its faces are drawn, where this one has other quantities of its cards, as several decks or
    #: a part of one have: a summary says what is in one whole deck.
    one_deck: "Pack | None" = field(default=None, compare=False, repr=False)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The distinct cards in print order: suits as in the file, then lists of cards, then extras."""
        made = _with_own_ids([*self._suit_cards(), *self._group_cards(), *self._extra_cards()])
        return tuple(card._replace(back=self._own_back(card)) for card in made)

    @cached_property
    def count(self) -> int:
        """How many cards the pack has, extras and all."""
        return sum(card.quantity for card in self.cards)

    @cached_property
    def backs(self) -> dict[str, Back]:
        """The backs that cards have, each once, by short names; those of cards with quantity 0 are left out.

        "back" is that of the pack, or that of the first card where no card has the pack's.
        """
        used = {card.back or self.back for card in self.cards if card.quantity}
        return {name: back for name, back in self.all_backs.items() if back in used} or {"back": self.back}

    @cached_property
    def all_backs(self) -> dict[str, Back]:
        """Return `backs` and, after them, those of cards with quantity 0, which can still be printed."""
        used = list(dict.fromkeys(card.back or self.back for card in self.cards if card.quantity))
        first = self.back if self.back in used or not used else used[0]
        unused = (card.back or self.back for card in self.cards if not card.quantity)
        others = (back for back in dict.fromkeys((*used, *unused)) if back != first)
        return {"back": first, **{f"back-{place}": back for place, back in enumerate(others, 2)}}

    @cached_property
    def _names_of_backs(self) -> dict[Back, str]:
        return {back: name for name, back in self.all_backs.items()}

    def back_of(self, card: Card) -> str:
        """The short name of a card's back."""
        return self._names_of_backs.get(card.back or self.back, "back")

    def _own_back(self, card: Card) -> Back | None:
        """A card's own back, a layout with the columns of the card that it shows; None for the pack's."""
        back = card.back or self.back
        if back.layout is None or back.layout not in self._columns_of_backs:
            return card.back
        shown = self._columns_of_backs[back.layout]
        return back._replace(values=tuple(each for each in self.columns(card).items() if each[0] in shown))

    @cached_property
    def _columns_of_backs(self) -> dict[str, set[str]]:
        """The layouts of backs, and the columns that each shows."""
        stated = [self.back, *(suit.back for suit in self.suits.values())]
        stated += [entry.back for suit in self.suits.values() for entry in suit.cards.values()]
        stated += [group.back for group in self.groups] + [extra.back for extra in self.extras]
        typed = set(columns_that_choose(self.types))
        found: dict[str, set[str]] = {}
        for name in dict.fromkeys(back.layout for back in stated if back and back.layout):
            try:
                found[name] = self.layout(name).columns | typed
            except NoSuchName:
                continue
        return found

    @cached_property
    def backs_in_boxes(self) -> dict[str, Card]:
        """The backs that are laid out as faces are, by their short names, as cards to draw and to check.

        The way to one is that to the first card that has it, or to its layout where it shows no column.
        """
        firsts: dict[Back, Card] = {}
        for card in (*filter(lambda card: card.quantity, self.cards), *self.cards):
            firsts.setdefault(card.back or self.back, card)
        found: dict[str, Card] = {}
        for name, back in self.all_backs.items():
            if back.layout in self._columns_of_backs and back in firsts:
                card = firsts[back]
                color = self.layout(back.layout).color or back.color
                found[name] = Card(
                    id=f"\0{name}",
                    label=f"back of {card.label}" if back.values else name.replace("-", " "),
                    kind="layout",
                    quantity=1,
                    path=card.path if back.values else self.back_path(card, "layout"),
                    layout=back.layout,
                    values=dict(back.values),
                    color=color._replace(otherwise=color.otherwise or back.color)
                    if isinstance(color, By)
                    else color,
                )
        return found

    def back_path(self, card: Card, key: str) -> tuple[str, ...]:
        """The way to a key of what is said of a card's back."""
        if card.suit is not None and self.suits[card.suit].cards[card.path[-1]].back:
            return (*card.path, "back", key)
        if card.suit is not None and self.suits[card.suit].back:
            return ("suits", card.suit, "back", key)
        if "back" in card.values and card.suit is None and card.extra is None:
            return (*card.path, "back")
        if card.extra is not None and card.extra.back:
            return (*card.path, "back", key)
        if card.path[0] == "cards" and self.groups[int(card.path[1])].back:
            return (*card.path[:2], "back", key)
        return ("back", key)

    def columns(self, card: Card) -> Mapping[str, str]:
        """The columns of a card, whether its face shows any or is drawn as usual."""
        if card.suit is not None:
            entry = self.suits[card.suit].cards[card.rank or ""]
            return _suit_columns(self.suits[card.suit], self.suit_title(card.suit), card.rank or "", entry)
        return _extra_columns(card.extra) if card.extra is not None else card.values

    @cached_property
    def drawings(self) -> tuple[tuple[str, str], ...]:
        """Names in braces and the SVG files that they stand for; a file that a card names is its own name."""
        named = [suit.symbol for suit in self.suits.values() if suit.symbol]
        named += [value for card in self.cards for value in card.values.values()]
        named += self.files_in_boxes.values()
        files = {file: file for file in named if file.endswith(".svg")}
        return tuple({**self.icons, **files}.items())

    @cached_property
    def cards_in_text(self) -> dict[str, list[Card]]:
        """What texts have in braces and is no icon, each with the cards of this id, name, index or title."""
        texts = [value for card in self.cards for value in card.values.values()]
        texts += [extra.text or "" for extra in self.extras]
        texts += [box.show or "" for layout in self.layouts.values() for box in layout.boxes.values()]
        named = dict.fromkeys(name for text in texts if "{" in text for name in IN_BRACES.findall(text))
        for icon in (*SYMBOL_NAMES, *(name for name, _ in self.drawings)):
            named.pop(icon, None)
        if not named:
            return {}
        called: dict[str, dict[str, Card]] = {}
        for card in self.cards:
            titles = [card.values.get("title"), card.extra and (card.extra.name or card.extra.title)]
            sign = self.suits[card.suit].sign if card.suit is not None else ""
            index = card.values.get("index") if card.suit is None else sign and sign + self.shown_rank(card)
            for name in (card.id, card.label, index, *titles):
                called.setdefault(_spoken(name or ""), {})[card.id] = card
        return {name: list(called.get(_spoken(name), {}).values()) for name in named}

    def shown_rank(self, card: Card) -> str:
        """The rank in the index of a card of a suit: the rank, or another that the card says it shows."""
        return self.suits[card.suit or ""].cards[card.rank or ""].texts.get("index", card.rank or "")

    @cached_property
    def _layouts(self) -> "dict[str, Layout]":
        return {}

    def layout(self, name: str) -> "Layout":
        """A layout with all that it extends, at the trim that it is made for. Raises NoSuchName."""
        if name not in self._layouts:
            from .layouts import whole_layout

            self._layouts[name] = whole_layout(name, self.layouts, self.card.size)
        return self._layouts[name]

    @cached_property
    def _types(self) -> "dict[str, SetType]":
        return {}

    def type(self, name: str) -> "SetType":
        """How text of a type is set on the pack's card. Raises NoSuchName."""
        if name not in self._types:
            from .layouts import whole_type

            self._types[name] = whole_type(name, self.types, self.card.size)
        return self._types[name]

    @property
    def table_of_words(self) -> str | None:
        """The key in `languages` of its own language, with or without the country; None for none."""
        tags = (self.language, self.language.split("-")[0])
        return next((tag for tag in tags if tag in self.languages), None)

    @cached_property
    def wording(self) -> "Wording":
        """What cardgen itself prints on the pack's cards and sheets."""
        from .words import Wording

        return Wording(self.language, self.words)

    def court(self, suit: str, rank: str) -> str | None:
        """The court figure that a rank of a suit is drawn as: J, C, Q or K; None for other ranks."""
        return (_USUAL_COURTS | self.courts | self.suits[suit].courts).get(rank)

    def suit_title(self, key: str) -> str:
        """What people call a suit."""
        return self.suits[key].name or key

    def resized(self, size: Size) -> "Pack":
        """The same pack on a card of another size (points): what it states of its faces goes along."""
        k = min(size[0] / self.card.width, size[1] / self.card.height)
        small, large, stripe = self.index.small, self.index.large, self.stripe
        return replace(
            self,
            card=self.card._replace(size=size),
            index=Index(
                small._replace(height=small.height and small.height * k),
                large._replace(height=large.height and large.height * k),
            ),
            stripe=stripe._replace(width=stripe.width and stripe.width * k),
            layouts={
                name: layout._replace(card=layout.card or self.card.size)
                for name, layout in self.layouts.items()
            },
            types={
                name: each._replace(
                    size=each.size and each.size * k, tracking=each.tracking and each.tracking * k
                )
                for name, each in self.types.items()
            },
        )

    def on_blank(self, size: Size, bleed: float, safe: float, corner: float | None) -> "Pack":
        """The same pack as a printer wants it: another trim, its bleed, no less than its safe zone (points).

        corner: the radius that the printer cuts; None leaves the pack's own.
        """
        moved = self.resized(size)
        card = moved.card
        corner = card.corner if corner is None else corner
        return replace(moved, card=card._replace(bleed=bleed, safe=max(safe, card.safe), corner=corner))

    def with_quantities(self, times: Mapping[str, int]) -> "Pack":
        """The same cards, so often as given by id; none of those that are not named."""
        wanted = {card.path: times.get(card.id, 0) for card in self.cards}
        suits = {
            key: suit._replace(
                cards={
                    rank: entry._replace(quantity=wanted["suits", key, "cards", rank])
                    for rank, entry in suit.cards.items()
                }
            )
            for key, suit in self.suits.items()
        }
        extras = (
            extra._replace(copies=wanted["extras", str(place)]) for place, extra in enumerate(self.extras)
        )
        groups = (
            group._replace(rows=tuple(row._replace(quantity=wanted[row.path]) for row in group.rows))
            for group in self.groups
        )
        return replace(self, suits=suits, extras=tuple(extras), groups=tuple(groups), one_deck=self)

    @property
    def colors(self) -> list[Color]:
        """The colours that it states for faces, and those of the backs that cards have."""
        stated = [color for suit in self.suits.values() for color in (suit.color, suit.stripe)]
        stated += [extra.color for extra in self.extras]
        grounds = [(suit.ground, suit.cards) for suit in self.suits.values()]
        grounds += [(extra.ground, {}) for extra in self.extras]
        listed = [group.color for group in self.groups]
        stated += _colors((self.layouts, grounds, listed, list(self.all_backs.values())))
        return [color for color in stated if color]

    @cached_property
    def paths_in_boxes(self) -> frozenset[str]:
        """The full paths of the files that boxes name in `show`."""
        return frozenset(self.files_in_boxes.values())

    @property
    def pictures(self) -> list[str]:
        """The picture files of its faces and of the backs that cards have, each once."""
        named = [*(back.image for back in self.all_backs.values()), *(card.image for card in self.cards)]
        named += [ground.image for layout in self.layouts.values() for ground in layout.grounds]
        grounds = [suit.ground for suit in self.suits.values()] + [card.ground for card in self.cards]
        named += [ground.image for stated in grounds for ground in stated_grounds(stated)]
        in_boxes = [card.values.values() for card in (*self.cards, *self.backs_in_boxes.values())]
        named += [value for values in in_boxes for value in values if is_picture(value)]
        named += [file for file in self.files_in_boxes.values() if is_picture(file)]
        return [name for name in dict.fromkeys(named) if name]

    @property
    def files(self) -> list[str]:
        """All files that it names, each once: pictures (also of a back that no card has), fonts, tables."""
        named = [file for family in self.fonts.values() for cut in family for file in cut]
        fonts = [file for file in named if not names_family(file)]
        tables = [group.table.file for group in self.groups if group.table]
        symbols = [suit.symbol for suit in self.suits.values() if suit.symbol and is_drawing(suit.symbol)]
        unused = [self.back.image] if self.back.image else []
        return list(dict.fromkeys([*self.pictures, *unused, *fonts, *symbols, *self.icons.values(), *tables]))

    @property
    def is_converted(self) -> bool:
        """Whether a press prints it by a profile: its pictures, or colours that it states in RGB only."""
        return bool(self.pictures) or not all(color.stated for color in self.colors)

    def on_press(self, profile: bytes, most_ink: float | None = None) -> "Pack":
        """Convert the colours that it states in RGB only as its pictures are.

        most_ink: on one spot, in parts of 1. A pack that was converted before is left as it is.
        """
        from ..colour.conversion import on_press

        def change(color: Color) -> Color:
            return on_press(color, profile, most_ink)

        back = self.back
        return replace(
            self,
            suits={
                key: suit._replace(
                    color=change(suit.color),
                    stripe=suit.stripe and change(suit.stripe),
                    ground=_recolored(suit.ground, change),
                    back=_recolored(suit.back, change),
                    cards=_recolored(suit.cards, change),
                )
                for key, suit in self.suits.items()
            },
            extras=tuple(
                extra._replace(
                    color=extra.color and change(extra.color),
                    ground=_recolored(extra.ground, change),
                    back=_recolored(extra.back, change),
                )
                for extra in self.extras
            ),
            layouts=_recolored(self.layouts, change),
            types=_recolored(self.types, change),
            groups=tuple(
                group._replace(color=_recolored(group.color, change), back=_recolored(group.back, change))
                for group in self.groups
            ),
            back=back._replace(color=change(back.color), ink=change(back.ink), accent=change(back.accent)),
        )

    def _suit_label(self, suit: Suit, title: str, rank: str) -> str:
        """What people call a card: "+4", "K of spades", "red 4"."""
        if suit.sign:
            return suit.sign + rank
        return self.wording.say("card-of", rank=rank, suit=title) if suit.symbol else f"{title} {rank}"

    def _suit_cards(self) -> list[Card]:
        return [
            Card(
                id=f"{key}-{rank}",
                label=self._suit_label(suit, self.suit_title(key), rank),
                kind=_kind(suit, rank, entry, self.court(key, rank), self.layouts),
                quantity=entry.quantity,
                path=("suits", key, "cards", rank),
                suit=key,
                rank=rank,
                image=entry.image,
                back=entry.back or suit.back,
                ground=entry.ground,
                layout=_layout(suit, entry, self.layouts),
                values=_suit_columns(suit, self.suit_title(key), rank, entry)
                if _layout(suit, entry, self.layouts)
                else {},
            )
            for key, suit in self.suits.items()
            for rank, entry in suit.cards.items()
        ]

    def _group_cards(self) -> list[Card]:
        cards: list[Card] = []
        for group in self.groups:
            for row in group.rows:
                values = row.values
                number = str(len(cards) + 1)
                layout = values.get("layout", group.layout)
                cards.append(
                    Card(
                        id=values.get("id") or f"card-{number}",
                        label=_plain(values.get("name") or values.get("title") or f"card {number}"),
                        kind="layout",
                        quantity=row.quantity,
                        path=row.path,
                        image=values.get("picture"),
                        layout=layout,
                        values=values,
                        color=group.color,
                        back=Back(image=values["back"]) if "back" in values else group.back,
                    )
                )
        return cards

    def _extra_cards(self) -> list[Card]:
        seen: dict[str, int] = {}
        cards = []
        for place, extra in enumerate(self.extras):
            name = extra.called
            seen[name] = seen.get(name, 0) + 1
            cards.append(
                Card(
                    id=f"extra-{place + 1}",
                    label=name if seen[name] == 1 else f"{name} {seen[name]}",
                    kind="layout" if extra.layout else extra.face or "title",
                    quantity=extra.copies,
                    path=("extras", str(place)),
                    extra=extra,
                    image=extra.image,
                    back=extra.back,
                    ground=extra.ground,
                    layout=extra.layout or "",
                    values=_extra_columns(extra) if extra.layout else {},
                )
            )
        return cards


def _with_own_ids(cards: list[Card]) -> Iterator[Card]:
    """The cards, each with an id that no other has: suit a-b with rank c is not suit a with rank b-c."""
    taken: set[str] = set()
    for card in cards:
        own = card.id
        while own in taken:
            own += "'"
        taken.add(own)
        yield card if own == card.id else card._replace(id=own)


#: The usual faces of suits, which may be named in place of a layout.
_USUAL_FACES = ("index", "pips", "court")


def _layout(suit: Suit, entry: Entry, own: Container[str]) -> str:
    """The layout of a card of a suit; "" for a usual face. own: the names of the pack's own layouts."""
    if entry.face or _names_face(entry.layout, own):
        return ""
    of_suit = "" if _names_face(suit.layout, own) else suit.layout
    return entry.layout or of_suit or ("panel" if entry.texts else "")


def _names_face(layout: str | None, own: Container[str]) -> bool:
    return layout in _USUAL_FACES and layout not in own


def _suit_columns(suit: Suit, title: str, rank: str, entry: Entry) -> dict[str, str]:
    """What the boxes of a card of a suit may show."""
    index = (suit.sign or "") + rank
    values = {"rank": rank, "suit": title, "index": index, "corner": index, "symbol": suit.symbol or ""}
    values |= entry.texts
    if "index" in entry.texts:
        values["corner"] = entry.texts.get("corner", entry.texts["index"])
    if entry.image:
        values["picture"] = entry.image
    return {column: value for column, value in values.items() if value}


def _extra_columns(extra: Extra) -> dict[str, str]:
    """What the boxes of an extra card may show."""
    own = {"title": extra.title, "text": extra.text, "picture": extra.image}
    return {column: value for column, value in own.items() if value} | extra.texts


def _plain(text: str) -> str:
    """A title without its marks of bold and italic."""
    return " ".join(text.replace("*", "").split())[:MOST_LINE]


def _spoken(name: str) -> str:
    """A card's name as it compares."""
    return " ".join(_plain(name).lower().replace("<=", "≤").replace(">=", "≥").split())


def _colors(value: Any) -> Iterator[Color]:
    """All colours in a value made of records, mappings and lists."""
    if isinstance(value, Color):
        yield value
    elif isinstance(value, Mapping):
        yield from _colors(list(value.values()))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _colors(each)


def _recolored(value: Any, change: Callable[[Color], Color]) -> Any:
    """The same value with every colour in it changed."""
    if isinstance(value, Color):
        return change(value)
    if isinstance(value, dict):
        return {key: _recolored(each, change) for key, each in value.items()}
    if isinstance(value, tuple):
        parts = [_recolored(each, change) for each in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def _kind(suit: Suit, rank: str, entry: Entry, court: str | None, own: Container[str]) -> FaceKind:
    """How a card of a suit is drawn when its entry does not say. own: the names of the pack's own layouts."""
    if entry.face:
        return entry.face
    if _names_face(entry.layout, own):
        return cast("FaceKind", entry.layout)
    if _layout(suit, entry, own):
        return "layout"
    if entry.image:
        return "image"
    if not suit.symbol or (suit.layout == "index" and "index" not in own):
        return "index"
    return "court" if court else "pips" if pip_count(rank) else "index"


def pip_count(rank: str | None) -> int:
    """How many pips a rank has, from 1 to 10; 0 for one that pips cannot show."""
    if rank == "A":
        return 1
    if rank and rank.isascii() and rank.isdigit() and 1 <= int(rank) <= 10 and str(int(rank)) == rank:
        return int(rank)
    return 0


PACK = Document(Pack, "pack", "cardgen pack, format 1")


def read_pack(data: dict[str, Data], found: Findings | None = None) -> tuple[Pack | None, list[Problem]]:
    """Read the pack that the data mean, and note all that is wrong with single fields.

    Where something is wrong, what stands in for it says nothing more, so that the rest can be checked as
    well. None for data that still say `extends`: a variant whose base could not be had is not judged as
    a whole, nor blamed for what is missing. found: admits files and takes the findings.
    """
    found = found or Findings()
    found.whole = "extends" not in data
    found.language = str(data.get("language", found.language))
    icons = data.get("icons")
    found.icons = tuple(icons) if isinstance(icons, dict) else ()
    fields = {key: value for key, value in data.items() if key != "extends"}
    pack = PACK.read(fields, (), found)
    own = {key: suit for key, suit in pack.suits.items() if suit.symbol in found.icons}
    if own:
        drawn = {key: suit._replace(symbol=pack.icons.get(suit.symbol or "")) for key, suit in own.items()}
        pack = replace(pack, suits=pack.suits | drawn)
    if any(suit.images for suit in pack.suits.values()):
        pack = _with_pictures(pack, found)
    if any(names_file(box.show) for layout in pack.layouts.values() for box in layout.boxes.values()):
        pack = replace(pack, files_in_boxes=_files_in_boxes(pack, found))
    return (pack if found.whole else None), found.problems


def _with_pictures(pack: Pack, found: Findings) -> Pack:
    """The pack with a picture on every card for which a suit's pattern finds a file."""
    suits = dict(pack.suits)
    for key, suit in pack.suits.items():
        if not suit.images:
            continue
        path = ("suits", key, "images")
        cards, without = dict(suit.cards), []
        for rank, entry in suit.cards.items():
            name = suit.images.replace("{suit}", key).replace("{rank}", rank)
            if entry.image or entry.face:
                continue
            try:
                cards[rank] = entry._replace(image=found.admit(path, name) if found.admit else name)
            except NotThere:
                without.append((rank, name))
            except ValueError as error:
                found.fault(str(error), path, getattr(error, "hint", ""))
        if without and not any(entry.image for entry in cards.values()):
            found.fault(
                f"there is no file {quoted(without[0][1])} beside the pack, and none for the other ranks",
                path,
                "put the pictures there",
            )
        elif without:
            listed = ", ".join(rank for rank, _ in without)
            said = Sentence("{suit} has no pictures of {cards}: they are drawn", suit=key, cards=listed)
            found.note(said, path)
        suits[key] = suit._replace(cards=cards)
    return replace(pack, suits=suits)


def _files_in_boxes(pack: Pack, found: Findings) -> dict[str, str]:
    """The files that boxes name in `show`, by their names; what is not there is told, once for each box."""
    files: dict[str, str] = {}
    lost: dict[tuple[str, str], dict[str, KeyPath]] = {}
    for card in (*pack.cards, *pack.backs_in_boxes.values()):
        try:
            boxes = pack.layout(card.layout).boxes if card.kind == "layout" else {}
        except NoSuchName:
            continue
        for key, box in boxes.items():
            name = file_in_box(box.show, card.values) if box.show and names_file(box.show) else ""
            columns = IN_BRACES.findall(box.show or "")
            path = (*card.path, columns[0].strip()) if columns else ("layouts", card.layout, "boxes", key)
            if box.on is False or not name or name in files:
                continue
            try:
                files[name] = found.admit(path, name) if found.admit else name
            except NotThere:
                lost.setdefault((card.layout, key), {}).setdefault(name, path)
            except ValueError as error:
                found.fault(str(error), path, getattr(error, "hint", ""))
    for (_, key), names in lost.items():
        (first, path), others = next(iter(names.items())), len(names) - 1
        more = f", nor are {others} others" if others > 1 else ", nor is one other" if others else ""
        message = f"there is no file {quoted(first)} beside the pack{more} that the box {quoted(key)} shows"
        found.fault(message, path, "put it there, or write its name otherwise in `show`")
    return files


def pack_schema(games: Iterable[str]) -> Json:
    """Tell the JSON schema (draft 2020-12) of a pack file: of a whole pack or a variant.

    games: the names of all there are.
    """
    schema = PACK.file_schema()
    schema["properties"]["games"]["items"] = {"enum": list(games)}
    needed = schema.pop("required")
    schema["$defs"]["Suit"].pop("required")
    base: Json = {"type": "string", "description": "The pack that this one is a variant of."}
    schema["properties"] = {"extends": base, **schema["properties"]}
    schema["anyOf"] = [{"required": ["extends"]}, {"required": needed}]
    return schema
